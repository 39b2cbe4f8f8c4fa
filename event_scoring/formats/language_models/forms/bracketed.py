"""Trees in brackets, as Text2Event and UIE write them with the marks `<extra_id_0>` and `<extra_id_1>`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_MARK = re.compile(r"<extra_id_(\d)>")
_OPEN, _CLOSE = "【】"
"""Signs by which the published readers replace the marks. They act as brackets in an answer too."""
_PART = re.compile(r"【\s*([^\s【】]*)|】|([^\s【】]+)")


@dataclass(slots=True)
class Bracket:
    """A bracket with its label, its words and its inner brackets, in order."""

    label: str = ""
    children: list[str | Bracket] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words before and after inner brackets, joined by one space."""
        return " ".join(child for child in self.children if isinstance(child, str))


def filled_brackets(children: list[str | Bracket]) -> Iterator[Bracket]:
    """Yield the brackets that contain a word or a bracket after their label."""
    yield from (child for child in children if isinstance(child, Bracket) and child.children)


def read_tree(answer: str, opening: str, closing: str, *, complete: bool = False) -> Bracket | None:
    """Return the outermost bracket of an answer; None if its brackets are ill-formed.

    Args:
        answer: The answer with its marks. Text before the first mark is dropped.
        opening: The digits of the marks that open a bracket.
        closing: The digits of the marks that close one.
        complete: Add the closing brackets that are missing at the end.

    Examples:
        >>> read_tree("<pad> <extra_id_0> <extra_id_0> Die died <extra_id_1> <extra_id_1> rest", "0", "1")
        Bracket(label='', children=[Bracket(label='Die', children=['died'])])
        >>> read_tree("<extra_id_0> <extra_id_0> Die died <extra_id_1>", "0", "1") is None
        True
        >>> read_tree("<extra_id_0> <extra_id_0> Die died", "0", "1", complete=True).children
        [Bracket(label='Die', children=['died'])]
    """
    begin = _MARK.search(answer)
    if begin is None:
        return None
    signs = {**dict.fromkeys(opening, _OPEN), **dict.fromkeys(closing, _CLOSE)}
    words = _MARK.sub(lambda mark: f" {signs.get(mark[1], mark[0])} ", answer[begin.start() :]).split()
    words = _cut_after_tree(words)
    marked = " ".join(words)
    if complete and marked.count(_OPEN) != marked.count(_CLOSE):
        # The published reader compares signs and adds for words; they differ if a sign is within a word.
        marked += f" {_CLOSE}" * (words.count(_OPEN) - words.count(_CLOSE))
    return _parsed(marked)


def _cut_after_tree(words: list[str]) -> list[str]:
    """Return the words up to the first after which as many brackets are closed as opened."""
    depth, has_bracket = 0, False
    for index, word in enumerate(words):
        if word in (_OPEN, _CLOSE):
            depth += 1 if word == _OPEN else -1
            has_bracket = True
        if has_bracket and not depth:
            return words[: index + 1]
    return words


def _parsed(marked: str) -> Bracket | None:
    """Return the one tree of a text; None for a word outside, a second tree, or an unclosed bracket."""
    root = Bracket()
    stack = [root]
    for part in _PART.finditer(marked):
        if part[0][0] == _OPEN:
            if len(stack) == 1 and root.children:
                return None
            stack.append(Bracket(part[1]))
        elif len(stack) == 1:
            return None
        elif part[0] == _CLOSE:
            closed = stack.pop()
            stack[-1].children.append(closed)
        else:
            stack[-1].children.append(part[2])
    tree = root.children[0] if len(stack) == 1 and root.children else None
    return tree if isinstance(tree, Bracket) else None
