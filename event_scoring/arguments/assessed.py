"""One document of assessed responses: the responses, the verdicts of assessors, and their problems.

As the scorer of the TAC KBP event argument evaluation of 2015 reads it: BBN-E/tac-kbp-eal, commit b6206654, classes
`_Response`, `_ResponseAssessment`, `_AssessedResponse`, `CorefAnnotation`, `AnswerKey` and `ArgumentOutput`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import msgspec

from event_scoring.arguments.response_documents import (
    ArgumentString,
    Assessment,
    Coreference,
    KeyDocument,
    ResponseDocument,
    ResponseReference,
    Span,
    SystemResponse,
)
from event_scoring.arguments.rule import ArgumentKey
from event_scoring.documents.errors import Description, InputError, quoted
from event_scoring.documents.response_ids import CONTRADICTORY, hash_2014, is_contradictory

Identity: TypeAlias = "tuple[str, str, str, ArgumentString, Span, frozenset[Span], frozenset[Span]]"
"""Fields that identify a response of a document: all but score and assessment, event type, role and realis first.

As in `_Response.java`; the task description of 2014 leaves out the argument justifications.
"""


class Response(msgspec.Struct, eq=False):
    """One response of a document, however often either side lists it."""

    type: str
    role: str
    realis: str
    cas: ArgumentString
    base_filler: Span
    predicate_justifications: frozenset[Span]
    argument_justifications: frozenset[Span]
    key: ArgumentKey
    """The argument (TRFR) that it supports. Its filler is the coreference cluster of its string."""
    assessment: Assessment | None = None
    score: float | None = None
    """The highest confidence of the system; None if the system does not give the response."""

    @property
    def is_correct(self) -> bool:
        """Whether all fields are right, allowing inexact justifications: `isCorrectUpToInexactJustifications`."""
        assessment = self.assessment
        return assessment is not None and assessment.realis == self.realis and _all_accepted(assessment)

    def accepts(self, name: str) -> bool:
        """Whether the assessor found a field correct or inexact."""
        return self.assessment is not None and getattr(self.assessment, name) in _ACCEPTED


@dataclass
class AssessedDocument:
    """The responses of a system and the verdicts of the assessors for one document."""

    doc_id: str
    responses: Sequence[Response]
    """Every response once, in the order in which the references list it last."""
    prediction_frames: Sequence[Sequence[Response]]
    reference_frames: Sequence[Sequence[Response]]
    predictions: Sequence[Response | None]
    """The responses of the system; None for those that pre-processing removed."""
    references: Sequence[Response | None]

    def best(self, responses: Iterable[Response]) -> dict[ArgumentKey, Response]:
        """Return for each argument the response with the highest confidence; of equal ones that with the larger id of
        2014.

        `ArgumentOutput.java` chooses both the responses that are kept and those that are judged in this way.
        """
        found: dict[ArgumentKey, Response] = {}
        for response in responses:
            other = found.setdefault(response.key, response)
            if other is not response and self._goes_before(response, other):
                found[response.key] = response
        return found

    def _goes_before(self, one: Response, other: Response) -> bool:
        if one.score != other.score:
            return (one.score or 0.0) > (other.score or 0.0)
        return self.hash_2014(one) > self.hash_2014(other)

    def hash_2014(self, response: Response | SystemResponse) -> int:
        """Return the id of 2014 of a response of the document."""
        cas = response.cas
        return hash_2014(
            self.doc_id,
            response.type,
            response.role,
            cas.text,
            (cas.start, cas.end),
            (response.base_filler.start, response.base_filler.end),
            [(span.start, span.end) for span in response.predicate_justifications],
            [(span.start, span.end) for span in response.argument_justifications],
            response.realis,
        )


def assessed_document(prediction: ResponseDocument, reference: ResponseReference) -> AssessedDocument:
    """Join both sides of a document without problems; a missing score is 1."""
    clusters = {_string(entry): entry.cluster for entry in reference.coreference or ()}
    known: dict[Identity, Response] = {}
    references = []
    for listed in reference.responses or ():
        identity = identity_of(listed)
        response = known.pop(identity, None)
        if response is None:
            key = (listed.type, listed.role, clusters.get(listed.cas), listed.realis)
            response = Response(*identity, key)
        known[identity] = response  # moved to the end: the last listing decides the order
        if listed.assessment is not None:
            response.assessment = listed.assessment
        references.append(response)
    predictions = []
    for given in prediction.responses:
        response, score = known[identity_of(given)], 1.0 if given.score is None else given.score
        response.score = score if response.score is None else max(score, response.score)
        predictions.append(response)
    return AssessedDocument(
        doc_id=reference.doc_id,
        responses=list(known.values()),
        prediction_frames=[[predictions[place] for place in frame] for frame in prediction.frames],
        reference_frames=[[references[place] for place in frame] for frame in reference.frames or ()],
        predictions=predictions,
        references=references,
    )


def identity_of(response: SystemResponse) -> Identity:
    """Return what makes a response the same as another of its document."""
    return (
        response.type,
        response.role,
        response.realis,
        response.cas,
        response.base_filler,
        frozenset(response.predicate_justifications),
        frozenset(response.argument_justifications),
    )


def assessed_problems(
    prediction: ResponseDocument | None, reference: ResponseReference | KeyDocument
) -> Iterator[InputError]:
    """Yield contradictions between references, and responses without an assessment."""
    responses = reference.responses or ()
    references = [*map(identity_of, responses)]
    assessments: dict[Identity, Assessment] = {}
    for place, (identity, listed) in enumerate(zip(references, responses, strict=True)):
        assessment = listed.assessment
        if assessment is not None:
            if _contradicts_itself(assessment):
                yield InputError(("references", "responses", place, "assessment"), wanted=CONTRADICTORY)
            before = assessments.setdefault(identity, assessment)
            if before != assessment:
                yield from _reassessed(place, before, assessment)
    clusters: dict[ArgumentString, int] = {}
    for place, entry in enumerate(reference.coreference or ()):
        if clusters.setdefault(_string(entry), entry.cluster) != entry.cluster:
            path = ("references", "coreference", place, "cluster")
            wanted = "the same cluster as before for this string"
            yield InputError(path, wanted=wanted, got=entry.cluster)
    predictions = [*map(identity_of, prediction.responses)] if prediction is not None else []
    if not assessments.keys() >= {*predictions}:
        yield from _unassessed(predictions, assessments.keys(), {*references})
    if not clusters.keys() >= {listed.cas for listed in responses}:
        frames = reference.frames or ()
        linked = {references[place] for frame in frames for place in frame if 0 <= place < len(references)}
        yield from _without_cluster(references, clusters.keys(), assessments.keys() | linked)


def _reassessed(place: int, before: Assessment, now: Assessment) -> Iterator[InputError]:
    for name in JUDGED_FIELDS:
        verdict = getattr(now, name)
        if verdict != getattr(before, name):
            path = ("references", "responses", place, "assessment", name)
            yield InputError(path, wanted="the same verdict as before on this response", got=verdict)


def _unassessed(
    predictions: Sequence[Identity], assessed: Set[Identity], listed: Set[Identity]
) -> Iterator[InputError]:
    for place, identity in enumerate(predictions):
        if identity not in assessed:
            state = "one without an assessment" if identity in listed else "one that they lack"
            event_type, role, _, cas, *_ = identity
            yield InputError(
                ("predictions", "responses", place),
                wanted="a response that the references assess",
                got=Description(f"{state}: {event_type} {role} {quoted(cas.text)}"),
                see=("references", "responses"),
            )


def _without_cluster(
    references: Sequence[Identity], clustered: Set[ArgumentString], needed: Set[Identity]
) -> Iterator[InputError]:
    for place, identity in enumerate(references):
        cas = identity[3]
        if cas not in clustered and identity in needed:
            yield InputError(
                ("references", "responses", place, "cas"),
                wanted="a string with a cluster",
                got=Description(f"{quoted(cas.text)} at {cas.start}-{cas.end}, which is in no cluster"),
                see=("references", "coreference"),
            )


JUDGED_FIELDS = ("aet", "aer", "cas", "base_filler", "realis")
"""The fields of an assessment that rules read."""
_ACCEPTED = ("C", "I")


def _string(entry: Coreference) -> ArgumentString:
    return ArgumentString(entry.text, entry.start, entry.end)


@cache
def _contradicts_itself(assessment: Assessment) -> bool:
    verdicts = (getattr(assessment, name) for name in JUDGED_FIELDS)
    return is_contradictory(*verdicts, assessment.mention_type)


@cache
def _all_accepted(assessment: Assessment) -> bool:
    return all(getattr(assessment, name) in _ACCEPTED for name in JUDGED_FIELDS[:4])
