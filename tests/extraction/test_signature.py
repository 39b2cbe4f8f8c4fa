"""Results that are comparable: the published vectors, and our own results."""

from __future__ import annotations

import json
from typing import Any

import pytest

from event_scoring import compare_signatures, score_detection, score_extraction
from event_scoring.extraction.event_options import FACTS as KNOWN
from event_scoring.scoring.signature import written
from tests.golden_cases import GOLDEN

FILE = json.loads((GOLDEN / "extraction_signature.json").read_text(encoding="utf-8"))
OURS = {
    "preprocess": "preprocessing",
    "references_sha": "refs",
    "counts": "n",
    "triggers_sha": "triggers",
    "candidates_sha": "candidates",
}
FACTS = {
    "dataset": "ace2005",
    "split": "test",
    "preprocessing": "own@example",
    "tokenizer": "spacy-3.1.4",
    "trigger_source": "file:cleve",
}


def line(fields: dict[str, str | None]) -> str:
    """A published vector as a signature of ours; there, None is an undeclared fact."""
    named = {OURS.get(name, name): "?" if value is None else value for name, value in fields.items()}
    texts = written({name: value for name, value in named.items() if name not in ("task", "version")})
    return "|".join([str(named["task"]), *map(":".join, texts.items())])


BASE = next(vector for vector in FILE["vectors"] if vector["name"] == "identical")


@pytest.mark.parametrize("vector", FILE["vectors"], ids=lambda vector: vector["name"])
def test_published_vectors(vector: dict[str, Any]) -> None:
    verdict = compare_signatures(line(BASE["signature"]), line(vector["signature"]))
    expected = vector["vs_base"]
    if expected["verdict"] == "comparable":
        assert verdict == "comparable"
    elif expected["verdict"] == "unknown":
        assert verdict == "unknown: " + ", ".join(OURS.get(name, name) for name in expected["undeclared"])
    else:
        kind, _, fields = verdict.partition(": ")
        assert kind == "different"
        named = [field.partition(" (")[0] for field in fields.split("), ")]
        assert sorted(named) == sorted(OURS.get(name, name) for name in expected["differ"])


GOLD = [
    {
        "doc_id": "d",
        "tokens": ["troops", "fired", "twice"],
        "events": [
            {"trigger": {"span": [1, 2]}, "type": "Attack", "arguments": [{"span": [0, 1], "role": "Agent"}]},
            {"trigger": {"span": [2, 3]}, "type": "Repeat"},
        ],
    },
    {"doc_id": "e", "tokens": ["he", "died"], "events": [{"trigger": {"span": [1, 2]}, "type": "Die"}]},
]


def signed(gold: list[Any] = GOLD, system: list[Any] | None = None, **options: Any) -> str:
    facts = {**FACTS, **{name: options.pop(name) for name in list(options) if name in KNOWN}}
    return score_extraction(gold if system is None else system, gold, facts=facts, **options)["signature"]


def test_the_same_evaluation_is_comparable_in_any_order() -> None:
    reordered = [{**document, "events": document["events"][::-1]} for document in GOLD[::-1]]
    assert compare_signatures(signed(), signed(reordered)) == "comparable"


def test_undeclared_facts_are_unknown() -> None:
    plain = score_extraction(GOLD, GOLD)["signature"]
    facts = "dataset, split, preprocessing, tokenizer, trigger_source"
    assert compare_signatures(plain, plain) == f"unknown: {facts}"
    assert compare_signatures(score_detection(GOLD, GOLD)["signature"], score_detection(GOLD, GOLD)["signature"]) == (
        "unknown: dataset, split, preprocessing, tokenizer"
    )
    assert compare_signatures(signed(), signed(times="yes")) == "unknown: times"
    assert compare_signatures(signed(times="no"), signed(times=True)) == "different: times (no, yes)"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"mode": "legacy"}, "mode"),
        ({"standardize": False}, "standardize"),
        ({"convention": "omnievent"}, "standardize"),
        ({"types": ["Attack"]}, "types"),
        ({"convention": "oneie"}, "counting"),
        ({"tokenizer": "nltk-3.5"}, "tokenizer"),
    ],
)
def test_choices_that_change_a_number_differ(options: dict[str, Any], field: str) -> None:
    verdict = compare_signatures(signed(), signed(**options))
    assert verdict.startswith("different: ")
    assert f"{field} (" in verdict


