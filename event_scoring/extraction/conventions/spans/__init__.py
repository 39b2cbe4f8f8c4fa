"""Typed spans by themselves: convention "nervaluate"."""
