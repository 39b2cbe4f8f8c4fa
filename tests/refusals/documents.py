"""Documents that refused calls in transcripts name."""

from __future__ import annotations

from typing import Any

from event_scoring.scoring.task import Counts, joined_counts
from event_scoring.tasks import TASKS
from tests.extraction.test_input import changed as changed
from tests.refusals.folder import warned as warned
from tests.values.test_values import gold as gold

TEXT = "IL-2 binding was lost."
PROTEIN = {"id": "T1", "type": "Protein", "start": 0, "end": 4}
BINDING = {
    "id": "E1",
    "type": "Binding",
    "trigger": {"start": 5, "end": 12},
    "arguments": [{"role": "Theme", "entity": "T1"}],
}
BIONLP = {"text": TEXT, "entities": [PROTEIN], "events": [BINDING]}
GENE = {"id": "T1", "type": "Gene_or_gene_product", "start": 0, "end": 4}
EVENTS = [{"id": name, "sentence": 0, "token": place} for place, name in enumerate("abc")]
PLACED = [{"span": [place, place + 1], "cluster": "x"} for place in range(2)]
DYING = [
    {"doc_id": name, "mentions": [{"token_ids": [3], "type": "Life.Die"}] * 3} for name in ("a/one.txt", "a/two.txt")
]
FELL: dict[str, Any] = {
    "tokens": ["the", "town", "fell"],
    "events": [{"trigger": {"span": [2, 3]}, "type": "Fall", "arguments": [{"span": [0, 2], "role": "Place"}]}],
}


def of_genes(**event: Any) -> dict[str, Any]:
    """A document of Pathway Curation whose one event differs from `BINDING`."""
    return {"text": TEXT, "entities": [GENE], "events": [{**BINDING, **event}]}


def filled(name: str, *values: str, **template: Any) -> dict[str, Any]:
    """A document of one template with one slot of values."""
    return {"templates": [{"type": "attack", "slots": [{"name": name, "values": [*values]}], **template}]}


def fills(name: str, *given: Any) -> dict[str, Any]:
    """A document of one template of MUC-4."""
    return {"doc_id": "a", "templates": [{"id": "1", "slots": [{"name": name, "fills": [*given]}]}]}


def linked(*links: tuple[str, str, str], **more: Any) -> dict[str, Any]:
    """A document of three events and some links."""
    relations = [{"source": source, "type": label, "target": target} for source, label, target in links]
    return {"events": EVENTS, "relations": relations, **more}


LINKED = linked(("a", "BEFORE", "b"))


def predicted(argument: dict[str, Any]) -> list[dict[str, Any]]:
    """Predictions of one event of falling with one argument."""
    return [{"events": [{"trigger": {"text": "fell"}, "type": "Fall", "arguments": [argument]}]}]


def joined(task: str, *documents: dict[str, Any], **options: Any) -> Counts:
    """The counts of documents that were counted one by one."""
    return joined_counts([TASKS[task].count_documents([one], [one], options) for one in documents])
