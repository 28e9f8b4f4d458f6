"""How the programs of the bank behave: what is wrong with their answers to each trial.

    python3 -m lab.check.learn      look at the whole bank anew, write behaviour.json

It saves looking at every program whenever a name is looked for.  It knows them by their
text: what is new in the bank is looked at on the spot, and everything if the trials are others.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lab import puzzles
from lab.check import trials
from lab.check.judge import Judges, Task
from lab.check.trials import SEVERAL, Difference

BANK = puzzles.default().folder / "mistakes"
TABLE = puzzles.default().folder / "behaviour.json"
PATIENCE = 60.0  # seconds of computing for all programs on one trial

MANY = "many"  # in place of codes: the answers are too many to be seen
Behaviour = list[dict[str, str]]  # for each trial the codes, each with a digest of its answers


def signed(differences: Iterable[Difference], answers: Iterable[dict[str, Any]]) -> Behaviour:
    """Without SEVERAL, which may come with any other mistake; MANY where not all were seen."""
    return [
        {code: digest(sorted(map(sorted, wrong))) for code, wrong in one.items() if code != SEVERAL}
        if found["complete"]
        else {MANY: ""}
        for one, found in zip(differences, answers)
    ]


def digest(data: object, digits: int = 6) -> str:
    """Hexadecimal digits for anything that JSON can hold."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:digits]


def label(path: Path) -> str:
    """What tells a program, or the trials, from others: its text."""
    return digest(path.read_text("utf-8"), digits=16)


def behaviours(judges: Judges, bank: Path = BANK, table: Path = TABLE) -> dict[Path, Behaviour]:
    """Of every program of the bank."""
    texts = {path: label(path) for path in sorted(bank.glob("*/*.lp"))}
    known = read(table)
    new = [path for path, text in texts.items() if text not in known]
    found = dict(zip(new, looked_at(judges, new)))
    return {path: known.get(text) or found[path] for path, text in texts.items()}


def looked_at(judges: Judges, paths: list[Path]) -> list[Behaviour]:
    """Of programs that are trusted."""
    if not paths:
        return []
    arguments = {"paths": [str(path) for path in paths]}
    outcomes = judges.all(
        Task("all_answers", {**arguments, "facts": trial.facts}, PATIENCE, 3 * PATIENCE)
        for trial in trials.trials()
    )
    by_program = zip(*(outcome.value for outcome in outcomes))
    return [signed(map(trials.difference, trials.trials(), found), found) for found in by_program]


# ---------------------------------------------------------------- the file


def read(table: Path) -> dict[str, Behaviour]:
    """What it knows, by the digest of a program's text; nothing if it is of other trials."""
    data = json.loads(table.read_text("ascii")) if table.exists() else {}
    if data.get("trials") != label(trials.TRIALS):
        return {}
    return {text: data["behaviours"][number] for text, number in data["programs"].items()}


def write(table: Path, found: dict[Path, Behaviour]) -> None:
    """Each behaviour once, a line for each trial's part of it."""
    distinct = sorted({json.dumps(one, sort_keys=True): one for one in found.values()}.items())
    numbers = {text: number for number, (text, _) in enumerate(distinct)}
    programs = {
        label(path): numbers[json.dumps(one, sort_keys=True)] for path, one in found.items()
    }
    lines = ",\n".join(text.replace(" ", "") for text, _ in distinct)
    head = json.dumps(label(trials.TRIALS))
    last = json.dumps(programs, sort_keys=True)
    table.write_text(f'{{"trials": {head},\n"behaviours": [\n{lines}],\n"programs": {last}}}\n')
