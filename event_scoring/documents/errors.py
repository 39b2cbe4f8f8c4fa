"""The one exception for bad input, and how a bad value is shown in its message."""

import difflib
import reprlib
from collections.abc import Iterable

_shorten = reprlib.Repr()
_shorten.maxstring = 60
_shorten.maxother = 60
_shorten.maxlong = 40
_shorten.maxlevel = 3


class InputError(ValueError):
    """Input that cannot be scored: the message says where, what came, and what was wanted.

    Examples:
        >>> raise InputError('predictions[0]["type"]: expected a string, got 3 (int)')
        Traceback (most recent call last):
            ...
        event_scoring.InputError: predictions[0]["type"]: expected a string, got 3 (int)
    """


# Tracebacks name the class as users import it.
InputError.__module__ = "event_scoring"


def shown(value: object) -> str:
    """A short, safe rendering of any value with its type, for messages, on one line.

    Examples:
        >>> shown(1.5)
        '1.5 (float)'
        >>> shown(None)
        'None'
    """
    if value is None:
        return "None"
    try:
        text = " ".join(line.strip() for line in _shorten.repr(value).splitlines())
    except Exception:  # a hostile __repr__ must not hide the message that names its place
        text = "a value"
    return f"{text} ({type(value).__name__})"


def counted(number: int, thing: str) -> str:
    """A number of things in words.

    Examples:
        >>> counted(1, "document"), counted(2000, "document")
        ('1 document', '2,000 documents')
    """
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def suggestion(name: str, known: Iterable[str]) -> str:
    """A "did you mean" for a misspelt name, or an empty string.

    Examples:
        >>> suggestion("protocl", ["protocol", "mapping"])
        '; did you mean "protocol"?'
    """
    close = difflib.get_close_matches(name, list(known), n=1)
    return f'; did you mean "{close[0]}"?' if close else ""
