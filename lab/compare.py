"""Compare two logic programs: do they have the same answers on every board?

All boards of a size are searched at once.  Without --size these are all sizes up to 5x5; only
squares, if one of the programs uses neither dim(H,W) nor rows and cols.  If --size is oblong and
neither of them does, the verdict says so.  Costs are not compared.

On a difference, standard output has the smallest board, an answer that only one program has, and an
answer of the other one if it has any; the verdict is a line on standard error.  Exit status: 0 if
the answers are the same on all these boards, 1 if not, 2 for a program that cannot be used, 3 if it
is undecided; then the verdict names the line that the search cannot judge.
"""

import argparse
import functools
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import decode
from lab import Unusable, puzzles, series
from lab.board_search import BoardSearch, Size
from lab.check.bank.answers import Answer, TrialBoard, fill_board, make_answer, read_answers
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.judges.exhaustive_search import accept_answer
from lab.check.programs.program import SubmittedProgram
from lab.common.files import write
from lab.common.terminal import print_message
from lab.common.words import Place, read_places
from lab.puzzles import Rows
from lab.runner.server.every_board import WRONGLY_ACCEPTED, WRONGLY_REFUSED, SearchRow
from lab.runner.task_pool import TaskPool
from lab.syntax import messages, tokens

MOST_ROWS, LARGEST_SIDE = 5, 30  # without --size, and with it
OBLONG = re.compile(r"\b(rows|cols)\b|\bdim\([^()]*,")  # in a program that knows oblong boards
TEXT = "<string>"  # clingo's name for a text
INCLUDE = re.compile(r'#include[ \t]*"[^"\n]*"[ \t]*\.')
MINIMISES = re.compile(r":~|#(minimi|maximi)[sz]e\b")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", metavar="FIRST.lp", help="a logic program")
    parser.add_argument("second", metavar="SECOND.lp", help="another one for the same puzzle")
    puzzles.add_argument(parser, "whose boards are searched")
    parse_size = functools.partial(series.parse_size, largest=LARGEST_SIDE)
    parser.add_argument("--size", type=parse_size, metavar="HxW", help="boards of this size only")


def run(options: argparse.Namespace) -> int:
    assignment = Assignment(FolderBank(options.puzzle or puzzles.find_default_puzzle()))
    with TaskPool() as pool:
        comparison = Comparison(pool, assignment, options.first, options.second)
        sizes = [options.size] if options.size else comparison.list_sizes()
        if contrast := comparison.search(sizes):
            write(comparison.draw_contrast(contrast))
            height, width = contrast.candidate.size
            print_message(f"the programs differ on a board of {height}x{width}")
            return 1
        reason = comparison.explain_doubt(sizes)
    (height, width), has_oblongs = sizes[-1], any(h != w for h, w in sizes)
    boards = "boards of" if options.size else "boards up to" if has_oblongs else "squares up to"
    boards += f" {height}x{width}"
    if reason:
        print_message(f"undecided: no difference was found on {boards}, but {reason}")
        return 3
    is_known = height == width or any(program.has_all_sizes for program in comparison.programs)
    remark = "" if is_known else ", but neither uses dim(H,W), rows or cols: both are for squares"
    print_message(f"the same answers on all {boards}{remark}")
    return 0


class ComparedProgram:
    """A program that nobody trusts, copied to where the servers can read it."""

    def __init__(self, path: str, pool: TaskPool, assignment: Assignment, folder: Path) -> None:
        self.name = path
        program = Path(os.path.realpath(path))  # resolve() raises an error for a loop of links
        try:
            copy = tokens.copy_program(program, program.parent, folder)
        except tokens.ProgramRefused as error:
            reason = str(error).removeprefix(f"{program.name}:")
            is_of_program = reason != str(error)  # not of an included file
            raise Unusable(f"{path}:{reason}" if is_of_program else reason) from None
        self.copy = SubmittedProgram(pool, assignment, copy)
        outcome = self.copy.run_task("outline_program", given_values="")
        if not outcome.is_done:
            raise Unusable(f"{path}: cannot be read")
        if errors := outcome.value["errors"]:
            raise Unusable(self._explain_errors(errors))
        files = dict.fromkeys([copy.name, *outcome.value["files"]])
        self._texts = {file: tokens.read_copy(copy.parent, file) or "" for file in files}
        self.has_one_file = len(self._texts) == 1
        self.has_all_sizes = any(find_code(text, OBLONG) for text in self._texts.values())

    @property
    def text(self) -> str:
        """All files as one text."""
        return "\n".join(INCLUDE.sub("", text) for text in self._texts.values())

    def find_answer(self, board: Rows) -> Answer | None:
        """Return an answer to a board, None if there is none; raise Unusable."""
        trial = TrialBoard(board, frozenset(), self.copy.assignment.bank.format_facts(board))
        outcome = self.copy.find_answers([trial], most=1)
        if outcome.end == "error":
            raise Unusable(self._explain_errors(outcome.value.splitlines()))
        answers = read_answers(outcome.value[0]).found if outcome.is_done else []
        return answers[0] if answers else None

    def find_minimising(self) -> Place | None:
        """Return the place of a statement that minimises or maximises, also in included files."""
        for file, text in self._texts.items():
            if line := find_code(text, MINIMISES):
                return Place(self._name_file(file), line)
        return None

    def _name_file(self, file: str) -> str:
        """Return the name that a person gave the program, or the name of an included file."""
        return self.name if file == self.copy.path.name else file

    def _explain_errors(self, errors: list[str]) -> str:
        """Return clingo's errors in plain words, a line for each."""
        path, constants = self.copy.path, self.copy.assignment.constants
        lines = []
        for message in messages.explain_errors(errors, path.parent, constants):
            place = message.place._replace(file=self._name_file(message.place.file))
            lines.append(place.prefix(message.text))
        return "\n".join(lines)


