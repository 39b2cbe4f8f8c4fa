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
        "Which elements may be the same argument: those with overlapping mentions, or only those that stand for each "
        "other in the whole corpus (-S of the published scorer).",
    )
    event_pairs: Literal["arguments", "extents", "both", "either"] = option(
        "arguments", "What two events must have in common to be paired (-M of the published scorer)."
    )
    missing: Literal["refuse", "assume"] = option(
        "refuse",
        "What becomes of predictions without levels, classes, types or attributes: an error, or they are those of the "
        "reference that overlaps, else NAM, SPC, Asserted, Positive, Specific, Past; where no elements are given they "
        "are those of the references.",
    )


VALUE_LAYOUT = ScoreLayout(
    heading="Event values",
    groups=(Score("value", "value", "what right events and arguments are worth"),),
    single=(
        Score("value", "value", "what the predictions are worth of what the references are, below 0 if they do harm"),
        Score("reference_value", "worth of the references"),
        Score("miss_cost", "cost of misses"),
        Score("error_cost", "cost of errors"),
        Score("correct_cost", "cost of what is correct"),
        Score("false_alarm_cost", "cost of false alarms"),
        *(Score(name, name.replace("_", " ")) for name in ("correct", "error", "miss", "false_alarm")),
    ),
    headlines=("value",),
    main=("value_precision", "value_recall", "value_f1"),
    summary=("value", "value_precision", "value_recall", "value_f1", "miss_cost", "error_cost", "false_alarm_cost"),
    tables=("type", "subtype", "modality", "source", "document"),
    citation="NIST, The 2005 Automatic Content Extraction Evaluation (ACE05)",
)
