"""`event-score extraction`: score event detection and argument extraction files."""

from __future__ import annotations

import argparse
import os
from functools import partial
from typing import Any

import pyarrow as pa

from event_scoring.arrays.ragged import with_fields
from event_scoring.cli.commands import add_command
from event_scoring.cli.options import add_options, given_options
from event_scoring.cli.output.writing import add_output_options, add_show, as_json, write, written_table
from event_scoring.cli.scoring.datasets import add_dataset_options, has_dataset, run_datasets
from event_scoring.cli.scoring.files import Evaluation, Sides, add_pair, score_files
from event_scoring.documents.sides import check_documents
from event_scoring.extraction.comparisons import compare_conventions, compare_standardization, compare_triggers
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.extraction.option_checks import FACTS
from event_scoring.extraction.score import DETECTION, EXTRACTION
from event_scoring.formats.corpora.gen_arg import GenArg, read_gen_arg
from event_scoring.formats.corpora.rams import read_role_limits
from event_scoring.formats.text_lines import read_lines
from event_scoring.reading.files import Reader
from event_scoring.reading.pairs import paired
from event_scoring.scoring.tables import records_table
from event_scoring.scoring.task import Task

EXAMPLES = """examples:
  event-score extraction gold.jsonl system.jsonl
  event-score extraction gold.jsonl answers.jsonl       (lines of {"doc_id", "answer"}: what a language model wrote)
  event-score detection test.json run1.json run2.json --per-type
  event-score extraction test.json system.json --modes pipeline,gold --gold-triggers system_on_gold.json
  event-score extraction test.jsonl out.jsonl --convention wikievents --ontology roles.json --clusters coref.jsonl
  event-score extraction test.json system.json --compare standardization conventions
  event-score extraction test.json system.json --fact dataset=ACE05 --fact split=test --fact preprocessing=ACE-OneIE

Files are JSON Lines (or one JSON array) in the format of OneIE, DyGIE++, TextEE, OmniEvent, MAVEN, MAVEN-Arg, RAMS or
WikiEvents, or documents as Python takes them; which one shows in their keys. A folder of brat annotations with its
texts will do too. A SYSTEM may be a prediction file of RAMS or a results.jsonl of MAVEN, which name places in GOLD.
Documents are paired by id: one that the system lacks counts as empty, one that the references lack is left out; both
are reported.
"""
COMPARISONS = ("standardization", "triggers", "conventions")


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    for task in (DETECTION, EXTRACTION):
        _add_scoring(subparsers, task)


def _add_scoring(subparsers: Any, task: Task) -> None:
    scored = "event detection" if task is DETECTION else "event detection and argument extraction"
    does = f"Score {scored}: standardized outputs, conventions of other scorers."
    parser = add_command(subparsers, task.name, EXAMPLES, does, run=run, task=task)
    pair = add_pair(parser, [f"per_{name}" for name in _sections(task)], "annotation")
    add_dataset_options(parser, pair)
    add_options(parser, task.options, leave_out=["facts", "roles"] if task is DETECTION else ["facts"])
    parser.add_argument(
        "--fact", metavar="NAME=VALUE", action="append", default=[], help=f"for the signature: {', '.join(FACTS)}"
    )
    for name, meaning in (
        ("verdicts", "of a judge on pairs, for the tier judged"),
        ("people", "of people on a sample"),
    ):
        parser.add_argument(f"--{name}", metavar="FILE", help=f"verdicts {meaning}, as event-score judge writes them")
    parser.set_defaults(gold_triggers=None, compare=[], ontology=None, clusters=None)
    if task is EXTRACTION:
        parser.add_argument(
            "--ontology",
            metavar="FILE",
            help="of gen-arg (JSON), with which its predictions are read; or of RAMS (text), how often a type has a "
            "role",
        )
        parser.add_argument("--clusters", metavar="FILE", help="gen-arg's coreference file, line by line beside GOLD")
        parser.add_argument(
            "--gold-triggers",
            metavar="FILE",
            help="what the one SYSTEM found for the reference triggers, for mode gold",
        )
        parser.add_argument(
            "--compare",
            nargs="+",
            choices=COMPARISONS,
            help="instead of scores: without and with standardization; on gold and predicted triggers; by convention",
        )
    add_show(parser)
    add_output_options(parser)


def _sections(task: Task) -> list[str]:
    """By what there are tables of their own."""
    return ["type", "document"] if task is DETECTION else ["type", "role", "document"]


