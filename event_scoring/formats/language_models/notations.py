"""Read answers in Text2Event's SEL, TANL's marked sentences, XML and YAML, each in one pass.

Each reader returns a tree as JSON would: lists, dicts and strings, which `events` reads.
"""

from __future__ import annotations

import html
import re
from collections.abc import Container
from typing import Any

from event_scoring.formats.language_models.scanning import DEEPEST, Truncated, merged, scan, unescape

_SENTINELS = {"<extra_id_0>": "(", "<extra_id_1>": ")", "<extra_id_5>": ":"}
_SENTINEL = re.compile(r"<extra_id_\d{1,3}>")
_SENTINELS_KNOWN = re.compile(r"<extra_id_[015]>")
_SENTINEL_PARTS = re.compile(r"extra|_id|[<>]")
_KEYWORD = re.compile(r"\(\s*[\w-]{1,100}\s+:[A-Za-z]")
_BRACKET = re.compile(r"[()]")
_MARK = re.compile(r"[\[\]]")
_SECTIONS = {"<![CDATA[": "]]>", "<!--": "-->"}
_SECTION = re.compile("|".join(map(re.escape, _SECTIONS)))
_NAME = re.compile(r"/?[A-Za-z_][\w.:-]{0,99}(?=[\s/]|\Z)")
_KEY = re.compile(r"(?:\"([^\"]{1,100})\"|'([^']{1,100})'|([A-Za-z_][^:#\[\]{},\"']{0,99}?))\s{0,20}:(?:\s|\Z)")
_COLON = re.compile(r":\s|:\Z|\A[-?]\s")
_NULL_SCALARS = ("", "~", "null", "Null", "NULL")


def read_sel(text: str) -> tuple[list[dict[str, Any]] | None, list[str]]:
    """Read structured extraction language, as Text2Event and UIE write it; return None for other texts.

    The label of an event or role is its first word, or the text before a colon.

    Examples:
        >>> read_sel("((Attack fired (Agent the troops)))")
        ([{'type': 'Attack', 'trigger': 'fired', 'arguments': [{'role': 'Agent', 'text': 'the troops'}]}], [])
        >>> read_sel("<extra_id_0> <extra_id_0> Die <extra_id_5> died <extra_id_1> <extra_id_1>")[0]
        [{'type': 'Die', 'trigger': 'died', 'arguments': []}]
    """
    if _KEYWORD.search(text):  # as Lisp writes keys
        return None, []
    lost_marks = bool(_SENTINELS_KNOWN.search(text)) and bool(_SENTINEL_PARTS.search(_SENTINEL.sub("", text)))
    text = _SENTINEL.sub(lambda mark: _SENTINELS.get(mark[0], " "), text).strip()
    if not text.startswith("("):
        return None, []
    alone = text[1:].lstrip()[:1] not in ("(", ")", "")
    if alone:  # one event without the brackets around all of them
        text = f"({text})"
    events: list[dict[str, Any]] = []
    head: str | None = None
    arguments: list[dict[str, str]] = []
    repairs, depth, begin, argument = ["brackets"] * (alone or lost_marks), 0, 0, 0
    for mark in _BRACKET.finditer(text):
        words = text[begin : mark.start()]
        begin = mark.end()
        if depth < 2 and words.strip():
            return None, []
        if depth == 2 and head is None:
            head = words
        elif depth == 2 and words.strip():
            repairs.append("text left out")
        if mark[0] == "(":
            depth += 1
            argument = begin if depth == 3 else argument
            continue
        if depth == 3:
            role, filler = _head(text[argument : mark.start()])
            arguments.append({"role": role, "text": filler})
        elif depth > 3:  # brackets in the text of an argument
            repairs.append("brackets in text")
        elif depth == 2:
            kind, trigger = _head(head or "")
            events.append({"type": kind, "trigger": trigger, "arguments": arguments})
            head, arguments = None, []
        depth -= 1
        if depth <= 0:
            break
    rest = text[begin:].strip()
    if depth <= 0 and rest.strip(" )"):
        return None, []
    repairs += ["brackets"] * bool(depth <= 0 and rest)
    if depth > 0:
        repairs.append("cut off")
    return events, list(dict.fromkeys(repairs))


def _head(words: str) -> tuple[str, str]:
    """Return the label of a SEL node and the text after it."""
    label, colon, rest = words.partition(":")
    if not colon:
        label, _, rest = words.strip().partition(" ")
    return label.strip().strip("\"'"), rest.strip().strip("\"'")


