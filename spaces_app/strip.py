"""The strip: the number of each scorer for these documents, the marks that it credits, and why."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from event_scoring.comparison.signatures import task_of
from event_scoring.documents.errors import InputError
from event_scoring.nuggets.score import NUGGETS
from event_scoring.relations.comparisons import missing_data
from event_scoring.relations.score import RELATIONS
from event_scoring.report.views import SIDES, item_key, marks_of
from event_scoring.scoring.signature import options_of
from event_scoring.scoring.task import Counts
from event_scoring.values.score import VALUES
from spaces_app.arithmetic import sum_of
from spaces_app.dots import Dot, Line, verdict
from spaces_app.links import argument_links, links_of
from spaces_app.scorers import Scorer, scorers_of
from spaces_app.state import State, in_form, plain_documents

OWN = "Your signature"
"""The name of the dot of a visitor's own signature."""
MAX_WORST = 20
"""The largest number of documents that the page lists to choose from."""
T = TypeVar("T")


class Strips:
    """The scorers of a state with their scores."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._made: dict[tuple[Any, ...], Any] = {}

    def _once(self, make: Callable[[], T], *name: Any) -> T:
        """Return what a function makes, which is kept under a name: a rule may have several dots."""
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]  # type: ignore[no-any-return]

    # ---- documents

    @property
    def is_single(self) -> bool:
        """Whether there is one document, whose result is that of all."""
        return len(self.state.references) == 1

    @cached_property
    def row(self) -> int:
        """The row of the shown document: the chosen one, or the first with a mistake."""
        if self.state.document is not None and 0 <= self.state.document < len(self.state.references):
            return self.state.document
        return next(iter(self.worst), 0)

    @cached_property
    def worst(self) -> list[int]:
        """The rows of some documents, most mistakes first."""
        rows = range(len(self.state.references))
        for scorer in scorers_of(self.state.strip) if len(rows) > 1 else ():
            try:
                outcomes = self.score(scorer, self.state.shown_system, True).get("outcomes")
            except ValueError:
                continue
            if outcomes:
                wrong = [sum(outcome["category"] != "right" for outcome in of_row) for of_row in outcomes]
                return sorted(rows, key=lambda row: (-wrong[row], row))[:MAX_WORST]
        return [*rows][:MAX_WORST]

    def name_of(self, row: int) -> str:
        """Return the name of a document, or its number."""
        return self.state.references[row].get("doc_id") or f"document {row + 1}"

    @cached_property
    def drawn(self) -> dict[str, Any]:
        """The drawing of the shown document."""
        return self.state.view(self.row)

    def documents(self, scorer: Scorer, rows: slice = slice(None), system: str = "") -> tuple[list[Any], list[Any]]:
        """Return documents of both sides in the scorer's format, by default of the shown system."""
        predictions, references = self._checked(scorer, system or self.state.shown_system)
        return plain_documents(predictions[rows]), plain_documents(references[rows])

    def _checked(self, scorer: Scorer, system: str) -> tuple[Any, Any]:
        """Return both sides in the scorer's format, checked once for all rules that compare texts, or spans."""
        compares_texts = scorer.parsed.compares_texts
        return self._once(lambda: self._in_form(scorer, system), "checked", scorer.task.name, system, compares_texts)

    def _in_form(self, scorer: Scorer, system: str) -> tuple[Any, Any]:
        state = self.state
        if state.is_as_written and not scorer.parsed.compares_texts:
            raise InputError(says="it compares places, and here are texts without a place in their document")
        sides = in_form([*state.systems[system]], [*state.references], state.task, scorer.task, state.words)
        return scorer.task.check(*sides, scorer.parsed)

    # ---- dots

    @cached_property
    def dots(self) -> list[Dot]:
        """All scorers of this kind of score, including those that cannot score these documents.

        A number that is set by definition is shown only if all numbers are.
        """
        dots = [self._dot(scorer) for scorer in self._scorers]
        if all(dot.sum.counts_nothing for dot in dots if dot.sum):
            return dots
        nothing = "neither side has anything that it counts"
        return [Dot(dot.scorer, why_not=nothing) if dot.sum and dot.sum.counts_nothing else dot for dot in dots]

    @cached_property
    def scored(self) -> list[Dot]:
        """The dots whose scorer can score the documents."""
        return [dot for dot in self.dots if dot.values]

    @cached_property
    def main(self) -> Dot:
        """The lit dot, for which no other is scored, or else the first dot with outcomes of marks.

        Raises:
            InputError: if no scorer can score the documents.
        """
        lit = (self._dot(scorer) for scorer in self._scorers if scorer.name == self.state.scorer)
        if (dot := next(lit, None)) and dot.values:
            return dot
        if not self.scored:
            raise InputError(says=self.dots[0].why_not)
        return next((dot for dot in self.scored if dot.outcomes), self.scored[0])

    @property
    def outcome_dot(self) -> Dot:
        """The dot with outcomes that finds the most, because it distinguishes other words from a miss.

        Of assessed responses it is the lit one.
        """
        if self.state.strip.tells_itself:
            return self.main

        def found(dot: Dot) -> int:
            lost = ("missed", "wrong_role")  # matched by list index only, an argument may have any other's role
            return sum(outcome["category"] not in lost for outcome in dot.of_side(SIDES[0]))

        return max((dot for dot in self.scored if dot.outcomes), key=found, default=self.main)

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The outcome of each mark."""
        return {item_key(*outcome["item"]): outcome["category"] for outcome in self.outcome_dot.outcomes}

    @property
    def verdict(self) -> str:
        """The verdict on the shown document, with its name if there are several."""
        sentence = verdict(self.outcome_dot, self.state.strip.noun)
        return sentence if self.is_single or not sentence else f"In {self.name_of(self.row)}: {sentence}"

    @cached_property
    def _scorers(self) -> list[Scorer]:
        """The scorers of the strip and the visitor's own."""
        scorers = list(scorers_of(self.state.strip))
        if self.state.task.name == "responses":  # they are assessed by people, or compared with Rich ERE
            has_ere = any(document.get("ere") for document in self.state.references)
            scorers = [one for one in scorers if ("`ere`" in one.declared.needs) == has_ere]
        return [*scorers, *self._own()]

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
        try:
            for system in self.state.systems:
                self._check_comparable(scorer, system)
                dot.key, dot.values[system] = self._number(scorer, self.score(scorer, system, self.is_single))
            self._explain(dot)
        except ValueError as error:
            return Dot(scorer, why_not=str(error))
        return dot

    def _check_comparable(self, scorer: Scorer, system: str) -> None:
        """Raise an `InputError` if a scorer is not comparable with the others on these documents."""
        why_not = ""
        if scorer.task is RELATIONS:
            documents = (*self.state.systems[system], *self.state.references)
            labels = {relation["type"] for document in documents for relation in document.get("relations") or ()}
            why_not = missing_data(scorer.options["protocol"], labels, clusters=False)
        elif measure := getattr(scorer.parsed, "measure", None):
            why_not = measure.why_not_comparable(*self._checked(scorer, system), scorer.parsed)
        if why_not and scorer.name != OWN:
            raise InputError(says=why_not)

    def _number(self, scorer: Scorer, result: Mapping[str, Any]) -> tuple[str, float]:
        """Return the number of a scorer with its key. Raise an `InputError` if it has none on the axis from 0 to 1."""
        key = next((key for key in scorer.keys if key in result), None)
        if key is None:
            raise InputError(says=f"it gives no score of {self.state.strip.title}")
        if not math.isfinite(result[key]):
            raise InputError(says="its number is undefined here: 0 divided by 0")
        if result[key] > 1 + 1e-9:
            raise InputError(says="its number is above 1 here, so it is not comparable with the others")
        return key, result[key]

    def _explain(self, dot: Dot) -> None:
        """Add what a number of the shown system consists of: outcomes, lines, links and the sum."""
        scorer, system = dot.scorer, self.state.shown_system
        result = self.score(scorer, system, self.is_single)
        shown = result if self.is_single else self._of_shown_document(scorer)
        dot.signature, dot.warnings = result["signature"], result["warnings"]
        sides = [side[self.row] for side in self._checked(scorer, system)]
        dot.links = links_of(self.state.strip_name, dot.key, sides, scorer.parsed)
        if dot.key == "linking_score":
            dot.lines = argument_links(sides, scorer.parsed)[1]
        elif not self.state.strip.counts_links:
            dot.outcomes = self._outcomes(scorer, shown)
            dot.lines = self._lines(dot, shown)
        # The value of events is the sum of their elements alone.
        earned = [credit for item, _, credit in dot.lines if scorer.task is not VALUES or not isinstance(item, int)]
        weights = {name: getattr(scorer.parsed, name) for name in ("beta", "lam") if hasattr(scorer.parsed, name)}
        totals = {**self.counts(scorer, system, self.is_single).sums(), **weights}
        dot.sum = sum_of(dot.key, result, totals, earned, len(self.state.references))

    # ---- scores

    def counts(self, scorer: Scorer, system: str, details: bool = False) -> Counts:
        """Return the counts of a system under a scorer."""

        def count() -> Counts:
            return scorer.task.count_checked(*self._checked(scorer, system), scorer.parsed, details)

        return self._once(count, "counts", scorer.task.name, repr(scorer.options), system, details)

    def score(self, scorer: Scorer, system: str, details: bool = False) -> Any:
        """Return the result of a system under a scorer."""
        counts = self.counts(scorer, system, details)
        return self._once(
            lambda: counts.score(details), "score", scorer.task.name, repr(scorer.options), system, details
        )

    def _of_shown_document(self, scorer: Scorer) -> Mapping[str, Any]:
        """Return the result of the shown document alone, empty if it cannot be scored alone."""
        try:
            sides = scorer.task.check(*self.documents(scorer, slice(self.row, self.row + 1)), scorer.parsed)
            return scorer.task.count_checked(*sides, scorer.parsed, True).score(True)
        except ValueError:
            return {}

    def _outcomes(self, scorer: Scorer, result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """Return the outcomes of the counted items. Matched fillers without a common word become "other_filler"."""
        outcomes = []
        for outcome in _of_events(scorer, (result.get("outcomes") or [[]])[0]):
            side, item = outcome["item"]
            # An event is a number; an argument or a fill has the path inside its event or template.
            if isinstance(item, int) == (self.state.strip_name in ("arguments", "templates")):
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

    def _lines(self, dot: Dot, result: Mapping[str, Any]) -> list[Line]:
        """Return the pairs that earn something for a number, as the details of its rule list them."""
        name, options = dot.key.removesuffix("_f1"), dot.scorer.parsed
        if dot.scorer.task is NUGGETS and result:
            pairs = result["alignment"][0][name]
            return [(one["prediction"], row["reference"], one["dice"]) for row in pairs for one in row["predictions"]]
        if result.get("scheme_pairs"):
            credit = {"correct": 1.0, "partial": 0.5 * (options.keeps_half_credit or self.is_single)}
            pairs = [one for one in result["scheme_pairs"][0] if one["scheme"] == name and credit.get(one["kind"])]
            return [(one["prediction"], one["reference"], credit[one["kind"]]) for one in pairs]
        paired = [one for one in dot.of_side(SIDES[1]) if one["credit"] > 0 and one["partner"] is not None]
        lines = [(one["item"][1], one["partner"], one["credit"]) for one in paired]
        if dot.scorer.task is VALUES and options.level == "event":  # their arguments have a value of their own
            pairs = (result.get("argument_values") or [[]])[0]
            lines += [(pair["prediction"], pair["reference"], pair["earned"]) for pair in pairs if pair["earned"] > 0]
        return lines


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
