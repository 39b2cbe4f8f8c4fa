"""The choices behind a detection or extraction score, with the facts that only the user knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from event_scoring.documents.errors import shown
from event_scoring.extraction.conventions import CONVENTIONS
from event_scoring.scoring.counts import qualified_name
from event_scoring.scoring.options import TaskOptions, check_choice, option, option_items

Matcher = Callable[[Sequence[str], Sequence[str]], Sequence[bool]]
"""Says for each pair of a predicted text and a candidate's text whether they mean the same."""

Paradigm = Literal["classification", "sequence-labeling", "span-prediction", "conditional-generation"]
"""The paper's four kinds of output, section 2."""
Mode = Literal["pipeline", "gold", "legacy", "loose"]
MODES = ("pipeline", "gold", "legacy", "loose")
FACTS = (
    *("dataset", "release", "language", "split", "preprocessing", "tokenizer", "unit", "truncation"),
    *("multi_token_triggers", "times", "values", "pronouns", "entity_extent", "trigger_source", "tuned_on", "runs"),
)
"""What a user may declare, after section 4.1 of the paper and its Tables 2 and 3."""
ALWAYS_STATED = ("dataset", "split", "preprocessing", "tokenizer")
"""Facts without which two results cannot be compared."""


def _declared(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        raise ValueError(f"{name}: expected a string, got {shown(value)}")
    if value == "?":
        raise ValueError(f'{name}: "?" stands for a fact that is not declared; leave it out')
    return value


def _fact(meaning: str) -> Any:
    return option(None, f"Declared for the signature: {meaning}.", check=_declared, fact=True)


def _matcher(name: str, value: object) -> object:
    if not callable(value):
        raise ValueError(f"{name}: expected a function of two lists of strings, got {shown(value)}")
    return value


def _modes(name: str, value: object) -> tuple[str, ...]:
    # The first mode has the plain keys, so their order says something.
    modes = option_items(name, value, "modes", ordered=True)
    if not modes:
        raise ValueError(f"{name}: expected at least one mode, got an empty list")
    for mode in modes:
        check_choice(name, mode, MODES)
    return tuple(dict.fromkeys(map(str.__str__, modes)))


@dataclass(frozen=True, kw_only=True)
class DetectionOptions(TaskOptions):
    """Choices that change a detection score; every one of them stands in the signature.

    The paper leaves open what happens in some cases. Those choices are options here, numbered C1 to C7.

    Examples:
        >>> DetectionOptions().standardize, DetectionOptions(convention="textee").standardize
        (True, False)
    """

    convention: Literal["paper", "textee", "omnievent", "oneie"] = option(
        "paper", "Whose rules count: the paper's consistent evaluation, or another scorer's by name."
    )
    standardize: bool | None = option(
        None, "Bring predictions to the candidate set first, the paper's section 4.2 (None: as the convention does)."
    )
    types: tuple[str, ...] | None = option(None, "The event types of the declared schema; other predictions drop out.")
    roles: tuple[str, ...] | None = option(None, "The roles of the declared schema; other predictions drop out.")
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
        None, "Replaces string equality where texts are found in the document.", check=_matcher, python_only=True
    )
    paradigm: Literal["classification", "sequence-labeling", "span-prediction", "conditional-generation"] | None = (
        option(
            None, 'Convention "omnievent" only: how the system writes its output, which decides how that code reads it.'
        )
    )
    dataset: str | None = _fact("the corpus")
    release: str | None = _fact("its release")
    language: str | None = _fact("its language")
    split: str | None = _fact("the split")
    preprocessing: str | None = _fact("how the corpus was prepared, such as ACE-DYGIE")
    tokenizer: str | None = _fact("how texts were split into tokens")
    unit: str | None = _fact("what a document of the input is")
    truncation: str | None = _fact("whether long inputs were cut")
    multi_token_triggers: str | None = _fact("whether triggers of several tokens are there")
    times: str | None = _fact("whether times are arguments")
    values: str | None = _fact("whether values are arguments")
    pronouns: str | None = _fact("whether pronouns are arguments")
    entity_extent: str | None = _fact("heads or full extents")
    trigger_source: str | None = _fact("where the triggers of arguments come from")
    tuned_on: str | None = _fact("what hyperparameters were tuned on")
    runs: str | None = _fact("over how many runs numbers are averaged")

    def __post_init__(self) -> None:
        super().__post_init__()
        convention = CONVENTIONS[self.convention]
        if self.standardize is None:
            object.__setattr__(self, "standardize", convention.standardize[0])
        if self.standardize not in convention.standardize:
            raise ValueError(
                f'standardize: convention "{self.convention}" knows only standardize={convention.standardize[0]}'
            )
        if self.matcher is not None and self.convention != "paper":
            raise ValueError(f'matcher: convention "{self.convention}" compares strings as they are')
        if self.paradigm is not None and self.convention != "omnievent":
            raise ValueError(f'paradigm: only convention "omnievent" reads it, got {shown(self.paradigm)}')

    def preset(self) -> DetectionOptions:
        return type(self)(convention=self.convention)

    def choices(self) -> dict[str, object]:
        """What the signature says of the choices; with what a convention does whatever the options say."""
        convention = CONVENTIONS[self.convention]
        standardized = bool(self.standardize)
        said: dict[str, object] = {"convention": self.convention, **self.mode_choices()}
        said |= {
            "standardize": convention.standardization if standardized else "none",
            "types": self.types,
            **({"roles": self.roles} if self.all_modes else {}),
            "counting": convention.counting if standardized or self.convention != "paper" else "list",
            "span_match": "exact",
            "average": "micro",
        }
        if standardized:
            said["position_mapping"] = convention.position_mapping
        read = convention.choices if standardized else ("outside_schema",)
        said |= {name: getattr(self, name) for name in read if hasattr(self, name)}
        if self.paradigm is not None:
            said["paradigm"] = self.paradigm
        if self.matcher is not None:
            said["matcher"] = self.matcher if isinstance(self.matcher, str) else qualified_name(self.matcher)
        return {**said, "zero_division": self.zero_division}

    def mode_choices(self) -> dict[str, object]:
        """Of these choices, those about arguments."""
        return {}

    def declared(self) -> dict[str, object]:
        """What the signature says of declared facts; ``?`` stands for one that nobody declared and all need."""
        facts = {name: getattr(self, name) for name in FACTS}
        always = (*ALWAYS_STATED, "trigger_source") if self.all_modes else ALWAYS_STATED
        if self.all_modes == ("gold",):
            facts["trigger_source"] = facts["trigger_source"] or "gold"
        return {name: value or "?" for name, value in facts.items() if value or name in always}

    @property
    def all_modes(self) -> tuple[str, ...]:
        """Every mode in which arguments are scored; detection has none."""
        return ()

    @property
    def allowed_types(self) -> tuple[str, ...] | None:
        """The types that a prediction may have; None where any may compete (C2)."""
        return self.types if self.outside_schema == "drop" else None

    @property
    def allowed_roles(self) -> tuple[str, ...] | None:
        """The roles that a prediction may have."""
        return self.roles if self.outside_schema == "drop" else None

    @property
    def shown_modes(self) -> tuple[str, ...]:
        """The modes whose scores stand under keys of their own."""
        return ()

    @property
    def main_mode(self) -> str:
        """The mode whose scores stand under the plain keys."""
        return ""


