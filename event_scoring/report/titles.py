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
    ("sequencing", "both kinds of links"),
)

NUGGET_SCORES = (
    ("span_f1", "span F1"),
    ("type_f1", "type F1"),
    ("realis_f1", "realis F1"),
    ("type_realis_f1", "type and realis F1"),
    ("kbp_coreference_f1", "coreference, KBP average"),
    ("sequencing_f1", "sequencing F1"),
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
        for attached in ("", "attached_"):
            groups += [
                (f"{prefix}argument_{attached}{kind}", f"argument {attached.replace('_', ' ')}{title}{suffix}")
                for kind, title in kinds
            ]
    discarded = [(f"{key}_with_discarded", f"{title}, with discarded") for key, title in groups]
    return [*groups, *discarded, *(_OF_CONVENTIONS if with_arguments else ())]


def extraction_scores(with_arguments: bool = True) -> list[tuple[str, str]]:
    """The main scores of detection and extraction."""
    names = ["trigger_identification", "trigger_classification"]
    if with_arguments:
        names += ["argument_identification", "argument_classification"]
    scores = [(f"{name}_f1", f"{name.replace('_', ' ')} F1") for name in names]
    if not with_arguments:
        return scores
    own = [(f"{name}_f1", f"{title} F1") for name, title in _OF_CONVENTIONS if "identification" not in name]
    return [*scores, ("argument_attached_classification_f1", "attached argument F1"), *own]


MAIN_SCORES: dict[str, Titles] = {
    "nuggets": NUGGET_SCORES,
    "detection": extraction_scores(with_arguments=False),
    "extraction": extraction_scores(),
    "arguments": LINKING_SCORES[2::-1],
    "responses": LINKING_SCORES[2::-1],
    "templates": (("precision", "precision"), ("recall", "recall"), ("f1", "F1")),
}
"""The scores of each task by which systems are shown beside each other; pictures are sorted by the last."""


def score_title(key: str) -> str:
    """How people call a score.

    Examples:
        >>> score_title("type_realis_f1"), score_title("muc_f1"), score_title("b_cubed_recall")
        ('type and realis F1', 'coreference, MUC F1', 'b cubed recall')
    """
    return _TITLES.get(key) or key.replace("_f1", " F1").replace("_", " ")


_TITLES = {f"{key}_f1": f"{title} F1" for key, title in NUGGET_TITLES}
_TITLES |= {key: title for titles in (*MAIN_SCORES.values(), LINKING_SCORES) for key, title in titles if key != "score"}
