"""Conventions "textee", "oneie" and "dygie": spans and labels as they are given, without candidates.

They read the same triggers and arguments and differ in how equal ones count:

| | triggers | arguments |
|---|---|---|
| textee | sets | sets |
| oneie | lists; of the types at a span the first | sets; in identification each role of a mention counts |
| dygie | lists | lists |

Read in ej0cl6/TextEE 25d5dca, `TextEE/scorer.py`; in OneIE ebf7a65, `src/scorer.py` (jeremytanjianle's copy, equal to
GAIA-IE/oneie 9df8cfa); in dwadden/dygiepp b55dec4, `dygie/training/event_metrics.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from event_scoring.documents.errors import counted
from event_scoring.extraction.choices import NOTHING, Choices
from event_scoring.extraction.conventions.frame import PARTS, Convention
from event_scoring.extraction.counting import Count, Outcome, as_lists, as_multisets, as_sets, distinct
from event_scoring.extraction.items import Document, Item, Side
from event_scoring.extraction.standardization.scored_items import ScoredItems
from event_scoring.scoring.published import Published
from event_scoring.statistics.ratios import precision_recall_f1

Way: TypeAlias = Callable[[Sequence[Item], Sequence[Item], Sequence[str]], Count]


def by_first_reference(predictions: Sequence[Item], references: Sequence[Item], parts: Sequence[str]) -> Count:
    """Lists, where only the first reference at a span can have its type found.

    Examples:
        >>> die, attack = (Item(0, -1, (1, 2), kind, (1, 2), kind) for kind in ("Die", "Attack"))
        >>> len(by_first_reference([attack], [die, attack], ("trigger", "type")).right)
        0
    """
    return as_lists(predictions, distinct(references, ("trigger",)), parts)._replace(wanted=references)


def by_role_of_mention(predictions: Sequence[Item], references: Sequence[Item], parts: Sequence[str]) -> Count:
    """Mentions once for each of their roles, as many right as both sides have.

    Differs from OneIE: each reference is credited once, so that recall cannot exceed 1.

    Examples:
        >>> agent, victim = (Item(0, 0, (1, 2), "Attack", (0, 1), role) for role in ("Agent", "Victim"))
        >>> count = by_role_of_mention([agent, victim], [agent], ("span", "type"))
        >>> len(count.right), len(count.predicted), len(count.wanted)
        (1, 2, 1)
    """
    return as_multisets(distinct(predictions, (*parts, "label")), distinct(references, (*parts, "label")), parts)


class ExactSpans(Convention):
    """Spans and labels as they are given; the ways of counting are facts of each scorer."""

    ways: Mapping[str, Way] = {}
    """How a score counts, where not by sets."""

    def totals(self, name: str, items: ScoredItems, parts: Sequence[str], options: Choices) -> Count:
        return self.ways.get(name, as_sets)(items.predictions, items.references, parts)


class DyGIE(ExactSpans):
    """Every prediction that equals some reference is right; nothing is used up."""

    name = "dygie"
    no_tiers = "credits every prediction that equals a reference, several for one too"
    reason = (
        "DyGIE++ knows no candidates and counts lists: each prediction that equals some reference is right, so that "
        "a right argument repeated under a spurious trigger of its type is right twice and recall can exceed 1. "
        "Its scores do not ask for the trigger of an argument (the free keys)."
    )
    counting = "list"
    ways = dict.fromkeys((*Convention.trigger_scores, *Convention.argument_scores), as_lists)
    published = (
        Published(
            name="DyGIE++",
            year="2019",
            users="ACE papers since",
            choose_for="papers that use DyGIE++'s metrics",
            counts="Lists of exact tuples",
            faults="Repeats count each, scores can exceed 1",
            original="dwadden/dygiepp b55dec4",
            checked_by="oracle",
            options={"convention": "dygie"},
            rule=as_lists,
        ),
    )


class OneIE(ExactSpans):
    """Triggers count one by one, arguments as a set of tuples with role."""

    name = "oneie"
    no_tiers = "credits every prediction that stands where a reference does, several for one too"
    reason = (
        "OneIE knows no candidates and does not ask for the trigger of an argument. A trigger's type is "
        "compared with the first reference at its span only. Its argument identification credits every "
        "predicted role of a mention, so its own recall can exceed 1; here a reference is credited once."
    )
    counting = "oneie"
    ways: Mapping[str, Way] = {
        "trigger_identification": as_lists,
        "trigger_classification": by_first_reference,
        "argument_identification": by_role_of_mention,
    }
    published = (
        Published(
            name="OneIE",
            year="2020",
            users="ACE papers since",
            choose_for="papers that use OneIE's scorer",
            counts="Exact spans, trigger type, argument with its event type",
            faults="Recall can exceed 1; only the first reference at a span has a type",
            original="GAIA-IE/oneie 9df8cfa",
            checked_by="oracle",
            options={"convention": "oneie"},
            rule=by_role_of_mention,
            steps=(as_lists, by_first_reference, as_sets),
        ),
    )

    def outcome(self, items: ScoredItems, scores: Mapping[str, Sequence[str]], options: Choices) -> Outcome:
        """With how many predictions the original's argument identification would credit."""
        found, name = super().outcome(items, scores, options), "argument_identification"
        if name in scores:
            with_role = (*scores[name], "label")
            predicted, wanted = distinct(items.predictions, with_role), distinct(items.references, with_role)
            found.sums = {**found.sums, "credited": len(as_lists(predicted, wanted, scores[name]).right)}
        return found

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


