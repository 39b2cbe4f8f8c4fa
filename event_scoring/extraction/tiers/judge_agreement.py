"""Agreement of a judge with people, scores by the verdicts of people, and scores of each tier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from event_scoring.documents.errors import Description, InputError, counted
from event_scoring.extraction.counting import PARTS, ratios
from event_scoring.extraction.measure_options import TierOptions
from event_scoring.scoring.counts import Row, Scores, plain, totals
from event_scoring.scoring.limits import MIN_DOCUMENTS
from event_scoring.scoring.task import Counts
from event_scoring.statistics.judged import Sample, agreement, corrected_interval


def judge_agreement(counts: Counts) -> Scores:
    """Return the agreement of the judge with people, and every F1 by the verdicts of people, with its interval."""
    options: TierOptions = counts.options
    judge, people = options.known_verdicts, options.people_verdicts
    both = [pair for pair, verdict in people.items() if verdict is not None and judge.get(pair) is not None]
    if not both:
        known = sum(verdict is not None for verdict in people.values())
        got = f"{known:,} on others" if known else f"{counted(len(people), 'pair')} without a verdict"
        hint = "" if known else 'write true or false in place of null after "verdict"'
        raise InputError(
            ("people",), wanted="verdicts on pairs that the judge decided", got=Description(got), hint=hint
        )
    by_judge, by_people = (np.array([side[pair] for pair in both], dtype=bool) for side in (judge, people))
    accuracy, kappa = agreement(by_judge, by_people)
    result: Scores = {"judge_accuracy": accuracy, "judge_kappa": kappa}
    unit = np.array([str(pair[1]) for pair in both])
    order = counts.drawing_order(options.sampler)
    parts = {name: column[order] for name, column in counts.parts.items()}
    for prefix, name, keys in _scores(parts, options):
        of_unit = unit == ("argument" if prefix else "trigger")
        rows = of_unit if of_unit.any() else np.ones(len(both), dtype=bool)
        columns = {part: parts[f"{prefix}{name}_{part}"] for part in (*PARTS, "yes", "no")}
        level = 0.95 if options.confidence is None else options.confidence
        scores = corrected_interval(
            columns, Sample.of(by_judge[rows], by_people[rows]), level, options.resamples, options.seed
        )
        ends = ("", "_low", "_high") if len(counts) >= MIN_DOCUMENTS else ("",)
        for key in keys:
            result |= {f"{key}_f1_corrected{end}": value for end, value in zip(ends, scores, strict=False)}
    return result


def tier_scores(counts: Counts) -> list[Scores]:
    """Return the scores up to and including each tier."""
    options: TierOptions = counts.options
    parts = counts.parts
    sums, rows = totals(parts), []
    for number, tier in enumerate(options.match):
        row: Row = {"tier": tier}
        for prefix, name, keys in _scores(parts, options):
            upto = {**sums, f"{prefix}{name}_true_positives": sums[f"{prefix}{name}_tier{number}"]}
            if options.matching == "coverage":
                upto[f"{prefix}{name}_covered"] = sums[f"{prefix}{name}_tier{number}_covered"]
            scores = ratios(upto, prefix, name, options)
            for key in keys:
                row |= {f"{key}{score.removeprefix(name)}": plain(value) for score, value in scores.items()}
        if options.people is not None:
            cells = [
                sum(sums.get(f"{prefix}people_{number}_{cell}", 0) for prefix in ("", f"{options.main_mode}/"))
                for cell in ("00", "01", "10", "11")
            ]
            accepts, by_people = (
                np.repeat(side, [int(cell) for cell in cells]) for side in ([0, 0, 1, 1], [0, 1, 0, 1])
            )
            row["people_accuracy"], row["people_kappa"] = agreement(accepts == 1, by_people == 1)
        rows.append(row)
    return rows


def _scores(parts: Mapping[str, Any], options: TierOptions) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the prefix of each score, its name, and the keys under which a result has it."""
    for prefix in options.prefixes:
        for name in options.measure.present(parts, prefix):
            yield prefix, name, [f"{start}{name}" for start in options.key_prefixes(prefix)]
