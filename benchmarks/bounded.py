"""Time and memory of hostile input against its size: `python -m benchmarks.bounded [CASE …]`.

Each case is scored, or refused, in a process of its own. Work is counted in seconds of the processor, and memory is
the largest that the process had after the input was made, so both hardly depend on what else the machine does.
"""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.measure import print_rows
from event_scoring import InputError, score_dataset, score_extraction, score_nuggets, score_templates

SIZES = (250_000, 500_000, 1_000_000)
"""Bytes of input, about."""
PATIENCE = 300
"""Seconds on the clock until a case is stopped."""
Call = Callable[[], Any]


def _nugget(place: int, token: int = 0, kind: str = "A") -> dict[str, Any]:
    return {"id": f"m{place}", "token_ids": [token], "type": kind}


def _both(document: dict[str, Any]) -> Call:
    return lambda: score_nuggets([document], [document])


def _alike(size: int) -> Call:
    return _both({"mentions": [_nugget(place) for place in range(size // 45)]})


def _one_span_in_clusters(size: int) -> Call:
    number = size // 60
    clusters = [[f"m{place}", f"m{place + 1}"] for place in range(0, number - 1, 2)]
    return _both({"mentions": [_nugget(place) for place in range(number)], "clusters": clusters})


def _chain_of_links(size: int) -> Call:
    number = size // 100
    links = [{"type": "After", "source": f"m{place}", "target": f"m{place + 1}"} for place in range(number - 1)]
    return _both({"mentions": [_nugget(place, place) for place in range(number)], "links": links})


def _links_between_large_clusters(size: int) -> Call:
    number = size // 110
    mentions = [_nugget(place, place) for place in range(number)]
    half = [[f"m{place}" for place in range(start, start + number // 2)] for start in (0, number // 2)]
    link = {"type": "After", "source": "m0", "target": f"m{number // 2}"}
    chain = [{"type": "After", "source": f"m{place}", "target": f"m{place + 1}"} for place in range(number - 1)]
    system, gold = {"mentions": mentions, "clusters": half, "links": [link]}, {"mentions": mentions, "links": chain}
    return lambda: score_nuggets([system], [gold])


def _chain_of_pointers(size: int) -> Call:
    def template(place: int) -> dict[str, Any]:
        pointer = {"name": "next", "values": [f"t{place + 1}"], "pointer": True}
        return {"type": "A", "id": f"t{place}", "slots": [{"name": "n", "values": ["x"]}, pointer]}

    number = size // 130
    templates = [template(place) for place in range(number)]
    templates[-1]["slots"].pop()
    return lambda: score_templates([{"templates": templates}], [{"templates": templates}])


def _chains_of_pointers(size: int) -> Call:
    """As many documents as fit, each as hard as one may be."""
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


def _wide_spans(size: int) -> Call:
    line = "run\td\tE{0}\t0,100000\tw\tA\tActual\n"
    lines = "".join(map(line.format, range(size // 33)))
    path = Path(tempfile.mkdtemp()) / "wide.tbf"
    path.write_text(f"#BeginOfDocument d\n{lines}#EndOfDocument\n", encoding="utf-8")
    return lambda: score_nuggets(path, path)


def _packed_line(size: int) -> Call:
    path = Path(tempfile.mkdtemp()) / "line.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"predictions": [' + b"{}," * size * 300))
    return lambda: score_dataset(path)


def _packed_file(size: int) -> Call:
    path = Path(tempfile.mkdtemp()) / "file.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"mentions": []}\n' * (size * 60)))
    return lambda: score_nuggets(path, path)


def _full(size: int, line: bytes) -> Path:
    """A gzip of so many bytes with as many lines as it may have."""
    path = Path(tempfile.mkdtemp()) / "full.jsonl.gz"
    lines = line * ((2**19 + 7 * size // 4) // (line.count(b"{") + line.count(b"[")) - 1)
    noise = random.Random(0).randbytes(3 * size // 4).hex().encode()
    mention = b'[{"token_ids": [1], "type": "' + noise + b'"}]'
    path.write_bytes(gzip.compress(line.replace(b"[]", mention, 1) + lines, 4))
    return path


def _full_file(size: int) -> Call:
    path = _full(size, b'{"mentions": []}\n')
    return lambda: score_nuggets(path, path)


def _full_shard(size: int) -> Call:
    path = _full(size, b'{"predictions": [], "references": []}\n')
    return lambda: score_dataset(path)


def _events(size: int, **options: Any) -> Call:
    events = [
        {"trigger": {"span": [place % 40, place % 40 + 5]}, "type": "A", "arguments": []} for place in range(size // 60)
    ]
    document = {"tokens": ["w"] * 50, "events": events}
    return lambda: score_extraction([document], [document], **options)


def _events_in_text(size: int) -> Call:
    document = {"text": "he " * (size // 6), "events": [{"trigger": "he he", "type": "A"}] * (size // 80)}
    return lambda: score_extraction([document], [document])


def _packed_parquet(size: int) -> Call:
    path = Path(tempfile.mkdtemp()) / "small.parquet"
    tokens = pa.ListArray.from_arrays(pa.array([0, size * 200], pa.int32()), pa.repeat(0, size * 200))
    mention = pa.StructArray.from_arrays([tokens, pa.array(["A"])], names=["token_ids", "type"])
    side = pa.StructArray.from_arrays(
        [pa.ListArray.from_arrays(pa.array([0, 1], pa.int32()), mention)], names=["mentions"]
    )
    pq.write_table(pa.table({"predictions": side, "references": side}), path, compression="zstd")
    return lambda: score_dataset(path)


CASES: dict[str, Callable[[int], Call]] = {
    "identical nuggets": _alike,
    "one span, many clusters": _one_span_in_clusters,
    "wide spans in TBF": _wide_spans,
    "a chain of links": _chain_of_links,
    "links between large clusters": _links_between_large_clusters,
    "a chain of pointers": _chain_of_pointers,
    "many circles of pointers": _chains_of_pointers,
    "events on few places": _events,
    "events that overlap": lambda size: _events(size, match=("span", "overlap")),
    "events of one text": _events_in_text,
    "a gzip of one line": _packed_line,
    "a gzip of many lines": _packed_file,
    "a gzip as full as may be": _full_file,
    "a shard as full as may be": _full_shard,
    "a small Parquet file": _packed_parquet,
}


def measured(case: str, size: int) -> tuple[str, str, str]:
    """Seconds, megabytes and what came of it, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.bounded", "--one", case, str(size)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return f"> {PATIENCE}", "?", "stopped"
    if done.returncode:
        return "?", "?", f"ended with {done.returncode}: {done.stderr[-200:]}"
    found = json.loads(done.stdout)
    return f"{found['seconds']:.1f}", f"{found['megabytes']:.0f}", found["outcome"]


def one(case: str, size: int) -> None:
    """Run one case here and print what it took."""
    call = CASES[case](size)
    Path("/proc/self/clear_refs").write_text("5")  # the largest size begins anew
    before, outcome = time.process_time(), "scored"
    try:
        call()
    except InputError as error:
        outcome = f"refused: {error.wanted[:60]}"
    seconds = time.process_time() - before
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    megabytes = int(status["VmHWM"].split()[0]) / 1024
    print(json.dumps({"seconds": seconds, "megabytes": megabytes, "outcome": outcome}))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2], int(sys.argv[3]))
    else:
        rows = [(case, f"{size:,}", *measured(case, size)) for case in sys.argv[1:] or CASES for size in SIZES]
        print_rows("hostile input", ("case", "bytes", "s", "MB", "outcome"), rows)
