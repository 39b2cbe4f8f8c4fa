"""A guess at what a file is is right, or it is not made: known forms are named, others are not recognised."""

from __future__ import annotations

import io
import json
import sqlite3
import tarfile
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from event_scoring import InputError, read
from event_scoring.reading.file_formats import FILE_FORMATS, file_format_of
from event_scoring.reading.task_recognition import task_of
from event_scoring.tasks import TASKS


def zipped(*names: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return stream.getvalue()


def in_tar() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a"))
    return stream.getvalue()


def array() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.arange(3))
    return stream.getvalue()


def database(folder: Path) -> bytes:
    with closing(sqlite3.connect(folder / "made.db")) as connection:
        connection.execute("create table x (y)")
    return (folder / "made.db").read_bytes()


def parquet() -> bytes:
    stream = io.BytesIO()
    pa.parquet.write_table(pa.table({"x": [1]}), stream)
    return stream.getvalue()


NOTEBOOK = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
BIO = "-DOCSTART- O\n\nTroops O\nopened B-Attack\nfire I-Attack\n. O\n"
CONLL_2012 = "#begin document (wb/x); part 000\nwb/x 0 0 He PRP (0)\n\n#end document\n"
KNOWN: list[tuple[str, bytes | str, str]] = [
    ("paper.pdf", b"%PDF-1.7 \xff", "a PDF"),
    ("table.xlsx", zipped("xl/workbook.xml"), "a workbook of Excel"),
    ("table.xls", b"\xd0\xcf\x11\xe0\xa1\xb1", "a workbook of Excel"),
    ("text.docx", zipped("word/document.xml"), "a document of Word"),
    ("corpus.zip", zipped("a"), "a zip archive"),
    ("model.pt", zipped("model/data.pkl"), "weights of a model"),
    ("corpus.tar", in_tar(), "a tar archive"),
    ("corpus.txt.bz2", b"BZh91AY", "a bzip2 file"),
    ("data.pkl", b"\x80\x04K\x01.", "data pickled by Python"),
    ("x.parquet", parquet(), "a Parquet file"),
    ("array.npy", array(), "an array of NumPy"),
    ("picture.png", b"\x89PNG\r\n", "a picture"),
    ("page.html", "<!DOCTYPE html><html></html>", "a web page"),
    ("work.ipynb", json.dumps(NOTEBOOK, indent=1), "a notebook of Jupyter"),
    ("config.json", json.dumps({"model_type": "bert", "architectures": []}), "a configuration of a model"),
    ("trainer_state.json", json.dumps({"log_history": []}), "a log or state of transformers' Trainer"),
    ("train-v2.0.json", json.dumps({"version": "2", "data": [{"title": "x"}]}), "data of SQuAD"),
    ("instances.json", json.dumps({"images": [], "annotations": []}), "data of COCO"),
    ("table.csv", "id,text\n1,a\n", "a table in CSV"),
    ("table.tsv", "a\tb\n1\t2\n", "a table in TSV"),
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
    ("config.yaml", "a: 1\n", "YAML"),
    ("README.md", "# Title\n", "Markdown"),
    ("score.py", "import sys\n", "a program in Python"),
    ("d.tml", "<?xml version='1.0'?>\n<TimeML><TEXT/></TimeML>", "TimeML"),
    ("ecb.xml", '<Document doc_id="1"><token t_id="1">a</token></Document>', "an annotated document of CAT"),
    ("d.xmi", '<xmi:XMI xmlns:xmi="http://x"/>', "an export of UIMA"),
    ("key.conll", CONLL_2012, "CoNLL columns with coreference"),
    ("gold.conll", BIO, "BIO columns as CoNLL 2003 has them"),
    (
        "duee.json",
        json.dumps({"id": "1", "text": "x", "event_list": [{"trigger": "x", "trigger_start_index": 0}]}),
        "DuEE 1.0",
    ),
]
UNKNOWN = {
    "notes.txt": "Some words about the corpus.\nAnd more of them.\n",
    "tree.ptb": "(S (NP (PRP He)) (VP (VBD died)))\n",
    "other.xml": "<corpus><doc/></corpus>",
    "data.bin.txt": "0101010\n1010\n",
}


def test_a_database(tmp_path: Path) -> None:
    (tmp_path / "run.sqlite").write_bytes(database(tmp_path))
    with pytest.raises(InputError, match="a database of SQLite"):
        read(tmp_path / "run.sqlite", "nuggets")


@pytest.mark.parametrize(("name", "content", "what"), KNOWN, ids=[name for name, _, _ in KNOWN])
def test_a_file_that_is_not_scored_is_named(tmp_path: Path, name: str, content: bytes | str, what: str) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    found = file_format_of(path)
    assert found is not None
    assert found.name.startswith(what)
    scored = {*found.tasks, *(["detection"] if "extraction" in found.tasks else [])}
    for task in {*TASKS} - scored:
        with pytest.raises(InputError) as caught:
            read(path, task)
        assert found.name in str(caught.value)
        assert caught.value.hint
        assert "looks like" not in str(caught.value)


@pytest.mark.parametrize(("name", "text"), UNKNOWN.items(), ids=UNKNOWN)
def test_a_file_of_no_known_form_is_not_guessed_at(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    assert file_format_of(tmp_path / name) is None
    assert task_of(tmp_path / name) is None
    for task in TASKS:
        with pytest.raises(InputError, match=r"got a file in an unknown format; docs/files\.md lists") as caught:
            read(tmp_path / name, task)
        assert str(caught.value).startswith(str(tmp_path / name))


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
