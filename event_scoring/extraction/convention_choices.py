"""Options that one convention reads and no other, and those that say where predictions count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from event_scoring.extraction.option_checks import limits_of_roles, parse_places, parse_task, place_ways, task_name
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
    task: int | Literal["EE", "EET", "EEA", "ED", "EAE"] | None = option(
        None,
        "GE: events and their proteins (1, the default), with sites and locations (2), or negation and speculation "
        "(3). InstructUIE: events (EE, the default), triggers (EET) or arguments (EEA). RAEE: arguments (EAE, the "
        "default) or triggers (ED). IEPile and KnowCoder: EEA, EAE for arguments of given events.",
        check=task_name,
        dest="task_number",
        stated_as="task_number",
        read=parse_task,
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
        if self.decompose and self.ge_task == 3:
            raise ValueError("task: modifications are not reported decomposed, expected task=1 or task=2")

    @property
    def ge_task(self) -> int:
        """Return the task of GE."""
        return self.task if isinstance(self.task, int) else 1


@dataclass(frozen=True, kw_only=True)
class SpanChoices(TaskOptions):
    """Choices of nervaluate and M2E2."""

    counted_items: Literal["triggers", "arguments"] = option(
        "triggers", "nervaluate: which typed spans are counted: triggers by type, or arguments by role."
    )
    half_credit: Literal["published", "fixed"] = option(
        "published",
        "nervaluate 1.1: partial spans earn one half only where there is one document, or always (fixed), as in 1.2.",
    )
    min_overlap: float = option(
        1.0, "nervaluate: how many per cent of a reference span a prediction must cover to touch it.", low=0, high=100
    )
    version: Literal["1.1", "1.2"] = option(
        "1.1",
        "nervaluate: which version is followed. In 1.1 a prediction takes the first span that it touches; in 1.2 "
        "a correct one comes before it.",
        # The signature of every result ends in a field "version", which is that of the package.
        stated_as="nervaluate_version",
    )
    ignore_time: bool = option(False, "M2E2: roles that begin with TIME are neither right nor predicted.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.version == "1.2" and self.half_credit == "fixed":
            raise ValueError('half_credit: version="1.2" always gives partial spans one half; leave half_credit out')

    @property
    def keeps_half_credit(self) -> bool:
        """Whether partial spans earn one half with several documents too."""
        return self.half_credit == "fixed" or self.version == "1.2"


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
        "Whether a reference is used up by one prediction, or found by any (coverage); of nervaluate whether "
        "predictions take spans in their order, or the best pairs count (optimal).",
    )

    @property
    def stated_where(self) -> dict[str, object]:
        """What a signature says of them, where they are not as usual."""
        stated: dict[str, object] = {"matching": "optimal"} if self.matching == "optimal" else {}
        names = ("documents_without_references", "sentences")
        return stated | {name: getattr(self, name) for name in names if getattr(self, name) not in ("count", "all")}


@dataclass(frozen=True, kw_only=True)
class WrittenChoices(TaskOptions):
    """Choices of measures that compare what a model wrote: texts, or the places that they take."""

    unit: Literal["span", "head", "text"] | None = option(
        None,
        "What is compared, for conventions that can: spans (the default), head tokens, or texts as written.",
        also={"offset": "span", "offsets": "span", "string": "text", "record": "text"},
    )
    repeats: Literal["multiset", "set", "reuse"] | None = option(
        None,
        "How repeated items of a document count: one by one (multiset, the default), once (set), or each that equals a "
        "reference, which is not used up (reuse; scores may exceed 1).",
        also={"normal": "multiset", "multimatch": "reuse"},
    )
    text_form: Literal["as-written", "no-spaces", "instructuie", "squad"] | None = option(
        None, "What is done to texts before they are compared (by default nothing)."
    )
    outside_text: Literal["count", "drop"] | None = option(
        None, "Whether predictions whose text is not in the document count as wrong (the default) or are dropped."
    )
    places: str | tuple[str, ...] | None = option(
        None,
        "Which place a predicted text takes: next-free (the default), first, closest, closest-gap, all; or a pair for "
        "triggers and for arguments.",
        check=place_ways,
        read=parse_places,
    )
    exhausted: Literal["skip", "stop"] | None = option(
        None,
        "What a trigger without a free place does: only its event is left out (skip, the default), or also all later "
        "events of the document (stop).",
    )
    arguments_within: Literal["type", "event"] | None = option(
        None, "Whether arguments count in any event of their type (the default), or only inside matched events."
    )
    credit: Literal["exact", "characters-lcs", "characters-set", "tokens"] | None = option(
        None, "What partly right texts earn: nothing (exact, the default), or Dice on characters or on words."
    )

    @property
    def written(self) -> dict[str, Any]:
        """Return these choices, each with its value: the given one, the preset of the measure, or the default."""
        values = {**WRITTEN_DEFAULTS, **self.written_preset}
        return values | {name: value for name in values if (value := getattr(self, name)) is not None}

    @property
    def written_preset(self) -> Mapping[str, Any]:
        """Return the values that the convention sets."""
        return {}


WRITTEN_DEFAULTS: Mapping[str, Any] = {
    "unit": "span",
    "repeats": "multiset",
    "text_form": "as-written",
    "outside_text": "count",
    "places": ("next-free", "next-free"),
    "exhausted": "skip",
    "arguments_within": "type",
    "credit": "exact",
}


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
    partial: bool = option(
        False,
        "GoLLIE: as for CASIE, events match by their type alone, and arguments where one text contains the other.",
    )
    reference_arguments: Literal["predicted-triggers", "all"] = option(
        "predicted-triggers",
        "TANL: whether reference arguments count only in sentences with a predicted trigger, as published, or all do.",
    )
    ignore_non_entity: bool = option(False, "Take arguments that are no entities for one text that nobody predicts.")
