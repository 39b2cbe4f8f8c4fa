"""Scorers of texts as they are written: IEPile, KnowCoder, OmniEvent's sequences, and DEGREE's places."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.oracles.generative_counts import (
    Document,
    Event,
    OriginalStopsError,
    Scores,
    Sides,
    Span,
    f1_of,
    head_of,
    lower_and_apart,
    multiset_hits,
    multiset_scores,
    predicted_events,
    reuse_scores,
    runs,
    set_scores,
    span_of,
    trigger_span,
    trigger_text,
)

# ---- IEPile ------------------------------------------------------------------------------------------------


def iepile_answer(events: list[Event], task: str) -> str:
    """Write events as the JSON object of IEPile."""
    answer: dict[str, list[Any]] = {}
    for event in events:
        arguments: dict[str, list[str]] = {}
        for argument in event["arguments"]:
            arguments.setdefault(argument["role"], []).append(argument["text"])
        item = {"trigger": trigger_text(event), "arguments": arguments} if task == "EE" else arguments
        answer.setdefault(event["type"], []).append(item)
    return json.dumps(answer, ensure_ascii=False)


def iepile_arguments(event_type: str, arguments: Any) -> list[Any]:
    """Read the arguments of one event."""
    if not isinstance(arguments, dict):
        raise OriginalStopsError("arguments are no object")
    items = []
    for role, value in arguments.items():
        texts = value if isinstance(value, list) else [value]
        items += [(event_type, text, role) for text in texts if text != "NAN"]
    return items


def read_iepile(answer: str, task: str) -> tuple[list[Any], list[Any]] | None:
    """Read triggers and arguments of one line; None where it is unreadable."""
    try:
        content = json.loads(answer)
    except ValueError:
        return None
    if not isinstance(content, dict):
        return None
    triggers: list[Any] = []
    arguments: list[Any] = []
    for event_type, events in content.items():
        for event in events if isinstance(events, list) else []:
            if not isinstance(event, dict):
                continue
            trigger = event.get("trigger", "") if task == "EE" else ""
            if not isinstance(trigger, str):
                continue
            triggers.append((event_type, trigger))
            arguments += iepile_arguments(event_type, event.get("arguments", {}) if task == "EE" else event)
    return triggers, arguments


def rounded_scores(counts: Scores) -> Scores:
    """Round P and R to two places of a per cent, then F1 of the rounded ones."""
    precision, recall = round(100 * counts["precision"], 2), round(100 * counts["recall"], 2)
    rounded = {"precision": precision, "recall": recall, "f1": round(f1_of(precision, recall), 2)}
    return {**counts, **{name: value / 100 for name, value in rounded.items()}}


def iepile(case: dict[str, Any]) -> dict[str, Any]:
    """Score a case of IEPile."""
    task = case["options"]["task"]
    count = {"normal": multiset_scores, "set": set_scores}[case["options"]["match_mode"]]
    triggers, arguments = [], []
    unreadable = 0
    for document in case["documents"]:
        answers = document.get("answers") or [document.get("answer")]
        if answers == [None]:
            answers = [iepile_answer(predicted_events(document), task)]
        predicted: tuple[list[Any], list[Any]] = ([], [])
        for answer in answers:
            items = read_iepile(answer, task)
            unreadable += items is None
            for side, new in zip(predicted, items or ([], []), strict=True):
                side += new
        events = document["reference"]["events"]
        triggers.append(
            (predicted[0], [(event["type"], trigger_text(event) if task == "EE" else "") for event in events])
        )
        arguments.append(
            (
                predicted[1],
                [(event["type"], item["text"], item["role"]) for event in events for item in event["arguments"]],
            )
        )
    return {
        "trigger_classification": rounded_scores(count(triggers)),
        "argument_classification": rounded_scores(count(arguments)),
        "documents": len(case["documents"]),
        "unreadable": unreadable,
    }


# ---- KnowCoder ---------------------------------------------------------------------------------------------


def knowcoder_mention(text: str, document: Document, match: str) -> str | int | None:
    """Return a text as written, or the head of its first place; None where there is nothing to count."""
    if match == "EM":
        return text or None
    tokens = document["tokens"]
    if not tokens:
        return None
    # No words are found before the first token, which is their head.
    lower = [token.lower() for token in tokens]
    places = runs(text.split(), tokens) or runs(lower_and_apart(text.split()), lower)
    return head_of(places[0], document["heads"]) if places else None


def knowcoder_side(events: list[Event], document: Document, options: dict[str, Any]) -> dict[str, list[Any]]:
    """Return what a side of a sentence counts under each score."""
    triggers: list[Any] = []
    arguments: list[Any] = []
    for event in events:
        if options["task"] == "EE":
            trigger = knowcoder_mention(trigger_text(event), document, options["match"])
            if trigger is None:
                # The arguments are lost with their trigger.
                continue
            triggers.append((event["type"], trigger))
        for item in event["arguments"]:
            mention = knowcoder_mention(item["text"], document, options["match"])
            if mention is not None:
                arguments.append((event["type"], mention, item["role"]))
    sides = {
        "trigger_identification": [mention for _, mention in triggers],
        "trigger_classification": triggers,
        "argument_identification": [(kind, mention) for kind, mention, _ in arguments],
        "argument_classification": arguments,
    }
    return {name: items for name, items in sides.items() if options["task"] == "EE" or name.startswith("argument")}


def knowcoder(case: dict[str, Any]) -> dict[str, Scores]:
    """Score a case of KnowCoder; the task EAE has no triggers."""
    sentences: dict[str, list[tuple[list[Any], list[Any]]]] = {}
    for document in case["documents"]:
        predictions = knowcoder_side(predicted_events(document), document, case["options"])
        references = knowcoder_side(document["reference"]["events"], document, case["options"])
        for name, items in predictions.items():
            sentences.setdefault(name, []).append((items, references[name]))
    return {
        name: {key: value for key, value in reuse_scores(pairs).items() if key in ("precision", "recall", "f1")}
        for name, pairs in sentences.items()
    }


# ---- OmniEvent's sequences ---------------------------------------------------------------------------------


def omnievent_answer(pairs: list[tuple[str, str]]) -> str:
    """Write pairs of label and text as OmniEvent's models do."""
    return "".join(f"<extra_id_0>{label}: {text}<extra_id_1>" for label, text in pairs)


