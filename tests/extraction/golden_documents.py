"""The golden cases of extraction as documents."""

from __future__ import annotations

from typing import Any

Sides = tuple[list[dict[str, Any]], list[dict[str, Any]]]


def paper_sides(case: dict[str, Any]) -> Sides:
    """Predictions and references of a hand-written or random case."""
    predictions, references = [], []
    for gold, said in zip(case["docs"], case["preds"], strict=True):
        assert gold["id"] == said["id"]
        events = [
            {"trigger": {"span": event["trigger"]}, "type": event["type"], "arguments": event["arguments"]}
            for event in gold["gold_events"]
        ]
        references.append(
            {
                "doc_id": gold["id"],
                "tokens": gold["tokens"],
                "trigger_candidates": gold["trigger_candidates"],
                "argument_candidates": gold["argument_candidates"],
                "events": events,
            }
        )
        predictions.append(
            {
                "doc_id": said["id"],
                "events": [
                    {
                        "trigger": placed(event),
                        "type": event["label"],
                        "score": event["score"],
                        "arguments": list(map(argument, event["arguments"])),
                    }
                    for event in said["events"]
                ],
                "events_given_gold": [
                    {"trigger": event["trigger"], "type": event["type"], "arguments": list(map(argument, given))}
                    for event, given in zip(events, said["args_given_gold"], strict=True)
                ],
            }
        )
    return predictions, references


def placed(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("span", "text") if row[key] is not None}


def argument(row: dict[str, Any]) -> dict[str, Any]:
    return {**placed(row), "role": row["label"], "score": row["score"]}


