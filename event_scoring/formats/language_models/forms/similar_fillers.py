"""Fillers of a role that resemble each other, merged as Code4Struct merges those of one or more answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

MERGED = "similar arguments merged"
"""The note of a document whose similar arguments are merged already."""
MAX_FILLERS = 200
"""Different texts of one role that are compared, each with each."""


def merge_similar(arguments: Sequence[dict[str, Any]], answers: int = 1) -> list[dict[str, Any]]:
    """Return one argument for each group of similar texts of a role that more than half of the answers name.

    The group of an argument is all arguments of its role whose texts resemble its own. Each distinct group of more
    than ``answers // 2`` members gives its longest text and its commonest entity type, the first in ties. Groups may
    overlap, so one filler may count in several.

    Args:
        arguments: The arguments of all answers about one event, answer by answer, with an optional entity type under
            ``type``.
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
                types = Counter(member.get("type") for member in members)
                ((entity_type, _),) = types.most_common(1)
                text = max((member["text"] for member in members), key=len)
                merged.append({"role": role, "text": text} | ({} if entity_type is None else {"type": entity_type}))
    return merged


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
