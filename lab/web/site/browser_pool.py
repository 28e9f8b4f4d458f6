"""BrowserPool: does tasks in the Python of a browser, by solving.lua in the clingo of JavaScript.

There are no processes: the page ends this worker at a limit.
"""

import hashlib
import json
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import decode
from lab.runner.server import solving
from lab.runner.task_pool import Outcome, Task, TaskPool
from lab.web.playable import JsonObject

SOLVING = Path(__file__).with_name("solving.lua").read_text("utf-8")
OPEN_BOARD = [
    Path(solving.__file__).with_name(name) for name in ("given_cells.lp", "open_board.lp")
]
LUA_SCRIPT = "#script(lua)\nREQUEST = {program}\nREQUEST.boards = {{{boards}}}\n{solving}\n#end."
LEAST_SECONDS = 2.5  # least seconds of a task: some machines are slow
SYNTAX_ERROR = re.compile(": error: (syntax|lexer) error")
Run = Callable[[str, Callable[[str], None]], str]
ShownCells = list[tuple[int, tuple[str, str, str]]]  # literals, and row, column and value


class BrowserPool(TaskPool):
    """A task pool without processes: it does one task after another in this thread.

    run_clingo: a function of JavaScript: runs a program, hands over each line, returns messages
    on_task: is called when a task begins, with its key and its seconds
    ended: by its key, how each task ended that the page has ended before
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
            return Outcome("crash")  # no browser can do this task; the report goes without it
        try:
            value = function(task, **task.arguments)
            return Outcome("done", value, time.perf_counter() - start)
        except TaskEnded as ended:
            return Outcome(ended.end, ended.message)

    # ------------------------------------------------------------ tasks

    def find_answers(
        self,
        task: Task,
        path: str,
        boards: Any,
        values: str,
        most: int = solving.MOST_ANSWERS,
        **_: bool,
    ) -> list[JsonObject]:
        """Return the answers of a program to each of several boards, with the number of rules."""
        all_boards = [make_lua_board(*board) for board in boards]
        text, name = read_program_text(path)
        return self.solve_by_lua(task, all_boards, values, most, name=name, program=text)

    def find_errors(self, task: Task, path: str) -> list[str]:
        """Return clingo's messages on a program that it does not read."""
        text, name = read_program_text(path)
        try:
            self.run_lua(task, {"name": name, "program": text, "boards": []})
        except TaskEnded as ended:
            if ended.end != "error":
                raise
            return list(filter(SYNTAX_ERROR.search, (ended.message or "").split("\n")))
        return []

    def solve_texts(self, task: Task, boards: Any, values: str) -> list[list[Any]]:
        """Return the answers of each program with facts, and the offers that it accepts."""
        all_boards = [make_lua_board(facts, offers, text) for text, facts, offers in boards]
        results = self.solve_by_lua(task, all_boards, values, solving.MOST_ANSWERS)
        return [result["found"] + result["accepted"] for result in results]

    def find_true_atoms(
        self, task: Task, text: str, facts: str, values: str, answer: Any
    ) -> list[tuple[str, bool]]:
        """Return the atoms that hold with an answer, each with whether it is a fact."""
        [result] = self.solve_by_lua(task, [make_lua_board(facts, [answer], text)], values, 0)
        return [(atom, is_fact) for atom, is_fact in result["atoms"]]

    def count_models(
        self, task: Task, programs: Sequence[str], options: Sequence[str]
    ) -> JsonObject:
        """Return how many answer sets some texts have together, and whether these are all of them.

        The options are those of clingo.Control: ["0"] counts all, ["5"] stops after five.
        """
        text = "\n#program base.\n".join(programs)  # a text may end with another part
        request = {"options": list(options), "boards": [make_lua_board("", [], text)]}
        [count] = self.run_lua(task, request)
        return count

    def count_pairs(self, task: Task, texts: Sequence[str], most: int) -> tuple[int, int, str]:
        """Return what open_board.count_pairs does, without a digest: only numbers are written."""
        programs = [*texts, *(path.read_text("utf-8") for path in OPEN_BOARD)]
        options = [str(most), "--opt-mode=ignore"]
        counts = [
            self.count_models(task, programs, [*options, *more])
            for more in ([], ["--project=show,3"])
        ]
        sets, pairs = (int(count["models"]) for count in counts)
        return sets, pairs, ""

    # ------------------------------------------------------------ clingo

    def solve_by_lua(
        self, task: Task, boards: list[JsonObject], values: str, most: int, **program: str
    ) -> list[JsonObject]:
        """Return the answers to boards, as AnswerCollection.make_reply does; see solving.lua."""
        patterns = list(map(make_lua_pattern, values.split("|")))
        request = {**program, "values": patterns, "most": most, "boards": boards}
        results = self.run_lua(task, request)
        for result in results if most else []:
            for name in ("found", "accepted"):
                result[name] = list(map(read_cells, result[name]))
            result["cost"] = list(map(int, result["cost"]))
            result["differing"] = result["differing"][: solving.MOST_DIFFERING]
            unusual = result.pop("unusual", None)
            result["undrawable"] = explain_undrawable(**unusual) if unusual else ""
        return results

    def run_lua(self, task: Task, request: JsonObject) -> list[JsonObject]:
        """Run solving.lua; return what it prints for each board.

        Raises TaskEnded, and ClingoCrashed if there is no memory for more.
        """
        boards = list(map(format_lua, request["boards"]))
        program = format_lua({name: request[name] for name in request if name != "boards"})
        texts = (program + task.name + board for board in boards or [""])
        keys = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
        for key in filter(self.ended.__contains__, keys):
            raise TaskEnded(self.ended[key])
        script = LUA_SCRIPT.format(program=program, boards=",".join(boards), solving=SOLVING)
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

        messages = self.run_clingo(script, read_line)
        self.on_task("", 0)
        if errors:
            texts = (decode.UNSAFE_RULE.sub("", error.rstrip()) for error in errors)
            raise TaskEnded("error", "\n".join(" ".join(text.split()) for text in texts))
        if len(results) < len(boards) or (messages and not boards):
            raise ClingoCrashed(keys[len(results)])
        return results


