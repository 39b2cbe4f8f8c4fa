"""The ACE event value from its description, by trying every mapping.

Where mappings tie the published program takes any of them, so that there are several right results: all are given.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

EPS = 1e-8
LEVEL = {"NAM": 1.0, "NOM": 0.5, "PRO": 0.1}
KINDS = ("entities", "values", "timex2")
OUTCOMES = ("correct", "error", "miss", "false_alarm")
EVENT = {
    "type": 0.5,
    "subtype": 0.9,
    "modality": 0.75,
    "polarity": 1 - EPS,
    "genericity": 1 - EPS,
    "tense": 1 - EPS,
}
MAX_RESULTS = 256

Costs = dict[tuple[Any, Any], float]
Mapping = frozenset[tuple[Any, Any]]


class TooManyTiesError(Exception):
    """Too many right results to list."""


def cheapest(costs: Costs) -> list[Mapping]:
    """Every mapping that the published square table allows at the lowest cost."""
    if not costs:
        return [frozenset()]
    rows, columns = (sorted({pair[side] for pair in costs}, key=repr) for side in (0, 1))
    low = min(costs.values())
    as_good = 1e-13 * abs(low)
    if len(rows) == 1:
        return [frozenset([pair]) for pair, cost in costs.items() if cost <= low + as_good]
    size = max(len(rows), len(columns)) + 1
    totals: dict[Mapping, float] = {}
    for places in permutations(range(size)):
        pairs = {
            (rows[i], columns[j])
            for i, j in enumerate(places)
            if i < len(rows) and j < len(columns) and (rows[i], columns[j]) in costs
        }
        # Every other cell costs a hair less than nothing where the lowest cost is above 0, else a hair more.
        alone = (size - len(pairs)) * -low * 1e-12
        totals[frozenset(pairs)] = math.fsum([*(costs[pair] for pair in pairs), alone])
    least = min(totals.values())
    return [pairs for pairs, total in totals.items() if total <= least + as_good]


def cheapest_in_groups(costs: Costs) -> list[Mapping]:
    """Map each connected group separately."""
    groups: list[Costs] = []
    for pair, cost in costs.items():
        met = [group for group in groups if any(pair[0] == row or pair[1] == column for row, column in group)]
        joined = {pair: cost}
        for group in met:
            joined |= group
        groups = [group for group in groups if group not in met] + [joined]
    return [frozenset[tuple[Any, Any]]().union(*one) for one in each_of([cheapest(group) for group in groups])]


def each_of(choices: list[list[Any]]) -> Iterator[tuple[Any, ...]]:
    if math.prod(map(len, choices)) > MAX_RESULTS:
        raise TooManyTiesError
    return product(*choices)


def overlap(first: tuple[int, int], second: tuple[int, int]) -> float:
    shared = min(first[1], second[1]) - max(first[0], second[0]) + 1
    return max(shared, 0) / (max(first[1] - first[0], second[1] - second[0]) + 1)


class Element:
    """An entity, value or time of a whole side, or at the level of mentions one mention of a prediction."""

    def __init__(self, kind: str, given: dict[str, Any]) -> None:
        self.kind = kind
        self.type, self.subtype, self.entity_class = (given.get(key) for key in ("type", "subtype", "class"))
        self.mentions: dict[int, list[dict[str, Any]]] = {}
        self.base = {"entities": float(self.entity_class == "SPC"), "values": 1.0, "timex2": 0.5}[kind]

    @property
    def level(self) -> float:
        return max(LEVEL[mention["level"]] for row in self.mentions.values() for mention in row)

    def own_score(self, mention: dict[str, Any]) -> float:
        return (LEVEL[mention["level"]] if self.kind == "entities" else 1.0) + EPS

    def own_scores(self, document: int) -> float:
        return sum(self.own_score(mention) for mention in self.mentions.get(document, []))

    def worth(self, document: int) -> float:
        scores = self.level if self.kind == "entities" else self.own_scores(document)
        return max(self.base, EPS) * scores if self.mentions.get(document) else 0.0

    def span(self, mention: dict[str, Any]) -> tuple[int, int]:
        ends = ("head_start", "head_end") if self.kind == "entities" else ("start", "end")
        return mention[ends[0]], mention[ends[1]]


def mention_score(ours: Element, a: dict[str, Any], theirs: Element, b: dict[str, Any]) -> float | None:
    shared = overlap(ours.span(a), theirs.span(b))
    if shared < 0.3:
        return None
    if ours.kind != "entities":
        return 1 + shared * EPS
    score = min(LEVEL[a["level"]], LEVEL[b["level"]]) + shared * EPS
    score *= 0.9 if a["level"] != b["level"] else 1
    score *= 0.9 if (a.get("role") or ours.type) != (b.get("role") or theirs.type) else 1
    return score * (0.9 if bool(a.get("metonymy")) != bool(b.get("metonymy")) else 1)


class Event:
    """An event, or at the level of mentions one mention of it."""

    def __init__(
        self, given: dict[str, Any], document: int, arguments: set[tuple[str, Any]], extents: list[list[int]]
    ) -> None:
        self.document = document
        self.attributes = [given[name] for name in EVENT]
        self.arguments = sorted(arguments, key=repr)
        self.extents = [(start, end) for start, end in extents]
        self.worth = 0.0


class Corpus:
    def __init__(
        self,
        predictions: list[dict[str, Any]],
        references: list[dict[str, Any]],
        level: str,
        argument_pairs: str,
        event_pairs: str,
    ) -> None:
        self.of_mentions, self.mapped_only, self.event_pairs = (
            level == "mention",
            argument_pairs == "mapped",
            event_pairs,
        )
        self.ours, self.theirs = self.elements(references, split=False), self.elements(predictions, self.of_mentions)
        kinds = {one.kind for one in self.ours.values()}
        self.values: dict[tuple[Any, Any, int], float] = {}
        for (r, ours), (t, theirs) in product(self.ours.items(), self.theirs.items()):
            for document in ours.mentions if ours.kind == theirs.kind else ():
                value = self.pair_value(ours, theirs, document)
                if value is not None:
                    self.values[r, t, document] = value
        self.references = self.events(references, whole=True)
        self.predictions = self.events(predictions, whole=False)
        for side, events in ((self.ours, self.references), (self.theirs, self.predictions)):
            for event in events:
                event.worth = EPS * len(event.extents)
                for _, one in event.arguments:
                    # A kind that no reference of the corpus has is not scored.
                    if self.of_mentions or side[one].kind in kinds:
                        event.worth += side[one].worth(event.document)

    def elements(self, documents: list[dict[str, Any]], split: bool) -> dict[Any, Element]:
        found: dict[Any, Element] = {}
        for place, document in enumerate(documents):
            for kind in KINDS:
                for given in document[kind]:
                    for mention in given["mentions"]:
                        name = ("mention", mention["id"]) if split else ("element", given["id"])
                        element = found.setdefault(name, Element(kind, given))
                        element.mentions.setdefault(place, []).append(mention)
        return found

    def events(self, documents: list[dict[str, Any]], whole: bool) -> list[Event]:
        found = []
        for place, document in enumerate(documents):
            rows = [one for kind in KINDS for one in document[kind]]
            owner = {mention["id"]: one["id"] for one in rows for mention in one["mentions"]}
            for given in document["events"]:
                if not self.of_mentions:
                    arguments = {(one["role"], ("element", one["refid"])) for one in given["arguments"]}
                    found.append(Event(given, place, arguments, [mention["extent"] for mention in given["mentions"]]))
                    continue
                for mention in given["mentions"]:
                    spoken = [(one["role"], one["refid"]) for one in mention["arguments"]]
                    of_mention = {
                        (role, ("element", owner[one]) if whole else ("mention", one)) for role, one in spoken
                    }
                    found.append(Event(given, place, of_mention, [mention["extent"]]))
        return found

    def false(self, theirs: Element, document: int) -> float:
        """Return the cost of the predicted mentions that are near no reference mention."""
        total = 0.0
        for b in theirs.mentions.get(document, []):
            rivals = [(one, a) for one in self.ours.values() for a in one.mentions.get(document, [])]
            if not any(one.kind == theirs.kind and mention_score(one, a, theirs, b) is not None for one, a in rivals):
                total -= 0.75 * theirs.own_score(b)
        return total

    def pair_value(self, ours: Element, theirs: Element, document: int) -> float | None:
        costs: Costs = {}
        for j, b in enumerate(theirs.mentions.get(document, [])):
            for i, a in enumerate(ours.mentions[document]):
                score = mention_score(ours, a, theirs, b)
                if score is not None:
                    costs[j, i] = -score  # whatever has a score is near, so nothing is saved by it
        if not costs:
            return None
        gained = self.false(theirs, document) - sum(costs[pair] for pair in cheapest(costs)[0])
        if ours.kind == "entities":
            gained *= min(ours.level, theirs.level) / ours.own_scores(document)
        discounts = {"entities": (0.5, 0.9, 0.75), "values": (0.5, 0.9, 1), "timex2": (1, 1, 1)}[ours.kind]
        weight = max(min(ours.base, theirs.base), EPS)
        for name, discount in zip(("type", "subtype", "entity_class"), discounts, strict=True):
            weight *= discount if getattr(ours, name) != getattr(theirs, name) else 1
        return weight * gained

    def element_mappings(self) -> list[Mapping]:
        if self.of_mentions:
            return [frozenset()]
        costs: Costs = {}
        for (r, t, _), value in self.values.items():
            costs[r, t] = costs.get((r, t), self.alarm(self.theirs[t])) - value
        return cheapest_in_groups(costs)

    def alarm(self, theirs: Element) -> float:
        total = 0.0
        for document in theirs.mentions:
            share = theirs.level / theirs.own_scores(document) if theirs.kind == "entities" else 1.0
            total += max(0.75 * theirs.base, EPS) * share * self.false(theirs, document)
        return total

    def pair_of_events(self, ours: Event, theirs: Event, mapped: Mapping) -> list[tuple[float, int]]:
        """The value of two events and how many arguments are wrong, for each of their argument mappings."""
        worth: Costs = {}
        role: Costs = {}
        for (j, (own, t)), (i, (wanted, r)) in product(enumerate(theirs.arguments), enumerate(ours.arguments)):
            value = self.values.get((r, t, ours.document), 0.0)
            if value and ((r, t) in mapped or not self.mapped_only):
                worth[j, i], role[j, i] = value, 1 if own == wanted else 0.75
        extents: Costs = {
            (i, j): -overlap(a, b)
            for (i, a), (j, b) in product(enumerate(ours.extents), enumerate(theirs.extents))
            if overlap(a, b)
        }
        if self.event_pairs in ("arguments", "both") and ours.arguments and not worth:
            return []
        if (self.event_pairs in ("extents", "both") or self.of_mentions or not worth) and not extents:
            return []
        extent = -sum(extents[pair] for pair in cheapest(extents)[0])
        discount = math.prod(
            weight if a != b else 1
            for weight, a, b in zip(EVENT.values(), ours.attributes, theirs.attributes, strict=True)
        )
        of_arguments = theirs.worth - EPS * len(theirs.extents)
        found = []
        for chosen in cheapest({pair: -(role[pair] + 0.5) * value for pair, value in worth.items()}):
            gained = sum(role[pair] * worth[pair] for pair in chosen)
            if not gained and not extents:
                continue
            right = sum((ours.arguments[i][1], theirs.arguments[j][1]) in mapped for j, i in chosen)
            extra = 0.5 * (of_arguments - sum(worth[pair] for pair in chosen))
            if self.of_mentions:
                gained = sum(role[j, i] * self.ours[ours.arguments[i][1]].worth(ours.document) for j, i in chosen)
                extra = 0.0
            found.append((discount * (gained - extra + EPS * extent), len(ours.arguments) - right))
        return found

    def results(self) -> Iterator[dict[str, float]]:
        for mapped in self.element_mappings():
            pairs = {}
            for (i, ours), (j, theirs) in product(enumerate(self.references), enumerate(self.predictions)):
                if ours.document == theirs.document:
                    found = self.pair_of_events(ours, theirs, mapped)
                    if found:
                        pairs[i, j] = list({(f"{value:.9e}", wrong): (value, wrong) for value, wrong in found}.values())
            for chosen in each_of(list(pairs.values())):
                value = dict(zip(pairs, chosen, strict=True))
                costs = {(i, j): -0.75 * self.predictions[j].worth - value[i, j][0] for i, j in pairs}
                for matched in cheapest_in_groups(costs):
                    yield self.result({pair: value[pair] for pair in matched})

    def result(self, matched: dict[tuple[int, int], tuple[float, int]]) -> dict[str, float]:
        rows: list[tuple[str, float]] = []
        for (i, j), (value, wrong) in matched.items():
            ours, theirs = self.references[i], self.predictions[j]
            right = not wrong and ours.attributes == theirs.attributes
            rows.append(("correct" if right else "error", ours.worth - value))
        found, given = ({pair[side] for pair in matched} for side in (0, 1))
        rows += [("miss", one.worth) for i, one in enumerate(self.references) if i not in found]
        rows += [("false_alarm", 0.75 * one.worth) for j, one in enumerate(self.predictions) if j not in given]
        result: dict[str, float] = {"reference_value": sum(event.worth for event in self.references)}
        for name in OUTCOMES:
            result[name] = sum(outcome == name for outcome, _ in rows)
            result[f"{name}_cost"] = math.fsum(cost for outcome, cost in rows if outcome == name)
        return result


def event_values(
    predictions: list[dict[str, Any]],
    references: list[dict[str, Any]],
    level: str = "event",
    argument_pairs: str = "overlapping",
    event_pairs: str = "arguments",
) -> list[dict[str, float]]:
    """Counts and costs of the whole corpus: every result that is right, one where nothing ties."""
    return list(Corpus(predictions, references, level, argument_pairs, event_pairs).results())
