"""Score responses by their assessments, as in the TAC KBP event argument evaluation of 2015.

BBN-E/tac-kbp-eal, commit b6206654: `EALScorer2015Style.java`, lines 217 to 314. References may also be in Rich ERE, as
in the evaluations of 2016 and 2017 (`event_scoring.arguments.rich_ere`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from event_scoring.arguments.argument_documents import frame_problems, unlinked_problem
from event_scoring.arguments.assessed import AssessedDocument, Response, assessed_document, assessed_problems
from event_scoring.arguments.ere_gold import ere_problems
from event_scoring.arguments.options import RESPONSE_LAYOUT, ResponseOptions
from event_scoring.arguments.preprocessing import PREPROCESSED, preprocess_responses
from event_scoring.arguments.response_documents import (
    KEY_DOCUMENT,
    REFERENCE_DOCUMENT,
    SYSTEM_DOCUMENT,
    ResponseDocument,
    ResponseReference,
)
from event_scoring.arguments.rich_ere import AGAINST_ERE, ere_response_problems, judged_against_ere, unlinked_in_ere
from event_scoring.arguments.rule import PROPOSAL, ArgumentKey, JudgedArguments, Listed, count_judged
from event_scoring.arguments.score import LinkingMeasure
from event_scoring.documents.errors import InputError
from event_scoring.scoring.counts import Sums
from event_scoring.scoring.notes import note_sentences
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair, Row
from event_scoring.scoring.task import Counts, Task


@takes_options(ResponseOptions)
def score_responses(
    predictions: object, references: object, *, details: bool = False, on_pair: OnPair | None = None, **options: object
) -> Result:
    """Score the responses of a system by their assessments.

    Args:
        predictions: One document a row: ``{"doc_id": "d", "responses": […], "frames": [[0, 1]]}``; a frame
            lists places in `responses`. A response is a dict with ``type``, ``role``, ``cas`` (``text``, ``start``,
            ``end``), ``base_filler`` (``start``, ``end``), ``predicate_justifications`` and
            ``argument_justifications`` (lists of spans), ``realis`` and optionally ``score``.
        references: The same documents in the same order; responses with their ``assessment``, the
            ``coreference`` of their canonical argument strings, and the reference frames. Or, as in 2016 and 2017,
            ``{"doc_id": "d", "ere": {"entities": […], "fillers": […], "hoppers": […]}, "quoted": [[0, 9]]}``: documents
            in Rich ERE, and the regions that are quotations.
        details: As of `score_arguments`.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
        **options: Each by its name.

    Returns:
        The same keys as `score_arguments`.

    Raises:
        InputError: for an invalid document, or a response of the system without an assessment.

    Examples:
        >>> response = {"type": "Life.Die", "role": "Victim", "cas": {"text": "he", "start": 4, "end": 5},
        ...             "base_filler": {"start": 4, "end": 5}, "realis": "Actual",
        ...             "predicate_justifications": [{"start": 0, "end": 20}], "argument_justifications": []}
        >>> right = {"aet": "C", "aer": "C", "cas": "I", "base_filler": "C", "realis": "Actual"}
        >>> key = {"doc_id": "d", "responses": [{**response, "assessment": right}], "frames": [[0]],
        ...        "coreference": [{"text": "he", "start": 4, "end": 5, "cluster": 1}]}
        >>> score_responses([{"doc_id": "d", "responses": [response], "frames": [[0]]}], [key])["score"]
        1.0
    """
    return RESPONSES.score_documents(predictions, references, options, details, on_pair)


@takes_options(ResponseOptions)
def count_responses(predictions: object, references: object, *, details: bool = False, **options: object) -> Counts:
    """Return one row of summable counts for each document; `score_counts` computes scores from them."""
    return RESPONSES.count_documents(predictions, references, options, details)


def judged_responses(document: AssessedDocument, drops_unlinked: bool, details: bool = False) -> JudgedArguments:
    """Return the arguments (TRFRs) of a document's responses, each judged by the system's best response.

    Examples:
        Two responses for one argument, one of them with a wrong base filler. The system is more confident of the wrong
        one, so the argument is both a false positive and a false negative.

        >>> from event_scoring.arguments import response_documents as parts
        >>> string = parts.ArgumentString("he", 4, 5)
        >>> def response(start, score, verdict):
        ...     span = parts.Span(start, start + 9)
        ...     given = "Life.Die", "Victim", string, span, [span], [], "Actual"
        ...     assessment = parts.Assessment("C", "C", "I", verdict, "Actual")
        ...     return parts.SystemResponse(*given, score), parts.AssessedResponse(*given, assessment=assessment)
        >>> (weak, right), (strong, wrong) = response(0, 0.5, "C"), response(9, 0.9, "W")
        >>> reference = ResponseReference("d", [right, wrong], [parts.Coreference("he", 4, 5, 1)], [[0]])
        >>> document = assessed_document(ResponseDocument("d", [weak, strong], [[0, 1]]), reference)
        >>> judged = judged_responses(document, drops_unlinked=True)
        >>> sorted(judged.predictions), sorted(judged.references), judged.right
        ([('Life.Die', 'Victim', 1, 'Actual')], [('Life.Die', 'Victim', 1, 'Actual')], set())
    """
    frames = document.prediction_frames
    # Keep the best (`KeepBestJustificationOnly`): of each argument in each frame, and of Generic ones.
    kept = {response for frame in frames for response in document.best(frame).values()}
    predicted = [response for response in document.responses if response.score is not None]
    kept.update([response for response in predicted if response.realis == "Generic"])
    if not drops_unlinked:
        linked = {response.key for frame in frames for response in frame}
        kept.update([response for response in predicted if response.key not in linked])
    # Align (`StandardScoringAligner`): the best of the kept responses of all frames decides. If it is wrong and
    # another is right, both a false positive and a false negative are counted.
    deciding = document.best([response for response in predicted if response in kept])
    correct = {response for response in document.responses if response.is_correct}
    credited = kept & correct
    judged = JudgedArguments(
        predictions=deciding.keys(),
        references={response.key for response in correct},
        right={key for key, response in deciding.items() if response in correct},
        # A response that is the best in one frame stays in every frame that holds it, as published.
        prediction_frames=[_linked([response for response in frame if response in credited]) for frame in frames],
        reference_frames=[*map(_linked, document.reference_frames)],
        dropped=len({response.key for response in predicted} - deciding.keys()),
    )
    if details:
        judged.keys = [*dict.fromkeys(response.key for response in document.responses)]
        judged.listed = _listed(document, {*deciding.values()}, correct)
    return judged


def _linked(frame: Sequence[Response]) -> set[ArgumentKey]:
    """Return the arguments of a frame without Generic ones."""
    return {response.key for response in frame if response.realis != "Generic"}


def _listed(document: AssessedDocument, deciding: set[Response], correct: set[Response]) -> tuple[Listed, Listed]:
    """Return the responses of both sides as they are listed.

    The system's best response is scored for its argument. In the references the first correct response of an argument
    is scored. Scores do not use the others.
    """
    predictions = [None if response is None else response.key for response in document.predictions]
    references = [None if response not in correct else response.key for response in document.references]
    standing: dict[ArgumentKey, int] = {}
    for place, response in enumerate(document.predictions):
        if response is not None and response in deciding:
            standing.setdefault(response.key, place)
    return Listed("response", predictions, standing), Listed("response", references)


def mixed_references(_: Sequence[ResponseDocument], references: Sequence[ResponseReference]) -> Iterator[InputError]:
    """Yield errors for references without Rich ERE if others have it."""
    in_ere = [reference.ere is not None for reference in references]
    if any(in_ere):
        yield from (_lacks(("references", row), "ere") for row, has_ere in enumerate(in_ere) if not has_ere)


def response_problems(prediction: ResponseDocument | None, reference: ResponseReference | None) -> Iterator[InputError]:
    """Yield problems of a document's frames and references, and fields that they lack."""
    if prediction is not None:
        yield from frame_problems(prediction.frames, len(prediction.responses), "predictions", "responses")
    if reference is None:
        return
    in_ere = reference.ere is not None
    lacking = [name for name in _ASSESSED if not in_ere and getattr(reference, name) is None]
    yield from (_lacks(("references",), name) for name in lacking)
    for name in _ASSESSED if in_ere else ("quoted",):
        if getattr(reference, name) is not None:
            yield InputError(("references", name), wanted="either assessed responses or Rich ERE")
    if lacking:
        return
    if reference.ere is not None:
        yield from ere_problems(reference.ere, reference.quoted or ())
        yield from ere_response_problems(prediction) if prediction is not None else ()
    else:
        yield from frame_problems(reference.frames or (), len(reference.responses or ()), "references", "responses")
        yield from assessed_problems(prediction, reference)


