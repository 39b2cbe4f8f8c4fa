"""One document of assessed responses: the responses, the verdicts of assessors, and what may be wrong with them.

As the scorer of the TAC KBP event argument evaluation of 2015 reads it: BBN-E/tac-kbp-eal, commit b6206654, classes
`_Response`, `_ResponseAssessment`, `_AssessedResponse`, `CorefAnnotation`, `AnswerKey` and `ArgumentOutput`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from event_scoring.arguments.rule import ArgumentKey
from event_scoring.documents.errors import Description, InputError, quoted
from event_scoring.documents.response_ids import CONTRADICTORY, Span, hash_2014, is_contradictory
from event_scoring.scoring.rows import Document

String: TypeAlias = "tuple[str, int, int]"
"""A canonical argument string (CAS): its text, and its first and last offset."""


Identity: TypeAlias = "tuple[str, str, str, String, Span, frozenset[Span], frozenset[Span]]"
"""What makes a response the same as another of its document: every field but score and assessment, with event type,
role and realis first. As in `_Response.java`; the task description of 2014 leaves out the argument justifications."""


class Assessment(NamedTuple):
    """The verdicts of an assessor on a response: "C", "I", "W" or "NIL" of each field, and its realis or "NIL".

    C is correct. I is inexact: a justification that is too long or too short, or a form that is not the canonical one.
    """

    aet: str
    aer: str
    cas: str
    base_filler: str
    realis: str


@dataclass(eq=False, slots=True)
class Response:
    """One response of a document, however often either side lists it."""

    type: str
    role: str
    realis: str
    cas: String
    base_filler: Span
    predicate_justifications: frozenset[Span]
    argument_justifications: frozenset[Span]
    cluster: int | None
    """The coreference cluster of its canonical argument string."""
    assessment: Assessment | None = None
    score: float | None = None
    """The highest confidence that the system gives it; None where the system does not give it."""
    key: ArgumentKey = field(init=False)
    """The argument (TRFR) for which it stands: its filler is the cluster of its string."""

    def __post_init__(self) -> None:
        self.key = self.type, self.role, self.cluster, self.realis

    @property
    def is_correct(self) -> bool:
        """Whether all is right but for inexact justifications: `isCorrectUpToInexactJustifications`."""
        found = self.assessment
        return found is not None and found.realis == self.realis and _all_accepted(found)

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
    """What the system lists; None where pre-processing removed it."""
    references: Sequence[Response | None]

    def best(self, responses: Iterable[Response]) -> dict[ArgumentKey, Response]:
        """For each argument the response with the highest confidence, of equal ones that with the larger id of 2014.

        `ArgumentOutput.java`, by which both the responses that are kept and those that are judged are chosen.
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

    def hash_2014(self, response: Response) -> int:
        """The id of 2014."""
        text, *offsets = response.cas
        return hash_2014(
            self.doc_id,
            response.type,
            response.role,
            text,
            (offsets[0], offsets[1]),
            response.base_filler,
            response.predicate_justifications,
            response.argument_justifications,
            response.realis,
        )


def assessed_document(prediction: Document, reference: Document) -> AssessedDocument:
    """A document without problems, repeated responses taken together; a missing score is 1."""
    clusters = {_string(entry): entry["cluster"] for entry in reference["coreference"]}
    known: dict[Identity, Response] = {}
    references = []
    for listed in reference["responses"]:
        identity, assessment = identity_of(listed), listed.get("assessment")
        response = known.pop(identity, None) or Response(*identity, clusters.get(identity[3]))
        known[identity] = response  # behind the others: the last listing decides the order
        if assessment is not None:
            response.assessment = _assessment(*_verdicts(assessment))
        references.append(response)
    predictions = []
    for listed in prediction["responses"]:
        response, score = known[identity_of(listed)], listed.get("score")
        score = 1.0 if score is None else score
        response.score = score if response.score is None else max(score, response.score)
        predictions.append(response)
    return AssessedDocument(
        doc_id=reference["doc_id"],
        responses=list(known.values()),
        prediction_frames=[[predictions[place] for place in frame] for frame in prediction["frames"]],
        reference_frames=[[references[place] for place in frame] for frame in reference["frames"]],
        predictions=predictions,
        references=references,
    )


