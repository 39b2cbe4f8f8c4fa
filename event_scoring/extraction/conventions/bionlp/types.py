"""The types of the BioNLP shared tasks in the order of their tables, and the roles that count.

As a2-evaluate and a2d-evaluate (GE 2011 and 2013), evaluation-PC and eval-ev-pc (PC 2013) and eval-ev-cg (CG 2013)
list them.
"""

from __future__ import annotations

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
"""The rows of each table in groups, each with the name of the total after it and the classes that it adds up."""
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
