"""Read documents from answers of language models: `documents` from texts, `reading` of one answer, `scanning` of
values.
"""
