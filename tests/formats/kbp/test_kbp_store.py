"""The directories of the event argument evaluations: the published numbers, there and back, and every message."""

from __future__ import annotations

import json
import shutil
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, expand_from_realis, score_responses
from event_scoring.arguments.response_documents import KEY_DOCUMENT, SYSTEM_DOCUMENT
from event_scoring.documents.sides import checked_column
from event_scoring.formats.kbp.store import read_document_list, read_key_store, read_system_store
from event_scoring.formats.kbp.store_validation import read_roles, validate_store
from tests.arguments.test_golden import PREPROCESS, RESPONSE_CASES, check_expected, check_java, response_documents
from tests.formats.kbp.written_stores import write_key, write_system_store
from tests.golden_cases import GOLDEN, same

STORE = GOLDEN / "kbp_store"
SYSTEMS = ("sysA", "sysB", "sysC")
SETTINGS = {
    "withRealis": "official-2015",
    "neutralizeRealis": "neutralize-realis",
    "neutralizeRealisCoref": "neutralize-realis-coref",
}
DOCUMENTS = read_document_list(STORE / "docs.txt")
KEY = read_key_store(STORE / "answerKey", STORE / "referenceLinking", DOCUMENTS)
SUMMARY = json.loads((STORE / "oracle_summary.json").read_text(encoding="utf-8"))
ONE = "AFP_ENG_20150100.0000"


@pytest.mark.parametrize("setting", list(SETTINGS))
@pytest.mark.parametrize("name", SYSTEMS)
def test_printed_numbers(setting: str, name: str) -> None:
    """The published scorer's files: two digits of a percentage."""
    system = read_system_store(STORE / "systems" / name, DOCUMENTS)
    result = score_responses(system, KEY, preprocess=SETTINGS[setting], details=True)
    folder = STORE / "expected" / setting / name
    printed = {}
    for line in (folder / "aggregate" / "aggregateScore.txt").read_text().splitlines():
        title, _, number = line.rpartition(":")
        printed[title.strip()] = number.strip()
    keys = {
        "Aggregate argument precision": "argument_precision",
        "Aggregate argument recall": "argument_recall",
        "Aggregate argument score": "argument_score",
        "Aggregate linking precision": "linking_precision",
        "Aggregate linking recall": "linking_recall",
        "Aggregate linking score": "linking_score",
        "Overall score": "score",
    }
    assert {title: percent(result[key]) for title, key in keys.items()} == {title: printed[title] for title in keys}
    for path in (folder / "byEventTypes").iterdir():
        lines = (path / "aggregateScore.txt").read_text().splitlines()
        numbers = [line.rpartition(":")[2].strip() for line in lines if ":" in line]
        row = result["per_type"][path.name]
        assert [percent(row[key]) for key in ("precision", "recall", "score")] == numbers
    check_expected_corpus(result, SUMMARY[setting][name])


def percent(score: float) -> str:
    """Two digits, halves rounded up, as Java prints them."""
    return str(Decimal(100 * score).quantize(Decimal("0.01"), ROUND_HALF_UP))


def check_expected_corpus(result: dict[str, Any], summary: dict[str, Any]) -> None:
    corpus = summary["corpus"]
    for key, published in (("score", "score"), ("argument_f1", "arg_f1"), ("macro_score", "macro_defined_docs")):
        assert same(result[key], corpus[published], 100)
    assert same(result["linking_sum"], corpus["link_sum"])


@pytest.mark.parametrize("layout", ["2015", "2016"])
@pytest.mark.parametrize("case", RESPONSE_CASES, ids=lambda case: case["id"])
def test_golden_cases_through_files(case: dict[str, Any], layout: str, tmp_path: Path) -> None:
    predictions, references = response_documents(case)
    write_system_store(tmp_path / "system", predictions, layout)
    write_system_store(tmp_path / "frames", references, layout)
    write_key(tmp_path / "key", references)
    system = read_system_store(tmp_path / "system")
    key = read_key_store(tmp_path / "key", tmp_path / "frames" / "linking")
    if "expand-from-realis" in case["tags"]:
        key = expand_from_realis(key)
    for expected in case["expected"]:
        preprocess = PREPROCESS[expected["setting"]["preprocess"]]
        options = {"beta": expected["setting"]["beta"], "lam": expected["setting"]["lambda"], "preprocess": preprocess}
        if "error" in expected:
            with pytest.raises(InputError, match="expected a response that the references"):
                score_responses(system, key, **options)
            continue
        result = score_responses(system, key, details=True, **options)
        (check_java if expected.get("ambiguous") else check_expected)(result, expected)


