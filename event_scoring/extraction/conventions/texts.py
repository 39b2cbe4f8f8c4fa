"""Texts as PAIE and MAVEN-Arg compare them: small letters, no ASCII punctuation, no articles, single spaces."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable

_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLE = re.compile(r"\b(a|an|the)\b")


def plain_text(text: str) -> str:
    """One text.

    Examples:
        >>> plain_text("The  U.S. army, a part"), plain_text("a.n")
        ('us army part', '')
    """
    return " ".join(_ARTICLE.sub(" ", text.lower().translate(_NO_PUNCTUATION)).split())


def plain_texts(texts: Iterable[str]) -> list[str]:
    """Several texts, each different one looked at once."""
    known: dict[str, str] = {}
    return [known[text] if text in known else known.setdefault(text, plain_text(text)) for text in texts]
