"""Every place of one document that is not what its description says, found by the checks that refuse the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from event_scoring.documents.checking import check_documents
from event_scoring.documents.errors import InputError, suggestion
from event_scoring.documents.schema import Kind, ListOf, Record, Truth


def form_problems(kind: Kind, value: Any, place: str = "document") -> list[str]:
    """What is wrong with a value and with everything in it, each in a sentence; nothing where it is right.

    What the checks refuse is taken apart, and each part is checked by itself.

    Examples:
        >>> from event_scoring.documents.schema import Field, Integer, Text
        >>> kind = Record((Field("name", Text()), Field("tokens", ListOf(Integer("token id")))))
        >>> for sentence in form_problems(kind, {"nome": "a", "tokens": [1.5, 2, "3"]}):
        ...     print(sentence)
        document: missing key "name"; found 'nome', 'tokens'; is it misspelt as "nome"?
        document["tokens"][0]: expected an integer token id, got 1.5 (float)
        document["tokens"][2]: expected an integer token id, got '3' (str)
    """
    sentence = _refusal(kind, value, place)
    if not sentence:
        return []
    parts: list[str] = []
    if isinstance(kind, Record) and kind.bare and isinstance(value, list):
        parts = form_problems(kind.field(kind.bare).kind, value, place)
    elif isinstance(kind, Record) and isinstance(value, Mapping):
        parts = _key_problems(kind, value, place)
        for field in kind.fields:
            given = value.get(field.name)
            if field.name in value and (field.required or given is not None):
                parts += form_problems(field.kind, given, f'{place}["{field.name}"]')
    elif isinstance(kind, ListOf) and isinstance(value, list):
        for index in failing(kind.item, value):
            parts += form_problems(kind.item, value[index], f"{place}[{index}]")
        of_length = _refusal(replace(kind, item=Truth()), [True] * len(value), place)
        parts += [of_length] if of_length else []
    return parts or [sentence]


def failing(kind: Kind, values: Sequence[Any], first: int = 0) -> list[int]:
    """The places of the values that are not of a kind, found by halving.

    Examples:
        >>> from event_scoring.documents.schema import Text
        >>> failing(Text(), ["a", 1, "b", None])
        [1, 3]
    """
    if not _refusal(ListOf(kind), values, ""):
        return []
    if len(values) == 1:
        return [first]
    middle = len(values) // 2
    return failing(kind, values[:middle], first) + failing(kind, values[middle:], first + middle)


def _refusal(kind: Kind, value: Any, place: str) -> str:
    """The sentence with which a value is refused; empty where it is not."""
    try:
        check_documents(kind, [value], place, locate=lambda _: place)
    except InputError as error:
        return str(error)
    return ""


def _key_problems(kind: Record, value: Mapping[Any, Any], place: str) -> list[str]:
    """Keys that are missing, and keys that nobody knows, but for those that are a missing one misspelt."""
    names = [field.name for field in kind.fields]
    lacking = [field for field in kind.fields if field.required and field.name not in value]
    unknown = [] if kind.extra else [key for key in value if key not in names]
    meant = [key for key in unknown if isinstance(key, str) and any(suggestion(field.name, [key]) for field in lacking)]
    free = {name: replace(kind.field(name), required=False) for name in names}
    found = []
    for field in lacking:
        fields = tuple(field if name == field.name else free[name] for name in names)
        found.append(_refusal(Record(fields), value, place))
    found += [_refusal(Record(tuple(free.values())), {key: None}, place) for key in unknown if key not in meant]
    return found
