"""Templates beside each other: which are aligned, and which fills both sides have."""

from __future__ import annotations

import re
from typing import Any

from event_scoring import score_templates
from spaces_app.template_drawing import templates_html
from tests.space.samples import TEMPLATE_EXAMPLES

EXAMPLES = {example.name: example for example in TEMPLATE_EXAMPLES}


def columns(name: str, **options: Any) -> list[list[tuple[str, str, bool, list[tuple[str, bool]]]]]:
    """For each side its templates: number, type and id, whether it stands alone, and its fills with a sign or not."""
    example = EXAMPLES[name]
    result = score_templates(example.predictions, example.references, details=True, **options)
    written = templates_html(example.references[0], example.predictions[0], result["alignment"][0])
    html = re.sub(r">\n\s*<", "><", written)
    sides = []
    for column in html.split("<h4>predicted templates</h4>"):
        boxes = re.findall(
            r'<div class="er-frame"><h4><b>(\d+)</b> (.*?)</h4>(.*?)(?=<div class="er-frame">|</div></div>$|</div></div><div>)',
            column + "</div></div><div>",
        )
        side = []
        for number, title, body in boxes:
            fills = [
                (fill, "✓" in sign) for sign, fill in re.findall(r"er-item[^>]*>(.*?)<strong>([^<]*)</strong>", body)
            ]
            plain = re.sub("<[^>]+>", "", title)
            side.append((number, plain.removesuffix(" not aligned"), "not aligned" in plain, fills))
        sides.append(side)
    return sides


def test_fills_of_both_sides() -> None:
    reference, prediction = columns("fills")
    assert reference == [
        (
            "1",
            "ATTACK a1",
            False,
            [("4 May", True), ("Vanrath", False), ("mortar", True), ("rifle", False), ("four men", True)],
        )
    ]
    assert prediction == [
        (
            "1",
            "ATTACK x",
            False,
            [("4 May", True), ("Oslo", False), ("mortar", True), ("four men", True), ("rebels", False)],
        )
    ]


def test_a_fill_is_wrong_missed_or_invented_as_it_is_counted() -> None:
    example = EXAMPLES["fills"]
    result = score_templates(example.predictions, example.references, details=True)
    html = templates_html(example.references[0], example.predictions[0], result["alignment"][0])
    kinds = {fill: kind for kind, fill in re.findall(r"es-k-(\w+).*?<strong>([^<]*)</strong>", html)}
    assert kinds["Vanrath"] == kinds["Oslo"] == "incorrect"
    assert (kinds["rifle"], kinds["rebels"]) == ("missing", "spurious")
    assert (result["incorrect"], result["missing"], result["spurious"]) == (1, 1, 1)


def test_the_alignment_that_was_chosen_is_drawn() -> None:
    greedy = columns("greedy", alignment="muc-6")
    assert [row[:3] for row in greedy[0]] == [("1", "MEETING m1", False), ("2", "MEETING m2", True)]
    assert [row[:3] for row in greedy[1]] == [("1", "MEETING x", False), ("3", "MEETING y", True)]
    optimal = columns("greedy", alignment="optimal")
    assert [row[:3] for row in optimal[0]] == [("1", "MEETING m1", False), ("2", "MEETING m2", False)]
    assert [row[:3] for row in optimal[1]] == [("1", "MEETING y", False), ("2", "MEETING x", False)]
    assert all(has for row in optimal[0] for _, has in row[3] if _ not in ("oil",))


def test_a_pointer_is_right_where_its_target_is_aligned() -> None:
    reference, prediction = columns("pointers")
    assert dict(reference[0][3]) == {"Ann Lee": True, "→ o1": False}
    assert dict(prediction[0][3]) == {"Ann Lee": True, "→ c2": False}
    example = EXAMPLES["pointers"]
    right = {**example.references[0], "templates": list(reversed(example.references[0]["templates"]))}
    result = score_templates([right], example.references, details=True)
    html = templates_html(example.references[0], right, result["alignment"][0])
    assert html.count("✓") == 2 * 4
