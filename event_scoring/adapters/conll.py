"""Read columns of CoNLL-2003 and similar files, and of CoNLL-2012."""

from __future__ import annotations

import re
from typing import Any

from event_scoring.adapters.mentions import nuggets_from_sentences
from event_scoring.documents.errors import Description, counted
from event_scoring.formats.conll_columns import DOCUMENT_MARK
from event_scoring.formats.text_lines import Lines, Source, cells_of, read_lines

_Row = tuple[int, list[str]]


def nuggets_from_conll(
    source: Source, column: int = -1, *, word: int = 0, tokens: bool = False, **labels: Any
) -> list[dict[str, Any]]:
    r"""Return nugget documents from columns, one of which has labels.

    Documents begin at ``-DOCSTART-``. Without such a line every sentence is a document. A nugget ends with its
    sentence, as for conlleval.

    Args:
        source: The file.
        column: The column of the labels.
        word: The column of the words.
        tokens: Add the words to each document, for pipelines and reports; scores take documents without them.
        **labels: Options of `nuggets_from_labels`.

    Examples:
        >>> nuggets_from_conll(b"He O\ndied B-Die\n")
        [{'mentions': [{'token_ids': [1], 'type': 'Die'}]}]
    """
    lines = read_lines(source)
    sentences = _sentences(lines)
    if any(rows[0][1][0] == DOCUMENT_MARK for rows in sentences):
        documents: list[list[list[_Row]]] = []
        for rows in sentences:
            starts = rows[0][1][0] == DOCUMENT_MARK
            if starts or not documents:
                documents.append([])
            documents[-1].append(rows[starts:])
    else:
        documents = [[rows] for rows in sentences]
    nuggets = nuggets_from_sentences(
        [[[_cell(lines, row, column) for row in rows] for rows in document] for document in documents], **labels
    )
    if not tokens:
        return nuggets
    words = [[_cell(lines, row, word) for rows in document for row in rows] for document in documents]
    return [{"tokens": each, **document} for each, document in zip(words, nuggets, strict=True)]


def nuggets_from_conll2012(source: Source, kind: str = "Event", *, tokens: bool = False) -> list[dict[str, Any]]:
    """Return nugget documents with clusters from the coreference column of CoNLL-2012.

    A repeated span of a document is refused, because the published Perl scorer (8.01) keeps one of the two, and the
    choice changes its scores.

    Args:
        source: The file.
        kind: The type of every nugget; the column has no types.
        tokens: Add the words to each document, for pipelines and reports; scores take documents without them.
    """
    documents = []
    for lines, name, sentences in _documents_2012(source):
        words: list[str] = []
        spans: set[tuple[int, int]] = set()
        mentions: list[dict[str, Any]] = []
        clusters: dict[str, list[str]] = {}
        for rows in sentences:
            opened: dict[str, list[int]] = {}
            for row in rows:
                words.append(_cell(lines, row, 3))
                for opening, number, closing in re.findall(r"(\(?)([^()|]+)(\)?)", _cell(lines, row, -1).strip("-")):
                    if opening:
                        opened.setdefault(number, []).append(len(words) - 1)
                    if closing:
                        if not opened.get(number):
                            raise lines.error(row[0], wanted=f"the mention {number} to be open where it closes")
                        start = opened[number].pop()
                        if (start, len(words)) in spans:
                            says = f"the span of the mention {number} is that of another mention"
                            raise lines.error(row[0], says=says, hint="keep one of them")
                        spans.add((start, len(words)))
                        mention = f"m{len(mentions)}"
                        clusters.setdefault(number, []).append(mention)
                        mentions.append({"token_ids": list(range(start, len(words))), "type": kind, "id": mention})
            if left := next((number for number, starts in opened.items() if starts), None):
                raise lines.error(rows[-1][0], wanted=f"the mention {left} to be closed in its sentence")
        words_field = {"tokens": words} if tokens else {}
        documents.append({"doc_id": name, **words_field, "mentions": mentions, "clusters": list(clusters.values())})
    return documents


