"""Token classification scored as event detection."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from event_scoring import InputError, score_detection
from event_scoring.adapters import events_from_nuggets, nuggets_from_pipeline, token_classification_metrics

LABELS = ["O", "B-Die", "I-Die"]
TOKENS = ["He", "was", "shot", "dead", "yesterday"]
GOLD = [{"tokens": TOKENS, "events": [{"trigger": {"span": [2, 4]}, "type": "Die"}]}]


def test_in_the_trainer() -> None:
    word_ids = [[None, 0, 1, 2, 2, 3, 4, None]]
    metrics = token_classification_metrics(GOLD, word_ids, LABELS, task="detection", facts={"dataset": "ours"})
    ids = np.array([[0, 0, 0, 1, 0, 2, 1, 0]])
    result = metrics(SimpleNamespace(predictions=ids, label_ids=None))
    system = [{"events": [{"trigger": {"span": [2, 4]}, "type": "Die"}, {"trigger": {"span": [4, 5]}, "type": "Die"}]}]
    expected = score_detection(system, GOLD, facts={"dataset": "ours"})
    assert expected["trigger_classification_f1"] == pytest.approx(2 / 3)
    assert result["trigger_classification_f1"] == expected["trigger_classification_f1"]
    assert result["truncated_references"] == 0.0
    assert metrics.last_result is not None
    assert metrics.last_result["signature"] == expected["signature"]
    cut = token_classification_metrics(GOLD, [[0, 1, 2]], LABELS, task="detection")
    assert cut(SimpleNamespace(predictions=np.array([[0, 0, 1]]), label_ids=None))["truncated_references"] == 1.0


def test_pipelines() -> None:
    output = [{"entity_group": "Die", "score": 0.5, "word": "shot dead", "start": 7, "end": 16}]
    events = events_from_nuggets(nuggets_from_pipeline([output], [TOKENS], doc_ids=["a"]))
    assert events == [{"doc_id": "a", "events": [{"trigger": {"span": [2, 4]}, "type": "Die", "score": 0.5}]}]
    assert score_detection(events, GOLD)["trigger_classification_f1"] == 1.0


def test_what_is_no_trigger() -> None:
    assert events_from_nuggets([{"mentions": [{"token_ids": [], "type": "Die"}]}]) == [{"events": []}]
    with pytest.raises(InputError) as caught:
        events_from_nuggets([{"mentions": [{"token_ids": [1, 3], "type": "Die"}]}])
    assert str(caught.value) == (
        'documents[0]["mentions"][0]["token_ids"]: expected tokens that stand side by side, as triggers do, got [1, 3]'
    )
    with pytest.raises(InputError, match=r"references\[0\]: expected a span in every trigger, got none"):
        token_classification_metrics(
            [{"events": [{"trigger": {"text": "shot"}, "type": "Die"}]}], [[0]], LABELS, task="detection"
        )
    with pytest.raises(ValueError, match='task: expected one of "nuggets", "detection"'):
        token_classification_metrics(GOLD, [[0]], LABELS, task="extraction")
