"""The page for players, with puzzles that have no web.py."""

import json

import pytest

from tests.kit import DATA, LATIN
from tests.lab.web.pages import (
    NEEDS_PAGE,
    Visit,
    find_cell,
    label,
    serve,
    wait_for_message,
    wait_for_text,
)

pytestmark = NEEDS_PAGE


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
