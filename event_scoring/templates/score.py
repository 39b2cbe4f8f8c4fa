"""The score of templates, under any protocol."""

from __future__ import annotations

from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair
from event_scoring.scoring.task import Counts, Task
from event_scoring.templates.documents import TEMPLATE_DOCUMENT, problems, template_fingerprints, template_notes
from event_scoring.templates.errors.kinds import PUBLISHED as AUTO_ERR
from event_scoring.templates.options import TEMPLATE_LAYOUT, TemplateOptions
from event_scoring.templates.protocols.ceaf_ree import CeafRee
from event_scoring.templates.protocols.ceaf_rme import CeafRme
from event_scoring.templates.protocols.doc2edag import Doc2Edag
from event_scoring.templates.protocols.gtt import Gtt
from event_scoring.templates.protocols.muc4.scores import Muc4
from event_scoring.templates.protocols.muc6 import Muc6
from event_scoring.templates.protocols.template_measure import TemplateMeasure

MEASURES: dict[str, TemplateMeasure] = {
    "muc-6": Muc6(),
    "ceaf-ree": CeafRee(),
    "gtt": Gtt(),
    "ceaf-rme": CeafRme(),
    "doc2edag": Doc2Edag(),
    "muc-4": Muc4(),
}
"""The measures by the values of the option `protocol`."""


def template_measure(options: TemplateOptions) -> TemplateMeasure:
    """Return the measure that options choose."""
    return MEASURES[options.protocol]


@takes_options(TemplateOptions)
def score_templates(
    predictions: object, references: object, *, details: bool = False, on_pair: OnPair | None = None, **options: object
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
        ``precision recall f1``, ``correct partial incorrect missing spurious possible actual``, and how much the greedy
        alignment loses: ``greedy_f1 optimal_f1 greedy_loss``. Where very many templates say the same and point to each
        other, ``warnings`` may say that the best alignment was not searched to the end. Under the other protocols
        ``precision recall f1`` and their parts: ``precision_numerator``, ``precision_denominator``,
        ``recall_numerator``, ``recall_denominator``. Some may exceed 1, as published. Under "doc2edag" ``precision
        recall f1`` with ``true_positives false_positives false_negatives``, their means over roles and types (``macro_…
        average_…``), and those of ``instance_ combination_ classification_ entity_``.

    Raises:
        InputError: for an invalid document.

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
def count_templates(predictions: object, references: object, *, details: bool = False, **options: object) -> Counts:
    """Return one row of summable counts per document; `score_counts` turns them into scores.

    Examples:
        >>> document = {"templates": [{"type": "A", "slots": [{"name": "x", "values": ["1", "2"]}]}]}
        >>> counts = count_templates([document], [document])
        >>> counts.rows[0]["greedy_correct"], counts.rows[0]["optimal_correct"]
        (2, 2)
    """
    return TEMPLATES.count_documents(predictions, references, options, details)


TEMPLATES = Task(
    name="templates",
    predictions=TEMPLATE_DOCUMENT,
    references=TEMPLATE_DOCUMENT,
    options=TemplateOptions,
    measure=template_measure,
    problems=problems,
    count_notes=template_notes,
    fingerprints=template_fingerprints,
    layout=TEMPLATE_LAYOUT,
    published=(*(rule for measure in MEASURES.values() for rule in measure.published), AUTO_ERR),
)
