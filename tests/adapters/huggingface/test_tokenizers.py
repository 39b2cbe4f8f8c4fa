"""Every kind of tokenizer, script and aggregation strategy: what the Trainer says, the pipeline says, and the hand.

The expected nuggets are computed from the logits of a model with random weights, word by word.
"""

from __future__ import annotations

import random
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from event_scoring import InputError, score_nuggets
from event_scoring.adapters import nuggets_from_pipeline, token_classification_metrics, token_offsets
from tests.adapters.huggingface.tiny import byte_level_tokenizer, model, tokenizer, unigram_tokenizer
from tests.heavy import torch, transformers

LABELS = ["O", "B-Die", "I-Die", "B-Meet", "I-Meet"]
TOKENIZERS = {
    "wordpiece": tokenizer,
    "byte-level": byte_level_tokenizer,
    "byte-level with spaces in its offsets": lambda: byte_level_tokenizer(trim=False),
    "unigram": unigram_tokenizer,
}
WORDS = [
    *("He", "died", "in", "Rome", "did", "it", "x", "Died", "死亡", "爆炸", "死", "亡", "死亡爆炸", "炸", "爆死"),
    *("café", "é", "décès", "né", "mort", "décédé", "ée", "😀", "👍😀", "x👍", "👍", "😀😀"),
]
"""Words in Latin letters with and without accents, Chinese and emoji."""


@pytest.fixture(autouse=True)
def _quiet() -> None:
    transformers.utils.logging.set_verbosity_error()


def texts() -> list[list[str]]:
    draw = random.Random(0)
    return [[draw.choice(WORDS) for _ in range(draw.randint(1, 12))] for _ in range(25)]


@lru_cache(8)
def network() -> Any:
    return model(LABELS)


