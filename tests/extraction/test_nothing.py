"""Predictions labelled "NA", "None", "O" or "" are predictions of nothing, under every convention."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from event_scoring import score_detection, score_extraction
from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.measures import MEASURES
from tests.extraction.strategies import corpora
from tests.generated import examples, sides

NOTHING = ("NA", "None", "O", "")
ROLES = {"Attack": ["Agent", "Place"], "Die": ["Agent", "Place"]}
OPTIONS_NEEDED: dict[str, dict[str, Any]] = {"maven-arg": {"roles": ROLES}}
ELSEWHERE = {
    *("paper", "omnievent"),  # in these null labels may compete
    "bionlp",  # its programs have fixed label sets: GE ignores other labels, PC and CG refuse the document
    *(name for name, measure in MEASURES.items() if isinstance(measure, WrittenEvents)),  # these accept every label
}
OTHERS: list[dict[str, Any]] = [
    {"standardize": False},
    {"match": ["span", "text"]},
    *({"convention": name, **OPTIONS_NEEDED.get(name, {})} for name in MEASURES if name not in ELSEWHERE),
    {"convention": "textee", "match": ["span", "text"]},
    {"convention": "wikievents", "variant": "paie"},
    {"convention": "wikievents", "variant": "tsar"},
    {"convention": "nervaluate", "counted_items": "arguments"},
]
"""Conventions in which null labels do not compete."""
EVERY = [{}, {"nothing": "ignored"}, {"convention": "omnievent"}, *OTHERS]
PARADIGMS = ("classification", "sequence-labeling", "span-prediction", "conditional-generation")


def called(options: dict[str, Any]) -> str:
    return " ".join(map(str, options.values())) or "paper"


def document(*events: dict[str, Any]) -> dict[str, Any]:
    return {"tokens": ["he", "shot", "them", "there"], "events": [*events]}


def event(kind: str, place: int, *arguments: tuple[int, str]) -> dict[str, Any]:
    said = [{"span": [at, at + 1], "role": role} for at, role in arguments]
    return {"id": f"t{place}", "trigger": {"span": [place, place + 1]}, "type": kind, "arguments": said}


GOLD = [document(event("Attack", 1, (0, "Agent")))]


@pytest.mark.parametrize("convention", ["text2event", "uie", "iepile", "knowcoder", "omnievent-seq2seq"])
def test_where_models_write_a_null_label_is_one_like_any_other(convention: str) -> None:
    system = [document(event("Attack", 1, (0, "Agent"), (2, "NA")), event("None", 3))]
    result = score_extraction(system, GOLD, convention=convention)
    assert result["argument_classification_precision"] == 0.5
    assert result["trigger_classification_precision"] == 0.5


def numbers(result: dict[str, Any]) -> dict[str, Any]:
    said = ("signature", "warnings", "categories", "errors", "not_found")
    return {key: value for key, value in result.items() if key not in said}


@pytest.mark.parametrize("options", [*EVERY, *({"convention": "omnievent", "paradigm": one} for one in PARADIGMS)],
                         ids=called)  # fmt: skip
def test_an_argument_without_a_role_is_none(options: dict[str, Any]) -> None:
    system = [document(event("Attack", 1, (0, "Agent"), (2, "NA"), (3, "O")))]
    assert numbers(score_extraction(system, GOLD, details=True, **options)) == numbers(
        score_extraction(GOLD, GOLD, details=True, **options)
    )


@pytest.mark.parametrize("options", [one for one in EVERY if one.get("convention") != "wikievents"], ids=called)
def test_an_event_without_a_type_is_none_with_its_arguments(options: dict[str, Any]) -> None:
    # Under "wikievents" predicted events match those of the references, whose types count.
    system = [document(*GOLD[0]["events"], event("None", 2, (3, "Agent")))]
    found, wanted = (score_extraction(side, GOLD, details=True, **options) for side in (system, GOLD))
    dropped = ("discarded", "_with_discarded_")  # arguments of a trigger that is not kept are counted there
    assert {key: value for key, value in numbers(found).items() if not any(one in key for one in dropped)} == {
        key: value for key, value in numbers(wanted).items() if not any(one in key for one in dropped)
    }


def test_with_given_triggers_the_types_are_those_of_the_references() -> None:
    system = [document(event("None", 1, (0, "Agent")))]
    for convention in ("paper", "textee", "oneie", "dygie", "omnievent", "wikievents"):
        assert score_extraction(system, GOLD, convention=convention, mode="gold")["argument_classification_f1"] == 1


def without_nothing(side: dict[str, Any]) -> dict[str, Any]:
    """A document without what predicts nothing, by hand."""
    events = [
        {**event, "arguments": [one for one in event["arguments"] if one["role"] not in NOTHING]}
        for event in side["events"]
        if event["type"] not in NOTHING
    ]
    return {**side, "events": events}


GIVEN = ("wikievents", "maven-arg")


@pytest.mark.parametrize("options", [one for one in OTHERS if one.get("convention") not in GIVEN], ids=called)
@examples(50)
@given(corpus=corpora(texts=False))
def test_what_predicts_nothing_changes_no_number(options: dict[str, Any], corpus: list[Any]) -> None:
    """On either side, where nothing competes; "" is a role of RAMS."""
    if options.get("convention") == "rams":
        corpus = json.loads(json.dumps(corpus).replace('"role": ""', '"role": "O"'))
    system, gold = sides(corpus)
    bare = [*map(without_nothing, system)], [*map(without_nothing, gold)]
    whole, found = (numbers(score_extraction(*both, **options)) for both in ((system, gold), bare))
    assert whole == found


@pytest.mark.parametrize("options", EVERY, ids=called)
def test_references_labelled_so_are_not_asked_for(options: dict[str, Any]) -> None:
    """References are perfect predictions whatever labels they have."""
    gold = [document(event("Attack", 1, (0, "Agent"), (2, "NA")), event("None", 3, (0, "Agent")))]
    schema = {"roles": {**ROLES, "Attack": ["Agent", "NA"], "None": ["Agent"]}} if "roles" in options else {}
    result = score_extraction(gold, gold, **{**options, **schema})
    f1 = {key: value for key, value in result.items() if key.endswith("_f1") and "discarded" not in key}
    assert f1 == dict.fromkeys(f1, 1)


@pytest.mark.parametrize("options", [one for one in OTHERS if "convention" in one], ids=called)
def test_what_the_original_would_count_is_told(options: dict[str, Any]) -> None:
    kind, role = ("None", "Agent") if options == {"convention": "nervaluate"} else ("Attack", "NA")
    system = [document(*GOLD[0]["events"], event(kind, 2, (3, role)))]
    if options["convention"] in ("wikievents", "maven-arg"):
        system = [document(event("Attack", 1, (0, "Agent"), (3, "NA")))]
    (said,) = [line for line in score_extraction(system, GOLD, **options)["warnings"] if "labelled" in line]
    assert said.startswith("1 predict")
    assert "counts as none. The original scorer counts such labels" in said


@pytest.mark.parametrize("options", [{}, {"standardize": False}, {"convention": "omnievent"}], ids=called)
def test_the_paper_and_omnievent_count_none_themselves(options: dict[str, Any]) -> None:
    system = [document(*GOLD[0]["events"], event("NA", 2))]
    assert score_detection(system, GOLD, **options)["warnings"] == []


def test_rams_has_a_role_without_a_name() -> None:
    """Its golden case: of a name such as "evt1arg2" nothing follows the last digit."""
    gold = [document(event("Attack", 1, (0, "")))]
    system = [document(event("Attack", 1, (0, ""), (2, "")))]
    result = score_extraction(system, gold, convention="rams")
    assert (result["argument_classification_precision"], result["argument_classification_recall"]) == (0.5, 1)
    assert any(line.startswith('2 predicted arguments with the role ""') for line in result["warnings"])


# ---- What a schema drops --------------------------------------------------------------------------------

UNLISTED = "of a type or role outside the schema"
BOTH = [document(event("Attack", 1, (0, "Agent")), event("Die", 2, (3, "Place")))]
READ_TYPES = [one for one in EVERY if one.get("convention") not in ("wikievents", "rams", "maven-arg", "m2e2")]


def not_counted(result: dict[str, Any]) -> list[str]:
    return [line.partition(": ")[2].partition(".")[0] for line in result["warnings"] if "not counted:" in line]


@pytest.mark.parametrize("options", [one for one in READ_TYPES if one.get("convention") != "nervaluate"], ids=called)
def test_what_types_and_roles_drop_is_told(options: dict[str, Any]) -> None:
    of_types = score_extraction(BOTH, BOTH, types=["Attack"], **options)
    assert not_counted(of_types) == [f"1 {UNLISTED}", "1 of a trigger that is not counted"]
    assert (of_types["trigger_classification_precision"], of_types["trigger_classification_recall"]) == (1, 0.5)
    of_roles = score_extraction(BOTH, BOTH, roles={"Attack": ["Agent"], "Die": ["Agent"]}, **options)
    assert not_counted(of_roles) == [f"1 {UNLISTED}"]
    assert (of_roles["argument_classification_precision"], of_roles["argument_classification_recall"]) == (1, 0.5)
    assert not_counted(score_extraction(BOTH, BOTH, types=["Attack", "Die"], roles=["Agent", "Place"], **options)) == []
    competing = score_extraction(BOTH, BOTH, types=["Attack"], outside_schema="compete", **options)
    assert not_counted(competing) == []


@pytest.mark.parametrize("options", [one for one in READ_TYPES if "counted_items" not in one], ids=called)
def test_only_standardization_has_keys_of_what_it_drops(options: dict[str, Any]) -> None:
    result = score_extraction(BOTH, BOTH, types=["Attack"], **options)
    assert any("discarded" in key for key in result) == (not options.keys() - {"nothing"})


@pytest.mark.parametrize(("options", "said"), [
    ({"convention": "nervaluate", "types": ["Attack"]}, "1 predicted trigger is not counted: "),
    ({"convention": "nervaluate", "counted_items": "arguments", "roles": ["Agent"]}, "1 predicted argument is not"),
    ({"convention": "wikievents", "roles": {"Attack": ["Agent"]}}, "1 predicted argument is not counted: "),
    ({"convention": "wikievents", "variant": "paie", "roles": {"Attack": ["Agent"]}}, "1 predicted argument is not"),
    ({"convention": "maven-arg", "roles": {"Attack": ["Agent"], "Die": ["Agent"]}}, "1 predicted argument is not"),
], ids=lambda one: called(one) if isinstance(one, dict) else None)  # fmt: skip
def test_schemas_that_leave_out_both_sides_tell_it_too(options: dict[str, Any], said: str) -> None:
    (line,) = [line for line in score_extraction(BOTH, BOTH, **options)["warnings"] if UNLISTED in line]
    assert line.startswith(said)


def test_arguments_of_an_event_that_says_nothing_are_told() -> None:
    system = [document(*GOLD[0]["events"], event("None", 2, (3, "Agent")))]
    for options in EVERY:
        if options.get("convention") not in ("wikievents", "maven-arg") and options != {"convention": "nervaluate"}:
            assert not_counted(score_extraction(system, GOLD, **options)) == ["1 of a trigger that is not counted"]


THREE = [document(event("Attack", 1, (0, "Agent"), (2, "Place"), (3, "Place")))]
UNCOUNTED = "No predicted argument counts, and the references have 3 arguments"


@pytest.mark.parametrize("convention", ["paper", "textee", "oneie", "dygie", "omnievent"])
def test_events_without_arguments_are_warned_of_once(convention: Any) -> None:
    system = [document(event("Attack", 1))]
    result = score_extraction(system, THREE, convention=convention, modes=("pipeline", "gold"))
    assert [warning.startswith(UNCOUNTED) for warning in result["warnings"]].count(True) == 1


@pytest.mark.parametrize("convention", ["paper", "omnievent"])
def test_arguments_that_a_mode_ignores_are_not_taken_for_missing(convention: Any) -> None:
    system = [document(event("Attack", 1), event("Die", 2, (0, "Agent")))]
    result = score_extraction(system, THREE, convention=convention, mode="loose")
    assert result["ignored_predicted_arguments"] == 1
    assert not [warning for warning in result["warnings"] if warning.startswith(UNCOUNTED)]
