"""The wheel where no checkout is: every door of the project opens."""

from __future__ import annotations

import json
import re
import shutil
import site
import socket
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import publish
from event_scoring.metric_folders import METRICS
from tests.processes import without

ROOT = Path(__file__).parent.parent
PACKAGES = ("event_scoring", "event_nugget_metric", "event_arg_linking_metric", "spaces_app")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The published folders of a checkout with an address; the wheel is built without downloads."""
    copy, folder = tmp_path_factory.mktemp("copy") / "checkout", tmp_path_factory.mktemp("published")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    declared = (copy / "setup.cfg").read_text()
    (copy / "setup.cfg").write_text(declared.replace("[metadata]\n", "[metadata]\nurl = https://example.org/home\n"))
    with (copy / "README.md").open("a") as readme:
        readme.write("\n[LICENSE](LICENSE) [in](#t) [web](https://example.com) ![it](docs/i.png)\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_NO_BUILD_ISOLATION", "0")  # pip's name for a flag that is off
        patch.setattr(publish, "ROOT", copy)
        publish.build(folder)
    return folder


@pytest.fixture(scope="module")
def python(out: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel; what the project needs it finds among the packages of this process."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    interpreter = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", interpreter, "install", "--quiet", "--no-deps", "--no-index"]
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONPATH", raising=False)  # pip would find the checkout's wheel there
        subprocess.run([*pip, "-r", "requirements.txt"], cwd=out / "event_nugget_metric", check=True)
    (own,) = folder.glob("lib/python*/site-packages")
    (own / "others.pth").write_text("\n".join(site.getsitepackages()))
    return interpreter


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and no trace of the checkout."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.delenv("PYTHONPATH", raising=False)
    settings = {"HF_HOME": str(tmp_path / "home"), "HF_HUB_OFFLINE": "1", "NO_PROXY": "127.0.0.1", "MPLBACKEND": "agg"}
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    return work


def run(work: Path, *command: str | Path) -> str:
    done = subprocess.run(command, cwd=work, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_file_of_the_packages_is_in_the_wheel(out: Path) -> None:
    (wheel,) = out.glob("*/*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()}
    kept = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    kept = {re.sub("^spaces_app/", "event_scoring/space/", path) for path in kept}
    assert packed == {path for path in kept if not path.endswith("/requirements.txt")}
    assert {name.partition("/")[0] for name in packed} == {"event_scoring", *METRICS}


def test_the_folders_ask_for_the_wheel_that_lies_beside_them(out: Path) -> None:
    (wheel,) = out.glob("*/*.whl")
    for name in publish.FOLDERS:
        asked = (out / name / "requirements.txt").read_text(encoding="utf-8").strip()
        assert (out / name / asked).resolve() == wheel.resolve()
        texts = "".join(
            path.read_text(encoding="utf-8") for path in (*out.glob(f"{name}/*.md"), *out.glob(f"{name}/*.py"))
        )
        named = re.findall(r"pip install '(.*?)'", texts)
        assert set(named) == (set() if name == "event-scores" else {f"../event-scores/{wheel.name}[evaluate]"})
    assert {path.name for path in (out / "event_nugget_metric").iterdir()} == {
        path.name for path in (ROOT / "event_nugget_metric").iterdir() if path.is_file()
    }


@pytest.mark.parametrize("address", ["https://example.org/files", "https://example.org/files/"])
def test_with_an_address_the_folders_ask_for_the_wheel_there(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish, "build_wheel", lambda folder: Path(folder, "x.whl").touch())
    publish.build(tmp_path / "out", address)
    wanted = "event-scoring{} @ https://example.org/files/x.whl"
    for name in publish.FOLDERS:
        assert (tmp_path / "out" / name / "requirements.txt").read_text(encoding="utf-8") == wanted.format("") + "\n"
    script = (tmp_path / "out" / "event_nugget_metric" / "event_nugget_metric.py").read_text(encoding="utf-8")
    assert f"pip install '{wanted.format('[evaluate]')}'" in script


def test_links_of_the_readme_lead_to_the_address_of_the_project(out: Path) -> None:
    """A package index shows the README without other files; with a `url` in setup.cfg its links lead there."""
    (wheel,) = out.glob("*/*.whl")
    (described,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA"))
    last_line = zipfile.ZipFile(wheel).read(described).decode().rstrip().splitlines()[-1]
    assert last_line == (
        "[LICENSE](https://example.org/home/blob/main/LICENSE) [in](#t) [web](https://example.com) "
        "![it](https://example.org/home/raw/main/docs/i.png)"
    )


def test_the_command_the_report_and_the_plot(python: Path, environment: Path) -> None:
    command = python.with_name("event-score")
    run(environment, command, "demo", "--write", "trial")
    files = ("trial/gold.tbf", "trial/run1.tbf")
    assert "span" in run(environment, command, "nuggets", *files)
    run(environment, command, *files, "-o", "report.html")
    assert "</html>" in (environment / "report.html").read_text(encoding="utf-8")
    run(environment, command, *files, "--picture", "f1", "-o", "f1.png")
    assert (environment / "f1.png").read_bytes().startswith(b"\x89PNG")


IN_PYTHON = """
import json, sys
import pyarrow as pa, pyarrow.parquet as pq
import event_scoring
from event_scoring import score_dataset, score_nuggets
gold = [{"doc_id": "a", "mentions": [{"token_ids": [3, 4], "type": "Attack"}]}]
system = [{"doc_id": "a", "mentions": [{"token_ids": [3], "type": "Attack"}]}]
pq.write_table(pa.table({"predictions": system, "references": gold}), "shard-0.parquet")
print(json.dumps([event_scoring.__file__, score_nuggets(system, gold)["span_f1"], score_dataset(".")["span_f1"]]))
"""


def test_python_and_large_corpora(python: Path, environment: Path) -> None:
    place, in_memory, in_shards = json.loads(run(environment, python, "-c", IN_PYTHON))
    assert Path(place).is_relative_to(python.parent.parent)
    assert round(in_memory, 4) == round(in_shards, 4) == 0.6667


def test_the_metrics_and_the_pages_of_the_published_folders(
    out: Path, python: Path, environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", without(environment / "hidden", "transformers"))
    published = sorted(out.rglob("*"))
    publish.check(out, python)
    assert sorted(path for path in out.rglob("*") if "__pycache__" not in path.parts) == published, "files are left"


ALONE = """
import socket
def refuse(*_): raise OSError("no network")
socket.socket.connect = socket.getaddrinfo = refuse
"""


def test_the_first_examples_of_the_cards_run_without_a_checkout_and_a_network(
    python: Path, environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", without(environment.parent / "hidden", "transformers"))
    monkeypatch.delenv("HF_HUB_OFFLINE")
    cards = [(ROOT / metric / "README.md").read_text(encoding="utf-8") for metric in METRICS]
    blocks = [re.findall(r"```python\n(.*?)```", card, flags=re.S)[0] for card in cards]
    expected = [printed for block in blocks for printed in re.findall(r"print\(.*\)  # (.*)$", block, flags=re.M)]
    assert len(expected) == len(METRICS)
    assert run(environment, python, "-c", ALONE + "\n".join(blocks)).splitlines() == expected


def test_the_page_at_a_port_in_use(python: Path, environment: Path) -> None:
    """Everything else of the command is tried with the checkout (tests/space), and the wheel's page as a Space above."""
    with socket.create_server(("127.0.0.1", 0)) as used:
        port = str(used.getsockname()[1])
        command = [python.with_name("event-score"), "page", "--port", port]
        refused = subprocess.run(command, cwd=environment, capture_output=True, text=True)
    assert refused.returncode == 2
    assert f"port {port}: " in refused.stderr
    assert "choose another --port" in refused.stderr
