"""Makes the folder of a new puzzle: a copy of a model under another name, with comments TO DO."""

import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from lab import ROOT, Unusable, puzzles
from lab.common.files import check_target, write_files
from lab.inspection.names import TO_DO
from lab.puzzles import BOARDS_FILE, RULES_FILE, Puzzle, remove_definitions

ENGINE_NAMES = ("ROADS", "COMMANDS", "claims")  # names in a record that a copy leaves out
INSTRUCTIONS = {  # the comment TO DO at the top of each file
    "puzzle.py": "NAME, TITLE, BEST, and how a grid is read; then the grids in examples/",
    "rules.py": "your rules, offences() and solutions(); then boards in trials.txt",
    "mistakes.lp": "your rules and mistakes; then the sentences in mistakes.txt",
    "checking.py": "what check needs to know of your puzzle, if anything",
    "handout.toml": "the words of the sheet, and the examples of handout --seed",
}
PROGRAM_FILES = (BOARDS_FILE, RULES_FILE, "mistakes.lp")  # which NAME.lp cannot be
NAME_LETTERS = "a small letter, then small letters, digits and _"
OTHER_INSTRUCTION = "your own in place of this, if you need it"
MADE = """{path} has {count} files, a copy of {model} under the name {title}.  Now:
{lab} new --check {path}
{lab} check --puzzle {path} {path}/{name}.lp
{lab} handout --puzzle {path} -o {name}.zip"""


def make_folder(path: Path, model: Puzzle) -> str:
    """Make the folder of a new puzzle, whole or not at all; return what to do next.

    Raises Unusable for a name that no puzzle can have, and if the folder exists.
    """
    name, files = path.name, dict[str, bytes]()
    unfit_letters = re.findall("^[^a-z]|[^a-z0-9_]", name)
    if unfit_letters or not name:
        fault = f"{unfit_letters[0]!r} in the name {name!r}" if name else "no name"
        raise Unusable(f"found {fault}, expected {NAME_LETTERS}")
    commands = {command for puzzle in puzzles.list_puzzles() for command in puzzle.commands}
    is_taken = name in commands or any(map(importlib.util.find_spec, (name, f"lab.{name}")))
    if is_taken or f"{name}.lp" in PROGRAM_FILES:
        raise Unusable(f"found the name {name}, which the kit or Python has already")
    check_target(path)
    title = name.replace("_", " ").capitalize()
    for file in list_model_files(model):
        is_example = file.parent == model.examples_folder
        inside = f"examples/{file.name}" if is_example else file.name
        text = file.read_text("utf-8", "replace")
        if file.name == "puzzle.py":
            text = remove_definitions(text, ENGINE_NAMES)
        text = re.sub(rf"(?m)^from {re.escape(model.record.__package__)}\b\.?", "from .", text)
        text = re.sub(rf"(?<![-\w])(viz-)?{model.name}(?=[\"/]|\.lp\b)", rf"\1{name}", text)
        text = re.sub(rf"\b{re.escape(model.title)}\b", title, text)
        if file.suffix != ".txt" and not re.match(f"[#%] {TO_DO}: ", text):
            mark = "%" if file.suffix == ".lp" else "#"
            text = f"{mark} {TO_DO}: {INSTRUCTIONS.get(inside, OTHER_INSTRUCTION)}\n{text}"
        new_names = {model.encoding: f"{name}.lp", model.viz: f"viz-{name}.lp"}
        files[new_names.get(file, inside)] = text.encode()
    write_files(path, files, name)
    lab = "python3 -m lab" if Path.cwd() == ROOT else f"python3 {shlex.quote(str(ROOT / 'lab'))}"
    values = {"path": shlex.quote(str(path)), "name": name, "title": title, "lab": lab}
    return MADE.format(count=len(files), model=model.name, **values)


def list_model_files(model: Puzzle) -> Iterator[Path]:
    """Yield the files of a puzzle that a new one needs, without engines and pictures."""
    modules = ["puzzle", "rules"]  # grows in the loop
    if model.has("checking"):
        modules.append("checking")
    pattern = rf"^from (?:\.|{model.record.__package__}\b).*"
    for path in (model.folder / f"{module}.py" for module in modules):
        names = re.findall(r"\w+", " ".join(re.findall(pattern, path.read_text("utf-8"), re.M)))
        modules += [name for name in names if name not in modules and model.has(name)]
        yield path
    yield from (model.encoding, model.viz, Path(__file__).with_name("handout.toml"))
    for pattern in ("mistakes*", "trials.txt", BOARDS_FILE, RULES_FILE):
        yield from model.folder.glob(pattern)
    yield from model.examples_folder.glob("[ds]o[ml]0[1-3].txt")