def identity_of(response: Document) -> Identity:
    """What makes a response the same as another of its document."""
    event_type, role, realis, cas, base_filler, predicate, argument = _fields(response)
    predicate, argument = frozenset(map(_span, predicate)), frozenset(map(_span, argument))
    return event_type, role, realis, _string(cas), _span(base_filler), predicate, argument


def assessed_problems(prediction: Document | None, reference: Document) -> Iterator[InputError]:
    """References that contradict each other, and responses of a system that they do not assess."""
    references = [*map(identity_of, reference["responses"])]
    assessments: dict[Identity, tuple[str, ...]] = {}
    for place, (identity, listed) in enumerate(zip(references, reference["responses"], strict=True)):
        assessment = listed.get("assessment")
        if assessment is not None:
            verdicts = _verdicts(assessment)
            if is_contradictory(*verdicts, assessment.get("mention_type")):
                yield InputError(("references", "responses", place, "assessment"), wanted=CONTRADICTORY)
            before = assessments.setdefault(identity, verdicts)
            if before != verdicts:
                yield from _reassessed(place, before, verdicts)
    clusters: dict[String, int] = {}
    for place, entry in enumerate(reference["coreference"]):
        if clusters.setdefault(_string(entry), entry["cluster"]) != entry["cluster"]:
            path = ("references", "coreference", place, "cluster")
            wanted = "the cluster in which this string was put before"
            yield InputError(path, wanted=wanted, got=entry["cluster"])
    predictions = [*map(identity_of, prediction["responses"])] if prediction is not None else []
    if not assessments.keys() >= {*predictions}:
        yield from _unassessed(predictions, assessments.keys(), {*references})
    if not clusters.keys() >= {identity[3] for identity in references}:
        linked = {references[place] for frame in reference["frames"] for place in frame if 0 <= place < len(references)}
        yield from _without_cluster(references, clusters.keys(), assessments.keys() | linked)


def _reassessed(place: int, before: Sequence[str], now: Sequence[str]) -> Iterator[InputError]:
    for name, one, other in zip(Assessment._fields, before, now, strict=True):
        if one != other:
            path = ("references", "responses", place, "assessment", name)
            yield InputError(path, wanted="what this response was given before", got=other)


def _unassessed(
    predictions: Sequence[Identity], assessed: Set[Identity], listed: Set[Identity]
) -> Iterator[InputError]:
    for place, identity in enumerate(predictions):
        if identity not in assessed:
            state = "one without an assessment" if identity in listed else "one that is not in it"
            event_type, role, _, (text, _, _), *_ = identity
            yield InputError(
                ("predictions", "responses", place),
                wanted="a response that the references assess",
                got=Description(f"{state}: {event_type} {role} {quoted(text)}"),
                see=("references", "responses"),
            )


def _without_cluster(
    references: Sequence[Identity], clustered: Set[String], needed: Set[Identity]
) -> Iterator[InputError]:
    for place, identity in enumerate(references):
        if identity[3] not in clustered and identity in needed:
            text, start, end = identity[3]
            yield InputError(
                ("references", "responses", place, "cas"),
                wanted="a string with a cluster",
                got=Description(f"{quoted(text)} at {start}-{end}, which has none"),
                see=("references", "coreference"),
            )


_ACCEPTED = ("C", "I")
_fields = itemgetter(
    "type", "role", "realis", "cas", "base_filler", "predicate_justifications", "argument_justifications"
)
_string = itemgetter("text", "start", "end")
_span = itemgetter("start", "end")
_verdicts = itemgetter(*Assessment._fields)


_assessment = cache(Assessment)
"""There are few different ones."""


@cache
def _all_accepted(assessment: Assessment) -> bool:
    return all(verdict in _ACCEPTED for verdict in assessment[:4])
