"""How the scores of arguments and their linking are called and explained."""

from dataclasses import replace

from event_scoring.scoring.sheet import Score, Sheet

ARGUMENT_SHEET = Sheet(
    heading="Event arguments",
    groups=(Score("argument", "argument", "arguments found, however they are linked"),),
    single=(
        Score("score", "score", "arguments found and grouped into events as in the references"),
        Score("argument_score", "argument score", "right arguments, less beta for each false one"),
        Score("linking_score", "linking score", "which arguments stand in one event"),
        Score("linking_precision", "linking precision", "of what the system puts together, what belongs together"),
        Score("linking_recall", "linking recall", "of what belongs together, what the system puts together"),
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
RESPONSE_SHEET = replace(ARGUMENT_SHEET, heading="Event arguments by assessed responses")
