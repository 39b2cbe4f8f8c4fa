"""The lines of a TBF file as columns: blocks, mentions, relations, and what is wrong with them.

TBF is the tab separated format of the TAC KBP event nugget tasks::

    #BeginOfDocument doc_1
    run_1<TAB>doc_1<TAB>E1<TAB>t2,t3<TAB>set off<TAB>Movement.Transport<TAB>Actual
    @Coreference<TAB>C1<TAB>E1,E2
    #EndOfDocument

The whole file is handled column by column; nothing loops over lines but the making of messages.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import position_in_group, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, list_offsets
from event_scoring.arrays.vocabulary import MISSING, encode_together
from event_scoring.documents.errors import InputError, Place, Words, quoted
from event_scoring.formats.findings import Check
from event_scoring.formats.text_lines import Lines

BEGIN, END = "#BeginOfDocument", "#EndOfDocument"
FIELDS = ("run id", "document id", "mention id", "span", "text", "type", "realis")
COREFERENCE, LINKS = "Coreference", ("After", "Subevent")


@dataclass(frozen=True)
class Mentions:
    """The mention lines inside documents."""

    line: IntArray
    block: IntArray
    id: pa.StringArray
    span: pa.StringArray
    type: pa.StringArray
    realis: pa.StringArray


@dataclass(frozen=True)
class Relations:
    """The relation lines inside documents, with the mentions that they name."""

    line: IntArray
    block: IntArray
    name: pa.StringArray
    members: Ragged
    """Codes of mention ids."""
    member_known: BoolArray
    """Whether a mention of the same document has that id."""

    def of(self, *names: str) -> BoolArray:
        """Which of them have one of some names."""
        return np.asarray(pc.is_in(self.name, value_set=pa.array(names, pa.string())))


@dataclass(frozen=True)
class TbfLines:
    """A TBF file."""

    file: str
    doc_id: pa.StringArray
    """The document of each block, a block being what follows a begin marker."""
    begin_line: IntArray
    mentions: Mentions
    relations: Relations
    mention_code: IntArray
    """The code of each mention's id."""
    ids: list[str]
    """The vocabulary of these codes."""
    checks: list[Check]

    def place(self, line: int) -> Place:
        """A line as a place."""
        return Place(self.file, line)


def parse_tbf(lines: Lines) -> TbfLines:
    """The columns of a TBF file, with every problem of its lines.

    Lines that cannot be read are left out of the columns.
    """
    text = lines.text
    begins, ends, comments, at_signs = (np.asarray(pc.starts_with(text, mark)) for mark in (BEGIN, END, "#", "@"))
    blank = np.asarray(pc.equal(text, ""))
    mention_rows = np.flatnonzero(~(comments | at_signs | blank))
    relation_rows = np.flatnonzero(at_signs)
    begin_rows = np.flatnonzero(begins)
    doc_id = pc.ascii_trim_whitespace(pc.utf8_slice_codeunits(_at(text, begin_rows), len(BEGIN)))
    checks = _marker_checks(begins, ends, np.sort(np.concatenate([mention_rows, relation_rows])), doc_id)
    block_of_row = np.cumsum(begins) - 1
    mention_rows, fields, too_few = _fields(text, mention_rows, len(FIELDS), exactly=False)
    checks.append(too_few)
    relation_rows, relation_fields, wrong = _fields(text, relation_rows, 3, exactly=True)
    checks.append(wrong)
    inside = block_of_row >= 0
    in_block = inside[mention_rows]
    mention_rows, fields = mention_rows[in_block], fields.filter(pa.array(in_block))
    in_block = inside[relation_rows]
    relation_rows, relation_fields = relation_rows[in_block], relation_fields.filter(pa.array(in_block))
    columns = [pc.list_element(fields, index) for index in (2, 3, 5, 6)]
    mentions = Mentions(mention_rows + 1, block_of_row[mention_rows], *columns)
    names = pc.utf8_slice_codeunits(pc.list_element(relation_fields, 0), 1)
    members = pc.split_pattern(pc.list_element(relation_fields, 2), ",")
    (mention_code, member_code), ids = encode_together([mentions.id, members.flatten()])
    rows = Ragged(list_offsets(members), member_code)
    block = block_of_row[relation_rows]
    known = np.isin(block[rows.row_index] * len(ids) + member_code, mentions.block * len(ids) + mention_code)
    relations = Relations(relation_rows + 1, block, names, rows, known)
    parsed = TbfLines(lines.file, doc_id, begin_rows + 1, mentions, relations, mention_code, ids, checks)
    checks += [_repeated_documents(parsed), _repeated_ids(parsed), *_relation_checks(parsed)]
    return parsed


