"""The alignment as text: a line for each pair of mentions, each missed reference, each spurious prediction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def alignment_lines(
    predictions: Sequence[Any], references: Sequence[Any], result: Mapping[str, Any], name: str = "span"
) -> Iterator[str]:
    r"""The alignment of a result with details by document: reference, prediction, and the Dice of their spans.

    Args:
        predictions: The documents that were scored.
        references: Likewise.
        result: What `score_nuggets` gave for them with ``details=True``.
        name: The combination of attributes: "span", "type", "realis" or "type_realis".

    Examples:
        >>> from event_scoring import score_nuggets
        >>> mentions = [{"token_ids": [1, 2], "type": "Die"}, {"token_ids": [5], "type": "Die"}]
        >>> gold = [{"doc_id": "d", "mentions": mentions}]
        >>> system = [{"doc_id": "d", "mentions": [{"token_ids": [2], "type": "Die"}]}]
        >>> print(*alignment_lines(system, gold, score_nuggets(system, gold, details=True)), sep="\n")
        # d
        0 1,2 Die | 0 2 Die | 0.6667
        1 5 Die | - | 0
    """
    for index, (said, asked) in enumerate(zip(predictions, references, strict=True)):
        systems, golds = (side["mentions"] if isinstance(side, Mapping) else side for side in (said, asked))
        row = result["per_document"][index]
        yield f"# {_plain(row['doc_id'] if row['doc_id'] is not None else str(index))}"
        partners = {found["reference"]: found["predictions"] for found in result["alignment"][index][name]}
        used = {partner["prediction"] for found in partners.values() for partner in found}
        for place, gold in enumerate(golds):
            if place not in partners:
                yield f"{_mention(place, gold)} | - | 0"
            for partner in partners.get(place, ()):
                prediction = partner["prediction"]
                yield f"{_mention(place, gold)} | {_mention(prediction, systems[prediction])} | {partner['dice']:.4g}"
        for place, system in enumerate(systems):
            if place not in used:
                yield f"- | {_mention(place, system)} | 0"


def _mention(place: int, mention: Mapping[str, Any]) -> str:
    """The id or else the place in the list, the span, the attributes."""
    name = mention.get("id")
    span = ",".join(map(str, sorted({int(token) for token in mention["token_ids"]})))
    fields = [str(place) if name is None else name, span or "-", mention["type"], mention.get("realis") or ""]
    return _plain(" ".join(field for field in fields if field))


def _plain(text: str) -> str:
    """On one line, whatever it holds."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
