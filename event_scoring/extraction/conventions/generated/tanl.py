"""Convention "tanl": sets of spans with types, and of arguments with the trigger to which they belong."""

from __future__ import annotations

from collections.abc import Sequence

from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.conventions.generated.counting import Compared
from event_scoring.extraction.conventions.generated.options import TanlOptions
from event_scoring.extraction.counting import ARGUMENT_SCORES, Outcome, swap_precision_and_recall
from event_scoring.extraction.items import Document, key_of
from event_scoring.matching import Count, as_sets, distinct
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.published import Published


class Tanl(WrittenEvents[TanlOptions]):
    """Identification divides the number of right items without types by the numbers with types."""

    name = "tanl"
    title = "TANL"
    options = TanlOptions
    reason = (
        "TANL predicts arguments only for predicted triggers: the reference arguments of other sentences are "
        'left out, unless the option reference_arguments is "all". It prints precision of arguments as recall and '
        "recall as precision; here both are named rightly; the option original_names gives the published names."
    )
    argument_scores = {name: parts for name, parts in ARGUMENT_SCORES.items() if "attached" in name}
    by_role = "argument_attached_classification"
    counting = "set"
    notes = {
        **WrittenEvents.notes,
        "not_asked": (
            "{number:reference argument} of sentences without a predicted trigger {number:is|are} left out, as in the "
            'original scorer; reference_arguments="all" counts them.'
        ),
    }
    unreachable_because = "identification finds one place for several labels, and divides by the number with labels"
    published = (
        Published(
            name="TANL",
            year="2021",
            users="TANL",
            choose_for="papers that compare with TANL",
            counts="Sets of spans; arguments with their trigger",
            faults="References of sentences without a predicted trigger are left out; precision and recall are swapped",
            original="amazon-science/tanl fdcf4f8b, `output_formats.py`, `datasets.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_tanl.py`",
            options={"convention": "tanl"},
            rule=as_sets,
        ),
    )

    def count_items(self, document: Document, options: TanlOptions, details: bool) -> dict[str, Outcome]:
        found = super().count_items(document, options, details)
        leaves_out = options.reference_arguments != "all" and not document.prediction.events
        if leaves_out and "pipeline/" in found:
            left_out = sum(len(event.arguments or ()) for event in document.reference.events)
            found["pipeline/"].sums["not_asked"] = left_out
        return found

    def compare(self, sides: Sequence[Compared], prefix: str, options: TanlOptions, details: bool) -> Outcome:
        """Return the counts; reference arguments of a sentence without a predicted trigger are left out."""
        all_references = options.reference_arguments == "all"
        if prefix and not sides[0][0] and not all_references:
            sides = [sides[0], (sides[1][0], [])]
        outcome = super().compare(sides, prefix, options, details)
        whole, part = (
            ("argument_attached_classification", "argument_attached_identification")
            if prefix
            else ("trigger_classification", "trigger_identification")
        )
        scores = self.argument_scores if prefix else self.trigger_scores
        typed, others = (distinct(side[1 if prefix else 0], key_of(*scores[whole])) for side in sides)
        untyped = ("trigger", "type", "span") if prefix else ("span",)
        right, _, places = as_sets(typed, others, key_of(*untyped))
        outcome.counts = {**outcome.counts, part: Count(right, typed, others)}
        outcome.sums["unreachable"] = len(others) - len(places)
        return outcome

    def scores(self, sums: Sums, prefix: str, options: TanlOptions) -> Scores:
        found = super().scores(sums, prefix, options)
        if prefix and options.original_names:
            swap_precision_and_recall(found, self.argument_scores)
        return found
