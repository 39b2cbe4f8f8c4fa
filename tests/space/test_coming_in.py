"""The page by its input: files of every format, several systems, texts with them, and pasted answers."""

from __future__ import annotations

import copy
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest

import event_scoring
from docs.make_page_pictures import GOLD, SYSTEM, TEXT
from event_scoring.examples import nugget_corpus
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.tbf.writing import write_tbf
from event_scoring.reading.document_reading import read
from spaces_app.examples import OPENING
from spaces_app.pasted import model_answer
from spaces_app.requests import answer
from tests.formats.language_models.test_independent_answers import ANSWERS as COLLECTED
from tests.generated import tries
from tests.space.samples import ANSWERS, SAMPLES

NAMED = {**OPENING, "references": [{"doc_id": "d1", **OPENING["references"][0]}]}
NAMED["systems"] = {"system": [{"doc_id": "d1", **OPENING["systems"]["system"][0]}]}
WORDS = TEXT.split()
STARTS = [TEXT.index(word) for word in WORDS]
STORE = Path(__file__).parents[1] / "golden" / "kbp_store"
INDEPENDENT = [one for one in COLLECTED if one["of"] == "events" and "options" not in one]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where uploaded files are."""
    pytest.importorskip("gradio", reason="the page needs gradio")
    monkeypatch.setenv("GRADIO_TEMP_DIR", str(tmp_path))
    return tmp_path


def dropped(*paths: Path, **more: Any) -> dict[str, Any]:
    """The answer to files, by their names alone."""
    files = [{"name": path.name, "path": str(path)} for path in paths]
    return answer(more | {"files": files})


def numbers(drawn: dict[str, Any], system: str = "") -> dict[str, float]:
    assert "error" not in drawn, drawn["error"]
    return {dot["name"]: dot["values"][system or drawn["system"]] for dot in drawn["dots"]}


def archive(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as opened:
        for name, text in files.items():
            opened.writestr(f"{path.stem}/{name}", text)
    return path


def tbf(folder: Path, name: str, *rows: tuple[str, str]) -> Path:
    lines = [f"run\td1\tE{number}\t{span}\t_\t{kind}\tActual" for number, (span, kind) in enumerate(rows)]
    path = folder / f"{name}.tbf"
    path.write_text("\n".join(["#BeginOfDocument d1", *lines, "#EndOfDocument", ""]))
    return path


def test_files_of_both_sides_have_the_numbers_of_python(folder: Path) -> None:
    predictions, references = nugget_corpus()
    write_tbf(references, str(folder / "gold.tbf"))
    write_json_lines(predictions, folder / "run1.jsonl")
    one_side = dropped(folder / "gold.tbf")
    assert "view" not in one_side
    assert one_side["said"].startswith("Now drop the other side")
    found = numbers(dropped(folder / "run1.jsonl", folder / "gold.tbf"))
    read_again = read(folder / "gold.tbf", "nuggets")
    for name, protocol in (("Nugget paper (2015)", "paper"), ("EvmEval 1.8", "evmeval-1.8")):
        assert found[name] == event_scoring.score_nuggets(predictions, read_again, protocol=protocol)["type_f1"]


def test_a_single_file_of_rubbish_is_named_at_once(folder: Path) -> None:
    rubbish = {
        "picture.png": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "got a picture"),
        "run.bin": (bytes(range(256)), "got a file in an unknown format"),
        "run.jsonl": (b'{"doc_id": "d", "mentions": [{"tok', "run.jsonl:1: expected JSON: Unterminated string"),
        "gold.jsonl": (b"", "gold.jsonl: holds no document"),
    }
    for name, (content, fault) in rubbish.items():
        (folder / name).write_bytes(content)
        taken = dropped(folder / name)
        assert fault in taken["error"]
        assert taken["error"].startswith(name)
        assert [file["name"] for file in taken["files"]] == [name], "it can be left out"
    no_brat = archive(folder / "run.zip", {"picture.png": "", "table.csv": ""})
    fault = dropped(no_brat)["error"]
    assert fault.startswith("run.zip")
    assert ": expected a folder of brat annotations (.ann), got none" in fault
    for one_side in (tbf(folder, "run", ("t6", "Die")), archive(folder / "gold.zip", {"d1.txt": TEXT, "d1.ann": GOLD})):
        assert dropped(one_side)["said"].startswith("Now drop the other side")


@pytest.mark.parametrize("task", ["arguments", "templates"])
def test_files_of_any_task_find_their_task(folder: Path, task: str) -> None:
    example = SAMPLES[task][0]
    write_json_lines(example.references, folder / "key.jsonl")
    write_json_lines(example.predictions, folder / "output.jsonl")
    drawn = dropped(folder / "key.jsonl", folder / "output.jsonl", task="nuggets")
    assert drawn["task"] == task
    result = getattr(event_scoring, f"score_{task}")(example.predictions, example.references)
    assert next(iter(numbers(drawn).values())) == result["score" if task == "arguments" else "f1"]


def test_words_are_shown_whatever_says_them(folder: Path) -> None:
    """Texts beside TBF, token tables, and the texts in zips of brat: never offsets."""
    start = STARTS[6]
    gold = tbf(folder, "gold", (f"{start},{len(TEXT)}", "Die"))
    run = tbf(folder, "run", (f"{start},{start + 7}", "Die"))
    texts = archive(folder / "texts.zip", {"d1.txt": TEXT})
    shown = dropped(gold, run, texts)["view"]
    assert shown["words"] == WORDS
    assert [mark["text"] for mark in shown["marks"]] == ["killing four", "killing"]
    rows = [f"t{place}\t{word}\t{STARTS[place]}\t{STARTS[place] + len(word)}" for place, word in enumerate(WORDS)]
    tables = archive(folder / "tokens.zip", {"d1.tab": "\n".join(rows)})
    gold, run = tbf(folder, "gold", ("t6,t7", "Die")), tbf(folder, "run", ("t6", "Die"))
    drawn = dropped(gold, run, tables)
    assert drawn["view"]["words"] == WORDS
    assert [mark["at"] for mark in drawn["view"]["marks"]] == [[6, 7], [6]]
    assert numbers(drawn)["Nugget paper (2015)"] == pytest.approx(2 / 3)
    gold, run = tbf(folder, "gold", ("0,4", "Die")), tbf(folder, "run", ("2,4", "Die"))
    assert dropped(gold, run)["view"]["words"] == ["[0–1]", "[2–3]"]


def test_zipped_brat_keeps_its_arguments_and_its_text(folder: Path) -> None:
    sides = [
        archive(folder / name, {"d1.txt": TEXT, "d1.ann": text})
        for name, text in (("gold.zip", GOLD), ("run.zip", SYSTEM))
    ]
    drawn = dropped(*sides)
    assert drawn["counted"] == "arguments"
    assert drawn["view"]["words"] == WORDS
    assert [mark["label"] for mark in drawn["view"]["marks"]] == ["Attack", "Attacker", "Die", "Attack", "Die"]
    assert drawn["verdict"] == "Found 0 of 1 argument: 1 missed."


@pytest.mark.parametrize("system", ["sysA", "sysB"])
def test_a_zipped_store_of_responses(folder: Path, system: str) -> None:
    def zipped(name: str, *folders: Path) -> Path:
        with zipfile.ZipFile(folder / name, "w") as opened:
            for one in folders:
                for path in (path for path in one.rglob("*") if path.is_file()):
                    opened.write(path, Path("store") / path.relative_to(one.parent))
        return folder / name

    key = zipped("key.zip", STORE / "answerKey", STORE / "referenceLinking")
    run = zipped("run.zip", STORE / "systems" / system / "arguments", STORE / "systems" / system / "linking")
    assert all(dropped(one)["said"].startswith("Now drop the other side") for one in (key, run))
    drawn = dropped(key, run)
    gold = read(STORE / "answerKey", "responses", linking=STORE / "referenceLinking")
    wanted = event_scoring.score_responses(read(STORE / "systems" / system, "responses", predicted=True), gold)
    assert numbers(drawn)["TAC, assessed"] == wanted["score"]


def test_files_of_one_name_hide_no_other(folder: Path) -> None:
    predictions, references = nugget_corpus()
    for place, documents in (("gold.jsonl", references), ("a/run.jsonl", predictions), ("b/run.jsonl", references)):
        (folder / place).parent.mkdir(exist_ok=True)
        write_json_lines(documents, folder / place)
    drawn = dropped(folder / "gold.jsonl", folder / "a" / "run.jsonl", folder / "b" / "run.jsonl")
    first, second = drawn["systems"]
    assert first != second
    assert numbers(drawn, second)["EvmEval 1.8"] == 1.0 > numbers(drawn, first)["EvmEval 1.8"]


def test_what_is_refused_names_the_file_as_the_visitor_does(folder: Path) -> None:
    predictions, references = nugget_corpus()
    write_json_lines(references, folder / "gold.jsonl")
    (folder / "run.jsonl").write_text('{"mentions": 5}\n')
    refused = dropped(folder / "gold.jsonl", folder / "run.jsonl")["error"]
    assert "run.jsonl" in refused
    assert str(folder) not in refused
    pictures = archive(folder / "texts.zip", {"a.png": ""})
    write_json_lines(predictions, folder / "run.jsonl")
    refused = dropped(folder / "gold.jsonl", folder / "run.jsonl", pictures)["error"]
    assert "texts named after the documents" in refused
    (folder / "gone.jsonl").write_text("")
    (folder / "gone.jsonl").unlink()
    assert (
        "gone.jsonl is no longer here: drop it again" in dropped(folder / "gold.jsonl", folder / "gone.jsonl")["error"]
    )
    runs = [folder / f"run{number}.jsonl" for number in range(9)]
    for run in runs:
        write_json_lines(predictions, run)
    assert "at most 8 systems" in dropped(folder / "gold.jsonl", *runs)["error"]
    packed = folder / "run.jsonl"
    packed.write_bytes(b"\x1f\x8b\x08")
    assert "unpack it first" in dropped(folder / "gold.jsonl", packed)["error"]


def pasted(text: str, request: dict[str, Any] | None = None) -> dict[str, Any]:
    """The page after a model's answer was pasted."""
    return answer({**copy.deepcopy(request or {}), "pasted": text})


