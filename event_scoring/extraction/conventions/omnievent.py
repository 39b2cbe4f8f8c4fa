"""Convention "omnievent": the candidates and the counting of THU-KEG/OmniEvent ec72e72.

It differs from the paper as that code does. A span with several reference labels is a candidate for each of them.
Argument candidates depend on the reference arguments. The paradigm decides how an output is read (`omnievent_labels`).
Every candidate of every trigger counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.conventions.measure import ALL_MODES, ELSEWHERE, EventMeasure
from event_scoring.extraction.conventions.omnievent_labels import (
    Candidate,
    Labels,
    Mentions,
    labels_by_cover,
    labels_by_order,
    labels_by_tags,
    labels_by_text,
)
from event_scoring.extraction.counting import Outcome
from event_scoring.extraction.documents.document import NULL_LABELS
from event_scoring.extraction.items import Document, Item
from event_scoring.extraction.measure_options import OmniEventOptions
from event_scoring.extraction.mistakes import Comparison
from event_scoring.extraction.standardization.candidates import single_spaced, stretches
from event_scoring.extraction.standardization.standardize import (
    allowed_role,
    allowed_type,
    outside_roles,
    outside_types,
    winners,
)
from event_scoring.matching import Count, grouped
from event_scoring.scoring.counts import Row
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.published import Published


def label_triggers(document: Document, options: OmniEventOptions) -> tuple[list[Candidate], Labels]:
    """Return the trigger candidates that are annotated or can be labelled, and the event that labels each.

    Reference triggers come first, in their order, then the other candidates. Where neither the references nor a
    prediction label a candidate it counts nowhere.
    """
    candidates = [
        Candidate(item.span, item.label, item.event)
        for item in document.references.triggers
        if item.span is not None and item.label not in NULL_LABELS
    ]
    others = Mentions.of_triggers(document, (one.span for one in candidates))
    events = [item for item in document.predictions.triggers if allowed_type(item.label, options)]
    texts, placed = _texts(events), [item for item in events if item.span is not None]
    # Extraction takes the triggers of detection, in every paradigm.
    paradigm = None if options.with_arguments else options.paradigm
    tokens: Iterable[int] = _starts(placed)
    if paradigm == "span-prediction":
        tokens = (token for span in stretches(filter(None, (item.span for item in placed))) for token in range(*span))
    candidates += [Candidate(span) for span, _ in others.reached(tokens, texts)]
    if paradigm in ("sequence-labeling", "span-prediction"):
        read = labels_by_tags if paradigm == "sequence-labeling" else labels_by_cover
        labels = read(candidates, [item for item in placed if item.label not in NULL_LABELS])
    else:
        labels = labels_by_order(candidates, placed)
    return candidates, labels_by_text(candidates, labels, texts, others.reads)


class Trigger(NamedTuple):
    """A trigger candidate whose arguments a mode scores."""

    candidate: Candidate
    event: int | None
    """The predicted event at the candidate."""
    type: str | None
    """The type of that event, which in gold mode is the reference's."""


def visited_triggers(
    candidates: Sequence[Candidate], labels: Labels, mode: str
) -> tuple[list[Trigger], list[int], list[int]]:
    """Return the annotated or predicted triggers that a mode counts, and the events that it leaves out.

    Modes "legacy" and "loose" leave out events of references whose triggers were missed. Mode "loose" also leaves out
    predicted events at spans that are not reference triggers.
    """
    visited, missed, spurious = list[Trigger](), list[int](), list[int]()
    for candidate, item in zip(candidates, labels, strict=True):
        if item is None:
            if candidate.event is not None and mode in ("legacy", "loose"):
                missed.append(candidate.event)
            elif candidate.event is not None:
                visited.append(Trigger(candidate, None, None))
        elif candidate.event is None and mode == "loose":
            spurious.append(item.event)
        else:
            visited.append(Trigger(candidate, item.event, item.label))
    return visited, missed, spurious


