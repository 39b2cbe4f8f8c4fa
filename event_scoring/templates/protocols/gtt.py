"""Template F1: templates mapped so that the F1 of a document is best.

Du, Rush and Cardie, "Template Filling with Generative Transformers" (NAACL 2021), section 4.2, as `eval_tf` in eval.py
of xinyadu/gtt (d829ed8) counts it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import partial

import numpy as np
from numpy.typing import NDArray

from event_scoring.arrays.assignment import Pair
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.published import Published
from event_scoring.templates.documents import PLACE, unlike_entities
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.entities import Partners, Scored, Side, entities_inside, entity_protocol

TYPE_SLOT = "incident_type"
MAX_STATES = 20_000
"""Partial mappings of one document that are followed; with more, its best mapping is looked for by assignments."""


def mapped_fills(predictions: Side, references: Side, options: TemplateOptions) -> Scored:
    """By slot, what the best mapping of templates finds right, and how many fills there are.

    The type of a template is a slot too, always right where templates are mapped. A predicted fill is right if it is
    inside some fill of the reference, and a reference fill is found if some prediction is inside it: neither is one to
    one, so that more may be right than there is to find.

    Examples:
        >>> from event_scoring.templates.protocols.entities import Entity
        >>> entities = [Entity(0, "Victim", [name], (0, 0, 0)) for name in ("him", "Smith")]
        >>> ours = Side(["bombing"], [{"Victim"}], entities)
        >>> theirs = Side(["attack / bombing"], [{"Victim"}], [Entity(0, "Victim", ["Smith", "him"], (0, 0, 0))])
        >>> scored = mapped_fills(ours, theirs, TemplateOptions(protocol="gtt"))
        >>> dict(scored.right), dict(scored.found)
        ({'incident_type': 1.0, 'Victim': 2.0}, {'incident_type': 1.0, 'Victim': 1.0})
    """
    ours, theirs = predictions.entities, references.entities
    right: defaultdict[Pair, dict[int, int]] = defaultdict(dict)
    found: defaultdict[Pair, dict[int, int]] = defaultdict(dict)
    for one, other in entities_inside(ours, theirs):
        pair = ours[one].template, theirs[other].template
        right[pair].setdefault(one, other)
        found[pair].setdefault(other, one)
    check_number_of_pairs(len(predictions.kinds) * len(references.kinds), "templates", PLACE)
    # The published scorer takes a predicted type that is no text for an attack.
    kinds = ["attack" if kind is None else kind for kind in predictions.kinds]
    compatible = [
        (place, other)
        for place, kind in enumerate(kinds)
        for other, label in enumerate(references.kinds)
        if kind in (label or "")
    ]
    mapped, proven = compatible, True
    if not len(compatible) == len({place for place, _ in compatible}) == len({other for _, other in compatible}):
        # The type is right and found in every compatible pair.
        rights, founds = ([[0] * len(references.kinds) for _ in kinds] for _ in range(2))
        for place, other in compatible:
            rights[place][other] = 1 + len(right[place, other])
            founds[place][other] = 1 + len(found[place, other])
        mapping, proven = best_mapping(rights, founds, len(kinds) + len(ours), len(references.kinds) + len(theirs))
        mapped = [pair for pair in compatible if mapping[pair[0]] == pair[1]]
    predicted = Counter([TYPE_SLOT] * len(kinds) + [one.role for one in ours])
    wanted = Counter([TYPE_SLOT] * len(references.kinds) + [one.role for one in theirs])
    scored = Scored(predicted, wanted, of_templates=True, unproven=not proven)
    for pair in mapped:
        scored.right[TYPE_SLOT] += 1
        scored.found[TYPE_SLOT] += 1
        scored.partners.append(Partners(*pair, 1, True))
        for one, other in right[pair].items():
            scored.right[ours[one].role] += 1
            scored.partners.append(Partners(ours[one], theirs[other], 1, True))
        for other, one in found[pair].items():
            scored.found[theirs[other].role] += 1
            scored.partners.append(Partners(ours[one], theirs[other], 1, True))
    return scored


def best_mapping(
    right: list[list[int]], found: list[list[int]], predicted: int, wanted: int
) -> tuple[tuple[int, ...], bool]:
    """For each prediction the reference to which it is mapped, and whether nothing better was left out.

    By prediction and reference there is how many fills of the prediction are right and how many of the reference are
    found; and how many fills either side has. Mappings are ordered by the first prediction, then the second and so on,
    each of which is mapped to a reference before it stays alone; of those with the same F1 the first is taken.
    Incompatible templates, with 0 right and 0 found, take part in that order.

    Examples:
        >>> best_mapping([[1], [3]], [[1], [2]], 5, 3)
        ((1, 0), True)
    """
    alone = len(right[0])
    states: dict[tuple[int, int, int], tuple[int, ...]] = {(0, 0, 0): ()}
    for rights, founds in zip(right, found, strict=True):
        following: dict[tuple[int, int, int], tuple[int, ...]] = {}
        for (used, earned, covered), way in states.items():
            for place in range(alone + 1):
                if place == alone:
                    state = (used, earned, covered)
                elif used >> place & 1:
                    continue
                else:
                    state = (used | 1 << place, earned + rights[place], covered + founds[place])
                longer = (*way, place)
                if state not in following or longer < following[state]:
                    following[state] = longer
            # Differs from GTT: it follows all mappings, however many; here a good one is taken then, with a warning.
            if len(following) > MAX_STATES:
                return _by_assignments(np.array(right), np.array(found), predicted, wanted), False
        states = following
    best = min((-_f1(earned, covered, predicted, wanted), way) for (_, earned, covered), way in states.items())
    return best[1], True


def _f1(right: int, found: int, predicted: int, wanted: int) -> float:
    precision, recall = right / predicted, found / wanted
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _by_assignments(right: NDArray[np.int64], found: NDArray[np.int64], predicted: int, wanted: int) -> tuple[int, ...]:
    """A good mapping of a document with very many: the best of those that weigh what is right and found in turn."""
    from scipy.optimize import linear_sum_assignment

    best: tuple[float, tuple[int, ...]] = (1.0, ())
    for weight in np.linspace(0, 1, 9):
        worth: NDArray[np.float64] = weight * right / predicted + (1 - weight) * found / wanted
        rows, places = linear_sum_assignment(-worth)
        mapping = np.full(len(right), right.shape[1])
        mapping[rows] = places
        f1 = _f1(int(right[rows, places].sum()), int(found[rows, places].sum()), predicted, wanted)
        best = min(best, (-f1, tuple(mapping.tolist())))
    return best[1]


PUBLISHED = (
    Published(
        name="Template F1",
        year="2021",
        users="GTT",
        choose_for="numbers of GTT",
        counts="Fills that are inside fills, templates mapped for the best F1",
        faults="Not one to one, so values can exceed 1; a part of a type is the type",
        original="xinyadu/gtt d829ed8, `eval.py`",
        checked_by="golden, oracle",
        options={"protocol": "gtt"},
        rule=mapped_fills,
        steps=(best_mapping, entities_inside),
    ),
)
GTT = entity_protocol(partial(unlike_entities, typed=("references",)), mapped_fills, PUBLISHED)
