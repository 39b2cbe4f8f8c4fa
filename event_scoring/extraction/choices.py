"""What may be chosen for a detection or extraction score, and the facts that only the user knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from event_scoring.documents.errors import shown
from event_scoring.documents.verdicts import JudgedPairs, Verdicts
from event_scoring.extraction.convention_choices import BionlpChoices
from event_scoring.scoring.options import TaskOptions, check_choice, check_names, option, option_items
from event_scoring.scoring.signature import facts_among

Matcher = Callable[[Sequence[str], Sequence[str]], Sequence[bool]]
"""Says for each pair of a predicted text and a candidate's text whether they mean the same."""

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
"""What a user may declare, after section 4.1 of the paper and its Tables 2 and 3, and what it says."""
NOTHING = ("NA", "None", "O", "")
"""Labels that predict nothing."""


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
        check_choice(name, mode, get_args(Mode))
    return tuple(dict.fromkeys(map(str.__str__, modes)))


def _roles(name: str, value: object) -> tuple[str, ...] | dict[str, tuple[str, ...]] | None:
    """A list of roles, or the roles of each type in their order."""
    if not isinstance(value, Mapping):
        return check_names(name, value)
    found = {}
    for kind, roles in value.items():
        place = f"{name}[{shown(kind)}]"
        if not isinstance(kind, str):
            raise ValueError(f"{name}: expected event types as keys, got {shown(kind)}")
        check_names(place, roles)
        found[str.__str__(kind)] = tuple(dict.fromkeys(map(str.__str__, option_items(place, roles, "strings"))))
    return found


def _role_limits(name: str, value: object) -> dict[str, dict[str, int]]:
    """How many arguments of each role an event of each type may have."""
    if not isinstance(value, Mapping) or not all(isinstance(limits, Mapping) for limits in value.values()):
        raise ValueError(f"{name}: expected a dict of types with a dict of roles and numbers, got {shown(value)}")
    for kind, limits in value.items():
        for role, number in limits.items():
            is_number = isinstance(number, int) and not isinstance(number, bool) and number >= 0
            if not isinstance(kind, str) or not isinstance(role, str) or not is_number:
                raise ValueError(f"{name}[{shown(kind)}][{shown(role)}]: expected a count, got {shown(number)}")
    return {kind: dict(limits) for kind, limits in value.items()}


TIERS = ("span", "head", "coref", "text", "overlap", "judged")


def _match(name: str, value: object) -> tuple[str, ...]:
    """Tiers in their order, which says something."""
    tiers = option_items(name, value, "tiers", ordered=True)
    for tier in tiers:
        check_choice(name, tier, TIERS)
    if not tiers or len(set(tiers)) < len(tiers):
        raise ValueError(f"{name}: expected each tier once, got {shown(list(tiers))}")
    return tuple(map(str.__str__, tiers))


def _verdicts(name: str, value: object) -> JudgedPairs:
    """Verdicts are read once, so that a file may change and an iterator end."""
    return value if isinstance(value, JudgedPairs) else JudgedPairs(value, name)


def _function(name: str, value: object) -> object:
    if not callable(value):
        raise ValueError(f"{name}: expected a function from a list of pairs to verdicts, got {shown(value)}")
    return value


@dataclass(frozen=True, kw_only=True)
class Choices(TaskOptions):
    """Choices that change a detection score.

    The paper leaves open what happens in some cases. Those choices are options here, numbered C1 to C7.
    """

    DRAWN_FOR = ("confidence", "people")

    convention: Literal[
        "paper", "textee", "omnievent", "oneie", "dygie", "wikievents", "rams", "maven-arg", "bionlp"
    ] = option("paper", "Whose rules count: the paper's consistent evaluation, or another scorer's by name.")
    standardize: bool | None = option(
        None, "Bring predictions to the candidate set first, the paper's section 4.2 (None: as the convention does)."
    )
    discarded: Literal["drop", "count"] = option(
        "drop", "Whether predictions that standardization drops stay in the denominator of precision."
    )
    types: tuple[str, ...] | None = option(None, "The event types of the declared schema; other predictions drop out.")
    roles: tuple[str, ...] | Mapping[str, tuple[str, ...]] | None = option(
        None,
        "The roles of the declared schema, also by event type; other predictions drop out.",
        check=_roles,
        structured=True,
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
        None, "Replaces string equality where texts are found in the document.", check=_matcher, python_only=True
    )
    match: tuple[str, ...] = option(
        ("span",),
        "What makes a prediction right: tiers of span, head, coref, text, overlap, judged; the earlier the better.",
        check=_match,
    )
    threshold: float = option(0.5, "From which Dice on two texts or spans overlap enough.", low=0, high=1)
    matching: Literal["one-to-one", "coverage"] = option(
        "one-to-one", "Whether a reference is used up by one prediction, or found by any (coverage)."
    )
    verdicts: Any = option(
        None, "Verdicts on pairs: a file of JSON Lines, or records.", check=_verdicts, python_only=True
    )
    judge: Any = option(None, "A function from a list of pairs to verdicts.", python_only=True, check=_function)
    people: Any = option(
        None, "Verdicts of people on a sample of the judged pairs, in the same form.", check=_verdicts, python_only=True
    )
    paradigm: Literal["classification", "sequence-labeling", "span-prediction", "conditional-generation"] | None = (
        option(None, "How the system writes its output, for conventions that read it differently.")
    )
    facts: Mapping[str, str] | None = option(
        None, f"Declared for the signature: any of {', '.join(FACTS)}.", check=facts_among(FACTS), python_only=True
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
        return self.match != ("span",) or self.matching != "one-to-one"

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


@dataclass(frozen=True, kw_only=True)
class ArgumentChoices(BionlpChoices, Choices):
    """Choices that change an extraction score."""

    mode: Mode | None = option(
        None,
        "On which triggers arguments are scored: the predicted ones (pipeline, the default) or the references' (gold).",
    )
    modes: tuple[str, ...] | None = option(None, "Several modes side by side, as `{mode}/argument_…`.", check=_modes)
    discarded_trigger: Literal["discard", "merge"] = option(
        "discard", "The arguments of a discarded trigger (C6): discarded, or merged into the event that was kept."
    )
    order_unit: Literal["trigger", "document"] = option(
        "trigger", "Within what the order of appearance of arguments is counted (C7)."
    )
    role_limits: Mapping[str, Mapping[str, int]] | None = option(
        None,
        "How many arguments of each role an event of each type may have: the best scored ones stay.",
        check=_role_limits,
        structured=True,
    )
    original_names: bool = option(
        False, "Give precision and recall the names that the original scorer gives them, where it swaps them."
    )
    variant: (
        Literal["gen-arg", "paie", "tsar", "ge-2011", "ge-2013", "pc-2013", "pc-2013-original", "cg-2013"] | None
    ) = option(None, "Whose scorer of one corpus counts, for conventions that have several (None: its first).")
    unit: Literal["span", "head", "text"] | None = option(
        None, "What of an argument is compared, for conventions that can: its span, its head token, or its text."
    )
    ignore_non_entity: bool = option(False, "Take arguments that are no entities for one text that nobody predicts.")

    @property
    def all_modes(self) -> tuple[str, ...]:
        return self.modes or (self.main_mode,)

    @property
    def shown_modes(self) -> tuple[str, ...]:
        return self.modes or ()

    @property
    def main_mode(self) -> str:
        return str(self.mode)
