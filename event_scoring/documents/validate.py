"""Documents in any form as typed documents, and all problems of values that do not have the form of a schema.

Plain documents are converted at once. Only where that fails, `problems(kind, value, path)` yields all problems of a
value in order, and `plain` returns it as dicts, lists, strings and numbers of Python.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, partial
from itertools import chain, islice
from math import isfinite
from numbers import Integral
from operator import itemgetter
from typing import Any

import msgspec
import pyarrow as pa

from event_scoring.documents.errors import Description, InputError, Path, did_you_mean, first_names, quoted
from event_scoring.documents.foreign import as_list, as_scalar, how_to_convert, names_document
from event_scoring.documents.schema import (
    JSON_FIELD,
    MAX_INTEGER,
    MIN_INTEGER,
    Integer,
    Kind,
    ListOf,
    Nested,
    Number,
    Record,
    Text,
    Truth,
)
from event_scoring.documents.unicode_text import is_unicode

Test = Callable[[list[Any]], bool]
"""Whether values are plain and correct."""


@cache
def all_right(kind: Kind) -> Test:
    """Return a test of values of a kind that has no type; it goes field by field, which is fast.

    Examples:
        >>> are_right = all_right(ListOf(Integer()))
        >>> are_right([[1], [2, 3]]), are_right([[1], ["2"]])
        (True, False)
    """
    if isinstance(kind, Record):
        return _right_records(kind)
    if isinstance(kind, ListOf):
        test, length = all_right(kind.item), kind.length
        return lambda values: (
            _LIST.issuperset(map(type, values))
            and (length is None or {length}.issuperset(map(len, values)))
            and test([*chain.from_iterable(values)])
        )
    if isinstance(kind, Text):
        return partial(_right_texts, frozenset(kind.choices))
    if isinstance(kind, Truth):
        return lambda values: _TRUTH.issuperset(map(type, values))
    return _right_integers if isinstance(kind, Integer) else _right_numbers


_TEXT, _INTEGER, _NUMBER, _TRUTH, _LIST, _DICT = ({one} for one in (str, int, float, bool, list, dict))


def _right_texts(choices: frozenset[str], values: list[Any]) -> bool:
    if not _TEXT.issuperset(map(type, values)):
        return False
    return choices.issuperset(values) if choices else (together := "".join(values)).isascii() or is_unicode(together)


def _right_integers(values: list[Any]) -> bool:
    if not _INTEGER.issuperset(map(type, values)):
        return False
    return not values or MIN_INTEGER <= min(values) <= max(values) <= MAX_INTEGER


def _right_numbers(values: list[Any]) -> bool:
    return _NUMBER.issuperset(map(type, values)) and all(map(isfinite, values))


def _right_records(kind: Record) -> Test:
    needed = [(itemgetter(field.name), all_right(field.kind)) for field in kind.fields if field.required]
    optional = [(field.name, all_right(field.kind)) for field in kind.fields if not field.required]
    names = frozenset(kind.names)

    def right_records(values: list[Any]) -> bool:
        if not _DICT.issuperset(map(type, values)):
            return False
        try:
            for of_field, test in needed:
                if not test([*map(of_field, values)]):
                    return False
        except KeyError:
            return False
        if sum(map(len, values)) == len(needed) * len(values):
            return True
        given = set(chain.from_iterable(values))
        for name, test in optional:
            if name in given and not test([item for value in values if (item := value.get(name)) is not None]):
                return False
        return names.issuperset(given)  # `plain` leaves out undeclared fields that are allowed

    return right_records


def problems(kind: Kind, value: object, path: Path, required: bool = True) -> Iterator[InputError]:
    """Yield all problems of a value and of the values in it, in order.

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
    if isinstance(kind, Nested):
        yield from _nested_problems(kind, value, path)
    elif isinstance(kind, Record):
        yield from _record_problems(kind, value, path)
    elif isinstance(kind, ListOf):
        yield from _list_problems(kind, value, path)
    else:
        yield from _leaf_problems(kind, value, path)


