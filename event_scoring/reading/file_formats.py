"""Recognise the format of a file by its name, its first bytes or its first record, without guessing.

`FILE_FORMATS` lists the files that other programs write. Each has the reader for its tasks, or a sentence about
supported files. Documents of this project, and records that `formats.corpora.extraction_files` reads, are not in the
list.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain

import pyarrow as pa

from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.json_lines import read_json
from event_scoring.formats.text_lines import FOR_ARROW, FilePath, Source, cells_of, paths_in
from event_scoring.reading.file_samples import (
    Sample,
    checked_path,
    is_cat,
    is_chfinann,
    is_duee,
    is_duee_answer,
    is_marked_text,
    is_matres,
    is_maven_ere,
    is_maven_fact,
    is_storyline,
    is_tddiscourse,
    is_xgear_original,
    or_folder,
)

LABEL_COLUMNS = "BIO columns as CoNLL 2003 has them"
READABLE = "docs/files.md lists the files that are read"


@dataclass(frozen=True)
class FileFormat:
    """A file format of another program."""

    name: str
    """Name for messages: "a PDF"."""
    fits: Callable[[Sample], bool]
    """Whether a path holds such a file."""
    tasks: tuple[str, ...] = ()
    """The tasks that score it; the first is the default."""
    reader: str = ""
    """The function that reads it, as ``module:function`` of a path and the kind of document.

    It returns documents as an Arrow array. An empty string means the task's own reader.
    """
    takes: tuple[str, ...] = ()
    """Names of further keywords of its reader."""
    preset: Mapping[str, object] = field(default_factory=dict)
    """Options of the task if none of them is given. A file of clusters alone has no pairs to score."""
    instead: str = READABLE
    """Advice about supported files, if this one has no reader."""

    def read(self, source: Source, kind: Record, **options: object) -> Documents | pa.StructArray:
        """Return the documents of a file of this format."""
        for name in options:
            if name not in self.takes:
                raise ValueError(f"{name}: {self.name} has nothing of the kind")
        module, _, function = self.reader.partition(":")
        documents: Documents | pa.StructArray = getattr(import_module(module), function)(source, kind, **options)
        return documents


def file_format_of(path: FilePath) -> FileFormat | None:
    """Return the format of a file or folder; None for unknown formats and for documents of this project."""
    sample = Sample(checked_path(path))
    return next((file_format for file_format in FILE_FORMATS if file_format.fits(sample)), None)


def with_preset(path: FilePath | None, options: Mapping[str, object]) -> dict[str, object]:
    """Return the options, with presets of the references' format for those that are not given."""
    file_format = None if path is None else file_format_of(path)
    return {**(file_format.preset if file_format else {}), **options}


def refuse_other_format(path: FilePath, task: str, file_format: FileFormat | None) -> None:
    """Raise an `InputError` for a file of a known format that a task does not score."""
    if file_format is None or task in file_format.tasks or (task == "detection" and "extraction" in file_format.tasks):
        return
    hint = file_format.instead
    if file_format.tasks:
        known = " or ".join(f'"{name}"' for name in file_format.tasks)
        hint = f"it is scored by the task {known}"
    raise InputError(
        wanted=f'a file for the task "{task}"',
        got=Description(file_format.name),
        hint=hint,
        source=Place(os.fspath(path)),
    )


def refuse_unread(path: FilePath, wanted: str, but: str = "") -> None:
    """Raise an `InputError` for a file of a known format that no task reads, except the format of one name."""
    file_format = file_format_of(path)
    if file_format is not None and not file_format.tasks and file_format.name != but:
        raise InputError(
            wanted=wanted, got=Description(file_format.name), hint=file_format.instead, source=Place(os.fspath(path))
        )


def unsupported_format(path: FilePath) -> str:
    """Return the name of an unsupported file's format with advice; empty for unknown formats."""
    file_format = file_format_of(path)
    return "" if file_format is None else f"this is {file_format.name}; {file_format.instead}"


def refuse_broken_json(path: FilePath) -> None:
    """Raise an `InputError`, with the line, for a file that begins like JSON and is not valid."""
    if Sample(checked_path(path)).text.lstrip()[:1] in ("{", "["):
        read_json(path)


def unrecognised(path: FilePath, task: str) -> InputError:
    """Return the error for a file of an unknown format."""
    got, hint = Description("a file in an unknown format"), READABLE
    if task == "relations":
        hint += "; a line of MATRES has document, two verbs, two event ids and label between tabs"
    return InputError(wanted=f'a file for the task "{task}"', got=got, hint=hint, source=Place(os.fspath(path)))


def _begins(*marks: bytes) -> Callable[[Sample], bool]:
    return lambda sample: sample.start.startswith(marks)


