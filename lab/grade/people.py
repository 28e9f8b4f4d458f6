"""Finds the participants of each submission: who delivered it, and who is named in it.

The number in the name of a folder is a participant's, or a group's where groups deliver together.
This is the same for all submissions to an assignment, so one folder with the number and the name
of the same participant decides for all.  Uncertain cases become notices for the teacher.
"""

from collections import Counter
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
    """Return the deliverers and authors of each submission, and notices for the teacher.

    rows: of the worksheet.  A participant with several rows gets the grade in all of them.
    """
    by_number = {row.number: row for row in rows}
    counts = Counter(row.number for row in rows)
    notices = [
        f"{escape_controls(row.name)} has {counts[number]} rows in the worksheet"
        for number, row in by_number.items()
        if counts[number] > 1
    ]
    keys = find_deliverers(submissions, by_number, notices)
    keys |= find_authors(submissions, authors, by_number, keys, notices)
    participants = {
        submission.key: [row for row in rows if keys.get(row.number) == submission.key]
        for submission in submissions
    }
    unknown = [key for key in participants if not participants[key]]
    return participants, [*notices, *(f"{key}: its participants are unknown" for key in unknown)]


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


def find_deliverers(
    submissions: Sequence[Submission], by_number: Mapping[str, Participant], notices: list[str]
) -> dict[str, str]:
    """Return the key of the submission that each participant delivered; add notices.

    The keys are by the numbers of participants.  A submission has the number or the name of its
    participant, or the name of a group.
    """
    keys: dict[str, str] = {}
    has_numbers_of_participants = any(
        submission.name == row.prefix  # in a blind assignment
        or fold_name(submission.name) == fold_name(row.name)
        for submission in submissions
        if (row := by_number.get(submission.number))
    )
    for submission in submissions:
        key, name, number = submission.key, submission.name, submission.number
        if number and has_numbers_of_participants:
            deliverers = [by_number[number]] if number in by_number else []
            if not deliverers:
                notices.append(f"{key}: no participant has the number {number}")
        else:
            deliverers = [row for row in by_number.values() if name in row.other_cells]  # a group
            if not deliverers and not number:
                folded = fold_name(name)
                deliverers = [row for row in by_number.values() if fold_name(row.name) == folded]
                if len(deliverers) > 1:
                    notices.append(f"{key}: {len(deliverers)} participants have this name")
                    deliverers = []
        for row in deliverers:
            if keys.setdefault(row.number, key) != key:
                pair = f"{keys[row.number]} and {key}"
                notices.append(f"{escape_controls(row.name)} delivered {pair}: the former counts")
    return keys


def find_authors(
    submissions: Sequence[Submission],
    authors: Authors,
    by_number: Mapping[str, Participant],
    delivered_keys: Mapping[str, str],
    notices: list[str],
) -> dict[str, str]:
    """Return the key of the submission that names each further participant; add notices.

    The keys are by the numbers of participants.  `delivered_keys` is from find_deliverers(); its
    participants are left out, as are those whom several submissions name.
    """
    folded_names = {number: fold_name(row.name) for number, row in by_number.items()}
    naming: dict[str, list[str]] = {}  # keys of submissions, by numbers of participants
    for submission in submissions:
        key = submission.key
        numbers = [number for number in delivered_keys if delivered_keys[number] == key]
        deliverers = [folded_names[number] for number in numbers]
        for author in authors.get(key, ()):
            parts = fold_name(author)
            if any(name and (parts <= name or name <= parts) for name in deliverers):
                continue
            namesakes = [number for number, name in folded_names.items() if name == parts]
            if len(namesakes) == 1:
                keys = naming.setdefault(namesakes[0], [])
                keys += [key] if key not in keys else []
            else:
                many = f"{len(namesakes)} participants have" if namesakes else "no participant has"
                notices.append(f"{key} names {escape_controls(author)}: {many} this name")
    author_keys: dict[str, str] = {}
    for number, keys in naming.items():
        name = escape_controls(by_number[number].name)
        if number in delivered_keys:
            delivered = f"who delivered {delivered_keys[number]}, which counts"
            notices.append(f"{keys[0]} names {name}, {delivered}")
        elif len(keys) > 1:
            notices.append(f"{name} is named in {' and in '.join(keys)}")
        else:
            author_keys[number] = keys[0]
    return author_keys
