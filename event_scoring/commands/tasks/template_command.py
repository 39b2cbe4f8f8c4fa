"""Flags of `event-score templates` and `values`: the files of FAMuS."""

from __future__ import annotations

from typing import Any

from event_scoring.commands.task_command import TaskCommand


class TemplateCommand(TaskCommand):
    """Templates."""

    examples = """examples:
  event-score templates gold.jsonl system.jsonl
  event-score templates gold.jsonl run1.jsonl run2.jsonl --alignment optimal --confidence 0.95
  event-score templates gold.jsonl system.jsonl --per-slot --format csv -o slots.csv
  event-score templates test.json preds_gtt.out --protocol gtt --per-slot
  event-score templates test.json preds.jsonl --protocol ceaf-rme --similarity phi-subset
  event-score templates gold.jsonl system.jsonl --protocol gtt --per-error --format latex

Files are JSON Lines of documents, one a line:
  {"doc_id": "d1", "templates": [{"type": "PERSON", "id": "p1", "slots": [{"name": "NAME", "values": ["Ada"]}]}]}
A slot with "pointer": true holds ids of templates. Protocols that score entities take "entities": [["Ada", "she"]] in
place of values, and the files of GRIT, GTT and IterX as they are.
"""
    format_flags = ("side", "coreference")

    @classmethod
    def add_file_flags(cls, parser: Any) -> None:
        files = parser.add_argument_group("files of FAMuS")
        files.add_argument("--side", choices=("report", "source"), help="the text that is scored (default: report)")
        files.add_argument("--coreference", metavar="FILE", help="further mentions of its entities, as JSON")

    def prepare(self) -> None:
        if self.arguments.per_error:
            self.options["errors"] = "auto-err"


class ValueCommand(TaskCommand):
    """Event values."""

    examples = """examples:
  event-score values gold/ system/
  event-score values gold/ run1/ run2/ --level mention --confidence 0.95
  event-score values gold/ system/ --missing assume --per-type
  event-score values gold.jsonl system.jsonl --format json -o result.json

GOLD and SYSTEM are apf.xml files, folders of them, or JSON Lines of documents with entities, timex2, values and events
(offsets inclusive).
"""
