"""Read one record of an extraction file: messages know its place, and offsets are compared with words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeVar

from event_scoring.documents.errors import Description, InputError, Path, Place, counted, quoted, shown, span_hint
from event_scoring.documents.validate import missing_key
from event_scoring.formats.json_lines import JsonDocuments

Found = TypeVar("Found")
DOCUMENT: Path = ("document",)
NAMES = {list: "a list", dict: "an object", str: "a string", int: "an integer"}
PENN_TREEBANK = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
"""Brackets as some tokenizers write them, with the characters that the text has."""
_PENN = re.compile("|".join(PENN_TREEBANK))


class TextPlaceError(InputError):
    """The text of a mention differs from the text at its offsets."""


@dataclass
class ForeignRecord:
    """One record of a file, with the words of its document and the spans found in them."""

    file: str
    line: int
    record: Mapping[str, Any]
    predicted: bool = False
    """Whether the record is a system's."""
    tokens: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """First character of each token, in files that count characters."""
    ends: list[int] = field(default_factory=list)
    strict: bool = False
    """Whether arguments of references whose text and place disagree are refused."""
    left_out: list[InputError] = field(default_factory=list)
    """Errors for mentions left out because their text and offsets disagree."""
    shifted: list[InputError] = field(default_factory=list)
    """Errors for mentions whose words were found near their offset."""
    row: int = 0
    """The index of the record in its file."""

    def kept(self, argument: Callable[[], Found], *, is_candidate: bool = False) -> list[Found]:
        """Return a list of the argument that a function reads; an empty list if text and offsets of a reference
        disagree.

        A candidate may equal an argument that was left out; it is counted once.
        """
        try:
            return [argument()]
        except TextPlaceError as error:
            if self.predicted or self.strict:
                raise
            if not is_candidate or error.wanted not in {known.wanted for known in self.left_out}:
                self.left_out.append(error)
            return []

    @contextmanager
    def read_as(self, name: str) -> Iterator[None]:
        """Turn errors of a reader into an `InputError`: the record is not of the named format."""
        try:
            yield
        except (AttributeError, IndexError, KeyError, TypeError) as error:
            lacking = isinstance(error, KeyError) and error.args and isinstance(error.args[0], str)
            got = Description(
                f"a record without {quoted(error.args[0])}" if lacking else "a record of another structure"
            )
            raise InputError(wanted=name, got=got, source=Place(self.file, self.line)) from None

    def as_object(self) -> Mapping[str, Any]:
        """Return the record, or raise an error if it is not an object."""
        if not isinstance(self.record, Mapping):
            raise InputError(wanted="an object", got=self.record, source=Place(self.file, self.line))
        return self.record

    def error(self, where: Path, **parts: Any) -> InputError:
        """Return the error for a place in the record."""
        return InputError(where, source=Place(self.file, self.line), **parts)

    def get(self, holder: object, key: str | int, kind: type[Found], where: Path = DOCUMENT) -> Found:
        """Return a required value of some type, or raise an error."""
        if isinstance(key, str):
            if not isinstance(holder, Mapping):
                raise self.error(where, wanted="an object", got=holder)
            if key not in holder:
                raise missing_key(where, key, holder).at(Place(self.file, self.line))
            value = holder[key]
        else:
            if not isinstance(holder, list):
                raise self.error(where, wanted="a list", got=holder)
            if key >= len(holder):
                raise self.error(where, wanted=f"at least {counted(key + 1, 'item')}", got=Description(len(holder)))
            value = holder[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            hint = "write [] for none" if kind is list and value is None else ""
            raise self.error((*where, key), wanted=NAMES[kind], got=value, hint=hint)
        return value

    def items(self, holder: object, key: str, where: Path = DOCUMENT, optional: bool = False) -> list[tuple[Path, Any]]:
        """Return the items of a list under a key, each with its place; [] if the key may be missing and is."""
        place: Path = (key,) if where == DOCUMENT else (*where, key)
        if optional and isinstance(holder, Mapping) and holder.get(key) is None:
            return []
        return [((*place, index), item) for index, item in enumerate(self.get(holder, key, list, where))]

    def arguments(self, event: object, where: Path) -> list[tuple[Path, Any]]:
        """Return the arguments of an event, if it has any. Raise an error if they seem to be under another key."""
        if isinstance(event, Mapping) and "arguments" not in event:
            lists = [key for key, value in event.items() if isinstance(value, list) and _has_roles(value)]
            if lists:
                hint = f'did you mean "arguments" by {quoted(lists[0])}?'
                raise missing_key(where, "arguments", event).at(Place(self.file, self.line), hint=hint)
        is_given = isinstance(event, Mapping) and "arguments" in event
        return self.items(event, "arguments", where, optional=not is_given)

    def document(self, name: str, events: list[dict[str, Any]], **candidates: Any) -> dict[str, Any]:
        """Return the document of the record, without its missing candidates."""
        known = {key: found for key, found in candidates.items() if found is not None}
        return {"doc_id": name, "tokens": self.tokens, "events": events, **known}

    def join_sentences(self) -> None:
        """Take the words of all ``sentences`` as the tokens."""
        sentences = (self.words(words, where) for where, words in self.items(self.record, "sentences"))
        self.tokens = [*chain.from_iterable(sentences)]

    def trigger_candidates(
        self, events: list[dict[str, Any]], span: Callable[[Any, Path], list[int]]
    ) -> list[list[int]] | None:
        """Return the triggers of events and the ``negative_triggers``, if there are any, as found by ``span``."""
        others = [span(row, where) for where, row in self.items(self.record, "negative_triggers", optional=True)]
        spans = [event["trigger"]["span"] for event in events] + others
        return spans if "negative_triggers" in self.record else None

    def words(self, value: object, where: Path) -> list[str]:
        """Return a value that must be a list of tokens."""
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.error(where, wanted="a list of strings", got=value)
        return value

    def span(self, start: object, end: object, text: object, where: Path) -> list[int]:
        """Return a span of tokens, whose words must equal ``text`` if it is given."""
        numbers = all(isinstance(bound, int) and not isinstance(bound, bool) for bound in (start, end))
        if not numbers or not 0 <= start < end <= len(self.tokens):  # type: ignore[operator]
            wanted, hint = f"a span within the {counted(len(self.tokens), 'token')}", ""
            if numbers:
                wanted = "0 <= start < end" if end <= start else wanted  # type: ignore[operator]
                hint = span_hint(start, end, len(self.tokens))  # type: ignore[arg-type]
            raise self.error(where, wanted=wanted, got=[start, end], hint=hint)
        first, last = int(start), int(end)  # type: ignore[call-overload]
        words = " ".join(self.tokens[first:last])
        if text is not None and _letters(words) != _letters(text):
            raise TextPlaceError(
                where,
                wanted=f"{quoted(text)} at [{first}, {last}]",
                got=words,
                hint="are the offsets shifted?",
                source=Place(self.file, self.line),
            )
        return [first, last]

    def character_span(self, item: Any, where: Path, key: str, words: str) -> list[int]:
        """Return a span of tokens from characters under one key and words under another. Tokens must not be cut."""
        offsets = item.get(key)
        if not isinstance(offsets, list) or len(offsets) != 2 or not all(isinstance(bound, int) for bound in offsets):
            raise self.error(where, wanted="two character offsets", got=offsets)
        first, last = offsets
        if first not in self.starts or last not in self.ends:
            near = [word for word, start, end in zip(self.tokens, self.starts, self.ends, strict=True) if start < last]
            word = quoted(near[-1]) if near else "the text"
            wanted, hint = f"{shown(offsets)} at the edges of words, near {word}", "are they shifted?"
            raise TextPlaceError(where, wanted=wanted, hint=hint, source=Place(self.file, self.line))
        return self.span(self.starts.index(first), self.ends.index(last) + 1, item.get(words), where)

    def inclusive(self, row: object, where: Path) -> list[int]:
        """Return the span at the begin of a list, whose last token is included."""
        first, last = (self.get(row, index, int, where) for index in (0, 1))
        if not 0 <= first <= last < len(self.tokens):
            wanted = f"0 <= first <= last < {len(self.tokens)}, the number of tokens"
            raise self.error(where, wanted=wanted, got=[first, last], hint="the last token is included")
        return [first, last + 1]

    def split_text(self, text: str, pattern: re.Pattern[str]) -> None:
        """Take the matches of a pattern as the tokens."""
        matches = list(pattern.finditer(text))
        self.tokens = [match.group() for match in matches]
        self.starts = [match.start() for match in matches]
        self.ends = [match.end() for match in matches]

    def place_tokens(self, tokens: list[str], text: str) -> None:
        """Take the given tokens, and find each in a text after the one before."""
        self.tokens, self.starts, self.ends, at = tokens, [], [], 0
        for number, token in enumerate(tokens):
            start = text.find(token, at)
            if start < 0:
                where: Path = ("document", "tokens", number)
                raise self.error(where, wanted=f"a word of the text behind character {at}", got=token)
            at = start + len(token)
            self.starts.append(start)
            self.ends.append(at)


def foreign_records(parsed: JsonDocuments, predicted: bool = False, strict: bool = False) -> Iterator[ForeignRecord]:
    """Yield the records of a file."""
    for row, (line, record) in enumerate(zip(parsed.lines, parsed.documents, strict=True)):
        yield ForeignRecord(parsed.file, line, record, predicted, strict=strict, row=row)


def flaws(records: Iterable[ForeignRecord]) -> list[InputError]:
    """Return one warning about mentions left out, and one about mentions found near their offset."""
    left_out, shifted = [], []
    for record in records:
        left_out += record.left_out
        shifted += record.shifted
    warnings = []
    if left_out:
        hint = f"{counted(len(left_out), 'mention')} of which text and place disagree left out; strict refuses them"
        warnings.append(left_out[0].at(hint=hint))
    if shifted:
        hint = f"{counted(len(shifted), 'mention')} read where their words are, near the offset; strict refuses them"
        warnings.append(shifted[0].at(hint=hint))
    return warnings


WORDS = re.compile(r"\S+")
"""Text that is tokenized by spaces already."""
PIECES = re.compile(r"[^\W_\u2e80-\u9fff\uac00-\ud7ff\u3040-\u30ff]+|\S")
"""Runs of letters and digits, and single other characters. Chinese, Japanese and Korean ones are always single."""


def _has_roles(items: list[Any]) -> bool:
    """Whether the first item of a list is an object with a role, or a list such as [start, end, role]."""
    first = items[0] if items else None
    if isinstance(first, list):
        return len(first) > 2 and isinstance(first[2], str)
    return isinstance(first, Mapping) and "role" in first


def _letters(text: object) -> str:
    """Return a text without white space, brackets as they are."""
    return _PENN.sub(lambda match: PENN_TREEBANK[match.group()], "".join(str(text).split()))
