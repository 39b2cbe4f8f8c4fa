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

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from event_scoring.extraction.conventions.measure import Counted, EventMeasure, TieredMeasure
from event_scoring.extraction.counting import (
    PARTS,
    AsGiven,
    Outcome,
    count_scores,
)
from event_scoring.extraction.items import Document, Item, Side, key_of
from event_scoring.extraction.measure_options import SpanOptions, TextEEOptions
from event_scoring.matching import Count, Key, as_lists, as_multisets, as_sets, distinct
from event_scoring.scoring.counts import Row, Sums, check_whole_groups
from event_scoring.scoring.notes import note
from event_scoring.scoring.published import Published
from event_scoring.statistics.precision_recall import precision_recall_f1


class DyGIE(EventMeasure[SpanOptions]):
    """Every prediction that equals a reference is right, and a reference may match several."""

    name = "dygie"
    title = "DyGIE++"
    options = SpanOptions
    reason = (
        "DyGIE++ has no candidates and counts lists: each prediction that equals a reference is right, so a right "
        "argument repeated under a spurious trigger of its type is right twice and recall can exceed 1. Its scores "
        "ignore the trigger of an argument (the free keys)."
    )
    way = staticmethod(as_lists)
    no_tiers = "credits every prediction that equals a reference, several for one too"
    counting = "list"
    published = (
        Published(
            name="DyGIE++",
            year="2019",
            users="ACE papers since",
            choose_for="papers that use DyGIE++'s metrics",
            counts="Lists of exact tuples",
            faults="Each repeat counts, so scores can exceed 1",
            original="dwadden/dygiepp b55dec4",
            checked_by="`oracles/extraction_oracle.py`",
            options={"convention": "dygie"},
            rule=as_lists,
            steps=(count_scores,),
        ),
    )


def by_first_reference(predictions: Sequence[Item], references: Sequence[Item], key: Key) -> Count:
    """Count lists, but compare only the first of the references at a span: the types of the others are always missed.

    Examples:
        >>> die, attack = (Item(0, -1, (1, 2), kind, (1, 2), kind) for kind in ("Die", "Attack"))
        >>> len(by_first_reference([attack], [die, attack], key_of("trigger", "type")).right)
        0
    """
    return as_lists(predictions, distinct(references, key_of("trigger")), key)._replace(wanted=references)


def by_role_of_mention(predictions: Sequence[Item], references: Sequence[Item], key: Key) -> Count:
    """Count mentions once for each of their roles, as many right as both sides have.

    Differs from OneIE: each reference is credited once, so that recall cannot exceed 1.

    Examples:
        >>> agent, victim = (Item(0, 0, (1, 2), "Attack", (0, 1), role) for role in ("Agent", "Victim"))
        >>> count = by_role_of_mention([agent, victim], [agent], key_of("span", "type"))
        >>> len(count.right), len(count.predicted), len(count.wanted)
        (1, 2, 1)
    """
    return as_multisets(roles_of_mentions(predictions), roles_of_mentions(references), key)


def roles_of_mentions(items: Sequence[Item]) -> list[Item]:
    """Return the first item of each role of a mention in events of a type."""
    return distinct(items, key_of("span", "type", "label"))


class OneIE(EventMeasure[SpanOptions]):
    """Triggers count one by one, arguments as a set of tuples with role."""

    name = "oneie"
    title = "OneIE"
    options = SpanOptions
    reason = (
        "OneIE has no candidates and ignores the trigger of an argument. A trigger's type is "
        "compared with the first reference at its span only. Its argument identification credits every "
        "predicted role of a mention, so its own recall can exceed 1; here a reference is credited once."
    )
    way = staticmethod(as_sets)
    ways = {
        "trigger_identification": as_lists,
        "trigger_classification": by_first_reference,
        "argument_identification": by_role_of_mention,
    }
    no_tiers = "credits every prediction at the position of a reference, also several for one reference"
    counting = "oneie"
    unreachable_because = "a mention of another type precedes them at the same span"
    published = (
        Published(
            name="OneIE",
            year="2020",
            users="ACE papers since",
            choose_for="papers that use OneIE's scorer",
            counts="Exact spans, trigger type, argument with its event type",
            faults="Recall can exceed 1; only the first reference at a span has a type",
            original="GAIA-IE/oneie 9df8cfa",
            checked_by="`oracles/extraction_oracle.py`",
            options={"convention": "oneie"},
            rule=by_role_of_mention,
            steps=(as_lists, by_first_reference, as_sets, count_scores),
        ),
    )

    def outcome(
        self, given: AsGiven, references: Sequence[Item], scores: Mapping[str, Sequence[str]], details: bool
    ) -> Outcome:
        """Add two sums to the counts: `credited` and `unreachable`.

        `credited` is the number of predictions that the original's own argument identification would credit.
        `unreachable` is the number of reference triggers that no prediction can match.
        """
        found = super().outcome(given, references, scores, details)
        if "trigger_classification" in scores:
            first_type = {item.trigger: item.type for item in reversed(references)}
            found.sums["unreachable"] = sum([item.type != first_type[item.trigger] for item in references])
        if "argument_identification" in scores:
            annotated = {(item.span, item.type) for item in references}
            predicted = {(item.span, item.type, item.label) for item in given.kept}
            found.sums["credited"] = sum([(span, kind) in annotated for span, kind, _ in predicted])
        return found

    def score_warnings(self, sums: Sums, prefix: str, options: SpanOptions) -> list[str]:
        if not prefix:
            return super().score_warnings(sums, prefix, options)
        credited = sums[f"{prefix}credited"]
        found, predicted, annotated = [sums[f"{prefix}argument_identification_{part}"] for part in PARTS]
        if credited <= found:
            return []
        precision, recall, f1 = (float(score) for score in precision_recall_f1(credited, predicted, annotated))
        scores = {"precision": precision, "recall": recall, "f1": f1}
        mode = f" in mode {prefix[:-1]}" if len(options.all_modes) > 1 else ""
        return [
            note(
                "argument_identification{mode}: OneIE's own scorer would credit {number:prediction} on "
                "{references:reference}: precision {precision:.4f}, recall {recall:.4f}, F1 {f1:.4f}. Here each "
                "reference is credited once.",
                int(credited),
                mode=mode,
                references=int(annotated),
                **scores,
            )
        ]


