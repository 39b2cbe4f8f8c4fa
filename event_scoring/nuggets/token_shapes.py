"""Evidence that token ids are something else: [start, end], ids of a vocabulary, positions counted from 1.

The evidence of documents adds up; `scoring.notes` decides on the sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from event_scoring.scoring.notes import FAR, SHAPES

Tokens: TypeAlias = "tuple[int, ...]"

SHIFTS = {"shape_one_late": -1, "shape_one_early": 1}
"""The number added to token ids of predictions that are one too high or too low."""


_NAMES = [[f"shape_{side}{shape}" for shape in SHAPES] for side in ("predictions", "references")]
"""The names of the evidence of each side. The rows of all documents share these strings."""


def shape_evidence(predictions: Sequence[Tokens], references: Sequence[Tokens]) -> dict[str, int]:
    """Return how often each piece of evidence occurs in the token ids of mentions.

    Examples:
        >>> evidence = shape_evidence([(4,)], [(3,)])
        >>> [name for name, number in evidence.items() if number]
        ['shape_predictions', 'shape_references', 'shape_one_late']
    """
    evidence: dict[str, int] = {}
    for (mentions, of_two, longer, with_gap, far), spans in zip(_NAMES, (predictions, references), strict=True):
        several = [tokens for tokens in spans if len(tokens) > 1]
        gaps = [tokens for tokens in several if max(tokens) - min(tokens) >= len(tokens)]
        evidence[mentions] = len(spans)
        evidence[of_two] = sum(len(tokens) == 2 for tokens in several)
        evidence[longer] = len(several) - evidence[of_two]
        evidence[far] = sum(max(tokens) - min(tokens) >= FAR * len(tokens) for tokens in gaps)
        evidence[with_gap] = len(gaps) - evidence[far]
    places = {*references}
    matches = evidence["shape_matches"] = sum(map(places.__contains__, predictions))
    if 2 * matches < min(len(predictions), len(places)):
        for name, step in SHIFTS.items():
            evidence[name] = sum(tuple(token + step for token in tokens) in places for tokens in predictions)
    return evidence
