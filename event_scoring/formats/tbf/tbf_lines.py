"""Parse the lines of a TBF file into columns: blocks, mentions and relations, with checks of their problems.

TBF is the tab separated format of the TAC KBP event nugget tasks::

    #BeginOfDocument doc_1
    run_1<TAB>doc_1<TAB>E1<TAB>t2,t3<TAB>set off<TAB>Movement.Transport<TAB>Actual
    @Coreference<TAB>C1<TAB>E1,E2
    #EndOfDocument

The whole file is handled column by column. Only messages loop over lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.array_types import BoolArray, IntArray
from event_scoring.documents.errors import Description, InputError, Place, did_you_mean, quoted
from event_scoring.formats.findings import Check, LineColumns, row_error
from event_scoring.formats.flat_arrays import (
    MISSING,
    Ragged,
    encode_together,
    first_of,
    look_up,
    position_in_group,
    row_keys,
    row_of,
)
from event_scoring.formats.text_lines import Lines

BEGIN, END = "#BeginOfDocument", "#EndOfDocument"
FIELDS = ("run id", "document id", "mention id", "span", "text", "type", "realis")
COREFERENCE, LINKS = "Coreference", ("After", "Subevent")
REALIS_VALUES = ("Actual", "Generic", "Other")


@dataclass(frozen=True)
class Blocks(LineColumns):
    """Begin markers of documents. The lines after a marker are its block."""

    doc_id: pa.StringArray


@dataclass(frozen=True)
class Mentions(LineColumns):
    """The mention lines inside documents."""

    block: IntArray
    name: IntArray
    """A number for the id and its document."""
    id: pa.StringArray
    span: pa.StringArray
    text: pa.StringArray
    type: pa.StringArray
    realis: pa.StringArray


@dataclass(frozen=True)
class Relations(LineColumns):
    """The relation lines inside documents, with the mentions that they name."""

    block: IntArray
    kind: pa.StringArray
    members: Ragged
    """Numbers as `Mentions.name`."""
    ids: pa.ListArray
    """The ids of the members, as written in the file."""
    mention: IntArray
    """Index of the first mention of the same document with each member's id; `MISSING` if none has it."""

    def of(self, *kinds: str) -> BoolArray:
        """Return a mask of relations of some kinds."""
        return np.asarray(pc.is_in(self.kind, value_set=pa.array(kinds, pa.string())))

    def place_of_member(self, member: int) -> Place:
        """Return the file and line of a member's relation."""
        return self.place(row_of(self.members.offsets, member)[0])

    @cached_property
    def in_clusters(self) -> IntArray:
        """The members of clusters, each once in its cluster."""
        owner = self.members.row_index
        members = np.flatnonzero(self.of(COREFERENCE)[owner])
        return members[first_of(row_keys(owner[members], self.members.values[members]))]

    @cached_property
    def resolved(self) -> IntArray:
        """Return the index of the mention that each member means, or `MISSING`.

        A link may name an id that is only a member of a cluster, as EvmEval 1.8 reads it. Then it means that cluster,
        and the first mention of the cluster is returned.
        """
        owner, name = self.members.row_index, self.members.values
        mention_of: IntArray = self.mention.copy()
        known = mention_of != MISSING
        lost = np.flatnonzero(self.of(*LINKS)[owner] & ~known)
        members = self.in_clusters
        place = look_up(name[lost], name[members])
        lost, cluster = lost[place != MISSING], owner[members[place[place != MISSING]]]
        with_mention = members[known[members]]
        first = look_up(cluster, owner[with_mention])
        mention_of[lost] = np.append(mention_of[with_mention], MISSING)[first]
        # A link from the mention that represents the cluster is inside it and has no meaning.
        same = row_keys(owner, mention_of)
        again = (position_in_group(same) > 0) | (position_in_group(same[::-1])[::-1] > 0)
        mention_of[again & ~known] = MISSING
        return mention_of


@dataclass(frozen=True)
class TbfLines:
    """A TBF file."""

    blocks: Blocks
    mentions: Mentions
    relations: Relations
    checks: list[Check]


