"""Compares the facts that encode.py writes, for grids of all kinds, with the contract."""

import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import decode
from lab.check.bank.assignment import Assignment
from lab.check.judges.examination import Entry, Examination
from lab.check.judges.reading import UNREADABLE, remark_on_encoding
from lab.check.programs import fresh_boards
from lab.common.language import translate
from lab.common.words import VALUE_PATTERN, add_detail, cut_lines, join_and, join_clauses
from lab.findings import CONTRACT, ENCODE, Finding, Remark
from lab.runner.copies import FolderCopies, explain_missing
from lab.runner.task_pool import Outcome, Task, TaskPool
from lab.sandbox import CommandResult, Limits
from lab.settings.check import RECTANGLE
from lab.syntax import messages, tokens
from lab.syntax.program_text import number_statements

SCRIPT_LIMITS = Limits(cpu=2.0, wall=4.0)  # the limits of encode.py with one grid
PROBED_GRIDS = 2  # grids that are looked at if encode.py writes facts for none of them
MOST_FAULTS = 6  # grids with wrong facts that are looked at
FACT_OR_CONSTANT = re.compile(
    r"\s*(?:#(?:const|program)\b.*|-?\s*_*[a-z][\w']*\s*(?:\(\s*\)\s*)?)", re.S
)
SHOWN_LENGTH = 100  # characters of a line that encode.py writes, or of an error, that are shown
SHOWN_STATEMENTS = 6
UNSTABLE = "encode.py does not write the same when it gets a grid again"
FACT = re.compile(  # a fact of the contract, with blanks; it begins the text or follows a full stop
    rf"(?:\A|(?<=\.))\s*(?:cell\(\s*\d+\s*,\s*\d+\s*,\s*(?:{VALUE_PATTERN})\s*\)"
    r"|dim\(\s*\d+\s*(?:,\s*\d+\s*)?\)|#const\s+\w+\s*=\s*\d+)\s*\."
)
COMMENT = re.compile("%.*")
WITHOUT_END = "it would be right if the grid did not end with a newline"
WITH_EMPTY_LINE = "it would be right if an empty line followed the grid"
PYTHON_FOLDERS = ("<", sys.prefix, sys.base_prefix)  # what its own files in a traceback begin with
TRACEBACK_FRAME = re.compile(r'^ *File "(.+)", line (\d+)', re.M)  # a place in a traceback
DENIED = ("Read-only file system", "Permission denied")  # ends of an error when writing a file
LIMIT_TEXTS = {
    "computing": "encode.py computes for more than {limits.cpu:g} s",
    "time": "encode.py does not end within {limits.wall:g} s",
    "memory": "encode.py takes more memory than the judge allows",
    "output": "encode.py writes without end",
    "processes": "encode.py starts processes without end",
    "disk": "encode.py writes more than {megabytes} MB into files",
    "files": "encode.py makes more than {limits.files:,} files",
}
MORE_FACTS = (
    "encode.py writes more than the contract has, and your program is judged without it: {fact}."
)
WRITES_NOTHING, LINE_AND_TEXT = "encode.py writes nothing", "line {line} is {text}"
READ_INPUT = "read the grid from standard input, sys.stdin, not from a file"
SAME = "encode.py writes the same for every grid"
FAULTS = ("wrong facts ({names})", "missing facts ({names})", "superfluous facts ({names})")


def judge_script(examination: Examination) -> Iterator[Entry]:
    """Run encode.py in copies of its folder."""
    script = examination.files.get(ENCODE)
    if not script:
        return
    assignment, report = examination.assignment, examination.report
    report.reached.add(CONTRACT)
    copies = FolderCopies(examination.delivery.folder, examination.pool.folder)
    if not copies.has(script.name):
        text = f"{script.name}: {explain_missing(script) or translate(UNREADABLE)}"
        yield Finding(CONTRACT, CONTRACT, text, part=ENCODE)
        return
    if copies.save_as_utf8(script.name):
        yield from remark_on_encoding(script, CONTRACT)
    grids = list(map(decode.format_grid, assignment.examples))
    grids += fresh_boards.make_grids(assignment, report.seed)
    check = EncodeCheck(examination.pool, assignment, copies, script.name, grids)
    is_right = True
    for finding in check.find_faults():
        is_right = False
        yield replace(finding, part=ENCODE)
    if is_right:
        yield from check.find_deviations()
        return
    if not copies.is_whole:
        yield Remark(CONTRACT, "folder", copies.explain_omission())


