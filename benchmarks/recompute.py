"""Compute published results again from public output files: `python -m benchmarks recompute FOLDER`.

FOLDER holds outputs of systems, their references, and `manifest.json`. The manifest has a row for each published
result. A row has its numbers, the command that scores the files, and the key of each number in the output.
"""

from __future__ import annotations

import io
import json
import math
import os
import shlex
import statistics
from collections.abc import Collection, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.timing import print_rows
from event_scoring.commands.main import main as run_command

RESULTS = Path(__file__).with_name("recomputed.json")
"""The results of the last run; `python -m docs` makes the page of them."""
SIGNIFICANT_DIGITS = 12
"""Digits that are recorded of a computed number."""
MUC_COUNTS = (
    *("possible", "actual", "correct", "partial", "incorrect", "interactive_correct", "interactive_partial"),
    *("spurious", "missing", "noncommittal"),
)
"""Counts of MUC-4 in the order of the official report."""
CHANGED_JUDGEMENTS = (
    "Judgements were changed after the report was printed: a second scorer, written from the description of the "
    "program, gives the F computed here with the final judgements."
)
_OLDER = (
    "The files are of the repository's first commit, 2648d7d of 2023-01-15. The notebook with the numbers was run "
    "again four days later, and its files were not committed."
)
REASONS = {
    "muc4-tst3-nmsu": "The report counts {published[spurious]:,} spurious of {published[actual]:,} fills, the final "
    "judgements give {ours[spurious]:,} of {ours[actual]:,}. The program cuts a per cent to a tenth and rounds it, "
    "ties to even: the first is a tie, the second lies above it.",
    "muc4-tst3-nyu": "The report counts key 3 and response 6 of message 0046 as a pair but prints no heading for it; "
    "the pair was added to the file. Overgeneration is {published[spurious]:,} of {published[actual]:,} in the report "
    "and {ours[spurious]:,} of {ours[actual]:,} here, on two sides of the middle between whole per cents.",
    "muc4-tst3-usc": CHANGED_JUDGEMENTS,
    "muc4-tst4-mdc": CHANGED_JUDGEMENTS,
    "muc4-tst4-umass": CHANGED_JUDGEMENTS,
    "muc4-tst4-sri": "The report has no headings that name the pairs of templates. They are mapped anew with the final "
    "judgements; the report was made with those of its day. The program of 1992 gives the F computed here, too, with "
    "the final judgements.",
    "auto-err-muc4-sri-table": "The table is of another version of the output: by its precisions, that version has one "
    "template and one PerpOrg more and one Victim less. The repository's muc_eval.py gives the numbers computed here "
    "for the file in the repository.",
    "lemma-ce-coref-ecb-dpos": f"{_OLDER} The repository does not say which model made this "
    "file, and no output of the notebook has the numbers computed here.",
    "lemma-ce-coref": _OLDER,
}
"""Reasons why numbers of a row differ, by the beginning of its id; the counts are filled in."""


class Result(msgspec.Struct, omit_defaults=True):
    """The published numbers of one output, and the same numbers computed again."""

    id: str
    system: str
    corpus: str
    split: str
    repository: str
    commit: str
    score: str
    published_where: str
    command: str
    published: dict[str, int | float]
    digits: int | str | None = None
    """Printed digits after the point; "6g" is six figures, None all digits of a float."""
    runs: list[int] = []
    """Each replaces `{run}` in the command; the published numbers are means over the runs."""
    ours: dict[str, int | float] = {}
    reason: str = ""
    """The reason why numbers differ, if any does."""
    muc_counts: list[int] = []
    """The counts of `MUC_COUNTS` computed here, where the report has them."""

    def differing(self) -> list[str]:
        """Return the names of the numbers that differ from the published ones in a printed digit."""
        return [name for name in self.published if not self.agrees(name)]

    def agrees(self, name: str) -> bool:
        """Whether a number agrees with the published one in every printed digit."""
        published, computed = self.published[name], self.ours[name]
        if self.digits is None:
            return math.isclose(published, computed, rel_tol=1e-9)
        return self.written(published) == self.written(computed)

    def written(self, number: float) -> str:
        """Return a number as its source prints it, or with six figures if the source prints all digits of a float."""
        if isinstance(number, int):
            return str(number)
        return f"{number:.{self.digits}f}" if isinstance(self.digits, int) else f"{number:.6g}"

    def compared(self, name: str) -> tuple[str, str, str]:
        """Return a published number, the computed one, and their difference in printed digits."""
        published, computed = self.written(self.published[name]), self.written(self.ours[name])
        if self.agrees(name):
            return published, computed, "0"
        difference = type(self.ours[name])(float(computed) - float(published))
        return published, computed, ("+" if difference > 0 else "") + self.written(difference)


