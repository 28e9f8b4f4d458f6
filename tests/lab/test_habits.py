"""Habits of other languages: what clingo refuses, and what it reads as something else."""

import itertools
import os
import re
import time
from pathlib import Path

import clingo
import pytest
from clingo import ast

from lab.common.language import use_language
from lab.syntax import causes, habits, messages
from tests import kit

REFUSED = {  # a program: what is said of it after "mine.lp:"
    # Prolog
    "a(R) :- b(R), R =:= 9.": "1:17: found =:=, expected = (a habit from Prolog)",
    "a(R) :- b(R), R =< 9.": "1:17: found =<, expected <= (a habit from Prolog)",
    "a(R) :- b(R), R =\\= 9.": "found =\\=, expected !=",
    "a(R) :- b(R), R \\= 9.": "found \\=, expected !=",
    "a(R) :- b(R), R \\== 9.": "found \\==, expected !=",
    "a(R) :- b(R), \\+ c(R).": "found \\+, expected not (a habit from Prolog)",
    "a(Y) :- b(X), Y is X+1.": "found is, expected =, as in X = Y+1",
    "a(X) :- b(X), X mod 2 = 0.": "found mod, expected \\ (a habit from Prolog)",
    "a(X) :- b(X), !.": "found !, expected nothing: a program has no order",
    "a(R) :- (b(R) -> c(R) ; d(R)).": "found ->, expected a rule for each case",
    "a(X) :- b([X|T]).": "found [X|T], expected round brackets or an atom for each element",
    "a(R) :- b([R,C]).": "found [R,C], expected round brackets or an atom for each element",
    "a(R) :- b(R), not (c(R), d(R)).": "found not (c(R), d(R)), expected 'not' and an atom without",
    "a(R) :- b(R), not(c(R)).": "found not(c(R)), expected 'not' and an atom without brackets",
    "a(R) :- (b(R), c(R)).": "found (b(R), c(R)), expected the conditions without brackets",
    # Python
    "a(X) if b(X).": "1:6: found if, expected :- (a habit from Python)",
    ":- if not b.": "found if, expected the conditions alone, as they follow :- at once",
    "a :- b, if c.": "found if, expected the conditions alone, as they follow :- at once",
    "if b(X): a(X).": "found if, expected the conclusion first, then :- and the conditions",
    "for r in range(n): a(r).": "found for r in range(n), expected a condition with a variable, as "
    "in R = 0..n-1 (a habit from Python)",
    "a(X) :- b(X) for X in c.": "found for X in c, expected a condition with a variable",
    "a(R) :- R in range(n).": "found in range(n), expected = 0..n-1 (a habit from Python)",
    "a(R) :- R in range(1, n+1).": "found in range(1, n+1), expected = 1..n+1-1",
    "a :- b(X), X in 1..2.": "found in, expected =, as in X = 0..4",
    "a :- b(X), X not in c.": "found not in, expected !=, or 'not' and an atom",
    "a :- b(X), c(Y), X is not Y.": "found is not, expected != (a habit from Python)",
    "a :- b && c.": "found &&, expected a comma between conditions (a habit from Python)",
    "a :- b and c.": "found and, expected a comma between conditions (a habit from Python)",
    "a :- b or c.": "found or, expected a comma between conditions; for 'or' write two rules",
    "a :- b || c.": "found ||, expected a comma between conditions; for 'or' write two rules",
    "a :- b, !c(1).": "found !c(1), expected not c(1) (a habit from Python)",
    "a :- ~b(1).": "found ~b(1), expected not b(1) (a habit from Python)",
    "a :- !(b, c).": "found !(, expected 'not' and an atom without brackets",
    "a(X) :- b(X), X % 2 = 0.\nc.": "1:17: found % 2, expected X \\ 2 (a habit from Python)",
    "a(X) :- b(X), 0 = X % 2.": "1: found % 2, expected X \\ 2 (a habit from Python)",
    "a(X) :- b(X), X // 2 = 0.": "found //, expected / (a habit from Python)",
    "a(X) :- b(X), X += 1.": "found +=, expected another variable, as in Y = X+1",
    "a(X) :- b[X].": "found b[X], expected b(X) (a habit from Python)",
    "a(R) :- b[R][C].": "found b[R][C], expected b(R,C) (a habit from Python)",
    "a(X) :- X in {1,2}.": "found in {1,2}, expected values in round brackets, as in X = (1;2)",
    "a(X) :- X = [0..3].": "found = [0..3], expected =, as in X = 0..4 (a habit from Python)",
    "for r in 0..3: a(r).": "found for r in 0..3, expected a condition with a variable",
    "a(X) :- X = [1,2].": "found = [1,2], expected values in round brackets, as in X = (1;2)",
    "a(R,C) :- R,C = 0..3.": "found R,C =, expected a condition for each variable",
    "a(X) :- b(X), Y = X+1 else c.": "found else, expected a rule for each case",
    "a :- b([X for X in c]).": "found [X for X in c], expected #count { X : p(X) } (a habit from",
    "a(r,c) for (r,c) in b.": "found for (r,c) in b, expected a condition with a variable",
    "a(X) :- X = 1,2,3.": "found = 1,2,3, expected values in round brackets, as in X = (1;2)",
    "a(X) :- X = {1..3}.": "found = {1..3}, expected =, as in X = 0..4 (a habit from Python)",
    "def a(X): b(X).": "found def, expected the conclusion first, then :- and the conditions",
    "a(X) :- b(X):": "found :, expected a full stop at the end of a rule (a habit from Python)",
    '"""Rules."""\na.': 'found """, expected %* ... *% (a habit from Python)',
    # gringo 3, DLV
    "#hide.": "1:1: found #hide, expected #show and the predicates to be shown",
    "#compute 1 { a }.": "found #compute, expected :- not p. (a habit from lparse)",
    "a :- b(X), c(Y), != (X,Y).": "found !=, expected operators, as in Z = X+Y",
    "1 [ a(X) : b(X) ] 1.": "found [ a(X) : b(X) ], expected #sum { WEIGHT,TERMS : CONDITIONS }",
    "#base.": "found #base, expected #program base. (a habit from gringo 3)",
    "#cumulative t.": "found #cumulative, expected #program NAME(t).",
    "#domain b(X).": "found #domain b(X), expected a condition that gives the variable a value",
    '#import "x".': 'found #import, expected #include "FILE". (a habit from gringo 3)',
    "a :- b(X), #mod(X,2) = 0.": "found #mod, expected X \\ Y (a habit from gringo 3)",
    "a :- b(X), #abs(X) = 0.": "found #abs, expected |X| (a habit from gringo 3)",
    "a :- b(X), #pow(X,2) = 4.": "found #pow, expected X ** Y (a habit from gringo 3)",
    "a :- b(X), #plus(X,2) = 4.": "found #plus, expected operators, as in Z = X+Y",
    ":- #sum [ a = 1, b = 2 ] > 2.": "found #sum [, expected #sum { WEIGHT,TERMS : CONDITIONS }",
    ":- #count [ a, b ] > 2.": "found #count [, expected #count { TERMS : CONDITIONS }",
    "1 { a, b } 1.": "found ,, expected ; between the atoms in braces, as in { a ; b }",
    "a :- { b(1), c } > 0.": "found ,, expected ; between the atoms in braces, as in { a ; b }",
    "{ a : b : c }.": "found :, expected a comma before a further condition, as in a : b, c",
    "a v b :- c.": "found v, expected | between the atoms of a head (a habit from DLV)",
    "a(1) v b.": "found v, expected | between the atoms of a head (a habit from DLV)",
    "a :- b v c.": "found v, expected a comma between conditions; for 'or' write two rules",
    "a(N) :- b(R), N := #count { C : c(R,C) }.": "found :=, expected = (a habit from gringo 3)",
    ":~ a. [1:2]": "found :, expected [WEIGHT@LEVEL] (a habit from DLV)",
    "a(X) :- #int(X).": "found #int, expected =, as in X = 0..4 (a habit from DLV)",
    "a(Y) :- b(X), #succ(X,Y).": "found #succ, expected Y = X+1 (a habit from DLV)",
    "a(Y) :- b(X), #prec(Y,X).": "found #prec, expected X = Y-1 (a habit from DLV)",
    "a(X) :- #avg { X : b(X) } > 1.": "found #avg, expected #sum (a habit from gringo 3)",
    "a(1)?": "found ?, expected a full stop at the end of a rule (a habit from DLV)",
    # a '#' before a word of other languages
    "a(X) :- b(X), X #!= 3.": "1:17: found #!=, expected != (a habit from Prolog)",
    "a(X) :- b(X), X #\\= 3.": "1:17: found #\\=, expected != (a habit from Prolog)",
    "a(X) :- b(X), X #=< 3.": "found #=<, expected <= (a habit from Prolog)",
    "a(X) :- b(X), X #>= 3.": "found #>=, expected >= (a habit from Prolog)",
    "a(X) :- b(X), X #= 3.": "found #=, expected = (a habit from Prolog)",
    "a #<=> b.": "found #<=>, expected the conclusion first",
    "a :- b #/\\ c.": "found #/\\, expected a comma between conditions",
    "a :- b #\\/ c.": "found #\\/, expected a comma between conditions; for 'or' write two rules",
    "a(Z) :- b(X), Z = X #xor 1.": "1:21: found #xor, expected ^",
    "a :- b #and c.": "found #and, expected a comma between conditions",
    "a :- b #or c.": "found #or, expected a comma between conditions; for 'or' write two rules",
    "a :- #not b.": "found #not, expected not",
    "a :- #any { X : b(X) }.": "found #any, expected an atom in the body: it holds if some values",
    ":- #forall X : b(X).": "found #forall, expected conditions with ':', as in a(X) : b(X)",
    ":- #atmost 1 { b }.": "found #atmost, expected 1 { a ; b } 2",
    ":- #size { X : b(X) } > 1.": "found #size, expected #count { TERMS : CONDITIONS }",
    "a :- b(X), #sqrt(X) = 2.": "found #sqrt, expected X * X = Y",
    "#define size 7.": "found #define, expected #const NAME=VALUE. (a habit from C)",
    "#ifdef size.": "found #ifdef, expected a rule for each case",
    "#print a/1.": "found #print, expected #show and the predicates to be shown",
    "# show a/1.": "1:1: found # show, expected #show",
    # other languages, slips
    "#const N=7.": "1:8: found N, expected a name that begins with a small letter",
    "#const k := 7.": "1:10: found :=, expected =",
    "a :- 'it is lit'.": "found 'it is lit', expected a name without quotes and blanks",
    "a(R) :- b(R), is lit(R).": "1:15: found is lit, expected is_lit",
    "{ light-bulb(R,C) : white(R,C) }.": "1:3: found light-bulb, expected light_bulb",
    "#const k: 7.": "1:9: found :, expected =",
    "#include mine.": '1:10: found mine, expected #include "FILE".',
    "row(0:n-1).": "found :, expected ..",
    "a(R) :- b(R), X := R.": "found :=, expected = (a habit from Pascal)",
    "a(X) :- b(X), X =/= 3.": "found =/=, expected !=",
    "a(X) :- b(X), X not= 3.": "found not=, expected !=",
    "a(X) :- b(X), X ~= 3.": "found ~=, expected !=",
    "a(X) :- b(X), X =! 3.": "found =!, expected !=",
    "a :- b /\\ c.": "found /\\, expected a comma between conditions",
    "a :- b \\/ c.": "found \\/, expected a comma between conditions; for 'or' write two rules",
    "a :- b unless c.": "found unless, expected , not",
    "a :- b but not c.": "found but, expected a comma between conditions",
    "a(X) where b(X).": "found where, expected :-",
    "a(X) :- X = 1 to 3.": "found to, expected ..",
    "a(X) <-> b(X).": "found <->, expected the conclusion first, then :- and the conditions",
    ":- ∀ R : a(R).": "found ∀, expected conditions with ':', as in a(X) : b(X)",
    ":- ∃ a(1).": "found ∃, expected an atom in the body",
    "a(X) :- X = ∑ { 1 : b }.": "found ∑, expected #sum",
    "a(X) :- b(X), X < ∞.": "found ∞, expected #sup",
    "a := 3.": "found :=, expected :-",
    "a(R) :- b(R), R => 9.": "found =>, expected >=",
    "a(X) => b(X).": "found =>, expected the conclusion first, then :- and the conditions",
    "b(X) --> a(X).": "found -->, expected the conclusion first, then :- and the conditions",
    "a(R) :- b(R), R === 9.": "found ===, expected = (a habit from JavaScript)",
    "a(R) :- b(R), R !== 9.": "found !==, expected != (a habit from JavaScript)",
    "a :- b | c.": "found |, expected a comma between conditions; for 'or' write two rules",
    "a :- b & c.": "found &, expected a comma between conditions",
    "a :- b(X), X div 2 = 1.": "found div, expected /",
    "a(X) :- NOT b(X).": "found NOT, expected not",
    ":- not exists b(1).": "found not exists, expected 'not' and an atom, with _ for what may be",
    "a :- exists b(X).": "found exists, expected an atom in the body: it holds if some values",
    "if b then a.": "found if, expected the conclusion first",
    "b then a.": "found then, expected the conclusion first",
    "// light\na.": "found //, expected %, which begins a comment (a habit from C)",
    "a.\n/* light */\nb.": "2:1: found /*, expected %* ... *% (a habit from C)",
    "a.\n-- light of day\nb.": "2:1: found --, expected %, which begins a comment",
    "show cell/3.": "1:1: found show, expected #show",
    "#show a/1, b/1.": "found ,, expected a #show for each predicate",
    "a :- count { X : b(X) } > 1.": "found count {, expected #count {",
    "a :- sum(X : b(X)) > 1.": "found sum(, expected #sum {",
    "a :- #count(X : b(X)) > 1.": "found #count(, expected #count { TERMS : CONDITIONS }",
    "a :- #sum(X : b(X)) > 1.": "found #sum(, expected #sum { WEIGHT,TERMS : CONDITIONS }",
    "a :- #count { X | b(X) } > 1.": "found |, expected : before a condition in braces",
    "a :- #count { X : b(X), Y : c(Y) } > 1.": "found ,, expected ; between elements",
    "{ a }, b :- c.": "found ,, expected a rule for each head",
    "a :- b, c :- d.": "found :-, expected one :- in a rule",
    "a.\n: - b.": "2:1: found : -, expected :- without a blank",
    ": white(R,C), not lit(R,C).": "1:1: found :, expected :-",
    "ok(R) : b(R), 1 = #count { A : c(A) }.": "found :, expected :-",
    "a(R) - b(R), not c(R).": "found -, expected :-",
    "a :- b, (X,Y), c.": "found (X,Y), expected the name of a predicate before the brackets",
    # brackets
    "a(R) :- b(R), (R = 90; R = 3).": "1:18: found =, but round brackets hold terms, not "
    "conditions: 'or' in a body is one rule for each alternative",
    "a(X Y).": "found Y, but the brackets after a name hold terms with commas between them",
    "{ a(X) b(X) }.": "found b, but braces hold atoms with ';' between them",
    "a :- #count { X b(X) } > 1.": "found b, but these braces hold elements with ';' between them",
    ":~ a(X). [X@Y@1]": "found @, but square brackets hold a weight",
    "a(X) :- b(X)), c(X).": "1:13: the bracket ) has no opening bracket",
    "a(X) :- b(X, c(X).": "the bracket ( of line 1 is not closed",
    # a PDF, a word processor
    ":– b(X), X > 3.": "1:1: found :–, expected :- (a sign of a PDF or a word processor)",
    "a. :— b.": "1:4: found :—, expected :- (a sign of a PDF or a word processor)",
    "a :– b.": "1:4: found :–, expected :- (a sign of a PDF or a word processor)",
    "a :- b(X), X ≠ 3.": "found ≠, expected != (a sign of a PDF or a word processor)",
    "a :- b(X), X ≤ 3.": "found ≤, expected <=",
    "a :- b(X), X ≥ 3.": "found ≥, expected >=",
    "a(1…3).": "found …, expected ..",
    "a :- b(X), X−1 = 2.": "found −, expected -",
    "a :- b(X), X×2 = 2.": "found ×, expected *",
    "a :- b(X), X÷2 = 2.": "found ÷, expected /",
    "a :- b(X’).": "found ’, expected '",
    "a(R,’b’) :- c(R).": "found ’b’, expected b",
    "a(R,“b”) :- c(R).": 'found “, expected "',
    "a ← b.": "found ←, expected :-",
    "b → a.": "found →, expected :-",
    "a :- ¬b.": "found ¬, expected not",
    "a :- b ∧ c.": "found ∧, expected ,",
    "a ∨ b.": "found ∨, expected |",
    "a(X) :- X ∈ b.": "found ∈, expected =",
    "a ∶- b.": "found ∶-, expected :-",
    "a :- b(X), X² = 4.": "found ², expected **2",
    "a :- b(X), X³ = 8.": "found ³, expected **3",
    "row®.": "found ®, expected (r)",
    "row©.": "found ©, expected (c)",
    "a（1）.": "found （, expected (",
    "a.\u00a0b.": "found U+00A0, expected a plain blank or nothing (a sign of a PDF",
    "a\u200b.": "found U+200B, expected a plain blank or nothing",
    "tamaño(3).": "1:5: found ñ, expected n: names have the letters a to z without accents",
    "ﬁeld(3).": "found ﬁ, expected fi: names have the letters a to z",
    "a½.": "1:2: found '½', which has no meaning here",
}
UNSAFE = {  # a program: what is said of it
    "white(R,C) :- R=0..N-1, C=0..N-1.": "1:30: the variable N is unsafe, as nothing gives it a "
    "value: a capital begins a variable; was the constant n meant? Or add dim(N) to the body",
    "white(R,C) :- R < ROWS, C < COLS.": "was the constant rows meant?",
    "white(R,C) :- not black(R,C).": "the variables R and C are unsafe, as nothing gives them "
    "values: not black(R,C) only tests values; a condition such as R = 0..n-1, C = 0..n-1 gives",
    "a(R,C) :- w(R,C), not ray(R,C,A,B).": "the variables A and B are unsafe, as nothing gives "
    "them values: not ray(R,C,A,B) only tests values; write not ray(R,C,_,_), or a rule in between",
    "a(R,C) :- w(R,C), not w(R,C+D).": "D = 0..n-1",
    "full(R) :- white(R,C) : across(R,C,C).": "the variable R is unsafe, as nothing gives it a "
    "value: an atom with ':' gives no value",
    "a(R) :- b(C) : c(C), row(R).": "which end at the next ';'",
    "a(X) :- X > 3.": "X > 3 only tests values; a condition such as X = 0..n-1 gives some",
    "a(X) :- b(X*X).": "an expression in an atom gives a value only if it has one variable",
    "a(X) :- X = Y+1.": "the variable Y is unsafe, as nothing gives it a value: the body lacks",
    "a(X,Y) :- b(X).": "the variable Y is unsafe, as nothing gives it a value: the body lacks "
    "conditions such as Y = 0..n-1",
    "a(R,C) :- row(R), col(c).": "c is a constant, as it begins with a small letter; was the "
    "variable C meant?",
    "a :- b(R), #count { S,D : c(R,S) } > 1.": "the variable D is unsafe, as nothing gives it a "
    "value: a variable before ':' in braces needs a condition after this ':'",
    "a(R) :- #count { C : c(R,C) } > 1.": "conditions in braces give no values to what stands",
    "a :- #count { X : b(X+Y) } > 1.": "an expression in an atom gives a value only if",
    "#minimize { W : a }.": "it must occur in a condition of the body that holds for some values",
    "a :- b(_), c(X) : not d(X).": "the variable X is unsafe",
    "a(_) :- b.": "1:3: _ is unsafe, as each _ is a variable of its own, and nothing gives it a",
    "#show a(X).": "nothing gives a value to X in this #show, expected a predicate and the number",
    "#show cell(C,R,B).": "nothing gives a value to C and R and B in this #show",
    "#show a(_).": "nothing gives a value to _ in this #show",
    "#show cell(R,C,B) : cell(R,C,b).": "B is unsafe, as nothing gives it a value: a capital "
    "begins a variable; was the constant b meant?",
    "#show a(R,C,V) : b(R,C).": "the variable V is unsafe, as nothing gives it a value: it must "
    "occur in a condition of the body",
    "#show a(X) : not b(X).": "not b(X) only tests values",
}
LEGAL = {  # a program that clingo reads, or that has unsafe variables only: a remark
    "bulb(R,C), cell(R,C,b) :- white(R,C).": "1: found bulb(R,C), cell(R,C,b), but a comma between "
    "heads is 'or'; for 'and' write a rule for each",
    "a.\nb, c.": "2:1: found b, c, but a comma between heads is 'or'",
    "seen(R,C) : - white(R,C).": "1: found : -, but a ':' in a head is 'or' over all atoms with "
    "this condition; a rule has :- without a blank",
    "lit(R,C) : bulb(R,C).": "found :, but a ':' in a head is 'or' over all atoms",
    "- a(1), b.": "found -, but this is a minus sign; a rule has :-",
    "a(1) - b.": "found -, but this is a minus sign; a rule has :-",
    "p(X) <- q(X), r(X).": "found <-, but this compares two terms; a rule has :-",
    "p(X) <= q(X).": "found <=, but this compares two terms; a rule has :-",
    "n = 7.": "found n = 7, but this is a condition and names no value; #const does",
    "#count { X : b(X) } > 3.": "found #count, but in a head this chooses atoms",
    "a(X) :- b(X), c(Y), abs(X-Y) = 1.": "found abs(X-Y), but abs(X) is not computed; the absolute "
    "value is |X| (a habit from Python)",
    "a(X) :- b(X), mod(X,2) = 1.": "found mod(X,2), but functions are not computed",
    "a(R) :- R = range(n).": "found range(n), but functions are not computed",
    "a(R,C) :- w(R,C), lit(R,C) = 1.": "found lit(R,C) = 1, but in a comparison this is a term",
    "a(R,C) :- w(R,C), cell(R,C) == b.": "but in a comparison this is a term and no atom",
    "lit(R,C) == True :- w(R,C).": "but in a comparison this is a term and no atom",
    "a(X) :- b(X), X != None.": "found None, but this is a variable, as it begins with a capital",
    "a(X) :- b(X) ; c(X).": "found ;, but between conditions ';' is 'and', as the comma is; for "
    "'or' write a rule for each (a habit from Prolog)",
    "a(X) :- b(X), -c(X).": "found -c(X), but this holds only where a rule has it in its head",
    "a(R,C) :- cell(R,C,x;0;1).": "found cell(R,C,x;0;1), but ';' separates whole lists of "
    "arguments here; values in one place have brackets of their own, as in cell(R,C,(x;0))",
    "p(X;;Y) :- q(X).": "found p(X;;Y), but ';' separates whole lists of arguments here",
    "a(X) :- b(X), X = X+1.": "found X = X+1, but no value makes this true",
    "a(Y) :- b(X), Y = X^2.": "found ^, but ^ is the exclusive or of bits; a power is X ** Y",
    "row(0-n).": "1:5: found 0-n, but this is one number, the difference; all values in between",
    "#program step(t).": "1:1: found #program step, but the rules below this line do not count",
    "a(X) :- cell(X,Y,'b').": "found 'b', but with quotes, this is another constant than without",
    'a(X) :- cell(X,Y,"x").': 'found cell(X,Y,"x"), but a text in quotes is another value',
}
PREDICATES = {  # a signature: what is said of it
    "between/3": "found between/3, expected =, as in X = 0..4 (a habit from Prolog)",
    "member/2": "expected values in round brackets",
    "findall/3": "expected #count { X : p(X) } = N (a habit from Prolog)",
    "once/1": "expected an atom in the body",
    "forall/2": "expected conditions with ':', as in a(X) : b(X)",
    "succ/2": "expected operators",
    "nth0/3": "expected round brackets or an atom",
    "fail/0": "expected #false",
    "true/0": "expected #true",
    "write/1": "expected #show",
    "neq/2": "expected X != Y (a habit from lparse)",
    "eq/2": "expected X = Y",
    "lt/2": "expected X < Y",
    "gt/2": "expected X > Y",
    "le/2": "expected X <= Y",
    "ge/2": "expected X >= Y",
    "range/2": "expected =, as in X = 0..4",
}
RIGHT_STYLES = (  # right rules that look like habits
    "a ; b :- c. a | b :- c.",
    "a(X) :- b(X), X == 3, X <> 4, 0 <= X < 9.",
    "a :- b(X) : c(X), d(X); e. a :- b : c; d.",
    ":- not -a(1). -a(X) :- b(X), not a(X). b(1). c(X) :- -a(X).",
    "{ a(X,Y) : b(X), c(Y) } = 1 :- d. 1 { a ; b } 1. a(1;2). d(1,2;3,4).",
    "p((R,C)) :- q(R,C). s(P) :- p(P), P = (A,B), A != B. f(X) :- g(X), X = h(Y), Y = 1..2.",
    "n(X) :- m(X), X \\ 2 = 0, X / 2 = 1, |X-3| = 1, X ** 2 = 4, X = -1.",
    "in(1). is(2). or(3). v(4). mod(5). and(6). for(7). if(8). max(9). abs(1).",
    "a :- in(X), or(X), v(X), mod(X), if(X), abs(X). #show a/0. #const k = 3. #show.",
    '% a, b :- c % 2 = 0\na. %* : - *% b("x, y :- z").',
    ":~ a(X). [X@1,X] #minimize { X,Y : b(X,Y) }.",
)


