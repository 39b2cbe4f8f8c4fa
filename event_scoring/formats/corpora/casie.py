"""Read CASIE: annotated documents (`data/annotation`), a file each, and sentences as GoLLIE prepares them."""

from __future__ import annotations

from functools import partial
from typing import Any

from event_scoring.documents.errors import Path
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.corpora.character_offsets import character_document, character_mention
from event_scoring.formats.corpora.foreign_record import ForeignRecord
from event_scoring.formats.corpora.realis import read_realis, without_realis
from event_scoring.formats.text_lines import Source

_MAX_SHIFT = 20
"""Characters by which offsets may be wrong.

33 of 1,000 files were annotated on a text with up to 12 more characters; published preparations search for the words.
"""


def read_casie(source: Source, kind: Record, *, strict: bool = False) -> Documents:
    """Read a file or folder of CASIE, for extraction or as nuggets with realis and coreference (hoppers).

    An event's type consists of the type and the subtype of the corpus, such as ``Attack:Ransom``.
    """
    return read_realis(source, kind, "an annotated document of CASIE", _annotated, strict)


def from_casie(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document for extraction, without realis and coreference."""
    return without_realis(_annotated(foreign))


def _annotated(foreign: ForeignRecord) -> dict[str, Any]:
    record = foreign.as_object()
    text = foreign.get(record, "content", str)
    events = []
    for hopper, (place, group) in enumerate(foreign.items(record["cyberevent"], "hopper", ("document", "cyberevent"))):
        for where, event in foreign.items(group, "events", place):
            label = ":".join(foreign.get(event, key, str, where) for key in ("type", "subtype"))
            arguments = [
                {"role": foreign.get(foreign.get(argument, "role", dict, spot), "type", str, spot), **mention}
                for spot, argument in foreign.items(event, "argument", where, optional=True)
                for mention in foreign.kept(partial(_mention, foreign, text, argument, spot))
            ]
            trigger = foreign.get(event, "nugget", dict, where)
            for mention in foreign.kept(partial(_mention, foreign, text, trigger, (*where, "nugget"))):
                names = {"id": foreign.get(event, "index", str, where), "cluster": str(hopper)}
                realis = {"realis": event["realis"]} if "realis" in event else {}
                events.append({"type": label, "trigger": mention, "arguments": arguments, **names, **realis})
    name = foreign.get(record, "sourcefile", str).removesuffix(".txt")
    return character_document(foreign, name, text, events)


def _mention(foreign: ForeignRecord, text: str, mention: Any, where: Path) -> dict[str, Any]:
    words, start = foreign.get(mention, "text", str, where), foreign.get(mention, "startOffset", int, where)
    is_exact = foreign.strict or foreign.predicted
    return character_mention(foreign, text, words, start, where, max_shift=0 if is_exact else _MAX_SHIFT)


def from_casie_sentence(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a sentence of CASIE as GoLLIE prepares it, with the offsets of its characters."""
    record = foreign.record
    text = foreign.get(record, "text", str)

    def mention(item: Any, where: Path) -> dict[str, Any]:
        start = foreign.get(item, "start", int, where)
        return character_mention(foreign, text, foreign.get(item, "text", str, where), start, where)

    events = []
    for where, event in foreign.items(record, "events"):
        arguments = [
            {"role": foreign.get(argument, "role", str, place), **argument_record}
            for place, argument in foreign.arguments(event, where)
            for argument_record in foreign.kept(partial(mention, argument, place))
        ]
        trigger = mention(foreign.get(event, "trigger", dict, where), (*where, "trigger"))
        label = foreign.get(event, "type", str, where)
        events.append({"type": label, "trigger": trigger, "arguments": arguments})
    return character_document(foreign, foreign.get(record, "sent_id", str), text, events)
