"""A guess at what a file is is right, or it is not made: known forms are named, others are not recognised.

The files of `read_as` in `tests/refusals/formats.txt` are tried for every task.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, read
from event_scoring.reading.file_formats import FILE_FORMATS, file_format_of
from event_scoring.reading.task_recognition import task_of
from event_scoring.tasks import TASKS
from tests.refusals.transcripts import inputs

BIO = "-DOCSTART- O\n\nTroops O\nopened B-Attack\nfire I-Attack\n. O\n"
CONLL_2012 = "#begin document (wb/x); part 000\nwb/x 0 0 He PRP (0)\n\n#end document\n"
KNOWN: list[tuple[str, bytes | str, str]] = [
    ("trainer_state.json", json.dumps({"log_history": []}), "a log or state of transformers' Trainer"),
    ("result.json", json.dumps({"type_f1": 1.0, "documents": 9, "signature": "", "warnings": []}), "a result of"),
    ("instances.json", json.dumps({"images": [], "annotations": []}), "data of COCO"),
    ("corefud.txt", "# global.Entity = eid-etype\n# newdoc id = d\n1\tHe\t_\n", "CoNLL-U, as CorefUD has it"),
    ("webanno.tsv", "#FORMAT=WebAnno TSV 3.3\n", "TSV of WebAnno"),
    ("cec.xml", '<?xml version="1.0"?>\n<Body><Title>x</Title></Body>', "a document of CEC"),
    ("pt.xml", "<TempEval><s>Ele caiu.</s></TempEval>", "a document of TempEval (2007)"),
    ("eeqa.json", json.dumps({"sentence": ["He", "died"], "s_start": 0, "event": [[[1, "Die"]]]}), "data of EEQA"),
    ("xgear.json", json.dumps({"d": {"doc_id": "d", "doc_text": "x", "sentences": []}}), "original data of X-Gear"),
    ("casie.json", json.dumps({"content": "x", "cyberevent": {"hopper": []}}), "annotated documents of CASIE"),
    ("iepile.json", json.dumps({"task": "EE", "instruction": "x", "output": "{}"}), "prompts and answers"),
    ("case.json", json.dumps({"id": "1", "sentences": ["a"], "event_clusters": [[1]]}), "clusters of sentences"),
    ("ester.json", json.dumps([{"context": "x", "events": [{"id": 1}]}]), "questions and answers about events"),
    ("event.schema", '["Die"]\n["Victim"]\n{"Die": ["Victim"]}\n', "labels of Text2Event or UIE"),
    ("d.tml", "<?xml version='1.0'?>\n<TimeML><TEXT/></TimeML>", "TimeML"),
    ("ecb.xml", '<Document doc_id="1"><token t_id="1">a</token></Document>', "an annotated document of CAT"),
    ("d.xmi", '<xmi:XMI xmlns:xmi="http://x"/>', "an export of UIMA"),
    ("key.conll", CONLL_2012, "CoNLL columns with coreference"),
    (
        "duee.json",
        json.dumps({"id": "1", "text": "x", "event_list": [{"trigger": "x", "trigger_start_index": 0}]}),
        "DuEE 1.0",
    ),
]
UNKNOWN = [
    ("tree.ptb", b"(S (NP (PRP He)) (VP (VBD died)))\n"),
    ("other.xml", b"<corpus><doc/></corpus>"),
    ("data.bin.txt", b"0101010\n1010\n"),
]


@pytest.mark.parametrize(("name", "content", "what"), KNOWN, ids=[name for name, _, _ in KNOWN])
def test_a_known_file_is_named(tmp_path: Path, name: str, content: str, what: str) -> None:
    (tmp_path / name).write_text(content)
    found = file_format_of(tmp_path / name)
    assert found is not None
    assert found.name.startswith(what)


FILES = [(name, content.encode()) for name, content, _ in KNOWN] + UNKNOWN + inputs("formats", "read_as(")


@pytest.mark.parametrize(("name", "content"), FILES)
def test_a_task_refuses_other_files_by_their_form_or_without_a_guess(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    found = file_format_of(path)
    scored = {*found.tasks, *(["detection"] if "extraction" in found.tasks else [])} if found else set()
    for task in {*TASKS} - scored:
        with pytest.raises(InputError) as caught:
            read(path, task)
        assert str(caught.value).startswith(str(path))
        if found is not None:
            assert found.name in str(caught.value)
            assert "looks like" not in str(caught.value)
            assert caught.value.hint
        if (name, content) in UNKNOWN:
            assert found is task_of(path) is None
            assert "got a file in an unknown format; docs/files.md lists" in str(caught.value)


@pytest.mark.parametrize("record", [{"a": 1}, {"rows": [{"x": 1}]}, ["a", "b"], 7, "text", None])
def test_records_that_nobody_knows_are_refused_without_a_guess(tmp_path: Path, record: Any) -> None:
    (tmp_path / "x.json").write_text(json.dumps(record))
    for task in TASKS:
        with pytest.raises(InputError) as caught:
            read(tmp_path / "x.json", task)
        assert "looks like" not in str(caught.value)


def test_every_form_that_is_read_names_its_task_and_reader() -> None:
    for form in FILE_FORMATS:
        assert set(form.tasks) <= TASKS.keys()
        assert form.tasks or not form.reader
        assert form.instead


def test_a_folder_of_anything_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("a dark night", encoding="utf-8")
    (tmp_path / "runs").mkdir()
    assert task_of(tmp_path) is None
    (tmp_path / "linking").mkdir()
    assert task_of(tmp_path) == "responses"


def test_labels_of_matres_in_small_letters_are_read_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "run.tsv"
    path.write_text("d\tsaid\tfell\t1\t2\tbefore\n", encoding="utf-8")
    (document,) = read(path)
    assert document["relations"][0]["type"] == "before"
