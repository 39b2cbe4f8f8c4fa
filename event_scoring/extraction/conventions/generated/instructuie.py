"""Convention "instructuie": whole answers that are right or wrong, and sets of arguments."""

from __future__ import annotations

from event_scoring.documents.answer_texts import bracket_contents
from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.conventions.generated.options import InstructUIEOptions
from event_scoring.extraction.conventions.generated.texts import instructuie_form
from event_scoring.extraction.conventions.generated.written import Sentence, WrittenEvent, written_events
from event_scoring.extraction.counting import Outcome
from event_scoring.extraction.documents.document import Documents, ExtractionDocument
from event_scoring.extraction.items import Document
from event_scoring.matching import as_sets
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.published import Published
from event_scoring.statistics.precision_recall import ratio


class InstructUIE(WrittenEvents[InstructUIEOptions]):
    """The share of sentences whose set of events, or whose text, is right; for arguments sets of "text: role"."""

    name = "instructuie"
    title = "InstructUIE"
    options = InstructUIEOptions
    reason = (
        "InstructUIE compares whole answers: a sentence is right if its set of events (EE) or its text (EET) is, so "
        "that its number is an accuracy. For arguments (EEA) it compares sets of normalised texts with roles."
    )
    trigger_scores = {}
    argument_scores = {"argument_classification": ("span",)}
    is_written = False
    counting = "answers"
    published = (
        Published(
            name="InstructUIE",
            year="2023",
            users="InstructUIE and papers on its data",
            choose_for='its tables of EE (`task="EE"`), EET and EEA',
            counts="Whole answers; sets of normalised arguments",
            faults="The F1 of events in its tables is an accuracy of sentences",
            original="BeyonderXX/InstructUIE 339ade6e, `src/evaluation/evaluator.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_instructuie.py`",
            options={"convention": "instructuie"},
            rule=as_sets,
            steps=(instructuie_form,),
        ),
    )

    def count_items(self, document: Document, options: InstructUIEOptions, details: bool) -> dict[str, Outcome]:
        task = options.task
        answer, reference = (answer_of(document, side, task) for side in (document.prediction, document.reference))
        prefix = f"{options.main_mode}/" if options.all_modes else ""
        if task != "EEA":
            read = event_parts if task == "EE" else instructuie_form
            is_right = read(answer) == read(reference)
            return {prefix: Outcome({}, sums={"correct": int(is_right), "answers": 1})}
        # The published reader normalises the answer before it is split and after, and the reference only after.
        predictions, references = arguments_in(instructuie_form(answer)), arguments_in(reference)
        return {prefix: Outcome({"argument_classification": as_sets(predictions, references, str)})}

    def why_not_comparable(self, predictions: Documents, references: Documents, options: InstructUIEOptions) -> str:
        if options.task == "EEA":
            return ""
        return 'its number is an accuracy of whole answers, not an F1; with task="EEA" it gives an F1 of arguments'

    def scores(self, sums: Sums, prefix: str, options: InstructUIEOptions) -> Scores:
        if options.task == "EEA":
            return super().scores(sums, prefix, options)
        return {"accuracy": ratio(sums[f"{prefix}correct"], sums[f"{prefix}answers"], options.zero_division)}

    def counts(self, sums: Sums, prefix: str, options: InstructUIEOptions) -> Scores:
        correct = {"correct": sums[f"{prefix}correct"]} if f"{prefix}correct" in sums else {}
        return {**super().counts(sums, prefix, options), **correct}

    def score_warnings(self, sums: Sums, prefix: str, options: InstructUIEOptions) -> list[str]:
        sentences = super().score_warnings(sums, prefix, options)
        if options.task != "EEA":
            sentences.append("The number is an accuracy of whole answers; the original tables call it F1.")
        return sentences


def answer_of(document: Document, side: ExtractionDocument, task: str) -> str:
    """Return the answer of a side: as it was given, or its events as InstructUIE writes them."""
    if side.answer is not None:
        return side.answer
    events = written_events(side.events, Sentence.of(document))
    if task == "EEA":
        parts = [f"{one.text}: {one.label}" for event in events for one in event.arguments]
        return " " + "; ".join(parts) if parts else " None"
    events = [event for event in events if event.type not in ("NA", "")]
    if task == "EET":
        return " " + "; ".join(f"{event.type}: {event.trigger.text}" for event in events) if events else " None"
    return ",".join(map(_answer_of_event, events)) or " None"


def _answer_of_event(event: WrittenEvent) -> str:
    """Return an event as the references of task EE have it."""
    arguments = ",".join(f" {one.text}: {one.label}" for one in event.arguments) or "None"
    return f" ( {event.type}: {event.trigger.text}, {arguments}) "


def event_parts(answer: str) -> set[str]:
    """Return the events of an answer, each as its sorted parts.

    Examples:
        >>> event_parts("(Attack: hit, Homs: Place),( Die: dead, None)") == {"attack:hit,homs:place", "die:dead,none"}
        True
    """
    contents = (instructuie_form(content).replace("arguments:", "") for content in bracket_contents(answer))
    return {",".join(sorted(comma_parts(content))) for content in contents}


def comma_parts(text: str) -> list[str]:
    """Return the parts between commas outside brackets; the comma of an empty part stays with the next one."""
    parts, depth, start = [], 0, 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth and index > start:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]] if text[start:] else parts


def arguments_in(text: str) -> list[str]:
    """Return the normalised pieces between semicolons that have a colon."""
    return [instructuie_form(piece) for piece in text.split(";") if ":" in piece]
