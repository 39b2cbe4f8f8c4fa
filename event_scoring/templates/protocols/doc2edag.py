"""Event tables: records paired with the record of their type that agrees in most roles, and compared role by role.

Zheng, Cao, Xu, Liu and Bian, "Doc2EDAG" (EMNLP 2019), as dee/dee_metric.py of dolphin-zs/Doc2EDAG (da4f4bc) counts it;
whole records, their values, types and entities as dee/metrics.py of Spico197/DocEE (a32b6f8; Zhu et al., IJCAI 2022).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import NamedTuple

from event_scoring.documents.errors import Description, InputError, quoted
from event_scoring.matching import Pair, largest_total
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.measure import each_document
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Match, Problems, Row, outcomes_of
from event_scoring.scoring.task import Counts
from event_scoring.templates.documents import PLACE, SIDES, TemplateDocument, TemplateDocuments, value_problems
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.event_tables import (
    COUNTS,
    Name,
    Roles,
    document_scores,
    event_table_details,
    event_table_result,
    event_table_warnings,
    label_columns,
)
from event_scoring.templates.protocols.template_measure import TemplateMeasure


class Record(NamedTuple):
    """One event of a table: by role the value, of the roles that are filled."""

    template: int
    type: str
    values: dict[str, str]


Aligned = tuple[Record | None, Record | None]
"""A prediction and a reference that are compared; one of them may be missing."""


def read_records(document: TemplateDocument, roles: Roles) -> list[Record]:
    """Return the records of a document, without unscored types and roles.

    Examples:
        >>> from event_scoring.templates.documents import Slot, Template
        >>> pledge = Template(type="Pledge", slots=[Slot("holder", ["Li"]), Slot("date", [])])
        >>> read_records(TemplateDocument(templates=[pledge]), {"Pledge": ["holder", "date"]})
        [Record(template=0, type='Pledge', values={'holder': 'Li'})]
    """
    found = []
    for place, template in enumerate(document.templates):
        kind = template.type
        if kind is not None and kind in roles:
            filled = {slot.name: slot.values[0] for slot in template.slots if slot.values}
            found.append(Record(place, kind, {role: filled[role] for role in roles[kind] if role in filled}))
    return found


def pair_records(predictions: Sequence[Record], references: Sequence[Record], roles: Sequence[str]) -> list[Pair]:
    """Pair the records of one type greedily: the prediction with most filled roles first, by most roles that agree.

    Two empty roles agree. Equal numbers keep their order; the first of equally good references is taken. Every
    prediction takes a reference while there are some left, even where they share nothing.

    Examples:
        >>> def record(**values): return Record(0, "Pledge", values)
        >>> references = [record(holder="Li", shares="10"), record(date="May")]
        >>> predictions = [record(shares="10"), record(holder="Li", shares="9")]
        >>> pair_records(predictions, references, ["holder", "shares", "date"])
        [(1, 0), (0, 1)]
    """
    check_number_of_pairs(len(predictions) * len(references), "records of one type", PLACE)
    left = list(range(len(references)))
    pairs = []
    for place in sorted(range(len(predictions)), key=lambda place: -len(predictions[place].values)):
        if left:
            values = predictions[place].values
            agreeing = {
                other: sum(values.get(role) == references[other].values.get(role) for role in roles)
                for other in (left if len(left) > 1 else ())
            }
            chosen = max(left, key=agreeing.__getitem__) if agreeing else left[0]
            left.remove(chosen)
            pairs.append((place, chosen))
    return pairs


def pair_best(predictions: Sequence[Record], references: Sequence[Record]) -> list[Pair]:
    """Return the one-to-one pairs of records of one type with most values in common.

    Of all pairings this is one with the most true positives; that of Doc2EDAG is `pair_records`.

    Examples:
        >>> def record(**values): return Record(0, "Pledge", values)
        >>> pair_best([record(holder="Li"), record(holder="Li", date="May")], [record(holder="Li", date="May")])
        [(1, 0)]
    """
    check_number_of_pairs(len(predictions) * len(references), "records of one type", PLACE)
    shared = {
        (place, other): len(one.values.items() & reference.values.items())
        for place, one in enumerate(predictions)
        for other, reference in enumerate(references)
    }
    return largest_total({pair: number for pair, number in shared.items() if number})


def align_records(
    predictions: Sequence[Record], references: Sequence[Record], options: TemplateOptions, roles: Roles
) -> list[Aligned]:
    """Return the pairs of records by type; records that are left over are paired with None."""
    found: list[Aligned] = []
    predicted, wanted = _by_type(predictions), _by_type(references)
    for kind in roles:
        predicted_records, reference_records = predicted.get(kind, []), wanted.get(kind, [])
        if not predicted_records or not reference_records:
            found += [(one, None) for one in predicted_records] + [(None, other) for other in reference_records]
            continue
        pairs = (
            pair_best(predicted_records, reference_records)
            if options.alignment == "optimal"
            else pair_records(predicted_records, reference_records, roles[kind])
        )
        partner, taken = dict(pairs), {other for _, other in pairs}
        found += [
            (one, reference_records[partner[place]] if place in partner else None)
            for place, one in enumerate(predicted_records)
        ]
        found += [(None, other) for place, other in enumerate(reference_records) if place not in taken]
    return found


def _by_type(records: Sequence[Record]) -> dict[str, list[Record]]:
    """Return the records of each type."""
    found: defaultdict[str, list[Record]] = defaultdict(list)
    for record in records:
        found[record.type].append(record)
    return found


def count_records(
    prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions, details: bool, roles: Roles
) -> Row:
    """Return the counts of one document: by role, and of records, their values, types and entities.

    Of a role that two paired records fill differently there is a false positive and a false negative.

    Examples:
        >>> from event_scoring.templates.documents import Slot, Template
        >>> def record(**values):
        ...     return Template(type="Pledge", slots=[Slot(name, [text]) for name, text in values.items()])
        >>> prediction = TemplateDocument(templates=[record(holder="Li", shares="10")])
        >>> reference = TemplateDocument(templates=[record(holder="Li", shares="9", date="May")])
        >>> roles = {"Pledge": ["holder", "shares", "date"]}
        >>> row = count_records(prediction, reference, TemplateOptions(protocol="doc2edag"), False, roles)
        >>> row["per_role"]
        [('Pledge', 'holder', 1, 0, 0), ('Pledge', 'shares', 0, 1, 1), ('Pledge', 'date', 0, 0, 1)]
        >>> row["instance_true_positives"], row["combination_false_positives"]
        (0, 1)
    """
    sides = read_records(prediction, roles), read_records(reference, roles)
    aligned = align_records(*sides, options, roles)
    counted: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * len(COUNTS))
    for one, other in aligned:
        kind = _type(one, other)
        predicted, wanted = (record.values if record else {} for record in (one, other))
        for role in predicted.keys() | wanted.keys():
            numbers = counted[kind, role]
            if predicted.get(role) == wanted.get(role):
                numbers[0] += 1
            else:
                numbers[1] += role in predicted
                numbers[2] += role in wanted
    whole: dict[str, list[set[Hashable]]] = {
        "instance": [{(one.type, *sorted(one.values.items())) for one in side if one.values} for side in sides],
        "combination": [{frozenset(one.values.values()) for one in side if one.values} for side in sides],
        "entity": [{*(document.entities or ())} for document in (prediction, reference)],
    }
    row: Row = {
        "predictions": len(sides[0]),
        "references": len(sides[1]),
        **{f"{name}_{count}": number for name, found in whole.items() for count, number in _compare(*found).items()},
        "with_entities": int(any(document.entities is not None for document in (prediction, reference))),
        "not_scored": _values(prediction) - sum(len(one.values) for one in sides[0]),
        "not_wanted": _values(reference) - sum(len(one.values) for one in sides[1]),
        "document_type": document_type(sides[1]),
        "per_role": [
            (kind, role, *counted[kind, role]) for kind in roles for role in roles[kind] if (kind, role) in counted
        ],
        "per_label": _compare_types(prediction.event_types, *sides, roles),
    }
    if details:
        row["alignment"] = [
            {"reference": other.template, "prediction": one.template} for one, other in aligned if one and other
        ]
        row["outcomes"] = [*outcomes_of(_matches((prediction, reference), aligned))]
    return row


def _type(one: Record | None, other: Record | None) -> str:
    """Return the type of a pair of records, of which one may be None."""
    present = one or other
    return present.type if present else ""


def _compare(predicted: Set[Hashable], wanted: Set[Hashable]) -> dict[str, int]:
    """Return the numbers of items on both sides, only predicted, and only in the references."""
    return dict(zip(COUNTS, map(len, (predicted & wanted, predicted - wanted, wanted - predicted)), strict=True))


def _compare_types(
    labels: Sequence[str] | None, predictions: Sequence[Record], references: Sequence[Record], roles: Roles
) -> list[tuple[str, int, int, int]]:
    """Return the counts of each type. Labels say whether it is predicted; without labels, records do."""
    predicted = {one.type for one in predictions} if labels is None else {*labels}
    wanted = {one.type for one in references}
    return [
        (kind, int(kind in predicted & wanted), int(kind not in wanted), int(kind not in predicted))
        for kind in roles
        if kind in predicted or kind in wanted
    ]


def document_type(references: Sequence[Record]) -> str:
    """Return DocEE's category: one record (o2o), several of one type (o2m), several types (m2m) or none (unk).

    Examples:
        >>> document_type([]), document_type([Record(0, "Pledge", {})] * 2)
        ('unk', 'o2m')
    """
    types = {one.type for one in references}
    if len(types) < 2:
        return ("unk", "o2o", "o2m")[min(len(references), 2)]
    return "m2m"


def _values(document: TemplateDocument) -> int:
    return sum(len(slot.values or ()) for template in document.templates for slot in template.slots)


def roles_of(references: Iterable[TemplateDocument]) -> dict[str, tuple[str, ...]]:
    """Return the types and roles that references fill, in order of first appearance.

    Examples:
        >>> from event_scoring.templates.documents import Slot, Template
        >>> pledge = Template(type="Pledge", slots=[Slot("holder", ["Li"]), Slot("date", [])])
        >>> roles_of([TemplateDocument(templates=[pledge])])
        {'Pledge': ('holder',)}
    """
    found: dict[str, dict[str, None]] = {}
    for document in references:
        for template in document.templates:
            for slot in template.slots:
                if slot.values:
                    found.setdefault(template.type or "", {})[slot.name] = None
    return {kind: tuple(names) for kind, names in found.items()}


def count_tables(
    predictions: TemplateDocuments,
    references: TemplateDocuments,
    options: TemplateOptions,
    details: bool,
) -> list[Row]:
    """Return the counts of each document. Without declared roles, those that the references fill are scored."""
    roles = options.roles_of_types or roles_of(references)
    count = partial(count_records, options=options, details=details, roles=roles)
    return each_document(count, predictions, references)


def record_problems(prediction: TemplateDocument, reference: TemplateDocument, _: object = None) -> Problems:
    """Yield problems of templates that are not records: several values in a role, entities, pointers."""
    yield from value_problems(prediction, reference)
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        for place, template in enumerate(document.templates):
            seen: set[str] = set()
            for of_template, slot in enumerate(template.slots):
                path = (side, "templates", place, "slots", of_template)
                values = slot.values or ()
                if slot.pointer:
                    hint = 'only protocol="muc-6" follows pointers'
                    yield InputError((*path, "pointer"), wanted="no pointer", got=True, hint=hint)
                if len(values) > 1 or (values and slot.name in seen):
                    got = Description(
                        f"another one for {quoted(slot.name)}" if len(values) == 1 else f"{len(values)} of them"
                    )
                    hint = "a record of an event table has one value a role; scripts that prepare corpora keep the last"
                    yield InputError((*path, "values"), wanted="at most one value", got=got, hint=hint)
                if values:
                    seen.add(slot.name)


def _matches(documents: tuple[TemplateDocument, TemplateDocument], aligned: Iterable[Aligned]) -> Iterator[Match]:
    """Yield what each scored value is compared with; two different values of a role are listed as other words."""
    for pair in aligned:
        values = [record.values if record else {} for record in pair]
        places = [
            _slot_places(document, record) if record else {} for document, record in zip(documents, pair, strict=True)
        ]
        for role in dict.fromkeys([*values[0], *values[1]]):
            one, other = (of_side[role] if role in held else None for of_side, held in zip(places, values, strict=True))
            has_other_words = one and other and values[0][role] != values[1][role]
            yield Match(one, other, "other_words" if has_other_words else "")


def _slot_places(document: TemplateDocument, record: Record) -> dict[str, list[int]]:
    """Return the index of the value of each role of a record in its document."""
    slots = document.templates[record.template].slots
    return {slot.name: [record.template, place, 0] for place, slot in enumerate(slots) if slot.values}


PUBLISHED = (
    Published(
        name="Event tables",
        year="2019",
        users="Doc2EDAG, DocEE (GIT, PTPCG): ChFinAnn, DuEE-fin",
        choose_for="document-level records of ChFinAnn and DuEE-fin",
        counts="Roles of paired records; whole records, types and entities as DocEE adds them",
        faults="Greedy pairs in which empty roles match; a wrong value costs twice, an empty one once",
        original="dolphin-zs/Doc2EDAG da4f4bc, `dee/dee_metric.py`; Spico197/DocEE a32b6f8, `dee/metrics.py`",
        checked_by="`golden/templates_doc2edag.json`, `oracles/event_table_oracle.py`",
        options={"protocol": "doc2edag"},
        rule=count_records,
        steps=(roles_of, read_records, pair_records, document_type, event_table_result),
        needs="`roles` of the corpus, for the averages",
    ),
)


class Doc2Edag(TemplateMeasure):
    """Event tables of Doc2EDAG and DocEE."""

    published = PUBLISHED

    def problems(self, prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions) -> Problems:
        return record_problems(prediction, reference)

    def count_documents(
        self, predictions: TemplateDocuments, references: TemplateDocuments, options: TemplateOptions, details: bool
    ) -> list[Row]:
        return count_tables(predictions, references, options, details)

    def corpus_columns(self, rows: Sequence[Row], options: TemplateOptions) -> Mapping[Name, Sequence[int]]:
        return label_columns(rows, options)

    def why_corpus_is_needed(self, options: TemplateOptions) -> str:
        if options.roles_of_types:
            return ""
        return "without roles, those that all references fill are scored: give roles"

    def result(self, sums: Sums, options: TemplateOptions) -> Scores:
        return event_table_result(sums, options)

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return scores by type, role, kind of document and document, and the pairs of records."""
        found = {**event_table_details(counts, result), **super().details(counts, result)}
        for row, kind in zip(found["per_document"], counts.listed("document_type"), strict=True):
            row["document_type"] = kind
        return found

    def document_scores(self, columns: Sums, options: TemplateOptions) -> Scores:
        return document_scores(columns, float(options.zero_division))

    def warnings(self, sums: Sums, options: TemplateOptions) -> list[str]:
        return [*event_table_warnings(sums, options), *super().warnings(sums, options)]
