"""Sizes and hashes of documents, fields of the signature about the data, and warnings about declarations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from event_scoring.documents.errors import counted
from event_scoring.documents.fingerprint import fingerprint
from event_scoring.extraction.documents.text_to_tokens import WORD_RULE
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import Document, Item
from event_scoring.scoring.counts import Sums
from event_scoring.scoring.notes import note
from event_scoring.scoring.signature import NO_LISTS

ACE_TOTALS = {
    "ACE-DYGIE": {"words": 305_266, "events": 5_055, "arguments": 6_040},
    "ACE-OneIE": {"words": 310_020, "events": 5_311, "arguments": 8_055},
    "ACE-Full": {"words": 300_477, "events": 5_349, "arguments": 9_683},
}
"""The sizes of the three common preparations of ACE 2005 over all splits, from Table 2 of the paper."""
TIMES_AND_VALUES = (
    *("Time-Within", "Time-Holds", "Time-Starting", "Time-Ending", "Time-Before", "Time-After", "Time-At-Beginning"),
    *("Time-At-End", "Crime", "Sentence", "Position", "Money", "Price"),
)
"""The roles of ACE-Full that the other two do not have: 35 against 22."""
_ODD_ROLES = {role.lower() for role in TIMES_AND_VALUES}
FEWEST_ARGUMENTS = 20
"""Minimum number of arguments for a warning: about every sixth argument of ACE-Full has one of these roles."""
NOUNS = {"words": "token", "events": "trigger", "arguments": "argument"}


def document_facts(document: Document, used_triggers: Sequence[Item], options: EventOptions) -> dict[str, int]:
    """Return the sizes of a document, and hashes of its candidates and of the triggers used."""
    reference, sides = document.reference, document.references
    words, of_triggers, of_arguments = (
        reference.tokens,
        reference.trigger_candidates,
        reference.argument_candidates,
    )
    facts = {
        "word_rule": int(reference.word_rule is not None),
        "repaired": int(bool(document.prediction.repaired)),
        "words": 0 if words is None else len(words),
        "events": len(sides.triggers),
        "arguments": len(sides.arguments),
        "trigger_lists": int(of_triggers is not None),
        "argument_lists": int(of_arguments is not None),
        "times_and_values": sum([item.label.lower() in _ODD_ROLES for item in sides.arguments]),
    }
    if options.standardize:
        # Without arguments their candidates do not matter.
        lists = (of_triggers, of_arguments) if options.all_modes else (of_triggers,)
        facts["candidate_hash"] = _no_lists(len(lists)) if lists.count(None) == len(lists) else _hash_of_lists(lists)
    if set(options.all_modes) - {"gold"}:
        used = [(item.span or (-1, -1), item.label, "" if item.span else item.text) for item in used_triggers]
        facts["trigger_hash"] = fingerprint(sorted(used))
    return facts


def _hash_of_lists(lists: Sequence[Iterable[Sequence[int]] | None]) -> int:
    """Return a hash of lists of candidates that ignores their order and repeats."""
    return fingerprint([None if spans is None else sorted({(start, end) for start, end in spans}) for spans in lists])


@cache
def _no_lists(length: int) -> int:
    return _hash_of_lists([None] * length)


def candidate_source(lists: float, documents: int) -> str:
    """Return the source of the candidates.

    Examples:
        >>> candidate_source(0, 2), candidate_source(2, 2), candidate_source(1, 2)
        ('gold+tokens', 'given', 'mixed')
    """
    if not lists:
        return NO_LISTS
    return "given" if lists == documents else "mixed"


def corpus_facts(
    sums: Sums, fingerprints: Mapping[str, str], documents: int, options: EventOptions
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
    return facts


def size_facts(sums: Sums, documents: int) -> dict[str, object]:
    """Return the fields of the signature about the rule of words and the numbers of documents, words and items."""
    facts: dict[str, object] = {"tokenizer": WORD_RULE} if sums["word_rule"] else {}
    return {**facts, "n": f"{documents}d/{int(sums['words'])}w/{int(sums['events'])}t/{int(sums['arguments'])}a"}


def declaration_warnings(options: EventOptions, sums: Mapping[str, float]) -> list[str]:
    """Warn if the sizes of the references do not fit the declared preparation of ACE 2005.

    A part of the data may be smaller than the whole, where the split is declared; nothing may be larger.
    """
    if not options.facts:
        return []
    declared = options.facts.get("preprocessing", "").partition("@")[0].strip().lower()
    for name, totals in ACE_TOTALS.items():
        if declared != name.lower():
            continue
        is_part = options.facts.get("split", "all").lower() not in ("all", "full")
        odd = [
            f"{counted(int(sums[key]), NOUNS[key])} instead of {'at most ' if is_part else ''}{total:,}"
            for key, total in totals.items()
            if sums[key] > total or (not is_part and sums[key] != total)
        ]
        found = sums["times_and_values"]
        if found and name != "ACE-Full":
            odd.append(f"{counted(int(found), 'argument')} with roles of times and values, which it leaves out")
        if not found and name == "ACE-Full" and sums["arguments"] >= FEWEST_ARGUMENTS:
            odd.append("no argument with a role of times or values (22 roles instead of 35)")
        if odd:
            hint = "" if is_part else " (over all splits; for a part of it, declare the split)"
            return [f"preprocessing: {name} is declared, but the references have {', '.join(odd)}{hint}"]
    return []


def unread_option_warnings(options: EventOptions) -> list[str]:
    """Warn of options that are given and change nothing, because the convention or the task does not read them."""
    names = options.without_effect
    if not names:
        return []
    is_as_given = options.measure.standardization != "none" and not options.standardize
    without = " without standardize=True" if is_as_given else ""
    return [
        note(
            "{names}: {reader}{without} does not read {number:it|them}; {number:it|they} "
            "{number:changes|change} nothing.",
            len(names),
            names=", ".join(names),
            reader=options.reader,
            without=without,
        )
    ]
