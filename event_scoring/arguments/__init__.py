"""Score event arguments and their linking into event frames, as the TAC KBP event argument task does.

"Event Argument Extraction and Linking (EAEL) Scoring Proposal", TAC KBP 2015. Where the proposal leaves a choice, the
scorer of that evaluation decides.
"""