def _ends(*endings: str) -> Callable[[Sample], bool]:
    return lambda sample: not sample.is_folder and sample.name.endswith(endings)


def _all(*tests: Callable[[Sample], bool]) -> Callable[[Sample], bool]:
    return lambda sample: all(test(sample) for test in tests)


def _any(*tests: Callable[[Sample], bool]) -> Callable[[Sample], bool]:
    return lambda sample: any(test(sample) for test in tests)


def _keys(*names: str) -> Callable[[Sample], bool]:
    return lambda sample: sample.has_keys(*names)


def _root(*names: str) -> Callable[[Sample], bool]:
    return lambda sample: sample.root in names


def _line(pattern: str) -> Callable[[Sample], bool]:
    """Whether the first line that is not blank matches a pattern."""
    known = re.compile(pattern, re.IGNORECASE)
    return lambda sample: bool(sample.lines) and known.match(sample.lines[0]) is not None


def _is_folder_of_answers(sample: Sample) -> bool:
    """Whether a folder holds only texts. Readers of answers are imported only for folders."""
    files = import_module("event_scoring.formats.language_models.answer_documents") if sample.is_folder else None
    return files is not None and bool(files.is_folder_of_answers(sample.path))


def _is_muc_form(sample: Sample) -> bool:
    return not sample.is_folder and re.search(r"(?mi)^0\.  MESSAGE: ID", sample.text) is not None


def _is_bionlp(sample: Sample) -> bool:
    """Whether a path is a file of events of the BioNLP shared tasks, or a folder that has some."""
    if sample.is_folder:
        return any(paths_in(sample.path, ".a2")) and not any(paths_in(sample.path, ".ann"))
    return sample.name.endswith(".a2")


def _is_conll_2012(sample: Sample) -> bool:
    return bool(sample.lines) and sample.lines[0].startswith("#begin document")


def _is_conll_columns(sample: Sample) -> bool:
    """Whether all lines have the same two or more columns, of which the last holds labels such as B-Attack and O."""
    rows = (cells_of(line) for line in sample.lines[:-1] or sample.lines if not line.startswith("-DOCSTART-"))
    first = next(rows, [])
    return 2 <= len(first) <= 20 and all(
        len(row) == len(first) and (row[-1] == "O" or re.fullmatch(r"[BIESLU]-.+", row[-1]))
        for row in chain([first], rows)
    )


