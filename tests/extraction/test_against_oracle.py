"""The engine against a slow scorer of our own, on random corpora."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_detection, score_extraction
from tests.extraction.strategies import CASES_OF_ORDER, CHOICES, SCHEMAS, corpora
from tests.generated import examples, sides
from tests.oracles import extraction_oracle, omnievent_oracle

ENOUGH = examples(100)


def counts(result: dict[str, Any], name: str) -> tuple[int, int, int]:
    found, wrong, missed = (result[f"{name}_{part}s"] for part in ("true_positive", "false_positive", "false_negative"))
    return found, found + wrong, found + missed


def check(result: dict[str, Any], wanted: extraction_oracle.Counts) -> None:
    for name, expected in wanted.items():
        assert counts(result, name) == expected, name
        found, said, asked = expected
        assert result[f"{name}_precision"] == (found / said if said else 0)
        assert result[f"{name}_recall"] == (found / asked if asked else 0)


MODES = ("pipeline", "legacy", "loose", "gold")


@examples(600)
@given(
    data=st.data(), schema=SCHEMAS, choices=CHOICES, case=CASES_OF_ORDER, mode=st.sampled_from((None, *MODES)),
    standardize=st.booleans(),
)  # fmt: skip
def test_every_mode_with_and_without_standardization(
    data: st.DataObject, schema: Any, choices: Any, case: Any, mode: str | None, standardize: bool
) -> None:
    if not standardize:
        mode = "pipeline" if mode in ("legacy", "loose") else mode
        choices, case = {"standardize": False}, {}
    corpus = data.draw(corpora(given_gold=mode == "gold"))
    score, options = score_detection, {**schema, **choices}
    if mode is not None:
        score, options = score_extraction, {**options, **case, "mode": mode}
    check(score(*sides(corpus), **options), extraction_oracle.score(*sides(corpus), **options))


@ENOUGH
@given(corpus=st.one_of(corpora(texts=False), corpora(texts=False, given_gold=True)), names=st.data())
def test_textee(corpus: list[Any], names: Any) -> None:
    predictions, references = sides(corpus)
    for reference in references:
        reference["doc_id"] = names.draw(st.sampled_from((None, "a", "b")))
    parallel = all(len(one["events"]) == len(other["events"]) for one, other in zip(*sides(corpus), strict=True))
    same = parallel and all(
        row["trigger"] == event["trigger"] and row["type"] == event["type"]
        for one, other in zip(*sides(corpus), strict=True)
        for row, event in zip(one["events"], other["events"], strict=True)
    )
    for mode in ("pipeline", "gold") if same else ("pipeline",):
        result = score_extraction(predictions, references, convention="textee", mode=mode)
        check(result, extraction_oracle.score_textee(predictions, references, mode))


@ENOUGH
@given(corpus=corpora(texts=False))
def test_oneie(corpus: list[Any]) -> None:
    result = score_extraction(*sides(corpus), convention="oneie", details=True)
    wanted, credited = extraction_oracle.score_oneie(*sides(corpus))
    check(result, wanted)
    exceeds = credited > wanted.get("argument_identification", (0,))[0]
    assert exceeds == any("would credit" in sentence for sentence in result["warnings"])


@pytest.mark.parametrize("convention", extraction_oracle.COUNTED_AS_LISTS)
@ENOUGH
@given(corpus=corpora(texts=False))
def test_exact_spans(convention: str, corpus: list[Any]) -> None:
    wanted = extraction_oracle.score_exact_spans(convention, *sides(corpus))
    check(score_extraction(*sides(corpus), convention=convention), wanted)


def speaking(corpus: list[Any]) -> list[Any]:
    """The corpus without references with null labels, which OmniEvent's data does not have."""
    for _, reference in corpus:
        reference["events"] = [event for event in reference["events"] if event["type"] != "NA"]
        for event in reference["events"]:
            event["arguments"] = [argument for argument in event["arguments"] if argument["role"]]
    return corpus


def without_overlap(rows: list[Any], key: str | None = None) -> list[Any]:
    """Labels of a sequence: no token has two, and none is left open."""
    taken: set[int] = set()
    kept = []
    for row in rows:
        span = (row if key is None else row[key]).get("span")
        if span is not None and not taken & set(range(*span)):
            taken |= set(range(*span))
            kept.append(row)
    return kept


def clean_texts(corpus: list[Any]) -> list[Any]:
    for system, _ in corpus:
        for event in system["events"]:
            for row in (event["trigger"], *event["arguments"]):
                if "text" in row:
                    row["text"] = " ".join(row["text"].split())
    return corpus


@ENOUGH
@given(
    corpus=corpora(),
    paradigm=st.sampled_from((None, "classification", "sequence-labeling", "span-prediction")),
    types=st.sampled_from((None, ["Attack"])),
)
def test_omnievent_detection(corpus: list[Any], paradigm: str | None, types: list[str] | None) -> None:
    corpus = clean_texts(speaking(corpus))
    if paradigm is not None:
        for system, _ in corpus:
            system["events"] = without_overlap(
                [event for event in system["events"] if event["type"] != "NA"], "trigger"
            )
    result = score_detection(*sides(corpus), convention="omnievent", paradigm=paradigm, types=types)
    wanted = omnievent_oracle.detection(*sides(corpus), paradigm, types)
    assert counts(result, "trigger_classification") == wanted


@ENOUGH
@given(
    corpus=corpora(),
    paradigm=st.sampled_from((None, "sequence-labeling")),
    mode=st.sampled_from(("pipeline", "legacy", "loose")),
    roles=st.sampled_from((None, ["Agent"], {"Attack": ["Agent"], "Die": ["Agent", "Place"]})),
    entities=st.data(),
)
def test_omnievent_extraction(corpus: list[Any], paradigm: str | None, mode: str, roles: Any, entities: Any) -> None:
    corpus = clean_texts(speaking(corpus))
    for system, reference in corpus:
        mentions = reference.get("argument_candidates")
        if mentions is not None and entities.draw(st.booleans()):
            numbers = st.lists(st.integers(0, 2), min_size=len(mentions), max_size=len(mentions))
            reference["argument_candidate_entities"] = entities.draw(numbers)
        if paradigm is not None:
            for event in system["events"]:
                event["arguments"] = without_overlap([row for row in event["arguments"] if row["role"]])
    result = score_extraction(*sides(corpus), convention="omnievent", paradigm=paradigm, mode=mode, roles=roles)
    wanted = omnievent_oracle.extraction(*sides(corpus), mode, paradigm, roles)
    assert counts(result, "argument_attached_classification") == wanted
    assert counts(result, "argument_classification") == wanted
