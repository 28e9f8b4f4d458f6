"""Check a student's work: which rule is broken, on the smallest grid that shows it.

PATH is a folder or a .zip with encode.py, the logic program of the puzzle under its name, such as
lightup.lp, and README.txt with the names of the authors after "Authors:"; or one .lp file.
Five questions are asked, in this order: is the delivery complete, does the program read, does it
keep the contract (the facts, cell(R,C,V) in the answers), is each rule right, does it solve the
examples.  The report ends where a fault makes the next questions meaningless.  A mistake that many
students make is named.  In a handout, the points that the work would get now are printed, too.

A missing file fails, unless --part asks for the other one.  Faults of the delivery alone (no
README.txt, no names, files that should stay at home) cost points, and fail only with --delivery.
--rule 1 judges rule 1 of the program alone, on small boards,
while you write it: other rules may be missing or wrong.  --step 3 judges exercise 3 of
first-steps.html.

A program is judged on small boards of which all solutions are known, on boards made for this
check, and on the examples; on large boards two answers are judged.  If all small boards of a puzzle
are squares, programs have to solve squares only.
Nothing of a submission is trusted: each run is in a sandbox with limits of time, memory and
output; --isolation reports what that contains.  Exit status: 0 pass, with or without remarks;
1 fail, or a machine on which --isolation finds no safe sandbox; 2 nothing to check.
"""

import argparse
import random
import sys
from pathlib import Path

from lab import ROOT, Unusable, puzzles
from lab.check import judges, points, report, watch
from lab.check.bank.assignment import Assignment
from lab.check.bank.bank import TABLES_FOLDER, open_tables
from lab.check.judges import exercises
from lab.check.judges.examination import Examination
from lab.common.files import save, write
from lab.common.language import LANGUAGES, translate, use_language
from lab.common.terminal import print_message, show_progress
from lab.common.words import escape_controls
from lab.delivery import deliveries
from lab.findings import ENCODE, STAGES, Finding
from lab.runner.task_pool import TaskPool
from lab.sandbox import Sandbox

LEAST_ROWS, LARGEST_ROWS = 11, 30  # numbers that --search takes; all checks search up to 10 rows
IS_HANDED_OUT = TABLES_FOLDER.is_dir()  # whether this is a student's folder, which is of one puzzle


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    parser.set_defaults(search=None)
    if not IS_HANDED_OUT:
        puzzles.add_argument(parser, "whose program it is")
        larger = (
            f"search squares of 13, 16, 20 ... up to ROWS rows for faults, {LARGEST_ROWS} at most; "
            "takes up to a minute for each size"
        )
        add("--search", type=int, metavar="ROWS", help=larger)
    default_language = "that of the course" if IS_HANDED_OUT else "English"
    here = str(ROOT) if IS_HANDED_OUT and Path.cwd() != ROOT else "."
    default_name = "its own folder" if IS_HANDED_OUT else "the current folder"
    add("path", nargs="?", default=here, metavar="PATH", help=f"{default_name} without it")
    add("--part", metavar="NAME", help="judge only encode.py (encode), or only the program")
    add("--rule", type=int, metavar="N", help="judge only rule N of the program, on small boards")
    step = "judge only exercise N of first-steps.html, in steps/stepN.lp or the .lp file PATH"
    add("--step", type=int, metavar="N", help=step)
    add("--delivery", action="store_true", help="fail for faults of the delivery alone, too")
    forms = ("text", "json", "gcc")
    add("--format", choices=forms, default="text", help="gcc: file:line:column: error: text")
    add("--json", action="store_const", const="json", dest="format", help="the findings as data")
    add("--junit", metavar="FILE", help="the findings as JUnit's XML too")
    add("--seed", type=int, metavar="N", help="make the same boards as another check did")
    add("--language", choices=LANGUAGES, help=f"of the report; {default_language} without it")
    add("--watch", action="store_true", help="check again whenever a file is saved")
    add("--isolation", action="store_true", help="only report what the sandbox contains here")


