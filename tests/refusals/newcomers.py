"""What people give who use the scores for the first time: refused, or scored with a warning."""

from __future__ import annotations

import tempfile
import warnings
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from event_scoring import ScoreWarning, score_bio, score_extraction, score_nuggets
from event_scoring.adapters import nuggets_from_pipeline, token_classification_metrics
from tests.refusals.table import Refusals

GOLD = [
    {"doc_id": name, "mentions": [{"token_ids": [3], "type": "Life.Die"}] * 3} for name in ("a/one.txt", "a/two.txt")
]
LINES = [
    '{"doc_id": "a/one.txt", "mentions": []}',
    '{"doc_id": "a/two.txt", "mentions": [{"token_ids": [3], "type": "Life.Die"}]}',
]
FELL: dict[str, Any] = {
    "tokens": ["the", "town", "fell"],
    "events": [{"trigger": {"span": [2, 3]}, "type": "Fall", "arguments": [{"span": [0, 2], "role": "Place"}]}],
}


def told(call: Callable[[Any], object]) -> Callable[[Any], object]:
    """A call whose warnings are raised, for what is scored and was hardly meant."""

    def raising(given: Any) -> object:
        with warnings.catch_warnings():
            warnings.simplefilter("error", ScoreWarning)
            return call(given)

    return raising


def of_file(named: tuple[str, bytes]) -> object:
    """The scores of a file of this name and these bytes."""
    name, data = named
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        return without_folder(lambda: told(lambda system: score_nuggets(system, GOLD))(path), folder)


def of_references(data: bytes) -> object:
    """The scores by a file of references."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "gold.jsonl")
        path.write_bytes(data)
        return without_folder(lambda: score_nuggets(GOLD, path), folder)


def of_named_files(names: tuple[str, str]) -> object:
    """The scores of a file of the system by one of references, with these names."""
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            Path(folder, name).write_text("\n".join(LINES))
        system, gold = (Path(folder, name) for name in names)
        return without_folder(lambda: told(lambda _: score_nuggets(system, gold))(None), folder)


def without_folder(call: Callable[[], object], folder: str) -> object:
    """A call whose error does not name a folder that has another name each time."""
    try:
        return call()
    except (ValueError, ScoreWarning) as error:
        kind = ScoreWarning if isinstance(error, ScoreWarning) else ValueError
        raise kind(str(error).replace(f"{folder}/", "")) from None


def workbook() -> bytes:
    held = BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(zipfile.ZipInfo("xl/workbook.xml"), "<workbook/>")
    return held.getvalue()


def predicted(argument: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"events": [{"trigger": {"text": "fell"}, "type": "Fall", "arguments": [argument]}]}]


NEWCOMERS = [
    Refusals(
        "score_nuggets, both sides",
        lambda given: score_nuggets(given, given),
        [
            GOLD[0],
            {"one": GOLD[0], "two": GOLD[1]},
            [[0, 1, 2]],
            np.zeros((1, 2, 3)),
            [["O", "B-Life.Die"]],
            [FELL],
            [[{"token_ids": [3], "type": float("nan")}]],
            [{"doc_id": float("nan"), "mentions": []}],
        ],
    ),
    Refusals("score_bio, both sides", lambda given: score_bio(given, given), [np.zeros((1, 2, 3)), [[0, 1]], ["O"]]),
    Refusals(
        "score_nuggets, types",
        told(lambda kind: score_nuggets([[{"token_ids": [3], "type": kind}]], [GOLD[0]["mentions"]])),
        ["life_die", "LABEL_1", "nan", " Life.Die"],
    ),
    Refusals(
        "score_nuggets, places",
        told(lambda place: score_nuggets([[{"token_ids": [place], "type": "Life.Die"}] * 3], [GOLD[0]["mentions"]])),
        [17],
    ),
    Refusals("score_nuggets, nothing", told(lambda given: score_nuggets(given, given)), [[], [[]]]),
    Refusals(
        "score_extraction, an argument in place of the reference [0, 2] in 'the town fell'",
        told(lambda argument: score_extraction(predicted(argument), [FELL])),
        [{"text": "town", "role": "Place"}, {"text": "city", "role": "Place"}, {"span": [1, 2], "role": "Place"}],
    ),
    Refusals(
        "score_extraction, a reference without words",
        lambda trigger: score_extraction(
            [{"events": FELL["events"]}], [{"events": [{"trigger": trigger, "type": "Fall", "arguments": []}]}]
        ),
        ["fell"],
    ),
    Refusals(
        "token_classification_metrics, logits",
        lambda logits: token_classification_metrics(GOLD[:1], [[0]], ["O", "B-Life.Die"])((logits, None)),
        [np.full((1, 1, 2), np.nan), np.zeros((1, 1, 3)), np.zeros((2, 1, 2))],
    ),
    Refusals(
        "nuggets_from_pipeline, groups",
        told(lambda groups: nuggets_from_pipeline(groups, ["He", "attacked"])),
        [[{"entity_group": "Attack", "score": 0.5, "word": "##acked", "start": 6, "end": 11}]],
    ),
    Refusals(
        "score_nuggets, a file of the system",
        of_file,
        [
            ("run.csv", b"doc_id,token,type\na,3,Life.Die\n"),
            ("run.xlsx", workbook()),
            ("run.conll", b"He O\ndied B-Life.Die\n. O\n\nHe O\nleft O\n"),
            ("run.jsonl", (LINES[0] + ",\n" + LINES[1] + "\n").encode()),
            ("latin.jsonl", LINES[0].replace("one", "né").encode("latin-1")),
            ("dict.json", ('{"a/one.txt": ' + LINES[0] + ', "a/two.txt": ' + LINES[1] + "}").encode()),
            ("nan.jsonl", LINES[0].replace("[]", "NaN").encode()),
            ("near.jsonl", "\n".join(LINES).replace("a/", "").replace(".txt", "").encode()),
            ("other.jsonl", "\n".join(LINES).replace("a/", "x").encode()),
            ("part.jsonl", LINES[1].encode()),
            ("twice.jsonl", "\n".join([*LINES, LINES[0]]).encode()),
        ],
    ),
    Refusals("score_nuggets, a file of references", of_references, [b""]),
    Refusals("score_nuggets, files of these names", of_named_files, [("gold.jsonl", "run.jsonl")]),
]
"""Inputs of the first hour, by what they are given to."""