class TaskEnded(Exception):
    """A task that is not done: its end, see Outcome, and the message of an error."""

    def __init__(self, end: str, message: str | None = None) -> None:
        self.end, self.message = end, message


class ClingoCrashed(Exception):
    """clingo crashed in the task with this key; the page has to start another one."""

    def __init__(self, key: str) -> None:
        self.key = key


def explain_undrawable(
    size: list[int], facts: ShownCells, hidden: ShownCells, shown: ShownCells, holds: list[int]
) -> str:
    """Return why decode.py refuses to draw an answer set of solving.lua, "" if it draws it."""

    def read(cells: ShownCells) -> list[tuple[int, decode.CellAtom]]:
        blank = {'"."': decode.BLANK}
        return [(literal, (r, c, blank.get(value, value))) for literal, (r, c, value) in cells]

    if not size:
        return ""
    output: Any = SimpleNamespace(facts=[cell for _, cell in read(facts)], shown=read(shown))
    canvas = decode.Canvas((size[0], size[1]), output, [cell for _, cell in read(hidden)])
    program: Any = SimpleNamespace(canvas=canvas, optimises=True)
    model: Any = SimpleNamespace(is_true=frozenset(holds).__contains__)
    return solving.explain_undrawable(decode.AnswerSet(program, model))


def read_program_text(path: str) -> tuple[str, str]:
    """Return the text of a program, and the name of its file."""
    return Path(path).read_bytes().decode(errors="replace"), Path(path).name


def make_lua_board(facts: str, offers: Any, text: str = "") -> JsonObject:
    """Return a board for solving.lua; `text` is the program for this board alone, if any."""
    return {"facts": facts, "text": text, "offers": list(map(format_lua_answer, offers))}


def make_lua_pattern(term: str) -> str:
    """Return the pattern of Lua for a term out of assignment.make_value_pattern."""
    if r"\d" in term:
        return f"^{term.replace(chr(92), '%')}$"
    return "^" + re.sub(r"(\W)", r"%\1", re.sub(r"\\(.)", r"\1", term)) + "$"


def format_lua_answer(cells: Iterable[Sequence[str]]) -> str:
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
