"""The table of conventions: what each scorer reads, compares, and in which way it counts.

A row says facts. What a scorer does in a way of its own is in its module beside this one, in a subclass of `Rule`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Literal

from event_scoring.extraction.convention_choices import BionlpChoices, SpanChoices
from event_scoring.extraction.counting import Way, by_first_reference, by_role_of_mention, key_of
from event_scoring.extraction.documents.document import NOTHING
from event_scoring.extraction.items import Item
from event_scoring.matching import Count, as_lists, as_multisets, as_sets
from event_scoring.scoring.options import TaskOptions

TRIGGER_SCORES = {
    "trigger_identification": ("trigger",),
    "trigger_classification": ("trigger", "type"),
}
ARGUMENT_SCORES = {
    "argument_identification": ("span", "type"),
    "argument_classification": ("span", "type", "label"),
    "argument_attached_identification": ("trigger", "type", "span"),
    "argument_attached_classification": ("trigger", "type", "span", "label"),
}
"""Scores, and in what a prediction and a reference must agree."""
WITHOUT_TYPES = {name: tuple(part for part in parts if part != "type") for name, parts in ARGUMENT_SCORES.items()}
OWN_OPTIONS = (
    *("paradigm", "matcher", "discarded", "role_limits", "original_names"),
    *("variant", "unit", "ignore_non_entity"),
    *(
        one.name
        for kind in (BionlpChoices, SpanChoices)
        for one in fields(kind)
        if one.name not in {own.name for own in fields(TaskOptions)}
    ),
)
"""Options that only the conventions read that name them."""
PAPER_CHOICES = (
    *("gold_outside", "outside_schema", "surplus", "conflict"),
    *("nothing", "discarded_trigger", "order_unit"),
)
"""The choices that the paper leaves open (C1 to C7); other conventions read some of them, or none."""
ALL_MODES = ("pipeline", "gold", "legacy", "loose")


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One of several scorers of a corpus."""

    counting: str
    """How the signature names its way of counting."""
    unread: tuple[str, ...] = ()
    """The options of its convention that it does not read."""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Options of which it knows only some values."""


@dataclass(frozen=True, kw_only=True)
class Convention:
    """What one scorer reads, compares and counts. As it stands: predictions with spans, as they are, as sets."""

    title: str
    """How the scorer is called."""
    reason: str
    """Why its numbers differ from the paper's."""

    trigger_scores: Mapping[str, Sequence[str]] = field(default_factory=lambda: TRIGGER_SCORES)
    """Its scores of triggers, and in what a prediction and a reference must agree; none where triggers are given."""
    argument_scores: Mapping[str, Sequence[str]] = field(default_factory=lambda: ARGUMENT_SCORES)
    way: Way = as_sets
    """How items count that agree in those parts."""
    ways: Mapping[str, Way] = field(default_factory=dict)
    """The same for scores that it counts in another way."""
    by_role: str = "argument_attached_classification"
    """The score that details show by role."""
    sets_in_tiers: bool = False
    """Whether equal tuples count once where tiers match them."""

    standardize: tuple[bool, ...] = (False,)
    """Whether outputs are projected onto candidates; the first is the default, others are also allowed."""
    modes: tuple[str, ...] = ("pipeline", "gold")
    """How arguments may meet triggers; the first is the default."""
    needed_keys: tuple[str, ...] = ("trigger", "type")
    """What no predicted event may lack."""
    nothing: tuple[str, ...] = NOTHING
    """Labels that predict nothing."""
    knows_nothing: bool = False
    """Whether the original reads them so too; others take them for labels like any other."""
    places_texts: bool = True
    """Whether predicted texts take places in order of appearance before anything is compared."""
    tells_errors: bool = True
    """Whether details tell kinds of errors, or only what is right, missed and invented."""
    no_tiers: str = ""
    """Why nothing may be matched beyond spans, if so."""
    matches_optimally: bool = False
    """Whether the convention takes ``matching="optimal"``."""
    needs_whole_corpus: str = ""
    """Why it cannot count a document before it has seen all, if so."""

    own_options: tuple[str, ...] = ()
    """Which of `OWN_OPTIONS` it reads."""
    open_choices: tuple[str, ...] = ("outside_schema",)
    """Which of the choices that the paper leaves open it reads."""
    always_stated: tuple[str, ...] = ()
    """Choices that its signatures name whatever they are."""
    unread: tuple[str, ...] = ()
    """What signatures of other conventions state and it does not read."""
    roles_by_type: Literal["", "if given", "needed"] = ""
    """Whether ``roles`` are those of each event type: if they are given, or always."""
    variants: Mapping[str, Variant] = field(default_factory=dict)
    """The scorers from which to choose by ``variant``; the first is the default."""

    counting: str = "set"
    """How the signature names its way of counting."""
    counting_as_given: str = ""
    """The same where outputs are not standardized, if it is another."""
    average: str = "micro"
    standardization: str = "none"
    """Its name in the signature, where outputs are standardized."""
    position_mapping: str = "none"
    """What places a prediction that has no span; "none" where every prediction needs one."""


