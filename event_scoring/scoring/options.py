"""Options: each is declared once, as a field of the frozen dataclass of its task.

The annotation of a field is the type of its values (``Literal["a", "b"]``, ``bool``, ``float``, ``int``, lists of
strings). Its metadata has their meaning. Checks, typed signatures and docstrings are made from these declarations. So
are the flags of the command line, the lists of the cards and the controls of the page.
"""

from __future__ import annotations

import inspect
import math
import re
import sys
import types
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, lru_cache, reduce
from operator import or_
from typing import Any, ClassVar, Literal, TypeVar, Union, cast, get_args, get_origin

from event_scoring.documents.errors import closest, counted, first_names, not_among, shown
from event_scoring.scoring.signature import fact_fields, presets_of, stated_choices

Options = TypeVar("Options", bound="TaskOptions")
Function = TypeVar("Function", bound=Callable[..., Any])


def _cached(function: Function) -> Function:
    """`functools.cache`, typed so that mypy accepts classes as arguments."""
    return cast(Function, cache(function))


MAX_SAMPLES = 1_000_000
"""Bootstrap samples of one call; a number with more zeros than that was not meant and would fill the memory."""


def option(default: Any, meaning: str, **details: Any) -> Any:
    """Declare a field of an options dataclass.

    Args:
        default: Its value if it is not given.
        meaning: Its meaning, in one sentence.
        **details: ``low`` and ``high`` (bounds of a number), ``check`` (makes the value, or raises a ValueError),
            ``annotation`` (its type for users, where it is another), ``per_document`` (it holds one value for each
            document: it is data), ``also`` (the words of published scorers for some of its choices, which a message
            answers with the choice), ``of_convention`` (measures differ in the default, so that a task says None),
            ``of_arguments`` (detection does not have it).
            Of flags: ``python_only`` (it has no text form, so it has no flag), ``of_file`` (it has a flag nevertheless,
            which names a file), ``structured`` (its flag takes JSON too), ``no_flag`` (it has a text form, but the
            command line does not offer it), ``dest`` (the name of its flag among the parsed ones, and its keyword
            beside an argument that has its name).
            Of signatures: ``stated_as`` (the name of its field, where it is another), ``state`` (makes the text of its
            value) and ``read`` (the value of its text), ``always_stated`` (even as the default), ``stated_apart`` (by
            other code), ``among`` (names of facts, each of which has a field).
    """
    return field(default=default, metadata={"meaning": meaning, **details})


@dataclass(frozen=True)
class Declared:
    """The declaration of one option."""

    name: str
    meaning: str
    default: object
    annotation: object
    kind: str
    """"choice", "flag", "number", "count", "names", "text", or "other"."""
    choices: tuple[str, ...]
    details: Mapping[str, Any]

    @property
    def optional(self) -> bool:
        """Whether None is a value of its own."""
        return self.default is None

    @property
    def keyword(self) -> str:
        """Its keyword beside an argument that has its name, and the name of its flag among the parsed ones."""
        return str(self.details.get("dest", self.name))

    def checked(self, value: Any, see: str = "") -> Any:
        """Return the value as the options keep it, or raise a ValueError; ``see`` is where all choices are listed."""
        details = self.details
        if value is None and self.optional:
            return None
        if "check" in details:
            return details["check"](self.name, value)
        if self.kind == "choice":
            check_choice(self.name, value, self.choices, see, details.get("also"))
        elif self.kind == "flag":
            check_flag(self.name, value)
        elif self.kind == "number":
            check_number(self.name, value, details.get("low", -math.inf), details.get("high", math.inf))
            return float(value)
        elif self.kind == "count" and isinstance(value, str) and self.choices:  # a number or a name
            check_choice(self.name, value, self.choices, see)
        elif self.kind == "count":
            check_count(self.name, value, details.get("low", 0), details.get("high"))
        elif self.kind == "names":
            return check_names(self.name, value)
        return value


