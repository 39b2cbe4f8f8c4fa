"""The options of nugget scores, their presets, and the titles of the scores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from event_scoring.scoring.layout import Score, ScoreLayout
from event_scoring.scoring.options import TaskOptions, option

PROTOCOLS: dict[str, dict[str, Any]] = {
    "paper": {
        "mapping": "many-to-one",
        "precision": "system",
        "documents_without_references": "count",
        "normalize": False,
        "unannotated": "wildcard",
    },
    "pilot": {
        "mapping": "many-to-one",
        "precision": "pilot",
        "documents_without_references": "skip",
        "normalize": False,
        "unannotated": "literal",
    },
    "evmeval-1.8": {
        "mapping": "one-to-one",
        "precision": "system",
        "documents_without_references": "skip",
        "normalize": True,
        "unannotated": "wildcard",
    },
}
"""Named presets: the paper's section 4 (default), its pilot study, and the TAC KBP scorer of 2017."""

Attributes = Literal["type", "span", "realis", "type_realis"]


@dataclass(frozen=True, kw_only=True)
class NuggetOptions(TaskOptions):
    """Options that change a nugget score; the signature holds all of them.

    Examples:
        >>> NuggetOptions(protocol="evmeval-1.8").mapping
        'one-to-one'
        >>> NuggetOptions(protocol="evmeval-1.8", mapping="optimal").mapping
        'optimal'
    """

    LISTED_BY = "help(score_nuggets)"

    protocol: Literal["paper", "pilot", "evmeval-1.8"] = option(
        "paper", "A preset of the options: the paper's section 4, its pilot study, or the TAC KBP scorer of 2017."
    )
    mapping: Literal["many-to-one", "one-to-one", "optimal", "exact"] | None = option(
        None, "The mapping of predictions to references (by default that of the protocol)."
    )
    precision: Literal["system", "pilot", "printed"] | None = option(
        None,
        "The denominator of span precision: all predictions, the pilot's count, or true positives and missed "
        "references, as Algorithm 2 is printed.",
    )
    documents_without_references: Literal["count", "skip"] | None = option(
        None, "Count or skip the predictions of documents without references."
    )
    normalize: bool | None = option(
        None, "Compare only the ASCII letters and digits of types and realis, in lower case."
    )
    unannotated: Literal["wildcard", "literal"] | None = option(
        None,
        "A reference attribute that is missing or NOT_ANNOTATED agrees with everything (wildcard), or is "
        "compared as written.",
    )
    types: tuple[str, ...] | None = option(None, "Score only mentions of these types, on both sides; by default all.")
    coreference: bool | None = option(None, "Score event coreference (by default if either side has clusters).")
    coreference_mapping: Attributes = option(
        "type", "The attributes in which mentions aligned for coreference must agree."
    )
    coreference_threshold: float = option(
        1.0, "The lowest Dice of the spans of mentions aligned for coreference.", low=0, high=1
    )
    coreference_level: Literal["document", "subtopic", "topic", "corpus"] = option(
        "document", "The unit of documents in which equal cluster labels mean one cluster."
    )
    sequencing: bool | None = option(None, "Score After and Subevent links (by default if either side has links).")
    sequencing_mapping: Attributes | None = option(
        None, "The attributes in which mentions aligned for sequencing must agree (by default as for coreference)."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, preset in PROTOCOLS[self.protocol].items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, preset)
        if self.sequencing_mapping is None:
            object.__setattr__(self, "sequencing_mapping", self.coreference_mapping)

    def preset_options(self) -> NuggetOptions:
        return type(self).of({"protocol": self.protocol})

    @cached_property
    def assumed(self) -> dict[str, object]:
        """The values that a preset implies; another ``coreference_mapping`` leaves ``sequencing_mapping`` open."""
        implied = self.preset_options().choices
        if self.coreference_mapping == implied["coreference_mapping"]:
            return implied
        return {name: value for name, value in implied.items() if name != "sequencing_mapping"}

    @property
    def per_type_credit(self) -> str:
        """The attributes that must be right for credit in the per-type table."""
        # EvmEval 1.8 picks the mapping of type and realis together for its table "Mention Type Results".
        return "type_realis" if self.protocol == "evmeval-1.8" else "type"

    @cached_property
    def coreference_attribute_rules(self) -> tuple[bool, str]:
        """``normalize`` and ``unannotated`` as coreference and sequencing compare attributes.

        They align mentions as EvmEval 1.8 does under every protocol; only an option that departs from
        its own protocol overrides that.
        """
        preset, published = PROTOCOLS[self.protocol], PROTOCOLS["evmeval-1.8"]
        normalize = published["normalize"] if self.normalize == preset["normalize"] else bool(self.normalize)
        literal = published["unannotated"] if self.unannotated == preset["unannotated"] else str(self.unannotated)
        return normalize, literal

    @cached_property
    def choices(self) -> dict[str, object]:
        """Options in the signature. Attributes that clusters and links compare are included unless as published."""
        own: dict[str, object] = {"types": "all" if self.types is None else self.types}
        published = PROTOCOLS["evmeval-1.8"]
        for name, value in zip(("normalize", "unannotated"), self.coreference_attribute_rules, strict=True):
            if value != published[name]:
                own[f"chains_{name}"] = value
        own["per_type"] = self.per_type_credit
        return {**super().choices, **own}


