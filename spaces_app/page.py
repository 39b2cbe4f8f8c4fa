"""What a page for one kind of score is made of, and what becomes of the documents that are given to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from event_scoring.arguments.responses import RESPONSES
from event_scoring.arguments.score import ARGUMENTS
from event_scoring.documents.errors import InputError
from event_scoring.documents.schema import Record
from event_scoring.examples import Example
from event_scoring.extraction.score import EXTRACTION
from event_scoring.formats.pairing import Documents, pair_documents
from event_scoring.scoring.task import Task
from spaces_app.limits import check_work

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
                    says=f'"{control.label}" is for {_INPUTS[control.only_for]}', hint="choose the first of its values"
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
        return result, self.task.options_from(changed) != self.task.options_from(self.without_intervals)

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