def pasted_as_right(text: str, request: dict[str, Any] | None = None) -> dict[str, Any]:
    """The page after the right answer was pasted."""
    return answer({**copy.deepcopy(request or {}), "right": text})


@pytest.mark.parametrize("example", ANSWERS, ids=lambda example: example.name)
def test_an_answer_is_read_and_scored_as_in_python(example: Any) -> None:
    text = example.predictions[0]["answer"]
    known = [{**one, "tokens": next(iter(example.tokens.values()))} for one in example.references]
    drawn = pasted(text, {"task": "extraction", "references": known, "systems": {"system": [{"events": []}]}})
    events = event_scoring.documents_from_texts([text])[0]["events"]
    system = [{"doc_id": known[0].get("doc_id") or "d", "events": events}]
    references = [{"doc_id": "d", **known[0]}]
    result = event_scoring.score_extraction(system, references, convention="textee")
    key = "argument_attached_classification_f1" if drawn["counted"] == "arguments" else "trigger_classification_f1"
    assert numbers(drawn)["TextEE"] == result[key]
    assert drawn["answer"] == text


def test_documents_of_both_sides_are_pasted_one_after_the_other() -> None:
    example = SAMPLES["templates"][0]
    references, system = ("\n".join(map(json.dumps, side)) for side in (example.references, example.predictions))
    first = pasted_as_right(references, OPENING)
    assert first["said"] == "The right answer is read: 1 document of templates."
    assert set(numbers(first).values()) == {0.0}, "nobody has said anything"
    second = pasted(system, {"task": "templates", **first["given"]})
    assert second["said"] == "The model’s answer is read: 1 document of templates."
    wanted = event_scoring.score_templates(example.predictions, example.references)["f1"]
    assert numbers(second)["MUC-6 slots"] == wanted
    again = pasted_as_right(references, {"task": "templates", **second["given"]})
    assert again["given"]["systems"] == second["given"]["systems"], "a right answer replaces no prediction"


