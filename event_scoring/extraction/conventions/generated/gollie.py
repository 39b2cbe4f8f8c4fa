"""Convention "gollie": events as Python objects, of which arguments count only inside matched events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from event_scoring.documents.answer_texts import EVENT_LEFT_OUT
from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.conventions.generated.counting import Compared, Pair, matches, outcomes
from event_scoring.extraction.conventions.generated.options import GoLLIEOptions
from event_scoring.extraction.conventions.generated.written import REASONS, Reading, Sentence, WrittenEvent
from event_scoring.extraction.counting import Outcome
from event_scoring.extraction.items import Document
from event_scoring.matching import Count
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.published import Published

COARSE_TYPES = frozenset(
    f"{name}{ending}"
    for name in ("Life", "Movement", "Transaction", "Business", "Conflict", "Contact", "Personnel", "Justice")
    for ending in ("", "Event")
)
"""The coarse event types of ACE 2005, also as GoLLIE names their classes."""


class GoLLIE(WrittenEvents[GoLLIEOptions]):
    """Events match by type and small mention, arguments by role and text inside matched events."""

    name = "gollie"
    title = "GoLLIE"
    options = GoLLIEOptions
    reason = (
        "GoLLIE counts arguments only inside an event whose type and mention are right. It drops predicted texts that "
        "the sentence does not have, and more events of one mention than the sentence has such mentions. Its numbers "
        "on ACE are of 8 coarse types."
    )
    trigger_scores = {"trigger_classification": ("type", "span")}
    argument_scores = {"argument_classification": ("type", "span", "label")}
    counting = "within-events"
    published = (
        Published(
            name="GoLLIE",
            year="2024",
            users="GoLLIE",
            choose_for="papers that compare with GoLLIE (`partial=True` for its CASIE)",
            counts="Multisets of arguments inside events whose type and mention are right",
            faults="Texts outside the sentence cost nothing; the numbers on ACE use 8 coarse types",
            original="hitz-zentroa/GoLLIE 164c6117, `src/tasks/utils_scorer.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_gollie.py`",
            options={"convention": "gollie"},
            rule=matches,
        ),
    )

    def reads_words(self, options: GoLLIEOptions) -> bool:
        """Always: of a mention no more events count than the sentence has such mentions."""
        return True

    def has_text(self, sentence: Sentence, text: str) -> bool:
        return text.lower() in sentence.small_text

    def trigger_text(self, text: str) -> str:
        """Return the trigger in lower case. Argument texts keep their case."""
        return text.lower()

    def read_events(self, events: Sequence[WrittenEvent], reading: Reading[GoLLIEOptions]) -> Iterable[WrittenEvent]:
        """Return events; an answer with a role that its class does not have cannot be read at all."""
        schema = reading.options.roles_by_type
        if reading.is_reference or all(
            argument.label in schema.get(event.type, (argument.label,))
            for event in events
            for argument in event.arguments
        ):
            return events
        for event in events:
            reading.drop_event(event, "unwritable")
        return []

    def count_items(self, document: Document, options: GoLLIEOptions, details: bool) -> dict[str, Outcome]:
        found = super().count_items(document, options, details)
        unreadable = int(any(outcome.discarded["unwritable"] for outcome in found.values()))
        notes = document.prediction.repaired or ()
        left_out = sum(note.startswith(EVENT_LEFT_OUT) for note in notes)
        coarse = sum(event.type in COARSE_TYPES for event in document.reference.events)
        types = {"coarse": coarse, "fine": len(document.reference.events) - coarse}
        for outcome in found.values():
            outcome.sums |= {"unreadable": unreadable, "left_out": left_out, **types}
        return found

    def inside(self, events: Iterable[WrittenEvent], reading: Reading[GoLLIEOptions]) -> Iterator[WrittenEvent]:
        """Yield predictions that the sentence has, of one mention as many as the sentence has."""
        seen: Counter[str] = Counter()
        for event in super().inside(events, reading):
            mention = event.trigger.text.lower()
            seen[mention] += 1
            if mention and seen[mention] > reading.sentence.small_text.count(mention):
                reading.drop_event(event, "no_free_place")
            else:
                yield event

    def compare(self, sides: Sequence[Compared], prefix: str, options: GoLLIEOptions, details: bool) -> Outcome:
        if not options.partial:
            return super().compare(sides, prefix, options, details)
        pairs = matches(sides[0][0], sides[1][0], ["type"], "multiset")
        if prefix:
            pairs = [*overlapping_arguments(sides, pairs)]
        predictions, references = (side[1 if prefix else 0] for side in sides)
        name = "argument_classification" if prefix else "trigger_classification"
        outcome = Outcome({name: Count([pair.prediction for pair in pairs], predictions, references)})
        if details:
            outcome.outcomes = [*outcomes(predictions, references, pairs, "role" if prefix else "type")]
        return outcome

    def counts(self, sums: Sums, prefix: str, options: GoLLIEOptions) -> Scores:
        """Return the counts; `not_found` is the number of events that are dropped for any reason."""
        lost = sum(sums.get(f"discarded_{reason}", 0) for reason in REASONS if reason != "unwritable")
        counts = super().counts(sums, prefix, options)
        lost += sums[f"{prefix}left_out"]
        return {**counts, "not_found": lost, "unreadable": counts["unreadable"] + sums[f"{prefix}unreadable"]}

    def score_warnings(self, sums: Sums, prefix: str, options: GoLLIEOptions) -> list[str]:
        sentences = super().score_warnings(sums, prefix, options)
        if not prefix and sums["coarse"] and not sums["fine"]:
            sentences.append(
                "The references have coarse event types of ACE 2005 only, as GoLLIE's published numbers have; "
                "numbers of other papers are of its 33 types."
            )
        return sentences


def overlapping_arguments(sides: Sequence[Compared], events: Sequence[Pair]) -> Iterator[Pair]:
    """Yield the arguments of matched events of which one text contains the other, as CASIE's evaluation pairs them.

    References are taken in order; each gets the first prediction of its role that is left and fits.
    """
    for of_event in events:
        left = [item for item in sides[0][1] if item.event == of_event.prediction.event]
        for reference in (item for item in sides[1][1] if item.event == of_event.reference.event):
            for prediction in left:
                texts = prediction.text or "", reference.text or ""
                if prediction.label == reference.label and (texts[0] in texts[1] or texts[1] in texts[0]):
                    left.remove(prediction)
                    yield Pair(prediction, reference)
                    break
