"""The jobs of the page Play, see JOBS: boards come as rows of JSON, answers go as JSON.

check_arguments checks a request before a worker gets it.
"""

import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from lab import ROOT, Unusable, notations, puzzles
from lab.common import processes
from lab.common.language import translate
from lab.common.shapes import has_shape
from lab.common.words import get_size
from lab.pictures.frames import Frame
from lab.puzzles import VERDICT_BY_NUMBER, Board
from lab.settings.web import ANY
from lab.web.playable import JsonObject, PlayablePuzzle, RefusedBoard

SOLUBLE = ("Yes, it can still be solved.", "No, it can no longer be solved.")
SOLUBLE_AT_COST = (
    "Yes, it can still be solved at a cost of {cost}.",
    "No, it can no longer be solved at a cost of {cost}.",
)

MEMORY = 2 << 30  # bytes of a worker
CPU_SECONDS = 1e6  # a limit that no worker meets, as the pool limits the time of each job
# the types of the arguments of jobs; all others are texts
TYPES = {"puzzle_rows": list, "board": list, "values": dict, "is_address": bool, "cost": int}


def prepare() -> None:
    """Limit the memory of this process."""
    processes.limit_process(CPU_SECONDS, MEMORY)


def check_arguments(playable: PlayablePuzzle, job: str, data: JsonObject) -> JsonObject:
    """Return the arguments of a job of JOBS out of `data`.

    Raises Unusable for an unknown job or an unusable argument.
    """
    if job not in JOBS:
        raise Unusable(f"found the job {job[:20]!r}, expected one of {', '.join(JOBS)}")
    _, *parameters = inspect.signature(JOBS[job]).parameters.values()
    for parameter in parameters:
        name, value = parameter.name, data.get(parameter.name)
        is_left_out = value is None and parameter.default is None
        if not is_left_out and not has_shape(value, TYPES.get(name, str)):
            names = ", ".join(["puzzle", *(p.name for p in parameters)])
            raise Unusable(f"the job {job} needs {names}: found no usable {name}")
    arguments = {parameter.name: data.get(parameter.name) for parameter in parameters}
    letters = playable.settings.tactics
    if not letters.keys() >= set(str(arguments.get("tactics", ""))):
        raise Unusable(f"found unknown tactics, expected letters of '{''.join(letters)}'")
    return arguments


def answer_request(puzzle: str, job: str, **arguments: Any) -> Any:
    """Return the answer of a job of JOBS for a puzzle, by its name or path."""
    return JOBS[job](PlayablePuzzle(puzzles.find_puzzle(puzzle)), **arguments)


def read_fitting_boards(playable: PlayablePuzzle, puzzle_rows: Board, board: Board) -> list[Any]:
    """Return a board without an answer, and a half-solved one; raises Unusable if sizes differ."""
    puzzle_board = playable.read_browser_rows(puzzle_rows, is_solved=False)
    played_board = playable.read_browser_rows(board)
    if list(map(len, played_board)) != list(map(len, puzzle_board)):
        raise Unusable("the board: found another size than that of the puzzle")
    return [puzzle_board, played_board]


def read_puzzles(
    playable: PlayablePuzzle, text: str, name: str | None = None, is_address: bool | None = None
) -> JsonObject:
    """Return the puzzles in a text of any notation, or the one in an address, without answers.

    The text is read as the named puzzle's, unless another puzzle of the kit claims it.
    """
    owner = next((kit for kit in puzzles.list_puzzles() if kit.claims(text.encode())), None)
    if owner and owner.folder != playable.puzzle.folder:
        playable = PlayablePuzzle(owner)
    if is_address:
        return describe_puzzles(playable, [playable.read_address(text)])
    return describe_puzzles(playable, playable.read_text(text, name or "the text"))


def write_board(playable: PlayablePuzzle, board: Board, notation: str) -> JsonObject:
    rows = playable.read_browser_rows(board)
    return {"text": notations.format_board(playable.puzzle, rows, notation)}


def judge_board(playable: PlayablePuzzle, puzzle_rows: Board, board: Board) -> JsonObject:
    """Return the verdict on a board that is being played."""
    try:
        puzzle_board, played_board = read_fitting_boards(playable, puzzle_rows, board)
        return playable.judge(puzzle_board, played_board)
    except RefusedBoard as error:
        puzzle_board = playable.read_browser_rows(puzzle_rows, is_solved=False)
        return playable.judge(puzzle_board, board, error.offence)


def count_solutions(playable: PlayablePuzzle, puzzle_rows: Board) -> JsonObject:
    """Return the verdict none, unique or several, and up to two solutions.

    If solutions have a cost, return one optimum, and its cost.
    """
    board = playable.read_browser_rows(puzzle_rows, is_solved=False)
    search = playable.puzzle.make_search(board)
    search.run()
    verdict = VERDICT_BY_NUMBER[len(search.boards)]
    drawn = playable.list_drawn_cells(search.boards[0], board) if search.boards else []
    answer = {"verdict": verdict, "solutions": search.boards, "drawn": drawn}
    return {**answer, "cost": search.cost[0]} if search.is_optimal else answer


