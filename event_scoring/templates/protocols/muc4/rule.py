"""The messages of a corpus: first all are mapped, then all pairs of templates are counted.

The official scoring program of MUC-4 (version 3.3, May 1992), whose display "all templates" the totals follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from event_scoring.documents.errors import Description, InputError, did_you_mean
from event_scoring.scoring.rows import Match, Problems, Row, in_row, outcomes_of
from event_scoring.templates.documents import ENTITIES_ELSEWHERE, SIDES, TemplateDocument, TemplateDocuments
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.muc4.comparison import COUNTS, Comparison
from event_scoring.templates.protocols.muc4.fills import Equality, Unreadable, Value
from event_scoring.templates.protocols.muc4.judgements import Adjudications, History, Judgement, LookUp
from event_scoring.templates.protocols.muc4.mapping import (
    IRRELEVANT,
    Mapper,
    Template,
    unknown_numbers,
    unnamed_templates,
)
from event_scoring.templates.protocols.muc4.records import fill_of, value_of
from event_scoring.templates.protocols.muc4.slots import TYPE_SLOT, Form, Slot

TOTALS = {
    "": ("matched", "missing", "spurious"),
    "matched_missing_": ("matched", "missing"),
    "matched_spurious_": ("matched", "spurious"),
    "matched_only_": ("matched",),
}
"""The totals over all slots, and of which pairs of templates they are."""
FILTERING = ("possible", "actual", "correct", "spurious", "missing", "noncommittal")


def count_messages(
    predictions: TemplateDocuments,
    references: TemplateDocuments,
    options: TemplateOptions,
    details: bool,
) -> list[Row]:
    """Return the counts of each message.

    Messages are taken in the order of their names, for what was looked up last decides which judgement is found.

    Examples:
        >>> from event_scoring.templates import documents
        >>> def bombing(target):
        ...     slots = [documents.Slot("inc-type", ["BOMBING"]), documents.Slot("phys-tgt-id", [target])]
        ...     return TemplateDocument(doc_id="M1", templates=[documents.Template(id="1", slots=slots)])
        >>> options = TemplateOptions(protocol="muc-4", restrict=False)
        >>> [row] = count_messages([bombing("shed")], [bombing("the mill")], options, False)
        >>> row["possible"], row["correct"], row["incorrect"], row["templates_correct"]
        (2, 1, 1, 1)
    """
    form: Form = options.form
    adjudications = options.adjudications or Adjudications()
    equality = Equality(options.premodifiers or "muc-4")
    look_up = LookUp(history_of(adjudications, form), equality, options.lookup != "first")
    mapper = Mapper(form.slots, look_up, options.alignment or "muc-4", options.restrict is not False)
    given = {one["doc_id"]: [(key, response) for key, response in one["pairs"]] for one in adjudications.mappings}
    judged: dict[str, list[str]] = {}
    for one in adjudications.verdicts:
        judged.setdefault(one["doc_id"], []).append(one["template"])
    messages = [
        (
            reference.doc_id or prediction.doc_id or "",
            read_templates(prediction, form, True),
            read_templates(reference, form),
        )
        for prediction, reference in zip(predictions, references, strict=True)
    ]
    order = sorted(range(len(messages)), key=lambda row: messages[row][0])
    pairs, rows = {}, dict[int, Row]()
    for row in order:
        name, responses, keys = messages[row]
        with _in_row(row):
            pairs[row] = mapper.pairs(name, keys, responses, given.get(name))
    for row in order:
        name, responses, keys = messages[row]
        message = Message(name, keys, responses, form, look_up, options)
        with _in_row(row):
            rows[row] = message.count(pairs[row], details)
        mapping = given.get(name, ())
        rows[row]["unknown_in_mappings"] = unknown_numbers(mapping, keys, responses)
        numbers, judged_templates = {one.number for one in keys}, judged.get(name, ())
        rows[row]["judgements"] = len(judged_templates)
        rows[row]["unknown_in_judgements"] = sum(number not in numbers for number in judged_templates)
        rows[row]["mappings"] = int(name in given)
        is_read = bool(keys and responses) and (name in given or mapper.alignment == "given")
        rows[row]["incomplete_mappings"] = int(is_read and any(unnamed_templates(mapping, keys, responses)))
        if details:
            rows[row]["outcomes"] = [*outcomes_of(message.matches)]
            rows[row]["unreadable"] = [*_unreadable(name, predictions[row], references[row])]
    return [rows[row] for row in range(len(messages))]


@contextmanager
def _in_row(row: int) -> Iterator[None]:
    """Let an `InputError` about a message name its row."""
    try:
        yield
    except InputError as error:
        raise in_row(error, row) from None


class Message:
    """Counts the pairs of templates of one message."""

    def __init__(
        self,
        name: str,
        keys: Sequence[Template],
        responses: Sequence[Template],
        form: Form,
        look_up: LookUp,
        options: TemplateOptions,
    ) -> None:
        self.name, self.keys, self.responses = name, keys, responses
        self.form, self.look_up, self.options = form, look_up, options
        self.of_templates: Counter[str] = Counter()
        self.of_slots = {name: {part: Counter[str]() for part in TOTALS[""]} for name in form.slots}
        self.keys_left: list[Template] = []
        self.responses_left: list[Template] = []
        """The templates of the pairs that are counted."""
        self.pairs: list[Row] = []
        self.asked: list[Row] = []
        self.matches: list[Match] = []

    def count(self, pairs: Sequence[tuple[int | None, int | None]], details: bool) -> Row:
        """Return the counts of the message."""
        self.keys_left = [self.keys[key] for key, _ in pairs if key is not None]
        self.responses_left = [self.responses[response] for _, response in pairs if response is not None]
        has_templates = bool(self.keys or self.responses)
        for key, response in pairs if has_templates else [(None, None)]:
            self._count_pair(
                None if key is None else self.keys[key], None if response is None else self.responses[response], details
            )
        row: Row = {
            "predictions": sum(not one.is_irrelevant for one in self.responses),
            "references": sum(not one.is_irrelevant for one in self.keys),
            "unreadable_fills": sum(
                isinstance(fill, Unreadable)
                for one in (*self.keys, *self.responses)
                for fills in one.fills.values()
                for fill in fills
            ),
            "questions": len(self.asked),
            "untyped": sum(not one.is_irrelevant and not one.fills.get(TYPE_SLOT) for one in self.keys)
            * (TYPE_SLOT in self.form.slots and self.options.restrict is not False),
            **{f"templates_{count}": self.of_templates[count] for count in COUNTS},
            **{f"text_filtering_{count}": number for count, number in self._filtered().items()},
        }
        for start, parts in TOTALS.items():
            row |= _summed(start, [self.of_slots[name][part] for name in self.form.slots for part in parts])
        for start, kind in (("set_fills_", "element"), ("string_fills_", "string")):
            names = [name for name, slot in self.form.slots.items() if slot.kind == kind]
            row |= _summed(start, [self.of_slots[name][part] for name in names for part in ("matched", "missing")])
        if details:
            row["slot_counts"] = [
                {"slot": name, **_summed("", of_slot.values())} for name, of_slot in self.of_slots.items()
            ]
            row["pairs"] = self.pairs
            row["unjudged"] = self.asked
        return row

    def _count_pair(self, key: Template | None, response: Template | None, details: bool) -> None:
        """Count a key and a response, of which one or both may be missing or irrelevant."""
        no_key = key is None or key.is_irrelevant
        no_response = response is None or response.is_irrelevant
        if no_key and no_response:
            status = "irrelevant"
            self.of_templates["noncommittal"] += 1
        elif (no_response and key is not None and key.optional) or (
            no_key and response is not None and response.optional
        ):
            status = "irrelevant" if self._stands_for_all(key) else "optional"
            self.of_templates["noncommittal"] += status == "irrelevant"
        elif no_key:
            status = "spurious"
            if self.options.irrelevant != "ignore" or any(not one.is_irrelevant for one in self.keys):
                self.of_templates.update(("actual", "spurious"))
                self._count_slots(key, response, "spurious")
        elif no_response:
            status = "missing"
            self.of_templates.update(("possible", "missing"))
            self._count_slots(key, response, "missing")
        else:
            status = "matched"
            self.of_templates.update(("possible", "actual", "correct"))
            self._count_slots(key, response, "matched")
        if details:
            self.pairs.append(
                {
                    "status": status,
                    "reference": None if key is None else key.place,
                    "prediction": None if response is None else response.place,
                    "reference_id": None if key is None else key.number,
                    "prediction_id": None if response is None else response.number,
                }
            )

    def _stands_for_all(self, key: Template | None) -> bool:
        """Whether a template of a message that has optional ones only is the one that counts as irrelevant."""
        relevant = [one for one in (*self.keys, *self.responses) if not one.is_irrelevant]
        is_first = not self.keys or (key is not None and key is self.keys[0])
        return bool(relevant) and all(one.optional for one in relevant) and is_first

    def _count_slots(self, key: Template | None, response: Template | None, part: str) -> None:
        """Count the fills of a pair slot by slot, as part of the matched, missing or spurious ones."""
        attended = self.options.attended is not False
        comparison = Comparison(self.look_up, self.name, "" if key is None else key.number, attended)
        for name, slot in self.form.slots.items():
            keys: Sequence[Value] = key.fills.get(name, ()) if key else ()
            responses: Sequence[Value] = response.fills.get(name, ()) if response else ()
            comparison.asked, comparison.matched = [], []
            self.of_slots[name][part].update(comparison.count(slot, keys, responses))
            if not keys and not responses:
                continue
            if key is not None:
                self.asked += [self._unjudged(key, *question) for question in comparison.asked]
            self._add_matches(key, response, name, (len(responses), len(keys)), comparison)

    def _unjudged(self, key: Template, slot: Slot, response: Value, candidates: Sequence[Value]) -> Row:
        """Return a judgement without a verdict."""
        fills = [fill_of(one, slot) for one in candidates]
        question = {"doc_id": self.name, "template": key.number, "slot": slot.name, "response": fill_of(response, slot)}
        return {**question, "keys": fills}

    def _add_matches(
        self,
        key: Template | None,
        response: Template | None,
        slot: str,
        fills: tuple[int, int],
        comparison: Comparison,
    ) -> None:
        """Add the matches of the fills of a slot, and fills without a partner. A fill is in its first match only."""
        matched: tuple[set[int], set[int]] = (set(), set())
        for _, reference, prediction, credit in comparison.matched:
            is_first = prediction not in matched[0] and reference not in matched[1]
            if key is not None and response is not None and is_first:
                ends = self._index(response, slot, prediction), self._index(key, slot, reference)
                self.matches.append(Match(*ends, "right" if credit == 1 else "other_words", credit))
            matched[0].add(prediction)
            matched[1].add(reference)
        for side, (template, number, of_side) in enumerate(zip((response, key), fills, matched, strict=True)):
            if template is not None:
                alone = [self._index(template, slot, fill) for fill in range(number) if fill not in of_side]
                self.matches += [Match(None, index) if side else Match(index, None) for index in alone]

    def _index(self, template: Template, slot: str, fill: int) -> list[int]:
        """Return the place of a fill in its document: template, slot and fill; the template alone for its type."""
        of_template, of_slot = template.places[slot][fill]
        return [template.place] if of_template < 0 else [template.place, of_template, of_slot]

    def _filtered(self) -> dict[str, int]:
        """Return the counts of text filtering: is the message relevant by its key, and by its response?

        A message all of whose given pairs may not be mapped is left out.
        """
        if (self.keys or self.responses) and not (self.keys_left or self.responses_left):
            return dict.fromkeys(FILTERING, 0)
        relevant = [one for one in self.keys_left if not one.is_irrelevant]
        response = any(not one.is_irrelevant for one in self.responses_left)
        key = response if relevant and all(one.optional for one in relevant) else bool(relevant)
        numbers = key, response, key and response, response and not key, key and not response, not (key or response)
        return {count: int(number) for count, number in zip(FILTERING, numbers, strict=True)}


def _summed(start: str, several: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sum of several counts, by names that begin with ``start``."""
    total: Counter[str] = Counter()
    for counts in several:
        for name, number in counts.items():
            total[name] += number
    return {f"{start}{count}": total[count] for count in (*COUNTS, "universe")}


