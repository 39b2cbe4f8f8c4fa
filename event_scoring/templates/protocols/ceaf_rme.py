"""CEAF-RME: templates aligned by what their entities share.

Chen, Gantt, Gu, Chen, White and Van Durme, "Iterative Document-level Information Extraction via Imitation Learning"
(EACL 2023), section 5.1, as iterx/metrics/muc/ceaf_rme.py of wanmok/iterx (65fd64c) counts it; phi-a as the fork
sidsvash26/iterx, branch sv/famus (ec8da00), for FAMuS (Vashishtha et al., 2024). Only templates are aligned as in CEAF.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

import numpy as np

from event_scoring.matching import Pair, are_disjoint, cheapest_cells, largest_total
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Problems
from event_scoring.templates.documents import PLACE, TemplateDocument, unlike_entities
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.ceaf_rme_entities import (
    Copy,
    assign_by_any_mention,
    assign_by_mentions,
    assign_by_words,
    fillers_of,
    likeness,
    merged_entities,
)
from event_scoring.templates.protocols.entities import EntityMeasure, Scored, Side, entity_match

NO_TEMPLATES = "(no templates)"
"""The slot under which a document counts that has a template on neither side."""
SIMILARITIES = {"phi-3": assign_by_mentions, "phi-subset": assign_by_any_mention, "phi-a": assign_by_words}


def aligned_entities(predictions: Side, references: Side, options: TemplateOptions) -> Scored:
    """Return the credit of the best alignment of templates, and the numbers of mentions or entities, by slot.

    Unlike CEAF, phi-3 and phi-a divide by mentions, as published. The mentions of a type with a slash count once for
    each label. "phi-subset" divides by entities, and so does phi-3 with ``denominators="entities"``. Documents that
    have a template on neither side get one point where empty ones count.

    Examples:
        >>> from event_scoring.templates.protocols.entities import Entity
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
    # 1. A reference whose type names several labels is copied once for each of them.
    copies = labelled_copies(predictions, references)
    # 2. For each prediction and each copy, the entities that earn something if the two are aligned.
    predicted_fillers = fillers_of(predictions.entities, [*enumerate(predictions.kinds)])
    credits = SIMILARITIES[options.similarity or "phi-3"](predicted_fillers, fillers_of(references.entities, copies))
    worth = {pair: sum([credit.right for credit in of_pair]) for pair, of_pair in credits.items()}
    # 3. One copy of each reference is kept, and templates are aligned one to one for the largest total.
    if len(copies) > len(references.kinds):
        kept = best_copies(worth, copies)
        worth = {pair: number for pair, number in worth.items() if pair[1] in kept}
    of_entities = options.similarity == "phi-subset"
    if of_entities:
        filled = sorted({entity.template for entity in predictions.entities})
        aligned = as_scipy_aligns(worth, len(copies), filled)
    else:
        aligned = largest_total(worth)
    # 4. The credit of aligned templates, and its denominators.
    predicted: defaultdict[str, float] = defaultdict(float)
    wanted: defaultdict[str, float] = defaultdict(float)
    scored = Scored(predicted, wanted)
    for pair in aligned:
        for credit in credits[pair]:
            role = credit.prediction.role
            scored.right[role] += credit.right
            scored.found[role] += credit.found
    scored.matches = (
        entity_match(one, other, credit.right, of_entities or set(one.mentions) == set(other.mentions))
        for pair in aligned
        for credit in credits[pair]
        for one, other in [(credit.prediction, credit.reference)]
    )
    # Differs from IterX: its comparison files of May 2023 divide by entities, where here an option does.
    by_entity = of_entities or options.denominators == "entities"
    number_of_copies = Counter([template for template, _ in copies])
    for entity in predictions.entities:
        predicted[entity.role] += 1 if by_entity else len(entity.mentions)
    for entity in references.entities:
        times = number_of_copies[entity.template]
        wanted[entity.role] += 1 if by_entity else len(entity.mentions) * times
        if times > 1 and not of_entities:
            scored.counted_again += len(entity.mentions) * (times - 1)
    if options.empty_documents == "count" and not predictions.entities and not references.kinds:
        for sums in (scored.right, predicted, scored.found, wanted):
            sums[NO_TEMPLATES] += 1
    return scored


def labelled_copies(predictions: Side, references: Side) -> list[Copy]:
    """Return each reference, by index, with its type; a type with a slash gives one copy per label.

    Only a reference with a mention is copied, in a document with a prediction.

    Examples:
        >>> from event_scoring.templates.protocols.entities import Entity
        >>> gold = Side(["attack / arson"], [{"Victim"}], [Entity(0, "Victim", ["Smith"], (0, 0, 0))])
        >>> labelled_copies(Side(["arson"], [set()], []), gold), labelled_copies(Side([], [], []), gold)
        ([(0, 'attack'), (0, 'arson')], [(0, 'attack / arson')])
    """
    if not predictions.kinds or not any("/" in kind for kind in references.kinds if kind):
        return [*enumerate(references.kinds)]
    named = {entity.template for entity in references.entities if entity.mentions}
    copies: list[Copy] = []
    for place, kind in enumerate(references.kinds):
        labels = _labels(kind or "") if place in named else [kind]
        copies += [(place, label) for label in labels]
    return copies


