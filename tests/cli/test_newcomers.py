"""Mistakes that newcomers make: each gets one line that says where it is and what to do."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from event_scoring import (
    InputError,
    compare,
    compare_conventions,
    compare_datasets,
    compare_triggers,
    count_nuggets,
    read,
    score_arguments,
    score_bio,
    score_dataset,
    score_extraction,
    score_nuggets,
    score_templates,
    score_values,
    sensitivity,
)
from event_scoring.adapters import nuggets_from_labels
from event_scoring.cli.main import main

MENTION = {"token_ids": [1], "type": "Life.Die"}
GOLD = [{"doc_id": "d", "mentions": [MENTION, {"token_ids": [2], "type": "Conflict.Attack"}]}]
GROUP = {"entity_group": "Die", "start": 0, "end": 4, "word": "died", "score": 0.9}
EVENT = {"trigger": {"span": [0, 1]}, "type": "Attack", "arguments": []}
TEXT = [{"doc_id": "d", "tokens": ["a", "b"], "events": [EVENT]}]
SPANS = [{"events": [{"trigger": [0, 1], "type": "Attack"}]}]
EMPTY = [{"events": [{"trigger": {"span": [0, 0]}, "type": "Attack"}]}]
BOTH = [{"doc_id": "d", "predictions": TEXT[0], "references": TEXT[0]}]
ONEIE = [{"doc_id": "d", "tokens": ["a"], "event_mentions": []}]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--write", "."]) == 0
    capsys.readouterr()
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "comma.jsonl").write_text('{"doc_id": "d", "mentions": [}\n')
    (tmp_path / "none.jsonl").write_text('{"doc_id": "d", "mentions": null, "mention": []}\n')
    (tmp_path / "half.jsonl.gz").write_bytes(gzip.compress(b'{"doc_id": "d", "mentions": []}\n' * 9)[:30])
    (tmp_path / "wide.jsonl").write_text(json.dumps(GOLD[0]), encoding="utf-16")
    (tmp_path / "pretty.json").write_text(json.dumps({"documents": GOLD}, indent=2))
    (tmp_path / "a.txt").write_text("just words\n")
    for name, types in (("under", "Life_Die"), ("label", "LABEL_0"), ("far", "Lief.Die")):
        line = {"doc_id": "d", "mentions": [{"token_ids": [1], "type": types}]}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(line) + "\n")
    shouted = (
        (tmp_path / "values-run1.jsonl").read_text().replace('"Life"', '"LIFE"').replace('"Conflict"', '"CONFLICT"')
    )
    (tmp_path / "shouted.jsonl").write_text(shouted.replace('"Personnel"', '"PERSONNEL"'))
    (tmp_path / "ids.tbf").write_text("#BeginOfDocument d\nme\td\tE1\tt7,t8\tdied\tLife.Die\tActual\n#EndOfDocument\n")
    (tmp_path / "answers.jsonl").write_text(json.dumps(GOLD[0]) + "\n")
    (tmp_path / "shown.jsonl").write_text(f"{GOLD[0]}\n")
    (tmp_path / "table.csv").write_text("doc_id,type\nd,Die\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "other.jsonl").write_text(json.dumps({**GOLD[0], "doc_id": "e"}) + "\n")
    return tmp_path


COMMANDS: list[tuple[str, int, list[str]]] = [
    ("", 0, []),
    ("nugets gold.tbf run1.tbf", 2, ["unknown command 'nugets'", 'did you mean "nuggets"', "event-score --help"]),
    ("gold.tbf run1.tbf", 0, ["gold.tbf is for the task 'nuggets'"]),
    ("nowhere.tbf run1.tbf", 2, ["no such file: nowhere.tbf"]),
    ("--protocol paper nuggets gold.tbf run1.tbf", 2, ["nuggets: the task comes first"]),
    ("nuggets gold.tbf run1.tbf -o ./run1.tbf", 2, ["--output", "another file", "./run1.tbf"]),
    ("compare gold.tbf run1.tbf -o gold.tbf", 2, ["--output", "another file", "gold.tbf"]),
    ("nuggets", 2, ["GOLD, SYSTEM", "event-score nuggets --help"]),
    ("nuggets gold.tbf", 2, ["SYSTEM", "event-score nuggets --help"]),
    ("nuggets gold.tbf run1.tbf --protocl paper", 2, ["unknown option --protocl", 'did you mean "--protocol"']),
    ("nuggets gold.tbf run1.tbf --per-types", 2, ["unknown option --per-types", 'did you mean "--per-type"']),
    ("nuggets gold.tbf run1.tbf --pro paper", 2, ["unknown option --pro"]),
    ("nuggets gold.tbf run1.tbf --protocol papr", 2, ["--protocol", "paper, pilot", 'did you mean "paper"']),
    ("nuggets gold.tbf run1.tbf --format jsn", 2, ["--format", 'did you mean "json"']),
    ("nuggets gold.tbf run1.tbf --digits many", 2, ["--digits", "many"]),
    ("nuggets gold.tbf run1.tbf --digits 99", 2, ["--digits", "from 0 to 15", "99"]),
    ("nuggets gold.tbf run1.tbf --names a,b", 2, ["--names", "1 name with commas between, one for each system", "a,b"]),
    ("nuggets gold.tbf run1.tbf run2.tbf --names a,a", 2, ["--names", "2 names", "no two alike"]),
    ("nuggets gold.tbf run1.tbf --confidence 95", 2, ["confidence", "from 0 to 1", "95"]),
    ("nuggets gold.tbf run1.tbf --confidence 0.9 --resamples 0", 2, ["resamples", "at least 1"]),
    ("nuggets gold.tbf run1.tbf --resamples 9", 2, ["--resamples needs --confidence"]),
    ("nuggets gold.tbf run1.tbf --zero-division 2", 2, ["zero_division", "0.0, 1.0", "nan"]),
    ("nuggets gold.tbf run1.tbf --brief --format json", 2, ["--brief", "--format"]),
    ("nuggets gold.tbf run1.tbf --brief --citation", 2, ["--citation", "--brief"]),
    ("nuggets gold.tbf run1.tbf --brief --confidence 0.9", 2, ["--confidence", "--brief"]),
    ("nuggets gold.tbf run1.tbf --show --format csv", 2, ["--show", "--format table"]),
    ("nuggets gold.tbf run1.tbf --per-type --per-document --format csv", 2, ["--format csv", "one table"]),
    ("nuggets gold.tbf run1.tbf --citation --format csv", 2, ["--citation", "csv"]),
    ("nuggets gold.tbf run1.tbf --tokens nowhere", 2, ["nowhere"]),
    ("nuggets gold.tbf run1.tbf --dataset run1.tbf", 2, ["--dataset", "event-score dataset TASK DIR"]),
    ("nuggets gold.tbf run1.tbf --types Life.Dye", 0, ["no reference has one of these types", "Life.Dye", "Life.Die"]),
    ("nuggets gold.tbf run.tbf", 2, ["run.tbf", "No such file", 'did you mean "run']),
    ("nuggets gold.tbf empty.jsonl", 0, ["empty.jsonl", "missing from the system"]),
    ("nuggets gold.tbf empty.jsonl --strict", 3, ["missing from the system"]),
    ("nuggets answers.jsonl other.jsonl", 2, ["other.jsonl", "expected documents with the ids of the references"]),
    ("nuggets answers.jsonl comma.jsonl", 2, ["comma.jsonl:1"]),
    ("nuggets answers.jsonl none.jsonl", 2, ["none.jsonl:1"]),
    ("nuggets answers.jsonl half.jsonl.gz", 2, ["half.jsonl.gz", "gzip file that is whole"]),
    ("nuggets answers.jsonl wide.jsonl", 2, ["wide.jsonl", "UTF-16", "save it as UTF-8"]),
    ("nuggets answers.jsonl under.jsonl", 0, ["no predicted type", "Life_Die", "Life.Die", "--normalize"]),
    ("nuggets answers.jsonl label.jsonl", 0, ["no predicted type", "LABEL_0", "id2label"]),
    ("nuggets answers.jsonl far.jsonl", 0, ["no predicted type", "Lief.Die", "Life.Die"]),
    ("values values-gold.jsonl shouted.jsonl", 0, ["no predicted type", "CONFLICT", "Conflict"]),
    ("responses responses-gold.jsonl shouted.jsonl", 2, ["shouted.jsonl:1", 'the task "values"']),
    ("nuggets ids.tbf ids.tbf", 2, ["ids.tbf:2", "'t7,t8'", "--unit token"]),
    ("compare gold.tbf run1.tbf run2.tbf --percent --digits -1", 2, ["--digits", "from 0 to 15"]),
    ("compare gold.tbf run1.tbf --brief", 2, ["--brief", "--compare"]),
    ("validate run1.tbf --roles run1.tbf", 2, ["--roles", "stores"]),
    ("validate run1.tbf --digits 2", 2, ["unknown option --digits"]),
    ("nuggets run1.tbf gold.tbf", 0, ["may have changed places", "GOLD comes first"]),
    ("nuggets extraction-gold.jsonl extraction-run1.jsonl", 2, ["extraction-gold.jsonl:1", 'the task "extraction"']),
    ("extraction gold.jsonl run1.jsonl", 2, ["gold.jsonl:1", 'the task "nuggets"']),
    ("templates arguments-gold.jsonl arguments-run1.jsonl", 2, ["arguments-gold.jsonl:1", 'the task "arguments"']),
    ("arguments arguments-gold.jsonl arguments-run1.jsonl --beta -1", 2, ["beta", "at least 0"]),
    ("arguments arguments-gold.jsonl arguments-run1.jsonl --preprocess none", 2, ["unknown option --preprocess"]),
    ("extraction extraction-gold.jsonl extraction-run1.jsonl --fact datset=ACE", 2, ["--fact", "dataset"]),
    ("extraction extraction-gold.jsonl extraction-run1.jsonl --convention texteee", 2, ['did you mean "textee"']),
    ("score nowhere.tbf run1.tbf", 2, ["nowhere.tbf", "run1.tbf is for"]),
    ("nuggets answers.jsonl pretty.json", 2, ["pretty.json:1", "has them under 'documents'", "such a list alone"]),
    ("score pretty.json answers.jsonl", 2, ["pretty.json:1", "has them under 'documents'"]),
    ("templates answers.jsonl pretty.json", 2, ["answers.jsonl", 'the task "nuggets"']),
    ("nuggets gold.tbf /dev/null", 0, ["warning: /dev/null: 9 documents", "missing from the system"]),
    ("nuggets answers.jsonl shown.jsonl", 2, ["shown.jsonl:1", "write documents by json.dumps(…), not by str(…)"]),
    ("nuggets answers.jsonl folder", 2, ["folder", "give a file in it", "event-score dataset"]),
    ("templates folder folder", 2, ["folder", "Is a directory", "give a file in it", "event-score dataset"]),
    ("score table.csv table.csv", 2, ["table.csv: this is a table in CSV"]),
    ("responses responses-run1.jsonl responses-gold.jsonl", 2, ["'coreference'", "have the sides changed places?"]),
    ("nuggets empty.jsonl empty.jsonl", 2, ["empty.jsonl: expected at least one reference document, got none"]),
    (
        "dataset nuggets answers.jsonl",
        2,
        ["documents of one side", "give the references beside them", "--references"],
    ),
    ("convert extraction-gold.jsonl new.tbf", 2, ["extraction-gold.jsonl:1", 'the task "extraction"']),
    ("stores link folder -o new", 2, ["folder", "a store with one file for each document, got none"]),
    ("stores pool folder -o new", 2, ["folder", "stores with one file for each document, got none"]),
    (
        "score empty.jsonl",
        2,
        ["empty.jsonl: no form is recognised, and nothing in it says its task", "nuggets, detection"],
    ),
    ("compare gold.tbf run1.tbf --set beta=1", 2, ["--set", "every option of the task has a flag"]),
    ("link folder -o new", 2, ["unknown command 'link'", "event-score stores link"]),
    ("compare gold.tbf run1.tbf run2.tbf --scores span_f2", 2, ["span_f2", "span F1"]),
    ("plot f2 gold.tbf run1.tbf -o x.png", 2, ["--picture", "f2"]),
    ("plot f1 gold.tbf run1.tbf -o x.gif", 2, ["x.gif", ".png"]),
    ("report gold.tbf run1.tbf -o x.pdf", 2, ["x.pdf", ".html"]),
    ("report gold.tbf run1.tbf", 2, ["-o"]),
    ("convert gold.tbf gold.csv", 2, ["gold.csv", ".tbf"]),
    ("validate", 2, ["FILE"]),
    ("demo --write .", 2, ["expected a folder without"]),
    ("demo --percent", 2, ["unknown option --percent"]),
]


@pytest.mark.parametrize(
    ("command", "code", "pieces"), COMMANDS, ids=[command or "nothing" for command, _, _ in COMMANDS]
)
def test_a_mistake_on_the_command_line(
    command: str, code: int, pieces: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        ended = main(command.split())
    except SystemExit as stopped:
        ended = int(stopped.code or 0)
    printed = capsys.readouterr().err
    assert ended == code, printed
    for piece in pieces:
        assert piece in printed
    assert all(line.startswith("event-score") for line in printed.splitlines())


PYTHON: list[tuple[Callable[[], Any], list[str]]] = [
    (lambda: score_nuggets(GOLD, GOLD, protocl="paper"), ["protocl", "protocol"]),  # type: ignore[call-arg]
    (lambda: score_nuggets([{"mentions": [{**MENTION, "token_ids": [1.5]}]}], GOLD), ["predictions[0]", "1.5 (float)"]),
    (lambda: score_nuggets([{"mentions": [{**MENTION, "tokens": [1]}]}], GOLD), ["tokens"]),
    (lambda: score_nuggets(GOLD[0], GOLD), ["predictions"]),
    (lambda: score_nuggets([{**GOLD[0], "tokens": ["he", "died"]}], GOLD), ["'tokens'", "leave it out", "reports"]),
    (lambda: score_nuggets([["O", "B-Die"]], GOLD), ["predictions[0][0]", "'O' (str)", "adapters.nuggets_from_labels"]),
    (lambda: score_nuggets([[GROUP]], GOLD), ["predictions[0][0]", "'entity_group'", "adapters.nuggets_from_pipeline"]),
    (lambda: score_bio([[0, 1]], [["O", "B-Die"]]), ["predictions[0][0]", "0 (int)", "model.config.id2label"]),
    (lambda: score_bio(["O", "B-Die"], ["O", "B-Die"]), ["predictions[0]", "a list of labels for each sentence"]),
    (lambda: nuggets_from_labels("O B-Die"), ["labels", "a list of labels for each sentence"]),
    (lambda: nuggets_from_labels([[0, 1]]), ["labels[0][0]", "0 (int)", "model.config.id2label"]),
    (lambda: score_nuggets([], GOLD), ["predictions"]),
    (lambda: score_nuggets("nowhere.tbf", "gold.tbf"), ["nowhere.tbf"]),
    (
        lambda: score_extraction(TEXT, [{**TEXT[0], "events": [{**EVENT, "trigger": {"span": [1, 9]}}]}]),
        ["references[0]"],
    ),
    (lambda: score_extraction(TEXT, TEXT, convention="textee", mode="loose"), ["mode"]),
    (lambda: score_arguments([], [], beta=float("nan")), ["beta"]),
    (lambda: score_templates([{"templates": [{"slots": []}]}], [{"templates": []}]), ["predictions[0]", "type"]),
    (lambda: compare({"one": GOLD}, GOLD, task="nugget"), ["task", "nuggets"]),
    (
        lambda: compare({"one": TEXT}, TEXT),
        ['systems["one"][0]', 'document of the task "extraction"', 'task="extraction"'],
    ),
    (lambda: compare({"one": score_nuggets(GOLD, GOLD)}, GOLD), ['systems["one"]', "a result", "count_nuggets"]),
    (lambda: compare_datasets([GOLD], GOLD), ["systems", "datasets by the name of the system"]),  # type: ignore[arg-type]
    (lambda: sensitivity(GOLD), ["counts", "what count_arguments gives"]),  # type: ignore[arg-type]
    (lambda: score_nuggets({"d": GOLD[0]}, GOLD), ["give list(….values()) of it"]),
    (lambda: score_nuggets({"mentions": [MENTION]}, GOLD), ["a list with one document is [document]"]),
    (lambda: score_nuggets({"mentions": [[MENTION]]}, GOLD), ["of columns give the rows"]),
    (lambda: score_nuggets([json.dumps(GOLD[0])], GOLD), ["predictions[0]", "json.loads(…) makes a dict of it"]),
    (lambda: score_nuggets(json.dumps(GOLD), GOLD), ["expected a path, got a text"]),
    (lambda: score_extraction(SPANS, TEXT), ['["trigger"]: expected a dict', 'write {"span": [0, 1]}']),
    (lambda: score_extraction(EMPTY, TEXT), ["got [0, 0]", "the end is the place behind the last token"]),
    (
        lambda: score_extraction(ONEIE, TEXT),
        ["a record of OneIE, TextEE or WikiEvents data", "event_scoring.read gives"],
    ),
    (lambda: compare({"one": GOLD}, TEXT), ["references[0]", 'document of the task "extraction"']),
    (lambda: score_extraction(GOLD, GOLD), ["predictions[0]", 'the task "nuggets": score_nuggets takes them']),
    (lambda: count_nuggets(TEXT, TEXT), ["predictions[0]", 'the task "extraction": count_extraction takes them']),
    (lambda: compare_conventions(GOLD, GOLD), ["predictions[0]", 'the task "nuggets": score_nuggets takes them']),
    (lambda: compare_triggers(TEXT, GOLD), ["references[0]", 'the task "nuggets": score_nuggets takes them']),
    (
        lambda: score_dataset(BOTH, task="arguments"),
        ["predictions[0]", 'the task "extraction": give task="extraction"'],
    ),
    (lambda: score_dataset(TEXT, GOLD, task="extraction"), ["references[0]", 'document of the task "nuggets"']),
    (lambda: compare_datasets({"one": BOTH}), ["predictions[0]", 'the task "extraction": give task="extraction"']),
    (lambda: score_nuggets(["a.tbf"], GOLD), ["predictions[0]", "'a.tbf' (str)", "give one path instead of a list"]),
    (lambda: compare({"one": [Path("a")]}, GOLD), ['systems["one"][0]', "give one path instead of a list"]),
    (lambda: read(["a.tbf"]), ["path: expected one path, got ['a.tbf'] (list)"]),  # type: ignore[arg-type]
    (lambda: score_extraction([[EVENT]], TEXT), ["predictions[0]: expected a dict", '; write {"events": […]}']),
    (lambda: score_nuggets({"data": GOLD}, GOLD), ["a list of documents", "give the list under 'data'"]),  # type: ignore[arg-type]
    (lambda: read("a.txt", task="nugget"), ["task", "nuggets"]),
]


@pytest.mark.parametrize(("call", "pieces"), PYTHON, ids=[str(number) for number in range(len(PYTHON))])
def test_a_mistake_in_python(call: Callable[[], Any], pieces: list[str], folder: Path) -> None:
    with pytest.raises((TypeError, ValueError)) as raised:
        call()
    for piece in pieces:
        assert piece in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: score_arguments([[]], [[]]), "predictions[0]: expected a dict, got [] (list)"),
        (
            lambda: score_values([{"events": [{"type": "Die", "arguments": [], "mentions": []}]}], [{"events": []}]),
            "predictions[0][\"events\"][0]: missing key \"subtype\"; found 'type', 'arguments', 'mentions'",
        ),
        (
            lambda: score_nuggets([{"events": []}], [{"events": []}]),
            "predictions[0]: missing key \"mentions\"; found 'events'",
        ),
    ],
)
def test_no_task_is_named_that_is_not_sure(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(InputError) as raised:
        call()
    assert str(raised.value) == message


def test_python_gets_the_same_warnings() -> None:
    predictions = [{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "life_die"}]}]
    assert any("normalize=True" in sentence for sentence in score_nuggets(predictions, GOLD)["warnings"])
    assert not score_nuggets(predictions, GOLD, normalize=True)["warnings"]


def test_there_are_fifty() -> None:
    assert len(COMMANDS) + len(PYTHON) >= 50
