"""The flags of every task are its declared options: their values arrive, and the help has their meaning."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from event_scoring.commands.main import main, parser_of
from event_scoring.commands.option_flags import flagged, given_options
from event_scoring.commands.registry import COMMANDS
from event_scoring.scoring.options import Declared
from event_scoring.tasks import TASKS


def words_of(one: Declared) -> list[tuple[str, object]]:
    """Return values of an option as written on a command line, with the values in Python."""
    flag = f"--{one.name.replace('_', '-')}"
    if one.kind == "flag":
        return [(flag, True), (f"--no-{one.name.replace('_', '-')}", False)]
    if one.kind == "choice":
        return [(f"{flag} {choice}", choice) for choice in one.choices]
    if one.details.get("structured"):
        return [(f"{flag} {shlex.quote(json.dumps({'A': ['b']}))}", {"A": ["b"]}), (f"{flag} a,b", ["a", "b"])]
    known: dict[str, tuple[str, object]] = {"number": ("0.5", 0.5), "count": ("3", 3), "names": ("'a, b'", ["a", "b"])}
    text, value = known.get(one.kind, ("text", "text"))
    return [(f"{flag} {text}", value)]


@pytest.mark.parametrize("task", TASKS)
def test_every_value_arrives_and_nothing_else(task: str) -> None:
    parser, options = parser_of(task), TASKS[task].options
    known = parser._option_string_actions
    assert given_options(parser.parsed(["gold", "system"]), options) == {}
    for one in flagged(options):
        for words, value in words_of(one):
            flag, *rest = shlex.split(words)
            # Other options have flags of another form.
            if flag in known and known[flag].dest == one.keyword:
                parsed = parser.parsed(["gold", "system", flag, *rest])
                assert given_options(parsed, options, samples_need_a_level=False) == {one.name: value}, words


@pytest.mark.parametrize("task", TASKS)
def test_the_help_has_the_meaning_of_every_option(task: str) -> None:
    text = " ".join(parser_of(task).format_help().split()).casefold()
    # Facts are declared one by one, by --fact; roles decide nothing where arguments are not scored.
    other = {"facts", "inverse", *(["roles"] if task == "detection" else [])}
    for one in flagged(TASKS[task].options):
        if one.name not in other:
            assert f"--{one.name.replace('_', '-')}" in text
            assert " ".join(one.meaning.split()).split(" (")[0][:60].split("-")[0].removesuffix(".").casefold() in text


@pytest.mark.parametrize("command", [*TASKS, *COMMANDS])
def test_every_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*command.split(), "--help"])
    printed = capsys.readouterr().out
    assert (stopped.value.code, printed.startswith(f"usage: event-score {command} ")) == (0, True)
    assert "examples:" in printed


@pytest.mark.parametrize("command", [*TASKS, *COMMANDS])
def test_the_examples_of_a_help_are_command_lines(command: str) -> None:
    examples = str(parser_of(command).epilog).replace("\\\n", " ")
    for line in re.findall(r"^  event-score (.+)$", examples, flags=re.M):
        name, *words = shlex.split(re.sub(r"  +\(.*", "", line))
        if not name.startswith("trial/"):
            parser_of(name).parsed(words)
