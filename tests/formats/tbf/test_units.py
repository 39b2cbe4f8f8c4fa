"""Tokens to characters and back."""

from __future__ import annotations

from event_scoring.formats.tbf.token_tables import TokenNumbers, read_token_table
from event_scoring.formats.tbf.units import to_characters, to_tokens

TABLES = {"d": read_token_table(b"t1\tHe\t0\t2\nt2\tleft\t3\t7\nw\tnow\t8\t11\n")}

NOW = int(TokenNumbers().of(["w"])[0])


def document(*spans: list[int]) -> dict[str, object]:
    return {"doc_id": "d", "mentions": [{"token_ids": span, "type": "A", "id": str(i)} for i, span in enumerate(spans)]}


def test_there_and_back() -> None:
    said = document([1, 2], [], [NOW], [1, NOW])
    (characters,) = to_characters([said], TABLES)
    assert [row["token_ids"] for row in characters["mentions"]] == [
        [0, 1, 3, 4, 5, 6],
        [],
        [8, 9, 10],
        [0, 1, 8, 9, 10],
    ]
    (tokens,) = to_tokens([characters], TABLES)
    assert [set(row["token_ids"]) for row in tokens["mentions"]] == [{1, 2}, set(), {NOW}, {1, NOW}]


def test_a_token_belongs_to_what_it_covers_or_is_covered_by() -> None:
    (tokens,) = to_tokens([document([4, 5], [1, 2, 3], list(range(3, 8)))], TABLES)
    assert [row["token_ids"] for row in tokens["mentions"]] == [[2], [], [2]]
