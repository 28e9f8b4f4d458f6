"""lab new --trials: few small boards, all that check needs; brute force finds none smaller."""

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.check.bank.folder_bank import FolderBank
from lab.new.trials import choose_boards
from lab.puzzles import find_puzzle
from tests.kit import DATA, LATIN, Done, copy_without_checker, long, run_lab

TWIN = ':- number(R,R,K), number(S,S,K), S > R, has("twin").\n' + (
    ':- number(R,C,K), number(S,D,K), R < S, C > D, R+C = S+D, size(N,_), R+C = N-1, has("twin").\n'
)


def copy_latin(folder: Path) -> Path:
    """Copy Latin squares without trial boards."""
    copy = shutil.copytree(LATIN, folder / "latin")
    (copy / "trials.txt").unlink()
    return copy


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done]:
    folder = copy_latin(tmp_path_factory.mktemp("made"))
    return folder, run_lab("new", "--trials", folder)


def test_a_bare_folder_gets_few_boards(made: tuple[Path, Done]) -> None:
    folder, done = made
    assert (done.returncode, done.stdout) == (0, "")
    boards = [trial.board for trial in FolderBank(find_puzzle(str(folder))).trials]
    assert f"{folder / 'trials.txt'}: {len(boards)} boards, 1x1 to " in done.stderr
    assert len(boards) < len(FolderBank(find_puzzle(str(LATIN))).trials)
    assert {"x", "1", "2"} <= {value for board in boards for row in board for value in row}


def test_check_passes_the_reference(made: tuple[Path, Done], tmp_path: Path) -> None:
    """By the boards alone: without rules.lp, no others are searched."""
    folder = copy_without_checker(made[0], tmp_path / "latin")
    assert run_lab("check", "--puzzle", folder, folder / "latin.lp").returncode == 0


@pytest.mark.long
def test_boards_lp_knows_the_size(tmp_path: Path) -> None:
    """As in generate; all numbers are in the last row."""
    folder = copy_latin(tmp_path)
    for path in folder.glob("mistakes*"):
        path.unlink()
    (folder / "boards.lp").write_text(
        "last(N-1) :- dim(N).  last(H-1) :- dim(H,_).\n:- given(R,_,K), K != x, not last(R).\n"
    )
    assert run_lab("new", "--trials", folder).returncode == 0
    boards = [trial.board for trial in FolderBank(find_puzzle(str(folder))).trials]
    assert {value for board in boards for value in board[-1]} >= {"1", "2"}
    assert all({*row} <= {".", "x"} for board in boards for row in board[:-1])
    (folder / "boards.lp").write_text(":- dim(_).\n")
    done = run_lab("generate", "--puzzle", folder, "--size", "3x3")
    reason = "latin.lp has no solution for any board of 3x3 that boards.lp allows"
    assert (done.returncode, done.stderr) == (1, f"no such puzzle: {reason}\n")


def test_boards_lp_has_names_of_its_own(tmp_path: Path) -> None:
    """A predicate of open_board.lp that it has, too, does not forbid all boards."""
    folder = Path(shutil.copytree(LATIN, tmp_path / "latin"))
    (folder / "boards.lp").write_text("place(R,C) :- given(R,C,1).\n:- place(R,_), R > 0.\n")
    (program,) = (DATA / "mistakes" / "latin" / "column-missing").glob("*.lp")
    programs = (folder / "latin.lp", program)
    assert run_lab("compare", "--puzzle", folder, *programs, "--size", "2x2").returncode == 1


@pytest.mark.parametrize("mistake", [long("column-missing"), "diagonals-too"])
def test_check_names_a_mistake(made: tuple[Path, Done], mistake: str) -> None:
    folder, _ = made
    (program,) = (DATA / "mistakes" / "latin" / mistake).glob("*.lp")
    done = run_lab("check", "--puzzle", folder, program)
    assert done.returncode == 1
    sentence = FolderBank(find_puzzle(str(folder))).sentences[mistake]
    assert sentence in " ".join(done.stdout.split())


def list_grids(size: int) -> Iterator[list[str]]:
    """Yield all square boards of Latin of so many rows, with numbers that fit it."""
    values = [".", "x", *map(str, range(1, size + 1))]
    for cells in itertools.product(values, repeat=size * size):
        yield ["".join(cells[r * size : (r + 1) * size]) for r in range(size)]


def breaks_diagonal(rows: list[str]) -> bool:
    """Return whether a number stands twice on a diagonal."""
    lines = ([row[r] for r, row in enumerate(rows)], [row[-1 - r] for r, row in enumerate(rows)])
    numbers = [[value for value in line if value.isdecimal()] for line in lines]
    return any(len(set(line)) < len(line) for line in numbers)


def test_brute_force_finds_no_smaller_board(made: tuple[Path, Done]) -> None:
    """The mistake diagonals-too refuses solutions with a number twice on a diagonal."""
    folder, _ = made
    rules = find_puzzle(str(LATIN)).rules
    solve = rules.solutions  # type: ignore[attr-defined]
    sizes = (n for n in (1, 2) if any(any(map(breaks_diagonal, solve(g))) for g in list_grids(n)))
    smallest = next(sizes)
    trials = FolderBank(find_puzzle(str(folder))).trials
    shown = [t.board for t in trials if any(map(breaks_diagonal, solve(t.board)))]
    assert min(map(len, shown)) == smallest == 2


@pytest.mark.long
def test_mistakes_that_behave_alike_are_faults(tmp_path: Path) -> None:
    folder = copy_latin(tmp_path)
    text = (folder / "mistakes.lp").read_text()
    (folder / "mistakes.lp").write_text(text + TWIN)
    done = run_lab("new", "--trials", folder)
    assert done.returncode == 1
    (line,) = done.stdout.splitlines()
    place = f"{folder / 'mistakes.lp'}:{len(text.splitlines()) + 1}: "
    assert line.startswith(place + "twin behaves like diagonals-too")
    assert "trials.txt: " in done.stderr


def test_trial_boards_are_not_replaced_unless_asked(tmp_path: Path) -> None:
    folder = shutil.copytree(LATIN, tmp_path / "latin")
    path = folder / "trials.txt"
    done = run_lab("new", "--trials", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{path}: exists, and nothing is overwritten without --force" in done.stderr
    assert path.read_bytes() == (LATIN / "trials.txt").read_bytes()


@pytest.mark.long
def test_trial_boards_are_replaced_if_asked(tmp_path: Path) -> None:
    folder = shutil.copytree(LATIN, tmp_path / "latin")
    path = folder / "trials.txt"
    path.write_text("b.\n..\n\n1.\n..\n\nb\n")  # b is a value of another puzzle
    done = run_lab("new", "--trials", "--force", folder)
    assert done.returncode == 0
    assert f"{path}:1: puzzle.py rejects 2 of 3 old boards, now removed\n" in done.stderr
    boards = [trial.board for trial in FolderBank(find_puzzle(str(folder))).trials]
    assert ["1.", ".."] in boards
    assert len(boards) > 1


def test_each_difference_has_a_board() -> None:
    assert choose_boards([{".", "x"}, {"x", "1"}, {"2"}], ["1", "2", ".", "x"]) == {"x", "2"}
