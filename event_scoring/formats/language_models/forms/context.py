"""Inputs of a form in addition to the answer: schema, sentence, tokens, and the event named by the prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.documents.answer_texts import LEFT_OUT
from event_scoring.documents.errors import Description, InputError
from event_scoring.formats.language_models.answers import ParsedAnswer

NO_TEXT = ""
"""Text of a trigger or an argument that the answer leaves out, and of values that are not texts."""
MAX_SHOWN = 50
"""Characters of an answer that a reason quotes."""


@dataclass(frozen=True, slots=True)
class FormContext:
    """The inputs of one answer."""

    types: frozenset[str] | None = None
    """The types of the schema; None reads all types."""
    entity_types: frozenset[str] = frozenset()
    roles: frozenset[str] | None = None
    schema: Mapping[str, Sequence[str]] | None = None
    task: str = ""
    row: int = 0
    sentence: str | None = None
    tokens: Sequence[str] | None = None
    given: Mapping[str, Any] | None = None

    def require_sentence(self, why: str) -> str:
        """Return the sentence of the answer.

        Raises:
            InputError: if it was not given.
        """
        if self.sentence is None:
            hint = "give sentences=, or tokens= where the sentence is its tokens joined by a space"
            wanted = f"the sentence of texts[{self.row}], {why}"
            raise InputError(("sentences",), wanted=wanted, got=Description("none"), hint=hint)
        return self.sentence


def make_event(event_type: str, trigger: str, arguments: list[dict[str, Any]]) -> dict[str, Any]:
    """Return an event whose trigger is a text."""
    return {"type": event_type, "trigger": {"text": trigger}, "arguments": arguments}


def leave_out(read: ParsedAnswer, kind: str, why: str, label: str = "") -> None:
    """Note that an event or an argument of an answer was left out.

    Examples:
        >>> read = ParsedAnswer()
        >>> leave_out(read, "event", "the type is not in the schema", "Raid")
        >>> read.repaired
        ['event left out: the type is not in the schema, Raid']
    """
    shown = f", {label[:MAX_SHOWN]}" if label else ""
    read.repaired.append(f"{kind} {LEFT_OUT}: {why}{shown}")
