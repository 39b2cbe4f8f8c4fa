"""The sums of one document of event nuggets, from which every score follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import fsum
from typing import Any

from event_scoring.nuggets.coreference import (
    AlignedDocument,
    align_for_coreference,
    coreference_sums,
)
from event_scoring.nuggets.documents import NuggetDocument
from event_scoring.nuggets.mapping import NAMES, Alignment, Mentions, Overlap, Sides, align_mentions, read_mentions
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.nuggets.outcomes import detail_records
from event_scoring.nuggets.sequencing import NO_SEQUENCING, sequencing_sums
from event_scoring.scoring.counts import Sums
from event_scoring.scoring.limits import EXCESS_PAIRS
from event_scoring.scoring.rows import Row
from event_scoring.statistics.cluster_scores import sums_of_singletons

SUMS = {
    name: (
        f"{name}_true_positives",
        f"macro_{name}_precision",
        f"macro_{name}_recall",
        f"{name}_correct",
        f"macro_{name}_accuracy",
    )
    for name in NAMES
}
"""The names of the sums of each combination of attributes. The rows of all documents share these strings."""


def count_document(
    prediction: NuggetDocument, reference: NuggetDocument, options: NuggetOptions, details: bool = False
) -> Row:
    """Return the sums of one document."""
    documents = (prediction, reference)
    sides = (read_mentions(prediction, options), read_mentions(reference, options))
    alignment = align_mentions(*sides, options)
    row = mention_sums(sides, alignment, options)
    row["realis_given"] = sides[0].realis_given + sides[1].realis_given
    # Where an option is None, other documents may have clusters or links even if this one has none.
    if options.coreference is not False:
        row["clusters_given"] = sum(side.clusters is not None or side.has_labels for side in documents)
        name, threshold = options.coreference_mapping, options.coreference_threshold
        partners = align_for_coreference(sides, alignment, options, name, threshold)
        aligned = AlignedDocument(documents, sides, partners)
        if options.coreference_level != "document":
            row["chains"] = aligned
        elif row["clusters_given"]:
            row |= coreference_sums([aligned])
        else:
            row |= sums_of_singletons(row["predictions"] + row["skipped_predictions"], row["references"], len(partners))
    if options.sequencing is not False:
        row["links_given"] = (prediction.links is not None) + (reference.links is not None)
        if prediction.links or reference.links:
            partners = align_for_coreference(sides, alignment, options, options.sequencing_mapping or "type")
            row |= sequencing_sums(documents, sides, partners)
        else:
            row |= NO_SEQUENCING
    return {**row, **detail_records(sides, alignment, options)} if details else row


def shared_spans(references: Mentions, overlaps: Iterable[Overlap]) -> int:
    """Count the references that overlap a prediction and have the tokens of an earlier reference."""
    overlapped = {reference for _, reference, _ in overlaps}
    return len(overlapped) - len({references.tokens[reference] for reference in overlapped})


def mention_sums(sides: Sides, alignment: Alignment, options: NuggetOptions) -> Row:
    """Return the numbers of mentions, and Algorithms 2 and 3: the credit of spans and of attributes.

    Precision and recall of the document are sums too, of which macro averages are made.

    Examples:
        Two mentions are mapped to one reference, and one of them has its type.

        >>> from event_scoring.nuggets.documents import Nugget, NuggetDocument
        >>> gold = NuggetDocument(mentions=[Nugget([2, 3], "Die")])
        >>> system = NuggetDocument(mentions=[Nugget([2], "Die"), Nugget([3], "Injure")])
        >>> sides = tuple(read_mentions(side, NuggetOptions()) for side in (system, gold))
        >>> sums = mention_sums(sides, align_mentions(*sides, NuggetOptions()), NuggetOptions())
        >>> round(sums["span_true_positives"], 3), sums["type_correct"]
        (0.667, 0.5)
    """
    times_mapped = Counter([reference for _, reference, _ in alignment.mapped])
    predictions, references = len(sides[0].given), len(sides[1].given)
    is_skipped = not references and options.documents_without_references == "skip"
    row: Row = {
        "documents": int(not is_skipped),
        "averaged_documents": int(references > 0 or (predictions > 0 and not is_skipped)),
        "skipped_documents": int(is_skipped and predictions > 0),
        "skipped_predictions": predictions if is_skipped else 0,
        "references": references,
        "predictions": 0 if is_skipped else predictions,
        "found": len(times_mapped),
        EXCESS_PAIRS: len(alignment.ranked) - 2 * (predictions + references),
        "shared_spans": shared_spans(sides[1], alignment.ranked) if options.mapping == "many-to-one" else 0,
    }
    for name, (true_positives, precision, recall, correct, accuracy) in SUMS.items():
        right = row[true_positives] = fsum([dice for _, _, dice in alignment.credited[name]])
        divisor = span_predicted(row, options) if name == "span" else row["predictions"]
        row[precision] = right / divisor if divisor else 0.0
        row[recall] = right / references if references else 0.0
        if name != "span":
            # Algorithm 3: a reference shares one point among all the mentions mapped to it.
            row[correct] = fsum([1 / times_mapped[reference] for _, reference, _ in alignment.agreeing[name]])
            row[accuracy] = row[correct] / references if references else 0.0
    return row


def span_predicted(sums: Sums, options: NuggetOptions) -> Any:
    """Return what span precision divides by.

    These are all predictions or, as the pilot and Algorithm 2 as printed do, true positives and false positives. The
    pilot counts a false positive for each prediction beyond the references that are found, the printed algorithm one
    for each reference that was missed.
    """
    if options.precision == "system":
        return sums["predictions"]
    of_all = sums["predictions" if options.precision == "pilot" else "references"]
    return sums["span_true_positives"] + (of_all - sums["found"])
