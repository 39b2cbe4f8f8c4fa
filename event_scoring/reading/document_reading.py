"""Read files and folders of any known format as documents of a task."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa

from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.documents.foreign import other_task
from event_scoring.documents.sides import Documents, documents_in, documents_of
from event_scoring.formats.json_lines import read_json_lines
from event_scoring.formats.text_lines import STANDARD_INPUT, FilePath
from event_scoring.reading.file_formats import file_format_of, refuse_broken_json, refuse_other_format, unrecognised
from event_scoring.reading.file_samples import first_record
from event_scoring.reading.task_recognition import is_recognised, kind_of, task_of, task_of_record
from event_scoring.scoring.limits import check_number_of_documents
from event_scoring.scoring.options import check_choice
from event_scoring.scoring.task import Task

if TYPE_CHECKING:
    from event_scoring.reading.kbp_stores import StoreReader
    from event_scoring.reading.nugget_files import NuggetReader


@dataclass
class Reader:
    """Reads the files of one evaluation, importing only readers of its task.

    Attributes:
        task: The task that scores them.
        references: The file of the references, to which some formats of predictions refer.
        nuggets: The reader of nugget files, with unit of spans, token tables, and names of tokens.
        stores: The reader of folders of TAC KBP.
        format_options: Further keywords of the reader of one format, such as the side of FAMuS.
        strict: Refuse references with single flaws instead of leaving these out with a warning.
    """

    task: Task
    references: FilePath | None = None
    nuggets: NuggetReader | None = None
    stores: StoreReader | None = None
    format_options: Mapping[str, object] = field(default_factory=dict)
    strict: bool = False

    def read(self, path: FilePath, predicted: bool = False) -> Documents:
        """Return the well-formed documents of one side.

        Raises:
            InputError: with file and line, for input that cannot be read, and for a file of another task.
        """
        with known_task(path, self.task.name):
            documents = self._read(path, predicted)
            if os.path.isfile(path):
                check_number_of_documents(len(documents), os.path.getsize(path), os.fspath(path))
            kind = self.task.predictions if predicted else self.task.references
            return documents if isinstance(documents, Documents) else documents_in(kind, documents)

    def _read(self, path: FilePath, predicted: bool) -> Documents | pa.StructArray:
        task, known = self.task.name, file_format_of(path)
        kind = self.task.predictions if predicted else self.task.references
        refuse_other_format(path, task, known)
        if known is not None and known.reader:
            format_options = dict(self.format_options)
            needs_references = "align" not in known.takes or format_options.get("align")
            if predicted and self.references is not None and "references" in known.takes and needs_references:
                format_options["references"] = self.references
            if "strict" in known.takes:
                format_options["strict"] = self.strict or predicted
            return known.read(path, kind, **format_options)
        for name in self.format_options:
            raise ValueError(f"{name}: {_FORMAT_OPTIONS[name]}")
        content = kind_of(path)
        if known is None and not is_recognised(path) and not (self.nuggets and self.nuggets.is_brat(path)):
            raise unrecognised(path, task)
        if task == "nuggets":
            return self._read_nuggets(path)
        if task in ("detection", "extraction"):
            from event_scoring.formats.corpora.extraction_files import read_extraction

            if content == "brat":
                from event_scoring.formats.brat import events_from_brat

                return documents_of(kind, events_from_brat(path), os.fspath(path))
            references = self.references
            return read_extraction(path, kind, predicted=predicted, references=references, strict=self.strict)
        if task == "templates":
            from event_scoring.formats.corpora.muc import read_templates

            return read_templates(path, kind)
        if task == "values" and content != "jsonl":
            from event_scoring.formats.apf import read_apf

            return read_apf(path, kind)
        if task == "responses" and content in ("brat", "xml"):
            from event_scoring.reading.kbp_stores import StoreReader

            return (self.stores or StoreReader()).read(Path(path), kind, predicted)
        return read_json_lines(path, kind)

    def pair_warnings(self, path: FilePath | None) -> list[str]:
        """Return the warnings about a system's file compared with the references, both read before."""
        if self.nuggets is None or path is None or self.references is None:
            return []
        return self.nuggets.pair_warnings(path, self.references)

    def _read_nuggets(self, path: FilePath) -> Documents:
        from event_scoring.reading.nugget_files import NuggetReader

        self.nuggets = self.nuggets or NuggetReader.of()
        return self.nuggets.read(path)


_FORMAT_OPTIONS = {
    **dict.fromkeys(("side", "coreference"), "only files of FAMuS have several sides and coreference"),
    "align": "only TimeML has ids that are aligned",
    "sentences": "only files of ECB+ come with a table of checked sentences",
}
"""Messages for an option that the given files do not take."""


