"""A result as the page shows it: from the numbers that everybody looks for to the details, in one column."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.arguments.responses import RESPONSES
from event_scoring.documents.errors import counted
from event_scoring.report.categories import CATEGORIES, category
from event_scoring.report.events import event_items, event_pieces, events_html
from event_scoring.report.frames import frames_html
from event_scoring.report.html import attribute, badge, escaped, legend_html, table_html
from event_scoring.report.lanes import nugget_lanes
from event_scoring.report.pieces import Pieces, document_pieces
from event_scoring.report.plots.charts import (
    error_counts_html,
    mapping_table,
    scores_html,
    sensitivity_html,
    type_bars,
)
from event_scoring.report.titles import NUGGET_TITLES
from event_scoring.scoring.tables import Table, records_table, score_table
from spaces_app.downloads import alone_html, files_html, signature_html
from spaces_app.page import Page, Scored, Variant, words_of
from spaces_app.pages import ARGUMENT_PAGE, EXTRACTION_PAGE, NUGGET_PAGE, TEMPLATE_PAGE
from spaces_app.templates import templates_html

MOST_DOCUMENTS = 6
"""Documents that are drawn; of a larger corpus those with the most errors."""
MOST_ITEMS = 150
"""Items of a side up to which a document is drawn."""
MOST_ROWS = 60
LONGEST_SPAN = 1000
"""Tokens of a span that is drawn."""
LARGEST_DOWNLOAD = 4_000_000
"""Bytes of a result that travels with the page; a larger one is offered without its details."""

_DISCARDED = ("schema", "boundary", "not_found", "surplus", "conflict")
_EXTRACTION_GROUPS = (
    ("trigger_identification", "triggers"),
    ("trigger_classification", "triggers with type"),
    ("argument_identification", "arguments"),
    ("argument_classification", "arguments with role"),
    ("argument_attached_identification", "arguments at their trigger"),
    ("argument_attached_classification", "arguments with role at their trigger"),
)
_GROUPS = {
    "nuggets": NUGGET_TITLES,
    "arguments": (("argument", "arguments"),),
    "extraction": _EXTRACTION_GROUPS,
    "templates": (("fills", "fills"),),
}
_FILLS = ("correct", "partial", "incorrect", "missing", "spurious")
_SINGLE = {
    "nuggets": ("type_accuracy", "realis_accuracy", "type_realis_accuracy", "conll_f1", "kbp_coreference_f1"),
    "extraction": (
        *(f"discarded_{what}_{why}" for what in ("trigger", "argument") for why in _DISCARDED),
        "ignored_reference_arguments",
        "ignored_predicted_arguments",
        "unparsed",
    ),
    "templates": ("greedy_f1", "optimal_f1", "greedy_loss", "possible", "actual", "aligned"),
    "arguments": ("score", "argument_score", "linking_score", "macro_score", "linking_precision", "linking_recall"),
}


def result_html(scored: Scored, largest: int = LARGEST_DOWNLOAD) -> str:
    """The whole result, with at most so many bytes of it to download."""
    page = scored.page
    parts = [
        *(f'<p class="es-note">{escaped(note)}</p>' for note in scored.notes),
        _tiles(scored),
        _documents(scored),
        _variants(scored),
    ]
    result = scored.result
    counted = [(what, {kind: count for kind, count in kinds.items() if count}) for what, kinds in _errors(scored)]
    if any(kinds for _, kinds in counted):
        body = "".join(f'<p class="es-count">{what}</p>{error_counts_html(kinds)}' for what, kinds in counted if kinds)
        parts.append(section_html("Errors", "What became of the references and of the predictions.", body))
    if result.get("per_type"):
        parts.append(_by_type(result["per_type"]))
    if result.get("per_slot"):
        rows = [{"slot": name, **row} for name, row in list(result["per_slot"].items())[:MOST_ROWS]]
        table = table_html(records_table(rows))
        parts.append(f'<details class="es-more"><summary>Table by slot</summary>{table}</details>')
    if page is ARGUMENT_PAGE:
        options = scored.task.options_from(scored.options)
        parts.append(
            section_html(
                "Sensitivity",
                "The score for other β (rows) and λ (columns); your choice is framed.",
                sensitivity_html(result["sensitivity"], options.beta, options.lam),
            )
        )
    parts.append(_all_scores(scored))
    parts.append(_take_away(scored, "".join(parts), largest))
    return f'<div class="es-result">{"".join(parts)}</div>'


def error_html(message: str) -> str:
    """An error in place of a result."""
    return f'<div class="es-result"><p class="es-error" role="alert"><b>Not scored.</b> {escaped(message)}</p></div>'


def _tiles(scored: Scored) -> str:
    tiles = []
    for key, title in scored.page.tiles:
        is_f1 = f"{key}_f1" in scored.result
        name = f"{key}_f1" if is_f1 else key
        if name not in scored.result:
            continue
        value = scored.result[name]
        small = ""
        if f"{key}_precision" in scored.result and is_f1:
            small = f"P {scored.result[f'{key}_precision']:.3f} · R {scored.result[f'{key}_recall']:.3f}"
        low, high = scored.result.get(f"{name}_low"), scored.result.get(f"{name}_high")
        if low is not None and high is not None:
            small = f"{low:.3f} to {high:.3f}"
        shown = "undefined" if value != value else f"{value:.4f}"
        width = 0.0 if value != value else 100 * max(0.0, min(1.0, value))
        heading = f"{title} F1" if is_f1 and not title.endswith("F1") else title
        tiles.append(
            f'<div class="es-tile"><span>{escaped(heading)}</span><b data-key="{attribute(name)}">{shown}</b>'
            f'<i class="es-meter"><i style="width:{width:.3g}%"></i></i><small>{small or "&nbsp;"}</small></div>'
        )
    counts = ", ".join(
        counted(scored.result[key], key.replace("_", " ").removesuffix("s"))
        for key in ("documents", "references", "predictions", "true_positives", "false_positives", "false_negatives")
        if key in scored.result
    )
    group = f'<div class="es-tiles" role="group" aria-label="scores">{"".join(tiles)}</div>'
    return f'{group}<p class="es-counts">{counts}</p>'


def _documents(scored: Scored) -> str:
    """The documents with the most errors, drawn."""
    rows = scored.result["per_document"]
    wrong = [_errors_of(scored.page, row) for row in rows]
    order = sorted(range(len(rows)), key=lambda row: (-wrong[row], row))
    drawn = sorted(order[:MOST_DOCUMENTS]) if len(rows) <= MOST_DOCUMENTS else order[:MOST_DOCUMENTS]
    which = f"{len(drawn)} of {len(rows):,} documents, those with the most errors." if len(rows) > len(drawn) else ""
    if scored.task is RESPONSES:
        return section_html("By document", which, table_html(records_table([rows[row] for row in drawn])))
    kinds = [kind for kind in CATEGORIES if any(counts.get(kind) for _, counts in _errors(scored))]
    legend = legend_html(kinds)
    if scored.page is ARGUMENT_PAGE:
        legend = error_legend(kinds)
    if scored.page is TEMPLATE_PAGE:
        legend = '<p class="es-count">Templates with the same number are aligned; ✓ marks what both sides have.</p>'
    body = "".join(_document(scored, row, len(rows) > 1) for row in drawn)
    return section_html("What was found", which, legend + body)


def error_legend(kinds: Sequence[str]) -> str:
    """What the signs of arguments mean."""
    badges = "".join(f'<span title="{attribute(category(kind).meaning)}">{badge(kind)}</span>' for kind in kinds)
    return f'<div class="es-legend">{badges}</div>'


def _document(scored: Scored, row: int, is_named: bool) -> str:
    reference, prediction = scored.references[row].as_py(), scored.predictions[row].as_py()
    name = reference.get("doc_id") or prediction.get("doc_id")
    title = f'<p class="es-doc">{escaped(name or f"document {row + 1}")}</p>' if is_named else ""
    items = _ITEMS[scored.page.name]
    if max(len(reference[items]), len(prediction[items])) > MOST_ITEMS:
        return f'{title}<p class="es-count">more than {MOST_ITEMS} {items} on a side: not drawn</p>'
    words = words_of(reference, scored.words, len(scored.references))
    if scored.page is EXTRACTION_PAGE:
        return f"{title}{_events(scored, row, reference, prediction, words)}"
    if scored.page is TEMPLATE_PAGE:
        return f"{title}{templates_html(reference, prediction, scored.result['alignment'][row])}"
    if scored.page is NUGGET_PAGE:
        alignment = scored.result["alignment"][row]["span"]
        categories = scored.result["categories"][row]
        pieces = _nugget_pieces(reference, prediction, words)
        lanes = nugget_lanes(reference, prediction, alignment=alignment, categories=categories, pieces=pieces)
        table = mapping_table(reference, prediction, alignment, categories, pieces=pieces)
        return f'{title}{lanes}<details class="es-more"><summary>Mapping table</summary>{table}</details>'
    categories = scored.result["categories"][row]
    pictures = frames_html(reference, prediction, categories)
    table = table_html(_argument_table(reference, prediction, categories))
    return f'{title}{pictures}<details class="es-more"><summary>Argument table</summary>{table}</details>'


_ITEMS = {"nuggets": "mentions", "arguments": "arguments", "extraction": "events", "templates": "templates"}


def _nugget_pieces(reference: Mapping[str, Any], prediction: Mapping[str, Any], words: Any) -> Pieces:
    """The document's text in pieces: of words, of token ids with their words, or of a text of characters."""
    spans = [list(mention["token_ids"]) for side in (reference, prediction) for mention in side["mentions"]]
    if isinstance(words, str):
        return document_pieces(spans, text=words)
    if isinstance(words, tuple):
        ids, tokens = words
        return document_pieces(spans, tokens=tokens, ids=ids)
    return document_pieces(spans, tokens=words)