def read_omnievent(answer: str) -> list[tuple[str, str]]:
    """Read pairs of label and text; a text with a colon is lost."""
    bare = answer.replace("</s>", "").replace("<pad>", "")
    pairs = []
    for piece in re.split(r"<extra_id_[01]>", bare):
        parts = piece.split(":")
        label, text = (part.strip().replace(" ", "") for part in parts) if len(parts) == 2 else ("", "")
        if label and text:
            pairs.append((label, text))
    return pairs


def omnievent_scores(sentences: Sides) -> Scores:
    """Score multisets with 1e-10 in each denominator."""
    hits = sum(multiset_hits(predictions, references) for predictions, references in sentences)
    predictions = sum(len(items) for items, _ in sentences)
    references = sum(len(items) for _, items in sentences)
    precision, recall = hits / (predictions + 1e-10), hits / (references + 1e-10)
    f1 = 2 * precision * recall / (precision + recall + 1e-10)
    return {"precision": precision, "recall": recall, "f1": f1, "predictions": predictions, "references": references}


def omnievent(case: dict[str, Any]) -> dict[str, Scores]:
    """Score a case of OmniEvent's generated sequences."""

    def detected(events: list[Event]) -> list[Any]:
        return read_omnievent(omnievent_answer([(event["type"], trigger_text(event)) for event in events]))

    def arguments(events: list[Event]) -> list[Any]:
        return [
            (event["type"], *pair)
            for event in events
            for pair in read_omnievent(omnievent_answer([(item["role"], item["text"]) for item in event["arguments"]]))
        ]

    is_detection = case["options"]["task"] == "ED"
    sentences = []
    for document in case["documents"]:
        answer = read_omnievent(document.get("answer", ""))
        if is_detection:
            predictions = answer if "answer" in document else detected(predicted_events(document))
            references = detected(document["reference"]["events"])
        else:
            events = document["reference"]["events"]
            references = arguments(events)
            if "answer" in document:
                event_type = document.get("predicted_type", events[0]["type"] if events else "")
                predictions = [(event_type, *pair) for pair in answer]
            else:
                predictions = arguments(predicted_events(document))
        sentences.append((predictions, references))
    return {"trigger_classification" if is_detection else "argument_classification": omnievent_scores(sentences)}


# ---- DEGREE ------------------------------------------------------------------------------------------------


def degree_places(text: str, tokens: list[str]) -> list[Span]:
    """Return the places of a text; an empty one is before every token."""
    return [place for place in runs(text.split(), tokens) if place[0] < len(tokens)]


def degree_side(document: Document) -> tuple[list[Any], list[Any]]:
    """Give predicted texts their places: all of a trigger, the nearest to its last one of an argument."""
    tokens = document["tokens"]
    triggers: list[Any] = []
    arguments: list[Any] = []
    for event in predicted_events(document):
        places = degree_places(trigger_text(event), tokens)
        triggers += [(place, event["type"]) for place in places]
        # An argument whose trigger is nowhere takes its first place.
        start = places[-1][0] if places else 0
        for item in event["arguments"]:
            candidates = degree_places(item["text"], tokens)
            if candidates:
                nearest = min(candidates, key=lambda place: abs(place[0] - start))
                arguments.append((event["type"], nearest, item["role"]))
    return triggers, arguments


def degree(case: dict[str, Any]) -> dict[str, Scores]:
    """Score a case of DEGREE."""
    triggers, arguments = [], []
    for document in case["documents"]:
        events = document["reference"]["events"]
        predicted = degree_side(document)
        triggers.append((predicted[0], [(trigger_span(event), event["type"]) for event in events]))
        arguments.append(
            (
                predicted[1],
                [(event["type"], span_of(item), item["role"]) for event in events for item in event["arguments"]],
            )
        )

    def without_last(sentences: Sides) -> Sides:
        return [([item[:-1] for item in left], [item[:-1] for item in right]) for left, right in sentences]

    return {
        "trigger_identification": set_scores(without_last(triggers)),
        "trigger_classification": set_scores(triggers),
        "argument_identification": set_scores(without_last(arguments)),
        "argument_classification": set_scores(arguments),
    }
