"""What can be scored but is probably a mistake: counted in each document, and told in one sentence of the result.

They are counted in the row of each document, so that they add up over batches, files and machines as scores do.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from event_scoring.documents.errors import counted, quoted
from event_scoring.documents.schema import Record, Text, value_of
from event_scoring.documents.validate import BLOCK_DOCUMENTS
from event_scoring.scoring.labels import FILLER, SIDED, Labels, watched_values
from event_scoring.statistics.ratios import is_far_better

ODDITIES = {
    "one_id": ("document", "with a doc_id on one side only; the sides are paired by their order"),
    "empty": ("empty label", "(a type, role, filler or name of a slot), compared like any other"),
    "untidy": (
        "label",
        "with a blank before or behind it or letters that are not in Unicode's NFC; as written, such a label "
        "equals none that is tidy",
    ),
    "nan": ("label", 'that reads "nan", as pandas writes a missing value; leave the key out where there is none'),
    "repeated_id": ("id", "that an earlier item of its document has too"),
    "no_tokens": ("mention", "without token ids: such a mention matches nothing and still counts"),
    "negative_tokens": ("mention", "with a token id below 0: token ids are positions in the document, counted from 0"),
    "pairs": (
        "mention",
        "with two token ids on a side where none has more: token_ids are all tokens of a mention, not start and end",
    ),
    "scattered": (
        "mention",
        "whose token ids lie far apart: token_ids are positions in the document, not ids of a vocabulary",
    ),
    "one_late": ("prediction", "at the place of a reference if 1 is subtracted from its token ids: count from 0"),
    "one_early": ("prediction", "at the place of a reference if 1 is added to its token ids: count both sides from 0"),
    "self_link": ("link", "from a mention to itself"),
    "empty_target": ("pointer", "to a template without values: it is aligned with none, so the pointer is never right"),
    "slot_twice": ("slot", "that its template names twice; the values are taken together"),
    "optional": ("slot", "of the predictions marked as optional, which only references can say; it changes nothing"),
}
"""What is counted: a noun, and what is said of so many of them."""
_SHAPES = ("", "_of_two", "_longer", "_with_gap", "_far")
EVIDENCE = (
    *(f"shape_{side}{shape}" for side in ("predictions", "references") for shape in _SHAPES),
    *("shape_matches", "shape_one_late", "shape_one_early"),
)
"""Numbers of mentions whose token ids have some shape, and of predictions that match references, as given and shifted
by one."""
MIN_MENTIONS = 5
"""Mentions below which their shape says nothing."""
FAR = 50
"""The ids of a mention lie far apart where it covers this many times its number of tokens."""
_PLACES = (
    ("span_true_positives", "predictions", "references"),
    (
        "trigger_identification_true_positives",
        "trigger_identification_predictions",
        "trigger_identification_references",
    ),
)
"""The sums that say how many predictions are in the right place, and how many there are on each side."""
_SEVERAL = 3


def oddity_sums(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Count each oddity in the rows of some documents, by the names that sums have."""
    sums = dict.fromkeys(map("oddity_{}".format, (*ODDITIES, *EVIDENCE)), 0)
    for row in rows:
        for name, times in row["oddities"].items():
            sums[f"oddity_{name}"] += times
    return sums


def oddity_sentences(sums: Mapping[str, Any]) -> list[str]:
    """One sentence for each oddity that there is, and one where no prediction is at the place of a reference.

    Examples:
        >>> oddity_sentences({"oddity_self_link": 2})
        ['2 links from a mention to itself.']
    """
    sentences = []
    sums = {**sums, **_shape_oddities(sums)}
    for name, (noun, said) in ODDITIES.items():
        if number := int(sums.get(f"oddity_{name}", 0)):
            sentences.append(f"{counted(number, noun)} {said}.")
    for matched, *sides in _PLACES:
        if sums.get(matched) == 0 and all(sums[side] >= _SEVERAL for side in sides):
            sentences.append(
                "No prediction is at the place of a reference; do both sides count tokens, or both characters, from 0?"
            )
    if any(_misses_all(sums, f"{mode}argument_identification") for mode in ("", "gold/", "pipeline/")):
        sentences.append(
            "No predicted argument is identified; are ends the place behind the last token, and offsets from 0, on "
            "both sides?"
        )
    return sentences


