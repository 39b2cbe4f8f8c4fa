"""Scores of corpora that no memory holds, on one machine.

Documents are read in batches and counted by all cores; only sums are kept, exactly, so that the result
does not depend on how the corpus is cut, in which order it is read, or by how many processes.
"""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, islice
from typing import Any

import numpy as np
from tqdm import tqdm

from event_scoring.documents.errors import InputError, Words
from event_scoring.large.counting import Counting, count_item
from event_scoring.large.joining import NONE_UNPAIRED, buckets_for, count_bucket, scatter
from event_scoring.large.kept import Kept
from event_scoring.large.places import Piece, find_pieces
from event_scoring.large.reading import Batch, stream_batches
from event_scoring.large.sums import Sums
from event_scoring.large.workers import finished
from event_scoring.scoring.intervals import interval, is_headline
from event_scoring.scoring.options import check_count
from event_scoring.scoring.signature import compare_signatures
from event_scoring.statistics.significance import bootstrap_p_value, holm

_SMALL_BYTES, _SMALL_BATCHES = 2**25, 8
"""Less than this is counted sooner than other processes are begun."""

_STREAM_BUCKETS = 64


def score_dataset(
    dataset: Any,
    /,
    references: Any = None,
    *,
    task: str = "nugget",
    processes: int | None = None,
    counts: str | os.PathLike[str] | None = None,
    filesystem: Any = None,
    progress: bool | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Score a corpus of any size: as the ``score_`` functions do, but without details.

    Args:
        dataset: A folder of Parquet, Arrow or JSON Lines shards, a shard, or a list of them, by path or URI;
            a `datasets.Dataset` or `IterableDataset`; a table, reader or dataset of pyarrow; or an iterable
            of Arrow batches or of rows. A row has ``predictions`` and ``references``, and may have
            ``doc_id``; further columns are not read.
        references: Where they are a dataset of their own: the rows of both are then documents, which are
            joined by ``doc_id``. A document that the system lacks counts as empty; one that the references
            lack is left out; both are reported as warnings.
        task: The kind of score, as a signature calls it: ``"nugget"``, ``"argument"``, …
        processes: How many processes count; by default one a core, or one for little data.
        counts: A folder where the sums of finished shards are kept. The next call takes them from there
            where shard, options and version are the same.
        filesystem: A filesystem of pyarrow or fsspec on which the paths are.
        progress: Whether to show a progress bar; by default on a terminal only.
        **options: Those of the score. ``confidence`` gives intervals from a Poisson bootstrap, whose
            samples are a function of ``seed`` and document id alone; all documents then need an id.

    Raises:
        InputError: with shard, row and path, at the first bad document or bad shard. What was finished is
            kept in ``counts``.

    Examples:
        >>> rows = [{"doc_id": "a", "predictions": [{"token_ids": [1], "type": "A"}],
        ...          "references": [{"token_ids": [1, 2], "type": "A"}]}]
        >>> score_dataset(rows)["span_f1"]
        0.6666666666666666
    """
    counting = Counting.of(task, options)
    return counting.result(_sums(counting, dataset, references, processes, counts, filesystem, progress))


def compare_datasets(
    systems: Mapping[str, Any],
    /,
    references: Any = None,
    *,
    task: str = "nugget",
    confidence: float = 0.95,
    processes: int | None = None,
    counts: str | os.PathLike[str] | None = None,
    filesystem: Any = None,
    progress: bool | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Compare systems on a corpus of any size, by the same bootstrap samples of its documents.

    Args:
        systems: The dataset of each system by its name; all with the same references.
        references: Where they are a dataset of their own, as in `score_dataset`.
        task: Likewise, and so on.
        confidence: The level of all intervals.
        processes: As in `score_dataset`.
        counts: As in `score_dataset`.
        filesystem: As in `score_dataset`.
        progress: As in `score_dataset`.
        **options: Those of the score.

    Returns:
        ``{"systems": {name: result}, "differences": [{"first", "second", "score", "difference", "low",
        "high", "p_value", "p_holm"}, …]}``: for each pair of systems and each headline score the difference,
        its interval, and the two-sided p-value, alone and corrected for the number of pairs.

    Raises:
        InputError: where the systems were not scored on the same references.

    Examples:
        >>> gold = [{"token_ids": [1, 2], "type": "A"}]
        >>> def corpus(*tokens):
        ...     mentions = [{"token_ids": list(tokens), "type": "A"}]
        ...     return [{"doc_id": str(number), "predictions": mentions, "references": gold} for number in range(9)]
        >>> found = compare_datasets({"exact": corpus(1, 2), "short": corpus(1)})
        >>> round(found["differences"][0]["difference"], 4), found["differences"][0]["p_value"] < 0.05
        (0.3333, True)
    """
    counting = Counting.of(task, {**options, "confidence": confidence})
    results, samples = {}, {}
    for name, dataset in systems.items():
        sums = _sums(counting, dataset, references, processes, counts, filesystem, progress)
        results[name] = counting.result(sums)
        samples[name] = {} if sums.samples is None else counting.task.result(sums.samples.sums(), counting.options)
    pairs = list(combinations(results, 2))
    for first, second in pairs:
        verdict = compare_signatures(results[first]["signature"], results[second]["signature"])
        if verdict.startswith("different"):
            got = Words(f"{first} and {second}: {verdict}")
            raise InputError(("systems",), wanted="results that can be compared", got=got)
    differences = []
    for score in [key for key in next(iter(results.values()), {}) if is_headline(key)]:
        rows = []
        for first, second in pairs:
            if score in results[first] and score in results[second]:
                observed = results[first][score] - results[second][score]
                drawn = np.broadcast_to(samples[first][score] - samples[second][score], counting.options.resamples)
                low, high = interval(drawn, confidence)
                row = {"first": first, "second": second, "score": score, "difference": observed}
                rows.append({**row, "low": low, "high": high, "p_value": bootstrap_p_value(observed, drawn)})
        for row, corrected in zip(rows, holm([row["p_value"] for row in rows]), strict=True):
            differences.append({**row, "p_holm": corrected})
    return {"systems": results, "differences": differences}


def _sums(
    counting: Counting,
    dataset: Any,
    references: Any,
    processes: int | None,
    counts: str | os.PathLike[str] | None,
    filesystem: Any,
    progress: bool | None,
) -> Sums:
    """The sums of a whole corpus."""
    if processes is not None:
        check_count("processes", processes, 1)
    if not counting.travels:
        processes = 1
    kept = None if counts is None else Kept(os.fspath(counts))
    sources = [_items(source, filesystem, kept) for source in (dataset, references) if source is not None]
    if len(sources) == 2:
        return _joined(counting, sources[0], sources[1], processes, kept, progress)
    chosen, items = _processes(sources[0], processes)
    found = _tracked(finished(partial(count_item, counting, kept), items, chosen), sources[0], kept, progress)
    return sum((sums for _, sums in found), counting.sums([], []))


def _joined(
    counting: Counting,
    system: Iterable[Piece | Batch],
    reference: Iterable[Piece | Batch],
    processes: int | None,
    kept: Kept | None,
    progress: bool | None,
) -> Sums:
    """The sums of two datasets joined by document id."""
    both = [*system, *reference] if isinstance(system, list) and isinstance(reference, list) else None
    buckets = _STREAM_BUCKETS if both is None else buckets_for(sum(piece.size for piece in both))
    work = (
        (side, number, item)
        for side, items in (("predictions", system), ("references", reference))
        for number, item in enumerate(items)
    )
    chosen, _ = _processes(both, processes) if both is not None else (processes or _cores(), None)
    with tempfile.TemporaryDirectory(prefix="event-scoring-", dir=None if kept is None else kept.made()) as folder:
        scattering = finished(partial(scatter, counting, folder, buckets, kept is not None), work, chosen)
        files = [file for _, file in _tracked(scattering, both, None, progress)]
        total, unpaired = counting.sums([], []), NONE_UNPAIRED
        counted = finished(partial(count_bucket, counting, kept, files, buckets), range(buckets), chosen)
        for _, (sums, apart) in _tracked(counted, range(buckets), kept, progress):
            total, unpaired = total + sums, unpaired + apart
    for sentence in unpaired.sentences():
        warnings.warn(sentence, stacklevel=4)
    return total


def _items(source: Any, filesystem: Any, kept: Kept | None) -> list[Piece] | Iterator[Batch]:
    """The pieces of files, or the batches of anything else."""
    is_path = isinstance(source, str | os.PathLike)
    if is_path or (isinstance(source, list | tuple) and source and isinstance(source[0], str | os.PathLike)):
        return find_pieces(source, filesystem)
    if kept is not None:
        raise ValueError("counts: expected a dataset of files, whose shards can be known again, got another one")
    return stream_batches(source)


def _processes(items: Any, processes: int | None) -> tuple[int, Iterable[Any]]:
    """How many processes are worth it, and the items as they were."""
    if isinstance(items, list):
        small = sum(piece.size for piece in items) < _SMALL_BYTES
        return processes or (1 if small else min(_cores(), len(items))), items
    first = list(islice(items, _SMALL_BATCHES))
    return processes or (1 if len(first) < _SMALL_BATCHES else _cores()), chain(first, items)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _tracked(
    found: Iterator[tuple[Any, Any]], items: Any, kept: Kept | None, progress: bool | None
) -> Iterator[tuple[Any, Any]]:
    """What is finished, with a progress bar; an error says how much that was."""
    total = len(items) if isinstance(items, Sequence) else None
    hidden = None if progress is None else not progress
    done = 0
    with tqdm(total=total, unit="shard" if total else "batch", disable=hidden, delay=1.0, leave=False) as bar:
        try:
            for item in found:
                yield item
                done += 1
                bar.update()
        except (InputError, RuntimeError) as error:
            if total is None:
                raise
            where = f"; their counts are kept in {kept.folder}" if kept is not None and done else ""
            message = f"{error}; {done} of {total} shards were finished{where}"
            failed = InputError(says=message) if isinstance(error, InputError) else RuntimeError(message)
            raise failed from error.__cause__
