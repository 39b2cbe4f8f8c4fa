"""Make the folder of files that rows of `test_flags` name: those in `files/`, the demo, stores, verdicts and shards."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from event_scoring.commands.main import main
from event_scoring.formats.json_lines import read_json, write_json_lines
from tests.golden_cases import GOLDEN

FILES = Path(__file__).parent / "files"
"""Files of every task, with every oddity that a flag is about."""


def write_flag_files(folder: Path) -> None:
    """Write all of them; paths in rows are relative to the folder."""
    main(["demo", "--write", str(folder)])
    shutil.copytree(FILES, folder, dirs_exist_ok=True)
    for path in ("answerKey", "referenceLinking", "systems/sysA", "systems/sysB"):
        shutil.copytree(GOLDEN / "kbp_store" / path, folder / Path(path).name)
    paths = {name: str(folder / f"{name}.jsonl") for name in ("told", "told-run", "verdicts", "people")}
    main(["judge", paths["told"], paths["told-run"], "-o", paths["verdicts"], "--with", str(folder / "yes.sh")])
    verdicts = read_json(paths["verdicts"]).documents
    write_json_lines([{**verdict, "verdict": True} for verdict in verdicts], paths["people"])
    predictions, references = (read_json(folder / f"{name}.jsonl").documents for name in ("run1", "gold"))
    pairs = [{"predictions": one, "references": other} for one, other in zip(predictions, references, strict=True)]
    renamed = [{**predictions[0], "doc_id": "another"}, *predictions[1:]]
    for name, rows in {
        **dict.fromkeys(("shards", "again"), pairs),
        "predictions": predictions,
        "references": references,
        "renamed": renamed,
    }.items():
        shards = folder / f"nuggets-{name}"
        shards.mkdir()
        (shards / "part.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
