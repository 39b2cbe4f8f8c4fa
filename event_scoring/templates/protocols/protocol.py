"""What differs between the protocols that score templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import CorpusRule, Problems, Row
from event_scoring.scoring.task import Counts, Sums
from event_scoring.templates.documents import TemplateDocument
from event_scoring.templates.options import TemplateOptions


@dataclass(frozen=True)
class Protocol:
    """The hooks of a task, for one way to score templates."""

    unscorable: Callable[[TemplateDocument, TemplateDocument, TemplateOptions], Problems]
    """What is wrong with a document for it."""
    rows: CorpusRule
    """The rule: a row of sums for each document."""
    result: Callable[[Sums, TemplateOptions], dict[str, Any]]
    details: Callable[[Counts, Mapping[str, Any]], dict[str, Any]]
    warnings: Callable[[Sums, TemplateOptions], list[str]]
    published: tuple[Published, ...]
    """The rules of papers that it gives."""
    corpus_columns: Callable[[Sequence[Row], TemplateOptions], Mapping[str, Sequence[int]]] = lambda rows, options: {}
    """Columns that need the rows of all documents."""
    needs_corpus: Callable[[TemplateOptions], str] = lambda options: ""
    """Why these options need all documents at once, or an empty string."""
    types_meant: Callable[[Set[str], Set[str]], Set[str]] = lambda predicted, types: types
    """The predicted types that it finds right, and others, from the types of both sides as they are written."""


Outcome = dict[str, Any]
"""What became of one item of a document."""
