"""Templates: the example of Kehler, Bear and Appelt (2001), edge cases, an oracle and relations."""

from __future__ import annotations

import json
import math
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, compare_signatures, count_templates, score_counts, score_templates
from tests.generated import examples, sides
from tests.oracles.template_oracle import Document

CATEGORIES = ["correct", "partial", "incorrect", "missing", "spurious"]
NUMBERS = [*CATEGORIES, "possible", "actual", "aligned", "documents", "predictions", "references"]
RATIOS = ["precision", "recall", "f1", "greedy_f1", "optimal_f1"]
POINTERS = {"CONTENT", "SUCCESSION_ORG", "IN_AND_OUT", "IO_PERSON", "to"}
FAST = examples(60)


def template(kind: str, name: str, **slots: Any) -> dict[str, Any]:
    """A template with one slot for each keyword; the names in POINTERS are pointers."""
    return {
        "type": kind,
        "id": name,
        "slots": [
            {
                "name": slot,
                "values": [values] if isinstance(values, str) else values,
                "pointer": slot in POINTERS,
            }
            for slot, values in slots.items()
        ],
    }


def score(system: list[Any], reference: list[Any], **options: Any) -> dict[str, Any]:
    return score_templates([{"templates": system}], [{"templates": reference}], **options)


# ---- the MUC-6 example: Julian Mounter leaves Star TV (figures 1 to 3 of the paper) ---------------------

KEY = [
    template("TEMPLATE", "key-1", DOC_NR="9308040024", CONTENT="key-2"),
    template(
        "SUCCESSION_EVENT",
        "key-2",
        SUCCESSION_ORG="key-4",
        POST="CEO",
        IN_AND_OUT="key-3",
        VACANCY_REASON="OTH_UNK",
    ),
    template("IN_AND_OUT", "key-3", IO_PERSON="key-5", NEW_STATUS="OUT", ON_THE_JOB="UNCLEAR"),
    template(
        "ORGANIZATION",
        "key-4",
        ORG_NAME="Star TV",
        ORG_ALIAS="Star",
        ORG_DESCRIPTOR="the satellite broadcaster",
        ORG_TYPE="COMPANY",
    ),
    template("PERSON", "key-5", PER_NAME="Julian Mounter", PER_ALIAS="Mounter", PER_TITLE="Mr."),
]
RESPONSE = [
    template("TEMPLATE", "out-1", DOC_NR="9308040024", CONTENT="out-2"),
    template(
        "SUCCESSION_EVENT",
        "out-2",
        SUCCESSION_ORG="out-4",
        POST="CEO",
        IN_AND_OUT="out-3",
        VACANCY_REASON="DEPART_WORKFORCE",
    ),
    template("IN_AND_OUT", "out-3", IO_PERSON="out-5", NEW_STATUS="IN", ON_THE_JOB="NO"),
    template(
        "ORGANIZATION",
        "out-4",
        ORG_NAME="Star TV",
        ORG_TYPE="COMPANY",
        ORG_LOCALE="Hong Kong CITY",
        ORG_COUNTRY="Hong Kong",
    ),
    template("PERSON", "out-5", PER_NAME="Julian Mounter"),
]


def test_the_example_of_the_paper() -> None:
    """Section 2.3 of the paper counts four missing fills, two spurious and three incorrect ones."""
    result = score(RESPONSE, KEY, details=True)
    assert result["alignment"] == [[{"reference": row, "prediction": row} for row in range(5)]]
    assert (result["missing"], result["spurious"], result["incorrect"]) == (4, 2, 3)

    slots = result["per_slot"]
    missing = ["ORGANIZATION.ORG_ALIAS", "ORGANIZATION.ORG_DESCRIPTOR", "PERSON.PER_ALIAS", "PERSON.PER_TITLE"]
    spurious = ["ORGANIZATION.ORG_LOCALE", "ORGANIZATION.ORG_COUNTRY"]
    incorrect = ["SUCCESSION_EVENT.VACANCY_REASON", "IN_AND_OUT.NEW_STATUS", "IN_AND_OUT.ON_THE_JOB"]
    for names, category in ((missing, "missing"), (spurious, "spurious"), (incorrect, "incorrect")):
        assert [slots[name][category] for name in names] == [1] * len(names)
    # "The remainder of the slot fills are correct", pointers among them: IN_AND_OUT shares nothing with its
    # partner but the pointer to the person, and is aligned by it.
    rest = [name for name in slots if name not in missing + spurious + incorrect]
    assert all(slots[name]["correct"] == slots[name]["possible"] == slots[name]["actual"] == 1 for name in rest)
    assert slots["IN_AND_OUT.IO_PERSON"]["correct"] == 1

    assert (result["correct"], result["possible"], result["actual"]) == (9, 16, 14)
    assert result["precision"] == 9 / 14
    assert result["recall"] == 9 / 16
    assert result["f1"] == pytest.approx(2 * 9 / (14 + 16))
    assert result["greedy_loss"] == 0.0


