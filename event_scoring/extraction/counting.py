"""Predictions that count as given, compared parts of items, ways of counting of single scorers, outcomes and ratios."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, structs

from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import Document, Item, index_of, key_of
from event_scoring.extraction.mistakes import Comparison
from event_scoring.matching import Count, Key
from event_scoring.scoring.counts import Row, Scores, Sums
from event_scoring.statistics.precision_recall import precision_recall_f1

Way: TypeAlias = Callable[[Sequence[Item], Sequence[Item], Key], Count]
"""A way of counting: the right items among predictions and references whose keys are compared."""
NO_WAYS: Mapping[str, Way] = MappingProxyType({})
TRIGGER_SCORES = {
    "trigger_identification": ("trigger",),
    "trigger_classification": ("trigger", "type"),
}
ARGUMENT_SCORES = {
    "argument_identification": ("span", "type"),
    "argument_classification": ("span", "type", "label"),
    "argument_attached_identification": ("span", "type", "trigger"),
    "argument_attached_classification": ("span", "type", "trigger", "label"),
}
"""Scores, and the parts in which a prediction and a reference must agree."""
PARTS = ("true_positives", "predictions", "references")
"""The sums of a score."""
WITHOUT_TYPES = {name: tuple(part for part in parts if part != "type") for name, parts in ARGUMENT_SCORES.items()}


def count_scores(
    scores: Mapping[str, Sequence[str]],
    predictions: Sequence[Item],
    references: Sequence[Item],
    way: Way,
    ways: Mapping[str, Way] = NO_WAYS,
) -> dict[str, Count]:
    """Count the items that agree in the parts of each score.

    The parts of all scores begin with those of the first, so its pairs are theirs too. Where no item repeats these
    parts, all ways count alike, and each further score takes some of the pairs.

    Args:
        scores: The parts in which a prediction and a reference must agree, by score.
        predictions: The predictions that count.
        references: The references that count.
        way: The way of counting.
        ways: The ways of single scores that differ from it.

    Examples:
        DyGIE++ counts lists and credits every prediction that equals a reference.

        >>> from event_scoring.matching import as_lists
        >>> agent = Item(0, 0, (1, 2), "Attack", (0, 1), "Agent")
        >>> counts = count_scores(ARGUMENT_SCORES, [agent, agent], [agent], as_lists)
        >>> [len(part) for part in counts["argument_classification"]]
        [2, 2, 1]
    """
    shared = next(iter(scores.values()), ())
    pairs = unique_pairs(predictions, references, key_of(*shared))
    if pairs is None:
        return {name: ways.get(name, way)(predictions, references, key_of(*parts)) for name, parts in scores.items()}
    counts = {}
    for name, parts in scores.items():
        others = parts[len(shared) :]
        key = key_of(*others) if others else None
        right = [reference for prediction, reference in pairs if key is None or key(prediction) == key(reference)]
        counts[name] = Count(right, predictions, references)
    return counts


def unique_pairs(predictions: Sequence[Item], references: Sequence[Item], key: Key) -> list[tuple[Item, Item]] | None:
    """Return the predictions and the references with equal keys, or None where a key is repeated on one side.

    Examples:
        >>> die, attack = (Item(0, -1, (1, 2), kind, (1, 2), kind) for kind in ("Die", "Attack"))
        >>> unique_pairs([die], [attack, die], key_of("type")) == [(die, die)]
        True
        >>> unique_pairs([die], [attack, die], key_of("span"))
    """
    by_key = {key(reference): reference for reference in references}
    predicted = {key(prediction): prediction for prediction in predictions}
    if len(by_key) < len(references) or len(predicted) < len(predictions):
        return None
    return [(prediction, by_key[parts]) for parts, prediction in predicted.items() if parts in by_key]


class AsGiven(NamedTuple):
    """Predicted triggers, or arguments of one mode, that count as they are given, and the numbers of the others."""

    kept: Sequence[Item]
    """The predictions that count; in mode "gold" they have the triggers and types of the references."""
    every: Sequence[Item]
    """All predictions of the side."""
    discarded: Mapping[str, int]
    """The number of predictions with a label outside the schema, and of arguments whose trigger does not count."""
    null_labelled: int

    def comparison(self, references: Sequence[Item]) -> Comparison:
        """Return the comparison with the references that count."""
        return Comparison(self.kept, references, {index_of(item): item.span for item in self.every})


def triggers_as_given(document: Document, options: EventOptions) -> AsGiven:
    """Return the predicted triggers without null labels and without types outside the schema."""
    every = document.predictions.triggers
    labelled = [item for item in every if item.label not in document.null_labels]
    kept = labelled if options.types is None else [item for item in labelled if options.allows_type(item.type)]
    discarded = {"schema": len(labelled) - len(kept), "of_trigger": 0}
    return AsGiven(kept, every, discarded, len(every) - len(labelled))


def arguments_as_given(document: Document, triggers: Sequence[Item], mode: str, options: EventOptions) -> AsGiven:
    """Return the predicted arguments of triggers that count, without null labels and roles outside the schema.

    Args:
        document: Both sides.
        triggers: The predicted triggers that count.
        mode: In mode "gold" arguments belong to the triggers of the references instead.
        options: The schema.
    """
    if mode == "gold":
        every = document.given_gold.arguments
        of_kept = [item for item in arguments_on_references(document) if item.type not in document.null_labels]
    else:
        every, events = document.predictions.arguments, {item.event for item in triggers}
        of_kept = [item for item in every if item.event in events]
    labelled = [item for item in of_kept if item.label not in document.null_labels]
    kept = labelled
    if options.roles is not None:
        kept = [item for item in labelled if options.allows_role(item.type, item.label)]
    discarded = {"schema": len(labelled) - len(kept), "of_trigger": len(every) - len(of_kept)}
    return AsGiven(kept, every, discarded, len(of_kept) - len(labelled))


def arguments_on_references(document: Document) -> list[Item]:
    """Return the predicted arguments of mode "gold" with the triggers and the types of their reference events."""
    events, triggers = document.reference_events, document.references.triggers
    placed = ((item, triggers[events[item.event]]) for item in document.given_gold.arguments)
    return [structs.replace(item, trigger=trigger.span, type=trigger.type) for item, trigger in placed]


def compared_links(
    predictions: Sequence[Item], references: Sequence[Item], trigger: str = "trigger", place: str = "span"
) -> Comparison:
    """Return a comparison of arguments without types; ``trigger`` and ``place`` name the compared fields."""

    def links(items: Sequence[Item]) -> list[Item]:
        return [
            structs.replace(item, trigger=getattr(item, trigger), type="", span=getattr(item, place)) for item in items
        ]

    return Comparison(links(predictions), links(references))


class Outcome(Struct):
    """The counts of one document by a convention, of triggers or of the arguments in one mode."""

    counts: Mapping[str, Count]
    """Counts by score. Conventions that count no items have none; they put their counts in `sums`."""
    discarded: Mapping[str, int] = {}
    """The number of predictions dropped, by reason: by standardization, or for their labels."""
    texts_not_found: Sequence[str] = ()
    """The texts of predictions that read like no candidate."""
    null_labelled: int = 0
    """The number of predictions with a null label."""
    ignored_references: int = 0
    """The number of reference arguments that the mode leaves out."""
    ignored_predictions: int = 0
    sums: dict[str, float] = {}
    """More sums of the document. The keys are column names that do not yet name the mode."""
    lists: Mapping[str, Sequence[Row]] = {}
    """Records of the document for `details`, under keys of the same kind."""
    used_triggers: Sequence[Item] = ()
    """The system's triggers of its arguments; only for triggers."""
    comparison: Comparison | None = None
    """The compared items, from which details derive the category of each."""
    outcomes: Sequence[Row] = ()
    """The outcome of each item, if the rule itself gives it without a later comparison."""
    document: Document | None = None
    """The merged document, if several rows have one name."""

    def columns(self, prefix: str) -> Iterator[tuple[str, float]]:
        """Yield the names and the numbers of its columns: scores, discarded predictions, other sums."""
        names = column_names(prefix, (*self.counts,), (*self.discarded,), (*self.sums,))
        numbers: list[float] = [len(items) for count in self.counts.values() for items in count]
        numbers += (*self.discarded.values(), *self.sums.values(), self.null_labelled)
        if prefix:
            numbers += (self.ignored_references, self.ignored_predictions)
        return zip(names, numbers, strict=True)


