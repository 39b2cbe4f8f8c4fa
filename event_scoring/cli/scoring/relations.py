"""`event-score relations`: score relations between events, and clusters of events over documents."""

from __future__ import annotations

import argparse
from typing import Any

from event_scoring.cli.commands import add_command
from event_scoring.cli.options import add_options, given_options
from event_scoring.cli.output.writing import add_output_options
from event_scoring.cli.scoring.datasets import add_dataset_options, has_dataset, run_datasets
from event_scoring.cli.scoring.files import Evaluation, add_pair, score_files
from event_scoring.reading.files import Reader
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.score import RELATIONS

EXAMPLES = """examples:
  event-score relations platinum.txt predictions.tsv --protocol matres --per-label
  event-score relations gold.conll run1.conll run2.conll --protocol coreference --level topic --singletons drop
  event-score relations gold/ system/ --protocol tempeval-3
  event-score relations test.jsonl predictions.jsonl --protocol maven-ere
  event-score relations gold.jsonl system.jsonl --protocol tb-dense --vague exclude --confidence 0.95

Files are those of MATRES and TDDiscourse (tab-separated), HiEve (.tsvx), TimeML, CAT and ECB+ (.xml), EventStoryLine's
evaluation format, MAVEN-ERE, CoNLL columns, or JSON Lines of documents, one a line:
  {"doc_id": "d1", "relations": [{"type": "BEFORE", "source": "e1", "target": "e2"}]}
Documents are paired by id: one that the system lacks counts as empty, one that the references lack is left out; both
are reported.
"""
SECTIONS = ("per_label", "per_document", "per_unit")


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    does = "Score relations between events: temporal, causal, subevent, and coreference over documents."
    parser = add_command(subparsers, "relations", EXAMPLES, does, run=run)
    add_dataset_options(parser, add_pair(parser, SECTIONS, "relations"))
    add_options(parser, RelationOptions)
    add_output_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Score every system and print the results."""
    options = given_options(arguments, RelationOptions)
    if has_dataset(arguments):
        return run_datasets(arguments, RELATIONS, options)
    return score_files(arguments, Evaluation(RELATIONS, Reader(RELATIONS).read, options), SECTIONS)