def test_the_order_of_templates_does_not_matter_without_ties() -> None:
    shuffled = score(RESPONSE[::-1], [KEY[2], KEY[4], KEY[0], KEY[3], KEY[1]])
    assert {**shuffled, "signature": ""} == {**score(RESPONSE, KEY), "signature": ""}


def test_a_wrong_person_takes_the_pointers_to_him_along() -> None:
    other = [*RESPONSE[:4], template("PERSON", "out-5", PER_NAME="Rupert Murdoch")]
    result = score(other, KEY, details=True)
    # IN_AND_OUT shares no value any more, so it is not aligned, and the pointer to it is wrong as well.
    assert [entry["reference"] for entry in result["alignment"][0]] == [0, 1, 3]
    assert result["per_slot"]["SUCCESSION_EVENT.IN_AND_OUT"]["incorrect"] == 1
    assert result["per_type"]["IN_AND_OUT"] == {
        **dict.fromkeys(("precision", "recall", "f1"), 0.0),
        **{"correct": 0, "partial": 0, "incorrect": 0, "missing": 3, "spurious": 3, "possible": 3, "actual": 3},
    }


# ---- alignment ------------------------------------------------------------------------------------------


def test_greedy_loses_against_optimal() -> None:
    """Greedy takes the one pair that shares three values; two pairs that share two each would be four."""
    system = [template("A", "s0", x=["1", "2", "3", "4"]), template("A", "s1", x=["1", "2"])]
    reference = [template("A", "r0", x=["1", "2", "3"]), template("A", "r1", x=["3", "4"])]
    greedy, optimal = score(system, reference), score(system, reference, alignment="optimal", details=True)
    assert (greedy["correct"], optimal["correct"]) == (3, 4)
    assert (greedy["possible"], greedy["actual"]) == (optimal["possible"], optimal["actual"]) == (5, 6)
    assert greedy["f1"] == greedy["greedy_f1"] == pytest.approx(6 / 11)
    assert optimal["f1"] == greedy["optimal_f1"] == pytest.approx(8 / 11)
    assert greedy["greedy_loss"] == optimal["greedy_loss"] == pytest.approx(2 / 11)
    assert optimal["alignment"] == [[{"reference": 0, "prediction": 1}, {"reference": 1, "prediction": 0}]]


def test_of_equal_credits_the_higher_f1_is_taken() -> None:
    """An optional fill that is shared adds to the possible ones: 3 right of 4 possible, not of 5."""

    def fills(required: list[str], optional: list[str]) -> dict[str, Any]:
        slots = [{"name": "x", "values": required}, {"name": "x", "values": optional, "optional": True}]
        return {"type": "A", "slots": slots}

    system = [fills(["4"], []), fills(["1", "4"], [])]
    result = score(system, [fills(["1", "4"], []), fills(["1"], ["4"])], alignment="optimal")
    assert (result["correct"], result["possible"], result["greedy_loss"]) == (3, 4, 0.0)
    # Here the larger credit has the lower F1, because all of it is optional: `greedy_loss` is 0.
    system = [fills(["a", "b", "c", "d", "e"], []), fills(["f", "g"], [])]
    result = score(system, [fills(["a", "b", "c"], ["f", "g"]), fills([], ["d", "e"])], alignment="optimal")
    assert result["correct"] == 4
    assert result["greedy_f1"] == pytest.approx(0.6)
    assert result["optimal_f1"] == pytest.approx(8 / 14)
    assert result["greedy_loss"] == 0.0


