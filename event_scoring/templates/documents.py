"""Documents of templates: their schema, and the problems of well-formed ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec

from event_scoring.documents.errors import Description, InputError, Path, did_you_mean
from event_scoring.documents.fingerprint import document_fingerprints, fingerprint
from event_scoring.documents.schema import Nested, Text
from event_scoring.documents.typed import IN_ORDER, SETS, UNREAD, DocumentPart, Int, record_of
from event_scoring.scoring.notes import INPUT_NOTES
from event_scoring.scoring.rows import Problems
from event_scoring.templates.protocols.muc4.records import FillRecord, fill_problems


class Slot(DocumentPart, frozen=True):
    """A slot of a template, with what fills it."""

    name: Annotated[str, Text(label="slot"), "the name of the slot"]
    values: Annotated[list[Annotated[str, Text(label="filler")]] | None, "its fills, a set"] = None
    entities: Annotated[
        list[list[Annotated[str, Text(label="filler")]]] | None,
        "in place of values: entities, each a list of its mentions; not under MUC-6",
    ] = None
    fills: Annotated[
        list[Annotated[FillRecord, Nested(fill_problems, "a fill")]] | None,
        IN_ORDER,
        "MUC-4, in place of values: texts, alternatives, cross-references, ranges and places",
    ] = None
    pointer: Annotated[bool | None, "whether the fills are ids of templates"] = None
    optional: Annotated[bool | None, "references only: fills that a system may leave out"] = None

    def __post_init__(self) -> None:
        """Refuse fills that annotations cannot describe."""
        for fill in self.fills or ():
            for problem in fill_problems(fill, ()):
                raise problem


class Template(DocumentPart, frozen=True, kw_only=True):
    """An object, with slots."""

    type: Annotated[
        str | None,
        Text(label="type"),
        "the class of the template, such as ORGANIZATION; only CEAF-REE does without",
    ] = None
    id: Annotated[str | None, "the name that pointers use"] = None
    optional: Annotated[bool | None, "MUC-4: whether the template may be left out"] = None
    slots: Annotated[list[Slot], "the slots of the object"]


class TemplateDocument(DocumentPart, frozen=True, kw_only=True):
    """A document of templates."""

    doc_id: Annotated[str | None, "the document's name; both sides must agree"] = None
    templates: Annotated[list[Template], "the objects of the document"]
    text: Annotated[str | None, "the text of the document; for the analysis of errors"] = None
    unparsed: Annotated[Int | None, "how many of the system's texts could not be read", UNREAD] = None
    event_types: Annotated[
        list[Annotated[str, Text(label="type")]] | None, "predictions only: types, where a model predicts them apart"
    ] = None
    entities: Annotated[list[str] | None, "entities of event tables: a set of texts"] = None

    @staticmethod
    def has_sets(document: Mapping[str, Any]) -> bool:
        """Whether a list of a document, or the values of a slot, are a set, which has no order."""
        for template in document["templates"]:
            for slot in template["slots"]:
                if type(slot.get("values")) in SETS:
                    return True
        return DocumentPart.has_sets(document)


TemplateDocuments: TypeAlias = Sequence[TemplateDocument]
"""The documents of one side."""
TEMPLATE_DOCUMENT, _TEMPLATE, _SLOT = record_of(TemplateDocument), record_of(Template), record_of(Slot)


def entities_of(slot: Slot) -> list[list[str]]:
    """Return the entities of a slot as lists of mentions; each value is an entity with one mention."""
    return slot.entities if slot.entities is not None else [[value] for value in slot.values or ()]


SIDES = ("predictions", "references")
PLACE: Path = ("references", "templates")
"""The path in errors about pairs of templates."""


def problems(prediction: TemplateDocument | None, reference: TemplateDocument | None) -> Problems:
    """Yield problems of a document under any options: pointers to no template, or to two."""
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        if document is not None:
            yield from _pointer_problems(side, document.templates)


def _pointer_problems(side: str, templates: list[Template]) -> Problems:
    pointers: list[tuple[Path, str]] = []
    for place, template in enumerate(templates):
        for of_template, slot in enumerate(template.slots):
            if slot.pointer:
                path: Path = (side, "templates", place, "slots", of_template, "values")
                pointers += [((*path, of_slot), value) for of_slot, value in enumerate(slot.values or ())]
    if not pointers:
        return  # other ids are for readers
    named: dict[str, int] = {}
    for place, template in enumerate(templates):
        if (name := template.id) is not None and named.setdefault(name, place) != place:
            see = (side, "templates", named[name], "id")
            wanted = "an id that no other template has, because slots point to templates by their ids"
            yield InputError((side, "templates", place, "id"), wanted=wanted, got=name, see=see)
    for path, value in pointers:
        if value not in named:
            wanted = "the id of a template of this document, because the slot is a pointer"
            yield InputError(path, wanted=wanted, got=value, hint=did_you_mean(value, named))


TEMPLATE_NOTES = {
    **INPUT_NOTES,
    "empty_target": (
        "{number:pointer} to a template without values: it is aligned with none, so the pointer is never right."
    ),
    "slot_twice": "{number:slot} that its template names twice; the values are taken together.",
    "optional": (
        "{number:slot} of the predictions marked as optional, which only references can say; it changes nothing."
    ),
}
"""The sentences of all warnings about the input of templates, by the name of the note."""


def template_notes(prediction: TemplateDocument, reference: TemplateDocument) -> dict[str, int]:
    """Count input notes by name: slots named twice, optional predictions, pointers to empty templates."""
    repeated = twice = optional = empty_targets = 0
    for document in (prediction, reference):
        ids: list[str] = []
        pointers: list[str] = []
        for template in document.templates:
            if template.id is not None:
                ids.append(template.id)
            names = set()
            for slot in template.slots:
                names.add(slot.name)
                if slot.pointer:
                    pointers += slot.values or ()
                if slot.optional and document is prediction:
                    optional += 1
            twice += len(template.slots) - len(names)
        repeated += len(ids) - len({*ids})
        if pointers:
            empty = {one.id for one in document.templates if not any(slot.values for slot in one.slots)}
            empty_targets += sum(name in empty for name in pointers)
    if not (repeated or twice or optional or empty_targets):
        return {}
    notes = {"repeated_id": repeated, "slot_twice": twice, "optional": optional, "empty_target": empty_targets}
    return {name: number for name, number in notes.items() if number}


def template_fingerprints(documents: TemplateDocuments) -> list[int]:
    """Return the `document_fingerprints` of documents in which any other names of templates would do.

    Examples:
        >>> first, second = (
        ...     TemplateDocument(templates=[Template(id=name, slots=[Slot("part", values=[name], pointer=True)])])
        ...     for name in ("one", "another"))
        >>> len({*template_fingerprints([first, second])})
        1
    """
    return document_fingerprints(TEMPLATE_DOCUMENT, [*map(_with_numbers, documents)])


def _with_numbers(document: TemplateDocument) -> TemplateDocument:
    """Return a document whose names are numbers that follow from the template and from the slots that point to it."""
    named = [template for template in document.templates if template.id is not None]
    pointing = [slot for template in document.templates for slot in template.slots if slot.pointer]
    if not named and not pointing:
        return document
    users: defaultdict[str, list[int]] = defaultdict(list)
    nameless = [_renamed(template, lambda name: "") for template in named]
    for template, number in zip(named, document_fingerprints(_TEMPLATE, nameless), strict=True):
        users[str(template.id)].append(number)
    pointers = [_renamed_slot(slot, lambda name: "") for slot in pointing]
    for slot, number in zip(pointing, document_fingerprints(_SLOT, pointers), strict=True):
        for name in slot.values or ():
            users[name].append(number)
    numbers = {name: str(fingerprint(sorted(found))) for name, found in users.items()}
    templates = [_renamed(template, numbers.__getitem__) for template in document.templates]
    return msgspec.structs.replace(document, templates=templates)


def _renamed(template: Template, other: Callable[[str], str]) -> Template:
    """Return a template with other names for itself and for those to which its slots point."""
    slots = [_renamed_slot(slot, other) for slot in template.slots]
    return msgspec.structs.replace(template, id=None if template.id is None else other(template.id), slots=slots)


def _renamed_slot(slot: Slot, other: Callable[[str], str]) -> Slot:
    if not slot.pointer or slot.values is None:
        return slot
    return msgspec.structs.replace(slot, values=[*map(other, slot.values)])


ENTITIES_ELSEWHERE = 'slots of entities are for the other protocols, such as protocol="gtt"'


def value_problems(prediction: TemplateDocument, reference: TemplateDocument, _: object = None) -> Problems:
    """Yield obstacles to a protocol over values: slots of entities, and templates without a type."""
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        yield from without_type(side, document)
        for template in document.templates:
            for slot in template.slots:
                if slot.values is None:
                    given = slot.entities is not None
                    hint = ENTITIES_ELSEWHERE if given else ""
                    got = Description('"entities"' if given else "nothing")
                    path = (*_path(side, document, slot), "values")
                    yield InputError(path, wanted="a list of strings", got=got, hint=hint)


def unlike_entities(
    prediction: TemplateDocument,
    reference: TemplateDocument,
    _: object = None,
    *,
    typed: tuple[str, ...] = SIDES,
    single: bool = False,
) -> Problems:
    """Yield obstacles to a protocol over entities: slots without entities, pointers, and templates without a type.

    Only the sides that are ``typed`` need types. Where it must be ``single``, a document has at most one template.
    """
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        if side in typed:
            yield from without_type(side, document)
        if single and len(document.templates) > 1:
            yield InputError(
                (side, "templates"),
                wanted="at most one template, which holds the entities of the whole document by role",
                got=Description(f"{len(document.templates)} of them"),
                hint='to score several templates, use protocol="gtt" or "ceaf-rme"',
            )
        for template in document.templates:
            for slot in template.slots:
                has_values = slot.values is not None
                if has_values == (slot.entities is not None):
                    got = Description("both" if has_values else "neither")
                    wanted = '"entities", lists of mentions, or "values"'
                    yield InputError(_path(side, document, slot), wanted=wanted, got=got)
                if slot.pointer:
                    path, hint = _path(side, document, slot), 'only protocol="muc-6" follows pointers'
                    yield InputError((*path, "pointer"), wanted="no pointer", got=True, hint=hint)


def without_type(side: str, document: TemplateDocument) -> Problems:
    """Yield an error for each template without a type."""
    for place, template in enumerate(document.templates):
        if template.type is None:
            has_fills = any(slot.fills is not None for slot in template.slots)
            hint = 'fills of MUC-4 are scored by protocol="muc-4"' if has_fills else ""
            yield InputError((side, "templates", place, "type"), wanted="a string", got=None, hint=hint)


def _path(side: str, document: TemplateDocument, wanted: Slot) -> Path:
    """Return the path of a slot in a document."""
    for place, template in enumerate(document.templates):
        for of_template, slot in enumerate(template.slots):
            if slot is wanted:
                return (side, "templates", place, "slots", of_template)
    raise LookupError(wanted)
