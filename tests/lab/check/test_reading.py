"""Programs that do not read or ground, names that are probably others, hostile programs."""

import itertools
import os
from pathlib import Path

import pytest

from lab.check import report
from lab.check.judges import reading
from lab.runner.task_pool import TaskPool
from tests import kit
from tests.lab.check.kit import REFERENCE, Judge, examine

SYNTAX = {  # program: a part of the message
    "p(X) :- q(Y).\nq(1).": "1:3: the variable X is unsafe",
    "p(R,C,B) :- cell(R,C,_).": "1:7: the variable B is unsafe, as nothing gives it a value: a "
    "capital begins a variable; was the constant b meant?",
    "{ cell(R,C,b) } :- white(R,C)\n:- a.": ":1:29: the statement that ends here has no full stop",
    "a.\nb": ":2:1: the statement that ends here has no full stop",
    "a :- b(1,\n c(2).": "2:6: the bracket ( of line 1 is not closed before this place",
    "{ a ; b :- c.": "1:9: the bracket { of line 1 is not closed before this place",
    "a.\nCell(1,2).": "2:5: found Cell(...), but a capital begins a variable",
    ":- a, , b.": "1:7: found , after ',', expected one more condition between them",
    "a :- b c.": "1:8: found c after 'b', expected a comma between conditions",
    "a :- b order.": "1:8: found order after 'b', expected a comma between conditions",
    "a.\n\ufeffb.": "2:1: found a byte-order mark, expected UTF-8 without it",
    "% a\ra.\rb.": "1:1: found lines that end with CR alone, expected LF or CRLF: clingo takes",
    'a.\r"%". b. %c\rd.': "1:12: found lines that end with CR alone, expected LF or CRLF",
    "a(1).\n#show Cell/3.": "2:7: nothing gives a value to Cell in this #show, expected a "
    "predicate and the number of its arguments, as in #show cell/3, or a condition after ':'",
    "-: a.": "1:1: found -:, expected :-",
    "q(1).\np(X) <- q(X), r(X).": "2:6: found <-, but this compares two terms; a rule has :-",
    "a.\n# light\nb.": "2:1: this line is text and no rule: delete it, or begin it with %",
    'p("abc).': "1:3: found a string without its end",
    "% Ä\né.": "2:1: found é, expected e: names have the letters a to z",
    "a. %* no end": "found the end of the file within a comment",
    "a :- b, X ! 3.": "1:11: found '!', which has no meaning here (not equal is !=)",
    "#const n=7.": "1: found #const n in the program, expected it in the facts of the grid only",
    '#include "other.lp".': "1: the included file other.lp does not exist",
}


@pytest.mark.parametrize("program", SYNTAX)
def test_a_syntax_error_is_told_in_plain_words(judge: Judge, program: str) -> None:
    message = judge(program).findings[0].message
    assert message.startswith("mine.lp:")
    assert SYNTAX[program] in message


CONFUSIONS = {  # a wrong program: a remark on it
    "tile(R,C) :- cell(R,C,x).\n{ cel(R,C,b) : tile(R,C) }.\n#show cell/3.": (
        "mine.lp:2: cel/3 occurs in no body and is not shown; was cell/3 meant?"
    ),
    "lit(R,C) :- cell(R,C,x).\n{ cell(r,0,b) : lit(r,0) }.": (
        "mine.lp:2: r is a constant, as it begins with a small letter; was the variable R meant?"
    ),
    "a :- #count { cell(R,C,b) : cell(R,C,x) } > 0.": "mine.lp:1: cell(R,C,b) is counted as a "
    "term, whether it holds or not; after ':' it is an atom",
    "bulb(R,C), cell(R,C,b) :- cell(R,C,x).": "mine.lp:1:1: found bulb(R,C), cell(R,C,b), but a "
    "comma between heads is 'or'; for 'and' write a rule for each",
    "a(1).\nseen(R,C) : - cell(R,C,x).": "mine.lp:2:11: found : -, but a ':' in a head is 'or' "
    "over all atoms with this condition; a rule has :- without a blank",
}


