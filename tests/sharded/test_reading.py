"""Shards of every kind, on every kind of filesystem, and datasets that are not files."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.dataset as pads
import pyarrow.fs as pafs
import pyarrow.parquet as pq
import pytest

from event_scoring import InputError, read, score_dataset, score_nuggets
from event_scoring.nuggets import score as nugget_score
from event_scoring.scoring import limits
from event_scoring.sharded import corpus, parquet_files, shards
from event_scoring.sharded.parquet_files import plain_bytes
from tests.heavy import datasets
from tests.sharded.corpora import corpus_table, nugget_corpus, write_shards

PREDICTIONS, REFERENCES = nugget_corpus()
WANTED = score_nuggets(PREDICTIONS, REFERENCES)
TABLE = corpus_table("nuggets")


def json_lines(start: int, stop: int) -> str:
    rows = zip(PREDICTIONS[start:stop], REFERENCES[start:stop], strict=True)
    return "".join(json.dumps({"predictions": one, "references": other}) + "\n" for one, other in rows)


WRITERS: dict[str, Callable[[Path, int, int], Any]] = {
    ".parquet": lambda path, start, stop: pq.write_table(TABLE.slice(start, stop - start), path),
    ".jsonl": lambda path, start, stop: path.write_text(json_lines(start, stop).rstrip("\n"), encoding="utf-8"),
    ".ndjson.gz": lambda path, start, stop: path.write_bytes(gzip.compress(json_lines(start, stop).encode())),
}


@pytest.mark.parametrize("ending", WRITERS)
def test_every_kind_of_shard(ending: str, tmp_path: Path) -> None:
    for number, (start, stop) in enumerate([(0, 7), (7, 7), (7, 41), (41, 60)]):
        WRITERS[ending](tmp_path / f"part-{number}{ending}", start, stop)
    assert score_dataset(tmp_path) == WANTED


def test_kinds_may_be_mixed_and_nested(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    WRITERS[".parquet"](tmp_path / "x.pq", 0, 20)
    WRITERS[".jsonl"](tmp_path / "a" / "y.JSONL", 20, 30)
    WRITERS[".ndjson.gz"](tmp_path / "a" / "b" / "z.jsonl.gz", 30, 60)
    assert score_dataset(tmp_path) == WANTED


OTHERS: dict[str, Callable[[Path], Any]] = {
    "README.md": lambda path: path.write_text("no shard"),
    "_SUCCESS": lambda path: path.write_text(""),
    ".hidden.parquet": lambda path: WRITERS[".parquet"](path, 0, 20),
}
MISSED: dict[str, tuple[Callable[[Path], Any], str]] = {
    "lost.parquet": (lambda path: path.symlink_to("nowhere"), "a broken link or no regular file"),
    "pipe.parquet": (os.mkfifo, "a broken link or no regular file"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_files_of_a_folder_are_left_out(name: str, tmp_path: Path) -> None:
    WRITERS[".parquet"](tmp_path / "x.parquet", 0, 60)
    OTHERS[name](tmp_path / name)
    left_out = f"Left out 1 file, no shards: {tmp_path / name}."
    assert score_dataset(tmp_path) == {**WANTED, "warnings": [*WANTED["warnings"], left_out]}


@pytest.mark.parametrize("name", MISSED)
def test_shards_of_a_folder_that_cannot_be_read_are_refused(name: str, tmp_path: Path) -> None:
    make, got = MISSED[name]
    WRITERS[".parquet"](tmp_path / "x.parquet", 0, 60)
    make(tmp_path / name)
    with pytest.raises(InputError) as caught:
        score_dataset(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / name}: expected a shard (.parquet, ")
    assert str(caught.value).endswith(f"got {got}")


def test_a_file_that_was_named_is_never_left_out(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(InputError, match=r"notes\.txt: expected a shard \(.*\), got a file of another name$"):
        score_dataset(tmp_path / "notes.txt")


def test_a_file_given_twice_is_refused(tmp_path: Path) -> None:
    write_shards(tmp_path / "corpus", TABLE, [30])
    again = tmp_path / "corpus" / "part-001.parquet"
    with pytest.raises(InputError, match=rf"^{again}: expected every file once, got it again after {again}$"):
        score_dataset([tmp_path / "corpus", again])
    (tmp_path / "corpus" / "part-002.parquet").symlink_to("part-000.parquet")
    with pytest.raises(
        InputError, match=r"part-002\.parquet: expected every file once, got it again after .*000\.parq"
    ):
        score_dataset(tmp_path / "corpus")


def test_links_that_lead_in_circles_are_refused(tmp_path: Path) -> None:
    write_shards(tmp_path / "corpus", TABLE, [])
    for name in ("a", "b"):
        (tmp_path / "corpus" / name).symlink_to(".")
    with pytest.raises(InputError, match="expected every folder once, got a link to one that was listed"):
        score_dataset(tmp_path / "corpus")


def test_a_document_in_two_shards_is_refused(tmp_path: Path) -> None:
    write_shards(tmp_path, pa.concat_tables([TABLE, TABLE.slice(17, 1)]), [20, 40])
    with pytest.raises(InputError) as caught:
        score_dataset(tmp_path)
    place = f'{tmp_path}/part-002.parquet: predictions[20]["doc_id"]'
    assert str(caught.value) == f"{place}: expected an id that no earlier document has, got 'doc-17' (str)"


def test_a_column_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    columns = [TABLE.column(name) for name in ("predictions", "references", "references")]
    table = pa.Table.from_arrays(columns, names=["predictions", "references", "references"])
    pq.write_table(table, tmp_path / "x.parquet")
    for dataset, name in ((tmp_path, r"\S*x\.parquet"), (table, "dataset")):
        with pytest.raises(InputError, match=rf'^{name}: expected every column once, got "references" 2 times$'):
            score_dataset(dataset)


def test_a_small_gzip_of_countless_items_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    text = "[" + "[]," * 2**21 + "[]]\n"
    (tmp_path / "x.jsonl.gz").write_bytes(gzip.compress(json_lines(0, 2).encode() + text.encode(), 1))
    wanted = (
        r"x\.jsonl\.gz: expected a gzip file that unpacks to at most [\d,]+ bytes, [\d,]+ of them brackets, "
        r"got more from [\d,]+ bytes; unpack it first$"
    )
    with pytest.raises(InputError, match=wanted):
        score_dataset(tmp_path)


def test_a_file_of_far_more_documents_than_bytes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FREE_DOCUMENTS", 10)
    row = b'{"predictions": [], "references": []}\n'
    (tmp_path / "x.jsonl.gz").write_bytes(gzip.compress(row * 1000))
    pq.write_table(pa.table({"predictions": [[]] * 1000, "references": [[]] * 1000}), tmp_path / "x.parquet")
    pq.write_table(TABLE, tmp_path / "few.parquet")
    assert score_dataset(tmp_path / "few.parquet")["documents"] == len(TABLE)
    wanted = r"expected at most \d+ documents in \d+ bytes, got more; cut the file into several$"
    for name in ("x.jsonl.gz", "x.parquet"):
        with pytest.raises(InputError, match=rf"{name}: {wanted}"):
            score_dataset(tmp_path / name)
    (tmp_path / "y.jsonl").write_bytes(b"[]\n" * 100)
    with pytest.raises(InputError, match=rf"y\.jsonl: {wanted}"):
        read(tmp_path / "y.jsonl", "nuggets")


def test_crowded_documents_of_a_file_are_refused_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four equal mentions a side have 16 pairs, two for each mention, and five have 5 more than that."""
    sides = [[{"token_ids": [1], "type": "A"}] * number for number in (4, 5, 4, 5)]
    pq.write_table(pa.table({"predictions": sides, "references": sides}), tmp_path / "x.parquet")
    for most, is_refused in ((10, False), (9, True)):
        monkeypatch.setattr(nugget_score, "MAX_EXCESS_PAIRS", most)
        monkeypatch.setattr(corpus, "MAX_EXCESS_PAIRS", most)
        for rows in (2048, 1):  # in one batch, or in four
            monkeypatch.setattr(parquet_files, "BATCH_ROWS", rows)
            for score in (lambda: score_nuggets(sides, sides), lambda: score_dataset(tmp_path)):
                if is_refused:
                    with pytest.raises(InputError, match="pairs of overlapping items in all documents, and 2 more"):
                        score()
                else:
                    assert score()["documents"] == 4


