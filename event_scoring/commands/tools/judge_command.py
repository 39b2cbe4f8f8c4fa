"""`event-score judge`: ask a program or people about pairs that no similarity decides."""

from __future__ import annotations

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from event_scoring.commands.option_flags import refuse_given
from event_scoring.commands.output_flags import progress, unique_names
from event_scoring.documents.errors import counted, json_text, printable
from event_scoring.documents.verdicts import Identity, Verdicts, identity, read_verdicts, verdict_key
from event_scoring.extraction.score import EXTRACTION, score_detection, score_extraction
from event_scoring.files import append, check, is_regular_file, write
from event_scoring.reading.document_reading import Reader
from event_scoring.reading.matched_sides import paired
from event_scoring.scoring.task import Task
from event_scoring.templates.protocols.muc4.history import read_adjudications
from event_scoring.templates.protocols.muc4.judgements import Adjudications
from event_scoring.templates.score import TEMPLATES, score_templates

_FAILURES = 20


def run(arguments: argparse.Namespace) -> int:
    """Collect pairs, and have them judged or drawn."""
    if arguments.task == "templates":
        return _ask_about_fills(arguments)
    tiers = [tier.strip() for tier in arguments.match.split(",")]
    if "judged" not in tiers:
        raise ValueError(f'--match: expected "judged" among the tiers, got {arguments.match!r}')
    output = arguments.output
    score = score_detection if arguments.task == "detection" else score_extraction
    judging = [partial(score, *side, match=tiers) for side in _sides(arguments)]
    decided: Verdicts = {} if arguments.verdicts is None else read_verdicts(arguments.verdicts)
    if arguments.sample is not None:
        lines = _sample(_pairs(judging, decided), decided, arguments.sample, arguments.seed or 0)
        written = "".join(f"{_line(pair)}\n" for pair in lines)
        if is_regular_file(output) and os.path.getsize(output):
            raise ValueError(f"{output}: expected a new file, because the verdicts of people in it would be lost")
        write(output, written)
        if not written:
            warnings.warn(f"{output} is empty: no pair of these systems has a verdict", stacklevel=2)
        return 0
    check(output)  # existing content is read, and new lines are appended
    if is_regular_file(output):
        decided |= read_verdicts(output)
    failures, why, crashed, before = 0, "", False, len(decided)
    # Pairs written without a verdict are still open.
    done = {pair for pair, verdict in decided.items() if verdict is not None or arguments.program is None}
    known = len(done)
    append(output, "")  # an unwritable file is reported before the first question
    # After a trigger is judged right, its arguments need a judgement too.
    while asked := [pair for pair in _pairs(judging, decided) if identity(pair) not in done]:
        done.update(map(identity, asked))
        if arguments.program is None:
            append(output, "".join(_line({**pair, "verdict": None}) + "\n" for pair in asked))
            break
        for pair in progress(asked, "pairs"):
            verdict = _judged(arguments.program, pair)
            if verdict["verdict"] is None:
                failures, why = failures + 1, verdict["why"] or "it says that it does not know"
                crashed |= "crashed" in verdict
                if failures > _FAILURES:
                    raise ValueError(f"--with: {failures} pairs got no verdict, the last because {why}")
            else:
                decided[identity(pair)] = verdict["verdict"]
                append(output, _line({**pair, **verdict, "by": arguments.by or arguments.program}) + "\n")
    if len(done) == known:
        further = "further " if known else ""
        warnings.warn(f"{output}: no {further}pair needs a judge, for none could change a score", stacklevel=2)
    if not failures:
        return 0
    message = f"--with: {counted(failures, 'pair')} got no verdict, the last because {why}"
    if not crashed and len(decided) > before:
        warnings.warn(message, stacklevel=2)
        return 0
    print(f"event-score: error: {printable(message)}; the verdicts so far are in {output}", file=sys.stderr)
    return 1


