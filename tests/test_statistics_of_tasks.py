"""Intervals, tests and win fractions of every task, against scores of documents that are copied or swapped."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from event_scoring import (
    compare,
    score_arguments,
    score_detection,
    score_extraction,
    score_nuggets,
    score_responses,
    score_templates,
)
from event_scoring.nuggets.score import count_nuggets
from event_scoring.statistics.resampling import bootstrap_weights, percentile, win_fractions
from event_scoring.statistics.significance import bootstrap_p_value, randomization_p_value, swaps
from tests.arguments.test_responses import assessed, response
from tests.oracles import resampling_oracle as oracle
from tests.test_resampling_of_tasks import arguments, nuggets, templates

DOCUMENTS, SAMPLES, SEED, LEVEL = 5, 12, 3, 0.9
Corpus = tuple[list[list[Any]], list[Any]]


def events(chance: random.Random) -> dict[str, Any]:
    found = []
    for place in range(0, 8, 2):
        if chance.random() < 0.7:
            roles = [
                {"span": [token, token + 1], "role": chance.choice("RS")}
                for token in (8, 9, 10)
                if chance.random() < 0.7
            ]
            found.append({"trigger": {"span": [place, place + 1]}, "type": chance.choice("AB"), "arguments": roles})
    return {"tokens": list("abcdefghijkl"), "events": found}


def corpus(kind: Callable[[random.Random], Any], seed: int) -> Corpus:
    chance = random.Random(seed)
    sides = [[kind(chance) for _ in range(DOCUMENTS)] for _ in range(4)]
    return sides[:3], sides[3]


def responses(seed: int) -> Corpus:
    chance = random.Random(seed)
    texts = ("he", "she", "we")
    sides: list[list[Any]] = [[], [], []]
    keys = []
    for number in range(DOCUMENTS):
        given = [response(text, role=role, at=at) for text in texts for role in ("Victim", "Agent") for at in (0, 1)]
        pool = [assessed(each, chance.choice(["CCCC", "CCCC", "CCWC", "CCCW"])) for each in given]
        strings = [{"text": text, "start": 4, "end": 9, "cluster": place} for place, text in enumerate(texts)]
        name = f"d{number}"
        keys.append({"doc_id": name, "responses": pool, "coreference": strings, "frames": _frames(chance, len(pool))})
        for side in sides:
            said = [each for each in given if chance.random() < 0.5]
            side.append({"doc_id": name, "responses": said, "frames": _frames(chance, len(said))})
    return sides, keys


def _frames(chance: random.Random, items: int) -> list[list[int]]:
    return [[place for place in range(items) if chance.random() < 0.5] for _ in range(2)]


CASES: dict[str, tuple[str, Callable[..., Any], Corpus, dict[str, Any]]] = {
    "nuggets": ("nuggets", score_nuggets, corpus(nuggets, 1), {}),
    "nuggets, undefined": ("nuggets", score_nuggets, corpus(nuggets, 2), {"zero_division": "nan"}),
    "nuggets, v1.8": ("nuggets", score_nuggets, corpus(nuggets, 3), {"protocol": "evmeval-1.8"}),
    "arguments": ("arguments", score_arguments, corpus(arguments, 4), {"beta": 1.0}),
    "responses": ("responses", score_responses, responses(5), {"preprocess": "official-2015"}),
    "extraction": ("extraction", score_extraction, corpus(events, 6), {"modes": ["pipeline", "loose"]}),
    "extraction, as OneIE": ("extraction", score_extraction, corpus(events, 7), {"convention": "oneie"}),
    "detection": ("detection", score_detection, corpus(events, 8), {"zero_division": "nan"}),
    "templates": ("templates", score_templates, corpus(templates, 9), {}),
}
WEIGHTS = np.concatenate(list(bootstrap_weights(DOCUMENTS, SAMPLES, seed=SEED))).astype(int)
SWAPS = np.concatenate(list(swaps(DOCUMENTS, SAMPLES, seed=SEED))).astype(int)


def defined(values: list[float]) -> list[float]:
    return [value for value in values if not math.isnan(value)]


def bounds(values: list[float]) -> list[float]:
    rest = defined(values)
    return [oracle.percentile(rest, level) if rest else math.nan for level in ((1 - LEVEL) / 2, (1 + LEVEL) / 2)]


def copied(documents: list[Any], times: Any) -> list[Any]:
    return [document for document, count in zip(documents, times, strict=True) for _ in range(count)]


@pytest.mark.parametrize("name", CASES)
def test_intervals_and_tests_agree_with_documents_scored_anew(name: str) -> None:
    task, score, (systems, gold), options = CASES[name]
    sampled = [
        [score(copied(side, row), copied(gold, row), details=True, **options) for row in WEIGHTS] for side in systems
    ]
    result = score(systems[0], gold, details=True, confidence=LEVEL, resamples=SAMPLES, seed=SEED, **options)
    keys = [key.removesuffix("_low") for key in result if key.endswith("_low")]
    assert keys
    for key in keys:
        found = [result[f"{key}_low"], result[f"{key}_high"]]
        assert found == pytest.approx(bounds([row[key] for row in sampled[0]]), abs=1e-12, nan_ok=True), key
    for table in ("per_type", "per_role"):
        for label, row in result.get(table, {}).items():
            if task != "templates":
                said = [drawn[table][label]["f1"] for drawn in sampled[0] if label in drawn[table]]
                assert [row["f1_low"], row["f1_high"]] == pytest.approx(bounds(said), abs=1e-12, nan_ok=True), label

    full = [score(side, gold, **options) for side in systems]
    pairs = list(combinations(range(3), 2))
    mixed = {
        (one, other): [
            [score([sides[moved] for sides, moved in zip(both, row, strict=True)], gold, **options) for row in order]
            for both in [list(zip(systems[one], systems[other], strict=True))]
            for order in (SWAPS, 1 - SWAPS)
        ]
        for one, other in pairs
    }
    for test in ("randomization", "bootstrap"):
        named = dict(zip("abc", systems, strict=True))
        data = compare(
            named, gold, task=task, confidence=LEVEL, resamples=SAMPLES, seed=SEED, test=test, **options
        ).data
        for key, rows in data["tests"].items():
            p_values = []
            for one, other in pairs:
                observed = full[one][key] - full[other][key]
                first, second = mixed[one, other] if test == "randomization" else (sampled[one], sampled[other])
                differences = defined([a[key] - b[key] for a, b in zip(first, second, strict=True)])
                centre = 0 if test == "randomization" else observed
                p_values.append(1.0 if math.isnan(observed) else oracle.p_value(differences, observed, centre))
            assert [row["p_value"] for row in rows] == pytest.approx(p_values), (test, key)
            assert [row["p_corrected"] for row in rows] == pytest.approx(oracle.holm(p_values)), (test, key)
    for key, rows in data["scores"].items():
        for place, system in enumerate("abc"):
            values = [row[key] for row in sampled[place]]
            rest = defined(values)
            median = oracle.percentile(rest, 0.5) if rest else math.nan
            found = [rows[system][part] for part in ("low", "high", "median")]
            assert found == pytest.approx([*bounds(values), median], abs=1e-12, nan_ok=True), key
            for other, against in enumerate("abc"):
                if other != place:
                    drawn = zip(values, (row[key] for row in sampled[other]), strict=True)
                    wins = sum(a > b + 1e-12 for a, b in drawn) / SAMPLES
                    assert data["win_fractions"][key][system][against] == pytest.approx(wins), key


@pytest.mark.parametrize("name", CASES)
def test_samples_do_not_depend_on_the_order_of_documents_with_ids(name: str) -> None:
    task, score, (systems, gold), options = CASES[name]
    drawing = {"confidence": LEVEL, "resamples": SAMPLES, "seed": SEED}

    def found(order: list[int], sampler: str) -> list[Any]:
        *sides, references = (
            [{**side[row], "doc_id": f"d{row}"} if isinstance(side[row], dict) else side[row] for row in order]
            for side in (*systems, gold)
        )
        one = score(sides[0], references, details=True, sampler=sampler, **drawing, **options)
        several = compare(
            dict(zip("abc", sides, strict=True)), references, task=task, sampler=sampler, **drawing, **options
        )
        of_documents = ("outcomes", "alignment", "per_document", "categories", "not_found")
        return [{key: value for key, value in one.items() if key not in of_documents}, several.data]

    rows = [*range(DOCUMENTS)]
    np.testing.assert_equal(found(rows[::-1], "numpy"), found(rows, "numpy"))
    assert str(found(rows[::-1], "java")) != str(found(rows, "java")), "the published ranking draws rows as they come"


def test_samples_pair_the_documents_of_systems_that_name_them_differently() -> None:
    gold = [[{"token_ids": [place], "type": "A"}] for place in range(30)]
    half = [[{"token_ids": [place % 2 * place], "type": "A"}] for place in range(30)]
    named = [{"doc_id": f"d{30 - place}", "mentions": mentions} for place, mentions in enumerate(half)]
    for systems in ({"one": half, "other": named}, {"one": named, "other": half}):
        data = compare(systems, gold, scores=["span_f1"], resamples=SAMPLES).data
        assert data["win_fractions"]["span_f1"] == {"one": {"other": 0.0}, "other": {"one": 0.0}}


def test_an_accident_of_rounding_wins_nothing() -> None:
    first, second = np.array([0.3, 0.5]), np.array([0.1 + 0.2, 0.4])
    assert first[0] != second[0]
    assert win_fractions([second, first]) == [[0.0, 0.5], [0.5, 0.0]], "to the last digit"
    assert win_fractions([second, first], rounding=1e-12) == [[0.0, 0.0], [0.5, 0.0]]
    # Precision and recall change places: the same F1 but for its last digit.
    gold = [[{"token_ids": [place], "type": "A"} for place in range(10)] for _ in range(8)]
    few = [[{"token_ids": [place], "type": "A"} for place in range(3)] for _ in gold]
    many = [[{"token_ids": [place], "type": "A"} for place in range(27, 100)] for _ in gold]
    for side in (few, many):
        data = compare({"one": side, "other": [list(reversed(row)) for row in side]}, gold, resamples=20).data
        assert data["scores"]["span_f1"]["one"]["rank"] == data["scores"]["span_f1"]["other"]["rank"] == 1


def test_undefined_samples_are_left_out_of_medians() -> None:
    assert percentile(np.array([np.nan, 0.25, 0.75]), 0.5) == 0.5
    assert math.isnan(percentile(np.array([np.nan]), 0.5))
    gold = [[{"token_ids": [1], "type": "A"}], []]
    table = count_nuggets(gold, gold, zero_division="nan")
    assert compare({"one": table}, scores=["span_f1"], resamples=50).data["scores"]["span_f1"]["one"]["median"] == 1.0


def test_an_undefined_difference_is_never_significant() -> None:
    assert randomization_p_value(math.nan, np.array([0.1, 0.2])) == 1.0
    assert bootstrap_p_value(math.nan, np.array([0.1, 0.2])) == 1.0
    gold = [[{"token_ids": [1], "type": "A"}]] * 30
    silent: list[list[Any]] = [[]] * 30
    data = compare(
        {"one": gold, "none": silent}, gold, resamples=100, zero_division="nan", scores=["span_precision"]
    ).data
    assert data["tests"]["span_precision"][0]["significant"] is False
    assert all(row["better_than"] == [] for row in data["scores"]["span_precision"].values())
