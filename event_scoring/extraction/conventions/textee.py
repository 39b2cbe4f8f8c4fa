"""Convention "textee": sets over the corpus, as TextEE's scorer counts (commit 25d5dca)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from event_scoring.documents.errors import counted
from event_scoring.extraction.choices import NOTHING, Choices
from event_scoring.extraction.conventions.frame import PARTS, Convention
from event_scoring.statistics.ratios import precision_recall_f1


class TextEE(Convention):
    """Equal tuples count once; the free keys are its AI and AC, the attached keys its AI+ and AC+."""

    name = "textee"
    sets_in_tiers = True
    reason = (
        "TextEE knows no candidates: a span outside them is a wrong prediction instead of a discarded one, "
        "several labels for one span all count, and equal tuples count once. Its AI and AC (the free keys) do "
        "not ask for the trigger, so that events of one type in a document merge; AI+ and AC+ (attached) do."
    )
    mergeable_documents = True

    def warnings(self, sums: Mapping[str, Any], prefix: str, options: Choices) -> list[str]:
        """Differs from TextEE: a prediction whose label says nothing is none; its scorer takes it for a wrong one."""
        empty = int(sums[f"{prefix}empty"])
        if not empty:
            return []
        name = "argument_classification" if prefix else "trigger_classification"
        found, predicted, annotated = (int(sums[f"{prefix}{name}_{part}"]) for part in PARTS)
        precision, _, f1 = (float(score) for score in precision_recall_f1(found, predicted + empty, annotated))
        labels = ", ".join(f'"{label}"' for label in NOTHING)
        return [
            f"{name}: {counted(empty, 'prediction')} labelled {labels}, which count as none. TextEE's own scorer "
            f"counts such labels: as wrong ones they give precision {precision:.4f}, F1 {f1:.4f}."
        ]


TEXTEE = TextEE()
