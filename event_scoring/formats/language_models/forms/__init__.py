"""Answers of models, read exactly as the published scorer of their form reads them; one module a form."""
