"""The ways to score templates, each with its alignment."""
