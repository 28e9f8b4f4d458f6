"""The pictures on the page of a submission."""

import pytest

from lab import puzzles
from lab.check.assignment import Assignment
from lab.check.folder_bank import FolderBank
from lab.common.findings import Finding
from lab.grade.pages import draw_grids
from tests.kit import find_folder


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
