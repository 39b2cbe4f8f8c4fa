"""`event-score link` and `pool`: make the stores that `event-score responses` takes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pyarrow as pa

from event_scoring.arguments.steps.pool import link_by_type, pool_responses
from event_scoring.cli.commands import add_command
from event_scoring.cli.output.writing import progress
from event_scoring.formats.kbp.lines import store_documents, store_file
from event_scoring.formats.kbp.linking import LAYOUTS
from event_scoring.formats.kbp.store import (
    LINKING,
    read_argument_store,
    read_document_list,
    read_key_store,
    system_folders,
)
from event_scoring.formats.kbp.store_writing import write_annotation_store, write_system_store

LINK_EXAMPLES = """examples:
  event-score link sysA -o sysA_by_type
  event-score link sysA/arguments -o sysA_by_type --documents docs.txt

Writes a system's folder with its arguments and the baseline linking: all arguments of one event type that are not
Generic are one frame.
"""

POOL_EXAMPLES = """examples:
  event-score pool sysA sysB sysC -o pool
  event-score pool sysA sysB -o pool --assessed answerKey

Writes an annotation store with every response of every system once, ready to be assessed. Responses that the given
store has assessed keep their assessments.
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommands."""
    link = add_command(subparsers, "link", LINK_EXAMPLES)
    link.add_argument("system", metavar="SYSTEM", help="the folder of a system, or its argument store")
    link.add_argument("-o", "--output", metavar="DIR", required=True, help="the folder to write")
    link.add_argument("--documents", metavar="LIST", help="a file with the names of documents; default: all")
    link.add_argument("--layout", choices=LAYOUTS, default="2015", help="of the linking store (default: 2015)")
    link.set_defaults(run=run_link)
    pool = add_command(subparsers, "pool", POOL_EXAMPLES)
    pool.add_argument("systems", metavar="SYSTEM", nargs="+", help="folders of systems, or argument stores")
    pool.add_argument("-o", "--output", metavar="DIR", required=True, help="the annotation store to write")
    pool.add_argument("--assessed", metavar="DIR", help="an annotation store whose assessments are kept")
    pool.add_argument("--documents", metavar="LIST", help="a file with the names of documents; default: all")
    pool.set_defaults(run=run_pool)


def run_link(arguments: argparse.Namespace) -> int:
    """Write a system with the baseline linking."""
    documents = link_by_type(_system_arguments(arguments.system, arguments.documents))
    output, (source, _) = Path(arguments.output), system_folders(arguments.system)
    if source.parent.resolve() == output.resolve() and (output / LINKING).exists():
        raise ValueError(
            f"-o {arguments.output}: expected another folder than the system's, whose linking would be lost"
        )
    write_system_store(arguments.output, documents, arguments.layout)
    return 0


def run_pool(arguments: argparse.Namespace) -> int:
    """Write the pool of some systems."""
    systems = [_system_arguments(path, arguments.documents) for path in progress(arguments.systems, "systems")]
    assessed = None
    if arguments.assessed is not None:
        wanted = None if arguments.documents is None else set(read_document_list(arguments.documents))
        names = [name for name in store_documents(arguments.assessed) if wanted is None or name in wanted]
        assessed = read_key_store(arguments.assessed, documents=names)
    pool = pool_responses(systems, assessed)
    if arguments.assessed is None or Path(arguments.assessed).resolve() != Path(arguments.output).resolve():
        _refuse_loss(arguments.output, [document["doc_id"] for document in pool])
    write_annotation_store(arguments.output, pool)
    return 0


def _refuse_loss(output: str, documents: list[str]) -> None:
    """Raise a ValueError where assessments, which people made, would be written over."""
    if not Path(output).is_dir():
        return
    there = read_key_store(output, documents=[name for name in documents if store_file(output, name)])
    assessment = there.field("responses").values.field("assessment")
    if assessment.null_count < len(assessment):
        raise ValueError(
            f"-o {output}: expected a folder without assessments, which would be lost; to keep them give "
            f"--assessed {output}"
        )


def _system_arguments(path: str, listing: str | None) -> pa.StructArray:
    return read_argument_store(path, None if listing is None else read_document_list(listing))
