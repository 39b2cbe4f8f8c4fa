"""The arithmetic behind a number: its terms, its denominator, and its text.

Every sum uses the totals from which the rule itself computes its score. It is shown only if it gives that score.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from event_scoring.statistics.cluster_scores import CONLL, KBP

TOLERANCE = 1e-4
"""IEPile rounds precision, recall and F1 to four places."""
MAX_LISTED_TERMS = 6
"""Terms of a sum up to which each is written."""
COREFERENCE_NAMES = {
    **{"muc": "MUC", "b_cubed": "B³", "ceaf_m": "CEAF of mentions", "ceaf_e": "CEAF of entities"},
    **{"blanc": "BLANC", "lea": "LEA"},
}
UNITS = {
    **{"muc": "links", "b_cubed": "shares of mentions", "ceaf_m": "mentions", "ceaf_e": "similarity of clusters"},
    **{"lea": "links of mentions", "after": "links", "subevent": "links", "sequencing": "links"},
}
"""The unit of the sum of a measure that does not count marks."""
MIN_WORTH = 1e-6
"""Smallest worth of references with an arithmetic to show. Below it, the value is set by definition."""
Totals = Mapping[str, Any]


class Fractions(NamedTuple):
    """Precision and recall as fractions of totals, and their F1."""

    right: float
    predicted: float
    found: float
    wanted: float

    @property
    def precision(self) -> float:
        return self.right / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        return self.found / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def text(self) -> str:
        """Precision and recall in words.

        Examples:
            >>> Fractions(2.0667, 4, 2.0667, 3).text()
            'precision 2.07 of 4, recall 2.07 of 3'
        """
        right, predicted, found, wanted = map(number, self)
        return f"precision {right} of {predicted}, recall {found} of {wanted}"


@dataclass(frozen=True)
class Sum:
    """A number as it comes about."""

    text: str
    value: float
    """The result of the arithmetic."""
    fractions: Fractions | None = None
    """Precision and recall, if the number is the F1 of one count."""
    documents: float = 1

    @property
    def counts_nothing(self) -> bool:
        """Whether both sides are empty for this score, so that its value is a convention."""
        return self.fractions is not None and not self.fractions.predicted and not self.fractions.wanted


def number(value: float) -> str:
    """Return a whole number unchanged, others with two decimals, or two digits if small.

    Examples:
        >>> number(2.0), number(2 / 3), number(0.00012)
        ('2', '0.67', '0.00012')
    """
    if abs(value - round(value)) < 1e-6 and (round(value) or not value):
        return f"{round(value):,}"
    return f"{value:.2g}" if abs(value) < 0.01 else f"{value:,.2f}"


def sum_of(key: str, result: Totals, totals: Totals, terms: Sequence[float] = (), documents: int = 1) -> Sum:
    """Return the arithmetic of a score.

    Args:
        key: The key of the score in the result.
        result: The scores of all documents.
        totals: The totals from which the rule computed them.
        terms: The credits of the marks of the shown document.
        documents: The number of documents.
    """
    value = float(result[key])
    for find in _FINDERS:
        for found in find(key, {**totals, **result, "documents": documents}, terms):
            if abs(found.value - value) < TOLERANCE:
                return found
    stem = key.removesuffix("f1")
    parts = [f"{name} {result[stem + name]:.2f}" for name in ("precision", "recall") if stem + name in result]
    last = "F1" if key.endswith("f1") else key.replace("_", " ")
    return Sum(" · ".join(filter(None, [", ".join(parts), f"{last} {value:.2f}"])), value)


def _added(terms: Sequence[float], total: float, documents: float) -> str:
    """Return the terms with their sum, and the total of several documents.

    Examples:
        >>> _added([1, 0.4, 2 / 3], 2.0667, 1), _added([], 0, 1), _added([1], 2, 1), _added([1, 1], 40, 9)
        ('1 + 0.67 + 0.40 = 2.07', '0', '2 right', '1 + 1 = 2 here, 40 in all 9 documents')
    """
    kept = [number(term) for term in sorted(terms, reverse=True) if term]
    shown = kept if len(kept) <= MAX_LISTED_TERMS else [f"{count} × {term}" for term, count in Counter(kept).items()]
    text = " + ".join(shown) + (f" = {number(sum(terms))}" if len(kept) > 1 else "")
    if documents > 1:
        return f"{text or '0'} here, {number(total)} in all {number(documents)} documents"
    return text or "0" if abs(sum(terms) - total) <= TOLERANCE else f"{number(total)} right"


_PAIRED = "{of}correct + {of}incorrect + {of}partial"
_IN_PART = "{of}correct + 0.5*{of}partial"
_PER_MODE = (
    ("{of}credit", "{of}predictions", "{of}credit", "{of}references"),
    ("{of}credit", "{mode}predictions", "{of}credit", "{mode}references"),
    ("{of}covered", "{of}predictions", "{of}true_positives", "{of}references"),
    ("{of}covered", "{mode}predictions", "{of}true_positives", "{mode}references"),
    ("{of}true_positives", "{of}predictions", "{of}true_positives", "{of}references"),
    ("{of}true_positives", "{mode}predictions", "{of}true_positives", "{mode}references"),
    ("{mode}precision_matches", "{mode}predictions", "{mode}recall_matches", "{mode}references"),
    (_IN_PART, _PAIRED + " + {of}spurious", _IN_PART, _PAIRED + " + {of}missed"),
    ("{of}correct", _PAIRED + " + {of}spurious", "{of}correct", _PAIRED + " + {of}missed"),
)
_FOUND = "{of}true_positives"
_IN_ALL = (
    (_FOUND, _FOUND + " + {of}false_positives", _FOUND, _FOUND + " + {of}false_negatives"),
    ("true_positives", "true_positives + false_positives", "true_positives", "{of}normalizer"),
    ("precision_numerator", "precision_denominator", "recall_numerator", "recall_denominator"),
    ("{of}system_right", "{of}system", "{of}reference_found", "{of}reference"),
    ("correct + 0.5*partial", "actual", "correct + 0.5*partial", "possible"),
    ("correct", "actual", "correct", "possible"),
    ("@{of}links", "@system_mentions - @system_clusters", "@{of}links", "@reference_mentions - @reference_clusters"),
    ("@{of}similarity", "@system_clusters", "@{of}similarity", "@reference_clusters"),
    ("@{of}mentions", "@system_mentions", "@{of}mentions", "@reference_mentions"),
    ("@{of}precision", "@system_mentions", "@{of}recall", "@reference_mentions"),
)
"""The sums of totals that are `Fractions`: ``of`` is the start of the names of a score, @ is "coreference_"."""
_TERM = re.compile(r"(-?) ?(?:([\d.]+)\*)?([^\s+-]+)")


def _fractions(name: str, totals: Totals) -> Iterator[Fractions]:
    """Yield the fractions that may be behind a score, by the names of the totals."""
    rows = [(mode, row) for mode in ("", "pipeline/", "gold/") for row in _PER_MODE]
    for mode, row in (*rows, *(("", row) for row in _IN_ALL)):
        names = {"mode": mode, "of": f"{mode}{name}_" if name else mode}
        sums = [_TERM.findall(part.format(**names).replace("@", "coreference_")) for part in row]
        if all(total in totals for terms in sums for *_, total in terms):
            yield Fractions(*(sum(_signed(*term, totals) for term in terms) for terms in sums))


def _signed(sign: str, factor: str, name: str, totals: Totals) -> float:
    return float(totals[name]) * float(factor or 1) * (-1 if sign else 1)


def _of_f1(key: str, totals: Totals, terms: Sequence[float]) -> Iterator[Sum]:
    """Yield the sums of an F1 whose precision and recall are fractions of totals."""
    if not key.endswith("f1"):
        return
    stem = key.removesuffix("f1")
    unit = UNITS.get(stem.removesuffix("_"))
    for fractions in _fractions(stem.removesuffix("_"), totals):
        same = [(fractions.precision, "precision"), (fractions.recall, "recall")]
        if all(abs(part - totals.get(stem + name, part)) < TOLERANCE for part, name in same):
            added = f"{unit}: " if unit else f"{_added(terms, fractions.right, totals['documents'])} · "
            yield Sum(
                f"{added}{fractions.text()} · F1 {fractions.f1:.2f}", fractions.f1, fractions, totals["documents"]
            )


def _of_blanc(key: str, totals: Totals, _: Sequence[float]) -> Iterator[Sum]:
    """Yield BLANC: the mean F1 of coreferent and other pairs, or the only one of the two."""
    if key != "blanc_f1" or "coreference_shared_links" not in totals:
        return
    scored = {}
    for kind, title in {"links": "links", "non_links": "pairs without a link"}.items():
        shared, system, reference = (totals[f"coreference_{side}_{kind}"] for side in ("shared", "system", "reference"))
        scored[title] = Fractions(shared, system, shared, reference)
    texts = {title: f"{title}: {one.text()}" for title, one in scored.items() if one.wanted or one.predicted}
    mean = sum(fractions.f1 for fractions in scored.values()) / len(scored)
    both = "; ".join(f"{text}, F1 {scored[title].f1:.2f}" for title, text in texts.items())
    yield Sum(f"{both} · mean {mean:.2f}", mean)
    for title, fractions in scored.items():
        yield Sum(f"{title}: {fractions.text()} · F1 {fractions.f1:.2f}", fractions.f1)


def _of_means(key: str, totals: Totals, _: Sequence[float]) -> Iterator[Sum]:
    """Yield the mean of the F1 of several measures."""
    names = {"conll_f1": CONLL, "kbp_coreference_f1": KBP}.get(key, ())
    if names:
        values = [float(totals[f"{name}_f1"]) for name in names]
        parts = " + ".join(f"{COREFERENCE_NAMES[name]} {one:.2f}" for name, one in zip(names, values, strict=True))
        mean = sum(values) / len(values)
        yield Sum(f"({parts}) / {len(values)} = {mean:.2f}", mean)


def _of_linking(key: str, totals: Totals, terms: Sequence[float]) -> Iterator[Sum]:
    """Yield the score of arguments and their linking, or one of its two parts."""
    if "linking_normalizer" not in totals:
        return
    lam, beta = float(totals["lam"]), float(totals["beta"])
    right, wrong, wanted = (totals[name] for name in ("true_positives", "false_positives", "argument_normalizer"))
    earned, linked, to_link = (totals[name] for name in ("argument_sum", "linking_sum", "linking_normalizer"))
    argument, linking = earned / wanted if wanted else 0.0, linked / to_link if to_link else 0.0
    never = "" if abs(right - beta * wrong - earned) < TOLERANCE else ", never below 0 in a document"
    taken = f"({number(right)} right − {number(beta)} × {number(wrong)} invented{never}) / {number(wanted)}"
    links = f"{number(linked)} of {number(to_link)} = {linking:.2f}"
    if key == "argument_score":
        yield Sum(f"{taken} = {argument:.2f}", argument)
    elif key == "linking_score":
        added = f"{_added(terms, linked, totals['documents'])} · " if terms else ""
        yield Sum(f"{added}links earn {links}", linking)
    elif key == "score":
        value = lam * argument + (1 - lam) * linking
        weighted = f"{number(lam)} × {argument:.2f} + {number(1 - lam)} × {linking:.2f} = {value:.2f}"
        yield Sum(f"arguments {taken} = {argument:.2f}; linking {links} · {weighted}", value)


def _of_costs(key: str, totals: Totals, terms: Sequence[float]) -> Iterator[Sum]:
    """Yield the value of events: the worth of the references minus the losses."""
    if key != "value":
        return
    names = {"miss_cost": "missed", "error_cost": "wrong", "correct_cost": "not whole", "false_alarm_cost": "invented"}
    lost = [(float(totals[name]), title) for name, title in names.items() if totals[name]]
    worth = float(totals["reference_value"])
    if worth < MIN_WORTH:
        if not lost:
            yield Sum("", float(totals["value"]), Fractions(0, 0, 0, 0))
        return
    value = (worth - sum(cost for cost, _ in lost)) / worth
    taken = "".join(f" − {number(cost)} {title}" for cost, title in lost)
    here = f"elements earn {_added(terms, sum(terms), 1)} · " if terms else ""
    yield Sum(f"{here}({number(worth)}{taken}) / {number(worth)} = {value:.2f}", value)


_FINDERS: tuple[Callable[[str, Totals, Sequence[float]], Iterator[Sum]], ...] = (
    *(_of_f1, _of_blanc, _of_means, _of_linking, _of_costs),
)