def read_templates(document: TemplateDocument, form: Form, predicted: bool = False) -> list[Template]:
    """Return the templates of one side, ordered by their numbers as texts, equal response numbers last first.

    A template without the slot of its type gets its ``type`` as the fill of that slot.

    Examples:
        >>> from event_scoring.templates.protocols.muc4.slots import MUC_4_FORM
        >>> from event_scoring.templates import documents
        >>> templates = [documents.Template(id=number, slots=[]) for number in ("2", "10", "*")]
        >>> [one.number for one in read_templates(TemplateDocument(templates=templates), MUC_4_FORM)]
        ['*', '10', '2']
    """
    found = []
    for place, template in enumerate(document.templates):
        fills: dict[str, list[Value]] = {}
        places: dict[str, list[tuple[int, int]]] = {}
        for of_template, slot in enumerate(template.slots):
            name = slot.name
            if name in form.slots:
                given = slot.fills if slot.fills is not None else slot.values or ()
                fills.setdefault(name, []).extend(value_of(fill, form.slots[name]) for fill in given)
                places.setdefault(name, []).extend((of_template, of_slot) for of_slot in range(len(given)))
        number = template.id or str(place + 1)
        if template.type is not None and TYPE_SLOT in form.slots and TYPE_SLOT not in fills:
            fills[TYPE_SLOT], places[TYPE_SLOT] = [template.type.upper()], [(-1, 0)]
        found.append(Template(number, bool(template.optional), fills, place, places))
    return sorted(found[::-1] if predicted else found, key=lambda one: one.number)


