"""Validation of a submission: every problem of a file, with its line and a plain sentence.

The verdicts on TBF are those of EvmEval's validator, which says what a submission to the TAC KBP event
nugget tasks must look like. It is stricter than reading: a file may be scored that should not be submitted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping

import numpy as np

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import numbered
from event_scoring.arrays.order import circles
from event_scoring.arrays.ragged import IntArray, Ragged, count_rows
from event_scoring.arrays.vocabulary import MISSING, canonical_attributes
from event_scoring.documents.errors import InputError, Place, quoted
from event_scoring.documents.link_problems import link_problems
from event_scoring.documents.reporting import Finding
from event_scoring.formats.findings import Check, found_by, in_order
from event_scoring.formats.tbf.lines import COREFERENCE, LINKS, TbfLines, parse_tbf, repeats
from event_scoring.formats.tbf.reading import tbf_spans
from event_scoring.formats.tbf.spans import UNITS, span_ends
from event_scoring.formats.tbf.token_numbers import TokenNumbers
from event_scoring.formats.tbf.token_tables import TokenTable, unknown_tokens
from event_scoring.formats.text_lines import Source, read_lines
from event_scoring.scoring.options import check_choice

MOST_UNKNOWN_RELATIONS = 10


def validate_tbf(
    source: Source,
    unit: str = "char",
    tokens: Mapping[str, TokenTable] | None = None,
    word_counts: Mapping[str, int] | None = None,
    types: Collection[str] | None = None,
) -> list[Finding]:
    r"""Every problem of a TBF file, by line; it may be submitted where none has the level "error".

    Token ids must be in the token table of their document. Where the number of characters of each document of the
    evaluation is given, no other document may be there, and no offset may lie behind the end; likewise its event types.

    Examples:
        >>> print(*validate_tbf(b"#BeginOfDocument d\nme\td\tE1\t3-4\tcall\tContact.Meet\tActual\n"), sep="\n")
        <input>:1: error: document 'd' has no #EndOfDocument line
        <input>:2: error: expected a span such as 0,4 or 0,4;8,10 in character offsets, got '3-4'
    """
    check_choice("unit", unit, UNITS)
    try:
        lines = read_lines(source)
    except InputError as error:
        if not error.source or not error.source.line:
            raise
        return [Finding(error)]
    parsed = parse_tbf(lines)
    spans, span_checks = tbf_spans(parsed, unit, TokenNumbers())
    checks = [*parsed.checks, *span_checks, _too_many_unknown_relations(parsed), *_chain_checks(parsed)]
    if unit == "token":
        checks.append(_repeated_spans(parsed, spans))
        if tokens is not None:
            checks.append(unknown_tokens(parsed, tokens))
    elif word_counts is not None:
        checks += _length_checks(parsed, word_counts)
    if types is not None:
        checks.append(_unknown_types(parsed, types))
    return in_order([*found_by(checks, parsed.place), *_link_notes(parsed)])


def _link_notes(parsed: TbfLines) -> list[Finding]:
    r"""Cycles of three and more clusters, and After and Subevent links that contradict each other.

    EvmEval's validator finds only links that go back the way another came. Files with the others may be
    submitted, so these are notes; scoring drops such cycles and concludes nothing from contradictions.
    """
    relations = parsed.relations
    owner, known = relations.members.row_index, relations.member_known
    whole = np.bincount(owner[known], minlength=len(relations.line)) == 2
    is_link = relations.of(*LINKS) & (relations.members.lengths == 2) & whole
    # Clusters matter only in blocks that have links.
    linked = np.isin(relations.block, relations.block[is_link])
    links: dict[int, list[tuple[str, str, str]]] = defaultdict(list)
    lines: dict[int, list[int]] = defaultdict(list)
    clusters: dict[int, list[list[str]]] = defaultdict(list)
    names = relations.name.to_pylist()
    offsets, codes = relations.members.offsets, relations.members.values
    for row in np.flatnonzero(linked & (is_link | relations.of(COREFERENCE))).tolist():
        block = int(relations.block[row])
        members = [parsed.ids[code] for code in codes[offsets[row] : offsets[row + 1]]]
        if is_link[row]:
            links[block].append((names[row], members[0], members[1]))
            lines[block].append(int(relations.line[row]))
        else:
            clusters[block].append(members)
    return [
        Finding(
            InputError(says=problem.message, source=Place(parsed.file, max(lines[block][row] for row in problem.rows))),
            "note",
        )
        for block, of_block in links.items()
        for problem in link_problems(of_block, clusters[block])
        if problem.level == "note"
    ]


def document_lines(source: Source) -> dict[str, int]:
    """The documents of a TBF file and where they begin, the last one where an id is repeated."""
    try:
        parsed = parse_tbf(read_lines(source))
    except InputError as error:
        if not error.source or not error.source.line:
            raise
        return {}
    return dict(zip(parsed.doc_id.to_pylist(), parsed.begin_line.tolist(), strict=True))


def read_word_counts(source: Source) -> dict[str, int]:
    r"""The number of characters of each document, from lines of document id and number.

    Examples:
        >>> read_word_counts(b"d1 400\nd2 317\n")
        {'d1': 400, 'd2': 317}
    """
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
    """Event types, one a line."""
    return [line for line in read_lines(source).text.to_pylist() if line]


def _too_many_unknown_relations(parsed: TbfLines) -> Check:
    lines = parsed.relations.line[~parsed.relations.of(COREFERENCE, *LINKS)]
    error = InputError(says=f"more than {MOST_UNKNOWN_RELATIONS} unknown relations, {len(lines)} in this file")
    return Check(lines[MOST_UNKNOWN_RELATIONS : MOST_UNKNOWN_RELATIONS + 1], lambda _: error)


def _chain_checks(parsed: TbfLines) -> list[Check]:
    """Clusters are disjoint, and no two of them are linked both ways by the same relation."""
    relations, words = parsed.relations, len(parsed.ids)
    owner, code = relations.members.row_index, relations.members.values
    members = np.flatnonzero(relations.of(COREFERENCE)[owner])
    members = members[~repeats(owner[members] * words + code[members])]
    keys = relations.block[owner[members]] * words + code[members]
    shared = members[repeats(keys)]
    links = np.flatnonzero(relations.of(*LINKS) & (relations.members.lengths == 2))
    inner = np.isin(owner, links)
    whole = relations.member_known[inner].reshape(-1, 2).all(axis=1)
    links, pairs = links[whole], code[inner].reshape(-1, 2)[whole]
    # A mention stands for the first cluster that has it, or for itself.
    ends = relations.block[links][:, None] * words + pairs
    place = look_up(ends.ravel(), keys).reshape(-1, 2)
    node = np.where(place == MISSING, len(relations.line) + ends, np.append(owner[members], MISSING)[place])
    back = _two_cycles(relations.name.take(links).to_pylist(), node)
    ids, line = parsed.ids, relations.line[links]

    def name(link: int) -> str:
        source, target = (quoted(ids[end]) for end in pairs[link])
        return f"{relations.name[int(links[link])].as_py()} link from {source} to {target}"

    return [
        Check(
            shared,
            lambda member: InputError(
                says=f"mention {quoted(ids[code[member]])} is in two clusters", hint="merge them into one"
            ),
            lines=relations.line[owner],
        ),
        Check(
            np.flatnonzero(node[:, 0] == node[:, 1]),
            lambda link: InputError(says=f"the {name(link)} stays inside one cluster and is ignored"),
            validating="warning",
            lines=line,
        ),
        Check(
            np.array(list(back), dtype=np.int64),
            lambda link: InputError(
                says=f"the {name(link)} closes a cycle with the {name(back[link])} of line {line[back[link]]}"
            ),
            lines=line,
        ),
    ]


def _two_cycles(names: list[str], node: IntArray) -> dict[int, int]:
    """Links that go back where another of the same name came from, each with that earlier one.

    EvmEval looks for them after its reduction, in which cycles that a third cluster is on have fallen away.
    """
    alone = np.zeros(len(names), dtype=bool)
    for name in LINKS:
        rows = np.flatnonzero(np.array(names) == name)
        nodes, place = numbered(node[rows].ravel())
        circle = circles([(source, target) for source, target in place.reshape(-1, 2).tolist()], len(nodes))
        alone[rows] = count_rows(circle, len(nodes))[circle[place[::2]]] == 2
    first: dict[tuple[str, int, int], int] = {}
    back = {}
    for link, (name, (source, target)) in enumerate(zip(names, node.tolist(), strict=True)):
        if source != target and (name, target, source) in first and alone[link]:
            back[link] = first[name, target, source]
        first.setdefault((name, source, target), link)
    return back


def _repeated_spans(parsed: TbfLines, spans: Ragged) -> Check:
    """Two mentions of a cluster on the same tokens. EvmEval's validator looked for them in token mode only."""
    relations, mentions, words = parsed.relations, parsed.mentions, len(parsed.ids)
    owner, code = relations.members.row_index, relations.members.values
    members = np.flatnonzero(relations.of(COREFERENCE)[owner] & relations.member_known)
    members = members[~repeats(owner[members] * words + code[members])]
    rows = look_up(
        relations.block[owner[members]] * words + code[members], mentions.block * words + parsed.mention_code
    )
    lines, errors = [], []
    seen: dict[tuple[int, frozenset[int]], int] = {}
    for cluster, row in zip(owner[members].tolist(), rows.tolist(), strict=True):
        span = frozenset(spans.values[spans.offsets[row] : spans.offsets[row + 1]].tolist())
        other = seen.setdefault((cluster, span), row)
        if other != row:
            lines.append(relations.line[cluster])
            names = " and ".join(quoted(mentions.id[one].as_py()) for one in (other, row))
            says = f"mentions {names} of one cluster have the same span"
            errors.append(InputError(says=says, hint="remove one of them"))
    return Check(np.arange(len(errors)), errors.__getitem__, lines=np.array(lines))


