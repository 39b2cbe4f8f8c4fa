# Made by `python -m docs` from the options that the tasks declare.

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, ParamSpec

from event_scoring.arguments.realis_expansion import expand_from_realis as expand_from_realis
from event_scoring.arguments.score import sensitivity as sensitivity
from event_scoring.comparison.runs import compare_runs as compare_runs
from event_scoring.comparison.signatures import compare_signatures as compare_signatures
from event_scoring.comparison.signatures import explain_signature as explain_signature
from event_scoring.comparison.signatures import score as score
from event_scoring.comparison.systems import compare as compare
from event_scoring.document_types import ArgumentDocument, ExtractionDocument, Nugget, NuggetDocument, RelationDocument, ResponseDocument, ResponseReference, TemplateDocument, ValueDocument
from event_scoring.documents.errors import InputError as InputError
from event_scoring.extraction.comparisons import compare_conventions as compare_conventions
from event_scoring.extraction.comparisons import compare_standardization as compare_standardization
from event_scoring.extraction.comparisons import compare_triggers as compare_triggers
from event_scoring.formats.language_models.answer_documents import documents_from_texts as documents_from_texts
from event_scoring.formats.language_models.answer_relations import relations_from_texts as relations_from_texts
from event_scoring.formats.language_models.keys import json_schema as json_schema
from event_scoring.label_sequences import score_bio as score_bio
from event_scoring.metric_folders import metric_path as metric_path
from event_scoring.reading.document_reading import read as read
from event_scoring.relations.comparisons import compare_protocols as compare_protocols
from event_scoring.scoring.result import Result
from event_scoring.scoring.result import ScoreWarning as ScoreWarning
from event_scoring.scoring.rows import OnPair
from event_scoring.scoring.task import Counts
from event_scoring.sharded.dataset import score_dataset as score_dataset
from event_scoring.sharded.dataset import score_distributed as score_distributed
from event_scoring.tasks import read_counts as read_counts
from event_scoring.tasks import score_counts as score_counts
from event_scoring.templates.errors.analysis import template_errors as template_errors
from event_scoring.version import __version__ as __version__

_Given = ParamSpec("_Given")

def _counting(score: Callable[_Given, Result]) -> Callable[_Given, Counts]: ...


def score_arguments(
    predictions: Sequence[ArgumentDocument] | object,
    references: Sequence[ArgumentDocument] | object,
    *,
    details: bool = False,
    on_pair: OnPair | None = None,
    beta: float = 0.25,
    lam: float = 0.5,
    clip: bool = True,
    unlinked: Literal["count", "drop", "error"] = "count",
    groups: Iterable[str] | None = None,
    neutralize_realis: bool = False,
    zero_division: float | Literal["nan"] = 0.0,
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = 0,
    sampler: Literal["numpy", "java"] = "numpy",
) -> Result:
    """Score event arguments and their linking into event frames."""
    ...