def test_the_best_alignment_may_give_up_values_for_pointers() -> None:
    """The alignment of two persons decides over the pointers to them, and two pointers outweigh one value."""
    system = [
        template("PERSON", "s0", PER_NAME="Chase", post=["1", "2"]),
        template("PERSON", "s1", PER_NAME="Chase"),
        *(template("EVENT", f"s{row + 2}", to="s1", what=f"{row}") for row in range(3)),
    ]
    reference = [
        template("PERSON", "r0", PER_NAME="Chase", post=["1", "2"]),
        *(template("EVENT", f"r{row + 1}", to="r0", what=f"{row}") for row in range(3)),
    ]
    greedy, optimal = score(system, reference), score(system, reference, alignment="optimal", details=True)
    assert (greedy["correct"], optimal["correct"]) == (3 + 3, 1 + 3 + 3)
    assert {"reference": 0, "prediction": 1} in optimal["alignment"][0]


def test_ties_go_to_the_lower_rows() -> None:
    twins = [template("A", "t0", x="1", y="2"), template("A", "t1", x="1", y="3")]
    result = score([template("A", "s", x="1")], twins, details=True)
    assert result["alignment"] == [[{"reference": 0, "prediction": 0}]]
    result = score(twins, [template("A", "r", x="1")], details=True)
    assert result["alignment"] == [[{"reference": 0, "prediction": 0}]]


def test_pointers_in_a_circle_are_scored_and_do_not_align_by_themselves() -> None:
    def couple(one: str, other: str, name: str) -> list[Any]:
        return [template("A", one, to=other, x=name), template("A", other, to=one, x=name + "b")]

    result = score(couple("s0", "s1", "n"), couple("r0", "r1", "n"))
    assert (result["correct"], result["f1"]) == (4, 1.0)
    strangers = score(couple("s0", "s1", "n"), couple("r0", "r1", "m"))
    assert strangers["greedy_f1"] == 0.0
    # Aligned with each other they would share their pointers, which the optimal alignment sees.
    assert strangers["optimal_f1"] == 0.5
    assert strangers["greedy_loss"] == 0.5


def test_a_pointer_is_no_text() -> None:
    pointing = [template("A", "x", x="1"), template("B", "y", to="x", z="2")]
    naming = [template("A", "x", x="1"), {**template("B", "y", z="2")}]
    naming[1]["slots"].append({"name": "to", "values": ["x"]})
    result = score(pointing, naming)
    assert (result["correct"], result["incorrect"]) == (2, 1)


# ---- fills ----------------------------------------------------------------------------------------------


def test_slots_of_one_name_are_one_slot() -> None:
    twice = {"type": "A", "slots": [{"name": "x", "values": ["1"]}, {"name": "x", "values": ["2", "1"]}]}
    assert score([twice], [template("A", "r", x=["1", "2"])])["f1"] == 1.0


def test_optional_fills() -> None:
    def with_optional(*values: str) -> dict[str, Any]:
        key = template("A", "r", x="1")
        key["slots"].append({"name": "y", "values": list(values), "optional": True})
        return key

    left_out = score([template("A", "s", x="1")], [with_optional("2")])
    assert (left_out["possible"], left_out["f1"]) == (1, 1.0)
    found = score([template("A", "s", x="1", y="2")], [with_optional("2")])
    assert (found["possible"], found["correct"], found["f1"]) == (2, 2, 1.0)
    wrong = score([template("A", "s", x="1", y="3")], [with_optional("2")])
    assert (wrong["possible"], wrong["spurious"], wrong["incorrect"]) == (1, 1, 0)
    missed = score([], [with_optional("2")])
    assert (missed["possible"], missed["missing"]) == (1, 1)
    both = with_optional("2")
    both["slots"].append({"name": "y", "values": ["2"]})
    assert score([template("A", "s", x="1")], [both])["missing"] == 1


