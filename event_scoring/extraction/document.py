"""What a document of event extraction looks like, and the checks that need more than one of its fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import BoolArray, IntArray, list_offsets, parent_rows, row_of
from event_scoring.documents.errors import InputError, Path, Words, counted, quoted
from event_scoring.documents.items import Items
from event_scoring.documents.pairing import check_sides
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
Locate = Callable[[int], Path]
EVENT_KEYS = ("events", "events_given_gold")


def check_extraction(predictions: object, references: object) -> tuple[pa.StructArray, pa.StructArray]:
    """Both sides as typed Arrow arrays, or an `InputError` at the first bad place."""
    sides = check_sides(EXTRACTION_DOCUMENT, EXTRACTION_DOCUMENT, predictions, references)
    examine_extraction(*sides)
    return sides


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
            spans = Items(documents.field(key), name, key)
            _check_spans(spans.values, spans.row_index, spans.path, tokens, report)
        _check_entities(documents, name, report)
        unparsed = documents.field("unparsed").fill_null(0).to_numpy()
        negative = np.flatnonzero(unparsed < 0)

        errors = [
            InputError((name, row, "unparsed"), wanted="a number of texts", got=int(unparsed[row]))
            for row in negative.tolist()
        ]
        report.add(len(errors), errors.__getitem__)


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
        for (rows, path), where in zip(_parts(lists, "predictions", key), (document, document[event]), strict=True):
            absent = np.asarray(rows.field("span").is_null()) & used[where]
            if absent.any():
                wanted = f'a span, because convention "{convention}" compares positions'
                raise InputError(path(_first(absent)), wanted=wanted, got=Words("none"))


def check_enumerable(system: pa.StructArray, reference: pa.StructArray, convention: str) -> None:
    """Raise an `InputError` where the trigger candidates are neither given nor to be made of the tokens."""
    known = pc.or_(reference.field("trigger_candidates").is_valid(), token_lists(system, reference).is_valid())
    unknown = ~np.asarray(known)
    if unknown.any():
        wanted = f'"trigger_candidates" or "tokens", because convention "{convention}" judges every candidate'
        raise InputError(("references", _first(unknown)), wanted=wanted, got=Words("neither"))


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
        at = int(document[row])
        asked_for = f'{counted(int(wanted[row]), "event")} in mode "gold", one for each event of the reference'
        raise InputError(
            ("predictions", at, key), wanted=asked_for, got=Words(lengths[row]), see=("references", at, "events")
        )
    events, asked = system.flatten(), reference.flatten()
    left, right = (side.field("trigger").field("span") for side in (events, asked))
    given = np.flatnonzero(np.asarray(left.is_valid()))
    differ = np.zeros(len(events), dtype=bool)
    pairs = [side.take(pa.array(given)).flatten().to_numpy(False).reshape(-1, 2) for side in (left, right)]
    differ[given] = (pairs[0] != pairs[1]).any(axis=1)
    types = (events.field("type"), asked.field("type"))
    other = np.asarray(pc.not_equal(*types)) & ~np.asarray(pc.is_in(types[0], value_set=pa.array(NOTHING)))
    for bad, keys, found in ((differ, ("trigger", "span"), (left, right)), (other, ("type",), types)):
        if bad.any():
            event = _first(bad)
            row, position = row_of(list_offsets(system), event)
            raise InputError(
                ("predictions", int(document[row]), key, position, *keys),
                wanted=f'{quoted(found[1][event].as_py())} in mode "gold"',
                got=found[0][event].as_py(),
                see=("references", int(document[row]), "events", position, *keys),
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

    def error(index: int) -> InputError:
        path, see = ((side, others[index], "tokens") for side in ("predictions", "references"))
        hint = "spans of different tokens cannot be compared"
        return InputError(path, wanted="the tokens of the reference", got=Words("others"), see=see, hint=hint)

    report.add(len(others), error)


def _parts(lists: pa.ListArray, name: str, key: str) -> list[tuple[pa.StructArray, Locate]]:
    """The triggers and the arguments of some lists of events, and where each of them is."""
    events = Items(lists, name, key)
    arguments = Items(events.values.field("arguments"), events.path, "arguments")
    return [(events.values.field("trigger"), events.path_of("trigger")), (arguments.values, arguments.path)]


def _check_events(
    documents: pa.StructArray, name: str, key: str, tokens: IntArray, has_references: bool, report: Report
) -> None:
    lists = documents.field(key)
    document = parent_rows(lists)
    event = parent_rows(lists.values.field("arguments"))
    for (found, path), where in zip(_parts(lists, name, key), (document, document[event]), strict=True):
        span = found.field("span")
        _check_spans(span, where, partial(_key_path, path, "span"), tokens, report)
        absent = np.asarray(span.is_null())
        if not absent.any():
            continue
        if name == "references":
            _add(absent, path, "a span, which every reference needs", "none", report)
            continue
        nothing = absent & np.asarray(found.field("text").is_null())
        _add(nothing, path, "a span or a text", "neither", report)
        if has_references:
            _add_without_tokens(absent & ~nothing & (tokens[where] < 0), found, path, where, report)


def _add_without_tokens(
    unknown: BoolArray, found: pa.StructArray, path: Locate, document: IntArray, report: Report
) -> None:
    """Report the texts for which there are no tokens in which to find them."""
    rows = np.flatnonzero(unknown)

    def error(index: int) -> InputError:
        row = int(rows[index])
        wanted = f'"tokens" in the reference, in which to find {quoted(found.field("text")[row].as_py())}'
        return InputError(
            (*path(row), "text"), wanted=wanted, got=Words("none"), see=("references", int(document[row]))
        )

    report.add(len(rows), error)


def _add(bad: BoolArray, path: Locate, wanted: str, got: str, report: Report) -> None:
    rows = np.flatnonzero(bad)
    report.add(len(rows), lambda index: InputError(path(int(rows[index])), wanted=wanted, got=Words(got)))


def _key_path(path: Locate, key: str, row: int) -> Path:
    return (*path(row), key)


def _check_spans(spans: pa.ListArray, document: IntArray, path: Locate, tokens: IntArray, report: Report) -> None:
    """0 <= start < end <= the number of tokens, where that is known."""
    given = np.flatnonzero(np.asarray(spans.is_valid()))
    pairs = spans.flatten().to_numpy(zero_copy_only=False).reshape(-1, 2)
    start, end, limit = pairs[:, 0], pairs[:, 1], tokens[document[given]]
    bad = np.flatnonzero((start < 0) | (start >= end) | ((limit >= 0) & (end > limit)))

    def error(index: int) -> InputError:
        row = int(bad[index])
        wanted = "0 <= start < end" + (f" <= {limit[row]}, the number of tokens" if limit[row] >= 0 else "")
        return InputError(path(int(given[row])), wanted=wanted, got=pairs[row].tolist())

    report.add(len(bad), error)


def _check_entities(documents: pa.StructArray, name: str, report: Report) -> None:
    entities, candidates = documents.field("argument_candidate_entities"), documents.field("argument_candidates")
    found = pc.list_value_length(entities)
    wanted = pc.list_value_length(candidates).fill_null(0)
    differ = np.flatnonzero(np.asarray(pc.not_equal(found, wanted).fill_null(False)))

    def error(index: int) -> InputError:
        row = int(differ[index])
        each = f'{counted(wanted[row].as_py(), "number")}, one for each of "argument_candidates"'
        return InputError((name, row, "argument_candidate_entities"), wanted=each, got=Words(found[row]))

    report.add(len(differ), error)


def _first(bad: BoolArray) -> int:
    return int(np.flatnonzero(bad)[0])
