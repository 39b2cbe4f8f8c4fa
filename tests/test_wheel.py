"""The wheel where no checkout is: every door of the project opens."""

from __future__ import annotations

import json
import os
import shutil
import site
import socket
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

import publish
from tests.processes import without

ROOT = Path(__file__).parent.parent
PACKAGES = ("event_scoring", "event_nugget_metric", "event_arg_linking_metric", "spaces_app")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is published of a checkout with an address. The wheel is built with what is here: nothing is downloaded."""
    copy, folder = tmp_path_factory.mktemp("copy") / "checkout", tmp_path_factory.mktemp("published")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    declared = (copy / "setup.cfg").read_text()
    (copy / "setup.cfg").write_text(declared.replace("[metadata]\n", "[metadata]\nurl = https://example.org/home\n"))
    with (copy / "README.md").open("a") as readme:
        readme.write("\n[LICENSE](LICENSE) [in](#t) [web](https://example.com) ![it](docs/i.png)\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_NO_BUILD_ISOLATION", "0")  # pip's name for a flag that is off
        patch.setattr(publish, "ROOT", copy)
        publish.build(folder, "event-scoring==0.1.0")
    return folder


@pytest.fixture(scope="module")
def python(out: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel; what the project needs it finds among the packages of this process."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    interpreter = folder / "bin" / "python"
    (wheel,) = out.glob("*/*.whl")
    pip = [sys.executable, "-m", "pip", "--python", interpreter, "install", "--quiet", "--no-deps", "--no-index", wheel]
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONPATH", raising=False)  # pip would find the checkout's wheel there
        subprocess.run(pip, check=True)
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
    assert packed == kept


def test_the_folders_ask_for_what_they_are_told_to(out: Path) -> None:
    asked = {name: (out / name / "requirements.txt").read_text() for name in publish.FOLDERS}
    assert set(asked.values()) == {"event-scoring==0.1.0\n"}
    assert {path.name for path in (out / "event_nugget_metric").iterdir()} == {
        path.name for path in (ROOT / "event_nugget_metric").iterdir() if path.is_file()
    }


def test_links_of_the_readme_lead_to_the_address_of_the_project(out: Path) -> None:
    """On a package index no files stand beside the README; with a `url` in setup.cfg its links lead there."""
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
    run(environment, command, "report", *files, "-o", "report.html")
    assert "</html>" in (environment / "report.html").read_text(encoding="utf-8")
    run(environment, command, "plot", "f1", *files, "-o", "f1.png")
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
    publish.check(out, python)
    load = "import evaluate, event_nugget_metric as m; print(evaluate.load(m.__path__[0]).name)"
    assert run(environment, python, "-c", load) == "event_nugget_metric\n"


def test_the_trainer(python: Path, environment: Path) -> None:
    for name in ("train_nuggets.py", "news.py"):
        shutil.copyfile(ROOT / "examples" / name, environment / name)
    printed = run(environment, python, "train_nuggets.py", "trained")
    scores = json.loads(printed[printed.index("{") :])
    assert printed.count("epoch") == 6
    assert scores["trainer_type_f1"] == scores["pipeline_type_f1"] > 0.6
    assert scores["trainer_span_f1"] == scores["pipeline_span_f1"]
    assert scores["truncated_references"] == 0
    assert scores["best_of_training"] == scores["trainer_type_f1"]
    page = (environment / "trained" / "report.html").read_text(encoding="utf-8")
    assert "tiny" in page
    assert "news-2-0" in page
    written = (environment / "trained" / "evaluations.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in written.splitlines()]
    assert len(lines) == 7
    assert lines[-1]["type_f1"] == max(line["type_f1"] for line in lines) == scores["trainer_type_f1"]


def test_the_page(python: Path, environment: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = [python, "-u", "-m", "spaces_app", "--port", port]
    with subprocess.Popen(command, cwd=environment, stdout=subprocess.PIPE, text=True) as page:
        try:
            assert page.stdout is not None
            url = next(line.split()[-1] for line in page.stdout if "http://" in line)
            assert b"Event scores" in urlopen(url).read()
            again = subprocess.run(command, cwd=environment, capture_output=True, text=True)
        finally:
            page.terminate()
    assert again.returncode == 2
    assert f"port {port}: " in again.stderr
    assert "choose another --port" in again.stderr
    assert os.listdir(environment) == []