class Row(Result, kw_only=True):
    """A row of the manifest: a published result and how to compute it."""

    keys: dict[str, str]
    """The path of each number in the JSON that the command prints, or a sentence if the number has no key there."""
    scale: int
    files: dict[str, Any]
    counts: dict[str, Any] = {}
    python_options: dict[str, Any] = {}
    by_the_released_scorer: dict[str, Any] = {}
    with_other_heads: dict[str, Any] = {}


class Results(msgspec.Struct):
    """The results of a run."""

    rows: list[Result]
    released_iterx_scorer: dict[str, int]
    """Document lines of IterX that its released scorer gives too, and all of them."""
    gen_arg_heads: list[dict[str, int | float]]
    """Scores of one output of gen-arg by the heads of an older and a newer parser."""


class Manifest(msgspec.Struct):
    """The part of `manifest.json` that is read here."""

    rows: list[Row]
    rows_with_a_published_number_from_memory: list[Row]


def main(folder: str) -> None:
    """Compute all rows, print them and record them."""
    results = compute_all(Path(folder))
    RESULTS.write_text(written_results(results), encoding="utf-8")
    for result in results.rows:
        numbers, differing = result.published, result.differing()
        print(f"{result.id}: {len(numbers) - len(differing)} of {len(numbers)} numbers equal. {result.reason}")
        header = ("score", "published", "ours", "difference")
        print_rows(result.command, header, [(name, *result.compared(name)) for name in numbers])
        print()
    rows, equal, printed = totals(results.rows)
    print(f"{rows} of {len(results.rows)} rows and {equal} of {printed} numbers are equal; {RESULTS} is written")


def totals(results: Collection[Result]) -> tuple[int, int, int]:
    """Return how many rows are equal in all numbers, how many numbers are equal, and how many are printed."""
    printed = sum(len(result.published) for result in results)
    differing = [len(result.differing()) for result in results]
    return differing.count(0), printed - sum(differing), printed


def read_results() -> Results:
    """Read the results of the last run."""
    return msgspec.json.decode(RESULTS.read_bytes(), type=Results)


def written_results(results: Results) -> str:
    """Return results as JSON with one row a line, so that a change of one number is a change of one line."""
    rows = ",\n".join(msgspec.json.encode(result).decode() for result in results.rows)
    others = {name: getattr(results, name) for name in Results.__struct_fields__[1:]}
    return f'{{"rows":[\n{rows}\n],\n{msgspec.json.encode(others).decode()[1:]}\n'


def compute_all(folder: Path) -> Results:
    """Compute every row of a folder and the numbers that only the text of the page needs."""
    manifest = read_manifest(folder)
    with working_directory(folder):
        rows = [compute_row(row) for row in manifest.rows]
        return Results(rows, released_iterx_scorer(manifest), gen_arg_heads(manifest))


def compute_rows(folder: Path, ids: Collection[str]) -> list[Result]:
    """Compute some rows of a folder."""
    rows = [row for row in read_manifest(folder).rows if row.id in ids]
    with working_directory(folder):
        return [compute_row(row) for row in rows]


def read_manifest(folder: Path) -> Manifest:
    """Read the rows of a folder."""
    return msgspec.json.decode((folder / "manifest.json").read_bytes(), type=Manifest)


@contextmanager
def working_directory(folder: Path) -> Iterator[None]:
    """Work in a folder, as the paths of its commands are relative."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def compute_row(row: Row) -> Result:
    """Compute a row in the working directory."""
    command = command_of(row)
    answers = answers_of_runs(command, row.runs) if row.runs else [answer_of(command)]
    means = {name: mean_over_runs([number_of(row, name, answer) for answer in answers]) for name in row.published}
    ours = {name: int(value) if is_same_count(value, row.published[name]) else value for name, value in means.items()}
    facts = {name: getattr(row, name) for name in Result.__struct_fields__}
    result = Result(**{**facts, "command": command, "ours": ours, "reason": ""})
    if row.counts:
        result.muc_counts = [answers[0][name] for name in MUC_COUNTS]
    if result.differing():
        result.reason = reason_of(row, answers[0])
    return result


def command_of(row: Row) -> str:
    """Return the command of a row; a call of `template_errors` is written as the command that gives its numbers."""
    if not row.command.startswith("python "):
        return row.command
    roles = json.dumps(row.python_options["roles"])
    files = f"{row.files['references']} {row.files['predictions']}"
    return f"event-score templates {files} --protocol gtt --per-error --roles '{roles}'"


def answers_of_runs(command: str, runs: Collection[int]) -> list[dict[str, Any]]:
    """Return the JSON of each run. Several systems of one reference are scored at once, which reads it once."""
    task, *words = command.removeprefix("event-score ").split(" ")
    if task == "bio" or len(runs) == 1:  # a file of `bio` has both sides
        return [answer_of(command.replace("{run}", str(run))) for run in runs]
    place = next(place for place, word in enumerate(words) if "{run}" in word)
    systems = [words[place].replace("{run}", str(run)) for run in runs]
    return [*answer_of(" ".join([f"event-score {task}", *words[:place], *systems, *words[place + 1 :]])).values()]


def answer_of(command: str) -> dict[str, Any]:
    """Run a command of `event-score` in this process and return its JSON."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        code = run_command([*shlex.split(command)[1:], "--format", "json", "--quiet"])
    if code:
        raise RuntimeError(f"exit code {code}: {command}")
    answer: dict[str, Any] = json.loads(printed.getvalue())
    return answer