def textee_documents(side: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One side of a TextEE case; its lists are those of TextEE's output files."""
    documents = []
    for row in side:
        if "triggers" in row:
            rows = [{"trigger": trigger, "arguments": []} for trigger in row["triggers"]]
        else:
            rows = row.get("events", [row])
        events = [
            {
                "trigger": {"span": event["trigger"][:2], "text": event["trigger"][3]},
                "type": event["trigger"][2],
                "arguments": [{"span": found[:2], "role": found[2], "text": found[3]} for found in event["arguments"]],
            }
            for event in rows
        ]
        documents.append({"doc_id": f"{row['doc_id']}/{row['wnd_id']}", "events": events})
    return documents


# ---- OmniEvent --------------------------------------------------------------------------------------

PARADIGMS = {"sl": "sequence-labeling", "mrc": "span-prediction", "s2s": "conditional-generation"}
MODES = {"default": "legacy", "loose": "loose", "strict": "pipeline"}


def short(label: str) -> str:
    """The labels as its sequence-to-sequence output writes them."""
    return "".join(letter for letter in label.split(".")[-1] if letter.isalnum()).lower()


def token_span(text: str, position: list[int]) -> list[int]:
    first = text[: position[0]].count(" ")
    return [first, first + text[slice(*position)].count(" ") + 1]


def chunks(tags: list[str]) -> list[tuple[int, int, str]]:
    """The spans of strict IOB2 tags; an I- without a span before it is ignored."""
    found = []
    at = 0
    while at < len(tags):
        end = at + 1
        if tags[at].startswith("B-"):
            while end < len(tags) and tags[end] == f"I-{tags[at][2:]}":
                end += 1
            found.append((at, end, tags[at][2:]))
        at = end
    return found


def omnievent_sides(case: dict[str, Any]) -> Sides:
    """Predictions and references of a case; triggers of argument extraction are those it was given."""
    label = short if case["paradigm"] == "s2s" else str
    predictions, references, triggers = [], [], []
    for item in case["items"]:
        text = item["text"]
        gold = [(event["type"], trigger) for event in item["events"] for trigger in event["triggers"]]
        mentions = [(number, mention) for number, row in enumerate(item["entities"]) for mention in row["mentions"]]
        spans = [token_span(text, row["position"]) for _, row in gold]
        others = [token_span(text, row["position"]) for row in item["negative_triggers"]]
        events = [
            {
                "trigger": {"span": span},
                "type": label(kind) if case["task"] == "ED" else kind,
                "arguments": [
                    {"span": token_span(text, mention["position"]), "role": label(row["role"])}
                    for row in trigger["arguments"]
                    for mention in row["mentions"]
                ],
            }
            for span, (kind, trigger) in zip(spans, gold, strict=True)
        ]
        references.append(
            {
                "doc_id": item["id"],
                "tokens": text.split(" "),
                "trigger_candidates": spans + others,
                "argument_candidates": [token_span(text, mention["position"]) for _, mention in mentions],
                "argument_candidate_entities": [number for number, _ in mentions],
                "events": events,
            }
        )
        triggers.append([(span, kind) for span, (kind, _) in zip(spans, gold, strict=True)])
        triggers[-1] += [(span, None) for span in others]
    if case["task"] == "ED":
        for reference, output in zip(references, case["outputs"], strict=True):
            events = [{"trigger": place, "type": kind} for place, kind in labels_of(case, output)]
            predictions.append({"doc_id": reference["doc_id"], "events": events})
        return predictions, references
    outputs = arguments_of_triggers(case, triggers)
    number = 0
    for reference, rows in zip(references, triggers, strict=True):
        events = []
        for span, kind in rows:
            said = kind if case["golden_trigger"] else case["ed_predictions"][number]
            if said is not None:
                within = len(reference["tokens"])  # outputs for other texts reach beyond this one and label nothing
                arguments = [
                    {**place, "role": role, **({"score": score} if score is not None else {})}
                    for place, role, score in outputs.get(number, [])
                    if "text" in place or place["span"][1] <= within
                ]
                events.append({"trigger": {"span": span}, "type": said, "arguments": arguments})
            number += 1
        predictions.append({"doc_id": reference["doc_id"], "events": events})
    return predictions, references


def labels_of(case: dict[str, Any], output: list[Any]) -> list[tuple[dict[str, Any], str]]:
    if case["paradigm"] == "sl":
        return [({"span": [start, end]}, kind) for start, end, kind in chunks(output)]
    if case["paradigm"] == "mrc":
        return [({"span": [token, token + 1]}, kind) for token, kind in enumerate(output) if kind != "NA"]
    return [({"text": words}, kind) for words, kind in output]


def arguments_of_triggers(case: dict[str, Any], triggers: list[Any]) -> dict[int, list[Any]]:
    """For each trigger, by its number, the arguments that were predicted for it, with scores if any."""
    kinds = [kind for rows in triggers for _, kind in rows]
    said = [kind if case["golden_trigger"] else case["ed_predictions"][row] for row, kind in enumerate(kinds)]
    found: dict[int, list[Any]] = {}
    if case["paradigm"] == "mrc":
        for name, (start, end), loss, number in case["outputs"]:
            kind, role = name.rsplit("_", 1)
            if said[number] == kind:
                found.setdefault(number, []).append(({"span": [start, end + 1]}, role, -loss))
        return found
    outputs = iter(case["outputs"])
    for number, kind in enumerate(kinds):
        given = said[number] not in (None, "NA")
        spurious = kind is None
        if (given and not (spurious and case["mode"] == "loose")) or (case["mode"] == "strict" and not spurious):
            rows = labels_of(case, next(outputs))
            found[number] = [(place, role, None) for place, role in rows] if given else []
    assert next(outputs, None) is None
    return found


# ---- Conventions of given triggers ----------------------------------------------------------------------


def neutral_sides(case: dict[str, Any]) -> Sides:
    """The documents of a case, paired by id; one that the system lacks is empty, one that only it has is dropped."""
    system = {row["id"]: row for row in case["neutral"]["system"]}
    sides: Sides = ([], [])
    for reference in case["neutral"]["references"]:
        found = system.get(reference["id"], {"events": []})
        for side, row in zip(sides, (found, reference), strict=True):
            side.append({**{key: value for key, value in row.items() if key != "id"}, "doc_id": reference["id"]})
    return sides
