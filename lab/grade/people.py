"""Finds the participants of each submission: who delivered it, and who is named in it.

The number in the name of a folder is a participant's, or a group's where groups deliver together.
That is a setting of the assignment, the same for all its submissions, so a single folder with the
number and the name of the same participant decides for all.  Nobody is guessed: doubtful cases
become notices for the teacher.
"""

from collections.abc import Mapping, Sequence

from lab.common.words import escape_controls
from lab.delivery.authors import fold_name
from lab.grade.grading import Submission
from lab.grade.worksheet import Participant, Worksheet

Participants = dict[str, list[Participant]]  # by the keys of the submissions
Authors = Mapping[str, Sequence[str]]  # the names in the files, by the keys of the submissions

DOUBTFUL = (
    "it is not sure that the numbers of the folders are those of participants, and not of "
    "groups: feedback.zip is not in Moodle's form; --worksheet FILE.csv shows it"
)


def match_participants(
    submissions: Sequence[Submission], authors: Authors, worksheet: Worksheet | None
) -> tuple[Participants, list[str]]:
    """Return the participants of each submission, and notices for the teacher."""
    if worksheet:
        rows = worksheet.participants
        owned, notices = find_deliverers(submissions, rows)
        named, author_notices = find_authors(submissions, authors, rows, owned)
        keys = {**owned, **named}
        participants = {
            submission.key: [row for row in rows if keys.get(row.number) == submission.key]
            for submission in submissions
        }
        unknown = [
            f"{key}: nobody is known for sure" for key in participants if not participants[key]
        ]
        return participants, [*notices, *author_notices, *unknown]
    numbered = [submission for submission in submissions if submission.number]
    is_blind = len(numbered) > 1 and len({submission.name for submission in numbered}) == 1
    has_name_of_author = any(
        fold_name(submission.name) in map(fold_name, authors.get(submission.key, ()))
        for submission in numbered
    )
    if numbered and not is_blind and not has_name_of_author:
        return {}, [DOUBTFUL]
    return {
        submission.key: [Participant(submission.number, submission.name)] for submission in numbered
    }, []


def find_deliverers(
    submissions: Sequence[Submission], rows: Sequence[Participant]
) -> tuple[dict[str, str], list[str]]:
    """Map the number of each participant who delivered to the key of the submission.

    Those are the participant with its number or name, or its whole group.  Also return notices.
    """
    owned: dict[str, str] = {}
    notices: list[str] = []
    by_number = {row.number: row for row in rows}
    numbered = [(submission.name, by_number.get(submission.number)) for submission in submissions]
    has_own_numbers = any(  # blind marking hides the name
        row and (name in (row.name, row.prefix) or fold_name(name) == fold_name(row.name) != set())
        for name, row in numbered
    )
    for submission in submissions:
        key, name, number = submission.key, submission.name, submission.number
        if number and has_own_numbers:
            deliverers = [by_number[number]] if number in by_number else []
            if not deliverers:
                notices.append(f"{key}: no participant has the number {number}")
        else:
            deliverers = [row for row in rows if name in row.other_cells]  # members of the group
            if not deliverers and not number:
                deliverers = [row for row in rows if fold_name(row.name) == fold_name(name)]
                if len(deliverers) > 1:
                    notices.append(f"{key}: {len(deliverers)} participants have this name")
                    deliverers = []
        for row in deliverers:
            if row.number in owned:
                keys = f"{owned[row.number]} and {key}"
                notices.append(f"{escape_controls(row.name)} delivered {keys}: the former is taken")
            else:
                owned[row.number] = key
    return owned, notices


def find_authors(
    submissions: Sequence[Submission],
    authors: Authors,
    rows: Sequence[Participant],
    owned: Mapping[str, str],
) -> tuple[dict[str, str], list[str]]:
    """Map the number of each participant who is named in one submission alone to its key.

    owned: the map of find_deliverers(), whose participants are left out.  Also return notices.
    """
    notices: list[str] = []
    folded_names = [(row, fold_name(row.name)) for row in rows]
    named_in: dict[str, list[str]] = {}  # number of a participant -> keys of submissions
    for submission in submissions:
        key = submission.key
        deliverers = [fold_name(row.name) for row in rows if owned.get(row.number) == key]
        for author in authors.get(key, ()):
            parts = fold_name(author)
            if any(parts and name and (parts <= name or name <= parts) for name in deliverers):
                continue
            namesakes = [row for row, name in folded_names if name == parts]
            if len(namesakes) == 1:
                keys = named_in.setdefault(namesakes[0].number, [])
                keys += [key] if key not in keys else []
            else:
                many = f"{len(namesakes)} participants have" if namesakes else "no participant has"
                notices.append(f"{key} names {escape_controls(author)}: {many} this name")
    named: dict[str, str] = {}
    names = {row.number: escape_controls(row.name) for row in rows}
    for number, keys in named_in.items():
        if number in owned:
            notices.append(
                f"{keys[0]} names {names[number]}, who delivered {owned[number]}, which counts"
            )
        elif len(keys) > 1:
            notices.append(f"{names[number]} is named in {' and in '.join(keys)}")
        else:
            named[number] = keys[0]
    return named, notices