_ASSESSED = KEY_DOCUMENT.names[1:]
"""Keys of a document of assessed responses that a document in Rich ERE lacks."""


def _lacks(path: tuple[str | int, ...], name: str) -> InputError:
    return InputError(path, wanted=f'the key "{name}"', says=f'missing key "{name}"')


def _refuse_options(options: ResponseOptions, in_ere: bool) -> None:
    """Raise a ValueError for an option without effect."""
    if in_ere and options.preprocess not in ("none", "official-2016"):
        wanted = '"none" or "official-2016" where references are in Rich ERE'
        raise ValueError(f'preprocess: expected {wanted}, got "{options.preprocess}"')
    if not in_ere and options.preprocess == "official-2016":
        raise ValueError('preprocess: expected references in Rich ERE for "official-2016", got assessed responses')
    for name in () if in_ere else ("types", "banned_roles", "neutralize_realis"):
        if getattr(options, name) not in (None, False):
            hint = "; preprocess neutralises realis" if name == "neutralize_realis" else ""
            raise ValueError(f"{name}: needs references in Rich ERE, got assessed responses{hint}")


ASSESSED = replace(
    PROPOSAL,
    name="Event arguments and linking, assessed responses",
    year="2014–2015",
    choose_for="system folders and assessments, scored without pre-processing",
    counts="TP − βFP over arguments, B³-like linking; the system's best response of each argument is judged",
    original="BBN-E/tac-kbp-eal b6206654, `EALScorer2015Style`",
    checked_by="`golden/arguments_responses.json`, `oracles/response_oracle.py`",
    rule=judged_responses,
    steps=(count_judged, *PROPOSAL.steps),
)


