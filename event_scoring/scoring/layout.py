"""The layout of a task's scores: titles, groups, order and explanations, which every output reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from event_scoring.documents.errors import quoted, suggestion

RATIOS = ("precision", "recall", "f1")
ENDS = ("_low", "_high", "_median")


class Score(NamedTuple):
    """A key of results, or the prefix of the keys of precision, recall and F1, with its title and its meaning."""

    key: str
    title: str
    meaning: str = ""

    def sentence(self, number: str, perfect: str = "1") -> str:
        """Return the score with its meaning."""
        return f"{self.title} {number}: {self.meaning} ({perfect} is perfect)"


@dataclass(frozen=True)
class ScoreLayout:
    """The scores of one task in display order. Titles contain no comma, because commas separate them.

    Examples:
        >>> layout = ScoreLayout(groups=(Score("span", "span"),), single=(Score("span_accuracy", "accuracy of spans"),))
        >>> [layout.title(key) for key in ("span_f1", "span_accuracy", "gold/span_recall", "f1_low")]
        ['span F1', 'accuracy of spans', 'span recall (gold)', 'F1 low']
    """

    heading: str = ""
    """The heading of a page: the things that are scored."""
    groups: tuple[Score, ...] = ()
    """Scores with precision, recall and F1; the key is empty if there is only one such group."""
    single: tuple[Score, ...] = ()
    """Scores and numbers outside groups."""
    headlines: tuple[str, ...] = ()
    """The main score; of several the first that a result has, for options may leave the first out."""
    main: tuple[str, ...] = ()
    """The scores by which systems are compared, and with which a page begins."""
    drawn: tuple[str, ...] = ()
    """The main scores of a picture, which is sorted by the last of them, where that is not the order of ``main``."""
    summary: tuple[str, ...] = ()
    """The scores in the row of each of several systems; by default the main ones."""
    parts: tuple[str, ...] = ()
    """Single numbers that are parts of the one above them, and left out where they are 0."""
    folded: tuple[str, ...] = ()
    """Prefixes of keys that are in results but not printed one by one, because a table of details shows them better."""
    counts: tuple[str, ...] = ("documents", "references", "predictions")
    """Numbers that a sentence below the scores reports."""
    tables: tuple[str, ...] = ("type", "document")
    """The groupings by which ``details`` has tables of scores."""
    modes: tuple[str, ...] = ()
    """Prefixes of keys, followed by a slash: one score under several settings of one option."""
    citation: str = ""
    """The publication to cite."""
    citations: Mapping[str, str] = field(default_factory=dict)
    """Other publications to cite, by protocol or convention."""

    @cached_property
    def main_f1(self) -> list[str]:
        """The main scores that are an F1."""
        return [key for key in dict.fromkeys((*self.main, *self.headlines)) if key.endswith("f1")]

    @cached_property
    def summary_f1(self) -> list[str]:
        """The scores of the summary that are an F1: of a task none of whose main scores is one."""
        return [key for key in self.summary if key.endswith("f1")]

    def title(self, key: str) -> str:
        """Return the usual title of the score with a key."""
        for end in ENDS:
            if key.endswith(end) and key != end:
                return f"{self.title(key.removesuffix(end))} {end[1:]}"
        mode, stroke, name = key.rpartition("/")
        if stroke:
            return f"{self.title(name)} ({mode})"
        for one in self.single:
            if one.key == name:
                return one.title
        groups = [group for group in self.groups if group.key and name.startswith(f"{group.key}_")]
        group = max(groups, key=lambda group: len(group.key), default=Score("", ""))
        words = f"{group.title} {name.removeprefix(group.key).replace('_', ' ').lstrip()}".lstrip()
        return f"{words[:-2]}F1" if words == "f1" or words.endswith(" f1") else words

    def score(self, key: str) -> Score:
        """Return the score of a key, with its title and its meaning."""
        name = key.rpartition("/")[2]
        prefix = name.rpartition("_")[0] if name.rpartition("_")[2] in RATIOS else name
        found = [one.meaning for one in self.single if one.key == name]
        found += [one.meaning for one in self.groups if one.key == prefix]
        return Score(key, self.title(key), next(iter(found), ""))

    def headline(self, keys: Iterable[str]) -> Score | None:
        """Return the main score among some keys, or of a result: that of the first mode where there are several.

        In a result, scores without anything to count are skipped, such as those of arguments if neither side has any.
        """
        known = list(keys)
        found = [key for one in self.headlines for key in known if key == one or key.endswith(f"/{one}")]
        there = [key for key in found if not isinstance(keys, Mapping) or not _is_empty(keys, key)]
        return self.score((there or found)[0]) if found else None

    def groups_in(self, result: Mapping[str, object]) -> list[Score]:
        """Return the groups that a result has, in order. Groups that no layout knows come last, named by their keys."""
        found = self._in_modes(self.groups, lambda key: _with(key, "f1") in result)
        known = {group.key for group in found} | {group.key for group in self.groups}
        alone = {one.key for one in self.single}
        for key in result:
            if key in alone or key.startswith(self.folded):
                continue
            prefix = key.removesuffix("f1").removesuffix("_")
            is_group = key == _with(prefix, "f1") and all(_with(prefix, name) in result for name in RATIOS)
            if is_group and prefix not in known and "/" not in key:
                found.append(Score(prefix, prefix.replace("_", " ")))
        return found

    def single_in(self, result: Mapping[str, object]) -> list[Score]:
        """Return the single numbers that a result has, in order; parts that are 0 are left out."""
        found = self._in_modes(self.single, lambda key: key in result)
        return [one for one in found if result[one.key] or one.key.rpartition("/")[2] not in self.parts]

    def _in_modes(self, scores: Iterable[Score], has: Callable[[str], bool]) -> list[Score]:
        """Return the scores that a result has, with one copy per mode; scores without a mode come first."""
        by_mode: dict[str, list[Score]] = {mode: [] for mode in ("", *self.modes)}
        for one in scores:
            modes = [mode for mode in self.modes if has(f"{mode}/{one.key}")]
            for mode in modes:
                by_mode[mode].append(Score(f"{mode}/{one.key}", f"{one.title} ({mode})", one.meaning))
            if not modes and has(one.key):
                by_mode[""].append(one)
        return [one for found in by_mode.values() for one in found]

    def citation_of(self, options: Mapping[str, object]) -> str:
        """Return the publication to cite for a score with some options."""
        chosen = [str(options.get(name)) for name in ("protocol", "convention")]
        return next((self.citations[one] for one in chosen if one in self.citations), self.citation)

    def key(self, name: str, known: Iterable[str]) -> str:
        """Return the key among the known ones that a key or a title refers to.

        Raises:
            ValueError: with similar names, or all names.

        Examples:
            >>> layout = ScoreLayout(groups=(Score("type_realis", "type and realis"),))
            >>> layout.key("Type and realis F1", ["type_realis_f1"])
            'type_realis_f1'
        """
        keys = list(known)
        if name in keys:
            return name
        titles = {self.title(key): key for key in keys}
        for title, key in titles.items():
            if title.casefold() in (name.casefold(), f"{name} f1".casefold()):  # a row of the table is its F1
                return key
        such = ", ".join(self.title(key) for key in self.main if key in keys) or ", ".join(titles)
        near = suggestion(name, titles) or suggestion(name, keys)
        raise ValueError(f"expected a score such as {such}, got {quoted(name)}{near}")


def _is_empty(result: Mapping[str, object], key: str) -> bool:
    """Whether an F1 of a result has neither predictions nor references."""
    names = [f"{key.removesuffix('f1')}{count}" for count in ("true_positives", "false_positives", "false_negatives")]
    return key.endswith("f1") and all(result.get(name) == 0 for name in names)


def _with(prefix: str, name: str) -> str:
    return f"{prefix}_{name}" if prefix else name


EMPTY = ScoreLayout()
"""The layout of a task that defines none; titles are the words of the keys."""
