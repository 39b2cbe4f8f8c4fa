"""Responses against Rich ERE: the numbers of the published scorer, an oracle, and what is refused."""

from __future__ import annotations

import copy
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, score_responses
from event_scoring.arguments.ere_alignment import first_holding
from tests.arguments.test_responses import response
from tests.generated import examples
from tests.golden_cases import golden, same
from tests.oracles import rich_ere_oracle as oracle
from tests.oracles.argument_oracle import combine

CASES = golden("arguments_rich_ere.json")
STEPS = {"direct": "none", "pipeline": "official-2016"}


def sides(case: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    predictions, references = ("doc_id", "responses", "frames"), ("doc_id", "ere", "quoted")
    return tuple(
        [{key: document[key] for key in keys} for document in case["documents"]] for keys in (predictions, references)
    )


@pytest.mark.parametrize("mode", list(STEPS))
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_published_numbers(case: dict[str, Any], mode: str) -> None:
    predictions, references = sides(case)
    options = {"preprocess": STEPS[mode], **{key: case["options"][key] for key in ("types", "banned_roles")}}
    expected = case["expected"][mode]
    if expected["error"]:
        with pytest.raises(InputError):
            score_responses(predictions, references, **options)
        return
    for neutral, name in ((False, "with_realis"), (True, "no_realis")):
        result = score_responses(predictions, references, details=True, neutralize_realis=neutral, **options)
        wanted = expected[name]
        for key, published in (("true_positives", "tp"), ("false_positives", "fp"), ("false_negatives", "fn")):
            assert result[key] == wanted[published], key
        assert same(result["argument_score"], wanted["score"], 100)
        for key, published in (("score", "F1"), ("precision", "Precision"), ("recall", "Recall")):
            assert same(result[f"linking_{key}"], wanted["linking"][published]), key
        for row in result["per_document"]:
            document = wanted["documents"].get(row["doc_id"], {"tp": 0, "fp": 0, "fn": 0})
            assert [row[key] for key in list(row)[1:4]] == [document[key] for key in ("tp", "fp", "fn")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_oracle_gives_the_published_numbers(case: dict[str, Any]) -> None:
    for mode in STEPS:
        expected = case["expected"][mode]
        if not expected["error"]:
            found = oracle_score(*sides(case), mode == "pipeline", **case["options"])
            assert [found[key] for key in ("true_positives", "false_positives", "false_negatives")] == [
                expected["with_realis"][key] for key in ("tp", "fp", "fn")
            ]
            assert same(found["linking_score"], expected["with_realis"]["linking"]["F1"])


def oracle_score(
    predictions: Any, references: Any, steps: bool, types: Any = None, banned_roles: Any = (), neutral: bool = False
) -> dict[str, float]:
    documents = []
    for system, reference in zip(predictions, references, strict=True):
        quoted = reference.get("quoted", [])
        system = oracle.pipeline(system, quoted) if steps else system
        documents.append(oracle.document_counts(system, reference["ere"], quoted, types, banned_roles, neutral))
    return combine(documents, 0.25, 0.5, True)


OFFSETS, LENGTHS = st.integers(0, 30), st.integers(1, 12)
DATES = ["2015-07-14", "2015-07-1x", "2015-07-XX", "2015-XX-XX", "May", "XXXX-07-14"]
TYPES = [("life", "die"), ("Life", "Injure"), ("life", "injure"), ("justice", "arrest-jail"), ("business", "die")]
ROLES = ["Victim", "Person", "Place", "Time"]


def at(start: int, end: int, text: str, *labels: str) -> dict[str, Any]:
    """A response whose string and base filler are at one place."""
    return response(
        text, *labels, cas={"text": text, "start": start, "end": end}, base_filler={"start": start, "end": end}
    )


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A document in Rich ERE and responses near its mentions."""

    def span() -> dict[str, int]:
        return {"offset": draw(OFFSETS), "length": draw(LENGTHS)}

    entities = []
    for number in range(draw(st.integers(0, 3))):
        mentions = []
        for place in range(draw(st.integers(1, 3))):
            noun = draw(st.sampled_from(["NAM", "NOM", "PRO"]))
            head = {"nom_head": span()} if noun == "NOM" and draw(st.booleans()) else {}
            mentions.append({"id": f"m{number}-{place}", "noun_type": noun, **span(), **head})
        entities.append({"id": f"e{number}", "mentions": mentions})
    fillers = [
        {"id": f"f{place}", **span(), "nom_time": draw(st.sampled_from(DATES))}
        for place in range(draw(st.integers(0, 3)))
    ]
    spans = [mention for entity in entities for mention in entity["mentions"]] + fillers
    named = [{"entity_mention_id": mention["id"]} for mention in spans[: len(spans) - len(fillers)]]
    named += [{"filler_id": filler["id"]} for filler in fillers]
    hoppers = []
    for _ in range(draw(st.integers(0, 3)) if named else 0):
        events = []
        for _ in range(draw(st.integers(1, 2))):
            kind, sub = draw(st.sampled_from(TYPES))
            arguments = [
                {
                    "role": "time"
                    if "filler_id" in one and draw(st.booleans())
                    else draw(st.sampled_from(ROLES)).lower(),
                    "realis": draw(st.booleans()),
                    **one,
                }
                for one in draw(st.lists(st.sampled_from(named), max_size=4))
            ]
            for argument in arguments:  # a time that no filler dates is an entity
                if "filler_id" not in argument and argument["role"] == "time":
                    argument["role"] = "Time"
            realis = draw(st.sampled_from(["actual", "generic", "other"]))
            events.append({"type": kind, "subtype": sub, "realis": realis, "trigger": span(), "arguments": arguments})
        hoppers.append({"event_mentions": events})
    responses = []
    for _ in range(draw(st.integers(0, 8))):
        near = draw(st.sampled_from(spans)) if spans else span()
        start = near["offset"] + draw(st.sampled_from([0, 0, 0, 1]))
        end = max(start, near["offset"] + near["length"] - 1 - draw(st.sampled_from([0, 0, 0, 1])))
        role = draw(st.sampled_from(ROLES))
        text = draw(st.sampled_from(DATES)) if role == "Time" else "x"
        kind = draw(st.sampled_from(["Life.Die", "Life.Injure", "Justice.Arrest-Jail"]))
        responses.append(at(start, end, text, kind, role, draw(st.sampled_from(["Actual", "Generic", "Other"]))))
    places = [place for place, one in enumerate(responses) if one["realis"] != "Generic"]
    frames = (
        draw(
            st.lists(
                st.lists(st.sampled_from(places), min_size=1, max_size=4, unique=True).map(sorted),
                max_size=3,
                unique_by=tuple,
            )
        )
        if places
        else []
    )
    quoted = [[start, start + 4] for start in draw(st.lists(st.integers(0, 40), max_size=2))]
    return (
        {"doc_id": "d", "responses": responses, "frames": frames},
        {"doc_id": "d", "ere": {"entities": entities, "fillers": fillers, "hoppers": hoppers}, "quoted": quoted},
    )


@given(
    corpus=st.lists(documents(), max_size=3),
    steps=st.booleans(),
    neutral=st.booleans(),
    types=st.sampled_from([None, ["Life.Die", "Life.Injure"]]),
    banned=st.sampled_from([[], ["Time"], ["Place"]]),
)
def test_against_the_oracle(corpus: Any, steps: bool, neutral: bool, types: Any, banned: list[str]) -> None:
    predictions, references = [list(side) for side in zip(*corpus, strict=True)] or ([], [])
    expected = oracle_score(predictions, references, steps, types, banned, neutral)
    found = score_responses(
        predictions,
        references,
        preprocess="official-2016" if steps else "none",
        neutralize_realis=neutral,
        types=types,
        banned_roles=banned,
    )
    for key, value in expected.items():
        if key in found and key not in ("linking_precision", "macro_score"):
            assert same(found[key], value), key


def example() -> tuple[dict[str, Any], dict[str, Any]]:
    """A perfect system: a name and its pronoun die, on a day."""
    mention = {"id": "m1", "noun_type": "NAM", "offset": 0, "length": 4}
    ere = {
        "entities": [{"id": "e1", "mentions": [mention, {"id": "m2", "noun_type": "PRO", "offset": 20, "length": 2}]}],
        "fillers": [{"id": "f1", "offset": 30, "length": 3, "nom_time": "2015-07-14"}],
        "hoppers": [
            {
                "event_mentions": [
                    {
                        "type": "life",
                        "subtype": "die",
                        "realis": "actual",
                        "trigger": {"offset": 10, "length": 4},
                        "arguments": [
                            {"role": "victim", "realis": True, "entity_mention_id": "m2"},
                            {"role": "time", "realis": True, "filler_id": "f1"},
                        ],
                    }
                ]
            }
        ],
    }
    responses = [at(0, 3, "Anna"), at(30, 32, "2015-07-14", "Life.Die", "Time")]
    return {"doc_id": "d", "responses": responses, "frames": [[0, 1]]}, {"doc_id": "d", "ere": ere}


SPANS = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda ends: (min(ends), max(ends)))


@examples(200)
@given(strings=st.sets(SPANS, max_size=6), extents=st.dictionaries(SPANS, st.integers(0, 9), max_size=8))
def test_the_first_extent_that_holds_a_string(strings: set[Any], extents: dict[Any, int]) -> None:
    expected = {}
    for start, end in strings:
        places = [place for (first, last), place in extents.items() if first <= start and end <= last]
        if places:
            expected[start, end] = min(places)
    assert first_holding(strings, extents) == expected


def test_mentions_within_mentions_cost_what_they_are_not_their_pairs() -> None:
    """3,000 mentions that all hold each of 3,000 strings: 9,000,000 pairs."""
    count = 3_000
    mentions = [{"id": f"m{n}", "noun_type": "NAM", "offset": n, "length": 10 * count - 2 * n} for n in range(count)]
    entities = [{"id": f"e{n}", "mentions": [mention]} for n, mention in enumerate(mentions)]
    response = example()[0]["responses"][0]
    cas = [{"text": "x", "start": count + n, "end": count + n} for n in range(count)]
    system = {"doc_id": "d", "responses": [{**response, "cas": one} for one in cas], "frames": []}
    reference = {"doc_id": "d", "ere": {"entities": entities, "fillers": [], "hoppers": []}}
    start = time.process_time()
    assert score_responses([system], [reference])["false_positives"] == 1  # all are the first of the entities
    assert time.process_time() - start < 3


def test_unlinked_responses_count_but_not_in_the_official_steps() -> None:
    system, reference = example()
    system["frames"] = [[0]]
    assert score_responses([system], [reference])["true_positives"] == 2
    assert score_responses([system], [reference], unlinked="drop")["true_positives"] == 1
    assert score_responses([system], [reference], preprocess="official-2016")["true_positives"] == 1
    with pytest.raises(InputError, match="is in no frame and not Generic"):
        score_responses([system], [reference], unlinked="error")


def test_what_was_submitted_in_a_frame_is_not_refused() -> None:
    """Neither a quotation around its frame nor a repeated line refuses it; and no warning says that it is left out."""
    system, reference = example()
    everywhere = {**reference, "quoted": [[0, 99]]}
    assert score_responses([system], [everywhere], preprocess="official-2016", unlinked="error")["false_positives"] == 0
    system["responses"].append(copy.deepcopy(system["responses"][0]))
    assert score_responses([system], [reference], unlinked="error")["true_positives"] == 2
    dropping = score_responses([system], [reference], unlinked="drop")
    assert dropping["true_positives"] == 2
    assert not [warning for warning in dropping["warnings"] if "left out" in warning]


def changed(change: Any) -> Any:
    """Score the example after a change of its response and its reference, for the transcript in `tests.refusals`."""
    system, reference = example()
    change(system, reference["ere"])
    return score_responses([system], [reference])


def argument(ere: dict[str, Any], place: int) -> dict[str, Any]:
    return ere["hoppers"][0]["event_mentions"][0]["arguments"][place]


def test_the_hash_of_the_references_tells_which_mention_fills_an_argument() -> None:
    """Even where two of them start together."""
    system, reference = example()
    others = reference["ere"]["entities"]
    longer = copy.deepcopy(others[0])
    longer.update(id="other")
    longer["mentions"] = [{**longer["mentions"][1], "id": "longer", "length": 40}]
    others.append(longer)
    moved = copy.deepcopy(reference)
    argument(moved["ere"], 0).update(entity_mention_id="longer")
    one, two = (score_responses([system], [gold]) for gold in (reference, moved))
    assert one["true_positives"] != two["true_positives"]
    assert one["signature"] != two["signature"]


def test_a_result_says_how_it_was_aligned_and_what_was_not() -> None:
    system, reference = example()
    system["responses"][0]["cas"].update(start=50, end=51)
    system["frames"] = [[1]]
    result = score_responses([system], [reference])
    assert "gold:rich-ere|alignment:without-parser" in result["signature"]
    assert "without the syntactic parser" in result["warnings"][0]
    assert result["warnings"][1] == "1 response aligned with nothing and counted as false"
    dropping = score_responses([system], [reference], unlinked="drop")
    assert dropping["warnings"][0].startswith("1 argument of the system in no frame left out")
