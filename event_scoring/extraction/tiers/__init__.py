"""Matching beyond equal spans, and how far a judge may be trusted."""
