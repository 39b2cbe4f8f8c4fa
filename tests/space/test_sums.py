"""The sum under a dot gives its number, and the marks of both sides that earn it light up."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from spaces_app.examples import page_examples
from spaces_app.requests import answer, drawing
from spaces_app.scorers import STRIPS_OF
from spaces_app.state import ITEMS, State
from spaces_app.strip import Strips
from tests.generated import tries
from tests.space.test_strip import some_events

EXAMPLES = {one["name"]: one["state"] for one in page_examples()}
PARTS = r"precision ([\d.,e-]+) of ([\d.,e-]+), recall ([\d.,e-]+) of ([\d.,e-]+) · F1 ([\d.]+)$"


def ratio(top: str, bottom: str) -> float:
    over, under = (float(text.replace(",", "")) for text in (top, bottom))
    return over / under if under else 0.0


def check_sums(state: dict[str, Any]) -> int:
    """Check all dots of all that can be counted of a state; return their number."""
    checked = 0
    for counted in answer(json.loads(json.dumps(state)))["choices"]:
        strips = Strips(State.of(json.loads(json.dumps({**state, "counted": counted}))))
        drawn = drawing(strips)
        said: dict[str, str] = {}
        for dot, sent in zip(strips.scored, drawn["dots"], strict=True):
            number, text = sent["written"][drawn["system"]], sent["sum"]
            assert dot.sum is not None
            assert dot.sum.value == pytest.approx(dot.values[drawn["system"]], abs=1e-4), dot.scorer.name
            assert text.endswith(number), f"{dot.scorer.name} shows {text} under {number}"
            assert said.setdefault(text, number) == number, "two numbers share a sentence"
            if parts := re.search(PARTS, text):
                precision, recall = ratio(*parts.groups()[:2]), ratio(*parts.groups()[2:4])
                both = precision + recall
                assert float(parts[5]) == pytest.approx(2 * precision * recall / both if both else 0, abs=0.02)
            check_lines(sent)
            assert sent["credits"] or sent["links"] or dot.sum.counts_nothing, f"{dot.scorer.name} lights nothing"
            checked += 1
    return checked


def check_lines(dot: dict[str, Any]) -> None:
    """The terms of a sum are on its lines, and both ends of a line earn credit."""
    for prediction, reference, credit in dot["lines"]:
        assert dot["credits"][prediction] >= credit > 0
        assert dot["credits"][reference] >= credit
    if found := re.match(r"([\d.]+(?: \+ [\d.]+)*) = ([\d.]+) ", dot["sum"]):
        terms = sorted(float(term) for term in found[1].split(" + "))
        assert terms == sorted(round(credit, 2) for *_, credit in dot["lines"])
        assert float(found[2]) == pytest.approx(sum(credit for *_, credit in dot["lines"]), abs=0.005001)
    for link in dot["links"]:
        assert len(link["ends"]) == 2


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_sum_of_every_example_is_its_number(name: str) -> None:
    assert check_sums(EXAMPLES[name]) >= 2


def without_some(document: dict[str, Any], items: str, draw: random.Random) -> dict[str, Any]:
    """A document without some of its items, and without what names them."""
    kept = [place for place in range(len(document[items])) if draw.random() < 0.7] or [0]
    new_place = {place: number for number, place in enumerate(kept)}
    left = {**document, items: [thinned(document[items][place], draw) for place in kept]}
    ids = {one.get("id") for one in left[items]}
    if document.get("frames"):
        frames = ([new_place[one] for one in frame if one in new_place] for frame in document["frames"])
        left["frames"] = [frame for frame in frames if frame]
    if document.get("clusters"):
        clusters = ([one for one in cluster if one in ids] for cluster in document["clusters"])
        left["clusters"] = [cluster for cluster in clusters if cluster]
    if document.get("links"):
        left["links"] = [link for link in document["links"] if {link["source"], link["target"]} <= ids]
    return left


def thinned(item: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    """An item without some of the values and arguments in it."""
    found = dict(item)
    if found.get("arguments"):
        found["arguments"] = [one for one in found["arguments"] if draw.random() < 0.8]
    if found.get("slots"):
        slots = [{**slot, "values": [one for one in slot["values"] if draw.random() < 0.8]} for slot in found["slots"]]
        found["slots"] = [slot for slot in slots if slot["values"]]
    return found


def some_nuggets(draw: random.Random) -> dict[str, Any]:
    """Mentions with realis, in clusters, and with links."""
    ids = [f"m{number}" for number in range(draw.randint(2, 6))]
    places = draw.sample(range(12), len(ids))
    types = {name: draw.choice(("Attack", "Die")) for name in ids}
    mentions = [
        {
            "id": name,
            "token_ids": [place, place + 1][: draw.randint(1, 2)],
            "type": types[name],
            "realis": draw.choice(("Actual", "Generic")),
        }
        for name, place in zip(ids, places, strict=True)
    ]
    draw.shuffle(ids)
    cut = draw.randint(1, len(ids))
    links = [{"type": draw.choice(("After", "Subevent")), "source": ids[0], "target": ids[-1]}]
    return {"mentions": mentions, "clusters": [one for one in (ids[:cut], ids[cut:]) if one], "links": links}


def random_state(task: str, seed: int) -> dict[str, Any]:
    """Return a state of the page with random documents of a task."""
    draw, items = random.Random(seed), ITEMS[task]
    if task == "nuggets":
        references, system = ([some_nuggets(draw) for _ in range(draw.choice((1, 1, 2)))] for _ in range(2))
        count = min(len(references), len(system))
        return {"task": task, "references": references[:count], "systems": {"s": system[:count]}}
    if task in ("detection", "extraction"):
        words = [f"w{place}" for place in range(8)]
        references, system = ([{"tokens": words, "events": some_events(draw, 8)}] for _ in range(2))
        return {"task": task, "references": references, "systems": {"s": system}}
    state = next(one for one in EXAMPLES.values() if one["task"] == task)
    sides = [state["references"], draw.choice([state["systems"]["system"], state["references"]])]
    references, system = ([without_some(one, items, draw) for one in json.loads(json.dumps(side))] for side in sides)
    if task == "responses":  # every response has to be assessed
        references = state["references"]
        for document in system:
            document.pop("coreference", None)
            document[items] = [{key: one[key] for key in one if key != "assessment"} for one in document[items]]
    return {**state, "references": references, "systems": {"s": system}}


@pytest.mark.parametrize("task", [*STRIPS_OF])
@pytest.mark.parametrize("seed", range(tries(30)))
def test_the_sums_of_random_documents_are_their_numbers(task: str, seed: int) -> None:
    most = 8 if task in ("nuggets", "detection", "extraction") else 0
    assert check_sums(random_state(task, seed)) > most


def test_python_and_the_page_write_numbers_alike() -> None:
    """A half is rounded in one way: the page shows what the server wrote."""
    drawn = answer(json.loads(json.dumps(EXAMPLES["responses"])))
    assert [dot["written"]["system"] for dot in drawn["dots"]][:1] == ["0.12"] == [f"{0.125:.2f}"]


def test_the_opening_adds_up_on_its_marks() -> None:
    dots = {dot["name"]: dot for dot in answer(json.loads(json.dumps(EXAMPLES["opening"])))["dots"]}
    assert dots["EvmEval 1.8"]["sum"] == "1 + 0.67 + 0.40 = 2.07 · precision 2.07 of 4, recall 2.07 of 3 · F1 0.59"
    assert dots["nervaluate, type"]["sum"] == "1 + 1 + 1 = 3 · precision 3 of 4, recall 3 of 3 · F1 0.86"
    assert dots["nervaluate, partial"]["why"].startswith("“shot” is right; “fire” earns 0.50 (other words)")
    assert dots["EvmEval 1.8"]["earned"]["references 0"] == dots["EvmEval 1.8"]["earned"]["predictions 0"] == "0.67"


def test_links_of_clusters_are_right_missing_or_too_many() -> None:
    state = json.loads(json.dumps(EXAMPLES["coreference"]))
    links = answer(state)["dots"][0]["links"]
    kinds = sorted((link["side"], link["kind"]) for link in links)
    missing = [("references", "missing")] * 2
    assert kinds == [("predictions", "right"), *missing, ("references", "right")]
    assert answer(state)["verdict"] == "Found 1 of 3 links between mentions: 1 right; 2 missed."
    sides = {"references": EXAMPLES["coreference"]["systems"]["system"]}
    swapped = {**state, **json.loads(json.dumps(sides)), "systems": {"s": state["references"]}}
    assert answer(swapped)["verdict"] == "Found 1 of 1 link between mentions: 1 right; 2 invented."


def test_links_of_arguments_earn_what_the_rule_says() -> None:
    state = json.loads(json.dumps(EXAMPLES["bombing"]))
    dots = {dot["key"]: dot for dot in answer(state)["dots"]}
    assert dots["linking_score"]["sum"] == "0.67 + 0.67 = 1.33 · links earn 1.33 of 5 = 0.27"
    assert dots["linking_score"]["why"] == "For its links “the militia” earns 0.67 and “Qaryat” earns 0.67."
    kinds = sorted((link["side"], link["kind"]) for link in dots["score"]["links"])
    assert kinds == [("predictions", "right"), *[("references", "missing")] * 3, ("references", "right")]
    assert dots["linking_score"]["links"] == dots["score"]["links"]
    assert not dots["argument_score"]["links"]


def test_a_number_by_definition_has_no_dot_beside_others() -> None:
    drawn = answer(json.loads(json.dumps({**EXAMPLES["coreference"], "counted": "sequencing"})))
    assert [dot["name"] for dot in drawn["dots"]] == ["After", "Both kinds"]
    assert drawn["absent"] == [{"name": "Subevent", "why": "neither side has anything that it counts"}]
