"""The page is found from the package; `test_wheel.py` finds its copy in an installed one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FIND = "from event_scoring.web_page import page_module; print(page_module('limits').__file__)"


def test_in_a_checkout_the_page_is_the_folder_beside_the_package(tmp_path: Path) -> None:
    """Also where another package has the folder's name."""
    (tmp_path / "spaces_app.py").write_text("raise ImportError('not ours')")
    code = f"import sys; sys.path.insert(1, {str(ROOT)!r}); {FIND}"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.stdout == f"{ROOT / 'spaces_app' / 'limits.py'}\n", run.stderr
