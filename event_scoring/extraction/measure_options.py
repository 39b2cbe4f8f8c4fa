"""The options of each measure of events: those that all have, and its own.

Signatures, the help of functions, flags, cards and the page are derived from these declarations. A measure reads the
options that its class declares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

from event_scoring.documents.errors import shown, shown_path
from event_scoring.documents.verdicts import JudgedPairs, Verdicts, fingerprint_of
from event_scoring.extraction.event_options import EventOptions
from event_scoring.scoring.options import check_choice, option, option_items
from event_scoring.scoring.signature import limits_of

VARIANT = "The scorer to follow, for conventions with several (by default the first)."
UNIT = "The unit of comparison, where it is open: spans (the default), head tokens, or texts as written."
UNIT_WORDS = {"offset": "span", "offsets": "span", "string": "text", "record": "text"}
CONFLICT = (
    "Of several predictions for one candidate (C4) the highest score counts, if all have one, or always the first."
)
ORIGINAL_NAMES = "Use the names of precision and recall of the original scorer, which swaps them."
TASK = {"stated_as": "task_number", "dest": "task_number", "of_arguments": True, "of_convention": True}
"""Settings that the option ``task`` has in common in several measures."""
TIERS = ("span", "head", "coref", "text", "overlap", "judged")


def judging_function(name: str, value: object) -> object:
    """Return a function from pairs to verdicts."""
    if not callable(value):
        raise ValueError(f"{name}: expected a function from a list of pairs to verdicts, got {shown(value)}")
    return value


def limits_of_roles(name: str, value: object) -> dict[str, dict[str, int]]:
    """Return the maximum number of arguments of each role, by the type of the event."""
    if not isinstance(value, Mapping) or not all(isinstance(limits, Mapping) for limits in value.values()):
        wanted = 'a dict of types with a dict of roles and numbers, such as {"Attack": {"Place": 1}}'
        raise ValueError(f"{name}: expected {wanted}, got {shown(value)}")
    for kind, limits in value.items():
        for role, number in limits.items():
            if not isinstance(kind, str) or not isinstance(role, str):
                raise ValueError(f"{name}: expected names of types and roles, got {shown(kind)} and {shown(role)}")
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise ValueError(f"{shown_path((name, kind, role))}: expected a count, got {shown(number)}")
    return {kind: dict(limits) for kind, limits in value.items()}


def tier_names(name: str, value: object) -> tuple[str, ...]:
    """Return the names of tiers in their order, which matters."""
    tiers = option_items(name, value, "tiers", ordered=True)
    for tier in tiers:
        check_choice(name, tier, TIERS, EventOptions.LISTED_BY)
    if not tiers or len(set(tiers)) < len(tiers):
        raise ValueError(f"{name}: expected each tier once, got {shown(list(tiers))}")
    return tuple(map(str.__str__, tiers))


def read_verdicts(name: str, value: object) -> JudgedPairs:
    """Return verdicts that are read once: their file may change, and an iterator ends."""
    return value if isinstance(value, JudgedPairs) else JudgedPairs(value, name)


@dataclass(frozen=True, kw_only=True)
class SpanOptions(EventOptions):
    """Options of measures that compare spans with labels."""

    COUNTS_SPANS = True

    outside_schema: Literal["drop", "compete"] = option(
        "drop",
        "A label outside `types` or `roles` (C2) is dropped at once, or competes for its candidate and is wrong.",
        always_stated=True,
    )


@dataclass(frozen=True, kw_only=True)
class RamsOptions(EventOptions):
    """Options of RAMS's scorer."""

    COUNTS_SPANS = True
    IGNORES = ("types", "roles")

    role_limits: Mapping[str, Mapping[str, int]] | None = option(
        None,
        "The largest number of arguments of each role in an event of each type; those with the highest scores stay.",
        check=limits_of_roles,
        structured=True,
        read=limits_of,
    )
    original_names: bool = option(False, ORIGINAL_NAMES)


def _fingerprint(verdicts: Any) -> object:
    return fingerprint_of(verdicts.known)


