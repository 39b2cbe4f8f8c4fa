"""Output standardization, section 4.2 of the paper: which candidate each prediction stands on."""
