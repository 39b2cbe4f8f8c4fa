"""What every convention does with a document: read it, count triggers and arguments, and make scores of the sums.

Facts of a convention stand in `conventions.table`; a scorer that does a step in its own way overrides that step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from numpy.typing import NDArray

from event_scoring.documents.errors import Description, InputError, Path, counted
from event_scoring.extraction.conventions.table import CONVENTIONS, count_score
from event_scoring.extraction.counting import Outcome
from event_scoring.extraction.documents.document import Event, ExtractionDocument
from event_scoring.extraction.documents.standoff import with_places
from event_scoring.extraction.documents.text_to_tokens import EVENT_KEYS
from event_scoring.extraction.items import Document, Item, Span
from event_scoring.extraction.options import DetectionOptions
from event_scoring.extraction.standardization.candidates import references_outside
from event_scoring.extraction.standardization.scored_items import (
    ScoredItems,
    argument_items,
    predicted_triggers,
    trigger_items,
)
from event_scoring.extraction.standardization.standardize import DISCARDS, KEPT, NOTHING_PREDICTED
from event_scoring.extraction.tiers.count_tiers import count_tiers
from event_scoring.matching import Count
from event_scoring.scoring.notes import note
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Row, in_row
from event_scoring.scoring.task import Counts

Counted: TypeAlias = Iterator[tuple[Document, Mapping[str, Outcome]]]
"""Documents, each with what was counted of it by the prefix of columns."""
PARTS = ("true_positives", "predictions", "references")
NONE_DISCARDED = dict.fromkeys(DISCARDS, 0)
DROPPED_BECAUSE = {
    "schema": "of a type or role that types or roles do not list",
    "boundary": "with a span outside the candidates (those of the references, or single words and the reference spans)",
    "not_found": "with a text that is not in the document as written",
    "surplus": "with a text that is predicted more often than the document has it",
    "conflict": "at a place that another prediction has taken",
    "of_trigger": "of a trigger that is not counted",
}
"""Why a prediction is dropped, in words for whoever does not know the paper."""


@cache
def discard_columns(prefix: str) -> tuple[str, ...]:
    """The columns of how many predictions standardization dropped, by reason."""
    return tuple(f"{prefix}discarded_{reason}" for reason in DISCARDS)


class Rule:
    """One scorer's way of counting. As it stands: predictions with spans, as they are, in the way of the table."""

    published: tuple[Published, ...] = ()
    """The rules that it is, as papers know them."""
    """The Arrow types of the lists that only its details read, by the name of the column."""

    def __init__(self, name: str) -> None:
        self.name, self.facts = name, CONVENTIONS[name]

    def read(
        self, prediction: ExtractionDocument, reference: ExtractionDocument
    ) -> tuple[ExtractionDocument, ExtractionDocument]:
        """Both sides of a document in the form in which it compares them: arguments with places of their own."""
        return with_places(prediction, reference)

    def problems(
        self, prediction: ExtractionDocument, reference: ExtractionDocument, options: DetectionOptions
    ) -> Iterator[InputError]:
        """What it cannot score of a document."""
        modes = options.all_modes
        yield from missing_keys(prediction, options, self.facts.needed_keys)
        yield from empty_arguments(prediction, options)
        if self.facts.places_texts and not options.tiered:
            yield from missing_positions(prediction, reference, options, self.name)
        if options.standardize and options.gold_outside == "error":
            for noun in ("trigger", "argument") if modes else ("trigger",):
                yield from references_outside(reference, noun)

    def document(
        self, prediction: ExtractionDocument, reference: ExtractionDocument, number: int, options: DetectionOptions
    ) -> Document:
        """A document as it reads it."""
        texts = "as given" if not self.facts.places_texts else "placed" if options.tiered else "placed or beyond"
        only_gold = options.all_modes == ("gold",)
        return Document(prediction, reference, number, texts, only_gold, nothing=self.facts.nothing)

    def count_all(self, documents: Iterable[Document], options: DetectionOptions, details: bool) -> Counted:
        """Each document with what there is of triggers, if they are scored, and of arguments in each mode.

        This is the place for what a scorer does over the corpus, before or after it counts each document.
        """
        if options.tiered:
            documents = [*documents]
            yield from zip(documents, count_tiers(documents, options, details), strict=True)
            return
        for document in documents:
            try:
                yield document, self.count(document, options, details)
            except InputError as error:
                raise in_row(error, document.number) from None

    def count(self, document: Document, options: DetectionOptions, details: bool) -> dict[str, Outcome]:
        """The rule: counts of triggers and, in each mode, of arguments, by the prefix of columns.

        The scores, the parts in which a prediction and a reference must agree, and the way of counting are the row of
        the convention in `conventions.table`.
        """
        triggers = predicted_triggers(document, options)
        scored = trigger_items(document, triggers, options)
        outcomes = {"": self.outcome(scored, self.facts.trigger_scores, options)}
        outcomes[""].used_triggers = triggers.kept
        spans: dict[int, Span | None] = {}
        if details:
            outcomes[""].comparison = compared = scored.comparison()
            spans = {item.event: item.span for item in compared.predictions}
        for mode in options.all_modes:
            arguments = argument_items(document, triggers, mode, options)
            outcomes[f"{mode}/"] = outcome = self.outcome(arguments, self.facts.argument_scores, options)
            if details:
                outcome.comparison = arguments.comparison(None if mode == "gold" else spans)
        return outcomes

    def outcome(self, items: ScoredItems, scores: Mapping[str, Sequence[str]], options: DetectionOptions) -> Outcome:
        """What counting gives for triggers or arguments."""
        counts = {name: self.totals(name, items, parts, options) for name, parts in scores.items()}
        reasons = items.assigned.reasons
        discarded: Mapping[str, int] = items.assigned.dropped_by_label()
        not_found: list[str] = []
        if options.standardize:
            all_kept = reasons.count(KEPT) == len(reasons)
            discarded = NONE_DISCARDED if all_kept else {reason: reasons.count(reason) for reason in DISCARDS}
            if discarded["not_found"]:
                rows = zip(items.every, reasons, strict=True)
                not_found = [item.text or "" for item, because in rows if because == "not_found"]
            if options.discarded == "count":
                dropped = items.dropped
                counts = {
                    name: found._replace(predicted=[*found.predicted, *dropped]) for name, found in counts.items()
                }
        return Outcome(
            counts,
            discarded,
            not_found,
            reasons.count(NOTHING_PREDICTED),
            items.ignored_references,
            items.ignored_predictions,
        )

    def tells_errors(self, options: DetectionOptions) -> bool:
        """Whether details tell kinds of errors, or only what is right, missed and invented."""
        return self.facts.tells_errors

    def totals(self, name: str, items: ScoredItems, parts: Sequence[str], options: DetectionOptions) -> Count:
        """What counts towards one score: items that agree in some parts."""
        return count_score(self.facts, name, items.predictions, items.references)

    def parts(
        self, rows: Sequence[Row], parts: dict[str, NDArray[Any]], options: DetectionOptions
    ) -> dict[str, NDArray[Any]]:
        """The columns that a corpus score adds up, from those that are numbers."""
        return parts

    def present(self, sums: Mapping[str, Any], prefix: str) -> list[str]:
        """The names of the scores that there are; some need what not all documents have."""
        names = self.facts.argument_scores if prefix else self.facts.trigger_scores
        return [name for name in names if f"{prefix}{name}_references" in sums]

    def scores(self, sums: Mapping[str, Any], prefix: str, options: DetectionOptions) -> dict[str, Any]:
        """The scores of triggers (prefix "") or of arguments in a mode (its name and a slash)."""
        result: dict[str, Any] = {}
        for name in self.present(sums, prefix):
            result |= ratios(sums, prefix, name, options)
        return result

    def counts(self, sums: Mapping[str, Any], prefix: str, options: DetectionOptions) -> dict[str, Any]:
        """What was right, wrong and missed, from the same sums."""
        result: dict[str, Any] = {}
        for name in self.present(sums, prefix):
            found, predicted, annotated = (sums[f"{prefix}{name}_{part}"] for part in PARTS)
            result |= {
                f"{name}_true_positives": found,
                f"{name}_false_positives": predicted - sums.get(f"{prefix}{name}_covered", found),
                f"{name}_false_negatives": annotated - found,
            }
        return result

    def noun(self, prefix: str, options: DetectionOptions) -> str:
        """What the predictions of a prefix are called."""
        return "predicted argument" if prefix else "predicted trigger"

    def not_counted(self, sums: Mapping[str, Any], prefix: str, options: DetectionOptions) -> Iterator[str]:
        """Which predictions are not counted, and why: those that say nothing, and those that are dropped.

        Differs from TextEE, OneIE, DyGIE++, gen-arg, PAIE, TSAR, RAMS, MAVEN-Arg, nervaluate, M2E2: a label
        that says nothing predicts nothing; they take it for one like any other.
        """
        noun, mode = self.noun(prefix, options), ""
        if prefix and len(self.facts.modes) > 1:
            mode = f" in mode {prefix[:-1]}"
        nothing = int(sums.get(f"{prefix}nothing", 0))
        if nothing and not self.facts.knows_nothing:
            *labels, last = (f'"{label}"' for label in self.facts.nothing)
            named, cost = f"{', '.join(labels)} or {last}", self.cost_of_nothing(sums, prefix, nothing)
            yield note("null_labels", nothing, items=counted(nothing, noun), mode=mode, labels=named, cost=cost)
        numbers = {why: number for why, number in self.dropped(sums, prefix).items() if number}
        if dropped := sum(numbers.values()):
            verb = "counted as wrong" if options.discarded == "count" else "not counted"
            reasons = ", ".join(f"{number:,} {why}" for why, number in numbers.items())
            cost = self.cost_of_dropped(sums, prefix, options, numbers)
            items = counted(dropped, noun)
            yield note("dropped", dropped, items=items, mode=mode, verb=verb, reasons=reasons, cost=cost)

    def dropped(self, sums: Mapping[str, Any], prefix: str) -> dict[str, int]:
        """How many predictions are dropped, by the reason in words."""
        return {why: int(sums.get(f"{prefix}discarded_{reason}", 0)) for reason, why in DROPPED_BECAUSE.items()}

    def cost_of_dropped(
        self, sums: Mapping[str, Any], prefix: str, options: DetectionOptions, numbers: Mapping[str, int]
    ) -> str:
        """What the scores would be with predictions that are dropped, if that is known, and what to do about them."""
        return ""

    def cost_of_nothing(self, sums: Mapping[str, Any], prefix: str, number: int) -> str:
        """What the original gives for predictions without a label, if that is known."""
        return ""

    def warnings(self, sums: Mapping[str, Any], prefix: str, options: DetectionOptions) -> list[str]:
        """What a user should know before trusting the scores of triggers or of one mode.

        Here: each score that exceeds 1 because several predictions are credited for one reference.
        """
        sentences = []
        for name in self.present(sums, prefix):
            found, predicted, annotated = (int(sums[f"{prefix}{name}_{part}"]) for part in PARTS)
            possible = min(predicted, annotated)
            if found > possible:
                ratio = "recall" if found > annotated else "precision"
                numbers = {"predictions": predicted, "references": annotated}
                sentences.append(
                    note("above_references", found, score=name, ratio=ratio, possible=str(possible), **numbers)
                )
        return sentences

    def details(self, counts: Counts, options: DetectionOptions) -> dict[str, Any]:
        """What `details` shows of it alone."""
        return {}

    def differences(self, sums: Mapping[str, Any], options: DetectionOptions) -> list[str]:
        """Why its numbers differ from those of the paper's evaluation, in sentences."""
        return [self.facts.reason]