@dataclass(frozen=True, kw_only=True)
class TierOptions(EventOptions):
    """Options of measures for which more than the equal span may be right."""

    DRAWN_FOR = ("confidence", "people")
    COUNTS_SETS: ClassVar[bool] = False
    """Whether equal tuples count once where tiers match them."""

    match: tuple[str, ...] = option(
        ("span",),
        "The tiers at which a prediction is right, in order of preference: span, head, coref, text, overlap, judged.",
        check=tier_names,
        stated_as="span_match",
        state="+".join,
        read=lambda text: text.split("+") if text not in ("exact", "none") else ["span"],
    )
    matching: Literal["one-to-one", "coverage"] = option(
        "one-to-one", "A reference matches one prediction, or any number of them (coverage)."
    )
    threshold: float = option(0.5, "The lowest Dice at which two texts or spans overlap enough.", low=0, high=1)
    verdicts: Any = option(
        None,
        "Verdicts on pairs, for the tier judged: a file as event-score judge writes it, or records.",
        check=read_verdicts,
        state=_fingerprint,
        python_only=True,
        of_file=True,
    )
    judge: Any = option(
        None,
        "A function from a list of pairs to verdicts.",
        python_only=True,
        check=judging_function,
    )
    people: Any = option(
        None,
        "Verdicts of people on a sample of the judged pairs, in the same form.",
        check=read_verdicts,
        state=_fingerprint,
        python_only=True,
        of_file=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if "judged" not in self.match and not (self.verdicts is self.judge is self.people is None):
            raise ValueError('match: expected "judged" among the tiers where verdicts are given')
        if self.people is not None and self.verdicts is None:
            raise ValueError("people: expected the verdicts that they are compared with, got none")
        if self.people is not None and self.matching == "coverage":
            raise ValueError("people: scores are corrected where pairs are one to one, not for coverage")
        if self.threshold != 0.5 and "overlap" not in self.match:
            raise ValueError('threshold: only the tier "overlap" of match reads it')

    @cached_property
    def tiered(self) -> bool:
        return self.match != ("span",) or self.matching == "coverage"

    @property
    def known_verdicts(self) -> Verdicts:
        """The verdicts known before a judge is called."""
        return {} if self.verdicts is None else self.verdicts.known

    @property
    def people_verdicts(self) -> Verdicts:
        """The verdicts of people."""
        return {} if self.people is None else self.people.known

    def stated_own(self) -> dict[str, object]:
        tiers: dict[str, object] = {}
        if self.tiered:
            tiers = {"span_match": "+".join(self.match), "matching": self.matching}
            tiers |= {"threshold": self.threshold} if "overlap" in self.match else {}
        return {**tiers, **super().stated_own()}


CANDIDATE_CHOICES = ("gold_outside", "surplus", "conflict", "nothing", "discarded_trigger", "order_unit")
"""The choices that the paper leaves open where predictions are projected onto candidates."""
OPEN_CHOICES = ("outside_schema", *CANDIDATE_CHOICES)
"""All choices that the paper leaves open, C1 to C7."""


@dataclass(frozen=True, kw_only=True)
class PaperOptions(SpanOptions, TierOptions):
    """Options of the paper's evaluation. It leaves open what happens in some cases, which are numbered C1 to C7."""

    DECIDES = ("standardize",)

    standardize: bool = option(
        True,
        "Project predictions onto the candidate set first, as in section 4.2 of the paper (by default as the "
        "convention does).",
        read=lambda text: text != "none",
        of_convention=True,
        stated_apart=True,
    )
    discarded: Literal["drop", "count"] = option(
        "drop", "Predictions that standardization drops leave the denominator of precision, or stay in it (count)."
    )
    gold_outside: Literal["add", "drop", "missed", "error"] = option(
        "add",
        "A reference outside the given candidates (C1) is added to them, dropped, missed, or an error.",
        always_stated=True,
    )
    surplus: Literal["discard", "last"] = option(
        "discard",
        "Predictions of a text beyond its number of occurrences (C3) are discarded, or compete for the last "
        "occurrence.",
        always_stated=True,
    )
    conflict: Literal["score-or-first", "first"] = option(
        "score-or-first",
        CONFLICT,
        always_stated=True,
    )
    nothing: Literal["competes", "ignored"] = option(
        "competes",
        'A prediction with the null label NA, None, O or "" (C5) competes for its candidate, or is ignored.',
        always_stated=True,
    )
    discarded_trigger: Literal["discard", "merge"] = option(
        "discard",
        "The arguments of a discarded trigger (C6) are discarded, or merged into the event that was kept.",
        of_arguments=True,
        always_stated=True,
    )
    order_unit: Literal["trigger", "document"] = option(
        "trigger",
        "Arguments of equal text are assigned by order of appearance within their trigger, or within the document "
        "(C7).",
        of_arguments=True,
        always_stated=True,
    )

    @classmethod
    def made(cls, given: Mapping[str, Any]) -> PaperOptions:
        """Return the options; outputs are standardized unless tiers match them as they are."""
        tiered = given.get("match", cls.match) != cls.match or given.get("matching") == "coverage"
        return cls(**{"standardize": not tiered, **given})

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tiered and self.standardize:
            raise ValueError(
                "match: standardize=True drops predictions that are not candidates; expected match=('span',) with it"
            )
        if not self.standardize and self.discarded != "drop":
            why = "with tiers of match or coverage" if self.tiered else "with standardize=False"
            raise ValueError(f"discarded: nothing is dropped {why}, and what matches nothing is wrong; leave it out")

    @cached_property
    def unread(self) -> tuple[str, ...]:
        """The options that change nothing, because outputs are not projected onto candidates."""
        return () if self.standardize else CANDIDATE_CHOICES

    @cached_property
    def without_effect(self) -> list[str]:
        given = [name for name in self.unread if getattr(self, name) != getattr(PaperOptions, name)]
        return [*super().without_effect, *given]

    def stated_counting(self) -> dict[str, object]:
        return super().stated_counting() if self.standardize else {"counting": "multiset"}

    def stated_own(self) -> dict[str, object]:
        return {name: value for name, value in super().stated_own().items() if name not in self.unread}


@dataclass(frozen=True, kw_only=True)
class TextEEOptions(SpanOptions, TierOptions):
    """Options of TextEE's scorer."""

    COUNTS_SETS = True


@dataclass(frozen=True, kw_only=True)
class OmniEventOptions(SpanOptions):
    """Options of OmniEvent's scorer. It always uses candidates."""

    standardize = True

    conflict: Literal["score-or-first", "first"] = option("score-or-first", CONFLICT, always_stated=True)
    paradigm: Literal["classification", "sequence-labeling", "span-prediction", "conditional-generation"] | None = (
        option(None, "The way in which the system writes its output, for conventions that depend on it.")
    )


@dataclass(frozen=True, kw_only=True)
class TypedRolesOptions(EventOptions):
    """Options of measures that read the roles of each event type."""

    IGNORES = ("types",)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.roles is not None and not isinstance(self.roles, Mapping):
            raise ValueError(
                f'roles: convention "{self.convention}" expects a dict of event types with their roles, got a list'
            )


@dataclass(frozen=True, kw_only=True)
class WikiEventsOptions(TypedRolesOptions):
    """Options of the scorers that papers use for WikiEvents."""

    variant: Literal["gen-arg", "paie", "tsar"] = option("gen-arg", VARIANT, of_convention=True, stated_apart=True)
    unit: Literal["span", "head", "text"] = option("span", UNIT, also=UNIT_WORDS, of_convention=True, stated_apart=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.unit == "text" and self.variant != "paie":
            raise ValueError(f'unit: variant "{self.variant}" expected one of "span", "head", got "text"')

    def stated_counting(self) -> dict[str, object]:
        counting = self.measure.variants[self.variant]
        return {"variant": self.variant, "unit": self.unit, "counting": counting}


@dataclass(frozen=True, kw_only=True)
class MavenArgOptions(TypedRolesOptions):
    """Options of MAVEN-Arg's scorer."""

    ignore_non_entity: bool = option(
        False, "Count reference arguments that are not entities as one text that no system can predict."
    )

    def __post_init__(self) -> None:
        if not isinstance(self.roles, Mapping):
            wanted = 'a dict of event types with their roles, such as {"Attack": ["Attacker", "Target"]}'
            raise ValueError(f'roles: convention "{self.convention}" needs {wanted}')
        super().__post_init__()

    def preset_options(self) -> EventOptions:
        # The preset implies no roles, so that a signature states the given ones.
        return type(self)(convention=self.convention, roles={})


@dataclass(frozen=True, kw_only=True)
class NervaluateOptions(EventOptions):
    """Options of nervaluate."""

    IGNORES = ("mode", "roles")

    counted_items: Literal["triggers", "arguments"] = option(
        "triggers", "nervaluate: count triggers by type, or arguments by role."
    )
    half_credit: Literal["published", "fixed"] = option(
        "published",
        "nervaluate 1.1: partial spans earn one half in a corpus of one document only, or always (fixed), as in 1.2.",
    )
    min_overlap: float = option(
        1.0,
        "nervaluate: the percentage of a reference span that a prediction must cover to overlap it.",
        low=0,
        high=100,
    )
    version: Literal["1.1", "1.2"] = option(
        "1.1",
        "nervaluate: the version. In 1.1 a prediction takes the first span that it overlaps; 1.2 prefers a correct "
        "span.",
        # The signature of every result ends in a field "version", which is that of the package.
        stated_as="nervaluate_version",
    )
    matching: Literal["one-to-one", "optimal"] = option(
        "one-to-one", "nervaluate: predictions take spans in their order, or the best pairs count (optimal)."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.version == "1.2" and self.half_credit == "fixed":
            raise ValueError('half_credit: version="1.2" always gives partial spans one half; leave half_credit out')

    @property
    def ignored(self) -> tuple[str, ...]:
        reads_roles = self.counted_items == "arguments" and self.roles is not None
        return tuple(name for name in super().ignored if name != "roles" or not reads_roles)

    @property
    def keeps_half_credit(self) -> bool:
        """Whether partial spans earn one half with several documents too."""
        return self.half_credit == "fixed" or self.version == "1.2"


@dataclass(frozen=True, kw_only=True)
class M2E2Options(EventOptions):
    """Options of M2E2's scorer."""

    IGNORES = ("mode", "types", "roles")

    ignore_time: bool = option(False, "M2E2: leave predicted arguments out whose role begins with TIME.")
