"""Write documents of responses as the stores of the TAC KBP event argument evaluations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from event_scoring.documents.response_ids import sha1_id
from event_scoring.formats.kbp.kbp_responses import REALIS

Document = dict[str, Any]


def write_system_store(folder: Path, documents: Sequence[Document], layout: str = "2015") -> None:
    """Write the ``arguments`` of a system and their ``linking``."""
    for name in ("arguments", "linking"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for document in documents:
        ids = [response_id(document["doc_id"], response) for response in document["responses"]]
        lines = [argument_line(document["doc_id"], *pair) for pair in zip(ids, document["responses"], strict=True)]
        frames = [[ids[place] for place in frame] for frame in document["frames"] if frame]
        of_2015 = ["\t".join(frame) for frame in frames]
        of_2016 = [f"{number}\t{' '.join(frame)}" for number, frame in enumerate(frames)]
        write_lines(folder / "arguments" / document["doc_id"], lines)
        write_lines(folder / "linking" / document["doc_id"], of_2015 if layout == "2015" else of_2016)


def write_key(folder: Path, documents: Sequence[Document]) -> None:
    """Write an annotation store: the lines of a store of arguments, each with its assessment."""
    folder.mkdir()
    for document in documents:
        strings = {(one["text"], one["start"], one["end"]): str(one["cluster"]) for one in document["coreference"]}
        lines = []
        for response in document["responses"]:
            line = argument_line(document["doc_id"], response_id(document["doc_id"], response), response)
            cluster = strings.get((response["cas"]["text"], response["cas"]["start"], response["cas"]["end"]))
            fields = ["UNANNOTATED"] * 4 + [cluster or "UNANNOTATED"] + ["UNANNOTATED"] * 2
            if verdict := response.get("assessment"):
                fields = [verdict[name] for name in ("aet", "aer", "cas", "base_filler")]
                fields += [cluster or "NIL", verdict["realis"], verdict.get("mention_type") or "NIL"]
            lines.append("\t".join([line, *fields]))
        write_lines(folder / document["doc_id"], lines)


def argument_line(doc_id: str, id_of_response: str, response: dict[str, Any]) -> str:
    """Return the line of a response in a store of arguments."""
    score = 1.0 if response.get("score") is None else float(response["score"])
    fields = [id_of_response, doc_id, response["type"], response["role"], response["cas"]["text"]]
    fields += [spans([response["cas"]]), spans(response["predicate_justifications"])]
    fields += [spans([response["base_filler"]]), spans(response["argument_justifications"])]
    return "\t".join([*fields, response["realis"], repr(score)])


def response_id(doc_id: str, response: dict[str, Any]) -> str:
    """Return the id of 2015 of a response."""
    pairs = {
        name: [(span["start"], span["end"]) for span in (value if isinstance(value, list) else [value])]
        for name, value in response.items()
        if name in ("cas", "base_filler", "predicate_justifications", "argument_justifications")
    }
    return sha1_id(
        *(doc_id, response["type"], response["role"], response["cas"]["text"]),
        *(pairs["cas"][0], pairs["base_filler"][0]),
        *(pairs["predicate_justifications"], pairs["argument_justifications"]),
        REALIS.index(response["realis"]),
    )


def spans(values: Sequence[dict[str, int]]) -> str:
    """Return spans as a field."""
    return ",".join(f"{span['start']}-{span['end']}" for span in values) or "NIL"


def write_lines(path: Path, lines: Sequence[str]) -> None:
    """Write a file of lines."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
