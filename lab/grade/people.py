"""Finds the participants of each submission: who delivered it, and who is named in it.

The number in the name of a folder is a participant's, or a group's where groups deliver together.
All submissions to an assignment have the same kind of number: one folder with the number and the
name of one participant decides for all.  Uncertain cases become notices for the teacher.
"""

import itertools
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from lab.common.language import translate
from lab.common.words import join_and
from lab.delivery.authors import fold_name
from lab.grade.grading import GradedSubmission, Submission
from lab.grade.worksheet import Participant, Worksheet

Participants = dict[str, list[Participant]]  # by the keys of the submissions
Authors = Mapping[str, Sequence[str]]  # the names in the files, by the keys of the submissions
SubmissionKeys = defaultdict[str, list[str]]  # by the numbers of participants

NO_DELIVERY = "no delivery"
NOT_FOUND = "delivery not found"  # Moodle has the time of one
SEVERAL_ROWS = "{student} has {number} rows in the worksheet"
NAMESAKES = "{submission} names {author}; {number} participants have this name"
ONE_COUNTS = "{student} belongs to {submissions}: {submission} counts"
NONE_COUNTS = (
    "{student} belongs to {submissions}: none counts until the column delivery of adjust.csv names "
    "one"
)
FOREIGN = "{submission}: {student} is not among its authors ({authors})"
UNKNOWN = "its participants are unknown; the worksheet has no such number or name, or has it twice"
UNCERTAIN = (
    "the numbers of the folders may be those of participants or of groups, so feedback.zip is not "
    "in Moodle's form; --worksheet FILE.csv makes it certain"
)


def match_participants(
    submissions: Sequence[Submission],
    authors: Authors,
    worksheet: Worksheet | None,
    choices: Mapping[str, str] = {},
) -> tuple[Participants, list[str]]:
    """Return the participants of each submission, deliverers first, and notices for the teacher.

    A participant with several rows in the worksheet gets the grade in all of them.  If a
    participant belongs to several submissions, the first that this participant delivered counts;
    if others delivered all of them, none counts.  `choices` has the submissions that a teacher
    chose instead, by the numbers or names of participants, or by what they delivered.
    """
    if not worksheet:
        return match_without_worksheet(submissions, authors)
    rows = worksheet.participants
    roster = Roster(submissions, rows)
    counts = Counter(row.number for row in rows)
    notices = [
        translate(SEVERAL_ROWS, student=row.label, number=counts[number])
        for number, row in roster.by_number.items()
        if counts[number] > 1
    ]
    delivered, named, namesake_notices = list_submissions_by_participant(
        submissions, authors, roster
    )
    notices += namesake_notices
    participants: Participants = {submission.key: [] for submission in submissions}
    chosen = {fold_name(student): key for student, key in choices.items()}
    for row in sorted(rows, key=lambda row: not delivered[row.number]):
        keys = list(dict.fromkeys([*delivered[row.number], *named[row.number]]))
        choice = chosen.get(fold_name(row.number)) or chosen.get(fold_name(row.name))
        if choice := choice or next(filter(None, map(choices.get, delivered[row.number])), ""):
            participants[choice].append(row)
            continue
        if len(keys) == 1 or delivered[row.number]:
            participants[keys[0]].append(row)
        if len(keys) > 1:
            values = {"student": row.label, "submissions": join_and(keys), "submission": keys[0]}
            text = translate(ONE_COUNTS if delivered[row.number] else NONE_COUNTS, **values)
            notices.append(text)
    delivered_keys = set(itertools.chain(*delivered.values()))
    unknown = [
        key for key, members in participants.items() if not members and key not in delivered_keys
    ]
    notices += [f"{key}: {translate(UNKNOWN)}" for key in unknown]
    return participants, list(dict.fromkeys(notices))


def list_submissions_by_participant(
    submissions: Sequence[Submission], authors: Authors, roster: "Roster"
) -> tuple[SubmissionKeys, SubmissionKeys, list[str]]:
    """Return the deliveries of participants, other submissions that name participants, and notices.

    A notice is on a name that belongs to no participant, or to several.
    """
    delivered, named, notices = SubmissionKeys(list), SubmissionKeys(list), list[str]()
    for submission in submissions:
        deliverers = roster.find_deliverers(submission)
        for row in deliverers:
            delivered[row.number].append(submission.key)
        for author in authors.get(submission.key, ()):
            if is_among(author, deliverers):
                continue
            namesakes = roster.by_name[fold_name(author)]
            if len(namesakes) == 1:
                named[namesakes[0].number].append(submission.key)
            else:
                values = {"submission": submission.key, "author": author}
                notices.append(translate(NAMESAKES, number=len(namesakes), **values))
    return delivered, named, notices


