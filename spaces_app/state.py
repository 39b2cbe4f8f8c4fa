"""The state of the page: documents of both sides, the counted items, and the lit dot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from event_scoring.adapters.mentions import events_from_nuggets, named_as
from event_scoring.documents.errors import Description, InputError
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.formats.document_matching import pair_documents
from event_scoring.formats.json_lines import without_nulls
from event_scoring.report.views import SIDES, Side, spans_of, view, words_of
from event_scoring.scoring.task import Task
from event_scoring.tasks import TASKS
from spaces_app.limits import check_systems, check_work
from spaces_app.scorers import STRIPS, STRIPS_OF, Strip

TRIGGERS = ("detection", "extraction")
"""Tasks whose documents have events with triggers."""
ITEMS = {name: name for name in TASKS} | {"nuggets": "mentions"} | dict.fromkeys((*TRIGGERS, "values"), "events")
"""The key of the items in documents of each task."""
MAX_DRAWN_ITEMS = 200
"""Items of a side up to which a document is drawn."""
MAX_DRAWN_WORDS = 3_000
PlainDocuments = Sequence[Any]


@dataclass
class State:
    """Documents of both sides with the visitor's choices. All of it fits in an address."""

    task: Task
    references: PlainDocuments
    systems: dict[str, PlainDocuments]
    words: Mapping[str, Any] = field(default_factory=dict)
    """Words, token ids with words, or a text with character ids, by document."""
    counted: str = ""
    scorer: str = ""
    own: str = ""
    """The signature of a scorer of the visitor's own."""
    system: str = ""
    gold: str = ""
    """The name of the file of references."""
    document: int | None = None
    is_as_written: bool = False
    """Whether texts have no position in their document, so that only measures of texts can score them."""
    notes: list[str] = field(default_factory=list)
    """Notes of the reader of the files."""

    @classmethod
    def of(cls, request: Mapping[str, Any]) -> State:
        """Return the state of a request of the page.

        Raises:
            InputError: for values that the page never sends.
        """
        name = request.get("task")
        systems, words = (request.get(key) or {} for key in ("systems", "words"))
        if name not in ITEMS or not isinstance(systems, dict) or not isinstance(words, dict) or not systems:
            wanted, got = "a task, references, and systems by name", Description("something else")
            raise InputError(("request",), wanted=wanted, got=got)
        return cls(TASKS[name], request.get("references") or [], systems, words, **chosen(request)).checked()

    def checked(self) -> State:
        """Return the state with its predictions and references paired and checked.

        Raises:
            InputError: with side and place, for documents that cannot be scored.
        """
        check_systems(self.systems)
        references, pairing_notes = self.references, list[str]()
        read = documents_of(self.task.references, self.references, "references")
        for name, documents in self.systems.items():
            system = documents_of(self.task.predictions, documents, "predictions")
            self.systems[name], references, notes = pair_documents(system, read, self.task.predictions)
            pairing_notes += notes
        if self.task.name in TRIGGERS:
            references = [self._with_tokens(document, len(references)) for document in plain_documents(references)]
        self.references = plain_documents(references)
        for name, system in self.systems.items():
            self.is_as_written |= self.task.check_before_options(system, references)[1].as_written
            self.systems[name] = plain_documents(system)
            check_work(self.systems[name], self.references)
        self.notes += list(dict.fromkeys(pairing_notes))
        return self

    def _with_tokens(self, document: Mapping[str, Any], documents: int) -> Mapping[str, Any]:
        words = words_of(document, self.words, documents)
        if document.get("tokens") or document.get("text") or words is None or isinstance(words, tuple):
            return document
        return {**document, "text" if isinstance(words, str) else "tokens": words}

    @property
    def shown_system(self) -> str:
        """The system whose marks are shown."""
        return self.system if self.system in self.systems else next(iter(self.systems))

    def view(self, row: int) -> dict[str, Any]:
        """Return the drawing of a document and of the shown system's prediction, or why it is not drawn."""
        documents = (self.references[row], self.systems[self.shown_system][row])
        name = ITEMS[self.task.name]
        if max(len(document.get(name) or ()) for document in documents) > MAX_DRAWN_ITEMS:
            return {"kind": "none", "why": f"More than {MAX_DRAWN_ITEMS} {name} on a side are not drawn."}
        words = words_of(documents[0], self.words, len(self.references))
        (system,), (reference,) = placed(self.task, [documents[1]], [documents[0]])
        drawn = view(self.task.name, [*map(Side, SIDES, (reference, system))], words, self.is_as_written)
        if len(drawn.get("words", ())) > MAX_DRAWN_WORDS:
            return {"kind": "none", "why": f"A text of more than {MAX_DRAWN_WORDS:,} words is not drawn."}
        return drawn

    @property
    def has_references(self) -> bool:
        """Whether anything is marked as right: without it nothing can be scored."""
        return any(document.get(ITEMS[self.task.name]) or document.get("ere") for document in self.references)

    @property
    def strip_name(self) -> str:
        """The chosen strip, if the documents allow it, otherwise the first."""
        return self.counted if self.counted in self.choices else self.choices[0]

    @property
    def strip(self) -> Strip:
        """The strip of the counted items, with its scorers."""
        return STRIPS[self.strip_name]

    @cached_property
    def choices(self) -> list[str]:
        """The strips that these documents have data for."""
        items = [item for document in self.references for item in document.get(ITEMS[self.task.name]) or ()]
        held = {name for part in (*items, *self.references) for name, value in part.items() if value}
        return [name for name in STRIPS_OF[self.task.name] if not STRIPS[name].needs or STRIPS[name].needs & held]


