"""The choices behind a detection or extraction score, with the facts that only the user knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.documents.errors import shown
from event_scoring.extraction.conventions import CONVENTIONS, PARADIGMS
from event_scoring.scoring.intervals import IntervalOptions
from event_scoring.scoring.options import check_choice, check_names, check_zero_division, option_items, options_from
from event_scoring.scoring.signature import DECLARED

Matcher = Callable[[Sequence[str], Sequence[str]], Sequence[bool]]
"""Says for each pair of a predicted text and a candidate's text whether they mean the same."""

MODES = ("pipeline", "gold", "legacy", "loose")
CHOICES = {
    "gold_outside": ("add", "drop", "missed", "error"),
    "outside_schema": ("drop", "compete"),
    "surplus": ("discard", "last"),
    "conflict": ("score-or-first", "first"),
    "nothing": ("competes", "ignored"),
}
FACTS = (*DECLARED, "tuned_on", "runs")
"""What a user may declare, after section 4.1 of the paper and its Tables 2 and 3."""


@dataclass(frozen=True)
class DetectionOptions(IntervalOptions):
    """Choices that change a detection score; every one of them stands in the signature.

    The paper leaves open what happens in some cases. Those choices are options here, numbered as in the
    comments; ``standardize=None`` takes what the convention does.

    Examples:
        >>> DetectionOptions().standardize, DetectionOptions(convention="textee").standardize
        (True, False)
    """

    convention: str = "paper"
    standardize: bool | None = None
    types: tuple[str, ...] | None = None
    roles: tuple[str, ...] | None = None
    gold_outside: str = "add"
    """A reference span that is not in the supplied candidate set (C1): it is added to the set, dropped
    from the references, counted as missed, or an error."""
    outside_schema: str = "drop"
    """A label outside ``types`` or ``roles`` (C2): dropped at once, or competes and is a wrong prediction."""
    surplus: str = "discard"
    """More predictions of a text than it has places (C3): discarded, or they compete for the last place."""
    conflict: str = "score-or-first"
    """Several predictions for one candidate (C4): the highest score if all have one, otherwise the first."""
    nothing: str = "competes"
    """A prediction labelled NA, None, O or "" (C5): it competes for its candidate, or it is ignored."""
    matcher: Matcher | str | None = None
    """Replaces string equality where texts are found; a table of counts remembers its name."""
    paradigm: str | None = None
    """Convention "omnievent" only: how the system writes its output, which decides how that code reads it."""
    zero_division: float = 0.0
    dataset: str | None = None
    release: str | None = None
    language: str | None = None
    split: str | None = None
    preprocessing: str | None = None
    tokenizer: str | None = None
    unit: str | None = None
    truncation: str | None = None
    multi_token_triggers: str | None = None
    times: str | None = None
    values: str | None = None
    pronouns: str | None = None
    entity_extent: str | None = None
    trigger_source: str | None = None
    tuned_on: str | None = None
    runs: str | None = None

    def __post_init__(self) -> None:
        self.check_intervals()
        check_choice("convention", self.convention, tuple(CONVENTIONS))
        convention = CONVENTIONS[self.convention]
        if self.standardize is None:
            object.__setattr__(self, "standardize", convention.standardize[0])
        if not isinstance(self.standardize, bool):
            raise ValueError(f"standardize: expected True or False, got {shown(self.standardize)}")
        if self.standardize not in convention.standardize:
            raise ValueError(
                f'standardize: convention "{self.convention}" knows only standardize={convention.standardize[0]}'
            )
        for name, choices in CHOICES.items():
            check_choice(name, getattr(self, name), choices)
        for name in ("types", "roles"):
            object.__setattr__(self, name, check_names(name, getattr(self, name)))
        if self.matcher is not None and not callable(self.matcher) and not isinstance(self.matcher, str):
            raise ValueError(f"matcher: expected a function of two lists of strings, got {shown(self.matcher)}")
        if self.matcher is not None and self.convention != "paper":
            raise ValueError(f'matcher: convention "{self.convention}" compares strings as they are')
        if self.paradigm is not None:
            check_choice("paradigm", self.paradigm, PARADIGMS)
            if self.convention != "omnievent":
                raise ValueError(f'paradigm: only convention "omnievent" reads it, got {shown(self.paradigm)}')
        object.__setattr__(self, "zero_division", check_zero_division(self.zero_division))
        for name in FACTS:
            object.__setattr__(self, name, _declared(name, getattr(self, name)))

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


@dataclass(frozen=True)
class ExtractionOptions(DetectionOptions):
    """Choices that change an extraction score.

    Examples:
        >>> ExtractionOptions(modes=["gold", "pipeline"]).all_modes
        ('gold', 'pipeline')
    """

    mode: str | None = None
    modes: tuple[str, ...] | None = None
    discarded_trigger: str = "discard"
    """The arguments of a discarded trigger (C6): discarded, or, where the same span and type was kept,
    merged into the event that was kept."""
    order_unit: str = "trigger"
    """Within what the order of appearance is counted for arguments (C7): one trigger, or the document."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.modes is not None:
            # The first mode has the plain keys, so their order says something.
            modes = option_items("modes", self.modes, "modes", ordered=True)
            if not modes:
                raise ValueError("modes: expected at least one mode, got an empty list")
            for mode in modes:
                check_choice("modes", mode, MODES)
            object.__setattr__(self, "modes", tuple(dict.fromkeys(map(str.__str__, modes))))
        if self.mode is None:
            object.__setattr__(self, "mode", self.modes[0] if self.modes else "pipeline")
        check_choice("mode", self.mode, MODES)
        if self.modes is not None and self.mode not in self.modes:
            raise ValueError(f"mode: expected one of modes={list(self.modes)}, got {shown(self.mode)}")
        check_choice("discarded_trigger", self.discarded_trigger, ("discard", "merge"))
        check_choice("order_unit", self.order_unit, ("trigger", "document"))
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


def detection_options(given: Mapping[str, Any]) -> DetectionOptions:
    """Options from keywords; a TypeError or ValueError says what is wrong with them."""
    _check_matcher(given)
    return options_from(DetectionOptions, given)


def extraction_options(given: Mapping[str, Any]) -> ExtractionOptions:
    """Options from keywords; a TypeError or ValueError says what is wrong with them."""
    _check_matcher(given)
    return options_from(ExtractionOptions, given)


def _check_matcher(given: Mapping[str, Any]) -> None:
    # Only a table of counts, which cannot hold a function, names its matcher by a string.
    if isinstance(given.get("matcher"), str):
        raise ValueError(f"matcher: expected a function of two lists of strings, got {shown(given['matcher'])}")


def _declared(name: str, value: object) -> str | None:
    if value is None or isinstance(value, str):
        if value == "?":
            raise ValueError(f'{name}: "?" stands for a fact that is not declared; leave it out')
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    raise ValueError(f"{name}: expected a string, got {shown(value)}")
