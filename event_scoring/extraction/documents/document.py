"""What a document of event extraction looks like, and the checks that need more than one of its fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import BoolArray, IntArray, any_given, integers, pairs_of
from event_scoring.documents.errors import InputError, Path, Words, counted, quoted
from event_scoring.documents.items import Items
from event_scoring.documents.reporting import REFUSE, Report
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, Truth, optional
from event_scoring.extraction.documents.pages import token_places

SPAN = ListOf(Integer("token offset"), length=2)
ARGUMENT = Record(
    optional("span", SPAN, "first token and the token after the last"),
    optional("text", Text(), "the words, where a prediction has no span"),
    optional("start", Integer("character offset"), "first character in `text`"),
    optional("end", Integer("character offset"), "the character after the last"),
    optional("claimed", Truth(), "whether a model wrote the position"),
    optional("head", Integer("token offset"), 'its head token; for the tier "head"'),
    Field("role", Text(label="role", may_be_empty=True), "the argument role"),
    optional("score", Number(), "the system's confidence"),
    optional("entity", Text(), "the entity or the entity mention that it is"),
)
EVENT = Record(
    optional(
        "trigger",
        Record(*(ARGUMENT.field(name) for name in ("span", "text", "start", "end", "claimed", "head"))),
        "the words that express the event; predictions on given triggers may name them by `id`",
    ),
    optional(
        "type", Text(label="type", may_be_empty=True), "the event type; predictions on given triggers may lack it"
    ),
    optional("score", Number(), "the system's confidence"),
    optional("arguments", ListOf(ARGUMENT), "the arguments of the event"),
    optional("id", Text(), "the name of the trigger"),
    optional("event", Text(), "the event of which this is one of several triggers"),
    optional("empty_roles", ListOf(Text()), "roles that the system named without a filler"),
)
ENTITY = Record(
    Field("id", Text(), "its name, by which arguments may mean it"),
    Field(
        "mentions",
        ListOf(Record(*(ARGUMENT.field(name) for name in ("span", "text", "start", "end")))),
        "its mentions in the document",
    ),
)
EXTRACTION_DOCUMENT = Record(
    optional("doc_id", Text(), "the document's name; both sides must agree"),
    optional("tokens", ListOf(Text(), in_order=True), "the words; needed where text must be found"),
    optional("text", Text(), "the text that character offsets mean"),
    optional("trigger_candidates", ListOf(SPAN), "read on the references' side"),
    optional("argument_candidates", ListOf(SPAN), "read on the references' side"),
    optional(
        "argument_candidate_entities",
        ListOf(Integer("entity number"), in_order=True),
        'the entity of each argument candidate; for convention "omnievent" only',
    ),
    Field("events", ListOf(EVENT), "the events of the document"),
    optional(
        "events_given_gold",
        ListOf(EVENT),
        'predictions on the reference triggers, one event for each; mode "gold" takes them instead',
    ),
    optional("unparsed", Integer(), "how many of the system's texts could not be read"),
    optional("sentences", ListOf(SPAN), "the tokens of each sentence"),
    optional("heads", ListOf(Integer("token offset"), in_order=True), "the syntactic head of each token"),
    optional(
        "mentions",
        ListOf(Record(Field("id", Text(), "its name"), Field("span", SPAN, "its tokens"))),
        "the mentions that clusters name",
    ),
    optional(
        "entities",
        ListOf(ENTITY),
        'who or what is mentioned where, read on the references\' side; for the tier "coref"',
    ),
    optional("clusters", ListOf(ListOf(Text())), "coreferent mentions, by name"),
    optional("negative_triggers", ListOf(Text()), "names of words that express no event"),
    optional("unparsed_because", Text(), "why they could not be read"),
    optional("word_rule", Text(), "by which rule the tokens were made of `text`"),
    optional("repaired", ListOf(Text()), "what was repaired in the system's text, by kind"),
)

Locate = Callable[[int], Path]
EVENT_KEYS = ("events", "events_given_gold")
_LAST = np.iinfo(np.int64).max


def examine_extraction(
    system: pa.StructArray | None, reference: pa.StructArray | None, report: Report = REFUSE
) -> None:
    """Report what is wrong with documents of the right form: spans, and text that cannot be found.

    Without references nothing is said of predictions whose tokens only they would have.
    """
    tokens = _tokens(system, reference, report)
    searchable = np.ones(len(tokens), dtype=bool)
    if reference is not None:
        searchable = (tokens >= 0) | np.asarray(reference.field("text").is_valid())
    for documents, name in ((reference, "references"), (system, "predictions")):
        if documents is None:
            continue
        for key in EVENT_KEYS:
            _check_events(documents, name, key, tokens, searchable, report)
        for key in ("trigger_candidates", "argument_candidates"):
            if any_given(documents.field(key)):
                spans = Items(documents.field(key), name, key)
                _check_spans(spans.values, spans.row_index, spans.path, tokens, report, key=())
        _check_candidate_entities(documents, name, report)
        _check_mentions(documents, name, tokens, report)
        _check_unparsed(documents, name, report)


def _check_unparsed(documents: pa.StructArray, name: str, report: Report) -> None:
    if not any_given(documents.field("unparsed")):
        return
    unparsed = documents.field("unparsed").fill_null(0).to_numpy()

    def error(row: int) -> InputError:
        return InputError((name, row, "unparsed"), wanted="a number of texts", got=int(unparsed[row]))

    report.add(np.flatnonzero(unparsed < 0), error)


def token_lists(system: pa.StructArray, reference: pa.StructArray) -> pa.ListArray:
    """The tokens of each document: those of the reference, or else those of the prediction; else missing."""
    ours, theirs = reference.field("tokens"), system.field("tokens")
    return pc.coalesce(ours, theirs) if ours.null_count else ours


def check_predictions(
    system: pa.StructArray, modes: Sequence[str], needed: Sequence[str] = ("trigger", "type")
) -> None:
    """Raise an `InputError` where a prediction that is read lacks a key that is needed."""
    for lists, key, used in _read_events(system, modes):
        for name in needed:
            if lists.values.field(name).null_count:
                events = Items(lists, "predictions", key)
                absent = np.asarray(lists.values.field(name).is_null()) & used[events.row_index]
                _add_missing(absent, events.path, name, REFUSE, ", without which there is no event")


def check_positions(system: pa.StructArray, modes: Sequence[str], convention: str, *, of_triggers: bool = True) -> None:
    """Raise an `InputError` where a prediction that is read has no span, which some conventions need."""
    wanted = f'a span, because convention "{convention}" compares positions'
    for lists, key, used in _read_events(system, modes):
        for rows, document, path in _parts(lists, "predictions", key)[0 if of_triggers else 1 :]:
            _add(np.asarray(rows.field("span").is_null()) & used[document], path, wanted, "none", REFUSE)


def check_filled(system: pa.StructArray, modes: Sequence[str]) -> None:
    """Raise an `InputError` where a predicted argument that is read has a span without tokens."""
    for lists, key, used in _read_events(system, modes):
        _, (arguments, document, path) = _parts(lists, "predictions", key)
        read = arguments.field("span")
        read = read if used.all() else pc.if_else(used[document], read, None)
        _check_spans(read, document, path, np.full(len(system), -1), REFUSE)


def _read_events(system: pa.StructArray, modes: Sequence[str]) -> list[tuple[pa.ListArray, str, BoolArray]]:
    """The lists of events that some modes read: which, its name, and in which documents it is read."""
    apart = np.asarray(system.field("events_given_gold").is_valid())
    only_gold = tuple(modes) == ("gold",)
    used = {"events": ~apart | (not only_gold), "events_given_gold": apart & ("gold" in modes)}
    return [(system.field(key), key, used[key]) for key in EVENT_KEYS if len(system.field(key).values)]


def check_enumerable(system: pa.StructArray, reference: pa.StructArray, convention: str) -> None:
    """Raise an `InputError` where the trigger candidates are neither given nor to be made of the tokens."""
    known = pc.or_(reference.field("trigger_candidates").is_valid(), token_lists(system, reference).is_valid())
    wanted = f'"trigger_candidates" or "tokens", because convention "{convention}" judges every candidate'
    _add(~np.asarray(known), lambda row: ("references", row), wanted, "neither", REFUSE)


def _tokens(system: pa.StructArray | None, reference: pa.StructArray | None, report: Report) -> IntArray:
    """How many tokens each document has; -1 where no side gives them."""
    if system is not None and reference is not None:
        _compare_tokens(system, reference, report)
        lists = token_lists(system, reference)
    else:
        given = system if reference is None else reference
        lists = pa.array([], pa.list_(pa.string())) if given is None else given.field("tokens")
    for documents, name in ((reference, "references"), (system, "predictions")):
        if documents is not None:
            _compare_texts(documents, name, lists, reference, report)
    return integers(pc.list_value_length(lists), -1)


def _compare_texts(
    documents: pa.StructArray, name: str, tokens: pa.ListArray, reference: pa.StructArray | None, report: Report
) -> None:
    """Report texts that their document's tokens contradict, where these were not made of them."""
    if not any_given(documents.field("text")):
        return
    given = pc.and_(documents.field("text").is_valid(), tokens.is_valid())
    if reference is not None:
        given = pc.and_(given, reference.field("word_rule").is_null())
    rows = np.flatnonzero(given)
    if not len(rows):
        return
    texts, words = documents.field("text").take(pa.array(rows)), tokens.take(pa.array(rows))
    same = pc.equal(pc.binary_join(words, ""), pc.replace_substring_regex(texts, r"\s+", ""))
    errors = {}
    for place in np.flatnonzero(np.asarray(pc.invert(same.fill_null(True)))):
        try:
            token_places(words[place].as_py(), texts[place].as_py(), (name, int(rows[place]), "text"))
        except InputError as error:
            errors[int(rows[place])] = error
    report.add(list(errors), errors.__getitem__)


