"""Consistent evaluation of event detection and argument extraction.

Peng et al. (2023), "The Devil is in the Details: On the Pitfalls of Event Extraction Evaluation". Outputs are projected
onto candidate sets before they are counted, and arguments are judged on predicted triggers. A signature shows which
numbers are comparable. Other scorers' countings are named conventions.
"""
