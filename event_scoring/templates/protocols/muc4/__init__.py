"""Templates as MUC-4 scored them in 1992: fills, judgements, slots, the mapping of templates, and the corpus.

Chinchor, "MUC-4 Evaluation Metrics" (MUC-4, 1992), and the official scoring program 3.3 (muc34.tar.gz of xinyadu/gtt).
If they differ, the modules follow the program, because the official results come from it.
"""
