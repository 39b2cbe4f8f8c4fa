"""Convention "wikievents": what of an argument is compared, and how each variant counts."""
