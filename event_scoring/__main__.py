"""`python -m event_scoring` and the command `event-score`: Ctrl-C gives one line, from the first import on."""

import gc
import io
import os
import sys
from collections import defaultdict
from importlib import import_module
from types import ModuleType

OBJECTS_BEFORE_COLLECTION = 200_000
"""Python looks for garbage after this many new objects; with its default it would look many times during imports."""


class Unneeded:
    """Says that there is none of what pyarrow would import to see whether a value is of it, or to pickle functions."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse these and leave every other module to the next finder."""
        if name in ("pandas", "cloudpickle"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


class UnreadDocumentation(ModuleType):
    """Replaces a module that gives numpy or pyarrow its docstrings, which takes a tenth of our start.

    Any other name is looked up in the real module, which is imported then.
    """

    def __getattr__(self, name: str) -> object:
        if name == "NumpyDocString":
            return lambda text: defaultdict(list)
        if name.startswith("__"):  # as whoever looks through all modules asks
            raise AttributeError(name)
        sys.modules.pop(self.__name__, None)
        return getattr(import_module(self.__name__), name)


def start_light() -> None:
    """Import no more of numpy and pyarrow than a program needs that shows neither their documentation nor pandas."""
    sys.meta_path.insert(0, Unneeded())
    for name in ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars", "pyarrow.vendored.docscrape"):
        sys.modules[name] = UnreadDocumentation(name)


def run() -> int:
    """Run the command line and return the exit code."""
    gc.set_threshold(OBJECTS_BEFORE_COLLECTION)
    try:
        if sys.stderr is None:  # closed; what is printed there would go to the standard output
            sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
        if isinstance(sys.stdout, io.TextIOWrapper):  # letters that it cannot show or hold are no reason to fail
            sys.stdout.reconfigure(errors="replace" if sys.stdout.isatty() else "backslashreplace")
        if sys.argv[1:2] != ["page"]:  # its gradio imports pandas
            start_light()
        return int(import_module("event_scoring.cli.main").main())
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
