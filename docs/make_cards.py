"""Write the options of each configuration into the cards, from the declarations: `python -m docs cards`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from event_scoring.label_task import BIO
from event_scoring.scoring.options import Declared, TaskOptions, declarations
from event_scoring.scoring.tables import markdown_escaped
from event_scoring.tasks import TASKS

ROOT = Path(__file__).resolve().parent.parent
CARDS = {
    "event_nugget_metric": ("nuggets", "detection", "relations", "bio"),
    "event_arg_linking_metric": ("arguments", "responses", "extraction", "templates", "values"),
}
BEGIN, END = "<!-- made by docs/make_cards.py -->", "<!-- end -->"


def options_text(tasks: Sequence[str]) -> str:
    """Return the options of some tasks, as tables under their names."""
    return "\n\n".join(f"## {name}\n\n{_table(_options(name))}" for name in tasks)


def card(metric: str) -> str:
    """Return the text of a card with its options as they are declared now."""
    text = (ROOT / metric / "README.md").read_text(encoding="utf-8")
    return re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}\n\n{card_options(metric)}\n\n{END}", text, flags=re.S)


def card_options(metric: str) -> str:
    """Return the options of each configuration of a metric as lists; an option that was explained is only named."""
    explained = [*declarations(TaskOptions)]
    parts = [f"### Every configuration\n\n{_list(explained)}"]
    for task in CARDS[metric]:
        options = [one for one in _options(task) if one not in declarations(TaskOptions)]
        names = ", ".join(f"`{one.name}`" for one in options)
        if place := _explained_elsewhere(metric, options):
            parts.append(f"### {task}\n\nExplained [in the other card]({place}): {names}.")
            continue
        again = ", ".join(f"`{one.name}`" for one in options if one in explained)
        new = _list([one for one in options if one not in explained])
        parts.append(f"### {task}\n\n{new}" + (f"\n* As above: {again}." if again else ""))
        explained += options
    return "\n\n".join(parts)


def _explained_elsewhere(metric: str, options: Sequence[Declared]) -> str:
    """Return a link to the configuration of another card that explains options of all these names, or an empty text."""
    places = {task: other for other, tasks in CARDS.items() if other != metric for task in tasks}
    names = {one.name for one in options}
    found = (task for task in places if names <= {one.name for one in _options(task)})
    return next((f"../{places[task]}/README.md#{task}" for task in found), "")


def _options(task: str) -> tuple[Declared, ...]:
    return declarations(BIO.options if task == BIO.name else TASKS[task].options)


def _table(options: Sequence[Declared]) -> str:
    rows = [
        f"| `{one.name}` | {_code(one.default)} | {_values(one)} | {markdown_escaped(one.meaning)} |" for one in options
    ]
    return "\n".join(["| option | default | values | meaning |", "|---|---|---|---|", *rows])


def _list(options: Sequence[Declared]) -> str:
    """Return a list with the name, the default, the choices and the meaning of each option."""
    lines = []
    for one in options:
        choices = f"; {_values(one)}" if one.choices else ""
        lines.append(f"* `{one.name}` ({_code(one.default)}{choices}): {markdown_escaped(one.meaning)}")
    return "\n".join(lines)


def _code(value: object) -> str:
    return f"`{value!r}`".replace("'", '"')


def _values(one: Declared) -> str:
    if one.choices:
        return ", ".join(f'`"{choice}"`' for choice in one.choices)
    words = {
        "flag": "True or False",
        "number": "a number",
        "count": "an integer",
        "names": "a list of names",
        "text": "a string",
    }
    return words.get(one.kind, "a function, file or dict")


def main() -> None:
    """Write the cards."""
    for metric in CARDS:
        (ROOT / metric / "README.md").write_text(card(metric), encoding="utf-8")


if __name__ == "__main__":
    main()
