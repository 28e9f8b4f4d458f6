"""A run: finds the submissions, judges those that are not known, writes OUT; or merges runs."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from lab import Unusable
from lab.check.subject import Subject
from lab.course import Course
from lab.files import keep
from lab.grade import contents, intake, outputs, people, pool
from lab.grade.folder import JUDGED, RUN, Folder, Run, as_json, run_of
from lab.grade.graded import Graded, Session, graded
from lab.grade.intake import Entry
from lab.grade.judging import Settings, Verdict, Work
from lab.grade.worksheet import Participant, Worksheet
from lab.sandbox import Sandbox
from lab.terminal import progress
from lab.words import shown

FORMAT = 1  # of run.json and of the verdicts
SEEDS = 10**6
STRANGERS = (
    "this machine cannot contain the programs of strangers ({}); --trust runs them all the same, "
    "python3 -m lab check --isolation says what would help"
)


class Wish(NamedTuple):
    """What a teacher asks for."""

    subject: Subject
    course: Course
    out: Path
    worksheet: Worksheet | None = None
    jobs: int = 1
    shard: tuple[int, int] | None = None
    seed: int | None = None
    is_trusted: bool = False


class Known(NamedTuple):
    """Submissions, each with the label of its verdict, and the verdicts by labels."""

    entries: list[tuple[Entry, str]]
    verdicts: dict[str, Verdict]
    listed: list[str]


def grade(wish: Wish, path: Path) -> list[Graded]:
    """Grade the class at a path into OUT; returns the submissions."""
    leaks = Sandbox()
    if not (leaks.is_safe or wish.is_trusted):
        raise Unusable(STRANGERS.format("; ".join(leaks.leaks)))
    out = Folder(wish.out)
    with out.work() as partial, out.room() as room:
        found = intake.found(path, room)
        known = labelled(wish, out, found)
        seed = known.seed
        run = described(wish, known, found.left_out)
        keep(partial / RUN, as_json(run))
        (partial / JUDGED).mkdir(exist_ok=True)
        settings = Settings(wish.subject.puzzle.spelt, seed, wish.course.group, room)
        verdicts = judged(out, known, settings, wish.jobs)
        entries = [(one.entry, one.label) for one in known.mine]
        return written(wish, partial, run, Known(entries, verdicts, list(found.left_out)))


class Content(NamedTuple):
    """A submission and the labels of its content and of its verdict; `trouble` if it has none."""

    entry: Entry
    label: str
    trouble: str = ""


class Labelled(NamedTuple):
    """The submissions of this shard, the seed, the label of the kit."""

    mine: list[Content]
    seed: int
    kit: str


def labelled(wish: Wish, out: Folder, found: intake.Class) -> Labelled:
    """The submissions of this shard with their labels.

    Without --seed the seed is that of the run before, else it comes from the class.
    """
    progress("reading the submissions")
    raw = [content(entry) for entry in found.entries]
    everything = "".join(one.label for one in raw)
    seed = wish.seed
    if seed is None:
        own = int(hashlib.sha256(everything.encode()).hexdigest(), 16) % SEEDS
        seed = int(out.earlier().get("seed", own))
    kit = contents.kit(wish.subject.puzzle)
    settings = [str(FORMAT), kit, str(seed), str(wish.course.group)]
    number, of = wish.shard or (1, 1)
    mine = [
        one
        if one.trouble
        else one._replace(label=contents.label([*settings, one.label], [], Path()))
        for one in raw[number - 1 :: of]
    ]
    progress()
    return Labelled(mine, seed, kit)


def content(entry: Entry) -> Content:
    """The label of a submission's files."""
    try:
        return Content(entry, contents.of(entry.path, []))
    except OSError as error:
        return Content(entry, "", f"its files cannot be read: {error.strerror}")


def judged(out: Folder, known: Labelled, settings: Settings, jobs: int) -> dict[str, Verdict]:
    """The verdicts by labels; those that are new are kept at once."""
    verdicts: dict[str, Verdict] = {}
    works: dict[str, Work] = {}
    for one in known.mine:
        if one.trouble:
            verdicts[one.label] = {"trouble": one.trouble}
        elif (verdict := out.verdict(one.label)) is not None:
            verdicts[one.label] = verdict
            out.add(one.label, verdict)
        else:
            works[one.label] = Work(one.label, one.entry.path)
    if works:
        estimate = pool.Estimate(len(works))
        for work, verdict in pool.verdicts(list(works.values()), settings, jobs):
            verdicts[work.label] = verdict
            if not verdict.get("is_defect"):
                out.add(work.label, verdict)
            estimate.add()
        progress()
    return verdicts


# ---------------------------------------------------------------- run.json


def described(wish: Wish, known: Labelled, left_out: Sequence[str]) -> Run:
    """What run.json says."""
    return {
        "format": FORMAT,
        "puzzle": wish.subject.puzzle.name,
        "kit": known.kit,
        "seed": known.seed,
        "shard": list(wish.shard) if wish.shard else None,
        "entries": [recorded(one.entry, one.label, one.trouble) for one in known.mine],
        "left out": list(left_out),
    }


