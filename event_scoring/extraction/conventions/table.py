"""The table of conventions."""

from __future__ import annotations

from event_scoring.extraction.conventions.bionlp.convention import BIONLP
from event_scoring.extraction.conventions.exact_spans import DYGIE, ONEIE, TEXTEE
from event_scoring.extraction.conventions.frame import Convention
from event_scoring.extraction.conventions.maven_arg import MAVEN_ARG
from event_scoring.extraction.conventions.omnievent import OMNIEVENT
from event_scoring.extraction.conventions.paper import PAPER
from event_scoring.extraction.conventions.rams import RAMS
from event_scoring.extraction.conventions.wikievents import WIKIEVENTS

CONVENTIONS: dict[str, Convention] = {
    convention.name: convention
    for convention in (PAPER, TEXTEE, OMNIEVENT, ONEIE, DYGIE, WIKIEVENTS, RAMS, MAVEN_ARG, BIONLP)
}
