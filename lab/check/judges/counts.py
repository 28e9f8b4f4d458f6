"""Counts the answers of a program over all small boards, in a handout, which has no rules.lp.

For each small size, the handout has the number of right answers to all boards, and a digest of
these boards and answers.  A program with the same numbers and digests has exactly the right
answers, each once, unless two digests coincide.
"""

from collections.abc import Iterator

from lab.check.judges.examination import Entry, Examination
from lab.common.language import translate
from lab.common.words import Place, format_size
from lab.findings import RULES, TOO_LONG, Finding, Remark
from lab.runner.task_pool import Task
from lab.search.rewriting import Unsearchable, rewrite_program

SECONDS = 6.0  # seconds of computing for a size
DIFFERS = (
    "over all boards of {size}, your program has {number} answers, {right} answers are right, and "
    "these are not the same"
)
UNCOUNTED = "the answers to all boards cannot be counted because of {part}"


def judge_counts(examination: Examination) -> Iterator[Entry]:
    """Yield a finding for the first size where the numbers or the digests differ.

    Write the sizes without a difference into the report.
    """
    program, report, bank = examination.program, examination.report, examination.assignment.bank
    try:
        rewritten = rewrite_program(program.path, bank.own_names)
    except Unsearchable as error:
        yield make_remark(str(error), error.place)
        return
    if place := rewritten.minimising:
        yield make_remark(translate("what is minimised or maximised"), place)
        return
    for count in bank.counts:
        texts = [*rewritten.texts, "kit__must_hold.\n", count.facts]
        arguments = {"texts": texts, "most": count.answers + 1}
        outcome = program.pool.run(Task("count_pairs", arguments, SECONDS, 4 * SECONDS))
        size = format_size(count.size)
        if not outcome.is_done:
            yield Remark(RULES, "unproven", translate(TOO_LONG, size=size))
            return
        sets, pairs, digest = outcome.value
        has_digests = bool(digest and count.digest)
        is_equal = sets == pairs == count.answers and (digest == count.digest or not has_digests)
        if not is_equal:
            number = str(sets)
            if sets > count.answers:
                number = translate("more than {number}", number=count.answers)
            text = translate(DIFFERS, size=size, number=number, right=count.answers)
            yield Finding(RULES, "counts", text)
            return
        if has_digests:
            report.proven.append(count.size)
            report.counted.append(count.size)


def make_remark(part: str, place: Place) -> Remark:
    return Remark(RULES, "unproven", translate(UNCOUNTED, part=part), place)
