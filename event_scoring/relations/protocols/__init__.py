"""The scoring rules of relations, with references to their papers."""
