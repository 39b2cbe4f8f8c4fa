"""OmniEvent's converted evaluation by loops over candidates, one label at a time.

Slow and obvious on purpose; written from the description of that code, and shares no code with the engine. It was
checked against the numbers of `golden/extraction_omnievent.json`.
"""

from __future__ import annotations

from typing import Any

from tests.oracles.extraction_oracle import NOTHING, roles_of

Span = tuple[int, int]


# ---- One label for a candidate ------------------------------------------------------------------------


def bio_tags(length: int, rows: list[dict[str, Any]]) -> list[str]:
    """The tags of a sequence labeler that found these spans, which do not overlap."""
    tags = ["O"] * length
    for row in rows:
        start, end = row["span"]
        for token in range(start, end):
            tags[token] = ("B-" if token == start else "I-") + row["label"]
    return tags


def label_of_tags(tags: list[str], span: Span) -> str | None:
    """Sequence labeling: B-X, then I-X to the end, and a tag behind that is not the last one again (D1, D2)."""
    start, end = span
    if not tags[start].startswith("B-"):
        return None
    label = tags[start][2:]
    for token in range(start + 1, end):
        if tags[token] != f"I-{label}":
            return None
    if end < len(tags) and tags[end] == tags[end - 1]:
        return None
    return label


def label_of_tokens(length: int, rows: list[dict[str, Any]], span: Span) -> str | None:
    """Span prediction of triggers: a bare label for each token, which all tokens of the candidate must have (D3)."""
    labels: list[str | None] = [None] * length
    for row in rows:
        for token in range(*row["span"]):
            labels[token] = row["label"]
    found = set(labels[span[0] : span[1]])
    return found.pop() if len(found) == 1 else None


def take_text(left: list[dict[str, Any]], words: str, gold: str | None) -> dict[str, Any] | None:
    """Generation: of the predictions of this text the one with the reference's label, or else the first (D4, D6)."""
    alike = [row for row in left if row["text"] == words]
    agreeing = [row for row in alike if row["label"] == gold or (gold is None and row["label"] in NOTHING)]
    chosen = next(iter(agreeing + alike), None)
    if chosen is not None:
        left.remove(chosen)
    return chosen


def legal(label: str, schema: list[str] | None) -> bool:
    """Whether a declared schema has the label; null labels are always allowed."""
    return schema is None or label in schema or label in NOTHING


def words_of(document: dict[str, Any], span: Span) -> str:
    return " ".join(document["tokens"][span[0] : span[1]])


# ---- Detection ------------------------------------------------------------------------------------------


def trigger_candidates(reference: dict[str, Any]) -> list[tuple[Span, dict[str, Any] | None]]:
    """The reference triggers in their order, then the other candidates."""
    triggers: list[tuple[Span, dict[str, Any] | None]] = []
    for event in reference["events"]:
        triggers.append((tuple(event["trigger"]["span"]), event))
    taken = {span for span, _ in triggers}
    if reference.get("trigger_candidates") is not None:
        others = list(dict.fromkeys(tuple(span) for span in reference["trigger_candidates"]))
    else:
        covered = {token for start, end in taken for token in range(start, end)}
        others = [(token, token + 1) for token in range(len(reference["tokens"])) if token not in covered]
    return triggers + [(span, None) for span in others if span not in taken]


def label_triggers(
    prediction: dict[str, Any], reference: dict[str, Any], paradigm: str | None, types: list[str] | None
) -> list[tuple[Span, dict[str, Any] | None, dict[str, Any] | None]]:
    """Each candidate with its reference event and the predicted event that labels it."""
    length = len(reference["tokens"])
    placed, left = [], []
    for event in prediction["events"]:
        row = {"label": event["type"], "event": event, **event["trigger"]}
        if legal(event["type"], types):
            (left if row.get("span") is None else placed).append(row)
    speaking = [row for row in placed if row["label"] not in NOTHING]
    visits: dict[Span, int] = {}
    result = []
    for span, gold in trigger_candidates(reference):
        turn = visits.get(span, 0)
        visits[span] = turn + 1
        found: dict[str, Any] | None = None
        if paradigm in ("sequence-labeling", "span-prediction"):
            if paradigm == "sequence-labeling":
                label = label_of_tags(bio_tags(length, speaking), span)
            else:
                label = label_of_tokens(length, speaking, span)
            if label is not None:
                found = {"type": label, "arguments": []}
        else:
            here = [row["event"] for row in placed if tuple(row["span"]) == span]
            if here:
                found = here[turn] if turn < len(here) else here[0]
            if found is not None and found["type"] in NOTHING:
                found = None
        if found is None:
            text = take_text(left, words_of(reference, span), gold["type"] if gold else None)
            found = text["event"] if text and text["label"] not in NOTHING else None
        result.append((span, gold, found))
    return result


