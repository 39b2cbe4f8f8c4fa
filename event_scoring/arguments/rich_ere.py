"""Score responses against documents in Rich ERE, as in the TAC KBP event argument evaluations of 2016 and 2017.

`ScoreKBPAgainstERE` of BBN-E/tac-kbp-eal, commit b6206654, after the quote filter and the choice of best responses that
``bin/evaluate2016.sh`` runs before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from event_scoring.arguments.argument_documents import unlinked_problem
from event_scoring.arguments.ere_alignment import response_keys
from event_scoring.arguments.ere_documents import EreDocument
from event_scoring.arguments.ere_gold import TIME, UNALIGNED, EreKey, ere_gold, quotation_test
from event_scoring.arguments.options import ResponseOptions
from event_scoring.arguments.preprocessing import less_specific
from event_scoring.arguments.response_documents import ResponseDocument, SystemResponse
from event_scoring.arguments.rule import PROPOSAL, JudgedArguments, Listed
from event_scoring.documents.errors import Description, InputError


class _Side(NamedTuple):
    """The arguments of one side."""

    keys: Sequence[EreKey | None]
    """The key of each listed response or gold argument; None if it is not scored."""
    frames: Sequence[Collection[int]]
    """Indices of the frames' items; Generic ones are in no frame."""

    def scored(self) -> set[EreKey]:
        return {key for key in self.keys if key is not None}

    def linked(self) -> list[set[EreKey]]:
        """Return the frames as sets of arguments."""
        return [self.at(frame) for frame in self.frames]

    def unlinked(self) -> set[int]:
        """Indices of items that are not Generic and in no frame."""
        places = {place for place, key in enumerate(self.keys) if key is not None and key[3] != "Generic"}
        return places.difference(*self.frames)

    def at(self, places: Iterable[int]) -> set[EreKey]:
        """Return the arguments at some indices."""
        return {key for key in map(self.keys.__getitem__, places) if key is not None}

    def without(self, keys: set[EreKey]) -> _Side:
        return self._replace(keys=[None if key in keys else key for key in self.keys])

    def without_places(self, places: Collection[int]) -> _Side:
        return self._replace(keys=[None if place in places else key for place, key in enumerate(self.keys)])

    def with_neutral_realis(self) -> _Side:
        return self._replace(keys=[None if key is None else (*key[:3], "Actual") for key in self.keys])


def judged_against_ere(
    prediction: ResponseDocument, ere: EreDocument, quoted: Sequence[Sequence[int]], options: ResponseOptions
) -> tuple[JudgedArguments, int]:
    """Return the arguments of both sides that the evaluation compares, and the number of unaligned responses."""
    gold = ere_gold(ere, quoted)
    system = _Side(response_keys(prediction.responses, gold), prediction.frames)
    reference = _Side([argument.key for argument in gold.arguments], gold.hoppers())
    # The steps before the scorer. Keep-best never changes a score, except that it deletes responses in no frame; that
    # is done below.
    if options.preprocess == "official-2016":
        system = system.without_places(quoted_responses(prediction.responses, quoted))
    dropped = 0
    if options.preprocess == "official-2016" or options.unlinked == "drop":
        dropped = len(system.at(system.unlinked()).difference(*system.linked()))
        system = system.without_places(system.unlinked())
    # The filters on the pair, one after the other.
    left_out = out_of_scope(system.scored() | reference.scored(), options)
    system, reference = system.without(left_out), reference.without(left_out)
    left_out = injure_implied_by_die(reference.scored())
    system, reference = system.without(left_out), reference.without(left_out)
    left_out = vague_times(system.scored(), reference.scored())
    system, reference = system.without(left_out), reference.without(left_out)
    unaligned = sum(key is not None and key[2][0] == UNALIGNED for key in system.keys)
    if options.neutralize_realis:
        system, reference = system.with_neutral_realis(), reference.with_neutral_realis()
    judged = JudgedArguments(
        predictions=system.scored(),
        references=reference.scored(),
        right=system.scored() & reference.scored(),
        prediction_frames=system.linked(),
        reference_frames=reference.linked(),
        dropped=dropped,
        keys=[key for key in dict.fromkeys([*system.keys, *reference.keys]) if key is not None],
        listed=(Listed("response", system.keys), Listed("argument", reference.keys)),
    )
    return judged, unaligned


def out_of_scope(keys: set[EreKey], options: ResponseOptions) -> set[EreKey]:
    """Return arguments of event types that are not scored, and of banned roles."""
    types, banned = options.types, options.banned_roles or ()
    return {key for key in keys if (types is not None and key[0] not in types) or key[1] in banned}


