"""The page in the system's Chromium: what a visitor sees and does, one server and one browser for all tests."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.make_page_pictures import ANSWER, SETTLED, VIEWS, brat_files, tbf_files
from event_scoring import score_detection, score_extraction, score_nuggets
from spaces_app.examples import OPENING, page_examples
from spaces_app.requests import answer, packed
from spaces_app.scorers import STRIPS_OF
from tests.browser.chromium import Watch
from tests.generated import tries
from tests.space.running_page import RunningPage
from tests.space.test_sums import random_state

pytestmark = pytest.mark.slow
NUMBERS = """() => Object.fromEntries([...document.querySelectorAll('.group')].flatMap(group =>
    [...group.querySelectorAll('.name')].map(name => [name.textContent, group.querySelector('b').textContent])))"""
MARKS = """marks => marks.map(mark => [mark.closest('.references') ? 'reference' : 'prediction',
    mark.lastChild.previousSibling.textContent, mark.classList.contains('won')])"""


class Visit:
    """One visitor: a tab of a browser of its own, and what went wrong in it."""

    def __init__(self, browser: Any, url: str, address: str = "", width: int = 1366, **settings: Any) -> None:
        viewport = {"width": width, "height": 768}
        self.context = browser.new_context(base_url=url, viewport=viewport, **settings)
        self.tab = self.context.new_page()
        self.troubles: list[str] = []
        self.tab.on("console", lambda message: message.type == "error" and self.troubles.append(message.text))
        self.tab.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.tab.on("request", self._request)
        self.tab.goto(f"/{address}")
        self.settle()

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:", "about:")):
            self.troubles.append(f"request: {request.url}")

    def settle(self) -> None:
        """Wait until the page has finished drawing."""
        self.tab.wait_for_timeout(80)
        self.tab.wait_for_function(SETTLED)

    def numbers(self) -> dict[str, str]:
        """The strip: the number of each scorer."""
        return self.tab.evaluate(NUMBERS)  # type: ignore[no-any-return]

    def expect(self, wanted: dict[str, str]) -> None:
        """Wait until the strip shows these numbers."""
        differ = "(found, wanted) => Object.keys({...found, ...wanted}).some(name => found[name] !== wanted[name])"
        self.tab.wait_for_function(f"wanted => !({differ})(({NUMBERS})(), wanted)", arg=wanted)
        self.settle()

    def marks(self) -> list[list[Any]]:
        """Side, label and whether it is credited of each mark."""
        return self.tab.eval_on_selector_all(".mark", MARKS)  # type: ignore[no-any-return]

    def light(self, name: str) -> None:
        self.tab.locator(".name", has_text=name).first.click()
        self.settle()

    def text(self, selector: str) -> str:
        return self.tab.locator(selector).inner_text()  # type: ignore[no-any-return]


@pytest.fixture
def visit(browser: Any, page: RunningPage) -> Iterator[Any]:
    visitors: list[Visit] = []

    def begin(address: str = "", **settings: Any) -> Visit:
        visitors.append(Visit(browser, page.url, address, **settings))
        return visitors[-1]

    yield begin
    for visitor in visitors:
        visitor.context.close()
        assert not visitor.troubles


def shown(request: dict[str, Any]) -> dict[str, str]:
    """Return the expected strip of a state."""
    drawn = answer(json.loads(json.dumps(request)))
    return {dot["name"]: f"{dot['values'][drawn['system']]:.2f}" for dot in drawn["dots"]}


def test_the_opening_says_that_scorers_disagree_and_shows_it_without_scrolling(visit: Any) -> None:
    for width in (1366, 1024, 390):
        visitor = visit(width=width)
        assert visitor.text("#headline") == "The same output is 0.29 or 0.86, depending on who counts."
        assert visitor.text("#verdict") == "Found 3 of 3 events: 1 right, 2 with other words; 1 invented."
        assert visitor.numbers() == shown(OPENING)
        assert len(set(visitor.numbers().values())) == 7
        box = visitor.tab.locator(".axis").bounding_box()
        assert box["y"] + box["height"] < 768
        assert {(side, label) for side, label, _ in visitor.marks()} == {
            *(("reference", "Attack"), ("reference", "Die")),
            *(("prediction", "Attack"), ("prediction", "Transport"), ("prediction", "Die")),
        }


def test_a_dot_lights_the_marks_that_it_credits_and_says_why(visit: Any) -> None:
    visitor = visit()
    visitor.light("TextEE")
    assert [label for side, label, won in visitor.marks() if side == "prediction" and won] == ["Attack"]
    assert visitor.text("#sum") == "TextEE, 0.29: 1 · precision 1 of 4, recall 1 of 3 · F1 0.29"
    assert "“shot” is right; “fire” (other words), “convoy” (invented)" in visitor.text("#why")
    assert "convention:textee" in visitor.text("#signature")
    links = visitor.tab.eval_on_selector_all("#why a", "links => links.map(link => link.href)")
    assert links[1] == "https://github.com/ej0cl6/TextEE/tree/25d5dca"
    rule = visitor.context.request.get(links[0])
    assert "def as_sets" in rule.text()
    visitor.tab.locator(".name", has_text="EvmEval 1.8").focus()
    visitor.tab.keyboard.press("Enter")
    visitor.settle()
    assert visitor.tab.evaluate("document.activeElement.textContent") == "EvmEval 1.8", "the focus stays"
    assert sum(won for _, _, won in visitor.marks()) == 6
    visitor.light("nervaluate, type")
    for side in ("reference", "prediction"):
        assert [label for one, label, won in visitor.marks() if one == side and won] == ["Attack", "Attack", "Die"]
    assert visitor.tab.locator(".sums path").count() == 3, "a line between the two marks of each summand"


def test_a_shared_link_shows_the_same_in_a_fresh_browser(visit: Any) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.tab.locator(".mark", has_text="Transport").focus()
    visitor.tab.keyboard.press("Delete")
    visitor.settle()
    visitor.light("EvmEval 1.8")
    visitor.tab.click("#share")
    visitor.tab.get_by_text("The link is copied").wait_for()
    link = visitor.tab.evaluate("navigator.clipboard.readText()")
    query = link[link.index("?") :]
    other = visit(query)
    assert other.numbers() == visitor.numbers()
    assert other.marks() == visitor.marks()
    for part in ("#why", "#signature", "#headline", "#verdict"):
        assert other.text(part) == visitor.text(part)
    strip = visit(query.replace("?", "#view=strip&"))
    assert strip.numbers() == visitor.numbers()
    assert not strip.tab.locator("#box").is_visible()
    assert strip.tab.locator("#whole").get_attribute("href") == query.replace("?", "#")


def test_a_page_that_holds_the_strip_is_told_its_height(browser: Any, page: RunningPage) -> None:
    """It shows the marks too, and is not cut."""
    frame = f'<iframe src="{page.url}#view=strip&example=opening&scorer=TextEE" width=700 height=200></iframe>'
    listen = """<script>addEventListener('message', event => {
        if (event.data.eventScores) document.querySelector('iframe').height = event.data.eventScores; });</script>"""
    context = browser.new_context(viewport={"width": 800, "height": 900})
    tab = context.new_page()
    tab.set_content(listen + frame)
    inner = tab.frame_locator("iframe")
    inner.locator(".mark.won").first.wait_for()
    tab.wait_for_function("document.querySelector('iframe').height > 400")
    assert inner.locator("body").evaluate("body => body.ownerDocument.documentElement.scrollHeight <= innerHeight")
    context.close()


def test_back_twice_leads_to_what_was_before(visit: Any) -> None:
    visitor = visit()
    seen = [visitor.numbers()]
    for example in ("Which words are one event", "Too many words"):
        visitor.tab.get_by_role("button", name=example).click()
        visitor.settle()
        seen.append(visitor.numbers())
    assert len({json.dumps(numbers) for numbers in seen}) == 3
    for wanted in seen[-2::-1]:
        visitor.tab.go_back()
        visitor.expect(wanted)
    visitor.tab.locator(".mark", has_text="Transport").focus()
    visitor.tab.keyboard.press("ArrowRight")
    visitor.settle()
    visitor.tab.keyboard.press("Delete")
    visitor.settle()
    visitor.tab.go_back()
    visitor.tab.go_back()
    visitor.expect(seen[0])


def test_an_address_that_is_too_long_says_so(visit: Any) -> None:
    visitor = visit()
    words = " ".join(f"w{number * 7919 % 100003}" for number in range(2500))
    visitor.tab.fill("#right", words)
    visitor.tab.click("#read-right")
    visitor.settle()
    assert visitor.text("#headline").startswith("What is right?")
    visitor.tab.locator("[data-w='0']").focus()
    visitor.tab.keyboard.press("Enter")
    visitor.tab.locator("#editor").get_by_label("type or role").fill("Attack")
    visitor.tab.keyboard.press("Enter")
    visitor.settle()
    visitor.tab.click("#share")
    visitor.tab.get_by_text("8,000 are safe to send. Take the report instead.").wait_for()
    hurt = visit("#s=xx")
    assert "This address is damaged" in hurt.text("#headline")
    assert not hurt.tab.locator("#take").is_visible(), "there is nothing to take"
    hurt.tab.get_by_role("button", name="Show an example").click()
    hurt.expect(shown(OPENING))
    assert hurt.tab.locator("#take").is_visible()


DOTS = """async () => { const {page} = await import('/page/page.js');
    return page.drawn.dots.map(dot => ({name: dot.name, values: dot.values[page.drawn.system]})); }"""
MIDDLES = """() => [...document.querySelectorAll('.dot')].map(dot => {
    const box = dot.getBoundingClientRect();
    return [dot.dataset.scorer, box.left + box.width / 2]; })"""
LIGHT_EACH = """async () => {
    const {light, page} = await import('/page/page.js');
    return page.drawn.dots.map(dot => {
        page.state.scorer = dot.name;
        light();
        return {name: dot.name, written: dot.written[page.drawn.system], credits: dot.credits, lines: dot.lines,
            links: dot.links.length, sum: document.querySelector('#sum').innerText,
            won: [...document.querySelectorAll('#document [data-key].won')].map(one => one.dataset.key),
            marks: [...document.querySelectorAll('#document [data-key]')].map(one => one.dataset.key)};
    }); }"""
"""Lights each dot, and returns what the page shows of it."""
SHOW = """async state => {
    const {look, page} = await import('/page/page.js');
    Object.assign(page, {state, example: '', files: []});
    await look();
    const {choices, counted} = page.drawn;
    return [counted, ...Object.keys(choices).filter(other => other !== counted)]; }"""
"""Draws a state, and returns what its dots count, and what else they can count."""
COUNT = """async counted => {
    const {look, page} = await import('/page/page.js');
    Object.assign(page.state, {counted, scorer: ''});
    await look(); }"""
PICTURE = "async () => (await import('/page/page.js')).picture()"


def check_dots(dots: list[dict[str, Any]], where: str) -> None:
    """Marks with credit are lit, both ends of a line if they are shown, and no two numbers share a sentence."""
    said: dict[str, str] = {}
    for dot in dots:
        place = f"{where} {dot['name']}"
        assert dot["sum"].startswith(f"{dot['name']}, {dot['written']}: "), place
        sentence = dot["sum"].partition(": ")[2]
        assert sentence.endswith(dot["written"]), place
        assert said.setdefault(sentence, dot["written"]) == dot["written"], place
        assert dot["credits"] or dot["links"] or "0 of 0" in sentence, f"{place} lights nothing"
        shown, won = set(dot["marks"]), set(dot["won"])
        assert won == {key for key, credit in dot["credits"].items() if credit > 0} & shown, place
        ends = {end for prediction, reference, _ in dot["lines"] for end in (prediction, reference)}
        assert ends & shown <= won, place


@pytest.mark.parametrize("name", [one["name"] for one in page_examples()])
def test_each_dot_lights_both_ends_of_its_sum_and_the_picture_says_it(visit: Any, name: str) -> None:
    visitor = visit(f"#example={name}")
    titles = visitor.tab.locator(".count button").all_inner_texts() if name != "systems" else []
    for title in (*titles, None):
        if title is not None:
            visitor.tab.get_by_role("button", name=title, exact=True).click()
            visitor.settle()
        dots = visitor.tab.evaluate(LIGHT_EACH)
        check_dots(dots, f"{name} {title}")
        visitor.tab.locator(f'.name[data-scorer="{dots[0]["name"]}"]').click()
        visitor.settle()
        assert visitor.text("#sum") == dots[0]["sum"]
        picture = html.unescape(re.sub(r"<[^>]+>", " ", visitor.tab.evaluate(PICTURE)))
        for part in (*visitor.text("#headline").split(), *visitor.text("#sum").split()):
            assert part in picture


@pytest.mark.parametrize("task", [*STRIPS_OF])
def test_dots_of_random_documents_show_their_sums_and_light_both_ends(visit: Any, task: str) -> None:
    visitor = visit()
    for seed in range(tries(30) // 3):  # the numbers of all are checked without a browser
        first, *others = visitor.tab.evaluate(SHOW, random_state(task, seed))
        check_dots(visitor.tab.evaluate(LIGHT_EACH), f"{task} {seed} {first}")
        for counted in others:
            visitor.tab.evaluate(COUNT, counted)
            check_dots(visitor.tab.evaluate(LIGHT_EACH), f"{task} {seed} {counted}")


def test_dots_of_one_number_stand_apart_on_the_page(visit: Any) -> None:
    """Many dots form columns, which the ends of the axis push inwards."""
    boxes = """() => [...document.querySelectorAll('.dot')].map(dot => {
        const box = dot.getBoundingClientRect();
        return [dot.title.split(' ').at(-1), box.left, box.top, box.right];
    })"""
    for width in (1366, 390):
        for example in ("opening", "coreference"):  # in the second one every event is right
            visitor = visit(f"#example={example}", width=width)
            if example == "coreference":
                visitor.tab.get_by_role("button", name="event words", exact=True).click()
                visitor.settle()
            dots = visitor.tab.evaluate(boxes)
            assert len(dots) > 14
            axis = visitor.tab.locator(".axis").bounding_box()
            values = {dot["name"]: dot["values"] for dot in visitor.tab.evaluate(DOTS)}
            middles = visitor.tab.evaluate(MIDDLES)
            moved = [name for name, x in middles if abs(x - axis["x"] - axis["width"] * values[name]) > 1]
            assert len(moved) == visitor.tab.locator(".stems path").count(), (
                "a line leads from each dot beside its number"
            )
            assert all(left >= 0 and right <= width for _, left, _, right in dots)
            places = [(number, round(left), round(top)) for number, left, top, _ in dots]
            assert len(set(places)) == len(places)
            for number, left, top in places:
                near = [one for one in places if one[0] == number and max(abs(one[1] - left), abs(one[2] - top)) < 15]
                assert near == [(number, left, top)], "each dot of a number can be touched whole"


def test_every_dot_can_be_hit_by_a_finger_and_a_swipe_scrolls(visit: Any) -> None:
    for example in ("opening", "boundaries", "coreference"):
        visitor = visit(f"#example={example}", width=390, has_touch=True)
        missed = visitor.tab.evaluate("""() => [...document.querySelectorAll('.dot')].filter(dot => {
            dot.scrollIntoView({block: 'center'});
            const box = dot.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
            return [[0, 0], [-11, 0], [11, 0], [0, -11], [0, 11]].some(([right, down]) =>
                document.elementFromPoint(Math.min(389, Math.max(0, x + right)), y + down)?.closest('.dot') !== dot);
        }).map(dot => dot.title)""")
        assert missed == [], example
    assert visitor.tab.locator(".mark").first.evaluate("mark => getComputedStyle(mark).touchAction") == "pan-y"


def test_on_paper_marks_stand_where_their_words_are(visit: Any) -> None:
    visitor = visit("#example=opening&scorer=EvmEval%201.8")
    visitor.tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    inside = """() => [...document.querySelectorAll('.mark')].every(mark =>
        mark.getBoundingClientRect().right <= document.body.getBoundingClientRect().left + 690)"""
    assert visitor.tab.evaluate(inside)
    assert not visitor.tab.locator("#take").is_visible()
    visitor.tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert visitor.tab.locator("#take").is_visible()


def test_a_file_that_fails_leaves_no_old_picture(visit: Any, tmp_path: Path) -> None:
    visitor = visit()
    broken = tmp_path / "gold.tbf"
    broken.write_text(tbf_files(tmp_path)[0].read_text().replace("7,15", "t1,t2"))
    visitor.tab.set_input_files("#files", [broken, tmp_path / "run.tbf"])
    visitor.settle()
    said = visitor.tab.get_by_role("alert").inner_text()
    assert "drop the token tables (.tab) too" in said
    assert "--" not in said
    for part in ("#document", "#strip", "#why", "#take"):
        assert not visitor.tab.locator(part).is_visible()


def test_without_a_script_a_sentence_says_so(browser: Any, page: RunningPage) -> None:
    context = browser.new_context(base_url=page.url, java_script_enabled=False)
    tab = context.new_page()
    tab.goto("/")
    assert "This page needs JavaScript." in tab.locator("noscript").inner_text()
    context.close()


def center(place: Any) -> tuple[float, float]:
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def word(visitor: Visit, place: int) -> tuple[float, float]:
    """Where a word is now, in a text that is drawn again and again."""
    read = """place => { const box = document.querySelector(`[data-w='${place}']`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; }"""
    x, y = visitor.tab.evaluate(read, place)
    return x, y


def opening_with(place: int, span: tuple[int, int]) -> dict[str, Any]:
    """The opening example with one mark of the system on other words."""
    state = json.loads(json.dumps(OPENING))
    state["systems"]["system"][0]["events"][place]["trigger"]["span"] = list(span)
    return state


def test_a_mark_is_dragged_and_the_dots_follow(visit: Any) -> None:
    visitor = visit()
    mark = visitor.tab.locator(".predictions .mark", has_text="Transport")
    visitor.tab.mouse.move(*center(mark.locator("i")))
    visitor.tab.mouse.down()
    visitor.tab.mouse.move(*word(visitor, 9), steps=6)
    visitor.tab.wait_for_function(f"wanted => ({NUMBERS})()['Nugget paper (2015)'] === wanted", arg="0.48")
    visitor.tab.mouse.move(*word(visitor, 10), steps=3)
    visitor.settle()
    live = visitor.numbers()
    visitor.tab.mouse.up()
    visitor.settle()
    assert live == visitor.numbers() == shown(opening_with(1, (10, 11)))
    assert visitor.tab.locator("#editor").is_hidden(), "dragging is no click"
    visitor.tab.locator(".predictions .mark", has_text="Die").focus()
    for _ in range(3):  # its end stays
        visitor.tab.keyboard.press("Alt+ArrowRight")
        visitor.settle()
    state = opening_with(1, (10, 11))
    state["systems"]["system"][0]["events"][3]["trigger"]["span"] = [10, 11]
    assert visitor.numbers() == shown(state)


def test_words_are_marked_by_mouse_keyboard_and_touch(visit: Any) -> None:
    wanted = json.loads(json.dumps(OPENING))
    event = {"trigger": {"span": [10, 11]}, "type": "Die", "arguments": []}
    wanted["systems"]["system"][0]["events"].append(event)

    def save(visitor: Visit) -> None:
        visitor.tab.locator("#editor").get_by_label("type or role").fill("Die")
        visitor.tab.locator("#editor").get_by_role("button", name="Save").click()
        visitor.settle()
        assert visitor.numbers() == shown(wanted)

    mouse = visit()
    mouse.tab.locator("[data-w='10']").click()
    assert "Mark “dead”" in mouse.text("#editor")
    save(mouse)
    keyboard = visit()
    keyboard.tab.locator("[data-w='0']").focus()
    keyboard.tab.keyboard.press("End")
    keyboard.tab.keyboard.press("ArrowLeft")
    keyboard.tab.keyboard.press("Enter")
    stops = keyboard.tab.locator("#editor :is(input, select, button)").count()
    inside = (
        "document.activeElement.closest('#sheet, body') !== document.body || document.activeElement === document.body"
    )
    for _ in range(stops + 1):
        assert keyboard.tab.evaluate(inside), "Tab does not leave an open form"
        keyboard.tab.keyboard.press("Tab")
    assert keyboard.tab.evaluate("document.activeElement.name") == "label", "it comes back by way of the browser"
    save(keyboard)
    assert keyboard.tab.evaluate("document.activeElement.dataset.w") == "10", "the focus goes back"
    finger = visit(width=390, has_touch=True)
    finger.tab.locator("[data-w='10']").tap()
    save(finger)


def test_a_mark_is_moved_by_touch_and_scrolling_moves_none(visit: Any) -> None:
    visitor = visit(has_touch=True)
    session = visitor.context.new_cdp_session(visitor.tab)

    def touch(kind: str, *place: float) -> None:
        points = [{"x": place[0], "y": place[1]}] if place else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    mark = visitor.tab.locator(".predictions .mark", has_text="Transport")
    touch("touchStart", *center(mark))
    touch("touchMove", *word(visitor, 8))
    touch("touchMove", *word(visitor, 10))
    touch("touchEnd")
    visitor.settle()
    visitor.expect(shown(opening_with(1, (10, 11))))
    before = visitor.numbers()
    touch("touchStart", *center(visitor.tab.locator(".predictions .mark", has_text="Transport")))
    touch("touchMove", *word(visitor, 2))
    touch("touchCancel")
    visitor.settle()
    assert visitor.numbers() == before
    assert visitor.tab.locator("#editor").is_hidden()


def test_labels_change_and_cards_are_edited(visit: Any) -> None:
    visitor = visit()
    visitor.tab.locator(".predictions .mark", has_text="Transport").press("Enter")
    visitor.tab.locator("#editor").get_by_label("type").fill("Attack")
    visitor.tab.keyboard.press("Enter")
    visitor.settle()
    state = json.loads(json.dumps(OPENING))
    state["systems"]["system"][0]["events"][1]["type"] = "Attack"
    assert visitor.numbers() == shown(state)
    cards = visit("#example=fills")
    cards.tab.locator(".card.predictions .row", has_text="Oslo").click()
    cards.tab.locator("#editor").get_by_label("fill").fill("Vanrath")
    cards.tab.keyboard.press("Enter")
    cards.settle()
    assert "Found 4 of 5 fills: 4 right; 1 missed, 1 invented." in cards.text("#verdict")
    cards.tab.locator(".card.predictions .row", has_text="rebels").click()
    cards.tab.get_by_role("button", name="Remove").click()
    cards.settle()
    cards.tab.locator(".card.references .row", has_text="rifle").click()
    cards.tab.get_by_role("button", name="Add to the prediction").click()
    cards.settle()
    assert cards.text("#verdict") == "Found 5 of 5 fills: all right."
    frames = visit("#example=bombing")
    frames.tab.locator(".card.predictions .row", has_text="the army").click()
    frames.tab.get_by_role("button", name="Remove").click()
    frames.settle()
    assert frames.text("#verdict") == "Found 3 of 5 arguments: 3 right; 2 missed."


def test_responses_relations_and_event_values_are_edited(visit: Any) -> None:
    responses = visit("#example=responses&scorer=TAC%2C%20without%20realis")
    responses.tab.locator(".card.predictions .row", has_text="Oslo").click()
    responses.tab.get_by_role("button", name="Remove").click()
    responses.settle()
    responses.tab.locator(".card.references .row", has_text="Vanrath").click()
    responses.tab.get_by_role("button", name="Add to the prediction").click()
    responses.settle()
    assert responses.text("#verdict") == "Found 3 of 3 responses: all right."
    relations = visit("#example=relations")
    relations.tab.locator(".card.predictions .row", has_text="AFTER").click()
    relations.tab.locator("#editor").get_by_label("type").fill("BEFORE")
    relations.tab.keyboard.press("Enter")
    relations.settle()
    relations.tab.locator(".card.references .row", has_text="storm → rescued").click()
    relations.tab.get_by_role("button", name="Add to the prediction").click()
    relations.settle()
    assert relations.text("#verdict") == "Found 4 of 4 relations: all right."
    assert relations.numbers()["Labelled pairs"] == "1.00"
    values = visit("#example=values")
    values.tab.locator(".card.references .row", has_text="convoy").click()
    values.tab.get_by_role("button", name="Add to the prediction").click()
    values.settle()
    assert values.numbers()["ACE event value (VDR)"] == "1.00"


def test_an_answer_that_is_pasted_is_read_and_stays_in_its_box(visit: Any) -> None:
    visitor = visit("#example=boundaries")
    visitor.tab.fill("#paste", ANSWER)
    visitor.tab.click("#read")
    visitor.settle()
    assert (
        visitor.text("#taken")
        == "The model’s answer is read: 1 event; repaired: single quotes, line break in text, cut off, event left out."
    )
    assert visitor.tab.input_value("#paste") == ANSWER, "it can be changed and read again"
    events = [{"trigger": {"text": "quit"}, "type": "End-Position"}]
    events[0]["arguments"] = [{"text": "Elon Musk", "role": "Person"}, {"text": "Chief Executive", "role": "Position"}]  # type: ignore[assignment]
    (reference,) = next(one["state"] for one in page_examples() if one["name"] == "boundaries")["references"]
    result = score_extraction([{"events": events}], [reference], convention="textee")
    assert visitor.numbers()["TextEE"] == f"{result['argument_attached_classification_f1']:.2f}"
    visitor.tab.fill("#paste", '{"no": "events"}')
    visitor.tab.click("#read")
    visitor.settle()
    assert "No events were found in this answer" in visitor.tab.get_by_role("alert").inner_text()
    assert visitor.tab.locator("#document .mark").count() > 0, "nothing is replaced"
    visitor.tab.fill("#paste", "There are no events in this text.")
    visitor.tab.click("#read")
    visitor.settle()
    assert "prose" in visitor.tab.get_by_role("alert").inner_text()


def test_dropped_files_are_taken_for_what_they_are(visit: Any, tmp_path: Path) -> None:
    visitor = visit()
    gold, system, text = tbf_files(tmp_path)
    visitor.tab.set_input_files("#files", gold)
    visitor.tab.get_by_text("Now drop the other side").wait_for()
    visitor.tab.set_input_files("#files", [system, text])
    visitor.tab.locator(".words", has_text="attacked").first.wait_for()  # words, not offsets
    visitor.settle()
    attack, longer, die = (
        {"token_ids": list(range(*span)), "type": kind, "realis": "Actual"}
        for span, kind in (((7, 15), "Attack"), ((7, 19), "Attack"), ((38, 45), "Die"))
    )
    wanted = score_nuggets([[longer, die]], [[attack, die]])["type_f1"]
    assert visitor.numbers()["Nugget paper (2015)"] == f"{wanted:.2f}"
    zips = visit()
    zips.tab.set_input_files("#files", brat_files(tmp_path))
    zips.tab.locator(".words", has_text="village").first.wait_for()
    zips.settle()
    assert ["reference", "Attacker", False] in zips.marks(), "arguments are read"
    assert zips.text("#verdict") == "Found 0 of 1 argument: 1 missed."
    zips.tab.get_by_role("button", name="event words").click()
    zips.settle()
    assert zips.text("#verdict") == "Found 2 of 2 events: 1 right, 1 with other words."


def test_several_systems_have_rows_with_intervals_and_a_sentence(visit: Any) -> None:
    visitor = visit("#example=systems&scorer=EvmEval%201.8")
    assert visitor.tab.locator(".axis").count() == visitor.tab.locator(".span").count() == 2
    assert "run1 and run2 differ by 0.14, which may be chance (p = " in visitor.text("#why")
    visitor.tab.get_by_role("button", name="run2").click()
    visitor.settle()
    assert visitor.numbers()["EvmEval 1.8"] == "0.48"


def test_a_signature_of_ones_own_is_a_dot(visit: Any) -> None:
    visitor = visit()
    visitor.light("TextEE")
    assert "Not said: dataset, split, preprocessing, tokenizer." in visitor.text("#unsaid")
    visitor.tab.click("#absent summary")
    assert "RAEE: a judge decides what it counts" in visitor.text("#absent")
    visitor.tab.locator("#signature").fill("detection|convention:textee|types:Attack")
    visitor.tab.keyboard.press("Enter")
    visitor.settle()
    (reference,) = OPENING["references"]
    options = {"convention": "textee", "types": ["Attack"]}
    wanted = score_detection(OPENING["systems"]["system"], [reference], **options)["trigger_classification_f1"]
    assert visitor.numbers()["Your signature"] == f"{wanted:.2f}"
    assert visitor.numbers()["TextEE"] == "0.29"
    visitor.tab.locator("#signature").fill("detection|convention:texte")
    visitor.tab.keyboard.press("Enter")
    visitor.settle()
    assert 'did you mean "textee"?' in visitor.text("#notes")


def test_the_picture_the_report_and_the_call_are_taken_away(visit: Any, tmp_path: Path) -> None:
    visitor = visit()
    visitor.light("EvmEval 1.8")
    visitor.tab.click("#picture")
    for title, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with visitor.tab.expect_download() as download:
            visitor.tab.get_by_role("button", name=title).click()
        data = Path(download.value.path()).read_bytes()
        assert data.startswith(begins)
        if begins == b"<svg":
            for part in ("0.29 or 0.86", "Gunmen", "nuggets|protocol:evmeval-1.8", "EvmEval 1.8, 0.59", "= 2.07 · "):
                assert part in data.decode().replace("&#39;", "'")
    visitor.tab.get_by_role("button", name="Close").click()
    with visitor.tab.expect_download() as download:
        visitor.tab.click("#report")
    report = visitor.context.new_page()
    report.goto(Path(download.value.path()).rename(tmp_path / "report.html").as_uri())
    assert report.evaluate(NUMBERS) == visitor.numbers()
    for part in ("#headline", "#verdict", "#sum", "#signature"):
        assert report.locator(part).inner_text() == visitor.text(part)
    visitor.tab.click("#python")
    code = visitor.text("dialog pre")
    names: dict[str, Any] = {}
    exec(code, names)  # the page's own text, which the test wrote
    assert f"{names['result']['type_f1']:.2f}" == "0.59"
    assert names["result"]["signature"] in code


def test_text_from_outside_is_shown_and_not_run(visit: Any) -> None:
    visitor = visit()
    attack = '<img/src=x/onerror="document.title=1">'
    visitor.tab.fill("#right", f"He left {attack}")
    visitor.tab.click("#read-right")
    visitor.settle()
    visitor.tab.locator("[data-w='2']").click()
    visitor.tab.locator("#editor").get_by_label("type or role").fill(attack)
    visitor.tab.keyboard.press("Enter")
    visitor.settle()
    assert visitor.tab.locator("img").count() == 0
    assert "<img" in visitor.text(".words")
    visitor.tab.click("#picture")
    assert visitor.tab.locator("dialog img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 1000


HOSTILE = "<img/src=x/onerror=alert(1)><script>alert(1)</script>\"'&"


def with_hostile_texts(value: Any) -> Any:
    """A state with something hostile in each text that is free."""
    if isinstance(value, dict):
        kept = ("id", "doc_id", "source", "target", "refid", "realis", "modality", "level", "subtype", "class")
        return {key: one if key in kept else with_hostile_texts(one) for key, one in value.items()}
    if isinstance(value, list):
        return [with_hostile_texts(one) for one in value]
    return f"{value}{HOSTILE}" if isinstance(value, str) else value


@pytest.mark.parametrize("name", ["opening", "bombing", "fills", "relations", "json-in-prose", "systems"])
def test_nothing_hostile_runs_wherever_it_stands(visit: Any, tmp_path: Path, name: str) -> None:
    """Labels, texts, names of systems and files, the answer, one's own signature: on page, card and report."""
    state = next(one["state"] for one in page_examples() if one["name"] == name)
    sides = {side: with_hostile_texts(state[side]) for side in ("references", "systems")}
    sides["systems"] = {f"{system}{HOSTILE}": documents for system, documents in sides["systems"].items()}
    request = {**state, **sides, "own": HOSTILE, "gold": HOSTILE, "answer": HOSTILE, "system": HOSTILE}
    visitor = visit(f"?s={packed(request)}")
    shown = answer(json.loads(json.dumps(request)))
    assert "error" not in shown
    visitor.tab.locator(".name").first.click()
    visitor.settle()
    assert HOSTILE in visitor.text("body")
    assert visitor.tab.locator("img, main script").count() == 0
    with visitor.tab.expect_download() as download:
        visitor.tab.click("#report")
    report = visitor.context.new_page()
    watch = Watch(report)
    report.goto(Path(download.value.path()).rename(tmp_path / "report.html").as_uri())
    assert report.locator("main img, main script").count() == 0
    assert not watch.troubles


DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
BARRIERS = """axe.run({resultTypes: ["violations"]}).then(found => found.violations
    .map(one => `${one.impact} ${one.id}: ${one.nodes[0].html}`))"""


@pytest.fixture(scope="module")
def visitor(browser: Any, page: RunningPage) -> Iterator[Visit]:
    """One who goes from view to view."""
    one = Visit(browser, page.url)
    yield one
    one.context.close()
    assert not one.troubles


@pytest.mark.parametrize("view", VIEWS)
def test_everybody_can_use_it_in_light_and_dark_and_on_a_phone(visitor: Visit, view: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.base", reason="axe is not installed")
    visitor.tab.set_viewport_size({"width": 1366, "height": 768})
    visitor.tab.goto("about:blank")
    VIEWS[view](visitor.tab)
    visitor.settle()
    visitor.tab.evaluate(axe.AXE_SCRIPT)
    # Colours do not depend on the width, so two states have every scheme and every width.
    for scheme, width, forced in (("light", 1366, "none"), ("dark", 390, "none"), ("light", 1366, "active")):
        visitor.tab.emulate_media(color_scheme=scheme, forced_colors=forced)
        visitor.tab.set_viewport_size({"width": width, "height": 844})
        visitor.tab.evaluate(DRAWN)  # the page takes notice of its width when it is drawn
        assert visitor.tab.evaluate(BARRIERS) == [], (scheme, width, forced)
        assert visitor.tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            f"{width}: it scrolls sideways"
        )
    small = """() => [...document.querySelectorAll('button, .button, select, summary')].filter(one => one.offsetParent)
        .filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 23.5).map(one => one.outerHTML)"""
    assert visitor.tab.evaluate(small) == [], "too small to be hit"
