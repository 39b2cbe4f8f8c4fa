"""Hostile input by the thousand: `python -m tests.fuzz [--functions 20000] [--files 5000] [--seed 0]`.

Right documents and files (those of the tests) are changed at random: values of other kinds and sizes, keys that go,
come or are exchanged, bytes that are cut, doubled or turned. Public functions and commands may score what they get
or refuse it: with an error of ours, on the command line in one line with exit code 2. All else is found: another
exception, a traceback, a warning of numpy, a result that JSON cannot hold, more than 10 seconds of work, more than
4 GB, the end of the process. A case is made of the seed and its number alone: ``--first N --functions 1`` repeats one.
"""

from __future__ import annotations

import argparse
import copy
import gzip
import io
import json
import linecache
import math
import multiprocessing
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import event_scoring
from event_scoring import InputError
from event_scoring.commands import main as command_line
from event_scoring.scoring.options import declarations
from event_scoring.tasks import TASKS
from tests.formats.corpora.test_extraction_files import (
    DYGIE,
    MAVEN,
    MAVEN_ARG,
    OMNIEVENT,
    ONEIE,
    ONEIE_OUTPUT,
    RAMS,
    TEXTEE,
    TEXTEE_OUTPUT,
)
from tests.formats.language_models.shapes import A, D
from tests.formats.test_document_validation import DOCUMENTS
from tests.formats.test_rich_ere import GOOD as RICH_ERE
from tests.golden_cases import GOLDEN
from tests.values.test_values import APF

MEMORY, SECONDS, PATIENCE = 4 * 2**30, 10, 300
"""Bytes of a process, seconds of work for a case, and seconds on the clock until a silent process is ended."""


def _endless() -> list[Any]:
    one: list[Any] = []
    one.append(one)
    return one


