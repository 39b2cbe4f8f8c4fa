"""Annotation tools and other libraries: their files and objects as documents of nuggets or events."""
