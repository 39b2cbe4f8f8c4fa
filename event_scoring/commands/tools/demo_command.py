"""`event-score demo`: a paragraph with the annotations of people and a system, and its score."""

from __future__ import annotations

import argparse
import shlex
import shutil
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from event_scoring.commands.output_flags import Output
from event_scoring.documents.errors import counted, printable
from event_scoring.examples import PARAGRAPH, nugget_systems
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.tbf.writing import write_tbf
from event_scoring.nuggets.score import score_nuggets
from event_scoring.report.terminal import draw_documents
from event_scoring.scoring.result import Result


def run(arguments: argparse.Namespace) -> int:
    """Show the paragraph, or write files."""
    paragraph, output = PARAGRAPH["nuggets"], Output.of(arguments.output, None)
    predictions, references, words = paragraph.predictions, paragraph.references, paragraph.tokens["news"]
    if arguments.write is not None:
        output.write(_write_files(Path(arguments.write)))
    else:
        result = score_nuggets(predictions, references, details=True)
        width = min(shutil.get_terminal_size((100, 24)).columns, 100)
        systems, results = {"system": predictions}, {"system": result}
        colour = output.is_terminal
        drawn = draw_documents("nuggets", references, systems, results, {"news": words}, width, colour)
        output.write(_demo_text(result, drawn))
    return 0


def _demo_text(result: Result, drawn: str) -> str:
    """Return the paragraph with both annotations, the verdict, the score and the next commands."""
    headline = result.headline
    score = headline.sentence(f"{result[headline.key]:.4f}") if headline else ""
    return "\n".join(
        [
            "A paragraph of news: below each line what people marked in it (the reference), and a system.\n",
            f"{drawn}\n",
            f"The system {verdict(result)}.",
            f"{score}\n",
            "Go on with:",
            "  event-score demo --write trial                                     write files of every task",
            "  event-score trial/gold.tbf trial/run1.tbf                          score two of them, or your own",
            "  event-score trial/gold.tbf trial/run1.tbf -o report.html           see every document",
        ]
    )


def verdict(result: Result) -> str:
    """Return a sentence that counts the right, wrong, missed and invented events of a result.

    Examples:
        >>> paragraph = PARAGRAPH["nuggets"]
        >>> verdict(score_nuggets(paragraph.predictions, paragraph.references, details=True))
        'found 4 of 5 events: 1 with the wrong type, 1 missed; 1 invented'
    """
    rows = result["categories"][0]
    of_references = Counter(row["category"] for row in rows["references"])
    of_predictions = Counter(row["category"] for row in rows["predictions"])
    found = result["references"] - of_references["missed"]
    details = [
        f"{number} {what}"
        for number, what in ((of_references["type"], "with the wrong type"), (of_references["missed"], "missed"))
        if number
    ]
    ends = [f"{of_predictions['spurious']} invented"] if of_predictions["spurious"] else []
    return "; ".join([f"found {found} of {result['references']} events: {', '.join(details) or 'all right'}", *ends])


def _write_files(folder: Path) -> str:
    """Write files of every task: nuggets of the papers' examples, the paragraph for the others."""
    files: dict[Path, Callable[[str], None]] = {}
    for name, side in nugget_systems().items():
        files[folder / f"{name}.tbf"] = partial(write_tbf, side)
        files[folder / f"{name}.jsonl"] = partial(write_json_lines, side)
    lines = [["gold.tbf", "run1.tbf", "run2.tbf"]]
    for task, paragraph in PARAGRAPH.items():
        if task != "nuggets":
            lines.append([f"{task}-gold.jsonl", f"{task}-run1.jsonl"])
            for file, side in zip(lines[-1], (paragraph.references, paragraph.predictions), strict=True):
                files[folder / file] = partial(write_json_lines, side)
    there = [str(path) for path in files if path.exists()]
    if there:
        known = f"{counted(len(there), 'file')} of the demo, such as {printable(there[0])}"
        raise ValueError(f"--write: {printable(str(folder))} already has {known}; name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    for path, write_file in files.items():
        write_file(str(path))
    commands = [f"  event-score {shlex.join(str(folder / file) for file in of)}" for of in lines]
    return "\n".join(map(printable, [f"wrote {len(files)} files into {folder}; score them with:", *commands]))
