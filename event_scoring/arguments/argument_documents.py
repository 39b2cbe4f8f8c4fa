"""Documents of arguments and frames: their schema, their problems, and the arguments that the rule compares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from event_scoring.arguments.options import ArgumentOptions
from event_scoring.arguments.rule import REALIS, ArgumentKey, JudgedArguments, Listed
from event_scoring.documents.errors import InputError, Path
from event_scoring.documents.schema import Integer, ListOf, Text
from event_scoring.documents.typed import DocumentPart, Float, Int, record_of
from event_scoring.scoring.rows import Row


def frames_of(items: str) -> ListOf:
    """Return the type of frames: lists of indices into the list ``items`` of the document."""
    return ListOf(ListOf(Integer("index", place_in=items)))


class Argument(DocumentPart, frozen=True, gc=False):
    """An argument of an event, by the name of its filler."""

    type: Annotated[str, Text(coded=True, label="type"), "the event type"]
    role: Annotated[str, Text(coded=True, label="role"), "the role of the argument in the event"]
    filler: Annotated[str, Text(coded=True, label="filler"), "what fills the role: the name of an entity or value"]
    realis: Annotated[Literal["Actual", "Generic", "Other"] | None, "for all arguments or for none"] = None
    score: Annotated[Float | None, "the system's confidence"] = None


class ArgumentDocument(DocumentPart, frozen=True, kw_only=True):
    """A document of arguments that are linked into event frames."""

    doc_id: Annotated[str | None, "the document's name; both sides must agree"] = None
    arguments: Annotated[
        list[Argument],
        "the arguments of the document; on the reference side all correct ones, Generic ones included",
    ]
    frames: Annotated[list[list[Int]], frames_of("arguments"), "event frames: lists of places in `arguments`"]


ARGUMENT_DOCUMENT = record_of(ArgumentDocument)


def argument_problems(prediction: ArgumentDocument | None, reference: ArgumentDocument | None) -> Iterator[InputError]:
    """Yield problems of a document's frames, and arguments without a realis if others have one."""
    sides = {"predictions": prediction, "references": reference}
    given = {side: document for side, document in sides.items() if document is not None}
    for side, document in given.items():
        yield from frame_problems(document.frames, len(document.arguments), side, "arguments")
    has_realis = {argument.realis is not None for document in given.values() for argument in document.arguments}
    if len(has_realis) > 1:
        for side, document in given.items():
            for place, argument in enumerate(document.arguments):
                if argument.realis is None:
                    yield _without_realis((side, "arguments", place, "realis"))


def frame_problems(frames: Sequence[Sequence[int]], size: int, side: str, items: str) -> Iterator[InputError]:
    """Yield an error for each place in frames that a list of ``size`` items does not have."""
    for number, frame in enumerate(frames):
        for position, place in enumerate(frame):
            if not 0 <= place < size:
                path = (side, "frames", number, position)
                if size:
                    yield InputError(path, wanted=f"an index of {items}, from 0 to {size - 1}", got=place)
                else:
                    says = f"frame names {items.removesuffix('s')} {place}, but the document has no {items}"
                    yield InputError(path, says=says)


def unlinked_arguments(
    prediction: ArgumentDocument, reference: ArgumentDocument, options: ArgumentOptions
) -> Iterator[InputError]:
    """Yield errors about arguments of the system in no frame, if the options refuse these."""
    if options.unlinked == "error":
        keys = _keys(prediction, _is_neutral(prediction, reference, options))
        linked = set().union(*_frames(prediction, keys))
        unlinked = {key for key in keys if key[3] != "Generic" and key not in linked}
        yield from (unlinked_problem("arguments", place) for place, key in enumerate(keys) if key in unlinked)


def unlinked_problem(items: str, place: int) -> InputError:
    """Return the error about an item of the system that must be in a frame and is not."""
    hint = 'unlinked="count" or "drop" allows it'
    return InputError(("predictions", items, place), says="is in no frame and not Generic", hint=hint)


