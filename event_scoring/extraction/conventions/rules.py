"""The rules of all conventions, by name."""

from __future__ import annotations

from event_scoring.extraction.conventions.bionlp.convention import BIONLP
from event_scoring.extraction.conventions.exact_spans import DYGIE, ONEIE, TEXTEE
from event_scoring.extraction.conventions.m2e2 import M2E2_RULE
from event_scoring.extraction.conventions.maven_arg import MAVEN_ARG
from event_scoring.extraction.conventions.nervaluate import NERVALUATE
from event_scoring.extraction.conventions.omnievent import OMNIEVENT
from event_scoring.extraction.conventions.paper import PAPER
from event_scoring.extraction.conventions.rams import RAMS
from event_scoring.extraction.conventions.rule import Rule
from event_scoring.extraction.conventions.wikievents import WIKIEVENTS
from event_scoring.extraction.options import DetectionOptions

_ALL = (PAPER, TEXTEE, OMNIEVENT, ONEIE, DYGIE, WIKIEVENTS, RAMS, MAVEN_ARG, BIONLP, NERVALUATE, M2E2_RULE)
RULES = {rule.name: rule for rule in _ALL}


def rule_of(options: DetectionOptions) -> Rule:
    """The rule by which these options count."""
    return RULES[options.convention]
