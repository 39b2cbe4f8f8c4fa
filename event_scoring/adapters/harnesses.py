"""Make callables for lm-evaluation-harness, lighteval and inspect_ai, without requiring these libraries.

docs/transformers.md shows how to register a score in each. In lm-evaluation-harness
(https://github.com/EleutherAI/lm-evaluation-harness/blob/main/docs) ``process_results(doc, results)`` returns an item
for each metric name, and ``aggregation(items)`` a number. lighteval documents its metrics in
https://huggingface.co/docs/lighteval/adding-a-new-metric.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from event_scoring.adapters.mentions import named_as
from event_scoring.documents.errors import Description, InputError, not_among
from event_scoring.documents.schema import ListOf
from event_scoring.documents.sides import documents_of
from event_scoring.scoring.result import warn_of
from event_scoring.tasks import TASKS

Item = tuple[Any, Any]
"""The reference of a document and its prediction; None where the answer could not be read."""


class HarnessScore:
    """Scores of a corpus of generated answers, in the forms that harnesses call.

    An answer that cannot be read is a document without predictions, and counts in ``unparsed``: it does not end a run.

    Args:
        read: From the text that a model wrote for one document to that document as the task wants it. An exception, or
            a document that the task refuses, means that the answer cannot be read.
        reference: From the harness's own document to the reference document.
        keys: Which numbers of the result are the scores, or one of them; "unparsed" is one that every task has.
        task: The name of the kind of score, one of `event_scoring.tasks.TASKS`.
        options: The options of the task.

    Examples:
        >>> def read(text):
        ...     return [{"token_ids": [int(number)], "type": "Die"} for number in text.split()]
        >>> score = HarnessScore(read, lambda doc: doc["mentions"], ["type_recall", "unparsed"])
        >>> doc = {"mentions": [{"token_ids": [1], "type": "Die"}, {"token_ids": [4], "type": "Die"}]}
        >>> items = [score.process_results(doc, [text])["unparsed"] for text in ("1 4", "1", "none")]
        >>> score.aggregation("type_recall")(items), score.aggregation("unparsed")(items)
        (0.5, 1.0)
    """

    def __init__(
        self,
        read: Callable[[str], Any],
        reference: Callable[[Any], Any],
        keys: str | Sequence[str],
        task: str = "nuggets",
        options: Mapping[str, Any] | None = None,
    ) -> None:
        if task not in TASKS:
            raise ValueError(f"task: {not_among(task, TASKS, 'event_scoring.tasks.TASKS')}")
        self.read = read
        self.reference = reference
        self.keys = [keys] if isinstance(keys, str) else list(keys)
        if not self.keys:
            raise ValueError("keys: expected at least one, got none")
        self.task = TASKS[task]
        self.options = dict(options or {})
        self.task.options.of(self.options)
        self._last: tuple[list[Item], dict[str, Any]] | None = None

    def process_results(self, doc: Any, results: Sequence[str]) -> dict[str, Item]:
        """Return the item of one document for lm-evaluation-harness, under each key."""
        return dict.fromkeys(self.keys, self.item(doc, results))

    def item(self, doc: Any, results: Sequence[str]) -> Item:
        """Return the reference and the prediction of one document."""
        text = (
            results[0] if isinstance(results, Sequence) and not isinstance(results, str) and len(results) else results
        )
        if not isinstance(text, str):
            raise InputError(("results",), wanted="a list with the text that the model wrote", got=results)
        try:
            prediction = self.read(text)
            documents_of(self.task.predictions, [prediction], "predictions")
        except Exception:  # any error of a reader means that the answer is unreadable
            prediction = None
        return self.reference(doc), prediction

    def aggregation(self, key: str) -> Callable[[Iterable[Item]], float]:
        """Return the function from all items to one number of the corpus, which is not the mean of documents."""

        def aggregate(items: Iterable[Item]) -> float:
            result = self.result(items)
            if not isinstance(result.get(key), int | float):
                numbers = [name for name, value in result.items() if isinstance(value, int | float)]
                raise InputError(("key",), wanted=f"one of {', '.join(numbers)}", got=Description(f'"{key}"'))
            return float(result[key])

        return aggregate

    def aggregate(self, items: Iterable[Item]) -> float:
        """Return the first of the scores."""
        return self.aggregation(self.keys[0])(items)

    def result(self, items: Iterable[Item]) -> dict[str, Any]:
        """Return the whole result of all items. It is computed once for all keys."""
        pairs = [(reference, prediction) for reference, prediction in items]
        if self._last is None or self._last[0] != pairs:
            empty: dict[str, Any] = {
                each.name: []
                for each in self.task.predictions.fields
                if each.required and isinstance(each.kind, ListOf)
            }
            references = [reference for reference, _ in pairs]
            names = [each.get("doc_id") if isinstance(each, Mapping) else None for each in references]
            predictions = named_as([empty if prediction is None else prediction for _, prediction in pairs], names)
            result = self.task.score_documents(predictions, references, self.options, False)
            if result["warnings"]:
                warn_of(result["warnings"])
            result["unparsed"] = result.get("unparsed", 0) + sum(prediction is None for _, prediction in pairs)
            self._last = pairs, result
        return self._last[1]

    def sample(self, doc: Any, model_response: Any) -> Item:
        """Return the item of one document for lighteval, from its ``Doc`` and ``ModelResponse``."""
        texts = getattr(model_response, "final_text", None) or getattr(model_response, "text", None)
        return self.item(doc, texts or [])


def lighteval_metrics(score: HarnessScore) -> list[Any]:
    """Return a ``CorpusLevelMetric`` of lighteval, which must be installed, for each key."""
    from lighteval.metrics.metrics_corpus import CorpusLevelComputation
    from lighteval.metrics.metrics_sample import SampleLevelComputation
    from lighteval.metrics.utils.metric_utils import CorpusLevelMetric
    from lighteval.tasks.requests import SamplingMethod

    class Sample(SampleLevelComputation):  # type: ignore[misc]
        def compute(self, doc: Any, model_response: Any, **_: Any) -> Any:
            return score.sample(doc, model_response)

    class Corpus(CorpusLevelComputation):  # type: ignore[misc]
        def __init__(self, key: str) -> None:
            self.key = key

        def compute_corpus(self, items: Any) -> float:
            return score.aggregation(self.key)(items)

    return [
        CorpusLevelMetric(
            metric_name=key,
            higher_is_better=key != "unparsed",
            category=SamplingMethod.GENERATIVE,
            sample_level_fn=Sample(),
            corpus_level_fn=Corpus(key),
        )
        for key in score.keys
    ]


def inspect_scorer(score: HarnessScore) -> Any:
    """Return a scorer of inspect_ai, which must be installed, with a metric for each key.

    ``reference`` of the score gets the ``TaskState``. A sample's own value is whether its answer could be read.
    """
    from inspect_ai.scorer import Score, metric, scorer

    def of_corpus(key: str) -> Any:
        @metric(name=key)  # type: ignore[untyped-decorator]
        def made() -> Any:
            def compute(scores: list[Any]) -> float:
                items = [getattr(each, "score", each) for each in scores]
                return score.aggregation(key)([tuple(each.metadata["item"]) for each in items])

            return compute

        return made()

    @scorer(metrics=[of_corpus(key) for key in score.keys], name="event_scoring")  # type: ignore[untyped-decorator]
    def of_sample() -> Any:
        async def run(state: Any, target: Any) -> Any:
            item = score.item(state, [state.output.completion])
            read = item[1] is not None
            return Score(value=int(read), answer=state.output.completion, metadata={"item": list(item)})

        return run

    return of_sample()