def pieces(words: list[str], split: Any) -> list[tuple[int, bool, np.ndarray]]:
    """For each sub-token its word, whether transformers takes it for a word's first, and its labels' probabilities.

    Where the vocabulary does not mark sub-words, transformers takes every piece after a space for a word: of pieces
    with the same first character each becomes one.
    """
    batch = split(words, is_split_into_words=True, return_tensors="pt", return_offsets_mapping=True)
    with torch.no_grad():
        logits = network()(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits[0]
    begins = [
        not piece.startswith("##") if "##e" in split.get_vocab() else int(start) == 0
        for piece, (start, _) in zip(batch.tokens(0), batch["offset_mapping"][0], strict=True)
    ]
    return [
        (word, first, row)
        for word, first, row in zip(batch.word_ids(0), begins, torch.softmax(logits, dim=-1).numpy(), strict=True)
        if word is not None
    ]


def of_words(words: list[str], labels: list[str]) -> list[tuple[list[int], str]]:
    """The nuggets of one label for each word."""
    found: list[tuple[list[int], str]] = []
    before = "O"
    for word, label in enumerate(labels):
        if label[0] == "I" and before[1:] == label[1:]:
            found[-1][0].append(word)
        elif label != "O":
            found.append(([word], label[2:]))
        before = label
    return found


def by_hand(words: list[str], split: Any, strategy: str) -> list[tuple[list[int], str]]:
    parts = pieces(words, split)
    if strategy == "none":
        of_first = {word: LABELS[row.argmax()] for word, _, row in reversed(parts)}
        return of_words(words, [of_first[word] for word in range(len(words))])
    units: list[tuple[int, str]] = []
    together: list[list[tuple[int, np.ndarray]]] = []
    for word, begins, row in parts:
        if begins or strategy == "simple":
            together.append([])
        together[-1].append((word, row))
    for group in together:
        rows = np.stack([row for _, row in group])
        chosen = {"average": rows.mean(axis=0), "max": rows[rows.max(axis=1).argmax()]}.get(strategy, rows[0])
        units.append((group[0][0], LABELS[chosen.argmax()]))
    # Runs of units of one type; a B- opens another.
    groups: list[tuple[list[int], str]] = []
    before = None
    for word, label in units:
        if before is not None and label[2:] == before[2:] and label[0] != "B":
            groups[-1][0].append(word)
        else:
            groups.append(([word], label[2:]))
        before = label
    # A word belongs to the group of its first piece. A group that begins within a word goes on with that group if
    # nothing but groups of its type are between them.
    owner: dict[int, int] = {}
    for number, (of_group, _) in enumerate(groups):
        for word in of_group:
            owner.setdefault(word, number)
    nugget = list(range(len(groups)))
    for number, (of_group, kind) in enumerate(groups):
        head = owner[of_group[0]]
        if head != number and all(groups[between][1] == kind for between in range(head, number)):
            nugget[number] = nugget[head]
    found: dict[int, tuple[list[int], str]] = {}
    for word, number in sorted(owner.items()):
        if groups[number][1]:
            found.setdefault(nugget[number], ([], groups[number][1]))[0].append(word)
    return list(found.values())


def spans(documents: list[dict]) -> list[list[tuple[list[int], str]]]:
    return [[(mention["token_ids"], mention["type"]) for mention in each["mentions"]] for each in documents]


@pytest.mark.parametrize("strategy", ["none", "simple", "first", "average", "max"])
@pytest.mark.parametrize("kind", TOKENIZERS)
@pytest.mark.filterwarnings("ignore:Tokenizer does not support real words")
def test_pipelines_and_hand_agree(kind: str, strategy: str) -> None:
    words, split = texts(), TOKENIZERS[kind]()
    classify = transformers.pipeline(
        "token-classification", model=network(), tokenizer=split, aggregation_strategy=strategy, device=-1
    )
    outputs = classify(words, is_split_into_words=True, ignore_labels=[])
    found = nuggets_from_pipeline(outputs, words)
    assert spans(found) == [by_hand(each, split, strategy) for each in words]
    assert any(document["mentions"] for document in found)


@pytest.mark.parametrize("kind", TOKENIZERS)
def test_trainer_and_pipeline_agree(kind: str) -> None:
    words, split = texts(), TOKENIZERS[kind]()
    draw = random.Random(kind)
    gold = [
        [{"token_ids": [token], "type": draw.choice(["Die", "Meet"])} for token in range(0, len(each), 2)]
        for each in words
    ]
    batch = split(words, is_split_into_words=True, return_tensors="pt", padding=True)
    word_ids = [split(each, is_split_into_words=True).word_ids(0) for each in words]
    with torch.no_grad():
        logits = network()(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.numpy()
    metrics = token_classification_metrics(gold, word_ids, LABELS)
    result = metrics(SimpleNamespace(predictions=logits, label_ids=None))
    classify = transformers.pipeline("token-classification", model=network(), tokenizer=split, device=-1)
    found = nuggets_from_pipeline(classify(words, is_split_into_words=True, ignore_labels=[]), words)
    expected = score_nuggets(found, gold)
    assert {key: value for key, value in result.items() if not key.startswith(("truncated", "inexpressible"))} == {
        key: value for key, value in expected.items() if isinstance(value, int | float)
    }


class Consistent:
    """A label that all pieces of a word share."""

    def __init__(self, split: Any, words: list[list[str]]) -> None:
        self.known: dict[tuple[int, ...], list[int]] = {}
        draw = random.Random(3)
        for each in words:
            labels = [draw.choice(LABELS) for _ in each]
            batch = split(each, is_split_into_words=True)
            ids = [LABELS.index("O" if word is None else labels[word]) for word in batch.word_ids(0)]
            self.known[tuple(batch["input_ids"])] = ids

    def forward(self, input_ids: torch.Tensor, **_: object) -> Any:
        rows = [self.known[tuple(token for token in row if token)] for row in input_ids.tolist()]
        width = input_ids.shape[1]
        padded = torch.tensor([row + [0] * (width - len(row)) for row in rows])
        return transformers.modeling_outputs.TokenClassifierOutput(
            logits=torch.nn.functional.one_hot(padded, len(LABELS)).float()
        )


@pytest.mark.parametrize("kind", TOKENIZERS)
@pytest.mark.filterwarnings("ignore:Tokenizer does not support real words")
def test_all_strategies_agree_with_the_trainer_where_the_pieces_of_words_agree(kind: str) -> None:
    words, split = texts(), TOKENIZERS[kind]()
    words = list({tuple(split(each, is_split_into_words=True)["input_ids"]): each for each in words}.values())
    network = model(LABELS)
    network.forward = Consistent(split, words).forward
    batch = split(words, is_split_into_words=True, padding=True, return_tensors="pt")
    gold = [[{"token_ids": [token], "type": "Die"} for token in range(0, len(each), 2)] for each in words]
    metrics = token_classification_metrics(gold, [batch.word_ids(row) for row in range(len(words))], LABELS)
    result = metrics((network.forward(batch["input_ids"]).logits, None))
    assert 0.05 < result["type_f1"] < 1
    for strategy in ("none", "simple", "first", "average", "max"):
        classify = transformers.pipeline(
            "token-classification", model=network, tokenizer=split, aggregation_strategy=strategy, device=-1
        )
        for settings in ({}, {"ignore_labels": []}):
            found = nuggets_from_pipeline(classify(words, is_split_into_words=True, **settings), words)
            expected = score_nuggets(found, gold)
            assert {key: result[key] for key in expected if key in result} == {
                key: expected[key] for key in expected if key in result
            }


def entity(label: str, index: int, word: str, start: int, end: int) -> dict:
    return {"entity": label, "index": index, "word": word, "start": start, "end": end, "score": 0.5}


def test_a_first_piece_that_was_left_out_is_asked_for_and_honoured() -> None:
    words = ["He", "死亡"]
    marked = [entity("B-Die", 1, "▁He", 0, 2), entity("B-Die", 3, "死亡", 3, 5)]
    with pytest.raises(InputError, match=r"outputs\[0\]\[1\]: .* call the pipeline with ignore_labels=\[\]"):
        nuggets_from_pipeline([marked], [words])
    dropped = entity("O", 2, "▁", 3, 4)
    assert spans(nuggets_from_pipeline([[*marked, dropped]], [words])) == [[([0], "Die")]]
    assert spans(nuggets_from_pipeline([marked], [words], subwords="any")) == [[([0], "Die"), ([1], "Die")]]
    # A piece inside a word decides nothing, whether the first piece was left out or not.
    inside = [marked[0], entity("B-Die", 4, "lled", 7, 11)]
    assert spans(nuggets_from_pipeline([inside], [["He", "repelled"]])) == [[([0], "Die")]]
    # The bytes of one character, without a marker: the first of them was "O".
    later = [entity("B-Die", 4, "Ń", 3, 4), entity("I-Die", 5, "»", 3, 4)]
    with pytest.raises(InputError, match=r"outputs\[0\]\[0\]: .* ignore_labels=\[\]"):
        nuggets_from_pipeline([later], [words])
    first = entity("B-Die", 3, "æ", 3, 4)
    assert spans(nuggets_from_pipeline([[first, *later]], [words])) == [[([1], "Die")]]
    # A word that begins so is text.
    assert spans(nuggets_from_pipeline([[entity("B-Die", 4, "¿no", 3, 6)]], [["He", "¿No"]])) == [[([1], "Die")]]
    # Tokens that touch have no marker between them.
    touching = [entity("B-Die", 1, "▁He", 0, 2), entity("B-Die", 3, "died", 4, 8)]
    assert len(nuggets_from_pipeline([touching], [[(0, 2), (3, 4), (4, 8)]])[0]["mentions"]) == 2


def test_words_that_are_not_the_text_are_refused() -> None:
    text, words = "No, no, no: he died.", ["No", ",", "no", ",", "no", ":", "he", "died", "."]
    died = entity("B-Die", 8, "died", text.index("died"), text.index("died") + 4)
    with pytest.raises(InputError) as caught:
        nuggets_from_pipeline([[died]], [words])
    assert str(caught.value) == (
        "outputs[0][0]: expected the text at [15, 19) where the words are joined by ' ', which is "
        "'he d' (str), got 'died' (str); where the text is another one, give the offsets of the tokens (token_offsets)"
    )
    assert spans(nuggets_from_pipeline([[died]], [token_offsets(text, words)])) == [[([7], "Die")]]
    for word, written in (("Décès", "deces"), ("Décès", "dÃ©cÃ¨s"), ("①", "1"), ("死", "[UNK]"), ("U.S.", "u . s .")):
        assert nuggets_from_pipeline([[entity("B-Die", 1, written, 0, len(word))]], [[word]])[0]["mentions"]


def test_groups_of_one_type_with_another_between_stay_apart() -> None:
    words = ["outlived", "him"]

    def group(kind: str, start: int, end: int) -> dict:
        return {"entity_group": kind, "start": start, "end": end, "score": 0.5}

    for between in ([group("Meet", 3, 5)], [group("Meet", 3, 4), group("Die", 4, 5)], [group("O", 3, 5)], []):
        output = [group("Die", 0, 3), *between, group("Die", 5, 12)]
        assert spans(nuggets_from_pipeline([output], [words])) == [[([0], "Die"), ([1], "Die")]]
    assert spans(nuggets_from_pipeline([[group("Die", 0, 5), group("Die", 5, 12)]], [words])) == [[([0, 1], "Die")]]
