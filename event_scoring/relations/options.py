"""The choices behind a score of relations, and what each protocol chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from event_scoring.documents.errors import first_names, shown
from event_scoring.relations.labels import inverse_table
from event_scoring.scoring.options import TaskOptions, check_choice, check_labels, declarations, option, option_items
from event_scoring.scoring.signature import facts_among

FACTS = {
    "dataset": "the corpus",
    "release": "its release",
    "language": "its language",
    "split": "the split",
    "preprocessing": "how the corpus was prepared",
    "folds": "the number of folds, and their unit",
    "pairs_asked": "the pairs that the system had to label",
    "sampled_negatives": "whether pairs without a relation were sampled",
    "gold_topics": "whether the system knew the topics of the references",
    "gold_mentions": "whether the system knew the mentions of the references",
    "tuned_on": "what hyperparameters were tuned on",
    "runs": "over how many runs numbers are averaged",
}
"""The facts that a user may declare, each with its meaning."""

KINDS = ("temporal", "causal", "subevent", "coreference")
_TURNS: dict[str, object] = {"normalise": False, "inverse": None, "symmetric": ()}
_PAIRS: dict[str, object] = {"none": (), "slots": "reference", **_TURNS, "kinds": None, "types": None}
_TEMPORAL, _CAUSAL = {"kinds": ("temporal",)}, {"kinds": ("causal",)}
"""The relations that programs of one kind read, in files that have others beside them, as TimeML and CAT have."""
PRESETS: dict[str, dict[str, object]] = {
    "pairs": {**_PAIRS, "none": ("NONE",), "slots": "all", "closure": None},
    "matres": {**_PAIRS, **_TEMPORAL, "none": ("VAGUE",)},
    "tb-dense": {"vague": "label", "scorer": None, **_PAIRS, **_TEMPORAL, "none": ("NONE",)},
    "tddiscourse": {**_PAIRS, **_TEMPORAL},
    "hieve": {**_PAIRS, "none": ("NOREL", "COREF")},
    "eventstoryline": {**_CAUSAL, "types": None},
    "causal": {
        "none": ("NULL", "NONE"),
        "scope": "all",
        "directed": True,
        "candidates": "given",
        **_CAUSAL,
        "types": None,
    },
    "maven-ere": {"kinds": None, "types": None},
    "tempeval-3": {"reduced": True, "begins": "published", **_TEMPORAL, "types": None},
    "coreference": {"level": "topic", "singletons": "keep"},
}
"""The options of each protocol, with their defaults."""
ALWAYS_STATED = ("level", "singletons")
"""Choices that a signature never leaves to the preset: numbers without them are not known."""


def _inverse(name: str, value: object) -> dict[str, str]:
    """Return labels and their inverses; raise if a label has several."""
    if not isinstance(value, Mapping):
        raise ValueError(f"{name}: expected a dict of labels and their inverses, got {shown(value)}")
    table: dict[str, str] = {}
    for label, other in value.items():
        for one, back in ((label, other), (other, label)):
            if not isinstance(one, str):
                raise ValueError(f"{name}: expected labels as strings, got {shown(one)}")
            if table.setdefault(one, back) != back:
                raise ValueError(f"{name}: expected one inverse for {shown(one)}, got {shown(table[one])} and {back!r}")
    return {str.__str__(label): str.__str__(other) for label, other in value.items()}


def _kinds(name: str, value: object) -> tuple[str, ...]:
    kinds = option_items(name, value, "kinds")
    for kind in kinds:
        check_choice(name, kind, KINDS)
    if not kinds:
        raise ValueError(f"{name}: expected at least one kind, got an empty list")
    return tuple(kind for kind in KINDS if kind in kinds)


@dataclass(frozen=True, kw_only=True)
class RelationOptions(TaskOptions):
    """Options that change a score of relations; the signature holds those of the protocol.

    Examples:
        >>> RelationOptions(protocol="matres").none, RelationOptions().slots
        (('VAGUE',), 'all')
    """

    LISTED_BY = "help(score_relations)"

    protocol: Literal[
        "pairs",
        "matres",
        "tb-dense",
        "tddiscourse",
        "hieve",
        "eventstoryline",
        "causal",
        "maven-ere",
        "tempeval-3",
        "coreference",
    ] = option("pairs", "The rule to count by: that of a corpus or a shared task, or all labelled pairs.")
    none: tuple[str, ...] | None = option(
        None,
        "Labels that count as no relation; a pair without an answer gets the first (by default those of the protocol).",
        check=check_labels,
    )
    vague: Literal["label", "exclude"] | None = option(
        None, 'TimeBank-Dense: VAGUE is a label like the others (default), or means no relation ("exclude").'
    )
    normalise: bool = option(
        False, "Read a prediction for (b, a) as one for (a, b) with the inverse label, if only (a, b) is scored."
    )
    inverse: Mapping[str, str] | None = option(
        None, "The inverse of each label, in place of the table of known labels.", check=_inverse, python_only=True
    )
    symmetric: tuple[str, ...] = option((), "Further labels that are their own inverse.", check=check_labels)
    slots: Literal["all", "reference"] | None = option(
        None,
        'The pairs that are scored: those of the references, or "all", so that other predictions are wrong (by '
        "default those of the protocol).",
    )
    scorer: Literal["caevo"] | None = option(
        None, 'TimeBank-Dense: "caevo" counts as the program that came with the corpus.'
    )
    kinds: tuple[str, ...] | None = option(
        None,
        "Score only relations of these kinds, and those that say none: temporal, causal, subevent; under maven-ere "
        "also coreference (by default those of the protocol).",
        check=_kinds,
    )
    scope: Literal["all", "intra", "inter"] = option(
        "all", "Causes: score all pairs, or those within a sentence (intra) or across sentences (inter)."
    )
    directed: bool = option(True, "Causes: count a pair and its reverse as two pairs.")
    candidates: Literal["given", "events"] = option(
        "given", "Causes: score the pairs that the references list, or all pairs of their events."
    )
    closure: Literal["temporal"] | None = option(
        None, "Pairs: add to each side the temporal relations that follow from it."
    )
    reduced: bool = option(True, "Awareness: leave out links that earlier links imply, as TempEval-3 did.")
    begins: Literal["published", "correct"] = option(
        "published", "Awareness: treat BEGINS as the published toolkit does, or like the other relations."
    )
    level: Literal["document", "subtopic", "topic", "corpus"] = option(
        "topic", "Coreference: the unit of documents over which a cluster may extend."
    )
    singletons: Literal["keep", "drop", "drop-corpus"] = option(
        "keep",
        "Coreference: keep clusters of one mention, or drop those that are alone in their unit, or in the whole "
        "corpus.",
    )
    strict: bool = option(
        False,
        "Refuse references that relate an event to itself; by default such relations are left out, with a warning.",
        python_only=True,
    )
    types: tuple[str, ...] | None = option(
        None, "The labels that count; other labels count as no relation, on both sides. By default all count."
    )
    facts: Mapping[str, str] | None = option(
        None,
        f"Declared for the signature: any of {', '.join(FACTS)}.",
        check=facts_among(FACTS),
        python_only=True,
        among=FACTS,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        own = self.own
        for one in declarations(type(self)):
            name, given = one.name, getattr(self, one.name)
            if not self.uses(name) and given != one.default:
                known = first_names(f'"{protocol}"' for protocol, options in PRESETS.items() if name in options)
                says = f'only protocol {known} reads it, not "{self.protocol}"'
                if self.scorer is not None and "scorer" in own:
                    says = f'scorer="{self.scorer}" counts without it'
                raise ValueError(f"{name}: {says}; got {shown(given)}")
            if name in own and given is None and own[name] is not None:
                object.__setattr__(self, name, own[name])
        if self.vague == "exclude" and "VAGUE" not in (self.none or ()):
            object.__setattr__(self, "none", (*(self.none or ()), "VAGUE"))
        if self.protocol != "maven-ere" and "coreference" in (self.kinds or ()):
            raise ValueError(
                'kinds: expected relations, got "coreference", which only protocol="maven-ere" scores '
                'beside them; protocol="coreference" scores it alone'
            )

    @property
    def own(self) -> dict[str, object]:
        """The options of the protocol, with their defaults."""
        if self.protocol == "tb-dense" and self.scorer is not None:
            return {"scorer": None, **_TEMPORAL, "types": None}
        return PRESETS[self.protocol]

    def uses(self, name: str) -> bool:
        """Whether the protocol uses an option."""
        return name in self.own or name not in _ALL

    @property
    def leaves_out_self_links(self) -> bool:
        """Whether relations of the references that lead from an event to itself are left out."""
        return not self.strict and self.protocol != "tempeval-3"  # which counts them as contradictions

    @property
    def sides_without_self_links(self) -> tuple[str, ...]:
        """The sides on which a relation of an event to itself is refused."""
        if self.protocol == "tempeval-3":
            return ("references",) if self.strict else ()
        return ("predictions", "references") if self.strict else ("predictions",)

    @cached_property
    def inverses(self) -> dict[str, str]:
        """The inverse of each label."""
        return inverse_table(self.inverse, self.symmetric)

    def preset_options(self) -> RelationOptions:
        return type(self).of({"protocol": self.protocol})

    @cached_property
    def assumed(self) -> dict[str, object]:
        known = self.preset_options().choices
        return {name: value for name, value in known.items() if name in self.choices and name not in ALWAYS_STATED}

    @cached_property
    def choices(self) -> dict[str, object]:
        """Options in the signature: those of the protocol, with a fingerprint of a table of inverses."""
        fields: dict[str, object] = {"protocol": self.protocol}
        fields |= {name: getattr(self, name) for name in self.own}
        if self.inverse is not None:
            from event_scoring.documents.fingerprint import fingerprint  # it needs arrays, which no help waits for

            fields["inverse"] = f"{fingerprint(sorted(self.inverse.items())):016x}"[:12]
        for name in ("types", "kinds"):
            if name in fields and fields[name] is None:
                fields[name] = "all"
        return {**fields, "zero_division": self.zero_division}


_ALL = frozenset(name for own in PRESETS.values() for name in own)
