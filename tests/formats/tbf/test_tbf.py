"""TBF files: the published numbers through the reader, what is tolerated, what is refused."""

from __future__ import annotations

import re
import warnings
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, score_nuggets
from event_scoring.documents.sides import documents_in
from event_scoring.formats.document_matching import pair_documents
from event_scoring.formats.tbf.tbf_reading import read_tbf_columns
from event_scoring.formats.tbf.token_tables import TokenNumbers, read_token_table
from event_scoring.formats.tbf.validation import validate_tbf
from event_scoring.nuggets.documents import NUGGET_DOCUMENT
from tests.formats.reading import read_tbf
from tests.generated import examples
from tests.golden_cases import paired_documents
from tests.nuggets.test_golden import KBP_CASES, PILOT_CASES, check_kbp, kbp_options
from tests.oracles import tbf_oracle
from tests.refusals.files import BEGIN, END, LINE, ONE, TWO
from tests.refusals.transcripts import inputs

REFUSED = inputs("formats", "read_tbf(")


def sides_of(case: dict[str, Any], unit: str) -> tuple[Any, Any]:
    """Both sides of a golden case from its TBF text, as the command line pairs them."""
    numbers = TokenNumbers()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        system, references = (
            documents_in(NUGGET_DOCUMENT, read_tbf_columns(case[side].encode(), unit, numbers=numbers))
            for side in ("system_tbf", "gold_tbf")
        )
    paired_system, paired_references, _ = pair_documents(system, references, NUGGET_DOCUMENT)
    return paired_system, paired_references


@pytest.mark.parametrize("case", KBP_CASES, ids=lambda case: case["id"])
def test_tac_kbp_numbers_through_the_reader(case: dict[str, Any]) -> None:
    system, references = sides_of(case, case["mode"])
    if wanted := case["options"].get("single_doc"):
        row = references.ids.index(wanted)
        system, references = system[row : row + 1], references[row : row + 1]
    result = score_nuggets(
        system, references, protocol="evmeval-1.8", zero_division="nan", details=True, **kbp_options(case)
    )
    check_kbp(case, result)


@pytest.mark.parametrize("protocol", ["pilot", "paper"])
@pytest.mark.parametrize("case", PILOT_CASES, ids=lambda case: case["id"])
def test_pilot_numbers_through_the_reader(case: dict[str, Any], protocol: str) -> None:
    system, references = sides_of(case, "token")
    from_json = paired_documents(case)
    by_id = dict(zip((document["doc_id"] for document in from_json[1]), zip(*from_json, strict=True), strict=True))
    order = references.ids
    assert sorted(order) == sorted(by_id)
    plain = [[by_id[doc_id][side] for doc_id in order] for side in (0, 1)]
    result = score_nuggets(system, references, protocol=protocol, details=True)
    expected = score_nuggets(*plain, protocol=protocol, details=True)
    for scores in (result, expected):
        del scores["signature"]  # the fingerprint of the references covers the numbers of their tokens
    assert result == expected


def test_a_worked_file() -> None:
    text = (
        "# made by hand\r\n"
        "#BeginOfDocument  doc 1 \r\n"
        "run\tdoc 1\tE1\tt2,t3\tset off\tMovement.Transport\tActual\t0.9\r\n"
        "\r\n"
        "run\tdoc 1\tE2\tt7\tleft\tMovement.Transport\t Generic\r\n"
        "@Coreference\tC1\tE1,E2\r\n"
        "@After\tR1\tE1,E2\r\n"
        "#EndOfDocument\r\n"
        "#BeginOfDocument doc_2\r\n"
        "#EndOfDocument"
    )
    assert read_tbf(text.encode(), "token") == [
        {
            "doc_id": "doc 1",
            "mentions": [
                {"token_ids": [2, 3], "type": "Movement.Transport", "realis": "Actual", "id": "E1"},
                {"token_ids": [7], "type": "Movement.Transport", "realis": " Generic", "id": "E2"},
            ],
            "clusters": [["E1", "E2"]],
            "links": [{"type": "After", "source": "E1", "target": "E2"}],
        },
        {"doc_id": "doc_2", "mentions": []},
    ]


def test_character_segments_are_half_open_and_a_set() -> None:
    """Differs from EvmEval 1.8: characters that two segments share count once."""
    text = BEGIN + LINE.format(id="E1", span="0,5;3,8") + LINE.format(id="E2", span=" +4, 6 ") + END
    with pytest.warns(UserWarning, match="overlap"), pytest.warns(UserWarning, match="a plus"):
        mentions = read_tbf(text.encode())[0]["mentions"]
    assert mentions[0]["token_ids"] == [0, 1, 2, 3, 4, 3, 4, 5, 6, 7]
    assert mentions[1]["token_ids"] == [4, 5]
    merged = BEGIN + LINE.format(id="E1", span="0,8") + END
    overlapping = BEGIN + LINE.format(id="E1", span="0,5;3,8") + END
    with pytest.warns(UserWarning, match="overlap"):
        system = read_tbf(overlapping.encode())
    assert score_nuggets(system, read_tbf(merged.encode()))["span_f1"] == 1.0


