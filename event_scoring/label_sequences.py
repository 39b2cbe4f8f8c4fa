"""Score entities in sequences of labels as seqeval does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain
from numbers import Real
from typing import Any, Literal, NamedTuple

import numpy as np

from event_scoring.array_types import BoolArray, IntArray
from event_scoring.documents.errors import Description, InputError, counted, quoted
from event_scoring.documents.fingerprint import corpus_fingerprint
from event_scoring.documents.schema import ListOf, Text
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.scoring.options import NO_DOCUMENTS, NOTHING_TO_SCORE, check_choice, check_flag, check_zero_division
from event_scoring.scoring.published import Published
from event_scoring.scoring.result import Result
from event_scoring.scoring.signature import signature, stated_choices
from event_scoring.statistics.precision_recall import precision_recall_f1, ratio

PREFIXES = "OBIESLUM"
Scheme = Literal["IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU"]


@dataclass(frozen=True)
class Rules:
    """Rules of a scheme for the begin, inside and end of entities: pairs of prefixes, and whether types must agree.

    ``=`` means equal types, ``!`` different types, and ``*`` any type or prefix.
    """

    prefixes: str
    begin: str
    inside: str
    end: str


RULES: dict[str, Rules] = {
    "IOB1": Rules("IOB", "OI* II! BI* IB= BB=", "BI= II=", "II! IO* IB* BO* BI! BB="),
    "IOB2": Rules("IOB", "*B*", "BI= II=", "IO* II! IB* BO* BI! BB*"),
    "IOE1": Rules("IOE", "OI* II! EI* EE=", "II= IE=", "II! IO* IE! EI= EE="),
    "IOE2": Rules("IOE", "OI* OE* EI* EE* II! IE!", "IE= II=", "E**"),
    "IOBES": Rules("IOBES", "*B* *S*", "BI= BE= II= IE=", "S** E**"),
    "BILOU": Rules("BILOU", "*B* *U*", "BI= BL= II= IL=", "U** L**"),
}
_OTHER_NAMES = {"BIO": "IOB2", "IOB": "IOB1", "BIOES": "IOBES", "BIOLU": "BILOU"}
"""Names of schemes that differ from seqeval's."""
LENIENT = Rules(PREFIXES, "*B* *S* EE* EI* SE* SI* OE* OI* **!", "", "E** S** BB* BS* BO* IB* IS* IO* **!")
"""Rules of the CoNLL script, which accepts any labels: a change of type ends an entity and begins another."""


class Row(NamedTuple):
    """A line of the table."""

    name: str
    precision: float
    recall: float
    f1: float
    support: int
    found: int
    """Number of predictions."""


AVERAGES = {"micro": "overall", "macro": "macro", "weighted": "weighted"}
"""Name of each average in the table and in the keys of a result."""


class LabelResult(Result):
    """Scores of label sequences; printing them shows the table of seqeval's ``classification_report``."""

    rows: tuple[Row, ...] = ()

    def __str__(self) -> str:
        width = max([len("weighted avg"), *(len(row[0]) for row in self.rows)])
        lines = [" " * width + "  precision    recall  f1-score   support", ""]
        types, averages = self.rows[:-3], self.rows[-3:]
        for group in (types, averages):
            lines += [
                f"{name:>{width}} {precision:>10.2f}{recall:>10.2f}{f1:>10.2f}{support:>10}"
                for name, precision, recall, f1, support, _ in group
            ] + [""]
        warnings = [f"warning: {sentence}" for sentence in self.warnings]
        return "\n".join([*lines, *warnings, self["signature"]])


