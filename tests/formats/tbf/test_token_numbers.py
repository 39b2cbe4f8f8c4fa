"""Token ids as integers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import read, score_nuggets
from event_scoring.commands.main import main
from event_scoring.formats.tbf.token_tables import TokenNumbers

tokens = st.lists(st.one_of(st.text(max_size=3), st.from_regex("t[0-9]{1,3}", fullmatch=True)), max_size=20)


@given(tokens)
def test_numbers_stand_for_token_ids_one_to_one(names: list[str]) -> None:
    numbering = TokenNumbers()
    if any(f"t{name}" in names for name in names):
        return
    numbers = numbering.of(names).tolist()
    assert numbering.names(numbers) == names
    assert TokenNumbers().of(reversed(names)).tolist() == numbers[::-1]
    assert len(set(numbers)) == len(set(names))


def test_ordinary_ids_keep_their_number() -> None:
    assert TokenNumbers().of(["t0", "t12", "t999999999999999999", "5"]).tolist() == [0, 12, 999999999999999999, 5]
    odd = TokenNumbers().of(["t01", "w12", " t1", "", "t9999999999999999999", "t١", "T1"]).tolist()
    assert len(set(odd)) == 7
    assert all(2**60 <= number < 2**61 for number in odd)


def test_a_number_that_nothing_has_has_no_name() -> None:
    assert TokenNumbers().names([-1, 2**60, 3]) == [None, None, "t3"]


@pytest.mark.parametrize("prefix", ["", "w", "t", "tok-"])
@pytest.mark.filterwarnings("error")
def test_files_that_are_read_apart_score_as_those_read_together(
    prefix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = []
    for name, spans in (("n1", [[5], [7, 8]]), ("n2", [[9], [5]])):
        lines = [
            f"me\td\tE{row}\t{','.join(f'{prefix}{token}' for token in span)}\tx\tA\tActual\n"
            for row, span in enumerate(spans)
        ]
        paths.append(tmp_path / f"{name}.tbf")
        paths[-1].write_text("".join(["#BeginOfDocument d\n", *lines, "#EndOfDocument\n"]))
        assert main(["convert", str(paths[-1]), str(tmp_path / f"{name}.jsonl"), "--unit", "token"]) == 0
    assert main([*map(str, paths), "--unit", "token", "-b"]) == 0
    assert main([*(str(path.with_suffix(".jsonl")) for path in paths), "-b"]) == 0
    together, apart = capsys.readouterr().out.splitlines()
    assert together == apart == "0.5000"
    references, predictions = (read(path, unit="token") for path in paths)
    assert score_nuggets(predictions=predictions, references=references)["span_f1"] == 0.5
