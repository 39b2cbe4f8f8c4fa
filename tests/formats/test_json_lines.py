"""JSON Lines: round trips, and a message with file and line for everything else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError
from event_scoring.documents.sides import documents_of
from event_scoring.formats import json_lines, text_lines
from event_scoring.formats.json_lines import plain_json_lines, read_json, read_json_lines, scan_json, write_json_lines
from event_scoring.nuggets.documents import NUGGET_DOCUMENT
from tests.formats.reading import validate_documents
from tests.generated import examples
from tests.refusals.transcripts import inputs

GOOD = '{"doc_id": "d", "mentions": [{"token_ids": [3], "type": "Life.Die"}]}'
OTHER = GOOD.replace('"d"', '"e"')


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"{GOOD}\n{OTHER}\n", [1, 2]),
        (f"\ufeff{GOOD}\r\n\r\n {OTHER} ", [1, 3]),
        (f"[{GOOD},\n\n {OTHER}\n]\n", [1, 3]),
        (f"\n[\n{GOOD}, {OTHER}]", [3, 3]),
    ],
)
def test_lines_and_one_array_read_alike(text: str, lines: list[int]) -> None:
    assert read_json(text.encode()).lines == lines
    documents = read_json_lines(text.encode(), NUGGET_DOCUMENT)
    assert documents == documents_of(NUGGET_DOCUMENT, [json.loads(GOOD), json.loads(OTHER)], "documents")


def test_a_line_may_be_a_bare_list_of_mentions() -> None:
    mentions = json.dumps(json.loads(GOOD)["mentions"])
    documents = read_json_lines(f"{mentions}\n{mentions}\n[]\n".encode(), NUGGET_DOCUMENT)
    assert [len(document.mentions) for document in documents] == [1, 1, 0]


@pytest.mark.parametrize("text", ["", "\n \n", "[]", " [ ]\n"])
def test_a_file_without_documents_is_empty(text: str) -> None:
    assert len(read_json_lines(text.encode(), NUGGET_DOCUMENT)) == 0


def test_validation_names_the_line_of_what_is_no_document() -> None:
    for text in inputs("formats", "read_json_lines("):
        findings = validate_documents(f"{GOOD}\n{text}".encode(), NUGGET_DOCUMENT)
        assert [(finding.line, finding.level) for finding in findings] == [(2, "error")]


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.one_of(st.sampled_from(["mentions", "token_ids", "type"]), st.text(max_size=5)), inner, max_size=3
        ),
    ),
    max_leaves=8,
)


@examples(200)
@given(st.lists(json_values, max_size=3), st.binary(max_size=20))
def test_any_json_and_any_bytes_are_read_or_refused(values: list[Any], noise: bytes) -> None:
    for data in (
        "\n".join(map(json.dumps, values)).encode(),
        json.dumps(values).encode(),
        noise,
        GOOD.encode() + noise,
    ):
        try:
            read_json_lines(data, NUGGET_DOCUMENT)
        except InputError as error:
            assert str(error).startswith("<input>:")


texts = st.text(st.characters(codec="utf-8"), max_size=6)
mentions = st.lists(
    st.fixed_dictionaries(
        {"token_ids": st.lists(st.integers(-(2**63), 2**63 - 1), max_size=3), "type": texts},
        optional={"realis": texts, "id": texts, "score": st.floats(allow_nan=False, allow_infinity=False)},
    ),
    max_size=3,
)
nugget_documents = st.fixed_dictionaries(
    {"mentions": mentions}, optional={"doc_id": texts, "clusters": st.lists(st.lists(texts, max_size=2), max_size=2)}
)


@given(st.lists(nugget_documents, min_size=1, max_size=3))
def test_what_was_written_is_read(tmp_path_factory: pytest.TempPathFactory, documents: list[dict[str, Any]]) -> None:
    path = tmp_path_factory.mktemp("json") / "run.jsonl"
    write_json_lines(documents, path)
    assert read_json(path).documents == documents
    typed = documents_of(NUGGET_DOCUMENT, documents, "documents")
    assert read_json_lines(path, NUGGET_DOCUMENT) == typed
    write_json_lines(typed.as_dicts(), path)
    assert read_json(path).documents == documents


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, "\ud800"])
def test_what_json_cannot_hold_is_not_written(value: object, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^documents\[1\]: expected a document that JSON can hold: "):
        write_json_lines([{"mentions": []}, {"mentions": value}], tmp_path / "run.jsonl")
    assert not list(tmp_path.iterdir())


def test_validation_lists_every_document() -> None:
    text = f'{GOOD}\n{{"mentions": 3}}\n{{oops\n{OTHER}\n{GOOD}\n'
    assert [str(finding) for finding in validate_documents(text.encode(), NUGGET_DOCUMENT)] == [
        '<input>:2: error: document["mentions"]: expected a list, got 3 (int)',
        "<input>:3: error: expected JSON: Expecting property name enclosed in double quotes (column 2)",
        "<input>:5: warning: document 'd' is given again after line 1; only the last one counts",
    ]
    assert validate_documents(GOOD.encode(), NUGGET_DOCUMENT) == []
    (finding,) = validate_documents(b"\n\xff", NUGGET_DOCUMENT)
    assert str(finding).startswith("<input>:2: error: expected UTF-8 text, got the byte 0xff; of Latin-1 text, iconv ")


@pytest.mark.parametrize("text", ["", "[]", "\n"])
def test_a_file_without_documents_is_a_warning_of_validation(text: str) -> None:
    findings = validate_documents(text.encode(), NUGGET_DOCUMENT)
    assert [(finding.message, finding.level) for finding in findings] == [("the file holds no document", "warning")]


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.jsonl"
    path.write_text(GOOD, encoding="utf-8")
    monkeypatch.setattr(text_lines, "LARGEST_FILE", len(GOOD))
    assert read_json(path).documents == [json.loads(GOOD)]
    path.write_text(f"{GOOD}\n", encoding="utf-8")
    message = r"large\.jsonl: expected a file of at most 69 bytes; .* event-score dataset .*score_dataset"
    with pytest.raises(InputError, match=message):
        read_json(path)


WRAPPED = [
    (json.dumps({"version": 1, "data": [json.loads(GOOD)]}), "'data'"),
    (json.dumps({"documents": [json.loads(GOOD), json.loads(OTHER)]}, indent=2), "'documents'"),
    (json.dumps({"train": [json.loads(GOOD)], "test": [json.loads(OTHER)]}), "'train', 'test'"),
    (json.dumps([{"data": [json.loads(GOOD)]}]), "'data'"),
]


@pytest.mark.parametrize(("text", "keys"), WRAPPED, ids=[keys for _, keys in WRAPPED])
def test_documents_in_a_list_of_an_object_are_told_with_its_key(text: str, keys: str) -> None:
    message = f"expected documents, one a line or all as one array, got an object that has them under {keys}; write only this list"
    with pytest.raises(InputError, match=message):
        read_json(text.encode())
    assert [finding.message.startswith(message) for finding in validate_documents(text.encode(), NUGGET_DOCUMENT)] == [
        True
    ]


SPREAD = json.dumps(json.loads(GOOD), indent=1)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (SPREAD, [1]),
        (f"\n{GOOD[:-1]}\n}}\n{OTHER}", [2, 4]),
        (f"{SPREAD}\n\n{SPREAD}", [1, len(SPREAD.split("\n")) + 2]),
        (f"{OTHER}\n{SPREAD}\n{OTHER}", [1, 2, len(SPREAD.split("\n")) + 2]),
        (f"{GOOD}{OTHER}\n{OTHER}", [1, 1, 2]),
        (f"{SPREAD}{SPREAD}", [1, len(SPREAD.split("\n"))]),
    ],
)
def test_values_may_go_over_several_lines_and_stand_one_behind_the_other(text: str, lines: list[int]) -> None:
    found = read_json(text.encode())
    assert found.lines == lines
    assert all(document in (json.loads(GOOD), json.loads(OTHER)) for document in found.documents)


@pytest.mark.parametrize(
    ("text", "line", "good"),
    [
        (f"{SPREAD[:-1]}\n{OTHER}", len(SPREAD.split("\n")) + 1, 1),
        (f"{GOOD}\n{SPREAD},\n{OTHER}", len(SPREAD.split("\n")) + 1, 3),
    ],
)
def test_a_broken_value_over_several_lines_is_told_where_it_breaks(text: str, line: int, good: int) -> None:
    found, findings = scan_json(text.encode())
    assert [finding.line for finding in findings] == [line]
    assert len(found.documents) == good


@pytest.mark.parametrize("part", ['{"a":\n', "[\n", '{"a":1,\n', '{"a":1,\n"b"\n', "[\n],\n"])
def test_many_broken_values_take_bounded_attempts(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    values = json_lines._values

    def counted(*given: Any) -> Any:
        nonlocal calls
        calls += 1
        return values(*given)

    monkeypatch.setattr(json_lines, "_values", counted)
    scan_json((part * 2000).encode())
    assert calls <= json_lines.MAX_BROKEN_VALUES


def test_a_broken_first_line_of_several_is_what_it_is() -> None:
    with pytest.raises(InputError) as caught:
        read_json(f"{GOOD[:-1]}\n{OTHER}".encode())
    assert (
        str(caught.value)
        == f"<input>:1: expected JSON: Expecting ',' delimiter (column {len(GOOD)}); the text ends before its document does"
    )


def test_a_line_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("event_scoring.formats.json_lines.MAX_JSON", len(GOOD))
    assert len(read_json(f"{GOOD}\n{GOOD}".encode()).documents) == 2
    with pytest.raises(InputError, match=f"^<input>:2: expected a line of at most {len(GOOD)} characters, got "):
        read_json(f"{GOOD}\n{GOOD} {GOOD}".encode())


LINES = [
    '{"doc_id": "d", "mentions": []}',
    '{"mentions": [{"token_ids": [1, 2], "type": "Die", "score": 1}]}',
    '{"mentions": [{"token_ids": [-0], "type": "D\\u00e9\\ud83d\\ude00", "score": 0.25e1, "id": "a"}], "clusters": [["a"]]}',
    '\t{"mentions": null}  \r',
    '{"doc\\u005fid": "e", "mentions": [{"token_ids": [1], "type": "\\u0000"}]}',
    "",
    " \r",
]
ODD_VALUES = [
    *(
        "NaN",
        "Infinity",
        "1.0",
        "1e2",
        "1e400",
        "9223372036854775808",
        "01",
        "-",
        "true",
        "null",
        '"x"',
        "[]",
        "{}",
        "'x'",
    ),
    *('"\\ud800"', '"\\udc00a"', '"\ufeff"', '"\\x"', '"\t"', "[1,]", '{"a": 1, "a": 2}', "[[1]]", "//x", "1 2"),
]


def lines_of_json() -> st.SearchStrategy[str]:
    """Good lines, lines with a value or key that is wrong, two values on a line, and a value over two lines."""
    spoilt = st.tuples(
        st.sampled_from(LINES), st.sampled_from(['"Die"', "[1, 2]", '"d"', "[]", "1"]), st.sampled_from(ODD_VALUES)
    )
    keys = st.tuples(
        st.sampled_from(LINES), st.sampled_from(['"doc_id"', '"type"', '"id"']), st.sampled_from(['"type"', '"x"'])
    )
    one = st.one_of(
        st.sampled_from(LINES),
        st.one_of(spoilt, keys).map(lambda parts: parts[0].replace(parts[1], parts[2])),
        st.sampled_from(LINES).map(lambda line: line + " " + line),
        st.sampled_from(LINES).map(lambda line: line.replace(", ", ",\n", 1)),
        st.sampled_from(LINES).map(lambda line: line[:-1]),
    )
    return st.lists(one, max_size=4).map("\n".join)


@examples(500)
@given(lines_of_json(), st.booleans())
def test_the_quick_decoder_reads_what_the_careful_decoder_reads(text: str, ends: bool) -> None:
    """It may leave a file to the decoder, and never takes one that the decoder refuses or reads otherwise."""
    data = (text + "\n" * ends).encode()
    found = plain_json_lines(data, NUGGET_DOCUMENT)
    if found is not None:
        assert found == read_json(data).checked(NUGGET_DOCUMENT)


def test_the_quick_decoder_reads_plain_files() -> None:
    plain = "\n".join(LINES[:3]).encode()
    found = plain_json_lines(plain, NUGGET_DOCUMENT)
    assert found is not None
    assert found == read_json(plain).checked(NUGGET_DOCUMENT)
