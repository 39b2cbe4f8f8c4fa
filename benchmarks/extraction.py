"""How fast detection and extraction are scored: `python -m benchmarks extraction [DOCUMENTS]`.

Times are medians in one process on one core: by default 20,000 documents with 100,000 events and 300,000 arguments
a side, standardization included, unless a row says otherwise; and the same as multiples of the default convention.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

from benchmarks.extraction_corpus import ROLES, TYPES, extraction_corpus, named_corpus, on_given_triggers
from benchmarks.measure import peak_megabytes, print_rows, seconds
from event_scoring import score_detection, score_extraction

EVENTS, ARGUMENTS = 5, 3
OPTIONS = {
    "paper": {},
    "paper, not standardized": {"standardize": False},
    "paper, all four modes": {"modes": ["pipeline", "gold", "legacy", "loose"]},
    "textee": {"convention": "textee"},
    "oneie": {"convention": "oneie"},
    "dygie": {"convention": "dygie"},
    "omnievent": {"convention": "omnievent"},
    "omnievent, sequence labelling": {"convention": "omnievent", "paradigm": "sequence-labeling"},
}
ON_GIVEN_TRIGGERS = {
    "paper, gold": {"mode": "gold"},
    "rams": {"convention": "rams"},
    "wikievents, gen-arg, span": {"convention": "wikievents"},
    "wikievents, gen-arg, head": {"convention": "wikievents", "unit": "head"},
    "wikievents, paie, text": {"convention": "wikievents", "variant": "paie", "unit": "text"},
    "wikievents, tsar, span": {"convention": "wikievents", "variant": "tsar"},
}


def main(documents: str | int = 20_000) -> None:
    documents = int(documents)
    system, reference = extraction_corpus(documents, EVENTS, ARGUMENTS)
    rows = [("detection: paper", seconds(lambda: score_detection(system, reference), 3))]
    for name, options in OPTIONS.items():
        # Mode "gold" wants the triggers of the references: there the references are scored against themselves.
        said = reference if "modes" in options else system
        rows.append((name, seconds(lambda said=said, chosen=options: score_extraction(said, reference, **chosen), 3)))
    given = on_given_triggers(system, reference)
    rows += [
        (name, seconds(lambda chosen=options: score_extraction(given, reference, **chosen), 3))
        for name, options in ON_GIVEN_TRIGGERS.items()
    ]
    named, roles = named_corpus(system, reference), dict.fromkeys(TYPES, ROLES)
    rows.append(("maven-arg", seconds(lambda: score_extraction(*named, convention="maven-arg", roles=roles), 3)))
    for share in (0.2, 1.0):
        texts = extraction_corpus(documents, EVENTS, ARGUMENTS, texts=share)[0]
        rows.append((f"paper, {share:.0%} texts", seconds(lambda texts=texts: score_extraction(texts, reference), 3)))
    unlisted = extraction_corpus(documents, EVENTS, ARGUMENTS, candidates=False)
    rows.append(("paper, no candidates given", seconds(lambda: score_extraction(*unlisted), 3)))
    predictions, references = system.to_pylist(), reference.to_pylist()
    rows.append(("paper, dicts", seconds(lambda: score_extraction(predictions, references), 3)))
    plain = unlisted[0].to_pylist(), unlisted[1].to_pylist()
    rows.append(("paper, dicts, no candidates given", seconds(lambda: score_extraction(*plain), 3)))
    default = dict(rows)["paper"]
    multiples = [(name, spent, spent / default) for name, spent in rows]
    print_rows(f"{documents:,} documents, Arrow unless said otherwise", ("score", "seconds", "x paper"), multiples)
    statement = """
from benchmarks.extraction_corpus import ROLES, TYPES, extraction_corpus, named_corpus, on_given_triggers
from event_scoring import score_extraction
score_extraction(*extraction_corpus(20_000, 5, 3))"""
    print_rows(
        "corpus and imports included", ("score", "peak MB"), [("paper, 20,000 documents", peak_megabytes(statement))]
    )
