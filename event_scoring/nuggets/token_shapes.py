"""Evidence that token ids are something else: [start, end], ids of a vocabulary, positions counted from 1.

The evidence of documents adds up; `scoring.notes` decides on the sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from event_scoring.scoring.notes import FAR

Tokens: TypeAlias = "tuple[int, ...]"

SHIFTS = {"shape_one_late": -1, "shape_one_early": 1}
"""The number added to token ids of predictions that are one too high or too low."""


def shape_evidence(predictions: Sequence[Tokens], references: Sequence[Tokens]) -> list[str]:
    """Return the name of each piece of evidence in the token ids of mentions, as often as it occurs.

    Examples:
        >>> shape_evidence([(4,)], [(3,)])
        ['shape_predictions', 'shape_references', 'shape_one_late']
    """
    evidence: list[str] = []
    for name, spans in (("shape_predictions", predictions), ("shape_references", references)):
        evidence += [name] * len(spans)
        for tokens in spans:
            if len(tokens) > 1:
                evidence.append(f"{name}_longer" if len(tokens) > 2 else f"{name}_of_two")
                gap = max(tokens) - min(tokens)
                if gap >= len(tokens):
                    evidence.append(f"{name}_far" if gap >= FAR * len(tokens) else f"{name}_with_gap")
    places = {*references}
    matches = sum(map(places.__contains__, predictions))
    evidence += ["shape_matches"] * matches
    if 2 * matches < min(len(predictions), len(places)):
        for name, step in SHIFTS.items():
            moved = (tuple(token + step for token in tokens) in places for tokens in predictions)
            evidence += [name] * sum(moved)
    return evidence
