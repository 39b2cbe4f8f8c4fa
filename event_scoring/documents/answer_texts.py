"""Functions on texts of answers that readers and scores share: similar fillers, brackets, unknown words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

from event_scoring.documents.errors import Description, InputError

MERGED = "similar arguments merged"
"""The note of a document whose similar arguments are merged already."""
LEFT_OUT = "left out"
"""The suffix of a note that a reader left out part of an answer, such as "event left out"."""
EVENT_LEFT_OUT = f"event {LEFT_OUT}"
"""The beginning of the note of such an event."""
IEPILE_ABSENT = "NAN"
"""IEPile's text for no argument."""
MAX_FILLERS = 200
"""Maximum number of different texts of one role; every pair of them is compared."""
MAX_SIMILARITIES = 2**22
"""Maximum number of pairs of a text and a character among the different texts of each role of an event."""
UNKNOWN = "<unk>"
_PATTERN_SIGNS = re.compile(r"[\\^$|]|\{(\d+(,\d*)?|,\d*)\}")
"""Signs of regular expressions that UIE does not escape."""
_MAX_STEPS = 2_000_000
"""Bound on characters of the sentence times unknown words. The text of a mention in a sentence stays far below."""


def merge_similar(arguments: Sequence[dict[str, Any]], answers: int = 1) -> list[dict[str, Any]]:
    """Return one argument for each group of similar texts of a role that more than half of the answers name.

    The group of an argument is all arguments of its role whose texts resemble its own. Each distinct group of more
    than ``answers // 2`` members gives its longest text and its commonest entity type, the first in ties. Groups may
    overlap, so one filler may count in several.

    Args:
        arguments: The arguments of all answers about one event, answer by answer, with an optional entity type under
            ``entity_type``.
        answers: How many answers could be read.

    Examples:
        >>> names = [{"role": "Agent", "text": text} for text in ("John Smith", "John Smyth", "Mary")]
        >>> merge_similar(names)
        [{'role': 'Agent', 'text': 'John Smith'}, {'role': 'Agent', 'text': 'Mary'}]
        >>> merge_similar(names, answers=3)
        [{'role': 'Agent', 'text': 'John Smith'}]
    """
    by_role: dict[str, list[dict[str, Any]]] = {}
    for argument in arguments:
        by_role.setdefault(argument["role"], []).append(argument)
    merged = []
    for role, fillers in by_role.items():
        texts = list(dict.fromkeys(filler["text"] for filler in fillers))
        similar = {text: {text} for text in texts}
        for first, second in combinations(texts, 2):
            if are_similar(first, second):
                similar[first].add(second)
                similar[second].add(first)
        groups = (tuple(i for i, one in enumerate(fillers) if one["text"] in similar[text]) for text in texts)
        for group in dict.fromkeys(groups):
            if len(group) > answers // 2:
                members = [fillers[index] for index in group]
                types = Counter(member.get("entity_type") for member in members)
                ((entity_type, _),) = types.most_common(1)
                text = max((member["text"] for member in members), key=len)
                merged.append(
                    {"role": role, "text": text} | ({} if entity_type is None else {"entity_type": entity_type})
                )
    return merged


def check_similarities(arguments: Iterable[tuple[Hashable, str]]) -> None:
    """Raise an `InputError` if `merge_similar` would compare too many characters.

    Args:
        arguments: The event and role of each argument, and its text.

    Examples:
        >>> check_similarities([("Agent", "John Smith"), ("Agent", "John Smyth")])
        >>> check_similarities(("Agent", f"text {number}") for number in range(2000))
        Traceback (most recent call last):
            ...
        event_scoring.InputError: predictions: expected texts of arguments in at most 4,194,304 pairs of a text and a \
character, got 33,780,000; cut the document into parts
    """
    texts: dict[Hashable, set[str]] = {}
    for role, text in arguments:
        texts.setdefault(role, set()).add(text)
    pairs = sum(len(different) * sum(map(len, different)) for different in texts.values())
    if pairs > MAX_SIMILARITIES:
        wanted = f"texts of arguments in at most {MAX_SIMILARITIES:,} pairs of a text and a character"
        got = Description(f"{pairs:,}")
        raise InputError(("predictions",), wanted=wanted, got=got, hint="cut the document into parts")


