"""The counts of all systems, and a writer for each kind of output that is made of them."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from event_scoring.commands.number_format import NumberFormat
from event_scoring.commands.option_flags import DEFAULT_CONFIDENCE, INTERVAL_OPTIONS
from event_scoring.commands.output_flags import FORMATS, form_of, on_terminal, with_format, write
from event_scoring.commands.output_plan import OutputPlan
from event_scoring.commands.parser import loaded
from event_scoring.commands.registry import TASKS
from event_scoring.commands.task_command import TaskCommand
from event_scoring.files import STANDARD_OUTPUT, check

if TYPE_CHECKING:
    from event_scoring.commands.evaluation import Sides
    from event_scoring.scoring.tables import Table
    from event_scoring.scoring.task import Counts

MAIN = "main"
"""The value of --scores for the main scores of a task."""


class Outputs:
    """Writes the outputs of a call from the counts of all systems."""

    def __init__(
        self,
        task: str,
        command: TaskCommand,
        arguments: argparse.Namespace,
        plan: OutputPlan,
        sides: Sides,
        counts: dict[str, Counts],
        documents: Mapping[str, tuple[Any, Any]],
        details: bool,
        runs: Mapping[str, list[str]],
    ) -> None:
        self.task, self.command, self.arguments, self.plan, self.sides = task, command, arguments, plan, sides
        self.counts, self.documents, self.details, self.runs = counts, documents, details, runs
        self.layout = sides.evaluation.task.layout
        self.numbers = NumberFormat.of(arguments)
        options = sides.evaluation.options
        interval_options = {key: options[key] for key in INTERVAL_OPTIONS if key in options}
        self.intervals = {"confidence": DEFAULT_CONFIDENCE, **interval_options}
        self.score_options = {key: value for key, value in options.items() if key not in INTERVAL_OPTIONS}

    def write_all(self) -> None:
        """Write every file of the plan, if none of them would replace a file that was read."""
        self.page = self.report() if self.plan.pages else ""  # reads texts, so it comes before the check of outputs
        paths = (STANDARD_OUTPUT if path is None else path for path in self.plan.paths)
        check(*paths, *self.command.writes(self.arguments))
        for path in self.plan.paths:
            WRITERS[form_of(self.arguments, path)](self, path)

    def counts_with(self, **intervals: Any) -> dict[str, Counts]:
        """Return the counts, for scores with other intervals."""
        chosen = self.sides.evaluation.task.options.of({**self.score_options, **intervals})
        return {name: replace(counts, options=chosen) for name, counts in self.counts.items()}

    @property
    def chosen_scores(self) -> list[str] | None:
        """The scores that --scores names, by title or key."""
        names = self.arguments.scores
        if names == MAIN:
            return [*self.layout.main]
        return None if names is None else [name.strip() for name in names.split(",") if name.strip()]

    @property
    def test_options(self) -> dict[str, Any]:
        """Return the options of the significance test. Flags override the signature of a comparison."""
        from event_scoring.comparison.signatures import comparison_of

        arguments = self.arguments
        flags = {name: value for name in ("test", "alpha") if (value := getattr(arguments, name)) is not None}
        return {**({} if arguments.signature is None else comparison_of(arguments.signature)), **flags}

    def write_text(self, path: str | None) -> None:
        """Write a comparison, or scores with drawings of documents and tables of details."""
        if self.plan.compares:
            self.write_comparison(path)
            return
        from event_scoring.commands.result_texts import write_results

        chosen, citation = with_format(self.arguments, path), self.layout.citation_of(self.sides.options)
        results, tables, drawing = self.scored
        write_results(results, self.layout, self.plan.sections, chosen, citation, tables, drawing)

    @cached_property
    def scored(self) -> tuple[dict[str, Any], Mapping[str, Table], str]:
        """The results of all systems, further tables, and a drawing of documents; warnings are shown once."""
        results: dict[str, Any] = {name: counts.score(self.details) for name, counts in self.counts.items()}
        for name, result in results.items():
            for section in self.plan.sections:
                if section not in result:
                    there = [f"--per-{thing}" for thing in self.layout.tables if f"per_{thing}" in result]
                    flag = f"--{section.replace('_', '-')}"
                    raise ValueError(f"{flag}: these options have no such table; they have {', '.join(there)}")
            for sentence in result.warnings:
                warnings.warn(f"{name}: {sentence}", stacklevel=2)
        drawing = self.drawing(results) if self.arguments.show else ""
        tables = self.command.finish(self.arguments, self.counts, results, self.documents)
        return results, tables, drawing

    def drawing(self, results: Mapping[str, Any]) -> str:
        """Return all documents, drawn for a terminal."""
        from event_scoring.commands.result_pictures import drawn

        task = loaded(TASKS[self.task].task)  # texts are drawn where they were scored
        sides = {name: tuple(side.as_dicts() for side in task.check(*pair)) for name, pair in self.documents.items()}
        return drawn(self.command.drawing(self.arguments), results, sides, self.plan.texts[0])

    def write_comparison(self, path: str | None) -> None:
        """Write the systems beside each other, with intervals, ranks and tests."""
        chosen = with_format(self.arguments, path).format
        # The table of pairs has more digits because of p-values; rounded differences would be padded with zeros.
        shown = self.numbers.of_comparison(self.comparison, exact_pairs=chosen != "json")
        name = chosen if chosen != "table" else "terminal" if on_terminal(path) else "text"
        write(shown.written(name, self.numbers.shown_digits), path)

    @cached_property
    def comparison(self) -> Any:
        """The comparison of systems with one output or several runs each."""
        if not self.runs:
            from event_scoring.comparison.systems import compare

            scores = MAIN if self.arguments.scores == MAIN else self.chosen_scores
            return compare(self.counts_with(), scores=scores, **self.test_options, **self.intervals)
        from event_scoring.comparison.runs import compare_runs

        counts = self.counts_with()
        return compare_runs(
            {name: [counts[run] for run in of_system] for name, of_system in self.runs.items()},
            scores=self.chosen_scores,
            **{name: value for name, value in self.test_options.items() if name != "test"},
            **{name: value for name, value in self.intervals.items() if name != "sampler"},
        )

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Return the figures of the requested kind, by system if each has its own."""
        from event_scoring.commands.result_pictures import figures_of

        return figures_of(self.plan.kind, self)

    def write_picture(self, path: str | None) -> None:
        """Write a picture of all systems, or one of each."""
        from event_scoring.commands.result_pictures import save_figures

        assert path is not None
        save_figures(self.figures, path)

    def write_page(self, path: str | None) -> None:
        """Write the report."""
        write(self.page, path)

    def report(self) -> str:
        """Return the report on all systems."""
        from event_scoring.commands.result_pictures import page_pictures
        from event_scoring.report.reports import report
        from event_scoring.web_page import page_module

        arguments = self.arguments
        choices: dict[str, Any] = {**self.intervals, **self.score_options, **self.sides.of_references}
        if arguments.title:
            choices["title"] = arguments.title
        if self.command.takes_words:
            from event_scoring.commands.evaluation import read_words

            choices["tokens"] = read_words(arguments.text, self.command.words(arguments))
        choices["pictures"] = page_pictures(self)
        systems = {name: system for name, (system, _) in self.documents.items()}
        _, references = next(iter(self.documents.values()))
        facts = {"reference": os.path.basename(arguments.gold), "command": shlex.join(["event-score", *sys.argv[1:]])}
        signature = next(iter(self.counts_with().values())).score()["signature"]
        opening = page_module("frozen").opening_of_files(self.task, systems, references, signature, facts)
        return report(self.task, systems, references, opening=opening, **choices)


WRITERS: dict[str, Callable[[Outputs, str | None], None]] = {
    **dict.fromkeys(FORMATS, Outputs.write_text),
    "picture": Outputs.write_picture,
    "page": Outputs.write_page,
}
"""The method that writes each kind of output."""
