"""Faults of rules.lp: where the checker and rules.py judge an answer otherwise."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import decode
from lab.check.bank.answers import Answer, FilledCell, find_added_cells, find_given_cells
from lab.check.bank.assignment import Assignment
from lab.common.words import Size, format_size, get_size
from lab.inspection import Fault
from lab.inspection.boards import GIVEN, format_answer, make_board_fault
from lab.puzzles import RULES_FILE, Board
from lab.runner.server.open_board import UNKNOWN
from lab.runner.task_pool import TaskPool
from lab.search.checker import Checker, list_sizes

MOST_SIDE = 4  # rows and columns of the largest random boards
SAMPLED_BOARDS = 12  # random boards of a size
RANDOM_ANSWERS = 6  # random answers to each board


def find_checker_faults(pool: TaskPool, assignment: Assignment) -> Iterator[Fault]:
    """Yield the first difference between rules.lp and rules.py; nothing if clingo reads none.

    The boards are the small trial boards and random ones; the answers are right, wrong, half an
    answer, or none.
    """
    path = assignment.puzzle.folder / RULES_FILE
    if not path.is_file():
        return
    try:
        decode.Program([str(path)])
    except decode.ProgramError:
        return  # names.find_text_faults has reported it
    checker, chance = assignment.checker, Random(1)
    boards = defaultdict[Size, list[Board]](list)
    for trial in assignment.small_trials:
        boards[get_size(trial.board)].append(trial.board)
    for size in list_sizes(MOST_SIDE, 0 if assignment.has_squares_only else MOST_SIDE):
        boards[size] += checker.sample_boards(pool, size, SAMPLED_BOARDS)
    for size in sorted(boards):
        pairs = [
            (board, answer)
            for board in boards[size]
            for answer in list_answers(assignment, checker, board, chance)
        ]
        cells = [(sorted(find_given_cells(board)), sorted(answer)) for board, answer in pairs]
        all_codes = checker.list_broken_codes(pool, size, cells)
        if all_codes is None:
            yield Fault(path, 1, f"comes to no end on boards of {format_size(size)}")
            return
        for (board, answer), codes in zip(pairs, all_codes):
            expected = assignment.list_broken_codes(board, answer)
            if not is_same(codes, expected, assignment.settings.given_code):
                shown = f"with the answer {format_answer(answer)}" if answer else "with no answer"
                by_rules = ", ".join(expected) or "no rule is broken"
                says = f"{path.name} says {', '.join(codes) or 'no rule is broken'}"
                text = f"{shown}, {says}; rules.py says {by_rules}"
                yield make_board_fault(path, 1, board, text)
                return


def is_same(codes: Sequence[str], expected: Sequence[str], given_code: str) -> bool:
    """Return whether rules.lp and rules.py agree.

    If rules.lp cannot judge the answer, rules.lp and rules.py count as agreeing.  If rules.py
    reports a changed given cell, it may leave out other rules, so any code of rules.lp agrees.
    """
    if codes == [UNKNOWN]:
        return True
    if {given_code, GIVEN} & {*expected}:
        return bool(codes)
    return {*codes} == {*expected}


def list_answers(
    assignment: Assignment, checker: Checker, board: Board, chance: Random
) -> Iterable[Answer]:
    """Return answers to a board: one solution, parts of it, and random cells."""
    height, width = len(board), len(board[0])
    solved = next(iter(assignment.puzzle.rules.solutions(board)), None)
    solution = find_added_cells(board, solved) if solved else frozenset[FilledCell]()
    given_places = {cell[:2] for cell in find_given_cells(board)}
    values = sorted(checker.values.possible)
    cells = [
        FilledCell(str(r), str(c), value)
        for r in range(height)
        for c in range(width)
        for value in values
        if (str(r), str(c)) not in given_places or value in assignment.puzzle.marks
    ]
    answers = {frozenset[FilledCell](), solution}
    for number in range(RANDOM_ANSWERS):
        kept = {cell for cell in solution if number % 2 or chance.random() < 0.7}
        for cell in chance.sample(cells, min(len(cells), chance.randrange(3))):
            kept = {filled for filled in kept if filled[:2] != cell[:2]} | {cell}
        answers.add(frozenset(kept))
    return sorted(answers, key=sorted)
