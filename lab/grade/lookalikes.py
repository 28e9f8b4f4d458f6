"""Pairs of submissions that look alike, ranked for a person to read; never a verdict.

Two things count: the share of two programs that is the same, whatever their names, spaces,
comments and the order of their rules; and rare mistakes that show in the same way.  The text of
the handout does not count, and pairs with a common author are left out.
Source of the first: copydetect, by winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003).
"""

import functools
import importlib.util
import io
import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from lab.common.findings import DELIVERY
from lab.delivery.authors import fold_name
from lab.grade.grading import GradedSubmission, GradeOptions
from lab.handout import contents
from lab.handout.texts import HandoutTexts

NEEDED = ("copydetect", "pygments_clingo")
INSTALL = "python3 -m pip install -r lab/grade/requirements.txt"
NOT_COMPARED = f"programs were not compared with each other; {INSTALL} installs what that needs"
SAME = 25  # characters in a row that count as the same, where a name is one character
NOTABLE_SHARE = 0.5  # of two programs, to be listed
RARE = 20  # a mistake is rare if at most 1 of so many submissions has it, or at most 2 in all,
SMALL = 4  # and at most 1 of so many
MISTAKE_WEIGHT = 0.25  # of a common rare mistake in the rank, beside shares of up to 1
LISTED = 20  # pairs, at most

Indices = tuple[int, int]  # of two submissions, the lower first


class Pair(NamedTuple):
    """Two submissions, the share of each file that is the same, and their common rare mistakes.

    The higher the rank, the earlier a person should look at the pair.
    """

    first: GradedSubmission
    second: GradedSubmission
    shares: Mapping[str, float]  # by file names
    mistakes: Sequence[str]  # messages
    rank: float


def can_compare_programs() -> bool:
    """Return whether the libraries that compare programs are installed."""
    return all(importlib.util.find_spec(name) for name in NEEDED)


def find_pairs(options: GradeOptions, submissions: Sequence[GradedSubmission]) -> list[Pair]:
    """Return the pairs that look alike, by their ranks; without the libraries, by mistakes only."""
    shares = compare_programs(options, submissions) if can_compare_programs() else {}
    mistakes = find_common_mistakes(submissions)
    weights = weigh_files(shares.values(), math.comb(len(submissions), 2))
    names = [
        {
            fold_name(name)
            for name in (
                *submission.judgement.authors,
                *(participant.name for participant in submission.participants),
            )
        }
        for submission in submissions
    ]
    pairs = []
    for i, j in sorted({*shares, *mistakes}):
        if names[i].isdisjoint(names[j]):
            same, common = shares.get((i, j), {}), mistakes.get((i, j), [])
            rank = sum(weights[name] * share for name, share in same.items())
            rank += MISTAKE_WEIGHT * len(common)
            pairs.append(Pair(submissions[i], submissions[j], same, common, rank))
    return sorted(pairs, key=lambda pair: -pair.rank)


def weigh_files(shares: Collection[Mapping[str, float]], pair_count: int) -> dict[str, float]:
    """Return a weight from 1 to 0 for each file: the more pairs have it alike, the lower.

    There are few ways to write encode.py, so half of a class may have it alike.
    """
    counts = Counter(name for pair_shares in shares for name in pair_shares)
    return {name: 1 - (count - 1) / pair_count for name, count in counts.items()}


# ---------------------------------------------------------------- programs


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
            share = 1.0
            if prints[i] is not prints[j]:
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
    """Return copydetect's fingerprints by the indices of the texts; equal texts share one.

    Texts with nothing but what was handed out have none.  A window of 1 keeps all hashes:
    copydetect would select some by their values, which differ between processes.
    """
    from copydetect import CodeFingerprint

    boilerplate: list[int] = []
    if handed_out:
        start = CodeFingerprint(name, SAME, 1, [], fp=io.StringIO(handed_out))
        boilerplate = sorted(start.hashes)

    @functools.cache
    def make_fingerprint(text: str) -> Any:
        return CodeFingerprint(name, SAME, 1, boilerplate, fp=io.StringIO(text))

    prints = {index: make_fingerprint(text) for index, text in enumerate(texts) if text}
    return {index: fingerprint for index, fingerprint in prints.items() if fingerprint.hashes}


# ---------------------------------------------------------------- mistakes


def find_common_mistakes(submissions: Sequence[GradedSubmission]) -> dict[Indices, list[str]]:
    """Return the messages of common rare mistakes, for all pairs that have any.

    A mistake is common if it shows on the same board with the same answer.
    """
    makers: dict[tuple[str | None, ...], list[int]] = defaultdict(list)  # indices by mistakes
    for index, submission in enumerate(submissions):
        findings = submission.report.findings if submission.report else []
        signs = {
            (
                finding.message,
                finding.mistake or finding.code,
                finding.grids.get("grid"),
                finding.grids.get("got"),
            )
            for finding in findings
            if finding.stage != DELIVERY
        }
        for sign in signs:
            makers[sign].append(index)
    rare_count = max(2, len(submissions) // RARE)
    messages: dict[Indices, list[str]] = defaultdict(list)
    for (message, *_), indices in makers.items():
        if len(indices) <= rare_count and len(indices) * SMALL <= len(submissions):
            for pair in itertools.combinations(indices, 2):
                messages[pair].append(str(message))
    return {pair: sorted(pair_messages) for pair, pair_messages in messages.items()}
