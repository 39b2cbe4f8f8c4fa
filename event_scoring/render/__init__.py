"""Results for people: text, tables, pages and pictures."""