def test_a_small_parquet_file_of_very_many_records_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [[{"token_ids": [number], "type": "A"} for number in range(10)]] * 1_000
    pq.write_table(pa.table({"predictions": sides, "references": sides}), tmp_path / "x.parquet", compression="zstd")
    assert score_dataset(tmp_path)["span_f1"] == 1
    monkeypatch.setattr(parquet_files, "_FREE_BYTES", 2**23)  # less than 20,000 records of 512 bytes
    with pytest.raises(InputError, match=r"x\.parquet: expected a file that unpacks to at most [\d,]+ bytes, got"):
        score_dataset(tmp_path)


def test_a_small_parquet_file_that_unpacks_to_very_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alike = {"token_ids": [[7] * 3000], "type": ["A"]}
    mentions = pa.StructArray.from_arrays([pa.array(alike[name]) for name in alike], list(alike))
    document = pa.ListArray.from_arrays(pa.array([0, 1], pa.int32()), mentions)
    side = pa.StructArray.from_arrays([document], ["mentions"])
    pq.write_table(pa.table({"predictions": side, "references": side, "other": [[1] * 10**6]}), tmp_path / "x.parquet")
    assert score_dataset(tmp_path)["span_f1"] == 1
    monkeypatch.setattr(parquet_files, "_FREE_BYTES", 50_000)
    monkeypatch.setattr(parquet_files, "_MAX_RATIO", 1)
    wanted = r"x\.parquet: expected a file that unpacks to at most [\d,]+ bytes, got 144,\d\d\d from [\d,]+; write it"
    with pytest.raises(InputError, match=wanted):
        score_dataset(tmp_path)


