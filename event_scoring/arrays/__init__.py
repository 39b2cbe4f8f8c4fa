"""Corpora as integer arrays: ragged lists, keys, vocabularies, matchings."""
