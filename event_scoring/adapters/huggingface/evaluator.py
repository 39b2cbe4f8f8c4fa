"""An evaluator in the manner of ``evaluate.evaluator``: a model or pipeline, data and a metric in one call."""

from __future__ import annotations

import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from event_scoring.adapters.huggingface.pipelines import nuggets_from_pipeline
from event_scoring.adapters.mentions import named
from event_scoring.adapters.tokens import token_offsets
from event_scoring.arrays.ragged import FloatArray
from event_scoring.documents.errors import InputError
from event_scoring.scoring.intervals import interval
from event_scoring.scoring.options import check_choice, check_count, check_number
from event_scoring.statistics.resampling import bootstrap_weights, sampled_scores


class NuggetEvaluator:
    """Scores a token classification model on nugget documents.

    The names of the arguments of `compute` are those of ``evaluate.evaluator("token-classification")``, which
    itself can score neither nested documents nor bootstrap them in reasonable time.

    Examples:
        >>> def classify(texts):  # stands for a pipeline
        ...     return [[{"entity": "B-Die", "score": 0.5, "start": 3, "end": 7}] for text in texts]
        >>> data = [{"text": "He died", "tokens": ["He", "died"], "mentions": [{"token_ids": [1], "type": "Die"}]}]
        >>> NuggetEvaluator().compute(classify, data, "event_nugget_metric", text_column="text")["type_f1"]
        1.0
    """

    task = "token-classification"

    def compute(
        self,
        model_or_pipeline: Any,
        data: Any,
        metric: Any = "event_nugget_metric",
        *,
        tokenizer: Any = None,
        subset: str | None = None,
        split: str | None = None,
        strategy: str = "simple",
        confidence_level: float = 0.95,
        n_resamples: int = 1000,
        random_state: int = 0,
        device: int | None = None,
        input_column: str = "tokens",
        label_column: str = "mentions",
        text_column: str | None = None,
        id_column: str | None = None,
        batch_size: int = 8,
        reading: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Run a pipeline over data and score what it finds.

        Args:
            model_or_pipeline: A pipeline, or a model or its name, of which one is made.
            data: A ``datasets.Dataset``, a list of dicts, or the name of a dataset for ``datasets.load_dataset``.
            metric: The name or folder of a metric for ``evaluate.load``, or a loaded one.
            tokenizer: For a model.
            subset: The configuration of a dataset that is given by name.
            split: Its split.
            strategy: "simple", or "bootstrap" for a confidence interval of each score.
            confidence_level: The level of the (percentile) interval.
            n_resamples: How many times documents are drawn, with replacement.
            random_state: The seed of the draws.
            device: The device for a model.
            input_column: The words of each document.
            label_column: The nuggets of each document; token ids are positions of words.
            text_column: The text of each document, where the model is to see it instead of the words.
            id_column: The name of each document.
            batch_size: How many documents a batch of the pipeline has.
            reading: Options of `nuggets_from_pipeline`, such as ``{"realis_separator": "|"}``.
            **options: Options of the metric.

        Returns:
            The result of the metric; with "bootstrap" each score is a dict of ``score``,
            ``confidence_interval`` and ``standard_error``. Further ``total_time_in_seconds``,
            ``samples_per_second``, ``latency_in_seconds``, and, where the pipeline has a tokenizer,
            ``truncated_documents``: how many documents the pipeline cuts at the maximum length of the model.
        """
        check_choice("strategy", strategy, ("simple", "bootstrap"))
        check_number("confidence_level", confidence_level, 0, 1)
        check_count("n_resamples", n_resamples, 1)
        check_count("random_state", random_state)
        module = load_metric(metric)
        columns = _columns(data, subset, split, [input_column, label_column, text_column, id_column])
        words, references = columns[input_column], columns[label_column]
        ids = None if id_column is None else columns[id_column]
        documents = named([{"mentions": mentions} for mentions in references], ids)
        classify = _pipeline(model_or_pipeline, tokenizer, device)
        settings: dict[str, Any] = {"batch_size": batch_size, "ignore_labels": []} if hasattr(classify, "model") else {}
        tokens: Any = words
        inputs = words
        if text_column is None:
            settings["is_split_into_words"] = True
        else:
            inputs = columns[text_column]
            tokens = [token_offsets(text, each) for text, each in zip(inputs, words, strict=True)]
        start = time.perf_counter()
        outputs = _in_evaluation_mode(classify, inputs, settings)
        taken = time.perf_counter() - start
        config = getattr(getattr(classify, "model", None), "config", None)
        predictions = nuggets_from_pipeline(
            outputs, tokens, doc_ids=ids, **{"labels": getattr(config, "id2label", None), **(reading or {})}
        )
        result: dict[str, Any] = module.compute(predictions=predictions, references=documents, **options)
        if strategy == "bootstrap":
            samples = _resampled(module, predictions, documents, options, n_resamples, random_state)
            result = with_intervals(result, samples, confidence_level)
        result["total_time_in_seconds"] = taken
        result["samples_per_second"] = len(documents) / taken
        result["latency_in_seconds"] = taken / max(len(documents), 1)
        cut = _truncated(classify, inputs, text_column is None)
        return result if cut is None else {**result, "truncated_documents": cut}


def load_metric(metric: Any) -> Any:
    """A metric by its name or folder, or the metric itself.

    The metrics of this project are found where they are installed, without the network.
    """
    if not isinstance(metric, str):
        if not hasattr(metric, "compute"):
            raise InputError(("metric",), wanted="the name of a metric or a loaded one", got=metric)
        return metric
    import evaluate

    spec = None if "/" in metric or Path(metric).exists() else find_spec(metric.partition(".")[0])
    folders = [] if spec is None else [*(spec.submodule_search_locations or ())]
    installed = next((folder for folder in folders if (Path(folder) / f"{metric}.py").exists()), metric)
    return evaluate.load(str(installed))


def with_intervals(result: Mapping[str, Any], samples: Mapping[str, FloatArray], level: float) -> dict[str, Any]:
    """A result whose sampled scores have the interval that holds the middle ``level`` of their samples.

    Examples:
        >>> with_intervals({"f1": 0.5, "documents": 2}, {"f1": np.array([0.4, 0.6])}, 0.9)["f1"]["score"]
        0.5
    """
    scored: dict[str, Any] = dict(result)
    for key, value in result.items():
        if isinstance(value, float) and key in samples:
            low, high = interval(samples[key], level)
            scored[key] = {
                "score": value,
                "confidence_interval": (low, high),
                "standard_error": float(np.std(samples[key], ddof=1)) if len(samples[key]) > 1 else 0.0,
            }
    return scored


def _resampled(
    module: Any, predictions: list[Any], documents: list[Any], options: Mapping[str, Any], resamples: int, seed: int
) -> dict[str, FloatArray]:
    """The scores of documents drawn with replacement; our metrics count each document once for all samples."""
    if hasattr(module, "task"):
        counts = module.task.count_documents(predictions, documents, options, False)
        scores = sampled_scores(counts.additive(), resamples, seed)
        return {key: np.asarray(values) for key, values in scores.items()}
    results = []
    weights = bootstrap_weights(len(documents), resamples, seed)
    for row in np.concatenate(list(weights)).astype(np.int64):
        draw = np.repeat(np.arange(len(documents)), row).tolist()
        drawn = {"predictions": [predictions[i] for i in draw], "references": [documents[i] for i in draw]}
        results.append(module.compute(**drawn, **options))
    numbers = [key for key, value in results[0].items() if isinstance(value, int | float)]
    return {key: np.array([result[key] for result in results], dtype=np.float64) for key in numbers}


def _columns(data: Any, subset: str | None, split: str | None, names: list[str | None]) -> dict[str, Any]:
    if isinstance(data, str):
        import datasets

        data = datasets.load_dataset(data, subset, split=split)
    columns = {}
    for name in names:
        if name is None:
            continue
        if hasattr(data, "column_names"):
            if name not in data.column_names:
                raise InputError(("data",), wanted=f'a column "{name}"', got=data.column_names)
            columns[name] = list(data[name])
        else:
            for row, document in enumerate(data):
                if not isinstance(document, Mapping) or name not in document:
                    raise InputError(("data", row), wanted=f'a dict with the key "{name}"', got=document)
            columns[name] = [document[name] for document in data]
    return columns


def _pipeline(model_or_pipeline: Any, tokenizer: Any, device: int | None) -> Any:
    is_model = isinstance(model_or_pipeline, str) or hasattr(model_or_pipeline, "forward")
    if not is_model or hasattr(model_or_pipeline, "preprocess"):
        if not callable(model_or_pipeline):
            raise InputError(("model_or_pipeline",), wanted="a model or a pipeline", got=model_or_pipeline)
        return model_or_pipeline
    from transformers import pipeline

    return pipeline("token-classification", model=model_or_pipeline, tokenizer=tokenizer, device=device)


def _in_evaluation_mode(classify: Any, inputs: Any, settings: Mapping[str, Any]) -> Any:
    """Run a pipeline without dropout: a model that comes from training is still in training mode."""
    model = getattr(classify, "model", None)
    training = bool(getattr(model, "training", False))
    if training:
        model.eval()  # type: ignore[union-attr]
    try:
        if not len(inputs):
            return []
        return classify(inputs, **settings)
    except TypeError as error:
        if "is_split_into_words" not in str(error):
            raise
        raise TypeError(
            "the pipeline does not take lists of words (is_split_into_words came with transformers 4.57): "
            "upgrade transformers, or name the column of texts with text_column="
        ) from error
    finally:
        if training:
            model.train()  # type: ignore[union-attr]


def _truncated(classify: Any, inputs: Any, are_words: bool) -> int | None:
    """How many inputs are longer than the model's maximum; None where that is not known."""
    tokenizer = getattr(classify, "tokenizer", None)
    limit = getattr(tokenizer, "model_max_length", None)
    if tokenizer is None or limit is None or not len(inputs):
        return None
    if "tokenizer_params" in getattr(classify, "_preprocess_params", {}):
        return 0  # a stride was given: the pipeline reads long inputs in windows
    rows = tokenizer(list(inputs), is_split_into_words=are_words, truncation=False, verbose=False)["input_ids"]
    return int(sum(len(row) > limit for row in rows))
