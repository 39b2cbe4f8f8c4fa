"""Convention "paper": consistent evaluation, after Peng et al. (2023), section 4."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from event_scoring.documents.errors import InputError
from event_scoring.extraction.conventions.measure import (
    ALL_MODES,
    DROPPED_BECAUSE,
    TieredMeasure,
    discard_columns,
)
from event_scoring.extraction.counting import PARTS, Outcome, count_scores
from event_scoring.extraction.documents.document import ExtractionDocument
from event_scoring.extraction.documents.text_placement import TokenizedText
from event_scoring.extraction.items import Document, Span
from event_scoring.extraction.measure_options import PaperOptions
from event_scoring.extraction.standardization.candidates import candidates, references_outside
from event_scoring.extraction.standardization.several_places import as_matched, given_arguments, given_triggers
from event_scoring.extraction.standardization.standardize import (
    DISCARDS,
    KEPT,
    NULL_LABEL,
    ScoredItems,
    argument_items,
    assign,
    predicted_triggers,
    survivors,
    trigger_items,
    winners,
)
from event_scoring.matching import as_sets
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.published import Published
from event_scoring.statistics.precision_recall import precision_recall_f1


class Paper(TieredMeasure[PaperOptions]):
    """Outputs are projected onto candidates, with one label for each, or counted as they are, one by one."""

    name = "paper"
    title = "the paper"
    options = PaperOptions
    knows_null_labels = True
    reason = "The default: outputs are projected onto the candidates, one label for each (section 4.2)."
    modes = ALL_MODES
    places_texts = False
    standardization = "paper-4.2"
    position_mapping = "order"
    unreachable_because = (
        "other references have the same position, and standardization keeps one label and one event for each position "
        '(convention="textee" and standardize=False compare all)'
    )
    published = (
        Published(
            name="Consistent evaluation",
            year="2023",
            users="Peng et al.",
            choose_for="new work, and results that others compare with",
            counts="Outputs projected onto candidates, one label each",
            faults='Dropped predictions are not penalised (except with `discarded="count"`)',
            original="Peng et al. (2023), section 4.2",
            checked_by="`golden/extraction_hand.json`, `oracles/extraction_oracle.py`",
            options={"convention": "paper"},
            rule=assign,
            steps=(candidates, winners, survivors, as_sets),
        ),
    )

    def tells_errors(self, options: PaperOptions) -> bool:
        """Whether the kinds of errors are known.

        Without standardization a text may have several places, so they are not.
        """
        return options.standardize or options.tiered

    def problems_as_read(self, document: Document, options: PaperOptions) -> Iterator[InputError]:
        yield from super().problems_as_read(document, options)
        if options.standardize and options.gold_outside == "error":
            for noun in ("trigger", "argument") if options.all_modes else ("trigger",):
                yield from references_outside(document, noun)

    def count_items(self, document: Document, options: PaperOptions, details: bool) -> dict[str, Outcome]:
        count = self.count_standardized if options.standardize else self.count_as_given
        outcomes = count(document, options, details)
        for outcome in outcomes.values():
            not_found = outcome.texts_not_found
            outcome.sums |= {"unreachable": 0, "other_words": _in_text(not_found, document) if not_found else 0}
        if options.standardize and _share_places(document):
            answer = ExtractionDocument(events=document.reference.events)
            perfect = Document(answer, document.reference, document.number)
            for prefix, outcome in self.count_standardized(perfect, options, False).items():
                name = "argument_attached_classification" if prefix else "trigger_classification"
                found, _, annotated = map(len, outcome.counts[name])
                outcomes[prefix].sums["unreachable"] = annotated - found
        return outcomes

    def count_standardized(self, document: Document, options: PaperOptions, details: bool) -> dict[str, Outcome]:
        """Return the counts of triggers and, in each mode, of arguments, at their candidates."""
        triggers = predicted_triggers(document, options)
        found = {"": self.outcome_of_items(trigger_items(document, triggers, options), "", options, details)}
        found[""].used_triggers = triggers.kept
        for mode in options.all_modes:
            arguments = argument_items(document, triggers, mode, options)
            found[f"{mode}/"] = self.outcome_of_items(arguments, mode, options, details)
        return found

    def outcome_of_items(self, items: ScoredItems, mode: str, options: PaperOptions, details: bool) -> Outcome:
        """Return the counts of triggers, or of the arguments of one mode, and the predictions dropped by reason."""
        reasons = items.assigned.reasons
        scores = self.argument_scores if mode else self.trigger_scores
        counts = count_scores(scores, items.predictions, items.references, self.way)
        if options.discarded == "count":
            dropped = items.dropped
            counts = {name: one._replace(predicted=[*one.predicted, *dropped]) for name, one in counts.items()}
        lost = [because for because in reasons if because is not KEPT]
        every = zip(items.every, reasons, strict=True) if "not_found" in lost else ()
        return Outcome(
            counts,
            {reason: lost.count(reason) for reason in DISCARDS},
            [item.text or "" for item, because in every if because == "not_found"],
            lost.count(NULL_LABEL),
            items.ignored_references,
            items.ignored_predictions,
            comparison=items.comparison() if details else None,
        )

    def count_as_given(self, document: Document, options: PaperOptions, details: bool) -> dict[str, Outcome]:
        """Return the counts of triggers and, in each mode, of arguments, as multisets of what is given."""
        items = {"": given_triggers(document, options)}
        for mode in options.all_modes:
            items[f"{mode}/"] = given_arguments(document, items[""], mode, options)
        found = {}
        spans: dict[int, Span | None] = {}
        for prefix, one in items.items():
            scores = self.argument_scores if prefix else self.trigger_scores
            places = one.trigger_places, one.places
            counts = {
                name: as_matched(one.predictions, one.references, parts, *places) for name, parts in scores.items()
            }
            found[prefix] = Outcome(counts, one.given.discarded, null_labelled=one.given.null_labelled)
            if details:
                found[prefix].comparison = compared = one.comparison(spans if prefix not in ("", "gold/") else None)
                spans = spans if prefix else {item.event: item.span for item in compared.predictions}
        found[""].used_triggers = items[""].predictions
        return found

    def counts(self, sums: Sums, prefix: str, options: PaperOptions) -> Scores:
        """Add the numbers of dropped predictions by reason, and scores that count them if any are left out."""
        result = super().counts(sums, prefix, options)
        if not options.standardize:
            return result
        dropped = _dropped(sums, prefix)
        if options.discarded == "drop" and (np.ndim(dropped) or dropped):
            for name in self.present(sums, prefix):
                found, predicted, annotated = [sums[f"{prefix}{name}_{part}"] for part in PARTS]
                scores = precision_recall_f1(found, predicted + dropped, annotated, options.zero_division)
                names = (f"{name}_with_discarded_{key}" for key in ("precision", "recall", "f1"))
                result |= dict(zip(names, scores, strict=True))
        noun = "argument" if prefix else "trigger"
        reasons = [reason for reason in DISCARDS if prefix or reason != "of_trigger"]
        by_reason = {f"discarded_{noun}_{reason}": sums[f"{prefix}discarded_{reason}"] for reason in reasons}
        return {**result, f"discarded_{noun}s": sum(by_reason.values()), **by_reason}

    def dropped_by_reason(self, sums: Sums, prefix: str) -> dict[str, int]:
        """Count texts that occur in the document separately from other texts without a candidate."""
        other_words = int(sums.get(f"{prefix}other_words", 0))
        numbers = {**super().dropped_by_reason(sums, prefix), _OTHER_WORDS: other_words}
        numbers[DROPPED_BECAUSE["not_found"]] -= other_words
        return numbers

    def cost_of_dropped(self, sums: Sums, prefix: str, options: PaperOptions, numbers: Mapping[str, int]) -> str:
        """Return a sentence on the scores with and without dropped predictions, and on options that match them."""
        if not options.standardize:
            return ""
        dropped = int(_dropped(sums, prefix))
        name = "argument_attached_classification" if prefix else "trigger_classification"
        called = "attached argument classification" if prefix else "trigger classification"
        found, predicted, annotated = (int(sums[f"{prefix}{name}_{part}"]) for part in PARTS)
        if found:
            all_of_them = predicted if options.discarded == "count" else predicted + dropped
            (precision, score), (lower, below) = (
                precision_recall_f1(found, number, annotated)[::2] for number in (all_of_them - dropped, all_of_them)
            )
            sentence = (
                f"{called} precision is {precision:.4f} (F1 {score:.4f}) without them and {lower:.4f} (F1 {below:.4f}) "
                "with them"
            )
        else:
            sentence = f"no prediction is right in {called}, with or without them"
        other = 'discarded="count" counts them as wrong'
        if options.discarded == "count":
            other = 'discarded="drop" leaves them out'
        sentence = f" {sentence[0].upper()}{sentence[1:]}; {other}."
        if DROPPED_BECAUSE["not_found"] in numbers:
            sentence += ' match=("span", "text") ignores case and punctuation in texts.'
        if _OTHER_WORDS in numbers:
            sentence += ' match=("span", "text", "overlap") takes texts that share words with a reference.'
        return sentence

    def reasons(self, sums: Sums, options: PaperOptions) -> list[str]:
        if options.standardize:
            return []
        return [
            "Outputs are not standardized: a span outside the candidates is a wrong prediction instead of a "
            "discarded one, and each of several predictions for one span counts."
        ]


def _in_text(texts: Sequence[str], document: Document) -> int:
    """Count the texts that occur in the document although no candidate has them; their place is right or nearly so."""
    page = TokenizedText(document.tokens or ())
    return sum(any(True for _ in page.places(text)) for text in texts)


def _share_places(document: Document) -> bool:
    """Whether two references have one position: both triggers, or both arguments of one event."""
    triggers = [trigger.span for trigger in document.references.triggers]
    arguments = [(argument.event, argument.span) for argument in document.references.arguments]
    return len({*triggers}) < len(triggers) or len({*arguments}) < len(arguments)


_OTHER_WORDS = (
    "with other words than a candidate has: the text is in the document, but candidates are single words and the "
    "reference spans unless the document lists them"
)
"""The reason for dropping a text that is in the document but not a candidate."""


def _dropped(sums: Sums, prefix: str) -> Any:
    """Return the number of predictions that standardization dropped."""
    return sum(sums.get(name, 0) for name in discard_columns(prefix))


PAPER = Paper()
