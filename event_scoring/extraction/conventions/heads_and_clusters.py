"""Heads of tokens and clusters of mentions, as the scorers used for WikiEvents read them."""

from __future__ import annotations

from collections.abc import Sequence

from event_scoring.extraction.documents.document import ExtractionDocument
from event_scoring.extraction.items import Span


def head_of(span: Span, heads: Sequence[int]) -> int | None:
    """Return the last token within the span in the chain of heads from its first token; None if the chain is a cycle.

    Examples:
        "the rebel forces": the first word hangs on the third, which hangs on the verb before them.

        >>> head_of((1, 4), [0, 3, 3, 0])
        3
    """
    start, end = span
    token = start
    for _ in range(max(end - start, 1)):
        above = heads[token] if end - start > 1 else token
        if above == token or not start <= above < end:
            return token
        token = above
    return None


def has_cycle(heads: Sequence[int]) -> bool:
    """Whether heads contain a cycle, other than a root that is its own head.

    Examples:
        >>> has_cycle([1, 1, 1]), has_cycle([1, 2, 0])
        (False, True)
    """
    seen = [-1] * len(heads)
    for first in range(len(heads)):
        token = first
        while seen[token] < 0:
            seen[token] = first
            if heads[token] == token:
                break
            token = heads[token]
        else:
            if seen[token] == first:
                return True
    return False


def clusters_of(reference: ExtractionDocument) -> dict[Span | None, str]:
    """Return the cluster of each span by name, as gen-arg does: the first mention; of several clusters the last.

    The first of several mentions with one id counts. Two clusters that begin with the same mention are one.

    Examples:
        >>> from event_scoring.extraction.documents.document import NamedMention
        >>> mentions = [NamedMention("A", (0, 1)), NamedMention("B", (4, 5))]
        >>> clusters_of(ExtractionDocument(events=[], mentions=mentions, clusters=[["B", "A"], ["B"]]))
        {(4, 5): 'B', (0, 1): 'B'}
    """
    spans = spans_of_mentions(reference)
    return {spans[name]: names[0] for names in reference.clusters or () for name in names}


def clusters_of_spans(reference: ExtractionDocument) -> dict[Span | None, str]:
    """Return the cluster of each span by number, as TSAR does: clusters of two different spans; the last one counts.

    Differs from TSAR: it names a cluster by one of its spans, which a hash table chooses. Two clusters that share a
    span are sometimes one there; here they are two.
    """
    spans = spans_of_mentions(reference)
    found: dict[Span | None, str] = {}
    for number, names in enumerate(reference.clusters or ()):
        members = {spans[name] for name in names}
        if len(members) > 1:
            found |= dict.fromkeys(members, str(number))
    return found


def spans_of_mentions(reference: ExtractionDocument) -> dict[str, Span]:
    """Return the span of each mention by its name."""
    mentions = reference.mentions or ()
    return {mention.id: mention.span for mention in reversed(mentions)}
