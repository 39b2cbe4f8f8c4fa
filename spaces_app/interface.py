"""The page itself: from input to score in one path, for each kind of score a tab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import gradio as gr
from gradio.data_classes import FileData, ListFiles

from event_scoring.arguments.options import ArgumentOptions
from event_scoring.examples import Example
from event_scoring.extraction.options import ExtractionOptions
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.report.html import escaped
from event_scoring.templates.options import TemplateOptions
from spaces_app.comparisons import systems_html
from spaces_app.endpoints import add_endpoints
from spaces_app.limits import MOST_SYSTEMS, check_text
from spaces_app.notation import read_words, write_words
from spaces_app.page import Control, Page, score
from spaces_app.pages import ARGUMENT_PAGE, EXTRACTION_PAGE, NUGGET_PAGE, PAGES, TEMPLATE_PAGE
from spaces_app.results import error_html, result_html
from spaces_app.uploads import Upload, score_files

THEME = gr.themes.Base(
    primary_hue="blue",
    neutral_hue="slate",
    radius_size="sm",
    text_size="md",
    font=["system-ui", "Noto Sans", "sans-serif"],
    font_mono=["ui-monospace", "DejaVu Sans Mono", "monospace"],
).set(
    button_primary_background_fill="#0b62a8",
    button_primary_background_fill_hover="#094f88",
    button_primary_background_fill_dark="#0b62a8",
    button_primary_background_fill_hover_dark="#0d74c6",
)
OPTIONS = {
    NUGGET_PAGE.name: NuggetOptions,
    ARGUMENT_PAGE.name: ArgumentOptions,
    EXTRACTION_PAGE.name: ExtractionOptions,
    TEMPLATE_PAGE.name: TemplateOptions,
}
SHOW_RESULT = """() => {
  const result = document.getElementById('RESULT'), top = result.getBoundingClientRect().top;
  if (top < 0 || top > window.innerHeight * 0.6) result.scrollIntoView({behavior: 'smooth', block: 'start'});
}"""
HEADER = """
<header class="es-header"><h1>{title}</h1><p>{lead}</p></header>
"""


def build(pages: Sequence[Page] = tuple(PAGES.values())) -> gr.Blocks:
    """The app with one tab for each page, or a single page without tabs."""
    title = "Event scores" if len(pages) > 1 else pages[0].title
    lead = "Score event extraction as the papers and the official scorers do, and see why the number is what it is."
    with gr.Blocks(title=title, analytics_enabled=False, fill_width=True) as app:
        gr.HTML(HEADER.format(title=escaped(title), lead=escaped(lead)), elem_id="es-top")
        if len(pages) == 1:
            add_page(pages[0])
        else:
            with gr.Tabs():
                for page in pages:
                    with gr.Tab(page.tab, id=page.name):
                        add_page(page)
        for page in pages:
            add_endpoints(page, OPTIONS[page.name])
    return app


def uploaded_file(**settings: Any) -> gr.File:
    """A file from the user's machine; an address for the server to fetch is refused."""
    # Not a subclass: gradio writes a stub file beside the source of each new component class.
    component = gr.File(**settings)
    move = component.async_move_resource_to_block_cache

    async def only_uploaded(path: Any) -> str | None:
        if "://" in str(path):
            raise gr.Error("Expected an uploaded file, got an address.", print_exception=False)
        return await move(path)

    component.async_move_resource_to_block_cache = only_uploaded
    # The component's own way leaves an empty file behind for each call.
    component.preprocess = _path_of if component.file_count == "single" else _paths_of
    return component


def _path_of(payload: Any) -> str | None:
    """Where an uploaded file is."""
    if payload is None:
        return None
    if isinstance(payload, FileData):
        return payload.path
    raise gr.Error("Expected one file, got several.", print_exception=False)


def _paths_of(payload: Any) -> list[str]:
    """Where some uploaded files are."""
    given = payload.root if isinstance(payload, ListFiles) else [payload] if payload is not None else []
    return [file.path for file in given]