def label_arguments(
    trigger: Trigger,
    arguments: Sequence[Item],
    references: Sequence[Item],
    mentions: Mentions,
    options: OmniEventOptions,
) -> tuple[list[Candidate], Labels]:
    """Return the argument candidates of a trigger, reference arguments first by role, and the label of each.

    Args:
        trigger: A trigger candidate that the mode visits.
        arguments: Arguments of the predicted event.
        references: Arguments of the reference event.
        mentions: Other spans of the document that may be arguments.
        options: The paradigm, the roles, and which of several labels of a span counts.
    """
    agrees = trigger.type == trigger.candidate.label
    allowed = arguments
    if options.allowed_roles is not None:
        allowed = [item for item in arguments if allowed_role(trigger.type or "", item.label, options)]
    # The original ignores a text on a reference trigger of another type.
    texts = [] if trigger.candidate.event is not None and not agrees else _texts(allowed)
    placed = [item for item in allowed if item.span is not None]
    labelled = sorted((item for item in references if item.label not in NULL_LABELS), key=lambda item: item.label)
    candidates = [Candidate(item.span, item.label) for item in labelled if item.span is not None]
    # In every paradigm a span labels mentions with its start, and a text labels mentions with that text.
    reached = mentions.reached(_starts(placed), texts)
    candidates += map(Candidate, mentions.far_from([one.span for one in candidates], reached))
    if options.paradigm == "sequence-labeling":
        labels = labels_by_tags(candidates, [item for item in placed if item.label not in NULL_LABELS])
    else:
        best = {item.span: item for item in reversed(placed)}
        if len(best) < len(placed):
            won = winners([item.span for item in placed], [item.score for item in placed], options.conflict)
            best = {item.span: item for item, is_best in zip(placed, won, strict=True) if is_best}
        labels = [best.get(one.span) for one in candidates]
    return candidates, labels_by_text(candidates, labels, texts, mentions.reads)


def count_labels(candidates: Sequence[Candidate], labels: Labels, agrees: bool = True) -> tuple[Count, Count]:
    """Count identification and classification of candidates; none is right if the trigger's type is wrong.

    Examples:
        A reference that is labelled with another role.

        >>> place = Item(0, 0, (1, 2), "Die", (3, 4), "Place")
        >>> [len(count.right) for count in count_labels([Candidate((3, 4), "Victim")], [place])]
        [1, 0]
    """
    annotated = [one for one in candidates if one.label is not None]
    predicted = [item for item in labels if item is not None]
    found = [
        (one, item.label)
        for one, item in zip(candidates, labels, strict=True)
        if agrees and one.label is not None and item is not None
    ]
    classified = [one for one, label in found if one.label == label]
    return Count([one for one, _ in found], predicted, annotated), Count(classified, predicted, annotated)


