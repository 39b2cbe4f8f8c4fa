"""The strip: the number of each scorer for these documents, the marks that it credits, and why."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from event_scoring.arguments.score import ARGUMENTS
from event_scoring.comparison.signatures import task_of
from event_scoring.documents.errors import InputError
from event_scoring.nuggets.score import NUGGETS
from event_scoring.relations.comparisons import missing_data
from event_scoring.relations.score import RELATIONS
from event_scoring.report.views import SIDES, item_key, marks_of
from event_scoring.scoring.signature import options_of
from event_scoring.scoring.task import Counts
from event_scoring.values.score import VALUES
from spaces_app.dots import Dot, Line, verdict
from spaces_app.forms import in_form
from spaces_app.links import MAX_DRAWN_LINKS, Link, argument_links, coreference_links, sequence_links
from spaces_app.scorers import Scorer, scorers_of
from spaces_app.state import State, plain_documents
from spaces_app.sums import sum_of

OWN = "Your signature"
"""The name of the dot of a visitor's own signature."""


class Strips:
    """The scorers of a state with their scores."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._forms: dict[tuple[str, str, bool], tuple[Any, Any]] = {}
        self._counts: dict[tuple[str, str, str, bool], Counts] = {}
        self._results: dict[tuple[str, str, str, bool], dict[str, Any]] = {}

    @cached_property
    def row(self) -> int:
        """The row of the shown document: the chosen one, or the first with a mistake."""
        if self.state.document is not None and 0 <= self.state.document < len(self.state.references):
            return self.state.document
        return next(iter(self.worst), 0)

    @cached_property
    def worst(self) -> list[int]:
        """The rows of some documents, most mistakes first."""
        references = self.state.references
        if len(references) == 1:
            return [0]
        for scorer in scorers_of(self.state.strip):
            try:
                outcomes = self.score(scorer, self.state.shown_system, details=True).get("outcomes")
            except ValueError:
                continue
            if outcomes:
                wrong = [sum(outcome["category"] != "right" for outcome in rows) for rows in outcomes]
                return sorted(range(len(wrong)), key=lambda row: (-wrong[row], row))[:20]
        return list(range(len(references)))[:20]

    @cached_property
    def dots(self) -> list[Dot]:
        """All scorers of this kind of score, including those that cannot score these documents.

        A number that is set by definition is shown only if all numbers are.
        """
        dots = [self._dot(scorer) for scorer in self._scorers()]
        if all(dot.sum.counts_nothing for dot in dots if dot.sum):
            return dots
        nothing = "neither side has anything that it counts"
        return [Dot(dot.scorer, why_not=nothing) if dot.sum and dot.sum.counts_nothing else dot for dot in dots]

    def lit(self) -> Dot:
        """Return the lit dot without scoring others if possible, or else the main dot."""
        lit = (scorer for scorer in self._scorers() if scorer.name == self.state.scorer)
        dot = next(map(self._dot, lit), None)
        return dot if dot and dot.values else self.main

    def _scorers(self) -> list[Scorer]:
        scorers = list(scorers_of(self.state.strip))
        if self.state.task.name == "responses":  # they are assessed by people, or compared with Rich ERE
            has_ere = any(document.get("ere") for document in self.state.references)
            scorers = [one for one in scorers if ("`ere`" in one.declared.needs) == has_ere]
        return [*scorers, *self._own()]

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The outcome of each mark."""
        return {item_key(*outcome["item"]): outcome["category"] for outcome in self.outcome_dot.outcomes}

    @property
    def verdict(self) -> str:
        """The verdict on the shown document, with its name if there are several."""
        sentence = verdict(self.outcome_dot, self.state.strip.noun)
        return f"In {self.name_of(self.row)}: {sentence}" if sentence and len(self.state.references) > 1 else sentence

    def name_of(self, row: int) -> str:
        """Return the name of a document, or its number."""
        return self.state.references[row].get("doc_id") or f"document {row + 1}"

    @property
    def counts_links(self) -> bool:
        """Whether links between mentions are counted, and not marks."""
        return self.state.strip_name in ("coreference", "sequencing")

    @property
    def scored(self) -> list[Dot]:
        """The dots whose scorer can score the documents."""
        return [dot for dot in self.dots if dot.values]

    @property
    def main(self) -> Dot:
        """The lit dot, or else the first dot with outcomes of marks.

        Raises:
            InputError: if no scorer can score the documents.
        """
        if not self.scored:
            raise InputError(says=self.dots[0].why_not)
        lit = [dot for dot in self.scored if dot.scorer.name == self.state.scorer]
        return next(iter((*lit, *(dot for dot in self.scored if dot.outcomes), self.scored[0])))

    @property
    def outcome_dot(self) -> Dot:
        """The dot with outcomes that finds the most, because it distinguishes other words from a miss.

        Of assessed responses it is the lit one.
        """
        if self.state.strip.tells_itself:
            return self.main

        def found(dot: Dot) -> int:
            lost = ("missed", "wrong_role")  # matched by list index only, an argument may have any other's role
            return sum(one["category"] not in lost for one in dot.outcomes if one["item"][0] == SIDES[0])

        return max((dot for dot in self.scored if dot.outcomes), key=found, default=self.main)

    def _own(self) -> Iterator[Scorer]:
        """Yield the scorer of the visitor's own signature. Add a note if the signature is invalid."""
        if not self.state.own:
            return
        try:
            task = task_of(self.state.own)
            options = options_of(self.state.own, task.options, {})
        except ValueError as error:
            self.state.notes.append(f"{OWN}: {error}")
            return
        keys = next((keys for source, keys in self.state.strip.sources if source is task), ())
        declared = replace(task.published[0], counts="What its signature says", faults="It is yours", original="")
        yield Scorer(OWN, task, options, keys, replace(declared, users=""))

    def _dot(self, scorer: Scorer) -> Dot:
        """Return the dot of a scorer, with its numbers or the reason for having none."""
        dot = Dot(scorer)
        is_single = len(self.state.references) == 1
        for system in self.state.systems:
            try:
                why_not = self._why_not_comparable(scorer, system)
                result = {} if why_not else self.score(scorer, system, details=is_single)
            except ValueError as error:
                return Dot(scorer, why_not=str(error))
            if why_not:
                return Dot(scorer, why_not=why_not)
            key = next((key for key in scorer.keys if key in result), None)
            if key is None:
                return Dot(scorer, why_not=f"it gives no score of {self.state.strip.title}")
            if not math.isfinite(result[key]):
                return Dot(scorer, why_not="its number is undefined here: 0 divided by 0")
            if result[key] > 1 + 1e-9:
                return Dot(scorer, why_not="its number is above 1 here, so it is not comparable with the others")
            dot.key, dot.values[system] = key, result[key]
            if system == self.state.shown_system:
                dot.signature, dot.warnings = result["signature"], result["warnings"]
                shown = result if is_single else self._of_shown_document(scorer)
                if self.counts_links:
                    dot.links = self._links(scorer, key)
                else:
                    dot.outcomes = self._outcomes(scorer, shown)
                    dot.lines = self._lines(scorer, key, shown, dot.outcomes)
                if scorer.task is ARGUMENTS and key in ("score", "linking_score"):
                    self._add_links_of_arguments(dot)
                elements = self._lines_of_elements(scorer, shown)
                earned = [credit for *_, credit in (elements if scorer.task is VALUES else dot.lines)]
                dot.lines += elements
                documents = len(self.state.references)
                dot.sum = sum_of(key, result, self._totals(scorer, system), earned, documents)
        return dot

    def _why_not_comparable(self, scorer: Scorer, system: str) -> str:
        """Return why a scorer is not comparable with the others on these documents; empty if it is."""
        if scorer.name == OWN:
            return ""
        if scorer.task is RELATIONS:
            documents = (*self.state.systems[system], *self.state.references)
            labels = {relation["type"] for document in documents for relation in document.get("relations") or ()}
            return missing_data(scorer.options, labels, clusters=False)
        measure = getattr(scorer.parsed, "measure", None)
        if measure is None:
            return ""
        return str(measure.why_not_comparable(*self._checked(scorer, system), scorer.parsed))

    def counts(self, scorer: Scorer, system: str, details: bool = False) -> Counts:
        """Return the counts of a system under a scorer."""
        name = (scorer.task.name, repr(scorer.options), system, details)
        if name not in self._counts:  # a rule may have several dots
            self._counts[name] = _counts(scorer, *self._checked(scorer, system), details)
        return self._counts[name]

    def score(self, scorer: Scorer, system: str, details: bool = False) -> Any:
        """Return the result of a system under a scorer."""
        name = (scorer.task.name, repr(scorer.options), system, details)
        if name not in self._results:
            self._results[name] = self.counts(scorer, system, details).score(details)
        return self._results[name]

    def _totals(self, scorer: Scorer, system: str) -> dict[str, Any]:
        """Return the totals behind the scores of a rule, with the weights among its options."""
        weights = {name: getattr(scorer.parsed, name) for name in ("beta", "lam") if hasattr(scorer.parsed, name)}
        return {**self.counts(scorer, system, len(self.state.references) == 1).sums(), **weights}

    def _checked(self, scorer: Scorer, system: str) -> tuple[Any, Any]:
        """Return both sides in the scorer's format, checked once for all rules that compare texts, or spans."""
        name = scorer.task.name, system, scorer.parsed.compares_texts
        if name not in self._forms:
            self._forms[name] = self._in_form(scorer, self.state.systems[system], self.state.references)
        return self._forms[name]

    def _in_form(self, scorer: Scorer, predictions: Sequence[Any], references: Sequence[Any]) -> tuple[Any, Any]:
        """Return documents of both sides in the form that a scorer takes, checked."""
        state, task = self.state, scorer.task
        if state.is_as_written and not scorer.parsed.compares_texts:
            raise InputError(says="it compares places, and here are texts without a place in their document")
        sides = in_form([*predictions], [*references], state.task, task, state.words)
        return task.check(*sides, scorer.parsed)

    def document(self, scorer: Scorer) -> tuple[list[Any], list[Any]]:
        """Return the shown document of both sides in the scorer's format."""
        return self.documents(scorer, slice(self.row, self.row + 1))

    def documents(self, scorer: Scorer, rows: slice = slice(None), system: str = "") -> tuple[list[Any], list[Any]]:
        """Return documents of both sides in the scorer's format, by default of the shown system."""
        predictions, references = self._checked(scorer, system or self.state.shown_system)
        return plain_documents(predictions[rows]), plain_documents(references[rows])

    def _of_shown_document(self, scorer: Scorer) -> Mapping[str, Any]:
        """Return the result of the shown document alone, empty if it cannot be scored alone."""
        try:
            return _counts(scorer, *scorer.task.check(*self.document(scorer), scorer.parsed), True).score(True)
        except ValueError:
            return {}

    def _outcomes(self, scorer: Scorer, result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """Return the outcomes of the counted items. Matched fillers without a common word become "other_filler"."""
        outcomes = []
        for outcome in _of_events(scorer, (result.get("outcomes") or [[]])[0]):
            side, item = outcome["item"]
            if not self._is_counted(item):
                continue
            if outcome["category"] == "other_words" and outcome["partner"] is not None:
                ends = item_key(side, item), item_key(SIDES[side == SIDES[0]], outcome["partner"])
                if set(ends) <= self._texts.keys() and self._texts[ends[0]].isdisjoint(self._texts[ends[1]]):
                    outcome = {**outcome, "category": "other_filler"}
            outcomes.append(outcome)
        return outcomes

    @cached_property
    def _texts(self) -> dict[str, set[str]]:
        """The words of each mark."""
        return {mark["key"]: set(mark["text"].casefold().split()) for mark in marks_of(self.drawn)}

    def _lines(
        self, scorer: Scorer, key: str, result: Mapping[str, Any], outcomes: Sequence[Mapping[str, Any]]
    ) -> list[Line]:
        """Return the pairs that earn something for a number, as the details of its rule list them."""
        name = key.removesuffix("_f1")
        if scorer.task is NUGGETS and result:
            pairs = result["alignment"][0][name]
            return [(one["prediction"], row["reference"], one["dice"]) for row in pairs for one in row["predictions"]]
        if result.get("scheme_pairs"):
            keeps_half = scorer.parsed.keeps_half_credit or len(self.state.references) == 1
            credit = {"correct": 1.0, "partial": 0.5 * keeps_half}
            pairs = [one for one in result["scheme_pairs"][0] if one["scheme"] == name and credit.get(one["kind"])]
            return [(one["prediction"], one["reference"], credit[one["kind"]]) for one in pairs]
        paired = (one for one in outcomes if one["item"][0] == SIDES[1] and one["credit"] > 0)
        return [(one["item"][1], one["partner"], one["credit"]) for one in paired if one["partner"] is not None]

    def _lines_of_elements(self, scorer: Scorer, result: Mapping[str, Any]) -> list[Line]:
        """Return the arguments of events that have a value of their own, with what each pair earns."""
        if scorer.task is not VALUES or scorer.parsed.level != "event":
            return []
        pairs = (result.get("argument_values") or [[]])[0]
        return [(pair["prediction"], pair["reference"], pair["earned"]) for pair in pairs if pair["earned"] > 0]

    def _links(self, scorer: Scorer, key: str) -> list[Link]:
        """Return the links between mentions of the shown document."""
        documents = [side[self.row] for side in self._checked(scorer, self.state.shown_system)]
        if self.state.strip_name == "sequencing":
            kinds = {"after_f1": ("After",), "subevent_f1": ("Subevent",)}.get(key, ("After", "Subevent"))
            return sequence_links(documents, kinds)[:MAX_DRAWN_LINKS]
        return coreference_links(documents, scorer.parsed)[:MAX_DRAWN_LINKS]

    def _add_links_of_arguments(self, dot: Dot) -> None:
        """Add the links between the arguments of a frame. They alone earn something for the linking part."""
        documents = [side[self.row] for side in self._checked(dot.scorer, self.state.shown_system)]
        links, lines = argument_links(documents, dot.scorer.parsed)
        dot.links = links[:MAX_DRAWN_LINKS]
        if dot.key == "linking_score":
            dot.outcomes, dot.lines = [], lines

    def _is_counted(self, item: Any) -> bool:
        """Whether the strip counts an item: the number of an event, or the path of an argument or fill inside one."""
        return isinstance(item, int) != (self.state.strip_name in ("arguments", "templates"))

    @cached_property
    def drawn(self) -> dict[str, Any]:
        """The drawing of the shown document."""
        return self.state.view(self.row)


def _of_events(scorer: Scorer, outcomes: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Return the outcomes of events. An event whose mentions are scored has the outcome of its best mention."""
    if scorer.task is not VALUES or scorer.parsed.level == "event":
        return outcomes
    best: dict[tuple[str, int], Mapping[str, Any]] = {}
    for outcome in sorted(outcomes, key=lambda one: -one["credit"]):
        side, (event, _) = outcome["item"]
        partner = outcome["partner"] and outcome["partner"][0]
        best.setdefault((side, event), {**outcome, "item": [side, event], "partner": partner})
    return [*best.values()]


def _counts(scorer: Scorer, predictions: Any, references: Any, details: bool = False) -> Counts:
    return scorer.task.count_checked(predictions, references, scorer.parsed, details)
