"""What a document of templates looks like, and what is wrong or odd with one of the right form."""

from __future__ import annotations

from collections.abc import Iterator

from event_scoring.documents.errors import Description, InputError, Path, did_you_mean
from event_scoring.documents.schema import Field, Integer, ListOf, Nested, Record, Text, Truth, optional
from event_scoring.scoring.rows import Document, Problems
from event_scoring.templates.protocols.muc4.records import fill_problems

_ENTITIES = "in place of values: entities, each a list of its mentions; not under MUC-6"
_FILLS = "MUC-4, in place of values: texts, alternatives, cross-references, ranges and places"
_TYPE = "the class of the template, such as ORGANIZATION; only CEAF-REE does without"
_SLOT = Record(
    Field("name", Text(label="slot"), "the name of the slot"),
    optional("values", ListOf(Text(label="filler", is_name_if="pointer")), "its fills, a set"),
    optional("entities", ListOf(ListOf(Text(label="filler"))), _ENTITIES),
    optional("fills", ListOf(Nested(fill_problems, "a fill"), in_order=True), _FILLS),
    optional("pointer", Truth(), "whether the fills are ids of templates"),
    optional("optional", Truth(), "references only: fills that a system may leave out"),
)
_TEMPLATE = Record(
    optional("type", Text(label="type"), _TYPE),
    optional("id", Text(is_name=True), "the name that pointers use"),
    optional("optional", Truth(), "MUC-4: whether the template may be left out"),
    Field("slots", ListOf(_SLOT), "the slots of the object"),
)
TEMPLATE_DOCUMENT = Record(
    optional("doc_id", Text(), "the document's name; both sides must agree"),
    Field("templates", ListOf(_TEMPLATE), "the objects of the document"),
    optional("text", Text(), "the text of the document; for the analysis of errors"),
    optional("unparsed", Integer(), "how many of the system's texts could not be read", is_read=False),
    optional("event_types", ListOf(Text(label="type")), "predictions only: types, where a model predicts them apart"),
    optional("entities", ListOf(Text()), "entities of event tables: a set of texts"),
)

SIDES = ("predictions", "references")
PLACE: Path = ("references", "templates")
"""What is named in an error about pairs of templates."""


def problems(prediction: Document | None, reference: Document | None) -> Problems:
    """What is wrong with a document whatever the options: pointers that lead nowhere, or to two templates."""
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        if document is not None:
            yield from _pointer_problems(side, document["templates"])


def _pointer_problems(side: str, templates: list[Document]) -> Problems:
    pointers = [
        ((side, "templates", place, "slots", of_template, "values", of_slot), value)
        for place, template in enumerate(templates)
        for of_template, slot in enumerate(template["slots"])
        if slot.get("pointer")
        for of_slot, value in enumerate(slot.get("values") or ())
    ]
    if not pointers:
        return  # other ids are for readers
    named: dict[str, int] = {}
    for place, template in enumerate(templates):
        if (name := template.get("id")) is not None and named.setdefault(name, place) != place:
            see = (side, "templates", named[name], "id")
            wanted = "an id of its own, because slots point to templates by their ids"
            yield InputError((side, "templates", place, "id"), wanted=wanted, got=name, see=see)
    for path, value in pointers:
        if value not in named:
            wanted = "the id of a template of this document, because the slot is a pointer"
            yield InputError(path, wanted=wanted, got=value, hint=did_you_mean(value, named))


def template_notes(prediction: Document, reference: Document) -> Iterator[str]:
    """Yield the name of each input note: slots named twice, optional predictions, pointers to empty templates."""
    for document in (prediction, reference):
        ids = [one["id"] for one in document["templates"] if one.get("id") is not None]
        yield from ["repeated_id"] * (len(ids) - len({*ids}))
        empty = {one.get("id") for one in document["templates"] if not any(slot.get("values") for slot in one["slots"])}
        for template in document["templates"]:
            slots = template["slots"]
            yield from ["slot_twice"] * (len(slots) - len({slot["name"] for slot in slots}))
            pointers = [name for slot in slots if slot.get("pointer") for name in slot["values"] or ()]
            yield from ["empty_target" for name in pointers if name in empty]
            if document is prediction:
                yield from ["optional" for slot in slots if slot.get("optional")]


def unlike_values(prediction: Document, reference: Document, _: object = None) -> Problems:
    """What a protocol over values cannot score: slots of entities, and templates without a type."""
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        yield from _without_type(side, document)
        for template in document["templates"]:
            for slot in template["slots"]:
                if slot.get("values") is None:
                    given = slot.get("entities") is not None
                    hint = 'slots of entities are for the other protocols, such as protocol="gtt"' if given else ""
                    got = Description('"entities"' if given else "nothing")
                    path = (*_path(side, document, slot), "values")
                    yield InputError(path, wanted="a list of strings", got=got, hint=hint)


def unlike_entities(
    prediction: Document, reference: Document, _: object = None, *, typed: tuple[str, ...] = SIDES, single: bool = False
) -> Problems:
    """What a protocol over entities cannot score: slots without entities or with pointers, templates without a type.

    Only the sides that are ``typed`` need types. Where it must be ``single``, a document has at most one template.
    """
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        if side in typed:
            yield from _without_type(side, document)
        if single and len(document["templates"]) > 1:
            yield InputError(
                (side, "templates"),
                wanted="at most one template, which holds the entities of the whole document by role",
                got=Description(f"{len(document['templates'])} of them"),
                hint='to score several templates, use protocol="gtt" or "ceaf-rme"',
            )
        for template in document["templates"]:
            for slot in template["slots"]:
                has_values = slot.get("values") is not None
                if has_values == (slot.get("entities") is not None):
                    got = Description("both" if has_values else "neither")
                    wanted = '"entities", lists of mentions, or "values"'
                    yield InputError(_path(side, document, slot), wanted=wanted, got=got)
                if slot.get("pointer"):
                    path, hint = _path(side, document, slot), 'only protocol="muc-6" follows pointers'
                    yield InputError((*path, "pointer"), wanted="no pointer", got=True, hint=hint)


def _without_type(side: str, document: Document) -> Problems:
    for place, template in enumerate(document["templates"]):
        if template.get("type") is None:
            has_fills = any(slot.get("fills") is not None for slot in template["slots"])
            hint = 'fills of MUC-4 are scored by protocol="muc-4"' if has_fills else ""
            yield InputError((side, "templates", place, "type"), wanted="a string", got=None, hint=hint)


def _path(side: str, document: Document, wanted: Document) -> Path:
    """The place of a slot in a document."""
    for place, template in enumerate(document["templates"]):
        for of_template, slot in enumerate(template["slots"]):
            if slot is wanted:
                return (side, "templates", place, "slots", of_template)
    raise LookupError(wanted)
