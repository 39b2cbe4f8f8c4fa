"""Make random corpora as Arrow arrays, without a Python loop over documents."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

TYPES = [f"{group}.{kind}" for group in ("Life", "Conflict", "Contact", "Justice") for kind in "ABCDEFGHIJ"]
ROLES = ["Agent", "Victim", "Place", "Time", "Instrument", "Target", "Attacker", "Entity"]
REALIS = ["Actual", "Generic", "Other"]


def nugget_corpus(documents: int, mentions: int, seed: int = 0) -> tuple[pa.StructArray, pa.StructArray]:
    """Return system and reference documents with ``mentions`` nuggets each.

    Nuggets have one to three tokens in a text of ten tokens a nugget. The system finds most of them, with
    shifted boundaries, wrong attributes and inventions among them. Mentions come in no particular order.
    """
    random = np.random.default_rng(seed)
    rows = documents * mentions
    document = np.repeat(np.arange(documents), mentions)
    start = random.integers(0, 10 * mentions, rows)
    length = random.choice([1, 2, 3], rows, p=[0.8, 0.15, 0.05])
    kind, realis = random.integers(0, len(TYPES), rows), random.integers(0, len(REALIS), rows)
    reference = _side(document, start, length, kind, realis, documents)
    invented = random.random(rows) < 0.25
    shifted = random.random(rows) < 0.15
    start = np.where(invented, random.integers(0, 10 * mentions, rows), start + shifted)
    length = np.where(random.random(rows) < 0.1, random.integers(1, 4, rows), length)
    kind = np.where(random.random(rows) < 0.2, random.integers(0, len(TYPES), rows), kind)
    realis = np.where(random.random(rows) < 0.3, random.integers(0, len(REALIS), rows), realis)
    return _side(document, start, length, kind, realis, documents), reference


def chained_corpus(
    documents: int, mentions: int, links: int = 0, clusters: int | None = None, seed: int = 0
) -> tuple[pa.StructArray, pa.StructArray]:
    """Add coreference clusters and After and Subevent links to the documents of `nugget_corpus`.

    ``clusters`` is the number of clusters of a document, by default 6 for every 10 mentions. The system puts one
    mention of five into another cluster. Links lead from earlier mentions to later ones, and the system has two of
    three of them.
    """
    random = np.random.default_rng(seed + 1)
    rows = documents * mentions
    document = np.repeat(np.arange(documents), mentions)
    wanted = clusters or max(1, (6 * mentions) // 10)
    cluster = random.integers(0, wanted, rows)
    moved = np.where(random.random(rows) < 0.2, random.integers(0, wanted, rows), cluster)
    ends = np.sort(random.integers(0, mentions, (documents * links, 2)), axis=1)
    kind = random.integers(0, 2, len(ends))
    of_document = np.repeat(np.arange(documents), links)
    predicted = random.random(len(ends)) < 2 / 3
    sides = nugget_corpus(documents, mentions, seed)
    system = _add_chains(
        sides[0], document * wanted + moved, wanted, of_document[predicted], kind[predicted], ends[predicted]
    )
    return system, _add_chains(sides[1], document * wanted + cluster, wanted, of_document, kind, ends)


def _add_chains(
    side: pa.StructArray, cluster: np.ndarray, clusters: int, document: np.ndarray, kind: np.ndarray, ends: np.ndarray
) -> pa.StructArray:
    documents, mentions = len(side), side.field("mentions")
    size = len(mentions.values) // documents
    names = pa.array([f"E{row}" for row in range(size)])
    ids = names.take(pa.array(np.tile(np.arange(size), documents)))
    record = pa.StructArray.from_arrays(
        [*mentions.values.flatten(), ids], names=[*(field.name for field in mentions.type.value_type), "id"]
    )
    members = ids.take(pa.array(np.argsort(cluster, kind="stable")))
    inner = np.concatenate([[0], np.cumsum(np.bincount(cluster, minlength=documents * clusters))])
    chains = pa.ListArray.from_arrays(pa.array(inner.astype(np.int32)), members)
    relations = pa.StructArray.from_arrays(
        [pa.array(["After", "Subevent"]).take(pa.array(kind)), *(names.take(pa.array(column)) for column in ends.T)],
        names=["type", "source", "target"],
    )
    edges = np.concatenate([[0], np.cumsum(np.bincount(document, minlength=documents))])
    return pa.StructArray.from_arrays(
        [
            side.field("doc_id"),
            pa.ListArray.from_arrays(mentions.offsets, record),
            pa.ListArray.from_arrays(pa.array((np.arange(documents + 1) * clusters).astype(np.int32)), chains),
            pa.ListArray.from_arrays(pa.array(edges.astype(np.int32)), relations),
        ],
        names=["doc_id", "mentions", "clusters", "links"],
    )


def _side(
    document: np.ndarray, start: np.ndarray, length: np.ndarray, kind: np.ndarray, realis: np.ndarray, documents: int
) -> pa.StructArray:
    ends = np.cumsum(length)
    within = np.arange(ends[-1]) - np.repeat(ends - length, length)
    tokens = np.repeat(start, length) + within
    offsets = pa.array(np.concatenate([[0], ends]).astype(np.int32))
    mentions = pa.StructArray.from_arrays(
        [
            pa.ListArray.from_arrays(offsets, pa.array(tokens)),
            pa.array(TYPES).take(pa.array(kind)),
            pa.array(REALIS).take(pa.array(realis)),
        ],
        names=["token_ids", "type", "realis"],
    )
    by_document = np.concatenate([[0], np.cumsum(np.bincount(document, minlength=documents))])
    lists = pa.ListArray.from_arrays(pa.array(by_document.astype(np.int32)), mentions)
    return pa.StructArray.from_arrays([_ids(documents), lists], names=["doc_id", "mentions"])


def argument_corpus(documents: int, arguments: int, seed: int = 0) -> tuple[pa.StructArray, pa.StructArray]:
    """Return system and reference documents with about ``arguments`` arguments each, in frames of about four.

    The system has three quarters of the reference's arguments, inventions for the others, and moves a
    fifth of them to another frame; a tenth of the arguments are in two frames.
    """
    random = np.random.default_rng(seed)
    rows = documents * arguments
    document = np.repeat(np.arange(documents), arguments)
    columns = [random.integers(0, high, rows) for high in (8, len(ROLES), arguments, len(REALIS))]
    frame = random.integers(0, max(arguments // 4, 1), rows)
    reference = _argument_side(document, columns, frame, documents, random)
    invented = random.random(rows) < 0.25
    columns = [
        np.where(invented, random.integers(0, high, rows), column)
        for column, high in zip(columns, (8, len(ROLES), arguments, len(REALIS)), strict=True)
    ]
    frame = np.where(random.random(rows) < 0.2, random.integers(0, max(arguments // 4, 1), rows), frame)
    return _argument_side(document, columns, frame, documents, random), reference


def _argument_side(
    document: np.ndarray, columns: list[np.ndarray], frame: np.ndarray, documents: int, random: np.random.Generator
) -> pa.StructArray:
    kind, role, filler, realis = columns
    names = np.char.add("entity-", (document * 7 + filler).astype(str)).astype(object)
    arguments = pa.StructArray.from_arrays(
        [
            pa.array(TYPES).take(pa.array(kind)),
            pa.array(ROLES).take(pa.array(role)),
            pa.array(names, pa.string()),
            pa.array(REALIS).take(pa.array(realis)),
        ],
        names=["type", "role", "filler", "realis"],
    )
    ends = np.cumsum(np.bincount(document, minlength=documents))
    starts = np.concatenate([[0], ends[:-1]])
    lists = pa.ListArray.from_arrays(pa.array(np.concatenate([[0], ends]).astype(np.int32)), arguments)
    index = np.arange(len(document)) - starts[document]
    again = np.flatnonzero(random.random(len(document)) < 0.1)
    index = np.concatenate([index, index[again]])
    frame = np.concatenate([frame, frame[again] + 1])
    owner = np.concatenate([document, document[again]])
    order = np.lexsort((frame, owner))
    owner, frame, index = owner[order], frame[order], index[order]
    new = np.concatenate([[True], (np.diff(owner) != 0) | (np.diff(frame) != 0)])
    begins = np.flatnonzero(new)
    members = pa.ListArray.from_arrays(
        pa.array(np.concatenate([begins, [len(index)]]).astype(np.int32)), pa.array(index)
    )
    by_document = np.concatenate([[0], np.cumsum(np.bincount(owner[begins], minlength=documents))])
    frames = pa.ListArray.from_arrays(pa.array(by_document.astype(np.int32)), members)
    return pa.StructArray.from_arrays([_ids(documents), lists, frames], names=["doc_id", "arguments", "frames"])


def _ids(documents: int) -> pa.StringArray:
    return pa.array(np.char.add("doc_", np.arange(documents).astype(str)).astype(object), pa.string())


def pipeline_outputs(
    documents: int, tokens: int, entities: int, grouped: bool, seed: int = 0
) -> tuple[list[list[dict[str, Any]]], list[list[str]]]:
    """Return the words of some documents, and a possible output of a pipeline for them.

    Without grouping every third entity is a second sub-word; scores are numpy numbers, as in transformers.
    """
    random = np.random.default_rng(seed)
    lengths = random.integers(2, 11, (documents, tokens))
    starts = np.cumsum(lengths + 1, axis=1) - lengths - 1
    outputs = []
    words = [["w" * length for length in row] for row in lengths.tolist()]
    for row in range(documents):
        chosen = np.sort(random.choice(tokens, entities, replace=False))
        labels = random.integers(0, len(TYPES), entities)
        scores = random.random(entities, dtype=np.float32)
        output = []
        for number, (word, label, score) in enumerate(zip(chosen.tolist(), labels.tolist(), scores, strict=True)):
            start, end = int(starts[row, word]), int(starts[row, word] + lengths[row, word])
            if grouped:
                output.append({"entity_group": TYPES[label], "score": score, "start": start, "end": end})
            else:
                cut = start + 1 if number % 3 == 0 else end
                for prefix, left, right in (("B", start, cut), ("I", cut, end)):
                    if left < right:
                        entity = {"entity": f"{prefix}-{TYPES[label]}", "score": score, "index": 3 * word + len(output)}
                        output.append({**entity, "word": "w" * (right - left), "start": left, "end": right})
        outputs.append(output)
    return outputs, words
