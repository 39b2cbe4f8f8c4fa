"""Compute ratios, resampling and significance tests on plain arrays."""