def are_similar(first: str, second: str) -> bool:
    """Whether twice the longest common subsequence is more than 70 per cent, rounded, of both lengths together.

    Examples:
        >>> are_similar("Gordon Brown", "Mr Gordon Brown"), are_similar("Brown", "Mr Gordon Brown")
        (True, False)
    """
    if not first and not second:
        return True
    # A share of 70.5 per cent rounds to 70, the even number, and is not similar.
    needed = 141 * (len(first) + len(second))
    if 400 * min(len(first), len(second)) <= needed:
        return False
    return 400 * common_subsequence(first, second) > needed


def common_subsequence(first: str, second: str) -> int:
    """Return the length of the longest common subsequence of two texts, by one bit for each character.

    Examples:
        >>> common_subsequence("bombed", "bomber")
        5
    """
    places: dict[str, int] = {}
    for index, character in enumerate(first):
        places[character] = places.get(character, 0) | 1 << index
    full = (1 << len(first)) - 1
    unmatched = full
    for character in second:
        matches = unmatched & places.get(character, 0)
        unmatched = ((unmatched + matches) | (unmatched - matches)) & full
    return len(first) - unmatched.bit_count()


def bracket_contents(answer: str) -> list[str]:
    """Return the contents of the outermost brackets. The first opening and the last closing bracket may be missing.

    Examples:
        >>> bracket_contents("(a: b), (c: d (e))")
        ['a: b', 'c: d (e)']
        >>> bracket_contents("a: b) (c: d"), bracket_contents("() none")
        (['a: b', 'c: d'], [])
    """
    contents = []
    depth, begin = 0, 0
    for bracket in re.finditer(r"[()]", answer):
        if bracket[0] == "(":
            depth += 1
            begin = bracket.end() if depth == 1 else begin
        elif depth:
            depth -= 1
            contents += [answer[begin : bracket.start()]] * (not depth)
        elif not begin and not contents and bracket.start():
            contents.append(answer[: bracket.start()])
    contents += [answer[begin:]] * (depth == 1)
    return [content for content in contents if content]


def restore_unknown(text: str, sentence: str) -> str:
    r"""Return the first run of the sentence that fits a text, each ``<unk>`` standing for part of a word, or a word.

    The published rule is a search for the parts between the unknown words with ``\s*\S+\s*`` between them. It is done
    here without a regular expression, since such a search may take exponential time. UIE reads other signs of patterns
    (``\ ^ $ |`` or a count in braces) as patterns. Here a text with such signs is unchanged.

    Examples:
        >>> restore_unknown("the <unk> market", "In the old market, the new market")
        'the old market'
        >>> restore_unknown("Krak<unk>w <unk>", "from Kraków to Łódź")
        'Kraków to'
        >>> restore_unknown("a <unk> b", "no such run")
        'a <unk> b'
    """
    first, *parts = (part.strip() for part in text.split(UNKNOWN))
    too_many = len(parts) * (len(sentence) + 1) > _MAX_STEPS or len(parts) > len(sentence)
    if not parts or too_many or _PATTERN_SIGNS.search(text):
        return text
    ends = list(range(len(sentence) + 1))
    runs = [word.span() for word in re.finditer(r"\S+", sentence)]
    for part in reversed(parts):
        ends = _ends_with(part, ends, runs, sentence)
    begin = sentence.find(first)
    while begin >= 0:
        end = ends[begin + len(first)]
        if end >= 0:
            return sentence[begin:end].strip()
        begin = sentence.find(first, begin + 1)
    return text


def _ends_with(part: str, ends: list[int], runs: list[tuple[int, int]], sentence: str) -> list[int]:
    """Return for each place where a match ends that begins there with an unknown word and this part; -1 for none.

    Args:
        part: The text after the unknown word.
        ends: For each place where the rest of the match ends that begins there.
        runs: The words of the sentence.
        sentence: The sentence.
    """
    found = [-1] * len(ends)
    for (start, stop), (following, _) in pairwise([*runs, (len(sentence), len(sentence))]):
        # The longest unknown word is preferred: the whole rest of the run, and the spaces after it.
        best = ends[following + len(part)] if sentence.startswith(part, following) else -1
        for place in range(stop - 1, start - 1, -1):
            if best < 0 and place + 1 < stop and sentence.startswith(part, place + 1):
                best = ends[place + 1 + len(part)]
            found[place] = best
    for place in range(len(sentence) - 1, -1, -1):  # spaces before an unknown word belong to it
        if sentence[place].isspace():
            found[place] = found[place + 1]
    return found