def parse_tbf(lines: Lines) -> TbfLines:
    """Return the columns of a TBF file, with every problem of its lines.

    Lines that cannot be read are left out of the columns.
    """
    text = lines.text
    begins, ends, comments, at_signs = (np.asarray(pc.starts_with(text, mark)) for mark in (BEGIN, END, "#", "@"))
    blank = np.asarray(pc.equal(text, ""))
    begin_rows = np.flatnonzero(begins)
    doc_id = pc.ascii_trim_whitespace(pc.utf8_slice_codeunits(text.take(pa.array(begin_rows)), len(BEGIN)))
    blocks = Blocks(lines.file, begin_rows + 1, doc_id)
    checks = _marker_checks(lines, begins, ends, np.flatnonzero(~(comments | blank)), blocks)
    block_of_row = np.cumsum(begins) - 1
    mention_rows, fields = _split_lines(
        lines, ~(comments | at_signs | blank), block_of_row, checks, len(FIELDS), more=True
    )
    relation_rows, relation_fields = _split_lines(lines, at_signs, block_of_row, checks, 3)
    named, ids, *columns = (pc.list_element(fields, index) for index in (1, 2, 3, 4, 5, 6))
    kinds = pc.utf8_slice_codeunits(pc.list_element(relation_fields, 0), 1)
    members = pc.split_pattern(pc.list_element(relation_fields, 2), ",")
    (mention_code, member_code), words = encode_together([ids, members.flatten()])
    block, offsets = block_of_row[relation_rows], members.offsets.to_numpy()
    mention_name = block_of_row[mention_rows] * len(words) + mention_code
    names = Ragged(offsets, np.repeat(block, np.diff(offsets)) * len(words) + member_code)
    mentions = Mentions(lines.file, mention_rows + 1, block_of_row[mention_rows], mention_name, ids, *columns)
    relations = Relations(
        lines.file, relation_rows + 1, block, kinds, names, members, look_up(names.values, mention_name)
    )
    checks += [*_field_checks(blocks, mentions, named, fields)]
    checks += [*_repeat_checks(blocks, mentions), *_relation_checks(relations, mentions)]
    return TbfLines(blocks, mentions, relations, checks)


def misspelt_realis(value: str) -> str:
    """Return a hint for a misspelled realis; an empty string for known values and for unrelated ones.

    Examples:
        >>> misspelt_realis("Actul"), misspelt_realis("actual"), misspelt_realis("Negated")
        ('did you mean "Actual"?', '', '')
    """
    if "".join(filter(str.isalnum, value)).lower() in map(str.lower, REALIS_VALUES):
        return ""
    return did_you_mean(value, REALIS_VALUES)


def _marker_checks(lines: Lines, begins: BoolArray, ends: BoolArray, content: IntArray, blocks: Blocks) -> list[Check]:
    """Return the checks that begin and end markers alternate, and that all other lines are between them."""
    markers = np.flatnonzero(begins | ends)
    opens = begins[markers]
    unopened = markers[~opens & ~np.append(False, opens)[:-1]]
    followed = np.append(~opens, False)[1:]
    # Before the first marker the place is -1, which is that of the False.
    outside = content[~np.append(opens, False)[np.searchsorted(markers, content) - 1]]
    others = "" if len(blocks.line) else ", as TBF has; other nugget files are JSON Lines (.jsonl) or brat folders"
    not_inside = InputError(says="a line outside every document", hint=f"expected a {BEGIN} line before it{others}")
    unclosed = f"document {{}} has no {END} line"
    nameless = InputError(wanted=f"a document id after {BEGIN}", got=Description("none"))
    no_document = InputError(says=f"the file holds no document (no {BEGIN} line)")
    return [
        # Differs from EvmEval 1.8: it drops such a document, or pours it into the next one.
        Check(
            blocks.place,
            ~followed[opens],
            row_error(blocks.doc_id, says=unclosed, hint=f"was the file written to its end? {END} ends each document"),
        ),
        Check(lines.place, unopened, InputError(says=f"an {END} line without a {BEGIN} line before it")),
        # Differs from EvmEval 1.8: it pours such lines into the next document.
        Check(lines.place, outside, not_inside),
        Check(blocks.place, np.asarray(pc.equal(blocks.doc_id, "")), nameless),
        Check(lines.place, np.arange(1 if others else 0), no_document, reading="warning"),
    ]


def _split_lines(
    lines: Lines, chosen: BoolArray, block_of_row: IntArray, checks: list[Check], wanted: int, more: bool = False
) -> tuple[IntArray, pa.ListArray]:
    """Return the chosen lines inside documents that have the wanted number of fields (or ``more``), and the fields.

    Problems of the other lines are added to the checks.
    """
    rows = np.flatnonzero(chosen)
    fields = pc.split_pattern(lines.text.take(pa.array(rows)), "\t", max_splits=wanted)
    lengths = np.asarray(pc.list_value_length(fields))
    good = (lengths >= wanted) if more else (lengths == wanted)

    def error(row: int) -> InputError:
        line = lines.text[row].as_py()
        got = Description(f"{line.count(chr(9)) + 1} in {quoted(line)}")
        if not more:
            return InputError(wanted=f"{wanted} tab separated fields in a relation (@name, id, mentions)", got=got)
        hint = "white space at the ends of a line is not a field" if line.count("\t") == wanted - 2 else ""
        return InputError(wanted=f"at least {wanted} tab separated fields ({', '.join(FIELDS)})", got=got, hint=hint)

    checks.append(Check(lines.place, rows[~good], error))
    good &= block_of_row[rows] >= 0
    return (rows, fields) if good.all() else (rows[good], fields.filter(pa.array(good)))


