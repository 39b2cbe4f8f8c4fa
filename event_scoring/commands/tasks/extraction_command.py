"""Flags of `event-score detection` and `extraction`: verdicts, answers of models, extra files of some formats."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from typing import TYPE_CHECKING, Any

from event_scoring.commands.number_format import NumberFormat
from event_scoring.commands.output_flags import Output
from event_scoring.commands.task_command import TaskCommand
from event_scoring.documents.errors import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from event_scoring.documents.sides import Documents
    from event_scoring.reading.matched_sides import Pair

ANSWER_FORMS = ("uie", "text2event", "gollie", "iepile", "instructuie", "tanl", "omnievent")
"""Answer formats that a file specifies in full. Others need the events that a prompt names."""
VARIED = ("standardization", "triggers", "conventions")


_FILES = """
Files are JSON Lines (or one JSON array) in a format that docs/files.md lists, such as those of OneIE, DyGIE++, TextEE,
OmniEvent, MAVEN, RAMS, WikiEvents, UIE or GoLLIE, or documents as Python takes them; the format is recognised by the
keys. A folder of brat annotations with its texts is read too. A SYSTEM may be a prediction file of
RAMS or a results.jsonl of MAVEN, which refer to GOLD. A file of InstructUIE or IEPile holds both sides: give it twice.
"""


class DetectionCommand(TaskCommand):
    """Event detection."""

    has_show = True
    examples = f"""examples:
  event-score detection gold.jsonl system.jsonl
  event-score detection test.json run1.json run2.json --per-type
  event-score detection gold.jsonl answers.jsonl        (lines of {{"doc_id", "answer"}}: answers of a language model)
  event-score detection test.json system.json --vary standardization conventions
  event-score detection test.json run1.json run2.json --compare -o page.html
{_FILES}"""
    without_flags: Sequence[str] = ("roles",)

    @classmethod
    def add_file_flags(cls, parser: Any) -> None:
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
            help="read the answers of a SYSTEM as the scorer of this form does, with its losses; --types, and for "
            "extraction --roles, are the schema (default: any form, with repairs)",
        )

    def prepare(self) -> None:
        from event_scoring.reading.task_recognition import with_own_options

        self.options |= with_own_options(self.arguments.gold, self.options)
        self._offer_own_scorer()

    def _offer_own_scorer(self) -> None:
        """Print the options that count like the scorer of the files' codebase, if none were chosen."""
        arguments = self.arguments
        if "convention" in self.options or arguments.vary or arguments.quiet or arguments.signature is not None:
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

    def read(self, path: str, predicted: bool) -> Documents:
        form = self.arguments.form
        if form is None or not predicted:
            return super().read(path, predicted)
        from event_scoring.formats.language_models.published_answers import read_answers

        schema = {name: self.options[name] for name in ("task", "types", "roles") if name in self.options}
        return read_answers(path, self.task.predictions, form, lambda: self.references, **schema)

    def write_variations(self, output: Output) -> None:
        from event_scoring.commands.result_texts import Variation, write_variations

        vary = self.arguments.vary
        of_systems = self.each_system(lambda _, *side: {kind: _varied(kind, side, self.options) for kind in vary})
        variations = []
        for kind in vary:
            rows = [{"system": name, **row} for name, kinds in of_systems.items() for row in kinds[kind]]
            reasons = {}
            if output.format != "csv":  # CSV has the reasons as a column
                reasons = {row["convention"]: row.pop("reason") for row in rows if "reason" in row}
                rows = [row for row in rows if any(isinstance(value, float) for value in row.values())]
            variations.append(Variation(kind, rows, [f"{name}: {reason}" for name, reason in reasons.items()]))
        write_variations(output, NumberFormat.of(self.arguments), of_systems, variations)


