"""Corpora larger than memory: read in batches, counted, and added up."""
