"""Self-contained folders for the Hub: a metric with its engine beside it, and the Space.

    python -m spaces_app.bundle event_nugget_metric OUT
    python -m spaces_app.bundle spaces_app OUT

`evaluate` copies a metric's script and those files beside it that the script itself imports by
``from .name import …``: no packages, no data, and nothing that only another sibling imports. For each such file
it makes two requests at the first load and one at every later one, so the modules of the engine that a metric
needs stand in one file of plain code, ``engine.py``, one after the other. The pages run from the packages as they
are, which stand in folders beside.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from event_scoring.version import __version__
from spaces_app.one_file import MergeError, merged

ROOT = Path(__file__).resolve().parent.parent
ENGINE = "event_scoring"
METRICS = ("event_nugget_metric", "event_arg_linking_metric")
SPACE = "spaces_app"
SIBLING = "engine"
"""The file that holds the modules of the engine for a metric."""
LISTING = "bundle.json"

_PAGE_FILES = (".py", ".css", ".js", ".svg", ".typed")
_PUBLISHED_WITH = ("README.md", "requirements.txt", "app.py")
"""What a folder for the Hub has at its top besides the code."""


class BundleError(Exception):
    """Source that cannot be bundled, or a folder that must not be overwritten."""


@dataclass(frozen=True)
class Module:
    """One source file of the engine, with its imports from the engine."""

    name: str
    text: str
    imports: tuple[tuple[int, str], ...]
    """Line and full name of each module that is imported, in order."""


def bundle(name: str, root: Path = ROOT) -> dict[str, bytes]:
    """The files of the folder for the Hub: contents by path.

    Args:
        name: A metric, or "spaces_app" for the Space of both.
        root: The checkout.

    Raises:
        BundleError: where the source breaks a rule without which the folder would not load.
    """
    if name not in (*METRICS, SPACE):
        raise BundleError(f"expected one of {', '.join((*METRICS, SPACE))}, got {name}")
    folder = root / name
    files = {file: _read(folder / file).encode() for file in _PUBLISHED_WITH}
    sources = {file: f"{name}/{file}" for file in _PUBLISHED_WITH}
    for path, picture in _pictures(files["README.md"].decode()):
        files[path], sources[path] = _bytes(root / picture), picture
    files["README.md"] = files["README.md"].replace(b"](../docs/images/", b"](images/")
    if name in METRICS:
        for path, text, source in _metric_files(name, root):
            files[path], sources[path] = text.encode(), source
    for path in _page_files(root):
        files[path] = _read(root / path).encode()
        sources[path] = path
    files[LISTING] = _listing(name, files, sources).encode()
    return dict(sorted(files.items()))


def write(files: dict[str, bytes], out: Path) -> None:
    """Write a bundle into a new folder, an empty one, or over an earlier bundle.

    Raises:
        BundleError: where the folder holds anything else; then nothing is written.
    """
    earlier: set[str] = set()
    if out.exists():
        if not out.is_dir():
            raise BundleError(f"{out}: expected a folder")
        if (out / LISTING).is_file():
            earlier = {*json.loads(_read(out / LISTING))["files"], LISTING}
        elif any(out.iterdir()):
            raise BundleError(f"{out}: expected a new or empty folder, or an earlier bundle, got one with other files")
    for path in sorted(earlier - set(files)):
        target = (out / path).resolve()
        if target.is_relative_to(out.resolve()):
            target.unlink(missing_ok=True)
    for path, contents in files.items():
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(contents)


def engine_modules(start: Module, root: Path = ROOT) -> list[Module]:
    """The engine modules that a script needs, directly or through each other, each after those that it imports."""
    found: dict[str, Module] = {}
    ordered: dict[str, Module] = {}

    def visit(name: str) -> None:
        if name in ordered:
            return
        if name in found:
            raise BundleError(f"{name}: expected modules that do not import each other in a circle")
        found[name] = read_module(name, root)
        for target in sorted(target for _, target in found[name].imports):
            visit(target)
        ordered[name] = found[name]

    for name in sorted(target for _, target in start.imports):
        visit(name)
    return list(ordered.values())


def read_module(name: str, root: Path = ROOT) -> Module:
    """A module by its full name."""
    path = root.joinpath(*name.split(".")).with_suffix(".py")
    if not path.is_file():
        raise BundleError(f"{name}: expected a module, got a package or nothing; import from the module itself")
    return _parsed(name, path)


def scanned_imports(text: str) -> list[tuple[str, str, str]]:
    r"""What `evaluate` 0.4.6 sees in a script: ("." or "", name, what stands behind ``#``) of each import.

    It reads line by line, only at the start of a line, and takes a line with one triple quote for the
    begin or the end of a docstring.

    Examples:
        >>> scanned_imports("import numpy\nfrom .core_counts import totals\nif True:\n    import scipy\n")
        [('', 'numpy', ''), ('.', 'core_counts', '')]
    """
    found = []
    quoted = False
    for line in text.splitlines():
        quoted ^= line.count('"""') == 1
        match = re.match(r"(?:import|from)\s+(\.?)([^\s.]+)([^#]*)(?:#\s*(?:From:\s*)?(.*))?", line)
        if not quoted and match and (line.startswith("import") or re.search(r"\simport\s", match[3])):
            found.append((match[1], match[2], match[4] or ""))
    return found


def _metric_files(name: str, root: Path) -> Iterator[tuple[str, str, str]]:
    """Path, text and source of the script and of the engine beside it."""
    script = _parsed(name, root / name / f"{name}.py")
    engine, names = _engine(engine_modules(script, root))
    text = _script(script, names, hashlib.sha256(engine.encode()).hexdigest())
    seen = scanned_imports(text)
    named = {import_name for dot, import_name, _ in seen if dot}
    if named != {SIBLING} or any(comment for _, _, comment in seen):
        raise BundleError(f"{name}: evaluate would see the siblings {sorted(named)} in the script, not {SIBLING}")
    yield f"{name}.py", text, f"{name}/{name}.py"
    yield f"{SIBLING}.py", engine, f"{SPACE}/bundle.py"


_HEAD = f'''\
"""The engine of this metric: modules of {ENGINE} {__version__}, one after the other.

Each has its text from the folder {ENGINE}, without its imports; what two of them call by the same name has the name of
its module behind it. They stand in one file because `evaluate` asks the Hub for each file beside a script, one after
the other, whenever it loads a metric.
"""

from __future__ import annotations

'''


def _engine(modules: Sequence[Module]) -> tuple[str, dict[tuple[str, str], str]]:
    """All modules in one file, and how what they define is called there."""
    try:
        text, names = merged([(module.name, module.text) for module in modules], ENGINE)
    except MergeError as error:
        raise BundleError(str(error)) from None
    return _HEAD + text, names


def _script(script: Module, names: Mapping[tuple[str, str], str], digest: str) -> str:
    """The metric script with its imports from the engine beside it, and a line that changes whenever that does."""
    lines = script.text.splitlines(keepends=True)
    statements = [node for node in ast.parse(script.text).body if isinstance(node, ast.ImportFrom)]
    found = [node for node in statements if (node.module or "").split(".")[0] == ENGINE]
    for node in found:
        as_called = [
            new
            if (new := names[node.module or "", each.name]) == (each.asname or each.name)
            else f"{new} as {each.asname or each.name}"
            for each in node.names
        ]
        end = node.end_lineno or node.lineno
        lines[node.lineno - 1 : end] = [f"from .{SIBLING} import {', '.join(as_called)}\n", *[""] * (end - node.lineno)]
    # evaluate caches a script by its text without what follows a number sign, so an edit there would not be seen.
    added = f'\n_ENGINE = "{ENGINE} {__version__}, sha256 {digest}"\n'
    last = max(node.end_lineno or node.lineno for node in found)
    return "".join([*lines[:last], added, *lines[last:]])


def _parsed(name: str, path: Path) -> Module:
    """A source file, after a check that its engine imports can be rewritten."""
    text = _read(path)
    lines = text.splitlines()
    imports = []
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.ImportFrom):
            target = node.module or ""
        elif isinstance(node, ast.Import):
            target = next((item.name for item in node.names if item.name.split(".")[0] == ENGINE), "")
        else:
            continue
        is_relative = isinstance(node, ast.ImportFrom) and node.level > 0
        if target.split(".")[0] != ENGINE and not is_relative:
            continue
        line = lines[node.lineno - 1]
        if is_relative or "." not in target or not line.startswith(f"from {target} import ") or "#" in line:
            wanted = f"an import at the start of a line, of the form: from {ENGINE}.room.module import name"
            raise BundleError(f"{path}:{node.lineno}: expected {wanted}; got: {line.strip()}")
        imports.append((node.lineno, target))
    return Module(name, text, tuple(sorted(imports)))


