"""Score files of BIO labels as seqeval and conlleval do."""

from __future__ import annotations

import os
from typing import Any

from event_scoring.documents.errors import InputError
from event_scoring.formats.conll_columns import LabelColumn, check_same_words, read_label_column
from event_scoring.formats.text_lines import FilePath, none_found
from event_scoring.label_sequences import LabelResult, score_bio
from event_scoring.reading.file_formats import LABEL_COLUMNS, refuse_unread

PATHS = (str, os.PathLike)


def score_label_files(predictions: FilePath, references: FilePath | None = None, **options: Any) -> LabelResult:
    """Score the last column of a file against that of another file, or two columns of one file.

    A single file has the references in the column before the last, as for conlleval. Two files must have the same
    words.
    """
    for path in (predictions, references):
        if path is not None:
            refuse_unread(path, "a file of labels in columns", LABEL_COLUMNS)
    system = read_label_column(predictions)
    gold = read_label_column(predictions, -2) if references is None else read_label_column(references)
    if not gold.labels:
        raise none_found(gold.file, "at least one sentence with labels in the references")
    check_same_words(system, gold)
    try:
        return score_bio(system.labels, gold.labels, **options)
    except InputError as error:
        raise _located_error(error, {"predictions": system, "references": gold}) from None


def score_labels_or_files(predictions: Any, references: Any, **options: Any) -> LabelResult:
    """Score label sequences, either side of which may be a file."""
    if isinstance(predictions, PATHS) and isinstance(references, PATHS):
        return score_label_files(predictions, references, **options)
    sides = (read_label_column(one).labels if isinstance(one, PATHS) else one for one in (predictions, references))
    return score_bio(*sides, **options)


def _located_error(error: InputError, sides: dict[str, LabelColumn]) -> InputError:
    """Return an error about a label with the line of the label."""
    side, *place = error.path or ("",)
    column = sides.get(str(side))
    if column is None or len(place) != 2:
        return error
    return error.at(column.place(int(place[0]), int(place[1])), ("label",))


def conlleval_report(result: LabelResult) -> str:
    """Return a result as the text that conlleval prints: all numbers in per cent, one line for each type.

    Examples:
        >>> print(conlleval_report(score_bio([["B-Die", "O", "B-Meet"]], [["B-Die", "O", "O"]])))
        processed 3 tokens with 1 phrases; found: 2 phrases; correct: 1.
        accuracy:  66.67%; precision:  50.00%; recall: 100.00%; FB1:  66.67
                      Die: precision: 100.00%; recall: 100.00%; FB1: 100.00  1
                     Meet: precision:   0.00%; recall:   0.00%; FB1:   0.00  1
    """
    counts = (
        "processed {tokens} tokens with {references} phrases; found: {predictions} phrases; correct: {true_positives}."
    )
    lines = [counts.format(**result)]
    scores = "precision: {:6.2f}%; recall: {:6.2f}%; FB1: {:6.2f}"
    overall = scores.format(*(100 * result[f"overall_{name}"] for name in ("precision", "recall", "f1")))
    lines.append(f"accuracy: {100 * result['overall_accuracy']:6.2f}%; {overall}")
    for row in result.rows[:-3]:
        of_type = scores.format(*(100 * value for value in (row.precision, row.recall, row.f1)))
        lines.append(f"{row.name:>17}: {of_type}  {row.found}")
    return "\n".join(lines)
