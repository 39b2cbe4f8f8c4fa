"""Counts of one document by the rules of the BioNLP programs, and the reasons for which they skip a document."""

from __future__ import annotations

from collections.abc import Iterable

from event_scoring.documents.errors import InputError
from event_scoring.extraction.conventions.bionlp import ge, pc_cg
from event_scoring.extraction.conventions.bionlp.annotation import Annotation, read_annotation
from event_scoring.extraction.conventions.bionlp.decomposition import read_pieces
from event_scoring.extraction.conventions.bionlp.ge import (
    EventCounts,
    GeEvents,
    Names,
    in_order_of_reference,
    read_events,
)
from event_scoring.extraction.conventions.bionlp.grammar import FaultError, Node, Side, read_side
from event_scoring.extraction.conventions.bionlp.normalization import normalized
from event_scoring.extraction.conventions.bionlp.options import BionlpOptions
from event_scoring.extraction.conventions.bionlp.printed_tables import SIMPLE
from event_scoring.extraction.conventions.bionlp.widening import MarkedText
from event_scoring.extraction.counting import Outcome
from event_scoring.extraction.documents.document import ExtractionDocument
from event_scoring.scoring.rows import Match, Row, outcomes_of_items


def count_bionlp(
    prediction: ExtractionDocument, reference: ExtractionDocument, options: BionlpOptions, details: bool
) -> Outcome:
    """Return the counts of one document under a variant of the programs."""
    if prediction.unanswered:
        return _left_out("the system wrote nothing for it")
    annotated = read_annotation(reference)
    given = {name: term for name, term in annotated.terms.items() if term.given}
    predicted = read_annotation(prediction, given)
    page = MarkedText(_text(reference, prediction, options), _marked(annotated))
    if options.variant in SIMPLE:
        if reference.text == "" or (reference.entities is not None and not given):
            return _left_out("its text, or what systems are given (.a1), is empty")
        return _counts_of_ge(predicted, annotated, page, options, details)
    return _counts_of_pc_cg(predicted, annotated, page, options, details)


def _left_out(why: str) -> Outcome:
    """Return the outcome of a document that is left out on both sides."""
    return Outcome({}, sums={"skipped": 1}, lists={"left_out": [{"why": why}]})


def _text(reference: ExtractionDocument, prediction: ExtractionDocument, options: BionlpOptions) -> str:
    """Return the text of a document as its offsets count it."""
    text = reference.text
    text = prediction.text if text is None else text
    if text is None:
        if options.span == "strict":
            return ""
        wanted = f"the text of the document, because span={options.span!r} widens the places of triggers in it"
        raise InputError(("references",), wanted=wanted, says=f'missing key "text", {wanted}')
    found = str(text)
    # Differs from a2-evaluate (BioNLP GE): offsets count characters, unless `offsets` is "bytes".
    return found.encode().decode("latin-1") if options.offsets == "bytes" else found


def _marked(side: Annotation) -> list[tuple[int, int]]:
    return [(term.start, term.end) for term in side.terms.values()]


def _counts_of_ge(
    predicted: Annotation, annotated: Annotation, page: MarkedText, options: BionlpOptions, details: bool
) -> Outcome:
    ordered = normalized(annotated)
    remarks = {"not_normalized": int(ordered.events != annotated.events)}
    remarks["ignored_lines"] = sum(
        not line.startswith("R") for side in (predicted, annotated) for _, line, _ in side.other_lines
    )
    if options.normalize:
        predicted = normalized(predicted)
    names: Names = {}
    references, predictions, remarks["secondary"] = _read_ge(annotated, predicted, options, names)
    counts, pairs = ge.count_ge(predictions, references, (predicted.terms, annotated.terms), page, options)
    remarks["circular"] = int(_is_circular(predictions) or _is_circular(references))
    if options.recursive == "approximate" and not options.decompose:
        remarks["without_theme"] = int(_lacks_theme(predictions) or _lacks_theme(references))
    found = Outcome({}, sums={**_by_class(counts), **remarks})
    if details and not options.decompose:
        equal = ((name, other) for name, others in pairs.items() for other in others)
        found.outcomes = _outcomes((predicted, annotated), (predictions, references), equal)
    return found


def _by_class(counts: EventCounts) -> dict[str, float]:
    """Return counts by kind and class, such as "gold:Binding"."""
    return {f"{kind}:{name}": number for kind, of in counts.items() for name, number in of.items() if number}


def _outcomes(
    sides: tuple[Annotation, Annotation],
    counted: tuple[Iterable[str], Iterable[str]],
    pairs: Iterable[tuple[str, str]],
) -> list[Row]:
    """Return the outcomes of the events that count, from their ids and from the pairs of equal events."""
    predicted, annotated = ({event.id: index for index, event in enumerate(side.events)} for side in sides)
    matches = (
        Match(predicted[one], annotated[other]) for one, other in pairs if one in predicted and other in annotated
    )
    predictions = [predicted[name] for name in counted[0] if name in predicted]
    references = [annotated[name] for name in counted[1] if name in annotated]
    return [*outcomes_of_items(predictions, references, matches, in_order=True)]


def _read_ge(
    annotated: Annotation, predicted: Annotation, options: BionlpOptions, names: Names
) -> tuple[GeEvents, GeEvents, int]:
    """Read the events of references and predictions; equal terms of the references are equal in predictions too."""
    if options.decompose:
        references = read_pieces(annotated, names, predicted=False)
        return references, read_pieces(predicted, names, predicted=True), 0
    references, _ = read_events(annotated, options.task, names)
    references = ge.without_repeats(references, {})
    predictions, secondary = read_events(predicted, options.task, names)
    return references, ge.without_repeats(predictions, names), secondary


def _is_circular(events: GeEvents) -> bool:
    """Whether events are arguments of each other."""
    known = {
        name: event._replace(arguments=tuple(one for one in event.arguments if not one.is_event or one.id in events))
        for name, event in events.items()
    }
    seen: set[str] = set()
    for name in in_order_of_reference(known):
        if any(one.is_event and one.id not in seen for one in known[name].arguments):
            return True
        seen.add(name)
    return False


def _lacks_theme(events: GeEvents) -> bool:
    """Whether some event that is an argument has no Theme."""
    inner = {one.id for event in events.values() for one in event.arguments if one.is_event}
    return any(name in events and not any(one.role == "Theme" for one in events[name].arguments) for name in inner)


def _counts_of_pc_cg(
    predicted: Annotation, annotated: Annotation, page: MarkedText, options: BionlpOptions, details: bool
) -> Outcome:
    reference: Side | None = None
    try:
        reference = read_side(annotated, options.variant)
        prediction = read_side(predicted, options.variant, reference)
    except FaultError as fault:
        side = "references" if reference is None else "predictions"
        if options.unreadable == "error":
            hint = 'unreadable="skip" leaves such documents out on both sides, as published'
            raise InputError((side,), says=f"{fault}, so {options.variant} reads no document", hint=hint) from None
        return _left_out(f"{side}: {fault}")
    counts, pairs, events = pc_cg.count_pc_cg(prediction, reference, page, options)
    found = Outcome({}, sums=_by_class(counts))
    if details:
        predictions, references = (
            [one.id for one in side if isinstance(one, Node)] for side in (events, reference.events)
        )
        equal = ((one.id, other.id) for one, other in pairs if isinstance(one, Node) and isinstance(other, Node))
        found.outcomes = _outcomes((predicted, annotated), (predictions, references), equal)
    return found
