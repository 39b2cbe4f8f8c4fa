"""A result as the page shows it: from the numbers that everybody looks for to the details, in one column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.arguments.responses import RESPONSES
from event_scoring.documents.errors import json_text
from event_scoring.extraction.score import EXTRACTION
from event_scoring.report.categories import CATEGORIES, category, fills
from event_scoring.report.drawing.grids import lanes_html
from event_scoring.report.events import event_frames_html, event_items, event_pieces, events_picture
from event_scoring.report.frames import frames_html
from event_scoring.report.html import attribute, escaped, kinds_legend, lanes_legend, table_html
from event_scoring.report.lanes import nugget_picture
from event_scoring.report.pieces import document_pieces
from event_scoring.report.plots.charts import error_counts_html, scores_html, type_bars
from event_scoring.scoring.tables import Table, records_table, score_table
from spaces_app.downloads import alone_html, files_html, signature_html
from spaces_app.drawings import mapping_table, sensitivity_html
from spaces_app.glossary import term
from spaces_app.page import ITEMS, Page, Scored, words_of
from spaces_app.pages import ARGUMENT_PAGE, NUGGET_PAGE, TEMPLATE_PAGE
from spaces_app.rules import tile_name
from spaces_app.templates import templates_html

MOST_DOCUMENTS = 6
"""Documents that are drawn; of a larger corpus those with the most errors."""
MOST_ITEMS = 150
"""Items of a side up to which a document is drawn."""
MOST_ROWS = 60
MOST_INDENTED = 50
"""Documents up to which the downloaded result is laid out for readers."""
LONGEST_SPAN = 1000
"""Tokens of a span that is drawn."""
LARGEST_DOWNLOAD = 4_000_000
"""Bytes of a result that travels with the page; a larger one is offered without its details."""


def result_html(scored: Scored, largest: int = LARGEST_DOWNLOAD, prefix: str = "") -> str:
    """The whole result, with at most so many bytes of it to download; the prefix starts the ids of its marks."""
    result = scored.result
    notes = [*scored.notes, *result.get("warnings", ())]
    top = [
        _verdict(scored),
        _tiles(scored),
        *(f'<p class="es-note">{escaped(note)}</p>' for note in notes),
        _documents(scored, prefix),
    ]
    parts = []
    counted = [(what, {kind: count for kind, count in kinds.items() if count}) for what, kinds in _errors(scored)]
    if any(kinds for _, kinds in counted):
        body = "".join(f'<p class="es-count">{what}</p>{error_counts_html(kinds)}' for what, kinds in counted if kinds)
        parts.append(section_html("Mistakes by kind", body))
    if result.get("per_type"):
        parts.append(_by_type(result["per_type"]))
    if result.get("per_slot"):
        rows = [{"slot": name, **row} for name, row in list(result["per_slot"].items())[:MOST_ROWS]]
        parts.append(section_html("By slot", table_html(records_table(rows))))
    if scored.page is ARGUMENT_PAGE:
        options = scored.task.options.of(scored.options)
        lead = '<p class="es-lead">The score for other β (rows) and λ (columns); your choice is framed.</p>'
        parts.append(
            section_html("Sensitivity", lead + sensitivity_html(result["sensitivity"], options.beta, options.lam))
        )
    parts.append(_all_scores(scored))
    below = "".join(parts)
    files = _take_away(scored, "".join(top) + below, largest)
    return f'<div class="es-result">{"".join(top)}{files}{below}</div>'


def error_html(message: str) -> str:
    """An error in place of a result."""
    return f'<div class="es-result"><p class="es-error" role="alert"><b>Not scored.</b> {escaped(message)}</p></div>'


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


def _verdict(scored: Scored) -> str:
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
        said = "; ".join(filter(None, [", ".join(how), ", ".join(apart)]))
        noun = term(nouns[total != 1])
        said = escaped(said).replace("realis", term("realis"), 1)
        sentences.append(f"Found <b>{right:,} of {total:,}</b> {noun}{': ' + said if said else ''}.")
    documents = scored.result.get("documents", 1)
    where = f"In {documents:,} documents: " if documents > 1 else ""
    return f'<h2 class="ev-verdict" id="ev-verdict">{where}{" ".join(sentences)}</h2>' if sentences else ""


def _tiles(scored: Scored) -> str:
    tiles = []
    for tile in scored.page.tiles:
        name = tile_name(tile, scored.result)
        if name not in scored.result:
            continue
        value = scored.result[name]
        small = ""
        if f"{tile.key}_precision" in scored.result and name.endswith("_f1"):
            precision, recall = (scored.result[f"{tile.key}_{what}"] for what in ("precision", "recall"))
            small = f'<abbr title="precision">P</abbr> {precision:.3f} · <abbr title="recall">R</abbr> {recall:.3f}'
        low, high = scored.result.get(f"{name}_low"), scored.result.get(f"{name}_high")
        if low is not None and high is not None:
            small = f"{low:.3f} to {high:.3f}"
        shown = "undefined" if value != value else f"{value:.4f}"
        _, title, meaning = scored.task.sheet.score(name)
        width = 0.0 if value != value else 100 * max(0.0, min(1.0, value))
        tiles.append(
            f'<button type="button" class="es-tile" data-earned="{" ".join(tile.earned_by)}" data-of="{tile.of}" '
            f'data-meaning="{attribute(meaning)}"><span>{escaped(title)}</span>'
            f'<b data-key="{attribute(name)}">{shown}</b><i class="es-meter"><i style="width:{width:.3g}%"></i></i>'
            f"<small>{small or '&nbsp;'}</small></button>"
        )
    group = f'<div class="es-tiles" role="group" aria-label="scores">{"".join(tiles)}</div>'
    best = "F1 of precision (P) and recall (R): 1 is perfect." if scored.page.has_words else "1 is perfect."
    hint = f"{best} Rest on a number, or focus it, to light the marks that earned or lost it."
    return f'{group}<p class="ev-meaning" aria-live="polite" data-hint="{hint}">{hint}</p>'


def _documents(scored: Scored, prefix: str) -> str:
    """The documents with the most errors, drawn."""
    rows = scored.result["per_document"]
    wrong = [_errors_of(scored.page, row) for row in rows]
    order = sorted(range(len(rows)), key=lambda row: (-wrong[row], row))
    drawn = sorted(order[:MOST_DOCUMENTS]) if len(rows) <= MOST_DOCUMENTS else order[:MOST_DOCUMENTS]
    which = f"{len(drawn)} of {len(rows):,} documents, those with the most errors." if len(rows) > len(drawn) else ""
    lead = f'<p class="es-lead">{which}</p>' if which else ""
    if scored.task is RESPONSES:
        return lead + table_html(records_table([rows[row] for row in drawn]))
    kinds = [kind for kind in CATEGORIES if any(counts.get(kind) for _, counts in _errors(scored))]
    legend = kinds_legend(kinds)
    if scored.page is TEMPLATE_PAGE:
        legend += '<p class="es-lead">Templates with the same number are aligned.</p>'
    body = "".join(_document(scored, row, len(rows) > 1, prefix) for row in drawn)
    onto = "" if scored.page is NUGGET_PAGE else " let go on a trigger to make them its argument;"
    way = f"Drag over words to mark them;{onto} press a label to change it."
    if not scored.page.has_words:
        way = 'To change something, <button type="button" class="ev-link">edit it as text</button>.'
    hint = f'<p class="ev-way"{" hidden" * scored.page.has_words}>{way}</p>'
    return f'<div class="ev-documents">{lead}{hint}{lanes_legend([body])}{body}{legend}</div>'


def _document(scored: Scored, row: int, is_named: bool, prefix: str) -> str:
    reference, prediction = scored.references[row], scored.predictions[row]
    name = reference.get("doc_id") or prediction.get("doc_id")
    shown = escaped(name or f"document {row + 1}") if is_named else "Marks of both sides"
    title = f'<h3 class="es-doc{"" if is_named else " ev-unseen"}">{shown}</h3>'
    items = ITEMS[scored.task.name]
    if max(len(reference[items]), len(prediction[items])) > MOST_ITEMS:
        return f'{title}<p class="es-count">more than {MOST_ITEMS} {items} on a side: not drawn</p>'
    body = _drawn(scored, row, reference, prediction, words_of(reference, scored.words, len(scored.references)), prefix)
    return f'<div class="ev-document" data-document="{row}">{title}{body}</div>'


def _drawn(
    scored: Scored, row: int, reference: Mapping[str, Any], prediction: Mapping[str, Any], words: Any, before: str
) -> str:
    prefix = f"{before}d{row}-"
    if scored.task is EXTRACTION:
        return _events(scored, row, reference, prediction, words, prefix)
    if scored.page is TEMPLATE_PAGE:
        if "alignment" not in scored.result:  # protocols of entities align otherwise
            return table_html(records_table([scored.result["per_document"][row]]))
        return templates_html(reference, prediction, scored.result["alignment"][row])
    categories = scored.result["categories"][row]
    if scored.page is NUGGET_PAGE:
        alignment = scored.result["alignment"][row]["span"]
        spans = [list(mention["token_ids"]) for side in (reference, prediction) for mention in side["mentions"]]
        pieces = document_pieces(spans, words)
        given: dict[str, Any] = {"alignment": alignment, "categories": categories, "pieces": pieces}
        lanes = lanes_html(nugget_picture(reference, prediction, **given), prefix)
        table = mapping_table(reference, prediction, **given)
        return f'{lanes}<details class="es-more"><summary>Mapping table</summary>{table}</details>'
    pictures = frames_html(reference, {"": prediction}, [categories], brief=False)
    table = table_html(_argument_table(reference, prediction, categories))
    return f'{pictures}<details class="es-more"><summary>Argument table</summary>{table}</details>'


def _events(
    scored: Scored, row: int, reference: Mapping[str, Any], prediction: Mapping[str, Any], words: Any, prefix: str
) -> str:
    """The triggers and arguments of both sides, as lanes and as events."""
    categories = (scored.result.get("categories") or {row: None})[row]
    sides = [
        event_items(side["events"], categories, name)
        for side, name in ((reference, "references"), (prediction, "predictions"))
    ]
    if any(len(item.token_ids) > LONGEST_SPAN for side in sides for item in side):
        return f'<p class="es-count">a span of more than {LONGEST_SPAN:,} tokens: not drawn</p>'
    rows = [(event["trigger"], event["type"], "trigger") for event in prediction["events"]]
    for event in prediction["events"]:
        rows.extend((argument, argument["role"], event["type"]) for argument in event["arguments"] or ())
    unplaced = [f"{label} ({of}): {given['text']}" for given, label, of in rows if not given["span"]]
    lines = [f"<li>{escaped(line)}</li>" for line in unplaced]
    title = "Predicted without a place, and found by their words"
    below = f'<details class="es-more"><summary>{title}</summary><ul class="es-why">{"".join(lines)}</ul></details>'
    pieces = event_pieces(sides, words)
    lanes = lanes_html(events_picture({"": sides}, pieces), prefix)
    return lanes + event_frames_html({"": sides}, pieces, brief=False) + (below if lines else "")


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


def _by_type(per_type: Mapping[str, Mapping[str, Any]]) -> str:
    score = (
        "f1"
        if all("f1" in row for row in per_type.values())
        else next(name for name in next(iter(per_type.values())) if name.endswith("f1") or name == "score")
    )
    # References of templates are fills.
    per_type = {
        name: {**row, "references": row["possible"]} if "possible" in row else row for name, row in per_type.items()
    }
    rows = dict(sorted(per_type.items(), key=lambda item: (-item[1].get("references", 0), item[0]))[:MOST_ROWS])
    left = len(per_type) - len(rows)
    more = f'<p class="es-count">and {left} rarer types, in the download</p>' if left else ""
    table = records_table([{"type": name, **row} for name, row in rows.items()])
    first = next(iter(rows.values()))
    what = "reference fills" if "possible" in first else "references"
    beside = f"; the number of {what} stands beside it" if "references" in first else ""
    lead = f'<p class="es-lead">F1 of each type{beside}.</p>'
    return section_html("By type", lead + type_bars(rows, score) + more + table_html(table))


def _all_scores(scored: Scored) -> str:
    result = scored.result
    sheet = scored.task.sheet
    tables = [scores_html(result, sheet.groups_in(result))]
    shown = [one for one in sheet.single_in(result) if result[one.key] or isinstance(result[one.key], float)]
    if shown:
        tables.append(table_html(Table(("", "value"), tuple((one.title, result[one.key]) for one in shown))))
    return section_html("All scores", f'<div class="es-side-by-side">{"".join(tables)}</div>')


def _take_away(scored: Scored, above: str, largest: int) -> str:
    """The signature, and the result as files."""
    signature = scored.result["signature"]
    flat = {key: value for key, value in scored.result.items() if not isinstance(value, dict | list)}
    # Without indents json is written by C, which matters for many documents.
    indent = 1 if len(scored.references) <= MOST_INDENTED else None
    whole = json_text(scored.result, indent=indent)
    note = ""
    if len(whole) > largest:
        whole = json_text(flat, indent=1)
        note = '<p class="es-count">The details are too large for this page; event-score writes them.</p>'
    csv = records_table([{"key": key, "value": value} for key, value in flat.items()]).csv()
    name = scored.task.name
    table = score_table(scored.result, scored.task.sheet.groups_in(scored.result))
    files = {"json": whole, "csv": csv, "tex": table.latex(), "html": alone_html("Event scores", above)}
    return f'<div class="ev-take">{signature_html(signature)}{files_html(name, files)}{note}</div>'


def section_html(title: str, body: str) -> str:
    """A part of a result that opens under its title."""
    return f'<details class="es-section"><summary>{escaped(title)}</summary>{body}</details>'