def injure_implied_by_die(references: set[EreKey]) -> set[EreKey]:
    """Return the arguments of Life.Injure that those of Life.Die in the gold imply.

    Examples:
        >>> injure_implied_by_die({("Life.Die", "Victim", ("NAM", "e1"), "Actual")})
        {('Life.Injure', 'Victim', ('NAM', 'e1'), 'Actual')}
    """
    return {("Life.Injure", role, filler, realis) for kind, role, filler, realis in references if kind == "Life.Die"}


def vague_times(predictions: set[EreKey], references: set[EreKey]) -> set[EreKey]:
    """Return less specific forms of the gold's dates, in types for which both sides have times.

    As published, this includes a form that the gold has itself.
    """
    types = {key[0] for key in predictions if key[1] == "Time"} & {key[0] for key in references if key[1] == "Time"}
    return {
        (event_type, role, (TIME, form), realis)
        for event_type, role, (kind, *name), realis in references
        if role == "Time" and kind == TIME and event_type in types
        for form in less_specific(str(name[0]))
    }


def ere_response_problems(prediction: ResponseDocument) -> Iterator[InputError]:
    """Yield problems of responses for which the published scorer refuses a document."""
    responses, frames = prediction.responses, prediction.frames
    for place, response in enumerate(responses):
        if response.role == "Time" and not response.cas.text:
            path = ("predictions", "responses", place, "cas", "text")
            yield InputError(path, wanted="a date, because the role is Time", got="")
    for frame in frames:
        for place in frame:
            if 0 <= place < len(responses) and responses[place].realis == "Generic":
                got = Description(f"response {place}")
                yield InputError(("predictions", "frames"), wanted="responses that are not Generic", got=got)
    seen: set[frozenset[int]] = set()
    for number, frame in enumerate(frames):
        members = frozenset(frame)
        if members and members in seen:
            got = Description("the responses of an earlier one")
            yield InputError(("predictions", "frames", number), wanted="every frame once", got=got)
        seen.add(members)


def unlinked_in_ere(
    prediction: ResponseDocument, ere: EreDocument, quoted: Sequence[Sequence[int]]
) -> Iterator[InputError]:
    """Yield errors for arguments of the system in no frame, each at its first response, if the options refuse them."""
    system = _Side(response_keys(prediction.responses, ere_gold(ere, quoted)), prediction.frames)
    linked: set[EreKey] = set().union(*system.linked())
    first: dict[EreKey, int] = {}
    for place in sorted(system.unlinked()):
        key = system.keys[place]
        if key is not None and key not in linked:
            first.setdefault(key, place)
    return (unlinked_problem("responses", place) for place in first.values())


def quoted_responses(responses: Sequence[SystemResponse], quoted: Sequence[Sequence[int]]) -> set[int]:
    """Return the indices of responses whose string or base filler starts or ends in a quoted region."""
    is_quoted = quotation_test(quoted)
    return {
        place
        for place, response in enumerate(responses)
        for span in (response.cas, response.base_filler)
        if is_quoted((span.start, span.end))
    }


_AGAINST_ERE = replace(
    PROPOSAL,
    name="Arguments against Rich ERE",
    year="2016–2017",
    choose_for="references in Rich ERE, scored without pre-processing",
    counts="TP − βFP and linking as in the proposal, with aligned strings, without assessment",
    faults=(
        "Depends on a parser; its bootstrap is faulty (not offered); a pronoun or nominal of an entity that has a name "
        "is wrong; linking precision is not a precision in the usual sense, but a sum over the items of the references"
    ),
    original="BBN-E/tac-kbp-eal b6206654, `ScoreKBPAgainstERE`",
    checked_by="`golden/arguments_rich_ere.json`, `oracles/rich_ere_oracle.py`",
    needs="references with `ere`",
    rule=judged_against_ere,
    steps=(response_keys, ere_gold, injure_implied_by_die, vague_times),
)
AGAINST_ERE = (
    _AGAINST_ERE,
    replace(
        _AGAINST_ERE,
        name="Arguments against Rich ERE, the official chain",
        choose_for="the official numbers of 2016 and 2017, without the parser",
        counts="As above, without responses in quotations, and without responses that are not Generic and in no frame",
        faults="A wrong response outside every frame costs nothing",
        original="BBN-E/tac-kbp-eal b6206654, `bin/evaluate2016.sh`",
        options={"preprocess": "official-2016"},
        steps=(quoted_responses,),
    ),
)
