"""Read TBF files, the format of the TAC KBP event nugget tasks, as nugget documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pyarrow as pa

from event_scoring.array_types import BoolArray, IntArray
from event_scoring.formats.findings import Check, raise_first, warn_of
from event_scoring.formats.flat_arrays import (
    MISSING,
    Ragged,
    encode_together,
    list_array,
    position_in_group,
    struct_array,
)
from event_scoring.formats.tbf.shifts import TextPlaces
from event_scoring.formats.tbf.tbf_lines import COREFERENCE, LINKS, Mentions, TbfLines, parse_tbf
from event_scoring.formats.tbf.tbf_spans import UNITS, char_spans, token_spans
from event_scoring.formats.tbf.token_tables import TokenNumbers, TokenTable, unknown_tokens
from event_scoring.formats.text_lines import Source, read_lines
from event_scoring.scoring.options import check_choice


def read_tbf_columns(
    source: Source,
    unit: str = "char",
    tokens: Mapping[str, TokenTable] | None = None,
    *,
    numbers: TokenNumbers,
    keep_places: Callable[[TextPlaces], None] = lambda places: None,
) -> pa.StructArray:
    """Return the documents of a TBF file as one Arrow array, which every score takes.

    Mistakes that the published scorer hides are refused: a document that is not closed or has no id, and a line outside
    every document. Mistakes that it tolerates get a warning. These are a repeated document (the last one counts), a
    repeated mention id, an unknown relation, a relation to a missing mention, and a token that the table lacks.

    Args:
        source: A path, or the contents of a file as bytes.
        unit: What spans are made of: "char" for character offsets (``0,4;8,10``, half open), "token"
            for token ids (``t2,t3``).
        tokens: The token table of each document.
        numbers: The numbering of token ids; one object for the files that are scored together finds ids that clash.
        keep_places: Called with the texts of the mentions and their places.
    """
    check_choice("unit", unit, UNITS)
    parsed = parse_tbf(read_lines(source))
    spans, span_checks = tbf_spans(parsed.mentions, unit, numbers)
    checks = parsed.checks + span_checks
    if tokens is not None and unit == "token":
        checks.append(unknown_tokens(parsed, tokens))
    raise_first(checks)
    warn_of(checks)
    keep_places(TextPlaces.of(parsed, spans))
    return _documents(parsed, spans)


def tbf_spans(
    mentions: Mentions, unit: str, numbers: TokenNumbers, lengths: IntArray | None = None
) -> tuple[Ragged, list[Check]]:
    """Return the span of each mention as integers, and checks of the spans; see `char_spans` for the lengths."""
    return char_spans(mentions, lengths) if unit == "char" else (token_spans(mentions, numbers), [])


def _documents(parsed: TbfLines, spans: Ragged) -> pa.StructArray:
    """Return one struct a document. The last block of a repeated document counts."""
    doc_id, mentions, relations = parsed.blocks.doc_id, parsed.mentions, parsed.relations
    codes = encode_together([doc_id])[0][0]
    last = position_in_group(codes[::-1])[::-1] == 0
    document = np.cumsum(last) - 1
    in_last = last[mentions.block]
    kept_spans = spans.take(np.flatnonzero(in_last))
    records = {
        "token_ids": list_array(kept_spans.lengths, pa.array(kept_spans.values, pa.int64())),
        **{name: getattr(mentions, name).filter(pa.array(in_last)) for name in ("type", "realis", "id")},
    }
    documents = int(last.sum())
    kept = last[relations.block]
    columns = {
        "doc_id": doc_id.filter(pa.array(last)),
        "mentions": _grouped(document[mentions.block[in_last]], struct_array(records), documents),
        "clusters": _clusters(parsed, kept & relations.of(COREFERENCE), document, documents),
        "links": _links(parsed, kept & relations.of(*LINKS), document, documents),
    }
    return struct_array(columns)


def _clusters(parsed: TbfLines, chosen: BoolArray, document: IntArray, documents: int) -> pa.ListArray:
    """Return the clusters of each document, with the members that exist, each once."""
    relations = parsed.relations
    owner, members = relations.members.row_index, relations.in_clusters
    members = members[chosen[owner[members]] & (relations.mention[members] != MISSING)]
    sizes = np.bincount(owner[members], minlength=len(chosen))
    filled = sizes > 0
    clusters = list_array(sizes[filled], relations.ids.flatten().take(pa.array(members)))
    return _grouped(document[relations.block[filled]], clusters, documents, given=document[relations.block[chosen]])


def _links(parsed: TbfLines, chosen: BoolArray, document: IntArray, documents: int) -> pa.ListArray:
    """Return the links of each document whose two mentions exist, or have an id that a cluster of existing mentions
    has.
    """
    relations = parsed.relations
    given = document[relations.block[chosen]]
    owner, mention = relations.members.row_index, relations.resolved
    chosen = chosen & (np.bincount(owner[mention != MISSING], minlength=len(chosen)) == 2)
    source, target = (parsed.mentions.id.take(pa.array(ends)) for ends in mention[chosen[owner]].reshape(-1, 2).T)
    links = {"type": relations.kind.filter(pa.array(chosen)), "source": source, "target": target}
    return _grouped(document[relations.block[chosen]], struct_array(links), documents, given=given)


def _grouped(document: IntArray, values: pa.Array, documents: int, given: IntArray | None = None) -> pa.ListArray:
    """Return lists by document; None for documents that are not selected."""
    missing = None if given is None else pa.array(np.bincount(given, minlength=documents) == 0)
    return list_array(np.bincount(document, minlength=documents), values, missing)
