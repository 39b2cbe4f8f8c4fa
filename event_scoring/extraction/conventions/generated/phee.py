"""Convention "phee": texts of a role in a document as multisets, whole and word by word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.conventions.generated.counting import matches, outcomes
from event_scoring.extraction.conventions.generated.options import PHEEOptions
from event_scoring.extraction.conventions.generated.texts import squad_form
from event_scoring.extraction.conventions.generated.written import Sentence, WrittenEvent, written_events
from event_scoring.extraction.counting import PARTS, Outcome
from event_scoring.extraction.documents.document import Argument, Documents, items_of
from event_scoring.extraction.items import Document, Item
from event_scoring.matching import as_multisets, grouped
from event_scoring.scoring.counts import Row, Scores, Sums
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio

MAIN_ARGUMENTS = ("Subject", "Treatment", "Effect")
ATTRIBUTES = ("Speculation", "Negation", "Severity")
TRIGGER = "Trigger"
GROUPS = (
    *("overall", "trigger_classification", "argument_classification", "main_arguments", "sub_arguments", "attributes"),
    "overall_identification",
)
UNITS = ("exact", "token")
Texts = dict[tuple[str, str], list[str]]
"""The texts of each event type and role."""


class PHEE(WrittenEvents[PHEEOptions]):
    """All events of one type in a document are one; whole texts and their words are counted by role."""

    name = "phee"
    title = "PHEE"
    options = PHEEOptions
    reason = (
        "PHEE merges the events of one type in a document and compares the texts of each role, without articles and "
        "punctuation, as whole texts (exact) and as words (token). Identification merges the roles of one level."
    )
    trigger_scores = {}
    argument_scores = {}
    by_role = ""
    is_written = False
    counting = "texts-and-words"
    published = (
        Published(
            name="PHEE",
            year="2022",
            users="PHEE, work on pharmacovigilance",
            choose_for="numbers on PHEE",
            counts="Multisets of texts by event type and role, and of their words",
            faults="Events of one type are merged; a text without words still counts",
            original="ZhaoyueSun/PHEE 41489b08, `evaluate/phee_metric.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_partial.py`",
            options={"convention": "phee"},
            rule=as_multisets,
            steps=(squad_form,),
        ),
    )

    def why_not_comparable(self, predictions: Documents, references: Documents, options: PHEEOptions) -> str:
        if any(event.arguments for document in references for event in document.events):
            return ""
        return "it counts the roles of PHEE, and the references have no argument"

    def problems_as_read(self, document: Document, options: PHEEOptions) -> Iterator[InputError]:
        """Yield the errors of all written events, and one for each role that PHEE does not have."""
        yield from super().problems_as_read(document, options)
        for side, name in ((document.reference, "references"), (document.prediction, "predictions")):
            for number, event in enumerate(side.events):
                for path, item in items_of(event, (name, "events", number)):
                    if isinstance(item, Argument) and not level_of(item.role):
                        wanted = "a role of PHEE, such as Subject, Subject.Age, Severity"
                        yield InputError((*path, "role"), wanted=wanted, got=Description(f'"{item.role}"'))

    def count_items(self, document: Document, options: PHEEOptions, details: bool) -> dict[str, Outcome]:
        sentence = Sentence.of(document)
        sides = [written_events(side.events, sentence) for side in (document.prediction, document.reference)]
        predicted, annotated = map(texts_by_role, sides)
        sums: Counter[str] = Counter(
            {f"{unit}_{group}_{part}": 0 for unit in UNITS for group in GROUPS for part in PARTS}
        )
        for key in dict.fromkeys((*predicted, *annotated)):
            counts = text_counts(predicted.get(key, []), annotated.get(key, []))
            for group in groups_of_role(key[1]):
                sums.update({name.format(group): number for name, number in counts.items()})
        merged, others = merged_levels(predicted), merged_levels(annotated)
        for key in dict.fromkeys((*merged, *others)):
            counts = text_counts(merged.get(key, []), others.get(key, []))
            sums.update({name.format("overall_identification"): number for name, number in counts.items()})
        prefix = f"{options.main_mode}/" if options.all_modes else ""
        found = Outcome({}, sums=dict(sums))
        if details:
            found.outcomes = [*outcomes_of_texts(sides)]
        return {prefix: found}

    def scores(self, sums: Sums, prefix: str, options: PHEEOptions) -> Scores:
        result: Scores = {}
        for unit in UNITS:
            for group in GROUPS:
                right, predicted, annotated = (f"{prefix}{unit}_{group}_{part}" for part in PARTS)
                result |= Ratio(f"{unit}_{group}", right, predicted, annotated).scores(sums, options.zero_division)
        return result


def outcomes_of_texts(sides: Sequence[Sequence[WrittenEvent]]) -> Iterator[Row]:
    """Yield the outcome of each trigger and of each main argument and sub-argument, compared as whole texts."""
    for label in ("type", "role"):
        predicted, annotated = ([*_items_with_texts(events, label)] for events in sides)
        right = matches(predicted, annotated, ("type", "label", "span"), "multiset")
        yield from outcomes(predicted, annotated, right, label)


def _items_with_texts(events: Sequence[WrittenEvent], label: str) -> Iterator[Item]:
    """Yield the triggers of events, or their arguments, with the compared text in place of a span."""
    for event in events:
        mentions = [event.trigger] if label == "type" else event.arguments
        for mention in mentions:
            if label == "type" or level_of(mention.label).endswith("_arguments"):
                text: Any = squad_form(mention.text)
                yield Item(event.number, mention.argument, None, event.type, text, mention.label)


def texts_by_role(events: Sequence[WrittenEvent]) -> Texts:
    """Return the texts of each event type and role, of triggers under the role Trigger."""
    return grouped(
        ((event.type, label), text)
        for event in events
        for label, text in [(TRIGGER, event.trigger.text), *((one.label, one.text) for one in event.arguments)]
    )


def level_of(role: str) -> str:
    """Return the level of a role, or "" for a role outside PHEE.

    The words that combine drugs are triggers too.

    Examples:
        >>> level_of("Combination.Trigger"), level_of("Combination.Drug")
        ('trigger_classification', 'sub_arguments')
    """
    if TRIGGER in role:
        return "trigger_classification"
    if role in MAIN_ARGUMENTS:
        return "main_arguments"
    if role in ATTRIBUTES:
        return "attributes"
    return "sub_arguments" if role.count(".") == 1 else ""


def groups_of_role(role: str) -> tuple[str, ...]:
    """Return the groups whose scores a role enters."""
    level = level_of(role)
    return ("overall", level, *(("argument_classification",) if level.endswith("_arguments") else ()))


def text_counts(predictions: Sequence[str], references: Sequence[str]) -> dict[str, int]:
    """Return the counts of whole texts and of their words, by names with a place for the group.

    Examples:
        >>> text_counts(["the rash"], ["Rash", "fever"])["token_{}_true_positives"]
        1
    """
    texts = [[squad_form(text) for text in side] for side in (predictions, references)]
    words = [[word for text in side for word in text.split()] for side in texts]
    return {
        f"{unit}_{{}}_{part}": len(found)
        for unit, sides in zip(UNITS, (texts, words), strict=True)
        for part, found in zip(PARTS, as_multisets(sides[0], sides[1], str), strict=True)
    }


def merged_levels(texts: Texts) -> Texts:
    """Return the texts of each event type and level of roles."""
    return grouped(((kind, level_of(role)), text) for (kind, role), values in texts.items() for text in values)
