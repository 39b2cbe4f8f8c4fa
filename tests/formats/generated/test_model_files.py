"""Files in which papers leave what a model wrote: InstructUIE, IEPile, GoLLIE, Text2Event, UIE and TANL."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, read, score_detection, score_extraction
from event_scoring.commands.main import main
from event_scoring.formats.generated.text2event_files import read_event_schema
from tests.formats.reading import written

SENTENCE = "Troops shelled the port and a guard died ."
SHELLING = ("Attack", "shelled", [("Attacker", "Troops"), ("Target", "the port")])
DEATH = ("Die", "died", [("Victim", "a guard")])


def labels(document: Any) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The events of a document as types, triggers, roles and texts."""
    return [
        (
            event["type"],
            event["trigger"]["text"],
            [(argument["role"], argument["text"]) for argument in event.get("arguments") or ()],
        )
        for event in document["events"]
    ]


def scores(capsys: pytest.CaptureFixture[str], gold: Path, system: Path, *flags: str) -> Any:
    """Return the JSON result of the command line for one system."""
    assert main(["extraction", str(gold), str(system), "--convention", "textee", *flags, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


# ---- InstructUIE


def instructuie(task: str, label: str, prediction: str, number: int = 0) -> dict[str, Any]:
    instruction = "List the arguments. Event type: Attack \n  Option: Attacker, Target \nText: {0} \nAnswer:"
    instance = {"id": str(number), "sentence": SENTENCE, "label": label, "ground_truth": label}
    instance |= {"instruction": instruction}
    return {"Task": task, "Dataset": "ACE05", "Instance": instance, "Prediction": prediction}


BOTH = " ( Attack: shelled, Troops: Attacker, the port: Target) , ( Die: died, a guard: Victim) "


def test_a_file_of_instructuie_has_both_sides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [instructuie("EE", BOTH, " ( Die: died, None) "), instructuie("EE", " None", " None", 1)]
    path = written(tmp_path / "predict_eval_predictions.jsonl", *lines)
    first, second = read(path)
    assert (first["doc_id"], second["doc_id"], first["text"]) == ("ACE05/0", "ACE05/1", SENTENCE)
    assert labels(first) == [SHELLING, DEATH]
    assert "unparsed" not in first
    assert [labels(one) for one in read(path, predicted=True)] == [[("Die", "died", [])], []]
    result = scores(capsys, path, path)
    assert (result["trigger_classification_precision"], result["trigger_classification_recall"]) == (1, 0.5)


def test_triggers_and_arguments_of_instructuie(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", instructuie("EET", " Attack: shelled; Die: died", " Attack: shelled"))
    assert labels(read(path)[0]) == [("Attack", "shelled", []), ("Die", "died", [])]
    path = written(tmp_path / "b.jsonl", instructuie("EEA", " Troops: Attacker; the port: Target", " None"))
    assert labels(read(path)[0]) == [("Attack", "", SHELLING[2])]
    assert labels(read(path, predicted=True)[0]) == [("Attack", "", [])]


def test_lines_of_other_tasks_of_instructuie_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "all.jsonl", instructuie("EE", BOTH, BOTH), instructuie("NER", " x", " x"))
    with pytest.raises(InputError, match=r'all\.jsonl:2: document\["Task"\]: expected EE, EET or EEA.*keep the lines'):
        read(path)
    path = written(tmp_path / "none.jsonl", {"Task": "EE", "Instance": {"sentence": SENTENCE, "label": BOTH}})
    (document,) = read(path)
    assert "doc_id" not in document
    with pytest.raises(InputError, match='missing key "Prediction"'):
        read(path, predicted=True)


# ---- IEPile


def iepile(output: Any, types: tuple[str, ...] = ("Attack", "Die"), **changes: Any) -> dict[str, Any]:
    schema = [{"event_type": name, "trigger": True, "arguments": ["Attacker", "Target", "Victim"]} for name in types]
    label = [
        {
            "event_type": name,
            "event_trigger": trigger,
            "arguments": [{"role": role, "argument": text} for role, text in arguments],
        }
        for name, trigger, arguments in (SHELLING, DEATH)
    ]
    instruction = {"instruction": "Extract the events.", "schema": schema, "input": SENTENCE}
    line = {"id": "1", "source": "ACE05", "instruction": json.dumps(instruction), "label": json.dumps(label)}
    return {**line, "output": output if isinstance(output, str) else json.dumps(output), **changes}


SHELLED = {"Attack": [{"trigger": "shelled", "arguments": {"Attacker": "Troops", "Target": ["the port", "NAN"]}}]}


def test_outputs_of_iepile_for_one_sentence_add_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [iepile(SHELLED, ("Attack",)), iepile({"Die": []}, ("Die",)), iepile(SHELLED, ("Attack",), id="2")]
    path = written(tmp_path / "output.json", *lines)
    (first, second) = read(path)
    assert (first["doc_id"], second["doc_id"], first["text"]) == ("ACE05/1", "ACE05/2", SENTENCE)
    assert labels(first) == labels(second) == [SHELLING, DEATH]
    assert [labels(one) for one in read(path, predicted=True)] == [[SHELLING], [SHELLING]]
    result = scores(capsys, path, path)
    assert (result["argument_classification_precision"], result["argument_classification_recall"]) == (1, 2 / 3)


def test_lines_of_iepile_with_one_id_and_two_texts_are_warned_about(tmp_path: Path) -> None:
    instruction = json.dumps(
        {"instruction": "List the events.", "schema": [{"event_type": "Die"}], "input": "He died ."}
    )
    path = written(tmp_path / "output.json", iepile(SHELLED), iepile({"Die": []}, instruction=instruction))
    with pytest.warns(UserWarning, match=r"output\.json:2: document '.*' has another text in an earlier line"):
        read(path, predicted=True)


def test_unreadable_outputs_of_iepile_are_counted(tmp_path: Path) -> None:
    path = written(tmp_path / "output.json", iepile("I see none."), iepile("[]"), iepile(SHELLED))
    with pytest.warns(
        UserWarning, match=r'document\["output"\]: could not be read, (no JSON: .I see|JSON that)'
    ) as said:
        (document,) = read(path, predicted=True)
    assert len(said) == 2
    assert document["unparsed"] == 2
    assert labels(document) == [SHELLING]


def test_the_first_label_of_a_sentence_counts_in_iepile(tmp_path: Path) -> None:
    path = written(tmp_path / "output.json", iepile(SHELLED), iepile({"Die": []}, label="[]"))
    with pytest.warns(UserWarning, match="output.json:2: document 'ACE05/1' has another label in an earlier line"):
        (document,) = read(path)
    assert labels(document) == [SHELLING, DEATH]


def test_arguments_alone_have_no_triggers_in_iepile(tmp_path: Path) -> None:
    schema = [{"event_type": "Die", "arguments": ["Victim"]}]
    instruction = json.dumps({"schema": schema, "input": SENTENCE})
    label = [{"event_type": "Die", "event_trigger": "died", "arguments": [{"role": "Victim", "argument": "a guard"}]}]
    line = iepile({"Die": [{"Victim": "a guard"}]}, instruction=instruction, label=json.dumps(label))
    path = written(tmp_path / "eea.json", line)
    for predicted in (False, True):
        assert labels(read(path, predicted=predicted)[0]) == [("Die", "", [("Victim", "a guard")])]


def test_instructions_of_iepile_may_be_prose(tmp_path: Path) -> None:
    path = written(tmp_path / "output.json", iepile(SHELLED, instruction="Extract the events of: Troops shelled"))
    (document,) = read(path)
    assert "text" not in document
    assert labels(document) == [SHELLING, DEATH]


def test_references_are_found_in_text_without_spaces(tmp_path: Path) -> None:
    label = [{"event_type": "裁员", "event_trigger": "裁员", "arguments": [{"role": "人数", "argument": "900余人"}]}]
    instruction = json.dumps({"schema": [], "input": "5月份在华裁员900余人"})
    path = written(tmp_path / "zh.json", iepile(SHELLED, instruction=instruction, label=json.dumps(label)))
    (document,) = read(path)
    assert document["tokens"] == ["5", "月", "份", "在", "华", "裁", "员", "900", "余", "人"]
    assert score_extraction([document], [document], convention="textee")["argument_classification_f1"] == 1


# ---- GoLLIE

PROMPT = '''# The following lines describe the task definition
@dataclass
class Attack(ConflictEvent):
    """An attack is a violent act."""

    mention: str
    """The words that express it."""
    attacker: List[str]  # Who attacks
    target: List[str]


@dataclass
class Die(LifeEvent):
    mention: str
    victim: List[str]


# This is the text to analyze
text = "Troops shelled the port and a guard died ."

result = []
'''
SHELLED_CODE = 'Attack(mention="shelled", attacker=["Troops"], target=["the port"])'
DIED_CODE = 'Die(mention="died", victim=["a guard"])'


def gollie(labels: str, prompt: str = PROMPT) -> dict[str, Any]:
    line = {"ids": ["1"], "task_id": "ACE05_EAE", "scorer_cls": "src.scorer", "labels": labels, "text": prompt}
    return {**line, "unlabelled_sentence": SENTENCE}


def test_answers_of_gollie_are_read_with_the_classes_of_the_prompts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = written(tmp_path / "ace.test.jsonl", gollie(f"[{SHELLED_CODE}, {DIED_CODE}]"), gollie("[]"))
    system = written(
        tmp_path / "ace.predictions.jsonl",
        {"model_prediction": f"{PROMPT.rpartition('[]')[0]}[{DIED_CODE}, Raid(mention='x')]"},
        {"model_prediction": "[Die(mention='died')]"},
    )
    first, second = read(gold)
    assert first["text"] == SENTENCE
    roles = [("attacker", "Troops"), ("target", "the port")]
    assert labels(first) == [("Attack", "shelled", roles), ("Die", "died", [("victim", "a guard")])]
    assert labels(second) == []
    with pytest.warns(
        UserWarning, match=r'predictions\.jsonl:2: document\["model_prediction"\]: could not be read, Die'
    ):
        documents = read(system, references=gold)
    assert [labels(one) for one in documents] == [[("Die", "died", [("victim", "a guard")])], []]
    assert [one["unparsed"] for one in documents] == [0, 1]
    assert scores(capsys, gold, system)["argument_classification_recall"] == 1 / 3


def test_classes_of_all_prompts_are_known(tmp_path: Path) -> None:
    of_deaths = PROMPT.replace("class Attack", "class Raid")
    gold = written(tmp_path / "ace.test.jsonl", gollie("[]", of_deaths), gollie("[]"))
    answer = {"model_prediction": f"[{SHELLED_CODE}]"}
    system = written(tmp_path / "ace.predictions.jsonl", answer, answer)
    assert [len(one["events"]) for one in read(system, references=gold)] == [1, 1]


def test_answers_of_gollie_need_the_prompts(tmp_path: Path) -> None:
    gold = written(tmp_path / "ace.test.jsonl", gollie("[]"))
    answer = {"model_prediction": "[]"}
    system = written(tmp_path / "ace.predictions.jsonl", answer, answer)
    with pytest.raises(
        InputError,
        match=r"expected references, got GoLLIE answers; on the command line GOLD comes first; in Python give predicted=True",
    ):
        read(system)
    with pytest.raises(InputError, match=r"predictions\.jsonl:2: .*expected no more answers than the 1 prompts of"):
        read(system, references=gold)
    with pytest.raises(InputError, match=r'test\.jsonl:1: document\["text"\]: expected a prompt of Python classes'):
        read(written(tmp_path / "bad.test.jsonl", gollie("[]", "class")))
    of_names = PROMPT.replace("mention: str", "span: str")
    with pytest.raises(InputError, match=r'test\.jsonl:1: .*expected classes of events, with the field "mention"'):
        read(written(tmp_path / "bad.test.jsonl", gollie("[]", of_names)))
    with pytest.raises(InputError, match=r'test\.jsonl:1: document\["labels"\]: expected a reference in form "gollie"'):
        read(written(tmp_path / "bad.test.jsonl", gollie("[Die(mention='died')]")))


# ---- Text2Event and UIE

OPEN, CLOSE, TEXT = "<extra_id_0>", "<extra_id_1>", "<extra_id_5>"


def linear(*events: tuple[str, str, list[tuple[str, str]]], separator: str = "") -> str:
    """Events in brackets, as Text2Event or, with a separator, UIE writes them."""
    between = f" {separator} " if separator else " "
    parts = []
    for label, trigger, arguments in events:
        roles = [f"{OPEN} {role}{between}{text} {CLOSE}" for role, text in arguments]
        parts.append(" ".join([OPEN, f"{label}{between}{trigger}", *roles, CLOSE]))
    return " ".join([OPEN, *parts, CLOSE])


SCHEMA = ('["Attack", "Die"]', '["Attacker", "Target", "Victim"]', '{"Die": ["Victim"]}')


def test_lines_of_text2event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = written(
        tmp_path / "test.json",
        {"text": SENTENCE, "event": linear(SHELLING, DEATH)},
        {"text": "Nothing happened .", "event": linear()},
    )
    system = written(tmp_path / "test_preds_seq2seq.txt", linear(DEATH, ("Raid", "port", [])), "")
    first, second = read(gold)
    assert (first["text"], labels(first), labels(second)) == (SENTENCE, [SHELLING, DEATH], [])
    assert labels(read(system)[0]) == [DEATH, ("Raid", "port", [])]
    written(tmp_path / "event.schema", *SCHEMA)
    assert labels(read(system)[0]) == [DEATH]
    assert read(system)[1]["unparsed"] == 1
    assert scores(capsys, gold, system)["trigger_classification_precision"] == 1


def test_offset_scores_of_text2event_have_references_of_oneie(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines have neither ids nor the first part of a type."""
    trigger = {"text": "shelled", "start": 1, "end": 2}
    event = {"id": "v", "event_type": "Conflict:Attack", "trigger": trigger, "arguments": []}
    sentence = {"doc_id": "d", "entity_mentions": [], "event_mentions": [event], "tokens": SENTENCE.split()}
    gold = written(tmp_path / "test.oneie.json", *({**sentence, "sent_id": name} for name in ("d-0", "d-1")))
    system = written(
        tmp_path / "test_preds_seq2seq.txt",
        linear(("Attack", "shelled", [])),
        linear(("Attack", "nowhere", [])),
    )
    result = scores(capsys, gold, system, "--convention", "text2event", "--unit", "span")
    # A trigger that the sentence does not have costs nothing but recall.
    assert (result["trigger_classification_precision"], result["trigger_classification_recall"]) == (1, 0.5)


def test_a_schema_lies_beside_the_references(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "data").mkdir()
    system = written(tmp_path / "model" / "test_preds_seq2seq.txt", linear(DEATH, ("Raid", "port", [])))
    gold = written(tmp_path / "data" / "test.json", {"text": SENTENCE, "event": linear(DEATH)})
    written(gold.with_name("event.schema"), *SCHEMA)
    assert labels(read(system, references=gold)[0]) == [DEATH]
    assert read_event_schema(gold.with_name("event.schema")).roles == ["Attacker", "Target", "Victim"]
    written(gold.with_name("event.schema"), '["Raid"]', *SCHEMA[1:])
    assert labels(read(system, references=gold)[0]) == [("Raid", "port", [])]
    written(gold.with_name("event.schema"), SCHEMA[0])
    with pytest.raises(InputError, match=r"event\.schema: expected a line of types and a line of roles"):
        read(gold)


def test_an_ill_formed_reference_of_text2event_is_refused(tmp_path: Path) -> None:
    gold = written(tmp_path / "test.json", {"text": SENTENCE, "event": f"{OPEN} {OPEN} Die died"})
    with pytest.raises(
        InputError, match=r'test\.json:1: document\["event"\]: expected a reference in form "text2event"'
    ):
        read(gold)


def test_lines_of_uie_need_a_schema_and_take_words_of_the_sentence(tmp_path: Path) -> None:
    system = written(tmp_path / "test_preds_seq2seq.txt", linear(DEATH, ("Die", "Tro<unk>", []), separator=TEXT))
    with pytest.raises(InputError, match=r"expected a schema beside what UIE wrote .*folder of the references"):
        read(system)
    tokens = SENTENCE.split()
    death = {"type": "Die", "offset": [7], "text": "died", "args": []}
    gold = written(tmp_path / "test.json", {"text": SENTENCE, "tokens": tokens, "event": [death]})
    written(tmp_path / "event.schema", *SCHEMA)
    assert labels(read(system, references=gold)[0]) == [DEATH, ("Die", "Troops", [])]


@pytest.mark.parametrize("sign", "\u2028\x85\x0c\x1d")
def test_lines_of_models_end_with_line_feeds_alone(tmp_path: Path, sign: str) -> None:
    system = written(tmp_path / "test_preds_seq2seq.txt", linear(("Die", f"di{sign}ed", [])), "\r", linear(DEATH))
    assert [len(document["events"]) for document in read(system)] == [1, 0, 1]
    gold = tmp_path / "test.json"
    gold.write_text(json.dumps([TANL, TANL]))
    system = written(tmp_path / "output.txt", "Troops [ shelled | Conflict:Attack ] ,\r", f"Troops {sign} ,")
    assert [len(document["events"]) for document in read(system, references=gold)] == [1, 0]


# ---- TANL

TOKENS = SENTENCE.split()
TANL: dict[str, Any] = {
    "tokens": TOKENS,
    "triggers": [{"type": "Conflict:Attack", "start": 1, "end": 2}, {"type": "Life:Die", "start": 7, "end": 8}],
    "entities": [{"type": "PER", "start": 0, "end": 1}, {"type": "FAC", "start": 2, "end": 4}],
    "relations": [{"type": "Attacker", "head": 0, "tail": 0}, {"type": "Target", "head": 1, "tail": 0}],
}
NAMES = {
    "entities": {
        "Conflict:Attack": {"verbose": "attack"},
        "Life:Die": {"verbose": "die"},
        "PER": {"verbose": "person"},
        "FAC": {"verbose": "facility"},
    },
    "relations": {"Attacker": {"verbose": "attacker"}, "Target": {"verbose": "target"}},
}
ANSWER = "Troops [ shelld | attack ] the port and a [ guard | person ] died ."


def test_data_of_tanl_have_the_names_that_models_write(tmp_path: Path) -> None:
    gold = tmp_path / "ace2005event_test.json"
    gold.write_text(json.dumps([TANL]))
    assert [event["type"] for event in read(gold)[0]["events"]] == ["Conflict:Attack", "Life:Die"]
    (tmp_path / "ace2005event_types.json").write_text(json.dumps(NAMES))
    (document,) = read(gold)
    assert document["tokens"] == TOKENS
    arguments = [{"span": [0, 1], "role": "attacker"}, {"span": [2, 4], "role": "target"}]
    attack, death = document["events"]
    assert attack == {"trigger": {"span": [1, 2]}, "type": "attack", "arguments": arguments}
    assert (death["type"], death["arguments"]) == ("die", [])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{} {}", "expected one object of labels, got 2"),
        ('{"entities": {}}', 'missing key "relations"'),
        ('{"entities": {"PER": {}}, "relations": {}}', 'missing key "verbose"'),
    ],
)
def test_wrong_files_of_types_are_refused(tmp_path: Path, content: str, message: str) -> None:
    gold = tmp_path / "ace2005event_test.json"
    gold.write_text(json.dumps([TANL]))
    (tmp_path / "ace2005event_types.json").write_text(content)
    with pytest.raises(InputError, match=rf"ace2005event_types\.json.*{message}"):
        read(gold)


def test_sentences_of_tanl_are_aligned_with_the_tokens(tmp_path: Path) -> None:
    gold, system = tmp_path / "ace2005event_test.json", written(tmp_path / "output.txt", ANSWER)
    gold.write_text(json.dumps([TANL]))
    (tmp_path / "ace2005event_types.json").write_text(json.dumps(NAMES))
    (document,) = read(system, references=gold)
    found = [(event["type"], event["trigger"]) for event in document["events"]]
    assert found == [
        ("attack", {"span": [1, 2], "text": "shelled"}),
        ("person", {"span": [6, 7], "text": "guard"}),
    ]
    result = score_detection(system, gold, convention="textee")
    assert (result["trigger_classification_precision"], result["trigger_classification_recall"]) == (0.5, 0.5)


def test_types_of_tanl_without_their_file_are_those_of_the_data(tmp_path: Path) -> None:
    gold = tmp_path / "test.json"
    gold.write_text(json.dumps([TANL]))
    system = written(tmp_path / "output.txt", "Troops [ shelled | Conflict:Attack ] the [ port | raid ] died .")
    assert [event["type"] for event in read(system, references=gold)[0]["events"]] == ["Conflict:Attack"]


def test_sentences_of_tanl_need_one_reference_each(tmp_path: Path) -> None:
    gold, system = tmp_path / "test.json", written(tmp_path / "output.txt", ANSWER, "None .")
    gold.write_text(json.dumps([TANL]))
    with pytest.raises(
        InputError, match=r"output\.txt: expected references for TANL's sentences, which need their tokens"
    ):
        read(system)
    with pytest.raises(InputError, match=r"output\.txt: expected 1 lines?, one for each sentence of .*got 2"):
        read(system, references=gold)
    gold.write_text(json.dumps([{**TANL, "relations": [{"type": "Target", "head": 5, "tail": 0}]}]))
    with pytest.raises(InputError, match=r"relations\[0\].*expected an entity as head and a trigger as tail, got"):
        read(gold)


def test_answers_of_tanl_about_arguments_do_not_say_whose_they_are(tmp_path: Path) -> None:
    gold = tmp_path / "test.json"
    gold.write_text(json.dumps([TANL]))
    about = "[ Troops | person | attacker = shelled ] shelled the port and a guard died ."
    system = written(tmp_path / "arguments.txt", about)
    with pytest.raises(InputError, match=r'arguments\.txt:1: .*about the arguments of a trigger.*form="tanl", given='):
        read(system, references=gold)


# ---- all of them


@pytest.mark.parametrize(
    "record",
    [
        instructuie("EE", BOTH, BOTH),
        iepile(SHELLED),
        gollie(f"[{DIED_CODE}]"),
        {"text": SENTENCE, "event": linear(DEATH)},
        TANL,
    ],
    ids=["instructuie", "iepile", "gollie", "text2event", "tanl"],
)
def test_references_score_perfectly_and_have_no_unknown_key(tmp_path: Path, record: Any) -> None:
    path = written(tmp_path / "test.json", record)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        documents = read(path)
        result = score_extraction(documents, documents, convention="textee")
    assert result["trigger_classification_f1"] == 1