_PLACE = "event mentions found at the right place"
_ATTRIBUTES = (
    Score("span", "span", _PLACE),
    Score("type", "type", f"{_PLACE} and with the right type"),
    Score("realis", "realis", f"{_PLACE} and with the right realis"),
    Score("type_realis", "type and realis", f"{_PLACE} and with the right type and realis"),
)
_CHAINS = "chains of coreferent mentions, as {} counts them"

NUGGET_LAYOUT = ScoreLayout(
    heading="Event nuggets",
    groups=(
        *_ATTRIBUTES,
        *(Score(f"macro_{key}", f"macro {title}", f"{what}; mean over documents") for key, title, what in _ATTRIBUTES),
        Score("muc", "coreference MUC", _CHAINS.format("MUC")),
        Score("b_cubed", "coreference B-cubed", _CHAINS.format("B-cubed")),
        Score("ceaf_m", "coreference CEAF-m", _CHAINS.format("CEAF-m")),
        Score("ceaf_e", "coreference CEAF-e", _CHAINS.format("CEAF-e")),
        Score("blanc", "coreference BLANC", _CHAINS.format("BLANC")),
        Score("lea", "coreference LEA", _CHAINS.format("LEA")),
        Score("after", "After links", "which event comes after which"),
        Score("subevent", "Subevent links", "which event is a part of which"),
        Score("sequencing", "After and Subevent links", "links of both kinds together"),
    ),
    single=(
        Score("type_accuracy", "type accuracy", "of the mentions found, those with the right type"),
        Score("realis_accuracy", "realis accuracy", "of the mentions found, those with the right realis"),
        Score("type_realis_accuracy", "type and realis accuracy", "of the mentions found, those with both right"),
        Score("conll_f1", "coreference CoNLL average", "mean of MUC, B-cubed and CEAF-e"),
        Score("kbp_coreference_f1", "coreference KBP average", "mean of MUC, B-cubed, CEAF-e and BLANC"),
    ),
    headlines=("type_f1", "span_f1"),
    main=("span_f1", "type_f1", "realis_f1", "type_realis_f1", "kbp_coreference_f1", "sequencing_f1"),
    summary=(
        *("span_precision", "span_recall", "span_f1", "type_f1", "realis_f1", "type_realis_f1"),
        *("kbp_coreference_f1", "sequencing_f1"),
    ),
    citation="Liu, Mitamura and Hovy (2015), Evaluation Algorithms for Event Nugget Detection: A Pilot Study, "
    "3rd Workshop on EVENTS",
)
