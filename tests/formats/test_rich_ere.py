"""Rich ERE files: there and back, what is refused, and what they give to each score."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest

from event_scoring import InputError, score_responses
from event_scoring.formats.rich_ere_files import read_quoted_regions, read_rich_ere
from tests.arguments.test_rich_ere import CASES, sides


def element(tag: str, attributes: dict[str, Any], *inner: str) -> str:
    written = "".join(f" {name}={quoteattr(str(value))}" for name, value in attributes.items() if value is not None)
    return f"<{tag}{written}>{''.join(inner)}</{tag}>"


def span(record: dict[str, Any]) -> dict[str, Any]:
    return {name: record[name] for name in ("offset", "length")}


def as_xml(ere: dict[str, Any]) -> str:
    """A document in the words of its file."""
    entities = []
    for entity in ere["entities"]:
        mentions = [
            element(
                "entity_mention",
                {"id": mention["id"], "noun_type": mention["noun_type"], **span(mention)},
                element("mention_text", {}, mention["text"]),
                *([element("nom_head", span(mention["nom_head"]), "h")] if "nom_head" in mention else []),
            )
            for mention in entity["mentions"]
        ]
        entities.append(element("entity", {key: entity[key] for key in ("id", "type", "specificity")}, *mentions))
    fillers = [
        element(
            "filler", {key: filler.get(key) for key in ("id", "type", "offset", "length", "nom_time")}, filler["text"]
        )
        for filler in ere["fillers"]
    ]
    hoppers = []
    for hopper in ere["hoppers"]:
        events = []
        for event in hopper["event_mentions"]:
            arguments = [element("em_arg", {**each, "realis": str(each["realis"])}) for each in event["arguments"]]
            kind = {key: event[key] for key in ("id", "type", "subtype", "realis")}
            events.append(element("event_mention", kind, element("trigger", span(event["trigger"]), "t"), *arguments))
        hoppers.append(element("hopper", {"id": hopper["id"]}, *events))
    parts = {"entities": entities, "fillers": fillers, "relations": [], "hoppers": hoppers}
    children = [element(name, {}, *inner) for name, inner in parts.items()]
    return element("deft_ere", {"doc_id": ere["doc_id"], "source_type": "multi_post"}, *children)


@pytest.mark.parametrize("case", CASES[:8], ids=lambda case: case["id"])
def test_files_score_as_documents_do(case: dict[str, Any], tmp_path: Path) -> None:
    predictions, references = sides(case)
    for reference in references:
        (tmp_path / f"{reference['doc_id'].removesuffix('-kbp')}.rich_ere.xml").write_text(as_xml(reference["ere"]))
    regions = {reference["doc_id"].removesuffix("-kbp"): reference["quoted"] for reference in references}
    read = read_rich_ere(tmp_path, [reference["doc_id"] for reference in references], regions)
    options: dict[str, Any] = {"details": True, "types": case["options"]["types"], "preprocess": "official-2016"}
    assert score_responses(predictions, read, **options) == score_responses(predictions, references, **options)


def test_quoted_regions_of_a_folder_of_texts(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected texts of documents \(.txt, .xml\), got none"):
        read_quoted_regions(tmp_path)
    (tmp_path / "d.txt").write_text("a<quote>b</quote>c")
    (tmp_path / "e.cmp.txt").write_text("no quotation")
    assert read_quoted_regions(tmp_path) == {"d": [[1, 16]], "e": []}
    (tmp_path / "d.xml").write_text("another")
    with pytest.raises(InputError, match="expected one text of a document, got another of d"):
        read_quoted_regions(tmp_path)


GOOD = as_xml(sides(CASES[0])[1][0]["ere"])


def test_folders_without_the_document(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected a folder with files \*.rich_ere.xml, got none"):
        read_rich_ere(tmp_path)
    (tmp_path / "a.rich_ere.xml").write_text(GOOD)
    assert [document["doc_id"] for document in read_rich_ere(tmp_path)] == ["a"]
    with pytest.raises(InputError, match=r"expected a file b.rich_ere.xml for document 'b-kbp', got none"):
        read_rich_ere(tmp_path, ["b-kbp", "b"])
