"""Compare several systems on the same documents: tables, tests, ranks."""
