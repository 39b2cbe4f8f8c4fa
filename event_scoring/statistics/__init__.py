"""Ratios, resampling and significance tests, on plain arrays."""
