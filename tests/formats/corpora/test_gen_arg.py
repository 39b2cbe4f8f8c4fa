"""gen-arg's predictions read as its scorer reads them, case by case of the published program."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, read, score_extraction
from event_scoring.commands.main import main
from event_scoring.formats.corpora.gen_arg import read_filled_templates, read_gen_arg
from event_scoring.formats.corpora.rams_files import read_role_limits
from tests.golden_cases import golden

CASES = golden("extraction_wikievents.json")
SCORES = {
    "role_identification": "argument_identification",
    "role": "argument_classification",
    "coref_role_identification": "argument_coref_identification",
    "coref_role": "argument_coref_classification",
}


def written(case: dict[str, Any], folder: Path) -> list[str]:
    """The files of a case: predictions, references, ontology, coreference."""
    paths = [str(folder / name) for name in ("predictions.jsonl", "gold.jsonl", "ontology.json", "coreference.jsonl")]
    for path, rows in zip(paths, (case["gen"], case["documents"], [case["ontology"]], case["coref"]), strict=True):
        Path(path).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return paths


@pytest.mark.filterwarnings("ignore:.*fewer lines than events")
@pytest.mark.parametrize("case", [case for case in CASES if case["neutral"]], ids=lambda case: case["id"])
def test_golden(case: dict[str, Any], tmp_path: Path) -> None:
    found = read_gen_arg(*written(case, tmp_path))
    turn: Counter[str] = Counter()
    events = {document["doc_id"]: document["events"] for document in found.predictions}
    for row, wanted in zip(case["gen"], case["grounded"], strict=True):
        event = events[row["doc_key"]][turn[row["doc_key"]]]
        turn[row["doc_key"]] += 1
        if wanted is not None:
            places = [[one["span"][0], one["span"][1] - 1, one["role"]] for one in event["arguments"]]
            assert Counter(map(tuple, places)) == Counter(map(tuple, wanted))
    for unit in ("span", "head"):
        options = {"convention": "wikievents", "roles": found.roles, "unit": unit}
        result = score_extraction(found.predictions, found.references, **options)
        for theirs, ours in SCORES.items():
            assert result[f"{ours}_f1"] == pytest.approx(case["expected"]["genarg"][unit][theirs]["f1"]), (unit, theirs)


def test_a_text_that_ends_before_its_template_fills_what_it_reaches(tmp_path: Path) -> None:
    ontology = {"Conflict.Attack.X": {"template": "<arg1> attacked <arg2>", "roles": ["Attacker", "Target"]}}
    trigger = {"start": 1, "end": 2, "text": "hit"}
    event = {"event_type": "Conflict.Attack.X", "trigger": trigger, "arguments": []}
    document = {"doc_id": "d", "tokens": ["rebels", "hit", "Rome"], "entity_mentions": [], "event_mentions": [event]}
    case = {"gen": [{"doc_key": "d", "predicted": "rebels attacked"}], "documents": [document], "ontology": ontology}
    (prediction,) = read_gen_arg(*written({**case, "coref": []}, tmp_path)[:3]).predictions
    assert prediction["events"][0]["arguments"] == [{"span": [0, 1], "role": "Attacker"}]


def test_of_mentions_with_one_id_the_first_stands(tmp_path: Path) -> None:
    case = copy.deepcopy(CASES[0])
    document = case["documents"][0]
    first = document["entity_mentions"][0]
    start = first["end"]
    again = {"id": first["id"], "start": start, "end": start + 1, "text": document["tokens"][start]}
    wanted = read_gen_arg(*written(CASES[0], tmp_path)).references
    document["entity_mentions"].append(again)
    assert read_gen_arg(*written(case, tmp_path)).references == wanted


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = CASES[0]
    predictions, gold, ontology, clusters = written(case, tmp_path)
    flags = ["--convention", "wikievents", "--ontology", ontology, "--clusters", clusters, "--format", "json"]
    assert main(["extraction", gold, predictions, *flags]) == 0
    wanted = case["expected"]["genarg"]["span"]["role"]["f1"]
    assert json.loads(capsys.readouterr().out)["argument_classification_f1"] == pytest.approx(wanted)
    assert main(["extraction", gold, predictions, "--clusters", clusters]) == 2
    assert "--clusters: needs --ontology" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"gen": [{"doc_key": "dx", "predicted": "x"}]}, "expected a document of the references, got 'dx'"),
        ({"gen": [{"doc_key": "d0", "predicted": "x"}] * 5}, "expected at most 1 line, one for each event"),
        ({"gen": [{"doc_key": "d0"}]}, 'missing key "predicted"'),
        ({"coref": []}, "expected 1 line, one for each document"),
        ({"coref": [{"doc_key": "d9", "clusters": [], "informative_mentions": []}]}, "whose turn it is"),
        (
            {"ontology": {"Conflict.Attack.X": {"template": "<arg9> attacked", "roles": ["Attacker"]}}},
            "placeholders of",
        ),
        ({"ontology": {"Conflict.Attack.X": {"roles": ["Attacker"]}}}, 'missing key "template"'),
    ],
)
def test_where_the_original_stops(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        read_gen_arg(*written({**CASES[0], **changes}, tmp_path))


def test_a_document_with_fewer_lines_than_events_brings_a_warning(tmp_path: Path) -> None:
    (case,) = [case for case in CASES if case["id"].endswith("fewer-lines")]
    with pytest.warns(UserWarning, match="predictions.jsonl: 1 document with fewer lines than events, such as d0; the"):
        read_gen_arg(*written(case, tmp_path))


def test_role_limits_of_rams(tmp_path: Path) -> None:
    path = tmp_path / "multiplicities.txt"
    path.write_text("life.die victim 1 place 2\n\nlife.die victim 2\n")
    assert read_role_limits(path) == {"life.die": {"victim": 2}}
    path.write_text("life.die victim")
    with pytest.raises(InputError, match="expected a type, and roles with a number each"):
        read_role_limits(path)


def test_heads_of_the_data_are_kept_without_an_ontology(tmp_path: Path) -> None:
    """Heads were read beside gen-arg's predictions alone, and unit="head" was refused for want of them."""
    record = {
        "doc_id": "d",
        "tokens": ["the", "men", "fired"],
        "heads": [1, 2, 2],
        "entity_mentions": [{"id": "E", "start": 0, "end": 2, "text": "the men"}],
        "event_mentions": [
            {
                "event_type": "Attack",
                "trigger": {"start": 2, "end": 3, "text": "fired"},
                "arguments": [{"entity_id": "E", "role": "Agent", "text": "the men"}],
            }
        ],
    }
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(record))
    result = score_extraction(path, path, convention="wikievents", variant="paie", unit="head")
    assert result["argument_classification_f1"] == 1


