"""`event-score arguments` and `responses`: score event arguments and their linking."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from event_scoring.arguments.options import ArgumentOptions, ResponseOptions
from event_scoring.arguments.response_documents import REFERENCE_DOCUMENT
from event_scoring.arguments.responses import RESPONSES
from event_scoring.arguments.score import ARGUMENTS
from event_scoring.arguments.steps.realis_expansion import expand_from_realis
from event_scoring.cli.commands import add_command
from event_scoring.cli.options import add_options, flagged, given_options, refuse_given
from event_scoring.cli.output.writing import Numbers, add_output_options
from event_scoring.cli.scoring.datasets import add_dataset_options, has_dataset, run_datasets
from event_scoring.cli.scoring.files import Evaluation, score_files
from event_scoring.documents.errors import quoted
from event_scoring.documents.sides import check_documents
from event_scoring.formats.json_lines import read_json_lines
from event_scoring.formats.kbp.linking import LAYOUTS
from event_scoring.formats.kbp.store import read_document_list, read_key_store, read_system_store
from event_scoring.formats.rich_ere import read_quoted_regions, read_rich_ere
from event_scoring.formats.text_lines import read_lines
from event_scoring.reading.files import known_task
from event_scoring.reading.kinds import kind_of
from event_scoring.scoring.options import TaskOptions
from event_scoring.scoring.result import Result
from event_scoring.scoring.tables import Table
from event_scoring.scoring.task import Counts, Task

EXAMPLES = """examples:
  event-score responses answerKey sysA --reference-linking referenceLinking
  event-score responses answerKey sysA sysB --reference-linking referenceLinking \\
      --documents docs.txt --preprocess official-2015 --confidence 0.9 --sampler java
  event-score arguments gold.jsonl run.jsonl --per-type
  event-score responses ere/ sysA --quoted quoted.jsonl --preprocess official-2016
  event-score arguments --dataset shards/ --format json -o result.json

