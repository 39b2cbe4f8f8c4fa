"""Scores by the other published rules for the output in a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.extraction.comparisons import compare_conventions
from event_scoring.relations.comparisons import compare_protocols
from event_scoring.scoring.tables import Table

MAX_COMPARED_DOCUMENTS = 500
"""Documents that a report scores by every rule. For more, use the command's ``--vary``."""
_CHOSEN_BY_CONVENTIONS = ("convention", "variant", "standardize", "mode", "modes")
_MAIN_SCORES = ("trigger_classification_f1", "argument_attached_classification_f1", "argument_classification_f1")


@dataclass(frozen=True)
class OtherRules:
    """The main scores of one output under every rule that can score it, with sentences that explain them."""

    scores: Table
    sentences: Sequence[str]


def rules_of_extraction(predictions: Any, references: Any, options: Mapping[str, Any]) -> OtherRules | None:
    """Return the F1 of triggers and arguments under every convention; None for too many documents.

    It is also None if the paper's rules reject the options or the documents, such as those of BioNLP. Texts without
    spans are scored by the conventions that compare texts.
    """
    if len(references) > MAX_COMPARED_DOCUMENTS:
        return None
    try:
        rows = compare_conventions(
            predictions,
            references,
            **{name: value for name, value in options.items() if name not in _CHOSEN_BY_CONVENTIONS},
        )
    except ValueError:
        return None
    keys = tuple(key for key in _MAIN_SCORES if any(row.get(key) is not None for row in rows))
    scored = [row for row in rows if any(row.get(key) is not None for key in keys)]
    header = ("convention", *(key.replace("_", " ").replace(" f1", " F1") for key in keys))
    scores = Table(header, tuple((row["convention"], *(row.get(key) for key in keys)) for row in scored))
    return OtherRules(scores, [f"{row['convention']}: {row['reason']}" for row in scored if row["reason"]])


def rules_of_relations(predictions: Any, references: Any, options: Mapping[str, Any]) -> OtherRules | None:
    """Return the main F1 under every rule that can score the documents; None without one, or for too many."""
    if len(references) > MAX_COMPARED_DOCUMENTS:
        return None
    try:
        rows = compare_protocols(
            predictions, references, **{name: value for name, value in options.items() if name != "protocol"}
        )
    except ValueError:
        return None
    keys = ("rule", "score", "precision", "recall", "f1")
    scores = Table(keys, tuple(tuple(row[key] for key in keys) for row in rows if row["f1"] is not None))
    return OtherRules(scores, [rows.sentence] if rows.sentence else [])
