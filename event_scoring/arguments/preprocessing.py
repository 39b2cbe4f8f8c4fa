"""What the evaluation of 2015 did to assessed responses before it scored them.

Every rule takes the table of distinct responses and returns it with other assessments, without some
responses, or with some of the system's responses replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from event_scoring.arguments.columns import REALIS
from event_scoring.arguments.response_columns import Responses, best_scores
from event_scoring.arguments.response_documents import VERDICTS
from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import are_rows_of, numbered, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, count_rows
from event_scoring.arrays.vocabulary import MISSING

ACTUAL = REALIS.index("Actual")
TIME_ROLES = ("Time", "TIME")

_DATE = re.compile(r"(?![Xx])[0-9]*[Xx]*-[0-9]*[Xx]*-[0-9]*[Xx]*")


def preprocess_responses(table: Responses, preprocess: str) -> Responses:
    """The table after the named pre-processing."""
    for rule in _RULES.get(preprocess, ()):
        table = rule(table)
    return table


def neutralize_realis(table: Responses) -> Responses:
    """Every response and every assessment that has a realis becomes Actual; responses that become equal merge.

    Of assessed responses that become equal one whose realis was changed wins, then the one listed last.
    """
    changed = table.realis != ACTUAL
    order = np.lexsort((table.listed, changed, table.assessed, table.but_realis))
    groups, merged = numbered(table.but_realis)
    winner = order[np.cumsum(count_rows(merged, len(groups))) - 1]
    kept = np.zeros(len(table), dtype=bool)
    kept[winner] = True
    table = replace(
        _moved(table, winner[merged]),
        realis=np.full(len(table), ACTUAL),
        assessed_realis=np.where(table.assessed_realis == MISSING, MISSING, ACTUAL),
        reference_links=(table.reference_links[0], winner[merged[table.reference_links[1]]]),
        of_key=np.append(winner[merged], MISSING)[table.of_key],
    )
    return table.select(kept)


def make_broken_times_wrong(table: Responses) -> Responses:
    """The CAS of a time becomes wrong unless it is a date, such as 2015-07-1X or 2015-XX-XX."""
    dates = np.array([is_date(text) for text in table.texts], dtype=bool)
    broken = _is_time(table) & table.accepted("cas")
    broken[broken] = ~dates[table.text_code[broken]]
    verdicts = {**table.verdicts, "cas": np.where(broken, VERDICTS.index("W"), table.verdicts["cas"])}
    return replace(table, verdicts=verdicts)


def delete_injure_for_correct_die(table: Responses) -> Responses:
    """Who is rightly said to die needs not be said to be injured: those responses leave the key and the system."""
    keys = row_keys(table.document, table.role_code, table.cluster, table.realis)
    die = is_word(table.type_code, table.types, ("Life.Die",)) & table.correct
    injure = is_word(table.type_code, table.types, ("Life.Injure",)) & (table.cluster != MISSING)
    return table.select(~(injure & np.isin(keys, keys[die])))


def keep_only_most_specific_times(table: Responses) -> Responses:
    """A time with an acceptable CAS deletes the less specific forms of it in the same type, role and realis."""
    specific = np.flatnonzero(_is_time(table) & table.accepted("cas"))
    codes, place = np.unique(table.text_code[specific], return_inverse=True)
    deleting = less_specific_forms(table.texts, codes).take(place)
    source = specific[deleting.row_index]
    columns = (table.document, table.type_code, table.role_code, table.realis)
    held = [*(column[source] for column in columns), deleting.values]
    return table.select(~(_is_time(table) & are_rows_of([*columns, table.text_code], held)))


def neutralize_coreference(table: Responses) -> Responses:
    """A response of the system with the right base filler but a wrong CAS is replaced by a correct one.

    That is the first correct response of the key with the same type, role and base filler, or else with the
    same type and role, in the order of `hash_map_order`; where there is none, the response leaves the system.
    """
    moving = np.flatnonzero(table.in_system & table.accepted("base_filler") & ~table.accepted("cas"))
    target = np.arange(len(table))
    target[moving] = MISSING
    order = hash_map_order(table)
    correct = order[table.correct[order]]
    columns = (table.document, table.type_code, table.role_code, *table.base_filler)
    for key in (row_keys(*columns), row_keys(*columns[:3])):
        still = moving[target[moving] == MISSING]
        target[still] = np.append(correct, MISSING)[look_up(key[still], key[correct])]
    return _moved(table, target)


def hash_map_order(table: Responses) -> IntArray:
    """The assessed responses of each document as the published scorer goes through them.

    It holds them in a hash map of Java under their 2014 ids: as many buckets as the least power of two from 16
    on of which the responses fill at most three quarters, and in one bucket the order in which they are listed.
    """
    rows = np.flatnonzero(table.assessed)
    document = table.document[rows]
    filled = np.bincount(document, minlength=len(table.doc_ids))
    buckets = 2 ** np.maximum(np.ceil(np.log2(np.maximum(filled, 1) / 0.75)), 4).astype(np.int64)
    bits = table.tie_break()[rows] & 0xFFFFFFFF
    bucket = (bits ^ (bits >> 16)) & (buckets[document] - 1)
    order: IntArray = rows[np.lexsort((table.listed[rows], bucket, document))]
    return order


def is_date(text: str) -> bool:
    """Whether a time is given as the task asks: YYYY-MM-DD, with X or x for the last digits that are not known.

    Examples:
        >>> [is_date(text) for text in ("2015-07-1x", "2015-XX-XX", "XXXX-07-14", "May", "2015-07")]
        [True, True, False, False, False]
    """
    return len(text) == 10 and text[4] == text[7] == "-" and _DATE.fullmatch(text) is not None


def less_specific(date: str) -> Iterator[str]:
    """The forms of a date with fewer digits, down to one digit; a lower-case x stays one. Other texts have none.

    Examples:
        >>> list(less_specific("2015-07-Xx"))
        ['2015-0X-Xx', '2015-XX-Xx', '201X-XX-Xx', '20XX-XX-Xx', '2XXX-XX-Xx']
    """
    for place in (9, 8, 6, 5, 3, 2, 1) if is_date(date) else ():
        if date[place] not in "Xx":
            date = f"{date[:place]}X{date[place + 1 :]}"
            yield date


def less_specific_forms(texts: Sequence[str], codes: IntArray) -> Ragged:
    """For each of some texts those that are less specific forms of it, if it is a date, by their codes."""
    number = {text: code for code, text in enumerate(texts)}
    forms = [[number[form] for form in less_specific(texts[code]) if form in number] for code in codes]
    lengths = np.fromiter(map(len, forms), dtype=np.int64, count=len(forms))
    return Ragged.from_lengths(lengths, np.array([code for row in forms for code in row], dtype=np.int64))


_OFFICIAL = (make_broken_times_wrong, delete_injure_for_correct_die, keep_only_most_specific_times)

_RULES: Mapping[str, tuple[Callable[[Responses], Responses], ...]] = {
    "official-2015": _OFFICIAL,
    "neutralize-realis": (neutralize_realis, *_OFFICIAL),
    "neutralize-realis-coref": (neutralize_realis, *_OFFICIAL, neutralize_coreference),
}


def _is_time(table: Responses) -> BoolArray:
    return is_word(table.role_code, table.roles, TIME_ROLES)


def is_word(code: IntArray, words: list[str], wanted: Sequence[str]) -> BoolArray:
    """Where a code stands for one of some words."""
    return np.isin(code, [place for place, word in enumerate(words) if word in wanted])


def _moved(table: Responses, target: IntArray) -> Responses:
    """The system's responses replaced by others (`MISSING`: by none)."""
    moving = np.flatnonzero(table.in_system & (target != MISSING))
    frame, response = table.system_links
    kept = target[response] != MISSING
    return replace(
        table,
        score=best_scores(table.score[moving], target[moving], len(table)),
        system_links=(frame[kept], target[response[kept]]),
        of_system=np.append(target, MISSING)[table.of_system],
    )