Keys and systems are the folders of the TAC KBP evaluations (an annotation store, a linking store, and for each system a
folder with arguments/ and linking/), or JSON Lines of documents with arguments and frames. With several systems and
--confidence, systems are ranked by their median over samples that all of them share.
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommands."""
    for task in (ARGUMENTS, RESPONSES):
        _add_scoring(subparsers, task)


def _add_scoring(subparsers: Any, task: Task) -> None:
    parser = add_command(subparsers, task.name, EXAMPLES, run=run, task=task)
    key = parser.add_argument(
        "gold", metavar="GOLD", help="the annotation store, a folder of Rich ERE, or JSON Lines of references"
    )
    systems = parser.add_argument(
        "systems", metavar="SYSTEM", nargs="+", help="folders of systems, or their JSON Lines"
    )
    parser.add_argument("--reference-linking", metavar="DIR", help="the linking store with the reference frames")
    add_dataset_options(parser, (key, systems))
    files = parser.add_argument_group("files")
    files.add_argument(
        "--documents", metavar="LIST", help="a file with the documents to score; default: all of the key"
    )
    files.add_argument("--groups", metavar="FILE", help="lines of a document and its group, such as newswire or forum")
    files.add_argument("--quoted", metavar="FILE", help="of a key in Rich ERE: the quoted regions, as JSON Lines")
    files.add_argument("--layout", choices=LAYOUTS, help="of the linking stores (default: told from the files)")
    files.add_argument(
        "--expand-from-realis", action="store_true", help="add to the key what would be right in realis alone"
    )
    add_options(parser, task.options)
    if task is ARGUMENTS:
        add_options(parser, ResponseOptions, "options of responses, which stores hold", _names(ArgumentOptions))
    parser.add_argument("--per-type", action="store_true", help="add a table by event type")
    parser.add_argument("--per-role", action="store_true", help="add a table by role")
    parser.add_argument("--per-realis", action="store_true", help="add a table by realis, where it plays a part")
    parser.add_argument("--per-document", action="store_true", help="add a table by document")
    parser.add_argument("--sensitivity", action="store_true", help="add the score for each beta and lam")
    add_output_options(parser)


OF_FILES = ("documents", "groups", "quoted", "layout", "expand_from_realis", "reference_linking", "sensitivity")
"""What says nothing about a dataset."""

SECTIONS = ("per_type", "per_role", "per_realis", "per_document", "sensitivity")


def _names(kind: type[TaskOptions]) -> set[str]:
    return {one.name for one in flagged(kind)}


def score_options(arguments: argparse.Namespace, task: Task) -> dict[str, Any]:
    """The keywords of the score function from parsed arguments."""
    other = ArgumentOptions if task is RESPONSES else ResponseOptions
    for name in sorted(_names(other) - _names(task.options)):
        if hasattr(arguments, name):
            raise ValueError(f"--{name.replace('_', '-')}: expected {_HOLDS[other]}, got {_HOLDS[task.options]}")
    if task is ARGUMENTS:
        of_stores = ("reference_linking", "layout", "expand_from_realis")
        refuse_given(arguments, of_stores, "expected stores, got JSON Lines")
    return given_options(arguments, task.options)


_HOLDS: dict[type[TaskOptions], str] = {
    ArgumentOptions: "arguments in JSON Lines",
    ResponseOptions: "stores of responses",
}


def run(arguments: argparse.Namespace) -> int:
    """Score every system, rank them, and print the results."""
    if has_dataset(arguments):
        options = score_options(arguments, arguments.task)
        return run_datasets(arguments, arguments.task, options, OF_FILES)
    in_json = kind_of(arguments.gold) == "jsonl"
    task = arguments.task if in_json else RESPONSES
    references: list[pa.StructArray] = []

    def read(path: str, predicted: bool) -> pa.StructArray:
        with known_task(path, task.name):
            if not predicted:
                references.append(_references(arguments, task))
                return references[0]
            if in_json:
                return read_json_lines(path, task.predictions)
            return read_system_store(path, references[0].field("doc_id").to_pylist(), arguments.layout)

    options = score_options(arguments, task)
    groups = partial(_groups, arguments.groups)
    unasked = [section for section in SECTIONS if not getattr(arguments, section)]
    evaluation = Evaluation(task, read, options, of_references=groups)
    tables = partial(_tables, Numbers.of(arguments))
    return score_files(arguments, evaluation, SECTIONS, leave_out=unasked, rank=tables)


def _tables(numbers: Numbers, counts: dict[str, Counts], results: dict[str, Result]) -> dict[str, Table]:
    """What stands below the scores: the groups of documents, and how often one system beats another."""
    tables = _ranked(counts, results)
    groups = next(iter(counts.values())).table.column("group").drop_null().unique().to_pylist()
    if groups:
        rows = tuple(
            (name, group, *(numbers.of_result(result[f"{group}/{key}"], key) for key in _OF_GROUPS))
            for name, result in results.items()
            for group in groups
        )
        header = ("system", "group", *(key.replace("_", " ") for key in _OF_GROUPS))
        tables["by group"] = Table(header, rows)
    return tables


_OF_GROUPS = ("score", "argument_score", "linking_score", "documents")


def _ranked(counts: dict[str, Counts], results: dict[str, Result]) -> dict[str, Table]:
    """Ranks the systems, where there are samples to do so; of the grid of weights rows are made."""
    for result in results.values():
        if "sensitivity" in result:
            grid = result["sensitivity"]
            result["sensitivity"] = [
                {"beta": beta, "lam": lam, "score": score}
                for beta, scores in zip(grid["beta"], grid["score"], strict=True)
                for lam, score in zip(grid["lam"], scores, strict=True)
            ]
    options = next(iter(counts.values())).options
    if options.confidence is None or len(counts) == 1:
        return {}
    from event_scoring.comparison.ranking import rank_systems

    ranks = rank_systems(counts, resamples=options.resamples, seed=options.seed, sampler=options.sampler)
    rank, wins = ranks["rank"], ranks["win_fraction"]
    for name, result in results.items():
        result.update(rank=rank[name], win_fraction=wins[name])
    # Each number is the share of samples on which the row beats the column.
    ranked = sorted(results, key=lambda name: (rank[name], name))
    rows = tuple((name, *(wins[name].get(other) for other in ranked)) for name in ranked)
    return {"wins": Table(("wins against", *ranked), rows)}


def _references(arguments: argparse.Namespace, task: Task) -> pa.StructArray:
    listed = None if arguments.documents is None else read_document_list(arguments.documents)
    if any(Path(arguments.gold).glob("*.xml")):
        if arguments.reference_linking or arguments.expand_from_realis:
            raise ValueError(f"{arguments.gold}: expected an annotation store for these options, got Rich ERE")
        regions = None if arguments.quoted is None else read_quoted_regions(arguments.quoted)
        return check_documents(REFERENCE_DOCUMENT, read_rich_ere(arguments.gold, listed, regions), "references")
    if arguments.quoted is not None:
        raise ValueError("--quoted: expected a key in Rich ERE, got another")
    if kind_of(arguments.gold) != "jsonl":
        if arguments.reference_linking is None:
            raise ValueError("--reference-linking: expected the linking store of the key, got none")
        key = read_key_store(arguments.gold, arguments.reference_linking, listed, arguments.layout)
        return expand_from_realis(key) if arguments.expand_from_realis else key
    references = read_json_lines(arguments.gold, task.references)
    if listed is None:
        return references
    place = {doc_id: row for row, doc_id in enumerate(references.field("doc_id").to_pylist())}
    for doc_id in listed:
        if doc_id not in place:
            raise ValueError(
                f"{arguments.gold}: expected document {quoted(doc_id)} of {arguments.documents}, found none"
            )
    return references.take(pa.array([place[doc_id] for doc_id in listed], pa.int64()))


def _groups(path: str | None, references: pa.StructArray) -> dict[str, list[str]]:
    """The option of that name: a label for each document, from a file with a document and its label on each line."""
    if path is None:
        return {}
    documents = references.field("doc_id").to_pylist()
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
    return {"groups": [label_of[document] for document in documents]}