class ResponseMeasure(LinkingMeasure[ResponseDocument, ResponseReference, ResponseOptions]):
    """Responses, against assessments or Rich ERE."""

    published = (ASSESSED, *PREPROCESSED, *AGAINST_ERE)

    def problems(
        self, prediction: ResponseDocument, reference: ResponseReference, options: ResponseOptions
    ) -> Iterator[InputError]:
        """Yield responses in no frame, if the options refuse them.

        Raises:
            ValueError: for options of the other kind of references.
        """
        ere = reference.ere
        _refuse_options(options, ere is not None)
        if options.unlinked != "error":
            return
        if ere is not None:
            yield from unlinked_in_ere(prediction, ere, reference.quoted or ())
            return
        document = assessed_document(prediction, reference)
        linked = {response.key for frame in document.prediction_frames for response in frame}
        for place, response in enumerate(document.predictions):
            if response is not None and response.realis != "Generic" and response.key not in linked:
                yield unlinked_problem("responses", place)

    def judged(
        self, prediction: ResponseDocument, reference: ResponseReference, options: ResponseOptions, details: bool
    ) -> tuple[JudgedArguments, Row]:
        """Return the arguments with their verdicts, and the number of responses that Rich ERE could not align."""
        ere = reference.ere
        if ere is None:
            document = preprocess_responses(assessed_document(prediction, reference), options.preprocess)
            judged = judged_responses(document, options.unlinked in (None, "drop"), details)
            return judged, {"in_rich_ere": 0, "unaligned": 0}
        judged, unaligned = judged_against_ere(prediction, ere, reference.quoted or (), options)
        # Precision is not weighted by document here, as published, so its sum is over the items of the gold.
        linked = len(set().union(*judged.reference_frames))
        return judged, {"in_rich_ere": 1, "unaligned": unaligned, "linked": linked}

    def warnings(self, sums: Sums, options: ResponseOptions) -> list[str]:
        """Return sentences about a result; against Rich ERE also about the alignment of responses."""
        sentences = super().warnings(sums, options)
        if sums["in_rich_ere"]:
            # Differs from KBP 2016: the published runs also aligned by the heads of a parser, which the scorer lacks.
            sentences.append(
                "responses were aligned without the syntactic parser of the published runs, whose scores may be higher"
            )
        unaligned = {"unaligned": "{number:response} aligned with nothing and counted as false"}
        return [*sentences, *note_sentences(sums, unaligned)]

    def data_facts(
        self, sums: Sums, fingerprints: Mapping[str, str], documents: int, options: ResponseOptions
    ) -> dict[str, object]:
        """Return the fields of signatures about references in Rich ERE."""
        return {"gold": "rich-ere", "alignment": "without-parser"} if sums["in_rich_ere"] else {}


RESPONSES = Task(
    name="responses",
    predictions=SYSTEM_DOCUMENT,
    references=REFERENCE_DOCUMENT,
    options=ResponseOptions,
    measure=ResponseMeasure().always,
    problems=response_problems,
    across=mixed_references,
    layout=RESPONSE_LAYOUT,
    published=ResponseMeasure.published,
)
