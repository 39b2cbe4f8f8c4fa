"""Detection and extraction as one would count them by hand: loops over documents, events and candidates."""

from __future__ import annotations

from collections import Counter
from typing import Any

Counts = dict[str, tuple[int, int, int]]
"""True positives, predictions and references of each score."""
NOTHING = ("NA", "None", "O", "")
DEFAULTS = {
    "standardize": True,
    "types": None,
    "roles": None,
    "gold_outside": "add",
    "outside_schema": "drop",
    "surplus": "discard",
    "conflict": "score-or-first",
    "nothing": "competes",
    "discarded_trigger": "discard",
    "order_unit": "trigger",
}


PARTS = {
    "trigger_identification": slice(0, 1),
    "trigger_classification": slice(0, 2),
    "argument_identification": slice(1, 3),
    "argument_classification": slice(1, 4),
    "argument_attached_identification": slice(0, 3),
    "argument_attached_classification": slice(0, 4),
}
"""The compared parts, by score: of triggers (place, type), of arguments (place and type of the event, place, role)."""
Event = tuple[Any, str, list[tuple[Any, str]]]
"""The place and the type of an event, and the place and role of each of its arguments."""


def plain(text: str) -> str:
    return " ".join(text.split())


def words(document: dict[str, Any], span: tuple[int, int]) -> str:
    return plain(" ".join(document["tokens"][span[0] : span[1]]))


