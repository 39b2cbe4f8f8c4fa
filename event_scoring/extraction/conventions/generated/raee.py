"""Convention "raee": a judge decides on items that differ from the references, for precision and for recall."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.conventions.generated.counting import matches, outcomes
from event_scoring.extraction.conventions.generated.options import RAEEOptions
from event_scoring.extraction.conventions.generated.written import Sentence, written_events
from event_scoring.extraction.counting import Outcome
from event_scoring.extraction.documents.document import Documents, Event
from event_scoring.extraction.items import Document, Item, key_of
from event_scoring.matching import as_lists, distinct
from event_scoring.scoring.counts import Row, Scores, Sums
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.task import Counts

_VERDICTS = re.compile(r"""["']Final Reassessment Results["']\s*:\s*\[([^\[\]]*)\]""")


class RAEE(WrittenEvents[RAEEOptions]):
    """Equal items are right; a judge decides on the others, with the answers in `judge_answers` of the document."""

    name = "raee"
    title = "RAEE"
    options = RAEEOptions
    reason = (
        "RAEE asks a judge about what differs from the references, apart for precision and recall. Every verdict of 1 "
        "counts, also beyond the number of questions, so precision can exceed 1."
    )
    trigger_scores = {"trigger_classification": ()}
    argument_scores = {"argument_attached_classification": ()}
    by_role = ""
    is_written = False
    counting = "judged"
    notes = {
        "unanswered": (
            "{number:question} to the judge {number:has|have} no readable answer and {number:counts|count} as no; "
            'details list the open questions under "asked".'
        )
    }
    published = (
        Published(
            name="RAEE",
            year="2024",
            users="RAEE",
            choose_for="numbers of RAEE, with the answers of its judge",
            counts="Equal texts with labels, and texts that a judge accepts",
            faults="The number of verdicts is not checked",
            original="Lyfralston/RAEE b6d3620f, `evaluate.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_judge.py`",
            options={"convention": "raee"},
            rule=as_lists,
        ),
    )

    def why_not_comparable(self, predictions: Documents, references: Documents, options: RAEEOptions) -> str:
        if any(document.judge_answers for document in (*predictions, *references)):
            return ""
        return 'a judge decides what it counts; documents need "judge_answers"'

    def count_items(self, document: Document, options: RAEEOptions, details: bool) -> dict[str, Outcome]:
        sentence, found = Sentence.of(document), dict.fromkeys(options.prefixes, Outcome({}))
        is_detection = not options.with_arguments or options.task == "ED"
        predicted, annotated = (
            [*items_with_texts(side.events, sentence, is_detection=is_detection)]
            for side in (document.prediction, document.reference)
        )
        answers = document.prediction.judge_answers or document.reference.judge_answers
        key = key_of("span", "label")
        unique = distinct(predicted, key)
        right, listed = len(as_lists(unique, annotated, key).right), len(as_lists(annotated, predicted, key).right)
        asks = {"precision": right < len(unique), "recall": listed < len(annotated) and bool(predicted)}
        verdicts = {side: accepted(getattr(answers, side, None)) if asked else 0 for side, asked in asks.items()}
        sums: dict[str, float] = {
            # Judged items count once; if none is judged every prediction counts and is right.
            "precision_matches": right + (verdicts["precision"] or 0) if asks["precision"] else len(predicted),
            "predictions": len(unique) if asks["precision"] else len(predicted),
            "recall_matches": listed + (verdicts["recall"] or 0),
            "references": len(annotated),
            "unanswered": sum(verdict is None for verdict in verdicts.values()),
        }
        lists: dict[str, list[Row]] = {f"asked_{side}": [{}] for side, asked in asks.items() if asked}
        outcome = Outcome({}, sums=sums, lists=lists)
        if details:
            # The judge gives only the number of right items, so outcomes are those of equal items.
            equal = matches(predicted, annotated, ("label", "span"), "reuse")
            outcome.outcomes = [*outcomes(predicted, annotated, equal, "type" if is_detection else "role")]
        found["" if is_detection else f"{options.main_mode}/"] = outcome
        return found

    def scores(self, sums: Sums, prefix: str, options: RAEEOptions) -> Scores:
        if f"{prefix}precision_matches" not in sums:
            return {}
        name = "argument_attached_classification" if prefix else "trigger_classification"
        parts = (f"{prefix}{part}" for part in ("precision_matches", "predictions", "references", "recall_matches"))
        return Ratio(name, *parts).scores(sums, options.zero_division)

    def counts(self, sums: Sums, prefix: str, options: RAEEOptions) -> Scores:
        parts = ("precision_matches", "predictions", "recall_matches", "references")
        name = "argument_attached_classification" if prefix else "trigger_classification"
        found = {f"{name}_{part}": sums[f"{prefix}{part}"] for part in parts if f"{prefix}{part}" in sums}
        return {**found, "unreadable": sums["unparsed"], "not_found": 0}

    def score_warnings(self, sums: Sums, prefix: str, options: RAEEOptions) -> list[str]:
        sentences = super().score_warnings(sums, prefix, options)
        parts = {"precision": ("precision_matches", "predictions"), "recall": ("recall_matches", "references")}
        numbers = {name: [sums.get(f"{prefix}{part}", 0) for part in pair] for name, pair in parts.items()}
        above = [name for name, (right, total) in numbers.items() if right > total]
        if above:
            sentences.append(
                "The judge accepts more than it was asked about, and all of it counts, as in the original scorer: "
                f"{' and '.join(above)} above 1."
            )
        return sentences

    def own_details(self, counts: Counts, options: RAEEOptions) -> Scores:
        """Return `asked`: the documents that are to be put before the judge, for precision and for recall."""
        return {
            "asked": {
                side: [
                    number
                    for number, row in enumerate(counts.rows)
                    if any(f"{prefix}asked_{side}" in row for prefix in options.prefixes)
                ]
                for side in ("precision", "recall")
            }
        }


def items_with_texts(events: Sequence[Event], sentence: Sentence, *, is_detection: bool) -> Iterator[Item]:
    """Yield triggers, or arguments, with the compared text in place of a span."""
    for event in written_events(events, sentence):
        for mention in [event.trigger] if is_detection else event.arguments:
            compared: Any = (mention.text, mention.span) if is_detection else mention.text
            yield Item(event.number, mention.argument, None, event.type, compared, mention.label)


def accepted(answer: str | None) -> int | None:
    """Return the number of verdicts 1 in an answer of the judge; None for no answer, or for one without verdicts.

    Examples:
        >>> accepted("Sure. {'Final Reassessment Results': [1, 0, 1]}")
        2
    """
    found = _VERDICTS.search(answer or "")
    return None if found is None else sum(verdict.strip() in ("1", "True") for verdict in found[1].split(","))
