"""`--dataset`, which every scoring command has: a corpus in shards instead of files."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.cli.options import refuse_given
from event_scoring.cli.output.tables import write_results
from event_scoring.cli.output.writing import Numbers, as_json, system_names, write
from event_scoring.scoring.tables import records_table
from event_scoring.scoring.task import Task


def add_dataset_options(parser: argparse.ArgumentParser, instead_of: Sequence[argparse.Action]) -> None:
    """The options of datasets; where they are given, the arguments that name files are not needed."""
    group = parser.add_argument_group(
        "datasets",
        "A corpus of any size in Parquet, Arrow or JSON Lines shards, whose rows have predictions and references.\n"
        "Only sums are kept of it, so tables by type or document are not made.",
    )

    class Instead(argparse.Action):
        def __call__(self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: Any = None) -> None:
            for action in instead_of:
                action.required = False
            setattr(namespace, self.dest, values)

    group.add_argument(
        "--dataset",
        action=Instead,
        nargs="+",
        metavar="DIR",
        help="score a folder of shards, or several, one a system; "
        "with --confidence several are compared on the same samples",
    )
    group.add_argument(
        "--references", metavar="DIR", help="where they are shards of their own: rows are joined by doc_id"
    )
    group.add_argument("--workers", type=int, metavar="N", help="count in N processes of Ray (default: in this one)")
    group.add_argument("--ignore-others", action="store_true", help="leave out what a folder holds beside shards")
    parser.set_defaults(files=[action.dest for action in instead_of])


def has_dataset(arguments: argparse.Namespace) -> bool:
    """Whether a dataset is to be scored; a ValueError for its options without one."""
    if not arguments.dataset:
        refuse_given(arguments, ("references", "workers", "ignore_others"), "expected --dataset beside it")
    return bool(arguments.dataset)


def run_datasets(
    arguments: argparse.Namespace, task: Task, options: Mapping[str, Any], of_files: Sequence[str] = ()
) -> int:
    """Score every dataset and print the results; flags that are about files are refused."""
    from event_scoring.large.dataset import compare_datasets, score_dataset
    from event_scoring.large.distributed import score_distributed

    refuse_given(arguments, of_files, "goes with files, not with --dataset")
    for name in (*arguments.files, "strict"):
        if getattr(arguments, name):
            raise ValueError(f"--dataset: expected no {name}, for the shards hold both sides")
    tables = (name for name in vars(arguments) if name.startswith("per_"))
    refuse_given(arguments, tables, "expected files, for of a dataset only sums are kept")
    settings = {"task": task.name, "ignore_others": arguments.ignore_others, "progress": sys.stderr.isatty(), **options}
    if arguments.workers is not None:
        settings["workers"] = arguments.workers
    score = score_dataset if arguments.workers is None else score_distributed
    datasets = dict(zip(system_names(arguments, arguments.dataset), arguments.dataset, strict=True))
    differences: list[dict[str, Any]] = []
    if len(datasets) > 1 and options.get("confidence") is not None:
        found = compare_datasets(datasets, arguments.references, **settings)
        results, differences = found["systems"], found["differences"]
    else:
        results = {name: score(path, arguments.references, **settings) for name, path in datasets.items()}
    for name, result in results.items():
        for sentence in result["warnings"]:
            warnings.warn(f"{name}: {sentence}", stacklevel=2)
    if differences and arguments.format == "json":
        write(
            as_json(Numbers.of(arguments).of_result({"systems": results, "differences": differences})), arguments.output
        )
        return 0
    more = {"differences": records_table(differences)} if differences else {}
    write_results(results, task.sheet, [], arguments, task.sheet.citation_of(options), more)
    return 0
