"""Texts in place of positions, on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pyarrow as pa
import pytest

from event_scoring import InputError, documents_from_texts, score_detection, score_extraction
from event_scoring.extraction.documents import text_placement
from event_scoring.extraction.documents.document import ExtractionDocument
from event_scoring.extraction.documents.text_placement import TokenizedText
from event_scoring.extraction.documents.text_to_tokens import prepare

TEXT = "Troops fired. The U.S. troops met, and met again."
TOKENS = ["Troops", "fired"]
GOLD = [
    {
        "text": TEXT,
        "events": [{"type": "Attack", "trigger": "fired", "arguments": [{"role": "Agent", "text": "Troops"}]}],
    }
]


def gold(**trigger: Any) -> list[dict[str, Any]]:
    return [{"text": TEXT, "events": [{"type": "Attack", "trigger": trigger}]}]


def with_argument(**argument: Any) -> list[dict[str, Any]]:
    arguments = [{"role": "Agent", **argument}]
    return [{"tokens": TOKENS, "events": [{"type": "Attack", "trigger": {"span": [1, 2]}, "arguments": arguments}]}]


def test_a_key_without_a_text_brings_nothing_to_be_found() -> None:
    """Documents from columns have such keys; locating each trigger again took four times as long as the score."""
    given = {"tokens": ["fired"], "text": None, "events": [{"type": "A", "trigger": {"span": [0, 1], "text": None}}]}
    document = msgspec.convert(given, ExtractionDocument)
    assert all(placed is document for placed in prepare(document, document))


def test_texts_on_both_sides() -> None:
    result = score_extraction(GOLD, GOLD)
    assert result["argument_attached_classification_f1"] == 1.0
    assert "tokenizer:words" in result["signature"]
    named = score_extraction(GOLD, GOLD, facts={"tokenizer": "mine"})
    assert "tokenizer:mine" in named["signature"]


@pytest.mark.parametrize(
    "trigger", [{"text": "fired"}, {"span": [1, 2]}, {"start": 7, "end": 12}, {"text": "fired", "start": 7, "end": 12}]
)
@pytest.mark.parametrize("other", [{"text": "fired"}, {"span": [1, 2], "text": "fired"}, {"start": 7, "end": 12}])
def test_every_form_says_the_same(trigger: dict[str, Any], other: dict[str, Any]) -> None:
    result = score_extraction(gold(**trigger), gold(**other))
    assert result["trigger_classification_f1"] == 1.0


def test_one_column_on_both_sides_is_looked_at_as_references_too() -> None:
    """A prediction without a position is found when it is counted; a reference must be placed before."""
    column = pa.array([{"tokens": ["Troops", "fired"], "events": [{"type": "Attack", "trigger": {"text": "fired"}}]}])
    assert score_extraction(column, column)["trigger_classification_f1"] == 1.0


def test_repeated_texts_go_to_their_places_in_turn() -> None:
    events = [{"type": "Meet", "trigger": "met"}, {"type": "Meet", "trigger": "met"}]
    both = [{"text": TEXT, "events": events}]
    result = score_extraction(both, both)
    assert (result["trigger_classification_true_positives"], result["trigger_classification_f1"]) == (2, 1.0)


def test_claims_never_fail() -> None:
    wrong = '[{"type": "Attack", "trigger": {"span": [90, 95]}}, {"type": "Attack", "trigger": {"text": "fired", "start": 0, "end": 3}}]'
    result = score_extraction(documents_from_texts([wrong]), GOLD)
    assert result["trigger_classification_true_positives"] == 1
    assert result["discarded_trigger_not_found"] == 1


def test_a_number_for_repairs() -> None:
    answers = documents_from_texts(["[{'type': 'Attack', 'trigger': 'fired',},]"])
    assert score_extraction(answers, GOLD)["repaired"] == 1


def test_what_is_not_found_says_why() -> None:
    system = [{"events": [
        {"type": "Attack", "trigger": "Fired", "arguments": [{"role": "Agent", "text": "troop"}]},
        {"type": "Attack", "trigger": {"text": "shot", "span": [90, 91], "claimed": True}},
    ]}]  # fmt: skip
    listed = score_extraction(system, GOLD, details=True)["not_found"]
    assert [(item["document"], item["event"], item["argument"], item["text"], item["why"]) for item in listed] == [
        (0, 0, None, "Fired", "other case"),
        (0, 0, 0, "troop", "only inside a word"),
        (0, 1, None, "shot", "not in the text"),
    ]


def test_texts_are_shown_as_the_document_and_the_system_write_them() -> None:
    """Not as the words that are made of them: in lists of details, and in what a judge reads."""
    system = gold(text="the U.S.-led troops")
    for options, listed in (
        ({}, "not_found"),
        ({"convention": "uie"}, "dropped"),
        ({"convention": "degree"}, "dropped"),
    ):
        [item] = score_extraction(system, gold(text="U.S. troops"), details=True, **options)[listed]
        assert item["text"] == "the U.S.-led troops"
    pairs: list[Any] = []
    references = gold(text="U.S. troops")
    score_detection(system, references, match=("span", "judged"), judge=lambda asked: pairs.extend(asked) or [True])
    [pair] = pairs
    assert (pair["prediction"]["text"], pair["reference"]["text"]) == ("the U.S.-led troops", "U.S. troops")
    assert pair["context"] == TEXT
    verdict = {**pair, "key": None, "context": None, "verdict": True}
    result = score_detection(system, references, match=("span", "judged"), verdicts=[verdict])
    assert (result["trigger_classification_f1"], result["undecided"]) == (1.0, 0)


@pytest.mark.parametrize("options", [{}, {"standardize": False}, {"convention": "oneie"}])
def test_texts_that_stand_everywhere_cost_no_more_than_their_places(options: dict[str, Any]) -> None:
    """1,100 texts, each with 1,100 possible positions; only tiers compare every pair."""
    document = {"text": "he " * 1100, "events": [{"trigger": "he", "type": "A"}] * 1100}
    assert score_detection([document], [document], **options)["trigger_classification_f1"] == 1


@pytest.mark.parametrize(
    ("text", "triggers"),
    [
        ("aa " * 2000, ["a" * 401]),
        ("a " + "ba " * 2000, ["ab" * 400]),
        ("a " * 2000, [f"{'a' * 25}{number}" for number in range(2000)]),
    ],
)
def test_texts_that_are_looked_for_in_vain_are_bounded(
    text: str, triggers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = [{"text": "fine", "events": []}, {"text": text, "events": []}]
    system = [{"events": []}, {"events": [{"trigger": trigger, "type": "A"} for trigger in triggers]}]
    assert score_extraction(system, gold, convention="oneie")["trigger_identification_f1"] == 0
    monkeypatch.setattr(text_placement, "MAX_FAILED_COST", 10_000)
    monkeypatch.setattr(text_placement, "MAX_FAILED_COST_PER_LETTER", 10)
    wanted = (
        r"^predictions\[1\]: expected texts that are in their document, got very many that are not, or only inside w"
    )
    for options in ({"convention": "oneie"}, {"details": True}):
        with pytest.raises(InputError, match=wanted):
            score_extraction(system, gold, **options)  # type: ignore[arg-type]


def test_a_text_inside_words_is_found_behind_them() -> None:
    document = {"text": "banana an ban bananas ban", "events": [{"trigger": "ban", "type": "A"}] * 2}
    spans = [{"trigger": {"span": [start, start + 1]}, "type": "A"} for start in (2, 4)]
    said = {"tokens": document["text"].split(), "events": spans}  # type: ignore[attr-defined]
    assert score_extraction([said], [document], standardize=False)["trigger_classification_f1"] == 1


def test_long_spans_where_texts_are_looked_for_are_bounded() -> None:
    tokens = ["a"] * 20_000
    events = [{"trigger": {"span": [start, 20_000 - start]}, "type": "A"} for start in range(900)]
    system = [{"events": []}, {"events": [{"trigger": "a a", "type": "A"}]}]
    gold = [{"tokens": ["a"], "events": []}, {"tokens": tokens, "events": events}]
    wanted = r"^references\[1\]: expected spans of few tokens, where texts are looked for, got many as long as 20,000"
    with pytest.raises(InputError, match=wanted):
        score_extraction(system, gold)
    assert score_extraction([{"events": []}] * 2, gold)["trigger_identification_f1"] == 0


def test_references_of_one_text_take_its_places_in_turn() -> None:
    events = [{"trigger": "he", "type": "A"}] * 4
    document = {"text": "he said he knew he", "events": events}
    spans = [{"trigger": {"span": [start, start + 1]}, "type": "A"} for start in (0, 2, 4, 4)]
    said = {"tokens": document["text"].split(), "events": spans}
    assert score_detection([said], [document], standardize=False)["trigger_classification_f1"] == 1


@pytest.mark.parametrize("convention", ["paper", "textee", "oneie", "dygie", "rams", "wikievents"])
def test_arguments_of_one_text_take_turns_in_their_event_whatever_their_roles(convention: str) -> None:
    roles = ("Agent", "Person")
    trigger = {"span": [3, 4]}
    said = [{"events": [{"trigger": trigger, "type": "A", "arguments": [{"text": "he", "role": r} for r in roles]}]}]
    placed = [{"span": span, "role": role} for span, role in zip(([0, 1], [2, 3]), roles, strict=True)]
    gold = [
        {"tokens": ["he", "met", "he", "today"], "events": [{"trigger": trigger, "type": "A", "arguments": placed}]}
    ]
    assert score_extraction(said, gold, convention=convention)["argument_classification_f1"] == 1


@pytest.mark.parametrize("options", [{}, {"convention": "textee"}, {"standardize": False}])
def test_triggers_of_one_text_take_turns_whatever_their_types(options: dict[str, Any]) -> None:
    types, document = ("Go", "Come"), {"tokens": ["he", "left", "and", "he", "left"]}
    texts = [{**document, "events": [{"trigger": "left", "type": kind} for kind in types]}]
    spans = [{"trigger": {"span": span}, "type": kind} for span, kind in zip(([1, 2], [4, 5]), types, strict=True)]
    for sides in ([texts, texts], [texts, [{**document, "events": spans}]], [[{"events": spans}], texts]):
        assert score_detection(*sides, **options)["trigger_classification_f1"] == 1


@pytest.mark.parametrize("where", [{"tokens": ["he", "left"]}, {"text": "he left"}])
def test_references_with_a_wrong_claim_are_looked_for(where: dict[str, Any]) -> None:
    """Answers of a model stand for the references, as when two models are compared."""
    claim = {"text": "left", "span": [0, 1], "claimed": True}
    gold = [{**where, "events": [{"trigger": claim, "type": "Go"}]}]
    said = [{"events": [{"trigger": {"span": [1, 2]}, "type": "Go"}]}]
    assert score_detection(said, gold)["trigger_classification_f1"] == 1
    claim["text"] = "came"
    with pytest.raises(InputError, match=r'^references\[0\].*"text"\]: expected a text that is in the document, got '):
        score_detection(said, gold)


def test_a_claim_of_two_places_is_one_of_nowhere() -> None:
    """Tokens and characters that do not agree."""
    claim = {"span": [1, 2], "start": 0, "end": 6, "claimed": True}
    system = [{"events": [{"type": "Attack", "trigger": claim}]}]
    assert score_detection(system, gold(start=7, end=12))["discarded_trigger_not_found"] == 1


@pytest.mark.parametrize("trigger", ["fired", {"text": "fired"}, {"span": [1, 2]}])
@pytest.mark.parametrize(
    ("system", "gold", "where"),
    [
        ({}, {"tokens": TOKENS, "text": "Nobody slept."}, "references"),
        ({"text": "Nobody slept."}, {"tokens": TOKENS}, "predictions"),
        ({"text": "Nobody slept."}, {"tokens": TOKENS, "text": "Troops fired."}, "predictions"),
        ({"tokens": TOKENS}, {"text": "Nobody slept."}, "references"),
        ({"text": "Nobody slept."}, {"text": "Troops fired."}, "predictions"),
    ],
)
def test_a_text_that_contradicts_its_document_is_refused(trigger: Any, system: Any, gold: Any, where: str) -> None:
    said = [{**system, "events": [{"type": "Attack", "trigger": trigger}]}]
    annotated = [{**gold, "events": [{"type": "Attack", "trigger": {"span": [1, 2]}}]}]
    with pytest.raises(InputError) as refused:
        score_extraction(said, annotated)
    assert refused.value.path == (where, 0, "text")


def test_a_text_may_say_more_than_its_tokens() -> None:
    events = [{"type": "Attack", "trigger": {"span": [1, 2]}}]
    gold = [{"tokens": TOKENS, "text": "Troops  fired. Then more.", "events": events}]
    assert score_extraction([{"events": events}], gold)["trigger_classification_f1"] == 1


def test_characters_are_found_without_reading_every_token() -> None:
    class Offsets(Sequence[tuple[int, int]]):
        read = 0

        def __len__(self) -> int:
            return 1024

        def __getitem__(self, place: Any) -> Any:
            if place >= len(self):
                raise IndexError
            self.read += 1
            return 2 * place, 2 * place + 1

    offsets = Offsets()
    page = TokenizedText(["a"] * len(offsets), "a " * len(offsets), offsets)
    assert [page.of_characters(start, start + 3) for start in (0, 400, 2044)] == [(0, 2), (200, 202), (1022, 1024)]
    assert page.of_characters(401, 402) is None
    assert offsets.read < 4 * 2 * 12


@pytest.mark.parametrize("convention", ["paper", "textee", "oneie", "wikievents", "uie", "maven-arg"])
@pytest.mark.parametrize("place", [{"text": "hit"}, {"start": 11, "end": 14}, {"span": [2, 3]}])
def test_documents_whose_triggers_name_their_events_have_places(convention: str, place: dict[str, Any]) -> None:
    """MAVEN-Arg's convention compares texts as they are given; all others need places, as without names."""
    roles = {"roles": {"Attack": ["Agent"]}} if convention == "maven-arg" else {}
    agent = {"role": "Agent", "text": "rebels", "start": 4, "end": 10}
    event = {"id": "t", "event": "E", "type": "Attack", "trigger": place, "arguments": [agent]}
    gold = [{"text": "the rebels hit Rome", "events": [event]}]
    key = "mention_f1" if convention == "maven-arg" else "argument_classification_f1"
    for said in ({"text": "rebels"}, {"span": [1, 2]}, {"start": 4, "end": 10}):
        system = [{"events": [{**event, "trigger": "hit", "arguments": [{"role": "Agent", **said}]}]}]
        assert score_extraction(system, gold, convention=convention, **roles)[key] == 1
    assert score_extraction(gold, gold, convention=convention, **roles)[key] == 1
    entities = [{"id": "N", "mentions": [{"text": "rebels"}]}]
    assert score_extraction(gold, [{**gold[0], "entities": entities}], convention=convention, **roles)[key] == 1
    event["trigger"] = {"span": [8, 9]}
    with pytest.raises(InputError, match="the number of tokens"):
        score_extraction(gold, gold, convention=convention, **roles)