def _record_problems(kind: Record, value: object, path: Path) -> Iterator[InputError]:
    if not isinstance(value, Mapping):
        bare = _bare_field(kind, value)
        if bare:
            yield from problems(kind.field(bare).kind, value, path)
            return
        wanted = f"a dict or a list of {kind.bare}" if kind.bare else "a dict"
        wanted = _EVENTS if isinstance(value, str) and "events" in kind.names else wanted
        yield InputError(path, wanted=wanted, got=value, hint=_instead_of_dict(kind, value))
        return
    if "events" in kind.names and "answer" in value and "events" not in value:
        yield InputError(path, wanted=_EVENTS, got=value, hint=_ANSWERS)
        return
    declared = set(kind.names)  # found by hash, because the == of some keys, such as pandas.NA, does not give a boolean
    unknown = [key for key in value if key not in declared]
    misspelt = set()
    for field in kind.fields:
        if field.required and field.name not in value:
            of_documents = "give its values, which are documents" if _are_documents(value) else ""
            of_documents = of_documents or _of_an_item(field.kind, value)
            near = did_you_mean(field.name, [key for key in unknown if isinstance(key, str)])
            misspelt |= {key for key in unknown if isinstance(key, str) and did_you_mean(field.name, [key])}
            hint = of_documents or _by_characters(declared, value) or near.replace("did you mean", "is it misspelt as")
            yield missing_key(path, field.name, value, hint)
    for key in unknown:
        if not kind.extra and key not in misspelt:
            yield unknown_key(path, key, kind, _by_characters(declared, value))
    for field in kind.fields:
        if field.name in value:
            yield from problems(field.kind, value[field.name], (*path, field.name), field.required)


def _of_an_item(kind: Kind, record: Mapping[object, object]) -> str:
    """Return a hint for a record that has the required keys of the items of its missing list, as table rows have."""
    item = kind.item if isinstance(kind, ListOf) else None
    if not isinstance(item, Record) or not item.needed or not item.needed <= record.keys():
        return ""
    return "this is an item of the list; group such rows by document"


def _are_documents(record: Mapping[object, object]) -> bool:
    """Whether a record has a document under each of its keys."""
    return bool(record) and all(map(names_document, record.values()))


def _bare_field(kind: Record, value: object) -> str | None:
    """Return the field that a bare list or text is read as, if the record needs no other field."""
    bare = kind.bare_text if isinstance(value, str) else kind.bare if as_list(value) is not None else None
    return bare if bare and kind.needed <= {bare} else None


def _list_problems(kind: ListOf, value: object, path: Path) -> Iterator[InputError]:
    items = _items(kind, value)
    if items is None:
        yield InputError(path, wanted=kind.wanted, got=value, hint=_instead_of_list(kind, value))
        return
    if kind.length is not None and len(items) != kind.length:
        yield InputError(path, wanted=kind.wanted, got=Description(f"{len(items)} of them"))
    for place, item in enumerate(items):
        yield from problems(kind.item, item, (*path, place))


def _items(kind: ListOf, value: object) -> Sequence[object] | None:
    """Return the items of what counts as a list, or None."""
    if kind.takes_sets and isinstance(value, Set):
        # Sorted, because the order of a set of numpy integers may differ between runs.
        return sorted(value) if all(isinstance(item, Integral) for item in value) else [*value]
    return as_list(value)


def _nested_problems(kind: Nested, value: object, path: Path) -> Iterator[InputError]:
    """Yield the problems of a nested value; JSON text is accepted in its place, as Arrow stores it."""
    try:
        value = _as_nested(value)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError):
        yield InputError(path, wanted=kind.wanted, got=value)
        return
    yield from kind.problems(value, path)


def _as_nested(value: Any) -> Any:
    """Return a nested value, parsed from JSON if it comes from Arrow."""
    is_json = isinstance(value, dict) and [*value] == [JSON_FIELD] and isinstance(value[JSON_FIELD], str)
    return json.loads(value[JSON_FIELD]) if is_json else value


_TYPES: dict[type, Any] = {Text: str, Integer: int, Number: int | float, Truth: bool}


