"""Make random corpora of event extraction as Arrow arrays, without a Python loop over documents."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

TYPES = [f"{group}.{kind}" for group in ("Life", "Conflict", "Contact", "Justice") for kind in "ABCDEFGHIJ"]
ROLES = ["Agent", "Victim", "Place", "Time", "Artifact", "Instrument"]
WORDS = np.array([f"word{number}" for number in range(5_000)], dtype=object)


def extraction_corpus(
    documents: int, events: int, arguments: int, texts: float = 0.0, candidates: bool = True, seed: int = 0
) -> tuple[pa.StructArray, pa.StructArray]:
    """Return system and reference documents with ``events`` events each, and ``arguments`` arguments an event.

    A text has ten tokens an event. The system gets most triggers and arguments right, with some wrong labels, shifted
    spans and contradictions. A share of its predictions has ``texts`` instead of spans. The references list their
    candidates, unless ``candidates`` is False.
    """
    random = np.random.default_rng(seed)
    width = 10 * events
    words = WORDS[random.integers(0, len(WORDS), documents * width)]
    trigger_start = random.integers(0, width, documents * events)
    argument_start = random.integers(0, width - 3, documents * events * arguments)
    length = random.integers(1, 4, len(argument_start))
    kind, role = random.integers(0, len(TYPES), len(trigger_start)), random.integers(0, len(ROLES), len(length))
    reference = _events(words, width, events, arguments, trigger_start, argument_start, length, kind, role)
    moved = np.where(random.random(len(kind)) < 0.2, random.integers(0, width, len(kind)), trigger_start)
    shifted = np.where(random.random(len(length)) < 0.2, random.integers(0, width - 3, len(length)), argument_start)
    kind = np.where(random.random(len(kind)) < 0.2, random.integers(0, len(TYPES), len(kind)), kind)
    role = np.where(random.random(len(role)) < 0.2, random.integers(0, len(ROLES), len(role)), role)
    drawn = random.random(len(kind)) < texts, random.random(len(role)) < texts
    system = _events(words, width, events, arguments, moved, shifted, length, kind, role, drawn)
    tokens = pa.ListArray.from_arrays(pa.array(np.arange(documents + 1, dtype=np.int32) * width), pa.array(words))
    fields = {"doc_id": _names(documents), "tokens": tokens, "events": reference}
    heads = pa.array(np.tile(np.maximum(np.arange(width) - 1, 0), documents))
    fields["heads"] = pa.ListArray.from_arrays(tokens.offsets, heads)
    if candidates:
        singles = np.tile(np.arange(width), documents)
        fields["trigger_candidates"] = _span_lists(np.full(documents, width), singles, singles + 1)
        ends = argument_start + length
        fields["argument_candidates"] = _span_lists(np.full(documents, events * arguments), argument_start, ends)
    reference_documents = pa.StructArray.from_arrays(list(fields.values()), names=list(fields))
    return pa.StructArray.from_arrays([_names(documents), system], names=["doc_id", "events"]), reference_documents


def _lists(lengths: np.ndarray, values: pa.Array) -> pa.ListArray:
    return pa.ListArray.from_arrays(pa.array(np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)), values)


def _events(
    words: np.ndarray,
    width: int,
    events: int,
    arguments: int,
    trigger: np.ndarray,
    argument: np.ndarray,
    length: np.ndarray,
    kind: np.ndarray,
    role: np.ndarray,
    as_text: tuple[np.ndarray, np.ndarray] | None = None,
) -> pa.ListArray:
    documents = len(trigger) // events
    text_of_trigger, text_of_argument = as_text or (np.zeros(len(trigger), bool), np.zeros(len(argument), bool))
    trigger_place = _places(words, width, np.repeat(np.arange(documents), events), trigger, 1, text_of_trigger)
    document = np.repeat(np.arange(documents), events * arguments)
    place = _places(words, width, document, argument, length, text_of_argument)
    filled = pa.StructArray.from_arrays(
        [*place.flatten(), pa.array(ROLES).take(pa.array(role))], names=["span", "text", "role"]
    )
    offsets = pa.array(np.arange(len(trigger) + 1, dtype=np.int32) * arguments)
    rows = pa.StructArray.from_arrays(
        [trigger_place, pa.array(TYPES).take(pa.array(kind)), pa.ListArray.from_arrays(offsets, filled)],
        names=["trigger", "type", "arguments"],
    )
    return pa.ListArray.from_arrays(pa.array(np.arange(documents + 1, dtype=np.int32) * events), rows)


def _places(
    words: np.ndarray, width: int, document: np.ndarray, start: np.ndarray, length: np.ndarray | int, text: np.ndarray
) -> pa.StructArray:
    """Return spans, or, if ``text`` is true, their words."""
    lengths = np.broadcast_to(length, start.shape)
    ends = np.cumsum(lengths)
    within = np.arange(ends[-1]) - np.repeat(ends - lengths, lengths)
    found = pa.array(words[np.repeat(document * width + start, lengths) + within])
    texts = pc.if_else(pa.array(text), pc.binary_join(_lists(lengths, found), " "), None)
    spans = _span_lists(np.full(len(start), 1), start, start + lengths).flatten()
    position = np.arange(len(start))
    return pa.StructArray.from_arrays([spans.take(pa.array(position, mask=text)), texts], names=["span", "text"])


def _span_lists(lengths: np.ndarray, start: np.ndarray, end: np.ndarray) -> pa.ListArray:
    pairs = pa.array(np.column_stack([start, end]).ravel())
    spans = pa.ListArray.from_arrays(pa.array(np.arange(len(start) + 1, dtype=np.int32) * 2), pairs)
    return pa.ListArray.from_arrays(pa.array(np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)), spans)


def _names(documents: int) -> pa.StringArray:
    return pa.array(np.char.add("doc_", np.arange(documents).astype(str)).astype(object), pa.string())
