"""Scorers of events that models write: golden cases, slow scorers, and small cases by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import (
    InputError,
    compare_signatures,
    count_extraction,
    documents_from_texts,
    score_counts,
    score_detection,
    score_extraction,
)
from tests.extraction.conventions.generated_cases import differences
from tests.generated import examples
from tests.generated_answers import SCORERS, OriginalStopsError, cases, expected
from tests.golden_cases import golden

GOLDEN = golden("extraction_generative.json")
SHOT: dict[str, Any] = {"type": "Attack", "trigger": {"text": "shot"}}


@pytest.mark.parametrize("case", GOLDEN, ids=[case["id"] for case in GOLDEN])
def test_golden_cases(case: dict[str, Any]) -> None:
    assert differences(case, case["expected"]) == []


@pytest.mark.parametrize("scorer", SCORERS)
@given(data=st.data())
@examples(60)
def test_measures_equal_their_slow_scorers(scorer: str, data: Any) -> None:
    """Also with the documents in another order; RAEE's result names them by their index."""
    case = data.draw(cases(scorer))
    turned = case if scorer == "raee" else {**case, "documents": case["documents"][::-1]}
    try:
        wanted = expected(case)
    except OriginalStopsError:
        with pytest.raises(OriginalStopsError):
            expected(turned)
        return
    assert differences(case, wanted) == differences(turned, wanted) == []


def event(kind: str, trigger: str, *arguments: tuple[str, str]) -> dict[str, Any]:
    return {
        "type": kind,
        "trigger": {"text": trigger},
        "arguments": [{"role": role, "text": text} for role, text in arguments],
    }


HIT = event("Attack", "hit", ("Place", "Homs"))
GOLD = [{"text": "rebels hit Homs", "events": [HIT]}]
TWICE = [{"events": [HIT, HIT]}]
PLACED = [{"tokens": ["rebels", "hit", "Homs"], "events": [HIT]}]


@pytest.mark.parametrize(("repeats", "precision", "recall"), [("multiset", 0.5, 1), ("set", 1, 1), ("reuse", 1, 2)])
@pytest.mark.parametrize("convention", ["paper", "text2event", "uie", "iepile", "knowcoder"])
def test_one_right_event_twice(convention: str, repeats: str, precision: float, recall: float) -> None:
    """Multisets credit one of two predictions, sets have one prediction, and reuse credits both."""
    result = score_extraction(TWICE, GOLD, convention=convention, unit="text", repeats=repeats)
    for name in ("trigger_classification", "argument_classification"):
        assert (result[f"{name}_precision"], result[f"{name}_recall"]) == (precision, recall)
    assert any("above 1" in warning for warning in result.warnings) == (recall > 1)


@pytest.mark.parametrize("unit", ["text", "span"])
def test_text2event_counts_a_role_with_brackets_in_place_of_a_text(unit: str) -> None:
    """Brackets in place of a text count. Without them the original leaves the role out, which has no children there."""
    for inner, predictions in (("<extra_id_0> Homs now <extra_id_1>", 1), ("", 0)):
        answer = f"<extra_id_0> <extra_id_0> Attack hit <extra_id_0> Place {inner} " + "<extra_id_1> " * 3
        read = documents_from_texts([answer], form="text2event")
        result = score_extraction(read, PLACED, convention="text2event", unit=unit)
        assert (result["argument_classification_predictions"], result["trigger_classification_f1"]) == (predictions, 1)
        written = [{"events": read[0]["events"]}]
        result = score_extraction(written, PLACED, convention="text2event", unit=unit)
        assert result["argument_classification_predictions"] == 0


def test_references_need_neither_places_nor_texts_of_documents() -> None:
    gold = [{"events": [event("Attack", "nowhere")]}]
    assert score_detection(gold, gold, unit="text")["trigger_classification_f1"] == 1
    with pytest.raises(InputError, match="a span, which every reference needs"):
        score_detection(gold, gold)


