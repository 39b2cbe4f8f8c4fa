"""Answers to the page: numbers equal to those of Python, marks that earned them, sentences, and no script."""

from __future__ import annotations

import datetime
import html
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import event_scoring
from event_scoring.commands.main import main
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.scoring.options import OF_SAMPLES, declarations
from event_scoring.tasks import TASKS, published_rules
from spaces_app.examples import OPENING, page_examples
from spaces_app.requests import answer
from spaces_app.scorers import STRIPS, scorers_of, source_of
from spaces_app.state import State
from spaces_app.strip import OWN, Strips
from tests.generated import tries
from tests.report.saved import data_of
from tests.space.samples import SAMPLES, request_of

TYPES, ROLES = ("Attack", "Die", "Meet"), ("Agent", "Place")
CASES = [(task, example) for task, all_of_task in SAMPLES.items() for example in all_of_task]


def looked_at(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request, both of which go through JSON."""
    found: dict[str, Any] = json.loads(json.dumps(answer(json.loads(json.dumps(request)))))
    assert "error" not in found, found["error"]
    return found


def numbers(drawn: dict[str, Any]) -> dict[str, float]:
    return {dot["name"]: dot["values"][drawn["system"]] for dot in drawn["dots"]}


def some_events(draw: random.Random, length: int) -> list[dict[str, Any]]:
    def span() -> list[int]:
        start = draw.randrange(length)
        return [start, min(length, start + draw.randint(1, 2))]

    def arguments() -> list[dict[str, Any]]:
        return [{"span": span(), "role": draw.choice(ROLES)} for _ in range(draw.randint(0, 2))]

    count = draw.randint(1, 4)
    return [{"trigger": {"span": span()}, "type": draw.choice(TYPES), "arguments": arguments()} for _ in range(count)]


def test_marks_of_assessed_responses_are_the_outcomes_of_the_lit_scorer() -> None:
    state = next(one["state"] for one in page_examples() if one["name"] == "responses")
    sides = state["systems"]["system"], state["references"]
    for scorer, preprocess in (("", "none"), ("TAC, without realis", "neutralize-realis")):
        drawn = looked_at({**state, "scorer": scorer})
        result = event_scoring.score_responses(*sides, details=True, preprocess=preprocess)
        told = {f"{one['item'][0]} {one['item'][1]}": one["category"] for one in result["outcomes"][0]}
        assert drawn["marks"] == told
    assert looked_at(state)["verdict"] == "Found 1 of 2 responses: 1 right; 1 missed, 2 invented."


@pytest.mark.parametrize("seed", range(tries(30)))
def test_the_numbers_of_the_strip_are_those_of_python(seed: int) -> None:
    """The numbers of random documents equal those of the public functions with the options of each scorer."""
    draw = random.Random(seed)
    tokens = [[f"w{place}" for place in range(draw.randint(4, 9))] for _ in range(draw.choice((1, 1, 3)))]
    references = [{"tokens": words, "events": some_events(draw, len(words))} for words in tokens]
    system = [{"events": some_events(draw, len(words))} for words in tokens]

    def nuggets(side: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {
                "mentions": [
                    {"token_ids": list(range(*event["trigger"]["span"])), "type": event["type"]}
                    for event in document["events"]
                ]
            }
            for document in side
        ]

    for counted in ("events", "arguments"):
        drawn = looked_at(
            {"task": "extraction", "references": references, "systems": {"s": system}, "counted": counted}
        )
        if drawn["counted"] != counted:
            continue  # no reference has an argument
        found = numbers(drawn)
        assert len(found) >= 6
        for scorer in scorers_of(STRIPS[counted]):
            if scorer.name not in found:
                continue
            sides = (system, references) if scorer.task.name != "nuggets" else (nuggets(system), nuggets(references))
            result = getattr(event_scoring, f"score_{scorer.task.name}")(*sides, **scorer.options)
            key = next(key for key in scorer.keys if key in result)
            assert found[scorer.name] == pytest.approx(result[key], abs=1e-12), scorer.name


@pytest.mark.parametrize(("task", "example"), CASES, ids=[f"{task}-{example.name}" for task, example in CASES])
def test_each_example_is_drawn_with_its_numbers(task: str, example: Any) -> None:
    drawn = looked_at(request_of(task, example))
    assert drawn["dots"]
    for scorer in scorers_of(STRIPS[drawn["counted"]]):
        if scorer.task.name == task and scorer.name in numbers(drawn):
            result = getattr(event_scoring, f"score_{task}")(*sides_of(task, example), **scorer.options)
            key = next(key for key in scorer.keys if key in result)
            assert numbers(drawn)[scorer.name] == pytest.approx(result[key], abs=1e-12), scorer.name
    drawn_items = drawn["view"].get("marks") or [row for card in drawn["view"]["cards"] for row in card["rows"]]
    keys = {mark["key"] for mark in drawn_items}
    assert set(drawn["marks"]) <= keys, "what became of a mark that is not drawn"
    for dot in drawn["dots"]:
        assert set(dot["credits"]) <= keys
    assert drawn["given"]["references"], "small documents can be edited"


@pytest.mark.parametrize("seed", range(tries(20)))
def test_the_marks_that_light_up_are_those_that_earned_the_number(seed: int) -> None:
    """The credits of the system's marks add up to what the scorer counts as right."""
    draw = random.Random(seed)
    words = [f"w{place}" for place in range(8)]
    references, system = ([{"tokens": words, "events": some_events(draw, 8)}] for _ in range(2))
    request = {"task": "extraction", "references": references, "systems": {"s": system}, "counted": "events"}
    credits = {dot["name"]: dot["credits"] for dot in looked_at(request)["dots"]}
    for scorer in scorers_of(STRIPS["events"]):
        if scorer.task.name == "detection" and scorer.name in credits:
            result = event_scoring.score_detection(system, references, **scorer.options)
            earned = sum(credit for key, credit in credits[scorer.name].items() if key.startswith("predictions"))
            assert earned == result["trigger_classification_true_positives"], scorer.name


OPTIONS = [
    (task, one.name, choice)
    for task in SAMPLES
    for one in declarations(TASKS[task].options)
    for choice in (one.choices if one.kind == "choice" else ("yes", "no") if one.kind == "flag" else ())
    if one.name not in OF_SAMPLES
]


@pytest.mark.slow
@pytest.mark.parametrize(("task", "name", "choice"), OPTIONS)
def test_every_signature_of_ones_own_has_a_dot_or_says_why_not(task: str, name: str, choice: str) -> None:
    """Only the lit dot is scored, unless it cannot be."""
    example, own = SAMPLES[task][0], f"{task}|{name}:{choice}"
    request = request_of(task, example, own=own, scorer=OWN, counted="arguments")
    dot = Strips(State.of(request)).main
    if dot.scorer.name == OWN:
        value = event_scoring.score(dot.signature, *sides_of(task, example))[dot.key]
        assert dot.values["system"] == pytest.approx(value, abs=1e-12)
        return
    drawn = looked_at(request)
    assert OWN not in [dot["name"] for dot in drawn["dots"]]
    (why_not,) = (one for one in drawn["notes"] if one.startswith(f"{OWN}: "))
    assert len(why_not) > 26


def sides_of(task: str, example: Any) -> tuple[Any, Any]:
    """Both sides of an example, with the words of its text where its task reads them."""
    references = example.references
    if task == "extraction":
        references = [{**one, "tokens": example.tokens[one["doc_id"]]} for one in references]
    return example.predictions, references


def test_every_published_rule_of_a_strip_has_a_dot_and_its_code() -> None:
    on_strips = {scorer.declared.name for strip in STRIPS.values() for scorer in scorers_of(strip)}
    left_out = {name for strip in STRIPS.values() for name in strip.left_out}
    for function, rules in published_rules().items():
        for rule in rules:
            if function != "score_bio":
                assert rule.name in on_strips | left_out, rule.name
            about = f"{rule.rule.__module__}.{rule.rule.__qualname__}"
            assert f"def {rule.rule.__name__}" in (source_of(about) or "")
    assert source_of("os.system") is None
    for strip in STRIPS.values():
        names = [scorer.name for scorer in scorers_of(strip)]
        assert len(set(names)) == len(names)


def test_sentences() -> None:
    drawn = looked_at(OPENING)
    why = {dot["name"]: dot["why"] for dot in drawn["dots"]}
    assert why["EvmEval 1.8"] == (
        "“shot” is right; “fire” earns 0.67 (other words); “shot two soldiers dead” earns 0.40 (other words); "
        "“convoy” (invented) earns nothing."
    )
    assert "“fire” and “shot two soldiers dead” are left out of the count." in why["OmniEvent"]
    assert drawn["verdict"] == "Found 3 of 3 events: 1 right, 2 with other words; 1 invented."
    assert {one["name"] for one in drawn["absent"]} >= {"MAVEN-Arg", "BioNLP GE 2011"}
    nuggets = request_of("nuggets", SAMPLES["nuggets"][0])
    nuggets["references"] = json.loads(json.dumps(nuggets["references"]).replace("Actual", "Actuall"))
    assert 'Realis “Actuall”; did you mean "Actual"?' in looked_at(nuggets)["notes"]


def test_rules_of_relations_have_a_dot_where_their_labels_occur() -> None:
    drawn = looked_at(next(one["state"] for one in page_examples() if one["state"]["task"] == "relations"))
    why_not = {one["name"]: one["why"] for one in drawn["absent"]}
    assert "HiEve" not in numbers(drawn)
    assert why_not["HiEve"].startswith("no label is one of ")
    assert "Temporal awareness" in numbers(drawn)


def test_roles_at_one_position_alone_find_nothing() -> None:
    """M2E2 compares them, but the arguments that other scorers miss and invent are not found with a wrong role."""
    event = {"trigger": {"span": [0, 1]}, "type": "Attack"}
    said, gold = (
        {"tokens": list("abcdef"), "events": [{**event, "arguments": [{"span": [place, place + 1], "role": role}]}]}
        for place, role in ((2, "Place"), (4, "Agent"))
    )
    drawn = looked_at({"task": "extraction", "counted": "arguments", "references": [gold], "systems": {"s": [said]}})
    assert "M2E2, text events" in numbers(drawn)
    assert drawn["verdict"] == "Found 0 of 1 argument: 1 missed, 1 invented."


def test_the_call_in_python_gives_the_number_and_the_signature() -> None:
    for example in page_examples():
        drawn = looked_at(example["state"])
        for dot in drawn["dots"][:3]:
            code = looked_at(example["state"] | {"scorer": dot["name"], "want": "python"})["code"]
            assert "read(" not in code, "documents of a page fit"
            names: dict[str, Any] = {}
            exec(code, names)
            assert f"{names['result'][dot['key']]:.4f}" in code
            assert names["result"]["signature"] == dot["signature"]
            assert dot["signature"] in code


def test_the_call_on_many_documents_says_how_to_get_files() -> None:
    (example,) = [one["state"] for one in page_examples() if one["name"] == "systems"]
    sides = {"references": example["references"] * 3, "systems": {"run": example["systems"]["run1"] * 3}}
    for documents in (sides["references"], sides["systems"]["run"]):
        documents[:] = [{**document, "doc_id": f"d{row}"} for row, document in enumerate(documents)]
    code = looked_at({"task": "nuggets", **sides, "want": "python"})["code"]
    assert "event-score demo --write trial" in code
    assert 'references = read("references.jsonl")' in code


REPORTED = [one["name"] for one in page_examples()]


@pytest.mark.parametrize("name", REPORTED)
def test_the_report_is_what_stands_on_the_page(name: str) -> None:
    """With the first and the last dot lit: the sentence, every dot, the sum, the number and its signature."""
    state = next(one["state"] for one in page_examples() if one["name"] == name)
    drawn = looked_at(state)
    for dot in (drawn["dots"][0], drawn["dots"][-1]):
        lit = looked_at({**state, "scorer": dot["name"], "gold": "gold.jsonl"})
        found = looked_at({**state, "scorer": dot["name"], "gold": "gold.jsonl", "want": "report"})
        shown = html.unescape(re.sub(r"<(style|script)[^>]*>.*?</\1>|<[^>]+>", "\0", found["html"], flags=re.DOTALL))
        sentence = (
            "Whoever counts, this" if len({one["written"][lit["system"]] for one in lit["dots"]}) == 1 else "The same"
        )
        assert f"\0{sentence} output is " in shown
        own = next(one for one in lit["dots"] if one["name"] == dot["name"])
        frozen = data_of(found["html"])
        assert frozen["lit"] == dot["name"]
        for part in ("dots", "marks", "verdict", "view", "signature", "notes"):
            assert frozen["opening"][part] == json.loads(json.dumps(lit[part])), "the script draws what the page draws"
        for fact in (lit["verdict"], "gold.jsonl", datetime.date.today().isoformat()):
            assert fact in shown
        assert any(f"{own['values'][lit['system']]:.{digits}f}" in shown for digits in (3, 4))
        assert "http:" not in found["html"].replace("http://www.w3.org/2000/svg", "the namespace, which is no address")
    assert len(state["references"]) > 1 or "interval" not in shown


def test_the_report_of_the_command_is_that_of_the_page(tmp_path: Path) -> None:
    example = SAMPLES["nuggets"][0]
    gold, run, page = (tmp_path / name for name in ("gold.jsonl", "run.jsonl", "report.html"))
    write_json_lines(example.references, gold)
    write_json_lines(example.predictions, run)
    assert main(["nuggets", str(gold), str(run), "--protocol", "evmeval-1.8", "-o", str(page)]) == 0
    request = {"task": "nuggets", "references": example.references, "systems": {"run.jsonl": example.predictions}}
    found = looked_at({**request, "scorer": "EvmEval 1.8", "gold": "gold.jsonl", "want": "report"})["html"]
    of_command = re.compile(r"<dt>command</dt><dd>.*?</dd>")
    assert of_command.sub("", page.read_text(encoding="utf-8")) == of_command.sub("", found)


def test_several_systems_have_intervals_and_a_sentence() -> None:
    (example,) = [one["state"] for one in page_examples() if one["name"] == "systems"]
    drawn = looked_at(example | {"scorer": "EvmEval 1.8"})
    data = event_scoring.compare(example["systems"], example["references"], protocol="evmeval-1.8").data
    for name, row in data["scores"]["type_f1"].items():
        assert drawn["compared"]["intervals"][name] == [row["low"], row["high"]]
    same = json.loads(json.dumps(example))
    same["references"] = [{"doc_id": f"d{n}", "mentions": [{"token_ids": [n], "type": "A"}]} for n in range(40)]
    same["systems"] = {"all": same["references"], "none": [{**one, "mentions": []} for one in same["references"]]}
    sentence = looked_at(same)["compared"]["sentence"]
    assert "all is better than none by 1.00, and the difference is real (p = 0.00" in sentence


def test_of_many_documents_the_worst_is_shown_and_only_it_is_sent() -> None:
    mentions = [{"token_ids": [place], "type": "A" * 100} for place in range(3)]
    references = [{"doc_id": f"d{number:03}", "mentions": mentions} for number in range(300)]
    system = [*references[:200], {**references[200], "mentions": []}, *references[201:]]
    drawn = looked_at({"task": "nuggets", "references": references, "systems": {"s": system}})
    assert drawn["document"] == 200
    assert drawn["documents"][-1] == [200, "d200"]
    assert "given" not in drawn
    assert len(json.dumps(drawn)) < 60_000
    crowded = [{"mentions": [{"token_ids": [n], "type": "A"} for n in range(300)]}]
    drawn = looked_at({"task": "nuggets", "references": crowded, "systems": {"s": crowded}})
    assert drawn["view"]["why"] == "More than 200 mentions on a side are not drawn."


HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
NOT_READ: list[Any] = [
    *(None, [], "x", 3, {}, {"task": "nuggets"}, {"task": HOSTILE, "references": [], "systems": {"s": []}}),
    {"task": "nuggets", "references": 3, "systems": {"s": 4}},
    {"task": "nuggets", "references": [3], "systems": {"s": [4]}},
    {"task": "nuggets", "references": [[]], "systems": {"s": [[]]}, "own": 7, "document": "x"},
    {"task": "nuggets", "references": [[]], "systems": {f"s{number}": [[]] for number in range(9)}},
    {"task": "extraction", "references": [{"events": 5}], "systems": {"s": [{}]}},
    {"files": 5},
    {"files": [{"path": "/etc/passwd", "name": "gold"}, {"path": "/etc/passwd", "name": "system"}]},
    {"pasted": 5},
    {"pasted": "x" * 300_000},
    {**OPENING, "want": "compared", "own": HOSTILE},
]


@pytest.mark.parametrize("request_", NOT_READ, ids=range(len(NOT_READ)))
def test_a_malformed_request_gets_a_sentence(request_: Any) -> None:
    if isinstance(request_, dict) and "files" in request_:
        pytest.importorskip("gradio", reason="uploads need gradio")
    found = answer(request_)
    assert any(found.get(name) for name in ("error", "absent", "compared", "asks")), found
    for secret in ("Traceback", "/etc/passwd", str(Path(__file__).parents[2])):
        assert secret not in json.dumps(found)
