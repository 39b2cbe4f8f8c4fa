"""The choices behind a nugget score, and the presets of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from event_scoring.scoring.intervals import IntervalOptions
from event_scoring.scoring.options import (
    check_choice,
    check_flag,
    check_names,
    check_number,
    check_zero_division,
    options_from,
)

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

CHOICES = {
    "mapping": ("many-to-one", "one-to-one", "optimal", "exact"),
    "precision": ("system", "pilot", "printed"),
    "documents_without_references": ("count", "skip"),
    "unannotated": ("wildcard", "literal"),
}

COREFERENCE_MAPPINGS = ("type", "span", "realis", "type_realis")


@dataclass(frozen=True)
class NuggetOptions(IntervalOptions):
    """Choices that change a nugget score; every one of them stands in the signature.

    An option of a protocol that is left at None takes the value that the protocol gives it.
    ``coreference`` and ``sequencing`` left at None are scored where either side has clusters or links.

    Examples:
        >>> NuggetOptions(protocol="evmeval-1.8").mapping
        'one-to-one'
        >>> NuggetOptions(protocol="evmeval-1.8", mapping="optimal").mapping
        'optimal'
    """

    protocol: str = "paper"
    mapping: str | None = None
    precision: str | None = None
    documents_without_references: str | None = None
    normalize: bool | None = None
    unannotated: str | None = None
    types: tuple[str, ...] | None = None
    zero_division: float = 0.0
    coreference: bool | None = None
    coreference_mapping: str = "type"
    coreference_threshold: float = 1.0
    sequencing: bool | None = None
    sequencing_mapping: str | None = None

    def __post_init__(self) -> None:
        check_choice("protocol", self.protocol, tuple(PROTOCOLS))
        for name, preset in PROTOCOLS[self.protocol].items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, preset)
            elif name in CHOICES:
                check_choice(name, getattr(self, name), CHOICES[name])
            else:
                check_flag(name, getattr(self, name))
        for name in ("coreference", "sequencing"):
            if getattr(self, name) is not None:
                check_flag(name, getattr(self, name))
        check_choice("coreference_mapping", self.coreference_mapping, COREFERENCE_MAPPINGS)
        if self.sequencing_mapping is None:
            object.__setattr__(self, "sequencing_mapping", self.coreference_mapping)
        check_choice("sequencing_mapping", self.sequencing_mapping, COREFERENCE_MAPPINGS)
        check_number("coreference_threshold", self.coreference_threshold, 0, 1)
        object.__setattr__(self, "coreference_threshold", float(self.coreference_threshold))
        object.__setattr__(self, "types", check_names("types", self.types))
        object.__setattr__(self, "zero_division", check_zero_division(self.zero_division))
        self.check_intervals()

    @property
    def per_type_credit(self) -> str:
        """Which attributes must be right for credit in the per-type table."""
        # EvmEval 1.8 picks the mapping of type and realis together for its table "Mention Type Results".
        return "type_realis" if self.protocol == "evmeval-1.8" else "type"

    @property
    def chain_comparison(self) -> tuple[bool, str]:
        """``normalize`` and ``unannotated`` as coreference and sequencing compare attributes.

        They align mentions as EvmEval 1.8 does under every protocol; only an option that departs from
        its own protocol overrides that.
        """
        preset, published = PROTOCOLS[self.protocol], PROTOCOLS["evmeval-1.8"]
        normalize, unannotated = (
            published[name] if getattr(self, name) == preset[name] else getattr(self, name)
            for name in ("normalize", "unannotated")
        )
        return normalize, unannotated

    def choices(self) -> dict[str, object]:
        """What the signature says of them; how chains compare attributes where that is not the published way."""
        said = {**super().choices(), "types": "all" if self.types is None else self.types}
        published = PROTOCOLS["evmeval-1.8"]
        for name, value in zip(("normalize", "unannotated"), self.chain_comparison, strict=True):
            if value != published[name]:
                said[f"chains_{name}"] = value
        return {**said, "per_type": self.per_type_credit}


def nugget_options(given: Mapping[str, Any]) -> NuggetOptions:
    """Options from keywords; a TypeError or ValueError says what is wrong with them."""
    return options_from(NuggetOptions, given)
