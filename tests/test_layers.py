"""Who may import whom, one way (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

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
    "tasks": FRAME | set(TASKS) | {"label_sequences"},
    "reading": FRAME | set(TASKS) | {"tasks", "formats", "label_sequences", "reading"},
    "comparison": FRAME | {"tasks", "comparison"},
    "sharded": FRAME | {"tasks", "formats", "comparison", "sharded"},
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


@cache
def imports(path: Path) -> list[tuple[int, str]]:
    """Line and full name of every import of a file, also those inside functions."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.append((node.lineno, "." * node.level + (node.module or "")))
        elif isinstance(node, ast.Import):
            found.extend((node.lineno, name.name) for name in node.names)
    return found


def room(path: Path) -> str:
    parts = path.relative_to(ROOT / "event_scoring").parts
    return parts[0] if len(parts) > 1 else path.stem


def test_imports_go_one_way() -> None:
    offending = []
    for path in ENGINE:
        for line, name in imports(path):
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
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.ImportFrom)
            for one in node.names
            for full in (f"{node.module}.{one.name}", str(node.module))
        }
        for name, path in modules.items()
    }
    TopologicalSorter({name: found & modules.keys() - {name} for name, found in imported.items()}).prepare()


def test_only_plots_import_matplotlib_and_only_the_space_imports_gradio() -> None:
    offending = [
        f"{path}:{line}: {name}"
        for path in ENGINE
        for line, name in imports(path)
        if name.split(".")[0] == "gradio" or (name.split(".")[0] == "matplotlib" and path.name != "shapes.py")
    ]
    assert not offending, "\n".join(offending)


def test_scipy_is_imported_where_it_is_used_and_solves_assignments_in_one_module() -> None:
    solvers = {"linear_sum_assignment", "min_weight_full_bipartite_matching"}
    offending = []
    for path in ENGINE:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "scipy":
                at_once = node in tree.body
                if at_once or (path.name != "matching.py" and solvers & {name.name for name in node.names}):
                    offending.append(f"{path}:{node.lineno}: {node.module}")
    assert not offending, "\n".join(offending)


def test_collecting_tests_imports_nothing_that_takes_seconds() -> None:
    """Libraries that do come from `tests.heavy`, or are imported where they are used."""
    heavy = HEAVY | {"gradio_client", "playwright", "seqeval"}
    offending = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            offending += [f"{path}:{node.lineno}: {name}" for name in names if name.split(".")[0] in heavy]
    assert offending == []