def run(arguments: argparse.Namespace) -> int:
    """Score or compare every system and print the results."""
    options = given_options(arguments, arguments.task.options)
    for fact in arguments.fact:
        name, equals, value = fact.partition("=")
        if not equals or name not in FACTS:
            raise ValueError(f"--fact: expected NAME=VALUE with one of {', '.join(FACTS)}, got {fact!r}")
        options.setdefault("facts", {})[name] = value
    for name in ("verdicts", "people"):
        if getattr(arguments, name) is not None:
            options[name] = getattr(arguments, name)
    of_gen_arg = _check_ontology_options(arguments, options)
    if has_dataset(arguments):
        if of_gen_arg:
            raise ValueError("--ontology: of gen-arg, reads files and does not go with --dataset")
        of_files = ("show", "compare", "gold_triggers")
        return run_datasets(arguments, arguments.task, options, of_files)
    if arguments.gold_triggers is not None and len(arguments.systems) > 1:
        raise ValueError(f"--gold-triggers: expected one SYSTEM, to which it belongs, got {len(arguments.systems)}")
    reader = Reader(arguments.task, arguments.gold)
    evaluation = Evaluation(
        arguments.task,
        reader.read,
        options,
        partial(_with_given_gold, path=arguments.gold_triggers, reader=reader),
        arguments.gold_triggers,
        both=(lambda path: _read_generated(arguments, path, options)) if of_gen_arg else None,
    )
    if not arguments.compare:
        sections = [f"per_{name}" for name in _sections(arguments.task)]
        drawing = partial(_drawn, output=arguments.output) if arguments.show else None
        return score_files(arguments, evaluation, sections, beside=drawing)
    if arguments.show:
        raise ValueError("--show: does not go with --compare, which compares numbers only")
    sides = Sides(arguments, evaluation)
    found = sides.each(lambda _, *side: {kind: _comparison(kind, side, options) for kind in arguments.compare})
    write(_comparisons(found, arguments), arguments.output)
    return sides.exit_code()


def _drawn(results: dict[str, Any], sides: Any, output: str | None) -> str:
    from event_scoring.cli.output.drawings import drawn
    from event_scoring.report.tasks.documents import EventDrawing

    return drawn(EventDrawing(), results, sides, output)


def _with_given_gold(system: pa.StructArray, gold: pa.StructArray, path: str | None, reader: Reader) -> pa.StructArray:
    """The system's documents, with what it found for the reference triggers beside its own events."""
    if path is None:
        return system
    given = paired(reader.read(path, True), gold, EXTRACTION_DOCUMENT, (path, None), path).warn(path)
    return with_fields(system, {"events_given_gold": given.system.field("events")})


def _check_ontology_options(arguments: argparse.Namespace, options: dict[str, Any]) -> bool:
    """Whether systems are read as gen-arg's, whose ontology is JSON; a limit of RAMS goes into the options."""
    of_gen_arg = False
    if arguments.ontology is not None:
        os.stat(arguments.ontology)  # that there is no such file is said as the system says it
        of_gen_arg = any(line.lstrip().startswith("{") for line in read_lines(arguments.ontology).text.to_pylist()[:10])
    if arguments.clusters is not None and not of_gen_arg:
        raise ValueError("--clusters: goes with --ontology of gen-arg, with which its predictions are read")
    if arguments.ontology is not None and not of_gen_arg:
        if "role_limits" in options:
            raise ValueError("--ontology: gives the limits of roles, and so does --role-limits")
        options["role_limits"] = read_role_limits(arguments.ontology)
    return of_gen_arg


def _read_generated(
    arguments: argparse.Namespace, path: str, options: dict[str, Any]
) -> tuple[pa.StructArray, pa.StructArray]:
    """One system of gen-arg and its references; its roles go into the options unless they are given."""
    found: GenArg = read_gen_arg(path, arguments.gold, arguments.ontology, arguments.clusters)
    options.setdefault("roles", found.roles)
    sides = ((found.predictions, path), (found.references, arguments.gold))
    system, references = (check_documents(EXTRACTION_DOCUMENT, side, name) for side, name in sides)
    return system, references


def _comparisons(found: dict[str, Any], arguments: argparse.Namespace) -> str:
    """The comparisons of every system: as JSON, or as tables."""
    if arguments.format == "json":
        return as_json(found if len(found) > 1 else next(iter(found.values())))
    if arguments.format == "csv" and len(arguments.compare) > 1:
        raise ValueError(f"--format csv: expected one comparison, got {len(arguments.compare)}")
    parts = []
    for comparison in arguments.compare:
        rows = [{"system": name, **row} for name, tables in found.items() for row in tables[comparison]]
        if arguments.format == "csv":
            return records_table(rows).csv()
        reasons = {row["convention"]: row.pop("reason") for row in rows if "reason" in row}
        lines = [f"{name}: {reason}" for name, reason in reasons.items()]
        parts.append("\n".join([comparison, written_table(records_table(rows), arguments), *lines]))
    return "\n\n".join(parts)


def _comparison(kind: str, side: tuple[Any, Any], options: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of one comparison; it chooses itself what it compares."""
    shared = {key: value for key, value in options.items() if key not in ("standardize", "modes")}
    if kind == "triggers":
        return [compare_triggers(*side, **shared)]
    shared |= {"mode": options["modes"][0]} if "modes" in options else {}
    if kind == "standardization":
        return compare_standardization(*side, **shared)
    shared.pop("convention", None)
    return compare_conventions(*side, **shared)
