"""Whether a program solves the examples, and how its cost grows beside the reference's."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import encode
from lab import puzzles
from lab.check import rules, trials
from lab.check.findings import Finding, Remark, lines
from lab.check.judge import Judges, Outcome, Task
from lab.check.trials import REFUSES, SEVERAL
from lab.lightup.rules import Board, white

STAGE = "solves"
EXAMPLES, REFERENCE = puzzles.default().examples, puzzles.default().encoding
DUTY = 7  # rows of the boards that have to be solved in time
PATIENT, SHORT = 10.0, 2.0  # seconds of computing, for those and for larger ones
MODEST = 25  # rows of the boards on which it is worth a remark to be stopped
STEEP = 20.0  # times the ground rules of the reference
LOUPE = 14  # rows of the largest board on which rules are counted line by line
PARTS, WHITES = 50, 9  # windows through which an example is looked at, white cells of each


class Run(NamedTuple):
    """A program on an example."""

    board: Board
    outcome: Outcome

    @property
    def size(self) -> str:
        return f"{len(self.board)}x{len(self.board[0])}"

    @property
    def done(self) -> bool:
        return self.outcome.end == "done"

    @property
    def rules(self) -> int:
        """Of the ground program, if it is done."""
        return int(self.outcome.value["rules"])


def judged(judges: Judges, program: Path) -> tuple[list[Finding], list[Remark], str]:
    """What is wrong, what is to be remarked, and a line for a person."""
    runs = solved(judges, program)
    for run in runs:
        if wrong := list(differing(run)):
            return smaller(judges, program, run) or wrong[:1], [], ""
    stopped = next((run for run in runs if not run.done), None)
    done = [run for run in runs if run.done]
    findings = [overdue(stopped)] if stopped and len(stopped.board) <= DUTY else []
    if not done:
        return findings, [], ""
    its = reference(judges, done[-1].board)
    remarks = list(growth(judges, program, done, its))
    if stopped and not findings and (remarks or len(stopped.board) <= MODEST):
        remarks.append(Remark(STAGE, "time", limit(stopped)))
        stopped = None  # and is told
    return findings, remarks, "" if findings else summary(done, its, stopped)


def examples() -> list[Board]:
    """The square ones, the smallest first."""
    boards = [encode.grid(path.read_bytes()) for path in sorted(EXAMPLES.glob("dom*.txt"))]
    return sorted((board for board in boards if len(board) == len(board[0])), key=len)


def solved(judges: Judges, program: Path) -> list[Run]:
    """The examples two at a time, up to those on which a limit is reached."""
    boards = examples()
    runs: list[Run] = []
    while boards and all(run.done for run in runs):
        now, boards = boards[: judges.number], boards[judges.number :]
        outcomes = judges.all(task(judges, program, board) for board in now)
        runs += [Run(board, outcome) for board, outcome in zip(now, outcomes)]
    return runs


def task(judges: Judges, program: Path, board: Board) -> Task:
    """Solve a board, given as facts in a file."""
    facts = encode.facts(board)
    file = judges.folder / f"{abs(hash(facts))}.lp"
    file.write_text(facts)
    seconds = allowed(board)
    return Task("solved", {"paths": [str(program), str(file)]}, seconds, 3 * seconds + 5)


def allowed(board: Board) -> float:
    """Seconds of computing."""
    return PATIENT if len(board) <= DUTY else SHORT


# ---------------------------------------------------------------- what is wrong


def differing(run: Run) -> Iterator[Finding]:
    """How an answer to an example is wrong; its solution is not shown."""
    if run.outcome.end == "error":
        message = f"the answer to an example cannot be read: {run.outcome.value}"
        yield Finding(STAGE, "contract", message, grid=lines(run.board))
    if not run.done:
        return
    grids = [grid.split() for grid in run.outcome.value["grids"]]
    for grid in grids:
        for code in trials.broken(run.board, trials.answer(grid))[:1]:
            message = rules.SAYS[code].format(what=rules.told(grid, code)[0])
            yield Finding(STAGE, code, message, grid=lines(run.board), got=lines(grid))
    if not grids:
        message = f"an example of {run.size} has a solution, and none is found"
        yield Finding(STAGE, REFUSES, message, grid=lines(run.board), got="no solution")
    if run.outcome.value["repeats"]:
        message = f"the solution of an example of {run.size} comes in several answer sets"
        yield Finding(STAGE, SEVERAL, message, "free-choice", grid=lines(run.board))


def smaller(judges: Judges, program: Path, run: Run) -> list[Finding]:
    """The same on small parts of the example, if it shows there."""
    parts = list(itertools.islice(windows(run.board), PARTS))
    seen = rules.tried(judges, program, [trials.solved(board) for board in parts])
    return rules.findings(judges, seen)


def windows(board: Board) -> Iterator[Board]:
    """Square parts of a board with few white cells, the smallest first."""
    for size in (3, 4):
        for r in range(len(board) - size + 1):
            for c in range(len(board) - size + 1):
                part = [row[c : c + size] for row in board[r : r + size]]
                if len(white(part)) <= WHITES:
                    yield part


def overdue(run: Run) -> Finding:
    message = f"an example of {run.size} is not solved within {PATIENT:g} s of computing"
    return Finding(STAGE, "time", message, grid=lines(run.board))


# ---------------------------------------------------------------- growth


def growth(judges: Judges, program: Path, done: Sequence[Run], its: Run) -> Iterator[Remark]:
    """How much larger than the reference's the ground program is, where that is notable."""
    largest = done[-1]
    if its.done and largest.rules > STEEP * its.rules:
        where = heaviest(judges, program, [run.board for run in done])
        yield Remark(
            STAGE,
            "growth",
            f"at {largest.size} your program grounds {largest.rules:,} rules, the reference "
            f"{its.rules:,}{where}",
        )


def limit(run: Run) -> str:
    over = f"{allowed(run.board):g} s of computing were over"
    why = "its memory was used up" if run.outcome.end == "memory" else over
    return f"your program was stopped at {run.size}: {why}"


def reference(judges: Judges, board: Board) -> Run:
    return Run(board, judges.one(task(judges, REFERENCE, board)))


def heaviest(judges: Judges, program: Path, boards: Sequence[Board]) -> str:
    """The rule that makes more than half of what is ground, in words."""
    board = [one for one in boards if len(one) <= LOUPE][-1]
    arguments = {"path": str(program), "facts": encode.facts(board)}
    outcome = judges.one(Task("counts", arguments, PATIENT, 3 * PATIENT))
    if outcome.end != "done" or not outcome.value:
        return ""
    ((file, line), most), total = outcome.value[0], sum(count for _, count in outcome.value)
    where = f"line {line}" + (f" of {Path(file).name}" if file != str(program) else "")
    return f"; the rule in {where} makes most of them" if 2 * most > total else ""


def summary(done: Sequence[Run], its: Run, stopped: Run | None) -> str:
    """How far it came, and at what cost."""
    mine = done[-1]
    said = (
        f"{len(done)} examples up to {mine.size}, each unique; there {mine.rules:,} ground rules "
        f"and {mine.outcome.cpu:.1f} s"
    )
    if its.done:
        said += f", the reference {its.rules:,} and {its.outcome.cpu:.1f} s"
    return said + (f"; {limit(stopped)}" if stopped else "")
