"""Several documents: intervals of the lit number, and which differences between systems are real."""

from __future__ import annotations

from typing import Any

from event_scoring.comparison.systems import compare
from spaces_app.limits import MAX_SAMPLES
from spaces_app.strip import Strips

MAX_NAMED_PAIRS = 4
"""Pairs of systems whose difference the sentence names."""
RESAMPLES = 1_000


def compared(strips: Strips) -> dict[str, Any]:
    """The intervals of the number of the main dot by system, and a sentence on the differences."""
    dot, state = strips.main, strips.state
    if RESAMPLES * len(state.systems) * len(state.references) > MAX_SAMPLES:
        return {"intervals": {}, "sentence": "Too many documents for intervals here; event-score compare has no limit."}
    if len(state.systems) == 1:
        try:
            result = strips.result(dot, confidence=0.95, resamples=RESAMPLES)
            ends = [result[f"{dot.key}_{end}"] for end in ("low", "high")]
        except (ValueError, KeyError):
            return {"intervals": {}, "sentence": ""}
        return {"intervals": {state.shown_system: ends}, "scorer": dot.scorer.name, "sentence": ""}
    counts = {name: strips.counts(dot, name) for name in state.systems}
    data = compare(counts, scores=[dot.key], resamples=RESAMPLES).data
    scores, tests = data["scores"][dot.key], data["tests"][dot.key]
    intervals = {name: [row["low"], row["high"]] for name, row in scores.items()}
    named = sorted(tests, key=lambda test: test["p_corrected"])[:MAX_NAMED_PAIRS]
    said = []
    for test in named:
        better, worse = test["first"], test["second"]
        if test["difference"] < 0:
            better, worse = worse, better
        by = f"{abs(test['difference']):.2f}"
        chance = f"p = {test['p_corrected']:.3f}".replace("p = 0.000", "p < 0.001")
        if test["significant"]:
            said.append(f"{better} is better than {worse} by {by}, and the difference is real ({chance})")
        else:
            said.append(f"{better} and {worse} differ by {by}, which may be chance ({chance})")
    sentence = f"Under {dot.scorer.name}: {'; '.join(said)}."
    return {"intervals": intervals, "scorer": dot.scorer.name, "sentence": sentence}
