"""TBF mentions that lie one character or token beside references with the same text are warned about."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from event_scoring import score_nuggets
from event_scoring.commands.main import main
from event_scoring.scoring.result import ScoreWarning

WORDS = ("killed", "attack", "set off", "war", "bombing")
LATE = "of {} mentions that match no reference begin one character after a reference with the same text; subtract 1"


def tbf(path: Path, shift: Callable[[int], int] = lambda row: 0, unit: str = "char", number: int = 40) -> Path:
    """Write a TBF file of mentions, of which each is moved by a number of characters or tokens."""
    lines = []
    for row in range(number):
        word = WORDS[row % len(WORDS)]
        begin = 20 * row + 10 + shift(row)
        span = f"{begin},{begin + len(word)}" if unit == "char" else f"t{begin}"
        lines.append(f"s\td\tE{row}\t{span}\t{word}\tConflict.Attack\tActual")
    path.write_text("\n".join(["#BeginOfDocument d", *lines, "#EndOfDocument", ""]))
    return path


@pytest.mark.parametrize("unmatched", [40, 25])
def test_shifted_mentions_are_warned_about(tmp_path: Path, capsys: pytest.CaptureFixture[str], unmatched: int) -> None:
    """Shifts of a part of a file, as behind a letter of two code units, are found too."""
    gold = tbf(tmp_path / "gold.tbf")
    system = tbf(tmp_path / "system.tbf", lambda row: int(row >= 40 - unmatched))
    said = f"{unmatched} {LATE.format(unmatched)}"
    with pytest.warns(ScoreWarning, match=said):
        result = score_nuggets(system, gold)
    assert [said in sentence for sentence in result["warnings"]].count(True) == 1
    assert main(["nuggets", str(gold), str(system), "--brief"]) == 0
    assert said in capsys.readouterr().err
    assert main(["validate", "--references", str(gold), str(system)]) == 0
    assert capsys.readouterr().out.count("one character after") == 1


@pytest.mark.parametrize("number", [2, 3, 4])
def test_most_mentions_of_a_small_file_are_enough(tmp_path: Path, number: int) -> None:
    gold = tbf(tmp_path / "gold.tbf", number=number)
    for shifted, is_warned in ((number, True), (number - 1, number > 2), (0, False)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            system = tbf(tmp_path / "system.tbf", lambda row, shifted=shifted: int(row < shifted), number=number)
            result = score_nuggets(system, gold)
        assert any("begin one character after" in sentence for sentence in result["warnings"]) is is_warned


def test_shifted_tokens_and_early_mentions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tbf(tmp_path / "gold.tbf")
    with pytest.warns(ScoreWarning, match="one character before a reference with the same text; add 1 to"):
        score_nuggets(tbf(tmp_path / "system.tbf", lambda row: -1), gold)
    paths = [str(tbf(tmp_path / f"{shift}.tbf", lambda row, shift=shift: shift, unit="token")) for shift in (0, 1)]
    assert main(["nuggets", *paths, "--unit", "token"]) == 0
    assert "begin one token after a reference with the same text" in capsys.readouterr().err


def test_other_mentions_are_not_warned_about(tmp_path: Path) -> None:
    gold = tbf(tmp_path / "gold.tbf")
    for shift in (lambda row: 0, lambda row: 7, lambda row: int(row < 5), lambda row: (-1) ** row):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            score_nuggets(tbf(tmp_path / "system.tbf", shift), gold)
        assert not [warning for warning in caught if "same text" in str(warning.message)]


@pytest.mark.parametrize("length", [40, 20])
def test_offsets_of_another_text_are_warned_about(tmp_path: Path, length: int) -> None:
    gold = tbf(tmp_path / "gold.tbf")
    system = tbf(tmp_path / "system.tbf", lambda row: 7 if row >= 40 - length else 0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        score_nuggets(system, gold)
    elsewhere = [str(one.message) for one in caught if "begins elsewhere" in str(one.message)]
    # Half of the mentions may be a system that finds the wrong occurrences.
    assert len(elsewhere) == (length == 40)
    assert all("40 of 40 mentions" in sentence and "not its bytes?" in sentence for sentence in elsewhere)


def test_validate_warns_of_shifted_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / "gold.jsonl", tmp_path / "system.jsonl"]
    for shift, path in enumerate(paths):
        mentions = [{"token_ids": [9 * row + shift, 9 * row + shift + 1], "type": "A"} for row in range(9)]
        path.write_text(json.dumps({"doc_id": "d", "mentions": mentions}))
    assert main(["validate", "--references", *map(str, paths)]) == 0
    assert (
        "9 predictions are at the place of a reference if 1 is subtracted from the token ids" in capsys.readouterr().out
    )
