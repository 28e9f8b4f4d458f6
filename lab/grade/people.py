"""Finds the participants of each submission: who delivered it, and who is named in it.

The number in the name of a folder is a participant's, or a group's where groups deliver together.
This is the same for all submissions to an assignment, so one folder with the number and the name
of the same participant decides for all.  Uncertain cases become notices for the teacher.
"""

from collections.abc import Mapping, Sequence

from lab.common.words import escape_controls
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
    """Return the deliverers and authors of each submission, and notices for the teacher."""
    keys, notices = find_deliverers(submissions, rows)
    author_keys, author_notices = find_authors(submissions, authors, rows, keys)
    keys |= author_keys
    participants = {
        submission.key: [row for row in rows if keys.get(row.number) == submission.key]
        for submission in submissions
    }
    unknown = [
        f"{key}: its participants are unknown" for key in participants if not participants[key]
    ]
    return participants, [*notices, *author_notices, *unknown]


def read_folder_numbers(
    submissions: Sequence[Submission], authors: Authors
) -> tuple[Participants, list[str]]:
    """Return a participant for each submission with a number, without a worksheet.

    If the numbers may be those of groups, return none and a notice.
    """
    numbered = [submission for submission in submissions if submission.number]
    hides_names = len(numbered) > 1 and len({submission.name for submission in numbered}) == 1
    has_name_of_author = any(
        fold_name(submission.name) in map(fold_name, authors.get(submission.key, ()))
        for submission in numbered
    )
    if numbered and not hides_names and not has_name_of_author:
        return {}, [UNCERTAIN]
    return {
        submission.key: [Participant(submission.number, submission.name)] for submission in numbered
    }, []


def find_deliverers(
    submissions: Sequence[Submission], rows: Sequence[Participant]
) -> tuple[dict[str, str], list[str]]:
    """Return the key of each participant's own submission, by their numbers; and notices.

    It has the number or the name of the participant, or the name of the group.
    """
    keys: dict[str, str] = {}
    notices: list[str] = []
    by_number = {row.number: row for row in rows}
    numbered = [(submission.name, by_number.get(submission.number)) for submission in submissions]
    has_numbers_of_participants = any(  # a blind assignment has a prefix in place of the name
        row and (name in (row.name, row.prefix) or fold_name(name) == fold_name(row.name) != set())
        for name, row in numbered
    )
    for submission in submissions:
        key, name, number = submission.key, submission.name, submission.number
        if number and has_numbers_of_participants:
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
            if keys.setdefault(row.number, key) != key:
                pair = f"{keys[row.number]} and {key}"
                notices.append(f"{escape_controls(row.name)} delivered {pair}: the former counts")
    return keys, notices


def find_authors(
    submissions: Sequence[Submission],
    authors: Authors,
    rows: Sequence[Participant],
    delivered_keys: Mapping[str, str],
) -> tuple[dict[str, str], list[str]]:
    """Return the key of the only submission that names each participant; and notices.

    The keys are by numbers, as in `delivered_keys`, whose participants are left out.
    """
    notices: list[str] = []
    folded_names = [(row, fold_name(row.name)) for row in rows]
    naming: dict[str, list[str]] = {}  # keys of submissions, by numbers of participants
    for submission in submissions:
        key = submission.key
        deliverers = [name for row, name in folded_names if delivered_keys.get(row.number) == key]
        for author in authors.get(key, ()):
            parts = fold_name(author)
            if any(parts and name and (parts <= name or name <= parts) for name in deliverers):
                continue
            namesakes = [row for row, name in folded_names if name == parts]
            if len(namesakes) == 1:
                keys = naming.setdefault(namesakes[0].number, [])
                keys += [key] if key not in keys else []
            else:
                many = f"{len(namesakes)} participants have" if namesakes else "no participant has"
                notices.append(f"{key} names {escape_controls(author)}: {many} this name")
    author_keys: dict[str, str] = {}
    names = {row.number: escape_controls(row.name) for row in rows}
    for number, keys in naming.items():
        if number in delivered_keys:
            delivered = f"who delivered {delivered_keys[number]}, which counts"
            notices.append(f"{keys[0]} names {names[number]}, {delivered}")
        elif len(keys) > 1:
            notices.append(f"{names[number]} is named in {' and in '.join(keys)}")
        else:
            author_keys[number] = keys[0]
    return author_keys, notices