def score_detection(
    predictions: Sequence[ExtractionDocument] | object,
    references: Sequence[ExtractionDocument] | object,
    *,
    details: bool = False,
    on_pair: OnPair | None = None,
    convention: Literal["paper", "textee", "omnievent", "oneie", "dygie", "wikievents", "rams", "maven-arg", "bionlp", "nervaluate", "m2e2", "text2event", "uie", "iepile", "knowcoder", "omnievent-seq2seq", "gollie", "instructuie", "degree", "tanl", "code4struct", "duee", "phee", "raee"] = "paper",
    types: Iterable[str] | None = None,
    roles: Iterable[str] | Mapping[str, tuple[str, ...]] | None = None,
    documents_without_references: Literal["count", "skip"] = "count",
    sentences: Literal["all", "with-events"] = "all",
    strict: bool = False,
    facts: Mapping[str, str] | None = None,
    match: Iterable[str] = ("span",),
    matching: Literal["one-to-one", "coverage"] = "one-to-one",
    threshold: float = 0.5,
    verdicts: Any = None,
    judge: Any = None,
    people: Any = None,
    outside_schema: Literal["drop", "compete"] = "drop",
    standardize: bool | None = None,
    discarded: Literal["drop", "count"] = "drop",
    gold_outside: Literal["add", "drop", "missed", "error"] = "add",
    surplus: Literal["discard", "last"] = "discard",
    conflict: Literal["score-or-first", "first"] = "score-or-first",
    nothing: Literal["competes", "ignored"] = "competes",
    unit: Literal["span", "head", "text"] | None = None,
    repeats: Literal["multiset", "set", "reuse"] | None = None,
    text_form: Literal["as-written", "no-spaces", "instructuie", "squad"] | None = None,
    outside_text: Literal["count", "drop"] | None = None,
    places: str | Iterable[str] | None = None,
    exhausted: Literal["skip", "stop"] | None = None,
    arguments_within: Literal["type", "event"] | None = None,
    credit: Literal["exact", "characters-lcs", "characters-set", "tokens"] | None = None,
    paradigm: Literal["classification", "sequence-labeling", "span-prediction", "conditional-generation"] | None = None,
    zero_division: float | Literal["nan"] = 0.0,
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = 0,
    sampler: Literal["numpy", "java"] = "numpy",
) -> Result:
    """Score event detection: where triggers are, and of which type."""
    ...

def score_extraction(
    predictions: Sequence[ExtractionDocument] | object,
    references: Sequence[ExtractionDocument] | object,
    *,
    details: bool = False,
    on_pair: OnPair | None = None,
    convention: Literal["paper", "textee", "omnievent", "oneie", "dygie", "wikievents", "rams", "maven-arg", "bionlp", "nervaluate", "m2e2", "text2event", "uie", "iepile", "knowcoder", "omnievent-seq2seq", "gollie", "instructuie", "degree", "tanl", "code4struct", "duee", "phee", "raee"] = "paper",
    types: Iterable[str] | None = None,
    roles: Iterable[str] | Mapping[str, tuple[str, ...]] | None = None,
    mode: Literal["pipeline", "gold", "legacy", "loose"] | None = None,
    modes: Iterable[str] | None = None,
    documents_without_references: Literal["count", "skip"] = "count",
    sentences: Literal["all", "with-events"] = "all",
    strict: bool = False,
    facts: Mapping[str, str] | None = None,
    match: Iterable[str] = ("span",),
    matching: Literal["one-to-one", "coverage", "optimal"] = "one-to-one",
    threshold: float = 0.5,
    verdicts: Any = None,
    judge: Any = None,
    people: Any = None,
    outside_schema: Literal["drop", "compete"] = "drop",
    standardize: bool | None = None,
    discarded: Literal["drop", "count"] = "drop",
    gold_outside: Literal["add", "drop", "missed", "error"] = "add",
    surplus: Literal["discard", "last"] = "discard",
    conflict: Literal["score-or-first", "first"] = "score-or-first",
    nothing: Literal["competes", "ignored"] = "competes",
    discarded_trigger: Literal["discard", "merge"] = "discard",
    order_unit: Literal["trigger", "document"] = "trigger",
    unit: Literal["span", "head", "text"] | None = None,
    repeats: Literal["multiset", "set", "reuse"] | None = None,
    text_form: Literal["as-written", "no-spaces", "instructuie", "squad"] | None = None,
    outside_text: Literal["count", "drop"] | None = None,
    places: str | Iterable[str] | None = None,
    exhausted: Literal["skip", "stop"] | None = None,
    arguments_within: Literal["type", "event"] | None = None,
    credit: Literal["exact", "characters-lcs", "characters-set", "tokens"] | None = None,
    paradigm: Literal["classification", "sequence-labeling", "span-prediction", "conditional-generation"] | None = None,
    task: int | Literal["EE", "EEA", "EAE", "ED", "EET"] | None = None,
    partial: bool = False,
    reference_arguments: Literal["predicted-triggers", "all"] = "predicted-triggers",
    original_names: bool = False,
    variant: Literal["gen-arg", "paie", "tsar", "ge-2011", "ge-2013", "pc-2013", "pc-2013-original", "cg-2013", "bojone", "mirror"] | None = None,
    role_limits: Mapping[str, Mapping[str, int]] | None = None,
    ignore_non_entity: bool = False,
    span: Literal["strict", "approximate", "ignore-trigger"] = "strict",
    recursive: Literal["strict", "approximate"] = "strict",
    unreadable: Literal["error", "skip"] = "error",
    normalize: bool = True,
    decompose: bool = False,
    offsets: Literal["characters", "bytes"] = "characters",
    soft_types: bool = False,
    single_penalty: bool = False,
    counted_items: Literal["triggers", "arguments"] = "triggers",
    half_credit: Literal["published", "fixed"] = "published",
    min_overlap: float = 1.0,
    version: Literal["1.1", "1.2"] = "1.1",
    ignore_time: bool = False,
    zero_division: float | Literal["nan"] = 0.0,
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = 0,
    sampler: Literal["numpy", "java"] = "numpy",
) -> Result:
    """Score event extraction: triggers as `score_detection` does, and their arguments."""
    ...