def test_predictions_without_their_ontology_are_told_what_is_missing(tmp_path: Path) -> None:
    predictions, *_ = written(CASES[0], tmp_path)
    with pytest.raises(
        InputError, match=r"predictions\.jsonl:1: expected an ontology .*give --ontology .* --convention wikievents"
    ):
        read(predictions, "extraction")


TEMPLATES = {
    "Conflict.Attack": {
        "template": "<arg1> attacked <arg2> using <arg3>",
        "roles": ["Attacker", "Target", "Instrument"],
    },
    "Life.Die": {"template": "<arg1> died at <arg2> place", "roles": ["Victim", "Place"]},
}
FILLED = [
    {
        "doc_key": "d",
        "predicted": " rebels attacked Homs and Rome using  <arg>",
        "gold": " The rebels attacked Rome using  <arg>",
    },
    {"doc_key": "d", "predicted": " <arg>  died at Homs place", "gold": " he died at Homs place"},
    {"doc_key": "e", "predicted": "nothing like it", "gold": " <arg>  died at  <arg>  place"},
]


def filled(folder: Path, *rows: dict[str, str]) -> tuple[str, str]:
    predictions, ontology = folder / "predictions.jsonl", folder / "ontology.json"
    predictions.write_text("".join(json.dumps(row) + "\n" for row in rows))
    ontology.write_text(json.dumps(TEMPLATES))
    return str(predictions), str(ontology)


def test_a_file_of_predictions_has_the_templates_of_both_sides(tmp_path: Path) -> None:
    found = read_filled_templates(*filled(tmp_path, *FILLED))
    assert [[event["type"] for event in document["events"]] for document in found.references] == [
        ["Conflict.Attack", "Life.Die"],
        ["Life.Die"],
    ]
    sides = [
        [
            (argument["role"], argument["text"])
            for document in side
            for event in document["events"]
            for argument in event["arguments"]
        ]
        for side in (found.predictions, found.references)
    ]
    assert sides == [
        [
            *[("Attacker", "rebels"), ("Target", "Homs"), ("Target", "Rome"), ("Place", "Homs")],
            ("Victim", "nothing like it"),  # an answer without the words of its template is one filler
        ],
        [("Attacker", "The rebels"), ("Target", "Rome"), ("Victim", "he"), ("Place", "Homs")],
    ]
    with pytest.raises(InputError, match=r"predictions\.jsonl:1.*expected a filled template of the ontology"):
        read_filled_templates(*filled(tmp_path, {**FILLED[0], "gold": "he rests"}))


def test_filled_templates_are_scored_as_texts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two of five predicted arguments are among the four of the references."""
    predictions, ontology = filled(tmp_path, *FILLED)
    files = ["extraction", predictions, predictions, "--format", "json"]
    assert main([*files, "--ontology", ontology]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["argument_classification_f1"] == pytest.approx(2 * 2 / (5 + 4))
    assert "filled templates have no triggers" in printed.err
    for flags, message in (
        ([], "expected an ontology beside the filled templates of gen-arg"),
        (["--ontology", ontology, "--convention", "wikievents"], "wikievents compares places"),
    ):
        assert main([*files, *flags]) == 2
        assert message in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(files[:2])
    assert "a file of gen-arg's predictions, which holds both sides: give it twice" in capsys.readouterr().err
