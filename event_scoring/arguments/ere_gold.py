"""Extract the reference arguments from a document in Rich ERE, and list the problems that the scorer refuses.

Sections 2 and 3 of the scorer `ScoreKBPAgainstERE`, BBN-E/tac-kbp-eal, commit b6206654: the evaluations of 2016 and
2017.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, TypeAlias

import msgspec

from event_scoring.arguments.ere_documents import (
    NOUN_TYPES,
    Entity,
    EntityMention,
    EreDocument,
    EreFiller,
    EventArgument,
    EventMention,
    Extent,
    role_name,
    scored_event_type,
)
from event_scoring.documents.errors import InputError, Path
from event_scoring.documents.response_ids import Span
from event_scoring.matching import grouped

Filler: TypeAlias = "tuple[str | int, ...]"
"""The filler of an argument.

It is "NAM", "NOM" or "PRO" with the id of the entity, or "filler" with its id. It may also be "time" with its date, or
"unaligned" with the offsets of a string.
"""
EreKey: TypeAlias = "tuple[str, str, Filler, str]"
"""Event type, role, filler and realis. Arguments of a document with equal keys are one argument."""

FILLER, TIME, UNALIGNED = "filler", "time", "unaligned"
_REALIS = {"actual": "Actual", "generic": "Generic", "other": "Other"}


class Candidate(NamedTuple):
    """A possible filler of an argument: a mention of an entity, or a filler."""

    kind: str
    """The noun type of the mention, or `FILLER`."""
    id: str
    """The id of the entity or filler."""
    extent: Span
    head: Span
    """The declared head of a nominal mention; the extent of any other."""
    date: str | None
    """The date of a filler that is a time."""

    @property
    def filled(self) -> tuple[bool, str]:
        """Return the entity or filler, the same for all its mentions."""
        return self.kind == FILLER, self.id


class GoldArgument(NamedTuple):
    """An argument of an event mention."""

    hopper: int
    event_type: str | None
    """The event type; None if the ontology lacks it."""
    role: str | None
    filler: Filler
    realis: str
    candidate: Candidate
    is_quoted: bool
    """Whether the trigger or the argument starts or ends in a quotation."""

    @property
    def key(self) -> EreKey | None:
        """The argument that is scored; None if it is of another ontology, or in a quotation."""
        if self.event_type is None or self.role is None or self.is_quoted:
            return None
        return self.event_type, self.role, self.filler, self.realis


@dataclass(frozen=True)
class Gold:
    """The arguments and frames of one document."""

    candidates: Sequence[Candidate]
    """The mentions of entities in the order of the file, then the fillers."""
    arguments: Sequence[GoldArgument]
    """The arguments in the order of the file."""

    def hoppers(self) -> list[list[int]]:
        """Return the reference frames: the indices of each hopper's arguments, without Generic ones.

        As published, a frame is added after every mention of an event. The last of them contains the others.
        """
        places = ((one.hopper, place) for place, one in enumerate(self.arguments) if one.realis != "Generic")
        return [*grouped(places).values()]


def ere_gold(ere: EreDocument, quoted: Sequence[Sequence[int]]) -> Gold:
    """Return the arguments of a document without problems."""
    is_quoted = quotation_test(quoted)
    mentions = {
        mention.id: Candidate(mention.noun_type, entity.id, span_of(mention), _head(mention), None)
        for entity in ere.entities
        for mention in entity.mentions
    }
    fillers = {
        filler.id: Candidate(FILLER, filler.id, span_of(filler), span_of(filler), filler.nom_time)
        for filler in ere.fillers
    }
    # The id of an entity begins with the best noun type of its mentions.
    best = {
        entity.id: min([mention.noun_type for mention in entity.mentions], key=NOUN_TYPES.index, default="")
        for entity in ere.entities
    }
    arguments = []
    for number, hopper in enumerate(ere.hoppers):
        for event in hopper.event_mentions:
            scored_type, has_quoted_trigger = (
                scored_event_type(event.type, event.subtype),
                is_quoted(span_of(event.trigger)),
            )
            for argument in event.arguments:
                by_mention = argument.entity_mention_id
                candidate = fillers[argument.filler_id or ""] if by_mention is None else mentions[by_mention]
                filler: Filler
                if candidate.kind != FILLER:
                    filler = best[candidate.id], candidate.id
                elif argument.role == "time":  # as published, in small letters alone
                    filler = TIME, candidate.date or ""
                else:
                    filler = FILLER, candidate.id
                arguments.append(
                    GoldArgument(
                        hopper=number,
                        event_type=scored_type,
                        role=role_name(argument.role),
                        filler=filler,
                        realis=_realis(event.realis, argument.realis),
                        candidate=candidate,
                        is_quoted=has_quoted_trigger or is_quoted(candidate.extent),
                    )
                )
    return Gold([*mentions.values(), *fillers.values()], arguments)


def quotation_test(quoted: Iterable[Sequence[int]]) -> Callable[[Span], bool]:
    """Return a function that tells whether a span starts or ends in a quoted region. Spans around a region do not.

    Examples:
        >>> is_quoted = quotation_test([[5, 9], [20, 30]])
        >>> is_quoted((3, 5)), is_quoted((3, 12))
        (True, False)
    """
    regions = sorted((first, last) for first, last in quoted)
    starts, furthest = [first for first, _ in regions], [*accumulate((last for _, last in regions), max)]

    def is_quoted(span: Span) -> bool:
        for offset in span:
            before = bisect_right(starts, offset)
            if before and furthest[before - 1] >= offset:
                return True
        return False

    return is_quoted


def span_of(record: Extent | EntityMention | EreFiller) -> Span:
    """Return the first and the last offset of a record with offset and length."""
    return record.offset, record.offset + record.length - 1


def _head(mention: EntityMention) -> Span:
    return span_of(mention if mention.nom_head is None else mention.nom_head)


def _realis(of_event: str, is_asserted: bool | None) -> str:
    """Return Generic for a generic event, Other for an argument that is not asserted, else the event's realis."""
    return "Other" if of_event == "actual" and is_asserted is False else _REALIS[of_event]


