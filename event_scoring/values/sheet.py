"""How the event value and its parts are called and explained."""

from event_scoring.scoring.sheet import Score, Sheet

VALUE_SHEET = Sheet(
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
