"""Search every board of a size at once for one on which a program is wrong, or prove that none is.

Three programs stand side by side in clingo: a choice of given cells (given_cells.lp), the program
that is judged, and the rules of the puzzle as a checker (rules.lp in its folder), which chooses
nothing and says which rules an answer breaks; open_board.lp connects them.  The text of the judged
program is unchanged, except for two things, see rewriting.py: what it shows becomes an atom that
the checker reads, and its constraints can be set aside.  So one grounding of a size answers these
questions:

    question      constraints  is there ...
    accepted      hold         an answer that breaks a rule?
    forbidden     set aside    a right answer that violates a constraint?
    undrawable    hold         an answer that decode.py may be unable to draw?
    refused       hold         a right answer, of some random ones, that no answer set has?
    doubled       hold         a right answer, of these, that two answer sets have?
    counted       hold         (how many answer sets, and how many boards with a right answer?)

Why the end of a search is a proof.  The given cells do not depend on the program, and the program
does not depend on the checker.  So the whole has three layers (V. Lifschitz and H. Turner,
Splitting a logic program, 1994), and its answer sets are exactly a board, an answer set of the
program on this board, and what the checker says of it.  If clingo ends without an answer set for
`accepted`, no board of the size has a wrong answer.  If it ends without one for `forbidden`, no
constraint is in the way of a right answer.  If no answer is wrong, and there are as many answer
sets, and as many boards with an answer, as the checker has right answers, the program has each of
them, and each once: that is the whole proof, for any program.

What is not proven.  Right answers of boards too large to count may be refused by other parts of a
program than constraints: what it cannot choose, bounds of a choice, loops through negation.  Random
right answers are tried there.  Nothing is proven of costs, nor of a program that minimises.  A
proof rests on rules.lp, which a test ties to rules.py, on boards.lp, and on the values that the
solutions of the trial boards have, with the numbers up to the longer side: cells with other values
are no part of an answer.

rewriting.py    the text of a program for the search
checker.py      the rules and boards of a puzzle as texts, and its right answers
questions.py    asks the questions about a program, size after size
difference.py   compares two programs
The search runs in a sandboxed server: open_board.py and .lp, given_cells.lp in lab/runner/server/.
"""
