"""What documents of responses look like, on the side of a system and as an assessed key."""

from __future__ import annotations

from dataclasses import replace

from event_scoring.arguments.argument_documents import frames_of
from event_scoring.arguments.ere_documents import ERE
from event_scoring.arguments.rule import REALIS
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, optional

VERDICTS = ("C", "I", "W", "NIL")
"""Correct, inexact, wrong; NIL where the field was not judged."""

SPAN = Record(Field("start", Integer("offset")), Field("end", Integer("offset"), "the last offset, inclusive"))

_CAS = Record(Field("text", Text(label="filler")), *SPAN.fields)

_RESPONSE = (
    Field("type", Text(label="type"), "the event type"),
    Field("role", Text(label="role"), "the role of the argument in the event"),
    Field("cas", _CAS, "the canonical argument string and its offsets"),
    Field("base_filler", SPAN, "where the argument is mentioned"),
    Field("predicate_justifications", ListOf(SPAN), "the text that shows the event, a set"),
    Field("argument_justifications", ListOf(SPAN), "further text that shows the argument, a set"),
    Field("realis", Text(REALIS), "Actual, Generic or Other"),
)
_SCORE = optional("score", Number(), "the system's confidence; 1 where it is missing")

ASSESSMENT = Record(
    Field("aet", Text(VERDICTS), "is the event type right"),
    Field("aer", Text(VERDICTS), "is the role right"),
    Field("cas", Text(VERDICTS), "is the canonical argument string right"),
    Field("base_filler", Text(VERDICTS), "is the base filler right"),
    Field("realis", Text((*REALIS, "NIL")), "the realis that the assessor gives"),
    optional("mention_type", Text(("NAME", "NOMINAL", "NIL")), "of the CAS", is_read=False),
)

RESPONSE = Record(*_RESPONSE, _SCORE)
ASSESSED_RESPONSE = Record(
    *_RESPONSE,
    replace(_SCORE, is_read=False),
    optional("assessment", ASSESSMENT, "missing where nobody assessed it"),
)

_DOC_ID = Field("doc_id", Text(), "the document's name; both sides must agree")
_FRAMES = Field("frames", frames_of("responses"), "event frames: lists of places in `responses`")

SYSTEM_DOCUMENT = Record(_DOC_ID, Field("responses", ListOf(RESPONSE)), _FRAMES)

_KEY = (
    Field("responses", ListOf(ASSESSED_RESPONSE), "the assessed responses of all systems"),
    Field(
        "coreference",
        ListOf(Record(*_CAS.fields, Field("cluster", Integer("cluster")))),
        "which canonical argument strings name the same thing",
    ),
    _FRAMES,
)

KEY_DOCUMENT = Record(_DOC_ID, *_KEY)

REFERENCE_DOCUMENT = Record(
    _DOC_ID,
    *(replace(field, required=False) for field in _KEY),
    optional("ere", ERE, "in place of assessed responses: the document in Rich ERE"),
    optional(
        "quoted",
        ListOf(ListOf(Integer("offset"), 2)),
        "with `ere`: first and last offset of each quoted region, which is not scored",
    ),
)
"""A document of the references: assessed responses, coreference and frames, or Rich ERE; all documents alike."""
