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
    """Choices of the score of arguments that are given as type, role, filler and realis."""

    neutralize_realis: bool = option(False, "Take every realis for the same; arguments that become equal are one.")


@dataclass(frozen=True, kw_only=True)
class ResponseOptions(LinkingOptions):
    """Choices of the score of assessed responses."""

    unlinked: Literal["count", "drop", "error"] | None = option(  # type: ignore[assignment]
        None,
        "What a system argument does that is not Generic and in no frame (None: dropped if responses are assessed, "
        "counted against Rich ERE).",
    )
    preprocess: Literal["none", "official-2015", "neutralize-realis", "neutralize-realis-coref", "official-2016"] = (
        option(
            "none",
            "What is done to the responses first: each includes the rules of those before it; official-2016 is for "
            "Rich ERE.",
        )
    )
    neutralize_realis: bool = option(False, "Against Rich ERE: take every realis for the same.")
    types: tuple[str, ...] | None = option(None, "Against Rich ERE: score only these event types.", check=check_labels)
    banned_roles: tuple[str, ...] | None = option(
        None, "Against Rich ERE: leave out arguments of these roles.", check=check_labels
    )
