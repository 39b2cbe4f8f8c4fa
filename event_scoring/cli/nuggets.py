"""`event-score nuggets`: score event nugget files."""

from __future__ import annotations

import argparse
import os
import warnings
from typing import Any

from event_scoring.cli.datasets import add_dataset_options, has_dataset, run_datasets
from event_scoring.cli.inputs import NuggetReader, paired
from event_scoring.cli.locations import located_in_files
from event_scoring.cli.output import add_output_options, add_zero_division, as_json, progress, unique_names, write
from event_scoring.cli.report import NUGGET_REPORT, report
from event_scoring.formats.text_lines import read_lines
from event_scoring.nuggets.columns import NUGGET_DOCUMENT
from event_scoring.nuggets.options import CHOICES, COREFERENCE_MAPPINGS, PROTOCOLS
from event_scoring.nuggets.score import NUGGETS, score_nuggets

EXAMPLES = """examples:
  event-score nuggets gold.tbf system.tbf
  event-score nuggets gold.tbf run1.tbf run2.tbf --tokens tables/ --protocol evmeval-1.8
  event-score nuggets gold.jsonl system.jsonl --per-type --format csv -o types.csv
  event-score nuggets --dataset shards/ --confidence 0.95 --format json -o result.json

Files are TBF (.tbf), JSON Lines of documents (.jsonl, .json) or brat folders. Documents are paired by id: one that
the system lacks counts as empty, one that the references lack is left out; both are reported.
"""


MEANINGS = {
    "mapping": "which predictions stand for a reference",
    "precision": "the denominator of span precision: TP/predictions, the pilot's, or Algorithm 2 as printed",
    "documents_without_references": "whether they enter the scores with their predictions",
    "unannotated": "whether a reference attribute that is missing or NOT_ANNOTATED agrees with everything",
}


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "nuggets",
        help="score event nuggets",
        description="Score event nugget files: spans with partial credit, types, realis.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    gold = parser.add_argument("gold", metavar="GOLD", help="the reference annotation")
    systems = parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="one or more system outputs")
    add_file_options(parser)
    add_dataset_options(parser, (gold, systems))
    add_score_options(parser)
    add_interval_options(parser, None)
    parser.add_argument("--per-type", action="store_true", help="add a table by event type")
    parser.add_argument("--per-document", action="store_true", help="add a table by document")
    add_output_options(parser)
    parser.set_defaults(run=run)


def add_file_options(parser: argparse.ArgumentParser) -> None:
    """How nugget files are read."""
    group = parser.add_argument_group("files")
    group.add_argument("--tokens", metavar="DIR", help="token tables, DOC_ID.tab, for TBF files of token ids")
    group.add_argument(
        "--unit",
        choices=("token", "char"),
        help="what TBF spans are made of (default: token with --tokens, char without)",
    )


def add_score_options(parser: argparse.ArgumentParser) -> None:
    """The options of the nugget score, by the names that Python uses."""
    group = parser.add_argument_group(
        "options of nuggets", "A protocol presets the options under it; each may be given as well."
    )
    group.add_argument("--protocol", choices=tuple(PROTOCOLS), default="paper", help="default: paper")
    for name, choices in CHOICES.items():
        group.add_argument(f"--{name.replace('_', '-')}", choices=choices, help=MEANINGS[name])
    group.add_argument(
        "--normalize",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="compare attributes by their ASCII letters and digits in lower case",
    )
    group.add_argument(
        "--types", metavar="A,B|@FILE", help="score only these event types: separated by commas, or a file, one a line"
    )
    for name, when in (("coreference", "clusters"), ("sequencing", "links")):
        group.add_argument(
            f"--{name}",
            action=argparse.BooleanOptionalAction,
            default=None,
            help=f"score event {name} (default: where any file has {when})",
        )
    group.add_argument(
        "--coreference-mapping",
        choices=COREFERENCE_MAPPINGS,
        help="what aligned mentions must agree in for coreference (default: type)",
    )
    group.add_argument(
        "--coreference-threshold",
        type=float,
        metavar="DICE",
        help="how similar the spans of aligned mentions must be, from 0 to 1 (default: 1)",
    )
    add_zero_division(group)


def add_interval_options(parser: argparse.ArgumentParser, level: float | None) -> None:
    """How confidence intervals are made."""
    group = parser.add_argument_group("intervals")
    default = "none" if level is None else f"{level:g}"
    group.add_argument(
        "--confidence", type=float, default=level, metavar="LEVEL", help=f"level, such as 0.95 (default: {default})"
    )
    group.add_argument("--resamples", type=int, default=1000, metavar="N", help="bootstrap samples (default: 1000)")
    group.add_argument("--seed", type=int, default=0, metavar="N", help="what they are drawn by (default: 0)")


def interval_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The keywords of intervals from parsed arguments."""
    return {name: getattr(arguments, name) for name in ("confidence", "resamples", "seed")}


def score_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The keywords of `score_nuggets` from parsed arguments."""
    chains = ("coreference", "coreference_mapping", "coreference_threshold", "sequencing")
    options: dict[str, Any] = {
        name: getattr(arguments, name)
        for name in ("protocol", "normalize", *CHOICES, *chains)
        if getattr(arguments, name) is not None
    }
    if arguments.types is not None:
        options["types"] = listed(arguments.types)
        if not options["types"]:
            raise ValueError(f"--types: expected event types, found none in {arguments.types!r}; leave it out for all")
    if arguments.zero_division == "nan":
        options["zero_division"] = "nan"
    return options


def listed(text: str) -> list[str]:
    """A list from the command line: words between commas, or the lines of a file after ``@``.

    Examples:
        >>> listed("Life.Die,Conflict.Attack")
        ['Life.Die', 'Conflict.Attack']
    """
    if text.startswith("@"):
        os.stat(text[1:])  # that there is no such file is said as the system says it
        return [line for line in read_lines(text[1:]).text.to_pylist() if line]
    return [word.strip() for word in text.split(",") if word.strip()]


def run(arguments: argparse.Namespace) -> int:
    """Score every system and print the results."""
    options = {**score_options(arguments), **interval_options(arguments)}
    if has_dataset(arguments):
        return run_datasets(arguments, NUGGETS.name, options, NUGGET_REPORT)
    NUGGETS.options(options)  # wrong ones are told before files are read
    reader = NuggetReader.of(arguments.unit, arguments.tokens)
    references = reader.read(arguments.gold)
    details = arguments.per_type or arguments.per_document
    results = {}
    for name, path in progress(list(zip(unique_names(arguments.systems), arguments.systems, strict=True)), "systems"):
        system, gold = paired(reader.read(path), references, NUGGET_DOCUMENT, name)
        with located_in_files(path, arguments.gold, gold.field("doc_id").to_pylist()):
            results[name] = score_nuggets(system, gold, details=details, **options)
        results[name].pop("alignment", None)
        if "types" in options and not results[name]["references"]:
            warnings.warn(f"{name}: no reference has one of these types: {arguments.types}", stacklevel=1)
    if arguments.format == "json":
        write(as_json(results if len(results) > 1 else next(iter(results.values()))), arguments.output)
    else:
        sections = [name for name in ("per_type", "per_document") if getattr(arguments, name)]
        write(report(results, NUGGET_REPORT, sections, arguments.format), arguments.output)
    return 0
