"""The slow scorers of generated events by the name of their scorer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracles.generative_brackets import text2event, uie
from tests.oracles.generative_code import code4struct
from tests.oracles.generative_gollie import gollie
from tests.oracles.generative_instructuie import instructuie
from tests.oracles.generative_judge import raee
from tests.oracles.generative_partial import duee, phee
from tests.oracles.generative_tanl import tanl
from tests.oracles.generative_texts import degree, iepile, knowcoder, omnievent

ORACLES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "text2event": text2event,
    "uie": uie,
    "iepile": iepile,
    "knowcoder": knowcoder,
    "omnievent": omnievent,
    "degree": degree,
    "gollie": gollie,
    "instructuie": instructuie,
    "phee": phee,
    "duee": duee,
    "tanl": tanl,
    "code4struct": code4struct,
    "raee": raee,
}


def expected(case: dict[str, Any]) -> dict[str, Any]:
    """Return the scores of a case in the form of the golden cases; raise where the original stops."""
    return ORACLES[case["scorer"]](case)