def _events(scored: Scored, row: int, reference: Mapping[str, Any], prediction: Mapping[str, Any], words: Any) -> str:
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
    below = f'<p class="es-why"><b>Predicted without a place</b></p><ul class="es-why">{"".join(lines)}</ul>'
    return events_html(sides, event_pieces(sides, words)) + (below if lines else "")


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
        return [("", {kind: scored.result[kind] for kind in _FILLS})]
    errors = scored.result.get("errors") or {}
    if scored.page is EXTRACTION_PAGE:
        return [(f"{what}s", kinds) for what, kinds in errors.items()]
    return [("", errors)]


def _errors_of(page: Page, row: Mapping[str, Any]) -> float:
    if page is NUGGET_PAGE:
        name = "type_realis" if "type_realis_true_positives" in row else "type"
        return float(row["references"] + row["predictions"] - 2 * row[f"{name}_true_positives"])
    if page is EXTRACTION_PAGE:
        names = ("trigger_classification", "argument_classification")
        return float(
            sum(row[f"{n}_references"] + row[f"{n}_predictions"] - 2 * row[f"{n}_true_positives"] for n in names)
        )
    if page is TEMPLATE_PAGE:
        return float(row["possible"] + row["actual"] - 2 * row["correct"])
    score = row["score"]
    return float(row["false_positives"] + row["false_negatives"]) + (0.0 if score is None else 1 - score)