class WrittenFacts(NamedTuple):
    """The facts that encode.py wrote for a grid, or parts of the finding in place of them."""

    brief: str = ""  # the finding in brief; "" if there are facts
    detail: str = ""  # the detail of the finding on this grid
    code: str = CONTRACT  # the code of the finding: that of the contract, or "time"
    statements: Sequence[str] = ()  # facts and #const of the contract; cells as they were written
    extra_atoms: Sequence[str] = ()  # facts that the contract does not have
    text: str = ""  # all that was written, if encode.py did not fail

    @property
    def is_late(self) -> bool:
        """Whether encode.py or its facts exceeded a limit."""
        return self.code != CONTRACT


class EncodeCheck:
    """Runs encode.py with the grids of a puzzle, and finds what is wrong with its facts."""

    def __init__(
        self,
        pool: TaskPool,
        assignment: Assignment,
        copies: FolderCopies,
        script: str,
        grids: Sequence[str] = (),
    ) -> None:
        """`script` is the name of encode.py in the copies.

        `grids` are well-formed; their facts are read after those of fixed ones, by size.
        """
        self._pool, self._copies, self._script = pool, copies, script
        self._samples = assignment.bank.samples
        self._expected_lines = assignment.list_expected_lines
        self._well_formed = [*self._samples.well_formed, *sorted(grids, key=len)]
        self._results: dict[str, CommandResult] = {}  # the results by the texts of the grids
        self._facts: dict[str, WrittenFacts] = {}

    def find_faults(self) -> Iterator[Finding]:
        """Run encode.py; yield each kind of fault with well-formed grids once, with its first grid.

        Stop after a grid that takes too long, after PROBED_GRIDS without any facts, and after
        MOST_FAULTS: clingo takes long to read wrong facts of large grids.
        """
        self._run_script([*self._well_formed, *self._samples.tolerated.values()])
        briefs: list[str] = []
        for grid in self._well_formed:
            if grid not in self._results:
                return  # a run was killed, which is a finding
            facts, expected = self._read_facts(grid), self._expected_lines(grid)
            if sorted(facts.statements) == sorted(expected):
                continue
            finding = compare_facts(facts, grid, expected)
            if finding.brief not in briefs and not facts.is_late:
                finding = self._explain_fault(finding, grid, facts)
            if finding.brief not in briefs:
                yield finding
            briefs.append(finding.brief)
            has_facts = any(not facts.brief for facts in self._facts.values())
            most = MOST_FAULTS if has_facts else PROBED_GRIDS
            if facts.is_late or len(briefs) >= most:
                return

    def _explain_fault(self, finding: Finding, grid: str, facts: WrittenFacts) -> Finding:
        """Run encode.py again; return the finding of wrong facts with their cause, if it is known.

        The known causes: encode.py writes something else each time, writes the same for all grids,
        or misreads the end of a grid.
        """
        self._run_script([grid])
        if self._read_facts(grid) != facts:
            return replace(finding, code="unstable", brief=translate(UNSTABLE))
        texts = [self._results[g].stdout for g in self._well_formed if g in self._results]
        if pick_cells(facts.statements) and len(texts) > 1 and len({*texts}) == 1:
            return replace(finding, brief=translate(SAME), detail=translate(READ_INPUT))
        expected = self._expected_lines(grid)
        for end, cause in (("", translate(WITHOUT_END)), ("\n\n", translate(WITH_EMPTY_LINE))):
            ended_grid = grid.rstrip("\n") + end
            self._run_script([ended_grid])
            result = self._results.get(ended_grid)
            facts = read_result(self._pool, result, expected) if result else WrittenFacts()
            if sorted(facts.statements) == sorted(expected):
                return replace(finding, detail=join_clauses([finding.detail, cause]))
        return finding

    def find_deviations(self) -> Iterator[Remark]:
        """Yield the remarks on an encode.py without findings: other grids, order."""
        for name, grid in self._samples.tolerated.items():
            if grid not in self._results:
                self._run_script([grid])
            facts, code = self._read_facts(grid), "tolerance"
            written, expected = facts.statements, self._expected_lines(grid)
            if name == RECTANGLE:  # its size may be written in any way
                code, written, expected = "square-only", pick_cells(written), pick_cells(expected)
            if sorted(written) != sorted(expected):
                fault = translate("encode.py writes other facts")
                if facts.brief:
                    fault = compare_facts(facts, grid, expected).text
                text = translate("{fault}, when given {grid}", fault=fault, grid=translate(name))
                yield Remark(CONTRACT, code, text)
        for grid in self._samples.well_formed:
            written, expected = self._facts[grid].statements, self._expected_lines(grid)
            if pick_cells(written) != pick_cells(expected):
                text = translate("encode.py does not write the cells row by row")
                yield Remark(CONTRACT, "order", text)
                break
        extra_atoms = {atom for facts in self._facts.values() for atom in facts.extra_atoms}
        if extra_atoms:
            yield Remark(CONTRACT, "others", translate(MORE_FACTS, fact=min(extra_atoms)))

    def _run_script(self, grids: Sequence[str]) -> None:
        """Keep the results of encode.py with grids; none after a run that is killed."""

        def run_share(share: Sequence[str]) -> list[CommandResult]:
            inputs = [grid.encode() for grid in share]
            with self._copies.make_copy() as home:
                return self._pool.run_script(home, self._script, inputs, SCRIPT_LIMITS)

        number = min(self._pool.number, len(grids))
        shares = [grids[start::number] for start in range(number)]
        for share, results in zip(shares, self._pool.map(run_share, shares)):
            self._results |= zip(share, results)

    def _read_facts(self, grid: str) -> WrittenFacts:
        """Return the facts of the result with a grid, and keep them."""
        expected = self._expected_lines(grid)
        self._facts[grid] = read_result(self._pool, self._results[grid], expected)
        return self._facts[grid]


