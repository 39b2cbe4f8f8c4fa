"""Documents of the right form that a rule cannot score, and columns that are none."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa

from event_scoring import InputError, score_extraction, score_nuggets, score_templates
from event_scoring.documents.errors import Place
from event_scoring.documents.sides import checked_column
from event_scoring.nuggets.documents import NUGGET_DOCUMENT
from event_scoring.templates.protocols.muc4.history import read_adjudications
from tests.documents.test_sides import BAD, GOOD, with_types
from tests.extraction.conventions.test_maven_arg import NO_MAVEN, ROLES
from tests.extraction.conventions.test_rams import NO_RAMS
from tests.nuggets.test_clusters import REFUSED
from tests.refusals.table import Refusals
from tests.templates.test_event_tables import NO_RECORDS
from tests.templates.test_muc4 import NO_ADJUDICATIONS, NO_FILLS, message


def history(text: str) -> Any:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "history"
        path.write_text(text, encoding="utf-8")
        try:
            return read_adjudications(path)
        except InputError as error:  # whose place is another in every run
            line = error.source.line if error.source else 0
            raise error.at(Place("history", line)) from None


def rams(given: tuple[Any, Any, Any]) -> Any:
    gold, arguments, options = given
    system = [{"events": [{"trigger": {"span": [0, 1]}, "arguments": arguments}]}]
    return score_extraction(system, gold, convention="rams", **options)


def maven(events: list[Any]) -> Any:
    documents = [{"text": "x", "events": events}]
    return score_extraction(documents, documents, convention="maven-arg", roles=ROLES)


def filled(fill: Any) -> Any:
    given = message(("1", {"inc_type": ["BOMBING"], "phys_tgt_id": [fill]}))
    return score_templates(given, message(("*", {})), protocol="muc-4")


def records(slots: list[Any]) -> Any:
    given = [{"templates": [{"type": "Pledge", "id": "p", "slots": slots}]}]
    return score_templates(given, given, protocol="doc2edag")


def coded(given: tuple[list[Any], list[Any]]) -> Any:
    """Types as a dictionary: which of the words each is, and the words, where bytes stand for what is no text."""
    places, words = given
    column = pa.array(words)
    column = column.view(pa.string()) if isinstance(words[0], bytes) else column
    types = pa.DictionaryArray.from_arrays(pa.array(places, pa.int32()), column)
    return checked_column(NUGGET_DOCUMENT, with_types(types), "predictions")


CODED: list[Any] = [([0, None], ["A"]), ([0, 1], ["A", None]), ([0, 1], [1, 2]), ([0], [b"\xff"])]
COLUMNS: list[Any] = [
    [[{"token_ids": [1.5], "type": "A"}]],
    [[{"token_ids": [None, 1], "type": "A"}]],
    [[{"token_ids": [1], "type": None}]],
    [[{"token_ids": [1]}]],
    [[{**GOOD, "other": 1}]],
    [None, [GOOD]],
    [[None, GOOD]],
    [1],
    [[{"token_ids": 7, "type": "A"}]],
    [[{**GOOD, "score": float("inf")}]],
]

RULES = [
    Refusals("nuggets", lambda given: checked_column(NUGGET_DOCUMENT, given, "predictions"), BAD),
    Refusals(
        "nuggets as a column of Arrow",
        lambda given: checked_column(NUGGET_DOCUMENT, pa.array(given), "predictions"),
        COLUMNS,
    ),
    Refusals("nuggets whose types are a dictionary of Arrow", coded, CODED),
    Refusals("clusters and links", lambda sides: score_nuggets(*sides), REFUSED),
    Refusals("fills of MUC-4", filled, NO_FILLS),
    Refusals("adjudications of MUC-4", history, NO_ADJUDICATIONS),
    Refusals("records of an event table", records, NO_RECORDS),
    Refusals("RAMS", rams, NO_RAMS),
    Refusals("MAVEN-Arg", maven, NO_MAVEN),
]
