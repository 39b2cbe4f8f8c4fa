"""Validation of documents: every problem of every kind of document, by the rules by which they are scored."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError
from event_scoring.documents.sides import blank_document, checked_column
from event_scoring.documents.validate import converted
from event_scoring.documents.validate import problems as form_problems
from event_scoring.formats.corpora.extraction_files import scan_extraction
from event_scoring.formats.document_validation import scan_file, validate_references, validate_system
from event_scoring.formats.findings import Finding
from event_scoring.formats.tbf.validation import document_lines
from event_scoring.tasks import TASKS
from tests.formats.reading import validate_documents
from tests.generated import examples

NUGGETS = {
    "doc_id": "d",
    "mentions": [
        {"token_ids": [1, 2], "type": "Attack", "realis": "Actual", "id": "E1", "score": 0.5},
        {"token_ids": [4], "type": "Die", "realis": "Other", "id": "E2"},
        {"token_ids": [6], "type": "Die", "id": "E3"},
    ],
    "clusters": [["E1"], ["E2", "E3"]],
    "links": [{"type": "After", "source": "E1", "target": "E2"}],
}
ARGUMENTS = {
    "doc_id": "d",
    "arguments": [
        {"type": "Die", "role": "Victim", "filler": "he", "realis": "Actual", "score": 1.0},
        {"type": "Die", "role": "Place", "filler": "Rome", "realis": "Generic"},
    ],
    "frames": [[0], [0, 1]],
}
RESPONSE = {
    "type": "Die",
    "role": "Victim",
    "cas": {"text": "he", "start": 4, "end": 5},
    "base_filler": {"start": 4, "end": 5},
    "predicate_justifications": [{"start": 0, "end": 20}],
    "argument_justifications": [],
    "realis": "Actual",
}
RIGHT = {"aet": "C", "aer": "C", "cas": "I", "base_filler": "C", "realis": "Actual"}
SYSTEM = {"doc_id": "d", "responses": [RESPONSE], "frames": [[0]]}
KEY = {
    "doc_id": "d",
    "responses": [{**RESPONSE, "assessment": RIGHT}],
    "coreference": [{"text": "he", "start": 4, "end": 5, "cluster": 1}],
    "frames": [[0]],
}
EXTRACTION = {
    "doc_id": "d",
    "tokens": ["troops", "opened", "fire", "."],
    "trigger_candidates": [[1, 3], [0, 1]],
    "events": [
        {
            "trigger": {"span": [1, 3]},
            "type": "Attack",
            "arguments": [{"span": [0, 1], "role": "Attacker", "score": 0.5}],
        }
    ],
}
TEMPLATES = {
    "doc_id": "d",
    "templates": [
        {"type": "PERSON", "id": "p", "slots": [{"name": "NAME", "values": ["Ada", "A. L."]}]},
        {"type": "EVENT", "id": "e", "slots": [{"name": "WHO", "values": ["p"], "pointer": True}]},
    ],
}
VALUES = {
    "doc_id": "d",
    "source": "newswire",
    "entities": [
        {
            "id": "p",
            "type": "PER",
            "subtype": "Individual",
            "class": "SPC",
            "mentions": [{"id": "p-1", "level": "NAM", "head_start": 0, "head_end": 4, "metonymy": False}],
        }
    ],
    "timex2": [{"id": "t", "mentions": [{"id": "t-1", "start": 6, "end": 9}]}],
    "values": [],
    "events": [
        {
            "id": "e",
            "type": "Life",
            "subtype": "Die",
            "modality": "Asserted",
            "arguments": [{"role": "Victim", "refid": "p"}],
            "mentions": [{"extent": [0, 20], "arguments": [{"role": "Victim", "refid": "p-1"}]}],
        }
    ],
}
RELATIONS = {
    "doc_id": "d",
    "events": [{"id": "e1", "span": [0, 1]}, {"id": "e2", "span": [2, 3]}],
    "relations": [{"type": "BEFORE", "source": "e1", "target": "e2"}],
}
DOCUMENTS = {
    "nuggets": (NUGGETS, NUGGETS),
    "detection": (EXTRACTION, EXTRACTION),
    "extraction": (EXTRACTION, EXTRACTION),
    "arguments": (ARGUMENTS, ARGUMENTS),
    "responses": (SYSTEM, KEY),
    "templates": (TEMPLATES, TEMPLATES),
    "values": (VALUES, VALUES),
    "relations": (RELATIONS, RELATIONS),
}


def lines(*documents: Any) -> bytes:
    return "".join(json.dumps(document) + "\n" for document in documents).encode()


def problems(name: str, *documents: Any, references: bool = False) -> list[str]:
    task = TASKS[name]
    kind = task.references if references else task.predictions
    found = validate_documents(lines(*documents), kind, task.findings, references=references)
    return [f"{finding.line} {finding.level} {finding.message}" for finding in found]


def held_against(name: str, system: list[Any], references: list[Any]) -> list[Finding]:
    task = TASKS[name]
    gold = scan_file(lines(*references), task.references)
    return validate_system(scan_file(lines(*system), task.predictions), gold, task.findings)


@pytest.mark.parametrize("name", TASKS)
def test_right_documents_have_no_problems(name: str) -> None:
    system, reference = DOCUMENTS[name]
    assert problems(name, system) == problems(name, reference, references=True) == []
    assert held_against(name, [system], [reference]) == []


def test_nuggets() -> None:
    document = {
        **NUGGETS,
        "mentions": [*NUGGETS["mentions"], {"token_ids": [9], "type": "Die", "id": "E1"}],
        "clusters": [["E1", "E2"], ["E2", "E9"], ["E2"]],
        "links": [{"type": "After", "source": "E8", "target": "E3"}, {"type": "After", "source": "E3", "target": "E7"}],
    }
    other = "expected a mention that is in no other cluster, got 'E2' (str) (see <input>:2[\"clusters\"]"
    unknown = "expected the id of a mention of this document, got"
    assert problems("nuggets", NUGGETS, {**document, "doc_id": "e"}) == [
        '2 error document["mentions"][3]["id"]: expected an id that no other mention has, because clusters or links '
        'name mentions by their ids, got \'E1\' (str) (see <input>:2["mentions"][0]["id"])',
        f'2 error document["clusters"][1][0]: {other}[0][1])',
        f"2 error document[\"clusters\"][1][1]: {unknown} 'E9' (str)",
        f'2 error document["clusters"][2][0]: {other}[0][1])',
        f'2 error document["links"][0]["source"]: {unknown} \'E8\' (str)',
        f'2 error document["links"][1]["target"]: {unknown} \'E7\' (str)',
    ]


def test_links_that_cannot_be_true_have_the_levels_of_tbf() -> None:
    def links(*triples: tuple[str, str, str]) -> dict[str, Any]:
        names = ("type", "source", "target")
        return {**NUGGETS, "clusters": [["E1"]], "links": [dict(zip(names, row, strict=True)) for row in triples]}

    back = links(("After", "E1", "E2"), ("After", "E2", "E1"))
    assert problems("nuggets", back) == ['1 error document["links"][1]: cycle of After links: E1, E2, E1']
    circle = links(("After", "E1", "E2"), ("After", "E2", "E3"), ("After", "E3", "E1"))
    assert problems("nuggets", circle) == ['1 note document["links"][2]: cycle of After links: E1, E2, E3, E1']
    both = links(("After", "E1", "E2"), ("Subevent", "E1", "E2"))
    assert problems("nuggets", both) == [
        '1 note document["links"][0]: After link that contradicts the other links: E1, E2'
    ]
    within = {**NUGGETS, "links": [{"type": "After", "source": "E2", "target": "E3"}]}
    assert problems("nuggets", within) == [
        '1 warning document["links"][0]: After link between mentions of one cluster, which has no effect: E2, E3'
    ]


def test_arguments() -> None:
    without = [{**ARGUMENTS["arguments"][0], "realis": None}, ARGUMENTS["arguments"][1]]
    wanted = 'expected one of "Actual", "Generic", "Other", as other arguments have a realis, got None'
    assert problems("arguments", {**ARGUMENTS, "arguments": without, "frames": [[2, 0], [-1]]}) == [
        '1 error document["frames"][0][0]: expected an index of arguments, from 0 to 1, got 2 (int)',
        '1 error document["frames"][1][0]: expected an index of arguments, from 0 to 1, got -1 (int)',
        f'1 error document["arguments"][0]["realis"]: {wanted}',
    ]


def test_responses() -> None:
    other = {**RESPONSE, "realis": "Generic"}
    key = {**KEY, "responses": [*KEY["responses"], {**RESPONSE, "assessment": {**RIGHT, "aet": "W"}}]}
    key["coreference"] = [*KEY["coreference"], {**KEY["coreference"][0], "cluster": 2}]
    assert problems("responses", key, references=True) == [
        '1 error document["responses"][1]["assessment"]: expected string, base filler, realis and mention type to be '
        "assessed where event type and role are right, and NIL elsewhere",
        '1 error document["responses"][1]["assessment"]["aet"]: expected the same verdict as before on this response, '
        "got 'W' (str)",
        '1 error document["coreference"][1]["cluster"]: expected the same cluster as before for this string, '
        "got 2 (int)",
    ]
    found = held_against("responses", [{**SYSTEM, "responses": [other, RESPONSE, other], "frames": [[7]]}], [KEY])
    unassessed = (
        "expected a response that the references assess, got one that they lack: Die Victim 'he' "
        '(see <input>:1["responses"])'
    )
    assert [finding.message for finding in found] == [
        'document["frames"][0][0]: expected an index of responses, from 0 to 2, got 7 (int)',
        f'document["responses"][0]: {unassessed}',
        f'document["responses"][2]: {unassessed}',
    ]


def test_extraction() -> None:
    event = EXTRACTION["events"][0]
    events = [
        {**event, "trigger": {"span": [2, 9]}, "arguments": [{"span": [3, 9], "role": "Place"}, {"role": "Time"}]},
        {**event, "trigger": {}, "type": "Die"},
    ]
    document = {**EXTRACTION, "events": events, "trigger_candidates": [[0, 1], [4, 5]], "unparsed": -1}
    range_of = "expected 0 <= start < end <= 4, the number of tokens, got"
    assert problems("extraction", document) == [
        f'1 error document["events"][0]["trigger"]["span"]: {range_of} [2, 9] (list)',
        f'1 error document["events"][0]["arguments"][0]["span"]: {range_of} [3, 9] (list)',
        '1 error document["events"][0]["arguments"][1]: expected a span or a text, got neither',
        '1 error document["events"][1]["trigger"]: expected a span or a text, got neither',
        f'1 error document["trigger_candidates"][1]: {range_of} [4, 5] (list); '
        "spans count tokens from 0, and not characters",
        '1 error document["unparsed"]: expected a number of texts, got -1 (int)',
    ]
    text = [{"doc_id": "d", "events": [{**event, "trigger": {"text": "fire"}, "arguments": []}]}]
    assert problems("extraction", *text) == []  # the references may have the tokens
    assert held_against("extraction", text, [EXTRACTION]) == []
    (finding,) = held_against("extraction", text, [{**EXTRACTION, "tokens": None}])
    assert finding.message == (
        'document["events"][0]["trigger"]["text"]: expected "tokens" in the reference, in which to find \'fire\', '
        "got none (see <input>:1)"
    )
    (finding,) = held_against("extraction", [{**EXTRACTION, "tokens": ["a", "b", "c", "d"]}], [EXTRACTION])
    assert finding.message == (
        'document["tokens"]: expected the tokens of the reference, got others (see <input>:1["tokens"]); '
        "spans of different tokens cannot be compared"
    )
    assert problems("extraction", *text, references=True) == [
        '1 error document["events"][0]["trigger"]: expected a span, which every reference needs, got none; '
        'a reference without a span needs the "tokens" or "text" of its document, which has neither'
    ]


def test_records_of_other_formats_are_validated_too() -> None:
    good = {"doc_key": "d", "sentences": [["troops", "fired"]], "events": [[[[1, "Attack"]]]]}
    bad = {**good, "doc_key": "e", "events": [[[[7, "Attack"]]]]}
    task = TASKS["detection"]
    found = validate_documents(lines(good, bad, {"x": 1}), task.predictions, task.findings, scan=scan_extraction)
    assert [(finding.line, finding.level) for finding in found] == [(2, "error"), (3, "error")]


def test_templates() -> None:
    person, event = TEMPLATES["templates"]
    pointing = {**event["slots"][0], "values": ["q", "p", "r"]}
    nowhere = "expected the id of a template of this document, because the slot is a pointer, got"
    assert problems("templates", {"templates": [person, {**event, "id": "p", "slots": [pointing]}]}) == [
        '1 error document["templates"][1]["id"]: expected an id that no other template has, because slots point to '
        'templates by their ids, got \'p\' (str) (see <input>:1["templates"][0]["id"])',
        f'1 error document["templates"][1]["slots"][0]["values"][0]: {nowhere} \'q\' (str)',
        f'1 error document["templates"][1]["slots"][0]["values"][2]: {nowhere} \'r\' (str)',
    ]


def test_documents_that_only_one_file_has() -> None:
    named = [{**NUGGETS, "doc_id": name} for name in "abcd"]
    broken = {"doc_id": "b", "mentions": 3}
    found = held_against("nuggets", [named[2], broken, named[3]], named[:3])
    assert list(map(str, found)) == [
        "<input>: warning: document 'a' of <input> is missing and counts as empty",
        '<input>:2: error: document["mentions"]: expected a list, got 3 (int)',
        "<input>:3: warning: document 'd' is not in <input> and is left out",
    ]


def test_documents_without_ids_pair_by_place_or_not_at_all() -> None:
    nameless = {"mentions": []}
    assert held_against("nuggets", [nameless], [nameless]) == []
    (finding,) = held_against("nuggets", [nameless], [nameless, nameless])
    assert str(finding) == (
        "<input>: error: expected 2 documents as in the references, or a doc_id in each document, got 1 without one"
    )
    (finding,) = held_against("nuggets", [nameless], [NUGGETS])
    assert "expected a doc_id in every document as on the other side, got none" in finding.message
    assert problems("nuggets", NUGGETS, nameless) == [
        "2 error document: expected a doc_id in every document or in none, got none here"
    ]


def test_references_may_be_texts_of_their_document() -> None:
    """Scoring finds the places of such texts, so that validation has nothing against them."""
    task = TASKS["extraction"]
    for text, messages in (("fire", []), ("Fire", ["it occurs in other case"])):
        event = {"trigger": {"text": text}, "type": "Attack"}
        found = scan_file(lines({"text": "troops opened fire", "events": [event]}), task.references)
        findings = validate_references(found, task.findings)
        assert [part in finding.message for finding, part in zip(findings, messages, strict=True)] == [True] * len(
            messages
        )


def test_lines_of_tbf_documents() -> None:
    text = (
        b"#BeginOfDocument a\n#EndOfDocument\n#BeginOfDocument b\n#EndOfDocument\n#BeginOfDocument a\n#EndOfDocument\n"
    )
    assert document_lines(text) == {"a": 5, "b": 3}
    assert document_lines(b"\xff") == {}


# ---- what scoring refuses is found, and nothing else ------------------------------------------------------


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path, *(place for key, item in inner for place in _places(item, (*path, key)))]


JUNK = st.sampled_from([None, 1.5, -1, 0, 3, "E2", "p", "", "zzz", [], [7], [0, 9], [[]], {}, True, 2**70, [None]]).map(
    copy.deepcopy
)


@st.composite
def changed(draw: Callable[..., Any], document: dict[str, Any], junk: st.SearchStrategy[Any] = JUNK) -> Any:
    """A document in which some values are replaced, removed or added; its id, by which files pair, stays."""
    found = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        paths = [place for place in _places(found) if place and place != ("doc_id",)]
        if not paths:
            break
        path = draw(st.sampled_from(paths))
        holder = found
        for key in path[:-1]:
            holder = holder[key]
        change = draw(st.sampled_from(["replace", "remove", "add"]))
        if change == "replace":
            holder[path[-1]] = draw(junk)
        elif change == "remove":
            del holder[path[-1]]
        elif isinstance(holder, list):
            holder.append(draw(junk))
        else:
            holder["mentoins"] = draw(junk)
    return found


@pytest.mark.parametrize("name", TASKS)
@examples(60)
@given(data=st.data())
def test_what_scoring_refuses_is_found_and_nothing_else(name: str, data: st.DataObject) -> None:
    task = TASKS[name]
    system, reference = (data.draw(changed(document)) for document in DOCUMENTS[name])
    sentences = []
    for kind, document in ((task.predictions, system), (task.references, reference)):
        found = [*form_problems(kind, document, ("document",))]
        sentences += found
        try:
            checked_column(kind, [document], "side")
        except InputError as error:
            assert str(error.at(path=("document", *error.path[2:]))) in map(str, found)
        else:
            assert not found
    if sentences:
        return
    found = held_against(name, [system], [reference])
    errors = [finding for finding in found if finding.level == "error"]
    errors += [
        finding
        for finding in validate_references(scan_file(lines(reference), task.references), task.findings)
        if finding.level == "error"
    ]
    try:
        sides = task.check([system], [reference])
        if name == "nuggets":  # which clusters matter is up to the options
            task.check_scorable(*sides, task.options())
    except InputError as error:
        said = str(error)
        for side in ("predictions", "references"):
            said = said.removeprefix(f"{side}[0]")
        assert any(finding.message.removeprefix("document")[:20] == said[:20] for finding in errors)
    else:
        assert all("cycle" in finding.message for finding in errors)


def test_one_side_alone_may_be_blank() -> None:
    for task in TASKS.values():
        key = {"responses": [], "coreference": [], "frames": []} if task.name == "responses" else {}
        blank = converted(task.references, {**msgspec.to_builtins(blank_document(task.references)), **key})
        assert not [*task.findings(blank_document(task.predictions), None)]
        assert not [*task.findings(None, blank)]
