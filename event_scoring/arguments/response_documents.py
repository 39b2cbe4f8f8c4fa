"""Documents of responses: of a system, of an assessed key, and of references, which may be in Rich ERE."""

from __future__ import annotations

from typing import Annotated, Literal

from event_scoring.arguments.argument_documents import frames_of
from event_scoring.arguments.ere_documents import EreDocument
from event_scoring.documents.schema import Integer, ListOf, Text
from event_scoring.documents.typed import UNREAD, DocumentPart, Float, Int, record_of

Verdict = Literal["C", "I", "W", "NIL"]
"""Verdict on a field: correct, inexact or wrong; NIL if the field was not judged.

Inexact is a justification that is too long or too short, or a form that is not the canonical one.
"""
Realis = Literal["Actual", "Generic", "Other"]

_Offset = Annotated[Int, Integer("offset")]
_Frames = Annotated[list[list[Int]], frames_of("responses"), "event frames: lists of places in `responses`"]
_DocId = Annotated[str, "the document's name; both sides must agree"]


class Span(DocumentPart, frozen=True, gc=False):
    """A span of characters of the text."""

    start: _Offset
    end: Annotated[_Offset, "the last offset, inclusive"]


class ArgumentString(DocumentPart, frozen=True, gc=False):
    """A canonical argument string (CAS)."""

    text: Annotated[str, Text(label="filler")]
    start: _Offset
    end: Annotated[_Offset, "the last offset, inclusive"]


class Coreference(ArgumentString, frozen=True, gc=False):
    """The coreference cluster of a canonical argument string."""

    cluster: Annotated[Int, Integer("cluster")]


class SystemResponse(DocumentPart, frozen=True):
    """A response of a system."""

    type: Annotated[str, Text(label="type"), "the event type"]
    role: Annotated[str, Text(label="role"), "the role of the argument in the event"]
    cas: Annotated[ArgumentString, "the canonical argument string and its offsets"]
    base_filler: Annotated[Span, "where the argument is mentioned"]
    predicate_justifications: Annotated[list[Span], "the text that shows the event, a set"]
    argument_justifications: Annotated[list[Span], "further text that shows the argument, a set"]
    realis: Annotated[Realis, "Actual, Generic or Other"]
    score: Annotated[Float | None, "the system's confidence; 1 where it is missing"] = None


class Assessment(DocumentPart, frozen=True, gc=False):
    """The verdicts of an assessor on a response."""

    aet: Annotated[Verdict, "is the event type right"]
    aer: Annotated[Verdict, "is the role right"]
    cas: Annotated[Verdict, "is the canonical argument string right"]
    base_filler: Annotated[Verdict, "is the base filler right"]
    realis: Annotated[Literal["Actual", "Generic", "Other", "NIL"], "the realis that the assessor gives"]
    mention_type: Annotated[Literal["NAME", "NOMINAL", "NIL"] | None, "of the CAS", UNREAD] = None


class AssessedResponse(SystemResponse, frozen=True):
    """A response of any system, with its assessment."""

    score: Annotated[Float | None, "the system's confidence; 1 where it is missing", UNREAD] = None
    assessment: Annotated[Assessment | None, "missing if the response was not assessed"] = None


class ResponseDocument(DocumentPart, frozen=True):
    """A document of a system."""

    doc_id: _DocId
    responses: list[SystemResponse]
    frames: _Frames


class KeyDocument(DocumentPart, frozen=True):
    """A document of an assessed key."""

    doc_id: _DocId
    responses: Annotated[list[AssessedResponse], "the assessed responses of all systems"]
    coreference: Annotated[list[Coreference], "which canonical argument strings name the same thing"]
    frames: _Frames


class ResponseReference(DocumentPart, frozen=True):
    """A document of the references: assessed responses, coreference and frames, or Rich ERE; all documents alike."""

    doc_id: _DocId
    responses: Annotated[list[AssessedResponse] | None, "the assessed responses of all systems"] = None
    coreference: Annotated[list[Coreference] | None, "which canonical argument strings name the same thing"] = None
    frames: _Frames | None = None
    ere: Annotated[EreDocument | None, "in place of assessed responses: the document in Rich ERE"] = None
    quoted: Annotated[
        list[Annotated[tuple[Int, Int], ListOf(Integer("offset"), 2)]] | None,
        "with `ere`: first and last offset of each quoted region, which is not scored",
    ] = None


SYSTEM_DOCUMENT = record_of(ResponseDocument)
KEY_DOCUMENT = record_of(KeyDocument)
REFERENCE_DOCUMENT = record_of(ResponseReference)