def _variants(scored: Scored) -> str:
    """The same documents under other choices, and why the numbers differ."""
    page = scored.page
    keys = [(f"{key}_f1" if f"{key}_f1" in scored.result else key, title) for key, title in page.tiles]
    keys = [(key, title) for key, title in keys if key in scored.result]
    rows, reasons = [], []
    base: dict[str, Any] = {}
    for variant in page.variants[scored.task.name]:
        try:
            result, is_other = scored.under(variant.options)
        except ValueError as error:  # a convention that does not take these documents
            rows.append(f'<tr><th scope="row">{escaped(variant.title)}</th>{"<td></td>" * len(keys)}</tr>')
            reasons.append(f'<p class="es-why"><b>{escaped(variant.title)}</b> {escaped(str(error))}</p>')
            continue
        base = base or result
        cells = "".join(_compared(result.get(key), base.get(key)) for key, _ in keys)
        mark = "" if is_other else ' <span class="es-here">this result</span>'
        rows.append(f'<tr><th scope="row">{escaped(variant.title)}{mark}</th>{cells}</tr>')
        if any(_differs(result.get(key), base.get(key)) for key, _ in keys):
            reasons.append(_why(variant, result))
    head = "".join(f'<th scope="col">{escaped(title)}</th>' for _, title in keys)
    table = (
        '<div class="es-scroll"><table class="es-table es-numbers es-variants"><thead><tr><th scope="col"></th>'
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )
    why = "".join(reasons) or '<p class="es-count">All of them agree on this input.</p>'
    lead = "The same input under other choices; what differs from the first row is marked."
    return section_html("What if", lead, table + why)


