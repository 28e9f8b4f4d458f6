"""Writes both pages as a folder for any web server: the kit runs in the browser, see carried.py."""

import hashlib
import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from lab import course, notations
from lab.common.files import Files, check_target, walk_files, write_folder
from lab.common.language import read_catalogue, translate, use_language
from lab.common.processes import exit_at_sigterm
from lab.common.terminal import print_message, show_progress
from lab.common.words import count_noun, format_cells, list_cells
from lab.material import make_handout
from lab.puzzles import Board, Puzzle
from lab.web import jobs
from lab.web.playable import PlayablePuzzle
from lab.web.site import carried

HERE = Path(__file__).parent
STATIC, TEMPLATES = HERE.parent / "static", HERE.parent / "templates"
PAGE_TEMPLATES = {"index.html": "play.html", "write.html": "write.html"}  # with their templates
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"
)
MOST_CELLS = 2500  # of an example with hints


def write_site(target: Path, puzzle: Puzzle, course_path: Path | None) -> None:
    """Write the folder of a puzzle, in the language of a course.

    Raises Unusable if the folder exists, or something that it needs is missing.
    """
    check_target(target)
    carried.check_packages()
    exit_at_sigterm()
    chosen_course = course.read_course(course_path, puzzle)
    language = chosen_course.language
    handout = make_handout(puzzle, chosen_course).files
    engine = carried.list_engine_files(puzzle, handout)
    use_language(language, puzzle.folder)
    playable = PlayablePuzzle(puzzle)
    images = [look.image for look in playable.settings.looks.values() if look.image]
    programs = [playable.puzzle.encoding.name, "encode.py", "README.txt"]
    files = {
        **{
            f"static/{path.relative_to(STATIC).as_posix()}": path.read_bytes()
            for path in walk_files(STATIC)
        },
        **{f"static/{path.name}": path.read_bytes() for path in images},
        **{f"static/engine/{name}": data for name, data in engine.items()},
        **render_templates(language, programs, handout),
        "prepared.json": json.dumps(prepare_answers(playable, handout, language)).encode(),
    }
    digest = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16]
    files["service.js"] = render_template("service.js", version=digest, files=sorted(files))
    write_folder(target, files)
    size = sum(map(len, files.values())) / 1e6
    print_message(f"{count_noun(len(files), 'file')}, {size:.1f} MB")


def render_template(template: str, **values: Any) -> bytes:
    """Return a template of templates/ with the values in it."""
    environment = Environment(loader=FileSystemLoader([TEMPLATES, HERE]), autoescape=True)
    environment.globals["_"] = translate
    return environment.get_template(template).render(values).encode()


def render_templates(language: str, names: list[str], handout: Files) -> Files:
    """Return both pages; `names` are the files that students write, with starts in a handout."""
    values = {
        "is_static": True,
        "policy": CONTENT_POLICY,
        "root": "",
        "addresses": list(PAGE_TEMPLATES),
        "language": language,
        "texts": read_catalogue(language),
        "starts": [(name, handout[name].decode()) for name in names],
    }
    return {page: render_template(template, **values) for page, template in PAGE_TEMPLATES.items()}


def prepare_answers(playable: PlayablePuzzle, handout: Files, language: str) -> dict[str, Any]:
    """Return the answers that static/site/prepared.js gives: the puzzle, and each example."""
    description = playable.describe(language)
    for value, look in playable.settings.looks.items():
        image = f"static/{look.image.name}" if look.image else ""
        description["looks"][value]["image"] = image
    features = ["hint"] if "replay" in description["features"] else []
    examples = {}
    for name, board in carried.read_handout_boards(playable.puzzle, handout).items():
        show_progress(f"hints on {name}")
        examples[name] = prepare_example(playable, board)
    show_progress()
    description |= {"examples": list(examples), "features": features, "notations": ["grid"]}
    description |= {"name": playable.puzzle.name, "tactics": {}}
    return {"puzzles": [description], "examples": examples}


def prepare_example(playable: PlayablePuzzle, board: Board) -> dict[str, Any]:
    """Return an example as JSON, with facts, up to two solutions, and steps of hints."""
    puzzle = playable.puzzle
    return {
        **jobs.describe_puzzles(playable, [board]),
        "puzzle": puzzle.name,
        "facts": notations.format_board(puzzle, board, "facts"),
        "count": jobs.count_solutions(playable, list(map(list, board))),
        "steps": find_steps(playable, board) if playable.settings.replay_solution else [],
    }


def find_steps(playable: PlayablePuzzle, board: Board) -> list[dict[str, Any]]:
    """Return the steps to a solution, each with frames and changes; [] for a large board."""
    rows = list(map(list, board))
    if sum(map(len, rows)) > MOST_CELLS:
        return []
    steps = []
    for frame in jobs.describe_replay(playable, rows)["frames"]:
        after = list(map(list, frame["board"]))
        changes = [((r, c), value) for (r, c), value in list_cells(after) if value != rows[r][c]]
        if changes:
            last = {**frame, "board": None, "tints": {}, "drawn": []}
            marks = [mark for mark in frame["marks"] if mark[2] == "reason"] or frame["marks"]
            place = format_cells(sorted((r, c) for r, c, _ in marks))
            first = {**last, "marks": marks, "caption": translate("look at {cells}", cells=place)}
            steps.append({"frames": [first, last], "changes": changes})
        rows = after
    return steps
