"""Event nuggets: mention detection with partial credit, and its attributes.

Liu, Mitamura and Hovy (2015), "Evaluation Algorithms for Event Nugget Detection": `mapping` has the Dice score of
section 2.2 and Algorithms 1 and 4, `counting` has Algorithms 2 and 3, `score` has the micro and macro averages. The
scorer of the TAC KBP event nugget task, EvmEval 1.8, is another mapping there, with `coreference` and `sequencing`.
"""
