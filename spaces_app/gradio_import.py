"""gradio, imported without the stub files for editors that it writes beside its sources at each start.

They take half of the processor time of a start; of a class that is in no file gradio writes none.
"""

from __future__ import annotations

import inspect
from typing import Any

_file_of = inspect.getfile


def _file_unless_of_gradio(thing: Any) -> str:
    if isinstance(thing, type) and thing.__module__.startswith("gradio."):
        raise OSError("its stub is not wanted")
    return _file_of(thing)


inspect.getfile = _file_unless_of_gradio  # type: ignore[assignment]
try:
    import gradio as gr
finally:
    inspect.getfile = _file_of

__all__ = ["gr"]
