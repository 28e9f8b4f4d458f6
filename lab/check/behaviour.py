"""How the programs of a puzzle's bank behave: what is wrong with their answers to each trial.

    python3 -m lab.check.learn      look at the whole bank anew, write behaviour.json

The file saves running every program whenever a name is looked for.  It knows programs by their
text: those that are new in the bank are run on the spot, and all of them if the trials changed.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from lab import Unusable
from lab.check.answers import Answer, ProgramAnswers, read_answers
from lab.check.bank import Behaviour
from lab.check.subject import SEVERAL, Difference, Subject
from lab.runner.pool import Task, TaskPool

PATIENCE = 60.0  # seconds of computing for all programs on one trial
MANY = ("many",)  # in place of codes: there are too many answers to see them all
JOINT = "+"  # between codes, in the file


def signed(differences: Iterable[Difference], answers: Iterable[ProgramAnswers]) -> Behaviour:
    """The behaviour that differences show.

    SEVERAL is left out, as it may come with any mistake.
    """
    return [
        {codes: signature(wrong) for codes, wrong in one.items() if codes != (SEVERAL,)}
        if found.is_complete
        else {MANY: ""}
        for one, found in zip(differences, answers)
    ]


def signature(answers: Iterable[Answer]) -> str:
    """A digest of a set of answers."""
    return digest(sorted(sorted(map(str, answer)) for answer in answers))


def digest(data: object, digits: int = 6) -> str:
    """Hexadecimal digits for anything that JSON can hold."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:digits]


def label(path: Path) -> str:
    """A digest of the text of a program, or of the trials."""
    return digest(path.read_text("utf-8", "replace"), digits=16)


def programs(subject: Subject) -> list[Path]:
    """The programs of the bank."""
    return sorted(subject.bank.files.programs.glob("*/*.lp"))


def behaviours(pool: TaskPool, subject: Subject) -> Mapping[Path, Behaviour]:
    """The behaviour of every program of the bank."""
    if (tabled := subject.bank.behaviours()) is not None:
        return tabled
    labels = {path: label(path) for path in programs(subject)}
    known = read(subject)
    new = [path for path in labels if labels[path] not in known]
    found = dict(zip(new, observed(pool, subject, new)))
    return {path: known.get(labels[path]) or found[path] for path in labels}


def observed(pool: TaskPool, subject: Subject, paths: list[Path]) -> list[Behaviour]:
    """The behaviour of programs that are trusted."""
    return [signed(differences, answers) for answers, differences in run(pool, subject, paths)]


def run(
    pool: TaskPool, subject: Subject, paths: list[Path]
) -> list[tuple[list[ProgramAnswers], list[Difference]]]:
    """The answers of programs that are trusted to all trials, and how these differ.

    Raises Unusable if a program cannot be solved.
    """
    common = {"paths": [str(path) for path in paths], "values": subject.values}
    outcomes = pool.all(
        Task(
            "answers_of_each",
            {**common, "facts": trial.facts, "wanted": trial.requests},
            PATIENCE,
            3 * PATIENCE,
            is_trusted=True,
        )
        for trial in (subject.trials if paths else [])
    )
    if failed := next((outcome for outcome in outcomes if not outcome.is_done), None):
        raise Unusable(
            f"{subject.bank}: not all programs can be solved: {failed.value or failed.end}"
        )
    by_trial = [[read_answers(one) for one in outcome.value] for outcome in outcomes]
    return [
        (list(one), [subject.difference(trial, found) for trial, found in zip(subject.trials, one)])
        for one in zip(*by_trial)
    ]


# ---------------------------------------------------------------- the file


def read(subject: Subject) -> dict[str, Behaviour]:
    """The behaviours in the file, by the label of a program; none if it is of other trials."""
    table = subject.bank.files.table
    data = json.loads(table.read_text("ascii")) if table.exists() else {}
    if data.get("trials") != label(subject.bank.source):
        return {}
    behaviours = [
        [{tuple(joined.split(JOINT)): one[joined] for joined in one} for one in trials]
        for trials in data["behaviours"]
    ]
    return {text: behaviours[number] for text, number in data["programs"].items()}


def write(subject: Subject, found: dict[Path, Behaviour], pairs: dict[str, list[str]]) -> None:
    """Write the file: each behaviour once, in a line, and which of them each program has.

    `pairs` are those of together.py.
    """
    written = {path: compact(texts(behaviour)) for path, behaviour in found.items()}
    lines = sorted(set(written.values()))
    together = subject.bank.files.programs / "together.lp"
    fields = {
        "trials": compact(label(subject.bank.source)),
        "behaviours": "[\n" + ",\n".join(lines) + "]",
        "programs": compact({label(path): lines.index(text) for path, text in written.items()}),
    }
    if pairs:
        fields["pairs_of"] = compact([label(subject.bank.source), label(together)])
        rows = (f"{compact(key)}: {compact(ids)}" for key, ids in pairs.items())
        fields["pairs"] = "{\n" + ",\n".join(rows) + "}"
    joined = ",\n".join(f'"{name}": {text}' for name, text in fields.items())
    subject.bank.files.table.write_text(f"{{{joined}}}\n")


def texts(behaviour: Behaviour) -> list[dict[str, str]]:
    """A behaviour with codes as texts."""
    return [{JOINT.join(codes): one[codes] for codes in one} for one in behaviour]


def compact(data: object) -> str:
    """JSON in a line."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))
