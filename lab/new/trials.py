"""Makes trials.txt: few small boards on which the right program and all known mistakes differ.

Random boards come first.  Searches of all boards, see lab/search/, then find small boards for three
purposes.  Each mistake, and the reference without any one of its constraints, needs a board with a
wrong answer.  Two mistakes that behave alike on all boards so far need a board that tells them
apart.  Each rule needs a board with an answer that breaks this rule alone.  Few of the new boards
are kept, and all that are in the file already.  Ordinary runs decide what a board shows, never the
search.
"""

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import encode
from decode import BLANK, format_grid
from lab import Unusable
from lab.check.bank.answers import TrialBoard, is_square, read_answers
from lab.check.bank.assignment import SMALL_ROWS, Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.bank.mistake_table import join_codes, read_mistake_id
from lab.check.programs.mistaken_programs import (
    PROGRAM_SECONDS,
    describe_behaviour,
    find_cause,
    write_program,
)
from lab.check.programs.program import SubmittedProgram, make_groups, make_run
from lab.common.files import name_file_in_errors, save
from lab.common.terminal import show_progress
from lab.common.words import Size, format_rows, format_size, get_size
from lab.inspection import Fault
from lab.inspection.mistakes import list_recognised, make_mistake_fault
from lab.notations import find_notation
from lab.puzzles import LEAST_COST, Board, Puzzle
from lab.runner.task_pool import TaskPool
from lab.search.checker import Checker, list_sizes, read_values
from lab.search.difference import ProgramDifference
from lab.search.rewriting import Unsearchable
from lab.syntax.changes import list_relaxed_rules, replace_statements
from lab.syntax.program_text import ProgramText

MOST_COLUMNS = 5  # columns of the widest boards; the highest have SMALL_ROWS rows
MOST_CELLS = (9, 16)  # cells of a board; the second only if smaller boards do not show all
SAMPLED_BOARDS, LARGER_SAMPLED_BOARDS = 24, 4  # random boards of a size
REFERENCE = ""  # the name of the reference, among the names of mistakes


class TrialResult(NamedTuple):
    """What a run on a board shows of a program."""

    is_wrong: bool
    behaviour: dict[str, str]  # as in the table of mistakes


