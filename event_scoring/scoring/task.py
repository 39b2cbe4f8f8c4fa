"""The frame of a task: validate -> rule -> rows of sums -> Counts -> score, once each and for every task alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.documents.errors import Description, Finding, InputError, shown
from event_scoring.documents.fingerprint import document_fingerprints, fingerprint_of_sum
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import (
    Documents,
    blank_document,
    check_parallel,
    check_same_ids,
    documents_of,
    gc_paused,
)
from event_scoring.scoring.counts import (
    OF_NUMPY,
    Sums,
    number_columns,
    recipe_line,
    row_totals,
    unit_columns,
)
from event_scoring.scoring.intervals import interval_keys
from event_scoring.scoring.labels import Labels, joined_labels
from event_scoring.scoring.layout import EMPTY, ScoreLayout
from event_scoring.scoring.measure import AnyMeasure
from event_scoring.scoring.notes import (
    BLOCK_DOCUMENTS,
    note_sums,
    notes_of_documents,
    repeated_id_warnings,
)
from event_scoring.scoring.options import TaskOptions, check_flag, per_document
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import empty_remarks
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import (
    OnPair,
    Problems,
    Row,
    call_on_pairs,
    in_row,
)
from event_scoring.scoring.signature import signature
from event_scoring.statistics.resampling import Additive, sampled_scores


@dataclass(frozen=True)
class Task:
    """One kind of score. It holds what differs between kinds; the rest is the same for all."""

    name: str
    """Its first word in the signature."""
    predictions: Record
    """The schema of a document of the system."""
    references: Record
    options: type[TaskOptions]
    """The dataclass that declares the options."""
    measure: Callable[[Any], AnyMeasure]
    """Returns the measure that options choose."""
    problems: Callable[[Any, Any], Problems] | None = None
    """The check of well-formed documents of one side or of a pair, for any options."""
    text_problems: Callable[[Any, Any], Problems] | None = None
    """Problems of a document whose texts are compared as written."""
    across: Callable[[Sequence[Any], Sequence[Any]], Problems] | None = None
    """The check across documents that have no problems of their own; its paths begin with the row."""
    remarks: Callable[[Any, Any], Iterable[Finding]] | None = None
    """Findings of `validate` beside problems: documents that can be scored but should not be submitted."""
    place: Callable[[Any, Any], tuple[Any, Any]] | None = None
    """Brings a document that a user may write in several ways into the one that rules read; may raise `InputError`."""
    count_notes: Callable[[Any, Any], Mapping[str, int]] | None = None
    """Counts the input notes of a document that only this task has, by the names in `Measure.input_notes`."""
    fingerprints: Callable[[Sequence[Any]], Iterable[int]] | None = None
    """The fingerprints of references, where those of the schema would tell equal references apart.

    It is no lambda, which could not be pickled with counts.
    """
    layout: ScoreLayout = EMPTY
    """The titles, groups and explanations of its scores."""
    published: tuple[Published, ...] = ()
    """The rules of papers and published scorers that it gives."""

    def check(
        self, predictions: object, references: object, options: Any = None, *, as_written: bool = False
    ) -> tuple[Documents, Documents]:
        """Return both sides as typed documents, or raise an `InputError` for the first problem.

        Options that compare texts as they are written (`TaskOptions.compares_texts`) need no places.
        """
        as_written = as_written or (options is not None and options.compares_texts)
        system = documents_of(self.predictions, predictions, "predictions")
        reference = documents_of(self.references, references, "references")
        check_parallel(system, reference)
        if system.checked and reference.checked and (as_written or not (system.as_written or reference.as_written)):
            return system, reference
        check_same_ids(system, reference)
        # Documents that were read may be scored in other lists too.
        system = Documents(system) if system is predictions else system
        reference = Documents(reference) if reference is references else reference
        for row, pair in enumerate(zip(system, reference, strict=True)):
            try:
                if self.place and not as_written:
                    pair = system[row], reference[row] = self.place(*pair)
                problems = self.text_problems if as_written else self.problems
                if problems:
                    for problem in problems(*pair):
                        raise problem
            except InputError as error:
                raise in_row(error, row) from None
        system.checked = reference.checked = True
        system.as_written = reference.as_written = as_written
        self.check_across(system, reference)
        return system, reference

    def check_before_options(self, predictions: object, references: object) -> tuple[Documents, Documents]:
        """Return both sides as `check` does, for options that are not known yet.

        Documents whose texts have no places are taken too, if the task has measures that compare texts.
        """
        try:
            return self.check(predictions, references)
        except InputError:
            if self.text_problems is None:
                raise
            with suppress(InputError):
                return self.check(predictions, references, as_written=True)
            raise

    def documents_to_hold(self, predictions: object, references: object) -> tuple[Documents, Documents]:
        """Return both sides, to be scored when the options are known; raise an `InputError` for the first problem.

        Texts get their places then, because some measures compare them as they are written.
        """
        if self.place is None:
            return self.check_before_options(predictions, references)
        system = documents_of(self.predictions, predictions, "predictions")
        reference = documents_of(self.references, references, "references")
        self.check_before_options(system, reference)
        return system, reference

    def findings(self, prediction: object, reference: object) -> Iterator[Finding]:
        """Yield the problems of a well-formed document, and warnings against submitting it."""
        if self.place and reference is not None:
            # References without predictions may have texts to place; an empty prediction is paired with them.
            system = blank_document(self.predictions) if prediction is None else prediction
            try:
                system, reference = self.place(system, reference)
            except InputError as error:
                yield Finding(error)
                return
            prediction = None if prediction is None else system
        if self.problems:
            yield from map(Finding, self.problems(prediction, reference))
        if self.remarks:
            yield from self.remarks(prediction, reference)

    def check_across(self, predictions: Documents, references: Documents) -> None:
        """Raise an `InputError` for documents that cannot be scored together."""
        if self.across:
            for problem in self.across(predictions, references):
                raise problem

    def check_scorable(self, predictions: Documents, references: Documents, options: object) -> None:
        """Raise an `InputError` for checked documents that these options cannot score."""
        self.measure(options).check_scorable(predictions, references, options)

    def count_checked(
        self, predictions: Documents, references: Documents, options: Any, details: bool = False
    ) -> Counts:
        """Return the counts of documents that were checked."""
        measure = self.measure(options)
        if not measure.checks_while_counting:
            measure.check_scorable(predictions, references, options)
        stated = options.without_data(len(predictions)) if per_document(self.options) else options
        rows = measure.count_corpus(predictions, references, options, details)
        notes, labels = notes_of_documents(
            (self.predictions, self.references), (predictions, references), self.count_notes
        )
        fingerprints = self.fingerprints or partial(document_fingerprints, self.references)
        hashes = fingerprints(references)
        for row, of_row, number, system, reference in zip(rows, notes, hashes, predictions, references, strict=True):
            row["doc_id"] = system.doc_id if reference.doc_id is None else reference.doc_id
            row["input_notes"] = of_row
            if measure.unread:
                row["unparsed"] = system.unparsed or 0
            row["reference_hash"] = number
        return Counts(rows, self, stated, details, labels)

    @gc_paused()
    def count_documents(
        self, predictions: object, references: object, options: Mapping[str, object], details: bool = False
    ) -> Counts:
        """Return the counts of some documents."""
        check_flag("details", details)
        return self._read_and_count(predictions, references, self.options.of(options), details)

    @gc_paused()
    def score_documents(
        self,
        predictions: object,
        references: object,
        options: Mapping[str, object],
        details: bool = False,
        on_pair: OnPair | None = None,
    ) -> Result:
        """Return the result for some documents; ``on_pair`` is called for each pair of items that is compared."""
        check_flag("details", details)
        chosen = self.options.of(options)
        if on_pair is None:
            return self._read_and_count(predictions, references, chosen, details).score(details)
        return self.score_checked(*self.check(predictions, references, chosen), chosen, details, on_pair)

    def _read_and_count(self, predictions: Any, references: Any, options: Any, details: bool) -> Counts:
        """Return the counts of documents in any form.

        Lists of documents that are counted alone are read and counted in blocks, so that the typed documents of a block
        are freed while they are in the processor's cache. If a block has a problem, all documents are read together,
        which raises the first problem of all.
        """
        are_lists = type(predictions) is type(references) is list and len(predictions) == len(references)
        is_long = are_lists and len(references) > BLOCK_DOCUMENTS
        if is_long and not details and self.measure(options).counts_alone(options):
            blocks = [slice(row, row + BLOCK_DOCUMENTS) for row in range(0, len(references), BLOCK_DOCUMENTS)]
            with suppress(ValueError):
                sides = ((predictions[rows], references[rows]) for rows in blocks)
                return joined_counts([self.count_checked(*self.check(*both, options), options) for both in sides])
        return self.count_checked(*self.check(predictions, references, options), options, details)

    def score_checked(
        self,
        predictions: Documents,
        references: Documents,
        options: object,
        details: bool = False,
        on_pair: OnPair | None = None,
    ) -> Result:
        """Return the result for checked documents."""
        if on_pair is None:
            return self.count_checked(predictions, references, options, details).score(details)
        if not callable(on_pair):
            raise ValueError(f"on_pair: expected a function of a document and a pair in it, got {shown(on_pair)}")
        counts = self.count_checked(predictions, references, options, True)
        call_on_pairs(on_pair, counts.outcomes())
        return counts.score(details)

    def result_of_sums(
        self,
        sums: Sums,
        fingerprints: Mapping[str, str],
        documents: int,
        options: Any,
        labels: Labels,
        samples: Mapping[str, object] | None = None,
        drawn: str = "bootstrap",
    ) -> Result:
        """Return the result of a corpus from the sums of its parts.

        Args:
            sums: By name, as plain numbers.
            fingerprints: The joint fingerprint of each column of hashes, by name.
            documents: How many documents there are.
            options: How they were counted.
            labels: The labels of both sides.
            samples: The scores of bootstrap samples, for intervals.
            drawn: The method of sampling: "bootstrap", or "poisson" without a list of documents.
        """
        measure = self.measure(options)
        scores = measure.result(sums, options)
        scores = {key: value.item() if isinstance(value, OF_NUMPY) else value for key, value in scores.items()}
        scores |= {} if samples is None else interval_keys(scores, samples, options.confidence, self.layout.headlines)
        facts = {
            **measure.data_facts(sums, fingerprints, documents, options),
            "docs": documents,
            "refs": fingerprints["reference_hash"],
            **(options.sampling(drawn) if options.confidence is not None else {}),
        }
        nothing = empty_remarks(documents, self.layout, scores, lambda other: measure.result(sums, other), options)
        scores["warnings"] = [
            *measure.warnings(sums, options),
            *measure.input_warnings(sums),
            *nothing,
            *measure.label_remarks(labels, options),
        ]
        scores["differences"] = measure.differences(sums, options)
        scores["signature"] = signature(self.name, options.stated, facts, options.declared_facts())
        result = Result(scores)
        result.layout = self.layout
        return result


@dataclass(frozen=True)
class Counts:
    """One row of sums for each document, with the task and the options by which they were counted.

    Counts of parts of a corpus are added with ``+``; those made with the same options add up to those of the whole.
    """

    rows: list[Row]
    """Plain dicts: numbers are added up, ``doc_id``, ``input_notes`` and lists of records are for the result."""
    task: Task
    options: Any
    detailed: bool = False
    labels: Labels = field(default_factory=dict)
    """The labels of both sides, where they were kept; no sum shows whether they can be the same names at all."""

    @cached_property
    def measure(self) -> AnyMeasure:
        """The measure by which they were counted."""
        return self.task.measure(self.options)

    def __len__(self) -> int:
        return len(self.rows)

    def __add__(self, other: Counts) -> Counts:
        if not isinstance(other, Counts):
            return NotImplemented
        return joined_counts([self, other])

    @cached_property
    def numbers(self) -> dict[str, NDArray[Any]]:
        """The numbers of the rows as columns."""
        columns = number_columns(self.rows or self.zeros)
        return columns if self.rows else {name: column[:0] for name, column in columns.items()}

    @cached_property
    def zeros(self) -> list[Row]:
        """A row of zeros, so that the sums of no document have the same names as those of documents."""
        sides = blank_document(self.task.predictions), blank_document(self.task.references)
        row = self.measure.blank_row(*sides, self.options, self.detailed)
        zeros = {name: type(value)() for name, value in row.items() if isinstance(value, int | float)}
        return [{**row, **zeros, **({"unparsed": 0} if self.measure.unread else {}), "reference_hash": 0}]

    def listed(self, name: str) -> list[Any]:
        """Return the value of each row under a name, None where it has none."""
        return [row.get(name) for row in self.rows]

    def has(self, name: str) -> bool:
        """Whether some document may have a value under a name."""
        return any(name in row for row in self.rows or self.zeros)

    def records(self, name: str) -> list[Any]:
        """Return the records of all rows under a name."""
        return [record for row in self.rows for record in row.get(name) or ()]

    def outcomes(self) -> list[list[Row]]:
        """Return the outcomes of the items of each document, from counts made with details."""
        if not self.has("outcomes"):
            return []
        return [[*(row.get("outcomes") or ())] for row in self.rows]

    @cached_property
    def parts(self) -> dict[str, NDArray[Any]]:
        """The columns that a corpus score adds up."""
        of_corpus = self.measure.corpus_columns(self.rows, self.options)
        return {
            "documents": np.ones(len(self), dtype=np.int64),
            **self.numbers,
            **{name: np.array(column, dtype=np.int64) for name, column in of_corpus.items()},
        }

    def sums(self) -> dict[str, float]:
        """Return the totals from which the scores follow."""
        return self._sums_and_fingerprints()[0]

    def _sums_and_fingerprints(self) -> tuple[dict[str, float], dict[str, str]]:
        numbers, hashes = row_totals(self.rows or self.zeros)
        sums = {"documents": len(self.rows), **numbers}
        for name, column in self.measure.corpus_columns(self.rows, self.options).items():
            sums[name] = sum(column)
        return sums, {name: fingerprint_of_sum(len(self.rows), total) for name, total in hashes.items()}

    def drawing_order(self, sampler: str) -> list[int]:
        """Return the rows in the order in which samples draw them: by doc_id, so that the order of input is no matter.

        The published sampler "java" draws the rows as they come.
        """
        names = [row["doc_id"] or "" for row in self.rows]
        return [*range(len(names))] if sampler == "java" else sorted(range(len(names)), key=names.__getitem__)

    def additive(self, order: Sequence[int], published: bool = False) -> Additive:
        """Return the input of resampling, for the scores of the task or as they were published.

        Args:
            order: The rows in the order in which samples draw them.
            published: Whether the scores are those of the published ranking.
        """
        result = self.measure.published_result if published else self.measure.result
        columns = {name: column[order] for name, column in self.parts.items()}
        return Additive(
            unit_columns([self.rows[row] for row in order], columns), lambda sums: result(sums, self.options)
        )

    def score(self, details: bool = False) -> Result:
        """Return the result, with details if they are requested and were counted."""
        if details is not self.detailed:
            check_flag("details", details)
            if details:
                raise ValueError("details: expected counts made with details=True, got counts made without them")
        options, samples = self.options, None
        if options.confidence is not None:
            additive = self.additive(self.drawing_order(options.sampler))
            if additive.draws > 1:
                samples = sampled_scores(additive, options.resamples, options.seed, options.sampler)
        measure, (sums, fingerprints) = self.measure, self._sums_and_fingerprints()
        sums |= note_sums(self.rows)
        result = self.task.result_of_sums(sums, fingerprints, len(self.rows), options, self.labels, samples)
        measure.complete_result(result, self)
        result["warnings"] += repeated_id_warnings(self.rows) if len(self.rows) > 1 else []
        if details:
            with gc_paused():
                result.update(measure.details(self, result))
                result["outcomes"] = self.outcomes()
        return result

    def to_json_lines(self) -> Iterator[str]:
        """Yield one line for the task, its options and labels, and one for each document; `read_counts` reads them."""
        yield recipe_line(self.task.name, self.options, self.detailed, self.labels)
        yield from map(json.dumps, self.rows)


def joined_counts(parts: Sequence[Counts]) -> Counts:
    """Join the counts of the parts of a corpus, which must be counted in the same way."""
    first, *others = parts
    for other in others:
        if (other.task.name, other.options) != (first.task.name, first.options):
            raise InputError(
                ("counts",), wanted="parts counted with the same options", got=Description("different options")
            )
    if not others:
        return first
    first.measure.check_joined([part.rows for part in parts], first.options)
    return Counts(
        [row for part in parts for row in part.rows],
        first.task,
        first.options,
        all(part.detailed for part in parts),
        joined_labels([part.labels for part in parts]),
    )
