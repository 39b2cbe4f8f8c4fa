"""CEAF-RME: templates aligned by what their entities share.

Chen, Gantt, Gu, Chen, White and Van Durme, "Iterative Document-level Information Extraction via Imitation Learning"
(EACL 2023), section 5.1, as iterx/metrics/muc/ceaf_rme.py of wanmok/iterx (65fd64c) counts it; phi-a as the fork
sidsvash26/iterx, branch sv/famus (ec8da00), for FAMuS (Vashishtha et al., 2024). Only templates are aligned as in CEAF.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from event_scoring.arrays.assignment import Pair, largest_total
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.published import Published
from event_scoring.templates.documents import PLACE, unlike_entities
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.entities import Entity, Partners, Scored, Side, entity_protocol, shared_mentions
from event_scoring.templates.protocols.words import likeness

NO_TEMPLATES = "(no templates)"
"""The slot under which a document counts that has a template on neither side."""

Mention = tuple[str | None, str, str]
"""The type of its template, its role and its text: only mentions that are equal in all are the same."""


class Filler(NamedTuple):
    """An entity of a template."""

    entity: Entity
    template: int
    mentions: list[Mention]


class Credit(NamedTuple):
    """What a pair of fillers, by their places, earns if their templates are aligned."""

    ours: int
    theirs: int
    right: float
    found: float


Credits = dict[Pair, list[Credit]]
"""By pair of a prediction and a copy of a reference."""


def aligned_entities(predictions: Side, references: Side, options: TemplateOptions) -> Scored:
    """By slot, what the best alignment of templates earns, and how many mentions or entities there are.

    As published, unlike CEAF: phi-3 and phi-a divide by mentions, of a type with a slash once for each label, and
    "phi-subset" divides by entities, as phi-3 does with ``denominators="entities"``. Documents that have a template on
    neither side get one point where empty ones count.

    Examples:
        >>> side = Side(["attack"], [{"Victim"}], [Entity(0, "Victim", ["Smith", "him"], (0, 0, 0))])
        >>> scored = aligned_entities(side, side, TemplateOptions(protocol="ceaf-rme"))
        >>> scored.right["Victim"], scored.predicted["Victim"]
        (2.0, 2.0)
        >>> scored = aligned_entities(side, side, TemplateOptions(protocol="ceaf-rme", similarity="phi-a"))
        >>> scored.right["Victim"], scored.predicted["Victim"]
        (1.0, 2.0)
    """
    if options.merge_predictions:
        predictions = predictions._replace(entities=merged_entities(predictions.entities))
    of_entities = options.similarity == "phi-subset"
    # Differs from IterX: its comparison files of May 2023 divide by entities, where here an option does.
    by_entity = of_entities or options.denominators == "entities"
    labels = labels_of(predictions, references)
    copies = [(template, label) for template, of_template in enumerate(labels) for label in of_template]
    ours = fillers(predictions.entities, [*enumerate(predictions.kinds)])
    theirs = fillers(references.entities, copies)
    credits = SIMILARITIES[options.similarity or "phi-3"](ours, theirs)
    worth = {pair: sum(credit.right for credit in of_pair) for pair, of_pair in credits.items()}
    kept = best_copies(worth, [template for template, _ in copies])
    filled = sorted({one.template for one in ours})
    predicted: defaultdict[str, float] = defaultdict(float)
    wanted: defaultdict[str, float] = defaultdict(float)
    scored = Scored(predicted, wanted)
    for pair in as_scipy_aligns(kept, len(copies), filled) if of_entities else largest_total(kept):
        for credit in credits[pair]:
            one, other = ours[credit.ours].entity, theirs[credit.theirs].entity
            scored.right[one.role] += credit.right
            scored.found[one.role] += credit.found
            right = of_entities or set(one.mentions) == set(other.mentions)
            scored.partners.append(Partners(one, other, credit.right, right))
    for entity in predictions.entities:
        predicted[entity.role] += 1 if by_entity else len(entity.mentions)
    for entity in references.entities:
        wanted[entity.role] += 1 if by_entity else len(entity.mentions) * len(labels[entity.template])
    if not of_entities:
        scored.counted_again = sum(
            len(entity.mentions) * (len(labels[entity.template]) - 1) for entity in references.entities
        )
    if options.empty_documents == "count" and not predictions.entities and not references.kinds:
        for sums in (scored.right, predicted, scored.found, wanted):
            sums[NO_TEMPLATES] += 1
    return scored


def merged_entities(entities: Sequence[Entity]) -> list[Entity]:
    """Predicted entities as FAMuS prepares them: of each its first mention, and every text once.

    From the shortest on, a text joins the first longer one of its role that contains it, with all that joined it.
    Texts of one length keep their order; in the original it is that of a set.

    Examples:
        >>> names = ["army", "the army", "army"]
        >>> said = [Entity(0, "Agent", [name], (0, 0, place)) for place, name in enumerate(names)]
        >>> [entity.mentions for entity in merged_entities(said)]
        [['the army', 'army']]
    """
    roles: defaultdict[tuple[int, str], dict[str, Entity]] = defaultdict(dict)
    for entity in entities:
        for text in entity.mentions[:1]:
            roles[entity.template, entity.role].setdefault(text, entity._replace(mentions=[text]))
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


def labels_of(predictions: Side, references: Side) -> list[list[str | None]]:
    """The labels of each reference: a type with a slash is read as several types.

    That is so only of templates with a mention, in documents with a prediction.
    """
    named = {entity.template for entity in references.entities if entity.mentions}
    return [
        [label.strip() for label in (kind or "").split("/")] if predictions.kinds and place in named else [kind]
        for place, kind in enumerate(references.kinds)
    ]


def fillers(entities: Sequence[Entity], copies: Sequence[tuple[int, str | None]]) -> list[Filler]:
    """The entities of each copy of a template, by the template of which it is one and its type."""
    of_template = defaultdict(list)
    for entity in entities:
        of_template[entity.template].append(entity)
    return [
        Filler(entity, copy, [(label, entity.role, text) for text in entity.mentions])
        for copy, (template, label) in enumerate(copies)
        for entity in of_template[template]
    ]


def assigned(ours: Sequence[Filler], theirs: Sequence[Filler], alike: Mapping[Pair, float]) -> Credits:
    """The best one-to-one assignment of the entities of every two templates."""
    by_templates: defaultdict[Pair, dict[Pair, float]] = defaultdict(dict)
    for (one, other), number in alike.items():
        by_templates[ours[one].template, theirs[other].template][one, other] = number
    return {
        pair: [Credit(*taken, found[taken], found[taken]) for taken in largest_total(found)]
        for pair, found in by_templates.items()
    }


def assigned_by_mentions(ours: Sequence[Filler], theirs: Sequence[Filler]) -> Credits:
    """phi-3: entities assigned one to one by how many mentions of the prediction the reference has."""
    return assigned(
        ours, theirs, shared_mentions((one.mentions for one in ours), (set(one.mentions) for one in theirs))
    )


def assigned_by_words(ours: Sequence[Filler], theirs: Sequence[Filler]) -> Credits:
    """phi-a: entities assigned one to one by the likest two of their mentions."""
    # A text without words stands for the empty word, so that two of them are alike.
    texts = [
        [{(kind, role, tuple(text.lower().split()) or ("",)) for kind, role, text in one.mentions} for one in side]
        for side in (ours, theirs)
    ]
    words = (
        [{(kind, role, word) for kind, role, text in mentions for word in text} for mentions in side] for side in texts
    )
    alike = {
        (one, other): max(likeness(first, second) for *_, first in texts[0][one] for *_, second in texts[1][other])
        for one, other in shared_mentions(*words)
    }
    return assigned(ours, theirs, alike)


def touched(ours: Sequence[Filler], theirs: Sequence[Filler]) -> Credits:
    """phi-subset: the first mention of a prediction that a reference has finds the first entity there that has it."""
    holders = defaultdict(list)
    for place, filler in enumerate(theirs):
        for mention in dict.fromkeys(filler.mentions):
            holders[mention].append(place)
    met = sum(len(holders[mention]) for filler in ours for mention in filler.mentions if mention in holders)
    check_number_of_pairs(met, "entities that share a mention", PLACE)
    credits: defaultdict[Pair, list[Credit]] = defaultdict(list)
    seen = set()
    for place, filler in enumerate(ours):
        hits: dict[int, int] = {}
        for mention in filler.mentions:
            for other in holders.get(mention, ()):
                hits.setdefault(theirs[other].template, other)
        for template, other in hits.items():
            pair = filler.template, template
            credits[pair].append(Credit(place, other, 1, (pair, other) not in seen))
            seen.add((pair, other))
    return dict(credits)


SIMILARITIES: dict[str, Callable[[Sequence[Filler], Sequence[Filler]], Credits]] = {
    "phi-3": assigned_by_mentions,
    "phi-subset": touched,
    "phi-a": assigned_by_words,
}


def best_copies(worth: Mapping[Pair, float], original: Sequence[int]) -> dict[Pair, float]:
    """What is left where of the copies of a reference only the one stays that is worth most to all predictions.

    This is no alignment: the copy is chosen by the sum over all predictions, not by what the alignment gains.
    """
    sums: defaultdict[int, float] = defaultdict(float)
    for (_, copy), number in worth.items():
        sums[copy] += number
    best: dict[int, int] = {}
    for copy, template in enumerate(original):
        if sums[copy] > sums[best.setdefault(template, copy)]:
            best[template] = copy
    return {pair: number for pair, number in worth.items() if best[original[pair[1]]] == pair[1]}


def as_scipy_aligns(worth: Mapping[Pair, float], copies: int, filled: Sequence[int]) -> list[Pair]:
    """The assignment that the published scorer gets: among equally good ones, what is found depends on scipy's choice.

    For that its very table is built, references by predictions that have an entity.
    """
    if len({one for one, _ in worth}) == len({other for _, other in worth}) == len(worth):
        return [*worth]
    from scipy.optimize import linear_sum_assignment

    check_number_of_pairs(copies * len(filled), "templates", PLACE)
    column = {template: place for place, template in enumerate(filled)}
    table = np.zeros((copies, len(filled)))
    for (one, other), number in worth.items():
        table[other, column[one]] = number
    aligned = [(filled[place], row) for row, place in zip(*linear_sum_assignment(-table), strict=True)]
    return [pair for pair in aligned if pair in worth]


PHI_3 = Published(
    name="CEAF-RME, phi-3",
    year="2023",
    users="IterX",
    choose_for="numbers of IterX",
    counts="Templates one to one by shared mentions",
    faults="Repeated mentions can push it above 1; types with a slash count twice",
    original="wanmok/iterx 65fd64c, `iterx/metrics/muc/ceaf_rme.py`",
    checked_by="golden, oracle",
    options={"protocol": "ceaf-rme", "similarity": "phi-3"},
    rule=aligned_entities,
    steps=(assigned_by_mentions, labels_of, best_copies),
)
PHI_SUBSET = replace(
    PHI_3,
    name="CEAF-RME, phi-subset",
    choose_for="numbers of IterX that ask for any shared mention",
    counts="Templates one to one by entities that share a mention (subset)",
    faults="Which of equally good alignments is taken depends on scipy",
    options={"protocol": "ceaf-rme", "similarity": "phi-subset"},
    steps=(touched, labels_of, best_copies, as_scipy_aligns),
)
FAMUS = replace(
    PHI_3,
    name="CEAF-RME, phi-3 of FAMuS",
    year="2024",
    users="FAMuS",
    choose_for="numbers of FAMuS by shared mentions",
    counts=(
        "Templates one to one by shared mentions, compared as they are written; a document that has a template on "
        "neither side counts as one right"
    ),
    original="sidsvash26/iterx ec8da00, branch `sv/famus`",
    options={"protocol": "ceaf-rme", "preset": "famus", "similarity": "phi-3"},
)
PHI_A = replace(
    FAMUS,
    name="CEAF-RME, phi-a",
    choose_for="numbers of FAMuS by similar mentions",
    counts="As phi-3 of FAMuS, by similar mentions: those with words in common",
    faults="phi-a gives a perfect entity of three mentions a third; types with a slash count twice",
    options={"protocol": "ceaf-rme", "preset": "famus", "similarity": "phi-a"},
    steps=(assigned_by_words, likeness, merged_entities, labels_of, best_copies),
)
ENTITIES = replace(
    PHI_3,
    name="CEAF-RME, phi-3 over entities",
    choose_for="the comparison files that IterX ships (May 2023)",
    counts="As phi-3, but shares of entities, those of a template with two types once",
    faults="An entity with several right mentions counts several times, so that values exceed 1; no code was published",
    original="wanmok/iterx, model outputs of 2023-05-10 (`test.rme.phi3.txt`)",
    checked_by="golden, oracle",
    options={"protocol": "ceaf-rme", "similarity": "phi-3", "denominators": "entities"},
)
CEAF_RME = entity_protocol(unlike_entities, aligned_entities, (PHI_3, ENTITIES, PHI_SUBSET, FAMUS, PHI_A))