def left_out(document: Document, every: Sequence[Item], labelled: Sequence[Item], outside: int = 0) -> dict[str, Any]:
    """How many predictions have no label, and how many are dropped: of such an event, or ``outside`` the schema."""
    nothing = sum(item.label in document.nothing for item in every)
    return {
        "nothing": nothing,
        "discarded": {"schema": outside, "of_trigger": len(every) - len(labelled) - nothing},
    }


def unreachable(
    sums: Mapping[str, Any], prefix: str, why: str, original: str = ", as in the original scorer"
) -> Iterator[str]:
    """A warning where the rule lets no prediction be right for some references, so that they miss 1 themselves."""
    number = int(sums.get(f"{prefix}unreachable", 0))
    if number:
        references = counted(number, "reference argument" if prefix else "reference trigger")
        yield note("unreachable", references=references, original=original, why=why)


def ratios(sums: Mapping[str, Any], prefix: str, name: str, options: DetectionOptions) -> dict[str, Any]:
    """Precision, recall and F1 of one score."""
    found, predicted, annotated = (f"{prefix}{name}_{part}" for part in PARTS)
    covered = f"{prefix}{name}_covered"  # several predictions may be right by one reference
    of_score = Ratio(name, covered if covered in sums else found, predicted, annotated, found)
    return of_score.scores(sums, options.zero_division)


