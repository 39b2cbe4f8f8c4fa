"""The three systems of a whole evaluation, ranked as the published scorer's samples rank them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from event_scoring import compare, count_responses
from event_scoring.formats.kbp.store import read_document_list, read_key_store, read_system_store
from tests.golden_cases import GOLDEN, same

STORE = GOLDEN / "kbp_store"
SUMMARY = json.loads((STORE / "oracle_summary.json").read_text(encoding="utf-8"))
PREPROCESS = {
    "withRealis": "official-2015",
    "neutralizeRealis": "neutralize-realis",
    "neutralizeRealisCoref": "neutralize-realis-coref",
}


def tables(preprocess: str) -> dict[str, Any]:
    documents = read_document_list(STORE / "docs.txt")
    key = read_key_store(STORE / "answerKey", STORE / "referenceLinking", documents)
    systems = sorted(path.name for path in (STORE / "systems").iterdir())
    return {
        name: count_responses(read_system_store(STORE / "systems" / name, documents), key, preprocess=preprocess)
        for name in systems
    }


@pytest.mark.parametrize("name", PREPROCESS)
def test_win_fractions_medians_and_ranks(name: str) -> None:
    expected = SUMMARY[name]["ranking"]
    data = compare(tables(PREPROCESS[name]), scores=["score"], confidence=0.9, sampler="java").data
    rows = data["scores"]["score"]
    for system, fractions in expected["fraction_row_beats_column"].items():
        for other, fraction in fractions.items():
            if other != system:
                assert data["win_fractions"]["score"][system][other] == fraction, (system, other)
        assert rows[system]["median"] == pytest.approx(expected["median"][system] / 100, rel=1e-9)
        published = SUMMARY[name][system]["bootstrap"]["overall"]
        assert same(rows[system]["low"], published["p0.05"], 100)
        assert same(rows[system]["high"], published["p0.95"], 100)
    by_median = sorted(expected["median"], key=lambda system: -expected["median"][system])
    assert sorted(rows, key=lambda system: rows[system]["rank"]) == by_median