def _leaf_problems(kind: Kind, value: object, path: Path) -> Iterator[InputError]:
    leaf = _plain_leaf(value)
    if not isinstance(leaf, _TYPES[type(kind)]) or isinstance(leaf, bool) != isinstance(kind, Truth):
        yield InputError(
            path, wanted=kind.wanted, got=leaf, hint=_MISSING if isinstance(leaf, float) and leaf != leaf else ""
        )
    elif isinstance(kind, Integer) and not MIN_INTEGER <= leaf <= MAX_INTEGER:
        yield InputError(path, wanted=f"{kind.wanted} that fits in 64 bits", got=value)
    elif isinstance(kind, Number) and not _is_finite(leaf):
        yield InputError(path, wanted=kind.wanted, got=leaf)
    elif isinstance(kind, Text) and not is_unicode(leaf):
        yield InputError(path, wanted=f"{kind.wanted} of valid Unicode text", got=value)
    elif isinstance(kind, Text) and kind.choices and leaf not in kind.choices:
        yield InputError(path, wanted=kind.wanted, got=leaf)


def _is_finite(number: Any) -> bool:
    try:
        return isfinite(number)
    except OverflowError:
        return False


def _plain_leaf(value: Any) -> Any:
    """Return the value of a numpy scalar; a subclass of strings or integers such as an Enum becomes its value."""
    if isinstance(value, str):
        return str.__str__(value)
    leaf = as_scalar(value)
    return int.__int__(leaf) if isinstance(leaf, int) and not isinstance(leaf, bool) else leaf


def plain(kind: Kind, value: object) -> object:
    """Return a value without problems as dicts, lists, strings and numbers of Python, without undeclared fields.

    Examples:
        >>> import numpy as np
        >>> plain(ListOf(Integer()), np.array([3, 4]))
        [3, 4]
    """
    if isinstance(kind, Nested):
        return _as_nested(value)
    if value is None:
        return None
    if isinstance(value, pa.Scalar):
        value = value.as_py()
    if isinstance(kind, Record):
        if not isinstance(value, Mapping):
            value = {_bare_field(kind, value): value}
        return {field.name: plain(field.kind, value[field.name]) for field in kind.fields if field.name in value}
    if isinstance(kind, ListOf):
        return [plain(kind.item, item) for item in _items(kind, value) or ()]
    leaf = _plain_leaf(value)
    return float(leaf) if isinstance(kind, Number) else leaf


def plain_documents(kind: Kind, documents: Sequence[object], side: str, first: int = 0) -> list[object]:
    """Return documents as `plain` does, typed if they have a type; raise `InputError` at the first problem.

    Documents that are plain already are not copied, but converted at once. The first of them has the row ``first``.
    """
    bare = kind.bare if isinstance(kind, Record) and kind.needed <= {kind.bare} else None
    given = [{bare: one} if type(one) is list else one for one in documents] if bare else documents
    has_type = isinstance(kind, Record) and kind.struct is not None
    if not has_type and all_right(kind)([*given]):  # values without a type are tested together, which is faster
        return [*given]
    found = []
    for row, document in enumerate(given):
        try:
            found.append(converted(kind, document))
        except NOT_PLAIN:
            for problem in problems(kind, documents[row], (side, first + row)):
                raise problem from None
            found.append(converted(kind, plain(kind, document)))
    return found


def converted(kind: Kind, value: object) -> object:
    """Return a plain and correct value, typed if its kind has a type; raise one of `NOT_PLAIN` for any other value.

    Conversion alone would accept a numpy array as an empty dict, and a lone surrogate as text. The encoder refuses
    both. Both of them take a set for a list. What was just encoded is in the processor's cache when it is converted.
    """
    if not isinstance(kind, Record) or kind.struct is None:
        if not all_right(kind)([value]):
            raise TypeError("expected a plain value")
        return value
    _ENCODER.encode(value)
    document = msgspec.convert(value, kind.struct)
    if type(value) is dict and kind.struct.has_sets(value):  # typed documents hold no sets
        raise TypeError("expected no sets")
    return document


NOT_PLAIN = (msgspec.ValidationError, TypeError, ValueError, OverflowError, RecursionError)
"""The errors of `converted` for values other than plain dicts, lists, strings and numbers."""
_ENCODER = msgspec.msgpack.Encoder()


# ---- messages and hints ------------------------------------------------------------------------------

