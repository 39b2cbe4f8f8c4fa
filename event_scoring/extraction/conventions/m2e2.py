"""Convention "m2e2": arguments of M2E2's text events, of which roles are compared position by position.

limanling/m2e2 (5d44972), `src/eval/EEtesting.py` (`calculate_sets`), a rule of JMEE.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.extraction.conventions.rule import Rule, unreachable
from event_scoring.extraction.items import Document, Item, Side
from event_scoring.extraction.options import DetectionOptions, ExtractionOptions
from event_scoring.extraction.outcome import Outcome
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio

_TRIGGERS = Ratio("trigger_classification", "triggers_right", "triggers_predicted", "triggers_wanted")
_ARGUMENTS = Ratio("argument_classification", "roles_right", "roles_predicted", "roles_wanted")
_TIME = "TIME"
Key = tuple[Any, str]
"""The span and the type of a trigger."""


def count_roles(
    predictions: Mapping[Key, Sequence[str]], references: Mapping[Key, Sequence[str]], *, ignore_time: bool
) -> dict[str, int]:
    """How many roles are right, predicted and wanted.

    Of events with the same trigger span and type the two lists of roles are compared position by position; the places
    of the arguments are not compared. With ``ignore_time`` roles that begin with TIME are neither right nor predicted,
    but still wanted.

    Examples:
        >>> key = ((3, 4), "Attack")
        >>> count_roles({key: ["Target", "Place"]}, {key: ["Attacker", "Target", "Place"]}, ignore_time=False)
        {'roles_right': 0, 'roles_predicted': 2, 'roles_wanted': 3}
    """
    right = 0
    for key in predictions.keys() & references.keys():
        for said, wanted in zip(predictions[key], references[key], strict=False):
            right += said == wanted and not (ignore_time and said.upper().startswith(_TIME))
    predicted = [role for roles in predictions.values() for role in roles]
    if ignore_time:
        predicted = [role for role in predicted if not role.upper().startswith(_TIME)]
    return {
        "roles_right": right,
        "roles_predicted": len(predicted),
        "roles_wanted": sum(map(len, references.values())),
    }


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
        ours, theirs = document.predictions, document.references
        wanted = roles_by_trigger(theirs, in_order_of_places=True)
        sums: dict[str, float] = {
            **count_roles(roles_by_trigger(ours, in_order_of_places=False), wanted, ignore_time=options.ignore_time)
        }
        as_given = roles_by_trigger(theirs, in_order_of_places=False)
        found = count_roles(as_given, wanted, ignore_time=options.ignore_time)["roles_right"]
        sums["unreachable"] = sums["roles_wanted"] - found
        triggers = [{(trigger.span, trigger.type) for trigger in side.triggers} for side in (ours, theirs)]
        sums["triggers_right"] = len(triggers[0] & triggers[1])
        sums["triggers_predicted"], sums["triggers_wanted"] = map(len, triggers)
        return {"pipeline/": Outcome({}, sums=sums)}

    def scores(self, sums: Mapping[str, Any], prefix: str, options: DetectionOptions) -> dict[str, Any]:
        own = {name.removeprefix(prefix): value for name, value in sums.items() if name.startswith(prefix)}
        return {**_TRIGGERS.scores(own, options.zero_division), **_ARGUMENTS.scores(own, options.zero_division)}

    def warnings(self, sums: Mapping[str, Any], prefix: str, options: DetectionOptions) -> list[str]:
        why = "roles are compared by position, with those of references in the order of their places"
        return [*super().warnings(sums, prefix, options), *unreachable(sums, prefix, f"{why}, and times may not count")]

    def counts(self, sums: Mapping[str, Any], prefix: str, options: DetectionOptions) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, of in (("trigger_classification", "triggers"), ("argument_classification", "roles")):
            right, predicted, wanted = (sums[f"{prefix}{of}_{part}"] for part in ("right", "predicted", "wanted"))
            found |= {
                f"{name}_true_positives": right,
                f"{name}_false_positives": predicted - right,
                f"{name}_false_negatives": wanted - right,
            }
        return found


M2E2_RULE = M2E2("m2e2")