def explain(program: str, folder: Path) -> list[str]:
    """Return what is said of a program that clingo refuses, each with its place."""
    path = folder / "mine.lp"
    path.write_text(program, "utf-8")
    errors: list[str] = []

    def note(code: object, text: str) -> None:
        if "error:" in text:
            errors.append(text.replace(f"{folder}{os.sep}", ""))

    try:
        ast.parse_files([str(path)], lambda node: None, logger=note)
        control = clingo.Control(logger=note)
        control.load(str(path))
        control.ground([("none", [])])
    except RuntimeError:
        assert errors
    explained = messages.explain_errors(errors, folder, {"b", "x"})
    return [f"{message.place}: {message.text}" for message in explained]


def find_remarks(program: str) -> list[str]:
    """Return the remarks on statements that clingo reads, each with its place."""
    explained = causes.find_misreadings({"mine.lp": program})
    return [f"{message.place}: {message.text}" for message in explained]


@pytest.mark.parametrize("program", REFUSED | UNSAFE)
def test_a_refused_program_is_explained(program: str, tmp_path: Path) -> None:
    first = explain(program, tmp_path)[0]
    assert first.startswith("mine.lp:")
    assert (REFUSED | UNSAFE)[program] in first


@pytest.mark.parametrize("program", LEGAL)
def test_a_habit_with_another_meaning_is_remarked_on(program: str, tmp_path: Path) -> None:
    (remark,) = find_remarks(program)
    assert remark.startswith("mine.lp:")
    assert LEGAL[program] in remark
    assert all("syntax" not in message for message in explain(program, tmp_path))


