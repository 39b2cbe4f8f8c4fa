"""Words that a tokenizer could not write, `<unk>`, restored from the sentence as UIE does."""

from __future__ import annotations

import re
from itertools import pairwise

UNKNOWN = "<unk>"
_PATTERN_SIGNS = re.compile(r"[\\^$|]|\{(\d+(,\d*)?|,\d*)\}")
"""Signs of regular expressions that UIE does not escape."""
_MAX_STEPS = 2_000_000
"""Bound on characters of the sentence times unknown words. The text of a mention in a sentence stays far below."""


def restore_unknown(text: str, sentence: str) -> str:
    r"""Return the first run of the sentence that fits a text, each ``<unk>`` standing for part of a word, or a word.

    The published rule is a search for the parts between the unknown words with ``\s*\S+\s*`` between them. It is done
    here without a regular expression, since such a search may take exponential time. A text that holds other signs of
    patterns (``\ ^ $ |`` or a count in braces) stays as it is, where UIE searches for what they mean.

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
