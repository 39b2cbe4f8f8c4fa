"""How the scores of nuggets are called, grouped and explained."""

from event_scoring.scoring.sheet import Score, Sheet

_PLACE = "event mentions found at the right place"
_ATTRIBUTES = (
    Score("span", "span", _PLACE),
    Score("type", "type", f"{_PLACE} and with the right type"),
    Score("realis", "realis", f"{_PLACE} and with the right realis"),
    Score("type_realis", "type and realis", f"{_PLACE} and with the right type and realis"),
)
_CHAINS = "chains of coreferent mentions, as {} counts them"

NUGGET_SHEET = Sheet(
    heading="Event nuggets",
    groups=(
        *_ATTRIBUTES,
        *(Score(f"macro_{key}", f"macro {title}", f"{what}; mean over documents") for key, title, what in _ATTRIBUTES),
        Score("muc", "coreference MUC", _CHAINS.format("MUC")),
        Score("b_cubed", "coreference B-cubed", _CHAINS.format("B-cubed")),
        Score("ceaf_m", "coreference CEAF-m", _CHAINS.format("CEAF-m")),
        Score("ceaf_e", "coreference CEAF-e", _CHAINS.format("CEAF-e")),
        Score("blanc", "coreference BLANC", _CHAINS.format("BLANC")),
        Score("lea", "coreference LEA", _CHAINS.format("LEA")),
        Score("after", "After links", "which event comes after which"),
        Score("subevent", "Subevent links", "which event is a part of which"),
        Score("sequencing", "After and Subevent links", "links of both kinds together"),
    ),
    single=(
        Score("type_accuracy", "type accuracy", "of the mentions found, those with the right type"),
        Score("realis_accuracy", "realis accuracy", "of the mentions found, those with the right realis"),
        Score("type_realis_accuracy", "type and realis accuracy", "of the mentions found, those with both right"),
        Score("conll_f1", "coreference CoNLL average", "mean of MUC, B-cubed and CEAF-e"),
        Score("kbp_coreference_f1", "coreference KBP average", "mean of MUC, B-cubed, CEAF-e and BLANC"),
    ),
    headlines=("type_f1", "span_f1"),
    main=("span_f1", "type_f1", "realis_f1", "type_realis_f1", "kbp_coreference_f1", "sequencing_f1"),
    summary=(
        *("span_precision", "span_recall", "span_f1", "type_f1", "realis_f1", "type_realis_f1"),
        *("kbp_coreference_f1", "sequencing_f1"),
    ),
    citation="Liu, Mitamura and Hovy (2015), Evaluation Algorithms for Event Nugget Detection: A Pilot Study, "
    "3rd Workshop on EVENTS",
)
