"""What the signature says of the data, and whether what was declared of it fits."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from event_scoring.arrays.hashes import HashArray, hash_strings, mix, mix_by, mix_rows
from event_scoring.arrays.ragged import IntArray, Ragged, count_rows, list_offsets
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.documents.errors import counted
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.documents.columns import ExtractionColumns

ACE_TOTALS = {
    "ACE-DYGIE": {"words": 305_266, "events": 5_055, "arguments": 6_040},
    "ACE-OneIE": {"words": 310_020, "events": 5_311, "arguments": 8_055},
    "ACE-Full": {"words": 300_477, "events": 5_349, "arguments": 9_683},
}
"""Table 2 of the paper: what the three common ways to prepare ACE 2005 contain, over all splits."""
TIMES_AND_VALUES = (
    *("Time-Within", "Time-Holds", "Time-Starting", "Time-Ending", "Time-Before", "Time-After", "Time-At-Beginning"),
    *("Time-At-End", "Crime", "Sentence", "Position", "Money", "Price"),
)
"""The roles of ACE-Full that the other two do not have: 35 against 22."""
_ODD_ROLES = {role.lower() for role in TIMES_AND_VALUES}
FEWEST_ARGUMENTS = 20
"""About every sixth argument of ACE-Full has one of these roles: among so many none is a sign of other data."""
NOUNS = {"words": "tokens", "events": "triggers", "arguments": "arguments"}


def document_facts(columns: ExtractionColumns, used_triggers: IntArray, *, with_arguments: bool) -> dict[str, pa.Array]:
    """For each document its sizes, and numbers that stand for its references, candidates and used triggers.

    Without arguments, those of the references and their candidates do not matter. The tokens are those that
    stand in the references: what a system repeats of them makes no other evaluation.
    """
    documents, spans, reference_tokens = columns.documents, columns.spans, columns.annotated.field("tokens")
    events, arguments = columns.reference.events, columns.reference.arguments
    type_hash, role_hash = hash_strings([*columns.types, ""]), hash_strings([*columns.roles, ""])
    event = mix(spans.start[events.span], spans.end[events.span], type_hash[events.label])
    if with_arguments:
        argument = mix(spans.start[arguments.span], spans.end[arguments.span], role_hash[arguments.label])
        event = mix(event, mix_rows(Ragged.from_lengths(count_rows(arguments.parent, len(events)), argument)))
    reference = mix_by(events.document, documents, event) ^ _token_hash(reference_tokens)
    compared = 2 if with_arguments else 1
    lists = [columns.trigger_lists, columns.argument_lists]
    given = [found.given.astype(np.int64) for found in lists]
    candidates = [
        mix_by(spans.document[rows], documents, mix(spans.start[rows], spans.end[rows]))
        for rows in (np.flatnonzero(spans.mask(found.span)) for found in lists[:compared])
    ]
    system = columns.system.events
    start, end = (np.append(side, -1)[system.span[used_triggers]] for side in (spans.start, spans.end))
    (text,), words = encode_together([system.text.take(pa.array(used_triggers))])
    word = np.where(start < 0, hash_strings([*words, ""])[text], np.uint64(0))
    used = mix(start, end, type_hash[system.label[used_triggers]], word)
    is_odd = np.array([role.lower() in _ODD_ROLES for role in columns.roles], dtype=bool)
    facts = {
        "words": np.diff(list_offsets(reference_tokens)),
        "events": count_rows(events.document, documents),
        "arguments": count_rows(arguments.document, documents),
        "trigger_lists": given[0],
        "argument_lists": given[1],
        "times_and_values": count_rows(arguments.document[is_odd[arguments.label]], documents),
        "reference_hash": reference,
        "candidate_hash": mix(*given[:compared], *candidates),
        "trigger_hash": mix_by(system.document[used_triggers], documents, used),
    }
    return {name: pa.array(column) for name, column in facts.items()}


def candidate_source(lists: float, documents: int) -> str:
    """Where the candidates come from.

    Examples:
        >>> candidate_source(0, 2), candidate_source(2, 2), candidate_source(1, 2)
        ('gold+tokens', 'given', 'mixed')
    """
    if not lists:
        return "gold+tokens"
    return "given" if lists == documents else "mixed"


def declaration_warnings(options: Choices, sums: Mapping[str, float]) -> list[str]:
    """Whether a declared preparation of ACE 2005 fits the sizes of the references.

    A part of the data may be smaller than the whole, where the split is declared; nothing may be larger.
    """
    declared = options.declared.get("preprocessing", "").partition("@")[0].strip().lower()
    for name, totals in ACE_TOTALS.items():
        if declared != name.lower():
            continue
        is_part = options.declared.get("split", "all").lower() not in ("all", "full")
        odd = [
            f"{int(sums[key]):,} {NOUNS[key]} instead of {'at most ' if is_part else ''}{total:,}"
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


def _token_hash(tokens: pa.ListArray) -> HashArray:
    offsets = list_offsets(tokens)
    (codes,), words = encode_together([tokens.values])
    rows = Ragged(offsets, codes)
    return mix_rows(Ragged(offsets, mix(rows.within, hash_strings([*words, ""])[codes])))
