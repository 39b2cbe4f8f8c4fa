"""The options of measures that compare the texts of a model, or the occurrences that these texts take."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from event_scoring.documents.errors import shown
from event_scoring.extraction.event_options import COMMON, EventOptions
from event_scoring.extraction.measure_options import ORIGINAL_NAMES, TASK, UNIT, UNIT_WORDS, VARIANT
from event_scoring.scoring.options import check_choice, declarations, option, option_items

if TYPE_CHECKING:  # the names of options are read without measures, which import numpy
    from event_scoring.extraction.conventions.measure import EventMeasure
PLACE_WAYS = ("next-free", "first", "closest", "closest-gap", "all")


def parse_places(text: str) -> list[str] | None:
    """Return the ways in the text of a signature or a flag; None for "none"."""
    return None if text == "none" else text.split(",")


def place_ways(name: str, value: object) -> tuple[str, str]:
    """Return how triggers and arguments get places; triggers have no other place to be close to."""
    if isinstance(value, str) and "," in value:  # as signatures write a pair
        value = value.split(",")
    ways = [value, value] if isinstance(value, str) else option_items(name, value, "ways", ordered=True)
    if len(ways) != 2:
        raise ValueError(f"{name}: expected one way, or a pair for triggers and arguments, got {shown(value)}")
    for way in ways:
        check_choice(name, way, PLACE_WAYS, EventOptions.LISTED_BY)
    trigger, argument = map(str.__str__, ways)
    if trigger.startswith("closest"):
        if not isinstance(value, str):
            raise ValueError(f"{name}: triggers take one of next-free, first, all, got {shown(trigger)}")
        trigger = "next-free"
    return trigger, argument


@dataclass(frozen=True, kw_only=True)
class WrittenOptions(EventOptions):
    """Options of measures that compare the texts of a model."""

    DECIDES = ("unit", "credit")

    unit: Literal["span", "head", "text"] = option("span", UNIT, also=UNIT_WORDS, of_convention=True)
    repeats: Literal["multiset", "set", "reuse"] = option(
        "multiset",
        "Repeated items of a document count one by one (multiset, the default), once (set), or each that equals a "
        "reference counts as right (reuse; scores may exceed 1).",
        also={"normal": "multiset", "multimatch": "reuse"},
        of_convention=True,
    )
    text_form: Literal["as-written", "no-spaces", "instructuie", "squad"] = option(
        "as-written", "The normalization of texts before they are compared (by default none).", of_convention=True
    )
    outside_text: Literal["count", "drop"] = option(
        "count",
        "Whether predictions whose text is not in the document count as wrong (the default) or are dropped.",
        of_convention=True,
    )
    places: str | tuple[str, ...] = option(
        ("next-free", "next-free"),
        "The occurrence that a predicted text takes: next-free (the default), first, closest, closest-gap, all; or "
        "a pair of these for triggers and arguments.",
        check=place_ways,
        read=parse_places,
        of_convention=True,
    )
    exhausted: Literal["skip", "stop"] = option(
        "skip",
        "A trigger without a free occurrence drops its event (skip, the default), or also all later events of the "
        "document (stop).",
        of_convention=True,
    )
    arguments_within: Literal["type", "event"] = option(
        "type",
        "Whether arguments count in any event of their type (the default), or only inside matched events.",
        of_convention=True,
    )
    credit: Literal["exact", "characters-lcs", "characters-set", "tokens"] = option(
        "exact",
        "The credit of partly right texts: 0 (exact, the default), or Dice on characters or on words.",
        of_convention=True,
    )

    @property
    def unread(self) -> tuple[str, ...]:
        """The options that change nothing: texts alone are normalized, and spans alone take one of several places."""
        of_arguments = () if self.with_arguments else ("arguments_within",)
        of_texts = () if self.unit == "text" or self.credit != "exact" else ("text_form",)
        return (*of_arguments, *of_texts, *(() if self.unit == "span" else ("places", "exhausted")))

    @cached_property
    def without_effect(self) -> list[str]:
        return [*super().without_effect, *self._given_in_vain()]

    def _given_in_vain(self) -> list[str]:
        declared = [one for one in declarations(type(self)) if one.name in self.unread]
        return [one.name for one in declared if getattr(self, one.name) != one.default]

    @property
    def reader(self) -> str:
        return f'{super().reader} with unit="{self.unit}"' if self._given_in_vain() else super().reader

    def stated_own(self) -> dict[str, object]:
        if not self.measure.is_written:
            return super().stated_own()
        stated: dict[str, object] = {name: getattr(self, name) for name in WRITTEN}
        stated |= {"outside_text": "drop"} if self.measure.drops_outside(self) else {}
        stated |= super().stated_own()
        return {name: value for name, value in stated.items() if name not in self.unread}


WRITTEN = tuple(one.name for one in fields(WrittenOptions) if one.name not in COMMON)
"""The options of all measures that compare the texts of a model."""


@dataclass(frozen=True, kw_only=True)
class AsWrittenOptions(WrittenOptions):
    """Options of convention "paper" where outputs are compared as they are written, because one of these is given."""

    @cached_property
    def measure(self) -> EventMeasure[Any]:
        from event_scoring.extraction.measures import WRITTEN_EVENTS

        return WRITTEN_EVENTS

    @cached_property
    def assumed(self) -> dict[str, object]:
        """Option values that a signature omits; it states the unit of outputs that are compared as written."""
        return {name: value for name, value in super().assumed.items() if name != "unit"}


AS_WRITTEN = "compares texts already"
"""The reason for which tiers of `match` cannot be combined with options of texts as they are written."""
GIVEN_EVENTS = "IEPile and KnowCoder: EEA, EAE for arguments of given events."


@dataclass(frozen=True, kw_only=True)
class Text2EventOptions(WrittenOptions, unit="text", places=("next-free", "closest"), exhausted="stop"):
    """Options of Text2Event's scorer."""


