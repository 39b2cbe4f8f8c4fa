"""Write the page of published results that were computed again: `python -m docs recomputed`.

The results are those that `python -m benchmarks recompute FOLDER` recorded. The sentence of the README is made too.
"""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.recompute import CHANGED_JUDGEMENTS, Result, Results, read_results, totals

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "recomputed.md"
README = ROOT / "README.md"
_SENTENCE = re.compile(r"^\[Published results, computed again\]\(docs/recomputed\.md\): .*$", re.MULTILINE)
_MAIN_SCORES = ("P&R", "CoNLL F1", "micro_avg f1", "macro f1", "f1", "equal document lines")
"""A table shows of each result the first of these scores that its source prints, or its first F1."""

HEAD = """# Published results, computed again

You want to know whether a score of this project is the score that a paper reports. Several systems for event extraction
are published with their outputs and with the numbers of their own scorers. This page compares these numbers with those
that the project computes from the same files.

**{rows_equal} of {rows} results agree in every printed digit, and {equal} of {printed} numbers.** For the others, the
reason is given. All numbers under *Here* come from one run of

    python -m benchmarks recompute FOLDER

`FOLDER` has the files of the repositories and a `manifest.json` with the published numbers. The files are not part of
this project. Below each table are its commands, to be run in `FOLDER`. A command with `{{run}}` runs once for each run
of the system, and the published number is the mean. The tables show one number of each result, if possible one that
differs; *Equal* counts all its published numbers. Numbers that a source prints in full are compared in full and shown
with six figures.
"""
STORIES = """## Why one output has several scores

**MUC-4: judgements changed after printing.** The archive of 1992 has the outputs, the official reports, and the history
of what people judged. {muc_rows_equal} of {muc_rows} reports and {muc_equal} of {muc_printed} printed numbers agree.
{muc_changed} differ because judgements were changed after their reports were printed. The reasons of the others are
below the tables.

**auto-err: three F1 for one output in one repository.** For the output of SRI, the table by slot prints {sri_table}.
The repository's `muc_eval.py` gives {sri_gtt} for the file in the repository. `Error_Analysis.py`, which compares
places in the text, gives {sri_errors}. The table is of another version of the file.

**IterX: the released scorer does not give the released logs.** The logs of phi-3 divide by entities, the scorer in the
repository divides by mentions. With the scorer's rule, {iterx_equal} of {iterx_lines} document lines agree. With
`denominators="entities"`, {iterx_all} agree.

**lemma_ce_coref: files older than the numbers.** The outputs are those of the first commit. The notebook with the
scores was run again four days later, and the outputs of that run were not committed. {lemma_rows_equal} of {lemma_rows}
results agree.

**gen-arg: the version of a parser decides one argument.** The scorer compares head words that spaCy finds. With
en_core_web_sm 2.2.5, F1 of arguments with their roles is {gen_arg_old}. With en_core_web_sm 3.8 it is {gen_arg_new}.
The difference is {gen_arg_matches} of {gen_arg_predictions} predicted arguments. The repository does not print a
number, so that the result is in no table.
"""
NOTES = {
    "MUC-4": "The outputs are in `data/muc/raw_files/muc34.tar.gz`. A file `NAME.history-with-pairs` is the history of "
    "judgements with the pairs of templates in the headings of the report. `--alignment given --no-restrict` scores "
    "these pairs.",
    "MUC-4, templates": "The repository of IterX has no references; those of xinyadu/gtt are used. Its logs have a "
    "line with precision, recall and F1 for each document, and the number here counts equal lines. The files "
    "`errors.NAME.jsonl` and those of TANL were made of the outputs: templates and text, one document a line. TANL is "
    "given the types and the number of templates, so that its F1 cannot be compared with that of systems that find "
    "them.",
    "MUC-4, role fillers": "The files were made of those in the repository: each document is one template without a "
    "type, with each text of a role once. TST4-MUC4-0030 has no prediction and is left out, as eval.py does. Macro "
    "averages are means over the roles; F1 is the harmonic mean of mean precision and mean recall.",
    "SciREX, 4-ary relations": "The files in the repository (`NAME.out`) are not in `FOLDER` and were not read. The "
    "files `NAME.jsonl` were made of them: templates without a type and text, one document a line.",
    "DiscourseEE, events of a post and its comment": "The files were made of the outputs: each document is a sequence "
    "of three tokens, one for each event type. A type that the document has is labelled `B-TYPE`. Answers of language "
    "models are read as in the notebook.",
}
"""Paragraphs about single corpora: origin of the files, and remarks on the numbers."""


def page() -> str:
    """Return the page of the recorded results."""
    results = read_results()
    corpora = list(dict.fromkeys(row.corpus for row in results.rows))
    sections = [_corpus(corpus, [row for row in results.rows if row.corpus == corpus]) for corpus in corpora]
    return "\n".join([HEAD.format(**_counts(results.rows)), _stories(results), *sections])


def readme() -> str:
    """Return the README with its sentence about the recorded results."""
    return _SENTENCE.sub(sentence(), README.read_text(encoding="utf-8"))


