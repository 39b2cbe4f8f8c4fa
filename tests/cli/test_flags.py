"""No flag is ignored: each of every command has a row here, and changes what is written or is refused with one line."""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pytest

from event_scoring.cli.commands import COMMANDS, TASKS
from event_scoring.cli.main import main, parser_of
from tests.cli.flag_files import write_flag_files

NUGGETS = "gold.tbf run1.tbf run2.tbf"
TOKENS = "told.tbf told-run.tbf"
BRAT = "brat-gold brat-run"
CHAINS = "chains-gold.jsonl chains-run1.jsonl"
EVENTS = "extraction-gold.jsonl extraction-run1.jsonl"
TOLD = "told.jsonl told-run.jsonl"
ARGUMENTS = "arguments-gold.jsonl arguments-run1.jsonl arguments-gold.jsonl"
KEY = "answerKey --reference-linking referenceLinking"
STORES = f"{KEY} sysA sysB"
ERE = "ere ere-system --preprocess official-2016"
JUDGED = f"{TOLD} --match span,text,overlap,judged"
BIONLP = "bionlp-gold bionlp-run --convention bionlp"
MUC_4 = "muc4-gold.jsonl muc4-run.jsonl --protocol muc-4"
TABLES = "tables-gold.jsonl tables-run.jsonl --protocol doc2edag"
TEXTS = "texts-gold.jsonl texts-run.jsonl --protocol gtt"
FAMUS = "famus-gold.jsonl famus-run.jsonl --protocol ceaf-rme --preset famus"
GENERATED = "gen/gold.jsonl gen/predictions.jsonl --convention wikievents"

FILES = {
    "demo": "",
    "nuggets": NUGGETS,
    "detection": EVENTS,
    "extraction": EVENTS,
    "arguments": ARGUMENTS,
    "responses": STORES,
    "templates": "templates-gold.jsonl templates-run1.jsonl",
    "relations": "relations-gold.jsonl relations-run1.jsonl",
    "values": "values-gold.jsonl values-run1.jsonl",
    "validate": "gold.tbf",
    "convert": "gold.tbf out.jsonl",
    "judge": f"{TOLD} -o out.jsonl",
    "bio": "gold.conll run.conll",
    "dataset nuggets": "nuggets-shards nuggets-again",
    "stores link": "sysA -o out",
    "stores pool": "sysA sysB -o out",
    "stores quoted": "texts -o out.jsonl",
    "stores filter": "sysA -o out",
    "stores merge": "sysA sysB -o out",
}
"""What each command is given, to which its flags are added."""
UNWARNED = ("demo", "convert", "judge", "bio", "stores")
"""Commands that warn of none of these files, so that --quiet changes nothing."""

