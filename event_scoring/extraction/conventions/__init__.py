"""Conventions: other scorers' ways of counting beside the paper's, each a module."""