def _compare_tokens(system: pa.StructArray, reference: pa.StructArray, report: Report) -> None:
    ours, theirs = reference.field("tokens"), system.field("tokens")
    if not any_given(ours) or not any_given(theirs):
        return
    both = np.flatnonzero(np.asarray(pc.and_(ours.is_valid(), theirs.is_valid())))
    left, right = ours.take(pa.array(both)), theirs.take(pa.array(both))
    if left.equals(right):
        return
    others = [int(both[row]) for row in range(len(both)) if left[row] != right[row]]

    def error(row: int) -> InputError:
        path, see = ((side, row, "tokens") for side in ("predictions", "references"))
        hint = "spans of different tokens cannot be compared"
        return InputError(path, wanted="the tokens of the reference", got=Words("others"), see=see, hint=hint)

    report.add(others, error)


def _parts(lists: pa.ListArray, name: str, key: str) -> list[tuple[pa.StructArray, IntArray, Locate]]:
    """The triggers and the arguments of some lists of events, the document of each, and where it stands."""
    events = Items(lists, name, key)
    arguments = Items(events.values.field("arguments"), events.path, "arguments")
    return [
        (events.values.field("trigger"), events.row_index, events.path_of("trigger")),
        (arguments.values, events.row_index[arguments.row_index], arguments.path),
    ]


