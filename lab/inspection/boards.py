"""Faults of rules: rules.py and NAME.lp accept the same boards, and trial boards show each rule."""

from collections.abc import Iterator, Sequence
from random import Random

import decode
from encode import GridError
from lab.check.answers import TrialBoard, format_board, read_answers
from lab.check.breaches import answers_task
from lab.check.subject import CONTRACT, COST, REFUSES, SEVERAL, Subject
from lab.inspection import Fault, find_line
from lab.inspection.fillings import FillingSearch, format_filling
from lab.puzzles import shape_like
from lab.runner.pool import TaskPool

SECONDS = 60.0  # of computing, for NAME.lp on all boards
CHANGED_BOARDS = 20  # trial boards with another given cell


def find_program_faults(pool: TaskPool, subject: Subject) -> Iterator[Fault]:
    """Yield where NAME.lp and rules.py differ: on small trial boards, and on changed ones."""
    trials = [*subject.small_trials, *change_trials(subject)]
    task = answers_task(subject, subject.puzzle.encoding, trials)
    outcome = pool.run(task._replace(cpu=SECONDS, wall=3 * SECONDS, is_trusted=True))
    path = subject.puzzle.encoding
    if not outcome.is_done:
        reason = outcome.value or f"stopped, as its {outcome.end} was used up"
        yield Fault(path, 1, f"has no answers to the trial boards: {reason}")
        return
    reported: set[tuple[str, ...]] = set()  # by what the answers break, once each
    for trial, answers in zip(trials, map(read_answers, outcome.value)):
        for codes, wrong in subject.difference(trial, answers).items():
            if codes in reported:
                continue
            reported.add(codes)
            board = format_board(trial.board).replace("\n", "/")
            atoms = " ".join(f"{cell}." for cell in sorted(min(wrong, key=sorted))) or "no atom"
            yield Fault(path, 1, f"on the board {board}: {describe_difference(codes, atoms)}")


def describe_difference(codes: Sequence[str], atoms: str) -> str:
    """Return a sentence on an answer that breaks these codes."""
    if REFUSES in codes:
        return f"refuses the solution {atoms} of rules.py"
    if SEVERAL in codes:
        return "two answer sets show the same cells"
    if CONTRACT in codes:
        return f"the answer {atoms} is no grid"
    if not any(codes):
        return f"accepts {atoms}, which solutions() of rules.py lacks"
    broken = "costs more than the least" if COST in codes else f"breaks {', '.join(codes)}"
    return f"accepts {atoms}, which {broken} by rules.py"


def change_trials(subject: Subject) -> list[TrialBoard]:
    """Return small trial boards with a random given cell more, with all their solutions."""
    random, bank = Random(1), subject.bank
    values = sorted({v for trial in bank.trials for row in trial.board for v in row} - {"."})
    changed: list[TrialBoard] = []
    for number in range(CHANGED_BOARDS if values else 0):
        trial = subject.small_trials[number % len(subject.small_trials)]
        rows = [list(row) for row in trial.board]
        row = random.choice(rows)
        row[random.randrange(len(row))] = random.choice(values)
        try:
            board = subject.puzzle.record.read(decode.format_grid(rows).encode())
        except GridError:
            continue
        changed.append(bank.solve(board))
    return changed


def find_solution_faults(subject: Subject) -> Iterator[Fault]:
    """Yield where solutions() and offences() of rules.py differ on the small trial boards."""
    path = subject.puzzle.folder / "rules.py"
    line = find_line(path, r"^def solutions\b")
    for trial in subject.small_trials:
        search = FillingSearch(subject, trial.board)
        filled = {format_filling(trial.board, rows) for rows in search.find_fillings()}
        solved = {
            format_filling(trial.board, shape_like(rows, trial.board))
            for rows in subject.puzzle.rules.solutions(trial.board)
        }
        board = format_board(trial.board).replace("\n", "/")
        for text in sorted(filled - solved)[:1]:
            yield Fault(path, line, f"on the board {board}: lacks {text}, which breaks no rule")
        for text in sorted(solved - filled)[:1] if search.is_complete else ():
            yield Fault(path, line, f"on the board {board}: yields {text}, which breaks a rule")


def find_rule_faults(subject: Subject) -> Iterator[Fault]:
    """Yield the rules that no small trial board decides: no filling breaks this rule alone."""
    undecided = set(subject.puzzle.rules.RULES) - {subject.settings.given_code, COST}
    is_complete = True
    for trial in subject.small_trials:
        search = FillingSearch(subject, trial.board)
        for code in sorted(undecided):
            if next(search.find_fillings(code), None) or breaks_alone(subject, trial, code):
                undecided.discard(code)
            is_complete &= search.is_complete
    for code in sorted(undecided):
        text = f"found no board with a filling that breaks the rule {code} and no other one"
        more = "" if is_complete else ", among those that were tried"
        yield Fault(subject.bank.source, 1, text + more)


def breaks_alone(subject: Subject, trial: TrialBoard, code: str) -> bool:
    """Return whether a solution without one of its cells breaks this rule alone."""
    return any(
        {offence.rule for offence in subject.offences(trial.board, answer - {cell})} == {code}
        for answer in trial.solutions
        for cell in answer
    )
