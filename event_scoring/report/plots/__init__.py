"""Plots of scores and mistakes."""
