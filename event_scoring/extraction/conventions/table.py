"""The table of conventions."""

from __future__ import annotations

from event_scoring.extraction.conventions.dygie import DYGIE
from event_scoring.extraction.conventions.frame import Convention
from event_scoring.extraction.conventions.maven_arg.convention import MAVEN_ARG
from event_scoring.extraction.conventions.omnievent.convention import OMNIEVENT
from event_scoring.extraction.conventions.oneie import ONEIE
from event_scoring.extraction.conventions.paper import PAPER
from event_scoring.extraction.conventions.rams import RAMS
from event_scoring.extraction.conventions.textee import TEXTEE
from event_scoring.extraction.conventions.wikievents.convention import WIKIEVENTS

CONVENTIONS: dict[str, Convention] = {
    convention.name: convention for convention in (PAPER, TEXTEE, OMNIEVENT, ONEIE, DYGIE, WIKIEVENTS, RAMS, MAVEN_ARG)
}
