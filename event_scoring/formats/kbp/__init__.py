"""The TAC KBP event argument stores: reading and validation."""
