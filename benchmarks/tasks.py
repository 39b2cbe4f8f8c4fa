"""Time every task: `python -m benchmarks tasks [CORPUS…]`, where a prefix names a corpus.

Seconds are of the processor, on one core, the least of three calls. Multiples are relative to the first row about the
same documents.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa

from benchmarks.corpora import argument_corpus, chained_corpus, nugget_corpus
from benchmarks.extraction_corpus import ROLES, TYPES, extraction_corpus, named_corpus, on_given_triggers
from benchmarks.measure import cpu_seconds, print_rows
from benchmarks.response_corpus import response_corpus
from benchmarks.value_corpus import value_corpus
from event_scoring import (
    count_arguments,
    score_arguments,
    score_detection,
    score_extraction,
    score_nuggets,
    score_responses,
    score_values,
    sensitivity,
)
from event_scoring.formats.tbf.reading import read_tbf_columns
from event_scoring.formats.tbf.token_tables import TokenNumbers
from event_scoring.formats.tbf.validation import validate_tbf
from event_scoring.formats.tbf.writing import tbf_text

Call = Callable[[Any, Any], Any]
SAMPLES: dict[str, Any] = {"confidence": 0.95, "resamples": 1000}
ALONE: dict[str, Any] = {"coreference": False, "sequencing": False}


class Corpus(NamedTuple):
    """A function that makes documents, predictions first, and the calls that score them."""

    made: Callable[[], tuple[Any, Any]]
    calls: dict[str, Call]


def dicts(sides: tuple[Any, Any]) -> tuple[Any, Any]:
    """Return Arrow as dicts, as most programs have them."""
    return sides[0].to_pylist(), sides[1].to_pylist()


def with_clusters(side: pa.StructArray) -> list[dict[str, Any]]:
    """Return documents in which every third mention is coreferent with the next one."""
    documents: list[dict[str, Any]] = side.to_pylist()
    for document in documents:
        ids = [f"E{index}" for index in range(len(document["mentions"]))]
        for mention, mention_id in zip(document["mentions"], ids, strict=True):
            mention["id"] = mention_id
        document["clusters"] = [list(pair) for pair in zip(ids[::3], ids[1::3], strict=False)]
    return documents


def tbf_files(documents: int, unit: str) -> tuple[bytes, bytes]:
    """Return the contents of TBF files."""
    system, gold = (tbf_text(with_clusters(side), unit).encode() for side in nugget_corpus(documents, 35))
    return system, gold


def given(documents: int) -> tuple[Any, Any]:
    """Return arguments of the triggers of the references."""
    system, reference = extraction_corpus(documents, 5, 3)
    return on_given_triggers(system, reference), reference


NUGGETS: dict[str, Call] = {
    "paper": score_nuggets,
    "pilot": partial(score_nuggets, protocol="pilot"),
    "evmeval-1.8": partial(score_nuggets, protocol="evmeval-1.8"),
    "exact": partial(score_nuggets, mapping="exact"),
    "optimal": partial(score_nuggets, mapping="optimal"),
}
CHAINS: dict[str, Call] = {
    "mentions alone": partial(score_nuggets, **ALONE),
    "with coreference": partial(score_nuggets, **{**ALONE, "coreference": True}),
    "with sequencing": partial(score_nuggets, **{**ALONE, "sequencing": True}),
}
EVENTS: dict[str, Call] = {
    "paper": score_extraction,
    "detection": score_detection,
    "not standardized": partial(score_extraction, standardize=False),
    **{name: partial(score_extraction, convention=name) for name in ("textee", "oneie", "dygie", "omnievent")},
    "omnievent, sequences": partial(score_extraction, convention="omnievent", paradigm="sequence-labeling"),
}
ON_GIVEN_TRIGGERS: dict[str, Call] = {
    "paper, gold": partial(score_extraction, mode="gold"),
    "rams": partial(score_extraction, convention="rams"),
    **{
        f"wikievents, {variant}, {unit}": partial(score_extraction, convention="wikievents", variant=variant, unit=unit)
        for variant, unit in (("gen-arg", "span"), ("gen-arg", "head"), ("paie", "text"), ("tsar", "span"))
    },
}
ARGUMENTS: dict[str, Call] = {
    "score": score_arguments,
    "details": partial(score_arguments, details=True),
    "1,000 samples": partial(score_arguments, **SAMPLES),
    "grid of 21 by 21": lambda system, gold: sensitivity(count_arguments(system, gold)),
}
CORPORA = {
    "nuggets: 2,000 documents of 35, Arrow": Corpus(lambda: nugget_corpus(2_000, 35), NUGGETS),
    "nuggets: 2,000 documents of 35, dicts": Corpus(lambda: dicts(nugget_corpus(2_000, 35)), NUGGETS),
    "nuggets: 20,000 documents of 35, Arrow": Corpus(lambda: nugget_corpus(20_000, 35), NUGGETS),
    "nuggets: one document of 5,000": Corpus(lambda: nugget_corpus(1, 5_000), NUGGETS),
    "chains: 2,000 documents of 35 and 30 links": Corpus(lambda: chained_corpus(2_000, 35, 30), CHAINS),
    "chains: one cluster of 2,000": Corpus(lambda: chained_corpus(1, 2_000, 0, 1), CHAINS),
    "chains: 1,000 links in one document": Corpus(lambda: chained_corpus(1, 1_000, 1_000), CHAINS),
    **{
        f"tbf: 2,000 documents of 35, {unit}": Corpus(
            partial(tbf_files, 2_000, unit),
            {
                "read": lambda *sides, unit=unit: [
                    read_tbf_columns(side, unit, numbers=TokenNumbers()) for side in sides
                ],
                "validate": lambda *sides, unit=unit: [validate_tbf(side, unit) for side in sides],
            },
        )
        for unit in ("token", "char")
    },
    "extraction: 2,000 documents of 5 events, Arrow": Corpus(lambda: extraction_corpus(2_000, 5, 3), EVENTS),
    "extraction: the same, dicts": Corpus(lambda: dicts(extraction_corpus(2_000, 5, 3)), EVENTS),
    "extraction: the same, a fifth in texts": Corpus(
        lambda: extraction_corpus(2_000, 5, 3, texts=0.2), {"paper": score_extraction}
    ),
    "extraction: on the triggers of the references": Corpus(lambda: given(2_000), ON_GIVEN_TRIGGERS),
    "extraction: with names for entities": Corpus(
        lambda: named_corpus(*extraction_corpus(2_000, 5, 3)),
        {"maven-arg": partial(score_extraction, convention="maven-arg", roles=dict.fromkeys(TYPES, ROLES))},
    ),
    "arguments: 2,000 documents of 40": Corpus(lambda: dicts(argument_corpus(2_000, 40)), ARGUMENTS),
    "arguments: one document of 20,000": Corpus(lambda: dicts(argument_corpus(1, 20_000)), ARGUMENTS),
    "responses: 100 documents of 160, 148 given": Corpus(
        lambda: response_corpus(100, 160, 148),
        {
            "as in 2015": partial(score_responses, preprocess="official-2015"),
            "1,000 samples": partial(score_responses, preprocess="official-2015", **SAMPLES),
        },
    ),
    "values: 600 documents as in ACE 2005": Corpus(
        lambda: value_corpus(600),
        {
            "events": score_values,
            "details": partial(score_values, details=True),
            "event mentions": partial(score_values, level="mention"),
        },
    ),
}


def main(*names: str) -> None:
    """Print a table for each corpus."""
    for title, corpus in CORPORA.items():
        if title.startswith(names or ""):
            system, gold = corpus.made()
            taken = {
                name: min(cpu_seconds(partial(call, system, gold)) for _ in range(3))
                for name, call in corpus.calls.items()
            }
            first = next(iter(taken.values()))
            print_rows(title, ("score", "seconds", "x first"), [(name, s, s / first) for name, s in taken.items()])
