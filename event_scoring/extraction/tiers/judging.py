"""The pairs that no similarity decides, and what is known of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.keys import are_rows_of, first_of, row_keys
from event_scoring.arrays.matching import Pairs
from event_scoring.arrays.ragged import IntArray
from event_scoring.arrays.tiers import first_tiers, match_tiers, pairs_within, unmatched
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.errors import counted
from event_scoring.documents.verdicts import Item, Questions, Verdicts
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.counting import none
from event_scoring.extraction.documents.columns import ExtractionColumns
from event_scoring.extraction.standardization.answers import Answers

NO_PAIRS = Pairs(none(), none(), np.empty(0))
_CONTEXT = 20
"""So many tokens on either side of a reference are shown to a judge."""


Judge = Callable[[list[dict[str, Any]]], Iterable[Any]]


@dataclass
class Session:
    """The verdicts that one call of a score function knows."""

    known: Verdicts
    judge: Judge | None

    @classmethod
    def of(cls, options: Choices) -> Session:
        return cls(options.known_verdicts.copy(), options.judge)

    def verdicts(self, questions: Questions) -> IntArray:
        """1 for yes, 0 for no, `MISSING` for pairs without a verdict."""
        asked = questions.identities()
        if self.judge is not None:
            opened = {name: row for row, name in enumerate(asked) if name not in self.known}
            if opened:
                self.known.update(zip(opened, _said(self.judge, questions.records(opened.values())), strict=True))
        return as_numbers(map(self.known.get, asked))


def _said(judge: Judge, pairs: list[dict[str, Any]]) -> list[bool | None]:
    said = judge(pairs)
    if not isinstance(said, Iterable):
        raise ValueError(f"judge: expected a list of verdicts, one for each pair, got {said!r}")
    said = list(said)
    if len(said) != len(pairs):
        raise ValueError(f"judge: expected {counted(len(pairs), 'verdict')}, one for each pair, got {len(said)}")
    found = []
    for verdict in said:
        value = verdict.get("verdict") if isinstance(verdict, Mapping) else verdict
        if isinstance(value, np.bool_):
            value = bool(value)
        if value is not None and not isinstance(value, bool):
            raise ValueError(f"judge: expected verdicts True, False or None, got {value!r}")
        found.append(value)
    return found


def as_numbers(verdicts: Iterable[bool | None]) -> IntArray:
    """1 for yes, 0 for no, `MISSING` for none."""
    return np.array([MISSING if verdict is None else int(verdict) for verdict in verdicts], dtype=np.int64)


def undecided_pairs(accepted: list[list[Pairs]], groups: list[tuple[IntArray, IntArray]], options: Choices) -> Pairs:
    """Every pair that no tier accepts and that could change a score, once."""
    systems, references = [], []
    before = options.match.index("judged")
    for tiers, (left, right) in zip(accepted, groups, strict=True):
        earlier = first_tiers([*tiers[:before], NO_PAIRS])
        if options.matching == "coverage":
            free = [np.ones(len(left), dtype=bool), np.ones(len(right), dtype=bool)]
            free[0][earlier.prediction], free[1][earlier.reference] = False, False
            pairs = pairs_within(left, right)
            pairs = pairs.select(free[0][pairs.system] | free[1][pairs.reference])
        else:
            rows = [np.flatnonzero(side) for side in unmatched(earlier, match_tiers(earlier), len(left), len(right))]
            inner = pairs_within(left[rows[0]], right[rows[1]])
            pairs = Pairs(rows[0][inner.system], rows[1][inner.reference], inner.similarity)
        asked = are_rows_of([pairs.system, pairs.reference], [earlier.prediction, earlier.reference])
        pairs = pairs.select(~asked)
        systems.append(pairs.system)
        references.append(pairs.reference)
    system, reference = np.concatenate(systems), np.concatenate(references)
    first = first_of(row_keys(system, reference))
    return Pairs(system[first], reference[first], np.ones(len(first)))


def questions_of(
    columns: ExtractionColumns,
    answers: Answers,
    pairs: Pairs,
    texts: tuple[list[str | None], list[str | None]],
    unit: str,
) -> Questions:
    """What a judge is asked about some pairs."""
    spans, said, annotated = columns.spans, answers.predictions, answers.references
    left, left_place = np.unique(pairs.system, return_inverse=True)
    right, right_place = np.unique(pairs.reference, return_inverse=True)
    place = said.span[left]
    bounds = [np.append(side, 0)[place] for side in (spans.start, spans.end)]
    predictions: list[Item] = [
        (texts[0][row] or "", None if at == MISSING else (start, end))
        for row, at, start, end in _rows(left, place, *bounds)
    ]
    documents, row = np.unique(annotated.document[right], return_inverse=True)
    words = columns.tokens.take(pa.array(documents)).to_pylist()
    names = columns.doc_id.take(pa.array(documents)).to_pylist()
    names = [f"#{number}" if name is None else name for number, name in zip(documents, names, strict=True)]
    place = annotated.span[right]
    asked = _rows(right, row, annotated.type[right], annotated.label[right], spans.start[place], spans.end[place])
    references = [
        (
            names[at],
            columns.types[kind],
            columns.roles[label] if unit == "argument" else None,
            (texts[1][number] or "", (start, end)),
            " ".join((words[at] or [])[max(0, start - _CONTEXT) : end + _CONTEXT]),
        )
        for number, at, kind, label, start, end in asked
    ]
    return Questions(unit, predictions, references, _rows(left_place, right_place))


def _rows(*columns: IntArray) -> list[Any]:
    return list(zip(*(column.tolist() for column in columns), strict=True))