def number_of(row: Row, name: str, answer: dict[str, Any]) -> float:
    """Return a number of a row under the name and on the scale of its source."""
    if name == "equal document lines":
        return equal_document_lines(row, answer)
    if name.startswith("macro "):
        return row.scale * macro_average(answer["per_slot"], name.removeprefix("macro "))
    if row.keys[name].startswith(("the table by error", "template_errors(")):
        return row.scale * value_at(answer, f"errors/{name}")
    if row.keys[name].startswith("sums "):
        # Templates without types lack a slot for the type, so the sums over slots equal those of the answer.
        return row.scale * value_at(answer, name.removeprefix("micro_avg "))
    return row.scale * value_at(answer, row.keys[name])


def value_at(answer: dict[str, Any], path: str) -> float:
    """Return the number at a path, in which `/` goes one level down."""
    value: Any = answer
    for key in path.split("/"):
        value = value[key]
    number: float = value
    return number


def equal_document_lines(row: Row, answer: dict[str, Any]) -> int:
    """Count the documents whose precision, recall and F1 equal those in a log, with four digits."""
    lines = Path(row.files["log"]).read_text(encoding="utf-8").splitlines()
    logged = [dict(field.split("=") for field in line.split("\t")) for line in lines]
    scores = {document["doc_id"]: document for document in answer["per_document"]}
    names = {"prec": "precision", "rec": "recall", "f1": "f1"}
    return sum(
        all(f"{scores[line['doc_id']][key]:.4f}" == line[name] for name, key in names.items()) for line in logged
    )


def macro_average(slots: dict[str, dict[str, float]], name: str) -> float:
    """Return the mean over slots of precision or recall; F1 is the harmonic mean of these means."""
    if name == "f1":
        return statistics.harmonic_mean([macro_average(slots, "precision"), macro_average(slots, "recall")])
    return statistics.fmean(scores[name] for scores in slots.values())


def is_same_count(number: float, published: float) -> bool:
    """Whether a source prints a count, which is a whole number here too."""
    return isinstance(published, int) and float(number).is_integer()


def mean_over_runs(numbers: list[float]) -> float:
    """Return the mean with the recorded digits."""
    return float(f"{statistics.fmean(numbers):.{SIGNIFICANT_DIGITS}g}")


def reason_of(row: Row, answer: dict[str, Any]) -> str:
    """Return why numbers of a row differ, with its counts where the reason has some."""
    text = next((text for start, text in REASONS.items() if row.id.startswith(start)), "")
    published = dict(zip(MUC_COUNTS, row.counts.get("published", ()), strict=False))
    return text.format(published=published, ours=answer)


def released_iterx_scorer(manifest: Manifest) -> dict[str, int]:
    """Count the document lines that the released scorer of IterX gives, over all of its models."""
    rows = [row for row in manifest.rows if row.by_the_released_scorer]
    lines = [equal_document_lines(row, answer_of(row.by_the_released_scorer["command"])) for row in rows]
    return {"equal": sum(lines), "lines": sum(int(row.published["equal document lines"]) for row in rows)}


def gen_arg_heads(manifest: Manifest) -> list[dict[str, int | float]]:
    """Score the output of gen-arg with the heads of two versions of a parser."""
    rows = [row for row in manifest.rows_with_a_published_number_from_memory if row.with_other_heads]
    commands = [command for row in rows for command in (row.command, row.with_other_heads["command"])]
    kept = ("f1", "true_positives", "false_positives")
    return [{key: answer[f"argument_classification_{key}"] for key in kept} for answer in map(answer_of, commands)]
