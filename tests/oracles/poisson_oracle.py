"""The Poisson bootstrap, one document and one sample at a time, in whole numbers of Python."""

from __future__ import annotations

from fractions import Fraction

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
CUMULATIVE = (24109, 48219, 60273, 64292, 65296, 65497, 65531, 65535)


def finalized(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def mixed(*values: int) -> int:
    state = GOLDEN
    for value in values:
        state = finalized(((state ^ value) + GOLDEN) & MASK)
    return state


def text_hash(text: str) -> int:
    """The sum of a mixed number for each byte and its place."""
    return sum(mixed(place * 256 + byte) for place, byte in enumerate(text.encode())) & MASK


def times_drawn(doc_id: str, sample: int, seed: int) -> int:
    word = finalized((mixed(seed, text_hash(doc_id)) + (sample // 4 + 1) * GOLDEN) & MASK)
    draw = (word >> 16 * (sample % 4)) % 2**16
    return sum(draw >= bound for bound in CUMULATIVE)


def sample_sums(values: list[float], doc_ids: list[str], samples: int, seed: int) -> list[Fraction]:
    return [
        sum(
            (
                times_drawn(doc_id, sample, seed) * Fraction(value)
                for doc_id, value in zip(doc_ids, values, strict=True)
            ),
            Fraction(0),
        )
        for sample in range(samples)
    ]
