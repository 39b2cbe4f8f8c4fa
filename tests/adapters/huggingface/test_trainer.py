"""`compute_metrics` factories on plain arrays."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, ScoreWarning, score_nuggets
from event_scoring.adapters import (
    generation_metrics,
    metrics_of_sets,
    nuggets_from_labels,
    span_classification_metrics,
    token_classification_metrics,
)
from tests.generated import examples
from tests.heavy import torch

LABELS = ["O", "B-Die", "I-Die", "B-Meet"]
WORD_IDS = [[None, 0, 0, 1, 2, None], [None, 0, 1, None]]
GOLD = [[{"token_ids": [0, 1], "type": "Die"}], [{"token_ids": [1], "type": "Meet"}]]
LABEL_IDS = np.array([[-100, 1, -100, 2, 0, -100], [-100, 0, 3, -100, -100, -100]])
IDS = np.array([[3, 1, 3, 2, 0, 3], [3, 0, 3, 3, -100, -100]])
"""Right predictions. Special tokens and second sub-tokens say "Meet", which counts nothing."""
METRICS = token_classification_metrics(GOLD, WORD_IDS, LABELS)


def prediction(predictions: object, label_ids: object = LABEL_IDS) -> SimpleNamespace:
    return SimpleNamespace(predictions=predictions, label_ids=label_ids)


def logits(ids: np.ndarray, labels: int = 4) -> np.ndarray:
    """Logits of which the largest is that of each id; padding as the Trainer writes it."""
    one_hot = np.eye(labels)[np.maximum(ids, 0)]
    return np.where((ids < 0)[..., None], -100.0, one_hot)


def test_words_have_the_label_of_their_first_sub_token() -> None:
    result = METRICS(prediction(IDS))
    assert result["type_f1"] == result["span_f1"] == 1.0
    assert result["predictions"] == 2.0
    assert all(type(value) is float for value in result.values())
    assert METRICS.last_result is not None
    assert METRICS.last_result["signature"].startswith("nuggets|")


def wide(rows: np.ndarray) -> np.ndarray:
    """The rows with the padding of the Trainer, which is never a label."""
    return np.pad(rows, ((0, 0), (0, 34)), constant_values=-100)


FORMS: dict[str, Callable[[], tuple[object, object]]] = {
    "logits": lambda: (logits(IDS), LABEL_IDS),
    "several arrays": lambda: ((logits(IDS), np.zeros(3)), LABEL_IDS),
    "without labels": lambda: (IDS, None),
    "wide": lambda: (wide(IDS), wide(LABEL_IDS)),
    "batches": lambda: ([IDS[:1], IDS[1:, :4]], [LABEL_IDS[:1], LABEL_IDS[1:, :4]]),
    "batches of several arrays": lambda: ([(logits(IDS[:1]), 0), (logits(IDS[1:]), 0)], None),
    "a tensor of logits": lambda: (
        torch.tensor(logits(IDS), dtype=torch.bfloat16, requires_grad=True),
        torch.tensor(LABEL_IDS),
    ),
    "a tensor": lambda: (torch.tensor(IDS), torch.tensor(LABEL_IDS)),
}


@pytest.mark.parametrize("form", FORMS)
def test_predictions_of_every_form_score_alike(form: str) -> None:
    assert METRICS(prediction(*FORMS[form]())) == METRICS(prediction(IDS))


def test_batches() -> None:
    whole = METRICS(prediction(IDS))
    for _ in range(2):  # a second evaluation starts anew
        assert METRICS(prediction(IDS[:1], LABEL_IDS[:1]), compute_result=False) == {}
        assert METRICS(prediction(IDS[1:, :4], LABEL_IDS[1:, :4]), compute_result=True) == whole


def test_truncated_labels_make_no_score_too_high() -> None:
    """A model that sees two of six words and gets them right has found one of three nuggets."""
    words = 6
    gold = [
        [{"token_ids": [0], "type": "Die"}, {"token_ids": [3, 4], "type": "Die"}, {"token_ids": [5], "type": "Meet"}]
    ]
    word_ids = [[None, 0, 1, None]]
    assert words > max(word for word in word_ids[0] if word is not None) + 1
    label_ids = np.array([[-100, 1, 0, -100]])
    metrics = token_classification_metrics(gold, word_ids, LABELS)
    result = metrics(prediction(label_ids.clip(0), label_ids))
    naive_references = nuggets_from_labels([[LABELS[i] for i in label_ids[0] if i >= 0]])
    naive = score_nuggets(naive_references, naive_references)
    assert naive["type_f1"] == 1.0
    assert result["type_recall"] == pytest.approx(1 / 3)
    assert result["type_precision"] == 1.0
    assert result["type_f1"] == pytest.approx(0.5)
    assert result["truncated_references"] == 2.0
    assert result["truncated_documents"] == 1.0
    assert result["references"] == 3.0


def test_a_nugget_that_is_cut_in_half_counts_as_truncated() -> None:
    gold = [[{"token_ids": [1, 2], "type": "Die"}]]
    result = token_classification_metrics(gold, [[0, 1]], LABELS)(prediction(np.array([[0, 1]]), None))
    assert result["truncated_references"] == 1.0
    assert result["type_f1"] == pytest.approx(2 / 3)


def test_windows_of_one_document_are_put_together() -> None:
    gold = [[{"token_ids": [1, 2], "type": "Die"}], []]
    word_ids = [[None, 0, 1, 2, None], [None, 1, 2, 3, None], [None, 0, None]]
    # Word 1 is furthest from an edge in the first window, word 2 in the second.
    ids = np.array([[0, 0, 1, 3, 0], [0, 3, 2, 0, 0], [0, 0, 0, -100, -100]])
    metrics = token_classification_metrics(gold, word_ids, LABELS, documents=[0, 0, 1])
    result = metrics(prediction(ids, None))
    assert result["type_f1"] == 1.0
    assert result["truncated_references"] == 0.0


def test_options_and_details() -> None:
    metrics = token_classification_metrics(GOLD, WORD_IDS, LABELS, protocol="evmeval-1.8", types=["Die"])
    metrics.log_details = True
    result = metrics(prediction(LABEL_IDS.clip(0)))
    assert result["references"] == 1.0
    assert result["per_type/die_f1"] == 1.0  # this protocol normalizes types
    assert result["errors/correct"] == 1.0
    assert metrics.last_result is not None
    assert "protocol:evmeval-1.8" in metrics.last_result["signature"]
    json.dumps(metrics.last_result)
    with pytest.raises(TypeError, match='unknown option "protocl"'):
        token_classification_metrics(GOLD, WORD_IDS, LABELS, protocl="paper")


@examples(60)
@given(st.data())
def test_equals_the_labels_of_words(data: st.DataObject) -> None:
    """Without truncation the score is that of the word labels, whatever the sub-tokens and the batches are."""
    documents = data.draw(st.lists(st.lists(st.integers(0, 3), max_size=6), min_size=1, max_size=5))
    gold = nuggets_from_labels([[LABELS[i] for i in reversed(words)] for words in documents])
    word_ids, rows = [], []
    for words in documents:
        pieces = [data.draw(st.integers(1, 3)) for _ in words]
        word_ids.append([None, *(word for word, count in enumerate(pieces) for _ in range(count)), None])
        noise = [data.draw(st.integers(0, 3)) for _ in range(sum(pieces) + 2)]
        starts = np.cumsum([1, *pieces])[:-1]
        for start, label in zip(starts, words, strict=True):
            noise[start] = label
        rows.append(noise)
    width = max(map(len, rows))
    ids = np.array([row + [-100] * (width - len(row)) for row in rows])
    metrics = token_classification_metrics(gold, word_ids, LABELS)
    expected = score_nuggets(nuggets_from_labels([[LABELS[i] for i in words] for words in documents]), gold)
    result = metrics(prediction(ids, None))
    assert {key: result[key] for key in ("type_f1", "span_f1", "predictions")} == {
        key: expected[key] for key in ("type_f1", "span_f1", "predictions")
    }
    assert result["truncated_references"] == 0.0
    cut = data.draw(st.integers(0, len(rows) - 1))
    metrics(prediction(ids[:cut], None), compute_result=False)
    assert metrics(prediction(ids[cut:], None), compute_result=True) == result


# ---- what is refused ----------------------------------------------------------------------------------


def test_rows_in_another_order_are_told_by_their_labels() -> None:
    whole = METRICS(prediction(IDS))
    assert METRICS(prediction(IDS[::-1], LABEL_IDS[::-1])) == whole
    assert METRICS((IDS[::-1], LABEL_IDS[::-1])) == whole  # the pair that many read out of what the Trainer gives
    # Labels of another's making: where no two rows look alike, their shape is enough.
    other = np.where(LABEL_IDS == 3, 1, LABEL_IDS)
    for rows in ((IDS[::-1], other[::-1]), (IDS, other)):
        with pytest.warns(
            ScoreWarning, match="label_ids and references differ: 1 nugget only in the labels, 1 reference"
        ):
            assert METRICS(prediction(*rows)) == whole
    longer = np.where(LABEL_IDS == -100, 0, LABEL_IDS)
    with pytest.raises(InputError) as caught:
        METRICS(prediction(longer, longer))
    assert str(caught.value) == (
        "label_ids[1]: expected a label at the first sub-token of each word and -100 elsewhere, in the order of "
        "word_ids or in one that the labels show; if the Trainer changes the order of rows, give each row an id (row_ids)"
    )
    with pytest.raises(InputError, match=r"label_ids\[0\]: expected a label at the first sub-token of each word"):
        METRICS(prediction(LABEL_IDS.clip(0), LABEL_IDS[:, :3]))
    assert METRICS(prediction(LABEL_IDS.clip(0)))["documents"] == 2.0


def test_swapped_rows_of_one_shape_are_told_by_their_labels() -> None:
    gold = [
        [{"token_ids": [0], "type": "Die"}],
        [{"token_ids": [1], "type": "Die"}],
        [{"token_ids": [1], "type": "Die"}],
    ]
    labels = np.array([[1, 0], [0, 1], [0, 1]])
    metrics = token_classification_metrics(gold, [[0, 1]] * 3, LABELS)
    for order in ([0, 1, 2], [1, 2, 0], [2, 1, 0]):
        assert metrics(prediction(labels[order], labels[order]))["type_f1"] == 1.0


def test_row_ids() -> None:
    metrics = token_classification_metrics(GOLD, WORD_IDS, LABELS, row_ids=[7, 9])
    whole = metrics(prediction(IDS))
    assert metrics(prediction(IDS[::-1], (LABEL_IDS[::-1], np.array([9, 7])))) == whole
    assert (
        metrics(prediction([IDS[1:], IDS[:1]], [(LABEL_IDS[1:], np.array([9])), (LABEL_IDS[:1], np.array([7]))]))
        == whole
    )
    with pytest.raises(
        InputError, match="label_ids: expected the row ids that the metrics were made for, each once, got 8"
    ):
        metrics(prediction(IDS, (LABEL_IDS, np.array([7, 8]))))
    with pytest.raises(InputError, match=r"row_ids: expected 2 different numbers, one for each row, got \[7, 7\]"):
        token_classification_metrics(GOLD, WORD_IDS, LABELS, row_ids=[7, 7])
    spans = span_classification_metrics([[{"token_ids": [0], "type": "Die"}], []], [[[0, 1]], [[0, 1]]], ["O", "Die"])
    values = np.array([[[1, 0]], [[0, 1]]])
    assert spans(prediction(values, (values[:, :, 1], np.array([1, 0]))))["type_f1"] == 1.0


def test_several_sets() -> None:
    other = [[{"token_ids": [0], "type": "Meet"}]]
    sets = metrics_of_sets(
        {
            "dev": token_classification_metrics(GOLD, WORD_IDS, LABELS),
            "test": token_classification_metrics(other, [[0]], LABELS),
            "same": token_classification_metrics(GOLD[::-1], WORD_IDS[::-1], LABELS, row_ids=[4, 5]),
        }
    )
    assert sets((np.array([[3]]), np.array([[3]])))["documents"] == 1.0
    assert sets.set_name == "test"
    assert sets.last_result is not None
    assert sets.last_result["type_f1"] == 1.0
    assert sets((IDS[::-1], (LABEL_IDS[::-1], np.array([4, 5]))))["documents"] == 2.0
    assert sets.set_name == "same"
    assert sets((IDS[:1], LABEL_IDS[:1]), compute_result=False) == {}
    with pytest.raises(InputError, match="got 2 rows, fitting dev and same; a column of row ids tells them apart"):
        sets((IDS[1:], LABEL_IDS[1:]), compute_result=True)
    with pytest.raises(InputError, match="got 3 rows, fitting none of them"):
        sets((np.zeros((3, 6)), None))


def test_a_batch_that_fails_leaves_nothing_to_the_next_evaluation_of_several_sets() -> None:
    sets = metrics_of_sets({"dev": token_classification_metrics(GOLD, WORD_IDS, LABELS)})
    assert sets((LABEL_IDS[:1].clip(0), LABEL_IDS[:1]), compute_result=False) == {}
    with pytest.raises(InputError, match="predictions: expected"):
        sets((np.zeros((1, 6, 9)), LABEL_IDS[1:]), compute_result=True)
    assert sets((LABEL_IDS.clip(0), LABEL_IDS))["documents"] == 2.0


def test_several_labels_a_token() -> None:
    gold = [[{"token_ids": [0, 1], "type": "Die"}, {"token_ids": [1, 2], "type": "Meet"}]]
    labels = ["B-Die", "I-Die", "B-Meet", "I-Meet"]
    logits = np.array([[[2, 0, -1, -1], [0.2, 2, 3, -2], [-1, -1, 0, 1.5]]])
    metrics = token_classification_metrics(gold, [[0, 1, 2]], labels, threshold=0.7, mapping="optimal")
    assert metrics((logits, None))["type_f1"] == 1.0
    strict = token_classification_metrics(gold, [[0, 1, 2]], labels, threshold=0.9)
    assert strict((logits, None))["predictions"] == 1.0
    with pytest.raises(InputError, match=r"expected logits \(rows, tokens, labels\)"):
        metrics((logits.argmax(-1), None))
    with pytest.raises(ValueError, match="threshold: expected a number between 0 and 1, got 2"):
        token_classification_metrics(gold, [[0, 1, 2]], labels, threshold=2)


def test_the_documents_of_the_last_evaluation_have_the_ids_of_the_references() -> None:
    gold = [{"doc_id": "a", "mentions": GOLD[0]}, {"mentions": GOLD[1]}]
    metrics = token_classification_metrics(gold, WORD_IDS, LABELS)
    assert metrics.last_predictions is None
    metrics(prediction(LABEL_IDS.clip(0)))
    assert metrics.last_predictions == gold
    assert metrics.last_result is not None
    assert metrics.last_result["warnings"] == []
    assert str(metrics.last_result).startswith("type F1 1.0000:")  # it prints as every result does
    sets = metrics_of_sets({"dev": metrics})
    sets(prediction(LABEL_IDS.clip(0)))
    assert sets.last_predictions == gold


def test_details_are_computed_when_something_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    metrics = token_classification_metrics(GOLD, WORD_IDS, LABELS)
    asked: list[bool] = []
    score = type(metrics.task).score_documents
    monkeypatch.setattr(
        type(metrics.task),
        "score_documents",
        lambda self, predictions, references, options, details: (
            asked.append(details),
            score(self, predictions, references, options, details),
        )[1],
    )
    metrics(prediction(LABEL_IDS.clip(0)))
    assert asked == [False]
    assert metrics.last_result is not None
    assert "per_type" in metrics.last_result
    assert asked == [False, True]


def test_too_few_batches_are_refused_and_forgotten() -> None:
    with pytest.raises(InputError, match="predictions: expected 2 rows"):
        METRICS(prediction(np.zeros((1, 6)), None), compute_result=True)
    assert METRICS(prediction(LABEL_IDS.clip(0)))["documents"] == 2.0


# ---- spans and generated answers ----------------------------------------------------------------------


def test_spans() -> None:
    gold = [[{"token_ids": [0, 1], "type": "Die"}, {"token_ids": [0, 1], "type": "Meet"}], []]
    spans = [[[0, 1], [0, 2]], [[0, 1]]]
    values = np.array([[[9, 0, 0], [0, 2, 1.5]], [[0, 1, -3], [-100, -100, -100]]])
    metrics = span_classification_metrics(gold, spans, ["O", "Die", "Meet"])
    result = metrics(prediction(values, None))
    assert result["predictions"] == 2.0
    assert result["type_recall"] == 0.5
    # By default both types of a span go to the first reference there (Algorithm 1).
    both = span_classification_metrics(gold, spans, ["O", "Die", "Meet"], threshold=0.8, mapping="optimal")
    result = both(prediction(values, None))
    assert result["type_recall"] == 1.0
    assert result["predictions"] == 2.0
    both(prediction(values[:1], None), compute_result=False)
    assert both(prediction(values[1:, :1], None), compute_result=True) == result


def test_spans_of_several_rows_a_document() -> None:
    gold = [[{"token_ids": [0], "type": "Die"}], [{"token_ids": [3], "type": "Die"}]]
    metrics = span_classification_metrics(gold, [[[3, 4]], [[0, 1]], []], ["O", "Die"], documents=[1, 0, 1])
    assert metrics(prediction(np.array([[[0, 1.0]]] * 3), None))["type_f1"] == 1.0


def test_labels_of_spans_are_compared_with_the_references() -> None:
    gold = [
        [{"token_ids": [0, 1], "type": "Die"}, {"token_ids": [1], "type": "Meet"}],
        [{"token_ids": [0], "type": "Die"}],
    ]
    spans = [[[0, 2], [1, 2], [2, 3]], [[0, 1]]]
    label_ids = np.array([[1, 2, 0], [1, -100, -100]])
    values = np.eye(3)[label_ids.clip(0)]
    metrics = span_classification_metrics(gold, spans, ["O", "Die", "Meet"])
    assert metrics(prediction(values, label_ids))["type_f1"] == 1.0
    assert metrics.last_result is not None
    assert metrics.last_result["warnings"] == []
    for wrong in (
        span_classification_metrics(gold, spans, ["Die", "Meet", "O"]),
        span_classification_metrics(gold[::-1], spans[::-1], ["O", "Die", "Meet"], documents=[1, 0]),
    ):
        with pytest.raises(InputError, match="label_ids: the labels and the references do not belong together"):
            wrong(prediction(values, label_ids))
    with pytest.raises(InputError, match=r"label_ids\[0\]: expected a label id from 0 to 1, got 2"):
        span_classification_metrics(gold, spans, ["O", "Die"])(prediction(values[:, :, :2], label_ids))


def test_wrong_span_predictions() -> None:
    metrics = span_classification_metrics([[]], [[[0, 1], [1, 2]]], ["O", "Die"])
    with pytest.raises(InputError, match=r"with a column for each candidate span, got the shape \(1, 1\)"):
        metrics(prediction(np.zeros((1, 1, 2)), None))
    with pytest.raises(ValueError, match="threshold: expected a number between 0 and 1, got 1"):
        span_classification_metrics([[]], [[]], ["O", "Die"], threshold=1)


class Letters:
    """Token i is the i-th letter."""

    pad_token_id = 0

    def batch_decode(self, rows: np.ndarray, skip_special_tokens: bool) -> list[str]:
        assert skip_special_tokens
        assert (rows >= 0).all()
        return ["".join(chr(96 + token) for token in row if token) for row in rows]


def read_letters(texts: list[str]) -> tuple[list, dict[str, int]]:
    documents = [[{"token_ids": [i], "type": c} for i, c in enumerate(text) if c in "ab"] for text in texts]
    return documents, {"other_letters": sum(c not in "ab" for text in texts for c in text)}


def test_generated_answers() -> None:
    gold = [[{"token_ids": [0], "type": "a"}], [{"token_ids": [1], "type": "b"}]]
    metrics = generation_metrics(gold, Letters(), read_letters, task="nuggets")
    answers = np.array([[1, 3, -100], [3, 2, 0]])
    # Labels are cut and padded; they play no part.
    result = metrics(prediction(answers, np.full((2, 1), -100)))
    assert result["type_f1"] == 1.0
    assert result["other_letters"] == 2.0
    metrics(prediction(answers[:1], None), compute_result=False)
    assert metrics(prediction(answers[1:, :2], None), compute_result=True) == result
    with pytest.raises(InputError, match="predictions: expected token ids .* got float64 of the shape"):
        metrics(prediction(np.zeros((2, 3, 4)), None))
    with pytest.raises(ValueError, match='task: unknown name .*; did you mean "nuggets"'):
        generation_metrics(gold, Letters(), read_letters, task="nugget")


# ---- labels beside predictions -----------------------------------------------------------------------


def long_set(sentences: int = 30) -> tuple[list[list[dict]], list[list[int | None]], np.ndarray]:
    """References, word ids and padded label ids of sentences of several lengths, one to three pieces a word."""
    draw = np.random.default_rng(4)
    words = [[int(draw.choice([0, 0, 0, 1, 3])) for _ in range(draw.integers(4, 12))] for _ in range(sentences)]
    gold = [document["mentions"] for document in nuggets_from_labels([[LABELS[i] for i in row] for row in words])]
    word_ids, rows = [], []
    for row in words:
        pieces = draw.integers(1, 4, len(row))
        word_ids.append([None, *np.repeat(np.arange(len(row)), pieces).tolist(), None])
        starts = np.cumsum([1, *pieces])[:-1]
        rows.append([-100] * (int(pieces.sum()) + 2))
        for start, label in zip(starts, row, strict=True):
            rows[-1][start] = label
    return gold, word_ids, padded(rows)


def padded(rows: list[list[int]], left: bool = False, columns: int | None = None) -> np.ndarray:
    """Rows of label ids as one array."""
    width = columns or max(map(len, rows))
    pad = [[-100] * (width - len(row)) for row in rows]
    return np.array([[*space, *row] if left else [*row, *space] for row, space in zip(rows, pad, strict=True)])


SET = long_set()


def rows_of(label_ids: np.ndarray, word_ids: list) -> list[list[int]]:
    """The label ids of each row without padding."""
    return [row[: len(words)] for row, words in zip(label_ids.tolist(), word_ids, strict=True)]


@pytest.mark.parametrize("with_ids", [False, True])
@pytest.mark.parametrize("size", [None, 1, 7])
def test_padding_on_the_left_is_read_from_the_labels(with_ids: bool, size: int | None) -> None:
    gold, word_ids, label_ids = SET
    rows = rows_of(label_ids, word_ids)
    metrics = token_classification_metrics(gold, word_ids, LABELS, row_ids=range(len(rows)) if with_ids else None)
    whole = token_classification_metrics(gold, word_ids, LABELS)(prediction(label_ids.clip(0), label_ids))
    order = list(range(len(rows)))
    if with_ids:
        order = order[::-1]
    size = size or len(rows)
    parts = [order[start : start + size] for start in range(0, len(order), size)]
    batches = [padded([rows[row] for row in part], left=True) for part in parts]
    labels = [(batch, np.array(part)) if with_ids else batch for batch, part in zip(batches, parts, strict=True)]
    assert metrics(prediction([batch.clip(0) for batch in batches], labels)) == whole
    # The Trainer joins batches by padding them on the right to the widest.
    width = max(batch.shape[1] for batch in batches)
    joined = np.concatenate(
        [np.pad(batch, ((0, 0), (0, width - batch.shape[1])), constant_values=-100) for batch in batches]
    )
    given = (joined, np.array(order)) if with_ids else joined
    assert metrics(prediction(logits(np.where(joined < 0, 0, joined)), given)) == whole
    assert (
        metrics(prediction(label_ids.clip(0)[order], (label_ids[order], np.array(order)) if with_ids else label_ids))
        == whole
    )


def test_rows_in_another_order_that_are_padded_on_the_left() -> None:
    gold, word_ids, label_ids = SET
    order = np.random.default_rng(0).permutation(len(gold))
    whole = token_classification_metrics(gold, word_ids, LABELS)(prediction(label_ids.clip(0), label_ids))
    batch = padded([rows_of(label_ids, word_ids)[row] for row in order], left=True)
    metrics = token_classification_metrics(gold, word_ids, LABELS)
    assert metrics(prediction(batch.clip(0), batch)) == whole


def test_padding_on_the_left_is_hinted_at_beside_a_row_without_labels() -> None:
    gold, word_ids, label_ids = SET
    batch = padded(rows_of(label_ids, word_ids), left=True)
    batch[-1] = -100
    metrics = token_classification_metrics(gold, word_ids, LABELS)
    with pytest.raises(InputError, match='label_ids.*, and pad labels on the left too where padding_side="left"'):
        metrics(prediction(batch.clip(0), batch))


def test_padding_on_the_left_without_labels_is_named() -> None:
    gold, word_ids, label_ids = SET
    batch = padded(rows_of(label_ids, word_ids), left=True)
    metrics = token_classification_metrics(gold, word_ids, LABELS)
    with pytest.raises(
        InputError, match=r'predictions: .* padded on the left \(padding_side="left"\); give the labels'
    ):
        metrics(prediction(batch.clip(0), None))


@pytest.mark.parametrize("with_ids", [False, True])
@pytest.mark.parametrize(("columns", "says"), [(1, "1 column after"), (-1, "1 column before"), (2, "2 columns after")])
@pytest.mark.parametrize("width", [None, 64])
def test_shifted_labels_are_refused(with_ids: bool, columns: int, says: str, width: int | None) -> None:
    """They are not padding on the left, which row ids would accept."""
    gold, word_ids, label_ids = SET
    label_ids = padded(rows_of(label_ids, word_ids), columns=(width or label_ids.shape[1] + 4))
    metrics = token_classification_metrics(gold, word_ids, LABELS, row_ids=range(len(gold)) if with_ids else None)
    moved = np.roll(label_ids, columns, axis=1)
    with pytest.raises(InputError, match=f"label_ids.* {says} the first sub-tokens of its words"):
        metrics(prediction(label_ids.clip(0), (moved, np.arange(len(gold))) if with_ids else moved))


@pytest.mark.parametrize("with_labels", [False, True])
@pytest.mark.parametrize(("columns", "says"), [(1, "after"), (-1, "before")])
def test_shifted_logits_are_warned_about(columns: int, says: str, with_labels: bool) -> None:
    gold, word_ids, label_ids = SET
    metrics = token_classification_metrics(gold, word_ids, LABELS)
    right = padded(rows_of(label_ids, word_ids), columns=label_ids.shape[1] + 2)
    predicted = np.roll(np.where(right < 0, 0, right), columns, axis=1)
    with pytest.warns(ScoreWarning, match=f"Read one column {says} their words, .* have the logits been shifted"):
        metrics(prediction(logits(predicted), right if with_labels else None))


def test_labels_are_checked_where_rows_have_ids() -> None:
    gold, word_ids, label_ids = SET
    metrics = token_classification_metrics(gold, word_ids, LABELS, row_ids=range(len(gold)))
    other = np.roll(np.arange(len(gold)), 1)
    with pytest.raises(InputError, match="word_ids and row_ids must be those of the rows that are evaluated"):
        metrics(prediction(label_ids.clip(0), (label_ids, other)))


def changed_labels() -> list[tuple[list[str], str]]:
    return [
        (
            sorted(LABELS),
            'label id 0 is "O" in the references and "B-Die" in labels; give model.config.id2label',
        ),
        ([*LABELS[1:], LABELS[0]], 'label id 0 is "O" in the references and "B-Die" in labels'),
    ]


@pytest.mark.parametrize("with_ids", [False, True])
@pytest.mark.parametrize(("names", "says"), changed_labels())
def test_a_label_list_in_another_order_is_refused(names: list[str], says: str, with_ids: bool) -> None:
    gold, word_ids, label_ids = SET
    metrics = token_classification_metrics(gold, word_ids, names, row_ids=range(len(gold)) if with_ids else None)
    with pytest.raises(InputError, match=f"label_ids: the labels and the references do not belong together.*{says}"):
        metrics(prediction(label_ids.clip(0), (label_ids, np.arange(len(gold))) if with_ids else label_ids))


def test_references_of_other_documents_are_refused() -> None:
    gold, word_ids, label_ids = SET
    metrics = token_classification_metrics(gold[1:] + gold[:1], word_ids, LABELS)
    with pytest.raises(
        InputError, match="in both; references, word_ids and label_ids must be those of one evaluation set"
    ):
        metrics(prediction(label_ids.clip(0), label_ids))
    events = [{"events": []} for _ in gold]
    events[0]["events"] = [{"trigger": {"span": [0, 1]}, "type": "Die"}] * 1
    metrics = token_classification_metrics(events, word_ids, LABELS, task="detection")
    with pytest.raises(InputError, match="do not belong together: .* 1 reference that labels can express, 0 in both"):
        metrics(prediction(label_ids.clip(0), label_ids))


def test_labels_that_say_nothing_are_warned_about() -> None:
    gold, word_ids, label_ids = SET
    metrics = token_classification_metrics(gold, word_ids, LABELS)
    with pytest.warns(ScoreWarning, match="label_ids have no nugget and the references have"):
        assert metrics(prediction(label_ids.clip(0), np.minimum(label_ids, 0)))["type_f1"] == 1.0


def test_types_that_the_model_does_not_know_are_not_compared() -> None:
    """A model of spans alone, and one of some types, have labels that say less than the references."""
    gold, word_ids, label_ids = SET
    spans = token_classification_metrics(gold, word_ids, ["O", "B-Event", "I-Event", "B-Event"])
    assert spans(prediction(label_ids.clip(0), label_ids))["span_f1"] == 1.0
    some = token_classification_metrics(gold, word_ids, LABELS[:3])
    fewer = np.where(label_ids == 3, 0, label_ids)
    result = some(prediction(fewer.clip(0), fewer))
    assert (result["type_precision"], some.last_result["warnings"] if some.last_result else None) == (1.0, [])


def test_labels_cut_at_the_maximum_length_agree_with_the_references() -> None:
    gold, word_ids, label_ids = SET
    metrics = token_classification_metrics(gold, [row[:9] for row in word_ids], LABELS)
    metrics(prediction(label_ids[:, :9].clip(0), label_ids[:, :9]))
    assert metrics.last_result is not None
    assert metrics.last_result["warnings"] == []
    assert metrics.last_result["truncated_references"] > 0


def test_nuggets_that_share_a_token_are_counted() -> None:
    gold = [
        [{"token_ids": [0, 1], "type": "Die"}, {"token_ids": [1], "type": "Meet"}],
        [{"token_ids": [0, 2], "type": "Die"}],
    ]
    word_ids = [[0, 1, 2], [0, 1, 2]]
    label_ids = np.array([[1, 2, 0], [1, 0, 1]])
    metrics = token_classification_metrics(gold, word_ids, LABELS)
    metrics(prediction(label_ids, label_ids))
    assert metrics.last_result is not None
    assert metrics.last_result["inexpressible_references"] == 2
    assert (
        "2 references cannot be written as labels of words beside the others, as where two share a token: no prediction "
        "of this model can equal them." in metrics.last_result["warnings"]
    )
    joined = token_classification_metrics(gold, word_ids, [*LABELS, "B-Die+"])
    assert joined(prediction(label_ids, None))["inexpressible_references"] == 1
    several = token_classification_metrics(gold, word_ids, [*LABELS, "I-Meet"], threshold=0.5)
    assert several((np.zeros((2, 3, 5)), None))["inexpressible_references"] == 1


def test_references_with_an_empty_type_are_scored_without_a_comparison_of_labels() -> None:
    """No label has an empty type, so that nothing says whether labels and references belong together."""
    gold = [[{"token_ids": [0], "type": "Die"}, {"token_ids": [1], "type": ""}]]
    ids = np.array([[1, 0]])
    result = token_classification_metrics(gold, [[0, 1]], LABELS)(prediction(ids, ids))
    assert (result["type_precision"], result["type_recall"], result["inexpressible_references"]) == (1.0, 0.5, 0.0)


def test_labels_of_each_type() -> None:
    """A model with several labels a token has labels with a number for each; -100 marks a sub-token without labels."""
    labels = ["B-Die", "B-Meet"]
    gold = [[{"token_ids": [0], "type": "Die"}, {"token_ids": [0], "type": "Meet"}], []]
    label_ids = np.array([[[1, 1], [0, 0]], [[0, 0], [-100, -100]]])
    metrics = token_classification_metrics(gold, [[0, 1], [0]], labels, threshold=0.5)
    assert metrics((label_ids * 2.0 - 1, label_ids))["type_recall"] == 0.5  # the paper's mapping, many to one
    swapped = metrics((label_ids[::-1] * 2.0 - 1, label_ids[::-1]))
    assert swapped["type_recall"] == 0.5


def test_token_ids_far_outside_the_words_take_no_memory() -> None:
    gold = [[{"token_ids": [10**12], "type": "Die"}, {"token_ids": [-1], "type": "Die"}]]
    metrics = token_classification_metrics(gold, [[0, 1]], LABELS)
    assert metrics(prediction(np.array([[0, 0]]), np.array([[0, 0]])))["truncated_references"] == 2.0
