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

from event_scoring.scoring.published import Published
from event_scoring.templates.assignment import Pair, check_number_of_pairs, largest_total
from event_scoring.templates.documents import unlike_entities
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.entities import Entity, Partners, Scored, Side, entity_protocol, shared_mentions
from event_scoring.templates.protocols.words import likeness

NO_TEMPLATES = "(no templates)"
"""The slot under which a document counts that has a template on neither side."""

Mention = tuple[str | None, str, str]
"""The type of its template, its role and its text: only mentions that are equal in all are the same."""


class Credit(NamedTuple):
    """What a pair of entities, by their places, earns if their templates are aligned."""

    ours: int
    theirs: int
    right: float
    found: float


class Fillers(NamedTuple):
    """The entities of one side with all their mentions, and the template of each."""

    mentions: list[list[Mention]]
    template: list[int]


def aligned_entities(predictions: Side, references: Side, options: TemplateOptions) -> Scored:
    """By slot, what the best alignment of templates earns, and how many mentions or entities there are.

    As published, unlike CEAF: phi-3 and phi-a divide by mentions, of a type with a slash once for each label, and
    "phi-subset" divides by entities. Documents that have a template on neither side get one point where empty ones
    count.

    Examples:
        >>> entity = Entity(0, "Victim", ["Smith", "him"], (0, 0, 0))
        >>> side = Side(["attack"], [{"Victim"}], [entity])
        >>> scored = aligned_entities(side, side, TemplateOptions(protocol="ceaf-rme"))
        >>> scored.right["Victim"], scored.predicted["Victim"]
        (2.0, 2.0)
        >>> scored = aligned_entities(side, side, TemplateOptions(protocol="ceaf-rme", similarity="phi-a"))
        >>> scored.right["Victim"], scored.predicted["Victim"]
        (1.0, 2.0)
    """
    of_entities = options.similarity == "phi-subset"
    ours, labels = predictions.entities, labels_of(predictions, references)
    copies = [(template, label) for template, of_template in enumerate(labels) for label in of_template]
    of_template = defaultdict(list)
    for entity in references.entities:
        of_template[entity.template].append(entity)
    theirs = [(copy, entity) for copy, (template, _) in enumerate(copies) for entity in of_template[template]]
    sides = (
        Fillers([mentions_of(one, predictions.kinds[one.template]) for one in ours], [one.template for one in ours]),
        Fillers([mentions_of(one, copies[copy][1]) for copy, one in theirs], [copy for copy, _ in theirs]),
    )
    credits = SIMILARITIES[options.similarity or "phi-3"](*sides)
    worth = {pair: sum(credit.right for credit in found) for pair, found in credits.items()}
    kept = best_copies(worth, [template for template, _ in copies])
    if of_entities:
        filled = sorted(set(sides[0].template))
        aligned = as_scipy_aligns(kept, len(copies), filled)
    else:
        aligned = largest_total(kept)
    predicted: defaultdict[str, float] = defaultdict(float)
    for entity in ours:
        predicted[entity.role] += 1 if of_entities else len(entity.mentions)
    wanted: defaultdict[str, float] = defaultdict(float)
    for entity in references.entities:
        wanted[entity.role] += 1 if of_entities else len(entity.mentions) * len(labels[entity.template])
    scored = Scored(predicted, wanted)
    if not options.normalize and not ours and not references.kinds:
        for sums in (predicted, wanted, scored.right, scored.found):
            sums[NO_TEMPLATES] += 1
    for pair in aligned:
        for credit in credits[pair]:
            one, other = ours[credit.ours], theirs[credit.theirs][1]
            scored.right[one.role] += credit.right
            scored.found[one.role] += credit.found
            right = of_entities or set(one.mentions) == set(other.mentions)
            scored.partners.append(Partners(one, other, credit.right, right))
    return scored


