"""The exception for bad input. It holds the path, the value and the expectation; the message is made when it is read.

A `Finding` is one of many that validation lists.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

_shorten = reprlib.Repr()
_shorten.maxstring = 60
_shorten.maxother = 90
_shorten.maxlong = 40
_shorten.maxlevel = 3

Path: TypeAlias = "tuple[str | int, ...]"
"""A place in the input, from the argument on: ``("predictions", 0, "type")`` is ``predictions[0]["type"]``."""


class Place(NamedTuple):
    """A file and a line in it; line 0 means the whole file."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class Description(str):
    """Text that messages show without quotation marks, such as ``Description("3 of them")``."""

    __slots__ = ()


_NOTHING = Description()


class InputError(ValueError):
    """Input that cannot be scored.

    Attributes:
        path: A tuple of the argument, then indices and keys; empty without a path.
        wanted: The expected value.
        got: The value, or a `Description` of it; an empty one is not shown.
        hint: Advice, or a guess of the intended value.
        says: A sentence in place of "expected ..., got ...".
        source: The file and line from which the input was read, if any.
        see: Another path that explains the error, such as the one that disagrees.

    Examples:
        >>> raise InputError(("predictions", 0, "type"), wanted="a string", got=3)
        Traceback (most recent call last):
            ...
        event_scoring.InputError: predictions[0]["type"]: expected a string, got 3 (int)
        >>> from event_scoring.documents.errors import Description, Place
        >>> print(InputError(("lengths",), wanted="2 numbers", got=Description("3"), see=("documents",),
        ...                  hint="give one for each", source=Place("run.json", 4)))
        run.json:4: lengths: expected 2 numbers, got 3 (see documents); give one for each
    """

    def __init__(
        self,
        path: Path = (),
        *,
        wanted: str = "",
        got: object = _NOTHING,
        hint: str = "",
        says: str = "",
        source: Place | None = None,
        see: Path = (),
    ) -> None:
        super().__init__()
        self.path: Path = tuple(key if isinstance(key, str) else int(key) for key in path)
        self.wanted, self.got, self.hint, self.says, self.source, self.see = wanted, got, hint, says, source, see

    @property
    def message(self) -> str:
        """The text without the file."""
        text = self.says
        if not text:
            text = f"expected {self.wanted}"
            # Values of a text file are always text, so their type is not shown.
            got = quoted(self.got) if type(self.got) is str and not self.path else shown(self.got)
            text += f", got {got}" if got else ""
        text += f" (see {shown_path(self.see)})" if self.see else ""
        text += f"; {self.hint}" if self.hint else ""
        return f"{shown_path(self.path)}: {text}" if self.path else text

    def __str__(self) -> str:
        return f"{self.source}: {self.message}" if self.source else self.message

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def at(
        self, source: Place | None = None, path: Path | None = None, see: Path | None = None, hint: str | None = None
    ) -> InputError:
        """Return a copy of the error with another path or hint, for callers that know more."""
        return InputError(
            self.path if path is None else path,
            wanted=self.wanted,
            got=self.got,
            hint=self.hint if hint is None else hint,
            says=self.says,
            source=source or self.source,
            see=self.see if see is None else see,
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the error; a value that is not plain is replaced by its description."""
        plain = type(self.got) in (type(None), bool, int, float, Description)
        plain = plain or (type(self.got) is str and len(self.got) <= 2**16)
        return _blank, (), {**self.__dict__, "got": self.got if plain else Description(shown(self.got))}


def _blank() -> InputError:
    """Return an error without values, which a pickle fills; it is a function of this module so that pickles find it."""
    return InputError()


# Tracebacks name the class as users import it.
InputError.__module__ = "event_scoring"


def shown_path(path: Path) -> str:
    """Return a path as users write it, so that it can be pasted into a notebook."""
    return "".join(f"[{_key(key)}]" if place else str(key) for place, key in enumerate(path))


def _key(key: str | int) -> str:
    if not isinstance(key, str):
        return str(key)
    return f'"{key}"' if key.isprintable() and '"' not in key and len(key) <= 60 else quoted(key)


def shown(value: object) -> str:
    """Return a short, safe rendering of any value with its type, for messages, on one line."""
    if value is None or isinstance(value, Description):
        return str(value)
    return f"{quoted(value)} ({type(value).__name__})"


def quoted(value: object) -> str:
    """Return a short, safe rendering of any value without its type; control characters are made visible."""
    try:
        return " ".join(line.strip() for line in _shorten.repr(value).splitlines())
    except Exception:  # a hostile __repr__ must not hide the message that names its place
        return "a value"


def printable(text: str) -> str:
    r"""Return a text with all invisible characters escaped, so that contents of files cannot steer a terminal.

    Invisible characters are escaped as in JSON.

    Examples:
        >>> printable("a\x1b[2J\u202e")
        'a\\u001b[2J\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)


def json_text(value: object, indent: int | None = None) -> str:
    r"""Return a value as JSON in which every character can be seen; parsed, it is the same value.

    Examples:
        >>> json_text({"a": "\x07é\u202e"})
        '{"a": "\\u0007é\\u202e"}'
    """
    written = json.dumps(value, indent=indent, ensure_ascii=False)
    return "\n".join(map(printable, written.split("\n")))


def counted(number: int, thing: str) -> str:
    """Return a number and a noun as words.

    Examples:
        >>> counted(1, "pair"), counted(1200, "pair"), counted(0, "entity"), counted(2, "match")
        ('1 pair', '1,200 pairs', '0 entities', '2 matches')
    """
    if number == 1:
        things = thing
    elif thing.endswith("y"):
        things = f"{thing.removesuffix('y')}ies"
    else:
        things = f"{thing}es" if thing.endswith("ch") else f"{thing}s"
    return f"{number:,} {things}"


def nearest(name: object, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the known name that is most similar to a misspelt one, or an empty string. The last word counts most.

    Examples:
        >>> nearest("protocl", ["protocol", "mapping"]), nearest("event_type", ["event", "type"])
        ('protocol', 'type')
        >>> nearest("TextEE", ["textee", "tree"]), nearest("coref", ["scores", "coreference", "coreference-level"])
        ('textee', 'coreference')
    """
    if not isinstance(name, str):
        return ""
    from difflib import get_close_matches  # a slow import, needed only for a misspelt name

    names = {one.lstrip("-"): one for one in known}  # leading dashes do not make flags similar
    word = name.lstrip("-")
    in_other_case = [one for one in names if one.casefold() == word.casefold()]
    if in_other_case:
        return names[in_other_case[0]]
    qualified = [one for one in names if one == _last_word(word) or _last_word(one) == word]
    near = get_close_matches(word, qualified or names, n=1, cutoff=0.1 if qualified else cutoff)
    begun = sorted((one for one in names if len(word) > 2 and one.startswith(word)), key=len)
    if begun and not set(near) & set(begun) and all(one.startswith(begun[0]) for one in begun):
        near = begun
    return names[near[0]] if near else ""


def _last_word(name: str) -> str:
    """Return the last word of a name such as event_type or eventType."""
    return re.split(r"_|(?<=[a-z])(?=[A-Z])", name)[-1].lower()


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return a hint for a misspelt name, or an empty string."""
    near = nearest(name, known)
    return f'did you mean "{near}"?' if near else ""


def suggestion(name: str, known: Iterable[str], also: Mapping[str, str] | None = None) -> str:
    """Return a `did_you_mean` as the end of a sentence; ``also`` has words of other programs for known names.

    Examples:
        >>> suggestion("multimatch", ["multiset", "reuse"], {"multimatch": "reuse"})
        '; did you mean "reuse"?'
    """
    hint = f'did you mean "{also[name]}"?' if also and name in also else did_you_mean(name, known)
    return f"; {hint}" if hint else ""


def span_hint(start: int, end: int, limit: int | None) -> str:
    """Return what a span outside its document may mean: an inclusive end, a length, or characters.

    Examples:
        >>> span_hint(5, 2, 9)
        'a span is [start, end], not [start, length]'
    """
    if start == end:
        return "the end is exclusive, the index after the last token"
    if start > end >= 0:
        return "a span is [start, end], not [start, length]"
    return "spans count tokens from 0, and not characters" if limit is not None and start >= limit else ""


MAX_NAMES = 5
"""Names that a sentence lists."""


def first_names(names: Iterable[str]) -> str:
    """Join names for a sentence: all of a short list, the first ones of a long list and the number of others.

    Examples:
        >>> first_names("abcde"), first_names("abcdefgh")
        ('a, b, c, d, e', 'a, b, c, d, e and 3 more')
    """
    every = [*names]
    rest = len(every) - MAX_NAMES
    return ", ".join(every[:MAX_NAMES]) + (f" and {rest} more" if rest > 0 else "")


def closest(name: object, known: Iterable[str]) -> list[str]:
    """Return the names that are most like a misspelt one: several if they are equally close, none if none is close.

    Examples:
        >>> closest("ge-2012", ["ge-2011", "ge-2013", "pc-2013"]), closest("MATRES", ["matres", "pairs"])
        (['ge-2011', 'ge-2013'], ['matres'])
    """
    names = [*known]
    best = nearest(name, names, cutoff=0.65)  # no list of names follows, so a poor hint would mislead
    if not isinstance(name, str) or not best:
        return []
    from difflib import SequenceMatcher

    def likeness(other: str) -> float:
        return SequenceMatcher(None, other.casefold(), name.casefold()).ratio()

    return [other for other in names if other == best or likeness(other) == likeness(best)][:MAX_NAMES]


def not_among(
    value: object, names: Iterable[str], see: str = "", *, bare: bool = False, also: Mapping[str, str] | None = None
) -> str:
    r"""Return the message that a value is not among the known names.

    A short list is written out. Of a long one the closest names are written, or the first ones if none is close.

    Args:
        value: What came.
        names: The known names.
        see: Where all names of a long list are.
        bare: Write names without quotation marks and the value without its type, as on a command line.
        also: Words of other programs for some of the names.

    Examples:
        >>> not_among("optimum", ["exact", "optimal"])
        'expected one of "exact", "optimal", got \'optimum\' (str); did you mean "optimal"?'
        >>> not_among("eight", ["one", "two", "three", "four", "five", "six"], "help(count)")
        'expected one of "one", "two", "three", "four", "five" and 1 more, got \'eight\' (str); see help(count)'
        >>> not_among("sixx", ["one", "two", "three", "four", "five", "six"], "help(count)")
        'unknown name \'sixx\'; did you mean "six"? (see help(count))'
    """
    known = [*names]
    wanted = first_names(known if bare else [f'"{name}"' for name in known])
    got = quoted(value) if bare else shown(value)
    if len(known) <= MAX_NAMES:
        hint = suggestion(value, known, also) if isinstance(value, str) else ""
        return f"expected one of {wanted}, got {got}{hint}"
    near = [also[value]] if also and isinstance(value, str) and value in also else closest(value, known)
    if quotation := [f'"{name}"' for name in near]:
        return f"unknown name {quoted(value)}; did you mean {' or '.join(quotation)}?{f' (see {see})' if see else ''}"
    return f"expected one of {wanted}, got {got}{f'; see {see}' if see else ''}"


class Finding(NamedTuple):
    """A problem and its level."""

    error: InputError
    level: str = "error"
    """"error", "warning", or "note" for problems that a published validator accepts, and for repairs."""

    @property
    def file(self) -> str:
        """The file, where there is one."""
        return self.error.source.file if self.error.source else ""

    @property
    def line(self) -> int:
        """The line; 0 means the whole file."""
        return self.error.source.line if self.error.source else 0

    @property
    def message(self) -> str:
        """The problem and the advice, without file and line."""
        return self.error.message

    def record(self) -> dict[str, Any]:
        """Return the finding as a plain dict."""
        return {name: getattr(self, name) for name in ("file", "line", "level", "message")}

    def __str__(self) -> str:
        return f"{self.error.source or ''}: {self.level}: {self.message}"
