"""The page itself: what one has, an example or files or a text, the result, and the rules beside it."""

from __future__ import annotations

from collections.abc import Mapping

from event_scoring.report.html import attribute, escaped
from spaces_app.glossary import glossary_html, with_terms
from spaces_app.limits import LARGEST_UPLOAD, MEGABYTE, MOST_SYSTEMS
from spaces_app.page import Page

_WORD = '<rect x="{0}" y="6" width="{1}" height="4" class="w"/>'
_MARK = '<rect x="{0}" y="{2}" width="{1}" height="4" rx="2" class="{3}"/>'
_LINE = '<path d="{0}" class="l"/>'
_WORDS = "".join(_WORD.format(x, width) for x, width in ((2, 14), (19, 10), (32, 18), (53, 9), (65, 13)))
_PICTURES = {
    "nuggets": _WORDS + _MARK.format(19, 23, 15, "a") + _MARK.format(53, 9, 15, "b") + _MARK.format(19, 10, 24, "a"),
    "extraction": _WORDS
    + _MARK.format(32, 18, 15, "a")
    + _MARK.format(2, 14, 24, "b")
    + _MARK.format(65, 13, 24, "b")
    + _LINE.format("M9 24C9 17 30 17 32 17M71 24C71 17 52 17 50 17"),
    "arguments": '<rect x="3" y="4" width="34" height="26" rx="4" class="f"/><rect x="43" y="4" width="34" height="26" '
    'rx="4" class="f"/>'
    + "".join(_MARK.format(x, w, y, c) for x, w, y, c in ((8, 22, 9, "a"), (8, 15, 16, "b"), (8, 19, 23, "b")))
    + "".join(_MARK.format(x, w, y, c) for x, w, y, c in ((48, 18, 9, "a"), (48, 24, 16, "b"))),
    "templates": '<rect x="12" y="3" width="56" height="28" rx="3" class="f"/>'
    + "".join(_WORD.format(17, 14).replace('y="6"', f'y="{y}"') for y in (8, 15, 22))
    + "".join(_MARK.format(37, w, y, c) for w, y, c in ((25, 8, "a"), (18, 15, "a"), (22, 22, "b"))),
    "answers": '<path d="M6 5h68v20H30l-8 7v-7H6z" class="f"/><path d="M18 11l-5 4 5 4M62 11l5 4-5 4" class="l"/>'
    + _MARK.format(26, 28, 13, "a"),
}


def shell_html(pages: Mapping[str, Page], first: Mapping[str, str]) -> str:
    """The page with a first result in it.

    Args:
        pages: The kinds of score, by name.
        first: What `visits.respond` says of the first example of the first of them.
    """
    tabs = "".join(_tab(page, not number) for number, page in enumerate(pages.values()))
    chips = "".join(_chips(page, not number) for number, page in enumerate(pages.values()))
    cards = "".join(_card(page, not number) for number, page in enumerate(pages.values()))
    tablist = f'<div role="tablist" aria-labelledby="ev-have">{tabs}</div>'
    several = f'<div class="ev-have"><p id="ev-have">I have</p>{tablist}</div>' if len(pages) > 1 else ""
    return f"""
<div class="ev" data-page="{first["page"]}" data-task="{first["task"]}">
<div class="ev-top"><header class="ev-header"><h1>Event scores</h1>
<p>People marked the events in a text, and so did a system: how well do they agree? Scored as the papers and the
official scorers do, with every mark that earned or lost a number.</p></header>
<div class="ev-drop"><label><input type="file" id="ev-files" multiple>
<b>Drop files here</b> or choose: references, up to {MOST_SYSTEMS} systems, texts</label>
<button type="button" class="ev-link" id="ev-samples">Try sample files</button>
<details><summary>What is read</summary><p>TBF, brat (zip), TAC KBP stores (zip), JSON Lines of OneIE, DyGIE++, TextEE,
OmniEvent, MAVEN, RAMS, WikiEvents, templates, answers of models. Format, task and sides are found. Up to
{LARGEST_UPLOAD // MEGABYTE} MB; deleted after a few minutes.</p></details>
<div id="ev-chosen"></div></div></div>
{several}
<div id="ev-panel" role="tabpanel" {'aria-labelledby="ev-tab-' + first["page"] + '"' if len(pages) > 1 else ""}>
<div class="ev-learn">{chips}<p class="ev-shows" id="ev-shows">{first["shows"]}</p></div>
<div class="ev-columns">
<section class="ev-main" aria-label="result"><p class="ev-stale" id="ev-stale" role="status"></p>
<div id="ev-result" aria-busy="false">{first["html"]}</div></section>
<aside class="ev-side" aria-label="rules and text">
<div id="ev-rules">{first["rules"]}</div>
<details class="ev-box" id="ev-more"><summary>More options</summary>
<form id="ev-options">{first["options"]}</form></details>
<details class="ev-box" id="ev-text"><summary>Edit as text</summary>
<label class="ev-words">Text, words between spaces<textarea id="ev-words" rows="3"
spellcheck="false">{escaped(first["words"])}</textarea></label>
<label>Reference<textarea id="ev-gold" rows="6" spellcheck="false">{escaped(first["gold"])}</textarea></label>
<label>System<textarea id="ev-system" rows="6" spellcheck="false">{escaped(first["system"])}</textarea></label>
<p class="ev-keys"><kbd>Shift</kbd> + <kbd>Enter</kbd> scores at once; otherwise a moment after you stop.</p>
{cards}</details>
<p class="ev-share"><button type="button" class="es-button" id="ev-share">Copy link to this result</button></p>
</aside>
</div>
</div>
<div id="ev-editor" popover="manual" class="ev-tip" role="dialog" aria-label="annotation"></div>
{glossary_html()}
</div>"""


def _tab(page: Page, is_first: bool) -> str:
    return (
        f'<button type="button" role="tab" id="ev-tab-{page.name}" data-page="{page.name}" aria-controls="ev-panel" '
        f'aria-selected="{str(is_first).lower()}" tabindex="{0 if is_first else -1}"><svg viewBox="0 0 80 34" '
        f'aria-hidden="true">{_PICTURES[page.name]}</svg><b>{escaped(page.have)}</b><small>{escaped(page.line)}</small>'
        "</button>"
    )


def _chips(page: Page, is_first: bool) -> str:
    buttons = "".join(
        f'<button type="button" class="ev-chip" data-example="{attribute(example.name)}" '
        f'aria-pressed="{str(is_first and not number).lower()}">{escaped(example.title)}</button>'
        for number, example in enumerate(page.examples)
    )
    hidden = "" if is_first else " hidden"
    return f'<div role="group" aria-label="examples" data-for="{page.name}"{hidden}><span>See</span>{buttons}</div>'


def _card(page: Page, is_first: bool) -> str:
    rows = "".join(f"<dt><code>{escaped(line)}</code></dt><dd>{with_terms(says)}</dd>" for line, says in page.card)
    words = "<p>Words count from 0. A line <code># name</code> begins a document.</p>" if page.has_words else ""
    hidden = "" if is_first else " hidden"
    json = "<p>JSON Lines may be pasted.</p>"
    return f'<div class="ev-card" data-for="{page.name}"{hidden}><dl>{rows}</dl>{words}{json}</div>'
