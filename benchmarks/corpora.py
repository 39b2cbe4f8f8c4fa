"""Make random corpora as Arrow arrays, without a Python loop over documents."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

TYPES = [f"{group}.{kind}" for group in ("Life", "Conflict", "Contact", "Justice") for kind in "ABCDEFGHIJ"]
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


def _ids(documents: int) -> pa.StringArray:
    return pa.array(np.char.add("doc_", np.arange(documents).astype(str)).astype(object), pa.string())
