"""Convention "bionlp": recursive events of the BioNLP shared tasks, by the programs of GE, PC and CG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from event_scoring.documents.errors import InputError
from event_scoring.extraction.conventions.bionlp import ge, pc_cg
from event_scoring.extraction.conventions.bionlp.counting import count_bionlp
from event_scoring.extraction.conventions.bionlp.decomposition import copied_for_pieces, of_themes_only, read_pieces
from event_scoring.extraction.conventions.bionlp.grammar import read_side
from event_scoring.extraction.conventions.bionlp.normalization import binding_arguments, normalized
from event_scoring.extraction.conventions.bionlp.options import (
    BionlpOptions,
    GE2011Options,
    GE2013Options,
    PathwayOptions,
)
from event_scoring.extraction.conventions.bionlp.printed_tables import (
    GE_KINDS,
    KINDS,
    MODIFICATIONS,
    SIMPLE,
    TableRow,
    row_scores,
    table_of,
)
from event_scoring.extraction.conventions.bionlp.widening import MarkedText
from event_scoring.extraction.conventions.measure import EventMeasure
from event_scoring.extraction.counting import Outcome
from event_scoring.extraction.details import records_with_documents
from event_scoring.extraction.documents.document import ExtractionDocument, Sides, Trigger, items_of
from event_scoring.extraction.items import Document
from event_scoring.scoring.counts import Scores, Sums, plain
from event_scoring.scoring.published import Published
from event_scoring.scoring.task import Counts

_AS_IN_PAPERS = {"convention": "bionlp", "span": "approximate", "recursive": "approximate"}
_NEEDS = "entities and event ids, or a folder of .txt, .a1, .a2"

GE_2011 = Published(
    name="BioNLP GE 2011",
    year="2011",
    users="BioNLP shared tasks 2009 and 2011",
    choose_for="events of the Genia tasks of 2009 and 2011",
    counts="Whole events by type, arguments in their order; approximate span and recursive matching",
    faults=(
        "The order of arguments matters; equal triggers under two ids are not repeats; surplus "
        "matches are subtracted by type"
    ),
    original="bionlp-st-2013/bionlp-st-2011, `GE/tools/a2-evaluate.pl`",
    checked_by="`golden/extraction_bionlp.json`, `oracles/bionlp_oracle.py`",
    rule=ge.count_ge,
    steps=(
        normalized,
        binding_arguments,
        ge.read_events,
        ge.without_repeats,
        ge.up_to_last_theme,
        MarkedText.widened,
    ),
    options={**_AS_IN_PAPERS, "variant": "ge-2011"},
    needs=_NEEDS,
)
GE_2013 = replace(
    GE_2011,
    name="BioNLP GE 2013",
    year="2013",
    users="BioNLP shared task 2013",
    choose_for="events of the Genia task of 2013",
    counts="As GE 2011, with 13 types; AtLoc, ToLoc and FromLoc are one role",
    original="bionlp-st-2013/bionlp-st-2013_tools 4f59ff4, `a2-evaluate.pl`",
    options={**_AS_IN_PAPERS, "variant": "ge-2013"},
)
DECOMPOSED = replace(
    GE_2013,
    name="BioNLP GE, decomposed",
    year="2011",
    users="BioNLP shared tasks 2011 and 2013",
    choose_for="arguments of events of the Genia tasks one by one",
    counts="Each argument of an event counts as a separate event",
    faults=(
        "An argument that refers to the Cause of another event is dropped; approximate recursive matching has no effect"
    ),
    original="bionlp-st-2013/bionlp-st-2013_tools 4f59ff4, `a2-decompose.pl` and `a2d-evaluate.pl`",
    checked_by="`golden/extraction_bionlp.json`, `oracles/bionlp_oracle.py`",
    rule=read_pieces,
    steps=(copied_for_pieces, of_themes_only, ge.count_ge),
    options={**_AS_IN_PAPERS, "variant": "ge-2013", "decompose": True},
)
PC = Published(
    name="BioNLP PC 2013",
    year="2013",
    users="BioNLP shared task 2013, DeepEventMine",
    choose_for="events of pathways",
    counts="Whole events by type, arguments as sets; approximate span and recursive matching",
    faults="A single error removes the document on both sides; a ratio without predictions or references is 1",
    original="aistairc/DeepEventMine e1c5601, `eval/scripts/eval-ev-pc.py`",
    checked_by="`golden/extraction_bionlp.json`, `oracles/pathway_oracle.py`",
    rule=pc_cg.count_pc_cg,
    steps=(
        read_side,
        pc_cg.without_strict_repeats,
        pc_cg.without_approximate_repeats,
        MarkedText.widened_by_word,
    ),
    options={**_AS_IN_PAPERS, "variant": "pc-2013"},
    needs=_NEEDS,
)
PC_ORIGINAL = replace(
    PC,
    name="BioNLP PC 2013, older script",
    users="bio_event_qa",
    choose_for="events of pathways, as the older script counts them",
    counts="As PC 2013, but Participants and Products by position, and approximate spans of entities too",
    faults="A missing Participant shifts the others; a single error removes the whole document",
    original="WangXII/bio_event_qa, `baseline/evaluation-PC.py`",
    options={**_AS_IN_PAPERS, "variant": "pc-2013-original"},
)
CG = replace(
    PC,
    name="BioNLP CG 2013",
    choose_for="events of cancer genetics",
    counts="As PC 2013, with the types and roles of cancer genetics",
    original="aistairc/DeepEventMine e1c5601, `eval/scripts/eval-ev-cg.py`",
    options={**_AS_IN_PAPERS, "variant": "cg-2013"},
)
PUBLISHED = (GE_2011, GE_2013, DECOMPOSED, PC, PC_ORIGINAL, CG)


class Bionlp(EventMeasure[BionlpOptions]):
    """Events are equal with all their arguments or not at all; equal ones are counted by type, many to many."""

    name = "bionlp"
    title = "BioNLP"
    options = GE2011Options
    reason = (
        "The programs of the BioNLP shared tasks compare whole events with all of their arguments, which may be "
        "events; an event with one wrong argument is wrong. Approximate spans may reach into the neighbouring word."
    )
    trigger_scores = {}
    argument_scores = {}
    by_role = ""
    modes = ("pipeline",)
    needed_keys = ()
    places_texts = False
    no_tiers = "compares whole events, recursively"
    variant_options = {
        "ge-2011": GE2011Options,
        "ge-2013": GE2013Options,
        **dict.fromkeys(("pc-2013", "pc-2013-original", "cg-2013"), PathwayOptions),
    }
    counting = "events"
    notes = {
        "skipped": (
            "{number:document} left out on both sides, as published (without an answer, without given entities, or "
            'with a fault); details list them under "skipped", with reasons.'
        ),
        "circular": (
            "In {number:document}: events are arguments of each other: references to equal events follow the order of "
            "the file, where the program's order is that of a hash."
        ),
        "without_theme": (
            "In {number:document}: an event without a Theme is an argument, for which the program never ends: here it "
            "is compared by its type and trigger."
        ),
        "ignored_lines": "In {number:line}: lines that are not annotations are ignored, as published.",
        "not_normalized": (
            "In {number:document}: the references are not in the order that a2-normalize gives, so that a right "
            "prediction may not match."
        ),
    }
    average = ""
    published = PUBLISHED

    def read(self, prediction: ExtractionDocument, reference: ExtractionDocument, options: BionlpOptions) -> Sides:
        return prediction, reference

    def problems_as_read(self, document: Document, options: BionlpOptions) -> Iterator[InputError]:
        """Yield errors for triggers and arguments without characters, and for counts beyond the bounds."""
        for name, side in (("references", document.reference), ("predictions", document.prediction)):
            yield from _without_characters(name, side)

    def count_items(self, document: Document, options: BionlpOptions, details: bool) -> dict[str, Outcome]:
        return {"pipeline/": count_bionlp(document.prediction, document.reference, options, details)}

    def scores(self, sums: Sums, prefix: str, options: BionlpOptions) -> Scores:
        scores = row_scores(_total(sums, prefix, options), options.zero_division)
        return {f"event_total_{name}": scores[name] for name in ("precision", "recall", "f1")}

    def counts(self, sums: Sums, prefix: str, options: BionlpOptions) -> Scores:
        return _total(sums, prefix, options)

    def score_warnings(self, sums: Sums, prefix: str, options: BionlpOptions) -> list[str]:
        sentences = super().score_warnings(sums, prefix, options)
        if _prints_nothing(sums, prefix, options):
            wanted = "site or location" if options.task == 2 else "modification"
            sentences.append(f"The published program prints no table, because no {wanted} is predicted.")
        is_empty = not any(_total(sums, prefix, options).values())
        if options.variant not in SIMPLE and (is_empty or options.zero_division != 0):
            sentences.append(
                "If neither side has anything to score, scores are 1, as published, for any zero_division."
            )
        return sentences

    def own_details(self, counts: Counts, options: BionlpOptions) -> Scores:
        """Return the rows of the program's table, and the documents that are left out."""
        prefix = "pipeline/"
        sums = {name: int(column.sum()) for name, column in counts.numbers.items() if name.startswith(prefix)}
        rows = [] if _prints_nothing(sums, prefix, options) else printed_rows(sums, prefix, options)
        return {"per_class": rows, "skipped": records_with_documents(counts, f"{prefix}left_out")}


