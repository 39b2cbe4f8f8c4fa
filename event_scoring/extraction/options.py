"""Options of detection and extraction: that they fit their convention, and what the signature says of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from event_scoring.documents.errors import first_names, shown
from event_scoring.documents.verdicts import Verdicts, fingerprint_of
from event_scoring.extraction import convention_choices as own
from event_scoring.extraction.option_checks import (
    FACTS,
    Matcher,
    Mode,
    judge_function,
    matcher_function,
    mode_names,
    role_names,
    stated_roles,
    stated_value,
    tier_names,
    verdicts_once,
)
from event_scoring.scoring.options import declarations, option
from event_scoring.scoring.signature import facts_among, presets_of, roles_of

if TYPE_CHECKING:  # not otherwise: who asks only for the names of options waits for no arrays
    from event_scoring.extraction.conventions.measure import Measure

ALWAYS_STATED = ("dataset", "split", "preprocessing", "tokenizer")
"""Facts without which two results cannot be compared."""


@dataclass(frozen=True, kw_only=True)
class DetectionOptions(own.WrittenChoices, own.EventfulChoices):
    """What changes a detection score; every choice stands in the signature.

    The paper leaves open what happens in some cases. Those choices are options here, numbered C1 to C7.
    """

    LISTED_BY = "help(score_detection)"
    DRAWN_FOR = ("confidence", "people")

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
    ] = option("paper", "Whose rules count: the paper's consistent evaluation, or another scorer's by name.")
    standardize: bool | None = option(
        None,
        "Bring predictions to the candidate set first, the paper's section 4.2 (by default as the convention does).",
        read=lambda text: text != "none",
    )
    discarded: Literal["drop", "count"] = option(
        "drop", "Whether predictions that standardization drops stay in the denominator of precision."
    )
    types: tuple[str, ...] | None = option(None, "The event types of the declared schema; other predictions drop out.")
    roles: tuple[str, ...] | Mapping[str, tuple[str, ...]] | None = option(
        None,
        "The roles of the declared schema, also by event type; other predictions drop out.",
        check=role_names,
        structured=True,
        read=roles_of,
    )
    gold_outside: Literal["add", "drop", "missed", "error"] = option(
        "add", "What a reference outside the given candidates is (C1): added to them, dropped, missed, or an error."
    )
    outside_schema: Literal["drop", "compete"] = option(
        "drop", "What a label outside `types` or `roles` does (C2): dropped at once, or competes and is wrong."
    )
    surplus: Literal["discard", "last"] = option(
        "discard", "More predictions of a text than it has places (C3): discarded, or they compete for the last place."
    )
    conflict: Literal["score-or-first", "first"] = option(
        "score-or-first", "Several predictions for one candidate (C4): the highest score if all have one, or the first."
    )
    nothing: Literal["competes", "ignored"] = option(
        "competes", 'What a prediction labelled NA, None, O or "" does (C5): competes for its candidate, or is ignored.'
    )
    matcher: Matcher | None = option(
        None,
        "Replaces string equality where texts are found; it is asked once for each document.",
        check=matcher_function,
        python_only=True,
    )
    match: tuple[str, ...] = option(
        ("span",),
        "What makes a prediction right: tiers of span, head, coref, text, overlap, judged; the earlier the better.",
        check=tier_names,
        stated_as="span_match",
        read=lambda text: text.split("+") if text not in ("exact", "none") else ["span"],
    )
    threshold: float = option(0.5, "From which Dice on two texts or spans overlap enough.", low=0, high=1)
    verdicts: Any = option(
        None, "Verdicts on pairs: a file of JSON Lines, or records.", check=verdicts_once, python_only=True
    )
    judge: Any = option(None, "A function from a list of pairs to verdicts.", python_only=True, check=judge_function)
    people: Any = option(
        None,
        "Verdicts of people on a sample of the judged pairs, in the same form.",
        check=verdicts_once,
        python_only=True,
    )
    paradigm: Literal["classification", "sequence-labeling", "span-prediction", "conditional-generation"] | None = (
        option(None, "How the system writes its output, for conventions that read it differently.")
    )
    facts: Mapping[str, str] | None = option(
        None,
        f"Declared for the signature: any of {', '.join(FACTS)}.",
        check=facts_among(FACTS),
        python_only=True,
        among=FACTS,
    )

    @property
    def known_verdicts(self) -> Verdicts:
        """What is known before a judge is asked."""
        return {} if self.verdicts is None else self.verdicts.known

    @property
    def people_verdicts(self) -> Verdicts:
        """What people say."""
        return {} if self.people is None else self.people.known

    @property
    def tiered(self) -> bool:
        """Whether more than the equal span makes a prediction right."""
        return self.match != ("span",) or self.matching == "coverage"

    @property
    def declared(self) -> Mapping[str, str]:
        """The declared facts."""
        return self.facts or {}

    @property
    def all_modes(self) -> tuple[str, ...]:
        """Every mode in which arguments are scored; detection has none."""
        return ()

    @property
    def shown_modes(self) -> tuple[str, ...]:
        """The modes whose scores stand under keys of their own."""
        return ()

    @property
    def main_mode(self) -> str:
        """The mode whose scores stand under the plain keys."""
        return ""

    @property
    def allowed_types(self) -> tuple[str, ...] | None:
        """The types that a prediction may have; None where any may compete (C2)."""
        return self.types if self.outside_schema == "drop" else None

    @property
    def allowed_roles(self) -> tuple[str, ...] | Mapping[str, tuple[str, ...]] | None:
        """The roles that a prediction may have, for all types or by type; None where any may compete (C2)."""
        return self.roles if self.outside_schema == "drop" else None

    def __post_init__(self) -> None:
        super().__post_init__()
        convention = self.measure
        if not self.all_modes and not convention.trigger_scores:
            raise ValueError(f'convention: "{self.convention}" is a way to score extraction, not detection')
        if self.tiered:
            self._check_tiers()
        if "judged" not in self.match and not (self.verdicts is self.judge is self.people is None):
            raise ValueError('match: expected "judged" among the tiers where verdicts are given')
        if self.people is not None and self.verdicts is None:
            raise ValueError("people: expected the verdicts that they are compared with, got none")
        if self.matching == "optimal" and not self.measure.matches_optimally:
            raise ValueError(f'matching: convention "{self.convention}" does not know "optimal"')
        if self.people is not None and self.matching == "coverage":
            raise ValueError("people: scores are corrected where pairs are one to one, not for coverage")
        if self.threshold != 0.5 and "overlap" not in self.match:
            raise ValueError('threshold: only the tier "overlap" of match reads it')
        if self.standardize is None:
            object.__setattr__(self, "standardize", convention.standardize[0])
        if self.standardize not in convention.standardize:
            raise ValueError(
                f'standardize: convention "{self.convention}" knows only standardize={convention.standardize[0]}'
            )
        assumed = {one.name: one.default for one in declarations(type(self))}
        from event_scoring.extraction.measures import MEASURES, OWN_OPTIONS

        for name in OWN_OPTIONS:
            if name in assumed and getattr(self, name) != assumed[name] and name not in convention.own_options:
                known = first_names(f'"{one}"' for one, other in MEASURES.items() if name in other.own_options)
                got = shown(getattr(self, name))
                raise ValueError(f'{name}: only convention {known} reads it, not "{self.convention}"; got {got}')
        if not self.standardize and self.discarded != "drop":
            raise ValueError(f"discarded: nothing is dropped without standardize=True, got {shown(self.discarded)}")
        self._check_roles()
        task = getattr(self, "task", None)
        if task is not None and convention.tasks and task not in convention.tasks:
            known = ", ".join(f'"{one}"' for one in convention.tasks)
            raise ValueError(f'task: convention "{self.convention}" scores {known}, got {shown(task)}')

    def _check_tiers(self) -> None:
        """Matching beyond spans is for predictions as they are given."""
        if self.measure.no_tiers:
            from event_scoring.extraction.measures import MEASURES

            takes = " and ".join(f'"{name}"' for name, other in MEASURES.items() if not other.no_tiers)
            raise ValueError(
                f'match: convention "{self.convention}" takes no tiers, for it {self.measure.no_tiers}; {takes} do'
            )
        if self.standardize:
            raise ValueError("match: standardize=True drops what is no candidate; expected match=('span',) with it")
        if self.matcher is not None:
            raise ValueError("matcher: expected tiers of match or a matcher, got both")
        if any(mode in ("legacy", "loose") for mode in self.all_modes):
            raise ValueError('mode: "legacy" and "loose" need standardize=True')
        object.__setattr__(self, "standardize", False)

    def _check_roles(self) -> None:
        """Some conventions read the roles of each event type."""
        needs, by_type = self.measure.roles_by_type, isinstance(self.roles, Mapping)
        if needs == "needed" and not by_type:
            wanted = 'a dict of event types with their roles, such as {"Attack": ["Attacker", "Target"]}'
            raise ValueError(f'roles: convention "{self.convention}" needs {wanted}')
        if needs == "if given" and self.roles is not None and not by_type:
            raise ValueError(
                f'roles: convention "{self.convention}" expects a dict of event types with their roles, got a list'
            )

    @cached_property
    def measure(self) -> Measure:
        """Return the measure that the convention names; the paper's outputs may also be compared as written."""
        from event_scoring.extraction.measures import MEASURES, WRITTEN_EVENTS

        return WRITTEN_EVENTS if self._compares_as_written else MEASURES[self.convention]

    @property
    def _compares_as_written(self) -> bool:
        """Whether the paper's outputs are compared as they are written, because options of that are given."""
        return self.convention == "paper" and any(getattr(self, name) is not None for name in own.WRITTEN_DEFAULTS)

    @property
    def written_preset(self) -> Mapping[str, Any]:
        return getattr(self.measure, "preset", {})

    @cached_property
    def compares_texts(self) -> bool:
        return self.measure.compares_texts(self)

    def preset_options(self) -> Any:
        roles = self.roles if self.measure.roles_by_type == "needed" else None
        return type(self).of({"convention": self.convention, "roles": roles})

    @cached_property
    def assumed(self) -> dict[str, object]:
        """What a signature need not write: the convention's choices, without those of a standardization not done."""
        if self._compares_as_written:
            given = {name: value for name in own.WRITTEN_DEFAULTS if (value := getattr(self, name)) is not None}
            return {name: value for name, value in type(self)(**given).choices.items() if name not in given}
        preset = self.preset_options()
        known = preset.choices
        if self.standardize != preset.standardize:
            known = replace(preset, standardize=self.standardize).choices
        always = self.measure.always_stated
        assumed = {name: value for name, value in preset.choices.items() if name in known and name not in always}
        if self.measure.is_written and self.unit is not None and preset.measure is self.measure:
            # The unit decides which choices there are beside it, so that the preset with this unit is assumed.
            assumed = {**replace(preset, unit=self.unit).choices, "unit": assumed["unit"]}
        return assumed

    @cached_property
    def choices(self) -> dict[str, object]:
        """What the signature says of the choices; with what a convention does whatever the options say."""
        measure, standardized, unread = self.measure, bool(self.standardize), self.unread
        stated: dict[str, object] = {"convention": self.convention}
        if self.all_modes:
            stated |= {"mode": self.main_mode, **({"modes": self.shown_modes} if self.shown_modes else {})}
        stated |= {"standardize": measure.standardization if standardized else "none", "types": self.types}
        if self.all_modes:
            stated["roles"] = stated_roles(self.roles)
        stated |= self._stated_variant()
        if not standardized and measure.counting_as_given:
            stated["counting"] = measure.counting_as_given
        stated |= {"span_match": "exact", "average": measure.average}
        if self.tiered:
            stated |= self._stated_tiers()
        if standardized:
            stated["position_mapping"] = measure.position_mapping
        if measure.is_written:
            read_places = self.written["unit"] == "span"
            stated |= {
                name: value
                for name, value in self.written.items()
                if read_places or name not in ("places", "exhausted")
            }
            if measure.drops_outside(self):
                stated["outside_text"] = "drop"
        read = measure.open_choices if standardized else ("outside_schema",)
        stated |= {name: getattr(self, name) for name in read if hasattr(self, name)}
        for one in declarations(type(self)):
            value = getattr(self, one.name)
            if one.name in measure.always_stated or (one.name in measure.own_options and value != one.default):
                stated.setdefault(one.details.get("stated_as", one.name), stated_value(value))
        stated |= self.stated_where
        stated["zero_division"] = self.zero_division
        return {name: value for name, value in stated.items() if name not in unread}

    @property
    def unread(self) -> tuple[str, ...]:
        """Options that this convention does not read and others do; nervaluate reads roles of arguments."""
        reads_roles = getattr(self, "counted_items", "") == "arguments" and self.roles is not None
        return tuple(name for name in self.measure.unread if name != "roles" or not reads_roles)

    def _stated_variant(self) -> dict[str, object]:
        """How it counts, and of a scorer with variants which."""
        return {"counting": self.measure.counting}

    def _stated_tiers(self) -> dict[str, object]:
        stated: dict[str, object] = {"span_match": "+".join(self.match), "matching": self.matching}
        if "overlap" in self.match:
            stated["threshold"] = self.threshold
        if self.verdicts is not None:
            stated["verdicts"] = fingerprint_of(self.known_verdicts)
        if self.people is not None:
            stated["people"] = fingerprint_of(self.people_verdicts)
        if self.judge is not None:
            stated["judge"] = stated_value(self.judge)
        return stated

    @property
    def asked_task(self) -> str:
        """Return the task of a model that writes: events, unless another one is named."""
        task = getattr(self, "task", None)
        return task if isinstance(task, str) else "EE"

    @cached_property
    def prefixes(self) -> list[str]:
        """What comes before the columns of triggers, if they are scored, and of the arguments of each mode."""
        return [*([""] if self.measure.trigger_scores else []), *(f"{mode}/" for mode in self.all_modes)]

    def key_prefixes(self, prefix: str) -> list[str]:
        """What comes before the keys of a result, for the columns of a prefix: the main mode also has plain keys."""
        mode = prefix.removesuffix("/")
        return [*([""] if mode in ("", self.main_mode) else []), *([prefix] if mode in self.shown_modes else [])]

    def undeclared_facts(self) -> dict[str, str]:
        needed = [*ALWAYS_STATED, *(["trigger_source"] if self.all_modes else [])]
        return {name: "?" for name in needed if name not in self.declared}

    @classmethod
    def named_by(cls, fields: Mapping[str, str]) -> Any:
        """Return the options of the convention, with the unit that decides which options there are.

        Where roles are needed that have only a fingerprint, there are none.
        """
        given = {name: fields[name] for name in own.WRITTEN_DEFAULTS if fields.get(name, "none") != "none"}
        if fields.get("convention") == "paper" and given:
            return cls.of(given)
        named = {**presets_of(fields), **({"roles": {}} if fields.get("convention") == "maven-arg" else {})}
        preset = cls.of(named)
        return cls.of({**named, "unit": fields["unit"]}) if "unit" in fields and preset.measure.is_written else preset


