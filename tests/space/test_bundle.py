"""The folders for the Hub: what they hold, and that they work where this project is not installed."""

from __future__ import annotations

import ast
import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from evaluate.loading import get_imports

from event_scoring.examples import NUGGET_EXAMPLES
from event_scoring.formats.kbp.store import read_key_store, read_system_store
from event_scoring.tasks import TASKS
from spaces_app.bundle import LISTING, BundleError, bundle, engine_modules, main, read_module, scanned_imports, write
from spaces_app.examples import ARGUMENT_EXAMPLES, EXTRACTION_EXAMPLES
from tests.processes import without_transformers

ROOT = Path(__file__).parents[2]


def response_cases() -> list[tuple[list[Any], list[Any]]]:
    """Assessed responses of the store of the golden files."""
    store = ROOT / "tests" / "golden" / "kbp_store"
    references = read_key_store(store / "answerKey", store / "referenceLinking")
    names = references.field("doc_id").to_pylist()
    systems = [read_system_store(store / "systems" / name, names) for name in ("sysA", "sysB")]
    return [(system.to_pylist(), references.to_pylist()) for system in systems]


def extraction(example: Any) -> tuple[list[Any], list[Any]]:
    """Both sides, the references with their words."""
    return example.predictions, [
        {**document, "tokens": example.tokens[document["doc_id"]]} for document in example.references
    ]


TEMPLATES = [
    {"templates": [{"type": "ATTACK", "slots": [{"name": "date", "values": values}]}]}
    for values in (["1 May", "2 May"], ["1 May"])
]

CALLS: dict[str, list[tuple[str | None, str, list[Any], list[Any], dict[str, Any]]]] = {
    "event_nugget_metric": [
        *(("detection", "detection", *extraction(example), {"details": True}) for example in EXTRACTION_EXAMPLES),
        *(
            (None, "nuggets", example.predictions, example.references, {"protocol": protocol, "details": True})
            for example in NUGGET_EXAMPLES
            for protocol in ("paper", "pilot", "evmeval-1.8")
        ),
    ],
    "event_arg_linking_metric": [
        *(("extraction", "extraction", *extraction(example), {"details": True}) for example in EXTRACTION_EXAMPLES),
        *(
            ("arguments", "arguments", example.predictions, example.references, {"beta": beta, "details": True})
            for example in ARGUMENT_EXAMPLES
            for beta in (0.25, 0.5)
        ),
        *(("responses", "responses", *documents, {"details": True}) for documents in response_cases()),
        ("templates", "templates", TEMPLATES[:1], TEMPLATES[1:], {"alignment": "optimal", "details": True}),
    ],
}
"""For each metric: configuration, task of the engine, documents and options."""

# Whatever the machine has installed, the packages of this project cannot be imported in these processes; nor can
# transformers, which `evaluate` imports with torch where it can, and which takes seconds.
CLEAN_PROCESS = """
import json, sys
ABSENT = ("event_scoring", "spaces_app", "event_nugget_metric", "event_arg_linking_metric", "transformers")
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
import evaluate
path, calls = json.load(sys.stdin)
results = []
for config, _, predictions, references, options in calls:
    metric = evaluate.load(path, config)
    results.append(metric.compute(predictions=predictions, references=references, **options))
assert not [name for name in sys.modules if name.split(".")[0] == "event_scoring"]
try:
    metric.compute(predictions=[{"x": 1.5}], references=[{"x": 1.5}])
except ValueError as error:
    message = str(error)
print(json.dumps([results, message]))
"""


