"""The sums of one document of event nuggets, from which every score follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum

from event_scoring.nuggets.coreference import (
    NO_COREFERENCE,
    Sides,
    align_for_coreference,
    coreference_sums,
    has_clusters,
    unit_sums,
)
from event_scoring.nuggets.documents import NuggetDocument
from event_scoring.nuggets.mapping import NAMES, Alignment, Mentions, align_mentions, read_mentions
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.nuggets.outcomes import detail_records
from event_scoring.nuggets.sequencing import NO_SEQUENCING, sequencing_sums
from event_scoring.scoring.rows import Row, each_document


def count_corpus(
    predictions: Sequence[NuggetDocument], references: Sequence[NuggetDocument], options: NuggetOptions, details: bool
) -> list[Row]:
    """Return a row of sums for each document; clusters over documents are counted at the end."""
    rows = each_document(count_document)(predictions, references, options, details)
    if options.coreference is not False and options.coreference_level != "document":
        pairs = [*zip(predictions, references, strict=True)]
        chains = [row.pop("chains") for row in rows]
        sides, partners = [one[0] for one in chains], [one[1] for one in chains]
        for row, sums in zip(rows, unit_sums(pairs, sides, partners, options.coreference_level), strict=True):
            row |= sums
    return rows


def count_document(
    prediction: NuggetDocument, reference: NuggetDocument, options: NuggetOptions, details: bool = False
) -> Row:
    """Return the sums of one document.

    Where an option is None, the sums of coreference are there even without clusters, because other documents of the
    corpus may have some.
    """
    documents = (prediction, reference)
    sides = (read_mentions(prediction, options), read_mentions(reference, options))
    alignment = align_mentions(*sides, options)
    row = {
        **mention_sums(sides, alignment),
        "shared_spans": shared_spans(sides[1], alignment),
        "realis_given": sum(mention.realis is not None for document in documents for mention in document.mentions),
        "clusters_given": sum(map(has_clusters, documents)),
        "links_given": sum(document.links is not None for document in documents),
    }
    if options.coreference is False:
        row |= NO_COREFERENCE
    else:
        name, threshold = options.coreference_mapping, options.coreference_threshold
        partners = align_for_coreference(sides, alignment.pairs, options, name, threshold)
        if options.coreference_level == "document":
            row |= coreference_sums(documents, sides, partners, row["clusters_given"] > 0)
        else:
            row["chains"] = (sides, partners)
    if options.sequencing is False or not any(document.links for document in documents):
        row |= NO_SEQUENCING
    else:
        name = options.sequencing_mapping or "type"
        row |= sequencing_sums(documents, sides, align_for_coreference(sides, alignment.pairs, options, name))
    return {**row, **detail_records(*sides, alignment, options)} if details else row


def shared_spans(references: Mentions, alignment: Alignment) -> int:
    """Count the references that overlap a prediction and have the tokens of an earlier reference."""
    overlapped = {reference for _, reference in alignment.pairs}
    return len(overlapped) - len({references.tokens[reference] for reference in overlapped})


def mention_sums(sides: Sides, alignment: Alignment) -> Row:
    """Return the numbers of mentions, and Algorithms 2 and 3: the credit of spans and of attributes.

    Examples:
        Two mentions are mapped to one reference, and one of them has its type.

        >>> from event_scoring.nuggets.documents import Nugget, NuggetDocument
        >>> gold = NuggetDocument(mentions=[Nugget([2, 3], "Die")])
        >>> system = NuggetDocument(mentions=[Nugget([2], "Die"), Nugget([3], "Injure")])
        >>> sides = tuple(read_mentions(side, NuggetOptions()) for side in (system, gold))
        >>> sums = mention_sums(sides, align_mentions(*sides, NuggetOptions()))
        >>> round(sums["span_true_positives"], 3), sums["type_correct"]
        (0.667, 0.5)
    """
    times_mapped = Counter(reference for _, reference in alignment.mapped)
    row: Row = {"references": len(sides[1]), "predictions": len(sides[0]), "found": len(times_mapped)}
    for name in NAMES:
        row[f"{name}_true_positives"] = fsum(alignment.credited[name].values())
    for name in NAMES[1:]:
        # Algorithm 3: a reference shares one point among all the mentions mapped to it.
        right = (pair for pair in alignment.mapped if pair in alignment.agreeing[name])
        row[f"{name}_correct"] = fsum(1 / times_mapped[reference] for _, reference in right)
    return row
