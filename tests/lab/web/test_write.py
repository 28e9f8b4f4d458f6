"""The page for writing a program, in a real browser: the editor, findings, answers."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.kit import DATA, EXAMPLES, LATIN, ROOT, copy_without_checker
from tests.lab.web.chromium import go
from tests.lab.web.pages import (
    NEEDS_PAGE,
    Visit,
    find_bounding_box,
    hold_requests,
    serve,
    wait_for_text,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

STUDENTS = DATA / "students"
MISTAKES = DATA / "mistakes" / "lightup"

pytestmark = NEEDS_PAGE


@pytest.mark.long
def test_what_is_found_in_a_program_is_told_in_the_language(visit: Visit, address: str) -> None:
    page = visit(address.replace("/?", "/write?"), locale="de-DE")
    wait_for_text(page, "#summary", "Schreiben Sie Regeln")
    page.fill("#program", "a.")
    page.click("#examine")
    wait_for_text(page, "#verdict", "Nicht bestanden")
    page.wait_for_selector("#answer-wrong li")
    assert "Zeile 0, Spalte 1" in page.locator("#answer-wrong").inner_text()


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
