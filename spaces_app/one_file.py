"""Modules of the engine as one file of plain code, which anybody can read where it is published.

The modules follow one another, each after those that it imports. Where two of them call different things by the same
name, one is renamed; `merged` proves for each module that nothing but those names has changed.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Scope = tuple[str, frozenset[str]]
"""The kind of a scope, "function" or "class", and the names that it binds."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class MergeError(Exception):
    """Source that cannot stand in one file with the rest."""


@dataclass
class _Source:
    """One module on its way into the file."""

    name: str
    text: str
    tree: ast.Module
    defined: frozenset[str] = frozenset()
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What the name of an import from the engine stands for: module and name there."""
    outside: dict[str, str] = field(default_factory=dict)
    """For each name that another import binds, the import that does."""


def merged(modules: Sequence[tuple[str, str]], package: str) -> tuple[str, dict[tuple[str, str], str]]:
    r"""One text for all modules, and how what each defines is called in it.

    Args:
        modules: Full names and texts, each after those that it imports.
        package: What their imports of each other start with.

    Raises:
        MergeError: for source that this cannot bring together.

    Examples:
        >>> first = ("p.a", "from math import pi\n\ndef _twice(x):\n    return 2 * x\n")
        >>> second = ("p.b", "from p.a import _twice as t\n\ndef _twice():\n    return t(1)\n")
        >>> text, names = merged([first, second], "p")
        >>> names[("p.b", "_twice")]
        '_twice_of_b'
        >>> "return _twice(1)" in text
        True
    """
    sources = [_read(name, text, package) for name, text in modules]
    names = _names(sources, package)
    imports = sorted({line for source in sources for line in source.outside.values()}, key=_import_order)
    parts = ["\n".join(imports)]
    for source in sources:
        renames = {name: names[source.name, name] for name in source.defined}
        for name, found in source.imported.items():
            if found not in names:
                raise MergeError(f"{source.name}: {'.'.join(found)} is nothing that a module in the file defines")
            renames[name] = names[found]
        path = source.name.replace(".", "/")
        parts.append(f"\n\n# {path}.py\n\n{_rewritten(source, renames).strip()}")
    return "\n".join(parts) + "\n", names


def _read(name: str, text: str, package: str) -> _Source:
    source = _Source(name, text, ast.parse(text))
    defined: set[str] = set()
    for node in source.tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == package:
            source.imported.update({each.asname or each.name: (node.module or "", each.name) for each in node.names})
        elif isinstance(node, ast.Import | ast.ImportFrom):
            if not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
                source.outside.update(_bound_by(node))
        else:
            defined.update(_bound([node]))
    source.defined = frozenset(defined)
    return source


def _bound_by(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    for each in node.names:
        alone = ast.ImportFrom(node.module, [each], 0) if isinstance(node, ast.ImportFrom) else ast.Import([each])
        yield each.asname or each.name.split(".")[0], ast.unparse(alone)


def _names(sources: Sequence[_Source], package: str) -> dict[tuple[str, str], str]:
    """How each definition is called: as it is where that name is free, or else with its module."""
    taken: dict[str, str] = dict.fromkeys(dir(builtins), "builtins")
    for source in sources:
        for name, line in source.outside.items():
            if taken.setdefault(name, line) != line:
                raise MergeError(f"{source.name}: {name} is also {taken[name]}")
    found = {}
    for source in sources:
        for name in sorted(source.defined):
            is_first = name not in taken
            taken.setdefault(name, source.name)
            flat = source.name.removeprefix(f"{package}.").replace(".", "_")
            found[source.name, name] = name if is_first else f"{name}_of_{flat}"
    if len(set(found.values())) < len(found):
        raise MergeError("two definitions would have one name")
    return found


def _import_order(line: str) -> tuple[bool, str]:
    return line.startswith("from"), line


def _rewritten(source: _Source, renames: Mapping[str, str]) -> str:
    """The text without its imports and with its names, after a proof that the code is otherwise the same."""
    lines = source.text.splitlines(keepends=True)
    finder = _Finder({name for name, new in renames.items() if name != new})
    finder.visit_all(source.tree.body)
    for text in sorted(finder.texts, key=lambda node: node.lineno, reverse=True):
        _replace_in_text(lines, text, {name: renames[name] for name in finder.texts[text]})
    for node in sorted(finder.found, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        name = node.id if isinstance(node, ast.Name) else node.name
        row, at = _place(lines, node, name)
        lines[row] = lines[row][:at] + renames[name] + lines[row][at + len(name) :]
    kept = [node for node in source.tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    for statement in source.tree.body:
        if statement not in kept:
            last = statement.end_lineno or statement.lineno
            lines[statement.lineno - 1 : last] = [""] * (last - statement.lineno + 1)
    written = "".join(lines)
    renamed: list[ast.Name | ast.FunctionDef | ast.ClassDef] = list(finder.found)
    renamed += [each for names in finder.texts.values() for found in names.values() for each in found]
    for node in renamed:
        if isinstance(node, ast.Name):
            node.id = renames[node.id]
        else:
            node.name = renames[node.name]
    wanted = ast.Module(kept, [])
    if ast.dump(ast.parse(written)) != ast.dump(wanted):
        raise MergeError(f"{source.name}: a name that must change stands where it cannot be replaced")
    return written


def _place(lines: Sequence[str], node: ast.Name | ast.FunctionDef | ast.ClassDef, name: str) -> tuple[int, int]:
    """Row and column of a name."""
    row = node.lineno - 1
    at = len(lines[row].encode()[: node.col_offset].decode())
    if not isinstance(node, ast.Name):
        at = lines[row].index(name, lines[row].index("class " if isinstance(node, ast.ClassDef) else "def ", at))
    return row, at


def _replace_in_text(lines: list[str], node: ast.JoinedStr, renames: Mapping[str, str]) -> None:
    """Rename inside the braces of a formatted text, where some versions of Python do not say where names stand."""
    for row in range(node.lineno - 1, node.end_lineno or node.lineno):
        for name, new in renames.items():
            within = rf"(?<=[{{( \[,*])\b{re.escape(name)}\b(?=[^{{}}]*}})"
            lines[row] = re.sub(within, new, lines[row])


class _Finder:
    """Finds where some names of a module mean what the module binds, and not what a function does."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.scopes: list[Scope] = []
        self.text: ast.JoinedStr | None = None
        self.found: list[ast.Name | ast.FunctionDef | ast.ClassDef] = []
        self.texts: dict[ast.JoinedStr, dict[str, list[ast.Name]]] = {}

    def visit_all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.Name):
            if self._is_of_module(node.id):
                if self.text is None:
                    self.found.append(node)
                else:
                    self.texts.setdefault(self.text, {}).setdefault(node.id, []).append(node)
        elif isinstance(node, ast.JoinedStr) and self.text is None:
            self.text = node
            self.visit_all(ast.iter_child_nodes(node))
            self.text = None
        elif isinstance(node, ast.ClassDef):
            self._define(node)
            self.visit_all([*node.decorator_list, *node.bases, *node.keywords])
            self._within("class", _bound(node.body), node.body)
        elif isinstance(node, ast.FunctionDef):
            self._define(node)
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            outside = [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults, node.returns]
            self.visit_all([*outside, *(one.annotation for one in given if one)])
            self._within("function", {*_bound(node.body), *(one.arg for one in given if one)}, node.body)
        elif isinstance(node, ast.Lambda):
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            self.visit_all([*node.args.defaults, *node.args.kw_defaults])
            self._within("function", {one.arg for one in given if one}, [node.body])
        elif isinstance(node, _COMPREHENSIONS):
            first, *others = node.generators
            self.visit(first.iter)
            inner: list[ast.AST] = [first.target, *first.ifs, *others]
            inner += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            self._within("function", _stored([first.target, *(one.target for one in others)]), inner)
        else:
            self.visit_all(ast.iter_child_nodes(node))

    def _within(self, kind: str, bound: Iterable[str], nodes: Iterable[ast.AST]) -> None:
        self.scopes.append((kind, frozenset(bound)))
        self.visit_all(nodes)
        self.scopes.pop()

    def _define(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        if not self.scopes and node.name in self.names:
            self.found.append(node)

    def _is_of_module(self, name: str) -> bool:
        if name not in self.names:
            return False
        last = len(self.scopes) - 1
        return not any(
            name in bound for place, (kind, bound) in enumerate(self.scopes) if kind == "function" or place == last
        )


def _stored(nodes: Iterable[ast.AST]) -> set[str]:
    return {each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)}


def _bound(nodes: Iterable[ast.AST]) -> set[str]:
    """What some statements bind in the scope in which they stand."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Lambda):
            continue
        elif isinstance(node, _COMPREHENSIONS):
            names |= {each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr)}
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {(each.asname or each.name).split(".")[0] for each in node.names}
        else:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                names.add(node.id)
            if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
                names.add(node.name)
            names |= _bound(ast.iter_child_nodes(node))
    return names
