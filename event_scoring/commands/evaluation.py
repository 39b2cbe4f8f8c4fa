"""The systems of one evaluation, each read once and paired with the references, and the words for a report."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from event_scoring.commands.output_flags import progress, system_names
from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.documents.sides import Documents
from event_scoring.formats.json_lines import scan_json
from event_scoring.formats.text_lines import paths_in, read_bytes
from event_scoring.reading.file_formats import refuse_unread
from event_scoring.reading.matched_sides import Pair, paired
from event_scoring.scoring.task import Task

NOT_PAIRED = 3
"""The exit code of --strict if documents are unmatched."""


@dataclass(frozen=True)
class Evaluation:
    """A task with its options and the function that reads its files."""

    task: Task
    read: Callable[[str, bool], Documents]
    """Reads the documents of a path. The second argument is true for a system."""
    options: dict[str, Any]
    complete: Callable[[Any, Any], Any] = lambda system, references: system
    """Completes the documents of a system with data from the references."""
    extra: str | None = None
    """The file of the added data."""
    of_references: Callable[[Any], Mapping[str, Any]] = lambda references: {}
    """Returns options with one value for each reference document."""
    pair_warnings: Callable[[str], list[str]] = lambda path: []
    """Returns warnings about the file of a system, given that of the references."""
    both: Callable[[str], tuple[Any, Any]] | None = None
    """Reads a system together with the references, if one decides how the other is read."""


class Sides:
    """The systems of an evaluation, each paired with the references."""

    def __init__(self, arguments: argparse.Namespace, evaluation: Evaluation) -> None:
        self.arguments, self.evaluation = arguments, evaluation
        self.files = dict(zip(system_names(arguments, arguments.systems), arguments.systems, strict=True))
        evaluation.task.options.of(evaluation.options)  # wrong ones are reported before files are read
        self.references = None if evaluation.both is not None else evaluation.read(arguments.gold, False)
        self.of_references = evaluation.of_references(self.references)
        self.all_paired = True

    @property
    def options(self) -> dict[str, Any]:
        """The options of the task, with the options from the files."""
        return {**self.evaluation.options, **self.of_references}

    def each(self, use: Callable[[str, Any, Any], Any]) -> dict[str, Any]:
        """Return ``use(name, system, references)`` for each system. Errors name the files."""
        outcomes = {}
        for name, path in progress(list(self.files.items()), "systems", getattr(self.arguments, "quiet", False)):
            pair = self._pair(name, path)
            with pair.located(self.evaluation.extra):
                outcomes[name] = use(name, self.evaluation.complete(pair.system, pair.references), pair.references)
        return outcomes

    def _pair(self, name: str, path: str) -> Pair:
        """Return a system and the references, matched by document."""
        evaluation, files = self.evaluation, (path, self.arguments.gold)
        if evaluation.both is not None:
            return Pair(*evaluation.both(path), files)
        system, kind = evaluation.read(path, True), evaluation.task.predictions
        pair = paired(system, self.references, kind, files, name, evaluation.pair_warnings(path))
        self.all_paired &= pair.whole
        return pair.warn(name)

    def exit_code(self) -> int:
        """Return 0, or the exit code of --strict if documents are unmatched."""
        return 0 if self.all_paired or not self.arguments.strict else NOT_PAIRED


def read_words(path: str | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return words or texts by document id, from a folder of ``<doc_id>.txt`` or from JSON Lines.

    A line of JSON is ``{"doc_id": "d1", "tokens": ["He", "died"]}``, or with ``"text"`` where token ids
    count characters.
    """
    words = dict(given)
    if path is None:
        return words
    if Path(path).is_dir():
        files = sorted(paths_in(path, ".txt"))
        if not files:
            raise InputError(
                wanted="texts named after the documents (.txt)", got=Description("none"), source=Place(str(path))
            )
        words.update({file.stem: read_bytes(file).decode() for file in files})
        return words
    refuse_unread(path, "JSON Lines with the words of documents")
    texts, findings = scan_json(path)
    for finding in findings[:1]:
        raise InputError(wanted=_WANTED, hint=finding.message, source=finding.error.source)
    if not texts.documents:
        raise InputError(wanted=_WANTED, got=Description("none"), source=Place(path, 1))
    words.update(_text_of(record, path, line) for record, line in zip(texts.documents, texts.lines, strict=True))
    return words


_WANTED = 'an object with "doc_id" and "tokens" (a list of strings) or "text" (a string)'


def _text_of(record: Any, path: str, line: int) -> tuple[str, Any]:
    try:
        text = record["text"] if "text" in record else (list(range(len(record["tokens"]))), list(record["tokens"]))
        strings = [text] if "text" in record else text[1]
        if not all(isinstance(word, str) for word in [record["doc_id"], *strings]):
            raise TypeError
    except (KeyError, TypeError) as error:
        raise InputError(wanted=_WANTED, got=record, source=Place(path, line)) from error
    return record["doc_id"], text
