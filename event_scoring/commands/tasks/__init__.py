"""Flags and files of the tasks that have some of their own."""