@pytest.mark.parametrize(
    "options",
    [
        {"convention": "gollie"},
        {"convention": "gollie", "outside_text": "count"},
        {"convention": "text2event", "outside_text": "drop"},
    ],
)
def test_texts_are_looked_for_in_a_document_with_words(options: dict[str, Any]) -> None:
    """Without words every prediction would be dropped, and the references themselves would score 0."""
    events = [{"type": "Attack", "trigger": {"text": "shot"}}]
    with pytest.raises(InputError, match='expected the "text" or "tokens" of the document, in which .* looks'):
        score_extraction([{"events": events}], [{"events": events}], **options)
    assert score_extraction([{"events": []}], [{"events": events}], **options)["trigger_classification_f1"] == 0
    told = {"events": events, "tokens": ["He", "shot"]}
    assert score_extraction([told], [told], **options)["trigger_classification_f1"] == 1


def test_what_is_left_out_is_listed_with_its_reason() -> None:
    system = [{"events": [HIT, event("Attack", "Hit", ("Place", "Homs")), event("Raid", "hit")]}]
    result = score_extraction(system, GOLD, convention="uie", unit="text", types=["Attack"], details=True)
    assert sorted((one["event"], one["argument"], one["reason"]) for one in result["dropped"]) == [
        (1, -1, "not_in_text"),
        (1, 0, "not_in_text"),
        (2, -1, "schema"),
    ]
    assert result["not_found"] == 2
    assert result["trigger_classification_f1"] == 1


@pytest.mark.parametrize(
    "options",
    [
        {"convention": "degree"},
        {"convention": "tanl"},
        {"convention": "knowcoder", "unit": "head"},
        {"convention": "text2event", "unit": "span"},
        {"convention": "uie", "unit": "span"},
    ],
)
def test_texts_without_a_place_are_not_found(options: dict[str, Any]) -> None:
    hit = {"type": "Attack", "trigger": {"text": "hit", "span": [1, 2]}, "arguments": []}
    gold = [{"tokens": ["rebels", "hit", "Homs"], "events": [hit]}]
    system = [{"events": [event("Attack", "hit", ("Place", "Hama")), event("Attack", "raid")]}]
    result = score_extraction(system, gold, details=True, **options)
    assert result["not_found"] == len(result["dropped"]) == 2


def test_a_text_of_the_document_is_not_outside_although_its_tokens_stand_apart() -> None:
    tokens = ["he", "did", "n't", "die"]
    gold = [{"tokens": tokens, "text": "he didn't die", "events": [event("Attack", "didn't")]}]
    system = [{"events": [event("Attack", text) for text in ("didn't", "did n't", "did not")]}]
    result = score_detection(system, gold, unit="text", outside_text="drop")
    assert (result["trigger_classification_predictions"], result["not_found"]) == (2, 1)


@pytest.mark.parametrize(("exhausted", "right"), [("skip", 2), ("stop", 1)])
def test_a_trigger_without_a_free_place(exhausted: str, right: int) -> None:
    """The second "hit" has no place: only it is lost, or also the right event after it."""
    gold = [
        {
            "tokens": ["hit", "and", "died"],
            "events": [
                {"type": "Attack", "trigger": {"span": [0, 1]}, "arguments": []},
                {"type": "Die", "trigger": {"span": [2, 3]}, "arguments": []},
            ],
        }
    ]
    system = [{"events": [event("Attack", "hit"), event("Die", "hit"), event("Die", "died")]}]
    result = score_extraction(system, gold, convention="uie", exhausted=exhausted)
    assert result["trigger_classification_true_positives"] == right
    assert any("ends the sentence" in warning for warning in result.warnings) == (exhausted == "stop")


@pytest.mark.parametrize(
    ("places", "starts"),
    [
        ("first", [0]),  # the leftmost "town"
        (("next-free", "closest"), [2]),  # one token after the trigger, and not one before: 2 - 1 = 1 - 0, leftmost
        ("all", [0, 2]),
    ],
)
def test_which_of_two_places_an_argument_takes(places: Any, starts: list[int]) -> None:
    tokens = ["town", "x", "hit", "town"] if starts == [2] else ["town", "hit", "town"]
    wanted = 3 if starts == [2] else starts[0]
    trigger = tokens.index("hit")
    arguments = [{"role": "Place", "span": [wanted, wanted + 1]}]
    gold = [
        {
            "tokens": tokens,
            "events": [{"type": "Attack", "trigger": {"span": [trigger, trigger + 1]}, "arguments": arguments}],
        }
    ]
    system = [{"events": [event("Attack", "hit", ("Place", "town"))]}]
    result = score_extraction(system, gold, repeats="set", places=places)
    assert result["argument_classification_true_positives"] == 1
    assert result["argument_classification_predictions"] == len(starts)


