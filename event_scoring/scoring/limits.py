"""Limits of the input: pairs in a document, pairs in a file, documents in a file, and documents with intervals."""

from __future__ import annotations

from event_scoring.documents.errors import Description, InputError, Path, Place

MAX_PAIRS = 2**19
"""The largest number of pairs of a prediction and a reference in one document that may match. More are refused; 725
identical items on each side give more."""


def check_number_of_pairs(number: int, things: str, path: Path) -> None:
    """Raise an `InputError` that names a document, if it has more pairs of some things than are compared.

    Examples:
        >>> check_number_of_pairs(2**21, "mentions that share a token", ("references", 0, "mentions"))
        Traceback (most recent call last):
            ...
        event_scoring.InputError: references[0]["mentions"]: expected at most 524,288 pairs of mentions that share a \
token, got 2,097,152; cut the document into parts
    """
    if number > MAX_PAIRS:
        wanted = f"at most {MAX_PAIRS:,} pairs of {things}"
        raise InputError(path, wanted=wanted, got=Description(f"{number:,}"), hint="cut the document into parts")


MAX_EXCESS_PAIRS = 2**23
"""The largest number of excess pairs in one file: of pairs beyond two for each item of either side. The limit is
needed because a packed file can repeat a document with `MAX_PAIRS` pairs in few bytes. Ordinary documents have no
excess: where each item overlaps one of the other side, there is half a pair for each item.
"""
EXCESS_PAIRS = "excess_pairs"
"""The name of the number of excess pairs in the row of a document."""


def too_many_pairs() -> InputError:
    """Return the error for documents with more than `MAX_EXCESS_PAIRS`."""
    wanted = f"at most {MAX_EXCESS_PAIRS:,} pairs of overlapping items in all documents, and 2 more for each item"
    return InputError(
        ("references",), wanted=wanted, got=Description("more"), hint="score the documents in several parts"
    )


FREE_DOCUMENTS, BYTES_OF_A_DOCUMENT = 2**17, 16
"""The number of documents that any file may hold, and the bytes of a file for each further one. An empty document takes
no byte in a packed file, and as much work as one of a few words.
"""


def check_number_of_documents(number: int, size: int, file: str) -> None:
    """Raise an `InputError` that names a file, if it has far more documents than its size in bytes suggests.

    Examples:
        >>> check_number_of_documents(10**6, 1000, "system.jsonl.gz")
        Traceback (most recent call last):
            ...
        event_scoring.InputError: system.jsonl.gz: expected at most 131,134 documents in 1,000 bytes, got more; cut \
the file into several
    """
    most = FREE_DOCUMENTS + size // BYTES_OF_A_DOCUMENT
    if number > most:
        wanted = f"at most {most:,} documents in {size:,} bytes"
        hint, source = "cut the file into several", Place(file)
        raise InputError(wanted=wanted, got=Description("more"), hint=hint, source=source)


MIN_DOCUMENTS = 2
"""Documents that samples can draw from: samples of one document are all the same."""


def too_few_documents(documents: int) -> str:
    """Return the warning of a result whose intervals are left out.

    Examples:
        >>> too_few_documents(1)
        'No intervals are given: they need at least two documents, and there is 1.'
    """
    there = "is" if documents == 1 else "are"
    return f"No intervals are given: they need at least two documents, and there {there} {documents or 'none'}."
