"""Read files of papers on generated events: corpora, and outputs of models."""
