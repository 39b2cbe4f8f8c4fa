"""Brat annotations as nugget documents, and as the TBF that EvmEval's converter makes of them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, compare, score_extraction
from event_scoring.formats.brat import brat_document, events_from_brat, read_brat
from event_scoring.formats.tbf.token_tables import read_token_table
from event_scoring.formats.tbf.writing import tbf_text
from tests.formats.reading import read_tbf
from tests.golden_cases import golden
from tests.refusals.transcripts import inputs

BRAT_CASES = golden("brat_conversion.json")
TABLE = read_token_table(b"t1\tHe\t0\t2\nt2\tcarried\t3\t10\nt3\tout\t11\t14\n")
# A span is a set, so a token met by two segments is written once.
WRITTEN_OTHERWISE = {"token_two_segments_in_one_token"}


@pytest.mark.parametrize("case", BRAT_CASES, ids=lambda case: case["name"])
def test_published_conversions(case: dict[str, Any]) -> None:
    table = read_token_table(case["token_table"].encode()) if case["token_table"] else None
    unit = "token" if table else "char"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        document = brat_document(case["ann"].encode(), "doc1", table, text=True)
    assert len(caught) == len(case["warnings"])
    if case["tbf"] is None:
        # Differs from EvmEval's converter: a header line of the token table is skipped.
        assert case["name"] == "token_header_line_full"
        assert document["mentions"][0]["token_ids"] == [2]
        return
    if case["name"] not in WRITTEN_OTHERWISE:
        assert tbf_text([document], unit, run_id="brat_conversion") == case["tbf"]
    (expected,) = read_tbf(case["tbf"].encode(), unit)
    without_text = brat_document_quietly(case["ann"], table)
    for mention in expected["mentions"]:
        mention["token_ids"] = sorted(set(mention["token_ids"]))
    assert without_text == expected


def brat_document_quietly(ann: str, table: Any) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return brat_document(ann.encode(), "doc1", table)


def test_a_worked_annotation() -> None:
    ann = (
        "#1\tAnnotatorNotes E1\tsure?\n"
        "T1\tLife.Die 3 6;8 9\tdie d\n"
        "E1\tLife.Die:T1 Victim:T2\n"
        "T2\tPerson 20 22\tHe\n"
        "E2\tLife.Injure:T2\n"
        "A1\tRealis E1 Generic\n"
        "A2\tNegated E2\n"
        "A3\tRealis E2\n"
        "R1\tAfter Arg1:E2 Arg2:E1\t\n"
        "N1\tReference T2 Wikipedia:534366\tHe\n"
        "\n"
    )
    assert brat_document(ann.encode(), "d", text=True) == {
        "doc_id": "d",
        "mentions": [
            {"token_ids": [3, 4, 5, 8], "type": "Life.Die", "realis": "Generic", "id": "E1", "text": "die d"},
            {"token_ids": [20, 21], "type": "Life.Injure", "realis": "True", "id": "E2", "text": "He"},
        ],
        "links": [{"type": "After", "source": "E2", "target": "E1"}],
    }


@pytest.mark.parametrize(
    ("span", "tokens"),
    [("3 10", [2]), ("4 6", [2]), ("0 14", [1, 2, 3]), ("2 11", [2]), ("0 2;11 14", [1, 3]), ("0 2;3 12", [1, 2])],
)
def test_tokens_that_cover_a_segment_or_lie_in_it(span: str, tokens: list[int]) -> None:
    """A token that only crosses the border of a segment does not count."""
    document = brat_document(f"T1\tA {span}\tx\nE1\tA:T1\n".encode(), "d", TABLE)
    assert document["mentions"][0]["token_ids"] == tokens


EVENTS = "T1\tA 0 2\tx\nT2\tA 3 4\tx\nE1\tA:T1\nE2\tA:T2\nE3\tB:T1\n"
WARNINGS = {
    "R1\tCause Arg1:E1 Arg2:E2": "<input>:6: relation 'Cause' is not known; it is left out",
    "R1\tAfter Arg1:E1 Arg2:E9": "<input>:6: the relation names 'E9', which is not a mention; it is left out",
    "R1\tCoreference Arg1:E1 Arg2:E3": "<input>: 'E3' has the span of 'E1' and is coreferent with it; it is left out "
    "of "
    "the cluster",
    "A1\tRealis E1 Other\nA2\tRealis E1 Actual": "<input>:7: event 'E1' has several attributes Realis; the last one "
    "counts",
}


@pytest.mark.parametrize(("lines", "warning"), WARNINGS.items(), ids=range(len(WARNINGS)))
def test_what_is_left_out_brings_a_warning(lines: str, warning: str) -> None:
    with pytest.warns(UserWarning, match=f"^{re.escape(warning)}$") as caught:
        document = brat_document((EVENTS + lines).encode(), "d")
    assert len(caught) == 1
    assert len(document["mentions"]) == 3
    assert "clusters" not in document
    assert "links" not in document


def test_an_event_without_tokens_is_left_out() -> None:
    with pytest.warns(UserWarning, match="^<input>:2: no token lies in or around the event 'E1'; it is left out$"):
        assert brat_document(b"T1\tA 40 44\tx\nE1\tA:T1\n", "d", TABLE)["mentions"] == []


def test_many_long_events_do_not_fill_the_memory() -> None:
    ann = "T1\tA 0 100000\tx\n" + "".join(f"E{number}\tA:T1\n" for number in range(1, 1101))
    with pytest.raises(
        InputError, match=r"^<input>:\d+: the events of this file cover more than 25,000,000 characters$"
    ):
        brat_document(ann.encode(), "d", TABLE)


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"expected a folder of brat annotations \(\.ann\), got none; give a file in it"
    ):
        read_brat(tmp_path)
    for name in ("doc10", "doc9"):
        (tmp_path / f"{name}.ann").write_text("T1\tA 0 2\tHe\nE1\tA:T1\n", encoding="utf-8")
        (tmp_path / f"{name}.txt").write_text("He", encoding="utf-8")
    assert [document["doc_id"] for document in read_brat(tmp_path)] == ["doc9", "doc10"]
    tokens = {"doc9": TABLE, "doc10": TABLE}
    assert [document["mentions"][0]["token_ids"] for document in read_brat(tmp_path, tokens)] == [[1], [1]]
    with pytest.raises(InputError, match=r"doc10\.ann: expected a token table for document 'doc10', got none$"):
        read_brat(tmp_path, {"doc9": TABLE})


@given(
    st.lists(
        st.sampled_from([*EVENTS.split("\n"), *WARNINGS, *inputs("formats", "brat_document("), "\t", "E1", "\0"]),
        max_size=6,
    ),
    st.binary(max_size=9),
)
def test_any_annotation_is_read_or_refused(lines: list[str], noise: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for data in ("\n".join(lines).encode(), noise, EVENTS.encode() + noise):
            try:
                brat_document(data, "d")
            except InputError as error:
                assert str(error).startswith("<input>")


def test_every_golden_case_is_run() -> None:
    assert len(BRAT_CASES) == 8


def test_annotations_without_events_are_told(tmp_path: Path) -> None:
    """Triggers alone, marked as spans, would score 0 without a warning."""
    (tmp_path / "d.ann").write_text("T1\tDie 3 7\tdied\n", encoding="utf-8")
    with pytest.warns(
        UserWarning, match="no event .a line such as E1<TAB>Life.Die:T1., and text bound annotations alone"
    ):
        assert read_brat(tmp_path) == [{"doc_id": "d", "mentions": []}]
    (tmp_path / "d.txt").write_text("He died", encoding="utf-8")
    with pytest.warns(UserWarning, match="no event .*, and text bound annotations alone are no events"):
        assert events_from_brat(tmp_path) == [{"doc_id": "d", "tokens": ["He", "died"], "events": []}]


def write_annotation(folder: Path, lines: str, text: str = "Eva Lund, who resigned, was fired.\n") -> None:
    folder.mkdir(exist_ok=True)
    (folder / "d.txt").write_text(text, encoding="utf-8")
    (folder / "d.ann").write_text(lines, encoding="utf-8")


ANNA = """T1\tLeave 14 22\tresigned
T2\tPerson 0 8\tEva Lund
T3\tFire 24 27;28 33\twas fired
E2\tFire:T3 Person:T2 Cause:E1
E1\tLeave:T1 Person:T2
"""


def test_events_with_arguments(tmp_path: Path) -> None:
    write_annotation(tmp_path / "anna", ANNA)
    (document,) = events_from_brat(tmp_path / "anna")
    assert document == {
        "doc_id": "d",
        "tokens": ["Eva", "Lund", ",", "who", "resigned", ",", "was", "fired", "."],
        "events": [
            {"trigger": {"span": [4, 5]}, "type": "Leave", "arguments": [{"span": [0, 2], "role": "Person"}]},
            {
                "trigger": {"span": [6, 8]},
                "type": "Fire",
                "arguments": [{"span": [0, 2], "role": "Person"}, {"span": [4, 5], "role": "Cause"}],
            },
        ],
    }
    write_annotation(tmp_path / "ben", ANNA.replace(" Cause:E1", "").replace("24 27;28 33\twas fired", "28 33\tfired"))
    scores = [
        score_extraction(tmp_path / one, tmp_path / other, convention="textee")
        for one, other in (("anna", "ben"), ("ben", "anna"))
    ]
    for key, f1 in (("trigger_classification_f1", 1 / 2), ("argument_attached_classification_f1", 2 / 5)):
        assert [score[key] for score in scores] == pytest.approx([f1, f1])
    table = compare({"ben": tmp_path / "ben"}, tmp_path / "anna", task="extraction", resamples=20)
    assert "ben" in str(table)


def test_tokens_that_an_annotation_only_touches_belong_to_it(tmp_path: Path) -> None:
    write_annotation(tmp_path, "T1\tPerson 1 8\tva Lund\nT2\tLeave 14 16\tre\nE1\tLeave:T2 Person:T1\n")
    (document,) = events_from_brat(tmp_path)
    (event,) = document["events"]
    assert (event["trigger"]["span"], event["arguments"][0]["span"]) == ([4, 5], [0, 2])


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("E1\tLeave:T9\n", 'd.ann:1: the event names "T9", which no text bound annotation has'),
        ("T1\tLeave 13 14\t \nE1\tLeave:T1\n", 'd.ann:2: the event names "T1", in which no token lies'),
    ],
)
def test_events_that_stand_nowhere(tmp_path: Path, lines: str, message: str) -> None:
    write_annotation(tmp_path, lines)
    with pytest.raises(InputError, match=re.escape(message).replace('"', ".")):
        events_from_brat(tmp_path)
    (tmp_path / "d.txt").unlink()
    with pytest.raises(InputError, match="expected the text of document 'd'"):
        events_from_brat(tmp_path)
    with pytest.raises(InputError, match="got none$"):  # the folder does not exist, so it has no files
        events_from_brat(tmp_path / "nobody")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"Eva \xff", "d.txt:1: expected UTF-8 text, got the byte 0xff"),
        (b"Eva\nLund \0", "d.txt:2: expected UTF-8 text, got a NUL"),
    ],
)
def test_texts_are_read_as_other_files_are(tmp_path: Path, text: bytes, message: str) -> None:
    write_annotation(tmp_path, ANNA)
    (tmp_path / "d.txt").write_bytes(text)
    with pytest.raises(InputError, match=re.escape(message)):
        events_from_brat(tmp_path)


def test_numbers_that_brat_gives_to_arguments_of_one_role_are_no_part_of_it(tmp_path: Path) -> None:
    write_annotation(
        tmp_path / "anna", "T1\tLeave 14 22\tresigned\nT2\tP 0 3\tEva\nT3\tP 4 8\tLund\nE1\tLeave:T1 Who:T2 Who2:T3\n"
    )
    ann = (tmp_path / "anna" / "d.ann").read_text()
    write_annotation(tmp_path / "ben", ann.replace("Who:T2 Who2:T3", "Who:T3 Who2:T2"))
    result = score_extraction(tmp_path / "ben", tmp_path / "anna", convention="textee")
    assert result["argument_attached_classification_f1"] == 1


TEXT = "Eva Lund, who resigned, was fired.\n"
ODD_LINES = {
    "T4\tFire 28 33\tresigned": "d.ann:6: the words are 'resigned', and the text has 'fired' at 28 33; the offsets are "
    "read",
    "<annotation>": "d.ann:6: '<annotation>' is not a line of brat; it is not read",
    "A1\tRealis E7 Actual": "d.ann:6: the attribute Realis names 'E7', which is not an event; it is left out",
    "A1\tRealis E1 Actul": "d.ann:6: the realis is 'Actul'; did you mean \"Actual\"?",
}


@pytest.mark.parametrize(("line", "warning"), ODD_LINES.items(), ids=range(len(ODD_LINES)))
@pytest.mark.parametrize("read_folder", [read_brat, events_from_brat])
def test_what_is_odd_in_an_annotation_brings_one_warning(
    read_folder: Callable[..., list[dict[str, Any]]], line: str, warning: str, tmp_path: Path
) -> None:
    write_annotation(tmp_path, f"{ANNA}{line}\n", TEXT)
    with pytest.warns(UserWarning, match=re.escape(warning)) as caught:
        (document,) = read_folder(tmp_path)
    assert len(caught) == 1
    assert len(document.get("events") or document["mentions"]) == 2


@pytest.mark.parametrize("read_folder", [read_brat, events_from_brat])
def test_spans_behind_the_text_are_refused(read_folder: Callable[..., list[dict[str, Any]]], tmp_path: Path) -> None:
    write_annotation(tmp_path, f"{ANNA}T4\tFire 28 36\tfired\n", TEXT)
    with pytest.raises(InputError, match="d.ann:6: the span '28 36' ends behind the text, which has 35 characters"):
        read_folder(tmp_path)


def test_words_over_two_lines_or_pieces_are_those_of_the_text(tmp_path: Path) -> None:
    """Brat writes a space for a line break, and between the pieces of a span."""
    write_annotation(tmp_path, "T1\tLeave 0 3;4 8\tEva Lund\nE1\tLeave:T1\n#1\tNote E1\tlook\n", "Eva\nLund left.\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (document,) = read_brat(tmp_path)
    assert document["mentions"][0]["token_ids"] == [0, 1, 2, 4, 5, 6, 7]


def test_a_folder_gives_one_warning_of_each_kind(tmp_path: Path) -> None:
    """LitBank's relations of coreference name text bound annotations, thousands of them."""
    for number in range(20):
        (tmp_path / f"{number}.ann").write_text("T1\tPER 0 2\tHe\nE1\tDie:T1\nR1\tCoref Arg1:T1 Arg2:T1\n")
    expected = r"0\.ann:3: the relation names 'T1', which is not a mention; it is left out \(and 19 more like it\)"
    with pytest.warns(UserWarning, match=expected) as caught:
        read_brat(tmp_path)
    assert len(caught) == 1


