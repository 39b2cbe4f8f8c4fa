"""Arguments and linking as the proposal words them: slow, one document and one TRFR at a time."""

from __future__ import annotations

from typing import Any

Trfr = tuple[Any, ...]


def trfrs(document: dict[str, Any], neutral: bool) -> list[Trfr]:
    return [
        (argument["type"], argument["role"], argument["filler"], None if neutral else argument.get("realis"))
        for argument in document["arguments"]
    ]


def frames(document: dict[str, Any], neutral: bool) -> list[set[Trfr]]:
    of = trfrs(document, neutral)
    return [{of[place] for place in frame if of[place][3] != "Generic"} for frame in document["frames"]]


def neighbours(x: Trfr, linking: list[set[Trfr]]) -> set[Trfr]:
    return set().union(*(frame for frame in linking if x in frame)) - {x}


def link_scores(x: Trfr, system: list[set[Trfr]], reference: list[set[Trfr]]) -> tuple[float, float, float]:
    """Precision, recall and F of the neighbours of a TRFR that both sides link."""
    mine, theirs = neighbours(x, system), neighbours(x, reference)
    if not mine and not theirs:
        return 1.0, 1.0, 1.0
    both = len(mine & theirs)
    p, r = both / len(mine) if mine else 0.0, both / len(theirs) if theirs else 0.0
    return p, r, 2 * p * r / (p + r) if p + r else 0.0


def link_sums(system: list[set[Trfr]], reference: list[set[Trfr]]) -> dict[str, float]:
    """Steps 1 to 4 of the linking sub-score; a TRFR that the system does not link has 0."""
    items = set().union(*reference)
    system = [frame & items for frame in system]
    linked = set().union(*system)
    sums = {"f": 0.0, "precision": 0.0, "recall": 0.0}
    for x in items & linked:
        for name, value in zip(("precision", "recall", "f"), link_scores(x, system, reference), strict=True):
            sums[name] += value
    return {**sums, "linked": len(linked), "items": len(items)}


def document_counts(
    predictions: dict[str, Any], references: dict[str, Any], unlinked: str, neutral: bool
) -> dict[str, float]:
    found, wanted = set(trfrs(predictions, neutral)), set(trfrs(references, neutral))
    linking = frames(predictions, neutral)
    if unlinked == "drop":
        found = {x for x in found if x[3] == "Generic" or x in set().union(*linking)}
    counts = {"tp": len(found & wanted), "fp": len(found - wanted), "fn": len(wanted - found)}
    return {**counts, **link_sums(linking, frames(references, neutral))}


def combine(documents: list[dict[str, float]], beta: float, lam: float, clip: bool) -> dict[str, float]:
    """The corpus from its documents."""

    def ratio(top: float, bottom: float) -> float:
        return top / bottom if bottom else 0.0

    def total(name: str) -> float:
        return sum(document[name] for document in documents)

    def argument_sum(document: dict[str, float]) -> float:
        raw = document["tp"] - beta * document["fp"]
        return max(0.0, raw) if clip else raw

    argument = ratio(sum(map(argument_sum, documents)), total("tp") + total("fn"))
    linking = ratio(total("f"), total("items"))
    precision, recall = ratio(total("tp"), total("tp") + total("fp")), ratio(total("tp"), total("tp") + total("fn"))
    scores = [
        lam * argument_sum(document) / (document["tp"] + document["fn"]) + (1 - lam) * document["f"] / document["items"]
        for document in documents
        if document["tp"] + document["fn"] and document["items"]
    ]
    weighed = sum(ratio(document["precision"], document["linked"]) * document["items"] for document in documents)
    return {
        "score": lam * argument + (1 - lam) * linking,
        "argument_score": argument,
        "linking_score": linking,
        "argument_precision": precision,
        "argument_recall": recall,
        "argument_f1": ratio(2 * precision * recall, precision + recall),
        "linking_precision": ratio(weighed, total("items")),
        "linking_recall": ratio(total("recall"), total("items")),
        "true_positives": total("tp"),
        "false_positives": total("fp"),
        "false_negatives": total("fn"),
        "argument_normalizer": total("tp") + total("fn"),
        "linking_sum": total("f"),
        "linking_normalizer": total("items"),
        "macro_score": ratio(sum(scores), len(scores)),
        "documents": len(documents),
    }


def score(
    predictions: list[dict[str, Any]],
    references: list[dict[str, Any]],
    beta: float = 0.25,
    lam: float = 0.5,
    clip: bool = True,
    unlinked: str = "count",
    neutralize_realis: bool = False,
) -> dict[str, float]:
    documents = [
        document_counts(system, reference, unlinked, neutralize_realis)
        for system, reference in zip(predictions, references, strict=True)
    ]
    return combine(documents, beta, lam, clip)