def events_read(prediction: ExtractionDocument, options: DetectionOptions) -> Iterator[tuple[str, Sequence[Event]]]:
    """The lists of events that the modes read, each with its key."""
    apart = prediction.events_given_gold
    if apart is None or options.all_modes != ("gold",):
        yield EVENT_KEYS[0], prediction.events
    if apart is not None and "gold" in options.all_modes:
        yield EVENT_KEYS[1], apart


def missing_keys(
    prediction: ExtractionDocument, options: DetectionOptions, needed: Sequence[str] = ("trigger", "type")
) -> Iterator[InputError]:
    """Predicted events that are read and lack a key that is needed."""
    for key, events in events_read(prediction, options):
        for number, event in enumerate(events):
            for name in needed:
                if getattr(event, name) is None:
                    wanted, why = f'the key "{name}"', ", without which there is no event"
                    path = ("predictions", key, number)
                    yield InputError(path, wanted=wanted, says=f'missing key "{name}"{why}')


def missing_positions(
    prediction: ExtractionDocument,
    reference: ExtractionDocument,
    options: DetectionOptions,
    convention: str,
    *,
    of_triggers: bool = True,
) -> Iterator[InputError]:
    """Predictions that are read and have neither a span nor a text that tokens would give one."""
    if reference.tokens is not None or prediction.tokens is not None:
        return
    for key, events in events_read(prediction, options):
        for number, event in enumerate(events):
            if of_triggers and (event.trigger is None or event.trigger.span is None):
                yield _without_span(("predictions", key, number, "trigger"), convention)
            for place, argument in enumerate(event.arguments or ()):
                if argument.span is None:
                    yield _without_span(("predictions", key, number, "arguments", place), convention)


def _without_span(path: Path, convention: str) -> InputError:
    wanted = f'a span, because convention "{convention}" compares positions'
    return InputError(path, wanted=wanted, got=Description("none"))


def empty_arguments(prediction: ExtractionDocument, options: DetectionOptions) -> Iterator[InputError]:
    """Predicted arguments that are read and have a span without tokens."""
    for key, events in events_read(prediction, options):
        for number, event in enumerate(events):
            for place, argument in enumerate(event.arguments or ()):
                span = argument.span
                if span is not None and span[0] == span[1]:
                    path = ("predictions", key, number, "arguments", place, "span")
                    hint = "the end is the place behind the last token"
                    yield InputError(path, wanted="0 <= start < end", got=[*span], hint=hint)
