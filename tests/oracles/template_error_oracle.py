"""Errors of filled templates by Das et al. (2022), from their description, by trying every alignment."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

TYPE = "incident_type"
Place = tuple[int, int]
NOWHERE = (1, 0)
Template = dict[str, Any]
"""The entities of each role, and the type."""


def letters(text: str) -> str:
    return "".join(character for character in re.sub(r"\b(a|an|the)\b", "", text.lower()) if character.isalnum())


def place_of(mention: str, text: str) -> Place:
    characters = letters(mention)
    start = letters(text).find(characters) if characters else -1
    return NOWHERE if start < 0 else (start, start + len(characters) - 1)


def distance(one: Place, other: Place) -> float:
    if one == other:
        return 0.0
    lengths = (one[1] - one[0]) * (other[1] - other[0])
    shared = max(min(one[1], other[1]) - max(one[0], other[0]), 0)
    return 1.0 if lengths == 0 else 1 - shared**2 / lengths


def f1(right: int, predicted: int, wanted: int) -> float:
    precision, recall = (right / below if below else 0.0 for below in (predicted, wanted))
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def choices(rows: list[list[int]]) -> Iterator[tuple[int | None, ...]]:
    """Every way to give each row one of its columns or none, no column twice."""
    for choice in product(*([None, *row] for row in rows)):
        taken = [column for column in choice if column is not None]
        if len(taken) == len({*taken}):
            yield choice


class Document:
    """One document, and the errors of its best alignment."""

    def __init__(
        self, text: str, predicted: list[Template], gold: list[Template], roles: list[str], typed: bool
    ) -> None:
        self.text, self.predicted, self.gold, self.typed = text, predicted, gold, typed
        self.roles = [role for role in roles if role != TYPE]
        self.errors: Counter[str] = Counter()
        self.missing_roles: Counter[str] = Counter()
        self.incorrect_roles: Counter[str] = Counter()
        self.align()
        self.classify()

    def place(self, mention: str) -> Place:
        return place_of(mention, self.text)

    def mentions(self, template: Template, role: str) -> list[str]:
        return [mention for entity in template.get(role, []) for mention in entity]

    # ---- steps 1 and 2
    def fill(self, ours: Template, theirs: Template, role: str) -> tuple[Any, ...]:
        """The counts, the cost and the errors of the best pairs of fillers of a role."""
        mentions, entities = self.mentions(ours, role), theirs.get(role, [])
        table = [
            [
                min((distance(self.place(one), self.place(other)) for other in entity), default=1.0)
                for entity in entities
            ]
            for one in mentions
        ]
        best: tuple[Any, ...] | None = None
        for choice in choices([[c for c, value in enumerate(row) if value < 1] for row in table]):
            right, cost, spans, spurious = 0, 0.0, 0, []
            for row, column in enumerate(choice):
                if column is None:
                    cost += 1
                    spurious.append(mentions[row])
                elif table[row][column] == 0:
                    right += 1
                else:
                    spans += 1
                    cost += table[row][column]
            missing = [entity for column, entity in enumerate(entities) if column not in choice]
            for _ in missing:
                cost += 1
            score = f1(right, len(mentions), len(entities))
            if best is None or score > best[0] or (score == best[0] and cost < best[1]):
                best = score, cost, (right, len(mentions), len(entities)), spans, spurious, missing
        assert best is not None
        return best

    def align(self) -> None:
        best: tuple[Any, ...] | None = None
        rows = [
            [c for c, theirs in enumerate(self.gold) if not self.typed or ours[TYPE] == theirs[TYPE]]
            for ours in self.predicted
        ]
        for choice in choices(rows):
            found = self.counted(choice)
            score = f1(*found["sums"]["total"])
            # Costs that differ by their rounding alone are equal: in which order they are summed is not described.
            if best is None or score > best[0] or (score == best[0] and found["cost"] < best[1] - 1e-9):
                best = score, found["cost"], choice, found
        assert best is not None
        _, self.cost, self.choice, found = best
        self.errors.update(found["errors"])
        self.sums, self.spurious, self.missing = found["sums"], found["spurious"], found["missing"]

    def counted(self, choice: tuple[int | None, ...]) -> dict[str, Any]:
        sums = {name: [0, 0, 0] for name in (*self.roles, TYPE, "total")}
        errors: Counter[str] = Counter()
        spurious, missing = [], []
        cost = 0.0

        def add(role: str, *numbers: int) -> None:
            for name in (role, "total"):
                sums[name] = [old + new for old, new in zip(sums[name], numbers, strict=True)]

        for row, column in enumerate(choice):
            ours = self.predicted[row]
            if column is not None:
                if self.typed:
                    add(TYPE, 1, 1, 1)
                for role in self.roles:
                    _, price, numbers, spans, more, less = self.fill(ours, self.gold[column], role)
                    add(role, *numbers)
                    cost += price
                    errors["span_error"] += spans
                    spurious += [(row, role, mention) for mention in more]
                    missing += [(role, entity) for entity in less]
            else:
                errors["spurious_template"] += 1
                if self.typed:
                    add(TYPE, 0, 1, 0)
                    cost += 1
                for role in self.roles:
                    number = len(self.mentions(ours, role))
                    add(role, 0, number, 0)
                    cost += number
                    errors["spurious_template_role_filler"] += number
        for column, theirs in enumerate(self.gold):
            if column not in choice:
                errors["missing_template"] += 1
                if self.typed:
                    add(TYPE, 0, 0, 1)
                    cost += 1
                for role in self.roles:
                    number = len(theirs.get(role, []))
                    add(role, 0, 0, number)
                    cost += number
                    errors["missing_template_role_filler"] += number
        errors["general_spurious_role_filler"] = len(spurious)
        return {"sums": sums, "errors": errors, "spurious": spurious, "missing": missing, "cost": cost}

    # ---- steps 3 and 4
    def nearest(self, mention: str, templates: list[Template]) -> tuple[float, str, str]:
        """The distance, role and text of the nearest mention, roles before templates."""
        best = (1.0, "", "")
        for role in self.roles:
            for template in templates:
                for other in self.mentions(template, role):
                    far = distance(self.place(mention), self.place(other))
                    if far < best[0]:
                        best = far, role, other
        return best

    def classify(self) -> None:
        explained = []
        for row, role, mention in self.spurious:
            for other, column in enumerate(self.choice):
                if self.predicted[other] != self.predicted[row]:
                    continue
                own = [] if column is None else [self.gold[column]]
                far, its_role, its_text = self.nearest(mention, own)
                if far < 1:
                    partial = "" if far == 0 else "_partial"
                    if its_role != role:
                        self.errors[f"within_template_incorrect_role{partial}"] += 1
                        explained.append((its_role, mention if far == 0 else its_text))
                        self.incorrect_roles[its_role] += far == 0
                    else:
                        self.errors[
                            "duplicate_partially_matched_role_filler" if partial else "duplicate_role_filler"
                        ] += 1
                    break
                far, its_role, _ = self.nearest(mention, [one for one in self.gold if own and one not in own])
                if far < 1:
                    if its_role == role:
                        word = "partially_matched_role_filler" if far else "role_filler"
                        self.errors[f"wrong_template_for_{word}"] += 1
                    else:
                        self.errors[f"wrong_template_wrong_role{'_partial' if far else ''}"] += 1
                    break
                self.errors["spurious_role_filler"] += 1
        for role, entity in self.missing:
            if (role, entity[0]) not in explained:
                self.errors["missing_role_filler"] += 1
                self.missing_roles[role] += 1
