"""The examples of the paper's Figure 2 and section 3.2 of the description, worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import compare, compare_triggers, score_detection, score_extraction
from event_scoring.extraction.conventions.omnievent_labels import Candidate, labels_by_cover
from event_scoring.extraction.items import NO_ARGUMENT, Item
from event_scoring.report.reports import report

TOKENS = ["Elon", "Musk", "quit", "as", "Chief", "Executive", "of", "Twitter", "after", "buying", "Twitter"]
MUSK, CHIEF_EXECUTIVE, FIRST_TWITTER, SECOND_TWITTER = [0, 2], [4, 6], [7, 8], [10, 11]
QUIT = {"trigger": {"span": [2, 3]}, "type": "End-Position"}


def reference(*arguments: tuple[list[int], str]) -> list[dict[str, Any]]:
    candidates = [MUSK, CHIEF_EXECUTIVE, FIRST_TWITTER, SECOND_TWITTER]
    rows = [{"span": span, "role": role} for span, role in arguments]
    return [{"tokens": TOKENS, "argument_candidates": candidates, "events": [{**QUIT, "arguments": rows}]}]


def prediction(*arguments: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"events": [{**QUIT, "arguments": list(arguments)}]}]


def counts(result: dict[str, Any], name: str = "argument_attached_classification") -> tuple[int, int, int]:
    found, wrong, missed = (result[f"{name}_{part}s"] for part in ("true_positive", "false_positive", "false_negative"))
    return found, wrong, missed


def test_a_span_that_overlaps_a_candidate_is_discarded() -> None:
    gold = reference((CHIEF_EXECUTIVE, "Position"))
    system = prediction({"text": "as Chief Executive of", "role": "Position"})
    positioned = prediction({"span": [3, 7], "role": "Position"})
    assert counts(score_extraction(system, gold)) == counts(score_extraction(positioned, gold)) == (0, 0, 1)
    assert score_extraction(positioned, gold)["discarded_argument_boundary"] == 1
    assert score_extraction(system, gold)["discarded_argument_not_found"] == 1
    assert counts(score_extraction(positioned, gold, standardize=False)) == (0, 1, 1)


def test_of_two_labels_for_elon_musk_the_more_confident_counts_or_the_first() -> None:
    gold = reference((MUSK, "Person"))
    first = prediction({"span": MUSK, "role": "Company"}, {"span": MUSK, "role": "Person"})
    assert counts(score_extraction(first, gold)) == (0, 1, 1)
    scored = prediction({"span": MUSK, "role": "Company", "score": 0.4}, {"span": MUSK, "role": "Person", "score": 0.6})
    assert counts(score_extraction(scored, gold)) == (1, 0, 0)
    assert score_extraction(scored, gold)["discarded_argument_conflict"] == 1
    assert counts(score_extraction(scored, gold, conflict="first")) == (0, 1, 1)
    assert counts(score_extraction(scored, gold, standardize=False)) == (1, 1, 0)


def test_a_twitter_without_position_is_the_first_even_if_only_the_second_is_annotated() -> None:
    gold = reference((SECOND_TWITTER, "Artifact"))
    system = prediction({"text": "Twitter", "role": "Artifact"})
    assert counts(score_extraction(system, gold)) == (0, 1, 1)
    # The convention that looks at the references gives it away.
    assert counts(score_extraction(system, gold, convention="omnievent")) == (1, 0, 0)


def test_a_third_twitter_has_no_place_left() -> None:
    gold = reference((FIRST_TWITTER, "Entity"), (SECOND_TWITTER, "Entity"))
    system = prediction(*[{"text": "Twitter", "role": "Entity"}] * 3)
    result = score_extraction(system, gold)
    assert (counts(result), result["discarded_argument_surplus"]) == ((2, 0, 0), 1)


# ---- modes: troops fired and he died then met in Rome -----------------------------------------------

SENTENCE = ["troops", "fired", "and", "he", "died", "then", "met", "in", "Rome"]


def event(token: int, kind: str, **arguments: int) -> dict[str, Any]:
    rows = [{"span": [place, place + 1], "role": role.rstrip("_")} for role, place in arguments.items()]
    return {"trigger": {"span": [token, token + 1]}, "type": kind, "arguments": rows}


GOLD = [
    {
        "tokens": SENTENCE,
        "events": [event(1, "Attack", Agent=0), event(4, "Die", Victim=3, Place=8), event(6, "Meet", Place=8)],
    }
]
SYSTEM = [
    {
        "events": [
            event(1, "Attack", Agent=0, Place=8),
            event(4, "Attack", Victim=3),
            event(7, "Transport", Agent=3),
        ],
        "events_given_gold": [
            event(1, "Attack", Agent=0, Place=8),
            event(4, "Die", Victim=3),
            event(6, "Meet", Place=8),
        ],
    }
]


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("gold", (3, 1, 1)), ("pipeline", (1, 3, 3)), ("legacy", (1, 3, 2)), ("loose", (1, 2, 2))],
)
def test_modes(mode: str, expected: tuple[int, int, int]) -> None:
    assert counts(score_extraction(SYSTEM, GOLD, mode=mode)) == expected


def test_all_modes_side_by_side_say_what_they_ignore() -> None:
    result = score_extraction(SYSTEM, GOLD, modes=["pipeline", "gold", "legacy", "loose"])
    assert counts(result) == counts(result, "pipeline/argument_attached_classification") == (1, 3, 3)
    assert counts(result, "loose/argument_attached_classification") == (1, 2, 2)
    ignored = {
        mode: (result[f"{mode}/ignored_reference_arguments"], result[f"{mode}/ignored_predicted_arguments"])
        for mode in ("pipeline", "gold", "legacy", "loose")
    }
    assert ignored == {"pipeline": (0, 0), "gold": (0, 0), "legacy": (1, 0), "loose": (1, 1)}


def test_table_6() -> None:
    row = compare_triggers(SYSTEM, GOLD)
    assert row["argument_f1_given_gold"] == 0.75
    assert row["argument_f1_pipeline"] == 0.25
    assert row["trigger_f1"] == pytest.approx(1 / 3)


def test_macro_scores_give_types_and_roles_the_same_weight() -> None:
    gold = [{"events": [event(1, "Attack", Agent=0), event(2, "Attack", Agent=0), event(4, "Die", Victim=3)]}]
    system = [{"events": [event(1, "Attack", Agent=0), event(2, "Attack", Agent=0)]}]
    result = score_extraction(system, gold, details=True)
    assert (result["macro_type_f1"], result["macro_role_f1"]) == ((1 + 0) / 2, (1 + 0) / 2)


def test_what_standardization_drops_is_told_and_may_be_counted() -> None:
    gold = [{"events": [event(1, "Attack")]}]
    system = [{"events": [event(1, "Attack"), {"trigger": {"span": [0, 2]}, "type": "Attack"}]}]
    dropped, counted = (score_detection(system, gold, discarded=name) for name in ("drop", "count"))
    assert (dropped["trigger_classification_precision"], counted["trigger_classification_precision"]) == (1, 0.5)
    assert dropped["warnings"][0].startswith("1 predicted trigger is not counted: 1 with a span outside the candidates")
    assert counted["warnings"][0].startswith("1 predicted trigger is counted as wrong: 1 with a span outside")
    for result in (dropped, counted):
        assert "precision is 1.0000 (F1 1.0000) without them and 0.5000 (F1 0.6667) with them" in result["warnings"][0]
    assert "discarded:count" in counted["signature"]
    assert dropped["trigger_classification_with_discarded_precision"] == 0.5
    assert dropped["trigger_classification_with_discarded_f1"] == counted["trigger_classification_f1"]
    assert not any("with_discarded" in key for key in (*counted, *score_detection(gold, gold)))


@pytest.mark.parametrize("label", ["NA", "None", "O", ""])
@pytest.mark.parametrize("discarded", ["drop", "count"])
def test_a_prediction_of_nothing_is_never_counted_as_dropped(label: str, discarded: Any) -> None:
    gold: list[Any] = [
        {
            "tokens": ["they", "hit", "back"],
            "events": [{**event(1, "Attack"), "arguments": [{"span": [2, 3], "role": "Agent"}]}],
        }
    ]
    nothing = [
        {"trigger": {"span": [0, 2]}, "type": label},  # no candidate
        {"trigger": {"span": [1, 2]}, "type": label},  # loses its candidate
        {"trigger": {"text": "nowhere"}, "type": label},
        {"trigger": {"span": [0, 2]}, "type": "Attack", "arguments": [{"span": [2, 3], "role": label}]},  # event falls
    ]
    attack = gold[0]["events"][0]
    roles = [{"span": span, "role": label} for span in ([2, 3], [1, 3])]
    system = [{"events": [{**attack, "arguments": [*attack["arguments"], *roles]}, *nothing]}]
    result = score_extraction(system, gold, discarded=discarded)
    reasons = {key: value for key, value in result.items() if key.startswith("discarded_") and value}
    assert reasons == {"discarded_triggers": 1, "discarded_trigger_boundary": 1}  # the second Attack
    assert result["trigger_classification_precision"] == (1 if discarded == "drop" else 0.5)
    assert result["argument_attached_classification_precision"] == 1


def test_where_nothing_is_right_no_number_depends_on_what_is_dropped() -> None:
    gold = [{"events": [event(1, "Attack")]}]
    system = [{"events": [event(1, "Attacks"), {"trigger": {"span": [0, 2]}, "type": "Attack"}]}]
    (said, *_) = score_detection(system, gold)["warnings"]
    assert said == (
        "1 predicted trigger is not counted: 1 with a span outside the candidates (those that the references list; "
        "without a list, single words and the reference spans). No prediction is right in trigger classification, "
        'with or without them; discarded="count" counts them as wrong.'
    )


def test_a_text_that_differs_by_case_is_told_and_what_forgives_it() -> None:
    gold = [{"tokens": ["Rebels", "fired"], "events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}]
    system = [{"events": [{"trigger": "Fired", "type": "Attack"}]}]
    (said,) = score_detection(system, gold)["warnings"]
    assert said.startswith("1 predicted trigger is not counted: 1 with a text that is not in the document as written. ")
    assert said.endswith('match=("span", "text") ignores case and punctuation in texts.')
    assert score_detection(system, gold, match=("span", "text"))["warnings"] == []


def test_whoever_invents_does_not_look_precise_in_what_is_printed() -> None:
    gold = [{"tokens": ["Rebels", "fired"], "events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}]
    invented = [{"trigger": f"invented {number}", "type": "Attack"} for number in range(50)]
    system = [{"events": [{"trigger": "fired", "type": "Attack"}, *invented]}]
    for printed in (
        str(score_detection(system, gold)),
        str(compare({"a": system}, gold, task="detection", resamples=20)),
    ):
        assert "0.0385" in printed
        assert "50 predicted triggers are not counted" in " ".join(printed.split())
    assert "trigger classification with discarded" in report("extraction", {"a": system}, gold, resamples=20)


def test_gold_mode_pairs_events_by_trigger_and_type() -> None:
    gold = [{"events": [event(1, "Attack", Agent=0), event(4, "Die", Victim=3)]}]
    system = [{"events": gold[0]["events"][::-1]}]
    for convention in ("paper", "textee", "omnievent", "oneie", "dygie"):
        options = {"convention": convention, "mode": "gold"}
        documents = [[{**one, "tokens": list("abcdef")} for one in side] for side in (system, gold)]
        assert score_extraction(*documents, **options)["argument_classification_f1"] == 1, convention


def test_dygie_may_exceed_one() -> None:
    gold = [{"events": [event(1, "Attack", Agent=0)]}]
    system = [{"events": [event(1, "Attack", Agent=0), event(2, "Attack", Agent=0)]}]
    result = score_extraction(system, gold, convention="dygie")
    assert result["argument_classification_recall"] == 2
    assert any("recall is above 1" in sentence for sentence in result["warnings"])


def test_textee_says_what_its_scorer_would_count() -> None:
    # Differs from TextEE: a prediction with a null label is not counted.
    gold = [{"events": [event(1, "Attack")]}]
    system = [{"events": [event(1, "Attack"), event(2, "NA")]}]
    result = score_detection(system, gold, convention="textee")
    assert result["trigger_classification_precision"] == 1
    assert "as wrong ones they give precision 0.5000, F1 0.6667" in result["warnings"][0]


def test_omnievent_counts_all_types_of_a_classifier() -> None:
    gold = [{"tokens": ["a", "b"], "events": [event(0, "A")]}]
    system = [{"events": [event(0, "A"), event(1, "B")]}]
    options = {"convention": "omnievent"}
    assert score_detection(system, gold, **options)["trigger_classification_precision"] == 1
    given = score_detection(system, gold, **options, paradigm="classification")
    assert given["trigger_classification_precision"] == 0.5


def test_omnievent_wants_inner_tags() -> None:
    gold = [{"tokens": ["a", "b"], "events": [{"trigger": {"span": [0, 2]}, "type": "A"}]}]
    system = [{"events": [event(0, "A"), event(1, "A")]}]
    result = score_detection(system, gold, convention="omnievent", paradigm="sequence-labeling")
    assert result["trigger_classification_true_positives"] == 0


def test_oneie_would_exceed_one() -> None:
    # Differs from OneIE: each reference is credited once; its own recall is 2.
    gold = [{"events": [event(1, "Attack", Agent=0)]}]
    system = [{"events": [event(1, "Attack", Agent=0, Victim=0)]}]
    result = score_extraction(system, gold, convention="oneie", details=True)
    assert counts(result, "argument_identification") == (1, 1, 0)
    assert "recall 2.0000, F1 1.3333" in result["warnings"][-1]
    both = [{**system[0], "events_given_gold": system[0]["events"]}]
    warnings = score_extraction(both, gold, convention="oneie", modes=["pipeline", "gold"])["warnings"]
    assert [text.partition(":")[0] for text in warnings if "OneIE's own" in text] == [
        f"argument_identification in mode {mode}" for mode in ("pipeline", "gold")
    ]


def test_oneie_compares_the_first_reference_at_a_span() -> None:
    gold = [{"events": [event(1, "Die"), event(1, "Attack")]}]
    system = [{"events": [event(1, "Attack")]}]
    assert counts(score_detection(system, gold, convention="oneie"), "trigger_classification") == (0, 1, 2)
    assert counts(score_detection(system, gold), "trigger_classification") == (1, 0, 1)


def test_omnievent_forgets_types_without_references() -> None:
    # Differs from the paper as OmniEvent does: gold A, system A B B has precision 1 there, 1/3 in truth.
    gold = [{"tokens": ["a", "b", "c"], "events": [event(0, "A")]}]
    system = [{"events": [event(0, "A"), event(1, "B"), event(2, "B")]}]
    assert score_detection(system, gold, convention="omnievent")["trigger_classification_precision"] == 1
    assert score_detection(system, gold)["trigger_classification_precision"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("paradigm", "label"), [("sequence-labeling", 1), ("span-prediction", 1), ("classification", 0)]
)
def test_omnievent_labels_a_token_at_the_start_of_a_longer_prediction(paradigm: str, label: int) -> None:
    gold = [{"tokens": ["set", "off"], "trigger_candidates": [[0, 1]], "events": [event(0, "Attack")]}]
    system = [{"events": [{"trigger": {"span": [0, 2]}, "type": "Attack"}]}]
    result = score_detection(system, gold, convention="omnievent", paradigm=paradigm)
    assert result["trigger_classification_true_positives"] == label


def test_references_that_cannot_all_be_right_are_told() -> None:
    """Two events at one trigger, as BioNLP annotates them: standardization leaves one of them."""
    trigger = {"span": [2, 3]}
    gold = [
        {
            "tokens": ["IL-2", "and", "binding"],
            "events": [
                {"trigger": trigger, "type": "Binding", "arguments": [{"span": [0, 1], "role": "Theme"}]},
                {"trigger": trigger, "type": "Binding", "arguments": [{"span": [1, 2], "role": "Theme"}]},
                {"trigger": trigger, "type": "Regulation", "arguments": []},
            ],
        }
    ]
    result = score_extraction(gold, gold)
    assert result["argument_attached_classification_recall"] < 1
    assert result["warnings"][0].startswith("1 reference trigger cannot be found, whatever is predicted")
    assert any(sentence.startswith("1 reference argument cannot be found") for sentence in result["warnings"])
    assert not score_extraction(gold, gold, convention="textee")["warnings"]


def test_omnievent_joins_predictions_that_follow_each_other() -> None:
    """Three predictions of one label in a row cover a candidate of three tokens; the label is of the first."""
    row = [Item(0, NO_ARGUMENT, (place, place + 1), "Die", (place, place + 1), "Die") for place in (1, 2, 3)]
    candidates = [Candidate(span) for span in ((1, 4), (2, 4), (1, 5))]
    assert labels_by_cover(candidates, row) == [row[0], row[1], None]
