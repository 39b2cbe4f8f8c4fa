"""The table of commands: where each is, and what it does. A command's module is imported when that command runs."""

from __future__ import annotations

from typing import Any

GROUPS = {
    "to begin": {
        "demo": ("begin.demo", "score a paragraph that comes with the package"),
        "completion": ("begin.completion", "let the Tab key complete commands and flags"),
    },
    "scores": {
        "score": ("scoring.score", "find the task from the files, and score them"),
        "nuggets": ("scoring.nuggets", "score event nuggets"),
        "detection": ("scoring.extraction", "score event detection"),
        "extraction": ("scoring.extraction", "score event detection and argument extraction"),
        "arguments": ("scoring.arguments", "score event arguments and their linking"),
        "responses": ("scoring.arguments", "score responses by their assessments"),
        "templates": ("scoring.templates", "score templates, such as those of MUC"),
        "values": ("scoring.values", "score events by their value, as ACE 2005 did"),
        "bio": ("files.labels", "score labels such as B-Attack in CoNLL columns"),
    },
    "several systems, pictures, pages": {
        "compare": ("comparing.compare", "compare systems: intervals, ranks and significance"),
        "plot": ("comparing.plot", "draw pictures of one or several systems"),
        "report": ("comparing.report", "write an HTML report with every document and its errors"),
    },
    "files": {
        "validate": ("files.validate", "check a submission and list every problem"),
        "convert": ("files.convert", "convert nugget files"),
        "judge": ("files.judge", "ask a program or people about pairs that could be the same"),
        "link": ("files.stores", "write the baseline linking of a system"),
        "pool": ("files.stores", "merge systems into a store to be assessed"),
        "quoted": ("files.stores", "find quotations in forum posts"),
        "filter": ("files.stores", "write some responses of a system"),
        "merge": ("files.stores", "write several systems as one"),
    },
}
"""By heading of the help: of each command its module in this package, and what it does."""

COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}


def overview() -> str:
    """The commands as the help lists them."""
    parts = []
    for heading, group in GROUPS.items():
        parts.append("\n".join([f"{heading}:", *(f"  {name:<12}{does}" for name, (_, does) in group.items())]))
    return "\n\n".join(parts)


def add_command(subparsers: Any, name: str, examples: str, description: str = "", **defaults: Any) -> Any:
    """The parser of a command; without a description it says what the table says.

    Defaults are what parsed arguments have beside their flags, such as ``run``.
    """
    does = COMMANDS[name][1]
    parser = subparsers.add_parser(name, description=description or f"{does[0].upper()}{does[1:]}.", epilog=examples)
    parser.set_defaults(**defaults)
    return parser