def score_nuggets(
    predictions: Sequence[NuggetDocument | Sequence[Nugget]] | object,
    references: Sequence[NuggetDocument | Sequence[Nugget]] | object,
    *,
    details: bool = False,
    on_pair: OnPair | None = None,
    protocol: Literal["paper", "pilot", "evmeval-1.8"] = "paper",
    mapping: Literal["many-to-one", "one-to-one", "optimal", "exact"] | None = None,
    precision: Literal["system", "pilot", "printed"] | None = None,
    documents_without_references: Literal["count", "skip"] | None = None,
    normalize: bool | None = None,
    unannotated: Literal["wildcard", "literal"] | None = None,
    types: Iterable[str] | None = None,
    coreference: bool | None = None,
    coreference_mapping: Literal["type", "span", "realis", "type_realis"] = "type",
    coreference_threshold: float = 1.0,
    coreference_level: Literal["document", "subtopic", "topic", "corpus"] = "document",
    sequencing: bool | None = None,
    sequencing_mapping: Literal["type", "span", "realis", "type_realis"] | None = None,
    zero_division: float | Literal["nan"] = 0.0,
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = 0,
    sampler: Literal["numpy", "java"] = "numpy",
) -> Result:
    """Score event nuggets: spans with partial credit, types, realis."""
    ...

def score_relations(
    predictions: Sequence[RelationDocument] | object,
    references: Sequence[RelationDocument] | object,
    *,
    details: bool = False,
    on_pair: OnPair | None = None,
    protocol: Literal["pairs", "matres", "tb-dense", "tddiscourse", "hieve", "eventstoryline", "causal", "maven-ere", "tempeval-3", "coreference"] = "pairs",
    none: Iterable[str] | None = None,
    vague: Literal["label", "exclude"] | None = None,
    normalise: bool = False,
    inverse: Mapping[str, str] | None = None,
    symmetric: Iterable[str] = (),
    slots: Literal["all", "reference"] | None = None,
    scorer: Literal["caevo"] | None = None,
    kinds: Iterable[str] | None = None,
    scope: Literal["all", "intra", "inter"] = "all",
    directed: bool = True,
    candidates: Literal["given", "events"] = "given",
    closure: Literal["temporal"] | None = None,
    reduced: bool = True,
    begins: Literal["published", "correct"] = "published",
    level: Literal["document", "subtopic", "topic", "corpus"] = "topic",
    singletons: Literal["keep", "drop", "drop-corpus"] = "keep",
    strict: bool = False,
    types: Iterable[str] | None = None,
    facts: Mapping[str, str] | None = None,
    zero_division: float | Literal["nan"] = 0.0,
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = 0,
    sampler: Literal["numpy", "java"] = "numpy",
) -> Result:
    """Score relations between events, or clusters of events."""
    ...

