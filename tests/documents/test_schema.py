"""The description of a document: its table and its Arrow type say the same as its checks."""

from __future__ import annotations

import pyarrow as pa

from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, Truth, arrow_type
from event_scoring.nuggets.documents import NUGGET_DOCUMENT
from tests.declared import field_table


def test_documentation_table_names_every_key() -> None:
    keys = [row[0] for row in field_table(NUGGET_DOCUMENT)]
    assert keys[:3] == ["doc_id", "mentions", "mentions[].token_ids"]
    assert "links[].target" in keys
    assert all(meaning for _, _, meaning in field_table(NUGGET_DOCUMENT))


def test_every_kind_has_its_arrow_type() -> None:
    kind = Record(
        Field("name", Text()),
        Field("spans", ListOf(ListOf(Integer("offset"), length=2))),
        Field("score", Number(), required=False),
        Field("known", Truth(), required=False),
    )
    wanted = [
        ("name", pa.string()),
        ("spans", pa.list_(pa.list_(pa.int64()))),
        ("score", pa.float64()),
        ("known", pa.bool_()),
    ]
    assert arrow_type(kind) == pa.struct(wanted)
