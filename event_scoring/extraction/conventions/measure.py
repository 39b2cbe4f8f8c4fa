"""A published scorer as a measure: its input, its counts of triggers and arguments, and its scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, TypeAlias, TypeVar

from msgspec.structs import replace

from event_scoring.documents.errors import InputError, counted, first_names, quoted
from event_scoring.extraction.counting import (
    ARGUMENT_SCORES,
    PARTS,
    TRIGGER_SCORES,
    AsGiven,
    Outcome,
    Way,
    arguments_as_given,
    count_scores,
    ratios,
    triggers_as_given,
)
from event_scoring.extraction.data_facts import (
    corpus_facts,
    declaration_warnings,
    document_facts,
    size_facts,
    unread_option_warnings,
)
from event_scoring.extraction.details import add_details, by_label, extraction_details
from event_scoring.extraction.documents.document import NULL_LABELS, Documents, Event, ExtractionDocument, Sides, Span
from event_scoring.extraction.documents.problems import (
    empty_arguments,
    missing_keys,
    missing_positions,
)
from event_scoring.extraction.documents.standoff import is_standoff, names_events, with_named_positions
from event_scoring.extraction.documents.text_to_tokens import prepare
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import Document, Item
from event_scoring.extraction.measure_options import TierOptions
from event_scoring.extraction.tiers.count_tiers import count_tiers
from event_scoring.extraction.tiers.judge_agreement import judge_agreement
from event_scoring.matching import as_sets
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.labels import Labels, label_remarks
from event_scoring.scoring.measure import Measure
from event_scoring.scoring.notes import NO_PLACE, has_none_right, note, note_sentences
from event_scoring.scoring.rows import Problems, Row, in_row
from event_scoring.scoring.task import Counts

Own = TypeVar("Own", bound=EventOptions)
"""The options of a measure."""
Tiers = TypeVar("Tiers", bound=TierOptions)
Counted: TypeAlias = Iterator[tuple[Document, Mapping[str, Outcome]]]
"""Documents, each with its counts by the prefix of columns."""
ALL_MODES = ("pipeline", "gold", "legacy", "loose")
DROPPED_BECAUSE = {
    "schema": "of a type or role outside the schema",
    "boundary": (
        "with a span outside the candidates (those that the references list; without a list, single words and the "
        "reference spans)"
    ),
    "not_found": "with a text that is not in the document as written",
    "surplus": "with a text that is predicted more often than the document has it",
    "conflict": "at a place that another prediction has taken",
    "of_trigger": "of a trigger that is not counted",
}
"""Reasons for dropping a prediction, in words for readers who do not know the paper."""
ELSEWHERE = (
    "{number:prediction} {number:has|have} the label and the words of a reference, and {number:is|are} (or the trigger "
    "is) at another of the places of these words. A reference that is given as text alone takes the next free place, "
    "and a prediction the one that the scorer gives it; only references with spans tell which place is meant."
)
"""The sentence about words with several places."""


@cache
def discard_columns(prefix: str) -> tuple[str, ...]:
    """Return the columns with the numbers of predictions that standardization dropped, by reason."""
    return tuple(f"{prefix}discarded_{reason}" for reason in DROPPED_BECAUSE)


class EventMeasure(Measure[ExtractionDocument, ExtractionDocument, Own]):
    """A published scorer: its input, comparison and counts.

    The base class compares predictions with spans, as they are, as sets. A subclass states what differs, and overrides
    the steps that its scorer does in another way.
    """

    name: ClassVar[str]
    """Value of the option `convention` that selects the measure."""
    title: ClassVar[str]
    """Display name of the scorer."""
    options: type[Own]
    """Its options."""
    reason: ClassVar[str]
    """Reason why its numbers differ from the paper's."""

    trigger_scores: ClassVar[Mapping[str, Sequence[str]]] = TRIGGER_SCORES
    """Its scores of triggers, and the parts in which a prediction and a reference must agree; empty for given
    triggers."""
    argument_scores: ClassVar[Mapping[str, Sequence[str]]] = ARGUMENT_SCORES
    way: Way = staticmethod(as_sets)
    """Way of counting items that agree in the parts of a score."""
    ways: ClassVar[Mapping[str, Way]] = {}
    """Ways of counting of single scores that differ from `way`."""
    by_role: ClassVar[str] = "argument_attached_classification"
    """The score that details show by role."""

    may_exceed_one: ClassVar[bool] = True
    """Whether several predictions may be credited for one reference, so that a score may be above 1."""
    modes: ClassVar[tuple[str, ...]] = ("pipeline", "gold")
    """Modes that select the triggers of arguments; the first is the default."""
    needed_keys: ClassVar[tuple[str, ...]] = ("trigger", "type")
    """Keys that every predicted event needs."""
    null_labels: ClassVar[tuple[str, ...]] = NULL_LABELS
    """Null labels, with which a prediction predicts nothing."""
    knows_null_labels: ClassVar[bool] = False
    """Whether the original has null labels too; other originals count them like any other label."""
    places_texts: ClassVar[bool] = True
    """Whether predicted texts are placed in order of appearance before items are compared."""
    has_error_kinds: ClassVar[bool] = True
    """Whether details have kinds of errors, or only right, missed and invented items."""
    lists_not_found: ClassVar[bool] = True
    """Whether details list the predicted texts that the document does not have."""
    no_tiers: ClassVar[str] = ""
    """Reason why the measure takes no tiers of `match`; empty if it takes them."""
    is_written: ClassVar[bool] = False
    """Whether signatures state the comparison of texts."""
    checks_while_counting = True
    unread = "no events are"
    notes: ClassVar[Mapping[str, str]] = {}
    """The sentence about each sum of which a warning gives the number, by the name of the sum."""
    unreachable_because: ClassVar[str] = ""
    """Reason why no prediction can be right for the references in the sum "unreachable"; gold against gold is below 1.
    """
    needs_whole_corpus: ClassVar[str] = ""
    """Reason why it needs the whole corpus before it counts; empty if it does not."""

    variants: ClassVar[Mapping[str, str]] = {}
    """The scorers from which to choose by ``variant``, with the names of their ways of counting in signatures."""
    variant_options: ClassVar[Mapping[str, type[EventOptions]]] = {}
    """The options of variants that differ from ``options``."""

    counting: ClassVar[str] = "set"
    """Name of its way of counting in signatures."""
    average: ClassVar[str] = "micro"
    """Name of its average in signatures; empty if they have none."""
    standardization: ClassVar[str] = "none"
    """Its name in the signature, where outputs are standardized."""
    position_mapping: ClassVar[str] = "none"
    """Rule that gives a prediction without a span its place; "none" if every prediction needs a span."""

    def option_classes(self) -> tuple[type[EventOptions], ...]:
        """Return the options of the measure and of its variants."""
        return (self.options, *self.variant_options.values())

    def compares_texts(self, options: Own) -> bool:
        """Whether texts are compared as they are written, so that references need no places."""
        return False

    def drops_outside(self, options: Own) -> bool:
        """Whether predicted texts that the document does not have are left out before anything is compared."""
        return False

    def why_not_comparable(self, predictions: Documents, references: Documents, options: Own) -> str:
        """Return why the numbers on these documents are not comparable with those of other scorers, "" if they are."""
        return ""

    def read(self, prediction: ExtractionDocument, reference: ExtractionDocument, options: Own) -> Sides:
        """Return both sides of a document as the measure compares them: with places, unless it compares texts."""
        if not names_events(reference) and not is_standoff(reference, prediction):
            return prediction, reference  # they have their places already
        named = with_named_positions(prediction, reference)
        return named if options.compares_texts else prepare(*named)

    def problems(self, prediction: ExtractionDocument, reference: ExtractionDocument, options: Own) -> Problems:
        try:
            self.checked_document(prediction, reference, 0, options)
        except InputError as error:
            yield error

    def checked_document(
        self, prediction: ExtractionDocument, reference: ExtractionDocument, number: int, options: Own
    ) -> Document:
        """Return a document as the measure reads it; raise an `InputError` for one that it cannot score."""
        sides = with_events_only(*self.read(prediction, reference, options), options)
        document = self.document(*sides, number, options)
        for error in self.problems_as_read(document, options):
            raise error
        return document

    def document(
        self, prediction: ExtractionDocument, reference: ExtractionDocument, number: int, options: Own
    ) -> Document:
        """Return both sides with what the measure makes of predicted texts and of null labels."""
        texts = "as given" if not self.places_texts else "placed" if options.tiered else "placed or beyond"
        only_gold = options.all_modes == ("gold",)
        return Document(prediction, reference, number, texts, only_gold, null_labels=self.null_labels)

    def problems_as_read(self, document: Document, options: Own) -> Iterator[InputError]:
        """Yield the problems that keep the measure from scoring a document."""
        prediction, reference = document.prediction, document.reference
        side, given_gold = document.predictions, document.given_gold
        if not (side.is_complete() and (given_gold is side or given_gold.is_complete())):
            yield from missing_keys(prediction, options, self.needed_keys)
            yield from empty_arguments(prediction, options)
            if self.places_texts and not options.tiered:
                yield from missing_positions(prediction, reference, options, self.name)

    def count_corpus(self, predictions: Documents, references: Documents, options: Own, details: bool) -> list[Row]:
        return self.rows(self.documents(predictions, references, options), len(predictions), options, details)

    def blank_row(
        self, prediction: ExtractionDocument, reference: ExtractionDocument, options: Own, details: bool
    ) -> Row:
        (row,) = self.rows([self.document(prediction, reference, 0, options)], 1, options, details)
        return row

    def rows(self, documents: Iterable[Document], number: int, options: Own, details: bool) -> list[Row]:
        """Return the rows of a number of documents; columns of arguments begin with their mode."""
        counted: Iterable[tuple[Document, Mapping[str, Outcome]]] = self.count_all(documents, options, details)
        if details:
            counted = [*counted]  # a list, because it is read once for rows and once for details
        rows: list[Row] = [{} for _ in range(number)]
        with_labels = details or bool(self.needs_whole_corpus)
        for document, outcomes in counted:
            rows[document.number] = self.row(document, outcomes, options, with_labels=with_labels)
        if details:
            add_details(rows, counted, options)
        return rows

    def documents(self, predictions: Documents, references: Documents, options: Own) -> Iterator[Document]:
        """Yield the documents as the measure reads them; raise an `InputError` for one that it cannot score."""
        for number, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
            try:
                yield self.checked_document(prediction, reference, number, options)
            except InputError as error:
                raise in_row(error, number) from None

    def count_all(self, documents: Iterable[Document], options: Own, details: bool) -> Counted:
        """Yield each document with its outcomes: of triggers, if they are scored, and of arguments in each mode.

        This is the step of a scorer over the corpus, before or after it counts each document.
        """
        for document in documents:
            try:
                yield document, self.count_items(document, options, details)
            except InputError as error:
                raise in_row(error, document.number) from None

    def count_items(self, document: Document, options: Own, details: bool) -> dict[str, Outcome]:
        """Return the counts of triggers and, in each mode, of arguments, by the prefix of columns.

        Predictions count as they are given. The scores, and the parts in which a prediction and a reference must agree,
        are attributes of the measure.
        """
        references = document.labelled_references
        triggers = triggers_as_given(document, options)
        found = {"": self.outcome(triggers, references.triggers, self.trigger_scores, details)}
        found[""].used_triggers = triggers.kept
        for mode in options.all_modes:
            arguments = arguments_as_given(document, triggers.kept, mode, options)
            found[f"{mode}/"] = self.outcome(arguments, references.arguments, self.argument_scores, details)
        return found

    def outcome(
        self, given: AsGiven, references: Sequence[Item], scores: Mapping[str, Sequence[str]], details: bool
    ) -> Outcome:
        """Return the counts of triggers, or of the arguments of one mode."""
        return Outcome(
            count_scores(scores, given.kept, references, self.way, self.ways),
            given.discarded,
            null_labelled=given.null_labelled,
            comparison=given.comparison(references) if details else None,
        )

    def row(self, document: Document, outcomes: Mapping[str, Outcome], options: Own, *, with_labels: bool) -> Row:
        """Return the sums of a document, with those of each label if requested: triggers by type, arguments by role."""
        triggers = outcomes[""].used_triggers if "" in outcomes else ()
        row: Row = document_facts(document, triggers, options)
        for prefix, outcome in outcomes.items():
            row.update(outcome.columns(prefix))
            shown = self.by_role if prefix else "trigger_classification"
            if with_labels and shown in outcome.counts:
                row[f"{prefix}per_role" if prefix else "per_type"] = by_label(outcome.counts[shown])
        return row

    def tells_errors(self, options: Own) -> bool:
        """Whether details have kinds of errors, or only right, missed and invented items."""
        return self.has_error_kinds

    def present(self, sums: Sums, prefix: str) -> list[str]:
        """Return the names of the scores that the sums have; some scores need optional fields of documents."""
        names = self.argument_scores if prefix else self.trigger_scores
        return [name for name in names if f"{prefix}{name}_references" in sums]

    def scores(self, sums: Sums, prefix: str, options: Own) -> Scores:
        """Return the scores of triggers (prefix "") or of arguments in a mode (its name and a slash)."""
        result: Scores = {}
        for name in self.present(sums, prefix):
            result |= ratios(sums, prefix, name, options)
        return result

    def counts(self, sums: Sums, prefix: str, options: Own) -> Scores:
        """Return the true positives, false positives and false negatives of the same sums."""
        result: Scores = {}
        for name in self.present(sums, prefix):
            found, predicted, annotated = [sums[f"{prefix}{name}_{part}"] for part in PARTS]
            result |= {
                f"{name}_true_positives": found,
                f"{name}_false_positives": predicted - sums.get(f"{prefix}{name}_covered", found),
                f"{name}_false_negatives": annotated - found,
            }
        return result

    def noun(self, prefix: str, options: Own) -> str:
        """Return the noun for the predictions of a prefix."""
        return "predicted argument" if prefix else "predicted trigger"

    def not_counted(self, sums: Sums, prefix: str, options: Own) -> Iterator[str]:
        """Yield notes about predictions that are not counted: those with a null label, and those that are dropped.

        Differs from TextEE, OneIE, DyGIE++, gen-arg, PAIE, TSAR, RAMS, MAVEN-Arg, nervaluate, M2E2: null labels predict
        nothing; the originals count them like any other label.
        """
        number, numbers = int(sums.get(f"{prefix}nothing", 0)), self.dropped_by_reason(sums, prefix)
        if not number and not any(numbers.values()):
            return
        numbers = {why: times for why, times in numbers.items() if times}
        noun, mode = self.noun(prefix, options), ""
        if prefix and len(self.modes) > 1:
            mode = f" in mode {prefix[:-1]}"
        if number and not self.knows_null_labels:
            *labels, last = (f'"{label}"' for label in self.null_labels)
            named, cost = f"{', '.join(labels)} or {last}", self.cost_of_null_labels(sums, prefix, number)
            yield note(
                "{items}{mode} labelled {labels} {number:counts|count} as none. The original scorer counts such "
                "labels{cost}.",
                number,
                items=counted(number, noun),
                mode=mode,
                labels=named,
                cost=cost,
            )
        if dropped := sum(numbers.values()):
            verb = "counted as wrong" if options.discarded == "count" else "not counted"
            reasons = ", ".join(f"{number:,} {why}" for why, number in numbers.items())
            cost = self.cost_of_dropped(sums, prefix, options, numbers)
            items = counted(dropped, noun)
            yield note(
                "{items}{mode} {number:is|are} {verb}: {reasons}.{cost}",
                dropped,
                items=items,
                mode=mode,
                verb=verb,
                reasons=reasons,
                cost=cost,
            )

    def dropped_by_reason(self, sums: Sums, prefix: str) -> dict[str, int]:
        """Return the number of dropped predictions by the reason in words."""
        return {why: int(sums.get(f"{prefix}discarded_{reason}", 0)) for reason, why in DROPPED_BECAUSE.items()}

    def cost_of_dropped(self, sums: Sums, prefix: str, options: Own, numbers: Mapping[str, int]) -> str:
        """Return the scores with dropped predictions counted, if they are known, and the options that forgive them."""
        return ""

    def cost_of_null_labels(self, sums: Sums, prefix: str, number: int) -> str:
        """Return the original's scores with null labels counted, if they are known."""
        return ""

    def score_warnings(self, sums: Sums, prefix: str, options: Own) -> list[str]:
        """Return the warnings about the scores of triggers or of one mode.

        The base class warns of scores above 1, which arise where several predictions are credited for one reference,
        of references that cannot be found, and of what `notes` names.
        """
        sentences = []
        for name in self.present(sums, prefix) if self.may_exceed_one else ():
            found, predicted, annotated = (int(sums[f"{prefix}{name}_{part}"]) for part in PARTS)
            possible = min(predicted, annotated)
            if found > possible:
                ratio = "recall" if found > annotated else "precision"
                numbers = {"predictions": predicted, "references": annotated}
                sentences.append(
                    note(
                        "{score}: {number:match} of {predictions:prediction} with {references:reference} are "
                        "credited, as in the original scorer, so that {ratio} is above 1; paired one to one at most "
                        "{possible} could be right.",
                        found,
                        score=name,
                        ratio=ratio,
                        possible=str(possible),
                        **numbers,
                    )
                )
        if number := int(sums.get(f"{prefix}unreachable", 0)):
            references = counted(number, "reference argument" if prefix else "reference trigger")
            original = "" if self.name == "paper" else ", as in the original scorer"
            sentences.append(
                f"{references} cannot be found{original}, whatever is predicted: {self.unreachable_because}."
            )
        return [*sentences, *note_sentences(sums, self.notes, prefix)]

    def count_facts(self, sums: Sums, options: Own) -> dict[str, int]:
        """Return the fields of the signature that count dropped or merged items."""
        return {}

    def own_details(self, counts: Counts, options: Own) -> Scores:
        """Return the entries of `details` that only this measure has."""
        return {}

    def reasons(self, sums: Sums, options: Own) -> list[str]:
        """Return the reasons why its numbers differ from those of the paper's evaluation, in sentences."""
        return [self.reason]

    def counts_alone(self, options: Own) -> bool:
        return not self.needs_whole_corpus

    def check_summable(self, options: Own) -> None:
        if self.needs_whole_corpus:
            raise ValueError(
                f'convention: expected another than "{options.convention}" where only sums are kept, '
                f"for it {self.needs_whole_corpus}"
            )

    def result(self, sums: Sums, options: Own) -> Scores:
        """Return the scores, then the numbers of found, missed, invented, discarded and ignored items."""
        scores: Scores = {}
        counts: Scores = {}
        for prefix in options.prefixes:
            numbers = self.counts(sums, prefix, options)
            if prefix:
                numbers["ignored_reference_arguments"] = sums[f"{prefix}ignored_references"]
                numbers["ignored_predicted_arguments"] = sums[f"{prefix}ignored_predictions"]
            of_prefix = self.scores(sums, prefix, options)
            for start in options.key_prefixes(prefix):
                scores |= {f"{start}{key}": value for key, value in of_prefix.items()}
                counts |= {f"{start}{key}": value for key, value in numbers.items()}
        return {**scores, **counts, **{name: sums[name] for name in ("unparsed", "repaired", "documents")}}

    def document_scores(self, columns: Sums, options: Own) -> Scores:
        """Return the counts and scores of triggers, and of arguments in the main mode."""
        found: Scores = {}
        for prefix in (one for one in options.prefixes if one in ("", f"{options.main_mode}/")):
            for name in self.present(columns, prefix):
                found |= {f"{name}_{part}": columns[f"{prefix}{name}_{part}"] for part in PARTS}
            found |= self.scores(columns, prefix, options)
        return found

    def details(self, counts: Counts, result: Scores) -> Scores:
        return extraction_details(counts, result)

    def data_facts(
        self, sums: Sums, fingerprints: Mapping[str, str], documents: int, options: Own
    ) -> Mapping[str, object]:
        return {
            **corpus_facts(sums, fingerprints, documents, options),
            **self.count_facts(sums, options),
            **size_facts(sums, documents),
        }

    def warnings(self, sums: Sums, options: Own) -> list[str]:
        """Return warnings about declarations and options that do not fit, and those of the measure."""
        sentences = [*declaration_warnings(options, sums), *unread_option_warnings(options)]
        for prefix in options.prefixes:
            sentences += self.score_warnings(sums, prefix, options)
            sentences += self.not_counted(sums, prefix, options)
            if not sums.get(f"{prefix}argument_identification_predictions", 1):
                sentences += [one for one in _no_arguments(sums, prefix) if one not in sentences]
        return [*sentences, *super().warnings(sums, options)]

    def input_warnings(self, sums: Sums) -> list[str]:
        """Return the input notes, and a warning if no trigger, or no argument, of several is identified.

        Without a trigger of the right place and type, the places of arguments are not in question.
        """
        sentences = {
            sentence: None
            for name, sentence in _NONE_IDENTIFIED.items()
            if f"{name}_references" in sums and has_none_right(*[sums[f"{name}_{part}"] for part in PARTS])
        }
        if not sums.get("trigger_classification_true_positives", 1):
            sentences.pop(_NO_ARGUMENT, None)
        return [*super().input_warnings(sums), *sentences]

    def label_remarks(self, labels: Labels, options: Own) -> list[str]:
        """Return the sentences about labels, and one about types of references outside the declared schema."""
        if options.types is not None and "types" in options.ignored:  # a schema that is not read has no types outside
            return label_remarks(labels, None)
        sentences = label_remarks(labels, options)
        if options.types is None or "type" not in labels:
            return sentences
        known = labels["type"][1]
        outside = known - {*options.types, *NULL_LABELS}
        if outside and outside != known:
            names = first_names(map(quoted, sorted(outside)))
            sentences.append(f"references of types outside the declared schema still count: {names}")
        return sentences

    def differences(self, sums: Sums, options: Own) -> list[str]:
        """Return sentences on the differences between these numbers and the paper's evaluation."""
        sentences, mode = self.reasons(sums, options), options.main_mode
        if mode in ("legacy", "loose"):
            missed = counted(int(sums[f"{mode}/ignored_references"]), "reference argument")
            spurious = counted(int(sums[f"{mode}/ignored_predictions"]), "predicted argument")
            sentences.append(
                f'Mode "{mode}" ignores {missed} of triggers that were missed and {spurious} of spurious triggers; '
                'mode "pipeline" counts them.'
            )
        return sentences


