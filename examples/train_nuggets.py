"""Train a tiny model on event nuggets, keep the best epoch by F1, save it, score it again as a pipeline with
`evaluate`, and open the report.

    python examples/train_nuggets.py [FOLDER]

FOLDER gets the checkpoints, one line of scores for each evaluation, the model, and ``report.html``.

Nothing is downloaded: the corpus is generated (``news.py`` beside this file), the tokenizer is trained on it, and the
model starts from random weights. Needs the extras ``transformers`` and ``evaluate`` of this project.
"""

from __future__ import annotations

import json
import sys
import tempfile
import webbrowser
from collections import Counter
from pathlib import Path
from typing import Any

import evaluate
import torch
from news import TYPES, news
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import (
    BertConfig,
    BertForTokenClassification,
    DataCollatorForTokenClassification,
    PreTrainedTokenizerFast,
    PrinterCallback,
    Trainer,
    TrainingArguments,
    pipeline,
    set_seed,
)
from transformers.utils import logging

import event_nugget_metric
from event_scoring.adapters import (
    align_labels,
    evaluation_log,
    labels_from_nuggets,
    nuggets_from_pipeline,
    token_classification_metrics,
)
from event_scoring.report.reports import report

# "+" marks a further part of a nugget: "took/B-Justice-Arrest him/O away/B-Justice-Arrest+"
LABELS = ["O", *(f"{prefix}-{kind}{end}" for kind in TYPES for end in ("", "+") for prefix in "BI")]


def train_tokenizer(texts: list[str], pieces: int = 150) -> PreTrainedTokenizerFast:
    """Return a WordPiece tokenizer of the most frequent word beginnings and endings.

    It has so few that many words consist of several. The trainer of tokenizers breaks ties differently in each run;
    here every run gives the same vocabulary.
    """
    counts: Counter[str] = Counter()
    for word, count in Counter(" ".join(texts).lower().split()).items():
        counts.update({word[:end]: count for end in range(1, len(word) + 1)})
        counts.update({f"##{word[start:]}": count for start in range(1, len(word))})
        counts.update({f"##{letter}": 10**9 for letter in word[1:]})  # every letter stays
        counts[word[0]] += 10**9
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    chosen = sorted(counts, key=lambda piece: (-counts[piece] * len(piece.lstrip("#")), piece))[:pieces]
    tokenizer = Tokenizer(
        models.WordPiece({piece: number for number, piece in enumerate(special + chosen)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    names = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token", "mask_token"), special, strict=True))
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=256, **names)


def rows(tokenizer: PreTrainedTokenizerFast, documents: list[dict[str, Any]], max_length: int) -> tuple[list, list]:
    """Return the rows of a dataset for the Trainer, and the words of their sub-tokens."""
    words = [document["tokens"] for document in documents]
    encoded = tokenizer(words, is_split_into_words=True, truncation=True, max_length=max_length)
    word_ids = [encoded.word_ids(row) for row in range(len(words))]
    word_labels, _ = labels_from_nuggets(documents, list(map(len, words)))
    labels = align_labels(word_ids, word_labels, LABELS)
    features = [
        {
            "input_ids": encoded["input_ids"][row],
            "attention_mask": encoded["attention_mask"][row],
            "labels": labels[row],
        }
        for row in range(len(words))
    ]
    return features, word_ids


def main(
    folder: Path, documents: int = 150, epochs: int = 6, max_length: int = 256, show: bool = False
) -> dict[str, float]:
    """Train, evaluate, save, load as a pipeline and score; return the scores of the Trainer and of the pipeline."""
    set_seed(7)
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    torch.set_num_threads(1)  # more threads do not help so small a model
    training, evaluation = news(documents, seed=1), news(documents // 4, seed=2)
    references = [{"doc_id": each["doc_id"], "mentions": each["mentions"]} for each in evaluation]
    tokenizer = train_tokenizer([" ".join(each["tokens"]) for each in training])
    train_rows, _ = rows(tokenizer, training, max_length)
    eval_rows, word_ids = rows(tokenizer, evaluation, max_length)
    model = BertForTokenClassification(
        BertConfig(
            vocab_size=len(tokenizer),
            hidden_size=64,
            num_hidden_layers=2,
            num_attention_heads=2,
            intermediate_size=128,
            max_position_embeddings=256,
            id2label=dict(enumerate(LABELS)),
            label2id={label: number for number, label in enumerate(LABELS)},
        )
    )
    metrics = token_classification_metrics(references, word_ids, LABELS)
    trainer = Trainer(
        model,
        TrainingArguments(
            output_dir=str(folder / "checkpoints"),
            num_train_epochs=epochs,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=64,
            learning_rate=3e-3,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            load_best_model_at_end=True,
            metric_for_best_model="type_f1",
            report_to=[],
            use_cpu=True,
            disable_tqdm=True,
            seed=7,
        ),
        train_dataset=train_rows,
        eval_dataset=eval_rows,
        data_collator=DataCollatorForTokenClassification(tokenizer),
        compute_metrics=metrics,
        preprocess_logits_for_metrics=lambda logits, labels: logits.argmax(dim=-1),
        callbacks=[evaluation_log(metrics, folder / "evaluations.jsonl")],
    )
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    for line in trainer.state.log_history:
        if "eval_type_f1" in line:
            print(f"epoch {line['epoch']:.0f}: type_f1 {line['eval_type_f1']:.4f}, span_f1 {line['eval_span_f1']:.4f}")
    from_trainer = trainer.evaluate()
    trainer.save_model(str(folder / "model"))
    tokenizer.save_pretrained(str(folder / "model"))

    classifier = pipeline("token-classification", model=str(folder / "model"), device=-1)
    classifier.model.eval()
    words = [document["tokens"] for document in evaluation]
    outputs = classifier(words, is_split_into_words=True, batch_size=32, ignore_labels=[])
    predictions = nuggets_from_pipeline(
        outputs, words, labels=classifier.model.config.id2label, doc_ids=[each["doc_id"] for each in references]
    )
    metric = evaluate.load(event_nugget_metric.__path__[0])  # the folder that the package brings
    from_pipeline = metric.compute(predictions=predictions, references=references)
    tokens = {each["doc_id"]: each["tokens"] for each in evaluation}
    path = folder / "report.html"
    path.write_text(report("nuggets", {"tiny": predictions}, references, tokens=tokens), encoding="utf-8")
    if show:
        webbrowser.open(path.as_uri())
    return {
        "trainer_type_f1": from_trainer["eval_type_f1"],
        "pipeline_type_f1": from_pipeline["type_f1"],
        "trainer_span_f1": from_trainer["eval_span_f1"],
        "pipeline_span_f1": from_pipeline["span_f1"],
        "best_of_training": trainer.state.best_metric,
        "truncated_references": from_trainer["eval_truncated_references"],
    }


if __name__ == "__main__":
    if len(sys.argv) > 1:
        scores = main(Path(sys.argv[1]).absolute(), show=sys.stdout.isatty())
    else:
        with tempfile.TemporaryDirectory() as temporary:
            scores = main(Path(temporary))
    print(json.dumps(scores, indent=2))
