"""Convention "rams": argument links of given triggers as multisets, as the scorer shipped with RAMS counts.

Read in the copy of RunxinXu/TSAR 9806edf, `code/scorer`: `scorer.py`, `scoring_utils.py`, `constraints.py`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from event_scoring.documents.errors import Description, InputError, shown
from event_scoring.extraction.conventions.measure import Counted, EventMeasure
from event_scoring.extraction.counting import (
    PARTS,
    WITHOUT_TYPES,
    Outcome,
    compared_links,
    count_scores,
    left_out,
    swap_precision_and_recall,
)
from event_scoring.extraction.documents.document import NULL_LABELS
from event_scoring.extraction.items import Document, Item, Span
from event_scoring.extraction.measure_options import RamsOptions
from event_scoring.matching import as_multisets, grouped
from event_scoring.scoring.counts import Scores, Sums, confusion_counts, plain
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.task import Counts

DISTANCES = (-2, -1, 0, 1, 2)
"""Distances in sentences from trigger to argument; farther arguments are in no row."""


def best_of_each_role(arguments: Sequence[Item], allowed: Mapping[str, int]) -> list[Item]:
    """Return the arguments with the best scores of each role, up to its limit for the event type.

    Ties keep their order, and equal arguments use up the number of their role.

    Examples:
        >>> agents = [Item(0, n, (1, 2), "Attack", (n, n + 1), "Agent", score=s) for n, s in enumerate((0.2, 0.9))]
        >>> [item.argument for item in best_of_each_role(agents, {"Agent": 1})]
        [1]
    """
    left, kept = Counter(allowed), set[int]()
    for place in sorted(range(len(arguments)), key=lambda place: -(arguments[place].score or 0.0)):
        role = arguments[place].label
        if left[role] > 0:
            left[role] -= 1
            kept.add(place)
    return [item for place, item in enumerate(arguments) if place in kept]


def confused_roles(predictions: Sequence[Item], references: Sequence[Item]) -> list[dict[str, str]]:
    """Return pairs of reference and predicted role.

    They are of each distinct right link, and of each missed link with each wrong one at its place.

    Examples:
        >>> agent, place = (Item(0, 0, (1, 2), "Attack", (0, 1), role) for role in ("Agent", "Place"))
        >>> confused_roles([agent, agent], [agent, place])
        [{'reference': 'Agent', 'prediction': 'Agent'}, {'reference': 'Place', 'prediction': 'Agent'}]
    """
    predicted, annotated = _tally(predictions), _tally(references)
    wrong = grouped((tuple(place), role) for *place, role in predicted - annotated)
    missed = annotated - predicted
    number = sum(len(wrong.get(tuple(place), ())) for *place, _ in missed)
    check_number_of_pairs(number, "a missed and a wrong link at one place", ("references", "events"))
    pairs = [(role, role) for *_, role in predicted & annotated]
    pairs += [(role, other) for *place, role in missed for other in wrong.get(tuple(place), ())]
    return [{"reference": reference, "prediction": prediction} for reference, prediction in pairs]


def sentence_finder(sentences: Sequence[Sequence[int]]) -> Callable[[Span], int | None]:
    """Return a function from a span to the number of its sentence, or None if it is not within one.

    Examples:
        >>> sentence_of = sentence_finder([[0, 4], [4, 9]])
        >>> sentence_of((4, 6)), sentence_of((3, 6))
        (1, None)
    """
    order = sorted(range(len(sentences)), key=lambda number: sentences[number][0])
    starts = [sentences[number][0] for number in order]

    def sentence_of(span: Span) -> int | None:
        place = bisect_right(starts, span[0]) - 1
        return order[place] if place >= 0 and span[1] <= sentences[order[place]][1] else None

    return sentence_of


def by_distance(
    predictions: Sequence[Item], references: Sequence[Item], sentences: Sequence[Sequence[int]]
) -> dict[str, int]:
    """Group the right, predicted and reference links by the distance in sentences from trigger to argument."""
    sentence_of, sums = sentence_finder(sentences), Counter[str]()
    predicted, annotated = _tally(predictions), _tally(references)
    for part, links in zip(PARTS, (predicted & annotated, predicted, annotated), strict=True):
        for (trigger, span, _), number in links.items():
            start, end = (None if one is None else sentence_of(one) for one in (trigger, span))
            if start is not None and end is not None:
                sums[_distance_key(end - start, part)] += number
    return {name: sums[name] for name in (_distance_key(distance, part) for part in PARTS for distance in DISTANCES)}


def outside_sentences(document: Document, spans: Iterable[Span]) -> Iterator[InputError]:
    """Yield an error for each span within the document that is not in exactly one sentence, if it has sentences."""
    sentences, tokens = document.reference.sentences, document.tokens
    if sentences is None:
        return
    sentence_of = sentence_finder(sentences)
    wanted = 'a span within one of "sentences", because distances need triggers and arguments in one sentence each'
    for span in spans:
        # A text that is nowhere has a span after the last token.
        if sentence_of(span) is None and (tokens is None or span[1] <= len(tokens)):
            yield InputError(("references",), wanted=wanted, got=Description(shown(list(span))))


class Rams(EventMeasure[RamsOptions]):
    """A link is a trigger's span, an argument's span and a role; equal links count as often as they occur."""

    name = "rams"
    title = "RAMS"
    options = RamsOptions
    # "" is what follows the number in a name like "evt1arg2"
    null_labels = tuple(label for label in NULL_LABELS if label)
    reason = (
        "RAMS's scorer takes triggers as given and counts links of trigger, argument and role as multisets; the "
        "event type plays no part. It prints precision under the name of recall and recall under that of "
        "precision; here both are named rightly; the option original_names gives the published names."
    )
    trigger_scores = {}
    argument_scores = WITHOUT_TYPES
    way = staticmethod(as_multisets)
    modes = ("gold",)
    needed_keys = ("trigger",)
    has_error_kinds = False
    no_tiers = "counts links between places and the sentences between them"
    counting = "multiset"
    notes = {
        "unnamed": (
            '{number:predicted argument} with the role "": it counts as any other, as in the original scorer, where a '
            "role is what follows the last digit of its name."
        )
    }
    published = (
        Published(
            name="RAMS",
            year="2020",
            users="RAMS papers",
            choose_for="papers on RAMS",
            counts="Multisets of argument spans and roles, by distance",
            faults="Precision and recall are swapped",
            original="RAMS's scorer, in RunxinXu/TSAR 9806edf, `code/scorer`",
            checked_by="`golden/extraction_rams.json`, `extraction/conventions/test_rams.py`",
            options={"convention": "rams"},
            rule=as_multisets,
            steps=(count_scores, best_of_each_role, by_distance, confused_roles),
        ),
    )

    def problems_as_read(self, document: Document, options: RamsOptions) -> Iterator[InputError]:
        yield from super().problems_as_read(document, options)
        reference = document.reference
        if options.role_limits is not None:
            if any(item.score is None for item in document.labelled_predictions.arguments):
                wanted = "a score, because role_limits keeps the best scored arguments"
                yield InputError(("predictions",), wanted=wanted, got=Description("none"))
            types = {event.type for event in reference.events}
            if len(types) != 1:
                wanted = "events of one type, because role_limits needs the type of the event"
                yield InputError(("references", "events"), wanted=wanted, got=Description(f"{len(types)} types"))
                return
        if reference.sentences is not None:
            for links in (_scored_arguments(document, options), document.labelled_references.arguments):
                for spans in zip(*((item.trigger, item.span) for item in links), strict=True):
                    yield from outside_sentences(document, [span for span in spans if span is not None])

    def count_all(self, documents: Iterable[Document], options: RamsOptions, details: bool) -> Counted:
        """Count each document; sums by distance are kept only if all documents have sentences."""
        if not details:
            yield from super().count_all(documents, options, details)
            return
        found = [*super().count_all(documents, options, details)]
        if not all(document.reference.sentences is not None for document, _ in found):
            for _, outcomes in found:
                outcomes["gold/"].sums = {"unnamed": outcomes["gold/"].sums["unnamed"]}
        yield from found

    def count_items(self, document: Document, options: RamsOptions, details: bool) -> dict[str, Outcome]:
        predictions, references = _scored_arguments(document, options), document.labelled_references.arguments
        outcome = Outcome(
            count_scores(self.argument_scores, predictions, references, self.way),
            sums={"unnamed": sum(not item.label for item in predictions)},
            **left_out(document, document.predictions.arguments, document.labelled_predictions.arguments),
        )
        if details:
            outcome.comparison = compared_links(predictions, references)
            outcome.lists = {"role_confusion": confused_roles(predictions, references)}
            sentences = document.reference.sentences or ()
            outcome.sums |= by_distance(predictions, references, sentences)
        return {"gold/": outcome}

    def scores(self, sums: Sums, prefix: str, options: RamsOptions) -> Scores:
        found = super().scores(sums, prefix, options)
        # Differs from RAMS: precision is the share of right predictions; its scorer swaps the two names.
        if options.original_names:
            swap_precision_and_recall(found, self.argument_scores)
        return found

    def own_details(self, counts: Counts, options: RamsOptions) -> Scores:
        pairs = ((pair["reference"], pair["prediction"]) for pair in counts.records("gold/role_confusion"))
        found: Scores = {"confusion": confusion_counts(pairs)}
        if f"gold/{_distance_key(0, 'references')}" not in counts.numbers:
            return found
        rows = []
        for distance in DISTANCES:
            sums = {part: int(counts.numbers[f"gold/{_distance_key(distance, part)}"].sum()) for part in PARTS}
            scores = Ratio("", *PARTS).scores(sums, options.zero_division)
            rows.append({"distance": distance, **{name: plain(score) for name, score in scores.items()}, **sums})
        return {**found, "by_distance": rows}


def _scored_arguments(document: Document, options: RamsOptions) -> Sequence[Item]:
    """Return the predicted arguments that are scored: all, or the best of each role within its limit."""
    arguments, limits = document.labelled_predictions.arguments, options.role_limits
    kinds = [event.type for event in document.reference.events[:1]]
    allowed = None if limits is None or not kinds else limits.get(kinds[0] or "")
    return arguments if allowed is None else best_of_each_role(arguments, allowed)


def _tally(items: Iterable[Item]) -> Counter[tuple[Span | None, Span | None, str]]:
    """Count the occurrences of each link."""
    return Counter((item.trigger, item.span, item.label) for item in items)


def _distance_key(distance: int, part: str) -> str:
    return f"distance_{distance}_{part}"


RAMS = Rams()
