"""JSON Lines of MAVEN-FACT: chains of event mentions with factuality, arguments with offsets of characters."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any

from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.corpora.foreign_record import ForeignRecord
from event_scoring.formats.generated.realis import read_realis, without_realis
from event_scoring.formats.text_lines import Source


def read_maven_fact(source: Source, kind: Record, *, strict: bool = False) -> Documents:
    """Return the documents of a file, for extraction or as nuggets whose realis is the factuality (CT+, PS-, Uu, …).

    A chain of event mentions is a cluster. Each mention has the arguments of its chain, as in MAVEN-Arg.
    """
    return read_realis(source, kind, "a document of MAVEN-FACT", _document, strict)


def from_maven_fact(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document for extraction, without factuality and coreference."""
    return without_realis(_document(foreign))


def _document(foreign: ForeignRecord) -> dict[str, Any]:
    record = foreign.as_object()
    sentences = [foreign.words(words, where) for where, words in foreign.items(record, "tokens")]
    starts = [sum(map(len, sentences[:number])) for number in range(len(sentences))]
    foreign.place_tokens([*chain.from_iterable(sentences)], foreign.get(record, "document", str))
    events = []
    for where, event in foreign.items(record, "events"):
        chained: dict[str, Any] = {"type": foreign.get(event, "type", str, where), "arguments": []}
        chained["cluster"] = foreign.get(event, "id", str, where)
        for number, (place, argument) in enumerate(foreign.items(event, "arguments", where, optional=True)):
            named = {"role": foreign.get(argument, "type", str, place), "entity": f"{chained['cluster']}-{number}"}
            for spot, mention in foreign.items(argument, "mentions", place):
                words = foreign.get(mention, "mention", str, spot)
                spans = foreign.kept(partial(foreign.character_span, mention, spot, "offset", "mention"))
                chained["arguments"] += [{**named, "text": words, "span": span} for span in spans]
        for place, mention in foreign.items(event, "mention", where):
            sentence = foreign.get(mention, "sent_id", int, place)
            if not 0 <= sentence < len(sentences):
                raise foreign.error((*place, "sent_id"), wanted="a sentence of the document", got=sentence)
            offset = foreign.get(mention, "offset", list, place)
            first, last = (foreign.get(offset, index, int, place) + starts[sentence] for index in (0, 1))
            words = foreign.get(mention, "trigger_word", str, place)
            trigger = {"span": foreign.span(first, last, words, place), "text": words}
            labels = {"id": foreign.get(mention, "id", str, place)}
            labels |= {"realis": mention["factuality"]} if "factuality" in mention else {}
            events.append({**chained, "trigger": trigger, **labels})
    return foreign.document(foreign.get(record, "id", str), events)
