"""The public functions for event nuggets, and the scores of the sums of documents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from event_scoring.documents.errors import InputError, counted
from event_scoring.matching import first_free
from event_scoring.nuggets.coreference import EVENT_COREFERENCE, sums_of_units
from event_scoring.nuggets.counting import count_document, mention_sums, span_predicted
from event_scoring.nuggets.documents import (
    NUGGET_DOCUMENT,
    NuggetDocument,
    name_problems,
    nugget_remarks,
    reference_fingerprint,
    unit_problems,
)
from event_scoring.nuggets.mapping import NAMES, align_mentions, first_of_each
from event_scoring.nuggets.nugget_notes import NUGGET_NOTES, judged_shapes, nugget_notes
from event_scoring.nuggets.options import NUGGET_LAYOUT, NuggetOptions
from event_scoring.nuggets.outcomes import ATTRIBUTES, ERROR_KINDS
from event_scoring.nuggets.sequencing import DOUBTFUL_LINKS, EVENT_SEQUENCING, sequencing_scores
from event_scoring.scoring.counts import Scores, Sums, confusion_counts
from event_scoring.scoring.intervals import label_scores
from event_scoring.scoring.labels import Labels, canonical_attribute, label_remarks
from event_scoring.scoring.limits import EXCESS_PAIRS, MAX_EXCESS_PAIRS, too_many_pairs
from event_scoring.scoring.measure import Measure
from event_scoring.scoring.notes import NO_PLACE, has_none_right, note_sentences
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import SIDES, OnPair, Problems, Row, in_row
from event_scoring.scoring.task import Counts, Task
from event_scoring.statistics.cluster_scores import coreference_scores
from event_scoring.statistics.precision_recall import is_any, ratio

SCORES = {
    name: Ratio(name, f"{name}_true_positives", "span_predicted" if name == "span" else "predictions", "references")
    for name in NAMES
}
MACRO_SCORES = {
    name: Ratio(
        f"macro_{name}",
        right=f"macro_{name}_precision",
        predicted="averaged_documents",
        wanted="averaged_documents",
        found=f"macro_{name}_recall",
    )
    for name in NAMES
}
CHAIN_SCORES = (
    ("coreference", "clusters_given", coreference_scores),
    ("sequencing", "links_given", sequencing_scores),
)
"""For coreference and sequencing: the option, the sum that says whether documents have them, and their scores."""


@takes_options(NuggetOptions)
def score_nuggets(
    predictions: object, references: object, *, details: bool = False, on_pair: OnPair | None = None, **options: Any
) -> Result:
    """Score event nuggets: spans with partial credit, types, realis.

    Args:
        predictions: One document a row: ``{"mentions": [{"token_ids": [3, 4], "type": "Life.Die"}]}``.
        references: The same documents, in the same order.
        details: Add scores by type and by document, the alignment and the counts of error kinds.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
        **options: Each by its name.

    Returns:
        Precision, recall and F1 of ``span``, ``type``, ``realis`` and ``type_realis``, micro and macro,
        attribute accuracies, numbers of documents and mentions, and the signature. With coreference those of
        ``muc``, ``b_cubed``, ``ceaf_m``, ``ceaf_e``, ``blanc`` and ``lea``, and the averages ``conll_f1`` and
        ``kbp_coreference_f1``; with sequencing those of ``after``, ``subevent`` and ``sequencing``, both together.

    Raises:
        InputError: for an invalid document.

    Examples:
        The first example of the paper's section 2.5: "carried out the assassination" is one nugget,
        the system reports two parts of it. The better part earns its Dice, 2 * 2 / (4 + 2).

        >>> gold = [[{"token_ids": [2, 3, 4, 5], "type": "Life.Die"}]]
        >>> system = [[{"token_ids": [2], "type": "Life.Die"}, {"token_ids": [4, 5], "type": "Life.Die"}]]
        >>> result = score_nuggets(system, gold)
        >>> round(result["span_recall"], 3), round(result["span_precision"], 3), result["type_accuracy"]
        (0.667, 0.333, 1.0)
    """
    return NUGGETS.score_documents(predictions, references, options, details, on_pair)


@takes_options(NuggetOptions)
def count_nuggets(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """Return one row of summable counts per document; `score_counts` turns them into scores.

    Examples:
        >>> counts = count_nuggets([[{"token_ids": [1], "type": "A"}]], [[{"token_ids": [1], "type": "B"}]])
        >>> counts.rows[0]["references"], counts.rows[0]["span_true_positives"], counts.rows[0]["type_true_positives"]
        (1, 1.0, 0.0)
    """
    return NUGGETS.count_documents(predictions, references, options, details)


def nugget_result(sums: Sums, options: NuggetOptions) -> Scores:
    """Return the scores and numbers of one corpus, or of many samples of it, from sums of `count_document`."""
    sums, undefined = {**sums, "span_predicted": span_predicted(sums, options)}, options.zero_division
    result: Scores = {}
    for name in scored_combinations(sums):
        result |= SCORES[name].scores(sums, undefined)
        # Macro F1 is that of the two means, not the mean of the documents' F1.
        result |= MACRO_SCORES[name].scores(sums, undefined)
        result[f"{name}_true_positives"] = sums[f"{name}_true_positives"]
        if name != "span":
            result[f"{name}_accuracy"] = ratio(sums[f"{name}_correct"], sums["references"], undefined)
            result[f"macro_{name}_accuracy"] = ratio(
                sums[f"macro_{name}_accuracy"], sums["averaged_documents"], undefined
            )
    for option, given, scores in CHAIN_SCORES:
        # By default they are scored where documents have them.
        if getattr(options, option) or (getattr(options, option) is None and is_any(sums[given])):
            result |= scores(sums, undefined)
    return result | {name: sums[name] for name in ("documents", "predictions", "references")}


def scored_combinations(sums: Sums) -> tuple[str, ...]:
    """Return the combinations of attributes that are scored: those with realis only if a mention has one."""
    return NAMES if is_any(sums["realis_given"]) else NAMES[:2]


def _per_type(counts: Counts) -> dict[str, Scores]:
    """Scores of each type; the published table takes in all documents, and lists the types of the references only."""
    options = counts.options
    published = options.protocol == "evmeval-1.8"
    skips = options.documents_without_references == "skip" and not published
    entering = (counts.numbers["references"] > 0).tolist() if skips else None
    sums = ("true_positives", "references", "predictions")
    scores = label_scores(
        counts.listed("per_type"), "type", sums, options, counts.drawing_order(options.sampler), entering
    )
    return {name: row for name, row in scores.items() if row["references"] or (row["predictions"] and not published)}


def _table_notes(counts: Counts, result: Scores) -> Scores:
    """Return the spelling of normalized types in the references, and the note on the table by type."""
    found: Scores = {}
    _, spelled = counts.labels.get("type", ((), ()))
    if counts.options.normalize and spelled:
        found["type_names"] = {canonical_attribute(name): name for name in sorted(spelled, reverse=True)}
    if counts.options.per_type_credit == "type_realis" and "type_realis_f1" in result:
        found["per_type_note"] = "type and realis together: a mention is right where both are"
    return found


_WARNINGS = {
    "shared_spans": (
        "{number:reference} {number:has|have} the tokens of an earlier reference of the document and cannot be found, "
        'whatever is predicted: under mapping="many-to-one" a prediction goes to the first of them only. '
        'mapping="optimal" can find {number:it|them}.'
    ),
    DOUBTFUL_LINKS: (
        "Links between events that follow from other links of their side or contradict them: {number}. Which of them "
        "count in EvmEval 1.8 depends on the order of a hash table, so that its sequencing scores may differ."
    ),
}
"""The sentence about a sum that is not 0."""
_DIFFERENCES = {
    "mapping": 'The mapping is "{}", made anew for each combination of attributes; by default each system mention goes '
    "to its most similar reference, and attributes are judged on that one mapping.",
    "precision": 'The span precision is "{}"; by default it is the credit over the number of predictions.',
    "normalize": "Attributes are compared without case, punctuation and letters outside ASCII.",
    "unannotated": "NOT_ANNOTATED is compared as a string; by default it agrees with every prediction.",
    "per_type_credit": "The table by type gives credit only where the realis is right too, and lists no type that only "
    "the system uses.",
}
"""The sentence about an option that is not that of the default protocol."""
_BY_DEFAULT = {name: getattr(NuggetOptions(), name) for name in _DIFFERENCES}


PUBLISHED = (
    Published(
        name="Event nuggets, the paper",
        year="2015",
        users="Liu, Mitamura and Hovy",
        choose_for="new work",
        counts=(
            "Dice of token sets, many predictions to one reference: each prediction goes to its best reference, and "
            "every prediction counts; types, realis"
        ),
        faults="A reference can give credit to several predictions",
        original="Liu, Mitamura and Hovy (2015), section 4",
        checked_by="`oracles/nugget_oracle.py`",
        options={"protocol": "paper"},
        rule=align_mentions,
        steps=(first_of_each, mention_sums, nugget_result),
    ),
    Published(
        name="Event nuggets, pilot",
        year="2014",
        users="TAC KBP pilot",
        choose_for="the numbers of the 2014 pilot study",
        counts="As in the paper, but precision is over matched references; documents without references are left out",
        faults="Precision forgives repeated predictions",
        original="hunterhector/EvmEval 929aeda, `scorer.py`",
        checked_by="`golden/nugget_pilot.json`, `oracles/nugget_oracle.py`",
        options={"protocol": "pilot"},
        rule=align_mentions,
        steps=(first_of_each, mention_sums, nugget_result),
    ),
    Published(
        name="EvmEval 1.8",
        year="2015–2017",
        users="TAC KBP event nugget tracks",
        choose_for="numbers of TAC KBP 2015 to 2017",
        counts=(
            "Dice one to one, greedy, for each combination of attributes; attributes compared without case and "
            "punctuation: EvmEval 1.8, number for number"
        ),
        faults="Drops predictions in documents without references; greedy is not optimal",
        original="hunterhector/EvmEval, `scorer_v1.8.py` (2017)",
        checked_by="`golden/nugget_tac_kbp.json`, `oracles/nugget_oracle.py`",
        options={"protocol": "evmeval-1.8"},
        rule=align_mentions,
        steps=(first_free, mention_sums, nugget_result),
    ),
    EVENT_COREFERENCE,
    EVENT_SEQUENCING,
)


class NuggetMeasure(Measure[NuggetDocument, NuggetDocument, NuggetOptions]):
    """Event nuggets, under any protocol."""

    published = PUBLISHED
    input_notes = NUGGET_NOTES

    def problems(self, prediction: NuggetDocument, reference: NuggetDocument, options: NuggetOptions) -> Problems:
        """Yield scored clusters and links that name no mention, and documents whose unit is not known."""
        # Differs from EvmEval 1.8: it takes the first cluster of a mention and leaves out ids that it does not know.
        for side, document in zip(SIDES, (prediction, reference), strict=True):
            links = document.links if document.links and options.sequencing is not False else ()
            if links or (document.clusters and options.coreference is not False):  # links are between clusters
                yield from name_problems(document, links, side)
        if options.coreference_level != "document":
            yield from unit_problems(prediction, reference, options.coreference_level)

    def count_corpus(
        self,
        predictions: Sequence[NuggetDocument],
        references: Sequence[NuggetDocument],
        options: NuggetOptions,
        details: bool,
    ) -> list[Row]:
        """Return a row for each document. Clusters over documents are counted when all of them are aligned."""
        rows, excess_pairs = list[Row](), 0
        for number, sides in enumerate(zip(predictions, references, strict=True)):
            try:
                rows.append(count_document(*sides, options, details))
                excess_pairs += rows[-1][EXCESS_PAIRS]
                if excess_pairs > MAX_EXCESS_PAIRS:
                    raise too_many_pairs()
            except InputError as error:
                raise in_row(error, number) from None
        if options.coreference is not False and options.coreference_level != "document":
            chains = [row.pop("chains") for row in rows]
            for row, sums in zip(rows, sums_of_units(chains, options.coreference_level), strict=True):
                row |= sums
        return rows

    def result(self, sums: Sums, options: NuggetOptions) -> Scores:
        return nugget_result(sums, options)

    def label_remarks(self, labels: Labels, options: NuggetOptions) -> list[str]:
        return label_remarks(labels, options, normalized_by={"type": "normalize", "realis": "normalize"})

    def input_warnings(self, sums: Sums) -> list[str]:
        """Return the input notes, and a warning if none of several predictions overlaps a reference."""
        sentences = super().input_warnings({**sums, **judged_shapes(sums)})
        if has_none_right(sums["span_true_positives"], sums["predictions"], sums["references"]):
            sentences.append(NO_PLACE)
        return sentences

    def check_summable(self, options: NuggetOptions) -> None:
        """Raise a ValueError for clusters over documents, which need all documents of a unit at once."""
        if options.coreference_level != "document":
            raise ValueError(
                'coreference_level: expected "document" where only sums are kept, because the documents of a unit may '
                f'be in several parts of the data, got "{options.coreference_level}"'
            )

    def document_scores(self, columns: Sums, options: NuggetOptions) -> Scores:
        columns = {**columns, "predictions": columns["predictions"] + columns["skipped_predictions"]}
        columns["span_predicted"] = span_predicted(columns, options)
        found = {name: columns[name] for name in ("references", "predictions")}
        for name in scored_combinations(columns):
            found[f"{name}_true_positives"] = columns[f"{name}_true_positives"]
            found |= SCORES[name].scores(columns, options.zero_division)
        return found

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return scores by type and by document, the alignment, and the mistakes by kind."""
        names = scored_combinations(counts.numbers)
        return {
            "per_type": _per_type(counts),
            **_table_notes(counts, result),
            **super().details(counts, result),
            "alignment": [{name: document[name] for name in names} for document in counts.listed("alignment")],
            "errors": {kind: int(counts.numbers[f"errors_{kind}"].sum()) for kind in ERROR_KINDS},
            "categories": counts.listed("categories"),
            "confusion": {
                attribute: confusion_counts(pair[attribute] for pair in counts.records("confusion"))
                for attribute in ATTRIBUTES
            },
        }

    def warnings(self, sums: Sums, options: NuggetOptions) -> list[str]:
        """Return warnings about references that no prediction can match, and about doubtful links and clusters."""
        warnings = note_sentences(sums, _WARNINGS)
        if options.coreference or (options.coreference is None and sums["clusters_given"]):
            mentions, clusters = (
                sum(sums[f"coreference_{side}_{things}"] for side in ("reference", "system"))
                for things in ("mentions", "clusters")
            )
            if 0 < mentions <= clusters:
                warnings.append(
                    "All clusters are singletons: MUC, which counts links only, has no value and enters the averages "
                    "as zero_division says, while B-cubed and CEAF only measure which mentions were found."
                )
        return warnings

    def differences(self, sums: Sums, options: NuggetOptions) -> list[str]:
        """Return the reasons why the numbers differ from those of the default protocol."""
        sentences = []
        if skipped := int(sums["skipped_documents"]):
            wrong = counted(int(sums["skipped_predictions"]), "prediction")
            sentences.append(
                f"Documents without references were skipped: {skipped}, and with them {wrong}, which the "
                "default protocol counts as wrong."
            )
        for name, sentence in _DIFFERENCES.items():
            if (value := getattr(options, name)) != _BY_DEFAULT[name]:
                sentences.append(sentence.format(value))
        return sentences


NUGGETS = Task(
    name="nuggets",
    predictions=NUGGET_DOCUMENT,
    references=NUGGET_DOCUMENT,
    options=NuggetOptions,
    measure=NuggetMeasure().always,
    remarks=nugget_remarks,
    count_notes=nugget_notes,
    fingerprints=partial(map, reference_fingerprint),
    layout=NUGGET_LAYOUT,
    published=PUBLISHED,
)
