"""Events that a model writes: one rule for Text2Event, UIE, IEPile, KnowCoder and OmniEvent's sequences.

Texts are compared as they are written (`unit="text"`), or get places in the sentence first (`unit="span"`, "head").
The scorers that follow this rule are measures that state their options; see `generated.presets`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.conventions.generated.counting import (
    WAYS,
    Compared,
    Pair,
    arguments_of_matched_events,
    matches,
    outcomes,
    partial_matches,
)
from event_scoring.extraction.conventions.generated.options import AS_WRITTEN, AsWrittenOptions, WrittenOptions
from event_scoring.extraction.conventions.generated.placing import Placing
from event_scoring.extraction.conventions.generated.texts import CREDITS, TEXT_FORMS
from event_scoring.extraction.conventions.generated.written import (
    REASONS,
    Mention,
    Reading,
    Sentence,
    WrittenEvent,
    dropped_records,
    mentions_of,
    merges_mentions,
    written_events,
)
from event_scoring.extraction.conventions.measure import ELSEWHERE, EventMeasure
from event_scoring.extraction.counting import PARTS, Outcome, count_scores
from event_scoring.extraction.details import records_with_documents
from event_scoring.extraction.documents.document import ExtractionDocument
from event_scoring.extraction.items import NO_ARGUMENT, Document, Item, Span, key_of
from event_scoring.matching import distinct
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.notes import note_sentences
from event_scoring.scoring.task import Counts

Written = TypeVar("Written", bound=WrittenOptions)


class WrittenEvents(EventMeasure[Written]):
    """Texts as they are written, or the places that they take; how repeats count is an option."""

    knows_null_labels = True
    null_labels = ()
    modes = ("pipeline",)
    needed_keys = ()
    is_written = True
    places_texts = False
    has_error_kinds = False
    lists_not_found = False
    by_role = "argument_classification"
    no_tiers = AS_WRITTEN
    counting = "written"
    average = ""
    notes = {"elsewhere": ELSEWHERE}
    skips_unplaced: ClassVar[bool] = True
    """Whether a trigger that is nowhere in the text drops only its own event, with either value of `exhausted`."""
    rereads: ClassVar[bool] = False
    """Whether it changes labels or texts before they are compared, other than by `text_form`."""

    def compares_texts(self, options: Written) -> bool:
        return options.unit == "text"

    def problems_as_read(self, document: Document, options: Written) -> Iterator[InputError]:
        """Yield the errors of all measures, and one where words are compared or searched and the document has none."""
        yield from super().problems_as_read(document, options)
        if document.tokens is not None or document.text is not None:
            return
        purpose = ""
        if document.prediction.events and self.reads_words(options):
            purpose = f"in which {self.title} looks for predicted texts"
        elif options.unit != "span" and _has_bare_spans(document):
            purpose = f"whose words {self.title} compares"
        if purpose:
            wanted = f'the "text" or "tokens" of the document, {purpose}'
            yield InputError(("references",), wanted=wanted, got=Description("neither"))

    def reads_words(self, options: Written) -> bool:
        """Whether the numbers depend on the words of the document."""
        return self.drops_outside(options)

    def count_items(self, document: Document, options: Written, details: bool) -> dict[str, Outcome]:
        """Return the counts of triggers and of arguments, by the prefix of columns.

        Both sides are read (`read_events`). Predictions outside the schema or the sentence are dropped (`inside`), and
        texts get their places, if these are compared (`placing`). Then equal items are counted (`compare`).
        """
        sentence = Sentence.of(document)
        is_answer = document.prediction.unparsed is not None
        predictions = Reading(sentence, options, is_answer=is_answer)
        references = Reading(sentence, options, is_reference=True)
        annotated = [*self.read_events(written_events(document.reference.events, sentence), references)]
        listed = self.read_events(written_events(document.prediction.events, sentence), predictions)
        listed = self.inside(listed, predictions)
        if options.unit == "head":
            annotated = [*self.placing(references).heads(annotated)]
            listed = self.placing(predictions).heads(listed)
        elif options.unit == "span":
            listed = self.placing(predictions).events(listed)
        predicted = [*listed]
        facts = {"not_read": mentions_of(document.reference.events) - mentions_of(annotated)}
        if options.unit == "span":
            facts["elsewhere"] = _elsewhere(document, sentence, predicted, annotated)
        if self.rereads and self.compares_texts(options):
            given = [written_events(side.events, sentence) for side in (document.prediction, document.reference)]
            facts["merged"] = int(merges_mentions(given, (predicted, annotated)))
        sides = [self.compared_items(events, options) for events in (predicted, annotated)]
        found = {}
        for prefix in options.prefixes:
            found[prefix] = self.compare(sides, prefix, options, details)
            lost = [one for one in predictions.dropped if (one.argument >= 0) == bool(prefix)]
            found[prefix].discarded = {reason: sum(one.reason == reason for one in lost) for reason in REASONS}
            if details:
                found[prefix].lists = {"dropped": dropped_records(lost, document.prediction.events, sentence)}
        found[options.prefixes[0]].sums |= facts
        return found

    def read_events(self, events: Sequence[WrittenEvent], reading: Reading[Written]) -> Iterable[WrittenEvent]:
        """Return the events of a side as this scorer reads them."""
        return events

    def inside(self, events: Iterable[WrittenEvent], reading: Reading[Written]) -> Iterator[WrittenEvent]:
        """Yield predictions of the schema and, with `outside_text="drop"`, with texts that the sentence has."""
        options, only_inside = reading.options, self.drops_outside(reading.options)

        def is_outside(mention: Mention) -> bool:
            return only_inside and not self.has_text(reading.sentence, mention.text)

        for event in events:
            if not self.is_type(event.type, options):
                reading.drop_event(event, "schema")
            elif is_outside(event.trigger):
                reading.drop_event(event, "not_in_text")
            else:
                kept = []
                for argument in event.arguments:
                    if not self.is_role(event.type, argument.label, options):
                        reading.drop(event, [argument], "schema")
                    elif is_outside(argument):
                        reading.drop(event, [argument], "not_in_text")
                    else:
                        kept.append(argument)
                yield event if len(kept) == len(event.arguments) else event._replace(arguments=kept)

    def drops_outside(self, options: Written) -> bool:
        return options.outside_text == "drop"

    def is_type(self, kind: str, options: Written) -> bool:
        """Whether a predicted type is one of the schema."""
        return options.allows_type(kind)

    def is_role(self, kind: str, role: str, options: Written) -> bool:
        """Whether a predicted role is one of the schema."""
        return options.allows_role(kind, role)

    def has_text(self, sentence: Sentence, text: str) -> bool:
        """Whether a sentence has a text, as tokens joined by spaces or as the document writes it."""
        return text in sentence.text or text in (sentence.document_text or "")

    def placing(self, reading: Reading[Written]) -> Placing:
        """Return what gives the texts of a sentence their places."""
        return Placing(reading, self.skips_unplaced)

    def compared_items(self, events: Iterable[WrittenEvent], options: Written) -> Compared:
        """Return the triggers and arguments of events, of which their texts or their places are compared."""
        triggers, arguments = list[Item](), list[Item]()
        form, by_text = TEXT_FORMS[options.text_form], options.unit == "text"
        for event in events:
            text = form(self.trigger_text(event.trigger.text))
            trigger: Any = text if by_text else self.compared_place(event.trigger.span)
            if trigger is not None:
                triggers.append(Item(event.number, NO_ARGUMENT, trigger, event.type, trigger, event.type, text))
            for argument in event.arguments:
                text = form(argument.text)
                own: Any = text if by_text else self.compared_place(argument.span)
                arguments.append(Item(event.number, argument.argument, trigger, event.type, own, argument.label, text))
        return triggers, arguments

    def trigger_text(self, text: str) -> str:
        """Return what of the text of a trigger is compared."""
        return text

    def compared_place(self, span: Span | None) -> Any:
        """Return what of a place is compared."""
        return span

    def compare(self, sides: Sequence[Compared], prefix: str, options: Written, details: bool) -> Outcome:
        """Return what counts of triggers (prefix "") or of arguments."""
        scores = self.argument_scores if prefix else self.trigger_scores
        predictions, references = (side[1 if prefix else 0] for side in sides)
        if prefix and options.arguments_within == "event":
            predictions, references = arguments_of_matched_events(sides)
            scores = {name: tuple(dict.fromkeys(("trigger", *parts))) for name, parts in scores.items()}
        repeats = options.repeats
        outcome = Outcome(count_scores(scores, predictions, references, WAYS[repeats]))
        right: Sequence[Pair] = ()
        main = scores[self.by_role if prefix else "trigger_classification"]
        if options.credit != "exact":
            credit = CREDITS[options.credit]
            compared = "span" if prefix else "trigger"
            for name, main in scores.items():
                key = key_of(*(part for part in main if part != compared))
                right = partial_matches(predictions, references, key, credit, repeats)
                outcome.sums[f"{name}_credit"] = sum(match.credit for match in right)
        elif details:
            right = matches(predictions, references, main, repeats)
        if details:
            if repeats == "set":
                predictions, references = (distinct(items, key_of(*main)) for items in (predictions, references))
            outcome.outcomes = [*outcomes(predictions, references, right, "role" if prefix else "type")]
        return outcome

    def counts(self, sums: Sums, prefix: str, options: Written) -> Scores:
        """Return the counts of each score, and how many answers and texts were lost."""
        result = super().counts(sums, prefix, options)
        for name in self.present(sums, prefix):
            result |= {f"{name}_{part}": sums[f"{prefix}{name}_{part}"] for part in PARTS[1:]}
        lost = [sums.get(f"{one}discarded_{why}", 0) for one in options.prefixes for why in ("not_in_text", "no_place")]
        return {**result, "unreadable": sums["unparsed"], "not_found": sum(lost)}

    def dropped_by_reason(self, sums: Sums, prefix: str) -> dict[str, int]:
        return {why: int(sums.get(f"{prefix}discarded_{reason}", 0)) for reason, why in REASONS.items()}

    def score_warnings(self, sums: Sums, prefix: str, options: Written) -> list[str]:
        sentences = super().score_warnings(sums, prefix, options)
        # The warning is about triggers; the sentence on arguments that are not counted has the same reason.
        return [*sentences, *([] if prefix else note_sentences(sums, _LOST))]

    def count_facts(self, sums: Sums, options: Written) -> dict[str, int]:
        """Return the number of dropped mentions, and of documents in which reading merges mentions.

        If both are 0, conventions that compare texts with the same options count alike.
        """
        columns = [f"discarded_{reason}" for reason in REASONS] + ["not_read"]
        dropped = sum(int(sums.get(f"{prefix}{column}", 0)) for prefix in options.prefixes for column in columns)
        merged = sum(int(sums.get(f"{prefix}merged", 0)) for prefix in options.prefixes)
        facts = {"dropped": dropped} if dropped or self.drops_outside(options) else {}
        is_stated = self.compares_texts(options) and (merged or self.counting == "small-labels")
        return {**facts, **({"merged": merged} if is_stated else {})}

    def own_details(self, counts: Counts, options: Written) -> Scores:
        """Return `dropped`: each prediction that is not counted, with the reason."""
        return {"dropped": records_with_documents(counts, *(f"{prefix}dropped" for prefix in options.prefixes))}


def _has_bare_spans(document: Document) -> bool:
    """Whether a trigger or an argument of either side has no text of its own."""
    for event in (*document.prediction.events, *document.reference.events):
        if any(item is not None and item.text is None for item in (event.trigger, *(event.arguments or ()))):
            return True
    return False


def _elsewhere(
    document: Document, sentence: Sentence, predicted: Iterable[WrittenEvent], annotated: Iterable[WrittenEvent]
) -> int:
    """Return the number of predictions at another place than a reference with a text, their label and their words.

    Some of them may share the place of a reference, so references that are missed are counted too. References that are
    given with text and span are no exception: where they were checked, texts alone have spans too.
    """
    mentions = [*_placed(annotated)]
    of_texts = [place for place, event, mention in mentions if _is_text(document.reference, event, mention)]
    if not of_texts:
        return 0
    predictions, references = {place for place, *_ in _placed(predicted)}, {place for place, *_ in mentions}
    if predictions == references:
        return 0

    def words(place: _Placed) -> tuple[str, str, str]:
        kind, label, _, span = place
        return kind, label, sentence.words(*span)

    written = {*map(words, of_texts)}
    named = written.intersection(map(words, predictions))
    wrong = sum(words(place) in written for place in predictions - references)
    return max(wrong, sum(words(place) in named for place in references - predictions))


_Placed: TypeAlias = "tuple[str, str, Span | None, Span]"
"""Event type, label of the mention, span of the trigger, span of the mention."""


def _placed(events: Iterable[WrittenEvent]) -> Iterator[tuple[_Placed, int, int]]:
    """Yield the triggers and arguments that have a place, each with its event number and argument number."""
    for event in events:
        for mention in (event.trigger, *event.arguments):
            if mention.span is not None:
                place = event.type, mention.label, event.trigger.span, mention.span
                yield place, event.number, mention.argument


def _is_text(document: ExtractionDocument, event: int, argument: int) -> bool:
    """Whether a mention of a document was given with a text."""
    listed = document.events[event]
    item = listed.trigger if argument == NO_ARGUMENT else (listed.arguments or ())[argument]
    return item is not None and item.text is not None


_LOST = {
    "discarded_after_end": (
        "{number:predicted event} {number:is|are} lost because a trigger before {number:it|them} had no free place: as "
        "in the original scorer, that ends the sentence, and costs recall alone."
    )
}
"""The sentence about events after the last one that counts."""


class EventsAsWritten(WrittenEvents[AsWrittenOptions]):
    """The paper's outputs without candidates."""

    name = "paper"
    title = "texts as they are written"
    options = AsWrittenOptions
    reason = "Outputs are compared as they are written, or at the places that their texts take, without candidates."


WRITTEN_EVENTS = EventsAsWritten()