def sentence() -> str:
    """Return the sentence of the README about the recorded results."""
    text = (
        "[Published results, computed again](docs/recomputed.md): {repositories} repositories print {printed} numbers "
        "for outputs of systems that they publish. {equal} of these come out in every digit; the page says why the "
        "others differ."
    )
    return text.format(**_counts(read_results().rows))


def _counts(rows: list[Result]) -> dict[str, str]:
    rows_equal, equal, printed = totals(rows)
    repositories = len({row.repository for row in rows})
    counts = {"rows": len(rows), "rows_equal": rows_equal, "equal": equal, "printed": printed}
    return {name: f"{count:,}" for name, count in {**counts, "repositories": repositories}.items()}


def _stories(results: Results) -> str:
    rows = {row.id: row for row in results.rows}
    muc = _counts([row for row in results.rows if row.corpus == "MUC-4"])
    changed = [f"{row.system} ({row.split})" for row in results.rows if row.reason == CHANGED_JUDGEMENTS]
    lemma = _counts([row for row in results.rows if row.repository == "ahmeshaf/lemma_ce_coref"])
    table, errors = rows["auto-err-muc4-sri-table"], rows["auto-err-muc4-sri-errors"]
    old, new = results.gen_arg_heads
    return STORIES.format(
        **{f"muc_{name}": count for name, count in muc.items()},
        **{f"lemma_{name}": count for name, count in lemma.items()},
        muc_changed=f"{', '.join(changed[:-1])} and {changed[-1]}",
        sri_table=table.written(table.published["micro_avg f1"]),
        sri_gtt=table.written(table.ours["micro_avg f1"]),
        sri_errors=f"{100 * errors.ours['f1']:.2f}",
        iterx_all=sum(row.ours["equal document lines"] for row in rows.values() if row.id.endswith("-phi3")),
        iterx_equal=results.released_iterx_scorer["equal"],
        iterx_lines=results.released_iterx_scorer["lines"],
        gen_arg_old=f"{100 * old['f1']:.2f}",
        gen_arg_new=f"{100 * new['f1']:.2f}",
        gen_arg_matches=new["true_positives"] - old["true_positives"],
        gen_arg_predictions=old["true_positives"] + old["false_positives"],
    )


def _corpus(corpus: str, rows: list[Result]) -> str:
    """Return the section of a corpus, with the results of each scorer in a table; what differs comes first."""
    heading = f"## {corpus}\n\n{{rows_equal}} of {{rows}} results and {{equal}} of {{printed}} numbers are equal."
    note = f" {NOTES[corpus]}" if corpus in NOTES else ""
    groups: dict[tuple[str, str, str], list[Result]] = {}
    for row in sorted(rows, key=lambda row: not row.differing()):
        groups.setdefault((row.repository, row.score, row.split), []).append(row)
    return "\n".join([heading.format(**_counts(rows)) + note + "\n", *map(_group, groups.values())])


def _group(rows: list[Result]) -> str:
    """Return the table of the results of one scorer, the numbers that differ, and the commands."""
    first, places = rows[0], list(dict.fromkeys(_where(row) for row in rows))
    address = f"[{first.repository}](https://github.com/{first.repository}/tree/{first.commit})"
    place = f" Published: {places[0]}." if len(places) == 1 else ""
    table = ["| System | Score | Published | Here | Difference | Equal |", "|---|---|---:|---:|---:|---:|"]
    for row in rows:
        name = _main_score(row)
        equal = f"{len(row.published) - len(row.differing())} of {len(row.published)}"
        table.append(f"| {' | '.join((row.system, name, *row.compared(name), equal))} |")
    commands = []
    for row in rows:
        commands += [f"# {row.system}{'' if len(places) == 1 else f'; published: {_where(row)}'}", row.command]
    reasons = dict.fromkeys(row.reason for row in rows if row.differing())
    differences = [_differences(reason, [row for row in rows if row.reason == reason]) for reason in reasons]
    parts = [f"{address}, {first.split}: {first.score}.{place}", "\n".join(table), *differences]
    return "\n\n".join([*parts, "```bash\n" + "\n".join(commands) + "\n```\n"])


def _differences(reason: str, rows: list[Result]) -> str:
    """Return why some results differ, and each number that does."""
    numbers = [
        "; ".join("{} {}, here {} ({})".format(name, *row.compared(name)) for name in row.differing()) for row in rows
    ]
    if len(rows) == 1:
        return f"**{rows[0].system}** differs. {reason} Published: {numbers[0]}."
    lines = [f"- {row.system}: {text}." for row, text in zip(rows, numbers, strict=True)]
    return "\n".join([f"**{', '.join(row.system for row in rows)}** differ. {reason} Published:\n", *lines])


def _where(row: Result) -> str:
    return row.published_where.partition("; the paper")[0]


def _main_score(row: Result) -> str:
    """Return the number of a row that its table shows; of a row that differs, one that does."""
    names = row.differing() or list(row.published)
    main = [name for name in _MAIN_SCORES if name in names]
    return [*main, *(name for name in names if name.endswith("f1")), *names][0]


def main() -> None:
    """Write the page and the sentence of the README."""
    PAGE.write_text(page(), encoding="utf-8")
    README.write_text(readme(), encoding="utf-8")


if __name__ == "__main__":
    main()
