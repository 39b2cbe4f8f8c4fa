"""The nugget scores as one would compute them by hand: loops over documents, references and pairs.

Slow and obvious on purpose; it shares no code with the engine. Numbers are exact fractions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

NAMES = {"span": (), "type": ("type",), "realis": ("realis",), "type_realis": ("type", "realis")}


def canonical(text: str) -> str:
    kept = [c for c in text if c in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"]
    return "".join(kept).lower()


def prepared(document: list[dict[str, Any]], normalize: bool, types: list[str] | None) -> list[dict[str, Any]]:
    """Attributes made comparable, other types removed."""
    wanted = None if types is None else {canonical(t) if normalize else t for t in types}
    mentions = []
    for mention in document:
        new = {"tokens": set(mention["token_ids"]), "type": mention["type"], "realis": mention.get("realis")}
        if normalize:
            new["type"] = canonical(new["type"])
            new["realis"] = None if new["realis"] is None else canonical(new["realis"])
        if wanted is None or new["type"] in wanted:
            mentions.append(new)
    return mentions


def dice(first: set[int], second: set[int]) -> Fraction:
    if not first & second:
        return Fraction(0)
    return Fraction(2 * len(first & second), len(first) + len(second))


def agree(system: dict[str, Any], reference: dict[str, Any], names: tuple[str, ...], options: dict[str, Any]) -> bool:
    for name in names:
        asked = reference[name]
        marker = canonical("NOT_ANNOTATED") if options["normalize"] else "NOT_ANNOTATED"
        if options["unannotated"] == "wildcard" and (asked is None or asked == marker):
            continue
        if system[name] != asked:
            return False
    return True


def mapping(
    system: list[dict[str, Any]], reference: list[dict[str, Any]], names: tuple[str, ...], options: dict[str, Any]
) -> dict[int, list[tuple[int, Fraction]]]:
    """Return the system mentions mapped to each reference, best first."""
    if options["mapping"] == "many-to-one":
        return algorithm_1(system, reference)
    allowed = {
        (s, r): dice(system[s]["tokens"], reference[r]["tokens"])
        for s in range(len(system))
        for r in range(len(reference))
        if agree(system[s], reference[r], names, options)
    }
    allowed = {pair: value for pair, value in allowed.items() if value > 0}
    if options["mapping"] == "exact":
        allowed = {pair: value for pair, value in allowed.items() if value == 1}
    if options["mapping"] == "optimal":
        return {r: [(s, value)] for (s, r), value in best_assignment(allowed).items()}
    taken: dict[int, list[tuple[int, Fraction]]] = {}
    used: set[int] = set()
    for (s, r), value in sorted(allowed.items(), key=lambda item: (-item[1], item[0])):
        if s not in used and r not in taken:
            taken[r] = [(s, value)]
            used.add(s)
    return taken


def algorithm_1(system: list[dict[str, Any]], reference: list[dict[str, Any]]) -> dict[int, list[tuple[int, Fraction]]]:
    pairs = [
        (dice(system[s]["tokens"], reference[r]["tokens"]), s, r)
        for s in range(len(system))
        for r in range(len(reference))
    ]
    mapped: dict[int, list[tuple[int, Fraction]]] = {}
    used: set[int] = set()
    for value, s, r in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if s not in used and value > 0:
            mapped.setdefault(r, []).append((s, value))
            used.add(s)
    return mapped


def best_assignment(allowed: dict[tuple[int, int], Fraction]) -> dict[tuple[int, int], Fraction]:
    """The one-to-one choice with the largest sum, by trying all of them."""
    systems = sorted({s for s, _ in allowed})
    references = sorted({r for _, r in allowed})
    best: dict[tuple[int, int], Fraction] = {}
    for size in range(1, min(len(systems), len(references)) + 1):
        for chosen in combinations(systems, size):
            for partners in permutations(references, size):
                pairs = list(zip(chosen, partners, strict=True))
                if all(pair in allowed for pair in pairs) and sum(allowed[pair] for pair in pairs) > sum(best.values()):
                    best = {pair: allowed[pair] for pair in pairs}
    return best


def ratio(top: Any, bottom: Any) -> Fraction:
    return Fraction(top) / Fraction(bottom) if bottom else Fraction(0)


def f1(precision: Fraction, recall: Fraction) -> Fraction:
    return ratio(2 * precision * recall, precision + recall)


def score(predictions: list[Any], references: list[Any], **options: Any) -> dict[str, Fraction]:
    """All micro and macro scores, with 0 for what is undefined."""
    types = options.get("types")
    documents = [
        (prepared(system, options["normalize"], types), prepared(reference, options["normalize"], types))
        for system, reference in zip(predictions, references, strict=True)
    ]
    if options["documents_without_references"] == "skip":
        documents = [pair for pair in documents if pair[1]]
    result: dict[str, Fraction] = {}
    for name, attributes in NAMES.items():
        rows = [document_row(system, reference, name, attributes, options) for system, reference in documents]
        total = {key: sum((row[key] for row in rows), Fraction(0)) for key in ("tp", "said", "asked", "right")}
        precision, recall = ratio(total["tp"], total["said"]), ratio(total["tp"], total["asked"])
        averaged = [row for row in rows if row["asked"] or row["predictions"]]
        macro_p = ratio(sum(ratio(row["tp"], row["said"]) for row in averaged), len(averaged))
        macro_r = ratio(sum(ratio(row["tp"], row["asked"]) for row in averaged), len(averaged))
        result[f"{name}_precision"], result[f"{name}_recall"] = precision, recall
        result[f"{name}_f1"] = f1(precision, recall)
        result[f"macro_{name}_precision"], result[f"macro_{name}_recall"] = macro_p, macro_r
        result[f"macro_{name}_f1"] = f1(macro_p, macro_r)
        result[f"{name}_true_positives"] = total["tp"]
        if attributes:
            result[f"{name}_accuracy"] = ratio(total["right"], total["asked"])
            accuracies = [ratio(row["right"], row["asked"]) for row in averaged]
            result[f"macro_{name}_accuracy"] = ratio(sum(accuracies), len(averaged))
    return result


def document_row(
    system: list[dict[str, Any]],
    reference: list[dict[str, Any]],
    name: str,
    attributes: tuple[str, ...],
    options: dict[str, Any],
) -> dict[str, Any]:
    credited = mapping(system, reference, attributes, options)
    true_positives = Fraction(0)
    for r, mapped in credited.items():
        right = [value for s, value in mapped if agree(system[s], reference[r], attributes, options)]
        true_positives += max(right, default=Fraction(0))
    spans = mapping(system, reference, (), options)
    right_share = Fraction(0)
    for r, mapped in spans.items():
        for s, _ in mapped:
            if agree(system[s], reference[r], attributes, options):
                right_share += Fraction(1, len(mapped))
    said: Any = len(system)
    if name == "span" and options["precision"] == "pilot":
        said = true_positives + len(system) - len(spans)
    if name == "span" and options["precision"] == "printed":
        said = true_positives + len(reference) - len(spans)
    return {
        "tp": true_positives,
        "said": said,
        "asked": len(reference),
        "right": right_share,
        "predictions": len(system),
    }
