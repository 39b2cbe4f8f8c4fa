"""What the page shows for each kind of score: its examples, options, readers and result.

A further kind of score is one more `Page` in `PAGES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from event_scoring.arguments.options import PREPROCESS, UNLINKED
from event_scoring.arguments.responses import RESPONSES
from event_scoring.arguments.score import ARGUMENTS
from event_scoring.core.errors import InputError
from event_scoring.core.schema import Record
from event_scoring.core.task import Task
from event_scoring.examples import ARGUMENT_EXAMPLES, EXTRACTION_EXAMPLES, NUGGET_EXAMPLES, Example
from event_scoring.extraction.conventions import CONVENTIONS
from event_scoring.extraction.options import CHOICES as EXTRACTION_CHOICES
from event_scoring.extraction.options import MODES
from event_scoring.extraction.score import EXTRACTION
from event_scoring.formats.pairing import Documents, pair_documents
from event_scoring.nuggets.options import CHOICES, COREFERENCE_MAPPINGS
from event_scoring.nuggets.score import NUGGETS
from spaces_app.limits import check_work
from spaces_app.notation import (
    read_arguments,
    read_events,
    read_nuggets,
    write_arguments,
    write_events,
    write_nuggets,
)

Choices = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Control:
    """An option on the page: a choice, a number or a list of names."""

    name: str
    label: str
    info: str = ""
    choices: Choices = ()
    """Labels and values; the value "" leaves the option out."""
    bounds: tuple[float, float, float] | None = None
    """Least, largest, step."""
    default: Any = ""
    is_main: bool = False
    """Always in sight; the others are behind "More options"."""
    only_for: str = ""
    """The task that has this option, where the others of the page have not."""


@dataclass(frozen=True)
class Variant:
    """Other choices to set beside the result, and why they may differ."""

    title: str
    options: Mapping[str, Any]
    why: str = ""
    """Without it the result itself says why (its `differences`)."""


@dataclass(frozen=True)
class Page:
    """One kind of score."""

    name: str
    tab: str
    """Its name where there is little room."""
    title: str
    lead: str
    task: Task
    """Of the documents in the editors; files may be scored by another."""
    examples: tuple[Example, ...]
    controls: tuple[Control, ...]
    variants: Mapping[str, tuple[Variant, ...]]
    """By task; the first is what the others are set beside."""
    tiles: tuple[tuple[str, str], ...]
    """Keys of the numbers that everybody looks for, and how they are called."""
    notation: str
    """How the editors are written, in a line."""
    has_words: bool
    uploads: str
    """What may be uploaded, in a line."""
    read: Callable[[str, str, Record], list[dict[str, Any]]]
    write: Callable[[list[dict[str, Any]], Record], str]

    @property
    def kind(self) -> Record:
        """What a document looks like."""
        return self.task.references

    def options(self, values: Sequence[Any], task: Task) -> dict[str, Any]:
        """The keywords of the score function from the values of the controls.

        Raises:
            InputError: for an option that these documents do not have.
        """
        given: dict[str, Any] = {}
        for control, value in zip(self.controls, values, strict=True):
            if value in ("", None):
                continue
            if control.only_for not in ("", task.name):
                raise InputError(
                    f'"{control.label}" is for {_INPUTS[control.only_for]}; choose the first of its values'
                )
            if not control.choices and control.bounds is None:
                value = [name.strip() for name in str(value).split(",") if name.strip()]
            given[control.name] = value
        return given


@dataclass(frozen=True)
class Scored:
    """Documents with their result."""

    page: Page
    task: Task
    predictions: pa.StructArray
    references: pa.StructArray
    words: Mapping[str, Any]
    """By document its words, token ids with their words, or its text where ids count characters."""
    options: dict[str, Any]
    result: dict[str, Any]
    notes: tuple[str, ...] = ()
    """What the reader of the files had to say."""

    def under(self, options: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
        """The result of the same documents under other options, without intervals, and whether they are other."""
        changed = {**self.without_intervals, **options}
        result = self.task.score_documents(self.predictions, self.references, changed, True)
        return result, self.task.options(changed) != self.task.options(self.without_intervals)

    @property
    def without_intervals(self) -> dict[str, Any]:
        """The options that change a score."""
        return {name: value for name, value in self.options.items() if name != "confidence"}


def score(
    page: Page,
    task: Task,
    predictions: Documents,
    references: Documents,
    options: dict[str, Any],
    words: Mapping[str, Any] | None = None,
    notes: Sequence[str] = (),
) -> Scored:
    """Pair the documents, check that they are not too much work, and score them.

    Raises:
        InputError: where the documents are not what they must be, or too many.
        ValueError: for a wrong value of an option.
    """
    if task is EXTRACTION:
        references = _with_tokens(references, words or {})
    system, gold, report = pair_documents(predictions, references, task.predictions)
    typed = task.check(system, gold)
    check_work(*typed, options)
    result = task.score_documents(*typed, options, True)
    return Scored(page, task, *typed, words or {}, options, result, (*notes, *report.sentences()))


def words_of(document: Mapping[str, Any], words: Mapping[str, Any], documents: int) -> Any:
    """The words of a document; of a single document and a single text neither needs a name."""
    if document.get("tokens"):
        return list(document["tokens"])
    if documents == len(words) == 1:
        return next(iter(words.values()))
    return words.get(document.get("doc_id") or "")


def _with_tokens(references: Documents, words: Mapping[str, Any]) -> Documents:
    """References with the words of the text editor, which ground predictions without a position."""
    if isinstance(references, pa.Array):
        return references
    return [
        {**document, "tokens": found} if (found := words_of(document, words, len(references))) else document
        for document in references
    ]


_INPUTS = {ARGUMENTS.name: "arguments in the editors or JSON Lines", RESPONSES.name: "stores of assessed responses"}
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
        _choice("mapping", "Mapping", "which prediction stands for which reference", CHOICES["mapping"]),
        _choice("precision", "Span precision", "what counts as a false positive", CHOICES["precision"]),
        _choice(
            "documents_without_references",
            "Documents without references",
            "whether inventions there cost precision",
            CHOICES["documents_without_references"],
        ),
        _choice("unannotated", "NOT_ANNOTATED", "agrees with anything, or is a string", CHOICES["unannotated"]),
        Control("normalize", "Normalize attributes", "ASCII letters and digits, lower case", (_BY_PROTOCOL, *_YES_NO)),
        Control("types", "Event types", "only these, separated by commas; empty for all"),
        Control("zero_division", "Undefined ratios", "", (("0", ""), ("nan", "nan"))),
        Control("coreference", "Coreference", "", (("where clusters are given", ""), *_YES_NO)),
        _choice(
            "coreference_mapping", "Mentions of clusters", "what must agree", COREFERENCE_MAPPINGS[1:], ("type", "")
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
        _choice("unlinked", "Arguments in no frame", "Generic ones aside", UNLINKED[1:], ("count", "")),
        Control("clip", "Documents below zero", "", (("clip to 0", ""), ("do not clip", False))),
        Control("neutralize_realis", "Realis", "", (("counts", ""), ("plays no part", True)), only_for=ARGUMENTS.name),
        Control(
            "preprocess",
            "Pre-processing",
            "of stores of responses",
            (("none", ""), *((name, name) for name in PREPROCESS[1:])),
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
            Variant("As published", {**_PROPOSED, "unlinked": "drop", "preprocess": "none"}),
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
            choices=tuple((name, name) for name in CONVENTIONS),
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
            _choice(name, *_EXTRACTION_LABELS[name], choices[1:], (choices[0], ""))
            for name, choices in EXTRACTION_CHOICES.items()
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

PAGES: dict[str, Page] = {page.name: page for page in (NUGGET_PAGE, ARGUMENT_PAGE, EXTRACTION_PAGE)}
