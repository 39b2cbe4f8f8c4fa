"""Hugging Face: pipelines, the Trainer, an evaluator, columns of datasets."""
