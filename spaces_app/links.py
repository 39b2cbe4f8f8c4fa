"""The links of a document: between mentions by coreference or sequence, and between the arguments of a frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from event_scoring.arguments.argument_documents import ArgumentDocument, judged_arguments
from event_scoring.arguments.options import ArgumentOptions
from event_scoring.arguments.rule import link_scores
from event_scoring.nuggets.coreference import Sides, align_for_coreference, cluster_keys
from event_scoring.nuggets.documents import NuggetDocument
from event_scoring.nuggets.mapping import Mentions, align_mentions, read_mentions
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.report.views import SIDES, item_key

MAX_DRAWN_LINKS = 60
"""Links of a document up to which they are drawn."""
Link = dict[str, Any]


def coreference_links(documents: Sequence[NuggetDocument], options: NuggetOptions) -> list[Link]:
    """Return the pairs of mentions of one cluster on each side, and which of them both sides have.

    Mentions are matched by the alignment of the coreference rule.

    Args:
        documents: The prediction and the reference.
        options: Those of the rule.
    """
    sides: Sides = (read_mentions(documents[0], options), read_mentions(documents[1], options))
    alignment = align_mentions(*sides, options)
    threshold = options.coreference_threshold
    partners = align_for_coreference(sides, alignment, options, options.coreference_mapping, threshold)
    predicted, annotated = (
        [*_pairs_in_clusters(document, side)] for document, side in zip(documents, sides, strict=True)
    )
    prediction_of = {
        pair: tuple(sorted(partners[mention] for mention in pair))
        for pair in annotated
        if all(mention in partners for mention in pair)
    }
    right = set(predicted) & set(prediction_of.values())
    kinds = {
        "predictions": {pair: "right" if pair in right else "too many" for pair in predicted},
        "references": {pair: "right" if prediction_of.get(pair) in right else "missing" for pair in annotated},
    }
    links = []
    for side, mentions in zip(SIDES[::-1], sides, strict=True):
        for pair, kind in kinds[side].items():
            keys = [item_key(side, mentions.positions[mention]) for mention in pair]
            links.append({"side": side, "ends": keys, "kind": kind})
    return links


def _pairs_in_clusters(document: NuggetDocument, mentions: Mentions) -> Iterator[tuple[int, int]]:
    keys = cluster_keys(document, mentions)
    for first, second in combinations(range(len(keys)), 2):
        if keys[first] == keys[second]:
            yield first, second


def sequence_links(documents: Sequence[NuggetDocument], kinds: Sequence[str]) -> list[Link]:
    """Return the After and Subevent links of both sides, as they are written."""
    links = []
    for side, document in zip(SIDES[::-1], documents, strict=True):
        places = {mention.id: place for place, mention in enumerate(document.mentions)}
        for link in document.links or ():
            if link.type in kinds and link.source in places and link.target in places:
                keys = [item_key(side, places[end]) for end in (link.source, link.target)]
                links.append({"side": side, "ends": keys, "kind": link.type})
    return links


def argument_links(
    documents: Sequence[ArgumentDocument], options: ArgumentOptions
) -> tuple[list[Link], list[tuple[int, int, float]]]:
    """Return the links between arguments of one frame, and the pairs of arguments with what their links earn.

    As in the rule, arguments that the references lack and Generic arguments are in no frame.

    Args:
        documents: The prediction and the reference.
        options: Those of the rule.
    """
    judged = judged_arguments(documents[0], documents[1], options)
    known = set().union(*judged.reference_frames)
    frames = [frame & known for frame in judged.prediction_frames], judged.reference_frames
    pairs = [{pair for frame in side for pair in combinations(sorted(frame), 2)} for side in frames]
    places = [{key: listed.keys.index(key) for key in listed.keys} for listed in judged.listed]
    links = []
    for side, own, at, alone in zip(SIDES[::-1], pairs, places, ("too many", "missing"), strict=True):
        for pair in sorted(own):
            kind = "right" if pair in pairs[0] & pairs[1] else alone
            links.append({"side": side, "ends": [item_key(side, at[key]) for key in pair], "kind": kind})
    scores = link_scores(*frames)
    return links, sorted((places[0][key], places[1][key], f) for key, (*_, f) in scores.items() if f > 0)
