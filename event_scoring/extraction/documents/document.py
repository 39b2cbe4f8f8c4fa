"""The structure of a document of event extraction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Protocol, TypeAlias, TypeVar

from msgspec.structs import replace

from event_scoring.documents.errors import Path
from event_scoring.documents.schema import Field, Integer, ListOf, Record, Text, optional
from event_scoring.documents.typed import IN_ORDER, UNREAD, DocumentPart, Float, Int, record_of

NULL_LABELS = ("NA", "None", "O", "")
"""Null labels, with which a prediction predicts nothing."""
EVENT_KEYS = ("events", "events_given_gold")
"""The keys of a document's lists of events."""
TokenOffset = Annotated[Int, Integer("token offset")]
CharacterOffset = Annotated[Int, Integer("character offset")]
Span = tuple[TokenOffset, TokenOffset]
"""The first token and the token after the last."""


class PlacedText(DocumentPart, frozen=True, gc=False):
    """Words of the document, and their place."""

    bare_text = "text"

    span: Annotated[Span | None, "first token and the token after the last"] = None
    text: Annotated[str | None, "the words, where a prediction has no span"] = None
    start: Annotated[CharacterOffset | None, "first character in `text`"] = None
    end: Annotated[CharacterOffset | None, "the character after the last"] = None


class Argument(PlacedText, frozen=True, kw_only=True, gc=False):
    """An argument of an event."""

    claimed: Annotated[bool | None, "whether a model wrote the position"] = None
    head: Annotated[TokenOffset | None, 'its head token; for the tier "head"'] = None
    role: Annotated[str, Text(label="role", may_be_empty=True), "the argument role"]
    score: Annotated[Float | None, "the system's confidence"] = None
    entity: Annotated[str | None, "the entity or the entity mention that it is"] = None
    entity_type: Annotated[str | None, 'its entity type; for convention "code4struct"'] = None
    event: Annotated[str | None, "the event that it is, by its `id` (stand-off documents)"] = None
    type: Annotated[str | None, 'the type of its own characters; "Entity" by default (stand-off documents)'] = None


class Trigger(PlacedText, frozen=True, gc=False):
    """The words that express an event."""

    claimed: Annotated[bool | None, "whether a model wrote the position"] = None
    head: Annotated[TokenOffset | None, 'its head token; for the tier "head"'] = None
    id: Annotated[str | None, "the name of the characters (stand-off documents)"] = None


class Event(DocumentPart, frozen=True):
    """An event: its trigger, its type and its arguments."""

    trigger: Annotated[
        Trigger | None, "the words that express the event; predictions on given triggers may name them by `id`"
    ] = None
    type: Annotated[
        str | None,
        Text(label="type", may_be_empty=True),
        "the event type; predictions on given triggers may lack it",
    ] = None
    score: Annotated[Float | None, "the system's confidence"] = None
    arguments: Annotated[list[Argument] | None, "the arguments of the event"] = None
    id: Annotated[str | None, "the name of the trigger, or of the event"] = None
    event: Annotated[str | None, "the event of which this is one of several triggers"] = None
    empty_roles: Annotated[list[str] | None, "roles that the system named without a filler"] = None


class EntityMention(PlacedText, frozen=True, gc=False):
    """A mention of an entity in the document."""


class Entity(DocumentPart, frozen=True):
    """A participant in events."""

    id: Annotated[str, "its name, by which arguments may mean it"]
    mentions: Annotated[list[EntityMention] | None, "its mentions in the document"] = None
    type: Annotated[str | None, "its type (stand-off documents)"] = None
    start: Annotated[CharacterOffset | None, "first character in `text`"] = None
    end: Annotated[CharacterOffset | None, "the character after the last"] = None
    given: Annotated[bool | None, "whether systems are given it; they are unless it says no (stand-off documents)"] = (
        None
    )


class Modification(DocumentPart, frozen=True, kw_only=True, gc=False):
    """A negation or speculation of an event."""

    id: Annotated[str | None, "its name"] = None
    type: Annotated[str, "modification of the event: Negation or Speculation"]
    event: Annotated[str, "the event, by its `id`"]


class OtherLine(DocumentPart, frozen=True, gc=False):
    """A line of another kind in a BioNLP file."""

    line: Annotated[Int, Integer("line number"), "where it stands"]
    text: Annotated[str, "the line"]
    given: Annotated[bool | None, "whether it is in the file that systems are given"] = None


class NamedMention(DocumentPart, frozen=True, gc=False):
    """A mention that clusters name."""

    id: Annotated[str, "its name"]
    span: Annotated[Span, "its tokens"]


class JudgeAnswers(DocumentPart, frozen=True, gc=False):
    """Answers of a judge about a document, for precision and for recall."""

    precision: Annotated[str | None, "about predictions that differ from the references"] = None
    recall: Annotated[str | None, "about references that differ from the predictions"] = None


