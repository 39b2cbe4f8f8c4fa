"""Convention "omnievent": candidates, their labels, and what counts."""
