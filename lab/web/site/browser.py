"""Answers the requests of static pages in the Python of a browser; see static/site/engine.js.

The files of a handout, and those that carried.py adds, lie in the folder of the kit.
"""

import base64
import contextlib
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lab import Unusable, puzzles
from lab.check import judges
from lab.check.bank.assignment import Assignment
from lab.check.bank.bank import TABLES_FOLDER, open_tables
from lab.check.judges.examination import Examination
from lab.check.judges.reading import remove_untouched_files
from lab.check.judges.trial_boards import judge_small_boards
from lab.common.files import pack_zip
from lab.common.language import use_language
from lab.delivery import deliveries
from lab.delivery.deliveries import SCRIPT_FILE
from lab.findings import ENCODE
from lab.settings.web import PlaySettings
from lab.web import jobs, program_check
from lab.web.playable import JsonObject, PlayablePuzzle
from lab.web.site.browser_pool import BrowserPool, ClingoCrashed, Run

PAGES_FILE = "pages.json"  # in TABLES_FOLDER: what carried.py knows of the pages


class Browser:
    """Answers the requests of the pages; there is a single instance."""

    def __init__(self, run_clingo: Run, on_task: Callable[[str, float], None]) -> None:
        self.run_clingo, self.on_task = run_clingo, on_task
        self.bank = open_tables()
        self.assignment = Assignment(self.bank)
        self.pages = json.loads((TABLES_FOLDER / PAGES_FILE).read_text("utf-8"))
        puzzle, settings = puzzles.find_puzzle(self.pages["folder"]), self.pages["settings"]
        puzzle.notation_names = self.pages["notations"]
        if find_tints := getattr(puzzle.rules, "find_tints", None):
            settings["find_tints"] = find_tints
        self.playable = PlayablePuzzle(puzzle, PlaySettings(**settings))

    def answer(self, request: str) -> Iterator[str]:
        """Yield the parts of the answer to a request as JSON; the last has "end" or "fault".

        A request has a path, data, a language, and `ended`: the key of each task that must not run
        again, and the limit that ended the task.  If clingo broke down, the last part is "again"
        with the pair of the task's key and "memory".  The page then repeats the request with this
        pair in `ended`, and with another clingo.
        """
        yield from map(json.dumps, self._answer(*json.loads(request)))

    def _answer(
        self, path: str, data: JsonObject, language: str, ended: dict[str, str]
    ) -> Iterator[Any]:
        use_language(language, TABLES_FOLDER)
        try:
            if path == "/api/zip":
                yield self.pack(data["files"], ended)
            elif path == "/api/program":
                yield from self.examine(data, ended)
            else:
                job = {"/api/state": "verdict", "/api/write": "write"}.get(path) or data["job"]
                arguments = jobs.check_arguments(self.playable, job, data)
                yield jobs.JOBS[job](self.playable, **arguments)
        except Unusable as error:
            yield {"fault": str(error)}
        except ClingoCrashed as error:
            yield {"again": {error.key: "memory"}}
        else:
            yield {"end": True}

    def pack(self, files: dict[str, str], ended: dict[str, str]) -> JsonObject:
        """Return the zip of a delivery, and the findings on missing files."""
        with self.open_examination(files, ended) as (work, zipped):
            findings = []
            for judge in judges.run_each_judge(work):
                findings = [finding.message for finding in work.report.findings]
                if judge.run is remove_untouched_files:
                    break
            return {"zip": base64.b64encode(zipped).decode("ascii"), "lacks": findings}

    def examine(self, data: JsonObject, ended: dict[str, str]) -> Iterator[JsonObject]:
        """Yield the report on a delivery, whenever it has grown, and its answers to an example.

        A part without anything new comes after each judge, so that the page may end the work.
        """
        with self.open_examination(data["files"], ended) as (work, _):
            yield {"sources": data["files"]}
            last_report: JsonObject = {}
            for judge in judges.run_each_judge(work):
                if judge.run is remove_untouched_files and ENCODE in work.files:
                    del work.files[ENCODE]
                    work.report.unjudged.append(SCRIPT_FILE)  # no program of Python runs here
                report = program_check.describe_report(work.report, is_over=False)
                if report != last_report:
                    last_report = report
                    yield {"report": program_check.add_drawn_cells(self.playable, report)}
                else:
                    yield {}
                if judge.run is judge_small_boards and work.is_read():
                    board = self.pages["boards"][data["example"]]
                    example = program_check.describe_example(work.program, board, self.playable)
                    yield {"example": {"name": data["example"], **example}}
            report = program_check.describe_report(work.report, is_over=True)
            yield {"report": program_check.add_drawn_cells(self.playable, report)}

    @contextlib.contextmanager
    def open_examination(
        self, files: dict[str, str], ended: dict[str, str]
    ) -> Iterator[tuple[Examination, bytes]]:
        """Yield the examination of a delivery with these files, and its zip."""
        zipped = pack_zip({name: text.encode(errors="replace") for name, text in files.items()})
        puzzle = self.assignment.puzzle
        options = deliveries.DeliveryOptions(group=self.bank.course.group)
        with (
            tempfile.TemporaryDirectory() as folder,
            BrowserPool(self.run_clingo, self.on_task, ended) as pool,
        ):
            path = Path(folder, f"{puzzle.name}.zip")
            path.write_bytes(zipped)
            with deliveries.open_delivery(puzzle.name, path, options) as delivery:
                yield Examination(pool, self.assignment, delivery), zipped
