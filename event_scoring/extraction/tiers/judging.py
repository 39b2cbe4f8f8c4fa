"""The pairs that no similarity decides, and what is known of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.keys import first_of, joint_keys, row_keys
from event_scoring.arrays.matching import Pairs
from event_scoring.arrays.ragged import IntArray
from event_scoring.arrays.tiers import first_tiers, match_tiers, pairs_within, unmatched
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.verdicts import Verdicts, identity, read_verdicts, verdict_key
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.documents.columns import ExtractionColumns
from event_scoring.extraction.standardization.answers import Answers

NO_PAIRS = Pairs(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0))
_CONTEXT = 20
"""So many tokens on either side of a reference are shown to a judge."""


@dataclass
class Session:
    """The verdicts that one call of a score function knows."""

    known: Verdicts
    judge: Callable[[list[dict[str, Any]]], Sequence[Any]] | None

    @classmethod
    def of(cls, options: Choices) -> Session:
        return cls({} if options.verdicts is None else read_verdicts(options.verdicts), options.judge)

    def verdicts(self, pairs: list[dict[str, Any]]) -> IntArray:
        """1 for yes, 0 for no, `MISSING` for pairs without a verdict."""
        asked = [identity(pair) for pair in pairs]
        open_rows = [row for row, name in enumerate(asked) if name not in self.known]
        open_pairs = [pairs[row] for row in open_rows]
        if self.judge is not None and open_pairs:
            for pair in open_pairs:
                pair["key"] = verdict_key(pair)
            said = list(self.judge(open_pairs))
            if len(said) != len(open_pairs):
                raise ValueError(f"judge: expected {len(open_pairs)} verdicts, one for each pair, got {len(said)}")
            for row, verdict in zip(open_rows, said, strict=True):
                value = verdict.get("verdict") if isinstance(verdict, Mapping) else verdict
                if isinstance(value, np.bool_):
                    value = bool(value)
                if value is not None and not isinstance(value, bool):
                    raise ValueError(f"judge: expected verdicts True, False or None, got {value!r}")
                self.known[asked[row]] = value
        found = [self.known.get(name) for name in asked]
        return np.array([MISSING if verdict is None else int(verdict) for verdict in found], dtype=np.int64)


def undecided_pairs(accepted: list[list[Pairs]], groups: list[tuple[IntArray, IntArray]], options: Choices) -> Pairs:
    """Every pair that no tier accepts and that could change a score, once."""
    systems, references = [], []
    before = options.match.index("judged")
    for tiers, (left, right) in zip(accepted, groups, strict=True):
        earlier = first_tiers([NO_PAIRS, *tiers[:before]])
        if options.matching == "coverage":
            free = [np.ones(len(left), dtype=bool), np.ones(len(right), dtype=bool)]
            free[0][earlier.prediction], free[1][earlier.reference] = False, False
            pairs = pairs_within(left, right)
            pairs = pairs.select(free[0][pairs.system] | free[1][pairs.reference])
        else:
            rows = [np.flatnonzero(side) for side in unmatched(earlier, match_tiers(earlier), len(left), len(right))]
            inner = pairs_within(left[rows[0]], right[rows[1]])
            pairs = Pairs(rows[0][inner.system], rows[1][inner.reference], inner.similarity)
        keys = joint_keys([pairs.system, pairs.reference], [earlier.prediction, earlier.reference])
        pairs = pairs.select(~np.isin(keys[0], keys[1]))
        systems.append(pairs.system)
        references.append(pairs.reference)
    system, reference = np.concatenate(systems), np.concatenate(references)
    first = first_of(row_keys(system, reference))
    return Pairs(system[first], reference[first], np.ones(len(first)))


def judged_records(
    columns: ExtractionColumns,
    answers: Answers,
    pairs: Pairs,
    texts: tuple[list[str | None], list[str | None]],
    unit: str,
) -> list[dict[str, Any]]:
    """The pairs as a judge sees them; equal ones are one question."""
    spans, said, annotated = columns.spans, answers.predictions, answers.references
    documents, row = np.unique(annotated.document[pairs.reference], return_inverse=True)
    words = columns.tokens.take(pa.array(documents)).to_pylist()
    names = columns.doc_id.take(pa.array(documents)).to_pylist()
    span, place = annotated.span[pairs.reference], said.span[pairs.system]
    kind, label = annotated.type[pairs.reference], annotated.label[pairs.reference]
    found = np.where(place == MISSING, span, place)
    bounds = [spans.start[span], spans.end[span], spans.start[found], spans.end[found]]
    asked = [column.tolist() for column in (pairs.system, pairs.reference, row, place, kind, label, *bounds)]
    records: list[dict[str, Any]] = []
    contexts: dict[int, str] = {}
    for left, right, at, stands, of, role, start, end, first, last in zip(*asked, strict=True):
        if right not in contexts:
            contexts[right] = " ".join((words[at] or [])[max(0, start - _CONTEXT) : end + _CONTEXT])
        text = texts[0][left] or ""
        records.append({
            "key": None,
            "doc_id": names[at] if names[at] is not None else f"#{documents[at]}",
            "unit": unit,
            "type": columns.types[of],
            "role": columns.roles[role] if unit == "argument" else None,
            "prediction": {"text": text} if stands == MISSING else {"text": text, "span": [first, last]},
            "reference": {"text": texts[1][right] or "", "span": [start, end]},
            "context": contexts[right],
        })  # fmt: skip
    return records