def one_text_for_all(kind: str, path: Path, letters: int) -> None:
    """A shard of 400 rows with 50 nuggets each, all of one type that is so long."""
    dictionary = pa.array(["A" * letters])
    types = pa.DictionaryArray.from_arrays(pa.array([0] * 20_000, pa.int32()), dictionary)
    tokens = pa.FixedSizeListArray.from_arrays(pa.array(range(20_000)), 1)
    mentions = pa.StructArray.from_arrays([tokens.cast(pa.list_(pa.int64())), types], ["token_ids", "type"])
    side = pa.ListArray.from_arrays(pa.array(range(0, 20_001, 50), pa.int32()), mentions)
    table = pa.table({"doc_id": [str(row) for row in range(400)], "predictions": side, "references": side})
    if kind == "by differences":
        encoding = {f"{name}.list.element.type": "DELTA_BYTE_ARRAY" for name in ("predictions", "references")}
        pq.write_table(table, path, use_dictionary=False, column_encoding=encoding, store_schema=False)
    else:
        pq.write_table(table, path, store_schema=False, dictionary_pagesize_limit=2**27)


@pytest.mark.parametrize("kind", ["dictionary", "by differences"])
def test_a_text_that_is_stored_once_for_all_rows_is_counted_in_each(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.parquet"
    one_text_for_all(kind, path, 5)
    assert score_dataset(path)["type_f1"] == 1
    if kind == "by differences":  # to write texts beyond the true bound takes seconds
        monkeypatch.setattr(parquet_files, "_FREE_BYTES", 2**25)
    one_text_for_all(kind, path, 2_000 if kind == "by differences" else 400_000)
    assert path.stat().st_size < 2 * 10**6
    before = pa.total_allocated_bytes()
    wanted = (
        r"expected a file that unpacks to at most [\d,]+ bytes, got [\d,]+ from [\d,]+; write it in several shards$"
    )
    if kind == "by differences":
        wanted = "expected predictions.list.element.type as plain texts or by a dictionary, got DELTA_BYTE_ARRAY, RLE"
    with pytest.raises(InputError, match=rf"{path.name}: {wanted}"):
        score_dataset(path)
    assert pa.total_allocated_bytes() < before + 2**28


def test_the_size_of_rows_is_that_of_plain_arrays() -> None:
    words = pa.array(["a", "bbb", None, "a"])
    views = pa.array(["long enough to be no part of its view", None, "a"], pa.string_view())
    assert plain_bytes(words.dictionary_encode()) == 4 * 4 + 1 + 5
    assert plain_bytes(pa.array([7, 7, None]).dictionary_encode()) == 3 * (4 + 8) + 1
    assert plain_bytes(views) == 3 * 16 + 38
    assert plain_bytes(views.slice(1)) == 2 * 16 + 1
    with pytest.raises(pa.ArrowInvalid, match="columns of Arrow type list_view<item: int64> are not read"):
        plain_bytes(pa.array([[1]], pa.list_view(pa.int64())))


def test_a_row_that_is_too_large_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = TABLE.to_pylist()
    rows[23]["predictions"]["mentions"] = [{"token_ids": [place], "type": "A"} for place in range(2000)]
    table = pa.Table.from_pylist(rows, TABLE.schema)
    pq.write_table(table, tmp_path / "x.parquet")
    assert score_dataset(tmp_path)["documents"] == 60
    monkeypatch.setattr(shards, "_BATCH_BYTES", 20_000)
    monkeypatch.setattr(shards, "LINE_BYTES", 20_000)
    for dataset, name in ((tmp_path, "x.parquet"), (table, "dataset")):
        wanted = (
            rf"{name}: rows\[23\]: expected a row of at most 20,000 bytes, got [\d,]+; cut the document into parts$"
        )
        with pytest.raises(InputError, match=wanted):
            score_dataset(dataset)


def test_a_line_without_end_is_refused_before_it_is_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "LINE_BYTES", 2**20)
    monkeypatch.setattr(shards, "_READ_BYTES", 2**16)
    data = f"{json_lines(0, 3)}".encode() + b" " * (shards.LINE_BYTES + 1) + b"{}"
    for name, written in (("x.jsonl", data), ("y.jsonl.gz", gzip.compress(data))):
        (tmp_path / name).write_bytes(written)
        with pytest.raises(InputError, match=r"^.*:4: expected a line of at most 1,048,576 bytes, got a longer one$"):
            score_dataset(tmp_path / name)
    (tmp_path / "z.jsonl").write_bytes(data.replace(b" " * 9999, b"", 1).replace(b"{}", json_lines(3, 4).encode()))
    assert score_dataset(tmp_path / "z.jsonl")["documents"] == 4


