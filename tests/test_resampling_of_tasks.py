"""Every score of every task on a sample is the score of the documents that the sample drew."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from event_scoring import count_arguments, count_nuggets, count_relations, count_templates, score_counts
from event_scoring.scoring.task import Counts
from event_scoring.statistics.resampling import bootstrap_weights, resampled_scores

DOCUMENTS = 6


def nuggets(chance: random.Random) -> dict[str, Any]:
    mentions = [
        {
            "token_ids": [place],
            "type": chance.choice("AB"),
            "realis": chance.choice(["Actual", "Other"]),
            "id": str(place),
        }
        for place in range(6)
        if chance.random() < 0.8
    ]
    ids = [mention["id"] for mention in mentions]
    clusters = [ids[:2], ids[2:4]] if chance.random() < 0.8 else []
    links = [{"type": "After", "source": ids[0], "target": ids[-1]}] if len(ids) > 2 else []
    return {"mentions": mentions, "clusters": clusters, "links": links}


def arguments(chance: random.Random) -> dict[str, Any]:
    found = [{"type": "T", "role": "R", "filler": filler} for filler in "abcde" if chance.random() < 0.7]
    places = list(range(len(found)))
    return {"arguments": found, "frames": [places[:2], places[1:]] if places else []}


def templates(chance: random.Random) -> dict[str, Any]:
    slots = [{"name": name, "values": [chance.choice("xyz")]} for name in "pq" if chance.random() < 0.8]
    return {"templates": [{"type": "T", "slots": slots}]}


def relations(chance: random.Random) -> dict[str, Any]:
    found = [
        {"type": chance.choice(["BEFORE", "AFTER", "VAGUE"]), "source": one, "target": other}
        for one, other in ("ab", "bc", "cd")
        if chance.random() < 0.8
    ]
    return {"relations": found}


def tables() -> dict[str, Counts]:
    chance = random.Random(5)

    def corpus(kind: Any) -> list[Any]:
        return [kind(chance) for _ in range(DOCUMENTS)]

    return {
        "nuggets": count_nuggets(corpus(nuggets), corpus(nuggets)),
        "nugget, pilot": count_nuggets(corpus(nuggets), corpus(nuggets), protocol="pilot"),
        "arguments": count_arguments(corpus(arguments), corpus(arguments)),
        "argument, unclipped": count_arguments(corpus(arguments), corpus(arguments), clip=False, beta=1),
        "templates": count_templates(corpus(templates), corpus(templates)),
        "relations": count_relations(corpus(relations), corpus(relations)),
        "timelines": count_relations(corpus(relations), corpus(relations), protocol="tempeval-3"),
    }


TABLES = tables()


@pytest.mark.parametrize("name", TABLES)
def test_samples_are_scored_as_the_documents_they_drew(name: str) -> None:
    counts = TABLES[name]
    weights = np.concatenate(list(bootstrap_weights(DOCUMENTS, 25, seed=1)))
    samples = resampled_scores([counts.additive(range(DOCUMENTS))], [weights])[0]
    for number, row in enumerate(weights.astype(int)):
        rows = np.repeat(np.arange(DOCUMENTS), row)
        drawn = score_counts(replace(counts, rows=[counts.rows[row] for row in rows]))
        for key, scores in samples.items():
            if key in drawn:
                assert scores[number] == pytest.approx(drawn[key], abs=1e-12), key
    ratios = {
        key for key in score_counts(counts) if key.endswith(("_f1", "_score", "_precision", "_recall", "_accuracy"))
    }
    assert ratios <= set(samples), "every score can be resampled"


def test_coreference_and_sequencing_have_intervals() -> None:
    chance = random.Random(6)
    sides = [[nuggets(chance) for _ in range(DOCUMENTS)] for _ in range(2)]
    result = score_counts(count_nuggets(*sides, confidence=0.9, resamples=50))
    for key in ("conll_f1", "kbp_coreference_f1", "blanc_f1", "after_f1", "sequencing_f1", "macro_type_f1"):
        assert result[f"{key}_low"] <= result[f"{key}_high"]