def _labels(kind: str) -> list[str]:
    """Return the labels of a type of the references; as published, blanks are stripped where there are several.

    Examples:
        >>> _labels("attack / arson"), _labels(" bombing")
        (['attack', 'arson'], [' bombing'])
    """
    return [label.strip() for label in kind.split("/")] if "/" in kind else [kind]


def best_copies(worth: Mapping[Pair, float], copies: Sequence[Copy]) -> set[int]:
    """Return one copy of each reference: the first that is worth most to all predictions together.

    This is not an alignment: the copy is chosen by its sum over all predictions, not by the gain of the alignment.

    Examples:
        >>> best_copies({(0, 0): 3, (0, 1): 2, (1, 1): 2}, [(0, "attack"), (0, "arson"), (1, "arson")])
        {1, 2}
    """
    totals: defaultdict[int, float] = defaultdict(float)
    for (_, copy), number in worth.items():
        totals[copy] += number
    best: dict[int, int] = {}
    for copy, (template, _) in enumerate(copies):
        if totals[copy] > totals[best.setdefault(template, copy)]:
            best[template] = copy
    return set(best.values())


def as_scipy_aligns(worth: Mapping[Pair, float], copies: int, filled: Sequence[int]) -> list[Pair]:
    """Return the assignment of the published scorer; among equally good ones scipy decides.

    For that its very table is built, references by predictions that have an entity.
    """
    if are_disjoint(worth):
        return [*worth]
    check_number_of_pairs(copies * len(filled), "templates", PLACE)
    column = {template: place for place, template in enumerate(filled)}
    table = np.zeros((copies, len(filled)))
    for (one, other), number in worth.items():
        table[other, column[one]] = number
    aligned = [(filled[place], row) for row, place in cheapest_cells(-table)]
    return [pair for pair in aligned if pair in worth]


PHI_3 = Published(
    name="CEAF-RME, phi-3",
    year="2023",
    users="IterX",
    choose_for="numbers of IterX",
    counts="Templates one to one by shared mentions",
    faults="Repeated mentions can push it above 1; types with a slash count twice",
    original="wanmok/iterx 65fd64c, `iterx/metrics/muc/ceaf_rme.py`",
    checked_by="`golden/templates_ceaf_rme.json`, `oracles/entity_template_oracle.py`",
    options={"protocol": "ceaf-rme", "similarity": "phi-3"},
    rule=aligned_entities,
    steps=(assign_by_mentions, labelled_copies, best_copies),
)
PHI_SUBSET = replace(
    PHI_3,
    name="CEAF-RME, phi-subset",
    choose_for="numbers of IterX that need only one shared mention",
    counts="Templates one to one by entities that share a mention (subset)",
    faults="scipy selects one of several equally good alignments",
    options={"protocol": "ceaf-rme", "similarity": "phi-subset"},
    steps=(assign_by_any_mention, labelled_copies, best_copies, as_scipy_aligns),
)
FAMUS = replace(
    PHI_3,
    name="CEAF-RME, phi-3 of FAMuS",
    year="2024",
    users="FAMuS",
    choose_for="numbers of FAMuS by shared mentions",
    counts=(
        "Templates one to one by shared mentions, compared as written; a document without templates "
        "on both sides counts as one right template"
    ),
    original="sidsvash26/iterx ec8da00, branch `sv/famus`",
    options={"protocol": "ceaf-rme", "preset": "famus", "similarity": "phi-3"},
    checked_by="`golden/templates_ceaf_rme_versions.json`, `oracles/entity_template_oracle.py`",
)
PHI_A = replace(
    FAMUS,
    name="CEAF-RME, phi-a",
    choose_for="numbers of FAMuS by similar mentions",
    counts="As phi-3 of FAMuS, by similar mentions: those that share words",
    faults="phi-a gives a perfect entity of three mentions only a third; types with a slash count twice",
    options={"protocol": "ceaf-rme", "preset": "famus", "similarity": "phi-a"},
    steps=(assign_by_words, likeness, merged_entities, labelled_copies, best_copies),
)
ENTITIES = replace(
    PHI_3,
    name="CEAF-RME, phi-3 over entities",
    choose_for="the comparison files that IterX ships (May 2023)",
    counts="As phi-3, but divided by entities; entities of a template with two types count once",
    faults="An entity with several right mentions counts several times, so values exceed 1; the code is unpublished",
    original="wanmok/iterx, model outputs of 2023-05-10 (`test.rme.phi3.txt`)",
    checked_by="`golden/templates_ceaf_rme_versions.json`, `oracles/entity_template_oracle.py`",
    options={"protocol": "ceaf-rme", "similarity": "phi-3", "denominators": "entities"},
)


class CeafRme(EntityMeasure):
    """CEAF-RME of IterX and FAMuS."""

    published = (PHI_3, ENTITIES, PHI_SUBSET, FAMUS, PHI_A)

    def problems(self, prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions) -> Problems:
        return unlike_entities(prediction, reference, options)

    def compare(self, predictions: Side, references: Side, options: TemplateOptions) -> Scored:
        return aligned_entities(predictions, references, options)

    def equivalent_types(self, predicted: Set[str], types: Set[str]) -> Set[str]:
        """Return the labels of the types of the references."""
        return {label for kind in types for label in _labels(kind)}