def _field_checks(blocks: Blocks, mentions: Mentions, named: pa.StringArray, fields: pa.ListArray) -> list[Check]:
    """Return checks of fields that EvmEval reads without a message: it reads only the last seven of a mention."""
    block_of = blocks.doc_id.take(pa.array(mentions.block))
    other = np.asarray(pc.not_equal(pc.ascii_trim_whitespace(named), block_of))
    with_more = np.flatnonzero(np.asarray(pc.list_value_length(fields)) > len(FIELDS))
    behind = pc.list_element(fields.take(pa.array(with_more)), len(FIELDS))
    # Some years' files have a confidence there.
    unexpected = with_more[
        ~np.asarray(pc.match_substring_regex(behind, r"^[ \t]*[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?(?:\t|$)"))
    ]
    values = mentions.realis.dictionary_encode()
    hints = [misspelt_realis(value) for value in values.dictionary.to_pylist()]
    misspelt = np.array([bool(hint) for hint in hints], dtype=bool)[values.indices.to_numpy()]

    def wrong_document(row: int) -> InputError:
        says = f"the mention names the document {quoted(named[row].as_py())} but is in {quoted(block_of[row].as_py())}"
        return InputError(says=says, hint="it is read there")

    def more_fields(row: int) -> InputError:
        got = quoted(fields[row].as_py()[len(FIELDS)])
        return InputError(says=f"a field {got} behind the realis", hint="is a tab in the text? it is not read")

    def unusual_realis(row: int) -> InputError:
        return InputError(
            says=f"the realis is {quoted(mentions.realis[row].as_py())}", hint=hints[values.indices[row].as_py()]
        )

    warning_check = partial(Check, mentions.place, reading="warning", validating="warning")
    return [
        warning_check(other, wrong_document),
        warning_check(unexpected, more_fields),
        warning_check(misspelt, unusual_realis),
    ]


def _repeat_checks(blocks: Blocks, mentions: Mentions) -> list[Check]:
    """Return checks of repeated documents and repeated mention ids."""
    document = row_error(blocks.doc_id, says="document {} is given again", hint="only the last one counts")
    mention = row_error(mentions.id, says="mention id {} occurs twice in its document", hint="both mentions are scored")
    return [
        Check(blocks.place, position_in_group(encode_together([blocks.doc_id])[0][0]) > 0, document, reading="warning"),
        Check(mentions.place, position_in_group(mentions.name) > 0, mention, reading="warning"),
    ]


def _relation_checks(relations: Relations, mentions: Mentions) -> list[Check]:
    coreference, link = relations.of(COREFERENCE), relations.of(*LINKS)
    size = relations.members.lengths
    owner = relations.members.row_index
    lost, scored, found = relations.mention == MISSING, (coreference | link)[owner], relations.resolved
    no_mention = partial(row_error, relations.ids.flatten(), says="no mention of the document has the id {}")

    def two_mentions(row: int) -> InputError:
        kind = "a relation" if size[row] < 2 else f"the relation {quoted(relations.kind[row].as_py())}"
        return InputError(wanted=f"two mentions in {kind}", got=Description(size[row]))

    def in_place(member: int) -> InputError:
        stand_in = quoted(mentions.id[found[member]].as_py())
        return no_mention(hint=f"scoring uses {stand_in} of its cluster instead")(member)

    of_relation, of_member = partial(Check, relations.place), partial(Check, relations.place_of_member)
    names = f"the relations are {', '.join((COREFERENCE, *LINKS))}"
    unknown = row_error(relations.kind, says="relation {} is not known and not read", hint=names)
    alone = InputError(says="a cluster of one mention is not needed: a mention in no cluster is one")
    return [
        of_relation(~(coreference | link), unknown, reading="warning", validating="warning"),
        of_relation(coreference & (size < 2), alone, reading="warning", validating="warning"),
        of_relation(~coreference & (size < 2), two_mentions),
        of_relation(link & (size > 2), two_mentions),
        of_member(lost & scored & (found == MISSING), no_mention(hint="in scoring it is left out"), reading="warning"),
        of_member(lost & (found != MISSING), in_place, reading="warning"),
        of_member(lost & ~scored, no_mention(), reading=None),
    ]
