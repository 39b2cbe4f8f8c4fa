"""The types of the BioNLP shared tasks, and the tables that their programs print: rows, totals and scores.

Types are in the order of the tables, with the roles that count, as a2-evaluate and a2d-evaluate (GE 2011 and 2013),
evaluation-PC and eval-ev-pc (PC 2013) and eval-ev-cg (CG 2013) list them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from event_scoring.scoring.counts import Scores
from event_scoring.statistics.precision_recall import f1, ratio

REGULATIONS = ("Regulation", "Positive_regulation", "Negative_regulation")
MODIFICATIONS = ("Negation", "Speculation")

# ---- GE ---------------------------------------------------------------------------------------------------------

_PROTEIN_MODIFICATIONS = ("Protein_modification", "Phosphorylation", "Ubiquitination", "Acetylation", "Deacetylation")
SIMPLE = {
    "ge-2011": ("Gene_expression", "Transcription", "Protein_catabolism", "Phosphorylation", "Localization"),
    "ge-2013": ("Gene_expression", "Transcription", "Protein_catabolism", "Localization", *_PROTEIN_MODIFICATIONS),
}
SOFT_TYPES = {
    **dict.fromkeys(REGULATIONS, "Regulation"),
    "Transcription": "Gene_expression",
    **dict.fromkeys(_PROTEIN_MODIFICATIONS, "Protein_modification"),
}
"""Types, mapped to the type that replaces them in a soft comparison (`-m`)."""
_THEMES = {
    "ge-2011": (*SIMPLE["ge-2011"][:4], "Binding", "Localization", *REGULATIONS),
    "ge-2013": (*SIMPLE["ge-2013"][:3], "Binding", *SIMPLE["ge-2013"][3:], *REGULATIONS),
}
_CAUSES = {"ge-2011": REGULATIONS, "ge-2013": (*REGULATIONS, *_PROTEIN_MODIFICATIONS)}
_SITES = {
    "ge-2011": ("Binding", "Phosphorylation", *REGULATIONS),
    "ge-2013": ("Binding", *_PROTEIN_MODIFICATIONS, *REGULATIONS),
}
_LOCATIONS = {"ge-2011": ("AtLoc", "ToLoc"), "ge-2013": ("AtLoc", "ToLoc", "FromLoc")}
PIECES = {
    variant: {
        1: (
            ("Theme-TOTAL", tuple(f"Theme-{kind}" for kind in _THEMES[variant])),
            ("Cause-TOTAL", tuple(f"Cause-{kind}" for kind in _CAUSES[variant])),
        ),
        2: (
            (
                "Site-TOTAL",
                (*(f"Site-{kind}" for kind in _SITES[variant]), *(f"CSite-{kind}" for kind in REGULATIONS)),
            ),
            ("Loc-TOTAL", tuple(f"{role}-Localization" for role in _LOCATIONS[variant])),
        ),
    }
    for variant in SIMPLE
}
"""The classes of decomposed events by task, in groups with the name of their total."""

# ---- PC and CG --------------------------------------------------------------------------------------------------

_PC_SIMPLE = (
    *("Conversion", "Phosphorylation", "Dephosphorylation", "Acetylation", "Deacetylation", "Methylation"),
    *("Demethylation", "Ubiquitination", "Deubiquitination", "Localization", "Transport", "Gene_expression"),
    *("Transcription", "Translation"),
)
_PC_NONREG = ("Degradation", "Activation", "Inactivation", "Binding", "Dissociation", "Pathway")
_PC = (
    (_PC_SIMPLE, ("SIMPLE-TOTAL", _PC_SIMPLE)),
    (_PC_NONREG, ("NONREG-TOTAL", (*_PC_SIMPLE, *_PC_NONREG))),
    (REGULATIONS, ("REG-TOTAL", REGULATIONS)),
)
_ANATOMY = (
    *("Development", "Blood_vessel_development", "Growth", "Death", "Cell_death", "Cell_proliferation"),
    *("Cell_division", "Cell_differentiation", "Remodeling", "Reproduction"),
)
_PATHOLOGY = ("Mutation", "Carcinogenesis", "Cell_transformation", "Breakdown", "Metastasis", "Infection")
_MOLECULAR = (
    *("Metabolism", "Synthesis", "Catabolism", "Glycolysis", "Amino_acid_catabolism", "Gene_expression"),
    *("Transcription", "Translation", "Protein_processing", "Acetylation", "Glycosylation", "Phosphorylation"),
    *("Ubiquitination", "Dephosphorylation", "DNA_methylation", "DNA_demethylation", "Pathway"),
)
_GENERAL = ("Binding", "Dissociation", "Localization")
_CG = (
    (_ANATOMY, ("ANATOMY-TOTAL", _ANATOMY)),
    (_PATHOLOGY, ("PATHOL-TOTAL", _PATHOLOGY)),
    (_MOLECULAR, ("MOLECUL-TOTAL", _MOLECULAR)),
    (_GENERAL, ("GENERAL-TOTAL", _GENERAL)),
    (REGULATIONS, ("REG-TOTAL", REGULATIONS)),
    (("Planned_process",), None),
)
TABLES = {"pc-2013": _PC, "pc-2013-original": _PC, "cg-2013": _CG}
"""The groups of rows of each printed table: their classes, and the total below them with the classes it sums."""
EVENT_TYPES = {variant: tuple(kind for kinds, _ in table for kind in kinds) for variant, table in TABLES.items()}
_PC_GIVEN = ("Cellular_component", "Complex", "Gene_or_gene_product", "Simple_chemical")
GIVEN_TYPES = {
    "pc-2013": _PC_GIVEN,
    "pc-2013-original": _PC_GIVEN,
    "cg-2013": (
        *("Amino_acid", "Anatomical_system", "Cancer", "Cell", "Cellular_component"),
        *("Developing_anatomical_structure", "Gene_or_gene_product", "Immaterial_anatomical_entity"),
        *("Multi-tissue_structure", "Organ", "Organism", "Organism_subdivision", "Organism_substance"),
        *("Pathological_formation", "Simple_chemical", "Tissue"),
    ),
}
"""The types of entities that systems are given."""
_DOMAINS = ("DNA_domain_or_region", "Protein_domain_or_region")
ENTITY_TYPES = {**GIVEN_TYPES, "cg-2013": (*GIVEN_TYPES["cg-2013"], *_DOMAINS)}
SITE_TYPES = {**dict.fromkeys(TABLES, ("Simple_chemical",)), "cg-2013": ("Amino_acid", *_DOMAINS)}
LOCATION_TYPES = {**dict.fromkeys(TABLES, ("Cellular_component",)), "cg-2013": GIVEN_TYPES["cg-2013"]}
SECOND_ROLE = {**dict.fromkeys(TABLES, "Product"), "cg-2013": "Instrument"}
"""The role, next to Participant, that an event may have several times with any numbers."""

# ---- Tables -----------------------------------------------------------------------------------------------------

MAX_NAME_LETTERS = 21
"""Number of characters of a type that the scripts of PC and CG print."""
GE_KINDS = ("gold", "matched_gold", "predictions", "matched_predictions")
KINDS = ("gold", "matched_gold", "over", "predictions", "matched_predictions", "partial")
"""The kinds of counts, in the order of the printed rows; GE uses `GE_KINDS`."""


class TableRow(NamedTuple):
    """A row of a table."""

    name: str
    """The printed name; a total is printed without the signs around it."""
    classes: Sequence[str]
    """The classes that the row adds up."""
    is_total: bool = False


def table_of(variant: str, task: int, *, decomposed: bool, modified: bool) -> list[TableRow]:
    """Return the rows of a table; the last one is the total of all.

    Those of PC and CG have modifications only if some reference is ``modified``, and then the total has them too.

    Examples:
        >>> [row.name for row in table_of("ge-2011", 3, decomposed=False, modified=False)]
        ['Negation', 'Speculation', 'MOD-TOTAL']
    """
    if variant in TABLES:
        return _of_pc_cg(variant, modified)
    if decomposed:
        groups = PIECES[variant][task]
        rows = [row for total, classes in groups for row in (*_each(classes), TableRow(total, classes, True))]
        return [*rows, TableRow("ALL-TOTAL", [one for _, classes in groups for one in classes], True)]
    if task == 3:
        return [*_each(MODIFICATIONS), TableRow("MOD-TOTAL", MODIFICATIONS, True)]
    simple, events = SIMPLE[variant], (*SIMPLE[variant], "Binding")
    return [
        *(*_each(simple), TableRow("SVT-TOTAL", simple, True)),
        *(*_each(("Binding",)), TableRow("EVT-TOTAL", events, True)),
        *(*_each(REGULATIONS), TableRow("REG-TOTAL", REGULATIONS, True)),
        TableRow("ALL-TOTAL", (*events, *REGULATIONS), True),
    ]


def _of_pc_cg(variant: str, modified: bool) -> list[TableRow]:
    rows: list[TableRow] = []
    for kinds, total in TABLES[variant]:
        rows += _each(kinds)
        if total is not None:
            name, classes = total
            rows.append(TableRow(name, classes, is_total=True))
    events = EVENT_TYPES[variant]
    if not modified:
        return [*rows, TableRow("TOTAL", events, True)]
    of_modifications = [*_each(MODIFICATIONS), TableRow("MOD-TOTAL", MODIFICATIONS, True)]
    both = TableRow("TOTAL", (*events, *MODIFICATIONS), True)
    return [*rows, TableRow("SUB-TOTAL", events, True), *of_modifications, both]


def _each(classes: Sequence[str]) -> list[TableRow]:
    return [TableRow(name[:MAX_NAME_LETTERS] if "-" not in name else name, (name,)) for name in classes]


def row_scores(counts: dict[str, Any], zero_division: float) -> Scores:
    """Return recall, precision and F1 of a row.

    PC and CG count partial predictions neither as right nor as wrong. References that a larger prediction covers count
    as found. A row that is empty on both sides has the value 1 for all three.

    Examples:
        >>> nothing = dict.fromkeys(KINDS, 0)
        >>> row_scores(nothing, 0.0)["f1"].item(), row_scores(dict.fromkeys(GE_KINDS, 0), 0.0)["f1"]
        (1.0, 0.0)
    """
    is_ge = "over" not in counts
    over, partial = (0, 0) if is_ge else (counts["over"], counts["partial"])
    recall = ratio(counts["matched_gold"] + over, counts["gold"], zero_division)
    precision = ratio(counts["matched_predictions"], counts["predictions"] - partial, zero_division)
    scores = {"recall": recall, "precision": precision, "f1": f1(precision, recall, zero_division)}
    if is_ge:
        return scores
    nothing = np.asarray(counts["gold"] + counts["predictions"] - partial) == 0
    return {name: np.where(nothing, 1.0, value) for name, value in scores.items()}
