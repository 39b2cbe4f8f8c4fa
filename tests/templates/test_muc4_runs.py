"""The 34 runs of MUC-4 (1992): what the official reports print, and what comes with the final histories.

Their files are not part of this repository. The tests look for the folder ``../shared/public`` beside the checkout and
are skipped without it.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from event_scoring.commands.main import main

PUBLIC = Path(__file__).resolve().parents[3] / "shared" / "public"
pytestmark = pytest.mark.skipif(
    not (PUBLIC / "muc-4").is_dir(), reason="the files of the MUC-4 runs are not in ../shared/public"
)
COUNTS = (
    *("possible", "actual", "correct", "partial", "incorrect", "interactive_correct", "interactive_partial"),
    *("spurious", "missing", "noncommittal"),
)
PER_CENTS = ("published_recall", "published_precision", "published_overgeneration")
F_MEASURES = ("published_f1", "published_f_2p", "published_f_2r")
SCORES = {
    "muc4-tst3-bbn": "1522 1041 409 104 82 8 69 446 927 1544 30 44 43 35.68 40.24 32.04",
    "muc4-tst3-ge-cmu": "1660 1472 743 141 101 34 93 487 675 1546 49 55 33 51.83 53.69 50.09",
    "muc4-tst3-ge": "1661 1769 889 142 101 28 90 637 529 1624 58 54 36 55.93 54.76 57.15",
    "muc4-tst3-hughes": "1650 2789 408 188 196 30 143 1997 858 1467 30 18 72 22.5 19.57 26.47",
    "muc4-tst3-lsi": "1627 2392 307 134 123 2 76 1828 1063 5175 23 16 76 18.87 17.04 21.15",
    "muc4-tst3-mdc": "1561 1061 250 138 71 1 101 602 1102 2117 20 30 57 24.0 27.27 21.43",
    "muc4-tst3-mitre": "1566 2314 172 39 31 5 21 2072 1324 6923 12 8 90 9.6 8.57 10.91",
    "muc4-tst3-nmsu": "1618 1420 293 120 117 5 53 890 1088 2129 22 25 63 23.4 24.34 22.54",
    "muc4-tst3-nyu": "1598 1389 574 155 112 34 96 548 757 1714 41 47 39 43.8 45.66 42.07",
    "muc4-tst3-paramax": "1693 3260 606 217 230 13 148 2207 640 2224 42 22 68 28.88 24.32 35.54",
    "muc4-tst3-prc": "1552 1042 364 128 85 8 73 465 975 1758 28 41 45 33.28 37.52 29.9",
    "muc4-tst3-sra": "1549 1291 359 114 87 11 64 731 989 2172 27 32 57 29.29 30.86 27.87",
    "muc4-tst3-sri": "1648 1308 646 143 126 12 89 393 733 1504 44 55 30 48.89 52.38 45.83",
    "muc4-tst3-synch": "1497 180 33 9 12 1 5 126 1443 1743 2 21 70 3.65 7.24 2.44",
    "muc4-tst3-umass": "1602 1309 677 146 142 12 94 344 637 1364 47 57 26 51.52 54.67 48.71",
    "muc4-tst3-umich": "1540 1588 557 155 141 6 101 735 687 1538 41 40 46 40.49 40.2 40.8",
    "muc4-tst3-usc": "1487 637 85 26 32 5 8 494 1344 2091 6 15 78 8.57 11.54 6.82",
    "muc4-tst4-bbn": "1153 1058 410 93 82 17 47 473 568 1170 40 43 45 41.45 42.36 40.57",
    "muc4-tst4-ge-cmu": "1170 1167 569 98 70 16 52 430 433 1067 53 53 37 53.0 53.0 53.0",
    "muc4-tst4-ge": "1251 1480 732 94 74 21 50 580 351 1175 62 53 39 57.15 54.58 59.96",
    "muc4-tst4-hughes": "1157 2273 340 145 158 34 90 1630 514 1196 36 18 72 24.0 20.0 30.0",
    "muc4-tst4-lsi": "1130 2127 195 106 93 2 46 1733 736 4519 22 12 81 15.53 13.2 18.86",
    "muc4-tst4-mdc": "1115 798 205 92 55 6 47 446 763 1439 22 31 56 25.74 28.66 23.36",
    "muc4-tst4-mitre": "1134 2351 217 55 42 10 21 2037 820 6134 22 10 87 13.75 11.22 17.74",
    "muc4-tst4-nm-br": "1175 1423 222 115 103 3 47 983 735 2054 24 20 69 21.82 20.69 23.08",
    "muc4-tst4-nyu": "1200 1196 487 125 91 32 55 493 497 1240 46 46 41 46.0 46.0 46.0",
    "muc4-tst4-pmax": "1253 3148 529 186 193 2 117 2240 345 2050 50 20 71 28.57 22.73 38.46",
    "muc4-tst4-prc": "1155 803 273 92 74 24 44 364 716 1238 28 40 45 32.94 36.84 29.79",
    "muc4-tst4-sra": "1181 1442 392 115 91 20 61 844 583 1955 38 31 58 34.14 32.19 36.36",
    "muc4-tst4-sri": "1214 1043 481 112 98 17 56 352 523 1056 44 51 34 47.24 49.43 45.24",
    "muc4-tst4-um-cq": "1079 182 31 11 10 0 1 130 1027 1369 3 20 71 5.22 9.38 3.61",
    "muc4-tst4-umass": "1151 1216 488 115 90 15 68 523 458 1148 47 45 43 45.98 45.39 46.59",
    "muc4-tst4-umich": "1188 1264 373 121 100 7 63 670 594 1305 36 34 53 34.97 34.38 35.58",
    "muc4-tst4-usc": "1105 508 124 40 30 8 23 314 911 1353 13 28 62 17.76 22.75 14.56",
}
"""The row ALL TEMPLATES of each run: ten counts, recall, precision, overgeneration, and the three F-measures."""
OTHER_SCORES = {
    "muc4-tst3-nmsu": "overgeneration lies at the edge of a whole per cent; a few judgements were changed after printing",
    "muc4-tst3-nyu": "one pair of templates is missing from the printed report",
    "muc4-tst3-usc": "judgements were changed after printing",
    "muc4-tst4-mdc": "judgements were changed after printing",
    "muc4-tst4-sri": "the report prints no pairs; templates are mapped anew with the final history",
    "muc4-tst4-umass": "judgements were changed after printing",
}
"""The runs of which a printed recall, precision, overgeneration or F-measure is another one, and why."""
SAME_COUNTS = {
    "muc4-tst3-mdc",
    "muc4-tst3-mitre",
    "muc4-tst3-prc",
    "muc4-tst3-synch",
    "muc4-tst3-umich",
    "muc4-tst4-ge",
    "muc4-tst4-lsi",
    "muc4-tst4-mitre",
    "muc4-tst4-nm-br",
    "muc4-tst4-pmax",
    "muc4-tst4-um-cq",
    "muc4-tst4-usc",
}
"""The runs of which all ten counts are as printed; of the others some judgements were changed after printing."""
EVERYDAY = "muc4-tst4-ge"
"""The run that is not marked as slow."""


def score_run(row: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Run the command of a row of the manifest, in this process."""
    words = [str(PUBLIC / word) if word.startswith("muc-4/") else word for word in shlex.split(row["command"])[1:]]
    assert main([*words, "--format", "json", "--quiet"]) == 0
    scores: dict[str, Any] = json.loads(capsys.readouterr().out)
    return scores


@pytest.mark.parametrize(
    "run", [pytest.param(run, marks=[] if run == EVERYDAY else [pytest.mark.slow]) for run in SCORES]
)
def test_scores_of_the_official_runs(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads((PUBLIC / "manifest.json").read_text(encoding="utf-8"))["rows"]
    row = next(row for row in rows if row["id"] == run)
    found = score_run(row, capsys)
    numbers = [found[name] for name in (*COUNTS, *PER_CENTS, *F_MEASURES)]
    assert numbers == [float(number) for number in SCORES[run].split()]
    printed = {name: found[key] for name, key in row["keys"].items()}
    assert (printed == row["published"]) == (run not in OTHER_SCORES)
    assert ([found[name] for name in (*COUNTS, *PER_CENTS)] == row["counts"]["published"]) == (run in SAME_COUNTS)


def test_all_runs_are_listed() -> None:
    rows = json.loads((PUBLIC / "manifest.json").read_text(encoding="utf-8"))["rows"]
    assert {row["id"] for row in rows if row["id"].startswith("muc4-")} == set(SCORES)
