"""Answers the requests of static pages in the Python of a browser; see static/engine.js.

The files of a handout, and those that carried.py adds, lie in the folder of the kit.  There are no
processes: clingo runs in this one, and the page ends it at a limit.
"""

import base64
import hashlib
import json
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import decode
from lab import Unusable, puzzles
from lab.check import examine
from lab.check.assignment import Assignment
from lab.check.examination import Examination
from lab.check.table_bank import TABLES_FOLDER, TableBank
from lab.common.files import pack_zip
from lab.common.language import use_language
from lab.delivery import deliveries
from lab.runner import solving
from lab.runner.pool import Outcome, Task, TaskPool
from lab.settings.web import PlaySettings
from lab.web import examination, jobs
from lab.web.playable import PlayablePuzzle
from lab.web.pool import JsonObject

PAGES_FILE = "pages.json"  # in TABLES_FOLDER: what carried.py knows of the pages
SOLVING = Path(__file__).with_name("solving.lua")
LEAST_SECONDS = 2.5  # that a task has at least: some machines are slow
FIRST_STEPS = 3  # of an examination, before the example is solved: they read the program
Run = Callable[[str, Callable[[str], None]], str]


class BrowserPool(TaskPool):
    """A context that does tasks here, one after another; clingo is a function of JavaScript.

    run_clingo: runs a program, hands over each line, returns what clingo complains about
    on_task: is called with the key of a task that begins, and with its seconds
    ended: how a task ended that the page has ended before, by its key
    """

    def __init__(
        self, run_clingo: Run, on_task: Callable[[str, float], None], ended: dict[str, str]
    ) -> None:
        super().__init__(1)
        self.run_clingo, self.on_task, self.ended = run_clingo, on_task, ended
        self.sandbox: Any = SimpleNamespace(leaks=[])

    def __enter__(self) -> "BrowserPool":
        self._context = tempfile.TemporaryDirectory()
        self.folder = self.programs = Path(self._context.name).resolve()
        return self

    def __exit__(self, *details: Any) -> None:
        self._context.cleanup()

    def map(self, function: Any, items: Iterable[Any]) -> list[Any]:
        return list(map(function, items))

    def run(self, task: Task) -> Outcome:
        start = time.perf_counter()
        if not (function := getattr(self, task.name, None)):
            return Outcome("crash")  # it needs clingo's Python: what it would tell is left out
        try:
            value = function(task, **task.arguments)
            return Outcome("done", value, time.perf_counter() - start)
        except TaskEnded as ended:
            return Outcome(ended.end, ended.message)

    # ------------------------------------------------------------ tasks

    def find_answers(
        self, task: Task, path: str, boards: Any, values: str, most: int = solving.MOST
    ) -> list[JsonObject]:
        """Return the answers of a program to each of several boards."""
        file = Path(path)
        data = file.read_bytes()
        return self.solve(task, boards, values, most, name=file.name, program=data)

    def outline_program(self, task: Task, path: str, given: str) -> JsonObject:
        names = ("errors", "defines", "uses", "grid")
        return {**{name: [] for name in names}, "script": False, "files": [Path(path).name]}

    def solve(
        self, task: Task, boards: Any, values: str, most: int = solving.MOST, **program: Any
    ) -> list[JsonObject]:
        """Return the answers of a program, a file or a text, as AnswerCollection.to_json does."""
        request = {
            "text": "",
            **program,
            "values": list(map(make_lua_pattern, values.split("|"))),
            "most": most,
            "boards": [
                {"facts": facts, "requests": [format_cells(cells) for cells in requests]}
                for facts, requests in boards
            ],
        }
        results = []
        for line in self.run_lua(task, request, [facts for facts, _ in boards]):
            for name in ("found", "admitted"):
                line[name] = [read_cells(text) for text in line[name]]
            line["cost"] = list(map(int, line["cost"]))
            line["differing"] = line["differing"][: solving.MOST_DIFFERING]
            results.append(line)
        return results

    def run_lua(self, task: Task, request: JsonObject, boards: list[str]) -> list[JsonObject]:
        """Run solving.lua; return what it prints for each board; raise TaskEnded."""
        program = format_lua(request | {"boards": []}) + task.name
        keys = [hashlib.sha256((program + board).encode()).hexdigest() for board in boards]
        for key in filter(self.ended.__contains__, keys):
            raise TaskEnded(self.ended[key])
        text = f"#script(lua)\nREQUEST = {format_lua(request)}\n{SOLVING.read_text()}\n#end."
        results: list[JsonObject] = []
        errors: list[str] = []

        def read_line(line: str) -> None:
            value = json.loads(line)
            if "board" in value:
                self.on_task(keys[value["board"] - 1], max(task.cpu, LEAST_SECONDS))
            elif "error" in value:
                errors.append(value["error"])
            else:
                results.append(value)

        complaint = self.run_clingo(text, read_line)
        self.on_task("", 0)
        if errors:
            texts = (decode.UNSAFE_RULE.sub("", error.rstrip()) for error in errors)
            raise TaskEnded("error", "\n".join(" ".join(text.split()) for text in texts))
        if complaint or len(results) != len(boards):
            raise TaskEnded("memory" if "memory" in complaint else "crash")
        return results


