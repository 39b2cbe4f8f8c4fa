"""The labels of documents, and whether those of both sides can be the same names, which plausible zeros do not show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeAlias

from event_scoring.documents.errors import nearest, quoted
from event_scoring.documents.schema import ListOf, Record, Text, attribute_of


def watched_values(kind: Record, documents: Iterable[Any]) -> list[tuple[Text | str, Iterator[Any]]]:
    """Return the values that are checked for mistakes, by field.

    They are labels, with the `Text` that describes them, and fields that only one side has, with their names. A missing
    value is None.

    Examples:
        >>> from event_scoring.nuggets.documents import NUGGET_DOCUMENT, Nugget, NuggetDocument
        >>> documents = [NuggetDocument(mentions=[Nugget([1], "A"), Nugget([2], "B", realis="Actual")])]
        >>> [[*words] for _, words in watched_values(NUGGET_DOCUMENT, documents)]
        [['A', 'B'], [None, 'Actual'], [None, None]]
    """
    levels = [[*documents]]
    found: list[tuple[Text | str, Iterator[object]]] = []
    for level, get, lists, watched in _watched_fields(kind):
        if not levels[level]:
            if watched is None:
                levels.append([])
            continue
        values: Iterator[Any] = map(get, levels[level])
        for _ in range(lists):
            values = chain.from_iterable(filter(None, values))
        if watched is None:
            levels.append([*filter(None, values)])
        else:
            found.append((watched, values))
    return found


@cache
def watched_names(*kinds: Record) -> list[str]:
    """Return the names under which the values of watched fields are collected; those of fillers are not."""
    watched = [one for kind in kinds for *_, one in _watched_fields(kind) if one is not None]
    names = dict.fromkeys(SIDED if isinstance(one, str) else one.label for one in watched)
    return [name for name in names if name != FILLER]


Step: TypeAlias = "tuple[int, Callable[[Any], Any], int, Text | str | None]"
"""A step from the records of a level to a field: the number of the level, the getter of the field, how deep its values
stand in lists, and what is watched there. A field that is not watched holds the records of the next level."""


@cache
def _watched_fields(kind: Record, level: int = 0, name: str = "documents") -> list[Step]:
    """Return the steps from records of a level, documents first, to the watched fields in them."""
    steps: list[Step] = []
    for field in kind.fields:
        get, item, lists = attrgetter(attribute_of(field.name)), field.kind, 0
        if field.name == "score":
            steps.append((level, get, 0, f"scores of their {name}"))
        elif field.name in (*_OF_REFERENCES, *_OF_SYSTEMS):
            steps.append((level, get, 0, f'"{field.name}"'))
        while isinstance(item, ListOf):
            item, lists = item.item, lists + 1
        if isinstance(item, Text) and item.label:
            steps.append((level, get, lists, item))
        elif isinstance(item, Record):
            levels_inside = [watched for *_, watched in steps].count(None)
            if inner := _watched_fields(item, level + levels_inside + 1, field.name):
                steps += [(level, get, lists, None), *inner]
    return steps


Labels: TypeAlias = "dict[str, tuple[Set[str], Set[str]]]"
"""The labels of the predictions and of the references, by kind: types, roles, ..."""
FILLER, _FEW = "filler", "realis"
"""Labels that may be any words, and those of which a small corpus need not have the same on both sides."""
_NUMBERED = re.compile(r"LABEL_\d+", re.IGNORECASE)
_PUNCTUATION = re.compile(r"[\W_]+")
_MAX_SHOWN = 3
SWAPPED = "The sides may have changed places: {}. On the command line GOLD comes first, in Python the predictions."


def with_one_swap_warning(sentences: Sequence[str]) -> list[str]:
    """Return warnings with the first one about swapped sides alone; others only give further reasons.

    Examples:
        >>> names, labels = map(SWAPPED.format, ("their names say so", "a field says so"))
        >>> with_one_swap_warning([names, "1 document is unmatched", labels])[1:]
        ['1 document is unmatched']
    """
    start = SWAPPED.partition("{")[0]
    swaps = [sentence for sentence in sentences if sentence.startswith(start)]
    return [sentence for sentence in sentences if sentence not in swaps[1:]]


SIDED = "fields of one side"
"""The key of `Labels` for fields that only one side should have, by which swapped sides are noticed."""
_OF_REFERENCES = ("trigger_candidates", "argument_candidates", "coreference", "ere")
_OF_SYSTEMS = ("unparsed", "repaired")


def joined_labels(parts: Sequence[Labels]) -> Labels:
    """Return the labels of several parts of a corpus, if all parts kept them."""
    kept = [name for name in parts[0] if all(name in part for part in parts)]
    return {name: (_union(part[name][0] for part in parts), _union(part[name][1] for part in parts)) for name in kept}


def listed_labels(labels: Labels) -> dict[str, list[list[str]]]:
    """Return labels as lists, for JSON."""
    return {name: [*map(sorted, sides)] for name, sides in labels.items()}


def labels_of_lists(lists: Mapping[str, Sequence[Iterable[str]]]) -> Labels:
    """Return the labels that `listed_labels` made lists of.

    Examples:
        >>> labels_of_lists(listed_labels({"type": ({"A"}, set())}))
        {'type': (frozenset({'A'}), frozenset())}
    """
    return {name: (frozenset(predicted), frozenset(annotated)) for name, (predicted, annotated) in lists.items()}


def _union(groups: Iterable[Set[str]]) -> Set[str]:
    return frozenset().union(*groups)


_BY_NONE: Mapping[str, str] = MappingProxyType({})


def label_remarks(labels: Labels, options: object, normalized_by: Mapping[str, str] = _BY_NONE) -> list[str]:
    """Return warnings about labels of predictions that the references do not have, or write differently.

    Args:
        labels: Of the corpus.
        options: With the ``types`` that are scored, if only some are.
        normalized_by: For labels the option by which they need not be the same to the letter.

    Examples:
        >>> label_remarks({"type": ({"Conflict_Attack"}, {"Conflict.Attack"})}, None, {})
        ["no predicted type is one of the references: 'Conflict_Attack' ('Conflict.Attack'?)"]
        >>> label_remarks({"role": ({"Agent", "victim"}, {"Agent", "Victim"})}, None, {})
        ["predicted roles that differ from those of the references only in case or punctuation: 'victim' ('Victim'?)"]
    """
    sided = labels.get(SIDED, (set(), set()))
    sentences = _swapped_sides(*sided) if sided[0] != sided[1] else []
    types = getattr(options, "types", None) or ()
    for name, (predicted, annotated) in labels.items():
        if name == SIDED:
            continue
        if name == "type" and annotated and not predicted:
            sentences.append("no document has a prediction: were the predictions read from the right place?")
        chosen: Set[str] = set(types) if name == "type" else set()
        normalize = getattr(options, normalized_by.get(name, ""), None)
        if not chosen and predicted & annotated and (normalize or predicted <= annotated):
            continue
        if normalize:
            predicted, annotated, chosen = (
                {*map(canonical_attribute, texts)} for texts in (predicted, annotated, chosen)
            )
        if chosen and annotated and not chosen & annotated:
            return [*sentences, f"no reference has one of these types: {_with_nearest(chosen, annotated)}"]
        plain = set(map(_plain, annotated))
        alike = {label for label in predicted - annotated if _plain(label) in plain}
        hint = "; normalize=True makes them equal" if normalize is False and alike else ""
        if predicted and annotated and not predicted & annotated and (alike or name != _FEW):
            if any(_NUMBERED.fullmatch(label) for label in predicted):
                hint = "; names like LABEL_0 come from a model without id2label; map them to types first"
            sentences.append(
                f"no predicted {name} is one of the references: {_with_nearest(predicted, annotated)}{hint}"
            )
        elif alike:
            names = name if name.endswith("s") else f"{name}s"
            sentence = f"predicted {names} that differ from those of the references only in case or punctuation"
            sentences.append(f"{sentence}: {_with_nearest(alike, annotated)}{hint}")
    if _FEW in labels and "type" in labels:
        for name, other in ((_FEW, "type"), ("type", _FEW)):
            if swapped := (labels[name][0] & labels[other][1]) - labels[name][1]:
                shown = ", ".join(map(quoted, sorted(swapped)[:_MAX_SHOWN]))
                sentences.append(
                    f"predicted {name} that is a {other} of the references: {shown}; type and realis may have changed "
                    "places"
                )
                break
    return sentences


def canonical_attribute(text: str) -> str:
    """Return an attribute as the TAC KBP scorer compares it: ASCII letters and digits, lower case.

    Examples:
        >>> canonical_attribute("Movement_Transport-Person"), canonical_attribute("事件")
        ('movementtransportperson', '')
    """
    return _SIGNS.sub("", text).lower()


_SIGNS = re.compile("[^A-Za-z0-9]")


def _swapped_sides(predicted: Set[str], given: Set[str]) -> list[str]:
    """Return a warning if only one side has fields that belong to the other side."""
    of_references = {f'"{name}"' for name in _OF_REFERENCES}
    only_predicted = sorted(of_references & predicted - given)
    why = [f"the predictions give {name}, which only references do" for name in only_predicted]
    if of_references >= predicted:
        why += [f"the references give {name} and the predictions do not" for name in sorted(given - of_references)]
    return [SWAPPED.format(why[0])] if why else []


def _with_nearest(names: Set[str], known: Set[str]) -> str:
    by_plain = {_plain(label): label for label in sorted(known, reverse=True)}
    shown = []
    for name in sorted(names)[:_MAX_SHOWN]:
        near = by_plain.get(_plain(name)) or nearest(name, known)
        shown.append(quoted(name) + (f" ({quoted(near)}?)" if near else ""))
    return ", ".join([*shown, *(["…"] if len(names) > _MAX_SHOWN else [])])


@lru_cache(maxsize=4096)
def _plain(label: str) -> str:
    """Return a label in lower case without punctuation; a label of punctuation alone is returned unchanged."""
    return _PUNCTUATION.sub("", label).casefold() or label
