"""Unfinished rules, wrong full stops, plain text, unknown words after '#', unsafe _, and pools."""

from pathlib import Path

import pytest

from lab.common.language import use_language
from lab.syntax import causes
from tests.lab.test_habits import explain, find_remarks

REFUSED = {  # a program: its only message, or the beginning of it, after "mine.lp:"
    # a rule is not finished, and another statement follows
    "a(X) :- b(X),\nc(X) :- b(X).": "1:13: the rule is not finished: found ',' and then the "
    "statement of line 2, expected a full stop in place of ','",
    "a(X) :- b(X);\n{ c(X) ;\n  d(X) } :- b(X).": "1:13: the rule is not finished: found ';'",
    "a(X) :- b(X), % all of them\n\n% the next\nc(X) :- b(X).": "1:13: the rule is not finished: "
    "found ',' and then the statement of line 4",
    "a :- b,\n#show a/0.": "1:7: the rule is not finished: found ',' and then the statement of",
    ":- a(X),\n:~ b(X). [1]": "1:8: the rule is not finished: found ',' and then the statement",
    ":~ a(X),\n:- b(X).": "1:8: the rule is not finished: found ','",
    "a(X) :-\nc(X) :- b(X).": "1:6: the rule is not finished: found ':-' and then the statement of "
    "line 2, expected a condition or a value after ':-'",
    "a(X) :-\n:- b(X).": "1:6: the rule is not finished: found ':-'",
    "a(X) :- b(X), X =\nc(X) :- b(X).": "1:17: the rule is not finished: found '='",
    "a(X) :- b(X), X <\n:- c.": "1:17: the rule is not finished: found '<'",
    "a(X) :- b(X), not\nc(X) :- b(X).": "1:15: the rule is not finished: found 'not'",
    "a(X) :- X = 1..\nc :- b.": "1:14: the rule is not finished: found '..'",
    "a(X) :- b(X), 2 *\nc :- b.": "1:17: the rule is not finished: found '*'",
    ":- #count { X : b(X) } >\n:- c.": "1:24: the rule is not finished: found '>'",
    "a(X) :- b(X), X !=\n:- c.": "1:17: the rule is not finished: found '!='",
    "{ a } ,\n:- b.": "1:7: the rule is not finished: found ','",
    "a(X)\n  :- b(X),\nc(X)\n  :- b(X).": "2:10: the rule is not finished: found ',' and then the "
    "statement of line 3",
    "#const k =\na :- b.": "1:10: the rule is not finished: found '='",
    "a(X) :- b(X)..\nc :- d.": "1:13: the rule is not finished: found '..' and then the statement "
    "of line 2, expected a full stop in place of '..'",
    "a :- b,": "1:7: the rule is not finished: found ',' and then the end of the file",
    "a :- b. c :-": "1:11: the rule is not finished: found ':-' and then the end of the file",
    # a full stop in place of a comma, or of an interval
    "c(X,Y) :- a(X). b(X,Y).": "1:15: the full stop here ends the statement, and b(X,Y) follows; "
    "was a comma meant?",
    ":- a(X). b(Y), c(X,Y).": "1:8: the full stop here ends the statement, and b(Y), c(X,Y)",
    ":- a(X),\n   b(Y).\n   c(X,Y).": "2:8: the full stop here ends the statement, and c(X,Y)",
    ":- a(X),\nb(Y).\nc(X,Y).": "2:5: the full stop here ends the statement, and c(X,Y) follows",
    ":- a(X).\nnot b(X).": "1:8: the full stop here ends the statement, and not b(X) follows",
    ":- a(X). X > 3.": "1:8: the full stop here ends the statement, and X > 3 follows",
    "b(Y) :- a(X). Y = X+1.": "1:13: the full stop here ends the statement, and Y = X+1 follows",
    ":- a(X). , b(X).": "1:8: the full stop here ends the statement, and , b(X) follows",
    ":- a(X). #count { Y : b(X,Y) } > 1.": "1:8: the full stop here ends the statement",
    ":- a(X). b(X), #count { Y : b(X,Y) } > 1.": "1:8: the full stop here ends the statement",
    ":~ a(X). b(X,Y). [Y]": "1:8: the full stop here ends the statement, and b(X,Y) follows",
    "a(X). :- b(X).": "1:5: the full stop here ends the rule before its body, expected :- at once",
    "a(X).\n  :- b(X).": "1:5: the full stop here ends the rule before its body",
    "a(X) :- b(X.Y).": "1:12: found a full stop within the brackets, expected a comma",
    "{ a(X) : b(X). c(X) }.": "1:14: found a full stop within the brackets, expected a comma",
    ":- #count { X.Y : b(X,Y) } > 1.": "1:14: found a full stop within the brackets",
    "a(1...4).": "1:4: found ..., expected ..",
    "a(X) :- X = 0....n.": "1:14: found ...., expected ..",
    "a(1, ..., 4).": "1:6: found ..., expected ..",
    "a(0.n-1).": "1:3: found 0.n, expected 0..n for all values in between, or a comma",
    "a(X) :- X = 0.n-1.": "1:13: found 0.n, expected 0..n for all values in between, or a comma",
    "a(1.5).": "1:3: found 1.5, expected a whole number, or .. for all values in between",
    "a(X) :- b(X), X > 0.5.": "1:19: found 0.5, expected a whole number",
    # text between the rules
    "```clingo\na.": "1:1: this line is text and no rule: delete it, or begin it with %",
    "a.\n## The board\nb.": "2:1: this line is text and no rule",
    "**Rule 1**: each cell is lit.\na.": "1:1: this line is text and no rule",
    "Here is a program that solves it:\n\na :- b.": "1:1: this line is text and no rule",
    "a.\nRules\nb :- c.": "2:1: this line is text and no rule",
    "Guess:\n{ a }.": "1:1: this line is text and no rule",
    "a.\n\nNow we forbid two bulbs in a row\n:- a, b.": "3:1: this line is text and no rule",
    "Jede weiße Zelle ist beleuchtet.\na.": "1:1: this line is text and no rule",
    "esta línea dice que toda casilla está iluminada\na.": "1:1: this line is text and no rule",
    "A cell (R,C) is lit if a bulb sees it.\na.": "1:1: this line is text and no rule",
    "- each cell is lit\na.": "1:1: this line is text and no rule",
    "2. each cell is lit\na.": "1:1: this line is text and no rule",
    "a.\n======\nb.": "2:1: this line is text and no rule",
    "<pre>\na.": "1:1: this line is text and no rule",
    "In [3]:\na.": "1:1: this line is text and no rule",
    "Sure! Here is the code:\na.": "1:1: this line is text and no rule",
    "###########\n# rules\n###########\na.": "1:1: the lines 1 to 3 are text and no rules",
    "'''\nthe rules of the game\n'''\na.": "1:1: the lines 1 to 3 are text and no rules",
    "=== Rules ===\na.": "1:1: this line is text and no rule",
    "<!-- rules -->\na.": "1:1: this line is text and no rule",
    "\\section{Rules}\na.": "1:1: this line is text and no rule",
    ">>> a.": "1:1: this line is text and no rule",
    "$ clingo mine.lp\na.": "1:1: this line is text and no rule",
    "This program has rules\nfor the bulbs and\nthe cells.\na.": "1:1: the lines 1 to 3 are text "
    "and no rules: delete them, or begin each with %",
    "made by Ada\na.": "1:1: this line is text and no rule",
    # a word after '#'
    "#shw a/1.": "1:1: found #shw, expected #show",
    "#Show a/1.": "1:1: found #Show, expected #show",
    "#minimise1 { 1 : a }.": "1:1: found #minimise1, expected #minimize",
    ":- #coutn { X : b(X) } > 1.": "1:4: found #coutn, expected #count",
    ":- #bulb < 10.": "1:4: found #bulb, which is no word of clingo; atoms are counted by #count, "
    "as in #count { R,C : bulb(R,C) }",
    "#conts k=3.": "1:1: found #conts, expected #const",
    ":- 3 < #bulb.": "1:8: found #bulb, which is no word of clingo; atoms are counted by #count",
    "a(N) :- N = #mean { X : b(X) }.": "1:13: found #mean, expected #count, #sum, #min, #max",
    "#rule a.": "1:1: found #rule, which is no word of clingo; names have no '#': rule",
    "a :- #lit(1).": "1:6: found #lit, which is no word of clingo; names have no '#': lit",
    "a :- b # c.": "1:8: found '#', which has no meaning here",
    # names in two words
    "white cell(X) :- b(X).": "1:7: found cell after 'white', expected a comma between conditions, "
    "or the name white_cell",
    # an unsafe _
    "a.\n  c(X,_) :- b(X,_).": "2:7: _ is unsafe, as each _ is a variable of its own, and nothing "
    "gives it a value here: write a variable, and give it a value in a condition",
    "a(_).": "1:3: _ is unsafe",
    "{ a(X,_) } :- b(X).": "1:7: _ is unsafe",
    "a(X) :- b(X,_), X != _.": "1:22: _ is unsafe",
    ":- #count { _ : b(_) } > 1.": "1:13: _ is unsafe",
    "a(X) :- b(X), |X-_| = 1.": "1:18: _ is unsafe",
    "#show a(_).": "1:9: nothing gives a value to _ in this #show",
    # a pool meant as 'and'
    "c(X,Y) :- b(X;Y).": "1:11: found b(X;Y), but ';' in a body is 'or', as in a rule for each; "
    "for 'and' write an atom for each",
    ":- b((X;Y)), X < Y.": "1:4: found b((X;Y)), but ';' in a body is 'or'",
}
LEGAL = {  # a program that clingo reads: the only remark on it
    ":- a. not b.": "1:5: the full stop here ends the statement, and not b follows",
    "c(X,Y) :- b(X;Y), d(X), d(Y).": "1:11: found b(X;Y), but ';' in a body is 'or'",
    "c(X) :- d(X), not b(X,1;X,2).": "1:15: found not b(X,1;X,2), but ';' in a body is 'or'",
    "c(X) :- d(X), not b(X,(1;2)).": "1:15: found not b(X,(1;2)), but ';' in a body is 'or'",
    ":- d(X), not b(X;X+1).": "1:10: found not b(X;X+1), but ';' in a body is 'or'",
}
RIGHT = (  # programs that look like these
    ":- a. b. c(1..3).",
    "a(X) :- b(X). c(1;2).\n  d(3).",
    "a :-\n  b,\n  c.",
    "c(X,Y) :- b(X,Y;Y,X). :- not a(1;2). d(X) :- b((1;2),X). e(X) :- b(X+1,1;X-1,1), d(X).",
    "a(X) :- b(X) : c(X,Y), d(Y); e(X).\n{ f(X;X+1) } :- e(X).",
    "a :- 1 #sum { X : b(X) } 3, #true. #show a/0. #const k = 3.",
    "%* a text with many words in it\n```\n*% a. % and here is some more text",
)