def decide_soluble(
    playable: PlayablePuzzle, puzzle_rows: Board, board: Board, cost: int | None = None
) -> JsonObject:
    """Return whether a half-solved board can be solved, at the least cost if known."""
    puzzle_board, played_board = read_fitting_boards(playable, puzzle_rows, board)
    is_soluble = playable.is_soluble(puzzle_board, played_board, cost)
    sentence = translate((SOLUBLE if cost is None else SOLUBLE_AT_COST)[not is_soluble], cost=cost)
    return {"is_soluble": is_soluble, "sentence": sentence}


def describe_mistake(playable: PlayablePuzzle, puzzle_rows: Board, board: Board) -> JsonObject:
    """Return a frame of what clashes on a half-solved board, or none if it can be solved."""
    puzzle_board, played_board = read_fitting_boards(playable, puzzle_rows, board)
    frame = playable.get_feature("why")(puzzle_board, played_board)
    return {"frames": describe_frames(playable, puzzle_board, [frame] if frame else [])}


def describe_hint(
    playable: PlayablePuzzle, puzzle_rows: Board, board: Board, tactics: str
) -> JsonObject:
    """Return the next step: frames, and the changes that the last one makes."""
    puzzle_board, played_board = read_fitting_boards(playable, puzzle_rows, board)
    hint = playable.get_feature("hint")(puzzle_board, played_board, tactics)
    frames = describe_frames(playable, puzzle_board, hint.frames)
    return {"frames": frames, "changes": hint.changes}


def describe_explanation(playable: PlayablePuzzle, puzzle_rows: Board) -> JsonObject:
    """Return why there is no solution, or why there are several, and repairs."""
    board = playable.read_browser_rows(puzzle_rows, is_solved=False)
    explanation = playable.get_feature("explain")(board)
    return {
        "sentence": explanation.sentence,
        "frames": describe_frames(playable, board, explanation.frames),
        "repairs": [
            {"label": label, "puzzles": describe_puzzles(playable, [repaired])}
            for label, repaired in explanation.repairs
        ],
    }


def describe_rating(playable: PlayablePuzzle, puzzle_rows: Board) -> JsonObject:
    """Return how hard a puzzle is, see Rating."""
    board = playable.read_browser_rows(puzzle_rows, is_solved=False)
    return dict(playable.get_feature("rate")(board)._asdict())


def describe_replay(playable: PlayablePuzzle, puzzle_rows: Board) -> JsonObject:
    """Return a frame for each step to the solution."""
    board = playable.read_browser_rows(puzzle_rows, is_solved=False)
    return {"frames": describe_frames(playable, board, playable.get_feature("replay")(board))}


def make_puzzle(playable: PlayablePuzzle, values: dict[str, str]) -> JsonObject:
    """Return the puzzle that the command generate makes with the values of the form's fields."""
    options = [f"--puzzle={playable.name}", f"--size={values.get('height')}x{values.get('width')}"]
    labels = {"size": "rows and columns"}  # the labels of the form by the names of the options
    for field in playable.get_feature("make"):
        labels[field.name] = field.label.partition(" (")[0]
        value = str(values.get(field.name, ""))
        if not value.isprintable():
            raise Unusable(f"{field.label}: found {value!r}, which cannot be printed")
        if field.name not in ("height", "width") and value not in ("", ANY):
            options.append(f"--{field.name}={value}")
    command = [sys.executable, str(ROOT / "lab"), "generate", *options]
    run = subprocess.run(
        command, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if run.returncode:
        fault = run.stderr.strip().rpartition("\n")[2]
        option = re.compile(r"(lab generate: )?(error: argument )?--(\w+)")
        raise Unusable(option.sub(lambda match: labels.get(match[3], match[0]), fault))
    return describe_puzzles(playable, playable.read_text(run.stdout, "the new puzzle"))


JOBS: dict[str, Callable[..., Any]] = {
    "read": read_puzzles,
    "write": write_board,
    "verdict": judge_board,
    "count": count_solutions,
    "soluble": decide_soluble,
    "why": describe_mistake,
    "hint": describe_hint,
    "explain": describe_explanation,
    "rate": describe_rating,
    "replay": describe_replay,
    "make": make_puzzle,
}


def describe_puzzles(playable: PlayablePuzzle, boards: list[Board]) -> JsonObject:
    """Return puzzles without their answers, and each as it stands in an address, as JSON."""
    bare_boards = [playable.puzzle.bare(board) for board in boards]
    addresses = [playable.format_address(board) for board in bare_boards]
    sizes = list(map(get_size, boards))
    values = {size: playable.list_typed_values(size) for size in {*sizes}}
    return {
        "puzzle": playable.name,
        "boards": bare_boards,
        "addresses": addresses,
        "values": [values[size] for size in sizes],
    }


def describe_frames(
    playable: PlayablePuzzle, puzzle_board: Board, frames: Sequence[Frame]
) -> list[JsonObject]:
    """Return frames as JSON; marks and numbers come after row and column."""
    return [
        {
            "board": frame.board,
            "tints": playable.list_tints(frame.board),
            "drawn": playable.list_drawn_cells(frame.board, puzzle_board),
            "marks": [[*cell, mark] for cell, mark in frame.marks.items()],
            "caption": frame.caption,
            "numbers": [[*cell, number] for cell, number in frame.numbers.items()],
        }
        for frame in frames
    ]