def test_partial_credit() -> None:
    system = [template("A", "s", x="1", y=["the Star TV", "Fox"], to="s")]
    reference = [template("A", "r", x="1", y=["Star channel", "News Corp."], to="r")]
    without = score(system, reference)
    assert [without[name] for name in CATEGORIES] == [2, 0, 2, 0, 0]
    result = score(system, reference, partial_credit=True)
    assert [result[name] for name in CATEGORIES] == [2, 1, 1, 0, 0]
    assert result["precision"] == result["recall"] == (2 + 0.5) / 4
    # A fill that is matched in full is not matched in part as well.
    result = score([template("A", "s", x="a b")], [template("A", "r", x=["a b", "b c"])], partial_credit=True)
    assert [result[name] for name in CATEGORIES] == [1, 0, 0, 1, 0]
    # A text that shares only a word is not a candidate.
    assert score([template("A", "s", x="a b")], [template("A", "r", x="b c")], partial_credit=True)["aligned"] == 0


def test_nothing_to_compare() -> None:
    for system, reference in (([], []), ([template("A", "s")], [template("A", "r", x=[])])):
        result = score(system, reference, details=True)
        assert (result["f1"], result["possible"], result["actual"]) == (0.0, 0, 0)
        assert math.isnan(score(system, reference, zero_division="nan")["f1"])
    assert score_templates([], [], details=True)["per_document"] == []


# ---- the oracle and relations -----------------------------------------------------------------------------


@st.composite
def templates(draw: Any) -> dict[str, Any]:
    rows = draw(st.integers(0, 4))
    found = []
    for row in range(rows):
        slots = draw(
            st.lists(
                st.fixed_dictionaries(
                    {
                        "name": st.sampled_from(["x", "y"]),
                        "values": st.lists(st.sampled_from(["a", "b", "c", "a b", "c d"]), max_size=3),
                    },
                    optional={"optional": st.booleans()},
                ),
                max_size=2,
            )
        )
        if draw(st.booleans()):
            pointed = draw(st.lists(st.integers(0, rows - 1), min_size=1, max_size=2))
            slots.append(
                {"name": draw(st.sampled_from(["to", "x"])), "values": [f"t{i}" for i in pointed], "pointer": True}
            )
        found.append({"type": draw(st.sampled_from(["A", "A", "B"])), "id": f"t{row}", "slots": slots})
    return {"templates": found}


CORPUS = st.lists(st.tuples(templates(), templates()), min_size=1, max_size=2)


@examples(120)
@given(corpus=CORPUS, partial=st.booleans())
def test_engine_equals_oracle(corpus: list[Any], partial: bool) -> None:
    documents = [Document(system, reference, partial) for system, reference in corpus]
    greedy = [document.count(document.greedy()) for document in documents]
    found = score_templates(*sides(corpus), partial_credit=partial)
    for category in CATEGORIES:
        assert found[category] == sum(row[category] for row in greedy), category
    best = sum(document.total(document.optimal()) for document in documents)
    found = score_templates(*sides(corpus), partial_credit=partial, alignment="optimal")
    assert found["correct"] + found["partial"] / 2 == best


@FAST
@given(corpus=CORPUS, partial=st.booleans())
def test_greedy_is_never_above_optimal(corpus: list[Any], partial: bool) -> None:
    assert score_templates(*sides(corpus), partial_credit=partial)["greedy_loss"] >= 0
    for document in (reference for pair in corpus for reference in pair):
        for filled in (slot for template in document["templates"] for slot in template["slots"]):
            # An optional fill that is found is one more possible fill, so F1 depends on more than the credit.
            filled.pop("optional", None)
    greedy = score_templates(*sides(corpus), partial_credit=partial)
    optimal = score_templates(*sides(corpus), partial_credit=partial, alignment="optimal")
    assert greedy["f1"] == greedy["greedy_f1"] == optimal["greedy_f1"]
    assert optimal["f1"] == greedy["optimal_f1"] == optimal["optimal_f1"]
    assert greedy["f1"] <= optimal["f1"] + 1e-12
    assert greedy["greedy_loss"] >= -1e-12
    assert (greedy["possible"], greedy["actual"]) == (optimal["possible"], optimal["actual"])


