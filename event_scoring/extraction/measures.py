"""The measures of extraction: published scorers by the names that the option `convention` takes."""

from __future__ import annotations

from typing import Any

from event_scoring.extraction.conventions.bionlp.convention import BIONLP
from event_scoring.extraction.conventions.exact_spans import EXACT_SPANS
from event_scoring.extraction.conventions.generated.code4struct import Code4Struct
from event_scoring.extraction.conventions.generated.core import WRITTEN_EVENTS
from event_scoring.extraction.conventions.generated.duee import DuEE
from event_scoring.extraction.conventions.generated.gollie import GoLLIE
from event_scoring.extraction.conventions.generated.instructuie import InstructUIE
from event_scoring.extraction.conventions.generated.phee import PHEE
from event_scoring.extraction.conventions.generated.presets import (
    UIE,
    Degree,
    IEPile,
    KnowCoder,
    OmniEventSequences,
    Text2Event,
)
from event_scoring.extraction.conventions.generated.raee import RAEE
from event_scoring.extraction.conventions.generated.tanl import Tanl
from event_scoring.extraction.conventions.m2e2 import M2E2_TEXT
from event_scoring.extraction.conventions.maven_arg import MAVEN_ARG
from event_scoring.extraction.conventions.measure import EventMeasure
from event_scoring.extraction.conventions.nervaluate import NERVALUATE
from event_scoring.extraction.conventions.omnievent import OMNIEVENT
from event_scoring.extraction.conventions.paper import PAPER
from event_scoring.extraction.conventions.rams import RAMS
from event_scoring.extraction.conventions.wikievents import WIKIEVENTS

MEASURES: dict[str, EventMeasure[Any]] = {
    measure.name: measure
    for measure in (
        *(PAPER, *EXACT_SPANS, OMNIEVENT, WIKIEVENTS),
        *(RAMS, MAVEN_ARG, BIONLP, NERVALUATE, M2E2_TEXT),
        *(Text2Event(), UIE(), IEPile(), KnowCoder(), OmniEventSequences()),
        *(GoLLIE(), InstructUIE(), Degree(), Tanl(), Code4Struct(), DuEE(), PHEE(), RAEE()),
    )
}
__all__ = ["MEASURES", "WRITTEN_EVENTS"]
