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
    begins, ends, comments, at_signs = (_starts(text, mark) for mark in (BEGIN, END, "#", "@"))
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
    """Which values occurred before.

    Examples:
        >>> repeats(np.array([4, 7, 4])).tolist()
        [False, False, True]
    """
    result = np.ones(len(keys), dtype=bool)
    result[np.unique(keys, return_index=True)[1]] = False
    return result


def _marker_checks(begins: BoolArray, ends: BoolArray, content: IntArray, doc_id: pa.StringArray) -> list[Check]:
    """Begin and end markers must alternate, and everything else lies between two of them."""
    markers = np.flatnonzero(begins | ends)
    opens = begins[markers]
    after_open = np.concatenate([[False], opens[:-1]]) if len(markers) else opens
    begin_of_marker = np.cumsum(opens) - 1
    unclosed = np.flatnonzero(opens & after_open) - 1
    if len(markers) and opens[-1]:
        unclosed = np.append(unclosed, len(markers) - 1)
    unopened = markers[~opens & ~after_open]
    place = np.searchsorted(markers, content) - 1
    outside = content[(place < 0) | ~np.append(opens, False)[place]]
    nameless = np.flatnonzero(np.asarray(pc.equal(doc_id, "")))
    names = doc_id.to_pylist() if len(unclosed) else []
    return [
        Check(
            markers[unclosed] + 1,
            # Differs from EvmEval 1.8: it drops such a document, or pours it into the next one.
            lambda index: InputError(
                says=f"document {quoted(names[begin_of_marker[unclosed[index]]])} has no {END} line"
            ),
        ),
        Check(unopened + 1, lambda index: InputError(says=f"an {END} line without a {BEGIN} line before it")),
        # Differs from EvmEval 1.8: it pours such lines into the next document.
        Check(
            outside + 1,
            lambda index: InputError(
                says="a line outside every document",
                hint=f"expected a {BEGIN} line before it"
                + ("" if begins.any() else ", as TBF has; other nugget files are JSON Lines (.jsonl) or brat folders"),
            ),
        ),
        Check(
            np.flatnonzero(begins)[nameless] + 1,
            lambda index: InputError(wanted=f"a document id behind {BEGIN}", got=Words("none")),
        ),
        Check(
            np.array([] if begins.any() else [1], dtype=np.int64),
            lambda index: InputError(says=f"the file holds no document (no {BEGIN} line)"),
            reading="warning",
        ),
    ]


def _fields(text: pa.StringArray, rows: IntArray, wanted: int, exactly: bool) -> tuple[IntArray, pa.ListArray, Check]:
    """The tab separated fields of some lines, and which of the lines have the wrong number of them."""
    lines = _at(text, rows)
    fields = pc.split_pattern(lines, "\t", max_splits=wanted)
    found = np.asarray(pc.list_value_length(fields))
    good = found == wanted if exactly else found >= wanted
    bad = np.flatnonzero(~good)

    def message(index: int) -> InputError:
        line = lines[int(bad[index])].as_py()
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

    return rows[good], fields.filter(pa.array(good)), Check(rows[bad] + 1, message)


def _fields_of(line: str) -> str:
    return f"{line.count(chr(9)) + 1} in {quoted(line)}"


def _repeated_documents(parsed: TbfLines) -> Check:
    codes = encode_together([parsed.doc_id])[0][0]
    rows = np.flatnonzero(repeats(codes))
    return Check(
        parsed.begin_line[rows],
        lambda index: InputError(
            says=f"document {quoted(parsed.doc_id[int(rows[index])].as_py())} is given again",
            hint="only the last one counts",
        ),
        reading="warning",
    )


def _repeated_ids(parsed: TbfLines) -> Check:
    rows = np.flatnonzero(repeats(parsed.mentions.block * len(parsed.ids) + parsed.mention_code))
    return Check(
        parsed.mentions.line[rows],
        lambda index: InputError(
            says=f"mention id {quoted(parsed.mentions.id[int(rows[index])].as_py())} occurs twice in its document",
            hint="both mentions are scored",
        ),
        reading="warning",
    )


def _relation_checks(parsed: TbfLines) -> list[Check]:
    relations = parsed.relations
    coreference, link = relations.of(COREFERENCE), relations.of(*LINKS)
    unknown = np.flatnonzero(~(coreference | link))
    size = relations.members.lengths
    single, few = np.flatnonzero(coreference & (size < 2)), np.flatnonzero(~coreference & (size < 2))
    many = np.flatnonzero(link & (size > 2))
    owner, code = relations.members.row_index, relations.members.values
    lost = np.flatnonzero(~relations.member_known)
    found = stand_ins(relations, len(parsed.ids))
    replaced = lost[found[lost] != MISSING]
    scored_lost = lost[(coreference | link)[owner[lost]] & (found[lost] == MISSING)]
    other_lost = lost[~(coreference | link)[owner[lost]]]

    def names_no_mention(members: IntArray, consequence: str) -> tuple[IntArray, Lost]:
        return relations.line[owner[members]], Lost(parsed.ids, code[members], consequence)

    def name(row: int) -> str:
        return quoted(relations.name[int(row)].as_py())

    return [
        Check(
            relations.line[unknown],
            lambda index: InputError(
                says=f"relation {name(unknown[index])} is not known and not read",
                hint=f"the relations are {', '.join((COREFERENCE, *LINKS))}",
            ),
            reading="warning",
            validating="warning",
        ),
        Check(
            relations.line[single],
            lambda index: InputError(says="a cluster of one mention is not needed: a mention in no cluster is one"),
            reading="warning",
            validating="warning",
        ),
        Check(
            relations.line[few],
            lambda index: InputError(wanted="two mentions in a relation", got=Words(size[few[index]])),
        ),
        Check(
            relations.line[many],
            lambda index: InputError(
                wanted=f"two mentions in the relation {name(many[index])}", got=Words(size[many[index]])
            ),
        ),
        Check(*names_no_mention(scored_lost, "; in scoring it is left out"), reading="warning"),
        Check(
            relations.line[owner[replaced]],
            lambda index: InputError(
                says=f"no mention of the document has the id {quoted(parsed.ids[code[replaced[index]]])}",
                hint=f"in scoring {quoted(parsed.ids[found[replaced[index]]])} stands for it, a mention of its cluster",
            ),
            reading="warning",
        ),
        Check(*names_no_mention(other_lost, ""), reading=None),
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


@dataclass(frozen=True)
class Lost:
    """The sentence for a mention id in a relation that no mention of the document has."""

    ids: list[str]
    code: IntArray
    consequence: str

    def __call__(self, index: int) -> InputError:
        return InputError(
            says=f"no mention of the document has the id {quoted(self.ids[self.code[index]])}{self.consequence}"
        )


def _starts(text: pa.StringArray, mark: str) -> BoolArray:
    return np.asarray(pc.starts_with(text, mark))


def _at(text: pa.StringArray, rows: IntArray) -> pa.StringArray:
    return text.take(pa.array(rows))