UNDRAWABLE = {  # what a right program shows beside its answer, and the finding
    '#show cell(R,C,"b") : cell(R,C,b).': 'cell(0,0,"b") fits no grid: expected cell(R,C,V)',
    "#show cell(R,C,lit) : cell(R,C,b).": "cell(0,0,b) and cell(0,0,lit): one cell has two values",
    "#show cell(R,7,w) : cell(R,C,b).": "cell(0,7,w) lies outside the board of 1 rows and 1 col",
    "#show cell(R,c,w) : cell(R,C,b).": "cell(0,c,w) fits no grid: expected cell(R,C,V)",
    '#show cell(R,C,"") : cell(R,C,b), n > 5.': ',"") fits no grid: expected cell(R,C,V)',
}


def check_display(judge: Judge, text: str, part: str) -> None:
    """Judge the reference with another #show; assert that the only finding has this part."""
    (finding,) = judge(REFERENCE + text).findings
    assert (finding.stage, finding.code) == ("contract", "display")
    assert finding.message.startswith("decode.py cannot draw an answer: cell(")
    assert part in finding.message


@pytest.mark.parametrize("text", kit.long_except(UNDRAWABLE, *[*UNDRAWABLE][::2]))
def test_an_answer_that_decode_cannot_draw_is_a_finding_of_display(
    judge_few: Judge, text: str
) -> None:
    check_display(judge_few, text, UNDRAWABLE[text])


@pytest.mark.long
@pytest.mark.parametrize("text", UNDRAWABLE)
def test_a_search_of_all_boards_adds_no_finding_to_that_of_display(
    judge_and_search: Judge, text: str
) -> None:
    check_display(judge_and_search, text, UNDRAWABLE[text])


UNDRAWABLE_AT_ONE_SIZE = {
    '#show cell(0,0,"?") : n = 8.': 'cell(0,0,"?") fits no grid: expected cell(R,C,V)',
    "#show cell(R,C,(b;lit)) : cell(R,C,b), n = 9.": ": one cell has two values",
}


@pytest.mark.long
@pytest.mark.parametrize("text", UNDRAWABLE_AT_ONE_SIZE)
def test_an_answer_that_cannot_be_drawn_is_found_on_a_large_board_too(
    judge: Judge, text: str
) -> None:
    check_display(judge, text, UNDRAWABLE_AT_ONE_SIZE[text])


def test_blank_cells_in_quotes_are_no_fault(judge_few: Judge) -> None:
    assert not judge_few(REFERENCE + 'cell(R,C,".") :- white(R,C).').findings


@pytest.mark.parametrize("program", kit.long_except(CONFUSIONS, *itertools.islice(CONFUSIONS, 2)))
def test_names_that_are_probably_others_are_remarks(judge_few: Judge, program: str) -> None:
    examined = judge_few(program)
    assert CONFUSIONS[program] in [remark.message for remark in examined.remarks]


@pytest.mark.parametrize(
    "old, new", [("not lit(R,C)", "not list(R,C)"), kit.long("lit(R,C) :-", "lit(r,c) :-")]
)
def test_a_name_that_is_likely_another_is_no_mistake(judge_few: Judge, old: str, new: str) -> None:
    text = (
        "dim(0..n-1,0..n-1).\nwhite(R,C) :- dim(R,C), not cell(R,C,(x;0..4)).\n"
        "{ cell(R,C,b) } :- white(R,C).\nlit(R,C) :- white(R,C), cell(R,C,b).\n"
        ":- white(R,C), not lit(R,C)."
    )
    examined = judge_few(text.replace(old, new))
    refusal = next(f for f in examined.findings if f.code == "refuses-solution")
    assert (refusal.mistake, refusal.sentence) == (None, "")


ENDLESS = "p(R,C,C) :- cell(R,C,x).\np(R,C,0) :- dim(R), dim(C).\np(R,C,D+1) :- p(R,C,D)"


