"""Compare two logic programs: do they have the same answers on every board?

Up to 3x3, all boards with all answers of both programs are compared: this is a proof, for any two
programs.  Answers are the shown cells with values that solutions have; other shown cells do not
count.  On squares up to 6x6, faults by the rules of the puzzle, and random answers of each program,
are tried on the other one.  Oblong boards are compared if both programs use dim(H,W) or rows and
cols.  --size compares boards of one size alone.  Costs are not compared.

On a difference, standard output has the smallest board, an answer that only one program has, and an
answer of the other one if it has any; the verdict is a line on standard error.  Exit status: 0 if a
proof says that the answers are the same, 1 if they differ, 2 for a program that cannot be used, 3
if no difference is found, but nothing is proven; then the verdict names the reason.
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
from lab.check.bank.answers import Answer, make_answer, read_answers, show_answer
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.programs.program import SubmittedProgram
from lab.common.files import write
from lab.common.terminal import print_message, show_progress
from lab.common.words import Place, Size, count_noun, format_size
from lab.puzzles import Board
from lab.runner.server.open_board import BoardWithAnswer
from lab.runner.task_pool import TaskPool
from lab.search.checker import COUNTED_SIDE, list_sizes
from lab.search.difference import ProgramDifference
from lab.search.questions import BoardSearch
from lab.search.rewriting import Unsearchable
from lab.syntax import messages, tokens

TRIED_ROWS, LARGEST_SIDE = 6, 30  # rows of the largest boards, without and with --size
OBLONG = re.compile(r"\b(rows|cols)\b(?!\s*\()|\bdim\([^()]*,")  # in programs for oblongs


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
        sizes = [options.size] if options.size else comparison.plan_sizes()
        try:
            contrast = comparison.find_contrast(sizes)
        finally:
            show_progress()
        if contrast:
            write(comparison.draw_contrast(contrast))
            size = format_size(contrast.size)
            remark = comparison.remark_on_squares(contrast.size)
            print_message(f"the programs differ on a board of {size}{remark}")
            return 1
    text, is_proven = comparison.describe_proof(sizes)
    print_message(text)
    return 0 if is_proven else 3


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
        outcome = self.copy.run_task("find_errors")
        if not outcome.is_done:
            raise Unusable(f"{path}: cannot be read")
        if errors := outcome.value:
            raise Unusable(self._explain_errors(errors))
        self.find_answer(["."])  # raises Unusable for a program that clingo rejects
        texts = self.copy.text.files.values()
        self.has_all_sizes = any(map(is_for_oblongs, texts))

    def find_answer(self, board: Board) -> Answer | None:
        """Return an answer to a board, None if there is none; raise Unusable."""
        trial = self.copy.assignment.bank.make_trial(board)
        outcome = self.copy.find_answers([trial], most=1)
        if outcome.end == "error":
            raise Unusable(self._explain_errors(outcome.value.splitlines()))
        answers = read_answers(outcome.value[0]).found if outcome.is_done else []
        return answers[0] if answers else None

    def name_place(self, place: Place) -> str:
        """Return a place with the name that a person gave the program, or of an included file."""
        return str(place._replace(file=self._name_file(place.file)))

    def _name_file(self, file: str) -> str:
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

    size: Size
    board: Board
    answer: Answer
    owner: ComparedProgram
    rival: ComparedProgram


class Comparison:
    """The search for boards on which two programs have different answers."""

    def __init__(self, pool: TaskPool, assignment: Assignment, first: str, second: str) -> None:
        self.programs = [
            ComparedProgram(path, pool, assignment, pool.programs / name)
            for path, name in ((first, "first"), (second, "second"))
        ]
        self._checker = assignment.checker
        self._searches: list[BoardSearch] = []
        self._doubt = ""  # why a proof is not possible
        for program in self.programs:
            try:
                search = program.copy.open_search()
            except Unsearchable as error:
                place = program.name_place(error.place)
                self._doubt = f"the search cannot judge {error} ({place})"
                continue
            self._searches.append(search)
            if (minimising := search.program.minimising) and not self._doubt:
                self._doubt = f"costs are not compared ({program.name_place(minimising)})"
        self._difference = ProgramDifference(pool, self._searches)

    def plan_sizes(self) -> list[Size]:
        """Return the sizes to compare, without oblongs if a program is for squares only."""
        has_all = all(program.has_all_sizes for program in self.programs)
        return list_sizes(TRIED_ROWS, COUNTED_SIDE if has_all else 0)

    def find_contrast(self, sizes: Sequence[Size]) -> Contrast | None:
        """Return a contrast on the smallest size that has any, None if none is found."""
        if len(self._searches) < 2:
            return None
        for size in sizes:
            show_progress(format_size(size))
            for owner, pair in self._difference.find_pairs(size):
                if contrast := self._confirm_contrast(size, owner, pair):
                    return contrast
        return None

    def _confirm_contrast(self, size: Size, owner: int, pair: BoardWithAnswer) -> Contrast | None:
        """Return the contrast on a board if runs show that only the owner has the answer.

        If they do not, there is a doubt.
        """
        board, answer = self._checker.read_board(size, pair[0]), make_answer(pair[1])
        programs = self.programs[owner], self.programs[1 - owner]
        if board and [p.copy.accepts(board, answer) for p in programs] == [True, False]:
            return Contrast(size, board, answer, *programs)
        self._doubt = "a run does not confirm a difference that the search found"
        return None

    def draw_contrast(self, contrast: Contrast) -> str:
        """Return a board, an answer of one program alone, and an answer of the other."""
        _, board, answer, owner, rival = contrast
        text = f"{owner.name} has an answer that {rival.name} does not have:\n"
        text += format_answer(board, answer)
        rival_answer = rival.find_answer(board)
        if rival_answer is None:
            rival_text = f"{rival.name} has no answer\n"
        else:
            rival_text = f"{rival.name} has this answer:\n{format_answer(board, rival_answer)}"
        return f"{decode.format_grid(board)}\n{text}\n{rival_text}"

    def remark_on_squares(self, size: Size) -> str:
        """Return which programs are for squares only, "" for a square or if none is."""
        names = [program.name for program in self.programs if not program.has_all_sizes]
        if size[0] == size[1] or not names:
            return ""
        if len(names) == len(self.programs):
            return ", but neither uses dim(H,W), rows or cols: both are for squares"
        return f", but {names[0]} does not use dim(H,W), rows or cols: it is for squares"

    def describe_proof(self, sizes: Sequence[Size]) -> tuple[str, bool]:
        """Return a sentence on what is proven and tried, and whether anything is proven.

        All sizes of up to COUNTED_SIDE rows and columns among these sizes have to be.
        """
        listed = [size for size in sizes if max(size) <= COUNTED_SIDE]
        larger = [size for size in sizes if size not in listed]
        boards = describe_sizes(larger or listed)
        if self._doubt:
            return f"undecided: no difference was found on {boards}, but {self._doubt}", False
        if missing := [size for size in listed if size not in self._difference.proven]:
            names = ", ".join(map(format_size, missing))
            text = f"undecided: no difference was found on {boards}, but not all boards of {names}"
            return f"{text} were compared", False
        text = f"the same answers on all {describe_sizes(listed)}" if listed else ""
        text += self.remark_on_squares(listed[-1]) if listed else ""
        if not larger:
            return text, True
        number = count_noun(self._difference.shared, "answer")
        result = f"no difference was found on {describe_sizes(larger)}, where {number} are common"
        if listed:
            return f"{text}; {result}", True
        largest = format_size((COUNTED_SIDE, COUNTED_SIDE))
        proof = f"boards larger than {largest} are not all compared"
        return f"undecided: {result}, but {proof}", False


def describe_sizes(sizes: Sequence[Size]) -> str:
    """Return the sizes of boards in words: squares up to 6x6."""
    has_oblongs = any(h != w for h, w in sizes)
    kind = "boards of" if len(sizes) == 1 else "boards up to" if has_oblongs else "squares up to"
    return f"{kind} {format_size(sizes[-1])}"


def format_answer(board: Board, answer: Answer) -> str:
    """Return a board with an answer as a grid; the atoms, if they cannot all be drawn."""
    drawn = show_answer(board, answer)
    return f"{drawn}\n" if isinstance(drawn, str) else decode.format_grid(drawn)


def is_for_oblongs(text: str) -> bool:
    """Return whether a program has OBLONG outside of its comments and strings."""
    return any(OBLONG.search(statement.code) for statement in tokens.list_statements(text))
