"""The measures of extraction: published scorers by the names that the option `convention` takes."""

from __future__ import annotations

from event_scoring.extraction.conventions.bionlp.convention import BIONLP
from event_scoring.extraction.conventions.exact_spans import DYGIE, ONEIE, TEXTEE
from event_scoring.extraction.conventions.m2e2 import M2E2_TEXT
from event_scoring.extraction.conventions.maven_arg import MAVEN_ARG
from event_scoring.extraction.conventions.measure import Measure
from event_scoring.extraction.conventions.nervaluate import NERVALUATE
from event_scoring.extraction.conventions.omnievent import OMNIEVENT
from event_scoring.extraction.conventions.paper import PAPER
from event_scoring.extraction.conventions.rams import RAMS
from event_scoring.extraction.conventions.wikievents import WIKIEVENTS

MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        *(PAPER, TEXTEE, OMNIEVENT, ONEIE, DYGIE, WIKIEVENTS),
        *(RAMS, MAVEN_ARG, BIONLP, NERVALUATE, M2E2_TEXT),
    )
}
OWN_OPTIONS = frozenset(name for measure in MEASURES.values() for name in measure.own_options)
"""Options that some measures read and others refuse."""