def score_bio(
    predictions: object,
    references: object,
    *,
    details: bool = False,
    scheme: Scheme | None = None,
    mode: Literal["strict"] | None = None,
    suffix: bool = False,
    zero_division: float | Literal["nan"] = 0.0,
) -> LabelResult:
    """Score sequences of labels such as ``B-Attack I-Attack O`` by their entities, with the numbers of seqeval.

    Args:
        predictions: One list of labels a sentence.
        references: The same sentences, in the same order, each of as many labels.
        details: Add ``per_type``: precision, recall, F1 and number of references of each type.
        scheme: None reads any labels, as seqeval does by default and as the CoNLL script does. A scheme counts only
            entities that are written in it, as seqeval does with ``mode="strict"``.
        mode: "strict" counts by the scheme; without one it is detected in the references, as in seqeval.
        suffix: The prefix follows the type: ``Attack-B``.
        zero_division: The value of a ratio whose denominator is 0: 0.0, 1.0 or "nan".

    Returns:
        ``overall_precision overall_recall overall_f1 overall_accuracy`` (the last one of labels), the means over types
        ``macro_precision …`` and ``weighted_precision …``, and the counts, warnings and signature.

    Raises:
        InputError: for a label other than ``O`` without a prefix, or sentences of different lengths.

    Examples:
        >>> result = score_bio([["B-Die", "O", "B-Meet"]], [["B-Die", "O", "O"]])
        >>> result["overall_precision"], result["overall_recall"]
        (0.5, 1.0)
    """
    check_flag("details", details)
    undefined = check_zero_division("zero_division", zero_division)
    read = _entities_of_both(*checked_sides(predictions, references), scheme, mode, suffix)
    labels, lengths, kinds, scheme = read.labels, read.lengths, read.kinds, read.scheme
    system, gold = read.entities
    shared = np.intersect1d(system, gold)
    numbers = [np.bincount(codes % len(kinds), minlength=len(kinds)) for codes in (shared, system, gold)]
    used = np.flatnonzero(numbers[1] + numbers[2])
    used = used[np.argsort([kinds[kind] for kind in used])] if len(used) else used
    right, predictions_of, references_of = (number[used] for number in numbers)
    by_type = np.array(precision_recall_f1(right, predictions_of, references_of, undefined))
    averages = {
        "overall": np.array(precision_recall_f1(right.sum(), predictions_of.sum(), references_of.sum(), undefined)),
        "macro": by_type.mean(axis=1) if len(used) else np.full(3, undefined),
        "weighted": by_type @ references_of / references_of.sum() if references_of.sum() else np.full(3, undefined),
    }
    names = ("precision", "recall", "f1")
    result = LabelResult()
    for average, values in averages.items():
        result.update({f"{average}_{name}": float(value) for name, value in zip(names, values, strict=True)})
    equal = int((labels[0] == labels[1]).sum())
    result["overall_accuracy"] = float(ratio(equal, len(labels[0]), undefined))
    counts = ("true_positives", right), ("predictions", predictions_of), ("references", references_of)
    result.update({name: int(values.sum()) for name, values in counts} | {"documents": len(lengths)})
    result["tokens"] = len(labels[0])
    nothing = NOTHING_TO_SCORE.format("to score", undefined) if len(lengths) else NO_DOCUMENTS
    empty = [] if len(used) else [nothing]
    result["warnings"] = empty + _warnings(predictions_of, references_of, [kinds[kind] for kind in used])
    departure = f"Entities are those that {scheme} can write; by default all that labels can mean."
    result["differences"] = [] if scheme is None else [departure]
    refs = corpus_fingerprint([_hash(labels) for labels in read.references])
    choices = {"scheme": scheme, "suffix": suffix, "zero_division": undefined}
    assumed = {"scheme": None, "suffix": False, "zero_division": 0.0}
    result["signature"] = signature("bio", stated_choices(choices, assumed), {"docs": len(lengths), "refs": refs})
    total, predicted = int(references_of.sum()), int(predictions_of.sum())
    rows = [
        Row._make([kinds[kind], *by_type[:, row].tolist(), int(references_of[row]), int(predictions_of[row])])
        for row, kind in enumerate(used)
    ]
    for title, average in AVERAGES.items():
        rows.append(Row._make([f"{title} avg", *averages[average].tolist(), total, predicted]))
    result.rows = tuple(rows)
    if details:
        result["per_type"] = {
            name: {"precision": precision, "recall": recall, "f1": f1, "number": number}
            for name, precision, recall, f1, number, _ in rows[:-3]
        }
    return result


