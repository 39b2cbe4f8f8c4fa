"""Read columns of CoNLL: a word and its labels on each line, and a blank line after each sentence."""

from __future__ import annotations

from dataclasses import dataclass

from event_scoring.documents.errors import Description, InputError, Place, counted
from event_scoring.formats.text_lines import Source, cells_of, read_lines

DOCUMENT_MARK = "-DOCSTART-"
"""First column of a line that separates documents; the line is not a word."""


@dataclass(frozen=True)
class LabelColumn:
    """One column of a file, sentence by sentence."""

    file: str
    labels: list[list[str]]
    words: list[list[str]]
    """The first column."""
    lines: list[list[int]]
    """The number of each line."""

    def place(self, sentence: int, word: int = 0) -> Place:
        """Return the place of a label in its file."""
        known = sentence < len(self.lines) and word < len(self.lines[sentence])
        return Place(self.file, self.lines[sentence][word] if known else 0)


def read_label_column(source: Source, column: int = -1) -> LabelColumn:
    r"""Return the labels of one column, by default the last. Columns are separated by blanks or tabs.

    Examples:
        >>> read_label_column(b"-DOCSTART- O\n\nTroops O\nfired B-Attack\n").labels
        [['O', 'B-Attack']]
    """
    lines = read_lines(source)
    column_of = LabelColumn(lines.file, [], [], [])
    width, begins = 0, True
    for row, line in enumerate(lines.text.to_pylist()):
        cells = cells_of(line)
        if not cells or cells[0] == DOCUMENT_MARK:
            begins = True
            continue
        width = width or len(cells)
        if len(cells) != width or width < max(2, -column):
            wanted = f"{counted(width, 'column')} as above" if width >= max(2, -column) else "a word and its labels"
            is_tbf = column_of.words[:1] == [["#BeginOfDocument"]] or cells[0] == "#BeginOfDocument"
            hint = "this is TBF, which event-score nuggets and score_nuggets take" if is_tbf else ""
            raise lines.error(row, wanted=wanted, got=Description(counted(len(cells), "column")), hint=hint)
        if begins:
            for part in (column_of.labels, column_of.words, column_of.lines):
                part.append([])
        begins = False
        column_of.labels[-1].append(cells[column])
        column_of.words[-1].append(cells[0])
        column_of.lines[-1].append(row + 1)
    return column_of


def check_same_words(system: LabelColumn, references: LabelColumn) -> None:
    """Raise an `InputError` where two files are not about the same words, sentence by sentence."""
    for sentence, (words, others) in enumerate(zip(system.words, references.words, strict=False)):
        for index, (word, other) in enumerate(zip(words, others, strict=False)):
            if word != other:
                hint = f"{references.place(sentence, index)} has another word"
                raise InputError(
                    wanted=f"the word {other}", got=Description(word), hint=hint, source=system.place(sentence, index)
                )
        if len(words) != len(others):
            got, hint = Description(counted(len(words), "word")), f"the sentence begins at {references.place(sentence)}"
            raise InputError(wanted=counted(len(others), "word"), got=got, hint=hint, source=system.place(sentence))
    if len(system.words) != len(references.words):
        wanted, got = counted(len(references.words), "sentence"), Description(counted(len(system.words), "sentence"))
        raise InputError(wanted=f"{wanted} as in {references.file}", got=got, source=Place(system.file))
