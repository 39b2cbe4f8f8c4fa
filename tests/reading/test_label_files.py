"""Labels in CoNLL columns: seqeval's numbers, conlleval's report, and files that do not fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, score_bio
from event_scoring.commands.main import main
from event_scoring.formats.conll_columns import read_label_column
from event_scoring.reading.label_files import conlleval_report, score_label_files
from tests.generated import examples
from tests.heavy import seqeval

GOLD = """-DOCSTART- -X- O O

EU NNP I-NP B-ORG
rejects VBZ I-VP O
German JJ I-NP B-MISC

-DOCSTART- -X- O O

Peter NNP I-NP B-PER
Blackburn NNP I-NP I-PER
"""
SYSTEM = GOLD.replace("JJ I-NP B-MISC", "JJ I-NP B-ORG").replace("\n", "\r\n")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "gold.conll").write_text(GOLD)
    (tmp_path / "run.conll").write_text(SYSTEM)
    return tmp_path / "run.conll", tmp_path / "gold.conll"


def test_columns_are_read_by_sentence(files: tuple[Path, Path]) -> None:
    found = read_label_column(files[1])
    assert found.labels == [["B-ORG", "O", "B-MISC"], ["B-PER", "I-PER"]]
    assert found.words == [["EU", "rejects", "German"], ["Peter", "Blackburn"]]
    assert found.lines == [[3, 4, 5], [9, 10]]
    assert read_label_column(files[1], -2).labels[1] == ["I-NP", "I-NP"]


@pytest.mark.filterwarnings("ignore:Precision and F-score are ill-defined")
def test_files_and_lists_score_alike(files: tuple[Path, Path]) -> None:
    predictions, references = (read_label_column(path).labels for path in files)
    result = score_bio(*files)
    assert (
        result
        == score_bio(predictions, references)
        == score_bio(files[0], references)
        == score_bio(predictions, files[1])
    )
    assert result["overall_f1"] == seqeval.metrics.f1_score(references, predictions) == 2 / 3
    assert str(result).startswith(seqeval.metrics.classification_report(references, predictions).rstrip())


def test_the_command_line(files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, gold = map(str, files)
    assert main(["bio", gold, run]) == 0
    assert "   micro avg" in capsys.readouterr().out
    assert main(["bio", gold, run, "--format", "conlleval"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "processed 5 tokens with 3 phrases; found: 3 phrases; correct: 2.",
        "accuracy:  80.00%; precision:  66.67%; recall:  66.67%; FB1:  66.67",
        "             MISC: precision:   0.00%; recall:   0.00%; FB1:   0.00  0",
    ]
    assert main(["bio", gold, run, "--format", "json", "-o", str(tmp_path / "result.json")]) == 0
    assert json.loads((tmp_path / "result.json").read_text())["overall_precision"] == 2 / 3


def test_one_file_has_both_columns(tmp_path: Path) -> None:
    rows = zip(GOLD.splitlines(), SYSTEM.splitlines(), strict=True)
    (tmp_path / "both").write_text("\n".join(f"{one} {other.split()[-1]}" if one else "" for one, other in rows))
    assert score_label_files(tmp_path / "both")["overall_f1"] == 2 / 3


LABELS = st.sampled_from(["O", "B-A", "I-A", "B-B", "I-B"])
SENTENCES = st.lists(st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=6), min_size=1, max_size=4)


def chunks(labels: list[str]) -> set[tuple[int, int, str]]:
    """The phrases of a sentence as conlleval finds them, one label after the other."""
    found, open_at, kind = set(), -1, ""
    for place, label in enumerate([*labels, "O"]):
        tag, _, name = label.partition("-")
        if kind and (tag in ("O", "B") or name != kind):
            found.add((open_at, place, kind))
            kind = ""
        if tag in ("B", "I") and not kind:
            open_at, kind = place, name
    return found


@examples(200)
@given(SENTENCES)
def test_conlleval_counts_the_same_phrases(sentences: list[list[tuple[str, str]]]) -> None:
    gold, system = ([[pair[side] for pair in sentence] for sentence in sentences] for side in (0, 1))
    expected = [(chunks(one), chunks(other)) for one, other in zip(gold, system, strict=True)]
    numbers: dict[str, Any] = {
        "tokens": sum(map(len, gold)),
        "references": sum(len(one) for one, _ in expected),
        "predictions": sum(len(other) for _, other in expected),
        "true_positives": sum(len(one & other) for one, other in expected),
    }
    result = score_bio(system, gold)
    assert {name: result[name] for name in numbers} == numbers
    first = conlleval_report(result).splitlines()[0]
    assert (
        first
        == "processed {tokens} tokens with {references} phrases; found: {predictions} phrases; correct: {true_positives}.".format(
            **numbers
        )
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (GOLD.replace("EU", "UN"), r":3: expected the word EU, got UN; .*gold\.conll:3 has another word"),
        (GOLD.replace("rejects VBZ I-VP O\n", ""), r":4: expected the word rejects, got German"),
        (GOLD.replace("German JJ I-NP B-MISC\n", ""), r":3: expected 3 words, got 2 words; the sentence begins at"),
        (
            GOLD.replace("Peter NNP I-NP B-PER\nBlackburn NNP I-NP I-PER\n", ""),
            "expected 2 sentences as in .*, got 1 sentence",
        ),
        (GOLD.replace("B-ORG", "X-ORG"), r":3: label: expected O or a label such as B-Attack"),
        (GOLD.replace("German JJ", "German"), r":5: expected 4 columns as above, got 3 columns"),
        ("word\n", ":1: expected a word and its labels, got 1 column"),
    ],
)
def test_files_that_do_not_fit(files: tuple[Path, Path], text: str, wanted: str) -> None:
    files[0].write_text(text)
    with pytest.raises(InputError, match=wanted):
        score_bio(*files)


def test_other_white_space_than_blanks_and_tabs_belongs_to_words() -> None:
    """Perl splits the bytes of a line, so conlleval takes a no-break space as a letter."""
    column = read_label_column("10\u00a0000 O\n\u3000\tO\n\u2028 B-Die\n".encode())
    assert (column.words, column.labels) == ([["10\u00a0000", "\u3000", "\u2028"]], [["O", "O", "B-Die"]])
