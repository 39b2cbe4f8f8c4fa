"""Results, warnings and facts of detection and extraction from summed counts, for any measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from event_scoring.documents.errors import counted
from event_scoring.extraction.data_facts import candidate_source, declaration_warnings, unread_option_warnings
from event_scoring.extraction.documents.text_to_tokens import WORD_RULE
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.measure_options import PaperOptions
from event_scoring.extraction.standardization.standardize import DISCARDS
from event_scoring.scoring.notes import note
from event_scoring.scoring.signature import NO_LISTS


def extraction_result(sums: Mapping[str, Any], options: EventOptions) -> dict[str, Any]:
    """Return the scores, then the numbers of found, missed, invented, discarded and ignored items."""
    scores: dict[str, Any] = {}
    counts: dict[str, Any] = {}
    for prefix in options.prefixes:
        numbers = options.measure.counts(sums, prefix, options)
        if prefix:
            numbers["ignored_reference_arguments"] = sums[f"{prefix}ignored_references"]
            numbers["ignored_predicted_arguments"] = sums[f"{prefix}ignored_predictions"]
        if options.standardize and isinstance(options, PaperOptions):
            numbers |= _discarded(sums, prefix)
        of_prefix = options.measure.scores(sums, prefix, options)
        for start in options.key_prefixes(prefix):
            scores |= {f"{start}{key}": value for key, value in of_prefix.items()}
            counts |= {f"{start}{key}": value for key, value in numbers.items()}
    undecided = [sums[f"{prefix}undecided"] for prefix in options.prefixes if f"{prefix}undecided" in sums]
    if undecided:
        counts["undecided"] = sum(undecided)
    return {**scores, **counts, **{name: sums[name] for name in ("unparsed", "repaired", "documents")}}


def extraction_warnings(sums: Mapping[str, Any], options: EventOptions) -> list[str]:
    """Return warnings about declarations and options that do not fit, and those of the measure."""
    found = [*declaration_warnings(options, sums), *unread_option_warnings(options)]
    for prefix in options.prefixes:
        found += [
            *options.measure.score_warnings(sums, prefix, options),
            *options.measure.not_counted(sums, prefix, options),
        ]
    for tier, lacks in TIERS_THAT_NEED.items():
        known = [sums[f"{prefix}known_{tier}"] for prefix in options.prefixes if f"{prefix}known_{tier}" in sums]
        if known and not sum(known):
            found.append(note("tier_without_input", tier=tier, lacks=lacks))
    if unparsed := int(sums["unparsed"]):
        found.append(note("unread_answers", unparsed, missing="no events are"))
    undecided = sum(int(sums.get(f"{prefix}undecided", 0)) for prefix in options.prefixes)
    if undecided:
        found.append(note("undecided", undecided))
    return found


def check_sums_suffice(options: EventOptions) -> None:
    """Raise a ValueError for a convention that must know all references before it counts, and for people's verdicts."""
    if options.people is not None:
        raise ValueError("people: corrected scores need the counts of every document, but only sums are kept here")
    if options.measure.needs_whole_corpus:
        raise ValueError(
            f'convention: expected another than "{options.convention}" where only sums are kept, '
            f"for it {options.measure.needs_whole_corpus}"
        )


def corpus_facts(
    sums: Mapping[str, Any], fingerprints: Mapping[str, str], documents: int, options: EventOptions
) -> dict[str, object]:
    """Return the fields of the signature about the data: declared facts, and computed ones."""
    facts: dict[str, object] = {"trigger_source": "gold"} if options.all_modes == ("gold",) else {}
    if options.standardize:
        nouns = ("trigger", "argument") if options.all_modes else ("trigger",)
        sources = {f"{noun}_candidates": candidate_source(sums[f"{noun}_lists"], documents) for noun in nouns}
        if {*sources.values()} == {NO_LISTS}:
            facts["candidates"] = NO_LISTS
        else:
            facts |= {name: source for name, source in sources.items() if source != "given"}
            facts["candidates"] = fingerprints["candidate_hash"]
    if set(options.all_modes) - {"gold"}:
        facts["triggers"] = fingerprints["trigger_hash"]
    facts |= options.measure.count_facts(sums, options)
    if sums["word_rule"]:
        facts["tokenizer"] = WORD_RULE
    facts["n"] = f"{documents}d/{int(sums['words'])}w/{int(sums['events'])}t/{int(sums['arguments'])}a"
    return facts


TIERS_THAT_NEED = {"head": 'has a "head"', "coref": "is a mention of one of the entities of the references"}
"""Tiers that need more than spans, with the missing input in words."""


def _discarded(sums: Mapping[str, Any], prefix: str) -> dict[str, int]:
    """Return the numbers of predictions that standardization dropped, by rule."""
    noun = "argument" if prefix else "trigger"
    counts = {
        f"discarded_{noun}_{reason}": sums[f"{prefix}discarded_{reason}"]
        for reason in DISCARDS
        if f"{prefix}discarded_{reason}" in sums and (prefix or reason != "of_trigger")
    }
    return {f"discarded_{noun}s": sum(counts.values()), **counts} if counts else {}


def unreachable(
    sums: Mapping[str, Any], prefix: str, why: str, original: str = ", as in the original scorer"
) -> Iterator[str]:
    """Yield a warning if no prediction can be right for some references, so that gold against gold is below 1."""
    number = int(sums.get(f"{prefix}unreachable", 0))
    if number:
        references = counted(number, "reference argument" if prefix else "reference trigger")
        yield note("unreachable", references=references, original=original, why=why)
