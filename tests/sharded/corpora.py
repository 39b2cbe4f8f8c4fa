"""A small corpus for each task, with the special cases of shards: documents without this or that."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from event_scoring import InputError, score_responses
from event_scoring.documents.schema import arrow_type
from event_scoring.tasks import TASKS
from tests.arguments.test_golden import RESPONSE_CASES, response_documents

Documents = list[dict[str, Any]]
TYPES = ["Life.Die", "Life.Injure", "Conflict.Attack"]


def nugget_corpus(documents: int = 60, seed: int = 0) -> tuple[Documents, Documents]:
    """Clusters, links and realis are in some documents only, so that some shards have none."""
    draw = random.Random(seed)

    def side(number: int) -> dict[str, Any]:
        mentions = [
            {
                "token_ids": draw.sample(range(12), draw.randint(1, 3)),
                "type": draw.choice(TYPES),
                "id": f"m{place}",
                **({"realis": draw.choice(["Actual", "Other"])} if number % 5 == 0 else {}),
            }
            for place in range(draw.choice([0, 1, 3, 7]))
        ]
        document: dict[str, Any] = {"doc_id": f"doc-{number}", "mentions": mentions}
        if number % 7 == 0 and len(mentions) > 1:
            document["clusters"] = [[mentions[0]["id"], mentions[1]["id"]]]
            document["links"] = [{"type": "After", "source": "m0", "target": "m1"}]
        return document

    return [side(number) for number in range(documents)], [side(number) for number in range(documents)]


def argument_corpus(documents: int = 60, seed: int = 0) -> tuple[Documents, Documents]:
    draw = random.Random(seed)

    def side(number: int) -> dict[str, Any]:
        arguments = [
            {"type": draw.choice(TYPES), "role": draw.choice("AB"), "filler": draw.choice("xyz"), "realis": "Actual"}
            for _ in range(draw.randint(0, 6))
        ]
        frames = [draw.sample(range(len(arguments)), draw.randint(1, len(arguments)))] if arguments else []
        return {"doc_id": f"doc-{number}", "arguments": arguments, "frames": frames}

    return [side(number) for number in range(documents)], [side(number) for number in range(documents)]


def response_corpus() -> tuple[Documents, Documents]:
    predictions: Documents = []
    references: Documents = []
    for case in RESPONSE_CASES:
        system, key = response_documents(case)
        try:
            score_responses(system, key)
        except InputError:
            continue
        predictions += system
        references += key
    return predictions, references


def template_corpus(documents: int = 60, seed: int = 0) -> tuple[Documents, Documents]:
    draw = random.Random(seed)

    def side(number: int) -> dict[str, Any]:
        templates = [
            {
                "type": draw.choice(["ATTACK", "BOMBING"]),
                "slots": [
                    {"name": name, "values": draw.sample(["a b", "b", "c", "d"], draw.randint(1, 2))}
                    for name in draw.sample(["PERP", "TARGET", "PLACE"], draw.randint(0, 3))
                ],
            }
            for _ in range(draw.randint(0, 3))
        ]
        return {"doc_id": f"doc-{number}", "templates": templates}

    return [side(number) for number in range(documents)], [side(number) for number in range(documents)]


def extraction_corpus(documents: int = 60, seed: int = 0) -> tuple[Documents, Documents]:
    """Candidates are given in some documents only; predictions give spans or texts."""
    draw = random.Random(seed)
    words = ["troops", "fire", "Rome", "fire", "he"]

    def place(tokens: list[str], texts: bool) -> dict[str, Any]:
        start = draw.randrange(len(tokens))
        end = min(start + draw.choice([1, 1, 2]), len(tokens))
        return {"text": " ".join(tokens[start:end])} if texts and draw.random() < 0.4 else {"span": [start, end]}

    def events(tokens: list[str], texts: bool) -> list[dict[str, Any]]:
        return [
            {
                "trigger": place(tokens, texts),
                "type": draw.choice(["Attack", "Die"]),
                "arguments": [
                    {**place(tokens, texts), "role": draw.choice(["Agent", "Place"])} for _ in range(draw.randint(0, 2))
                ],
            }
            for _ in range(draw.randint(0, 3))
        ]

    predictions, references = [], []
    for number in range(documents):
        tokens = [draw.choice(words) for _ in range(draw.randint(1, 8))]
        reference = {"doc_id": f"doc-{number}", "tokens": tokens, "events": events(tokens, False)}
        if number % 6 == 0:
            reference["trigger_candidates"] = [[place, place + 1] for place in range(len(tokens))]
        references.append(reference)
        predictions.append({"doc_id": f"doc-{number}", "events": events(tokens, True)})
    return predictions, references


def relation_corpus(documents: int = 60, seed: int = 0) -> tuple[Documents, Documents]:
    draw = random.Random(seed)

    def side(number: int) -> dict[str, Any]:
        labels = ["BEFORE", "AFTER", "VAGUE", "NONE"]
        pairs = draw.sample([(one, other) for one in "abcd" for other in "abcd" if one != other], draw.randint(0, 6))
        relations = [{"type": draw.choice(labels), "source": one, "target": other} for one, other in pairs]
        return {"doc_id": f"doc-{number}", "events": [{"id": name} for name in "abcd"], "relations": relations}

    return [side(number) for number in range(documents)], [side(number) for number in range(documents)]


CORPORA: dict[str, Callable[[], tuple[Documents, Documents]]] = {
    "nuggets": nugget_corpus,
    "arguments": argument_corpus,
    "responses": response_corpus,
    "detection": extraction_corpus,
    "extraction": extraction_corpus,
    "templates": template_corpus,
    "relations": relation_corpus,
}


def table_of(task: str, predictions: Documents, references: Documents) -> pa.Table:
    """Both sides as the columns of one table."""
    kinds = {"predictions": TASKS[task].predictions, "references": TASKS[task].references}
    sides = {"predictions": predictions, "references": references}
    return pa.table({name: pa.array(side, arrow_type(kinds[name])) for name, side in sides.items()})


def corpus_table(task: str) -> pa.Table:
    return table_of(task, *CORPORA[task]())


def write_shards(folder: Path, table: pa.Table, cuts: list[int]) -> None:
    """Parquet shards of the rows between some cuts."""
    folder.mkdir(parents=True, exist_ok=True)
    ends = [0, *cuts, len(table)]
    for number, (start, stop) in enumerate(zip(ends, ends[1:], strict=False)):
        pq.write_table(table.slice(start, stop - start), folder / f"part-{number:03}.parquet")


def check_same(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Equal counts, equal text, and scores that agree to 1e-12, where nan agrees with nan."""
    assert found.keys() == wanted.keys()
    for key, value in wanted.items():
        if isinstance(value, float):
            assert found[key] == pytest.approx(value, rel=0, abs=1e-12, nan_ok=True), key
        else:
            assert found[key] == value, key
        assert type(found[key]) is type(value), key
