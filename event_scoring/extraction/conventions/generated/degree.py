"""Convention "degree": TextEE's free scores with the places that DEGREE gives to texts."""

from __future__ import annotations

from dataclasses import dataclass

from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.conventions.generated.options import DegreeOptions
from event_scoring.extraction.conventions.generated.placing import Placing
from event_scoring.extraction.conventions.generated.written import Reading
from event_scoring.extraction.counting import ARGUMENT_SCORES
from event_scoring.extraction.items import Span
from event_scoring.matching import as_sets
from event_scoring.scoring.published import Published


@dataclass
class DegreePlacing(Placing):
    """Places as DEGREE gives them: an empty text has a place before every token, but not after the last."""

    def places(self, text: str) -> list[Span]:
        return [place for place in super().places(text) if place[0] < len(self.reading.sentence.tokens)]


class Degree(WrittenEvents[DegreeOptions]):
    """A trigger takes all places of its text; arguments take the place nearest to the last of them."""

    name = "degree"
    title = "DEGREE"
    options = DegreeOptions
    reason = (
        "DEGREE, X-GEAR and AMPERE take every place of a predicted trigger text as a prediction, and the place of an "
        "argument that is nearest to the last of them. Equal tuples of a sentence count once."
    )
    argument_scores = {name: ARGUMENT_SCORES[name] for name in ("argument_identification", "argument_classification")}
    published = (
        Published(
            name="DEGREE",
            year="2022",
            users="DEGREE, X-GEAR, AMPERE",
            choose_for="end-to-end numbers of DEGREE",
            counts="Sets of spans; a trigger text counts at all of its occurrences",
            faults="A right trigger word that occurs twice is also a wrong prediction",
            original="PlusLabNLP/DEGREE ed9e0b31, `degree/eval_end2endEE.py`, with whole words as pieces",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_texts.py`",
            options={"convention": "degree"},
            rule=as_sets,
            steps=(Placing.events,),
        ),
    )

    def placing(self, reading: Reading[DegreeOptions]) -> Placing:
        return DegreePlacing(reading)
