"""Judges deliveries as ./check does: python3 judge_programs.py HANDOUT FOLDER...

Prints what fails each of them as a line of JSON.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, sys.argv[1])

from lab.check.bank.assignment import Assignment
from lab.check.bank.bank import open_tables
from lab.check.judges import run_judges
from lab.check.judges.examination import Examination
from lab.delivery import deliveries
from lab.runner.task_pool import TaskPool

assignment = Assignment(open_tables())
name = assignment.puzzle.name
options = deliveries.DeliveryOptions(group=assignment.bank.course.group)
with TaskPool(1) as pool:
    for path in sys.argv[2:]:
        with deliveries.open_delivery(name, Path(path), options) as delivery:
            report = run_judges(Examination(pool, assignment, delivery))
        print(json.dumps(list(map(asdict, report.failures))), flush=True)
        pool.forget_submission()
