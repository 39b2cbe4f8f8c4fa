"""One slot of two templates: the matching fills, and their counts.

The official scoring program of MUC-4 (version 3.3, May 1992), which asks people where it cannot decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple, TypeAlias

from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.templates.documents import PLACE
from event_scoring.templates.protocols.muc4.fills import (
    AnyOf,
    Equality,
    Location,
    MayLack,
    Tagged,
    Value,
    number_of_choices,
    number_of_parts,
    plain_value,
    required,
)
from event_scoring.templates.protocols.muc4.judgements import LookUp
from event_scoring.templates.protocols.muc4.slots import Slot

COUNTS = (
    *("possible", "actual", "correct", "partial", "incorrect", "interactive_correct", "interactive_partial"),
    *("spurious", "missing", "noncommittal"),
)
"""POS ACT COR PAR INC ICR IPA SPU MIS NON of the report. ``universe`` is counted as well, for fallout."""


class Covered(NamedTuple):
    """A status, and the indices of the key fills that it covers."""

    status: Found
    """The status of the match; None for a response that fails. A nested match counts as decided by a person."""
    places: Sequence[int]


Found: TypeAlias = "str | Covered | None"
"""A match: None, a status that covers all fills, or one that covers some."""
Fill = tuple[int, Value]
"""A fill with its place in its slot."""
Matched = tuple[str, int, int, float]
"""A slot, the indices of a fill of the key and of the response, and the credit of the pair."""
AUTO_MATCH, AUTO_PARTIAL, FAIL = "auto-match", "auto-partial", "fail"
_OF_JUDGED_TAG = {"match": AUTO_MATCH, "partial": AUTO_PARTIAL}


def credit(status: Found) -> dict[str, int]:
    """Return the counts that a key fill adds if it was matched with a status."""
    if status == AUTO_MATCH:
        return {"correct": 1}
    if status == AUTO_PARTIAL:
        return {"partial": 1}
    if status == "partial":
        return {"partial": 1, "interactive_partial": 1}
    return {"correct": 1, "interactive_correct": 1}


def worth(counts: Mapping[str, int]) -> float:
    """Return the credit of counts, in which a partial match earns half of a correct one."""
    return counts.get("correct", 0) + counts.get("partial", 0) / 2


@dataclass
class Comparison:
    """Compares the fills of one slot of a template of the key with those of a response."""

    look_up: LookUp
    message: str
    template: str
    """The number of the template of the key."""
    attended: bool = False
    """Whether to compare set fills at last as the interactive scorer did with a person answering; see
    `_count_several`."""
    shared_words: bool = False
    """Whether a shared word is enough, as it is before templates are mapped."""
    asked: list[tuple[Slot, Value, list[Value]]] = field(default_factory=list)
    """Questions for a person: the slot, the response, and the fills of the key that it may match."""
    matched: list[Matched] = field(default_factory=list)

    @property
    def equality(self) -> Equality:
        return self.look_up.equality

    def count(self, slot: Slot, keys: Sequence[Value], responses: Sequence[Value]) -> Counter[str]:
        """Return the counts of one slot, by the names of `COUNTS` and ``universe``."""
        if not keys and not responses:
            return Counter({"noncommittal": 1, "universe": slot.members} if slot.is_set else {"noncommittal": 1})
        sizes = (sum(map(number_of_parts, fills)) for fills in (keys, responses))
        check_number_of_pairs(prod(sizes), "parts of the fills of one slot", PLACE)
        if len(keys) <= 1 and len(responses) <= 1:
            return self._count_one(slot, *keys[:1] or (None,), *responses[:1] or (None,))
        return self._count_several(slot, keys, responses)

    # ---- at most one fill on each side

    def _count_one(self, slot: Slot, key: Value, response: Value) -> Counter[str]:
        may_lack, may_add, choices = isinstance(key, MayLack), isinstance(response, MayLack), number_of_choices(key)
        key, response = required(key), required(response)
        is_equal = self.equality.equal(key, response)
        status = None
        if not is_equal and key is not None and response is not None:
            status = self._status_of_one(slot, key, response)
        counts: Counter[str] = Counter()
        if (key is None or may_lack) and (response is None or may_add) and (key is None or response is None):
            counts["noncommittal"] = 1
        elif status == FAIL:
            counts["incorrect"] = 1
        elif is_equal and not self.equality.is_by_empty_choice(key, response):
            counts["correct"] = 1
        elif status is not None:
            counts.update(
                credit(status) if status in (AUTO_MATCH, AUTO_PARTIAL, "partial", "match") else {"correct": 1}
            )
        elif key is None or response is None:
            counts["spurious" if key is None else "missing"] = 1
        else:
            counts["incorrect"] = 1
        counts["actual"] = int(response is not None and not (may_add and key is None))
        counts["possible"] = int(key is not None and not (may_lack and not counts["actual"]))
        if key is not None and response is not None:
            self.matched.append((slot.name, 0, 0, worth(counts)))
        if slot.is_set:
            left_out = may_lack and not counts["actual"]
            counts["universe"] = slot.members - (0 if left_out else choices)
        return counts

    def _status_of_one(self, slot: Slot, key: Value, response: Value) -> Found:
        found = self._match(slot, [key], response)
        if found is not None:
            return found.status if isinstance(found, Covered) else found
        if slot.is_set:
            found = self._match_set_fill(slot, key, response)
        if found is None and self.shared_words and slot.kind == "string":
            found = "match" if self.equality.words(key) & self.equality.words(response) else None
        if found is None and (not slot.is_set or self._has_value_of(key, response)):
            self.asked.append((slot, response, [key]))
        return found

    def _has_value_of(self, key: Value, response: Value) -> bool:
        """Whether two set fills agree except for their cross-references, which only people can compare."""
        both = isinstance(key, Tagged) and isinstance(response, Tagged)
        return both and self.equality.equal(plain_value(key), plain_value(response))

    # ---- several fills on a side

    def _count_several(self, slot: Slot, keys: Sequence[Value], responses: Sequence[Value]) -> Counter[str]:
        tally = _Tally(slot, list(enumerate(keys)))
        left = list(enumerate(responses))
        for key in enumerate(keys):
            equal = next((at for at, (_, one) in enumerate(left) if self.equality.equal(key[1], one)), None)
            if equal is not None:
                tally.take(AUTO_MATCH, [tally.free.index(key)], left.pop(equal)[0])
        failed: list[Fill] = []
        waiting: list[Fill] = []
        # Responses are looked up even if no key fill is left for them, as in the scorer of 1992.
        is_looked_up = bool(tally.free)
        for response in left:
            found = self._match(slot, tally.free_values, response[1]) if is_looked_up else None
            if found is None:
                waiting.append(response)
            elif found == FAIL or (isinstance(found, Covered) and found.status is None):
                failed.append(response)
            else:
                status, places = found if isinstance(found, Covered) else (found, range(len(tally.free)))
                tally.take(status, places, response[0])
        if self.attended and slot.is_set:
            waiting = self._pick_set_fills(tally, waiting, failed)
        if self.shared_words and tally.free and waiting:
            of_keys = set().union(*map(self.equality.words, tally.free_values))
            of_responses = set().union(*(self.equality.words(one) for _, one in waiting))
            tally.counts["partial"] += bool(of_keys & of_responses)
        for _, one in waiting:
            keys_asked = [key for key in tally.free_values if not slot.is_set or self._has_value_of(required(key), one)]
            if keys_asked:
                self.asked.append((slot, one, keys_asked))
        tally.count_left([*failed, *waiting])
        self.matched += tally.matched
        return tally.counts

    def _pick_set_fills(self, tally: _Tally, responses: list[Fill], failed: list[Fill]) -> list[Fill]:
        """Compare each response with one picked key fill; return the responses for which no key fill is left.

        As published a key fill that was picked and is not the first goes, even where the response fails.
        """
        slot, left = tally.slot, []
        for response in responses:
            if not tally.free:
                left.append(response)
                continue
            values = [plain_value(key) for key in tally.free_values]
            equal = [at for at, value in enumerate(values) if self.equality.equal(value, response[1])]
            above = [at for at, value in enumerate(values) if slot.is_above(response[1], value)]
            place = (equal or above or [0])[0]
            key = tally.free_values[place]
            status = self._match_set_fill(slot, key, response[1])
            if status is not None:
                tally.take(status, [place], response[0])
            else:
                failed.append(response)
                if self._has_value_of(key, response[1]):
                    self.asked.append((slot, response[1], [key]))
                if place:
                    del tally.free[place]
        return left

    # ---- matching

    def _match(self, slot: Slot, keys: Sequence[Value], response: Value) -> Found:
        """Match a response with unequal key fills: by cross-reference, then by judgement, then for half credit."""
        found = self._match_by_tag(slot, keys, response)
        if found is None:
            found = self._find_judgement(slot, keys, response)
        return self._match_for_half_credit(slot, keys, response) if found is None else found

    def _match_by_tag(self, slot: Slot, keys: Sequence[Value], response: Value) -> Found:
        response = required(response)
        if not isinstance(response, Tagged):
            return None
        agreeing = self._agreeing_tags(slot, keys, response.tag)
        if not agreeing:
            return None
        values = {place: plain_value(required(keys[place])) for place, _ in reversed(agreeing)}
        right = [place for place, value in values.items() if self.equality.equal(value, response.value)]
        above = [place for place, value in values.items() if slot.is_above(response.value, value)]
        found: Found = AUTO_MATCH if right else AUTO_PARTIAL if above else None
        if found is not None and len(agreeing) > 1:
            found = Covered(found, [(right or above)[0]])
        place, how = agreeing[-1]
        if how != "equal" and found is not None:
            return Covered(how if found == AUTO_MATCH else found, [place])
        if found == AUTO_MATCH:
            found = how  # only of an optional response; others with an equal value and tag are matched before
        if not isinstance(found, Covered) and len(agreeing) < len(keys):
            return Covered(found, [*values])  # without an equal value it fails, and judgements are not consulted
        return found

    def _agreeing_tags(self, slot: Slot, keys: Sequence[Value], tag: Value) -> list[tuple[int, str]]:
        """Return the indices of key fills whose cross-reference agrees, and how; empty if one was judged to fail."""
        found = []
        for place, key in enumerate(keys):
            key = required(key)
            how = self._compare_tags(slot, key.tag, tag) if isinstance(key, Tagged) else None
            if how == FAIL:
                return []
            if how is not None:
                found.append((place, how))
        return found

    def _compare_tags(self, slot: Slot, key: Value, response: Value) -> str | None:
        """Return how two cross-references agree: "equal", "alternatives", or the verdict on the one of the response."""
        if self.equality.equal(key, response):
            return "alternatives" if isinstance(key, AnyOf) != isinstance(response, AnyOf) else "equal"
        for name in slot.tags:
            judgement = self.look_up.find(self.message, self.template, name, response)
            if judgement is not None:
                if judgement.verdict == FAIL:
                    return FAIL
                if any(self.equality.equal(one, key) for one in judgement.keys):
                    return _OF_JUDGED_TAG.get(judgement.verdict, judgement.verdict)
        return None

    def _find_judgement(self, slot: Slot, keys: Sequence[Value], response: Value) -> Found:
        judgement = self.look_up.find(self.message, self.template, slot.name, response)
        if judgement is None:
            return None
        if judgement.verdict == FAIL:
            return FAIL
        if not keys and not judgement.all_of:
            # A response judged equal to an optional key matches nothing and is not counted, as in the scorer of 1992.
            return judgement.verdict if self.equality.equal(None, judgement.keys[0]) else None
        places = []
        for wanted in judgement.keys:
            found = next((place for place, key in enumerate(keys) if self.equality.equal(key, wanted)), None)
            if found is None:
                return None
            places.append(found)
        if not judgement.all_of and len(keys) == 1:
            return judgement.verdict
        return Covered(judgement.verdict, places)

    def _match_for_half_credit(self, slot: Slot, keys: Sequence[Value], response: Value) -> Found:
        """Give half credit for a location in the right country, and for a more general member of a set."""
        found = None
        if slot.kind == "location":
            country = response.places[0] if isinstance(response, Location) else response
            if isinstance(country, str):
                found = next((place for place, key in enumerate(keys) if self._is_in(key, country)), None)
        elif slot.has_levels:
            found = next((place for place, key in enumerate(keys) if slot.is_above(response, key)), None)
        if found is None:
            return None
        return AUTO_PARTIAL if len(keys) == 1 else Covered(AUTO_PARTIAL, [found])

    def _is_in(self, key: Value, country: Value) -> bool:
        choices = key.choices if isinstance(key, AnyOf) else (key,)
        return any(isinstance(one, Location) and self.equality.equal(one.places[0], country) for one in choices)

    def _match_set_fill(self, slot: Slot, key: Value, response: Value) -> Found:
        """Give half credit for a set fill without the key's cross-reference, and for a more general one."""
        if not isinstance(key, Tagged):
            return None
        value = plain_value(response)
        if self.equality.equal(key.value, value):
            return None if isinstance(response, Tagged) else AUTO_PARTIAL
        return AUTO_PARTIAL if slot.is_above(value, key.value) else None


