"""InstructUIE's scores: whole answers of events and triggers, sets of arguments."""

from __future__ import annotations

import re
from typing import Any

from tests.oracles.generative_counts import Document, Event, predicted_events, set_scores, trigger_text


def normalized(text: str) -> str:
    """Return a text without differences of case, white space and repeated punctuation."""
    text = " ".join(text.split())
    text = re.sub(r"\s*([,:()._;'-])\s*", r"\1", text).lower()
    text = text.replace("{", "").replace("}", "")
    for mark in ",.;":
        text = re.sub(re.escape(mark) + "+", mark, text)
    return text.replace("’", "'").replace("location", "located")


def written(events: list[Event], task: str) -> str:
    """Write events in the form of the references."""
    if task == "EEA":
        arguments = [argument for event in events for argument in event["arguments"]]
        return (
            " " + "; ".join(f"{argument['text']}: {argument['role']}" for argument in arguments)
            if arguments
            else " None"
        )
    events = [event for event in events if event["type"] not in ("NA", "")]
    if not events:
        return " None"
    if task == "EET":
        return " " + "; ".join(f"{event['type']}: {trigger_text(event)}" for event in events)
    parts = []
    for event in events:
        fillers = ",".join(f" {argument['text']}: {argument['role']}" for argument in event["arguments"])
        parts.append(f" ( {event['type']}: {trigger_text(event)}, {fillers or 'None'}) ")
    return ",".join(parts)


def bracket_contents(answer: str) -> list[str]:
    """Return the contents of the outermost brackets; a first opening or a last closing one may be missing."""
    contents: list[str] = []
    depth = 0
    opened: int | None = None
    for position, character in enumerate(answer):
        if character == "(":
            if depth == 0:
                opened = position
            depth += 1
        elif character == ")":
            if opened is None and not contents:
                contents += [answer[:position]] if position else []
            elif depth == 1 and opened is not None:
                contents += [answer[opened + 1 : position]] if position > opened + 1 else []
            depth = max(depth - 1, 0)
    # A bracket within the unclosed one that is open too makes the rest unreadable.
    if depth == 1 and opened is not None and answer[opened + 1 :]:
        contents.append(answer[opened + 1 :])
    return contents


def comma_pieces(text: str) -> list[str]:
    """Split at commas outside brackets; the comma of an empty piece stays with the next one."""
    pieces: list[str] = []
    depth, start = 0, 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0 and position > start:
            pieces.append(text[start:position])
            start = position + 1
    return [*pieces, text[start:]] if text[start:] else pieces


def event_strings(answer: str) -> set[str]:
    """Return the events of an answer, each as one string of sorted parts."""
    return {
        ",".join(sorted(comma_pieces(normalized(content).replace("arguments:", ""))))
        for content in bracket_contents(answer)
    }


def texts_of(document: Document, task: str) -> tuple[str, str]:
    """Return the answer and the written reference of a document."""
    reference = document.get("reference_text")
    if reference is None:
        reference = written(document["reference"]["events"], task)
    answer = document["answer"] if "answer" in document else written(predicted_events(document), task)
    return answer, reference


def instructuie(case: dict[str, Any]) -> dict[str, Any]:
    """Score a case of InstructUIE."""
    task = case["options"]["task"]
    pairs = [texts_of(document, task) for document in case["documents"]]
    if task == "EEA":
        sentences = []
        for answer, reference in pairs:
            predictions = [normalized(piece) for piece in normalized(answer).split(";") if ":" in piece]
            references = [normalized(piece) for piece in reference.split(";") if ":" in piece]
            sentences.append((predictions, references))
        return {"argument_classification": set_scores(sentences)}
    read = event_strings if task == "EE" else normalized
    correct = sum(read(answer) == read(reference) for answer, reference in pairs)
    return {"accuracy": correct / len(pairs), "documents": len(pairs), "correct": correct}
