"""The TAC KBP event argument stores: reading, writing, validation."""

LAYOUTS = ("2015", "2016")
"""Years whose linking stores differ."""
