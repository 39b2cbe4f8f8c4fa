"""Consistent evaluation of event detection and argument extraction.

Peng et al. (2023), "The Devil is in the Details: On the Pitfalls of Event Extraction Evaluation": outputs
are projected onto candidate sets before they are counted, arguments are judged on predicted triggers, and
a signature says which numbers are comparable. Other scorers' countings are named conventions.
"""
