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


def shape_evidence(predictions: Sequence[Tokens], references: Sequence[Tokens]) -> dict[str, int]:
    """Return how often each piece of evidence occurs in the token ids of mentions.

    Examples:
        >>> evidence = shape_evidence([(4,)], [(3,)])
        >>> [name for name, number in evidence.items() if number]
        ['shape_predictions', 'shape_references', 'shape_one_late']
    """
    evidence: dict[str, int] = {}
    for name, spans in (("shape_predictions", predictions), ("shape_references", references)):
        several = [tokens for tokens in spans if len(tokens) > 1]
        with_gap = [tokens for tokens in several if max(tokens) - min(tokens) >= len(tokens)]
        evidence[name] = len(spans)
        evidence[f"{name}_of_two"] = sum(len(tokens) == 2 for tokens in several)
        evidence[f"{name}_longer"] = len(several) - evidence[f"{name}_of_two"]
        evidence[f"{name}_far"] = sum(max(tokens) - min(tokens) >= FAR * len(tokens) for tokens in with_gap)
        evidence[f"{name}_with_gap"] = len(with_gap) - evidence[f"{name}_far"]
    places = {*references}
    matches = evidence["shape_matches"] = sum(map(places.__contains__, predictions))
    if 2 * matches < min(len(predictions), len(places)):
        for name, step in SHIFTS.items():
            evidence[name] = sum(tuple(token + step for token in tokens) in places for tokens in predictions)
    return evidence
