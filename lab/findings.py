"""The report of check on a delivery: its findings, its remarks, and the stages reached."""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from lab.common.language import translate
from lab.common.words import (
    NOWHERE,
    Cell,
    Place,
    Size,
    add_detail,
    count_noun,
    format_rows,
    format_size,
    join_clauses,
)
from lab.puzzles import Board

# The stages of an examination, in its order.
DELIVERY, READS, STEP, CONTRACT = "delivery", "reads", "step", "contract"
RULES, SOLVES = "rules", "solves"
STAGES = {
    DELIVERY: "Is the delivery complete?",
    READS: "Does it read?",
    STEP: "Is the exercise right?",
    CONTRACT: "Does it keep the contract?",
    RULES: "Is each rule right?",
    SOLVES: "Does it solve?",
}
GRIDS = {"grid": "grid", "expected": "expected", "got": "got"}  # titles of a finding's boards

# The parts of a submission: encode.py, and the logic program.
ENCODE, PROGRAM = "encode", "program"

# The cells for which each predicate holds, by the program: (("lit", ((0, 0), (0, 1))),)
Beliefs = tuple[tuple[str, tuple[Cell, ...]], ...]

# What is known of all boards up to a size: proven, counted (a whole proof), searched or tried.
TOO_LONG = "the search of all boards of {size} takes too long"
PROVEN = "proven on every board of up to {size}"
PROVEN_SQUARES = "proven on every square board of up to {size}"
IS_RIGHT = "no wrong answer is accepted, and no constraint forbids a right one"
KEEPS_RULES = "no answer is accepted that breaks a rule"
IS_COUNTED = "exactly the right answers, each once"
SEARCHED = "no fault found up to {size}"
TRIED = "{answers} of larger boards, drawn at random, were found again"
WITHOUT_CHECKER = "the verdict rests on the boards tried, as the puzzle has no rules.lp"
COSTS_COMPARED = "the costs are not proven, but compared on the boards tried"


class Workload(NamedTuple):
    """The work of a program on the largest example that it solved, and that of the reference."""

    size: str  # rows and columns in figures: 7x7
    rules: int  # ground rules of the program
    reference_rules: int


# How a program deals with an example.
RIGHT, WRONG, TOO_SLOW = "right", "wrong", "too slow"


class ExampleResult(NamedTuple):
    """The size of an example in figures, 7x7, how a program deals with it, and why it fails."""

    size: str
    state: str
    reason: str = ""


@dataclass(frozen=True)
class Finding:
    """A fault: in brief, in detail, and the boards that show it."""

    stage: str
    code: str
    brief: str  # what is wrong
    detail: str = ""  # on this grid
    mistake: str | None = None  # ID of a known mistake
    sentence: str = ""  # what the mistake is
    grid: Board | None = None  # or a text that is not a board, as are the next two
    expected: Board | None = None
    got: Board | None = None
    part: str = PROGRAM  # "" if the delivery as a whole is meant
    place: Place = NOWHERE
    culprits: tuple[Place, ...] = ()  # constraints of the program that forbid a right solution
    beliefs: Beliefs = ()  # of the program on the judged board
    rule: str = ""  # code of the rule that the culprits keep, if it is known

    @property
    def judged_board_name(self) -> str:
        """The field with the board that a program judges wrongly: a solution, or an answer."""
        return "expected" if self.culprits else "got"

    @property
    def text(self) -> str:
        """The brief and the detail, without the place."""
        return add_detail(self.brief, self.detail)

    @property
    def message(self) -> str:
        """The text after the place, if its line is known."""
        return self.place.prefix(self.text)

    @property
    def cause(self) -> str:
        """The sentence of the mistake if it is known, else the message."""
        return self.sentence or self.message

    @property
    def grids(self) -> dict[str, str]:
        """The texts of the boards that the finding has, by their names in GRIDS."""
        texts = {}
        for name in GRIDS:
            if (grid := getattr(self, name)) is not None:
                texts[name] = grid if isinstance(grid, str) else format_rows(grid)
        return texts


def read_finding(data: Mapping[str, Any]) -> Finding:
    culprits = tuple(Place(*place) for place in data["culprits"])
    beliefs = tuple((name, tuple((r, c) for r, c in cells)) for name, cells in data["beliefs"])
    tuples = {"place": Place(*data["place"]), "culprits": culprits, "beliefs": beliefs}
    return Finding(**{**data, **tuples})


@dataclass(frozen=True)
class Remark:
    """A notice to the student that does not fail the delivery."""

    stage: str
    code: str
    text: str
    place: Place = NOWHERE

    @property
    def message(self) -> str:
        """The text after the place, if its line is known."""
        return self.place.prefix(self.text)

    @property
    def cause(self) -> str:
        """The message, as of a finding without a known mistake."""
        return self.message