class OmniEvent(EventMeasure[OmniEventOptions]):
    """Every candidate has one label; a text without a position may take that of the references."""

    name = "omnievent"
    title = "OmniEvent"
    options = OmniEventOptions
    knows_null_labels = True
    reason = (
        "OmniEvent's code differs from its paper in several places: types without a reference are not wrong "
        'predictions in detection (but with the paradigm "classification"); a text without position takes the '
        "reference's label where it has that label too; argument candidates that overlap a reference argument are "
        "left out, so labelling them is free; a span with several reference labels is judged once for each."
    )
    modes = ALL_MODES
    places_texts = False
    has_error_kinds = False
    notes = {"elsewhere": ELSEWHERE}
    no_tiers = "gives each candidate one label, and a span outside the candidates has none"
    needs_whole_corpus = "leaves out predictions of types that no reference of the corpus has"
    counting = "candidates"
    standardization = "omnievent-ec72e72"
    position_mapping = "gold-aware"
    unreachable_because = "a span has one label, and where labels are tags a neighbour may hide it"
    published = (
        Published(
            name="OmniEvent",
            year="2022",
            users="THU-KEG",
            choose_for="numbers that OmniEvent's code gives",
            counts="One label for each candidate",
            faults="Uses the references to read outputs; ignores types without references",
            original="THU-KEG/OmniEvent ec72e72",
            checked_by="`golden/extraction_omnievent.json`, `oracles/omnievent_oracle.py`",
            options={"convention": "omnievent"},
            rule=label_arguments,
            steps=(label_triggers, visited_triggers, count_labels),
        ),
    )

    def problems_as_read(self, document: Document, options: OmniEventOptions) -> Iterator[InputError]:
        yield from super().problems_as_read(document, options)
        prediction, reference = document.prediction, document.reference
        known = (reference.trigger_candidates, reference.tokens, prediction.tokens)
        if all(given is None for given in known):
            wanted = f'"trigger_candidates" or "tokens", because convention "{self.name}" judges every candidate'
            yield InputError(("references",), wanted=wanted, got=Description("neither"))

    def count_items(self, document: Document, options: OmniEventOptions, details: bool) -> dict[str, Outcome]:
        candidates, labels = label_triggers(document, options)
        identified, classified = count_labels(candidates, labels)
        counts = {"trigger_identification": identified, "trigger_classification": classified}
        used, hidden = [item for item in labels if item is not None], unreachable_triggers(document, options)
        dropped = {"schema": len(outside_types(document.predictions.triggers, options)), "of_trigger": 0}
        sums: dict[str, float] = {
            "unreachable": hidden,
            "elsewhere": _elsewhere(document, zip(candidates, labels, strict=True)),
        }
        outcomes = {"": Outcome(counts, dropped, used_triggers=used, sums=sums)}
        if details:
            references = [item for item in document.references.triggers if item.label not in NULL_LABELS]
            outcomes[""].comparison = _labelled(zip(candidates, labels, strict=True), references)
        mentions = Mentions.of_arguments(document)
        for mode in options.all_modes:
            outcomes[f"{mode}/"] = _count_arguments(document, candidates, labels, mentions, mode, options)
        return outcomes

    def corpus_columns(self, rows: Sequence[Row], options: OmniEventOptions) -> Mapping[str, Sequence[int]]:
        """Drop predictions of types that no reference has, unless a classifier made them; the paper counts them."""
        if options.paradigm == "classification":
            return {}
        return {"trigger_classification_predictions": predictions_of_known_types(rows)}


def predictions_of_known_types(rows: Sequence[Row]) -> list[int]:
    """Return for each document the number of predictions whose type occurs in the references of the corpus."""
    lists = [row.get("per_type") or () for row in rows]
    known = {record["label"] for records in lists for record in records if record["references"]}
    return [sum(one["predictions"] for one in records if one["label"] in known) for records in lists]


def _count_arguments(
    document: Document,
    candidates: Sequence[Candidate],
    labels: Labels,
    mentions: Mentions,
    mode: str,
    options: OmniEventOptions,
) -> Outcome:
    """Count one label for each argument candidate of each trigger that the mode visits."""
    side = document.predictions
    if mode == "gold":
        side = document.given_gold
        event_of = {reference: event for event, reference in enumerate(document.reference_events)}
        of_references = (one for one in candidates if one.event is not None)
        visited = [Trigger(one, event_of.get(one.event), one.label) for one in of_references if one.event is not None]
        missed, spurious = list[int](), list[int]()
    else:
        visited, missed, spurious = visited_triggers(candidates, labels, mode)
    predicted: dict[int | None, list[Item]] = grouped((item.event, item) for item in side.arguments)
    annotated: dict[int | None, list[Item]] = grouped((item.event, item) for item in document.references.arguments)
    repeated = sum(len(predicted.get(trigger.event, ())) for trigger in visited) - len(side.arguments)
    check_number_of_pairs(repeated, "a repeated trigger and an argument", ("references", "events"))
    counts = list[tuple[Count, Count]]()
    hidden = 0
    judged, references = list[Item](), list[Item]()
    for trigger in visited:
        found = label_arguments(
            trigger, predicted.get(trigger.event, ()), annotated.get(trigger.candidate.event, ()), mentions, options
        )
        counts.append(count_labels(*found, trigger.type == trigger.candidate.label))
        for one, item in zip(*found, strict=True):
            if item is not None:
                judged.append(
                    structs.replace(item, trigger=trigger.candidate.span, type=trigger.type or "", span=one.span)
                )
        of_event = [item for item in annotated.get(trigger.candidate.event, ()) if item.label not in NULL_LABELS]
        references += of_event
        hidden += unreachable_arguments(of_event, options)
    identified, classified = (_together([of[place] for of in counts]) for place in (0, 1))
    return Outcome(
        {
            # Candidates include the trigger's, so free and attached scores are equal here.
            "argument_identification": identified,
            "argument_classification": classified,
            "argument_attached_identification": identified,
            "argument_attached_classification": classified,
        },
        _dropped_arguments(document, mode, options),
        ignored_references=sum(len(annotated.get(event, ())) for event in missed),
        ignored_predictions=sum(len(predicted.get(event, ())) for event in set(spurious)),
        sums={"unreachable": hidden},
        comparison=Comparison(judged, references),
    )