NAMED: dict[str, Any] = {"id": "t", "event": "E", "type": "Attack", "trigger": "hit"}
OF_MAVEN: dict[str, Any] = {"convention": "maven-arg", "roles": {"Attack": ["Agent"]}}


@pytest.mark.parametrize("options", [{}, OF_MAVEN])
@pytest.mark.parametrize("place", [{"text": "rebels"}, {"start": 4, "end": 10}, {"span": [1, 2]}])
@pytest.mark.parametrize("words", [{"text": "the rebels hit Rome"}, {"tokens": ["the", "rebels", "hit", "Rome"]}])
def test_words_on_the_side_of_the_predictions_are_those_of_named_events_too(
    options: dict[str, Any], place: dict[str, Any], words: dict[str, Any]
) -> None:
    documents = [{"events": [{**NAMED, "arguments": [{"role": "Agent", **place}]}]}]
    sides = [{**words, **documents[0]}], documents
    if "start" in place and "tokens" in words:
        with pytest.raises(InputError, match='"text"'):
            score_extraction(*sides, **options)
    else:
        result = score_extraction(*sides, **options)
        assert result["mention_f1" if options else "argument_classification_f1"] == 1


def test_predicted_characters_of_named_events_need_a_text() -> None:
    gold, system = (
        [{"events": [{**NAMED, "arguments": [{"role": "Agent", "start": 4, "end": 10, **more}]}]}]
        for more in ({"text": "rebels"}, {})
    )
    place = r'predictions\[0\]\["events"\]\[0\]\["arguments"\]'
    with pytest.raises(InputError, match=f'{place}: expected "text", "start" and "end" in the text'):
        score_extraction(system, [{"tokens": ["a"], **gold[0]}], **OF_MAVEN)
    claim = {**system[0]["events"][0]["arguments"][0], "claimed": True}
    system[0]["events"][0]["arguments"] = [claim]
    assert score_extraction(system, [{"tokens": ["a"], **gold[0]}], **OF_MAVEN)["mention_f1"] == 0


def test_named_events_need_no_places_where_texts_are_compared() -> None:
    gold = [{"text": "the rebels hit Rome", "events": [{**NAMED, "arguments": [{"role": "Agent", "text": "an army"}]}]}]
    assert score_extraction(gold, gold, convention="text2event")["argument_classification_f1"] == 1
    assert score_extraction(gold, gold, **OF_MAVEN)["mention_f1"] == 1
    with pytest.raises(InputError, match="a text that is in the document"):
        score_extraction(gold, gold)


@pytest.mark.parametrize("options", [{}, OF_MAVEN, {"convention": "text2event"}])
def test_arguments_of_named_events_may_name_entities_with_characters(options: dict[str, Any]) -> None:
    entities = [{"id": "T1", "type": "Army", "start": 4, "end": 10}]
    trigger = {"start": 11, "end": 14}
    event = {**NAMED, "trigger": trigger, "arguments": [{"role": "Agent", "entity": "T1"}]}
    gold = [{"text": "the rebels hit Rome", "entities": entities, "events": [event]}]
    result = score_extraction(gold, gold, **options)
    assert result["mention_f1" if options == OF_MAVEN else "argument_classification_f1"] == 1
