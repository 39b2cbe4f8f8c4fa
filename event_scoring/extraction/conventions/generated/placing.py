"""Places of predicted texts in the tokens of a sentence.

A text is placed at runs of equal tokens. Scorers differ in the occurrence that a text takes, and in the effect of a
trigger without a free occurrence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from event_scoring.documents.token_runs import distance_between_starts, gap_distance
from event_scoring.extraction.conventions.generated.options import WrittenOptions
from event_scoring.extraction.conventions.generated.written import Mention, Reading, WrittenEvent
from event_scoring.extraction.conventions.heads_and_clusters import head_of
from event_scoring.extraction.items import Span


def lower_and_split(words: Iterable[str]) -> list[str]:
    """Return words in lower case, split at hyphens, which become words of their own.

    Examples:
        >>> lower_and_split(["New", "co-founder", "-"])
        ['new', 'co', '-', 'founder', '-']
    """
    return [part for word in words for part in re.split("(-)", word.lower()) if part]


DISTANCES = {"closest": distance_between_starts, "closest-gap": gap_distance}


@dataclass
class Placing:
    """The places that the predicted texts of one sentence take."""

    reading: Reading[WrittenOptions]
    """The side; predictions that get no place are dropped there."""
    skips_unplaced: bool = True
    """Whether a trigger that is nowhere in the text drops only its own event, with either value of `exhausted`."""
    needs_triggers: bool = True
    """Whether an event whose trigger has no head is left out with its arguments."""

    def places(self, text: str) -> list[Span]:
        """Return the places of a text, from left to right."""
        sentence = self.reading.sentence
        return sentence.runs.find(sentence.words_of(text))

    def events(self, events: Iterable[WrittenEvent]) -> Iterator[WrittenEvent]:
        """Yield events at the places of their triggers; one event may have several."""
        way = self.reading.options.places[0]
        taken = set[Span]()
        remaining = iter(events)
        for event in remaining:
            given = event.trigger.span
            found = [given] if given else self.places(event.trigger.text)
            if way == "all":
                yield from self._at_all(event, found)
                continue
            free = found if given or way == "first" else [place for place in found if place not in taken]
            if free:
                taken.add(free[0])
                yield self._with_arguments(event, free[0])
            elif self.reading.options.exhausted == "stop" and (found or not self.skips_unplaced):
                for later in (event, *remaining):
                    self.reading.drop_event(later, "after_end")
            else:
                self.reading.drop_event(event, "no_free_place" if found else "no_place")

    def _at_all(self, event: WrittenEvent, found: Sequence[Span]) -> Iterator[WrittenEvent]:
        """Yield an event at each of its places; its arguments go with the last one."""
        for place in found[:-1]:
            yield event._replace(trigger=event.trigger._replace(span=place), arguments=[])
        if not found:
            self.reading.drop(event, [event.trigger], "no_place")
        yield self._with_arguments(event, found[-1] if found else None)

    def _with_arguments(self, event: WrittenEvent, trigger: Span | None) -> WrittenEvent:
        """Return an event at a place, with its arguments at theirs."""
        way = self.reading.options.places[1]
        arguments: list[Mention] = []
        taken = set[Span]()
        for argument in event.arguments:
            if argument.span:
                arguments.append(argument)
                continue
            found = self.places(argument.text)
            if way in DISTANCES and trigger is not None:
                found = sorted(found, key=DISTANCES[way](trigger))  # stable: in a tie the leftmost
            elif way == "next-free":
                found = [place for place in found if place not in taken]
            if not found:
                self.reading.drop(event, [argument], "no_place")
            found = found if way == "all" else found[:1]
            taken.update(found)
            arguments += [argument._replace(span=place) for place in found]
        return event._replace(trigger=event.trigger._replace(span=trigger), arguments=arguments)

    def heads(self, events: Iterable[WrittenEvent]) -> Iterator[WrittenEvent]:
        """Yield events at the head tokens of the first places of their texts."""
        for event in events:
            trigger = self._head(event.trigger)
            if trigger is None and self.needs_triggers:
                self.reading.drop_event(event, "no_place")
                continue
            arguments = [(argument, self._head(argument)) for argument in event.arguments]
            self.reading.drop(event, (one for one, headed in arguments if headed is None), "no_place")
            kept = [headed for _, headed in arguments if headed is not None]
            yield event._replace(trigger=trigger or event.trigger, arguments=kept)

    def _head(self, mention: Mention) -> Mention | None:
        sentence, tokens = self.reading.sentence, self.reading.sentence.tokens
        found = self.places(mention.text)
        if not found:
            found = sentence.small_runs.find(lower_and_split(sentence.words_of(mention.text)))
        if not found and mention.span:
            found = [mention.span]
        head = head_of(found[0], sentence.heads or range(len(tokens))) if found and tokens else None
        return None if head is None else mention._replace(span=(head, head + 1))
