"""Shared steps of the protocols for templates whose slots hold entities, which are lists of mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

import msgspec

from event_scoring.documents.errors import counted
from event_scoring.documents.unicode_text import plain_text
from event_scoring.scoring.counts import Scores, Sums, grouped_scores
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.notes import note_sentences
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Match, Row, outcomes_of_items
from event_scoring.scoring.task import Counts
from event_scoring.templates.documents import PLACE, TemplateDocument
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.template_measure import NO_VALUE_RIGHT, TemplateMeasure

SUMS = ("precision_numerator", "precision_denominator", "recall_numerator", "recall_denominator")
SCORE = Ratio("", right=SUMS[0], predicted=SUMS[1], wanted=SUMS[3], found=SUMS[2])
_ROUNDING = 1e-9
"""Shares that differ by less may be equal sums."""


class Entity(msgspec.Struct, frozen=True):
    """Mentions of one thing that fills a role of a template."""

    template: int
    role: str
    mentions: list[str]
    place: tuple[int, int, int]
    """The template, the slot and the entity in the document as it was given."""


class Side(NamedTuple):
    """The templates of one side of a document."""

    kinds: list[str | None]
    """Their types."""
    roles: list[set[str]]
    """The roles of each that are there, filled or not."""
    entities: list[Entity]
    """The entities of all templates in order."""


def entity_match(prediction: Entity, reference: Entity, credit: float, is_whole: bool) -> Match:
    """Return the match of two entities, which is right if it is whole."""
    return Match(prediction.place, reference.place, "right" if is_whole else "other_words", credit)


class Scored(msgspec.Struct):
    """The counts of a protocol in one document, by slot."""

    predicted: Mapping[str, float]
    wanted: Mapping[str, float]
    right: defaultdict[str, float] = msgspec.field(default_factory=partial(defaultdict, float))
    """The credit of predictions."""
    found: defaultdict[str, float] = msgspec.field(default_factory=partial(defaultdict, float))
    """The credit of references."""
    matches: Iterable[Match] = ()
    """The matched items, in an iterator that only details read."""
    ignored: Sequence[Entity] = ()
    """Predicted entities in roles that are not scored."""
    of_templates: bool = False
    """Whether templates are right or wrong too."""
    unproven: bool = False
    """Whether a better alignment may have been left out."""
    counted_again: int = 0
    """Mentions of the references that a template with several types has once more for each further type."""

    @property
    def sums(self) -> dict[str, Mapping[str, float]]:
        """The numerators and denominators of precision and recall."""
        return dict(zip(SUMS, (self.right, self.predicted, self.found, self.wanted), strict=True))


def read_side(document: TemplateDocument, normalize: bool, roles: Sequence[str] | None) -> Side:
    """Return the templates of one side, with these roles only if any are named.

    A role is read as written, or in lower case if a template does not have it as written. Each value of a list is an
    entity with one mention.

    Examples:
        >>> from event_scoring.templates.documents import Slot, Template
        >>> slots = [Slot("victim", ["The Rebels"]), Slot("place", entities=[["here", "town"]])]
        >>> document = TemplateDocument(templates=[Template(type="attack", slots=slots)])
        >>> side = read_side(document, True, ["Victim"])
        >>> side.entities
        [Entity(template=0, role='Victim', mentions=['rebels'], place=(0, 0, 0))]
    """
    resolved = None if roles is None else {name: role for role in roles for name in (role.lower(), role)}
    kinds, roles_of_each, entities = Side([], [], [])
    for place, template in enumerate(document.templates):
        names = [slot.name for slot in template.slots]
        roles_read: Sequence[str | None] = names if resolved is None else _roles_read(names, resolved)
        kinds.append(template.type)
        roles_of_each.append({role for role in roles_read if role is not None})
        for of_template, (role, slot) in enumerate(zip(roles_read, template.slots, strict=True)):
            if role is None:
                continue
            for of_slot, value in enumerate(slot.values or ()):
                texts = [plain_text(value) if normalize else value]
                entities.append(Entity(place, role, texts, (place, of_template, of_slot)))
            for of_slot, mentions in enumerate(slot.entities or ()):
                texts = [*map(plain_text, mentions)] if normalize else mentions
                entities.append(Entity(place, role, texts, (place, of_template, of_slot)))
    return Side(kinds, roles_of_each, entities)


def _roles_read(names: Sequence[str], resolved: Mapping[str, str]) -> list[str | None]:
    """Return the role of each slot of a template, by the names that roles may have; None if it is not read."""
    roles = [resolved.get(name) for name in names]
    written = {role for role, name in zip(roles, names, strict=True) if role == name}
    return [role if role == name or role not in written else None for role, name in zip(roles, names, strict=True)]


def number_by_role(entities: Iterable[Entity]) -> dict[str, int]:
    """Return how many entities each role has.

    Examples:
        >>> number_by_role([Entity(0, "victim", ["him"], (0, 0, place)) for place in range(2)])
        {'victim': 2}
    """
    numbers: dict[str, int] = {}
    for entity in entities:
        numbers[entity.role] = numbers.get(entity.role, 0) + 1
    return numbers


Mentions: TypeAlias = "tuple[Hashable, Iterable[Hashable]]"
"""The mentions of an entity, after what else two entities must have in common, such as their role."""


def shared_mentions(predictions: Iterable[Mentions], references: Iterable[Mentions]) -> dict[tuple[int, int], int]:
    """Return the number of mentions that two entities share, by pair of indices; repeats multiply.

    Examples:
        >>> shared_mentions([("victim", ["x", "y"])], [("victim", ["y"]), ("victim", ["x", "y"]), ("place", ["x"])])
        {(0, 1): 2, (0, 0): 1}
    """
    holders: defaultdict[Hashable, dict[Hashable, list[int]]] = defaultdict(dict)
    for place, (group, mentions) in enumerate(references):
        of_group = holders[group]
        for mention in mentions:
            of_group.setdefault(mention, []).append(place)
    number, met = 0, []
    for place, (group, mentions) in enumerate(predictions):
        if of_group := holders.get(group, {}):
            for mention in mentions:
                if others := of_group.get(mention):
                    number += len(others)
                    met.append((place, others))
    check_number_of_pairs(number, "entities that share a mention", PLACE)
    shared: dict[tuple[int, int], int] = {}
    for place, others in met:
        for other in others:
            shared[place, other] = shared.get((place, other), 0) + 1
    return shared


def entities_inside(predictions: Sequence[Entity], references: Sequence[Entity]) -> list[tuple[int, int]]:
    """Return the pairs of one role in which the reference has every mention of the prediction.

    A prediction without mentions is inside every entity of its role.

    Examples:
        >>> system = [Entity(0, "victim", ["x"], (0, 0, 0)), Entity(0, "victim", ["x", "z"], (0, 0, 1))]
        >>> entities_inside(system, [Entity(0, "victim", ["x", "y"], (0, 0, 0))])
        [(0, 0)]
    """
    held = [{*one.mentions, None} for one in references]
    holders: dict[str, dict[str | None, list[int]]] = {}
    for place, one in enumerate(references):
        of_role = holders.setdefault(one.role, {})
        for mention in held[place]:
            of_role.setdefault(mention, []).append(place)
    number, met = 0, []
    for place, one in enumerate(predictions):
        of_role = holders.get(one.role, {})
        needed: set[str | None] = {*one.mentions} or {None}
        others: Sequence[int] = ()
        for mention in needed:
            others = of_role.get(mention, ())
            number += len(others)
        met.append((place, needed, others))
    check_number_of_pairs(number, "entities that share a mention", PLACE)
    return [(place, other) for place, needed, others in met for other in others if needed <= held[other]]


def _own_recall(
    references: Side,
    scored: Scored,
    score: Callable[[Side, Side, TemplateOptions], Scored],
    options: TemplateOptions,
) -> dict[str, float]:
    """Return the numerator and denominator of the recall of the references scored against themselves."""
    of_one_type = references.kinds and not any(["/" in (kind or "") for kind in references.kinds])
    if of_one_type and not options.merge_predictions and _find_themselves(references, options):
        found = wanted = scored.wanted
    else:
        own = score(references, references, options)
        found, wanted = own.found, own.wanted
    return {"own_found": float(sum(found.values())), "own_wanted": float(sum(wanted.values()))}


def _find_themselves(references: Side, options: TemplateOptions) -> bool:
    """Whether references of one type each would certainly be found in full by themselves."""
    kinds, entities = references.kinds, references.entities
    if options.similarity == "proportion":
        # The share of an entity in itself is 1, and a larger one needs a mention that another entity repeats.
        return all([one.mentions and len({*one.mentions}) == len(one.mentions) for one in entities])
    if options.similarity == "phi-subset":
        # Entities that share no mention with another are compared with themselves alone.
        mentions = [(kinds[one.template], one.role, mention) for one in entities for mention in one.mentions]
        return len({*mentions}) == len(mentions) and all(one.mentions for one in entities)
    return options.similarity in (None, "strict", "phi-3") and options.denominators != "entities"


def _entities(document: TemplateDocument) -> int:
    """Return the number of entities in all roles."""
    slots = (slot for template in document.templates for slot in template.slots)
    return sum(len(slot.values or slot.entities or ()) for slot in slots)


def _outcomes(sides: tuple[Side, Side], scored: Scored) -> Iterator[Row]:
    """Yield the outcomes of the scored entities, and of templates if these are scored too.

    Where several partners are right, an item is listed with the first.
    """
    ignored = {one.place for one in scored.ignored}
    items = [
        [*range(len(side.kinds) if scored.of_templates else 0), *(one.place for one in side.entities)] for side in sides
    ]
    return outcomes_of_items([place for place in items[0] if place not in ignored], items[1], scored.matches)


def _scores(sums: Sums, undefined: float) -> Scores:
    return {**SCORE.scores(sums, undefined), **{name: sums[name] for name in SUMS}}


_NOT_SCORED = {
    "not_scored": "{number:predicted entity} in roles that are not scored: neither right nor wrong.",
    "never_found": "{number:reference entity} in roles that are not read from predictions: counted as missed.",
}
_UNPROVEN = {
    "unproven": (
        "In {number:document} there are too many ways to map templates to try all: a better one, or an earlier one "
        "that is as good, may exist."
    )
}


class EntityMeasure(TemplateMeasure):
    """A measure of templates whose slots hold entities. A subclass compares the two sides of a document."""

    def compare(self, predictions: Side, references: Side, options: TemplateOptions) -> Scored:
        """Return the right items of one document by the measure."""
        raise NotImplementedError

    def count(
        self, prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions, details: bool
    ) -> Row:
        normalize = bool(options.normalize)
        sides = read_side(prediction, normalize, options.role_names), read_side(reference, normalize, None)
        scored = self.compare(*sides, options)
        sums = scored.sums
        names = options.role_names
        unread = 0 if names is None else _entities(prediction) - len(sides[0].entities)
        row: Row = {
            "references": len(sides[1].kinds),
            "predictions": len(sides[0].kinds),
            "not_scored": len(scored.ignored) + unread,
            "never_found": 0 if names is None else sum(one.role not in names for one in sides[1].entities),
            "unproven": int(scored.unproven),
            "counted_again": scored.counted_again,
            **{name: float(sum(by_slot.values())) for name, by_slot in sums.items()},
            **_own_recall(sides[1], scored, self.compare, options),
        }
        if details:
            slots = dict.fromkeys(slot for by_slot in sums.values() for slot in by_slot)
            per_slot = [{"slot": slot, **{name: float(sums[name].get(slot, 0)) for name in SUMS}} for slot in slots]
            row["per_slot"] = [one for one in per_slot if any(one[name] for name in SUMS)]
            row["outcomes"] = [*_outcomes(sides, scored)]
        return row

    def result(self, sums: Sums, options: TemplateOptions) -> Scores:
        numbers = {name: sums[name] for name in ("documents", "predictions", "references")}
        return {**self.document_scores(sums, options), **numbers}

    def document_scores(self, columns: Sums, options: TemplateOptions) -> Scores:
        return _scores(columns, float(options.zero_division))

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return scores and sums by slot and by document."""
        undefined = float(counts.options.zero_division)
        per_slot = grouped_scores(counts.records("per_slot"), ["slot"], SUMS, lambda sums: _scores(sums, undefined))
        return {"per_slot": per_slot, **super().details(counts, result)}

    def warnings(self, sums: Sums, options: TemplateOptions) -> list[str]:
        sentences = []
        if sums[SUMS[0]] > sums[SUMS[1]] or sums[SUMS[2]] > sums[SUMS[3]]:
            scores = _scores(sums, 0.0)
            above = [name for name in ("precision", "recall", "f1") if scores[name] > 1]
            sentences.append(f"{' and '.join(above)} above 1, as published: each repeated mention counts.")
        if options.normalize is False and not sums[SUMS[0]] and sums[SUMS[1]] and sums[SUMS[3]]:
            sentences.append(f"{NO_VALUE_RIGHT}; normalize=True compares values without these.")
        if sums["own_found"] < sums["own_wanted"] * (1 - _ROUNDING):
            reached = sums["own_found"] / sums["own_wanted"]
            sentences.append(
                f"The references themselves, as predictions, would have a recall of {reached:.4f}, as published: "
                "this rule gives some entities less than they weigh."
            )
        sentences += note_sentences(sums, _NOT_SCORED)
        if (again := int(sums["counted_again"])) and options.similarity == "phi-3":
            mentions = counted(again, "mention")
            if options.denominators == "entities":
                sentences.append(
                    'Shares are of entities. By the released scorer, denominators="mentions", recall is of mentions, '
                    f"and {mentions} of templates with two types would count again for each further type."
                )
            else:
                sentences.append(
                    f"{mentions} of reference templates with two types count again for each further type, as in the "
                    'released scorer; denominators="entities" counts entities, and these once.'
                )
        return [*sentences, *note_sentences(sums, _UNPROVEN), *super().warnings(sums, options)]
