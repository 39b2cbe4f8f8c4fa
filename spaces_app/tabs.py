"""The pages: for each thing that one may have its examples, rules, readers and main numbers.

A further kind of score is one more `Page` in `PAGES`.
"""

from __future__ import annotations

from dataclasses import replace

from event_scoring.arguments.responses import RESPONSES
from event_scoring.arguments.score import ARGUMENTS
from event_scoring.examples import examples
from event_scoring.extraction.conventions.table import CONVENTIONS
from event_scoring.extraction.score import EXTRACTION
from event_scoring.nuggets.score import NUGGETS
from event_scoring.templates.score import TEMPLATES
from spaces_app.notation import (
    read_answer,
    read_arguments,
    read_events,
    read_nuggets,
    read_templates,
    write_answer,
    write_arguments,
    write_events,
    write_nuggets,
    write_templates,
)
from spaces_app.tab import Page, Rule, Tile

_ON_THE_PAGE = ("mistakes", "second-best", "no-references")
"""The examples of nuggets that teach most; all of them are the files of `event-score demo`."""
_PLACED = ("correct", "boundary", "type", "realis", "both")
_PARTS_OF_RULES = {
    "mapping": "which prediction stands for which reference",
    "precision": "what counts as a false positive",
    "documents_without_references": "what is found in documents without references",
    "normalize": "types and realis are compared without case and punctuation",
    "unannotated": "a reference attribute that is not annotated",
}

NUGGET_PAGE = Page(
    name="nuggets",
    have="event words",
    line="“fired” is an Attack",
    task=NUGGETS,
    noun=("event", "events"),
    examples=tuple(example for example in examples("nuggets") if example.name in _ON_THE_PAGE),
    rules={
        NUGGETS.name: (
            Rule("Paper (2015)", {"protocol": "paper"}),
            Rule("TAC KBP scorer 1.8", {"protocol": "evmeval-1.8"}, parts=_PARTS_OF_RULES),
            Rule("Pilot study", {"protocol": "pilot"}, parts=_PARTS_OF_RULES),
            Rule("Paper, best pairs", {"protocol": "paper", "mapping": "optimal"}, "The mapping that earns most."),
        )
    },
    tiles=(
        Tile("span", _PLACED),
        Tile("type", ("correct", "boundary", "realis")),
        Tile("realis", ("correct", "boundary", "type")),
        Tile("type_realis", ("correct", "boundary")),
        Tile("conll"),
        Tile("sequencing"),
    ),
    headline="type_realis",
    card=(
        ("3-5 | Life.Die | Actual", "words 3 to 5 are an event of this type and realis"),
        ("3, 7 | Life.Die", "a discontinuous nugget; realis may be left out"),
        ("3 | Life.Die | Actual | e1", "with an id, for the next two lines"),
        ("cluster | e1 | e2", "the same event"),
        ("After | e1 | e2", "one event after the other; or Subevent"),
    ),
    has_words=True,
    read=read_nuggets,
    write=write_nuggets,
)

_PROPOSED = {"beta": 0.25, "lam": 0.5, "clip": True}
_DROPPED = "The official scorer ignores an argument that is in no frame and not Generic; otherwise it counts."
_REALIS = "Arguments that differ only in realis become equal."
_UNCLIPPED = Rule("Without clipping", {"clip": False}, "A document with many false arguments may fall below 0.")
_FREE = Rule("False arguments are free", {"beta": 0.0}, "With β = 0 the argument part is recall alone.")

