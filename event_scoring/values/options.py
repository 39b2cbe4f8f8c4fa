"""Options of an event value, and the layout of its scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from event_scoring.scoring.layout import Score, ScoreLayout
from event_scoring.scoring.options import TaskOptions, option


@dataclass(frozen=True, kw_only=True)
class ValueOptions(TaskOptions):
    """Options that change an event value. All of them are in the signature."""

    LISTED_BY = "help(score_values)"

    level: Literal["event", "mention"] = option("event", "Score events (VDR), or each mention of them (VMD).")
    argument_pairs: Literal["overlapping", "mapped"] = option(
        "overlapping",
        "Elements may be the same argument if their mentions overlap, or only if they are mapped to each other in "
        "the whole corpus (-S of the published scorer).",
    )
    event_pairs: Literal["arguments", "extents", "both", "either"] = option(
        "arguments", "The properties that two events must share to be paired (-M of the published scorer)."
    )
    missing: Literal["refuse", "assume"] = option(
        "refuse",
        "Missing levels, classes, types or attributes of predictions are an error, or are assumed: those of the "
        "overlapping reference, else NAM, SPC, Asserted, Positive, Specific, Past. Missing elements are those of "
        "the references.",
    )


VALUE_LAYOUT = ScoreLayout(
    heading="Event values",
    groups=(Score("value", "value", "value of right events and arguments"),),
    single=(
        Score(
            "value",
            "value",
            "value of the predictions as a share of the value of the references, negative if they do harm",
        ),
        Score("reference_value", "worth of the references"),
        Score("miss_cost", "cost of misses"),
        Score("error_cost", "cost of errors"),
        Score("correct_cost", "cost of correct events"),
        Score("false_alarm_cost", "cost of false alarms"),
        *(Score(name, name.replace("_", " ")) for name in ("correct", "error", "miss", "false_alarm")),
    ),
    headlines=("value",),
    main=("value_precision", "value_recall", "value_f1"),
    summary=("value", "value_precision", "value_recall", "value_f1", "miss_cost", "error_cost", "false_alarm_cost"),
    tables=("type", "subtype", "modality", "source", "document"),
    citation="NIST, The 2005 Automatic Content Extraction Evaluation (ACE05)",
)