def test_a_text_is_there_to_be_marked_and_scores_nothing() -> None:
    drawn = pasted_as_right("Rain fell .", OPENING)
    assert drawn["view"]["words"] == ["Rain", "fell", "."]
    assert drawn["view"]["marks"] == drawn["dots"] == []
    assert drawn["said"].startswith("Drag over words")
    assert drawn["asks"].startswith("What is right?")
    assert "What is right?" in answer({"task": "extraction", **drawn["given"], "want": "report"})["error"]
    marked = pasted_as_right('[{"type": "Fall", "trigger": "fell"}]', {"task": "extraction", **drawn["given"]})
    assert marked["verdict"] == "Found 0 of 1 event: 1 missed."
    assert "“snow” is not in the text" in pasted_as_right('[{"type": "Fall", "trigger": "snow"}]', OPENING)["error"]


FIRE = '{"events": [{"type": "Attack", "trigger": "fire", "arguments": [{"role": "Attacker", "text": "Gunmen"}]}]}'
SHAPES = [
    FIRE,
    f"Here you are:\n```json\n{FIRE}\n```",
    json.dumps(json.loads(FIRE), indent=2),
    FIRE.replace('"', "'"),
    json.dumps({"doc_id": "d9", **json.loads(FIRE)}),
    json.dumps({"Attack": [{"trigger": "fire", "Attacker": "Gunmen"}]}),
    json.dumps({"choices": [{"message": {"role": "assistant", "content": f"Sure.\n{FIRE}"}}]}),
    json.dumps(
        {
            "choices": [
                {
                    "message": {
                        "role": "assistant",
                        "content": None,
                        "tool_calls": [{"type": "function", "function": {"name": "events", "arguments": FIRE}}],
                    }
                }
            ]
        }
    ),
    json.dumps({"type": "message", "role": "assistant", "content": [{"type": "text", "text": FIRE}]}),
    json.dumps({"candidates": [{"content": {"parts": [{"text": FIRE}]}}]}),
    "- type: Attack\n  trigger: fire\n  arguments:\n    Attacker: Gunmen\n",
    '[Attack(mention="fire", attacker=["Gunmen"])]',
]


