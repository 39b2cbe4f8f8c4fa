"""Documents that can be checked without columns: events with spans in tokens that both sides share."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import le, lt

from event_scoring.documents.plain import Gathered, Lists, Optionals, repeated
from event_scoring.documents.schema import Record
from event_scoring.extraction.documents.document import ARGUMENT, EVENT, EXTRACTION_DOCUMENT

_ANYWHERE = 2**62
"""An end that no span of documents without tokens goes beyond."""


def sure_extraction(predictions: Gathered, references: Gathered) -> bool:
    """Whether gathered documents are surely right in all that `examine_extraction` examines.

    Examples:
        >>> from event_scoring.documents.plain import gather
        >>> documents = gather(EXTRACTION_DOCUMENT)
        >>> gold = documents([{"tokens": ["died"], "events": [{"trigger": {"span": [0, 1]}, "type": "Die"}]}])
        >>> sure_extraction(documents([{"events": []}]), gold)
        True
        >>> sure_extraction(documents([{"events": [{"trigger": {"span": [0, 2]}, "type": "Die"}]}]), gold)
        False
    """
    tokens, others = references["tokens"], predictions["tokens"]
    if 1 not in tokens.given:
        tokens = others
    elif 1 in others.given and not (tokens.given == others.given and _are_same(tokens.values, others.values)):
        return False
    lengths = iter(tokens.values.lengths)
    ends = [next(lengths) if is_given else _ANYWHERE for is_given in tokens.given]
    return _is_sure(predictions, ends) and _is_sure(references, ends)


def _are_same(lists: Lists, others: Lists) -> bool:
    return lists.lengths == others.lengths and bool(lists.items == others.items)


def _is_sure(documents: Gathered, ends: Sequence[int]) -> bool:
    """Whether documents have nothing but events, and these nothing but spans before the end of their document."""
    lists = documents["events"]
    events = lists.items
    arguments, triggers = events["arguments"], events["trigger"]
    ends_by_event = repeated(ends, lists.lengths)
    ends_by_argument = repeated(compress(ends_by_event, arguments.given), arguments.values.lengths)
    return (
        0 not in events["type"].given
        and 0 not in triggers.given
        and _are_inside(triggers.values["span"], ends_by_event)
        and _are_inside(arguments.values.items["span"], ends_by_argument)
        and _have_none(documents, _OF_DOCUMENTS)
        and _have_none(events, _OF_EVENTS)
        and _have_none(triggers.values, _OF_TRIGGERS)
        and _have_none(arguments.values.items, _OF_ARGUMENTS)
    )


def _are_inside(spans: Optionals, ends: Sequence[int]) -> bool:
    """Whether all have a span of tokens before some end."""
    offsets = spans.values.items
    first, last = offsets[::2], offsets[1::2]
    return (
        0 not in spans.given and min(first, default=0) >= 0 and all(map(lt, first, last)) and all(map(le, last, ends))
    )


def _have_none(records: Gathered, names: Sequence[str]) -> bool:
    """Whether no record has any of these fields."""
    return 1 not in b"".join([records[name].given for name in names])


def _but(kind: Record, *names: str) -> list[str]:
    return [name for name in kind.names if name not in names]


_OF_DOCUMENTS = _but(EXTRACTION_DOCUMENT, "doc_id", "tokens", "events")
_OF_EVENTS = _but(EVENT, "trigger", "type", "score", "arguments")
_OF_TRIGGERS = ("text", "start", "end", "claimed", "head")
_OF_ARGUMENTS = _but(ARGUMENT, "span", "role", "score")
