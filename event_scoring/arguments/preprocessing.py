"""Apply the pre-processing of the evaluation of 2015 to assessed responses.

`Preprocessors.java`, lines 57 to 80, of BBN-E/tac-kbp-eal, commit b6206654: the rules and their order. A rule
returns the document without some responses, or with others in place of some of the system's. It changes assessments and
confidences in place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import msgspec

from event_scoring.arguments.assessed import AssessedDocument, Response
from event_scoring.arguments.rule import PROPOSAL

TIME_ROLES = ("Time", "TIME")

_DATE = re.compile(r"(?![Xx])[0-9]*[Xx]*-[0-9]*[Xx]*-[0-9]*[Xx]*")


def preprocess_responses(document: AssessedDocument, preprocess: str) -> AssessedDocument:
    """Return the document after the named pre-processing."""
    for rule in _RULES.get(preprocess, ()):
        document = rule(document)
    return document


def neutralize_realis(document: AssessedDocument) -> AssessedDocument:
    """Make every realis of responses and assessments Actual, and merge responses that become equal.

    `MakeAllRealisActual.java`. Of responses that become equal an assessed one wins; of these one whose realis was
    changed; of these the one listed last.
    """
    strongest: dict[tuple[object, ...], int] = {}
    for place in sorted(range(len(document.responses)), key=lambda place: _strength(document.responses[place])):
        strongest[_key_without_realis(document.responses[place])] = place
    merged = {}
    for place in sorted(strongest.values()):
        response = document.responses[place]
        assessment = response.assessment
        if assessment is not None and assessment.realis != "NIL":
            assessment = msgspec.structs.replace(assessment, realis="Actual")
        merged[_key_without_realis(response)] = msgspec.structs.replace(
            response, realis="Actual", key=(*response.key[:3], "Actual"), assessment=assessment, score=None
        )
    replacements = {response: merged[_key_without_realis(response)] for response in document.responses}
    return replace(
        _replace_predictions(document, replacements),
        responses=list(merged.values()),
        reference_frames=_replaced_in_frames(document.reference_frames, replacements),
        references=_replaced(document.references, replacements),
    )


def _strength(response: Response) -> tuple[bool, bool]:
    return response.assessment is not None, response.realis != "Actual"


def _key_without_realis(response: Response) -> tuple[object, ...]:
    spans = response.predicate_justifications, response.argument_justifications
    return response.type, response.role, response.cas, response.base_filler, *spans


def make_broken_times_wrong(document: AssessedDocument) -> AssessedDocument:
    """Make the CAS of a time wrong unless it is a date, such as 2015-07-1X or 2015-XX-XX.

    `MakeBrokenTimesWrong.java`.
    """
    for response in document.responses:
        if _is_time(response) and response.accepts("cas") and not is_date(response.cas.text):
            assert response.assessment is not None
            response.assessment = msgspec.structs.replace(response.assessment, cas="W")
    return document


def delete_injure_for_correct_die(document: AssessedDocument) -> AssessedDocument:
    """Remove from both sides the Life.Injure arguments that a correct Life.Die implies.

    `DeleteInjureForCorrectDie.java`.
    """
    implied = {response.key[1:] for response in _is_of_type(document, "Life.Die") if response.is_correct}
    return _document_without(document, [one for one in _is_of_type(document, "Life.Injure") if one.key[1:] in implied])


def keep_only_most_specific_times(document: AssessedDocument) -> AssessedDocument:
    """Delete less specific forms of a time with an acceptable CAS, in the same type, role and realis.

    `OnlyMostSpecificTemporal.java`. Other fields of the time may be wrong.
    """
    times = [response for response in document.responses if _is_time(response)]
    vague = {
        (response.type, response.role, response.realis, form)
        for response in times
        if response.accepts("cas")
        for form in less_specific(response.cas.text)
    }
    return _document_without(
        document, [one for one in times if (one.type, one.role, one.realis, one.cas.text) in vague]
    )


def neutralize_coreference(document: AssessedDocument) -> AssessedDocument:
    """Replace a response of the system with the right base filler but a wrong CAS by a correct one.

    `CorefNeutralizingPreprocessor.java`, lines 54 to 122. The replacement is the first correct response of the
    references with the same type, role and base filler, in the order of `hash_map_order`. If none has the base filler,
    it is the first with the same type and role. Without a replacement the response is removed.
    """
    moving = [
        response
        for response in document.responses
        if response.score is not None and response.accepts("base_filler") and not response.accepts("cas")
    ]
    if not moving:
        return document
    first: dict[tuple[object, ...], Response] = {}
    for response in hash_map_order(document):
        if response.is_correct:
            first.setdefault((response.type, response.role, response.base_filler), response)
            first.setdefault((response.type, response.role), response)

    def replacement(response: Response) -> Response | None:
        near = first.get((response.type, response.role, response.base_filler))
        return near or first.get((response.type, response.role))

    return _replace_predictions(document, {response: replacement(response) for response in moving})


def hash_map_order(document: AssessedDocument) -> list[Response]:
    """Return the assessed responses of a document in the order in which the published scorer visits them.

    The scorer holds them in a hash map of Java under their ids of 2014. The number of buckets is the least power of two
    from 16 on of which the responses fill at most three quarters. Responses of one bucket keep their listed order.
    """
    assessed = [response for response in document.responses if response.assessment is not None]
    buckets = 16
    while len(assessed) > 0.75 * buckets:
        buckets *= 2

    def bucket(response: Response) -> int:
        bits = document.hash_2014(response) & 0xFFFFFFFF
        return (bits ^ (bits >> 16)) & (buckets - 1)

    return sorted(assessed, key=bucket)


def is_date(text: str) -> bool:
    """Whether a time is written as the task asks: YYYY-MM-DD, with X or x for unknown last digits.

    Examples:
        >>> [is_date(text) for text in ("2015-07-1x", "2015-XX-XX", "XXXX-07-14", "May", "2015-07")]
        [True, True, False, False, False]
    """
    return len(text) == 10 and text[4] == text[7] == "-" and _DATE.fullmatch(text) is not None


def less_specific(date: str) -> Iterator[str]:
    """Yield the forms of a date with fewer digits, down to one digit. A lower-case x stays one.

    Other texts have no such forms.

    Examples:
        >>> list(less_specific("2015-07-Xx"))
        ['2015-0X-Xx', '2015-XX-Xx', '201X-XX-Xx', '20XX-XX-Xx', '2XXX-XX-Xx']
    """
    for place in (9, 8, 6, 5, 3, 2, 1) if is_date(date) else ():
        if date[place] not in "Xx":
            date = f"{date[:place]}X{date[place + 1 :]}"
            yield date


_OFFICIAL = (make_broken_times_wrong, delete_injure_for_correct_die, keep_only_most_specific_times)

_RULES: Mapping[str, tuple[Callable[[AssessedDocument], AssessedDocument], ...]] = {
    "official-2015": _OFFICIAL,
    "neutralize-realis": (neutralize_realis, *_OFFICIAL),
    "neutralize-realis-coref": (neutralize_realis, *_OFFICIAL, neutralize_coreference),
}

_Replacements = Mapping[Response, Response | None]
"""The replacement of each response; None removes it. Other responses stay."""


def _document_without(document: AssessedDocument, deleted: Collection[Response]) -> AssessedDocument:
    """Return a document without some responses, on both sides."""
    if not deleted:
        return document
    replacements = dict.fromkeys(deleted)
    return replace(
        _replace_predictions(document, replacements),
        responses=[response for response in document.responses if response not in replacements],
        reference_frames=_replaced_in_frames(document.reference_frames, replacements),
        references=_replaced(document.references, replacements),
    )


def _replace_predictions(document: AssessedDocument, replacements: _Replacements) -> AssessedDocument:
    """Return a document with other responses of the system. Each keeps the highest confidence of those it replaces."""
    given = [(replacements.get(response, response), response.score) for response in document.responses]
    for response in document.responses:
        response.score = None
    for replacement, score in given:
        if replacement is not None and score is not None:
            replacement.score = score if replacement.score is None else max(score, replacement.score)
    return replace(
        document,
        prediction_frames=_replaced_in_frames(document.prediction_frames, replacements),
        predictions=_replaced(document.predictions, replacements),
    )


def _replaced_in_frames(frames: Sequence[Sequence[Response]], replacements: _Replacements) -> list[list[Response]]:
    return [[one for one in _replaced(frame, replacements) if one is not None] for frame in frames]


def _replaced(responses: Sequence[Response | None], replacements: _Replacements) -> list[Response | None]:
    return [None if response is None else replacements.get(response, response) for response in responses]


def _is_time(response: Response) -> bool:
    return response.role in TIME_ROLES


def _is_of_type(document: AssessedDocument, event_type: str) -> list[Response]:
    return [response for response in document.responses if response.type == event_type]


_OFFICIAL_2015 = replace(
    PROPOSAL,
    name="Event arguments and linking, the official numbers",
    choose_for="the official numbers of 2015",
    counts=(
        "Assessed responses after three rules: times that are not dates become wrong, injuries "
        "implied by correct deaths are removed, and less specific times are removed"
    ),
    faults="A wrong response can remove a right one: a time does so if only its string is acceptable",
    original="BBN-E/tac-kbp-eal b6206654, `Preprocessors.java`",
    options={"preprocess": "official-2015"},
    checked_by="`golden/arguments_responses.json`, `oracles/response_oracle.py`",
    rule=preprocess_responses,
    steps=_OFFICIAL,
)
PREPROCESSED = (
    _OFFICIAL_2015,
    replace(
        _OFFICIAL_2015,
        name="Event arguments and linking, without realis",
        choose_for="the numbers of 2015 without realis",
        counts="The official numbers with every realis set to Actual",
        faults="Generic responses become Actual ones without a frame, which are dropped, so numbers may fall",
        options={"preprocess": "neutralize-realis"},
        steps=(neutralize_realis,),
    ),
    replace(
        _OFFICIAL_2015,
        name="Event arguments and linking, without realis and coreference",
        choose_for="the numbers of 2015 without realis and coreference",
        counts="Without realis; a response with the right base filler and a wrong string is replaced by a correct one",
        faults="The order of a Java hash map selects the correct response",
        options={"preprocess": "neutralize-realis-coref"},
        steps=(neutralize_realis, neutralize_coreference, hash_map_order),
    ),
)
