"""FolderBank: the bank of a puzzle, made from its folder.

No handout has this module: it is one of OMITTED_MODULES in lab/material/contents.py.
"""
# a field of Bank that is made later is a cached property, which mypy does not expect:
# mypy: disable-error-code="override"

import contextlib
import functools
import json
import re
from dataclasses import replace
from random import Random

import decode
import encode
from encode import BLANK
from lab import Unusable
from lab.check.bank.answers import Exercise, ExerciseBoard, TrialBoard, find_added_cells
from lab.check.bank.bank import Bank
from lab.check.bank.mistake_table import MistakeTable, digest_json, format_table, read_table
from lab.check.bank.start_files import list_code_lines
from lab.common.files import save
from lab.common.words import format_rows, list_cells
from lab.notations import find_notation, open_source
from lab.puzzles import LEAST_COST, Board, Puzzle, list_example_files, read_text
from lab.runner.server.solving import find_atoms
from lab.settings import read_settings
from lab.settings.check import CheckSettings, GridSamples, add_other_line_ends

SHOWN_NAME = re.compile(r"(?m)^#show (\w+/\d+)\.")  # the signature in a #show
COST_SIZES = (*[4] * 4, *[5] * 10, *[6] * 10)  # rows of random boards, as no proof compares costs
MISTAKE_NAME = re.compile(r'\bhas\("([^"]+)"\)')  # the name of a mistake in mistakes.lp


