"""How people call things: groups of scores (prefixes of precision, recall and F1, and their titles), and counts."""

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


def numbered(number: int, noun: str) -> str:
    """A count with its noun, which is given in the plural.

    Examples:
        >>> numbered(1, "documents"), numbered(2000, "false positives")
        ('1 document', '2,000 false positives')
    """
    return f"{number:,} {noun if number != 1 else noun.removesuffix('s')}"
