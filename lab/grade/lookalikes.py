"""Pairs of submissions that look alike, ranked for a person to read; never a verdict.

What counts is the share of two programs that is the same, whatever their names, spaces, comments
and the order of their rules.  The text of the handout does not count, and pairs with a common
author are left out.
Source: copydetect, by winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003).
"""

import importlib.util
import io
import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from lab.delivery.authors import fold_name
from lab.grade.grading import GradedSubmission, GradeOptions
from lab.handout import contents
from lab.handout.texts import HandoutTexts

NEEDED = ("copydetect", "pygments_clingo")
INSTALL = "python3 -m pip install -r lab/grade/requirements.txt"
NOT_COMPARED = f"programs were not compared with each other; {INSTALL} installs what that needs"
SAME = 25  # characters in a row that count as the same, where a name is one character
NOTABLE_SHARE = 0.5  # of two programs, to be listed
LISTED = 20  # pairs, at most

Indices = tuple[int, int]  # of two submissions, the lower first


class Pair(NamedTuple):
    """Two submissions, and the share of each file that is the same.

    The higher the rank, the earlier a person should look at the pair.
    """

    first: GradedSubmission
    second: GradedSubmission
    shares: Mapping[str, float]  # by file names
    rank: float


def can_compare_programs() -> bool:
    """Return whether the libraries that compare programs are installed."""
    return all(importlib.util.find_spec(name) for name in NEEDED)


def find_pairs(options: GradeOptions, submissions: Sequence[GradedSubmission]) -> list[Pair]:
    """Return the pairs that look alike, by their ranks; none if the libraries are absent."""
    shares = compare_programs(options, submissions) if can_compare_programs() else {}
    weights = weigh_files(shares.values(), math.comb(len(submissions), 2))
    names = []
    for submission in submissions:
        participants = [participant.name for participant in submission.participants]
        names.append(set(map(fold_name, [*submission.judgement.authors, *participants])))
    pairs = []
    for (i, j), same in sorted(shares.items(), key=lambda item: item[0]):
        if names[i].isdisjoint(names[j]):
            rank = sum(weights[name] * share for name, share in same.items())
            pairs.append(Pair(submissions[i], submissions[j], same, rank))
    return sorted(pairs, key=lambda pair: -pair.rank)


def weigh_files(shares: Collection[Mapping[str, float]], pair_count: int) -> dict[str, float]:
    """Return a weight from 1 to 0 for each file: the more pairs have it alike, the lower.

    There are few ways to write encode.py, so half of a class may have it alike.
    """
    counts = Counter(name for pair_shares in shares for name in pair_shares)
    return {name: 1 - (count - 1) / pair_count for name, count in counts.items()}


def compare_programs(
    options: GradeOptions, submissions: Sequence[GradedSubmission]
) -> dict[Indices, dict[str, float]]:
    """Return the share of each file that is the same, for the pairs with a notable share."""
    from copydetect import compare_files

    handed_out = read_handout_files(options)
    shares: dict[Indices, dict[str, float]] = defaultdict(dict)
    sources = [submission.judgement.sources for submission in submissions]
    for name in sorted({name for files in sources for name in files}):
        texts = [files.get(name, "") for files in sources]
        prints = make_fingerprints(name, texts, handed_out.get(name, ""))
        for i, j in itertools.combinations(prints, 2):
            _, both_shares, _ = compare_files(prints[i], prints[j])
            share = min(float(sum(both_shares)) / 2, 1.0)
            if share >= NOTABLE_SHARE:
                shares[i, j][name] = share
    return shares


def read_handout_files(options: GradeOptions) -> dict[str, str]:
    """Return the texts of the files that students begin with, by their names."""
    subject = options.subject
    return contents.format_starts(HandoutTexts(subject.puzzle, options.course, subject.atom))


def make_fingerprints(name: str, texts: Sequence[str], handed_out: str) -> dict[int, Any]:
    """Return copydetect's fingerprints by the indices of the texts.

    Texts with nothing but what was handed out have none.  A window of 1 keeps all hashes:
    copydetect would select some by their values, which differ between processes.
    """
    from copydetect import CodeFingerprint

    boilerplate: list[int] = []
    if handed_out:
        start = CodeFingerprint(name, SAME, 1, [], fp=io.StringIO(handed_out))
        boilerplate = sorted(start.hashes)

    prints = {
        index: CodeFingerprint(name, SAME, 1, boilerplate, fp=io.StringIO(text))
        for index, text in enumerate(texts)
        if text
    }
    return {index: fingerprint for index, fingerprint in prints.items() if fingerprint.hashes}
