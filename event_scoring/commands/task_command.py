"""The command line of a task: the flags about its files, and how a run reads, pairs and draws them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from event_scoring.commands.output_flags import Output, progress, system_names
from event_scoring.commands.parser import is_given
from event_scoring.scoring.options import declarations

if TYPE_CHECKING:
    from event_scoring.documents.sides import Documents
    from event_scoring.reading.document_reading import Reader
    from event_scoring.reading.matched_sides import Pair
    from event_scoring.scoring.tables import Table
    from event_scoring.scoring.task import Task

Value = TypeVar("Value")
UNMATCHED = 3
"""The exit code of --strict if documents are unmatched."""


class TaskCommand:
    """A task whose files need no flags, and one run of it. Heavy modules are imported by the methods that use them."""

    examples = ""
    """At the end of the help."""
    has_show = False
    """Whether --show draws the documents in a terminal."""
    takes_words = False
    """Whether its documents lack words, so that a report may need --text."""
    without_flags: Sequence[str] = ()
    """Declared options that have no flag here."""
    format_flags: Sequence[str] = ()
    """Flags that are options of the reader of one format."""
    completed_from: str | None = None
    """The path that `complete` reads."""

    @classmethod
    def add_file_flags(cls, parser: Any) -> None:
        """Add the flags about files, which have no meaning for a dataset."""

    @classmethod
    def add_option_flags(cls, parser: Any) -> None:
        """Add flags that say an option in another way than its declaration."""

    @classmethod
    def add_options(cls, arguments: argparse.Namespace, options: dict[str, Any]) -> None:
        """Add the options of the flags, and refuse contradictory flags."""

    def __init__(self, task: Task, arguments: argparse.Namespace, options: Mapping[str, Any]) -> None:
        self.task, self.arguments = task, arguments
        self.options = dict(options)
        """The options of the task; those that the files give are added when they are read."""
        self.all_matched = True
        self.messages: dict[str, Sequence[str]] = {}
        """The warnings about the matching of each system, which are given already."""
        self.prepare()
        self.check_options()

    def prepare(self) -> None:
        """Complete the options from the files, and refuse flags that do not fit the files."""

    def check_options(self) -> None:
        """Raise an error for wrong options, before documents are read. Files that options name are read here."""
        checked = self.task.options.of(self.options)
        of_files = {one.name for one in declarations(type(checked)) if one.details.get("of_file")}
        self.options |= {name: getattr(checked, name) for name in of_files & self.options.keys()}

    @cached_property
    def reader(self) -> Reader:
        """The reader of the files."""
        from event_scoring.reading.document_reading import Reader

        arguments = self.arguments
        format_options = {name: getattr(arguments, name) for name in self.format_flags if is_given(arguments, name)}
        return Reader(self.task, arguments.gold, format_options=format_options, strict=arguments.strict)

    def read(self, path: str, predicted: bool) -> Documents:
        """Return the documents of a system, or of the references."""
        return self.reader.read(path, predicted)

    @cached_property
    def references(self) -> Any:
        """The documents of the references. Options with one value for each of them are added."""
        documents = self.read(self.arguments.gold, False)
        self.options |= self.options_of(documents)
        return documents

    def options_of(self, references: Any) -> Mapping[str, Any]:
        """Return options with one value for each reference document."""
        return {}

    def complete(self, system: Any, references: Any) -> Any:
        """Return the documents of a system, completed with data from the references."""
        return system

    def pair(self, path: str, name: str) -> Pair:
        """Return a system and the references, matched by document, with warnings about the matching."""
        from event_scoring.reading.matched_sides import paired

        references = self.references
        system, files = self.read(path, True), (path, self.arguments.gold)
        warnings = self.reader.pair_warnings(path)
        pair = paired(system, references, self.task.predictions, files, name, warnings)
        self.all_matched &= pair.whole
        return pair.warn(name)

    def each_system(self, use: Callable[[str, Any, Any], Value]) -> dict[str, Value]:
        """Return ``use(name, system, references)`` for each system. Errors name the files."""
        arguments, values = self.arguments, {}
        names = system_names(arguments, arguments.systems)
        files = list(zip(names, arguments.systems, strict=True))
        for name, path in progress(files, "systems", arguments.quiet):
            pair = self.pair(path, name)
            self.messages[name] = pair.messages
            with pair.located(self.completed_from):
                values[name] = use(name, self.complete(pair.system, pair.references), pair.references)
        return values

    def exit_code(self) -> int:
        """Return `UNMATCHED` if documents are unmatched under --strict, else 0."""
        return 0 if self.all_matched or not self.arguments.strict else UNMATCHED

    def write_variations(self, output: Output) -> None:
        """Write the comparison that --vary names. Called only if the task has this flag and it is given."""
        raise NotImplementedError

    def document_words(self) -> Mapping[str, Any]:
        """Return the words of documents, from the files or those of --text."""
        from event_scoring.reading.document_texts import read_words

        return {} if self.arguments.text is None else read_words(self.arguments.text)

    def sections(self) -> list[str]:
        """Return the keys of details that flags request as tables."""
        return [f"per_{thing}" for thing in self.task.layout.tables if getattr(self.arguments, f"per_{thing}")]

    def needs_details(self) -> bool:
        """Whether a flag about files needs results with details."""
        return False

    def complete_results(
        self, counts: Mapping[str, Any], results: dict[str, Any], documents: Any
    ) -> Mapping[str, Table]:
        """Write files beside the outputs, drop details that no table shows, and return more tables by title."""
        return {}
