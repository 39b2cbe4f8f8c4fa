"""The page in the browser: the folder ``spaces_app`` of a checkout, which a wheel has inside this package."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

NAME = "spaces_app"
"""The name by which modules of the page import each other."""


def page_module(name: str) -> ModuleType:
    """Import a module of the page by its name in the folder, such as ``server``."""
    if NAME not in sys.modules:
        here = Path(__file__).parent
        folder = next(path for path in (here / "space", here.parent / NAME) if path.is_dir())
        spec = spec_from_file_location(NAME, folder / "__init__.py", submodule_search_locations=[str(folder)])
        assert spec is not None
        assert spec.loader is not None
        sys.modules[NAME] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[NAME])
    return import_module(f"{NAME}.{name}")