@dataclass(frozen=True, kw_only=True)
class ExtractionOptions(DetectionOptions):
    """Choices that change an extraction score.

    Examples:
        >>> ExtractionOptions(modes=["gold", "pipeline"]).all_modes
        ('gold', 'pipeline')
    """

    mode: Mode | None = option(
        None,
        "On which triggers arguments are scored (None: the first of `modes`, or pipeline).",
    )
    modes: tuple[str, ...] | None = option(None, "Several modes side by side, as `{mode}/argument_…`.", check=_modes)
    discarded_trigger: Literal["discard", "merge"] = option(
        "discard", "The arguments of a discarded trigger (C6): discarded, or merged into the event that was kept."
    )
    order_unit: Literal["trigger", "document"] = option(
        "trigger", "Within what the order of appearance of arguments is counted (C7)."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mode is None:
            object.__setattr__(self, "mode", self.modes[0] if self.modes else "pipeline")
        if self.modes is not None and self.mode not in self.modes:
            raise ValueError(f"mode: expected one of modes={list(self.modes)}, got {shown(self.mode)}")
        for mode in self.all_modes:
            if mode not in CONVENTIONS[self.convention].modes:
                raise ValueError(f'mode: convention "{self.convention}" has no mode {shown(mode)}')
            if mode in ("legacy", "loose") and not self.standardize:
                raise ValueError(f'mode: "{mode}" needs standardize=True')

    @property
    def all_modes(self) -> tuple[str, ...]:
        return self.modes or (self.main_mode,)

    @property
    def shown_modes(self) -> tuple[str, ...]:
        return self.modes or ()

    @property
    def main_mode(self) -> str:
        return str(self.mode)

    def mode_choices(self) -> dict[str, object]:
        return {"mode": self.mode, **({"modes": self.modes} if self.modes else {})}
