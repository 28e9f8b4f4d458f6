"""What a desk is asked: a function for each question, of rows as JSON has them; results for JSON.

A generator yields parts of its answer as soon as they are known.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import decode
import encode
from lab import puzzles
from lab.common import processes
from lab.pictures import Frame
from lab.web.playable import Playable, Scene

Rows = Any  # of JSON: lists of texts, or texts
Data = dict[str, Any]

MEMORY, FOREVER = 2 << 30, 1e6  # bytes; seconds of computing: Desks has the limit of a question


def prepare() -> None:
    """Limit what this process can take."""
    processes.limit_process(FOREVER, MEMORY)


def read(puzzle: str, text: str, name: str, is_address: bool = False) -> Data:
    """The puzzles in a text of any notation, or the one of an address, without answers."""
    table = playable(puzzle)
    boards = [table.addressed(text)] if is_address else table.read(text, name)
    return opened(table, boards)


def count(puzzle: str, given: Rows) -> Iterator[Data]:
    """How many solutions there are: none, one or several, with two of them, and the least cost."""
    table = playable(puzzle)
    board = table.board(given, solved=False)
    costs: list[int] = []
    with tempfile.NamedTemporaryFile("w", suffix=".lp") as facts:
        facts.write(encode.format_facts(board))
        facts.flush()
        search = decode.Search(
            [str(table.puzzle.encoding), facts.name], on_cost=lambda cost: costs.append(cost[0])
        )
        search.run()
    solutions = search.boards or [search.best] * search.proven
    verdict = ("none", "one", "several")[min(len(solutions), 2)]
    if search.proven:
        yield {"verdict": f"{verdict} best", "cost": costs[-1], "solutions": solutions}
    else:
        yield {"verdict": verdict, "solutions": solutions}


def soluble(puzzle: str, given: Rows, board: Rows, cost: int | None = None) -> Data:
    """Whether a half-solved board can be solved, at the least cost if that is known."""
    table = playable(puzzle)
    is_soluble = table.is_soluble(table.board(given, False), table.board(board), cost)
    what = "be solved" if cost is None else f"be solved at a cost of {cost}"
    words = f"Yes, it can still {what}." if is_soluble else f"No, it can no longer {what}."
    return {"is_soluble": is_soluble, "words": words}


def hint(puzzle: str, given: Rows, board: Rows, tactics: str) -> Data:
    """The next step."""
    table = playable(puzzle)
    advice = table.needed("hint")(table.board(given, False), table.board(board), tactics)
    return {"scenes": list(map(scene, advice.scenes)), "news": advice.news}


def explain(puzzle: str, given: Rows) -> Data:
    """Why there is no solution, or why there are several."""
    table = playable(puzzle)
    found = table.needed("explain")(table.board(given, False))
    return {
        "words": found.words,
        "scenes": list(map(scene, found.scenes)),
        "repairs": found.repairs,
    }


def rate(puzzle: str, given: Rows) -> Data:
    """How hard a puzzle is."""
    table = playable(puzzle)
    rating: Data = table.needed("rate")(table.board(given, False))._asdict()
    return rating


def replay(puzzle: str, given: Rows) -> Data:
    """All steps to the solution."""
    table = playable(puzzle)
    return {"scenes": list(map(scene, table.needed("replay")(table.board(given, False))))}


def make(puzzle: str, wishes: Mapping[str, str]) -> Data:
    """A new puzzle."""
    table = playable(puzzle)
    board = table.needed("make")(wishes)
    return {"board": board, "address": table.address(board)}


QUESTIONS: dict[str, Callable[..., Any]] = {
    one.__name__: one for one in (read, count, soluble, hint, explain, rate, replay, make)
}


# ---------------------------------------------------------------- as JSON


def playable(name: str) -> Playable:
    """The puzzle of a name or of the path of a folder."""
    return Playable(puzzles.find_puzzle(name))


def opened(table: Playable, boards: list[Any]) -> Data:
    """Puzzles for the page, each as it stands in an address."""
    bare = [table.puzzle.bare(board) for board in boards]
    addresses = [table.address(board) for board in bare]
    return {"puzzle": table.puzzle.spelt, "boards": bare, "addresses": addresses}


def scene(frame: Scene | Frame) -> Data:
    """A picture: rows, and the marks and numbers with their places."""
    return {
        "board": frame.board,
        "marks": [[*cell, mark] for cell, mark in frame.marks.items()],
        "words": frame.caption,
        "numbers": [[*cell, number] for cell, number in frame.numbers.items()],
    }
