"""Convert the output of token classification pipelines to nugget documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.adapters.huggingface.subwords import (
    Pieces,
    other_text,
    pieces_of,
    row_of_unknown_first_piece,
    units_of_pieces,
)
from event_scoring.adapters.mentions import nugget_documents
from event_scoring.adapters.token_labels import (
    BEGIN,
    END,
    INSIDE,
    OUTSIDE,
    SINGLE,
    LabelConvention,
    LabelTable,
    label_table,
    model_labels,
)
from event_scoring.adapters.tokens import ReferenceTokens, is_one_document, reference_tokens, token_id_rows
from event_scoring.array_types import IntArray
from event_scoring.documents.errors import Description, InputError, Path, counted, shown
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, optional
from event_scoring.documents.sides import checked_column
from event_scoring.formats.flat_arrays import encode_together, row_of
from event_scoring.scoring.options import check_choice
from event_scoring.scoring.result import warn_of

_OFFSET = Integer("character offset (a fast tokenizer gives them)")

PIPELINE_ENTITY = Record(
    optional("entity", Text(), 'the label, with aggregation_strategy="none"'),
    optional("entity_group", Text(), "the label, with any other strategy"),
    optional("score", Number(), "the probability of the label"),
    optional("index", Integer("position"), "the position among the sub-tokens"),
    optional("word", Text(), "the text as the tokenizer writes it"),
    Field("start", _OFFSET, "the first character in the text"),
    Field("end", _OFFSET, "the character after the last"),
    extra=True,
)

SUBWORDS = ("first", "any")


def nuggets_from_pipeline(
    outputs: object,
    tokens: object = None,
    *,
    unit: Literal["token", "char"] = "token",
    labels: object = None,
    subwords: str | None = None,
    scheme: str = "auto",
    continuation: str | None = "+",
    realis_separator: str | None = None,
    ignore_labels: Sequence[str] = ("O",),
    delimiter: str = " ",
    doc_ids: Sequence[str] | None = None,
    token_ids: object = None,
) -> list[dict[str, Any]]:
    """Return nugget documents from the output of ``pipeline("token-classification")``.

    Args:
        outputs: The pipeline's output for one text, a list of texts, a list of word lists, or a dataset.
        tokens: The reference tokens of each document: its words, or [start, end) character offsets in the text
            (`token_offsets` finds them). The pipeline must have had the words, with ``is_split_into_words=True``, or
            their joined text. Groups with ``unit="char"`` need none.
        unit: The elements of a nugget: reference tokens, or the characters of the text from its first to its last.
        labels: The labels of the model (``pipe.model.config.id2label``). They tell BIOES labels and types with
            a hyphen apart, of which the aggregation strategies of transformers leave only "Attack" for the
            label "Conflict-Attack".
        subwords: The part of a token whose label counts. "first": the first part, of several at the first character
            the one with the lowest ``index``, for models trained on first sub-words. "any": the first part that
            has a label. A pipeline leaves out parts labelled "O" unless it is called with ``ignore_labels=[]``.
            So by default groups without them are read as "any", everything else as "first".
        scheme: "prefixed" (BIO, BIOES, BILOU), "raw", or "auto".
        continuation: The end of a type that marks a further part of a nugget (`event_scoring.adapters.token_labels`).
        realis_separator: The separator of type and realis, if labels have a realis.
        ignore_labels: Labels that mean "no nugget".
        delimiter: The separator of words in the text.
        doc_ids: A name for each document.
        token_ids: For each document the ids of its tokens; by default 0, 1, ….

    Returns:
        One document for each text. The score of a nugget is the mean score of its labels. A label on text
        that is in no token gives a nugget without tokens, which counts as a prediction.

    Raises:
        InputError: where the output has no offsets or no type, or does not belong to these tokens.

    Examples:
        >>> outputs = [[{"entity": "B-Die", "score": 0.5, "index": 2, "word": "di", "start": 3, "end": 5},
        ...             {"entity": "I-Die", "score": 0.4, "index": 3, "word": "##ed", "start": 5, "end": 7}]]
        >>> nuggets_from_pipeline(outputs, [["He", "died"]])
        [{'mentions': [{'token_ids': [1], 'type': 'Die', 'score': 0.5}]}]
        >>> groups = [{"entity_group": "Die", "score": 0.5, "word": "died", "start": 3, "end": 7}]
        >>> nuggets_from_pipeline(groups, ["He", "died"])
        [{'mentions': [{'token_ids': [1], 'type': 'Die', 'score': 0.5}]}]
    """
    convention = LabelConvention(scheme, continuation, realis_separator, tuple(ignore_labels))
    if subwords is not None:
        check_choice("subwords", subwords, SUBWORDS)
    check_choice("unit", unit, ("token", "char"))
    if unit == "char" and token_ids is not None:
        raise InputError(("token_ids",), wanted='nothing, where unit="char" makes ids of characters', got=token_ids)
    one_text = is_one_document(tokens)
    outputs = _entity_lists(outputs, one_text)
    lists = checked_column(ListOf(PIPELINE_ENTITY), outputs, "outputs")
    reference = reference_tokens(tokens, delimiter) if tokens is not None else _groups_as_tokens(lists, unit)
    if len(lists) != reference.documents:
        wanted = f"{counted(reference.documents, 'list')}, one for each text"
        if one_text:
            wanted = "the output for one text, because tokens belong to one document"
        got = Description(counted(len(lists), "list") if one_text else len(lists))
        raise InputError(("outputs",), wanted=wanted, got=got)
    ids = None if token_ids is None else token_id_rows(token_ids, np.diff(reference.offsets))
    entities, document = lists.values, pc.list_parent_indices(lists).to_numpy()
    grouped, column = _label_column(entities, lists)
    _check_spans(entities, reference, document, lists)
    codes, table = _labels(lists, column, grouped, labels, convention)
    pieces = pieces_of(entities, reference, document, codes)
    if reference.texts is not None:
        _check_words(pieces, reference.texts, lists, delimiter)
    has_outside = bool((table.place[codes] == OUTSIDE).any())
    if subwords is None:
        subwords = "first" if has_outside or not grouped else "any"
    if subwords == "first" and (unknown := row_of_unknown_first_piece(pieces, table, reference)) is not None:
        raise InputError(
            _place(lists, unknown),
            wanted="the labels of all sub-tokens, because several may share a word's first character and the first "
            "of them decides",
            got=Description("only labels of types"),
            hint="call the pipeline with ignore_labels=[]",
        )
    warnings = _cut_texts(pieces, reference) if has_outside else []
    if grouped and (number := _begin_in_words(entities, reference, document)):
        begin = f"{counted(number, 'group')} {'begins' if number == 1 else 'begin'} inside a word"
        warnings.append(f"{begin}: {_GROUPED}")
    if warnings:
        warn_of(warnings)
    units = units_of_pieces(pieces, reference, table, entities.field("score"), grouped, subwords)
    documents = nugget_documents(units, table.attributes, len(lists), doc_ids, ids)
    return documents if unit == "token" else [_character_document(*pair, reference) for pair in enumerate(documents)]


_GROUPED = (
    'aggregation_strategy="simple" groups pieces of words, and the other strategies split words such as U.S. or 12,000 '
    "at their punctuation, but a model is trained on the first piece of each word; call the pipeline with "
    'aggregation_strategy="none", ignore_labels=[]'
)


def _cut_texts(pieces: Pieces, reference: ReferenceTokens) -> list[str]:
    """Return a warning about texts that the pipeline cut: its output lacks their last tokens."""
    covered = np.zeros(reference.documents, dtype=np.int64)
    base = reference.offsets[:-1]
    np.maximum.at(covered, pieces.document, pieces.last + 1 - base[pieces.document])
    missing = np.diff(reference.offsets) - covered
    cut = int((missing > 0).sum())
    if not cut:
        return []
    tokens = counted(int(missing[missing > 0].sum()), "token")
    return [
        f"The output has no piece of the last {tokens} of {counted(cut, 'text')}: a pipeline cuts texts at the "
        "model_max_length of its tokenizer; give it a stride."
    ]


def _begin_in_words(entities: pa.StructArray, reference: ReferenceTokens, document: IntArray) -> int:
    """Return the number of groups that begin inside a word, after its first character."""
    begin, number = entities.field("start").to_numpy(), 0
    for row in np.unique(document):
        first, last = reference.offsets[row], reference.offsets[row + 1]
        starts, ends = reference.start[first:last], reference.end[first:last]
        of_row = begin[document == row]
        word = np.searchsorted(starts, of_row, side="right") - 1
        number += int(((word >= 0) & (of_row > starts[word]) & (of_row < ends[word])).sum()) if len(starts) else 0
    return number


def _groups_as_tokens(lists: pa.ListArray, unit: str) -> ReferenceTokens:
    """Return every group as a token of its own, if characters are counted and no tokens are given."""
    hint = 'give the words, or groups (aggregation_strategy="simple") and unit="char"'
    if unit == "token" or lists.values.field("entity_group").null_count:
        raise InputError(("tokens",), wanted="the reference tokens of each document", got=None, hint=hint)
    rows: list[list[list[int]]] = []
    for groups in lists.to_pylist():
        row: list[list[int]] = []
        for start, end in sorted((group["start"], group["end"]) for group in groups):
            if row and start > row[-1][1]:  # the text between groups, which keeps them from being neighbours
                row.append([row[-1][1], start])
            row.append([start, end])
        rows.append(row)
    return reference_tokens(rows)


def _character_document(row: int, document: dict[str, Any], tokens: ReferenceTokens) -> dict[str, Any]:
    """Return a document whose nuggets are sets of characters, with the characters between neighbouring tokens."""
    first = int(tokens.offsets[row])
    for mention in document["mentions"]:
        characters: list[int] = []
        before = None
        for token in mention["token_ids"]:
            start, end = int(tokens.start[first + token]), int(tokens.end[first + token])
            if before is not None and token == before + 1:
                start = characters[-1] + 1
            characters += range(start, end)
            before = token
        mention["token_ids"] = characters
    return document


def _entity_lists(outputs: object, one_text: bool) -> object:
    """Return a list of entities for each text, or raise an `InputError` for the output of another program."""
    if not isinstance(outputs, pa.Array | pa.ChunkedArray | Sequence | Mapping) and isinstance(outputs, Iterable):
        outputs = list(outputs)
    if isinstance(outputs, list | tuple) and (isinstance(outputs[0], Mapping) if outputs else one_text):
        outputs = [outputs]
    rows = outputs if isinstance(outputs, list | tuple) else [outputs]
    for row, entities in enumerate(rows):
        first = entities[0] if isinstance(entities, list | tuple) and entities else entities
        if isinstance(first, Mapping) and (hint := _adapter_for_entity(first)):
            place: Path = ("outputs", row, 0) if first is not entities else ("outputs", row)[: 1 + (rows is outputs)]
            wanted = "the output of a token classification pipeline"
            raise InputError(place, wanted=wanted, got=Description(f"the keys {', '.join(map(str, first))}"), hint=hint)
    return outputs


def _adapter_for_entity(entity: Mapping[Any, Any]) -> str:
    """Return the name of the function for an entity that no token classification pipeline writes, or an empty
    string.
    """
    if not {"entity", "entity_group"}.isdisjoint(entity):
        return ""
    if "entities" in entity:
        return 'nuggets_from_export reads outputs of GLiNER2 ("gliner2"), with include_spans=True'
    if not {"start", "end"} <= entity.keys():
        return ""
    if "label" in entity:
        return 'nuggets_from_export reads outputs of GLiNER ("gliner"), nuggets_from_spans any spans with a label'
    if "answer" in entity:
        return 'nuggets_from_spans reads spans with a type: {"start": …, "end": …, "label": type of the question}'
    return ""


def _label_column(entities: pa.StructArray, lists: pa.ListArray) -> tuple[bool, pa.Array]:
    """Whether the pipeline has grouped tokens, and the column that holds the labels."""
    token_level, groups = entities.field("entity"), entities.field("entity_group")
    grouped = groups.null_count < len(groups)
    column = groups if grouped else token_level
    if column.null_count:
        row = int(np.flatnonzero(column.is_null())[0])
        wanted = 'the key "entity_group", as the others have' if grouped else 'a key "entity" or "entity_group"'
        got = "entity" if token_level[row].is_valid else "neither"
        raise InputError(_place(lists, row), wanted=wanted, got=Description(got))
    return grouped, column


def _check_spans(entities: pa.StructArray, reference: ReferenceTokens, document: IntArray, lists: pa.ListArray) -> None:
    start, end = (entities.field(name).to_numpy() for name in ("start", "end"))
    bad = np.flatnonzero((start < 0) | (end < start))
    if len(bad):
        row = int(bad[0])
        got = f"[{start[row]}, {end[row]})"
        raise InputError(_place(lists, row), wanted="0 <= start <= end", got=Description(got))
    if reference.texts is not None:
        text_length = np.fromiter(map(len, reference.texts), dtype=np.int64, count=len(reference.texts))
        bad = np.flatnonzero(end > text_length[document])
        if len(bad):
            row = int(bad[0])
            length = text_length[document[row]]
            raise InputError(
                (*_place(lists, row), "end"),
                wanted=f"an offset in the text of {counted(length, 'character')} that the words make",
                got=Description(end[row]),
                hint="give the offsets of the tokens where the text is another one",
            )


def _check_words(pieces: Pieces, texts: list[str], lists: pa.ListArray, delimiter: str) -> None:
    """Refuse an output whose words are not in the texts."""
    other = other_text(pieces, texts)
    if other is None:
        return
    row, stands = other
    start, end, word = (lists.values.field(name)[row].as_py() for name in ("start", "end", "word"))
    raise InputError(
        _place(lists, row),
        wanted=f"the text at [{start}, {end}) where the words are joined by {delimiter!r}, which is {shown(stands)}",
        got=word,
        hint="where the text is another one, give the offsets of the tokens (token_offsets)",
    )


def _labels(
    lists: pa.ListArray, column: pa.Array, grouped: bool, labels: object, convention: LabelConvention
) -> tuple[IntArray, LabelTable]:
    """Return the number of each label, and the table of the labels."""
    (codes,), words = encode_together([column])
    first_row = np.unique(codes, return_index=True)[1]

    def where(number: int) -> Path:
        return (*_place(lists, int(first_row[number])), "entity_group" if grouped else "entity")

    if grouped:
        return codes, _group_table(words, labels, convention, where)
    if labels is None:
        return codes, label_table(words, convention, where)
    return codes, _declared_table(words, labels, convention, where)


def _group_table(words: list[str], labels: object, convention: LabelConvention, where: Any) -> LabelTable:
    """Return the table of groups' labels, which lack the text before their first hyphen."""
    if labels is None:
        return label_table(words, replace(convention, scheme="raw"), where).at(BEGIN)
    declared = model_labels(labels)
    known = label_table(declared, convention, lambda number: ("labels", number))
    rows = []
    for number, word in enumerate(words):
        fits = [label for label, name in enumerate(declared) if word in (name.split("-", 1)[-1], name)]
        says = {(known.place[fit] == OUTSIDE, known.attribute[fit], known.continued[fit]) for fit in fits}
        if len(says) != 1:
            names = ", ".join(f'"{declared[fit]}"' for fit in fits) or "no label of the model"
            raise InputError(
                where(number),
                wanted="a group of one type",
                got=Description(f"{shown(word)}, which means {names}"),
                hint='aggregation_strategy="none" keeps the labels whole',
            )
        rows.append(fits[0])
    # In BIOES labels the strategies end a group before E, so neighbouring groups are one nugget.
    return known.take(rows).at(INSIDE if np.isin(known.place, (END, SINGLE)).any() else BEGIN)


def _declared_table(words: list[str], labels: object, convention: LabelConvention, where: Any) -> LabelTable:
    declared = model_labels(labels)
    known = label_table(declared, convention, lambda number: ("labels", number))
    numbers = {label: number for number, label in enumerate(declared)}
    for number, word in enumerate(words):
        if word not in numbers:
            raise InputError(where(number), wanted="a label of the model", got=word)
    return known.take([numbers[word] for word in words])


def _place(lists: pa.ListArray, row: int) -> Path:
    return ("outputs", *row_of(lists.offsets.to_numpy(), row))
