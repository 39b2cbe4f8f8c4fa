"""The recipe that travels with a number, and the test whether two numbers may be compared."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.core.errors import InputError, shown
from event_scoring.core.ragged import Ragged
from event_scoring.version import __version__

INFORMATIVE = frozenset(
    {"protocol", "convention", "docs", "modes", "n", "runs", "tuned_on", "coreference", "sequencing"}
)
"""Fields that inform only: a preset's name stands beside the options that it sets, and whether coreference or
sequencing is scored changes no score that both results have."""
DECLARED = (
    "dataset",
    "release",
    "language",
    "split",
    "preprocessing",
    "tokenizer",
    "unit",
    "truncation",
    "multi_token_triggers",
    "times",
    "values",
    "pronouns",
    "entity_extent",
    "trigger_source",
)
"""Fields that only the user knows; where one signature lacks such a field of the other, it is unknown there."""

SAMPLING = frozenset({"interval", "confidence", "resamples", "bootstrap", "seed", "sampler"})
"""Fields of intervals, which change no score: a result with intervals compares with one without."""

ONE_WORD = frozenset({"", "all", "empty", "none"})
"""Words that stand for no list or an empty one; a list of one such word is written with a comma behind it."""

HashArray = NDArray[np.uint64]


def signature(task: str, choices: Mapping[str, object], facts: Mapping[str, object] | None = None) -> str:
    """One line that names every choice behind a number, and the data it was computed on.

    Examples:
        >>> line = signature("nugget", {"mapping": "exact", "types": ("A", "B|")}, {"docs": 2})
        >>> line.rpartition("|version")[0]
        'nugget|mapping:exact|types:A,B%7C|docs:2'
    """
    pairs = [f"{key}:{_written(value)}" for key, value in {**choices, **(facts or {})}.items()]
    return "|".join([task, *pairs, f"version:{__version__}"])


def compare_signatures(first: str, second: str) -> str:
    """Whether the numbers of two signatures may stand in one table.

    Returns:
        ``"comparable"``; ``"different: …"`` with each field that differs; or ``"unknown: …"`` with the
        facts that nobody declared (``?``). Numbers of documents and the like inform only. The triggers
        under which arguments were extracted must be the same, unless both systems found their own.

    Examples:
        >>> compare_signatures("nugget|mapping:exact|docs:2", "nugget|mapping:exact|docs:3")
        'comparable'
        >>> compare_signatures("nugget|mapping:exact", "nugget|mapping:optimal")
        'different: mapping (exact, optimal)'
        >>> compare_signatures("event|data:?", "event|data:ace")
        'unknown: data'
    """
    left, right = _fields(first), _fields(second)
    names = [
        name
        for name in {**left, **right}
        if name not in INFORMATIVE and not (name in SAMPLING and not (name in left and name in right))
    ]
    sources = {left.get("trigger_source", "?"), right.get("trigger_source", "?")}
    if "?" in sources or sources == {"own"}:
        names = [name for name in names if name != "triggers"]
    absent = {name: "?" if name in DECLARED else None for name in names}
    unknown = [name for name in names if "?" in (left.get(name, absent[name]), right.get(name, absent[name]))]
    different = [
        f"{name} ({left.get(name, 'absent')}, {right.get(name, 'absent')})"
        for name in names
        if name not in unknown and left.get(name) != right.get(name)
    ]
    if different:
        return "different: " + ", ".join(different)
    return "unknown: " + ", ".join(unknown) if unknown else "comparable"


def with_choices(line: str, choices: Mapping[str, object]) -> str:
    """A signature with further choices, before its version.

    Examples:
        >>> with_choices("nugget|docs:2|version:1", {"test": "bootstrap"})
        'nugget|docs:2|test:bootstrap|version:1'
    """
    start, mark, version = line.rpartition("|version:")
    return "|".join([start, *(f"{key}:{_written(value)}" for key, value in choices.items())]) + mark + version


def hash_strings(strings: Iterable[str]) -> HashArray:
    """A 64-bit number for each string, the same on every machine."""
    digests = b"".join(hashlib.sha256(text.encode()).digest()[:8] for text in strings)
    return np.frombuffer(digests, dtype="<u8").astype(np.uint64)


def hash_texts(texts: pa.StringArray) -> HashArray:
    """A 64-bit number for each string of a column, by array operations; a missing one counts as empty.

    Made for columns with many different strings; it sums a mixed value for each byte and its place.

    Examples:
        >>> hashes = hash_texts(pa.array(["ab", "ba", "ab"]))
        >>> bool(hashes[0] == hashes[2]), bool(hashes[0] == hashes[1])
        (True, False)
    """
    encoded = texts.fill_null("").dictionary_encode()
    words = encoded.dictionary.cast(pa.large_binary())
    buffers = words.buffers()
    offsets = np.frombuffer(buffers[1], dtype=np.int64)[words.offset : words.offset + len(words) + 1]
    if not len(words):
        return np.empty(0, dtype=np.uint64)
    letters = Ragged(offsets, np.frombuffer(buffers[2], dtype=np.uint8) if offsets[-1] else np.empty(0, np.uint8))
    by_word = mix_rows(Ragged(offsets, letters.within * 256 + letters.values[: offsets[-1]]))
    hashes: HashArray = by_word[encoded.indices.to_numpy()]
    return hashes


def mix(*columns: NDArray[np.generic]) -> HashArray:
    """One well-mixed 64-bit number for each row of some integer columns (the order of columns counts).

    Examples:
        >>> mix(np.array([1, 2]), np.array([2, 1])).tolist() == mix(np.array([2, 1]), np.array([1, 2])).tolist()
        False
    """
    mixed = np.empty(len(columns[0]), dtype=np.uint64)
    with np.errstate(over="ignore"):
        for start in range(0, len(mixed), _BLOCK):
            block = slice(start, start + _BLOCK)
            _mix_block([column[block] for column in columns], mixed[block])
    return mixed


_BLOCK = 2**15
"""So many rows stay in the cache through all the steps of `mix`."""


def _mix_block(columns: list[NDArray[np.generic]], state: HashArray) -> None:
    state[:] = 0x9E3779B97F4A7C15
    for column in columns:
        # The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
        state ^= column.astype(np.uint64, copy=False)
        state += np.uint64(0x9E3779B97F4A7C15)
        state ^= state >> np.uint64(30)
        state *= np.uint64(0xBF58476D1CE4E5B9)
        state ^= state >> np.uint64(27)
        state *= np.uint64(0x94D049BB133111EB)
        state ^= state >> np.uint64(31)


def mix_rows(rows: Ragged) -> HashArray:
    """One number for each row, whatever the order of its values: the sum of their mixed values."""
    sums = np.zeros(len(rows.values) + 1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        np.cumsum(mix(rows.values), out=sums[1:])
        return np.diff(sums[rows.offsets])


def fingerprint(document_hashes: HashArray) -> str:
    """Twelve hexadecimal digits for a set of documents, whatever their order."""
    return fingerprint_of_sum(len(document_hashes), hash_sum(document_hashes))


def hash_sum(document_hashes: HashArray) -> int:
    """The sum of some hashes in 64 bits: sums of parts of a corpus add up to that of the whole."""
    with np.errstate(over="ignore"):
        return int(np.sum(document_hashes, dtype=np.uint64))


def fingerprint_of_sum(documents: int, total: int) -> str:
    """The fingerprint of documents of which only the number and the `hash_sum` were kept.

    Examples:
        >>> fingerprint_of_sum(2, 11) == fingerprint(np.array([5, 6], dtype=np.uint64))
        True
    """
    return hashlib.sha256(f"{documents}:{total}".encode()).hexdigest()[:12]


def _fields(line: str) -> dict[str, str]:
    if not isinstance(line, str):
        raise InputError(f'signatures: expected strings, the "signature" of two results, got {shown(line)}')
    task, *pairs = line.split("|")
    return {"task": task, **dict(pair.partition(":")[::2] for pair in pairs)}


def _written(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        text = ",".join(_written(item) for item in value)
        return f"{text}," if len(value) == 1 and text in ONE_WORD else text or "empty"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    text = str(value)
    for reserved in "%|,:\n\r\t":
        text = text.replace(reserved, f"%{ord(reserved):02X}")
    return text