_PATHWAYS = Variant(
    counting="events",
    unread=("task", "decompose", "offsets", "soft_types"),
    values={"span": ("strict", "approximate")},
)
"""The programs of PC and CG."""
CONVENTIONS = {
    "paper": Convention(
        title="the paper",
        knows_nothing=True,
        reason="The default: outputs are projected onto the candidates, one label for each (section 4.2).",
        standardize=(True, False),
        modes=ALL_MODES,
        places_texts=False,
        own_options=("matcher", "discarded"),
        open_choices=PAPER_CHOICES,
        counting_as_given="multiset",
        standardization="paper-4.2",
        position_mapping="order",
    ),
    "textee": Convention(
        title="TextEE",
        reason=(
            "TextEE knows no candidates: a span outside them is a wrong prediction instead of a discarded one, "
            "several labels for one span all count, and equal tuples count once. Its AI and AC (the free keys) do "
            "not ask for the trigger, so that events of one type in a document merge; AI+ and AC+ (attached) do."
        ),
        way=as_sets,
        sets_in_tiers=True,
    ),
    "omnievent": Convention(
        title="OmniEvent",
        knows_nothing=True,
        reason=(
            "OmniEvent's code leaves its paper in several places: types that no reference has are no wrong "
            'predictions in detection (but with paradigm="classification"); a text without position takes the '
            "reference's label where it has that label too; argument candidates that overlap a reference argument are "
            "left out, so labelling them is free; a span with several reference labels is judged once for each."
        ),
        standardize=(True,),
        modes=ALL_MODES,
        places_texts=False,
        tells_errors=False,
        no_tiers="gives each candidate one label, and what is no candidate has none to be right",
        needs_whole_corpus="leaves out predictions of types that no reference of the corpus has",
        own_options=("paradigm",),
        open_choices=("outside_schema", "conflict"),
        counting="candidates",
        standardization="omnievent-ec72e72",
        position_mapping="gold-aware",
    ),
    "oneie": Convention(
        title="OneIE",
        reason=(
            "OneIE knows no candidates and does not ask for the trigger of an argument. A trigger's type is "
            "compared with the first reference at its span only. Its argument identification credits every "
            "predicted role of a mention, so its own recall can exceed 1; here a reference is credited once."
        ),
        way=as_sets,
        ways={
            "trigger_identification": as_lists,
            "trigger_classification": by_first_reference,
            "argument_identification": by_role_of_mention,
        },
        no_tiers="credits every prediction that stands where a reference does, several for one too",
        counting="oneie",
    ),
    "dygie": Convention(
        title="DyGIE++",
        reason=(
            "DyGIE++ knows no candidates and counts lists: each prediction that equals some reference is right, so "
            "that a right argument repeated under a spurious trigger of its type is right twice and recall can exceed "
            "1. Its scores do not ask for the trigger of an argument (the free keys)."
        ),
        way=as_lists,
        no_tiers="credits every prediction that equals a reference, several for one too",
        counting="list",
    ),
    "wikievents": Convention(
        title="WikiEvents (gen-arg)",
        reason=(
            "The scorers used for WikiEvents take triggers as given. gen-arg counts every prediction that a reference "
            "matches, so that recall can exceed 1, takes a leading article off multi-word references only, and leaves "
            "out events without a prediction; PAIE compares sets of predictions with lists of references; TSAR counts "
            "multisets as RAMS's scorer does."
        ),
        trigger_scores={},
        argument_scores=dict.fromkeys(
            (
                *("argument_identification", "argument_classification"),
                *("argument_coref_identification", "argument_coref_classification"),
            ),
            (),
        ),
        by_role="argument_classification",
        modes=("gold",),
        needed_keys=(),
        tells_errors=False,
        no_tiers='has its own units "head" and "text" and its own clusters',
        own_options=("variant", "unit"),
        open_choices=(),
        unread=("standardize", "types", "span_match", "outside_schema"),
        roles_by_type="if given",
        variants={
            "gen-arg": Variant(counting="credit", values={"unit": ("span", "head")}),
            "paie": Variant(counting="set-of-predictions"),
            "tsar": Variant(counting="multiset", values={"unit": ("span", "head")}),
        },
    ),
    "rams": Convention(
        title="RAMS",
        nothing=tuple(label for label in NOTHING if label),  # "" is what follows the number in a name like "evt1arg2"
        reason=(
            "RAMS's scorer takes triggers as given and counts links of trigger, argument and role as multisets; the "
            "event type plays no part. It prints precision under the name of recall and recall under that of "
            "precision; here both are named rightly, and with original_names=True as published."
        ),
        trigger_scores={},
        argument_scores=WITHOUT_TYPES,
        way=as_multisets,
        modes=("gold",),
        needed_keys=("trigger",),
        tells_errors=False,
        no_tiers="counts links between places and the sentences between them",
        own_options=("role_limits", "original_names"),
        open_choices=(),
        unread=("types", "roles", "outside_schema"),
        counting="multiset",
    ),
    "maven-arg": Convention(
        title="MAVEN-Arg",
        reason=(
            "MAVEN-Arg's scorer compares texts (exact match and bag of words) role by role of given triggers and takes "
            "means over roles, entities or events, not sums over arguments: a missed role costs one row whatever its "
            "arguments, further predictions for a role are free at the levels of entities and events, and predictions "
            "under a wrong event type are never counted as spurious."
        ),
        trigger_scores={},
        argument_scores={},
        by_role="",
        modes=("gold",),
        needed_keys=("id", "type"),
        places_texts=False,
        no_tiers="compares texts already, word by word",
        own_options=("ignore_non_entity",),
        open_choices=(),
        unread=("standardize", "types", "span_match", "outside_schema"),
        roles_by_type="needed",
        counting="means",
        average="roles",
    ),
    "bionlp": Convention(
        title="BioNLP",
        reason=(
            "The programs of the BioNLP shared tasks compare whole events with all of their arguments, which may be "
            "events; an event with one wrong argument is wrong. Approximate spans may reach into the neighbouring word."
        ),
        trigger_scores={},
        argument_scores={},
        by_role="",
        modes=("pipeline",),
        needed_keys=(),
        places_texts=False,
        no_tiers="compares whole events, recursively",
        own_options=(
            *("variant", "span", "recursive", "task", "decompose", "single_penalty", "soft_types", "normalize"),
            *("offsets", "unreadable"),
        ),
        open_choices=(),
        always_stated=("variant", "span", "recursive"),
        unread=("mode", "standardize", "types", "roles", "span_match", "average", "outside_schema"),
        variants={
            "ge-2011": Variant(counting="events", unread=("single_penalty", "soft_types")),
            "ge-2013": Variant(counting="events", unread=("single_penalty",)),
            **dict.fromkeys(("pc-2013", "pc-2013-original", "cg-2013"), _PATHWAYS),
        },
        counting="events",
    ),
    "nervaluate": Convention(
        title="nervaluate (SemEval-2013)",
        reason=(
            "nervaluate looks at typed spans by themselves, under four schemes; a prediction takes the first reference "
            "span that it touches, whether a better one comes later or not."
        ),
        trigger_scores={},
        argument_scores={},
        by_role="",
        modes=("pipeline",),
        places_texts=True,
        no_tiers="has schemes of its own for spans that are not equal",
        matches_optimally=True,
        own_options=("counted_items", "half_credit", "min_overlap"),
        open_choices=(),
        unread=("mode", "modes", "standardize", "roles", "span_match", "average", "outside_schema"),
        counting="schemes",
    ),
    "m2e2": Convention(
        title="M2E2",
        reason=(
            "M2E2's scorer compares the roles of an event position by position, and not the places of its arguments: a "
            "wrong place with the right role is right, and one missed argument shifts the rest."
        ),
        trigger_scores={},
        argument_scores=dict.fromkeys(("trigger_classification", "argument_classification"), ()),
        by_role="",
        modes=("pipeline",),
        tells_errors=False,
        no_tiers="compares roles by their position in a list",
        own_options=("ignore_time",),
        open_choices=(),
        unread=("mode", "modes", "standardize", "types", "roles", "span_match", "outside_schema"),
        counting="positions",
    ),
}


def count_score(convention: Convention, name: str, predictions: Sequence[Item], references: Sequence[Item]) -> Count:
    """One score of triggers or arguments: those that agree in its parts, counted in its way, as the table has them.

    Examples:
        DyGIE++ credits every prediction that equals a reference.

        >>> agent = Item(0, 0, (1, 2), "Attack", (0, 1), "Agent")
        >>> count = count_score(CONVENTIONS["dygie"], "argument_classification", [agent, agent], [agent])
        >>> len(count.right), len(count.predicted), len(count.wanted)
        (2, 2, 1)
    """
    scores = convention.argument_scores if name in convention.argument_scores else convention.trigger_scores
    return convention.ways.get(name, convention.way)(predictions, references, key_of(*scores[name]))
