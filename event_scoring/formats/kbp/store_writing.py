"""Write documents of responses as directories of the TAC KBP event argument evaluations."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from event_scoring.documents.errors import InputError, Place
from event_scoring.documents.response_ids import sha1_id
from event_scoring.documents.sides import Documents
from event_scoring.files import write_folder
from event_scoring.formats.kbp import LAYOUTS
from event_scoring.formats.kbp.kbp_responses import REALIS
from event_scoring.formats.kbp.store import ARGUMENTS, LINKING, Folder
from event_scoring.scoring.options import check_choice

Document = Mapping[str, Any]


def write_system_store(path: Folder, documents: Sequence[Document] | pa.StructArray, layout: str = "2015") -> None:
    """Write the documents of a system: its ``arguments`` and their ``linking``.

    The folder must be new or empty. Documents whose names cannot be file names are refused, and so are texts that would
    break their line.
    """
    check_choice("layout", layout, LAYOUTS)
    rows = _plain(documents)
    arguments = {_name(document): _text(_response_lines(document)) for document in rows}
    stores = {ARGUMENTS: arguments, LINKING: _linking_texts(rows, layout)}
    write_folder(path, {f"{store}/{name}": text for store, texts in stores.items() for name, text in texts.items()})


def _linking_texts(documents: Sequence[Document], layout: str) -> dict[str, str]:
    texts = {}
    for document in documents:
        ids = list(_ids(document))
        frames = [[ids[place] for place in frame] for frame in document["frames"]]
        if layout == "2015":
            lines = ["\t".join(frame) for frame in frames if frame]
        else:
            lines = [f"{number}\t{' '.join(frame)}" for number, frame in enumerate(frames) if frame]
        texts[_name(document)] = _text(lines)
    return texts


def _plain(documents: Sequence[Document] | pa.StructArray) -> list[Any]:
    if isinstance(documents, pa.Array | pa.ChunkedArray):
        plain: list[Any] = documents.to_pylist()
        return plain
    return documents.as_dicts() if isinstance(documents, Documents) else list(documents)


def _name(document: Document) -> str:
    """Return the name of a document's file."""
    name: str = document["doc_id"]
    if os.sep in name or name.startswith((".", "#")) or not name:
        raise InputError(wanted="a document id that can name a file", got=name)
    return name


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _response_lines(document: Document) -> Iterator[str]:
    for response_id, response in zip(_ids(document), document["responses"], strict=True):
        score = response.get("score")
        fields = [response_id, document["doc_id"], response["type"], response["role"], response["cas"]["text"]]
        fields += [_span(response["cas"]), _spans(response["predicate_justifications"])]
        fields += [_span(response["base_filler"]), _spans(response["argument_justifications"])]
        fields += [response["realis"], repr(1.0 if score is None else float(score))]
        for field in fields:
            if any(letter in field for letter in "\t\n\r"):
                wanted = "text without tabs and line ends"
                raise InputError(wanted=wanted, got=field, source=Place(document["doc_id"]))
        yield "\t".join(fields)


def _ids(document: Document) -> Iterator[str]:
    """Yield the ids of 2015 of a document's responses."""
    for response in document["responses"]:
        named: list[Any] = [document["doc_id"], response["type"], response["role"], response["cas"]["text"]]
        named += map(_pair, (response["cas"], response["base_filler"]))
        named += ([*map(_pair, response[f"{kind}_justifications"])] for kind in ("predicate", "argument"))
        named.append(REALIS.index(response["realis"]))
        yield sha1_id(*named)


def _pair(span: Mapping[str, int]) -> tuple[int, int]:
    return span["start"], span["end"]


def _span(span: Mapping[str, int]) -> str:
    return f"{span['start']}-{span['end']}"


def _spans(spans: Sequence[Mapping[str, int]]) -> str:
    return ",".join(map(_span, spans)) or "NIL"
