"""Templates of both sides beside each other: which were aligned, and which fills agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from spaces_app.filling import fill

Template = Mapping[str, Any]
_NAMES = ("reference", "prediction")


class Fill(NamedTuple):
    """A value of a slot and what became of it."""

    slot: str
    value: str
    kind: str
    is_pointer: bool


class DrawnTemplate(NamedTuple):
    """A template with its number, which the template that it is aligned with has too."""

    number: int
    type: str
    name: str
    is_aligned: bool
    fills: list[Fill]


def templates_html(
    reference: Mapping[str, Any], prediction: Mapping[str, Any], alignment: Sequence[Mapping[str, int]]
) -> Markup:
    """The templates of a document; aligned ones have the same number, and equal fills a sign.

    Args:
        reference: The reference document.
        prediction: The system's document.
        alignment: ``result["alignment"][i]`` of a result with details.
    """
    sides = (reference["templates"], prediction["templates"])
    partners = [{row[one]: row[other] for row in alignment} for one, other in (_NAMES, _NAMES[::-1])]
    order = [row["reference"] for row in alignment]
    order += [place for place in range(len(sides[0])) if place not in partners[0]]
    numbers = [{place: number for number, place in enumerate(order, 1)}, {}]
    numbers[1] = {row["prediction"]: numbers[0][row["reference"]] for row in alignment}
    alone = (place for place in range(len(sides[1])) if place not in partners[1])
    numbers[1].update({place: number for number, place in enumerate(alone, len(order) + 1)})
    columns = []
    for number, title in enumerate(("reference templates", "predicted templates")):
        boxes = [
            _template(sides, number, place, partners[number].get(place), numbers, partners)
            for place in sorted(range(len(sides[number])), key=numbers[number].__getitem__)
        ]
        columns.append((title, boxes))
    return fill("template_document.html", columns=columns)


def _template(
    sides: tuple[Sequence[Template], Sequence[Template]],
    side: int,
    place: int,
    partner: int | None,
    numbers: Sequence[Mapping[int, int]],
    partners: Sequence[Mapping[int, int]],
) -> DrawnTemplate:
    template = sides[side][place]
    other = None if partner is None else sides[1 - side][partner]
    ids = [{each["id"]: row for row, each in enumerate(templates) if each.get("id")} for templates in sides]
    fills = []
    for slot in template["slots"]:
        there = [] if other is None else [each for each in other["slots"] if each["name"] == slot["name"]]
        wanted = [_compared(each, value, 1 - side, ids, partners, True) for each in there for value in each["values"]]
        found = [_compared(slot, value, side, ids, partners, False) for value in slot["values"]]
        others = sum(one not in found for one in wanted)  # in the place of which something else stands
        for value, compared in zip(slot["values"], found, strict=True):
            kind = "correct" if compared in wanted else "incorrect" if others > 0 else ("missing", "spurious")[side]
            others -= kind == "incorrect"
            fills.append(Fill(slot["name"], value, kind, bool(slot.get("pointer"))))
    name = template.get("id") or ""
    return DrawnTemplate(numbers[side][place], template["type"], name, partner is not None, fills)


def _compared(
    slot: Mapping[str, Any],
    value: str,
    side: int,
    ids: Sequence[Mapping[str, int]],
    partners: Sequence[Mapping[int, int]],
    is_other: bool,
) -> object:
    """What a fill is compared by: a text, or the template of the side that is drawn to which a pointer leads."""
    if not slot.get("pointer"):
        return value
    target = ids[side].get(value)
    return ("to", partners[side].get(target, (side, target)) if is_other and target is not None else target)
