"""The output of text-generation pipelines."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from event_scoring import InputError, ScoreWarning, documents_from_texts, score_extraction
from event_scoring.adapters import HarnessScore, documents_from_generation, generated_texts, generation_metrics
from tests.adapters.huggingface.tiny import tokenizer
from tests.heavy import transformers


def test_real_pipeline() -> None:
    transformers.utils.logging.set_verbosity_error()
    transformers.set_seed(0)
    letters = tokenizer()
    letters.chat_template = "{% for message in messages %}{{ message['content'] }}{% endfor %}"
    config = transformers.GPT2Config(
        vocab_size=len(letters),
        n_embd=16,
        n_layer=1,
        n_head=2,
        n_positions=64,
        bos_token_id=2,
        eos_token_id=3,
        pad_token_id=0,
    )
    write = transformers.pipeline(
        "text-generation", model=transformers.GPT2LMHeadModel(config).eval(), tokenizer=letters, device=-1
    )
    settings = {"max_new_tokens": 4, "do_sample": False}
    prompts = ["ab", "c"]
    short = generated_texts(write(prompts, return_full_text=False, **settings))
    assert len(short) == 2
    assert all(short)
    assert generated_texts(write(prompts, **settings), prompts) == short
    assert generated_texts(write((prompt for prompt in prompts), **settings), prompts) == short
    assert generated_texts(write(prompts[0], **settings), prompts[:1]) == short[:1]
    chats = [[{"role": "user", "content": prompt}] for prompt in prompts]
    assert len(generated_texts(write(chats, **settings))) == 2
    assert len(generated_texts(write(chats[0], **settings))) == 1
    with pytest.raises(InputError, match=r"outputs\[0\]: expected one answer to a prompt, got 2; choose one"):
        generated_texts(write(prompts, num_return_sequences=2, num_beams=2, **settings))
    with pytest.raises(InputError, match=r'outputs\[0\]: expected a dict with the key "generated_text", got'):
        generated_texts(write("ab", return_tensors=True, **settings))


ANSWER = '[{"type": "Die", "trigger": "died", "arguments": {"Victim": "He", "Place": "Rome"}}]'
GOLD = [
    {
        "tokens": ["He", "died"],
        "events": [{"trigger": {"span": [1, 2]}, "type": "Die", "arguments": [{"span": [0, 1], "role": "Victim"}]}],
    },
    {"tokens": ["Rain"], "events": []},
]


def test_documents_of_pipelines() -> None:
    outputs = [[{"generated_text": f"Find: {ANSWER}"}], [{"generated_text": "Find: None, I think"}]]
    documents = documents_from_generation(outputs, ["Find: "] * 2, doc_ids=["a", "b"])
    assert [(document["doc_id"], len(document["events"])) for document in documents] == [("a", 1), ("b", 0)]
    result = score_extraction(documents, GOLD)
    assert result["argument_attached_classification_f1"] == 1.0  # "Rome" is not in the text, and is discarded
    assert result["discarded_argument_not_found"] == 1
    assert result["unparsed"] == 1


def test_documents_in_training() -> None:
    class Answers:
        pad_token_id = 0

        def batch_decode(self, rows: np.ndarray, skip_special_tokens: bool) -> list[str]:
            return [{1: ANSWER, 2: "no"}[int(row[0])] for row in rows]

    metrics = generation_metrics(GOLD, Answers())
    result = metrics(SimpleNamespace(predictions=np.array([[1], [2]]), label_ids=None))
    assert result["argument_attached_classification_f1"] == 1.0
    assert result["unparsed"] == 1.0


class Pieces:
    """Token i is the i-th piece of an answer, 1 its end and 0 padding."""

    pad_token_id, eos_token_id = 0, 1
    pieces = ("", "", '[{"type": ', '"Die", ', '"trigger": ', '"died"', "}]", "none")

    def batch_decode(self, rows: np.ndarray, skip_special_tokens: bool) -> list[str]:
        return ["".join(self.pieces[token] for token in row) for row in rows]


def test_a_tokenizer_without_padding_is_refused_before_training() -> None:
    class Unpadded(Pieces):
        pad_token_id = None

    with pytest.raises(InputError, match=r'tokenizer\["pad_token_id"\]: expected .*tokenizer.eos_token'):
        generation_metrics(GOLD, Unpadded())


def test_answers_that_are_cut_name_the_setting() -> None:
    gold = [{"tokens": ["He", "died"], "events": []} for _ in range(3)]
    metrics = generation_metrics(gold, Pieces(), task="detection")
    whole, cut, prose = [2, 3, 4, 5, 6, 1], [2, 3, 4, 2, 3, 4], [7, 7, 7, 7, 7, 7]
    message = (
        "1 answer of 3 ends before its JSON does, cut at 6 tokens: raise generation_max_length of the "
        "Seq2SeqTrainingArguments, which is 20 by default."
    )
    with pytest.warns(ScoreWarning, match=message):
        metrics((np.array([whole, cut, prose]), None))
    assert metrics.last_result is not None
    assert message in metrics.last_result["warnings"]
    ended = np.array([whole, [2, 3, 4, 1, 0, 0], [*prose[:3], 1, -100, -100]])  # the model ended the second itself
    metrics((ended, None))
    assert not any("generation_max_length" in sentence for sentence in metrics.last_result["warnings"])


def test_documents_in_a_harness() -> None:
    score = HarnessScore(
        lambda text: documents_from_texts([text])[0],
        lambda doc: doc,
        "argument_attached_classification_f1",
        task="extraction",
    )
    items = [score.process_results(doc, [text])[score.keys[0]] for doc, text in zip(GOLD, [ANSWER, "no"], strict=True)]
    assert score.aggregate(items) == 1.0
