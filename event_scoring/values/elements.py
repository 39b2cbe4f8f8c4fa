"""Values of entities, values and times: of single elements, and of pairs of a reference and a prediction.

ace05-eval-v14.pl (BBN-E/serif, commit 1e2662d), in its order: the value of an element, the scores of mentions, the
value of a pair, and false alarms. All of it is of one document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, count
from math import fsum
from typing import TypeAlias

import msgspec

from event_scoring.matching import Pair
from event_scoring.values.documents import (
    Element,
    Entity,
    EntityMention,
    ValueDocument,
    ValueOrTime,
    elements_by_kind,
)
from event_scoring.values.mapping import cheapest_in_groups, cheapest_mapping
from event_scoring.values.spans import Span, overlapping

EPSILON = 1e-8
FALSE_ALARM = 0.75
"""Cost of a false alarm, as a share of its worth."""
LEVELS = {"NAM": 1.0, "NOM": 0.5, "PRO": 0.1}
"""Weight of a mention that is a name, a nominal or a pronoun. Mentions of values and times weigh 1."""
LEAST_SHARE = 0.3
"""Minimal common share of the longer of two heads, or of two extents of values and times."""
MENTION_DISCOUNT = 0.9
"""Factor for each of level, role and metonymy in which two mentions differ."""
DISCOUNTS = {"entities": (0.5, 0.9, 0.75), "values": (0.5, 0.9, 1.0), "timex2": (1.0, 1.0, 1.0)}
"""Factors for a type, a subtype and a class in which two elements differ, by their kind."""

ElementKeys: TypeAlias = "tuple[str, str]"
"""The ids of a reference element and of a predicted one."""


WeighedMention: TypeAlias = "tuple[Span, str, float, str | None, bool]"
"""Head (of an entity) or extent (of a value or time), element id, weight of the level, role, and whether metonymic."""
ElementPair: TypeAlias = "tuple[str, str, float]"
"""The ids of a reference element and of a predicted one that share mentions, and the value of the pair."""


class WeighedElement(msgspec.Struct):
    """An entity, value or time with its weights in one document."""

    kind: str
    traits: tuple[str | None, str | None, str | None]
    """Type, subtype and class."""
    base: float
    """1 for specific entities and for values, 0.5 for times, 0 for other entities."""
    level: float
    """For entities, the weight of the best level."""
    own_score: float
    """The sum of the scores of its mentions with themselves."""
    mentions: list[WeighedMention]
    worth: float
    """For entities base weight and best level, for others also the number of mentions."""
    stray: float = 0.0
    """Cost of mentions that overlap no mention of the other side; for predictions, at most 0."""

    @property
    def false_alarm(self) -> float:
        """The cost as a false alarm. As published, the factor 0.75 enters twice, and near mentions cost nothing."""
        share = self.level / self.own_score if self.kind == "entities" else 1.0
        return max(FALSE_ALARM * self.base, EPSILON) * share * self.stray

    @property
    def heads(self) -> set[Span]:
        """The compared characters of its mentions: their heads, if known."""
        return {mention[0] for mention in self.mentions}


class PairedElements(msgspec.Struct):
    """The elements of both sides of one document, by id, and their pairs."""

    references: dict[str, WeighedElement]
    predictions: dict[str, WeighedElement]
    pairs: list[ElementPair]


def pair_elements(prediction: ValueDocument, reference: ValueDocument, split: bool) -> PairedElements:
    """Return the elements of a document and the value of every pair that has mentions in common.

    Args:
        prediction: The document of the system.
        reference: The same document of the references.
        split: Whether each mention of a prediction is an element of its own, under the mention's id.

    Examples:
        >>> def document(level):
        ...     mention = EntityMention(level=level, head_start=0, head_end=9)
        ...     person = Entity(id="p", type="PER", subtype="Group", class_="SPC", mentions=[mention])
        ...     return ValueDocument(entities=[person], events=[])
        >>> paired = pair_elements(document("PRO"), document("NAM"), False)  # 0.1 for the level, 0.9 for the difference
        >>> [(r, t, round(value, 6)) for r, t, value in paired.pairs]
        [('p', 'p', 0.009)]
    """
    references: dict[str, WeighedElement] = {}
    predictions: dict[str, WeighedElement] = {}
    pairs: list[ElementPair] = []
    sides = zip(elements_by_kind(reference), elements_by_kind(prediction), strict=True)
    for (kind, reference_elements), (_, predicted_elements) in sides:
        if not reference_elements and not predicted_elements:
            continue
        reference_mentions = _read(reference_elements, kind, references)
        predicted_mentions = _read(predicted_elements, kind, predictions, split)
        scores: dict[tuple[str, str], dict[Pair, float]] = {}
        far = set(range(len(predicted_mentions)))
        for a, b, share in overlapping(
            [one[0] for one in reference_mentions], [one[0] for one in predicted_mentions], LEAST_SHARE
        ):
            far.discard(b)
            r, t = reference_mentions[a][1], predicted_mentions[b][1]
            of_pair = scores.get((r, t))
            if of_pair is None:
                of_pair = scores[r, t] = {}
            of_pair[b, a] = mention_score(reference_mentions[a], predicted_mentions[b], share, kind)
        stray: dict[str, list[float]] = defaultdict(list)
        for b in far:
            _, t, level, *_ = predicted_mentions[b]
            stray[t].append(level + EPSILON)
        for t, own_scores in stray.items():
            predictions[t].stray = -FALSE_ALARM * fsum(own_scores)
        pairs += [(r, t, pair_value(references[r], predictions[t], scores[r, t])) for r, t in scores]
    return PairedElements(references, predictions, pairs)


def mention_score(reference: WeighedMention, prediction: WeighedMention, share: float, kind: str) -> float:
    """Return the score of a pair of mentions, given the overlapping share of the longer one."""
    _, _, level, role, metonymy = reference
    _, _, other_level, other_role, other_metonymy = prediction
    score = min(level, other_level) + share * EPSILON
    if kind == "entities":
        if level != other_level:
            score *= MENTION_DISCOUNT
        if role != other_role:
            score *= MENTION_DISCOUNT
        if metonymy != other_metonymy:
            score *= MENTION_DISCOUNT
    return score


def pair_value(reference: WeighedElement, prediction: WeighedElement, scores: Mapping[Pair, float]) -> float:
    """Return the value of two elements from the scores of their mentions; below 0 if many are spurious."""
    chosen = cheapest_mapping({pair: -score for pair, score in scores.items()}) if len(scores) > 1 else scores
    gained = fsum([prediction.stray, *map(scores.__getitem__, chosen)])
    if reference.kind == "entities":
        gained = min(reference.level, prediction.level) * (gained / reference.own_score)
    weight = max(min(reference.base, prediction.base), EPSILON)
    if reference.traits != prediction.traits:
        for discount, expected, predicted in zip(
            DISCOUNTS[reference.kind], reference.traits, prediction.traits, strict=True
        ):
            if expected != predicted:
                weight *= discount
    return weight * gained


def _read(
    elements: Sequence[Element], kind: str, found: dict[str, WeighedElement], split: bool = False
) -> list[WeighedMention]:
    """Return the mentions of elements of a kind, and add the elements to ``found`` of their side."""
    all_mentions: list[WeighedMention] = []
    for element in elements:
        mentions = read_entity_mentions(element) if isinstance(element, Entity) else read_mentions(element)
        if not split:
            found[element.id] = weigh(element, kind, mentions)
            all_mentions += mentions
            continue
        names: list[str | None] = [mention.id for mention in element.mentions]
        for (span, _, level, role, metonymy), name in zip(mentions, names, strict=True):
            if name is not None and name not in found:  # of repeated ids of mentions the first counts
                all_mentions.append((span, name, level, role, metonymy))
                found[name] = weigh(element, kind, all_mentions[-1:])
    return all_mentions


def weigh(element: Element, kind: str, mentions: list[WeighedMention]) -> WeighedElement:
    """Return the weights of an element that has these mentions."""
    entity_class, base = None, 0.5 if kind == "timex2" else 1.0
    if isinstance(element, Entity):
        entity_class = element.class_
        base = 1.0 if entity_class == "SPC" else 0.0
    traits = element.type, element.subtype, entity_class
    best, scores = 0.0, []
    for _, _, level, _, _ in mentions:
        best = max(best, level)
        scores.append(level + EPSILON)
    own_score = fsum(scores)
    worth = max(base, EPSILON) * (best if kind == "entities" else own_score)
    return WeighedElement(kind, traits, base, best, own_score, mentions, worth)


def read_mentions(element: ValueOrTime) -> list[WeighedMention]:
    """Return the mentions of a value or time."""
    return [((one.start, one.end), element.id, 1.0, None, False) for one in element.mentions]


def read_entity_mentions(entity: Entity) -> list[WeighedMention]:
    """Return the mentions of an entity. The default role is the entity's type."""
    mentions = []
    for one in entity.mentions:
        role = entity.type if one.role is None else one.role
        level = LEVELS[one.level or "NAM"]  # a document that lacks levels was refused, or filled by assumption
        mentions.append((head(one), entity.id, level, role, one.metonymy or False))
    return mentions


