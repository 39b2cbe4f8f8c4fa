"""The tasks and commands of the command line, known before anything heavy is imported."""

from __future__ import annotations

from typing import NamedTuple


class TaskEntry(NamedTuple):
    """One task: its help and the locations of its parts, which are imported when they are needed."""

    does: str
    example: str
    """Arguments after ``event-score TASK`` in the overview, on the files of `event-score demo --write trial`."""
    rule_flag: str
    """The flag that chooses the published scorer, for the first lines of the help."""
    options: str
    """Module and name of the class that declares its options."""
    layout: str
    """Module and name of its layout of scores."""
    command: str
    """Module and name of its `TaskCommand`, in this package."""


class Command(NamedTuple):
    """Another command: its help, and the names of its flags and function in `commands.tools`."""

    does: str
    flags: str
    run: str


TASKS = {
    "nuggets": TaskEntry(
        "score event nuggets: spans with partial credit, types, realis",
        "trial/gold.tbf trial/run1.tbf trial/run2.tbf --compare",
        "--protocol",
        "nuggets.options:NuggetOptions",
        "nuggets.options:NUGGET_LAYOUT",
        "tasks.nugget_command:NuggetCommand",
    ),
    "detection": TaskEntry(
        "score event detection",
        "trial/extraction-gold.jsonl trial/extraction-run1.jsonl --per-type",
        "--convention",
        "extraction.options:DetectionOptions",
        "extraction.layout:DETECTION_LAYOUT",
        "tasks.extraction_command:DetectionCommand",
    ),
    "extraction": TaskEntry(
        "score event detection and argument extraction",
        "trial/extraction-gold.jsonl trial/extraction-run1.jsonl --convention textee",
        "--convention",
        "extraction.options:ExtractionOptions",
        "extraction.layout:EXTRACTION_LAYOUT",
        "tasks.extraction_command:ExtractionCommand",
    ),
    "arguments": TaskEntry(
        "score event arguments and their linking",
        "trial/arguments-gold.jsonl trial/arguments-run1.jsonl -o report.html",
        "",
        "arguments.options:ArgumentOptions",
        "arguments.options:ARGUMENT_LAYOUT",
        "tasks.argument_command:ArgumentCommand",
    ),
    "responses": TaskEntry(
        "score responses by their assessments",
        "trial/responses-gold.jsonl trial/responses-run1.jsonl --preprocess official-2015",
        "--preprocess",
        "arguments.options:ResponseOptions",
        "arguments.options:RESPONSE_LAYOUT",
        "tasks.argument_command:ResponseCommand",
    ),
    "templates": TaskEntry(
        "score templates, such as those of MUC",
        "trial/templates-gold.jsonl trial/templates-run1.jsonl --protocol gtt",
        "--protocol",
        "templates.options:TemplateOptions",
        "templates.options:TEMPLATE_LAYOUT",
        "tasks.template_command:TemplateCommand",
    ),
    "relations": TaskEntry(
        "score relations between events, and clusters over documents",
        "trial/relations-gold.jsonl trial/relations-run1.jsonl --protocol matres",
        "--protocol",
        "relations.options:RelationOptions",
        "relations.layout:RELATION_LAYOUT",
        "tasks.relation_command:RelationCommand",
    ),
    "values": TaskEntry(
        "score events by their value, as ACE 2005 did",
        "trial/values-gold.jsonl trial/values-run1.jsonl --per-type",
        "",
        "values.options:ValueOptions",
        "values.options:VALUE_LAYOUT",
        "tasks.template_command:ValueCommand",
    ),
}
"""One row is all that a further task needs."""

COMMANDS = {
    "demo": Command(
        "score a paragraph that comes with the package, or write files to try",
        "command_flags:demo",
        "demo_command:run",
    ),
    "validate": Command("check a submission and list every problem", "command_flags:validate", "validate_command:run"),
    "convert": Command("convert nugget files", "command_flags:convert", "convert_command:run"),
    "bio": Command("score labels such as B-Attack in CoNLL columns", "command_flags:bio", "bio_command:run"),
    "judge": Command(
        "ask a program or people about pairs that could be the same", "command_flags:judge", "judge_command:run"
    ),
    "dataset": Command(
        "score a corpus in shards that is larger than memory", "dataset_command:flags", "dataset_command:run"
    ),
    "page": Command("score in the browser (needs gradio)", "command_flags:page", "command_flags:serve_page"),
}


def overview() -> str:
    """Return the tasks, each with an example, and the other commands, as the help lists them."""
    tasks = [f"  {name:<12}{entry.does}\n{'':6}event-score {name} {entry.example}" for name, entry in TASKS.items()]
    others = [f"  {name:<12}{command.does}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            "tasks, each with an example (event-score demo --write trial writes its files):",
            *tasks,
            "",
            "other commands:",
            *others,
        ]
    )
