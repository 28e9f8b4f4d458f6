"""lab hint: what the tactics conclude is true, in the order of a person, and drawn."""

import random
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, strategies

from lab.lightup import rules
from lab.lightup.hint.attempt import draw_mistakes
from lab.lightup.hint.presentation import describe_step, draw_step
from lab.lightup.hint.reasoning import Reasoning, rate_board
from lab.lightup.hint.tactics import LABELS, REASONED, TACTICS
from lab.lightup.rules import bare
from tests import kit
from tests.kit import (
    EXAMPLES,
    LIGHT_UP,
    Done,
    boards,
    fill_cells,
    join_grid,
    make_reader,
    needs,
    run_lab,
    solve_by_sat,
)

LEAST = {  # for each tactic a board where it concludes, alone, what no simpler ones can
    "A": ("..0", ".-0"),
    "B": (".1", "b1"),
    "C": (".x", "bx"),
    "D": ("... 1..", ".-. 1.."),
    "E": ("-. ..", "-. .-"),
    "F": ("..1 x1. ...", "..1 x1. .-."),
    "G": (".1. ...", ".1. .-."),
    "H": ("x.. 1.. ...", "x.- 1.. .-."),
    "S": ("x.. ... .2. ..x", "x.- ... .2. ..x"),
}
SMALL = boards(4, 5, "......x01123")
LETTERS = strategies.sets(strategies.sampled_from(REASONED)).map(lambda some: "".join(sorted(some)))


def hint(*arguments: object, stdin: str = "") -> Done:
    return run_lab("hint", *arguments, stdin=stdin)


def reach_end(board: list[str], tactics: str = REASONED) -> Reasoning:
    """The reasoning at its end."""
    reasoning = Reasoning(board, tactics)
    for _ in reasoning.take_steps():
        pass
    return reasoning


def find_solutions(board: list[str]) -> list[list[str]]:
    """The solutions that agree with what is on the board, '-' for the cells without a bulb."""
    marked = (solution.replace(".", "-").split() for solution in solve_by_sat(bare(board)))
    return [solution for solution in marked if agrees(board, solution)]


def agrees(board: list[str], solution: list[str]) -> bool:
    return all(a in (".", b) for a, b in zip("".join(board), "".join(solution)))


def merge_solutions(board: list[str], solved: list[list[str]]) -> list[str]:
    """The board with what all solutions have in common."""
    open_cells = rules.find_cells(board, ".")
    kinds = {(r, c): {solution[r][c] for solution in solved} for r, c in open_cells}
    return fill_cells(board, {cell: kind.pop() for cell, kind in kinds.items() if len(kind) == 1})


# ---------------------------------------------------------------- what is concluded


@kit.budget(50)
@given(SMALL, LETTERS, strategies.randoms())
def test_sound_whatever_the_solutions_and_the_order(
    board: list[str], tactics: str, chance: random.Random
) -> None:
    reasoning = reach_end(board, tactics)
    solved = find_solutions(board)
    assert all(agrees(reasoning.board, solution) for solution in solved)
    assert not (solved and reasoning.contradiction)
    assert solved or not reasoning.is_complete
    shuffled = list(tactics)
    chance.shuffle(shuffled)
    in_other_order = reach_end(board, "".join(shuffled))
    assert bool(reasoning.contradiction) == bool(in_other_order.contradiction)
    assert reasoning.contradiction or reasoning.board == in_other_order.board


@kit.budget(20)
@given(SMALL, strategies.randoms())
def test_sound_on_half_solved_boards(board: list[str], chance: random.Random) -> None:
    solved = find_solutions(board)
    if not solved:
        return
    guide = chance.choice(solved)
    given_cells = {
        cell: guide[cell[0]][cell[1]]
        for cell in rules.find_white_cells(board)
        if chance.random() < 0.3
    }
    half = fill_cells(board, given_cells)
    reached = reach_end(half)
    assert not reached.contradiction
    assert all(agrees(reached.board, solution) for solution in find_solutions(half))


