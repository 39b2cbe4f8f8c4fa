"""The pages: for each kind of score its examples, options, readers and main numbers.

A further kind of score is one more `Page` in `PAGES`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from event_scoring.arguments.options import ArgumentOptions, ResponseOptions
from event_scoring.arguments.responses import RESPONSES
from event_scoring.arguments.score import ARGUMENTS
from event_scoring.examples import ARGUMENT_EXAMPLES, EXTRACTION_EXAMPLES, NUGGET_EXAMPLES
from event_scoring.extraction.choices import MODES
from event_scoring.extraction.conventions.table import CONVENTIONS
from event_scoring.extraction.options import ExtractionOptions
from event_scoring.extraction.score import EXTRACTION
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.nuggets.score import NUGGETS
from event_scoring.scoring.options import choices_of as _of
from event_scoring.template_examples import TEMPLATE_EXAMPLES
from event_scoring.templates.score import TEMPLATES
from spaces_app.notation import (
    read_arguments,
    read_events,
    read_nuggets,
    read_templates,
    write_arguments,
    write_events,
    write_nuggets,
    write_templates,
)
from spaces_app.page import Control, Page, Variant

_BY_PROTOCOL = ("as the protocol says", "")
_YES_NO = (("yes", True), ("no", False))


def _choice(name: str, label: str, info: str, choices: Sequence[str], first: tuple[str, Any] = _BY_PROTOCOL) -> Control:
    return Control(name, label, info, (first, *((choice, choice) for choice in choices)))


_INTERVALS = Control(
    "confidence", "Intervals", "from 1,000 bootstrap samples of the documents", (("none", ""), ("95 %", 0.95))
)

NUGGET_PAGE = Page(
    name="nuggets",
    tab="Nuggets",
    title="Event nuggets",
    lead="The words that express an event, with its type and realis: partial credit for spans, attributes in the F1.",
    task=NUGGETS,
    examples=NUGGET_EXAMPLES,
    controls=(
        Control(
            "protocol",
            "Protocol",
            choices=(("Paper (2015)", "paper"), ("Pilot study", "pilot"), ("TAC KBP scorer 1.8", "evmeval-1.8")),
            default="paper",
            is_main=True,
        ),
        _choice("mapping", "Mapping", "which prediction stands for which reference", _of(NuggetOptions, "mapping")),
        _choice("precision", "Span precision", "what counts as a false positive", _of(NuggetOptions, "precision")),
        _choice(
            "documents_without_references",
            "Documents without references",
            "whether inventions there cost precision",
            _of(NuggetOptions, "documents_without_references"),
        ),
        _choice(
            "unannotated",
            "NOT_ANNOTATED",
            "agrees with anything, or is a string",
            _of(NuggetOptions, "unannotated"),
        ),
        Control("normalize", "Normalize attributes", "ASCII letters and digits, lower case", (_BY_PROTOCOL, *_YES_NO)),
        Control("types", "Event types", "only these, separated by commas; empty for all"),
        Control("zero_division", "Undefined ratios", "", (("0", ""), ("nan", "nan"))),
        Control("coreference", "Coreference", "", (("where clusters are given", ""), *_YES_NO)),
        _choice(
            "coreference_mapping",
            "Mentions of clusters",
            "what must agree",
            _of(NuggetOptions, "coreference_mapping")[1:],
            ("type", ""),
        ),
        _INTERVALS,
        Control("sequencing", "Sequencing", "", (("where links are given", ""), *_YES_NO)),
    ),
    variants={
        NUGGETS.name: (
            Variant("Paper (2015)", {"protocol": "paper"}),
            Variant("Pilot study", {"protocol": "pilot"}),
            Variant("TAC KBP scorer 1.8", {"protocol": "evmeval-1.8"}),
            Variant("Paper, optimal mapping", {"protocol": "paper", "mapping": "optimal"}),
        )
    },
    tiles=(
        ("span", "span"),
        ("type", "type"),
        ("realis", "realis"),
        ("type_realis", "type + realis"),
        ("conll", "coreference, CoNLL"),
        ("sequencing", "sequencing"),
    ),
    notation="One mention a line: tokens | type | realis. Tokens count from 0: 3, or 3-5, or 3, 7. Or JSON Lines.",
    has_words=True,
    uploads="TBF (.tbf), JSON Lines (.jsonl), or a zip file of a brat folder. Token tables say what the tokens of TBF "
    "are; with them, or with texts, the words are shown.",
    read=read_nuggets,
    write=write_nuggets,
)

_PROPOSED = {"beta": 0.25, "lam": 0.5, "clip": True}
_DROPPED = "The official scorer ignores an argument that is in no frame and not Generic; otherwise it counts."
_REALIS = "Arguments that differ only in realis become equal."
_UNCLIPPED = Variant(
    "Without clipping",
    {"clip": False},
    "A document with many false arguments may fall below 0 and pull the corpus down.",
)
_FREE = Variant("β = 0", {"beta": 0.0}, "False arguments cost nothing: the argument part is recall alone.")

ARGUMENT_PAGE = Page(
    name="arguments",
    tab="Arguments",
    title="Event arguments",
    lead="Who did what to whom, and which arguments are linked to the same event: the TAC KBP score.",
    task=ARGUMENTS,
    examples=ARGUMENT_EXAMPLES,
    controls=(
        Control("beta", "β, the cost of a false argument", bounds=(0, 1, 0.05), default=0.25, is_main=True),
        Control("lam", "λ, the weight of the argument part", bounds=(0, 1, 0.05), default=0.5, is_main=True),
        _choice(
            "unlinked",
            "Arguments in no frame",
            "Generic ones aside",
            _of(ArgumentOptions, "unlinked")[1:],
            ("count", ""),
        ),
        Control("clip", "Documents below zero", "", (("clip to 0", ""), ("do not clip", False))),
        Control("neutralize_realis", "Realis", "", (("counts", ""), ("plays no part", True)), only_for=ARGUMENTS.name),
        Control(
            "preprocess",
            "Pre-processing",
            "of stores of responses",
            (("none", ""), *((name, name) for name in _of(ResponseOptions, "preprocess")[1:])),
            only_for=RESPONSES.name,
        ),
        _INTERVALS,
        Control("zero_division", "Undefined ratios", "", (("0", ""), ("nan", "nan"))),
    ),
    variants={
        ARGUMENTS.name: (
            Variant("As proposed", {**_PROPOSED, "unlinked": "count", "neutralize_realis": False}),
            Variant("Unlinked arguments dropped", {"unlinked": "drop"}, _DROPPED),
            _UNCLIPPED,
            Variant("Realis ignored", {"neutralize_realis": True}, _REALIS),
            _FREE,
        ),
        RESPONSES.name: (
            Variant("As published", {**_PROPOSED, "unlinked": None, "preprocess": "none"}),
            Variant("Unlinked arguments count", {"unlinked": "count"}, _DROPPED),
            _UNCLIPPED,
            Variant("Realis neutralized", {"preprocess": "neutralize-realis"}, _REALIS),
            _FREE,
        ),
    },
    tiles=(
        ("score", "score"),
        ("argument_score", "argument part"),
        ("linking_score", "linking part"),
        ("argument", "argument F1"),
    ),
    notation="One argument a line: type | role | filler | realis | frames. A common frame links arguments.",
    has_words=False,
    uploads="JSON Lines (.jsonl); or two zip files of TAC KBP stores: the key (a folder of annotations, and one with "
    "linking in its name) and a system (arguments/ and linking/).",
    read=read_arguments,
    write=write_arguments,
)

_EXTRACTION_LABELS = {
    "gold_outside": ("References outside the candidates", ""),
    "outside_schema": ("Labels outside the schema", ""),
    "surplus": ("More predictions than places", ""),
    "conflict": ("Several labels for one candidate", ""),
    "nothing": ("Predictions labelled NA", ""),
}

EXTRACTION_PAGE = Page(
    name="extraction",
    tab="Extraction",
    title="Triggers and arguments",
    lead="Triggers and arguments with their types and roles, counted so that different systems can be compared.",
    task=EXTRACTION,
    examples=EXTRACTION_EXAMPLES,
    controls=(
        Control(
            "convention",
            "Convention",
            choices=tuple((name, name) for name, convention in CONVENTIONS.items() if convention.trigger_scores),
            default="paper",
            is_main=True,
        ),
        _choice("mode", "Mode", "which triggers the arguments hang on", MODES[1:], (MODES[0], "")),
        Control(
            "standardize", "Standardization", "of the paper's section 4.2", (("as the convention does", ""), *_YES_NO)
        ),
        Control("types", "Event types", "of the schema, separated by commas; empty for all"),
        Control("roles", "Roles", "of the schema, separated by commas; empty for all"),
        *(
            _choice(name, *labels, _of(ExtractionOptions, name)[1:], (_of(ExtractionOptions, name)[0], ""))
            for name, labels in _EXTRACTION_LABELS.items()
        ),
        _INTERVALS,
        Control("zero_division", "Undefined ratios", "", (("0", ""), ("nan", "nan"))),
    ),
    variants={
        EXTRACTION.name: (
            Variant("Consistent (paper)", {"convention": "paper", "standardize": True}),
            Variant(
                "Without standardization",
                {"convention": "paper", "standardize": False},
                "Every prediction is compared as it is: overlapping spans are false positives, conflicts stay.",
            ),
            Variant("As TextEE", {"convention": "textee", "standardize": None}, "Sets over the corpus, spans needed."),
            Variant("As OneIE", {"convention": "oneie", "standardize": None}, "No candidates, no standardization."),
        )
    },
    tiles=(
        ("trigger_identification", "trigger"),
        ("trigger_classification", "trigger type"),
        ("argument_classification", "argument role"),
        ("argument_attached_classification", "attached role"),
    ),
    notation="A line for each event: tokens | type, and below it a line for each argument: > tokens | role. Words in "
    "quotation marks stand for a prediction without a place.",
    has_words=True,
    uploads="JSON Lines of events, or of OneIE, DyGIE++, TextEE, OmniEvent, MAVEN, RAMS or WikiEvents.",
    read=read_events,
    write=write_events,
)

TEMPLATE_PAGE = Page(
    name="templates",
    tab="Templates",
    title="Templates",
    lead="Objects with slots and their fills, aligned and compared fill by fill: the scores of MUC.",
    task=TEMPLATES,
    examples=TEMPLATE_EXAMPLES,
    controls=(
        Control(
            "alignment",
            "Alignment",
            choices=(("MUC-6 (greedy)", "muc-6"), ("optimal", "optimal")),
            default="muc-6",
            is_main=True,
        ),
        Control("partial_credit", "Texts that share a word", "", (("are incorrect", ""), ("earn one half", True))),
        _INTERVALS,
        Control("zero_division", "Undefined ratios", "", (("0", ""), ("nan", "nan"))),
    ),
    variants={
        TEMPLATES.name: (
            Variant("MUC-6 alignment", {"alignment": "muc-6", "partial_credit": False}),
            Variant(
                "Optimal alignment",
                {"alignment": "optimal"},
                "Templates are aligned so that the document earns most; MUC-6 takes the pair that shares most first.",
            ),
            Variant(
                "Half for a shared word",
                {"partial_credit": True},
                "A text that shares a word with the right one earns one half, as in MUC-5.",
            ),
        )
    },
    tiles=(("f1", "F1"), ("precision", "precision"), ("recall", "recall"), ("greedy_loss", "lost by greedy")),
    notation="A line for each template: type | id, and below it a line for each slot: > slot | fill | fill. "
    "With >> the fills are ids of templates. Or JSON Lines.",
    has_words=False,
    uploads="JSON Lines of templates.",
    read=read_templates,
    write=write_templates,
)

PAGES: dict[str, Page] = {page.name: page for page in (NUGGET_PAGE, ARGUMENT_PAGE, EXTRACTION_PAGE, TEMPLATE_PAGE)}