def chosen(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the visitor's choices in a request."""
    row = request.get("document")
    texts = {name: str(request.get(name) or "") for name in ("counted", "scorer", "system", "own", "gold")}
    return texts | {"document": row if isinstance(row, int) else None}


def plain_documents(side: Any) -> list[dict[str, Any]]:
    """Return documents as plain dicts without null values."""
    rows = side.to_pylist() if hasattr(side, "to_pylist") else side
    rows = [Documents([row]).as_dicts()[0] if isinstance(row, msgspec.Struct) else row for row in rows]
    return [without_nulls(dict(document)) if isinstance(document, Mapping) else document for document in rows]


def placed(task: Task, predictions: Sequence[Any], references: Sequence[Any]) -> Iterator[list[dict[str, Any]]]:
    """Return both sides for drawing, with a place for each text. Scores are of the texts as they were given."""
    return map(plain_documents, task.check_before_options(predictions, references))


def in_form(
    predictions: list[Any], references: list[Any], task: Task, target: Task, words: Mapping[str, Any]
) -> tuple[list[Any], list[Any]]:
    """Return both sides in the format of another task, so that scorers of nuggets and scorers of triggers take them.

    Raises:
        InputError: if they cannot be converted, with the reason.
    """
    if task is target or (task.name in TRIGGERS and target.name in TRIGGERS):
        return predictions, references
    if task.name in TRIGGERS and target.name == "nuggets":
        predictions, references = placed(task, predictions, references)
        tokens = [document.get("tokens") or () for document in references]
        return [*map(as_nuggets, predictions, tokens)], [*map(as_nuggets, references, tokens)]
    if task.name == "nuggets" and target.name in TRIGGERS:
        if not all(mention["token_ids"] for one in (*predictions, *references) for mention in one["mentions"]):
            raise InputError(says="takes events that have words, and here are some without")
        known = [words_of(document, words, len(references)) for document in references]
        token_fields = [{"tokens": tokens} if isinstance(tokens, list) else {} for tokens in known]
        events = events_from_nuggets(references)
        return events_from_nuggets(predictions), [one | more for one, more in zip(events, token_fields, strict=True)]
    raise InputError(says=f"documents of {task.name} are not documents of {target.name}")


def as_nuggets(document: Mapping[str, Any], tokens: Any) -> dict[str, Any]:
    """Return the triggers of a document as nuggets. One outside the text has no words and matches nothing.

    Examples:
        >>> as_nuggets({"events": [{"trigger": {"text": "fell"}, "type": "Fall"}]}, ["Rain", "fell"])
        {'mentions': [{'token_ids': [1], 'type': 'Fall'}]}
    """
    places = spans_of(document, tokens)
    spans = [places.get((number, -1), (0, 0)) for number in range(len(document.get("events") or ()))]
    types = [event["type"] for event in document.get("events") or ()]
    mentions = [{"token_ids": [*range(*span)], "type": type_} for span, type_ in zip(spans, types, strict=True)]
    return named_as([{"mentions": mentions}], [document.get("doc_id")])[0]
