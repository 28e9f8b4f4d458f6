"""Finds the participants of each submission: who delivered it, and who is named in it.

The number in the name of a folder is a participant's, or a group's where groups deliver together.
This is the same for all submissions to an assignment, so one folder with the number and the name
of the same participant decides for all.  Uncertain cases become notices for the teacher.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from lab.delivery.authors import fold_name
from lab.grade.grading import Submission
from lab.grade.worksheet import Participant

Participants = dict[str, list[Participant]]  # by the keys of the submissions
Authors = Mapping[str, Sequence[str]]  # the names in the files, by the keys of the submissions

UNCERTAIN = (
    "the numbers of the folders may be those of participants or of groups, so feedback.zip is not "
    "in Moodle's form; --worksheet FILE.csv makes it certain"
)


def match_participants(
    submissions: Sequence[Submission], authors: Authors, rows: Sequence[Participant]
) -> tuple[Participants, list[str]]:
    """Return the deliverers and authors of each submission, and notices for the teacher.

    rows: of the worksheet.  A participant with several rows gets the grade in all of them.  If a
    participant belongs to several submissions, the first that this participant delivered counts;
    if others delivered all of them, none counts.
    """
    roster = Roster(submissions, rows)
    counts = Counter(row.number for row in rows)
    notices = [
        f"{row.name} has {counts[number]} rows in the worksheet"
        for number, row in roster.by_number.items()
        if counts[number] > 1
    ]
    # The keys of the submissions that each participant delivered, and of those that others
    # delivered and that name the participant; by the numbers of participants.
    delivered: dict[str, list[str]] = defaultdict(list)
    named: dict[str, list[str]] = defaultdict(list)
    for submission in submissions:
        deliverers, problem = roster.find_deliverers(submission)
        if problem:
            notices.append(f"{submission.key}: {problem}")
        for row in deliverers:
            delivered[row.number].append(submission.key)
        for author in authors.get(submission.key, ()):
            if is_among(author, deliverers):
                continue
            namesakes, problem = roster.find_by_name(author)
            if problem:
                notices.append(f"{submission.key} names {author}: {problem}")
            for row in namesakes:
                named[row.number].append(submission.key)

    participants: Participants = {submission.key: [] for submission in submissions}
    for row in rows:
        keys = list(dict.fromkeys([*delivered[row.number], *named[row.number]]))
        if len(keys) == 1 or delivered[row.number]:
            participants[keys[0]].append(row)
        if len(keys) > 1:
            counting = keys[0] if delivered[row.number] else "none"
            notices.append(f"{row.name} belongs to {' and '.join(keys)}: {counting} counts")
    unknown = [key for key, members in participants.items() if not members]
    notices += [f"{key}: its participants are unknown" for key in unknown]
    return participants, list(dict.fromkeys(notices))


class Roster:
    """The participants of an assignment, each once."""

    def __init__(self, submissions: Sequence[Submission], rows: Sequence[Participant]) -> None:
        self.by_number = {row.number: row for row in rows}
        self.by_name: dict[frozenset[str], list[Participant]] = defaultdict(list)
        for row in self.by_number.values():
            self.by_name[fold_name(row.name)].append(row)
        # Whether the numbers in the names of folders are those of participants, not of groups.
        self.has_personal_numbers = any(
            submission.name == participant.prefix  # in a blind assignment
            or fold_name(submission.name) == fold_name(participant.name)
            for submission in submissions
            if (participant := self.by_number.get(submission.number))
        )

    def find_deliverers(self, submission: Submission) -> tuple[list[Participant], str]:
        """Return the participants who delivered a submission, or none and perhaps the reason.

        A submission has the number or the name of its participant, or the name of a group.
        """
        name, number = submission.name, submission.number
        if number and self.has_personal_numbers:
            rows = [self.by_number[number]] if number in self.by_number else []
            return rows, "" if rows else f"no participant has the number {number}"
        group = [row for row in self.by_number.values() if name in row.other_cells]
        return (group, "") if group or number else self.find_by_name(name)

    def find_by_name(self, name: str) -> tuple[list[Participant], str]:
        """Return the only participant with a name, or none and the reason."""
        rows = self.by_name.get(fold_name(name), [])
        count = f"{len(rows)} participants have" if rows else "no participant has"
        return (rows, "") if len(rows) == 1 else ([], f"{count} this name")


def is_among(author: str, participants: Sequence[Participant]) -> bool:
    """Return whether one of the participants has this name, or a shorter or longer form of it."""
    parts = fold_name(author)
    names = [fold_name(participant.name) for participant in participants]
    return any(name and (parts <= name or name <= parts) for name in names)


def match_without_worksheet(
    submissions: Sequence[Submission], authors: Authors
) -> tuple[Participants, list[str]]:
    """Return the participant with the number in the name of each folder.

    The numbers are those of participants if a folder has the name of its author, or if all have
    the same name, as in a blind assignment.  If they may be those of groups, return none and a
    notice.
    """
    numbered = [submission for submission in submissions if submission.number]
    is_blind = len(numbered) > 1 and len({submission.name for submission in numbered}) == 1
    has_name_of_author = any(
        fold_name(submission.name) in map(fold_name, authors.get(submission.key, ()))
        for submission in numbered
    )
    if numbered and not is_blind and not has_name_of_author:
        return {}, [UNCERTAIN]
    return {
        submission.key: [Participant(submission.number, submission.name)] for submission in numbered
    }, []
