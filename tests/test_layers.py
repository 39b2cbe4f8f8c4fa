"""Who may import whom, one way (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
ENGINE = sorted((ROOT / "event_scoring").rglob("*.py"))
TASKS = ("nuggets", "arguments", "extraction", "templates", "values", "relations")
# The floors, from the ground: a module may import from its own room and from those below.
GROUND = {"version", "files", "array_types", "documents", "matching", "statistics"}
FRAME = GROUND | {"scoring"}
ALLOWED = {
    "array_types": set(),
    "files": set(),
    "documents": {"version", "files", "array_types", "documents"},
    "matching": set(),
    "statistics": {"version", "array_types", "matching", "statistics"},
    "scoring": FRAME,
    **{task: FRAME | {task} for task in TASKS},
    "label_sequences": FRAME,
    "formats": FRAME | {"formats"},
    "task_locations": {"scoring"},
    "tasks": FRAME | {"task_locations", "label_sequences"},
    "reading": FRAME | set(TASKS) | {"tasks", "formats", "label_sequences", "reading"},
    "comparison": FRAME | {"tasks", "comparison"},
    "sharded": FRAME | {"task_locations", "formats", "comparison", "sharded"},
    "report": FRAME | set(TASKS) | {"tasks", "comparison", "formats", "report"},
}
THIRD_PARTY = {
    **{
        name: {"msgspec", "numpy", "scipy", "pyarrow"}
        for name in ("array_types", "documents", "statistics", "scoring", *TASKS)
    },
    "formats": {"msgspec", "numpy", "pyarrow"},
    "sharded": {"msgspec", "numpy", "pyarrow", "ray", "tqdm"},
}
LIGHT = {"msgspec", "numpy", "scipy", "pyarrow", "tqdm"}
HEAVY = {"evaluate", "datasets", "transformers", "torch", "gradio", "matplotlib", "ray"}


class Import(NamedTuple):
    """An import statement, with the line and the full names of the modules that it names."""

    line: int
    modules: tuple[str, ...]
    names: tuple[str, ...]
    """The imported names, without their aliases."""
    is_at_once: bool
    """Whether it runs when the module is imported, and not inside a function."""


@cache
def imports(path: Path) -> list[Import]:
    """All imports of a file; those inside functions, too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_once = [one for node in tree.body for one in (statements([node]) if isinstance(node, ast.Try) else [node])]
    found = []
    for node in statements(tree.body):
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = tuple(name.name for name in node.names)
            modules = ("." * node.level + (node.module or ""),) if isinstance(node, ast.ImportFrom) else names
            of_module = names if isinstance(node, ast.ImportFrom) else ()
            found.append(Import(node.lineno, modules, of_module, node in at_once))
    return found


def statements(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield statements and those inside them. `ast.walk` would visit every expression too."""
    for node in nodes:
        yield node
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            yield from statements(getattr(node, part, ()))


def room(path: Path) -> str:
    parts = path.relative_to(ROOT / "event_scoring").parts
    return parts[0] if len(parts) > 1 else path.stem


def test_imports_go_one_way() -> None:
    offending = []
    for path in ENGINE:
        for line, name in ((one.line, name) for one in imports(path) for name in one.modules):
            package, *inner = name.split(".")
            if package == "":
                offending.append(f"{path}:{line}: relative import of {name}")
            elif package == "event_scoring":
                wrong = room(path) in ALLOWED and (*inner, "")[0] not in ALLOWED[room(path)]
            else:
                wrong = package in LIGHT | HEAVY and package not in THIRD_PARTY.get(room(path), {package})
            if package and wrong:
                offending.append(f"{path}:{line}: {room(path)} imports {name}")
    assert not offending, "\n".join(offending)


def test_no_modules_import_each_other_in_a_circle() -> None:
    """An import inside a function runs later, so it is not counted."""
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in ENGINE
    }
    imported = {
        name: {
            full
            for one in imports(path)
            if one.is_at_once
            for full in (*one.modules, *(f"{one.modules[0]}.{name}" for name in one.names))
        }
        for name, path in modules.items()
    }
    TopologicalSorter({name: found & modules.keys() - {name} for name, found in imported.items()}).prepare()


def test_only_plots_import_matplotlib_and_only_the_space_imports_gradio() -> None:
    offending = [
        f"{path}:{one.line}: {name}"
        for path in ENGINE
        for one in imports(path)
        for name in one.modules
        if name.split(".")[0] == "gradio"
        or (name.split(".")[0] == "matplotlib" and path.name not in ("charts.py", "pictures.py"))
    ]
    assert not offending, "\n".join(offending)


def test_scipy_is_imported_where_it_is_used_and_solves_assignments_in_one_module() -> None:
    solvers = {"linear_sum_assignment", "min_weight_full_bipartite_matching"}
    offending = [
        f"{path}:{one.line}: {one.modules[0]}"
        for path in ENGINE
        for one in imports(path)
        if one.names and one.modules[0].split(".")[0] == "scipy"
        if one.is_at_once or (path.name != "matching.py" and solvers & {*one.names})
    ]
    assert not offending, "\n".join(offending)


def test_readers_warn_in_one_module() -> None:
    # Other warnings are not collected for results: `reader_warnings.collected_warnings`.
    readers = [path for path in ENGINE if "formats" in path.parts]
    assert [path.name for path in readers if "warnings.warn(" in path.read_text()] == ["reader_warnings.py"]


def test_collecting_tests_imports_nothing_that_takes_seconds() -> None:
    """Libraries that do come from `tests.heavy`, or are imported where they are used."""
    heavy = HEAVY | {"gradio_client", "playwright", "seqeval"}
    offending = [
        f"{path}:{one.line}: {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for one in imports(path)
        for name in one.modules
        if one.is_at_once and name.split(".")[0] in heavy
    ]
    assert offending == []