class TrialMaker:
    """The programs of a puzzle, candidates for trial boards, and what runs on them show."""

    def __init__(self, pool: TaskPool, puzzle: Puzzle) -> None:
        """Draw random boards; raise Unusable if no program or no board can be used."""
        self.pool, self.puzzle = pool, puzzle
        self.bank = FolderBank(puzzle, needs_trials=False)
        self.faults: list[Fault] = []  # mistakes that no board tells apart
        self.remarks: list[Fault] = []  # restrictions that no board needs, old boards removed
        self._trials: dict[str, TrialBoard] = {}  # boards by their texts
        self._results: dict[tuple[str, str], TrialResult] = {}  # results by programs and boards
        self._unfit: set[str] = set()  # boards on which a program comes to no end
        if not puzzle.encoding.is_file():
            raise Unusable(f"{puzzle.encoding}: No such file or directory")
        self.mistakes = self.bank.mistake_programs
        self.lines, self.texts = leave_out_restrictions(puzzle)
        self.texts |= {REFERENCE: puzzle.encoding.read_text("utf-8"), **self.mistakes}
        old = self._read_old_boards() if self.bank.source.is_file() else []
        self.larger = [board for board in old if len(board) > SMALL_ROWS]
        shapes = old or self.bank.examples
        self._squares_only = bool(shapes) and all(map(is_square, shapes))
        self._sizes: list[Size] = []
        small = [list(map(list, board)) for board in old if len(board) <= SMALL_ROWS]
        self._old = list(filter(None, map(self._add_board, small)))
        self.checker = Checker(puzzle, read_values([]))  # no answers are known yet
        self._draw(0, MOST_CELLS[0])
        if not self._trials:
            raise Unusable(f"{puzzle.folder}: found no board of up to {SMALL_ROWS} rows")
        self.bank.trials = list(self._trials.values())
        self.assignment = Assignment(self.bank)
        self.checker = self.assignment.checker

    def _read_old_boards(self) -> list[Board]:
        """Return the boards of the old trials.txt; delete boards there that puzzle.py rejects.

        They are often those of the puzzle that was copied.
        """
        path, notation = self.bank.source, find_notation(self.puzzle, "grid")
        boards = list[Board]()
        with name_file_in_errors(path):
            grids = self.bank.trial_grids
        for _, grid in grids:
            with contextlib.suppress(encode.GridError):
                boards.append(notation.read(grid))
        if len(boards) < len(grids):
            save(path, "\n".join(map(format_grid, boards)))
            rejected = f"{len(grids) - len(boards)} of {len(grids)} old boards"
            text = f"puzzle.py rejects {rejected}, now removed"
            self.remarks.append(Fault(path, 1, text))
        return boards

    def _draw(self, least: int, most: int) -> None:
        """Add random boards of all sizes with more cells than `least`, up to `most`."""
        for size in list_sizes(SMALL_ROWS, 0 if self._squares_only else MOST_COLUMNS):
            height, width = size
            if height <= SMALL_ROWS and least < height * width <= most:
                total = LARGER_SAMPLED_BOARDS if least else SAMPLED_BOARDS
                sampled_boards = self.checker.sample_boards(self.pool, size, total)
                rows = (list(map(list, board)) for board in sampled_boards)
                if any(list(map(self._add_board, rows))):
                    self._sizes.append(size)

    def make(self) -> tuple[list[Board], int]:
        """Return the trial boards, the smallest first, and how many differences they show.

        Fill `faults` and `remarks`.
        """
        names = [name for name in self.texts if name != REFERENCE]
        recognised = list_recognised(self.bank.settings)
        named = [name for name in self.mistakes if read_mistake_id(name) not in recognised]
        self._find_boards(names, named)
        differences = list(map(self._find_boards_that_show, names))
        for name, rival_name in itertools.combinations(named, 2):
            if read_mistake_id(name) != read_mistake_id(rival_name):
                differing = {
                    grid for grid in self._trials if self._differ_on(name, rival_name, grid)
                }
                differences.append(differing)
        shown = list(filter(None, differences))
        needed = [
            *shown,
            *self._list_values(),
            *self._list_rules(),
            *({grid} for grid in self._old),
        ]
        grids = choose_boards(needed, sorted(self._trials, key=rank_board))
        boards = [self._trials[grid].board for grid in sorted(grids, key=rank_board)]
        return [*boards, *self.larger], len(shown)

    def _find_boards(self, names: Sequence[str], named: Sequence[str]) -> None:
        """Find boards that show all programs wrong, and mistakes different; report the others."""
        for least, most in zip((0, *MOST_CELLS), MOST_CELLS):
            if least:
                self._draw(least, most)
            show_progress(f"{len(names)} programs")
            self._run_all()
            proofs = dict(zip(names, self.pool.map(self._search_fault, names)))
            self._run_all()
            alike = self._tell_apart(named)
            unshown = [name for name in names if not self._find_boards_that_show(name)]
            if not alike and not unshown:
                return

        largest_size = max(self._sizes, key=lambda size: size[0] * size[1])
        largest = f"board of up to {format_size(largest_size)}"
        extents = {True: f" on every {largest}", False: f", or no {largest} was found"}
        for name in unshown:
            if name in self.lines:
                text = f"no {largest} shows that this is needed"
                self.remarks.append(Fault(self.puzzle.encoding, self.lines[name], text))
            else:
                text = f"{name} is a right program{extents[proofs[name]]}"
                self.faults.append(make_mistake_fault(self.assignment, name, text))
        for name, rival_name, is_proven in alike:
            text = f"{name} behaves like {rival_name}{extents[is_proven]}"
            self.faults.append(make_mistake_fault(self.assignment, name, text))

    # ------------------------------------------------------------ boards and runs

    def _add_board(self, board: Board) -> str:
        """Add a board and its solutions; return its text, or "" if puzzle.py rejects the board."""
        text = format_rows(board)
        if text not in self._trials:
            try:
                if list(map(list, self.puzzle.record.read(f"{text}\n".encode()))) != board:
                    return ""
            except encode.GridError:
                return ""
            self._trials[text] = self.bank.make_solved_trial(
                self.puzzle.read_drawn_grid(f"{text}\n")
            )
        return text

    def _run_all(self) -> None:
        """Run all programs on the boards on which they were not run before."""
        groups = []
        for name in self.texts:
            run = {*self._unfit, *(grid for program, grid in self._results if program == name)}
            missing = [trial for grid, trial in self._trials.items() if grid not in run]
            groups += [(name, group) for group in make_groups(missing)]
        self.pool.map(self._run_group, groups)
        for grid in self._unfit & self._trials.keys():
            del self._trials[grid]

    def _run_group(self, group: tuple[str, list[TrialBoard]]) -> None:
        """Run a program on some boards; keep its answers, or note that a board is unfit."""
        name, trials = group
        grids = [format_rows(trial.board) for trial in trials]
        program = self._open_program(name)
        outcome = program.find_answers(trials, cpu=PROGRAM_SECONDS)
        if not outcome.is_done and len(trials) > 1:
            for trial in trials:
                self._run_group((name, [trial]))
            return
        if not outcome.is_done:
            self._unfit.update(grids)
            return
        run = make_run(program, trials, list(map(read_answers, outcome.value)))
        behaviour = join_codes(describe_behaviour(run))
        for grid, difference, codes in zip(grids, run.differences, behaviour):
            self._results[name, grid] = TrialResult(bool(difference), codes)

    def _differ_on(self, name: str, rival_name: str, grid: str) -> bool:
        """Return whether two programs have different results on a board; both have run on it."""
        first, second = self._results[name, grid], self._results[rival_name, grid]
        return first.is_wrong if rival_name == REFERENCE else first.behaviour != second.behaviour

    def _find_boards_that_show(self, name: str) -> set[str]:
        """Return the smallest boards, by their number of cells, with a wrong answer."""
        grids = [
            grid
            for grid in list(self._trials)
            if (name, grid) in self._results and self._results[name, grid].is_wrong
        ]
        least = min(map(count_cells, grids), default=0)
        return {grid for grid in grids if count_cells(grid) == least}

    # ------------------------------------------------------------ searches

    def _search_fault(self, name: str) -> bool:
        """Search a smallest board with a wrong answer; return whether there is none, by a proof."""
        least = min(map(count_cells, self._find_boards_that_show(name)), default=MOST_CELLS[-1] + 1)
        sizes = [size for size in self._sizes if size[0] * size[1] < least]
        return self._search(name, REFERENCE, sizes)

    def _tell_apart(self, names: Sequence[str]) -> list[tuple[str, str, bool]]:
        """Search boards until all mistakes differ; return pairs that are alike, and if proven."""
        alike: dict[tuple[str, str], bool] = {}  # pairs that were searched -> is it proven?
        while True:
            groups: dict[str, list[str]] = {}
            for name in names:
                behaviours = [self._results[name, grid].behaviour for grid in self._trials]
                groups.setdefault(repr(behaviours), []).append(name)
            pairs = [
                (name, group[0])
                for group in groups.values()
                for name in group[1:]
                if read_mistake_id(name) != read_mistake_id(group[0])
            ]
            open_pairs = [pair for pair in pairs if pair not in alike]
            if not open_pairs:
                break
            show_progress(f"{len(open_pairs)} pairs")
            proofs = self.pool.map(lambda pair: self._search(*pair, self._sizes), open_pairs)
            alike |= zip(open_pairs, proofs)
            self._run_all()
        causes = {name: find_cause(self._open_program(name)) for pair in pairs for name in pair}
        return [(a, b, alike[a, b]) for a, b in pairs if causes[a] == causes[b]]

    def _open_program(self, name: str) -> SubmittedProgram:
        return write_program(self.pool, self.assignment, self.texts[name])

    def _search(self, name: str, rival_name: str, sizes: Sequence[Size]) -> bool:
        """Search boards on which two programs differ; return whether a proof says there is none."""
        try:
            searches = [self._open_program(program).open_search() for program in (name, rival_name)]
        except Unsearchable:
            return False
        difference = ProgramDifference(self.pool, searches)
        for size in sizes:
            for _, (givens, _) in difference.find_pairs(size):
                board = self.checker.read_board(size, givens)
                grid = self._add_board(list(map(list, board))) if board else ""
                for program in (name, rival_name) if grid else ():
                    if (program, grid) not in self._results:
                        self._run_group((program, [self._trials[grid]]))
                if grid and grid not in self._unfit and self._differ_on(name, rival_name, grid):
                    return False
        return {*difference.proven} >= {*sizes} and self.puzzle.best != LEAST_COST

    def _list_rules(self) -> Iterator[set[str]]:
        """Yield, for each rule, the first board found with an answer that breaks it alone."""
        for code in self.puzzle.rules.RULES:
            for size in self._sizes:
                board = self.checker.find_board_that_breaks(self.pool, size, code)
                if board and (grid := self._add_board(list(map(list, board)))):
                    yield {grid}
                    break

    def _list_values(self) -> Iterator[set[str]]:
        """Yield, for each given value, value of answers and size, the boards that have it."""
        boards: dict[object, set[str]] = {}
        for grid, trial in self._trials.items():
            answers = {cell.value for answer in trial.solutions for cell in answer}
            kinds = {(True, value) for row in trial.board for value in row if value != BLANK}
            kinds |= {(False, "1" if value.isdecimal() else value) for value in answers}
            for kind in {*kinds, get_size(trial.board)}:
                boards.setdefault(kind, set()).add(grid)
        yield from boards.values()


