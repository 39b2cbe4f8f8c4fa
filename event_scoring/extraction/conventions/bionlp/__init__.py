"""Convention "bionlp": events of the BioNLP shared tasks, as the programs of GE, PC and CG count them."""
