"""What the command line knows before anything is imported: its tasks, and its other commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class TaskEntry(NamedTuple):
    """One task: what the help says of it, and where its parts are; each is imported when it is needed."""

    does: str
    task: str
    """Module and name of its `Task`."""
    options: str
    """Module and name of the class that declares its options."""
    sheet: str
    """Module and name of its `Sheet`."""
    door: str = "door:Door"
    """Where the flags about its files are, in this package."""


class Command(NamedTuple):
    """Another command: what the help says of it, and where its flags and what it does are, in this package."""

    does: str
    flags: str
    run: str


TASKS = {
    "nuggets": TaskEntry(
        "score event nuggets: spans with partial credit, types, realis",
        "nuggets.score:NUGGETS",
        "nuggets.options:NuggetOptions",
        "nuggets.options:NUGGET_SHEET",
        "doors.nuggets:NuggetDoor",
    ),
    "detection": TaskEntry(
        "score event detection",
        "extraction.score:DETECTION",
        "extraction.options:DetectionOptions",
        "extraction.sheet:DETECTION_SHEET",
        "doors.extraction:DetectionDoor",
    ),
    "extraction": TaskEntry(
        "score event detection and argument extraction",
        "extraction.score:EXTRACTION",
        "extraction.options:ExtractionOptions",
        "extraction.sheet:EXTRACTION_SHEET",
        "doors.extraction:ExtractionDoor",
    ),
    "arguments": TaskEntry(
        "score event arguments and their linking",
        "arguments.score:ARGUMENTS",
        "arguments.options:ArgumentOptions",
        "arguments.options:ARGUMENT_SHEET",
        "doors.arguments:ArgumentDoor",
    ),
    "responses": TaskEntry(
        "score responses by their assessments",
        "arguments.responses:RESPONSES",
        "arguments.options:ResponseOptions",
        "arguments.options:RESPONSE_SHEET",
        "doors.arguments:ResponseDoor",
    ),
    "templates": TaskEntry(
        "score templates, such as those of MUC",
        "templates.score:TEMPLATES",
        "templates.options:TemplateOptions",
        "templates.options:TEMPLATE_SHEET",
        "door:TemplateDoor",
    ),
    "relations": TaskEntry(
        "score relations between events, and clusters over documents",
        "relations.score:RELATIONS",
        "relations.options:RelationOptions",
        "relations.sheet:RELATION_SHEET",
        "doors.relations:RelationDoor",
    ),
    "values": TaskEntry(
        "score events by their value, as ACE 2005 did",
        "values.score:VALUES",
        "values.options:ValueOptions",
        "values.options:VALUE_SHEET",
        "door:ValueDoor",
    ),
}
"""One row is all that a further task needs."""

COMMANDS = {
    "demo": Command("score a paragraph that comes with the package, or write files to try", "flags:demo", "demo:run"),
    "validate": Command("check a submission and list every problem", "flags:validate", "files.validate:run"),
    "convert": Command("convert nugget files", "flags:convert", "files.convert:run"),
    "bio": Command("score labels such as B-Attack in CoNLL columns", "flags:bio", "files.labels:run"),
    "judge": Command("ask a program or people about pairs that could be the same", "flags:judge", "files.judge:run"),
    "dataset": Command("score a corpus in shards that no memory holds", "dataset:flags", "dataset:run"),
    "page": Command("score in the browser (needs gradio)", "page:flags", "page:run"),
    "stores": Command("the steps before a score of KBP stores", "flags:stores", "files.stores:run"),
}

ALIASES: dict[str, Callable[[list[str]], list[str]]] = {
    "score": lambda words: words,
    "compare": lambda words: [*words, "--compare"],
    "report": lambda words: words,
    "plot": lambda words: [
        *("--scores" if word == "--score" else word for word in words[1:]),
        "--picture",
        *words[:1],
    ],
}
"""Commands of earlier versions, for one more release: what stands for them now."""
NOW = {
    "score": "GOLD SYSTEM...",
    "compare": "GOLD SYSTEM... --compare",
    "report": "GOLD SYSTEM... -o FILE.html",
    "plot": "GOLD SYSTEM... --picture KIND -o FILE.svg",
}
"""How these are written now."""

MOVED = {
    **{step: f"event-score stores {step}" for step in ("link", "pool", "quoted", "filter", "merge")},
    "completion": "no command: shells complete names of files by themselves",
    "--dataset": "a command of its own: event-score dataset TASK DIR",
    "--task": "the first word: event-score TASK GOLD SYSTEM",
    "--set": "needed no more: every option of the task has a flag",
    "--score": "--scores",
    "--main": "--scores main",
    "--grey": "gone: every picture can be read in grey",
    "--no-correction": "gone: compare(correction=False) in Python leaves p-values as they are",
    "--papers": "demo --write, which writes these examples as gold.tbf, run1.tbf and run2.tbf",
}
"""What became of commands and flags of earlier versions."""


def overview() -> str:
    """The tasks and commands as the help lists them."""
    tasks = [f"  {name:<12}{entry.does}" for name, entry in TASKS.items()]
    others = [f"  {name:<12}{command.does}" for name, command in COMMANDS.items()]
    return "\n".join(["tasks:", *tasks, "", "other commands:", *others])
