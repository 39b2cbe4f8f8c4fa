"""The rules beside the number: what it would be under others, and why, as far as that concerns these documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from event_scoring.report.html import attribute, escaped
from event_scoring.scoring.options import Declared
from event_scoring.scoring.task import Task
from spaces_app.page import Rule, Scored, Tile, shown_options

MOST_SCORED = 60_000
"""Items of both sides times rules up to which each rule is scored."""


def rules_html(scored: Scored, system: str = "") -> str:
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
    is_small = sum(scored.result.get(side, 0) for side in ("references", "predictions")) * len(rules) < MOST_SCORED
    rows, is_chosen, seen = [], False, dict[tuple[Any, ...], str]()
    for number, rule in enumerate(rules):
        options = {**others, **{name: value for name, value in rule.options.items() if value is not None}}
        beside, why = "", ""
        try:
            is_this = not is_chosen and scored.is_under(options)
            if is_this and shown:
                beside = f"<b>{_written(scored.result[tile_name(shown[0], scored.result)])}</b>"
            elif shown and is_small:
                result = scored.under(options)
                beside, why = _beside(scored, rule, result, shown)
                title = seen.setdefault(tuple(result.get(tile_name(tile, scored.result)) for tile in shown), rule.title)
                if why and not rule.parts and title != rule.title:
                    why = f'<small class="ev-why">as “{escaped(title)}”</small>'
        except ValueError:  # options that do not go together, or a convention that does not take these documents
            continue
        is_chosen |= is_this
        texts = {name: "" for name in named} | {name: written(value) for name, value in rule.options.items()}
        rows.append(
            f'<label class="ev-rule"><input type="radio" name="ev-rule" value="{number}"{" checked" * is_this} '
            f'data-options="{attribute(json.dumps(texts))}"><span>{escaped(rule.title)}</span>{beside}{why}</label>'
        )
    if not rows:
        return ""
    of = ", ".join(filter(None, [tile_title(shown[0], scored) if shown else "", system]))
    title = f" <small>{escaped(of)}</small>"
    return f'<fieldset class="ev-rules"><legend>Rules{title}</legend>{"".join(rows)}</fieldset>'


def tile_name(tile: Tile, result: Mapping[str, Any]) -> str:
    """The key of the number of a tile."""
    return f"{tile.key}_f1" if f"{tile.key}_f1" in result else tile.key


def tile_title(tile: Tile, scored: Scored) -> str:
    """How the number of a tile is called."""
    return scored.task.sheet.title(tile_name(tile, scored.result))


def _beside(scored: Scored, rule: Rule, result: Mapping[str, Any], tiles: list[Tile]) -> tuple[str, str]:
    """The number of a rule with its differences, and the reasons."""
    names = [tile_name(tile, scored.result) for tile in tiles]
    pairs = [(tile, result.get(name), scored.result[name]) for tile, name in zip(tiles, names, strict=True)]
    changed = [(tile, new - old) for tile, new, old in pairs if new is not None and _differs(new, old)]
    number = f"<b>{_written(pairs[0][1])}</b>"
    if not changed:
        return f'{number}<small class="ev-same">the same here</small>', ""
    tile, by = changed[0]
    which = "" if tile is tiles[0] else f"{escaped(tile_title(tile, scored))} "
    return f'{number}<small class="ev-differs">{which}{_sign(by)}</small>', _why(scored, rule, names)


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
    return f'<small class="ev-why">{escaped("; ".join(reasons))}</small>' if reasons else ""


def options_html(task: Task, options: Mapping[str, Any]) -> str:
    """A control for each option, with what it decides."""
    fields = "".join(_control(one, options.get(one.name)) for one in shown_options(task))
    return f'<div class="ev-fields" data-task="{attribute(task.name)}">{fields}</div>'


def _control(one: Declared, value: Any) -> str:
    label, text = one.name.replace("_", " "), written(value)
    name = f'name="{attribute(one.name)}"'
    if one.kind in ("choice", "flag"):
        values = {"true": "yes", "false": "no"} if one.kind == "flag" else {choice: choice for choice in one.choices}
        first = "" if one.default is None else written(one.default)
        rows = [("", f"default ({values.get(first, 'as the rest says')})"), *values.items()]
        choices = "".join(
            f'<option value="{attribute(key)}"{" selected" * (key == text)}>{escaped(title)}</option>'
            for key, title in rows
        )
        control = f"<select {name}>{choices}</select>"
    else:
        hint = "" if one.default is None else f' placeholder="{attribute(written(one.default))}"'
        control = f'<input {name} value="{attribute(text)}"{hint} maxlength="10000" autocomplete="off">'
    return f"<label><span>{escaped(label)}</span>{control}<small>{escaped(one.meaning)}</small></label>"


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
