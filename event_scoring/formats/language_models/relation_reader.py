"""Read relations in one answer of a language model: in trees, in lines, and as labels of given pairs."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from event_scoring.documents.errors import counted
from event_scoring.documents.unicode_text import is_unicode
from event_scoring.formats.language_models.answer_reading import (
    has_prose_between,
    is_final,
    is_named_otherwise,
    is_said_empty,
)
from event_scoring.formats.language_models.answers import fenced_blocks, outside_fences, without_thoughts
from event_scoring.formats.language_models.keys import (
    AROUND,
    NO_TYPES,
    REMARKS,
    ParsedAnswer,
    has_words,
    is_refused,
    no_events,
    plain_key,
    plain_keys,
)
from event_scoring.formats.language_models.messages import Calls, Failure, first_answer
from event_scoring.formats.language_models.scanning import DEEPEST, HARMLESS, Truncated, Value, json_value, scan

# Keys as `plain_keys` writes them.
SOURCES = ("source", "head", "subject", "from", "event1", "e1", "arg1")
TARGETS = ("target", "tail", "object", "to", "event2", "e2", "arg2")
LABELS = ("type", "relation", "label", "relationtype", "predicate", "answer")
PAIRS = ("pair", "eventpair", "events", "ids", "ends", "arguments")
_LISTS = ("relations", "answer", "answers", "result", "triples")
_NAMES = NO_TYPES | {"relations", "relation", "triples"}
_NO_FORM = "expected a source, a label and a target"
"""Keys around relations that are not labels."""
_KINDS = ("temporal", "causal", "subevent")
FORM = "{source} {type} {target}"
_WORD = re.compile(r"[^\s,;|()\[\]{}<>\"'`*]+")
_LABEL = r"[A-Z][A-Z_\-]+"
"""Pattern of a label when no labels are given."""
_MAX_LINE_CHARACTERS = 300

_KNOWN_WORDS = frozenset(
    (
        *("a", "an", "the", "my", "your", "final", "correct", "best", "right", "answer", "output", "prediction"),
        *("result", "verdict", "label", "relation", "relationship", "type", "class", "temporal", "causal", "event"),
        *("events", "pair", "line", "question", "between", "from", "to", "and", "of", "is", "are", "was", "were"),
        *("as", "for", "occurs", "occurred", "happens", "happened", "so", "therefore", "thus", "hence", "would"),
        *("be", "i'd", "i", "choose", "say", "boxed", "text"),
    )
)
"""Words allowed next to a label in the sentence that gives it as the answer."""
_SENTENCE = re.compile(r"(?<=[.!?;])[\s*]+|\n|,\s+(?=so\b|therefore\b|thus\b|hence\b)")
_REASON = re.compile(r"[*`\"']*\s*([.,;:(–—-]|because\b|since\b)", re.IGNORECASE)
_NEGATION = re.compile(r"\b(not|no|never|neither|nor|cannot|unable|unsure|unclear|or)\b|n['’]t\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\w)\d{1,9}(?!\w)")
_NUMBERED = re.compile(r"\A\s{0,20}\d{1,6}[.):]\s")
_TAGGED = re.compile(r"<(\w{1,20})>([^<>]*)</\1>")
_JOINTS = re.compile(r"[-–—>/\\.:]+")

Pair = tuple[str, str]


@dataclass(frozen=True)
class SpokenLabel:
    """A label that an answer gives, and the number or the pair that it gives it for."""

    label: str
    number: int | None = None
    pair: Pair | None = None


@dataclass
class ParsedRelations(ParsedAnswer):
    """The relations of one answer."""

    relations: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Asked:
    """The asked pairs, and the ids and numbers that name them."""

    pairs: frozenset[Pair]
    by_end: dict[str, list[Pair]]

    @classmethod
    def of(cls, pairs: list[Pair]) -> Asked:
        by_end: dict[str, list[Pair]] = {}
        for pair in pairs:
            for end in pair:
                by_end.setdefault(end, []).append(pair)
        return cls(frozenset(pairs), by_end)

    def ends_in(self, text: str) -> list[str]:
        """Return the ids in a text, in their order, also if dashes or arrows join them."""
        ends = []
        for written in _WORD.findall(text):
            word = written.strip(".:!?")
            parts = [word] if word in self.by_end else _JOINTS.split(word)
            ends += [part for part in parts if part in self.by_end]
        return ends

    def is_known(self, text: str) -> bool:
        """Whether a text has only ids and the words that may accompany them."""
        for written in _WORD.findall(text):
            word = written.strip(".:!?")
            for part in () if word in self.by_end else _JOINTS.split(word):
                is_word = any(map(str.isalpha, part)) and part not in self.by_end
                if is_word and part.lower() not in _KNOWN_WORDS:
                    return False
        return True


def is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(one, str) for one in value)


class RelationReader:
    """Reads answers to one prompt."""

    def __init__(self, labels: Collection[str], form: str, strict: bool) -> None:
        self.strict = strict
        self.labels = {label.lower(): label for label in labels}
        label = "|".join(sorted(map(re.escape, labels), key=len, reverse=True)) or _LABEL
        flags = re.IGNORECASE if labels else 0
        self.label = re.compile(rf"(?<![\w-])({label})(?![\w-])", flags)
        line = re.escape(" ".join(form.split()).rstrip("."))
        for name, pattern in {"source": _WORD.pattern, "type": label, "target": f"{_WORD.pattern}?"}.items():
            line = line.replace(re.escape(f"{{{name}}}"), f"(?P<{name}>{pattern})", 1)
        self.line = None if form == FORM else re.compile(rf"{line}\W*\Z", flags)

    def read(self, answer: Any, pairs: list[Pair] | None) -> ParsedRelations | str:
        """Return the relations of an answer, or why it cannot be read. No answer raises an exception."""
        content, several = first_answer(answer)
        if isinstance(content, Failure):
            return content.why
        if isinstance(content, Calls):
            content = [call.arguments for call in content.calls]
        if isinstance(content, list):
            content = [value.value if (value := _json_of(item)) else item for item in content]
        if not isinstance(content, str | list | dict) or content == "":
            return "no text" if content in (None, "") else f"no text but {type(content).__name__}"
        parsed = (
            self._read_text(content, pairs)
            if isinstance(content, str)
            else self._read_trees([Value(content, 0, 0, ())], pairs)
        )
        if not parsed.is_answer:
            return parsed.left_out[0] if parsed.left_out else "no relations in a known form"
        parsed.repairs[:0] = several
        return parsed

    def _read_text(self, text: str, pairs: list[Pair] | None) -> ParsedRelations:
        """Return the relations of the last block that has any, or of a text without blocks."""
        spoken = without_thoughts(text)
        blocks = fenced_blocks(spoken)
        if not blocks:
            return self._read_block(spoken, pairs)
        readings = [self._read_block(block, pairs) for block in [outside_fences(spoken), *blocks]]
        return _last(readings[1:], readings)

    def _read_block(self, spoken: str, pairs: list[Pair] | None) -> ParsedRelations:
        if (value := _json_of(spoken)) is not None:
            return self._read_trees([value], pairs)
        values = scan(spoken)
        groups: list[list[Value]] = []
        for value in values:
            is_apart = not groups or has_prose_between(spoken, groups[-1][-1], value)
            if groups and not (is_apart and (value.value == [] or _is_list(value.value))):
                groups[-1].append(value)
            else:
                groups.append([value])
        readings = [self._read_trees(group, pairs, spoken) for group in groups]
        parsed = _last(readings, readings)
        if parsed.relations and readings[-1].is_answer and not readings[-1].relations:
            last = groups[-1][0]
            if is_final(spoken, last.start) or _is_list(last.value):
                parsed = ParsedRelations(is_answer=True)
            is_other = is_named_otherwise(spoken, last.start, _NAMES)
            parsed.repairs += ["several answers"] * (not is_other and "several answers" not in parsed.repairs)
            return parsed
        if parsed.relations:
            return parsed
        lines = self._read_lines(spoken)
        if lines.relations:
            return lines
        if pairs is not None and not parsed.is_answer:
            return self._read_labels([("", line) for line in spoken.splitlines()], pairs)
        if no_events(spoken, items="relations"):
            return ParsedRelations(is_answer=True)
        if values and parsed.is_answer and not parsed.left_out:
            parsed.is_answer = is_said_empty(spoken, values, _NAMES)
        return parsed

    def _read_lines(self, text: str) -> ParsedRelations:
        """Return the relations of an answer with one a line. Other lines are prose, reported if they name a label."""
        parsed = ParsedRelations(is_answer=True)
        part = 0
        parts: list[int] = []
        for line in text.splitlines():
            one = self._read_line(" ".join(line.split())) if len(line) < _MAX_LINE_CHARACTERS else None
            if one is not None:
                self._note(*one, None, parsed)
            else:
                part += any(map(str.isalnum, line))
                if self.labels and self.label.search(line):
                    parsed.left_out.append(f"{line.strip()[:50]!r} has another form")
            parts += [part] * (len(parsed.relations) - len(parts))
        return _corrected(parsed, parts)

    def _read_line(self, line: str) -> tuple[str, str, str] | None:
        """Return source, label and target of a line, by the form or as its three words."""
        if self.line is not None:
            match = self.line.search(line)
            return match and (match["source"], match["type"], match["target"])
        line = _TAGGED.sub(r"\2", line)
        words = [word.strip(".:") for word in _WORD.findall(line.replace("->", " ").replace("→", " "))]
        words = [word for word in words if any(map(str.isalnum, word))]
        if len(words) == 4 and words[0].isdecimal():  # the lines are numbered
            del words[0]
        return (words[0], words[1], words[2]) if len(words) == 3 and self.label.fullmatch(words[1]) else None

    def _read_trees(self, values: Sequence[Value], pairs: list[Pair] | None, text: str = "") -> ParsedRelations:
        """Return the relations of lists and objects, or the labels of the asked pairs."""
        parsed = ParsedRelations()
        part_number = 0
        parts: list[int] = []
        for index, value in enumerate(values):
            part_number += index > 0 and has_prose_between(text, values[index - 1], value)
            listed = None if pairs is None else _listed_labels(value.value)
            part = ParsedRelations() if pairs is None or listed is None else self._read_labels(listed, pairs)
            if not part.is_answer:
                self._walk(value.value, None, None, DEEPEST, part)
                part.left_out += [_NO_FORM] * (part.unread if part.relations else 0)
                part.is_answer = bool(part.relations) or (
                    not part.unread and self._is_empty(value.value) and HARMLESS.issuperset(value.repairs)
                )
            parsed.relations += part.relations
            if part.relations or not (isinstance(value.value, list) and len(value.value) == 1):  # [1] in prose
                parsed.left_out += part.left_out
            parts += [part_number] * len(part.relations)
            if part.is_answer:
                parsed.is_answer = True
                parsed.left_out = parsed.left_out if part.left_out or parsed.relations else []
                parsed.repairs += [kind for kind in (*value.repairs, *part.repairs) if kind not in parsed.repairs]
        return _corrected(parsed, parts)

    def _is_empty(self, tree: Any) -> bool:
        """Return whether a tree means "no relations": an empty list, bare or under known keys or labels."""
        if isinstance(tree, dict) and tree:
            known = {*_LISTS, *_KINDS, *NO_TYPES, *map(plain_key, self.labels)}
            inner = [(plain_key(key), value) for key, value in tree.items()]
            inner = [(name, value) for name, value in inner if name not in AROUND]
            return bool(inner) and all(
                (name in known or (not self.labels and self.label.fullmatch(name.upper()))) and self._is_empty(value)
                for name, value in inner
            )
        return tree in ([], {}) or (isinstance(tree, str) and no_events(tree))

    def _read_labels(self, texts: Sequence[tuple[str, str]], pairs: list[Pair]) -> ParsedRelations:
        """Return relations of the asked pairs, from labels by number, by pair or in order.

        Args:
            texts: Keys and texts of an object, or lines without keys.
            pairs: The pairs that were asked.
        """
        parsed, question = ParsedRelations(), Asked.of(pairs)
        spoken = [(text, self._spoken_label(key, text, question)) for key, text in texts]
        labels = [label for _, label in spoken if isinstance(label, SpokenLabel)]
        begin = next((row for row, (_, label) in enumerate(spoken) if isinstance(label, SpokenLabel)), 0)
        if len(pairs) == 1 and labels and {label.label.lower() for label in labels} == {labels[0].label.lower()}:
            labels = [SpokenLabel(labels[0].label)]
            spoken = [
                (text, label) for text, label in spoken[begin:] if self._contradicts(text, labels[0].label, label)
            ]
            begin = 0
        parsed.left_out = [label for _, label in spoken[begin:] if isinstance(label, str) and label]
        if not parsed.left_out and len(labels) != len(pairs):
            parsed.left_out.append(f"{counted(len(labels), 'label')} for {counted(len(pairs), 'pair')}")
        if not parsed.left_out:
            labels = _labels_by_pair(labels, pairs)
            parsed.left_out += [] if labels else ["labels under keys that are neither numbers nor the pairs"]
        if parsed.left_out:
            return parsed
        parsed.is_answer = True
        words = {label.label.lower() for label in labels}
        parsed.repairs += ["words around a label"] * any(
            _NUMBERED.sub("", text).strip(" \t.*:`\"'").lower() not in words and self.label.search(text)
            for _, text in texts
        )
        for (source, target), label in zip(pairs, labels, strict=True):
            self._note(source, label.label, target, None, parsed)
        return parsed

    def _spoken_label(self, key: str, text: str, question: Asked) -> SpokenLabel | str:
        """Return the label that a text gives as its answer, the reason why it gives none, or "" without a label.

        A label is an answer if its sentence holds nothing else but known words, ids and a number. A reason may follow
        a label in exact letters. Negations are not interpreted.
        """
        names = {match[0] for match in self.label.finditer(text)}
        answers = {label for part in _SENTENCE.split(text) if (label := self._label_alone(part, question))}
        exact = {name for name in names if not self.labels or name in self.labels.values()}
        if not answers and not exact:  # "before" as a word of prose
            return ""
        if len({name.lower() for name in answers | exact}) > 1:
            return f"{counted(len(answers | exact), 'label')} for 1 pair"
        if _NEGATION.search(self.label.sub(" ", text)):
            return f"{min(names)!r} beside a negation"
        label = min(answers | exact)
        if not answers:
            return f"{label!r} within a sentence"
        whole = f"{key}: {text}" if key else text
        ends = question.ends_in(whole)
        if not ends:
            numbers = _NUMBER.findall(whole)
            return SpokenLabel(label, number=int(numbers[0]) if len(numbers) == 1 else None)
        pairs = question.by_end[ends[0]] if len(ends) == 1 else [(ends[0], ends[1])]
        if len(pairs) > 1 or len(ends) > 2 or pairs[0] not in question.pairs:
            return f"{label!r} beside {', '.join(map(repr, ends[:3]))[:99]}, which is not one of the given pairs"
        return SpokenLabel(label, pair=pairs[0])

    def _label_alone(self, part: str, question: Asked) -> str | None:
        """Return the label of a sentence that holds only a label, perhaps followed by a reason."""
        match = self.label.search(part)
        if match is None or not question.is_known(part[: match.start()]):
            return None
        behind = part[match.end() :]
        is_exact = not self.labels or match[0] in self.labels.values()
        return match[0] if question.is_known(behind) or (is_exact and _REASON.match(behind)) else None

    def _contradicts(self, text: str, label: str, spoken: SpokenLabel | str) -> bool:
        """Whether the rest of the text denies the label of the answer, or names another label or pair."""
        names = {match[0].lower() for match in self.label.finditer(text)}
        return isinstance(spoken, str) and bool(spoken) and (names != {label.lower()} or "within" not in spoken)

    def _walk(self, tree: Any, label: str | None, kind: str | None, depth: int, parsed: ParsedRelations) -> None:
        """Note the relations of a tree. ``label`` and ``kind`` come from the keys around it."""
        if isinstance(tree, list) and depth:
            texts = [str(item) for item in tree if isinstance(item, str | int) and not isinstance(item, bool)]
            if len(texts) == len(tree) == 3:
                self._note(texts[0], texts[1], texts[2], kind, parsed)
            elif len(texts) == len(tree) == 2 and label is not None:
                self._note(texts[0], label, texts[1], kind, parsed)
            elif texts and not any(isinstance(item, list | dict) for item in tree):
                parsed.left_out.append(_NO_FORM)
            else:
                for item in tree:
                    self._walk(item, label, kind, depth - 1, parsed)
        elif isinstance(tree, dict) and depth:
            self._read_object(tree, label, kind, depth, parsed)
        else:
            parsed.unread += has_words(tree)

    def _read_object(
        self, tree: dict[str, Any], label: str | None, kind: str | None, depth: int, parsed: ParsedRelations
    ) -> None:
        keys = plain_keys(tree)
        source, target = ([keys[name] for name in names if name in keys] for names in (SOURCES, TARGETS))
        labels = [keys[name] for name in LABELS if isinstance(keys.get(name), str)] or [label]
        ends = keys.get("")
        if isinstance(ends, list) and len(ends) == 2 and not source:  # BEFORE(E1, E2)
            source, target = [ends[0]], [ends[1]]
        pair = next((keys[name] for name in PAIRS if is_pair(keys.get(name))), None)
        if pair is not None and not source and not target and labels[0] is not None:
            source, target = [pair[0]], [pair[1]]
        if source and target:
            if isinstance(tree, Truncated):
                parsed.left_out.append("the text ends within it")
            elif labels[0] is None or not all(isinstance(one, str | int) for one in (source[0], target[0])):
                parsed.left_out.append(_NO_FORM)
            else:
                self._note(str(source[0]), labels[0], str(target[0]), keys.get("kind", kind), parsed)
            return
        for key, value in tree.items():
            plain = key.lower().replace("_", " ").split(" ")[0] if isinstance(key, str) else ""
            if isinstance(value, list | dict) and is_refused(plain_key(key)) and plain not in self.labels:
                parsed.left_out += [f"it is under {key[:50]!r}"] * has_words(value)
                continue
            if plain in _KINDS:
                self._walk(value, "SUBEVENT" if plain == "subevent" else None, plain, depth - 1, parsed)
            elif isinstance(value, list | dict) or plain_key(key) not in REMARKS | AROUND | {*LABELS}:
                self._walk(value, None if plain in _LISTS else key, kind, depth - 1, parsed)

    def _note(self, source: str, label: str, target: str, kind: Any, parsed: ParsedRelations) -> None:
        """Add a relation, if its label is allowed."""
        label = label.strip()
        if self.labels and self.labels.get(label.lower()) != label:
            if label.lower() not in self.labels:
                parsed.left_out.append(f"its label is {label[:50]!r}")
                return
            label = self.labels[label.lower()]
            parsed.repairs += ["letters of a label"] * ("letters of a label" not in parsed.repairs)
        if not is_unicode(f"{source}{label}{target}"):
            parsed.left_out.append("half a character")
            return
        relation = {"type": label, "source": source.strip(), "target": target.strip()}
        if relation["source"] == relation["target"]:
            parsed.left_out.append(f"it is from {relation['source'][:50]!r} to itself")
            return
        parsed.relations.append({**relation, "kind": kind} if kind in _KINDS else relation)


def _last(readings: Sequence[ParsedRelations], everything: Sequence[ParsedRelations]) -> ParsedRelations:
    """Return the last reading with relations, else the last answer. A repair notes that others differ."""
    full = [relation for relation in readings if relation.relations] or [
        relation for relation in everything if relation.relations
    ]
    if not full:
        answers = [relation for relation in readings if relation.is_answer]
        return [ParsedRelations(), *readings[-1:], *answers[-1:]][-1]
    parsed = full[-1]
    known = {_key(relation) for relation in parsed.relations}
    if any(_key(relation) not in known for other in everything if other is not parsed for relation in other.relations):
        parsed.repairs.insert(0, "several answers")
    parsed.left_out += [
        why
        for other in everything
        if other is not parsed and not other.relations
        for why in other.left_out
        if why != _NO_FORM and not why.startswith("0 labels")
    ]  # brackets in prose
    return parsed


def _key(relation: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(relation.get(name) for name in ("source", "target", "kind", "type"))


def _corrected(parsed: ParsedRelations, parts: Sequence[int]) -> ParsedRelations:
    """Keep of a pair the labels of the last part of an answer that names it."""
    last = {_key(relation)[:3]: part for relation, part in zip(parsed.relations, parts, strict=True)}
    kept = [
        relation for relation, part in zip(parsed.relations, parts, strict=True) if last[_key(relation)[:3]] == part
    ]
    if {*map(_key, kept)} != {*map(_key, parsed.relations)}:
        parsed.repairs.append("several answers")
    parsed.relations = kept
    return parsed


def _is_list(value: Any) -> bool:
    """Whether a value is a list of relations, and not one of them."""
    if isinstance(value, dict):
        return any(isinstance(value.get(name), list) for name in _LISTS)
    return isinstance(value, list) and any(isinstance(one, list | dict) for one in value)


def _labels_by_pair(labels: list[SpokenLabel], pairs: list[Pair]) -> list[SpokenLabel]:
    """Return labels in the order of the pairs: by pair, by numbers from 1 (or 0), or as listed; [] if none fits.

    Examples:
        >>> _labels_by_pair([SpokenLabel("AFTER", 2), SpokenLabel("BEFORE", 1)], [("a", "b"), ("b", "c")])[0].label
        'BEFORE'
        >>> _labels_by_pair([SpokenLabel("AFTER", 1), SpokenLabel("BEFORE", 3)], [("a", "b"), ("b", "c")])
        []
    """
    if all(label.number is None and label.pair is None for label in labels):
        return labels
    if all(label.pair is not None for label in labels):
        by_pair = {label.pair: label for label in labels}
        return [by_pair[pair] for pair in pairs] if by_pair.keys() >= {*pairs} else []
    numbers = sorted(-1 if label.number is None else label.number for label in labels)
    if numbers not in ([*range(1, len(pairs) + 1)], [*range(len(pairs))]):
        return []
    return sorted(labels, key=lambda label: label.number or 0)


def _listed_labels(tree: Any) -> list[tuple[str, str]] | None:
    """Return the texts of a list or object, perhaps under a key such as "answers", with their keys; None for others.

    Examples:
        >>> _listed_labels({"labels": ["BEFORE", {"label": "AFTER"}]}), _listed_labels({"2": "AFTER", "1": "BEFORE"})
        ([('', 'BEFORE'), ('', 'AFTER')], [('2', 'AFTER'), ('1', 'BEFORE')])
    """
    if isinstance(tree, dict):
        keys = plain_keys(tree)
        inner = next((keys[name] for name in (*LABELS, *_LISTS, "labels") if name in keys), None)
        if inner is not None:
            return [("", inner)] if isinstance(inner, str) else _listed_labels(inner) if inner is not tree else None
        pairs = [(str(key), value) for key, value in tree.items()]
    elif isinstance(tree, list):
        pairs = [("", item) for item in tree]
        for index, item in enumerate(tree):
            inner = _listed_labels(item) if isinstance(item, dict) else None
            pairs[index] = (_written_pair(item), inner[0][1]) if inner else pairs[index]
    else:
        return None
    return pairs if pairs and all(isinstance(value, str) for _, value in pairs) else None


def _written_pair(tree: dict[str, Any]) -> str:
    """Return the source and target of an object with a label, as one text."""
    keys = plain_keys(tree)
    ends: list[Any] = [next((keys[name] for name in names if name in keys), None) for names in (SOURCES, TARGETS)]
    ends = next((keys[name] for name in PAIRS if is_pair(keys.get(name))), ends)
    return " ".join(ends) if all(isinstance(end, str) for end in ends) else ""


def _json_of(text: Any) -> Value | None:
    """Parse a text that is a JSON list or object as a whole; return None for anything else."""
    if not isinstance(text, str) or text.lstrip()[:1] not in ("[", "{"):
        return None
    try:
        return json_value(text)
    except (ValueError, RecursionError):
        return None
