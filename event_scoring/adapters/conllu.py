"""Read CoNLL-U: labels of words, and the entities of CorefUD."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from event_scoring.adapters.mentions import nuggets_from_sentences
from event_scoring.documents.errors import Description
from event_scoring.formats.text_lines import Lines, Source, read_lines

_Node = tuple[int, str | None, dict[str, str], int]
"""Line, word, column MISC and sentence of a node; empty nodes have no word."""
ENTITY_FIELDS = ["eid", "etype", "head", "other"]
"""Fields between the brackets of an entity, unless the file declares others."""


def nuggets_from_conllu(
    source: Source, key: str = "Event", *, tokens: bool = False, **labels: Any
) -> list[dict[str, Any]]:
    r"""Return nugget documents from CoNLL-U with a label in its last column (``Event=B-Attack``).

    Documents begin at ``# newdoc``. A nugget ends with its sentence. Lines of multiword tokens and empty nodes are
    skipped.

    Args:
        source: The file.
        key: The key of the label in the column MISC. A word without the key has no label.
        tokens: Add the words to each document, for pipelines and reports; scores take documents without them.
        **labels: Options of `nuggets_from_labels`.

    Examples:
        >>> rows = ["# newdoc id = a", "1\tHe" + "\t_" * 8, "2\tdied" + "\t_" * 7 + "\tSpaceAfter=No|Event=Die"]
        >>> nuggets_from_conllu("\n".join(rows).encode())
        [{'doc_id': 'a', 'mentions': [{'token_ids': [1], 'type': 'Die'}]}]
    """
    documents = list(_documents(read_lines(source)))
    words = [[node for node in nodes if node[1] is not None] for _, nodes in documents]
    sentences = [
        [[misc.get(key, "O") for _, _, misc, _ in sentence] for _, sentence in groupby(each, key=itemgetter(3))]
        for each in words
    ]
    nuggets = nuggets_from_sentences(sentences, **labels)
    return [
        {**_named(name), **({"tokens": [word for _, word, _, _ in each]} if tokens else {}), **document}
        for (name, _), each, document in zip(documents, words, nuggets, strict=True)
    ]


def nuggets_from_corefud(source: Source, kind: str = "Event", *, tokens: bool = False) -> list[dict[str, Any]]:
    r"""Return nugget documents with clusters from the ``Entity`` of CorefUD.

    Mentions may overlap and have gaps. Mentions of empty nodes alone have no tokens and are left out.

    Args:
        source: The file.
        kind: The type of nuggets whose entities have none.
        tokens: Add the words to each document, for pipelines and reports; scores take documents without them.

    Examples:
        >>> cells = "\t_" * 7 + "\tEntity="
        >>> rows = ["# newdoc", f"1\tfire{cells}(e1-event-1(e2-event-1)", f"2\tended{cells}e1)"]
        >>> nuggets_from_corefud("\n".join(rows).encode())[0]["mentions"]
        [{'token_ids': [0, 1], 'type': 'event', 'id': 'm0'}, {'token_ids': [0], 'type': 'event', 'id': 'm1'}]
    """
    lines = read_lines(source)
    declared = re.search(r"^# *global\.Entity *= *(.*)$", "\n".join(lines.text.to_pylist()), re.MULTILINE)
    fields = declared.group(1).strip().split("-") if declared else ENTITY_FIELDS
    documents = []
    for name, nodes in _documents(lines):
        words: list[str] = []
        mentions: list[dict[str, Any]] = []
        clusters: dict[str, list[dict[str, Any]]] = {}
        begun: dict[tuple[str, str], dict[str, Any]] = {}
        opened: dict[str, list[tuple[dict[str, Any], int]]] = {}
        for row, word, misc, _ in nodes:
            start = len(words)
            if word is not None:
                words.append(word)
            for opening, body, closing in re.findall(r"(\(?)([^()]+)(\)?)", misc.get("Entity", "")):
                values = dict(zip(fields, body.split("-", len(fields) - 1), strict=False))
                label = values.get("eid", body)
                entity, _, part = label.partition("[")
                number, _, parts = part.partition("/")
                # Between the parts of a mention others of its entity may stand.
                if opening and number not in ("", "1") and (entity, parts) in begun:
                    opened.setdefault(label, []).append((begun[entity, parts], start))
                elif opening:
                    mention: dict[str, Any] = {
                        "token_ids": [],
                        "type": values.get("etype") or kind,
                        "id": f"m{len(mentions)}",
                    }
                    mentions.append(mention)
                    begun[entity, parts] = mention
                    clusters.setdefault(entity, []).append(mention)
                    opened.setdefault(label, []).append((mention, start))
                if closing:
                    if not opened.get(label):
                        raise lines.error(row, wanted=f"the entity {label} to be open where it closes")
                    mention, start_of_part = opened[label].pop()
                    mention["token_ids"] += range(start_of_part, len(words))
        if left := next((label for label, parts in opened.items() if parts), None):
            raise lines.error(nodes[-1][0], wanted=f"the entity {left} to be closed in its document")
        chains = [[each["id"] for each in chain if each["token_ids"]] for chain in clusters.values()]
        document = {
            "mentions": [each for each in mentions if each["token_ids"]],
            "clusters": list(filter(None, chains)),
        }
        documents.append({**_named(name), **({"tokens": words} if tokens else {}), **document})
    return documents


def _named(name: str | None) -> dict[str, str]:
    return {} if name is None else {"doc_id": name}


def _documents(lines: Lines) -> Iterator[tuple[str | None, list[_Node]]]:
    """Yield the name of each document, with its words and empty nodes."""
    name: str | None = None
    nodes: list[_Node] | None = None
    sentence = 0
    for row, line in enumerate(lines.text.to_pylist()):
        if begins := re.match(r"# *newdoc\b(?: *id *= *(.*))?", line):
            if nodes is not None:
                yield name, nodes
            name, nodes = begins.group(1), []
        if not line or line.startswith("#"):
            sentence += not line
            continue
        cells = line.split("\t")
        if len(cells) != 10:
            raise lines.error(row, wanted="the 10 columns of CoNLL-U", got=Description(len(cells)))
        nodes = [] if nodes is None else nodes
        if "-" not in cells[0]:
            misc = dict(pair.partition("=")[::2] for pair in cells[9].split("|"))
            nodes.append((row, cells[1] if cells[0].isdigit() else None, misc, sentence))
    if nodes is not None:
        yield name, nodes