@_cached
def declarations(kind: type[Any]) -> tuple[Declared, ...]:
    """Return the options of a task or measure in display order: its own first, then common ones.

    An option of several measures has the position that it has in the first of them.
    """
    found: dict[str, list[Declared]] = {}
    for part in kind.parts():
        for one in _fields_of(part):
            if kind.WITHOUT not in one.details and one not in found.setdefault(one.name, []):
                found[one.name].append(one)
    common = [one.name for one in fields(TaskOptions)]
    own = [name for name in found if name not in common]
    return tuple(_joined(found[name]) if kind.parts() != (kind,) else found[name][0] for name in (*own, *common))


@_cached
def _fields_of(kind: type[Any]) -> tuple[Declared, ...]:
    """Return the options that a class declares or inherits."""
    annotations = {name: found for one in reversed(kind.__mro__) for name, found in _own_annotations(one).items()}
    return tuple(
        _declared(one.name, annotations[one.name], one.default, one.metadata)
        for one in fields(kind)
        if one.name not in kind.FIXED
    )


@_cached
def _own_annotations(kind: type[Any]) -> dict[str, Any]:
    """Return the types of the fields that a class declares itself. `get_type_hints` evaluates inherited ones again."""
    return inspect.get_annotations(kind, eval_str=True)


def _joined(declared: Sequence[Declared]) -> Declared:
    """Return one declaration of an option that several measures declare, with the values of all of them."""
    first = declared[0]
    of_convention = "of_convention" in first.details
    if len(declared) == 1 and not of_convention:
        return first
    parts = [part for one in declared for part in _union_parts(one.annotation)]
    choices = dict.fromkeys(choice for part in parts if get_origin(part) is Literal for choice in get_args(part))
    kinds = dict.fromkeys(part for part in parts if get_origin(part) is not Literal)
    merged = [*kinds, *([Literal[tuple(choices)]] if choices else []), *([None] if of_convention else [])]
    details = {key: value for one in reversed(declared) for key, value in one.details.items()}
    details["meaning"] = " ".join(dict.fromkeys(one.meaning for one in declared))
    return _declared(first.name, reduce(or_, merged), None if of_convention else first.default, details)


@_cached
def per_document(kind: type[object]) -> tuple[str, ...]:
    """Return the options that hold one value per document and so are data."""
    return tuple(one.name for one in declarations(kind) if one.details.get("per_document"))


def _checked_options(kind: type[Options], given: Mapping[str, object]) -> Options:
    """Return the options from keywords, or raise for an unknown name or a wrong value."""
    import numpy as np  # not above: who asks only for the names of options waits for no arrays

    known = [one.name for one in declarations(kind)]
    others = {one.keyword: one.name for one in declarations(kind) if one.keyword != one.name}
    for other, name in others.items():
        if {name, other} <= given.keys():
            raise TypeError(f"{name} and {other} are the same option; give one of them")
    plain = {others.get(name, name): value for name, value in given.items()}
    for name, value in plain.items():
        if name not in known:
            raise TypeError(f'unknown option "{name}"{_known_options(name, known, kind.LISTED_BY)}')
        # Loops over seeds or levels give numpy scalars, and a member of an Enum of strings is one.
        if isinstance(value, np.generic | str):
            plain[name] = value.item() if isinstance(value, np.generic) else str.__str__(value)
    return kind.made(plain)


_CONSTANTS = frozenset({str, int, float, bool})
"""Immutable types. Options with only such values are made once and cached."""


@_cached
def _constant_options(kind: type[object]) -> frozenset[str]:
    """Return the names of options with immutable values. Texts are not among them: they may name a file to read."""
    return frozenset(one.name for one in declarations(kind) if one.kind in ("choice", "flag", "number", "count"))


@lru_cache(maxsize=128, typed=True)  # typed, because True, 1 and 1.0 are equal keys and not equally right values
def _cached_options(kind: type[Options], /, **given: object) -> Options:
    """Return the options from keywords whose values are constants; each set of them is checked once."""
    return _checked_options(kind, given)