WRITING = """
    --format json
    --output other.out
    --brief
    --percent
    --digits 2
    --citation
    --zero-division nan
"""
SAMPLES = """
    --confidence 0.5
    --confidence 0.9 & --resamples 7
    --confidence 0.9 & --seed 3
    --confidence 0.9 & --sampler java
"""
DATASETS = """
    nuggets-predictions : --references nuggets-references
    nuggets-mixed : --ignore-others
    nuggets-shards : --workers 2 !
    nuggets-renamed --references nuggets-references : --quiet
    --names one,two
"""
SEVERAL = """
    --compare
    --compare & --scores {score}
    --compare & --test bootstrap
    --compare & --alpha 0.9999
    --output out.svg --resamples 9 & --picture bootstrap
    --test bootstrap !
    --alpha 0.1 !
    --picture f1 !
"""
PAGES = """
    --output out.html --resamples 9 & --title Another
    --title Another !
"""
NUGGET_FILES = f"""
    {TOKENS} : --tokens tables
    {TOKENS} --tokens tables-tok : --token-ending .tok
    {TOKENS} --tokens tables : --token-offsets 8,9 !
    {BRAT} : --annotation-ending .ent
    {TOKENS} : --unit token
"""
NUGGET_OPTIONS = """
    --protocol pilot
    --mapping optimal
    --precision pilot
    --documents-without-references skip
    --normalize
    --unannotated literal
    --types Life.Die,Conflict.Attack
    --no-coreference
    --coreference-mapping span
    --coreference-threshold 0.5
    --coreference-level corpus
    --no-sequencing
    --sequencing-mapping span
    --zero-division nan
"""
EVENT_OPTIONS = f"""
    --unit text
    --unit text & --repeats set
    --unit text & --text-form squad
    --unit text & --outside-text drop
    --places first
    --exhausted stop
    --unit text & --arguments-within event
    --unit text & --credit tokens
    --documents-without-references skip
    --sentences with-events
    --per-type
    --per-document
    {EVENTS} extraction-run1.jsonl : --names one,two
    --types Life.Die,Conflict.Attack
    --convention textee
    --no-standardize
    --discarded count
    --gold-outside drop
    --outside-schema compete
    --surplus last
    --conflict first
    --nothing ignored
    {TOLD} : --match text
    {TOLD} --match span,overlap : --threshold 0.1
    {TOLD} --match span,text : --matching coverage
    --convention omnievent & --paradigm classification
    --fact dataset=ACE
    --vary standardization
    {JUDGED} : --verdicts verdicts.jsonl
    {JUDGED} --verdicts verdicts.jsonl --format json : --people people.jsonl
    --show
    extraction-gold.jsonl other-events.jsonl : --quiet
    extraction-gold.jsonl other-events.jsonl : --strict
    extraction-gold.jsonl answers.jsonl : --form iepile
"""
LINKED = """
    --per-type
    --per-role
    --per-realis
    --per-document
    --sensitivity
    {task}-references/part.jsonl {task}-renamed/part.jsonl : --quiet
    {task}-references/part.jsonl {task}-renamed/part.jsonl : --strict
    --names mine,theirs
    --beta 0.5
    --lam 0.3
    --no-clip
    --unlinked error
"""
OF_LISTS = """
    --neutralize-realis
    --documents documents.txt !
    --groups groups.txt !
"""
STORED = f"""
    {ERE} : --neutralize-realis
    answerKey sysA sysB : --reference-linking referenceLinking
    {STORES} : --documents documents.txt
    {STORES} --format json : --groups groups.txt
    {STORES} : --layout 2016 !
    {STORES} : --expand-from-realis
    {STORES} : --preprocess neutralize-realis
    {ERE} : --types Life.Die
    {ERE} : --banned-roles Place
    {ERE} : --quoted ere-quoted.jsonl
"""
ONE_DOCUMENT = SEVERAL.replace("--picture bootstrap", "--picture bootstrap !")
"""The rows of a task whose example has one document, of which samples cannot be drawn."""

