"""`--show`: documents in the terminal, with the words that are known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from event_scoring.commands.main import main
from tests.commands.conftest import written


def brat(folder: Path, kind: str, extent: str) -> str:
    folder.mkdir()
    start, end = extent.split()
    (folder / "story.txt").write_text("Rebels shelled the town.", encoding="utf-8")
    text = "Rebels shelled the town."[int(start) : int(end)]
    (folder / "story.ann").write_text(f"T1\t{kind} {extent}\t{text}\nE1\t{kind}:T1\n", encoding="utf-8")
    return str(folder)


def test_brat_documents_are_shown_with_their_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, said = brat(tmp_path / "gold", "Attack", "7 14"), brat(tmp_path / "run", "Meet", "7 18")
    assert main(["nuggets", gold, said, "--show"]) == 0
    shown = capsys.readouterr().out.split("\n\n")[0]
    assert shown.splitlines() == [
        "story",
        "                     Rebels shelled the town.",
        "reference  T Attack         ━━━━━━━",
        "run        T Meet           ━━━━━━━━━━━",
    ]


def test_text_gives_the_words_of_documents_without_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = written(tmp_path / "gold.jsonl", {"doc_id": "d", "mentions": [{"token_ids": [1], "type": "Attack"}]})
    words = written(tmp_path / "words.jsonl", {"doc_id": "d", "tokens": ["Rebels", "shelled", "it"]})
    assert main(["nuggets", gold, gold, "--show", "--text", words]) == 0
    assert "                      Rebels shelled it" in capsys.readouterr().out.splitlines()


def test_several_systems_stand_below_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = {"trigger": {"span": [1, 2]}, "type": "Attack", "arguments": [{"span": [0, 1], "role": "Attacker"}]}
    gold = written(tmp_path / "gold.jsonl", {"doc_id": "d", "tokens": ["Rebels", "shelled", "it"], "events": [event]})
    one = written(tmp_path / "one.jsonl", {"doc_id": "d", "events": [event]})
    two = written(tmp_path / "two.jsonl", {"doc_id": "d", "events": [{**event, "arguments": []}]})
    assert main(["extraction", gold, one, two, "--show"]) == 0
    shown = capsys.readouterr().out
    assert shown.index("one.jsonl") < shown.index("two.jsonl")
    assert "Rebels shelled it" in shown
    assert "✓∅ Attacker" in shown, "what each system made of a reference"
    assert "✓ Attacker" in shown
    assert "✓ right" in shown


def test_a_document_that_gives_its_text_is_drawn_with_its_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, answers = tmp_path / "gold.jsonl", tmp_path / "answers.jsonl"
    event = {"type": "Attack", "trigger": {"text": "opened fire"}, "arguments": []}
    gold.write_text(json.dumps({"doc_id": "d1", "text": "Troops opened fire.", "events": [event]}))
    answers.write_text(json.dumps({"doc_id": "d1", "answer": json.dumps([event])}))
    assert main([str(gold), str(answers), "--show", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert "opened fire" in out
    assert "not in the text" not in out