def head(mention: EntityMention) -> Span:
    """Return the compared characters of an entity's mention: its head, else its extent, else `NOWHERE`."""
    start, end = mention.head_start, mention.head_end
    if start is None or end is None:
        start, end = mention.start, mention.end
    return NOWHERE if start is None or end is None else (start, end)


NOWHERE = (-1, -1)
"""Span of predictions without a known head."""


def map_elements(documents: Sequence[PairedElements]) -> set[ElementKeys]:
    """Return the pairs of elements mapped in the whole corpus, where elements with one id are one.

    Only this step needs all documents. It decides which events are correct and which are errors, and with
    ``argument_pairs="mapped"`` which arguments may be the same.
    """
    references = list(dict.fromkeys(chain.from_iterable([document.references for document in documents])))
    predictions = list(dict.fromkeys(chain.from_iterable([document.predictions for document in documents])))
    rows = dict(zip(references, count(), strict=False))
    columns = dict(zip(predictions, count(), strict=False))
    alarms: dict[int, float] = defaultdict(float)
    values: dict[Pair, float] = defaultdict(float)
    for document in documents:
        for name, element in document.predictions.items():
            if element.stray:
                alarms[columns[name]] += element.false_alarm
        for reference, prediction, value in document.pairs:
            values[rows[reference], columns[prediction]] += value
    costs = {pair: alarms.get(pair[1], 0.0) - value for pair, value in values.items()}
    return {(references[row], predictions[column]) for row, column in cheapest_in_groups(costs)}
