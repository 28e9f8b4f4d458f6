"""Names the rule of the puzzle that a constraint of a program keeps, by a search of all boards."""

from collections.abc import Sequence

from lab.check.answers import make_answer
from lab.check.program import SubmittedProgram
from lab.common.words import Place
from lab.everyboard import BoardSearch
from lab.everyboard.boards import Candidate
from lab.runner.board_search import ACCEPTS

KEPT_ROWS = (1, 2, 3)  # of boards that show which rule a constraint keeps


def name_kept_rule(program: SubmittedProgram, constraints: Sequence[Place]) -> str:
    """Return the code of the rule that a program does not keep without some constraints.

    Return "" if it keeps all rules without them, or breaks several; on boards of KEPT_ROWS.
    """
    assignment = program.assignment
    broken: set[str] = set()

    def holds(candidate: Candidate) -> bool:
        """Note the rules that an answer breaks; any program may have given it."""
        codes = assignment.broken_codes(candidate.board, make_answer(candidate.answer))
        broken.update(code for code in codes if code in assignment.puzzle.rules.RULES)
        return bool(codes)

    search = BoardSearch(
        program.pool,
        assignment.puzzle,
        program.path,
        assignment.bank.reference,
        assignment.values,
        holds,
        questions=[ACCEPTS],
        without=constraints,
    )
    search.search([(n, n) for n in KEPT_ROWS])
    return broken.pop() if len(broken) == 1 else ""