TOLERATED = {
    BEGIN + ONE + END + BEGIN + TWO + END: "<input>:4: document 'd' is given again; only the last one counts",
    BEGIN + ONE + ONE + END: "<input>:3: mention id 'E1' occurs twice in its document; both mentions are scored",
    BEGIN + ONE + "@Foo\tR\tE1,E1\n" + END: "<input>:3: relation 'Foo' is not known and not read; the relations are "
    "Coreference, After, Subevent",
    BEGIN + ONE + "@Coreference\tC\tE1\n" + END: "<input>:3: a cluster of one mention is not needed: a mention in no "
    "cluster is one",
    BEGIN + ONE + "@After\tR\tE1,E9\n" + END: "<input>:3: no mention of the document has the id 'E9'; in scoring it is "
    "left out",
    BEGIN + ONE + "@Coreference\tC\tE8,E9\n" + END: "<input>:3: no mention of the document has the id 'E8'; in scoring "
    "it is left out (and 1 more like it)",
    BEGIN
    + LINE.format(id="E1", span="5,5")
    + END: "<input>:2: a segment of the span '5,5' covers no character: it does not end after its begin; "
    "a segment is begin,end and not begin,length",
    BEGIN + LINE.format(id="E1", span="3,8,99") + END: "<input>:2: more than two numbers in a segment of the span "
    "'3,8,99'; only the first two are read",
    BEGIN + LINE.format(id="E1", span="-2,4") + END: "<input>:2: the span '-2,4' begins before the text",
    BEGIN
    + LINE.format(id="E1", span="+0,+4")
    + END: "<input>:2: the span '+0,+4' has a plus; offsets are written without a sign",
    BEGIN
    + ONE.replace("\td\t", "\te\t")
    + END: "<input>:2: the mention names the document 'e' but is in 'd'; it is read there",
    BEGIN + ONE.replace("Actual", "Actul") + END: "<input>:2: the realis is 'Actul'; did you mean \"Actual\"?",
    BEGIN
    + ONE.replace("\n", "\tActual\n")
    + END: "<input>:2: a field 'Actual' behind the realis; is a tab in the text? it is not read",
    "# nothing\n": "<input>:1: the file holds no document (no #BeginOfDocument line)",
    "": "<input>:1: the file holds no document (no #BeginOfDocument line)",
}


@pytest.mark.parametrize(("text", "warning"), TOLERATED.items(), ids=range(len(TOLERATED)))
def test_flaws_are_read_with_a_warning(text: str, warning: str) -> None:
    with pytest.warns(UserWarning, match=f"^{re.escape(warning)}$") as caught:
        read_tbf(text.encode())
    assert len(caught) == 1


def test_members_that_do_not_exist_are_dropped() -> None:
    relations = "@Coreference\tC1\tE1,E9,E2,E1\n@After\tR1\tE1,E9\n@Subevent\tR2\tE2,E1\n@Coreference\tC2\tE8,E7\n"
    with pytest.warns(UserWarning, match="'E9'"):
        (document,) = read_tbf((BEGIN + ONE + TWO + relations + END).encode())
    assert document["clusters"] == [["E1", "E2"]]
    assert document["links"] == [{"type": "Subevent", "source": "E2", "target": "E1"}]


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_what_would_be_lost_is_refused(text: str) -> None:
    """Differs from EvmEval 1.8: it loses documents without an end, and pours stray lines into the next one."""
    with pytest.raises(InputError):
        read_tbf(text.encode())


def test_many_long_spans_do_not_fill_the_memory() -> None:
    text = BEGIN + LINE.format(id="E1", span="0,100000") * 300 + END
    message = "^<input>:252: the spans of this file cover more than 25,000,000 characters up to '0,100000'"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(InputError, match=message):
            read_tbf_columns(text.encode(), numbers=TokenNumbers())


def test_an_id_with_t_beside_one_without_is_refused_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "odd.tbf"
    path.write_text(BEGIN + LINE.format(id="E1", span="t1,1") + END)
    with pytest.raises(InputError, match=r"odd\.tbf: the token ids 't1' and '1' are the same number"):
        read_tbf(path, "token")


