"""No answer raises an exception, and none takes more time than its length allows."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from event_scoring import relations_from_texts
from event_scoring.formats.language_models.answer_reading import read_answer
from event_scoring.formats.language_models.messages import extract_answer
from tests.formats.language_models.shapes import READ, A, D
from tests.linear_time import check_linear

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
    """Return the numbers of mutated answers that are read, repaired and unparsed; none raises an error."""
    texts = [shape[1] for shape in READ if isinstance(shape[1], str)]
    kinds: Counter[str] = Counter()
    for _ in range(count):
        read = read_answer(mutated(chance.choice(texts), chance))
        json.dumps(read.events, ensure_ascii=False).encode()
        assert not (read.reason and read.events)
        kinds["unparsed" if read.reason else "repaired" if read.repaired else "read"] += 1
    return kinds


def test_mutated_answers_raise_nothing() -> None:
    """Damaged answers are read or refused."""
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
    "empty lists": lambda n: "[]" * (n // 2),
    "words in brackets": lambda n: "[a] b(c) " * (n // 9),
    "CDATA that does not end": lambda n: "<![CDATA[" * (n // 9),
    "comments of XML that do not end": lambda n: "<event>" + "<!--" * (n // 4) + "]]>",
    "XML": lambda n: '<event type="A"><trigger>b</trigger></event>' * (n // 44),
    "SEL": lambda n: "((A b (C d (e)))" * (n // 16),
    "SEL without triggers": lambda n: "(a)" * (n // 3),
    "SEL in brackets": lambda n: "((A b (C " + "(d)" * (n // 3),
    "InstructUIE": lambda n: "(Attack: fired, troops: Agent)," * (n // 31),
    "InstructUIE in one bracket": lambda n: "(" + "a: b," * (n // 5) + ")",
    "pairs of type and trigger": lambda n: "Attack: fired; " * (n // 15),
    "pairs with spaces": lambda n: "A: b" + " " * n + ";A" + " " * n,
    "escapes of YAML": lambda n: '- type: "' + "\\u0041" * (n // 6) + '"\n  trigger: b',
    "TANL": lambda n: " ".join(f"[ a | B = t{place} ] [ t{place} | C ]" for place in range(n // 32)),
    "YAML": lambda n: "- type: A\n  trigger: b\n  arguments:\n    C: d\n" * (n // 46),
    "calls of classes": lambda n: "result = [" + 'A(mention="b", c=["d"]), ' * (n // 25),
    "numbered objects": lambda n: "".join(f"{place}. {A}\n" for place in range(n // 100)),
    "blocks": lambda n: f"```json\n[{A}]\n```\n" * (n // 110),
    "quotes that are missing": lambda n: '[{"a: "' + 'b", "c: "' * (n // 9),
    "thoughts": lambda n: "<think>" * (n // 7),
    "triggers apart from arguments": lambda n: json.dumps(
        {
            "triggers": [{"type": "A", "text": f"t{place}"} for place in range(n // 85)],
            "arguments": [{"role": "R", "text": "a", "trigger": f"t{place}"} for place in range(n // 85)],
        }
    ),
    "calls beside a text": lambda n: {
        "content": "[" + ", ".join([A] * (n // 200)) + "]",
        "tool_calls": [{"function": {"name": "events", "arguments": D}} for _ in range(n // 130)],
    },
}
"""Answers of a length, in which something comes very often: the hard cases of every notation."""
LONG_RELATIONS = {
    "triples": lambda n: "[" + ", ".join(f'["E{place}", "BEFORE", "E{place + 1}"]' for place in range(n // 28)) + "]",
    "lines of relations": lambda n: "".join(f"E{place} BEFORE E{place + 1}\n" for place in range(n // 20)),
    "corrected relations": lambda n: '["E1", "BEFORE", "E2"] or ["E1", "AFTER", "E2"] or ' * (n // 52),
    "blocks of relations": lambda n: '```json\n[["E1", "BEFORE", "E2"]]\n```\n' * (n // 40),
}


READERS: list[tuple[Any, Any]] = [(read_answer, made) for made in LONG.values()]
READERS += [(lambda answer: relations_from_texts([answer]), made) for made in LONG_RELATIONS.values()]


@pytest.mark.parametrize(("read", "made"), READERS, ids=[*LONG, *LONG_RELATIONS])
def test_time_is_linear_in_the_length(read, made) -> None:  # type: ignore[no-untyped-def]
    check_linear(read, made, 5_000, room=0.05)


def test_a_key_of_a_message_may_hold_objects_in_objects_without_end() -> None:
    value: Any = {}
    for _ in range(3000):
        value = {"within": value}
    assert extract_answer({"content": "[]", "more": value}) == "[]"
