"""Programs that are wrong on few boards."""

from pathlib import Path

import pytest

from lab.runner.task_pool import TaskPool
from tests import kit
from tests.lab.check.kit import REFERENCE, examine

RAYS = {  # rules of the reference, and in their place rules by which a bulb has a limited reach
    ":- across(R,C,S), down(R,C,T), not lit_across(R,S), not lit_down(T,C).": """
        reach(R,C,D) :- across(R,C,S), across(R,D,S), |C-D| < REACH.
        fall(R,C,D) :- down(R,C,S), down(D,C,S), |R-D| < REACH.
        lit(R,C) :- reach(R,C,D), cell(R,D,b).
        lit(R,C) :- fall(R,C,D), cell(D,C,b).
        :- white(R,C), not lit(R,C).""",
    ":- across(R,S,S), { cell(R,C,b) : across(R,C,S) } > 1.": """
        :- reach(R,C,D), C < D, cell(R,C,b), cell(R,D,b).""",
    ":- down(S,C,S),   { cell(R,C,b) : down(R,C,S) } > 1.": """
        :- fall(R,C,D), R < D, cell(R,C,b), cell(D,C,b).""",
}


def limit_rays(reach: int) -> str:
    """Return the reference with bulbs that light `reach` cells in each direction."""
    text = REFERENCE
    for rule, limited_rule in RAYS.items():
        assert rule in text
        text = text.replace(rule, limited_rule.replace("REACH", str(reach)))
    return text


def drop_rules(begin: str, size: int) -> str:
    """Return the reference without the rules that begin so, on boards of `size` rows only."""
    assert begin in REFERENCE
    return REFERENCE.replace(begin, f"{begin} not size({size},{size}),")


def relax_clues(condition: str) -> str:
    """Return the reference with clues that need one bulb less where a condition holds."""
    begin = ":- cell(R,C,N), N = 0..4,"
    rule = REFERENCE[REFERENCE.index(begin) :].partition("!= N.")[0]
    return f"""{REFERENCE.replace(begin, f"{begin} not eased(R,C),")}
        {rule.replace(begin, ":- eased(R,C), cell(R,C,N),")} < N-1.
        eased(R,C) :- {condition}.
        edge(R,C) :- black(R,C), size(H,W), 1 {{ R = 0; R = H-1; C = 0; C = W-1 }}.
        corner(R,C) :- size(H,W), R = (0;H-1), C = (0;W-1)."""


RARE_MISTAKES = {  # programs that are wrong on few boards, no trials or examples; possible codes
    "no clues at 6": (drop_rules(":- cell(R,C,N), N = 0..4,", 6), {"clue"}),
    "rays of 20": (limit_rays(20), {"lit", "sight", "refuses-solution"}),
    "no sight at 11": (drop_rules(":- down(S,C,S),", 11), {"sight"}),
    "rays of 12": (limit_rays(12), {"lit", "sight", "refuses-solution"}),
    "rays of 15": (limit_rays(15), {"lit", "sight", "refuses-solution"}),
    "no sight at 6": (drop_rules(":- across(R,S,S),", 6), {"sight"}),
    "no sight at 8": (drop_rules(":- across(R,S,S),", 8), {"sight"}),
    "no sight on the blank 12": (
        drop_rules(":- across(R,S,S),", 12).replace("not size(12,12)", "not blank")
        + "blank :- size(12,12), not black(_,_).",
        {"sight"},
    ),
    "no sight at 13": (drop_rules(":- across(R,S,S),", 13), {"sight"}),
    "no clues at 17": (drop_rules(":- cell(R,C,N), N = 0..4,", 17), {"clue"}),
    "a 3 beside a corner": (relax_clues("cell(R,C,3), corner(A,B), |R-A|+|C-B| = 1"), {"clue"}),
    "a 2 in a corner": (relax_clues("cell(R,C,2), corner(R,C)"), {"clue"}),
    "two 2s": (relax_clues("cell(R,C,2), edge(R,C), 2 { edge(A,B) : cell(A,B,2) }"), {"clue"}),
}

NUMBERED = REFERENCE.replace("{ cell(R,C,b) } :-", "{ bulb(R*100+C) } :-")


@pytest.mark.long
def test_a_mistake_on_boards_of_31_to_60_rows_only_is_found(pool: TaskPool, tmp_path: Path) -> None:
    for begin, code in ((":- across(R,S,S),", "sight"), (":- cell(R,C,N), N = 0..4,", "clue")):
        large = "large :- size(N,N), N = 31..60."
        text = REFERENCE.replace(begin, f"{begin} not large,") + large
        (tmp_path / "lightup.lp").write_text(text)
        examined = examine(pool, tmp_path)
        assert {finding.code for finding in examined.findings} == {code}
        assert examined.findings[0].stage == "solves"
        assert "--seed 0 repeats it" in examined.remarks[0].message


@pytest.mark.long
def test_a_mistake_from_12_rows_on_shows_on_larger_boards(pool: TaskPool, tmp_path: Path) -> None:
    rare = " rare :- size(N,N), N > 11, cell(0,0,2), cell(1,1,2), cell(2,2,2), cell(3,3,2)."
    text = REFERENCE.replace(":- across(R,C,S), down", ":- not rare, across(R,C,S), down") + rare
    (tmp_path / "lightup.lp").write_text(text)
    for most_rows, codes in ((0, set()), (13, {"lit"})):
        examined = examine(pool, tmp_path, most_rows=most_rows)
        assert {finding.code for finding in examined.findings} == codes
        assert max(examined.searched) == (10, 10)


@pytest.mark.long
def test_a_number_of_a_cell_up_to_100_columns_is_found(pool: TaskPool, tmp_path: Path) -> None:
    (tmp_path / "lightup.lp").write_text(NUMBERED + "cell(R,C,b) :- white(R,C), bulb(R*100+C).")
    examined = examine(pool, tmp_path)
    assert {finding.stage for finding in examined.findings} == {"solves"}


@pytest.mark.parametrize("name", kit.long_except(RARE_MISTAKES, "no clues at 6"))
def test_a_mistake_on_few_boards_is_found(pool: TaskPool, tmp_path: Path, name: str) -> None:
    text, codes = RARE_MISTAKES[name]
    (tmp_path / "lightup.lp").write_text(text)
    examined = examine(pool, tmp_path)
    assert {finding.code for finding in examined.findings} <= codes
    stage = "solves" if name == "rays of 20" else "rules"  # large boards are judged after examples
    assert examined.findings[0].stage == stage
    assert all("--seed 0 repeats it" in remark.message for remark in examined.remarks)


WRONG_ON_FEW_BOARDS = {  # programs of tests/data/rare, whose first lines say what is wrong
    "clue_slots": {"clue"},
    "decimal_ids": {"lit"},
    "diagonal_threes": {"refuses-solution"},
    "half_turn": {"refuses-solution"},
    "jump_rays": {"sight", "refuses-solution"},
    "product_keys": {"clue", "refuses-solution"},
    "region_half": {"refuses-solution"},
    "two_fours": {"several"},
    "wrapped_four": {"clue"},
}


@pytest.mark.parametrize("name", kit.long_except(WRONG_ON_FEW_BOARDS, "half_turn"))
def test_a_program_of_another_author_wrong_on_few_boards_fails(pool: TaskPool, name: str) -> None:
    examined = examine(pool, kit.DATA / "rare" / f"{name}.lp")
    assert examined.verdict == "fail"
    assert {finding.code for finding in examined.findings} <= WRONG_ON_FEW_BOARDS[name]
