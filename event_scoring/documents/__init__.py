"""Input: schema, checks, errors with paths, and matching of the two sides."""