def _length_checks(parsed: TbfLines, word_counts: Mapping[str, int]) -> list[Check]:
    names = parsed.doc_id.to_pylist()
    length = np.array([word_counts.get(name, -1) for name in names], dtype=np.int64)
    of_mention = length[parsed.mentions.block]
    span = parsed.mentions.span
    return [
        Check(
            np.flatnonzero(length < 0),
            lambda block: InputError(says=f"document {quoted(names[block])} is not in the evaluation set"),
            lines=parsed.begin_line,
        ),
        Check(
            np.flatnonzero((span_ends(span) > of_mention) & (of_mention >= 0)),
            lambda row: InputError(
                says=f"the span {quoted(span[row].as_py())} ends behind the text, "
                f"which has {of_mention[row]} characters"
            ),
            lines=parsed.mentions.line,
        ),
    ]


def _unknown_types(parsed: TbfLines, types: Collection[str]) -> Check:
    # The published validator removes white space and case from the list, but every sign from the submission.
    wanted = {"".join(name.split()).lower(): name for name in types}
    with_signs = dict(zip(canonical_attributes(types), types, strict=True))
    found = parsed.mentions.type.dictionary_encode()
    names = found.dictionary.to_pylist()
    bad = np.array([name not in wanted for name in canonical_attributes(names)], dtype=bool)

    def message(row: int) -> InputError:
        name = found[row].as_py()
        entry = with_signs.get(*canonical_attributes([name]))
        hint = f"; the entry {quoted(entry)} of the list matches nothing, for it may hold no signs" if entry else ""
        return InputError(says=f"type {quoted(name)} is not among the types of the evaluation{hint}")

    return Check(np.flatnonzero(bad[found.indices.to_numpy()]), message, lines=parsed.mentions.line)
