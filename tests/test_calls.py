"""The cost of one call: calls of this project's functions, and the files that have them."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from event_scoring import compare, score_extraction, score_nuggets
from event_scoring.nuggets.options import NuggetOptions
from tests.heavy import evaluate

ENGINE = str(Path(__file__).parent.parent / "event_")


def document(types: str) -> dict[str, Any]:
    mentions = [{"token_ids": [place], "type": name, "realis": "Actual"} for place, name in enumerate(types)]
    return {"doc_id": "d", "mentions": mentions}


SYSTEM, OTHER, GOLD = [document("AB")], [document("AC")], [document("AA")]


def calls(work: Callable[[], Any]) -> Counter[str]:
    """Return the number of calls of each function of the engine by some work; "files" is the number of their files.

    A function is called by folder, file and name, such as "nuggets.options.__post_init__".
    """
    work()
    found, files = Counter[str](), set[str]()

    def note(frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        # A comprehension is a call in some versions of Python only.
        if event == "call" and file.startswith(ENGINE) and not frame.f_code.co_name.startswith("<"):
            place = Path(file)
            found[f"{place.parent.name}.{place.stem}.{frame.f_code.co_name}"] += 1
            files.add(file)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    found["files"] = len(files)
    return found


def test_nuggets_of_one_document() -> None:
    found = calls(lambda: score_nuggets(SYSTEM, GOLD))
    files = found.pop("files")
    assert (found.total() <= MOST["score"], files <= MOST["files"]) == (True, True), (found.total(), files)
    assert found["nuggets.options.__post_init__"] == 0  # options of constants are validated once for all calls
    assert found["documents.validate.plain_documents"] == 2  # and documents once a side


EVENT = {
    "trigger": {"span": [1, 2]},
    "type": "A",
    "arguments": [{"span": [3, 4], "role": "R"}, {"span": [5, 6], "role": "S"}],
}
OTHER_EVENT = {**EVENT, "arguments": [{"span": [3, 4], "role": "S"}, {"span": [5, 6], "role": "S"}]}


def test_extraction_of_one_document() -> None:
    for convention in ("textee", "paper"):
        found = calls(
            lambda name=convention: score_extraction(
                [{"events": [EVENT]}], [{"events": [OTHER_EVENT]}], convention=name
            )
        )
        files = found.pop("files")
        assert (found.total() <= MOST[convention], files <= MOST["files of extraction"]) == (True, True), (
            found.total(),
            files,
        )
        assert found["documents.validate.plain_documents"] == 2


IMPORTS = """
import sys
import event_scoring as es
mention = {"token_ids": [1], "type": "A", "id": "m"}
for protocol in ("paper", "pilot", "evmeval-1.8"):
    es.score_nuggets([[mention]], [[mention]], protocol=protocol, coreference=True, sequencing=True, details=True)
links = [{"type": "After", "source": "m", "target": "n"}]
documents = [{"mentions": [mention, {**mention, "id": "n", "token_ids": [2]}], "links": links}]
es.score_nuggets(documents, documents, sequencing=True, details=True)
event = {"trigger": {"span": [0, 1]}, "type": "A", "arguments": [{"span": [0, 1], "role": "R"}]}
for convention in ("paper", "textee", "oneie", "dygie", "rams", "nervaluate"):
    documents = [{"events": [event]}]
    es.score_extraction(documents, documents, convention=convention, details=True)
documents = [{"tokens": ["a"], "events": [event]}]
es.score_extraction(documents, documents, match=("span", "text"), details=True)
documents = [{"templates": [{"type": "A", "slots": [{"name": "s", "values": ["x"]}]}]}]
for protocol in ("muc-6", "doc2edag"):
    es.score_templates(documents, documents, protocol=protocol, details=True)
es.score_detection([{"events": [event]}], [{"events": [event]}], details=True)
argument = {"type": "A", "role": "R", "filler": "x", "realis": "Actual"}
documents = [{"arguments": [argument], "frames": [[0]]}]
es.score_arguments(documents, documents, details=True)
documents = [{"relations": [{"type": "BEFORE", "source": "e", "target": "f"}]}]
es.score_relations(documents, documents, protocol="matres", details=True)
es.score_bio([["B-A", "I-A"]], [["B-A", "O"]], details=True)
print(sorted({"scipy", "pandas"} & {*sys.modules}))
"""


def test_a_score_without_an_assignment_imports_neither_scipy_nor_pandas() -> None:
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", IMPORTS], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_metric_of_evaluate() -> None:
    metric = evaluate.load(str(Path(__file__).parent.parent / "event_nugget_metric"))
    found = calls(lambda: metric.compute(predictions=SYSTEM, references=GOLD))
    del found["files"]
    assert found.total() <= MOST["compute"], found.total()
    assert found["documents.validate.plain_documents"] == 2


def test_two_systems() -> None:
    found = calls(lambda: compare({"one": SYSTEM, "other": OTHER}, GOLD, resamples=20))
    del found["files"]
    assert found.total() <= MOST["compare"], found.total()
    assert found["documents.validate.plain_documents"] == 4  # the references for each of them


MOST = {
    "score": 122,
    "files": 23,
    "compute": 128,
    "compare": 635,
    "textee": 160,
    "paper": 185,
    "files of extraction": 26,
}


def test_options_of_a_preset_are_made_once() -> None:
    assert NuggetOptions(protocol="pilot").preset_options() is (
        NuggetOptions(protocol="pilot", mapping="exact").preset_options()
    )