def test_a_folder_below_a_hidden_one_is_read(tmp_path: Path) -> None:
    write_shards(tmp_path / "_hidden" / "corpus", TABLE, [30])
    assert score_dataset(tmp_path / "_hidden" / "corpus") == WANTED


def test_one_file_and_a_list_of_files(tmp_path: Path) -> None:
    write_shards(tmp_path, TABLE, [13])
    files = [tmp_path / "part-000.parquet", str(tmp_path / "part-001.parquet")]
    assert score_dataset(files) == WANTED
    assert score_dataset(files[0])["documents"] == 13


FILESYSTEMS: dict[str, Callable[[Path], tuple[str, Any]]] = {
    "pyarrow": lambda path: (str(path), pafs.LocalFileSystem()),
    "subtree": lambda path: ("corpus", pafs.SubTreeFileSystem(str(path.parent), pafs.LocalFileSystem())),
    "fsspec": lambda path: (str(path), fsspec.filesystem("file")),
    "uri": lambda path: (path.as_uri(), None),
    "fsspec uri": lambda path: (f"local://{path}", None),
}


@pytest.mark.parametrize("kind", FILESYSTEMS)
def test_every_kind_of_filesystem(kind: str, tmp_path: Path) -> None:
    write_shards(tmp_path / "corpus", TABLE, [9, 30])
    path, filesystem = FILESYSTEMS[kind](tmp_path / "corpus")
    assert score_dataset(path, filesystem=filesystem) == WANTED


def test_memory_of_fsspec() -> None:
    memory = fsspec.filesystem("memory")
    with memory.open("/corpus/part.jsonl", "w") as file:
        file.write(json_lines(0, 60))
    assert score_dataset("memory://corpus") == WANTED
    memory.rm("/corpus", recursive=True)


STREAMS: dict[str, Callable[[Path], Any]] = {
    "Dataset": lambda _: datasets.Dataset(TABLE),
    "IterableDataset": lambda _: datasets.Dataset(TABLE).to_iterable_dataset(num_shards=3),
    "Dataset with a format": lambda _: datasets.Dataset(TABLE).with_format("numpy"),
    "table": lambda _: TABLE,
    "batch": lambda _: TABLE.combine_chunks().to_batches()[0],
    "reader": lambda _: pa.RecordBatchReader.from_batches(TABLE.schema, TABLE.to_batches(max_chunksize=11)),
    "dataset of pyarrow": lambda path: pads.dataset(path),
    "tables": lambda _: (TABLE.slice(start, 25) for start in (0, 25, 50)),
    "rows": lambda _: iter(TABLE.to_pylist()),
    "list of rows": lambda _: [
        {"predictions": one, "references": other} for one, other in zip(PREDICTIONS, REFERENCES, strict=True)
    ],
}


@pytest.mark.parametrize("kind", STREAMS)
def test_every_kind_of_stream(kind: str, tmp_path: Path) -> None:
    write_shards(tmp_path, TABLE, [30])
    assert score_dataset(STREAMS[kind](tmp_path)) == WANTED


def test_datasets_that_were_saved(tmp_path: Path) -> None:
    datasets.Dataset(TABLE).save_to_disk(str(tmp_path / "saved"))
    assert score_dataset(datasets.load_from_disk(str(tmp_path / "saved"))) == WANTED
    with pytest.raises(
        InputError, match=r"data-\S+\.arrow: expected a shard .*; in Python score_dataset takes what datas"
    ):
        score_dataset(tmp_path / "saved")


