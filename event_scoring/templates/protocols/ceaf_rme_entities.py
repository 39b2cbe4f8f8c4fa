"""Entities of templates as CEAF-RME compares them: how predictions are prepared, and what two entities earn.

The similarities of wanmok/iterx (65fd64c), iterx/metrics/muc/ceaf_rme.py, and of its fork for FAMuS (sidsvash26/iterx,
branch sv/famus, ec8da00). Each gives, for a prediction and a reference that may be aligned, the entities that earn
something then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from event_scoring.matching import Pair, largest_total
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.templates.documents import PLACE
from event_scoring.templates.protocols.entities import Entity, shared_mentions


def likeness(first: Sequence[str], second: Sequence[str]) -> float:
    """Return twice the longest common subsequence of two texts in words, divided by the sum of their lengths.

    Rows of the usual table are kept as the bits of one number each (Hyyrö, 2004).

    Examples:
        >>> likeness(["the", "old", "man"], ["the", "man"])
        0.8
    """
    places: dict[str, int] = {}
    for place, word in enumerate(first):
        places[word] = places.get(word, 0) | 1 << place
    row = full = (1 << len(first)) - 1
    for word in second:
        matched = row & places.get(word, 0)
        row = (row + matched | row - matched) & full
    common = len(first) - row.bit_count()
    return 1 - (len(first) + len(second) - 2 * common) / (len(first) + len(second))


Copy = tuple[int, str | None]
"""A template, by its place, under one label of its type."""


class Filler(msgspec.Struct):
    """An entity of one copy of a template."""

    copy: int
    group: tuple[str | None, str]
    """The label of its template and its role: mentions are the same only if they are equal in these too."""
    entity: Entity


class Credit(msgspec.Struct):
    """The credit of a predicted and a reference entity if their templates are aligned."""

    prediction: Entity
    reference: Entity
    right: float
    found: float


Credits = dict[Pair, list[Credit]]
"""Credits by pair: the indices of a prediction and of a copy of a reference."""


def fillers_of(entities: Sequence[Entity], copies: Sequence[Copy]) -> list[Filler]:
    """Return the entities of each copy of a template.

    Examples:
        >>> fillers = fillers_of([Entity(0, "Victim", ["him"], (0, 0, 0))], [(0, "attack"), (0, "arson")])
        >>> [filler.group for filler in fillers]
        [('attack', 'Victim'), ('arson', 'Victim')]
    """
    of_template: defaultdict[int, list[Entity]] = defaultdict(list)
    for entity in entities:
        of_template[entity.template].append(entity)
    fillers = []
    for copy, (template, label) in enumerate(copies):
        for entity in of_template[template]:
            fillers.append(Filler(copy, (label, entity.role), entity))
    return fillers


def assign_by_mentions(predictions: Sequence[Filler], references: Sequence[Filler]) -> Credits:
    """Assign entities one to one by shared mentions (phi-3)."""
    predicted = [(one.group, one.entity.mentions) for one in predictions]
    wanted = [(one.group, {*one.entity.mentions}) for one in references]
    return _assigned(predictions, references, shared_mentions(predicted, wanted))


def assign_by_words(predictions: Sequence[Filler], references: Sequence[Filler]) -> Credits:
    """Assign entities one to one by the most similar pair of their mentions (phi-a)."""
    # A text without words becomes the empty word, so that two such texts are equal.
    texts = [
        [{tuple(text.lower().split()) or ("",) for text in one.entity.mentions} for one in side]
        for side in (predictions, references)
    ]
    words = (
        [(one.group, {word for text in mentions for word in text}) for one, mentions in zip(*side, strict=True)]
        for side in zip((predictions, references), texts, strict=True)
    )
    pairs = shared_mentions(*words)
    length = [sum(map(len, mentions)) for mentions in texts[1]]
    number = sum(len(texts[0][one]) * length[other] for one, other in pairs)
    check_number_of_pairs(number, "mentions and words, of entities that share a word", PLACE)
    compare = cache(likeness)  # many entities have the same texts
    alike = {
        (one, other): max(compare(first, second) for first in texts[0][one] for second in texts[1][other])
        for one, other in pairs
    }
    return _assigned(predictions, references, alike)


def _assigned(predictions: Sequence[Filler], references: Sequence[Filler], alike: Mapping[Pair, float]) -> Credits:
    """Return the best one-to-one assignment of entities for each pair of templates."""
    by_templates: defaultdict[Pair, dict[Pair, float]] = defaultdict(dict)
    for (one, other), number in alike.items():
        by_templates[predictions[one].copy, references[other].copy][one, other] = number
    return {
        templates: [
            Credit(predictions[one].entity, references[other].entity, found[one, other], found[one, other])
            for one, other in largest_total(found)
        ]
        for templates, found in by_templates.items()
    }


def assign_by_any_mention(predictions: Sequence[Filler], references: Sequence[Filler]) -> Credits:
    """Assign each prediction to the first entity that has the first shared mention (phi-subset).

    A predicted entity is right if it finds one. An entity of the references is found once, however many find it.
    """
    holders = defaultdict(list)
    for place, filler in enumerate(references):
        for text in dict.fromkeys(filler.entity.mentions):
            holders[filler.group, text].append(place)
    held = [[holders.get((one.group, text), ()) for text in one.entity.mentions] for one in predictions]
    check_number_of_pairs(
        sum([len(places) for of_filler in held for places in of_filler]), "entities that share a mention", PLACE
    )
    credits: defaultdict[Pair, list[Credit]] = defaultdict(list)
    found = set()
    for filler, of_filler in zip(predictions, held, strict=True):
        first: dict[int, int] = {}  # in each copy of a reference
        for places in of_filler:
            for place in places:
                first.setdefault(references[place].copy, place)
        for copy, place in first.items():
            is_new = (filler.copy, place) not in found
            found.add((filler.copy, place))
            credits[filler.copy, copy].append(Credit(filler.entity, references[place].entity, 1, is_new))
    return dict(credits)


def merged_entities(entities: Sequence[Entity]) -> list[Entity]:
    """Return predicted entities as FAMuS prepares them: the first mention of each, and every text once.

    From the shortest on, a text joins the first longer one of its role that contains it, with all that joined it.
    Texts of one length keep their order; in the original it is that of a set.

    Examples:
        >>> names = ["army", "the army", "army"]
        >>> given = [Entity(0, "Agent", [name], (0, 0, place)) for place, name in enumerate(names)]
        >>> [entity.mentions for entity in merged_entities(given)]
        [['the army', 'army']]
    """
    roles: defaultdict[tuple[int, str], dict[str, Entity]] = defaultdict(dict)
    for entity in entities:
        for text in entity.mentions[:1]:
            roles[entity.template, entity.role].setdefault(
                text, Entity(entity.template, entity.role, [text], entity.place)
            )
    check_number_of_pairs(sum(len(texts) ** 2 for texts in roles.values()), "predicted texts of a role", PLACE)
    merged = []
    for texts in roles.values():
        in_order = sorted(texts, key=len)
        for place, text in enumerate(in_order):
            longer = next((other for other in in_order[place + 1 :] if text in other), None)
            if longer is None:
                merged.append(texts[text])
            else:
                texts[longer].mentions.extend(texts[text].mentions)
    return merged
