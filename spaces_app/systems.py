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
    counts = {name: strips.counts(dot, name) for name in state.systems}
    try:
        data = compare(counts, scores=[dot.key], resamples=RESAMPLES).data
    except ValueError:  # a score that no samples can be drawn of
        return {"intervals": {}, "sentence": ""}
    scores, tests = data["scores"][dot.key], data["tests"][dot.key]
    intervals = {name: [row["low"], row["high"]] for name, row in scores.items()}
    said = []
    for test in sorted(tests, key=lambda test: test["p_corrected"])[:MAX_NAMED_PAIRS]:
        pair = test["first"], test["second"]
        better, worse = pair if test["difference"] >= 0 else pair[::-1]
        by = f"{abs(test['difference']):.2f}"
        chance = f"p = {test['p_corrected']:.3f}".replace("p = 0.000", "p < 0.001")
        if test["significant"]:
            said.append(f"{better} is better than {worse} by {by}, and the difference is real ({chance})")
        else:
            said.append(f"{better} and {worse} differ by {by}, which may be chance ({chance})")
    sentence = f"Under {dot.scorer.name}: {'; '.join(said)}." if said else ""
    return {"intervals": intervals, "scorer": dot.scorer.name, "sentence": sentence}
