"""Convention "wikievents": argument scores of given triggers as gen-arg, PAIE and TSAR compute them for WikiEvents.

gen-arg: raspberryice/gen-arg 253e088, `src/genie/scorer.py` (Head F1, Coref F1). PAIE: mayubo2333/PAIE 1917c46,
`metric.py`. TSAR: RunxinXu/TSAR 9806edf, `code/transfer_results_wikievent.py` and the scorer of RAMS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

import numpy as np
from msgspec import structs

from event_scoring.documents.errors import Description, InputError
from event_scoring.documents.unicode_text import plain_text
from event_scoring.extraction.conventions.heads_and_clusters import (
    clusters_of,
    clusters_of_spans,
    has_cycle,
    head_of,
    spans_of_mentions,
)
from event_scoring.extraction.conventions.measure import EventMeasure
from event_scoring.extraction.conventions.rams import outside_sentences
from event_scoring.extraction.counting import Outcome, compared_links, left_out
from event_scoring.extraction.documents.problems import missing_positions
from event_scoring.extraction.documents.text_placement import dense
from event_scoring.extraction.items import Document, Item, Span, key_of
from event_scoring.extraction.measure_options import WikiEventsOptions
from event_scoring.matching import Count, as_lists, as_multisets, as_sets, distinct
from event_scoring.scoring.counts import Sums
from event_scoring.scoring.published import Published

SCORES = ("argument_identification", "argument_classification")
COREF_SCORES = ("argument_coref_identification", "argument_coref_classification")
ARTICLES = ("a", "an", "the")
NO_CLUSTERS: Mapping[Span | None, str] = {}
MAX_TOKENS = 2**23
"""Maximum number of tokens in the arguments of one document whose heads or texts are compared."""


def count_gen_arg(
    predictions: Sequence[Item], references: Sequence[Item], clusters: Mapping[Span | None, str]
) -> dict[str, Count]:
    """Return the counts of gen-arg: each distinct prediction that some reference of its event matches is right.

    Args:
        predictions: Arguments whose ``event`` is the matched reference event; ``span`` is that of their tokens or of
            their head token.
        references: Arguments in the same form, without leading articles.
        clusters: The cluster of each span that has one, used if no reference has the span.

    Examples:
        Two predictions of one reference are both right, so that recall is 2.

        >>> gold = [Item(0, 0, None, "Attack", (1, 2), "Agent")]
        >>> system = [*gold, Item(0, 1, None, "Attack", (1, 2), "Place")]
        >>> len(count_gen_arg(system, gold, {})["argument_identification"].right)
        2
    """
    by_place, by_role = key_of("event", "span"), key_of("event", "span", "label")
    predicted, annotated = distinct(predictions, by_role), distinct(references, by_role)
    identified, classified = as_lists(predicted, annotated, by_place), as_lists(predicted, annotated, by_role)
    places = {(item.event, item.span) for item in annotated}
    linked = {(item.event, clusters[item.span], item.label) for item in annotated if item.span in clusters}
    entities = {(event, cluster) for event, cluster, _ in linked}
    missed = [item for item in predicted if item.span in clusters and (item.event, item.span) not in places]
    coref_identified = [item for item in missed if (item.event, clusters[item.span]) in entities]
    coref_classified = [item for item in missed if (item.event, clusters[item.span], item.label) in linked]
    return {
        SCORES[0]: identified,
        SCORES[1]: classified,
        COREF_SCORES[0]: identified._replace(right=[*identified.right, *coref_identified]),
        COREF_SCORES[1]: classified._replace(right=[*classified.right, *coref_classified]),
    }


def count_paie(predictions: Sequence[Item], references: Sequence[Item], part: str) -> dict[str, Count]:
    """Return the counts of PAIE: predictions are a set for each role, references keep their repeats.

    Every reference in the set is right, so precision can exceed 1. ``part`` is the compared part: "span", or "text"
    where an item has the text of its tokens or of its head.

    Examples:
        >>> agent = Item(0, 0, None, "Attack", (1, 2), "Agent")
        >>> right, predicted, wanted = count_paie([agent], [agent, agent], "span")["argument_classification"]
        >>> len(right), len(predicted), len(wanted)
        (2, 1, 2)
    """
    key = key_of("event", part, "label")
    predicted = distinct(predictions, key)
    found = set(map(key, predicted))
    return {
        SCORES[0]: as_sets(predictions, references, key_of("event", part)),
        SCORES[1]: Count([item for item in references if key(item) in found], predicted, references),
    }


def count_tsar(
    predictions: Sequence[Item], references: Sequence[Item], clusters: Mapping[Span | None, str] = NO_CLUSTERS
) -> list[Count]:
    """Return TSAR's counts of identification and classification: multisets of each event, as RAMS's scorer counts.

    In coreference a span with one of the ``clusters`` is compared by the cluster.

    Examples:
        >>> agent = Item(0, 0, None, "Attack", (1, 2), "Agent")
        >>> right, predicted, wanted = count_tsar([agent], [agent, agent])[1]
        >>> len(right), len(predicted), len(wanted)
        (1, 1, 2)
    """

    def place(item: Item) -> tuple[int, Span | str | None]:
        return item.event, clusters.get(item.span, item.span)

    return [
        as_multisets(predictions, references, place),
        as_multisets(predictions, references, lambda item: (*place(item), item.label)),
    ]


def place_of(item: Item) -> Span:
    """Return the span of an item; here every argument has one."""
    return item.span or (0, 0)


class WikiEvents(EventMeasure[WikiEventsOptions]):
    """Predictions are matched to reference events by position; an option selects the compared part of an argument."""

    name = "wikievents"
    title = "WikiEvents (gen-arg)"
    options = WikiEventsOptions
    reason = (
        "The scorers used for WikiEvents take triggers as given. gen-arg counts every prediction that a reference "
        "matches, so that recall can exceed 1, takes a leading article off multi-word references only, and leaves "
        "out events without a prediction; PAIE compares sets of predictions with lists of references; TSAR counts "
        "multisets as RAMS's scorer does."
    )
    trigger_scores = {}
    argument_scores = dict.fromkeys((*SCORES, *COREF_SCORES), ())
    by_role = "argument_classification"
    modes = ("gold",)
    needed_keys = ()
    has_error_kinds = False
    no_tiers = 'has its own units "head" and "text" and its own clusters'
    notes = {
        "articles": (
            "gen-arg's scorer takes a leading article off references, here {number}, and leaves those of predictions: "
            "a prediction with the reference's own words is wrong."
        ),
        "lacks_heads": (
            "Whole spans are compared, which is not the published Head F1. In {number:document} the references lack "
            '"heads", the head of each token, which unit="head" compares.'
        ),
        "ignored_references": (
            "Not counted, as in the original scorer: {number:reference argument} whose event has no prediction, or a "
            "type that the roles lack."
        ),
        "other_triggers": (
            "{number:predicted event} {number:has|have} another trigger than the reference event of the same index, "
            "with which its arguments are compared: write the events in the order of the references, empty ones too."
        ),
    }
    variants = {
        "gen-arg": "credit",
        "paie": "set-of-predictions",
        "tsar": "multiset",
    }
    published = (
        Published(
            name="gen-arg (Head F1, Coref F1)",
            year="2021",
            users="WikiEvents papers",
            choose_for="papers that report Head F1 and Coref F1",
            counts="Credit for each prediction that some reference matches",
            faults="Recall can exceed 1; articles are removed on one side only; events without prediction are left out",
            original="raspberryice/gen-arg 253e088",
            checked_by="`golden/extraction_wikievents.json`, `extraction/conventions/test_wikievents.py`",
            options={"convention": "wikievents", "variant": "gen-arg"},
            rule=count_gen_arg,
            steps=(head_of, clusters_of),
        ),
        Published(
            name="PAIE (span, text, head)",
            year="2022",
            users="prompt-based argument extraction",
            choose_for="papers that follow PAIE",
            counts="Sets of predictions against lists of references",
            faults="Repeated references count twice",
            original="mayubo2333/PAIE 1917c46",
            checked_by="`golden/extraction_wikievents.json`, `extraction/conventions/test_wikievents.py`",
            options={"convention": "wikievents", "variant": "paie"},
            rule=count_paie,
            steps=(head_of,),
        ),
        Published(
            name="TSAR",
            year="2022",
            users="document-level argument extraction",
            choose_for="papers that follow TSAR on WikiEvents",
            counts="Multisets of each event",
            faults="Clusters require two different spans",
            original="RunxinXu/TSAR 9806edf",
            checked_by="`golden/extraction_wikievents.json`, `extraction/conventions/test_wikievents.py`",
            options={"convention": "wikievents", "variant": "tsar"},
            rule=count_tsar,
            steps=(head_of, clusters_of_spans, as_multisets),
        ),
    )

    def problems_as_read(self, document: Document, options: WikiEventsOptions) -> Iterator[InputError]:
        prediction, reference = document.prediction, document.reference
        yield from missing_positions(prediction, reference, options, self.name, of_triggers=False)
        apart, allowed = prediction.events_given_gold, len(reference.events)
        given = len(prediction.events if apart is None else apart)
        if given > allowed:
            yield InputError(
                ("predictions", "events"),
                wanted=f"at most {allowed}, because they match the reference events by position",
                got=Description(given),
                see=("references", "events"),
            )
            return
        variant, unit = options.variant, options.unit
        if document.tokens is None and (variant == "gen-arg" or (variant == "paie" and unit != "span")):
            predictions, references = _scored_arguments(document, options)
            longer = any(end - start > 1 for start, end in map(place_of, references))
            if longer if variant == "gen-arg" else (predictions or references):
                yield InputError(("references",), wanted='"tokens", whose words are compared', got=Description("none"))
        if variant == "tsar" and unit == "span" and reference.sentences is not None:
            yield from outside_sentences(document, map(place_of, chain(*_scored_arguments(document, options))))
        if unit == "head":
            yield from _head_problems(document, options)
        if variant != "paie" and reference.clusters:
            known = spans_of_mentions(reference)
            for name in (name for names in reference.clusters for name in names if name not in known):
                yield InputError(("references", "clusters"), wanted='names of "mentions"', got=name)

    def present(self, sums: Sums, prefix: str) -> list[str]:
        """Return the names of the scores; those of clusters are present if any document has clusters."""
        names = super().present(sums, prefix)
        return [name for name in names if name not in COREF_SCORES or np.any(sums[f"{prefix}with_clusters"])]

    def count_items(self, document: Document, options: WikiEventsOptions, details: bool) -> dict[str, Outcome]:
        variant, unit = options.variant, options.unit
        predictions, references = _scored_arguments(document, options)
        sums: dict[str, float] = {
            "with_clusters": int(document.reference.clusters is not None),
            "other_triggers": _count_mismatched_triggers(document),
        }
        if variant == "gen-arg":
            whole, references = references, _without_articles(references, document.tokens)
            sums["lacks_heads"] = int(unit == "span" and document.reference.heads is None)
            sums["articles"] = sum(one is not other for one, other in zip(whole, references, strict=True))
        predicted, annotated = (_compared_items(items, document, variant, unit) for items in (predictions, references))
        compared = "text" if variant == "paie" and unit != "span" else "span"
        if variant == "gen-arg":
            counts = count_gen_arg(predicted, annotated, clusters_of(document.reference))
        elif variant == "paie":
            counts = count_paie(predicted, annotated, compared)
        else:
            in_clusters = count_tsar(predictions, references, clusters_of_spans(document.reference))
            counts = dict(zip((*SCORES, *COREF_SCORES), (*count_tsar(predicted, annotated), *in_clusters), strict=True))
        ignored = len(document.labelled_references.arguments) - len(references)
        if variant == "paie" and isinstance(options.roles, Mapping):
            ignored = sum(item.type not in options.roles for item in document.labelled_references.arguments)
        every, labelled = document.given_gold.arguments, _predicted_arguments(document)
        dropped = left_out(document, every, labelled, len(labelled) - len(predictions))
        outcome = Outcome(counts, ignored_references=ignored, sums=sums, **dropped)
        if details:
            outcome.comparison = compared_links(predicted, annotated, "event", compared)
        return {"gold/": outcome}


def _scored_arguments(document: Document, options: WikiEventsOptions) -> tuple[list[Item], list[Item]]:
    """Return the arguments of both sides whose reference event is scored; of PAIE, those with its roles."""
    types = [event.type for event in document.reference.events]
    sides = _predicted_arguments(document), document.labelled_references.arguments
    variant, roles = options.variant, options.roles_by_type if options.roles is not None else None
    if variant == "gen-arg":
        given = types[: len(document.given_gold.listed)]
        scored = {number for number, kind in enumerate(given) if roles is None or kind in roles}
        sides = _filtered(sides, lambda item: item.event in scored)
    elif variant == "paie" and roles is not None:
        sides = _filtered(sides, lambda item: item.label in roles.get(types[item.event] or "", ()))
    return sides


def _predicted_arguments(document: Document) -> list[Item]:
    """Return the labelled predicted arguments, with their events matched to reference events."""
    return document.given_gold.without(document.null_labels, document.references.triggers).arguments


def _count_mismatched_triggers(document: Document) -> int:
    """Count the predicted events with another trigger than the reference event of the same index.

    A text without a position may be at any of its places, so one that the reference trigger reads is not another.
    """
    others = 0
    for predicted, reference in zip(document.given_gold.triggers, document.references.triggers, strict=False):
        if None not in (predicted.span, reference.span) and predicted.span != reference.span:
            start, end = place_of(reference)
            words = "".join(document.tokens[start:end]) if document.tokens is not None else None
            others += predicted.text is None or words is None or dense(predicted.text) != dense(words)
    return others


def _filtered(sides: Sequence[list[Item]], keep: Callable[[Item], bool]) -> tuple[list[Item], list[Item]]:
    predictions, references = ([item for item in items if keep(item)] for items in sides)
    return predictions, references


def _without_articles(references: Sequence[Item], tokens: Sequence[str] | None) -> list[Item]:
    """Return the references, without a leading article if they have several tokens."""
    found = []
    for item in references:
        start, end = place_of(item)
        if end - start > 1 and tokens is not None and tokens[start].lower() in ARTICLES:
            item = structs.replace(item, span=(start + 1, end))
        found.append(item)
    return found


def _compared_items(items: Sequence[Item], document: Document, variant: str, unit: str) -> Sequence[Item]:
    """Return the items with their compared parts: their own span or that of their head, or the text of either."""
    longest = 0 if unit == "span" else max((end - start for start, end in map(place_of, items)), default=0)
    if len(items) * longest > MAX_TOKENS:
        wanted, hint = "arguments of few tokens, whose heads or texts are compared", "cut the document into parts"
        got = Description(f"many as long as {longest:,} tokens")
        raise InputError(("references",), wanted=wanted, got=got, hint=hint)
    if unit == "head":
        heads = document.reference.heads or ()
        tops = [head_of(place_of(item), heads) or 0 for item in items]
        items = [structs.replace(item, span=(top, top + 1)) for item, top in zip(items, tops, strict=True)]
    if variant == "paie" and unit != "span":
        read, tokens = plain_text if unit == "text" else str, document.tokens or ()
        items = [structs.replace(item, text=_text(place_of(item), tokens, read)) for item in items]
    return items


def _text(span: Span, tokens: Sequence[str], read: Callable[[str], str]) -> str:
    """Return the text of a span; a span after the end of the document gets a text that equals no other."""
    return f"\0{span[0]}" if span[1] > len(tokens) else read(" ".join(tokens[slice(*span)]))


def _head_problems(document: Document, options: WikiEventsOptions) -> Iterator[InputError]:
    """Yield errors for heads that are missing or contain a cycle over the spans of the arguments."""
    heads, tokens = document.reference.heads, document.tokens
    if heads is None:
        if any(_scored_arguments(document, options)):
            wanted = '"heads", the head of each token, for unit="head"'
            yield InputError(("references",), wanted=wanted, got=Description("none"))
        return
    needed = len(heads) if tokens is None else len(tokens)
    if len(heads) != needed or (heads and not 0 <= min(heads) <= max(heads) < needed):
        got = Description(f"{len(heads)} from {min(heads)} to {max(heads)}" if heads else "none")
        wanted = f"one token offset for each of {needed} tokens"
        yield InputError(("references", "heads"), wanted=wanted, got=got)
    elif tokens is None or has_cycle(heads):
        spans = [place_of(item) for item in chain(*_scored_arguments(document, options))]
        if any(end > len(heads) and end - start > 1 for start, end in spans):
            got = Description(f"{len(heads)} and a span behind them")
            yield InputError(("references", "heads"), wanted="one token offset for each token", got=got)
        elif any(head_of(span, heads) is None for span in spans):
            yield InputError(("references", "heads"), wanted="a tree", says="heads contain a cycle")


WIKIEVENTS = WikiEvents()
