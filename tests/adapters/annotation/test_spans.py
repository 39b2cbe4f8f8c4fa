"""Labelled stretches of characters as nuggets and events."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import InputError, adapters, score_extraction, score_nuggets
from event_scoring.adapters import events_from_spans, nuggets_from_spans

TEXT, TOKENS = "He died in Rome", [["He", "died", "in", "Rome"]]
DIED = {"start": 3, "end": 7, "label": "Die", "id": "t", "score": 0.5, "text": "died"}
HE = {"start": 0, "end": 2, "label": "Person", "id": "a"}


def test_units() -> None:
    by_token = nuggets_from_spans([[DIED]], TOKENS, doc_ids=["d"])
    mention = {"token_ids": [1], "type": "Die", "id": "t", "score": 0.5}
    assert by_token == [{"doc_id": "d", "mentions": [mention]}]
    by_character = nuggets_from_spans([[DIED]])
    assert by_character[0]["mentions"][0]["token_ids"] == [3, 4, 5, 6]
    longer = nuggets_from_spans([[{**DIED, "end": 10}]])
    assert score_nuggets(longer, by_character)["span_f1"] == pytest.approx(8 / 11)
    assert nuggets_from_spans([], TOKENS[:0]) == []


def test_events() -> None:
    events = events_from_spans([[DIED, HE]], [[("t", "a", "Victim")]], TOKENS)
    gold = {"trigger": {"span": [1, 2]}, "type": "Die", "arguments": [{"span": [0, 1], "role": "Victim"}]}
    assert events == [{"events": [gold]}]
    result = score_extraction(events, [{"tokens": TOKENS[0], "events": [gold]}])
    assert result["argument_attached_classification_f1"] == 1.0
    in_words = events_from_spans([[DIED, HE]], [[]], texts=[TEXT], types=["Die"])
    assert in_words == [{"events": [{"trigger": {"text": "died"}, "type": "Die", "arguments": []}]}]


@pytest.mark.parametrize(
    ("spans", "tokens", "message"),
    [
        (
            [[{"start": 3, "end": 2, "label": "x"}]],
            None,
            r"spans\[0\]\[0\]: expected a stretch of the text, .* got \[3, 2\)",
        ),
        ([[{"start": 3, "end": 20, "label": "x"}]], TOKENS, r"spans\[0\]\[0\]: expected a stretch of the text"),
        ([[{"start": 3, "end": 7}]], None, r'spans\[0\]\[0\]: missing key "label"'),
        ([[]], TOKENS * 2, "tokens: expected those of 1 document, got 2"),
    ],
)
def test_wrong_spans(spans: list, tokens: list | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        nuggets_from_spans(spans, tokens)


def test_a_place_with_two_labels_is_two_events() -> None:
    # As Label Studio writes a region that has two labels.
    ends = {"start": 3, "end": 7, "id": "t"}
    spans = [{**ends, "label": "Die"}, {**ends, "label": "Injure"}, {"start": 0, "end": 2, "label": "P", "id": "a"}]
    argument = [{"span": [0, 1], "role": "Victim"}]
    trigger = {"span": [1, 2]}
    both = [{"trigger": trigger, "type": kind, "arguments": argument} for kind in ("Die", "Injure")]
    relations = [[("t", "a", "Victim")]]
    assert events_from_spans([spans], relations, [["He", "died"]]) == [{"events": both}]
    assert events_from_spans([spans], relations, [["He", "died"]], types=["Injure"]) == [{"events": both[1:]}]


def test_wrong_relations() -> None:
    with pytest.raises(InputError, match=r"relations\[0\]: expected the id of a span, got 'x'"):
        events_from_spans([[DIED]], [[("t", "x", "Victim")]], TOKENS)
    with pytest.raises(
        InputError, match="relations: expected a list for each of 1 document, and their tokens or texts"
    ):
        events_from_spans([[DIED]], [[]])


@pytest.mark.parametrize("types", ["Die", 5])
def test_a_single_type_is_no_list_of_types(types: Any) -> None:
    message = f"types: expected a list of strings, got {types!r}"
    with pytest.raises(ValueError, match=message):
        events_from_spans([[DIED]], [[]], TOKENS, types=types)
    with pytest.raises(ValueError, match=message):
        adapters.events_from_gliner([{"entities": {"Die": ["died"]}}], types=types)
    assert events_from_spans([[DIED]], [[]], TOKENS, types={"Die": ["Victim"]})[0]["events"]


def test_raw_spans_are_refused_and_the_converter_is_named() -> None:
    raw = {"start": 3, "end": 7, "text": "died", "label": "Die", "score": 0.9}
    hint = "; event_scoring.adapters.nuggets_from_spans makes nuggets of spans by characters"
    with pytest.raises(InputError) as caught:
        score_nuggets([[raw]], [[]])
    assert str(caught.value).endswith(hint)
    with pytest.raises(InputError) as caught:
        score_nuggets([[{**raw, "token_ids": [1], "type": "Die"}]], [[]])
    assert str(caught.value).endswith(hint)


@pytest.mark.parametrize(
    ("call", "given", "message"),
    [
        (adapters.nuggets_from_prodigy, [None], r"source\[0\]: expected a record of the export, a dict, got None"),
        (adapters.nuggets_from_doccano, ["x"], r"source\[0\]: expected a record of the export"),
        (adapters.events_from_label_studio, [3], r"source\[0\]: expected a record of the export"),
        (
            adapters.nuggets_from_doccano,
            [{"text": "a", "labels": [[0, 2]]}],
            r"expected labels as \[start, end, label\]",
        ),
        (
            adapters.nuggets_from_doccano,
            [{"text": "a", "entities": [{"id": 1}]}],
            'expected a dict with the key "start_off',
        ),
        (adapters.events_from_prodigy, [{"text": "a", "spans": [{}]}], 'expected a dict with the key "start"'),
        (adapters.nuggets_from_gliner, [{"entities": "x"}], r'outputs\[0\]\["entities"\]: expected a dict of labels'),
        (adapters.events_from_gliner, [{"entities": ["x"]}], r'outputs\[0\]\["entities"\]: expected a dict of labels'),
        (
            lambda source: adapters.nuggets_from_cas(source, "Event"),
            None,
            "sources: expected a path, a pair of paths or a Cas",
        ),
        (adapters.events_from_gliner, [{"entities": {"Die": 3}}], r'\["entities"\]\["Die"\]: expected a list, got 3'),
        (
            adapters.events_from_gliner,
            [{"relation_extraction": {"Victim": ["he"]}}],
            r'outputs\[0\]\["relation_extraction"\]\["Victim"\]\[0\]: expected a pair of a trigger and an argument',
        ),
        (adapters.nuggets_from_gliner, [{"entities": {"A": [{"start": None, "end": 2}]}}], "expected integers as"),
        (adapters.events_from_langextract, [{"extractions": 3}], r'documents\[0\]\["extractions"\]: expected a list'),
        (adapters.nuggets_from_prodigy, [{"tokens": [5]}], r'source\[0\]\["tokens"\]\[0\]: expected a dict, got 5'),
        (
            adapters.events_from_prodigy,
            [{"answer": "reject"}, {"relations": 3}],
            r'source\[1\]\["relations"\]: expected',
        ),
        (adapters.events_from_prodigy, [{"text": 5}], r"texts\[0\]: expected a string, got 5"),
        (adapters.events_from_doccano, [{"text": "a", "entities": 5}], r'source\[0\]\["entities"\]: expected a list'),
        (
            adapters.events_from_doccano,
            [{"text": "a", "entities": [], "relations": [{"from_id": 1, "to_id": 2}]}],
            r'source\[0\]: expected a dict with the key "type"',
        ),
        (adapters.nuggets_from_conll, ["a O"], r"expected one path, or the contents of a file as bytes, got \['a O'\]"),
        (lambda column: adapters.nuggets_from_conll(b"a O", column), "label", "<input>:1: expected a column label"),
        (lambda links: events_from_spans([[HE]], links, TOKENS), [5], r"relations\[0\]: expected a list, got 5"),
        (lambda text: adapters.token_offsets(text, ["a"]), None, "text: expected a string, got None"),
        (lambda word: adapters.token_offsets("a", [word]), 3, r"words\[0\]: expected a word of the text"),
    ],
)
def test_what_is_no_export_is_named(call: Any, given: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        call(given)


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ({"annotations": 5}, r'source\[0\]\["annotations"\]: expected a list, got 5'),
        ({"annotations": [5]}, r'source\[0\]\["annotations"\]\[0\]: expected a dict, got 5'),
        ({"annotations": [{"result": 3}]}, r'\["annotations"\]\[0\]\["result"\]: expected a list, got 3'),
        (
            {"annotations": [{"was_cancelled": True}, {"result": [None]}]},
            r'\["annotations"\]\[1\]\["result"\]\[0\]: expected a dict, got None',
        ),
        ({"annotations": [{"result": [{"id": "a"}]}]}, r'\["result"\]\[0\]: expected a dict with the key "value"'),
        ({"annotations": [{"result": [{"value": 5}]}]}, r'\["result"\]\[0\]\["value"\]: expected a dict, got 5'),
        (
            {"annotations": [{"result": [{"type": "labels", "value": {"start": 0, "labels": 5}}]}]},
            r'\["value"\]\["labels"\]: expected a list, got 5',
        ),
        ({"annotations": [], "data": "He died"}, r'source\[0\]\["data"\]: expected a dict, got \'He died\''),
    ],
)
def test_what_is_wrong_in_an_export_of_label_studio_is_named(task: dict[str, Any], message: str) -> None:
    for call in (adapters.nuggets_from_label_studio, adapters.events_from_label_studio):
        with pytest.raises(InputError, match=message):
            call([task])
