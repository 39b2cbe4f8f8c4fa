"""The choices behind a score of arguments and linking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from event_scoring.scoring.intervals import IntervalOptions
from event_scoring.scoring.options import (
    MOST_SAMPLES,
    PER_DOCUMENT,
    check_choice,
    check_count,
    check_flag,
    check_labels,
    check_number,
    check_zero_division,
    options_from,
)
from event_scoring.statistics.resampling import SAMPLERS

UNLINKED = ("count", "drop", "error")
"""What a system argument that is not Generic and in no frame does."""

PREPROCESS = ("none", "official-2015", "neutralize-realis", "neutralize-realis-coref", "official-2016")
"""The named pre-processings of assessed responses, each of which includes the rules of those before it, and behind them
that of responses to Rich ERE: those in quotations and those in no frame are forgotten."""


@dataclass(frozen=True)
class LinkingOptions(IntervalOptions):
    """Choices that both ways of giving arguments share."""

    beta: float = 0.25
    lam: float = 0.5
    clip: bool = True
    unlinked: str = "count"
    groups: tuple[str, ...] | None = field(default=None, metadata=PER_DOCUMENT)
    bootstrap: int = 0
    sampler: str = "numpy"
    zero_division: float = 0.0

    def __post_init__(self) -> None:
        check_number("beta", self.beta, low=0)
        check_number("lam", self.lam, low=0, high=1)
        check_flag("clip", self.clip)
        check_choice("unlinked", self.unlinked, UNLINKED)
        check_count("bootstrap", self.bootstrap, 0, MOST_SAMPLES)
        check_choice("sampler", self.sampler, SAMPLERS)
        # One and 1.0 are the same choice and must be the same line in a signature.
        object.__setattr__(self, "beta", float(self.beta))
        object.__setattr__(self, "lam", float(self.lam))
        object.__setattr__(self, "groups", check_labels("groups", self.groups))
        object.__setattr__(self, "zero_division", check_zero_division(self.zero_division))
        self.check_intervals()

    def choices(self) -> dict[str, object]:
        """What the signature says of them; how samples are drawn only where they are."""
        said = super().choices()
        del said["groups"]
        if self.bootstrap:
            said["seed"] = self.seed
        else:
            del said["bootstrap"]
            if self.confidence is None:
                del said["sampler"]
        return said


@dataclass(frozen=True)
class ArgumentOptions(LinkingOptions):
    """Choices of the score of arguments that are given as type, role, filler and realis.

    Examples:
        >>> ArgumentOptions(beta=0).choices()["beta"]
        0.0
    """

    neutralize_realis: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_flag("neutralize_realis", self.neutralize_realis)


@dataclass(frozen=True)
class ResponseOptions(LinkingOptions):
    """Choices of the score of assessed responses.

    Examples:
        >>> ResponseOptions(preprocess="official-2015").neutralizes_realis
        False
    """

    unlinked: str | None = None  # type: ignore[assignment]
    """None drops them where responses are assessed and counts them against Rich ERE, as published."""
    preprocess: str = "none"
    neutralize_realis: bool = False
    types: tuple[str, ...] | None = None
    banned_roles: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        unlinked = self.unlinked
        object.__setattr__(self, "unlinked", unlinked or "drop")
        super().__post_init__()
        object.__setattr__(self, "unlinked", unlinked)
        check_choice("preprocess", self.preprocess, PREPROCESS)
        check_flag("neutralize_realis", self.neutralize_realis)
        for name in ("types", "banned_roles"):
            object.__setattr__(self, name, check_labels(name, getattr(self, name)))

    @property
    def neutralizes_realis(self) -> bool:
        return self.preprocess in ("neutralize-realis", "neutralize-realis-coref")


def argument_options(given: Mapping[str, Any]) -> ArgumentOptions:
    """Options from keywords; a TypeError or ValueError says what is wrong with them."""
    return options_from(ArgumentOptions, given)


def response_options(given: Mapping[str, Any]) -> ResponseOptions:
    """Likewise for responses."""
    return options_from(ResponseOptions, given)
