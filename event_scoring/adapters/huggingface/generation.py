"""Score models that write their answer: output of text-generation pipelines, and ``compute_metrics``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from event_scoring.adapters.huggingface.trainer import IGNORED, Evaluated, Received, TrainerMetrics
from event_scoring.array_types import IntArray
from event_scoring.documents.errors import Description, InputError, Path, counted
from event_scoring.formats.language_models.answer_documents import documents_from_texts


def generated_texts(outputs: object, prompts: Sequence[str] | None = None) -> list[str]:
    """Return the answers in the output of ``pipeline("text-generation")``, one for each document.

    Args:
        outputs: The pipeline's output for one prompt or chat, for a list of them, or for a dataset. Plain strings
            pass unchanged.
        prompts: The prompts, which the pipeline repeats before its answers (``return_full_text=True``), to be
            taken off. Of chats the last message is the answer.

    Raises:
        InputError: for an output without a text or an answer of the model, or with several.

    Examples:
        >>> generated_texts([[{"generated_text": "Find: []"}], [{"generated_text": "Find: [1]"}]], ["Find: "] * 2)
        ['[]', '[1]']
        >>> chat = [{"role": "user", "content": "Find."}, {"role": "assistant", "content": "[]"}]
        >>> generated_texts([{"generated_text": chat}])
        ['[]']
    """
    if isinstance(outputs, str | bytes | Mapping) or not isinstance(outputs, Iterable):
        raise InputError(("outputs",), wanted="a list with an output for each prompt", got=outputs)
    texts = [_answer(output, ("outputs", row)) for row, output in enumerate(outputs)]
    if prompts is None:
        return texts
    if len(prompts) != len(texts):
        raise InputError(
            ("prompts",), wanted=f"{counted(len(texts), 'prompt')}, one for each output", got=Description(len(prompts))
        )
    return [text.removeprefix(prompt) for text, prompt in zip(texts, prompts, strict=True)]


def documents_from_generation(
    outputs: object, prompts: Sequence[str] | None = None, doc_ids: Sequence[str] | None = None
) -> list[dict[str, Any]]:
    """Return documents of detection and extraction from the output of ``pipeline("text-generation")``.

    Answers are read by `event_scoring.documents_from_texts`. An unreadable answer becomes a document without events
    that counts as ``unparsed``.

    Args:
        outputs: The output of the pipeline for one prompt or chat, a list of them, or a dataset.
        prompts: The prompts, to be taken off the answers where the pipeline repeats them.
        doc_ids: The documents' names.

    Examples:
        >>> outputs = [[{"generated_text": '[{"type": "Die", "trigger": "died"}]'}], [{"generated_text": "Well,"}]]
        >>> [(len(document["events"]), document["unparsed"]) for document in documents_from_generation(outputs)]
        [(1, 0), (0, 1)]
    """
    return documents_from_texts(generated_texts(outputs, prompts), doc_ids)


def _answer(output: object, place: Path) -> str:
    if isinstance(output, list | tuple):
        if len(output) != 1:
            raise InputError(
                place, wanted="one answer to a prompt", got=Description(len(output)), hint="choose one of them"
            )
        output, place = output[0], (*place, 0)
    if isinstance(output, str):
        return output
    if not isinstance(output, Mapping) or "generated_text" not in output:
        raise InputError(place, wanted='a dict with the key "generated_text"', got=output)
    text, place = output["generated_text"], (*place, "generated_text")
    if isinstance(text, list) and text and isinstance(text[-1], Mapping):
        last = text[-1]
        if last.get("role") != "assistant":
            raise InputError((*place, -1), wanted="a message of the assistant", got=last)
        text, place = last.get("content"), (*place, -1, "content")
    if not isinstance(text, str):
        raise InputError(place, wanted="a string", got=text)
    return text


class _Written(NamedTuple):
    """An answer, and its number of tokens if it was cut."""

    text: str
    cut_at: int


def _ends_early(text: str) -> bool:
    """Whether a text opens more lists and objects of JSON than it closes.

    Examples:
        >>> _ends_early('[{"type": "Die", "trigger": "di'), _ends_early('[{"type": "["}]'), _ends_early("none")
        (True, False, False)
    """
    bare = re.sub(r'"(?:[^"\\]|\\.)*"?', "", text)
    return sum(map(bare.count, "[{")) > sum(map(bare.count, "]}"))


class generation_metrics(TrainerMetrics):  # noqa: N801
    """``compute_metrics`` for a model that writes its answer (``predict_with_generate=True``).

    Args:
        references: The documents of the evaluation set, from the corpus and not from decoded labels.
        tokenizer: The tokenizer that decodes the token ids; it needs a ``pad_token_id``.
        read: From the texts of all rows to documents, or to documents and a dict of further counts. By default JSON is
            read as by `event_scoring.documents_from_texts`; ``unparsed`` counts unreadable answers.
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
        >>> metrics = generation_metrics([[{"token_ids": [1], "type": "A"}]], Letters(), read, task="nuggets")
        >>> metrics(SimpleNamespace(predictions=np.array([[2, 1, -100]]), label_ids=None))["type_f1"]
        1.0
    """

    def __init__(
        self,
        references: object,
        tokenizer: Any,
        read: Callable[[list[str]], Any] = documents_from_texts,
        *,
        task: str = "extraction",
        **options: Any,
    ) -> None:
        if not hasattr(tokenizer, "batch_decode"):
            wanted = "a tokenizer, such as AutoTokenizer.from_pretrained(…)"
            raise InputError(("tokenizer",), wanted=wanted, got=tokenizer)
        if getattr(tokenizer, "pad_token_id", None) is None:
            hint = "set tokenizer.pad_token = tokenizer.eos_token"
            raise InputError(("tokenizer", "pad_token_id"), wanted="the id that fills up rows", got=None, hint=hint)
        super().__init__(task, references, 0, options)
        self.rows = len(self.references)
        self.tokenizer = tokenizer
        self.parse = read

    def read(self, predictions: NDArray[Any]) -> list[_Written]:
        """Return the texts of some rows."""
        if predictions.ndim != 2 or predictions.dtype.kind not in "iu":
            raise InputError(
                ("predictions",),
                wanted="token ids (rows, tokens), as predict_with_generate or an argmax gives them",
                got=Description(f"{predictions.dtype} of the shape {predictions.shape}"),
            )
        padded = np.where(predictions == IGNORED, self.tokenizer.pad_token_id, predictions)
        texts = self.tokenizer.batch_decode(padded, skip_special_tokens=True)
        lengths = np.where((given := predictions != IGNORED).any(axis=1), given.cumsum(axis=1).argmax(axis=1) + 1, 0)
        ends = {self.tokenizer.pad_token_id, getattr(self.tokenizer, "eos_token_id", None)}
        return [
            _Written(text, length if length and int(row[length - 1]) not in ends else 0)
            for text, row, length in zip(texts, predictions, lengths.tolist(), strict=True)
        ]

    def evaluated(self, received: list[Received], order: IntArray) -> Evaluated:
        """Return the documents of the texts."""
        answers = [answer for batch in received for answer in batch.read]
        parsed = self.parse([answers[row].text for row in np.argsort(order)])
        documents, counts = parsed if isinstance(parsed, tuple) else (parsed, {})
        cut = [answer.cut_at for answer in answers if answer.cut_at and _ends_early(answer.text)]
        warnings = []
        if cut:
            end = "ends before its" if len(cut) == 1 else "end before their"
            warnings.append(
                f"{counted(len(cut), 'answer')} of {len(answers):,} {end} JSON does, cut at {max(cut)} tokens: raise "
                "generation_max_length of the Seq2SeqTrainingArguments, which is 20 by default."
            )
        return Evaluated(documents, dict(counts), warnings)