def in_a_clean_process(
    path: str, name: str, folder: Path, python: str = sys.executable, **environment: str
) -> tuple[list[Any], str]:
    run = subprocess.run(
        [python, "-I", "-c", CLEAN_PROCESS],
        input=json.dumps([path, CALLS[name]]),
        cwd=folder,
        env={**os.environ, "HF_HOME": str(folder / "home"), "HF_EVALUATE_OFFLINE": "0", **environment},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert run.returncode == 0, run.stderr
    results, message = json.loads(run.stdout.splitlines()[-1])
    return results, message


@cache
def built(name: str) -> dict[str, bytes]:
    """The files of a folder, built once for all tests."""
    return bundle(name)


@cache
def expected(name: str) -> list[Any]:
    results = []
    for _, task, system, gold, options in CALLS[name]:
        plain = {key: value for key, value in options.items() if key != "details"}
        results.append(TASKS[task].score_documents(system, gold, plain, options["details"]))
    return json.loads(json.dumps(results))  # type: ignore[no-any-return]


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_a_bundle_scores_alone_as_the_checkout_does(name: str, tmp_path: Path) -> None:
    write(built(name), tmp_path / name)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    results, message = in_a_clean_process(str(tmp_path / name), name, elsewhere, HF_HUB_OFFLINE="1")
    assert results == expected(name)
    assert message.startswith("predictions[0]")


INSIDE = """
import json, multiprocessing, pickle, sys, traceback
import evaluate
path = sys.argv[1]
metric = evaluate.load(path)
def score(instance):
    return instance.compute(predictions=[[{"token_ids": [1], "type": "A"}]], references=[[{"token_ids": [1], "type": "A"}]])
if __name__ == "__main__":
    try:
        metric.compute(predictions=[[{"token_ids": [1.5], "type": "A"}]], references=[[]])
    except ValueError as error:
        again = pickle.loads(pickle.dumps(error))
        shown = traceback.format_exc()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        f1 = pool.map(score, [metric])[0]["span_f1"]
    print(json.dumps([type(again).__name__, str(again), shown, f1]))
"""


@pytest.mark.slow
def test_the_one_file_is_a_module_like_any_other(tmp_path: Path) -> None:
    """They are pickled into other processes, and a traceback shows their lines."""
    write(built("event_nugget_metric"), tmp_path / "event_nugget_metric")
    (tmp_path / "inside.py").write_text(INSIDE)
    hidden = without_transformers(tmp_path / "hidden")
    run = subprocess.run(
        [sys.executable, "inside.py", str(tmp_path / "event_nugget_metric")],
        cwd=tmp_path,
        env={**os.environ, "HF_HOME": str(tmp_path / "home"), "HF_HUB_OFFLINE": "1", "PYTHONPATH": hidden},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert run.returncode == 0, run.stderr
    kind, message, shown, f1 = json.loads(run.stdout.splitlines()[-1])
    assert (kind, f1) == ("InputError", 1.0)
    assert "expected an integer token id, got 1.5 (float)" in message
    assert "engine.py" in shown
    assert "raise problem" in shown


class Hub(http.server.BaseHTTPRequestHandler):
    """What `evaluate` asks of the Hub, for folders under `root`: HEAD and GET of a file of a Space."""

    root: Path
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(f"{self.command} {self.path}")
        parts = self.path.split("?")[0].strip("/").split("/")
        content = None
        if len(parts) == 6 and parts[:2] == ["spaces", "someone"] and parts[3:5] == ["resolve", "main"]:
            path = self.root / parts[2] / parts[5]
            content = path.read_bytes() if path.is_file() else None
        self.send_response(200 if content is not None else 404)
        self.send_header("Content-Length", str(len(content or b"")))
        if content is not None:
            self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content or b"")

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []
    handler = type("Handler", (Hub,), {"root": tmp_path / "hub", "asked": asked})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_a_bundle_loads_by_name_from_a_hub(name: str, tmp_path: Path, hub: tuple[str, list[str]]) -> None:
    endpoint, asked = hub
    files = built(name)
    write(files, tmp_path / "hub" / name)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    results, _ = in_a_clean_process(f"someone/{name}", name, elsewhere, HF_ENDPOINT=endpoint, NO_PROXY="127.0.0.1")
    assert results == expected(name)
    fetched = {line.rpartition("/")[2] for line in asked if line.startswith("GET /spaces/") and "/main/" in line}
    assert fetched == {path for path in files if "/" not in path and path.endswith(".py")} - {"app.py"}
    # Each request is a round trip, and evaluate makes them one after the other: seconds, where files are many.
    first, calls = len(asked), len(CALLS[name])
    assert first <= 4 + 4 * calls
    asked.clear()
    in_a_clean_process(f"someone/{name}", name, elsewhere, HF_ENDPOINT=endpoint, NO_PROXY="127.0.0.1")
    assert len(asked) <= 4 * calls


@pytest.mark.parametrize("name", CALLS)
def test_evaluate_sees_every_sibling_in_the_script(name: str, tmp_path: Path) -> None:
    files = built(name)
    write(files, tmp_path / name)
    seen = get_imports(str(tmp_path / name / f"{name}.py"))
    siblings = {f"{sibling}.py" for kind, sibling, *_ in seen if kind == "internal"}
    assert siblings == {path for path in files if "/" not in path and path.endswith(".py")} - {f"{name}.py", "app.py"}
    assert {kind for kind, *_ in seen} == {"internal", "library"}
    ours = [(imported, comment) for _, imported, comment in scanned_imports(files[f"{name}.py"].decode())]
    assert {imported for imported, _ in ours} == {imported for _, imported, *_ in seen}


SCRIPT = """\
import os
def nothing():
    '''
    '''
from .one import f  # From: elsewhere
\"\"\"begin
import never
end\"\"\"
from .two.three import (
    f,
)
    import indented
from . import four
"""


def test_the_scanner_is_that_of_evaluate(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    ours = [(name, comment) for _, name, comment in scanned_imports(SCRIPT)]
    theirs = [(name, "" if path == name else path) for _, name, path, _ in get_imports(str(tmp_path / "script.py"))]
    assert ours == theirs == [("os", ""), ("one", "elsewhere"), ("two", "")]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CALLS, "spaces_app"])