def read_tanl(text: str) -> tuple[list[dict[str, Any]] | None, list[str]]:
    """Read a sentence with its triggers and arguments in brackets, as TANL writes it; return None without brackets.

    Examples:
        >>> events, _ = read_tanl("[ The troops | person | agent = fired ] [ fired | attack ] on Monday.")
        >>> events
        [{'type': 'attack', 'trigger': 'fired', 'arguments': [{'role': 'agent', 'text': 'The troops'}]}]
    """
    if "|" not in text:
        return None, []
    groups, open_at, pieces, at = [], [], [], 0
    lost: list[str] = []
    for mark in _MARK.finditer(text):
        pieces.append(text[at : mark.start()])
        at = mark.end()
        if mark[0] == "[":
            open_at.append(len(pieces))
        elif open_at:
            start = open_at.pop()
            if len(open_at) > 8:
                continue
            words, *labels = "".join(pieces[start:]).split("|")
            if labels:
                groups.append((start, " ".join(words.split()), [label.strip() for label in labels]))
                pieces[start:] = [words]  # around it, a group reads as its words
            else:
                lost.append("brackets")
        else:
            lost.append("brackets")
    lost += ["cut off"] * bool(open_at)
    lost += ["text left out"] * any("|" in piece or " = " in piece for piece in [*pieces, text[at:]])
    groups.sort()
    relations, triggers = [], []
    for _, words, labels in groups:
        named = [label for label in labels if " = " in label]
        relations += [(words, *_relation(label)) for label in named]
        if not named and words and labels[0]:
            triggers.append((words, labels[0]))
        lost += ["text left out"] * (not words or not labels[0] or len(labels) - len(named) > 1)
    if not triggers:
        return None, []
    events = [{"type": label, "trigger": words, "arguments": []} for words, label in triggers]
    by_trigger: dict[str, list[dict[str, Any]]] = {}
    for event in events:
        by_trigger.setdefault(event["trigger"], event["arguments"])  # type: ignore[arg-type]
    if any(_names_trigger(label, by_trigger) for _, label in triggers):
        lost.append("text left out")  # a relation whose sign is lost
    lost = list(dict.fromkeys(lost))
    for words, role, target in relations:
        if target in by_trigger and words and role:
            by_trigger[target].append({"role": role, "text": words})
        else:
            lost.append("argument left out")
    return events, lost


def _names_trigger(label: str, triggers: Container[str]) -> bool:
    """Whether a label ends with the words of a trigger, as labels of relations do."""
    words = label.split()[:20]
    return any(" ".join(words[start:]) in triggers for start in range(1, len(words)))


def _relation(label: str) -> tuple[str, str]:
    role, _, target = label.partition(" = ")
    return role.strip(), " ".join(target.split())


def read_xml(text: str) -> tuple[Any, list[str]]:
    """Read elements as objects of their attributes and children. An element that holds only text is a string.

    Examples:
        >>> read_xml('<event type="Attack"><trigger>fired</trigger></event>')
        ({'event': {'type': 'Attack', 'trigger': 'fired'}}, [])
        >>> read_xml('<argument role="Agent">R&amp;D</argument>')[0]
        {'argument': {'role': 'Agent', 'text': 'R&D'}}
    """
    text = _without_sections(text)
    stack: list[tuple[str, list[tuple[str, Any]], list[str]]] = [("", [], [])]
    repairs: list[str] = []
    names: dict[str, int] = {}
    _, *parts = text.split("<")
    for part in parts:
        tag, end, words = part.partition(">")
        if not end or not (match := _NAME.match(tag)):
            stack[-1][2].append("<" + part)  # a sign in the text, not a tag
            continue
        name = match[0].removeprefix("/")
        if not tag.startswith("/"):
            if len(stack) > DEEPEST:
                return None, []
            stack.append((name, _attributes(tag[match.end() :]), [words]))
            names[name] = names.get(name, 0) + 1
            if not tag.endswith("/"):
                continue
            stack[-1][2].clear()
        if not names.get(name):
            repairs.append("brackets")
            stack[-1][2].append(words)
            continue
        while True:
            closed = stack.pop()
            names[closed[0]] -= 1
            stack[-1][1].append((closed[0], _element(closed[1], closed[2])))
            if closed[0] == name:
                break
            repairs.append("brackets")
        stack[-1][2].append(words)
    while len(stack) > 1:
        repairs.append("cut off")
        unfinished = stack.pop()
        tree = _element(unfinished[1], [])
        stack[-1][1].append((unfinished[0], Truncated(tree) if isinstance(tree, dict) else None))
    return (merged(stack[0][1])[0] or None), list(dict.fromkeys(repairs))


def _without_sections(text: str) -> str:
    """Return XML without comments and with its CDATA as text. Each begin of a section is visited once.

    Examples:
        >>> _without_sections("<a><![CDATA[R&D]]></a><!-- <b/> -->")
        '<a>R&amp;D</a>'
    """
    pieces, at = [], 0
    lasts = {end: text.rfind(end) for end in _SECTIONS.values()}
    while (mark := _SECTION.search(text, at)) and (end := lasts[_SECTIONS[mark[0]]]) >= 0:
        if end < mark.end():
            break
        pieces.append(text[at : mark.start()])
        at = text.find(_SECTIONS[mark[0]], mark.end())
        pieces += [html.escape(text[mark.end() : at])] * (mark[0] != "<!--")
        at += 3
    return "".join([*pieces, text[at:]])


