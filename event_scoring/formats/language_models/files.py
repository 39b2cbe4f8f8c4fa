"""Answers of a language model in files of their own."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa

from event_scoring.documents.schema import Record
from event_scoring.documents.sides import check_documents
from event_scoring.formats.brat import natural_order
from event_scoring.formats.language_models.documents import documents_from_texts
from event_scoring.formats.text_lines import Source, none_found, read_bytes


def is_folder_of_answers(folder: Path) -> bool:
    """Whether a folder holds texts (``.txt``) and nothing else."""
    files = [path for path in folder.iterdir() if not path.name.startswith(".")]
    return bool(files) and all(path.suffix == ".txt" and path.is_file() for path in files)


def read_answer_files(source: Source, kind: Record) -> pa.StructArray:
    """The documents of a folder with one answer of a model in each file, ``DOC_ID.txt``, in natural order."""
    if isinstance(source, bytes):
        raise none_found("<input>", "a folder of answers (DOC_ID.txt)")
    files = sorted(Path(source).glob("*.txt"), key=lambda path: natural_order(path.stem))
    texts = [read_bytes(path).decode("utf-8") for path in files]
    return check_documents(kind, documents_from_texts(texts, [path.stem for path in files]), os.fspath(source))
