"""The links of a document: between mentions by coreference or sequence, and between the arguments of a frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from event_scoring.arguments.argument_documents import ArgumentDocument, judged_arguments
from event_scoring.arguments.options import ArgumentOptions
from event_scoring.arguments.rule import link_scores
from event_scoring.nuggets.coreference import Sides, align_for_coreference, cluster_keys
from event_scoring.nuggets.documents import NuggetDocument
from event_scoring.nuggets.mapping import align_mentions, read_mentions
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.report.views import SIDES, item_key

MAX_DRAWN_LINKS = 60
"""Links of a document up to which they are drawn."""
ALONE = {"predictions": "too many", "references": "missing"}
"""The kind of a link that the other side lacks."""
Link = dict[str, Any]


def links_of(strip: str, key: str, documents: Sequence[Any], options: Any) -> list[Link]:
    """Return the links of a prediction and its reference that a number counts, as far as they are drawn.

    Args:
        strip: The name of the strip.
        key: The key of the number.
        documents: The prediction and the reference.
        options: Those of the rule.
    """
    links: list[Link] = []
    if strip == "coreference":
        links = coreference_links(documents, options)
    elif strip == "sequencing":
        kinds = {"after_f1": ("After",), "subevent_f1": ("Subevent",)}.get(key, ("After", "Subevent"))
        links = sequence_links(documents, kinds)
    elif key in ("score", "linking_score") and strip == "linked":
        links = argument_links(documents, options)[0]
    return links[:MAX_DRAWN_LINKS]


def _links(side: str, places: Mapping[Any, int], pairs: Mapping[tuple[Any, Any], bool]) -> list[Link]:
    """Return the links of pairs, which have whether the other side has them too."""
    return [
        {
            "side": side,
            "ends": [item_key(side, places[end]) for end in pair],
            "kind": "right" if is_right else ALONE[side],
        }
        for pair, is_right in pairs.items()
    ]


def coreference_links(documents: Sequence[NuggetDocument], options: NuggetOptions) -> list[Link]:
    """Return the pairs of mentions of one cluster on each side. The coreference rule aligns their mentions."""
    sides: Sides = (read_mentions(documents[0], options), read_mentions(documents[1], options))
    mapping, threshold = options.coreference_mapping, options.coreference_threshold
    partners = align_for_coreference(sides, align_mentions(*sides, options), options, mapping, threshold)
    predicted, annotated = (
        [pair for pair in combinations(range(len(keys)), 2) if keys[pair[0]] == keys[pair[1]]]
        for keys in map(cluster_keys, documents, sides)
    )
    reference_of = {tuple(sorted(partners.get(mention, -1) for mention in pair)): pair for pair in annotated}
    right = {pair: reference_of[pair] for pair in predicted if pair in reference_of}
    pairs = {pair: pair in right for pair in predicted}, {pair: pair in right.values() for pair in annotated}
    places = [dict(enumerate(mentions.positions)) for mentions in sides]
    return [link for of_side in map(_links, SIDES[::-1], places, pairs) for link in of_side]


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
    """
    judged = judged_arguments(documents[0], documents[1], options, details=True)
    known = set().union(*judged.reference_frames)
    frames = [frame & known for frame in judged.prediction_frames], judged.reference_frames
    pairs = [{pair for frame in side for pair in combinations(sorted(frame), 2)} for side in frames]
    places = [{key: listed.keys.index(key) for key in listed.keys} for listed in judged.listed]
    both = [{pair: pair in pairs[0] & pairs[1] for pair in sorted(own)} for own in pairs]
    links = [link for of_side in map(_links, SIDES[::-1], places, both) for link in of_side]
    scores = link_scores(*frames)
    return links, sorted((places[0][key], places[1][key], f) for key, (*_, f) in scores.items() if f > 0)
