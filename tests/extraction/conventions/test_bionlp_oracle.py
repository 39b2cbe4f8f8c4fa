"""The GE rule against a slow scorer that reads the lines themselves, and PC and CG against what holds for them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_extraction
from tests.oracles.bionlp_oracle import Pair

TEXT = "IL-2 binding, was strongly up-regulated\nby NF-kB binding.'s loss of STAT5"
WORDS = [(0, 4), (5, 12), (14, 17), (18, 26), (27, 39), (40, 42), (43, 48), (49, 56), (60, 64), (65, 67), (68, 73)]
A1 = "T1\tProtein 0 4\tIL-2\nT2\tProtein 43 48\tNF-kB\nT3\tProtein 68 73\tSTAT5\n"
TYPES = ("Binding", "Gene_expression", "Positive_regulation", "Regulation")


@st.composite
def annotations(draw: st.DrawFn) -> str:
    """Triggers near words, and events whose arguments are proteins or earlier events."""
    lines, events = [], []
    for number in range(draw(st.integers(0, 5))):
        start, end = draw(st.sampled_from(WORDS))
        start, end = start - draw(st.integers(0, min(start, 2))), end + draw(st.integers(0, 2))
        kind = draw(st.sampled_from(TYPES))
        again = number and draw(st.booleans())
        if again:
            kind, trigger = events[-1][0], events[-1][1]
        else:
            trigger = f"T{10 + number}"
            lines.append(f"{trigger}\t{kind} {start} {min(end, len(TEXT))}\tx")
        targets = ["T1", "T2", "T3", *(f"E{other}" for other in range(1, number + 1))]
        roles = draw(st.sampled_from([["Theme"], ["Theme", "Cause"], ["Theme", "Theme2"], ["Theme", "Site"]]))
        arguments = [(role, draw(st.sampled_from(targets))) for role in roles]
        events.append((kind, trigger, arguments))
    for number, (kind, trigger, arguments) in enumerate(events, 1):
        shown = " ".join(f"{role}:{target}" for role, target in arguments)
        lines.append(f"E{number}\t{kind}:{trigger} {shown}")
    if draw(st.booleans()):
        lines.insert(0, "*\tEquiv T1 T3")
    return "".join(f"{line}\n" for line in lines)


def counted(gold: str, answer: str, **options: Any) -> dict[str, list[int]]:
    with TemporaryDirectory() as place:
        sides = [Path(place) / side for side in ("system", "references")]
        for folder, text in zip(sides, (answer, gold), strict=True):
            folder.mkdir()
            (folder / "1.a2").write_text(text, encoding="utf-8")
        (sides[1] / "1.a1").write_text(A1, encoding="utf-8")
        (sides[1] / "1.txt").write_text(TEXT, encoding="utf-8")
        result = score_extraction(*sides, convention="bionlp", normalize=False, details=True, **options)
    rows = [row for row in result["per_class"] if not row["name"].endswith("TOTAL")]
    names = ("gold", "matched_gold", "predictions", "matched_predictions")
    return {row["name"]: [row[name] for name in names] for row in rows}


@pytest.mark.parametrize("span", ["strict", "approximate"])
@pytest.mark.parametrize("recursive", ["strict", "approximate"])
@given(gold=annotations(), answer=annotations())
def test_ge_equals_the_oracle(span: str, recursive: str, gold: str, answer: str) -> None:
    pair = Pair(TEXT, A1, gold, answer, soft_span=span == "approximate", soft_nested=recursive == "approximate")
    expected = {name: row for name, row in pair.counts().items() if any(row)}
    assert counted(gold, answer, span=span, recursive=recursive) == expected