@pytest.mark.parametrize("read_folder", [read_brat, events_from_brat])
def test_a_byte_order_mark_is_a_character_of_the_text(
    read_folder: Callable[..., list[dict[str, Any]]], tmp_path: Path
) -> None:
    """Brat decodes it as one, so that its offsets count it."""
    write_annotation(tmp_path, "T1\tLeave 15 23\tresigned\nE1\tLeave:T1\n", f"\ufeff{TEXT}")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (document,) = read_folder(tmp_path)
    if "events" in document:
        start, end = document["events"][0]["trigger"]["span"]
        assert document["tokens"][start:end] == ["resigned"]


@pytest.mark.parametrize("read_folder", [read_brat, events_from_brat])
def test_annotations_in_deeper_folders_are_not_left_out_in_silence(
    read_folder: Callable[..., list[dict[str, Any]]], tmp_path: Path
) -> None:
    for folder in (tmp_path, tmp_path / "part2"):
        write_annotation(folder, ANNA)
    with pytest.warns(UserWarning, match="1 file in folders of this folder left out, such as .*part2.d.ann"):
        assert len(read_folder(tmp_path)) == 1


def test_relations_of_events_are_no_arguments_and_are_told_of(tmp_path: Path) -> None:
    others = "R1\tCoreference Arg1:E1 Arg2:E2\nR2\tKnows Arg1:T2 Arg2:T2\n"
    write_annotation(tmp_path, f"{ANNA}{others}R3\tPlace Arg1:E1 Arg2:T2\n")
    expected = "d.ann:8: the relation 'Place' of an event is no argument; arguments stand in the line of their event"
    with pytest.warns(UserWarning, match=expected) as caught:
        events_from_brat(tmp_path)
    assert len(caught) == 1