@dataclass(frozen=True, kw_only=True)
class ExtractionOptions(own.BionlpChoices, own.SpanChoices, own.GivenTriggerChoices, DetectionOptions):
    """What changes an extraction score."""

    LISTED_BY = "help(score_extraction)"

    mode: Mode | None = option(
        None,
        "On which triggers arguments are scored: the predicted ones (pipeline, the default) or the references' (gold).",
    )
    modes: tuple[str, ...] | None = option(
        None, "Several modes side by side, as `{mode}/argument_…`.", check=mode_names
    )
    discarded_trigger: Literal["discard", "merge"] = option(
        "discard", "The arguments of a discarded trigger (C6): discarded, or merged into the event that was kept."
    )
    order_unit: Literal["trigger", "document"] = option(
        "trigger", "Within what the order of appearance of arguments is counted (C7)."
    )
    variant: (
        Literal[
            "gen-arg",
            "paie",
            "tsar",
            "ge-2011",
            "ge-2013",
            "pc-2013",
            "pc-2013-original",
            "cg-2013",
            "bojone",
            "mirror",
        ]
        | None
    ) = option(None, "Whose scorer of one corpus counts, for conventions that have several (by default its first).")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mode is None:
            object.__setattr__(self, "mode", self.modes[0] if self.modes else self.measure.modes[0])
        if self.modes is not None and self.mode not in self.modes:
            raise ValueError(f"mode: expected one of modes={list(self.modes)}, got {shown(self.mode)}")
        for mode in self.all_modes:
            if mode not in self.measure.modes:
                known = " and ".join(f'"{one}"' for one in self.measure.modes)
                raise ValueError(f'mode: convention "{self.convention}" has no mode {shown(mode)}, only {known}')
            if mode in ("legacy", "loose") and not self.standardize:
                raise ValueError(f'mode: "{mode}" needs standardize=True')
        self._check_variant()

    def _check_variant(self) -> None:
        """The variant is one of the convention, and reads the options that are given."""
        variants, name = self.measure.variants, self.counted_variant
        if name not in variants:
            if self.variant is not None:
                known = first_names(f'"{one}"' for one in variants)
                raise ValueError(f'variant: convention "{self.convention}" has {known}, got {shown(self.variant)}')
            return
        for one in declarations(type(self)):
            value = getattr(self, one.name)
            if one.name in variants[name].unread and value != one.default:
                raise ValueError(f'{one.name}: variant "{name}" has no such option, got {shown(value)}')
        for option_name, allowed in variants[name].values.items():
            value = getattr(self, option_name)
            if value is not None and value not in allowed:
                known = ", ".join(f'"{one}"' for one in allowed)
                raise ValueError(f'{option_name}: variant "{name}" expected one of {known}, got "{value}"')

    @property
    def counted_variant(self) -> str:
        """Which of several scorers counts; "" for conventions of one."""
        return self.variant or next(iter(self.measure.variants), "")

    @property
    def counted_unit(self) -> str:
        """What of an argument is compared."""
        return self.unit or "span"

    def _stated_variant(self) -> dict[str, object]:
        if not self.measure.variants:
            return super()._stated_variant()
        unit = {"unit": self.counted_unit} if "unit" in self.measure.own_options else {}
        counting = self.measure.variants[self.counted_variant].counting
        return {"variant": self.counted_variant, **unit, "counting": counting}

    @property
    def all_modes(self) -> tuple[str, ...]:
        return self.modes or (self.main_mode,)

    @property
    def shown_modes(self) -> tuple[str, ...]:
        return self.modes or ()

    @property
    def main_mode(self) -> str:
        return str(self.mode)