def find_absent(
    rows: Iterable[Participant], present: Iterable[Participant]
) -> list[tuple[Participant, str]]:
    """Return the participants who are not `present`, each once, with their states."""
    numbers = {participant.number for participant in present}
    absent = {row.number: row for row in rows if row.number not in numbers}
    return [
        (row, translate(NOT_FOUND if row.submitted else NO_DELIVERY)) for row in absent.values()
    ]


def collate_name(name: str, language: str) -> str:
    """Return a key that sorts names without case and accents; in Spanish, ñ follows n."""
    text = unicodedata.normalize("NFC", name).casefold()
    if language == "es":
        text = text.replace("ñ", "n\uffff")
    letters = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


class Roster:
    """The participants of an assignment, each once."""

    def __init__(self, submissions: Sequence[Submission], rows: Sequence[Participant]) -> None:
        self.by_number = {row.number: row for row in rows}
        self.by_name: dict[frozenset[str], list[Participant]] = defaultdict(list)
        for row in self.by_number.values():
            self.by_name[fold_name(row.name)].append(row)
        # Otherwise the numbers in the names of folders belong to groups.
        self.has_personal_numbers = any(map(self.is_personal, submissions))

    def is_personal(self, submission: Submission) -> bool:
        """Return whether a submission has the number and the name of the same participant.

        In a blind assignment all have one name, the prefix of the numbers.
        """
        row = self.by_number.get(submission.number)
        if not row:
            return False
        return submission.name == row.prefix or fold_name(submission.name) == fold_name(row.name)

    def find_deliverers(self, submission: Submission) -> list[Participant]:
        """Return the participants who delivered a submission; none if they are unknown.

        A submission has the number or the name of its participant, or the name of a group.
        """
        name, number = submission.name, submission.number
        if number and self.has_personal_numbers:
            return [self.by_number[number]] if number in self.by_number else []
        group = [row for row in self.by_number.values() if name in row.other_cells]
        namesakes = self.by_name[fold_name(name)]
        return group or (namesakes if len(namesakes) == 1 and not number else [])


def is_among(author: str, participants: Sequence[Participant]) -> bool:
    """Return whether one of the participants has this name, or a shorter or longer form of it."""
    parts = fold_name(author)
    names = [fold_name(participant.name) for participant in participants]
    return any(name and (parts <= name or name <= parts) for name in names)


def list_foreign(submissions: Sequence[GradedSubmission]) -> list[GradedSubmission]:
    """Return the submissions whose authors are others than the participants who get the grade.

    Return none if this holds for all submissions: then participants have no names of persons.
    """
    named = [graded for graded in submissions if graded.report.authors and graded.participants]
    foreign = [
        graded
        for graded in named
        if not any(is_among(author, graded.participants) for author in graded.report.authors)
    ]
    return foreign if len(foreign) < len(named) else []


def list_foreign_notices(submissions: Sequence[GradedSubmission]) -> list[str]:
    """Return a notice on each submission that is handed in by somebody who is no author of it."""
    notices = []
    for graded in list_foreign(submissions):
        student = join_and(participant.name for participant in graded.participants)
        authors = join_and(graded.report.authors)
        values = {"submission": graded.key, "student": student, "authors": authors}
        notices.append(translate(FOREIGN, **values))
    return notices


def match_without_worksheet(
    submissions: Sequence[Submission], authors: Authors
) -> tuple[Participants, list[str]]:
    """Return the participant with the number in the name of each folder.

    The numbers belong to participants if a folder has the name of its author.  If they may belong
    to groups, return none and a notice.
    """
    with_number = [submission for submission in submissions if submission.number]
    has_name_of_author = any(
        fold_name(submission.name) in map(fold_name, authors.get(submission.key, ()))
        for submission in with_number
    )
    if with_number and not has_name_of_author:
        return {}, [translate(UNCERTAIN)]
    return {
        submission.key: [Participant(submission.number, submission.name)]
        for submission in with_number
    }, []
