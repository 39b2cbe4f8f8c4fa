"""Convention "oneie": as OneIE's scorer counts (commit ebf7a65)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from event_scoring.arrays.keys import position_in_group, row_keys
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.errors import counted
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.conventions.frame import PARTS, Convention
from event_scoring.extraction.counting import (
    Outcome,
    Totals,
    Tuples,
    count_lists,
    count_multisets,
    count_sets,
    distinct,
)
from event_scoring.extraction.standardization.answers import Answers
from event_scoring.statistics.ratios import precision_recall_f1


class OneIE(Convention):
    """Triggers count one by one, arguments as a set of tuples with role."""

    name = "oneie"
    no_tiers = "credits every prediction that stands where a reference does, several for one too"
    reason = (
        "OneIE knows no candidates and does not ask for the trigger of an argument. A trigger's type is "
        "compared with the first reference at its span only. Its argument identification credits every "
        "predicted role of a mention, so its own recall can exceed 1; here a reference is credited once."
    )
    counting = "oneie"

    def totals(self, answers: Answers, name: str, parts: Sequence[str], options: Choices) -> Totals:
        predictions, references = answers.predictions, answers.references
        if name == "trigger_identification":
            return count_lists(predictions, references, parts)
        if name == "trigger_classification":
            return count_lists(predictions, _only_first(references), parts)
        return count_sets(predictions, references, parts)

    def outcome(self, answers: Answers, scores: Mapping[str, Sequence[str]], options: Choices) -> Outcome:
        name = "argument_identification"
        others = {other: parts for other, parts in scores.items() if other != name}
        found = super().outcome(answers, others, options)
        if name not in scores:
            return found
        with_role, parts = scores["argument_classification"], scores[name]
        sides = distinct(answers.predictions, with_role), distinct(answers.references, with_role)
        # Differs from OneIE: each reference is credited once, so that recall cannot exceed 1.
        totals = {name: count_multisets(*sides, parts), **found.totals}
        credited = count_lists(*sides, parts).true_positives.document
        ones = np.ones(len(credited), dtype=np.int64)
        return replace(found, totals=totals, sums={**found.sums, "credited": (credited, ones)})

    def warnings(self, sums: Mapping[str, Any], prefix: str, options: Choices) -> list[str]:
        if not prefix:
            return super().warnings(sums, prefix, options)
        credited = sums[f"{prefix}credited"]
        found, predicted, annotated = (sums[f"{prefix}argument_identification_{part}"] for part in PARTS)
        if credited <= found:
            return []
        precision, recall, f1 = (float(score) for score in precision_recall_f1(credited, predicted, annotated))
        return [
            f"argument_identification: OneIE's own scorer would credit {counted(int(credited), 'prediction')} on "
            f"{counted(int(annotated), 'reference')}: precision {precision:.4f}, recall {recall:.4f}, F1 {f1:.4f}. "
            "Here each reference is credited once."
        ]


def _only_first(references: Tuples) -> Tuples:
    """As OneIE, not as the paper: only the first reference at a span can have its type found."""
    repeated = position_in_group(row_keys(references.trigger)) > 0
    return replace(references, type=np.where(repeated, MISSING, references.type))


ONEIE = OneIE()