@kit.budget(20)
@given(SMALL)
def test_the_search_is_complete(board: list[str]) -> None:
    solved = find_solutions(board)
    reached = reach_end(board, "".join(TACTICS))
    assert bool(reached.contradiction) == (not solved)
    assert not solved or reached.board == merge_solutions(board, solved)


@pytest.mark.parametrize(
    ("tactic", "before", "after"),
    [
        # of the places above, and of those below, at most one is a bulb: two are left, and needed
        ("F", ".... .22. ....", "-..- b22b -..-"),
        # the same: each bulb that would leave it out is refuted
        ("H", ".... .22. ....", "-..- b22b -..-"),
        # a bulb beside the 1 lights two sources of the marked cell, and the 1 rules out the third
        ("G", "xx.x -..x ..1. x.x.", "xx.x -..x .-1. x.x."),
        # what one tactic concludes must not depend on others not having been there first
        ("D", "x1. .-.", "x1. .--"),
        ("E", "-. x.", "-. x-"),
        ("G", ".1b ..x", "-1b .-x"),
    ],
)
def test_further_conclusions(tactic: str, before: str, after: str) -> None:
    assert all(agrees(after.split(), solution) for solution in find_solutions(before.split()))
    assert reach_end(before.split(), tactic).board == after.split()


@pytest.mark.parametrize("tactic", TACTICS)
def test_each_tactic_alone_does_what_simpler_ones_do_not(tactic: str) -> None:
    before, after = (rows.split() for rows in LEAST[tactic])
    simpler = "".join(TACTICS)[: "".join(TACTICS).index(tactic)]
    assert all(agrees(after, solution) for solution in find_solutions(before))
    assert reach_end(before, tactic).board == after
    less = reach_end(before, simpler).board
    assert less != after
    assert agrees(less, after)


def test_more_tactics_conclude_more() -> None:
    board = (EXAMPLES / "dom04.txt").read_text().split()
    open_cells = [reach_end(board, REASONED[:n]).open_count for n in range(len(REASONED) + 1)]
    assert open_cells == sorted(open_cells, reverse=True)
    assert open_cells[0] == len(rules.find_white_cells(board))
    assert open_cells[-1] == 0


@needs("sgt-lightup")
@pytest.mark.parametrize(("level", "labels"), [(0, ["easy"]), (1, ["easy", "tricky", "hard"])])
def test_puzzles_of_another_program(level: int, labels: list[str]) -> None:
    done = subprocess.run(["sgt-lightup", "--generate", "20", f"7x7d{level}"], capture_output=True)
    puzzles = make_reader(LIGHT_UP)(done.stdout, "sgt-lightup")
    assert len(puzzles) == 20
    assert {rate_board(board).label for board in puzzles} <= set(labels)


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("number", [3, *map(kit.long, (1, 2, *range(4, 9))), 9])
def test_the_examples(number: int) -> None:
    done = hint("--plain", EXAMPLES / f"dom{number:02}.txt")
    assert (done.returncode, done.stdout) == (0, (EXAMPLES / f"sol{number:02}.txt").read_text())
    cells = sum(done.stdout.count(kind) for kind in ".b")
    assert re.fullmatch(rf"{cells} of {cells} cells decided with [A-H, ]+\n", done.stderr)


