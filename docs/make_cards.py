"""Write the tables of options into the cards, from the declarations: `python -m docs cards`."""

from __future__ import annotations

import re
from pathlib import Path

from event_scoring.label_task import BIO
from event_scoring.scoring.options import Declared, declarations
from event_scoring.scoring.tables import markdown_escaped
from event_scoring.tasks import TASKS

ROOT = Path(__file__).resolve().parent.parent
CARDS = {
    "event_nugget_metric": ("nuggets", "detection", "relations", "bio"),
    "event_arg_linking_metric": ("arguments", "responses", "extraction", "templates", "values"),
}
BEGIN, END = "<!-- made by docs/make_cards.py -->", "<!-- end -->"


def options_text(tasks: tuple[str, ...], level: str = "##") -> str:
    """The options of some tasks, as tables under their names."""
    kinds = {BIO.name: BIO.options, **{name: task.options for name, task in TASKS.items()}}
    return "\n\n".join(f"{level} {name}\n\n{option_table(declarations(kinds[name]))}" for name in tasks)


def option_table(options: tuple[Declared, ...]) -> str:
    """A table of Markdown with the name, the default, the values and the meaning of each option."""
    rows = [
        f"| `{one.name}` | {_code(one.default)} | {_values(one)} | {markdown_escaped(one.meaning)} |" for one in options
    ]
    return "\n".join(["| option | default | values | meaning |", "|---|---|---|---|", *rows])


def card(metric: str) -> str:
    """The text of a card with its tables as they are declared now."""
    text = (ROOT / metric / "README.md").read_text(encoding="utf-8")
    tables = options_text(CARDS[metric], "###")
    return re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}\n\n{tables}\n\n{END}", text, flags=re.S)


def _code(value: object) -> str:
    return f"`{value!r}`".replace("'", '"')


def _values(one: Declared) -> str:
    if one.choices:
        return ", ".join(f'`"{choice}"`' for choice in one.choices)
    words = {"flag": "True or False", "number": "a number", "count": "an integer", "names": "a list of names"}
    return words.get(one.kind, "as the meaning says")


def main() -> None:
    """Write the cards."""
    for metric in CARDS:
        (ROOT / metric / "README.md").write_text(card(metric), encoding="utf-8")


if __name__ == "__main__":
    main()