def test_building_twice_gives_the_same_listed_files(name: str, tmp_path: Path) -> None:
    files = built(name)
    assert files == bundle(name)
    listing = json.loads(files[LISTING])
    assert listing["bundle"] == name
    assert listing["version"] == "0.1.0"
    assert {*listing["files"], LISTING} == set(files)
    for path, entry in listing["files"].items():
        assert entry["sha256"] == hashlib.sha256(files[path]).hexdigest()
        assert (ROOT / entry["source"]).is_file()
    assert {"README.md", "app.py", "requirements.txt", "spaces_app/server.py"} <= set(files)
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", files["README.md"].decode())
    assert pictures
    assert all(files[picture].startswith(b"\x89PNG") for picture in pictures)
    assert "spaces_app/bundle.py" not in files


@pytest.mark.slow
def test_an_edit_behind_a_number_sign_in_a_sibling_changes_the_script(tmp_path: Path) -> None:
    """`evaluate` ignores what follows a number sign when it decides whether a cached script is current."""
    for package in ("event_scoring", "event_nugget_metric", "spaces_app", "docs/images"):
        for path in (ROOT / package).rglob("*"):
            if path.suffix in (".py", ".md", ".txt", ".css", ".png"):
                target = tmp_path / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())
    before = built("event_nugget_metric")["event_nugget_metric.py"].decode()
    with (tmp_path / "event_scoring/statistics/ratios.py").open("a") as file:
        file.write('\nMARK = "#1"\n')
    after = bundle("event_nugget_metric", tmp_path)["event_nugget_metric.py"].decode()
    assert [line.partition("#")[0] for line in before.splitlines()] != [
        line.partition("#")[0] for line in after.splitlines()
    ]


BROKEN = {
    "import event_scoring.scoring.counts\n": "import event_scoring.scoring.counts",
    "from event_scoring import InputError\n": "from event_scoring import InputError",
    "from .counts import totals\n": "from .counts import totals",
    "def f():\n    from event_scoring.scoring.counts import totals\n": "from event_scoring.scoring.counts import totals",
    "from event_scoring.scoring.counts import totals  # noqa\n": "# noqa",
}


@pytest.mark.parametrize("text", BROKEN)
def test_an_import_that_cannot_be_rewritten_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "event_scoring").mkdir()
    (tmp_path / "event_scoring" / "broken.py").write_text(text)
    with pytest.raises(BundleError, match=r"broken.py:\d+: expected an import at the start of a line") as caught:
        read_module("event_scoring.broken", tmp_path)
    assert BROKEN[text] in str(caught.value)


