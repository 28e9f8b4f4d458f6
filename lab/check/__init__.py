"""Check a student's work: which rule is broken, on the smallest grid that shows it.

PATH is a folder or a .zip with encode.py, the logic program of the puzzle (lightup.lp, or NAME.lp
with --puzzle) and README.txt with the names of the authors, or one .lp file.  The questions, in
this order: is the delivery complete, does the program read, is the contract kept (the facts,
cell(R,C,V) in the answers), is each rule right, are the examples solved.  What makes the next
ones meaningless is the last that is reported.  A mistake that many make is named.

A file that is missing fails, unless --part asks for the other one.  What lacks for the delivery
alone (README.txt, names, things that should stay at home) is a remark; with --delivery, which
holds for a .zip, it fails too.

Submissions are judged on square boards, some of them made for each check: by all answers where
these can be known, on larger ones by two.  What is wrong on boards of other sizes alone stays
unseen.  Nothing of a submission is trusted: each run is in a sandbox, limited in time, memory and
output; --isolation tries what that contains.  Exit status: 0 pass, remarks or not; 1 fail; 2 there
is nothing to check.
"""

import argparse
import random
import signal
import sys
from pathlib import Path

import decode
from lab import ROOT, puzzles
from lab.check import examine, report, watch
from lab.check.subject import Subject
from lab.check.table_bank import FOLDER, TableBank
from lab.common.files import save, write
from lab.common.findings import STAGES, Finding
from lab.common.terminal import show_progress
from lab.common.words import escape_controls
from lab.delivery import deliveries
from lab.runner.pool import TaskPool
from lab.sandbox import Sandbox

IS_HANDED_OUT = FOLDER.is_dir()  # then this is a student's folder, and of one puzzle


def arguments(parser: argparse.ArgumentParser) -> None:
    if not IS_HANDED_OUT:
        puzzles.add_argument(parser, "whose program it is")
    add = parser.add_argument
    here = str(ROOT) if IS_HANDED_OUT and Path.cwd() != ROOT else "."
    default_name = "its own folder" if IS_HANDED_OUT else "the current folder"
    add("path", nargs="?", default=here, metavar="PATH", help=f"{default_name} without it")
    add("--part", metavar="NAME", help="judge only encode.py (encode), or only the program")
    complete = argparse.BooleanOptionalAction
    add("--delivery", action=complete, help="fail for what lacks for the delivery alone, too")
    forms = ("text", "json", "gcc")
    add("--format", choices=forms, default="text", help="gcc: file:line:column: error: text")
    add("--json", action="store_const", const="json", dest="format", help="the findings as data")
    add("--junit", metavar="FILE", help="the findings as JUnit's XML too")
    add("--seed", type=int, metavar="N", help="make the same boards as another check did")
    add("--watch", action="store_true", help="again whenever a file is saved")
    add("--isolation", action="store_true", help="only try what this machine keeps from them")


def run(options: argparse.Namespace) -> int:
    if options.isolation:
        sandbox = Sandbox()
        write(sandbox.report())
        return 0 if sandbox.is_safe else 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # which ends what it started too
    if options.watch:
        written = [Path(options.junit)] if options.junit else []
        return watch.watch_folder(Path(options.path), sys.argv[1:], but=written)
    if IS_HANDED_OUT:
        tables = TableBank()
        subject, group = Subject(tables), tables.group
    else:
        from lab.check.folder_bank import FolderBank  # a module that is not handed out

        puzzle = options.puzzle or puzzles.default_puzzle()
        subject, group = Subject(FolderBank(puzzle)), deliveries.GROUP
    request = deliveries.DeliveryOptions(options.part, options.delivery, group, IS_HANDED_OUT)
    seed = random.randrange(10**6) if options.seed is None else options.seed
    with (
        deliveries.open_delivery(subject.puzzle.name, Path(options.path), request) as work,
        TaskPool() as pool,
    ):
        files = [path for path in (work.script, work.program) if path]
        if options.format == "text" and (steps := subject.bank.starts.introduction(files)):
            write(steps)
            decode.report("fail: not begun")
            return 1
        examination = examine.Examination(pool, subject, work, seed, announce)
        try:
            finished = examination.run()
        finally:
            show_progress()
    if options.junit:
        save(Path(options.junit), report.format_junit(finished))
    if options.format == "text":
        report.print_report(finished)
    else:
        write({"json": report.format_json, "gcc": report.format_gcc}[options.format](finished))
    decode.report(report.format_verdict(finished))
    return 1 if finished.findings else 0


def announce(finding: Finding) -> None:
    """Show a finding on the status line of a terminal, as soon as it is there."""
    show_progress(
        escape_controls(f"{STAGES[finding.stage]} no: {finding.brief}").replace("\n", " ")
    )