def test_arguments_within_matched_events() -> None:
    """The argument belongs to an event of the right type whose trigger is wrong."""
    system = [{"events": [event("Attack", "rebels", ("Place", "Homs"))]}]
    assert score_extraction(system, GOLD, unit="text")["argument_classification_f1"] == 1
    within = score_extraction(system, GOLD, unit="text", arguments_within="event")
    assert within["argument_classification_f1"] == 0


@pytest.mark.parametrize(
    ("credit", "f1"),
    [
        ("exact", 0),
        ("tokens", 2 * 1 / 3),  # one of one and two words
        ("characters-lcs", 2 * 4 / 12),  # "Homs" in "the Homs"
        ("characters-set", 2 * 4 / (4 + 7)),  # H o m s of H o m s and t h e _ H o m s without repeats
    ],
)
def test_credit_of_partly_right_texts(credit: str, f1: float) -> None:
    system = [{"events": [event("Attack", "hit", ("Place", "the Homs"))]}]
    result = score_extraction(system, GOLD, unit="text", credit=credit)
    if credit == "characters-set":
        f1 = 2 * 4 / (4 + len(set("the Homs")))
    assert result["argument_classification_f1"] == pytest.approx(f1)


@pytest.mark.parametrize(("tokens", "text"), [(["y", "à", "a"], "y à"), (["火", "山", "1"], "火山")])
def test_tokens_of_one_letter_are_characters_in_scripts_other_than_latin(tokens: list[str], text: str) -> None:
    gold = [{"tokens": tokens, "events": [{"type": "Attack", "trigger": {"span": [0, 2]}}]}]
    result = score_detection([{"events": [event("Attack", text)]}], gold, unit="text", outside_text="drop")
    assert (result["not_found"], result["trigger_classification_f1"]) == (0, 1)


@pytest.mark.parametrize(
    "options",
    [
        {"unit": "text", "repeats": "set"},
        {"unit": "text", "repeats": "set", "credit": "tokens"},
        {"convention": "degree"},
        {"convention": "uie", "repeats": "set"},
        {"convention": "tanl"},
    ],
)
def test_repeats_in_sets_have_one_outcome(options: dict[str, Any]) -> None:
    """An item that is predicted twice counts once, and its repeat is not invented."""
    place = {"role": "Place", "text": "Homs", "span": [2, 3]}
    hit = {"type": "Attack", "trigger": {"text": "hit", "span": [1, 2]}, "arguments": [place]}
    gold = [{"tokens": ["rebels", "hit", "Homs"], "events": [hit]}]
    system = [{"events": [hit, hit]}]
    result = score_extraction(system, gold, details=True, **options)
    assert result["trigger_classification_precision"] == 1
    assert {outcome["category"] for outcome in result["outcomes"][0]} == {"right"}


@pytest.mark.parametrize("convention", ["raee", "phee", "duee", "instructuie", "gollie", "tanl", "degree"])
def test_every_scorer_counts_unreadable_answers(convention: str) -> None:
    gold = [{"tokens": ["rebels"], "text": "rebels", "events": []}]
    result = score_extraction([{"events": [], "unparsed": 1}], gold, convention=convention)
    assert (result["unreadable"], result["not_found"]) == (1, 0)


@pytest.mark.parametrize("score", [score_detection, score_extraction])
def test_credit_of_partly_right_triggers(score: Any) -> None:
    """One word of two is right, in the best pair of texts: of another type for identification."""
    system = [{"events": [event("Attack", "hit"), event("Die", "hit hard")]}]
    gold = [{"text": "rebels hit hard", "events": [event("Attack", "hit hard")]}]
    result = score(system, gold, unit="text", credit="tokens")
    assert result["trigger_identification_recall"] == 1
    assert result["trigger_classification_recall"] == pytest.approx(2 / 3)
    assert result["trigger_classification_precision"] == pytest.approx(1 / 3)


