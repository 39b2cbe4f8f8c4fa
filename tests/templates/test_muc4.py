"""MUC-4: the cases that the program of 1992 printed, the oracle, the options, adjudications, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from event_scoring import (
    InputError,
    compare_signatures,
    count_templates,
    read,
    read_counts,
    score_templates,
)
from event_scoring.documents.errors import Place
from event_scoring.documents.sides import checked_column
from event_scoring.templates.documents import TEMPLATE_DOCUMENT
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.muc4.fills import (
    UNREADABLE,
    AnyOf,
    Between,
    Location,
    MayLack,
    Named,
    Range,
    Tagged,
)
from event_scoring.templates.protocols.muc4.history import read_adjudications
from event_scoring.templates.protocols.muc4.records import fill_of, value_of
from event_scoring.templates.protocols.muc4.scores import PUBLISHED_TIES
from event_scoring.templates.protocols.muc4.slots import SLOTS
from event_scoring.templates.protocols.muc4.syntax import read_fill
from event_scoring.templates.score import MEASURES
from tests.generated import examples
from tests.golden_cases import GOLDEN, golden
from tests.oracles import muc4_oracle as oracle

COUNTS = (
    *("possible", "actual", "correct", "partial", "incorrect", "interactive_correct", "interactive_partial"),
    *("spurious", "missing", "noncommittal"),
)
TOTALS = {
    "MATCHED/MISSING": "matched_missing_",
    "MATCHED/SPURIOUS": "matched_spurious_",
    "MATCHED ONLY": "matched_only_",
    "ALL TEMPLATES": "",
    "SET FILLS ONLY": "set_fills_",
    "STRING FILLS ONLY": "string_fills_",
}
CASES = [pytest.param(case, id=case["name"]) for case in golden("templates_muc4.json")]
CONFIGURATION = json.loads((GOLDEN / "templates_muc4.json").read_text(encoding="utf-8"))["configuration"]


def scored(case: dict[str, Any], **options: Any) -> dict[str, Any]:
    given = case["neutral"]
    return score_templates(
        given["predictions"],
        given["references"],
        protocol="muc-4",
        adjudications=given["adjudications"],
        details=True,
        **options,
    )


@pytest.mark.parametrize("case", CASES)
def test_files_say_the_same_as_records(case: dict[str, Any], tmp_path: Path) -> None:
    for side, name in (("references", "key"), ("predictions", "response")):
        (tmp_path / name).write_text(case["files"][name])
        found = {one["doc_id"]: one for one in read(tmp_path / name)}
        assert found == {one["doc_id"]: one for one in case["neutral"][side] if one["templates"]}
    if case["files"]["history"] is not None:
        (tmp_path / "history").write_text(case["files"]["history"])
        assert read_adjudications(tmp_path / "history") == case["neutral"]["adjudications"]
        by_file = scored({**case, "neutral": {**case["neutral"], "adjudications": tmp_path / "history"}})
        assert by_file == scored(case)


def printed(found: dict[str, Any], start: str, length: int) -> list[Any]:
    measures = ("recall", "precision", "overgeneration", "fallout")[: length - len(COUNTS)]
    return [*(found[f"{start}{name}"] for name in COUNTS), *(found[f"{start}published_{name}"] for name in measures)]


@pytest.mark.parametrize("case", CASES)
def test_reports_as_the_program_printed_them(case: dict[str, Any]) -> None:
    for mode, attended in (("attended", True), ("batch", False)):
        expected = case["expected"].get(mode, case["expected"]["attended"])
        found = scored(case, attended=attended)
        for name, row in expected["rows"].items():
            if name in TOTALS:
                assert printed(found, TOTALS[name], len(row)) == row, (mode, name)
            else:
                of_row = found["per_slot" if name in found["per_slot"] else "subtotals"][name]
                assert printed(of_row, "", len(row)) == row, (mode, name)
        for name, row in expected["rows"].items():
            assert list(found["per_report"][name].values())[: len(row)] == row
        assert list(found["per_report"]["TEXT FILTERING"].values())[10:] == expected["text_filtering"][6:]
        assert printed(found, "templates_", 13) == expected["rows"]["template-id"]
        f_measures = [found[f"published_{name}"] for name in ("f1", "f_2p", "f_2r")]
        assert f_measures == (expected["f_measures"] or [None] * 3)
        keys = ("possible", "actual", "correct", "spurious", "missing", "noncommittal")
        measures = ("recall", "precision", "overgeneration", "fallout")
        filtering = [found[f"text_filtering_{name}"] for name in keys]
        filtering += [found[f"text_filtering_published_{name}"] for name in measures]
        assert filtering == expected["text_filtering"]
        pairs = [
            [document["doc_id"], pair["status"], pair["reference_id"], pair["prediction_id"]]
            for document, pairs in zip(case["neutral"]["references"], found["alignment"], strict=True)
            for pair in pairs
        ]
        assert sorted(map(repr, pairs)) == sorted(map(repr, expected["pairs"]))


# ---- the oracle -------------------------------------------------------------------------------------------

CONFIG = {slot["id"]: slot for slot in CONFIGURATION["slots"]}
TEXTS = ["MILL", "THE MILL", "OLD MILL", "TRAM", "A TRAM", "16 NOV 89", "17 NOV 89", "SHED", "DAM OF MILL"]
PLACES = ["RURITANIA", "SYLDAVIA", "ZENDA", "STRELSAU"]
OF_SET = {
    "inc-type": ["ATTACK", "BOMBING", "ARSON"],
    "inc-instr-type": ["GUN", "RIFLE", "EXPLOSIVE", "BOMB", "MINE", "OTHER"],
    "phys-tgt-type": ["COMMERCIAL", "OTHER", "GOVERNMENT OFFICE OR RESIDENCE", "POLITICAL FIGURE OFFICE OR RESIDENCE"],
    "phys-tgt-effect": ["DESTROYED", "SOME DAMAGE", "NO DAMAGE"],
    "hum-tgt-effect": ["NO INJURY", "NO DEATH", "NO INJURY OR DEATH", "DEATH"],
}


SLOT_NAMES = [
    *("inc-date", "inc-loc", "inc-instr-type", "phys-tgt-id", "phys-tgt-type", "phys-tgt-num", "phys-tgt-effect"),
    *("hum-tgt-desc", "hum-tgt-effect"),
]
SEEDS = st.integers(0, 2**32 - 1)
"""Documents are drawn by a seed, for to draw all their parts as strategies takes ten times as long as to score them."""


def some(chance: Random, least: int, most: int, make: Callable[..., Any], *arguments: Any) -> list[Any]:
    return [make(chance, *arguments) for _ in range(chance.randint(least, most))]


def a_text(chance: Random, slot: str) -> str:
    return chance.choice(OF_SET.get(slot) or (PLACES if slot == "inc-loc" else TEXTS))


def an_atom(chance: Random, slot: str) -> Any:
    if chance.randrange(3):
        return a_text(chance, slot)
    return {"any": [*some(chance, 1, 2, a_text, slot), None if chance.randrange(6) == 0 else a_text(chance, slot)]}


def a_place(chance: Random, inner: bool = False) -> Any:
    form = chance.randrange(2 if inner else 3)
    if form == 2:
        return {"between": [a_place(chance, True), a_place(chance, True)]}
    name = an_atom(chance, "inc-loc")
    return {"name": name, "kind": chance.choice(["CITY", "TOWN"])} if form else name


def a_location(chance: Random) -> Any:
    return {"places": [an_atom(chance, "inc-loc"), *some(chance, 1, 2, a_place)]}


def a_fill(chance: Random, slot: str) -> Any:
    what, fill = chance.randrange(8), an_atom(chance, slot)
    if what < 2:
        return None if what else {"error": True}
    if chance.randrange(2):
        kind = CONFIG[slot]["kind"]
        if CONFIG[slot]["tags"]:
            fill = {"value": fill, "tag": an_atom(chance, "phys-tgt-id")}
        elif kind in ("date", "number"):
            fill = {"from": chance.choice([None, an_atom(chance, slot)]), "to": fill}
        elif kind == "location":
            fill = a_location(chance) if chance.randrange(3) else {"any": some(chance, 2, 3, a_location)}
    if what == 2:
        fill = {**(fill if isinstance(fill, dict) and "value" in fill else {"value": fill}), "optional": True}
    return fill


def a_slot(chance: Random, name: str) -> Any:
    return {"name": name, "fills": some(chance, 0, 4, a_fill, name)}


def a_template(chance: Random, number: str) -> Any:
    kinds = [a_text(chance, "inc-type")] if chance.randrange(3) else some(chance, 0, 2, a_fill, "inc-type")
    slots = [a_slot(chance, name) for name in chance.sample(SLOT_NAMES, chance.randint(0, 4))]
    optional = chance.randrange(4) == 0
    return {"id": number, "optional": optional, "slots": [{"name": "inc-type", "fills": kinds}, *slots]}


def a_side(chance: Random) -> list[Any]:
    if chance.randrange(8) == 0:
        slots = some(chance, 0, 1, a_slot, chance.choice(SLOT_NAMES))
        return [{"id": "*", "optional": False, "slots": slots}]
    return [a_template(chance, number) for number in chance.sample(["1", "2", "10"], chance.randint(0, 3))]


def an_answer(chance: Random, keys: list[Any]) -> list[Any]:
    """Draw a response: other templates, or those of the key with a few slots changed."""
    if chance.randrange(3) == 0:
        return a_side(chance)
    return [
        {**key, "slots": [slot if chance.randrange(3) else a_slot(chance, slot["name"]) for slot in key["slots"]]}
        for key in keys
    ]


def a_corpus(chance: Random) -> list[Any]:
    """For each document the templates of the response and those of the key."""
    keys = some(chance, 1, 3, a_side)
    return [(an_answer(chance, key), key) for key in keys]


def a_judgement(chance: Random, corpus: list[Any]) -> Any:
    """Draw a judgement of a fill of the response against a fill of the key, or against any."""
    row = chance.randrange(len(corpus))
    said, asked = (
        [(slot["name"], fill) for template in side for slot in template["slots"] for fill in slot["fills"]]
        for side in corpus[row]
    )
    slot, response = chance.choice([one for one in said if one[0] != "inc-type"] or [("inc-date", "1 - 2")])
    key = chance.choice([fill for name, fill in asked if name == slot] + [a_fill(chance, slot)])
    if chance.randrange(4) == 0:
        key = {"all_of": some(chance, 1, 2, a_fill, slot)}
    return {
        "doc_id": f"m{row + 1}",
        "template": chance.choice(["1", "2"]),
        "slot": slot,
        "response": response if chance.randrange(4) else a_fill(chance, slot),
        "verdict": chance.choice(["match", "partial", "fail", "auto-partial"]),
        "key": "MILL" if key is None else key,
    }


def adjudicated(chance: Random, corpus: list[Any]) -> Any:
    if chance.randrange(3) == 0:
        return None
    ends = [None, "1", "2", "10", "*"]
    pairs = some(chance, 0, 4, lambda chance: [chance.choice(ends), chance.choice(ends)])
    return {
        "judgements": some(chance, 0, 12, a_judgement, corpus),
        "mappings": [{"doc_id": "m1", "pairs": pairs}] if pairs else [],
    }


def nested(fill: Any, quoted: bool, in_tag: bool = False) -> Any:
    """A fill as the oracle has it."""
    if fill is None:
        return None
    if isinstance(fill, str):
        return f'"{fill.upper()}"' if quoted or in_tag else fill.upper()
    if fill.get("optional"):
        return ["opt", nested({key: part for key, part in fill.items() if key != "optional"}, quoted, in_tag)]
    if "tag" in fill:
        return ["tag", nested(fill["value"], quoted, in_tag), nested(fill["tag"], quoted, True)]
    for key, is_quoted in (("quoted", True), ("unquoted", False)):
        if key in fill:
            return nested(fill[key], is_quoted)
    if "value" in fill:
        return nested(fill["value"], quoted, in_tag)
    if "error" in fill:
        return "<ERROR>"
    for key, name in (("any", "or"), ("places", "loc"), ("between", "between"), ("all_of", "all")):
        if key in fill:
            return [name, *(nested(one, quoted, in_tag) for one in fill[key])]
    names = ("kind", "name", "kind") if "name" in fill else ("range", "from", "to")
    return [names[0], nested(fill.get(names[1]), quoted, in_tag), nested(fill.get(names[2]), quoted, in_tag)]


def in_oracle(template: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"id": template["id"], "optional": bool(template.get("optional"))}
    for slot in template["slots"]:
        quoted = CONFIG[slot["name"]]["kind"] == "string"
        found.setdefault(slot["name"], []).extend(nested(fill, quoted) for fill in slot["fills"])
    return found


def archive(adjudications: dict[str, Any] | None, forgetful: bool) -> oracle.Archive:
    entries: list[Any] = []
    for one in adjudications["judgements"] if adjudications else []:
        pages = entries
        for name in (one["doc_id"], one["template"], one["slot"]):
            page = next((page for page in pages if page[0] == name), None)
            if page is None:
                page = [name, []]
                pages.append(page)
            pages = page[1]
        quoted = CONFIG[one["slot"]]["kind"] == "string"
        pages.append((nested(one["response"], quoted), one["verdict"], nested(one.get("key"), quoted)))
    return oracle.Archive(entries, forgetful)


SHORT = dict(zip(COUNTS, oracle.NAMES, strict=False)) | {"universe": "U"}


def check_against_the_oracle(
    predictions: list[Any],
    references: list[Any],
    adjudications: dict[str, Any] | None,
    attended: bool,
    forgetful: bool,
    without_nulls: bool = False,
) -> None:
    messages = [
        (key["doc_id"], [*map(in_oracle, key["templates"])], [*map(in_oracle, answer["templates"])])
        for answer, key in zip(predictions, references, strict=True)
    ]
    maps = {one["doc_id"]: one["pairs"] for one in adjudications["mappings"]} if adjudications else {}
    judgements = archive(adjudications, forgetful)
    expected = oracle.Corpus(CONFIG, messages, judgements, maps, attended, without_nulls)
    found = score_templates(
        predictions,
        references,
        protocol="muc-4",
        adjudications=adjudications,
        attended=attended,
        lookup="first" if forgetful else "published",
        alignment="given" if without_nulls else "muc-4",
        details=True,
    )
    pairs = [
        (references[row]["doc_id"], pair["status"], pair["reference_id"], pair["prediction_id"])
        for row, pairs in enumerate(found["alignment"])
        for pair in pairs
    ]
    assert sorted(map(repr, pairs)) == sorted(map(repr, expected.pairs))
    for start, parts, kinds in (
        ("", "mfs", ()),
        ("matched_missing_", "mf", ()),
        ("matched_spurious_", "ms", ()),
        ("matched_only_", "m", ()),
        ("set_fills_", "mf", ("element",)),
        ("string_fills_", "mf", ("string",)),
    ):
        total = expected.total(parts, kinds)
        assert {name: found[f"{start}{name}"] for name in COUNTS} == {name: total[SHORT[name]] for name in COUNTS}, (
            start
        )
    for slot in CONFIG:
        sums = {what: sum(expected.rows[part][slot][what] for part in "mfs") for what in oracle.NAMES}
        row = found["per_slot"][slot]
        assert {name: row[name] for name in COUNTS} == {name: sums[SHORT[name]] for name in COUNTS}, slot
        if "universe" in row:
            assert row["universe"] == sums["U"], slot
    assert {name: found[f"templates_{name}"] for name in COUNTS} == {name: expected.ids[SHORT[name]] for name in COUNTS}
    names = ("correct", "spurious", "missing", "noncommittal")
    assert [found[f"text_filtering_{name}"] for name in names] == [*expected.filtering.values()]


@examples(1200)
@given(SEEDS)
def test_against_the_oracle(seed: int) -> None:
    chance = Random(seed)
    corpus = a_corpus(chance)
    adjudications = adjudicated(chance, corpus)
    documents = [
        [{"doc_id": f"m{row + 1}", "templates": pair[side]} for row, pair in enumerate(corpus)] for side in (0, 1)
    ]
    attended, forgetful, without_nulls = (chance.random() < share for share in (0.5, 0.5, 0.2))
    check_against_the_oracle(*documents, adjudications, attended, forgetful, without_nulls)


def perturbed(chance: Random, case: dict[str, Any]) -> tuple[list[Any], list[Any], dict[str, Any]]:
    """The responses, keys and history of a case with changed fills, templates, judgements and mappings."""
    given = deepcopy(case["neutral"])
    sides: list[list[Any]] = [given["predictions"], given["references"]]
    history: dict[str, Any] = given["adjudications"] or {"judgements": [], "mappings": []}
    slots = [slot for side in sides for document in side for one in document["templates"] for slot in one["slots"]]
    of_slot: dict[str, list[Any]] = {}
    for slot in slots:
        of_slot.setdefault(slot["name"], []).extend(slot["fills"])
    for slot in chance.sample(slots, min(len(slots), 12)):
        perturb_fills(chance, slot["fills"], of_slot[slot["name"]], bool(CONFIG[slot["name"]]["tags"]))
    templates = [one for side in sides for document in side for one in document["templates"]]
    for one in chance.sample(templates, min(len(templates), 1)):
        one["optional"] = not one.get("optional")
    add_judgements(chance, sides, history["judgements"])
    for one in chance.sample(history["judgements"], len(history["judgements"]) // 3):
        one["verdict"] = chance.choice(["match", "partial", "fail", "auto-partial"])
        one["key"] = "MILL" if one.get("key") is None else one["key"]
    chance.shuffle(history["judgements"])
    if chance.randrange(2):
        row = chance.randrange(len(sides[0]))
        numbers = [[one["id"] for one in side[row]["templates"]] + [None] for side in sides]
        pairs = some(chance, 1, 3, lambda chance: [chance.choice(numbers[1]), chance.choice(numbers[0])])
        history["mappings"] = [{"doc_id": sides[1][row]["doc_id"], "pairs": pairs}]
    return sides[0], sides[1], history


def perturb_fills(chance: Random, fills: list[Any], others: list[Any], has_tags: bool) -> None:
    """Change one fill of a slot, or add one."""
    if not fills or chance.randrange(4) == 0:
        fills.append(deepcopy(chance.choice(others)) if others else None)
        return
    place = chance.randrange(len(fills))
    fill, what = fills[place], chance.randrange(6)
    is_valued = isinstance(fill, dict) and "value" in fill
    if what == 0:
        del fills[place]
    elif what == 1:
        fills[place] = deepcopy(chance.choice(others))
    elif what == 2:
        fills[place] = {**(fill if is_valued else {"value": fill}), "optional": True}
    elif is_valued and what == 3:
        fills[place] = fill["value"]
    elif has_tags and fill is not None:
        tag = chance.choice(["MILL", {"any": ["MILL", "SHED"]}])
        fills[place] = {**(fill if is_valued else {"value": fill}), "tag": tag}


def add_judgements(chance: Random, sides: list[list[Any]], judgements: list[Any]) -> None:
    """Judge some responses against key fills of the same slot and message."""
    for answer, key in zip(*sides, strict=True):
        for template in key["templates"]:
            wanted = {slot["name"]: slot["fills"] for slot in template["slots"] if slot["fills"]}
            for slot in (slot for one in answer["templates"] for slot in one["slots"] if slot["name"] in wanted):
                for response in chance.sample(slot["fills"], min(len(slot["fills"]), 1)):
                    fills = wanted[slot["name"]]
                    against = chance.choice([*fills, {"all_of": chance.sample(fills, min(len(fills), 2))}])
                    judgements.append(
                        {
                            "doc_id": key["doc_id"],
                            "template": template["id"],
                            "slot": slot["name"],
                            "response": response,
                            "verdict": chance.choice(["match", "partial", "fail"]),
                            "key": "MILL" if against is None else against,
                        }
                    )


@pytest.mark.parametrize("seed", range(60))
def test_perturbed_cases_against_the_oracle(seed: int) -> None:
    """Each case is scored attended and as in a batch, with and without its history, and with given pairs only."""
    chance = Random(seed)
    cases = golden("templates_muc4.json")
    predictions, references, history = perturbed(chance, cases[seed % len(cases)])
    for attended in (True, False):
        check_against_the_oracle(predictions, references, None, attended, False)
        for forgetful in (True, False):
            check_against_the_oracle(predictions, references, history, attended, forgetful)
        check_against_the_oracle(predictions, references, history, attended, False, without_nulls=True)


# ---- what must hold whatever the documents ------------------------------------------------------------------


@examples(200)
@given(SEEDS)
def test_references_are_perfect_against_themselves(seed: int) -> None:
    references = [{"doc_id": str(row), "templates": key} for row, (_, key) in enumerate(a_corpus(Random(seed)))]
    found = score_templates(references, references, protocol="muc-4", restrict=False)
    assert found["spurious"] == found["missing"] == found["incorrect"] == found["partial"] == 0
    assert found["precision"] == found["recall"] == (1.0 if found["possible"] else 0.0)


def test_references_without_a_type_are_told() -> None:
    given = [{"doc_id": "m", "templates": [{"id": "1", "slots": [{"name": "phys-tgt-id", "fills": ["MILL"]}]}]}]
    found = score_templates(given, given, protocol="muc-4")
    assert (found["missing"], found["spurious"], found["correct"]) == (1, 1, 0)
    assert any("1 template of the references without the type" in sentence for sentence in found["warnings"])


@examples(100)
@given(SEEDS)
def test_columns_say_the_same_as_lists(seed: int) -> None:
    corpus = a_corpus(Random(seed))
    documents = [
        [{"doc_id": f"m{row + 1}", "templates": pair[side]} for row, pair in enumerate(corpus)] for side in (0, 1)
    ]
    columns = [checked_column(TEMPLATE_DOCUMENT, side, "documents") for side in documents]
    assert columns[0].equals(checked_column(TEMPLATE_DOCUMENT, documents[0], "documents"))
    expected = score_templates(*documents, protocol="muc-4")
    assert score_templates(*columns, protocol="muc-4") == expected
    assert score_templates(*in_tuples(documents), protocol="muc-4") == expected


def in_tuples(value: Any) -> Any:
    """The value with tuples in place of lists, at all depths."""
    if isinstance(value, dict):
        return {key: in_tuples(part) for key, part in value.items()}
    return tuple(map(in_tuples, value)) if isinstance(value, list) else value


@examples(200)
@given(SEEDS, st.sampled_from(SLOT_NAMES))
def test_fills_are_made_into_values_and_back(seed: int, name: str) -> None:
    value = value_of(a_fill(Random(seed), name), SLOTS[name])
    assert value_of(fill_of(value, SLOTS[name]), SLOTS[name]) == value


# ---- options -------------------------------------------------------------------------------------------------


def message(*templates: tuple[str, dict[str, list[Any]]], name: str = "m1") -> list[dict[str, Any]]:
    """A corpus of one document."""
    written = [
        {"id": number, "slots": [{"name": slot.replace("_", "-"), "fills": fills} for slot, fills in slots.items()]}
        for number, slots in templates
    ]
    return [{"doc_id": name, "templates": written}]


def test_premodifiers_as_whole_words_or_not_at_all() -> None:
    key = message(("1", {"inc_type": ["BOMBING"], "inc_date": ["16 NOV 89"], "phys_tgt_id": ["THE MILL"]}))
    response = message(("1", {"inc_type": ["BOMBING"], "inc_date": ["17 NOV 89"], "phys_tgt_id": ["MILL"]}))
    for premodifiers, correct in (("muc-4", 3), ("words", 2), ("none", 1)):
        found = score_templates(response, key, protocol="muc-4", premodifiers=premodifiers, restrict=False)
        assert found["correct"] == correct


def test_judgements_are_asked_for_in_a_file_that_people_fill_in(tmp_path: Path) -> None:
    key = message(("1", {"inc_type": ["BOMBING"], "phys_tgt_id": ["MILL", "DAM"], "hum_tgt_name": ["IDA KOLB"]}))
    response = message(("1", {"inc_type": ["BOMBING"], "phys_tgt_id": ["MILL", "WATER DAM"], "hum_tgt_name": ["KOLB"]}))
    found = score_templates(response, key, protocol="muc-4", details=True)
    assert found["incorrect"] == 2
    asked = found["unjudged"]
    assert [(one["slot"], one["response"], one["keys"]) for one in asked] == [
        ("phys-tgt-id", "WATER DAM", ["DAM"]),
        ("hum-tgt-name", "KOLB", ["IDA KOLB"]),
    ]
    assert any("2 fills without a judgement" in sentence for sentence in found["warnings"])
    for one, verdict in zip(asked, ("partial", "match"), strict=True):
        one["verdict"] = verdict
    (tmp_path / "judged.jsonl").write_text("".join(json.dumps(one) + "\n" for one in asked))
    judged = score_templates(response, key, protocol="muc-4", adjudications=tmp_path / "judged.jsonl", details=True)
    assert (judged["correct"], judged["partial"], judged["interactive_partial"], judged["unjudged"]) == (3, 1, 1, [])
    assert judged["signature"] != found["signature"]
    assert "|adjudications:none|" in found["signature"]
    assert compare_signatures(found["signature"], judged["signature"]).startswith("different: adjudications (none, ")
    (tmp_path / "empty.jsonl").write_text("".join(json.dumps({**one, "verdict": None}) + "\n" for one in asked))
    unanswered = score_templates(response, key, protocol="muc-4", adjudications=tmp_path / "empty.jsonl")
    assert unanswered["incorrect"] == 2


def test_published_ties_are_ties() -> None:
    """At each the exact value lies so near the middle of two hundredths that 24 bits cannot tell: the other is taken."""
    for (precision, recall, weight), published in PUBLISHED_TIES.items():
        exact = 1 / (weight / precision + (1 - weight) / recall)
        assert Fraction(50, 10_000) <= abs(exact - Fraction(str(published))) < Fraction(51, 10_000)
        assert PUBLISHED_TIES.get((recall, precision, 1 - weight), published) == published


def test_alignments() -> None:
    one, other = {"inc_type": ["BOMBING"]}, {"inc_type": ["ARSON"]}
    key = message(("1", {**one, "phys_tgt_id": ["MILL", "DAM"]}), ("2", {**one, "phys_tgt_id": ["MILL"]}))
    response = message(("1", {**one, "phys_tgt_id": ["MILL"]}), ("2", {**other, "phys_tgt_id": ["MILL", "DAM"]}))
    counts = {
        alignment: score_templates(
            response,
            key,
            protocol="muc-4",
            restrict=False,
            alignment=alignment,
            adjudications={"mappings": [{"doc_id": "m1", "pairs": [["1", None], ["2", "2"], [None, "1"]]}]},
        )["correct"]
        for alignment in ("muc-4", "optimal", "given")
    }
    assert counts == {"muc-4": 1, "optimal": 1, "given": 1}
    free = {
        alignment: score_templates(response, key, protocol="muc-4", restrict=False, alignment=alignment, details=True)
        for alignment in ("muc-4", "optimal", "given")
    }
    assert [free[name]["correct"] for name in free] == [4, 4, 0]
    assert [pair["status"] for pair in free["given"]["alignment"][0]] == ["missing", "missing", "spurious", "spurious"]


def test_responses_in_irrelevant_messages_can_be_left_out() -> None:
    key, response = message(("*", {})), message(("1", {"inc_type": ["BOMBING"]}))
    assert score_templates(response, key, protocol="muc-4")["spurious"] == 1
    found = score_templates(response, key, protocol="muc-4", irrelevant="ignore")
    assert (found["spurious"], found["templates_actual"], found["text_filtering_spurious"]) == (0, 0, 1)


def test_slots_of_another_task() -> None:
    slots = {
        "who": {"kind": "string"},
        "what": {"kind": "element", "set": [["VEHICLE", "CAR", "BUS"]], "tags": ["who"]},
        "subtotals": {"all": ["who", "what"]},
    }
    key = message(("1", {"who": ["Ada"], "what": [{"value": "CAR", "tag": "Ada"}]}))
    response = message(("1", {"who": ["ada"], "what": [{"value": "VEHICLE", "tag": "Ada"}]}))
    found = score_templates(response, key, protocol="muc-4", slots=slots, details=True)
    assert (found["correct"], found["partial"]) == (1, 1)
    assert list(found["per_slot"]) == ["template-id", "who", "what"]
    assert found["subtotals"]["all"]["precision"] == 0.75
    assert found["per_slot"]["what"]["universe"] == 2
    with pytest.raises(InputError, match="expected the id of a slot"):
        score_templates(response, key, protocol="muc-4")


def test_plain_documents_are_taken_as_fills() -> None:
    plain = [{"templates": [{"type": "bombing", "slots": [{"name": "phys-tgt-id", "values": ["the mill", "a dam"]}]}]}]
    fills = message(("1", {"inc_type": ["BOMBING"], "phys_tgt_id": ["MILL", "DAM"]}))
    assert score_templates(plain, fills, protocol="muc-4")["correct"] == 3


def test_outcomes() -> None:
    key = message(("1", {"inc_type": ["BOMBING"], "phys_tgt_id": ["MILL", "DAM"]}))
    response = message(("1", {"inc_type": ["ATTACK"], "phys_tgt_id": ["SHED", "A MILL"], "hum_tgt_name": ["KOLB"]}))
    found = score_templates(response, key, protocol="muc-4", details=True)
    assert [(one["item"], one["category"], one["partner"], one["credit"]) for one in found["outcomes"][0]] == [
        (["predictions", [0, 0, 0]], "other_words", [0, 0, 0], 0.5),
        (["references", [0, 0, 0]], "other_words", [0, 0, 0], 0.5),
        (["predictions", [0, 1, 1]], "right", [0, 1, 0], 1.0),
        (["references", [0, 1, 0]], "right", [0, 1, 1], 1.0),
        (["predictions", [0, 1, 0]], "invented", None, 0.0),
        (["references", [0, 1, 1]], "missed", None, 0.0),
        (["predictions", [0, 2, 0]], "invented", None, 0.0),
    ]


def test_sums_over_parts_need_look_ups_without_memory() -> None:
    judged = {"judgements": [{"doc_id": "m", "template": "1", "slot": "inc-date", "response": "x", "verdict": "fail"}]}
    MEASURES["muc-4"].check_summable(TemplateOptions(protocol="muc-4"))
    MEASURES["muc-4"].check_summable(TemplateOptions(protocol="muc-4", adjudications=judged, lookup="first"))
    with pytest.raises(ValueError, match='give lookup="first"'):
        MEASURES["muc-4"].check_summable(TemplateOptions(protocol="muc-4", adjudications=judged))
    key = message(("1", {"inc_type": ["BOMBING"]}))
    parts = [count_templates(key, key, protocol="muc-4", adjudications=judged) for _ in range(2)]
    with pytest.raises(InputError, match='all documents in one part, got parts; .* give lookup="first"'):
        parts[0] + parts[1]


def test_counts_come_back_from_a_table() -> None:
    case = next(case for case in golden("templates_muc4.json") if case["name"] == "judgements")
    given = case["neutral"]
    counts = count_templates(
        given["predictions"], given["references"], protocol="muc-4", adjudications=given["adjudications"], details=True
    )
    assert read_counts(counts.to_json_lines()).score(details=True) == scored(case)


# ---- what is refused -----------------------------------------------------------------------------------------


DEEP: dict[str, Any] = {"value": "x"}
for _ in range(9):
    DEEP = {"value": DEEP}


def filled(fill: Any) -> Any:
    """Score one fill, for the transcript in `tests.refusals`."""
    predictions = message(("1", {"inc_type": ["BOMBING"], "phys_tgt_id": [fill]}))
    return score_templates(predictions, message(("*", {})), protocol="muc-4")


def history(text: str) -> Any:
    """Read adjudications, for the transcript in `tests.refusals`."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "history")
        path.write_text(text, encoding="utf-8")
        try:
            return read_adjudications(path)
        except InputError as error:  # whose place is another in every run
            line = error.source.line if error.source else 0
            raise error.at(Place("history", line)) from None


