"""Template F1: templates mapped so that the F1 of a document is best.

Du, Rush and Cardie, "Template Filling with Generative Transformers" (NAACL 2021), section 4.2, as `eval_tf` in eval.py
of xinyadu/gtt (d829ed8) counts it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

import numpy as np
from msgspec.structs import replace as replace_fields

from event_scoring.matching import Pair, are_disjoint, cheapest_cells
from event_scoring.scoring.counts import Scores, Sums, check_one_kind
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.measure import each_document
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Match, Problems, Row
from event_scoring.templates.documents import PLACE, TemplateDocument, TemplateDocuments, unlike_entities, without_type
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.entities import (
    EntityMeasure,
    Scored,
    Side,
    entities_inside,
    entity_match,
    number_by_role,
)

TYPE_SLOT = "incident_type"
DEFAULT_TYPE = "attack"
"""The type of a prediction whose type is not a text."""
MAX_STATES = 20_000
"""Mappings of the first templates of a document that are followed at a time; with more, a good one is assigned."""


def mapped_fills(predictions: Side, references: Side, options: TemplateOptions) -> Scored:
    """Return the right and the found fills under the best mapping of templates, and the numbers of fills, by slot.

    The type of a template is a slot too, always right where templates are mapped; templates without types, as in
    SciREX, have no such slot. A predicted fill is right if it is inside some fill of the reference. A reference fill is
    found if some prediction is inside it. Neither is one to one, so that more may be right than there is to find.

    Examples:
        >>> from event_scoring.templates.protocols.entities import Entity
        >>> entities = [Entity(0, "Victim", [name], (0, 0, 0)) for name in ("him", "Smith")]
        >>> system = Side(["bombing"], [{"Victim"}], entities)
        >>> gold = Side(["attack / bombing"], [{"Victim"}], [Entity(0, "Victim", ["Smith", "him"], (0, 0, 0))])
        >>> scored = mapped_fills(system, gold, TemplateOptions(protocol="gtt"))
        >>> dict(scored.right), dict(scored.found)
        ({'incident_type': 1.0, 'Victim': 2.0}, {'incident_type': 1.0, 'Victim': 1.0})
    """
    predicted_entities, reference_entities = predictions.entities, references.entities
    is_typed = any([kind is not None for kind in (*predictions.kinds, *references.kinds)])
    predicted, wanted = number_by_role(predicted_entities), number_by_role(reference_entities)
    if is_typed:
        predicted[TYPE_SLOT] = predicted.get(TYPE_SLOT, 0) + len(predictions.kinds)
        wanted[TYPE_SLOT] = wanted.get(TYPE_SLOT, 0) + len(references.kinds)
    # Right and found fills of each pair of templates, each with the first fill of the other side that makes it so.
    right: defaultdict[Pair, dict[int, int]] = defaultdict(dict)
    found: defaultdict[Pair, dict[int, int]] = defaultdict(dict)
    for one, other in entities_inside(predicted_entities, reference_entities):
        pair = predicted_entities[one].template, reference_entities[other].template
        right[pair].setdefault(one, other)
        found[pair].setdefault(other, one)
    # The type is right, and found, in every compatible pair.
    gains = {
        pair: (is_typed + len(right[pair]), is_typed + len(found[pair]))
        for pair in compatible_templates(predictions.kinds, references.kinds)
        if is_typed or right[pair]
    }
    numbers = len(predictions.kinds), len(references.kinds)
    mapped, proven = best_mapping(gains, numbers, (sum(predicted.values()), sum(wanted.values())))
    scored = Scored(predicted, wanted, of_templates=is_typed, unproven=not proven)
    for pair in mapped:
        if is_typed:
            scored.right[TYPE_SLOT] += 1
            scored.found[TYPE_SLOT] += 1
        for one in right[pair]:
            scored.right[predicted_entities[one].role] += 1
        for other in found[pair]:
            scored.found[reference_entities[other].role] += 1

    def matches() -> Iterator[Match]:
        for pair in mapped:
            if is_typed:
                yield Match(*pair)
            for one, other in (*right[pair].items(), *((one, other) for other, one in found[pair].items())):
                yield entity_match(predicted_entities[one], reference_entities[other], 1, True)

    scored.matches = matches()
    return scored


def compatible_templates(predictions: Sequence[str | None], references: Sequence[str | None]) -> list[Pair]:
    """Return the pairs of templates in which the predicted type is a part of the reference type.

    The published scorer reads a predicted type that is not a text as an attack. A reference without a type, in a corpus
    without types, is compatible with every prediction.

    Examples:
        >>> compatible_templates(["bomb", None], ["attack / bombing", "arson"])
        [(0, 0), (1, 0)]
    """
    check_number_of_pairs(len(predictions) * len(references), "templates", PLACE)
    kinds = [DEFAULT_TYPE if kind is None else kind for kind in predictions]
    return [
        (one, other)
        for one, kind in enumerate(kinds)
        for other, label in enumerate(references)
        if label is None or kind in label
    ]


def best_mapping(
    gains: Mapping[Pair, tuple[int, int]], templates: tuple[int, int], fills: tuple[int, int]
) -> tuple[list[Pair], bool]:
    """Return the compatible pairs of the mapping with the best F1, and whether that is proven the best.

    A mapping gives each prediction a reference of its own, or none. Mappings are in order of the reference of the first
    prediction, then of the second and so on, with no reference last. The first mapping with the best F1 is taken. They
    include those in which a prediction takes a reference that is not compatible and gains nothing by it.

    Args:
        gains: Of each compatible pair how many fills are right and how many are found.
        templates: How many predictions and references there are.
        fills: How many fills the predictions and the references have.

    Examples:
        >>> best_mapping({(0, 0): (1, 1), (1, 0): (3, 2)}, (2, 1), (5, 3))
        ([(1, 0)], True)
    """
    if are_disjoint(gains):
        return [*gains], True
    predictions, references = templates
    # Mappings of the first predictions with equal references, and equal numbers of right and found fills, have equal
    # continuations. Only the first of them is followed. They are made in order, so it is the first to come.
    followed: dict[tuple[int, int, int], tuple[int, ...]] = {(0, 0, 0): ()}
    for one in range(predictions):
        longer: dict[tuple[int, int, int], tuple[int, ...]] = {}
        for (taken, right, found), mapping in followed.items():
            for other in range(references):
                if not taken >> other & 1:
                    more_right, more_found = gains.get((one, other), (0, 0))
                    state = taken | 1 << other, right + more_right, found + more_found
                    longer.setdefault(state, (*mapping, other))
            longer.setdefault((taken, right, found), (*mapping, references))
            # Differs from GTT: it follows all mappings, however many; here a good one is taken then, with a warning.
            if len(longer) > MAX_STATES:
                return mapping_by_assignments(gains, templates, fills), False
        followed = longer
    best = max(followed, key=lambda state: _f1(state[1:], fills))
    return [pair for pair in enumerate(followed[best]) if pair in gains], True


def _f1(correct: tuple[int, ...], fills: tuple[int, int]) -> float:
    precision, recall = correct[0] / fills[0], correct[1] / fills[1]
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def mapping_by_assignments(
    gains: Mapping[Pair, tuple[int, int]], templates: tuple[int, int], fills: tuple[int, int]
) -> list[Pair]:
    """Return the compatible pairs of a good mapping: the best of several weightings of right and found."""
    gain = np.zeros((2, *templates), dtype=np.int64)
    for (one, other), numbers in gains.items():
        gain[:, one, other] = numbers
    best: tuple[float, list[Pair]] = (1.0, [])
    for weight in np.linspace(0, 1, 9):
        mapping = cheapest_cells(-(weight * gain[0] / fills[0] + (1 - weight) * gain[1] / fills[1]))
        rows, columns = np.array(mapping).T
        f1 = _f1(tuple(gain[:, rows, columns].sum(axis=1).tolist()), fills)
        best = min(best, (-f1, mapping))
    return [pair for pair in best[1] if pair in gains]


PUBLISHED = (
    Published(
        name="Template F1",
        year="2021",
        users="GTT",
        choose_for="numbers of GTT",
        counts="Fills contained in fills, templates mapped for the best F1",
        faults="Not one to one, so values can exceed 1; a part of a type equals the type",
        original="xinyadu/gtt d829ed8, `eval.py`",
        checked_by="`golden/templates_gtt.json`, `oracles/entity_template_oracle.py`",
        options={"protocol": "gtt"},
        rule=mapped_fills,
        steps=(entities_inside, compatible_templates, best_mapping),
    ),
)


def has_types(documents: Iterable[TemplateDocument]) -> bool:
    """Return whether any template has a type other than an empty string.

    Examples:
        >>> from event_scoring.templates.documents import Template
        >>> has_types([TemplateDocument(templates=[Template(type="", slots=[]), Template(slots=[])])])
        False
    """
    return any([template.type for document in documents for template in document.templates])


def _refuse_untyped(reference: TemplateDocument) -> None:
    """Raise an `InputError` for a template of the references without a type."""
    for problem in without_type("references", reference):
        raise problem


def _retyped(document: TemplateDocument, missing: str | None) -> TemplateDocument:
    """Return a document whose missing types are replaced; with None, all types are removed."""
    templates = document.templates
    if missing is not None and all([template.type is not None for template in templates]):
        return document
    kinds = [None if missing is None else template.type for template in templates]
    retyped = [
        replace_fields(template, type=missing if kind is None else kind)
        for template, kind in zip(templates, kinds, strict=True)
    ]
    return replace_fields(document, templates=retyped)


_KINDS = ("with_types", "without_types")


class Gtt(EntityMeasure):
    """Template F1 of GTT."""

    published = PUBLISHED

    def problems(self, prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions) -> Problems:
        """Yield slots that are not of entities, and references without a type in a document that has types."""
        is_typed = has_types([prediction, reference])
        return unlike_entities(prediction, reference, options, typed=("references",) if is_typed else ())

    def count_documents(
        self, predictions: TemplateDocuments, references: TemplateDocuments, options: TemplateOptions, details: bool
    ) -> list[Row]:
        """Count documents in which all templates have a type, or none where no template of the corpus has one."""
        is_typed = has_types((*predictions, *references))
        if is_typed:
            each_document(_refuse_untyped, references)
            predictions = [_retyped(document, DEFAULT_TYPE) for document in predictions]
        else:
            predictions, references = ([_retyped(one, None) for one in side] for side in (predictions, references))
        rows = super().count_documents(predictions, references, options, details)
        for row in rows:
            templates = row["predictions"] + row["references"]
            row |= dict(zip(_KINDS, (templates, 0) if is_typed else (0, templates), strict=True))
        return rows

    def result(self, sums: Sums, options: TemplateOptions) -> Scores:
        check_one_kind(sums, _KINDS, "a type for all templates of all parts or for none")
        return super().result(sums, options)

    def counts_alone(self, options: TemplateOptions) -> bool:
        return False

    def compare(self, predictions: Side, references: Side, options: TemplateOptions) -> Scored:
        return mapped_fills(predictions, references, options)

    def equivalent_types(self, predicted: Set[str], types: Set[str]) -> Set[str]:
        """Return the types of the references, and every predicted type that is a part of one."""
        return types | {kind for kind in predicted - types if any(kind in label for label in types)}
