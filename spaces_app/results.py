"""A result as the page shows it: from the numbers that everybody looks for to the details, in one column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from event_scoring.arguments.responses import RESPONSES
from event_scoring.documents.errors import json_text
from event_scoring.extraction.score import EXTRACTION
from event_scoring.report.categories import CATEGORIES, category, fills
from event_scoring.report.drawing.grids import lanes_html
from event_scoring.report.drawing.layout import Picture, legend_notes
from event_scoring.report.events import MAX_SPAN_TOKENS, event_frames_html, event_items, event_pieces, events_picture
from event_scoring.report.frames import frames_html
from event_scoring.report.lanes import nugget_picture
from event_scoring.report.pieces import document_pieces
from event_scoring.report.plans import Heat, group_table, label_bars, label_score
from event_scoring.report.reports import DRAWN_TASKS
from event_scoring.report.tasks.documents import Drawn
from event_scoring.scoring.result import with_spelled_types
from event_scoring.scoring.tables import Table, records_table, score_table
from spaces_app.downloads import TakeAway, downloads
from spaces_app.drawings import mapping_rows, sensitivity_heat
from spaces_app.filling import fill
from spaces_app.glossary import Words, term, with_terms
from spaces_app.rules import tile_name
from spaces_app.tab import ITEMS, Page, Scored, words_of
from spaces_app.tabs import ARGUMENT_PAGE, NUGGET_PAGE, TEMPLATE_PAGE
from spaces_app.template_drawing import templates_html

MAX_DRAWN_DOCUMENTS = 6
"""Documents that are drawn; of a larger corpus those with the most errors."""
MAX_DRAWN_ITEMS = 150
"""Items of a side up to which a document is drawn."""
MAX_ROWS = 60
"""Types, or slots, of a table."""
MAX_INDENTED_DOCUMENTS = 50
"""Documents up to which the downloaded result is laid out for readers."""
MAX_DOWNLOAD_BYTES = 4_000_000
"""Bytes of a result that travels with the page; a larger one is offered without its details."""


def result_html(scored: Scored, largest: int = MAX_DOWNLOAD_BYTES, prefix: str = "") -> Markup:
    """The whole result, with at most so many bytes of it to download; the prefix starts the ids of its marks."""
    result, page = scored.result, scored.page
    mistakes = [(what, {kind: count for kind, count in kinds.items() if count}) for what, kinds in _errors(scored)]
    return fill(
        "result.html",
        verdict=_verdict(scored),
        documents_scored=result.get("documents", 1),
        tiles=_tiles(scored),
        has_words=page.has_words,
        has_arguments=page is not NUGGET_PAGE,
        has_numbered_templates=page is TEMPLATE_PAGE,
        notes=[*scored.notes, *result.get("warnings", ())],
        **_documents(scored, prefix),
        kinds=[kind for kind in CATEGORIES if any(counts.get(kind) for _, counts in _errors(scored))],
        files=_take_away(scored, largest, has_report=not prefix),
        mistakes=[(what, kinds) for what, kinds in mistakes if kinds],
        by_type=_by_type(with_spelled_types(result)["per_type"]) if result.get("per_type") else None,
        by_slot=_by_slot(result["per_slot"]) if result.get("per_slot") else None,
        sensitivity=_sensitivity(scored) if page is ARGUMENT_PAGE else None,
        all_scores=_all_scores(scored),
    )


def error_html(message: str) -> Markup:
    """An error in place of a result."""
    return fill("error.html", message=message)


_WITH = {
    "correct": "as in the reference",
    "boundary": "with other words",
    "type": "with the wrong type",
    "realis": "with the wrong realis",
    "both": "with the wrong type and realis",
    "role": "in the wrong role",
    "filler": "with other words",
    "frame": "linked wrongly",
    "trigger": "at another trigger",
    "partial": "half right",
    "incorrect": "wrong",
}
_APART = {"missed": "missed", "missing": "missed", "spurious": "invented", "duplicate": "said twice"}


class Verdict(NamedTuple):
    """How many of one kind of thing were found, and how."""

    right: int
    total: int
    noun: list[Words]
    details: list[Words]


def _verdict(scored: Scored) -> list[Verdict]:
    """What was found, in words."""
    sentences = []
    for what, kinds in _errors(scored):
        nouns = (what.removesuffix("s"), what) if what else scored.page.noun
        found = {kind: kinds.get(kind, 0) for kind in _WITH if kinds.get(kind)}
        apart = [f"{kinds[kind]:,} {word}" for kind, word in _APART.items() if kinds.get(kind)]
        wrong = kinds.get("incorrect", 0)
        right = sum(found.values()) - wrong
        total = right + wrong + kinds.get("missed", 0) + kinds.get("missing", 0)
        if not total and not apart:
            continue
        how = [f"{count:,} {_WITH[kind]}" for kind, count in found.items()]
        if list(found) == ["correct"]:
            how = [] if apart else ["as in the reference"]
        details = "; ".join(filter(None, [", ".join(how), ", ".join(apart)])).replace("realis", "[realis]", 1)
        sentences.append(Verdict(right, total, [term(nouns[total != 1])], with_terms(details)))
    return sentences


class ShownTile(NamedTuple):
    """A tile with its number."""

    key: str
    title: str
    meaning: str
    earned_by: tuple[str, ...]
    of: str
    value: str
    length: float
    """The part of its meter that is filled."""
    interval: str
    precision: float | None
    recall: float | None


def _tiles(scored: Scored) -> list[ShownTile]:
    tiles, result = [], scored.result
    for tile in scored.page.tiles:
        name = tile_name(tile, result)
        if name not in result:
            continue
        value, low, high = (result.get(key) for key in (name, f"{name}_low", f"{name}_high"))
        has_both = f"{tile.key}_precision" in result and name.endswith("_f1")
        is_defined = value == value
        tiles.append(
            ShownTile(
                *scored.task.sheet.score(name),
                earned_by=tile.earned_by,
                of=tile.of,
                value=f"{value:.4f}" if is_defined else "undefined",
                length=max(0.0, min(1.0, value)) if is_defined else 0.0,
                interval="" if low is None or high is None else f"{low:.3f} to {high:.3f}",
                precision=result[f"{tile.key}_precision"] if has_both else None,
                recall=result[f"{tile.key}_recall"] if has_both else None,
            )
        )
    return tiles


class ShownDocument(NamedTuple):
    """A document, drawn unless there is a reason why not."""

    row: int
    name: str
    why_not_drawn: str = ""
    body: Markup | None = None


def _documents(scored: Scored, prefix: str) -> dict[str, Any]:
    """The documents with the most errors, drawn, and what explains them."""
    rows = scored.result["per_document"]
    wrong = [_errors_of(scored.page, row) for row in rows]
    order = sorted(range(len(rows)), key=lambda row: (-wrong[row], row))
    chosen = sorted(order[:MAX_DRAWN_DOCUMENTS]) if len(rows) <= MAX_DRAWN_DOCUMENTS else order[:MAX_DRAWN_DOCUMENTS]
    which = f"{len(chosen)} of {len(rows):,} documents, those with the most errors."
    found: dict[str, Any] = {
        "drawn_of_all": which if len(rows) > len(chosen) else "",
        "rows_in_place_of_documents": None,
        "legend": None,
        "documents": [],
    }
    if scored.task is RESPONSES:
        return found | {"rows_in_place_of_documents": records_table([rows[row] for row in chosen])}
    lanes = list[Picture]()
    for row in chosen:
        document, picture = _document(scored, row, len(rows) > 1, prefix)
        found["documents"].append(document)
        lanes += [] if picture is None else [picture]
    return found | {"legend": legend_notes(lanes)}


def _document(scored: Scored, row: int, is_named: bool, prefix: str) -> tuple[ShownDocument, Picture | None]:
    reference, prediction = scored.references[row], scored.predictions[row]
    name = reference.get("doc_id") or prediction.get("doc_id") or f"document {row + 1}"
    shown, items = ShownDocument(row, name if is_named else ""), ITEMS[scored.task.name]
    if max(len(reference[items]), len(prediction[items])) > MAX_DRAWN_ITEMS:
        return shown._replace(why_not_drawn=f"more than {MAX_DRAWN_ITEMS} {items} on a side: not drawn"), None
    words = words_of(reference, scored.words, len(scored.references))
    body, picture = _drawn(scored, row, reference, prediction, words, prefix)
    return shown._replace(body=body), picture


def _drawn(
    scored: Scored, row: int, reference: Mapping[str, Any], prediction: Mapping[str, Any], words: Any, before: str
) -> Drawn:
    prefix = f"{before}d{row}-"
    if scored.task is EXTRACTION:
        return _events(scored, row, reference, prediction, words, prefix)
    if scored.page is TEMPLATE_PAGE:
        if "alignment" not in scored.result:  # protocols of entities align otherwise
            return Drawn(fill("table.html", of=records_table([scored.result["per_document"][row]])))
        return Drawn(templates_html(reference, prediction, scored.result["alignment"][row]))
    categories = scored.result["categories"][row]
    if scored.page is NUGGET_PAGE:
        alignment = scored.result["alignment"][row]["span"]
        spans = [list(mention["token_ids"]) for side in (reference, prediction) for mention in side["mentions"]]
        given: dict[str, Any] = {"alignment": alignment, "categories": categories}
        given["pieces"] = document_pieces(spans, words)
        picture = nugget_picture(reference, prediction, **given)
        mapping = mapping_rows(reference, prediction, **given)
        return Drawn(fill("nugget_document.html", lanes=lanes_html(picture, prefix), mapping=mapping), picture)
    frames = frames_html(reference, {"": prediction}, [categories], compact=False)
    table = _argument_table(reference, prediction, categories)
    return Drawn(fill("argument_document.html", frames=frames, arguments=table))


def _events(
    scored: Scored, row: int, reference: Mapping[str, Any], prediction: Mapping[str, Any], words: Any, prefix: str
) -> Drawn:
    """The triggers and arguments of both sides, as lanes and as events."""
    categories = (scored.result.get("categories") or {row: None})[row]
    sides = [
        event_items(side["events"], categories, name)
        for side, name in ((reference, "references"), (prediction, "predictions"))
    ]
    if any(len(item.token_ids) > MAX_SPAN_TOKENS for side in sides for item in side):
        return Drawn(fill("not_drawn.html", why=f"a span of more than {MAX_SPAN_TOKENS:,} tokens: not drawn"))
    rows = [(event["trigger"], event["type"], "trigger") for event in prediction["events"]]
    for event in prediction["events"]:
        rows.extend((argument, argument["role"], event["type"]) for argument in event["arguments"] or ())
    pieces = event_pieces(sides, words)
    picture = events_picture({"": sides}, pieces)
    body = fill(
        "event_document.html",
        lanes=lanes_html(picture, prefix),
        frames=event_frames_html({"": sides}, pieces, compact=False),
        unplaced=[f"{label} ({of}): {given['text']}" for given, label, of in rows if not given["span"]],
    )
    return Drawn(body, picture)


def _argument_table(
    reference: Mapping[str, Any], prediction: Mapping[str, Any], categories: Mapping[str, Sequence[Mapping[str, Any]]]
) -> Table:
    """Every argument of both sides, what became of it, and the frames that hold it."""
    rows: list[tuple[str, ...]] = []
    for name, side in (("references", reference), ("predictions", prediction)):
        kinds = {row["argument"]: row["category"] for row in categories[name]}
        for place, argument in enumerate(side["arguments"]):
            fields = (str(argument.get(key) or "") for key in ("type", "role", "filler", "realis"))
            frames = ", ".join(str(number) for number, frame in enumerate(side["frames"], 1) if place in frame)
            rows.append((f"{name[:-1]} {place}", category(kinds.get(place, "")).title, *fields, frames))
    return Table(("", "", "type", "role", "filler", "realis", "frames"), tuple(rows))


def _errors(scored: Scored) -> list[tuple[str, dict[str, int]]]:
    """How often each kind of error occurs, for each kind of thing that is scored."""
    if scored.page is TEMPLATE_PAGE:
        return [("", fills(scored.result))]
    errors = scored.result.get("errors") or {}
    if scored.task is EXTRACTION:
        return [(f"{what}s", kinds) for what, kinds in errors.items()]
    return [("", errors)]


def mistakes(scored: Scored) -> dict[str, int]:
    """How often each kind occurs in all."""
    total: dict[str, int] = {}
    for _, kinds in _errors(scored):
        for kind, count in kinds.items():
            if count:
                total[kind] = total.get(kind, 0) + count
    return total


def _errors_of(page: Page, row: Mapping[str, Any]) -> float:
    """How much went wrong in a document; what a convention does not count is 0."""
    of = {name: float(value or 0) for name, value in row.items() if isinstance(value, int | float | None)}.get
    if page is NUGGET_PAGE:
        right = of("type_realis_true_positives", of("type_true_positives", 0.0))
        return of("references", 0.0) + of("predictions", 0.0) - 2 * right
    if page.task is EXTRACTION:
        names = ("trigger_classification", "argument_classification")
        return sum(
            of(f"{n}_references", 0.0) + of(f"{n}_predictions", 0.0) - 2 * of(f"{n}_true_positives", 0.0) for n in names
        )
    if page is TEMPLATE_PAGE:
        return of("possible", 0.0) + of("actual", 0.0) - 2 * of("correct", 0.0)
    wrong = of("false_positives", 0.0) + of("false_negatives", 0.0)
    return wrong if row["score"] is None else wrong + 1 - row["score"]


class ByType(NamedTuple):
    """Scores by type: bars with the number of references of each, and a table."""

    bars: list[Any]
    noun: str
    """What stands beside the bars, if anything is counted."""
    left_out: int
    table: Table


def _by_type(per_type: Mapping[str, Mapping[str, Any]]) -> ByType:
    # References of templates are fills.
    per_type = {
        name: {**row, "references": row["possible"]} if "possible" in row else row for name, row in per_type.items()
    }
    rows = dict(sorted(per_type.items(), key=lambda item: (-item[1].get("references", 0), item[0]))[:MAX_ROWS])
    first = next(iter(rows.values()))
    noun = "reference fills" if "possible" in first else "references"
    return ByType(
        bars=label_bars(rows, label_score(rows)),
        noun=noun if "references" in first else "",
        left_out=len(per_type) - len(rows),
        table=records_table([{"type": name, **row} for name, row in rows.items()]),
    )


def _by_slot(per_slot: Mapping[str, Mapping[str, Any]]) -> Table:
    return records_table([{"slot": name, **row} for name, row in list(per_slot.items())[:MAX_ROWS]])


def _sensitivity(scored: Scored) -> Heat:
    options = scored.task.options.of(scored.options)
    return sensitivity_heat(scored.result["sensitivity"], options.beta, options.lam)


class ShownTable(NamedTuple):
    """A table and its further classes."""

    table: Table
    css: str = ""


def _all_scores(scored: Scored) -> list[ShownTable]:
    result, sheet = scored.result, scored.task.sheet
    tables = [ShownTable(group_table(result, sheet.groups_in(result)), "es-tight")]
    shown = [one for one in sheet.single_in(result) if result[one.key] or isinstance(result[one.key], float)]
    if shown:
        tables.append(ShownTable(Table(("", "value"), tuple((one.title, result[one.key]) for one in shown))))
    return tables


def _take_away(scored: Scored, largest: int, has_report: bool) -> TakeAway:
    """The signature, and the result as files."""
    flat = {key: value for key, value in scored.result.items() if not isinstance(value, dict | list)}
    # Without indents json is written by C, which matters for many documents.
    indent = 1 if len(scored.references) <= MAX_INDENTED_DOCUMENTS else None
    whole = json_text(scored.result, indent=indent)
    is_cut = len(whole) > largest
    table = score_table(scored.result, scored.task.sheet.groups_in(scored.result))
    texts = {
        "json": json_text(flat, indent=1) if is_cut else whole,
        "csv": records_table([{"key": key, "value": value} for key, value in flat.items()]).csv(),
        "tex": table.latex(),
    }
    name = scored.task.name
    return TakeAway(scored.result["signature"], downloads(name, texts), has_report and name in DRAWN_TASKS, is_cut)
