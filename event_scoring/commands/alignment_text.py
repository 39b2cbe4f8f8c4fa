"""The alignment of a result as records and as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any


def aligned_mentions(
    predictions: Sequence[Any], references: Sequence[Any], result: Mapping[str, Any], name: str = "span"
) -> Iterator[dict[str, Any]]:
    """Yield the aligned mentions of each document, from a result with details, by attributes such as "span"."""
    for index, sides in enumerate(zip(predictions, references, strict=True)):
        systems, wanted = (
            list(map(_mention, count(), side["mentions"] if isinstance(side, Mapping) else side)) for side in sides
        )
        partners = {found["reference"]: found["predictions"] for found in result["alignment"][index][name]}
        used = {partner["prediction"] for found in partners.values() for partner in found}
        pairs: list[dict[str, Any]] = []
        for place, reference in enumerate(wanted):
            for partner in partners.get(place, ()):
                system = systems[partner["prediction"]]
                pairs.append({"reference": reference, "prediction": system, "dice": partner["dice"]})
            if place not in partners:
                pairs.append({"reference": reference, "prediction": None, "dice": 0.0})
        alone = [system for place, system in enumerate(systems) if place not in used]
        pairs += [{"reference": None, "prediction": system, "dice": 0.0} for system in alone]
        yield {"doc_id": result["per_document"][index]["doc_id"], "pairs": pairs}


def alignment_lines(
    predictions: Sequence[Any], references: Sequence[Any], result: Mapping[str, Any], name: str = "span"
) -> Iterator[str]:
    """Yield `aligned_mentions` as text: reference, prediction, and the Dice of their spans."""
    for index, document in enumerate(aligned_mentions(predictions, references, result, name)):
        yield f"# {_plain(document['doc_id'] if document['doc_id'] is not None else str(index))}"
        for pair in document["pairs"]:
            yield f"{_words(pair['reference'])} | {_words(pair['prediction'])} | {pair['dice']:.4g}"


def _mention(place: int, mention: Mapping[str, Any]) -> dict[str, Any]:
    """Return a mention with its index, its tokens in order, and the attributes that it has."""
    given = {name: mention[name] for name in ("id", "type", "realis") if mention.get(name) is not None}
    return {"index": place, "token_ids": sorted({int(token) for token in mention["token_ids"]}), **given}


def _words(mention: Mapping[str, Any] | None) -> str:
    """Return the id (or index), span and attributes of a mention."""
    if mention is None:
        return "-"
    span = ",".join(map(str, mention["token_ids"]))
    fields = [str(mention.get("id", mention["index"])), span or "-", mention["type"], mention.get("realis", "")]
    return _plain(" ".join(field for field in fields if field))


def _plain(text: str) -> str:
    """Return a text on one line, with blanks in place of unprintable characters."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
