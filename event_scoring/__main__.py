"""Run the command `event-score` (`python -m event_scoring`). Ctrl-C gives one line, from the first import on."""

import gc
import io
import os
import sys
from collections import defaultdict
from importlib import import_module
from types import ModuleType

OBJECTS_BEFORE_COLLECTION = 200_000
"""Number of new objects after which Python collects garbage. Its default would collect often during imports."""


class Unneeded:
    """Hides modules that pyarrow imports only to recognise their values, or to pickle functions."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse hidden modules; leave all others to the next finder."""
        if name in ("pandas", "cloudpickle"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


class UnreadDocumentation(ModuleType):
    """Replaces a module that gives numpy or pyarrow its docstrings, which takes a tenth of the start.

    The first access to any other name imports the real module.
    """

    def __getattr__(self, name: str) -> object:
        if name == "NumpyDocString":
            return lambda text: defaultdict(list)
        if name.startswith("__"):  # as tools that inspect all modules ask
            raise AttributeError(name)
        sys.modules.pop(self.__name__, None)
        return getattr(import_module(self.__name__), name)


def start_light() -> None:
    """Import numpy and pyarrow without their documentation and without pandas."""
    sys.meta_path.insert(0, Unneeded())
    for name in ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars", "pyarrow.vendored.docscrape"):
        sys.modules[name] = UnreadDocumentation(name)


def run() -> int:
    """Run the command line and return the exit code."""
    gc.set_threshold(OBJECTS_BEFORE_COLLECTION)
    try:
        if sys.stderr is None:  # closed: prints to it would go to the standard output
            sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
        if isinstance(sys.stdout, io.TextIOWrapper):  # characters that it cannot encode must not fail
            sys.stdout.reconfigure(errors="replace" if sys.stdout.isatty() else "backslashreplace")
        if sys.argv[1:2] != ["page"]:  # its gradio imports pandas
            start_light()
        return int(import_module("event_scoring.commands.main").main())
    except KeyboardInterrupt:
        print("event-score: interrupted", file=sys.stderr, flush=True)
        return 130


def run_and_end() -> None:
    """Run the command line and exit without Python's cleanup; all output is flushed by then (`files.write`).

    The cleanup would take a seventh of a short run.
    """
    code = run()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    run_and_end()