def recorded(entry: Entry, label: str, trouble: str) -> dict[str, Any]:
    """An entry as JSON; what was a path is not known later."""
    return {
        "key": entry.key,
        "name": entry.name,
        "number": entry.number,
        "delivered": entry.delivered.isoformat() if entry.delivered else None,
        "remarks": list(entry.remarks),
        "label": label,
        "trouble": trouble,
    }


def recalled(data: dict[str, Any]) -> Entry:
    """An entry from JSON."""
    return Entry(
        data["key"],
        data["name"],
        Path(),
        data["number"],
        datetime.fromisoformat(data["delivered"]) if data["delivered"] else None,
        tuple(data["remarks"]),
    )


# ---------------------------------------------------------------- shards


def merge(wish: Wish, paths: Sequence[Path]) -> list[Graded]:
    """Put the shards of a run together into OUT; returns the submissions."""
    runs = [(path, shard(wish, path)) for path in paths]
    _, first = runs[0]
    for path, run in runs:
        for name in ("kit", "seed"):
            if run[name] != first[name]:
                other = f"{paths[0]}: {first[name]}"
                raise Unusable(f"{path}: found the {name} {run[name]}, expected that of {other}")
    parts = first["shard"][1]
    seen = [run["shard"] for _, run in runs]
    if missing := [k for k in range(1, parts + 1) if [k, parts] not in seen]:
        raise Unusable(f"found no shard {'/'.join(map(str, (missing[0], parts)))}, expected all")
    if doubled := [path for path, run in runs if seen.count(run["shard"]) > 1]:
        raise Unusable(f"{doubled[-1]}: found shard {runs[-1][1]['shard'][0]} twice, expected once")
    rows = sorted((row for _, run in runs for row in run["entries"]), key=lambda row: row["key"])
    out = Folder(wish.out)
    with out.work() as partial:
        (partial / JUDGED).mkdir(exist_ok=True)
        verdicts: dict[str, Verdict] = {}
        homes = {row["label"]: path for path, run in runs for row in run["entries"]}
        for row in rows:
            verdicts[row["label"]] = brought(out, Folder(homes[row["label"]]), row)
        run = {**first, "shard": None, "entries": rows}
        entries = [(recalled(row), row["label"]) for row in rows]
        return written(wish, partial, run, Known(entries, verdicts, list(first["left out"])))


def shard(wish: Wish, path: Path) -> Run:
    """What run.json says of a shard; raises Unusable if it is none, or one of another puzzle."""
    run = run_of(path)
    if not run or run.get("format") != FORMAT or not run.get("shard"):
        raise Unusable(f"{path}: found no shard, expected what lab grade --shard K/N has made")
    if run["puzzle"] != wish.subject.puzzle.name:
        expected = f"expected {wish.subject.puzzle.name}"
        raise Unusable(f"{path}: found the puzzle {run['puzzle']}, {expected}")
    return run


def brought(out: Folder, home: Folder, row: dict[str, Any]) -> Verdict:
    """The verdict of a shard on a submission; it is kept here, too."""
    if row["trouble"]:
        return {"trouble": row["trouble"]}
    verdict = home.verdict(row["label"])
    if verdict is None:
        return {"trouble": f"{home.path} has no verdict on it"}
    out.add(row["label"], verdict)
    return verdict


# ---------------------------------------------------------------- OUT


def written(wish: Wish, partial: Path, run: Run, known: Known) -> list[Graded]:
    """Write all files into the folder; returns the submissions."""
    progress("writing the tables and pages")
    authors = {
        entry.key: known.verdicts[label].get("authors", []) for entry, label in known.entries
    }
    entries = [entry for entry, _ in known.entries]
    whose = people.known(entries, authors, wish.worksheet)
    listed = [*known.listed, *whose.listed]
    rows = wish.worksheet.participants if wish.worksheet else []
    all_graded = []
    for entry, label in known.entries:
        persons = list(whose.of.get(entry.key, []))
        own = [rows[one.row] for one in persons if one.row is not None]
        moment = entry.delivered or delivered(entry, own)
        if wish.course.deadline and not moment:
            listed.append(f"{entry.key}: when it was delivered is not known, late or not")
        all_graded.append(graded(entry, known.verdicts[label], wish.course, persons, moment))
    session = Session(wish.subject, wish.course, run["seed"], wish.worksheet)
    outputs.write(partial, session, all_graded, [shown(one) for one in listed])
    used = {label for _, label in known.entries}
    for path in (partial / JUDGED).iterdir():
        if path.stem not in used:
            path.unlink()
    keep(partial / RUN, as_json(run))
    progress()
    return all_graded


def delivered(entry: Entry, rows: Sequence[Participant]) -> datetime | None:
    """When a submission came, by the row of who delivered it."""
    known = [row for row in rows if row.submitted]
    own = [row for row in known if row.number == entry.number]
    return next((row.submitted for row in [*own, *known]), None)
