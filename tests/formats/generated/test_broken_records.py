"""Records in which one value is missing or of another kind: they are read, or refused with file and line."""

from __future__ import annotations

import copy
import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, read
from tests.formats.corpora.test_character_offsets import ANSWER, DUEE_ZH
from tests.formats.corpora.test_character_offsets import RECORD as PHEE
from tests.formats.corpora.test_extraction_files import CASIE_SENTENCE
from tests.formats.corpora.test_realis import MAVEN_FACT, casie
from tests.formats.generated.test_model_files import (
    DEATH,
    DIED_CODE,
    SENTENCE,
    SHELLED,
    TANL,
    gollie,
    iepile,
    instructuie,
    linear,
)
from tests.formats.generated.test_uie import UIE, UIE_OUTPUT

RECORDS = {
    "phee": PHEE,
    "duee": DUEE_ZH,
    "duee answers": ANSWER,
    "casie": casie(),
    "casie sentence": CASIE_SENTENCE,
    "maven-fact": MAVEN_FACT,
    "uie": UIE,
    "uie output": UIE_OUTPUT,
    "instructuie": instructuie("EEA", " Troops: Attacker", " Troops: Attacker"),
    "iepile": iepile(SHELLED),
    "gollie": gollie(f"[{DIED_CODE}]"),
    "text2event": {"text": SENTENCE, "event": linear(DEATH)},
    "tanl": TANL,
}
OTHERS: tuple[Any, ...] = (None, 3, -1, 2.5, "", "x", [], {}, [None], [[]], {"text": 3})


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of the values inside a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in items:
        yield (*path, key)
        yield from places(inside, (*path, key))


def broken(record: Any) -> Iterator[Any]:
    """The record without each of its values, and with another one in its place, each in turn."""
    for number, path in enumerate(places(record)):
        for replaced in (False, True):
            changed = copy.deepcopy(record)
            holder = changed
            for key in path[:-1]:
                holder = holder[key]
            if replaced:
                holder[path[-1]] = OTHERS[number % len(OTHERS)]
            else:
                del holder[path[-1]]
            yield changed


@pytest.mark.parametrize("name", RECORDS)
def test_broken_records_are_read_or_refused_with_their_place(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    refused = 0
    for record in broken(RECORDS[name]):
        path.write_text(json.dumps(record))
        for predicted in (False, True):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    read(path, "extraction", predicted=predicted)
            except InputError as error:
                refused += 1
                assert str(error).startswith(str(path))
    assert refused
