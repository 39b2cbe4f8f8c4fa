"""Forms in which texts are compared, and the credit of partly equal texts."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable

from event_scoring.documents.answer_texts import common_subsequence
from event_scoring.documents.unicode_text import ARTICLE

PUNCTUATION = re.compile(f"[{re.escape(string.punctuation)}]")
_REPEATS = re.compile(r",+|\.+|;+")
_AROUND_MARKS = re.compile(r" *([,:().;'_-]) *")


def as_written(text: str) -> str:
    """Return a text as it is."""
    return text


def without_spaces(text: str) -> str:
    """Return a text without outer white space and inner spaces, as OmniEvent compares it."""
    return text.strip().replace(" ", "")


def instructuie_form(text: str) -> str:
    """Return a text as InstructUIE compares it.

    The form is not idempotent, and "location" becomes "located" anywhere.

    Examples:
        >>> instructuie_form("The  U.S. ,  Location")
        'the u.s.,located'
    """
    text = _AROUND_MARKS.sub(r"\1", " ".join(text.split())).lower().replace("{", "").replace("}", "")
    return _REPEATS.sub(lambda found: found[0][0], text).replace("’", "'").replace("location", "located")


def squad_form(text: str) -> str:
    """Return a text in small letters without articles, split at white space and punctuation, as PHEE compares it.

    Examples:
        >>> squad_form("The 48-year-old man")
        '48 year old man'
        >>> squad_form("the patient’s the-rash"), squad_form("’a rash")  # an article ends at any sign
        ('patient’s rash', '’ rash')
    """
    return " ".join(ARTICLE.sub(" ", PUNCTUATION.sub(" ", text.lower())).split())


TEXT_FORMS: dict[str, Callable[[str], str]] = {
    "as-written": as_written,
    "no-spaces": without_spaces,
    "instructuie": instructuie_form,
    "squad": squad_form,
}


def _dice(common: int, first: int, second: int) -> float:
    return 2 * common / (first + second) if first + second else 1.0


def subsequence_credit(prediction: str, reference: str) -> float:
    """Return Dice's coefficient of two texts by their longest common subsequence of characters."""
    return _dice(common_subsequence(prediction, reference), len(prediction), len(reference))


def character_set_credit(prediction: str, reference: str) -> float:
    """Return Dice's coefficient of the sets of characters of two texts.

    Examples:
        >>> character_set_credit("ABN", "NBA")
        1.0
    """
    characters, others = {*prediction}, {*reference}
    return _dice(len(characters & others), len(characters), len(others))


def token_credit(prediction: str, reference: str) -> float:
    """Return Dice's coefficient of the words of two texts, repeated ones included."""
    words, others = Counter(prediction.split()), Counter(reference.split())
    return _dice((words & others).total(), words.total(), others.total())


CREDITS: dict[str, Callable[[str, str], float]] = {
    "characters-lcs": subsequence_credit,
    "characters-set": character_set_credit,
    "tokens": token_credit,
}