def _why(variant: Variant, result: Mapping[str, Any]) -> str:
    sentences = [variant.why] if variant.why else result.get("differences", [])
    items = "".join(f"<li>{escaped(sentence)}</li>" for sentence in sentences)
    return f'<p class="es-why"><b>{escaped(variant.title)}</b></p><ul class="es-why">{items}</ul>' if items else ""


def _compared(value: float | None, base: float | None) -> str:
    if value is None:
        return "<td></td>"
    if not _differs(value, base) or base is None:
        return f'<td class="es-num">{value:.4f}</td>'
    return f'<td class="es-num es-diff">{value:.4f} <small>{value - base:+.4f}</small></td>'


def _differs(value: float | None, base: float | None) -> bool:
    if value is None or base is None:
        return value is not base
    return not (value != value and base != base) and not abs(value - base) < 5e-7


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
    details = f'<details class="es-more"><summary>Table by type</summary>{table_html(table)}</details>'
    first = next(iter(rows.values()))
    what = "reference fills" if "possible" in first else "references"
    beside = f"; the number of {what} stands beside it" if "references" in first else ""
    return section_html("By type", f"F1 of each type{beside}.", type_bars(rows, score) + more + details)


def _all_scores(scored: Scored) -> str:
    result = scored.result
    tables = [scores_html(_with_groups(result), _GROUPS[scored.page.name])]
    keys = [
        key for key in _SINGLE[scored.page.name] if key in result and (result[key] or isinstance(result[key], float))
    ]
    if keys:
        tables.append(table_html(Table(("", "value"), tuple((key.replace("_", " "), result[key]) for key in keys))))
    return section_html("All scores", "", f'<div class="es-side-by-side">{"".join(tables)}</div>')


def _with_groups(result: Mapping[str, Any]) -> dict[str, Any]:
    """A result whose only precision, recall and F1 have a name before them, as tables want it."""
    plain = ("precision", "recall", "f1", "f1_low", "f1_high")
    return {**result, **{f"fills_{key}": result[key] for key in plain if key in result}}


def _take_away(scored: Scored, above: str, largest: int) -> str:
    """The signature, and the result as files."""
    signature = scored.result["signature"]
    flat = {key: value for key, value in scored.result.items() if not isinstance(value, dict | list)}
    whole = json.dumps(scored.result, indent=1, ensure_ascii=False)
    note = ""
    if len(whole) > largest:
        whole = json.dumps(flat, indent=1, ensure_ascii=False)
        note = '<p class="es-count">The details are too large for this page; event-score writes them.</p>'
    csv = records_table([{"key": key, "value": value} for key, value in flat.items()]).csv()
    name = scored.page.name
    table = score_table(_with_groups(scored.result), _GROUPS[name])
    files = {"json": whole, "csv": csv, "tex": table.latex(), "html": alone_html(scored.page.title, above)}
    lead = "The signature names every choice behind the numbers; two results compare where theirs agree."
    return section_html("Take it with you", lead, signature_html(signature) + files_html(name, files) + note)


def section_html(title: str, lead: str, body: str) -> str:
    """A part of a result under its title."""
    sentence = f'<p class="es-lead">{escaped(lead)}</p>' if lead else ""
    return f'<section class="es-section"><h3>{escaped(title)}</h3>{sentence}{body}</section>'
