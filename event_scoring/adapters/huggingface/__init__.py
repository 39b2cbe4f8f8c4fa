"""Use Hugging Face: pipelines, the Trainer, columns of datasets."""
