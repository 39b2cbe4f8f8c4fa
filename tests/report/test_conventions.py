"""Every convention can be shown on a page and compared, whatever scores it has."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from event_scoring import compare
from event_scoring.extraction.options import ExtractionOptions
from event_scoring.report.reports import report
from event_scoring.templates.options import TemplateOptions
from tests.declared import choices_of

GOLD = [
    {
        "doc_id": "d",
        "tokens": ["He", "died", "there"],
        "events": [
            {
                "id": "t1",
                "event": "e1",
                "trigger": {"span": [1, 2]},
                "type": "Die",
                "arguments": [
                    {"span": [0, 1], "text": "He", "role": "Victim", "entity": "x"},
                    {"span": [2, 3], "text": "there", "role": "Place", "entity": "y"},
                ],
            }
        ],
    }
]
BIONLP = [
    {
        "doc_id": "d",
        "text": "He died there",
        "entities": [{"id": "T1", "type": "Protein", "start": 0, "end": 2}],
        "events": [
            {
                "id": "E1",
                "type": "Gene_expression",
                "trigger": {"start": 3, "end": 7},
                "arguments": [{"role": "Theme", "entity": "T1"}],
            }
        ],
    }
]
PHEE = [
    {
        "doc_id": "d",
        "tokens": ["He", "died", "there"],
        "events": [
            {"trigger": {"text": "died"}, "type": "Adverse_event", "arguments": [{"text": "He", "role": "Subject"}]}
        ],
    }
]
OPTIONS: dict[str, dict[str, Any]] = {
    "maven-arg": {"roles": {"Die": ["Victim", "Place"]}},
    "bionlp": {"variant": "ge-2011"},
}


def system() -> list[dict[str, Any]]:
    said = copy.deepcopy(GOLD)
    for event in said[0]["events"]:
        del event["event"]
        for argument in event["arguments"]:
            del argument["entity"]
            argument["role"] = "Place"
    return said


@pytest.mark.parametrize("convention", choices_of(ExtractionOptions, "convention"))
def test_report_and_comparison(convention: str) -> None:
    options = {"convention": convention, **OPTIONS.get(convention, {})}
    own = {"bionlp": (BIONLP, BIONLP, "Theme"), "phee": (PHEE, PHEE, "Subject")}
    gold, mine, role = own.get(convention, (GOLD, system(), "Victim"))
    page = report("extraction", {"mine": mine}, gold, resamples=10, **options)
    assert role in page
    found = compare({"mine": mine, "gold": gold}, gold, task="extraction", resamples=10, **options)
    assert "mine" in str(found)


def test_the_report_of_mavens_scores_has_them() -> None:
    page = report("extraction", {"mine": system()}, GOLD, resamples=10, convention="maven-arg", **OPTIONS["maven-arg"])
    for title in ("roles by mention", "roles by entity", "roles by entity and event"):
        assert title in page


_OF_ENTITIES = ("ceaf-ree", "gtt", "ceaf-rme")


@pytest.mark.parametrize("protocol", choices_of(TemplateOptions, "protocol"))
def test_the_report_of_templates(protocol: str) -> None:
    name = "inc-type" if protocol == "muc-4" else "Perp"
    slot = {"name": name, **({"entities": [["a", "b"]]} if protocol in _OF_ENTITIES else {"values": ["a"]})}
    gold = [{"doc_id": "d", "templates": [{"type": "attack", "slots": [slot]}]}]
    assert name in report("templates", {"mine": gold}, gold, resamples=10, protocol=protocol)