@pytest.mark.parametrize("shape", SHAPES, ids=range(len(SHAPES)))
@pytest.mark.parametrize("state", [OPENING, NAMED], ids=["unnamed", "named"])
def test_every_shape_of_an_answer_is_read(shape: str, state: dict[str, Any]) -> None:
    """Also beside a reference that has a name, which no model knows."""
    drawn = pasted(shape, state)
    assert drawn["said"].startswith("The model’s answer is read: 1 event"), drawn.get("error")
    (event,) = drawn["given"]["systems"]["system"][0]["events"]
    assert event["trigger"]["text"] == "fire"
    assert [one["text"] for one in event["arguments"]] == ["Gunmen"]
    tokens = [{**one, "tokens": OPENING["references"][0]["tokens"]} for one in drawn["given"]["references"]]
    wanted = event_scoring.score_extraction(drawn["given"]["systems"]["system"], tokens, convention="textee")
    assert numbers(drawn)["TextEE"] == wanted["trigger_classification_f1"]


@pytest.mark.parametrize("seed", range(tries(200)))
def test_an_answer_as_a_model_writes_it_is_read_as_in_python(seed: int) -> None:
    """Words of the opening in an answer of a random shape, with damage: the page reads what the function reads."""
    draw = random.Random(seed)
    words = OPENING["references"][0]["tokens"]
    events = [
        {
            "type": draw.choice(("Attack", "Die", "Meet")),
            "trigger": draw.choice(words),
            "arguments": [{"role": "Place", "text": draw.choice(words)} for _ in range(draw.randint(0, 2))],
        }
        for _ in range(draw.randint(0, 3))
    ]
    text = json.dumps(draw.choice([events, {"events": events}, [{"events": events}]]), indent=draw.choice([None, 2]))
    text = draw.choice(
        [text, text.replace('"', "'"), f"Sure:\n```json\n{text}\n```\nThat is all.", f"<think>Hm.</think>{text}"]
    )
    text = text[: draw.choice([len(text)] * 4 + [draw.randint(1, len(text))])]
    check_reading(text)


@pytest.mark.parametrize("given", INDEPENDENT, ids=lambda given: given["name"])
def test_an_answer_of_the_collection_is_read_as_in_python(given: dict[str, Any]) -> None:
    """Responses of APIs are pasted as their JSON. Keys that an answer repeats are all read."""
    answer_of_model = given["answer"]
    is_text = isinstance(answer_of_model, str)
    check_reading(answer_of_model if is_text else json.dumps(answer_of_model), answer_of_model)


def check_reading(text: str, answer_of_model: Any = None) -> None:
    """Check that the page takes the events that Python reads, or refuses what has none."""
    wanted = event_scoring.documents_from_texts([text if answer_of_model is None else answer_of_model])[0]
    if wanted["events"] or not wanted["unparsed"]:
        read = model_answer(text, OPENING)[0]["systems"]["system"][0]["events"]
        assert read == [event for event in wanted["events"] if event.get("type") is not None]
    else:
        with pytest.raises(
            event_scoring.InputError, match="is prose|No events were found in this answer|^pasted text:"
        ):
            model_answer(text, OPENING)


PROSE = [
    "- fire: an Attack\n- shot: another Attack",
    "| type | trigger |\n|---|---|\n| Attack | fire |",
    "There are no events.",
    "I’m sorry, I cannot help with that.",
    "[fire](Attack) was opened",
]


@pytest.mark.parametrize("text", PROSE, ids=range(len(PROSE)))
def test_prose_says_so_and_changes_nothing(text: str) -> None:
    found = pasted(text, OPENING)
    assert found == {"error": "This answer is prose: no events were read from it, and nothing is scored."}


def test_an_answer_without_events_is_scored() -> None:
    assert pasted("[]", OPENING)["verdict"] == "Found 0 of 3 events: 3 missed."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" ", "Nothing was pasted."),
        ('{"no": "events"}', "No events were found in this answer"),
        ('{"mentions": [{"token_ids": ["x"], "type": "A"}]}', "token id"),
        ("x" * 200_001, "at most 200,000 characters here; drop it as a file"),
        ('[{"type": "Die", "trigger": "died"}]', "Nothing is scored without a right answer"),
        ('{"mentions": [{"token_ids": [1], "type": "A"}]}', "Read 1 document of nuggets. Nothing is scored without"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, said: str) -> None:
    assert said in pasted(text)["error"]