def test_mirror_credits_no_empty_text() -> None:
    documents = [{"text": "x", "events": [event("Attack", "hit", ("Place", ""), ("Time", "安"))]}]
    result = score_extraction(documents, documents, convention="duee", variant="mirror")
    assert result["argument_classification_f1"] == 0.5
    assert any("1 reference argument" in sentence and "empty" in sentence for sentence in result["warnings"])


@pytest.mark.parametrize(
    ("form", "text", "right"),
    [("as-written", "homs.", 0), ("squad", "the homs.", 1), ("no-spaces", " Ho ms ", 1), ("instructuie", "HOMS", 1)],
)
def test_forms_of_texts(form: str, text: str, right: int) -> None:
    system = [{"events": [event("Attack", "hit", ("Place", text))]}]
    assert (
        score_extraction(system, GOLD, unit="text", text_form=form)["argument_classification_true_positives"] == right
    )


SYSTEM = [
    {"doc_id": "a", "events": [HIT, event("Die", "hit", ("Victim", "rebels"), ("Place", "homs"))]},
    {"doc_id": "b", "events": [event("Die", "died", ("Victim", "he"))]},
]
REFERENCES = [
    {"doc_id": "a", "text": "rebels hit Homs", "events": [HIT, HIT]},
    {"doc_id": "b", "text": "he died", "events": [event("Die", "died", ("Victim", "he"))]},
]
BY_TEXT = [
    *({"convention": name} for name in ("text2event", "iepile", "knowcoder", "omnievent-seq2seq", "gollie", "duee")),
    *({"convention": "uie", "unit": "text"}, {"unit": "text"}, {"unit": "text", "credit": "tokens"}),
    *({"convention": "instructuie", "task": task} for task in ("EE", "EEA")),
]


@pytest.mark.parametrize("options", BY_TEXT, ids=str)
def test_counts_add_up_in_any_order(options: dict[str, Any]) -> None:
    whole = score_extraction(SYSTEM, REFERENCES, **options)
    first, second = (count_extraction(SYSTEM[n : n + 1], REFERENCES[n : n + 1], **options) for n in (0, 1))
    for counts in (first + second, second + first):
        added = score_counts(counts)
        assert {key: added[key] for key in whole if key != "warnings"} == {
            key: whole[key] for key in whole if key != "warnings"
        }


@pytest.mark.parametrize("options", BY_TEXT, ids=str)
def test_references_are_perfect_predictions_or_a_warning_says_why_not(options: dict[str, Any]) -> None:
    result = score_extraction(REFERENCES, REFERENCES, **options)
    ratios = [value for key, value in result.items() if key.endswith(("_f1", "accuracy"))]
    assert all(value in (1, pytest.approx(1)) for value in ratios) or result.warnings


@pytest.mark.parametrize("options", [one for one in BY_TEXT if one.get("convention") != "instructuie"], ids=str)
def test_each_item_has_one_outcome(options: dict[str, Any]) -> None:
    for rows in score_extraction(SYSTEM, REFERENCES, details=True, **options)["outcomes"]:
        items = [str(outcome["item"]) for outcome in rows]
        assert len(items) == len(set(items))


def test_text2event_loses_the_first_role_of_an_event_without_a_trigger_on_both_sides() -> None:
    silent = {
        "type": "Attack",
        "trigger": {"text": ""},
        "arguments": HIT["arguments"] + [{"role": "Agent", "text": "he"}],
    }
    result = score_extraction([{"events": [silent]}], [{"events": [silent]}], convention="text2event")
    assert result["argument_classification_references"] == result["argument_classification_predictions"] == 1


def test_an_answer_goes_from_its_form_to_the_number_of_its_scorer() -> None:
    answer = 'result = [Attack(mention="hit", place=["Homs"])]'
    system = documents_from_texts([answer], form="gollie", schema={"Attack": ["place"]})
    gold = [{"text": "rebels hit Homs", "events": [event("Attack", "hit", ("place", "Homs"))]}]
    assert score_extraction(system, gold, convention="gollie")["argument_classification_f1"] == 1


