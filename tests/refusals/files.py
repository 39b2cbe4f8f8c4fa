"""Files that are damaged, or hostile."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from event_scoring.formats.apf import read_apf
from event_scoring.formats.brat import brat_document
from event_scoring.formats.json_lines import read_json_lines
from event_scoring.formats.rich_ere import read_rich_ere
from event_scoring.nuggets.documents import NUGGET_DOCUMENT
from event_scoring.values.document import VALUE_DOCUMENT
from tests.formats.kbp import test_kbp_store as store
from tests.formats.reading import read_tbf
from tests.formats.test_rich_ere import GOOD as RICH_ERE
from tests.refusals.table import Refusals
from tests.values.test_values import APF

LINE = "run\td\t{id}\t{span}\ttext\tA\tActual\n"
BEGIN, END = "#BeginOfDocument d\n", "#EndOfDocument\n"
ONE, TWO = LINE.format(id="E1", span="0,4"), LINE.format(id="E2", span="5,8")

DOCUMENT = '{"doc_id": "d", "mentions": [{"token_ids": [3], "type": "Life.Die"}]}'
BRAT: list[Any] = [
    "T1\tA 3\tx",
    "E1\tA",
    "R1\tAfter E1 E2",
    "A1\tRealis",
    "T1\tA 4 3\tx",
    "T1\tA 0 999999999999\tx",
    "T1\tA 0 1\tx\nT1\tA 0 2\tx",
    "E1\tA:T1\nE1\tA:T1",
    "E1\tA:T9",
]
TBF: list[Any] = [
    BEGIN + ONE,
    BEGIN + ONE + BEGIN + TWO + END,
    ONE + BEGIN + END,
    BEGIN + END + "@After\tR\tE1,E2\n",
    BEGIN + END + END,
    "#BeginOfDocument\n" + ONE + END,
    BEGIN + "a\tb\tc\td\te\tf\n" + END,
    BEGIN + "hello\n" + END,
    BEGIN + ONE + "@After\tE1,E1\n" + END,
    BEGIN + ONE + "@After\tR\tE1\n" + END,
    BEGIN + ONE + "@After\tR\tE1,E1,E1\n" + END,
    BEGIN + LINE.format(id="E1", span="t1,t2") + END,
    BEGIN + LINE.format(id="E1", span="") + END,
    BEGIN + LINE.format(id="E1", span="0,4;") + END,
    BEGIN + LINE.format(id="E1", span="3_4") + END,
    BEGIN + LINE.format(id="E1", span="٣,4") + END,
    BEGIN + LINE.format(id="E1", span="0,999999999999") + END,
    BEGIN + LINE.format(id="E1", span="0,99999999999999999999") + END,
    BEGIN + "\0\n" + END,
]
LINES: list[Any] = [
    '{"doc_id": ',
    "{'doc_id': 1}",
    DOCUMENT.replace('"d"', '"f"') + " x",
    '{"mentions": [], "mentions": []}',
    '{"mentions": NaN}',
    '{"mentions": [-Infinity]}',
    '{"doc_id": "\\ud800", "mentions": []}',
    '{"a":' * 100_000,
    '{"mentions": ' + "7" * 5000 + "}",
    "1",
    "null",
    '{"mentions": [{"token_ids": [1.5], "type": "A"}]}',
    '{"mentions": [{"token_ids": [9223372036854775808], "type": "A"}]}',
    '{"mentions": [{"token_ids": [1], "type": "A", "score": 1e999}]}',
    '{"mentoins": []}',
]


def read_spoilt(name: str, *change: Any) -> object:
    """What is read of the published store with another value in a field of a line, with a new file, or without one."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, "store")
        shutil.copytree(store.STORE, copy)
        if len(change) == 3:
            store.change(copy, name, *change)
        elif change:
            (copy / name).write_bytes(*change)
        elif (copy / name).is_dir():
            shutil.rmtree(copy / name)
        else:
            (copy / name).unlink()
        try:
            return store.read_all(copy)
        except ValueError as error:
            raise ValueError(str(error).replace(f"{folder}/", "")) from None


FILES = [
    Refusals("brat_document", lambda text: brat_document(text.encode(), "d"), BRAT),
    Refusals("read_tbf", lambda text: read_tbf(text.encode()), TBF),
    Refusals(
        "read_json_lines, the second line",
        lambda text: read_json_lines(f"{DOCUMENT}\n{text}\n".encode(), NUGGET_DOCUMENT),
        LINES,
    ),
    Refusals(
        "read_rich_ere, changed",
        lambda change: read_rich_ere(RICH_ERE.replace(*change).encode()),
        [
            ("<deft_ere", "<ace"),
            ("<relations>", "<others/><relations>"),
            (' doc_id="', ' document="'),
            ('noun_type="NAM"', 'noun_type="ADJ"'),
            ('offset="', 'offset="-'),
            ('length="', 'length="0" other="'),
            ('realis="True"', 'realis="maybe"'),
            ("<trigger", "<nothing"),
            ("<deft_ere", '<!DOCTYPE a [<!ENTITY x "y">]><deft_ere'),
        ],
    ),
    Refusals(
        "read_apf, changed",
        lambda change: read_apf(APF.replace(*change).encode(), VALUE_DOCUMENT),
        [('END="30"', 'END="3x"'), (' ID="p" ', " "), ("</entity>", ""), ('CLASS="SPC"', 'CLASS="X"')],
    ),
    Refusals(
        "read_apf",
        lambda text: read_apf(text.encode(), VALUE_DOCUMENT),
        ["<a/>", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "<a>" * 200],
    ),
]
