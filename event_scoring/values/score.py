"""Compute the value of events from their outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from event_scoring.documents.errors import Description, InputError
from event_scoring.documents.fingerprint import document_fingerprints
from event_scoring.scoring.counts import Scores, Sums, grouped_scores
from event_scoring.scoring.measure import Measure
from event_scoring.scoring.notes import note, note_sentences
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair, Problems, Row
from event_scoring.scoring.task import Counts, Task
from event_scoring.statistics.precision_recall import ratio
from event_scoring.values.documents import COMPARED, VALUE_DOCUMENT, ValueDocument
from event_scoring.values.options import VALUE_LAYOUT, ValueOptions
from event_scoring.values.problems import corpus_problems, problems, unscorable
from event_scoring.values.value_rows import COSTS, OUTCOMES, PUBLISHED, value_rows

LOWEST = -9.999
"""Lowest value that the published scorer gives."""
GROUPINGS = ("type", "subtype", "modality", "source")


@takes_options(ValueOptions)
def score_values(
    predictions: object, references: object, *, details: bool = False, on_pair: OnPair | None = None, **options: object
) -> Result:
    """Score events by their value, as the ACE 2005 evaluation did (NIST, ace05-eval-v14).

    The worth of an event is the worth of its arguments: 1 for a specific and named entity, less for others. A missed
    reference costs its worth, a false alarm three quarters of its worth, and a pair the worth that it lacks.

    Args:
        predictions: One document a row: ``{"entities", "timex2", "values", "events"}``, offsets inclusive.
        references: The same documents, in the same order.
        details: Add the same figures by type, subtype, modality, source and document, and the outcome of each event
            (``outcomes``). Arguments have no items of their own. In a pair of events ``wrong_type`` is another type or
            subtype, and ``wrong_role`` an argument in another role. ``wrong_realis`` is another modality, polarity,
            genericity or tense. ``other_words`` are events, or mapped arguments, without a mention at the same span.
            Other pairs are ``right``, with a credit below 1 where arguments are missed or invented.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
        **options: Each by its name.

    Returns:
        ``value``: 1 for a perfect output, 0 for none, and down to -9.999; ``value_precision value_recall value_f1``;
        ``reference_value`` and the costs ``miss_cost error_cost correct_cost false_alarm_cost``; and how many events
        are ``correct error miss false_alarm``.

    Raises:
        InputError: for an invalid document.

    Examples:
        >>> span = {"start": 0, "end": 3}
        >>> person = {"id": "p", "type": "PER", "subtype": "Individual", "class": "SPC",
        ...           "mentions": [{"level": "NAM", "head_start": 0, "head_end": 3}]}
        >>> event = {"type": "Life", "subtype": "Die", "modality": "Asserted", "polarity": "Positive",
        ...          "genericity": "Specific", "tense": "Past", "arguments": [{"role": "Victim", "refid": "p"}],
        ...          "mentions": [{"extent": [0, 20]}]}
        >>> gold = [{"entities": [person], "events": [event]}]
        >>> other = {**event, "modality": "Other"}
        >>> result = score_values([{"entities": [person], "events": [other]}], gold)
        >>> round(result["value"], 6), result["error"]
        (0.75, 1)
    """
    return VALUES.score_documents(predictions, references, options, details, on_pair)


@takes_options(ValueOptions)
def count_values(predictions: object, references: object, *, details: bool = False, **options: object) -> Counts:
    """Return one row of costs and counts for each document; `score_counts` computes scores from them."""
    return VALUES.count_documents(predictions, references, options, details)


def _figures(sums: Sums, undefined: float) -> Scores:
    """Return the value of sums of costs, with its precision and recall."""
    worth, alarms = sums["reference_value"], sums["false_alarm_cost"]
    kept = worth - sums["miss_cost"] - sums["error_cost"] - sums["correct_cost"]
    # Differs from ace05-eval: it prints no table where one side has no event at all; here there is always a value.
    # False alarms without any reference get the lowest value, as published.
    alone = (worth == 0) & (alarms > 0)
    value = np.where(alone, LOWEST, np.maximum(ratio(kept - alarms, worth, undefined), LOWEST))
    worths = {"earned": np.maximum(kept, 0.0), "predicted": worth - sums["miss_cost"] + alarms, "wanted": worth}
    numbers = {name: sums[name] for name in ("reference_value", *COSTS, *OUTCOMES)}
    return {"value": value, **Ratio("value", "earned", "predicted", "wanted").scores(worths, undefined), **numbers}


class ValueMeasure(Measure[ValueDocument, ValueDocument, ValueOptions]):
    """The value of events, as ACE 2005 gave it."""

    published = PUBLISHED

    def problems(self, prediction: ValueDocument, reference: ValueDocument, options: ValueOptions) -> Problems:
        return unscorable(prediction, reference, options)

    def count_corpus(
        self,
        predictions: Sequence[ValueDocument],
        references: Sequence[ValueDocument],
        options: ValueOptions,
        details: bool,
    ) -> list[Row]:
        return value_rows(predictions, references, options, details)

    def data_facts(
        self, sums: Sums, fingerprints: Mapping[str, str], documents: int, options: ValueOptions
    ) -> dict[str, object]:
        return {"scorer": "ace05-v14"}

    def result(self, sums: Sums, options: ValueOptions) -> Scores:
        numbers = {name: sums[name] for name in ("documents", "predictions", "references")}
        return {**self.document_scores(sums, options), **numbers}

    def document_scores(self, columns: Sums, options: ValueOptions) -> Scores:
        return _figures(columns, float(options.zero_division))

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return the figures by type, subtype, modality, source and document, and what pairs of arguments earn."""
        undefined = float(counts.options.zero_division)
        summed = (*OUTCOMES, *COSTS, "reference_value")
        found: Scores = {
            f"per_{noun}": grouped_scores(
                counts.records("events"), [noun], summed, lambda sums: _figures(sums, undefined)
            )
            for noun in GROUPINGS
        }
        return {**found, **super().details(counts, result), "argument_values": counts.listed("argument_values")}

    def check_joined(self, parts: Sequence[Sequence[Row]], options: ValueOptions) -> None:
        kinds = sorted({row["kinds"] or "none" for rows in parts for row in rows})
        if len(kinds) > 1:
            wanted = "parts whose references have the same kinds of elements"
            hint = "arguments of other kinds are worth nothing: count all documents in one call"
            raise InputError(("counts",), wanted=wanted, got=Description("; ".join(kinds)), hint=hint)

    def check_summable(self, options: ValueOptions) -> None:
        raise ValueError("values: elements and their kinds are searched in the whole corpus: score it in one call")

    def warnings(self, sums: Sums, options: ValueOptions) -> list[str]:
        sentences = []
        worth = sums["reference_value"]
        lost = sum(sums[name] for name in COSTS)
        if worth and (worth - lost) / worth < LOWEST:
            sentences.append(
                f"The value is {(worth - lost) / worth:.3f}; the published scorer gives none below {LOWEST}."
            )
        if sums["worthless"] * 2 > sums["references"]:
            sentences.append(
                note(
                    "{number:reference event} of {references} {number:has|have} no argument of any worth, so that the "
                    "value hangs on few events.",
                    int(sums["worthless"]),
                    references=int(sums["references"]),
                )
            )
        if sums["references"] and not sums["predictions"]:
            sentences.append(
                "No event is predicted: the published scorer prints no table then, and the value here is 0."
            )
        assumed = "{number:gap} in the predictions filled by assumption: levels, classes, types or attributes."
        return [*sentences, *note_sentences(sums, {"assumed": assumed})]


VALUES = Task(
    name="values",
    predictions=VALUE_DOCUMENT,
    references=VALUE_DOCUMENT,
    options=ValueOptions,
    measure=ValueMeasure().always,
    fingerprints=partial(document_fingerprints, COMPARED),
    problems=problems,
    across=corpus_problems,
    layout=VALUE_LAYOUT,
    published=PUBLISHED,
)
