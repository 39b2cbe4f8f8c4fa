"""The frame of a task: validate -> rule -> rows of sums -> Counts -> score, once each and for every task alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.hashes import fingerprint
from event_scoring.documents.errors import Description, Finding, InputError
from event_scoring.documents.fingerprint import document_fingerprint
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import (
    Documents,
    as_column,
    blank_document,
    check_parallel,
    check_same_ids,
    documents_of,
    well_formed,
    without_collecting,
)
from event_scoring.scoring.counts import (
    CountColumns,
    drawn_columns,
    hash_columns,
    joined_columns,
    number_columns,
    plain,
    recipe_column,
    rows_of_groups,
    totals,
)
from event_scoring.scoring.intervals import interval_keys
from event_scoring.scoring.labels import Labels, joined_labels, label_remarks, labels_of, text_columns
from event_scoring.scoring.oddities import (
    ODDITY_LISTS,
    Found,
    document_oddities,
    oddity_column,
    oddity_sentences,
    oddity_sums,
    repeated_id_warnings,
)
from event_scoring.scoring.options import TaskOptions, check_flag, check_per_document, per_document
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import empty_remarks
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import (
    OUTCOME_LISTS,
    CorpusRule,
    Document,
    OnPair,
    Problems,
    call_on_pairs,
    in_row,
    outcome_of_record,
    row_columns,
    wants_pairs,
)
from event_scoring.scoring.sheet import EMPTY, Sheet
from event_scoring.scoring.signature import signature
from event_scoring.statistics.resampling import Additive, sampled_scores

Sums = Mapping[str, Any]
"""Sums by name: numbers of one corpus, or arrays of many documents or bootstrap samples."""
Side: TypeAlias = "pa.StructArray | Documents"
"""Documents of one side that were checked."""


def no_extras(*_: Any) -> Any:
    """What a task does that has nothing to add."""
    return {}


def _as_counted(rows: dict[str, NDArray[Any]], *_: Any) -> dict[str, NDArray[Any]]:
    return rows


def _as_they_are(predictions: Document, references: Document) -> tuple[Document, Document]:
    return predictions, references


@dataclass(frozen=True)
class Task:
    """One kind of score. It holds what differs between kinds; the rest is the same for all."""

    name: str
    """Its first word in the signature."""
    predictions: Record
    """What a document of the system looks like."""
    references: Record
    options: type[TaskOptions]
    """The dataclass that declares the options."""
    result: Callable[[Sums, Any], dict[str, Any]]
    """Scores and numbers from the sums of the parts; arrays of sums give arrays."""
    details: Callable[[Counts, dict[str, Any]], dict[str, Any]]
    """What `details` adds, from counts made with details, and the result."""
    rows: CorpusRule | None = None
    """The rule: one row of sums for each document; None for a task that counts on columns."""
    problems: Callable[[Document | None, Document | None], Problems] = no_extras
    """What is wrong with a document of the right form, of either side or of both, whatever the options."""
    across: Callable[[Sequence[Document], Sequence[Document]], Problems] = no_extras
    """What is wrong between documents, each of which has no problem; paths with the row."""
    remarks: Callable[[Document | None, Document | None], Iterable[Finding]] = no_extras
    """What `validate` says of a document beside its problems: what can be scored and should not be submitted."""
    unscorable: Callable[[Document, Document, Any], Problems] = no_extras
    """What these options cannot score of a document without problems."""
    place: Callable[[Document, Document], tuple[Document, Document]] = _as_they_are
    """Brings a document that a user may write in several ways into the one that rules read; may raise `InputError`."""
    odd: Callable[[Document, Document], Iterable[str]] = no_extras
    """The names of the oddities of a document, beside what documents of every task may have; one for each."""
    compared: Record | None = None
    """What of a reference makes it another one, for the fingerprint; None where all of it does."""
    records: Mapping[str, pa.DataType] = field(default_factory=dict)
    """The Arrow types of what a row holds beside numbers and ``doc_id``."""
    count: Callable[[Side, Side, Any, bool], Mapping[str, Any]] = no_extras
    """Columns of counts, one row a document, from checked sides, options, and whether details are wanted."""
    parts: Callable[[dict[str, NDArray[Any]], CountColumns, Any], dict[str, NDArray[Any]]] = _as_counted
    """The columns that a corpus score adds up, from numbers (with "documents", 1 for each), all columns and options."""
    sheet: Sheet = EMPTY
    """How its scores are called, grouped and explained."""
    label_remarks: Callable[[Labels, Any], list[str]] = label_remarks
    """What a user should know of the labels of both sides under these options, in sentences."""
    warnings: Callable[[Sums, Any], list[str]] = no_extras
    """What a user should know of these sums, in sentences."""
    fuller_warnings: Callable[[Counts], Mapping[str, str]] = no_extras
    """By a warning made of sums alone, the one that names a document."""
    differences: Callable[[Sums, Any], list[str]] = no_extras
    """Why these numbers differ from those of the default protocol, in sentences."""
    of_documents: Callable[[Counts], Mapping[str, Any]] = no_extras
    """Scores that need the counts of every document, not only their sums."""
    data_facts: Callable[[Sums, Mapping[str, str], int, Any], Mapping[str, object]] = no_extras
    """What the signature says of the data: from sums, fingerprints by column, number of documents and options."""
    check_options: Callable[[Side, Side, Any], None] = no_extras
    """Raises an `InputError` for checked documents that only these options cannot score."""
    check_summable: Callable[[Any], None] = no_extras
    """Raises a ValueError for options that ask for more than sums, such as all documents at once."""
    as_published: Callable[[Sums, Any], Mapping[str, Any]] | None = None
    """The scores as the published ranking computes them, where they tell systems apart by the last digit."""
    published: tuple[Published, ...] = ()
    """The rules of papers and published scorers that it gives."""
    oddities: Callable[[Side, Side], Found] = no_extras
    """What can be scored but is probably a mistake, beside what documents of every task may have."""

    @without_collecting()
    def check(self, predictions: object, references: object) -> tuple[Side, Side]:
        """Both sides without problems, or an `InputError` at the first bad place.

        A task that counts on columns keeps Arrow arrays; of anything else there are plain documents.
        """
        read = documents_of if self.rows else well_formed
        system = read(self.predictions, predictions, "predictions")
        reference = read(self.references, references, "references")
        check_parallel(system, reference)
        if all(isinstance(side, Documents) and side.checked for side in (system, reference)):
            return system, reference
        check_same_ids(system, reference)
        if self.rows is None:
            return system, reference
        pairs = []
        for row, pair in enumerate(zip(system, reference, strict=True)):
            try:
                placed = self.place(*pair)
                for problem in self.problems(*placed):
                    raise problem
            except InputError as error:
                raise in_row(error, row) from None
            pairs.append(placed)
        system, reference = (Documents((placed[side] for placed in pairs), checked=True) for side in (0, 1))
        self.check_across(system, reference)
        return system, reference

    def findings(self, prediction: Document | None, reference: Document | None) -> Iterator[Finding]:
        """All that is wrong with a document of the right form, and what should not be submitted."""
        if prediction is not None and reference is not None:
            try:
                prediction, reference = self.place(prediction, reference)
            except InputError as error:
                yield Finding(error)
                return
        yield from map(Finding, self.problems(prediction, reference))
        yield from self.remarks(prediction, reference)

    def in_columns(self, predictions: Side, references: Side) -> tuple[Side, Side]:
        """Checked documents as Arrow arrays, if the task counts on columns."""
        if self.rows is not None:
            return predictions, references
        return as_column(self.predictions, predictions), as_column(self.references, references)

    def check_across(self, predictions: Side, references: Side) -> None:
        """Raise an `InputError` for documents that cannot be scored together."""
        for problem in self.across(predictions, references):
            raise problem

    def check_scorable(self, predictions: Side, references: Side, options: Any) -> None:
        """Raise an `InputError` for checked documents that only these options cannot score."""
        self.check_options(predictions, references, options)
        if self.rows is not None:
            for row, pair in enumerate(zip(predictions, references, strict=True)):
                for problem in self.unscorable(*pair, options):
                    raise in_row(problem, row)

    @without_collecting()
    def count_checked(self, predictions: Side, references: Side, options: Any, details: bool = False) -> Counts:
        """The counts of documents that were checked."""
        predictions, references = self.in_columns(predictions, references)
        self.check_scorable(predictions, references, options)
        stated = options
        if per_document(self.options):
            check_per_document(options, len(predictions))
            stated = options.without_data()
        if self.rows is not None:
            columns, labels = self._columns_of_rows(self.rows, predictions, references, options, details)
            return Counts(columns, self, stated, details, labels)
        sides: tuple[Any, Any] = (predictions, references)
        kinds = (self.predictions, self.references)
        columns, texts = dict(self.count(*sides, options, details)), text_columns(sides, kinds)
        columns["oddities"] = oddity_column(*sides, texts, self.oddities(*sides))
        return Counts(columns, self, stated, details, labels_of(texts, kinds, sides))

    def _columns_of_rows(
        self, rule: CorpusRule, predictions: Documents, references: Documents, options: Any, details: bool
    ) -> tuple[dict[str, Any], Labels]:
        """The columns of a row for each document, with its oddities and fingerprint, and the labels of both sides."""
        rows, empty = rule(predictions, references, options, details), {}
        if not rows:  # the sums of no document have the names of those of one
            blank = Documents([blank_document(self.predictions)]), Documents([blank_document(self.references)])
            (empty,) = rule(*blank, options.without_data() if per_document(self.options) else options, details)
        found, labels = document_oddities((self.predictions, self.references), (predictions, references), self.odd)
        for row, oddities, system, reference in zip(rows, found, predictions, references, strict=True):
            row["doc_id"] = system.get("doc_id") if reference.get("doc_id") is None else reference["doc_id"]
            row["oddities"] = oddities
        types = {"doc_id": pa.string(), "oddities": ODDITY_LISTS, "outcomes": OUTCOME_LISTS, **self.records}
        columns = row_columns(rows, types, {"doc_id": None, "oddities": None, **empty})
        hashes = [document_fingerprint(self.compared or self.references, reference) for reference in references]
        return columns | {"reference_hash": np.array(hashes, dtype=np.uint64)}, labels

    def count_documents(
        self, predictions: object, references: object, options: Mapping[str, Any], details: bool = False
    ) -> Counts:
        """The counts of some documents."""
        check_flag("details", details)
        chosen = self.options.of(options)
        return self.count_checked(*self.check(predictions, references), chosen, details)

    @without_collecting()
    def score_documents(
        self,
        predictions: object,
        references: object,
        options: Mapping[str, Any],
        details: bool = False,
        on_pair: OnPair | None = None,
    ) -> Result:
        """The result for some documents; ``on_pair`` is called for each pair of items that is compared."""
        check_flag("details", details)
        chosen = self.options.of(options)
        return self.score_checked(*self.check(predictions, references), chosen, details, on_pair)

    def score_checked(
        self, predictions: Side, references: Side, options: Any, details: bool = False, on_pair: OnPair | None = None
    ) -> Result:
        """The result for documents that were checked."""
        counts = self.count_checked(predictions, references, options, wants_pairs(on_pair) or details)
        if on_pair is not None:
            call_on_pairs(on_pair, counts.outcomes())
        return counts.score(details)

    def result_of_sums(
        self,
        sums: Sums,
        fingerprints: Mapping[str, str],
        documents: int,
        options: Any,
        samples: Mapping[str, Any] | None = None,
        drawn: str = "bootstrap",
    ) -> Result:
        """The result of a corpus from the sums of its parts.

        Args:
            sums: By name, as plain numbers.
            fingerprints: By the name of each column of hashes, what stands for all of it.
            documents: How many documents there are.
            options: How they were counted.
            samples: The scores of bootstrap samples, for intervals.
            drawn: By what they were drawn: "bootstrap", or "poisson" if there was no list of documents.
        """
        scores = self.result(sums, options)
        scores = {key: plain(value) for key, value in scores.items()}
        scores |= {} if samples is None else interval_keys(scores, samples, options.confidence)
        facts = {
            **self.data_facts(sums, fingerprints, documents, options),
            "docs": documents,
            "refs": fingerprints["reference_hash"],
            **(options.sampling(drawn) if options.confidence is not None else {}),
        }
        nothing = empty_remarks(documents, self.sheet, scores, lambda other: self.result(sums, other), options)
        scores["warnings"] = [*self.warnings(sums, options), *oddity_sentences(sums), *nothing]
        scores["differences"] = [*self.differences(sums, options)]
        scores["signature"] = signature(self.name, options.choices, options.assumed(), facts, options.declared_facts())
        result = Result(scores)
        result.sheet = self.sheet
        return result


@dataclass(frozen=True)
class Counts:
    """One row of sums for each document, with the task and the options by which they were counted.

    Counts of parts of a corpus are added with ``+``; those made with the same options add up to those of the whole.
    """

    columns: Mapping[str, Any]
    """The columns by name: numpy arrays of numbers, Arrow arrays of strings and of lists of records."""
    task: Task
    options: Any
    detailed: bool = False
    labels: Labels = field(default_factory=dict)
    """The labels of both sides, where they were kept; no sum shows whether they can be the same names at all."""

    def __len__(self) -> int:
        return len(self.columns["doc_id"])

    def __add__(self, other: Counts) -> Counts:
        if not isinstance(other, Counts):
            return NotImplemented
        return joined_counts([self, other])

    @cached_property
    def table(self) -> pa.Table:
        """The columns as a table of Arrow."""
        return pa.table(dict(self.columns))

    @cached_property
    def numbers(self) -> dict[str, NDArray[Any]]:
        """The columns that hold plain numbers and no hashes."""
        return number_columns(self.columns)

    def outcomes(self) -> list[list[dict[str, Any]]]:
        """For each document what became of each item of both sides, from counts made with details."""
        listed = self.columns["outcomes"].to_pylist() if "outcomes" in self.columns else []
        return [[outcome_of_record(one) for one in records or ()] for records in listed]

    @cached_property
    def parts(self) -> dict[str, NDArray[Any]]:
        """The columns that a corpus score adds up."""
        ones = np.ones(len(self), dtype=np.int64)
        return self.task.parts({**self.numbers, "documents": ones}, self.columns, self.options)

    def additive(self, published: bool = False) -> Additive:
        """What resampling needs, for the scores of the task or as they were published."""
        result = self.task.as_published if published and self.task.as_published else self.task.result
        return Additive(drawn_columns(self.columns, self.parts), lambda sums: result(sums, self.options))

    def score(self, details: bool = False) -> Result:
        """The result, with details if they are wanted and were counted."""
        if details is not self.detailed:
            check_flag("details", details)
            if details:
                raise ValueError("details: expected counts made with details=True, got counts made without them")
        options, parts, samples = self.options, self.parts, None
        if options.confidence is not None and (additive := self.additive()).draws > 1:
            samples = sampled_scores(additive, options.resamples, options.seed, options.sampler)
        fingerprints = {name: fingerprint(hashes) for name, hashes in hash_columns(self.columns).items()}
        sums = {**totals(parts), **oddity_sums(self.columns["oddities"])}
        result = self.task.result_of_sums(sums, fingerprints, len(self), options, samples)
        fuller, remarks = self.task.fuller_warnings(self), self.task.label_remarks(self.labels, options)
        repeated = repeated_id_warnings(self.columns["doc_id"]) if len(parts["documents"]) > 1 else []
        sentences = (fuller.get(sentence, sentence) for sentence in result["warnings"])
        result["warnings"] = [*sentences, *repeated, *remarks]
        result.update(self.task.of_documents(self))
        for label, rows in rows_of_groups(self.columns):
            of_group = self.task.result(totals({name: column[rows] for name, column in parts.items()}), options)
            result.update({f"{label}/{key}": plain(value) for key, value in of_group.items()})
        if details:
            with without_collecting():
                result.update(self.task.details(self, result))
                result["outcomes"] = self.outcomes()
        return result

    def to_table(self) -> pa.Table:
        """A table for a file, which says in a column how it was counted; `score_counts` takes it back."""
        recipe = recipe_column(self.task.name, self.options, self.detailed, len(self))
        return self.table.append_column("recipe", recipe)


def joined_counts(parts: Sequence[Counts]) -> Counts:
    """The counts of a corpus from those of its parts, which must be counted in the same way."""
    first, *others = parts
    for other in others:
        if (other.task.name, other.options) != (first.task.name, first.options):
            raise InputError(("counts",), wanted="parts counted with the same options", got=Description("others"))
    detailed = all(part.detailed for part in parts)
    labels = joined_labels([part.labels for part in parts])
    return Counts(joined_columns([part.table for part in parts]), first.task, first.options, detailed, labels)
