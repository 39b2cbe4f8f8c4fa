"""The choices behind a template score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from event_scoring.scoring.options import TaskOptions, check_choice, option

ALIGNMENTS = {"muc-6": "greedy", "optimal": "optimal"}
"""The values of the option ``alignment``, and the counts that each of them reads."""
PRESETS: dict[str, dict[str, Any]] = {
    "muc-6": {"alignment": "muc-6", "partial_credit": False},
    "ceaf-ree": {"similarity": "strict", "normalize": True, "roles": None},
    "gtt": {"normalize": True, "roles": None},
    "ceaf-rme": {"similarity": "phi-3", "normalize": True, "roles": None},
}
"""The options of each protocol, and what they are where nothing is said."""
SIMILARITIES = {"ceaf-ree": ("strict", "proportion"), "ceaf-rme": ("phi-3", "phi-subset", "phi-a")}


@dataclass(frozen=True, kw_only=True)
class TemplateOptions(TaskOptions):
    """Choices that change a template score; every one of them stands in the signature."""

    protocol: Literal["muc-6", "ceaf-ree", "gtt", "ceaf-rme"] = option(
        "muc-6",
        "How templates are scored: fill by fill (MUC-6), role-filler entities (CEAF-REE, GRIT), mapped for the best F1 "
        "(GTT), or aligned by shared mentions (CEAF-RME, IterX).",
    )
    alignment: Literal["muc-6", "optimal"] | None = option(
        None, "MUC-6: align templates greedily by shared slot values, as it did (default), or for the largest credit."
    )
    partial_credit: bool | None = option(None, "MUC-6: give one half for texts that share a word (default: no).")
    similarity: Literal["strict", "proportion", "phi-3", "phi-subset", "phi-a"] | None = option(
        None,
        "How alike two entities are: strict (default) or proportion for CEAF-REE; phi-3 (default), phi-subset or phi-a "
        "for CEAF-RME.",
    )
    normalize: bool | None = option(
        None,
        "Compare mentions in lower case, without ASCII punctuation and articles (default; not of phi-a). CEAF-RME "
        "without it counts documents that have no template on either side, as FAMuS does.",
    )
    roles: tuple[str, ...] | None = option(
        None, "Read only these roles from predictions, as written or in lower case; None takes all. Not for MUC-6."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        own = PRESETS[self.protocol]
        for name in ("alignment", "partial_credit", "similarity", "normalize", "roles"):
            given = getattr(self, name)
            if given is None:
                object.__setattr__(self, name, own.get(name))
            elif name not in own:
                raise ValueError(
                    f'{name}: expected None, because protocol="{self.protocol}" has no such option, got {given!r}'
                )
            elif name == "similarity":
                check_choice(name, given, SIMILARITIES[self.protocol])
            if name == "normalize" and given is None and self.similarity == "phi-a":
                object.__setattr__(self, name, False)

    def preset(self) -> TemplateOptions:
        return TemplateOptions(protocol=self.protocol)

    @cached_property
    def choices(self) -> dict[str, object]:
        """What the signature says of them: those of the protocol."""
        own = {"protocol", "zero_division", *PRESETS[self.protocol]}
        said = {name: value for name, value in super().choices.items() if name in own}
        return {**said, "roles": self.roles or "all"} if "roles" in said else said
