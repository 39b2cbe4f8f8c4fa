"""The files of several systems and of the references, for the commands that look at them together."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pyarrow as pa

from event_scoring.cli.options import OF_INTERVALS, add_options, given_options, interval_options, refuse_given
from event_scoring.cli.scoring.files import Evaluation, Sides, add_pair
from event_scoring.cli.scoring.nuggets import add_file_options, reader_of
from event_scoring.cli.scoring.score import told_task
from event_scoring.comparison.systems import count_systems
from event_scoring.documents.errors import InputError, Place, Words
from event_scoring.formats.json_lines import scan_json
from event_scoring.formats.kbp.store import read_key_store, read_system_store
from event_scoring.formats.text_lines import read_bytes
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.reading.files import Reader
from event_scoring.scoring.task import Counts, Task
from event_scoring.tasks import TASKS


@dataclass(frozen=True)
class Systems:
    """What some systems say of the same documents."""

    task: str
    references: Any
    predictions: dict[str, pa.StructArray]
    options: dict[str, Any]
    """Options of the task."""
    words: Mapping[str, Any]
    """By document id its ``(token ids, words)``, where token tables were given."""
    all_paired: bool
    """Whether every system has exactly the documents of the references."""

    def counts(self, details: bool = False, **extra: Any) -> dict[str, Counts]:
        """The counts of each system, with further options."""
        return count_systems(self.predictions, self.references, self.task, {**self.options, **extra}, details)


def add_system_options(parser: argparse.ArgumentParser, tasks: Iterable[str] = TASKS) -> None:
    """The files, the task and its options."""
    add_pair(parser, (), "annotation")
    parser.add_argument(
        "--task",
        choices=tuple(tasks),
        help="what the files hold (default: told from them; extraction where they are of events and arguments)",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of another task than nuggets, its value as JSON or a word",
    )
    parser.add_argument(
        "--reference-linking", metavar="DIR", help="with --task responses: the linking store of the key GOLD"
    )
    add_file_options(parser)
    add_options(parser, NuggetOptions, "options of nuggets", OF_INTERVALS)


def read_systems(arguments: argparse.Namespace) -> Systems:
    """Read and pair everything."""
    task = settled_task(arguments)
    if arguments.reference_linking is not None and arguments.task != "responses":
        raise ValueError(f"--reference-linking: expected --task responses, got {arguments.task}")
    if arguments.set and arguments.task == "nuggets":
        raise ValueError("--set: expected another task than nuggets, whose options have flags of their own")
    given = given_options(arguments, NuggetOptions)
    options = {name: value for name, value in given.items() if name not in interval_options(arguments)}
    if arguments.task != "nuggets":
        of_nuggets = ("tokens", "token_ending", "token_offsets", "annotation_ending", "unit")
        refuse_given(arguments, of_nuggets, f"is about files of nuggets, and these are read for {arguments.task}")
    foreign = sorted(set(options) - {one.name for one in fields(task.options)})
    if foreign:
        flag = foreign[0].replace("_", "-")
        raise ValueError(f"--{flag}: is an option of nuggets, and these files are read for {arguments.task}")
    options |= dict(map(_option, arguments.set))
    nuggets = reader_of(arguments, arguments.unit)
    words = nuggets.words(arguments.gold) if arguments.task == "nuggets" else {}
    read: Callable[[str, bool], pa.StructArray] = Reader(task, arguments.gold, nuggets).read
    if arguments.task == "responses" and Path(arguments.gold).is_dir():
        read = _store_reader(arguments.gold, arguments.reference_linking)
    sides = Sides(arguments, Evaluation(task, read, options))

    def checked(_: str, system: Any, gold: Any) -> tuple[Any, Any]:
        task.check_options(*task.check(system, gold), task.options.of(options))
        return system, gold

    pairs = sides.each(checked)
    predictions = {name: system for name, (system, _) in pairs.items()}
    _, references = next(iter(pairs.values()))
    return Systems(arguments.task, references, predictions, options, words, sides.all_paired)


def _store_reader(key: str, linking: str | None) -> Callable[[str, bool], pa.StructArray]:
    """Reads the key, and of systems the documents that the key has."""
    references = read_key_store(key, linking)
    documents = references.field("doc_id").to_pylist()
    return lambda path, predicted: read_system_store(path, documents) if predicted else references


def settled_task(arguments: argparse.Namespace) -> Task:
    """The task that was named, or else that of the files."""
    if arguments.task is None:
        arguments.task = told_task([arguments.gold, *arguments.systems], quiet=True) or "nuggets"
    return TASKS[arguments.task]


def read_words(path: str | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """The words or the text of documents by their id, from a folder of ``<doc_id>.txt`` or from JSON Lines.

    A line of JSON is ``{"doc_id": "d1", "tokens": ["He", "died"]}``, or with ``"text"`` where token ids
    count characters.
    """
    words = dict(given)
    if path is None:
        return words
    if Path(path).is_dir():
        found = sorted(Path(path).glob("*.txt"))
        if not found:
            raise InputError(
                wanted="texts named after the documents (.txt)", got=Words("none"), source=Place(str(path))
            )
        words.update({file.stem: read_bytes(file).decode() for file in found})
        return words
    texts, findings = scan_json(path)
    for finding in findings[:1]:
        raise InputError(wanted=_WANTED, hint=finding.message, source=finding.error.source)
    if not texts.documents:
        raise InputError(wanted=_WANTED, got=Words("none"), source=Place(path, 1))
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


def _option(given: str) -> tuple[str, Any]:
    name, found, value = given.partition("=")
    if not found:
        raise ValueError(f"--set: expected NAME=VALUE, got {given!r}")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value
