"""What a page for one kind of score is made of, and what becomes of the documents that are given to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from event_scoring.documents.errors import InputError
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import as_column
from event_scoring.examples import Example
from event_scoring.extraction.score import EXTRACTION
from event_scoring.formats.pairing import Documents, pair_documents
from event_scoring.scoring.options import Declared, declarations
from event_scoring.scoring.task import Task
from spaces_app.limits import check_work

ITEMS = {
    "nuggets": "mentions",
    "arguments": "arguments",
    "responses": "responses",
    "extraction": "events",
    "templates": "templates",
}
"""What the documents of a task hold."""


@dataclass(frozen=True)
class Tile:
    """A number that everybody looks for; the sheet of the task says how it is called, and what it measures."""

    key: str
    earned_by: tuple[str, ...] = ()
    """Categories that earn it; all others lose it. Without any the picture does not show it."""
    of: str = ""
    """The marks that concern it, where a picture has several kinds of them."""


@dataclass(frozen=True)
class Rule:
    """A choice of options that has a name, and why its number may differ; it is left out where it does not fit."""

    title: str
    options: Mapping[str, Any]
    why: str = ""
    parts: Mapping[str, str] = field(default_factory=dict)
    """What each of the options that it stands for decides; only those that change the number are named."""


@dataclass(frozen=True)
class Page:
    """One kind of score."""

    name: str
    have: str
    """What somebody has who comes here."""
    line: str
    task: Task
    """Of the documents in the editors; files may be scored by another."""
    noun: tuple[str, str]
    """What is found or missed, one and several."""
    examples: tuple[Example, ...]
    rules: Mapping[str, tuple[Rule, ...]]
    """By task; the first is what the others are set beside."""
    tiles: tuple[Tile, ...]
    headline: str
    """The tile whose number stands beside the rules."""
    card: tuple[tuple[str, str], ...]
    """The lines of an editor, and what they say."""
    has_words: bool
    read: Callable[[str, str, Record, Mapping[str, int]], list[dict[str, Any]]]
    write: Callable[[list[dict[str, Any]], Record], str]

    @property
    def kind(self) -> Record:
        """What a document looks like."""
        return self.task.references


def shown_options(task: Task) -> list[Declared]:
    """The options of a task that a page can ask for."""
    hidden = ("resamples", "seed", "sampler")
    return [
        one
        for one in declarations(task.options)
        if one.kind != "other"
        and one.name not in hidden
        and not any(one.details.get(what) for what in ("python_only", "per_document", "structured"))
    ]


def options_of(task: Task, given: Mapping[str, str]) -> dict[str, Any]:
    """Keywords of the score function from the texts of controls.

    Examples:
        >>> from event_scoring.nuggets.score import NUGGETS
        >>> options_of(NUGGETS, {"protocol": "pilot", "normalize": "true", "types": "Die, Attack", "mapping": ""})
        {'normalize': True, 'protocol': 'pilot', 'types': ['Die', 'Attack']}
    """
    known = {one.name: one for one in shown_options(task)}
    return {name: _value(known.get(name), text.strip()) for name, text in sorted(given.items()) if text.strip()}


def _value(one: Declared | None, text: str) -> Any:
    if one is None:
        return text  # the options say that they do not know its name
    if one.kind == "flag":
        return {"true": True, "false": False}.get(text, text)
    if one.kind == "names":
        return [name.strip() for name in text.split(",") if name.strip()]
    if one.kind in ("number", "count") and text != "nan":
        try:
            return float(text) if one.kind == "number" else int(text)
        except ValueError:
            return text
    return text


@dataclass(frozen=True)
class Scored:
    """Documents with their result."""

    page: Page
    task: Task
    predictions: Sequence[Any]
    references: Sequence[Any]
    words: Mapping[str, Any]
    """By document its words, token ids with their words, or its text where ids count characters."""
    options: dict[str, Any]
    result: dict[str, Any]
    notes: tuple[str, ...] = ()
    """What the reader of the files had to say."""

    def under(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The numbers of the same documents under other options."""
        return self.task.score_documents(self.predictions, self.references, options)

    def is_under(self, options: Mapping[str, Any]) -> bool:
        """Whether these options are those of the result."""
        return bool(self.task.options.of(options) == self.task.options.of(self.without_intervals))

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
        InputError: where the documents are not what they must be, or too many, or the references are empty.
        ValueError: for a wrong value of an option.
    """
    if task is EXTRACTION:
        references = _with_tokens(references, words or {})
    system, gold, said = pair_documents(predictions, references, task.predictions)
    # Drawings read every key that is declared.
    kinds = task.predictions, task.references
    typed = [as_column(*pair).to_pylist() for pair in zip(kinds, task.check(system, gold), strict=True)]
    check_work(*typed, options)
    _check_any(typed[1], ITEMS[task.name])
    result = task.score_documents(*typed, options, True)
    return Scored(page, task, *typed, words or {}, options, result, (*notes, *said))


def _check_any(references: Sequence[Any], items: str) -> None:
    """Raise an `InputError` for references that hold nothing, where every score would be 0."""
    if not any(document.get(items) for document in references):
        hint = "is it the right file, or are the two sides exchanged?"
        raise InputError(says=f"the references hold no {items}: nothing can be found", hint=hint)


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
