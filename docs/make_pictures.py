"""Makes the pictures of the documentation: `python -m docs pictures` (matplotlib, playwright, chromium).

The text is invented; the systems are the references with mistakes put in at random.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from event_scoring import compare, count_nuggets, score_counts, score_nuggets
from event_scoring.comparison.systems import by_median
from event_scoring.report.charts import augmented_chart, confusion_chart, save, type_chart, wins_chart
from event_scoring.report.reports import report

IMAGES = Path(__file__).parent / "images"
TYPES = ("Conflict.Attack", "Life.Die", "Life.Injure", "Movement.Transport-Person", "Contact.Meet", "Justice.Arrest")
REALIS = ("Actual", "Generic", "Other")
TEXTS = (
    "Rebels shelled the harbour of Vanrath on Monday , killing four dock workers and wounding dozens more , before "
    "they were driven out of the town . Two men were taken away by soldiers and later arrested over the raid .",
    "The foreign ministers will meet in Oslo next week . If the talks fail , the alliance may send troops to the "
    "border , officials said , although nobody expects fighting to break out .",
    "Police took three suspects into custody after the clashes . A bystander who had been hurt in the shooting died of "
    "his wounds on Friday .",
)
MARKED = (
    (((1,), 0, 0), ((9,), 1, 0), ((14,), 2, 0), ((21, 22), 3, 0), ((30, 31), 3, 0), ((36,), 5, 0), ((39,), 0, 0)),
    (((4,), 4, 2), ((12,), 4, 2), ((18,), 3, 2), ((30, 32, 33), 0, 1)),
    (((1, 4, 5), 5, 0), ((8,), 0, 0), ((15,), 2, 0), ((18,), 0, 0), ((19,), 1, 0)),
)
"""Places of words, a type and a realis for each nugget of each text."""


def references(copies: int) -> list[dict[str, Any]]:
    documents = []
    for copy in range(copies):
        for number, marked in enumerate(MARKED):
            mentions = [
                {"token_ids": list(places), "type": TYPES[kind], "realis": REALIS[realis]}
                for places, kind, realis in marked
            ]
            documents.append({"doc_id": f"story-{copy * len(MARKED) + number:02d}", "mentions": mentions})
    return documents


def system(gold: list[dict[str, Any]], skill: float, seed: int) -> list[dict[str, Any]]:
    chance = random.Random(seed)
    documents = []
    for document in gold:
        mentions = []
        for mention in document["mentions"]:
            if chance.random() > skill:
                continue
            found = dict(mention)
            if chance.random() > skill:
                found["type"] = chance.choice(TYPES)
            if chance.random() > skill:
                found["realis"] = chance.choice(REALIS)
            if len(found["token_ids"]) > 1 and chance.random() > skill:
                found["token_ids"] = found["token_ids"][:1]
            mentions.append(found)
        if chance.random() > skill:
            mentions.append({"token_ids": [chance.randrange(20)], "type": chance.choice(TYPES), "realis": "Actual"})
        documents.append({"doc_id": document["doc_id"], "mentions": mentions})
    return documents


def draw(gold: list[dict[str, Any]], systems: dict[str, list[dict[str, Any]]]) -> None:
    tables = {name: count_nuggets(side, gold, confidence=0.95) for name, side in systems.items()}
    results = {name: score_counts(table) for name, table in tables.items()}
    save(augmented_chart(results), str(IMAGES / "systems.png"))
    first = next(iter(systems))
    result = score_nuggets(systems[first], gold, details=True, confidence=0.95)
    save(type_chart(result["per_type"], title=first), str(IMAGES / "types.png"))
    chart = confusion_chart(result["confusion"]["type"], result["per_type"], title=first)
    save(chart, str(IMAGES / "confusion.png"))
    data = compare(tables, scores=["type_f1"]).data
    wins = {name: data["win_fractions"]["type_f1"][name] for name in by_median(data, "type_f1")}
    save(wins_chart(wins, "type_f1"), str(IMAGES / "wins.png"))


EVENTS = (
    ((1, 2), 0, (((0, 1), "Attacker"), ((2, 4), "Target"), ((5, 6), "Place"), ((7, 8), "Time"))),
    ((9, 10), 1, (((10, 13), "Victim"), ((0, 1), "Agent"), ((5, 6), "Place"))),
    ((14, 15), 2, (((15, 17), "Victim"), ((0, 1), "Agent"))),
    ((21, 23), 3, (((19, 20), "Artifact"), ((24, 26), "Origin"))),
)
"""The trigger, the type and the arguments of each event of the first text."""


def extraction() -> str:
    """A report on events, with errors put in by hand."""
    gold = [
        {
            "trigger": {"span": list(span)},
            "type": TYPES[kind],
            "arguments": [{"span": list(place), "role": role} for place, role in arguments],
        }
        for span, kind, arguments in EVENTS
    ]
    found = [
        {**gold[0], "arguments": [*gold[0]["arguments"][:2], {"span": [7, 8], "role": "Place"}]},
        {**gold[1], "arguments": [gold[1]["arguments"][0], {"text": "the army", "role": "Agent"}]},
        {**gold[2], "type": TYPES[0]},
        {"trigger": {"span": [30, 32]}, "type": TYPES[5], "arguments": [{"span": [27, 29], "role": "Person"}]},
    ]
    document = {"doc_id": "story-00", "tokens": TEXTS[0].split(), "events": gold}
    return report("extraction", {"a system": [{"doc_id": "story-00", "events": found}]}, [document])


def lanes() -> str:
    """A report on one document that has errors of every kind."""
    words = TEXTS[0].split()

    def nugget(kind: str, *places: int, realis: str = "Actual") -> dict[str, Any]:
        return {"token_ids": list(places), "type": kind, "realis": realis}

    gold = [
        *(nugget(TYPES[kind], *places) for places, kind, _ in MARKED[0]),
        nugget(TYPES[4], 3, 5, 7, realis="Other"),
    ]
    found = [
        nugget(TYPES[0], 1),
        nugget(TYPES[2], 9),
        nugget(TYPES[2], 14, 15, realis="Generic"),
        nugget(TYPES[3], 21),
        nugget(TYPES[3], 22),
        nugget(TYPES[3], 30, 31),
        nugget(TYPES[1], 33),
        nugget(TYPES[4], 3, 5, 7, realis="Other"),
    ]
    return report("nuggets", {"a system": [found]}, [gold], tokens={"": words})


def photograph(page_of_nuggets: str) -> None:
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        views = (("report", 980, 700, "light"), ("report-dark", 980, 700, "dark"), ("report-phone", 390, 700, "light"))
        drawn = {"lanes": lanes(), "report-extraction": extraction()}
        for name, width, height, scheme in (
            *views,
            ("lanes", 900, 100, "light"),
            ("report-extraction", 980, 860, "light"),
        ):
            path = Path(folder) / f"{name}.html"
            path.write_text(drawn.get(name, page_of_nuggets), encoding="utf-8")
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(path.as_uri())
            if name in drawn:
                page.evaluate("document.querySelector('.er-filters').style.position = 'static'")
            if name == "report-extraction":
                page.evaluate("document.querySelector('.er-doc').scrollIntoView()")
            elif name == "lanes":  # with a margin, for which the page has room
                style = "document.querySelector('.er-body').style"
                page.evaluate(f"[{style}.padding, {style}.margin] = ['12px 16px', '0 -16px']")
            else:
                page.evaluate("document.querySelector('.er-filters').scrollIntoView()")
            page.wait_for_timeout(300)
            shown = page.locator(".er-body") if name == "lanes" else page
            shown.screenshot(path=str(IMAGES / f"{name}.png"))
        browser.close()


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    gold = references(12)
    systems = {
        f"system {number}": system(gold, skill, number) for number, skill in enumerate((0.86, 0.8, 0.92, 0.7, 0.83), 1)
    }
    draw(gold, systems)
    tokens = {document["doc_id"]: TEXTS[number % len(TEXTS)].split() for number, document in enumerate(gold)}
    shown = {name: systems[name] for name in ("system 4", "system 3")}
    photograph(report("nuggets", shown, gold, tokens=tokens, title="Two systems on 36 stories"))


if __name__ == "__main__":
    main()
