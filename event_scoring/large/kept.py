"""Finished work, kept in files beside the output, and taken again only where everything is the same."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from event_scoring.large.sums import Sums
from event_scoring.scoring.counts import qualified_name
from event_scoring.version import __version__


@dataclass(frozen=True)
class Kept:
    """A folder of sums, one file a piece; the name and the head of a file say from what they were made."""

    folder: str

    def made(self) -> str:
        """The folder, which now exists."""
        os.makedirs(self.folder, exist_ok=True)
        return self.folder

    def sums(self, name: str, content: Mapping[str, Any], recipe: Mapping[str, Any], count: Callable[[], Sums]) -> Sums:
        """Sums that were kept, or else those that are counted now, which are kept.

        Args:
            name: What a person should find in the name of the file.
            content: What stands for the documents, such as a digest of a shard.
            recipe: The choices by which they are counted.
            count: Makes the sums.
        """
        key = json.dumps({**content, "recipe": recipe, "version": __version__}, sort_keys=True, default=qualified_name)
        stem = Path(name).name.partition(".")[0][:40]
        file = Path(self.folder) / f"{stem}-{hashlib.sha256(key.encode()).hexdigest()[:24]}.arrow"
        # Whatever is wrong with a kept file, the shard is there to be counted again.
        with suppress(OSError, ValueError, KeyError, TypeError, IndexError):
            table = pa.ipc.open_file(file.read_bytes()).read_all()
            if table.schema.metadata == {b"key": key.encode()}:
                return Sums.from_table(table)
        found = count()
        self._write(file, found.to_table().replace_schema_metadata({"key": key}))
        return found

    def _write(self, file: Path, table: pa.Table) -> None:
        """Write a file as a whole or not at all."""
        self.made()
        partial = file.with_name(f"{file.name}.{os.getpid()}.part")
        try:
            with pa.OSFile(os.fspath(partial), "wb") as target, pa.ipc.new_file(target, table.schema) as writer:
                writer.write_table(table)
            partial.replace(file)
        finally:
            partial.unlink(missing_ok=True)
