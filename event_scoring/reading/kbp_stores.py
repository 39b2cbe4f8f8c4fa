"""Read keys and systems of the TAC KBP event argument evaluations from their folders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from event_scoring.arguments.realis_expansion import expand_from_realis
from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.formats.kbp.store import ARGUMENTS, LINKING, read_key_store, read_system_store
from event_scoring.formats.rich_ere_files import read_quoted_regions, read_rich_ere
from event_scoring.formats.text_lines import FilePath, paths_in


@dataclass
class StoreReader:
    """Reads the folders of one evaluation."""

    linking: FilePath | None = None
    """The linking store of the key, if it is outside the key's folder."""
    documents: Sequence[str] | None = None
    """The documents to read; by default all."""
    quoted: FilePath | None = None
    """The file of quoted regions for a key in Rich ERE."""
    expands_realis: bool = False
    """Whether the key gets responses that would be right with another realis."""

    def read(self, path: Path, kind: Record, predicted: bool) -> Documents | pa.StructArray:
        """Return the documents of a system, of an annotation store with its linking store, or of Rich ERE."""
        if predicted or ((path / ARGUMENTS).is_dir() and (path / LINKING).is_dir()):
            return read_system_store(path, self.documents)
        if path.is_file() or any(paths_in(path, ".xml")):
            if self.linking is not None or self.expands_realis:
                raise ValueError(f"{path}: expected an annotation store for these options, got Rich ERE")
            regions = None if self.quoted is None else read_quoted_regions(self.quoted)
            return documents_of(kind, read_rich_ere(path, self.documents, regions), "references")
        if self.quoted is not None:
            raise ValueError("--quoted: expected a key in Rich ERE, got another")
        annotations, linking = _key_folders(path) if self.linking is None else (path, self.linking)
        key = read_key_store(annotations, linking, self.documents)
        return expand_from_realis(key) if self.expands_realis else key


def _key_folders(folder: Path) -> tuple[Path, Path]:
    """Return the annotation store and the linking store of a key's folder, or raise an `InputError`."""
    folders = sorted(path for path in paths_in(folder) if path.is_dir() and not path.name.startswith("_"))
    linking = [path for path in folders if "linking" in path.name.lower()]
    others = [path for path in folders if path not in linking]
    if len(linking) != 1 or len(others) != 1:
        raise InputError(
            wanted="a folder of annotations and one with linking in its name",
            got=Description(f"the folders {', '.join(path.name for path in folders)}" if folders else "no folder"),
            hint="linking= or --reference-linking names a linking store elsewhere",
            source=Place(str(folder)),
        )
    return others[0], linking[0]