class TaskEnded(Exception):
    """A task that is not done: its end, see Outcome, and the message of an error."""

    def __init__(self, end: str, message: str | None = None) -> None:
        self.end, self.message = end, message


def make_lua_pattern(term: str) -> str:
    """Return the pattern of Lua for a term out of assignment.value_pattern."""
    if r"\d" in term:
        return f"^{term.replace(chr(92), '%')}$"
    return "^" + re.sub(r"(\W)", r"%\1", re.sub(r"\\(.)", r"\1", term)) + "$"


def format_cells(cells: Iterable[Sequence[str]]) -> str:
    """Return cells as solving.lua writes an answer."""
    return " ".join(sorted(map(",".join, cells)))


def read_cells(text: str) -> list[list[str]]:
    """Return the cells of an answer of solving.lua."""
    return [cell.split(",", 2) for cell in text.split()]


def format_lua(value: Any) -> str:
    """Return a value of JSON, or bytes, as an expression of Lua."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{name}={format_lua(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "{" + ",".join(map(format_lua, value)) + "}"
    if isinstance(value, int):
        return str(value)
    data = value.encode() if isinstance(value, str) else value
    return '"' + "".join(f"\\{byte:03}" for byte in data) + '"'


# ---------------------------------------------------------------- requests


class Browser:
    """What answers the requests of the pages; there is one."""

    def __init__(self, run_clingo: Run, on_task: Callable[[str, float], None]) -> None:
        self.run_clingo, self.on_task = run_clingo, on_task
        bank = TableBank()
        self.assignment = Assignment(bank)
        self.pages = json.loads((TABLES_FOLDER / PAGES_FILE).read_text("utf-8"))
        puzzle, [page] = puzzles.find_puzzle(self.pages["folder"]), self.pages["puzzles"]["en"]
        puzzle.notation_names = page["notations"]
        names = ("input", "looks", "tactics")
        settings = {name: page[name] for name in names}
        settings["address_notation"] = self.pages["address_notation"]
        if find_tints := getattr(puzzle.rules, "find_tints", None):
            settings["find_tints"] = find_tints
        self.playable = PlayablePuzzle(puzzle, PlaySettings(**settings))
        jobs.find_playable = lambda puzzle: self.playable

    def answer(self, request: str) -> Iterator[str]:
        """Yield the parts of the answer to a request as JSON; the last has "end" or "fault".

        A request has a path, data, a language, and how tasks ended that the page has ended while
        the same request was answered before, by their keys.
        """
        yield from map(json.dumps, self._answer(*json.loads(request)))

    def _answer(
        self, path: str, data: JsonObject, language: str, ended: dict[str, str]
    ) -> Iterator[Any]:
        use_language(language, TABLES_FOLDER)
        try:
            if path == "/api/puzzles":
                yield self.pages["puzzles"][language]
            elif path == "/api/example":
                yield self.pages["examples"][data["name"]]
            elif path == "/api/zip":
                zipped = pack_zip({name: text.encode() for name, text in data["files"].items()})
                yield {"zip": base64.b64encode(zipped).decode("ascii")}
            elif path == "/api/program":
                yield from self.examine(data, ended)
            else:
                job = {"/api/state": "judge", "/api/write": "write"}.get(path) or data["job"]
                request = jobs.check_request(self.playable, job, data)
                yield jobs.JOBS[request.pop("job")](**request)
        except Unusable as error:
            yield {"fault": str(error)}
        else:
            yield {"end": True}

    def examine(self, data: JsonObject, ended: dict[str, str]) -> Iterator[JsonObject]:
        """Yield the report on a program, whenever it has grown, and its answers to an example."""
        assignment, name = self.assignment, self.assignment.puzzle.name
        options = deliveries.DeliveryOptions(None, is_strict=False, is_at_work=True)
        with (
            tempfile.TemporaryDirectory() as folder,
            BrowserPool(self.run_clingo, self.on_task, ended) as pool,
        ):
            path = Path(folder, assignment.program_name)
            path.write_text(data["program"], "utf-8", "surrogatepass")
            with deliveries.open_delivery(name, path, options) as delivery:
                yield {"sources": {path.name: data["program"]}}
                work = Examination(pool, assignment, delivery)
                last_report: JsonObject = {}
                for number, step in enumerate(examine.STEPS, start=1):
                    if all(getattr(work, need) for need in step.needs):
                        step.run(work)
                    is_over = number == len(examine.STEPS)
                    report = examination.describe_report(work.report, is_over)
                    if report != last_report:
                        last_report = report
                        yield {"report": examination.add_all_looks(self.playable, report)}
                    if number == FIRST_STEPS and work.copy:
                        board = self.pages["boards"][data["example"]]
                        example = examination.solve_example(
                            pool, assignment, work.copy, board, self.playable
                        )
                        yield {"example": {"name": data["example"], **example}}
