"""Make a small corpus of news sentences with event nuggets: invented text, the same for each seed."""

from __future__ import annotations

import random
from typing import Any

PEOPLE = ["officers", "troops", "rebels", "ministers", "workers", "miners", "judges", "delegates", "pilots", "farmers"]
PLACES = ["Altona", "Brevik", "Corvo", "Dunmore", "Estrada", "Falun", "Gorno", "Haldane"]
TIMES = ["yesterday", "on Monday", "last week", "in March", "late at night", "early this morning"]
SENTENCES: list[list[tuple[str, str | None]]] = [
    # Words with the type of their nugget; words in capitals are drawn. "+" marks a further part of a nugget.
    [("The", None), ("PEOPLE", None), ("attacked", "Conflict-Attack"), ("PLACE", None), ("TIME", None)],
    [("A", None), ("bombardment", "Conflict-Attack"), ("of", None), ("PLACE", None), ("began", None), ("TIME", None)],
    [("They", None), ("opened fire", "Conflict-Attack"), ("on", None), ("PEOPLE", None), ("in", None), ("PLACE", None)],
    [("NUMBER", None), ("PEOPLE", None), ("died", "Life-Die"), ("in", None), ("PLACE", None), ("TIME", None)],
    [("The", None), ("assassination", "Life-Die"), ("of", None), ("PEOPLE", None), ("shook", None), ("PLACE", None)],
    [("PEOPLE", None), ("were", None), ("shot dead", "Life-Die"), ("near", None), ("PLACE", None)],
    [("PEOPLE", None), ("met", "Contact-Meet"), ("PEOPLE", None), ("in", None), ("PLACE", None), ("TIME", None)],
    [("A", None), ("summit", "Contact-Meet"), ("of", None), ("PEOPLE", None), ("opened", None), ("TIME", None)],
    [("PEOPLE", None), ("held talks", "Contact-Meet"), ("with", None), ("PEOPLE", None), ("TIME", None)],
    [("The", None), ("PEOPLE", None), ("arrested", "Justice-Arrest"), ("PEOPLE", None), ("in", None), ("PLACE", None)],
    [("Police", None), ("took", "Justice-Arrest"), ("PEOPLE", None), ("away", "Justice-Arrest+"), ("TIME", None)],
    [("PEOPLE", None), ("opened", None), ("a", None), ("bridge", None), ("in", None), ("PLACE", None), ("TIME", None)],
    [("The", None), ("PEOPLE", None), ("of", None), ("PLACE", None), ("were", None), ("away", None), ("TIME", None)],
]
TYPES = sorted({kind.rstrip("+") for sentence in SENTENCES for _, kind in sentence if kind})


def news(documents: int, seed: int = 0, sentences: tuple[int, int] = (1, 4)) -> list[dict[str, Any]]:
    """Return documents with ``tokens``, and ``mentions`` whose token ids are positions of tokens.

    Some nuggets have two words, and "took … away" is one nugget with a gap.

    Examples:
        >>> document = news(1, seed=3)[0]
        >>> " ".join(document["tokens"][:7])
        'The pilots arrested rebels in Falun .'
        >>> document["mentions"][0]
        {'token_ids': [2], 'type': 'Justice-Arrest'}
    """
    source = random.Random(seed)
    return [_document(f"news-{seed}-{number}", source, source.randint(*sentences)) for number in range(documents)]


def _document(doc_id: str, source: random.Random, sentences: int) -> dict[str, Any]:
    tokens: list[str] = []
    mentions: list[dict[str, Any]] = []
    for _ in range(sentences):
        for words, kind in source.choice(SENTENCES):
            chosen = {"PEOPLE": PEOPLE, "PLACE": PLACES, "TIME": TIMES, "NUMBER": ["Two", "Seven", "Thirty"]}
            written = source.choice(chosen[words]) if words in chosen else words
            positions = list(range(len(tokens), len(tokens) + len(written.split())))
            tokens.extend(written.split())
            if kind is not None and kind.endswith("+"):
                mentions[-1]["token_ids"].extend(positions)
            elif kind is not None:
                mentions.append({"token_ids": positions, "type": kind})
        tokens.append(".")
    return {"doc_id": doc_id, "tokens": tokens, "mentions": mentions}