UNSOLVABLE = (EXAMPLES / "unsolvable.txt").read_text()
SEVERAL = "no tactic would help, as there are several solutions"
B_IN_SIGHT = "row 0, column 0 and row 0, column 2: these bulbs see each other"
OUTCOMES: list[tuple[str, str, int, str | None, str]] = [  # status, output, first line of errors
    ("--tactics=a", "..0 ...", 1, None, "stuck: 2 of 5 cells decided with A; tactic E would help"),
    ("--tactics=AC", "... 1..", 1, None, "stuck: 0 of 5 cells decided; tactic D would help"),
    ("", "x.. ... .2. ..x", 1, None, "stuck: 0 of 9 cells decided; tactic S would help"),
    ("--tactics=A", "..0 ... ...", 1, None, f"stuck: 2 of 8 cells decided with A; {SEVERAL}"),
    ("--tactics=S", ".. ..", 1, None, f"stuck: 0 of 4 cells decided; {SEVERAL}"),
    ("--tactics=A", "1. ..", 1, None, "stuck: 0 of 3 cells decided; tactic D would help"),
    *(
        ("", board, 1, None, f"contradiction: {message}")
        for board, message in (
            ("3. ..", "row 0, column 0: the clue 3 has 0 bulbs and can get 2 at most"),
            ("x0. 0x0", "row 0, column 2: can no longer be lit"),
            ("b.b", B_IN_SIGHT),
        )
    ),
    ("--tactics=S", UNSOLVABLE, 1, UNSOLVABLE, "contradiction: no solution is like this"),
    *(
        ("--next", board, 0, f"{step}\n", "")
        for board, step in (
            ("b-1.", "B: the 1 at row 0, column 2 has 1 place left: bulb at row 0, column 3"),
            (
                "xbx x2. xxx",
                "B: the 2 at row 1, column 1 has 1 bulb and 1 place left: bulb at row 1, column 2",
            ),
            (
                "-. xx",
                "C: the dark cell at row 0, column 0 can be lit from one place only: "
                "bulb at row 0, column 1",
            ),
        )
    ),
    ("--next", "1b", 0, "", "all is decided"),
    ("--next", ".. ..", 1, "", f"stuck: none of these tactics applies; {SEVERAL}"),
    *(
        ("--next", board, 1, "", f"wrong: {message}")
        for board, message in (
            ("b.b", B_IN_SIGHT),
            ("1b. b.. ...", "row 0, column 0: the clue 1 has 2 bulbs, too many"),
            ("2- .x", "row 0, column 0: the clue 2 has 0 bulbs and can get 1 at most"),
            ("x- xx", "row 0, column 1: can no longer be lit"),
            # whichever bulb the 1 gets, right or below, the other place stays dark
            ("x.b 1.. ...", "no solution has all these bulbs and marks"),
        )
    ),
    *(
        ("--next", board, 1, "", "the puzzle has no solution")  # what is placed is not blamed
        for board in ("1. ..", "..4 ... ...", "b.4 -.. ...", "bx0.")
    ),
]


@pytest.mark.parametrize(("options", "board", "status", "output", "error"), OUTCOMES)
def test_hint_says_what_follows_or_why_nothing_does(
    options: str, board: str, status: int, output: str | None, error: str
) -> None:
    done = hint(*options.split(), stdin=join_grid(board.split()))
    assert (done.returncode, done.stdout if output is not None else None) == (status, output)
    first_line, _, others = done.stderr.partition("\n")
    assert first_line == error
    assert not others or error.startswith(("contradiction", "wrong"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], r"the time limit of 0\.3 s came: \d+ of 7500 cells decided.*"),
        kit.long(["--steps"], r"the time limit of 0\.3 s came: \d+ of 7500 cells decided.*"),
        kit.long(["--next", "--tactics=S"], r"the time limit of 0\.3 s came before the next step"),
    ],
)
def test_the_time_limit(arguments: list[str], message: str) -> None:
    done = kit.run("-m", "lab", "hint", "dom11", "--time-limit=0.3", *arguments)
    assert done.returncode == 3
    assert re.fullmatch(f"{message}\n", done.stderr)
    assert len(done.stdout.splitlines()) == 100 or arguments