def gold_events(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Reference events that say something, spans as tuples."""
    return [
        {
            "span": tuple(event["trigger"]["span"]),
            "type": event["type"],
            "arguments": [
                {"span": tuple(argument["span"]), "role": argument["role"]}
                for argument in event.get("arguments") or []
                if argument["role"] not in NOTHING
            ],
            "says": event["type"] not in NOTHING,
        }
        for event in document["events"]
    ]


def speaking(events: list[dict[str, Any]]) -> list[Event]:
    """Events and arguments at places, without null labels."""
    return [
        (
            tuple(event["trigger"]["span"]),
            event["type"],
            [(tuple(one["span"]), one["role"]) for one in event.get("arguments") or [] if one["role"] not in NOTHING],
        )
        for event in events
        if event["type"] not in NOTHING
    ]


def compared(events: list[Event]) -> dict[str, list[Any]]:
    """The items that each score compares."""
    items = {
        "trigger": [event[:2] for event in events],
        "argument": [(*event[:2], *argument) for event in events for argument in event[2]],
    }
    return {name: [item[part] for item in items[name.split("_")[0]]] for name, part in PARTS.items()}


def add(total: Counts, name: str, right: int, said: int, asked: int) -> None:
    before = total.get(name, (0, 0, 0))
    total[name] = (before[0] + right, before[1] + said, before[2] + asked)


def candidates(document: dict[str, Any], key: str, gold: set[tuple[int, int]], outside: str) -> set[tuple[int, int]]:
    if document.get(key) is None:
        covered = {token for start, end in gold for token in range(start, end)}
        free = {(token, token + 1) for token in range(len(document["tokens"])) if token not in covered}
        return gold | free
    supplied = {tuple(span) for span in document[key]}
    return supplied | gold if outside == "add" else supplied


def roles_of(schema: Any, kind: str) -> list[str] | None:
    """The roles that an event of a type may have, where a schema declares them."""
    return list(schema.get(kind, [])) if isinstance(schema, dict) else schema


def standardized(
    rows: list[dict[str, Any]],
    allowed: set[tuple[int, int]],
    schema: list[str] | None,
    document: dict[str, Any],
    options: dict[str, Any],
    seen: Counter[str],
) -> list[tuple[dict[str, Any], tuple[int, int] | None, str]]:
    """Each prediction with its candidate and what became of it, by section 2.4 of the description."""
    placed: list[tuple[dict[str, Any], tuple[int, int] | None, str]] = []
    for row in rows:
        illegal = schema is not None and row["label"] not in schema and row["label"] not in NOTHING
        if illegal and options["outside_schema"] == "drop":
            placed.append((row, None, "schema"))
        elif row["label"] in NOTHING and options["nothing"] == "ignored":
            placed.append((row, None, "nothing"))
        elif row.get("span") is not None:
            span = tuple(row["span"])
            placed.append((row, span, "rival") if span in allowed else (row, None, "boundary"))
        else:
            text = plain(row["text"])
            places = sorted(span for span in allowed if words(document, span) == text)
            turn = seen[text]
            seen[text] += 1
            if not places:
                placed.append((row, None, "not_found"))
            elif len(places) == 1:
                placed.append((row, places[0], "rival"))
            elif turn < len(places):
                placed.append((row, places[turn], "rival"))
            elif options["surplus"] == "last":
                placed.append((row, places[-1], "rival"))
            else:
                placed.append((row, None, "surplus"))
    winners = set()
    for candidate in {span for _, span, state in placed if state == "rival"}:
        rivals = [index for index, (_, span, state) in enumerate(placed) if state == "rival" and span == candidate]
        scores = [placed[index][0].get("score") for index in rivals]
        best = rivals[0]
        if options["conflict"] == "score-or-first" and None not in scores:
            best = max(rivals, key=lambda index: (placed[index][0]["score"], -index))
        winners.add(best)
    result = []
    for index, (row, span, state) in enumerate(placed):
        if state == "rival":
            state = "conflict" if index not in winners else "nothing" if row["label"] in NOTHING else "kept"
        result.append((row, span, state))
    return result


def labelled(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [
        {
            "span": row.get("span"),
            "text": row.get("text"),
            "label": row[name],
            "score": row.get("score"),
            "row": index,
        }
        for index, row in enumerate(rows)
    ]


def triggers_of(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return labelled(
        [{**event["trigger"], "type": event["type"], "score": event.get("score")} for event in events], "type"
    )


def score(predictions: list[Any], references: list[Any], mode: str | None = None, **given: Any) -> Counts:
    """All counts of one mode, or of detection without a mode."""
    options = {**DEFAULTS, **given}
    evaluate = score_standardized if options["standardize"] else score_as_given
    total: Counts = {}
    for prediction, reference in zip(predictions, references, strict=True):
        for name, counts in evaluate(prediction, reference, mode, options).items():
            add(total, name, *counts)
    return total


def sets(said: set[Any], asked: set[Any]) -> tuple[int, int, int]:
    return len(said & asked), len(said), len(asked)


def asked_of(reference: dict[str, Any], options: dict[str, Any]) -> tuple[list[Any], set[Any], set[Any], set[Any]]:
    """Scored reference events, and the candidates."""
    gold = gold_events(reference)
    trigger_spans = {event["span"] for event in gold}
    argument_spans = {
        tuple(argument["span"]) for event in reference["events"] for argument in event.get("arguments") or []
    }
    trigger_set = candidates(reference, "trigger_candidates", trigger_spans, options["gold_outside"])
    argument_set = candidates(reference, "argument_candidates", argument_spans, options["gold_outside"])
    for event in gold:
        if options["gold_outside"] == "drop":
            event["says"] = event["says"] and event["span"] in trigger_set
            event["arguments"] = [argument for argument in event["arguments"] if argument["span"] in argument_set]
    tuples = {
        (event["span"], event["type"], argument["span"], argument["role"])
        for event in gold
        if event["says"]
        for argument in event["arguments"]
    }
    return gold, trigger_set, argument_set, tuples


def score_standardized(
    prediction: dict[str, Any], reference: dict[str, Any], mode: str | None, options: dict[str, Any]
) -> Counts:
    gold, trigger_set, argument_set, asked = asked_of(reference, options)
    asked_triggers = {(event["span"], event["type"]) for event in gold if event["says"]}
    events = prediction["events"]
    kept: list[tuple[tuple[int, int], str, list[dict[str, Any]]]] = []
    fates = standardized(triggers_of(events), trigger_set, options["types"], reference, options, Counter())
    for row, span, state in fates:
        if state == "kept":
            assert span is not None
            arguments = list(events[row["row"]].get("arguments") or [])
            if options["discarded_trigger"] == "merge":
                same = [
                    other["row"]
                    for other, place, lost in fates
                    if lost == "conflict" and place == span and other["label"] == row["label"]
                ]
                order = sorted([row["row"], *same])
                arguments = [argument for index in order for argument in events[index].get("arguments") or []]
            kept.append((span, row["label"], arguments))
    said_triggers = {(span, label) for span, label, _ in kept}
    sides = {"trigger": (said_triggers, asked_triggers)}
    if mode is None:
        return sets_of(sides)
    predicted_spans = {span for span, _, _ in kept}
    if mode == "gold":
        kept = [
            (target["span"], target["type"], event.get("arguments") or [])
            for target, event in zip(gold, events, strict=True)
            if target["says"]
        ]
    said = set()
    in_document: Counter[str] = Counter()
    # In one document-wide count of appearances, arguments come in the order of the output.
    for span, label, arguments in kept:
        seen = in_document if options["order_unit"] == "document" else Counter()
        rows = labelled(arguments, "role")
        schema = roles_of(options["roles"], label)
        for row, place, state in standardized(rows, argument_set, schema, reference, options, seen):
            if state == "kept":
                said.add((span, label, place, row["label"]))
    if mode in ("legacy", "loose"):
        asked = {item for item in asked if item[0] in predicted_spans}
    if mode == "loose":
        said = {item for item in said if item[0] in {span for span, _ in asked_triggers}}
    return sets_of({**sides, "argument": (said, asked)})


def sets_of(sides: dict[str, tuple[set[Any], set[Any]]]) -> Counts:
    """The counts of each score of the predicted and reference triggers, and of the arguments if they are given."""
    return {
        name: sets(*({item[part] for item in side} for side in sides[name.split("_")[0]]))
        for name, part in PARTS.items()
        if name.split("_")[0] in sides
    }


def matched_rows(edges: list[list[Any]]) -> list[int]:
    """The rows of a maximum one-to-one matching, earlier ones first, by augmenting paths."""
    partner: dict[Any, int] = {}

    def augment(row: int, visited: set[Any]) -> bool:
        for target in edges[row]:
            if target not in visited:
                visited.add(target)
                if target not in partner or augment(partner[target], visited):
                    partner[target] = row
                    return True
        return False

    return [row for row in range(len(edges)) if augment(row, set())]


def reads(document: dict[str, Any], row: dict[str, Any], span: tuple[int, int]) -> bool:
    """Whether a prediction may match a reference span."""
    if row.get("span") is not None:
        return tuple(row["span"]) == span
    return plain(row["text"]) == words(document, span)


def allowed(label: str, schema: list[str] | None) -> bool:
    return label not in NOTHING and (schema is None or label in schema)


def repeated(items: list[Any]) -> set[Any]:
    """A multiset: each item with the number of equal ones before it."""
    return {(*item, items[:row].count(item)) for row, item in enumerate(items)}


def score_as_given(
    prediction: dict[str, Any], reference: dict[str, Any], mode: str | None, options: dict[str, Any]
) -> Counts:
    gold = [event for event in gold_events(reference)]
    asked_triggers = repeated([(event["span"], event["type"]) for event in gold if event["says"]])
    events = [event for event in prediction["events"] if allowed(event["type"], options["types"])]

    def places(row: dict[str, Any], spans: set[tuple[int, int]]) -> list[tuple[int, int]]:
        return sorted(span for span in spans if reads(reference, row, span))

    def counted(rows: list[Any], asked: set[Any], fits: Any, alike: Any = None) -> tuple[int, int, int]:
        """Count the most frequent label among predictions that are equal except for their labels.

        A function gives the key, the label, and whether the position is in doubt. If it is, more of them may count, if
        they are found.
        """
        groups: dict[Any, list[Any]] = {}
        for number, row in enumerate(rows):
            key, label, in_doubt = (number, None, False) if alike is None else alike(row)
            groups.setdefault((in_doubt, key), []).append((row, label))
        kept, least = [], []
        for (in_doubt, key), members in sorted(groups.items(), key=lambda item: item[0][0]):
            number = max(Counter(label for _, label in members).values())
            least.append((key, number))
            kept += [(key, row) for row, _ in members][: None if in_doubt else number]
        edges = [[item for item in asked if fits(row, item)] for _, row in kept]
        found = Counter(kept[place][0] for place in matched_rows(edges))
        return sum(found.values()), sum(max(number, found[key]) for key, number in least), len(asked)

    trigger_spans = {tuple(event["trigger"]["span"]) for event in reference["events"]}
    argument_spans = {
        tuple(argument["span"]) for event in reference["events"] for argument in event.get("arguments") or []
    }

    def where(row: dict[str, Any], spans: set[tuple[int, int]]) -> tuple[Any, bool]:
        """Return the position of a prediction, and whether it is in doubt."""
        if row.get("span") is not None:
            return tuple(row["span"]), False
        found = places(row, spans)
        return (found[0] if len(found) == 1 else plain(row["text"])), len(found) > 1

    def alike_triggers(event: dict[str, Any]) -> tuple[Any, Any, bool]:
        place, in_doubt = where(event["trigger"], trigger_spans)
        return place, event["type"], in_doubt

    result = {
        "trigger_identification": counted(
            events,
            {(span, time) for span, _, time in asked_triggers},
            lambda event, item: reads(reference, event["trigger"], item[0]),
            alike_triggers,
        ),
        "trigger_classification": counted(
            events,
            asked_triggers,
            lambda event, item: event["type"] == item[1] and reads(reference, event["trigger"], item[0]),
        ),
    }
    if mode is None:
        return result
    pairs = [(event["trigger"], event["type"], event.get("arguments") or []) for event in events]
    if mode == "gold":
        pairs = [
            ({"span": target["span"]}, target["type"], event.get("arguments") or [])
            for target, event in zip(gold, prediction["events"], strict=True)
            if target["says"]
        ]
    rows = [
        (trigger, label, argument, number)
        for number, (trigger, label, arguments) in enumerate(pairs)
        for argument in arguments
        if allowed(argument["role"], roles_of(options["roles"], label))
    ]
    asked = repeated(
        [
            (event["span"], event["type"], argument["span"], argument["role"])
            for event in gold
            if event["says"]
            for argument in event["arguments"]
        ]
    )

    def fits(attached: bool, with_role: bool) -> Any:
        def judge(row: Any, item: Any) -> bool:
            trigger, label, argument, _ = row
            if attached and not reads(reference, trigger, item[0]):
                return False
            if label != item[1] or not reads(reference, argument, item[2]):
                return False
            return not with_role or argument["role"] == item[3]

        return judge

    def cut(with_role: bool) -> set[Any]:
        return {(*item[:3], item[3] if with_role else None, item[4]) for item in asked}

    def alike_arguments(row: Any) -> tuple[Any, Any, bool]:
        trigger, label, argument, number = row
        stands, unsure = where(trigger, trigger_spans)
        place, in_doubt = where(argument, argument_spans)
        known = stands if trigger.get("span") is not None or (not unsure and isinstance(stands, tuple)) else number
        return (known, label, place), argument["role"], in_doubt

    for name, attached, with_role in (
        ("argument_identification", False, False),
        ("argument_classification", False, True),
        ("argument_attached_identification", True, False),
        ("argument_attached_classification", True, True),
    ):
        alike = None if with_role else alike_arguments
        result[name] = counted(rows, cut(with_role), fits(attached, with_role), alike)
    return result


def score_textee(predictions: list[Any], references: list[Any], mode: str) -> Counts:
    """Sets over the corpus; a document is its id, or, without one, itself."""
    found: list[dict[str, set[Any]]] = [{name: set() for name in PARTS} for _ in range(2)]
    for index, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        said = prediction["events"]
        if mode == "gold":
            pairs = zip(said, reference["events"], strict=True)
            said = [{**event, "trigger": given["trigger"], "type": given["type"]} for event, given in pairs]
        for side, events in zip(found, (said, reference["events"]), strict=True):
            for name, items in compared(speaking(events)).items():
                side[name].update((reference.get("doc_id") or index, *item) for item in items)
    return {name: sets(found[0][name], found[1][name]) for name in PARTS}


def score_oneie(predictions: list[Any], references: list[Any]) -> tuple[Counts, int]:
    """Counts in the manner of OneIE, each reference credited once, and what OneIE itself would credit."""
    total: Counts = {}
    credited = 0
    for prediction, reference in zip(predictions, references, strict=True):
        said, gold = speaking(prediction["events"]), speaking(reference["events"])
        first: dict[Any, str] = {}
        for span, label, _ in gold:
            first.setdefault(span, label)
        on_gold = [(span, label) for span, label, _ in said if span in first]
        right = [(span, label) for span, label in on_gold if first[span] == label]
        add(total, "trigger_identification", len(on_gold), len(said), len(gold))
        add(total, "trigger_classification", len(right), len(said), len(gold))
        tuples = [set(compared(events)["argument_classification"]) for events in (said, gold)]
        add(total, "argument_classification", *sets(*tuples))
        bags = [Counter(item[:2] for item in side) for side in tuples]
        add(total, "argument_identification", (bags[0] & bags[1]).total(), len(tuples[0]), len(tuples[1]))
        credited += sum(item[:2] in bags[1] for item in tuples[0])
    return total, credited


COUNTED_AS_LISTS = {"dygie": (*PARTS,)}
"""The scores that a convention of exact spans counts as lists; its others count as sets. A row is enough for a test."""


def score_exact_spans(convention: str, predictions: list[Any], references: list[Any]) -> Counts:
    """Tuples of a document. In a list every prediction that equals some reference is right."""
    total: Counts = {}
    for prediction, reference in zip(predictions, references, strict=True):
        said, asked = (compared(speaking(side["events"])) for side in (prediction, reference))
        for name, items in said.items():
            if name in COUNTED_AS_LISTS[convention]:
                add(total, name, sum(item in asked[name] for item in items), len(items), len(asked[name]))
            else:
                add(total, name, *sets({*items}, {*asked[name]}))
    return total