ROWS = {
    "dataset nuggets": f"{WRITING.replace('--zero-division nan', '')} {DATASETS}",
    "demo": """
        --write there
        --open
        --output other.out
        """,
    "nuggets": f"""
        {SEVERAL.format(score="span_f1")} {PAGES}
        {CHAINS} --compare --resamples 9 : --scores main
        {TOKENS} --output out.html --resamples 9 --unit token : --text words.jsonl
        --text words.jsonl !
        {WRITING} {SAMPLES} {NUGGET_FILES} {NUGGET_OPTIONS}
        --per-type
        --per-document
        --names one,two
        --documents paper-system-1/assassination
        gold.tbf run1.tbf : --alignment pairs.txt
        gold.tbf run1.tbf --alignment pairs.txt : --alignment-by type
        --show
        gold.jsonl other-nuggets.jsonl : --quiet
        gold.jsonl other-nuggets.jsonl : --strict
        """,
    "detection": f"{ONE_DOCUMENT.format(score='trigger_identification_f1')} {PAGES} {WRITING} {SAMPLES} {EVENT_OPTIONS}",
    "extraction": f"""
        {ONE_DOCUMENT.format(score="trigger_identification_f1")} {PAGES} {WRITING} {SAMPLES} {EVENT_OPTIONS}
        --per-role
        --roles Victim
        --mode legacy
        --modes pipeline,loose
        --discarded-trigger merge
        --order-unit document
        scores-gold.jsonl scores-run1.jsonl --convention rams : --role-limits '{{"Conflict.Attack":{{"Place":1}}}}'
        --convention rams & --original-names
        --convention gollie & --partial
        --convention tanl & --reference-arguments all
        --convention wikievents & --variant paie
        heads-gold.jsonl heads-run1.jsonl --convention wikievents : --unit head
        --ignore-non-entity !
        --convention nervaluate & --counted-items arguments
        --convention nervaluate & --half-credit fixed
        --convention nervaluate & --version 1.2
        --convention nervaluate & --min-overlap 50
        --convention m2e2 & --ignore-time
        {BIONLP} : --span approximate
        {BIONLP} : --recursive approximate
        {BIONLP} : --task 2
        {BIONLP} : --decompose
        {BIONLP} : --no-normalize
        {BIONLP} --span approximate : --offsets bytes
        {BIONLP} --variant ge-2013 : --soft-types
        {BIONLP} --variant pc-2013 --unreadable skip : --single-penalty
        {BIONLP} --variant pc-2013 : --unreadable skip
        {GENERATED} : --ontology gen/ontology.json
        {GENERATED} --ontology gen/ontology.json : --clusters gen/coreference.jsonl
        --modes pipeline,gold & --gold-triggers extraction-gold.jsonl
        """,
    "arguments": f"{ONE_DOCUMENT.format(score='score')} {PAGES} {WRITING} {SAMPLES} {LINKED} {OF_LISTS}",
    "responses": f"{SEVERAL.format(score='score')} {PAGES} {WRITING} {SAMPLES} {LINKED} {STORED}\n--text words.jsonl !",
    "templates": f"""
        {ONE_DOCUMENT.format(score="precision")} {PAGES} {WRITING} {SAMPLES}
        --per-type
        --per-slot
        --per-document
        templates-gold.jsonl templates-run1.jsonl templates-run1.jsonl : --names one,two
        --protocol gtt
        --alignment optimal
        --partial-credit
        {MUC_4} : --adjudications muc4-judged.json
        {MUC_4} : --no-attended
        {MUC_4} : --premodifiers words
        {MUC_4} : --no-restrict
        {MUC_4} : --irrelevant ignore
        {MUC_4} : --slots @muc4-slots.json
        {MUC_4} --adjudications muc4-judged.json : --lookup first
        {MUC_4} : --per-report
        {TABLES} : --per-role
        {TEXTS} : --per-error
        {FAMUS} : --side source
        {FAMUS} : --coreference famus-coreference.json
        --protocol ceaf-rme & --similarity phi-a
        --protocol ceaf-rme & --denominators entities
        --protocol ceaf-rme & --empty-documents count
        --protocol ceaf-rme & --merge-predictions
        --protocol ceaf-rme & --preset famus
        --protocol gtt & --no-normalize
        --protocol gtt & --roles Victim
        --adjudications types.txt !
        --no-attended !
        --premodifiers words !
        --no-restrict !
        --irrelevant ignore !
        --slots '{{"a":{{}}}}' !
        --lookup first !
        templates-gold.jsonl other-templates.jsonl : --quiet
        templates-gold.jsonl other-templates.jsonl : --strict
        """,
    "relations": f"""
        {SEVERAL.format(score="recall")} {PAGES}
        {WRITING} {SAMPLES}
        --show
        --align !
        --sentences words.jsonl !
        --per-label
        --per-document
        --protocol coreference & --per-unit
        relations-gold.jsonl relations-run1.jsonl relations-run1.jsonl : --names one,two
        --protocol matres
        --none BEFORE
        --protocol tb-dense & --vague exclude
        --protocol tb-dense & --scorer caevo
        --normalise
        --normalise & --symmetric BEFORE
        --slots reference
        --kinds causal
        --protocol causal & --scope intra
        --protocol causal & --no-directed
        --protocol causal & --candidates events
        --closure temporal
        --protocol tempeval-3 & --no-reduced
        --protocol tempeval-3 & --begins correct
        --protocol coreference & --level document
        --protocol coreference & --singletons drop
        --types BEFORE
        --fact split=test
        --vary protocols
        --align !
        --sentences relations-gold.jsonl !
        --show
        -o out.html & --title Mine
        relations-gold.jsonl other-relations.jsonl : --quiet
        relations-gold.jsonl other-relations.jsonl : --strict
        """,
    "values": f"""
        {ONE_DOCUMENT.format(score="value")}
        {WRITING} {SAMPLES}
        --per-type
        --per-subtype
        --per-modality
        --per-source
        --per-document
        values-gold.jsonl values-run1.jsonl values-run1.jsonl : --names one,two
        --level mention
        --argument-pairs mapped
        --event-pairs extents
        --missing assume
        values-gold.jsonl other-values.jsonl : --quiet
        values-gold.jsonl other-values.jsonl : --strict
        """,
    "validate": f"""
        told.jsonl : --task nuggets
        told.tbf : --task nuggets !
        told.jsonl : --types types.txt !
        gold.tbf : --layout 2015 !
        --references run1.tbf
        {TOKENS} : --tokens tables
        {TOKENS} --tokens tables-tok : --token-ending .tok
        {TOKENS} --tokens tables : --token-offsets 8,9 !
        {TOKENS} : --unit token
        chars.tbf : --word-counts word-counts.txt
        --types types.txt
        answerKey : --reference-linking texts
        sysA : --documents more-documents.txt
        sysA : --roles roles.txt
        sysA : --layout 2016
        --format json
        --output other.out
        told.tbf : --brief
        gold.tbf --references told.tbf : --quiet
        """,
    "convert": """
        told.tbf out.tbf --unit char : --tokens tables
        told.tbf out.tbf --unit char --tokens tables-tok : --token-ending .tok
        told.tbf out.tbf --unit char --tokens tables-turned : --token-offsets 3,2
        brat-gold out.tbf : --annotation-ending .ent
        told.tbf out.tbf --tokens tables : --unit char
        --to conll
        --output other.jsonl !
        gold.jsonl out.tbf : --run-id mine
        chars.tbf out.jsonl --tokens tables : --from char
        """,
    "judge": f"""
        --output other.jsonl
        --task detection
        {EVENTS} -o out.jsonl : --match judged
        --with ./yes.sh
        --with ./yes.sh & --by me
        --verdicts verdicts.jsonl
        --verdicts verdicts.jsonl & --sample 1
        --verdicts verdicts.jsonl --sample 1 & --seed 3
        muc4-gold.jsonl muc4-run.jsonl -o out.jsonl : --task templates
        """,
    "bio": """
        --scheme IOB2
        gold.suffix run.suffix : --suffix
        --format conlleval
        --output other.txt
        """,
    "stores link": """
        --output other
        --documents documents.txt
        --layout 2016
        """,
    "stores pool": """
        --output other
        --documents documents.txt
        --assessed answerKey
        """,
    "stores quoted": "--output other.jsonl",
    "stores filter": """
        --output other
        --quoted quoted.jsonl
        --types Life.Die
        --roles Victim
        --realis Actual
        --best
        --documents documents.txt
        --layout 2016
        """,
    "stores merge": """
        --output other
        --documents documents.txt
        --layout 2016
        """,
}
"""Of each command a row a flag: ``[FILES :] [FLAGS THAT IT NEEDS &] FLAG [VALUE] [!]``, where ! says that it is refused."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the files that rows name."""
    pytest.importorskip("matplotlib", reason="some rows draw pictures")
    folder = tmp_path_factory.mktemp("files")
    write_flag_files(folder)
    return folder


