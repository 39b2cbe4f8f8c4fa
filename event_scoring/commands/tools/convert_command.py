"""`event-score convert`: conversion of nugget files between formats."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from event_scoring.commands.option_flags import refuse_given
from event_scoring.commands.tasks.nugget_command import reader_of
from event_scoring.files import check_folders, write, write_folder
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.tbf.token_tables import SUFFIX, token_table, token_table_text
from event_scoring.formats.tbf.units import to_characters, to_tokens
from event_scoring.formats.tbf.writing import write_tbf
from event_scoring.formats.text_lines import paths_in, read_text
from event_scoring.reading.document_reading import known_task
from event_scoring.reading.file_formats import refuse_unread
from event_scoring.reading.nugget_files import NuggetReader
from event_scoring.reading.task_recognition import kind_of

ENDINGS = {".tbf": "tbf", ".jsonl": "jsonl", SUFFIX: "tokens"}


def run(arguments: argparse.Namespace) -> int:
    """Read one format and write the other."""
    if (arguments.target is None) == (arguments.output is None):
        raise ValueError("OUTPUT: expected one file to write, or one new folder, with -o or without")
    arguments.output = arguments.output or arguments.target
    form = arguments.to or ENDINGS.get(Path(arguments.output).suffix.lower())
    if form is None:
        ending = Path(arguments.output).suffix or "a name without an ending"
        raise ValueError(f"{arguments.output}: cannot write {ending}; use {', '.join(ENDINGS)}, or give --to")
    if arguments.run_id is not None and form != "tbf":
        raise ValueError(f"--run-id: only TBF files have this column, got the format {form}")
    if form == "tokens":
        return _write_tables(arguments)
    check_folders(arguments.output)
    refuse_unread(arguments.input, "nuggets")
    if arguments.tokens is None:
        refuse_given(
            arguments, ["from", "token_ending", "token_offsets"], "needs --tokens, by which spans are converted"
        )
    reader = reader_of(arguments, arguments.unit if arguments.tokens is None else "token")
    with known_task(arguments.input, "nuggets"):
        documents = _documents(arguments, reader)
    if form == "tbf":
        unit = arguments.unit or reader.unit
        write_tbf(documents, arguments.output, unit, numbers=reader.numbers, run_id=arguments.run_id or "run")
    else:
        write_json_lines([_without(document, "text") for document in documents], arguments.output)
    return 0


def _documents(arguments: argparse.Namespace, reader: NuggetReader) -> list[dict[str, Any]]:
    """Return the documents of INPUT, with spans in the requested unit."""
    in_characters = arguments.unit == "char" and reader.tokens is not None
    if reader.is_brat(arguments.input):
        refuse_given(arguments, ["from"], "brat files are made of characters, got the flag")
        if in_characters:
            raise ValueError("--tokens: brat files are made of characters already, got --unit char")
        return reader.read_brat(arguments.input, text=True)
    if reader.tokens is None:
        return reader.read(arguments.input).as_dicts()
    if getattr(arguments, "from") == "char":
        if in_characters:
            raise ValueError("--tokens: nothing is to be converted from characters into characters")
        read = NuggetReader("char", None, reader.numbers).read(arguments.input)
        return to_tokens(read.as_dicts(), reader.tokens, reader.numbers)
    documents = reader.read(arguments.input).as_dicts()
    return to_characters(documents, reader.tokens, reader.numbers) if in_characters else documents


def _write_tables(arguments: argparse.Namespace) -> int:
    """Write token tables of one text or of all texts of a folder."""
    of_nuggets = ("tokens", "from", "unit", "token_offsets", "annotation_ending")
    refuse_given(arguments, of_nuggets, "cannot be combined with token tables, which are made from plain texts")
    ending, source = arguments.token_ending or SUFFIX, Path(arguments.input)
    texts = sorted(paths_in(source, ".txt")) if source.is_dir() else [source]
    if not texts or (not source.is_dir() and kind_of(source) != "tbf"):
        raise ValueError(f"{source}: expected a plain text or a folder of texts (.txt)")
    tables = {}
    for path in texts:
        try:
            tables[path.stem] = token_table_text(token_table(read_text(path)))
        except UnicodeDecodeError as error:
            raise ValueError(f"{path}: expected text in UTF-8: {error.reason} at byte {error.start}") from None
    if not arguments.output.endswith(ending):
        write_folder(arguments.output, {f"{name}{ending}": table for name, table in tables.items()})
    elif len(tables) == 1:
        write(arguments.output, next(iter(tables.values())))
    else:
        number = len(tables)
        raise ValueError(f"{arguments.output}: expected a folder, because there are {number} documents to be written")
    return 0


def _without(document: dict[str, Any], key: str) -> dict[str, Any]:
    mentions = [{name: value for name, value in mention.items() if name != key} for mention in document["mentions"]]
    return {**document, "mentions": mentions}
