"""The rules by which relations are scored, each beside its paper."""