def read_result(pool: TaskPool, result: CommandResult, expected: Sequence[str]) -> WrittenFacts:
    """Return the facts that a run of encode.py wrote, or parts of the finding on the run."""
    if result.limit:
        megabytes = SCRIPT_LIMITS.disk >> 20
        brief = translate(LIMIT_TEXTS[result.limit], limits=SCRIPT_LIMITS, megabytes=megabytes)
        return WrittenFacts(brief, code="time")
    if result.status:
        detail = explain_failure(result.stderr.decode(errors="replace"))
        brief = translate("encode.py ends with status {status}", status=result.status)
        return WrittenFacts(brief, detail)
    text = result.stdout.decode(errors="replace")
    if not text.strip():
        return WrittenFacts(translate(WRITES_NOTHING))
    return read_facts(pool, text, expected)


def explain_failure(stderr: str) -> str:
    """Return a hint if one is known, then the last line on stderr, usually that of a traceback.

    Before this line stands the last place in the traceback that is not in Python's own files.
    """
    last = (stderr.strip().splitlines() or [""])[-1][:SHOWN_LENGTH]
    for file, line in reversed(TRACEBACK_FRAME.findall(stderr)):
        if not file.startswith(PYTHON_FOLDERS):
            last = f"{Path(file).name}:{line}: {last}"
            break
    if "argv" in stderr or "FileNotFoundError" in last:
        return join_clauses([translate(READ_INPUT), last])
    if any(error in last for error in DENIED):
        return join_clauses([translate("the facts go to standard output"), last])
    return last