@dataclass(frozen=True, kw_only=True)
class UIEOptions(WrittenOptions, outside_text="drop", places=("next-free", "closest"), exhausted="stop"):
    """Options of UIE's scorer."""


@dataclass(frozen=True, kw_only=True)
class IEPileOptions(WrittenOptions, unit="text"):
    """Options of IEPile's scorer."""

    task: Literal["EE", "EEA"] = option("EE", GIVEN_EVENTS, **TASK)


@dataclass(frozen=True, kw_only=True)
class KnowCoderOptions(WrittenOptions, unit="text", repeats="reuse"):
    """Options of KnowCoder's scorer."""

    task: Literal["EE", "EAE"] = option("EE", GIVEN_EVENTS, **TASK)


@dataclass(frozen=True, kw_only=True)
class SequenceOptions(WrittenOptions, unit="text", text_form="no-spaces"):
    """Options of OmniEvent's scorer of generated sequences."""


@dataclass(frozen=True, kw_only=True)
class GoLLIEOptions(WrittenOptions, unit="text", outside_text="drop", arguments_within="event"):
    """Options of GoLLIE's scorer."""

    partial: bool = option(
        False,
        "GoLLIE: as for CASIE, events match by type alone, and arguments match if one text contains the other.",
        of_arguments=True,
    )


@dataclass(frozen=True, kw_only=True)
class DegreeOptions(WrittenOptions, places=("all", "closest"), repeats="set"):
    """Options of DEGREE's scorer."""


@dataclass(frozen=True, kw_only=True)
class TanlOptions(WrittenOptions, repeats="set"):
    """Options of TANL's scorer."""

    reference_arguments: Literal["predicted-triggers", "all"] = option(
        "predicted-triggers",
        "TANL: reference arguments count only in sentences with a predicted trigger, as published, or everywhere.",
        of_arguments=True,
    )
    original_names: bool = option(False, ORIGINAL_NAMES, of_arguments=True)


@dataclass(frozen=True, kw_only=True)
class Code4StructOptions(WrittenOptions, fixed=WRITTEN[1:], repeats="reuse"):
    """Options of Code4Struct's scorer."""


@dataclass(frozen=True, kw_only=True)
class DuEEOptions(WrittenOptions, fixed=WRITTEN, unit="text"):
    """Options of the scorers of DuEE."""

    variant: Literal["bojone", "mirror"] = option("bojone", VARIANT, of_convention=True, stated_apart=True)

    def stated_counting(self) -> dict[str, object]:
        return {"variant": self.variant, "counting": self.measure.variants[self.variant]}


@dataclass(frozen=True, kw_only=True)
class PHEEOptions(WrittenOptions, fixed=WRITTEN, unit="text", text_form="squad"):
    """Options of PHEE's scorer."""


@dataclass(frozen=True, kw_only=True)
class InstructUIEOptions(WrittenOptions, fixed=WRITTEN, unit="text", text_form="instructuie", repeats="set"):
    """Options of InstructUIE's scorer."""

    task: Literal["EE", "EET", "EEA"] = option(
        "EE", "InstructUIE: events (EE, the default), triggers (EET) or arguments (EEA).", **TASK
    )


@dataclass(frozen=True, kw_only=True)
class RAEEOptions(WrittenOptions, fixed=WRITTEN, unit="text"):
    """Options of RAEE's scorer."""

    task: Literal["EAE", "ED"] = option("EAE", "RAEE: arguments (EAE, the default) or triggers (ED).", **TASK)
