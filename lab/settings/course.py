"""Course: the settings of a teacher.  lab/course/ reads them from a file; a handout has some."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction

from lab.findings import DELIVERY, ENCODE

EXAMPLES, GROWTH = "examples", "growth"
# default points, in the order of reports; the rules of the puzzle share "rules"
PARTS = {DELIVERY: 2, ENCODE: 5, "rules": 12, EXAMPLES: 4, GROWTH: 2}
OTHER_FAULTS = "other"  # all that have no name of their own
PENALTY_NAMES = ("refused", "several", "display", OTHER_FAULTS)


@dataclass(frozen=True)
class Course:
    """The settings of a teacher."""

    points: Mapping[str, Fraction]  # by PARTS in their order, with the codes of rules for "rules"
    title: str = ""  # the title of the assignment
    name: str = ""  # the name of the course
    term: str = ""
    deadline: datetime | None = None
    language: str = "en"  # the language of the sheet
    group: int = 2  # members of a group, at most
    late_percent: Fraction = Fraction(10)  # percent of the points, lost for each begun day
    late_limit: int = 7  # days after the deadline; later work gets nothing
    partial_percent: Fraction = Fraction(100)  # percent of the points for work that does not pass
    penalties: Mapping[str, Fraction] = field(default_factory=dict)  # penalties by PENALTY_NAMES
    pass_points: Fraction | None = None  # points needed to pass
    lab_page: str = ""  # the address of the page that lab web --static has made
    course_page: str = ""  # that of the course's own page, to which the sheet and this page lead

    @property
    def total(self) -> Fraction:
        """The sum of all points."""
        return sum(self.points.values(), Fraction(0))

    @property
    def rules(self) -> dict[str, Fraction]:
        """The points of the rules of the puzzle, by their codes."""
        return {part: worth for part, worth in self.points.items() if part not in PARTS}

    def has_passed(self, points: Fraction) -> bool | None:
        """Return whether these points are enough to pass; None if the course does not say."""
        return None if self.pass_points is None else points >= self.pass_points

    def count_days_late(self, delivered: datetime | None) -> int:
        """Return how many days have begun since the deadline; 0 if either time is unknown.

        A day is 24 hours on the clock of the deadline's zone, the local one if it has none.  A
        delivery without a zone has that of the deadline.
        """
        if not self.deadline or not delivered:
            return 0
        if delivered.tzinfo:
            delivered = delivered.astimezone(self.deadline.tzinfo)
        # without zones, as a deadline in the year 9999 ("never") cannot be moved to another zone
        late = delivered.replace(tzinfo=None) - self.deadline.replace(tzinfo=None)
        return max(math.ceil(late / timedelta(days=1)), 0)
