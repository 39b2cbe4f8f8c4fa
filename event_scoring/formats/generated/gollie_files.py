"""Read JSON Lines of GoLLIE: prompts with labels (`TASK.test.jsonl`), and answers (`TASK.predictions.jsonl`)."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from event_scoring.documents.errors import Description
from event_scoring.formats.corpora.foreign_record import ForeignRecord
from event_scoring.formats.corpora.submissions import Gold
from event_scoring.formats.generated.generated_answers import read_generated, with_sentence
from event_scoring.formats.language_models.forms.python_values import UnreadableCodeError, parse_code

_KEYS = frozenset({"labels", "text", "unlabelled_sentence"})
"""The keys of GoLLIE's data that are read."""
_OTHER_REFERENCES = (
    'answers about other data are given as lines of {"doc_id": …, "answer": …}; with --form gollie they are read as '
    "GoLLIE does"
)
_TRIGGER = "mention"
"""The field of each class of events that holds the trigger; the other fields are roles."""


def from_gollie(foreign: ForeignRecord) -> dict[str, Any]:
    """Return the labels of a prompt, as events of its sentence."""
    record = foreign.record
    labels, where = foreign.get(record, "labels", str), ("document", "labels")
    sentence = foreign.get(record, "unlabelled_sentence", str)
    document = read_generated(foreign, labels, where, "gollie", is_reference=True, schema=event_classes(foreign))
    return with_sentence(document, sentence, is_reference=True)


def from_gollie_prediction(foreign: ForeignRecord, gold: Gold) -> dict[str, Any]:
    """Return the document of the answer to the prompt in the same line of the references.

    The schema consists of the classes of all prompts, because the published reader knows all classes of the task.
    """
    answer, where = foreign.get(foreign.record, "model_prediction", str), ("document", "model_prediction")
    if foreign.row >= len(gold.rows):
        wanted = f"no more answers than the {len(gold.rows)} prompts of {gold.file}"
        got = Description(f"answer {foreign.row + 1}")
        raise foreign.error(where, wanted=wanted, got=got, hint="answers belong to the prompts line by line")
    prompt = gold.rows[foreign.row].record
    if not isinstance(prompt, Mapping) or not set(prompt) >= _KEYS:
        wanted = f"GoLLIE's data as references, whose prompts define the classes ({', '.join(sorted(_KEYS))})"
        got = Description(f"other records in {gold.file}")
        raise foreign.error(("document",), wanted=wanted, got=got, hint=_OTHER_REFERENCES)
    return read_generated(foreign, answer, where, "gollie", is_reference=False, schema=gold.event_classes)


def event_classes(foreign: ForeignRecord) -> dict[str, list[str]]:
    r"""Return the roles of each class of events that a prompt defines, in their order.

    Examples:
        >>> prompt = "@dataclass\nclass Die(Event):\n    mention: str\n    victim: List[str]\n"
        >>> event_classes(ForeignRecord("ACE05_EAE.test.jsonl", 1, {"text": prompt}))
        {'Die': ['victim']}
    """
    prompt = foreign.get(foreign.record, "text", str)
    try:
        statements = parse_code(prompt).body
    except UnreadableCodeError as error:
        wanted = "a prompt of Python classes, which define the events"
        raise foreign.error(("document", "text"), wanted=wanted, got=prompt, hint=str(error)) from None
    classes = {}
    for statement in statements:
        if isinstance(statement, ast.ClassDef):
            fields = [
                field.target.id
                for field in statement.body
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
            ]
            if _TRIGGER in fields:
                classes[statement.name] = [field for field in fields if field != _TRIGGER]
    if not classes:
        wanted, hint = f'classes of events, with the field "{_TRIGGER}"', "is it a prompt of another task?"
        raise foreign.error(("document", "text"), wanted=wanted, got=prompt, hint=hint)
    return classes