def _check_events(
    documents: pa.StructArray, name: str, key: str, tokens: IntArray, searchable: BoolArray, report: Report
) -> None:
    lists = documents.field(key)
    if not len(lists.values):
        return
    if name == "references":
        for needed in ("trigger", "type"):
            if lists.values.field(needed).null_count:
                absent = np.asarray(lists.values.field(needed).is_null())
                _add_missing(absent, Items(lists, name, key).path, needed, report)
    # A generated argument without words has a place and no tokens, for the conventions that score such texts.
    levels = zip(_parts(lists, name, key), (1, 0 if name == "predictions" else 1), strict=True)
    for (found, where, path), fewest in levels:
        span = found.field("span")
        _check_spans(span, where, path, tokens, report, fewest)
        _check_heads(found, where, path, tokens, report)
        if not span.null_count:
            continue
        absent = np.asarray(pc.and_(span.is_null(), found.field("start").is_null()))
        if not absent.any():
            continue
        if name == "references":
            _add(absent, path, "a span, which every reference needs", "none", report)
            continue
        nothing = absent & np.asarray(pc.and_(found.field("text").is_null(), found.is_valid()))
        _add(nothing, path, "a span or a text", "neither", report)
        unknown = absent & ~nothing & ~searchable[where] & np.asarray(found.is_valid())
        _add_without_tokens(unknown, found, path, where, report)


