"""Convention "code4struct": arguments of given triggers at the place nearest to their trigger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from event_scoring.documents.answer_texts import MERGED, check_similarities, merge_similar
from event_scoring.documents.token_runs import TokenRuns
from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.conventions.generated.counting import Compared
from event_scoring.extraction.conventions.generated.options import Code4StructOptions
from event_scoring.extraction.conventions.generated.placing import lower_and_split
from event_scoring.extraction.conventions.generated.written import Dropped, Sentence, dropped_records, mention_text
from event_scoring.extraction.conventions.heads_and_clusters import head_of
from event_scoring.extraction.counting import Outcome
from event_scoring.extraction.documents.document import Event
from event_scoring.extraction.items import Document, Item, Span, key_of
from event_scoring.matching import as_lists, distinct
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import with_moved_index

ARTICLES = ("the", "a", "an")
_SCORES = {
    "argument_identification": ("event", "span"),
    "argument_classification": ("event", "span", "label"),
    "argument_identification_entity_type": ("event", "span", "entity"),
    "argument_classification_entity_type": ("event", "span", "label", "entity"),
}


class Code4Struct(WrittenEvents[Code4StructOptions]):
    """Similar fillers of a role are merged, placed near the trigger, and each credited that equals a reference."""

    name = "code4struct"
    title = "Code4Struct"
    options = Code4StructOptions
    reason = (
        "Code4Struct merges similar fillers of a role, takes the occurrence nearest to the trigger, and removes a "
        "leading article only from references. Each prediction that equals a reference in the compared parts is right, "
        "so all scores except the last can exceed 1."
    )
    trigger_scores = {}
    argument_scores = _SCORES
    modes = ("gold",)
    counting = "reuse"
    notes = {
        "articles": (
            "{number:reference} {number:has|have} a leading article, which Code4Struct's scorer takes off: the same "
            "words with the article, as the reference has them, are wrong."
        )
    }
    unreachable_because = "their words occur nearer to the trigger, and texts take the nearest place"
    published = (
        Published(
            name="Code4Struct",
            year="2023",
            users="Code4Struct",
            choose_for='papers that compare with Code4Struct (`unit="head"` for its head scores)',
            counts="Spans or heads nearest to given triggers, with roles and entity types",
            faults="Articles are removed from references only; recall can exceed 1",
            original="xingyaoww/code4struct 14e6c870, `src/scripts/evaluation/scorer.py`",
            checked_by="`golden/extraction_generative.json`, `oracles/generative_code.py`",
            options={"convention": "code4struct"},
            rule=as_lists,
            steps=(merge_similar, TokenRuns.nearest),
        ),
    )

    def compares_texts(self, options: Code4StructOptions) -> bool:
        return False

    def reads_words(self, options: Code4StructOptions) -> bool:
        """Return True: each text is looked for near its trigger."""
        return True

    def count_items(self, document: Document, options: Code4StructOptions, details: bool) -> dict[str, Outcome]:
        sentence, dropped = Sentence.of(document), list[Dropped]()
        to_heads = options.unit == "head"
        is_merged = MERGED in (document.prediction.repaired or ())
        predicted, annotated, articles, unreachable = list[Item](), list[Item](), 0, 0
        given, listed_at = document.given_gold.listed, dict[int, int]()
        check_similarities(
            ((number, one.role), mention_text(one, sentence))
            for number, event in enumerate(given)
            for one in event.arguments or ()
        )
        for number, target in enumerate(self.targets(document)):
            reference = document.reference.events[target].trigger
            trigger = None if reference is None else reference.span
            first_listed: dict[tuple[str, str], int] = {}
            for index, argument in enumerate(given[number].arguments or ()):
                first_listed.setdefault((argument.role, mention_text(argument, sentence)), index)
            for index, filler in enumerate(fillers(given[number], sentence, is_merged=is_merged)):
                span = None if trigger is None else nearest_place(filler["text"], sentence, trigger)
                if span is None:
                    dropped.append(Dropped(number, index, filler["role"], filler["text"], "not_in_text"))
                else:
                    place = compared_span(span, sentence, to_heads=to_heads)
                    role, kind = filler["role"], filler.get("entity_type")
                    # A merged filler has the role and the text of one of its members.
                    member = index if is_merged else first_listed[role, filler["text"]]
                    predicted.append(_placed_argument(target, member, place, role, kind))
                    listed_at.setdefault(target, number)
        # Its data have the entity type of every argument; if only answers do, references get the most frequent one.
        usual = "PER" if any(item.entity for item in predicted) else None
        for number, event in enumerate(document.reference.events):
            for index, argument in enumerate(event.arguments or ()):
                if argument.span is not None:
                    span = without_article(argument.span, sentence)
                    articles += span != argument.span
                    trigger = None if event.trigger is None else event.trigger.span
                    if trigger is not None and span[1] <= len(sentence.tokens):
                        unreachable += nearest_place(sentence.words(*span), sentence, trigger) != span
                    place = compared_span(span, sentence, to_heads=to_heads)
                    annotated.append(
                        _placed_argument(number, index, place, argument.role, argument.entity_type or usual)
                    )
        sides: Sequence[Compared] = [([], items) for items in (predicted, annotated)]
        outcome = self.compare(sides, "gold/", options, details)
        outcome.discarded = {"not_in_text": len(dropped)}
        outcome.sums |= {"articles": articles, "unreachable": unreachable}
        if details:
            outcome.lists = {"dropped": dropped_records(dropped, given, sentence)}
        # Predictions have the index of their reference event.
        outcome.outcomes = [
            with_moved_index(one, 0, lambda index: [listed_at[index[0]], *index[1:]]) for one in outcome.outcomes
        ]
        return {"gold/": outcome}

    def targets(self, document: Document) -> Sequence[int]:
        """Return the reference event that each predicted event answers: the one at its place.

        An answer that could not be read has no event, so that its references are missed.
        """
        number = len(document.given_gold.listed)
        if number in (0, len(document.reference.events)):
            return range(number)
        return document.reference_events

    def compare(self, sides: Sequence[Compared], prefix: str, options: Code4StructOptions, details: bool) -> Outcome:
        key = key_of(*_SCORES["argument_classification_entity_type"])
        distinct_sides: list[Compared] = [([], distinct(arguments, key)) for _, arguments in sides]
        return super().compare(distinct_sides, prefix, options, details)


def _placed_argument(event: int, index: int, span: Span, role: str, entity_type: str | None) -> Item:
    return Item(event, index, None, "", span, role, entity=entity_type)


def fillers(event: Event, sentence: Sentence, *, is_merged: bool) -> list[dict[str, Any]]:
    """Return the arguments of an event, similar ones of a role as one, unless their reader merged them."""
    arguments = []
    for one in event.arguments or ():
        kind = {} if one.entity_type is None else {"entity_type": one.entity_type}
        arguments.append({"role": one.role, "text": mention_text(one, sentence), **kind})
    return arguments if is_merged else merge_similar(arguments)


def nearest_place(text: str, sentence: Sentence, trigger: Span) -> Span | None:
    """Return the place of a text that is nearest to a trigger, also with small letters and hyphens apart."""
    words = text.split()
    return sentence.runs.nearest(words, trigger) or sentence.small_runs.nearest(lower_and_split(words), trigger)


def without_article(span: Span, sentence: Sentence) -> Span:
    """Return a span of several tokens without a leading article. A document without predictions may have no tokens."""
    start, end = span
    has_words = end - start > 1 and end <= len(sentence.tokens)
    return (start + 1, end) if has_words and sentence.tokens[start].lower() in ARTICLES else span


def compared_span(span: Span, sentence: Sentence, *, to_heads: bool) -> Span:
    """Return a span, or the head token of one of several tokens."""
    head = head_of(span, sentence.heads) if to_heads and span[1] - span[0] != 1 and sentence.heads else None
    return span if head is None else (head, head + 1)