ARGUMENT_PAGE = Page(
    name="arguments",
    have="linked frames",
    line="who did what, and in which event",
    task=ARGUMENTS,
    noun=("argument", "arguments"),
    examples=examples("arguments"),
    rules={
        ARGUMENTS.name: (
            Rule("As proposed", {**_PROPOSED, "unlinked": "count", "neutralize_realis": False}),
            Rule("Unlinked arguments dropped", {"unlinked": "drop"}, _DROPPED),
            _UNCLIPPED,
            Rule("Realis ignored", {"neutralize_realis": True}, _REALIS),
            _FREE,
        ),
        RESPONSES.name: (
            Rule("As published", {**_PROPOSED, "unlinked": None, "preprocess": "none"}),
            Rule("Unlinked arguments count", {"unlinked": "count"}, _DROPPED),
            _UNCLIPPED,
            Rule("Realis neutralized", {"preprocess": "neutralize-realis"}, _REALIS),
            _FREE,
        ),
    },
    tiles=(
        Tile("score"),
        Tile("argument_score", ("correct", "frame")),
        Tile("linking_score", ("correct",)),
        Tile("argument", ("correct", "frame")),
    ),
    headline="score",
    card=(
        ("Life.Die | Victim | the king", "type, role, filler"),
        ("Life.Die | Victim | the king | Actual", "with its realis"),
        ("Life.Die | Victim | the king | Actual | 1 2", "in frames 1 and 2; a common frame links arguments"),
    ),
    has_words=False,
    read=read_arguments,
    write=write_arguments,
)

_EXTRACTION_TILES = (
    Tile("trigger_identification", ("correct", "type"), "trigger"),
    Tile("trigger_classification", ("correct",), "trigger"),
    Tile("argument_classification", ("correct", "trigger"), "argument"),
    Tile("argument_attached_classification", ("correct",), "argument"),
    Tile("strict", ("correct",), "trigger"),
)
_EXTRACTION_RULES = (
    Rule("Consistent (paper)", {"convention": "paper", "standardize": True}),
    Rule(
        "Without standardization",
        {"convention": "paper", "standardize": False},
        "Every prediction is compared as it is: overlapping spans are false positives, conflicts stay.",
    ),
    *(
        Rule(f"As {convention.title}", {"convention": name, "standardize": None}, convention.reason)
        for name, convention in CONVENTIONS.items()
        if name != "paper"
    ),
)
_EVENT_CARD = (
    ("2 | End-Position", "word 2 is a trigger of this type"),
    ("> 0-1 | Person", "below it: words 0 to 1 are its Person"),
    ('> "Twitter" | Entity', "a prediction of words without a place"),
    ("> 0-1 | Person | 0.9", "with a score"),
    ("candidates | 0-1 | 4-5", "which words may be arguments (references)"),
)

EXTRACTION_PAGE = Page(
    name="extraction",
    have="words and arguments",
    line="who fired at whom, word by word",
    task=EXTRACTION,
    noun=("trigger", "triggers"),
    examples=examples("extraction"),
    rules={EXTRACTION.name: _EXTRACTION_RULES},
    tiles=_EXTRACTION_TILES,
    headline="argument_classification",
    card=_EVENT_CARD,
    has_words=True,
    read=read_events,
    write=write_events,
)

ANSWER_PAGE = replace(
    EXTRACTION_PAGE,
    name="answers",
    have="a model’s answers",
    line="JSON, code or prose, as it came",
    examples=examples("answers"),
    card=(*_EVENT_CARD[:2], ('[{"type": "End-Position", …}]', "the prediction: the model’s answer, whatever its form")),
    read=read_answer,
    write=write_answer,
)

TEMPLATE_PAGE = Page(
    name="templates",
    have="templates",
    line="objects with slots and fills",
    task=TEMPLATES,
    noun=("fill", "fills"),
    examples=examples("templates"),
    rules={
        TEMPLATES.name: (
            Rule("MUC-6 alignment", {"alignment": "muc-6", "partial_credit": False}),
            Rule("Best alignment", {"alignment": "optimal"}, "Templates are aligned so that the document earns most."),
            Rule("Half for a shared word", {"partial_credit": True}, "As in MUC-5."),
        )
    },
    tiles=(
        Tile("f1", ("correct",)),
        Tile("precision", ("correct",)),
        Tile("recall", ("correct",)),
        Tile("greedy_loss"),
    ),
    headline="f1",
    card=(
        ("ATTACK | a1", "a template, with an id if pointers name it"),
        ("> WEAPON | mortar | rifle", "below it: a slot and its fills"),
        (">> EMPLOYER | o1", "a slot that points to a template"),
    ),
    has_words=False,
    read=read_templates,
    write=write_templates,
)

PAGES: dict[str, Page] = {
    page.name: page for page in (NUGGET_PAGE, EXTRACTION_PAGE, ARGUMENT_PAGE, TEMPLATE_PAGE, ANSWER_PAGE)
}
