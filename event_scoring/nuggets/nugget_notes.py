"""Input notes on nuggets: suspicious mentions and links, and token ids that look wrong.

Ids look wrong if they seem to be start and end, ids of a vocabulary, or positions counted from 1. One document is too
little to decide this, so each document counts evidence, and the sums decide.
"""

from __future__ import annotations

from collections import Counter

from event_scoring.nuggets.documents import NuggetDocument
from event_scoring.scoring.counts import Sums
from event_scoring.scoring.notes import INPUT_NOTES
from event_scoring.statistics.precision_recall import is_far_better

NUGGET_NOTES = {
    **INPUT_NOTES,
    "no_tokens": (
        "{number:mention} without token ids (was a text not found?): such a mention matches nothing and still counts."
    ),
    "negative_tokens": (
        "{number:mention} with a token id below 0: token ids are positions in the document, counted from 0."
    ),
    "pairs": (
        "{number:mention} with two token ids on a side where none has more: token_ids are all tokens of a mention, not "
        "start and end."
    ),
    "scattered": (
        "{number:mention} whose token ids lie far apart: token_ids are positions in the document, not ids of a "
        "vocabulary."
    ),
    "one_late": (
        "{number:prediction} {number:is|are} at the place of a reference if 1 is subtracted from the token ids: count "
        "from 0."
    ),
    "one_early": (
        "{number:prediction} {number:is|are} at the place of a reference if 1 is added to the token ids: count both "
        "sides from 0."
    ),
    "self_link": "{number:link} from a mention to itself.",
}
"""The sentences of all warnings about the input of nuggets, by the name of the note."""
MIN_MENTIONS = 5
"""The smallest number of mentions from which their shape is judged."""
FAR = 50
"""The ids of a mention lie far apart where it covers this many times its number of tokens."""
SHIFTS = {"shape_one_late": -1, "shape_one_early": 1}
"""The number added to token ids of predictions that are one too high or too low."""
_SHAPES = [
    [f"shape_{side}{shape}" for shape in ("", "_of_two", "_longer", "_with_gap", "_far")]
    for side in ("predictions", "references")
]
"""The names of the shapes of each side, of which the first counts all mentions. The rows of all documents share these
strings."""


def nugget_notes(prediction: NuggetDocument, reference: NuggetDocument) -> dict[str, int]:
    """Return the numbers of suspicious mentions and links by the names of their notes: scorable, probably mistakes.

    Examples:
        >>> from event_scoring.nuggets.documents import Nugget
        >>> nugget_notes(*(NuggetDocument(mentions=[Nugget([token], "A")]) for token in (4, 3)))
        {'shape_predictions': 1, 'shape_references': 1, 'shape_one_late': 1}
    """
    notes = {"repeated_id": 0, "no_tokens": 0, "negative_tokens": 0, "self_link": 0}
    for document in (prediction, reference):
        ids = [mention.id for mention in document.mentions if mention.id is not None]
        notes["repeated_id"] += len(ids) - len({*ids})
        notes["no_tokens"] += document.spans.count(())
        notes["negative_tokens"] += len([span for span in document.spans if span and span[0] < 0])
        if document.links:
            notes["self_link"] += sum(link.source == link.target for link in document.links)
    notes |= _token_shapes(prediction, reference)
    return {name: number for name, number in notes.items() if number}


def _token_shapes(prediction: NuggetDocument, reference: NuggetDocument) -> dict[str, int]:
    """Return the numbers of mentions whose token ids have some shape, and of predictions that match when shifted."""
    found = {}
    for (mentions, two, longer, with_gap, far), document in zip(_SHAPES, (prediction, reference), strict=True):
        several = [span for span in document.spans if len(span) > 1]
        gaps = [span for span in several if span[-1] - span[0] >= len(span)]
        of_two = [*map(len, several)].count(2)
        # The first and last token of a mention of one token, [3, 3], look like start and end too.
        same_twice = [mention.token_ids for mention in document.mentions if len(mention.token_ids) == 2]
        same_twice = [tokens for tokens in same_twice if tokens[0] == tokens[1]]
        found[mentions] = len(document.spans) - document.spans.count(())
        found[two], found[longer] = of_two + len(same_twice), len(several) - of_two
        found[far] = len([span for span in gaps if span[-1] - span[0] >= FAR * len(span)])
        found[with_gap] = len(gaps) - found[far]
    predictions, places = [*filter(None, prediction.spans)], {*filter(None, reference.spans)}
    matches = found["shape_matches"] = len([*filter(places.__contains__, predictions)])
    if 2 * matches < min(len(predictions), len(places)):
        for name, step in SHIFTS.items():
            found[name] = sum(tuple(token + step for token in tokens) in places for tokens in predictions)
    return found


def judged_shapes(sums: Sums) -> dict[str, int]:
    """Return the number of mentions with suspicious token ids by the name of the sum, judged on all documents.

    Examples:
        >>> judged_shapes({"note_shape_predictions": 9, "note_shape_one_late": 9})
        {'note_one_late': 9}
    """
    found = Counter[str]()
    for names in _SHAPES:
        mentions, pairs, longer, gaps, far = (int(sums.get(f"note_{name}", 0)) for name in names)
        if mentions < MIN_MENTIONS:
            continue
        if pairs + longer >= MIN_MENTIONS and far > (pairs + longer) / 2:
            found["note_scattered"] += far
        elif pairs and not longer and (pairs == mentions or gaps + far >= max(3, mentions / 5)):
            found["note_pairs"] += pairs
    if sums.get("note_shape_predictions", 0) >= MIN_MENTIONS:
        for name in SHIFTS:
            shifted = int(sums.get(f"note_{name}", 0))
            if is_far_better(shifted, int(sums.get("note_shape_matches", 0))):
                found[f"note_{name.removeprefix('shape_')}"] = shifted
    return dict(found)