def history_of(adjudications: Adjudications, form: Form) -> History:
    """Return judgements in search order: by first appearance of message, template and slot."""
    found: dict[str, dict[str, dict[str, list[Judgement]]]] = {}
    for record in adjudications.verdicts:
        if record["slot"] not in form.slots:
            continue
        slot, key = form.slots[record["slot"]], record.get("key")
        all_of = isinstance(key, Mapping) and "all_of" in key
        keys = key["all_of"] if all_of and key else [key]
        if key is None:  # the response fails, or this is the only key fill in question
            keys = [] if record["verdict"] == "fail" else record["keys"]
        judgement = Judgement(
            value_of(record["response"], slot), record["verdict"], tuple(value_of(one, slot) for one in keys), all_of
        )
        of_message = found.setdefault(record["doc_id"], {}).setdefault(record["template"], {})
        of_message.setdefault(record["slot"], []).append(judgement)
    return [
        (message, [(template, [*slots.items()]) for template, slots in templates.items()])
        for message, templates in found.items()
    ]


def _unreadable(
    name: str, prediction: TemplateDocument, reference: TemplateDocument
) -> Iterator[dict[str, str | None]]:
    """Yield the place of each unreadable fill of a message."""
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        for template in document.templates:
            for slot in template.slots:
                for fill in slot.fills or ():
                    if isinstance(fill, Mapping) and (fill.get("value") or fill) == {"error": True}:
                        yield {"side": side, "doc_id": name, "template": template.id, "slot": slot.name}


