"""Whose a submission is: participants of Moodle, known by their number or by their names.

The number in the name of a folder is a participant's, or a group's where groups deliver together.
That is a setting of the assignment, the same for all its submissions, so one folder that has the
number and the name of the same participant decides for all.  Nobody is guessed: who is not known
for sure is listed.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lab.common.words import escape_controls
from lab.delivery.authors import fold_name
from lab.grade.intake import Entry
from lab.grade.worksheet import Participant, Worksheet


class Person(NamedTuple):
    """A participant whose submission is known; `row` of the worksheet, if there is one."""

    number: str
    name: str
    row: int | None = None


class People(NamedTuple):
    """The participants of each submission, by its key, and what is left to the teacher."""

    of: Mapping[str, list[Person]]
    listed: list[str]


Authors = Mapping[str, Sequence[str]]  # the names in a delivery, by the key of the submission


def known(entries: Sequence[Entry], authors: Authors, worksheet: Worksheet | None) -> People:
    """The participants of all submissions."""
    return in_worksheet(entries, authors, worksheet) if worksheet else alone(entries, authors)


def alone(entries: Sequence[Entry], authors: Authors) -> People:
    """What the names of folders show by themselves."""
    numbered = [one for one in entries if one.number]
    names = {one.name for one in numbered}
    is_blind = len(numbered) > 1 and len(names) == 1
    is_own = any(
        fold_name(one.name) in map(fold_name, authors.get(one.key, ())) for one in numbered
    )
    if not numbered or is_blind or is_own:
        return People({one.key: [Person(one.number, one.name)] for one in numbered}, [])
    return People(
        {},
        [
            "it is not sure that the numbers of the folders are those of participants, and not of "
            "groups: feedback.zip is not in Moodle's form; --worksheet FILE.csv shows it"
        ],
    )


def in_worksheet(entries: Sequence[Entry], authors: Authors, worksheet: Worksheet) -> People:
    """The participants by the rows of a worksheet."""
    rows = worksheet.participants
    matching = Matching(rows)
    is_own = any(map(matching.is_participant, entries))
    for one in entries:
        for row in matching.owners(one, is_own):
            matching.give(row, one)
    for one in entries:
        matching.share(one, authors.get(one.key, ()))
    matching.settle(entries)
    return People(matching.people(entries), matching.listed)


class Matching:
    """Gives the rows of a worksheet to submissions."""

    def __init__(self, rows: Sequence[Participant]) -> None:
        self.rows = rows
        self.numbers = {row.number: row for row in rows}
        self.names: dict[frozenset[str], list[Participant]] = {}
        for row in rows:
            self.names.setdefault(fold_name(row.name), []).append(row)
        self.own: dict[int, str] = {}  # the keys of submissions, by row: of who delivered
        self.shared: dict[int, list[str]] = {}  # of who is named in them
        self.listed: list[str] = []

    def is_participant(self, entry: Entry) -> bool:
        """Whether the number and the name of a submission are those of one row."""
        row = self.numbers.get(entry.number)
        if not row:
            return False
        is_named = bool(fold_name(entry.name)) and fold_name(entry.name) == fold_name(row.name)
        return is_named or entry.name in (row.name, row.prefix)

    def owners(self, entry: Entry, is_own: bool) -> list[Participant]:
        """Who delivered it: the participant of this number or name, or all of the group."""
        if entry.number and is_own:
            row = self.numbers.get(entry.number)
            if not row:
                self.listed.append(f"{entry.key}: no participant has the number {entry.number}")
            return [row] if row else []
        members = [row for row in self.rows if entry.name in row.others]
        if members or entry.number:
            return members
        same = self.names.get(fold_name(entry.name), [])
        if len(same) > 1:
            self.listed.append(f"{entry.key}: {len(same)} participants have this name")
        return same if len(same) == 1 else []

    def give(self, row: Participant, entry: Entry) -> None:
        """Note who delivered a submission."""
        if row.row in self.own:
            words = f"{escape_controls(row.name)} delivered {self.own[row.row]} and {entry.key}"
            self.listed.append(f"{words}: the former is taken")
            return
        self.own[row.row] = entry.key

    def share(self, entry: Entry, authors: Sequence[str]) -> None:
        """Note who is named in a submission beside those who delivered it."""
        owners = [row for row in self.rows if self.own.get(row.row) == entry.key]
        for author in authors:
            if any(is_part(fold_name(author), fold_name(row.name)) for row in owners):
                continue
            same = self.names.get(fold_name(author), [])
            if len(same) == 1:
                self.shared.setdefault(same[0].row, []).append(entry.key)
            else:
                many = f"{len(same)} participants have" if same else "no participant has"
                self.listed.append(f"{entry.key} names {escape_controls(author)}: {many} this name")

    def settle(self, entries: Sequence[Entry]) -> None:
        """Give submissions to who is named in them, unless there is more than one for a person."""
        for number, keys in self.shared.items():
            name = escape_controls(self.rows[number].name)
            if number in self.own:
                words = f"{keys[0]} names {name}, who delivered {self.own[number]}, which counts"
                self.listed.append(words)
            elif len(set(keys)) > 1:
                self.listed.append(f"{name} is named in {' and in '.join(sorted(set(keys)))}")
            else:
                self.own[number] = keys[0]
        given = set(self.own.values())
        self.listed += [
            f"{one.key}: nobody is known for sure" for one in entries if one.key not in given
        ]

    def people(self, entries: Sequence[Entry]) -> dict[str, list[Person]]:
        """The participants of each submission, in the order of the rows."""
        found: dict[str, list[Person]] = {one.key: [] for one in entries}
        for row in self.rows:
            if row.row in self.own:
                found[self.own[row.row]].append(Person(row.number, row.name, row.row))
        return found


def is_part(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether a name is another, or that without some of its parts."""
    return bool(one) and bool(other) and (one <= other or other <= one)
