"""Flags of `event-score detection` and `extraction`: verdicts and the extra files of some formats."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from event_scoring.commands.output_flags import as_json, write
from event_scoring.commands.result_texts import written_table
from event_scoring.commands.task_command import TaskCommand
from event_scoring.documents.errors import printable

if TYPE_CHECKING:
    from event_scoring.commands.evaluation import Evaluation
    from event_scoring.documents.sides import Documents
    from event_scoring.reading.document_reading import Reader
    from event_scoring.scoring.task import Task

ANSWER_FORMS = ("uie", "text2event", "gollie", "iepile", "instructuie", "tanl", "omnievent")
"""Answer formats that a file specifies in full. Others need the events that a prompt names."""
VARIED = ("standardization", "triggers", "conventions")


class DetectionCommand(TaskCommand):
    """Event detection."""

    draws = True
    examples = """examples:
  event-score extraction gold.jsonl system.jsonl
  event-score extraction gold.jsonl answers.jsonl       (lines of {"doc_id", "answer"}: answers of a language model)
  event-score detection test.json run1.json run2.json --per-type
  event-score extraction test.json system.json --modes pipeline,gold --gold-triggers system_on_gold.json
  event-score extraction test.jsonl out.jsonl --convention wikievents --ontology roles.json --clusters coref.jsonl
  event-score extraction test.json system.json --vary standardization conventions
  event-score extraction test.json system.json --fact dataset=ACE05 --fact split=test --fact preprocessing=ACE-OneIE