def repeats(keys: IntArray) -> BoolArray:
    """Which values occurred before."""
    result = np.ones(len(keys), dtype=bool)
    result[np.unique(keys, return_index=True)[1]] = False
    return result


def _marker_checks(begins: BoolArray, ends: BoolArray, content: IntArray, doc_id: pa.StringArray) -> list[Check]:
    """Begin and end markers must alternate, and everything else lies between two of them."""
    markers = np.flatnonzero(begins | ends)
    opens = begins[markers]
    after_open = np.concatenate([[False], opens[:-1]]) if len(markers) else opens
    followed = np.append(~opens[1:], False) if len(markers) else opens
    unclosed = np.flatnonzero(~followed[opens])
    unopened = markers[~opens & ~after_open]
    place = np.searchsorted(markers, content) - 1
    outside = content[(place < 0) | ~np.append(opens, False)[place]]
    begin_line = np.flatnonzero(begins) + 1
    return [
        Check(
            unclosed,
            # Differs from EvmEval 1.8: it drops such a document, or pours it into the next one.
            lambda block: InputError(says=f"document {quoted(doc_id[block].as_py())} has no {END} line"),
            lines=begin_line,
        ),
        Check(unopened + 1, lambda _: InputError(says=f"an {END} line without a {BEGIN} line before it")),
        # Differs from EvmEval 1.8: it pours such lines into the next document.
        Check(
            outside + 1,
            lambda _: InputError(
                says="a line outside every document",
                hint=f"expected a {BEGIN} line before it"
                + ("" if begins.any() else ", as TBF has; other nugget files are JSON Lines (.jsonl) or brat folders"),
            ),
        ),
        Check(
            np.flatnonzero(np.asarray(pc.equal(doc_id, ""))),
            lambda _: InputError(wanted=f"a document id behind {BEGIN}", got=Words("none")),
            lines=begin_line,
        ),
        Check(
            np.array([] if begins.any() else [1], dtype=np.int64),
            lambda _: InputError(says=f"the file holds no document (no {BEGIN} line)"),
            reading="warning",
        ),
    ]


def _fields(text: pa.StringArray, rows: IntArray, wanted: int, exactly: bool) -> tuple[IntArray, pa.ListArray, Check]:
    """The tab separated fields of some lines, and which of the lines have the wrong number of them."""
    lines = _at(text, rows)
    fields = pc.split_pattern(lines, "\t", max_splits=wanted)
    found = np.asarray(pc.list_value_length(fields))
    good = found == wanted if exactly else found >= wanted

    def message(row: int) -> InputError:
        line = lines[row].as_py()
        if exactly:
            return InputError(
                wanted=f"{wanted} tab separated fields in a relation (@name, id, mentions)", got=Words(_fields_of(line))
            )
        hint = "white space at the ends of a line is no field" if line.count("\t") == wanted - 2 else ""
        return InputError(
            wanted=f"at least {wanted} tab separated fields ({', '.join(FIELDS)})",
            got=Words(_fields_of(line)),
            hint=hint,
        )

    return rows[good], fields.filter(pa.array(good)), Check(np.flatnonzero(~good), message, lines=rows + 1)


def _fields_of(line: str) -> str:
    return f"{line.count(chr(9)) + 1} in {quoted(line)}"


