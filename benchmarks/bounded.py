"""Time and memory of hostile input against its size: `python -m benchmarks bounded [CASE …]`.

Each case is scored, or refused, in a process of its own, and one before it writes the large files. Work is measured in
seconds of the processor, and memory is the peak of the process. Both hardly depend on the load of the machine. The
table is Markdown, as docs/scale.md shows it. What takes more than SECURITY.md promises is marked, and the exit code is
1.
"""

from __future__ import annotations

import gzip
import json
import math
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.crowded import CROWDED
from event_scoring import (
    InputError,
    documents_from_texts,
    relations_from_texts,
    score_dataset,
    score_extraction,
    score_nuggets,
    score_templates,
)
from event_scoring.formats.text_lines import GzipLimit
from event_scoring.scoring.limits import BYTES_OF_A_DOCUMENT, FREE_DOCUMENTS
from tests.formats.language_models.test_hostile import LONG, LONG_RELATIONS

SIZES = (250_000, 500_000, 1_000_000)
"""Approximate bytes of input."""
MAX_SECONDS, MAX_SECONDS_TO_REFUSE, MAX_MEGABYTES = 10, 2, 2000
"""Bounds that SECURITY.md promises for 1 MB. Packed input may unpack to 32 times as much, and is refused in the
first.
"""
MAX_SECONDS_TO_READ = 5
"""Bound for one answer of a language model. The page may receive several."""
BROKEN = "**more than is promised**"
"""Prefix of a case that takes too long or too much, or is neither scored nor refused."""
PATIENCE = 300
"""Seconds of the processor after which a case is stopped."""
BOTH = b'{"predictions": [], "references": []}\n'
"""A line of a shard."""
Call = Callable[[], Any]


def _file(path: Path, contents: Callable[[], bytes]) -> Path:
    """Return a file made by the process before the measured one."""
    if not path.exists():
        path.write_bytes(contents())
    return path


def _nugget(place: int, token: int = 0, kind: str = "A") -> dict[str, Any]:
    return {"id": f"m{place}", "token_ids": [token], "type": kind}


def _both(document: dict[str, Any]) -> Call:
    return lambda: score_nuggets([document], [document])


