"""Convention "m2e2": arguments of M2E2's text events, of which roles are compared position by position.

limanling/m2e2 (5d44972), `src/eval/EEtesting.py` (`calculate_sets`), a rule of JMEE.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.extraction.conventions.rule import Rule, left_out, unreachable
from event_scoring.extraction.counting import Count, Outcome, as_sets
from event_scoring.extraction.items import Document, Item, Side
from event_scoring.extraction.options import DetectionOptions, ExtractionOptions
from event_scoring.scoring.published import Published

_TIME = "TIME"
Key = tuple[Any, str]
"""The span and the type of a trigger."""


def count_roles(
    predictions: Mapping[Key, Sequence[str]], references: Mapping[Key, Sequence[str]], *, ignore_time: bool
) -> Count:
    """The roles that are right, predicted and wanted.

    Of events with the same trigger span and type the two lists of roles are compared position by position; the places
    of the arguments are not compared. With ``ignore_time`` roles that begin with TIME are neither right nor predicted,
    but still wanted.

    Examples:
        >>> key = ((3, 4), "Attack")
        >>> count_roles({key: ["Target", "Place"]}, {key: ["Attacker", "Target", "Place"]}, ignore_time=False)
        Count(right=[], predicted=['Target', 'Place'], wanted=['Attacker', 'Target', 'Place'])
    """
    pairs = [pair for key, roles in predictions.items() for pair in zip(roles, references.get(key, ()), strict=False)]
    right = [role for role, wanted in pairs if role == wanted]
    predicted = [role for roles in predictions.values() for role in roles]
    if ignore_time:
        right, predicted = (
            [role for role in part if not role.upper().startswith(_TIME)] for part in (right, predicted)
        )
    return Count(right, predicted, [role for roles in references.values() for role in roles])


def roles_by_trigger(side: Side, *, in_order_of_places: bool) -> dict[Key, list[str]]:
    """The roles of each event by its trigger; of several events with one trigger and type the last counts.

    Those of references are in the order of their places. A predicted event without arguments is none.
    """
    events: dict[int, list[Item]] = {trigger.event: [] for trigger in side.triggers}
    for argument in side.arguments:
        events[argument.event].append(argument)
    found: dict[Key, list[str]] = {}
    for trigger in side.triggers:
        arguments = events[trigger.event]
        if in_order_of_places:
            arguments = sorted(arguments, key=lambda one: (*(one.span or (0, 0)), one.label))
        elif not arguments:
            continue
        found[trigger.span, trigger.type] = [one.label for one in arguments]
    return found


class M2E2(Rule):
    """Triggers by span and type, and roles by their position in the list of an event."""

    published = (
        Published(
            name="M2E2, text events",
            year="2020",
            users="M2E2, JMEE",
            choose_for="numbers of M2E2's text events",
            counts="Roles of events with the right trigger, position by position; places of arguments are not compared",
            faults="One missed argument shifts the rest; a wrong place with the right role is right",
            original="limanling/m2e2 5d44972, `src/eval/EEtesting.py`",
            checked_by="golden, oracle",
            rule=count_roles,
            steps=(roles_by_trigger,),
            options={"convention": "m2e2", "documents_without_references": "skip"},
        ),
    )

    def count(self, document: Document, options: DetectionOptions, details: bool) -> dict[str, Outcome]:
        assert isinstance(options, ExtractionOptions)
        predicted = roles_by_trigger(document.said, in_order_of_places=False)
        wanted = roles_by_trigger(document.asked, in_order_of_places=True)
        as_given = roles_by_trigger(document.asked, in_order_of_places=False)
        perfect = count_roles(as_given, wanted, ignore_time=options.ignore_time)
        triggers = document.said.triggers, document.asked.triggers
        counts = {
            "trigger_classification": as_sets(*triggers, ("span", "type")),
            "argument_classification": count_roles(predicted, wanted, ignore_time=options.ignore_time),
        }
        every, said = ([*side.triggers, *side.arguments] for side in (document.predictions, document.said))
        sums = {"unreachable": len(perfect.wanted) - len(perfect.right)}
        return {"pipeline/": Outcome(counts, sums=sums, **left_out(document, every, said))}

    def noun(self, prefix: str, options: DetectionOptions) -> str:
        return "prediction"

    def warnings(self, sums: Mapping[str, Any], prefix: str, options: DetectionOptions) -> list[str]:
        why = "roles are compared by position, with those of references in the order of their places"
        return [*super().warnings(sums, prefix, options), *unreachable(sums, prefix, f"{why}, and times may not count")]


M2E2_RULE = M2E2("m2e2")
