"""The rules of the BioNLP shared tasks as papers know them."""

from __future__ import annotations

from dataclasses import replace

from event_scoring.extraction.conventions.bionlp import ge, pc_cg
from event_scoring.extraction.conventions.bionlp.decomposition import copied_for_pieces, of_themes_only, read_pieces
from event_scoring.extraction.conventions.bionlp.ge_comparison import up_to_last_theme
from event_scoring.extraction.conventions.bionlp.grammar import read_side
from event_scoring.extraction.conventions.bionlp.normalization import binding_arguments, normalized
from event_scoring.extraction.conventions.bionlp.widening import MarkedText
from event_scoring.scoring.published import Published

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
        up_to_last_theme,
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
