"""What differs between the protocols that score relations, and what several of them share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.documents.errors import InputError
from event_scoring.relations.documents import Relations, of_pair
from event_scoring.relations.options import RelationOptions
from event_scoring.scoring.notes import note
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import CorpusRule, Document, Problems
from event_scoring.scoring.task import Counts, Sums

Pair = tuple[str, str]
"""Source and target."""
Link = tuple[str, str, str]
"""Source, label and target."""


@dataclass(frozen=True)
class Protocol:
    """The hooks of a task, for one way to score relations."""

    unscorable: Callable[[Document, Document, RelationOptions], Problems]
    """What is wrong with a document for it."""
    rows: CorpusRule
    """The rule: rows of sums."""
    result: Callable[[Sums, RelationOptions], dict[str, Any]]
    details: Callable[[Counts, Mapping[str, Any]], dict[str, Any]]
    warnings: Callable[[Sums, RelationOptions], list[str]]
    published: tuple[Published, ...]
    """The rules of papers that it gives."""


def last_labels(relations: Relations) -> tuple[dict[Pair, str], int]:
    """The label of each pair, of several the last, and how many pairs have several labels.

    Examples:
        >>> rows = [{"type": label, "source": "a", "target": "b"} for label in ("BEFORE", "AFTER")]
        >>> last_labels(rows)
        ({('a', 'b'): 'AFTER'}, 1)
    """
    labels = {(one["source"], one["target"]): one["type"] for one in relations}
    if len(labels) == len(relations):
        return labels, 0
    return labels, pairs_with_several_labels((one["source"], one["type"], one["target"]) for one in relations)


def pairs_with_several_labels(links: Iterable[Link]) -> int:
    """How many pairs have several labels."""
    times = Counter((source, target) for source, _, target in {*links})
    return sum(number > 1 for number in times.values())


LAST_COUNTS = "the last one listed counts, so the order of relations matters"
"""What most rules make of several labels of a pair."""


def shared_warnings(sums: Sums, several: str = LAST_COUNTS) -> list[str]:
    """What is said of pairs with several labels, and of predictions that name what no document has."""
    said = []
    if sums["several_labels"]:
        said.append(note("several_labels", int(sums["several_labels"]), rule=several))
    if sums["unknown"]:
        said.append(note("unknown_ids", int(sums["unknown"])))
    return said


def link_records(relations: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Predicted relations as details list them."""
    return [{"side": "predictions", **{key: one[key] for key in ("type", "source", "target")}} for one in relations]


def listed_links(counts: Counts, column: str, *, with_side: bool = False) -> list[dict[str, Any]]:
    """The relations in a column of details, each with the name of its document."""
    found = []
    for row in counts.rows:
        for link in row.get(column) or ():
            side = {"side": link["side"]} if with_side else {}
            found.append({"doc_id": row["doc_id"], **side, **{key: link[key] for key in ("type", "source", "target")}})
    return found


def outcome(side: str, place: int, category: str, partner: int | None) -> dict[str, Any]:
    """What became of an item of one side."""
    return {
        "side": side,
        "index": [place],
        "category": category,
        "partner": None if partner is None else [partner],
        "credit": float(category == "right"),
    }


def without_inverse(prediction: Document, pair: Pair, label: str) -> InputError:
    """An error for a relation that cannot be turned, at its place; what a closure adds is there both ways."""
    written = [(of_pair(one), one["type"]) for one in prediction["relations"]]
    path = ("predictions", "relations", written.index((pair, label)), "type")
    wanted = "a label with an inverse, because the relation has to be turned"
    hint = "give its inverse by inverse={label: label}, or name it in symmetric=(…)"
    return InputError(path, wanted=wanted, got=label, hint=hint)
