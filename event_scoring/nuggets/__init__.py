"""Event nuggets: mention detection with partial credit, and its attributes.

Liu, Mitamura and Hovy (2015), "Evaluation Algorithms for Event Nugget Detection", and the later scorer
of the TAC KBP event nugget task.
"""
