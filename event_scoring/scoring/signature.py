"""The recipe that travels with a number, and the test whether two numbers may be compared."""

from __future__ import annotations

from collections.abc import Mapping

from event_scoring.documents.errors import InputError
from event_scoring.version import __version__

INFORMATIVE = frozenset(
    {"protocol", "convention", "docs", "modes", "n", "runs", "tuned_on", "coreference", "sequencing"}
)
"""Fields that inform only: a preset's name stands beside the options that it sets, and whether coreference or
sequencing is scored changes no score that both results have."""
DECLARED = (
    "dataset",
    "release",
    "language",
    "split",
    "preprocessing",
    "tokenizer",
    "unit",
    "truncation",
    "multi_token_triggers",
    "times",
    "values",
    "pronouns",
    "entity_extent",
    "trigger_source",
)
"""Fields that only the user knows; where one signature lacks such a field of the other, it is unknown there."""

SAMPLING = frozenset({"interval", "confidence", "resamples", "bootstrap", "seed", "sampler"})
"""Fields of intervals, which change no score: a result with intervals compares with one without."""

ONE_WORD = frozenset({"", "all", "empty", "none"})
"""Words that stand for no list or an empty one; a list of one such word is written with a comma behind it."""


def signature(task: str, choices: Mapping[str, object], facts: Mapping[str, object] | None = None) -> str:
    """One line that names every choice behind a number, and the data it was computed on.

    Examples:
        >>> line = signature("nugget", {"mapping": "exact", "types": ("A", "B|")}, {"docs": 2})
        >>> line.rpartition("|version")[0]
        'nugget|mapping:exact|types:A,B%7C|docs:2'
    """
    pairs = [f"{key}:{_written(value)}" for key, value in {**choices, **(facts or {})}.items()]
    return "|".join([task, *pairs, f"version:{__version__}"])


def compare_signatures(first: str, second: str) -> str:
    """Whether the numbers of two signatures may stand in one table.

    Returns:
        ``"comparable"``; ``"different: …"`` with each field that differs; or ``"unknown: …"`` with the
        facts that nobody declared (``?``). Numbers of documents and the like inform only. The triggers
        under which arguments were extracted must be the same, unless both systems found their own.

    Examples:
        >>> compare_signatures("nugget|mapping:exact|docs:2", "nugget|mapping:exact|docs:3")
        'comparable'
        >>> compare_signatures("nugget|mapping:exact", "nugget|mapping:optimal")
        'different: mapping (exact, optimal)'
        >>> compare_signatures("event|data:?", "event|data:ace")
        'unknown: data'
    """
    left, right = _fields(first), _fields(second)
    names = [
        name
        for name in {**left, **right}
        if name not in INFORMATIVE and not (name in SAMPLING and not (name in left and name in right))
    ]
    sources = {left.get("trigger_source", "?"), right.get("trigger_source", "?")}
    if "?" in sources or sources == {"own"}:
        names = [name for name in names if name != "triggers"]
    absent = {name: "?" if name in DECLARED else None for name in names}
    unknown = [name for name in names if "?" in (left.get(name, absent[name]), right.get(name, absent[name]))]
    different = [
        f"{name} ({left.get(name, 'absent')}, {right.get(name, 'absent')})"
        for name in names
        if name not in unknown and left.get(name) != right.get(name)
    ]
    if different:
        return "different: " + ", ".join(different)
    return "unknown: " + ", ".join(unknown) if unknown else "comparable"


def with_choices(line: str, choices: Mapping[str, object]) -> str:
    """A signature with further choices, before its version.

    Examples:
        >>> with_choices("nugget|docs:2|version:1", {"test": "bootstrap"})
        'nugget|docs:2|test:bootstrap|version:1'
    """
    start, mark, version = line.rpartition("|version:")
    return "|".join([start, *(f"{key}:{_written(value)}" for key, value in choices.items())]) + mark + version


def _fields(line: str) -> dict[str, str]:
    if not isinstance(line, str):
        raise InputError(("signatures",), wanted='strings, the "signature" of two results', got=line)
    task, *pairs = line.split("|")
    return {"task": task, **dict(pair.partition(":")[::2] for pair in pairs)}


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
    text = str(value)
    for reserved in "%|,:\n\r\t":
        text = text.replace(reserved, f"%{ord(reserved):02X}")
    return text
