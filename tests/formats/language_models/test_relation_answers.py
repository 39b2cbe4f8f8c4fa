"""Relations in what language models write: triples, objects, lines, and labels of pairs that were asked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import relations_from_texts, score_relations
from tests.generated import examples

BEFORE = {"type": "BEFORE", "source": "E1", "target": "E2"}
AFTER = {"type": "AFTER", "source": "E2", "target": "E3"}
LABELS = ("BEFORE", "AFTER", "EQUAL", "VAGUE")

READ: dict[str, Any] = {
    "triples": '{"relations": [["E1", "BEFORE", "E2"], ["E2", "AFTER", "E3"]]}',
    "a bare list": 'Here:\n```json\n[["E1", "BEFORE", "E2"], ["E2", "AFTER", "E3"]]\n```',
    "tuples": "[('E1', 'BEFORE', 'E2'), ('E2', 'AFTER', 'E3')]",
    "objects": '[{"source": "E1", "relation": "BEFORE", "target": "E2"}, {"head": "E2", "type": "AFTER", "tail": "E3"}]',
    "pairs under labels": '{"BEFORE": [["E1", "E2"]], "AFTER": [["E2", "E3"]]}',
    "a key twice": '{"relations": [["E1", "BEFORE", "E2"]], "relations": [["E2", "AFTER", "E3"]]}',
    "lines": "E1 BEFORE E2\nE2 AFTER E3",
    "numbered lines": "1. E1 BEFORE E2.\n2. E2 AFTER E3.",
    "lines with signs": "- (E1, BEFORE, E2)\n- (E2, AFTER, E3)",
    "arrows": "E1 -> BEFORE -> E2\nE2 -> AFTER -> E3",
    "calls": "BEFORE(E1, E2)\nAFTER(E2, E3)",
    "after thoughts": '<think>["E9", "BEFORE", "E8"]</think>[["E1", "BEFORE", "E2"], ["E2", "AFTER", "E3"]]',
    "a message": [{"role": "assistant", "content": '[["E1", "BEFORE", "E2"], ["E2", "AFTER", "E3"]]'}],
    "one after the other": '["E1", "BEFORE", "E2"]\n["E2", "AFTER", "E3"]',
}


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("labels", [(), LABELS])
def test_answers_that_are_read(name: str, labels: tuple[str, ...]) -> None:
    (document,) = relations_from_texts([READ[name]], labels=labels)
    assert (document["relations"], document["unparsed"]) == ([BEFORE, AFTER], 0)


ASKED: dict[str, Any] = {
    "one a line": "BEFORE\nAFTER",
    "numbered": "2. AFTER\n1. BEFORE",
    "a list": '["BEFORE", "AFTER"]',
    "by number": '{"2": "AFTER", "1": "BEFORE"}',
    "by pair": '{"E2, E3": "AFTER", "E1, E2": "BEFORE"}',
    "objects": '[{"label": "BEFORE"}, {"label": "AFTER"}]',
    "under a key": '{"answers": ["BEFORE", "AFTER"]}',
    "triples": '[["E1", "BEFORE", "E2"], ["E2", "AFTER", "E3"]]',
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("labels", [(), LABELS])
def test_labels_of_pairs_that_were_asked(name: str, labels: tuple[str, ...]) -> None:
    (document,) = relations_from_texts([ASKED[name]], pairs=[[("E1", "E2"), ("E2", "E3")]], labels=labels)
    assert (document["relations"], document["unparsed"]) == ([BEFORE, AFTER], 0)


@pytest.mark.parametrize(
    "answer", ["BEFORE", "**before**", '{"label": "BEFORE"}', "The label is BEFORE.", '["before"]']
)
def test_one_question_for_each_pair(answer: str) -> None:
    answers, pairs = [answer, "AFTER"], [("E1", "E2"), ("E2", "E3")]
    (document,) = relations_from_texts(answers, ["d1", "d1"], pairs=pairs, labels=LABELS)
    assert (document["doc_id"], document["relations"]) == ("d1", [BEFORE, AFTER])


UNREADABLE = {
    "I do not know.": "0 labels for 1 pair",
    "BEFORE or AFTER": "2 labels for 1 pair",
    "": "no text",
    '["BEFORE", "AFTER"]': "2 labels for 1 pair",
    "After careful reading, I cannot decide.": "0 labels for 1 pair",
    "I cannot say before I know more": "0 labels for 1 pair",
    "not BEFORE": "'BEFORE' beside a negation",
    "The relation cannot be BEFORE.": "'BEFORE' beside a negation",
    "I don't think it is AFTER": "'AFTER' beside a negation",
    "BEFORE\nIt cannot be BEFORE.": "'BEFORE' beside a negation",
    '{"label": "not BEFORE"}': "'BEFORE' beside a negation",
    "Maybe BEFORE": "'BEFORE' within a sentence",
    "E2 is BEFORE E1": "'BEFORE' beside 'E2', 'E1', which is not one of the given pairs",
    "(E2, E1): BEFORE": "'BEFORE' beside 'E2', 'E1', which is not one of the given pairs",
}


@pytest.mark.parametrize("answer", UNREADABLE)
def test_answers_without_one_label_are_counted_and_say_why(answer: str) -> None:
    (document,) = relations_from_texts([answer], pairs=[("E1", "E2")], labels=LABELS)
    assert (document["relations"], document["unparsed"]) == ([], 1)
    assert document["unparsed_because"] == UNREADABLE[answer]


@pytest.mark.parametrize(
    "answer",
    [
        *("E1 is BEFORE E2", "The relation between E1 and E2 is BEFORE.", "Answer: **before**", "E1 -> E2: BEFORE"),
        *("BEFORE, because the shooting came first.", "BEFORE\n\nThe trial is BEFORE the verdict.", "1. BEFORE"),
        *("<answer>BEFORE</answer>", "It may be AFTER.\nBEFORE", 'So:\n```json\n{"label": "BEFORE"}\n```'),
    ],
)
def test_labels_that_are_the_answer_of_their_sentence(answer: str) -> None:
    (document,) = relations_from_texts([answer], pairs=[("E1", "E2")], labels=LABELS)
    assert (document["relations"], document["unparsed"]) == ([BEFORE], 0)
    assert "left out" not in str(document.get("repaired"))


@pytest.mark.parametrize(
    "answer",
    [
        *(
            "E2-E3: AFTER\nE1-E2: BEFORE",
            "E3: AFTER\nE1: BEFORE",
            "0. BEFORE\n1. AFTER",
            "Pair 2: AFTER\nPair 1: BEFORE",
        ),
        "| pair | label |\n|---|---|\n| E2, E3 | AFTER |\n| E1, E2 | BEFORE |",
    ],
)
def test_labels_are_given_to_the_pairs_that_the_lines_name(answer: str) -> None:
    (document,) = relations_from_texts([answer], pairs=[[("E1", "E2"), ("E2", "E3")]], labels=LABELS)
    assert document["relations"] == [BEFORE, AFTER]


@pytest.mark.parametrize(
    "answer",
    ["1. BEFORE\n3. AFTER", "1. BEFORE\n1. AFTER", '{"1": "BEFORE", "3": "AFTER"}', "E2-E1: AFTER\nE2-E3: AFTER"],
)
def test_numbers_and_ids_that_are_not_those_of_the_pairs(answer: str) -> None:
    (document,) = relations_from_texts([answer], pairs=[[("E1", "E2"), ("E2", "E3")]], labels=LABELS)
    assert (document["relations"], document["unparsed"]) == ([], 1)


def test_relations_that_are_taken_back_or_are_references_are_left_out() -> None:
    for answer in (
        'Candidates: [["E1", "AFTER", "E2"]]. Final: {"relations": []}',
        '[["E1", "AFTER", "E2"]] Answer: []',
    ):
        assert relations_from_texts([answer]) == [{"relations": [], "unparsed": 0, "repaired": ["several answers"]}]
    (document,) = relations_from_texts([{"gold": [["E1", "AFTER", "E2"]], "pred": [["E1", "BEFORE", "E2"]]}])
    assert document["relations"] == [BEFORE]
    assert document["repaired"] == ["relation left out: it is under 'gold'"]
    (document,) = relations_from_texts(['[["E1", "BEFORE", "E2"]]\nTimes: []'])
    assert document == {"relations": [BEFORE], "unparsed": 0}


def test_what_cannot_be_read_is_named_and_what_is_outside_is_counted() -> None:
    gold = [
        {"doc_id": "d1", "events": [{"id": "E1"}, {"id": "E2"}, {"id": "E3"}], "relations": [BEFORE, AFTER]},
        {"doc_id": "d2", "events": [{"id": "E1"}, {"id": "E2"}], "relations": [BEFORE]},
    ]
    answers = ['[["E1", "before", "E2"], ["E1", "BEFORE", "E9"], ["E2", "SOON", "E3"], ["E2"]]', "Well, hard to say."]
    documents = relations_from_texts(answers, ["d1", "d2"], references=gold, labels=LABELS)
    assert documents[0]["outside"] == [{"type": "BEFORE", "source": "E1", "target": "E9"}]
    assert documents[0]["repaired"] == [
        "letters of a label",
        "relation left out: its label is 'SOON'",
        "relation left out: expected a source, a label and a target",
    ]
    for protocol in ("pairs", "matres", "tddiscourse", "causal", "eventstoryline", "tempeval-3"):
        result = score_relations(documents, gold, protocol=protocol, details=True)
        said = " ".join(result["warnings"])
        assert "1 prediction ignored" in said, protocol
        assert "1 answer could not be read: no relations" in said, protocol
        assert {"doc_id": "d1", **documents[0]["outside"][0]} in result["ignored_predictions"], protocol
        assert result["unparsed"] == 1
    assert relations_from_texts(answers[:1], labels=LABELS, strict=True)[0]["unparsed"] == 1


def test_no_relations_is_an_answer() -> None:
    for answer in ("[]", '{"relations": []}', "None", "No relations"):
        assert relations_from_texts([answer]) == [{"relations": [], "unparsed": 0}], answer
    assert relations_from_texts(["I see none."])[0]["unparsed"] == 1


def test_a_form_of_ones_own() -> None:
    form = "Event {source} happened {type} event {target}."
    (document,) = relations_from_texts(
        ["Event E1 happened BEFORE event E2.\nEvent E2 happened AFTER event E3"], form=form
    )
    assert document["relations"] == [BEFORE, AFTER]


@given(
    st.text(alphabet="E12 BEFORA[]{}\"':,-\n\\<>think()", max_size=60)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=4),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    )
)
@examples(500)
def test_no_answer_raises(answer: Any) -> None:
    for pairs in (None, [[("E1", "E2"), ("E2", "E1")]]):
        (document,) = relations_from_texts([answer], pairs=pairs)
        if document.get("doc_id") is None:
            score_relations([document], [{"relations": []}], protocol="matres")


def test_lines_with_a_label_in_another_form_are_named_and_documents_have_their_names() -> None:
    asked = [{"doc_id": "d1", "events": [{"id": "E1"}, {"id": "E2"}]}]
    line = "E1 is BEFORE E2, as the text says that it came first."
    (document,) = relations_from_texts([f"So:\n{line}\nE2 AFTER E1"], references=asked, labels=LABELS)
    assert document["doc_id"] == "d1"
    assert document["relations"] == [{"type": "AFTER", "source": "E2", "target": "E1"}]
    assert document["repaired"] == [f"relation left out: {line[:50]!r} has another form"]