def test_a_package_is_not_imported_from(tmp_path: Path) -> None:
    (tmp_path / "event_scoring" / "scoring").mkdir(parents=True)
    (tmp_path / "event_scoring" / "a.py").write_text("from event_scoring.scoring import counts\n")
    with pytest.raises(BundleError, match=r"event_scoring.scoring: expected a module, got a package"):
        engine_modules(read_module("event_scoring.a", tmp_path), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_the_engine_on_the_hub_is_plain_code_in_one_file(name: str) -> None:
    """Whoever opens it there sees what runs: no text is executed, and every definition of the engine stands in it."""
    engine = built(name)["engine.py"].decode()
    calls = {
        node.func.id for node in ast.walk(ast.parse(engine)) if isinstance(node, ast.Call) and hasattr(node.func, "id")
    }
    assert not calls & {"exec", "eval", "compile", "__import__"}
    longest = max(
        (
            node.value
            for node in ast.walk(ast.parse(engine))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ),
        key=len,
    )
    assert len(longest) < 4000, "code in a text"
    assert "# event_scoring/scoring/task.py" in engine
    assert "class Task:" in engine


VERSIONS = ("3.10", "3.11", "3.12", "3.13")
PACKAGES = "import importlib.util as u; print(all(map(u.find_spec, ('evaluate', 'scipy', 'pyarrow'))))"


def interpreters(version: str) -> list[str]:
    """Those of a version that the machine has."""
    found = [shutil.which(f"python{version}")]
    found += map(str, (Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    found += [sys.executable] if sys.version.startswith(f"{version}.") else []
    # A name may stand for an interpreter that is not chosen.
    return [path for path in found if path and not subprocess.run([path, "-c", ""], capture_output=True).returncode]


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_the_bundle_loads_on_each_python_of_the_machine(version: str, tmp_path: Path) -> None:
    """Compiled by each, and scored where what it needs is installed."""
    pythons = interpreters(version)
    if not pythons:
        pytest.skip(f"there is no Python {version} on this machine")
    name = "event_nugget_metric"
    write(built(name), tmp_path / name)
    for file in ("engine.py", f"{name}.py"):
        subprocess.run([pythons[0], "-m", "py_compile", str(tmp_path / name / file)], check=True, timeout=120)
    ready = [
        each
        for each in pythons
        if version != f"{sys.version_info.major}.{sys.version_info.minor}"  # of this one there is a test above
        and "True" in subprocess.run([each, "-c", PACKAGES], capture_output=True, text=True).stdout
    ]
    for python in ready[:1]:
        results, _ = in_a_clean_process(str(tmp_path / name), name, tmp_path, python, HF_HUB_OFFLINE="1")
        assert results == expected(name)


def test_only_a_bundle_is_overwritten(tmp_path: Path) -> None:
    files = {"kept.py": b"1\n", LISTING: json.dumps({"files": {"kept.py": {}}}).encode()}
    write(
        {
            "gone.py": b"0\n",
            "folder/gone.py": b"",
            LISTING: json.dumps({"files": {"gone.py": {}, "folder/gone.py": {}, "../outside": {}}}).encode(),
        },
        tmp_path / "out",
    )
    (tmp_path / "outside").write_text("not ours")
    write(files, tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").rglob("*") if path.is_file()) == [LISTING, "kept.py"]
    assert (tmp_path / "outside").exists()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").write_text("years of work")
    with pytest.raises(BundleError, match="expected a new or empty folder, or an earlier bundle"):
        write(files, tmp_path / "other")
    (tmp_path / "file").write_text("")
    with pytest.raises(BundleError, match="expected a folder"):
        write(files, tmp_path / "file")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["event_nugget_metric", str(tmp_path / "out")]) == 0
    assert "event_nugget_metric 0.1.0" in capsys.readouterr().out
    assert main(["event_nugget", str(tmp_path / "out")]) == 2
    assert "expected one of event_nugget_metric" in capsys.readouterr().err


def test_modules_that_import_each_other_are_refused(tmp_path: Path) -> None:
    engine = tmp_path / "event_scoring"
    engine.mkdir()
    (engine / "a.py").write_text("from event_scoring.b import c\n")
    (engine / "b.py").write_text("from event_scoring.a import d\n")
    with pytest.raises(BundleError, match="in a circle"):
        engine_modules(read_module("event_scoring.a", tmp_path), tmp_path)
