"""How people call the groups of scores: prefixes of precision, recall and F1, and their titles."""

from __future__ import annotations

from collections.abc import Sequence

Titles = Sequence[tuple[str, str]]
"""Keys of results, or what several of them start with, and how people call them."""

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
    ("lea", "coreference, LEA"),
    ("after", "After links"),
    ("subevent", "Subevent links"),
    ("sequencing", "After and Subevent links"),
)

NUGGET_SCORES = (
    ("span_f1", "span F1"),
    ("type_f1", "type F1"),
    ("realis_f1", "realis F1"),
    ("type_realis_f1", "type and realis F1"),
    ("kbp_coreference_f1", "coreference, KBP average"),
    ("sequencing_f1", "After and Subevent links F1"),
)

ARGUMENT_TITLES = (("argument", "arguments"),)

LINKING_SCORES = (
    ("score", "score"),
    ("argument_score", "argument part"),
    ("linking_score", "linking part"),
    ("macro_score", "macro score"),
)


_OF_CONVENTIONS = (
    ("argument_coref_identification", "argument identification, or coreferent"),
    ("argument_coref_classification", "argument classification, or coreferent"),
    ("mention", "roles, by mention"),
    ("entity", "roles, by entity"),
    ("event", "roles, by entity and event"),
)
"""Scores that only some conventions have."""


def extraction_titles(modes: Sequence[str] = (), with_arguments: bool = True) -> list[tuple[str, str]]:
    """The groups of detection and extraction; those of arguments once for each mode that was asked for.

    Examples:
        >>> extraction_titles(["gold"])[2]
        ('gold/argument_identification', 'argument identification, gold')
    """
    kinds = (("identification", "identification"), ("classification", "classification"))
    groups = [(f"trigger_{kind}", f"trigger {title}") for kind, title in kinds]
    for mode in (modes or [""]) if with_arguments else ():
        prefix, suffix = (f"{mode}/", f", {mode}") if mode else ("", "")
        for infix, attached in (("", ""), ("attached_", "attached ")):
            groups += [
                (f"{prefix}argument_{infix}{kind}", f"{attached}argument {title}{suffix}") for kind, title in kinds
            ]
    discarded = [(f"{key}_with_discarded", f"{title}, with discarded") for key, title in groups]
    return [*groups, *discarded, *(_OF_CONVENTIONS if with_arguments else ())]


def extraction_scores(with_arguments: bool = True) -> list[tuple[str, str]]:
    """The main scores of detection and extraction."""
    others = ("attached_identification", "coref_identification", "with_discarded")
    return [
        (f"{key}_f1", f"{title} F1") for key, title in extraction_titles((), with_arguments) if not key.endswith(others)
    ]


MAIN_SCORES: dict[str, Titles] = {
    "nuggets": NUGGET_SCORES,
    "detection": extraction_scores(with_arguments=False),
    "extraction": extraction_scores(),
    "arguments": LINKING_SCORES[2::-1],
    "responses": LINKING_SCORES[2::-1],
    "templates": (("precision", "precision"), ("recall", "recall"), ("f1", "F1")),
    "values": (("value_precision", "value precision"), ("value_recall", "value recall"), ("value_f1", "value F1")),
}
"""The scores of each task by which systems are shown beside each other; pictures are sorted by the last."""
HEADLINES: dict[str, Titles] = {**MAIN_SCORES, "arguments": LINKING_SCORES, "responses": LINKING_SCORES}
"""The scores of each task with which a page begins."""


def score_title(key: str) -> str:
    """How people call a score.

    Examples:
        >>> score_title("type_realis_f1"), score_title("b_cubed_recall"), score_title("gold/argument_identification_f1")
        ('type and realis F1', 'b cubed recall', 'argument identification F1, gold')
    """
    mode, _, name = key.rpartition("/")
    title = _TITLES.get(name) or name.replace("_f1", " F1").replace("_", " ")
    return f"{title}, {mode}" if mode else title


_TITLES = {f"{key}_f1": f"{title} F1" for key, title in (*NUGGET_TITLES, *extraction_titles())}
_TITLES["conll_f1"] = "coreference, CoNLL average"
_TITLES |= {key: title for titles in (*MAIN_SCORES.values(), LINKING_SCORES) for key, title in titles if key != "score"}