_EVENTS = 'a document, a dict with "events"'
_ANSWERS = "documents_from_texts reads answers of language models"
_OF_A_MODEL = (
    "label ids and logits of a model become nuggets by event_scoring.adapters: nuggets_from_labels takes labels "
    "(model.config.id2label), token_classification_metrics outputs of a Trainer"
)
_MISSING = "leave out keys of missing values, which pandas writes as NaN"


def _are_numbers(value: object) -> bool:
    """Whether a value is a number, or an array of numbers, as models give them."""
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    items = as_list(value) if not kind else None
    return isinstance(value, int | float) or kind in "iuf" * bool(kind) or bool(items and isinstance(items[0], float))


def missing_key(path: Path, name: str, found: Iterable[object], hint: str = "") -> InputError:
    """Return the error of a record without a required key."""
    keys = Description(", ".join(map(quoted, islice(found, 8))) or "no keys")
    return InputError(path, wanted=f'the key "{name}"', got=keys, hint=hint, says=f'missing key "{name}"; found {keys}')


def unknown_key(path: Path, key: object, kind: Record, hint: str = "") -> InputError:
    """Return the error of a record with an undeclared key."""
    known = "the keys are " + ", ".join(f'"{name}"' for name in kind.names)
    says = f"unknown key {quoted(key)}; {known}"
    # Found by hash, because the == of some keys does not give a boolean.
    if key in {"tokens", "text"}:
        other = "leave it out: words are for pipelines and reports"
    elif key in {"coreference", "assessment"}:
        other = "only references have this key: are the sides swapped?"
    else:
        other = ""
    return InputError(path, wanted=known, got=key, hint=hint or did_you_mean(key, kind.names) or other, says=says)


def hint_wrap_list(kind: Kind) -> str:
    """Return a hint for a list in place of a record whose only required field is a list."""
    needed = [field for field in kind.fields if field.required] if isinstance(kind, Record) else []
    if len(needed) != 1 or not isinstance(needed[0].kind, ListOf):
        return ""
    return f'write {{"{needed[0].name}": […]}}'


def _by_characters(declared: set[str], record: Mapping[object, object]) -> str:
    """Return a hint for spans in place of token ids, such as those that pipelines, GLiNER, Prodigy and spaCy write."""
    if "token_ids" in declared and "span" in record and "token_ids" not in record:
        return "token_ids are all tokens of the mention: list(range(start, end))"
    if "token_ids" not in declared or not {"start", "end"} <= record.keys():
        return ""
    if not {"entity", "entity_group"}.isdisjoint(record):
        return "event_scoring.adapters.nuggets_from_pipeline converts outputs of pipelines"
    return "event_scoring.adapters.nuggets_from_spans makes nuggets of spans by characters"


def _instead_of_list(kind: ListOf, value: object) -> str:
    """Return a hint for iterators, lists that are text, and a dict or nothing in place of a list."""
    if isinstance(value, Iterator | range):
        return how_to_convert(value)
    if isinstance(value, str) and value.lstrip().startswith("["):
        return "json.loads(…) makes a list of it"
    item = kind.item
    if isinstance(value, Mapping) and isinstance(item, Record):
        names = sorted(item.names, key=lambda name: name not in item.needed)  # required ones first
        return f"write a list of dicts with keys such as {first_names(map(quoted, names[:3]))}"
    return "write [] for none" if value is None else ""


def _instead_of_dict(kind: Record, value: object) -> str:
    """Return a hint for unparsed JSON, labels such as B-Attack, bare spans, and lists in place of dicts."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        return "json.loads(…) makes a dict of it"
    if isinstance(value, str) and "events" in kind.names:
        return _ANSWERS
    if isinstance(value, str) and "token_ids" in kind.names:
        return (
            'event_scoring.adapters.nuggets_from_labels makes nuggets of labels; the configuration "bio" of '
            "event_nugget_metric and score_bio take lists of labels"
        )
    if "token_ids" in kind.names and _are_numbers(value):
        return _OF_A_MODEL
    if isinstance(value, list | tuple) and [*map(type, value)] == [int, int] and "span" in kind.names:
        return f'write {{"span": {quoted(list(value))}}}'
    if isinstance(value, list | tuple) and "role" in kind.names:
        return 'write {"role": …, "span": [start, end]}, or "text" in place of "span"'
    return "" if as_list(value) is None else hint_wrap_list(kind)
