"""Scores of corpora that no memory holds, in one process, and the comparison of systems on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from event_scoring.comparison.signatures import compare_signatures
from event_scoring.documents.errors import Description, InputError
from event_scoring.large.counting import Corpus, Counting, Part
from event_scoring.large.distributed import total_on_ray
from event_scoring.large.joining import Join, checked_documents
from event_scoring.scoring.intervals import interval, is_headline
from event_scoring.statistics.significance import bootstrap_p_value, holm


def score_dataset(
    dataset: Any,
    /,
    references: Any = None,
    *,
    task: str = "nuggets",
    filesystem: Any = None,
    ignore_others: bool = False,
    progress: bool = False,
    **options: Any,
) -> dict[str, Any]:
    """Score a corpus of any size in one process: as the ``score_`` functions do, but without details.

    Args:
        dataset: A folder of Parquet, Arrow or JSON Lines shards, a shard, or a list of them, by path or URI;
            a `datasets.Dataset` or `IterableDataset`; a table, reader or dataset of pyarrow; or an iterable
            of Arrow batches or of rows. A row has ``predictions`` and ``references``, and may have
            ``doc_id``; further columns are not read. No two documents may have the same id.
        references: If they are a dataset of their own, of at most 1 GiB: the rows of both are then documents,
            which are joined by ``doc_id``. A document that the system lacks counts as empty; one that the
            references lack is left out; both are reported.
        task: The kind of score, as a signature calls it: ``"nuggets"``, ``"arguments"``, …
        filesystem: A filesystem of pyarrow or fsspec on which the paths are.
        ignore_others: Leave out what a folder holds beside shards (hidden files, other endings, broken links).
        progress: Show a progress bar.
        **options: Those of the score. ``confidence`` gives intervals from a Poisson bootstrap, whose
            samples are a function of ``seed`` and document id alone; all documents then need an id.

    Raises:
        InputError: with shard, row and path, at the first bad document or shard.

    Examples:
        >>> rows = [{"doc_id": "a", "predictions": [{"token_ids": [1], "type": "A"}],
        ...          "references": [{"token_ids": [1, 2], "type": "A"}]}]
        >>> score_dataset(rows)["span_f1"]
        0.6666666666666666
    """
    counting = Counting.of(task, options)
    corpus = Corpus(dataset, references, filesystem, ignore_others, progress)
    return counting.result(_total(counting, corpus), corpus.notes)


def compare_datasets(
    systems: Mapping[str, Any],
    /,
    references: Any = None,
    *,
    task: str = "nuggets",
    confidence: float = 0.95,
    workers: int | None = None,
    address: str | None = None,
    filesystem: Any = None,
    ignore_others: bool = False,
    progress: bool = False,
    **options: Any,
) -> dict[str, Any]:
    """Compare systems on a corpus of any size, by the same bootstrap samples of its documents.

    Args:
        systems: The dataset of each system by its name; all with the same references.
        references: If they are a dataset of their own, as in `score_dataset`.
        task: Likewise.
        confidence: The level of all intervals.
        workers: If given, Ray counts, as in `score_distributed`.
        address: Likewise.
        filesystem: As in `score_dataset`.
        ignore_others: Likewise.
        progress: Likewise.
        **options: Likewise.

    Returns:
        ``{"systems": {name: result}, "differences": [{"first", "second", "score", "difference", "low",
        "high", "p_value", "p_holm"}, …]}``: for each pair of systems and each headline score the difference,
        its interval, and the two-sided p-value, alone and corrected for the number of pairs.

    Raises:
        InputError: if the systems were not scored on the same references.

    Examples:
        >>> gold = [{"token_ids": [1, 2], "type": "A"}]
        >>> def corpus(*tokens):
        ...     mentions = [{"token_ids": list(tokens), "type": "A"}]
        ...     return [{"doc_id": str(number), "predictions": mentions, "references": gold} for number in range(9)]
        >>> found = compare_datasets({"exact": corpus(1, 2), "short": corpus(1)})
        >>> round(found["differences"][0]["difference"], 4), found["differences"][0]["p_value"] < 0.05
        (0.3333, True)
    """
    if isinstance(references, Iterator):
        raise InputError(("references",), wanted="a dataset that can be read once a system", got=references)
    if not isinstance(systems, Mapping):
        raise InputError(("systems",), wanted="datasets by the name of the system", got=systems)
    counting = Counting.of(task, {**options, "confidence": confidence})
    results, samples = {}, {}
    for name, dataset in systems.items():
        corpus = Corpus(dataset, references, filesystem, ignore_others, progress)
        is_local = workers is None and address is None
        total = _total(counting, corpus) if is_local else total_on_ray(counting, corpus, workers, address)
        results[name], samples[name] = counting.result(total, corpus.notes), counting.sampled(total.sums)
    pairs = list(combinations(results, 2))
    for first, second in pairs:
        verdict = compare_signatures(results[first]["signature"], results[second]["signature"])
        if verdict.startswith("different"):
            got = Description(f"{first} and {second}: {verdict}")
            raise InputError(("systems",), wanted="results that can be compared", got=got)
    differences = []
    for score in [key for key in next(iter(results.values()), {}) if is_headline(key)]:
        rows = []
        for first, second in pairs:
            if score in results[first] and score in results[second]:
                observed = results[first][score] - results[second][score]
                low, high, p_value = None, None, 1.0  # one document shows nothing
                if score in samples[first]:
                    drawn = samples[first][score] - samples[second][score]
                    (low, high), p_value = interval(drawn, confidence), bootstrap_p_value(observed, drawn)
                row = {"first": first, "second": second, "score": score, "difference": observed}
                rows.append({**row, "low": low, "high": high, "p_value": p_value})
        for row, corrected in zip(rows, holm([row["p_value"] for row in rows]), strict=True):
            differences.append({**row, "p_holm": corrected})
    return {"systems": results, "differences": differences}


def _total(counting: Counting, corpus: Corpus) -> Part:
    """What is kept of a whole corpus."""
    with corpus.bar(corpus.items(corpus.dataset, "dataset")) as items:
        if corpus.references is None:
            return counting.total(counting.parts(items), items)
        references = checked_documents(counting, corpus.items(corpus.references, "references"), "references")
        pairs = Join(counting, references).parts(checked_documents(counting, items, "predictions"))
        return counting.total(pairs, items)