def test_two_names_of_one_rule_are_comparable_where_nothing_was_dropped() -> None:
    facts = dict.fromkeys(("dataset", "split", "preprocessing", "tokenizer", "trigger_source"), "x")

    def line(convention: str, system: list[Any]) -> str:
        options: dict[str, Any] = {"convention": convention, "unit": "text", "facts": facts}
        return str(score_extraction(system, GOLD, **options)["signature"])

    assert compare_signatures(line("text2event", GOLD), line("uie", GOLD)) == "comparable"
    foreign = [{"events": [HIT, event("Attack", "raid")]}]
    assert (
        compare_signatures(line("text2event", foreign), line("uie", foreign))
        == "different: outside_text (count, drop), dropped (absent, 1)"
    )
    assert (
        compare_signatures(line("text2event", GOLD), line("iepile", GOLD)) == "different: counting (written, rounded)"
    )
    assert "repeats (multiset, reuse)" in compare_signatures(line("text2event", GOLD), line("knowcoder", GOLD))


def test_gollie_cannot_read_an_answer_with_a_role_that_its_class_lacks() -> None:
    system, gold = (
        [{"tokens": ["He", "shot"], "events": [{**SHOT, "arguments": [{"role": role, "text": "He"}]}]}]
        for role in ("Hero", "Agent")
    )
    result = score_extraction(system, gold, convention="gollie", roles={"Attack": ["Agent"]})
    assert (result["unreadable"], result["not_found"], result["trigger_classification_f1"]) == (1, 0, 0)


def test_tanl_warns_of_labels_that_share_a_place() -> None:
    """Identification finds their place once and divides by both, so that gold against gold is below 1."""
    arguments = [{"span": [0, 1], "role": role} for role in ("Agent", "Place")]
    gold = [{"tokens": ["he"], "events": [{"trigger": {"span": [0, 1]}, "type": "Attack", "arguments": arguments}]}]
    result = score_extraction(gold, gold, convention="tanl")
    assert result["argument_attached_identification_recall"] == 0.5
    assert [line.partition(",")[0] for line in result["warnings"]] == ["1 reference argument cannot be found"]


@pytest.mark.parametrize(("choice", "references"), [("predicted-triggers", 0), ("all", 1)])
def test_tanl_says_how_many_reference_arguments_it_leaves_out(choice: Any, references: int) -> None:
    """The system predicts no trigger, so one reference argument is left out: 0 references, or all 1."""
    place = {"role": "Place", "span": [2, 3]}
    gold = [
        {
            "tokens": ["rebels", "hit", "Homs"],
            "events": [{"type": "Attack", "trigger": {"span": [1, 2]}, "arguments": [place]}],
        }
    ]
    result = score_extraction([{"events": []}], gold, convention="tanl", reference_arguments=choice)
    assert result["argument_attached_classification_references"] == references
    assert any("without a predicted trigger" in warning for warning in result.warnings) == (references == 0)


@pytest.mark.parametrize("tokens", [["山"], ["山", "山"]])
def test_uie_places_an_empty_trigger_in_a_sentence_of_characters(tokens: list[str]) -> None:
    """An empty text has a place before each character and one at the end, so that two of them find two places."""
    gold = [{"tokens": tokens, "events": []}]
    system = [{"events": [event("Attack", ""), event("Attack", "")]}]
    result = score_extraction(system, gold, convention="uie", places=("next-free", "first"))
    assert result["trigger_classification_predictions"] == 2


def test_raee_warns_of_more_verdicts_than_questions() -> None:
    """One of two predictions differs, and the judge accepts four: 5 of 2 are right."""
    system = [{"events": [event("Attack", "hit", ("Place", "Homs"), ("Agent", "they"))]}]
    system[0]["judge_answers"] = {"precision": "{'Final Reassessment Results': [1, 1, 1, 1]}"}
    result = score_extraction(system, GOLD, convention="raee")
    assert result["argument_attached_classification_precision"] == 5 / 2
    assert any("precision above 1" in warning for warning in result.warnings)


