"""Compare and explain signatures, and score with the options of a signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from event_scoring.documents.errors import not_among, shown
from event_scoring.scoring.options import declarations
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair
from event_scoring.scoring.signature import (
    INFORMS,
    NO_LISTS,
    OF_INTERVALS,
    OF_TESTS,
    OWN,
    PRESETS,
    READINGS,
    USUAL,
    fact_fields,
    folded_like,
    options_of,
    signature_fields,
    signature_line,
    written,
)
from event_scoring.scoring.task import Task
from event_scoring.tasks import TASKS

INFORMATIVE = frozenset({*PRESETS, "modes", *INFORMS, "people", "coreference", "sequencing"})
"""Fields that do not decide whether results are comparable.

A preset only repeats the options that it sets. Scoring coreference or sequencing changes no score that both results
have.
"""


def compare_signatures(first: str, second: str) -> str:
    """Whether the numbers of two signatures are comparable.

    Returns:
        ``"comparable"``; ``"different: …"`` with each field that differs; or ``"unknown: …"`` with
        undeclared facts (``?``). Numbers of documents and similar fields do not matter. Arguments must be
        extracted under the same triggers, unless both systems found their own. Conventions with the same rule
        under two names are comparable if they dropped no prediction.

    Examples:
        >>> compare_signatures("nuggets|protocol:paper|docs:2", "nuggets|protocol:paper|mapping:many-to-one|docs:3")
        'comparable'
        >>> compare_signatures("nuggets|protocol:paper", "nuggets|protocol:paper|mapping:optimal")
        'different: mapping (many-to-one, optimal)'
        >>> facts = "dataset:ace2005|preprocessing:ACE-Full|tokenizer:words"
        >>> compare_signatures(f"detection|{facts}", f"detection|{facts}|split:test")
        'unknown: split'
    """
    one, other = _checked_fields(first), _checked_fields(second)
    facts = _fact_names(one)
    left, right = _explained(one, folded_like(other, one, facts)), _explained(other, folded_like(one, other, facts))
    names = [
        name
        for name in {**left, **right}
        # Intervals change no score: a result with intervals compares with one without.
        if name not in INFORMATIVE and not (name in OF_INTERVALS and not (name in left and name in right))
    ]
    sources = {left.get("trigger_source", "?"), right.get("trigger_source", "?")}
    if "?" in sources or sources == {OWN}:
        names = [name for name in names if name != "triggers"]
    without_effect = _fields_without_effect(left, right)
    names = [name for name in names if name not in without_effect]
    # Only the user knows facts, so a fact of one line is unknown for a line without it.
    absent = {name: "?" for name in names if name in facts or name == "facts"}
    unknown = [name for name in names if "?" in (left.get(name, absent.get(name)), right.get(name, absent.get(name)))]
    if left.get("facts") != right.get("facts") and "facts" in names and "facts" not in unknown:
        unknown.append("facts")  # a fingerprint does not say which of them differ
    # A hash of the data may cover triggers or a tokenizer that the other line does not tell.
    tells_less = len(sources) > 1 and "?" in sources
    tells_less = tells_less or any(line.keys().isdisjoint({"data", "tokenizer"}) for line in (one, other))
    if left.get("data") != right.get("data") and tells_less:
        unknown.append("data")
    different = [name for name in names if name not in unknown and left.get(name, "none") != right.get(name, "none")]
    if not different and _read_differently(left, right):
        different = ["convention"]
    if different:
        named = (f"{name} ({left.get(name, 'absent')}, {right.get(name, 'absent')})" for name in different)
        return "different: " + ", ".join(named)
    return "unknown: " + ", ".join(unknown) if unknown else "comparable"


def _fields_without_effect(left: Mapping[str, str], right: Mapping[str, str]) -> set[str]:
    """Return fields that may differ because both rules count these documents alike.

    Two conventions that drop and merge no predictions count alike, even if one drops texts outside the sentence or
    compares labels in lower case.
    """
    fields = {
        name for name in READINGS if not _read_differently(left, right) or left.get(name, "0") == right.get(name, "0")
    }
    if all(line.get("dropped") == "0" for line in (left, right) if line.get("outside_text") == "drop"):
        fields.add("outside_text")
    countings = {line.get("counting"): line.get("merged") for line in (left, right)}
    if countings.keys() == {"written", "small-labels"} and countings["small-labels"] == "0":
        fields.add("counting")
    return fields


def _read_differently(left: Mapping[str, str], right: Mapping[str, str]) -> bool:
    """Whether two conventions dropped or merged something, each by its own rule."""
    is_one = left.get("convention") == right.get("convention")
    return not is_one and any(line.get(name, "0") != "0" for line in (left, right) for name in READINGS)


def _fact_names(fields: Mapping[str, str]) -> set[str]:
    """Return the fields in which signatures of a task state declared facts."""
    task = TASKS.get(fields["task"])
    return set() if task is None else {*fact_fields(declarations(task.options)).values()}


def explain_signature(text: str) -> dict[str, str]:
    """Return every option of a signature, including those of its preset.

    Raises:
        ValueError: for a text that is not a signature.

    Examples:
        >>> explained = explain_signature("nuggets|protocol:pilot|mapping:optimal|docs:3|version:0.2.0")
        >>> explained["mapping"], explained["precision"], explained["docs"]
        ('optimal', 'pilot', '3')
    """
    fields = _checked_fields(text)
    return _explained(fields, fields)


def _checked_fields(text: str) -> dict[str, str]:
    fields = signature_fields(text)
    if len(fields) == 1:
        raise ValueError(f'signature: expected the "signature" of a result, such as "nuggets|…", got {text[:80]!r}')
    return fields


def _explained(line: Mapping[str, str], fields: dict[str, str]) -> dict[str, str]:
    """Return the fields of a line, or its short form, with the options of its preset and with unknown facts."""
    if fields["task"] not in TASKS:
        return fields
    try:
        assumed = TASKS[fields["task"]].options.named_by(fields)
    except (TypeError, ValueError):  # of another version, perhaps
        return fields
    # A line with one hash for its options does not tell which of them the preset sets.
    implied: dict[str, object] = {} if "choices" in fields else {**assumed.choices}
    if "facts" not in line:
        implied |= {name: text for name, text in assumed.undeclared_facts().items() if name not in line}
    for mark, names in (("confidence", OF_INTERVALS), ("test", OF_TESTS)):
        if mark in fields:
            implied |= {name: text for name, text in USUAL.items() if name in names}
    if "position_mapping" in assumed.choices:  # outputs are projected onto candidates
        implied["candidates"] = NO_LISTS
    return {"task": fields["task"], **written(implied), **fields}


def with_method(line: str, method: Mapping[str, object]) -> str:
    """Return the signature of a comparison: its results' signature with the method before the version.

    Examples:
        >>> with_method("nuggets|docs:2|version:1", {"test": "bootstrap"})
        'nuggets|docs:2|test:bootstrap|version:1'
    """
    fields, further = signature_fields(line), written(method)
    version = {"version": fields.pop("version")} if "version" in fields else {}
    return signature_line({**fields, **further, **version}, _fact_names(fields))


def comparison_of(line: str) -> dict[str, Any]:
    """Return the keywords of `compare` in the signature of a comparison, without the options of its intervals.

    Examples:
        >>> comparison_of("nuggets|protocol:paper|test:bootstrap|correction:holm|alpha:0.01")
        {'correction': True, 'test': 'bootstrap', 'alpha': 0.01}
    """
    fields = signature_fields(line)
    method: dict[str, Any] = {"correction": fields.get("correction") != "none"}
    if fields.get("test", "runs") not in ("runs", "paired-runs"):  # the test of runs follows from the runs
        method["test"] = fields["test"]
    try:
        return method | ({"alpha": float(fields["alpha"])} if "alpha" in fields else {})
    except ValueError:
        raise ValueError(f"signature: alpha: expected a number, got {shown(fields['alpha'])}") from None


def score(
    signature: str,
    predictions: object,
    references: object,
    *,
    details: bool = False,
    on_pair: OnPair | None = None,
    **data: Any,
) -> Result:
    """Score with the options of a signature. The result has the same signature if the documents are the same.

    Args:
        signature: The ``"signature"`` of a result, or its begin: a task and the options that differ from its defaults.
        predictions: The documents of the system.
        references: The same documents, in the same order.
        details: Add the details of the task.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
        **data: Options that the signature has only as a hash or a name, such as a long list of ``types``, ``verdicts``,
            a ``judge``, or the labels of ``groups``. They must match the signature.

    Raises:
        ValueError: where the signature names no task, or options that there are not, and where data is missing or is
            not that of the signature.

    Examples:
        >>> gold = [[{"token_ids": [3, 4], "type": "Life.Die"}]]
        >>> result = score("nuggets|protocol:evmeval-1.8|mapping:optimal", [[{"token_ids": [4], "type": "Die"}]], gold)
        >>> result["span_f1"], score(result["signature"], gold, gold)["span_f1"]
        (0.6666666666666666, 1.0)
    """
    task = task_of(signature)
    options = task.options.of(options_of(signature, task.options, data))
    result = task.score_checked(*task.check(predictions, references, options), options, details, on_pair)
    result["warnings"] = [*signature_differences(signature, result["signature"]), *result["warnings"]]
    return result


def task_of(signature: str) -> Task:
    """Return the task that a signature names first."""
    name = signature_fields(signature)["task"]
    if name not in TASKS:
        problem = not_among(name[:80], TASKS, "event_scoring.tasks.TASKS", bare=True)
        raise ValueError(f"signature: the task comes first: {problem}")
    return TASKS[name]


def signature_differences(line: str, made: str) -> list[str]:
    """Return sentences about fields in which the new signature differs from the given one."""
    before, after = signature_fields(line), signature_fields(made)
    sentences = []
    if before.get("version", after["version"]) != after["version"]:
        sentences.append(
            f"The signature is of version {before['version']}, these numbers of version {after['version']}."
        )
    if before.get("refs", after["refs"]) != after["refs"]:
        sentences.append(
            "The signature is of other references, so the numbers may differ from those that it came with."
        )
    return sentences
