"""Writes both pages as a folder for any web server: the kit runs in the browser, see carried.py."""

import hashlib
import json
import time
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from lab import course, notations
from lab.common.files import Files, check_target, write_folder
from lab.common.language import read_catalogue, translate, use_language
from lab.common.terminal import print_message, show_progress
from lab.common.words import Cell, count_noun
from lab.puzzles import LEAST_COST, Puzzle
from lab.web import carried, jobs
from lab.web.playable import PlayablePuzzle

HERE = Path(__file__).parent
PAGES = {"index.html": "play.html", "write.html": "write.html"}  # with their templates
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"
)
HINT_SECONDS = 20.0  # for the steps of an example; hints end there
FEATURES = ("hint",)  # of the page Play that need no solver


def write_site(target: Path, puzzle: Puzzle, course_path: Path | None) -> None:
    """Write the folder of a puzzle, in the language of a course.

    Raises Unusable if the folder exists, or something that it needs is missing.
    """
    check_target(target)
    language = course.read_course(course_path, puzzle).language
    handout = carried.make_handout(puzzle, course_path)
    engine = carried.list_engine_files(puzzle, handout)
    use_language(language, puzzle.folder)
    playable = PlayablePuzzle(puzzle)
    images = [look.image for look in playable.settings.looks.values() if look.image]
    programs = [playable.puzzle.encoding.name, "encode.py", "README.txt"]
    files = {
        **{f"static/{path.name}": path.read_bytes() for path in (HERE / "static").iterdir()},
        **{f"static/{path.name}": path.read_bytes() for path in images},
        **{f"static/engine/{name}": data for name, data in engine.items()},
        **render_pages(language, programs, handout),
        "prepared.json": json.dumps(prepare_answers(playable, handout, language)).encode(),
    }
    digest = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16]
    files["service.js"] = render("service.js", version=digest, files=sorted(files))
    write_folder(target, files)
    size = sum(map(len, files.values())) / 1e6
    print_message(f"{count_noun(len(files), 'file')}, {size:.1f} MB")


def render(template: str, **values: Any) -> bytes:
    """Return a template of templates/ with the values in it."""
    environment = Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True)
    environment.globals["_"] = translate
    return environment.get_template(template).render(values).encode()


def render_pages(language: str, names: list[str], handout: Files) -> Files:
    """Return both pages; `names` are the files that students write, with starts in a handout."""
    values = {
        "is_static": True,
        "policy": CONTENT_POLICY,
        "root": "",
        "addresses": list(PAGES),
        "language": language,
        "texts": read_catalogue(language),
        "starts": {name: handout[name].decode() for name in names},
    }
    return {page: render(template, **values) for page, template in PAGES.items()}


def prepare_answers(playable: PlayablePuzzle, handout: Files, language: str) -> dict[str, Any]:
    """Return the answers that static/prepared.js gives: the puzzle, and each example."""
    description = playable.describe(language)
    for value, look in playable.settings.looks.items():
        image = f"static/{look.image.name}" if look.image else ""
        description["looks"][value]["image"] = image
    examples = {}
    for path in sorted(name for name in handout if name.startswith("examples/dom")):
        name = Path(path).stem
        show_progress(f"hints on {name}")
        board = read_board(playable, handout[path], is_solved=False)
        solution = read_board(playable, handout[path.replace("dom", "sol")], is_solved=True)
        examples[name] = prepare_example(playable, board, solution)
    show_progress()
    description |= {"examples": list(examples), "features": list(FEATURES), "notations": ["grid"]}
    description |= {"name": playable.puzzle.name, "tactics": {}}
    return {"puzzles": [description], "examples": examples}


def read_board(playable: PlayablePuzzle, data: bytes, is_solved: bool) -> Any:
    return playable.puzzle.record.read(data, is_solved)


def prepare_example(playable: PlayablePuzzle, board: Any, solution: Any) -> dict[str, Any]:
    """Return an example with its facts, its solution, the cost, and the steps of hints."""
    puzzle = playable.puzzle
    return {
        **jobs.describe_puzzles(playable, [board]),
        "puzzle": puzzle.name,
        "facts": notations.format_board(puzzle, board, "facts"),
        "solution": solution,
        "cost": puzzle.rules.cost(solution) if puzzle.best == LEAST_COST else None,
        "steps": find_steps(playable, board),
    }


def get(rows: Any, cell: Cell) -> Any:
    return rows[cell[0]][cell[1]]


def find_steps(playable: PlayablePuzzle, puzzle_board: Any) -> list[dict[str, Any]]:
    """Return the hints that solve a board one after the other, as many as HINT_SECONDS allow."""
    tactics = "".join(playable.settings.tactics)
    rows, steps = list(map(list, puzzle_board)), list[dict[str, Any]]()
    end = time.monotonic() + HINT_SECONDS
    while time.monotonic() < end:
        hint = jobs.describe_hint(playable.name, list(map(list, puzzle_board)), rows, tactics)
        changes = [(cell, value) for cell, value in hint["changes"] if get(rows, cell) != value]
        if not changes:
            break
        for (r, c), value in changes:
            rows[r][c] = value
        scenes = [{**scene, "board": None, "tints": {}, "looks": []} for scene in hint["scenes"]]
        steps.append({"scenes": scenes, "changes": changes})
    return steps
