"""Flags of `event-score relations` for some formats, and for comparing an output under every rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from event_scoring.commands.number_format import NumberFormat
from event_scoring.commands.task_command import TaskCommand

if TYPE_CHECKING:
    from event_scoring.commands.output_flags import Output

_COLUMNS = ("rule", "score", "precision", "recall", "f1")


class RelationCommand(TaskCommand):
    """Relations between events, and clusters over documents."""

    format_flags = ("align", "sentences")
    examples = """examples:
  event-score relations platinum.txt predictions.tsv --protocol matres --per-label
  event-score relations gold.conll run1.conll run2.conll --protocol coreference --level topic --singletons drop
  event-score relations gold/ system/ --protocol tempeval-3
  event-score relations test.jsonl predictions.jsonl --protocol maven-ere
  event-score relations gold.jsonl system.jsonl --vary protocols
  event-score relations gold.jsonl system.jsonl --protocol tb-dense --fact split=test --confidence 0.95

Files are those of MATRES and TDDiscourse (tab-separated), HiEve (.tsvx), TimeML, CAT and ECB+ (.xml), EventStoryLine's
evaluation format, MAVEN-ERE, CoNLL columns, or JSON Lines of documents, one a line:
  {"doc_id": "d1", "relations": [{"type": "BEFORE", "source": "e1", "target": "e2"}]}
Which protocol: docs/which-relation-score.md.
"""

    @classmethod
    def add_file_flags(cls, parser: Any) -> None:
        parser.add_argument(
            "--align",
            action="store_true",
            help="TimeML: give overlapping events one id and turn links into text order",
        )
        parser.add_argument(
            "--sentences",
            metavar="FILE",
            help="ECB+: score only these sentences (ECBplus_coreference_sentences.csv)",
        )
        parser.add_argument(
            "--vary",
            choices=("protocols",),
            help="instead of scores, compare the output under every rule that can read it",
        )

    def prepare(self) -> None:
        from event_scoring.reading.file_formats import with_preset

        if self.arguments.vary and "protocol" in self.options:
            raise ValueError("--protocol: --vary protocols scores by all of them, expected one or the other")
        if not self.arguments.vary:
            self.options = {**with_preset(self.arguments.gold, self.options)}
        if self.arguments.strict:
            self.options["strict"] = True

    def check_options(self) -> None:
        if not self.arguments.vary:  # each rule uses the options that it has
            super().check_options()

    def write_variations(self, output: Output) -> None:
        from event_scoring.commands.result_texts import Variation, write_variations
        from event_scoring.relations.comparisons import compare_protocols

        of_systems = self.each_system(lambda _, system, gold: compare_protocols(system, gold, **self.options))
        rows = [
            {"system": name, **{key: row[key] for key in _COLUMNS}}
            for name, rules in of_systems.items()
            for row in rules
            if row["f1"] is not None
        ]
        sentences = [f"{name}: {rules.sentence}" for name, rules in of_systems.items() if rules.sentence]
        shown = {name: {"rules": [*rules], "sentence": rules.sentence} for name, rules in of_systems.items()}
        write_variations(output, NumberFormat.of(self.arguments), shown, [Variation("", rows, sentences)])