def test_the_cause_of_an_unsafe_variable_is_explained_in_place_of_it(tmp_path: Path) -> None:
    (message,) = explain("a(R,C) :- cell(R,C,x;0).", tmp_path)
    assert message.startswith("mine.lp:1:11: found cell(R,C,x;0), but ';' separates whole lists")


@pytest.mark.parametrize("signature", PREDICATES)
def test_a_predicate_of_another_language_is_named(signature: str) -> None:
    outline = {"defines": [], "uses": [(signature, ("mine.lp", 3))]}
    (message,) = causes.find_undefined(outline)
    assert message.place.line == 3
    assert PREDICATES[signature] in message.text


def test_a_predicate_of_the_program_is_no_habit(tmp_path: Path) -> None:
    place = ("mine.lp", 1)
    outline = {"defines": [("member/2", place)], "uses": [("member/2", place)]}
    assert list(causes.find_undefined(outline)) == []


@pytest.mark.parametrize("program", RIGHT_STYLES)
def test_right_rules_are_not_remarked_on(program: str, tmp_path: Path) -> None:
    assert (explain(program, tmp_path), find_remarks(program)) == ([], [])


def test_no_program_of_the_kit_is_remarked_on() -> None:
    paths = [*kit.DATA.glob("*/right/*.lp"), *kit.ROOT.glob("*/*.lp"), *kit.ROOT.glob("*.lp")]
    assert len(paths) > 25
    remarks = [causes.find_misreadings({path.name: path.read_text("utf-8")}) for path in paths]
    assert list(itertools.chain(*remarks)) == []