def run(options: argparse.Namespace) -> int:
    if options.isolation:
        sandbox = Sandbox()
        write(sandbox.format_report())
        return 0 if sandbox.is_safe else 1
    assignment = open_assignment(options)
    if options.watch:
        return watch.watch_folder(Path(options.path), sys.argv[1:])
    rule, most_rows = choose_rule(options, assignment), choose_rows(options, assignment)
    path, exercise = Path(options.path), None
    if options.step is not None:
        exercise, path = exercises.open_exercise(options.step, path, assignment)
    name = assignment.puzzle.name
    part = name if rule else options.part
    course = assignment.bank.course
    request = deliveries.DeliveryOptions(
        part, is_handed_in=options.delivery, group=course.group, is_draft=IS_HANDED_OUT
    )
    seed = random.randrange(10**6) if options.seed is None else options.seed
    with deliveries.open_delivery(name, path, request) as delivery, TaskPool() as pool:
        files = [path for path in (delivery.script, delivery.program) if path]
        introduction = assignment.bank.starts.format_advice(files)
        examination = Examination(
            pool,
            assignment,
            delivery,
            seed,
            rule=rule,
            exercise=exercise,
            most_rows=most_rows,
            on_finding=show_finding,
        )
        try:
            full_report = judges.run_judges(examination)
        except OSError as error:  # the submission is not the cause
            raise Unusable(f"no verdict, as the kit failed: {error}") from None
        finally:
            show_progress()
    full_report.is_strict = options.delivery
    verdict = report.format_verdict(full_report)
    if options.junit:
        save(Path(options.junit), report.format_junit(full_report))
    if options.format == "json":
        write(report.format_json(full_report))
    elif options.format == "gcc":
        write(report.format_gcc(full_report))
    elif introduction:
        write(introduction)
        verdict = translate("fail: not begun")
    else:
        report.print_report(full_report)
        if course.points and not part and not delivery.is_lone_program:
            write(points.format_points_now(full_report, course))
    print_message(verdict)
    return 1 if full_report.failures else 0


def open_assignment(options: argparse.Namespace) -> Assignment:
    """Return the assignment; set the language, that of the course if options have none."""
    if IS_HANDED_OUT:
        bank, folder = open_tables(), TABLES_FOLDER
    else:
        from lab.check.bank.folder_bank import FolderBank  # a module that is not handed out

        bank = FolderBank(options.puzzle or puzzles.find_default_puzzle())
        folder = bank.puzzle.folder
    use_language(options.language or bank.course.language, folder)
    return Assignment(bank)


def choose_rule(options: argparse.Namespace, assignment: Assignment) -> str:
    """Return the code of the rule to judge alone, "" for all; raise Unusable."""
    codes: dict[int, str] = dict(enumerate(assignment.puzzle.rules.RULES, start=1))
    if options.rule is not None and options.rule not in codes:
        raise Unusable(f"--rule: found {options.rule}, expected a number from 1 to {len(codes)}")
    if options.step is not None and (options.rule or options.part):
        raise Unusable("--step: found --rule or --part beside it, expected neither")
    if options.rule and options.part == ENCODE:
        raise Unusable("--rule: found --part encode, which has no rules")
    return codes.get(options.rule, "")


def choose_rows(options: argparse.Namespace, assignment: Assignment) -> int:
    """Return how many rows the largest boards of --search have, 0 without it; raise Unusable."""
    if options.search is None:
        return 0
    if options.search not in range(LEAST_ROWS, LARGEST_ROWS + 1):
        expected = f"a number from {LEAST_ROWS} to {LARGEST_ROWS}"
        raise Unusable(f"--search: found {options.search}, expected {expected}")
    if assignment.puzzle.best != puzzles.UNIQUE:
        raise Unusable("--search: found a puzzle whose solutions have a cost, expected no cost")
    if options.rule or options.step or options.part == ENCODE:
        raise Unusable("--search: found --rule, --step or --part encode beside it, expected none")
    return int(options.search)


def show_finding(finding: Finding) -> None:
    """Show a finding on the status line of a terminal, while the check goes on."""
    question = translate(STAGES[finding.stage])
    line = translate("{question} no: {brief}", question=question, brief=finding.brief)
    show_progress(escape_controls(line).replace("\n", " "))
