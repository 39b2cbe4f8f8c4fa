"""Compute scores of arguments and linking from counts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeVar

import numpy as np

from event_scoring.arguments.argument_documents import (
    ARGUMENT_DOCUMENT,
    ArgumentDocument,
    argument_problems,
    count_with_realis,
    judged_arguments,
    refuse_mixed_realis,
    unlinked_arguments,
)
from event_scoring.arguments.categories import ERROR_KINDS, judged_details
from event_scoring.arguments.options import ARGUMENT_LAYOUT, ArgumentOptions, LinkingOptions
from event_scoring.arguments.rule import (
    COUNTED,
    PROPOSAL,
    JudgedArguments,
    additive_parts,
    corpus_scores,
    count_judged,
    document_scores,
)
from event_scoring.documents.errors import InputError
from event_scoring.documents.foreign import as_scalar
from event_scoring.matching import grouped
from event_scoring.scoring.counts import Scores, Sums, check_one_kind, plain, totals
from event_scoring.scoring.intervals import label_scores
from event_scoring.scoring.measure import Measure, Prediction, Reference
from event_scoring.scoring.notes import note_sentences
from event_scoring.scoring.options import check_number, option_items, takes_options
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair, Row
from event_scoring.scoring.task import Counts, Task
from event_scoring.statistics.precision_recall import ratio

REPORTED_SUMS = (*COUNTED, "argument_normalizer", "linking_sum", "linking_normalizer", "documents")
"""Sums that a result repeats."""

GRID = tuple(step / 20 for step in range(21))
"""Values of beta and of lam in the grid of `sensitivity`: 0, 0.05, …, 1."""


@takes_options(ArgumentOptions)
def score_arguments(
    predictions: object, references: object, *, details: bool = False, on_pair: OnPair | None = None, **options: object
) -> Result:
    """Score event arguments and their linking into event frames.

    Args:
        predictions: One document a row: ``{"arguments": [{"type": "Life.Die", "role": "Victim",
            "filler": "e1", "realis": "Actual"}], "frames": [[0]]}``; a frame lists places in `arguments`.
        references: The same documents, in the same order, with all correct arguments.
        details: Add scores by event type and by document, and the score over a grid of beta and lam.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
        **options: Each by its name.

    Returns:
        ``score``, ``argument_score``, ``linking_score`` and what they are made of, ``macro_score``, the
        number of documents and the signature; all but these again as ``{label}/…`` for each group.

    Raises:
        InputError: for an invalid document.

    Examples:
        Two of three arguments are found, with one invented beside them, so the argument part is (2 - 0.25) / 3. The two
        are linked correctly but miss the third. Each has half of its neighbours and an F of 2/3, so the linking part is
        (2/3 + 2/3) / 3.

        >>> def document(*fillers):
        ...     arguments = [{"type": "Life.Die", "role": "Victim", "filler": name} for name in fillers]
        ...     return {"arguments": arguments, "frames": [list(range(len(arguments)))]}
        >>> result = score_arguments([document("a", "b", "x")], [document("a", "b", "c")])
        >>> round(result["argument_score"], 4), round(result["linking_score"], 4), round(result["score"], 4)
        (0.5833, 0.4444, 0.5139)
    """
    return ARGUMENTS.score_documents(predictions, references, options, details, on_pair)


@takes_options(ArgumentOptions)
def count_arguments(predictions: object, references: object, *, details: bool = False, **options: object) -> Counts:
    """Return one row of summable counts for each document; `score_counts` computes scores from them.

    Examples:
        >>> argument = {"type": "Life.Die", "role": "Victim", "filler": "e1"}
        >>> counts = count_arguments([{"arguments": [argument], "frames": [[0]]}], [{"arguments": [], "frames": []}])
        >>> [(row["true_positives"], row["false_positives"], row["false_negatives"]) for row in counts.rows]
        [(0, 1, 0)]
    """
    return ARGUMENTS.count_documents(predictions, references, options, details)


def sensitivity(counts: Counts, beta: Sequence[float] = GRID, lam: Sequence[float] = GRID) -> Scores:
    """Return the score for each pair of a beta and a lam, from counts.

    Returns:
        ``{"beta": […], "lam": […], "score": [[…], …]}`` with one list of scores for each beta.

    Examples:
        >>> argument = {"type": "Life.Die", "role": "Victim", "filler": "e1"}
        >>> wrong = {**argument, "filler": "e2"}
        >>> counts = count_arguments([{"arguments": [argument, wrong], "frames": [[0, 1]]}],
        ...                          [{"arguments": [argument], "frames": [[0]]}])
        >>> sensitivity(counts, beta=[0, 0.5], lam=[0, 1])["score"]
        [[1.0, 1.0], [1.0, 0.5]]
    """
    if not isinstance(counts, Counts):
        raise InputError(("counts",), wanted="the result of count_arguments", got=counts)
    beta, lam = _numbers("beta", beta, math.inf), _numbers("lam", lam, 1)
    clip, undefined = counts.options.clip, counts.options.zero_division
    rows = counts.numbers
    raw = rows["true_positives"] - np.multiply.outer(np.asarray(beta, dtype=np.float64), rows["false_positives"])
    arguments = np.array([math.fsum(of_beta) for of_beta in (np.maximum(raw, 0) if clip else raw)])
    sums = totals({name: rows[name] for name in ("true_positives", "false_negatives", "linking_sum")})
    normalizer = sums["true_positives"] + sums["false_negatives"]
    argument = ratio(arguments, normalizer, undefined)
    linking = ratio(sums["linking_sum"], rows["linking_normalizer"].sum(), undefined)
    weight = np.asarray(lam, dtype=np.float64)
    grid = np.outer(argument, weight) + (1 - weight) * linking
    return {"beta": beta, "lam": lam, "score": grid.tolist()}


def _numbers(name: str, values: object, high: float) -> list[float]:
    """Return values as numbers from 0 to ``high``, or raise a ValueError."""
    numbers = [as_scalar(value) for value in option_items(name, values, "numbers", ordered=True)]
    for number in numbers:
        check_number(name, number, 0, high)
    return [float(number) for number in numbers]


def _per_group(counts: Counts, name: str) -> dict[str, Scores]:
    """Return the argument scores of each event type, role or realis, clipped in each document."""
    options = counts.options
    rows = [[_record_with_sums(record, options) for record in records or ()] for records in counts.listed(name)]
    sums, order = (*COUNTED, "predictions", "references", "argument_sum"), counts.drawing_order(options.sampler)
    found = label_scores(rows, "name", sums, options, order)
    return {
        label: {
            **{key: row[key] for key in ("precision", "recall", "f1")},
            "score": plain(ratio(row["argument_sum"], row["references"], options.zero_division)),
            **{key: row[key] for key in ("f1_low", "f1_high", *COUNTED) if key in row},
        }
        for label, row in found.items()
    }


def _record_with_sums(record: Row, options: LinkingOptions) -> Row:
    """Return the counts of a label in one document, with the sums that its scores need."""
    hits, false, missed = (record[name] for name in COUNTED)
    argument_sum = hits - options.beta * false
    if options.clip:
        argument_sum = max(argument_sum, 0.0)
    return {**record, "predictions": hits + false, "references": hits + missed, "argument_sum": argument_sum}


Own = TypeVar("Own", bound=LinkingOptions)
"""The options of a measure."""


class LinkingMeasure(Measure[Prediction, Reference, Own]):
    """Base of the measures of arguments and their linking; subclasses judge the arguments of a document."""

    ranks_by_last_digit = True

    def judged(
        self, prediction: Prediction, reference: Reference, options: Own, details: bool
    ) -> tuple[JudgedArguments, Row]:
        """Return the arguments of one document with their verdicts, and further columns of its row."""
        raise NotImplementedError

    def count(self, prediction: Prediction, reference: Reference, options: Own, details: bool) -> Row:
        judged, columns = self.judged(prediction, reference, options, details)
        row = {**count_judged(judged), **columns}
        row |= additive_parts(row, options)
        return {**row, **judged_details(judged)} if details else row

    def count_corpus(
        self, predictions: Sequence[Prediction], references: Sequence[Reference], options: Own, details: bool
    ) -> list[Row]:
        """Return the rows of all documents, with the label of each in ``groups``."""
        rows = super().count_corpus(predictions, references, options, details)
        for row, group in zip(rows, options.groups or [None] * len(rows), strict=True):
            row["group"] = group
        return rows

    def document_scores(self, columns: Sums, options: Own) -> Scores:
        """Return the counts and scores of each document; a score that a document does not have is None."""
        scores = document_scores(columns, options)
        return {
            **{name: columns[name] for name in COUNTED},
            **{name: np.where(np.isnan(values), np.array(None), values) for name, values in scores.items()},
        }

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return scores by document, type, role and realis, over a grid of beta and lam, and the errors by kind."""
        rows = counts.numbers
        neutral = getattr(counts.options, "neutralize_realis", False) or np.any(rows.get("without_realis", 0))
        realis = () if neutral else ("per_realis",)
        return {
            **super().details(counts, result),
            **{name: _per_group(counts, name) for name in ("per_type", "per_role", *realis)},
            "sensitivity": sensitivity(counts),
            "errors": {kind: int(rows[f"errors_{kind}"].sum()) for kind in ERROR_KINDS},
            "categories": counts.listed("categories"),
        }

    def result(self, sums: Sums, options: Own) -> Scores:
        """Return scores and numbers of one corpus, or of many samples of it, from the sums of `additive_parts`."""
        return {**corpus_scores(sums, options), **{key: sums[key] for key in REPORTED_SUMS}}

    def complete_result(self, result: Scores, counts: Counts) -> None:
        """Add the scores of the documents with each of the labels in ``groups``."""
        labels = ((row["group"], number) for number, row in enumerate(counts.rows) if row["group"] is not None)
        for label, rows in sorted(grouped(labels).items()):
            of_group = self.result(
                totals({name: column[rows] for name, column in counts.parts.items()}), counts.options
            )
            result.update({f"{label}/{key}": plain(value) for key, value in of_group.items()})

    def check_summable(self, options: Own) -> None:
        """Raise a ValueError for options that need the whole table of counts."""
        if options.groups is not None:
            raise ValueError("groups: expected none where only sums are kept, because it labels each document")

    def published_result(self, sums: Sums, options: Own) -> Scores:
        """Return the scores in percent, computed like the published scorer.

        So systems whose scores on a sample differ only by rounding are ranked as there.
        """
        return corpus_scores(sums, options, unit=100.0)

    def warnings(self, sums: Sums, options: Own) -> list[str]:
        """Return warnings about dropped arguments, and about a result without matches."""
        dropped = '{number:argument} of the system in no frame left out; unlinked="count" would count them'
        sentences = note_sentences(sums, {"dropped": dropped})
        if sums["false_positives"] and sums["false_negatives"] and not sums["true_positives"]:
            sentences.append(
                "no argument of the system is right; types, roles and fillers are compared as they are written"
            )
        if sums["argument_normalizer"] and not sums["linking_normalizer"] and options.lam != 1:
            sentences.append(
                "The references group no arguments into frames, so no link can be right. argument_score is the "
                "score of arguments alone; lam=1 makes it the score."
            )
        return sentences