_TABLE = (
    'write one document a line as JSON, as "A table in CSV" in docs/files.md shows; that page lists the files that are '
    "read"
)
_SHARDS = "a folder of documents in Parquet or JSON Lines is scored by event-score dataset (in Python score_dataset)"
_ANNOTATIONS = "event_scoring.adapters reads it in Python"
_CORPUS_FILES = "event_scoring.formats.corpora"
_RELATION_FILES = "event_scoring.formats.relations"
_GENERATED_FILES = "event_scoring.formats.generated"
FILLED_TEMPLATES = "a file of gen-arg's predictions"
"""Name of a format that has references and predictions without offsets."""
FILE_FORMATS: tuple[FileFormat, ...] = (
    # ---- formats that are read, by the tasks that score them
    FileFormat(
        "ChFinAnn, as Doc2EDAG reads it",
        is_chfinann,
        ("templates",),
        f"{_CORPUS_FILES}.event_table_files:read_chfinann",
    ),
    FileFormat("DuEE 1.0, whose triggers and arguments have offsets", is_duee, ("extraction",)),
    FileFormat(
        "answers of DuEE 1.0 or DuEE-fin",
        is_duee_answer,
        ("templates", "extraction"),
        f"{_CORPUS_FILES}.duee:read_duee",
    ),
    FileFormat(
        "DuEE-fin", _keys("id", "event_list"), ("templates",), f"{_CORPUS_FILES}.event_table_files:read_duee_fin"
    ),
    FileFormat(
        "FAMuS, data or answers",
        _any(*(_keys("instance_id", key) for key in ("report_dict", "gold_roles", "response"))),
        ("templates",),
        f"{_CORPUS_FILES}.famus:read_famus",
        ("side", "coreference"),
    ),
    FileFormat(
        "MAVEN-FACT",
        is_maven_fact,
        ("nuggets", "extraction"),
        f"{_CORPUS_FILES}.maven:read_maven_fact",
        ("strict",),
    ),
    FileFormat(
        "annotated documents of CASIE",
        or_folder(_keys("cyberevent"), ".json"),
        ("extraction", "nuggets"),
        f"{_CORPUS_FILES}.casie:read_casie",
        ("strict",),
    ),
    FileFormat(
        "lines that a model of Text2Event or UIE wrote",
        _line("<extra_id_0>"),
        ("extraction",),
        f"{_GENERATED_FILES}.text2event_files:read_linear_lines",
        ("references",),
    ),
    FileFormat(
        "sentences in which a model of TANL marked triggers",
        is_marked_text,
        ("extraction",),
        f"{_GENERATED_FILES}.tanl_files:read_tanl_lines",
        ("references",),
    ),
    FileFormat(FILLED_TEMPLATES, _keys("doc_key", "predicted", "gold"), ("extraction",)),
    FileFormat("MAVEN-ERE", is_maven_ere, ("relations",), f"{_RELATION_FILES}.maven_ere_files:read_maven_ere"),
    FileFormat("MATRES", is_matres, ("relations",), f"{_RELATION_FILES}.relation_tables:read_matres"),
    FileFormat("TDDiscourse", is_tddiscourse, ("relations",), f"{_RELATION_FILES}.relation_tables:read_tddiscourse"),
    FileFormat(
        "HiEve (.tsvx)",
        or_folder(_line(r"(Text|Event|Relation)\t"), ".tsvx"),
        ("relations",),
        f"{_RELATION_FILES}.relation_tables:read_hieve",
    ),
    FileFormat(
        "EventStoryLine's evaluation format",
        or_folder(is_storyline, ".xml", ".out", ".tab", ".txt", ".tsv"),
        ("relations",),
        f"{_RELATION_FILES}.relation_tables:read_storyline",
    ),
    FileFormat(
        "TimeML",
        or_folder(_root("TimeML"), ".tml"),
        ("relations", "nuggets"),
        "event_scoring.reading.timeml_alignment:read_aligned",
        ("align", "references", "strict"),
    ),
    FileFormat(
        "an annotated document of CAT, as ECB+, EventStoryLine and Causal-TimeBank have it",
        or_folder(is_cat, ".xml"),
        ("relations",),
        f"{_RELATION_FILES}.cat:read_cat",
        ("sentences", "strict"),
    ),
    FileFormat(
        "CoNLL columns with coreference, as CoNLL 2012 and the files of ECB+ have them",
        or_folder(_is_conll_2012, ".conll", "_conll"),
        ("relations",),
        f"{_RELATION_FILES}.cluster_columns:read_conll_clusters",
        preset={"protocol": "coreference"},
    ),
    FileFormat("BioNLP shared tasks (.a2)", _is_bionlp, ("extraction",), "event_scoring.formats.bionlp:read_bionlp"),
    FileFormat(
        "answers of a language model, one in each file (.txt)",
        _is_folder_of_answers,
        ("extraction",),
        "event_scoring.formats.language_models.answer_documents:read_answer_files",
    ),
    FileFormat(
        LABEL_COLUMNS,
        _is_conll_columns,
        instead="event-score bio GOLD SYSTEM scores them, and in Python event_scoring.score_bio",
    ),
    FileFormat(
        "a key or response of MUC-4", _is_muc_form, ("templates",), "event_scoring.reading.muc4_files:read_muc4"
    ),
    # ---- formats that are not read
    FileFormat(
        "a result of event-score, which has no documents",
        _keys("signature", "documents", "warnings"),
        instead="give the output of the system",
    ),
    FileFormat("a PDF", _begins(b"%PDF")),
    FileFormat(
        "a workbook of Excel",
        _all(_begins(b"PK\x03\x04"), _ends(".xlsx", ".xlsm")),
        instead=f"export its rows: {_TABLE}",
    ),
    FileFormat("a workbook of Excel", _begins(b"\xd0\xcf\x11\xe0"), instead=f"export its rows: {_TABLE}"),
    FileFormat("a document of Word", _all(_begins(b"PK\x03\x04"), _ends(".docx"))),
    FileFormat(
        "weights of a model",
        _any(
            _ends(".pt", ".pth", ".safetensors", ".ckpt", ".h5", ".onnx"),
            _all(_ends(".bin"), _begins(b"PK\x03\x04", b"\x80\x02")),
        ),
        instead="give the predictions that the model wrote",
    ),
    FileFormat("arrays of NumPy", _all(_begins(b"PK\x03\x04"), _ends(".npz"))),
    FileFormat("an office document", _all(_begins(b"PK\x03\x04"), _ends(".ods", ".odt", ".odp", ".pptx"))),
    FileFormat("a zip archive", _begins(b"PK\x03\x04"), instead="unpack it first"),
    FileFormat("a bzip2 file", _begins(b"BZh"), instead="unpack it first"),
    FileFormat("an xz file", _begins(b"\xfd7zXZ"), instead="unpack it first"),
    FileFormat("a 7z archive", _begins(b"7z\xbc\xaf"), instead="unpack it first"),
    FileFormat("a RAR archive", _begins(b"Rar!"), instead="unpack it first"),
    FileFormat("a Zstandard file", _begins(b"\x28\xb5\x2f\xfd"), instead="unpack it first"),
    FileFormat("a tar archive", lambda sample: sample.start[257:262] == b"ustar", instead="unpack it first"),
    FileFormat(
        "data pickled by Python, which are not opened because they can run code",
        _any(_begins(b"\x80\x03", b"\x80\x04", b"\x80\x05"), _ends(".pkl", ".pickle")),
        instead="write them as JSON Lines",
    ),
    FileFormat("a Parquet file", _begins(b"PAR1"), instead=_SHARDS),
    FileFormat("an Arrow file", _begins(b"ARROW1"), instead=FOR_ARROW),
    FileFormat("an array of NumPy", _begins(b"\x93NUMPY")),
    FileFormat("a database of SQLite", _begins(b"SQLite format 3"), instead=f"export its rows: {_TABLE}"),
    FileFormat("a picture", _begins(b"\x89PNG", b"\xff\xd8\xff", b"GIF8")),
    FileFormat("a web page", _any(_line(r"\s*<!doctype html"), _root("html", "HTML"))),
    FileFormat("a notebook of Jupyter", _keys("cells", "nbformat"), instead="give the file that the notebook writes"),
    FileFormat("an export of UIMA (XMI)", _root("xmi:XMI", "XMI"), instead=_ANNOTATIONS),
    FileFormat("a GraphML or RDF file", _root("graphml", "rdf:RDF")),
    FileFormat("an SVG picture", _root("svg")),
    FileFormat(
        "CoNLL-U, as CorefUD has it",
        _any(_ends(".conllu"), _line(r"# (global\.|newdoc|newpar|sent_id|text) ?")),
        instead="event_scoring.adapters.nuggets_from_corefud reads it in Python",
    ),
    FileFormat("TSV of WebAnno or INCEpTION", _line(r"#FORMAT=WebAnno TSV"), instead=_ANNOTATIONS),
    FileFormat("a document of CEC", _root("Body"), instead=_TABLE),
    FileFormat("a document of TempEval (2007), as TimeBankPT has it", _root("TempEval"), instead="TimeML is read"),
    FileFormat(
        "data of EEQA, as PHEE has it",
        _keys("sentence", "event"),
        instead='write it as DyGIE++ data, with "doc_key", "sentences" and "events"',
    ),
    FileFormat(
        "prompts and answers without labels, as IEPile trains on them",
        lambda sample: sample.has_keys("instruction", "output") and not sample.has_keys("label"),
        instead='IEPile scores lines with an "id", the "label" and the "output" of a model, as its inference writes '
        'them; other answers are given as lines of {"doc_id": …, "answer": …}',
    ),
    FileFormat(
        "clusters of sentences, as CASE has them (subtask 3)",
        _keys("event_clusters"),
        instead='write sentences as events with their ids, and "clusters" of ids; the task "relations" scores these',
    ),
    FileFormat(
        "original data of X-Gear, one object of documents by id",
        is_xgear_original,
        instead='its scripts write OneIE data ("event_mentions") from it, which is read',
    ),
    FileFormat("data of SQuAD", _keys("data", "version"), instead="questions and answers hold no events"),
    FileFormat(
        "a description of a data set of the Hub",
        _any(_keys("features", "splits"), _keys("_data_files", "_fingerprint")),
        instead=_SHARDS,
    ),
    FileFormat(
        "a configuration of a model",
        _any(_keys("model_type", "architectures"), _keys("transformers_version")),
        instead="give the predictions that the model wrote",
    ),
    FileFormat(
        "a log or state of transformers' Trainer",
        _keys("log_history"),
        instead="give the predictions that the model wrote",
    ),
    FileFormat(
        "questions and answers about events, as ESTER has them",
        _keys("context", "events"),
        instead="answers without triggers and roles are not scored here",
    ),
    FileFormat(
        "labels of Text2Event or UIE",
        _ends(".schema"),
        instead="give the data beside it, read with these labels",
    ),
    FileFormat("data of COCO", _keys("images", "annotations"), instead="pictures hold no text"),
    FileFormat("a text in RTF", _begins(b"{\\rtf")),
    FileFormat("YAML", _ends(".yaml", ".yml")),
    FileFormat("TOML", _ends(".toml")),
    FileFormat("a program in Python", _ends(".py")),
    FileFormat("Markdown", _ends(".md")),
    FileFormat("LaTeX", _ends(".tex")),
    FileFormat("a table in CSV", _ends(".csv"), instead=_TABLE),
    FileFormat("a table in TSV", _ends(".tsv"), instead=_TABLE),
)
"""All known formats of other programs; the first that fits is used."""
