"""Kinds of errors of filled templates, against the program of Das et al. (2022)."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, score_templates, template_errors
from event_scoring.commands.main import main
from event_scoring.templates.errors.filler_matching import Mention, match_fillers
from tests.golden_cases import golden
from tests.oracles.template_error_oracle import Document

CASES = golden("template_errors.json")
TYPE = "incident_type"


def key_of(name: str) -> str:
    """The key of a kind that the program names."""
    return re.sub(r" \+ |_$", "_", name.replace(" + Partially_Matched_Filler", "_partial")).lower()


KINDS = [key_of(name) for name in CASES[0]["expected"]["errors"]]


def typed_as(kind: str, **slots: Any) -> dict[str, Any]:
    """A template with entities by slot."""
    return {"type": kind, "slots": [{"name": name, "entities": entities} for name, entities in slots.items()]}


def documents(case: dict[str, Any], side: str) -> list[dict[str, Any]]:
    return [
        {
            "doc_id": document["doc_id"],
            "text": document["text"],
            "templates": [
                {
                    **({"type": template[TYPE]} if TYPE in template else {}),
                    "slots": [{"name": role, "entities": fills} for role, fills in template.items() if role != TYPE],
                }
                for template in document[side]
            ],
        }
        for document in case["documents"]
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_golden(case: dict[str, Any]) -> None:
    expected = case["expected"]
    found = template_errors(documents(case, "pred"), documents(case, "gold"), roles=case["roles"], typed=case["typed"])
    assert {key_of(name): found[key_of(name)] for name in expected["errors"]} == {
        key_of(name): number for name, number in expected["errors"].items()
    }
    assert found["error_score"] == pytest.approx(expected["error_score"], rel=1e-6)
    assert found["alignment"] == expected["alignment"]
    for name in ("missing_roles", "incorrect_roles"):
        assert {role: found[name].get(role, 0) for role in expected[name]} == expected[name]
    stats = {role: [row["right"], row["predicted"], row["wanted"]] for role, row in found["per_role"].items()}
    assert {role: stats.get(role, [0, 0, 0]) for role in case["roles"]} == {
        role: expected["stats"][role] for role in case["roles"]
    }
    assert [found[name] for name in ("right", "predicted", "wanted")] == expected["stats"]["total"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_references_have_no_errors(case: dict[str, Any]) -> None:
    """But for entities of several mentions, each of which counts for itself where it is predicted."""
    gold = documents(case, "gold")
    for document in gold:
        for template in document["templates"]:
            for slot in template["slots"]:
                slot["entities"] = [entity[:1] for entity in slot["entities"]]
    found = template_errors(gold, gold, roles=case["roles"], typed=case["typed"])
    assert found["error_score"] == 0
    assert not found["items"]


def test_details_of_scores_tell_the_errors() -> None:
    case = next(case for case in CASES if case["name"] == "wrong-role")
    sides = documents(case, "pred"), documents(case, "gold")
    found = score_templates(*sides, protocol="gtt", errors="auto-err", details=True)["errors"]
    alone = template_errors(*sides)
    assert {name: found[name] for name in found} == {name: alone[name] for name in found}
    assert "errors" not in score_templates(*sides, protocol="gtt", details=True)


def test_each_error_says_what_repairs_it() -> None:
    case = next(case for case in CASES if case["name"] == "span-error")
    (item,) = template_errors(documents(case, "pred"), documents(case, "gold"), roles=case["roles"])["items"]
    assert item == {
        "document": 0,
        "prediction": 0,
        "reference": 0,
        "role": "Weapon",
        "text": "bomb",
        "kind": "span_error",
        "transformation": "Alter_Span",
    }


def test_a_filler_may_count_once() -> None:
    case = next(case for case in CASES if case["name"] == "equal-predictions-counted-over-both")
    sides = documents(case, "pred"), documents(case, "gold")
    published, once = template_errors(*sides), template_errors(*sides, equal_templates="once")
    assert (published["spurious_role_filler"], once["spurious_role_filler"]) == (2, 1)
    assert "count once for each prediction" in published["warnings"][0]
    assert "equal_templates:once" in once["signature"]
    assert not once["warnings"]


def test_a_filler_of_an_equal_prediction_without_a_pair_is_spurious() -> None:
    slots = [{"name": "Agent", "entities": [["rebels"], ["rebels"]]}]
    template = {"type": "attack", "slots": slots}
    gold = {"type": "attack", "slots": [{"name": "Agent", "entities": [["rebels"]]}]}
    text = "The rebels killed a mayor."
    found = template_errors([{"text": text, "templates": [template] * 2}], [{"text": text, "templates": [gold]}])
    assert (found["spurious_role_filler"], found["duplicate_role_filler"]) == (1, 1)
    assert found["wrong_template_for_role_filler"] == 0


def test_empty_types_are_no_types_in_the_errors_of_scores() -> None:
    sides = [
        [{"text": "a mill", "templates": [{"type": "", "slots": [{"name": "Task", "entities": [[text]]}]}]}]
        for text in ("shed", "mill")
    ]
    plain = template_errors(*sides, typed=False)
    of_scores = score_templates(*sides, protocol="gtt", errors="auto-err", details=True)["errors"]
    assert (of_scores["spurious_template"], of_scores["missing_template"]) == (1, 1)
    assert of_scores["error_score"] == plain["error_score"] == 2


def test_mentions_that_are_not_in_the_text_may_be_nowhere() -> None:
    case = next(case for case in CASES if case["name"] == "not-in-text-equal")
    sides = documents(case, "pred"), documents(case, "gold")
    assert template_errors(*sides)["f1"] > template_errors(*sides, not_found="never")["f1"]


def test_files_are_read_and_the_errors_are_in_tables_and_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = next(case for case in CASES if case["name"] == "wrong-role")
    sides = {"system": documents(case, "pred"), "gold": documents(case, "gold")}
    paths = {name: tmp_path / f"{name}.jsonl" for name in sides}
    for name, path in paths.items():
        path.write_text("".join(json.dumps(document) + "\n" for document in sides[name]), encoding="utf-8")
    alone = template_errors(*sides.values())
    assert template_errors(*paths.values()) == alone
    kinds = {name: row["errors"] for name, row in alone["per_error"].items()}
    assert kinds == {name: alone[name] for name in KINDS}
    page = tmp_path / "page.html"
    call = ["templates", str(paths["gold"]), str(paths["system"]), "--protocol", "gtt", "--per-error"]
    assert main([*call, "--format", "latex"]) == 0
    assert r"within\_template\_incorrect\_role & 1 & Alter\_Role \\" in capsys.readouterr().out
    assert main([*call, "-o", str(page)]) == 0
    assert "Remove_Spurious_Template" in page.read_text(encoding="utf-8")


def test_the_order_of_roles_is_signed() -> None:
    case = CASES[0]
    sides = documents(case, "pred"), documents(case, "gold")
    lines = {
        template_errors(*sides, roles=roles)["signature"] for roles in (["Victim", "Target"], ["Target", "Victim"])
    }
    assert len(lines) == 2


def test_of_equal_costs_the_first_way_wins_though_rounding_makes_it_dearer_on_the_way() -> None:
    mentions = [Mention("", place) for place in ((0, 3), (4, 13), (4, 13))]
    entities = [[Mention("", place)] for place in ((5, 12), (7, 16), (7, 16))]
    # After the three mentions (None, 1, 0) is cheaper in the last digit; with the entity that is left both cost the same.
    assert match_fillers(mentions, entities).entity_of == (None, 0, 1)


@pytest.mark.parametrize("given", [{}, {"text": None}, {"text": "two gunmen attacked the mayor"}])
def test_mentions_have_their_places_in_the_text_of_the_references(given: dict[str, Any]) -> None:
    gold, system = ({"templates": [typed_as("a", PerpInd=[[name]])]} for name in ("two gunmen", "nobody"))
    gold["text"] = "two gunmen attacked the mayor"
    assert template_errors([{**system, **given}], [gold])["f1"] == 0.5  # the type alone
    scores = score_templates([{**system, **given}], [gold], protocol="gtt", errors="auto-err", details=True)
    assert scores["errors"]["f1"] == 0.5


@pytest.mark.parametrize("text", ["", "x", "Two gunmen attacked the mayor"])
def test_another_text_of_the_prediction_is_refused(text: str) -> None:
    gold, system = {"templates": [], "text": "two gunmen attacked the mayor"}, {"templates": [], "text": text}
    for call in (template_errors, partial(score_templates, protocol="gtt", errors="auto-err", details=True)):
        with pytest.raises(InputError, match="expected the text of the reference") as refused:
            call([gold, system], [gold, gold])
        assert (refused.value.path, refused.value.see) == (("predictions", 1, "text"), ("references", 1, "text"))


def test_two_empty_sides_are_said() -> None:
    empty, filled = ({"templates": templates, "text": "x"} for templates in ([], [typed_as("a", R=[["x"]])]))
    result = template_errors([empty], [empty], roles=["R"])
    assert (result["f1"], result["warnings"]) == (0, ["Neither side has anything to score, so these scores are 0."])
    assert template_errors([empty], [filled])["warnings"] == []


TEXT = "The armed rebels killed a mayor and an art dealer at the party in Alda with car bombs."
MENTIONS = ["rebels", "armed rebels", "mayor", "the mayor", "art", "party", "Alda", "bombs", "car bombs", "guards", ""]
ENTITIES = st.lists(st.lists(st.sampled_from(MENTIONS), min_size=1, max_size=2), max_size=2)
TEMPLATES = st.lists(
    st.fixed_dictionaries({TYPE: st.sampled_from(["attack", "bombing"]), "PerpInd": ENTITIES, "Victim": ENTITIES}),
    max_size=3,
)


@given(predicted=TEMPLATES, gold=TEMPLATES, typed=st.booleans(), turned=st.booleans())
def test_the_errors_equal_those_of_the_oracle(predicted: list[Any], gold: list[Any], typed: bool, turned: bool) -> None:
    roles = ["Victim", "PerpInd"] if turned else ["PerpInd", "Victim"]
    if not typed:
        for template in (*predicted, *gold):
            template.pop(TYPE, None)
    wanted = Document(TEXT, predicted, gold, roles, typed)
    case = {"documents": [{"doc_id": "d", "text": TEXT, "pred": predicted, "gold": gold}]}
    found = template_errors(documents(case, "pred"), documents(case, "gold"), roles=roles, typed=typed)
    counts = {name: number for name, number in wanted.errors.items() if number}
    assert {name: found[name] for name in KINDS if found[name]} == counts
    assert found["error_score"] == pytest.approx(wanted.cost)
    assert [found[name] for name in ("right", "predicted", "wanted")] == wanted.sums["total"]
    for name in ("missing_roles", "incorrect_roles"):
        assert {role: n for role, n in found[name].items() if n} == {
            r: n for r, n in getattr(wanted, name).items() if n
        }


@pytest.mark.parametrize(
    "templates",
    [
        [{"type": "A", "slots": [{"name": "r", "entities": [["x"]]}]}] * 600,
        [{"type": "A", "slots": [{"name": "r", "entities": [["x"]] * 800}]}],
        [{"type": "A", "slots": [{"name": f"r{number}", "entities": []} for number in range(400)]}] * 40,
    ],
)
def test_documents_of_very_many_pairs_are_refused(templates: list[dict[str, Any]]) -> None:
    documents = [{"text": "x", "templates": templates}]
    with pytest.raises(InputError, match=r"references\[0\]\[.templates.\]: expected at most 524,288 pairs of fillers"):
        template_errors(documents, documents)
