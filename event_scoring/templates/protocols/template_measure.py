"""The base of all measures of templates."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial

from event_scoring.scoring.counts import Scores, check_one_part
from event_scoring.scoring.labels import Labels, label_remarks
from event_scoring.scoring.measure import Measure, each_document
from event_scoring.scoring.rows import Row
from event_scoring.scoring.task import Counts
from event_scoring.templates.documents import TEMPLATE_NOTES, TemplateDocument, TemplateDocuments
from event_scoring.templates.errors.analysis import errors_of_rows, roles_of
from event_scoring.templates.errors.kinds import DocumentErrors, Settings, errors_of_document
from event_scoring.templates.options import TemplateOptions

NO_VALUE_RIGHT = (
    "No predicted value is right; types, slots and values are compared as they are written, with their case, articles "
    "and punctuation"
)
"""The warning about a result without any right value, although both sides have values."""


class TemplateMeasure(Measure[TemplateDocument, TemplateDocument, TemplateOptions]):
    """A measure of templates. It also counts kinds of errors, on request."""

    unread = "nothing is"
    input_notes = TEMPLATE_NOTES

    def count_corpus(
        self, predictions: TemplateDocuments, references: TemplateDocuments, options: TemplateOptions, details: bool
    ) -> list[Row]:
        """Return the rows of all documents, with the kinds of errors of each if requested."""
        rows = self.count_documents(predictions, references, options, details)
        if details and options.errors is not None:
            for row, errors in zip(rows, _errors(predictions, references, options), strict=True):
                row["template_errors"] = vars(errors)
        return rows

    def why_corpus_is_needed(self, options: TemplateOptions) -> str:
        """Return the reason why these options need all documents at once, "" if they do not."""
        return ""

    def counts_alone(self, options: TemplateOptions) -> bool:
        return not self.why_corpus_is_needed(options)

    def check_joined(self, parts: Sequence[Sequence[Row]], options: TemplateOptions) -> None:
        check_one_part(parts, self.why_corpus_is_needed(options))

    def check_summable(self, options: TemplateOptions) -> None:
        if reason := self.why_corpus_is_needed(options):
            raise ValueError(f'protocol: only sums are kept here, and for "{options.protocol}" {reason}')

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return the scores of each document, and the kinds of errors, if requested."""
        found = super().details(counts, result)
        if counts.options.errors is not None:
            errors = errors_of_rows(counts.listed("template_errors"))
            found |= {"errors": errors, "per_error": errors["per_error"]}
        return found

    def label_remarks(self, labels: Labels, options: TemplateOptions) -> list[str]:
        predicted, types = labels.get("type", (set(), set()))
        types = self.equivalent_types(predicted, types)
        return label_remarks({**labels, "type": (predicted, types)}, options, {"slot": "roles"})

    def equivalent_types(self, predicted: Set[str], types: Set[str]) -> Set[str]:
        """Return the types of the references, and every predicted type that counts as one of them."""
        return types


def _errors(
    predictions: TemplateDocuments, references: TemplateDocuments, options: TemplateOptions
) -> list[DocumentErrors]:
    """Return the errors of each document, with their kinds."""
    kinds = [template.type for document in (*predictions, *references) for template in document.templates]
    # Templates without types, as in SciREX, have null or empty ones.
    is_typed = not kinds or (None not in kinds and any(kinds))
    settings = Settings(options.role_names or roles_of(references), is_typed)
    return each_document(partial(errors_of_document, settings=settings), predictions, references)
