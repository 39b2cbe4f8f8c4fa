"""The folder of small files in which refused calls run, the names that they use, and what a command says there."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import shlex
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

import event_scoring
from event_scoring import ScoreWarning, adapters
from event_scoring.commands.main import main
from event_scoring.formats.text_lines import read_bytes
from tests.golden_cases import GOLDEN

MENTION = {"token_ids": [1], "type": "Life.Die"}
GOLD = [{"doc_id": "d", "mentions": [MENTION, {"token_ids": [2], "type": "Conflict.Attack"}]}]
EVENT = {"trigger": {"span": [0, 1]}, "type": "Attack", "arguments": []}
TEXT = [{"doc_id": "d", "tokens": ["a", "b"], "events": [EVENT]}]
FELL = {"type": "Fall", "trigger": {"text": "fell"}, "arguments": [{"role": "Place", "text": "the town"}]}
NAMES: dict[str, Any] = {
    **{name: getattr(event_scoring, name) for name in event_scoring.__all__},
    **{name: getattr(adapters, name) for name in adapters.__all__},
    **{"json": json, "np": np, "Path": Path, "MENTION": MENTION, "GOLD": GOLD, "EVENT": EVENT, "TEXT": TEXT},
    "read_bytes": read_bytes,
    "GROUP": {"entity_group": "Die", "start": 0, "end": 4, "word": "died", "score": 0.9},
    "SPANS": [{"events": [{"trigger": [0, 1], "type": "Attack"}]}],
    "EMPTY": [{"events": [{"trigger": {"span": [0, 0]}, "type": "Attack"}]}],
    "BOTH": [{"doc_id": "d", "predictions": TEXT[0], "references": TEXT[0]}],
    "ONEIE": [{"doc_id": "d", "tokens": ["a"], "event_mentions": []}],
    **{"FELL": FELL, "TOWN": [{"doc_id": "d", "tokens": ["the", "town", "fell"], "events": [FELL]}]},
    "LABELS": [["O", "B-Die", "I-Die"]],
    "SIX": [{"doc_id": f"d{row}", "mentions": [MENTION]} for row in range(6)],
    "warnings_of": lambda result: "\n".join(result["warnings"]) or "no warning",
    "PORT": [{"tokens": ["Rebels", "attacked", "the", "port"], "events": [{**EVENT, "trigger": {"span": [1, 2]}}]}],
}
"""Names that every call may use."""


def write_files() -> None:
    """The files that commands name, in this folder, beside those of the demo."""
    assert main(["demo", "--write", "."]) == 0
    line, one = json.dumps(GOLD[0]), json.dumps({"doc_id": "d", "mentions": [MENTION]})
    types = {"under": "Life_Die", "label": "LABEL_0", "far": "Lief.Die"}
    shouted = Path("values-run1.jsonl").read_text()
    for word in ("Life", "Conflict", "Personnel"):
        shouted = shouted.replace(f'"{word}"', f'"{word.upper()}"')
    texts = {
        **{"empty.jsonl": "", "a.txt": "just words\n", "table.csv": "doc_id,type\nd,Die\n", "shouted.jsonl": shouted},
        **{f"{name}.jsonl": one.replace("Life.Die", kind) for name, kind in types.items()},
        "comma.jsonl": '{"doc_id": "d", "mentions": [}\n',
        "none.jsonl": '{"doc_id": "d", "mentions": null, "mention": []}\n',
        "broken.jsonl": line.replace("[1]", "[1.5]"),
        "pretty.json": json.dumps({"documents": GOLD}, indent=2),
        "ids.tbf": "#BeginOfDocument d\nme\td\tE1\tt7,t8\tdied\tLife.Die\tActual\n#EndOfDocument\n",
        **{"answers.jsonl": line, "shown.jsonl": f"{GOLD[0]}\n", "other.jsonl": line.replace('"d"', '"e"')},
        **{"words-none.jsonl": '{"doc_id": "d"}', "words-number.jsonl": '{"doc_id": 3, "tokens": []}'},
        **{"words-numbers.jsonl": '{"doc_id": "d", "tokens": [1]}', "words-list.jsonl": "[]"},
        **_of_first_hour(),
        **_of_newcomers(),
        **{"texts/d1.txt": "Died now.", "texts/d2.txt": "Died", "brat/a.ann": ""},
    }
    for name, text in texts.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="latin-1" if name == "latin.tbf" else "utf-8")
    Path("folder").mkdir()
    Path("half.jsonl.gz").write_bytes(gzip.compress(b'{"doc_id": "d", "mentions": []}\n' * 9, mtime=0)[:30])
    Path("wide.jsonl").write_text(line, encoding="utf-16")
    Path("random.tbf").write_bytes(bytes(range(256)) * 4096)
    Path("picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff")
    Path("shards").mkdir()
    Path("shards/one.jsonl").write_text(json.dumps({"predictions": GOLD[0], "references": GOLD[0]}))
    for name in ("answerKey", "referenceLinking", "systems/sysA"):
        Path(Path(name).name).symlink_to(GOLDEN / "kbp_store" / name)


def _of_first_hour() -> dict[str, str]:
    """The files of `first_hour.txt`: TBF of a student, answers about a town that fell, labels in columns."""
    tbf, line = "#BeginOfDocument d\n{}\n#EndOfDocument\n", "me\td\tE1\t7,11\tdied\tLife.Die\tActual"
    answers: dict[str, Any] = {
        **{"upper": [{**FELL, "trigger": "Fell"}], "city": [{**FELL, "arguments": {"Place": "the city"}}]},
        **{"inside": [{**FELL, "arguments": {"Place": "town"}}], "typo": [{**FELL, "type": "fall"}]},
        "prose": "The town fell.",
    }
    town = {"doc_id": "d", "tokens": ["the", "town", "fell"], "events": [FELL]}
    return {
        **{"mine.tbf": tbf.format(line), "twice.tbf": tbf.format(line) * 2, "cut.tbf": f"#BeginOfDocument d\n{line}\n"},
        **{
            "blanks.tbf": tbf.format(line.replace("\t", "    ")),
            "latin.tbf": tbf.format(line.replace("died", "tomb\xe9")),
        },
        **{
            "short.tbf": tbf.format(line.rpartition("\t")[0]),
            "part.tbf": tbf.format(line).replace(" d\n", " e\n").replace("\td\t", "\te\t"),
        },
        **{f"{name}.jsonl": json.dumps({"doc_id": "d", "answer": answer}) for name, answer in answers.items()},
        **{"town.jsonl": json.dumps(town), "plain.jsonl": json.dumps({"doc_id": "d", "events": [FELL]})},
        "nameless.jsonl": json.dumps({"answer": [FELL]}),
        "failed.jsonl": json.dumps({"custom_id": "d", "response": None, "error": {"message": "rate limit"}}),
        "strings.jsonl": json.dumps("The town fell."),
        **{"labels.conll": "He O\ndied B-Die\n\n", "other.conll": "He O\nleft O\nhome B-Go\n\n"},
    }


def _of_newcomers() -> dict[str, str]:
    """The files of `newcomers.txt`: three sentences in the formats of the field, and outputs with one mistake each."""
    words = ["Rebels", "attacked", "the", "port", ",", "then", "Ana", "met", "Rita", "."]
    marked = [(1, "attacked", "Attack", {"Attacker": 0, "Target": 3}), (7, "met", "Meet", {"Entity": 6, "Person": 8})]
    ids = ("s1", "s2", "s3")

    def lines(record: Callable[[str], dict[str, Any]]) -> str:
        return "".join(f"{json.dumps(record(name))}\n" for name in ids)

    def mention(start: int) -> dict[str, Any]:
        return {"start": start, "end": start + 1, "text": words[start]}

    def corpus(order: int = 1) -> Callable[[str], dict[str, Any]]:
        entities = [{"id": f"e{start}", **mention(start), "entity_type": "X"} for start in (0, 3, 6, 8)]
        events = [
            {
                "event_type": label,
                "trigger": mention(start),
                "arguments": [
                    {"entity_id": f"e{place}", "role": role, **mention(place)} for role, place in roles.items()
                ],
            }
            for start, _, label, roles in marked[::order]
        ]
        return lambda name: {"doc_id": name, "tokens": words, "entity_mentions": entities, "event_mentions": events}

    def output(change: Callable[[dict[str, Any]], dict[str, Any]], name: str) -> dict[str, Any]:
        rows = [
            {
                "trigger": [start, start + 1, label],
                "arguments": [[place, place + 1, role] for role, place in roles.items()],
            }
            for start, _, label, roles in marked
        ]
        return {"doc_id": name, "wnd_id": name, "tokens": words, "events": [change(row) for row in rows]}

    changed: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
        "right": lambda row: row,
        "label-first": lambda row: {**row, "trigger": row["trigger"][::-1]},
        "role-first": lambda row: {**row, "arguments": [one[::-1] for one in row["arguments"]]},
        "scored": lambda row: {**row, "trigger": [*row["trigger"], 0.9]},
        "no-arguments": lambda row: {"trigger": row["trigger"]},
        "characters": lambda row: {**row, "trigger": [29, 32, row["trigger"][2]]},
        "lengths": lambda row: {**row, "trigger": [row["trigger"][0] + 1, 1, row["trigger"][2]]},
        "null": lambda row: {**row, "arguments": None},
    }
    graph = {"entities": [[0, 1, "X", "", 1.0]], "triggers": [[1, 2, "Attack", 1.0]], "roles": [[1, 0, "Place", 1.0]]}
    tbf = ["#BeginOfDocument d"]
    drifted = ["#BeginOfDocument d"]
    for number in range(12):
        for side, begin in ((tbf, 40 * number), (drifted, 43 * number + 3)):
            side.append(f"me\td\tE{number}\t{begin},{begin + 3}\ttua\tLife.Die\tActual")
    rows = [["d", "said", "died", "3", "5", "BEFORE"], ["d", "died", "met", "5", "8", "AFTER"]]
    pairs = {
        "gold": rows,
        "own": [[*row[:5], row[5].replace("BEFORE", "is_before")] for row in rows],
        "turned": [[*row[:3], row[4], row[3], row[5]] for row in rows],
        "short": [row[:5] for row in rows],
    }
    template = {"incident_type": "attack", "Target": [[["mill", 2]]], "Weapon": []}
    predicted: dict[str, dict[str, Any]] = {
        "right": {"incident_type": "attack", "Target": [["mill"]], "Weapon": []},
        "flat": {"incident_type": "attack", "Target": ["mill"]},
        "type": {"type": "attack", "Target": [["mill"]]},
        "null": {"incident_type": "attack", "Target": [["mill"]], "Weapon": None},
    }
    textee = lines(lambda name: {**corpus()(name), "wnd_id": name, "text": " ".join(words)})
    return {
        "textee.json": textee,
        "wiki.jsonl": lines(corpus()),
        "wiki-reversed.jsonl": lines(corpus(-1)),
        **{f"textee-{name}.json": lines(partial(output, change)) for name, change in changed.items()},
        "textee-cut.json": lines(partial(output, changed["right"]))[:700],
        "oneie-roles.json": lines(lambda name: {"doc_id": name, "sent_id": name, "tokens": words, "graph": graph}),
        **{"chars.tbf": "\n".join([*tbf, "#EndOfDocument\n"]), "bytes.tbf": "\n".join([*drifted, "#EndOfDocument\n"])},
        "length.tbf": "#BeginOfDocument d\nme\td\tE1\t7,4\tdied\tLife.Die\tActual\n#EndOfDocument\n",
        "number.jsonl": json.dumps({"doc_id": 0, "answer": "[]"}),
        **{f"matres-{name}.txt": "".join("\t".join(row) + "\n" for row in rows) for name, rows in pairs.items()},
        "gtt.json": json.dumps({"docid": "TST3-MUC4-0001", "doctext": "a mill", "templates": [template]}),
        **{f"gtt-{name}.out": json.dumps({"30001": {"pred_templates": [one]}}) for name, one in predicted.items()},
        "gtt-places.json": json.dumps({"docid": "TST3-MUC4-0001", "templates": [predicted["right"]]}),
    }


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    made = tempfile.TemporaryDirectory()
    with inside(made.name), contextlib.redirect_stdout(io.StringIO()):
        write_files()
    return made


def folder() -> str:
    """A folder with the files, which is deleted when the process ends."""
    return _folder().name


@contextlib.contextmanager
def inside(name: str) -> Iterator[None]:
    """Lets this be the current folder."""
    before = os.getcwd()
    os.chdir(name)
    try:
        yield
    finally:
        os.chdir(before)


def command(line: str) -> str:
    """Run a command; return what it says and its exit code, which is 0 where it scores with a warning."""
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        try:
            code = main(shlex.split(line))
        except SystemExit as stopped:
            code = int(stopped.code or 0)
    assert all(each.startswith("event-score") for each in said.getvalue().splitlines()), line
    return f"exit code {code}: {said.getvalue().rstrip()}" if said.getvalue() else ""


def warned(call: Callable[[], object]) -> object:
    """Call with warnings as errors, for input that is scored and was hardly meant."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", ScoreWarning)
        return call()


def evaluated(line: str) -> object:
    """Evaluate a call with warnings as errors."""
    return warned(lambda: eval(line, dict(NAMES)))
