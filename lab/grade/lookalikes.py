"""Finds pairs of submissions that look alike, for a person to read; never a verdict.

The measure is the share of two programs that is the same apart from names, spaces, comments and
the order of rules.  The text of the handout does not count; pairs with a common author are left
out.
Source: copydetect, by winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003).
"""

import importlib.util
import io
import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
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
    """Return the pairs that look alike.

    Sort them by the shares of their logic programs, then by those of encode.py: there are few ways
    to write encode.py, so half of a class may have it in common.
    """
    shares = compare_programs(options, submissions)
    people = []  # the names of the authors and participants of each submission
    for submission in submissions:
        participants = [participant.name for participant in submission.participants]
        people.append(set(map(fold_name, [*submission.report.authors, *participants])))
    pairs = [
        Pair(submissions[i], submissions[j], shares_by_file)
        for (i, j), shares_by_file in sorted(shares.items())
        if people[i].isdisjoint(people[j])
    ]
    files = (options.subject.program_name, options.subject.script_name)
    return sorted(pairs, key=lambda pair: [-pair.shares.get(file, 0) for file in files])


def compare_programs(
    options: GradeOptions, submissions: Sequence[GradedSubmission]
) -> dict[tuple[int, int], dict[str, float]]:
    """Return notable shares by file names, by the indices of two submissions, the lower first."""
    from copydetect import compare_files

    subject = options.subject
    handout_texts = HandoutTexts(subject.puzzle, options.course, subject.atom)
    handout_files = contents.format_starts(handout_texts)
    shares: dict[tuple[int, int], dict[str, float]] = defaultdict(dict)
    for name in (subject.program_name, subject.script_name):
        texts = [submission.judgement.sources.get(name, "") for submission in submissions]
        fingerprints = make_fingerprints(name, texts, handout_files[name])
        for i, j in itertools.combinations(fingerprints, 2):
            _, both_shares, _ = compare_files(fingerprints[i], fingerprints[j])
            share = min(float(sum(both_shares)) / 2, 1.0)
            if share >= NOTABLE_SHARE:
                shares[i, j][name] = share
    return shares


def make_fingerprints(name: str, texts: Sequence[str], handed_out: str) -> dict[int, Any]:
    """Return copydetect's fingerprints of the texts, by their indices.

    A text without an addition to the handout has none.  A window of 1 keeps all hashes:
    copydetect would select some by their values, which differ between processes.
    """
    from copydetect import CodeFingerprint

    start = CodeFingerprint(name, MATCH_LENGTH, 1, [], fp=io.StringIO(handed_out))
    boilerplate = sorted(start.hashes)
    fingerprints = {
        index: CodeFingerprint(name, MATCH_LENGTH, 1, boilerplate, fp=io.StringIO(text))
        for index, text in enumerate(texts)
        if text
    }
    return {index: fingerprint for index, fingerprint in fingerprints.items() if fingerprint.hashes}