class Contrast(NamedTuple):
    """A board with an answer that only one of two programs has, the `owner`."""

    candidate: SearchRow
    owner: ComparedProgram
    rival: ComparedProgram


class Comparison:
    """The search for boards on which two programs have different answers."""

    def __init__(self, pool: TaskPool, assignment: Assignment, first: str, second: str) -> None:
        self.programs = [
            ComparedProgram(path, pool, assignment, pool.programs / name)
            for path, name in ((first, "first"), (second, "second"))
        ]
        for program in self.programs:
            program.find_answer(["."])  # raises Unusable for a program that clingo rejects
        self._doubtful: list[Place] = []  # of differences that no run confirms
        self._search = BoardSearch(
            pool,
            assignment.puzzle,
            self.programs[0].copy.path,
            self.programs[1].text,
            assignment.values,
            self._confirm,
            (WRONGLY_ACCEPTED, WRONGLY_REFUSED),
            skips_unsolvable=False,
        )

    def list_sizes(self) -> list[Size]:
        """Return all sizes up to MOST_ROWS, only squares if a program knows no others."""
        sides = range(1, MOST_ROWS + 1)
        has_all = all(program.has_all_sizes for program in self.programs)
        sizes = [(h, w) for h in sides for w in sides if h == w or has_all]
        return sorted(sizes, key=lambda size: (size[0] * size[1], size))

    def search(self, sizes: Sequence[Size]) -> Contrast | None:
        """Search small boards together, then size by size up to a difference.

        Return the smallest board on which the programs differ, None if none is found.
        """
        small = [size for size in sizes if max(size) < MOST_ROWS]
        groups = [small, *([size] for size in sizes if size not in small)]
        for group in filter(None, groups):
            result = self._search.search(group)
            if result.faults:
                return min(result.faults, key=measure_board)
            if result.unsearchable:
                break
        return None

    def _confirm(self, candidate: SearchRow) -> Contrast | None:
        """Return the contrast on a board if one program alone has the candidate's answer."""
        first, second = self.programs
        is_of_second = candidate.question == WRONGLY_REFUSED
        pair = (second, first) if is_of_second else (first, second)
        if accept_answer([program.copy for program in pair], candidate) == [True, False]:
            return Contrast(candidate, *pair)
        self._doubtful += read_places(candidate.places)
        return None

    def draw_contrast(self, contrast: Contrast) -> str:
        """Return a board, an answer of one program alone, and an answer of the other."""
        candidate, owner, rival = contrast
        board = candidate.board
        solved = decode.format_grid(fill_board(board, make_answer(candidate.answer)))
        text = f"{owner.name} has an answer that {rival.name} does not have:\n{solved}"
        answer = rival.find_answer(board)
        if answer is None:
            rival_text = f"{rival.name} has no answer\n"
        else:
            solved = decode.format_grid(fill_board(board, answer))
            rival_text = f"{rival.name} has this answer:\n{solved}"
        return f"{decode.format_grid(board)}\n{text}\n{rival_text}"

    def explain_doubt(self, sizes: Sequence[Size]) -> str:
        """Return why the programs may differ on boards of these sizes, "" if they do not."""
        result = self._search.result
        for text, place in result.unsearchable:
            return f"the search cannot judge {text} ({name_place(place, *self.programs)})"
        for program in self.programs:
            if minimising := program.find_minimising():
                return f"costs are not compared ({minimising})"
        unproven = ", ".join(f"{h}x{w}" for h, w in sizes if (h, w) not in result.proven)
        if not unproven:
            return ""
        places = [*self._doubtful, *result.open_choices]
        lines = ", ".join(dict.fromkeys(name_place(place, *self.programs) for place in places))
        return f"not all boards of {unproven} were searched" + (f" ({lines})" if lines else "")


def find_code(text: str, pattern: re.Pattern[str]) -> int:
    """Return the line of the first match outside of comments and strings, 0 if there is none."""
    for statement in tokens.list_statements(text):
        if match := pattern.search(statement.code):
            return tokens.find_line_number(text, statement.start + match.start())
    return 0


def name_place(place: Place, program: ComparedProgram, rival: ComparedProgram) -> str:
    """Return the file and line of a place in a program, or in the text of its rival."""
    if place.file != TEXT:
        return f"{program.name}:{place.line}"
    return f"{rival.name}:{place.line}" if rival.has_one_file else rival.name


def measure_board(contrast: Contrast) -> tuple[int, int]:
    """Return how many cells the board of a contrast has, and how many of them are given."""
    cells = [value for row in contrast.candidate.board for value in row]
    return len(cells), sum(value != decode.BLANK for value in cells)
