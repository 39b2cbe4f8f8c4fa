"""Refused calls and their messages, one transcript for each room; `transcripts` explains the format."""
