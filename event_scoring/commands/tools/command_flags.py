"""The flags of the commands on files. The code of a command is imported when it runs."""

from __future__ import annotations

import argparse

from event_scoring.commands.chosen_documents import add_documents_flag
from event_scoring.commands.flag_rules import ANOTHER_FORMAT, conditions_of
from event_scoring.commands.output_flags import add_format, add_output_file
from event_scoring.commands.parser import EXCLUDES, NEEDS, FlagRule, Parser
from event_scoring.commands.registry import TASKS
from event_scoring.commands.tasks.nugget_command import add_reading_flags, add_token_table_flags

DEMO_EXAMPLES = """examples:
  event-score demo
  event-score demo --write trial
"""
VALIDATE_EXAMPLES = """examples:
  event-score validate system.tbf
  event-score validate system.tbf --tokens tables/ --types types.txt
  event-score validate system.jsonl --references gold.jsonl
  event-score validate system.jsonl --task extraction
  event-score validate systems/sysA --roles roles.txt
  event-score validate answerKey --reference-linking referenceLinking

Each problem is one line: file, line, whether it is an error, a warning or a note, and a sentence. For JSON Lines it
also has the path within the document. A note is about contradictory links that the published validator accepts, or
about repairs in the answer of a model. With --references, FILEs (TBF or JSON Lines) are also compared with that file,
which is checked too. The exit code is 0 without errors, 1 with errors, and 2 if a file cannot be read.
"""
CONVERT_EXAMPLES = """examples:
  event-score convert brat_folder/ system.tbf --tokens tables/ --run-id run1
  event-score convert system.tbf system.jsonl
  event-score convert system.jsonl system.tbf --unit token
  event-score convert tokens.tbf characters.tbf --tokens tables/ --unit char
  event-score convert characters.tbf tokens.tbf --tokens tables/ --from char
  event-score convert texts/ tables/ --to tokens

With --tokens, spans are converted to --unit. Token tables are made from plain texts (.txt): runs of letters, digits and
underscores, and every other sign by itself.
"""
JUDGE_EXAMPLES = """examples:
  event-score judge gold.jsonl run1.jsonl run2.jsonl -o pairs.jsonl
  event-score judge gold.jsonl run.jsonl -o verdicts.jsonl --with ./judge.sh
  event-score judge gold.jsonl run.jsonl -o sample.jsonl --verdicts verdicts.jsonl --sample 200 --seed 0
  event-score extraction gold.jsonl run.jsonl --match span,text,overlap,judged --verdicts verdicts.jsonl \\
      --people people.jsonl

Writes each pair of a prediction and a reference that could change a score once, for all systems. A pair that an earlier
tier accepts is left out, so score with the tiers that were given here. The program of --with reads a pair as one line
of JSON and writes one line: true, false, null, or an object with "verdict" (and "why"). Pairs in the output file stay
there, and pairs with a verdict are not judged again. --sample writes pairs for people to judge, in equal parts from yes
and no, without the verdicts, into a new file. --task templates writes the fills of MUC-4 without a judgement, for
people to add a verdict ("match", "partial" or "fail") and the "key" that it is about; --adjudications of event-score
templates reads them.
"""
BIO_EXAMPLES = """examples:
  event-score bio gold.conll system.conll
  event-score bio both.conll --format conlleval
  event-score bio gold.conll system.conll --scheme IOB2 --format json -o result.json

A line has a word and its labels between blanks or tabs; the last column is scored, and a blank line ends a sentence.
One file alone has the references in the column before the last. Lines that begin with -DOCSTART- are skipped.
"""
FORMS = ("tbf", "jsonl", "tokens")
"""File formats that `event-score convert` writes."""


def add_quiet_flag(parser: argparse.ArgumentParser) -> None:
    """Add --quiet, unless the command's output flags include it."""
    if "--quiet" not in parser._option_string_actions:
        parser.add_argument("--quiet", action="store_true", help="no warnings and no progress bar")


def demo(parser: Parser) -> None:
    """Flags of `event-score demo`."""
    parser.description = (
        "Score a paragraph that comes with the package, and explain the score; or write files to try the other "
        "commands on."
    )
    parser.epilog = DEMO_EXAMPLES
    parser.add_argument(
        "--write", metavar="DIR", help="write files of every task into DIR instead; refused if one of them exists"
    )
    add_output_file(parser)