@dataclass
class _Tally:
    """The counts of a slot with several fills, and the key fills that are still free."""

    slot: Slot
    free: list[Fill]
    counts: Counter[str] = field(default_factory=Counter)
    universe: list[Value] = field(default_factory=list)
    """The key fills that count for fallout."""
    matched: list[Matched] = field(default_factory=list)

    @property
    def free_values(self) -> list[Value]:
        return [value for _, value in self.free]

    def take(self, status: Found, places: Sequence[int], response: int) -> None:
        """Count free key fills as matched: each is possible and actual, even if one response matches several."""
        for place in places:
            self.counts.update({"possible": 1, "actual": 1, **credit(status)})
            self.universe.append(self.free[place][1])
            self.matched.append((self.slot.name, self.free[place][0], response, worth(credit(status))))
        for place in sorted(set(places), reverse=True):
            del self.free[place]

    def count_left(self, responses: Sequence[Fill]) -> None:
        """Count the rest: fills are incorrect as far as both sides have them, and optional fills are lenient."""
        optional_keys: list[Value] = [key for key in self.free_values if isinstance(key, MayLack)]
        required_keys = [key for key in self.free_values if not isinstance(key, MayLack)]
        optional_responses = sum(isinstance(one, MayLack) for _, one in responses)
        both = min(len(optional_keys), optional_responses)
        taking_optional = 0  # responses that take an optional key
        keys, needed, given = len(self.free) - both, len(required_keys), len(responses) - both
        certain = len(responses) - optional_responses
        if optional_responses > both:  # all remaining keys are then required
            added = {"possible": keys}
            if given < keys:
                added |= {"actual": given, "incorrect": given, "missing": keys - given}
            elif keys <= certain:
                added |= {"actual": certain, "incorrect": keys, "spurious": certain - keys}
            else:
                added |= {"actual": keys, "incorrect": keys}
        elif keys < given:
            added = {"actual": given, "possible": keys, "incorrect": keys, "spurious": given - keys}
        elif given <= needed:
            added = {"actual": given, "possible": needed, "incorrect": given, "missing": needed - given}
        else:
            added = {"actual": given, "possible": given, "incorrect": given}
            taking_optional = given - needed
        self.counts.update(added)
        if self.slot.is_set:
            # Each response that takes an optional key fill counts the first one again, as in the scorer of 1992.
            self.universe += required_keys + optional_keys[:1] * taking_optional
            counted = [self.slot.members - number_of_choices(key) for key in self.universe]
            self.counts["universe"] = sum(counted) if counted else self.slot.members
