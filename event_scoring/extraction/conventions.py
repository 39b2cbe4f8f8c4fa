"""Other scorers' ways of counting, by name, and how each departs from the paper's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Convention:
    """A named way of counting."""

    standardize: tuple[bool, ...]
    """Whether outputs are projected onto candidates; the first is the default, others are also allowed."""
    modes: tuple[str, ...]
    counting: str
    """"set": each distinct prediction counts once. "candidates": each candidate of each trigger counts. "oneie":
    each predicted trigger counts, arguments as a set. Outputs as given count one by one ("list")."""
    standardization: str
    """Its name in the signature, where outputs are standardized."""
    choices: tuple[str, ...]
    """Which of the choices that the paper leaves open it reads."""
    position_mapping: str
    """What places a prediction that has no span; "none" where every prediction needs one."""
    reason: str
    """Why its numbers differ from the paper's."""


CONVENTIONS = {
    "paper": Convention(
        standardize=(True, False),
        modes=("pipeline", "gold", "legacy", "loose"),
        counting="set",
        standardization="paper-4.2",
        choices=("gold_outside", "outside_schema", "surplus", "conflict", "nothing", "discarded_trigger", "order_unit"),
        position_mapping="order",
        reason="The default: outputs are projected onto the candidates, one label for each (section 4.2).",
    ),
    "textee": Convention(
        standardize=(False,),
        modes=("pipeline", "gold"),
        counting="set",
        standardization="none",
        choices=("outside_schema",),
        position_mapping="none",
        reason=(
            "TextEE knows no candidates: a span outside them is a wrong prediction instead of a discarded one, "
            "several labels for one span all count, and equal tuples count once. Its AI and AC (the free keys) do "
            "not ask for the trigger, so that events of one type in a document merge; AI+ and AC+ (attached) do."
        ),
    ),
    "omnievent": Convention(
        standardize=(True,),
        modes=("pipeline", "gold", "legacy", "loose"),
        counting="candidates",
        standardization="omnievent-ec72e72",
        choices=("outside_schema", "conflict"),
        position_mapping="gold-aware",
        reason=(
            "OmniEvent's code leaves its paper in several places: types that no reference has are no wrong "
            "predictions in detection; a text without position takes the reference's label where it has that label "
            "too; argument candidates that overlap a reference argument are left out, so labelling them is free; "
            "a span with several reference labels is judged once for each."
        ),
    ),
    "oneie": Convention(
        standardize=(False,),
        modes=("pipeline", "gold"),
        counting="oneie",
        standardization="none",
        choices=("outside_schema",),
        position_mapping="none",
        reason=(
            "OneIE knows no candidates and does not ask for the trigger of an argument. A trigger's type is "
            "compared with the first reference at its span only. Its argument identification credits every "
            "predicted role of a mention, so its own recall can exceed 1; here a reference is credited once."
        ),
    ),
}
