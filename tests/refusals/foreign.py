"""Records and files of other programs: what the rules for them refuse, and files that no task reads."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from event_scoring import read, score_extraction, score_templates, template_errors
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.formats.corpora.files import read_extraction
from tests.extraction.test_input import changed
from tests.formats.corpora import test_extraction_files as records
from tests.formats.test_document_validation import lines
from tests.refusals.table import Refusals

TEXT = "IL-2 binding was lost."
PROTEIN = {"id": "T1", "type": "Protein", "start": 0, "end": 4}
BINDING = {
    "id": "E1",
    "type": "Binding",
    "trigger": {"start": 5, "end": 12},
    "arguments": [{"role": "Theme", "entity": "T1"}],
}
BIONLP = {"text": TEXT, "entities": [PROTEIN], "events": [BINDING]}
GENE = {"id": "T1", "type": "Gene_or_gene_product", "start": 0, "end": 4}


def of_genes(**event: Any) -> dict[str, Any]:
    """A document of Pathway Curation whose one event differs from `BINDING`."""
    return {"text": TEXT, "entities": [GENE], "events": [{**BINDING, **event}]}


def filled(name: str, *values: str, **template: Any) -> dict[str, Any]:
    """A document of one template with one slot of values."""
    return {"templates": [{"type": "attack", "slots": [{"name": name, "values": [*values]}], **template}]}


def fills(name: str, *given: Any) -> dict[str, Any]:
    """A document of one template of MUC-4."""
    return {"doc_id": "a", "templates": [{"id": "1", "slots": [{"name": name, "fills": [*given]}]}]}


def read_as(named: tuple[str, bytes]) -> object:
    """What is read of a file of this name and with these bytes."""
    name, content = named
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        try:
            return read(path, strict=True)
        except ValueError as error:
            raise ValueError(str(error).replace(f"{folder}/", "")) from None


def read_changed(name: str, path: list[Any], value: Any) -> object:
    """What is read of a record of this name with another value at a path, behind one of our own."""
    record = changed(getattr(records, name), path, value) if path else value
    return read_extraction(lines(records.OWN, record), EXTRACTION_DOCUMENT, strict=True)


FILES_OF_OTHERS = [
    ("paper.pdf", b"%PDF-1.7\n"),
    ("scores.xlsx", b"PK\x03\x04xl/"),
    ("scores.xls", b"\xd0\xcf\x11\xe0"),
    ("notes.docx", b"PK\x03\x04word/"),
    ("notes.rtf", rb"{\rtf1 x}"),
    ("all.zip", b"PK\x03\x04"),
    ("all.7z", b"7z\xbc\xaf\x27\x1c"),
    ("all.tar", b"a.txt".ljust(257, b"\0") + b"ustar\x0000"),
    ("all.bz2", b"BZh9"),
    ("all.rar", b"Rar!\x1a\x07"),
    ("all.jsonl.zst", b"\x28\xb5\x2f\xfd\0"),
    ("slides.pptx", b"PK\x03\x04ppt/"),
    ("arrays.npz", b"PK\x03\x04arr_0.npy"),
    ("array.npy", b"\x93NUMPY\x01"),
    ("data.pkl", b"\x80\x04}."),
    ("model.safetensors", b"\x08\0\0\0\0\0\0\0{}"),
    ("pytorch_model.bin", b"PK\x03\x04archive/data.pkl"),
    ("data.sqlite", b"SQLite format 3\0"),
    ("data.parquet", b"PAR1"),
    ("data.arrow", b"ARROW1\0\0"),
    ("plot.png", b"\x89PNG\r\n"),
    ("page.html", b"<!DOCTYPE html>\n<html></html>"),
    ("run.ipynb", b'{"cells": [], "nbformat": 4}'),
    ("table.csv", b"id,label\n1,x\n"),
    ("run.py", b"import os\n"),
    ("README.md", b"# Data\n"),
    ("config.yaml", b"model: bert\n"),
    ("config.toml", b"[model]\n"),
    ("trees.conllu", b"1\tThe\tthe\tDET\n"),
    ("run.log", b"2024-01-01 INFO epoch 1\n"),
    ("table.tsv", b"id\tlabel\n1\tx\n"),
    ("prose.txt", b"It was a dark night.\n"),
    ("random", b"\0\1\2\3\xfe\xff"),
    ("labels.conll", b"He O\ndied B-Die\n"),
    ("phee.json", b'{"context": "x", "is_mult_event": false, "annotations": []}'),
    ("duee.json", b'{"id": "1", "event_list": [{"trigger": "x", "trigger_start_index": 0, "arguments": []}]}'),
    ("broken.json", b'{"doc_id": "d", "relations": [}'),
    ("squad.json", b'{"data": [], "version": "1.1"}'),
    ("config.json", b'{"model_type": "bert", "architectures": ["A"]}'),
]

FOREIGN = [
    Refusals("read, files of other programs", read_as, FILES_OF_OTHERS),
    Refusals(
        "score_extraction, BioNLP",
        lambda options: score_extraction([BIONLP], [BIONLP], convention="bionlp", **options),
        [
            {"variant": "ge-2009"},
            {"variant": "ge-2011", "soft_types": True},
            {"single_penalty": True},
            {"variant": "pc-2013", "span": "ignore-trigger"},
            {"variant": "pc-2013", "task": 2},
            {"variant": "cg-2013", "decompose": True},
            {"variant": "pc-2013", "soft_types": True},
            {"task": 4},
            {"span": "soft"},
            {"offsets": "words"},
            {"variant": "pc-2013"},
        ],
    ),
    Refusals(
        "score_extraction, BioNLP, a prediction",
        lambda bad: score_extraction([bad], [of_genes()], convention="bionlp", variant="pc-2013"),
        [
            of_genes(trigger={}),
            of_genes(arguments=[{"role": "Theme"}]),
            of_genes(arguments=[{"role": "Theme", "start": 0, "end": 2, "type": "Word"}]),
            of_genes(arguments=[{"role": "Theme", "entity": "T9"}]),
            of_genes(arguments=[{"role": "Theme", "event": "E1"}]),
            of_genes(arguments=[{"role": "Cause", "entity": "T1"}, {"role": "Cause", "entity": "T1"}]),
            of_genes(arguments=[{"role": "Agent", "entity": "T1"}]),
            of_genes(type="Walking"),
        ],
    ),
    Refusals(
        "score_templates, one prediction",
        lambda given: score_templates([given[0]], [given[0]], **given[1]),
        [
            (filled("holder", "Li", "Wu"), {"protocol": "doc2edag"}),
            (filled("holder", "Li"), {"protocol": "doc2edag", "roles": ["holder"]}),
            (filled("holder", "Li"), {"protocol": "gtt", "denominators": "entities"}),
            (filled("holder", "Li"), {"protocol": "ceaf-rme", "similarity": "phi-a", "denominators": "entities"}),
            (filled("holder", "Li"), {"protocol": "ceaf-rme", "preset": "iterx"}),
            (filled("holder", "Li"), {"protocol": "muc-4"}),
            (fills("inc-type", "BOMBING"), {}),
            (fills("inc-type", {"from": "1 MAY", "until": "2 MAY"}), {"protocol": "muc-4"}),
            (fills("inc-kind", "BOMBING"), {"protocol": "muc-4"}),
            (fills("inc-type", "BOMBING"), {"protocol": "muc-4", "premodifiers": "all"}),
            (fills("inc-type", "BOMBING"), {"protocol": "muc-4", "slots": {"inc-type": {"kind": "word"}}}),
            (filled("Victim", "Li"), {"protocol": "gtt", "errors": "auto-err", "details": True}),
        ],
    ),
    Refusals(
        "template_errors",
        lambda options: template_errors(
            [{**filled("Victim", "Li"), "text": "Li"}], [filled("Victim", "Li")], **options
        ),
        [{"roles": "Victim"}, {"typed": 1}, {"equal_templates": "twice"}, {"not_found": "always"}],
    ),
    Refusals(
        "template_errors, the text of the prediction",
        lambda text: template_errors(
            [{**filled("Victim", "Li"), "text": text}], [{**filled("Victim", "Li"), "text": "Li"}]
        ),
        ["", "Wu"],
    ),
    Refusals(
        "score_extraction, schemes of spans",
        lambda options: score_extraction([{"events": []}], [{"events": []}], **options),
        [
            {"convention": "nervaluate", "half_credit": "always"},
            {"convention": "nervaluate", "version": "1.2.1"},
            {"convention": "nervaluate", "version": "1.2", "half_credit": "fixed"},
            {"version": "1.2"},
            {"convention": "nervaluate", "min_overlap": -1.0},
            {"convention": "nervaluate", "matching": "coverage"},
            {"half_credit": "fixed"},
            {"convention": "textee", "sentences": "some"},
            {"convention": "m2e2", "documents_without_references": "drop"},
        ],
    ),
]
