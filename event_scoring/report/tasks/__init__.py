"""Drawings of the documents of each task."""
