"""The contents of the reports of all tasks: documents, categories, examples and scores."""

from __future__ import annotations

import re
from typing import Any

import pytest

from event_scoring import score_extraction
from event_scoring.report.categories import category
from event_scoring.report.reports import report
from tests.arguments.test_responses import assessed, response
from tests.extraction.test_mistakes import GOLD, event
from tests.report.saved import data_of, kinds_of, marks_of, text_of


def pairs(page: str) -> set[tuple[str, str, str]]:
    """Return each category with the reference and the prediction that it is about, as "label of type: text"."""
    marks, (document,) = marks_of(page), data_of(page)["documents"]
    words = document.get("words", ())
    texts = {
        mark["key"]: " of ".join(filter(None, [mark["label"], mark.get("type")]))
        + f": {mark.get('text') or ' '.join(words[place] for place in mark.get('at', ()))}"
        for mark in marks
    }
    found = set()
    for mark in marks:
        partner = texts.get((mark.get("to") or {}).get("0"), "")
        ends = [texts[mark["key"]], partner]
        for kind in (mark.get("is") or {}).values():
            found.add((kind, *(ends if mark["key"].startswith("references") else ends[::-1])))
    return found


SYSTEM = [
    {
        "events": [
            event("Attack", 1, (0, "Victim"), (3, "Place")),
            event("Hurt", 5, (6, "Victim")),
            {"trigger": {"text": "zz"}, "type": "Hurt", "arguments": []},
            event("Meet", 8),
        ]
    }
]


def test_triggers_and_arguments_are_drawn_once_and_grouped_by_event() -> None:
    page = report("extraction", {"mine": SYSTEM}, GOLD, resamples=20)
    result = score_extraction(SYSTEM, GOLD, details=True)
    marks = marks_of(page)
    assert len({mark["key"] for mark in marks}) == len(marks) == 6 + 7
    assert len(marks_of(page, kind="event")) == 2 + 4
    for noun, kinds in result["errors"].items():
        shown = text_of(page).partition(f" {noun}s ")[2]
        for kind, count in kinds.items():
            assert f"{category(kind).title} {count} " in shown
    assert sum(mark["side"] == "predictions" and any(mark.get("to", {}).values()) for mark in marks) == 5


def test_each_mark_has_its_category_and_the_mark_that_it_is_compared_with() -> None:
    found = pairs(report("extraction", {"mine": SYSTEM}, GOLD, resamples=20))
    assert {
        ("type", "Die: f", "Hurt: f"),
        ("role", "Agent of Attack: a", "Victim of Attack: a"),
        ("spurious", "", "Meet: i"),
        ("discarded", "", "Hurt: zz"),
    } <= found
    assert ("missed", "Time of Attack: e", "") in found


def test_detection_shows_triggers_alone_and_says_why_numbers_differ() -> None:
    page = report("detection", {"mine": [{"events": [event("Attack", 1)]}]}, GOLD, resamples=20)
    assert "argument" not in text_of(page).partition("signature")[0]
    assert 'data-kind="role"' not in page
    page = report("detection", {"mine": [{"events": [event("Attack", 1)]}]}, GOLD, convention="omnievent", resamples=20)
    assert "er-notes" in page
    assert kinds_of(page)["predictions 0"] == ["correct"], "the same outcomes as on the page"


def test_gold_mode_shows_what_was_said_of_the_reference_triggers() -> None:
    said = [event("Attack", 1, (0, "Agent")), event("Die", 5, (6, "Agent"))]
    page = report("extraction", {"mine": [{"events": [], "events_given_gold": said}]}, GOLD, mode="gold", resamples=20)
    assert ("role", "Victim of Die: g", "Agent of Die: g") in pairs(page)


def test_grounded_texts_stand_where_they_were_found() -> None:
    said = [{"trigger": {"text": "b"}, "type": "Attack", "arguments": [{"text": "a", "role": "Agent"}]}]
    page = report("extraction", {"mine": [{"events": said}]}, GOLD, resamples=20)
    assert [mark["at"] for mark in marks_of(page, side="predictions")] == [[1], [0]]


def test_responses_show_correct_ones_and_quote_the_text() -> None:
    right, other, never = response("she"), response("he", role="Agent"), response("we", role="Place")
    key = [assessed(right), assessed(other, "CWCC"), assessed(never), assessed(response("us", role="Place"), "CCCW")]
    reference = {
        "doc_id": "d",
        "responses": key,
        "frames": [[0, 2, 3]],
        "coreference": [
            {"text": text, "start": 4, "end": 9, "cluster": n} for n, text in enumerate(("she", "he", "we", "us"))
        ],
    }
    system = [{"doc_id": "d", "responses": [right, other], "frames": [[0, 1]]}]
    page = report("responses", {"mine": system}, [reference], tokens={"d": "and so she died"}, resamples=20)
    assert kinds_of(page) == {
        **{"references 0": ["correct"], "references 1": ["discarded"], "references 2": ["missed"]},
        **{"references 3": ["discarded"], "predictions 0": ["correct"], "predictions 1": ["spurious"]},
    }
    assert ("missed", "Place of Life.Die: we", "") in pairs(page)
    assert ("spurious", "", "Agent of Life.Die: he") in pairs(page)
    assert marks_of(page, key="references 0")[0]["note"] == "assessed right, “and so she died”"


def test_arguments_are_compared_with_each_other() -> None:
    def document(*roles: str) -> dict[str, Any]:
        arguments = [{"type": "Die", "role": role, "filler": "e"} for role in roles]
        return {"doc_id": "d", "arguments": arguments, "frames": [list(range(len(roles)))]}

    page = report("arguments", {"mine": [document("Victim", "Place")]}, [document("Victim", "Agent")], resamples=20)
    assert ("role", "Agent of Die: e", "Place of Die: e") in pairs(page)
    assert marks_of(page, key="references 1")[0]["to"] == {"0": "predictions 1"}


