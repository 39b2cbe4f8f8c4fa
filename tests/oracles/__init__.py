"""Second implementations, each from the description of a scorer: slow and obvious, without code of the engine."""