def add_page(page: Page) -> None:
    """The inputs, the options and the result of one kind of score, and what happens between them."""
    first = page.examples[0]
    gr.HTML(f'<p class="es-lead">{escaped(page.lead)}</p>')
    with gr.Row(elem_classes="es-columns"):
        with gr.Column(scale=6, min_width=320, elem_classes="es-input"):
            gr.HTML('<h2 class="es-step"><b>1</b> Choose an example, write, or upload</h2>')
            with gr.Row(elem_classes="es-examples"):
                buttons = [gr.Button(example.title, size="sm", elem_classes="es-chip") for example in page.examples]
            shows = gr.HTML(_shows(first), elem_classes="es-shows")
            # Not a gr.State, which the server would keep for each visitor.
            mode = gr.Textbox("text", visible=False)
            with gr.Tabs() as ways:
                with gr.Tab("Write", id="text") as writing:
                    words, numbers, gold, system = _editors(page, first)
                with gr.Tab("Upload", id="files") as uploading:
                    files = _files(page)
            gr.HTML('<h2 class="es-step"><b>2</b> Choose the rules</h2>')
            controls = _controls(page)
            button = gr.Button("Score", variant="primary", elem_id=f"es-score-{page.name}")
        with gr.Column(scale=7, min_width=320, elem_classes="es-output"):
            gr.HTML('<h2 class="es-step"><b>3</b> Read the score</h2>')
            result = gr.HTML(_scored_text(page, _values(page, first), *_texts(page, first)), elem_id=f"es-{page.name}")
    texts = [words, gold, system]
    quiet: dict[str, Any] = {"api_visibility": "private", "show_progress": "minimal", "show_progress_on": result}
    for example, chip in zip(page.examples, buttons, strict=True):
        chip.click(partial(_load, page, example), None, [*texts, *controls, shows, mode, ways, result], **quiet)
    for tab, way in ((writing, "text"), (uploading, "files")):
        # In the browser alone: a request might end only after the button was pressed.
        tab.select(None, None, mode, js=f"() => '{way}'", api_visibility="private", show_progress="hidden")
    changes = [control.release if isinstance(control, gr.Slider) else control.input for control in controls]
    work, inputs = partial(_score, page), [mode, *texts, *files, *controls]
    gr.on(changes, work, inputs, result, trigger_mode="always_last", **quiet)
    asked = gr.on([button.click, gold.submit, system.submit, words.submit], work, inputs, result, **quiet)
    asked.then(None, js=SHOW_RESULT.replace("RESULT", f"es-{page.name}"), api_visibility="private")
    if page.has_words:
        words.change(_numbered, words, numbers, api_visibility="private", show_progress="hidden")
    _add_file_endpoint(page)


def _editors(page: Page, example: Example) -> list[Any]:
    words, gold, system = _texts(page, example)
    text = gr.Textbox(
        words, label="Text, words between spaces", lines=2, max_lines=6, visible=page.has_words, elem_classes="es-words"
    )
    numbers = gr.HTML(_numbered(words), visible=page.has_words)
    gr.HTML(f'<p class="es-hint">{escaped(page.notation)}</p>')
    editor = partial(gr.Textbox, lines=4, max_lines=12, elem_classes="es-editor")
    return [text, numbers, editor(gold, label="Reference"), editor(system, label="Prediction")]


def _files(page: Page) -> list[Any]:
    several = f"Up to {MOST_SYSTEMS} systems, which are compared."
    gr.HTML(f'<p class="es-hint">{escaped(page.uploads)} {several} Up to 20 MB; deleted after a few minutes.</p>')
    box: dict[str, Any] = {"height": 120, "elem_classes": "es-upload"}
    with gr.Row():
        gold = uploaded_file(label="Reference file", **box)
        systems = uploaded_file(label="System files, one or several", file_count="multiple", **box)
    has_words = page is NUGGET_PAGE
    choices = [("characters", "char"), ("tokens", "token")]
    unit = gr.Radio(choices, value="char", label="TBF spans are made of", visible=has_words)
    label = "Words (optional): a zip file of DOC_ID.tab or DOC_ID.txt"
    words = uploaded_file(label=label, visible=has_words, **box)
    return [gold, systems, unit, words]


def _controls(page: Page) -> list[Any]:
    """The controls in the order of the page, the main ones in sight and the others folded."""
    built: dict[str, Any] = {control.name: _control(control) for control in page.controls if control.is_main}
    with gr.Accordion("More options", open=False), gr.Row(elem_classes="es-options"):
        built.update({control.name: _control(control) for control in page.controls if not control.is_main})
    return [built[control.name] for control in page.controls]


