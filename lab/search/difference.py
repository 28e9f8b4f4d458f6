"""Find boards on which two programs have different answers, or prove that a size has none."""

from collections.abc import Iterator, Sequence

from lab.common.words import Size
from lab.runner.server.open_board import BoardWithAnswer
from lab.runner.task_pool import Task, TaskPool
from lab.search.checker import COUNTED_SIDE, MOST_PAIRS
from lab.search.questions import BoardSearch, SizeRequest

SAMPLED_ANSWERS = 40  # random answers of each program to boards of a larger size
SECONDS = 15.0  # seconds of computing to list the answers of both programs

# a pair, after the number of the program that alone has it: 0 or 1
OwnedPair = tuple[int, BoardWithAnswer]


class ProgramDifference:
    """The boards and answers that only one of two programs has, size by size.

    proven: sizes of which all answers were compared
    shared: how many of the answers that were tried both programs have
    """

    def __init__(self, pool: TaskPool, searches: Sequence[BoardSearch]) -> None:
        self._pool, self._searches = pool, searches
        self.proven: list[Size] = []
        self.shared = 0

    def find_pairs(self, size: Size) -> Iterator[OwnedPair]:
        """Yield pairs of a size that only one program has; a run on the board decides.

        Two programs with exactly the right answers do not differ.  If that is not
        proven, compare all pairs of a small size, up to MOST_PAIRS, or try some pairs.
        """
        results = [search.ask(SizeRequest(size)) for search in self._searches]
        if all(result.is_counted for result in results):
            self.proven.append(size)
            return
        if max(size) <= COUNTED_SIDE:
            texts = [search.list_texts(size) for search in self._searches]
            arguments = {"texts": texts, "most": MOST_PAIRS}
            outcome = self._pool.run(Task("compare_programs", arguments, SECONDS, 4 * SECONDS))
            is_whole, owner, pairs = outcome.value if outcome.is_done else (False, -1, [])
            yield from ((owner, pair) for pair in pairs)
            if is_whole:
                self.proven += [] if pairs else [size]
                return
        for number, (search, result) in enumerate(zip(self._searches, results)):
            pairs = [(candidate.givens, candidate.answer) for candidate in result.candidates]
            pairs += search.sample_answers(size, SAMPLED_ANSWERS)
            counts = [tested.count_answer_sets(size, pairs) for tested in self._searches]
            self.shared += sum(count > 0 for count in counts[1 - number])
            for pair, *numbers in zip(pairs, *counts):
                if 0 in numbers and max(numbers) > 0:
                    yield numbers.index(max(numbers)), pair
