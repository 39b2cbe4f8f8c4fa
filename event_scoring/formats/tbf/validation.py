"""Validate a submission: list every problem of a file, with its line and a plain sentence.

The verdicts on TBF follow EvmEval's validator, which defines submissions to the TAC KBP event nugget tasks. It is
stricter than reading: a file may be good enough to be scored but not to be submitted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import numpy as np

from event_scoring.documents.errors import Finding, InputError, quoted
from event_scoring.documents.link_problems import link_problems
from event_scoring.formats.findings import Check, found_by, in_order, row_error
from event_scoring.formats.flat_arrays import MISSING, Ragged, look_up, position_in_group, row_keys
from event_scoring.formats.tbf.tbf_lines import COREFERENCE, LINKS, TbfLines, parse_tbf
from event_scoring.formats.tbf.tbf_reading import tbf_spans
from event_scoring.formats.tbf.tbf_spans import UNITS
from event_scoring.formats.tbf.token_tables import TokenNumbers, TokenTable, unknown_tokens
from event_scoring.formats.text_lines import Source, read_lines
from event_scoring.scoring.labels import canonical_attribute
from event_scoring.scoring.options import check_choice

MAX_UNKNOWN_RELATIONS = 10


def validate_tbf(
    source: Source,
    unit: str = "char",
    tokens: Mapping[str, TokenTable] | None = None,
    word_counts: Mapping[str, int] | None = None,
    types: Collection[str] | None = None,
) -> list[Finding]:
    """Return every problem of a TBF file, by line. The file may be submitted if no problem has the level "error".

    Token ids must be in the token table of their document. ``word_counts`` holds the number of characters of each
    document of the evaluation. If it is given, every document must be in it, and no offset may be after the end. If
    ``types`` is given, every event type must be in it.
    """
    check_choice("unit", unit, UNITS)
    try:
        parsed = parse_tbf(read_lines(source))
    except InputError as error:
        if not error.source or not error.source.line:
            raise
        return [Finding(error)]
    doc_id, mentions = parsed.blocks.doc_id, parsed.mentions
    lengths = np.array([(word_counts or {}).get(name, -1) for name in doc_id.to_pylist()], dtype=np.int64)
    spans, span_checks = tbf_spans(mentions, unit, TokenNumbers(), lengths[mentions.block])
    checks = [*parsed.checks, *span_checks, _too_many_unknown_relations(parsed), _shared_mentions(parsed)]
    if unit == "token":
        checks.append(_repeated_spans(parsed, spans))
        if tokens is not None:
            checks.append(unknown_tokens(parsed, tokens))
    elif word_counts is not None:
        unknown = row_error(doc_id, says="document {} is not in the evaluation set")
        checks.append(Check(parsed.blocks.place, lengths < 0, unknown))
    if types is not None:
        checks.append(_unknown_types(parsed, types))
    return in_order([*found_by(checks), *_link_findings(parsed)])


def _link_findings(parsed: TbfLines) -> list[Finding]:
    """Return impossible links of each document, at the line of the last link that takes part."""
    relations = parsed.relations
    owner = relations.members.row_index
    whole = np.bincount(owner[relations.mention != MISSING], minlength=len(relations.line)) == 2
    is_link = relations.of(*LINKS) & (relations.members.lengths == 2) & whole
    is_cluster = relations.of(COREFERENCE)
    findings = []
    for block in np.unique(relations.block[is_link]).tolist():
        first, last = np.searchsorted(relations.block, [block, block + 1]).tolist()
        kinds, members = (column[first:last].to_pylist() for column in (relations.kind, relations.ids))
        places = np.flatnonzero(is_link[first:last]).tolist()
        links = [(kinds[place], *members[place]) for place in places]
        clusters = [members[place] for place in np.flatnonzero(is_cluster[first:last]).tolist()]
        for problem in link_problems(links, clusters):
            concerned = sorted(first + places[link] for link in problem.rows)
            lines = ", ".join(str(relations.line[row]) for row in concerned)
            hint = f"its links are on the lines {lines}" if len(concerned) > 1 else ""
            error = InputError(says=problem.message, hint=hint, source=relations.place(concerned[-1]))
            findings.append(Finding(error, problem.level))
    return findings


def document_lines(source: Source) -> dict[str, int]:
    """Return the documents of a TBF file and their lines; of a repeated id the last one."""
    try:
        parsed = parse_tbf(read_lines(source))
    except InputError as error:
        if not error.source or not error.source.line:
            raise
        return {}
    return dict(zip(parsed.blocks.doc_id.to_pylist(), parsed.blocks.line.tolist(), strict=True))


def read_word_counts(source: Source) -> dict[str, int]:
    """Return the number of characters of each document, from lines of document id and number."""
    lines = read_lines(source)
    counts = {}
    for row, line in enumerate(lines.text.to_pylist()):
        fields = line.split()
        if fields:
            if len(fields) != 2 or not re.fullmatch("[0-9]{1,15}", fields[1]):
                raise lines.error(row, wanted="a document id and its number of characters", got=line)
            counts[fields[0]] = int(fields[1])
    return counts


def read_type_list(source: Source) -> list[str]:
    """Return event types from a file with one a line."""
    return [line for line in read_lines(source).text.to_pylist() if line]


def _too_many_unknown_relations(parsed: TbfLines) -> Check:
    unknown = np.flatnonzero(~parsed.relations.of(COREFERENCE, *LINKS))
    error = InputError(says=f"more than {MAX_UNKNOWN_RELATIONS} unknown relations, {len(unknown)} in this file")
    return Check(parsed.relations.place, unknown[MAX_UNKNOWN_RELATIONS : MAX_UNKNOWN_RELATIONS + 1], error)


def _shared_mentions(parsed: TbfLines) -> Check:
    """Return a check that clusters are disjoint."""
    relations = parsed.relations
    members = relations.in_clusters
    again = members[position_in_group(relations.members.values[members]) > 0]
    error = row_error(relations.ids.flatten(), says="mention {} is in two clusters", hint="merge them into one")
    return Check(relations.place_of_member, again, error)


def _repeated_spans(parsed: TbfLines, spans: Ragged) -> Check:
    """Return a check of mentions of one cluster on the same tokens. EvmEval's validator looks in token mode only."""
    relations = parsed.relations
    ids, members = relations.ids.flatten(), relations.in_clusters
    members = members[relations.mention[members] != MISSING]
    number_of, offsets = dict[bytes, int](), spans.offsets
    span = [
        number_of.setdefault(np.unique(spans.values[offsets[row] : offsets[row + 1]]).tobytes(), len(number_of))
        for row in relations.mention[members].tolist()
    ]
    same = row_keys(relations.members.row_index[members], np.array(span, dtype=np.int64))
    first = look_up(same, same)
    other = dict(zip(members.tolist(), members[first].tolist(), strict=True))

    def error(member: int) -> InputError:
        names = " and ".join(quoted(ids[one].as_py()) for one in (other[member], member))
        return InputError(says=f"mentions {names} of one cluster have the same span", hint="remove one of them")

    return Check(relations.place_of_member, members[first != np.arange(len(members))], error)


def _unknown_types(parsed: TbfLines, types: Collection[str]) -> Check:
    # The published validator removes white space and case from the list, but every sign from the submission.
    wanted = {"".join(name.split()).lower() for name in types}
    with_signs = {canonical_attribute(name): name for name in types}
    types_used = parsed.mentions.type.dictionary_encode()
    names = types_used.dictionary.to_pylist()
    bad = np.array([canonical_attribute(name) not in wanted for name in names], dtype=bool)

    def error(row: int) -> InputError:
        name = types_used[row].as_py()
        entry = with_signs.get(canonical_attribute(name))
        hint = f"the entry {quoted(entry)} of the list matches nothing, for it may hold no punctuation" if entry else ""
        return InputError(says=f"type {quoted(name)} is not among the types of the evaluation", hint=hint)

    return Check(parsed.mentions.place, bad[types_used.indices.to_numpy()], error)