@dataclass
class Report:
    """The findings and remarks on a delivery, and how far it was judged."""

    name: str
    seed: int = 0  # the seed of the boards that were made for this check
    # sizes of boards: no wrong answer is accepted, no constraint forbids a right one
    proven: list[Size] = field(default_factory=list)
    counted: list[Size] = field(default_factory=list)  # exactly the right answers
    searched: list[Size] = field(default_factory=list)  # no fault found within limits
    tried: int = 0  # right answers of larger boards that were found again
    lacks_checker: bool = False  # the puzzle has no rules.lp, so that no search is possible
    has_costs: bool = False  # solutions have a cost, which the proof does not know
    fresh_count: int = 0  # number of boards made for this check that the program answered
    reached: set[str] = field(default_factory=set)  # stages that were looked into
    findings: list[Finding] = field(default_factory=list)  # by stage, encode.py first
    remarks: list[Remark] = field(default_factory=list)
    summary: str = ""  # the examples that it solves, and the workload for the largest
    workload: Workload | None = None  # the same as figures
    # by size, of the examples that count
    example_results: list[ExampleResult] = field(default_factory=list)
    unsolved: Finding | None = None  # the smallest of these that is not solved
    uncontained: list[str] = field(default_factory=list)  # what the sandbox does not contain
    is_silent: bool = False  # no board with a solution has an answer
    given_path: str = ""  # the path of the files, as a person gave it
    files: dict[str, str] = field(default_factory=dict)  # part -> name of its file
    authors: list[str] = field(default_factory=list)
    unjudged: list[str] = field(default_factory=list)  # files and rules
    is_strict: bool = False  # faults of the delivery alone fail it, too

    @property
    def stages(self) -> list[str]:
        """The stages reached, in their order."""
        return [stage for stage in STAGES if stage in self.reached]

    @property
    def failures(self) -> list[Finding]:
        """The findings that fail the delivery: on programs; all findings if it is strict."""
        return [finding for finding in self.findings if self.is_strict or finding.part]

    @property
    def verdict(self) -> str:
        """pass or fail."""
        return "fail" if self.failures else "pass"

    @property
    def proof(self) -> list[str]:
        """Sentences on what was proven, searched and tried; empty if the delivery fails."""
        if self.failures:
            return []
        if self.lacks_checker:
            return [translate(WITHOUT_CHECKER)]
        sentences = []
        counted, proven = find_largest_square(self.counted), find_largest_square(self.proven)
        if counted:
            sentences.append(format_proof(self.counted, counted, translate(IS_COUNTED)))
        if proven > counted:
            detail = translate(KEEPS_RULES if self.has_costs else IS_RIGHT)
            sentences.append(format_proof(self.proven, proven, detail))
        if proven and self.has_costs:
            sentences.append(translate(COSTS_COMPARED))
        largest = find_largest_square([*self.proven, *self.searched])
        clauses = []
        if largest > proven:
            clauses.append(translate(SEARCHED, size=format_size((largest, largest))))
        if self.tried:
            clauses.append(translate(TRIED, answers=count_noun(self.tried, "right answer")))
        return [*sentences, join_clauses(clauses)] if clauses else sentences

    def add_findings(self, *findings: Finding) -> None:
        """Add findings, and their stages to those reached."""
        order = list(STAGES)
        findings = (*self.findings, *findings)  # a new list, as another thread may read the old one
        self.findings = sorted(findings, key=lambda f: (order.index(f.stage), f.part != ENCODE))
        self.reached |= {finding.stage for finding in findings}

    @property
    def answers(self) -> dict[str, str]:
        """Yes or no to the question of each stage reached."""
        faulty = {finding.stage for finding in self.findings}
        return {stage: "no" if stage in faulty else "yes" for stage in self.stages}

    def to_json(self) -> dict[str, Any]:
        """Return the whole report as data for JSON; from_json is the inverse."""
        return {**asdict(self), "reached": self.stages}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Report":
        report = cls(**data)
        report.reached = set(data["reached"])
        for name in ("proven", "counted", "searched"):
            setattr(report, name, [(height, width) for height, width in data[name]])
        report.findings = list(map(read_finding, data["findings"]))
        report.remarks = [
            Remark(**{**item, "place": Place(*item["place"])}) for item in data["remarks"]
        ]
        report.workload = Workload(*data["workload"]) if data["workload"] else None
        report.unsolved = read_finding(data["unsolved"]) if data["unsolved"] else None
        report.example_results = [ExampleResult(*item) for item in data["example_results"]]
        return report


def find_largest_square(sizes: Iterable[Size]) -> int:
    """Return the largest n so that the squares of 1 to n rows are all among the sizes."""
    squares = {height for height, width in sizes if height == width}
    return next(n for n in itertools.count() if n + 1 not in squares)


def format_proof(sizes: Iterable[Size], most: int, detail: str) -> str:
    """Return what is proven of all boards of up to `most` rows, or of squares alone."""
    is_all = {*sizes}.issuperset(itertools.product(range(1, most + 1), repeat=2))
    brief = translate(PROVEN if is_all else PROVEN_SQUARES, size=format_size((most, most)))
    return add_detail(brief, detail)
