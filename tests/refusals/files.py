"""Readers of damaged, hostile and foreign files that refused calls in transcripts name, and parts of such files."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from event_scoring import ScoreWarning, read, score_nuggets
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.formats.apf import read_apf as read_apf
from event_scoring.formats.brat import brat_document as brat_document
from event_scoring.formats.corpora.extraction_files import read_extraction
from event_scoring.formats.json_lines import read_json_lines as read_json_lines
from event_scoring.formats.rich_ere_files import read_rich_ere as read_rich_ere
from event_scoring.nuggets.documents import NUGGET_DOCUMENT as NUGGET_DOCUMENT
from event_scoring.values.documents import VALUE_DOCUMENT as VALUE_DOCUMENT
from tests.extraction.test_input import changed
from tests.formats import test_rich_ere
from tests.formats.corpora import test_extraction_files as records
from tests.formats.corpora.test_realis import MAVEN_FACT as MAVEN_FACT
from tests.formats.generated.test_model_files import SHELLED as SHELLED
from tests.formats.generated.test_model_files import iepile as iepile
from tests.formats.generated.test_uie import UIE as UIE
from tests.formats.generated.test_uie import UIE_OUTPUT as UIE_OUTPUT
from tests.formats.kbp import test_kbp_store as store
from tests.formats.reading import read_tbf as read_tbf
from tests.formats.test_document_validation import lines
from tests.refusals.documents import DYING
from tests.refusals.folder import warned
from tests.values import test_values

LINE = "run\td\t{id}\t{span}\ttext\tA\tActual\n"
BEGIN, END = "#BeginOfDocument d\n", "#EndOfDocument\n"
ONE, TWO = LINE.format(id="E1", span="0,4"), LINE.format(id="E2", span="5,8")
DOCUMENT = '{"doc_id": "d", "mentions": [{"token_ids": [3], "type": "Life.Die"}]}'
LINES = [
    '{"doc_id": "a/one.txt", "mentions": []}',
    '{"doc_id": "a/two.txt", "mentions": [{"token_ids": [3], "type": "Life.Die"}]}',
]
RICH_ERE, APF = test_rich_ere.GOOD, test_values.APF
TML = '<TimeML><TEXT>He <EVENT eid="e1">fell</EVENT></TEXT>{}</TimeML>'
CAT = '<Document><token t_id="1">He</token><Markables>{}</Markables><Relations>{}</Relations></Document>'
ERE = '{{"id": "d", "events": [{{"id": "E1", "mention": [{{"id": "m1"}}]}}], {}}}\n'


def in_folder(files: dict[str, bytes], call: Callable[[Path], object]) -> object:
    """Call with a folder of these files; an error does not name the folder, whose name is another each time."""
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(content)
        try:
            return call(Path(folder))
        except (ValueError, ScoreWarning) as error:
            kind = ScoreWarning if isinstance(error, ScoreWarning) else ValueError
            raise kind(str(error).replace(f"{folder}/", "")) from None


def read_as(name: str, content: bytes) -> object:
    """Read a file of this name."""
    return in_folder({name: content}, lambda folder: read(folder / name, strict=True))


def read_changed(name: str, path: list[Any], value: Any) -> object:
    """Read a record of this name with another value at a path, behind one of our own."""
    record = changed(getattr(records, name), path, value) if path else value
    return read_extraction(lines(records.OWN, record), EXTRACTION_DOCUMENT, strict=True)


def read_spoilt(name: str, *change: Any) -> object:
    """Read the published store with another value in a field of a line, with a new file, or without one."""

    def read_copy(folder: Path) -> object:
        copy = store.copy_store(folder)
        if len(change) == 3:
            store.change(copy, name, *change)
        elif change:
            (copy / name).write_bytes(*change)
        elif (copy / name).is_dir():
            shutil.rmtree(copy / name)
        else:
            (copy / name).unlink()
        return store.read_all(copy)

    return in_folder({}, read_copy)


def scored_as(name: str, content: bytes) -> object:
    """Score a file of predictions of this name."""
    return in_folder({name: content}, lambda folder: warned(lambda: score_nuggets(folder / name, DYING)))


def scored_by(content: bytes) -> object:
    """Score by a file of references."""
    return in_folder({"gold.jsonl": content}, lambda folder: score_nuggets(DYING, folder / "gold.jsonl"))


def scored_files(system: str, gold: str) -> object:
    """Score a file by another, with these names and the same documents."""
    content = "\n".join(LINES).encode()
    files = {system: content, gold: content}
    return in_folder(files, lambda folder: warned(lambda: score_nuggets(folder / system, folder / gold)))


def workbook() -> bytes:
    """A spreadsheet of nothing."""
    held = BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(zipfile.ZipInfo("xl/workbook.xml"), "<workbook/>")
    return held.getvalue()