def test_steps() -> None:
    done = hint("--steps", EXAMPLES / "dom01.txt")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0] == (
        "A: the 0 at row 1, column 2 has all its bulbs: no bulbs at "
        "row 0, column 2; row 1, columns 1, 3; row 2, column 2"
    )
    assert (
        "B: the 3 at row 2, column 5 has 3 places left: bulbs at "
        "row 1, column 5; row 2, columns 4, 6" in lines
    )
    solution = (EXAMPLES / "sol01.txt").read_text().split()
    for line in lines:
        reason, conclusion = line.rsplit(": ", 1)
        assert re.match("[A-H]: ", reason)
        for message, kind in re.findall(
            r"(bulbs?|no bulbs?) at ((?:row \d+, columns?(?: \d+,?)+(?:; )?)+)", line
        ):
            for r, c in kit.read_places(kind):
                assert (solution[r][c] == "b") == (not message.startswith("no")), line
        assert conclusion


@pytest.mark.parametrize("tactic", TACTICS)
def test_a_step_of_each_tactic_names_its_reason(tactic: str) -> None:
    before, after = (rows.split() for rows in LEAST[tactic])
    done = hint("--next", "--tactics", tactic, stdin=join_grid(before))
    assert done.returncode == 0
    assert done.stdout.startswith(f"{tactic}: ")
    places = kit.read_places(done.stdout.rsplit(": ", 1)[1])
    assert all(after[r][c] != before[r][c] for r, c in places)
    assert places


@kit.budget(12)
@given(SMALL)
def test_each_step_is_of_the_simplest_tactic(board: list[str]) -> None:
    reasoning = Reasoning(board)
    for step in reasoning.take_steps():
        simpler = Reasoning(step.before, REASONED[: REASONED.index(step.tactic)])
        assert next(simpler.take_steps(), None) is None


@pytest.mark.parametrize("seed", [0, *map(kit.long, range(1, 40))])
def test_a_fresh_look_at_the_outcome_finds_nothing_more(seed: int) -> None:
    chance = random.Random(seed)
    board = ["".join(chance.choices("x.", (1, 4), k=11)) for _ in range(11)]
    some = "".join(sorted({"F", "G", *chance.sample(REASONED, 2)}))
    board = place_solvable_cells(board, chance)
    reached = reach_end(board, some).board
    assert reach_end(reached, some).board == reached


def place_solvable_cells(board: list[str], chance: random.Random) -> list[str]:
    """These black cells, most with a clue, so that there is a solution."""
    for cell in chance.sample(
        sorted(rules.find_white_cells(board)), len(rules.find_white_cells(board))
    ):
        if cell in rules.find_dark_cells(board):
            board = fill_cells(board, {cell: "b"})
    clues = {
        (r, c): str(sum(board[y][x] == "b" for y, x in rules.list_neighbours(board, (r, c))))
        for r, c in rules.find_cells(board, "x")
        if chance.random() < 0.8
    }
    return fill_cells(bare(board), clues)


# ---------------------------------------------------------------- ratings


def test_rate(tmp_path: Path) -> None:
    two = tmp_path / "two.txt"
    two.write_text("3x1:B1a\n3x1:B0a\n")
    done = hint("--rate", EXAMPLES / "dom01.txt", two, EXAMPLES / "ambiguous.txt")
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert lines[0] == f"{EXAMPLES / 'dom01.txt'}: tricky, ABCD, 13 steps"
    assert lines[1] == f"{two}#1: easy, B, 1 step"
    assert lines[2].startswith(f"{two}#2: no solution: row 0, column 2: can no longer be lit")
    assert ": several solutions, " in lines[3]


def test_rate_leaves_out_bulbs_and_marks(tmp_path: Path) -> None:
    for name, text in (("ambiguous", "-b\nb-\n"), ("partial", "b.\n..\n"), ("bare", "..\n..\n")):
        (tmp_path / f"{name}.txt").write_text(text)
        done = hint("--rate", tmp_path / f"{name}.txt")
        assert done.stdout.endswith(": several solutions, no tactic, 0 steps\n")
        assert (done.returncode, done.stderr) == (1, "")
    puzzle, answer = (hint("--rate", EXAMPLES / f"{name}02.txt").stdout for name in ("dom", "sol"))
    assert answer == puzzle.replace("dom02", "sol02")