def test_a_rule_that_grounds_without_end_is_named(judge_few: Judge, short_limits: None) -> None:
    (finding,) = judge_few(f"{ENDLESS}.").findings
    assert finding.code == "time"
    assert finding.message.startswith("mine.lp:3: the program comes to no end on this grid")
    assert finding.message.endswith("D+1 grows with each step, and nothing in this rule bounds it")
    assert "time" not in {finding.code for finding in judge_few(f"{ENDLESS}, D < n.").findings}


@pytest.mark.long
@pytest.mark.parametrize(
    ("rule", "term"),
    [
        ("p(f(X)) :- p(X).", "f(X)"),
        ("p(Y) :- p(X), Y = X+1.", "X+1"),
        ("p(X) :- p(X-1).", "X"),
    ],
)
def test_a_term_that_grows_without_end_is_named(judge_few: Judge, rule: str, term: str) -> None:
    (finding,) = judge_few(f"p(1).\n{rule}").findings
    assert finding.message.startswith("mine.lp:2: ")
    assert f": {term} grows with each step" in finding.message


CYCLES = {  # rules that ground without end, and what is said of them after "mine.lp:"
    "q(X) :- p(X).\np(X+1) :- q(X).\np(0).": (
        "2: {no_end}: X+1 grows with each round through this rule and mine.lp:1, and "
        "nothing in them bounds it"
    ),
    "p(0,n).\np(Y,B) :- r(Y,B,0).\nq(B,X) :- p(X,B), B = 0..n.\nr(f(X),B,A) :- q(B,X), A = 0..1.": (
        "4: {no_end}: f(X) grows with each round through this rule and mine.lp:2 and mine.lp:3, "
        "and nothing in them bounds it"
    ),
    # what bounds the argument in another rule is not a cause; the second cycle has no bound
    "p(0).\nq(X+1) :- p(X).\np(X) :- q(X), X < n.\ns(X+1) :- t(X).\nt(X) :- s(X).\ns(0).": (
        "4: {no_end}: X+1 grows with each round through this rule and mine.lp:5, and "
        "nothing in them bounds it"
    ),
}


@pytest.mark.long
@pytest.mark.parametrize(("rules", "message"), CYCLES.items())
def test_a_cycle_of_rules_that_grow_forever_is_named(
    rules: str, message: str, judge: Judge
) -> None:
    examined = judge(rules)
    no_end = "the program comes to no end on this grid within 1 s of computing"
    assert examined.findings[0].message == f"mine.lp:{message.format(no_end=no_end)}"
    line, _, text = message.format(no_end=no_end).partition(": ")
    assert f"mine.lp:{line}:1: error: {text}\n" in report.format_gcc(examined)


CAUSES = {  # a program that reads and answers wrong: the beginning of the first message
    "cell(0..m-1,0,b).": "1: (m-1) has no value, as m is not a number; the size of the grid is the "
    "constant n",
    "cell(0,0,b) :- tile(1).\ntile(1,1).": "1: tile/1 occurs in no head and in no facts; was "
    "tile/2 of line 2 meant",
    "{ cell(0,0,b) }.\ncell(0,1,x). dim(2).": "2: found cell(0,1,x). in the program",
}


def test_a_predicate_of_the_program_is_no_fact_of_a_grid(judge_few: Judge) -> None:
    examined = judge_few("dim(0..n-1). cell(0,0,b).")
    assert "reads" not in {finding.stage for finding in examined.findings}


@pytest.mark.parametrize("program", kit.long_except(CAUSES, *itertools.islice(CAUSES, 2)))
def test_the_cause_of_wrong_answers_is_reported_first(judge_few: Judge, program: str) -> None:
    cause, *wrong_answers = judge_few(program).findings
    assert (cause.stage, cause.code) == ("reads", "syntax")
    assert cause.message.startswith(f"mine.lp:{CAUSES[program]}")
    assert wrong_answers
    assert "reads" not in {finding.stage for finding in wrong_answers}