def leave_out_restrictions(puzzle: Puzzle) -> tuple[dict[str, int], dict[str, str]]:
    """Return lines and texts of the reference without each constraint or bound, by names."""
    program = ProgramText(puzzle.encoding)
    lines, texts = dict[str, int](), dict[str, str]()
    for number, relaxed_rule in list_relaxed_rules(program).items():
        name = f"without {number}"
        lines[name] = program.statements[number].place[1]
        texts[name] = replace_statements(program, {number: relaxed_rule})
    return lines, texts


def choose_boards(needed: Sequence[set[str]], grids: Sequence[str]) -> set[str]:
    """Choose few of the boards `grids`, at least one from each set `needed`, by a greedy cover."""
    covers = {grid: {n for n, boards in enumerate(needed) if grid in boards} for grid in grids}
    chosen, left = list[str](), {*range(len(needed))}
    while left:
        chosen.append(max(grids, key=lambda grid: len(covers[grid] & left)))  # the first of them
        left -= covers[chosen[-1]]
    for grid in sorted(chosen, key=rank_board, reverse=True):
        covered = set().union(*(covers[kept] for kept in chosen if kept != grid))
        if covered >= {*range(len(needed))}:
            chosen.remove(grid)
    return set(chosen)


def count_cells(text: str) -> int:
    lines = text.split("\n")
    return len(lines) * (len(lines[0].split()) if " " in text else len(lines[0]))


def rank_board(text: str) -> tuple[int, int, int, str]:
    """Return the place of a board in trials.txt: by cells, rows, and given cells."""
    blanks = text.count(BLANK)
    return count_cells(text), text.count("\n"), -blanks, text