def test_rate_has_no_use_for_an_index() -> None:
    done = hint("--rate", EXAMPLES / "dom02.txt", EXAMPLES / "index.txt", EXAMPLES / "sol02.txt")
    assert (done.returncode, done.stdout.count("\n")) == (0, 2)
    index = EXAMPLES / "index.txt"
    assert done.stderr == f"lab hint: {index}: skipped, as it lists puzzles and holds none\n"
    assert hint("--rate", index).returncode == 2


@pytest.mark.long
def test_rate_prints_what_is_known_when_time_is_up() -> None:
    done = kit.run("-m", "lab", "hint", "--rate", "dom02", "dom11", "dom01", "--time-limit=1.3")
    first, second = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (3, "the time limit of 1.3 s came\n")
    assert first == f"{EXAMPLES / 'dom02.txt'}: easy, ABC, 11 steps"
    assert second == f"{EXAMPLES / 'dom11.txt'}: undecided"


def test_the_label_is_that_of_the_last_tactic_needed() -> None:
    for board in [row.split() for row, _ in LEAST.values()]:
        rating = rate_board(board)
        assert not rating.label or rating.tactics[-1] in LABELS[rating.label]
    assert [rate_board([board]).label for board in (".1", "x")] == ["easy", "easy"]


# ---------------------------------------------------------------- pictures


def test_the_picture_of_the_end(tmp_path: Path) -> None:
    picture = tmp_path / "end.svg"
    done = hint("--tactics", "A", "--picture", picture, stdin="x.x\n.0.\nb.x\n")
    assert (done.returncode, done.stdout) == (1, "x-x\n-0-\nb-x\n")
    svg = picture.read_text()
    assert svg.count("<use ") == 1
    assert svg.count("•") == 4
    assert "contradiction: row 0, column 1: can no longer be lit" in read_words(svg)


def read_words(svg: str) -> str:
    return " ".join(read_lines(svg))


def read_lines(svg: str) -> list[str]:
    return re.findall("<text[^>]*>([^<]*)</text>", svg.replace("&#45;", "-"))


@pytest.mark.parametrize("width", [1, kit.long(2), kit.long(7)])
def test_a_caption_fits_below_the_board(width: int, tmp_path: Path) -> None:
    picture = tmp_path / "end.svg"
    hint("--picture", picture, stdin=f"2{'.' * (width - 1)}\nx{'x' * (width - 1)}\n")
    svg = picture.read_text()
    room = re.search(r'<svg width="(\d+)pt"', svg)
    assert room
    caption = [line for line in read_lines(svg) if len(line) > 1]
    assert caption
    assert all(len(line) * 6 <= int(room[1]) for line in caption)


def test_the_caption_has_the_lines_that_are_printed(tmp_path: Path) -> None:
    picture = tmp_path / "end.svg"
    done = hint("--picture", picture, stdin="2x.......\n")
    assert done.stderr.splitlines()[1] in read_lines(picture.read_text())


def test_the_picture_of_the_next_step(tmp_path: Path) -> None:
    picture = tmp_path / "next.svg"
    assert hint("--next", "--picture", picture, stdin="b-1.\n").returncode == 0
    svg = picture.read_text()
    cells = re.findall(r'<title>(\(.*?\))</title>\n<polygon fill="(.*?)"', svg)
    assert dict(cells)["(0,2)"] == "#8e6fc9"  # the reason
    assert dict(cells)["(0,3)"] == "#8fd18f"  # the conclusion
    assert {"the reason", "concluded"} <= set(read_lines(svg))
    assert "B: the 1 at row 0, column 2 has 1 place left" in read_words(svg)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("b-1.\n", "B: the 1 at row 0, column 2 has 1 place left"),
        kit.long("1b\n", "all is decided"),
        ("..\n..\n", "stuck: none of these tactics applies"),
        kit.long("b.b\n", "wrong: row 0, column 0 and row 0, column 2: these bulbs see each other"),
    ],
)
def test_the_picture_of_whatever_comes_next(board: str, message: str, tmp_path: Path) -> None:
    done = hint("--next", "--picture", tmp_path / "next.svg", stdin=board)
    assert message in done.stdout + done.stderr
    assert message in read_words((tmp_path / "next.svg").read_text())


