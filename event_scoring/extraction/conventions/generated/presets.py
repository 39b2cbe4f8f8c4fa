"""Conventions "text2event", "uie", "iepile", "knowcoder", "omnievent-seq2seq" and "degree": one rule, other choices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from event_scoring.documents.answer_texts import IEPILE_ABSENT, restore_unknown
from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.conventions.generated.counting import Compared, matches
from event_scoring.extraction.conventions.generated.options import (
    DegreeOptions,
    IEPileOptions,
    KnowCoderOptions,
    SequenceOptions,
    Text2EventOptions,
    UIEOptions,
)
from event_scoring.extraction.conventions.generated.placing import Placing, lower_and_split
from event_scoring.extraction.conventions.generated.texts import without_spaces
from event_scoring.extraction.conventions.generated.written import Mention, Reading, WrittenEvent
from event_scoring.extraction.counting import ARGUMENT_SCORES
from event_scoring.extraction.items import Span
from event_scoring.matching import as_lists, as_multisets, as_sets
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.published import Published
from event_scoring.statistics.precision_recall import f1


class Text2Event(WrittenEvents[Text2EventOptions]):
    """Texts as multisets, or places; texts of both sides are read as their linear form says them."""

    name = "text2event"
    title = "Text2Event"
    options = Text2EventOptions
    reason = (
        "Text2Event compares lists of (type, text) and (type, role, text) without the trigger. Its places go from left "
        "to right, and a trigger without a free place ends the sentence. Without a trigger text the first role is lost."
    )
    skips_unplaced = False
    rereads = True
    published = (
        Published(
            name="Text2Event",
            year="2021",
            users="Text2Event",
            choose_for='papers that compare with Text2Event: record level, or offset level with `unit="span"`',
            counts="Multisets of texts as written, or of their spans",
            faults="Without a trigger text the first role is lost; a trigger without a free span ends the sentence",
            original="luyaojie/Text2Event dbe5a0ae, `extraction/extraction_metrics.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_brackets.py`",
            options={"convention": "text2event"},
            rule=as_multisets,
            steps=(matches, Placing.events),
        ),
    )

    def read_events(
        self, events: Sequence[WrittenEvent], reading: Reading[Text2EventOptions]
    ) -> Iterator[WrittenEvent]:
        """Yield events as their linear form says them: the first word is the label, the others are the text.

        References are read so where texts are compared, and so they meet `types` and `roles` too. A role without a text
        cannot be written, but an answer has one where brackets stand in its place.
        """
        options, is_reference = reading.options, reading.is_reference
        if is_reference and not self.compares_texts(options):
            yield from events
            return
        for event in events:
            kind, text = _label_and_text(event.type, event.trigger.text, is_answer=reading.is_answer)
            arguments = [
                argument._replace(label=label, text=words)
                for argument in event.arguments
                for label, words in [_label_and_text(argument.label, argument.text, is_answer=reading.is_answer)]
            ]
            # The linear form has the roles after the trigger text; without one the first role is read in its place.
            kept = [argument for argument in arguments[0 if text else 1 :] if argument.text or reading.is_answer]
            written = {one.argument for one in kept}
            reading.drop(event, (one for one in arguments if one.argument not in written), "unwritable")
            if (text or arguments) and (not is_reference or self.is_type(kind, options)):
                kept = [one for one in kept if not is_reference or self.is_role(kind, one.label, options)]
                yield event._replace(type=kind, trigger=event.trigger._replace(label=kind, text=text), arguments=kept)
            else:
                reading.drop(event, [event.trigger], "unwritable")

    def drops_outside(self, options: Text2EventOptions) -> bool:
        """Whether texts outside the sentence are left out, as they are before they get places."""
        return options.unit == "span" or super().drops_outside(options)

    def is_type(self, kind: str, options: Text2EventOptions) -> bool:
        """Whether a type is one of the schema; an empty schema allows all."""
        return not options.types or super().is_type(kind, options)

    def is_role(self, kind: str, role: str, options: Text2EventOptions) -> bool:
        return not options.roles or super().is_role(kind, role, options)


def _label_and_text(label: str, text: str, *, is_answer: bool) -> tuple[str, str]:
    """Return the label and the text of a bracket that was written with these.

    A bracket of an answer may have words and no label, because another bracket follows its opening mark.
    """
    if is_answer and not label:
        return "", text
    words = f"{label} {text}".split()
    return (words[0], " ".join(words[1:])) if words else ("", "")


@dataclass
class UiePlacing(Placing):
    """Places as UIE gives them: texts are split at single spaces."""

    def places(self, text: str) -> list[Span]:
        sentence = self.reading.sentence
        return sentence.runs.find([*text] if sentence.is_characters else text.split(" "))

    def events(self, events: Iterable[WrittenEvent]) -> Iterator[WrittenEvent]:
        """Yield events at their places; under "closest" an empty trigger that has a place ends the sentence."""
        kept, remaining = [], iter(events)
        for event in remaining:
            if event.trigger.text == "" and self.reading.options.places[1] == "closest" and self.places(""):
                for later in (event, *remaining):
                    self.reading.drop_event(later, "after_end")
                break
            kept.append(event)
        return super().events(kept)


class UIE(WrittenEvents[UIEOptions]):
    """Texts that the sentence has, or their places."""

    name = "uie"
    title = "UIE"
    options = UIEOptions
    reason = (
        "UIE drops predicted texts that the sentence does not have before it counts. Its published event scores "
        "compare places: a trigger whose places are all taken, as by two types on one word, ends the sentence."
    )
    rereads = True
    published = (
        Published(
            name="UIE",
            year="2022",
            users="UIE and later unified models",
            choose_for='papers that compare with UIE; `unit="text"` gives its string scores, `repeats` its match modes',
            counts="Spans of predicted texts, as multisets (normal), sets, or with reuse (multimatch)",
            faults="Texts outside the sentence cost nothing; two types on one word end the sentence",
            original="universal-ie/UIE c88dd08b, `uie/extraction/scorer.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_brackets.py`",
            options={"convention": "uie"},
            rule=as_multisets,
            steps=(matches, Placing.events),
        ),
    )

    def inside(self, events: Iterable[WrittenEvent], reading: Reading[UIEOptions]) -> Iterator[WrittenEvent]:
        """Yield predictions of the schema that the sentence has, after `<unk>` was filled in."""

        def filled(mention: Mention) -> Mention:
            return mention._replace(text=restore_unknown(" ".join(mention.text.split()), reading.sentence.text))

        read = (
            event._replace(trigger=filled(event.trigger), arguments=[*map(filled, event.arguments)]) for event in events
        )
        return super().inside(read, reading)

    def placing(self, reading: Reading[UIEOptions]) -> Placing:
        return UiePlacing(reading)

    def compared_place(self, span: Span | None) -> Any:
        """Return the indices of a place; all empty places are one."""
        return () if span is not None and span[0] == span[1] else span


class IEPile(WrittenEvents[IEPileOptions]):
    """Texts as multisets or sets; the text NAN means no text, and scores are rounded as per cents."""

    name = "iepile"
    title = "IEPile, OneKE"
    options = IEPileOptions
    reason = (
        "IEPile rounds precision and recall to two places of a per cent and makes F1 of the rounded ones. The text NAN "
        "does not count as a prediction."
    )
    counting = "rounded"
    published = (
        Published(
            name="IEPile, OneKE",
            year="2024",
            users="IEPile, OneKE, DeepKE, EasyInstruct",
            choose_for="papers on models tuned with IEPile",
            counts="Multisets of texts as written, or sets",
            faults="Scores are rounded before F1",
            original="zjunlp/IEPile 933918d0, `ie2instruction/eval_func.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_texts.py`",
            options={"convention": "iepile"},
            rule=as_multisets,
            steps=(matches,),
        ),
    )

    def read_events(self, events: Sequence[WrittenEvent], reading: Reading[IEPileOptions]) -> Iterator[WrittenEvent]:
        """Yield events without arguments that read NAN; in task EEA no trigger has a text."""
        for event in events:
            trigger = event.trigger._replace(text="") if reading.options.task == "EEA" else event.trigger
            kept = [one for one in event.arguments if one.text != IEPILE_ABSENT]
            yield event._replace(trigger=trigger, arguments=kept)

    def scores(self, sums: Sums, prefix: str, options: IEPileOptions) -> Scores:
        """Return scores rounded to two places of a per cent, F1 of the rounded precision and recall."""
        found = super().scores(sums, prefix, options)
        for name in self.present(sums, prefix):
            precision, recall = (_to_two_places(100 * found[f"{name}_{part}"]) for part in ("precision", "recall"))
            rounded = _to_two_places(f1(precision, recall, options.zero_division))
            found |= {f"{name}_precision": precision / 100, f"{name}_recall": recall / 100, f"{name}_f1": rounded / 100}
        return found


def _to_two_places(values: Any) -> Any:
    """Round to two digits as Python does: 5.555 becomes 5.55. NumPy would give 5.56."""
    return np.vectorize(lambda value: round(float(value), 2), otypes=[float])(values)


class KnowCoder(WrittenEvents[KnowCoderOptions]):
    """Texts as written, each reference as often as it is predicted; or head tokens."""

    name = "knowcoder"
    title = "KnowCoder"
    options = KnowCoderOptions
    reason = (
        "KnowCoder credits each prediction that equals a reference, so that scores can exceed 1. Types and roles are "
        "compared in small letters, with their words apart; events without a trigger text are left out."
    )
    counting = "small-labels"
    rereads = True
    published = (
        Published(
            name="KnowCoder",
            year="2024",
            users="KnowCoder",
            choose_for='papers that compare with KnowCoder: exact match, or head match with `unit="head"`',
            counts="Lists of texts as written, each equal to some reference",
            faults="Recall and F1 can exceed 1",
            original="ICT-GoKnow/KnowCoder b7859789, `eval/src/metric.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_texts.py`",
            options={"convention": "knowcoder"},
            rule=as_lists,
            steps=(matches, lower_and_split),
        ),
    )

    def read_events(self, events: Sequence[WrittenEvent], reading: Reading[KnowCoderOptions]) -> Iterator[WrittenEvent]:
        """Yield events with small labels; where texts are compared, those with texts."""
        by_text = self.compares_texts(reading.options)
        for event in events:
            if by_text and not event.trigger.text and reading.options.task != "EAE":
                reading.drop_event(event, "empty")
                continue
            kind, empty = small_label(event.type), [one for one in event.arguments if by_text and not one.text]
            reading.drop(event, empty, "empty")
            without_text = {one.argument for one in empty}
            kept = (one for one in event.arguments if one.argument not in without_text)
            arguments = [one._replace(label=small_label(one.label)) for one in kept]
            yield event._replace(type=kind, trigger=event.trigger._replace(label=kind), arguments=arguments)

    def placing(self, reading: Reading[KnowCoderOptions]) -> Placing:
        """Return what finds heads; in task EAE triggers are given, and no event is lost for its own."""
        return Placing(reading, needs_triggers=reading.options.task != "EAE")


def small_label(label: str) -> str:
    """Return a label as words in small letters, which hyphens, underlines or capitals separate.

    Examples:
        >>> small_label("Transfer-Money"), small_label("be_born"), small_label("TransferMoney"), small_label("Life:Die")
        ('transfer money', 'be born', 'transfer money', 'life:die')
    """
    for mark in "-_":
        if mark in label:
            return label.replace(mark, " ").lower()
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label).lower()


class OmniEventSequences(WrittenEvents[SequenceOptions]):
    """Texts without spaces as multisets; a text with a colon cannot be read."""

    name = "omnievent-seq2seq"
    title = "OmniEvent, generated sequences"
    options = SequenceOptions
    reason = "OmniEvent compares texts without spaces, and loses labels and texts with a colon (10:30) on both sides."
    counting = "sequences"
    published = (
        Published(
            name="OmniEvent, generated sequences",
            year="2022",
            users="OmniEvent's models that write",
            choose_for="OmniEvent's conditional generation on DuEE, FewFC, LEVEN, ACE",
            counts="Multisets of texts without spaces",
            faults="A text with a colon is lost on both sides",
            original="THU-KEG/OmniEvent ec72e727, `evaluation/metric.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_texts.py`",
            options={"convention": "omnievent-seq2seq"},
            rule=as_multisets,
            steps=(matches, without_spaces),
        ),
    )

    def read_events(self, events: Sequence[WrittenEvent], reading: Reading[SequenceOptions]) -> Iterator[WrittenEvent]:
        """Yield events of which the triggers and arguments can be written as "label: text"."""
        for event in events:
            lost = (one for one in (*event.arguments, event.trigger) if not _is_readable(one))
            reading.drop(event, lost, "unwritable")
            yield event._replace(arguments=[one for one in event.arguments if _is_readable(one)])

    def compared_items(self, events: Iterable[WrittenEvent], options: SequenceOptions) -> Compared:
        """Return triggers and arguments; a trigger that cannot be written is lost without its arguments."""
        listed = [*events]
        lost = {event.number for event in listed if not _is_readable(event.trigger)}
        triggers, arguments = super().compared_items(listed, options)
        return [item for item in triggers if item.event not in lost], arguments


def _is_readable(mention: Mention) -> bool:
    """Whether "label: text" can be split at its colon, into two parts that are not empty."""
    label, text = without_spaces(mention.label), without_spaces(mention.text)
    return bool(label and text) and ":" not in label + text


@dataclass
class DegreePlacing(Placing):
    """Places as DEGREE gives them: an empty text has a place before every token, but not after the last."""

    def places(self, text: str) -> list[Span]:
        return [place for place in super().places(text) if place[0] < len(self.reading.sentence.tokens)]


class Degree(WrittenEvents[DegreeOptions]):
    """A trigger takes all places of its text; arguments take the place nearest to the last of them."""

    name = "degree"
    title = "DEGREE"
    options = DegreeOptions
    reason = (
        "DEGREE, X-GEAR and AMPERE take every place of a predicted trigger text as a prediction, and the place of an "
        "argument that is nearest to the last of them. Equal tuples of a sentence count once."
    )
    argument_scores = {name: ARGUMENT_SCORES[name] for name in ("argument_identification", "argument_classification")}
    published = (
        Published(
            name="DEGREE",
            year="2022",
            users="DEGREE, X-GEAR, AMPERE",
            choose_for="end-to-end numbers of DEGREE",
            counts="Sets of spans; a trigger text counts at all of its occurrences",
            faults="A right trigger word that occurs twice is also a wrong prediction",
            original="PlusLabNLP/DEGREE ed9e0b31, `degree/eval_end2endEE.py`, with whole words as pieces",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_texts.py`",
            options={"convention": "degree"},
            rule=as_sets,
            steps=(Placing.events,),
        ),
    )

    def placing(self, reading: Reading[DegreeOptions]) -> Placing:
        return DegreePlacing(reading)
