"""The commands that score no task: checks, conversions, judges, shards."""