@FAST
@given(
    corpus=CORPUS,
    options=st.fixed_dictionaries(
        {"partial_credit": st.booleans(), "alignment": st.sampled_from(["muc-6", "optimal"])}
    ),
)
def test_counts_add_up(corpus: list[Any], options: dict[str, Any]) -> None:
    result = score_templates(*sides(corpus), details=True, **options)
    common = result["correct"] + result["partial"] + result["incorrect"]
    assert result["possible"] == common + result["missing"]
    assert result["actual"] == common + result["spurious"]

    def fills(document: dict[str, Any]) -> int:
        return len(
            {
                (row, slot["name"], slot.get("pointer", False), value)
                for row, given_template in enumerate(document["templates"])
                for slot in given_template["slots"]
                for value in slot["values"]
            }
        )

    assert result["actual"] == sum(fills(system) for system, _ in corpus)
    if not any(slot.get("optional") for _, gold in corpus for row in gold["templates"] for slot in row["slots"]):
        assert result["possible"] == sum(fills(reference) for _, reference in corpus)
    for section in ("per_type", "per_slot"):
        for name in [*CATEGORIES, "possible", "actual"]:
            assert sum(row[name] for row in result[section].values()) == result[name]
    for name in [*CATEGORIES, "possible", "actual"]:
        assert sum(row[name] for row in result["per_document"]) == result[name]
    assert json.loads(json.dumps(result)) == result
    assert all(type(result[name]) is int for name in NUMBERS)
    assert all(type(result[name]) is float for name in RATIOS)


@FAST
@given(corpus=CORPUS, cut=st.integers(0, 2), order=st.randoms(use_true_random=False))
def test_pieces_order_and_doubling(corpus: list[Any], cut: int, order: Any) -> None:
    whole = score_templates(*sides(corpus), details=True)
    parts = [count_templates(*sides(part), details=True) for part in (corpus[:cut], corpus[cut:])]
    joined = score_counts(parts, details=True)
    # That no type of one side is one of the other may be so in a part and not in the whole.
    assert {**joined, "warnings": whole["warnings"]} == whole
    plain = score_templates(*sides(corpus))
    assert score_templates(*sides(order.sample(corpus, len(corpus)))) == plain
    doubled = score_templates(*sides(corpus * 2))
    assert all(doubled[name] == pytest.approx(plain[name]) for name in RATIOS)
    assert all(doubled[name] == 2 * plain[name] for name in NUMBERS)


@FAST
@given(corpus=CORPUS)
def test_identity_is_perfect_with_the_optimal_alignment(corpus: list[Any]) -> None:
    # A template that shares nothing cannot be aligned, not even with itself.
    documents = [
        {
            "templates": [
                {**row, "slots": [*row["slots"], {"name": "n", "values": ["same"]}]} for row in reference["templates"]
            ]
        }
        for _, reference in corpus
    ]
    result = score_templates(documents, documents, alignment="optimal")
    assert result["f1"] == (1.0 if result["possible"] else 0.0)


def test_signature() -> None:
    first = score(RESPONSE, KEY)["signature"]
    assert first.startswith("templates|protocol:muc-6|docs:1|refs:")
    assert compare_signatures(first, score(RESPONSE, KEY, alignment="optimal")["signature"]).startswith("different")
    renamed = json.loads(json.dumps(KEY[::-1]).replace("key-", "object "))
    assert score(RESPONSE, renamed)["signature"] == first
    moved = json.loads(json.dumps(KEY).replace('"key-5"]', '"key-4"]'))
    assert score(RESPONSE, moved)["signature"] != first


# ---- the search for the best alignment ---------------------------------------------------------------------


def ambiguous(seed: int, number: int) -> list[Any]:
    """Templates that say the same and point to each other at random."""
    targets = np.random.default_rng(seed).integers(0, number, number)
    return [template("A", f"a{row}", x="1", to=f"a{target}") for row, target in enumerate(targets)]


