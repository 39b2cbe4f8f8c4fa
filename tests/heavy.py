"""Libraries that take seconds to import, for the tests that use them: collecting tests imports none of them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest


@contextmanager
def hidden(name: str) -> Iterator[None]:
    """Hide a module that is not imported yet: `evaluate` would import torch by way of it."""
    hides = name not in sys.modules
    if hides:
        sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        if hides:
            del sys.modules[name]


class Imported:
    """A module that is imported when something of it is first used; where it is not installed, the test is skipped."""

    def __init__(self, name: str) -> None:
        self._module_name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what pytest and doctest ask of everything that they find in a test module
            raise AttributeError(name)
        with hidden("transformers") if self._module_name == "evaluate" else nullcontext():
            module = pytest.importorskip(self._module_name)
        try:
            return getattr(module, name)
        except AttributeError:
            return importlib.import_module(f"{self._module_name}.{name}")


datasets: Any = Imported("datasets")
evaluate: Any = Imported("evaluate")
gradio_client: Any = Imported("gradio_client")
page_server: Any = Imported("spaces_app.server")
ray: Any = Imported("ray")
seqeval: Any = Imported("seqeval")
stats: Any = Imported("scipy.stats")
tokenizers: Any = Imported("tokenizers")
torch: Any = Imported("torch")
transformers: Any = Imported("transformers")
