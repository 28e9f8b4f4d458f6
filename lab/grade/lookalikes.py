"""Finds pairs of submissions that look alike, for a person to read; never a verdict.

Programs are compared by their statements, without names and order, see lab.syntax.normal_forms.
Statements of the handout do not count.  Pairs with a common author are left out, see find_pairs.
"""

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from lab import ROOT
from lab.common.language import translate
from lab.common.words import escape_controls
from lab.course.texts import HandoutTexts, format_starts
from lab.delivery.authors import fold_name
from lab.grade.grading import GradedSubmission, GradeOptions
from lab.grade.people import list_foreign
from lab.syntax.normal_forms import NormalStatement, split_code_lines, split_rules

KITS_OWN = 0.8  # least share of a program that is the kit's, for a notice
SAME_AS_KIT = (
    "{submission}: {percent} % of {file} is as in the kit's own, apart from names and order"
)
NOTABLE = 0.5  # a likeness; also the least rarity of a statement that is marked as rare
LEAST_IN_COMMON = 0.1  # the least likeness of the logic programs in a pair that is listed
MOST_LISTED_PAIRS = 20


class Likeness(NamedTuple):
    """How alike two programs are, 0 to 1; for `rare`, statements that many have count less."""

    share: float = 0.0
    rare: float = 0.0


class Pair(NamedTuple):
    """Two submissions, and how alike their programs are, by file names."""

    first: GradedSubmission
    second: GradedSubmission
    files: Mapping[str, Likeness]


class ProgramComparison:
    """All programs of a class that have one name, such as lightup.lp."""

    def __init__(
        self, file: str, options: GradeOptions, submissions: Sequence[GradedSubmission]
    ) -> None:
        assignment = options.assignment
        self.file, self.is_script = file, file == assignment.script_name
        facts = assignment.small_trials[0].facts + assignment.atom
        self.words = {"not", "_", *assignment.constants, *re.findall(r"[a-z]\w*", facts)}
        handout = format_starts(HandoutTexts(assignment.puzzle, options.course, assignment.atom))
        common_forms = {statement.form for statement in self.split_file(handout[file])}
        sources = {graded.key: graded.judgement.sources.get(file, "") for graded in submissions}
        self.texts = {key: text.replace("\r", "").expandtabs(4) for key, text in sources.items()}
        self.statements = {
            key: [rule for rule in self.split_file(text) if rule.form not in common_forms]
            for key, text in self.texts.items()
        }
        self.forms = {
            key: Counter(statement.form for statement in statements)
            for key, statements in self.statements.items()
        }
        kit_text = (ROOT / file).read_text("utf-8") if self.is_script else assignment.bank.reference
        kit_forms = (statement.form for statement in self.split_file(kit_text))
        self.kit_forms = Counter(form for form in kit_forms if form not in common_forms)
        self.sizes = {key: count_words(forms) for key, forms in self.forms.items()}
        users = Counter(form for forms in self.forms.values() for form in forms)
        most = math.log((len(submissions) + 1) / 2)  # the rarity of a statement that two have
        self.rarity = {
            form: min(math.log((len(submissions) + 1) / number) / most, 1)
            for form, number in users.items()
            if number > 1
        }

    def split_file(self, text: str) -> Iterator[NormalStatement]:
        return split_code_lines(text) if self.is_script else split_rules(text, self.words)

    def compare(self, first: str, second: str) -> Likeness:
        """Return how alike the programs of two submissions are, by their keys."""
        shared_forms = self.forms[first] & self.forms[second]
        if not shared_forms:
            return Likeness()
        rare = sum(count_words({form: n}) * self.rarity[form] for form, n in shared_forms.items())
        scale = (1 / self.sizes[first] + 1 / self.sizes[second]) / 2
        return Likeness(count_words(shared_forms) * scale, rare * scale)

    def compute_share_of_kit(self, key: str) -> float:
        """Return which share of a program and of the kit's own is the same, 0 to 1."""
        if not (shared_forms := self.forms[key] & self.kit_forms):
            return 0.0
        scale = (1 / self.sizes[key] + 1 / count_words(self.kit_forms)) / 2
        return count_words(shared_forms) * scale

    def mark_equal_parts(self, key: str, other_key: str) -> Markup:
        """Return a program as HTML; statements of another program are marked, rare or common."""
        text, position, parts = self.texts[key], 0, list[Markup]()
        for form, start, end in self.statements[key]:
            if form in self.forms[other_key]:
                kind = "rare" if self.rarity[form] >= NOTABLE else "common"
                before, equal = map(escape_controls, (text[position:start], text[start:end]))
                mark = Markup('{}<mark class="{}">{}</mark>')
                parts.append(mark.format(before, kind, equal))
                position = end
        return Markup("").join([*parts, escape_controls(text[position:])])


def count_words(forms: Mapping[str, int]) -> int:
    """Return how many words these statements have, each as often as it occurs."""
    return sum((form.count(" ") + 1) * number for form, number in forms.items())


def compare_programs(
    options: GradeOptions, submissions: Sequence[GradedSubmission]
) -> list[ProgramComparison]:
    """Compare the logic programs of a class, then its encode.py."""
    files = (options.assignment.program_name, options.assignment.script_name)
    return [ProgramComparison(file, options, submissions) for file in files]


def find_pairs(
    comparisons: Sequence[ProgramComparison], submissions: Sequence[GradedSubmission]
) -> list[Pair]:
    """Return the pairs that share at least half of a program, those with the rarest code first.

    Pairs with a person in common are left out, unless somebody who is no author handed in one of
    the two.
    """
    persons = {}  # the names of authors and participants, by keys
    for graded in submissions:
        participants = [participant.name for participant in graded.participants]
        persons[graded.key] = set(map(fold_name, [*graded.report.authors, *participants]))
    foreign = {graded.key for graded in list_foreign(submissions)}
    pairs = []
    for first, second in itertools.combinations(submissions, 2):
        is_foreign = not foreign.isdisjoint((first.key, second.key))
        if is_foreign or persons[first.key].isdisjoint(persons[second.key]):
            files = {c.file: c.compare(first.key, second.key) for c in comparisons}
            if any(likeness.share >= NOTABLE for likeness in files.values()):
                pairs.append(Pair(first, second, files))
    return sorted(pairs, key=lambda pair: [-likeness.rare for likeness in pair.files.values()])


def list_kit_notices(
    comparisons: Sequence[ProgramComparison], submissions: Sequence[GradedSubmission]
) -> list[str]:
    """Return a notice on each program that is almost the kit's own, which is public."""
    notices = []
    for graded, comparison in itertools.product(submissions, comparisons):
        share = comparison.compute_share_of_kit(graded.key)
        if share >= KITS_OWN:
            values = {"submission": graded.key, "percent": f"{share * 100:.0f}"}
            notices.append(translate(SAME_AS_KIT, file=comparison.file, **values))
    return notices


def list_pairs(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the first pairs that have rare statements in common.

    An equal encode.py alone proves nothing: the logic programs have to share LEAST_IN_COMMON.
    """

    def is_notable(pair: Pair) -> bool:
        in_logic_program, *_ = rarities = [likeness.rare for likeness in pair.files.values()]
        return max(rarities) >= NOTABLE and in_logic_program >= LEAST_IN_COMMON

    return list(itertools.islice(filter(is_notable, pairs), MOST_LISTED_PAIRS))