class TextEE(ExactSpans):
    """Equal tuples count once; the free keys are its AI and AC, the attached keys its AI+ and AC+."""

    name = "textee"
    sets_in_tiers = True
    reason = (
        "TextEE knows no candidates: a span outside them is a wrong prediction instead of a discarded one, "
        "several labels for one span all count, and equal tuples count once. Its AI and AC (the free keys) do "
        "not ask for the trigger, so that events of one type in a document merge; AI+ and AC+ (attached) do."
    )
    published = (
        Published(
            name="TextEE",
            year="2024",
            users="Huang et al. and users",
            choose_for="papers that report TextEE's AI, AC, AI+ and AC+",
            counts="Corpus-wide sets; AI, AC and, with the trigger, AI+, AC+",
            faults="Merges events of one type in a document",
            original="ej0cl6/TextEE 25d5dca",
            checked_by="golden, oracle",
            options={"convention": "textee"},
            rule=as_sets,
        ),
    )

    def count_all(
        self, documents: Sequence[Document], options: Choices, details: bool
    ) -> Sequence[Mapping[str, Outcome]]:
        """The sets are of the corpus: rows of one name are one document, whose outcomes stand in the first of them."""
        rows: dict[object, list[int]] = {}
        for row, document in enumerate(documents):
            name = document.doc_id
            rows.setdefault(("row", row) if name is None else name, []).append(row)
        found: list[Mapping[str, Outcome]] = [{} for _ in documents]
        merged = [_merged([documents[row] for row in those]) for those in rows.values()]
        counts = super().count_all(merged, options, details)
        for (first, *_), whole, outcomes in zip(rows.values(), merged, counts, strict=True):
            found[first] = outcomes
            for outcome in outcomes.values() if whole.rows else ():
                outcome.document = whole
        return found

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


def _merged(documents: Sequence[Document]) -> Document:
    """Several rows as one document, whose events are numbered on."""
    if len(documents) == 1:
        return documents[0]
    entities = [entity for document in documents for entity in document.reference.get("entities") or ()]
    reference = {**documents[0].reference, "entities": entities}
    whole = Document(documents[0].prediction, reference, documents[0].number, rows=tuple(documents))
    whole.references = _joined([document.references for document in documents])
    whole.predictions = _joined([document.predictions for document in documents])
    whole.given_gold = _joined([document.given_gold for document in documents])
    starts = [0]
    for document in documents:
        starts.append(starts[-1] + len(document.references.listed))
    if all(len(document.given_gold.listed) == len(document.references.listed) for document in documents):
        parts = zip(starts[:-1], documents, strict=True)
        whole.standing_for = [start + event for start, document in parts for event in document.standing_for]
    return whole


def _joined(sides: Sequence[Side]) -> Side:
    events = [event for side in sides for event in side.listed]
    triggers, arguments, start = list[Item](), list[Item](), 0
    for side in sides:
        for items, those in ((triggers, side.triggers), (arguments, side.arguments)):
            items += [item._replace(event=item.event + start) for item in those]
        start += len(side.listed)
    return Side(events, triggers, arguments)


TEXTEE, ONEIE, DYGIE = TextEE(), OneIE(), DyGIE()
