"""What the signature says of the data: computed facts, declared facts, and whether they fit together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from event_scoring.arrays.hashes import HashArray, hash_strings, mix, mix_rows
from event_scoring.arrays.keys import first_of
from event_scoring.arrays.ragged import IntArray, Ragged, count_rows, list_offsets
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.extraction.columns import ExtractionColumns
from event_scoring.extraction.conventions import CONVENTIONS
from event_scoring.extraction.options import FACTS, DetectionOptions, ExtractionOptions
from event_scoring.scoring.counts import qualified_name
from event_scoring.scoring.signature import SAMPLING

ALWAYS_STATED = ("dataset", "split", "preprocessing", "tokenizer")
"""Facts without which two results cannot be compared; ``?`` stands for one that nobody declared."""
ACE_TOTALS = {
    "ACE-DYGIE": {"words": 305_266, "events": 5_055, "arguments": 6_040},
    "ACE-OneIE": {"words": 310_020, "events": 5_311, "arguments": 8_055},
    "ACE-Full": {"words": 300_477, "events": 5_349, "arguments": 9_683},
}
"""Table 2 of the paper: what the three common ways to prepare ACE 2005 contain, over all splits."""
NOUNS = {"words": "tokens", "events": "triggers", "arguments": "arguments"}


def document_facts(
    columns: ExtractionColumns, reference_tokens: pa.ListArray, used_triggers: IntArray, *, with_arguments: bool
) -> dict[str, pa.Array]:
    """For each document its sizes, and numbers that stand for its references, candidates and used triggers.

    Without arguments, those of the references and their candidates do not matter. The tokens are those that
    stand in the references: what a system repeats of them makes no other evaluation.
    """
    documents, spans = columns.documents, columns.spans
    events, arguments = columns.reference.events, columns.reference.arguments
    type_hash, role_hash = hash_strings([*columns.types, ""]), hash_strings([*columns.roles, ""])
    argument = mix(spans.start[arguments.span], spans.end[arguments.span], role_hash[arguments.label])
    of_event = mix_rows(Ragged.from_lengths(count_rows(arguments.parent, len(events)), argument))
    event = mix(spans.start[events.span], spans.end[events.span], type_hash[events.label])
    if with_arguments:
        event = mix(event, of_event)
    reference = _by_document(event, events.document, documents) ^ _token_hash(reference_tokens)
    lists = [columns.trigger_lists, columns.argument_lists]
    given = [found.given.astype(np.int64) for found in lists]
    candidates = [
        _by_document(mix(spans.start[rows], spans.end[rows]), spans.document[rows], documents)
        for rows in (found.span[first_of(found.span)] for found in lists)
    ]
    compared = 2 if with_arguments else 1
    system = columns.system.events
    start, end = (np.append(side, -1)[system.span[used_triggers]] for side in (spans.start, spans.end))
    (text,), words = encode_together([system.text.take(pa.array(used_triggers))])
    word = np.where(start < 0, hash_strings([*words, ""])[text], np.uint64(0))
    used = mix(start, end, type_hash[system.label[used_triggers]], word)
    facts = {
        "words": np.diff(list_offsets(reference_tokens)),
        "events": count_rows(events.document, documents),
        "arguments": count_rows(arguments.document, documents),
        "trigger_lists": given[0],
        "argument_lists": given[1],
        "reference_hash": reference,
        "candidate_hash": mix(*given[:compared], *candidates[:compared]),
        "trigger_hash": _by_document(used, system.document[used_triggers], documents),
    }
    return {name: pa.array(column) for name, column in facts.items()}


def stated_choices(options: DetectionOptions) -> dict[str, object]:
    """What the signature says of the choices; with what a convention does whatever the options say."""
    convention = CONVENTIONS[options.convention]
    standardized = bool(options.standardize)
    choices: dict[str, object] = {"convention": options.convention}
    if isinstance(options, ExtractionOptions):
        choices |= {"mode": options.mode, **({"modes": options.modes} if options.modes else {})}
    choices |= {
        "standardize": convention.standardization if standardized else "none",
        "types": options.types,
        **({"roles": options.roles} if options.all_modes else {}),
        "counting": convention.counting if standardized or options.convention != "paper" else "list",
        "span_match": "exact",
        "average": "micro",
    }
    if standardized:
        choices["position_mapping"] = convention.position_mapping
    read = convention.choices if standardized else ("outside_schema",)
    choices |= {name: getattr(options, name) for name in read if hasattr(options, name)}
    if options.paradigm is not None:
        choices["paradigm"] = options.paradigm
    matcher = options.matcher
    if matcher is not None:
        choices["matcher"] = matcher if isinstance(matcher, str) else qualified_name(matcher)
    choices["zero_division"] = options.zero_division
    # The options as fields say the rest: whether there are intervals, and how they were found.
    return choices | {name: value for name, value in options.choices().items() if name in SAMPLING}


def stated_facts(options: DetectionOptions) -> dict[str, object]:
    """What the signature says of declared facts."""
    facts = {name: getattr(options, name) for name in FACTS}
    always = (*ALWAYS_STATED, "trigger_source") if options.all_modes else ALWAYS_STATED
    if options.all_modes == ("gold",):
        facts["trigger_source"] = facts["trigger_source"] or "gold"
    return {name: value or "?" for name, value in facts.items() if value or name in always}


def candidate_source(lists: float, documents: int) -> str:
    """Where the candidates come from.

    Examples:
        >>> candidate_source(0, 2), candidate_source(2, 2), candidate_source(1, 2)
        ('gold+tokens', 'given', 'mixed')
    """
    if not lists:
        return "gold+tokens"
    return "given" if lists == documents else "mixed"


def declaration_warnings(options: DetectionOptions, sums: Mapping[str, float]) -> list[str]:
    """Whether a declared preparation of ACE 2005 fits the sizes of the references.

    A part of the data may be smaller than the whole, where the split is declared; nothing may be larger.
    """
    declared = (options.preprocessing or "").partition("@")[0].strip().lower()
    for name, totals in ACE_TOTALS.items():
        if declared != name.lower():
            continue
        is_part = options.split is not None and options.split.lower() not in ("all", "full")
        odd = [
            f"{int(sums[key]):,} {NOUNS[key]} instead of {total:,}"
            for key, total in totals.items()
            if sums[key] > total or (not is_part and sums[key] != total)
        ]
        if odd:
            part = "more than all splits of" if is_part else "not what"
            whole = "together" if is_part else "has over all splits (for a part of it, declare the split)"
            return [f"preprocessing: the references are {part} {name} {whole}: {', '.join(odd)}"]
    return []


def _by_document(values: HashArray, document: IntArray, documents: int) -> HashArray:
    order = np.argsort(document, kind="stable")
    return mix_rows(Ragged.from_lengths(count_rows(document, documents), values[order]))


def _token_hash(tokens: pa.ListArray) -> HashArray:
    offsets = list_offsets(tokens)
    (codes,), words = encode_together([tokens.values])
    position = np.arange(len(codes)) - np.repeat(offsets[:-1], np.diff(offsets))
    return mix_rows(Ragged(offsets, mix(position, hash_strings([*words, ""])[codes])))