def test_tokens_that_the_table_lacks_bring_a_warning() -> None:
    text = BEGIN + LINE.format(id="E1", span="t1,t9,t8") + LINE.format(id="E2", span="t1") + END
    tables = {"d": read_token_table(b"t1\tHe\t0\t2\n")}
    with pytest.warns(UserWarning, match=r"^<input>:2: expected tokens of the table of document 'd', got 't9', 't8'$"):
        read_tbf(text.encode(), "token", tokens=tables)
    with pytest.warns(UserWarning, match=r"^<input>:2: expected a token table for document 'd', got none$"):
        read_tbf(text.encode(), "token", tokens={})


def test_a_megabyte_of_random_bytes() -> None:
    noise = np.random.default_rng(0).integers(0, 256, 2**20, dtype=np.uint8).tobytes()
    with pytest.raises(InputError, match="^<input>:1: expected UTF-8 text, got "):
        read_tbf(noise)
    printable = bytes(32 + byte % 95 if byte > 20 else 10 for byte in noise)
    with pytest.raises(InputError, match="^<input>:[0-9]+: "):
        read_tbf(printable)


words = st.sampled_from(
    ["A", "b", "", " ", "t11", "t12", "E1", "E2", "E3", "0,3", "2,5;7,9", "t11,t12", "E1,E2", "5,4", "7"]
)
spans = st.sampled_from(["0,3", "2,5;7,9", "t11", "t11,t12", "t19, t11", "", "5,4", "1,2,3"])
ids = st.sampled_from(["E1", "E2", "E3", "E4"])
mention_lines = st.builds("r\td\t{}\t{}\tx\t{}\t{}".format, ids, spans, words, st.sampled_from(["Actual", "Other\t1"]))
relation_lines = st.builds(
    "@{}\tR\t{}".format,
    st.sampled_from(["Coreference", "Coreference", "After", "Subevent", "Foo"]),
    st.lists(ids, min_size=1, max_size=3).map(",".join),
)
junk_lines = st.one_of(st.just("# c"), st.just(""), st.lists(words, max_size=8).map("\t".join), st.text(max_size=9))
blocks = st.builds(
    lambda name, lines, begin, end: [*([f"#BeginOfDocument {name}"] * begin), *lines, *(["#EndOfDocument"] * end)],
    st.sampled_from(["a", "b", "c", "d e"]),
    st.lists(st.one_of(mention_lines, mention_lines, relation_lines, relation_lines), max_size=5),
    st.sampled_from([1] * 15 + [0]),
    st.sampled_from([1] * 15 + [0]),
)
files = st.builds(
    lambda parts, junk, at: "\n".join([*[*chain(*parts)][:at], *junk, *[*chain(*parts)][at:]]),
    st.lists(blocks, max_size=3),
    st.lists(junk_lines, max_size=1),
    st.integers(0, 10),
)


@examples(300)
@given(files, st.sampled_from(["char", "token"]))
def test_files_read_as_line_by_line(text: str, unit: str) -> None:
    data = text.encode()
    numbers = TokenNumbers()
    if "\0" in text:
        expected, errors = [], [1 + text[: text.index("\0")].count("\n")]
    else:
        expected, errors = tbf_oracle.read(text, unit, numbers)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if errors:
            with pytest.raises(InputError, match=f"^<input>:{min(errors)}: "):
                read_tbf(data, unit, numbers=numbers)
        else:
            assert read_tbf(data, unit, numbers=numbers) == expected


@examples(200)
@given(st.binary(max_size=200), st.sampled_from(["char", "token"]))
def test_any_bytes_are_read_or_refused(noise: bytes, unit: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for data in (noise, BEGIN.encode() + noise + END.encode()):
            try:
                read_tbf(data, unit)
            except InputError as error:
                assert str(error).startswith("<input>:")


@pytest.mark.parametrize("number", [2, 6])
def test_inclusive_ends_are_warned_about(tmp_path: Path, number: int) -> None:
    """The text of a mention says how long its span is; ends that count the last character scored 0.65 in silence."""
    rows = [(start, f"word{'x' * start}") for start in range(number)]

    def tbf(end: int) -> bytes:
        lines = [
            f"s\td\tE{start}\t{10 * start},{10 * start + len(text) + end}\t{text}\tConflict_Attack\tActual"
            for start, text in rows
        ]
        return "\n".join(["#BeginOfDocument d", *lines, "#EndOfDocument", ""]).encode()

    said = f"the text of {number} of {number} mentions is one character longer than the span; TBF's ends are behind"
    with pytest.warns(UserWarning, match=said):
        read_tbf(tbf(-1))
    assert [finding.level for finding in validate_tbf(tbf(-1)) if said in str(finding.error)] == ["warning"]
    read_tbf(tbf(0))