def check_scheme(name: str, value: object) -> object:
    """Return the name of a scheme, or raise a ValueError."""
    if isinstance(value, str) and value in _OTHER_NAMES:
        raise ValueError(f'{name}: expected "{_OTHER_NAMES[value]}", as seqeval calls it, got {value!r}')
    check_choice(name, value, tuple(RULES), "help(score_bio)")
    return value


def checked_sides(predictions: object, references: object) -> tuple[Documents, Documents]:
    """Return both sides as lists of labels, as many sentences and labels on each side."""
    system, reference = checked_labels(predictions, "predictions"), checked_labels(references, "references")
    _check_lengths(_lengths(system), _lengths(reference))
    return system, reference


def entity_nuggets(
    predictions: object, references: object, scheme: Scheme | None, mode: Literal["strict"] | None, suffix: bool
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the entities that `score_bio` finds on both sides as nugget documents.

    Examples:
        >>> entity_nuggets([["B-Die", "I-Die"]], [["O", "B-Die"]], None, None, False)[0]
        [{'mentions': [{'token_ids': [0, 1], 'type': 'Die'}]}]
    """
    read = _entities_of_both(*checked_sides(predictions, references), scheme, mode, suffix)
    size = int(read.lengths.sum()) + len(read.lengths)
    starts = np.append(0, np.cumsum(read.lengths + 1))[:-1]  # _entities adds an O after each sentence
    sides = []
    for entities in read.entities:
        places, kind = np.divmod(entities, len(read.kinds))
        first, last = np.divmod(places, size + 1)
        sentence = np.searchsorted(starts, first, side="right") - 1
        documents: list[dict[str, Any]] = [{"mentions": []} for _ in read.lengths]
        columns = (sentence, first - starts[sentence], last - starts[sentence], kind)
        for row, start, end, number in zip(*(column.tolist() for column in columns), strict=True):
            mention = {"token_ids": [*range(start, end + 1)], "type": read.kinds[number]}
            documents[row]["mentions"].append(mention)
        sides.append(documents)
    return sides[0], sides[1]


class _Read(NamedTuple):
    """The labels of both sides as codes, and their entities."""

    labels: list[IntArray]
    entities: list[IntArray]
    kinds: list[str]
    lengths: IntArray
    scheme: Scheme | None
    references: Documents


def _entities_of_both(
    system: Documents, reference: Documents, scheme: Scheme | None, mode: str | None, suffix: bool
) -> _Read:
    """Read the entities of checked sides."""
    check_flag("suffix", suffix)
    if scheme is not None:
        check_scheme("scheme", scheme)
    if mode is not None:
        check_choice("mode", mode, ("strict",))
    if mode == "strict" and scheme is None:
        scheme = _detected_scheme(reference, suffix)
    lengths = _lengths(reference)
    labels, words = label_codes(system, reference)
    allowed = PREFIXES if scheme is None else RULES[scheme].prefixes
    prefix, kind, kinds = _read(words, labels, lengths, allowed, suffix, strict=scheme is not None)
    entities = [_entities(prefix[label], kind[label], lengths, scheme, len(kinds)) for label in labels]
    return _Read(labels, entities, kinds, lengths, scheme, reference)


def _lengths(sentences: Documents) -> IntArray:
    """Return the number of labels of each sentence."""
    return np.array([*map(len, sentences)], dtype=np.int64)


def label_codes(*sides: Documents) -> tuple[list[IntArray], list[str]]:
    """Number the labels of the sentences of each side, in the order in which they are first met.

    Examples:
        >>> codes, words = label_codes(Documents([["O", "B-A"]]), Documents([["B-A"], ["O"]]))
        >>> [column.tolist() for column in codes], words
        ([[0, 1], [1, 0]], ['O', 'B-A'])
    """
    number: dict[str, int] = {}
    codes = [[number.setdefault(label, len(number)) for label in chain.from_iterable(side)] for side in sides]
    return [np.array(column, dtype=np.int64) for column in codes], [*number]


def _hash(labels: Sequence[str]) -> int:
    """Return 64 bits for the labels of a sentence."""
    return int.from_bytes(sha256("\n".join(labels).encode()).digest()[:8], "little")


def checked_labels(labels: object, side: str) -> Documents:
    """Return lists of labels, or raise an `InputError` with advice for numbers or bare labels."""
    try:
        return documents_of(ListOf(Text()), labels, side)
    except InputError as error:
        if isinstance(error.got, Real | np.ndarray):
            hint = (
                "give labels, not numbers: the argmax of logits is a label id, and model.config.id2label has its label"
            )
            raise error.at(hint=hint) from None
        if isinstance(error.got, str):
            raise error.at(hint='give a list of labels for each sentence: [["O", "B-Attack"], ["O"]]') from None
        raise


def _check_lengths(system: IntArray, reference: IntArray) -> None:
    if len(system) != len(reference):
        wanted = f"{counted(len(reference), 'sentence')}, one for each of the references"
        raise InputError(("predictions",), wanted=wanted, got=Description(len(system)))
    differ = np.flatnonzero(system != reference)
    if len(differ):
        row = int(differ[0])
        raise InputError(
            ("predictions", row),
            wanted=f"{counted(int(reference[row]), 'label')} as in the references",
            got=Description(int(system[row])),
            see=("references", row),
        )


def _detected_scheme(references: Documents, suffix: bool) -> Scheme:
    """Return the first scheme that fits the prefixes of the references, as seqeval detects it."""
    found = {label[-1:] if suffix else label[:1] for label in {*chain.from_iterable(references)}}
    writes: dict[Scheme, tuple[set[str], ...]] = {
        "IOB2": ({"B"},),
        "IOE2": ({"E"},),
        "IOBES": ({"B", "E"}, {"S"}),
        "BILOU": ({"B", "L"}, {"U"}),
    }
    for scheme, (whole, *single) in writes.items():
        if (found <= set(RULES[scheme].prefixes) and whole <= found) or found in single:
            return scheme
    wanted = f"labels of one of the schemes {', '.join(writes)}"
    got = Description(f"the prefixes {', '.join(sorted(map(quoted, found))) or 'of no label'}")
    raise InputError(("references",), wanted=wanted, got=got, hint='name one: scheme="IOB1"')


def _read(
    words: list[str], columns: list[IntArray], lengths: IntArray, allowed: str, suffix: bool, strict: bool
) -> tuple[IntArray, IntArray, list[str]]:
    """Return the prefix and the type of each distinct label, and all types.

    The dash between them may be missing, as in seqeval. With a scheme all dashes at both ends are removed.
    """
    prefixes, numbers, kinds = [], [], {"_": 0}
    # seqeval reads EVENT as the prefix E and the type VENT.
    is_plain = any(len(word) > 1 for word in words) and not any("-" in word or word in "BIESLUM" for word in words)
    for code, word in enumerate(words):
        letter, rest = (word[-1:], word[:-1]) if suffix else (word[:1], word[1:])
        if strict:
            rest = rest.strip("-")
        elif suffix:
            rest = rest.rsplit("-", 1)[0]
        else:
            rest = rest.split("-", 1)[-1]
        has_no_prefix = is_plain and len(word) > 1
        if letter not in allowed or not letter or (letter == "O" and rest) or has_no_prefix:
            side = next(side for side, column in enumerate(columns) if (column == code).any())
            at = int(np.flatnonzero(columns[side] == code)[0])
            ends = np.cumsum(lengths)
            row = int(np.searchsorted(ends, at, side="right"))
            place = (("predictions", "references")[side], row, at - int(ends[row] - lengths[row]))
            example = "Attack-B" if suffix else "B-Attack"
            wanted = f"O or a label such as {example}, with one of {', '.join(allowed)}"
            marked = f"{word}-B" if suffix else f"B-{word}"
            hint = f"labels without a prefix mark no entities; write {marked} for the first token of one"
            raise InputError(place, wanted=wanted, got=word, hint=hint if has_no_prefix else "")
        prefixes.append(PREFIXES.index(letter))
        numbers.append(kinds.setdefault(rest or "_", len(kinds)))
    return np.array(prefixes, dtype=np.int64), np.array(numbers, dtype=np.int64), list(kinds)


def _entities(prefix: IntArray, kind: IntArray, lengths: IntArray, scheme: str | None, kinds: int) -> IntArray:
    """Return the entities of one side, each as one number of its place and type. The number modulo ``kinds`` is the
    type.
    """
    # An O after each sentence separates it from the next.
    size = len(prefix) + len(lengths)
    place = np.arange(len(prefix)) + np.repeat(np.arange(len(lengths)), lengths)
    letters, types = np.zeros(size + 1, dtype=np.int64), np.zeros(size + 1, dtype=np.int64)
    letters[place + 1], types[place + 1] = prefix, kind
    types[0] = -1
    rules = LENIENT if scheme is None else RULES[scheme]
    begin, inside, end = (_fits(patterns, letters, types) for patterns in (rules.begin, rules.inside, rules.end))
    at = np.arange(size)
    if scheme is None:
        # An O neither begins nor ends an entity by its type.
        begin, end = begin & (letters[1:] != 0), end & (letters[:-1] != 0)
        last = np.flatnonzero(end) - 1
        first = np.maximum.accumulate(np.where(begin, at, 0))[last] if len(last) else last
    else:
        # A label inside an entity does not begin another, so the first begin of a stretch counts.
        first = np.flatnonzero(begin)
        first = first[np.unique(np.cumsum(~inside)[first], return_index=True)[1]]
        outside = np.flatnonzero(~inside)
        stop = outside[np.searchsorted(outside, first, side="right")] if len(first) else first
        whole = end[stop]
        first, last = first[whole], stop[whole] - 1
    of_type = types[1:][last if scheme is None else first]
    return np.unique((first * (size + 1) + last) * kinds + of_type)


def _fits(patterns: str, letters: IntArray, types: IntArray) -> BoolArray:
    """Return a mask of labels that fit one of the patterns together with the label before."""
    before, after, same = letters[:-1], letters[1:], types[:-1] == types[1:]
    found = np.zeros(len(after), dtype=bool)
    for left, right, agree in map(tuple, patterns.split()):
        fits = {"=": same, "!": ~same, "*": np.ones_like(same)}[agree]
        for letter, column in ((left, before), (right, after)):
            if letter != "*":
                fits = fits & (column == PREFIXES.index(letter))
        found |= fits
    return found


def _warnings(found: IntArray, wanted: IntArray, names: list[str]) -> list[str]:
    unknown = [
        name
        for name, is_predicted, is_expected in zip(names, found, wanted, strict=True)
        if is_predicted and not is_expected
    ]
    if not unknown:
        return []
    return [f"No reference has the predicted {'type' if len(unknown) == 1 else 'types'} {', '.join(unknown[:5])}."]


_LENIENT = Published(
    name="seqeval",
    year="2018",
    users="token classification, `evaluate`",
    choose_for="labels such as `B-Attack I-Attack O`, compared with papers that used seqeval",
    counts="Exact entities and their types, from labels read as the CoNLL script reads them; means over types",
    faults="Labels outside every scheme make entities too",
    original="seqeval 1.2.2",
    checked_by="seqeval itself, on random labels, in `test_label_sequences.py`",
    rule=score_bio,
)
PUBLISHED = (
    _LENIENT,
    replace(
        _LENIENT,
        name="seqeval, strict",
        choose_for='papers that used seqeval with `mode="strict"`',
        counts="Exact entities that follow the scheme",
        faults="Entities in other notations are ignored on both sides",
        options={"scheme": "IOB2"},
        needs="or another scheme",
    ),
)
