"""Kinds of errors of arguments: by hand, and by an enumeration of what each argument could be."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_arguments
from event_scoring.arguments.categories import ERROR_KINDS
from tests.categories import counted, place_of
from tests.generated import examples, sides

PAIRED = ("correct", "frame", "realis", "role", "filler", "type")
OF_SYSTEM = ("spurious", "duplicate", "discarded")


def partners(items: list[dict[str, Any]]) -> dict[int, int]:
    """The partner of each item of one side."""
    return {place_of(item): item["pair"] for item in items if item["category"] in PAIRED}


def argument(kind: str, role: str, filler: str, realis: str = "Actual") -> dict[str, str]:
    return {"type": kind, "role": role, "filler": filler, "realis": realis}


GOLD = [
    {
        "arguments": [
            argument("Die", "Victim", "a"),
            argument("Die", "Place", "p"),
            argument("Die", "Time", "t"),
            argument("Meet", "Entity", "e"),
            argument("Meet", "Entity", "f"),
            argument("Meet", "Place", "q", "Generic"),
            argument("Sue", "Court", "c"),
        ],
        "frames": [[0, 1, 2], [3, 4], [6]],
    }
]


def kinds(system: list[Any], **options: Any) -> tuple[list[str], list[str]]:
    row = score_arguments(system, GOLD, details=True, **options)["categories"][0]
    return tuple([item["category"] for item in row[side]] for side in ("references", "predictions"))  # type: ignore[return-value]


def test_each_kind_by_hand() -> None:
    system = [
        {
            "arguments": [
                argument("Die", "Victim", "a"),
                argument("Die", "Agent", "p"),
                argument("Die", "Time", "t", "Other"),
                argument("Meet", "Entity", "e"),
                argument("Meet", "Entity", "e"),
                argument("Meet", "Place", "q2", "Generic"),
                argument("Appeal", "Court", "c"),
                argument("X", "Y", "z"),
                argument("Meet", "Entity", "g"),
            ],
            "frames": [[0, 1, 2], [3, 4], [6, 7], [8]],
        }
    ]
    references, predictions = kinds(system)
    assert references == ["correct", "role", "realis", "correct", "filler", "filler", "type"]
    assert predictions == ["correct", "role", "realis", "correct", "duplicate", "filler", "type", "spurious", "filler"]


def test_a_wrong_frame_is_no_fault_of_what_was_missed() -> None:
    right, linked_wrong = GOLD[0]["arguments"], [[0, 3], [1, 2], [4], [6]]
    assert kinds([{"arguments": right, "frames": linked_wrong}])[0] == ["frame"] * 5 + ["correct"] * 2
    # One of three is missing: the other two are linked as they should be.
    partial = [{"arguments": right[1:], "frames": [[0, 1], [2, 3], [5]]}]
    assert kinds(partial)[0] == ["missed", "correct", "correct", "correct", "correct", "correct", "correct"]


def test_of_several_kinds_the_first_one_in_the_order_of_outcomes_applies() -> None:
    """Type, role, realis, words."""
    missed = [
        argument("U", "r", "x"),
        argument("T", "q", "x"),
        argument("T", "r", "x", "Other"),
        argument("T", "r", "y"),
    ]
    kinds = ["wrong_type", "wrong_role", "wrong_realis", "other_words"]
    for first, kind in enumerate(kinds):
        gold = [{"arguments": missed[first:][::-1], "frames": []}]
        system = [{"arguments": [argument("T", "r", "x")], "frames": []}]
        (outcomes,) = score_arguments(system, gold, details=True)["outcomes"]
        assert outcomes[0]["category"] == kind


ARGUMENTS = st.lists(
    st.builds(
        argument,
        st.sampled_from("AB"),
        st.sampled_from("RS"),
        st.sampled_from("ef"),
        st.sampled_from(["Actual", "Generic"]),
    ),
    max_size=7,
)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    arguments = draw(ARGUMENTS)
    places = st.lists(st.integers(0, max(len(arguments) - 1, 0)), max_size=4)
    return {"arguments": arguments, "frames": draw(st.lists(places, max_size=3)) if arguments else []}


@examples(120)
@given(
    corpus=st.lists(st.tuples(documents(), documents()), min_size=1, max_size=3),
    unlinked=st.sampled_from(["count", "drop"]),
)
def test_every_argument_has_one_kind_and_the_counts_add_up(corpus: list[Any], unlinked: str) -> None:
    system, gold = sides(corpus)
    result = score_arguments(system, gold, details=True, unlinked=unlinked)
    counts = Counter[str]()
    for row, said, asked in zip(result["categories"], system, gold, strict=True):
        items = {side: [*range(len(one["arguments"]))] for side, one in (("predictions", said), ("references", asked))}
        counts += counted(row, items, OF_SYSTEM)
        assert partners(row["predictions"]) == {other: one for one, other in partners(row["references"]).items()}
        slow = {tuple(item.values()) for item in asked["arguments"]}
        for item, found in zip(said["arguments"], row["predictions"], strict=True):
            if found["category"] in ("correct", "frame"):
                assert tuple(item.values()) in slow
            elif found["category"] in PAIRED:
                assert any(sum(a != b for a, b in zip(item.values(), other, strict=True)) == 1 for other in slow)
    assert {kind: counts[kind] for kind in ERROR_KINDS} == result["errors"]
    assert counts["correct"] + counts["frame"] == result["true_positives"]
    assert sum(counts[kind] for kind in ("realis", "role", "filler", "type", "spurious")) == result["false_positives"]
    assert sum(counts[kind] for kind in ("realis", "role", "filler", "type", "missed")) == result["false_negatives"]