def ere_problems(ere: EreDocument, quoted: Sequence[Sequence[int]]) -> Iterator[InputError]:
    """Yield problems for which the published scorer refuses a document."""
    is_quoted = quotation_test(quoted)
    place: Path = ("references", "ere")
    seen: set[tuple[str, str]] = set()
    for noun, path, record in _records(ere, place):
        if not isinstance(record, Entity) and record.length < 1:
            wanted = f"a length of at least 1 of the {noun}"
            yield InputError((*path, "length"), wanted=wanted, got=record.length)
        if not isinstance(record, Extent):
            if (noun, record.id) in seen:
                yield InputError((*path, "id"), wanted=f"an id that no other {noun} has", got=record.id)
            seen.add((noun, record.id))
    for number, (first, last) in enumerate(quoted):
        if first > last:
            wanted = "the start, then the end of the quoted region"
            yield InputError(("references", "quoted", number), wanted=wanted, got=[first, last])
    # An argument refers to the first of several records with one id.
    mentions = {mention.id: mention for entity in ere.entities[::-1] for mention in entity.mentions[::-1]}
    fillers = {filler.id: filler for filler in ere.fillers[::-1]}
    for path, event, argument in _argument_places(ere, place):
        filler = None if argument.filler_id is None else fillers.get(argument.filler_id)
        by_mention = argument.entity_mention_id
        filled = filler if by_mention is None else mentions.get(by_mention)
        if filled is None:
            wanted = "an entity_mention_id or a filler_id that the document has"
            yield InputError(path, wanted=wanted, got=msgspec.to_builtins(argument))
        elif is_quoted(span_of(event.trigger)) or is_quoted(span_of(filled)):
            continue
        elif argument.realis is None:
            yield InputError(path, wanted="a realis, true or false", got=msgspec.to_builtins(argument))
        elif (
            isinstance(filled, EreFiller)
            and argument.role == "time"
            and not filled.nom_time
            and scored_event_type(event.type, event.subtype) is not None
        ):
            wanted = "a filler with a nom_time, as the role is time"
            yield InputError(path, wanted=wanted, got=msgspec.to_builtins(argument))


def _records(ere: EreDocument, place: Path) -> Iterator[tuple[str, Path, Entity | EntityMention | EreFiller | Extent]]:
    """Yield every record that has a length or an id, with its noun and its path."""
    for number, entity in enumerate(ere.entities):
        path = (*place, "entities", number)
        yield "entity", path, entity
        for of_mention, mention in enumerate(entity.mentions):
            yield "mention", (*path, "mentions", of_mention), mention
            if mention.nom_head is not None:
                yield "nom_head", (*path, "mentions", of_mention, "nom_head"), mention.nom_head
    for number, filler in enumerate(ere.fillers):
        yield "filler", (*place, "fillers", number), filler
    for number, hopper in enumerate(ere.hoppers):
        for of_event, event in enumerate(hopper.event_mentions):
            yield "trigger", (*place, "hoppers", number, "event_mentions", of_event, "trigger"), event.trigger


def _argument_places(ere: EreDocument, place: Path) -> Iterator[tuple[Path, EventMention, EventArgument]]:
    """Yield each argument with its path and its event mention."""
    for number, hopper in enumerate(ere.hoppers):
        for of_event, event in enumerate(hopper.event_mentions):
            for of_argument, argument in enumerate(event.arguments):
                path = (*place, "hoppers", number, "event_mentions", of_event, "arguments", of_argument)
                yield path, event, argument
