"""Predictions and references as things that similarities compare: places, texts, heads and entities."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import joint_keys
from event_scoring.arrays.ragged import IntArray, Ragged, count_rows, ranges
from event_scoring.arrays.similarities import Items, normalized
from event_scoring.arrays.vocabulary import MISSING, encode_together
from event_scoring.extraction.documents.columns import ExtractionColumns, Labelled
from event_scoring.extraction.standardization.answers import Answers
from event_scoring.extraction.standardization.grounding import find_texts, surface_texts


def item_texts(columns: ExtractionColumns, answers: Answers) -> tuple[list[str | None], list[str | None]]:
    """How each prediction and each reference reads."""
    said = answers.rows.text.take(pa.array(answers.prediction_row))
    texts = pc.coalesce(said, _surfaces(columns, _places(answers)))
    return texts.to_pylist(), _surfaces(columns, answers.references.span).to_pylist()


def _places(answers: Answers) -> IntArray:
    """The span of each prediction, or the only one that reads like its text."""
    spans, given = answers.spans, answers.predictions.span
    found = np.where(spans.lengths == 1, np.append(spans.values, MISSING)[spans.offsets[:-1]], MISSING)
    return np.where(given != MISSING, given, found)


def tiered_items(
    columns: ExtractionColumns, answers: Answers, texts: tuple[list[str | None], list[str | None]], unit: str
) -> tuple[Items, Items]:
    codes, words = encode_together([pa.array(side, pa.string()) for side in texts])
    forms: dict[str, int] = {}
    code_of = np.array([*(forms.setdefault(normalized(word), len(forms)) for word in words), MISSING], dtype=np.int64)
    vocabulary: dict[str, int] = {}
    split = [[vocabulary.setdefault(word, len(vocabulary)) for word in form.split()] for form in forms] + [[]]
    flat = np.array([word for form in split for word in form], dtype=np.int64)
    by_form = Ragged.from_lengths(np.array([len(form) for form in split]), flat)
    made = []
    heads = (answers.rows.head[answers.prediction_row], _reference_rows(columns, unit).head[answers.reference_row])
    entities = _entities(columns, answers, unit)
    spans = (_places(answers), answers.references.span)
    for span, code, head, entity in zip(spans, codes, heads, entities, strict=True):
        text = code_of[code]
        start, end = (np.append(side, 0)[span] for side in (columns.spans.start, columns.spans.end))
        lengths = end - start
        tokens = Ragged.from_lengths(lengths, ranges(start, lengths))
        words_of = by_form.take(np.where(text == MISSING, len(forms), text))
        made.append(Items(np.full(len(span), MISSING), span, tokens, text, words_of, head, entity))
    return made[0], made[1]


def _reference_rows(columns: ExtractionColumns, unit: str) -> Labelled:
    return columns.reference.events if unit == "trigger" else columns.reference.arguments


def _entities(columns: ExtractionColumns, answers: Answers, unit: str) -> tuple[Ragged, Ragged]:
    """The entities of which each prediction and each reference is a mention: by its place, its text, or its name."""
    mentions, predictions = columns.mentions, answers.predictions
    rows = np.flatnonzero(predictions.span != MISSING)
    spans = predictions.span[rows]
    texts = np.flatnonzero(predictions.span == MISSING)
    if len(texts) and len(mentions.span):
        said = answers.rows.text.take(pa.array(answers.prediction_row[texts]))
        places = find_texts(columns, predictions.document[texts], said, columns.spans.mask(mentions.span))
        rows = np.concatenate([rows, texts[places.row_index]])
        spans = np.concatenate([spans, places.values])
    found = join(spans, mentions.span)
    said_of = _distinct_pairs(rows[found.row_index], mentions.entity[found.values], len(predictions))
    meant = join(answers.references.span, mentions.span)
    pairs = [(meant.row_index, mentions.entity[meant.values])]
    if unit == "argument":
        names = columns.reference.listed.values.field("arguments").values.field("entity")
        (wanted, known), _ = encode_together([names.take(pa.array(answers.reference_row)), mentions.name])
        named = np.flatnonzero(wanted != MISSING)
        keys = joint_keys([answers.references.document[named], wanted[named]], [mentions.document, known])
        by_name = join(keys[0], keys[1])
        pairs.append((named[by_name.row_index], by_name.values))
    row, entity = (np.concatenate(side) for side in zip(*pairs, strict=True))
    return said_of, _distinct_pairs(row, entity, len(answers.references))


def _distinct_pairs(row: IntArray, value: IntArray, rows: int) -> Ragged:
    """For each row its different values."""
    return Ragged.from_lengths(count_rows(row, rows), value[np.argsort(row, kind="stable")]).as_sets()


def _surfaces(columns: ExtractionColumns, span: IntArray) -> pa.StringArray:
    has_tokens = np.append(np.asarray(columns.tokens.is_valid())[columns.spans.document], False)
    known = np.flatnonzero(has_tokens[span])
    texts = surface_texts(columns, span[known]) if len(known) else pa.array([], pa.string())
    place = np.full(len(span), len(known))
    place[known] = np.arange(len(known))
    return texts.take(pa.array(place, mask=place == len(known)))
