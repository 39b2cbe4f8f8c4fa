"""Token tables, with and without a header."""

from __future__ import annotations

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


def test_a_folder_of_tables(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected token tables named after the documents \(\.tab\), got none$"):
        read_token_tables(tmp_path)
    (tmp_path / "doc.1.tab").write_text(ROWS, encoding="utf-8")
    (tmp_path / "readme.txt").write_text("no table", encoding="utf-8")
    assert list(read_token_tables(tmp_path)) == ["doc.1"]
    with pytest.raises(InputError, match=r"nowhere: expected a folder of token tables \(\.tab\), got none$"):
        read_token_tables(tmp_path / "nowhere")
