"""Find boards on which two programs have different answers, or prove that a size has none."""

from collections.abc import Iterator, Sequence

from lab.runner.server.open_board import BoardWithAnswer
from lab.runner.task_pool import Task, TaskPool
from lab.search.checker import MOST_PAIRS, Size
from lab.search.questions import BoardSearch, SizeRequest

LISTED_SIDE = 3  # of boards of which all answers are compared, at most
DRAWN_ANSWERS = 40  # random answers of each program to boards of a larger size
SECONDS = 15.0  # of computing, to list the answers of both

OwnedPair = tuple[
    int, BoardWithAnswer
]  # the number of the program that alone has an answer, 0 or 1


class ProgramDifference:
    """The boards and answers that only one of two programs has, size by size.

    proven: sizes of which all answers were compared
    tried: the number of answers of a program that were tried on the other one
    """

    def __init__(self, pool: TaskPool, searches: Sequence[BoardSearch]) -> None:
        self._pool, self._searches = pool, searches
        self.proven: list[Size] = []
        self.tried = 0

    def find_pairs(self, size: Size) -> Iterator[OwnedPair]:
        """Yield pairs of a size that only one program has; the last check is an ordinary run."""
        if max(size) <= LISTED_SIDE:
            yield from self._list_pairs(size)
        else:
            yield from self._try_pairs(size)

    def _list_pairs(self, size: Size) -> Iterator[OwnedPair]:
        """Yield a smallest pair, or note that there is none.

        Two programs that have exactly the right answers are the same; else both are listed.
        """
        request = SizeRequest(size)
        if all(search.ask([request])[0].is_counted for search in self._searches):
            self.proven.append(size)
            return
        texts = [search.list_texts(size) for search in self._searches]
        arguments = {"texts": texts, "most": MOST_PAIRS}
        outcome = self._pool.run(Task("compare_programs", arguments, SECONDS, 4 * SECONDS))
        is_whole, number, pairs = outcome.value if outcome.is_done else (False, -1, [])
        yield from ((number, pair) for pair in pairs)
        if not is_whole:
            yield from self._try_pairs(size)
        elif not pairs:
            self.proven.append(size)

    def _try_pairs(self, size: Size) -> Iterator[OwnedPair]:
        """Yield pairs among faults by the rules, and among random answers, of each program."""
        for number, search in enumerate(self._searches):
            candidates = search.ask([SizeRequest(size)])[0].candidates
            pairs = [(candidate.givens, candidate.answer) for candidate in candidates]
            pairs += search.draw_answers(size, DRAWN_ANSWERS)
            numbers = [search.count_answer_sets(size, pairs) for search in self._searches]
            self.tried += sum(count > 0 for count in numbers[1 - number])
            for pair, *counts in zip(pairs, *numbers):
                if 0 in counts and max(counts) > 0:
                    yield counts.index(max(counts)), pair
