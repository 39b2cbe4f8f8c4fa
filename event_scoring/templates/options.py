"""The choices behind a template score, and how its parts are called."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any, Literal, TypeAlias

from event_scoring.documents.errors import first_names, shown, shown_path
from event_scoring.scoring.layout import Score, ScoreLayout
from event_scoring.scoring.options import TaskOptions, check_choice, check_labels, check_names, option, option_items
from event_scoring.scoring.signature import roles_of
from event_scoring.templates.protocols.muc4.history import check_adjudications
from event_scoring.templates.protocols.muc4.judgements import Adjudications
from event_scoring.templates.protocols.muc4.slots import MUC_4_FORM, Form, form_of_mapping

ALIGNMENTS = {"muc-6": "greedy", "optimal": "optimal"}
"""The values of the option ``alignment``, and the counts that each of them reads."""
PRESETS: dict[str, dict[str, object]] = {
    "muc-6": {"alignment": "muc-6", "partial_credit": False},
    "ceaf-ree": {"similarity": "strict", "normalize": True, "roles": None},
    "gtt": {"normalize": True, "roles": None},
    "ceaf-rme": {
        "similarity": "phi-3",
        "normalize": True,
        "roles": None,
        "denominators": "mentions",
        "empty_documents": "ignore",
        "merge_predictions": False,
    },
    "doc2edag": {"alignment": "doc2edag", "roles": None},
    "muc-4": {
        "alignment": "muc-4",
        "adjudications": None,
        "attended": True,
        "premodifiers": "muc-4",
        "restrict": True,
        "irrelevant": "score",
        "slots": "muc-4",
        "lookup": "published",
    },
}
"""The options of each protocol, with their defaults."""
NAMED: dict[str, dict[str, object]] = {
    "famus": {"similarity": "phi-a", "normalize": False, "empty_documents": "count", "merge_predictions": True}
}
"""The options that each preset of CEAF-RME implies unless they are given."""
_OF_PROTOCOLS = tuple(dict.fromkeys(name for options in PRESETS.values() for name in options))
"""The options that only some protocols read."""
ALIGNMENT_NAMES = {
    "muc-6": tuple(ALIGNMENTS),
    "doc2edag": ("doc2edag", "optimal"),
    "muc-4": ("muc-4", "optimal", "given"),
}
SIMILARITIES = {"ceaf-ree": ("strict", "proportion"), "ceaf-rme": ("phi-3", "phi-subset", "phi-a")}


def check_roles(name: str, value: object) -> tuple[str, ...] | dict[str, tuple[str, ...]]:
    """Return a list of roles, or the roles of each type as a dict or a list of pairs; raise for other values.

    Examples:
        >>> check_roles("roles", [["Pledge", ["holder", "date"]]])
        {'Pledge': ('holder', 'date')}
    """
    items = [*value.items()] if isinstance(value, Mapping) else option_items(name, value, "strings")
    if not isinstance(value, Mapping) and not (items and all(isinstance(item, list | tuple) for item in items)):
        return check_names(name, value)
    found: dict[str, tuple[str, ...]] = {}
    for item in items:
        if len(item) != 2 or not isinstance(item[0], str) or item[0] in found:
            raise ValueError(f"{name}: expected each type once, with a list of its roles, got {shown(item)}")
        place = shown_path((name, item[0]))
        found[item[0]] = tuple(dict.fromkeys(check_labels(place, item[1])))
        if not found[item[0]]:
            raise ValueError(f"{place}: expected at least one role, got none")
    return found


SlotRecords: TypeAlias = dict[str, Any]
"""The slots of a task as users give them: {id: {kind, set, tags}}, with subtotals."""


def check_slots(name: str, value: object) -> SlotRecords | str:
    """Return the slots of a task, or "muc-4" for those of 1992; raise for other values."""
    if value == "muc-4":
        return "muc-4"
    if not isinstance(value, Mapping):
        raise ValueError(f'{name}: expected {{id: {{"kind", "set", "tags"}}}} or "muc-4", got {shown(value)}')
    form_of_mapping(name, value)
    copied: SlotRecords = json.loads(json.dumps(value))
    return copied


@dataclass(frozen=True, kw_only=True)
class TemplateOptions(TaskOptions):
    """Options that change a template score; the signature holds those of the protocol."""

    LISTED_BY = "help(score_templates)"

    protocol: Literal["muc-6", "ceaf-ree", "gtt", "ceaf-rme", "doc2edag", "muc-4"] = option(
        "muc-6",
        "The rule to count by: fill by fill (MUC-6), role-filler entities (CEAF-REE, GRIT), templates mapped for "
        "the best F1 (GTT), templates aligned by shared mentions (CEAF-RME, IterX), records of event tables "
        "(Doc2EDAG, DocEE), or the rule of 1992, with partial credit and adjudications (MUC-4).",
    )
    alignment: Literal["muc-6", "doc2edag", "muc-4", "optimal", "given"] | None = option(
        None,
        "MUC and event tables: align templates greedily, as published (default), or for the largest credit "
        "(optimal). MUC-4: also only by the mappings of the adjudications (given).",
    )
    partial_credit: bool | None = option(None, "MUC-6: give one half for texts that share a word (default: no).")
    similarity: Literal["strict", "proportion", "phi-3", "phi-subset", "phi-a"] | None = option(
        None,
        "The similarity of two entities: strict (default) or proportion for CEAF-REE; phi-3 (default), phi-subset "
        "or phi-a for CEAF-RME.",
    )
    normalize: bool | None = option(
        None,
        "Compare mentions in lower case, without ASCII punctuation and articles (default, but not for phi-a).",
    )
    denominators: Literal["mentions", "entities"] | None = option(
        None,
        "CEAF-RME, phi-3: divide precision and recall by mentions (default, the released scorer), or by entities "
        "(the comparison files of IterX).",
    )
    empty_documents: Literal["ignore", "count"] | None = option(
        None,
        "CEAF-RME: a document without templates on either side is ignored (default), or counts as one right "
        "template, as in FAMuS since June 2024.",
    )
    merge_predictions: bool | None = option(
        None,
        "CEAF-RME: merge predicted texts of a role into the longer text that contains them, as FAMuS does (default:"
        " no).",
    )
    errors: Literal["auto-err"] | None = option(
        None,
        "The analysis of errors in `details`: the kinds of Das et al. (2022), for documents with text (by default "
        "none).",
        python_only=True,
    )
    preset: Literal["famus"] | None = option(
        None, "CEAF-RME: the options of FAMuS; options that are given too override them."
    )
    roles: tuple[str, ...] | dict[str, tuple[str, ...]] | None = option(
        None,
        "Read only these roles from predictions, as written or in lower case (by default all). For event tables: "
        "the types with their roles, {type: [role]}, for both sides (by default those in the references).",
        check=check_roles,
        structured=True,
        read=roles_of,
        annotation=Iterable[str] | Mapping[str, Iterable[str]] | None,
    )

    adjudications: Adjudications | None = option(
        None,
        "MUC-4: judgements and mappings by people, as records or as a file: a history or JSON.",
        check=check_adjudications,
        of_file=True,
        annotation=Mapping[str, Any] | str | PathLike[str] | None,
    )
    attended: bool | None = option(
        None,
        "MUC-4: treat set fills as the interactive scorer did with a person answering, as in the official "
        "results (default: yes).",
    )
    premodifiers: Literal["muc-4", "words", "none"] | None = option(
        None,
        "MUC-4: remove articles and small numbers before texts are compared: anywhere, as published (default), only"
        " as whole words, or not at all.",
    )
    restrict: bool | None = option(
        None, "MUC-4: map only templates that agree in type and in a target or perpetrator (default: yes)."
    )
    irrelevant: Literal["score", "ignore"] | None = option(
        None, "MUC-4: score responses in messages without a relevant template of the key (default), or leave them out."
    )
    slots: SlotRecords | str | None = option(
        None,
        "MUC-4: the slots of the task, {id: {kind, set, tags}} with subtotals, in the order of the report (by "
        "default those of 1992).",
        check=check_slots,
        structured=True,
        annotation=Mapping[str, Any] | Literal["muc-4"] | None,
    )
    lookup: Literal["published", "first"] | None = option(
        None,
        "MUC-4: start each look-up of a judgement where the previous one ended, as published (default), or at "
        "the beginning.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        own = PRESETS[self.protocol]
        if self.preset is not None:
            if self.protocol != "ceaf-rme":
                raise ValueError(f'preset: protocol="{self.protocol}" has no presets, got {self.preset!r}')
            own = {**own, **NAMED[self.preset]}
        for name in _OF_PROTOCOLS:
            given = getattr(self, name)
            if given is None:
                object.__setattr__(self, name, own.get(name))
            elif name not in own:
                known = first_names(f'"{one}"' for one, options in PRESETS.items() if name in options)
                got = shown(given)
                raise ValueError(f'{name}: only protocol {known} reads it, not "{self.protocol}"; got {got}')
            elif name == "similarity":
                check_choice(name, given, SIMILARITIES[self.protocol])
            elif name == "alignment":
                check_choice(name, given, ALIGNMENT_NAMES[self.protocol])
            elif name == "roles" and isinstance(given, dict) != (self.protocol == "doc2edag"):
                wanted = "a dict of types with their roles" if self.protocol == "doc2edag" else "a list of roles"
                raise ValueError(f'{name}: expected {wanted} for protocol="{self.protocol}", got {shown(given)}')
            if name == "normalize" and given is None and self.similarity == "phi-a":
                object.__setattr__(self, name, False)
        if self.denominators == "entities" and self.similarity != "phi-3":
            raise ValueError(f'denominators: only similarity="phi-3" has shares of entities, got {self.similarity!r}')

    @cached_property
    def form(self) -> Form:
        """The slots of MUC-4, or of the task that is given in their place."""
        return form_of_mapping("slots", self.slots) if isinstance(self.slots, dict) else MUC_4_FORM

    @property
    def role_names(self) -> tuple[str, ...] | None:
        """The roles to which predictions are reduced, where a list of roles is given."""
        return self.roles if isinstance(self.roles, tuple) else None

    @property
    def roles_of_types(self) -> dict[str, tuple[str, ...]] | None:
        """The roles of each event type, if the option gives them; for event tables."""
        return self.roles if isinstance(self.roles, dict) else None

    def preset_options(self) -> TemplateOptions:
        return type(self).of({"protocol": self.protocol})

    @cached_property
    def assumed(self) -> dict[str, object]:
        """Option values that a preset implies; a signature always has the others.

        These are adjudications, and ``normalize`` for phi-a, which has its own default.
        """
        stated = {"adjudications", "normalize"} if self.similarity == "phi-a" else {"adjudications"}
        return {name: value for name, value in super().assumed.items() if name not in stated}

    @cached_property
    def choices(self) -> dict[str, object]:
        """Options in the signature: those of the protocol."""
        own = {"protocol", "zero_division", *PRESETS[self.protocol]}
        stated = {name: value for name, value in super().choices.items() if name in own}
        if self.protocol == "muc-4":
            adjudications = self.adjudications
            stated["adjudications"] = None if adjudications is None else adjudications.fingerprint
            if self.slots != "muc-4":
                stated["slots"] = _digits(json.dumps(self.slots, ensure_ascii=False))
        if "roles" not in stated:
            return stated
        if self.protocol != "doc2edag":
            return {**stated, "roles": self.role_names or "all"}
        # The order of types and roles changes no score.
        pairs = sorted([kind, *sorted(roles)] for kind, roles in (self.roles_of_types or {}).items())
        return {**stated, "roles": _digits(json.dumps(pairs, ensure_ascii=False)) if pairs else "references"}


def _digits(text: str) -> str:
    """Return twelve hexadecimal digits for a text that is too long for a signature."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