def detection(
    predictions: list[Any], references: list[Any], paradigm: str | None, types: list[str] | None = None
) -> tuple[int, int, int]:
    """True positives, predictions and references of trigger classification."""
    pairs = []
    for prediction, reference in zip(predictions, references, strict=True):
        for _, gold, found in label_triggers(prediction, reference, paradigm, types):
            pairs.append((gold["type"] if gold else None, found["type"] if found else None))
    # D7: only a classifier is scored over the full inventory of types, the others over those of the references.
    counted = {label for pair in pairs for label in pair} - {None}
    if paradigm != "classification":
        counted = {gold for gold, _ in pairs} - {None}
    right = sum(gold == found for gold, found in pairs if gold is not None)
    return right, sum(found in counted for _, found in pairs), sum(gold in counted for gold, _ in pairs)


# ---- Extraction -----------------------------------------------------------------------------------------


def meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def argument_candidates(reference: dict[str, Any], gold: dict[str, Any] | None) -> list[tuple[Span, str | None]]:
    """The arguments of the reference event by role, then the mentions of entities that none of them touches (D11)."""
    arguments = sorted((gold.get("arguments") or []) if gold else [], key=lambda argument: argument["role"])
    annotated = [(tuple(argument["span"]), argument["role"]) for argument in arguments]
    if reference.get("argument_candidates") is None:
        mentions = [(span, span) for span, event in trigger_candidates(reference) if event is None]
    else:
        spans = [tuple(span) for span in reference["argument_candidates"]]
        entities = reference.get("argument_candidate_entities") or spans
        mentions = list(dict.fromkeys(zip(spans, entities, strict=True)))
    touched = {entity for span, entity in mentions for other, _ in annotated if meet(span, other)}
    return annotated + [(span, None) for span, entity in mentions if entity not in touched]


def visited(
    prediction: dict[str, Any], reference: dict[str, Any], mode: str
) -> list[tuple[dict[str, Any] | None, dict[str, Any] | None]]:
    """The triggers whose arguments count, as pairs of reference and predicted event."""
    if mode == "gold":
        return [
            (event, {**row, "type": event["type"]})
            for event, row in zip(reference["events"], prediction["events"], strict=True)
        ]
    pairs = [(gold, found) for _, gold, found in label_triggers(prediction, reference, None, None)]
    pairs = [(gold, found) for gold, found in pairs if gold is not None or found is not None]
    if mode in ("legacy", "loose"):
        pairs = [(gold, found) for gold, found in pairs if found is not None]
    if mode == "loose":
        pairs = [(gold, found) for gold, found in pairs if gold is not None]
    return pairs


def label_arguments(
    reference: dict[str, Any],
    gold: dict[str, Any] | None,
    found: dict[str, Any] | None,
    paradigm: str | None,
    schema: Any,
) -> list[tuple[str | None, str | None]]:
    """For each argument candidate of a trigger the reference role and the predicted one."""
    roles = roles_of(schema, found["type"]) if found else None
    rows = [{"label": row["role"], **row} for row in (found.get("arguments") or [] if found else [])]
    rows = [row for row in rows if legal(row["label"], roles)]
    placed = [row for row in rows if row.get("span") is not None]
    left = [row for row in rows if row.get("span") is None]
    if gold is not None and (found is None or found["type"] != gold["type"]):
        left = []  # D9
    result = []
    for span, role in argument_candidates(reference, gold):
        label: str | None = None
        if paradigm == "sequence-labeling":
            tags = bio_tags(len(reference["tokens"]), [row for row in placed if row["label"] not in NOTHING])
            label = label_of_tags(tags, span)
        else:
            here = [row for row in placed if tuple(row["span"]) == span]
            if here:
                best = here[0]
                if all(row.get("score") is not None for row in here):
                    best = max(here, key=lambda row: row["score"])
                label = best["label"]
        if label in NOTHING:
            label = None
        if label is None:
            text = take_text(left, words_of(reference, span), role)
            label = text["label"] if text and text["label"] not in NOTHING else None
        result.append((role, label))
    return result


def extraction(
    predictions: list[Any], references: list[Any], mode: str, paradigm: str | None, roles: Any = None
) -> tuple[int, int, int]:
    """True positives, predictions and references of argument classification."""
    right = said = asked = 0
    for prediction, reference in zip(predictions, references, strict=True):
        for gold, found in visited(prediction, reference, mode):
            same = gold is not None and found is not None and gold["type"] == found["type"]
            for role, label in label_arguments(reference, gold, found, paradigm, roles):
                asked += role is not None
                said += label is not None
                right += same and role is not None and role == label
    return right, said, asked
