"""The pictures on the page of a submission."""

import pytest

from lab import puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.findings import Finding
from lab.grade.html_pages import draw_beliefs, draw_grids
from tests.kit import LIGHT_UP, find_folder


@pytest.mark.parametrize(
    ("name", "grid", "got", "captions"),
    [
        ("hitori", "12 11", "x2 1x", ["The grid", "As it is"]),
        ("latin", "1. ..", "12 12", ["As it is"]),
    ],
)
def test_the_puzzle_stands_beside_an_answer_that_hides_given_cells(
    name: str, grid: str, got: str, captions: list[str]
) -> None:
    assignment = Assignment(FolderBank(puzzles.find_puzzle(str(find_folder(name)))))
    board, answer = (list(map(list, text.split())) for text in (grid, got))
    finding = Finding("rules", "1", "a board", grid=board, got=answer)
    figures = draw_grids(assignment, finding)
    assert [caption for caption, _ in figures] == captions
    assert all(str(picture).startswith("<svg") for _, picture in figures)


def test_the_cells_of_a_predicate_are_coloured() -> None:
    grid, answer = [[".", "."], [".", "."]], [["b", "."], [".", "."]]
    beliefs = (("luz", ((0, 0), (1, 1))), ("a<b", ()))
    finding = Finding("rules", "lit", "dark", grid=grid, got=answer, beliefs=beliefs)
    figures = draw_beliefs(Assignment(FolderBank(LIGHT_UP)), finding)
    numbers = [(name, str(picture).count("fill-opacity")) for name, picture in figures]
    assert numbers == [("luz", 2), ("a<b", 0)]
    assert "a&lt;b" in figures[1][1]
