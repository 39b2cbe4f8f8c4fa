"""Build what is published, and try it in a new environment: `python publish.py OUT [--at ADDRESS]`.

OUT must be new. It gets a folder for each metric and for the Space; the wheel lies in that of the Space. All
installation commands name this wheel, at ADDRESS, the future address of the Space's folder, or by its path.
"""

import argparse
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from urllib.request import urlopen

ROOT, SOURCE = Path(__file__).resolve().parent, {"event-scores": "spaces_app"}
FOLDERS = ("event_nugget_metric", "event_arg_linking_metric", *SOURCE)
FILES = {"README.md", "app.py", "tests.py", "event_nugget_metric.py", "event_arg_linking_metric.py"}
CASES = """import math, runpy, sys, evaluate
for folder in sys.argv[1:]:
    for case in runpy.run_path(folder + "/tests.py")["test_cases"]:
        metric = evaluate.load(folder, case["config_name"])
        found = metric.compute(predictions=case["predictions"], references=case["references"], **case["options"])
        assert all(math.isclose(found[name], score) for name, score in case["result"].items()), (case, found)"""


INSTALL = "pip install '.[evaluate]'"
"""The install command in cards and scripts of the checkout; published copies name the wheel instead."""


def build(out: Path, address: str | None = None) -> Path:
    """Write the three folders, and return the path of the wheel."""
    for name in FOLDERS:
        shutil.copytree(ROOT / SOURCE.get(name, name), out / name, ignore=lambda _, names: set(names) - FILES)
    build_wheel(out / "event-scores")
    wheel = next(out.glob("*/*.whl"))
    for name in FOLDERS:
        (out / name / "requirements.txt").write_text(requirement(wheel, name, address) + "\n", encoding="utf-8")
        install = f"pip install '{requirement(wheel, name, address, '[evaluate]')}'"
        for path in (*(out / name).glob("*.md"), *(out / name).glob("*.py")):
            text = path.read_text(encoding="utf-8").replace(INSTALL, install)
            if path.suffix == ".md":
                text = with_links(text, SOURCE.get(name, name), project_url())
            path.write_text(text, encoding="utf-8")
    return wheel


def build_wheel(folder: Path) -> None:
    """Build the wheel of the project into a folder."""
    with tempfile.TemporaryDirectory() as copy:  # a build leaves files beside its sources
        shutil.copytree(ROOT, copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info"))
        readme = with_links((ROOT / "README.md").read_text(encoding="utf-8"), "", project_url())
        Path(copy, "README.md").write_text(readme, encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, copy]
        subprocess.run(pip, check=True)


def project_url() -> str:
    """Return the address of the project that setup.cfg declares, or an empty text."""
    declared = re.search(r"^url = (.+)", (ROOT / "setup.cfg").read_text(encoding="utf-8"), re.M)
    return declared[1] if declared else ""


def with_links(text: str, folder: str, url: str) -> str:
    """Return a document that is read away from the checkout: its links lead to the project, or name files of it.

    Args:
        text: The document.
        folder: Where it is in the checkout.
        url: The address of the project, if it has one.

    Examples:
        >>> with_links("![a](b.svg) [b](../docs/b.md#c) [in](#t)", "card", "https://e.org/x")
        '![a](https://e.org/x/raw/main/card/b.svg) [b](https://e.org/x/blob/main/docs/b.md#c) [in](#t)'
        >>> with_links("See [rules](../docs/tasks.md#values).", "card", "")
        'See rules (docs/tasks.md of the project).'
    """

    def moved(link: re.Match[str]) -> str:
        image, title, target = link.groups()
        path = posixpath.normpath(posixpath.join(folder, target))
        if url:
            return f"{image}[{title}]({url}/{'raw' if image else 'blob'}/main/{path})"
        return f"{title} ({path.partition('#')[0]} of the project)"

    return re.sub(r"(!?)\[([^]]*)\]\((?![a-z]+:|#)([^)\s]+)\)", moved, text)


def requirement(wheel: Path, folder: str, address: str | None, extras: str = "") -> str:
    """Return the requirement of the wheel for pip: its address, or its path from a published folder.

    Examples:
        >>> requirement(Path("out/event-scores/x.whl"), "event_nugget_metric", None, "[evaluate]")
        '../event-scores/x.whl[evaluate]'
        >>> requirement(Path("out/event-scores/x.whl"), "event-scores", "https://example.org/files/")
        'event-scoring @ https://example.org/files/x.whl'
    """
    if address:
        return f"event-scoring{extras} @ {address.rstrip('/')}/{wheel.name}"
    return f"{'.' if wheel.parent.name == folder else f'../{wheel.parent.name}'}/{wheel.name}{extras}"


def check(out: Path, python: Path) -> None:
    """Score the test cases of the metrics and start each page that differs, with an interpreter that has the wheel."""
    subprocess.run([python, "-c", CASES, *FOLDERS[:2]], cwd=out, check=True)  # the third is the Space
    for name in {(out / name / "app.py").read_text(): name for name in FOLDERS}.values():
        with subprocess.Popen([python, "-u", "app.py"], cwd=out / name, stdout=subprocess.PIPE, text=True) as page:
            try:
                url = next(line.split()[-1] for line in page.stdout if "http://" in line)
                assert b"Event scores" in urlopen(url).read()
            finally:
                page.terminate()
                page.communicate()  # it says goodbye, and would fail at a pipe that is closed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the wheel and the folders for the Hub, and try them.")
    parser.add_argument("out", type=Path, help="a folder that is not there yet")
    parser.add_argument("--at", metavar="ADDRESS", help="where the files of OUT/event-scores will be found")
    arguments = parser.parse_args()
    if arguments.out.exists():
        parser.error(f"{arguments.out} exists; expected a new folder")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        package = f"{build(arguments.out, arguments.at)}[evaluate,space]"
        subprocess.run([f"{folder}/bin/pip", "install", "-q", "-c", ROOT / "constraints.txt", package], check=True)
        check(arguments.out, Path(folder, "bin", "python"))
