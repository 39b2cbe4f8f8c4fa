"""A published scorer as a measure: it counts each document, and makes scores of the summed counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from event_scoring.documents.errors import InputError
from event_scoring.scoring.counts import UNIT, Scores, Sums, check_whole_groups, document_rows
from event_scoring.scoring.labels import Labels, label_remarks
from event_scoring.scoring.notes import INPUT_NOTES, note, note_sentences
from event_scoring.scoring.options import TaskOptions
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Problems, Row, in_row

if TYPE_CHECKING:
    from event_scoring.scoring.task import Counts


Prediction = TypeVar("Prediction")
Reference = TypeVar("Reference")
Options = TypeVar("Options", bound=TaskOptions)


class Measure(Generic[Prediction, Reference, Options]):
    """A published scorer: the types of its documents, and of its options.

    A subclass counts a document in `count` and makes scores of the sums in `result`.
    The other methods are optional features, absent by default.
    """

    published: ClassVar[tuple[Published, ...]] = ()
    """The rules that it computes, as papers and published code know them."""

    ranks_by_last_digit: ClassVar[bool] = False
    """Whether a difference in the last digit of `published_result` decides the rank of two systems."""

    unread: ClassVar[str] = ""
    """The missing predictions of an unreadable answer, in words: "no relations are".

    With it the number of such answers, ``unparsed`` of a predicted document, is counted and warned of.
    """

    input_notes: ClassVar[Mapping[str, str]] = INPUT_NOTES
    """Sentences about suspicious input, by the name under which documents count it."""

    checks_while_counting: ClassVar[bool] = False
    """Whether `count_corpus` raises the first of `problems` by itself, because it reads each document anyway."""

    def problems(self, prediction: Prediction, reference: Reference, options: Options) -> Problems:
        """Yield what keeps the measure from scoring a document that is right in form."""
        yield from ()

    def check_scorable(
        self, predictions: Sequence[Prediction], references: Sequence[Reference], options: Options
    ) -> None:
        """Raise the first of `problems`, with its row."""
        for row, pair in enumerate(zip(predictions, references, strict=True)):
            for problem in self.problems(*pair, options):
                raise in_row(problem, row)

    def count(self, prediction: Prediction, reference: Reference, options: Options, details: bool) -> Row:
        """Return the row of sums of one document."""
        raise NotImplementedError

    def count_documents(
        self, predictions: Sequence[Prediction], references: Sequence[Reference], options: Options, details: bool
    ) -> list[Row]:
        """Return a row of sums for each document. Measures that need all documents for it override this method."""
        return each_document(partial(self.count, options=options, details=details), predictions, references)

    def count_corpus(
        self, predictions: Sequence[Prediction], references: Sequence[Reference], options: Options, details: bool
    ) -> list[Row]:
        """Return the rows of `count_documents`. Bases of measures override it, to add the columns that these share."""
        return self.count_documents(predictions, references, options, details)

    def blank_row(self, prediction: Prediction, reference: Reference, options: Options, details: bool) -> Row:
        """Return the row of a document without annotations, whose names the sums of no document have."""
        (row,) = self.count_corpus([prediction], [reference], options, details)
        return row

    def corpus_columns(self, rows: Sequence[Row], options: Options) -> Mapping[Any, Sequence[int]]:
        """Return columns that need the rows of all documents; they are summed like the numbers of the rows.

        Their names are texts, or tuples of texts, such as a type and a role.
        """
        return {}

    def counts_alone(self, options: Options) -> bool:
        """Whether each document is counted without looking at others, so that a corpus may be counted in blocks."""
        return False

    def check_summable(self, options: Options) -> None:
        """Raise a ValueError for options that need more than sums, such as all documents at once."""

    def check_joined(self, parts: Sequence[Sequence[Row]], options: Options) -> None:
        """Raise an `InputError` for parts of a corpus that were counted apart and do not add up to the whole."""
        check_whole_groups(parts, UNIT, "all documents of a unit, such as a topic, in one part", "a unit")

    def result(self, sums: Sums, options: Options) -> Scores:
        """Return the scores and numbers of sums; arrays of sums give arrays."""
        raise NotImplementedError

    def published_result(self, sums: Sums, options: Options) -> Scores:
        """Return the scores as the published ranking computes them."""
        return self.result(sums, options)

    def complete_result(self, result: Scores, counts: Counts) -> None:
        """Add to a result what needs the counts of every document, not only their sums."""

    def document_scores(self, columns: Sums, options: Options) -> Scores | None:
        """Return the scores and numbers that details list by document, from columns of sums; None if they list none.

        Most results begin with the same scores of the totals.
        """
        return None

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return what ``details=True`` adds to a result, from counts made with details."""
        columns = self.document_scores(counts.parts, counts.options)
        return {} if columns is None else {"per_document": document_rows(counts.rows, columns)}

    def data_facts(
        self, sums: Sums, fingerprints: Mapping[str, str], documents: int, options: Options
    ) -> Mapping[str, object]:
        """Return fields of the signature about the data."""
        return {}

    def warnings(self, sums: Sums, options: Options) -> list[str]:
        """Return sentences about sums that users should know."""
        unparsed = int(sums["unparsed"]) if self.unread else 0
        sentence = "{number:answer} could not be read: {missing} predicted there."
        return [note(sentence, unparsed, missing=self.unread)] if unparsed else []

    def input_warnings(self, sums: Sums) -> list[str]:
        """Return sentences about the documents themselves, for any options. Validation of files gives them too."""
        return note_sentences(sums, self.input_notes, "note_")

    def label_remarks(self, labels: Labels, options: Options) -> list[str]:
        """Return sentences about labels of both sides that users should know."""
        return label_remarks(labels, options)

    def differences(self, sums: Sums, options: Options) -> list[str]:
        """Return the reasons why the numbers differ from those of the default measure."""
        return []

    def always(self, options: object) -> Measure[Prediction, Reference, Options]:
        """Return the measure itself, for any options; used by tasks that have only one measure."""
        return self


AnyMeasure: TypeAlias = "Measure[Any, Any, Any]"
Found = TypeVar("Found")


def each_document(function: Callable[..., Found], *columns: Iterable[object]) -> list[Found]:
    """Return the results of a function of one document, such as its two sides; an error names the row.

    Examples:
        >>> def first(prediction, reference):
        ...     if not reference:
        ...         raise InputError(("references", "events"), says="is empty")
        ...     return prediction, reference[0]
        >>> each_document(first, ["a"], ["xy"])
        [('a', 'x')]
        >>> each_document(first, ["a", "b"], ["xy", ""])
        Traceback (most recent call last):
        ...
        event_scoring.InputError: references[1]["events"]: is empty
    """
    found = []
    for row, sides in enumerate(zip(*columns, strict=True)):
        try:
            found.append(function(*sides))
        except InputError as error:
            raise in_row(error, row) from None
    return found
