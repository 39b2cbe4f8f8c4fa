"""Builds what is published, and tries it in a new environment: `python publish.py OUT [REQUIREMENT]`.

OUT must be new. It gets a folder for each metric and for the Space, which ask for REQUIREMENT, or else `event-scoring`.
"""

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


def build(out: Path, requirement: str = "event-scoring") -> Path:
    """Write the three folders, and return the path of the wheel."""
    for name in FOLDERS:
        shutil.copytree(ROOT / SOURCE.get(name, name), out / name, ignore=lambda _, names: set(names) - FILES)
        (out / name / "requirements.txt").write_text(f"{requirement}\n")
    with tempfile.TemporaryDirectory() as copy:  # a build leaves files beside its sources
        shutil.copytree(ROOT, copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info"))
        if url := re.search(r"^url = (.+)", (ROOT / "setup.cfg").read_text(), re.M):  # an index has no files to link to
            text = re.sub(r"(\[[^]]*\]\()(?![a-z]+:|#)", rf"\1{url[1]}/blob/main/", (ROOT / "README.md").read_text())
            Path(copy, "README.md").write_text(re.sub(r"(!\[[^]]*\]\([^)]*)/blob/", r"\1/raw/", text))
        pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", out / "event-scores", copy]
        subprocess.run(pip, check=True)
    return next(out.glob("*/*.whl"))


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


if __name__ == "__main__":
    if len(sys.argv) < 2 or (out := Path(sys.argv[1])).exists():
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        package = f"{build(out, *sys.argv[2:])}[evaluate,space]"
        subprocess.run([f"{folder}/bin/pip", "install", "-q", "-c", ROOT / "constraints.txt", package], check=True)
        check(out, Path(folder, "bin", "python"))
