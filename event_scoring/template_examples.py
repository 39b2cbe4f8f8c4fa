"""Small examples of MUC-style templates; each says in a sentence what it shows."""

from __future__ import annotations

from typing import Any

from event_scoring.examples import Example


def _template(kind: str, name: str, pointers: dict[str, str] | None = None, **slots: list[str]) -> dict[str, Any]:
    """A template with an id; pointers name other templates."""
    rows: list[dict[str, Any]] = [{"name": slot, "values": values} for slot, values in slots.items()]
    rows += [{"name": slot, "values": [target], "pointer": True} for slot, target in (pointers or {}).items()]
    return {"type": kind, "id": name, "slots": rows}


def _document(*templates: dict[str, Any]) -> dict[str, Any]:
    return {"doc_id": "report", "templates": list(templates)}


_ATTACK = _template("ATTACK", "a1", DATE=["4 May"], PLACE=["Vanrath"], WEAPON=["mortar", "rifle"], VICTIM=["four men"])

TEMPLATE_EXAMPLES = (
    Example(
        "fills",
        "Right, wrong, missing, invented",
        "Fills are compared slot by slot. The date is right; the place is another one, which is one incorrect fill; a "
        "weapon is missing; a perpetrator is invented.",
        [
            _document(
                _template(
                    "ATTACK",
                    "x",
                    DATE=["4 May"],
                    PLACE=["Oslo"],
                    WEAPON=["mortar"],
                    VICTIM=["four men"],
                    AGENT=["rebels"],
                )
            )
        ],
        [_document(_ATTACK)],
    ),
    Example(
        "greedy",
        "Greedy is not optimal",
        "MUC-6 aligns the two templates that share most, three fills, and leaves the others alone. Aligned the other "
        "way round they share two and two.",
        [
            _document(
                _template("MEETING", "x", DATE=["May"], PLACE=["Oslo"], TOPIC=["oil", "fish"], HOST=["Norway"]),
                _template("MEETING", "y", DATE=["May"], PLACE=["Oslo"]),
            )
        ],
        [
            _document(
                _template("MEETING", "m1", DATE=["May"], PLACE=["Oslo"], TOPIC=["oil"]),
                _template("MEETING", "m2", TOPIC=["fish"], HOST=["Norway"]),
            )
        ],
        {"alignment": "muc-6"},
    ),
    Example(
        "pointers",
        "A pointer to the wrong template",
        "A pointer is right when the template that it names is aligned with the right one. Here the employer points to "
        "the other company.",
        [
            _document(
                _template("PERSON", "p", {"EMPLOYER": "c2"}, NAME=["Ann Lee"]),
                _template("COMPANY", "c1", NAME=["Northern Rail"]),
                _template("COMPANY", "c2", NAME=["Harbour Bank"]),
            )
        ],
        [
            _document(
                _template("PERSON", "p1", {"EMPLOYER": "o1"}, NAME=["Ann Lee"]),
                _template("COMPANY", "o1", NAME=["Northern Rail"]),
                _template("COMPANY", "o2", NAME=["Harbour Bank"]),
            )
        ],
    ),
    Example(
        "partial",
        "Half for a shared word",
        "The system has the family name alone. It is incorrect, or, with the credit of MUC-5, earns one half.",
        [_document(_template("PERSON", "x", NAME=["Lee"], TITLE=["president"]))],
        [_document(_template("PERSON", "p1", NAME=["Ann Lee"], TITLE=["president"]))],
        {"partial_credit": True},
    ),
)