@pytest.mark.parametrize("rule", ["a :- b\nin(1) :- c.", "a\nv(1)."])
def test_a_missing_full_stop_is_no_habit(rule: str, tmp_path: Path) -> None:
    assert ": the statement that ends here has no full stop" in explain(rule, tmp_path)[0]


def test_each_habit_has_an_example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A row that no example reaches would be hidden by the rows before it."""
    seen = set()
    explain_habit = habits.Habit.explain

    def note(habit: habits.Habit, *words: object) -> str:
        seen.add(habit)
        return explain_habit(habit, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(habits.Habit, "explain", note)
    for program in REFUSED | UNSAFE:
        explain(program, tmp_path)
    for program in LEGAL:
        find_remarks(program)
    for signature in PREDICATES:
        habits.explain_predicate(signature)
    rows = {habit for part, rows in habits.read_habits().items() for habit in rows}
    characters = set(habits.read_habits()["character"])
    assert [habit.pattern.pattern for habit in rows - characters - seen] == []
    shown = "".join(REFUSED)
    assert all(re.search(habit.pattern, shown) for habit in characters)


@pytest.mark.parametrize("language", kit.long_except(["es", "fr", "de"], "de"))
def test_the_examples_are_translated(language: str, tmp_path: Path) -> None:
    english = [explain(program, tmp_path)[0] for program in REFUSED | UNSAFE]
    use_language(language)
    translated = [explain(program, tmp_path)[0] for program in REFUSED | UNSAFE]
    assert not set(english) & set(translated)


@pytest.mark.parametrize("piece", ["(", "a(", ":-", ":", "[", "{", "|", "!", "a b", "–", ",:"])
def test_a_hostile_statement_is_explained_in_time(piece: str, tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text(piece * 10_000, "utf-8")
    begin = time.process_time()
    error = "mine.lp:1:5001-5002: error: syntax error, unexpected :"
    assert messages.explain_errors([error], tmp_path)
    misreadings = list(causes.find_misreadings({"mine.lp": piece * 10_000}))
    assert len(misreadings) == (piece == ",:")  # the only one of these with a meaning
    assert time.process_time() - begin < 3
