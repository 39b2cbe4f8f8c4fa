"""Convention "m2e2": arguments of M2E2's text events, of which roles are compared position by position.

limanling/m2e2 (5d44972), `src/eval/EEtesting.py` (`calculate_sets`), a rule of JMEE.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from event_scoring.extraction.conventions.measure import EventMeasure
from event_scoring.extraction.counting import Outcome, left_out
from event_scoring.extraction.items import Document, Item, Side, index_of, key_of
from event_scoring.extraction.measure_options import M2E2Options
from event_scoring.extraction.mistakes import Comparison
from event_scoring.matching import Count, as_sets
from event_scoring.scoring.counts import Sums
from event_scoring.scoring.notes import NO_PLACE, has_none_right
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Match, Row, outcomes_of_items

_TIME = "TIME"
Key = tuple[Any, str]
"""The span and the type of a trigger."""


def count_roles(
    predictions: Mapping[Key, Sequence[Item]], references: Mapping[Key, Sequence[Item]], *, ignore_time: bool
) -> Count:
    """Count the right, predicted and reference arguments by their roles.

    The two lists of arguments of events with the same trigger span and type are compared position by position. The
    places of the arguments are not compared. With ``ignore_time`` roles that begin with TIME are neither right nor
    predicted, but still count as references.

    Examples:
        >>> target, place, attacker = (Item(0, 0, (3, 4), "Attack", None, r) for r in ("Target", "Place", "Attacker"))
        >>> key = ((3, 4), "Attack")
        >>> count = count_roles({key: [target, place]}, {key: [attacker, target, place]}, ignore_time=False)
        >>> len(count.right), len(count.predicted), len(count.wanted)
        (0, 2, 3)
    """
    pairs = [pair for key, listed in predictions.items() for pair in zip(listed, references.get(key, ()), strict=False)]
    right = [one for one, other in pairs if one.label == other.label and is_counted(one.label, ignore_time)]
    predicted = [one for listed in predictions.values() for one in listed if is_counted(one.label, ignore_time)]
    return Count(right, predicted, [one for listed in references.values() for one in listed])


def is_counted(role: str, ignore_time: bool) -> bool:
    """Whether a predicted role counts."""
    return not (ignore_time and role.upper().startswith(_TIME))


def arguments_by_trigger(side: Side, *, in_order_of_places: bool) -> dict[Key, list[Item]]:
    """Return the arguments of each event by its trigger; of several events with one trigger and type the last counts.

    Arguments of references are in the order of their places. A predicted event without arguments does not count.
    """
    events: dict[int, list[Item]] = {trigger.event: [] for trigger in side.triggers}
    for argument in side.arguments:
        events[argument.event].append(argument)
    found: dict[Key, list[Item]] = {}
    for trigger in side.triggers:
        arguments = events[trigger.event]
        if in_order_of_places:
            arguments = sorted(arguments, key=lambda one: (*(one.span or (0, 0)), one.label))
        elif not arguments:
            continue
        found[trigger.span, trigger.type] = arguments
    return found


def _outcomes(
    predictions: Mapping[Key, Sequence[Item]], references: Mapping[Key, Sequence[Item]], *, ignore_time: bool
) -> Iterator[Row]:
    """Yield the outcome of each argument that counts.

    Arguments at one position are compared; they earn 1 if their roles are equal. Arguments at different places have the
    category "other_words". The sum of the credits is the number of right items.
    """
    compared = [
        (one, other)
        for key, listed in predictions.items()
        for one, other in zip_longest(listed, references.get(key, ())[: len(listed)])
        if is_counted(one.label, ignore_time)
    ]
    pairs = (
        Match(index_of(one), index_of(other), *_judged(one, other)) for one, other in compared if other is not None
    )
    annotated = (index_of(other) for arguments in references.values() for other in arguments)
    return outcomes_of_items((index_of(one) for one, _ in compared), annotated, pairs)


def _judged(prediction: Item, reference: Item) -> tuple[str, float]:
    """Return the category and the credit of arguments at one position."""
    if prediction.label != reference.label:
        return "wrong_role", 0.0
    return "right" if prediction.span == reference.span else "other_words", 1.0


class M2E2(EventMeasure[M2E2Options]):
    """Triggers by span and type, and roles by their position in the list of an event."""

    name = "m2e2"
    title = "M2E2"
    options = M2E2Options
    reason = (
        "M2E2's scorer compares the roles of an event position by position, and not the places of its arguments: a "
        "wrong place with the right role is right, and one missed argument shifts the rest."
    )
    trigger_scores = {}
    argument_scores = dict.fromkeys(("trigger_classification", "argument_classification"), ())
    by_role = ""
    modes = ("pipeline",)
    has_error_kinds = False
    no_tiers = "compares roles by their position in a list"
    counting = "positions"
    unreachable_because = (
        "roles are compared by position, with those of references in the order of their places, and times may not count"
    )
    notes = {
        f"ignored_{side}": (
            f"{{number:{noun} argument}} {{number:does|do}} not count, as in the original scorer: of several events "
            "with one trigger and type the last stays."
        )
        for side, noun in (("references", "reference"), ("predictions", "predicted"))
    }
    published = (
        Published(
            name="M2E2, text events",
            year="2020",
            users="M2E2, JMEE",
            choose_for="numbers of M2E2's text events",
            counts="Roles of events with the right trigger, position by position; spans of arguments are not compared",
            faults="A missed argument shifts the others; a wrong span with the right role is right",
            original="limanling/m2e2 5d44972, `src/eval/EEtesting.py`",
            checked_by="`golden/extraction_m2e2.json`, `oracles/span_scheme_oracle.py`",
            rule=count_roles,
            steps=(is_counted, arguments_by_trigger),
            options={"convention": "m2e2", "documents_without_references": "skip"},
        ),
    )

    def count_items(self, document: Document, options: M2E2Options, details: bool) -> dict[str, Outcome]:
        predicted = arguments_by_trigger(document.labelled_predictions, in_order_of_places=False)
        annotated = arguments_by_trigger(document.labelled_references, in_order_of_places=True)
        as_given = arguments_by_trigger(document.labelled_references, in_order_of_places=False)
        perfect = count_roles(as_given, annotated, ignore_time=options.ignore_time)
        triggers = document.labelled_predictions.triggers, document.labelled_references.triggers
        counts = {
            "trigger_classification": as_sets(*triggers, key_of("span", "type")),
            "argument_classification": count_roles(predicted, annotated, ignore_time=options.ignore_time),
        }
        every, labelled = (
            [*side.triggers, *side.arguments] for side in (document.predictions, document.labelled_predictions)
        )
        outcome = Outcome(
            counts,
            ignored_references=len(document.labelled_references.arguments) - sum(map(len, annotated.values())),
            ignored_predictions=len(document.labelled_predictions.arguments) - sum(map(len, predicted.values())),
            sums={
                "unreachable": len(perfect.wanted) - len(perfect.right),
                "placed": len(as_sets(*triggers, key_of("span")).right),
            },
            **left_out(document, every, labelled),
        )
        if not details:
            return {"pipeline/": outcome}
        outcome.outcomes = [*_outcomes(predicted, annotated, ignore_time=options.ignore_time)]
        return {"": Outcome({}, comparison=Comparison(*triggers)), "pipeline/": outcome}

    def input_warnings(self, sums: Sums) -> list[str]:
        sentences = super().input_warnings(sums)
        triggers = (sums.get(f"pipeline/trigger_classification_{side}", 0) for side in ("predictions", "references"))
        if has_none_right(sums.get("pipeline/placed", 0), *triggers):
            sentences.append(NO_PLACE)
        return sentences

    def noun(self, prefix: str, options: M2E2Options) -> str:
        return "prediction"


M2E2_TEXT = M2E2()
