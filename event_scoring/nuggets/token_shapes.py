"""Evidence that token ids are something else: [start, end], ids of a vocabulary, positions counted from 1.

The evidence of documents adds up; `scoring.notes` decides on the sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

from event_scoring.scoring.notes import FAR
from event_scoring.scoring.rows import Document

SHIFTS = {"shape_one_late": -1, "shape_one_early": 1}
"""The number added to token ids of predictions that are one too high or too low."""


def shape_evidence(prediction: Document, reference: Document) -> Iterator[str]:
    """Yield the name of each piece of evidence, as often as it occurs.

    Examples:
        >>> system = {"mentions": [{"token_ids": [4], "type": "Die"}]}
        >>> gold = {"mentions": [{"token_ids": [3], "type": "Die"}]}
        >>> [*shape_evidence(system, gold)]
        ['shape_predictions', 'shape_references', 'shape_one_late']
    """
    system, wanted = (
        [tuple(mention["token_ids"]) for mention in side["mentions"] if mention["token_ids"]]
        for side in (prediction, reference)
    )
    for name, spans in (("shape_predictions", system), ("shape_references", wanted)):
        yield from repeat(name, len(spans))
        for tokens in spans:
            if len(tokens) > 1:
                yield f"{name}_longer" if len(tokens) > 2 else f"{name}_of_two"
                gap = max(tokens) - min(tokens)
                if gap >= len(tokens):
                    yield f"{name}_far" if gap >= FAR * len(tokens) else f"{name}_with_gap"
    places = {*wanted}
    matches = sum(map(places.__contains__, system))
    yield from repeat("shape_matches", matches)
    if 2 * matches < min(len(system), len(places)):
        for name, step in SHIFTS.items():
            moved = (tuple(token + step for token in tokens) in places for tokens in system)
            yield from repeat(name, sum(moved))
