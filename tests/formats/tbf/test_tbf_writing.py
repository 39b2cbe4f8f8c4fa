"""Writing TBF: what comes back is what was written, and what cannot be written is refused."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError
from event_scoring.documents.sides import checked_column
from event_scoring.formats.tbf.token_tables import TokenNumbers
from event_scoring.formats.tbf.writing import tbf_text, write_tbf
from event_scoring.nuggets.documents import NUGGET_DOCUMENT
from tests.formats.reading import read_tbf
from tests.generated import examples

MENTION = {"token_ids": [3, 4], "type": "Life.Die"}


def test_a_worked_file(tmp_path: Path) -> None:
    mentions = [
        {
            "token_ids": [8, 3, 4, 9, 3],
            "type": "Life.Die",
            "realis": "Actual",
            "id": "E2",
            "score": 1,
            "text": "gave up",
        },
        {"token_ids": [], "type": "Life.Die"},
        {"token_ids": [1], "type": "Life.Die", "id": "E1"},
    ]
    links = [{"type": "After", "source": "E1", "target": "E2"}]
    document = {"doc_id": "d", "mentions": mentions, "clusters": [["E1", "E2"], []], "links": links}
    path = tmp_path / "run.tbf"
    write_tbf([document], path, run_id="me")
    assert path.read_text(encoding="utf-8") == (
        "#BeginOfDocument d\n"
        "me\td\tE2\t3,5;8,10\tgave up\tLife.Die\tActual\t1.0\n"
        "me\td\tE3\t0,0\t_\tLife.Die\tNOT_ANNOTATED\n"
        "me\td\tE1\t1,2\t_\tLife.Die\tNOT_ANNOTATED\n"
        "@Coreference\tC0\tE1,E2\n"
        "@After\tR0\tE1,E2\n"
        "#EndOfDocument\n"
    )


def test_token_ids_are_written_by_name() -> None:
    numbers = TokenNumbers()
    (seventh,) = numbers.of(["w7"]).tolist()
    documents = [{"doc_id": "d", "mentions": [{**MENTION, "token_ids": [4, seventh, 3]}]}]
    assert "\tt3,t4,w7\t" in tbf_text(documents, "token", numbers)
    with pytest.raises(InputError, match=f"expected a token id with a name, got {seventh}"):
        tbf_text(documents, "token")


names = st.text(st.characters(codec="utf-8", exclude_characters="\t\n\r\0"), max_size=6)
inner = names.map(lambda text: f"x{text}x")
mention_ids = st.from_regex("[A-Za-z]{1,3}[0-9]{0,3}", fullmatch=True)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    ids = draw(st.lists(mention_ids, max_size=5, unique=True))
    mentions = [
        {
            "token_ids": sorted(draw(st.sets(st.integers(0, 40), min_size=1, max_size=6))),
            "type": draw(names),
            "realis": draw(inner),
            "id": mention_id,
        }
        for mention_id in ids
    ]
    document: dict[str, Any] = {"doc_id": draw(inner), "mentions": mentions}
    if ids and draw(st.booleans()):
        document["clusters"] = draw(st.lists(st.lists(st.sampled_from(ids), min_size=1, unique=True), min_size=1))
    if ids and draw(st.booleans()):
        link = st.fixed_dictionaries(
            {
                "type": st.sampled_from(["After", "Subevent"]),
                "source": st.sampled_from(ids),
                "target": st.sampled_from(ids),
            }
        )
        document["links"] = draw(st.lists(link, min_size=1, max_size=3))
    return document


@examples(150)
@given(
    st.lists(documents(), max_size=3, unique_by=lambda document: document["doc_id"]), st.sampled_from(["char", "token"])
)
def test_what_was_written_is_read(corpus: list[dict[str, Any]], unit: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert read_tbf(tbf_text(corpus, unit).encode(), unit) == corpus


def test_what_is_refused_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="or half characters, got "):
        write_tbf([{"doc_id": "d", "mentions": [{**MENTION, "type": "\ud800"}]}], tmp_path / "run.tbf")
    assert not list(tmp_path.iterdir())


def test_columns_are_written_like_dicts() -> None:
    document = {"doc_id": "d", "mentions": [{**MENTION, "id": "E1"}], "clusters": [["E1"]]}
    columns = checked_column(NUGGET_DOCUMENT, [document], "documents")
    assert tbf_text(columns) == tbf_text([document])


def test_two_documents_of_one_name_are_refused() -> None:
    message = "documents[1][\"doc_id\"]: expected an id that no other document has, got 'd' (str)"
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        tbf_text([{"doc_id": "d", "mentions": []}] * 2)