def read(
    path: FilePath,
    task: str | None = None,
    *,
    predicted: bool = False,
    references: FilePath | None = None,
    unit: str | None = None,
    tokens: FilePath | None = None,
    linking: FilePath | None = None,
    side: Literal["report", "source"] | None = None,
    coreference: FilePath | None = None,
    align: bool = False,
    sentences: FilePath | None = None,
    strict: bool = False,
) -> list[dict[str, Any]]:
    """Return the documents of a file or folder in any known format, as the score functions take them.

    docs/files.md lists the formats, among them TBF, brat, JSON Lines of documents, OneIE, DyGIE++, TextEE, OmniEvent,
    MAVEN, MAVEN-Arg, RAMS, WikiEvents, the ACE preprocessing of M2E2 and CrudeOilNews, UIE, Text2Event, InstructUIE,
    IEPile, GoLLIE, TANL, PHEE, DuEE 1.0, CASIE, MAVEN-FACT, GRIT, GTT, IterX, ChFinAnn, DuEE-fin, FAMuS, BioNLP (.a2),
    ACE (apf.xml), Rich ERE, and the stores of the TAC KBP event argument evaluations. Relations are read from
    MATRES, TDDiscourse, HiEve, TimeML, ECB+ and CAT, EventStoryLine, MAVEN-ERE and CoNLL columns. Single files may be
    packed by gzip.

    Args:
        path: The file or folder.
        task: The task of the documents, such as "nuggets"; by default detected from the files.
        predicted: Whether the file is a system's. This matters if a file has both sides (DyGIE++, InstructUIE, IEPile).
        references: The file of the references, for predictions that are read with it (RAMS, MAVEN, GoLLIE, UIE, TANL).
        unit: The unit of TBF spans, "token" or "char"; by default tokens if there are token tables.
        tokens: A folder of token tables, ``DOC_ID.tab``, for TBF and brat.
        linking: The linking store of a key, if it is outside the key's folder.
        side: The side of FAMuS: the report (default) or the source.
        coreference: A file of FAMuS's clusters of mentions.
        align: Turn links of TimeML into text order. If ``references`` are given, events and times of a system that
            overlap get their ids, as TempEval-3 does before scoring.
        sentences: The table of checked sentences of ECB+ (``ECBplus_coreference_sentences.csv``), to which documents
            are cut.
        strict: Refuse references with single flaws, such as a link without source or an argument whose text and offsets
            disagree. By default they are left out with a warning.

    Raises:
        InputError: with file and line, for input that cannot be read.

    Examples:
        >>> import pathlib, tempfile
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> line = '{"doc_id": "d", "mentions": [{"token_ids": [3], "type": "Life.Die"}]}'
        >>> _ = (folder / "gold.jsonl").write_text(line)
        >>> read(folder / "gold.jsonl")
        [{'doc_id': 'd', 'mentions': [{'token_ids': [3], 'type': 'Life.Die'}]}]
    """
    from event_scoring.reading.kbp_stores import StoreReader
    from event_scoring.reading.nugget_files import NuggetReader
    from event_scoring.tasks import TASKS

    if task is not None:
        check_choice("task", task, tuple(TASKS), "event_scoring.tasks.TASKS")
    others = {"references": references, "tokens": tokens, "linking": linking, "coreference": coreference}
    for name, other in {**others, "sentences": sentences}.items():
        if other is not None and not isinstance(other, str | os.PathLike):
            raise InputError((name,), wanted="a path", got=other)
    path = not_standard_input(path)
    chosen = task or task_of(path)
    if chosen is None:
        wanted, known = "a file or folder that a task scores", file_format_of(path)
        if known is not None:
            raise InputError(wanted=wanted, got=Description(known.name), hint=known.instead, source=Place(str(path)))
        refuse_broken_json(path)
        got, hint = Description("a file in an unknown format"), f"name its task, such as task={next(iter(TASKS))!r}"
        raise InputError(wanted=wanted, got=got, hint=hint, source=Place(str(path)))
    predicted = predicted or references is not None
    given = {"side": side, "coreference": coreference, "align": align or None, "sentences": sentences}
    format_options = {name: value for name, value in given.items() if value is not None}
    reader = Reader(
        TASKS[chosen], references, NuggetReader.of(unit, tokens), StoreReader(linking), format_options, strict
    )
    return reader.read(path, predicted).as_dicts()


def not_standard_input(path: FilePath) -> FilePath:
    """Return a path; a file named "-" becomes absolute, so that readers do not take it for the standard input.

    Only on the command line does "-" mean the standard input. A function that waits for typed input would seem to hang.
    """
    if not isinstance(path, str | os.PathLike):
        raise InputError(("path",), wanted="one path", got=path)
    return os.path.abspath(path) if os.fspath(path) == STANDARD_INPUT else path


@contextmanager
def known_task(path: FilePath, task: str) -> Iterator[None]:
    """Make an `InputError` about a file of another task name that task."""
    try:
        yield
    except InputError as error:
        # A record unlike this task's documents may belong to another task.
        found = _other_task_of_file(path, task)
        if found is None or ("the task " in error.hint and f'"{found}"' in error.hint):
            raise
        hint = f'the file looks like one of the task "{found}"'
        # A key of another task is not misspelt.
        has_advice = error.hint and not error.hint.endswith("?")
        raise error.at(hint=f"{error.hint}; {hint}" if has_advice else hint) from None


def _other_task_of_file(path: FilePath, task: str) -> str | None:
    """Return the task of a file, if it is another one."""
    try:
        known = file_format_of(path)
        if known is not None and task in known.tasks:
            return None
        content = kind_of(path)
        found = task_of_record(first_record(Path(path))) if content == "jsonl" else task_of(path)
        if found == "nuggets" and content == "brat" and task in ("detection", "extraction"):
            return None  # brat annotations are nuggets, and events too
        return other_task(found, task)
    except InputError:
        return None
