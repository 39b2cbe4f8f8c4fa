"""MUC templates: objects with slots, aligned with those of the key and compared slot by slot.

Chinchor (1992), "MUC-4 Evaluation Metrics", and the scorer of MUC-6; Kehler, Bear and Appelt (2001),
"The Need for Accurate Alignment in Natural Language System Evaluation".
"""