_NO_ARGUMENT = (
    "No predicted argument is identified; are ends exclusive (the index after the last token), and offsets from 0, on "
    "both sides?"
)
_NONE_IDENTIFIED = {
    "trigger_identification": NO_PLACE,
    **dict.fromkeys((f"{prefix}argument_identification" for prefix in ("", "gold/", "pipeline/")), _NO_ARGUMENT),
}
"""The warning about a score of which none is right, by its name."""
MANY_ARGUMENTS = 3
"""The smallest number of reference arguments of which a system without counted arguments is warned."""


def _no_arguments(sums: Sums, prefix: str) -> list[str]:
    """Warn if events are predicted and no argument of them counts, although the references have several.

    Other warnings report arguments that are dropped or ignored.
    """
    references = int(sums[f"{prefix}argument_identification_references"])
    known = (f"{prefix}nothing", f"{prefix}ignored_predictions", *discard_columns(prefix))
    uncounted = sum(sums.get(column, 0) for column in known)
    if references < MANY_ARGUMENTS or uncounted or not sums.get("trigger_identification_predictions"):
        return []
    return [
        note(
            "No predicted argument counts, and the references have {number:argument}; were predictions read "
            "from the right place?",
            references,
        )
    ]


TIERS_THAT_NEED = {"head": 'has a "head"', "coref": "is a mention of one of the entities of the references"}
"""Tiers that need more than spans, with the missing input in words."""