def _add_without_tokens(
    unknown: BoolArray, found: pa.StructArray, path: Locate, document: IntArray, report: Report
) -> None:
    """Report the texts for which there are no tokens in which to find them."""

    def error(row: int) -> InputError:
        wanted = f'"tokens" in the reference, in which to find {quoted(found.field("text")[row].as_py())}'
        return InputError(
            (*path(row), "text"), wanted=wanted, got=Words("none"), see=("references", int(document[row]))
        )

    report.add(np.flatnonzero(unknown), error)


def _add_missing(absent: BoolArray, path: Locate, name: str, report: Report, why: str = "") -> None:
    wanted, says = f'the key "{name}"', f'missing key "{name}"{why}'
    report.add(np.flatnonzero(absent), lambda row: InputError(path(row), wanted=wanted, says=says))


def _add(bad: BoolArray, path: Locate, wanted: str, got: str, report: Report) -> None:
    report.add(np.flatnonzero(bad), lambda row: InputError(path(row), wanted=wanted, got=Words(got)))


def _check_spans(
    spans: pa.ListArray,
    document: IntArray,
    path: Locate,
    tokens: IntArray,
    report: Report,
    fewest: int = 1,
    key: Path = ("span",),
) -> None:
    """0 <= start < end <= the number of tokens, where that is known; spans of no token where ``fewest`` is 0."""
    given = np.flatnonzero(np.asarray(spans.is_valid()))
    pairs = pairs_of(spans)
    start, end, limit = pairs[:, 0], pairs[:, 1], tokens[document[given]]
    bad = np.flatnonzero((start < 0) | (end - start < fewest) | ((limit >= 0) & (end > limit)))

    def error(row: int) -> InputError:
        wanted = "0 <= start < end" + (f" <= {limit[row]}, the number of tokens" if limit[row] >= 0 else "")
        behind = "the end is the place behind the last token" if start[row] == end[row] else ""
        return InputError((*path(int(given[row])), *key), wanted=wanted, got=pairs[row].tolist(), hint=behind)

    report.add(bad, error)


def _check_mentions(documents: pa.StructArray, name: str, tokens: IntArray, report: Report) -> None:
    """Mentions of entities have spans, as references have."""
    if not any_given(documents.field("entities")):
        return
    entities = Items(documents.field("entities"), name, "entities")
    mentions = Items(entities.values.field("mentions"), entities.path, "mentions")
    spans, document = mentions.values.field("span"), entities.row_index[mentions.row_index]
    _check_spans(spans, document, mentions.path, tokens, report)
    if name == "references":
        absent = np.asarray(pc.and_(spans.is_null(), mentions.values.field("start").is_null()))
        _add(absent, mentions.path, "a span, which every mention needs", "none", report)


def _check_heads(items: pa.StructArray, document: IntArray, path: Locate, tokens: IntArray, report: Report) -> None:
    """A head is a token of the document, and of the span where there is one."""
    if not any_given(items.field("head")):
        return
    given = np.flatnonzero(np.asarray(items.field("head").is_valid()))
    rows = items.take(pa.array(given))
    head = integers(rows.field("head"))
    start = integers(pc.list_element(rows.field("span"), 0))
    end = integers(pc.list_element(rows.field("span"), 1), _LAST)
    known = tokens[document[given]]
    bad = np.flatnonzero((head < start) | (head >= end) | ((known >= 0) & (head >= known)))

    def error(row: int) -> InputError:
        return InputError((*path(int(given[row])), "head"), wanted="a token of its span", got=int(head[row]))

    report.add(bad, error)


def _check_candidate_entities(documents: pa.StructArray, name: str, report: Report) -> None:
    entities, candidates = documents.field("argument_candidate_entities"), documents.field("argument_candidates")
    if not any_given(entities):
        return
    found = pc.list_value_length(entities)
    wanted = pc.list_value_length(candidates).fill_null(0)
    differ = np.flatnonzero(np.asarray(pc.not_equal(found, wanted).fill_null(False)))

    def error(row: int) -> InputError:
        each = f'{counted(wanted[row].as_py(), "number")}, one for each of "argument_candidates"'
        return InputError((name, row, "argument_candidate_entities"), wanted=each, got=Words(found[row]))

    report.add(differ, error)