def _repeated_documents(parsed: TbfLines) -> Check:
    codes = encode_together([parsed.doc_id])[0][0]
    return Check(
        np.flatnonzero(repeats(codes)),
        lambda block: InputError(
            says=f"document {quoted(parsed.doc_id[block].as_py())} is given again", hint="only the last one counts"
        ),
        reading="warning",
        lines=parsed.begin_line,
    )


def _repeated_ids(parsed: TbfLines) -> Check:
    return Check(
        np.flatnonzero(repeats(parsed.mentions.block * len(parsed.ids) + parsed.mention_code)),
        lambda row: InputError(
            says=f"mention id {quoted(parsed.mentions.id[row].as_py())} occurs twice in its document",
            hint="both mentions are scored",
        ),
        reading="warning",
        lines=parsed.mentions.line,
    )


def _relation_checks(parsed: TbfLines) -> list[Check]:
    relations = parsed.relations
    coreference, link = relations.of(COREFERENCE), relations.of(*LINKS)
    size = relations.members.lengths
    owner, code = relations.members.row_index, relations.members.values
    lost, scored = ~relations.member_known, (coreference | link)[owner]
    found = stand_ins(relations, len(parsed.ids))

    def name(row: int) -> str:
        return quoted(relations.name[row].as_py())

    def no_mention(member: int, hint: str = "") -> InputError:
        return InputError(says=f"no mention of the document has the id {quoted(parsed.ids[code[member]])}", hint=hint)

    def in_place(member: int) -> InputError:
        return no_mention(
            member, f"in scoring {quoted(parsed.ids[found[member]])} stands for it, a mention of its cluster"
        )

    of_relation = partial(Check, lines=relations.line)
    of_member = partial(Check, lines=relations.line[owner])
    return [
        of_relation(
            np.flatnonzero(~(coreference | link)),
            lambda row: InputError(
                says=f"relation {name(row)} is not known and not read",
                hint=f"the relations are {', '.join((COREFERENCE, *LINKS))}",
            ),
            reading="warning",
            validating="warning",
        ),
        of_relation(
            np.flatnonzero(coreference & (size < 2)),
            lambda _: InputError(says="a cluster of one mention is not needed: a mention in no cluster is one"),
            reading="warning",
            validating="warning",
        ),
        of_relation(
            np.flatnonzero(~coreference & (size < 2)),
            lambda row: InputError(wanted="two mentions in a relation", got=Words(size[row])),
        ),
        of_relation(
            np.flatnonzero(link & (size > 2)),
            lambda row: InputError(wanted=f"two mentions in the relation {name(row)}", got=Words(size[row])),
        ),
        of_member(
            np.flatnonzero(lost & scored & (found == MISSING)),
            partial(no_mention, hint="in scoring it is left out"),
            reading="warning",
        ),
        of_member(np.flatnonzero(lost & (found != MISSING)), in_place, reading="warning"),
        of_member(np.flatnonzero(lost & ~scored), no_mention, reading=None),
    ]


def stand_ins(relations: Relations, words: int) -> IntArray:
    """For each member of a relation the code of the mention that it means, `MISSING` where there is none.

    A link may name no mention but a member of a cluster, as EvmEval 1.8 reads it: then it means that cluster,
    for which the first of its mentions stands.
    """
    owner, code, known = relations.members.row_index, relations.members.values, relations.member_known
    found = np.where(known, code, MISSING)
    lost = np.flatnonzero(relations.of(*LINKS)[owner] & ~known)
    members = np.flatnonzero(relations.of(COREFERENCE)[owner])
    key = relations.block[owner] * words + code
    place = look_up(key[lost], key[members])
    lost, cluster = lost[place != MISSING], owner[members[place[place != MISSING]]]
    with_mention = members[known[members]]
    first = look_up(cluster, owner[with_mention])
    found[lost] = np.append(code[with_mention], MISSING)[first]
    # A link from the mention that stands for the cluster stays inside it and says nothing.
    same = row_keys(owner, found)
    again = (position_in_group(same) > 0) | (position_in_group(same[::-1])[::-1] > 0)
    found[again & ~known] = MISSING
    return found


def _at(text: pa.StringArray, rows: IntArray) -> pa.StringArray:
    return text.take(pa.array(rows))
