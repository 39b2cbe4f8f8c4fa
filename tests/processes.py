"""Processes that tests start."""

from __future__ import annotations

from pathlib import Path


def without(folder: Path, *modules: str) -> str:
    """A folder for PYTHONPATH that hides modules, which others import where they can: transformers and torch take seconds."""
    folder.mkdir()
    for name in modules:
        (folder / f"{name}.py").write_text("raise ImportError('hidden from this process')")
    return str(folder)