def test_a_template_without_a_line_is_told(tmp_path: Path) -> None:
    text = golden("templates_muc4.json")[0]["files"]["key"]
    (tmp_path / "key").write_text(
        f"some comment\n\n{text}".replace("22. HUM TGT: FOREIGN NATION", "22. HUM TGT: NATION")
    )
    with pytest.raises(InputError, match=r"key:3: expected the line '22\. HUM TGT: FOREIGN NATION', got none"):
        read(tmp_path / "key")


@pytest.mark.parametrize(
    ("slot", "text", "value"),
    [
        ("inc-date", "12 MAR 88 / 13 MAR 88 - 14 MAR 88", Range(AnyOf(("12 MAR 88", "13 MAR 88")), "14 MAR 88")),
        ("inc-date", "(1 - 2) / 3", AnyOf((Range("1", "2"), "3"))),
        ("inc-date", "1 -", Range("1", None)),
        ("inc-loc", "X - Y", AnyOf(("X", "Y"))),
        ("inc-loc", "ZENDA (TOWN)", AnyOf(("ZENDA", "TOWN)"))),
        ("inc-loc", "X: Y / Z", Location(("X", AnyOf(("Y", "Z"))))),
        (
            "inc-loc",
            "X: Y (CITY) / Z: W (TOWN)",
            AnyOf((Location(("X", Named("Y", "CITY"))), Location(("Z", Named("W", "TOWN"))))),
        ),
        ("inc-loc", "X: Y (CITY) - Z: W", Location(("X", Between(Named("Y", "CITY"), "Z"), "W"))),
        ("inc-loc", "X:", "X"),
        ("phys-tgt-num", '5 - 7: "X"', Tagged("5 - 7", '"X"')),
        ("phys-tgt-num", "5 - 7 / 9", AnyOf(("5 - 7", "9"))),
        ("phys-tgt-num", "5 - 7", Range("5", "7")),
        ("inc-date", "? 1 -", MayLack(Range("1", None))),
        ("hum-tgt-type", "???", MayLack("??")),
        ("phys-tgt-id", '? "A \\"B\\""', MayLack('"A \\"B\\""')),
        ("phys-tgt-type", '(A / B): ("x" / "y")', Tagged(AnyOf(("A", "B")), AnyOf(('"X"', '"Y"')))),
        ("phys-tgt-type", 'A: "x": "y"', UNREADABLE),
    ],
)
def test_fills_of_files(slot: str, text: str, value: Any) -> None:
    assert repr(read_fill(text, SLOTS[slot])) == repr(value)


