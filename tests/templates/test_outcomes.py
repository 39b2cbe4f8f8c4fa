"""Outcomes of templates: every item once, in agreement with the counts, and what is too crowded to be compared."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, count_templates, score_templates
from tests.generated import examples, sides
from tests.templates.test_entity_protocols import PROTOCOLS, TEMPLATES, made
from tests.templates.test_templates import CORPUS


def outcomes(predictions: list[Any], references: list[Any], **options: Any) -> tuple[list[list[Any]], list[Any]]:
    counts = count_templates(predictions, references, details=True, **options)
    return counts.listed("outcomes"), counts.rows


def are_partners(found: list[Any]) -> bool:
    """Whether each partner has an outcome, and no item has two."""
    items = [str(one["item"]) for one in found]
    other = {"predictions": "references", "references": "predictions"}
    partners = {str([other[one["item"][0]], one["partner"]]) for one in found if one["partner"] is not None}
    return len(set(items)) == len(items) and partners <= set(items)


@examples(80)
@given(corpus=CORPUS, partial=st.booleans(), best=st.booleans())
def test_outcomes_of_fills_add_up(corpus: list[Any], partial: bool, best: bool) -> None:
    options = {"partial_credit": partial, "alignment": "optimal" if best else "muc-6"}
    name = "optimal" if best else "greedy"
    for found, row in zip(*outcomes(*sides(corpus), **options), strict=True):
        assert are_partners(found)
        number = Counter((one["item"][0], one["category"], one["credit"]) for one in found)
        for side, lone, category in (("predictions", "invented", "spurious"), ("references", "missed", "missing")):
            assert number[side, "right", 1.0] == row[f"{name}_correct"]
            assert number[side, "other_words", 0.5] == row[f"{name}_partial"]
            assert number[side, "other_words", 0.0] == row[f"{name}_incorrect"]
            assert number[side, lone, 0.0] == row[f"{name}_{category}"]


@examples(80)
@given(ours=TEMPLATES, theirs=TEMPLATES, name=st.sampled_from([*PROTOCOLS]))
def test_outcomes_of_entities_add_up(ours: list[Any], theirs: list[Any], name: str) -> None:
    if PROTOCOLS[name]["protocol"] == "ceaf-ree":
        ours, theirs = ours[:1], theirs[:1]
    (found,), (row,) = outcomes([made(ours)], [made(theirs)], **PROTOCOLS[name])
    assert are_partners(found)
    entities = [sum(len(filled) for _, slots in side for filled in slots.values()) for side in (ours, theirs)]
    templates = row["predictions"] + row["references"] if name == "gtt" else 0
    assert len(found) == sum(entities) - row["not_scored"] + templates
    earned = sum(one["credit"] for one in found if one["item"][0] == "predictions")
    assert earned == pytest.approx(row["precision_numerator"] - sum_of_empty(ours, theirs, name))


def sum_of_empty(ours: list[Any], theirs: list[Any], name: str) -> int:
    """The point of a document without templates, which no item earns."""
    filled = any(entities for _, slots in ours for entities in slots.values())
    return int(name in ("famus-phi-3", "famus-phi-a") and not theirs and not filled)


def test_an_incorrect_fill_has_the_fill_of_its_slot_as_partner() -> None:
    slot = {"name": "x", "values": ["same", "a"]}
    gold = {"templates": [{"type": "A", "slots": [{"name": "y", "values": ["b"]}, {**slot, "values": ["same", "c"]}]}]}
    (found,), _ = outcomes([{"templates": [{"type": "A", "slots": [slot]}]}], [gold])
    said = {tuple(index): one for one in found for side, index in [one["item"]] if side == "predictions"}
    assert (said[0, 0, 0]["category"], said[0, 0, 0]["partner"]) == ("right", [0, 1, 0])
    assert (said[0, 0, 1]["category"], said[0, 0, 1]["partner"]) == ("other_words", [0, 1, 1])
    assert [one["item"] for one in found if one["category"] == "missed"] == [["references", [0, 0, 0]]]


@pytest.mark.parametrize("options", [{"protocol": "ceaf-ree"}, {"protocol": "gtt"}, {"protocol": "ceaf-rme"}])
def test_a_crowded_document_is_refused(options: dict[str, Any]) -> None:
    crowd = [made([("A", {"x": [["him", f"m{place}"] for place in range(800)]})])]
    with pytest.raises(InputError, match=r'references\[0\]\["templates"\]: expected at most 524,288 pairs of entities'):
        score_templates(crowd, crowd, **options)
    far = [made([("A", {"x": [[f"n{place}", f"m{place}"] for place in range(3000)]})])]
    assert score_templates(far, far, **options)["f1"] == 1.0


def test_mentions_with_a_word_in_common_are_refused_before_their_words_are_compared() -> None:
    crowd = [made([("A", {"x": [[f"the {place}" for place in range(800)]]})])]
    with pytest.raises(InputError, match="at most 524,288 pairs of mentions and words, of entities that share a word"):
        score_templates(crowd, crowd, protocol="ceaf-rme", similarity="phi-a")
