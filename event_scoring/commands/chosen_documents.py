"""The flag --documents: score or check some documents only."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

from event_scoring.commands.option_flags import listed
from event_scoring.commands.task_command import TaskCommand
from event_scoring.documents.errors import quoted, suggestion

if TYPE_CHECKING:
    from event_scoring.documents.sides import Documents


def add_documents_flag(group: Any, meaning: str = "score these documents only") -> None:
    """Add the flag, whose value `chosen_ids` reads."""
    ids = "ids between commas, or a file with one id a line"
    group.add_argument("-dn", "--documents", metavar="A,B|FILE", help=f"{meaning}: {ids}")


def chosen_ids(text: str) -> list[str]:
    """Return the document ids that --documents names: a list with commas, or the lines of a file (FILE or @FILE).

    Examples:
        >>> chosen_ids("doc1, doc2")
        ['doc1', 'doc2']
    """
    if not text.startswith("@") and not os.path.isfile(text):
        return listed(text, "documents")
    from event_scoring.formats.kbp.store import read_document_list

    return read_document_list(text.removeprefix("@"))


class SubsetCommand(TaskCommand):
    """A command with the flag --documents, which names the documents to score."""

    @cached_property
    def doc_ids(self) -> list[str] | None:
        """The ids of --documents; None for all documents."""
        return None if self.arguments.documents is None else chosen_ids(self.arguments.documents)

    known: frozenset[str] = frozenset()
    """The ids of all references, which are read first."""

    def read(self, path: str, predicted: bool) -> Documents:
        """Return the chosen documents of a side in their order. Raise a ValueError for an id that no reference has.

        A system without any id of the references keeps its documents, so that matching them names the wrong file.
        """
        documents = super().read(path, predicted)
        if self.doc_ids is None:
            return documents
        given = frozenset(str(name) for name in documents.ids if name is not None)
        if not predicted:
            self.known = given
            for name in self.doc_ids:
                if name not in given:
                    problem = f"no reference document is called {quoted(name)}{suggestion(name, given)}"
                    raise ValueError(f"--documents: {problem}")
        if self.known.isdisjoint(given):
            return documents
        from event_scoring.documents.sides import Documents

        doc_ids = {*self.doc_ids}
        return Documents(document for document in documents if document.doc_id in doc_ids)
