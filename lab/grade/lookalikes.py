"""Finds pairs of submissions that look alike, for a person to read; never a verdict.

The measure is the share of two programs that is the same apart from names, spaces, comments and
the order of rules.  The text of the handout does not count; pairs with a common author are left
out.
Source: copydetect, by winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003).
"""

import importlib.util
import io
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from lab.delivery.authors import fold_name
from lab.grade.grading import GradedSubmission, GradeOptions
from lab.handout import contents
from lab.handout.texts import HandoutTexts

LIBRARIES = ("copydetect", "pygments_clingo")
INSTALL = "python3 -m pip install -r lab/grade/requirements.txt"
NOT_COMPARED = f"programs were not compared with each other; {INSTALL} installs what that needs"
MATCH_LENGTH = 25  # equal characters in a row that count; each name counts as one character
NOTABLE_SHARE = 0.5  # of two programs, to be listed
MOST_LISTED_PAIRS = 20


class Pair(NamedTuple):
    """Two submissions, and the share of each file that is the same."""

    first: GradedSubmission
    second: GradedSubmission
    shares: Mapping[str, float]  # by file names


def can_compare_programs() -> bool:
    """Return whether the libraries that compare programs are installed."""
    return all(importlib.util.find_spec(name) for name in LIBRARIES)


def find_pairs(options: GradeOptions, submissions: Sequence[GradedSubmission]) -> list[Pair]:
    """Return the pairs that look alike and have no person in common.

    Sort them by the shares of their logic programs, then by those of encode.py: there are few ways
    to write encode.py, so half of a class may have it in common.
    """
    from copydetect import compare_files

    subject = options.subject
    files = (subject.program_name, subject.script_name)
    handout = contents.format_starts(HandoutTexts(subject.puzzle, options.course, subject.atom))
    fingerprints = {}
    for file in files:
        texts = [submission.judgement.sources.get(file, "") for submission in submissions]
        fingerprints[file] = make_fingerprints(file, texts, handout[file])
    people = []  # the names of the authors and participants of each submission
    for submission in submissions:
        participants = [participant.name for participant in submission.participants]
        people.append(set(map(fold_name, [*submission.report.authors, *participants])))
    pairs = []
    for i, j in itertools.combinations(range(len(submissions)), 2):
        if not people[i].isdisjoint(people[j]):
            continue
        shares = {}
        for file, prints in fingerprints.items():
            _, both_shares, _ = compare_files(prints[i], prints[j])
            share = min(float(sum(both_shares)) / 2, 1.0)
            if share >= NOTABLE_SHARE:
                shares[file] = share
        if shares:
            pairs.append(Pair(submissions[i], submissions[j], shares))
    return sorted(pairs, key=lambda pair: [-pair.shares.get(file, 0) for file in files])


def make_fingerprints(file: str, texts: Iterable[str], handed_out: str) -> list[Any]:
    """Return copydetect's fingerprint of each text; what was handed out does not count.

    A window of 1 keeps all hashes: copydetect would select some by their values, which differ
    between processes.
    """
    from copydetect import CodeFingerprint

    start = CodeFingerprint(file, MATCH_LENGTH, 1, [], fp=io.StringIO(handed_out))
    boilerplate = sorted(start.hashes)
    return [
        CodeFingerprint(file, MATCH_LENGTH, 1, boilerplate, fp=io.StringIO(text)) for text in texts
    ]
