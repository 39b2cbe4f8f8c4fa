"""`event-score arguments`, `link`, `pool` and `validate` on the published evaluation directory."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_arguments, score_responses
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.kbp.store import read_document_list, read_key_store, read_system_store
from tests.arguments.test_rich_ere import CASES, sides
from tests.commands.conftest import Run
from tests.formats.kbp.written_stores import write_system_store
from tests.formats.test_rich_ere import as_xml
from tests.golden_cases import GOLDEN, same

ROOT = Path(__file__).parents[2]
STORE = GOLDEN / "kbp_store"
KEY = [str(STORE / "answerKey"), "--reference-linking", str(STORE / "referenceLinking")]
SYSTEMS = [str(STORE / "systems" / f"sys{name}") for name in "ABC"]
LIST = ["--documents", str(STORE / "docs.txt")]
OFFICIAL_SAMPLES = ["--signature", "responses|interval:bootstrap-percentile|confidence:0.9|sampler:java"]
SETTINGS = {
    "withRealis": "official-2015",
    "neutralizeRealis": "neutralize-realis",
    "neutralizeRealisCoref": "neutralize-realis-coref",
}


@pytest.mark.parametrize("setting", list(SETTINGS))
def test_scores_samples_and_ranks_of_the_evaluation(setting: str, run: Run) -> None:
    summary = json.loads((STORE / "oracle_summary.json").read_text(encoding="utf-8"))[setting]
    options = ["--preprocess", SETTINGS[setting], *OFFICIAL_SAMPLES, "--format", "json"]
    code, out, err = run("responses", *KEY, *SYSTEMS, *LIST, *options)
    assert code == 0
    assert all("of the system in no frame left out" in line for line in err.splitlines())
    results = json.loads(out)
    for name in ("sysA", "sysB", "sysC"):
        assert same(results[name]["score"], summary[name]["corpus"]["score"], 100)
        assert same(results[name]["score_median"], summary["ranking"]["median"][name], 100)
    compared = json.loads(run("responses", *KEY, *SYSTEMS, *LIST, *options, "--compare")[1])
    assert compared["win_fractions"]["score"] == summary["ranking"]["fraction_row_beats_column"]
    assert {name: row["rank"] for name, row in compared["scores"]["score"].items()} == {"sysA": 1, "sysB": 2, "sysC": 3}


def test_the_table_shows_scores_and_the_signature(run: Run) -> None:
    arguments = [*KEY, *SYSTEMS, *LIST, "--preprocess", "official-2015", *OFFICIAL_SAMPLES]
    code, out, _ = run("responses", *arguments, "--per-type")
    assert code == 0
    for shown in ("0.3716", "0.3692", "per type, sysA", "Conflict.Attack", "signature: responses|"):
        assert shown in out


def test_details_and_groups(tmp_path: Path, run: Run) -> None:
    documents = read_document_list(STORE / "docs.txt")
    groups = tmp_path / "groups.txt"
    groups.write_text("# genres\n" + "".join(f"{name}\t{'nw' if name[0] == 'A' else 'df'}\n" for name in documents))
    common = [*KEY, *SYSTEMS[:1], *LIST, "--groups", str(groups), "--format"]
    code, out, _ = run("responses", *common, "json", "--per-document")
    assert code == 0
    result = json.loads(out)
    assert {"nw/score", "df/score", "per_document"} <= set(result)
    assert "per_type" not in result
    _, out, _ = run("responses", *common, "csv", "--per-document")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["doc_id"] for row in rows] == documents
    _, out, _ = run("responses", *common, "table")
    shown = {row[-5]: row[-4] for row in map(str.split, out.partition("by group")[2].splitlines()[3:5])}
    assert shown == {group: f"{result[f'{group}/score']:.4f}" for group in ("nw", "df")}
    _, out, _ = run("responses", *common, "table", "--percent", "--digits", "1")
    shown = {row[-5]: row[-4] for row in map(str.split, out.partition("by group")[2].splitlines()[3:5])}
    assert shown == {group: f"{100 * result[f'{group}/score']:.1f}" for group in ("nw", "df")}
    groups.write_text("x y\n")
    assert "expected a group for document" in run("responses", *common, "json")[2]
    groups.write_text("x\n")
    assert "groups.txt:1: expected a document and its group, got 'x'" in run("responses", *common, "json")[2]


def test_arguments_in_json_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str], run: Run) -> None:
    def document(doc_id: str, *fillers: str) -> dict[str, Any]:
        arguments = [{"type": "T", "role": "R", "filler": filler} for filler in fillers]
        return {"doc_id": doc_id, "arguments": arguments, "frames": [list(range(len(arguments)))]}

    gold, system = [document("a", "x", "y"), document("b", "z")], [document("b", "z"), document("a", "x")]
    paths = [str(tmp_path / name) for name in ("gold.jsonl", "system.jsonl", "list.txt")]
    write_json_lines(gold, paths[0])
    write_json_lines(system, paths[1])
    command = ["arguments", paths[0], paths[1], "--format", "json"]
    assert json.loads(run(*command)[1]) == {**score_arguments(system[::-1], gold)}
    Path(paths[2]).write_text("b\n")
    for documents in (paths[2], f"@{paths[2]}", "b"):
        assert json.loads(run(*command, "--documents", documents)[1]) == {**score_arguments(system[:1], gold[1:])}
    assert "no reference document is called 'c'" in run(*command, "--documents", "b,c")[2]
    write_json_lines([document("x", "z")], paths[1])
    assert "is it the right file?" in run(*command, "--documents", "b")[2]
    assert "unknown option --preprocess" in run(*command, "--preprocess", "official-2015")[2]
    assert "expected JSON Lines of arguments, got a folder" in run("arguments", KEY[0], SYSTEMS[0])[2]
    code, _, err = run("responses", paths[0], paths[1], "--expand-from-realis")
    assert (code, "--expand-from-realis: expected stores, got JSON Lines" in err) == (2, True)


def test_the_table_shows_intervals(run: Run) -> None:
    _, out, _ = run("responses", *KEY, *SYSTEMS[:1], *LIST, "--confidence", "0.9", "--resamples", "20")
    result = score_responses(
        read_system_store(SYSTEMS[0], read_document_list(LIST[1])),
        read_key_store(KEY[0], KEY[2], read_document_list(LIST[1])),
        **{"confidence": 0.9, "resamples": 20},
    )
    for key in ("argument_f1", "score", "macro_score"):
        cells = [f"{result[name]:.4f}" for name in (key, f"{key}_low", f"{key}_high")]
        assert any(line.split()[-3:] == cells for line in out.splitlines())
    # Precision and recall have no intervals.
    assert any(line.split() == ["linking", "recall", f"{result['linking_recall']:.4f}"] for line in out.splitlines())


def test_expansion_from_realis(run: Run) -> None:
    command = ["responses", *KEY, *SYSTEMS[:1], *LIST, "--format", "json"]
    plain, expanded = (json.loads(run(*command, *flag)[1]) for flag in ([], ["--expand-from-realis"]))
    assert expanded["argument_normalizer"] > plain["argument_normalizer"]


def test_validate_stores(tmp_path: Path, run: Run) -> None:
    code, out, _ = run("validate", *SYSTEMS)
    assert (code, out) == (0, "3 files: 0 errors, 0 warnings\n")
    assert run("validate", KEY[0], "--reference-linking", KEY[2])[0] == 0
    broken = tmp_path / "broken"
    shutil.copytree(SYSTEMS[0], broken)
    (broken / "linking" / "AFP_ENG_20150100.0000").unlink()
    code, out, _ = run("validate", str(broken))
    assert code == 1
    assert "AFP_ENG_20150100.0000: error: expected a file, got none" in out
    (tmp_path / "brat").mkdir()
    (tmp_path / "brat" / "a.ann").touch()
    code, _, err = run("validate", str(tmp_path / "brat"))
    assert (code, "got brat annotations; convert them first" in err) == (2, True)


def test_stores_against_rich_ere(tmp_path: Path, run: Run) -> None:
    case = CASES[7]
    predictions, references = sides(case)
    (tmp_path / "ere").mkdir()
    for reference in references:
        (tmp_path / "ere" / f"{reference['doc_id']}.rich_ere.xml").write_text(as_xml(reference["ere"]))
    write_system_store(tmp_path / "system", predictions)
    write_json_lines([{key: one[key] for key in ("doc_id", "quoted")} for one in references], tmp_path / "quoted.jsonl")
    key = [str(tmp_path / "ere"), "--quoted", str(tmp_path / "quoted.jsonl"), "--per-role", "--per-realis"]
    flags = ["--preprocess", "official-2016", "--types", ",".join(case["options"]["types"]), "--format", "json"]
    code, out, _ = run("responses", *key, str(tmp_path / "system"), *flags)
    options = {"preprocess": "official-2016", "types": case["options"]["types"]}
    expected = score_responses(predictions, references, details=True, **options)
    assert code == 0
    found = json.loads(out)
    assert {name: found[name] for name in found} == {name: expected[name] for name in found}
    assert found["per_role"]["Time"]["true_positives"] == expected["per_role"]["Time"]["true_positives"]
