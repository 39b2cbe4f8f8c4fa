"""The configuration "relations" of the nugget metric, from files to a score, a test between systems and a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from event_scoring import compare, read, score, score_dataset, score_relations
from event_scoring.commands.main import main
from tests.heavy import datasets, evaluate

LABELS = ("BEFORE", "AFTER", "EQUAL", "VAGUE")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Eight documents of six pairs, and two systems that are wrong about every third and every second pair."""
    for name, wrong in (("platinum.txt", 0), ("mine.tsv", 3), ("other.tsv", 2)):
        rows = []
        for number in range(48):
            label = LABELS[(number + bool(wrong and number % wrong == 0)) % 4]
            rows.append(f"d{number // 6}\tsaid\tfell\t{number % 6}\t{number % 6 + 1}\t{label}\n")
        (tmp_path / name).write_text("".join(rows), encoding="utf-8")
    return tmp_path


def test_matres_from_files_through_every_door(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, mine, other = (read(files / name) for name in ("platinum.txt", "mine.tsv", "other.tsv"))
    wanted = score_relations(mine, gold, protocol="matres")
    assert score_relations(files / "mine.tsv", files / "platinum.txt", protocol="matres") == wanted
    metric = evaluate.load("event_nugget_metric", "relations")
    assert metric.compute(predictions=mine, references=gold, protocol="matres") == wanted
    metric.add(prediction=mine[0], reference=gold[0])
    metric.add_batch(predictions=mine[1:], references=gold[1:])
    assert metric.compute(protocol="matres") == wanted
    assert score(wanted["signature"], mine, gold) == wanted
    rows = datasets.Dataset.from_dict({"predictions": mine, "references": gold})
    assert score_dataset(rows, task="relations", protocol="matres")["f1"] == wanted["f1"]
    compared = compare({"mine": mine, "other": other}, gold, task="relations", protocol="matres", resamples=200)
    assert compared.data["scores"]["f1"]["mine"]["value"] == wanted["f1"]
    paths = [str(files / name) for name in ("platinum.txt", "mine.tsv", "other.tsv", "table.tex")]
    flags = ["--protocol", "matres", "--compare", "--resamples", "200"]
    assert main(["relations", *paths[:3], *flags, "-o", paths[3]]) == 0
    table = Path(paths[3]).read_text(encoding="utf-8")
    assert r"\begin{tabular}" in table
    assert f"{wanted['f1']:.4f}" in table
    capsys.readouterr()