def test_batches_are_of_limited_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_shards(tmp_path, TABLE, [])
    monkeypatch.setattr(shards, "_BATCH_BYTES", 1000)
    monkeypatch.setattr(shards, "_READ_BYTES", 100)
    (shard,), _ = shards.find_shards(tmp_path)
    batches = list(shards.read_batches(shard))
    assert len(batches) > 5
    assert [number for batch in batches for number in batch.numbers] == list(range(60))
    assert score_dataset(tmp_path) == WANTED
    (tmp_path / "part-000.parquet").unlink()
    (tmp_path / "all.jsonl").write_text(json_lines(0, 60), encoding="utf-8")
    assert score_dataset(tmp_path) == WANTED


def test_other_columns_are_not_read(tmp_path: Path) -> None:
    pq.write_table(TABLE.append_column("text", pa.array(["text"] * 60)), tmp_path / "more.parquet")
    (shard,), _ = shards.find_shards(tmp_path)
    (batch,) = shards.read_batches(shard, ("predictions", "references", "doc_id"))
    assert batch.rows.schema.names == ["predictions", "references"]
    assert score_dataset(tmp_path) == WANTED


@pytest.mark.parametrize("row_group_size", [60, 300])
def test_texts_that_are_read_as_dictionaries_are_the_same(
    row_group_size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row groups have dictionaries of their own, with the words in another order."""
    table = pa.concat_tables([TABLE, TABLE.slice(30), TABLE.slice(0, 30)])
    pq.write_table(table, tmp_path / "all.parquet", row_group_size=row_group_size)
    monkeypatch.setattr(parquet_files, "_FREE_BYTES", 10_000)
    (shard,), _ = shards.find_shards(tmp_path)
    batches = [batch.rows for batch in shards.read_batches(shard)]
    types = {rows.column("predictions").field("mentions").values.field("type").type for rows in batches}
    assert types == {pa.dictionary(pa.int32(), pa.string())}
    assert [row for rows in batches for row in rows.to_pylist()] == table.to_pylist()


def test_ids_of_rows_are_those_of_both_documents(tmp_path: Path) -> None:
    rows = [
        {"doc_id": one["doc_id"], "predictions": one["mentions"], "references": other["mentions"]}
        for one, other in zip(PREDICTIONS, REFERENCES, strict=True)
    ]
    drawn = {"confidence": 0.9, "resamples": 20, "coreference": False, "sequencing": False}
    wanted = score_dataset(TABLE, **drawn)
    wanted.pop("signature")  # the fingerprint of references knows of clusters and links
    for dataset in (rows, pa.Table.from_pylist(rows)):
        found = score_dataset(dataset, **drawn)
        found.pop("signature")
        assert found == wanted


DOCUMENT = {"doc_id": "a", "mentions": []}


def test_a_bar_counts_shards_and_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_shards(tmp_path, TABLE, [30])
    score_dataset(tmp_path, progress=True)
    assert "0/2" in (shown := capsys.readouterr().err)
    assert f"{len(TABLE):,} documents" in shown


def test_of_one_shard_alone_no_share_is_told_but_its_documents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shards(tmp_path, TABLE, [])
    score_dataset(tmp_path, progress=True)
    assert "0/1" not in (shown := capsys.readouterr().err)
    assert f", {len(TABLE):,} documents" in shown


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="No such file or folder: '.*nowhere'"):
        score_dataset(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"expected a shard \(\.parquet, .*\), got none$"):
        score_dataset(tmp_path)
    with pytest.raises(InputError, match=r"^dataset: expected paths, got 3 \(int\)$"):
        score_dataset([str(tmp_path), 3])


def test_a_table_without_the_columns_is_named(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": ["a"], "gold": [1]}), tmp_path / "x.parquet")
    with pytest.raises(InputError, match=r'x\.parquet: missing column "predictions"; found "text", "gold"'):
        score_dataset(tmp_path)


def test_columns_whose_names_are_no_unicode_are_refused(tmp_path: Path) -> None:
    pq.write_table(TABLE, tmp_path / "x.parquet")
    data = (tmp_path / "x.parquet").read_bytes()
    (tmp_path / "x.parquet").write_bytes(data.replace(b"predictions", b"\x98redictions"))
    with pytest.raises(InputError, match=r"x\.parquet: this shard cannot be read: "):
        score_dataset(tmp_path)
