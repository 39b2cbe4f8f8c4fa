"""Refused calls and what is said about each, one transcript a room; `transcripts` says how they are written."""
