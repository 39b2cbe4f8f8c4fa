"""Documents that take quadratic time are refused, and those with many different texts are not."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import InputError, score_extraction

CONVENTIONS: list[dict[str, Any]] = [
    {"convention": "text2event", "unit": "span"},
    {"convention": "uie", "unit": "span"},
    {"convention": "degree"},
    {"convention": "knowcoder", "unit": "head"},
    {"convention": "tanl"},
]
REPEATED, DIFFERENT = ["a"] * 200, [f"w{place}" for place in range(2000)]


def attack(trigger: str, arguments: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "A", "trigger": {"text": trigger}, "arguments": [{"role": "r", **one} for one in arguments]}


def score(tokens: list[str], arguments: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
    """Score the arguments of one event of a document whose first token is its trigger."""
    gold = {"type": "A", "trigger": {"span": [0, 1]}, "arguments": [{"role": "r", "span": [1, 2]}]}
    prediction = {"events": [attack(tokens[0], arguments)]}
    return score_extraction([prediction], [{"tokens": tokens, "events": [gold]}], **options)


@pytest.mark.parametrize("options", CONVENTIONS)
@pytest.mark.parametrize(
    "arguments",
    [
        [{"text": "a"}] * 30,
        [{"text": " ".join(["a"] * size)} for size in range(1, 10)],
        [{"span": [0, 200]}] * 30,
    ],
)
def test_texts_with_very_many_places_and_wide_spans_are_refused(
    arguments: list[dict[str, Any]], options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("event_scoring.documents.token_runs.MAX_COMPARED", 5000)
    wanted = r"predictions\[0\]: expected texts and spans that are compared with at most 5,000 tokens in all"
    with pytest.raises(InputError, match=wanted):
        score(REPEATED, arguments, **options)


@pytest.mark.parametrize("options", CONVENTIONS)
def test_many_texts_of_one_place_are_scored(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each costs one comparison, of the one place of its word."""
    monkeypatch.setattr("event_scoring.documents.token_runs.MAX_COMPARED", 5 * len(DIFFERENT))
    result = score(DIFFERENT, [{"text": word} for word in DIFFERENT], **options)
    assert result["trigger_classification_f1"] == 1


def test_very_many_similar_fillers_are_refused() -> None:
    fillers = [{"text": word} for word in DIFFERENT]
    with pytest.raises(InputError, match=r"predictions\[0\]: expected texts of arguments in at most 4,194,304 pairs"):
        score(DIFFERENT, fillers, convention="code4struct")


@pytest.mark.parametrize(
    "options",
    [
        {"convention": "duee", "variant": "mirror"},
        *({"unit": "text", "credit": credit} for credit in ("characters-lcs", "characters-set", "tokens")),
    ],
)
@pytest.mark.parametrize("texts", [["w"] * 400, ["w" * 20_000]])
def test_very_many_or_long_texts_with_credit_are_refused(texts: list[str], options: dict[str, Any]) -> None:
    events = [attack("w", [{"text": text} for text in texts])]
    wanted = (
        r'references\[0\]\["events"\]: expected at most 131,072 pairs of texts with one label, and 134,217,728 pairs'
    )
    with pytest.raises(InputError, match=wanted):
        score_extraction([{"events": events}], [{"tokens": ["w"], "events": events}], **options)


def test_very_many_wrong_roles_at_one_place_are_refused_in_the_confusion_of_rams() -> None:
    sides = [
        {"tokens": ["w"], "events": [{"type": "A", "trigger": {"span": [0, 1]}, "arguments": arguments}]}
        for arguments in ([{"span": [0, 1], "role": f"{side}{number}"} for number in range(800)] for side in "pg")
    ]
    with pytest.raises(InputError, match="expected at most 524,288 pairs of a missed and a wrong link at one place"):
        score_extraction(sides[:1], sides[1:], convention="rams", details=True)
    assert score_extraction(sides[:1], sides[1:], convention="rams")["argument_attached_classification_f1"] == 0
