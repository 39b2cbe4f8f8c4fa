# Made by `python -m docs` from the options that the tasks declare.

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict

class NuggetsKeywords(TypedDict, total=False):
    protocol: Literal["paper", "pilot", "evmeval-1.8"]
    mapping: Literal["many-to-one", "one-to-one", "optimal", "exact"] | None
    precision: Literal["system", "pilot", "printed"] | None
    documents_without_references: Literal["count", "skip"] | None
    normalize: bool | None
    unannotated: Literal["wildcard", "literal"] | None
    types: Iterable[str] | None
    coreference: bool | None
    coreference_mapping: Literal["type", "span", "realis", "type_realis"]
    coreference_threshold: float
    coreference_level: Literal["document", "subtopic", "topic", "corpus"]
    sequencing: bool | None
    sequencing_mapping: Literal["type", "span", "realis", "type_realis"] | None
    zero_division: float | Literal["nan"]
    confidence: float | None
    resamples: int
    seed: int
    sampler: Literal["numpy", "java"]

class DetectionKeywords(TypedDict, total=False):
    convention: Literal["paper", "textee", "omnievent", "oneie", "dygie", "wikievents", "rams", "maven-arg", "bionlp", "nervaluate", "m2e2", "text2event", "uie", "iepile", "knowcoder", "omnievent-seq2seq", "gollie", "instructuie", "degree", "tanl", "code4struct", "duee", "phee", "raee"]
    types: Iterable[str] | None
    roles: Iterable[str] | Mapping[str, tuple[str, ...]] | None
    documents_without_references: Literal["count", "skip"]
    sentences: Literal["all", "with-events"]
    strict: bool
    facts: Mapping[str, str] | None
    match: Iterable[str]
    matching: Literal["one-to-one", "coverage"]
    verdicts: Any
    judge: Any
    people: Any
    outside_schema: Literal["drop", "compete"]
    standardize: bool | None
    discarded: Literal["drop", "count"]
    gold_outside: Literal["add", "drop", "missed", "error"]
    surplus: Literal["discard", "last"]
    conflict: Literal["score-or-first", "first"]
    nothing: Literal["competes", "ignored"]
    unit: Literal["span", "head", "text"] | None
    repeats: Literal["multiset", "set", "reuse"] | None
    text_form: Literal["as-written", "no-spaces", "instructuie", "squad"] | None
    outside_text: Literal["count", "drop"] | None
    places: str | Iterable[str] | None
    exhausted: Literal["skip", "stop"] | None
    arguments_within: Literal["type", "event"] | None
    credit: Literal["exact", "characters-lcs", "characters-set", "tokens"] | None
    paradigm: Literal["classification", "sequence-labeling", "span-prediction", "conditional-generation"] | None
    zero_division: float | Literal["nan"]
    confidence: float | None
    resamples: int
    seed: int
    sampler: Literal["numpy", "java"]