def _alike(size: int, folder: Path) -> Call:
    return _both({"mentions": [_nugget(place) for place in range(size // 45)]})


def _one_span_in_clusters(size: int, folder: Path) -> Call:
    number = size // 60
    clusters = [[f"m{place}", f"m{place + 1}"] for place in range(0, number - 1, 2)]
    return _both({"mentions": [_nugget(place) for place in range(number)], "clusters": clusters})


def _chain_of_links(size: int, folder: Path) -> Call:
    number = size // 100
    links = [{"type": "After", "source": f"m{place}", "target": f"m{place + 1}"} for place in range(number - 1)]
    return _both({"mentions": [_nugget(place, place) for place in range(number)], "links": links})


def _links_between_large_clusters(size: int, folder: Path) -> Call:
    number = size // 110
    mentions = [_nugget(place, place) for place in range(number)]
    half = [[f"m{place}" for place in range(start, start + number // 2)] for start in (0, number // 2)]
    link = {"type": "After", "source": "m0", "target": f"m{number // 2}"}
    chain = [{"type": "After", "source": f"m{place}", "target": f"m{place + 1}"} for place in range(number - 1)]
    system, gold = {"mentions": mentions, "clusters": half, "links": [link]}, {"mentions": mentions, "links": chain}
    return lambda: score_nuggets([system], [gold])


def _chain_of_pointers(size: int, folder: Path) -> Call:
    def template(place: int) -> dict[str, Any]:
        pointer = {"name": "next", "values": [f"t{place + 1}"], "pointer": True}
        return {"type": "A", "id": f"t{place}", "slots": [{"name": "n", "values": ["x"]}, pointer]}

    number = size // 130
    templates = [template(place) for place in range(number)]
    templates[-1]["slots"].pop()
    return lambda: score_templates([{"templates": templates}], [{"templates": templates}])


def _chains_of_pointers(size: int, folder: Path) -> Call:
    """Return as many documents as fit, each as hard as possible."""
    number = 20
    templates = [
        {
            "type": "A",
            "id": f"t{place}",
            "slots": [{"name": "next", "values": [f"t{(place + 1) % number}"], "pointer": True}],
        }
        for place in range(number)
    ]
    documents = [{"templates": templates}] * (size // (90 * number))
    return lambda: score_templates(documents, documents)


def _wide_spans(size: int, folder: Path) -> Call:
    def lines() -> bytes:
        spans = "".join(f"run\td\tE{place}\t0,100000\tw\tA\tActual\n" for place in range(size // 33))
        return f"#BeginOfDocument d\n{spans}#EndOfDocument\n".encode()

    path = _file(folder / "wide.tbf", lines)
    return lambda: score_nuggets(path, path)


def _packed_file(size: int, folder: Path) -> Call:
    path = _file(folder / "file.jsonl.gz", lambda: gzip.compress(b'{"mentions": []}\n' * (size * 60)))
    return lambda: score_nuggets(path, path)


def _most_documents(size: int) -> int:
    """Return the number of documents that a file of a little more than 3 / 4 of a size may hold."""
    return FREE_DOCUMENTS + 3 * size // 4 // BYTES_OF_A_DOCUMENT


def _full(size: int, line: bytes) -> bytes:
    """Return a gzip file of a given size with as many lines as are allowed."""
    lines = line * (_most_documents(size) - 1)
    noise = random.Random(0).randbytes(3 * size // 4).hex().encode()
    mention = b'[{"token_ids": [1], "type": "' + noise + b'"}]'
    return gzip.compress(line.replace(b"[]", mention, 1) + lines, 4)


def _full_file(size: int, folder: Path) -> Call:
    path = _file(folder / "full.jsonl.gz", lambda: _full(size, b'{"mentions": []}\n'))
    return lambda: score_nuggets(path, path)


def _crowd(size: int, folder: Path) -> Call:
    def contents() -> bytes:
        mentions = '{"token_ids":[1],"type":"A"},' * (GzipLimit("", 7 * size // 8).marks // 2 - 9)
        noise = random.Random(0).randbytes(3 * size // 4).hex()
        return gzip.compress(f'{{"doc_id": "{noise}", "mentions": [{mentions[:-1]}]}}'.encode(), 4)

    path = _file(folder / "crowd.jsonl.gz", contents)
    return lambda: score_nuggets(path, path)


def _crowded_documents(size: int, folder: Path) -> Call:
    """Return equal documents, each with nearly as many pairs as one may have."""

    def contents() -> bytes:
        mentions = ",".join(['{"token_ids":[1],"type":"A"}'] * 720)
        line = f'{{"mentions":[{mentions}]}}\n'.encode()
        noise = random.Random(0).randbytes(3 * size // 4).hex().encode()
        documents = GzipLimit("", 7 * size // 8).marks // 2 // 720
        return gzip.compress(line * (documents - 9) + line.replace(b"A", noise, 1), 4)

    path = _file(folder / "crowded.jsonl.gz", contents)
    return lambda: score_nuggets(path, path)


def _events(size: int, folder: Path, **options: Any) -> Call:
    events = [
        {"trigger": {"span": [place % 40, place % 40 + 5]}, "type": "A", "arguments": []} for place in range(size // 60)
    ]
    document = {"tokens": ["w"] * 50, "events": events}
    return lambda: score_extraction([document], [document], **options)


def _events_in_text(size: int, folder: Path) -> Call:
    document = {"text": "he " * (size // 6), "events": [{"trigger": "he he", "type": "A"}] * (size // 80)}
    return lambda: score_extraction([document], [document])


def _text(size: int, triggers: list[str]) -> Call:
    """Return one long text in which other texts are searched."""
    document = {"text": "aa " * (size // 6), "events": [{"trigger": text, "type": "A"} for text in triggers]}
    reference = {"text": document["text"], "events": []}
    return lambda: score_extraction([document], [reference], convention="oneie")


def _almost_in_text(size: int, folder: Path) -> Call:
    return _text(size, ["aa" * (size // 16) + "a", "ab" * (size // 32), "b" + "a" * (size // 16)])


def _many_in_text(size: int, folder: Path) -> Call:
    return _text(size, [f"{'a' * 30}{place}" for place in range(size // 140)])


def _in_many_places(size: int, folder: Path, **options: Any) -> Call:
    """Return arguments of one text, and a sentence in which every token is this text."""
    arguments = [{"role": "r", "text": "a"}] * (size // 60)
    prediction = {"events": [{"type": "A", "trigger": {"text": "a"}, "arguments": arguments}]}
    event = {"type": "A", "trigger": {"span": [0, 1]}, "arguments": arguments if "credit" in options else []}
    reference = {"tokens": ["a"] * (size // 10), "events": [event]}
    return lambda: score_extraction([prediction], [reference], **options)


def _tokens(size: int, folder: Path) -> Call:
    """Return one long list of equal tokens, and texts that almost match it."""
    triggers = [" ".join(["a"] * (size // 2000) + [f"b{place}"]) for place in range(500)]
    document = {"tokens": ["a"] * (size // 10), "events": [{"trigger": text, "type": "A"} for text in triggers]}
    return lambda: score_extraction([document], [{**document, "events": []}], convention="oneie")


def _documents(documents: int, mentions: int) -> pa.Table:
    """Return equal documents, each with the same number of equal mentions."""

    def lists(number: int, length: int, values: pa.Array) -> pa.Array:
        offsets = pa.array(np.arange(number + 1, dtype=np.int32) * length)
        return pa.ListArray.from_arrays(offsets, values)

    number = documents * mentions
    parts = [lists(number, 1, pa.repeat(0, number)), pa.repeat("A", number)]
    mention = pa.StructArray.from_arrays(parts, names=["token_ids", "type"])
    side = pa.StructArray.from_arrays([lists(documents, mentions, mention)], names=["mentions"])
    return pa.table({"predictions": side, "references": side})


def _parquet(documents: int, mentions: int, size: int = 0) -> bytes:
    """Return a Parquet file, with ``size`` bytes in a column that is not read."""
    table, sink = _documents(documents, mentions), pa.BufferOutputStream()
    noise = [random.Random(0).randbytes(size), *[None] * (documents - 1)]
    pq.write_table(table.append_column("noise", pa.array(noise, pa.binary())), sink, compression="zstd")
    return sink.getvalue().to_pybytes()


def _one_text(size: int) -> bytes:
    """Return a Parquet file with one long type shared by a million nuggets, in documents of a hundred."""
    table, sink = _documents(10_000, 100), pa.BufferOutputStream()
    word = pa.array([random.Random(0).randbytes(size // 2).hex()])
    types = pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int32()), 10**6), word)
    mentions = table["predictions"].chunk(0).field("mentions")
    mention = pa.StructArray.from_arrays([mentions.values.field("token_ids"), types], names=["token_ids", "type"])
    side = pa.StructArray.from_arrays([pa.ListArray.from_arrays(mentions.offsets, mention)], names=["mentions"])
    table = pa.table({"predictions": side, "references": side})
    pq.write_table(table, sink, compression="zstd", store_schema=False, dictionary_pagesize_limit=2 * size)
    return sink.getvalue().to_pybytes()


def _corpus(name: str, contents: Callable[[int], bytes]) -> Callable[[int, Path], Call]:
    """Return the case of a file that holds both sides."""

    def case(size: int, folder: Path) -> Call:
        path = _file(folder / name, lambda: contents(size))
        return lambda: score_dataset(path)

    return case


def _answer(reader: Callable[[list[Any]], Any], made: Callable[[int], Any]) -> Callable[[int, Path], Call]:
    """Return the case of one answer of a language model."""

    def case(size: int, folder: Path) -> Call:
        answers = [made(size)]
        return lambda: reader(answers)

    return case


PLAIN: dict[str, Callable[[int, Path], Call]] = {
    "identical nuggets": _alike,
    "one span, many clusters": _one_span_in_clusters,
    "wide spans in TBF": _wide_spans,
    "a chain of links": _chain_of_links,
    "links between large clusters": _links_between_large_clusters,
    "a chain of pointers": _chain_of_pointers,
    "many cycles of pointers": _chains_of_pointers,
    "events on few places": _events,
    "events that overlap": lambda size, folder: _events(size, folder, match=("span", "overlap")),
    "events of one text": _events_in_text,
    "texts almost in a text": _almost_in_text,
    "many texts not in a text": _many_in_text,
    "texts almost in the tokens": _tokens,
    **{
        f"one text in many places, {name}": partial(_in_many_places, convention=name, **options)
        for name, options in {"text2event": {"unit": "span"}, "uie": {}, "degree": {}, "tanl": {}}.items()
    },
    "texts with partial credit": partial(_in_many_places, unit="text", credit="characters-lcs"),
}
PACKED: dict[str, Callable[[int, Path], Call]] = {
    "a gzip of one line": _corpus("x.jsonl.gz", lambda size: gzip.compress(b'{"predictions": [' + b"{}," * size * 300)),
    "a gzip of many lines": _packed_file,
    "a gzip of maximal size": _full_file,
    "a gzip of identical nuggets": _crowd,
    "a gzip of crowded documents": _crowded_documents,
    "a shard of maximal size": _corpus("x.jsonl.gz", lambda size: _full(size, BOTH)),
    "a Parquet file of one row": _corpus("x.parquet", lambda size: _parquet(1, size * 8)),
    "a Parquet file of too many rows": _corpus("x.parquet", lambda size: _parquet(size * 20, 0)),
    "a Parquet file of maximal size": _corpus(
        "x.parquet", lambda size: _parquet(_most_documents(size), 0, 7 * size // 8)
    ),
    "a Parquet file of many nuggets": _corpus(
        "x.parquet", lambda size: _parquet(25_000, (2**28 + 448 * size) // 3_250_000, 7 * size // 8)
    ),
    "a Parquet file of small documents": _corpus("x.parquet", lambda size: _parquet(size // 20, 12, 7 * size // 8)),
    "a Parquet file of one text": _corpus("x.parquet", _one_text),
}
ANSWERS: dict[str, Callable[[int, Path], Call]] = {
    **{f"an answer of {name}": _answer(documents_from_texts, made) for name, made in LONG.items()},
    **{f"an answer of {name}": _answer(relations_from_texts, made) for name, made in LONG_RELATIONS.items()},
}
"""The hard cases of every notation in which models answer, as the tests have them."""
CASES = {**PLAIN, **PACKED, **CROWDED, **ANSWERS}


def measured(case: str, size: int) -> dict[str, Any]:
    """Return seconds, megabytes and outcome of a case in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for step in (
            ("--one",) if case in CROWDED or case in ANSWERS else ("--make", "--one")
        ):  # which write no large files
            command = [sys.executable, "-m", "benchmarks.bounded", step, case, str(size), folder]
            limit = partial(resource.setrlimit, resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
            done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, check=False)
            if -done.returncode in (signal.SIGXCPU, signal.SIGKILL):
                return {"seconds": math.inf, "megabytes": math.inf, "outcome": f"stopped after {PATIENCE} s"}
            if done.returncode:
                outcome = f"ended with {done.returncode}: {done.stderr[-200:]}"
                return {"seconds": math.nan, "megabytes": math.nan, "outcome": outcome}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def is_kept(case: str, found: dict[str, Any]) -> bool:
    """Whether the outcome of a case keeps the promise."""
    scored, refused = found["outcome"] == "scored", found["outcome"].startswith("refused")
    seconds = MAX_SECONDS if scored or case in PACKED else MAX_SECONDS_TO_REFUSE
    seconds = MAX_SECONDS_TO_READ if case in ANSWERS else seconds
    return bool((scored or refused) and found["seconds"] <= seconds and found["megabytes"] <= MAX_MEGABYTES)


def one(case: str, size: int, folder: Path) -> None:
    """Run one case here and print its measurements."""
    call = CASES[case](size, folder)
    Path("/proc/self/clear_refs").write_text("5")  # the largest size begins anew
    before, outcome = time.process_time(), "scored"
    try:
        call()
    except InputError as error:
        outcome = f"refused: {error.wanted or error.says}"
    seconds = time.process_time() - before
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    megabytes = int(status["VmHWM"].split()[0]) / 1024
    print(json.dumps({"seconds": seconds, "megabytes": megabytes, "outcome": outcome}))


def table(cases: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a table in Markdown, each as soon as it is known."""
    header = ["case", *(f"{size / 10**6:g} MB" for size in SIZES), f"memory at {SIZES[-1] / 10**6:g} MB", "outcome"]
    yield f"| {' | '.join(header)} |"
    yield f"|{'---|' * len(header)}"
    for case in cases:
        found = [measured(case, size) for size in SIZES]
        seconds = [f"{each['seconds']:.1f} s" for each in found]
        megabytes = f"{found[-1]['megabytes']:,.0f} MB"
        mark = "" if all(is_kept(case, each) for each in found) else f"{BROKEN} "
        yield f"| {' | '.join([case, *seconds, megabytes, mark + found[-1]['outcome']])} |"


def main(*cases: str) -> None:
    """Print the rows of some cases, or of all."""
    is_broken = False
    for line in table(cases or CASES):
        print(line, flush=True)
        is_broken |= BROKEN in line
    if is_broken:
        sys.exit(1)


if __name__ == "__main__":  # as `measured` starts it
    step, case, size, folder = sys.argv[1:]
    if step == "--make":
        CASES[case](int(size), Path(folder))
    else:
        one(case, int(size), Path(folder))
