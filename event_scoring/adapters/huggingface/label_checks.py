"""Check that the labels of an evaluation belong to its references.

A wrong label list, references of other documents or shifted logits give plausible scores. The labels that a Trainer
passes along with the predictions reveal them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.adapters.mentions import mention_content, nuggets_from_labels, written_labels
from event_scoring.adapters.token_labels import BEGIN, END, SINGLE, LabelConvention, LabelTable
from event_scoring.adapters.tokens import pairs_of
from event_scoring.array_types import BoolArray, IntArray
from event_scoring.documents.errors import Description, InputError, counted
from event_scoring.documents.sides import gc_paused
from event_scoring.formats.flat_arrays import Ragged, ranges

MIN_AGREEMENT = 0.5
"""Minimal F1 between the nuggets of labels and references that belong together."""

OTHER_ROWS = (
    "references, word_ids and label_ids must be those of one evaluation set, in one order, and token_ids positions of "
    "words, counted from 0"
)
"""Hint for labels that do not belong to the references."""


# ---- what labels can say of the references ------------------------------------------------------------


def reference_tokens(references: pa.StructArray) -> tuple[IntArray, Ragged]:
    """Return the document of each reference nugget or trigger, and its tokens."""
    of_events = "events" in [field.name for field in references.type]
    lists = references.field("events" if of_events else "mentions")
    document = pc.list_parent_indices(lists).to_numpy()
    if not of_events:
        return document, Ragged.from_arrow(lists.values.field("token_ids"))
    spans = lists.values.field("trigger").field("span")
    if spans.null_count:
        row = document[int(np.flatnonzero(np.asarray(spans.is_null()))[0])]
        raise InputError(("references", row), wanted="a span in every trigger", got=Description("none"))
    pairs = pairs_of(spans)
    lengths = pairs[:, 1] - pairs[:, 0]
    return document, Ragged.from_lengths(lengths, ranges(pairs[:, 0], lengths))


@dataclass(frozen=True)
class WrittenReferences:
    """References as labels of words."""

    labels: list[list[str]] | None
    """The labels of the words of each document, or None if the references cannot be written as labels."""
    convention: LabelConvention
    inexpressible: int
    """Number of covered references that labels cannot express next to the others."""

    @property
    def warnings(self) -> list[str]:
        """Return the warning about references that labels cannot express."""
        if not self.inexpressible:
            return []
        one = self.inexpressible == 1
        return [
            f"{counted(self.inexpressible, 'reference')} cannot be written as {'a label' if one else 'labels'} of "
            "words beside the others, as where two share a token: no prediction of this model can equal "
            f"{'it' if one else 'them'}."
        ]


def written_references(
    references: pa.StructArray,
    is_truncated: BoolArray,
    lengths: IntArray,
    table: LabelTable,
    convention: LabelConvention,
    *,
    several: bool,
) -> WrittenReferences:
    """Write references as labels of the model, and count those that are lost when the labels are read back.

    Args:
        references: Checked documents of nuggets or events.
        is_truncated: Whether each reference has a token that no row covers.
        lengths: The number of words of each document that the rows cover.
        table: The labels of the model.
        convention: How they are read.
        several: Whether a word may have several labels, one of each type.
    """
    places = set(table.place.tolist())
    is_prefixed = bool(places & {BEGIN, END, SINGLE})
    scheme = "bioes" if places & {END, SINGLE} else "bio" if is_prefixed else "raw"
    continuation = convention.continuation if table.continued.any() else None
    used = LabelConvention("prefixed" if is_prefixed else "raw", continuation, convention.realis_separator)
    # One token after those that the rows cover decides whether a nugget at the border ends there.
    room, cut = (lengths + 1).tolist(), iter(is_truncated.tolist())
    documents: list[dict[str, Any]] = []
    size: list[int] = []
    covered: list[list[dict[str, Any]]] = []
    with gc_paused():
        for row, mentions in enumerate(document["mentions"] for document in mentions_of(references)):
            groups: dict[Any, tuple[list[Any], list[Any]]] = {} if several else {None: ([], [])}
            for mention in mentions:
                kind = (mention["type"], mention.get("realis")) if several else None
                inside = [token for token in mention["token_ids"] if 0 <= token < room[row]]
                group = groups.setdefault(kind, ([], []))
                group[0].append({**mention, "token_ids": inside})
                if not next(cut) and inside:
                    group[1].append(mention)
            documents += [{"mentions": group[0]} for group in groups.values()]
            covered += [group[1] for group in groups.values()]
            size += [room[row]] * len(groups)
        try:
            written = written_labels(documents, size, scheme, continuation, used.realis_separator)
            read = nuggets_from_labels(
                written, scheme=used.scheme, continuation=continuation, realis_separator=used.realis_separator
            )
        except InputError:  # a type that no label can have
            return WrittenReferences(None, used, 0)
        lost = 0
        for wanted, found in zip(covered, read, strict=True):
            if wanted:
                separator = used.realis_separator
                written_contents = Counter(mention_content(each, separator) for each in wanted)
                lost += (
                    written_contents - Counter(mention_content(each, separator) for each in found["mentions"])
                ).total()
    return WrittenReferences(None if several else written, used, lost)


def mentions_of(references: pa.StructArray) -> Iterator[dict[str, Any]]:
    """Yield a document of nuggets for each document; the nuggets of events are their triggers."""
    for document in references.to_pylist():
        if "events" in document:
            places = ((event["trigger"]["span"], event["type"]) for event in document["events"])
            yield {"mentions": [{"token_ids": [*range(*span)], "type": kind} for span, kind in places]}
        else:
            yield {"mentions": document["mentions"]}


# ---- whether labels and references say the same --------------------------------------------------------

Nugget = tuple[Any, ...]
"""A document, its tokens and its type."""


def nuggets_of(documents: Iterable[Any]) -> Counter[Nugget]:
    """Count the nuggets of some documents by row, tokens and type."""
    return Counter(
        (row, tuple(sorted(set(mention["token_ids"]))), mention["type"])
        for row, document in enumerate(documents)
        for mention in document["mentions"]
    )


def compare_labels(labels: Counter[Nugget], references: Counter[Nugget], types: set[str], hint: str) -> list[str]:
    """Raise an `InputError` for labels of other references, and return warnings of single differences.

    Args:
        labels: The nuggets of the evaluation's labels.
        references: The nuggets that labels of the references would give.
        types: The types that the model knows. If the references have other types, only spans are compared.
        hint: Advice for labels and references that do not belong together.
    """
    if types.isdisjoint(kind for *_, kind in references):
        labels, references = (
            Counter((row, tokens) for row, tokens, *_ in side.elements()) for side in (labels, references)
        )
    else:
        references = Counter({nugget: number for nugget, number in references.items() if nugget[-1] in types})
    in_labels, wanted, same = labels.total(), references.total(), (labels & references).total()
    if not in_labels and wanted:
        return [
            f"label_ids have no nugget and the references have {wanted:,}, so that they could not be compared: are "
            "these labels of a set without annotations?"
        ]
    if 2 * same < MIN_AGREEMENT * (in_labels + wanted):
        says = (
            f"the labels and the references do not belong together: {counted(in_labels, 'nugget')} in the labels, "
            f"{counted(wanted, 'reference')} that labels can express, {same:,} in both"
        )
        raise InputError(("label_ids",), says=says, hint=hint)
    if same < max(in_labels, wanted):
        return [
            f"label_ids and references differ: {counted(in_labels - same, 'nugget')} only in the labels, "
            f"{counted(wanted - same, 'reference')} that labels can express only in the references."
        ]
    return []


def order_of_labels(labels: list[str], ids: Sequence[int], written: Sequence[str]) -> str:
    """Return a hint if label ids are permuted: each denotes one other label of the references; else an empty string.

    Examples:
        >>> order_of_labels(["B-Die", "O"], [0, 0, 1, 0], ["O", "O", "B-Die", "O"])
        'label id 0 is "O" in the references and "B-Die" in labels; give model.config.id2label'
    """
    seen: dict[int, Counter[str]] = {}
    for number, label in zip(ids, written, strict=True):
        seen.setdefault(number, Counter())[label] += 1
    usual = {number: counts.most_common(1)[0][0] for number, counts in seen.items()}
    explained = sum(1 for number, label in zip(ids, written, strict=True) if label != "O" and usual[number] == label)
    of_nuggets = sum(label != "O" for label in written)
    if explained < 0.9 * of_nuggets or len(set(usual.values())) < len(usual):
        return ""
    other = next((number for number in sorted(usual) if usual[number] != labels[number]), None)
    if other is None:
        return ""
    return (
        f'label id {other} is "{usual[other]}" in the references and "{labels[other]}" in labels; give '
        "model.config.id2label"
    )