class ExtractionCommand(DetectionCommand):
    """Event detection and argument extraction."""

    examples = f"""examples:
  event-score extraction gold.jsonl system.jsonl
  event-score extraction gold.jsonl answers.jsonl       (lines of {{"doc_id", "answer"}}: answers of a language model)
  event-score extraction test.json system.json --modes pipeline,gold --gold-triggers system_on_gold.json
  event-score extraction test.jsonl out.jsonl --convention wikievents --ontology roles.json --clusters coref.jsonl
  event-score extraction test.json system.json --vary standardization conventions
  event-score extraction test.json system.json --fact dataset=ACE05 --fact split=test --fact preprocessing=ACE-OneIE
{_FILES}"""
    without_flags = ()

    @classmethod
    def add_option_flags(cls, parser: Any) -> None:
        parser.add_argument(
            "--ontology",
            metavar="FILE",
            help="ontology of gen-arg (JSON), to read its predictions; or of RAMS (text), with the number of "
            "arguments of each role",
        )

    @classmethod
    def add_file_flags(cls, parser: Any) -> None:
        super().add_file_flags(parser)
        group = parser.add_argument_group("files of some formats")
        group.add_argument("--clusters", metavar="FILE", help="gen-arg's coreference file, line by line beside GOLD")
        group.add_argument(
            "--gold-triggers",
            metavar="FILE",
            help="predictions of the one SYSTEM for the reference triggers, for mode gold",
        )

    @classmethod
    def add_options(cls, arguments: argparse.Namespace, options: dict[str, Any]) -> None:
        if arguments.ontology is None or _is_gen_arg_ontology(arguments.ontology):
            if arguments.ontology is not None and not hasattr(arguments, "gold"):
                raise ValueError("--ontology: of gen-arg, reads files and does not go with a dataset")
            return
        if "role_limits" in options:
            raise ValueError("--ontology: gives the limits of roles, and so does --role-limits")
        from event_scoring.formats.corpora.rams_files import read_role_limits

        options["role_limits"] = read_role_limits(arguments.ontology)

    def prepare(self) -> None:
        arguments = self.arguments
        self.is_gen_arg = arguments.ontology is not None and _is_gen_arg_ontology(arguments.ontology)
        if arguments.clusters is not None and not self.is_gen_arg:
            raise ValueError("--clusters: needs --ontology of gen-arg, to read its predictions")
        is_wikievents = self.options.get("convention") == "wikievents"
        if self.is_gen_arg and _is_filled_templates(arguments.gold):
            if is_wikievents:
                hint = "give WikiEvents data as GOLD, or leave --convention out"
                raise ValueError(
                    f"--convention: wikievents compares places, which filled templates do not have; {hint}"
                )
            self.options.setdefault("unit", "text")
        elif self.is_gen_arg and not is_wikievents and arguments.signature is None:
            raise ValueError("--ontology: of gen-arg, needs --convention wikievents, which has its rules")
        self.completed_from = arguments.gold_triggers
        if self.completed_from is not None and len(arguments.systems) > 1:
            systems = len(arguments.systems)
            raise ValueError(f"--gold-triggers: expected one SYSTEM, to which it belongs, got {systems}")
        super().prepare()

    def pair(self, path: str, name: str) -> Pair:
        """Return both sides. Of gen-arg they are read together, because one decides how the other is read."""
        if not self.is_gen_arg:
            return super().pair(path, name)
        from event_scoring.reading.matched_sides import Pair

        return Pair(*self._read_generated(path), (path, self.arguments.gold))

    def _read_generated(self, path: str) -> tuple[Documents, Documents]:
        """Return a system of gen-arg and its references. Its roles become an option unless one is given."""
        from event_scoring.documents.sides import documents_of
        from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
        from event_scoring.formats.corpora.gen_arg import read_filled_templates, read_gen_arg

        gold, ontology = self.arguments.gold, self.arguments.ontology
        if _is_filled_templates(gold):
            generated = read_filled_templates(path, ontology)
            generated = generated._replace(references=read_filled_templates(gold, ontology).references)
            warnings.warn(f"{path}: filled templates have no triggers, so trigger scores are meaningless", stacklevel=2)
        else:
            generated = read_gen_arg(path, gold, ontology, self.arguments.clusters)
            self.options.setdefault("roles", generated.roles)
        sides = ((generated.predictions, path), (generated.references, gold))
        system, references = (documents_of(EXTRACTION_DOCUMENT, side, name) for side, name in sides)
        return system, references

    def complete(self, system: Documents, references: Documents) -> Documents:
        """Return the system's documents with its predictions for the reference triggers added."""
        path = self.completed_from
        if path is None:
            return system
        from msgspec.structs import replace

        from event_scoring.documents.sides import Documents
        from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
        from event_scoring.reading.matched_sides import paired

        given_gold = self.reader.read(path, True)
        pairing = paired(given_gold, references, EXTRACTION_DOCUMENT, (path, None), path).warn(path)
        pairs = zip(system, pairing.system, strict=True)
        return Documents(replace(own, events_given_gold=for_gold.events) for own, for_gold in pairs)


def _is_gen_arg_ontology(ontology: str) -> bool:
    """Whether an ontology is gen-arg's, which is JSON."""
    from event_scoring.formats.text_lines import read_lines

    os.stat(ontology)  # raises the operating system's error if the file is missing
    return any(line.lstrip().startswith("{") for line in read_lines(ontology).text.to_pylist()[:10])


def _is_filled_templates(gold: str) -> bool:
    """Whether GOLD is a file of gen-arg's predictions, which has the templates of the references too."""
    from event_scoring.reading.file_formats import FILLED_TEMPLATES, file_format_of

    form = file_format_of(gold)
    return form is not None and form.name == FILLED_TEMPLATES


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
