"""The options that all measures of events have, and their part of a signature."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from event_scoring.documents.errors import shown, shown_path
from event_scoring.scoring.options import TaskOptions, check_choice, check_names, declarations, option, option_items
from event_scoring.scoring.signature import MAX_LIST_LETTERS, facts_among, fingerprint_of_text, roles_of

if TYPE_CHECKING:  # the names of options are read without measures, which import numpy
    from event_scoring.extraction.conventions.measure import EventMeasure

ALWAYS_STATED = ("dataset", "split", "preprocessing", "tokenizer")
"""Facts without which two results cannot be compared."""
Mode = Literal["pipeline", "gold", "legacy", "loose"]
FACTS = {
    "dataset": "the corpus",
    "release": "its release",
    "language": "its language",
    "split": "the split",
    "preprocessing": "how the corpus was prepared, such as ACE-DYGIE",
    "tokenizer": "how texts were split into tokens",
    "unit": "what a document of the input is",
    "truncation": "whether long inputs were cut",
    "multi_token_triggers": "whether triggers of several tokens are there",
    "times": "whether times are arguments",
    "values": "whether values are arguments",
    "pronouns": "whether pronouns are arguments",
    "entity_extent": "heads or full extents",
    "trigger_source": "where the triggers of arguments come from",
    "tuned_on": "what hyperparameters were tuned on",
    "runs": "over how many runs numbers are averaged",
}
"""Facts that a user may declare, with their meaning, after section 4.1 of the paper and its Tables 2 and 3."""


def mode_names(name: str, value: object) -> tuple[str, ...]:
    # The first mode has the plain keys, so their order matters.
    modes = option_items(name, value, "modes", ordered=True)
    if not modes:
        raise ValueError(f"{name}: expected at least one mode, got an empty list")
    for mode in modes:
        check_choice(name, mode, get_args(Mode), EventOptions.LISTED_BY)
    return tuple(dict.fromkeys(map(str.__str__, modes)))


def role_names(name: str, value: object) -> tuple[str, ...] | dict[str, tuple[str, ...]] | None:
    """Return roles as a list, or by type in their order."""
    if not isinstance(value, Mapping):
        return check_names(name, value)
    found = {}
    for kind, roles in value.items():
        if not isinstance(kind, str):
            raise ValueError(f"{name}: expected event types as keys, got {shown(kind)}")
        place = shown_path((name, kind))
        check_names(place, roles)
        found[str.__str__(kind)] = tuple(dict.fromkeys(map(str.__str__, option_items(place, roles, "strings"))))
    return found


def stated_roles(roles: object) -> object:
    """Return roles as signatures write them: roles by type as "type/role"."""
    if isinstance(roles, Mapping):
        return tuple(f"{kind}/{role}" for kind in sorted(roles) for role in roles[kind])
    return roles


def stated_value(value: object) -> object:
    """Return a value as a signature writes it: limits of roles as triples, a function by its name."""
    if isinstance(value, Mapping):
        return tuple(f"{kind}/{role}/{value[kind][role]}" for kind in sorted(value) for role in sorted(value[kind]))
    from event_scoring.scoring.counts import qualified_name

    if not callable(value):
        return value
    name = qualified_name(value)
    if len(name) <= MAX_LIST_LETTERS:
        return name
    return f"{name.rpartition('.')[2][:MAX_LIST_LETTERS]}@{fingerprint_of_text(name)}"


@dataclass(frozen=True, kw_only=True)
class EventOptions(TaskOptions):
    """The options that every measure of events has. The options class of a measure adds its own.

    A subclass may give inherited options another default, as keywords: ``class B(A, unit="text")``. Options that it
    names in ``fixed`` have a constant value and cannot be set.
    """

    LISTED_BY = "help(score_extraction)"
    FIXED = frozenset({"with_arguments"})
    IGNORES: ClassVar[tuple[str, ...]] = ()
    """The options among `mode`, `types` and `roles` that the measure accepts and ignores."""
    DECIDES: ClassVar[tuple[str, ...]] = ()
    """Options that decide which others are read."""
    COUNTS_SPANS: ClassVar[bool] = False
    """Whether spans and labels are compared, so that a signature states the comparison of spans."""

    convention: Literal[
        "paper",
        "textee",
        "omnievent",
        "oneie",
        "dygie",
        "wikievents",
        "rams",
        "maven-arg",
        "bionlp",
        "nervaluate",
        "m2e2",
        "text2event",
        "uie",
        "iepile",
        "knowcoder",
        "omnievent-seq2seq",
        "gollie",
        "instructuie",
        "degree",
        "tanl",
        "code4struct",
        "duee",
        "phee",
        "raee",
    ] = option("paper", "The rules to count by: the paper's consistent evaluation, or those of another scorer.")
    types: tuple[str, ...] | None = option(
        None, "The event types of the declared schema; predictions of other types are dropped."
    )
    roles: tuple[str, ...] | Mapping[str, tuple[str, ...]] | None = option(
        None,
        "The roles of the declared schema, also by event type; predictions of other roles are dropped.",
        check=role_names,
        structured=True,
        read=roles_of,
    )
    mode: Mode | None = option(
        None,
        "Arguments are scored on predicted triggers (pipeline, the default) or on reference triggers (gold).",
        of_arguments=True,
    )
    modes: tuple[str, ...] | None = option(
        None, "Several modes side by side, as `{mode}/argument_…`.", check=mode_names, of_arguments=True
    )
    documents_without_references: Literal["count", "skip"] = option(
        "count", "Predictions in documents without a reference event count, or are left out, as in M2E2."
    )
    sentences: Literal["all", "with-events"] = option(
        "all",
        "Predictions count in all sentences, or only in those with a reference event, as in M2E2. A document "
        "without `sentences` is one sentence.",
    )
    strict: bool = option(
        False,
        "Refuse files of references with arguments whose text and place disagree; by default such arguments are left "
        "out, with a warning.",
        python_only=True,
    )
    facts: Mapping[str, str] | None = option(
        None,
        f"Declared for the signature: any of {', '.join(FACTS)}.",
        check=facts_among(FACTS),
        python_only=True,
        among=FACTS,
    )
    with_arguments: bool = field(default=True)
    """Whether arguments are scored, as in extraction, or triggers alone, as in detection."""

    # The rule of measures without an option of this name.
    standardize = False
    discarded = "drop"
    outside_schema = "drop"

    def __init_subclass__(cls, fixed: Collection[str] = (), **defaults: object) -> None:
        super().__init_subclass__()
        cls.FIXED = cls.FIXED.union(fixed)
        for name, default in defaults.items():
            inherited = next(one for base in cls.__mro__[1:] for one in fields(base) if one.name == name)
            cls.__annotations__[name] = inherited.type
            setattr(cls, name, field(default=default, metadata=inherited.metadata))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.modes is not None and self.mode is not None and self.mode not in self.modes:
            raise ValueError(f"mode: expected one of modes={list(self.modes)}, got {shown(self.mode)}")
        for mode in self.all_modes:
            if mode not in self.measure.modes:
                known = " and ".join(f'"{one}"' for one in self.measure.modes)
                raise ValueError(f'mode: convention "{self.convention}" has no mode {shown(mode)}, only {known}')
            if mode in ("legacy", "loose") and not self.standardize:
                raise ValueError(f'mode: "{mode}" needs standardize=True')

    @cached_property
    def measure(self) -> EventMeasure[Any]:
        """The measure that the convention names."""
        from event_scoring.extraction.measures import MEASURES

        return MEASURES[self.convention]

    @property
    def tiered(self) -> bool:
        """Whether more than the equal span makes a prediction right."""
        return False

    @cached_property
    def compares_texts(self) -> bool:
        return self.measure.compares_texts(self)

    @property
    def declared(self) -> Mapping[str, str]:
        """The declared facts."""
        return self.facts or {}

    @cached_property
    def main_mode(self) -> str:
        """The mode whose scores have the plain keys, "" for detection."""
        return (self.mode or (self.modes or self.measure.modes)[0]) if self.with_arguments else ""

    @cached_property
    def all_modes(self) -> tuple[str, ...]:
        """Every mode in which arguments are scored; detection has none."""
        return (self.modes or (self.main_mode,)) if self.with_arguments else ()

    @cached_property
    def prefixes(self) -> list[str]:
        """The prefixes of the columns of triggers, if they are scored, and of the arguments of each mode."""
        return [*([""] if self.measure.trigger_scores else []), *(f"{mode}/" for mode in self.all_modes)]

    def key_prefixes(self, prefix: str) -> list[str]:
        """Return the prefixes of the keys for the columns of a prefix; the main mode also has plain keys."""
        mode = prefix.removesuffix("/")
        return [*([""] if mode in ("", self.main_mode) else []), *([prefix] if mode in (self.modes or ()) else [])]

    @cached_property
    def allowed_types(self) -> tuple[str, ...] | None:
        """The types that a prediction may have; None where any may compete (C2)."""
        return self.types if self.outside_schema == "drop" else None

    @cached_property
    def allowed_roles(self) -> tuple[str, ...] | Mapping[str, tuple[str, ...]] | None:
        """The roles that a prediction may have, for all types or by type; None where any may compete (C2)."""
        return self.roles if self.outside_schema == "drop" and "roles" not in self.ignored else None

    def allows_type(self, kind: str) -> bool:
        """Whether the schema allows a predicted event type (C2)."""
        return self.allowed_types is None or kind in self.allowed_types

    def allows_role(self, kind: str, role: str) -> bool:
        """Whether the schema allows a predicted role at an event of a type (C2)."""
        schema = self.allowed_roles
        if isinstance(schema, Mapping):
            schema = schema.get(kind, ())
        return schema is None or role in schema

    @property
    def roles_by_type(self) -> Mapping[str, tuple[str, ...]]:
        """The roles of each event type; empty if they are not given by type, or the measure reads no roles."""
        return self.roles if isinstance(self.roles, Mapping) and "roles" not in self.ignored else {}

    @property
    def ignored(self) -> tuple[str, ...]:
        """The options among `mode`, `types` and `roles` that have no effect."""
        return self.IGNORES if self.with_arguments else (*self.IGNORES, "mode", "roles")

    @property
    def reader(self) -> str:
        """The name of the scorer in warnings about options that it does not read."""
        return f'convention="{self.convention}"' if self.with_arguments else "detection"

    @cached_property
    def without_effect(self) -> list[str]:
        """The given options that have no effect."""
        return [name for name in ("types", "roles") if name in self.ignored and getattr(self, name) is not None]

    @cached_property
    def choices(self) -> dict[str, object]:
        """Return the choices that a signature names, and the fixed behaviour of the convention."""
        measure = self.measure
        common = {"mode": self.main_mode, "types": self.types, "roles": stated_roles(self.roles)}
        read = {name: value for name, value in common.items() if name not in self.ignored}
        stated: dict[str, object] = {"convention": self.convention}
        stated |= {"mode": read.pop("mode")} if "mode" in read else {}
        stated |= {"modes": self.modes} if self.modes else {}
        if self.COUNTS_SPANS:
            stated["standardize"] = measure.standardization if self.standardize else "none"
        stated |= {**read, **self.stated_counting()}
        if self.COUNTS_SPANS:
            stated["span_match"] = "exact"
        stated |= {"average": measure.average} if measure.average else {}
        stated |= {"position_mapping": measure.position_mapping} if self.standardize else {}
        stated |= self.stated_own()
        for name in ("documents_without_references", "sentences"):
            if getattr(self, name) != getattr(EventOptions, name):
                stated[name] = getattr(self, name)
        return {**stated, "zero_division": self.zero_division}

    def stated_counting(self) -> dict[str, object]:
        """Return the part of a signature on the way of counting."""
        return {"counting": self.measure.counting}

    def stated_own(self) -> dict[str, object]:
        """Return the measure's own options in a signature: those that differ from the default, and some constants."""
        stated = {}
        for one in declarations(type(self)):
            if one.name in COMMON or "stated_apart" in one.details:
                continue
            if "of_arguments" in one.details and not self.with_arguments:
                continue
            value = getattr(self, one.name)
            if value != one.default or one.details.get("always_stated"):
                state = one.details.get("state", stated_value)
                stated[one.details.get("stated_as", one.name)] = state(value)
        return stated

    def preset_options(self) -> EventOptions:
        """Return the options that one gets by naming the convention alone."""
        return type(self)(convention=self.convention, with_arguments=self.with_arguments)

    @cached_property
    def assumed(self) -> dict[str, object]:
        """Option values that the convention implies, as far as they are read; signatures omit them."""
        preset = self.preset_options()
        assumed = replace(preset, **{name: getattr(self, name) for name in self.DECIDES}).choices
        return {**assumed, **{name: preset.choices[name] for name in (*self.DECIDES, "counting") if name in assumed}}

    def task_options(self) -> type[TaskOptions]:
        from event_scoring.extraction.options import ExtractionOptions

        return ExtractionOptions

    def undeclared_facts(self) -> dict[str, str]:
        needed = [*ALWAYS_STATED, *(["trigger_source"] if self.with_arguments else [])]
        return {name: "?" for name in needed if name not in self.declared}


COMMON = frozenset(one.name for one in fields(EventOptions))
"""The options that all measures have."""
