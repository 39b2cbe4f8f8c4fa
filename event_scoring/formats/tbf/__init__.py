"""The TAC KBP event nugget format: reading, writing, validation."""