def _shape_oddities(sums: Mapping[str, Any]) -> dict[str, int]:
    """Decide by the evidence of all documents what token ids are in place of positions."""
    evidence = {name: int(sums.get(f"oddity_{name}", 0)) for name in EVIDENCE}
    found: Counter[str] = Counter()
    for side in ("shape_predictions", "shape_references"):
        mentions, pairs, longer, gaps, far = (evidence[f"{side}{shape}"] for shape in _SHAPES)
        if mentions < MIN_MENTIONS:
            continue
        if pairs + longer >= MIN_MENTIONS and far > (pairs + longer) / 2:
            found["oddity_scattered"] += far
        elif pairs and not longer and (pairs == mentions or gaps + far >= max(3, mentions / 5)):
            found["oddity_pairs"] += pairs
    if evidence["shape_predictions"] >= MIN_MENTIONS:
        for name in ("one_late", "one_early"):
            if is_far_better(evidence[f"shape_{name}"], evidence["shape_matches"]):
                found[f"oddity_{name}"] = evidence[f"shape_{name}"]
    return found


def repeated_id_warnings(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Warn of documents that have the doc_id of an earlier document of their side.

    Examples:
        >>> repeated_id_warnings([{"doc_id": name} for name in ("d1", "d2", "d1", None, None)])
        ["1 document has the doc_id of an earlier document: 'd1'. Each of them is scored."]
    """
    times = Counter(row["doc_id"] for row in rows)
    del times[None]
    number = times.total() - len(times)
    if not number:
        return []
    repeated = [name for name, count in times.items() if count > 1]
    names = ", ".join([*map(quoted, repeated[:_SEVERAL]), *(["…"] if len(repeated) > _SEVERAL else [])])
    has = "has" if number == 1 else "have"
    return [f"{counted(number, 'document')} {has} the doc_id of an earlier document: {names}. Each of them is scored."]


def _misses_all(sums: Mapping[str, Any], name: str) -> bool:
    """Whether a score has several predictions and references, and none in common."""
    sides = (sums.get(f"{name}_{side}", 0) for side in ("predictions", "references"))
    return sums.get(f"{name}_true_positives") == 0 and all(number >= _SEVERAL for number in sides)


def odd_word(word: str) -> tuple[str, ...]:
    """The oddities of a label, by name.

    Examples:
        >>> odd_word("Attack"), odd_word(" Attack"), odd_word("NaN"), odd_word(" ")
        ((), ('untidy',), ('nan',), ('empty',))
    """
    tidy = word.strip()
    if not word.isascii():
        tidy = unicodedata.normalize("NFC", tidy)
    if not tidy:
        return ("empty",)
    is_nan = word.lower() == "nan"
    if tidy == word:
        return ("nan",) if is_nan else ()
    return ("untidy", "nan") if is_nan else ("untidy",)


def document_oddities(
    kinds: tuple[Record, Record], sides: tuple[Sequence[Any], Sequence[Any]], found: Callable[[Any, Any], Iterable[str]]
) -> tuple[list[dict[str, int]], Labels]:
    """The oddities of each document, as `oddity_sums` takes them, and the labels of both sides.

    Args:
        kinds: What documents of the predictions and of the references look like.
        sides: The documents of both.
        found: Gives the names of those that only the task knows.
    """
    known: defaultdict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    odd: tuple[OddTexts, OddTexts] = {}, {}
    for side, (kind, documents) in enumerate(zip(kinds, sides, strict=True)):
        for start in range(0, max(len(documents), 1), BLOCK_DOCUMENTS):
            block = documents[start : start + BLOCK_DOCUMENTS]
            for text, words in watched_values(kind, block):
                if isinstance(text, str):
                    known[SIDED][side].update([text] if words else [])
                    continue
                distinct = set(words)
                if text.label != FILLER:
                    known[text.label][side].update(distinct - {""})
                names = _odd_labels(text, distinct, predicted=side == 0)
                if names:
                    odd[side].setdefault(text, {}).update(names)
    rows: list[dict[str, int]] = []
    for pair in zip(*sides, strict=True):
        names_of_pair = [*found(*pair)]
        for side, document in enumerate(pair):
            if odd[side]:
                names_of_pair += _odd_texts(kinds[side], document, odd[side])
        if (value_of(pair[0], "doc_id") is None) != (value_of(pair[1], "doc_id") is None):
            names_of_pair.append("one_id")
        rows.append(dict(Counter(names_of_pair)))
    return rows, dict(known)


OddTexts: TypeAlias = "dict[Text, dict[str, list[str]]]"
"""The labels of which some are odd, with the oddities of those that are."""


def _odd_labels(text: Text, words: Iterable[str], *, predicted: bool) -> dict[str, list[str]]:
    """Those of some labels that are odd, with the names of their oddities."""
    meant = {"empty": predicted and text.may_be_empty, "nan": text.label == FILLER}
    found = {word: [name for name in names if not meant.get(name)] for word in words if (names := odd_word(word))}
    return {word: names for word, names in found.items() if names}


def _odd_texts(kind: Record, document: Any, odd: OddTexts) -> Iterator[str]:
    """The oddities of the labels of one document."""
    for text, words in watched_values(kind, [document]):
        if isinstance(text, Text) and text in odd:
            for word in words:
                yield from odd[text].get(word, ())
