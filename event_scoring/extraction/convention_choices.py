"""Options that one convention reads and no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from event_scoring.scoring.options import TaskOptions, option


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
