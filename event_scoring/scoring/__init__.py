"""The frame of a task: options, counts, intervals, signature, result."""