def _page_files(root: Path) -> list[str]:
    """The packages from which the page runs, as they are, without what belongs to the checkout only."""
    paths = [path for package in (ENGINE, SPACE) for path in (root / package).rglob("*") if path.is_file()]
    kept = [path for path in paths if path.suffix in _PAGE_FILES and "__pycache__" not in path.parts]
    omitted = {root / SPACE / name for name in ("bundle.py", "one_file.py", "app.py")}
    return sorted(path.relative_to(root).as_posix() for path in kept if path not in omitted)


def _pictures(card: str) -> Iterator[tuple[str, str]]:
    """The pictures of a card: where they stand in the bundle and in the checkout."""
    for picture in re.findall(r"\]\(\.\./(docs/images/[\w.-]+)\)", card):
        yield picture.removeprefix("docs/"), picture


def _listing(name: str, files: dict[str, bytes], sources: dict[str, str]) -> str:
    entries = {
        path: {"source": sources[path], "sha256": hashlib.sha256(files[path]).hexdigest()} for path in sorted(files)
    }
    return json.dumps({"bundle": name, "version": __version__, "files": entries}, indent=2) + "\n"


def _read(path: Path) -> str:
    return _bytes(path).decode("utf-8").replace("\r\n", "\n")


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BundleError(f"{path}: {error.strerror}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Build one folder and say what is in it."""
    parser = argparse.ArgumentParser(
        prog="python -m spaces_app.bundle",
        description="Build the self-contained folder of a metric or of the Space, as it is published on the Hub.",
    )
    parser.add_argument("name", metavar="NAME", help=f"one of {', '.join((*METRICS, SPACE))}")
    parser.add_argument("out", metavar="OUT", type=Path, help="a new or empty folder, or an earlier bundle")
    options = parser.parse_args(arguments)
    try:
        files = bundle(options.name)
        write(files, options.out)
    except BundleError as error:
        print(f"bundle: error: {error}", file=sys.stderr)
        return 2
    size = sum(map(len, files.values()))
    print(f"{options.out}: {options.name} {__version__}, {len(files)} files, {size:,} bytes, listed in {LISTING}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
