"""Options of detection and extraction: that they fit their convention, and what the signature says of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from event_scoring.documents.errors import shown
from event_scoring.extraction.choices import ArgumentChoices, Choices
from event_scoring.extraction.conventions.frame import OWN_OPTIONS, Convention
from event_scoring.extraction.conventions.table import CONVENTIONS
from event_scoring.scoring.options import declarations

ALWAYS_STATED = ("dataset", "split", "preprocessing", "tokenizer")
"""Facts without which two results cannot be compared."""


class _OfConvention(Choices):
    """Choices that were checked against what their convention knows."""

    def __post_init__(self) -> None:
        super().__post_init__()
        convention = self.rules
        if self.tiered:
            self._check_tiers()
        if "judged" not in self.match and not (self.verdicts is self.judge is self.people is None):
            raise ValueError('match: expected "judged" among the tiers where verdicts are given')
        if self.people is not None and self.verdicts is None:
            raise ValueError("people: expected the verdicts that they are compared with, got none")
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
        for name in OWN_OPTIONS:
            if name in assumed and getattr(self, name) != assumed[name] and name not in convention.own_options:
                known = ", ".join(f'"{one}"' for one, rules in CONVENTIONS.items() if name in rules.own_options)
                got = shown(getattr(self, name))
                raise ValueError(f'{name}: only convention {known} reads it, not "{self.convention}"; got {got}')
        if not self.standardize and self.discarded != "drop":
            raise ValueError(f"discarded: nothing is dropped without standardize=True, got {shown(self.discarded)}")
        variant = getattr(self, "variant", None)
        if variant is not None and variant not in convention.variants:
            known = ", ".join(f'"{one}"' for one in convention.variants)
            raise ValueError(f'variant: convention "{self.convention}" has {known}, got {shown(variant)}')
        convention.check_options(self)

    def _check_tiers(self) -> None:
        """Matching beyond spans is for predictions as they are given."""
        if self.rules.no_tiers:
            takes = " and ".join(f'"{name}"' for name, rules in CONVENTIONS.items() if not rules.no_tiers)
            raise ValueError(
                f'match: convention "{self.convention}" takes no tiers, for it {self.rules.no_tiers}; {takes} do'
            )
        if self.standardize:
            raise ValueError("match: standardize=True drops what is no candidate; expected match=('span',) with it")
        if self.matcher is not None:
            raise ValueError("matcher: expected tiers of match or a matcher, got both")
        if any(mode in ("legacy", "loose") for mode in self.all_modes):
            raise ValueError('mode: "legacy" and "loose" need standardize=True')
        object.__setattr__(self, "standardize", False)

    @property
    def rules(self) -> Convention:
        """The convention by which these options count."""
        return CONVENTIONS[self.convention]

    def preset(self) -> Any:
        return type(self)(convention=self.convention, **self.rules.needed_options(self))

    def assumed(self) -> dict[str, object]:
        """What a signature need not write: the convention's choices, without those of a standardization not done."""
        preset = self.preset()
        known = preset.choices
        if self.standardize != preset.standardize:
            known = replace(preset, standardize=self.standardize).choices
        always = self.rules.always_stated
        return {name: value for name, value in preset.choices.items() if name in known and name not in always}

    @cached_property
    def choices(self) -> dict[str, object]:
        """What the signature says of the choices; with what a convention does whatever the options say."""
        return {"convention": self.convention, **self.rules.stated(self), "zero_division": self.zero_division}

    @property
    def prefixes(self) -> list[str]:
        """What comes before the columns of triggers, if they are scored, and of the arguments of each mode."""
        return [*([""] if self.rules.trigger_scores else []), *(f"{mode}/" for mode in self.all_modes)]

    def shown_after(self, prefix: str) -> list[str]:
        """After what a result has the scores of a prefix: those of the main mode also without its name."""
        mode = prefix.removesuffix("/")
        return [*([""] if mode in ("", self.main_mode) else []), *([prefix] if mode in self.shown_modes else [])]

    def stated_facts(self) -> dict[str, object]:
        """What the signature says of declared facts; ``?`` stands for one that nobody declared and all need."""
        facts = dict.fromkeys(ALWAYS_STATED, "?")
        if self.all_modes:
            facts["trigger_source"] = "gold" if self.all_modes == ("gold",) else "?"
        return {**facts, **self.declared}


@dataclass(frozen=True, kw_only=True)
class DetectionOptions(_OfConvention):
    """Choices that change a detection score; every one of them stands in the signature."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.rules.trigger_scores:
            raise ValueError(f'convention: "{self.convention}" scores arguments of given triggers, not detection')


@dataclass(frozen=True, kw_only=True)
class ExtractionOptions(ArgumentChoices, _OfConvention):
    """Choices that change an extraction score."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mode is None:
            object.__setattr__(self, "mode", self.modes[0] if self.modes else self.rules.modes[0])
        if self.modes is not None and self.mode not in self.modes:
            raise ValueError(f"mode: expected one of modes={list(self.modes)}, got {shown(self.mode)}")
        for mode in self.all_modes:
            if mode not in self.rules.modes:
                raise ValueError(f'mode: convention "{self.convention}" has no mode {shown(mode)}')
            if mode in ("legacy", "loose") and not self.standardize:
                raise ValueError(f'mode: "{mode}" needs standardize=True')
