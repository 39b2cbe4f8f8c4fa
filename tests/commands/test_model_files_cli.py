"""Files of models that write events: from the output to the number of the paper, and the mistakes on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_extraction
from event_scoring.commands.main import main
from event_scoring.commands.tasks.extraction_command import ANSWER_FORMS
from event_scoring.formats.language_models.forms.published_forms import FORMS
from event_scoring.reading.task_recognition import own_options_of
from tests.commands.conftest import Run, written

TOKENS = ["The", "army", "fired", "on", "Homs"]
SENTENCE = " ".join(TOKENS)
ROLES = {"Attack": ["attacker", "place"]}
UIE = {
    "text": SENTENCE,
    "tokens": TOKENS,
    "event": [
        {"type": "Attack", "text": "fired", "offset": [2], "args": [{"type": "place", "text": "Homs", "offset": [4]}]}
    ],
}
LINEAR = "<extra_id_0> <extra_id_0> Attack <extra_id_5> fired <extra_id_0> place <extra_id_5> Homs <extra_id_1> <extra_id_1> <extra_id_1>"
RECORD = {
    "entity": {"offset": [], "string": []},
    "relation": {"offset": [], "string": []},
    "event": {
        "string": [{"type": "Attack", "trigger": "fired", "roles": [["place", "Homs"]]}],
        "offset": [{"type": "Attack", "trigger": [2], "roles": [["place", [4]]]}],
    },
}
PROMPT = "@dataclass\nclass Attack(Event):\n    mention: str\n    attacker: List[str]\n    place: List[str]\n"
CALL = "[Attack(mention='fired', attacker=['The army'], place=['Homs'])]"
GOLLIE = {"ids": ["d"], "labels": CALL, "text": PROMPT, "unlabelled_sentence": SENTENCE}
OWN = {
    "doc_id": "d",
    "text": SENTENCE,
    "events": [
        {
            "type": "Attack",
            "trigger": "fired",
            "arguments": [{"role": "attacker", "text": "The army"}, {"role": "place", "text": "Homs"}],
        }
    ],
}


@pytest.mark.parametrize(
    ("record", "options"),
    [
        (UIE, {"convention": "uie"}),
        (GOLLIE, {"convention": "gollie"}),
        ({"instruction": "", "label": "[]", "output": "{}"}, {"convention": "iepile"}),
        ({"Task": "EEA", "Instance": {}}, {"convention": "instructuie", "task": "EEA"}),
        ({"doc_id": "d", "wnd_id": "d-1", "tokens": [], "event_mentions": []}, {"convention": "textee"}),
        ({"doc_id": "d", "sent_id": "d-1", "tokens": [], "event_mentions": []}, {"convention": "oneie"}),
        ({"doc_key": "d", "sentences": [], "evt_triggers": []}, {"convention": "rams"}),
    ],
)
def test_the_scorer_of_a_codebase_is_known_by_its_data(record: Any, options: dict[str, str]) -> None:
    found = own_options_of(record)
    assert found is not None
    assert found[1] == options


@pytest.mark.parametrize("record", [OWN, [], {"doc_id": "d", "tokens": [], "event_mentions": []}])
def test_other_data_have_no_scorer_of_their_own(record: Any) -> None:
    assert own_options_of(record) is None


def test_the_scorer_of_the_data_is_offered_where_none_is_named(tmp_path: Path, run: Run) -> None:
    gold, system = written(tmp_path / "test.json", UIE), written(tmp_path / "test_preds_record.txt", RECORD)
    offer = "test.json is UIE data; --convention uie counts as its own scorer does"
    assert offer in run("extraction", gold, system)[2]
    assert run("extraction", gold, system, "--convention", "uie")[1:] == (
        run("extraction", gold, system, "--convention", "uie", "--quiet")[1],
        "",
    )
    assert offer not in run("extraction", gold, system, "--quiet")[2]


@pytest.mark.parametrize(
    ("form", "answer", "flags"),
    [
        ("gollie", CALL, ["--roles", json.dumps(ROLES)]),
        ("uie", LINEAR, ["--types", "Attack", "--roles", "place"]),
        ("iepile", json.dumps({"Attack": [{"trigger": "fired", "arguments": {"place": "Homs"}}]}), []),
        ("tanl", "The army [ fired | Attack ] on Homs", ["--types", "Attack"]),
    ],
)
def test_answers_are_read_in_a_published_form(
    form: str, answer: str, flags: list[str], tmp_path: Path, run: Run
) -> None:
    gold = written(tmp_path / "gold.jsonl", OWN)
    system = written(tmp_path / "answers.jsonl", {"doc_id": "d", "answer": answer})
    code, out, err = run("extraction", gold, system, "--form", form, *flags, "--format", "json")
    assert (code, json.loads(out)["trigger_classification_f1"]) == (0, 1.0)
    assert f"answers are in the form {form}; --convention {form} counts as its own scorer does" in err


def test_a_form_reads_with_its_losses(tmp_path: Path, run: Run) -> None:
    """An answer that any form would repair is unparsed, with its line and the reason."""
    gold = written(tmp_path / "gold.jsonl", OWN)
    system = written(tmp_path / "answers.jsonl", {"doc_id": "d", "answer": f"Sure! {CALL}"})
    assert json.loads(run("extraction", gold, system, "--format", "json")[1])["unparsed"] == 0
    _, out, err = run("extraction", gold, system, "--form", "gollie", "--format", "json")
    assert json.loads(out)["unparsed"] == 1
    assert "answers.jsonl:1: could not be read, no Python code; no event is predicted for 'd'" in err


def test_answers_without_names_stand_beside_the_references(tmp_path: Path, run: Run) -> None:
    gold = written(tmp_path / "gold.jsonl", {key: value for key, value in OWN.items() if key != "doc_id"})
    lines = written(tmp_path / "answers.txt", LINEAR.replace("Homs", "<unk>"))
    flags = ("--form", "uie", "--types", "Attack", "--roles", "place", "--format", "json")
    folder = tmp_path / "answers"
    folder.mkdir()
    (folder / "d.txt").write_text(LINEAR, encoding="utf-8")
    assert json.loads(run("detection", gold, lines, *flags[:4], *flags[-2:])[1])["trigger_classification_f1"] == 1
    assert (
        json.loads(run("extraction", written(tmp_path / "own.jsonl", OWN), str(folder), *flags)[1])[
            "argument_classification_recall"
        ]
        == 0.5
    )


def test_what_a_form_cannot_read_is_refused(tmp_path: Path, run: Run) -> None:
    gold, other = written(tmp_path / "gold.jsonl", OWN), written(tmp_path / "other.jsonl", {"doc_key": "d"})
    assert 'expected an answer, {"doc_id"' in run("extraction", gold, other, "--form", "gollie")[2]
    answers = written(tmp_path / "answers.jsonl", {"doc_id": "d", "answer": "x"})
    flags = ("--form", "instructuie", "--convention", "instructuie", "--task", "EEA")
    assert "--form: answers in the form 'instructuie' are about events" in run("extraction", gold, answers, *flags)[2]
    (tmp_path / "mixed").mkdir()
    written(tmp_path / "mixed" / "d.json", {})
    assert "a folder of answers alone" in run("extraction", gold, str(tmp_path / "mixed"), "--form", "uie")[2]


def test_all_forms_are_flags_but_those_about_given_events() -> None:
    assert {*ANSWER_FORMS} == {name for name, form in FORMS.items() if "given" not in form.needs}


def test_accuracies_of_instructuie_are_printed_for_each_task(tmp_path: Path, run: Run) -> None:
    gold = written(tmp_path / "gold.jsonl", OWN, {**OWN, "doc_id": "e"})
    flags = ("extraction", gold, gold, "--convention", "instructuie")
    for task in ("EE", "EET"):
        assert "accuracy of whole answers 1.0000" in run(*flags, "--task", task)[1]
    assert "argument classification F1 1.0000" in run(*flags, "--task", "EEA")[1]
    assert run(*flags, "--brief")[1] == "1.0000\n"
    _, out, _ = run("extraction", gold, gold, gold, "--names", "a,b", *flags[3:], "--compare", "--format", "json")
    assert json.loads(out)["scores"]["accuracy"]["a"]["value"] == 1
    _, out, _ = run(*flags, "--confidence", "0.9", "--format", "json")
    assert json.loads(out)["accuracy_low"] == 1
    assert (
        'convention "iepile" takes "EE", "EEA", got'
        in run("extraction", gold, gold, "--convention", "iepile", "--task", "EET")[2]
    )


def test_a_file_of_instructuie_names_its_task(tmp_path: Path, capsys: pytest.CaptureFixture[str], run: Run) -> None:
    """Two arguments are predicted and one is right; as a whole answer without brackets it would count as right."""
    instance = {"id": "1", "sentence": SENTENCE, "label": " Homs: place", "instruction": "Event type: Attack \n"}
    line = {"Task": "EEA", "Dataset": "D", "Instance": instance, "Prediction": " Homs: place; fired: place"}
    path = written(tmp_path / "eea.jsonl", line)
    result = score_extraction(path, path, convention="instructuie")
    assert result["argument_classification_precision"] == 0.5
    assert result["argument_classification_recall"] == 1
    code, out, _ = run("extraction", path, path, "--convention", "instructuie", "--format", "json")
    assert (code, json.loads(out)["argument_classification_precision"]) == (0, 0.5)
    _, out, _ = run("extraction", path, path, "--convention", "instructuie", "--task", "EET", "--format", "json")
    assert json.loads(out)["accuracy"] == 0
    with pytest.raises(SystemExit):
        main(["extraction", path, "--convention", "instructuie"])
    assert "eea.jsonl' is InstructUIE, which holds both sides: give it twice" in capsys.readouterr().err


def test_one_document_is_compared_in_per_cent(tmp_path: Path, run: Run) -> None:
    """One document gives no interval, whose ends are then no numbers."""
    gold, system = written(tmp_path / "test.json", UIE), written(tmp_path / "preds.txt", RECORD)
    flags = ("--convention", "uie", "--names", "a,b", "--percent", "--format", "json")
    code, out, _ = run("extraction", gold, system, system, *flags, "--compare")
    assert code == 0
    assert json.loads(out)["scores"]["argument_classification_f1"]["a"]["value"] == 100


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--convention", "UIE"], 'did you mean "uie"?'),
        (["--convention", "uie", "--repeats", "multimatch"], 'did you mean "reuse"?'),
        (["--convention", "uie", "--unit", "offset"], 'did you mean "span"?'),
        (
            ["--convention", "uie", "--mode", "gold"],
            '--mode: convention "uie" has no mode \'gold\' (str), only "pipeline"',
        ),
        (["--convention", "maven-arg"], 'such as {"Attack": ["Attacker", "Target"]}'),
    ],
)
def test_words_of_published_scorers_are_answered(
    flags: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], run: Run
) -> None:
    gold = written(tmp_path / "gold.jsonl", OWN)
    try:
        err = run("extraction", gold, gold, *flags)[2]
    except SystemExit:
        err = capsys.readouterr().err
    assert message in err


def test_a_file_in_place_of_json_is_told_by_its_name(tmp_path: Path, run: Run) -> None:
    gold = written(tmp_path / "gold.jsonl", OWN)
    err = run("extraction", gold, gold, "--role-limits", gold)[2]
    assert "--role-limits: expected JSON or @FILE, got the file" in err


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ({"id": "d", "response": "[]"}, "rename 'response' to \"answer\" and 'id' to \"doc_id\""),
        ({"doc_id": "d", "output": "[]"}, "rename 'output' to \"answer\""),
        ({"model_prediction": CALL}, "expected GoLLIE's data as references, whose prompts define the classes"),
        ({"wnd_id": "d", "doc_id": "d", "triggers": [], "arguments": [[]]}, 'beside "triggers" they would not be read'),
    ],
)
def test_records_that_are_no_answers_say_how_to_give_them(system: Any, message: str, tmp_path: Path, run: Run) -> None:
    gold = written(tmp_path / "gold.jsonl", OWN)
    assert message in run("extraction", gold, written(tmp_path / "run.jsonl", system))[2]


def test_sides_in_each_others_place(tmp_path: Path, run: Run) -> None:
    unplaced = {**RECORD, "event": {"string": RECORD["event"]["string"], "offset": []}}
    gold, system = written(tmp_path / "test.json", UIE), written(tmp_path / "preds.txt", unplaced)
    assert "preds.txt: The sides may have changed places" in run("extraction", system, gold)[2]
    placed = written(tmp_path / "placed.txt", RECORD)
    code, _, err = run("extraction", placed, gold)
    assert code == 0
    assert "test.json: The sides may have changed places: the references have texts without their documents" in err
    answers = written(tmp_path / "answers.jsonl", {"model_prediction": CALL})
    assert "got GoLLIE answers; on the command line GOLD comes first" in run("extraction", answers, gold)[2]
    with pytest.raises(ValueError, match="The sides may have changed places"):
        score_extraction(gold, system)


def test_misspelt_keys_and_lines_of_other_tasks(tmp_path: Path, run: Run) -> None:
    gold = written(
        tmp_path / "gold.jsonl", {**{key: value for key, value in GOLLIE.items() if key != "labels"}, "label": CALL}
    )
    assert "GoLLIE data has 'labels'; is it misspelt as 'label'?" in run("extraction", gold, gold)[2]
    label = json.dumps([{"entity": "Homs", "entity_type": "place"}])
    other = written(tmp_path / "ner.json", {"id": "d", "instruction": "", "label": label, "output": "{}"})
    assert (
        "got the keys 'entity', 'entity_type'; keep the lines of the tasks of events"
        in run("extraction", other, other)[2]
    )


def test_lines_of_models_are_validated_as_they_are_scored(tmp_path: Path, run: Run) -> None:
    gold, lines = written(tmp_path / "test.json", UIE, UIE), written(tmp_path / "seq.txt", LINEAR, "nothing")
    written(tmp_path / "event.schema", ["Attack"], ["place"], ROLES)
    code, out, _ = run("validate", lines, "--references", gold)
    assert (code, out) == (
        0,
        f"{lines}:2: warning: could not be read; no event is predicted for it\n2 files: 0 errors, 1 warning\n",
    )
    written(tmp_path / "seq.txt", LINEAR.replace("Attack", "Raid"), LINEAR)
    _, out, _ = run("validate", lines, "--references", gold)
    assert ":1: note: 1 part left out: outside the schema, or without a text" in out
    marked = written(tmp_path / "marked.txt", "[ fired | attack ] x")
    assert "expected references for TANL's sentences, which need their tokens" in run("validate", marked)[1]


def test_answers_that_need_the_references_say_it_once(tmp_path: Path, run: Run) -> None:
    answers = written(tmp_path / "answers.jsonl", *[{"model_prediction": CALL}] * 3)
    code, out, _ = run("validate", answers)
    assert (code, out.count("expected references for GoLLIE answers")) == (1, 1)
    assert "give --references to event-score validate" in out
    gold = written(tmp_path / "gold.jsonl", *[GOLLIE] * 3)
    assert run("validate", answers, "--references", gold)[:2] == (0, "2 files: 0 errors, 0 warnings\n")
    own = written(tmp_path / "own.jsonl", OWN)
    said = written(tmp_path / "said.jsonl", {"doc_id": "d", "answer": CALL})
    assert run("validate", said, "--references", own)[:2] == (0, "2 files: 0 errors, 0 warnings\n")
