"""Writes the page as a folder for any web server: the kit runs in the browser, see carried.py."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from markupsafe import Markup

from lab import course, notations
from lab.common.files import Files, check_target, name_file_in_errors, walk_files, write_folder
from lab.common.language import translate, use_language
from lab.common.terminal import print_message, show_progress
from lab.common.words import count_noun, format_cells, list_cells
from lab.material import make_handout
from lab.puzzles import Board, Puzzle
from lab.settings.course import Course
from lab.web import jobs
from lab.web.pages import CONTENT_POLICY, STATIC, render_page, render_template
from lab.web.playable import PlayablePuzzle
from lab.web.site import carried

HERE = Path(__file__).parent
SHEET = "ASSIGNMENT.html"
ADDRESSES = {"play": "index.html", "write": "write.html", "read": SHEET}
BODY, STYLE = re.compile("<body>(.*)</body>", re.DOTALL), re.compile(' style="[^"]*"')
MOST_CELLS = 2500  # cells of the largest example with hints


def write_site(target: Path, puzzle: Puzzle, course_path: Path | None, seed: int | None) -> None:
    """Write the folder of a puzzle, in the language of a course, with the examples of a handout.

    Raises Unusable if the folder exists, or something that it needs is missing.
    """
    with name_file_in_errors(target.parent):
        target.parent.mkdir(parents=True, exist_ok=True)
    check_target(target)
    carried.check_packages()
    chosen_course = course.read_course(course_path, puzzle)
    language = chosen_course.language
    handout = make_handout(puzzle, chosen_course, seed).files
    engine = carried.list_engine_files(puzzle, handout)
    use_language(language, puzzle.folder)
    playable = PlayablePuzzle(puzzle)
    sizes = {name: len(data) for name, data in engine.items() if name.endswith((".bin", ".zip"))}
    prepared = {**prepare_answers(playable, handout, language), "sizes": sizes}
    images = [look.image for look in playable.settings.looks.values() if look.image]
    programs = [playable.puzzle.encoding.name, "encode.py", "README.txt"]
    files = {
        **{
            f"static/{path.relative_to(STATIC).as_posix()}": path.read_bytes()
            for path in walk_files(STATIC)
        },
        **{f"static/{path.name}": path.read_bytes() for path in images},
        **{f"static/engine/{name}": data for name, data in engine.items()},
        **render_pages(chosen_course, handout, programs, [path.name for path in images]),
        "prepared.json": json.dumps(prepared).encode(),
    }
    digest = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16]
    files["service.js"] = render_template("service.js", HERE, version=digest, files=sorted(files))
    write_folder(target, files)
    size = sum(map(len, files.values())) / 1e6
    print_message(f"{count_noun(len(files), 'file')}, {size:.1f} MB")


def render_pages(chosen_course: Course, handout: Files, names: list[str], images: Any) -> Files:
    """Return the page at each of its addresses.

    names: of the files that students write, with starts in the handout
    images: names of files that boards need
    """
    sheet = BODY.search(handout[SHEET].decode())
    values = {
        "is_static": True,
        "policy": f"{CONTENT_POLICY} 'wasm-unsafe-eval'; worker-src 'self'",
        "assignment": Markup(STYLE.sub("", sheet[1] if sheet else "")),
        "course": chosen_course,
        "images": images,
        "starts": [(name, handout[name].decode()) for name in names],
    }
    return {
        page: render_page(view, chosen_course.language, ADDRESSES, **values)
        for view, page in ADDRESSES.items()
    }


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
