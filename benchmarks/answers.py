"""Time answers of models by length, mutated answers, and a judge of 100,000 pairs: `python -m benchmarks answers`.

The texts come from the tests: long answers of every shape that could take more than linear time, and every supported
shape, changed at random places.
"""

from __future__ import annotations

import random
import time
from typing import Any

from benchmarks.measure import print_rows
from event_scoring import score_detection
from event_scoring.formats.language_models.reading import read_answer
from tests.formats.language_models.test_hostile import LONG, examine_mutated

LENGTHS = (5_000, 50_000, 500_000)


def milliseconds(text: str) -> float:
    """Return the shortest of three times."""
    spent = []
    for _ in range(3):
        start = time.process_time()
        read_answer(text)
        spent.append(time.process_time() - start)
    return 1000 * min(spent)


def judged_corpus(documents: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return documents whose predictions share no place or text with a reference: 5 references a type, 2
    predictions.
    """
    references = [{"type": "T", "trigger": {"span": [place, place + 1]}} for place in range(5)]
    predictions = [{"type": "T", "trigger": {"text": f"other{place}"}} for place in range(2)]
    gold = [
        {"doc_id": str(number), "tokens": [f"w{place}" for place in range(40)], "events": references}
        for number in range(documents)
    ]
    return [{"doc_id": one["doc_id"], "events": predictions} for one in gold], gold


def judged(documents: int) -> tuple[int, float, float, float]:
    """Return the number of pairs that a judge saw, and the seconds without it, with it, and within it."""
    seen, within = 0, 0.0

    def judge(pairs: list[dict[str, Any]]) -> list[bool]:
        nonlocal seen, within
        start = time.process_time()
        verdicts = [pair["prediction"]["text"] == "other0" for pair in pairs]
        seen, within = seen + len(pairs), within + time.process_time() - start
        return verdicts

    system, gold = judged_corpus(documents)
    start = time.process_time()
    score_detection(system, gold, match=("span", "text", "overlap"))
    between = time.process_time()
    score_detection(system, gold, match=("span", "text", "overlap", "judged"), judge=judge)
    return seen, between - start, time.process_time() - between, within


def main() -> None:
    rows: list[tuple[Any, ...]] = []
    for name, made in LONG.items():
        spent = [milliseconds(made(length)) for length in LENGTHS]
        rows.append((name, *spent, spent[-1] / spent[-2]))
    header = ("an answer of", *(f"{length:,} signs" for length in LENGTHS), "ratio of the last two")
    print_rows("Milliseconds to read an answer; ten times the length", header, rows)

    exact = {"20,000 line ends": "```" + "\n" * 20_000, '"["*900+"[],"*100000': "[" * 900 + "[]," * 100_000}
    print_rows("Milliseconds", ("answer", "time"), [(name, milliseconds(text)) for name, text in exact.items()])

    start = time.process_time()
    kinds = examine_mutated(100_000, random.Random(0))
    rows = [(kind, str(count)) for kind, count in kinds.most_common()]
    print_rows(
        f"100,000 mutated answers in {time.process_time() - start:.0f} s", ("what became of them", "answers"), rows
    )

    judged(100)
    seen, without, spent, within = judged(10_000)
    sums = [("without the judge", without), ("with the judge", spent), ("within the judge", within)]
    print_rows(f"Seconds to score 10,000 documents, and {seen:,} pairs for a judge", ("", "seconds"), sums)