class TieredMeasure(EventMeasure[Tiers]):
    """A measure for which more than the equal span may be right."""

    may_exceed_one = False

    def count_all(self, documents: Iterable[Document], options: Tiers, details: bool) -> Counted:
        if not options.tiered:
            yield from super().count_all(documents, options, details)
            return
        documents = [*documents]
        yield from zip(documents, count_tiers(documents, options, details), strict=True)

    def result(self, sums: Sums, options: Tiers) -> Scores:
        """Return the scores and numbers; if a judge decides also the number of pairs without a verdict."""
        found = super().result(sums, options)
        if "judged" in options.match:
            found["undecided"] = _sum_over_modes(sums, "undecided", options)
        return found

    def warnings(self, sums: Sums, options: Tiers) -> list[str]:
        sentences = super().warnings(sums, options)
        if not options.tiered:
            return sentences
        for tier, lacks in TIERS_THAT_NEED.items():
            if tier in options.match and not _sum_over_modes(sums, f"known_{tier}", options):
                sentences.append(f'Tier "{tier}" accepts nothing, because no prediction {lacks}.')
        if undecided := int(_sum_over_modes(sums, "undecided", options)):
            sentences.append(
                note("No verdict, which counts as no: {number:pair} that could change a score.", undecided)
            )
        return sentences

    def counts_alone(self, options: Tiers) -> bool:
        return not options.tiered

    def check_summable(self, options: Tiers) -> None:
        if options.people is not None:
            raise ValueError("people: corrected scores need the counts of every document, but only sums are kept here")
        super().check_summable(options)

    def complete_result(self, result: Scores, counts: Counts) -> None:
        if counts.options.people is not None:
            result |= judge_agreement(counts)


