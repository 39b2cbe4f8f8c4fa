"""`event-score [TASK] GOLD SYSTEM...`: the files are read once, and everything that is asked for is made of them."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from event_scoring import files
from event_scoring.cli.commands import TASKS
from event_scoring.cli.door import Door
from event_scoring.cli.main import Parser, loaded
from event_scoring.cli.options import LEVEL, OF_INTERVALS, add_options, given_options, refuse_given
from event_scoring.cli.pictures import needs_details, refused_flags
from event_scoring.cli.writing import PAGES, PICTURES, Numbers, add_table_flags, on_terminal, settle_form, write
from event_scoring.files import STANDARD_OUTPUT
from event_scoring.scoring.sheet import Sheet

if TYPE_CHECKING:
    from event_scoring.cli.sides import Sides
    from event_scoring.scoring.task import Counts

TESTS = ("randomization", "bootstrap")
MAIN = "main"
"""What --scores says of the main scores of a task."""
_EVENTS = ("nuggets", "detection", "extraction")
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "f1": ("systems by their main scores; of nuggets by attribute-augmented F1 (Figure 3 of the paper)", (*TASKS,)),
    "accuracies": ("systems by span F1 with attribute accuracies (Figure 1)", ("nuggets",)),
    "products": ("systems by span F1 multiplied with accuracies (Figure 2)", ("nuggets",)),
    "types": (
        "scores by type, with intervals; one picture a system",
        (*_EVENTS, "arguments", "responses", "templates"),
    ),
    "confusion": ("which type was taken for which; one picture a system", _EVENTS),
    "realis": ("which realis was taken for which; one picture a system", ("nuggets",)),
    "roles": ("which role was taken for which; one picture a system", ("extraction",)),
    "bootstrap": ("the distribution of a score over bootstrap samples", (*TASKS,)),
    "wins": ("on which share of samples a system beats another", (*TASKS,)),
    "sensitivity": ("the score of arguments over beta and lambda", ("arguments", "responses")),
}
"""The kinds of pictures: what the help says of each, and for which tasks it is drawn."""


def task_parser(name: str) -> Parser:
    """The parser of one task; its options and the flags about its files alone are imported."""
    entry = TASKS[name]
    door: Door = loaded(f"cli.{entry.door}")()
    sheet: Sheet = loaded(entry.sheet)
    kinds = {kind: meaning for kind, (meaning, tasks) in KINDS.items() if name in tasks}
    pictures = "\n".join(["kinds of pictures:", *(f"  {kind:<12}{meaning}" for kind, meaning in kinds.items())])
    does = f"{entry.does[0].upper()}{entry.does[1:]}."
    usage = f"event-score {name} GOLD SYSTEM... [options]"
    epilog = f"{door.examples}\n{pictures}".lstrip()
    parser = Parser(prog=f"event-score {name}", usage=usage, description=does, epilog=epilog)
    parser.add_argument("gold", metavar="GOLD", help="the references")
    parser.add_argument(
        "systems",
        metavar="SYSTEM",
        nargs="+",
        help="one or more system outputs; NAME=RUN,RUN,… for the runs of a system, such as seeds or folds",
    )
    add_output_flags(parser, sheet, door, tuple(kinds))
    door.add_file_flags(parser)
    door.add_option_flags(parser)
    parser.add_argument("--signature", metavar="TEXT", help="score as this signature of a result says")
    add_options(parser, loaded(entry.options), f"options of {name}", door.without_flags)
    parser.set_defaults(run=lambda arguments: run(name, door, arguments))
    return parser


def add_output_flags(parser: argparse.ArgumentParser, sheet: Sheet, door: Door, kinds: Sequence[str]) -> None:
    """The flags that say what is written; they are the same for every task, but for what only some can show."""
    parser.set_defaults(show=False, title=None, text=None)
    page = "a report where it ends in .html, " if door.has_page else ""
    where = f"write to FILE instead of the terminal: {page}a picture in .png or .svg; may be "
    endings = (*PICTURES, *(PAGES if door.has_page else ()))
    group = add_table_flags(parser, endings, action="append", default=[], help=f"{where}given several times")
    group.add_argument(
        "--strict", action="store_true", help="refuse references with flaws; exit with 3 if not every document pairs"
    )
    for thing in sheet.tables:
        group.add_argument(f"--per-{thing}", action="store_true", help=f"add a table by {thing}")
    if door.draws:
        meaning = "draw every document: the reference above the words, systems below them"
        group.add_argument("--show", action="store_true", help=meaning)
    shown = "several systems, pages and pictures" if door.has_page else "several systems and pictures"
    several = parser.add_argument_group(shown)
    several.add_argument(
        "--compare", action="store_true", help="compare the systems: intervals, ranks, tests of all pairs"
    )
    several.add_argument("--scores", metavar="A,B", help="what is compared or drawn, by title or key; or main")
    several.add_argument("--test", choices=TESTS, help=f"of pairs of systems (default: {TESTS[0]})")
    several.add_argument("--alpha", type=float, metavar="X", help="significant is a p-value below it (default: 0.05)")
    several.add_argument("--picture", metavar="KIND", choices=kinds, help="what a picture shows (default: f1)")
    if door.has_page:
        several.add_argument("--title", help="the heading of a page")
    if door.takes_words:
        several.add_argument("--text", metavar="PATH", help="for a page: texts, where documents hold no words")


class Outputs:
    """What one call writes: texts, pages, pictures."""

    def __init__(self, arguments: argparse.Namespace, sheet: Sheet, sections: list[str], of_runs: bool = False) -> None:
        endings = [(path, "" if path is None else Path(path).suffix.lower()) for path in arguments.output]
        self.pages = [path for path, ending in endings if ending in PAGES]
        self.pictures = [path for path, ending in endings if ending in PICTURES]
        self.texts = [path for path, ending in endings if ending not in (*PAGES, *PICTURES)]
        self.sections = [f"per_{thing}" for thing in sheet.tables if getattr(arguments, f"per_{thing}")] + sections
        of_texts = ("format", "percent", "digits", "brief", "citation", "compare", "show")
        asks = any(getattr(arguments, name) not in (None, False) for name in of_texts) or bool(self.sections)
        if not self.texts and (asks or not arguments.output):
            self.texts = [None]
        self.compares = bool(arguments.compare)
        self._refuse(arguments, of_runs)

    def _refuse(self, arguments: argparse.Namespace, of_runs: bool) -> None:
        """Raise a ValueError for a flag that says nothing about what is written."""
        kind = arguments.picture
        if not self.compares:
            refuse_given(arguments, ("test", "alpha"), "is about a comparison and needs --compare")
        if not self.pictures:
            refuse_given(arguments, ["picture"], "needs a file to draw into, -o FILE.svg or -o FILE.png")
        if not self.pages:
            refuse_given(arguments, ("title", "text"), "is about a page and needs -o FILE.html")
        if self.pages:
            refuse_given(arguments, ["sampler"], "says nothing about a page, whose samples are drawn by numpy")
        if not self.compares and kind not in ("types", "bootstrap", "wins"):
            refuse_given(arguments, ["scores"], "needs --compare, or a picture of the kind types, bootstrap or wins")
        if self.pictures and not self.pages and not self.texts:
            kind = kind or "f1"
            refuse_given(arguments, refused_flags(kind), f"says nothing about a picture of the kind {kind}")
        if self.pictures and arguments.picture == "wins" and len(arguments.systems) < 2:
            raise ValueError("--picture wins: expected at least two systems, one of which beats the other, got one")
        if self.compares:
            flags = ["show", "brief", "citation", *self.sections]
            instead = "the comparison of runs" if of_runs else "--compare"
            refuse_given(arguments, flags, f"goes with the table of scores, in whose place {instead} stands")
        if getattr(arguments, "vary", None):
            flags = ["compare", "show", "brief", "citation", *self.sections]
            refuse_given(arguments, flags, "goes with the table of scores, in whose place --vary stands")
            for path in [*self.pages, *self.pictures, *self.texts[1:]]:
                raise ValueError(f"-o {path}: expected one table of --vary, such as -o FILE.csv; pages have it anyway")
        for path in self.texts if arguments.show else ():
            form = settle_form(arguments, path).format
            if arguments.brief or form != "table":
                given = "--brief" if arguments.brief else f"--format {form}"
                raise ValueError(f"--show: draws for the terminal, expected --format table, got {given}")

    @property
    def paths(self) -> list[str | None]:
        """All files to write; None stands for the standard output."""
        return [*self.texts, *self.pages, *self.pictures]

    @property
    def shows_intervals(self) -> bool:
        """Whether there are intervals without a level that was named."""
        return bool(self.compares or self.pages or self.pictures)


def take_runs_apart(arguments: argparse.Namespace) -> dict[str, list[str]]:
    """The runs of each system by their names, where systems are given as NAME=RUN,RUN; each run is then a system."""
    if not any("=" in system and not os.path.exists(system) for system in arguments.systems):
        return {}
    if arguments.names is not None:
        raise ValueError("--names: systems of several runs have their names before the =")
    runs, paths = {}, []
    for system in arguments.systems:
        name, mark, listed = system.partition("=")
        files_of_system = [path for path in listed.split(",") if path]
        if not name or not mark or not files_of_system or name in runs:
            raise ValueError(f"{system}: expected every system as NAME=RUN,RUN,… if one is, each name once")
        runs[name] = [f"{name} run {place + 1}" for place in range(len(files_of_system))]
        paths += files_of_system
    arguments.systems, arguments.compare = paths, True
    arguments.names = ",".join(run for of_system in runs.values() for run in of_system)
    return runs


def run(name: str, door: Door, arguments: argparse.Namespace) -> int:
    """Read the files, count once, and write everything that is asked for."""
    task = loaded(TASKS[name].task)
    runs = take_runs_apart(arguments)
    sections = door.sections(arguments)
    outputs = Outputs(arguments, task.sheet, sections, bool(runs))
    Numbers.of(arguments)
    files.check_folders(*(path for path in outputs.paths if path is not None), *door.writes(arguments))
    options = given_options(arguments, task.options, not outputs.shows_intervals)
    door.add_options(arguments, options)
    if arguments.signature is not None:
        from event_scoring.scoring.signature import options_of

        options |= options_of(arguments.signature, task.options, options)
    arguments.output = outputs.texts[0] if outputs.texts else None
    evaluation = door.evaluation(task, arguments, options)
    done = door.instead(evaluation, settle_form(arguments, arguments.output))
    if done is not None:
        return done
    from event_scoring.cli.sides import Sides

    sides = Sides(arguments, evaluation)
    details = bool(outputs.sections) or arguments.show or door.details(arguments)
    details = details or (bool(outputs.pictures) and needs_details(arguments.picture or "f1"))
    documents: dict[str, Any] = {}

    def counted(system_name: str, system: Any, gold: Any) -> Counts:
        documents[system_name] = (system, gold)
        return task.count_documents(system, gold, sides.options, details)  # type: ignore[no-any-return]

    made = Made(name, door, arguments, sides, sides.each(counted), documents, details)
    # A page reads texts, so it is made before anything is written.
    page = made.page() if outputs.pages else ""
    paths = (STANDARD_OUTPUT if path is None else path for path in outputs.paths)
    files.check(*paths, *door.writes(arguments))
    if outputs.texts:
        made.write_comparison(outputs, runs) if outputs.compares else made.write_table(outputs)
    if outputs.pictures:
        from event_scoring.cli.pictures import write_pictures

        write_pictures(arguments.picture or "f1", made, outputs.pictures)
    for path in outputs.pages:
        write(page, path)
    return sides.exit_code()


class Made:
    """What was counted of all systems, and what is written of it."""

    def __init__(
        self,
        task: str,
        door: Door,
        arguments: argparse.Namespace,
        sides: Sides,
        counts: dict[str, Counts],
        documents: Mapping[str, tuple[Any, Any]],
        details: bool,
    ) -> None:
        self.task, self.door, self.arguments, self.sides = task, door, arguments, sides
        self.counts, self.documents, self.details = counts, documents, details
        self.sheet = sides.evaluation.task.sheet
        options = sides.evaluation.options
        self.intervals = {"confidence": LEVEL, **{key: options[key] for key in OF_INTERVALS if key in options}}
        self.others = {key: value for key, value in options.items() if key not in OF_INTERVALS}
        """The options that change a score."""

    def counts_with(self, **intervals: Any) -> dict[str, Counts]:
        """The counts, for scores with other intervals."""
        from dataclasses import replace

        chosen = self.sides.evaluation.task.options.of({**self.others, **intervals})
        return {name: replace(one, options=chosen) for name, one in self.counts.items()}

    @property
    def chosen_scores(self) -> list[str] | None:
        """The scores that are asked for, by title or key."""
        given = self.arguments.scores
        if given == MAIN:
            return [*self.sheet.main]
        return None if given is None else [name.strip() for name in given.split(",") if name.strip()]

    @property
    def method(self) -> dict[str, Any]:
        """How systems are tested: by the flags, or else by the signature of a comparison."""
        from event_scoring.comparison.signatures import comparison_of

        given = self.arguments
        flags = {name: value for name in ("test", "alpha") if (value := getattr(given, name)) is not None}
        return {**({} if given.signature is None else comparison_of(given.signature)), **flags}

    def write_table(self, outputs: Outputs) -> None:
        """The scores, with their drawing and tables of details."""
        from event_scoring.cli.tables import write_results

        results = {name: table.score(self.details) for name, table in self.counts.items()}
        for name, result in results.items():
            for section in outputs.sections:
                if section not in result:
                    flag = f"--{section.replace('_', '-')}"
                    there = [f"--per-{thing}" for thing in self.sheet.tables if f"per_{thing}" in result]
                    raise ValueError(f"{flag}: these options have no such table; they have {', '.join(there)}")
            for sentence in result.warnings:
                warnings.warn(f"{name}: {sentence}", stacklevel=2)
        first = settle_form(self.arguments, outputs.texts[0])
        drawing = ""
        if self.arguments.show:
            from event_scoring.cli.pictures import drawn

            task = loaded(TASKS[self.task].task)  # texts are drawn at the places where they were scored
            sides = {
                name: tuple(side.as_dicts() for side in task.check(*pair)) for name, pair in self.documents.items()
            }
            drawing = drawn(self.door.drawing(self.arguments), results, sides, first.output)
        tables = self.door.finish(self.arguments, self.counts, results, self.documents)
        citation = self.sheet.citation_of(self.sides.options)
        for path in outputs.texts:
            form = settle_form(self.arguments, path)
            write_results(results, self.sheet, outputs.sections, form, citation, tables, drawing)

    def write_comparison(self, outputs: Outputs, runs: Mapping[str, list[str]]) -> None:
        """The systems beside each other, with intervals, ranks and tests."""
        given = self.arguments
        comparison = self.comparison_of_runs(runs) if runs else self.comparison()
        numbers = Numbers.of(given)
        for path in outputs.texts:
            form = settle_form(given, path)
            # The table of pairs has more digits, for the sake of p-values; a rounded difference would fill them up.
            shown = numbers.of_comparison(comparison, exact_pairs=form.format != "json")
            name = form.format if form.format != "table" else "terminal" if on_terminal(path) else "text"
            write(shown.written(name, numbers.shown_digits), path)

    def comparison_of_runs(self, runs: Mapping[str, list[str]]) -> Any:
        """The comparison of systems of several runs each."""
        from event_scoring.comparison.runs import compare_runs

        given = self.arguments
        refuse_given(given, ("test", "sampler"), "says nothing about runs; runs and documents are drawn by numpy")
        counts = self.counts_with()
        return compare_runs(
            {name: [counts[run] for run in of_system] for name, of_system in runs.items()},
            scores=self.chosen_scores,
            **{name: value for name, value in self.method.items() if name != "test"},
            **{name: value for name, value in self.intervals.items() if name != "sampler"},
        )

    def comparison(self) -> Any:
        """The comparison of systems of one output each."""
        from event_scoring.comparison.systems import compare

        return compare(
            self.counts_with(),
            scores="main" if self.arguments.scores == MAIN else self.chosen_scores,
            **self.method,
            **self.intervals,
        )

    def page(self) -> str:
        """The report on all systems."""
        from event_scoring.cli.pictures import page_pictures
        from event_scoring.report.reports import report
        from event_scoring.web_page import page_module

        given = self.arguments
        choices: dict[str, Any] = {**self.intervals, **self.others, **self.sides.of_references}
        if given.title:
            choices["title"] = given.title
        if self.door.takes_words:
            from event_scoring.cli.sides import read_words

            choices["tokens"] = read_words(given.text, self.door.words(given))
        choices["pictures"] = page_pictures(self)
        systems = {name: system for name, (system, _) in self.documents.items()}
        _, references = next(iter(self.documents.values()))
        facts = {"reference": os.path.basename(given.gold), "command": shlex.join(["event-score", *sys.argv[1:]])}
        signature = next(iter(self.counts_with().values())).score()["signature"]
        opening = page_module("frozen").opening_of_files(self.task, systems, references, signature, facts)
        return report(self.task, systems, references, opening=opening, **choices)
