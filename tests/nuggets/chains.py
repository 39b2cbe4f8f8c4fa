"""Documents with clusters and links for tests: short to write, and random ones."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import Any

from hypothesis import strategies as st


def spelled(clusters: str) -> dict[str, Any]:
    """A document of one-letter mentions: ``"a bc def"`` has a singleton, a pair and a triple.

    The same letter is the same token on both sides, so equal letters are aligned.
    """
    groups = clusters.split()
    return {
        "mentions": [{"token_ids": [ord(letter)], "type": "A", "id": letter} for letter in "".join(groups)],
        "clusters": [list(group) for group in groups],
    }


def chain_document(*, max_mentions: int = 5, links: bool = False) -> st.SearchStrategy[dict[str, Any]]:
    """Mentions with ids, in random clusters or alone, with random links."""
    return _document(max_mentions, links)


@st.composite
def _document(draw: Any, max_mentions: int, links: bool) -> dict[str, Any]:
    rows = draw(st.integers(0, max_mentions))
    kinds = st.sampled_from(["A", "B", "NOT_ANNOTATED"] if not links else ["A", "B"])
    mentions = [
        {"token_ids": draw(st.lists(st.integers(0, 9), min_size=1, max_size=3)), "type": draw(kinds), "id": f"E{row}"}
        for row in range(rows)
    ]
    if draw(st.booleans()):
        for mention in mentions:
            mention["realis"] = draw(st.sampled_from(["Actual", "Other"]))
    cluster_of = [draw(st.integers(-1, 2)) for _ in range(rows)]
    clusters = [[f"E{row}" for row in range(rows) if cluster_of[row] == number] for number in range(3)]
    document: dict[str, Any] = {"mentions": mentions, "clusters": clusters}
    if links and rows:
        ids = st.sampled_from([f"E{row}" for row in range(rows)])
        link = st.fixed_dictionaries({"type": st.sampled_from(["After", "Subevent"]), "source": ids, "target": ids})
        document["links"] = draw(st.lists(link, max_size=7))
    return document


def sum_of(parts: list[Any]) -> Any:
    """The counts of all parts of a corpus."""
    return reduce(add, parts)


def chain_corpus(*, max_mentions: int = 5, links: bool = False, documents: int = 3) -> st.SearchStrategy[Any]:
    """Pairs of (system, reference) documents."""
    side = chain_document(max_mentions=max_mentions, links=links)
    return st.lists(st.tuples(side, side), min_size=1, max_size=documents)


def golden_sides(case: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """Documents of a golden case with clusters and links; ids that no mention has are left out."""
    numbers: dict[Any, int] = {}

    def document(given: dict[str, Any]) -> dict[str, Any]:
        ids = {mention["id"] for mention in given["mentions"]}
        return {
            "doc_id": given["doc_id"],
            "mentions": [
                {
                    "token_ids": [numbers.setdefault(token, len(numbers)) for token in mention["token_ids"]],
                    **{key: mention[key] for key in ("type", "realis", "id")},
                }
                for mention in given["mentions"]
            ],
            "clusters": [[member for member in chain["mentions"] if member in ids] for chain in given["corefs"]],
            "links": [
                {"type": relation["name"], "source": relation["args"][0], "target": relation["args"][1]}
                for relation in given["relations"]
                if ids.issuperset(relation["args"])
            ],
        }

    system = {given["doc_id"]: document(given) for given in case["system"]}
    reference = {given["doc_id"]: document(given) for given in case["gold"]}
    rows = sorted(reference)
    return [system.get(row, {"doc_id": row, "mentions": []}) for row in rows], [reference[row] for row in rows]
