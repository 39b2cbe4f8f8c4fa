"""Whether two numbers may stand in one table, and what a signature leaves to its preset."""

from __future__ import annotations

from event_scoring.scoring.signature import PRESETS, presets_of, signature_fields, written
from event_scoring.tasks import TASKS

INFORMATIVE = frozenset({*PRESETS, "docs", "modes", "n", "runs", "tuned_on", "coreference", "sequencing"})
"""Fields that inform only: a preset's name stands beside the options that it sets, and whether coreference or
sequencing is scored changes no score that both results have."""
DECLARED = (
    *("dataset", "release", "language", "split", "preprocessing", "tokenizer", "unit", "truncation"),
    *("multi_token_triggers", "times", "values", "pronouns", "entity_extent", "trigger_source"),
)
"""Fields that only the user knows; where one signature lacks such a field of the other, it is unknown there."""

SAMPLING = frozenset({"interval", "confidence", "resamples", "seed", "sampler"})
"""Fields of intervals, which change no score: a result with intervals compares with one without."""


def compare_signatures(first: str, second: str) -> str:
    """Whether the numbers of two signatures may stand in one table.

    Returns:
        ``"comparable"``; ``"different: …"`` with each field that differs; or ``"unknown: …"`` with the
        facts that nobody declared (``?``). Numbers of documents and the like inform only. The triggers
        under which arguments were extracted must be the same, unless both systems found their own.

    Examples:
        >>> compare_signatures("nuggets|protocol:paper|docs:2", "nuggets|protocol:paper|mapping:many-to-one|docs:3")
        'comparable'
        >>> compare_signatures("nuggets|protocol:paper", "nuggets|protocol:paper|mapping:optimal")
        'different: mapping (many-to-one, optimal)'
        >>> compare_signatures("detection|split:?", "detection|split:test")
        'unknown: split'
    """
    left, right = explain_signature(first), explain_signature(second)
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


def explain_signature(text: str) -> dict[str, str]:
    """Every choice that a signature stands for, also those that its preset fills in.

    Raises:
        ValueError: for a text that is no signature.

    Examples:
        >>> explained = explain_signature("nuggets|protocol:pilot|mapping:optimal|docs:3|version:0.2.0")
        >>> explained["mapping"], explained["precision"], explained["docs"]
        ('optimal', 'pilot', '3')
    """
    fields = signature_fields(text)
    if len(fields) == 1:
        raise ValueError(f'signature: expected the "signature" of a result, such as "nuggets|…", got {text[:80]!r}')
    if fields["task"] not in TASKS:
        return fields
    try:
        assumed = TASKS[fields["task"]].options.of(presets_of(fields))
    except (TypeError, ValueError):  # of another version, perhaps
        return fields
    return {"task": fields["task"], **written(assumed.choices), **fields}
