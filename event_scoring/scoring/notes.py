"""Notes: facts about documents and scores that the user should know.

Notes about input are counted in the row of each document, so that they add up over batches, files and machines.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from event_scoring.documents.errors import counted, quoted
from event_scoring.documents.schema import Record, Text
from event_scoring.scoring.counts import Row, Sums
from event_scoring.scoring.labels import FILLER, SIDED, Labels, watched_names, watched_values

INPUT_NOTES = {
    "one_id": (
        "{number:document} with a doc_id on one side only; the sides are matched by their order, which a doc_id on "
        "both sides would check."
    ),
    "empty": "{number:empty label} (a type, role, filler or name of a slot); leave such an item out, or name it.",
    "untidy": (
        "{number:label} with a blank at an end or letters that are not in Unicode's NFC; as written, it differs from "
        "the same label without them."
    ),
    "nan": (
        '{number:label} {number:reads|read} "nan", as pandas writes a missing value; leave the key of a missing value '
        "out."
    ),
    "repeated_id": "{number:id} that an earlier item of its document has too.",
}
"""Sentences about input that can be scored and is probably a mistake, by name; those of all tasks."""
NO_PLACE = "No prediction is at the place of a reference; do both sides count tokens, or both characters, from 0?"
"""The warning about scores by place of which none is right."""


class _Number(int):
    """A number that a sentence writes with its noun: ``{n:pair}``, or by one of two words: ``{n:is|are}``."""

    def __format__(self, words: str) -> str:
        if "|" in words:
            return words.partition("|")[0 if self == 1 else 2]
        return counted(int(self), words) if words else f"{int(self):,}"


def note(sentence: str, number: float = 0, **values: object) -> str:
    """Return a sentence with its number and the words that agree with it.

    Args:
        sentence: With braces for the number and for other values.
        number: How many there are.
        **values: Further numbers and texts.

    Examples:
        >>> note("{number:link} {number:is|are} left out.", 1), note("{number:link} {number:is|are} left out.", 1200)
        ('1 link is left out.', '1,200 links are left out.')
    """
    numbers = {key: _Number(value) if isinstance(value, int) else value for key, value in values.items()}
    return sentence.format(number=_Number(number), **numbers)


def note_sentences(sums: Sums, sentences: Mapping[str, str], prefix: str = "") -> list[str]:
    """Return the sentences about sums that are not 0.

    Args:
        sums: Numbers by name.
        sentences: By the name of the sum that each tells.
        prefix: The beginning of the names of sums that ``sentences`` leaves out.

    Examples:
        >>> note_sentences({"note_empty": 2}, INPUT_NOTES, "note_")
        ['2 empty labels (a type, role, filler or name of a slot); leave such an item out, or name it.']
    """
    return [
        note(sentence, number)
        for name, sentence in sentences.items()
        if (number := int(sums.get(f"{prefix}{name}", 0)))
    ]


def note_sums(rows: Iterable[Row]) -> dict[str, int]:
    """Return how often each input note occurs in the rows of some documents, without notes that do not occur."""
    sums: dict[str, int] = {}
    for row in rows:
        for name, times in row["input_notes"].items():
            sums[f"note_{name}"] = sums.get(f"note_{name}", 0) + times
    return sums


def has_none_right(right: float, predictions: float, references: float) -> bool:
    """Whether a score has several predictions and references, and none in common."""
    return not right and predictions >= _SEVERAL and references >= _SEVERAL


_SEVERAL = 3


def repeated_id_warnings(rows: Sequence[Row]) -> list[str]:
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
    sentence = "{number:document} {number:has|have} the doc_id of an earlier document: {names}. Each of them is scored."
    return [note(sentence, number, names=names)]


@lru_cache(maxsize=4096)
def suspicious_label(word: str) -> tuple[str, ...]:
    """Return the names of the input notes of a label.

    Examples:
        >>> suspicious_label("Attack"), suspicious_label(" Attack"), suspicious_label("NaN"), suspicious_label(" ")
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


BLOCK_DOCUMENTS = 64
"""The number of documents whose labels are collected together; few enough to stay in the processor's cache."""


def notes_of_documents(
    kinds: tuple[Record, Record],
    sides: tuple[Sequence[Any], Sequence[Any]],
    count_notes: Callable[[object, object], Mapping[str, int]] | None,
) -> tuple[list[dict[str, int]], Labels]:
    """Return the input notes of each document, counted by name, and the labels of both sides.

    Args:
        kinds: The schemas of predictions and references.
        sides: The documents of both.
        count_notes: Returns the numbers of the input notes that only the task has, by name.
    """
    rows: list[dict[str, int]] = []
    for prediction, reference in zip(*sides, strict=True):
        row = {**count_notes(prediction, reference)} if count_notes else {}
        if (prediction.doc_id is None) != (reference.doc_id is None):
            row["one_id"] = 1
        rows.append(row)
    labels: dict[str, tuple[set[str], set[str]]] = {name: (set(), set()) for name in watched_names(*kinds)}
    for side, (kind, documents) in enumerate(zip(kinds, sides, strict=True)):
        for start in range(0, len(documents), BLOCK_DOCUMENTS):
            block, has_notes = documents[start : start + BLOCK_DOCUMENTS], False
            for text, values in watched_values(kind, block):
                if isinstance(text, str):
                    held = [*values]
                    if held.count(None) < len(held):
                        labels[SIDED][side].add(text)
                    continue
                words = set(values)
                words.discard(None)
                for word in filter(suspicious_label, words):
                    has_notes |= bool(_label_notes(text, word, side))
                if text.label != FILLER:
                    words.discard("")
                    labels[text.label][side].update(words)
            if has_notes:
                for row, document in zip(rows[start : start + BLOCK_DOCUMENTS], block, strict=True):
                    for name in _notes_of_labels(kind, document, side):
                        row[name] = row.get(name, 0) + 1
    return rows, {**labels}


def _notes_of_labels(kind: Record, document: object, side: int) -> Iterator[str]:
    """Yield the input notes of the labels of a document of a side."""
    for text, values in watched_values(kind, [document]):
        if isinstance(text, Text):
            for word in values:
                yield from () if word is None else _label_notes(text, word, side)


def _label_notes(text: Text, word: str, side: int) -> list[str]:
    """Return the names of the input notes of a label of a side, without what its kind of text may be."""
    meant = {"empty": side == 0 and text.may_be_empty, "nan": text.label == FILLER}
    return [name for name in suspicious_label(word) if not meant.get(name)]