def read_facts(pool: TaskPool, text: str, expected: Sequence[str]) -> WrittenFacts:
    """Return the facts in a text; #script and #include are a finding.

    clingo takes long to read, so it gets only what is left without the `expected` lines.
    """
    facts, text_left = split_off_facts(text, expected)
    if not text_left.strip():
        return WrittenFacts(statements=facts, text=text)
    if any(token.kind in {"script", "include"} for token in tokens.read_tokens(text_left)):
        brief = translate("encode.py writes #script or #include instead of facts")
        return WrittenFacts(brief, text=text)
    constants = [fact for fact in facts if fact.startswith("#const")]
    file = Path(tempfile.mkdtemp(dir=pool.programs), "domain.lp")
    file.write_text(text_left + "".join(constants), "utf-8")  # which clingo reads
    task, lines = Task("find_errors", {"path": str(file)}), text.split("\n")
    outcome = pool.run(task)
    if outcome.is_done and outcome.value:
        outcome = Outcome("error", "\n".join(outcome.value))
    elif outcome.is_done and (numbers := list_other_lines(text_left)):
        shown = lines[numbers[0] - 1][:SHOWN_LENGTH]
        detail = translate(LINE_AND_TEXT, line=numbers[0], text=shown)
        brief = translate("encode.py writes what is neither a fact nor #const n")
        return WrittenFacts(brief, detail, text=text)
    elif outcome.is_done:
        outcome = pool.run(task._replace(name="read_facts"))
    if outcome.end == "error":
        message = messages.explain_errors(outcome.value.splitlines(), file.parent)[0]
        line, detail = message.place.line, message.text
        if detail == translate(messages.NO_FULL_STOP):
            detail = translate("in line {line}, {fault}", line=line, fault=detail)
        elif line and any(map(str.strip, lines[line - 1 :])):
            detail = translate(LINE_AND_TEXT, line=line, text=lines[line - 1][:SHOWN_LENGTH])
        return WrittenFacts(translate("what encode.py writes does not read"), detail, text=text)
    if not outcome.is_done:
        brief = translate("clingo comes to no end with what encode.py writes")
        return WrittenFacts(brief, outcome.end, code="time")
    atoms: list[str] = outcome.value["atoms"]
    statements = [fact for fact in facts if fact not in constants]
    statements += [f"{atom}." for atom in atoms if atom.startswith(("cell(", "dim("))]
    statements = list(dict.fromkeys(statements))  # a fact may be written twice
    statements += [f"#const {name}={value}." for name, value in outcome.value["constants"]]
    extra_atoms = [atom for atom in atoms if not atom.startswith(("cell(", "dim("))]
    return WrittenFacts(statements=statements, extra_atoms=extra_atoms, text=text)


def list_other_lines(text: str) -> list[int]:
    """Return the lines of statements that are neither a fact nor a constant."""
    statements = number_statements(text)
    return [line for part, _, line in statements if not FACT_OR_CONSTANT.fullmatch(part.skeleton)]


def split_off_facts(text: str, expected: Sequence[str]) -> tuple[list[str], str]:
    """Return the expected lines in a text, and the text without these lines and comments.

    The shortened text has as many lines as before.
    """
    if text == "".join(f"{line}\n" for line in expected):  # as the reference writes them
        return [*expected], "\n" * len(expected)
    if '"' in text or "%*" in text:  # what looks like a fact may be part of these
        return [], text
    missing = {"".join(line.split()): line for line in expected}
    facts = []

    def take(match: re.Match[str]) -> str:
        fact = missing.pop("".join(match[0].split()), "")
        if not fact:
            return match[0]
        facts.append(fact)
        return "\n" * match[0].count("\n")

    return facts, FACT.sub(take, COMMENT.sub("", text))


def pick_cells(statements: Iterable[str]) -> list[str]:
    return [statement for statement in statements if statement.startswith("cell(")]


def compare_facts(facts: WrittenFacts, grid: str, expected: Sequence[str]) -> Finding:
    """Return the finding on what was written, or on statements other than the expected ones."""
    rows = [line.split() if " " in grid else list(line) for line in grid.splitlines()]
    brief, code, missing, extra = facts.brief, facts.code, expected, facts.text.splitlines()
    detail = facts.detail
    if not facts.brief:
        written, expected_set = set(facts.statements), set(expected)  # large grids have thousands
        missing = [line for line in expected if line not in written]
        extra = [line for line in facts.statements if line not in expected_set]
        absent, present = (
            {re.split(r"[(=]", line.removeprefix("#const "))[0] for line in statements}
            for statements in (missing, extra)
        )
        sets = enumerate((absent & present, absent - present, present - absent))
        kinds = (translate(FAULTS[n], names=join_and(sorted(names))) for n, names in sets if names)
        brief = add_detail("encode.py", join_clauses(kinds))
        if missing and not detail:  # the first fact says more than names
            values = {"found": next(iter(extra), translate("nothing")), "expected": missing[0]}
            detail = translate("found {found}, expected {expected}", **values)
    finding = Finding(CONTRACT, code, brief, detail, grid=rows)
    if not facts.text:
        return finding
    return replace(finding, expected=format_statements(missing), got=format_statements(extra))


def format_statements(statements: Sequence[str]) -> str:
    """Return up to SHOWN_STATEMENTS statements, a line each, and the number of the others."""
    lines = [line[:SHOWN_LENGTH] for line in statements]
    return cut_lines(lines, SHOWN_STATEMENTS) or translate("(nothing)")
