"""Every option that users were promised is found wherever they look for it, because it is declared."""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Iterable
from dataclasses import make_dataclass
from typing import Any

import pytest

import event_scoring
from event_scoring.commands.main import parser_of
from event_scoring.commands.option_flags import add_options
from event_scoring.scoring.options import TaskOptions, declarations, option, takes_options
from event_scoring.tasks import TASKS
from tests.golden_cases import GOLDEN

EVERYWHERE = ("zero_division", "confidence", "resamples", "seed", "sampler")
PROMISED: dict[str, list[str]] = json.loads((GOLDEN / "contract_options.json").read_text(encoding="utf-8"))


def absent(names: Iterable[str], function: Any, kind: type[TaskOptions], help_text: str) -> list[str]:
    """The places where a promised option is not found."""
    declared = {one.name: one for one in declarations(kind)}
    parameters = inspect.signature(function).parameters
    found = []
    for name in names:
        places = {"declarations": name in declared, "signature": name in parameters}
        places["docstring"] = f"\n    {name}: " in inspect.getdoc(function)
        if name in declared and not {"python_only", "per_document", "no_flag"} & declared[name].details.keys():
            flag = name.replace("_", "-")
            places["help"] = f"--{flag}" in help_text or f"--no-{flag}" in help_text
        found += [f"{name}: {place}" for place, there in places.items() if not there]
    return found


def help_of(task: str) -> str:
    return parser_of(task).format_help()


@pytest.mark.parametrize("task", PROMISED)
def test_each_is_declared_and_seen(task: str) -> None:
    function = getattr(event_scoring, f"score_{task}")
    assert absent([*PROMISED[task], *EVERYWHERE], function, TASKS[task].options, help_of(task)) == []


def test_one_that_is_not_declared_is_noticed() -> None:
    function = event_scoring.score_values
    expected = [f"levels: {place}" for place in ("declarations", "signature", "docstring")]
    assert absent(["levels"], function, TASKS["values"].options, help_of("values")) == expected


WIDENED = make_dataclass(
    "WIDENED", [("width", int, option(3, "How wide it is.", low=1))], bases=(TASKS["values"].options,), frozen=True
)


@takes_options(WIDENED)
def score_widened(predictions: object, references: object, **options: Any) -> None:
    """Score nothing.

    Args:
        predictions: What a system found.
        references: What is right.
        **options: Each by its name.
    """


def test_a_declaration_is_all_that_an_option_needs() -> None:
    parser = argparse.ArgumentParser()
    add_options(parser, WIDENED)
    assert absent(["width"], score_widened, WIDENED, parser.format_help()) == []