def _dropped_arguments(document: Document, mode: str, options: OmniEventOptions) -> dict[str, int]:
    """Count the predicted arguments dropped for their role or for the type of their event, by reason."""
    side = document.given_gold if mode == "gold" else document.predictions
    types, lost = [item.label for item in side.triggers], set[int]()
    if mode == "gold":
        types = [document.references.triggers[event].label for event in document.reference_events]
    else:
        lost = {place for place, kind in enumerate(types) if kind in NULL_LABELS or not allowed_type(kind, options)}
    kept = [item for item in side.arguments if item.event not in lost]
    outside = outside_roles(kept, [types[item.event] for item in kept], options)
    return {"schema": len(outside), "of_trigger": len(side.arguments) - len(kept)}


def _elsewhere(document: Document, labelled: Iterable[tuple[Candidate, Item | None]]) -> int:
    """Return the number of predicted texts at another place than a reference trigger of their text and type."""
    references = document.reference.events
    texts = {(event.trigger.text, event.type) for event in references if event.trigger and event.trigger.text}
    return sum(
        one.event is None and item is not None and item.span is None and (item.text, item.label) in texts
        for one, item in labelled
    )


def unreachable_triggers(document: Document, options: OmniEventOptions) -> int:
    """Count the reference triggers that would be wrong if the references were the predictions."""
    if _stand_alone(document.references.triggers, options):
        return 0
    candidates, labels = label_triggers(Document(document.reference, document.reference, document.number), options)
    pairs = [(one, item) for one, item in zip(candidates, labels, strict=True) if one.event is not None]
    return sum(item is None or item.label != one.label for one, item in pairs)


def unreachable_arguments(references: Sequence[Item], options: OmniEventOptions) -> int:
    """Count the reference arguments of an event that even a perfect prediction gets wrong.

    A span has one label, and tags also need that no neighbour goes on with the role.

    Examples:
        >>> agent, place = (Item(0, n, (1, 2), "Die", (3, 4), role) for n, role in enumerate(("Agent", "Place")))
        >>> unreachable_arguments([agent, place], OmniEventOptions(convention="omnievent"))
        1
    """
    if _stand_alone(references, options):
        return 0
    candidates = [Candidate(item.span, item.label) for item in references if item.span is not None]
    if options.paradigm == "sequence-labeling":
        labels = labels_by_tags(candidates, references)
    else:
        first = {item.span: item for item in reversed(references)}
        labels = [first[one.span] for one in candidates]
    return sum(item is None or item.label != one.label for one, item in zip(candidates, labels, strict=True))


def _stand_alone(references: Sequence[Item], options: OmniEventOptions) -> bool:
    """Whether no reference hides another: they have different places, and neighbours do not matter."""
    return options.paradigm != "sequence-labeling" and len({item.span for item in references}) == len(references)


def _labelled(labels: Iterable[tuple[Candidate, Item | None]], references: Sequence[Item]) -> Comparison:
    """Return the comparison of the events that label candidates, at the candidates' spans."""
    items = [structs.replace(item, trigger=one.span, span=one.span) for one, item in labels if item is not None]
    return Comparison(items, references)


def _together(counts: Sequence[Count]) -> Count:
    return Count(*([one for count in counts for one in count[part]] for part in range(3)))


def _starts(placed: Iterable[Item]) -> set[int]:
    return {item.span[0] for item in placed if item.span is not None}


def _texts(items: Sequence[Item]) -> list[tuple[str, Item]]:
    """Return the predictions that have no span, with their texts as they are compared."""
    return [(single_spaced(item.text or ""), item) for item in items if item.span is None]


OMNIEVENT = OmniEvent()
