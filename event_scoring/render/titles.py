"""How people call the groups of scores: prefixes of precision, recall and F1, and their titles."""

NUGGET_TITLES = (
    ("span", "span"),
    ("type", "type"),
    ("realis", "realis"),
    ("type_realis", "type and realis"),
    ("macro_span", "span, macro"),
    ("macro_type", "type, macro"),
    ("macro_realis", "realis, macro"),
    ("macro_type_realis", "type and realis, macro"),
    ("muc", "coreference, MUC"),
    ("b_cubed", "coreference, B-cubed"),
    ("ceaf_m", "coreference, CEAF-m"),
    ("ceaf_e", "coreference, CEAF-e"),
    ("blanc", "coreference, BLANC"),
    ("after", "After links"),
    ("subevent", "Subevent links"),
    ("sequencing", "both kinds of links"),
)
