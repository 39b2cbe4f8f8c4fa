"""Options of the scores of arguments and linking, and the layout of these scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from event_scoring.scoring.layout import Score, ScoreLayout
from event_scoring.scoring.options import TaskOptions, check_labels, option


@dataclass(frozen=True, kw_only=True)
class LinkingOptions(TaskOptions):
    """Options shared by both kinds of input."""

    beta: float = option(0.25, "The cost of a false argument.", low=0)
    lam: float = option(0.5, "The weight of the argument part in the score, from 0 to 1.", low=0, high=1)
    clip: bool = option(True, "Raise the argument part of a document to 0 if it is negative.")
    unlinked: Literal["count", "drop", "error"] = option(
        "count", "A system argument in no frame, unless Generic, is counted (the default), dropped, or an error."
    )
    groups: tuple[str, ...] | None = option(
        None,
        "A label for each document, such as its genre: scores are given by label too.",
        check=check_labels,
        per_document=True,
    )


@dataclass(frozen=True, kw_only=True)
class ArgumentOptions(LinkingOptions):
    """Options of the score of arguments given as type, role, filler and realis."""

    LISTED_BY = "help(score_arguments)"

    neutralize_realis: bool = option(False, "Ignore realis, so that arguments that differ only in realis are one.")


@dataclass(frozen=True, kw_only=True)
class ResponseOptions(LinkingOptions):
    """Options of the score of assessed responses."""

    LISTED_BY = "help(score_responses)"

    unlinked: Literal["count", "drop", "error"] | None = option(  # type: ignore[assignment]
        None,
        "A system argument in no frame, unless Generic, is counted (the default against Rich ERE), dropped (the "
        "default for assessed responses), or an error.",
    )
    preprocess: Literal["none", "official-2015", "neutralize-realis", "neutralize-realis-coref", "official-2016"] = (
        option(
            "none",
            "Preprocessing of the responses. Each value includes the steps of those before it; official-2016 is for"
            " Rich ERE.",
        )
    )
    neutralize_realis: bool = option(False, "Against Rich ERE: ignore realis.")
    types: tuple[str, ...] | None = option(None, "Against Rich ERE: score only these event types.", check=check_labels)
    banned_roles: tuple[str, ...] | None = option(
        None, "Against Rich ERE: leave out arguments of these roles.", check=check_labels
    )


ARGUMENT_LAYOUT = ScoreLayout(
    heading="Event arguments",
    groups=(Score("argument", "argument", "arguments found, however they are linked"),),
    single=(
        Score("score", "score", "arguments found and grouped into events as in the references"),
        Score("argument_score", "argument score", "right arguments, less beta for each false one"),
        Score("linking_score", "linking score", "which arguments belong to one event"),
        Score(
            "linking_precision",
            "linking precision",
            "share of the pairs that the system puts together that belong together",
        ),
        Score(
            "linking_recall", "linking recall", "share of the pairs that belong together that the system puts together"
        ),
        Score("macro_score", "macro score", "mean of the documents' scores"),
        Score("score_median", "median of the samples"),
        Score("score_p05", "5th percentile"),
        Score("score_p95", "95th percentile"),
    ),
    headlines=("score",),
    main=("score", "argument_score", "linking_score", "macro_score"),
    drawn=("linking_score", "argument_score", "score"),
    summary=(
        *("score", "argument_score", "linking_score", "argument_precision", "argument_recall", "argument_f1"),
        *("linking_precision", "linking_recall", "macro_score", "score_median", "rank"),
    ),
    counts=("documents", "true_positives", "false_positives", "false_negatives"),
    tables=("type", "role", "realis", "document"),
    citation="TAC KBP 2015 Event Track, Event Argument Extraction and Linking (EAEL) Scoring Proposal, NIST",
)
RESPONSE_LAYOUT = replace(ARGUMENT_LAYOUT, heading="Event arguments by assessed responses")
