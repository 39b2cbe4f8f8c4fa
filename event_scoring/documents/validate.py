"""One walk of a schema: a quick yes for values that are right, and for the others all that is wrong, with its place.

`right(kind)` is a quick test of one value. `problems(kind, value, path)` is everything that is wrong with it, the
first thing first. `plain` gives the value in dicts, lists, strings and numbers of Python, whatever it came in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from math import isfinite
from typing import Any

import pyarrow as pa

from event_scoring.documents.errors import InputError, Path, Words, did_you_mean, quoted
from event_scoring.documents.foreign import as_list, as_scalar, conversion
from event_scoring.documents.schema import Integer, Kind, ListOf, Number, Record, Text, Truth

Test = Callable[[Any], bool]

MAX_INTEGER = 2**63 - 1


@cache
def right(kind: Kind) -> Test:
    """A quick test of one value: True where it is plain and right, so that its problems need not be looked for.

    Examples:
        >>> is_right = right(ListOf(Integer()))
        >>> is_right([1, 2]), is_right([1, "2"])
        (True, False)
    """
    if isinstance(kind, Record):
        return _right_record(kind)
    if isinstance(kind, ListOf):
        return _right_list(kind)
    if isinstance(kind, Text):
        choices = frozenset(kind.choices)
        return (lambda value: type(value) is str and value in choices) if choices else _right_text
    return {Integer: _right_integer, Number: _right_number, Truth: _right_truth}[type(kind)]


def _right_text(value: Any) -> bool:
    return type(value) is str and (value.isascii() or _is_unicode(value))


def _right_integer(value: Any) -> bool:
    return type(value) is int and -MAX_INTEGER <= value <= MAX_INTEGER


def _right_number(value: Any) -> bool:
    return type(value) is float and isfinite(value)


def _right_truth(value: Any) -> bool:
    return type(value) is bool


def _right_record(kind: Record) -> Test:
    tests = {field.name: (right(field.kind), field.required) for field in kind.fields}
    needed = kind.needed

    def right_record(value: Any) -> bool:
        if type(value) is not dict or not needed <= value.keys():
            return False
        for key, item in value.items():
            if key not in tests:
                return False  # what may be there undeclared is left out by `plain`
            test, required = tests[key]
            if not test(item) and (required or item is not None):
                return False
        return True

    return right_record


def _right_list(kind: ListOf) -> Test:
    test, length = right(kind.item), kind.length

    def right_list(value: Any) -> bool:
        return type(value) is list and (length is None or len(value) == length) and all(map(test, value))

    def right_integers(value: Any) -> bool:
        """All at once: lists of integers are long."""
        if type(value) is not list or (length is not None and len(value) != length):
            return False
        return not value or (set(map(type, value)) == {int} and -MAX_INTEGER <= min(value) <= max(value) <= MAX_INTEGER)

    return right_integers if isinstance(kind.item, Integer) else right_list


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a character
        return False
    return True


def problems(kind: Kind, value: Any, path: Path, required: bool = True) -> Iterator[InputError]:
    """Everything that is wrong with a value and with everything in it, the first thing first.

    Examples:
        >>> for problem in problems(ListOf(Integer()), [1, "2", 3.5], ("ids",)):
        ...     print(problem)
        ids[1]: expected an integer, got '2' (str)
        ids[2]: expected an integer, got 3.5 (float)
    """
    if value is None and not required:
        return
    if isinstance(value, pa.Scalar):
        value = value.as_py()
    if isinstance(kind, Record):
        yield from _record_problems(kind, value, path)
    elif isinstance(kind, ListOf):
        yield from _list_problems(kind, value, path)
    else:
        yield from _leaf_problems(kind, value, path)


def _record_problems(kind: Record, value: Any, path: Path) -> Iterator[InputError]:
    if not isinstance(value, Mapping):
        if kind.bare and as_list(value) is not None:
            yield from problems(kind.field(kind.bare).kind, value, path)
            return
        wanted = f"a dict or a list of {kind.bare}" if kind.bare else "a dict"
        yield InputError(path, wanted=wanted, got=value, hint=_instead_of_dict(kind, value))
        return
    declared = set(kind.names)  # found by hash: the == of some keys, such as pandas.NA, is no truth value
    unknown = [key for key in value if key not in declared]
    misspelt = set()
    for field in kind.fields:
        if field.required and field.name not in value:
            near = did_you_mean(field.name, [key for key in unknown if isinstance(key, str)])
            misspelt |= {key for key in unknown if isinstance(key, str) and did_you_mean(field.name, [key])}
            hint = _by_characters(declared, value) or near.replace("did you mean", "is it misspelt as")
            yield missing_key(path, field.name, value, hint)
    for key in unknown:
        if not kind.extra and key not in misspelt:
            yield unknown_key(path, key, kind, _by_characters(declared, value))
    for field in kind.fields:
        if field.name in value:
            yield from problems(field.kind, value[field.name], (*path, field.name), field.required)


def _list_problems(kind: ListOf, value: Any, path: Path) -> Iterator[InputError]:
    items = as_list(value)
    if items is None:
        hint = conversion(value) if isinstance(value, Iterator) else ""
        yield InputError(path, wanted=kind.wanted, got=value, hint=hint)
        return
    if kind.length is not None and len(items) != kind.length:
        yield InputError(path, wanted=kind.wanted, got=Words(f"{len(items)} of them"))
    test = right(kind.item)
    for place, item in enumerate(items):
        if not test(item):
            yield from problems(kind.item, item, (*path, place))


_TYPES: dict[type, Any] = {Text: str, Integer: int, Number: int | float, Truth: bool}


def _leaf_problems(kind: Kind, value: Any, path: Path) -> Iterator[InputError]:
    leaf = _plain_leaf(value)
    if not isinstance(leaf, _TYPES[type(kind)]) or isinstance(leaf, bool) != isinstance(kind, Truth):
        yield InputError(path, wanted=kind.wanted, got=leaf)
    elif isinstance(kind, Integer) and not -MAX_INTEGER <= leaf <= MAX_INTEGER:
        yield InputError(path, wanted=f"{kind.wanted} that fits in 64 bits", got=value)
    elif isinstance(kind, Number) and not _is_finite(leaf):
        yield InputError(path, wanted=kind.wanted, got=leaf)
    elif isinstance(kind, Text) and not _is_unicode(leaf):
        yield InputError(path, wanted=f"{kind.wanted} of valid Unicode text", got=value)
    elif isinstance(kind, Text) and kind.choices and leaf not in kind.choices:
        yield InputError(path, wanted=kind.wanted, got=leaf)


def _is_finite(number: Any) -> bool:
    try:
        return isfinite(number)
    except OverflowError:
        return False


def _plain_leaf(value: Any) -> Any:
    """The value of a numpy scalar; a string is what it is, not what a subclass such as an Enum prints."""
    return str.__str__(value) if isinstance(value, str) else as_scalar(value)


def plain(kind: Kind, value: Any) -> Any:
    """A value without problems in dicts, lists, strings and numbers of Python; what is not declared is left out.

    Examples:
        >>> import numpy as np
        >>> plain(ListOf(Integer()), np.array([3, 4]))
        [3, 4]
    """
    if value is None or right(kind)(value):
        return value
    if isinstance(value, pa.Scalar):
        value = value.as_py()
    if isinstance(kind, Record):
        if not isinstance(value, Mapping):
            value = {kind.bare: value}
        return {field.name: plain(field.kind, value[field.name]) for field in kind.fields if field.name in value}
    if isinstance(kind, ListOf):
        return [plain(kind.item, item) for item in as_list(value) or ()]
    leaf = _plain_leaf(value)
    return float(leaf) if isinstance(kind, Number) else leaf


def plain_documents(kind: Kind, documents: Sequence[Any], side: str) -> list[Any]:
    """Documents as `plain` gives them, or an `InputError` at the first place of the first that is not right.

    Documents that are plain already are not copied.
    """
    test = right(kind)
    found = []
    for row, document in enumerate(documents):
        if not test(document):
            for problem in problems(kind, document, (side, row)):
                raise problem
            document = plain(kind, document)
        found.append(document)
    return found


# ---- words for what is wrong -------------------------------------------------------------------------


def missing_key(path: Path, name: str, found: Iterable[Any], hint: str = "") -> InputError:
    """The error of a record without a key that it needs."""
    keys = Words(", ".join(map(quoted, islice(found, 8))) or "no keys")
    return InputError(path, wanted=f'the key "{name}"', got=keys, hint=hint, says=f'missing key "{name}"; found {keys}')


def unknown_key(path: Path, key: object, kind: Record, hint: str = "") -> InputError:
    """The error of a record with a key that is not declared."""
    known = "the keys are " + ", ".join(f'"{name}"' for name in kind.names)
    says = f"unknown key {quoted(key)}; {known}"
    # Found by hash, for the == of some keys is no truth value.
    if key in {"tokens", "text"}:
        other = "leave it out: words are for pipelines and reports"
    elif key in {"coreference", "assessment"}:
        other = "only references say this: have the sides changed places?"
    else:
        other = ""
    return InputError(path, wanted=known, got=key, hint=hint or did_you_mean(key, kind.names) or other, says=says)


def hint_wrap_list(kind: Kind) -> str:
    """A hint for a list in the place of a record that needs nothing but one list."""
    needed = [field for field in kind.fields if field.required] if isinstance(kind, Record) else []
    if len(needed) != 1 or not isinstance(needed[0].kind, ListOf):
        return ""
    return f'write {{"{needed[0].name}": […]}}'


def _by_characters(declared: set[str], record: Mapping[Any, Any]) -> str:
    """A hint for spans of characters in the place of token ids, as pipelines, GLiNER, Prodigy and spaCy write them."""
    if "token_ids" not in declared or not {"start", "end"} <= record.keys():
        return ""
    if not {"entity", "entity_group"}.isdisjoint(record):
        return "event_scoring.adapters.nuggets_from_pipeline makes nuggets of what a pipeline returns"
    return "event_scoring.adapters.nuggets_from_spans makes nuggets of spans by characters"


def _instead_of_dict(kind: Record, value: object) -> str:
    """A hint for JSON that was not parsed, labels such as B-Attack in the place of nuggets, bare spans and lists."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        return "json.loads(…) makes a dict of it"
    if isinstance(value, str) and "token_ids" in kind.names:
        return "event_scoring.adapters.nuggets_from_labels makes nuggets of labels"
    if isinstance(value, list | tuple) and [*map(type, value)] == [int, int] and "span" in kind.names:
        return f'write {{"span": {quoted(list(value))}}}'
    return "" if as_list(value) is None else hint_wrap_list(kind)