@pytest.mark.parametrize(
    ("board", "marked"),
    [("b.b ...", [(0, 0), (0, 2)]), ("2- .x", [(0, 0), (0, 1)]), ("x.b 1.. ...", [])],
)
def test_the_cells_that_are_wrong_are_marked(board: str, marked: list[tuple[int, int]]) -> None:
    wrong = draw_mistakes(board.split())
    assert wrong
    assert wrong.marks == dict.fromkeys(marked, "wrong")


def test_a_supposition_is_drawn_with_what_follows_from_it() -> None:
    """On the board that a puzzle reaches before its first H: the bulb, each round, the failure."""
    board = (EXAMPLES / "dom12.txt").read_text().split()
    steps = Reasoning(board, "ABCH").take_steps()
    step = next(step for step in steps if len(step.inference.chain) == 2)
    inference, drawn = step.inference, draw_step(step, step.before)
    followed = {cell: kind for news in inference.chain for cell, kind in news}
    changed = {
        cell
        for cell in rules.find_white_cells(board)
        if read_value(drawn.board, cell) != read_value(step.before, cell)
    }
    assert inference.supposed and changed == {inference.supposed, *followed}
    assert drawn.marks[inference.supposed] == "supposed"
    assert {drawn.marks[cell] for cell in inference.reason} == {"fails"}
    assert {cell: read_value(drawn.board, cell) for cell in followed} == followed
    assert drawn.numbers == {c: n for n, news in enumerate(inference.chain, 1) for c, _ in news}
    assert drawn.caption == describe_step(step)


def test_the_clue_that_a_bulb_completes_is_marked() -> None:
    board = (EXAMPLES / "dom05.txt").read_text().split()
    steps = Reasoning(board, "ABCG").take_steps()
    step = next(step for step in steps if step.inference.completes)
    marks = draw_step(step, step.before).marks
    assert {marks[clue] for clue in step.inference.completes} == {"completed"}
    assert not step.inference.chain


def read_value(board: Sequence[Sequence[str]], cell: tuple[int, int]) -> str:
    return board[cell[0]][cell[1]]


def test_a_picture_of_each_step(tmp_path: Path) -> None:
    steps = len(hint("--steps", EXAMPLES / "dom03.txt").stdout.splitlines())
    target = tmp_path / "p%02d.svg"
    assert hint("--picture", target, EXAMPLES / "dom03.txt").returncode == 0
    numbered = sorted(tmp_path.glob("*.svg"))
    assert [path.name for path in numbered] == [f"p{number:02}.svg" for number in range(steps + 2)]
    bulbs = [path.read_text().count("<use ") for path in numbered]
    assert bulbs == sorted(bulbs)
    assert bulbs[-1] == (EXAMPLES / "sol03.txt").read_text().count("b")


def test_the_steps_of_two_puzzles_are_not_mixed(tmp_path: Path) -> None:
    (tmp_path / "steps.png").touch()  # not one of ours
    assert hint("--picture", tmp_path, stdin=".1\n").returncode == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = hint("--picture", tmp_path, stdin="x\n")
    assert (done.returncode, done.stdout) == (2, "")
    message = f"lab hint: {tmp_path / 'step000.png'}: exists, and nothing is overwritten"
    assert done.stderr.splitlines()[-1] == message
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
