"""The TAC KBP event argument stores: reading, writing, validation."""