def takes_options(kind: type[TaskOptions]) -> Callable[[Function], Function]:
    """Give a function that passes ``**options`` on the typed signature and the description of these options.

    Examples:
        >>> @takes_options(TaskOptions)
        ... def score(predictions: object, **options: Any) -> dict:
        ...     "Score documents."
        >>> list(inspect.signature(score).parameters)
        ['predictions', 'zero_division', 'confidence', 'resamples', 'seed', 'sampler']
    """

    def described(function: Function) -> Function:
        parameters = list(inspect.signature(function).parameters.values())[:-1]
        keywords = [
            inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=one.annotation)
            for one in declarations(kind)
        ]
        signature = inspect.Signature([*parameters, *keywords], return_annotation=dict[str, Any])
        function.__signature__ = signature  # type: ignore[attr-defined]
        if function.__doc__:
            meanings = "\n".join(f"    {one.name}: {one.meaning}" for one in declarations(kind))
            function.__doc__ = inspect.cleandoc(function.__doc__).replace("    **options: Each by its name.", meanings)
        return function

    return described


def check_zero_division(name: str, value: object) -> float:
    """Return the value of an undefined ratio: 0.0, 1.0, or nan for ``"nan"``; raise for other values."""
    if isinstance(value, str) and value == "nan":
        return math.nan
    if isinstance(value, int | float) and not isinstance(value, bool) and (value in (0, 1) or value != value):
        return float(value)
    raise ValueError(f'{name}: expected 0.0, 1.0 or "nan", got {shown(value)}')


NO_DOCUMENTS = "No document was scored, so the scores are meaningless."
"""The warning about an empty corpus."""
NOTHING_TO_SCORE = "Neither side has anything {}; zero_division makes their scores {:g}."
"""The warning about ratios without a denominator."""


def check_confidence(name: str, value: object) -> float:
    """Return a level strictly between 0 and 1; raise for other values."""
    check_number(name, value, 0, 1)
    if value in (0, 1):
        raise ValueError(f"{name}: expected a number between 0 and 1, got {value}")
    return float(value)  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True)
