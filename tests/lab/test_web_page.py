"""The page in a real browser: Debian's chromium, driven by Playwright, against the real server.

The tests that are not marked as long use each way to play, to ask and to write once.
"""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.kit import (
    DATA,
    EXAMPLES,
    LATIN,
    ROOT,
    copy_without_checker,
    format_facts,
    needs_module,
    run_process,
)
from tests.lab.chromium import (
    NEEDS_CHROMIUM,
    TIMEOUT,
    go,
    list_violations,
    make_page,
    start_browser,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, Route

STUDENTS = DATA / "students"
MISTAKES = DATA / "mistakes" / "lightup"
Visit = Callable[..., "Page"]  # open an address: visit(address, width, height, **options)

pytestmark = [
    *NEEDS_CHROMIUM,
    *(
        pytest.mark.skipif(not find_spec(name), reason=f"{name} is not installed")
        for name in ("starlette", "uvicorn", "jinja2")
    ),
]


@contextmanager
def serve(*arguments: object) -> Iterator[str]:
    """Serve the page; yield its address with the token.  Ctrl-C ends it, and leaves nothing."""
    command = [sys.executable, "-m", "lab", "web", "--no-open", "--port=0"]
    command += map(str, arguments)
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stderr
        try:
            yield process.stdout.readline().strip() or pytest.fail(process.stderr.read())
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(120) == 130
            assert process.stderr.read() == "Ctrl-C ends it\n"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a page without a folder."""
    with serve() as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with start_browser() as browser:
        yield browser


@pytest.fixture
def visit(browser: "Browser") -> Iterator[Visit]:
    """Yield a function that opens an address in a new profile; script errors fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(address: str, width: int = 1280, height: int = 800, **options: Any) -> "Page":
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = make_page(context)
        page.on("pageerror", lambda error: errors.append(str(error)))
        go(page, address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


# ---------------------------------------------------------------- what is on the page


def choose_example(page: "Page", name: str, puzzle: str = "lightup") -> None:
    """Open an example."""
    if page.locator("#puzzle").input_value() != puzzle:
        page.select_option("#puzzle", puzzle)
        title = {"lightup": "Light Up", "amaze": "Amaze"}[puzzle]
        wait_for_text(page, "#title", f"{title} ·")
    page.select_option("#example", name)
    page.wait_for_selector("#board[aria-busy=false]")  # the title may have been the same before
    wait_for_text(page, "#title", f"· {name}")


def test_the_page_speaks_the_language_of_browser_or_choice(visit: Visit, address: str) -> None:
    page = visit(address, locale="fr-FR")
    assert page.locator("#hint").inner_text() == "Indice"
    assert page.locator("html").get_attribute("lang") == "fr"
    page.select_option("#language", "de")
    wait_for_text(page, "#hint", "Tipp")


@pytest.mark.long
def test_what_is_found_in_a_program_is_told_in_the_language(visit: Visit, address: str) -> None:
    page = visit(address.replace("/?", "/write?"), locale="de-DE")
    wait_for_text(page, "#summary", "Schreiben Sie Regeln")
    page.fill("#program", "a.")
    page.click("#examine")
    wait_for_text(page, "#verdict", "Nicht bestanden")
    page.wait_for_selector("#answer-wrong li")
    assert "Zeile 0, Spalte 1" in page.locator("#answer-wrong").inner_text()


def find_cell(page: "Page", row: int, column: int) -> "Locator":
    """Return the button of a cell."""
    return page.locator(f"#board .row >> nth={row} >> button >> nth={column}")


def find_bounding_box(element: "Locator") -> "FloatRect":
    """Return the place of a visible element in the window, in pixels."""
    box = element.bounding_box()
    assert box
    return box


def label(page: "Page", row: int, column: int) -> str:
    """Return the label of a cell, which a screen reader reads."""
    return str(find_cell(page, row, column).get_attribute("aria-label"))


def wait_for_text(page: "Page", selector: str, text: str) -> None:
    """Wait until an element contains a text.

    The page's policy forbids eval, and so wait_for_function of Playwright.
    """
    page.wait_for_selector(f"{selector}:has-text({json.dumps(text, ensure_ascii=False)})")


def wait_for_message(page: "Page", text: str) -> None:
    """Wait until the line below the board contains a text."""
    wait_for_text(page, "#says", text)


def hold_requests(page: "Page", address: str) -> Callable[[], "Route"]:
    """Hold back the requests for an address; return a function that waits for the latest one."""
    requests: list[Route] = []

    def keep(route: "Route") -> None:
        requests.append(route)

    def next_request() -> "Route":
        end = time.monotonic() + TIMEOUT / 1000
        while not requests and time.monotonic() < end:
            page.wait_for_timeout(20)
        return requests.pop()

    page.route(address, keep)
    return next_request


def read_bulbs(name: str) -> list[tuple[int, int]]:
    """Return the cells with a bulb in a solution of examples/."""
    rows = (EXAMPLES / f"{name}.txt").read_text().split()
    return [(r, c) for r, row in enumerate(rows) for c, kind in enumerate(row) if kind == "b"]


# ---------------------------------------------------------------- play


def test_a_puzzle_solved_by_clicks(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom01")
    for row, column in read_bulbs("sol01"):
        find_cell(page, row, column).click()
    wait_for_message(page, "Solved")
    assert label(page, 0, 1) == "row 0, column 1: bulb, lit"
    assert label(page, 0, 0) == "row 0, column 0: black"


@pytest.mark.long
def test_the_example_chosen_last_is_opened(address: str, visit: Visit) -> None:
    page = visit(address)
    next_request = hold_requests(page, "**/api/example")
    page.select_option("#example", "dom05")
    first = next_request()
    page.select_option("#example", "dom06")
    next_request().continue_()
    wait_for_text(page, "#title", "· dom06")
    with page.expect_response("**/api/example"):
        first.continue_()
    page.wait_for_timeout(200)
    assert page.inner_text("#title") == "Light Up · dom06"


def test_a_mistake_is_marked_and_explained(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom01")
    for column in (1, 2):
        find_cell(page, 3, column).click()
    wait_for_message(page, "these bulbs see each other")
    assert "wrong" in label(page, 3, 1) and "wrong" in label(page, 3, 2)
    find_cell(page, 3, 1).focus()
    page.click("#why")
    wait_for_message(page, "Rule: no bulb lights another")
    page.keyboard.press("Escape")
    page.click("text=Settings")
    page.uncheck("#at-once")
    assert "wrong" not in label(page, 3, 1)
    page.click("#check")
    wait_for_message(page, "mistake")
    assert "wrong" in label(page, 3, 1)


@pytest.mark.long
def test_a_board_that_cannot_be_solved_is_explained_and_left(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom01")
    right = read_bulbs("sol01")[0]
    find_cell(page, *right).click()
    page.click("#why")
    wait_for_message(page, "Nothing is wrong")
    wrong = read_bulbs("sol01")[2]
    find_cell(page, *wrong).click(button="right")
    page.click("#why")
    wait_for_message(page, f"marked, no bulb at row {wrong[0]}, column {wrong[1]}")
    assert "cannot all be right" in label(page, *wrong)
    find_cell(page, *read_bulbs("sol01")[3]).click()
    page.click("#rescue")
    wait_for_message(page, "Yes, it can still be solved")
    assert "bulb" in label(page, *right) and "no bulb" not in label(page, *wrong)


@pytest.mark.long
def test_cells_that_no_best_board_has_are_explained(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom03", "amaze")
    drag(page, [(4, 1), (5, 1), (5, 2), (5, 3), (4, 3)], "left")
    page.click("#why")
    wait_for_message(page, "no best board has 1 in row 5, column 3")
    assert "cannot all be right" in label(page, 5, 3)
    page.click("#undo")
    page.click("#why")
    wait_for_message(page, "Nothing is wrong")


@pytest.mark.long
def test_undo_over_a_reload(address: str, visit: Visit) -> None:
    is_judged = "#board [aria-label='row 0, column 2: bulb, lit, wrong']"  # the last that is found
    page = visit(address)
    choose_example(page, "dom03")
    for column in range(3):
        find_cell(page, 0, column).click()
    find_cell(page, 2, 1).click(button="right")
    page.wait_for_selector(is_judged)
    before = [label(page, r, c) for r in range(5) for c in range(5)]
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.inner_text("#title") == "Light Up · dom03"
    page.wait_for_selector("#board [data-tints=warm]")
    page.wait_for_selector(is_judged)
    assert [label(page, r, c) for r in range(5) for c in range(5)] == before
    for _ in range(4):
        page.click("#undo")
    assert page.is_disabled("#undo")
    assert page.locator("#board .cell[data-style=faint]").count() == 0
    for _ in range(4):
        page.keyboard.press("y")  # the focus is no longer on the board: nothing happens
    page.click("#redo")
    assert page.is_disabled("#redo") is False


def drag(page: "Page", cells: list[tuple[int, int]], button: Literal["left", "right"]) -> None:
    """Drag with a button over the middles of cells."""
    for number, (row, column) in enumerate(cells):
        box = find_bounding_box(find_cell(page, row, column))
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if number == 0:
            page.mouse.down(button=button)
    page.mouse.up(button=button)


@pytest.mark.long
def test_a_right_drag_marks_many(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom01")
    drag(page, [(3, column) for column in (1, 2, 3, 4, 5)], "right")
    assert page.locator("#board .cell[data-style=faint]").count() == 5
    page.click("#undo")  # in one move
    assert page.locator("#board .cell[data-style=faint]").count() == 0


@pytest.mark.long
def test_a_drag_from_a_given_cell_is_a_move_of_its_own(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom03", "amaze")
    drag(page, [(4, 1), (5, 1), (5, 2)], "left")
    wait_for_text(page, "#cost", "cost 22")
    drag(page, [(4, 1), (5, 1)], "right")  # erases the second cell: the first is given
    assert label(page, 5, 1) == "row 5, column 1: empty"
    page.click("#undo")
    assert [label(page, 5, column)[-1] for column in (1, 2)] == ["1", "1"]
    page.click("#undo")
    assert page.is_disabled("#undo")


@pytest.mark.long
def test_a_line_redrawn_from_its_number_replaces_the_old_one(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom03", "amaze")
    drag(page, [(4, 1), (5, 1), (5, 2), (5, 3)], "left")
    wait_for_text(page, "#cost", "cost 23")
    drag(page, [(4, 1), (5, 1), (4, 1), (4, 0)], "left")
    wait_for_text(page, "#cost", "cost 21")
    assert label(page, 4, 0) == "row 4, column 0: 1"
    assert [label(page, 5, column)[-5:] for column in (1, 2, 3)] == ["empty"] * 3
    page.click("#undo")
    wait_for_text(page, "#cost", "cost 23")


@pytest.mark.long
def test_a_line_goes_on_after_undo_as_a_move_of_its_own(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom03", "amaze")
    find_cell(page, 4, 1).focus()
    for key in ("Enter", "ArrowDown", "ArrowRight", "z"):  # a line by keys is one move
        page.keyboard.press(key)
    assert page.is_disabled("#undo")
    for key in ("ArrowLeft", "ArrowUp", "Enter", "ArrowDown"):
        page.keyboard.press(key)
    assert label(page, 5, 1) == "row 5, column 1: 1"


def test_a_defect_of_the_page_is_not_silent(address: str, browser: "Browser") -> None:
    """An answer that no script can read is an error in the console."""
    page = make_page(browser)
    go(page, address)
    page.route("**/api/ask", lambda route: route.fulfill(body="data: nonsense\n\n"))
    with page.expect_event("pageerror") as error:
        page.click("#soluble")
    page.close()
    assert "JSON" in str(error.value)


@pytest.mark.long
def test_a_finger_puts_a_bulb_and_by_a_long_press_a_mark(address: str, visit: Visit) -> None:
    page = visit(address, 390, 844, has_touch=True, is_mobile=True)
    choose_example(page, "dom05")
    width = page.evaluate("document.documentElement.scrollWidth")
    box = find_bounding_box(page.locator("#board"))
    assert width <= 390 and box["width"] <= 390  # 10x10 fits a phone
    find_cell(page, 2, 2).tap()
    assert "bulb" in label(page, 2, 2)
    box = find_bounding_box(find_cell(page, 4, 2))
    point = {"x": box["x"] + 10, "y": box["y"] + 10}
    client = page.context.new_cdp_session(page)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(700)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert "marked" in label(page, 4, 2)


@pytest.mark.long
def test_a_board_fills_a_laptop(address: str, visit: Visit) -> None:
    page = visit(address)
    for name in ("dom01", "dom08"):  # 7x7, 25x25
        choose_example(page, name)
        box = find_bounding_box(page.locator("#board"))
        assert 500 < box["y"] + box["height"] <= 800 and box["x"] + box["width"] <= 1280
        assert box["height"] > 500


@pytest.mark.long
def test_a_large_board_scrolls_on_a_phone(address: str, visit: Visit) -> None:
    page = visit(address, 390, 844, has_touch=True, is_mobile=True)
    for puzzle, text in (("lightup", "." * 25), ("amaze", "1" + " ." * 23 + " 1")):
        page.select_option("#puzzle", puzzle)
        page.fill("#text", "\n".join([text, *[text.replace("1", ".")] * 24]))
        page.tap("text=Open")
        page.wait_for_selector(f"#board[data-input={'press' if puzzle == 'lightup' else 'line'}]")
        page.wait_for_selector("#board[aria-colcount='25']")
        assert find_bounding_box(find_cell(page, 24, 0))["width"] >= 24
        page.evaluate("scrollTo(0, 0)")
        swipe(page, find_bounding_box(page.locator("#board-area")))
        assert page.evaluate("document.getElementById('board-area').scrollLeft") > 100
        assert page.is_disabled("#undo")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def swipe(page: "Page", box: "FloatRect") -> None:
    """Move a finger to the left over a part of the page."""
    client = page.context.new_cdp_session(page)
    x, y = box["x"] + 300, box["y"] + 80
    for step in range(11):
        points = [{"x": x - 20 * step, "y": y}]
        kind = "touchMove" if step else "touchStart"
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(16)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)


@pytest.mark.long
def test_the_rules_are_open_at_the_first_visit(address: str, visit: Visit) -> None:
    page = visit(address)
    assert "until a black cell or the edge" in page.inner_text("#rules-box")
    assert page.is_visible("#solved .mini")
    page.select_option("#puzzle", "amaze")
    wait_for_text(page, "#introduction", "by a line")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.is_hidden("#introduction")


@pytest.mark.long
def test_satisfied_clues_are_dimmed_on_demand(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom01")
    background = "cell => getComputedStyle(cell).backgroundColor"
    for row, column in read_bulbs("sol01")[:5]:
        find_cell(page, row, column).click()
    page.wait_for_selector("[aria-label='row 2, column 5: black, clue 3, satisfied']")
    before = find_cell(page, 0, 2).evaluate(background)
    page.click("text=Settings")
    page.check("#with-dimming")
    assert find_cell(page, 0, 2).evaluate(background) != before
    colour = "cell => getComputedStyle(cell).color"
    satisfied, open_clue = (find_cell(page, *place).evaluate(colour) for place in ((2, 5), (2, 0)))
    assert satisfied != open_clue
    page.reload()
    page.wait_for_selector("#board[data-dimming=dimming]")


@pytest.mark.long
def test_the_board_alone_is_printed(address: str, visit: Visit) -> None:
    page = visit(address, color_scheme="dark")
    choose_example(page, "dom08")
    page.emulate_media(media="print")
    assert page.is_visible("#title") and page.is_hidden(".side") and page.is_hidden("#undo")
    box = find_bounding_box(page.locator("#board"))
    assert box["width"] <= 680  # pixels: 18 cm, the width of a page of A4
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    page.emulate_media(media="screen")
    page.click("text=Send, keep or print it")
    page.click("#print")
    assert page.title() == "printed"


def test_the_board_is_reached_by_keys(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom01")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.ariaLabel") == label(page, 0, 1)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    for key in ("Tab", "Enter", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.ariaLabel") == label(page, 1, 0)


def test_a_line_is_drawn(address: str, visit: Visit) -> None:
    page = visit(address)
    count = '"job":"count","puzzle":"amaze"'
    with page.expect_request_finished(lambda request: count in f"{request.post_data}"):
        choose_example(page, "dom03", "amaze")
    wait_for_text(page, "#cost", "cost 20")
    assert page.inner_text("#cost") == "cost 20"
    drag(page, [(4, 1), (5, 1), (5, 2), (5, 3), (4, 3)], "left")
    wait_for_text(page, "#cost", "cost 23, best 101")  # the best is not news before a move
    page.click("#soluble")
    wait_for_message(page, "no longer be solved at a cost of 101")
    find_cell(page, 4, 1).focus()
    page.click("#undo")  # a line is one move
    wait_for_text(page, "#cost", "cost 20, best 101")
    find_cell(page, 4, 1).focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.click("#soluble")
    wait_for_message(page, "can still be solved at a cost of 101")


@pytest.mark.long
def test_any_notation_and_the_address(address: str, visit: Visit) -> None:
    page = visit(address)
    page.fill("#text", format_facts("x.\n.1\n"))
    page.click("text=Open")
    page.wait_for_url("**akari/2/2/**")
    shared = page.url
    page.fill("#text", "x..\n..\n")
    page.click("text=Open")
    wait_for_message(page, "the text, line 2, character 3: found a row of 2 cells")
    choose_example(page, "dom01")
    go(page, shared)
    assert page.locator("#board .cell").count() == 4
    assert label(page, 1, 1) == "row 1, column 1: black, clue 1"
    go(page, re.sub(r"p=.*", "p=akari/2/2/zz9", shared))
    wait_for_message(page, "the address, line 1, character")


@pytest.mark.long
def test_several_solutions_are_explained_and_repaired(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "ambiguous")
    page.click("text=Explain")
    page.wait_for_selector("#board [data-tone=note]")
    page.click("text=Change it")
    wait_for_text(page, "#title", "repaired")
    page.wait_for_timeout(1500)
    assert page.is_hidden("#notice")
    choose_example(page, "unsolvable")
    page.click("text=Explain")
    page.wait_for_selector("#board [data-tone=wrong]")
    assert page.locator("#repairs button").count() == 2


@pytest.mark.long
def test_several_best_boards_are_explained_and_repaired(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "ambiguous", "amaze")
    wait_for_text(page, "#notice", "several best solutions")
    page.click("text=Explain")
    page.wait_for_selector("#board [data-tone=note]")
    page.click("#forth")
    wait_for_message(page, "another one")
    choose_example(page, "unsolvable", "amaze")
    wait_for_text(page, "#notice", "has no solution")
    page.click("text=Explain")
    page.wait_for_selector("#board [data-tone=wrong]")


def take_hint(page: "Page", pattern: str) -> None:
    """Click on Hint, and wait for a message that the pattern matches."""
    page.click("#hint")
    page.wait_for_selector(f"#says:text-matches('{pattern}')")


@pytest.mark.long
def test_hints_draw_the_best_lines(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom03", "amaze")
    for _ in range(40):
        take_hint(page, "look at line|all is decided|Solved")
        if "look at" not in page.inner_text("#says"):
            break
        take_hint(page, "^[0-9]+ in row|Solved")
    wait_for_text(page, "#cost", "cost 101, best 101")


@pytest.mark.long
def test_hints_go_on_where_best_boards_differ(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "ambiguous", "amaze")
    for _ in range(4):
        take_hint(page, "look at line|all is decided|Solved")
        take_hint(page, "in row|all is decided|Solved")
    page.click("#check")
    wait_for_message(page, "Solved")


@pytest.mark.long
def test_a_late_hint_does_not_replace_the_result_of_check(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom01")
    next_request = hold_requests(page, "**/api/ask")
    page.click("#hint")
    hint = next_request()
    page.click("#check")
    wait_for_message(page, "No rule is broken so far.")
    with suppress(Exception):  # the page has ended this request
        hint.continue_()
    page.wait_for_timeout(500)
    assert page.inner_text("#says") == "No rule is broken so far."


@pytest.mark.long
def test_replay_rating_and_a_new_puzzle(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom05")
    page.click("text=How hard, and the whole solution")
    page.click("#rate")
    wait_for_message(page, "How hard it is: hard")
    assert page.locator("#rating tr").count() == 7  # A, B, C, D, F, G and H, as hint --steps has it
    page.click("#replay")
    page.wait_for_selector("#player:not([hidden])")
    wait_for_text(page, "#run", "Pause")
    wait_for_message(page, "A: ")  # it runs by itself
    page.click("#run")
    step = int(page.input_value("#step"))
    assert step > 0
    for _ in range(3):
        page.click("#forth")
    page.click("#back")
    assert page.input_value("#step") == str(step + 2)
    page.click("#leave")
    assert page.locator("#board [data-style=faint]").count() == 0
    page.click("text=Make a new one")
    page.fill("[name=height]", "5")
    page.fill("[name=seed]", "3")
    page.select_option("[name=symmetry]", label="quarter turn")
    page.click("#form button")
    wait_for_message(page, "symmetry of a quarter turn: found 5x7, expected a square")
    page.select_option("[name=symmetry]", label="half turn")
    page.click("#form button")
    wait_for_text(page, "#title", "new")
    assert page.locator("#board .row").count() == 5
    assert page.input_value("[name=height]") == "5"  # what was chosen stays
    assert page.input_value("[name=width]") == "7"


@pytest.mark.long
def test_a_puzzle_that_the_kit_does_not_know(visit: Visit) -> None:
    with serve("--puzzle", LATIN) as address:
        page = visit(address)
        assert page.inner_text("#title").startswith("Latin")
        index = page.locator("#board .cell:not([data-given=given])").first
        index.focus()
        page.keyboard.press("1")
        assert ": 1" in str(index.get_attribute("aria-label"))
        assert page.is_enabled("#why")
        page.keyboard.press("Delete")
        assert str(index.get_attribute("aria-label")).endswith(": open")
        assert index.inner_text() == ""
        assert "hint" in str(page.text_content("#keys"))
        assert page.inner_text("#keypad").split() == [*"1234", "erase"]


WIDE_BORDERS = """(cell) => ["bottom", "left", "right", "top"]
    .filter((side) => parseFloat(getComputedStyle(cell, "::before")[`border-${side}-width`]) > 1)
    .map((side) => side[0]).join("")"""


def test_marks_over_given_cells(visit: Visit) -> None:
    """Hitori, without a web.py: by mouse, keys and palette; its own viz file draws it."""
    with serve("--puzzle", DATA / "hitori") as address:
        page = visit(address)
        assert "put x, or take it away" in str(page.text_content("#keys"))
        assert page.inner_text("#keypad").splitlines() == ["x", "stays blank", "erase"]
        colour = "element => getComputedStyle(element).backgroundColor"
        plain = find_cell(page, 0, 2).evaluate(colour)
        find_cell(page, 0, 2).click()
        assert ": 2, x, given" in label(page, 0, 2)
        page.wait_for_function(
            "([cell, plain]) => getComputedStyle(cell).backgroundColor !== plain",
            arg=[find_cell(page, 0, 2).element_handle(), plain],
        )
        assert find_cell(page, 0, 2).inner_text() == "2"  # the number can still be seen
        find_cell(page, 0, 2).click()
        assert ": 2, given" in label(page, 0, 2)
        for key, after in (("x", "2, x"), ("5", "2, x"), ("Delete", "2"), ("Enter", "2, x")):
            page.keyboard.press(key)
            assert f": {after}, given" in label(page, 0, 2)
        page.click("#undo")
        assert ": 2, given" in label(page, 0, 2)
        assert find_cell(page, 0, 0).evaluate(WIDE_BORDERS) == ""  # no regions


@pytest.mark.long
def test_marks_over_given_cells_are_explained_kept_and_hinted(visit: Visit) -> None:
    with serve("--puzzle", DATA / "hitori") as address:
        page = visit(address)
        colour = "element => getComputedStyle(element).backgroundColor"
        plain = find_cell(page, 0, 2).evaluate(colour)
        find_cell(page, 0, 2).click()
        page.wait_for_function(
            "([cell, plain]) => getComputedStyle(cell).backgroundColor !== plain",
            arg=[find_cell(page, 0, 2).element_handle(), plain],
        )
        marked = find_cell(page, 0, 2).evaluate(colour)
        page.click("#undo")
        find_cell(page, 0, 0).focus()
        page.click("#keypad button:text('x')")  # which is wrong
        assert ": 5, x, given" in label(page, 0, 0)
        page.click("#why")
        wait_for_message(page, "no solution has what is in row 0, column 0")
        assert find_cell(page, 0, 0).evaluate(colour) == marked  # in a red rim
        page.click("#soluble")
        wait_for_message(page, "No, it can no longer be solved.")
        page.reload()
        page.wait_for_selector("main:not([inert])")
        assert ": 5, x, given" in label(page, 0, 0)  # the game is kept
        page.click("#again")
        solution = (DATA / "hitori" / "examples" / "sol01.txt").read_text().split()
        for _ in range("".join(solution).count("x")):
            page.click("#hint")
            wait_for_message(page, "look at row")
            page.click("#hint")
            page.wait_for_selector("#says:has-text('because'), #says:has-text('Solved')")
        wait_for_message(page, "Solved, in")
        for r, row in enumerate(solution):
            for c, value in enumerate(row):
                assert (", x, given" in label(page, r, c)) == (value == "x")


def test_regions_have_borders_and_a_cell_can_stay_blank(visit: Visit) -> None:
    """Star Battle, without a web.py: its letters fill the board, and can be seen under all else."""
    with serve("--puzzle", DATA / "starbattle") as address:
        page = visit(address)
        wide = [[find_cell(page, r, c).evaluate(WIDE_BORDERS) for c in range(5)] for r in range(5)]
        assert wide[0] == ["lrt", "blrt", "blt", "bt", "rt"]
        assert (wide[4][2], wide[3][2], wide[1][1]) == ("blt", "bt", "t")
        assert page.inner_text("#keypad").splitlines() == ["x", "stays blank", "erase"]
        find_cell(page, 0, 0).click(button="right")
        find_cell(page, 0, 1).click()
        find_cell(page, 0, 2).focus()
        page.keyboard.press("-")
        assert ": d, stays blank, given" in label(page, 0, 0)
        assert ": b, stays blank, given" in label(page, 0, 2)
        page.wait_for_function(
            "cell => cell.textContent === '*e'", arg=find_cell(page, 0, 1).element_handle()
        )
        assert find_cell(page, 0, 0).inner_text().split() == ["×", "d"]
        page.keyboard.press("Shift+Enter")
        assert ": b, given" in label(page, 0, 2)


@pytest.mark.long
def test_a_puzzle_of_regions_is_kept_and_solved(visit: Visit) -> None:
    with serve("--puzzle", DATA / "starbattle") as address:
        page = visit(address)
        find_cell(page, 0, 0).click(button="right")
        find_cell(page, 0, 1).click()
        page.reload()
        page.wait_for_selector("main:not([inert])")
        page.click("#check")
        wait_for_message(page, "No rule is broken so far.")
        page.click("#rescue")
        wait_for_message(page, "Yes, it can still be solved")
        for r, c in ((1, 4), (2, 2), (3, 0)):
            find_cell(page, r, c).click()
        page.click("#hint")
        wait_for_message(page, "look at row")
        find_cell(page, 4, 3).click()
        wait_for_message(page, "Solved, in")


@pytest.mark.long
def test_a_value_where_the_puzzle_has_none(visit: Visit) -> None:
    """Slitherlink: a press puts an edge; at a dot, `read` refuses it, which is a mistake."""
    with serve("--puzzle", DATA / "slitherlink") as address:
        page = visit(address)
        for value in ("e", "open"):
            find_cell(page, 0, 1).click()
            assert f": {value}" in label(page, 0, 1)
        find_cell(page, 0, 0).click()
        wait_for_message(page, "row 0, column 0: found 'e', expected .")
        page.click("#check")
        wait_for_message(page, "1 mistake in sight: row 0, column 0: found 'e', expected .")
        assert "wrong" in label(page, 0, 0)
        page.click("#why")
        wait_for_message(page, "row 0, column 0: found 'e', expected .")
        page.click("#undo")
        page.click("#check")
        wait_for_message(page, "No rule is broken so far.")


@pytest.mark.long
def test_check_waits_for_the_verdict_on_the_board_as_it_is(address: str, visit: Visit) -> None:
    page = visit(address)
    choose_example(page, "dom01")
    for column in (1, 2):
        find_cell(page, 0, column).click()
    page.click("#check")
    wait_for_message(page, "in sight")
    next_request = hold_requests(page, "**/api/state")
    page.click("#undo")
    page.click("#check")
    page.wait_for_timeout(300)
    assert page.inner_text("#says") == ""
    page.unroute("**/api/state")
    with suppress(Exception):  # the page has ended the requests before the last one
        next_request().continue_()
    wait_for_message(page, "No rule is broken so far.")


@pytest.mark.long
def test_hints_of_any_puzzle_to_the_end(visit: Visit) -> None:
    """Each press of Hint shows one frame; the last one of a hint is played."""
    with serve("--puzzle", DATA / "slitherlink") as address:
        page = visit(address)
        for _ in range(200):
            before = page.inner_text("#says")
            page.click("#hint")
            page.wait_for_function("text => says.textContent !== text", arg=before)
            if "row " not in page.inner_text("#says"):
                break  # "Solved" replaces the last frame, now or after the next press
        assert page.is_enabled("#undo")
        page.click("#check")
        wait_for_message(page, "Solved: no rule is broken.")


def test_a_hint_that_a_cell_stays_blank(visit: Visit) -> None:
    """The reason comes first, then the cell that stays blank, then what follows from it.

    Only the page is tested, with frames that stand here.
    """
    with serve("--puzzle", DATA / "slitherlink") as address:
        page = visit(address)
        example = (DATA / "slitherlink" / "examples" / "dom01.txt").read_text().split()
        blank = [".-" + example[0][2:], *example[1:]]
        filled = [".-.e" + example[0][4:], *example[1:]]
        frames = [
            {"board": board, "drawn": [], "tints": {}, "marks": [[0, c, mark]], "numbers": []}
            | {"caption": caption}
            for board, c, mark, caption in (
                (example, 3, "reason", "look there"),
                (blank, 1, "conclusion", "row 0, column 1 is not e"),
                (filled, 3, "conclusion", "row 0, column 3 is e"),
            )
        ]
        answer = [{"frames": frames, "changes": [[[0, 3], "e"]]}, {"end": True}]
        body = "".join(f"data: {json.dumps(part)}\n\n" for part in answer)
        page.route("**/api/ask", lambda route: route.fulfill(body=body))
        for frame in frames:
            page.click("#hint")
            wait_for_message(page, str(frame["caption"]))
            is_reason = frame["caption"] == "look there"
            assert page.locator("#board [data-tone=reason]").count() == is_reason
            if "not" in str(frame["caption"]):
                assert "stays blank, what follows" in label(page, 0, 1)
                assert find_cell(page, 0, 1).inner_text() == "×"
        assert ": e" in label(page, 0, 3) and ": stays blank" in label(page, 0, 1)
        find_cell(page, 0, 5).click()  # shows the game again
        assert ": e" in label(page, 0, 3) and ": open" in label(page, 0, 1)


@pytest.mark.long
def test_an_answer_over_given_cells_stands_beside_the_board(visit: Visit) -> None:
    """The numbers under the marks of a Hitori can be seen in findings and in the answer."""
    program = (DATA / "hitori" / "hitori.lp").read_text().splitlines()
    with serve("--puzzle", DATA / "hitori") as address:
        page = visit(address.replace("/?", "/write?"))
        page.fill("#program", "\n".join(line for line in program if not line.startswith(":-")))
        page.click("#examine")
        page.wait_for_selector("#answer-wrong li")
        given, answer = page.locator("#answer .mini").all()
        assert given.inner_text().split() == answer.inner_text().split()
        assert answer.locator("[data-shape~=filled]").count()
        assert not given.locator("[data-shape~=filled]").count()
        page.wait_for_selector(".finding .mini [data-shape~=filled]")
        assert page.locator(".finding .mini").first.inner_text().strip()


@pytest.mark.long
def test_several_solutions_of_any_puzzle_are_explained_and_repaired(visit: Visit) -> None:
    with serve("--puzzle", DATA / "sudoku") as address:
        page = visit(address)
        assert find_cell(page, 0, 0).evaluate(WIDE_BORDERS) == ""
        assert "stays blank" not in page.inner_text("#keypad")
        page.fill("#text", "1...\n" + "....\n" * 3)
        page.click("#reading button")
        page.click("#repairs button:text('Explain')")
        wait_for_message(page, "the marked cells differ in others")
        page.click("#repairs button:text('Change it')")
        wait_for_text(page, "#title", "repaired")
        page.click("#soluble")
        wait_for_message(page, "Yes, it can still be solved.")
        assert page.is_hidden("#notice")


# ---------------------------------------------------------------- write


@pytest.mark.long
def test_a_students_file_is_saved_with_a_mistake_and_mended(tmp_path: Path, visit: Visit) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(STUDENTS / "clues-at-least-only", folder)
    with serve(folder) as address:
        page = visit(address)
        page.wait_for_selector("#verdict[data-verdict=fail]")
        assert "breaks rule 3" in page.inner_text("#findings")
        assert page.locator("#findings .mini").count() == 7  # three boards, four predicates
        shutil.copy(STUDENTS / "parenthesis-open" / "lightup.lp", folder)
        page.wait_for_selector("#notes button")
        page.click(".place")
        selected = "document.querySelector('#program').selectionStart"
        text = (folder / "lightup.lp").read_text()
        assert text[: page.evaluate(selected)].count("\n") == 11  # line 12
        shutil.copy(ROOT / "lightup.lp", folder)
        page.wait_for_selector("#verdict[data-verdict=pass]")
        assert page.inner_text("#answers-summary") == "1 answer, none of them wrong."


def test_remarks_are_not_red_and_stand_below_their_question(tmp_path: Path, visit: Visit) -> None:
    puzzle, folder = tmp_path / "latin", tmp_path / "mine"
    copy_without_checker(LATIN, puzzle)
    folder.mkdir()
    for path in (ROOT / "encode.py", LATIN / "latin.lp"):
        shutil.copy(path, folder)
    with serve(folder, "--puzzle", puzzle) as address:
        page = visit(address)
        page.wait_for_selector("#verdict[data-verdict=pass]")
        delivery = page.locator("#stages > li").first
        assert delivery.inner_text().startswith("Is the delivery complete? no")
        assert "README.txt" in delivery.locator(".remark p").all_inner_texts()[0]
        assert page.locator("#stages b.no").count() == 0


@pytest.mark.long
def test_nothing_is_typed_into_a_page_that_is_not_ready(address: str, visit: Visit) -> None:
    """The tables of the puzzles come late; what was typed before would be overwritten."""
    for path, place in [("/write?", "#program"), ("/?", "#text")]:
        page = visit(address)
        next_request = hold_requests(page, "**/api/puzzles")
        page.goto(address.replace("/?", path))
        area = page.locator(place)
        request = next_request()
        area.focus()
        page.keyboard.type("x")
        assert area.input_value() == ""
        request.continue_()
        page.wait_for_selector("body[data-ready]")
        area.focus()
        page.keyboard.type("x")
        assert "x" in area.input_value()


def test_an_error_is_shown_at_its_line_on_a_phone_a_tap_away(address: str, visit: Visit) -> None:
    page = visit(address.replace("/?", "/write?"), has_touch=True)
    page.fill("#program", "a(X).\n")
    wait_for_text(page, "#notes button", "line 1: the variable X is unsafe")
    assert page.locator(".gutter .bad").inner_text() == "1"
    wait_for_text(page, "#findings .place", "lightup.lp:1")
    assert page.inner_text("#verdict") == "Fail: 1 finding"
    assert not page.is_visible("#jump")
    page.set_viewport_size({"width": 390, "height": 800})
    wait_for_text(page, "#jump", "Fail: 1 finding")
    page.evaluate("scrollTo(0, 0)")
    in_sight = "document.querySelector('#verdict').getBoundingClientRect().bottom < innerHeight / 2"
    assert not page.evaluate(in_sight)
    page.tap("#jump")
    page.wait_for_function(in_sight)
    assert page.locator("#findings .place").is_visible()


@pytest.mark.long
def test_the_page_shows_where_predicates_hold(address: str, visit: Visit) -> None:
    page = visit(address.replace("/?", "/write?"))
    page.fill("#program", (MISTAKES / "rays-turn" / "spreading.lp").read_text())
    page.wait_for_selector(".beliefs")
    assert page.locator(".beliefs code").all_inner_texts()[0] == "lit"
    assert page.locator(".beliefs figure").first.locator("[data-holds]").count() == 4


@pytest.mark.long
def test_a_phone_has_the_board_first(address: str, visit: Visit) -> None:
    page = visit(address, 390, 800, has_touch=True)
    board, tools = (page.locator(place).bounding_box() for place in ("#board", ".tools"))
    assert board and tools and board["y"] + board["height"] <= tools["y"]


@pytest.mark.long
def test_an_untouched_editor_is_greeted(address: str, visit: Visit) -> None:
    page = visit(address.replace("/?", "/write?"))
    wait_for_text(page, "#verdict", "Nothing is written yet")
    page.fill("#program", "a(1).\n")
    page.wait_for_selector("#verdict[data-verdict=fail]")
    page.fill("#program", "% to be written\n")
    wait_for_text(page, "#verdict", "Nothing is written yet")
    assert page.locator("#findings *").count() == 0 and page.is_hidden("#answers-box")


def test_the_words_of_a_program_are_coloured(address: str, visit: Visit) -> None:
    page = visit(address.replace("/?", "/write?"))
    program = '% a comment\n#show p/1.\np("x") :- not q(X, 1).\n%* two\n:- lines *%'
    page.fill("#program", program)
    words = page.locator(".colours span:not(.name):not(.bracket)")
    kinds = [(word.get_attribute("class"), word.inner_text()) for word in words.all()]
    assert kinds == [
        ("comment", "% a comment"),
        ("directive", "#show"),
        ("number", "1"),
        ("string", '"x"'),
        ("keyword", ":-"),
        ("keyword", "not"),
        ("variable", "X"),
        ("number", "1"),
        ("comment", "%* two\n:- lines *%"),
    ]
    assert page.text_content(".colours") == program


@pytest.mark.long
def test_each_letter_has_its_colour_at_its_place(address: str, visit: Visit) -> None:
    """The coloured text moves with the text area, to its end and to the right."""
    page = visit(address.replace("/?", "/write?"))
    page.fill("#program", "a. % " + "long " * 60 + "\n" + "b.\n" * 60 + "c.")
    page.evaluate("document.getElementById('program').scrollTo(1e4, 1e4)")
    page.wait_for_timeout(200)
    text = find_bounding_box(page.locator(".colours"))
    area = find_bounding_box(page.locator("#program"))
    scrolled = page.locator("#program").evaluate("area => [area.scrollLeft, area.scrollTop]")
    assert [area["x"] - text["x"], area["y"] - text["y"]] == pytest.approx(scrolled, abs=1)
    assert min(scrolled) > 100


def move_caret(page: "Page", place: int) -> None:
    """Put the caret of the editor before the letter of this number."""
    page.focus("#program")
    page.evaluate(f"document.getElementById('program').setSelectionRange({place}, {place})")


def test_brackets_that_match_are_marked(address: str, visit: Visit) -> None:
    page = visit(address.replace("/?", "/write?"))
    page.fill("#program", "a(f(1), 2].")
    move_caret(page, 1)
    page.wait_for_selector(".colours .alone")  # a( is not closed
    page.fill("#program", "a(f(1), 2).")
    move_caret(page, 2)
    page.wait_for_selector(".colours .pair")
    assert page.locator(".colours .pair").all_inner_texts() == ["(", ")"]
    assert page.locator(".colours span").last.get_attribute("class") == "pair"


def test_lines_are_made_comments_and_rules_again(address: str, visit: Visit) -> None:
    page = visit(address.replace("/?", "/write?"))
    page.fill("#program", "a.\n  b.\nc.\n")
    move_caret(page, 0)
    for key in ("Shift+ArrowDown", "Shift+ArrowRight", "Control+/"):
        page.keyboard.press(key)
    assert page.input_value("#program") == "% a.\n%   b.\nc.\n"
    page.keyboard.press("Control+/")
    assert page.input_value("#program") == "a.\n  b.\nc.\n"
    page.keyboard.press("Control+z")
    assert page.input_value("#program") == "% a.\n%   b.\nc.\n"


def test_names_are_completed(address: str, visit: Visit) -> None:
    """Predicates of the program and of the facts are offered, constants and comments are not."""
    page = visit(address.replace("/?", "/write?"))
    page.wait_for_load_state("networkidle")  # the facts of the example are there
    page.fill("#program", "white(1). whole(cells).\n")
    page.focus("#program")
    for typed in (":- wh", "ce"):
        page.keyboard.type(typed)
        page.wait_for_selector("#names:not([hidden])")
        names = page.locator("#names li").all_inner_texts()
        assert names == {":- wh": ["white", "whole"], "ce": ["cell"]}[typed]
        if typed == ":- wh":
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Tab")
        page.keyboard.type("(X), ")
    assert page.input_value("#program").endswith("\n:- whole(X), cell(X), ")
    page.keyboard.type("% ce")
    assert page.is_hidden("#names")


@pytest.mark.long
def test_messages_cover_no_line(address: str, visit: Visit) -> None:
    """All messages are whole below the text, each leads to its line."""
    page = visit(address.replace("/?", "/write?"))
    page.fill("#program", "a(X).\nb(Y).\n% " + "long " * 30 + "\nc(Z).\n")
    wait_for_text(page, "#notes", "line 4: the variable Z")
    notes = page.locator("#notes button")
    assert notes.count() == 3
    editor = find_bounding_box(page.locator("#editor"))
    last_note = find_bounding_box(notes.last)
    assert last_note["y"] + last_note["height"] < 800  # a short program leaves room for notes
    for note in notes.all():
        assert find_bounding_box(note)["y"] >= editor["y"] + editor["height"]
        assert note.evaluate("note => note.scrollWidth <= note.clientWidth")
    notes.last.click()
    selected = "document.querySelector('#program').selectionStart"
    assert page.input_value("#program")[page.evaluate(selected) :] == "c(Z).\n"


@pytest.mark.long
def test_findings_in_an_earlier_text_mark_no_line_of_the_next_text(
    address: str, visit: Visit
) -> None:
    """Findings in an earlier text are not put at the lines of the next one."""
    page = visit(address.replace("/?", "/write?"))
    next_request = hold_requests(page, "**/api/program")
    page.fill("#program", "a(X).\n")
    page.click("#examine")
    request = next_request()
    page.fill("#program", "a(1).\n")
    request.continue_()
    page.wait_for_timeout(1000)
    assert page.locator("#notes button").count() == 0
    page.unroute("**/api/program")
    page.fill("#program", "a(X).\n")
    page.wait_for_selector("#notes button")
    wait_for_text(page, "#answers-summary", "clingo rejects the program")


@pytest.mark.long
def test_a_hostile_scratch_program(address: str, visit: Visit) -> None:
    page = visit(address.replace("/?", "/write?"))
    page.fill("#program", "n(1..100000000). p(X,Y) :- n(X), n(Y).")
    page.click("#examine")
    wait_for_text(page, "#findings .finding", "no end")
    page.fill("#program", f'#include "{EXAMPLES / "dom01.txt"}".')
    page.click("#examine")
    wait_for_text(page, "#findings", "#include")
    page.fill("#program", "#script (python)\nimport os; os._exit(0)\n#end.")
    page.click("#examine")
    wait_for_text(page, "#findings", "#script")
    go(page, address)


# ---------------------------------------------------------------- safe

HINT = {"puzzle": "lightup", "job": "hint", "puzzle_rows": ["."], "board": ["."], "tactics": "A"}
READ = {"job": "read", "puzzle": "lightup"}


def post(address: str, path: str, data: Any, source: str = "", **headers: str) -> tuple[int, str]:
    """Send a request without the browser, from an address; return the status and the body."""
    match = re.match(r"http://([^/]*)/.*token=(.*)", address)
    assert match
    host, token = match.groups()
    port = host.partition(":")[2]
    source_address = (source, 0) if source else None
    connection = http.client.HTTPConnection(host, timeout=120, source_address=source_address)
    headers = {"cookie": f"lab-{port}={token}", "content-type": "application/json", **headers}
    body = data if isinstance(data, str) else json.dumps(data)
    connection.request("POST", path, body, headers)
    reply = connection.getresponse()
    return reply.status, reply.read().decode()


@pytest.mark.long
def test_a_foreign_page_cannot_run_a_program(address: str, visit: Visit) -> None:
    data = {"puzzle": "lightup", "example": "dom01", "program": "a."}
    assert post(address, "/api/program", data)[0] == 200
    assert post(address, "/api/program", data, origin="http://evil.example")[0] == 403
    assert post(address, "/api/program", data, cookie="")[0] == 403
    assert post(address, "/api/program", data, host="evil.example")[0] == 421


@pytest.mark.long
def test_a_lost_connection_loses_nothing(visit: Visit) -> None:
    with serve() as first:
        page = visit(first)
        choose_example(page, "dom01")
        find_cell(page, 0, 1).click()
        port = re.search(r":(\d+)/", first)
        assert port
    find_cell(page, 3, 1).click()
    wait_for_text(page, "#lost", "No answer from the kit")
    with serve(f"--port={port[1]}") as again:
        wait_for_text(page, "#lost", "open that one")  # another start has another token
        go(page, again)
        wait_for_message(page, "")
        assert "bulb" in label(page, 0, 1) and "bulb" in label(page, 3, 1)


@pytest.mark.long
def test_a_class_room_has_scratch_programs_only(visit: Visit) -> None:
    with serve("--host=0.0.0.0") as address:
        local = re.sub("//[^:]*:", "//127.0.0.1:", address)
        page = visit(local.replace("/?", "/write?"))
        assert page.locator("[data-mode]").count() == 0
        assert page.is_editable("#program")
        data = {"puzzle": "lightup", "example": "dom01"}
        assert post(local, "/api/watch", data)[0] == 400


@pytest.mark.long
def test_a_visitor_with_many_requests_does_not_starve_another(address: str) -> None:
    """Who asks while another waits for many answers gets one before most of these."""
    rows = (EXAMPLES / "dom08.txt").read_text().split()
    data = {"puzzle": "lightup", "job": "hint", "puzzle_rows": rows, "board": rows, "tactics": "A"}
    ends: list[int] = []

    def ask(visitor: int) -> None:
        assert post(address, "/api/ask", data, source=f"127.0.0.{visitor}")[0] == 200
        ends.append(visitor)

    with ThreadPoolExecutor(9) as threads:
        futures = [threads.submit(ask, 2) for _ in range(8)]
        wait(futures, return_when=FIRST_COMPLETED)
        futures.append(threads.submit(ask, 3))
    for future in futures:
        future.result()
    assert ends.index(3) < 4


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/api/state", {}),
        ("/api/state", {"puzzle": "../../etc", "puzzle_rows": ["."], "board": ["."]}),
        ("/api/state", {"puzzle": "lightup", "puzzle_rows": ["."], "board": ["?"]}),
        ("/api/state", {"puzzle": "lightup", "puzzle_rows": ["."], "board": [".."]}),
        ("/api/state", {"puzzle": "amaze", "puzzle_rows": [["1", "1"]], "board": [["1"]]}),
        ("/api/state", []),
        ("/api/state", "[" * 100_000),
        ("/api/state", {"puzzle": ["lightup"], "puzzle_rows": ["."], "board": ["."]}),
        ("/api/state", {"puzzle": "lightup", "puzzle_rows": "...", "board": ["."]}),
        ("/api/state", {"puzzle": "lightup", "puzzle_rows": ["."], "board": [["x" * 99, "."]]}),
        ("/api/example", {"puzzle": "lightup", "name": "../lightup"}),
        ("/api/write", {"puzzle": "lightup", "board": ["."], "notation": "nothing"}),
        ("/api/program", {"puzzle": "lightup", "example": "../../etc/passwd", "program": ""}),
        ("/api/program", {"puzzle": "lightup", "example": 1, "program": ""}),
        ("/api/ask", {"puzzle": "lightup"}),
        ("/api/ask", {"puzzle": "lightup", "job": "exit"}),
        ("/api/ask", {"puzzle": "lightup", "job": "read"}),
        ("/api/ask", {"puzzle": "lightup", "job": "read", "text": ["."]}),
        ("/api/ask", {**HINT, "tactics": "Z"}),
        ("/api/ask", {**HINT, "tactics": 3}),
        ("/api/ask", {**HINT, "tactics": {}}),
        ("/api/ask", {**HINT, "board": None}),
        ("/api/ask", {"puzzle": "../../etc", "job": "hint"}),
        ("/api/watch", {"puzzle": "lightup", "example": "dom01"}),
    ],
)
def test_malformed_requests_are_answered_with_a_sentence(
    address: str, path: str, data: Any
) -> None:
    status, text = post(address, path, data)
    if status == 200:
        assert '"offences":[{' in text
        return
    fault = json.loads(text)["fault"]
    assert status == 400 and re.search("(found|has no|needs|is watched)", fault)
    assert "\n" not in fault and len(fault) < 300 and "Error" not in fault


@pytest.mark.long
@pytest.mark.parametrize(
    "data",
    [
        {"job": "make", "puzzle": "lightup", "values": {"height": "1e9", "width": "3"}},
        {"job": "rate", "puzzle": "amaze", "puzzle_rows": ["1.1"]},
        {"job": "make", "puzzle": "lightup", "values": {"seed": "\0"}},
        {"job": "make", "puzzle": "amaze", "values": {"seed": ["\0"]}},
        {**READ, "text": "?" * 1000},
        {**READ, "text": "dim(100000). #const n=100000."},
        {**READ, "text": "dim(2). n(1..9999). p :- n(X), n(Y), n(Z), X+Y+Z < 0."},
        {**READ, "text": f'dim(2). #include "{ROOT / "lightup.lp"}".'},
        {**READ, "text": "dim(2). #script (lua) os.exit() #end."},
        {**HINT, "puzzle_rows": ["..", ".."]},
        {**HINT, "job": "soluble", "board": [".."]},
        {**HINT, "puzzle": "amaze", "job": "soluble", "board": [".."]},
    ],
)
def test_questions_that_cannot_be_answered(address: str, data: dict[str, Any]) -> None:
    status, text = post(address, "/api/ask", data)
    assert status == 200 and "fault" in (answer := json.loads(text.split("data: ")[1]))
    assert "broke down" not in answer["fault"]


@pytest.mark.long
def test_connections_without_a_request_are_closed(address: str) -> None:
    """A machine has a hundred at most; several machines together cannot lock others out."""
    port = int(re.search(r":(\d+)/", address)[1])  # type: ignore[index]
    data = {"puzzle": "lightup", "puzzle_rows": ["."], "board": ["b"]}
    with ExitStack() as stack:
        sockets = []
        for number in range(600):
            source = (f"127.0.1.{number % 5}", 0)
            client = socket.create_connection(("127.0.0.1", port), TIMEOUT / 1000, source)
            sockets.append(stack.enter_context(client))
            client.send(b"GET / HTTP/1.1\r\n")  # the rest of the head never comes
        assert post(address, "/api/state", data, "127.0.1.9")[0] in (200, 503)
        for client in sockets:
            with suppress(ConnectionResetError):
                assert client.recv(1) == b""
        assert post(address, "/api/state", data, "127.0.1.9")[0] == 200


@pytest.mark.long
def test_a_body_that_does_not_come_is_not_waited_for(address: str) -> None:
    host, port, token = re.match(r"http://([^/]*):(\d+)/.*token=(.*)", address).groups()  # type: ignore[union-attr]
    head = f"POST /api/state HTTP/1.1\r\nhost: {host}:{port}\r\ncookie: lab-{port}={token}\r\n"
    with socket.create_connection((host, int(port)), TIMEOUT / 1000) as client:
        client.send(f"{head}content-length: 100\r\n\r\n".encode())
        assert client.recv(100).startswith(b"HTTP/1.1 408 ")


@pytest.mark.long
def test_a_page_with_a_bad_port_host_or_folder_is_refused(address: str, tmp_path: Path) -> None:
    port = re.search(r":(\d+)/", address)
    assert port
    cases: list[tuple[list[object], str]] = [
        ([f"--port={port[1]}"], f"port {port[1]} is in use"),
        (["--port=70000"], "expected a number from 0 to 65535"),
        ([tmp_path / "none"], "found no folder"),
        (["--host=0.0.0.0", tmp_path], "--host serves no folder"),
        (["--host=nowhere.invalid"], "nowhere.invalid"),
    ]
    for arguments, complaint in cases:
        command = [sys.executable, "-m", "lab", "web", "--no-open", *map(str, arguments)]
        run = run_process(command)
        assert run.returncode == 2 and complaint in run.stderr
        assert "Traceback" not in run.stderr and run.stdout == ""


@pytest.mark.long
def test_a_class_room_needs_the_sandbox() -> None:
    environment = {**os.environ, "LAB_SANDBOX_WITHOUT": "bubblewrap,Landlock"}
    command = [sys.executable, "-m", "lab", "web", "--no-open", "--port=0", "--host=0.0.0.0"]
    run = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=120, env=environment
    )
    assert run.returncode == 2 and "not contained here" in run.stderr


# ---------------------------------------------------------------- for everybody


@pytest.mark.long
@needs_module("axe_playwright_python")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_axe_finds_nothing(address: str, visit: Visit, size: tuple[int, int], scheme: str) -> None:
    page = visit(address, *size, color_scheme=scheme)
    choose_example(page, "dom05")
    for row, column in [(0, 0), (0, 1), (3, 3)]:
        find_cell(page, row, column).click()
    wait_for_message(page, "see each other")
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    assert list_violations(page) == []
    page.click("#undo")
    page.click("#hint")
    page.wait_for_selector("#key:not([hidden])")
    assert list_violations(page) == []
    choose_example(page, "dom03", "amaze")
    assert list_violations(page) == []
    go(page, address.replace("/?", "/write?"))
    page.fill("#program", "a(X).\n")
    page.wait_for_selector("#notes button")
    assert list_violations(page) == []
