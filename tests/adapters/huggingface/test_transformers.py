"""Real pipelines and the real Trainer, on a tiny model with random weights."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, ScoreWarning, score_nuggets
from event_scoring.adapters import (
    evaluation_log,
    generation_metrics,
    metrics_of_sets,
    nuggets_from_labels,
    nuggets_from_pipeline,
    token_classification_metrics,
    token_offsets,
)
from tests.adapters.huggingface import in_processes
from tests.adapters.huggingface.tiny import LABELS, corpus, encoded, model, references, tokenizer, trainer
from tests.heavy import torch, transformers

ROOT = Path(__file__).parents[3]
# Where transformers is not installed, the tests are skipped when they first use it.
IS_OLD = find_spec("transformers") is not None and version("transformers").startswith("4.")
BY_LENGTH = {"group_by_length": True} if IS_OLD else {"train_sampling_strategy": "group_by_length"}


@pytest.fixture(autouse=True)
def _quiet() -> None:
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()


def classifier(strategy: str, labels: list[str] = LABELS) -> Any:
    return transformers.pipeline(
        "token-classification", model=model(labels), tokenizer=tokenizer(), aggregation_strategy=strategy, device=-1
    )


def predicted_labels(documents: list[dict]) -> list[list[str]]:
    """Return the labels of each word's first sub-token, without the Trainer and without a pipeline."""
    network, split = model(), tokenizer()
    labels = []
    for document in documents:
        batch = split(document["tokens"], is_split_into_words=True, return_tensors="pt")
        with torch.no_grad():
            ids = network(**{name: batch[name] for name in ("input_ids", "attention_mask")}).logits[0].argmax(-1)
        words = batch.word_ids(0)
        labels.append([LABELS[int(ids[words.index(word)])] for word in range(len(document["tokens"]))])
    return labels


def without_scores(documents: list[dict]) -> list[list[tuple]]:
    return [[(mention["token_ids"], mention["type"]) for mention in each["mentions"]] for each in documents]


@pytest.mark.parametrize("strategy", ["none", "first"])
@pytest.mark.parametrize("form", ["words", "batch", "iterator", "one", "one of words"])
def test_pipelines_say_what_the_model_says(strategy: str, form: str) -> None:
    documents = corpus()
    words = [document["tokens"] for document in documents]
    texts = [" ".join(each) for each in words]
    expected = without_scores(nuggets_from_labels(predicted_labels(documents)))
    assert sum(map(len, expected)) > 50
    classify = classifier(strategy)
    if form == "words":
        found = nuggets_from_pipeline(classify(words, is_split_into_words=True), words)
    elif form == "batch":
        found = nuggets_from_pipeline(classify(texts, batch_size=4), words, labels=classify.model.config.id2label)
    elif form == "iterator":
        found = nuggets_from_pipeline(classify(text for text in texts), words)
    elif form == "one":
        found = [nuggets_from_pipeline(classify(text), each)[0] for text, each in zip(texts, words, strict=True)]
    else:
        found = [nuggets_from_pipeline(classify(each, is_split_into_words=True), each)[0] for each in words]
    assert without_scores(found) == expected
    assert all(0 < mention["score"] <= 1 for document in found for mention in document["mentions"])


@pytest.mark.parametrize("strategy", ["simple", "average", "max"])
def test_other_strategies_give_a_type_to_the_same_text(strategy: str) -> None:
    """Each reference token of a group is in a nugget of its type, and nothing else is."""
    words = [document["tokens"] for document in corpus()]
    texts = [" ".join(each) for each in words]
    outputs = classifier(strategy)(texts)
    found = nuggets_from_pipeline(outputs, words)
    for text, each, output, document in zip(texts, words, outputs, found, strict=True):
        offsets = token_offsets(text, each)
        covered = {
            token
            for group in output
            for token, (start, end) in enumerate(offsets)
            if group["start"] < end and group["end"] > start
        }
        tokens = [token for mention in document["mentions"] for token in mention["token_ids"]]
        assert sorted(tokens) == sorted(covered)
        of_start = {group["start"]: group["entity_group"].rstrip("+") for group in output}
        kinds = {token: mention["type"] for mention in document["mentions"] for token in mention["token_ids"]}
        for token, (start, _) in enumerate(offsets):
            if start in of_start:
                assert kinds[token] == of_start[start]


