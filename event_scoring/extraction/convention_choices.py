"""Options that one convention reads and no other, and those that say where predictions count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from event_scoring.extraction.option_checks import limits_of_roles
from event_scoring.scoring.options import TaskOptions, option
from event_scoring.scoring.signature import limits_of


@dataclass(frozen=True, kw_only=True)
class BionlpChoices(TaskOptions):
    """Choices of the BioNLP shared tasks; which variant of their programs counts is the option ``variant``."""

    span: Literal["strict", "approximate", "ignore-trigger"] = option(
        "strict",
        "BioNLP: how triggers are compared: equal, within the neighbouring word (-s), or not at all (-S of GE). "
        "Papers report approximate.",
    )
    recursive: Literal["strict", "approximate"] = option(
        "strict",
        "BioNLP: how events that are arguments are compared: in full, or by their Themes (-p). "
        "Papers report approximate.",
    )
    task: int = option(
        1,
        "GE: events and their proteins (1), with sites and locations (2), or negation and speculation (3).",
        low=1,
        high=3,
        dest="task_number",
        stated_as="task_number",
    )
    decompose: bool = option(False, "GE: score each argument of an event by itself.")
    single_penalty: bool = option(False, "PC and CG: do not count a partly right event as wrong (-1).")
    soft_types: bool = option(False, "GE 2013: compare types of regulation, and of modification, as one (-m).")
    normalize: bool = option(True, "GE: bring the arguments of predictions into their order first (a2-normalize).")
    offsets: Literal["characters", "bytes"] = option(
        "characters",
        "GE: what offsets count where spans are approximate. The programs of GE count bytes, which differs in texts "
        "with other than ASCII characters.",
    )
    unreadable: Literal["error", "skip"] = option(
        "error", "PC and CG: what a document with a fault is: an error, or left out on both sides, as published."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.decompose and self.task == 3:
            raise ValueError("task: modifications are not reported decomposed, expected task=1 or task=2")


@dataclass(frozen=True, kw_only=True)
class SpanChoices(TaskOptions):
    """Choices of nervaluate and M2E2."""

    counted_items: Literal["triggers", "arguments"] = option(
        "triggers", "nervaluate: which typed spans are counted: triggers by type, or arguments by role."
    )
    half_credit: Literal["published", "fixed"] = option(
        "published", "nervaluate: partial spans earn one half only where there is one document, or always (fixed)."
    )
    min_overlap: float = option(
        1.0, "nervaluate: how many per cent of a reference span a prediction must cover to touch it.", low=0, high=100
    )
    ignore_time: bool = option(False, "M2E2: roles that begin with TIME are neither right nor predicted.")


@dataclass(frozen=True, kw_only=True)
class EventfulChoices(TaskOptions):
    """Where predictions count, and how often a reference does."""

    documents_without_references: Literal["count", "skip"] = option(
        "count", "Whether predictions in documents without a reference event count, or are left out, as M2E2 does."
    )
    sentences: Literal["all", "with-events"] = option(
        "all",
        "Whether predictions count in all sentences, or only in those with a reference event, as in M2E2; documents "
        "without `sentences` are one.",
    )
    matching: Literal["one-to-one", "coverage", "optimal"] = option(
        "one-to-one",
        "Whether a reference is used up by one prediction, or found by any (coverage); of nervaluate whether a "
        "prediction takes the first span that fits, or the best (optimal).",
    )

    @property
    def stated_where(self) -> dict[str, object]:
        """What a signature says of them, where they are not as usual."""
        stated: dict[str, object] = {"matching": "optimal"} if self.matching == "optimal" else {}
        names = ("documents_without_references", "sentences")
        return stated | {name: getattr(self, name) for name in names if getattr(self, name) not in ("count", "all")}


@dataclass(frozen=True, kw_only=True)
class GivenTriggerChoices(TaskOptions):
    """Choices of RAMS, WikiEvents and MAVEN-Arg, whose triggers are given."""

    role_limits: Mapping[str, Mapping[str, int]] | None = option(
        None,
        "How many arguments of each role an event of each type may have: the best scored ones stay.",
        check=limits_of_roles,
        structured=True,
        read=limits_of,
    )
    original_names: bool = option(
        False, "Give precision and recall the names that the original scorer gives them, where it swaps them."
    )
    unit: Literal["span", "head", "text"] | None = option(
        None, "What of an argument is compared, for conventions that can: its span, its head token, or its text."
    )
    ignore_non_entity: bool = option(False, "Take arguments that are no entities for one text that nobody predicts.")