class TaskOptions:
    """The options that every task has; a base of those of each task."""

    zero_division: float = option(
        0.0,
        'The value of a ratio whose denominator is 0: 0.0, 1.0 or "nan".',
        check=check_zero_division,
        annotation=float | Literal["nan"],
    )
    confidence: float | None = option(
        None,
        "The level of confidence intervals, such as 0.95; by default no intervals are computed.",
        check=check_confidence,
    )
    resamples: int = option(1000, "The number of bootstrap samples for intervals.", low=1, high=MAX_SAMPLES)
    seed: int = option(0, "Seed of the random generator.", low=0, high=2**64 - 1)
    sampler: Literal["numpy", "java"] = option(
        "numpy",
        'The random generator that draws documents: numpy\'s, or that of the published ranking ("java").',
        no_flag=True,
    )

    DRAWN_FOR: ClassVar[tuple[str, ...]] = ("confidence",)
    """The options of which one must be given before samples are drawn."""
    LISTED_BY: ClassVar[str] = ""
    """The call that lists all options and their values, as messages name it: ``help(score_nuggets)``."""

    WITHOUT: ClassVar[str] = ""
    """The mark of options that a task of several measures does not have."""
    FIXED: ClassVar[frozenset[str]] = frozenset()
    """Names of fields that are not options."""

    def __post_init__(self) -> None:
        for one in declarations(type(self)):
            value = getattr(self, one.name)
            if value is not one.default:
                object.__setattr__(self, one.name, one.checked(value, self.LISTED_BY))

    @property
    def compares_texts(self) -> bool:
        """Whether texts are compared as they are written, so that nothing needs a place in its document."""
        return False

    @classmethod
    def parts(cls) -> Sequence[type[TaskOptions]]:
        """Return the classes that declare the options: those of each measure, if a task has several."""
        return (cls,)

    @classmethod
    def made(cls: type[Options], given: Mapping[str, Any]) -> Options:
        """Return the options from keywords with known names."""
        return cls(**given)

    @classmethod
    def of(cls: type[Options], given: Mapping[str, object]) -> Options:
        """Return the options that keywords give. Unknown names raise a TypeError, wrong values a ValueError."""
        known = _constant_options(cls)
        if all(value is None or (name in known and type(value) in _CONSTANTS) for name, value in given.items()):
            return _cached_options(cls, **given)  # type: ignore[arg-type, no-any-return]
        return _checked_options(cls, given)

    @cached_property
    def choices(self) -> dict[str, object]:
        """Options in the signature: the value of every option that changes a score, by name."""
        unstated = {*OF_SAMPLES, *per_document(type(self))}
        names = (one.name for one in declarations(type(self)))
        return {name: getattr(self, name) for name in names if name not in unstated}

    @cached_property
    def with_undefined_ratios(self: Options) -> Options:
        """A copy of the options with nan for undefined ratios, so that they differ from ratios of the usual value."""
        return replace(self, zero_division=math.nan)

    def sampling(self, drawn: str) -> dict[str, object]:
        """Return the fields of the signature that describe intervals; samples are drawn by "bootstrap" or "poisson"."""
        given = {name: getattr(self, name) for name in OF_DRAWING if name != "sampler" or drawn == "bootstrap"}
        others = {name: value for name, value in given.items() if value != getattr(TaskOptions, name)}
        return {"interval": f"{drawn}-percentile", "confidence": self.confidence, **others}

    def declared_facts(self) -> dict[str, str]:
        """Return the declared facts by the names of their fields in a signature."""
        facts: Mapping[str, str] = getattr(self, "facts", None) or {}
        fields_of = fact_fields(declarations(self.task_options())) if facts else {}
        return {fields_of[name]: text for name, text in facts.items()}

    def task_options(self) -> type[TaskOptions]:
        """Return the class of the options of the task, which has those of all its measures."""
        return type(self)

    def undeclared_facts(self) -> dict[str, str]:
        """Return facts needed to compare two results that the user has not declared."""
        return {}

    @classmethod
    def named_by(cls: type[Options], fields: Mapping[str, str]) -> Options:
        """Return the option values implied by the preset of a signature; raise ValueError if the preset is unknown."""
        return cls.of(presets_of(fields))

    def preset_options(self) -> TaskOptions:
        """Return the options that the preset alone implies, which a signature need not repeat."""
        return type(self).of({})

    @cached_property
    def assumed(self) -> dict[str, object]:
        """Option values that a preset implies, which a signature may leave out."""
        return self.preset_options().choices

    @cached_property
    def stated(self) -> dict[str, str]:
        """The choices as a signature writes them."""
        return stated_choices(self.choices, self.assumed)

    def without_data(self: Options, documents: int) -> Options:
        """Return a copy in which options with one value a document are unset, or raise for another number of values."""
        given = {name: values for name in per_document(type(self)) if (values := getattr(self, name)) is not None}
        for name, values in given.items():
            if len(values) != documents:
                wanted = f"{counted(documents, 'value')}, one for each document"
                raise ValueError(f"{name}: expected {wanted}, got {len(values)}")
        return replace(self, **dict.fromkeys(given)) if given else self  # type: ignore[arg-type]


def _known_options(name: object, known: Sequence[str], listed_by: str) -> str:
    """Return the end of a sentence on an unknown option: the closest ones or the first ones, and where all are."""
    near = ["convention"] if name == "protocol" and "convention" in known else closest(name, known)
    if near:
        names = " or ".join(f'"{other}"' for other in near)
        return f"; did you mean {names}?" + (f" (see {listed_by})" if listed_by else "")
    return f" (the options are {first_names(known)}{f'; see {listed_by}' if listed_by else ''})"


OF_DRAWING = ("resamples", "seed", "sampler")
"""The options of the sampling."""

OF_SAMPLES = frozenset({"confidence", *OF_DRAWING})
"""The options that change no score, only its intervals."""


def check_choice(
    name: str, value: object, choices: Sequence[str], see: str = "", also: Mapping[str, str] | None = None
) -> None:
    """Raise a ValueError unless a value is one of the choices.

    Args:
        name: The option.
        value: What came.
        choices: Its values.
        see: Where a long list of them is.
        also: Words of other programs for some of the choices.

    Examples:
        >>> check_choice("mapping", "optimum", ["exact", "optimal"])
        Traceback (most recent call last):
            ...
        ValueError: mapping: expected one of "exact", "optimal", got 'optimum' (str); did you mean "optimal"?
    """
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: {not_among(value, choices, see, also=also)}")


