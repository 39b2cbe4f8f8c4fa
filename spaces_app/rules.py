"""The rules beside the number: what it would be under others, and why, as far as that concerns these documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from event_scoring.scoring.options import Declared
from event_scoring.scoring.task import Task
from spaces_app.filling import fill
from spaces_app.tab import Rule, Scored, Tile, shown_options

MAX_SCORED_ITEMS = 60_000
"""Items of both sides times rules up to which each rule is scored."""


class ShownRule(NamedTuple):
    """A rule as the page shows it."""

    number: int
    title: str
    options: str
    """The texts of the controls that it sets, as JSON."""
    is_chosen: bool
    score: str = ""
    is_same: bool = False
    """Whether it gives the numbers of the result."""
    difference: str = ""
    why: str = ""


def rules_html(scored: Scored, system: str = "") -> Markup:
    """One choice for each rule, with its number, its difference from the result, and the reasons for it.

    Args:
        scored: The documents and their result.
        system: Whose numbers these are, where there are several systems.
    """
    rules = scored.page.rules.get(scored.task.name, ())
    named = {name for rule in rules for name in rule.options}
    others = {name: value for name, value in scored.without_intervals.items() if name not in named}
    tiles = [tile for tile in scored.page.tiles if tile_name(tile, scored.result) in scored.result]
    shown = sorted(tiles, key=lambda tile: tile.key != scored.page.headline)
    is_small = sum(scored.result.get(side, 0) for side in ("references", "predictions")) * len(rules) < MAX_SCORED_ITEMS
    rows, is_chosen, seen = [], False, dict[tuple[Any, ...], str]()
    for number, rule in enumerate(rules):
        options = {**others, **{name: value for name, value in rule.options.items() if value is not None}}
        texts = {name: "" for name in sorted(named)} | {name: written(value) for name, value in rule.options.items()}
        row = ShownRule(number, rule.title, json.dumps(texts), False)
        try:
            is_this = not is_chosen and scored.is_under(options)
            if is_this and shown:
                row = row._replace(score=_written(scored.result[tile_name(shown[0], scored.result)]))
            elif shown and is_small:
                result = scored.under(options)
                row = _beside(row, scored, rule, result, shown)
                title = seen.setdefault(tuple(result.get(tile_name(tile, scored.result)) for tile in shown), rule.title)
                if row.why and not rule.parts and title != rule.title:
                    row = row._replace(why=f"as “{title}”")
        except ValueError:  # options that do not go together, or a convention that does not take these documents
            continue
        is_chosen |= is_this
        rows.append(row._replace(is_chosen=is_this))
    of = ", ".join(filter(None, [tile_title(shown[0], scored) if shown else "", system]))
    return fill("rules.html", rules=rows, of=of)


def tile_name(tile: Tile, result: Mapping[str, Any]) -> str:
    """The key of the number of a tile."""
    return f"{tile.key}_f1" if f"{tile.key}_f1" in result else tile.key


def tile_title(tile: Tile, scored: Scored) -> str:
    """How the number of a tile is called."""
    return scored.task.sheet.title(tile_name(tile, scored.result))


def _beside(row: ShownRule, scored: Scored, rule: Rule, result: Mapping[str, Any], tiles: list[Tile]) -> ShownRule:
    """A rule with its number, its difference, and the reasons for it."""
    names = [tile_name(tile, scored.result) for tile in tiles]
    pairs = [(tile, result.get(name), scored.result[name]) for tile, name in zip(tiles, names, strict=True)]
    changed = [(tile, new - old) for tile, new, old in pairs if new is not None and _differs(new, old)]
    row = row._replace(score=_written(pairs[0][1]))
    if not changed:
        return row._replace(is_same=True)
    tile, by = changed[0]
    which = "" if tile is tiles[0] else f"{tile_title(tile, scored)} "
    return row._replace(difference=f"{which}{_sign(by)}", why=_why(scored, rule, names))


def _why(scored: Scored, rule: Rule, names: list[str]) -> str:
    """The reason of a rule; of a preset those of its options that change a number by themselves."""
    reasons = [rule.why] if rule.why else []
    if rule.parts:
        chosen = scored.task.options.of(scored.without_intervals)
        other = scored.task.options.of(rule.options)
        for name, sentence in rule.parts.items():
            if getattr(chosen, name) == getattr(other, name):
                continue
            result = scored.under({**scored.without_intervals, name: getattr(other, name)})
            if any(_differs(result.get(key), scored.result[key]) for key in names):
                value = getattr(other, name)
                reasons.append(sentence if isinstance(value, bool) else f"{sentence} ({value})")
        reasons = reasons or ["several of its choices together"]
    return "; ".join(reasons)


class Control(NamedTuple):
    """The control of an option: a choice where there are some, or else a field for a text."""

    name: str
    label: str
    value: str
    choices: list[tuple[str, str]]
    default: str | None
    meaning: str


def options_html(task: Task, options: Mapping[str, Any]) -> Markup:
    """A control for each option, with what it decides."""
    controls = [_control(one, options.get(one.name)) for one in shown_options(task)]
    return fill("options.html", task=task.name, controls=controls)


def _control(one: Declared, value: Any) -> Control:
    default, choices = None if one.default is None else written(one.default), list[tuple[str, str]]()
    if one.kind in ("choice", "flag"):
        values = {"true": "yes", "false": "no"} if one.kind == "flag" else {choice: choice for choice in one.choices}
        choices = [("", f"default ({values.get(default or '', 'as the rest says')})"), *values.items()]
    return Control(one.name, one.name.replace("_", " "), written(value), choices, default, one.meaning)


def written(value: Any) -> str:
    """The value of an option as its control has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(value) if isinstance(value, list | tuple) else str(value)


def _written(value: float | None) -> str:
    return "–" if value is None else "undefined" if value != value else f"{value:.4f}"


def _sign(by: float) -> str:
    return f"{by:+.4f}".replace("-", "\N{MINUS SIGN}")


def _differs(value: float | None, base: float | None) -> bool:
    if value is None or base is None:
        return value is not base
    return not (value != value and base != base) and not abs(value - base) < 5e-7
