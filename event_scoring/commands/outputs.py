"""The counts of all systems, and a writer for each kind of output that is made of them."""

from __future__ import annotations

import os
import shlex
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from event_scoring.commands.number_format import NumberFormat
from event_scoring.commands.output_flags import PAGE, PICTURE, TABLE, TEXTS, Output
from event_scoring.commands.pictures import PICTURES, drawn_documents, save_figures
from event_scoring.commands.task_command import TaskCommand
from event_scoring.files import STANDARD_OUTPUT, check
from event_scoring.scoring.labels import with_one_swap_warning
from event_scoring.scoring.options import OF_SAMPLES

if TYPE_CHECKING:
    from event_scoring.scoring.tables import Table
    from event_scoring.scoring.task import Counts

DEFAULT_CONFIDENCE = 0.95
"""The level of intervals if --confidence is not given."""
MAIN = "main"
"""The value of --scores for the main scores of a task."""


class Outputs:
    """Counts all systems, and writes the outputs of a call."""

    def __init__(
        self, name: str, command: TaskCommand, outputs: Sequence[Output], runs: Mapping[str, list[str]]
    ) -> None:
        self.name, self.command, self.outputs, self.runs = name, command, outputs, runs
        self.arguments, self.task, self.layout = command.arguments, command.task, command.task.layout
        self.numbers = NumberFormat.of(self.arguments)
        self.sections = command.sections()
        self.picture = PICTURES[self.arguments.picture or "f1"]
        has_picture = any(output.format == PICTURE for output in outputs)
        if has_picture and self.arguments.picture == "wins" and len(self.arguments.systems) < 2:
            raise ValueError("--picture wins: expected at least two systems, one of which beats the other, got one")
        self.has_details = bool(
            self.sections
            or self.arguments.show
            or command.needs_details()
            or (has_picture and self.picture.has_details)
        )
        self.documents: dict[str, tuple[Any, Any]] = {}
        """The predictions and references of each system."""
        self.counts = command.each_system(self._counted)
        interval_options = {key: value for key, value in command.options.items() if key in OF_SAMPLES}
        self.intervals = {"confidence": DEFAULT_CONFIDENCE, **interval_options}
        self.score_options = {key: value for key, value in command.options.items() if key not in OF_SAMPLES}

    def _counted(self, name: str, system: Any, references: Any) -> Counts:
        self.documents[name] = (system, references)
        counts: Counts = self.task.count_documents(system, references, self.command.options, self.has_details)
        return counts

    def write_all(self) -> None:
        """Write every output, if none of them would replace a file that was read."""
        if any(output.format == PAGE for output in self.outputs):
            _ = self.page  # it reads texts, so it comes before the check of outputs
        paths = [STANDARD_OUTPUT if output.path is None else output.path for output in self.outputs]
        alignment = getattr(self.arguments, "alignment", None)
        check(*paths, *([] if alignment is None else [alignment]))
        if self.arguments.signature is not None:
            from event_scoring.comparison.signatures import signature_differences

            made = next(iter(self.counts.values())).score()["signature"]
            for sentence in signature_differences(self.arguments.signature, made):
                warnings.warn(sentence, stacklevel=2)
        for output in self.outputs:
            WRITERS[output.format](self, output)

    def counts_with_intervals(self, **intervals: Any) -> dict[str, Counts]:
        """Return the counts, for scores with other intervals."""
        chosen = self.task.options.of({**self.score_options, **intervals})
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

    def write_text(self, output: Output) -> None:
        """Write a comparison, or scores with drawings of documents and tables of details."""
        if self.arguments.compare:
            # The table of pairs has more digits because of p-values; rounded differences would be padded with zeros.
            shown = self.numbers.of_comparison(self.comparison, exact_pairs=output.format != "json")
            if output.format != "json":  # warnings are on the standard error
                shown = replace(shown, data={**shown.data, "warnings": {}})
            plain = "terminal" if output.is_terminal else "text"
            output.write(shown.written(plain if output.format == TABLE else output.format, self.numbers.shown_digits))
            return
        from event_scoring.commands.result_texts import ResultWriter

        citation = self.layout.citation_of(self.command.options) if self.arguments.citation else ""
        writer = ResultWriter(self.layout, self.numbers, output, self.sections, citation, self.arguments.brief)
        writer.write(*self.scored)

    @cached_property
    def scored(self) -> tuple[dict[str, Any], Mapping[str, Table], str]:
        """The results of all systems, further tables, and a drawing of documents; warnings are shown once."""
        results: dict[str, Any] = {name: counts.score(self.has_details) for name, counts in self.counts.items()}
        for name, result in results.items():
            for section in self.sections:
                if section not in result:
                    there = [f"--per-{thing}" for thing in self.layout.tables if f"per_{thing}" in result]
                    flag = f"--{section.replace('_', '-')}"
                    raise ValueError(f"{flag}: these options have no such table; they have {', '.join(there)}")
            result["warnings"] = self._warn(name, result.warnings)
        drawing = self.drawing(results) if self.arguments.show else ""
        return results, self.command.complete_results(self.counts, results, self.documents), drawing

    def _warn(self, name: str, sentences: Sequence[str]) -> list[str]:
        """Give the warnings about a system, but a second one about swapped sides.

        Returns:
            These, after those of the match with the references, which were given when it was read.
        """
        messages = self.command.messages.get(name, [])
        told = with_one_swap_warning([*messages, *sentences])
        for sentence in told[len(messages) :]:
            warnings.warn(f"{name}: {sentence}", stacklevel=2)
        return told

    def drawing(self, results: Mapping[str, Any]) -> str:
        """Return all documents, drawn for a terminal."""
        # Texts are drawn where they were scored.
        sides = {
            name: tuple(side.as_dicts() for side in self.task.check(*pair)) for name, pair in self.documents.items()
        }
        words = self.command.document_words()
        return drawn_documents(self.name, results, sides, words, self.outputs[0])

    @cached_property
    def comparison(self) -> Any:
        """The comparison of the systems, of one output or several runs each. Its warnings are shown when it is made."""
        from event_scoring.comparison.comparison_tables import cautions, warnings_of

        comparison = self._compared()
        if any(output.format in ("csv", "json") for output in self.outputs):  # other formats have a note
            for sentence in cautions(comparison.data):
                warnings.warn(sentence, stacklevel=2)
        for name, sentences in warnings_of(comparison.data).items():
            self._warn(name, sentences)
        return comparison

    def _compared(self) -> Any:
        if not self.runs:
            from event_scoring.comparison.systems import compare

            scores = MAIN if self.arguments.scores == MAIN else self.chosen_scores
            return compare(self.counts_with_intervals(), scores=scores, **self.test_options, **self.intervals)
        from event_scoring.comparison.runs import compare_runs

        counts = self.counts_with_intervals()
        return compare_runs(
            {name: [counts[run] for run in of_system] for name, of_system in self.runs.items()},
            scores=self.chosen_scores,
            **{name: value for name, value in self.test_options.items() if name != "test"},
            **{name: value for name, value in self.intervals.items() if name != "sampler"},
        )

    @cached_property
    def figures(self) -> dict[str, Any]:
        """The figures of the requested kind, by system if each has its own."""
        return self.picture.figures(self)

    def write_picture(self, output: Output) -> None:
        """Write a picture of all systems, or one of each."""
        assert output.path is not None
        save_figures(self.figures, output.path)

    def write_page(self, output: Output) -> None:
        """Write the report."""
        output.write(self.page)

    @cached_property
    def page(self) -> str:
        """The report on all systems."""
        from event_scoring.report.reports import report
        from event_scoring.web_page import page_module

        arguments = self.arguments
        choices: dict[str, Any] = {**self.intervals, **self.score_options}
        if arguments.title:
            choices["title"] = arguments.title
        words = self.command.document_words() if self.command.takes_words else {}
        if self.command.takes_words:
            choices["tokens"] = words
        systems = {name: system for name, (system, _) in self.documents.items()}
        _, references = next(iter(self.documents.values()))
        facts = {"reference": os.path.basename(arguments.gold), "command": shlex.join(["event-score", *sys.argv[1:]])}
        signature = next(iter(self.counts_with_intervals().values())).score()["signature"]
        opening = page_module("requests").opening_of_files(self.name, systems, references, words, signature, facts)
        return report(self.name, systems, references, opening=opening, **choices)


WRITERS: dict[str, Callable[[Outputs, Output], None]] = {
    **dict.fromkeys(TEXTS, Outputs.write_text),
    PICTURE: Outputs.write_picture,
    PAGE: Outputs.write_page,
}
"""The method that writes each kind of output."""