class TextEE(TieredMeasure[TextEEOptions]):
    """Equal tuples count once; the free keys are its AI and AC, the attached keys its AI+ and AC+."""

    name = "textee"
    title = "TextEE"
    options = TextEEOptions
    reason = (
        "TextEE has no candidates: a span outside them is wrong instead of discarded, several labels for one span all "
        "count, and equal tuples count once. Its AI and AC (the free keys) ignore the trigger, so events of one type "
        "in a document merge; AI+ and AC+ (attached) compare it."
    )
    way = staticmethod(as_sets)
    published = (
        Published(
            name="TextEE",
            year="2024",
            users="Huang et al. and users",
            choose_for="papers that report TextEE's AI, AC, AI+ and AC+",
            counts="Corpus-wide sets; AI, AC and, with the trigger, AI+, AC+",
            faults="Merges events of one type in a document",
            original="ej0cl6/TextEE 25d5dca",
            checked_by="`golden/extraction_textee.json`, `oracles/extraction_oracle.py`",
            options={"convention": "textee"},
            rule=as_sets,
            steps=(count_scores,),
        ),
    )

    def count_all(self, documents: Iterable[Document], options: TextEEOptions, details: bool) -> Counted:
        """Count rows with one name as one document, because the sets are of the corpus.

        The outcomes of such a document are those of its first row.
        """
        for whole, found in super().count_all(_merged_documents(_by_name(documents)), options, details):
            if not whole.rows:
                yield whole, found
                continue
            for outcome in found.values():
                outcome.document = whole
            first, *others = whole.rows
            yield first, found
            yield from ((other, {}) for other in others)

    def check_joined(self, parts: Sequence[Sequence[Row]], options: TextEEOptions) -> None:
        wanted = "all rows of a document in one part, as they count as one document"
        check_whole_groups(parts, "doc_id", wanted, "a doc_id")

    def cost_of_null_labels(self, sums: Sums, prefix: str, number: int) -> str:
        name = "argument_classification" if prefix else "trigger_classification"
        found, predicted, annotated = (int(sums[f"{prefix}{name}_{part}"]) for part in PARTS)
        precision, _, f1 = (float(score) for score in precision_recall_f1(found, predicted + number, annotated))
        return f": as wrong ones they give precision {precision:.4f}, F1 {f1:.4f} in {name}"


def _by_name(documents: Iterable[Document]) -> list[list[Document]]:
    """Group documents by their names; one without a name is alone."""
    groups: dict[object, list[Document]] = {}
    for document in documents:
        name = document.doc_id
        groups.setdefault(("row", document.number) if name is None else name, []).append(document)
    return [*groups.values()]


def _merged_documents(groups: list[list[Document]]) -> Iterator[Document]:
    """Yield each group of rows as one document, whose events are numbered consecutively.

    A group is taken off the list, so that the items of a document are not kept longer than they are counted.
    """
    groups.reverse()
    while groups:
        documents = groups.pop()
        if len(documents) == 1:
            yield documents[0]
            continue
        entities = [entity for document in documents for entity in document.reference.entities or ()]
        reference = replace(documents[0].reference, entities=entities)
        whole = Document(documents[0].prediction, reference, documents[0].number, rows=tuple(documents))
        whole.references = _joined([document.references for document in documents])
        whole.labelled_references = whole.references.without(whole.null_labels)
        whole.predictions = _joined([document.predictions for document in documents])
        whole.given_gold = _joined([document.given_gold for document in documents])
        yield whole


def _joined(sides: Sequence[Side]) -> Side:
    events = [event for side in sides for event in side.listed]
    triggers, arguments, start = list[Item](), list[Item](), 0
    for side in sides:
        for items, those in ((triggers, side.triggers), (arguments, side.arguments)):
            items += [replace(item, event=item.event + start) for item in those]
        start += len(side.listed)
    return Side(events, triggers, arguments)


EXACT_SPANS = (TextEE(), OneIE(), DyGIE())
