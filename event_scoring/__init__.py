"""Scores for event extraction: event nuggets, event arguments and linking, consistent extraction.

The engine under the metrics of the same project; it needs numpy, scipy and pyarrow, and nothing else.

Examples:
    >>> from event_scoring import score_nuggets
    >>> gold = [[{"token_ids": [3, 4], "type": "Life.Die"}]]
    >>> score_nuggets([[{"token_ids": [4], "type": "Life.Die"}]], gold)["type_f1"]
    0.6666666666666666
"""

from event_scoring.version import __version__

_MODULE_NAMES = {
    "arguments.realis_expansion": ("expand_from_realis",),
    "arguments.responses": ("count_responses", "score_responses"),
    "arguments.score": ("count_arguments", "score_arguments", "sensitivity"),
    "comparison.runs": ("compare_runs",),
    "comparison.systems": ("compare",),
    "documents.errors": ("InputError",),
    "comparison.signatures": ("compare_signatures", "explain_signature", "score"),
    "label_sequences": ("score_bio",),
    "sharded.dataset": ("score_dataset", "score_distributed"),
    "extraction.comparisons": ("compare_conventions", "compare_standardization", "compare_triggers"),
    "extraction.score": ("count_detection", "count_extraction", "score_detection", "score_extraction"),
    "formats.language_models.answer_documents": ("documents_from_texts",),
    "formats.language_models.keys": ("json_schema",),
    "formats.language_models.answer_relations": ("relations_from_texts",),
    "metric_folders": ("metric_path",),
    "nuggets.score": ("count_nuggets", "score_nuggets"),
    "reading.document_reading": ("read",),
    "relations.comparisons": ("compare_protocols",),
    "relations.score": ("count_relations", "score_relations"),
    "tasks": ("read_counts", "score_counts"),
    "scoring.result": ("ScoreWarning",),
    "templates.errors.analysis": ("template_errors",),
    "templates.score": ("count_templates", "score_templates"),
    "values.score": ("count_values", "score_values"),
}
"""Module of each public name.

A name is imported when it is first used, so scoring nuggets does not import the other tasks. Type checkers read the
names in `__init__.pyi`. A public name must not equal a module of this folder, since importing the module would hide it.
This module is imported outside every `try` of the command line, so it imports almost nothing: Ctrl-C may come at once.
"""
__all__ = ["__version__", *(name for names in _MODULE_NAMES.values() for name in names)]


def __getattr__(name: str) -> object:
    for module, names in _MODULE_NAMES.items():
        if name in names:
            from event_scoring.reading.public import public

            globals()[name] = value = public(name, module)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