@pytest.mark.parametrize("program", ["", "cell(0,0,b)."])
def test_entries_of_one_kind_are_counted_after_the_tenth(judge_few: Judge, program: str) -> None:
    lines = [f"used{n} :- absent{n}, absent{n}(1)." for n in range(50)]
    report = judge_few("\n".join([program or REFERENCE, *lines]))
    entries = report.findings if program else report.remarks
    absent = [entry.message for entry in entries if "/1 occurs in no head" in entry.message]
    assert 0 < len(absent) <= 10
    assert "more of this kind, which are left out: 90" in {r.message for r in report.remarks}


AGGREGATE_HEADS = (
    "{} #count {{ R,C : bulb(R,C) : white(R,C) }}.",
    "0 {} #sum {{ 1,R,C : bulb(R,C) : white(R,C) ; 1,x : other }} :- white(_,_).",
)


@pytest.mark.parametrize("head", AGGREGATE_HEADS)
def test_the_atoms_of_a_head_aggregate_are_in_a_head(judge_few: Judge, head: str) -> None:
    choice = head.format("0 <=" if head[0] == "{" else "<=")
    report = judge_few(f"{REFERENCE}\n{choice}\n:- bulb(R,C), other.\n")
    texts = [finding.message for finding in report.findings]
    texts += [remark.message for remark in report.remarks]
    assert not [text for text in texts if "bulb/2 occurs in no head" in text]


ENCODINGS = {"utf-16": "UTF-16", "utf-8-sig": "UTF-8 with BOM", "cp1252": "Windows-1252"}


@pytest.mark.parametrize("encoding", kit.long_except(["utf-8", *ENCODINGS], "cp1252"))
def test_a_program_is_read_in_each_encoding_of_an_editor(judge_few: Judge, encoding: str) -> None:
    for text in (REFERENCE, REFERENCE.replace("\n", "\r\n")):
        report = judge_few(f"% Jürgen\n{text}".encode(encoding))
        assert (report.verdict, report.stages[-1]) == ("pass", "solves")
        names = ENCODINGS.get(encoding, "")
        message = f"mine.lp: found {names}, expected UTF-8: save the file so"
        assert [remark.message for remark in report.remarks] == [message] * bool(names)


def test_a_comment_that_hides_a_line_is_a_remark(judge_few: Judge) -> None:
    report = judge_few(f"% light\rlit(0,0).\n{REFERENCE}")
    assert report.verdict == "pass"
    assert [remark.message.partition(",")[0] for remark in report.remarks] == [
        "mine.lp:1:1: found lines that end with CR alone"
    ]


def test_the_search_for_a_hidden_line_grows_as_the_program() -> None:
    kit.assert_linear(lambda size: reading.HIDING_COMMENT.search("%" + "\r" * size), 10_000)


KINDS = {  # what a file begins with: its kind
    b"{\\rtf1\\ansi\n{\\fonttbl}\n": "rich text (RTF)",
    b"%PDF-1.7\n": "a PDF",
    b"PK\x03\x04\x14\x00": "a zip, or a document of a word processor",
    b"\xd0\xcf\x11\xe0\xa1\xb1": "a document of a word processor",
    b"\x1f\x8b\x08": "an archive",
    b"\x89PNG\r\n": "a picture",
    b'{\n "cells": [\n': "a notebook",
    b"\xef\xbb\xbf\n<!DOCTYPE html>\n": "a web page (HTML)",
    b"<p>a :- b.</p>": "a web page (HTML)",
}


