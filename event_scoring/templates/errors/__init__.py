"""Errors of filled templates: their kinds, and the repairs of each."""