@pytest.mark.parametrize("layout", ["2015", "2016"])
def test_there_and_back(layout: str, tmp_path: Path) -> None:
    system = read_system_store(STORE / "systems" / "sysA", DOCUMENTS)
    write_system_store(tmp_path, system.to_pylist(), layout)
    assert read_system_store(tmp_path, DOCUMENTS).equals(system)
    published = STORE / "systems" / "sysA" / "arguments"
    assert all((tmp_path / "arguments" / path.name).read_text() == path.read_text() for path in published.iterdir())
    assert not [finding for finding in validate_store(tmp_path) if finding.level == "error"]


def test_a_store_of_2014_has_no_frames_to_score() -> None:
    with pytest.raises(InputError, match="expected the folders arguments and linking of a system, got no arguments"):
        read_system_store(STORE / "systems" / "sysA" / "arguments")


def test_the_key_there_and_back(tmp_path: Path) -> None:
    write_system_store(tmp_path / "frames", KEY.to_pylist())
    write_key(tmp_path / "key", KEY.to_pylist())
    linking = tmp_path / "frames" / "linking"
    assert read_key_store(tmp_path / "key", linking, DOCUMENTS).equals(KEY)
    for path in (STORE / "answerKey").iterdir():
        assert (tmp_path / "key" / path.name).read_text() == path.read_text()
    assert not validate_store(tmp_path / "key", linking)


