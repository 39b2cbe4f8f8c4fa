"""From documents and counts of systems to a report on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from event_scoring.arguments.errors import ERROR_KINDS as ARGUMENT_KINDS
from event_scoring.comparison import compare, counted, scored
from event_scoring.core.errors import InputError
from event_scoring.nuggets.errors import ERROR_KINDS
from event_scoring.render.frames import frames_html
from event_scoring.render.lanes import mentions_of, nugget_lanes
from event_scoring.render.pieces import Pieces, document_pieces
from event_scoring.render.report import Section, SystemReport, examples_html, report_html

NUGGET_SCORES = (
    ("span", "span"),
    ("type", "type"),
    ("realis", "realis"),
    ("type_realis", "type and realis"),
    ("macro_type", "type, macro"),
)
"""The groups of scores that the report lists."""

_EXAMPLES = 5
"""Examples of each kind of error."""


def nugget_report(
    systems: Mapping[str, Any],
    references: Any,
    *,
    tokens: Mapping[str, Any] | None = None,
    title: str = "Event nuggets",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    pictures: Sequence[tuple[str, str]] = (),
    **options: Any,
) -> str:
    """A report on one or several systems, as one HTML page.

    Args:
        systems: By the name of the system its documents, in the order of the references.
        references: The reference documents.
        tokens: By document id its words (a list), its ``(token ids, words)``, or its text where token ids
            count characters. Documents without an entry show token ids.
        title: The heading of the page.
        confidence: The level of the intervals.
        resamples: How many bootstrap samples they use.
        seed: What these are drawn by.
        pictures: Titles and SVG of pictures to show.
        **options: Options of the nugget score.

    Examples:
        >>> gold = [{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "Life.Die"}]}]
        >>> page = nugget_report({"mine": gold}, gold, tokens={"d": ["He", "died"]})
        >>> "died" in page and "http" not in page.replace("http-equiv", "")
        True
    """
    sampling: dict[str, Any] = {"confidence": confidence, "resamples": resamples, "seed": seed}
    tables = counted(systems, references, "nugget", {**options, **sampling}, details=True)
    results = scored(tables, details=True)
    gold, sides = _plain(references), {name: _plain(side) for name, side in systems.items()}
    documents = [mentions_of(document) for side in (gold, *sides.values()) for document in side]
    types, type_css = _types(documents)
    reports = []
    for number, (name, side) in enumerate(sides.items()):
        sections, examples = _documents(number, gold, side, results[name], tokens or {}, type_css)
        reports.append(SystemReport(name, results[name], sections, examples_html(examples)))
    comparison = compare(tables, **sampling).data if len(systems) > 1 else None
    return report_html(
        reports,
        title=title,
        score_names=NUGGET_SCORES,
        kinds=ERROR_KINDS,
        types=types,
        comparison=comparison,
        pictures=pictures,
    )


def argument_report(
    systems: Mapping[str, Any],
    references: Any,
    *,
    title: str = "Event arguments",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    pictures: Sequence[tuple[str, str]] = (),
    **options: Any,
) -> str:
    """A report on event arguments: for each document the event frames of both sides.

    Args:
        systems: By the name of the system its documents, in the order of the references.
        references: The reference documents.
        title: The heading of the page.
        confidence: The level of the intervals.
        resamples: How many bootstrap samples they use.
        seed: What these are drawn by.
        pictures: Titles and SVG of pictures to show.
        **options: Options of the argument score.

    Examples:
        >>> gold = [{"arguments": [{"type": "Life.Die", "role": "Victim", "filler": "e1"}], "frames": [[0]]}]
        >>> "Victim" in argument_report({"mine": gold}, gold)
        True
    """
    sampling: dict[str, Any] = {"confidence": confidence, "resamples": resamples, "seed": seed}
    tables = counted(systems, references, "argument", {**options, **sampling}, details=True)
    results = scored(tables, details=True)
    gold, sides = _plain(references), {name: _plain(side) for name, side in systems.items()}
    types, type_css = _types([document["arguments"] for side in (gold, *sides.values()) for document in side])
    reports = []
    for number, (name, side) in enumerate(sides.items()):
        sections = []
        rows = zip(gold, side, results[name]["per_document"], results[name]["categories"], strict=True)
        for place, (reference, prediction, row, categories) in enumerate(rows):
            body = frames_html(reference, prediction, categories, f"s{number}d{place}", type_css)
            counts = _counts(categories, ARGUMENT_KINDS, ("spurious", "duplicate", "discarded"))
            sections.append(Section(row["doc_id"] or f"document {place}", body, counts))
        reports.append(SystemReport(name, results[name], sections))
    return report_html(
        reports,
        title=title,
        headline=(("score", "score"), ("argument_score", "argument part"), ("linking_score", "linking part")),
        score_names=(("argument", "arguments"),),
        lanes=False,
        kinds=ARGUMENT_KINDS,
        types=types,
        comparison=compare(tables, **sampling).data if len(systems) > 1 else None,
        pictures=pictures,
    )


def _types(documents: Sequence[Sequence[Mapping[str, Any]]]) -> tuple[list[str], dict[str, str]]:
    """All types of some annotations, and the class by which a page finds each."""
    types = sorted({annotation["type"] for document in documents for annotation in document})
    return types, {name: f"es-y{place}" for place, name in enumerate(types)}


def _documents(
    number: int,
    references: Sequence[Any],
    predictions: Sequence[Any],
    result: Mapping[str, Any],
    tokens: Mapping[str, Any],
    type_css: Mapping[str, str],
) -> tuple[list[Section], dict[str, list[dict[str, Any]]]]:
    sections = []
    examples: dict[str, list[dict[str, Any]]] = {kind: [] for kind in ERROR_KINDS if kind != "correct"}
    rows = zip(references, predictions, result["per_document"], result["alignment"], result["categories"], strict=True)
    for place, (reference, prediction, row, alignment, categories) in enumerate(rows):
        name = row["doc_id"] or f"document {place}"
        pieces = _pieces(reference, prediction, tokens.get(row["doc_id"]), name)
        lanes = nugget_lanes(
            reference,
            prediction,
            alignment=alignment["span"],
            categories=categories,
            prefix=f"s{number}d{place}",
            pieces=pieces,
            type_css=type_css,
        )
        sections.append(Section(name, lanes, _counts(categories, ERROR_KINDS, ("duplicate", "spurious"))))
        _collect(examples, f"s{number}d{place}", name, reference, prediction, alignment["span"], categories, pieces)
    return sections, examples


def _pieces(reference: Any, prediction: Any, given: Any, name: str) -> Pieces:
    spans = [list(mention["token_ids"]) for side in (reference, prediction) for mention in mentions_of(side)]
    if isinstance(given, str):
        return document_pieces(spans, text=given)
    if isinstance(given, tuple):
        ids, words = given
        return document_pieces(spans, tokens=words, ids=ids)
    if given is None or isinstance(given, Sequence):
        return document_pieces(spans, tokens=given)
    raise InputError(f"tokens[{name!r}]: expected a list of words, (ids, words) or a text, got {type(given).__name__}")


def _counts(
    categories: Mapping[str, Sequence[Mapping[str, Any]]], kinds: Sequence[str], of_system: Sequence[str]
) -> dict[str, int]:
    """As in the details: pairs count once, by their reference."""
    counts = dict.fromkeys(kinds, 0)
    for side, rows in categories.items():
        for row in rows:
            if (row["category"] in of_system) == (side == "predictions"):
                counts[row["category"]] += 1
    return counts


def _collect(
    examples: dict[str, list[dict[str, Any]]],
    anchor: str,
    name: str,
    reference: Any,
    prediction: Any,
    alignment: Sequence[Mapping[str, Any]],
    categories: Mapping[str, Sequence[Mapping[str, Any]]],
    pieces: Pieces,
) -> None:
    """Add the first errors of each kind, with the words around them."""
    asked, said = mentions_of(reference), mentions_of(prediction)
    nearest = {row["reference"]: row["predictions"][0]["prediction"] for row in alignment}
    judged = [("r", asked, row) for row in categories["references"]]
    judged += [("p", said, row) for row in categories["predictions"] if row["category"] in ("duplicate", "spurious")]
    for side, mentions, row in judged:
        kind = row["category"]
        if kind not in examples or len(examples[kind]) >= _EXAMPLES:
            continue
        mention = mentions[row["mention"]]
        before, after = pieces.around(mention["token_ids"])
        other = said[nearest[row["mention"]]] if side == "r" and row["mention"] in nearest else None
        label = _label(mention) if side == "r" else f"none ← {_label(mention)}"
        examples[kind].append(
            {
                "document": name,
                "anchor": f"{anchor}{side}{row['mention']}" if len(mention["token_ids"]) else anchor,
                "before": before,
                "text": pieces.quoted(mention["token_ids"]),
                "after": after,
                "label": label,
                "other": "" if other is None else f"{pieces.quoted(other['token_ids'])}: {_label(other)}",
            }
        )


def _label(mention: Mapping[str, Any]) -> str:
    return f"{mention['type']}, {mention['realis']}" if mention.get("realis") else str(mention["type"])


def _plain(side: Any) -> list[Any]:
    documents: list[Any] = side.to_pylist() if isinstance(side, pa.Array | pa.ChunkedArray) else list(side)
    return documents