Files are JSON Lines (or one JSON array) in the format of OneIE, DyGIE++, TextEE, OmniEvent, MAVEN, MAVEN-Arg, RAMS,
WikiEvents, UIE, Text2Event, GoLLIE, TANL, PHEE, DuEE 1.0 or CASIE, or documents as Python takes them; the format is
recognised by the keys. A folder of brat annotations with its texts is read too. A SYSTEM may be a prediction file of
RAMS or a results.jsonl of MAVEN, which refer to GOLD. A file of InstructUIE or IEPile holds both sides: give it twice.
Documents are matched by id: one that the system lacks counts as empty, one that the references lack is left out, and a
warning reports both.
"""
    without_flags: Sequence[str] = ("roles",)

    def add_option_flags(self, parser: argparse.ArgumentParser) -> None:
        group = parser.add_argument_group("verdicts")
        for name, meaning in (
            ("verdicts", "of a judge on pairs, for the tier judged"),
            ("people", "of people on a sample"),
        ):
            group.add_argument(
                f"--{name}", metavar="FILE", help=f"verdicts {meaning}, as event-score judge writes them"
            )

    def add_file_flags(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--vary",
            nargs="+",
            choices=VARIED,
            help="instead of scores, compare without and with standardization, gold and predicted triggers, or "
            "conventions",
        )
        parser.add_argument(
            "--form",
            choices=ANSWER_FORMS,
            help="read the answers of a SYSTEM as the scorer of this form does, with its losses; --types and --roles "
            "are the schema (default: any form, with repairs)",
        )

    def evaluation(self, task: Task, arguments: argparse.Namespace, options: dict[str, Any]) -> Evaluation:
        from event_scoring.commands.evaluation import Evaluation
        from event_scoring.reading.document_reading import Reader

        reader = Reader(task, arguments.gold, strict=arguments.strict)
        return Evaluation(task, _reading(reader, arguments, options), options)

    def add_options(self, arguments: argparse.Namespace, options: dict[str, Any]) -> None:
        for name in ("verdicts", "people"):
            if getattr(arguments, name) is not None:
                options[name] = getattr(arguments, name)

    def instead(self, evaluation: Evaluation, arguments: argparse.Namespace) -> int | None:
        if not arguments.vary:
            return None
        from event_scoring.commands.evaluation import Sides

        sides = Sides(arguments, evaluation)
        options = evaluation.options
        variations = sides.each(lambda _, *side: {kind: _varied(kind, side, options) for kind in arguments.vary})
        write(_tables(variations, arguments), arguments.output)
        return sides.exit_code()

    def drawing(self, arguments: argparse.Namespace) -> Any:
        from event_scoring.report.tasks.documents import EventDrawing

        return EventDrawing()


class ExtractionCommand(DetectionCommand):
    """Event detection and argument extraction."""

    without_flags = ()

    def add_option_flags(self, parser: argparse.ArgumentParser) -> None:
        super().add_option_flags(parser)
        parser.add_argument(
            "--ontology",
            metavar="FILE",
            help="ontology of gen-arg (JSON), to read its predictions; or of RAMS (text), with the number of "
            "arguments of each role",
        )

    def add_file_flags(self, parser: argparse.ArgumentParser) -> None:
        super().add_file_flags(parser)
        group = parser.add_argument_group("files of some formats")
        group.add_argument("--clusters", metavar="FILE", help="gen-arg's coreference file, line by line beside GOLD")
        group.add_argument(
            "--gold-triggers",
            metavar="FILE",
            help="predictions of the one SYSTEM for the reference triggers, for mode gold",
        )

    def add_options(self, arguments: argparse.Namespace, options: dict[str, Any]) -> None:
        super().add_options(arguments, options)
        self.is_gen_arg = _check_ontology_options(arguments, options)
        if self.is_gen_arg and not hasattr(arguments, "gold"):
            raise ValueError("--ontology: of gen-arg, reads files and does not go with a dataset")
        is_wikievents = options.get("convention") == "wikievents"
        if self.is_gen_arg and _is_filled_templates(arguments.gold):
            if is_wikievents:
                hint = "give WikiEvents data as GOLD, or leave --convention out"
                raise ValueError(
                    f"--convention: wikievents compares places, which filled templates do not have; {hint}"
                )
            options.setdefault("unit", "text")
        elif self.is_gen_arg and not is_wikievents and arguments.signature is None:
            raise ValueError("--ontology: of gen-arg, needs --convention wikievents, which has its rules")

    def evaluation(self, task: Task, arguments: argparse.Namespace, options: dict[str, Any]) -> Evaluation:
        from event_scoring.commands.evaluation import Evaluation
        from event_scoring.reading.document_reading import Reader

        path = arguments.gold_triggers
        if path is not None and len(arguments.systems) > 1:
            raise ValueError(f"--gold-triggers: expected one SYSTEM, to which it belongs, got {len(arguments.systems)}")
        reader = Reader(task, arguments.gold, strict=arguments.strict)
        both = partial(_read_generated, arguments, options=options) if self.is_gen_arg else None
        add_gold = partial(_with_given_gold, path=path, reader=reader)
        return Evaluation(task, _reading(reader, arguments, options), options, add_gold, path, both=both)


def _offer_own_scorer(arguments: argparse.Namespace, options: dict[str, Any]) -> None:
    """Print the options that count like the scorer of the files' codebase, if none were chosen."""
    if "convention" in options or arguments.vary or arguments.quiet or arguments.signature is not None:
        return
    from event_scoring.reading.task_recognition import own_options

    own = own_options(arguments.gold)
    what = "" if own is None else f"{printable(arguments.gold)} is {own[0]}"
    flags = {} if own is None else own[1]
    if arguments.form is not None:
        convention = "omnievent-seq2seq" if arguments.form == "omnievent" else arguments.form
        what, flags = f"answers are in the form {arguments.form}", {"convention": convention}
    if flags:
        said = " ".join(f"--{flag} {value}" for flag, value in flags.items())
        print(f"event-score: {what}; {said} counts as its own scorer does", file=sys.stderr)


def _reading(
    reader: Reader, arguments: argparse.Namespace, options: dict[str, Any]
) -> Callable[[str, bool], Documents]:
    """Return what reads the files: answers of a system in the form that was named, everything else by its format."""
    from event_scoring.reading.task_recognition import with_own_options

    options.update(with_own_options(arguments.gold, options))
    _offer_own_scorer(arguments, options)
    if arguments.form is None:
        return reader.read
    schema = {name: options[name] for name in ("task", "types", "roles") if name in options}

    def read(path: str, predicted: bool) -> Documents:
        from event_scoring.commands.tasks.published_answers import read_answers

        if not predicted:
            return reader.read(path)
        kind = reader.task.predictions
        return read_answers(path, kind, arguments.form, lambda: reader.read(arguments.gold), **schema)

    return read


