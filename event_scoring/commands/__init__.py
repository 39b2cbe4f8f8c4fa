"""The command line, `event-score`."""