def labels_of(predictions: Side, references: Side) -> list[list[str | None]]:
    """The labels of each reference: a type with a slash is read as several types.

    That is so only of templates with a mention, in documents with a prediction.
    """
    named = {entity.template for entity in references.entities if entity.mentions}
    return [
        [label.strip() for label in (kind or "").split("/")] if predictions.kinds and place in named else [kind]
        for place, kind in enumerate(references.kinds)
    ]


def mentions_of(entity: Entity, kind: str | None) -> list[Mention]:
    """The mentions of an entity, which the published scorer tells apart by type and role."""
    return [(kind, entity.role, text) for text in entity.mentions]


Credits = dict[Pair, list[Credit]]
"""By pair of a prediction and a copy of a reference."""


def assigned(ours: Fillers, theirs: Fillers, alike: Mapping[Pair, float]) -> Credits:
    """The best one-to-one assignment of the entities of every two templates."""
    by_templates: defaultdict[Pair, dict[Pair, float]] = defaultdict(dict)
    for (one, other), number in alike.items():
        by_templates[ours.template[one], theirs.template[other]][one, other] = number
    return {
        pair: [Credit(*taken, found[taken], found[taken]) for taken in largest_total(found)]
        for pair, found in by_templates.items()
    }


def assigned_by_mentions(ours: Fillers, theirs: Fillers) -> Credits:
    """phi-3: entities assigned one to one by how many mentions of the prediction the reference has."""
    return assigned(ours, theirs, shared_mentions(ours.mentions, map(set, theirs.mentions)))


def assigned_by_words(ours: Fillers, theirs: Fillers) -> Credits:
    """phi-a: entities assigned one to one by the likest two of their mentions."""
    # A text without words stands for the empty word, so that two of them are alike.
    texts, words = [], []
    for side in (ours, theirs):
        texts.append([{tuple(text.lower().split()) or ("",) for *_, text in mentions} for mentions in side.mentions])
        words.append(
            [
                {(*mention[:2], word) for mention in mentions for word in mention[2].lower().split() or ("",)}
                for mentions in side.mentions
            ]
        )
    alike = {
        (one, other): max(likeness(text, wanted) for text in texts[0][one] for wanted in texts[1][other])
        for one, other in shared_mentions(*words)
    }
    return assigned(ours, theirs, alike)


def touched(ours: Fillers, theirs: Fillers) -> Credits:
    """phi-subset: the first mention of a prediction that a reference has finds the first entity there that has it."""
    holders = defaultdict(list)
    for place, mentions in enumerate(theirs.mentions):
        for mention in dict.fromkeys(mentions):
            holders[mention].append(place)
    met = sum(len(holders[one]) for mentions in ours.mentions for one in mentions if one in holders)
    check_number_of_pairs(met, "entities that share a mention")
    credits: defaultdict[Pair, list[Credit]] = defaultdict(list)
    seen = set()
    for place, mentions in enumerate(ours.mentions):
        hits: dict[int, int] = {}
        for mention in mentions:
            for other in holders.get(mention, ()):
                hits.setdefault(theirs.template[other], other)
        for template, other in hits.items():
            pair = ours.template[place], template
            credits[pair].append(Credit(place, other, 1, (pair, other) not in seen))
            seen.add((pair, other))
    return dict(credits)


SIMILARITIES: dict[str, Callable[[Fillers, Fillers], Credits]] = {
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

    check_number_of_pairs(copies * len(filled), "templates")
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
    options={"protocol": "ceaf-rme", "similarity": "phi-3", "normalize": False},
)
PHI_A = replace(
    FAMUS,
    name="CEAF-RME, phi-a",
    choose_for="numbers of FAMuS by similar mentions",
    counts="As phi-3 of FAMuS, by similar mentions: those with words in common",
    faults="phi-a gives a perfect entity of three mentions a third; types with a slash count twice",
    options={"protocol": "ceaf-rme", "similarity": "phi-a"},
    steps=(assigned_by_words, likeness, labels_of, best_copies),
)
CEAF_RME = entity_protocol(unlike_entities, aligned_entities, (PHI_3, PHI_SUBSET, FAMUS, PHI_A))