@example("inc-date", "??")
@examples(300)
@given(st.sampled_from([*SLOTS]), st.text(alphabet='AB /:-()"\\?', max_size=25))
def test_any_text_is_read(slot: str, text: str) -> None:
    value = read_fill(text, SLOTS[slot])
    assert value_of(fill_of(value, SLOTS[slot]), SLOTS[slot]) == value


@pytest.mark.parametrize(
    ("fills", "what"),
    [
        ([str(number) for number in range(800)], "pairs of fills of one slot"),
        ([{"any": [str(number) for number in range(800)]}], "parts of the fills of one slot"),
    ],
)
def test_crowded_slots_are_refused_with_their_document(fills: list[Any], what: str) -> None:
    quiet = message(("*", {}), name="m0")
    crowded = message(("1", {"inc_type": ["BOMBING"], "phys_tgt_id": fills}))
    with pytest.raises(InputError, match=what) as caught:
        score_templates([*quiet, *crowded], [*quiet, *crowded], protocol="muc-4")
    assert caught.value.path[:2] == ("references", 1)


def test_many_templates_are_refused_with_their_document() -> None:
    crowded = message(*((str(number), {"inc_type": ["BOMBING"]}) for number in range(200)))
    with pytest.raises(InputError, match="pairs of fills of one slot") as caught:
        score_templates(crowded, crowded, protocol="muc-4")
    assert caught.value.path[:2] == ("references", 0)


def test_a_history_has_optional_fills(tmp_path: Path) -> None:
    (tmp_path / "history").write_text('(("m" ("1" (inc-date ((opt "x") fail)))))')
    (judgement,) = read_adjudications(tmp_path / "history")["judgements"]
    assert judgement["response"] == fill_of(MayLack("x"), SLOTS["inc-date"])
    (tmp_path / "history").write_bytes(b"\xef\xbb\xbf" + (tmp_path / "history").read_bytes())
    assert read_adjudications(tmp_path / "history")["judgements"] == [judgement]
