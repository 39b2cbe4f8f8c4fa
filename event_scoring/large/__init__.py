"""Corpora that no memory holds."""
