"""Join labelled stretches of tokens to nuggets, for the whole corpus at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.adapters.token_labels import (
    BEGIN,
    END,
    OUTSIDE,
    SINGLE,
    LabelConvention,
    LabelTable,
    label_table,
)
from event_scoring.adapters.tokens import offsets_of
from event_scoring.array_types import BoolArray, FloatArray, IntArray
from event_scoring.documents.errors import Description, InputError, counted
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, optional
from event_scoring.documents.sides import checked_column, gc_paused
from event_scoring.formats.flat_arrays import Ragged, ranges, row_of
from event_scoring.formats.json_lines import without_nulls
from event_scoring.label_sequences import checked_labels, label_codes
from event_scoring.scoring.options import check_choice

ANNOTATED = Record(
    optional("doc_id", Text()),
    Field(
        "mentions",
        ListOf(
            Record(
                Field("token_ids", ListOf(Integer("token id"), takes_sets=True)),
                Field("type", Text()),
                optional("realis", Text()),
                optional("score", Number()),
                extra=True,
            )
        ),
    ),
    bare="mentions",
    extra=True,
)
"""Nugget documents from which labels and triggers are made. They may have further keys."""


@dataclass(frozen=True)
class Units:
    """Labelled stretches of tokens, by document and from left to right, without those outside nuggets."""

    document: IntArray
    first: IntArray
    """The first token, counted from 0 in each document in text order."""
    last: IntArray
    """The last token; ``first - 1`` for a unit without tokens that lies before the token ``first``."""
    place: IntArray
    attribute: IntArray
    continued: BoolArray
    score: FloatArray
    """The score; NaN without a score."""

    def __len__(self) -> int:
        return len(self.document)

    def select(self, rows: BoolArray | IntArray) -> Units:
        """Return the units at a mask or at positions."""
        return Units(*(getattr(self, column.name)[rows] for column in fields(self)))


def run_starts(*columns: NDArray[np.generic]) -> BoolArray:
    """Return where a row differs from the one before in any of some columns; the first row does.

    Examples:
        >>> run_starts(np.array([1, 1, 1, 2]), np.array([3, 3, 4, 4])).tolist()
        [True, False, True, True]
    """
    starts = np.zeros(len(columns[0]), dtype=bool)
    starts[:1] = True
    for column in columns:
        starts[1:] |= column[1:] != column[:-1]
    return starts


def join_units(units: Units) -> IntArray:
    """Return the number of each unit's nugget; nuggets are numbered in the order of their first units.

    A unit opens a nugget if its label does (B, S). It also opens one after a complete nugget (E, S), after another
    type, and after a token without a label. Otherwise it continues the unit before it. An I at the begin opens a nugget
    too, as in the CoNLL evaluation. Then units marked as parts join the nearest nugget of their type before them.
    """
    if not len(units):
        return np.zeros(0, dtype=np.int64)
    opens = run_starts(units.document, units.attribute, units.continued)
    opens[1:] |= np.isin(units.place[1:], (BEGIN, SINGLE)) | np.isin(units.place[:-1], (END, SINGLE))
    opens[1:] |= units.first[1:] != units.last[:-1] + 1
    part = np.cumsum(opens) - 1
    heads = np.flatnonzero(opens)
    if units.continued.any():
        part = _owners(units, heads)[part]
    nugget: IntArray = np.unique(part, return_inverse=True)[1]
    return nugget


def _owners(units: Units, heads: IntArray) -> IntArray:
    """Return for each part the part that its nugget begins with: itself, or the one that it continues."""
    document, attribute, continued = units.document[heads], units.attribute[heads], units.continued[heads]
    parts = np.arange(len(heads))
    order = np.lexsort((parts, attribute, document))
    # The first part of its type in a document continues no other: it is its own owner.
    stands = ~continued[order] | run_starts(document[order], attribute[order])
    latest = np.maximum.accumulate(np.where(stands, parts, 0))
    owners = np.empty(len(heads), dtype=np.int64)
    owners[order] = order[latest]
    return owners


def nugget_documents(
    units: Units,
    attributes: Sequence[tuple[str, str | None]],
    documents: int,
    doc_ids: object = None,
    token_ids: Ragged | None = None,
) -> list[dict[str, Any]]:
    """Return nugget documents from units.

    Args:
        units: Labelled stretches of tokens.
        attributes: The type and realis of each attribute number.
        documents: How many documents there are.
        doc_ids: Their names.
        token_ids: The ids of the tokens of each document; by default their numbers from 0.
    """
    nugget = join_units(units)
    order = np.argsort(nugget, kind="stable")
    lengths = (units.last - units.first + 1)[order]
    tokens = ranges(units.first[order], lengths)
    if token_ids is not None:
        tokens = token_ids.values[np.repeat(token_ids.offsets[units.document[order]], lengths) + tokens]
    ends = np.append(0, np.cumsum(np.bincount(nugget[order], weights=lengths).astype(np.int64)))
    _, heads = np.unique(nugget, return_index=True)
    score = np.bincount(nugget, weights=units.score) / np.bincount(nugget)
    with gc_paused():
        mentions = _mention_dicts(tokens.tolist(), ends.tolist(), units.attribute[heads].tolist(), attributes, score)
    by_document = np.append(0, np.cumsum(np.bincount(units.document[heads], minlength=documents))).tolist()
    lists = [mentions[start:end] for start, end in pairwise(by_document)]
    return with_doc_ids([{"mentions": each} for each in lists], doc_ids)


def with_doc_ids(documents: list[dict[str, Any]], doc_ids: object) -> list[dict[str, Any]]:
    """Return the documents with names, if names are given."""
    if doc_ids is None:
        return documents
    names: list[str] = checked_column(Text(), doc_ids, "doc_ids").to_pylist()
    if len(names) != len(documents):
        raise InputError(
            ("doc_ids",), wanted=f"{counted(len(documents), 'name')}, one for each text", got=Description(len(names))
        )
    return named_as(documents, names)


def named_as(documents: Sequence[Any], names: Sequence[str | None]) -> list[Any]:
    """Return the documents of a system with the names of the references that they are matched with.

    Examples:
        >>> named_as([{"mentions": []}, {"mentions": []}, []], ["a", None, "c"])
        [{'doc_id': 'a', 'mentions': []}, {'mentions': []}, []]
    """
    return [
        {"doc_id": name, **document} if name is not None and isinstance(document, Mapping) else document
        for name, document in zip(names, documents, strict=True)
    ]


def _mention_dicts(
    tokens: list[int],
    ends: list[int],
    attribute: list[int],
    attributes: Sequence[tuple[str, str | None]],
    score: FloatArray,
) -> list[dict[str, Any]]:
    spans = [tokens[start:end] for start, end in pairwise(ends)]
    mentions: list[dict[str, Any]] = [
        {"token_ids": span, "type": attributes[number][0]} for span, number in zip(spans, attribute, strict=True)
    ]
    if any(realis is not None for _, realis in attributes):
        for mention, number in zip(mentions, attribute, strict=True):
            if attributes[number][1] is not None:
                mention["realis"] = attributes[number][1]
    if not np.isnan(score).all():
        for mention, value in zip(mentions, score.tolist(), strict=True):
            if value == value:
                mention["score"] = value
    return mentions


def units_of_labels(document: IntArray, first: IntArray, last: IntArray, codes: IntArray, table: LabelTable) -> Units:
    """Return one unit for each token or stretch of tokens whose label belongs to a nugget."""
    columns = table.place[codes], table.attribute[codes], table.continued[codes]
    units = Units(document, first, last, *columns, np.full(len(codes), np.nan))
    return units.select(units.place != OUTSIDE)


def nuggets_from_labels(
    labels: object,
    *,
    scheme: str = "auto",
    continuation: str | None = "+",
    realis_separator: str | None = None,
    doc_ids: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Return nugget documents from one label for each token.

    Args:
        labels: For each document a list of labels; the convention is in `event_scoring.adapters.token_labels`.
        scheme: "prefixed" (BIO, BIOES, BILOU), "raw", or "auto".
        continuation: The end of a type that marks a further part of a nugget.
        realis_separator: The separator of type and realis, if labels have a realis.
        doc_ids: A name for each document.

    Examples:
        >>> nuggets_from_labels([["B-Arrest", "O", "B-Arrest+", "B-Die"]])
        [{'mentions': [{'token_ids': [0, 2], 'type': 'Arrest'}, {'token_ids': [3], 'type': 'Die'}]}]
    """
    return _nuggets_from_labels(labels, LabelConvention(scheme, continuation, realis_separator), doc_ids)


