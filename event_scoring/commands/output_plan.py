"""The outputs of one call by its flags, and the table of flag rules that makes refusals and help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import NamedTuple

from event_scoring.commands.option_flags import is_given
from event_scoring.commands.output_flags import FORMATS, form_of
from event_scoring.commands.registry import TASKS

_EVENTS = ("nuggets", "detection", "extraction")
PICTURE_KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "f1": ("systems by their main scores; of nuggets by attribute-augmented F1 (Figure 3 of the paper)", (*TASKS,)),
    "accuracies": ("systems by span F1 with attribute accuracies (Figure 1)", ("nuggets",)),
    "products": ("systems by span F1 multiplied with accuracies (Figure 2)", ("nuggets",)),
    "types": (
        "scores by type, with intervals; one picture a system",
        (*_EVENTS, "arguments", "responses", "templates"),
    ),
    "confusion": ("which type was predicted for which; one picture a system", _EVENTS),
    "realis": ("which realis was predicted for which; one picture a system", ("nuggets",)),
    "roles": ("which role was predicted for which; one picture a system", ("extraction",)),
    "bootstrap": ("the distribution of a score over bootstrap samples", (*TASKS,)),
    "wins": ("share of samples on which a system beats another", (*TASKS,)),
}
"""The kinds of pictures with their help and the tasks that have them."""
_SAMPLING = ("confidence", "resamples", "seed", "sampler")
_SAMPLING_OF_KIND = {"f1": _SAMPLING, "types": _SAMPLING, "bootstrap": _SAMPLING, "wins": _SAMPLING[1:]}
"""Resampling flags that each kind of picture accepts."""


class OutputPlan:
    """The outputs of one call: texts, pages and pictures."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        tables: Sequence[str] = (),
        sections: Sequence[str] = (),
        of_runs: bool = False,
    ) -> None:
        forms = [(path, form_of(arguments, path)) for path in arguments.output]
        self.pages = [path for path, form in forms if form == "page"]
        self.pictures = [path for path, form in forms if form == "picture"]
        self.texts = [path for path, form in forms if form in FORMATS]
        self.sections = [f"per_{thing}" for thing in tables if getattr(arguments, f"per_{thing}")] + [*sections]
        self.compares, self.of_runs = bool(arguments.compare), of_runs
        self.varies, self.kind = bool(getattr(arguments, "vary", None)), arguments.picture or "f1"
        self.is_brief = bool(arguments.brief)
        about_texts = ("format", "percent", "digits", "brief", "citation", "compare", "show")
        asks = any(is_given(arguments, name) for name in about_texts) or bool(self.sections)
        if not self.texts and (asks or not arguments.output):
            self.texts = [None]
        self.formats = [form_of(arguments, path) for path in self.texts]

    def check(self, arguments: argparse.Namespace) -> None:
        """Raise a ValueError for flags that exclude each other."""
        for rule in RULES:
            flags = (*rule.flags, *(self.sections if "per_*" in rule.flags else ()))
            for flag in flags if rule.is_broken(self) else ():
                if is_given(arguments, flag):
                    raise ValueError(f"--{flag.replace('_', '-')} {rule.says}")
        if self.pictures and self.kind == "wins" and len(arguments.systems) < 2:
            raise ValueError("--picture wins: expected at least two systems, one of which beats the other, got one")
        for path in [*self.pages, *self.pictures, *self.texts[1:]] if self.varies else ():
            raise ValueError(f"-o {path}: --vary writes one table, such as -o FILE.csv")

    @property
    def paths(self) -> list[str | None]:
        """All output files; None means the standard output."""
        return [*self.texts, *self.pictures, *self.pages]

    @property
    def shows_intervals(self) -> bool:
        """Whether there are intervals even without --confidence."""
        return bool(self.compares or self.pages or self.pictures)


class FlagRule(NamedTuple):
    """Flags that are refused together with others."""

    flags: tuple[str, ...]
    """Names of parsed arguments; ``per_*`` matches all flags for tables of details."""
    says: str
    """The message after the flag. If it says what the flag needs, the help shows it too."""
    example: str
    """Further flags of a command line that is refused."""
    is_broken: Callable[[OutputPlan], bool]


def _rules_of_kind(kind: str) -> FlagRule:
    unread = tuple(flag for flag in _SAMPLING if flag not in _SAMPLING_OF_KIND.get(kind, ()))

    def is_broken(plan: OutputPlan) -> bool:
        return plan.kind == kind and bool(plan.pictures) and not plan.pages and not plan.texts

    return FlagRule(unread, f"has no effect on --picture {kind}", f"-o out.svg --picture {kind}", is_broken)


_OF_SCORES = ("show", "brief", "citation", "per_*")
RULES = (
    FlagRule(("test", "alpha"), "needs --compare", "", lambda plan: not plan.compares),
    FlagRule(("picture",), "needs a picture to write (-o FILE.svg)", "", lambda plan: not plan.pictures),
    FlagRule(("title", "text"), "needs a page to write (-o FILE.html)", "", lambda plan: not plan.pages),
    FlagRule(
        ("scores",),
        "needs --compare, or a picture of types, bootstrap or wins",
        "",
        lambda plan: not plan.compares and (not plan.pictures or plan.kind not in ("types", "bootstrap", "wins")),
    ),
    FlagRule(("sampler",), "has no effect on an HTML report", "-o out.html", lambda plan: bool(plan.pages)),
    *map(_rules_of_kind, PICTURE_KINDS),
    FlagRule(
        _OF_SCORES,
        "cannot be combined with --compare",
        "--compare",
        lambda plan: plan.compares and not plan.of_runs,
    ),
    FlagRule(
        ("test", "sampler", *_OF_SCORES),
        "cannot be combined with runs of a system (NAME=RUN,RUN)",
        "--compare",
        lambda plan: plan.of_runs,
    ),
    FlagRule(
        ("compare", *_OF_SCORES),
        "cannot be combined with --vary",
        "--vary standardization",
        lambda plan: plan.varies,
    ),
    FlagRule(
        ("show", "citation", "confidence", "per_*"),
        "cannot be combined with --brief",
        "--brief",
        lambda plan: plan.is_brief,
    ),
    FlagRule(
        ("show", "brief"),
        "cannot be combined with another --format",
        "--format json",
        lambda plan: any(name != "table" for name in plan.formats),
    ),
    FlagRule(("citation",), "cannot be combined with --format csv", "--format csv", lambda plan: "csv" in plan.formats),
)
"""Rules on which flags exclude each other. The help shows what a flag needs; tests break every rule."""


def add_needs(parser: argparse.ArgumentParser) -> None:
    """Add to the help of each flag what it needs."""
    for rule in RULES:
        for action in parser._actions:
            if action.dest in rule.flags and rule.says.startswith("needs"):
                action.help = f"{action.help}; {rule.says}"
