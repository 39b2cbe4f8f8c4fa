"""The ACE event value: the published program's cases, an oracle, relations, what is refused and what is assumed."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from event_scoring import InputError, compare_signatures, count_values, score_counts, score_values
from event_scoring.formats.apf import read_apf
from event_scoring.values.documents import VALUE_DOCUMENT
from tests.generated import examples
from tests.golden_cases import GOLDEN
from tests.oracles.value_oracle import TooManyTiesError, event_values

FAST = examples(60)
COSTS = ("correct_cost", "error_cost", "miss_cost", "false_alarm_cost", "reference_value")
OUTCOMES = ("correct", "error", "miss", "false_alarm")
KEYS = {
    **dict(zip(OUTCOMES, ("correct", "error", "miss", "fa"), strict=True)),
    **dict(zip(COSTS, ("cost_correct", "cost_error", "cost_miss", "cost_fa", "ref_value"), strict=True)),
    "value_precision": "value_precision",
    "value_recall": "value_recall",
    "value_f1": "value_f",
}
TABLES = {"TYPE": "per_type", "MODALITY": "per_modality", "SOURCE": "per_source"}


@cache
def golden() -> list[dict[str, Any]]:
    return json.loads((GOLDEN / "ace_event_value.json").read_text(encoding="utf-8"))


def sides(case: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    system = {one["doc_id"]: one for one in case["sys"]}
    empty = {"entities": [], "timex2": [], "values": [], "events": []}
    return [system.get(one["doc_id"], {"doc_id": one["doc_id"], **empty}) for one in case["ref"]], case["ref"]


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    flags = dict(zip(case["options"][::2], case["options"][1::2], strict=True))
    names = {"-S": "argument_pairs", "-M": "event_pairs"}
    return {names[flag]: value for flag, value in flags.items()}


@pytest.mark.parametrize("level", ["event", "mention"])
@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in golden()])
def test_the_published_program(case: dict[str, Any], level: str) -> None:
    tables = case["expected"]["VDR" if level == "event" else "VMD"]["tables"]
    found = score_values(*sides(case), level=level, details=True, **options_of(case))
    rows = [(found, tables["TYPE"]["total"])]
    for published, ours in (*TABLES.items(), ("", "per_subtype")):
        table = tables[published] if published else tables["SUBTYPE by TYPE"]["ALL"]
        assert set(found[ours]) == set(table) - {"total"}
        rows += [(row, table[label]) for label, row in found[ours].items()]
    for row, expected in rows:
        assert row["value"] == pytest.approx(expected["value_pct"] / 100, rel=1e-9, abs=1e-9)
        for ours, theirs in KEYS.items():
            # Where next to nothing of the worth is left, the program's own rounding shows in its precision.
            bound = 1e-7 if ours in ("value_precision", "value_f1") else 1e-9
            assert row[ours] == pytest.approx(expected[theirs], rel=bound, abs=1e-9), ours


# ---- the oracle ---------------------------------------------------------------------------------------------

OFFSETS = st.tuples(st.integers(0, 12), st.sampled_from([0, 0, 1, 2, 5]))
LABEL = st.sampled_from(["PER", "ORG"])


@st.composite
def elements(draw: Any, name: str) -> tuple[dict[str, Any], list[str], dict[str, list[str]]]:
    """Entities, values and times of a document, their ids, and the ids of their mentions."""
    found: dict[str, Any] = {"entities": [], "values": [], "timex2": []}
    ids, mentions = [], {}
    for kind in draw(st.lists(st.sampled_from(["entities", "entities", "values", "timex2"]), max_size=5)):
        number = f"{name}{len(ids)}"
        rows = []
        for place, (start, length) in enumerate(draw(st.lists(OFFSETS, min_size=1, max_size=3))):
            row: dict[str, Any] = {"id": f"{number}-{place}"}
            if kind == "entities":
                row |= {"level": draw(st.sampled_from(["NAM", "NOM", "PRO"])), "metonymy": draw(st.booleans())}
                row |= {"head_start": start, "head_end": start + length}
            else:
                row |= {"start": start, "end": start + length}
            rows.append(row)
        one: dict[str, Any] = {"id": number, "mentions": rows}
        if kind != "timex2":
            one["type"] = draw(LABEL)
        if kind == "entities":
            one |= {"subtype": draw(LABEL), "class": draw(st.sampled_from(["SPC", "SPC", "GEN"]))}
        found[kind].append(one)
        ids.append(number)
        mentions[number] = [row["id"] for row in rows]
    return found, ids, mentions


@st.composite
def document(draw: Any, name: str) -> dict[str, Any]:
    given_elements, ids, mentions = draw(elements(name))
    events = []
    for _ in range(draw(st.integers(0, 3))):
        wanted = st.tuples(st.sampled_from(["Agent", "Place"]), st.sampled_from(ids)) if ids else st.nothing()
        arguments = draw(st.lists(wanted, max_size=3, unique=True)) if ids else []
        rows = []
        for start, length in draw(st.lists(OFFSETS, min_size=1, max_size=2)):
            spoken = [{"role": role, "refid": draw(st.sampled_from(mentions[one]))} for role, one in arguments]
            rows.append({"extent": [start, start + length], "arguments": spoken})
        events.append(
            {
                "type": draw(LABEL),
                "subtype": draw(LABEL),
                "modality": draw(st.sampled_from(["Asserted", "Other"])),
                "polarity": "Positive",
                "genericity": "Specific",
                "tense": draw(st.sampled_from(["Past", "Future"])),
                "arguments": [{"role": role, "refid": one} for role, one in arguments],
                "mentions": rows,
            }
        )
    return {**given_elements, "events": events}


CORPUS = st.integers(1, 2).flatmap(
    lambda size: st.tuples(*(st.tuples(document(f"s{row}."), document(f"r{row}.")) for row in range(size)))
)


@FAST
@given(
    corpus=CORPUS,
    joined=st.booleans(),
    level=st.sampled_from(["event", "mention"]),
    argument_pairs=st.sampled_from(["overlapping", "mapped"]),
    event_pairs=st.sampled_from(["arguments", "extents", "both", "either"]),
)
def test_engine_equals_oracle(corpus: Any, joined: bool, level: str, argument_pairs: str, event_pairs: str) -> None:
    """Every count and cost is one of those that ties allow: most corpora have no tie, and one result."""
    predictions, references = ([pair[side] for pair in corpus] for side in (0, 1))
    if joined:
        for documents in (predictions, references):
            with_one_time(documents)
    options = {"level": level, "argument_pairs": argument_pairs, "event_pairs": event_pairs}
    found = score_values(predictions, references, **options)
    try:
        expected = event_values(predictions, references, **options)
    except TooManyTiesError:
        reject()
    assert any(all(found[key] == pytest.approx(one[key], rel=1e-9, abs=1e-12) for key in one) for one in expected)
    assert found["reference_value"] == pytest.approx(expected[0]["reference_value"], abs=1e-9)
    assert found["correct"] + found["error"] + found["miss"] == len_events(references, level)


def test_of_equal_totals_the_one_with_more_pairs_is_taken() -> None:
    """An unmatched time costs a little, as published, so one pair of both times is worth less than two pairs of one."""

    def time(name: str, *spans: tuple[int, int]) -> dict[str, Any]:
        return {"id": name, "mentions": [{"start": start, "end": end} for start, end in spans]}

    def document(argument: str, *times: dict[str, Any]) -> dict[str, Any]:
        labels = {"type": "Life", "subtype": "Die", "modality": "Asserted", "polarity": "Positive"}
        labels |= {"genericity": "Specific", "tense": "Past"}
        event = {**labels, "arguments": [{"role": "Time", "refid": argument}], "mentions": [{"extent": [0, 30]}]}
        return {"entities": [], "values": [], "timex2": list(times), "events": [event]}

    reference = document("one", time("one", (20, 23)), time("two", (0, 1), (10, 11)))
    system = document("three", time("three", (0, 1), (10, 11), (20, 23)), time("four", (10, 11)))
    # three and two share two mentions; so do three and one, and four and two, together.
    assert score_values([system], [reference])["correct"] == 1


def with_one_time(documents: list[Any]) -> None:
    """Give the first time of each document the same id, so that it is one element of the whole side."""
    for document in documents:
        for time in document["timex2"][:1]:
            for event in document["events"]:
                for argument in event["arguments"]:
                    argument["refid"] = "time" if argument["refid"] == time["id"] else argument["refid"]
            time["id"] = "time"


def len_events(documents: list[Any], level: str) -> int:
    events = [event for one in documents for event in one["events"]]
    return len(events) if level == "event" else sum(len(event["mentions"]) for event in events)


@FAST
@given(corpus=CORPUS, level=st.sampled_from(["event", "mention"]), cut=st.integers(0, 2))
def test_rows_add_up(corpus: Any, level: str, cut: int) -> None:
    predictions, references = ([pair[side] for pair in corpus] for side in (0, 1))
    found = score_values(predictions, references, level=level, details=True)
    for section in ("per_type", "per_subtype", "per_modality"):
        for key in (*OUTCOMES, *COSTS):
            assert sum(row[key] for row in found[section].values()) == pytest.approx(found[key])
    for key in (*OUTCOMES, *COSTS):
        assert sum(row[key] for row in found["per_document"]) == pytest.approx(found[key])
    assert found["false_alarm"] + found["correct"] + found["error"] == found["predictions"]
    json.dumps(found)
    counted = count_values(predictions, references, level=level, details=True)
    assert score_counts(counted, details=True) == found


@FAST
@given(corpus=CORPUS)
def test_identity_is_perfect(corpus: Any) -> None:
    references = [gold for _, gold in corpus]
    apart(references)
    for level in ("event", "mention"):
        found = score_values(references, references, level=level)
        assert found["value"] == pytest.approx(float(bool(len_events(references, level))))
        assert found["miss"] == found["false_alarm"] == 0
    assert score_values(references, references)["error"] == 0


@FAST
@given(corpus=CORPUS, level=st.sampled_from(["event", "mention"]), chance=st.randoms(use_true_random=False))
def test_nothing_is_above_1(corpus: Any, level: str, chance: Any) -> None:
    """Not by the last digit either, in whatever order a system writes what the references say."""
    references = [gold for _, gold in corpus]
    predictions = copy.deepcopy(references)
    for one in predictions:
        for event in one["events"]:
            chance.shuffle(event["arguments"])
            chance.shuffle(event["mentions"])
        for kind in ("entities", "values", "timex2"):
            chance.shuffle(one[kind])
            for element in one[kind]:
                chance.shuffle(element["mentions"])
    for found in (score_values(side, references, level=level) for side in (references, predictions)):
        assert max(found[key] for key in ("value", "value_precision", "value_recall", "value_f1")) <= 1


RUN = """
import json, sys
from event_scoring import score_values
print(score_values(*json.loads(sys.stdin.read()), argument_pairs="mapped")["value"])
"""


def test_differs_from_ace05_eval_a_mapped_value_is_the_same_in_every_run() -> None:
    """Two entities overlap two others alike, so that either mapping of them is as good; arguments tell them apart."""
    head = {"start": 0, "end": 9, "head_start": 0, "head_end": 9, "level": "NAM"}
    entities = [
        {"id": name, "type": "PER", "subtype": "Individual", "class": "SPC", "mentions": [head]} for name in "ab"
    ]
    fixed = {"type": "Life", "subtype": "Die", "modality": "Asserted", "polarity": "Positive", "mentions": []}
    fixed |= {"genericity": "Specific", "tense": "Past"}

    def document(*names: str) -> dict[str, Any]:
        events = [
            {**fixed, "arguments": [{"role": "Victim", "refid": name}], "mentions": [{"extent": [place, place]}]}
            for place, name in enumerate(names)
        ]
        return {"entities": entities, "events": events}

    sides = json.dumps([[document("a", "b", "b")], [document("b", "a", "a")]])
    values = set()
    for seed in ("0", "2"):  # in which a set of these entities has two orders
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[2])}
        command = [sys.executable, "-c", RUN]
        values.add(
            subprocess.run(command, input=sides, env=environment, capture_output=True, check=True, text=True).stdout
        )
    assert len(values) == 1


def apart(documents: list[Any]) -> None:
    """Give every mention a place, and every event an extent, of its own; overlapping ones may match."""
    place = 0
    for one in documents:
        for key in ("entities", "values", "timex2"):
            for element in one[key]:
                for mention in element["mentions"]:
                    names = ("head_start", "head_end") if key == "entities" else ("start", "end")
                    mention[names[0]], mention[names[1]] = place, place + 4
                    place += 10
        for event in one["events"]:
            for mention in event["mentions"]:
                mention["extent"] = [place, place + 4]
                place += 10


# ---- what is refused, and what is said ------------------------------------------------------------------------


def gold() -> dict[str, Any]:
    return {
        "doc_id": "d",
        "source": "newswire",
        "entities": [
            {
                "id": "p",
                "type": "PER",
                "subtype": "Individual",
                "class": "SPC",
                "mentions": [{"id": "p-1", "level": "NOM", "start": 0, "end": 9, "head_start": 0, "head_end": 9}],
            }
        ],
        "timex2": [{"id": "t", "val": "2003", "mentions": [{"id": "t-1", "start": 20, "end": 24}]}],
        "values": [],
        "events": [
            {
                "id": "e",
                "type": "Life",
                "subtype": "Die",
                "modality": "Other",
                "polarity": "Positive",
                "genericity": "Specific",
                "tense": "Past",
                "arguments": [{"role": "Victim", "refid": "p"}, {"role": "Time", "refid": "t"}],
                "mentions": [
                    {"id": "e-1", "extent": [0, 30], "arguments": [{"role": "Victim", "refid": "p-1"}]},
                ],
            }
        ],
    }


def changed(*path: Any, to: Any = None, drop: bool = False) -> dict[str, Any]:
    document = gold()
    holder: Any = document
    for key in path[:-1]:
        holder = holder[key]
    if drop:
        del holder[path[-1]]
    else:
        holder[path[-1]] = to
    return document


def test_arguments_of_mentions_lead_to_mentions() -> None:
    wrong = changed("events", 0, "mentions", 0, "arguments", 0, "refid", to="p")
    assert score_values([wrong], [gold()])["value"] == 1.0
    with pytest.raises(InputError, match=r'\["arguments"\]\[0\]\["refid"\]: expected the id of a mention'):
        score_values([wrong], [gold()], level="mention")


def test_one_id_in_two_documents_is_one_element() -> None:
    other = {**gold(), "doc_id": "d2"}
    with pytest.raises(InputError, match="an id that no other event has"):
        score_values([gold(), other], [gold(), other])
    other["events"] = []
    assert score_values([gold(), other], [gold(), other])["correct"] == 1
    other["entities"] = changed("entities", 0, "class", to="GEN")["entities"]
    with pytest.raises(InputError, match="ids are names in the whole corpus"):
        score_values([gold(), other], [gold(), other])


def test_gaps_of_predictions_are_assumed_only_when_asked() -> None:
    """Level, class and type are those of the reference that overlaps, attributes as declared."""
    bare = copy.deepcopy(gold())
    for key in ("type", "subtype", "class"):
        del bare["entities"][0][key]
    bare["entities"][0]["mentions"] = [{"id": "p-1", "start": 0, "end": 9}]
    del bare["events"][0]["tense"]
    del bare["events"][0]["modality"]
    with pytest.raises(InputError, match='missing="assume"'):
        score_values([bare], [gold()])
    found = score_values([bare], [gold()], missing="assume")
    assert found["value"] == pytest.approx(0.75)  # the modality is Other, not Asserted
    assert found["warnings"][0].startswith("6 gaps in the predictions filled by assumption")
    assert "missing" in compare_signatures(found["signature"], score_values([gold()], [gold()])["signature"])
    without = {"doc_id": "d", "events": gold()["events"]}
    assert score_values([without], [gold()], missing="assume")["value"] == 1.0


def test_what_a_user_should_know() -> None:
    silent = {"doc_id": "d", "events": []}
    found = score_values([silent], [gold()])
    assert found["value"] == 0.0
    assert "No event is predicted" in found["warnings"][0]
    light = changed("events", 0, "arguments", to=[])
    assert "no argument of any worth" in score_values([light], [light])["warnings"][0]
    many = copy.deepcopy(light)
    for row in range(40):
        mention = {"id": f"m{row}", "level": "NAM", "head_start": 100 + row, "head_end": 100 + row}
        many["entities"].append({**gold()["entities"][0], "id": f"n{row}", "mentions": [mention]})
        event = {**gold()["events"][0], "id": f"e{row}", "arguments": [{"role": "Victim", "refid": f"n{row}"}]}
        many["events"].append(event)
    low = score_values([many], [light])
    assert low["value"] == -9.999
    assert any("none below -9.999" in sentence for sentence in low["warnings"])
    assert score_values([silent], [silent])["value"] == 0.0
    undefined = score_values([silent], [silent], zero_division="nan")["value"]
    assert undefined != undefined
    assert score_values([gold()], [silent])["value"] == -9.999


def test_outcomes_are_of_events() -> None:
    """Every event of both sides has one: the first of what is wrong with it, its partner, and what it keeps."""
    system = changed("events", 0, "arguments", 0, "role", to="Agent")
    system["events"].append({**gold()["events"][0], "id": "f", "arguments": [], "mentions": [{"extent": [90, 99]}]})
    (found,) = count_values([system], [gold()], details=True).listed("outcomes")
    assert [(*one["item"], one["category"], one["partner"]) for one in found] == [
        ("references", 0, "wrong_role", 0),
        ("predictions", 0, "wrong_role", 0),
        ("predictions", 1, "invented", None),
    ]
    assert found[0]["credit"] == found[1]["credit"] == pytest.approx((0.5 * 0.75 + 0.5) / 1)
    for key, to, category in (("type", "Conflict", "wrong_type"), ("tense", "Future", "wrong_realis")):
        table = count_values([changed("events", 0, key, to=to)], [gold()], details=True)
        assert {one["category"] for one in table.listed("outcomes")[0]} == {category}
    moved = changed("events", 0, "mentions", 0, "extent", to=[0, 19])
    lacks = changed("events", 0, "arguments", to=gold()["events"][0]["arguments"][:1])
    for system, category, credit in ((moved, "other_words", 1), (lacks, "right", 0.5)):
        (found,) = score_values([system], [gold()], details=True)["outcomes"]
        assert [(one["category"], one["credit"]) for one in found] == [(category, pytest.approx(credit))] * 2
    mentions = count_values([gold()], [gold()], details=True, level="mention")
    assert [one["item"][1] for one in mentions.listed("outcomes")[0]] == [[0, 0], [0, 0]]


def crowded(events: int, extent: Any, element: Any) -> dict[str, Any]:
    """A document of so many events, with the extent and the element that functions give for each."""
    document = gold()
    names = sorted({element(row) for row in range(events)})
    mention = document["entities"][0]["mentions"][0]
    document["entities"] = [
        {
            **document["entities"][0],
            "id": f"p{name}",
            "mentions": [{**mention, "id": f"m{name}", "head_start": 10 * name, "head_end": 10 * name + 8}],
        }
        for name in names
    ]
    document["events"] = [
        {
            **gold()["events"][0],
            "id": f"e{row}",
            "arguments": [{"role": "Victim", "refid": f"p{element(row)}"}],
            "mentions": [{"extent": extent(row)}],
        }
        for row in range(events)
    ]
    return document


def test_crowded_documents() -> None:
    """Many events that have little in common are scored; where all meet all, a sentence says what to do."""
    many = crowded(800, lambda row: [10 * row, 10 * row + 14], lambda row: row)
    assert score_values([many], [many])["correct"] == 800
    for same in (
        crowded(800, lambda row: [0, 9], lambda row: row),
        crowded(800, lambda row: [row] * 2, lambda row: 0),
    ):
        with pytest.raises(
            InputError, match=r"predictions\[1\].*at most 524,288 pairs of .* cut the document into parts"
        ):
            score_values([gold(), same], [gold(), same])


APF = """<?xml version="1.0"?>
<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">
<source_file URI="x.sgm" SOURCE="newswire" TYPE="text"><document DOCID="d">
<entity ID="p" TYPE="PER" SUBTYPE="Individual" CLASS="SPC"><entity_mention ID="p-1" TYPE="NOM" LDCTYPE="NOM">
<extent><charseq START="0" END="9">x</charseq></extent><head><charseq START="0" END="9">x</charseq></head>
</entity_mention></entity>
<timex2 ID="t" VAL="2003"><timex2_mention ID="t-1"><extent><charseq START="20" END="24">2003</charseq></extent>
</timex2_mention></timex2>
<event ID="e" TYPE="Life" SUBTYPE="Die" MODALITY="Other" POLARITY="Positive" GENERICITY="Specific" TENSE="Past">
<event_argument REFID="p" ROLE="Victim"/><event_argument REFID="t" ROLE="Time"/>
<event_mention ID="e-1"><extent><charseq START="0" END="30">x</charseq></extent>
<anchor><charseq START="11" END="14">died</charseq></anchor>
<event_mention_argument REFID="p-1" ROLE="Victim"><extent><charseq START="0" END="9">x</charseq></extent>
</event_mention_argument></event_mention></event></document></source_file>
"""


def test_apf_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "one.apf.xml").write_text(APF, encoding="utf-8")
    read = read_apf(str(tmp_path), VALUE_DOCUMENT)
    assert read == read_apf(APF.encode(), VALUE_DOCUMENT)
    assert read[0].events[0].mentions[0].anchor == (11, 14)
    for level in ("event", "mention"):
        assert score_values(read, [gold()], level=level)["value"] == pytest.approx(1.0)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"expected a folder with files \*\.apf\.xml"):
        read_apf(str(tmp_path / "empty"), VALUE_DOCUMENT)
