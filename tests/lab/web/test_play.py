"""The page for players in a real browser: boards, hints, ratings, new puzzles, phones."""

import re
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.kit import EXAMPLES, format_facts, needs_module
from tests.lab.web.chromium import go, list_violations, make_page
from tests.lab.web.pages import (
    NEEDS_PAGE,
    Visit,
    choose_example,
    drag,
    find_bounding_box,
    find_cell,
    hold_requests,
    label,
    wait_for_message,
    wait_for_text,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Page

pytestmark = NEEDS_PAGE


def test_the_page_speaks_the_language_of_browser_or_choice(visit: Visit, address: str) -> None:
    page = visit(address, locale="fr-FR")
    assert page.locator("#hint").inner_text() == "Indice"
    assert page.locator("html").get_attribute("lang") == "fr"
    page.select_option("#language", "de")
    wait_for_text(page, "#hint", "Tipp")


def read_bulbs(name: str) -> list[tuple[int, int]]:
    """Return the cells with a bulb in a solution of examples/."""
    rows = (EXAMPLES / f"{name}.txt").read_text().split()
    return [(r, c) for r, row in enumerate(rows) for c, kind in enumerate(row) if kind == "b"]


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