class ExtractionDocument(DocumentPart, frozen=True, kw_only=True):
    """A document of event extraction."""

    doc_id: Annotated[str | None, "the document's name; both sides must agree"] = None
    tokens: Annotated[list[str] | None, IN_ORDER, "the words; needed where text must be found"] = None
    text: Annotated[str | None, "the text that character offsets mean"] = None
    trigger_candidates: Annotated[list[Span] | None, "read on the references' side"] = None
    argument_candidates: Annotated[list[Span] | None, "read on the references' side"] = None
    argument_candidate_entities: Annotated[
        list[Annotated[Int, Integer("entity number")]] | None,
        IN_ORDER,
        'the entity of each argument candidate; for convention "omnievent" only',
    ] = None
    events: Annotated[list[Event], "the events of the document"]
    events_given_gold: Annotated[
        list[Event] | None,
        'predictions on the reference triggers, one event for each; mode "gold" takes them instead',
    ] = None
    unparsed: Annotated[Int | None, "how many of the system's texts could not be read"] = None
    sentences: Annotated[list[Span] | None, "the tokens of each sentence"] = None
    heads: Annotated[list[TokenOffset] | None, IN_ORDER, "the syntactic head of each token"] = None
    mentions: Annotated[list[NamedMention] | None, "the mentions that clusters name"] = None
    entities: Annotated[
        list[Entity] | None,
        'entities with their mentions, read on the side of the references; for the tier "coref"',
    ] = None
    clusters: Annotated[list[list[str]] | None, "coreferent mentions, by name"] = None
    modifications: Annotated[list[Modification] | None, IN_ORDER, "negated or speculated events (BioNLP)"] = None
    equivalents: Annotated[
        list[Annotated[list[str], IN_ORDER]] | None, IN_ORDER, "entities that are one, by `id` (BioNLP)"
    ] = None
    equivalents_after: Annotated[
        list[Annotated[Int, Integer("number of events")]] | None,
        IN_ORDER,
        "the number of events before each of `equivalents`; empty if unknown",
    ] = None
    other_lines: Annotated[list[OtherLine] | None, IN_ORDER, "other lines of a BioNLP file"] = None
    unanswered: Annotated[bool | None, "whether a system wrote nothing for the document (BioNLP leaves it out)"] = None
    negative_triggers: Annotated[list[str] | None, "names of words that express no event"] = None
    unparsed_because: Annotated[str | None, "why they could not be read"] = None
    word_rule: Annotated[str | None, "the rule by which `text` was tokenized"] = None
    answer: Annotated[str | None, UNREAD, 'the whole answer; for convention "instructuie"'] = None
    judge_answers: Annotated[JudgeAnswers | None, UNREAD, 'the answers of a judge; for convention "raee"'] = None
    repaired: Annotated[list[str] | None, "repairs of the system's text, by kind"] = None


Item = TypeVar("Item", Trigger, Argument)
Documents: TypeAlias = Sequence[ExtractionDocument]
Sides: TypeAlias = "tuple[ExtractionDocument, ExtractionDocument]"
"""A prediction and its reference."""


def items_of(event: Event, path: Path) -> Iterator[tuple[Path, Trigger | Argument]]:
    """Yield the trigger and the arguments of an event with their paths; an empty trigger if it has none."""
    yield (*path, "trigger"), event.trigger or NO_TRIGGER
    for place, argument in enumerate(event.arguments or ()):
        yield (*path, "arguments", place), argument


class ItemChange(Protocol):
    """A function of a trigger or an argument and its path, which returns the item to put in its place."""

    def __call__(self, item: Item, path: Path) -> Item: ...


def with_items(document: ExtractionDocument, side: str, change: ItemChange) -> ExtractionDocument:
    """Return a document whose triggers and arguments are changed by a function."""
    changed: dict[str, list[Event]] = {}
    for key in EVENT_KEYS:
        events: list[Event] | None = getattr(document, key)
        if events is not None:
            changed[key] = [
                replace(
                    event,
                    trigger=event.trigger and change(event.trigger, (side, key, number, "trigger")),
                    arguments=event.arguments
                    and [
                        change(argument, (side, key, number, "arguments", place))
                        for place, argument in enumerate(event.arguments)
                    ],
                )
                for number, event in enumerate(events)
            ]
    return replace(document, **changed)


NO_TRIGGER = Trigger()
SPAN = ListOf(Integer("token offset"), length=2)
ARGUMENT = record_of(Argument)
EVENT = record_of(Event)
ENTITY = record_of(Entity)
EXTRACTION_DOCUMENT = record_of(ExtractionDocument)
_PLACE = ("span", "start", "end")


def _identifying_parts(names: Sequence[str], *, with_arguments: bool) -> Record:
    """Return the schema of what identifies a reference; of triggers and arguments it has the named fields."""
    fields = [*map(ARGUMENT.field, names)]
    of_event = [optional("trigger", Record(*fields)), EVENT.field("type")]
    others = []
    if with_arguments:
        labels = map(ARGUMENT.field, ("role", "entity", "event", "type"))
        of_event.append(optional("arguments", ListOf(Record(*fields, *labels))))
        others = [*map(EXTRACTION_DOCUMENT.field, ("modifications", "equivalents"))]
    return Record(EXTRACTION_DOCUMENT.field("tokens"), Field("events", ListOf(Record(*of_event))), *others)


COMPARED = {flag: _identifying_parts(_PLACE, with_arguments=flag) for flag in (False, True)}
"""The parts that identify a reference, by whether arguments are scored."""
COMPARED_WITH_TEXTS = {flag: _identifying_parts((*_PLACE, "text"), with_arguments=flag) for flag in (False, True)}
"""Parts that identify a reference of texts without places: those of `COMPARED`, and the texts."""
