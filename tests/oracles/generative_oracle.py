"""The slow scorers of generated events by the name of their scorer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracles.generative_brackets import text2event, uie
from tests.oracles.generative_texts import degree, iepile, knowcoder, omnievent

ORACLES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "text2event": text2event,
    "uie": uie,
    "iepile": iepile,
    "knowcoder": knowcoder,
    "omnievent": omnievent,
    "degree": degree,
}


def expected(case: dict[str, Any]) -> dict[str, Any]:
    """Return the scores of a case in the form of the golden cases; raise where the original stops."""
    return ORACLES[case["scorer"]](case)
