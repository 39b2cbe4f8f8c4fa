"""The paper's comparisons for a system of one's own: what standardization, given triggers and conventions change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from event_scoring.extraction.counting import ARGUMENT_SCORES, TRIGGER_SCORES
from event_scoring.extraction.measure_options import OPEN_CHOICES
from event_scoring.extraction.measures import MEASURES
from event_scoring.extraction.options import ExtractionOptions
from event_scoring.extraction.score import EXTRACTION, score_extraction
from event_scoring.scoring.counts import Row, Scores
from event_scoring.scoring.options import declarations

SHOWN = {
    "trigger_classification": "event detection",
    "argument_attached_classification": "argument extraction",
}
"""Column titles of the paper's tables, ED and EAE; EAE compares the trigger of an argument too."""


def compare_standardization(predictions: object, references: object, **options: Any) -> list[dict[str, Any]]:
    """Return scores without and with output standardization, and their difference (Table 5 of the paper).

    Takes the options of `score_extraction` but `standardize`.

    Examples:
        >>> gold = [{"events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}]
        >>> system = [{"events": [*gold[0]["events"], {"trigger": {"span": [0, 2]}, "type": "Attack"}]}]
        >>> row = compare_standardization(system, gold)[0]
        >>> row["score"], row["original_precision"], row["standardized_precision"], row["difference_precision"]
        ('event detection', 0.5, 1.0, 0.5)
    """
    _refuse(options, "standardize", "compare_standardization scores with and without it")
    given, standardized = (
        score_extraction(predictions, references, **{**options, "standardize": flag}) for flag in (False, True)
    )
    rows = []
    for name, title in SHOWN.items():
        row: Row = {"score": title}
        for measure in ("precision", "recall", "f1"):
            before, after = given[f"{name}_{measure}"], standardized[f"{name}_{measure}"]
            row |= {f"original_{measure}": before, f"standardized_{measure}": after}
            row[f"difference_{measure}"] = after - before
        rows.append(row)
    return rows


def compare_triggers(predictions: object, references: object, **options: Any) -> dict[str, Any]:
    """Return trigger F1, and argument F1 on the reference triggers and on the predicted ones (Table 6 of the paper).

    Predictions have both: ``events`` with the triggers that the system found, and ``events_given_gold`` with
    the arguments that it found for the reference triggers. Takes the options of `score_extraction` but modes.

    Examples:
        >>> argument = {"span": [0, 1], "role": "Agent"}
        >>> gold = [{"events": [{"trigger": {"span": [1, 2]}, "type": "Attack", "arguments": [argument]}]}]
        >>> system = [{"events": [], "events_given_gold": gold[0]["events"]}]
        >>> compare_triggers(system, gold)
        {'trigger_f1': 0.0, 'argument_f1_given_gold': 1.0, 'argument_f1_pipeline': 0.0}
    """
    for name in ("mode", "modes"):
        _refuse(options, name, "compare_triggers scores the modes pipeline and gold")
    result = score_extraction(predictions, references, **options, modes=["pipeline", "gold"])
    return {
        "trigger_f1": result["trigger_classification_f1"],
        "argument_f1_given_gold": result["gold/argument_attached_classification_f1"],
        "argument_f1_pipeline": result["pipeline/argument_attached_classification_f1"],
    }


def compare_conventions(predictions: object, references: object, **options: Any) -> list[dict[str, Any]]:
    """Return every F1 by the paper's counting and by each other scorer's, and why they differ.

    A convention that cannot read these documents has no scores, but a reason. So has a convention whose numbers are not
    comparable, because it needs data of its own or gives no F1. Conventions that compare texts need no places in the
    document. Conventions of given triggers use their own mode and ignore `mode`.

    Takes the options of `score_extraction` but `convention`; conventions without the choices C1 to C7 of the paper
    ignore them. With ``confidence`` each F1 has its interval.

    Examples:
        >>> gold = [{"tokens": ["fired"], "events": [{"trigger": {"span": [0, 1]}, "type": "Attack"}]}]
        >>> [(row["convention"], row["trigger_classification_f1"]) for row in compare_conventions(gold, gold)][:4]
        [('paper', 1.0), ('textee', 1.0), ('oneie', 1.0), ('dygie', 1.0)]
    """
    _refuse(options, "convention", "compare_conventions tries all of them")
    ExtractionOptions.of({name: options[name] for name in ("mode", "modes") if name in options})
    first = next(iter(MEASURES))
    ExtractionOptions.of({**options, "convention": first})
    found: list[tuple[str, dict[str, Any], str]] = []
    for convention, rules in MEASURES.items():
        of_paper = {*OPEN_CHOICES} - {one.name for one in declarations(rules.options)}
        chosen = {**{name: value for name, value in options.items() if name not in of_paper}, "convention": convention}
        modes = {options.get("mode"), *(options.get("modes") or ())} - {None}
        if not modes & set(rules.modes):
            chosen = {name: value for name, value in chosen.items() if name not in ("mode", "modes")}
        try:
            parsed = ExtractionOptions.of(chosen)
            sides = EXTRACTION.check(predictions, references, parsed)
            if why := rules.why_not_comparable(*sides, parsed):
                found.append((convention, {}, why))
                continue
            result = EXTRACTION.score_checked(*sides, parsed)
        except ValueError as error:
            # Only texts without places excuse the paper's rules; otherwise the documents themselves are wrong.
            if convention == first and not EXTRACTION.check_before_options(predictions, references)[0].as_written:
                raise
            found.append((convention, {}, str(error)))
            continue
        found.append((convention, _f1_scores(result), rules.reason))
    shown = (f"{name}_f1" for name in (*TRIGGER_SCORES, *ARGUMENT_SCORES))
    names = dict.fromkeys([*shown, *(name for _, scores, _ in found for name in scores)])
    return [
        {"convention": convention, **{name: scores.get(name) for name in names}, "reason": reason}
        for convention, scores, reason in found
    ]


def _refuse(options: Mapping[str, Any], name: str, why: str) -> None:
    """Raise a ValueError for an option that the comparison sets itself."""
    if name in options:
        raise ValueError(f"{name}: {why}; leave it out")


def _f1_scores(result: Scores) -> Scores:
    """Return every F1 of the main mode, with its interval if there is one."""
    names = [name for name in result if name.endswith("_f1") and "/" not in name and "_with_discarded_" not in name]
    ends = ("", "_low", "_high")
    return {f"{name}{end}": result[f"{name}{end}"] for name in names for end in ends if f"{name}{end}" in result}
