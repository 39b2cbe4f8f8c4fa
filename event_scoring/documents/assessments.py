"""What an assessor may say of a response of the TAC KBP event argument evaluations."""

from __future__ import annotations

from functools import cache

CONTRADICTORY = (
    "string, base filler, realis and mention type to be assessed where event type and role are right, and NIL elsewhere"
)


@cache
def is_contradictory(aet: str, aer: str, cas: str, base_filler: str, realis: str, mention_type: str | None) -> bool:
    """Whether an assessment breaks a rule of `_ResponseAssessment.java`.

    The role is judged if the event type is right; string, base filler, realis and mention type are judged if and only
    if event type and role are right. A mention type that nobody gave contradicts nothing.

    Examples:
        >>> is_contradictory("C", "W", "NIL", "NIL", "NIL", None), is_contradictory("C", "W", "C", "C", "Actual", None)
        (False, True)
    """
    type_is_right = aet in ("C", "I")
    if type_is_right and aer == "NIL":
        return True
    not_judged = [verdict == "NIL" for verdict in (cas, base_filler, realis, mention_type) if verdict is not None]
    return any(not_judged) if type_is_right and aer != "W" else not all(not_judged)
