"""A signature scores again: for every option of every task the same numbers and the same signature, in 200 letters."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from event_scoring import compare, compare_signatures, explain_signature, score
from event_scoring.extraction.event_options import FACTS
from event_scoring.scoring.options import Declared, declarations
from event_scoring.scoring.signature import INFORMS, MAX_SIGNATURE_LETTERS, fact_fields, fingerprint_of_text, signature
from event_scoring.tasks import TASKS
from tests.test_counts_travel import documents_of

ONTOLOGY = {f"Kind{number}.Sub": [f"Role{role}" for role in range(12)] for number in range(60)}
PRESETS = {
    "nuggets": "protocol",
    "detection": "convention",
    "extraction": "convention",
    "templates": "protocol",
    "relations": "protocol",
}
"""The option of each task that is combined with every other one."""


def related(kinds: list[str]) -> dict[str, Any]:
    events = [{"id": name, "sentence": row, "cluster": name.upper()} for row, name in enumerate("abc")]
    pairs = zip(("ab", "bc"), kinds, strict=True)
    relations = [{"type": kind, "source": pair[0], "target": pair[1], "kind": "temporal"} for pair, kind in pairs]
    return {"topic": "1", "subtopic": "1x", "events": events, "relations": relations}


RELATED = ([related(["BEFORE", "AFTER"])], [related(["BEFORE", "VAGUE"])])


def says_yes(pairs: list[Any]) -> list[bool]:
    return [True for _ in pairs]


VERDICT = {"unit": "trigger", "type": "A", "prediction": {"text": "a"}, "reference": {"text": "b"}, "verdict": True}
VALUES: dict[str, list[Any]] = {
    "zero_division": ["nan", 0],
    "confidence": [0.9],
    "resamples": [7],
    "seed": [3],
    "types": [["A"], ["A", "all"], ["all"], [], ["a,b|c:%"], ["0123456789ab"], list(ONTOLOGY)],
    "roles": [["Agent"], [*ONTOLOGY["Kind1.Sub"], "x" * 50], {"A": ["Agent", "Place"]}, ONTOLOGY],
    "role_limits": [{"A": {"Agent": 1}}],
    "banned_roles": [["Agent"]],
    "match": [["span", "text"], ["span", "overlap"], ["judged"]],
    "verdicts": [[VERDICT]],
    "people": [[VERDICT]],
    "judge": [says_yes],
    "facts": [
        {"dataset": "a|b:c"},
        {"split": "test", "runs": 3},
        {"dataset": "d" * 150, "tuned_on": "dev"},
        {"unit": "sentence", "trigger_source": "own"},
    ],
    "places": ["first", ("all", "closest")],
    "inverse": [{"BEFORE": "AFTER"}],
    "none": [["VAGUE"], [], ["none"]],
    "symmetric": [["X", "Y"]],
    "kinds": [["temporal"], ["causal", "subevent"]],
    "modes": [["pipeline", "legacy"], ["gold"]],
    "adjudications": [{"judgements": [], "mappings": []}],
    "slots": ["all", "reference", {"a": {"kind": "string", "set": None, "tags": None}}],
    "groups": [["g"] * 3],
}
DATA = ("types", "roles", "verdicts", "people", "judge", "inverse", "adjudications", "slots", "groups")
"""Options of which a signature may have no more than a fingerprint or a name."""


EVENTS = [{"tokens": list("abcd"), "events": [{"trigger": {"span": [0, 1]}, "type": "A", "arguments": []}]}]
BARE: dict[str, list[Any]] = {
    **{task: [{"text": "a b", "events": []}] for task in ("detection", "extraction")},
    **{"nuggets": [[]], "templates": [{"templates": []}], "relations": [{"relations": []}], "arguments": [{}]},
    **{"responses": [{}], "values": [{}]},
}


def sides_of(task: str) -> list[tuple[list[Any], list[Any]]]:
    """Documents with something to score, and documents that every protocol of the task can read."""
    placed = [(EVENTS, EVENTS)] if task == "extraction" else []
    return [RELATED if task == "relations" else documents_of(task), *placed, (BARE[task], BARE[task])]


WITH = {"judge": {"match": ["judged"]}, "verdicts": {"match": ["judged"]}, "threshold": {"match": ["overlap"]}}
WITH["people"] = {"match": ["judged"], "verdicts": [VERDICT]}
WITH |= {name: {"confidence": 0.9} for name in ("resamples", "seed", "sampler")}
"""The options that an option needs."""


def values_of(one: Declared) -> list[Any]:
    if one.name in VALUES:
        return VALUES[one.name]
    if one.kind == "choice":
        return list(one.choices)
    if one.kind == "flag":
        return [True, False]
    assert one.kind in ("number", "count"), one.name
    return [number for number in (0.1 + 0.2, 1) if one.kind == "number" or isinstance(number, int)]


def cases() -> Iterator[tuple[str, str]]:
    yield from ((task, one.name) for task, kind in TASKS.items() for one in declarations(kind.options))


def options_with(task: str, preset: str, name: str) -> list[dict[str, Any]]:
    (one,) = [one for one in declarations(TASKS[task].options) if one.name == name]
    base = {PRESETS[task]: preset} if preset else {}
    if preset == "maven-arg":
        base["roles"] = {"A": ["Agent"]}
    return [{**base, **WITH.get(name, {}), name: value} for value in values_of(one)]


def test_every_option_has_values_to_try() -> None:
    for task in TASKS:
        for one in declarations(TASKS[task].options):
            assert values_of(one)


IN_RICH_ERE = {("responses", "types"), ("responses", "banned_roles")}
"""Options that these documents cannot have."""


@pytest.mark.parametrize(("task", "name"), [*cases()])
def test_the_same_numbers_and_the_same_signature(task: str, name: str) -> None:
    """Under three protocols that know the option, other ones for each option."""
    known = {one.name: one for one in declarations(TASKS[task].options)}
    presets = known[PRESETS[task]].choices if PRESETS.get(task, name) != name else ("",)
    first = list(known).index(name) % len(presets)
    scored = 0
    for preset in (*presets[first:], *presets[:first]):
        scored += any([scores_again(task, options) for options in options_with(task, preset, name)])
        if scored == 3:
            break
    assert bool(scored) is ((task, name) not in IN_RICH_ERE)


@pytest.mark.parametrize(
    ("task", "options"),
    [
        ("templates", {"protocol": "ceaf-rme", "similarity": "phi-a", "normalize": True}),
        ("templates", {"protocol": "ceaf-rme", "preset": "famus", "normalize": True}),
        ("nuggets", {"protocol": "paper", "coreference_mapping": "span", "sequencing_mapping": "type"}),
        ("nuggets", {"protocol": "paper", "coreference_mapping": "span", "sequencing_mapping": "realis"}),
    ],
)
def test_options_whose_defaults_depend_on_others_score_again(task: str, options: dict[str, Any]) -> None:
    assert scores_again(task, options)


def scores_again(task: str, options: dict[str, Any]) -> bool:
    """Whether there is a result with these options; its signature gives the same."""
    result = None
    for system, gold in sides_of(task):
        if "groups" in options:
            options["groups"] = ["g"] * len(gold)
        with contextlib.suppress(ValueError):  # not for this protocol, or not for these documents
            result = TASKS[task].score_documents(system, gold, options)
            break
    if result is None:
        return False
    data = {name: value for name, value in options.items() if name in DATA}
    if len(json.dumps(options.get("facts") or {})) > 60:
        data["facts"] = options["facts"]
    again = score(result["signature"], system, gold, **data)
    assert again["signature"] == result["signature"]
    # A signature states no option that is not read, and so there is no warning about it.
    for one in (result, again):
        one["warnings"] = [warning for warning in one["warnings"] if "does not read" not in warning]
    assert again["warnings"] == result["warnings"], (options, result["signature"])
    assert repr(dict(again)) == repr(dict(result))
    assert len(result["signature"]) <= MAX_SIGNATURE_LETTERS
    explained = explain_signature(result["signature"])
    assert explained["task"] == task
    if task in PRESETS:
        assert explained[PRESETS[task]] == options[PRESETS[task]]
    return True


@pytest.mark.parametrize(
    "options",
    [
        {"types": list(ONTOLOGY), "roles": ONTOLOGY, "confidence": 0.95},
        {"types": list(ONTOLOGY), "roles": ONTOLOGY, "facts": {"dataset": "ace", "split": "test"}},
        {"convention": "textee", "match": ["span", "head", "coref", "text", "overlap", "judged"], "threshold": 0.7},
        {
            **{"convention": "bionlp", "variant": "ge-2013", "span": "approximate", "recursive": "approximate"},
            **{"task": 2, "decompose": True, "soft_types": True, "normalize": False, "offsets": "bytes"},
            **{"confidence": 0.9, "resamples": 77, "seed": 12345, "zero_division": "nan"},
        },
    ],
)
def test_many_options_stay_within_the_bound(options: dict[str, Any]) -> None:
    documents = [{"text": "a b", "events": []}] if options.get("convention") == "bionlp" else EVENTS
    result = TASKS["extraction"].score_documents(documents, documents, options)
    assert len(result["signature"]) <= MAX_SIGNATURE_LETTERS
    data = {key: value for key, value in options.items() if key not in ("confidence", "resamples", "seed")}
    assert repr(dict(score(result["signature"], documents, documents, **data))) == repr(dict(result))


def test_what_was_only_a_fingerprint_must_be_given_and_must_fit() -> None:
    line = TASKS["nuggets"].score_documents([[]], [[]], {"types": list(ONTOLOGY)})["signature"]
    with pytest.raises(ValueError, match=r"^types: the signature only says [0-9a-f]{12}; give the original list"):
        score(line, [[]], [[]])
    with pytest.raises(ValueError, match=r"^signature: types is [0-9a-f]{12} there, but A from the given values"):
        score(line, [[]], [[]], types=["A"])
    assert score(line, [[]], [[]], types=list(ONTOLOGY)[::-1])["signature"] == line


def test_the_beginning_of_a_signature_is_enough() -> None:
    assert score("nuggets", [[]], [[]])["signature"].startswith("nuggets|protocol:paper|docs:1")
    assert "|mapping:one-to-one|" not in score("nuggets|protocol:evmeval-1.8", [[]], [[]])["signature"]


def test_a_line_of_a_file_is_the_signature_without_its_line_break() -> None:
    line = score("nuggets|mapping:optimal\n", [[]], [[]])["signature"]
    assert "|mapping:optimal|" in line
    assert compare_signatures(f"{line}\n", line) == "comparable"


def test_control_characters_do_not_end_the_line() -> None:
    name = "A|\n\x0b\x1b\x85"
    gold = [[{"token_ids": [1], "type": name}]]
    line = score("nuggets", gold, gold, types=[name])["signature"]
    assert "|types:A%7C%0A%0B%1B%85|" in line
    assert score(line, gold, gold)["type_f1"] == 1


def test_other_references_and_other_versions_are_told() -> None:
    line = score("nuggets", [[]], [[]])["signature"]
    other = [[{"token_ids": [1], "type": "A"}]]
    assert score(line, other, other)["warnings"][0].startswith("The signature is of other references")
    old = line.rpartition(":")[0] + ":0.0.1"
    assert score(old, [[]], [[]])["warnings"][0].startswith("The signature is of version 0.0.1, these numbers of ")


def test_paths_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text('{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "A"}]}\n')
    assert score("nuggets|mapping:exact", path, path)["span_f1"] == 1


def test_the_signature_of_a_comparison_is_short_too() -> None:
    gold = [[{"token_ids": [1], "type": "Life.Die"}], [{"token_ids": [2], "type": "Life.Injure"}]]
    options = {"mapping": "optimal", "precision": "pilot", "types": ["Life.Die", "Life.Injure"], "coreference": True}
    long = compare({"a": gold, "b": gold}, gold, protocol="evmeval-1.8", resamples=50, seed=3, **options)
    line = long.data["signature"]
    assert len(line) <= MAX_SIGNATURE_LETTERS
    assert line.startswith("nuggets|protocol:evmeval-1.8|")
    other = compare({"a": gold, "b": gold}, gold, protocol="evmeval-1.8", resamples=60, seed=3, **options)
    assert other.data["signature"] != line
    assert compare({"a": gold, "b": gold}, gold, resamples=50).data["signature"].count("resamples:50") == 1


@pytest.mark.parametrize("task", ["extraction", "relations"])
def test_a_fact_that_one_line_declares_is_unknown_for_a_line_without_it(task: str) -> None:
    facts = {*fact_fields(declarations(TASKS[task].options)).values()} - INFORMS
    assert len(facts) > 5
    for fact in facts:
        undeclared, declared = (signature(task, {}, {}, declared) for declared in ({}, {fact: "x"}))
        kind, _, names = compare_signatures(undeclared, declared).partition(": ")
        assert (kind, fact in names.split(", ")) == ("unknown", True), fact


def test_a_hash_of_the_data_is_unknown_for_a_line_without_the_facts_that_it_covers() -> None:
    hashes = {name: fingerprint_of_text(name) for name in ("candidates", "triggers", "refs")}
    facts = {"dataset": "ace", "tokenizer": "spacy", "trigger_source": "file:cleve"}
    choices = {"convention": "knowcoder", "types": fingerprint_of_text("types")}
    drawn = {"dropped": 10**7, "merged": 10**7, "confidence": 0.9, "resamples": 77, "seed": 12345}

    def line(facts: dict[str, str], data: dict[str, Any]) -> str:
        return signature("extraction", choices, {**hashes, **data}, facts)

    declared = line(facts, drawn)
    assert "|data:" in declared
    for kept in ((), ("tokenizer",), ("dataset", "trigger_source")):
        other = line({name: facts[name] for name in kept}, {})
        assert "|data:" not in other
        assert compare_signatures(declared, other).startswith("unknown: ")
    for data in ({"candidates": "0" * 12}, {"candidates": "0" * 12, **drawn}):
        assert compare_signatures(declared, line(facts, data)).startswith("different: data (")


def test_usual_ways_of_testing_need_not_be_written() -> None:
    line = "nuggets|protocol:paper|test:bootstrap"
    assert compare_signatures(line, f"{line}|correction:holm|alpha:0.05") == "comparable"
    assert compare_signatures(line, f"{line}|alpha:0.01") == "different: alpha (0.05, 0.01)"


@pytest.mark.parametrize("task", TASKS)
def test_the_line_of_a_comparison_scores(task: str) -> None:
    predictions, references = sides_of(task)[0]
    method = {"test": "bootstrap", "alpha": 0.01, "resamples": 9, "confidence": 0.9}
    line = compare({"a": predictions}, references, task=task, **method).data["signature"]
    again = score(line, predictions, references)
    assert again["signature"].startswith(task)
    assert score(again["signature"], predictions, references) == again


DECLARED = {"dataset": "ace2005-en", "split": "test", "preprocessing": "own@example", "tokenizer": "spacy-3.1.4"}
LONG = {"facts": DECLARED, "types": list(ONTOLOGY), "roles": ONTOLOGY, "modes": ["pipeline", "legacy"]}


def line_of(**options: Any) -> str:
    return str(TASKS["extraction"].score_documents(EVENTS, EVENTS, options)["signature"])


def test_a_short_line_is_comparable_with_one_that_is_written_out() -> None:
    """Intervals, which change no score, can make a line so long that it has hashes of its facts and choices."""
    drawn = {"confidence": 0.9, "resamples": 77, "seed": 12345, "sampler": "java"}
    short, other = line_of(**LONG, **drawn), line_of(**LONG)
    assert "|choices:" in short
    assert "|choices:" not in other
    assert compare_signatures(short, other) == compare_signatures(other, other)
    assert compare_signatures(short, line_of(**{**LONG, "roles": ["Agent"]})).startswith("different: choices")


DRAWN = {"confidence": 0.95, "resamples": 77, "seed": 12345, "sampler": "java"}
STATED = {name: f"{name} as stated" for name in FACTS}


@pytest.mark.parametrize(
    "options",
    [
        {"convention": "omnievent", "types": ["A", "B"], "facts": STATED, **DRAWN},
        {"convention": "omnievent", "types": ["A", "B"], **DRAWN},
        {"surplus": "last", "mode": "legacy", "facts": {"dataset": "d" * 40, "split": "test"}, **DRAWN},
        {"types": ["A"], "match": ["span", "head", "coref", "text", "overlap", "judged"], "facts": STATED, **DRAWN},
        {"convention": "textee", "mode": "gold", "types": ["A"], "facts": STATED, **DRAWN},
    ],
)
def test_candidates_facts_and_intervals_stay_within_the_bound(options: dict[str, Any]) -> None:
    """One document of two lists candidates, so a line also has where they come from."""
    documents = [{**EVENTS[0], "trigger_candidates": [[0, 1]]}, *EVENTS]

    def line(**others: Any) -> str:
        given = {**options, **others}
        return str(TASKS["extraction"].score_documents(documents, documents, given)["signature"])

    short = line()
    assert len(short) <= MAX_SIGNATURE_LETTERS
    assert score(short, documents, documents, **options)["signature"] == short
    with pytest.raises(ValueError, match=r"^signature: (types|choices|mode) is "):
        score(short, documents, documents, **{**options, "types": ["C"], "mode": "pipeline"})
    without = line(confidence=None)
    assert compare_signatures(short, without) == compare_signatures(without, without)
    assert compare_signatures(short, line(types=["C"])).startswith(("different: choices", "different: types"))
    assert compare_signatures(short, line(seed=1)).startswith("different: ")
    if "facts" in options:
        other = {**options["facts"], "dataset": "another"}
        assert compare_signatures(short, line(facts=other)).startswith("unknown: ")


def test_triggers_decide_under_short_lines_as_under_long_ones() -> None:
    """Systems of undeclared sources may have other triggers, those of one file may not, however long its name is."""
    facts = {name: fact for name, fact in STATED.items() if name != "trigger_source"}
    fewer = [{**EVENTS[0], "events": []}]

    def verdict(**others: str) -> str:
        lines = (
            TASKS["extraction"].score_documents(system, EVENTS, {"facts": {**facts, **others}})["signature"]
            for system in (EVENTS, fewer)
        )
        return compare_signatures(*lines)

    assert verdict() == "comparable"
    assert verdict(trigger_source="own") == "comparable"
    for name in ("file:cleve", "the file of CLEVE's predictions"):
        assert verdict(trigger_source=name).startswith("different: triggers (")


def test_a_short_line_keeps_the_way_of_counting_that_a_variant_sets() -> None:
    options = {"convention": "wikievents", "variant": "tsar", "unit": "head", "facts": {"dataset": "wikievents"}}
    short, other = line_of(**options, **DRAWN), line_of(**options)
    assert "|docs:" in other
    assert "|docs:" not in short
    assert compare_signatures(short, other) == compare_signatures(other, other)


def test_a_hash_of_choices_must_fit_the_options() -> None:
    options = {"convention": "bionlp", "variant": "ge-2013", "span": "approximate", "decompose": True, "task": 2}
    options |= {"soft_types": True, "normalize": False, "offsets": "bytes", "zero_division": "nan"}
    drawn = {"confidence": 0.9, "resamples": 77, "seed": 12345}
    documents = [{"text": "a b", "events": []}]
    short = TASKS["extraction"].score_documents(documents, documents, {**options, **drawn})["signature"]
    assert "|choices:" in short
    assert score(short, documents, documents, **options)["signature"] == short
    with pytest.raises(ValueError, match=r"^signature: choices is [0-9a-f]{12} there, but [0-9a-f]{12} from the given"):
        score(short, documents, documents, **{**options, "decompose": False})
