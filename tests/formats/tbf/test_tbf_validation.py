"""Validation: the published verdicts, and a line and a sentence for every problem."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError
from event_scoring.formats.tbf.token_tables import TokenNumbers, read_token_table
from event_scoring.formats.tbf.validation import read_type_list, read_word_counts, validate_tbf
from tests.formats.reading import read_tbf
from tests.formats.tbf.test_tbf import TOLERATED, files
from tests.generated import examples
from tests.golden_cases import golden
from tests.refusals.files import BEGIN, END, LINE, ONE, TWO
from tests.refusals.transcripts import inputs

VALIDATOR_CASES = golden("tbf_validator.json")
THREE = LINE.format(id="E3", span="9,12")
NOT_A_PROBLEM = ("[WARNING] Word count file not provided", "[WARNING] Will not validate mention type")


def published_verdict(case: dict[str, Any]) -> str:
    if case["validator"]["exit"]:
        return "error"
    log = [line for line in case["validator"]["log"] if not line.startswith(NOT_A_PROBLEM)]
    return "warning" if any(line.startswith("[WARNING]") for line in log) else "fine"


@pytest.mark.parametrize("case", VALIDATOR_CASES, ids=lambda case: case["name"])
def test_published_verdicts(case: dict[str, Any]) -> None:
    table, counts, types = (case.get(key) for key in ("token_table", "word_count_file", "type_file"))
    findings = validate_tbf(
        case["tbf"].encode(),
        "char" if case["mode"] == "head_char" else "token",
        tokens=None if table is None else {"example": read_token_table(table.encode())},
        word_counts=None if counts is None else read_word_counts(counts.encode()),
        types=None if types is None else read_type_list(types.encode()),
    )
    levels = {finding.level for finding in findings}
    assert ("error" if "error" in levels else "warning" if levels else "fine") == published_verdict(case)


def test_every_golden_case_is_run() -> None:
    assert {case["mode"] for case in VALIDATOR_CASES} == {"head_char", "token_ef01772"}
    assert {published_verdict(case) for case in VALIDATOR_CASES} == {"error", "warning", "fine"}


def listed(text: str, **options: Any) -> list[str]:
    return [str(finding).removeprefix("<input>:") for finding in validate_tbf(text.encode(), **options)]


def in_e(text: str) -> str:
    """A document d as a document e."""
    return text.replace(BEGIN, BEGIN.replace(" d", " e")).replace("\td\t", "\te\t")


def test_a_clean_file_has_no_findings() -> None:
    relations = "@Coreference\tC\tE1,E2\n@After\tR\tE1,E3\n@Subevent\tR\tE3,E4\n"
    four = LINE.format(id="E4", span="13,15")
    assert listed(BEGIN + ONE + TWO + THREE + four + relations + END) == []


UNCLOSED = "document 'd' has no #EndOfDocument line; was the file written to its end? #EndOfDocument ends each document"


def test_every_problem_is_listed() -> None:
    text = (
        "stray line\n"
        + BEGIN
        + ONE
        + ONE
        + LINE.format(id="E2", span="x")
        + "@Coref\tC\tE1,E9\n"
        + "@Coreference\tC\tE1\n"
        + "@After\tR\tE1,E1\n"
        + "#BeginOfDocument d\n"
    )
    assert listed(text) == [
        "1: error: a line outside every document; expected a #BeginOfDocument line before it",
        "1: error: expected at least 7 tab separated fields (run id, document id, mention id, span, text, type, "
        "realis), "
        "got 1 in 'stray line'",
        f"2: error: {UNCLOSED}",
        "4: error: mention id 'E1' occurs twice in its document; both mentions are scored",
        "5: error: expected a span such as 0,4 or 0,4;8,10 in character offsets, got 'x'",
        "6: error: no mention of the document has the id 'E9'",
        "6: warning: relation 'Coref' is not known and not read; the relations are Coreference, After, Subevent",
        "7: warning: a cluster of one mention is not needed: a mention in no cluster is one",
        "8: warning: After link between mentions of one cluster, which has no effect: E1, E1",
        f"9: error: {UNCLOSED}",
        "9: error: document 'd' is given again; only the last one counts",
    ]


def test_more_than_ten_unknown_relations_in_all_documents() -> None:
    six = "@Coref\tC\tE1,E1\n" * 6
    text = BEGIN + ONE + six + END + in_e(BEGIN + ONE + six + END)
    errors = [line for line in listed(text) if ": error: " in line]
    assert errors == ["16: error: more than 10 unknown relations, 12 in this file"]
    assert len(listed(text)) == 13


def test_clusters_may_not_share_a_mention() -> None:
    relations = "@Coreference\tC1\tE1,E2\n@Coreference\tC2\tE3,E2\n"
    assert listed(BEGIN + ONE + TWO + THREE + relations + END) == [
        "6: error: mention 'E2' is in two clusters; merge them into one"
    ]
    apart = BEGIN + ONE + TWO + "@Coreference\tC1\tE1,E2,E1\n" + END
    apart += in_e(BEGIN + ONE + TWO + "@Coreference\tC1\tE1,E2\n" + END)
    assert listed(apart) == []


@pytest.mark.parametrize("name", ["After", "Subevent"])
def test_links_both_ways_between_two_clusters(name: str) -> None:
    relations = f"@Coreference\tC\tE1,E2\n@{name}\tR\tE1,E3\n@{name}\tR\tE3,E2\n"
    assert listed(BEGIN + ONE + TWO + THREE + relations + END) == [
        f"7: error: cycle of {name} links: E1, E3, E1; its links are on the lines 6, 7"
    ]


def test_longer_cycles_and_contradictions_are_notes() -> None:
    cycle = "@After\tR\tE1,E2\n@After\tR\tE2,E3\n@After\tR\tE3,E1\n@After\tR\tE1,E2\n@Subevent\tR\tE2,E1\n"
    assert listed(BEGIN + ONE + TWO + THREE + cycle + END) == [
        "7: note: cycle of After links: E1, E2, E3, E1; its links are on the lines 5, 6, 7"
    ]
    both = "@Coreference\tC\tE1,E2\n@Subevent\tR\tE2,E3\n@After\tR\tE3,E1\n"
    assert listed(BEGIN + ONE + TWO + THREE + both + END) == [
        "7: note: After link that contradicts the other links: E3, E1"
    ]
    other = in_e(BEGIN + ONE + TWO + "@After\tR\tE1,E2\n" + END)
    assert listed(other + BEGIN + ONE + TWO + "@Subevent\tR\tE1,E2\n@After\tR\tE1,E9\n" + END) == [
        "10: error: no mention of the document has the id 'E9'; in scoring it is left out"
    ]


def test_a_link_inside_a_cluster_is_ignored() -> None:
    relations = "@Coreference\tC\tE1,E2\n@After\tR\tE1,E2\n@After\tR\tE2,E1\n"
    assert listed(BEGIN + ONE + TWO + relations + END) == [
        "5: warning: After link between mentions of one cluster, which has no effect: E1, E2",
        "6: warning: After link between mentions of one cluster, which has no effect: E2, E1",
    ]


def test_repeated_spans_in_a_cluster_count_in_token_mode_only() -> None:
    text = (
        BEGIN + LINE.format(id="E1", span="1,2") + LINE.format(id="E2", span="2,1") + "@Coreference\tC\tE1,E2\n" + END
    )
    assert listed(text, unit="token") == [
        "4: error: mentions 'E1' and 'E2' of one cluster have the same span; remove one of them"
    ]
    same = text.replace("2,1", "1,2")
    assert listed(same) == []


def test_offsets_behind_the_text() -> None:
    text = BEGIN + LINE.format(id="E1", span="0,4;6,8") + LINE.format(id="E2", span="-1,2") + END
    assert listed(text, word_counts={"d": 8}) == ["3: error: the span '-1,2' begins before the text"]
    assert listed(text, word_counts={"d": 7}) == [
        "2: error: the span '0,4;6,8' ends behind the text, which has 7 characters",
        "3: error: the span '-1,2' begins before the text",
    ]
    assert listed(text, word_counts={"e": 7})[0] == "1: error: document 'd' is not in the evaluation set"


def test_types_that_are_not_evaluated() -> None:
    text = BEGIN + ONE.replace("\tA\t", "\tLife_Die\t") + TWO.replace("\tA\t", "\tLife.Marry\t") + END
    assert listed(text, types=["life die", "Life Marry"]) == []
    assert listed(text, types=["Life_Die", "Contact"]) == [
        "2: error: type 'Life_Die' is not among the types of the evaluation; the entry 'Life_Die' of the list matches "
        "nothing, for it may hold no punctuation",
        "3: error: type 'Life.Marry' is not among the types of the evaluation",
    ]


def test_unknown_tokens() -> None:
    text = BEGIN + LINE.format(id="E1", span="t1,t7,x") + END + in_e(BEGIN + ONE + TWO + END)
    assert listed(text, unit="token", tokens={"d": read_token_table(b"t1\tHe\t0\t2\n")}) == [
        "2: error: expected tokens of the table of document 'd', got 't7', 'x'",
        "5: error: expected a token table for document 'e', got none",
    ]


def test_text_that_is_none_is_one_finding(tmp_path: Path) -> None:
    assert [str(finding) for finding in validate_tbf(b"\n\0")] == ["<input>:2: error: expected UTF-8 text, got a NUL"]
    with pytest.raises(InputError, match="no such file"):
        validate_tbf(tmp_path / "none.tbf")


@pytest.mark.parametrize("text", [*inputs("formats", "read_tbf("), *TOLERATED])
def test_what_reading_complains_of_validation_lists(text: str) -> None:
    assert validate_tbf(text.encode())


@examples(150)
@given(files, st.sampled_from(["char", "token"]))
def test_a_file_without_errors_is_read_without_a_warning(text: str, unit: str) -> None:
    findings = validate_tbf(text.encode(), unit, word_counts={"a": 3}, types=["A"])
    lines = [finding.line for finding in findings]
    assert lines == sorted(lines)
    if not findings:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            read_tbf(text.encode(), unit, numbers=TokenNumbers())


@given(st.binary(max_size=200), st.sampled_from(["char", "token"]))
def test_any_bytes_are_validated(noise: bytes, unit: str) -> None:
    for finding in validate_tbf(BEGIN.encode() + noise, unit, tokens={}, word_counts={}, types=[]):
        assert finding.line >= 1
        assert finding.message


def errors(text: str, **options: Any) -> list[str]:
    return [finding.message for finding in validate_tbf(text.encode(), **options) if finding.level == "error"]


def test_a_cycle_of_two_that_falls_away_with_a_third_cluster_is_no_error() -> None:
    mentions = BEGIN + ONE + TWO + THREE
    two = "@After\tR1\tE1,E2\n@After\tR2\tE2,E1\n"
    assert len(errors(mentions + two + END)) == 1
    assert errors(mentions + two + "@After\tR3\tE2,E3\n@After\tR4\tE3,E1\n" + END) == []
    assert len(errors(mentions + two + "@After\tR3\tE2,E3\n" + END)) == 1


def test_an_unknown_id_that_two_clusters_share_is_an_intersection() -> None:
    text = BEGIN + ONE + TWO + "@Coreference\tC1\tE1,E99\n@Coreference\tC2\tE2,E99\n" + END
    assert any("is in two clusters" in message for message in errors(text))


def test_a_span_too_long_ends_behind_the_text_as_well() -> None:
    messages = errors(BEGIN + LINE.format(id="E1", span="0,200000") + END, word_counts={"d": 400})
    assert any("behind the text" in message for message in messages)
    assert any("at most 100,000 characters" in message for message in messages)


def test_overlapping_segments_count_once_and_are_warned_about() -> None:
    """Differs from EvmEval 1.8, where the span `0,5;3,8` scores 0.8 against itself."""
    text = (BEGIN + LINE.format(id="E1", span="0,5;3,8") + END).encode()
    assert [finding.level for finding in validate_tbf(text) if "overlap" in finding.message] == ["warning"]
    with pytest.warns(UserWarning, match="overlap"):
        documents = read_tbf(text)
    assert set(documents[0]["mentions"][0]["token_ids"]) == set(range(8))
    assert not [finding for finding in validate_tbf((BEGIN + LINE.format(id="E1", span="0,5;5,8") + END).encode())]


def test_a_link_to_an_unknown_id_means_the_cluster_that_names_it() -> None:
    text = BEGIN + ONE + TWO + "@Coreference\tC1\tE2,E99\n@After\tR1\tE1,E99\n@After\tR2\tE1,E98\n" + END
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        documents = read_tbf(text.encode())
    assert any("scoring uses 'E2' of its cluster instead" in str(warning.message) for warning in caught)
    assert documents[0]["links"] == [{"type": "After", "source": "E1", "target": "E2"}]
