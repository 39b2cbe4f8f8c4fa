"""Find the warnings of scoring that concern only the input, for validation: suspicious labels, offsets, swapped
sides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from event_scoring.documents.sides import blank_document
from event_scoring.formats.reader_warnings import collected_warnings
from event_scoring.formats.text_lines import FilePath
from event_scoring.reading.document_reading import Reader
from event_scoring.reading.matched_sides import paired
from event_scoring.scoring.labels import with_one_swap_warning
from event_scoring.scoring.notes import note_sums
from event_scoring.scoring.task import Counts, Task

OF_PAIRS = (
    *("note_one_id", "note_shape_predictions", "note_shape_matches"),
    *("note_shape_one_late", "note_shape_one_early"),
)
"""Names of the notes that compare predictions with references; all others are about one side."""


class InputNotes:
    """Finds the warnings that scoring would give for the files of one evaluation. An unreadable file has none.

    Args:
        task: The task of the files.
        references: The path of the references, if they are given.
        reader: Reads the files of the evaluation.
    """

    def __init__(self, task: Task, references: FilePath | None, reader: Reader) -> None:
        self.task, self.path, self.reader = task, references, reader
        self.references = None if references is None else self._read(references, predicted=False)

    def of_file(self, path: FilePath) -> list[str]:
        """Return the warnings about a file, and for a system's file about its match with the references."""
        if path == self.path:
            return self._alone(self.references, predicted=False)
        system = self._read(path, predicted=True)
        notes = self._alone(system, predicted=True)
        if system is None or self.references is None:
            return notes
        return [*notes, *_notes_or_none(lambda: self._pair_notes(path, system))]

    def _read(self, path: FilePath, *, predicted: bool) -> object:
        notes = _notes_or_none(lambda: [self.reader.read(path, predicted)])
        return notes[0] if notes else None

    def _alone(self, documents: Any, *, predicted: bool) -> list[str]:
        """Return the notes of one side, compared with empty documents."""
        if documents is None:
            return []
        kind = self.task.references if predicted else self.task.predictions
        blank = [replace(blank_document(kind), doc_id=doc_id) for doc_id in documents.ids]
        sides = (documents, blank) if predicted else (blank, documents)

        def notes() -> list[str]:
            counts = self._counts(*sides)
            return counts.measure.input_warnings({**counts.sums(), **note_sums(counts.rows), "note_one_id": 0})

        return _notes_or_none(notes)

    def _pair_notes(self, path: FilePath, system: object) -> list[str]:
        file_warnings = self.reader.pair_warnings(path)
        kind = self.task.predictions
        pair = paired(system, self.references, kind, (path, self.path), file_warnings=file_warnings)
        counts = self._counts(pair.system, pair.references)
        of_pairs = OF_PAIRS[:1] if file_warnings else OF_PAIRS
        notes = {name: number for name, number in note_sums(counts.rows).items() if name in of_pairs}
        of_files = [message for message in pair.messages if message not in pair.unpaired]
        of_documents = counts.measure.input_warnings({**counts.sums(), **notes})
        return with_one_swap_warning(
            [*of_files, *of_documents, *counts.measure.label_remarks(counts.labels, counts.options)]
        )

    def _counts(self, system: object, references: object) -> Counts:
        return self.task.count_documents(system, references, {})


def _notes_or_none(find: Callable[[], list[Any]]) -> list[Any]:
    """Return the result of a function; an empty list if it raises an `InputError`, which validation reports."""
    try:
        with collected_warnings():
            return find()
    except (ValueError, OSError):
        return []