def unlike_templates(prediction: TemplateDocument, reference: TemplateDocument) -> Problems:
    """Yield obstacles to MUC-4: a template without a number beside numbered ones, slots of entities, pointers."""
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        has_numbers = any(template.id is not None for template in document.templates)
        for place, template in enumerate(document.templates):
            if has_numbers and template.id is None:
                hint = f'a template of an irrelevant message has the id "{IRRELEVANT}"'
                yield InputError(
                    (side, "templates", place, "id"),
                    wanted="a string, as other templates have one",
                    got=None,
                    hint=hint,
                )
            for of_template, slot in enumerate(template.slots):
                path = (side, "templates", place, "slots", of_template)
                given = [name for name in ("fills", "values") if getattr(slot, name) is not None]
                if len(given) != 1:
                    has_entities = slot.entities is not None
                    got = Description(" and ".join(given) or ('"entities"' if has_entities else "neither"))
                    hint = ENTITIES_ELSEWHERE if has_entities else ""
                    yield InputError(path, wanted='"fills" or "values"', got=got, hint=hint)
                if slot.pointer:
                    yield InputError((*path, "pointer"), wanted="no pointer", got=True, hint='use "tag" in a fill')


def unknown_slots(prediction: TemplateDocument, reference: TemplateDocument, form: Form) -> Problems:
    """Yield errors for slots that the task does not have."""
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        for place, template in enumerate(document.templates):
            for of_template, slot in enumerate(template.slots):
                if slot.name not in form.slots:
                    path = (side, "templates", place, "slots", of_template, "name")
                    hint = did_you_mean(slot.name, form.slots)
                    yield InputError(path, wanted="the id of a slot, such as inc-type", got=slot.name, hint=hint)