def score_responses(
    predictions: Sequence[ResponseDocument] | object,
    references: Sequence[ResponseReference] | object,
    *,
    details: bool = False,
    on_pair: OnPair | None = None,
    beta: float = 0.25,
    lam: float = 0.5,
    clip: bool = True,
    unlinked: Literal["count", "drop", "error"] | None = None,
    groups: Iterable[str] | None = None,
    preprocess: Literal["none", "official-2015", "neutralize-realis", "neutralize-realis-coref", "official-2016"] = "none",
    neutralize_realis: bool = False,
    types: Iterable[str] | None = None,
    banned_roles: Iterable[str] | None = None,
    zero_division: float | Literal["nan"] = 0.0,
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = 0,
    sampler: Literal["numpy", "java"] = "numpy",
) -> Result:
    """Score the responses of a system by their assessments."""
    ...

def score_templates(
    predictions: Sequence[TemplateDocument] | object,
    references: Sequence[TemplateDocument] | object,
    *,
    details: bool = False,
    on_pair: OnPair | None = None,
    protocol: Literal["muc-6", "ceaf-ree", "gtt", "ceaf-rme", "doc2edag", "muc-4"] = "muc-6",
    alignment: Literal["muc-6", "doc2edag", "muc-4", "optimal", "given"] | None = None,
    partial_credit: bool | None = None,
    similarity: Literal["strict", "proportion", "phi-3", "phi-subset", "phi-a"] | None = None,
    normalize: bool | None = None,
    denominators: Literal["mentions", "entities"] | None = None,
    empty_documents: Literal["ignore", "count"] | None = None,
    merge_predictions: bool | None = None,
    errors: Literal["auto-err"] | None = None,
    preset: Literal["famus"] | None = None,
    roles: Iterable[str] | Mapping[str, Iterable[str]] | None = None,
    adjudications: Mapping[str, Any] | str | os.PathLike[str] | None = None,
    attended: bool | None = None,
    premodifiers: Literal["muc-4", "words", "none"] | None = None,
    restrict: bool | None = None,
    irrelevant: Literal["score", "ignore"] | None = None,
    slots: Mapping[str, Any] | Literal["muc-4"] | None = None,
    lookup: Literal["published", "first"] | None = None,
    zero_division: float | Literal["nan"] = 0.0,
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = 0,
    sampler: Literal["numpy", "java"] = "numpy",
) -> Result:
    """Score templates, objects with slots: align those of both sides, then compare what fills their slots."""
    ...

def score_values(
    predictions: Sequence[ValueDocument] | object,
    references: Sequence[ValueDocument] | object,
    *,
    details: bool = False,
    on_pair: OnPair | None = None,
    level: Literal["event", "mention"] = "event",
    argument_pairs: Literal["overlapping", "mapped"] = "overlapping",
    event_pairs: Literal["arguments", "extents", "both", "either"] = "arguments",
    missing: Literal["refuse", "assume"] = "refuse",
    zero_division: float | Literal["nan"] = 0.0,
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = 0,
    sampler: Literal["numpy", "java"] = "numpy",
) -> Result:
    """Score events by their value, as the ACE 2005 evaluation did (NIST, ace05-eval-v14)."""
    ...

count_arguments = _counting(score_arguments)
"""Return one row of summable counts for each document; `score_counts` computes scores from them."""
count_detection = _counting(score_detection)
"""Return one row of summable counts for each document; `score_counts` makes scores of them."""
count_extraction = _counting(score_extraction)
"""Return one row of summable counts for each document; `score_counts` makes scores of them."""
count_nuggets = _counting(score_nuggets)
"""Return one row of summable counts per document; `score_counts` turns them into scores."""
count_relations = _counting(score_relations)
"""Return one row of summable counts per document; `score_counts` turns them into scores."""
count_responses = _counting(score_responses)
"""Return one row of summable counts for each document; `score_counts` computes scores from them."""
count_templates = _counting(score_templates)
"""Return one row of summable counts per document; `score_counts` turns them into scores."""
count_values = _counting(score_values)
"""Return one row of costs and counts for each document; `score_counts` computes scores from them."""
