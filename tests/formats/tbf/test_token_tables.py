"""Token tables, with and without a header."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from event_scoring import InputError
from event_scoring.formats.tbf.token_tables import read_token_table, read_token_tables

HEADER = "token_id\ttoken_str\ttkn_begin\ttkn_end\n"
ROWS = "t1\tHe\t0\t2\nt2\tleft\t3 \t7\textra\n"


@pytest.mark.parametrize("header", ["", HEADER, "token_id\ttoken_str\n"])
def test_a_header_is_skipped(header: str) -> None:
    table = read_token_table((header + ROWS).encode())
    assert (table.ids, table.texts) == (["t1", "t2"], ["He", "left"])
    assert (table.begin.tolist(), table.end.tolist()) == ([0, 3], [2, 7])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ROWS + "t3\tx\n", "<input>:3: expected 4 tab separated fields (token id, text, begin, end), got 2"),
        (ROWS + "t3\tx\t4\tend\n", "<input>:3: expected two character offsets, got ['4', 'end'] (list)"),
        (ROWS + "t3\tx\t4\t" + "9" * 5000, "<input>:3: expected two character offsets, got "),
        ("t1\tx\t0\tend\n", "<input>:1: expected two character offsets, got ['0', 'end'] (list)"),
        (ROWS + ROWS, "<input>:3: token id 't1' occurs twice in the table"),
    ],
)
def test_bad_tables_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        read_token_table(text.encode())


def test_a_folder_of_tables(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected token tables named after the documents \(\.tab\), got none$"):
        read_token_tables(tmp_path)
    (tmp_path / "doc.1.tab").write_text(ROWS, encoding="utf-8")
    (tmp_path / "readme.txt").write_text("no table", encoding="utf-8")
    assert list(read_token_tables(tmp_path)) == ["doc.1"]
    with pytest.raises(InputError, match=r"nowhere: expected a folder of token tables \(\.tab\), got none$"):
        read_token_tables(tmp_path / "nowhere")
