"""What a document of event extraction looks like, and the checks that need more than one of its fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import BoolArray, IntArray, list_offsets, parent_rows, row_of
from event_scoring.documents.errors import InputError, counted, shown
from event_scoring.documents.items import Items
from event_scoring.documents.reporting import REFUSE, Report
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text

SPAN = ListOf(Integer("token offset"), length=2)
ARGUMENT = Record(
    (
        Field("span", SPAN, required=False, meaning="first token and the token after the last"),
        Field("text", Text(), required=False, meaning="the words, where a prediction has no span"),
        Field("role", Text(), meaning="the argument role"),
        Field("score", Number(), required=False, meaning="the system's confidence"),
    )
)
EVENT = Record(
    (
        Field(
            "trigger",
            Record((ARGUMENT.field("span"), ARGUMENT.field("text"))),
            meaning="the words that express the event",
        ),
        Field("type", Text(), meaning="the event type"),
        Field("score", Number(), required=False, meaning="the system's confidence"),
        Field("arguments", ListOf(ARGUMENT), required=False, meaning="the arguments of the event"),
    )
)
EXTRACTION_DOCUMENT = Record(
    (
        Field("doc_id", Text(), required=False, meaning="the document's name; both sides must agree"),
        Field("tokens", ListOf(Text()), required=False, meaning="the words; needed where text must be found"),
        Field("trigger_candidates", ListOf(SPAN), required=False, meaning="read on the references' side"),
        Field("argument_candidates", ListOf(SPAN), required=False, meaning="read on the references' side"),
        Field(
            "argument_candidate_entities",
            ListOf(Integer("entity number")),
            required=False,
            meaning='the entity of each argument candidate; for convention "omnievent" only',
        ),
        Field("events", ListOf(EVENT), meaning="the events of the document"),
        Field(
            "events_given_gold",
            ListOf(EVENT),
            required=False,
            meaning='predictions on the reference triggers, one event for each; mode "gold" takes them instead',
        ),
        Field("unparsed", Integer(), required=False, meaning="how many of the system's texts could not be read"),
        Field("unparsed_because", Text(), required=False, meaning="why they could not be read"),
        Field("repaired", ListOf(Text()), required=False, meaning="what was repaired in the system's text, by kind"),
    ),
)

NOTHING = ("NA", "None", "O", "")
"""Labels that predict nothing."""
Place = Callable[[int], str]
EVENT_KEYS = ("events", "events_given_gold")


def examine_extraction(
    system: pa.StructArray | None, reference: pa.StructArray | None, report: Report = REFUSE
) -> None:
    """Report what is wrong with documents of the right form: spans, and text that cannot be found.

    Without references nothing is said of predictions whose tokens only they would have.
    """
    tokens = _tokens(system, reference, report)
    for documents, name in ((reference, "references"), (system, "predictions")):
        if documents is None:
            continue
        for key in EVENT_KEYS:
            _check_events(documents, name, key, tokens, reference is not None, report)
        for key in ("trigger_candidates", "argument_candidates"):
            spans = Items(documents.field(key), lambda row, name=name: report.place(name, row), key)  # type: ignore[misc]
            _check_spans(spans.values, spans.row_index, spans.place, tokens, name, report)
        _check_entities(documents, name, report)
        unparsed = documents.field("unparsed").fill_null(0).to_numpy()
        negative = np.flatnonzero(unparsed < 0)

        def of_texts(index: int, name: str = name, unparsed: IntArray = unparsed, rows: IntArray = negative) -> str:
            row = int(rows[index])
            return f'{report.place(name, row)}["unparsed"]: expected a number of texts, got {shown(int(unparsed[row]))}'

        report.add(name, negative, of_texts)


def token_lists(system: pa.StructArray, reference: pa.StructArray) -> pa.ListArray:
    """The tokens of each document: those of the reference, or else those of the prediction; else missing."""
    ours, theirs = reference.field("tokens"), system.field("tokens")
    return pc.coalesce(ours, theirs) if ours.null_count else ours


def check_positions(system: pa.StructArray, modes: Sequence[str], convention: str) -> None:
    """Raise an `InputError` where a prediction that is read has no span, which some conventions need."""
    apart = np.asarray(system.field("events_given_gold").is_valid())
    only_gold = tuple(modes) == ("gold",)
    for key, used in (("events", ~apart | (not only_gold)), ("events_given_gold", apart & ("gold" in modes))):
        lists = system.field(key)
        event = parent_rows(lists.values.field("arguments"))
        document = parent_rows(lists)
        for (rows, place), where in zip(_places(lists, "predictions", key), (document, document[event]), strict=True):
            absent = np.asarray(rows.field("span").is_null()) & used[where]
            if absent.any():
                raise InputError(
                    f'{place(_first(absent))}: convention "{convention}" compares positions; expected a span, got none'
                )


def check_enumerable(system: pa.StructArray, reference: pa.StructArray, convention: str) -> None:
    """Raise an `InputError` where the trigger candidates are neither given nor to be made of the tokens."""
    known = pc.or_(reference.field("trigger_candidates").is_valid(), token_lists(system, reference).is_valid())
    unknown = ~np.asarray(known)
    if unknown.any():
        raise InputError(
            f'references[{_first(unknown)}]: convention "{convention}" judges every candidate; expected '
            '"trigger_candidates" or "tokens", got neither'
        )


def check_given_gold(system: pa.StructArray, reference: pa.StructArray) -> None:
    """Raise an `InputError` where the events that gold mode scores are not on the reference triggers."""
    apart = system.field("events_given_gold").is_valid()
    for key, rows in (("events_given_gold", apart), ("events", pc.invert(apart))):
        index = pa.array(np.flatnonzero(np.asarray(rows)))
        _check_parallel(system.field(key).take(index), reference.field("events").take(index), key, index.to_numpy())


def _check_parallel(system: pa.ListArray, reference: pa.ListArray, key: str, document: IntArray) -> None:
    lengths, wanted = (np.diff(list_offsets(side)) for side in (system, reference))
    if (lengths != wanted).any():
        row = _first(lengths != wanted)
        raise InputError(
            f'predictions[{document[row]}]["{key}"]: mode "gold" expected '
            f"{counted(int(wanted[row]), 'event')}, one for each event of "
            f"references[{document[row]}], got {lengths[row]}"
        )
    events, asked = system.flatten(), reference.flatten()
    left, right = (side.field("trigger").field("span") for side in (events, asked))
    given = np.flatnonzero(np.asarray(left.is_valid()))
    differ = np.zeros(len(events), dtype=bool)
    pairs = [side.take(pa.array(given)).flatten().to_numpy(False).reshape(-1, 2) for side in (left, right)]
    differ[given] = (pairs[0] != pairs[1]).any(axis=1)
    types = (events.field("type"), asked.field("type"))
    other = np.asarray(pc.not_equal(*types)) & ~np.asarray(pc.is_in(types[0], value_set=pa.array(NOTHING)))
    for bad, name, found in ((differ, '["trigger"]["span"]', (left, right)), (other, '["type"]', types)):
        if bad.any():
            event = _first(bad)
            row, position = row_of(list_offsets(system), event)
            raise InputError(
                f'predictions[{document[row]}]["{key}"][{position}]{name}: mode "gold" expected '
                f"{found[1][event].as_py()!r}, as in references[{document[row]}], got {found[0][event].as_py()!r}"
            )


def _tokens(system: pa.StructArray | None, reference: pa.StructArray | None, report: Report) -> IntArray:
    """How many tokens each document has; -1 where no side gives them."""
    if system is not None and reference is not None:
        _compare_tokens(system, reference, report)
        lists = token_lists(system, reference)
    else:
        given = system if reference is None else reference
        lists = pa.array([], pa.list_(pa.string())) if given is None else given.field("tokens")
    lengths = pc.list_value_length(lists).fill_null(-1)
    counts: IntArray = lengths.to_numpy(zero_copy_only=False).astype(np.int64)
    return counts


def _compare_tokens(system: pa.StructArray, reference: pa.StructArray, report: Report) -> None:
    ours, theirs = reference.field("tokens"), system.field("tokens")
    both = np.flatnonzero(np.asarray(pc.and_(ours.is_valid(), theirs.is_valid())))
    left, right = ours.take(pa.array(both)), theirs.take(pa.array(both))
    if left.equals(right):
        return
    others = [int(both[row]) for row in range(len(both)) if left[row] != right[row]]
    report.add(
        "predictions",
        others,
        lambda index: (
            f'{report.place("predictions", others[index])}["tokens"]: expected the tokens of '
            f"{report.cited('references', others[index])}, got others; spans of different tokens cannot be compared"
        ),
    )


def _places(lists: pa.ListArray, name: str, key: str, report: Report = REFUSE) -> list[tuple[pa.StructArray, Place]]:
    """The triggers and the arguments of some lists of events, and how to name the place of each."""
    events = lists.values
    arguments = events.field("arguments")
    starts, argument_starts = list_offsets(lists), list_offsets(arguments)

    def event_place(row: int) -> str:
        document, position = row_of(starts, row)
        return f'{report.place(name, document)}["{key}"][{position}]'

    def argument_place(row: int) -> str:
        event, position = row_of(argument_starts, row)
        return f'{event_place(event)}["arguments"][{position}]'

    return [
        (events.field("trigger"), lambda row: f'{event_place(row)}["trigger"]'),
        (arguments.values, argument_place),
    ]


def _check_events(
    documents: pa.StructArray, name: str, key: str, tokens: IntArray, has_references: bool, report: Report
) -> None:
    lists = documents.field(key)
    document = parent_rows(lists)
    event = parent_rows(lists.values.field("arguments"))
    for (found, place), where in zip(_places(lists, name, key, report), (document, document[event]), strict=True):
        span = found.field("span")
        of_span = partial(_key_place, place, "span")
        _check_spans(span, where, of_span, tokens, name, report)
        absent = np.asarray(span.is_null())
        if not absent.any():
            continue
        if name == "references":
            wanted = "expected a span, which every reference needs, got none"
            report.add(name, where[absent], _sentences(absent, place, wanted))
            continue
        nothing = absent & np.asarray(found.field("text").is_null())
        report.add(name, where[nothing], _sentences(nothing, place, "expected a span or a text, got neither"))
        if has_references:
            _add_without_tokens(absent & ~nothing & (tokens[where] < 0), found, place, where, report)


def _add_without_tokens(
    unknown: BoolArray, found: pa.StructArray, place: Place, document: IntArray, report: Report
) -> None:
    """Report the texts for which there are no tokens in which to find them."""
    rows = np.flatnonzero(unknown)

    def sentence(index: int) -> str:
        row = int(rows[index])
        return (
            f'{place(row)}["text"]: expected "tokens" in {report.cited("references", int(document[row]))}, '
            f"in which to find {shown(found.field('text')[row].as_py())}, got none"
        )

    report.add("predictions", document[rows], sentence)


def _sentences(bad: BoolArray, place: Place, wanted: str) -> Place:
    rows = np.flatnonzero(bad)
    return lambda index: f"{place(int(rows[index]))}: {wanted}"


def _key_place(place: Place, key: str, row: int) -> str:
    return f'{place(row)}["{key}"]'


def _check_spans(
    spans: pa.ListArray, document: IntArray, place: Place, tokens: IntArray, name: str, report: Report
) -> None:
    """0 <= start < end <= the number of tokens, where that is known."""
    given = np.flatnonzero(np.asarray(spans.is_valid()))
    pairs = spans.flatten().to_numpy(zero_copy_only=False).reshape(-1, 2)
    start, end, limit = pairs[:, 0], pairs[:, 1], tokens[document[given]]
    bad = np.flatnonzero((start < 0) | (start >= end) | ((limit >= 0) & (end > limit)))

    def sentence(index: int) -> str:
        row = int(bad[index])
        wanted = "0 <= start < end" + (f" <= {limit[row]}, the number of tokens" if limit[row] >= 0 else "")
        return f"{place(int(given[row]))}: expected {wanted}, got {pairs[row].tolist()}"

    report.add(name, document[given[bad]], sentence)


def _check_entities(documents: pa.StructArray, name: str, report: Report) -> None:
    entities, candidates = documents.field("argument_candidate_entities"), documents.field("argument_candidates")
    found = pc.list_value_length(entities)
    wanted = pc.list_value_length(candidates).fill_null(0)
    differ = np.flatnonzero(np.asarray(pc.not_equal(found, wanted).fill_null(False)))

    def sentence(index: int) -> str:
        row = int(differ[index])
        return (
            f'{report.place(name, row)}["argument_candidate_entities"]: expected '
            f'{counted(wanted[row].as_py(), "number")}, one for each of "argument_candidates", got {found[row]}'
        )

    report.add(name, differ, sentence)


def _first(bad: BoolArray) -> int:
    return int(np.flatnonzero(bad)[0])