def test_types_with_hyphens_and_without_prefixes() -> None:
    labels = ["O", "Conflict-Attack", "Life-Die", "Contact-Meet"]
    words = [document["tokens"] for document in corpus(6)]
    whole = nuggets_from_pipeline(classifier("none", labels)(words, is_split_into_words=True), words)
    classify = classifier("first", labels)
    outputs = classify(words, is_split_into_words=True)
    assert {group["entity_group"] for output in outputs for group in output} <= {"Attack", "Die", "Meet"}
    assert without_scores(nuggets_from_pipeline(outputs, words, labels=labels)) == without_scores(whole)
    assert {mention["type"] for document in whole for mention in document["mentions"]} <= set(labels[1:])


def test_bioes_labels_in_groups() -> None:
    labels = ["O", "B-A-B", "I-A-B", "E-A-B", "S-A-B"]
    words = [document["tokens"] for document in corpus(6)]
    outputs = classifier("first", labels)(words, is_split_into_words=True)
    found = nuggets_from_pipeline(outputs, words, labels=labels)
    assert {mention["type"] for document in found for mention in document["mentions"]} == {"A-B"}
    for document in found:
        spans = [mention["token_ids"] for mention in document["mentions"]]
        assert all(before[-1] + 1 < after[0] for before, after in pairwise(spans))


# ---- the Trainer --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings", [{}, {"argmax": True}, {"batch_eval_metrics": True}, {"eval_accumulation_steps": 2}]
)
def test_trainer_equals_pipeline(tmp_path: Path, settings: dict) -> None:
    documents = corpus()
    scores = trainer(str(tmp_path), documents, **settings).evaluate()
    words = [document["tokens"] for document in documents]
    outputs = classifier("none")(words, is_split_into_words=True)
    expected = score_nuggets(nuggets_from_pipeline(outputs, words), references(documents))
    assert expected["predictions"] > 50
    for key, value in expected.items():
        if isinstance(value, int | float):
            assert scores[f"eval_{key}"] == value
    assert scores["eval_truncated_references"] == 0


def test_truncation_lowers_the_score_and_is_counted(tmp_path: Path) -> None:
    documents = corpus()
    cut = trainer(str(tmp_path), documents, max_length=30).evaluate()
    _, word_ids, _ = encoded(documents, 30)
    seen = [max(word for word in row if word is not None) for row in word_ids]
    lost = sum(
        any(token > last for token in mention["token_ids"])
        for document, last in zip(documents, seen, strict=True)
        for mention in document["mentions"]
    )
    assert lost > 5
    assert cut["eval_truncated_references"] == lost
    assert cut["eval_references"] == sum(len(document["mentions"]) for document in documents)
    windows = trainer(str(tmp_path), documents, max_length=30, stride=10).evaluate()
    assert windows["eval_truncated_references"] == 0
    assert windows["eval_references"] == cut["eval_references"]
    assert windows["eval_type_recall"] > cut["eval_type_recall"]


def scores_only(scores: dict[str, float], prefix: str = "eval_") -> dict[str, float]:
    timed = ("runtime", "samples_per_second", "steps_per_second", "model_preparation_time", "loss")
    return {key: value for key, value in scores.items() if key.removeprefix(prefix) not in timed}


@pytest.mark.parametrize("batches", [False, True])
def test_rows_grouped_by_length(tmp_path: Path, batches: bool) -> None:
    in_order = trainer(str(tmp_path), corpus()).evaluate()
    settings = {**BY_LENGTH, "batch_eval_metrics": batches}
    assert scores_only(trainer(str(tmp_path), corpus(), **settings).evaluate()) == scores_only(in_order)