def test_conventions_never_look_alike() -> None:
    lines = [signed(convention=name) for name in ("paper", "textee", "omnievent", "oneie", "dygie")] + [
        signed(standardize=False)
    ]
    for row, line_ in enumerate(lines):
        for other in lines[:row]:
            assert compare_signatures(line_, other).startswith("different: ")


def test_runs_and_tuning_inform_only() -> None:
    assert compare_signatures(signed(runs=1, tuned_on="dev"), signed(runs=5)) == "comparable"


def test_modes_beside_the_main_one_inform_only() -> None:
    assert compare_signatures(signed(), signed(modes=["pipeline", "loose"])) == "comparable"


def test_arguments_do_not_matter_to_detection() -> None:
    facts = {key: value for key, value in FACTS.items() if key != "trigger_source"}
    bare = [{**document, "events": [{**row, "arguments": []} for row in document["events"]]} for document in GOLD]
    listed = [{**document, "argument_candidates": [[0, 1]]} for document in GOLD]
    first, *others = (score_detection(gold, gold, facts=facts)["signature"] for gold in (GOLD, bare, listed))
    assert [compare_signatures(first, other) for other in others] == ["comparable"] * 2
    assert compare_signatures(signed(), signed(bare)).startswith("different: ")


def test_other_references_tokens_or_candidates_differ() -> None:
    for key, value in (
        ("tokens", ["troops", "shot", "twice"]),
        ("argument_candidates", [[0, 1]]),
        ("events", GOLD[0]["events"][:1]),
    ):
        other = [{**GOLD[0], key: value}, GOLD[1]]
        verdict = compare_signatures(signed(), signed(other, system=GOLD if key == "events" else None))
        assert verdict.startswith("different: "), key


def test_tokens_that_a_system_repeats_change_nothing() -> None:
    bare = [{key: value for key, value in document.items() if key != "tokens"} for document in GOLD]
    assert compare_signatures(signed(bare), signed(bare, system=GOLD)) == "comparable"


def test_triggers_count_unless_each_system_found_its_own() -> None:
    fewer = [{"events": GOLD[0]["events"][:1]}, {"events": []}]
    assert compare_signatures(signed(), signed(system=fewer)).startswith("different: triggers")
    own = {"trigger_source": "own"}
    assert compare_signatures(signed(**own), signed(system=fewer, **own)) == "comparable"
    unknown = {"trigger_source": None}
    assert compare_signatures(signed(**unknown), signed(system=fewer, **unknown)) == "unknown: trigger_source"


def test_gold_triggers_declare_themselves() -> None:
    assert "|trigger_source:gold|" in signed(mode="gold", trigger_source=None)


def test_no_part_is_larger_than_the_whole() -> None:
    many = [{"events": [{"trigger": {"span": [place, place + 1]}, "type": "A"} for place in range(5_400)]}]
    warning = score_detection(many, many, facts={"preprocessing": "ACE-Full", "split": "test"})["warnings"][0]
    assert warning == (
        "preprocessing: ACE-Full is declared, but the references have 5,400 triggers instead of at most 5,349"
    )


def test_the_roles_tell_how_ace_was_prepared() -> None:
    roles = ["Agent", "Place"] * 15
    arguments = [{"span": [row, row + 1], "role": role} for row, role in enumerate(roles)]
    event = {"trigger": {"span": [0, 1]}, "type": "A", "arguments": arguments}
    facts = {"preprocessing": "ACE-Full", "split": "test"}
    gold = [{"events": [event]}]
    assert "22 roles instead of 35" in score_extraction(gold, gold, facts=facts)["warnings"][0]
    timed = [{"events": [{**event, "arguments": [*arguments, {"span": [40, 41], "role": "Time-Within"}]}]}]
    assert not score_extraction(timed, timed, facts=facts)["warnings"]
    other = {**facts, "preprocessing": "ACE-OneIE"}
    assert "1 argument with roles of times" in score_extraction(timed, timed, facts=other)["warnings"][0]
