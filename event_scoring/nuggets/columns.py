"""From nugget documents to integer columns: what a document looks like, and one vocabulary for both sides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from event_scoring.core.pairing import check_sides
from event_scoring.core.ragged import BoolArray, IntArray, Ragged, list_offsets
from event_scoring.core.schema import Field, Integer, ListOf, Number, Record, Text
from event_scoring.core.signature import HashArray, hash_strings, mix, mix_rows
from event_scoring.core.vocabulary import MISSING, encode_together, merge_words
from event_scoring.nuggets.options import NuggetOptions

NUGGET_DOCUMENT = Record(
    (
        Field("doc_id", Text(), required=False, meaning="the document's name; both sides must agree"),
        Field(
            "mentions",
            ListOf(
                Record(
                    (
                        Field("token_ids", ListOf(Integer("token id")), meaning="the tokens of the nugget, a set"),
                        Field("type", Text(), meaning="the event type"),
                        Field("realis", Text(), required=False, meaning="Actual, Generic, Other or any string"),
                        Field("id", Text(), required=False, meaning="the name that clusters and links use"),
                        Field("score", Number(), required=False, meaning="the system's confidence"),
                    )
                )
            ),
            meaning="the event nuggets of the document",
        ),
        Field("clusters", ListOf(ListOf(Text())), required=False, meaning="coreferent mentions, by id"),
        Field(
            "links",
            ListOf(
                Record(
                    (
                        Field("type", Text(("After", "Subevent")), meaning="the relation"),
                        Field("source", Text(), meaning="a mention id"),
                        Field("target", Text(), meaning="a mention id"),
                    )
                )
            ),
            required=False,
            meaning="event sequencing",
        ),
    ),
    bare="mentions",
)

UNANNOTATED = "NOT_ANNOTATED"


def check_nuggets(predictions: object, references: object) -> tuple[pa.StructArray, pa.StructArray]:
    """Both sides as typed Arrow arrays, or an `InputError` at the first bad place."""
    return check_sides(NUGGET_DOCUMENT, NUGGET_DOCUMENT, predictions, references)


@dataclass(frozen=True)
class Mentions:
    """The mentions of one side, all documents after each other."""

    document: IntArray
    """The document of each mention."""
    position: IntArray
    """The place of each mention in its document's list."""
    spans: Ragged
    """Token ids."""
    type_code: IntArray
    realis_code: IntArray

    def __len__(self) -> int:
        return len(self.document)

    def select(self, keep: BoolArray) -> Mentions:
        return Mentions(
            self.document[keep],
            self.position[keep],
            self.spans.select(keep),
            self.type_code[keep],
            self.realis_code[keep],
        )


@dataclass(frozen=True)
class NuggetColumns:
    """Both sides over shared vocabularies.

    The ``…_wildcard`` arrays say, for each code and (last) for the missing value, whether a reference
    mention that has it agrees with every system mention.
    """

    doc_id: pa.StringArray
    system: Mentions
    reference: Mentions
    types: list[str]
    type_wildcard: BoolArray
    realis_wildcard: BoolArray
    realis_given: IntArray
    """For each document, how many mentions of the two sides have a realis."""
    reference_hash: HashArray
    """For each document, a number that stands for its reference mentions as they were given."""

    @property
    def documents(self) -> int:
        return len(self.doc_id)


def nugget_columns(system: pa.StructArray, reference: pa.StructArray, options: NuggetOptions) -> NuggetColumns:
    """The columns of checked documents: attributes made canonical, other types removed."""
    sides = (system, reference)
    mention_lists = [side.field("mentions") for side in sides]
    records = [mentions.values for mentions in mention_lists]
    type_codes, types = encode_together([record.field("type") for record in records])
    realis_codes, realis = encode_together([record.field("realis") for record in records])
    documents = len(system)
    spans = [Ragged.from_arrow(record.field("token_ids")) for record in records]
    by_document = [Ragged(list_offsets(mentions), np.empty(0)) for mentions in mention_lists]
    reference_hash = _reference_hash(by_document[1], spans[1], type_codes[1], realis_codes[1], types, realis)
    if options.normalize:
        type_codes, types = merge_words(type_codes, types, canonical_attribute)
        realis_codes, realis = merge_words(realis_codes, realis, canonical_attribute)
    both = [_mentions(*columns) for columns in zip(by_document, spans, type_codes, realis_codes, strict=True)]
    if options.types is not None:
        both = [side.select(_of_types(side.type_code, types, options)) for side in both]
    given = [np.bincount(side.document[side.realis_code != MISSING], minlength=documents) for side in both]
    doc_ids = [side.field("doc_id") for side in sides]
    return NuggetColumns(
        doc_id=doc_ids[1].fill_null(doc_ids[0]) if documents else doc_ids[1],
        system=both[0],
        reference=both[1],
        types=types,
        type_wildcard=_wildcards(types, options),
        realis_wildcard=_wildcards(realis, options),
        realis_given=given[0] + given[1],
        reference_hash=reference_hash,
    )


def canonical_attribute(text: str) -> str:
    """An attribute string as the TAC KBP scorer compares it: ASCII letters and digits, lower case.

    Examples:
        >>> canonical_attribute("Movement_Transport-Person")
        'movementtransportperson'
    """
    return "".join(letter for letter in text if letter.isascii() and letter.isalnum()).lower()


def _mentions(by_document: Ragged, spans: Ragged, type_code: IntArray, realis_code: IntArray) -> Mentions:
    document = by_document.row_index
    position = np.arange(len(document)) - by_document.offsets[:-1][document]
    return Mentions(document, position, spans, type_code, realis_code)


def _of_types(type_code: IntArray, types: list[str], options: NuggetOptions) -> BoolArray:
    wanted = set(options.types or ())
    if options.normalize:
        wanted = {canonical_attribute(name) for name in wanted}
    return np.array([name in wanted for name in types], dtype=bool)[type_code]


def _wildcards(words: list[str], options: NuggetOptions) -> BoolArray:
    if options.unannotated == "literal":
        return np.zeros(len(words) + 1, dtype=bool)
    unannotated = canonical_attribute(UNANNOTATED) if options.normalize else UNANNOTATED
    return np.array([*(word == unannotated for word in words), True])


def _reference_hash(
    by_document: Ragged,
    spans: Ragged,
    type_code: IntArray,
    realis_code: IntArray,
    types: list[str],
    realis: list[str],
) -> HashArray:
    type_hash, realis_hash = hash_strings(types), hash_strings([*realis, ""])
    mention = mix(mix_rows(spans), type_hash[type_code], realis_hash[realis_code])
    return mix_rows(Ragged(by_document.offsets, mention))
