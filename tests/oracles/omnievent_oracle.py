"""OmniEvent's converted evaluation by loops over candidates, one label at a time.

Slow and obvious on purpose; it shares no code with the engine. It was checked against the numbers of
`golden/extraction_omnievent.json`.
"""

from __future__ import annotations

from typing import Any

NOTHING = ("NA", "None", "O", "")
Span = tuple[int, int]


def tags(document: dict[str, Any], rows: list[dict[str, Any]]) -> list[str]:
    """The labels of tokens that spans stand for; spans do not overlap."""
    sequence = ["O"] * len(document["tokens"])
    for row in rows:
        start, end = row["span"]
        sequence[start:end] = [f"B-{row['label']}", *[f"I-{row['label']}"] * (end - start - 1)]
    return sequence


def from_tags(sequence: list[str], span: Span, boundary: bool) -> str | None:
    start, end = span
    kinds = {tag[2:] for tag in sequence[start:end]}
    if "O" in sequence[start:end] or len(kinds) > 1:
        return None
    if not boundary:
        return kinds.pop()
    if not sequence[start].startswith("B-"):
        return None
    if end < len(sequence) and sequence[end] == sequence[end - 1]:
        return None
    return kinds.pop()


def by_text(left: list[dict[str, Any]], words: str, gold: str | None) -> dict[str, Any] | None:
    """The prediction that a candidate takes, which is gone afterwards."""
    alike = [row for row in left if row["text"] == words]
    right = [row for row in alike if row["label"] == gold]
    chosen = (right or alike or [None])[0]
    if chosen is not None:
        left.remove(chosen)
    return chosen


def words_of(document: dict[str, Any], span: Span) -> str:
    return " ".join(document["tokens"][span[0] : span[1]])


def trigger_candidates(reference: dict[str, Any]) -> list[tuple[Span, dict[str, Any] | None]]:
    gold: list[tuple[Span, dict[str, Any] | None]] = [
        (tuple(event["trigger"]["span"]), event) for event in reference["events"]
    ]
    spans = [span for span, _ in gold]
    if reference.get("trigger_candidates") is None:
        covered = {token for start, end in spans for token in range(start, end)}
        others = [(token, token + 1) for token in range(len(reference["tokens"])) if token not in covered]
    else:
        others = list(dict.fromkeys(tuple(span) for span in reference["trigger_candidates"]))
    return gold + [(span, None) for span in others if span not in spans]


def label_triggers(
    prediction: dict[str, Any], reference: dict[str, Any], paradigm: str | None
) -> list[tuple[Span, dict[str, Any] | None, dict[str, Any] | None]]:
    """Each candidate with its reference event and the predicted event that labels it."""
    candidates = trigger_candidates(reference)
    events = prediction["events"]
    placed = [event for event in events if event["trigger"].get("span") is not None]
    speaking = [
        {"span": event["trigger"]["span"], "label": event["type"], "event": event}
        for event in placed
        if event["type"] not in NOTHING
    ]
    left = [
        {"text": event["trigger"]["text"], "label": event["type"], "event": event}
        for event in events
        if event["trigger"].get("span") is None and event["type"] not in NOTHING
    ]
    seen: dict[Span, int] = {}
    result = []
    for span, gold in candidates:
        turn = seen.get(span, 0)
        seen[span] = turn + 1
        found = None
        if paradigm in ("sequence-labeling", "span-prediction"):
            label = from_tags(tags(reference, speaking), span, paradigm == "sequence-labeling")
            if label is not None:
                found = {"type": label, "arguments": []}
        else:
            here = [event for event in placed if tuple(event["trigger"]["span"]) == span]
            if here:
                found = here[turn] if turn < len(here) else here[0]
        if found is not None and found["type"] in NOTHING:
            found = None
        if found is None:
            taken = by_text(left, words_of(reference, span), gold["type"] if gold else None)
            found = taken["event"] if taken else None
        result.append((span, gold, found))
    return result


def detection(predictions: list[Any], references: list[Any], paradigm: str | None) -> tuple[int, int, int]:
    """True positives, predictions and references of trigger classification."""
    asked, said = [], []
    for prediction, reference in zip(predictions, references, strict=True):
        for _, gold, found in label_triggers(prediction, reference, paradigm):
            asked.append(gold["type"] if gold else None)
            said.append(found["type"] if found else None)
    known = {label for label in asked if label is not None}
    right = sum(one == other for one, other in zip(asked, said, strict=True) if one is not None)
    return right, sum(label in known for label in said), sum(label is not None for label in asked)


def meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def argument_candidates(reference: dict[str, Any], gold: dict[str, Any] | None) -> list[tuple[Span, str | None]]:
    arguments = sorted((gold.get("arguments") or []) if gold else [], key=lambda argument: argument["role"])
    asked = [(tuple(argument["span"]), argument["role"]) for argument in arguments]
    if reference.get("argument_candidates") is None:
        mentions = [(span, span) for span, event in trigger_candidates(reference) if event is None]
    else:
        spans = [tuple(span) for span in reference["argument_candidates"]]
        entities = reference.get("argument_candidate_entities") or spans
        mentions = list(dict.fromkeys(zip(spans, entities, strict=True)))
    near = {entity for span, entity in mentions if any(meet(span, other) for other, _ in asked)}
    return asked + [(span, None) for span, entity in mentions if entity not in near]


def extraction(predictions: list[Any], references: list[Any], mode: str, paradigm: str | None) -> tuple[int, int, int]:
    """True positives, predictions and references of argument classification."""
    right = said = asked = 0
    for prediction, reference in zip(predictions, references, strict=True):
        if mode == "gold":
            visited = [
                (tuple(event["trigger"]["span"]), event, {**row, "type": event["type"]})
                for event, row in zip(reference["events"], prediction["events"], strict=True)
            ]
        else:
            visited = label_triggers(prediction, reference, None)
        for _, gold, found in visited:
            if found is None and (gold is None or mode in ("legacy", "loose")):
                continue
            if gold is None and mode == "loose":
                continue
            same = gold is not None and found is not None and gold["type"] == found["type"]
            rows = [
                {"span": row.get("span"), "text": row.get("text"), "label": row["role"], "score": row.get("score")}
                for row in (found.get("arguments") or [] if found else [])
            ]
            placed = [row for row in rows if row["span"] is not None]
            left = [row for row in rows if row["span"] is None and row["label"] not in NOTHING]
            if gold is not None and not same:
                left = []
            for span, role in argument_candidates(reference, gold):
                label = None
                if paradigm == "sequence-labeling":
                    speaking = [row for row in placed if row["label"] not in NOTHING]
                    label = from_tags(tags(reference, speaking), span, True)
                else:
                    here = [row for row in placed if tuple(row["span"]) == span]
                    if here:
                        scores = [row["score"] for row in here]
                        best = here[0] if None in scores else max(here, key=lambda row: row["score"])
                        label = best["label"]
                if label in NOTHING:
                    label = None
                if label is None:
                    taken = by_text(left, words_of(reference, span), role)
                    label = taken["label"] if taken else None
                asked += role is not None
                said += label is not None
                right += role is not None and label == role and same
    return right, said, asked
