"""The score of relations, under any protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from event_scoring.documents.errors import counted, quoted
from event_scoring.relations.documents import (
    RELATION_DOCUMENT,
    RelationDocument,
    of_link,
    problems,
    without_self_links,
)
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols import awareness, caevo, causes, clusters, eventstoryline, maven_ere, pairs
from event_scoring.relations.protocols.protocol import Protocol, link_records
from event_scoring.relations.sheet import RELATION_SHEET
from event_scoring.scoring.notes import note
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair, Problems, Row, Rule, each_document
from event_scoring.scoring.task import Counts, Task


def _protocol(module: Any, rule: Rule | None = None) -> Protocol:
    """What a module of a rule declares; a rule of one document is asked for each."""
    rows = module.cluster_rows if rule is None else each_document(rule)
    return Protocol(module.unscorable, rows, module.result, module.details, module.warnings, published=module.PUBLISHED)


_PAIRS = _protocol(pairs, pairs.count_pairs)
_CAEVO = _protocol(caevo, caevo.count_caevo)
_APART = {
    "eventstoryline": _protocol(eventstoryline, eventstoryline.count_rows_in_common),
    "causal": _protocol(causes, causes.count_causes),
    "maven-ere": _protocol(maven_ere, maven_ere.count_maven_ere),
    "tempeval-3": _protocol(awareness, awareness.count_awareness),
    "coreference": _protocol(clusters),
}
PROTOCOLS = {**dict.fromkeys(("pairs", "matres", "tb-dense", "tddiscourse", "hieve"), _PAIRS), **_APART}


def protocol_of(options: RelationOptions) -> Protocol:
    """The rule that options choose."""
    return _CAEVO if options.scorer == "caevo" else PROTOCOLS[options.protocol]


def relation_rows(
    predictions: Sequence[RelationDocument],
    references: Sequence[RelationDocument],
    options: RelationOptions,
    details: bool,
) -> list[Row]:
    """A row of sums for each document, by the rule of the options, with what could not be read of answers."""
    kept = [without_self_links(one) if options.leaves_out_self_links else (one, None) for one in references]
    rows = protocol_of(options).rows(predictions, [reference for reference, _ in kept], options, details)
    for row, prediction, reference, (_, places) in zip(rows, predictions, references, kept, strict=True):
        row["left_out"] = 0 if places is None else len(reference.relations or ()) - len(places)
        if row["left_out"] and details and places is not None:
            row["outcomes"] = [_moved(one, places) for one in row["outcomes"]]
        row["unparsed"] = prediction.unparsed or 0
        if prediction.outside:
            row |= {name: row.get(name, 0) + len(prediction.outside) for name in ("unknown", "ignored")}
            if details:
                row["ignored_links"] = [*row.get("ignored_links", ()), *link_records(map(of_link, prediction.outside))]
    return rows


def _moved(outcome: Row, places: list[int]) -> Row:
    """An outcome that names relations of the references by their places among all that were given."""
    key = "index" if outcome["side"] == "references" else "partner"
    return {**outcome, key: outcome[key] and [places[place] for place in outcome[key]]}


@takes_options(RelationOptions)
def score_relations(
    predictions: object, references: object, *, details: bool = False, on_pair: OnPair | None = None, **options: Any
) -> Result:
    """Score relations between events, or clusters of events.

    Args:
        predictions: One document a row:
            ``{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"}]}``, with ``events`` and ``times``
            where a protocol reads their places; clusters as ``cluster`` labels of events or as ``clusters``.
        references: The same documents, in the same order.
        details: Add scores by label and by document or unit, the confusion of labels, the predictions that are
            ignored, and of timelines the contradictions and redundant links.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
        **options: Each by its name.

    Returns:
        ``precision recall f1`` and counts for pairs; ``average_f1`` for HiEve; ``pairs_… typed_…
        typed_published_…`` for EventStoryLine; ``awareness_…`` for TempEval-3; ``temporal_… causal_… subevent_…`` and
        ``overall_f1`` for MAVEN-ERE; ``muc_… b_cubed_… ceaf_e_…`` and ``conll_f1`` for coreference.

    Raises:
        InputError: where a document is not what it must be.

    Examples:
        >>> gold = [{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"},
        ...                        {"type": "VAGUE", "source": "e2", "target": "e3"}]}]
        >>> system = [{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"},
        ...                          {"type": "AFTER", "source": "e2", "target": "e3"}]}]
        >>> score_relations(system, gold, protocol="matres")["precision"]
        0.5
        >>> score_relations(system, gold, protocol="tb-dense", vague="label")["recall"]
        0.5
    """
    return RELATIONS.score_documents(predictions, references, options, details, on_pair)


@takes_options(RelationOptions)
def count_relations(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> documents = [{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"}]}]
        >>> [(row["true_positives"], row["pairs"]) for row in count_relations(documents, documents).rows]
        [(1, 1)]
    """
    return RELATIONS.count_documents(predictions, references, options, details)


def check_summable(options: RelationOptions) -> None:
    """Clusters that run over documents need all documents of a unit at once."""
    if options.protocol != "coreference":
        return
    if options.level != "document" or options.singletons == "drop-corpus":
        raise ValueError(
            "level: clusters over documents are scored in one call, because a unit may stand in several parts of the "
            'data; expected level="document" with singletons="keep" or "drop" where only sums are kept'
        )


def _scoring_problems(prediction: RelationDocument, reference: RelationDocument, options: RelationOptions) -> Problems:
    return protocol_of(options).unscorable(prediction, reference, options)


def _result(sums: Any, options: RelationOptions) -> dict[str, Any]:
    found = protocol_of(options).result(sums, options)
    return {**found, "unparsed": sums["unparsed"]} if np.any(sums["unparsed"]) else found


def _details(counts: Counts, result: Mapping[str, Any]) -> dict[str, Any]:
    return protocol_of(counts.options).details(counts, result)


def _warnings(sums: Any, options: RelationOptions) -> list[str]:
    said = protocol_of(options).warnings(sums, options)
    if unparsed := int(sums["unparsed"]):
        said.append(note("unread_answers", unparsed, missing="no relations are"))
    return said + _left_out(sums)


def _left_out(sums: Any, first: str = "") -> list[str]:
    """The sentence about relations of the references that are not scored, as far as there are any."""
    number = int(sums["left_out"])
    says = f"{counted(number, 'relation')} of the references from an event to itself left out{first}; strict refuses"
    return [f"{says} {'them' if number > 1 else 'it'}."] if number else []


def _with_first(counts: Counts) -> dict[str, str]:
    """The sentence about relations that are left out, with the first document that has one."""
    numbers = np.asarray(counts.numbers["left_out"])
    if not numbers.any():
        return {}
    row = int(np.flatnonzero(numbers)[0])
    name = counts.rows[row]["doc_id"]
    first = f" (the first in document {row + 1 if name is None else quoted(name)})"
    sums = {"left_out": numbers.sum()}
    return dict(zip(_left_out(sums), _left_out(sums, first), strict=True))


RELATIONS = Task(
    name="relations",
    predictions=RELATION_DOCUMENT,
    references=RELATION_DOCUMENT,
    options=RelationOptions,
    rows=relation_rows,
    problems=problems,
    unscorable=_scoring_problems,
    result=_result,
    details=_details,
    sheet=RELATION_SHEET,
    warnings=_warnings,
    fuller_warnings=_with_first,
    check_summable=check_summable,
    published=tuple(rule for one in (_PAIRS, _CAEVO, *_APART.values()) for rule in one.published),
)
