"""Scores of event tables from the counts of roles, types, records and entities: micro, macro and average."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from event_scoring.array_types import Numbers
from event_scoring.scoring.counts import Row, Scores, Sums, plain, totals
from event_scoring.scoring.notes import note, note_sentences
from event_scoring.scoring.task import Counts
from event_scoring.statistics.precision_recall import ratio
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.template_measure import NO_VALUE_RIGHT

COUNTS = ("true_positives", "false_positives", "false_negatives")
SCORES = ("precision", "recall", "f1")
WHOLE = ("instance", "combination", "entity")
"""The items that are compared as a whole: records, the values of records, and entities."""
Roles = Mapping[str, Sequence[str]]
"""The roles of each type that is scored."""
DOCUMENT_TYPES = {
    "o2o": ("o2o",),
    "o2m": ("o2m",),
    "m2m": ("m2m",),
    "x2m": ("o2m", "m2m", "unk"),
    "single": ("o2o", "unk"),
    "multi": ("o2m", "m2m"),
}
"""The splits of DocEE (all except o2o are x2m) and of Doc2EDAG (at most one record, or more), with their documents."""


Name: TypeAlias = "tuple[str, ...]"
"""The name of a sum: a type, a role unless the sum is of the type itself, and one of `COUNTS`."""


def label_columns(rows: Sequence[Row], options: TemplateOptions) -> dict[Name, list[int]]:
    """Return the three counts in each document, by role and type.

    Examples:
        >>> rows = [{"per_role": [("Pledge", "holder", 1, 0, 2)], "per_label": [("Pledge", 1, 0, 0)]}]
        >>> {name: column for name, column in label_columns(rows, TemplateOptions()).items() if any(column)}
        {('Pledge', 'holder', 'true_positives'): [1], ('Pledge', 'holder', 'false_negatives'): [2], \
('Pledge', 'true_positives'): [1]}
    """
    roles = options.roles_of_types or scored_roles(rows)
    labels = [(kind, role) for kind in roles for role in roles[kind]] + [(kind,) for kind in roles]
    columns = {label: [[0] * len(rows) for _ in COUNTS] for label in labels}
    for row, counts in enumerate(rows):
        for *label, right, invented, missed in (*counts["per_role"], *counts["per_label"]):
            of_label = columns[tuple(label)]
            of_label[0][row], of_label[1][row], of_label[2][row] = right, invented, missed
    return {
        (*label, count): column
        for label, of_label in columns.items()
        for count, column in zip(COUNTS, of_label, strict=True)
    }


def scored_roles(rows: Sequence[Row]) -> dict[str, list[str]]:
    """Return the roles of each type with counts in any document."""
    found: dict[str, dict[str, None]] = {}
    for row in rows:
        for kind, role, *_ in row["per_role"]:
            found.setdefault(kind, {})[role] = None
    return {kind: list(names) for kind, names in found.items()}


def _roles_in(sums: Sums) -> dict[str, list[str]]:
    """Return the roles of each type with sums."""
    found: dict[str, list[str]] = {}
    for name in sums:
        if isinstance(name, tuple) and len(name) > len(("type", "count")) and name[-1] == COUNTS[0]:
            found.setdefault(name[0], []).append(name[1])
    return found


def _counts(sums: Sums, *label: str) -> Scores:
    """Return the three counts of a type, or of a role of a type."""
    names = [(*label, count) for count in COUNTS]
    return dict(zip(COUNTS, map(sums.__getitem__, names), strict=True))


def _of_all_roles(sums: Sums, roles: Roles, start: Numbers = 0) -> Scores:
    """Return the three counts over all roles of all types."""
    return {
        count: sum((sums[kind, role, count] for kind in roles for role in roles[kind]), start=start) for count in COUNTS
    }


def _together(several: Sequence[Scores]) -> Scores:
    return {count: sum((one[count] for one in several), start=0) for count in COUNTS}


def scores_of(counts: Scores, undefined: float) -> Scores:
    """Return three counts, numbers or arrays, with precision, recall and F1 = 2 / (1/P + 1/R).

    Examples:
        >>> found = scores_of({"true_positives": 1, "false_positives": 1, "false_negatives": 0}, 0.0)
        >>> [float(found[name]) for name in SCORES]
        [0.5, 1.0, 0.6666666666666666]
    """
    right, invented, missed = (counts[name] for name in COUNTS)
    precision, recall = ratio(right, right + invented, undefined), ratio(right, right + missed, undefined)
    if isinstance(precision, float):
        f1 = 2 / (1 / precision + 1 / recall) if right else 0.0 if invented or missed else undefined
        return {"precision": precision, "recall": recall, "f1": f1, **counts}
    some = right > 0
    safe = [np.where(some, value, 1.0) for value in (precision, recall)]
    f1 = np.where(some, 2 / (1 / safe[0] + 1 / safe[1]), np.where(right + invented + missed > 0, 0.0, undefined))
    return {"precision": precision, "recall": recall, "f1": f1, **counts}


def _mean(rows: Sequence[Row], start: str, of: str = "") -> Scores:
    """Return the mean of each of three scores over some rows, or 0 without rows."""
    return {
        f"{start}_{name}": sum((row[f"{of}{name}"] for row in rows), start=0.0) / max(len(rows), 1) for name in SCORES
    }


def event_table_result(sums: Sums, options: TemplateOptions) -> Scores:
    """Return all scores of a corpus: over all roles, their means, and those of records and types.

    Micro adds all counts. Macro is the mean over the roles of a type, then over types; average is the mean over types
    of their micro scores. An undefined ratio counts 0 in both.
    """
    undefined, roles = float(options.zero_division), _roles_in(sums)
    of_types = [_of_type(sums, kind, roles[kind], 0.0) for kind in roles]
    result = scores_of(_together(of_types), undefined)
    result |= _mean(of_types, "macro", "macro_") | _mean(of_types, "average")
    for name in WHOLE:
        if name != "entity" or np.any(np.asarray(sums["with_entities"]) > 0):
            found = scores_of({count: sums[f"{name}_{count}"] for count in COUNTS}, undefined)
            result |= {f"{name}_{key}": value for key, value in found.items()}
    labels = [scores_of(_counts(sums, kind), 0.0) for kind in roles]
    found = scores_of(_together(labels), undefined) | _mean(labels, "macro")
    result |= {f"classification_{key}": value for key, value in found.items()}
    shape = np.shape(sums["documents"])  # without a type all scores are single numbers, also of samples
    return {key: plain(np.broadcast_to(value, shape)) for key, value in result.items()} | {
        name: sums[name] for name in ("documents", "predictions", "references")
    }


def _of_type(sums: Sums, kind: str, roles: Sequence[str], undefined: float) -> Scores:
    """Return the scores of a type from its summed counts, and the means over its roles."""
    of_roles = [_counts(sums, kind, role) for role in roles]
    macro = _mean([scores_of(counts, 0.0) for counts in of_roles], "macro")
    return scores_of(_together(of_roles), undefined) | macro


def _groups(sums: Sums, undefined: float) -> dict[str, Scores]:
    """Return the scores of each type and its label, and of each role of a type."""
    roles = _roles_in(sums)
    per_type, per_role = {}, {}
    for kind, names in roles.items():
        labels = scores_of(_counts(sums, kind), undefined)
        found = _of_type(sums, kind, names, undefined)
        found |= {f"classification_{key}": value for key, value in labels.items()}
        per_type[kind] = {key: plain(value) for key, value in found.items()}
        for role in names:
            of_role = scores_of(_counts(sums, kind, role), undefined)
            per_role[f"{kind}.{role}"] = {key: plain(value) for key, value in of_role.items()}
    return {"per_type": per_type, "per_role": per_role}


def event_table_details(counts: Counts, result: Scores) -> Scores:
    """Return scores by type, by role and by what documents hold, and the pairs of records."""
    options = counts.options
    undefined, parts = float(options.zero_division), counts.parts
    kinds = counts.listed("document_type")
    splits = {}
    for split, held in DOCUMENT_TYPES.items():
        chosen = np.array([kind in held for kind in kinds], dtype=bool)
        sums = totals({name: column[chosen] for name, column in parts.items()})
        splits[split] = event_table_result(sums, options) | _groups(sums, undefined)
    return {
        **_groups(totals(parts), undefined),
        "by_document_type": splits,
        "alignment": counts.listed("alignment"),
    }


def document_scores(columns: Sums, undefined: float) -> Scores:
    """Return the micro scores of each document over all types and roles, and its numbers of records."""
    counts = _of_all_roles(columns, _roles_in(columns), np.zeros_like(columns["predictions"]))
    return {**scores_of(counts, undefined), **{name: columns[name] for name in ("predictions", "references")}}


_NOTES = {
    "not_scored": "{number:predicted value} in types and roles that are not scored: neither right nor wrong.",
    "not_wanted": "{number:value} of the references in types and roles that are not scored: neither right nor wrong.",
}
"""The sentences about sums that are not 0."""


def event_table_warnings(sums: Sums, options: TemplateOptions) -> list[str]:
    """Return warnings of a result without matches, of undeclared roles, of values in other roles, and of roles that no
    reference fills.
    """
    found, roles = [], _roles_in(sums)
    right, invented, missed = _of_all_roles(sums, roles).values()
    if invented and missed and not right:
        found.append(f"{NO_VALUE_RIGHT}.")
    if options.roles_of_types is None:
        found.append(
            "No roles are declared: those that the references fill are scored. Macro scores and averages are "
            "over fewer roles and types than with the schema of the corpus (roles={type: [role]})."
        )
    found += note_sentences(sums, _NOTES)
    unused = [
        f"{kind}.{role}"
        for kind in roles
        for role in roles[kind]
        if not sums[kind, role, "true_positives"] + sums[kind, role, "false_negatives"]
    ]
    if unused:
        found.append(
            note(
                "{number:role} that no reference fills, such as {first}: in macro scores each counts 0, and in "
                "averages a type without any, so that even the references themselves have less than 1 there.",
                len(unused),
                first=unused[0],
            )
        )
    return found
