"""The first hour of five new users: what each may type, on the command line or in Python, that is a slip.

The commands run in a folder with the files of ``event-score demo --write`` and those of `FILES`.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import shlex
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import event_scoring
from event_scoring import ScoreWarning, adapters
from event_scoring.cli.main import main
from tests.refusals.table import Refusals

MENTION = {"token_ids": [1], "type": "Life.Die"}
GOLD = [{"doc_id": "d", "mentions": [MENTION, {"token_ids": [2], "type": "Conflict.Attack"}]}]
GROUP = {"entity_group": "Die", "start": 0, "end": 4, "word": "died", "score": 0.9}
EVENT = {"trigger": {"span": [0, 1]}, "type": "Attack", "arguments": []}
TEXT = [{"doc_id": "d", "tokens": ["a", "b"], "events": [EVENT]}]
FELL = {"type": "Fall", "trigger": {"text": "fell"}, "arguments": [{"role": "Place", "text": "the town"}]}
TOWN = [{"doc_id": "d", "tokens": ["the", "town", "fell"], "events": [FELL]}]
LABELS = [["O", "B-Die", "I-Die"]]
NAMES: dict[str, Any] = {
    **{name: getattr(event_scoring, name) for name in event_scoring.__all__},
    **{name: getattr(adapters, name) for name in adapters.__all__},
    **{"np": np, "json": json, "Path": Path},
    **{
        "MENTION": MENTION,
        "GOLD": GOLD,
        "GROUP": GROUP,
        "EVENT": EVENT,
        "TEXT": TEXT,
        "FELL": FELL,
        "TOWN": TOWN,
        "LABELS": LABELS,
    },
    "SPANS": [{"events": [{"trigger": [0, 1], "type": "Attack"}]}],
    "EMPTY": [{"events": [{"trigger": {"span": [0, 0]}, "type": "Attack"}]}],
    "BOTH": [{"doc_id": "d", "predictions": TEXT[0], "references": TEXT[0]}],
    "ONEIE": [{"doc_id": "d", "tokens": ["a"], "event_mentions": []}],
}
"""What the calls in Python name."""
TBF = "#BeginOfDocument d\n{}\n#EndOfDocument\n"
LINE = "me\td\tE1\t7,11\tdied\tLife.Die\tActual"
FILES: dict[str, str | bytes] = {
    "empty.jsonl": "",
    "comma.jsonl": '{"doc_id": "d", "mentions": [}\n',
    "none.jsonl": '{"doc_id": "d", "mentions": null, "mention": []}\n',
    "half.jsonl.gz": gzip.compress(b'{"doc_id": "d", "mentions": []}\n' * 9, mtime=0)[:30],
    "wide.jsonl": json.dumps(GOLD[0]).encode("utf-16"),
    "pretty.json": json.dumps({"documents": GOLD}, indent=2),
    "a.txt": "just words\n",
    **{
        f"{name}.jsonl": json.dumps({"doc_id": "d", "mentions": [{"token_ids": [1], "type": kind}]}) + "\n"
        for name, kind in (("under", "Life_Die"), ("label", "LABEL_0"), ("far", "Lief.Die"))
    },
    "ids.tbf": TBF.format(LINE.replace("7,11", "t7,t8")),
    "cut.tbf": f"#BeginOfDocument d\n{LINE}\n",
    "blanks.tbf": TBF.format(LINE.replace("\t", "    ")),
    "latin.tbf": TBF.format(LINE.replace("died", "tomb\u00e9")).encode("latin-1"),
    "short.tbf": TBF.format("me\td\tE1\t7,11\tdied\tLife.Die"),
    "twice.tbf": TBF.format(LINE) * 2,
    "mine.tbf": TBF.format(LINE),
    "part.tbf": TBF.format(LINE).replace(" d\n", " other\n").replace("\td\t", "\tother\t"),
    "answers.jsonl": json.dumps(GOLD[0]) + "\n",
    "shown.jsonl": f"{GOLD[0]}\n",
    "table.csv": "doc_id,type\nd,Die\n",
    "other.jsonl": json.dumps({**GOLD[0], "doc_id": "e"}) + "\n",
    "town.jsonl": json.dumps(TOWN[0]) + "\n",
    "upper.jsonl": json.dumps({"doc_id": "d", "answer": [{**FELL, "trigger": "Fell"}]}) + "\n",
    "city.jsonl": json.dumps({"doc_id": "d", "answer": [{**FELL, "arguments": {"Place": "the city"}}]}) + "\n",
    "inside.jsonl": json.dumps({"doc_id": "d", "answer": [{**FELL, "arguments": {"Place": "town"}}]}) + "\n",
    "prose.jsonl": json.dumps({"doc_id": "d", "answer": "The town fell."}) + "\n",
    "typo.jsonl": json.dumps({"doc_id": "d", "answer": [{**FELL, "type": "fall"}]}) + "\n",
    "nameless.jsonl": json.dumps({"answer": [FELL]}) + "\n",
    "plain.jsonl": json.dumps({"doc_id": "d", "events": [FELL]}) + "\n",
    "failed.jsonl": json.dumps({"custom_id": "d", "response": None, "error": {"message": "rate limit"}}) + "\n",
    "strings.jsonl": json.dumps("The town fell.") + "\n",
    "labels.conll": "He O\ndied B-Die\n\n",
    "other.conll": "He O\nleft O\nhome B-Go\n\n",
}


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """The folder in which all of them work."""
    folder = tempfile.TemporaryDirectory()
    with _inside(folder.name), redirect_stdout(io.StringIO()):
        main(["demo", "--write", "."])
        Path("folder").mkdir()
        for name, content in FILES.items():
            Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
        values = Path("values-run1.jsonl").read_text(encoding="utf-8").replace('"Life"', '"LIFE"')
        shouted = values.replace('"Conflict"', '"CONFLICT"').replace('"Personnel"', '"PERSONNEL"')
        Path("shouted.jsonl").write_text(shouted, encoding="utf-8")
    return folder


@contextmanager
def _inside(folder: str) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def on_the_command_line(words: str) -> None:
    """Raise what `event-score` prints on the standard error, with its exit code."""
    with _inside(_folder().name), redirect_stderr(io.StringIO()) as said, redirect_stdout(io.StringIO()):
        try:
            code = main(shlex.split(words))
        except SystemExit as ended:
            code = int(ended.code or 0)
    lines = said.getvalue().splitlines()
    if any(not line.startswith("event-score") for line in lines):
        raise AssertionError(f"{words}: more than messages:\n{said.getvalue()}")
    if lines:
        raise ValueError(f"{' / '.join(lines)} [exit {code}]")


def in_python(source: str) -> None:
    """Raise what a call raises or warns of."""
    with _inside(_folder().name), warnings.catch_warnings():
        warnings.simplefilter("error", ScoreWarning)
        result = eval(source, dict(NAMES))
        for sentence in getattr(result, "warnings", ()):  # of a comparison
            raise ScoreWarning(sentence)


def _typed(user: str, run: Callable[[str], None], *inputs: str) -> Refusals:
    place = "the command line" if run is on_the_command_line else "Python"
    return Refusals(f"{user}, {place}", run, list(inputs))


STUDENT = _typed(
    "a student with TBF files",
    on_the_command_line,
    "nuggets",
    "nuggets gold.tbf",
    "nuggets gold.tbf run.tbf",
    "nowhere.tbf run1.tbf",
    "nugets gold.tbf run1.tbf",
    "evmeval gold.tbf run1.tbf",
    "run1.tbf gold.tbf",
    "--protocol paper nuggets gold.tbf run1.tbf",
    "gold.tbf run1.tbf --protocol evmeval",
    "gold.tbf run1.tbf --protocol papr",
    "gold.tbf run1.tbf -protocol evmeval-1.8",
    "gold.tbf run1.tbf --protocl paper",
    "gold.tbf run1.tbf --per-types",
    "gold.tbf run1.tbf --pro paper",
    "gold.tbf run1.tbf --xyzzy",
    "gold.tbf run1.tbf -o ./run1.tbf",
    "gold.tbf run1.tbf run2.tbf --compare -o gold.tbf",
    "gold.tbf run1.tbf -o scores.xls",
    "gold.tbf run1.tbf -o scores.pdf",
    "gold.tbf run1.tbf --output",
    "gold.tbf run1.tbf --format jsn",
    "gold.tbf run1.tbf --format excel",
    "gold.tbf run1.tbf --types Life.Dye",
    "gold.tbf run1.tbf --types Conflict.Attack,Life.Dye",
    "gold.tbf run1.tbf --tokens nowhere",
    "gold.tbf run1.tbf --tokens gold.tbf",
    "gold.tbf folder",
    "gold.tbf a.txt",
    "gold.tbf mine.tbf",
    "mine.tbf part.tbf",
    "mine.tbf cut.tbf",
    "mine.tbf blanks.tbf",
    "mine.tbf latin.tbf",
    "mine.tbf short.tbf",
    "mine.tbf twice.tbf",
    "ids.tbf ids.tbf",
    "gold.tbf empty.jsonl",
    "gold.tbf empty.jsonl --strict",
    "gold.tbf /dev/null",
    "gold.tbf run1.tbf --names a,b",
    "gold.tbf run1.tbf run2.tbf --names a,a",
    "nuggets gold.tbf run1.tbf --show --format csv",
    "nuggets gold.tbf run1.tbf --dataset run1.tbf",
    "bio gold.tbf run1.tbf",
    "validate",
    "validate gold.tb",
    "validate run1.tbf --digits 2",
    "convert gold.tbf gold.csv",
    "demo --write .",
    "demo --percent",
)
ENGINEER = [
    _typed(
        "an engineer with a Trainer",
        in_python,
        "score_nuggets(np.zeros((1, 2, 3)), GOLD)",
        "score_nuggets([[0, 1, 2]], [[0, 1, 1]])",
        "score_nuggets([['O', 'B-Die']], GOLD)",
        "score_nuggets([[GROUP]], GOLD)",
        "score_nuggets(GOLD[0], GOLD)",
        "score_nuggets([], GOLD)",
        "score_nuggets(GOLD, [None])",
        "score_nuggets({'d': GOLD[0]}, GOLD)",
        "score_nuggets({'mentions': [MENTION]}, GOLD)",
        "score_nuggets({'mentions': [[MENTION]]}, GOLD)",
        "score_nuggets({'data': GOLD}, GOLD)",
        "score_nuggets([json.dumps(GOLD[0])], GOLD)",
        "score_nuggets(json.dumps(GOLD), GOLD)",
        "score_nuggets([{**GOLD[0], 'tokens': ['he', 'died']}], GOLD)",
        "score_nuggets([{'mentions': [{**MENTION, 'token_ids': [1.5]}]}], GOLD)",
        "score_nuggets([{'mentions': [{**MENTION, 'token_ids': 1}]}], GOLD)",
        "score_nuggets([{'mentions': [{**MENTION, 'tokens': [1]}]}], GOLD)",
        "score_nuggets([{'mentions': [{'start': 0, 'end': 4, 'type': 'Die'}]}], GOLD)",
        "score_nuggets([{**GOLD[0], 'doc_id': 7}], GOLD)",
        "score_nuggets([{**GOLD[0], 'doc_id': 'e'}], GOLD)",
        "score_nuggets([[{**MENTION, 'type': 'LABEL_1'}]], [[MENTION]])",
        "score_nuggets([[{**MENTION, 'type': 'life_die'}]], [[MENTION]])",
        "score_nuggets([[MENTION]], [[{**MENTION, 'score': 0.5}]])",
        "score_nuggets(GOLD, GOLD, average='macro')",
        "score_nuggets(GOLD, GOLD, zero_division='warn')",
        "score_nuggets(GOLD, GOLD, protocl='paper')",
        "score_bio([[0, 1]], [['O', 'B-Die']])",
        "score_bio(['O', 'B-Die'], ['O', 'B-Die'])",
        "score_bio([['O', 'B-Die']], LABELS)",
        "score_bio(LABELS, LABELS, mode='Strict')",
        "score_bio(LABELS, LABELS, scheme='BIO')",
        "score_bio([['Die', 'O', 'O']], LABELS)",
        "score_bio(np.zeros((1, 3, 3)), LABELS)",
        "nuggets_from_labels('O B-Die')",
        "nuggets_from_labels([[0, 1]])",
        "nuggets_from_pipeline([[{**GROUP, 'word': '##ed', 'start': 2}]], [['died']])",
        "nuggets_from_pipeline([[GROUP]])",
        "token_classification_metrics(GOLD, [[0, 1, 2]], ['O', 'B-Life.Die'])((np.full((1, 3, 2), np.nan), None))",
        "token_classification_metrics(GOLD, [[0, 1, 2]], ['O', 'B-Life.Die'])((np.zeros((1, 3, 5)), None))",
        "token_classification_metrics(GOLD, [[0, 1, 2]], ['O', 'B-Life.Die'])((np.zeros((2, 3, 2)), None))",
        "token_classification_metrics(GOLD, [[0, 1, 2]] * 2, ['O', 'B-Life.Die'])",
        "align_labels([[0, 1]], [['O', 'B-Life.Dye']], ['O', 'B-Life.Die'])",
    )
]
PROMPTER = [
    _typed(
        "a prompter",
        on_the_command_line,
        "town.jsonl upper.jsonl",
        "town.jsonl city.jsonl",
        "town.jsonl inside.jsonl",
        "town.jsonl prose.jsonl",
        "town.jsonl typo.jsonl",
        "town.jsonl nameless.jsonl",
        "town.jsonl failed.jsonl",
        "town.jsonl strings.jsonl",
        "town.jsonl answers.jsonl",
        "plain.jsonl plain.jsonl",
        "town.jsonl",
        "extraction gold.jsonl run1.jsonl",
        "town.jsonl upper.jsonl --convention texteee",
        "town.jsonl upper.jsonl --match fuzzy",
        "town.jsonl upper.jsonl --mode gold",
        "extraction extraction-gold.jsonl extraction-run1.jsonl --fact datset=ACE",
        "convert extraction-gold.jsonl new.tbf",
    ),
    _typed(
        "a prompter",
        in_python,
        "documents_from_texts('[]')",
        "documents_from_texts({'d': '[]'})",
        "documents_from_texts(['[]'], ['d', 'e'])",
        "documents_from_texts(['[]'], [3])",
        "documents_from_texts(['{}'], given=['fell'])",
        "documents_from_texts(['{}'], given=[])",
        "score_extraction(documents_from_texts(['I see none.']), TOWN)",
        "score_extraction(documents_from_texts([[{'type': 'Fall', 'trigger': 'Fell'}]]), TOWN)",
        "score_extraction(['[]'], TOWN)",
        "score_extraction([{'events': [FELL]}], [{'events': [FELL]}])",
        "score_extraction(TOWN, [{**TOWN[0], 'tokens': 'the town fell'}])",
        "score_extraction(TOWN, [{**TOWN[0], 'tokens': ['The', 'town', 'fell']}])",
        "score_extraction([{'events': [{'type': 'Fall', 'trigger': 'fell', 'arguments': {'Place': 'town'}}]}], TOWN)",
        "score_extraction([{'events': [{'event_type': 'Fall', 'trigger': {'text': 'fell'}}]}], TOWN)",
        "score_extraction(TOWN, TOWN, match='exact')",
    ),
]
MAINTAINER = [
    _typed(
        "a maintainer",
        in_python,
        "score_nuggets('nowhere.tbf', 'gold.tbf')",
        "score_nuggets(['run1.tbf'], 'gold.tbf')",
        "score_nuggets('mine.tbf', 'part.tbf')",
        "score_extraction(TEXT, [{**TEXT[0], 'events': [{**EVENT, 'trigger': {'span': [1, 9]}}]}])",
        "score_extraction(SPANS, TEXT)",
        "score_extraction(EMPTY, TEXT)",
        "score_extraction(ONEIE, TEXT)",
        "score_extraction([[EVENT]], TEXT)",
        "score_extraction(GOLD, GOLD)",
        "score_extraction(TEXT, TEXT, convention='textee', mode='loose')",
        "score_arguments([], [], beta=float('nan'))",
        "score_arguments([[]], [[]])",
        "score_templates([{'templates': [{'slots': []}]}], [{'templates': []}])",
        "score_nuggets([{'events': []}], [{'events': []}])",
        "count_nuggets(TEXT, TEXT)",
        "count_nuggets(GOLD, GOLD) + count_nuggets(GOLD, GOLD, protocol='pilot')",
        "score_counts([])",
        "score_counts(score_nuggets(GOLD, GOLD))",
        "sensitivity(GOLD)",
        "compare({'one': GOLD}, GOLD, task='nugget')",
        "compare({'one': TEXT}, TEXT)",
        "compare({'one': GOLD}, TEXT)",
        "compare({'one': [Path('a')]}, GOLD)",
        "compare({'one': score_nuggets(GOLD, GOLD)}, GOLD)",
        "compare([GOLD], GOLD)",
        "compare_datasets([GOLD], GOLD)",
        "compare_datasets({'one': BOTH})",
        "compare_conventions(GOLD, GOLD)",
        "compare_triggers(TEXT, GOLD)",
        "score_dataset(BOTH, task='arguments')",
        "score_dataset(TEXT, GOLD, task='extraction')",
        "read(['a.tbf'])",
        "read('a.txt', task='nugget')",
        "read('table.csv')",
        "read('folder')",
        "json_schema('nugget')",
    ),
    _typed(
        "a maintainer",
        on_the_command_line,
        "score nowhere.tbf run1.tbf",
        "score table.csv table.csv",
        "score empty.jsonl",
        "score pretty.json answers.jsonl",
        "nuggets answers.jsonl pretty.json",
        "nuggets answers.jsonl comma.jsonl",
        "nuggets answers.jsonl none.jsonl",
        "nuggets answers.jsonl half.jsonl.gz",
        "nuggets answers.jsonl wide.jsonl",
        "nuggets answers.jsonl shown.jsonl",
        "nuggets answers.jsonl folder",
        "nuggets answers.jsonl other.jsonl",
        "nuggets empty.jsonl empty.jsonl",
        "nuggets extraction-gold.jsonl extraction-run1.jsonl",
        "templates answers.jsonl pretty.json",
        "templates folder folder",
        "templates arguments-gold.jsonl arguments-run1.jsonl",
        "arguments arguments-gold.jsonl arguments-run1.jsonl --beta -1",
        "arguments arguments-gold.jsonl arguments-run1.jsonl --preprocess none",
        "responses responses-gold.jsonl shouted.jsonl",
        "responses responses-run1.jsonl responses-gold.jsonl",
        "bio labels.conll other.conll",
        "dataset nuggets answers.jsonl",
        "dataset nuggets",
        "validate run1.tbf --roles run1.tbf",
        "link folder -o new",
        "stores link folder -o new",
        "stores pool folder -o new",
    ),
]
SCEPTIC = [
    _typed(
        "a sceptic",
        on_the_command_line,
        "nuggets answers.jsonl under.jsonl",
        "nuggets answers.jsonl label.jsonl",
        "nuggets answers.jsonl far.jsonl",
        "values values-gold.jsonl shouted.jsonl",
        "gold.tbf run1.tbf --confidence 95",
        "gold.tbf run1.tbf --confidence 0.9 --resamples 0",
        "gold.tbf run1.tbf --confidence 0.9 --seed x",
        "gold.tbf run1.tbf --resamples 9",
        "gold.tbf run1.tbf --alpha 0.01",
        "gold.tbf run1.tbf run2.tbf --compare --alpha 5",
        "gold.tbf run1.tbf --scores span",
        "gold.tbf run1.tbf run2.tbf --compare --scores span_f2",
        "gold.tbf run1.tbf run2.tbf --compare --scores 'macro spam'",
        "gold.tbf run1.tbf run2.tbf --compare --main",
        "gold.tbf run1.tbf --zero-division 2",
        "gold.tbf run1.tbf --digits many",
        "gold.tbf run1.tbf --digits 99",
        "compare gold.tbf run1.tbf run2.tbf --percent --digits -1",
        "compare gold.tbf run1.tbf --brief",
        "compare gold.tbf run1.tbf --set beta=1",
        "gold.tbf run1.tbf --brief --format json",
        "gold.tbf run1.tbf --brief --citation",
        "gold.tbf run1.tbf --brief --confidence 0.9",
        "gold.tbf run1.tbf --per-type --per-document --format csv",
        "gold.tbf run1.tbf --citation --format csv",
        "plot f2 gold.tbf run1.tbf -o x.png",
        "plot f1 gold.tbf run1.tbf -o x.gif",
        "report gold.tbf run1.tbf -o x.pdf",
        "report gold.tbf run1.tbf",
        "gold.tbf run1.tbf --signature 'nuggets|protocol:paper|maping:exact'",
        "gold.tbf run1.tbf --signature 'nugget|protocol:paper'",
        "gold.tbf run1.tbf --signature 'extraction|convention:paper'",
    ),
    _typed(
        "a sceptic",
        in_python,
        "score_nuggets([], [])",
        "score_nuggets([[]], [[]])",
        "score('nuggets|protocol:paper|mapping:exakt', GOLD, GOLD)",
        "score('nuggets|types:80b7880a1f1a', GOLD, GOLD)",
        "score('bleu', GOLD, GOLD)",
        "compare({'one': GOLD, 'two': GOLD}, GOLD, confidence=1.0)",
        "compare({'one': GOLD, 'two': GOLD}, GOLD, test='wilcoxon')",
        "compare_runs({'one': GOLD}, GOLD)",
        "compare_signatures('nuggets|protocol:paper', 3)",
    ),
]
FIRST_HOUR = [STUDENT, *ENGINEER, *PROMPTER, *MAINTAINER, *SCEPTIC]
"""More than the 125 with which five people began."""