def _attributes(text: str) -> list[tuple[str, Any]]:
    """Return the attributes of a tag, given the text after its name.

    Examples:
        >>> _attributes(' type="Attack"trigger="fired"')
        [('type', 'Attack'), ('trigger', 'fired')]
    """
    pairs: list[tuple[str, Any]] = []
    at = 0
    while (equals := text.find("=", at)) >= 0:
        names = text[at:equals].split()
        start = equals + 1
        while text[start : start + 1].isspace():
            start += 1
        mark = text[start : start + 1]
        end = text.find(mark, start + 1) if mark in ('"', "'") else -1
        if end < 0 or not names:
            break
        pairs.append((names[-1], html.unescape(text[start + 1 : end])))
        at = end + 1
    return pairs


def _element(pairs: list[tuple[str, Any]], words: list[str]) -> Any:
    text = " ".join(html.unescape("".join(words)).split())
    if not pairs:
        return text
    if not any(map(str.isalnum, text)):
        return merged(pairs)[0]
    return merged([*pairs, ("beside" if any(key == "text" for key, _ in pairs) else "text", text)])[0]


def read_yaml(text: str) -> tuple[Any, list[str]]:
    r"""Return the lists and mappings of YAML by their indentation, with plain, quoted and bracketed values.

    Examples:
        >>> read_yaml("events:\n  - type: Attack\n    trigger: fired\n    arguments: {Agent: troops}")[0]
        {'events': [{'type': 'Attack', 'trigger': 'fired', 'arguments': {'Agent': 'troops'}}]}
        >>> read_yaml("Well, I see none.")
        (None, [])
    """
    root = _Level(-1)
    levels = [root]
    repairs: list[str] = []
    lines = text.rstrip().splitlines()
    for number, line in enumerate(lines, 1):
        content = line.strip()
        if not content or content.startswith("#") or content in ("---", "..."):
            continue
        indent = len(line) - len(line.lstrip())
        while content == "-" or content.startswith("- "):
            level = _level(levels, indent, repairs, is_list=True)
            if level is None:
                return None, []
            level.items.append(None)
            rest = content[1:].lstrip()
            indent, content = indent + len(content) - len(rest), rest
        if not content:
            continue
        if not (key := _KEY.match(content)):
            if len(levels) > 1 and levels[-1].items and levels[-1].items[-1] is None:
                levels[-1].items[-1] = _scalar(content, repairs)
                continue
            if number == len(lines) and number > 2 and content.isidentifier():  # half a key
                repairs.append("cut off")
                break
            return None, []
        level = _level(levels, indent, repairs, is_list=False)
        if level is None:
            return None, []
        level.pairs.append((key[1] or key[2] or key[3].strip(), _scalar(content[key.end() :], repairs)))
    while len(levels) > 1:
        _close(levels, repairs)
    value = root.items[0] if root.items else None
    return value, list(dict.fromkeys(repairs))


class _Level:
    """The list or the mapping of one indentation."""

    def __init__(self, indent: int) -> None:
        self.indent = indent
        self.items: list[Any] = [None] if indent < 0 else []
        self.pairs: list[tuple[str, Any]] = []


def _level(levels: list[_Level], indent: int, repairs: list[str], *, is_list: bool) -> _Level | None:
    """Return the level of a line. A deeper line opens a new level."""
    while levels[-1].indent > indent or (not is_list and levels[-1].items and levels[-1].indent == indent):
        _close(levels, repairs)
    top = levels[-1]
    if top.indent == indent and bool(top.items) == is_list:
        return top
    if len(levels) > DEEPEST or not _is_free(top):
        return None
    levels.append(_Level(indent))
    return levels[-1]


def _is_free(level: _Level) -> bool:
    """Whether the last place of a level has no value yet."""
    return (level.pairs[-1][1] if level.pairs else level.items[-1]) is None


def _close(levels: list[_Level], repairs: list[str]) -> None:
    """Put the value of a level into the place that waits for it."""
    level = levels.pop()
    value: Any = level.items
    if level.pairs:
        value, repeated = merged(level.pairs)
        repairs += repeated
    outer = levels[-1]
    if outer.pairs:
        outer.pairs[-1] = (outer.pairs[-1][0], value)
    else:
        outer.items[-1] = value


def _scalar(text: str, repairs: list[str]) -> Any:
    text = text.strip()
    if text[:1] in "[{" and text:
        values = scan(text)
        if len(values) != 1 or values[0].start or values[0].end < len(text.partition(" #")[0].rstrip()):
            repairs.append("brackets")
        elif values:
            repairs.extend(kind for kind in values[0].repairs if kind not in ("unquoted", "single quotes"))
        return values[0].value if len(values) == 1 else text
    if text[:1] in ('"', "'"):
        end = text.rfind(text[0])
        if end > 0:
            repairs += ["text left out"] * bool(text[end + 1 :].partition("#")[0].strip())
            return unescape(text[1:end]) if text[0] == '"' else text[1:end].replace("''", "'")
        repairs.append("quotes within text")
    text = text.partition(" #")[0].strip()
    if text in _NULL_SCALARS:
        return None
    repairs += ["colon in text"] * bool(_COLON.search(text))
    return text