@cache
def column_names(prefix: str, scores: Iterable[str], discarded: Iterable[str], sums: Iterable[str]) -> tuple[str, ...]:
    """Return the columns of an outcome; only arguments can be ignored."""
    counts = (f"{name}_{part}" for name in scores for part in PARTS)
    ignored = ("ignored_references", "ignored_predictions") if prefix else ()
    names = (*counts, *map("discarded_{}".format, discarded), *sums, "nothing", *ignored)
    return tuple(f"{prefix}{name}" for name in names)


def ratios(sums: Sums, prefix: str, name: str, options: EventOptions) -> Scores:
    """Return precision, recall and F1 of one score; partly right texts count with their credit.

    Where a reference may make several predictions right, precision has those, and recall has the references found.
    """
    found, predicted, annotated = [sums[f"{prefix}{name}_{part}"] for part in PARTS]
    found = sums.get(f"{prefix}{name}_credit", found)
    right = found if f"{prefix}{name}_credit" in sums else sums.get(f"{prefix}{name}_covered", found)
    precision, recall, f1 = precision_recall_f1(right, predicted, annotated, options.zero_division, found)
    return {f"{name}_precision": precision, f"{name}_recall": recall, f"{name}_f1": f1}


def left_out(document: Document, every: Sequence[Item], labelled: Sequence[Item], outside: int = 0) -> dict[str, Any]:
    """Return the number of predictions without a label, and of those dropped by event or ``outside`` the schema."""
    null_labelled = sum(item.label in document.null_labels for item in every)
    return {
        "null_labelled": null_labelled,
        "discarded": {"schema": outside, "of_trigger": len(every) - len(labelled) - null_labelled},
    }


def swap_precision_and_recall(scores: Scores, names: Iterable[str]) -> None:
    """Exchange precision and recall of some scores, for scorers that print each under the name of the other."""
    for name in names:
        precision, recall = f"{name}_precision", f"{name}_recall"
        scores[precision], scores[recall] = scores[recall], scores[precision]
