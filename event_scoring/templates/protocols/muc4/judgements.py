"""Decisions of people: judgements of responses, mappings of templates, and the search for a judgement."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, TypeVar

from event_scoring.templates.protocols.muc4.fills import Equality, Value

Item = TypeVar("Item")

VERDICTS = ("match", "partial", "fail", "auto-partial")


class Judgement(NamedTuple):
    """The judgement of a response in one slot of one template of the key."""

    response: Value
    verdict: str
    keys: tuple[Value, ...]
    """The matching fills of the key: none if the response fails, several for "all of"."""
    all_of: bool = False


History = Sequence[tuple[str, Sequence[tuple[str, Sequence[tuple[str, Sequence[Judgement]]]]]]]
"""Judgements by message, template of the key and slot, in their order."""


@dataclass
class Remembered:
    """The last search result: the indices of message, template, slot and judgement."""

    places: list[int] = field(default_factory=list)

    def find(self, level: int, items: Sequence[Item], fits: Callable[[Item], bool]) -> int | None:
        """Return the index of an item that fits: the last result, else the next item, else the first of the list.

        A new result resets deeper levels. If no item fits, the level itself is reset.

        Examples:
            >>> remembered = Remembered()
            >>> [remembered.find(0, "abab", letter.__eq__) for letter in "bbaaca"]
            [1, 1, 2, 2, None, 0]
        """
        last = self.places[level] if level < len(self.places) else None
        near = [] if last is None else [place for place in (last, last + 1) if place < len(items)]
        found = next((place for place in (*near, *range(len(items))) if fits(items[place])), None)
        if found != last:
            self.places[level:] = [] if found is None else [found]
        return found


@dataclass
class LookUp:
    """Finds judgements in a history."""

    history: History
    equality: Equality
    remembers: bool = True
    """Whether a look-up begins where the one before it ended, as published; else the first equal one is taken."""
    memory: Remembered = field(default_factory=Remembered)

    def find(self, message: str, template: str, slot: str, response: Value) -> Judgement | None:
        """Return the judgement of a response in one slot of one template, or None."""
        memory = self.memory if self.remembers else Remembered()
        items: Any = self.history
        for level, name in enumerate((message, template, slot)):
            place = memory.find(level, items, lambda item, name=name: item[0] == name)  # type: ignore[misc]
            if place is None:
                return None
            items = items[place][1]
        place = memory.find(3, items, lambda item: self.equality.equal(response, item.response))
        return None if place is None else items[place]


JsonRecord: TypeAlias = "dict[str, Any]"
"""A judgement, or the pairs of templates of a message, as JSON has it."""


class Adjudications(dict[str, list[JsonRecord]]):
    """Judgements and mappings as records, read once from any source; files of counts store them in this form."""

    @property
    def judgements(self) -> list[JsonRecord]:
        """The judgements of responses, in the order of the search."""
        return self.get("judgements", [])

    @property
    def verdicts(self) -> list[JsonRecord]:
        """The judgements that somebody has decided."""
        return [one for one in self.judgements if one.get("verdict") is not None]

    @property
    def mappings(self) -> list[JsonRecord]:
        """The pairs of templates of some messages."""
        return self.get("mappings", [])

    @property
    def fingerprint(self) -> str:
        """Twelve digits for them; their order counts."""
        text = json.dumps([self.judgements, self.mappings], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:12]
