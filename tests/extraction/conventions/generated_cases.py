"""Golden cases of generated events as calls of the package: documents, answers that are read, options, keys."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from event_scoring import documents_from_texts, score_extraction

REPEATS = {"normal": "multiset", "set": "set", "multimatch": "reuse"}
VARIANTS = {"lcs": "bojone", "char-set": "mirror"}
BY_TOKENS = ("text2event", "uie", "knowcoder", "tanl", "degree", "code4struct")
"""Scorers of cases whose documents are given as tokens alone."""
Case = Mapping[str, Any]


def calls_of(case: Case) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """Yield the options of each call of a case, and the key of its expected numbers, if they have one."""
    given, scorer = case["options"], case["scorer"]
    if scorer == "uie":
        for unit in ("text", "span"):
            yield (
                unit,
                {
                    **{"convention": "uie", "unit": unit, "repeats": REPEATS[given["match_mode"]]},
                    **{"places": ("next-free", given["map"]), "types": given["types"], "roles": given["roles"]},
                },
            )
        return
    options: dict[str, dict[str, Any]] = {
        "text2event": {name: given[name] for name in ("unit", "types", "roles") if name in given},
        "iepile": {"repeats": REPEATS[given.get("match_mode", "normal")], "task": given.get("task")},
        "knowcoder": {"unit": "text" if given.get("match") == "EM" else "head", "task": given.get("task")},
        "gollie": {
            "partial": given.get("task", "").startswith("CASIE"),
            **{"types": [*given.get("schema", ())], "roles": given.get("schema")},
        },
        "instructuie": {"task": given.get("task")},
        "code4struct": {"unit": given.get("unit")},
        "duee": {"variant": VARIANTS.get(given.get("variant"))},
        "raee": {"task": given.get("task", "").upper()},
    }
    name = "omnievent-seq2seq" if scorer == "omnievent" else scorer
    yield None, {"convention": name, **options.get(scorer, {})}


def documents_of(case: Case) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the predictions and the references of a case; answers are read in the form of its scorer."""
    sides: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], [])
    for document in case["documents"]:
        left_out = "text" if case["scorer"] in BY_TOKENS else "tokens" if case["scorer"] == "phee" else ""
        reference = {key: document[key] for key in ("tokens", "text", "heads") if key in document and key != left_out}
        reference |= {"doc_id": document["id"], "events": document["reference"]["events"]}
        if document.get("reference_text") is not None:
            reference["answer"] = document["reference_text"]
        sides[1].append(reference)
        if "answer" in document or "answers" in document:
            sides[0].append(read(case, document))
            continue
        events = (document.get("prediction") or {"events": []})["events"]
        predicted: dict[str, Any] = {"doc_id": document["id"], "events": events}
        if "judge_answers" in document:
            predicted["judge_answers"] = document["judge_answers"]
        sides[0].append(predicted)
    return sides


def read(case: Case, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of an answer, or of several, in the form of the scorer."""
    scorer, options = case["scorer"], case["options"]
    if scorer == "tanl":
        return read_tanl(options, document)
    answers, events = document.get("answers") or document["answer"], document["reference"]["events"]
    first = events[0] if events else {"type": "", "trigger": {"text": ""}}
    inputs: dict[str, Any] = {}
    if scorer in ("iepile", "instructuie"):
        inputs["task"] = options["task"]
    if scorer in ("uie", "text2event"):
        inputs |= {"types": options["types"], "roles": options["roles"]}
    if scorer == "uie":
        inputs["sentences"] = [("" if options["tokens"] == "list" else " ").join(document["tokens"])]
    if scorer == "gollie":
        inputs["schema"] = options["schema"]
    if scorer == "code4struct":
        inputs["given"] = [{"type": first["type"], "trigger": {"span": first["trigger"]["span"]}}]
    if scorer == "omnievent" and options["task"] == "EAE":
        inputs["given"] = [{"type": document.get("predicted_type", first["type"]), "trigger": {"text": "x"}}]
    if scorer == "instructuie" and options["task"] == "EEA":
        inputs["given"] = [{"type": "x", "trigger": {"text": "x"}}]
    (found,) = documents_from_texts([answers], [document["id"]], form=scorer, **inputs)
    return found


def read_tanl(options: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of a trigger answer, with the arguments of the answer for each predicted trigger."""
    inputs: dict[str, Any] = {"tokens": [document["tokens"]]}
    inputs |= {name: options[name] for name in ("types", "entity_types")}
    (found,) = documents_from_texts([document["answer"]], [document["id"]], form="tanl", **inputs)
    events = {(event["type"], tuple(event["trigger"]["span"])): event for event in found["events"]}
    for answer in document["argument_answers"]:
        event = events.get((answer["type"], tuple(answer["span"])))
        if event is not None:
            given = [{"type": answer["type"], "trigger": {"span": answer["span"]}}]
            named = {"given": given, "roles": options["roles"], "schema": options["schema"]}
            (of_event,) = documents_from_texts([answer["answer"]], form="tanl", **inputs, **named)
            event["arguments"] = event["arguments"] + of_event["events"][0]["arguments"]
    return {**found, "events": [*events.values()]}


def differences(case: Case, expected: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Return each expected number that the package does not give, with what it gives."""
    predictions, references = documents_of(case)
    found = []
    for key, options in calls_of(case):
        result = score_extraction(predictions, references, details=True, **options)
        for name, wanted in flat(expected if key is None else expected[key]):
            got = value_of(result, name)
            is_same = got == wanted if not isinstance(wanted, float | int) else math.isclose(got, wanted, abs_tol=1e-9)
            found += [] if is_same else [(options, name, wanted, got)]
    return found


def flat(expected: Mapping[str, Any], *names: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the numbers of nested expected results, each with the names that lead to it."""
    for name, value in expected.items():
        if isinstance(value, Mapping) and name != "asked":
            yield from flat(value, *names, name)
        else:
            yield (*names, name), value


def value_of(result: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    """Return what a result has for an expected number."""
    if names[0] == "per_type":
        return result["per_type"].get(names[1], {}).get(names[2], 0)
    if len(names) == 3:  # PHEE: the group, exact or token, and the ratio
        names = (names[1], names[0], names[2])
    return result["_".join(names)]