@pytest.mark.skipif(IS_OLD, reason="BERT of transformers 4 takes no column that it does not know")
def test_several_evaluation_sets_and_row_ids(tmp_path: Path) -> None:
    sets = {"dev": corpus(), "test": corpus()[:7]}
    alone = {name: scores_only(trainer(str(tmp_path), each).evaluate()) for name, each in sets.items()}
    metrics, rows = {}, {}
    for first, (name, documents) in zip((0, 100), sets.items(), strict=True):
        dataset, word_ids, of_row = encoded(documents)
        numbers = range(first, first + len(dataset))
        rows[name] = [{**row, "row": number} for row, number in zip(dataset, numbers, strict=True)]
        metrics[name] = token_classification_metrics(
            references(documents), word_ids, LABELS, documents=of_row, row_ids=list(numbers)
        )
    session = trainer(
        str(tmp_path),
        corpus(),
        **BY_LENGTH,
        label_names=["labels", "row"],
        eval_dataset=rows,
        compute_metrics=metrics_of_sets(metrics),
    )
    path = tmp_path / "log.jsonl"
    session.add_callback(evaluation_log(session.compute_metrics, path))
    session.evaluate()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line, (name, expected) in zip(lines, alone.items(), strict=True):
        assert line["set"] == name
        assert {key: line[key.removeprefix("eval_")] for key in expected} == expected


def test_the_log_is_told_what_it_logs(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="metrics: expected what the Trainer was given as compute_metrics"):
        evaluation_log(tmp_path, token_classification_metrics)  # type: ignore[arg-type]


def recorder() -> Any:
    """A callback in place of TensorBoard, which keeps its input."""

    class Recorder(transformers.TrainerCallback):
        def __init__(self) -> None:
            self.logged: list[dict] = []

        def on_log(self, args: object, state: object, control: object, logs: dict | None = None, **_: object) -> None:
            self.logged.append(dict(logs or {}))

    return Recorder()


@pytest.mark.parametrize("batches", [False, True])
def test_training_with_best_model_and_log(tmp_path: Path, batches: bool) -> None:
    session = trainer(
        str(tmp_path),
        corpus(8),
        num_train_epochs=2,
        eval_strategy="epoch",
        save_strategy="epoch",
        load_best_model_at_end=True,
        metric_for_best_model="type_f1",
        batch_eval_metrics=batches,
    )
    record, path = recorder(), tmp_path / "logs" / "log.jsonl"  # in a folder that is not there yet
    session.add_callback(record)
    session.add_callback(evaluation_log(session.compute_metrics, path))
    session.train()
    evaluations = [line for line in session.state.log_history if "eval_type_f1" in line]
    assert session.state.best_metric == max(line["eval_type_f1"] for line in evaluations)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["epoch"] for line in lines] == [1.0, 2.0]
    for line, evaluation in zip(lines, evaluations, strict=True):
        assert line["type_f1"] == evaluation["eval_type_f1"]
        assert line["signature"].startswith("nuggets|protocol:paper")
        assert "categories" not in line  # which have a row for each mention
        assert set(line["errors"]) >= {"correct", "missed", "spurious"}
        for kind, row in line["per_type"].items():
            assert evaluation[f"eval_per_type/{kind}_f1"] == row["f1"]
    logged = [line for line in record.logged if "eval_type_f1" in line]
    assert logged[0]["eval_errors/missed"] == lines[0]["errors"]["missed"]
    assert all(isinstance(value, int | float) for line in logged for value in line.values())


