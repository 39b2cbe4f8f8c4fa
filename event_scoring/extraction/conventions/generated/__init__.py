"""Scorers of events that a model writes: texts are compared, or get their places first."""
