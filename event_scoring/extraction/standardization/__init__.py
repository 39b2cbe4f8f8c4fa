"""Output standardization, section 4.2 of the paper: the candidate of each prediction."""