def _deep(kind: Callable[[Any], Any], depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = kind(value)
    return value


VALUES: list[Callable[[], Any]] = [
    *(lambda value=value: value for value in (None, True, False, 0, -1, 1, 1.5, 2**31, 2**63 - 1, -(2**63), 2**63)),
    *(lambda value=value: value for value in (10**400, math.nan, math.inf, -math.inf, -0.0, 1e308, 5e-324, 3 + 1j)),
    *(
        lambda value=value: value
        for value in ("", " ", "a", "NA", "None", "nan", "\ud800", "\0", "e\u0301", "x" * 10**5)
    ),
    *(lambda value=value: value for value in ("=1+1", "\u202e", "Actual", "After", "E1", b"x", b"\xff", ..., object)),
    *(dict, list, tuple, set, object, _endless, lambda: [[]], lambda: [None], lambda: {"a": {}}, lambda: {1: 2}),
    *(lambda: _deep(lambda value: [value], 3000), lambda: _deep(lambda value: {"a": value}, 3000)),
    *(
        lambda: range(3),
        lambda: iter([1]),
        lambda: {"span": [0, 1]},
        lambda: list(range(3000)),
        lambda: [10**9, 10**18],
    ),
    *(lambda: np.array([1.5]), lambda: np.array(1), lambda: np.zeros((2, 2), int), lambda: np.array(["a"], object)),
    *(lambda: np.int8(1), lambda: np.float32("nan"), lambda: np.bool_(True), lambda: np.datetime64("now")),
    *(lambda: pa.scalar(1), lambda: pa.array([1, None]), lambda: pa.array([[1], None]), lambda: pa.nulls(2)),
    *(lambda: pa.array(["a", "a"]).dictionary_encode(), lambda: pa.chunked_array([[1], [2]]), lambda: pa.array([1.0])),
]
"""Replacements of a value."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all values in a nested one, itself first."""
    yield path
    if isinstance(value, dict | list) and len(path) < 12:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            yield from places(item, (*path, key))


def changed(value: Any, chance: random.Random) -> Any:
    """A nested value with one change."""
    found = list(places(value))
    path = chance.choice(found)
    if not path:
        return chance.choice(VALUES)() if chance.random() < 0.3 else [value] if chance.random() < 0.3 else value
    parent = value
    for key in path[:-1]:
        parent = parent[key]
    key, old = path[-1], parent[path[-1]]
    way = chance.randrange(10)
    if way == 0:
        del parent[key]
    elif way == 1 and isinstance(old, int | float) and not isinstance(old, bool):
        half = [0.5] * (abs(old) < 2**53)  # a larger integer may be no float
        parent[key] = old + chance.choice([-2, -1, 1, 2, 10**6, *half])
    elif way == 2 and isinstance(old, str):
        parent[key] = chance.choice([old + " ", old.upper(), old * 50, "\u00e9" + old, old[:1], f"{old}\n"])
    elif way == 3 and isinstance(old, list):
        parent[key] = old * chance.choice([0, 2, 30])
    elif way == 4 and isinstance(old, list):
        parent[key] = chance.choice([tuple, lambda one: one[::-1], lambda one: dict(enumerate(one)), iter])(old)
    elif way == 5 and isinstance(parent, dict):
        parent[chance.choice(["id", "doc_id", "type", "span", "text", "score", "zz", ""])] = parent.pop(key)
    elif way == 6:
        other = chance.choice(found)
        source = value
        for step in other:
            source = source[step]
        parent[key] = source if isinstance(source, str | int | float | None) else old
    elif way == 7:
        parent[key] = chance.choice([[old], {"text": old}, [old, old], f"{type(old)}"])
    else:
        parent[key] = chance.choice(VALUES)()
    return value


def in_another_dress(documents: Any, chance: random.Random) -> Any:
    """The documents as a column of Arrow, where they can be one, or in another container."""
    way = chance.randrange(12)
    try:
        json.dumps(documents)  # Arrow itself ends the process at lists that hold themselves
        if way == 0:
            return pa.array(documents)
        if way == 1:
            return pa.chunked_array([pa.array([one]) for one in documents])
        if way == 2:
            return np.array(documents, object)
    except (pa.ArrowException, ValueError, TypeError, OverflowError, RecursionError, UnicodeError):
        return documents
    return tuple(documents) if way == 3 and isinstance(documents, list) else documents


def random_options(task: str, chance: random.Random) -> dict[str, Any]:
    """Some options of a task, most of them with a value that there is."""
    known = declarations(TASKS[task].options)
    found: dict[str, Any] = {}
    for one in chance.sample(known, min(len(known), chance.choice([0, 0, 1, 2, 3]))):
        values = list(one.choices) or [True, False, 0.5, 1, None, ["A"], {"A": ["R"]}]
        found[one.name] = chance.choice(values) if chance.random() < 0.8 else chance.choice(VALUES)()
    if chance.random() < 0.1:
        found["confidence"] = 0.9
    if "confidence" in found or "resamples" in found:
        found["resamples"] = chance.choice([1, 20])
    return found


def call_function(chance: random.Random) -> object:
    """Call a public function with changed documents; its result."""
    task = chance.choice(list(DOCUMENTS))
    both = [DOCUMENTS[task], tuple({**one, "doc_id": "e"} for one in DOCUMENTS[task])]
    sides = [list(side) for side in zip(*copy.deepcopy(both), strict=True)]
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        place = chance.randrange(2)
        sides[place] = changed(sides[place], chance)
    given = [in_another_dress(side, chance) for side in sides]
    options = random_options(task, chance) if chance.random() < 0.5 else {}
    if chance.random() < 0.1 and "details" not in options:
        options["details"] = True
    way = chance.randrange(20)
    if way == 0:
        rows = [dict(zip(("predictions", "references"), pair, strict=True)) for pair in copy.deepcopy(both)]
        return event_scoring.score_dataset(changed(rows, chance), task=task, **options)
    if way == 1:
        return event_scoring.score_dataset(given[0], given[1], task=task, **options)
    if way == 2:
        return event_scoring.compare({"one": given[0], "two": DOCUMENTS[task][0:1]}, given[1], task=task, resamples=5)
    if way == 3:
        return event_scoring.documents_from_texts(given[0], chance.choice([given[1], ["a b"], [A, D]]))
    if way == 4:
        tags = changed([["B-A", "I-A", "O"], ["O", "B-B"]], chance)
        return event_scoring.score_bio(tags, [["B-A", "O", "O"], ["O", "B-B"]])
    if way == 5:
        text = changed([event_scoring.score_nuggets([[]], [[]])["signature"]], chance)
        return event_scoring.explain_signature(text[0] if isinstance(text, list) and text else text)
    return getattr(event_scoring, f"score_{task}")(*given, **options)


# ---- files -------------------------------------------------------------------------------------------------

TBF = b"#BeginOfDocument d\nrun\td\tE1\t0,4\tcall\tContact.Meet\tActual\nrun\td\tE2\t6,9\tdie\tLife.Die\tOther\n"
TBF += b"@Coreference\tC1\tE1,E2\n@After\tR1\tE1,E2\n#EndOfDocument\n"
TABLE = b"token_id\ttoken\tbegin\tend\nt1\tcall\t0\t4\nt2\tme\t5\t7\n"
ANNOTATION = (
    b"T1\tConflict_Arrest 9 17\tarrested\nE1\tConflict_Arrest:T1\nA1\tRealis E1 Actual\nR1\tAfter Arg1:E1 Arg2:E1\n"
)


@dataclass(frozen=True)
class Files:
    """Files that go together, by name, and the commands that read them."""

    contents: dict[str, bytes]
    commands: Sequence[str]


def _lines(*records: Any) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def _table() -> bytes:
    one, target = DOCUMENTS["nuggets"][0], io.BytesIO()
    table = pa.table({"predictions": [one] * 3, "references": [{**one, "clusters": None}] * 3})
    pq.write_table(table, target)
    return target.getvalue()


@cache
def bases() -> list[Files]:
    """A right one of everything that is read."""
    found = []
    for task, (system, gold) in DOCUMENTS.items():
        commands = [f"{task} gold.jsonl system.jsonl", f"validate system.jsonl --task {task} --references gold.jsonl"]
        commands += [
            f"{task} gold.jsonl system.jsonl system.jsonl --compare --resamples 5",
            "gold.jsonl system.jsonl",
        ]
        commands += [f"{task} gold.jsonl system.jsonl --format {form}" for form in ("json", "csv")]
        if task not in ("responses", "values"):
            commands += [f"{task} gold.jsonl system.jsonl -o page.html --resamples 5"]
        found.append(Files({"gold.jsonl": _lines(gold), "system.jsonl": _lines(system)}, commands))
    tokens = TBF.replace(b"0,4", b"t1").replace(b"6,9", b"t2")
    commands = [
        "nuggets gold.tbf system.tbf",
        "validate system.tbf --references gold.tbf",
        "convert gold.tbf out.jsonl",
    ]
    commands += [
        "convert gold.tbf out.tbf",
        "gold.tbf system.tbf -o page.html --resamples 5",
        "gold.tbf system.tbf",
    ]
    commands += ["nuggets gold.tbf gold.tbf --types @system.tbf", "gold.tbf system.tbf --compare --resamples 5"]
    commands += ["nuggets tokens.tbf tokens.tbf --tokens tables", "convert out.jsonl new.tbf"]
    nuggets = {"gold.tbf": TBF, "system.tbf": TBF, "tokens.tbf": tokens, "tables/d.tab": TABLE}
    found.append(Files({**nuggets, "out.jsonl": _lines(DOCUMENTS["nuggets"][0])}, commands))
    for record in (DYGIE, MAVEN, MAVEN_ARG, OMNIEVENT, ONEIE, ONEIE_OUTPUT, RAMS, TEXTEE, TEXTEE_OUTPUT):
        commands = ["extraction gold.json system.json", "detection gold.json system.json", "validate system.json"]
        commands += ["extraction gold.json system.json --convention textee", "gold.json system.json"]
        found.append(Files({"gold.json": _lines(record), "system.json": _lines(record)}, commands))
    text = {"doc_id": "d", "text": "troops fired and he died", "events": [{"trigger": "fired", "type": "Attack"}]}
    answers = _lines({"doc_id": "d", "answer": f"[{A}, {D}]"})
    commands = ["extraction gold.jsonl answers.jsonl", "gold.jsonl answers.jsonl", "validate answers.jsonl"]
    found.append(Files({"gold.jsonl": _lines(text), "answers.jsonl": answers}, commands))
    named = [
        _lines(one) for one in ({"docid": "d", "extracts": {"a": [[["x", 1]]]}}, {"d": [{"incident_type": "attack"}]})
    ]
    named += [
        _lines({"30001": {"pred_templates": [], "gold_templates": [{"incident_type": "attack", "Target": [["x"]]}]}})
    ]
    for data in named:
        commands = [f"templates gold.json system.json --protocol {name}" for name in ("muc-6", "gtt", "ceaf-ree")]
        found.append(Files({"gold.json": data, "system.json": data}, [*commands, "validate system.json"]))
    apf, ere = APF.encode(), RICH_ERE.encode()
    commands = ["values gold.apf.xml system.apf.xml", "validate system.apf.xml", "gold.apf.xml system.apf.xml"]
    found.append(Files({"gold.apf.xml": apf, "system.apf.xml": apf}, commands))
    commands = ["ere.xml ere.xml", "responses ere.xml ere.xml", "validate ere.xml", "arguments ere.xml ere.xml"]
    found.append(Files({"ere.xml": ere}, commands))
    brat = {"brat/d.txt": b"John was arrested.\n", "brat/d.ann": ANNOTATION}
    found.append(Files(brat, ["convert brat out.tbf", "nuggets brat brat", "validate brat", "score brat brat"]))
    store = {
        str(path.relative_to(GOLDEN)): path.read_bytes()
        for path in sorted((GOLDEN / "kbp_store").rglob("*"))
        if path.is_file() and path.suffix != ".json"
    }
    system = next(name.rpartition("/arguments/")[0] for name in store if "/arguments/" in name)
    key = "kbp_store/answerKey --reference-linking kbp_store/referenceLinking --documents kbp_store/docs.txt"
    commands = [
        f"responses {key} {system}",
        f"validate {system} --documents kbp_store/docs.txt",
    ]
    found += [Files(store, commands)] * 2
    both = dict(zip(("predictions", "references"), DOCUMENTS["nuggets"], strict=True))
    dataset = ["dataset nuggets shards", "dataset nuggets shards --confidence 0.9 --resamples 5"]
    joined = ["dataset nuggets shards --references shards"]
    rows = _lines(both, {**both, "doc_id": "d"})
    for name, data in (("a.jsonl", rows), ("a.parquet", _table())):
        found.append(Files({f"shards/{name}": data}, dataset))
    found.append(Files({"shards/a.jsonl.gz": gzip.compress(rows, mtime=0)}, dataset))
    found.append(Files({"shards/a.jsonl": _lines(DOCUMENTS["nuggets"][0])}, joined))
    return found


PIECES = [b"", b"\0", b"\xff", b"\xef\xbb\xbf", b"\n", b"\r", b"\t", *(b"%c" % sign for sign in b'"{}[],:-<>')]
PIECES += [b"null", b"true", b"NaN", b"1e999", b"1.5", b"-1", b"9" * 25, b"9" * 5000, b"9223372036854775807"]
PIECES += [b'"\\ud800"', b"[" * 5000, b'{"a":' * 5000, b"x" * 100_000, b"0,1,2", b"&lt;", b"<!DOCTYPE a>", b"<a>"]
PIECES += [b"#EndOfDocument\n", b"\xed\xa0\x80"]


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The contents of a file with one change."""
    at = chance.randrange(len(data) + 1)
    end = min(len(data), at + chance.choice([1, 1, 4, 20, 200]))
    way = chance.randrange(12)
    lines = data.split(b"\n")
    line = chance.randrange(len(lines))
    if way == 0:
        return data[:at]
    if way == 1:
        return data[:at] + data[end:]
    if way == 2:
        return data[:end] + data[at:end] * chance.choice([1, 50]) + data[end:]
    if way == 3:
        return data[:at] + bytes(chance.randrange(256) for _ in range(end - at)) + data[end:]
    if way == 4:
        return b"\n".join([*lines[:line], *lines[line : line + 1] * chance.choice([0, 2, 1000]), *lines[line + 1 :]])
    if way == 5:
        return chance.choice([gzip.compress(data, mtime=0), gzip.compress(data, mtime=0)[:-9], data[::-1]])
    if way == 6:
        words = data.split(b'"')
        word = chance.randrange(len(words))
        return b'"'.join([*words[:word], chance.choice(PIECES), *words[word + 1 :]])
    if way == 7:
        fields = data.replace(b"\n", b"\t\n\t").split(b"\t")
        one, two = chance.randrange(len(fields)), chance.randrange(len(fields))
        fields[one] = chance.choice([fields[two], *PIECES])
        return b"\t".join(fields).replace(b"\t\n\t", b"\n")
    if way in (8, 9):
        try:
            records = [json.loads(one) for one in lines if one.strip()]
            return _lines(*changed(records, chance)) if records else data
        except (ValueError, TypeError, RecursionError):
            pass
    return data[:at] + chance.choice(PIECES) + data[end if chance.random() < 0.5 else at :]


def run_command(chance: random.Random) -> object:
    """Run a command on changed files; its exit code."""
    files = chance.choice(bases())
    names = list(files.contents)
    hurt = set(chance.sample(names, min(len(names), chance.choice([1, 1, 2]))))
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.contents.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            for _ in range(chance.choice([1, 1, 2, 5]) if name in hurt else 0):
                data = damaged(data, chance)
            path.write_bytes(data)
        here = os.getcwd()
        os.chdir(folder)
        try:
            return answered(chance.choice(files.commands).split())
        finally:
            os.chdir(here)


class FoundError(Exception):
    """A forbidden outcome."""


def answered(words: list[str]) -> int:
    """The exit code of a command that says what is wrong in one line, and leaves no half of a file."""
    said: list[BaseException] = []
    message_of = command_line._message_of
    command_line._message_of = lambda error: said.append(error) or message_of(error)  # type: ignore[func-returns-value]
    output, errors = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(output), redirect_stderr(errors):
            try:
                code = command_line.main(words)
            except SystemExit as error:  # of the parser of arguments
                code = int(error.code or 0)
    finally:
        command_line._message_of = message_of
    for error in said:
        if not is_ours(error):
            raise FoundError(f"{' '.join(words)}: {type(error).__name__}") from error
    lines = errors.getvalue().splitlines()
    wrong = [line for line in lines if not line.startswith("event-score") or not line.isprintable()]
    if wrong or code not in (0, 1, 2) or (code == 2) != sum(": error: " in line[:40] for line in lines):
        raise FoundError(f"{' '.join(words)}: exit code {code}, {lines[:3]}")
    if left := [path.name for path in Path().rglob("*.part")]:
        raise FoundError(f"{' '.join(words)}: left {left}")
    return code


# ---- one case, and all of them -----------------------------------------------------------------------------

CALLS = {"functions": call_function, "files": run_command}


def is_ours(error: BaseException) -> bool:
    """Whether an error was raised in order to say what is wrong, and not by accident."""
    if isinstance(error, InputError | OSError | ImportError):
        return True
    frames = traceback.extract_tb(error.__traceback__)
    if type(error) not in (ValueError, TypeError, ModuleNotFoundError) or not frames:
        return False
    last = frames[-1]
    raised = linecache.getline(last.filename, last.lineno or 0).strip().startswith("raise ")
    return "event_scoring" in last.filename and raised


def tried(kind: str, seed: int, number: int) -> tuple[str, str]:
    """Return the end of one case, "scored", "refused" or "found", and the finding."""
    chance = random.Random(f"{kind}-{seed}-{number}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", RuntimeWarning)
            found = CALLS[kind](chance)
        if kind == "files":
            return ("refused" if found == 2 else "scored"), ""
        if isinstance(found, dict):
            json.dumps(found)
        return "scored", ""
    except FoundError as error:
        return "found", _told(error)
    except BaseException as error:
        return ("refused", "") if is_ours(error) else ("found", _told(error))


def _told(error: BaseException) -> str:
    cause = error.__cause__ or error
    frames = [frame for frame in traceback.extract_tb(cause.__traceback__) if "event_scoring" in frame.filename]
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(cause).__name__}: {str(cause)[:200]!r}{place}" + (
        f" ({str(error)[:200]})" if cause is not error else ""
    )


def _too_long(*_: object) -> None:
    raise FoundError(f"more than {SECONDS} seconds of work")


def _work(kind: str, seed: int, numbers: range, answers: Any) -> None:
    """Try some cases in this process, within bounds."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, _too_long)
    for number in numbers:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        answers.send((number, *tried(kind, seed, number)))
        signal.setitimer(signal.ITIMER_PROF, 0)


def hunt(kind: str, seed: int, numbers: range, show: Callable[[str], None] = print) -> Counter[str]:
    """Try some cases, in a new process after one that has ended or hangs; how often each ending came."""
    endings: Counter[str] = Counter()
    context = multiprocessing.get_context("spawn")
    first = numbers.start
    while first < numbers.stop:
        ours, theirs = context.Pipe(duplex=False)
        # A new process from time to time, so that no case depends on the one before.
        until = min(first + 500, numbers.stop)
        process = context.Process(target=_work, args=(kind, seed, range(first, until), theirs))
        process.start()
        theirs.close()
        while first < until:
            try:
                number, ending, found = ours.recv() if ours.poll(PATIENCE) else (first, "found", "no answer any more")
            except EOFError:
                process.join()
                number, ending, found = first, "found", f"the process ended with {process.exitcode}"
            endings[ending] += 1
            first = number + 1
            if found:
                show(f"{kind} {number}: {found}")
            if found.startswith(("no answer", "the process")):
                break
        process.join(1)
        process.kill()
        process.join()
    return endings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, number in (("functions", 20_000), ("files", 5_000), ("seed", 0), ("first", 0)):
        parser.add_argument(f"--{name}", type=int, default=number)
    given = parser.parse_args()
    start, found = time.perf_counter(), 0
    for kind in CALLS:
        numbers = range(given.first, given.first + getattr(given, kind))
        endings = hunt(kind, given.seed, numbers, lambda line: print(line, flush=True))
        found += endings["found"]
        print(f"{len(numbers):,} {kind}: {dict(sorted(endings.items()))}", flush=True)
    print(f"seed {given.seed}, {time.perf_counter() - start:.0f} s, {found} found")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
