"""Models that write their answer: the output of text-generation pipelines, and ``compute_metrics``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.adapters.trainer import IGNORED, TrainerMetrics
from event_scoring.core.errors import InputError


def generation_metrics(
    references: object,
    tokenizer: Any,
    read: Callable[[list[str]], Any],
    *,
    task: str = "nugget",
    **options: Any,
) -> TrainerMetrics:
    """``compute_metrics`` for a model that writes its answer (``predict_with_generate=True``).

    Args:
        references: The documents of the evaluation set, from the corpus and not from decoded labels.
        tokenizer: What decodes the token ids; it needs a ``pad_token_id``.
        read: From the texts of all rows to documents, or to documents and a dict of further counts.
        task: The name of the kind of score, one of `event_scoring.tasks.TASKS`.
        **options: The options of the task.

    Examples:
        >>> from types import SimpleNamespace
        >>> class Letters:
        ...     pad_token_id = 0
        ...     def batch_decode(self, rows, skip_special_tokens):
        ...         return ["".join(chr(96 + token) for token in row if token) for row in rows]
        >>> def read(texts):
        ...     return [[{"token_ids": [i], "type": "A"} for i, c in enumerate(text) if c == "a"] for text in texts]
        >>> metrics = generation_metrics([[{"token_ids": [1], "type": "A"}]], Letters(), read)
        >>> metrics(SimpleNamespace(predictions=np.array([[2, 1, -100]]), label_ids=None))["type_f1"]
        1.0
    """
    return GenerationMetrics(references, tokenizer, read, task, options)


class GenerationMetrics(TrainerMetrics):
    """See `generation_metrics`."""

    def __init__(
        self,
        references: object,
        tokenizer: Any,
        read: Callable[[list[str]], Any],
        task: str,
        options: Mapping[str, Any],
    ) -> None:
        super().__init__(task, references, 0, options)
        self.rows = len(self.references)
        self.tokenizer = tokenizer
        self.parse = read

    def read(self, predictions: NDArray[Any], labels: NDArray[Any] | None, start: int) -> list[str]:
        """The texts of some rows."""
        if predictions.ndim != 2 or predictions.dtype.kind not in "iu":
            raise InputError(
                "predictions: expected token ids (rows, tokens), as predict_with_generate or an argmax gives them, "
                f"got {predictions.dtype} of the shape {predictions.shape}"
            )
        padded = np.where(predictions == IGNORED, self.tokenizer.pad_token_id, predictions)
        return list(self.tokenizer.batch_decode(padded, skip_special_tokens=True))

    def documents(self, pieces: list[list[str]]) -> tuple[list[dict[str, Any]], dict[str, int]]:
        """What the texts say."""
        parsed = self.parse([text for piece in pieces for text in piece])
        documents, counts = parsed if isinstance(parsed, tuple) else (parsed, {})
        return documents, dict(counts)
