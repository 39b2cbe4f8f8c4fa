"""Flags of `event-score arguments` and `responses`: KBP stores and groups of documents."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from event_scoring.commands.chosen_documents import SubsetCommand, add_documents_flag
from event_scoring.commands.number_format import NumberFormat
from event_scoring.documents.errors import quoted
from event_scoring.scoring.tables import Table

if TYPE_CHECKING:
    from event_scoring.documents.sides import Documents
    from event_scoring.reading.document_reading import Reader
    from event_scoring.reading.kbp_stores import StoreReader
    from event_scoring.scoring.result import Result
    from event_scoring.scoring.task import Counts


class ArgumentCommand(SubsetCommand):
    """Event arguments and their linking, in JSON Lines."""

    examples = """examples:
  event-score arguments gold.jsonl run.jsonl --per-type
  event-score arguments gold.jsonl run.jsonl --confidence 0.95 --groups groups.txt
  event-score arguments gold.jsonl a.jsonl b.jsonl --compare -o page.html

Files are JSON Lines of documents with arguments and frames; the stores of the TAC KBP evaluations hold responses.
"""

    @classmethod
    def add_file_flags(cls, parser: Any) -> None:
        group = parser.add_argument_group("files")
        add_documents_flag(group)
        group.add_argument(
            "--groups", metavar="FILE", help="lines of a document and its group, such as newswire or forum"
        )

    @cached_property
    def stores(self) -> StoreReader | None:
        """The reader of stores; None if the task reads none."""
        return None

    @cached_property
    def reader(self) -> Reader:
        from event_scoring.reading.document_reading import Reader

        return Reader(self.task, self.arguments.gold, stores=self.stores)

    def read(self, path: str, predicted: bool) -> Documents:
        self.check_file(path)
        documents = super().read(path, predicted)
        if not predicted and self.stores is not None:
            self.stores.documents = [str(name) for name in documents.ids]
        return documents

    def check_file(self, path: str) -> None:
        """Raise a ValueError for a store, which holds responses."""
        if Path(path).is_dir():
            raise ValueError(
                f"{path}: expected JSON Lines of arguments, got a folder; stores hold responses, which "
                "event-score responses scores"
            )

    def options_of(self, references: Documents) -> Mapping[str, Any]:
        return {} if self.arguments.groups is None else {"groups": _groups(self.arguments.groups, references)}

    def complete_results(
        self, counts: Mapping[str, Any], results: dict[str, Any], documents: Any
    ) -> Mapping[str, Table]:
        tables = _tables(NumberFormat.of(self.arguments), counts, results)
        unasked = [name for name in _TABLES if not getattr(self.arguments, name)]
        for result in results.values():
            for name in ("sensitivity", *unasked):  # too long to be shown
                result.pop(name, None)
        return tables


class ResponseCommand(ArgumentCommand):
    """Assessed responses, in the stores of the TAC KBP evaluations or in JSON Lines."""

    takes_words = True
    examples = """examples:
  event-score responses answerKey sysA --reference-linking referenceLinking
  event-score responses answerKey sysA sysB --reference-linking referenceLinking \\
      --documents docs.txt --preprocess official-2015 --compare --confidence 0.9
  event-score responses gold.jsonl run.jsonl --per-type
  event-score responses ere/ sysA --quoted posts/ --preprocess official-2016

Keys and systems are the folders of the TAC KBP evaluations (an annotation store, a linking store, and for each system a
folder with arguments/ and linking/), or JSON Lines of documents with arguments and frames.
"""

    @classmethod
    def add_file_flags(cls, parser: Any) -> None:
        super().add_file_flags(parser)
        files = parser.add_argument_group("stores")
        files.add_argument("--reference-linking", metavar="DIR", help="the linking store with the reference frames")
        files.add_argument(
            "--quoted",
            metavar="PATH",
            help="for a key in Rich ERE: the folder of its texts, whose <quote> elements are not scored, or JSON Lines "
            "of quoted regions",
        )
        files.add_argument(
            "--expand-from-realis",
            action="store_true",
            help="add to the key, with the right realis, responses that are wrong only in realis",
        )

    def check_file(self, path: str) -> None:
        """Stores and files are both read."""

    def prepare(self) -> None:
        from event_scoring.commands.option_flags import refuse_given
        from event_scoring.reading.task_recognition import kind_of

        if kind_of(self.arguments.gold) == "jsonl":
            of_stores = ("reference_linking", "quoted", "expand_from_realis")
            refuse_given(self.arguments, of_stores, "expected stores, got JSON Lines")

    @cached_property
    def stores(self) -> StoreReader:
        from event_scoring.reading.kbp_stores import StoreReader

        given = self.arguments
        return StoreReader(given.reference_linking, self.doc_ids, given.quoted, given.expand_from_realis)


def _tables(numbers: NumberFormat, counts: Mapping[str, Counts], results: Mapping[str, Result]) -> dict[str, Table]:
    """Return the table of scores by group of documents, if documents have groups."""
    groups = [*dict.fromkeys(filter(None, next(iter(counts.values())).listed("group")))]
    rows = tuple(
        (name, group, *(numbers.of_result(result[f"{group}/{key}"], key) for key in _OF_GROUPS))
        for name, result in results.items()
        for group in groups
    )
    header = ("system", "group", *(key.replace("_", " ") for key in _OF_GROUPS))
    return {"by group": Table(header, rows)} if groups else {}


_TABLES = ("per_type", "per_role", "per_realis", "per_document")
_OF_GROUPS = ("score", "argument_score", "linking_score", "documents")


def _groups(path: str, references: Documents) -> list[str]:
    """Return a label for each document, from a file with "document label" lines."""
    from event_scoring.formats.text_lines import read_lines

    documents = [str(name) for name in references.ids]
    lines = read_lines(path)
    label_of: dict[str, str] = {}
    for row, line in enumerate(lines.text.to_pylist()):
        if line and not line.startswith("#"):
            document, *label = line.split(None, 1)
            if not label:
                raise lines.error(row, wanted="a document and its group", got=line)
            label_of[document] = label[0]
    for document in documents:
        if document not in label_of:
            raise ValueError(f"{path}: expected a group for document {quoted(document)}, found none")
    return [label_of[document] for document in documents]