@pytest.mark.parametrize("beginning", KINDS)
def test_an_archive_or_document_is_reported_by_the_name_of_its_kind(
    pool: TaskPool, few_examples: None, tmp_path: Path, beginning: bytes
) -> None:
    fault = f"found {KINDS[beginning]}, expected plain text: save the file so"
    (tmp_path / "lightup.lp").write_bytes(beginning + REFERENCE.encode())
    (finding,) = examine(pool, tmp_path / "lightup.lp").findings
    assert finding.message == f"lightup.lp:1:1: {fault}"
    (tmp_path / "encode.py").write_bytes(beginning)
    delivered = examine(pool, tmp_path)
    messages = [finding.message for finding in delivered.findings if finding.stage == "reads"]
    assert messages == [f"encode.py:1:1: {fault}", f"lightup.lp:1:1: {fault}"]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("black(R,C) :- cell( | black(R,C) :- cel(", "17: cel/3 occurs in no head"),
        ("not lit_across(R,S) | not lit_acros(R,S)", "35: lit_acros/2 occurs in no head"),
        ("{ cell(R,C,b) } | { cel(R,C,b) }", "30: cel/3 occurs in no body and is not shown"),
        kit.long("lit_down(S,C)   :- | lit_donw(S,C)   :-", "35: lit_down/2 occurs in no head"),
    ],
)
def test_a_misspelt_predicate_is_one_finding(judge_few: Judge, change: str, place: str) -> None:
    program, (old, new) = REFERENCE, change.split(" | ")
    assert old in program
    examined = judge_few(program.replace(old, new))
    (finding,) = examined.findings
    assert (finding.stage, finding.code) == ("rules", "typo")
    assert finding.message.startswith(f"mine.lp:{place}")
    assert finding.text not in [remark.text for remark in examined.remarks]


def test_a_misspelt_predicate_hides_no_other_fault(judge_few: Judge) -> None:
    text = REFERENCE.replace("not lit_across(R,S)", "not lit_acros(R,S)").replace("} > 1", "} > 2")
    findings = judge_few(text).findings
    assert len({finding.code for finding in findings}) > 1


def test_a_path_in_bytes_is_checked(pool: TaskPool, few_examples: None, tmp_path: Path) -> None:
    folder = Path(os.fsdecode(bytes(tmp_path) + b"/\xe4"))
    folder.mkdir()
    path = Path(os.fsdecode(bytes(folder) + b"/\xe4.lp"))
    path.write_text("cell(0,0,b).")
    assert {finding.stage for finding in examine(pool, path).findings} == {"rules"}


DEEP = "p(" + "f(" * 20_000 + "1" + ")" * 20_000 + ")."

PROGRAMS: dict[str, tuple[str, str | bytes]] = {  # code, and the program
    "endless": ("time", "p(0). p(X+1) :- p(X)."),
    "endless and large": ("time", "p(f(0,0)). p(f(X,X)) :- p(X)."),
    "large": ("time", "p(1..3000). q(X,Y,Z) :- p(X), p(Y), p(Z)."),
    "hard": ("time", "1 { in(P,H) : H = 1..11 } 1 :- P = 1..12. :- in(P,H), in(Q,H), P < Q."),
    "deep": ("no-bulbs", DEEP),
    "lua": ("contract", '#script (lua) os.execute("touch /tmp/touched") #end.'),
    "hidden script": ("contract", "%* %* *% *% #script (lua) x #end."),
    "reads another file": ("contract", '#include "/etc/passwd".'),
    "reads the library": ("contract", "#include <incmode>."),
    "not text": ("syntax", b"\xff\xfe\x00p."),
}

COSTLY = {"endless", "endless and large", "large", "hard", "deep"}


@pytest.mark.parametrize("name", [kit.long(n) if n in COSTLY else n for n in PROGRAMS])
def test_a_hostile_program_has_a_finding(judge_few: Judge, short_limits: None, name: str) -> None:
    code, text = PROGRAMS[name]
    assert judge_few(text).findings[0].code == code


def test_a_file_outside_the_folder_is_not_included(pool: TaskPool, tmp_path: Path) -> None:
    (tmp_path / "above.lp").write_text("")
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "mine.lp").write_text('a.\n#include "../above.lp".')
    (finding,) = examine(pool, folder / "mine.lp").findings
    assert finding.code == "contract"
    assert finding.message == "mine.lp:2: #include reaches outside the folder of the program"


def test_a_link_to_a_file_elsewhere_is_not_read(pool: TaskPool, tmp_path: Path) -> None:
    secret = tmp_path / "secret.lp"
    secret.write_text("secret(1) :-")
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "lightup.lp").symlink_to(secret)
    (finding,) = examine(pool, folder).findings
    assert finding.code == "contract"
    assert "secret(1)" not in finding.message