def _ask_about_fills(arguments: argparse.Namespace) -> int:
    """Append the unjudged MUC-4 fills to the output file."""
    refuse_given(arguments, ("program", "by", "sample"), "reads pairs of events, not the fills of templates")
    systems = [*_sides(arguments, TEMPLATES)]
    judged = read_adjudications(arguments.verdicts) if arguments.verdicts is not None else Adjudications()
    check(arguments.output)  # existing content is read, and new lines are appended
    written = read_adjudications(arguments.output) if is_regular_file(arguments.output) else Adjudications()
    known_adjudications = {
        "judgements": [
            *judged.judgements,
            *(judgement for judgement in written.judgements if judgement.get("verdict") is not None),
        ],
        "mappings": judged.mappings,
    }
    questions = {_question(judgement) for judgement in written.judgements}
    lines = []
    for system, references in systems:
        result = score_templates(system, references, protocol="muc-4", adjudications=known_adjudications, details=True)
        for judgement in result["unjudged"]:
            if _question(judgement) not in questions:
                questions.add(_question(judgement))
                lines.append(json_text({**judgement, "verdict": None}) + "\n")
    append(arguments.output, "".join(lines))
    if not lines:
        warnings.warn(f"{arguments.output}: no further fill needs a judgement", stacklevel=2)
    return 0


def _question(judgement: Mapping[str, Any]) -> str:
    """Return the key of a judgement: its document, template, slot and response."""
    return json.dumps([judgement.get(name) for name in ("doc_id", "template", "slot", "response")], sort_keys=True)


def _sides(arguments: argparse.Namespace, task: Task = EXTRACTION) -> Iterator[Any]:
    """Yield the documents of each system with those of the references."""
    reader = Reader(task, arguments.gold)
    references = reader.read(arguments.gold)
    for name, path in zip(unique_names(arguments.systems), arguments.systems, strict=True):
        files = (path, arguments.gold)
        pair = paired(reader.read(path, True), references, task.predictions, files, name).warn(name)
        yield pair.system, pair.references


def _pairs(judging: Sequence[Callable[..., object]], decided: Verdicts) -> list[dict[str, Any]]:
    """Return the pairs that the systems ask the judge about, without repetitions."""
    pair_by_identity: dict[Identity, dict[str, Any]] = {}

    def collect(pairs: list[dict[str, Any]]) -> list[bool | None]:
        for pair in pairs:
            pair_by_identity.setdefault(identity(pair), pair)
        return [decided.get(identity(pair)) for pair in pairs]

    for ask in judging:
        ask(judge=collect)
    return list(pair_by_identity.values())


def _judged(program: str, pair: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict of a program on a pair. Its output is parsed and never executed."""
    try:
        done = subprocess.run(
            shlex.split(program), input=_line(pair) + "\n", capture_output=True, text=True, timeout=600, check=False
        )
    except OSError as error:
        raise ValueError(f"--with: {program} cannot be run: {error.strerror}") from None
    except (subprocess.TimeoutExpired, UnicodeError) as error:
        return {"verdict": None, "why": str(error)[:200]}
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["it wrote nothing to stderr"]
        return {"verdict": None, "why": f"it ended with {done.returncode}: {lines[-1][:200]}", "crashed": True}
    try:
        output = json.loads(done.stdout[:100_000])
    except (ValueError, RecursionError):
        return {"verdict": None, "why": f"it wrote {done.stdout[:60]!r}"}
    why = output.get("why") if isinstance(output, dict) else None
    verdict = output.get("verdict") if isinstance(output, dict) else output
    return {"verdict": verdict if isinstance(verdict, bool) else None, "why": why if isinstance(why, str) else None}


def _sample(pairs: list[dict[str, Any]], decided: Verdicts, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield a shuffled sample of pairs for people, half of them judged yes and half judged no."""
    generator = random.Random(seed)
    chosen = []
    for verdict in (True, False):
        rows = [pair for pair in pairs if decided.get(identity(pair)) is verdict]
        chosen += generator.sample(rows, min(len(rows), count // 2 + (count % 2 if verdict else 0)))
    generator.shuffle(chosen)
    for pair in chosen:
        yield {**pair, "verdict": None, "by": "people"}


def _line(pair: dict[str, Any]) -> str:
    return json_text({**pair, "key": verdict_key(pair)})