def nuggets_from_sentences(
    documents: Sequence[Sequence[Sequence[str]]],
    *,
    scheme: str = "auto",
    continuation: str | None = "+",
    realis_separator: str | None = None,
    doc_ids: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Return nugget documents from the labels of their sentences, as `nuggets_from_labels`. A nugget ends with its
    sentence, except for its further parts.

    Examples:
        >>> nuggets_from_sentences([[["O", "I-Die"], ["I-Die"]]])
        [{'mentions': [{'token_ids': [1], 'type': 'Die'}, {'token_ids': [2], 'type': 'Die'}]}]
    """
    labels = [list(chain.from_iterable(sentences)) for sentences in documents]
    # Each sentence leaves a place free before it, so that its first word follows no other.
    numbers = [
        number for sentences in documents for number, sentence in enumerate(sentences, start=1) for _ in sentence
    ]
    convention = LabelConvention(scheme, continuation, realis_separator)
    return _nuggets_from_labels(labels, convention, doc_ids, np.array(numbers, dtype=np.int64))


def _nuggets_from_labels(
    labels: object, convention: LabelConvention, doc_ids: object, skipped: IntArray | None = None
) -> list[dict[str, Any]]:
    """Return nugget documents from labels; ``skipped`` has the number of empty places before each label."""
    lists = checked_labels(labels, "labels")
    (codes,), words = label_codes(lists)
    rows, first = Ragged(offsets_of(lists), codes), np.unique(codes, return_index=True)[1]
    table = label_table(words, convention, lambda number: ("labels", *row_of(rows.offsets, first[number])))
    place, token_ids = rows.within, None
    if skipped is not None:
        place = place + skipped
        lengths = np.zeros(len(lists), dtype=np.int64)
        np.maximum.at(lengths, rows.row_index, place + 1)
        token_ids = Ragged.from_lengths(lengths, np.zeros(int(lengths.sum()), dtype=np.int64))
        token_ids.values[token_ids.offsets[rows.row_index] + place] = rows.within
    units = units_of_labels(rows.row_index, place, place, codes, table)
    return nugget_documents(units, table.attributes, len(lists), doc_ids, token_ids)


def events_from_nuggets(documents: Sequence[Any]) -> list[dict[str, Any]]:
    """Return nugget documents as documents of event detection, where each nugget is the trigger of an event.

    A nugget without tokens is left out. A nugget with a gap is refused, because triggers are [start, end) spans.

    Examples:
        >>> events_from_nuggets([{"mentions": [{"token_ids": [3, 4], "type": "Die", "score": 0.5}]}])
        [{'events': [{'trigger': {'span': [3, 5]}, 'type': 'Die', 'score': 0.5}]}]
    """
    converted = []
    for row, document in enumerate(_checked(documents)):
        events = []
        for number, mention in enumerate(document["mentions"]):
            tokens = mention["token_ids"]
            if not tokens:
                continue
            start, end = min(tokens), max(tokens) + 1
            if end - start != len(set(tokens)):
                place = ("documents", row, "mentions", number, "token_ids")
                raise InputError(
                    place, wanted="tokens that stand side by side, as triggers do", got=Description(tokens)
                )
            event = {"trigger": {"span": [start, end]}, "type": mention["type"]}
            events.append({**event, "score": mention["score"]} if "score" in mention else event)
        converted.append({**{key: document[key] for key in document if key == "doc_id"}, "events": events})
    return converted


def _checked(documents: object) -> list[dict[str, Any]]:
    return [without_nulls(document) for document in checked_column(ANNOTATED, documents, "documents").to_pylist()]


def labels_from_nuggets(
    documents: Sequence[Any],
    lengths: Sequence[int],
    *,
    scheme: str = "bio",
    continuation: str | None = "+",
    realis_separator: str | None = None,
) -> tuple[list[list[str]], int]:
    """Return one label for each token, to train a model, and the number of nuggets that labels cannot express.

    A nugget that shares a token with an earlier one has no labels. What reads back in another way than it was
    written counts as not expressed: such nuggets stay in the references, and cost recall.

    Args:
        documents: Nugget documents, whose token ids are positions in the text.
        lengths: The number of tokens of each document.
        scheme: "bio", "bioes" or "raw".
        continuation: The end of the type in further parts of a nugget; without it they are left out.
        realis_separator: Where given, the realis follows the type in the label.

    Examples:
        >>> document = {"mentions": [{"token_ids": [0, 2], "type": "Arrest"}, {"token_ids": [2], "type": "Meet"}]}
        >>> labels_from_nuggets([document], [4])
        ([['B-Arrest', 'O', 'B-Arrest+', 'O']], 1)
    """
    check_choice("scheme", scheme, ("bio", "bioes", "raw"))
    documents = _checked(documents)
    lengths = checked_column(Integer("number of tokens"), lengths, "lengths").to_pylist()
    written = written_labels(documents, lengths, scheme, continuation, realis_separator)
    read = nuggets_from_labels(
        written,
        scheme="raw" if scheme == "raw" else "prefixed",
        continuation=continuation,
        realis_separator=realis_separator,
    )
    lost = 0
    for sides in zip(documents, read, strict=True):
        contents = [[mention_content(mention, realis_separator) for mention in side["mentions"]] for side in sides]
        annotated, expressed = map(Counter, contents)
        lost += (annotated - expressed).total()
    return written, lost


def written_labels(
    documents: Sequence[Any],
    lengths: Sequence[int],
    scheme: str,
    continuation: str | None,
    realis_separator: str | None,
) -> list[list[str]]:
    """Return the labels of `labels_from_nuggets` for checked documents."""
    if len(documents) != len(lengths):
        raise InputError(
            ("lengths",),
            wanted=f"{counted(len(documents), 'length')}, one for each document",
            got=Description(len(lengths)),
        )
    written = []
    for row, (document, length) in enumerate(zip(documents, lengths, strict=True)):
        labels, mentions = ["O"] * length, []
        for number, mention in enumerate(document["mentions"]):
            tokens = sorted(set(mention["token_ids"]))
            if tokens and (tokens[0] < 0 or tokens[-1] >= length):
                place = ("documents", row, "mentions", number, "token_ids")
                raise InputError(
                    place, wanted=f"positions from 0 to {length - 1}", got=Description(mention["token_ids"])
                )
            mentions.append((tokens, mention))
        for tokens, mention in sorted(mentions, key=lambda each: each[0][:1]):
            if {labels[token] for token in tokens} != {"O"}:
                continue
            name = mention["type"]
            if realis_separator is not None and mention.get("realis") is not None:
                name += realis_separator + mention["realis"]
            for number, run in enumerate(_runs(tokens)):
                if number and continuation is None:
                    break
                _write_run(labels, run, name + (continuation or "" if number else ""), scheme)
        written.append(labels)
    return written


def _runs(tokens: list[int]) -> list[list[int]]:
    runs = [[tokens[0]]]
    for before, token in pairwise(tokens):
        if token == before + 1:
            runs[-1].append(token)
        else:
            runs.append([token])
    return runs


def _write_run(labels: list[str], run: list[int], name: str, scheme: str) -> None:
    for token in run:
        if scheme == "raw":
            labels[token] = name
        elif scheme == "bioes" and len(run) == 1:
            labels[token] = f"S-{name}"
        elif scheme == "bioes" and token == run[-1]:
            labels[token] = f"E-{name}"
        else:
            labels[token] = f"B-{name}" if token == run[0] else f"I-{name}"


def mention_content(mention: Mapping[str, Any], realis_separator: str | None) -> tuple[Any, ...]:
    """Return the part of a mention that labels express: tokens, type, and the realis if labels have one."""
    realis = None if realis_separator is None else mention.get("realis")
    return frozenset(mention["token_ids"]), mention["type"], realis
