"""The 34 runs of MUC-4 (1992) with their histories: what is printed now beside what was printed then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import read, score_templates
from event_scoring.formats.pairing import pair_documents
from event_scoring.templates.documents import TEMPLATE_DOCUMENT

PUBLIC = Path(__file__).parents[2].parent / "shared" / "public"
COUNTS = (
    *("possible", "actual", "correct", "partial", "incorrect", "interactive_correct", "interactive_partial"),
    *("spurious", "missing", "noncommittal", "published_recall", "published_precision", "published_overgeneration"),
)
MEASURES = ("published_f1", "published_f_2p", "published_f_2r")
CHANGED: dict[str, tuple[Any, ...]] = {
    "muc4-tst3-bbn": (1522, 1041, 409, 104, 82, 8, 69, 446, 927, 1544, 30, 44, 43, 35.68, 40.24, 32.04),
    "muc4-tst3-ge-cmu": (1660, 1472, 743, 141, 101, 34, 93, 487, 675, 1546, 49, 55, 33, 51.83, 53.69, 50.09),
    "muc4-tst3-ge": (1661, 1769, 889, 142, 101, 28, 90, 637, 529, 1624, 58, 54, 36, 55.93, 54.76, 57.15),
    "muc4-tst3-hughes": (1650, 2789, 408, 188, 196, 30, 143, 1997, 858, 1467, 30, 18, 72, 22.5, 19.57, 26.47),
    "muc4-tst3-lsi": (1627, 2392, 307, 134, 123, 2, 76, 1828, 1063, 5175, 23, 16, 76, 18.87, 17.04, 21.15),
    "muc4-tst3-nmsu": (1618, 1420, 293, 120, 117, 5, 53, 890, 1088, 2129, 22, 25, 63, 23.4, 24.34, 22.54),
    "muc4-tst3-nyu": (1598, 1389, 574, 155, 112, 34, 96, 548, 757, 1714, 41, 47, 39, 43.8, 45.66, 42.07),
    "muc4-tst3-paramax": (1693, 3260, 606, 217, 230, 13, 148, 2207, 640, 2224, 42, 22, 68, 28.88, 24.32, 35.54),
    "muc4-tst3-sra": (1549, 1291, 359, 114, 87, 11, 64, 731, 989, 2172, 27, 32, 57, 29.29, 30.86, 27.87),
    "muc4-tst3-sri": (1648, 1308, 646, 143, 126, 12, 89, 393, 733, 1504, 44, 55, 30, 48.89, 52.38, 45.83),
    "muc4-tst3-umass": (1602, 1309, 677, 146, 142, 12, 94, 344, 637, 1364, 47, 57, 26, 51.52, 54.67, 48.71),
    "muc4-tst3-usc": (1487, 637, 85, 26, 32, 5, 8, 494, 1344, 2091, 6, 15, 78, 8.57, 11.54, 6.82),
    "muc4-tst4-bbn": (1153, 1058, 410, 93, 82, 17, 47, 473, 568, 1170, 40, 43, 45, 41.45, 42.36, 40.57),
    "muc4-tst4-ge-cmu": (1170, 1167, 569, 98, 70, 16, 52, 430, 433, 1067, 53, 53, 37, 53.0, 53.0, 53.0),
    "muc4-tst4-hughes": (1157, 2273, 340, 145, 158, 34, 90, 1630, 514, 1196, 36, 18, 72, 24.0, 20.0, 30.0),
    "muc4-tst4-mdc": (1115, 798, 205, 92, 55, 6, 47, 446, 763, 1439, 22, 31, 56, 25.74, 28.66, 23.36),
    "muc4-tst4-nyu": (1200, 1196, 487, 125, 91, 32, 55, 493, 497, 1240, 46, 46, 41, 46.0, 46.0, 46.0),
    "muc4-tst4-prc": (1155, 803, 273, 92, 74, 24, 44, 364, 716, 1238, 28, 40, 45, 32.94, 36.84, 29.79),
    "muc4-tst4-sra": (1181, 1442, 392, 115, 91, 20, 61, 844, 583, 1955, 38, 31, 58, 34.14, 32.19, 36.36),
    "muc4-tst4-sri": (1214, 1043, 481, 112, 98, 17, 56, 352, 523, 1056, 44, 51, 34, 47.24, 49.43, 45.24),
    "muc4-tst4-umass": (1151, 1216, 488, 115, 90, 15, 68, 523, 458, 1148, 47, 45, 43, 45.98, 45.39, 46.59),
    "muc4-tst4-umich": (1188, 1264, 373, 121, 100, 7, 63, 670, 594, 1305, 36, 34, 53, 34.97, 34.38, 35.58),
}
"""Rows of `COUNTS` and `MEASURES` that differ from the report of 1992, by run.

Judgements were changed after those reports were printed, or the report has other pairs of templates.
"""


def rows() -> list[Any]:
    """The runs of the manifest; one that is skipped where the folder is absent."""
    if not (PUBLIC / "manifest.json").exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="../shared/public is not beside the checkout"))]
    manifest = json.loads((PUBLIC / "manifest.json").read_text(encoding="utf-8"))
    return [pytest.param(row, id=row["id"]) for row in manifest["rows"] if row["id"].startswith("muc4-")]


def printed(row: dict[str, Any]) -> tuple[Any, ...]:
    """The numbers of a run: counts and whole per cents of all templates, and the three F."""
    paths = {name: PUBLIC / path for name, path in row["files"].items()}
    sides = (read(paths["predictions"]), read(paths["references"]))
    predictions, references, _ = pair_documents(*sides, TEMPLATE_DOCUMENT)
    with_pairs = "--alignment given" in row["command"]
    options: dict[str, Any] = {"alignment": "given", "restrict": False} if with_pairs else {}
    found = score_templates(predictions, references, protocol="muc-4", adjudications=paths["adjudications"], **options)
    return tuple(found[name] for name in (*COUNTS, *MEASURES))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", rows())
def test_runs_of_1992(row: dict[str, Any]) -> None:
    published = (*row["counts"]["published"], *(row["published"][name] for name in ("P&R", "2P&R", "P&2R")))
    assert printed(row) == CHANGED.get(row["id"], published)


def test_the_runs_that_differ_are_known() -> None:
    known = {row.values[0]["id"] for row in rows() if row.values[0] is not None}
    if not known:
        pytest.skip("../shared/public is not beside the checkout")
    assert len(known) == 34
    assert set(CHANGED) <= known