TEMPLATE_LAYOUT = ScoreLayout(
    heading="Templates",
    groups=(
        Score("", "fills", "values found in the right slot of the right template"),
        Score("macro", "mean over roles"),
        Score("average", "mean over types"),
        Score("instance", "whole records"),
        Score("combination", "values of records"),
        Score("classification", "types of documents"),
        Score("classification_macro", "types of documents mean"),
        Score("entity", "entities"),
        Score("matched_missing", "matched or missing templates"),
        Score("matched_spurious", "matched or spurious templates"),
        Score("matched_only", "matched templates"),
        Score("templates", "templates themselves"),
        Score("set_fills", "set fills"),
        Score("string_fills", "string fills"),
    ),
    single=(
        Score("published_precision", "precision as published"),
        Score("published_recall", "recall as published"),
        Score("published_f1", "F1 as published", "P&R in per cent, of whole per cents"),
        Score("published_f_2p", "F 2P&R as published"),
        Score("published_f_2r", "F P&2R as published"),
        *(Score(name, name) for name in ("correct", "partial", "incorrect", "missing", "spurious")),
        Score("possible", "possible", "values of the references"),
        Score("actual", "actual", "values of the predictions"),
        *(
            Score(f"{ratio}_{part}", f"{ratio} {part}")
            for ratio in ("precision", "recall")
            for part in ("numerator", "denominator")
        ),
        Score("aligned", "aligned templates"),
        Score("greedy_f1", "F1 by greedy alignment"),
        Score("optimal_f1", "F1 by optimal alignment"),
        Score("greedy_loss", "what greedy alignment loses", "credit that the alignment of MUC-6 loses to the best one"),
    ),
    folded=("matched_", "templates_", "set_fills_", "string_fills_", "text_filtering_"),
    headlines=("f1",),
    main=("precision", "recall", "f1"),
    summary=("precision", "recall", "f1", "correct", "incorrect", "missing", "spurious", "greedy_loss"),
    tables=("type", "slot", "role", "document", "report", "error"),
    citation="Proceedings of the Sixth Message Understanding Conference (MUC-6), 1995",
    citations={
        "doc2edag": "Zheng, Cao, Xu, Liu and Bian (2019), Doc2EDAG: An End-to-End Document-level Framework for Chinese "
        "Financial Event Extraction, EMNLP",
        "muc-4": "Chinchor (1992), MUC-4 Evaluation Metrics, Fourth Message Understanding Conference",
        "ceaf-ree": "Du, Rush and Cardie (2021), GRIT: Generative Role-filler Transformers for Document-level Event "
        "Entity Extraction, EACL",
        "gtt": "Du, Rush and Cardie (2021), Template Filling with Generative Transformers, NAACL",
        "ceaf-rme": "Chen, Gantt, Gu, Chen, White and Van Durme (2023), Iterative Document-level Information "
        "Extraction via Imitation Learning, EACL",
    },
)