def _sum_over_modes(sums: Sums, name: str, options: TierOptions) -> Any:
    """Return a sum of triggers and of the arguments of all modes together."""
    return sum([sums.get(f"{prefix}{name}", 0) for prefix in options.prefixes])


def with_events_only(prediction: ExtractionDocument, reference: ExtractionDocument, options: EventOptions) -> Sides:
    """Return both sides, without predictions that the options exclude: where documents or sentences have no reference.

    Examples:
        >>> from event_scoring.extraction.documents.document import Trigger
        >>> system = ExtractionDocument(events=[Event(trigger=Trigger(span=(0, 1)), type="Die")])
        >>> options = EventOptions(documents_without_references="skip")
        >>> with_events_only(system, ExtractionDocument(events=[]), options)[0].events
        []
    """
    if options.documents_without_references == "count" and options.sentences == "all":
        return prediction, reference
    sentences = reference.sentences if options.sentences == "with-events" else None
    if sentences is None or not reference.events:
        return prediction if reference.events else replace(prediction, events=[]), reference
    read = [sentence for sentence in sentences if any(_is_within(event, sentence) for event in reference.events)]
    events = [event for event in prediction.events if any(_is_within(event, sentence) for sentence in read)]
    return replace(prediction, events=events), reference


def _is_within(event: Event, sentence: Span) -> bool:
    """Whether the trigger of an event begins in a sentence; a trigger without a place may be in any."""
    span = None if event.trigger is None else event.trigger.span
    return span is None or sentence[0] <= span[0] < sentence[1]