def events_from_conll2012(source: Source) -> list[dict[str, Any]]:
    """Return extraction documents from the predicates and arguments of CoNLL-2012. A type is a lemma with its sense."""
    documents = []
    for lines, name, sentences in _documents_2012(source):
        tokens: list[str] = []
        events: list[dict[str, Any]] = []
        for rows in sentences:
            first = len(tokens)
            tokens.extend(_cell(lines, row, 3) for row in rows)
            for column in range(11, len(rows[0][1]) - 1):
                verb, arguments = None, []
                for role, start, end in _brackets(lines, rows, column):
                    if role == "V" and verb is None:
                        verb = start, end
                    else:
                        arguments.append({"span": [first + start, first + end], "role": role})
                if verb is None:
                    wanted = f"a predicate, (V*), in column {column} of this sentence"
                    raise lines.error(rows[0][0], wanted=wanted, got=Description("none"))
                _, cells = rows[verb[0]]
                trigger = {"span": [first + verb[0], first + verb[1]]}
                events.append({"trigger": trigger, "type": f"{cells[6]}.{cells[7]}", "arguments": arguments})
        documents.append({"doc_id": name, "tokens": tokens, "events": events})
    return documents


def _documents_2012(source: Source) -> list[tuple[Lines, str, list[list[_Row]]]]:
    lines = read_lines(source)
    documents: list[tuple[Lines, str, list[list[_Row]]]] = []
    fresh = True
    for row, line in enumerate(lines.text.to_pylist()):
        if line.startswith("#begin document"):
            documents.append((lines, line.removeprefix("#begin document").strip(), []))
        if not line or line.startswith("#"):
            fresh = True
            continue
        cells = cells_of(line)
        if len(cells) < 12:
            raise lines.error(row, wanted="at least the 12 columns of CoNLL-2012", got=Description(len(cells)))
        if not documents:
            raise lines.error(row, wanted="#begin document before the first word")
        if fresh:
            documents[-1][2].append([])
            fresh = False
        rows = documents[-1][2][-1]
        if rows and len(cells) != len(rows[0][1]):
            wanted = f"{counted(len(rows[0][1]), 'column')}, as in the first row of the sentence"
            raise lines.error(row, wanted=wanted, got=Description(len(cells)))
        rows.append((row, cells))
    return documents


def _brackets(lines: Lines, rows: list[_Row], column: int) -> list[tuple[str, int, int]]:
    """Return the labelled spans of a column such as ``(ARG0* * *)``."""
    brackets: list[tuple[str, int, int]] = []
    opened: list[tuple[str, int]] = []
    for number, row in enumerate(rows):
        for sign in re.findall(r"\([^()*]+|\*|\)", _cell(lines, row, column)):
            if sign.startswith("("):
                opened.append((sign[1:], number))
            elif sign == ")":
                if not opened:
                    raise lines.error(row[0], wanted="an argument to be open where it closes")
                role, start = opened.pop()
                brackets.append((role, start, number + 1))
    return brackets


def _sentences(lines: Lines) -> list[list[_Row]]:
    sentences: list[list[_Row]] = [[]]
    for row, line in enumerate(lines.text.to_pylist()):
        cells, rows = cells_of(line), sentences[-1]
        # A row of the word "#" stands in a sentence and has all of its columns; other lines that begin so are comments.
        is_word = bool(rows) and rows[-1][1][0] != DOCUMENT_MARK and len(cells) == len(rows[-1][1])
        if not line or (line.startswith("# ") and not is_word):
            sentences.append([])
        elif cells[0] == DOCUMENT_MARK:  # with or without blank lines around it
            sentences.append([(row, cells)])
        else:
            rows.append((row, cells))
    return [rows for rows in sentences if rows]


def _cell(lines: Lines, row: _Row, column: int) -> str:
    number, cells = row
    if not isinstance(column, int) or not -len(cells) <= column < len(cells):
        raise lines.error(number, wanted=f"a column {column}", got=Description(counted(len(cells), "column")))
    return cells[column]