def test_equal_arguments_that_a_reader_of_code4struct_kept_have_an_outcome_each() -> None:
    gold = [
        {
            "tokens": ["rebels", "hit", "Homs"],
            "events": [
                {
                    "type": "Attack",
                    "trigger": {"span": [1, 2]},
                    "arguments": [{"role": "Place", "span": [2, 3], "entity_type": "GPE"}],
                }
            ],
        }
    ]
    arguments = [{"role": "Place", "text": "Homs", "entity_type": kind} for kind in ("GPE", "FAC")]
    system = [
        {
            "events": [{"type": "Attack", "trigger": {"span": [1, 2]}, "arguments": arguments}],
            "repaired": ["similar arguments merged"],
        }
    ]
    result = score_extraction(system, gold, convention="code4struct", details=True)
    (outcomes,) = result["outcomes"]
    assert [(one["item"], one["partner"]) for one in outcomes if one["item"][0] == "predictions"] == [
        (["predictions", [0, 0]], [0, 0]),
        (["predictions", [0, 1]], [0, 0]),
    ]


@pytest.mark.parametrize(("right", "said", "asked"), [(1, 3, 33), (1, 14, 34), (6, 21, 7), (1, 33, 3)])
def test_iepile_rounds_f1_as_python_does(right: int, said: int, asked: int) -> None:
    """NumPy rounds 5.555 to 5.56 and 4.165 to 4.16, Python to 5.55 and 4.17."""

    def document(events: int, name: str) -> list[dict[str, Any]]:
        texts = ["hit"] * right + [f"{name}{number}" for number in range(events - right)]
        return [{"events": [{"type": "Attack", "trigger": {"text": text}, "arguments": []} for text in texts]}]

    found = score_extraction(document(said, "p"), document(asked, "r"), convention="iepile")
    precision, recall = round(right / said * 100, 2), round(right / asked * 100, 2)
    wanted = round(2 * precision * recall / (precision + recall), 2) / 100
    assert found["trigger_classification_f1"] == wanted


@pytest.mark.parametrize("convention", ["uie", "degree", "tanl", "omnievent-seq2seq"])
def test_references_of_text_alone_are_found_or_warned_about(convention: str) -> None:
    """References take the next free place; the originals look for predicted texts elsewhere, near their trigger."""
    chance = random.Random(9)
    below = 0
    for _ in range(150):
        tokens = chance.choices("abcd", k=chance.randint(2, 8))
        events = []
        for _ in range(chance.randint(1, 3)):
            trigger, *arguments = (
                " ".join(tokens[start : start + 2]) for start in chance.choices(range(len(tokens)), k=3)
            )
            events.append(
                {
                    "type": chance.choice("AB"),
                    "trigger": trigger,
                    "arguments": [{"role": chance.choice("RQ"), "text": text} for text in arguments],
                }
            )
        gold = [{"tokens": tokens, "events": events}]
        result = score_extraction(gold, gold, convention=convention, unit="span")
        scores = [value for key, value in result.items() if key.endswith("_f1")]
        assert min(scores) == 1 or result["warnings"]
        below += any("at another of the places of these words" in warning for warning in result["warnings"])
    assert below


def test_a_text_beside_a_span_of_another_type_is_elsewhere_for_omnievent() -> None:
    events = [{"type": "A", "trigger": {"span": [0, 1]}}, {"type": "B", "trigger": {"text": "fire"}}]
    gold = [{"tokens": ["fire", "and", "fire"], "events": events}]
    result = score_detection(gold, gold, convention="omnievent")
    assert result["trigger_classification_f1"] < 1
    assert any("at another of the places of these words" in warning for warning in result["warnings"])


def test_a_bracket_of_text2event_without_a_label_has_none_in_the_score() -> None:
    """Another bracket follows its opening mark; the words after that are no label."""
    answer = "<extra_id_0> <extra_id_0> <extra_id_0> Agent he <extra_id_1> fired <extra_id_1> <extra_id_1>"
    system = documents_from_texts([answer], form="text2event")
    assert [(event["type"], event["trigger"]["text"]) for event in system[0]["events"]] == [("", "fired")]
    gold = [{"events": [{"type": "Attack", "trigger": "fired"}]}]
    result = score_extraction(system, gold, convention="text2event")
    assert (result["trigger_identification_f1"], result["trigger_classification_f1"]) == (1, 0)
