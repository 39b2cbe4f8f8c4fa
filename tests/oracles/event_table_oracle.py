"""Event tables from their description, cell by cell.

A record is (type, {role: value}); a document is a dict with "records" and perhaps "event_types" and "mentions".
"""

from __future__ import annotations

from typing import Any

Schema = list[tuple[str, list[str]]]
Cells = dict[tuple[str, str], list[int]]
"""TP, FP and FN of each cell of the table of types and roles."""


def rows_of(document: dict[str, Any], kind: str, roles: list[str]) -> list[list[str | None]]:
    """The records of one type as rows of a table with a column a role."""
    return [[values.get(role) for role in roles] for name, values in document["records"] if name == kind]


def fill_cells(predicted: dict[str, Any], wanted: dict[str, Any], schema: Schema, cells: Cells) -> None:
    for kind, roles in schema:
        guesses, truths = rows_of(predicted, kind, roles), rows_of(wanted, kind, roles)
        compared: list[tuple[list[str | None], list[str | None]]] = []
        while guesses and truths:
            most = max(len(roles) - row.count(None) for row in guesses)
            guess = next(row for row in guesses if len(roles) - row.count(None) == most)
            hits = [[a == b for a, b in zip(guess, truth, strict=True)].count(True) for truth in truths]
            truth = truths.pop(hits.index(max(hits)))
            guesses = [row for row in guesses if row is not guess]
            compared.append((guess, truth))
        nothing: list[str | None] = [None] * len(roles)
        compared += [(row, nothing) for row in guesses] + [(nothing, row) for row in truths]
        for guess, truth in compared:
            for role, a, b in zip(roles, guess, truth, strict=True):
                cell = cells[kind, role]
                if a is None and b is None:
                    continue
                if a == b:
                    cell[0] += 1
                    continue
                if a is not None:
                    cell[1] += 1
                if b is not None:
                    cell[2] += 1


def three(counts: list[int]) -> tuple[float, float, float]:
    """Precision, recall and their harmonic mean."""
    right, wrong, missed = counts
    p = right / (right + wrong) if right + wrong else 0.0
    r = right / (right + missed) if right + missed else 0.0
    return p, r, 2 / (1 / p + 1 / r) if p > 0 and r > 0 else 0.0


def means(rows: list[tuple[float, float, float]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def added(several: list[list[int]]) -> list[int]:
    return [sum(column) for column in zip(*several, strict=True)] or [0, 0, 0]


def table_scores(predictions: list[Any], references: list[Any], schema: Schema) -> dict[str, tuple[float, ...]]:
    """Micro, macro and average scores of all documents."""
    cells: Cells = {(kind, role): [0, 0, 0] for kind, roles in schema for role in roles}
    for predicted, wanted in zip(predictions, references, strict=True):
        fill_cells(predicted, wanted, schema, cells)
    micro = [three(added([cells[kind, role] for role in roles])) for kind, roles in schema]
    macro = [means([three(cells[kind, role]) for role in roles]) for kind, roles in schema]
    return {"": three(added(list(cells.values()))), "macro_": means(macro), "average_": means(micro)}


def set_scores(predictions: list[Any], references: list[Any], schema: Schema) -> dict[str, tuple[float, ...]]:
    """Scores of whole records, of their values, and of the types of documents."""
    roles = dict(schema)
    sums = {"instance_": [0, 0, 0], "combination_": [0, 0, 0]}
    labels = {kind: [0, 0, 0] for kind in roles}
    for pair in zip(predictions, references, strict=True):
        whole: list[list[Any]] = [[], []]
        values: list[list[Any]] = [[], []]
        for place, document in enumerate(pair):
            for kind, record in document["records"]:
                filled = sorted((role, text) for role, text in record.items() if role in roles.get(kind, []))
                if filled and (kind, filled) not in whole[place]:
                    whole[place].append((kind, filled))
                texts = sorted({text for _, text in filled})
                if filled and texts not in values[place]:
                    values[place].append(texts)
        for name, (ours, theirs) in (("instance_", whole), ("combination_", values)):
            both = [one for one in ours if one in theirs]
            for place, number in enumerate((len(both), len(ours) - len(both), len(theirs) - len(both))):
                sums[name][place] += number
        predicted, wanted = pair
        for kind in roles:
            said = predicted.get("event_types")
            said = [name for name, _ in predicted["records"]] if said is None else said
            there = any(name == kind for name, _ in wanted["records"])
            if kind in said or there:
                labels[kind][0 if kind in said and there else 1 if kind in said else 2] += 1
    found = {name: three(counts) for name, counts in sums.items()}
    found["classification_"] = three(added(list(labels.values())))
    found["classification_macro_"] = means([three(counts) for counts in labels.values()])
    return found
