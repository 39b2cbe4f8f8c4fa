"""Write the tables of published rules into the documentation, from the declarations: `python -m docs evaluations`.

Text between the marks is made; all other text of a page is written by hand.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from docs import text_score_example, text_score_picture
from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.measures import MEASURES
from event_scoring.scoring.options import TaskOptions, declarations
from event_scoring.scoring.published import Published
from event_scoring.tasks import TASKS, published_rules

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("every-evaluation.md", "which-score.md", "which-text-score.md")
PICTURE = ROOT / "docs" / "images" / "text-scores.svg"
BEGIN, END = "<!-- made by docs/make_evaluations.py: {} -->", "<!-- end -->"
_COLUMNS = ("Evaluation", "What it counts", "Its faults", "Option here", "The original, and what checks it", "The rule")


def page(name: str) -> str:
    """The text of a page with its tables as they are declared now."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")

    def made(found: re.Match[str]) -> str:
        words = found[1].split()
        if words[0] in ("example", "written"):
            table = example() if words[0] == "example" else written_rules()
            return f"{BEGIN.format(found[1])}\n\n{table}\n\n{END}"
        table = choices(words[1], words[2]) if words[0] == "choose" else evaluations(words)
        return f"{BEGIN.format(found[1])}\n\n{table}\n\n{END}"

    return re.sub(f"{BEGIN.format('(.*?)')}.*?{END}", made, text, flags=re.S)


def evaluations(functions: list[str]) -> str:
    """The table of all that is known of the rules of some score functions."""
    return _table(_COLUMNS, (_evaluation(rule, names) for rule, names in rules_of(functions)))


def example() -> str:
    """Return the table of one answer under the scorers of events that models write."""
    return _table(("scorer", "option", "trigger F1", "argument F1"), text_score_example.rows())


def written_rules() -> str:
    """Return the table of the scorers of events that models write."""
    rules = [rule for one in MEASURES.values() if isinstance(one, WrittenEvents) for rule in one.published]
    rows = ([rule.name, _written(rule.options), rule.counts, rule.faults, rule.original] for rule in rules)
    return _table(("scorer", "option", "what it counts", "its faults", "the original"), rows)


def choices(function: str, option: str) -> str:
    """The table of what an option of a score function may be chosen for."""
    rows = []
    for rule in published_rules()[function]:
        if option in rule.options:
            chosen = _written(rule.options) + _default(rule, [function])
            rows.append([chosen + (f", {rule.needs}" if rule.needs else ""), rule.choose_for, rule.counts])
    return _table(("option", "for", "what it counts"), rows)


def rules_of(functions: list[str]) -> list[tuple[Published, list[str]]]:
    """The rules of some score functions, each once, with those of the functions that give it."""
    declared = published_rules()
    rules: list[Published] = []
    for function in functions:
        rules += [rule for rule in declared[function] if rule not in rules]
    return [(rule, [name for name in functions if rule in declared[name]]) for rule in rules]


def link(function: Callable[..., Any]) -> str:
    """The path of the file of a function in the project, with its name: ``event_scoring/…/x.py#score_x``."""
    path = Path(inspect.getfile(function)).relative_to(ROOT)
    return f"{path.as_posix()}#{function.__qualname__}"


def code_of_rules() -> dict[str, str]:
    """By `link`, the text of every function and class that a rule consists of, in the order of the tables."""
    rules = [rule for rules in published_rules().values() for rule in rules]
    functions = dict.fromkeys(
        code for rule in rules for code in (rule.rule, *rule.steps, _measure(rule)) if code is not None
    )
    return {link(function): inspect.getsource(function) for function in functions}


def _measure(rule: Published) -> type | None:
    """The class of the measure that has a rule of extraction."""
    return next((type(one) for one in MEASURES.values() if rule in one.published), None)


def _evaluation(rule: Published, functions: list[str]) -> list[str]:
    option = " or ".join(f"`{name}`" for name in functions)
    if rule.options:
        option += f" with {_written(rule.options)}{_default(rule, functions)}"
    if rule.needs:
        option += f", {rule.needs}"
    code = [f"[{function.__name__}](../{link(function)})" for function in (rule.rule, *rule.steps)]
    steps = f"; see {', '.join(code[1:])}" if rule.steps else ""
    if (measure := _measure(rule)) is not None:
        steps += f"; in the class [{measure.__name__}](../{link(measure)})"
    evaluation = f"**{rule.name}** ({rule.year}): {rule.users}"
    original = f"{rule.original}; checked by {rule.checked_by}"
    return [evaluation, rule.counts, rule.faults, option, original, f"**{code[0]}**{steps}"]


def _written(options: Mapping[str, object]) -> str:
    """Options as a call has them."""
    return f"`{', '.join(f'{name}={value!r}' for name, value in options.items())}`".replace("'", '"')


def _default(rule: Published, functions: list[str]) -> str:
    """Says so where the options are the defaults."""
    if functions[0] == "score_bio":
        return ""
    options: type[TaskOptions] = TASKS[functions[0].removeprefix("score_")].options
    defaults = {one.name: one.default for one in declarations(options)}
    return " (default)" if all(defaults[name] == value for name, value in rule.options.items()) else ""


def _table(head: tuple[str, ...], rows: Iterable[list[str]]) -> str:
    lines = [f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in (head, *rows)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])


def main() -> None:
    """Write the pages, and the picture of the scorers of events that models write."""
    PICTURE.write_text(text_score_picture.picture(), encoding="utf-8")
    for name in PAGES:
        (ROOT / "docs" / name).write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