def printed_rows(sums: Sums, prefix: str, options: BionlpOptions) -> list[Scores]:
    """Return the rows of the program's table in their order, without classes that are empty on both sides."""
    is_modified = bool(class_sums(sums, prefix, MODIFICATIONS, options)["gold"])
    found = []
    for row in _table(options, is_modified=is_modified):
        counts = class_sums(sums, prefix, row.classes, options)
        if row.is_total or any(counts.values()):
            scores = row_scores(counts, options.zero_division)
            found.append({"name": row.name, **counts, **{name: plain(score) for name, score in scores.items()}})
    return found


def class_sums(sums: Sums, prefix: str, classes: Sequence[str], options: BionlpOptions) -> Scores:
    """Return the sum of each kind of count over some classes of events; arrays of sums give arrays."""
    kinds, zero = GE_KINDS if options.variant in SIMPLE else KINDS, 0 * sums.get("documents", 0)
    return {kind: sum((sums.get(f"{prefix}{kind}:{name}", 0) for name in classes), zero) for kind in kinds}


def _table(options: BionlpOptions, *, is_modified: bool) -> list[TableRow]:
    return table_of(options.variant, options.task, decomposed=options.decompose, modified=is_modified)


def _total(sums: Sums, prefix: str, options: BionlpOptions) -> Scores:
    """Return the counts of the last row by kind; PC and CG add modifications if the references have any."""
    found = class_sums(sums, prefix, _table(options, is_modified=False)[-1].classes, options)
    if options.variant in SIMPLE:
        return found
    more = class_sums(sums, prefix, MODIFICATIONS, options)
    return {kind: plain(number + np.where(more["gold"] > 0, more[kind], 0)) for kind, number in found.items()}


