"""The table of all tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from event_scoring.documents.errors import InputError, Path
from event_scoring.documents.schema import Kind, ListOf, Record
from event_scoring.label_sequences import PUBLISHED
from event_scoring.scoring.counts import read_line, read_recipe
from event_scoring.scoring.labels import labels_of_lists
from event_scoring.scoring.options import declarations
from event_scoring.scoring.published import Published
from event_scoring.scoring.result import Result
from event_scoring.scoring.task import Counts, Task, joined_counts
from event_scoring.task_locations import TASK_LOCATIONS, load_task

TASKS: dict[str, Task] = {name: load_task(name) for name in TASK_LOCATIONS}


def score_counts(counts: Counts | Sequence[Counts], *, details: bool = False) -> Result:
    """Compute scores from counts of any task, with the options of the counting.

    Args:
        counts: Counts of a corpus, or a list of the counts of its parts.
        details: Add what `details` of the score function adds, if the counts were made with it.

    Examples:
        >>> from event_scoring import count_nuggets
        >>> parts = [count_nuggets([[{"token_ids": [i], "type": "A"}]], [[{"token_ids": [1], "type": "A"}]])
        ...          for i in (1, 2)]
        >>> score_counts(parts)["span_f1"]
        0.5
    """
    given = [counts] if isinstance(counts, Counts) else counts
    if not isinstance(given, Iterable) or not (given := list(given)):
        raise InputError(("counts",), wanted="the counts of one part of a corpus or of several", got=counts)
    return joined_counts([check_counts(part, ("counts",)) for part in given]).score(details)


def read_counts(lines: Iterable[str]) -> Counts:
    """Read counts from the lines of `Counts.to_json_lines`.

    Examples:
        >>> from event_scoring import count_nuggets
        >>> counts = count_nuggets([[{"token_ids": [1], "type": "A"}]], [[{"token_ids": [1], "type": "A"}]])
        >>> read_counts(counts.to_json_lines()).score()["span_f1"]
        1.0
    """
    rows = iter(lines)
    recipe = read_recipe(rows)
    task, choices = TASKS[recipe["task"]], recipe["options"]
    # A file stores functions by their names.
    known = {declaration.name: declaration for declaration in declarations(task.options) if declaration.name in choices}
    python_only = [one for one in known.values() if one.details.get("python_only")]
    values = [choices[one.name] for one in python_only]
    options = task.options.made({name: choices[name] for name in known if known[name] not in python_only})
    for one, value in zip(python_only, values, strict=True):
        object.__setattr__(options, one.name, one.checked(value) if isinstance(value, list | dict) else value)
    kept = [read_line(line, ("counts", number)) for number, line in enumerate(rows, start=1)]
    return Counts(kept, task, options, recipe["details"], labels_of_lists(recipe["labels"]))


def check_counts(given: object, path: Path) -> Counts:
    """Return counts, or raise an `InputError` for anything else."""
    if not isinstance(given, Counts):
        hint = "count_nuggets(predictions, references) and similar functions give counts"
        raise InputError(path, wanted="the result of a count_ function", got=given, hint=hint)
    return given


def published_rules() -> dict[str, tuple[Published, ...]]:
    """Return the rules of papers and published scorers that each score function offers.

    Examples:
        >>> [rule.name for rule in published_rules()["score_values"]]
        ['ACE event value (VDR)', 'ACE event mention value (VMD)']
    """
    return {"score_bio": PUBLISHED, **{f"score_{task.name}": task.published for task in TASKS.values()}}


def named_records() -> dict[str, Record]:
    """Return the documents of all tasks and the records in them, by the names of their types for users.

    A record is named as its class is, with the noun of the task in front if the name does not have it.

    Examples:
        >>> [name for name in named_records() if "Nugget" in name]
        ['NuggetLink', 'Nugget', 'NuggetDocument']
    """
    records: dict[str, Record] = {}

    def add(kind: Kind, noun: str) -> None:
        while isinstance(kind, ListOf):
            kind = kind.item
        if isinstance(kind, Record) and kind.struct is not None and kind not in records.values():
            for field in reversed(kind.fields):
                add(field.kind, noun)
            name = kind.struct.__name__
            records[name if noun in name else f"{noun}{name}"] = kind

    for task in TASKS.values():
        for record in (task.predictions, task.references):
            assert record.struct is not None
            add(record, record.struct.__name__.removesuffix("Document").removesuffix("Reference"))
    return records
