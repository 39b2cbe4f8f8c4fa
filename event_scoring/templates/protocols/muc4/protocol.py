"""The protocol "muc-4": what is published of it, and what scores by it."""

from __future__ import annotations

from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Document, Problems
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.muc4.comparison import Comparison
from event_scoring.templates.protocols.muc4.fills import Equality
from event_scoring.templates.protocols.muc4.judgements import LookUp
from event_scoring.templates.protocols.muc4.mapping import Mapper, per_cent
from event_scoring.templates.protocols.muc4.rule import Message, count_messages, unknown_slots, unlike_templates
from event_scoring.templates.protocols.muc4.scores import f_measure, muc4_details, muc4_result, muc4_warnings
from event_scoring.templates.protocols.protocol import Protocol

PUBLISHED = (
    Published(
        name="MUC-4 templates",
        year="1992",
        users="MUC-3, MUC-4",
        choose_for="responses of 1992 and whatever is held against them",
        counts="Correct, partial, incorrect, spurious, missing fills of mapped templates, with adjudications",
        faults="Words are cut off texts; results depend on the order of look-ups; F of rounded per cents",
        original="The scoring program 3.3 of May 1992 (`muc34.tar.gz` of xinyadu/gtt)",
        checked_by="golden, oracle",
        options={"protocol": "muc-4"},
        rule=count_messages,
        steps=(Equality, LookUp, Comparison, Mapper, Message, per_cent, f_measure),
        needs="`adjudications` of official results",
    ),
)


def _unscorable(prediction: Document, reference: Document, options: TemplateOptions) -> Problems:
    yield from unlike_templates(prediction, reference)
    yield from unknown_slots(prediction, reference, options.form)


MUC_4 = Protocol(
    _unscorable,
    count_messages,
    muc4_result,
    muc4_details,
    muc4_warnings,
    PUBLISHED,
    needs_corpus=lambda options: (
        'what was looked up last decides which judgement is found: give lookup="first"'
        if options.adjudications and options.lookup != "first"
        else ""
    ),
)
