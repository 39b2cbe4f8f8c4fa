"""Detection and extraction as one would count them by hand: loops over documents, events and candidates.

Slow and obvious on purpose; it shares no code with the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
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
    total: Counter[tuple[str, int]] = Counter()
    for prediction, reference in zip(predictions, references, strict=True):
        for name, counts in evaluate(prediction, reference, mode, options).items():
            for part in range(3):
                total[name, part] += counts[part]
    names = dict.fromkeys(name for name, _ in total)
    return {name: (total[name, 0], total[name, 1], total[name, 2]) for name in names}


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
    result = {
        "trigger_identification": sets({span for span, _ in said_triggers}, {span for span, _ in asked_triggers}),
        "trigger_classification": sets(said_triggers, asked_triggers),
    }
    if mode is None:
        return result
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
    result["argument_identification"] = sets({item[1:3] for item in said}, {item[1:3] for item in asked})
    result["argument_classification"] = sets({item[1:] for item in said}, {item[1:] for item in asked})
    result["argument_attached_identification"] = sets({item[:3] for item in said}, {item[:3] for item in asked})
    result["argument_attached_classification"] = sets(said, asked)
    return result


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


def score_textee(predictions: list[Any], references: list[Any], mode: str | None) -> Counts:
    """Sets over the corpus; a document is its id, or, without one, itself."""
    said: dict[str, set[Any]] = {}
    asked: dict[str, set[Any]] = {}
    for index, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        name = reference.get("doc_id") or index
        for target, document in ((said, prediction), (asked, reference)):
            for row, event in enumerate(document["events"]):
                trigger, label = event["trigger"].get("span"), event["type"]
                if target is said and mode == "gold":
                    trigger, label = reference["events"][row]["trigger"]["span"], reference["events"][row]["type"]
                if label in NOTHING:
                    continue
                span = tuple(trigger)
                put(target, "trigger_identification", name, span)
                put(target, "trigger_classification", name, span, label)
                for argument in event.get("arguments") or []:
                    if argument["role"] in NOTHING:
                        continue
                    place, role = tuple(argument["span"]), argument["role"]
                    put(target, "argument_identification", name, label, place)
                    put(target, "argument_classification", name, label, place, role)
                    put(target, "argument_attached_identification", name, span, label, place)
                    put(target, "argument_attached_classification", name, span, label, place, role)
    names = ["trigger_identification", "trigger_classification"]
    if mode is not None:
        names += [f"argument_{kind}" for kind in ("identification", "classification")]
        names += [f"argument_attached_{kind}" for kind in ("identification", "classification")]
    return {name: sets(said.get(name, set()), asked.get(name, set())) for name in names}


def put(target: dict[str, set[Any]], key: str, *item: Any) -> None:
    target.setdefault(key, set()).add(item)


def score_oneie(predictions: list[Any], references: list[Any], mode: str | None) -> tuple[Counts, int]:
    """Counts in the manner of OneIE, each reference credited once, and what OneIE itself would credit."""
    total: Counter[tuple[str, int]] = Counter()
    credited = 0
    for prediction, reference in zip(predictions, references, strict=True):
        gold = [event for event in gold_events(reference) if event["says"]]
        said = [
            (tuple(event["trigger"]["span"]), event["type"], event.get("arguments") or [])
            for event in prediction["events"]
            if event["type"] not in NOTHING
        ]
        first: dict[Any, str] = {}
        for event in gold:
            first.setdefault(event["span"], event["type"])
        on_gold = [(span, label) for span, label, _ in said if span in first]
        add(total, "trigger_identification", len(on_gold), len(said), len(gold))
        right = [(span, label) for span, label in on_gold if first[span] == label]
        add(total, "trigger_classification", len(right), len(said), len(gold))
        if mode == "gold":
            said = [
                (event["span"], event["type"], row.get("arguments") or [])
                for event, row in zip(gold_events(reference), prediction["events"], strict=True)
                if event["says"]
            ]
        if mode is None:
            continue
        said_tuples = {
            (label, tuple(argument["span"]), argument["role"])
            for _, label, arguments in said
            for argument in arguments
            if argument["role"] not in NOTHING
        }
        gold_tuples = {
            (event["type"], argument["span"], argument["role"]) for event in gold for argument in event["arguments"]
        }
        add(total, "argument_classification", *sets(said_tuples, gold_tuples))
        bags = Counter(item[:2] for item in said_tuples), Counter(item[:2] for item in gold_tuples)
        both = sum((bags[0] & bags[1]).values())
        add(total, "argument_identification", both, len(said_tuples), len(gold_tuples))
        credited += sum(item[:2] in bags[1] for item in said_tuples)
    names = dict.fromkeys(name for name, _ in total)
    return {name: (total[name, 0], total[name, 1], total[name, 2]) for name in names}, credited


def score_dygie(predictions: list[Any], references: list[Any]) -> Counts:
    """Lists of tuples: every prediction that equals some reference of its document is right."""
    total: Counter[tuple[str, int]] = Counter()
    for prediction, reference in zip(predictions, references, strict=True):
        gold = [
            (event["span"], event["type"], [(argument["span"], argument["role"]) for argument in event["arguments"]])
            for event in gold_events(reference)
            if event["says"]
        ]
        said = [
            (
                tuple(event["trigger"]["span"]),
                event["type"],
                [
                    (tuple(row["span"]), row["role"])
                    for row in event.get("arguments") or []
                    if row["role"] not in NOTHING
                ],
            )
            for event in prediction["events"]
            if event["type"] not in NOTHING
        ]
        tuples: dict[str, Callable[[Any], list[Any]]] = {
            "trigger_identification": lambda event: [event[0]],
            "trigger_classification": lambda event: [event[:2]],
            "argument_identification": lambda event: [(event[1], span) for span, _ in event[2]],
            "argument_classification": lambda event: [(event[1], *item) for item in event[2]],
            "argument_attached_identification": lambda event: [(*event[:2], span) for span, _ in event[2]],
            "argument_attached_classification": lambda event: [(*event[:2], *item) for item in event[2]],
        }
        for name, items in tuples.items():
            found, asked = ([item for event in events for item in items(event)] for events in (said, gold))
            add(total, name, sum(item in asked for item in found), len(found), len(asked))
    return {name: (total[name, 0], total[name, 1], total[name, 2]) for name, _ in total}


def add(total: Counter[tuple[str, int]], name: str, *counts: int) -> None:
    for part, count in enumerate(counts):
        total[name, part] += count
