"""Partly right texts: characters in DuEE's unofficial scorers, tokens in PHEE's."""

from __future__ import annotations

import re
import string
from collections import Counter
from typing import Any

from tests.oracles.generative_counts import (
    Document,
    Event,
    OriginalStopsError,
    Scores,
    multiset_hits,
    predicted_events,
    ratio,
    ratios,
    trigger_text,
)

# ---- DuEE ----------------------------------------------------------------------------------------------


def common_subsequence(left: str, right: str) -> int:
    """Return the length of the longest common subsequence of characters."""
    lengths = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for row, character in enumerate(left):
        for column, other in enumerate(right):
            if character == other:
                lengths[row + 1][column + 1] = lengths[row][column] + 1
            else:
                lengths[row + 1][column + 1] = max(lengths[row][column + 1], lengths[row + 1][column])
    return lengths[-1][-1]


def typed_arguments(events: list[Event]) -> list[tuple[tuple[str, str], str]]:
    """Return pairs of (type, role) and text."""
    return [((event["type"], item["role"]), item["text"]) for event in events for item in event["arguments"]]


def last_fillers(events: list[Event]) -> dict[tuple[str, str], str]:
    """Return one text for each type and role, as two inversions of a map leave it."""
    roles = {text: role for role, text in typed_arguments(events)}
    return {role: text for text, role in roles.items()}


def subsequence_scores(documents: list[Document]) -> Scores:
    """Score one filler a role by the longest common subsequence."""
    credit = predictions = references = 1e-10
    for document in documents:
        predicted = last_fillers(predicted_events(document))
        expected = last_fillers(document["reference"]["events"])
        predictions += len(predicted)
        references += len(expected)
        for role, text in predicted.items():
            if role in expected:
                size = len(text) + len(expected[role])
                if not size:
                    raise OriginalStopsError("two empty texts")
                credit += 2 * common_subsequence(text, expected[role]) / size
    return {
        "precision": credit / predictions,
        "recall": credit / references,
        "f1": 2 * credit / (predictions + references),
    }


def character_set_scores(documents: list[Document]) -> Scores:
    """Score each reference by the prediction of its role with the most similar set of characters."""
    credit = 0.0
    predictions = references = 0
    for document in documents:
        predicted = typed_arguments(predicted_events(document))
        expected = typed_arguments(document["reference"]["events"])
        predictions += len(predicted)
        references += len(expected)
        for role, text in expected:
            credit += max(
                (
                    ratio(2 * len(set(text) & set(other)), len(set(text)) + len(set(other)))
                    for other_role, other in predicted
                    if other_role == role
                ),
                default=0.0,
            )
    return {**ratios(credit, predictions, references), "predictions": predictions, "references": references}


def duee(case: dict[str, Any]) -> dict[str, Scores]:
    """Score a case of DuEE."""
    count = {"lcs": subsequence_scores, "char-set": character_set_scores}[case["options"]["variant"]]
    return {"argument_classification": count(case["documents"])}


# ---- PHEE ----------------------------------------------------------------------------------------------

MAIN_ARGUMENTS = ("Subject", "Treatment", "Effect")
ATTRIBUTES = ("Speculation", "Negation", "Severity")
Texts = dict[tuple[str, str], list[str]]


def level_of(role: str) -> str:
    """Return the group of a role."""
    if role.split(".")[-1] == "Trigger":  # of an event, or of a combination of drugs
        return "trigger_classification"
    if role in MAIN_ARGUMENTS:
        return "main_arguments"
    if role in ATTRIBUTES:
        return "attributes"
    if len(role.split(".")) == 2:
        return "sub_arguments"
    raise OriginalStopsError(f"unknown role {role}")


def normalized_words(text: str) -> list[str]:
    """Return lower-case words, split at punctuation, without articles."""
    plain = "".join(" " if character in string.punctuation else character for character in text.lower())
    # A typographic apostrophe does not split, but a word ends before it.
    return re.sub(r"\b(a|an|the)\b", " ", plain).split()


def texts_of(events: list[Event]) -> Texts:
    """Return the texts of each event type and role."""
    texts: Texts = {}
    for event in events:
        texts.setdefault((event["type"], "Trigger"), []).append(trigger_text(event))
        for item in event["arguments"]:
            texts.setdefault((event["type"], item["role"]), []).append(item["text"])
    return texts


def counts_of(predictions: list[str], references: list[str]) -> Counter[str]:
    """Count exact texts and their words as multisets."""
    left = [normalized_words(text) for text in predictions]
    right = [normalized_words(text) for text in references]
    left_words, right_words = [word for words in left for word in words], [word for words in right for word in words]
    return Counter(
        exact_hits=multiset_hits(left, right),
        exact_predictions=len(left),
        exact_references=len(right),
        token_hits=multiset_hits(left_words, right_words),
        token_predictions=len(left_words),
        token_references=len(right_words),
    )


def merged_levels(texts: Texts) -> Texts:
    """Merge all roles of one level, within an event type."""
    merged: Texts = {}
    for (event_type, role), values in texts.items():
        merged.setdefault((event_type, level_of(role)), []).extend(values)
    return merged


def summed(sides: list[tuple[Texts, Texts]]) -> dict[str, Counter[str]]:
    """Return the counts of each role over all documents."""
    sums: dict[str, Counter[str]] = {}
    for predictions, references in sides:
        for key in {**predictions, **references}:
            sums.setdefault(key[1], Counter()).update(counts_of(predictions.get(key, []), references.get(key, [])))
    return sums


def phee_ratios(counts: list[Counter[str]]) -> dict[str, Scores]:
    """Return exact and token scores of added counts."""
    total: Counter[str] = sum(counts, Counter())
    return {
        unit: ratios(total[f"{unit}_hits"], total[f"{unit}_predictions"], total[f"{unit}_references"])
        for unit in ("exact", "token")
    }


def phee(case: dict[str, Any]) -> dict[str, Any]:
    """Score a case of PHEE; a group without a text on either side has no score."""
    sides = [
        (texts_of(predicted_events(document)), texts_of(document["reference"]["events"]))
        for document in case["documents"]
    ]
    groups: dict[str, list[Counter[str]]] = {}
    for role, counts in summed(sides).items():
        level = level_of(role)
        for group in {"overall", level} | ({"argument_classification"} if level.endswith("_arguments") else set()):
            groups.setdefault(group, []).append(counts)
    merged = [(merged_levels(predictions), merged_levels(references)) for predictions, references in sides]
    if groups:
        groups["overall_identification"] = list(summed(merged).values())
    return {group: phee_ratios(counts) for group, counts in groups.items()}
