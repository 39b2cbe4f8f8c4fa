"""Relations that hold for every score, whatever the numbers; and that no score was left out of them."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import count_extraction, score_counts, score_detection, score_extraction
from event_scoring.documents.schema import arrow_type
from event_scoring.extraction.conventions.exact_spans import by_role_of_mention
from event_scoring.extraction.counting import ARGUMENT_SCORES, TRIGGER_SCORES, count_scores
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.extraction.items import Item, key_of
from event_scoring.extraction.measures import MEASURES as KNOWN
from event_scoring.matching import as_lists, as_multisets, as_sets
from tests.extraction.strategies import CHOICES, SCHEMAS, corpora
from tests.generated import examples, sides

FAST = examples(50)
COUNTS = ("true_positives", "false_positives", "false_negatives")
RATIOS = ("precision", "recall", "f1")
SCORES = [f"{name}_{part}" for name in (*TRIGGER_SCORES, *ARGUMENT_SCORES) for part in (*RATIOS, *COUNTS)]
REASONS = ("schema", "boundary", "not_found", "surplus", "conflict")
DISCARDED = ["discarded_triggers", *(f"discarded_trigger_{reason}" for reason in REASONS)]
DISCARDED += ["discarded_arguments", *(f"discarded_argument_{reason}" for reason in (*REASONS, "of_trigger"))]
IGNORED = ["ignored_reference_arguments", "ignored_predicted_arguments"]
KEYS = [*SCORES, *DISCARDED, *IGNORED, "documents", "unparsed", "repaired", "signature", "warnings", "differences"]
CONVENTIONS = st.sampled_from(
    (
        {},
        {"standardize": False},
        {"mode": "legacy"},
        {"mode": "loose"},
        {"convention": "omnievent"},
        {"convention": "omnievent", "mode": "loose"},
    )
)
POSITIONED = st.sampled_from(({"convention": "textee"}, {"convention": "oneie"}))


def test_no_score_is_left_out() -> None:
    assert sorted(score_extraction([], [])) == sorted(KEYS)
    detection = [key for key in KEYS if "argument" not in key]
    assert sorted(score_detection([], [])) == sorted(detection)


@FAST
@given(corpus=corpora(), options=CONVENTIONS, cuts=st.lists(st.integers(0, 3), max_size=3))
def test_scores_are_plain_fractions_and_pieces_add_up(
    corpus: list[Any], options: dict[str, Any], cuts: list[int]
) -> None:
    modes = {"modes": ["legacy", "pipeline"]} if options.get("mode") == "legacy" else {}
    whole = score_extraction(*sides(corpus), details=True, **options, **modes)
    assert json.loads(json.dumps(whole)) == whole
    for key in SCORES:
        if key.endswith(RATIOS):
            assert type(whole[key]) is float
            assert 0 <= whole[key] <= 1
        else:
            assert type(whole[key]) is int
            assert whole[key] >= 0
    edges = [0, *sorted(min(cut, len(corpus)) for cut in cuts), len(corpus)]
    parts = [
        count_extraction(*sides(corpus[start:end]), details=True, **options, **modes)
        for start, end in zip(edges, edges[1:], strict=False)
    ]
    assert score_counts(parts, details=True) == whole


@FAST
@given(corpus=corpora(), options=CONVENTIONS, order=st.randoms(use_true_random=False))
def test_order_repetition_and_columns_change_nothing(corpus: list[Any], options: dict[str, Any], order: Any) -> None:
    once, twice = score_extraction(*sides(corpus), **options), score_extraction(*sides(corpus * 2), **options)
    assert score_extraction(*sides(order.sample(corpus, len(corpus))), **options) == once
    for key in SCORES:
        assert twice[key] == (pytest.approx(once[key]) if key.endswith(RATIOS) else 2 * once[key])
    arrow = [pa.array(side, arrow_type(EXTRACTION_DOCUMENT)) for side in sides(corpus)]
    assert score_extraction(*arrow, **options) == once


@FAST
@given(corpus=corpora(texts=False), options=POSITIONED)
def test_other_conventions_stay_within_one(corpus: list[Any], options: dict[str, Any]) -> None:
    result = score_extraction(*sides(corpus), **options)
    ratios = {key: result[key] for key in SCORES if key.endswith(RATIOS)}
    assert all(value >= 0 for value in ratios.values())
    # OneIE compares triggers as lists: a repeated one is credited each time. Nothing else may exceed 1.
    beyond = [key for key, value in ratios.items() if value > 1]
    assert not beyond or (options["convention"] == "oneie" and result["warnings"])
    assert all(key.startswith("trigger") for key in beyond)


@FAST
@given(corpus=corpora(), schema=SCHEMAS, choices=CHOICES)
def test_legacy_forgives_misses_and_loose_forgives_inventions(
    corpus: list[Any], schema: dict[str, Any], choices: dict[str, Any]
) -> None:
    result = score_extraction(*sides(corpus), modes=["pipeline", "legacy", "loose"], **schema, **choices)
    for name in ("argument_attached_identification", "argument_attached_classification"):
        pipeline, legacy, loose = (
            {key: result[f"{mode}/{name}_{key}"] for key in (*RATIOS, *COUNTS)}
            for mode in (
                "pipeline",
                "legacy",
                "loose",
            )
        )
        assert legacy["precision"] == pipeline["precision"]
        assert legacy["recall"] >= pipeline["recall"]
        assert legacy["false_positives"] == pipeline["false_positives"]
        assert loose["true_positives"] == legacy["true_positives"]
        assert loose["precision"] >= legacy["precision"]


@FAST
@given(corpus=corpora(texts=False))
def test_a_perfect_system_is_perfect(corpus: list[Any]) -> None:
    references = [reference for _, reference in corpus]
    for reference in references:
        spans = set()
        for event in list(reference["events"]):
            if tuple(event["trigger"]["span"]) in spans or event["type"] == "NA":
                reference["events"].remove(event)
            spans.add(tuple(event["trigger"]["span"]))
            first = {tuple(argument["span"]): argument for argument in reversed(event["arguments"])}
            event["arguments"] = [argument for argument in first.values() if argument["role"]]
    others = ({"convention": name} for name in ("textee", "oneie", "dygie", "omnievent"))
    for options in ({}, {"standardize": False}, {"mode": "gold"}, *others):
        result = score_extraction(references, references, **options)
        for name in (*TRIGGER_SCORES, *ARGUMENT_SCORES):
            assert result[f"{name}_false_positives"] == result[f"{name}_false_negatives"] == 0


def as_texts(document: dict[str, Any]) -> dict[str, Any]:
    """Return the documents with words in place of spans."""

    def words(place: dict[str, Any]) -> dict[str, Any]:
        return {"text": " ".join(document["tokens"][slice(*place["span"])])}

    events = [
        {
            **event,
            "trigger": words(event["trigger"]),
            "arguments": [{**words(argument), "role": argument["role"]} for argument in event["arguments"]],
        }
        for event in document["events"]
    ]
    return {**document, "events": events}


AS_GIVEN = st.sampled_from(
    (
        {"standardize": False},
        {"standardize": False, "mode": "gold"},
        *({"match": match, "matching": matching} for match in (("span", "text"), ("text", "overlap"))
          for matching in ("one-to-one", "coverage")),
    )
)  # fmt: skip


@FAST
@given(corpus=corpora(texts=False), options=AS_GIVEN, texts=st.booleans())
def test_references_are_perfect_predictions_whatever_repeats_in_them(
    corpus: list[Any], options: dict[str, Any], texts: bool
) -> None:
    """Also where a span has several labels: what a score does not compare counts once on both sides."""
    if texts and options.get("mode") == "gold":
        return  # a text in doubt means any of its positions there
    references = [as_texts(reference) if texts else reference for _, reference in corpus]
    result = score_extraction(references, references, **options)
    for name in (*TRIGGER_SCORES, *ARGUMENT_SCORES):
        assert result[f"{name}_false_positives"] == result[f"{name}_false_negatives"] == 0, name


ROLES = {"Attack": ["Agent", "Place", "Victim"], "Die": ["Agent", "Place", "Victim"]}
EVERY_CONVENTION = st.sampled_from(
    (
        *({"convention": name} for name in KNOWN if name not in ("maven-arg", "bionlp", "phee")),
        *({"convention": "wikievents", "variant": variant} for variant in KNOWN["wikievents"].variants),
        *({"convention": "omnievent", "paradigm": paradigm} for paradigm in ("sequence-labeling", "span-prediction")),
        *({"mode": mode} for mode in ("gold", "legacy", "loose")),
        {"discarded": "count"},
    )
)


@FAST
@given(corpus=corpora(texts=False), options=EVERY_CONVENTION)
def test_references_are_perfect_predictions_or_a_warning_says_why_not(
    corpus: list[Any], options: dict[str, Any]
) -> None:
    references = [reference for _, reference in corpus]
    result = score_extraction(references, references, **options)
    ratios = [value for key, value in result.items() if key.endswith(RATIOS) and "_with_" not in key]
    wrong = [key for key, value in result.items() if key.endswith(COUNTS[1:]) and value]
    assert not wrong or result["warnings"]
    assert all(value in (0, 1) for value in ratios) or result["warnings"]


@FAST
@given(texts=st.lists(st.sampled_from(("the", "Rome", "!", "a rebel", "they")), min_size=1, max_size=4))
def test_references_of_maven_arg_too(texts: list[str]) -> None:
    arguments = [{"role": "Agent", "text": text, "start": 0, "end": 1} for text in texts]
    gold = [{"events": [{"id": "t", "type": "Attack", "trigger": {"span": [0, 1]}, "arguments": arguments}]}]
    result = score_extraction(gold, gold, convention="maven-arg", roles=ROLES)
    assert result["warnings"] or [result[f"{level}_f1"] for level in ("mention", "entity", "event")] == [1, 1, 1]


@FAST
@given(corpus=corpora(texts=False))
def test_clean_predictions_score_alike_with_and_without_standardization(corpus: list[Any]) -> None:
    for system, reference in corpus:
        reference.pop("trigger_candidates", None)
        # Without standardization repeated references are several.
        distinct = {(*event["trigger"]["span"], event["type"]): event for event in reference["events"]}
        reference["events"] = list(distinct.values())
        gold = {tuple(event["trigger"]["span"]) for event in reference["events"]}
        covered = {token for start, end in gold for token in range(start, end)}
        clean = {}
        for event in system["events"]:
            span = tuple(event["trigger"]["span"])
            if event["type"] != "NA" and (span in gold or (span[1] - span[0] == 1 and span[0] not in covered)):
                clean.setdefault(span, event)
        system["events"] = list(clean.values())
    standardized, given_ = (score_detection(*sides(corpus), standardize=flag) for flag in (True, False))
    for key in SCORES:
        if key.startswith("trigger"):
            assert standardized[key] == given_[key]


@FAST
@given(corpus=corpora(texts=False), order=st.randoms(use_true_random=False))
def test_order_of_predictions_on_different_candidates_changes_nothing(corpus: list[Any], order: Any) -> None:
    for system, _ in corpus:
        system["events"] = list({tuple(event["trigger"]["span"]): event for event in system["events"]}.values())
    before = score_extraction(*sides(corpus))
    for system, _ in corpus:
        order.shuffle(system["events"])
    assert score_extraction(*sides(corpus)) == before


ITEMS = st.lists(
    st.builds(Item, st.just(0), st.integers(0, 9), *([st.sampled_from([(0, 1), (1, 2)]), st.sampled_from("AB")] * 2)),
    max_size=4,
)


@examples(100)
@given(predictions=ITEMS, references=ITEMS, way=st.sampled_from((as_lists, as_multisets, as_sets, by_role_of_mention)))
def test_scores_are_counted_alike_with_and_without_the_pairs_of_the_first(
    predictions: list[Item], references: list[Item], way: Any
) -> None:
    scores = {"identification": ("span", "type"), "classification": ("span", "type", "trigger", "label")}
    ways = {"classification": as_sets} if way is by_role_of_mention else {}
    for name, count in count_scores(scores, predictions, references, way, ways).items():
        plain = ways.get(name, way)(predictions, references, key_of(*scores[name]))
        assert [*map(len, count)] == [*map(len, plain)], name


def test_the_parts_of_each_score_begin_with_those_of_the_first() -> None:
    for measure in KNOWN.values():
        for scores in (measure.trigger_scores, measure.argument_scores):
            first = tuple(next(iter(scores.values()), ()))
            assert all(tuple(parts[: len(first)]) == first for parts in scores.values()), measure.name