def _prints_nothing(sums: Sums, prefix: str, options: BionlpOptions) -> bool:
    """Whether the program of GE prints no table, because no prediction is specific to this task."""
    if options.variant not in SIMPLE or options.task == 1:
        return False
    if options.decompose:
        return not _total(sums, prefix, options)["predictions"]
    return not sums.get(f"{prefix}secondary", 0)


def _without_characters(side: str, document: ExtractionDocument) -> Iterator[InputError]:
    """Yield triggers and arguments that have no characters and name no entity or event."""
    wanted = '"start" and "end", characters of the text, or a name'
    for number, event in enumerate(document.events):
        for path, item in items_of(event, (side, "events", number)):
            names = [item.id] if isinstance(item, Trigger) else [item.entity, item.event]
            is_named = item.start is None and any(name is not None for name in names)
            if not is_named and (item.start is None or item.end is None):
                hint = _AS_WORDS if isinstance(item, Trigger) and item.span is not None else ""
                yield InputError(path, wanted=wanted, says=f"missing {wanted}", hint=hint)


_AS_WORDS = (
    "without entities, arguments or modifications, character offsets are read as words; "
    'add "modifications": [] to the document'
)
"""A hint for a document in which nothing shows that it is stand-off annotation."""


BIONLP = Bionlp()