def check_flag(name: str, value: object) -> None:
    """Raise a ValueError unless ``value`` is True or False."""
    if not isinstance(value, bool):
        raise ValueError(f"{name}: expected True or False, got {shown(value)}")


def check_number(name: str, value: object, low: float = -math.inf, high: float = math.inf) -> None:
    """Raise a ValueError unless ``value`` is a finite number in [low, high]."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    # An integer may be too large for a float.
    if not is_number or not abs(value) <= sys.float_info.max or not low <= value <= high:  # type: ignore[arg-type, operator]
        bounds = "a finite number"
        if low > -math.inf:
            bounds = f"a number from {low:g} to {high:g}" if high < math.inf else f"a number of at least {low:g}"
        raise ValueError(f"{name}: expected {bounds}, got {shown(value)}")


def check_count(name: str, value: object, low: int = 0, high: int | None = None) -> None:
    """Raise a ValueError unless ``value`` is an integer of at least ``low`` and at most ``high``."""
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        raise ValueError(f"{name}: expected an integer of at least {low}, got {shown(value)}")
    if high is not None and value > high:
        raise ValueError(f"{name}: expected an integer of at most {high:,}, got {shown(value)}")


def option_items(name: str, value: object, noun: str, *, ordered: bool = False) -> list[Any]:
    """Return the items of an option that is a list of something, in any form of a list.

    If they are ``ordered``, a set is refused, because its order is arbitrary.

    Examples:
        >>> option_items("types", {"Die"}, "strings"), option_items("groups", ("a",), "strings", ordered=True)
        (['Die'], ['a'])
    """
    import numpy as np
    import pyarrow as pa

    if isinstance(value, pa.Array | pa.ChunkedArray):
        return list(value.to_pylist())
    no_list = (str, bytes, Mapping, Set) if ordered else (str, bytes, Mapping)
    is_number = isinstance(value, np.ndarray) and not value.ndim
    if isinstance(value, no_list) or not isinstance(value, Iterable) or is_number:
        raise ValueError(f"{name}: expected a list of {noun}, got {shown(value)}")
    return list(value)


def check_names(name: str, value: object) -> tuple[str, ...]:
    """Return a list of names as a sorted tuple without repeats."""
    names = option_items(name, value, "strings")
    for item in names:
        if not isinstance(item, str):
            raise ValueError(f"{name}: expected a list of strings, got {shown(item)} in it")
    return tuple(sorted({str.__str__(item) for item in names}))


def check_labels(name: str, value: object) -> tuple[str, ...]:
    """Return labels as a tuple, in their order."""
    labels = option_items(name, value, "strings", ordered=True)
    for position, label in enumerate(labels):
        if not isinstance(label, str):
            raise ValueError(f"{name}[{position}]: expected a string, got {shown(label)}")
    return tuple(map(str.__str__, labels))


def _declared(name: str, annotation: Any, default: Any, details: Mapping[str, Any]) -> Declared:
    parts = [part for part in _union_parts(annotation) if part is not type(None)]
    choices = tuple(choice for part in parts if get_origin(part) is Literal for choice in get_args(part))
    kinds = {bool: "flag", float: "number", int: "count", tuple[str, ...]: "names", str: "text"}
    kind = "choice" if get_origin(parts[0]) is Literal else kinds.get(parts[0], "other")
    return Declared(name, details["meaning"], default, details.get("annotation", annotation), kind, choices, details)


def _union_parts(annotation: Any) -> Sequence[Any]:
    return get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else (annotation,)


def written_type(annotation: object) -> str:
    """Return an annotation as users write it."""
    if get_origin(annotation) in (Union, types.UnionType):
        return " | ".join(map(written_type, get_args(annotation)))
    if get_origin(annotation) is Literal:
        return "Literal[" + ", ".join(f'"{choice}"' for choice in get_args(annotation)) + "]"
    if annotation is type(None):
        return "None"
    if annotation == tuple[str, ...]:
        return "Iterable[str]"
    return (
        str(annotation.__name__)
        if isinstance(annotation, type)
        else re.sub(r"\b(typing|collections\.abc)\.", "", str(annotation))
    )
