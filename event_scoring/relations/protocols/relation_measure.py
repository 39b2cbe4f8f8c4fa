"""The base of all measures of relations, and what several of them share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from event_scoring.documents.errors import InputError, counted, quoted
from event_scoring.relations.documents import (
    Link,
    Pair,
    RelationDocument,
    Relations,
    has_self_links,
    of_link,
    relation_problems,
    rows_without_self_links,
)
from event_scoring.relations.options import RelationOptions
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.measure import Measure
from event_scoring.scoring.notes import note_sentences
from event_scoring.scoring.rows import Problems, Row, with_moved_index
from event_scoring.scoring.task import Counts
from event_scoring.statistics.precision_recall import is_any


class RelationMeasure(Measure[RelationDocument, RelationDocument, RelationOptions]):
    """A measure of relations. It leaves out references from an event to itself."""

    unread = "no relations are"

    def problems(self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions) -> Problems:
        """Yield references to unknown ids, and relations of an event with itself where they are not left out."""
        return relation_problems(prediction, reference, options.kinds, of_itself=options.sides_without_self_links)

    def count_corpus(
        self,
        predictions: Sequence[RelationDocument],
        references: Sequence[RelationDocument],
        options: RelationOptions,
        details: bool,
    ) -> list[Row]:
        """Count the documents without references from an event to itself, if the options leave these out.

        The rows also have the number of relations left out, and count predictions about other documents.
        """
        kept = {}
        counted = [*references]
        for number, reference in enumerate(references if options.leaves_out_self_links else ()):
            relations, events = reference.relations or (), self.events_of_ids(reference)
            if events or has_self_links(relations):
                kept[number] = rows_without_self_links(relations, events)
                counted[number] = msgspec.structs.replace(reference, relations=[relations[row] for row in kept[number]])
        rows = self.count_documents(predictions, counted, options, details)
        for number, (row, prediction, reference, rest) in enumerate(
            zip(rows, predictions, references, counted, strict=True)
        ):
            row["left_out"] = left_out = len(reference.relations or ()) - len(rest.relations or ())
            if left_out and details:
                row["outcomes"] = [with_moved_index(one, 1, kept[number].__getitem__) for one in row["outcomes"]]
            row["of_other_kinds"] = options.kinds is not None and _only_other_kinds(rest.relations or (), options.kinds)
            if prediction.outside:
                row |= {name: row.get(name, 0) + len(prediction.outside) for name in ("unknown", "ignored")}
                if details:
                    outside = link_records(map(of_link, prediction.outside))
                    row["ignored_links"] = [*row.get("ignored_links", ()), *outside]
        return rows

    def counts_alone(self, options: RelationOptions) -> bool:
        return True

    def events_of_ids(self, reference: RelationDocument) -> Mapping[str, str]:
        """Return the event of each id that is not the event itself."""
        return {}

    def result(self, sums: Sums, options: RelationOptions) -> Scores:
        """Return the scores of all documents together, and the number of answers that were not read, if any."""
        unparsed = {"unparsed": sums["unparsed"]} if is_any(sums["unparsed"]) else {}
        return {**(self.document_scores(sums, options) or {}), "documents": sums["documents"], **unparsed}

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return the scores of each document, and the predictions that are not scored."""
        return {**super().details(counts, result), "ignored_predictions": listed_links(counts, "ignored_links")}

    def warnings(self, sums: Sums, options: RelationOptions) -> list[str]:
        """Return sentences about answers that were not read and relations that are left out."""
        left_out, kinds = int(sums["left_out"]), " and ".join(options.kinds or ())
        sentences = note_sentences(sums, {"of_other_kinds": f"{_OF_OTHER_KINDS} not {kinds}, and not scored."})
        return [*super().warnings(sums, options), *sentences, *([_self_links_left_out(left_out)] if left_out else [])]

    def complete_result(self, result: Scores, counts: Counts) -> None:
        """Name, in the sentence about relations that are left out, the first document that has one."""
        numbers = counts.listed("left_out")
        if any(numbers):
            row, number = next(row for row, number in enumerate(numbers) if number), sum(filter(None, numbers))
            name, warnings = counts.rows[row]["doc_id"], result["warnings"]
            first = f" (the first in document {row + 1 if name is None else quoted(name)})"
            warnings[warnings.index(_self_links_left_out(number))] = _self_links_left_out(number, first)


_OF_OTHER_KINDS = "In {number:document} all relations of the references are"


def _only_other_kinds(relations: Relations, kinds: Sequence[str]) -> bool:
    """Whether a document has relations, and none of these kinds."""
    return {None, *kinds}.isdisjoint([one.kind for one in relations]) and bool(relations)


def _self_links_left_out(number: int, first: str = "") -> str:
    relations = counted(number, "relation")
    return (
        f"{relations} of the references from an event to itself left out{first}; strict refuses "
        f"{'them' if number > 1 else 'it'}."
    )


def last_labels(relations: Relations) -> tuple[dict[Pair, str], int]:
    """Return the label of each pair, the last if it has several, and the number of pairs with several.

    Examples:
        >>> from event_scoring.relations.documents import Relation
        >>> last_labels([Relation(label, "a", "b") for label in ("BEFORE", "AFTER")])
        ({('a', 'b'): 'AFTER'}, 1)
    """
    labels = {(one.source, one.target): one.type for one in relations}
    if len(labels) == len(relations):
        return labels, 0
    return labels, pairs_with_several_labels(map(of_link, relations))


def pairs_with_several_labels(links: Iterable[Link]) -> int:
    """Return the number of pairs that have several labels."""
    times = Counter((source, target) for source, _, target in {*links})
    return sum(number > 1 for number in times.values())


SEVERAL_LABELS = "{number:pair} with several labels on one side: "
LAST_COUNTS = "the last one listed counts, so the order of relations matters"
"""The rule of most measures for pairs with several labels."""


def shared_warnings(sums: Sums, several: str = LAST_COUNTS) -> list[str]:
    """Return warnings of pairs with several labels, and of predictions with unknown ids."""
    unknown = "{number:prediction} ignored, because no event or time of the document has the id that it names."
    return note_sentences(sums, {"several_labels": f"{SEVERAL_LABELS}{several}.", "unknown": unknown})


def link_records(links: Iterable[Link], side: str = "predictions") -> list[Row]:
    """Return links of a side as details list them."""
    return [{"side": side, "type": label, "source": source, "target": target} for source, label, target in links]


def listed_links(counts: Counts, column: str, *, with_side: bool = False) -> list[Row]:
    """Return the relations in a column of details, with the names of their documents."""
    found = []
    for row in counts.rows:
        for link in row.get(column) or ():
            side = {"side": link["side"]} if with_side else {}
            found.append({"doc_id": row["doc_id"], **side, **{key: link[key] for key in ("type", "source", "target")}})
    return found


def without_inverse(prediction: RelationDocument, pair: Pair, label: str) -> InputError:
    """Return the error of a relation that cannot be turned; links that a closure adds have both directions."""
    written = [*map(of_link, prediction.relations or ())]
    path = ("predictions", "relations", written.index((pair[0], label, pair[1])), "type")
    wanted = "a label with an inverse, because the relation has to be turned"
    hint = "give its inverse by inverse={label: label}, or name it in symmetric=(…)"
    return InputError(path, wanted=wanted, got=label, hint=hint)