def _control(control: Control) -> Any:
    shared: dict[str, Any] = {"label": control.label, "info": control.info or None}
    if control.bounds is not None:
        low, high, step = control.bounds
        return gr.Slider(low, high, control.default, step=step, **shared)
    if control.choices:
        kind = gr.Radio if control.is_main else gr.Dropdown
        return kind(list(control.choices), value=control.default, min_width=200, **shared)
    return gr.Textbox(control.default, min_width=200, max_length=10_000, **shared)


def _add_file_endpoint(page: Page) -> None:
    """`/score_…_files`: two files and the options as JSON; the result is that of the command line."""

    def files(
        gold: str, system: str, unit: str, options: dict[str, Any] | None, words: str | None = None
    ) -> dict[str, Any]:
        try:
            (scored,) = score_files(page, Upload(gold, [system], unit, words), lambda _: options or {}).values()
            return scored.result
        except (ValueError, TypeError) as error:
            raise gr.Error(str(error), print_exception=False) from None

    # The name of the tool that a model sees (MCP), and what it reads of the parameters.
    files.__name__ = f"score_{page.name}_files"
    files.__doc__ = """Score two files.

    Args:
        gold: The file of the references.
        system: The file of the system.
        unit: What TBF spans are made of: char or token.
        options: Options of the score by name, as the tool without files has them.
        words: Token tables (DOC_ID.tab) or texts (DOC_ID.txt) of nugget files in a zip file; optional.
    """
    gold, system, words = (uploaded_file(visible=False) for _ in range(3))
    unit = gr.Textbox("char", label="unit", visible=False)
    options, result = gr.JSON({}, label="options", visible=False), gr.JSON(label="result", visible=False)
    # "Any valid JSON", as gradio calls it, is no valid schema, and clients of the tool check it.
    options.api_info = options.api_info_as_input = lambda: {"type": "object", "description": "options by name"}
    button = gr.Button(visible=False)
    name = f"score_{page.name}_files"
    description = f"Score {page.title.lower()} in two files. {page.uploads}"
    button.click(files, [gold, system, unit, options, words], result, api_name=name, api_description=description)


def _load(page: Page, example: Example) -> list[Any]:
    """An example in the editors, with its options and its result."""
    texts, values = _texts(page, example), _values(page, example)
    return [*texts, *values, _shows(example), "text", gr.Tabs(selected="text"), _scored_text(page, values, *texts)]


def _score(page: Page, mode: str, *inputs: Any) -> str:
    """The result of what is in sight, the editors or the files."""
    words, gold, system, gold_file, system_files, unit, words_file, *values = inputs
    if mode == "text":
        return _scored_text(page, values, words, gold, system)
    upload = Upload(gold_file, system_files or [], unit, words_file)
    return _page_of(lambda: systems_html(score_files(page, upload, partial(page.options, values))))


def _scored_text(page: Page, values: Sequence[Any], words: str, gold: str, system: str) -> str:
    def shown() -> str:
        references = page.read(check_text(gold, "reference"), "reference", page.kind)
        predictions = page.read(check_text(system, "prediction"), "prediction", page.kind)
        options = page.options(values, page.task)
        read = read_words(check_text(words, "text"))
        return result_html(score(page, page.task, predictions, references, options, read))

    return _page_of(shown)


def _page_of(work: Callable[[], str]) -> str:
    try:
        return work()
    except (ValueError, TypeError) as error:
        return error_html(str(error))


def _texts(page: Page, example: Example) -> list[str]:
    return [
        write_words(example.tokens),
        page.write(example.references, page.kind),
        page.write(example.predictions, page.kind),
    ]


def _values(page: Page, example: Example) -> list[Any]:
    return [example.options.get(control.name, control.default) for control in page.controls]


def _shows(example: Example) -> str:
    return f'<p class="es-shows"><b>{escaped(example.title)}.</b> {escaped(example.shows)}</p>'


def _numbered(text: str) -> str:
    """The words with their numbers, which the annotations use."""
    rows = []
    for name, words in read_words(text[:5000]).items():
        title = f"<b>{escaped(name)}</b> " if name else ""
        numbered = "".join(f"<span><i>{place}</i>{escaped(word)}</span>" for place, word in enumerate(words[:300]))
        rows.append(f"<div>{title}{numbered}</div>")
    return f'<div class="es-numbered" aria-hidden="true">{"".join(rows)}</div>'
