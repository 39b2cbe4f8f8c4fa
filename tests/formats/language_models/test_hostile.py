"""No answer raises an exception, and none takes more time than its length allows."""

from __future__ import annotations

import json
import random
import time
from collections import Counter

import pytest

from event_scoring.formats.language_models.reading import read_answer
from tests.formats.language_models.shapes import READ, A

PIECES = [
    *"[]{}()<>,:;=\"'`#|\\/-*.\n\t “”é\ud800\x00",
    "```",
    "<think>",
    "</think>",
    "//",
    "/*",
    "null",
    "<extra_id_0>",
    " = ",
    "\\u",
    "- ",
]


def mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 4)):
        at, until = sorted(chance.choices(range(len(text) + 1), k=2))
        text = chance.choice([
            text[:at] + chance.choice(PIECES) + text[at:],
            text[:at] + text[min(until, at + 3) :],
            text[:at],
            text[at:],
            text[:until] + text[at:until] + text[until:],
        ])  # fmt: skip
    return text[:5000]


def examine_mutated(count: int, chance: random.Random) -> Counter[str]:
    """How many of so many mutated answers are read, repaired and unparsed; raises nothing."""
    texts = [shape[1] for shape in READ if isinstance(shape[1], str)]
    kinds: Counter[str] = Counter()
    for _ in range(count):
        read = read_answer(mutated(chance.choice(texts), chance))
        json.dumps(read.events, ensure_ascii=False).encode()
        assert not (read.reason and read.events)
        kinds["unparsed" if read.reason else "repaired" if read.repaired else "read"] += 1
    return kinds


def test_mutated_answers_raise_nothing() -> None:
    """A small share of `python -m benchmarks answers`."""
    kinds = examine_mutated(2_000, random.Random(0))
    assert min(kinds[kind] for kind in ("read", "repaired", "unparsed")) > 20


LONG = {
    "line ends after a fence": lambda n: "```" + "\n" * n,
    "open brackets": lambda n: "[" * n,
    "brackets in brackets": lambda n: "[" * 900 + "[]," * (n // 3),
    "brackets that close": lambda n: "[" * (n // 2) + "]" * (n // 2),
    "quotes": lambda n: "[" + '" x' * (n // 3),
    "calls": lambda n: "a(" * (n // 2),
    "tags": lambda n: "<a" * (n // 2),
    "parentheses": lambda n: "(" * n,
    "marks of TANL": lambda n: "[ a | b " * (n // 8),
    "items of YAML": lambda n: "- [\n" * (n // 4),
    "one word": lambda n: "a" * n,
    "backslashes": lambda n: '["' + "\\" * n,
    "repeated keys": lambda n: '[{"type":"a","trigger":"b",' + '"c":["d"],' * (n // 10) + "}]",
    "wrappers": lambda n: '{"events":' * (n // 10),
    "events": lambda n: "[" + ",".join([A] * (n // len(A))),
    "objects": lambda n: (A + "\n") * (n // len(A)),
}


@pytest.mark.parametrize("made", LONG.values(), ids=LONG)
def test_time_is_linear_in_the_length(made) -> None:  # type: ignore[no-untyped-def]
    seconds = []
    for length in (5_000, 50_000):
        text = made(length)
        spent = []
        for _ in range(3):
            start = time.process_time()
            read_answer(text)
            spent.append(time.process_time() - start)
        seconds.append(min(spent))
    assert seconds[1] < 25 * seconds[0] + 0.05  # ten times the length; a square would be a hundred times the time