def test_spans_of_any_length_do_no_harm() -> None:
    long = {"trigger": {"span": [0, 10**12]}, "type": "Die", "arguments": []}
    page = report("extraction", {"mine": [{"events": [long]}]}, [{"events": [long]}], resamples=20)
    assert len(data_of(page)["documents"][0]["words"]) < 4_000
    given = {**response("she"), "base_filler": {"start": 4, "end": 10**12}}
    key = [
        {
            "doc_id": "d",
            "responses": [assessed(given)],
            "frames": [[0]],
            "coreference": [{**given["cas"], "cluster": 0}],
        }
    ]
    system = [{"doc_id": "d", "responses": [given], "frames": [[0]]}]
    assert "she" in report("responses", {"mine": system}, key, tokens={"d": "and so she died"}, resamples=20)


def test_chains_are_in_the_table_of_scores() -> None:
    mentions = [{"token_ids": [place], "type": "A", "id": str(place)} for place in range(3)]
    gold = [{"doc_id": "d", "mentions": mentions, "clusters": [["0", "1"]]}]
    page = report("nuggets", {"mine": gold}, gold, resamples=20)
    assert "coreference KBP average" in page
    assert "coreference B-cubed" in page


def test_other_words_are_refused() -> None:
    gold = [{"doc_id": "d", "mentions": []}]
    with pytest.raises(ValueError, match=r'tokens\["d"\]: expected a list of words, \(ids, words\) or a text, got int'):
        report("nuggets", {"mine": gold}, gold, tokens={"d": 3}, resamples=20)


def test_systems_stand_in_one_order_the_best_first() -> None:
    gold = [{"doc_id": "d", "mentions": [{"token_ids": [place], "type": "A"} for place in range(4)]}]
    systems = {f"finds {count}": [{"doc_id": "d", "mentions": gold[0]["mentions"][:count]}] for count in (1, 3, 2)}
    page = report("nuggets", systems, gold, resamples=20)
    order = ["finds 3", "finds 2", "finds 1"]
    assert re.findall(r'<option value="\d">(finds \d)', page) == order
    assert re.findall(r'<th scope="col">[abc] (finds \d)</th>', page) == order
    assert page.count('<th scope="row">type F1</th>') == 1 + 3, "words, not keys: of the scores and of three tests"


def test_documents_of_templates_say_how_many_fills_are_right() -> None:
    def templates(*names: str) -> list[dict[str, object]]:
        return [{"templates": [{"type": "PERSON", "slots": [{"name": "NAME", "values": list(names)}]}]}]

    page = report("templates", {"one": templates("Ada"), "two": templates("Ada", "Bo")}, templates("Ada"), resamples=20)
    assert re.findall(r"<em>(\d)</em> (.*?)</span></span>", page)[1][1].count("er-sign") == 2, "correct and spurious"
    assert page.count('es-k-correct"><b>✓</b> right <span class="es-count">1') == 2, "of each system in all"
    assert re.findall(r'data-kind="(\w+)"', page) == ["correct", "spurious"]


def test_what_a_tier_forgave_is_drawn_as_such() -> None:
    gold = [{"tokens": ["the", "old", "rebels"], "events": [event("Attack", 2, (0, "Agent"))]}]
    gold[0]["events"][0]["trigger"]["span"] = [1, 3]
    said = [{"events": [event("Attack", 2, (0, "Agent"))]}]
    page = report("extraction", {"mine": said}, gold, match=["span", "overlap"], resamples=20)
    assert kinds_of(page)["references 0"] == ["forgiven"]
    assert marks_of(page, key="predictions 0")[0]["note"] == "by overlap"
    assert 'data-kind="forgiven"' in page


def test_filters_are_of_what_occurs() -> None:
    gold = [{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "A"}]}]
    page = report("nuggets", {"mine": gold}, gold, tokens={"d": ["a", "b"]}, resamples=20)
    assert re.findall(r'data-kind="(\w+)"', page) == ["correct"]


def test_fills_of_templates_are_right_or_wrong() -> None:
    def person(*slots: tuple[str, str]) -> list[dict[str, object]]:
        given = [{"name": name, "values": [value]} for name, value in slots]
        return [{"templates": [{"type": "PERSON", "slots": given}]}]

    gold, system = person(("NAME", "Ada"), ("TITLE", "Ms.")), person(("NAME", "Ada"), ("TITLE", "Dr."), ("AGE", "36"))
    page = report("templates", {"mine": system}, gold, resamples=20)
    for kind, count in (("correct", 2), ("filler", 2), ("spurious", 1)):
        assert list(kinds_of(page).values()).count([kind]) == count


def test_scores_have_intervals_where_there_are_several_documents() -> None:
    gold = [{"mentions": [{"token_ids": [place], "type": "A"}]} for place in range(2)]
    rows = {}
    for number in (1, 2):
        page = report("nuggets", {"mine": gold[:number]}, gold[:number], resamples=20)
        (rows[number],) = re.findall(r'<th scope="row">span</th>(.*?)</tr>', page)
    assert rows[2].count("[1.000, 1.000]") == 1
    assert "[" not in rows[1]


def test_nothing_is_scored_that_neither_side_has_and_one_document_has_no_interval() -> None:
    gold = [{"tokens": ["he", "died"], "events": [{"trigger": {"span": [1, 2]}, "type": "Die"}]}]
    page = report("extraction", {"mine": gold}, gold, convention="textee")
    scores = text_of(page).partition("TextEE has")[0]
    assert "trigger classification 1.000" in scores
    assert "argument" not in scores
    assert "interval" not in scores
    assert "[" not in scores