def judged_arguments(
    prediction: ArgumentDocument, reference: ArgumentDocument, options: ArgumentOptions, details: bool = False
) -> JudgedArguments:
    """Return the arguments of both sides, after the options for realis and unlinked arguments are applied.

    Examples:
        >>> arguments = [Argument("Life.Die", "Victim", name) for name in ("a", "b")]
        >>> prediction = ArgumentDocument(arguments=arguments, frames=[[0]])
        >>> reference = ArgumentDocument(arguments=arguments[:1], frames=[[0]])
        >>> judged = judged_arguments(prediction, reference, ArgumentOptions(unlinked="drop"))
        >>> sorted(judged.predictions), judged.dropped
        ([('Life.Die', 'Victim', 'a', 'Actual')], 1)
    """
    neutral = _is_neutral(prediction, reference, options)
    predicted_keys, reference_keys = _keys(prediction, neutral), _keys(reference, neutral)
    frames, reference_frames = _frames(prediction, predicted_keys), _frames(reference, reference_keys)
    predictions, references = set(predicted_keys), set(reference_keys)
    dropped = set()
    if options.unlinked == "drop":
        linked = set().union(*frames)
        dropped = {key for key in predictions if key[3] != "Generic" and key not in linked}
        predictions -= dropped
    judged = JudgedArguments(
        predictions, references, predictions & references, frames, reference_frames, dropped=len(dropped)
    )
    if details:
        judged.keys = [*dict.fromkeys([*predicted_keys, *reference_keys])]
        judged.listed = Listed("argument", predicted_keys), Listed("argument", reference_keys)
    return judged


def count_with_realis(prediction: ArgumentDocument, reference: ArgumentDocument) -> Row:
    """Return how many arguments of both sides have a realis, and how many lack one."""
    arguments = len(prediction.arguments) + len(reference.arguments)
    given = 0 if _lacks_realis(prediction, reference) else arguments
    return {"with_realis": given, "without_realis": arguments - given}


def refuse_mixed_realis(
    predictions: Sequence[ArgumentDocument], references: Sequence[ArgumentDocument], rows: Sequence[Row]
) -> None:
    """Raise an `InputError` if some documents of a corpus have a realis and others do not."""
    without = [number for number, row in enumerate(rows) if row["without_realis"]]
    if without and any(row["with_realis"] for row in rows):
        for side, documents in (("predictions", predictions), ("references", references)):
            for number in without:
                if documents[number].arguments:
                    raise _without_realis((side, number, "arguments", 0, "realis"))


def _without_realis(path: Path) -> InputError:
    wanted = "one of " + ", ".join(f'"{choice}"' for choice in REALIS) + ", as other arguments have a realis"
    return InputError(path, wanted=wanted, got=None)


def _lacks_realis(prediction: ArgumentDocument, reference: ArgumentDocument) -> bool:
    """Whether the arguments of a document lack a realis. Either all have one or all lack it."""
    first = next(iter(prediction.arguments or reference.arguments), None)
    return first is None or first.realis is None


def _is_neutral(prediction: ArgumentDocument, reference: ArgumentDocument, options: ArgumentOptions) -> bool:
    """Whether realis is ignored."""
    return options.neutralize_realis or _lacks_realis(prediction, reference)


def _keys(document: ArgumentDocument, neutral: bool) -> list[ArgumentKey]:
    """Return the keys of the arguments of one side. If realis is ignored all are Actual."""
    return [
        (each.type, each.role, each.filler, "Actual" if neutral else each.realis or "") for each in document.arguments
    ]


def _frames(document: ArgumentDocument, keys: list[ArgumentKey]) -> list[set[ArgumentKey]]:
    """Return the frames of one side without Generic arguments."""
    return [{keys[place] for place in frame if keys[place][3] != "Generic"} for frame in document.frames]
