"""The scorers of the strip: each published rule that gives one kind of score."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from event_scoring.arguments.responses import RESPONSES
from event_scoring.arguments.score import ARGUMENTS
from event_scoring.extraction.measures import MEASURES
from event_scoring.extraction.score import DETECTION, EXTRACTION
from event_scoring.nuggets.score import NUGGETS
from event_scoring.relations.score import RELATIONS
from event_scoring.scoring.published import Published
from event_scoring.scoring.task import Task
from event_scoring.tasks import published_rules
from event_scoring.templates.score import TEMPLATES
from event_scoring.values.score import VALUES
from spaces_app.arithmetic import COREFERENCE_NAMES

NAMES = {
    "Event nuggets, the paper": "Nugget paper (2015)",
    "Event nuggets, pilot": "Nugget pilot (2014)",
    "Event arguments and linking, the proposal": "TAC proposal (2015)",
    "Event arguments and linking, assessed responses": "TAC, assessed",
    "Event arguments and linking, the official numbers": "TAC, official",
    "Event arguments and linking, without realis": "TAC, without realis",
    "Event arguments and linking, without realis and coreference": "TAC, no coreference",
    "Arguments against Rich ERE": "Rich ERE",
    "Arguments against Rich ERE, the official chain": "Rich ERE, official",
    "SemEval-2013 schemes (nervaluate)": "nervaluate",
    "OmniEvent, generated sequences": "OmniEvent, seq2seq",
}
"""Short names of rules whose declared name is too long for a dot."""
PAPERS = {
    "Liu, Mitamura and Hovy (2015)": "https://aclanthology.org/W15-0807",
    "Peng et al. (2023)": "https://aclanthology.org/2023.findings-acl.586",
}
"""Addresses of papers that the declarations name without a repository."""
_CODE_ASIDE = re.compile(r" \([^()]*`[^()]*\)")
"""Asides with option names, which are for programmers and not for visitors."""
_REPOSITORY = re.compile(r"(?<![\w/.])([\w-]+/[\w.-]+)(?: ([0-9a-f]{7,40})\b)?")


@dataclass(frozen=True)
class Scorer:
    """One dot: a rule, its options, and the key of its number."""

    name: str
    task: Task
    options: Mapping[str, Any]
    keys: tuple[str, ...]
    """Its number is the first of these that a result has."""
    declared: Published

    @cached_property
    def parsed(self) -> Any:
        """The options of the rule, checked."""
        return self.task.options.of(self.options)

    def about(self) -> dict[str, str]:
        """The description of the scorer on the page, for any documents."""
        rule = self.declared
        year = f"{rule.year}, " if rule.year[:1].isdigit() else ""
        of_whom = f" ({year}{rule.users.rstrip('.')}.)" if rule.users else ""
        about = plain(_CODE_ASIDE.sub("", f"{rule.counts}. {rule.faults}.") + of_whom)
        code = f"rule?name={qualified(rule.rule)}"
        return {"name": self.name, "about": about, "paper": address(rule.original), "code": code}


@dataclass(frozen=True)
class Strip:
    """One kind of score with its scorers."""

    title: str
    noun: str
    """The name of a counted item."""
    sources: tuple[tuple[Task, tuple[str, ...]], ...]
    needs: frozenset[str] = frozenset()
    """Fields of documents or items, one of which the references must have."""
    left_out: tuple[str, ...] = ()
    """Published rules of these tasks that have no dot on this strip."""
    spread: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Rules with several numbers of this kind. Each number is a dot, by its key."""
    tells_itself: bool = False
    """Whether each scorer shows its own outcomes, because the scorers differ in which items they count."""
    counts_links: bool = False
    """Whether links between mentions are counted, and not marks."""


_LINKED = {
    **{"score": "TAC proposal (2015)", "argument_score": "TAC proposal, arguments", "argument_f1": "F1 of arguments"},
    "linking_score": "TAC proposal, linking",
}
_SCHEMES = {"strict_f1": "nervaluate, strict", "ent_type_f1": "nervaluate, type", "partial_f1": "nervaluate, partial"}
_TRIGGERS = ((NUGGETS, ("type_f1",)), (DETECTION, ("trigger_classification_f1",)))
_COREFERENCE = {f"{name}_f1": title for name, title in COREFERENCE_NAMES.items()}
_COREFERENCE |= {"conll_f1": "CoNLL average", "kbp_coreference_f1": "KBP average"}
_LINKS = {"after_f1": "After", "subevent_f1": "Subevent", "sequencing_f1": "Both kinds"}
_ARGUMENTS = ("argument_attached_classification_f1", "argument_classification_f1", "exact_argument_classification_f1")
_OF_OTHERS = ("Event coreference", "Event sequencing")
_OF_EVENTS = tuple(one.name for one in NUGGETS.published if one.name not in _OF_OTHERS)