@pytest.mark.parametrize("program", REFUSED)
def test_a_slip_has_a_message_at_its_place(program: str, tmp_path: Path) -> None:
    (message,) = explain(program, tmp_path)
    assert message.startswith(f"mine.lp:{REFUSED[program]}")


@pytest.mark.parametrize("program", LEGAL)
def test_a_slip_that_clingo_reads_is_remarked_on(program: str, tmp_path: Path) -> None:
    (remark,) = find_remarks(program)
    assert remark.startswith(f"mine.lp:{LEGAL[program]}")


@pytest.mark.parametrize("program", RIGHT)
def test_right_programs_have_no_slips(program: str, tmp_path: Path) -> None:
    assert (explain(program, tmp_path), find_remarks(program)) == ([], [])


@pytest.mark.parametrize("language", ["es", "fr", "de"])
def test_the_messages_are_translated(language: str, tmp_path: Path) -> None:
    english = [explain(program, tmp_path)[0] for program in REFUSED]
    use_language(language)
    pairs = zip(english, (explain(program, tmp_path)[0] for program in REFUSED))
    assert [old for old, new in pairs if old == new] == []
    assert not {remark for program in LEGAL for remark in find_remarks(program)} & {
        f"mine.lp:{text}" for text in LEGAL.values()
    }


def test_a_comment_is_no_text(tmp_path: Path) -> None:
    (message,) = explain("a :- b. % this says that a holds if b holds\nc d.", tmp_path)
    assert message.startswith("mine.lp:2:3: found d after 'c'")


def test_a_misspelt_predicate_is_found_by_its_name() -> None:
    place = ("mine.lp", 3)
    outline = {
        "defines": [("light/2", place), ("black/2", place)],
        "uses": [("ligth/2", place), ("light/2", place), ("black/3", place)],
    }
    assert {name: meant for name, (meant, _) in causes.find_typos(outline).items()} == {
        "ligth": "light"
    }
