"""Convention "maven-arg": means over roles of given triggers, as MAVEN-Arg's scorer takes them.

THU-KEG/MAVEN-Argument b267244, `evaluate.py`; "key" below is its word for a trigger with the type and a role.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from event_scoring.documents.errors import Description, InputError
from event_scoring.documents.unicode_text import plain_text
from event_scoring.extraction.conventions.measure import Counted, EventMeasure
from event_scoring.extraction.counting import Outcome, left_out
from event_scoring.extraction.documents.document import NULL_LABELS, Argument, Event, ExtractionDocument, Sides
from event_scoring.extraction.documents.problems import events_read, missing_keys
from event_scoring.extraction.documents.standoff import names_events, with_named_positions
from event_scoring.extraction.documents.text_to_tokens import with_words
from event_scoring.extraction.items import Document
from event_scoring.extraction.measure_options import MavenArgOptions
from event_scoring.matching import cheapest_cells, grouped
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Match, in_row, outcomes_of, outcomes_of_items
from event_scoring.statistics.precision_recall import ratio

LEVELS = ("mention", "entity", "event")
MEASURES = ("em", "precision", "recall", "f1")
NO_EVENT = "NA"
"""The event of a trigger without an event."""
NOT_ENTITY = "non-entity"
"""A part of the names of arguments that are not entities."""
NOBODY = "<NA>"
"""The text of such arguments where they do not count."""

Place: TypeAlias = "tuple[int, int]"
"""The numbers of an event and of its argument."""
Entities: TypeAlias = "list[list[str]]"
"""The texts of the mentions of each entity."""


class BagOfWords(NamedTuple):
    """A text as it is compared, and its words."""

    text: str
    words: Counter[str]
    size: int

    def precision_recall_f1(self, guess: BagOfWords) -> tuple[float, float, float]:
        """Return precision, recall and F1 of the words of a predicted text against this one."""
        if self.words.keys().isdisjoint(guess.words):
            return 0.0, 0.0, 0.0
        shared = sum(min(number, guess.words[word]) for word, number in self.words.items())
        precision, recall = shared / guess.size, shared / self.size
        return precision, recall, 2 * precision * recall / (precision + recall)


@lru_cache(2**14)
def bag_of_words(text: str) -> BagOfWords:
    """Return a text in lower case, without punctuation and articles, with its words."""
    compared = plain_text(text)
    words = compared.split()
    return BagOfWords(compared, Counter(words), len(words))


def best_assignment(annotated: Sequence[BagOfWords], predicted: Sequence[BagOfWords]) -> list[tuple[int, int]]:
    """Return the assigned pairs, by mention; a single mention or prediction takes the first of its best."""
    pairs = len(annotated) * len(predicted)
    check_number_of_pairs(pairs, "a mention and a prediction of one role", ("references", "events"))
    if len(annotated) == len(predicted) == 1:
        return [(0, 0)]
    table = [[one.precision_recall_f1(other)[2] for other in predicted] for one in annotated]
    if len(predicted) == 1:
        column = [values[0] for values in table]
        return [(column.index(max(column)), 0)]
    if len(annotated) == 1:
        return [(0, table[0].index(max(table[0])))]
    return cheapest_cells(-np.array(table))


class Row(NamedTuple):
    """The values that the scorer averages: exact match, and precision, recall and F1 of bags of words."""

    em: float = 0.0
    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0


@dataclass
class Rows:
    """The rows of one document."""

    zero: int = 0
    """The number of rows that are zero by rule, at every level."""
    mention: list[Row] = field(default_factory=list)
    entity: list[Row] = field(default_factory=list)
    event: list[Row] = field(default_factory=list)
    of_triggers: list[tuple[tuple[str, str], list[Row]]] = field(default_factory=list)
    """The rows of the entities of each trigger, after the key of its event and role."""
    outside: int = 0
    """The number of predicted arguments whose role the schema does not list for the type of their event."""
    unreachable: int = 0
    """The number of reference arguments without words, which no text can match."""
    outcomes: list[dict[str, Any]] = field(default_factory=list)
    """The outcome of each argument of either side."""

    def sums(self) -> dict[str, float]:
        """Return the number of rows at each level, and their sums."""
        found: dict[str, float] = {"unreachable": self.unreachable}
        for level in LEVELS:
            rows: list[Row] = getattr(self, level)
            found[f"{level}_rows"] = len(rows) + self.zero
            for place, name in enumerate(MEASURES):
                found[f"{level}_{name}_sum"] = sum((row[place] for row in rows), 0.0)
        return found


def rows_of_document(document: Document, roles: Mapping[str, Sequence[str]], ignore_non_entity: bool = False) -> Rows:
    """Return the rows of one document at the levels of mentions and entities; `best_of_events` adds those of events.

    These are the loops over triggers and roles of `compute_mention_level_F1` and `compute_entity_coref_level_F1`.

    Args:
        document: Both sides; each event has an id.
        roles: The roles of each event type.
        ignore_non_entity: Replace arguments that are not entities by one text that matches no prediction.

    Examples:
        One trigger. Its Agent is found, its Place is missed, and the predicted Time is not in the schema.

        >>> arguments = [{"role": "Agent", "text": "the rebels"}, {"role": "Place", "text": "Rome"}]
        >>> predicted = [{"role": "Agent", "text": "two rebels"}, {"role": "Time", "text": "noon"}]
        >>> trigger = {"id": "t", "type": "Attack", "trigger": {"text": "attacked"}}
        >>> prediction = {"events": [{**trigger, "arguments": predicted}]}
        >>> reference = {"text": "the rebels attacked Rome", "events": [{**trigger, "arguments": arguments}]}
        >>> roles = {"Attack": ["Agent", "Place"]}
        >>> import msgspec
        >>> from event_scoring.extraction.documents.document import ExtractionDocument
        >>> sides = msgspec.convert([prediction, reference], list[ExtractionDocument])
        >>> rows = rows_of_document(Document(*sides), roles)
        >>> rows.mention[0].precision, rows.mention[0].recall, rows.zero
        (0.5, 1.0, 1)
        >>> [(*one["item"], one["category"], one["partner"]) for one in rows.outcomes]
        [('predictions', [0, 0], 'other_words', [0, 0]), ('references', [0, 0], 'other_words', [0, 0]), \
('references', [0, 1], 'missed', None)]

        The score of mentions is the mean of one such row and one row of zeros.

        >>> from event_scoring import score_extraction
        >>> score_extraction([prediction], [reference], convention="maven-arg", roles=roles)["mention_recall"]
        0.5
    """
    found = Rows()
    predicted, events = _predicted(document), document.reference.events
    names = {event.id: _event_name(document, event) for event in reversed(events)}
    negative = frozenset(document.reference.negative_triggers or ())
    of_none = f"{document.doc_id or document.number}-{NO_EVENT}"
    for (trigger, key), of_key in predicted.items():
        # The published program looks for the event at the second place between hyphens of document and event.
        # Differs from MAVEN-Arg: a negative trigger is one of its document; its scorer looks for its name in all.
        name = of_none if trigger in negative else names.get(trigger, "-")
        if name.split("-", 2)[1] == NO_EVENT:
            found.zero += 1
            found.outcomes += outcomes_of(Match(place, None) for place in of_key.places)
        elif key.removeprefix(f"{of_key.type}.") not in roles.get(of_key.type or "", ()):
            found.outside += len(of_key.places)
    for number, event in enumerate(events):
        kind, trigger = event.type or "", event.id or ""
        annotated = _annotated(document, number, event, ignore_non_entity)
        for role in dict.fromkeys(roles.get(kind, ())):
            key, reference = f"{kind}.{role}", annotated.get(role)
            prediction = None if trigger in negative else predicted.get((trigger, key))
            if reference is None and prediction is None:
                continue
            if reference is None or prediction is None or prediction.type != kind:
                found.zero += 1
                predictions, references = (of_side.places if of_side else () for of_side in (prediction, reference))
                found.outcomes += outcomes_of_items(predictions, references, ())
                continue
            mentions, of_entities, pairs = score_role(reference.entities, prediction.texts)
            found.unreachable += sum(not bag_of_words(text).size for texts in reference.entities for text in texts)
            found.mention += mentions
            found.entity += of_entities
            found.outcomes += _outcomes_of_key(prediction.places, reference.places, pairs)
            group = f"{names[trigger]}-{trigger}".rsplit("-", 1)[0]
            found.of_triggers.append(((group, key), of_entities))
    return found


class RoleRows(NamedTuple):
    """The rows of a key that is both annotated and predicted."""

    mentions: list[Row]
    entities: list[Row]
    pairs: list[tuple[int, int, Row]]
    """The index of a mention, the index of its matched prediction, and the unweighted credit."""


def score_role(entities: Entities, texts: Sequence[str]) -> RoleRows:
    """Return the rows of the mentions and of the entities of a key that is both annotated and predicted.

    These are `find_optimal_match` and, for entities, the loop over `merge_entity_score`. Mentions and predictions are
    paired one to one for the largest sum of F1; scipy decides between equal sums. Rows of mentions are weighed by the
    smaller number of the two over the larger. The row of an entity is the first of its pairs with the largest F1
    above 0.

    Examples:
        >>> rows = score_role([["rebels", "they"], ["the army"]], ["rebels"])
        >>> [round(row.f1, 3) for row in rows.mentions], [row.f1 for row in rows.entities]
        ([0.333], [1.0, 0.0])
    """
    annotated = [bag_of_words(text) for mentions in entities for text in mentions]
    entity_of = [number for number, mentions in enumerate(entities) for _ in mentions]
    predicted = [bag_of_words(text) for text in texts]
    found = RoleRows([], [Row()] * len(entities), [])
    if not predicted:
        return found
    weight = min(len(annotated), len(predicted)) / max(len(annotated), len(predicted))
    for place, other in best_assignment(annotated, predicted):
        one, guess, entity = annotated[place], predicted[other], entity_of[place]
        pair = Row(float(one.text == guess.text), *one.precision_recall_f1(guess))
        found.mentions.append(Row(*(weight * value for value in pair)))
        found.pairs.append((place, other, pair))
        if pair.f1 > found.entities[entity].f1:
            found.entities[entity] = pair
    return found


def best_of_events(corpus: Sequence[Rows]) -> None:
    """Fill in the rows at the level of events: the best of all triggers of an event, entity by entity.

    Exact match is maximized separately; the other values come from the first trigger with the largest F1. As in the
    scorer, events are identified by their names over the corpus. Their rows belong to the document in which they occur
    first. A trigger with more entities for a role than the first trigger of its event is refused.
    """
    first: dict[tuple[str, str], tuple[Rows, int, int]] = {}
    for number, rows in enumerate(corpus):
        for event, of_trigger in rows.of_triggers:
            if event not in first:
                first[event] = rows, len(rows.event), len(of_trigger)
                rows.event += of_trigger
                continue
            home, start, length = first[event]
            if len(of_trigger) > length:
                wanted = (
                    "no more entities of a role than at the event's first trigger, because its triggers are compared"
                )
                raise InputError(("references", number, "events"), wanted=f"{wanted} entity by entity")
            for place, other in enumerate(of_trigger, start):
                one = home.event[place]
                better = other if other.f1 > one.f1 else one
                home.event[place] = better._replace(em=max(one.em, other.em))


class MavenArg(EventMeasure[MavenArgOptions]):
    """Each role of each trigger is a row, or several; the scores are the means of the rows."""

    name = "maven-arg"
    title = "MAVEN-Arg"
    options = MavenArgOptions
    reason = (
        "MAVEN-Arg's scorer compares texts (exact match and bag of words) role by role of given triggers and takes "
        "means over roles, entities or events, not sums over arguments: a missed role costs one row whatever its "
        "arguments, further predictions for a role are free at the levels of entities and events, and predictions "
        "under a wrong event type are never counted as spurious."
    )
    trigger_scores = {}
    argument_scores = {}
    by_role = ""
    modes = ("gold",)
    needed_keys = ("id", "type")
    places_texts = False
    no_tiers = "compares texts already, word by word"
    counting = "means"
    average = "roles"
    unreachable_because = "they are articles and punctuation alone, and only words are compared"
    published = (
        Published(
            name="MAVEN-Arg",
            year="2024",
            users="Wang et al.",
            choose_for="papers on MAVEN-Arg",
            counts="Means over roles of exact match and bags of words, for mentions, entities, events",
            faults=(
                "Spurious predictions cost nothing for entities and events; a wrong type is never "
                "penalised; an empty answer scores more than a missing one"
            ),
            original="THU-KEG/MAVEN-Argument b267244",
            checked_by="`golden/extraction_mavenarg.json`, `extraction/conventions/test_maven_arg.py`",
            options={"convention": "maven-arg"},
            needs="`roles` of each type",
            rule=rows_of_document,
            steps=(score_role, best_of_events),
        ),
    )

    def read(self, prediction: ExtractionDocument, reference: ExtractionDocument, options: MavenArgOptions) -> Sides:
        """Return both sides; where triggers name their events, texts and characters stay as they are given."""
        if names_events(reference):
            return with_words(*with_named_positions(prediction, reference))
        return super().read(prediction, reference, options)

    def problems_as_read(self, document: Document, options: MavenArgOptions) -> Iterator[InputError]:
        """Yield errors for missing or repeated names, types outside the schema and arguments without text."""
        yield from missing_keys(document.prediction, options, ("id", "type"))
        reference = document.reference
        roles = options.roles_by_type
        names = set[str]()
        for number, event in enumerate(reference.events):
            path, name = ("references", "events", number), event.id
            if name is None:
                wanted = "a name by which predictions name the trigger"
                yield InputError(path, wanted=wanted, says='missing key "id", by which predictions name the trigger')
            elif name in names:
                yield _repeated(name, path)
            else:
                names.add(name)
            if event.type not in roles:
                yield InputError((*path, "type"), wanted="one of the types of `roles`", got=event.type)
        predicted = (("predictions", key, events) for key, events in events_read(document.prediction, options))
        for side, key, events in (("references", "events", reference.events), *predicted):
            for number, event in enumerate(events):
                if not all(_has_words(document, argument) for argument in event.arguments or ()):
                    wanted = '"text", "start" and "end" in the text of the document, or a "span" of "tokens"'
                    yield InputError((side, key, number, "arguments"), wanted=wanted, got=Description("none"))

    def counts_alone(self, options: MavenArgOptions) -> bool:
        return False

    def count_all(self, documents: Iterable[Document], options: MavenArgOptions, details: bool) -> Counted:
        """Refuse names that occur twice in the corpus, and add the best triggers of each event."""
        names, documents = set[str](), [*documents]
        for document in documents:
            for number, event in enumerate(document.reference.events):
                name = event.id or ""
                if name in names:
                    raise _repeated(name, ("references", document.number, "events", number))
                names.add(name)
        roles = options.roles_by_type
        corpus = []
        for document in documents:
            try:
                corpus.append(rows_of_document(document, roles, options.ignore_non_entity))
            except InputError as error:
                raise in_row(error, document.number) from None
        best_of_events(corpus)
        for document, rows in zip(documents, corpus, strict=True):
            dropped = left_out(
                document, document.predictions.arguments, document.labelled_predictions.arguments, rows.outside
            )
            outcomes = rows.outcomes if details else ()
            yield document, {"gold/": Outcome({}, sums=rows.sums(), outcomes=outcomes, **dropped)}

    def scores(self, sums: Sums, prefix: str, options: MavenArgOptions) -> Scores:
        return {
            f"{level}_{name}": ratio(
                sums[f"{prefix}{level}_{name}_sum"], sums[f"{prefix}{level}_rows"], options.zero_division
            )
            for level in LEVELS
            for name in MEASURES
        }

    def counts(self, sums: Sums, prefix: str, options: MavenArgOptions) -> Scores:
        return {f"{level}_rows": sums[f"{prefix}{level}_rows"] for level in LEVELS}


class Annotated(NamedTuple):
    """The reference arguments of a key."""

    entities: Entities
    places: list[Place]
    """The place of each mention of the first entity, then of the second, and so on."""


class Predicted(NamedTuple):
    """The predicted arguments of a key."""

    type: str | None
    texts: list[str]
    places: list[Place]


def _annotated(document: Document, number: int, event: Event, ignore_non_entity: bool) -> dict[str, Annotated]:
    """Return the mentions of each entity, by role; an argument without an entity is an entity of its own."""
    mentions: list[tuple[tuple[str, object], tuple[str, Place]]] = []
    for place, argument in enumerate(event.arguments or ()):
        if event.type in NULL_LABELS or argument.role in NULL_LABELS:
            continue
        entity, text = argument.entity, _text(document, argument)
        if ignore_non_entity and entity is not None and NOT_ENTITY in entity:
            text = NOBODY
        mentions.append(((argument.role, place if entity is None else entity), (text, (number, place))))
    found: dict[str, Annotated] = {}
    for (role, _), of_entity in grouped(mentions).items():
        of_role = found.setdefault(role, Annotated([], []))
        of_role.entities.append([text for text, _ in of_entity])
        of_role.places.extend(place for _, place in of_entity)
    return found


def _predicted(document: Document) -> dict[tuple[str, str], Predicted]:
    """Return the predictions of each key without a null label, by trigger id; of a repeated key the last."""
    found = {}
    for number, event in enumerate(document.given_gold.listed):
        roles: dict[str, Predicted] = {}
        for place, argument in enumerate(event.arguments or ()):
            of_role = roles.setdefault(argument.role, Predicted(event.type, [], []))
            of_role.texts.append(_text(document, argument))
            of_role.places.append((number, place))
        for role in event.empty_roles or ():
            roles.setdefault(role, Predicted(event.type, [], []))
        for role, of_role in roles.items():
            if event.type not in NULL_LABELS and role not in NULL_LABELS:
                found[event.id or "", f"{event.type}.{role}"] = of_role
    return found


def _outcomes_of_key(
    predictions: Sequence[Place], references: Sequence[Place], pairs: Iterable[tuple[int, int, Row]]
) -> Iterator[dict[str, Any]]:
    """Yield the outcomes of a key's arguments; paired ones with a word in common earn the F1 of their words."""
    alike = (
        Match(predictions[guess], references[mention], "right" if row.em else "other_words", max(row.f1, row.em))
        for mention, guess, row in pairs
        if row.f1 or row.em
    )
    return outcomes_of_items(predictions, references, alike)


def _has_words(document: Document, argument: Argument) -> bool:
    """Whether an argument has a text or a place in the document; a place that a model wrote may be anywhere."""
    by_characters = argument.start is not None and document.text is not None
    by_tokens = argument.span is not None and document.tokens is not None
    return argument.text is not None or by_characters or by_tokens or bool(argument.claimed)


def _text(document: Document, argument: Argument) -> str:
    """Return the text of an argument: the given one, or that of its characters or tokens."""
    if argument.text is not None:
        return argument.text
    if argument.start is not None:
        return (document.text or "")[argument.start : argument.end]
    return document.passage(*(argument.span or (0, 0)))


def _event_name(document: Document, event: Event) -> str:
    """Return the names of the document and the event of a trigger, joined by a hyphen."""
    name = event.event
    return f"{document.doc_id or document.number}-{event.id if name is None else name}"


def _repeated(name: str, path: tuple[str | int, ...]) -> InputError:
    return InputError((*path, "id"), wanted="a name that no other trigger has", got=name)


MAVEN_ARG = MavenArg()