STRIPS: dict[str, Strip] = {
    "events": Strip(
        "event words",
        "event",
        (*_TRIGGERS, (EXTRACTION, ("trigger_classification_f1", "exact_trigger_classification_f1"))),
        # Three dots of version 1.2 would nearly always cover those of version 1.1.
        left_out=(*_OF_OTHERS, "SemEval-2013 schemes (nervaluate 1.2)"),
        spread={"SemEval-2013 schemes (nervaluate)": _SCHEMES},
    ),
    "realis": Strip(
        "event words with realis",
        "event",
        ((NUGGETS, ("type_realis_f1",)),),
        needs=frozenset(["realis"]),
        left_out=_OF_OTHERS,
    ),
    "coreference": Strip(
        "coreference of event words",
        "event",
        ((NUGGETS, tuple(_COREFERENCE)),),
        needs=frozenset(["clusters", "cluster"]),
        left_out=(*_OF_EVENTS, "Event sequencing"),
        spread={"Event coreference": _COREFERENCE},
        counts_links=True,
    ),
    "sequencing": Strip(
        "sequence of events",
        "event",
        ((NUGGETS, tuple(_LINKS)),),
        needs=frozenset(["links"]),
        left_out=(*_OF_EVENTS, "Event coreference"),
        spread={"Event sequencing": _LINKS},
        counts_links=True,
    ),
    "arguments": Strip("arguments", "argument", ((EXTRACTION, _ARGUMENTS),), needs=frozenset(["arguments"])),
    "linked": Strip(
        "arguments and their linking",
        "argument",
        ((ARGUMENTS, ("score",)),),
        spread={"Event arguments and linking, the proposal": _LINKED},
    ),
    "responses": Strip("assessed responses", "response", ((RESPONSES, ("score",)),), tells_itself=True),
    "templates": Strip(
        "fills of templates", "fill", ((TEMPLATES, ("f1",)),), left_out=("Errors of filled templates (auto-err)",)
    ),
    "relations": Strip(
        "relations",
        "relation",
        ((RELATIONS, ("average_f1", "typed_f1", "awareness_f1", "overall_f1", "f1", "temporal_f1", "causal_f1")),),
        left_out=("Coreference across documents",),
        tells_itself=True,
    ),
    "values": Strip("event values", "event", ((VALUES, ("value",)),)),
}
STRIPS_OF = {
    **{"nuggets": ("events", "realis", "coreference", "sequencing"), "detection": ("events",)},
    **{"extraction": ("arguments", "events"), "arguments": ("linked",)},
    **{task: (task,) for task in ("responses", "templates", "relations", "values")},
}
"""The strips of scorers by task."""


def scorers_of(strip: Strip) -> Iterator[Scorer]:
    """Yield the scorers of a strip, one for each dot, in the order of the declared rules."""
    seen: set[str] = set()
    for task, keys in strip.sources:
        for rule in task.published:
            if rule.name in seen or rule.name in strip.left_out:
                continue
            seen.add(rule.name)
            for key, title in strip.spread.get(rule.name, {"": NAMES.get(rule.name, rule.name)}).items():
                rule_keys = (key,) if key else _published_first(keys, rule.options)
                yield Scorer(title, task, rule.options, rule_keys, rule)


def _published_first(keys: tuple[str, ...], options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys, first that of the arguments whose outcomes a measure of written texts lists."""
    measure = MEASURES.get(options.get("convention", ""))
    main = f"{measure.by_role}_f1" if measure and measure.is_written else ""
    return tuple(sorted(keys, key=lambda key: key != main))


def plain(sentence: str) -> str:
    """Return a sentence without code marks, with options as signatures write them.

    Examples:
        >>> plain('with `types`; discarded="count" counts them, clip=False'), plain("normalize=True")
        ('with types; discarded:count counts them, clip:no', 'normalize:yes')
    """
    words = sentence.replace("`", "").replace("=True", ":yes").replace("=False", ":no")
    return re.sub(r'(\w+)="([^"]*)"', r"\1:\2", words)


def address(original: str) -> str:
    """Return the address of the paper or repository that a declaration names, if any.

    Examples:
        >>> address("dwadden/dygiepp b55dec4"), address("none in common")
        ('https://github.com/dwadden/dygiepp/tree/b55dec4', '')
    """
    for name, place in PAPERS.items():
        if name in original:
            return place
    found = _REPOSITORY.search(re.sub(r"`[^`]*`", "", original))
    if not found:
        return ""
    return f"https://github.com/{found[1]}" + (f"/tree/{found[2]}" if found[2] else "")


def qualified(function: Callable[..., Any]) -> str:
    """Return the module and name of a function, joined by a dot."""
    return f"{function.__module__}.{function.__qualname__}"


def source_of(name: str) -> str | None:
    """Return the code of a published rule and its functions; None for any other name."""
    for rules in published_rules().values():
        for rule in rules:
            if qualified(rule.rule) == name:
                parts = [f"# {qualified(each)}\n\n{inspect.getsource(each)}" for each in (rule.rule, *rule.steps)]
                return "\n\n".join(parts)
    return None
