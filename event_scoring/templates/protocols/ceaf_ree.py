"""CEAF-REE: role-filler entities of a document, aligned role by role.

Du, Rush and Cardie, "GRIT: Generative Role-filler Transformers for Document-level Event Entity Extraction" (EACL 2021),
section 5.1, as `eval_ceaf` in eval.py of xinyadu/grit_doc_event_entity (d8212bc) counts it. A document has no templates
but one record: by role a list of entities, each a list of mentions.
"""

from __future__ import annotations

from dataclasses import replace

from event_scoring.matching import largest_total
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Problems
from event_scoring.templates.documents import TemplateDocument, unlike_entities
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.entities import (
    Entity,
    EntityMeasure,
    Scored,
    Side,
    entities_inside,
    entity_match,
    number_by_role,
    shared_mentions,
)


def aligned_role_fillers(predictions: Side, references: Side, options: TemplateOptions) -> Scored:
    """Return the credit of the best one-to-one assignment of entities, and their numbers, by role.

    Predictions in roles that no reference has are ignored. Differs from GRIT: a role or a document that is missing is
    an empty one; its script stops with a KeyError.

    Examples:
        >>> system = Side(["x"], [{"Victim"}], [Entity(0, "Victim", ["him"], (0, 0, 0))])
        >>> gold = Side(["x"], [{"Victim"}], [Entity(0, "Victim", ["Smith", "him"], (0, 0, 0))])
        >>> aligned_role_fillers(system, gold, TemplateOptions(protocol="ceaf-ree")).right["Victim"]
        1.0
        >>> proportion = TemplateOptions(protocol="ceaf-ree", similarity="proportion")
        >>> aligned_role_fillers(gold, system, proportion).right["Victim"]
        0.5
    """
    roles = set().union(*references.roles)
    predicted = [entity for entity in predictions.entities if entity.role in roles]
    annotated = references.entities
    scored = Scored(number_by_role(predicted), number_by_role(annotated))
    scored.ignored = [entity for entity in predictions.entities if entity.role not in roles]
    # Only entities of one role are similar, so the best assignment of all of them is the best one in each role.
    similarities = (contained if options.similarity == "strict" else shares)(predicted, annotated)
    aligned = largest_total(similarities)
    for pair in aligned:
        role, credit = annotated[pair[1]].role, similarities[pair]
        scored.right[role] += credit
        scored.found[role] += credit
    scored.matches = (
        entity_match(predicted[pair[0]], annotated[pair[1]], similarities[pair], similarities[pair] >= 1)
        for pair in aligned
    )
    return scored


def contained(predictions: list[Entity], references: list[Entity]) -> dict[tuple[int, int], float]:
    """Return the strict similarity: 1 if every mention of the prediction is a mention of the reference."""
    return dict.fromkeys(entities_inside(predictions, references), 1.0)


def shares(predictions: list[Entity], references: list[Entity]) -> dict[tuple[int, int], float]:
    """Return the share of a prediction's mentions that the reference has, where repeats in the reference count again.

    It exceeds 1 where mentions of the reference are equal. A prediction without mentions shares none; the original
    divides by zero.

    Examples:
        >>> predictions = [Entity(0, "Victim", mentions, (0, 0, 0)) for mentions in (["him", "they"], [])]
        >>> shares(predictions, [Entity(0, "Victim", ["Smith", "him"], (0, 0, 0))])
        {(0, 0): 0.5}
    """
    predicted = [(entity.role, {*entity.mentions}) for entity in predictions]
    wanted = [(entity.role, entity.mentions) for entity in references]
    shared = shared_mentions(predicted, wanted)
    return {pair: number / len(predictions[pair[0]].mentions) for pair, number in shared.items()}


_STRICT = Published(
    name="CEAF-REE",
    year="2021",
    users="GRIT",
    choose_for="entities by role, one record a document",
    counts="Entities of a role, one to one; right if all mentions of the prediction are in the reference",
    faults="Roles that the reference lacks are ignored",
    original="xinyadu/grit_doc_event_entity d8212bc, `eval.py`",
    checked_by="`golden/templates_ceaf_ree.json`, `oracles/entity_template_oracle.py`",
    options={"protocol": "ceaf-ree", "similarity": "strict"},
    rule=aligned_role_fillers,
    steps=(contained,),
)
PUBLISHED = (
    _STRICT,
    replace(
        _STRICT,
        name="CEAF-REE, proportion",
        choose_for="entities by role, with partial credit for part of the mentions",
        counts="Entities of a role, one to one, by the share of the prediction's mentions that the reference has",
        faults='Repeated mentions can push "proportion" above 1; roles that the reference lacks are ignored',
        options={"protocol": "ceaf-ree", "similarity": "proportion"},
        steps=(shares,),
    ),
)


class CeafRee(EntityMeasure):
    """CEAF-REE of GRIT."""

    published = PUBLISHED

    def problems(self, prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions) -> Problems:
        return unlike_entities(prediction, reference, options, typed=(), single=True)

    def compare(self, predictions: Side, references: Side, options: TemplateOptions) -> Scored:
        return aligned_role_fillers(predictions, references, options)
