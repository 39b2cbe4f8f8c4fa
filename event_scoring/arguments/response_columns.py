"""Distinct responses as integer columns, with what the key and the system say of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from event_scoring.arguments.columns import REALIS
from event_scoring.arguments.response_documents import VERDICTS
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray, Ragged
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.response_ids import hash_2014, java_string_hash

ACCEPTED = (VERDICTS.index("C"), VERDICTS.index("I"))
FIELDS = ("aet", "aer", "cas", "base_filler")


@dataclass(frozen=True)
class Responses:
    """The distinct responses of both sides of all documents; a response is the same where every field is."""

    doc_ids: list[str]
    types: list[str]
    roles: list[str]
    texts: list[str]
    span: tuple[IntArray, IntArray]
    """Start and end of every span that justifies a response, by number."""
    document: IntArray
    type_code: IntArray
    role_code: IntArray
    text_code: IntArray
    cas: tuple[IntArray, IntArray]
    base_filler: tuple[IntArray, IntArray]
    predicate: Ragged
    argument: Ragged
    realis: IntArray
    but_realis: IntArray
    """A number for everything but the realis."""
    cluster: IntArray
    """A number for the document's coreference cluster of the CAS, `MISSING` where it has none."""
    verdicts: dict[str, IntArray]
    """For each of `FIELDS` the place in `VERDICTS`, `MISSING` where there is no assessment."""
    assessed_realis: IntArray
    """The place in `REALIS`, or `MISSING`."""
    listed: IntArray
    """The last place in the key; `MISSING` outside the key."""
    score: FloatArray
    """The system's highest confidence; NaN where the system has no such response."""
    system_links: tuple[IntArray, IntArray]
    """Frames of the system and the responses in them, as pairs."""
    reference_links: tuple[IntArray, IntArray]
    of_system: IntArray
    """For each response that the system listed its row here, `MISSING` where pre-processing removed it."""
    of_key: IntArray
    """Likewise for those that the key listed."""

    def __len__(self) -> int:
        return len(self.document)

    @property
    def assessed(self) -> BoolArray:
        result: BoolArray = self.verdicts["aet"] != MISSING
        return result

    @property
    def in_system(self) -> BoolArray:
        return ~np.isnan(self.score)

    def accepted(self, field: str) -> BoolArray:
        """Where an assessor found the field correct or inexact."""
        return np.isin(self.verdicts[field], ACCEPTED)

    @property
    def correct(self) -> BoolArray:
        """Correct but for inexact justifications, with the assessor's own realis."""
        fields = np.logical_and.reduce([self.accepted(field) for field in FIELDS])
        result: BoolArray = fields & (self.assessed_realis == self.realis)
        return result

    def select(self, keep: BoolArray) -> Responses:
        """Only some responses, which leave frames as well."""
        number = np.cumsum(keep) - 1
        row = np.append(np.where(keep, number, MISSING), MISSING)

        def linked(links: tuple[IntArray, IntArray]) -> tuple[IntArray, IntArray]:
            frame, response = links
            stays = keep[response]
            return frame[stays], number[response[stays]]

        columns = {name: column for name, column in vars(self).items() if isinstance(column, np.ndarray)}
        kept: dict[str, Any] = {
            name: column[keep] for name, column in columns.items() if name not in ("of_system", "of_key")
        }
        return replace(
            self,
            **kept,
            cas=(self.cas[0][keep], self.cas[1][keep]),
            base_filler=(self.base_filler[0][keep], self.base_filler[1][keep]),
            predicate=self.predicate.select(keep),
            argument=self.argument.select(keep),
            verdicts={field: codes[keep] for field, codes in self.verdicts.items()},
            system_links=linked(self.system_links),
            reference_links=linked(self.reference_links),
            of_system=row[self.of_system],
            of_key=row[self.of_key],
        )

    def tie_break(self) -> IntArray:
        """The 2014 ids: of equally confident responses the one with the larger is taken."""
        return hash_2014(
            java_string_hash(self.doc_ids)[self.document],
            java_string_hash(self.types)[self.type_code],
            java_string_hash(self.roles)[self.role_code],
            java_string_hash(self.texts)[self.text_code],
            self.cas,
            self.base_filler,
            self.predicate,
            self.argument,
            self.span,
            java_string_hash(REALIS)[self.realis],
        )


def best_scores(score: FloatArray, group: IntArray, groups: int) -> FloatArray:
    """The highest score of each group; NaN where it has none."""
    best = np.full(groups, np.nan)
    np.fmax.at(best, group, score)
    return best