def _with_given_gold(system: Documents, gold: Documents, path: str | None, reader: Reader) -> Documents:
    """Return the system's documents with its predictions for the reference triggers added."""
    if path is None:
        return system
    from msgspec.structs import replace

    from event_scoring.documents.sides import Documents
    from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
    from event_scoring.reading.matched_sides import paired

    pairing = paired(reader.read(path, True), gold, EXTRACTION_DOCUMENT, (path, None), path).warn(path)
    pairs = zip(system, pairing.system, strict=True)
    return Documents(replace(own, events_given_gold=for_gold.events) for own, for_gold in pairs)


def _check_ontology_options(arguments: argparse.Namespace, options: dict[str, Any]) -> bool:
    """Whether systems are read as gen-arg's, whose ontology is JSON; a limit of RAMS goes into the options."""
    from event_scoring.formats.text_lines import read_lines

    is_gen_arg = False
    if arguments.ontology is not None:
        os.stat(arguments.ontology)  # raises the operating system's error if the file is missing
        is_gen_arg = any(line.lstrip().startswith("{") for line in read_lines(arguments.ontology).text.to_pylist()[:10])
    if getattr(arguments, "clusters", None) is not None and not is_gen_arg:
        raise ValueError("--clusters: needs --ontology of gen-arg, to read its predictions")
    if arguments.ontology is not None and not is_gen_arg:
        if "role_limits" in options:
            raise ValueError("--ontology: gives the limits of roles, and so does --role-limits")
        from event_scoring.formats.corpora.rams_files import read_role_limits

        options["role_limits"] = read_role_limits(arguments.ontology)
    return is_gen_arg


def _is_filled_templates(gold: str) -> bool:
    """Whether GOLD is a file of gen-arg's predictions, which has the templates of the references too."""
    from event_scoring.reading.file_formats import FILLED_TEMPLATES, file_format_of

    form = file_format_of(gold)
    return form is not None and form.name == FILLED_TEMPLATES


def _read_generated(arguments: argparse.Namespace, path: str, options: dict[str, Any]) -> tuple[Documents, Documents]:
    """Return a system of gen-arg and its references. Its roles become an option unless one is given."""
    from event_scoring.documents.sides import documents_of
    from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
    from event_scoring.formats.corpora.gen_arg import read_filled_templates, read_gen_arg

    if _is_filled_templates(arguments.gold):
        generated = read_filled_templates(path, arguments.ontology)
        generated = generated._replace(references=read_filled_templates(arguments.gold, arguments.ontology).references)
        warnings.warn(f"{path}: filled templates have no triggers, so trigger scores are meaningless", stacklevel=2)
    else:
        generated = read_gen_arg(path, arguments.gold, arguments.ontology, arguments.clusters)
        options.setdefault("roles", generated.roles)
    sides = ((generated.predictions, path), (generated.references, arguments.gold))
    system, references = (documents_of(EXTRACTION_DOCUMENT, side, name) for side, name in sides)
    return system, references


def _tables(variations: dict[str, Any], arguments: argparse.Namespace) -> str:
    """Return the comparisons of all systems as JSON or tables."""
    if arguments.format == "json":
        return as_json(variations if len(variations) > 1 else next(iter(variations.values())))
    if arguments.format == "csv" and len(arguments.vary) > 1:
        raise ValueError(f"--format csv: expected one comparison, got {len(arguments.vary)}")
    from event_scoring.scoring.tables import records_table

    parts = []
    for comparison in arguments.vary:
        rows = [{"system": name, **row} for name, tables in variations.items() for row in tables[comparison]]
        if arguments.format == "csv":
            return records_table(rows).csv()
        reasons = {row["convention"]: row.pop("reason") for row in rows if "reason" in row}
        lines = [f"{name}: {reason}" for name, reason in reasons.items()]
        parts.append("\n".join([comparison, written_table(records_table(rows), arguments), *lines]))
    return "\n\n".join(parts)


def _varied(kind: str, side: tuple[Any, Any], options: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of one comparison. Each comparison sets the option that it varies."""
    from event_scoring.extraction.comparisons import compare_conventions, compare_standardization, compare_triggers

    shared = {key: value for key, value in options.items() if key not in ("standardize", "modes")}
    if kind == "triggers":
        return [compare_triggers(*side, **shared)]
    shared |= {"mode": options["modes"][0]} if "modes" in options else {}
    if kind == "standardization":
        return compare_standardization(*side, **shared)
    shared.pop("convention", None)
    return compare_conventions(*side, **shared)
