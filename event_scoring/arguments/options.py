"""The choices behind a score of arguments and linking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from event_scoring.scoring.options import TaskOptions, check_labels, option


@dataclass(frozen=True, kw_only=True)
class LinkingOptions(TaskOptions):
    """Choices that both ways of giving arguments share."""

    beta: float = option(0.25, "What a false argument costs.", low=0)
    lam: float = option(0.5, "The weight of the argument part in the score, from 0 to 1.", low=0, high=1)
    clip: bool = option(True, "Let no document's argument part fall below 0.")
    unlinked: Literal["count", "drop", "error"] = option(
        "count", "What a system argument does that is not Generic and in no frame."
    )
    groups: tuple[str, ...] | None = option(
        None,
        "A label for each document, such as its genre: scores are given by label too.",
        check=check_labels,
        per_document=True,
    )


@dataclass(frozen=True, kw_only=True)
class ArgumentOptions(LinkingOptions):
    """Choices of the score of arguments that are given as type, role, filler and realis.

    Examples:
        >>> ArgumentOptions(beta=0).choices()["beta"]
        0.0
    """

    neutralize_realis: bool = option(False, "Take every realis for the same; arguments that become equal are one.")


@dataclass(frozen=True, kw_only=True)
class ResponseOptions(LinkingOptions):
    """Choices of the score of assessed responses.

    Examples:
        >>> ResponseOptions(preprocess="official-2015").neutralizes_realis
        False
    """

    unlinked: Literal["count", "drop", "error"] = option(
        "drop", "What a system argument does that is not Generic and in no frame."
    )
    preprocess: Literal["none", "official-2015", "neutralize-realis", "neutralize-realis-coref"] = option(
        "none", "A named pre-processing of assessed responses; each includes the rules of those before it."
    )

    @property
    def neutralizes_realis(self) -> bool:
        return self.preprocess in ("neutralize-realis", "neutralize-realis-coref")
