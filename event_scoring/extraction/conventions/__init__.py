"""Conventions: the ways of counting of other scorers, each a module."""
