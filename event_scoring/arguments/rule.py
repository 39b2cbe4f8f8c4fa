"""Count the arguments of one document and their linking into event frames, and compute the scores.

"Event Argument Extraction and Linking (EAEL) Scoring Proposal", TAC KBP 2015, sections "Event Argument Extraction
Sub-score" and "Linking Sub-score". Where it leaves a choice, the scorer of that evaluation decides: BBN-E/tac-kbp-eal,
commit b6206654, classes `EALScorer2015Style` and `LinkF1`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from math import fsum, isnan, nan
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from event_scoring.arguments.options import LinkingOptions
from event_scoring.array_types import Numbers
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Row
from event_scoring.statistics.precision_recall import ratio

ArgumentKey: TypeAlias = "tuple[str, str, Hashable, str]"
"""Event type, role, filler and realis, called TRFR in the proposal.

Arguments of a document with equal keys are one argument.
"""
Item = TypeVar("Item", bound=Hashable)

REALIS = ("Actual", "Generic", "Other")

COUNTED = ("true_positives", "false_positives", "false_negatives")


class Listed(NamedTuple):
    """The listed items of one side of a document."""

    noun: str
    """Noun for an item in details: "argument" or "response"."""
    keys: Sequence[ArgumentKey | None]
    """The key of each item; None if it is not scored."""
    standing: Mapping[ArgumentKey, int] | None = None
    """Index of the item that is scored for each key, by default the first. The others are duplicates."""


class JudgedArguments(msgspec.Struct):
    """The distinct arguments of a document after pre-processing, with their verdicts."""

    predictions: Set[ArgumentKey]
    """The arguments of the system that are scored."""
    references: Set[ArgumentKey]
    """The correct ones, Generic ones included: A of the proposal."""
    right: Set[ArgumentKey]
    """The right arguments. Other arguments of the two sides are false positives and false negatives."""
    prediction_frames: Sequence[Set[ArgumentKey]]
    """The event frames of the system, without Generic and incorrect arguments."""
    reference_frames: Sequence[Set[ArgumentKey]]
    """The reference event frames, without Generic arguments."""
    dropped: int = 0
    """Number of arguments of the system left out because they are in no frame."""
    keys: Sequence[ArgumentKey] = ()
    """For details: the arguments of either side, each once, in the order that breaks ties."""
    listed: tuple[Listed, Listed] = (Listed("argument", ()), Listed("argument", ()))
    """For details: the listed items of the predictions and of the references."""


def count_judged(judged: JudgedArguments) -> Row:
    """Return the sums of one document, from which all scores of arguments and linking follow.

    The argument part is ``true_positives - beta * false_positives``, over ``true_positives + false_negatives``
    arguments, |A_correct|. The linking part is ``linking_sum``, the proposal's S_EAL, over ``linking_normalizer``, |L|:
    the arguments of the reference frames, as the scorer counts them. ``linked`` is the number of these in a frame of
    the system.

    Examples:
        The references link a, b and c, and the system links a, b and x. a and b each have one of their two neighbours.
        Precision is 1, because x is not a reference argument, recall is 1/2, and F is 2/3.

        >>> a, b, c, x = (("Life.Die", "Victim", name, "Actual") for name in "abcx")
        >>> row = count_judged(JudgedArguments({a, b, x}, {a, b, c}, {a, b}, [{a, b, x}], [{a, b, c}]))
        >>> row["true_positives"], row["false_positives"], row["false_negatives"]
        (2, 1, 1)
        >>> round(row["linking_sum"], 4), row["linking_normalizer"], row["linked"]
        (1.3333, 3, 2)
    """
    links = link_scores(judged.prediction_frames, judged.reference_frames)
    precision, recall, f = zip(*links.values(), strict=True) if links else ((), (), ())
    right = len(judged.right)
    return {
        "true_positives": right,
        "false_positives": len(judged.predictions) - right,
        "false_negatives": len(judged.references) - right,
        # Sums that are rounded once do not depend on the order of arguments.
        "linking_precision_sum": fsum(precision),
        "linking_recall_sum": fsum(recall),
        "linking_sum": fsum(f),
        "linking_normalizer": len(links),
        "linked": len(links.keys() & set().union(*judged.prediction_frames)),
        "dropped": judged.dropped,
    }


def link_scores(
    prediction_frames: Iterable[Set[Item]], reference_frames: Sequence[Set[Item]]
) -> dict[Item, tuple[float, float, float]]:
    """Return precision, recall and F of the links of each argument in a reference frame: f of the proposal's step 3.

    In step 3a and in the names of precision and recall the system is Z, as in the scorer. An argument in no frame of
    the system gets 0, even if it is alone in its reference frame.

    Examples:
        References {a, b, c} {d, e}; the system has {a, b, d}.

        >>> links = link_scores([{"a", "b", "d"}], [{"a", "b", "c"}, {"d", "e"}])
        >>> {name: links[name] for name in "abcd"}
        {'a': (0.5, 0.5, 0.5), 'b': (0.5, 0.5, 0.5), 'c': (0.0, 0.0, 0.0), 'd': (0.0, 0.0, 0.0)}
    """
    reference_near = _in_common_frames(reference_frames)
    # Step 1: L-hat is L without arguments that R lacks.
    known = reference_near.keys()
    prediction_near = _in_common_frames([frame & known for frame in prediction_frames])
    scores: dict[Item, tuple[float, float, float]] = {}
    of_pair: dict[tuple[int, int], tuple[float, float, float]] = {}
    for argument, references in reference_near.items():
        predictions = prediction_near.get(argument)
        if predictions is None:
            scores[argument] = (0.0, 0.0, 0.0)
            continue
        # Arguments in the same frames share their sets, so the cost of a frame is linear in its length.
        pair = id(predictions), id(references)
        if pair not in of_pair:
            of_pair[pair] = _link_score(len(predictions & references) - 1, len(predictions) - 1, len(references) - 1)
        scores[argument] = of_pair[pair]
    return scores


def _link_score(shared: int, given: int, wanted: int) -> tuple[float, float, float]:
    """Apply steps 3b and 3c to an argument, given the numbers of shared, predicted and reference neighbours."""
    if not given and not wanted:
        return 1.0, 1.0, 1.0
    if not shared:
        return 0.0, 0.0, 0.0
    precision, recall = shared / given, shared / wanted
    return precision, recall, 2 * precision * recall / (precision + recall)


def _in_common_frames(frames: Sequence[Set[Item]]) -> dict[Item, Set[Item]]:
    """Apply step 2: return, for each argument, the union of the frames that contain it, itself included."""
    near: dict[Item, Set[Item]] = {}
    for frame in frames:
        unions: dict[int, Set[Item]] = {}  # arguments that shared a set before share one after this frame
        for argument in frame:
            before = near.get(argument)
            if before is None:
                near[argument] = frame
                continue
            if id(before) not in unions:
                unions[id(before)] = before | frame
            near[argument] = unions[id(before)]
    return near


def additive_parts(row: Row, options: LinkingOptions) -> Row:
    """Return the sums of a document that depend on options, which a corpus score adds to those of `count_judged`.

    Examples:
        >>> row = {"true_positives": 1, "false_positives": 8, "false_negatives": 1, "linking_precision_sum": 0.0,
        ...        "linking_sum": 0.0, "linking_normalizer": 2, "linked": 0}
        >>> parts = additive_parts(row, LinkingOptions())
        >>> parts["argument_sum"], parts["argument_normalizer"], parts["macro_documents"]
        (0.0, 2, 1)
    """
    argument_sum = row["true_positives"] - options.beta * row["false_positives"]
    parts = {
        "argument_sum": max(argument_sum, 0.0) if options.clip else argument_sum,
        "argument_normalizer": row["true_positives"] + row["false_negatives"],
        # The weight of a document's link precision is the number of its reference items to link, as published.
        "linking_precision_sum": ratio(row["linking_precision_sum"], row["linked"]) * row["linking_normalizer"],
    }
    score = document_scores({**row, **parts}, options)["score"]
    has_score = not isnan(score)
    return {**parts, "macro_sum": score if has_score else 0.0, "macro_documents": int(has_score)}


def corpus_scores(sums: Sums, options: LinkingOptions, unit: float = 1.0) -> Scores:
    """Return all scores of one corpus, or of many samples of it, from the sums of `additive_parts`.

    They are fractions, or percents if ``unit`` is 100.
    """
    undefined = options.zero_division

    def share(name: str, whole: Numbers) -> Numbers:
        return ratio(unit * sums[name], whole, undefined)

    argument = share("argument_sum", sums["argument_normalizer"])
    linking = share("linking_sum", sums["linking_normalizer"])
    predicted = sums["true_positives"] + sums["false_positives"]
    found = {"right": unit * sums["true_positives"], "predicted": predicted}
    of_arguments = Ratio("argument", "right", "predicted", "argument_normalizer")
    return {
        "score": options.lam * argument + (1 - options.lam) * linking,
        "argument_score": argument,
        "linking_score": linking,
        **of_arguments.scores({**sums, **found}, undefined),
        "linking_precision": share("linking_precision_sum", sums["linking_normalizer"]),
        "linking_recall": share("linking_recall_sum", sums["linking_normalizer"]),
        "macro_score": share("macro_sum", sums["macro_documents"]),
    }


def document_scores(parts: Sums, options: LinkingOptions) -> Scores:
    """Return argument part, linking part and score of one or several documents; NaN for undefined ones."""
    argument = ratio(parts["argument_sum"], parts["argument_normalizer"], nan)
    linking = ratio(parts["linking_sum"], parts["linking_normalizer"], nan)
    score = options.lam * argument + (1 - options.lam) * linking
    return {"argument_score": argument, "linking_score": linking, "score": score}


PROPOSAL = Published(
    name="Event arguments and linking, the proposal",
    year="2015",
    users="TAC KBP EAL",
    choose_for="arguments grouped into events, without triggers",
    counts="TP − βFP over arguments, B³-like linking",
    faults="With clipping, spurious arguments cost nothing in bad documents; linking ignores wrong arguments",
    original="EAEL Scoring Proposal (TAC KBP 2015); where it leaves a choice, BBN-E/tac-kbp-eal b6206654",
    checked_by="`golden/arguments_trfr.json`, `oracles/argument_oracle.py`",
    rule=count_judged,
    steps=(link_scores, additive_parts, corpus_scores),
)
