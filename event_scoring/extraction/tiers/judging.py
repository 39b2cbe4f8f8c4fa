"""The pairs that no similarity decides, and the verdicts on them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np

from event_scoring.documents.errors import InputError, counted
from event_scoring.documents.verdicts import Identity, Questions, Verdicts
from event_scoring.documents.verdicts import Item as Read
from event_scoring.extraction.items import Document
from event_scoring.extraction.measure_options import TierOptions
from event_scoring.extraction.standardization.candidates import single_spaced
from event_scoring.extraction.tiers.similarities import Likeness, first_tiers
from event_scoring.matching import Pair, best_ranked, extendable, grouped
from event_scoring.scoring.counts import Row
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.rows import in_row

CONTEXT_TOKENS = 20
"""Number of tokens that a judge sees on either side of a reference."""
Judge = Callable[[list[Row]], Iterable[Any]]
Counted = TypeVar("Counted")
Asking: TypeAlias = "Generator[Questions, Sequence[bool | None], Counted]"
"""A rule of one document that needs verdicts: it yields questions and receives the answers."""


@dataclass
class Session:
    """The verdicts that one call of a score function knows."""

    known: Verdicts
    judge: Judge | None

    @classmethod
    def of(cls, options: TierOptions) -> Session:
        """Return a session that starts with the verdicts of the options."""
        return cls(options.known_verdicts.copy(), options.judge)

    def answered(self, rules: Sequence[Asking[Counted]], rows: Sequence[int]) -> list[Counted]:
        """Run the rules of all documents; in each round the judge is called once for the questions of all of them.

        Args:
            rules: The rule of each document.
            rows: The rows of the documents in the input.
        """
        found: dict[int, Counted] = {}
        answers: dict[int, Sequence[bool | None] | None] = dict.fromkeys(range(len(rules)))
        while answers:
            questions: dict[int, Questions] = {}
            for number, answer in answers.items():
                try:
                    questions[number] = next(rules[number]) if answer is None else rules[number].send(answer)
                except StopIteration as end:
                    found[number] = end.value
                except InputError as error:
                    raise in_row(error, rows[number]) from None
            answers = dict(zip(questions, self.verdicts([*questions.values()]), strict=True))
        return [found[number] for number in range(len(rules))]

    def verdicts(self, questions: Sequence[Questions]) -> list[list[bool | None]]:
        """Return the answers to the questions of several documents; None without a verdict."""
        identities = [one.identities() for one in questions]
        if self.judge is not None:
            opened: dict[Identity, None] = {}
            records: list[Row] = []
            for one, names in zip(questions, identities, strict=True):
                places = []
                for place, name in enumerate(names):
                    if name not in self.known and name not in opened:
                        opened[name] = None
                        places.append(place)
                records += one.records(places)
            if records:
                self.known.update(zip(opened, _answers(self.judge, records), strict=True))
        return [[*map(self.known.get, names)] for names in identities]


def _answers(judge: Judge, pairs: list[Row]) -> list[bool | None]:
    given = judge(pairs)
    if not isinstance(given, Iterable):
        raise ValueError(f"judge: expected a list of verdicts, one for each pair, got {given!r}")
    answers = list(given)
    if len(answers) != len(pairs):
        raise ValueError(f"judge: expected {counted(len(pairs), 'verdict')}, one for each pair, got {len(answers)}")
    found = []
    for verdict in answers:
        value = verdict.get("verdict") if isinstance(verdict, Mapping) else verdict
        if isinstance(value, np.bool_):
            value = bool(value)
        if value is not None and not isinstance(value, bool):
            raise ValueError(f"judge: expected verdicts True, False or None, got {value!r}")
        found.append(value)
    return found


def undecided_pairs(
    accepted: Sequence[Sequence[Sequence[Pair]]],
    groups: Sequence[tuple[Sequence[Hashable], Sequence[Hashable]]],
    options: TierOptions,
) -> list[Pair]:
    """Return once every pair that no tier accepts and that could change one of some scores."""
    found: dict[Pair, None] = {}
    before = options.match.index("judged")
    for tiers, (left, right) in zip(accepted, groups, strict=True):
        earlier = first_tiers(tiers[:before])
        if options.matching == "coverage":
            taken = [{pair[side] for pair in earlier} for side in (0, 1)]
            free = [[*range(len(left))], [*range(len(right))]]
        else:
            taken = [set(), set()]
            free = [sorted(side) for side in extendable(earlier, best_ranked(earlier), len(left), len(right))]
        by_group = grouped((right[other], other) for other in free[1])
        for one in free[0]:
            for other in by_group.get(left[one], ()):
                if (one, other) not in earlier and not (one in taken[0] and other in taken[1]):
                    found[one, other] = None
            check_number_of_pairs(len(found), 'items that the tier "judged" may accept', ("references",))
    return [*found]


def questions_of(
    document: Document,
    predictions: Sequence[Likeness],
    references: Sequence[Likeness],
    pairs: Iterable[Pair],
    unit: str,
) -> Questions:
    """Return the questions for a judge about some pairs."""
    pairs = [*pairs]
    left = {place: number for number, place in enumerate(dict.fromkeys([one for one, _ in pairs]))}
    right = {place: number for number, place in enumerate(dict.fromkeys([other for _, other in pairs]))}
    name = f"#{document.number}" if document.doc_id is None else document.doc_id
    predicted: list[Read] = []
    for place in left:
        item, span = predictions[place].item, predictions[place].span
        text = item.text if item.written is None else item.written
        if text is None:
            text = single_spaced(document.passage(*span)) if span else ""
        predicted.append((text, item.span))
    annotated = []
    for place in right:
        item = references[place].item
        start, end = item.span or (0, 0)
        context = single_spaced(document.passage(max(0, start - CONTEXT_TOKENS), end + CONTEXT_TOKENS))
        role = item.label if unit == "argument" else None
        annotated.append((name, item.type, role, (single_spaced(document.passage(start, end)), (start, end)), context))
    return Questions(unit, predicted, annotated, [(left[one], right[other]) for one, other in pairs])