@pytest.mark.parametrize(("limit", "value"), [("search.MAX_BRANCHES", 0), ("search.MAX_SEARCHED", 0)])
def test_a_search_that_is_stopped_says_so(limit: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    system, reference = ambiguous(1, 12), ambiguous(2, 12)
    proven = score(system, reference)
    assert not proven["warnings"]
    monkeypatch.setattr(f"event_scoring.templates.{limit}", value)
    stopped = score(system, reference)
    assert stopped["warnings"] == [
        "In 1 document the search for the best alignment of templates that point to each other was too long and was "
        "stopped: optimal_f1 and greedy_loss are those of the best alignment found, and may be higher."
    ]
    assert proven["greedy_f1"] == stopped["greedy_f1"] <= stopped["optimal_f1"] <= proven["optimal_f1"]
    table = count_templates([{"templates": system}] * 2, [{"templates": reference}] * 2)
    assert score_counts(table)["warnings"][0].startswith("In 2 documents the search")
    assert json.dumps(score_counts(table))


def test_groups_that_have_nothing_to_do_with_each_other_are_searched_apart() -> None:
    """Many small puzzles in one document cost what they cost in documents of their own, and give the same."""

    def renamed(templates: list[Any], number: int) -> list[Any]:
        def name(text: str) -> str:
            return f"{number}-{text}"

        return [
            {
                "type": name(each["type"]),
                "id": name(each["id"]),
                "slots": [{**slot, "values": list(map(name, slot["values"]))} for slot in each["slots"]],
            }
            for each in templates
        ]

    puzzles = [(ambiguous(2 * seed, 7), ambiguous(2 * seed + 1, 7)) for seed in range(4)]
    sides = [[renamed(pair[side], number) for number, pair in enumerate(puzzles)] for side in (0, 1)]
    apart = score_templates(*([{"templates": templates} for templates in side] for side in sides))
    together = score([*chain.from_iterable(sides[0])], [*chain.from_iterable(sides[1])])
    assert together["optimal_f1"] == apart["optimal_f1"]
    assert together["greedy_f1"] == apart["greedy_f1"]


def test_equal_templates_without_pointers_are_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> Any:
        raise AssertionError("this is an assignment")

    monkeypatch.setattr("event_scoring.templates.search._search", refuse)
    many = [template("A", f"a{row}", x="1", y="2") for row in range(80)]
    assert score(many, many)["f1"] == 1.0


def pointing(length: int) -> dict[str, Any]:
    slots = [
        [{"name": "n", "values": ["x"]}, {"name": "next", "values": [f"t{place + 1}"], "pointer": True}]
        for place in range(length)
    ]
    slots[-1].pop()
    return {"templates": [{"type": "A", "id": f"t{place}", "slots": one} for place, one in enumerate(slots)]}


def test_a_chain_that_can_be_compared_is_and_a_longer_one_is_refused() -> None:
    assert score_templates([pointing(60)], [pointing(60)])["f1"] == 1
    with pytest.raises(
        InputError, match=r'references\[1\]\["templates"\]: expected at most 524,288 pairs of templates'
    ):
        score_templates([pointing(2), pointing(725)], [pointing(2), pointing(725)])


def test_pointers_without_a_text_hold_each_other_up_only_in_a_circle() -> None:
    def ring(closed: bool) -> dict[str, Any]:
        pointers = [{"name": "next", "values": [f"t{(place + 1) % 3}"], "pointer": True} for place in range(3)]
        slots = [[pointer] for pointer in pointers]
        if not closed:
            slots[-1] = [{"name": "n", "values": ["x"]}]
        return {"templates": [{"type": "A", "id": f"t{place}", "slots": one} for place, one in enumerate(slots)]}

    assert score_templates([ring(True)], [ring(True)])["optimal_f1"] == 1
    assert score_templates([ring(False)], [ring(False)])["optimal_f1"] == 1


def test_the_search_of_each_document_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound of a document does not depend on other documents."""
    sides = [[{"templates": ambiguous(side, 12)}, {"templates": ambiguous(side, 6)}] * 3 for side in (1, 2)]
    assert not score_templates(*sides)["warnings"]
    # Every two templates share a value, and so do their pointers.
    monkeypatch.setattr("event_scoring.templates.search.MAX_SEARCHED", 12 * 12 + 12 * 12)
    assert not score_templates(*sides)["warnings"]
    monkeypatch.setattr("event_scoring.templates.search.MAX_SEARCHED", 12 * 12 + 12 * 12 - 1)
    assert score_templates(*sides)["warnings"][0].startswith("In 3 documents the search")