class ArgumentMeasure(LinkingMeasure[ArgumentDocument, ArgumentDocument, ArgumentOptions]):
    """The proposal of 2015 on plain arguments."""

    published = (PROPOSAL,)

    def problems(
        self, prediction: ArgumentDocument, reference: ArgumentDocument, options: ArgumentOptions
    ) -> Iterator[InputError]:
        return unlinked_arguments(prediction, reference, options)

    def judged(
        self, prediction: ArgumentDocument, reference: ArgumentDocument, options: ArgumentOptions, details: bool
    ) -> tuple[JudgedArguments, Row]:
        """Return the arguments with their verdicts, and a row of how many arguments of each side have a realis."""
        return judged_arguments(prediction, reference, options, details), count_with_realis(prediction, reference)

    def count_corpus(
        self,
        predictions: Sequence[ArgumentDocument],
        references: Sequence[ArgumentDocument],
        options: ArgumentOptions,
        details: bool,
    ) -> list[Row]:
        rows = super().count_corpus(predictions, references, options, details)
        refuse_mixed_realis(predictions, references, rows)
        return rows

    def counts_alone(self, options: ArgumentOptions) -> bool:
        return options.groups is None

    def check_joined(self, parts: Sequence[Sequence[Row]], options: ArgumentOptions) -> None:
        _check_realis({kind: sum(row[kind] for part in parts for row in part) for kind in _KINDS})

    def result(self, sums: Sums, options: ArgumentOptions) -> Scores:
        _check_realis(sums)
        return super().result(sums, options)


_KINDS = ("with_realis", "without_realis")
_check_realis = partial(check_one_kind, kinds=_KINDS, wanted="a realis for all arguments of all parts or for none")


ARGUMENTS = Task(
    name="arguments",
    predictions=ARGUMENT_DOCUMENT,
    references=ARGUMENT_DOCUMENT,
    options=ArgumentOptions,
    measure=ArgumentMeasure().always,
    problems=argument_problems,
    layout=ARGUMENT_LAYOUT,
    published=ArgumentMeasure.published,
)