def test_documents_fit_the_contract() -> None:
    checked_column(KEY_DOCUMENT, KEY.to_pylist(), "references")
    checked_column(SYSTEM_DOCUMENT, read_system_store(STORE / "systems" / "sysB").to_pylist(), "predictions")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A copy of the published store to spoil."""
    return copy_store(tmp_path)


def copy_store(folder: Path) -> Path:
    """Copy the published store, with one system and without the printed scores, into a folder."""
    return Path(shutil.copytree(STORE, folder / "store", ignore=shutil.ignore_patterns("expected", *SYSTEMS[1:])))


def read_all(store: Path) -> tuple[pa.StructArray, pa.StructArray]:
    documents = read_document_list(store / "docs.txt")
    key = read_key_store(store / "answerKey", store / "referenceLinking", documents)
    return read_system_store(store / "systems" / "sysA", documents), key


def change(store: Path, path: str, line: int, field: int, value: str) -> None:
    """Write another value of one field of one line."""
    lines = (store / path).read_text(encoding="utf-8").splitlines()
    fields = lines[line - 1].split("\t")
    fields[field] = value
    lines[line - 1] = "\t".join(fields)
    (store / path).write_text("\n".join(lines) + "\n", encoding="utf-8")


ARGUMENTS, LINKING = f"systems/sysA/arguments/{ONE}", f"systems/sysA/linking/{ONE}"
ANNOTATION, REFERENCE = f"answerKey/{ONE}", f"referenceLinking/{ONE}"


def test_a_missing_argument_file_is_an_empty_one() -> None:
    system = read_system_store(STORE / "systems" / "sysC", DOCUMENTS)
    assert ONE not in {path.name for path in (STORE / "systems/sysC/arguments").iterdir()}
    assert len(system[0]["responses"]) == 0


def test_comments_empty_lines_suffixes_and_carriage_returns(store: Path) -> None:
    expected = read_all(store)
    path = store / ARGUMENTS
    path.write_bytes(b"# metadata\n\n" + path.read_bytes().replace(b"\n", b"\r\n"))
    path.rename(path.with_name(path.name + ".tab"))
    assert all(found.equals(wanted) for found, wanted in zip(read_all(store), expected, strict=True))
    assert set(DOCUMENTS) >= set(read_system_store(store / "systems/sysA").field("doc_id").to_pylist())


def test_the_id_column_is_not_trusted(store: Path) -> None:
    expected = read_all(store)[0]
    change(store, ARGUMENTS, 1, 0, "whatever")
    assert read_all(store)[0].equals(expected)
    warned = validate_store(store / "systems/sysA")
    assert [(finding.line, finding.level) for finding in warned] == [(1, "warning")]
    assert "expected the response's id 3d2f1556af0cce35c8493228d38077c7349cb0ea, got 'whatever'" in warned[0].message


def test_frames_may_name_responses_by_their_first_column(store: Path) -> None:
    expected = read_all(store)[0]
    old = "3d2f1556af0cce35c8493228d38077c7349cb0ea"
    for path in (store / ARGUMENTS, store / LINKING):
        path.write_text(path.read_text().replace(old, "r1"))
    with pytest.warns(UserWarning, match="responses are named by the first column"):
        found = read_all(store)[0]
    assert found.equals(expected)


def test_frames_of_2016(store: Path) -> None:
    expected = read_all(store)[0]
    for path in (store / "systems/sysA/linking").iterdir():
        lines = path.read_text().splitlines()
        path.write_text(
            "".join(f"{n}\t{line.replace(chr(9), ' ')}\n" for n, line in enumerate(lines)) + "INCOMPLETE\t\n"
        )
    assert read_all(store)[0].equals(expected)
    path = store / LINKING
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1].replace("1\t", "0\t", 1), lines[2].replace("2\t", "a-b\t", 1)]))
    with pytest.raises(InputError, match=f"{ONE}:2: expected every frame id once in a document, got '0' again"):
        read_all(store)
    levels = [(finding.line, finding.message) for finding in validate_store(store / "systems/sysA")]
    assert (3, "expected a frame id without a dash, got 'a-b'") in levels


def test_a_wrong_first_id_is_not_taken_for_a_frame_id(store: Path) -> None:
    """In a store of 2015 the first field is a response as well, even where a line has only two."""
    (store / LINKING).write_text("bogus\t3d2f1556af0cce35c8493228d38077c7349cb0ea\n")
    with pytest.raises(InputError, match="got 'bogus', which none of them has"):
        read_all(store)


def test_an_unknown_id_is_no_frame_id_of_2016(store: Path) -> None:
    """Not even where every frame is one known response with an unknown one before it."""
    (store / LINKING).write_text(f"{'0' * 40}\t{(store / ARGUMENTS).read_text().split(chr(9))[0]}\n")
    with pytest.raises(InputError, match=f"{LINKING}:1: expected the ids of responses of this document, got '0000"):
        read_system_store(store / "systems/sysA", [ONE])


def test_offsets_behind_the_text_are_found(store: Path) -> None:
    system = read_system_store(store / "systems/sysA", [ONE])
    responses = system.field("responses").values
    last = max(end for row in responses.to_pylist() for end in (row["cas"]["end"], row["base_filler"]["end"]))
    last = max(last, *(span["end"] for row in responses.to_pylist() for span in row["predicate_justifications"]))
    for length, wrong in ((last + 1, False), (last, True)):
        found = validate_store(store / "systems/sysA", documents=[ONE], word_counts={ONE: length})
        assert any("characters of the document, got" in finding.message for finding in found) == wrong
    found = validate_store(store / "systems/sysA", documents=[ONE], word_counts={"other": 1})
    assert [finding.message for finding in found] == [f"document '{ONE}' is not in the evaluation set"]


def test_words_in_any_case_and_unannotated(store: Path) -> None:
    change(store, ARGUMENTS, 1, 9, "other")
    change(store, ANNOTATION, 3, 11, "inexact")
    change(store, ANNOTATION, 2, 11, "UNANNOTATED")
    system, key = read_all(store)
    assert system[0]["responses"][0]["realis"].as_py() == "Other"
    assert key[0]["responses"][2]["assessment"]["aet"].as_py() == "I"
    assert key[0]["responses"][1]["assessment"].as_py() is None


def test_validation_lists_every_problem(store: Path, tmp_path: Path) -> None:
    assert validate_store(store / "systems/sysA") == []
    for line, field, value in ((2, 10, "0.5\textra"), (3, 1, "other"), (1, 2, "")):
        change(store, ARGUMENTS, line, field, value)
    path = store / f"systems/sysA/linking/{DOCUMENTS[1]}"
    path.write_text("")
    other = store / f"systems/sysA/linking/{DOCUMENTS[2]}"
    other.unlink()
    findings = validate_store(store / "systems/sysA")
    places = {(Path(finding.file).parent.name, Path(finding.file).name, finding.line) for finding in findings}
    assert {("arguments", ONE, 1), ("arguments", ONE, 2), ("arguments", ONE, 3), ("linking", other.name, 0)} <= places
    unlinked = [finding for finding in findings if "this response is in no frame and not Generic" in finding.message]
    assert {Path(finding.file).name for finding in unlinked} >= {DOCUMENTS[1]}


def test_validation_of_roles_repeats_and_generic_members(store: Path, tmp_path: Path) -> None:
    roles = tmp_path / "roles.txt"
    roles.write_text("# type and roles\nLife.Injure\tAgent Victim\nMovement.Transport Target Place Agent Victim\n")
    table = read_roles(roles)
    messages = [finding.message for finding in validate_store(store / "systems/sysA", roles=table)]
    assert "expected one of the 2 known event types, got 'Conflict.Attack'" in messages
    assert any(message.startswith("expected a role of Life.Injure (Agent, Victim), got ") for message in messages)
    path = store / ARGUMENTS
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, lines[0]]) + "\n")
    change(store, ARGUMENTS, 2, 9, "Generic")
    findings = validate_store(store / "systems/sysA")
    assert "expected every response once, got the one of line 1 again" in [finding.message for finding in findings]
    bad = tmp_path / "bad.txt"
    for text, message in (("Life.Die\n", ":1: expected an event type"), ("", "expected event types with their roles")):
        bad.write_text(text)
        with pytest.raises(InputError, match=message):
            read_roles(bad)


def test_a_generic_response_in_a_frame_is_an_error(tmp_path: Path) -> None:
    documents = read_system_store(STORE / "systems" / "sysA", DOCUMENTS).to_pylist()
    document = next(document for document in documents if document["frames"])
    document["responses"][document["frames"][0][0]]["realis"] = "Generic"
    write_system_store(tmp_path, documents)
    messages = [finding.message for finding in validate_store(tmp_path)]
    assert messages == ["expected responses that are not Generic, got a Generic one in the frame"]


def test_contradictory_assessments_are_found(store: Path) -> None:
    change(store, ANNOTATION, 1, 13, "C")
    (finding,) = validate_store(store / "answerKey", store / "referenceLinking")
    assert (finding.line, finding.level) == (1, "error")
    assert "expected string, base filler, realis and mention type to be assessed" in finding.message
    with pytest.raises(InputError, match=":1: expected string, base filler, realis and mention type to be assessed"):
        read_all(store)


def test_assessed_strings_need_a_cluster(store: Path) -> None:
    file = store / "answerKey" / ONE
    lines = [line.split("\t") for line in file.read_text().splitlines()]
    strings = [tuple(line[4:6]) for line in lines]
    once = next(row for row, string in enumerate(strings) if strings.count(string) == 1)
    twice = next(row for row, string in enumerate(strings) if strings.count(string) > 1)
    # One line for each string is enough, and a response without an assessment needs no line.
    lines.append([*lines[once][:4], "nobody", *lines[once][5:11], *["UNANNOTATED"] * 7])
    lines[once][15] = lines[twice][15] = "NIL"
    file.write_text("\n".join("\t".join(line) for line in lines))
    found = [(finding.line, finding.level, finding.message) for finding in validate_store(store / "answerKey")]
    assert (
        once + 1,
        "error",
        "expected a coreference cluster here or at another line of the same string, got NIL",
    ) in found
    assert [line for line, level, _ in found if level == "error"] == [once + 1]
    key = read_key_store(store / "answerKey", store / "referenceLinking", DOCUMENTS)
    with pytest.raises(
        InputError, match=rf'references\[0\]\["responses"\]\[{once}\]\["cas"\]: expected a string with a clus'
    ):
        score_responses(read_system_store(store / "systems/sysA", DOCUMENTS), key)


def test_missing_files_are_counted(store: Path) -> None:
    (store / "docs.txt").write_text("other\nthird\n")
    with pytest.raises(InputError, match="a file for document 'other' and 1 more, got none"):
        read_all(store)


def test_two_files_of_one_document_are_refused(tmp_path: Path) -> None:
    shutil.copytree(STORE / "systems" / "sysA", tmp_path / "run")
    shutil.copy(tmp_path / "run" / "arguments" / ONE, tmp_path / "run" / "arguments" / f"{ONE}.tab")
    with pytest.raises(InputError, match=f"arguments: expected one file for each document, got several for '{ONE}'"):
        read_system_store(tmp_path / "run")