class Runner:
    """Runs commands in the folder of files; what they print and write counts, and what they write is removed."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.given = set(folder.iterdir())  # commands write beside what was there
        self.seen: dict[str, tuple[int, str, dict[str, bytes]]] = {}

    def __call__(self, line: str) -> tuple[int, str, dict[str, bytes]]:
        """The exit code, what is printed, and the files that are written."""
        if line not in self.seen:
            try:
                code = main(shlex.split(line))
            except SystemExit as stopped:
                code = int(stopped.code or 0)
            printed = self.capsys.readouterr()
            new = set(self.folder.iterdir()) - self.given
            written = sorted(each for path in new for each in (path, *path.rglob("*")))
            files = {str(path): path.read_bytes() for path in written if path.is_file()}
            for path in reversed(written):
                path.rmdir() if path.is_dir() else path.unlink()
            self.seen[line] = code, printed.out + printed.err, files
        return self.seen[line]

    def refuses(self, line: str) -> bool:
        """Whether a command line is refused with one line."""
        code, printed, _ = self(line)
        return code == 2 and printed.count("error:") == 1 and "Error" not in printed


@pytest.fixture
def run(files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    monkeypatch.chdir(files)
    monkeypatch.setitem(sys.modules, "ray", None)  # so that --workers is refused
    monkeypatch.setattr(tempfile, "tempdir", str(files))
    monkeypatch.setattr(webbrowser, "open", lambda uri: print("opened"))
    return Runner(files, capsys)


def rows(command: str) -> Iterator[tuple[str, str, str, bool]]:
    """Of each row the files, or a base with flags, then the flags that it needs, its flag, and whether it is refused."""
    task = "extraction" if command == "detection" else command
    again = f"\n--signature {command}|zero_division:nan" if command in TASKS else ""
    for line in f"{ROWS[command]}{again}".replace("{task}", task).split("\n"):
        if line.strip():
            files, colon, rest = f" {line.strip()}".rpartition(" : ")
            needs, _, flag = rest.rpartition(" & ")
            yield (files if colon else FILES[command], needs, flag.removesuffix(" !").strip(), flag.endswith(" !"))


def actions_of(command: str) -> dict[str, argparse.Action]:
    """The flags of a command, or of a step or task of one."""
    name, *step = command.split()
    parser = parser_of(name)
    if name == "stores":
        (steps,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
        parser = steps.choices[step[0]]
    return parser._option_string_actions


@pytest.mark.parametrize("command", FILES)
def test_every_flag_has_a_row(command: str) -> None:
    actions = actions_of(command)
    flags = {action.dest for action in actions.values()} - {"help"}
    assert {"output", "quiet"} <= flags
    if command.split()[0] in UNWARNED:
        flags.discard("quiet")
    with_rows = {actions[flag.split()[0]].dest for _, _, flag, _ in rows(command)}
    assert sorted(flags - with_rows) == [], f"add a row for each of these flags of {command} to ROWS"


@pytest.mark.slow
@pytest.mark.parametrize("command", FILES)
def test_every_flag_changes_something_or_is_refused(command: str, run: Runner) -> None:
    ignored = []
    for base, needs, flag, refused in rows(command):
        before, line = f"{command} {base} {needs}", f"{command} {base} {needs} {flag}"
        right = run.refuses(line) if refused else run(line)[0] != 2 and run(line) != run(before)
        if not right:
            ignored.append(f"{line}\n    {run(line)[0]} {run(line)[1]}")
    assert not ignored, "\n".join(ignored)


def test_every_task_and_command_has_its_rows() -> None:
    # `test_wheel` starts the page at a port; it serves until it is stopped.
    with_rows = {*TASKS, *COMMANDS} - {"page"}
    assert {name.split()[0] for name in FILES} == with_rows == {name.split()[0] for name in ROWS}


@pytest.mark.parametrize(
    "line",
    [
        f"plot accuracies {NUGGETS} -o out.svg --score span_f1",
        f"plot products {NUGGETS} -o out.svg --seed 3",
        f"plot confusion {NUGGETS} -o out.svg --confidence 0.5",
        f"plot wins {NUGGETS} -o out.svg --confidence 0.5",
        f"plot f1 {NUGGETS} -o out.svg --score span_f1",
        f"compare {EVENTS} --tokens tables",
        f"compare {NUGGETS} --set mapping=optimal",
        f"nuggets {NUGGETS} --compare --per-type",
        f"nuggets {NUGGETS} --compare --brief",
        f"nuggets {NUGGETS} --scores span_f1",
        f"extraction {EVENTS} --threshold 0.1",
        f"nuggets {NUGGETS} --alignment-by type",
        f"nuggets {NUGGETS} --seed 0",
        f"nuggets {NUGGETS} --dataset nuggets-shards",
        "convert gold.tbf out.jsonl --run-id mine",
        f"judge {TOLD} -o out.jsonl --seed 3",
        f"judge {TOLD} -o out.jsonl --by me",
    ],
)
def test_a_flag_that_says_nothing_here_is_refused(line: str, run: Runner) -> None:
    assert run.refuses(line), run(line)


def test_score_takes_the_flags_of_the_task(run: Runner) -> None:
    for task in ("nuggets", "extraction", "arguments", "templates"):
        assert run(f"{FILES[task]} --quiet") == run(f"{task} {FILES[task]} --quiet")
        for flags in ("--format json", "--confidence 0.9 --seed 3", "--zero-division nan"):
            assert run(f"score {FILES[task]} {flags} --quiet") == run(f"{task} {FILES[task]} {flags} --quiet")
