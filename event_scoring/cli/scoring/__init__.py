"""Commands that score files of a task."""
