"""The line that travels with a number: each choice that changes it, and the data that it was computed on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from event_scoring.documents.errors import InputError, shown, suggestion
from event_scoring.version import __version__

ONE_WORD = frozenset({"", "all", "empty", "none"})
"""Words that stand for no list or an empty one; a list of one such word is written with a comma behind it."""


def signature(
    task: str, choices: Mapping[str, object], assumed: Mapping[str, object], facts: Mapping[str, object]
) -> str:
    """One line that names every choice behind a number, and the data it was computed on.

    The first choice is the preset, where the task has one. What is ``assumed`` where only the preset is named is not
    written.

    Examples:
        >>> line = signature("nuggets", {"protocol": "paper", "mapping": "exact", "types": ("A", "B|")},
        ...                  {"protocol": "paper", "mapping": "many-to-one", "types": ("A", "B|")}, {"docs": 2})
        >>> line.rpartition("|version")[0]
        'nuggets|protocol:paper|mapping:exact|docs:2'
    """
    said = {}
    for name, value in choices.items():
        if name in PRESETS or name not in assumed or value != assumed[name]:
            said[name] = value
    for name, value in assumed.items():
        if name not in choices and value not in (None, "none"):
            said[name] = None
    return "|".join([task, *map(":".join, written({**said, **facts}).items()), f"version:{__version__}"])


PRESETS = ("protocol", "convention")
"""The options that name a set of values for others: a signature begins with them."""


def presets_of(fields: Mapping[str, str]) -> dict[str, object]:
    """The options of a signature that decide what it need not write."""
    named: dict[str, object] = {name: fields[name] for name in PRESETS if name in fields}
    return named | ({"standardize": False} if fields.get("standardize") == "none" else {})


def with_choices(line: str, choices: Mapping[str, object]) -> str:
    """A signature with further choices, before its version.

    Examples:
        >>> with_choices("nuggets|docs:2|version:1", {"test": "bootstrap"})
        'nuggets|docs:2|test:bootstrap|version:1'
    """
    start, mark, version = line.rpartition("|version:")
    return "|".join([start, *map(":".join, written(choices).items())]) + mark + version


def signature_fields(line: object) -> dict[str, str]:
    """What a signature says, by name; its first word is the "task"."""
    if not isinstance(line, str):
        raise InputError(("signatures",), wanted='strings, the "signature" of two results', got=line)
    task, *pairs = line.split("|")
    return {"task": task, **dict(pair.partition(":")[::2] for pair in pairs)}


def written(values: Mapping[str, object]) -> dict[str, str]:
    """Values as a signature writes them."""
    return {name: _written(value) for name, value in values.items()}


def _written(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        text = ",".join(_written(item) for item in value)
        return f"{text}," if len(value) == 1 and text in ONE_WORD else text or "empty"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, str) and value.isidentifier():
        return value
    text = str(value)
    for reserved in "%|,:\n\r\t":
        text = text.replace(reserved, f"%{ord(reserved):02X}")
    return text


def facts_among(known: Collection[str]) -> Callable[[str, object], dict[str, str]]:
    """A check of declared facts: they have known names, and are kept as strings in the order of these.

    Examples:
        >>> facts_among(["split", "folds"])("facts", {"folds": 5, "split": "test"})
        {'split': 'test', 'folds': '5'}
    """

    def facts(name: str, value: object) -> dict[str, str]:
        if not isinstance(value, Mapping):
            raise ValueError(f"{name}: expected a dict of declared facts, got {shown(value)}")
        for key in value:
            if key not in known:
                close = suggestion(str(key), known)
                raise ValueError(f"{name}: expected names of {', '.join(known)}, got {shown(key)}{close}")
        return {key: _declared_fact(f'{name}["{key}"]', value[key]) for key in known if value.get(key) is not None}

    return facts


def _declared_fact(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        raise ValueError(f"{name}: expected a string, got {shown(value)}")
    if value == "?":
        raise ValueError(f'{name}: "?" stands for a fact that is not declared; leave it out')
    return str.__str__(value)
