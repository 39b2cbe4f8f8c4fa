"""Remarks on links that cannot all be true. Scoring goes on with them; a submission should not have them."""

from __future__ import annotations

from functools import partial

import pyarrow as pa

from event_scoring.documents.errors import InputError
from event_scoring.documents.link_problems import LinkProblem, link_problems
from event_scoring.documents.reporting import Report


def remark_on_links(side: pa.StructArray, name: str, report: Report) -> None:
    """Report what cannot be true of the links of each document.

    The levels are those of TBF files: EvmEval's validator ignores a link within a cluster, refuses one that
    goes back the way another of its type came, and lets longer cycles and contradictions pass.

    Examples:
        >>> from event_scoring.documents.reporting import Listing
        >>> links = [{"type": kind, "source": "a", "target": "b"} for kind in ("After", "Subevent")]
        >>> listing = Listing()
        >>> remark_on_links(pa.array([{"clusters": [], "links": links}]), "predictions", listing)
        >>> listing.findings[0].level, listing.findings[0].message
        ('note', 'predictions[0]["links"][0]: After link that contradicts the other links: a, b')
    """
    for row, (links, clusters) in enumerate(zip(side.field("links"), side.field("clusters"), strict=True)):
        if not links.is_valid or not len(links):
            continue
        triples = [(link["type"], link["source"], link["target"]) for link in links.as_py()]
        for problem in link_problems(triples, clusters.as_py() or ()):
            report.add([row], partial(_remark, name, problem), _level(problem))


def _remark(name: str, problem: LinkProblem, row: int) -> InputError:
    return InputError((name, row, "links", max(problem.rows)), says=problem.message)


def _level(problem: LinkProblem) -> str:
    if problem.kind == "within":
        return "warning"
    return "error" if problem.refused else "note"
