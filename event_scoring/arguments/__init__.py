"""Event arguments and their linking into event frames: the score of the TAC KBP event argument task.

"Event Argument Extraction and Linking (EAEL) Scoring Proposal", TAC KBP 2015; the scorer of that
evaluation is followed where the proposal leaves a choice.
"""