class FolderBank(Bank):
    """The bank of a puzzle's folder: it reads or makes a field when that is asked for first."""

    def __init__(self, puzzle: Puzzle, needs_trials: bool = True) -> None:
        """Raise Unusable without solutions() in rules.py or, if it `needs_trials`, trials.txt."""
        self.puzzle = puzzle
        self.settings = read_settings(puzzle, "checking", CheckSettings)
        if puzzle.best == LEAST_COST and not self.settings.make_board:
            make_board = functools.partial(draw_puzzle, puzzle)
            self.settings = replace(self.settings, make_board=make_board, sizes=COST_SIZES)
        self.source = puzzle.folder / "trials.txt"  # the file with the trial boards
        self.mistake_file = puzzle.folder / "mistakes.lp"
        self._table_file = puzzle.folder / "behaviour.json"
        lacks_trials = needs_trials and not self.source.is_file()
        if lacks_trials or not hasattr(puzzle.rules, "solutions"):
            missing = "trials.txt" if lacks_trials else "solutions() in rules.py"
            raise Unusable(f"{puzzle.title} cannot be checked: {puzzle.folder} has no {missing}")

    @functools.cached_property
    def trials(self) -> list[TrialBoard]:
        """The boards of trials.txt; raises Unusable, with the place, if a text is not a board."""
        boards = open_source(str(self.source), self.puzzle).read_boards("grid")
        self.puzzle.list_offences(boards[0], boards[0])
        return list(map(self.make_solved_trial, boards))

    @functools.cached_property
    def trial_grids(self) -> list[tuple[int, str]]:
        """The texts of the trial boards as they stand, each with the number of its first line."""
        text = encode.decode_text(self.source.read_bytes()).replace("\r\n", "\n")
        grids: list[tuple[int, str]] = find_notation(self.puzzle, "grid").split(text)
        return grids

    @functools.cached_property
    def reference(self) -> str:
        return read_text(self.puzzle.encoding)

    @functools.cached_property
    def examples(self) -> list[Board]:
        files = list_example_files(self.puzzle.examples_folder)
        return [open_source(str(path), self.puzzle).read_board("grid") for path, _ in files]

    def make_solved_trial(self, board: Board) -> TrialBoard:
        """Return a board with its solutions, found by brute force."""
        rules, least = self.puzzle.rules, None
        solved_boards = list(rules.solutions(board))
        if self.puzzle.best == LEAST_COST and solved_boards:
            least = min(map(rules.cost, solved_boards))
            solved_boards = [solved for solved in solved_boards if rules.cost(solved) == least]
        solutions = {find_added_cells(board, solved): solved for solved in solved_boards}
        trial = TrialBoard(board, frozenset(solutions), self.format_facts(board), least)
        for mistake, cost in self.settings.wrong_costs.items():
            trial.wrong_costs[mistake] = [cost(board, solutions[s]) for s in trial.list_solutions()]
        return trial

    def format_facts(self, board: Board) -> str:
        return encode.format_facts(board)

    @functools.cached_property
    def exercises(self) -> list[Exercise]:
        """The exercises in the folder steps/, none without it; clingo solves each board.

        stepN.lp is the right program, and shows what counts; stepN.txt has the boards.
        """
        exercises: list[Exercise] = []
        while (path := self.puzzle.folder / "steps" / f"step{len(exercises) + 1}.lp").is_file():
            names, boards = SHOWN_NAME.findall(read_text(path)), []
            grids = path.with_suffix(".txt")
            source = open_source(str(grids), self.puzzle) if grids.is_file() else None
            for board in source.read_boards("grid", solved=True) if source else [[]]:
                facts = ""
                if board:  # a value of an answer in it is a fact such as bulb(R,C)
                    values = self.solution_values
                    puzzle = [[BLANK if v in values else v for v in row] for row in board]
                    facts = self.format_facts(puzzle)
                    for cell in sorted(find_added_cells(puzzle, board)):
                        facts += f"{self.settings.value}({cell.row},{cell.column}).\n"
                boards.append(ExerciseBoard(board, facts, find_atoms(str(path), facts, names)))
            exercises.append(Exercise(names, boards))
        return exercises

    @functools.cached_property
    def least_costs(self) -> dict[str, int]:
        """The costs of the solutions of the examples, by their texts; empty if there are none."""
        costs: dict[str, int] = {}
        has_cost = self.puzzle.best == LEAST_COST
        for example, path in list_example_files(self.puzzle.examples_folder):
            if has_cost and path.is_file():
                solved = open_source(str(path), self.puzzle).read_board("grid", solved=True)
                board = open_source(str(example), self.puzzle).read_board("grid")
                if offences := self.puzzle.list_offences(solved, board):
                    raise Unusable(f"{path}:1: breaks a rule: {offences[0].sentence}")
                costs[format_rows(board)] = self.puzzle.rules.cost(solved)
        return costs

    @functools.cached_property
    def samples(self) -> GridSamples:
        """Fixed grids: those of checking.py, else of trials.txt; one with other line ends."""
        samples = self.settings.samples
        if not samples.well_formed:
            grids = [f"{grid.rstrip()}\n" for _, grid in self.trial_grids]
            samples = samples._replace(well_formed=grids)
        return add_other_line_ends(samples)

    def list_expected_lines(self, grid: str) -> list[str]:
        """Return the facts of a grid as the contract has them, a line each; raise Unusable.

        The kit's encode.py is not called here, as it may be the one that is judged.
        """
        board = self.puzzle.read_drawn_grid(grid)
        h, w = len(board), len(board[0])
        given_cells = [(cell, value) for cell, value in list_cells(board) if value != encode.BLANK]
        cells = [f"cell({r},{c},{value})." for (r, c), value in given_cells]
        if h == w:
            return [*cells, f"dim({h}).", f"#const n={h}."]
        return [*cells, f"dim({h},{w}).", f"#const rows={h}.", f"#const cols={w}."]

    @functools.cached_property
    def sentences(self) -> dict[str, str]:
        """The lines `ID: sentence` of mistakes.txt; empty without known mistakes."""
        lines = read_text(self.puzzle.folder / "mistakes.txt").splitlines()
        parts = [line.partition(": ") for line in lines if line]
        return {mistake: sentence for mistake, _, sentence in parts}

    @property
    def mistake_names(self) -> list[str]:
        """The names of the mistakes in mistakes.lp, ID or ID/VARIANT."""
        text = re.sub(r"%.*", "", read_text(self.mistake_file))  # without comments
        return sorted(set(MISTAKE_NAME.findall(text)))

    def make_mistaken_program(self, *names: str) -> str:
        """Return the text of mistakes.lp with a fact has("NAME") for each of these mistakes."""
        facts = "".join(f'has("{name}").\n' for name in names)
        return read_text(self.mistake_file) + facts

    @functools.cached_property
    def mistake_programs(self) -> dict[str, str]:
        """The programs with one mistake by its name: mistakes.lp and mistakes-ID.lp."""
        programs = {name: self.make_mistaken_program(name) for name in self.mistake_names}
        for path in sorted(self.puzzle.folder.glob("mistakes-*.lp")):
            programs[path.stem.removeprefix("mistakes-")] = read_text(path)
        return programs

    @functools.cached_property
    def mistake_table(self) -> MistakeTable:
        """The table of behaviour.json, without programs that were changed since it was written.

        Empty if trials.txt was changed.
        """
        try:
            data = json.loads(read_text(self._table_file) or "{}")
            table = read_table(data["mistakes"]) if data else {}
            same = dict(data.get("digests", {}).items() & self._digest_programs().items())
        except (ValueError, LookupError, TypeError, AttributeError):
            text = "found no table as lab.inspection.learn writes it; delete it, or learn again"
            raise Unusable(f"{self._table_file}: {text}") from None
        return {name: row for name, row in table.items() if name in same}

    def write_table(self, table: MistakeTable) -> None:
        """Write behaviour.json; raises Unusable if that cannot be done."""
        data = {"digests": self._digest_programs(), "mistakes": format_table(table)}
        save(self._table_file, json.dumps(data, indent=0) + "\n")

    def _digest_programs(self) -> dict[str, str]:
        """Return a digest of each program with a mistake, with the trials."""
        trials, texts = read_text(self.source), self.mistake_programs.items()
        programs = {name: list_code_lines(".lp", text) for name, text in texts}
        return {name: digest_json([trials, lines], 12) for name, lines in programs.items()}


def draw_puzzle(puzzle: Puzzle, size: int, chance: Random) -> Board:
    """Return a random square puzzle with an answer by NAME.lp; [] if the board drawn is none."""
    from lab.generate.search import OpenPuzzle, list_rows  # takes long, and few puzzles need it

    board: Board = []
    if givens := OpenPuzzle(puzzle, (size, size), chance).draw_givens():
        with contextlib.suppress(Unusable):
            board = puzzle.read_drawn_grid(decode.format_grid(list_rows(givens, (size, size))))
    return board
