"""Callables for lm-evaluation-harness and lighteval; neither package is needed to make them.

lm-evaluation-harness, in the task's ``utils.py`` (``process_results(doc, results)`` gives an item for each metric
name, ``aggregation(items)`` a number; https://github.com/EleutherAI/lm-evaluation-harness/blob/main/docs)::

    score = event_scoring.adapters.HarnessScore(read_nuggets, lambda doc: doc["mentions"], "type_f1")
    process_results, aggregate = score.process_results, score.aggregate

and in its YAML::

    process_results: !function utils.process_results
    metric_list:
      - metric: type_f1
        aggregation: !function utils.aggregate
        higher_is_better: true

lighteval, in a custom task file (a ``CorpusLevelMetric`` has a sample-level and a corpus-level function;
https://huggingface.co/docs/lighteval/adding-a-new-metric)::

    metric = lighteval_metric(HarnessScore(read_nuggets, lambda doc: doc.specific, "type_f1"))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from event_scoring.documents.errors import InputError, Words, shown
from event_scoring.tasks import TASKS


class HarnessScore:
    """One score of a corpus of generated answers, in the forms that harnesses call.

    Args:
        read: From the text that a model wrote for one document to that document as the task wants it.
        reference: From the harness's own document to the reference document.
        key: Which number of the result is the score.
        task: The name of the kind of score, one of `event_scoring.tasks.TASKS`.
        options: The options of the task.

    Examples:
        >>> def read(text):
        ...     return [{"token_ids": [int(number)], "type": "Die"} for number in text.split()]
        >>> score = HarnessScore(read, lambda doc: doc["mentions"], "type_recall")
        >>> doc = {"mentions": [{"token_ids": [1], "type": "Die"}, {"token_ids": [4], "type": "Die"}]}
        >>> items = [score.process_results(doc, [text])["type_recall"] for text in ("1 4", "1")]
        >>> score.aggregate(items)
        0.75
    """

    def __init__(
        self,
        read: Callable[[str], Any],
        reference: Callable[[Any], Any],
        key: str,
        task: str = "nuggets",
        options: Mapping[str, Any] | None = None,
    ) -> None:
        if task not in TASKS:
            raise ValueError(f"task: expected one of {', '.join(TASKS)}, got {shown(task)}")
        self.read = read
        self.reference = reference
        self.key = key
        self.task = TASKS[task]
        self.options = dict(options or {})
        self.task.options_from(self.options)

    def process_results(self, doc: Any, results: Sequence[str]) -> dict[str, tuple[Any, Any]]:
        """The item of one document for lm-evaluation-harness: reference and prediction."""
        text = (
            results[0] if isinstance(results, Sequence) and not isinstance(results, str) and len(results) else results
        )
        if not isinstance(text, str):
            raise InputError(("results",), wanted="a list with the text that the model wrote", got=results)
        return {self.key: (self.reference(doc), self.read(text))}

    def aggregate(self, items: Iterable[tuple[Any, Any]]) -> float:
        """The score of all items: of the corpus, not the mean of documents."""
        pairs = list(items)
        references = [reference for reference, _ in pairs]
        predictions = [prediction for _, prediction in pairs]
        result = self.task.score_documents(predictions, references, self.options, False)
        numbers = [key for key, value in result.items() if isinstance(value, int | float)]
        if self.key not in numbers:
            raise InputError(("key",), wanted=f"one of {', '.join(numbers)}", got=Words(f'"{self.key}"'))
        return float(result[self.key])

    def sample(self, doc: Any, model_response: Any) -> tuple[Any, Any]:
        """The item of one document for lighteval, from its ``Doc`` and ``ModelResponse``."""
        texts = getattr(model_response, "final_text", None) or getattr(model_response, "text", None)
        return self.process_results(doc, texts or [])[self.key]


def lighteval_metric(score: HarnessScore) -> Any:
    """A ``CorpusLevelMetric`` of lighteval, which must be installed."""
    from lighteval.metrics.metrics_corpus import CorpusLevelComputation
    from lighteval.metrics.metrics_sample import SampleLevelComputation
    from lighteval.metrics.utils.metric_utils import CorpusLevelMetric
    from lighteval.tasks.requests import SamplingMethod

    class Sample(SampleLevelComputation):  # type: ignore[misc]
        def compute(self, doc: Any, model_response: Any, **_: Any) -> Any:
            return score.sample(doc, model_response)

    class Corpus(CorpusLevelComputation):  # type: ignore[misc]
        def compute_corpus(self, items: Any) -> float:
            return score.aggregate(items)

    return CorpusLevelMetric(
        metric_name=score.key,
        higher_is_better=True,
        category=SamplingMethod.GENERATIVE,
        sample_level_fn=Sample(),
        corpus_level_fn=Corpus(),
    )