@pytest.mark.slow
def test_two_processes_say_what_one_says(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free.getsockname()[1])}
    shared = {**os.environ, **address, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"}
    started = subprocess.Popen([sys.executable, in_processes.__file__, str(tmp_path)], env=shared)
    in_processes.evaluate(str(tmp_path), "alone")
    assert started.wait() == 0

    def written(name: str) -> list[dict[str, float]]:
        return [json.loads((tmp_path / f"{name}-{rank}.json").read_text()) for rank in ("alone", "0", "1")]

    for mode in in_processes.MODES:
        alone, *both = written(mode)
        # The Trainer itself sums the loss in another way in several processes.
        for scores in (alone, *both):
            del scores["eval_loss"]
        assert both == [alone, alone]
        assert alone["eval_documents"] == 21.0
        # Only the first process writes the log.
        logs = sorted(path.name for path in tmp_path.glob(f"log-{mode}-*.jsonl"))
        assert logs == [f"log-{mode}-0.jsonl", f"log-{mode}-alone.jsonl"]


@pytest.mark.parametrize("batches", [False, True])
def test_generation_in_training(tmp_path: Path, batches: bool) -> None:
    documents = corpus(6)
    letters = tokenizer()
    transformers.set_seed(0)
    small = transformers.T5Config(
        vocab_size=len(letters),
        d_model=16,
        d_kv=8,
        d_ff=16,
        num_layers=1,
        num_heads=2,
        pad_token_id=0,
        eos_token_id=3,
        decoder_start_token_id=0,
    )
    rows = [
        {"input_ids": letters(" ".join(each["tokens"]))["input_ids"], "labels": letters("A")["input_ids"]}
        for each in documents
    ]
    seen: list[list[str]] = []

    def read(texts: list[str]) -> tuple[list, dict[str, int]]:
        seen.append(texts)
        return [document["mentions"] for document in documents], {"unparsed": 2}

    network = transformers.T5ForConditionalGeneration(small)
    session = transformers.Seq2SeqTrainer(
        network,
        transformers.Seq2SeqTrainingArguments(
            output_dir=str(tmp_path),
            per_device_eval_batch_size=4,
            predict_with_generate=True,
            generation_max_length=5,
            batch_eval_metrics=batches,
            report_to=[],
            use_cpu=True,
            disable_tqdm=True,
        ),
        eval_dataset=rows,
        data_collator=transformers.DataCollatorForSeq2Seq(letters),
        compute_metrics=generation_metrics(references(documents), letters, read, task="nuggets"),
    )
    scores = session.evaluate()
    assert scores["eval_type_f1"] == 1.0
    assert scores["eval_unparsed"] == 2.0
    (texts,) = seen
    assert len(texts) == 6
    assert not any("PAD" in text or "SEP" in text for text in texts)


def test_words_with_punctuation_are_whole_only_without_aggregation() -> None:
    """Strategies that aggregate words split U.S. and 12,000 in a joined text; the warning advises what does not."""
    words = [["died", "12,000", "U.S.", "Met", "attacked"] * 4]
    texts = [" ".join(each) for each in words]
    expected = without_scores(nuggets_from_labels(predicted_labels([{"tokens": each} for each in words])))
    for strategy in ("first", "max", "average"):
        with pytest.warns(
            ScoreWarning, match=r'split words such as U.S. or 12,000 at .* aggregation_strategy="none", ignore'
        ):
            nuggets_from_pipeline(classifier(strategy)(texts), words)
    assert without_scores(nuggets_from_pipeline(classifier("none")(texts, ignore_labels=[]), words)) == expected


def test_a_pipeline_that_cuts_a_text_is_seen(tmp_path: Path) -> None:
    words = [["died", "quietly", "troops", "attacked", "village", "Met"] * 5, ["died"]]
    classify = transformers.pipeline(
        "token-classification", model=model(["O", "B-Die"]), tokenizer=tokenizer(30), device=-1
    )
    outputs = classify(words, is_split_into_words=True, ignore_labels=[])
    with pytest.warns(ScoreWarning, match=r"no piece of the last \d+ tokens of 1 text: .*; give it a stride"):
        nuggets_from_pipeline(outputs, words)
