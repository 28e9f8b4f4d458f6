"""Makes the folder of a new puzzle: a copy of a model under another name, with comments TO DO."""

import importlib.util
import re
import shlex
from pathlib import Path

from lab import ROOT, Unusable, puzzles
from lab.handout.contents import remove_definitions
from lab.handout.target import check_target, write_handout
from lab.inspection.names import TO_DO

MODELS = {"latin": ROOT / "tests" / "data" / "latin", "amaze": ROOT / "amaze"}
COPIED = (  # without the engines that a model has of its own
    *("puzzle.py", "rules.py", "checking.py", "*.lp", "trials.txt", "mistakes.txt"),
    *("examples/dom*.txt", "examples/sol*.txt"),
)
ENGINE_NAMES = ("NOTATIONS", "ROADS", "COMMANDS", "claims")  # in the record of a model
PLACES = {  # the line that a comment TO DO precedes, and its text
    "puzzle.py": ("NAME, ", "TITLE, BEST, and how a grid is read; then the grids in examples/"),
    "rules.py": ("RULES = ", "your rules, offences() and solutions(); then boards in trials.txt"),
    "NAME.lp": ("% Guess", "your rules"),
    "viz-NAME.lp": ("node(", "the looks of your cells"),
    "mistakes.lp": ("% Guess", "your rules and mistakes; then the sentences in mistakes.txt"),
    "checking.py": ("CHECKING = ", "what check needs to know of your puzzle, if anything"),
}
NAME = re.compile(r"[a-z][a-z0-9_]*")
MADE = """{path} has {count} files, a copy of {model} under the name {title}.  Now:
{lab} new --check {path}
{lab} check --puzzle {path} {path}/{name}.lp
{lab} handout --puzzle {path} -o {name}.zip"""


def make_folder(path: Path, model: str) -> str:
    """Make the folder of a new puzzle, whole or not at all; return what to do next.

    Raises Unusable for a name that no puzzle can have, and if the folder exists.
    """
    name, source, texts = path.name, MODELS[model], dict[str, str]()
    if not NAME.fullmatch(name):
        raise Unusable(f"found the name {name!r}, expected small letters, digits and _")
    commands = {command for puzzle in puzzles.list_puzzles() for command in puzzle.commands}
    if name in commands or any(map(importlib.util.find_spec, (name, f"lab.{name}"))):
        raise Unusable(f"found the name {name}, which the kit or Python has already")
    check_target(path)
    title = name.replace("_", " ").capitalize()
    for file in (file for pattern in COPIED for file in source.glob(pattern)):
        inside, text = file.relative_to(source).as_posix(), file.read_text("utf-8")
        if file.name == "puzzle.py":
            text = remove_definitions(text, ENGINE_NAMES)
        start, comment = PLACES.get(inside.replace(model, "NAME"), ("", ""))
        if start:
            mark = (
                f"# {TO_DO}: {comment}\n" if file.suffix == ".py" else f"% {TO_DO}: {comment}\n\n"
            )
            text = text.replace(f"\n{start}", f"\n{mark}{start}", 1)
        text = text.replace(f"from {model}.", "from .")
        text = re.sub(rf"\b{model}\b", name, text)
        text = re.sub(rf"\b{model.capitalize()}( squares?( with holes)?)?\b", title, text)
        texts[inside.replace(model, name)] = text
    write_handout(path, {inside: text.encode() for inside, text in texts.items()}, name)
    lab = "python3 -m lab" if Path.cwd() == ROOT else f"python3 {shlex.quote(str(ROOT / 'lab'))}"
    values = {"path": shlex.quote(str(path)), "name": name, "title": title, "lab": lab}
    return MADE.format(count=len(texts), model=model, **values)
