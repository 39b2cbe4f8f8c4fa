"""A tiny BERT with random weights and a tokenizer of single letters: every word has several sub-tokens."""

from __future__ import annotations

import string
from typing import Any

from event_scoring.adapters import align_labels, labels_from_nuggets, token_classification_metrics
from examples.news import TYPES, news
from tests.heavy import tokenizers, torch, transformers

LABELS = ["O", *(f"{prefix}-{kind}{end}" for kind in TYPES for end in ("", "+") for prefix in "BI")]


def tokenizer(max_length: int = 512) -> Any:
    """Letters as pieces."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    letters = string.ascii_letters + ".é死亡爆炸😀👍"
    pieces = [*special, *letters, *(f"##{letter}" for letter in letters)]
    built = tokenizers.Tokenizer(
        tokenizers.models.WordPiece({piece: number for number, piece in enumerate(pieces)}, unk_token="[UNK]")
    )
    built.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    built.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    names = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token"), special, strict=True))
    return transformers.PreTrainedTokenizerFast(tokenizer_object=built, model_max_length=max_length, **names)


def byte_level_tokenizer(trim: bool = True) -> Any:
    """A tokenizer like RoBERTa's: bytes as pieces, and a few merges; other words begin with a lone space."""
    special = ["<pad>", "<unk>", "<s>", "</s>"]
    merges = [("d", "i"), ("Ġ", "di"), ("i", "n")]
    letters = [*special, *sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet()), *map("".join, merges)]
    built = tokenizers.Tokenizer(tokenizers.models.BPE({piece: number for number, piece in enumerate(letters)}, merges))
    built.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=True)
    built.decoder = tokenizers.decoders.ByteLevel()
    built.post_processor = tokenizers.processors.RobertaProcessing(("</s>", 3), ("<s>", 2), trim_offsets=trim)
    names = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token"), special, strict=True))
    return transformers.PreTrainedTokenizerFast(tokenizer_object=built, add_prefix_space=True, **names)


def unigram_tokenizer() -> Any:
    """A tokenizer like XLM-R's: pieces with the space before them, otherwise a lone space, bytes for the rest."""
    special = ["<pad>", "<unk>", "<s>", "</s>"]
    pieces = [*((piece, 0.0) for piece in special), ("▁", -2.0), *((letter, -3.0) for letter in string.ascii_letters)]
    pieces += [("é", -3.0), ("死亡", -1.0), ("▁died", -1.0), ("▁di", -1.5), ("in", -2.0)]
    pieces += [(f"<0x{byte:02X}>", -9.0) for byte in range(256)]
    built = tokenizers.Tokenizer(tokenizers.models.Unigram(pieces, 1, True))
    built.normalizer = tokenizers.normalizers.NFKC()
    built.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    built.decoder = tokenizers.decoders.Metaspace()
    built.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 2), ("</s>", 3)]
    )
    names = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token"), special, strict=True))
    return transformers.PreTrainedTokenizerFast(tokenizer_object=built, **names)


def model(labels: list[str] = LABELS, seed: int = 0) -> Any:
    """Weights so wild that every label occurs."""
    transformers.set_seed(seed)
    torch.set_num_threads(1)
    config = transformers.BertConfig(
        vocab_size=400,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=512,
        initializer_range=2.0,
        id2label=dict(enumerate(labels)),
        label2id={label: number for number, label in enumerate(labels)},
    )
    return transformers.BertForTokenClassification(config).eval()


def encoded(
    documents: list[dict[str, Any]], max_length: int = 512, stride: int | None = None
) -> tuple[list[dict[str, Any]], list[list[int | None]], list[int]]:
    """Rows for the Trainer, the words of their sub-tokens, and their documents."""
    words = [document["tokens"] for document in documents]
    windows = {} if stride is None else {"return_overflowing_tokens": True, "stride": stride}
    batch = tokenizer()(words, is_split_into_words=True, truncation=True, max_length=max_length, **windows)
    count = len(batch["input_ids"])
    word_ids = [batch.word_ids(row) for row in range(count)]
    of_row = list(range(count)) if stride is None else batch["overflow_to_sample_mapping"]
    word_labels, _ = labels_from_nuggets(documents, list(map(len, words)))
    labels = align_labels(word_ids, word_labels, LABELS, of_row)
    rows = [{"input_ids": ids, "labels": labels[row]} for row, ids in enumerate(batch["input_ids"])]
    return rows, word_ids, of_row


def references(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Documents without their tokens."""
    return [{"doc_id": each["doc_id"], "mentions": each["mentions"]} for each in documents]


def trainer(folder: str, documents: list[dict[str, Any]], **settings: Any) -> Any:
    """A Trainer that evaluates the tiny model on some documents."""
    rows, word_ids, of_row = encoded(documents, settings.pop("max_length", 512), settings.pop("stride", None))
    metrics = token_classification_metrics(references(documents), word_ids, LABELS, documents=of_row)
    argmax = settings.pop("argmax", False)
    metrics, dataset = settings.pop("compute_metrics", metrics), settings.pop("eval_dataset", rows)
    settings = {"per_device_eval_batch_size": 4, "report_to": [], "use_cpu": True, "disable_tqdm": True, **settings}
    return transformers.Trainer(
        model(),
        transformers.TrainingArguments(output_dir=folder, **settings),
        train_dataset=rows,
        eval_dataset=dataset,
        data_collator=transformers.DataCollatorForTokenClassification(tokenizer()),
        compute_metrics=metrics,
        preprocess_logits_for_metrics=(lambda logits, labels: logits.argmax(dim=-1)) if argmax else None,
    )


def corpus(documents: int = 21) -> list[dict[str, Any]]:
    """Some documents of the generated news."""
    return news(documents, seed=5)
