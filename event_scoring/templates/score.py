"""The score of templates, under any protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.documents.errors import InputError
from event_scoring.scoring.labels import Labels, label_remarks
from event_scoring.scoring.notes import note
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair, Problems, Row, in_row
from event_scoring.scoring.task import Counts, Sums, Task
from event_scoring.templates.documents import TEMPLATE_DOCUMENT, TemplateDocument, problems, template_notes
from event_scoring.templates.errors.analysis import errors_of_rows, roles_of
from event_scoring.templates.errors.kinds import PUBLISHED as AUTO_ERR
from event_scoring.templates.errors.kinds import Settings, errors_of_document
from event_scoring.templates.options import TEMPLATE_SHEET, TemplateOptions
from event_scoring.templates.protocols.ceaf_ree import CEAF_REE
from event_scoring.templates.protocols.ceaf_rme import CEAF_RME
from event_scoring.templates.protocols.doc2edag import DOC2EDAG
from event_scoring.templates.protocols.gtt import GTT
from event_scoring.templates.protocols.muc4.scores import MUC_4
from event_scoring.templates.protocols.muc6 import MUC_6

PROTOCOLS = {
    "muc-6": MUC_6,
    "ceaf-ree": CEAF_REE,
    "gtt": GTT,
    "ceaf-rme": CEAF_RME,
    "doc2edag": DOC2EDAG,
    "muc-4": MUC_4,
}


def count_documents(
    predictions: Sequence[TemplateDocument],
    references: Sequence[TemplateDocument],
    options: TemplateOptions,
    details: bool,
) -> list[Row]:
    """The counts of each document under the protocol of the options."""
    rows = PROTOCOLS[options.protocol].rows(predictions, references, options, details)
    for row, prediction in zip(rows, predictions, strict=True):
        row["unparsed"] = prediction.unparsed or 0
    if details and options.errors is not None:
        kinds = [template.type for side in (*predictions, *references) for template in side.templates]
        # Templates without types, as in SciREX, have null or empty ones.
        typed = not kinds or (None not in kinds and any(kinds))
        settings = Settings(options.role_names or roles_of(references), typed)
        for number, (row, prediction, reference) in enumerate(zip(rows, predictions, references, strict=True)):
            try:
                row["template_errors"] = vars(errors_of_document(prediction, reference, settings))
            except InputError as error:
                raise in_row(error, number) from None
    return rows


def check_summable(options: TemplateOptions) -> None:
    """Raise a ValueError for options that need all documents at once."""
    if needed := PROTOCOLS[options.protocol].needs_corpus(options):
        raise ValueError(f'protocol: only sums are kept here, and for "{options.protocol}" {needed}')


@takes_options(TemplateOptions)
def score_templates(
    predictions: object, references: object, *, details: bool = False, on_pair: OnPair | None = None, **options: Any
) -> Result:
    """Score templates, objects with slots: align those of both sides, then compare what fills their slots.

    Args:
        predictions: One document a row: ``{"templates": [{"type": "PERSON", "slots": [{"name": "PER_NAME",
            "values": ["Julian Mounter"]}]}]}``. A slot with ``"pointer": True`` holds ids of templates. All
            protocols but "muc-6" and "doc2edag" score entities: ``"entities": [["Mounter", "he"]]`` in place of values.
        references: The same documents, in the same order. A slot with ``"optional": True`` may be left out.
        details: Add counts by type, by slot and by document, and the alignment.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
        **options: Each by its name.

    Returns:
        ``precision recall f1``, ``correct partial incorrect missing spurious possible actual``, and how
        much the greedy alignment loses: ``greedy_f1 optimal_f1 greedy_loss``. Where very many templates say
        the same and point to each other, ``warnings`` may say that the best alignment was not searched to the end.
        Under the other protocols ``precision recall f1`` and what they are made of: ``precision_numerator``,
        ``precision_denominator``, ``recall_numerator``, ``recall_denominator``. Some may exceed 1, as published.
        Under "doc2edag" ``precision recall f1`` with ``true_positives false_positives false_negatives``, their means
        over roles and types (``macro_… average_…``), and those of ``instance_ combination_ classification_ entity_``.

    Raises:
        InputError: where a document is not what it must be.

    Examples:
        >>> name = {"name": "PER_NAME", "values": ["Julian Mounter"]}
        >>> gold = [{"templates": [{"type": "PERSON", "slots": [name, {"name": "PER_TITLE", "values": ["Mr."]}]}]}]
        >>> system = [{"templates": [{"type": "PERSON", "slots": [name]}]}]
        >>> result = score_templates(system, gold)
        >>> result["precision"], result["recall"], result["missing"]
        (1.0, 0.5, 1)
    """
    return TEMPLATES.score_documents(predictions, references, options, details, on_pair)


@takes_options(TemplateOptions)
def count_templates(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> document = {"templates": [{"type": "A", "slots": [{"name": "x", "values": ["1", "2"]}]}]}
        >>> counts = count_templates([document], [document])
        >>> counts.rows[0]["greedy_correct"], counts.rows[0]["optimal_correct"]
        (2, 2)
    """
    return TEMPLATES.count_documents(predictions, references, options, details)


def _scoring_problems(prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions) -> Problems:
    return PROTOCOLS[options.protocol].unscorable(prediction, reference, options)


def _corpus_columns(rows: Sequence[Row], options: TemplateOptions) -> Mapping[str, Sequence[int]]:
    return PROTOCOLS[options.protocol].corpus_columns(rows, options)


def _label_remarks(labels: Labels, options: TemplateOptions) -> list[str]:
    predicted, types = labels.get("type", (set(), set()))
    types = PROTOCOLS[options.protocol].types_meant(predicted, types)
    return label_remarks({**labels, "type": (predicted, types)}, options, {"slot": "roles"})


def _result(sums: Sums, options: TemplateOptions) -> dict[str, Any]:
    return PROTOCOLS[options.protocol].result(sums, options)


def _details(counts: Counts, result: dict[str, Any]) -> dict[str, Any]:
    found = PROTOCOLS[counts.options.protocol].details(counts, result)
    if counts.options.errors is not None:
        found["errors"] = errors_of_rows(counts.listed("template_errors"))
        found["per_error"] = found["errors"]["per_error"]
    return found


def _warnings(sums: Sums, options: TemplateOptions) -> list[str]:
    said = PROTOCOLS[options.protocol].warnings(sums, options)
    if unparsed := int(sums.get("unparsed", 0)):
        said.append(note("unread_answers", unparsed, missing="nothing is"))
    return said


TEMPLATES = Task(
    name="templates",
    predictions=TEMPLATE_DOCUMENT,
    references=TEMPLATE_DOCUMENT,
    options=TemplateOptions,
    rows=count_documents,
    problems=problems,
    unscorable=_scoring_problems,
    input_notes=template_notes,
    corpus_columns=_corpus_columns,
    check_summable=check_summable,
    result=_result,
    details=_details,
    sheet=TEMPLATE_SHEET,
    warnings=_warnings,
    label_remarks=_label_remarks,
    published=(*(rule for protocol in PROTOCOLS.values() for rule in protocol.published), AUTO_ERR),
)