def validate(parser: Parser) -> None:
    """Flags of `event-score validate`."""
    parser.description = "Check files before they are submitted or scored, and list every problem with its line."
    parser.epilog = VALIDATE_EXAMPLES
    parser.add_argument("files", metavar="FILE", nargs="*", help="TBF or JSON Lines files, or folders of stores")
    parser.add_argument(
        "--task", choices=tuple(TASKS), help="task of JSON documents (default: detected from the first)"
    )
    parser.add_argument("--references", metavar="FILE", help="references to check, and to compare every FILE with")
    parser.add_argument(
        "--unit",
        choices=("token", "char"),
        help="unit of TBF spans (default: char, or token with --tokens)",
    )
    add_token_table_flags(parser, "token tables, DOC_ID.tab; every token id must be in them")
    parser.add_argument("--word-counts", metavar="FILE", help="document ids and lengths in characters, one a line")
    parser.add_argument("--types", metavar="FILE", help="the event types of the evaluation, one a line")
    stores = parser.add_argument_group("folders of the TAC KBP event argument evaluations")
    stores.add_argument("--reference-linking", metavar="DIR", help="the linking store of an annotation store")
    add_documents_flag(stores, "the documents that must be there")
    stores.add_argument("--roles", metavar="FILE", help="file with an event type and its roles on each line")
    group = parser.add_argument_group("output")
    add_format(group)
    group.add_argument("-b", "--brief", action="store_true", help="print only the numbers of problems")
    group.add_argument("--quiet", action="store_true", help="errors only, without warnings and notes")
    parser.add_rules(
        FlagRule(("token_ending", "token_offsets"), NEEDS, "--tokens"),
        FlagRule(("brief",), EXCLUDES, ANOTHER_FORMAT),
    )
    parser.conditions = conditions_of


def convert(parser: Parser) -> None:
    """Flags of `event-score convert`."""
    parser.description = "Convert nuggets between brat, TBF and JSON Lines, and texts into token tables."
    parser.epilog = CONVERT_EXAMPLES
    parser.add_argument("input", metavar="INPUT", help="brat files, a TBF file, a JSON Lines file; or plain texts")
    place = "a file, or a new folder for token tables"
    parser.add_argument("target", metavar="OUTPUT", nargs="?", help=place)
    add_output_file(parser, type=str, help="the same as OUTPUT")
    parser.add_argument("--to", choices=FORMS, help="format of OUTPUT (default: by its ending)")
    parser.add_argument("--run-id", metavar="ID", help="the first column of TBF files (default: run)")
    parser.add_argument(
        "--from", choices=("token", "char"), help="with --tokens, the unit of spans of INPUT (default: token)"
    )
    add_reading_flags(parser)
    parser.written.clear()  # OUTPUT may be a folder


def judge(parser: Parser) -> None:
    """Flags of `event-score judge`."""
    parser.description = "Collect the pairs that no similarity decides, and have them judged."
    parser.epilog = JUDGE_EXAMPLES
    parser.add_argument("gold", metavar="GOLD", help="the references")
    parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="one or more system outputs")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the JSON Lines to write")
    tasks = ("extraction", "detection", "templates")
    parser.add_argument("--task", choices=tasks, default="extraction", help="default: extraction; templates of MUC-4")
    tiers = "span,text,overlap,judged"
    parser.add_argument("--match", default=tiers, help=f"tiers, those of the score (default: {tiers})")
    parser.add_argument(
        "--with", dest="program", metavar="COMMAND", help="program that judges; it runs once for each pair"
    )
    parser.add_argument("--by", default=None, help="the name of the judge (default: the command)")
    parser.add_argument("--verdicts", metavar="FILE", help="known verdicts; with --sample the verdicts to draw from")
    parser.add_argument("--sample", type=int, metavar="N", help="write N judged pairs for people")
    parser.add_argument("--seed", type=int, help="seed of the sample (default: 0)")
    parser.add_rules(
        FlagRule(("sample",), NEEDS, "--verdicts"),
        FlagRule(("sample",), EXCLUDES, "--with"),
        FlagRule(("seed",), NEEDS, "--sample"),
        FlagRule(("by",), NEEDS, "--with"),
    )


def bio(parser: Parser) -> None:
    """Flags of `event-score bio`."""
    parser.description = "Score labels such as B-Attack in CoNLL columns, with the numbers of seqeval and conlleval."
    parser.epilog = BIO_EXAMPLES
    parser.add_argument("gold", metavar="GOLD", help="the references, or both sides")
    parser.add_argument("system", metavar="SYSTEM", nargs="?", help="the predictions")
    schemes = ("IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU")
    parser.add_argument("--scheme", choices=schemes, help="count only entities written in this scheme (default: all)")
    parser.add_argument("--suffix", action="store_true", help="prefixes follow the type: Attack-B")
    forms = ("table", "conlleval", "json")
    parser.add_argument("--format", choices=forms, help="default: the table of seqeval, or as the ending of -o says")
    add_output_file(parser, (".json",))


def page(parser: Parser) -> None:
    """Flags of `event-score page`."""
    parser.description = "Score events in the browser: paste an answer, drop files or mark words."
    parser.epilog = "examples:\n  event-score page\n  event-score page --port 8080"
    parser.add_argument("--port", type=int, default=7860, help="default: 7860")


def serve_page(arguments: argparse.Namespace) -> int:
    """Serve the page until it is interrupted."""
    from event_scoring.web_page import page_module

    page_module("__main__").start(arguments.port)
    return 0
