"""Files that papers on generated events use: corpora, and what models wrote."""
