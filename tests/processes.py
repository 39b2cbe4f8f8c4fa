"""Processes that tests start."""

from __future__ import annotations

from pathlib import Path


def without_transformers(folder: Path) -> str:
    """A folder for PYTHONPATH that hides transformers: `evaluate` imports it and torch where it can, which takes seconds."""
    folder.mkdir()
    (folder / "transformers.py").write_text("raise ImportError('hidden from this process')")
    return str(folder)
