"""What is reported of wrong answers: boards, rules, lines of the program, its predicates."""

import itertools
import json

import pytest

from lab.check.bank import answers
from lab.check.judges import wrong_answers
from lab.findings import Report
from lab.runner.task_pool import TaskPool
from lab.settings.check import Codes
from tests import kit
from tests.lab.check.kit import (
    ASSIGNMENT,
    MISTAKES,
    REFERENCE,
    Judge,
    examine,
    format_for_terminal,
)


def test_boards_that_break_several_rules_are_reported_only_without_simpler_ones() -> None:
    def choose(*boards: list[Codes]) -> dict[Codes, int]:
        wrong = frozenset([answers.Answer()])
        return wrong_answers.choose_reports(
            [dict.fromkeys(codes, wrong) for codes in boards], ASSIGNMENT.codes
        )

    assert choose([("lit", "clue")]) == {("lit", "clue"): 0}
    assert choose([("lit", "clue")], [("clue",)]) == {("clue",): 1}
    codes: list[Codes] = [("lit", "sight"), ("lit", "clue"), ("sight", "clue")]
    assert choose([*codes, ("black", "lit", "clue")]) == {codes[0]: 0, codes[2]: 0}


def make_answer(*places: tuple[int, int]) -> answers.Answer:
    return frozenset(answers.FilledCell(str(r), str(c), "b") for r, c in places)


def test_bulbs_outside_the_board_are_shown_as_atoms() -> None:
    assert answers.show_answer([".."], make_answer((0, 1))) == [[".", "b"]]
    assert answers.show_answer([".."], make_answer((0, 1), (0, 2))) == "cell(0,1,b)\ncell(0,2,b)"


def test_findings_show_the_cells_where_predicates_hold(pool: TaskPool, few_examples: None) -> None:
    """On a board that it accepts wrongly, and on a right solution that it refuses."""
    refused = examine(pool, MISTAKES[0].parent / "sight-through-black" / "row-rays.lp")
    (refusal,) = refused.findings
    white = tuple((r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1))
    assert refusal.judged_board_name == "expected"
    assert refusal.grid == [*map(list, ("...", ".x.", "..."))]
    assert refusal.beliefs == (("lit", white), ("black", ((1, 1),)), ("white", white))
    accepted = examine(pool, MISTAKES[0].parent / "rays-turn" / "spreading.lp")
    (dark,) = accepted.findings
    assert (dark.judged_board_name, dark.got) == ("got", [["b", "."], [".", "."]])
    assert dict(dark.beliefs)["lit"] == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert "  What holds here for your program, by its predicates:\n  lit" in format_for_terminal(
        accepted
    )
    assert Report.from_json(json.loads(json.dumps(accepted.to_json()))) == accepted


SEES_ITS_ROW_ONLY = """
white(R,C) :- dim(N), R = 0..N-1, C = 0..N-1, not cell(R,C,_).
{ bulb(R,C) } :- white(R,C).
sees(R,C,R,D) :- white(R,C), white(R,D), not wall(R,C,D).
wall(R,C,D) :- white(R,C), white(R,D), cell(R,E,_), (E - C) * (E - D) < 0.
lit(R,C) :- bulb(R,C).
lit(S,D) :- bulb(R,C), sees(R,C,S,D).
:- white(R,C), not lit(R,C).
:- bulb(R,C), bulb(S,D), sees(R,C,S,D), C != D.
#show cell(R,C,b) : bulb(R,C).
"""


def test_the_cells_seen_by_a_wrong_bulb_are_shown(judge_few: Judge) -> None:
    examined = judge_few(SEES_ITS_ROW_ONLY)
    finding = next(f for f in examined.findings if f.code == "sight")
    bulbs = [(r, c) for r, row in enumerate(finding.got or ()) for c in range(2) if row[c] == "b"]
    assert finding.grid == [[".", "."], [".", "."]] and len(bulbs) == 2
    first = bulbs[0][1]
    beliefs = dict(finding.beliefs)
    assert beliefs[f"sees(0,{first},A,B)"] == ((0, 0), (0, 1))
    assert set(beliefs) == {"lit", "white", f"sees(0,{first},A,B)"}
    assert f"  lit   sees(0,{first},A,B)   white\n  **    **              **\n" in (
        format_for_terminal(examined)
    )


HALF = "row(0..n-1).\nwhite(R,C) :- row(R), row(C), not cell(R,C,x).\n"

CULPRITS = {  # a program whose answers have too few cells: parts of the first message
    HALF + "{ cell(R,C,b) } :- white(R,C).\n:- white(R,C), cell(R,C,b).": ("mine.lp:4 forbids it",),
    HALF + "{ cell(R,C,b) } :- white(R,C).\n:- white(R,C), cell(R,C,b). :- cell(_,_,b).": (
        "mine.lp:4 forbids it",
    ),
    HALF + "1 { cell(R,C,b) : white(R,C) } 1.": ("refused", "mine.lp:3 forbids it"),
    HALF + "cell(R,C,b) :- white(R,C).": ("refused", "mine.lp:3 forbids it"),
    HALF + "{ cell(R,C,b) } :- white(R,C).\nseen(R,C) : - white(R,C).": ("mine.lp:4 forbids it",),
    HALF + "{ cell(R,C,b) } :- white(R,C).\nn = 7.": ("mine.lp:4 forbids it",),
    HALF + "{ cell(R,C,b) } :- white(R,C).\nnot cell(0,0,b).\nnot cell(0,1,b).": ("mine.lp:4",),
}


@pytest.mark.parametrize("program", kit.long_except(CULPRITS, *itertools.islice(CULPRITS, 2)))
def test_a_rule_that_leaves_too_few_answers_is_named(judge_few: Judge, program: str) -> None:
    messages = [finding.message for finding in judge_few(program).findings]
    assert any(all(part in message for part in CULPRITS[program]) for message in messages)


def test_a_board_with_a_solution_shows_that_no_bulb_is_there(judge_few: Judge) -> None:
    (finding,) = judge_few(":- not cell(0,0,1).\n:- cell(0,0,b).\n#show cell/3.").findings
    assert finding.message == "no answer shows a cell(R,C,b): no rule has one in its head"
    assert finding.expected == "cell(0,1,b) cell(1,2,b) cell(2,0,b)"


def test_a_program_without_a_choice_is_said_to_have_no_bulb_in_a_head(judge_few: Judge) -> None:
    choice = "{ cell(R,C,b) } :- white(R,C), not barred(R,C)."
    (finding,) = judge_few(REFERENCE.replace(choice, "")).findings
    reason = "no answer shows a cell(R,C,b); no rule has one in its head"
    assert finding.message == f"a right solution is refused: {reason}"


def test_shown_cells_that_are_no_bulbs_are_listed(judge_few: Judge) -> None:
    text = HALF + '{ cell(R,C,"b") } :- white(R,C).\n:- white(R,C), not cell(R,C,"b").'
    assert 'cell(0,0,"b")' in str(judge_few(text).findings[0].got)


def test_a_half_written_program_that_takes_bulbs_for_black_cells(judge_few: Judge) -> None:
    text = HALF.replace("cell(R,C,x)", "cell(R,C,_)") + "{ cell(R,C,b) } :- white(R,C)."
    (finding,) = judge_few(text).findings
    assert (finding.code, finding.mistake) == ("no-bulbs", "bulb-blackens-cell")
