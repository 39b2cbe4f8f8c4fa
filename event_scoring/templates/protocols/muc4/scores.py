"""The measures of MUC-4: from counts, and in whole per cents as its program prints them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

import numpy as np

from event_scoring.array_types import Numbers
from event_scoring.scoring.counts import Scores, Sums, plain
from event_scoring.scoring.notes import note, note_sentences
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Problems, Row
from event_scoring.scoring.task import Counts
from event_scoring.statistics.precision_recall import f1, ratio
from event_scoring.templates.documents import TemplateDocument, TemplateDocuments
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.muc4.comparison import COUNTS, Comparison
from event_scoring.templates.protocols.muc4.fills import Equality
from event_scoring.templates.protocols.muc4.judgements import LookUp
from event_scoring.templates.protocols.muc4.mapping import Mapper, per_cent
from event_scoring.templates.protocols.muc4.rule import (
    FILTERING,
    TOTALS,
    Message,
    count_messages,
    unknown_slots,
    unlike_templates,
)
from event_scoring.templates.protocols.muc4.slots import Form
from event_scoring.templates.protocols.template_measure import TemplateMeasure

STARTS = (*TOTALS, "templates_", "set_fills_", "string_fills_")
WEIGHTS = {"f1": Fraction(1, 2), "f_2p": Fraction(4, 5), "f_2r": Fraction(1, 5)}
"""The weight of precision in P&R, 2P&R (beta = 1/2) and P&2R (beta = 2)."""
PUBLISHED_TIES: Mapping[tuple[int, int, Fraction], float] = {
    (precision, recall, Fraction(weight)): value
    for precision, recall, weight, value in (
        *((3, 45, "1/2", 5.63), (24, 90, "4/5", 28.13), (35, 58, "4/5", 38.02), (36, 83, "1/5", 65.82)),
        *((45, 3, "1/2", 5.63), (47, 85, "4/5", 51.62), (50, 93, "1/2", 65.04), (58, 35, "1/5", 38.02)),
        *((77, 94, "1/2", 84.66), (83, 36, "4/5", 65.82), (85, 47, "1/5", 51.62), (90, 24, "1/5", 28.13)),
        *((93, 50, "1/2", 65.04), (94, 77, "1/2", 84.66), (100, 15, "4/5", 46.87)),
    )
}
"""F of precision and recall where the program, which calculates with 24 bits, rounds a tie to the other side."""


TITLES = (
    *("POS", "ACT", "COR", "PAR", "INC", "ICR", "IPA", "SPU", "MIS", "NON"),
    *("REC", "PRE", "OVG", "FAL"),
)
"""The columns of the printed report."""
MEASURES = ("published_recall", "published_precision", "published_overgeneration", "published_fallout")
REPORT_TOTALS = {
    "MATCHED/MISSING": "matched_missing_",
    "MATCHED/SPURIOUS": "matched_spurious_",
    "MATCHED ONLY": "matched_only_",
    "ALL TEMPLATES": "",
    "SET FILLS ONLY": "set_fills_",
    "STRING FILLS ONLY": "string_fills_",
    "TEXT FILTERING": "text_filtering_",
}
"""The rows of totals, and what their keys begin with."""


def f_measure(precision: int | None, recall: int | None, weight: Fraction) -> float | None:
    """Return F of two whole percentages to two decimals, ties to even; None if one is undefined.

    Examples:
        >>> f_measure(50, 40, Fraction(1, 2)), f_measure(0, 40, Fraction(1, 2)), f_measure(3, 45, Fraction(1, 2))
        (44.44, 0.0, 5.63)
    """
    if precision is None or recall is None:
        return None
    if not precision or not recall:
        return 0.0
    tie = PUBLISHED_TIES.get((precision, recall, weight))
    return _rounded_f(precision, recall, weight) if tie is None else tie


@cache
def _rounded_f(precision: int, recall: int, weight: Fraction) -> float:
    """Return the exact F of two per cents, rounded to two places; there are few pairs, and fractions are slow."""
    return float(round(1 / (weight / precision + (1 - weight) / recall), 2))


def each(function: Callable[..., float | None], *values: Numbers) -> Numbers | None:
    """Return a function of numbers or of arrays of samples, in which undefined values are nan."""
    if not any(isinstance(value, np.ndarray) and value.ndim for value in values):
        return function(*(int(value) for value in values))
    rows = zip(*np.broadcast_arrays(*values), strict=True)
    return np.array([float("nan") if (found := function(*map(int, row))) is None else found for row in rows])


def published_scores(counts: Sums) -> Scores:
    """Return the measures in whole per cent, as printed, and the F-measures of these."""
    right, half, possible, actual = (counts[name] for name in ("correct", "partial", "possible", "actual"))

    def f_of(weight: Fraction) -> Callable[..., float | None]:
        return lambda x, y, z, w: f_measure(per_cent(x, y, w), per_cent(x, y, z), weight)

    return {
        "published_recall": each(per_cent, right, half, possible),
        "published_precision": each(per_cent, right, half, actual),
        "published_overgeneration": each(per_cent, counts["spurious"], 0, actual),
        **{f"published_{name}": each(f_of(weight), right, half, possible, actual) for name, weight in WEIGHTS.items()},
    }


def scores_of(counts: Sums, undefined: float, has_universe: bool = False) -> Scores:
    """Return counts with precision, recall, F1 and overgeneration, both as exact shares and as published.

    Examples:
        >>> counts = {**dict.fromkeys(COUNTS, 0), "possible": 3, "actual": 2, "correct": 1, "partial": 1}
        >>> found = scores_of(counts, 0.0)
        >>> found["precision"], found["recall"], found["published_recall"], found["published_f1"]
        (0.75, 0.5, 50, 60.0)
    """
    earned = counts["correct"] + counts["partial"] / 2
    precision, recall = ratio(earned, counts["actual"], undefined), ratio(earned, counts["possible"], undefined)
    found: dict[str, Numbers | None] = {
        "precision": precision,
        "recall": recall,
        "f1": f1(precision, recall, undefined),
        "overgeneration": ratio(counts["spurious"], counts["actual"], undefined),
    }
    if has_universe:
        wrong = counts["incorrect"] + counts["spurious"]
        found["fallout"] = ratio(wrong, counts["universe"], undefined)
        found["published_fallout"] = each(per_cent, wrong, 0, counts["universe"])
        found["universe"] = counts["universe"]
    found |= published_scores(counts)
    return {key: plain(value) for key, value in found.items()} | {name: counts[name] for name in COUNTS}


def _filtering_scores(sums: Sums, undefined: float) -> Scores:
    """Return the scores of text filtering, which tells relevant messages from irrelevant ones."""
    counts = {name: sums[f"text_filtering_{name}"] for name in FILTERING}
    pairs = {
        "precision": (counts["correct"], counts["actual"]),
        "recall": (counts["correct"], counts["possible"]),
        "overgeneration": (counts["spurious"], counts["actual"]),
        "fallout": (counts["spurious"], counts["spurious"] + counts["noncommittal"]),
    }
    found = {name: plain(ratio(*pair, undefined)) for name, pair in pairs.items()}
    # Here the program prints 0 where it prints nothing elsewhere.
    printed = {
        f"published_{name}": each(lambda part, whole: per_cent(part, 0, whole) or 0, *pair)
        for name, pair in pairs.items()
    }
    return {**found, **printed, **counts}


def _report(
    of_slots: Mapping[str, Scores], subtotals: Mapping[str, Scores], form: Form, result: Scores
) -> dict[str, Row]:
    """Return the rows of the printed report: slots, subtotals after the last slot of a group, and totals."""
    rows = {}
    behind = {slots[-1]: group for group, slots in form.subtotals.items() if slots}
    for name, scores in of_slots.items():
        rows[name] = _report_row(scores)
        if name in behind:
            rows[behind[name]] = _report_row(subtotals[behind[name]])
    for title, start in REPORT_TOTALS.items():
        rows[title] = _report_row({key.removeprefix(start): result[key] for key in result if key.startswith(start)})
    return rows


def _report_row(scores: Scores) -> Row:
    row = {title: scores.get(name) for title, name in zip(TITLES, (*COUNTS, *MEASURES), strict=True)}
    return row if "published_fallout" in scores else {**row, "FAL": None}


PUBLISHED = (
    Published(
        name="MUC-4 templates",
        year="1992",
        users="MUC-3, MUC-4",
        choose_for="system responses of 1992 and anything compared with them",
        counts="Correct, partial, incorrect, spurious, missing fills of mapped templates, with adjudications",
        faults="Words are removed from texts; results depend on the order of look-ups; F of rounded per cents",
        original="The scoring program 3.3 of May 1992 (`muc34.tar.gz` of xinyadu/gtt)",
        checked_by="`golden/templates_muc4.json`, `oracles/muc4_oracle.py`",
        options={"protocol": "muc-4"},
        rule=count_messages,
        steps=(Equality, LookUp, Comparison, Mapper, Message, per_cent, f_measure),
        needs="`adjudications` of official results",
    ),
)


_NOTES = {
    "unknown_in_mappings": (
        '"mappings" of the adjudications: no template has {number:number} of theirs. Check the ids of templates.'
    ),
    "unknown_in_judgements": (
        "{number:judgement} of the adjudications {number:is|are} about {number:a template|templates} that the "
        "references of the message do not have. Check the ids of templates."
    ),
    "untyped": (
        "{number:template} of the references without the type of the incident: as published nothing is mapped to "
        "them, so that even the references themselves score less than 1 (restrict=False maps them)."
    ),
    "questions": '{number:fill} without a judgement: wrong here, and listed in details["unjudged"].',
    "unreadable_fills": "{number:fill} that cannot be read: as published they are equal to each other.",
}
"""The sentences about sums that are not 0."""
_ELSEWHERE = (
    "{number:%s} of the adjudications {number:is|are} about {number:a message|messages} that no document has as its "
    "doc_id."
)
"""The sentence about judgements or mappings that no score reads."""


class Muc4(TemplateMeasure):
    """Templates of MUC-3 and MUC-4, as the scoring program of 1992 compares them."""

    published = PUBLISHED

    def count_documents(
        self, predictions: TemplateDocuments, references: TemplateDocuments, options: TemplateOptions, details: bool
    ) -> list[Row]:
        return count_messages(predictions, references, options, details)

    def result(self, sums: Sums, options: TemplateOptions) -> Scores:
        """Return scores of all templates, of each total of the report, of template ids and of text filtering."""
        undefined = float(options.zero_division)
        result: Scores = {}
        for start in STARTS:
            counts = {name: sums[f"{start}{name}"] for name in COUNTS}
            if start == "set_fills_":
                counts["universe"] = sums[f"{start}universe"]
            found = scores_of(counts, undefined, start == "set_fills_")
            result |= {f"{start}{key}": value for key, value in found.items()}
        result |= {f"text_filtering_{key}": value for key, value in _filtering_scores(sums, undefined).items()}
        return result | {name: sums[name] for name in ("documents", "predictions", "references")}

    def document_scores(self, columns: Sums, options: TemplateOptions) -> Scores:
        scores = scores_of({name: columns[name] for name in COUNTS}, float(options.zero_division))
        return {name: scores[name] for name in ("precision", "recall", "f1", "overgeneration", *COUNTS)}

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return scores by slot, group of slots and document, the pairs of templates, and questions to people."""
        options = counts.options
        undefined, form = float(options.zero_division), options.form
        sums = {name: dict.fromkeys((*COUNTS, "universe"), 0) for name in form.slots}
        for record in counts.records("slot_counts"):
            for name in (*COUNTS, "universe"):
                sums[record["slot"]][name] += record[name]
        universe = {"template-id": False, **{name: slot.is_set for name, slot in form.slots.items()}}
        templates = {name: result[f"templates_{name}"] for name in COUNTS}
        groups = {
            group: {name: sum(sums[slot][name] for slot in slots) for name in COUNTS}
            for group, slots in form.subtotals.items()
        }
        of_slots = {
            name: scores_of(templates if name == "template-id" else sums[name], undefined, has_universe)
            for name, has_universe in universe.items()
        }
        subtotals = {group: scores_of(numbers, undefined) for group, numbers in groups.items()}
        return {
            "per_slot": of_slots,
            "subtotals": subtotals,
            "per_report": _report(of_slots, subtotals, form, result),
            "alignment": counts.listed("pairs"),
            "unjudged": counts.records("unjudged"),
            "unreadable": counts.records("unreadable"),
            **super().details(counts, result),
        }

    def warnings(self, sums: Sums, options: TemplateOptions) -> list[str]:
        """Return sentences about missing judgements and mappings, and about fills that were not read."""
        found = []
        if options.adjudications is None:
            found.append(
                "No adjudications are given, so fills that need a judgement count as wrong. Scores are some points "
                "below official ones and not comparable with them."
            )
        else:
            adjudications = options.adjudications
            mapped = {one["doc_id"] for one in adjudications.mappings}
            for noun, number in (("judgement", len(adjudications.verdicts)), ("mapping", len(mapped))):
                elsewhere = number - int(sums[f"{noun}s"])
                if elsewhere > 0:  # below 0 for messages that are scored twice
                    found.append(note(_ELSEWHERE % noun, elsewhere))
        if options.alignment == "given" and not (options.adjudications and options.adjudications.mappings):
            found.append(
                'alignment="given" pairs the templates of "mappings" in the adjudications, and none are given.'
            )
        elif sums["incomplete_mappings"]:
            done = (
                "these stay unmatched. Name them too."
                if options.alignment == "given"
                else 'the message is mapped anew, as published. Name all, or use alignment="given".'
            )
            found.append(
                note(
                    '"mappings" of the adjudications do not name all templates of {number:message}: {done}',
                    int(sums["incomplete_mappings"]),
                    done=done,
                )
            )
        return [*found, *note_sentences(sums, _NOTES), *super().warnings(sums, options)]

    def problems(self, prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions) -> Problems:
        yield from unlike_templates(prediction, reference)
        yield from unknown_slots(prediction, reference, options.form)

    def counts_alone(self, options: TemplateOptions) -> bool:
        return False  # judgements are read once for all messages

    def why_corpus_is_needed(self, options: TemplateOptions) -> str:
        if options.adjudications and options.lookup != "first":
            return 'each look-up of a judgement depends on the previous one: give lookup="first"'
        return ""
