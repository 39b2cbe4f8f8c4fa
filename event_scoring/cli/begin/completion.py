"""`event-score completion`: the script with which a shell completes commands, flags and their choices."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable
from typing import Any

from event_scoring.cli.commands import COMMANDS, GROUPS, add_command
from event_scoring.cli.main import Parser, build_parser
from event_scoring.cli.output.writing import add_output_file, write

EXAMPLES = """examples:
  event-score completion -o ~/.local/share/bash-completion/completions/event-score
  source <(event-score completion)

The first serves every new bash that has bash-completion, the second this bash alone. In zsh, run
autoload -U bashcompinit && bashcompinit first, and then the second.
"""
SCRIPT = """_event_score() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command="" words="" one
    [[ $word == "=" ]] && word=""
    [[ $before == "=" ]] && before=${{COMP_WORDS[COMP_CWORD-2]}}
    for one in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        [[ $one != -* ]] && {{ command=$one; break; }}
    done
    [[ $word == -* ]] && before=""
    case "$command $before" in
{choices}
    *) case $command in
        "") words={commands} ;;
{flags}
        esac ;;
    esac
    [[ $words == -* && $word != -* ]] && words=""
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _event_score event-score
"""
"""What bash calls at the Tab key. Where there is nothing to say, `-o default` completes names of files."""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    does = "Print a script that lets the Tab key complete commands, flags and their choices in bash and zsh."
    add_output_file(add_command(subparsers, "completion", EXAMPLES, does, run=run))


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    write(completion_script(), arguments.output)
    return 0


def completion_script() -> str:
    """The script, made from the parsers of all commands."""
    parsers = build_parser().commands
    scores = [name for name in GROUPS["scores"] if name != "score"]
    choices, flags = [], []
    for name in parsers:
        # The command `score` takes the flags of the task that it finds.
        actions = [one for each in ([*scores, name] if name == "score" else [name]) for one in _actions(parsers[each])]
        for action in actions:
            if action.choices:
                place = " | ".join(shlex.quote(f"{name} {flag}") for flag in action.option_strings or [name])
                choices.append(f"    {place}) words={_words(action.choices)} ;;")
        of_command = [flag for action in actions for flag in action.option_strings if flag.startswith("--")]
        flags.append(f"        {name}) words={_words(of_command)} ;;")
    return SCRIPT.format(choices="\n".join(dict.fromkeys(choices)), commands=_words(COMMANDS), flags="\n".join(flags))


def _actions(parser: Parser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.help != argparse.SUPPRESS]


def _words(words: Iterable[Any]) -> str:
    return shlex.quote(" ".join(dict.fromkeys(map(str, words))))
