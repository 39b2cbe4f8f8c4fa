"""The options of the programs of the BioNLP shared tasks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.measure_options import TASK, VARIANT
from event_scoring.scoring.options import option

SPAN = (
    "BioNLP: triggers must be equal, may include the neighbouring words (-s), or are ignored (-S of GE). Papers "
    "report approximate."
)


@dataclass(frozen=True, kw_only=True)
class BionlpOptions(EventOptions):
    """Options of the programs of the BioNLP shared tasks."""

    IGNORES = ("mode", "types", "roles")

    variant: Literal["ge-2011", "ge-2013", "pc-2013", "pc-2013-original", "cg-2013"] = option(
        "ge-2011", VARIANT, of_convention=True, stated_apart=True
    )
    span: Literal["strict", "approximate", "ignore-trigger"] = option("strict", SPAN, always_stated=True)
    recursive: Literal["strict", "approximate"] = option(
        "strict",
        "BioNLP: events that are arguments must agree in full, or in their Themes (-p). Papers report approximate.",
        always_stated=True,
    )
    unreadable: Literal["error", "skip"] = option(
        "error", "PC and CG: a document with a fault is an error, or left out on both sides, as published."
    )

    # The value of programs without an option of this name, which no other value may replace.
    task = 1
    normalize = True
    decompose = False
    soft_types = False
    single_penalty = False
    offsets = "characters"

    def stated_counting(self) -> dict[str, object]:
        return {"variant": self.variant, **super().stated_counting()}

    @cached_property
    def assumed(self) -> dict[str, object]:
        """Option values that a signature omits; it always states the program and its matching."""
        return {name: value for name, value in super().assumed.items() if name not in ("variant", "span", "recursive")}


@dataclass(frozen=True, kw_only=True)
class GE2011Options(BionlpOptions):
    """Options of the program of GE 2011."""

    task: int = option(
        1,
        "GE: events and their proteins (1, the default), with sites and locations (2), or negation and speculation "
        "(3).",
        low=1,
        high=3,
        **TASK,
    )
    normalize: bool = option(True, "GE: bring the arguments of predictions into their order first (a2-normalize).")
    decompose: bool = option(False, "GE: score each argument of an event by itself.")
    offsets: Literal["characters", "bytes"] = option(
        "characters",
        "GE: the unit of offsets where spans are approximate. The programs of GE count bytes, which matters in "
        "texts with characters beyond ASCII.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.decompose and self.task == 3:
            raise ValueError("task: modifications are not reported decomposed, expected task=1 or task=2")


@dataclass(frozen=True, kw_only=True)
class GE2013Options(GE2011Options):
    """Options of the program of GE 2013."""

    soft_types: bool = option(False, "GE 2013: compare types of regulation, and of modification, as one (-m).")


@dataclass(frozen=True, kw_only=True)
class PathwayOptions(BionlpOptions):
    """Options of the programs of PC and CG."""

    span: Literal["strict", "approximate"] = option("strict", SPAN, always_stated=True)
    single_penalty: bool = option(False, "PC and CG: do not count a partly right event as wrong (-1).")
