"""Finds where a program leaves the form of statements: unfinished rules, full stops, plain text.

clingo's parser reports these at a later place, or as unsafe variables of the next statement.
"""

import functools
import itertools
import re
from operator import attrgetter
from typing import NamedTuple

from lab.common.language import translate
from lab.syntax import tokens
from lab.syntax.habits import (
    ARGUMENTS,
    EXPECTED,
    LONGEST_STATEMENT,
    LONGEST_TEXT,
    MEANING,
    OPERATOR_CHARACTERS,
)
from lab.syntax.statements import NO_RULE, find_head_end, list_text_atoms
from lab.syntax.tokens import NO_TOKEN, Statement, Token

UNFINISHED = (
    "the rule is not finished: found {found} and then {next}, expected a full stop in place of "
    "{found}"
)
HALF = (
    "the rule is not finished: found {found} and then {next}, expected a condition or a value "
    "after {found}"
)
NEXT_STATEMENT, NO_STATEMENT = "the statement of line {line}", "the end of the file"
EARLY_STOP = "the full stop here ends the statement, and {found} follows; was a comma meant?"
STOP_BEFORE_BODY = "the full stop here ends the rule before its body, expected {found} at once"
STOP_IN_BRACKETS = "found a full stop within the brackets, expected a comma"
INTERVAL_MEANT = "found {found}, expected {interval} for all values in between, or a comma"
DECIMAL = "found {found}, expected a whole number, or .. for all values in between"
POOL = "';' in round brackets is 'or', as in a rule for each; for 'and' write an atom for each"
TEXT = "this line is text and no rule: delete it, or begin it with %"
TEXT_LINES = "the lines {first} to {last} are text and no rules: delete them, or begin each with %"

MOST_LINES = 200  # lines before and after an error that are searched for text
TERMS = {"#true", "#false", "#inf", "#sup", "#count", "#sum", "#min", "#max"}  # within a statement
BRACKETS = re.compile(rf"\s*{ARGUMENTS}")
NEGATION = re.compile(r"\bnot\s+$")
VARIABLE = re.compile(r"\b_*[A-Z]\w*")
RUN_OF_DOTS = re.compile(r"\.{3,}|,\s*\.\.\s*,")
NUMBER_AND_STOP = re.compile(r"\b(?P<first>\d+)\.(?P<last>\w+)")
COMPARISON = re.compile(r"[^:]*[^:<>=!\s]\s*(?:[<>=]|!=)")
ARROW = re.compile(r"[^:]*\)\s*<[-=]\s*[a-z]\w*\(")  # in place of :-
MARKDOWN = re.compile(  # what begins a line of a chat, a notebook, a page or a shell
    r"```|~~~|'{3}|#{1,6}[ \t]+\S|#{2,}|\*\*\w|[-=*_]{3,}(?:\s|$)|\|[^:-]*\||\|[-:| ]+$|\d+\s*\|\s"
    r"|</?[a-z]+[1-6]?\s*/?>|<!--|\$|\\\w+\{|>>>|(?:In|Out) ?\[\d*\]"
    r"|(?:[-*+>•]|\d+[.)])\s+(?:\*\*|[^\W\d_]+\s+[^\W\d_])"
)
NO_TEXT = re.compile(r'//|/\*|--\s|"|#\s*(?:show|const|include|defined|minimi|maximi|program)\b')
SIGNS = re.compile(r"[(){}\[\]=<>]|:-|:~")  # signs of programs
WORD = r"[^\W\d_][\w'\u2019]*[,:]?"  # U+2019 is an apostrophe
TITLE = re.compile(rf"{WORD}[.!?;]*(?:\s+\S+)+|\w+(?::|\.\.\.)?")
LONG_RUN = re.compile(rf"(?:{WORD}\s+){{5}}{WORD}")  # more words than a habit has
RUN = re.compile(rf"(?:{WORD}\s+){{4}}{WORD}")
PLAIN_WORDS = re.compile(rf"{WORD}(?:\s+{WORD})+[.!?]?")
OPERATOR_WORD = r"(?:is|mod|div|not|in|and|or|xor)\b"
SENTENCE = re.compile(rf"[A-Z][a-z]+\s+(?!{OPERATOR_WORD})[^\W\d_]+\s+[^\W\d_]{{2}}")
SHORT_RUN = re.compile(rf"(?:{WORD}\s+){{2}}{WORD}")


class Slip(NamedTuple):
    """The position of a fault in a program, and what to do."""

    position: int
    message: str


# ---------------------------------------------------------------- the ends of statements


def find_unfinished_rule(source: str, statement: Statement, position: int) -> Slip | None:
    """Return the slip of a rule that ends with a comma or an operator, before another statement.

    The other statement begins in a line of its own, with the head of a second :- or with a
    directive.  `position` is where clingo stopped reading, or the end of the program.
    """
    end = statement.start + len(statement.source)
    stream = list(tokens.read_tokens(source[:end], statement.start))
    start = find_next_statement(source, stream)
    if start is None and position >= len(source.rstrip()) and not source.rstrip().endswith(":"):
        start = len(stream)
    if not start or not is_unfinished(stream[start - 1]):
        return None
    last, before = stream[start - 1], stream[start - 2] if start > 1 else NO_TOKEN
    position, end = find_operator(source, last), last.start + len(last.text)
    following = translate(NO_STATEMENT)
    if start < len(stream):
        line = tokens.find_line_number(source, stream[start].start)
        following = translate(NEXT_STATEMENT, line=line)
    is_stop_meant = last.text in (",", ";") or (last.text == ".." and before.text in (")", "}"))
    values = {"found": repr(source[position:end]), "next": following}
    return Slip(position, translate(UNFINISHED if is_stop_meant else HALF, **values))


def find_operator(source: str, token: Token) -> int:
    """Return where the operator of several signs that ends with a token begins, as !=."""
    start = token.start
    while token.kind == "sign" and source[start - 1 : start] in OPERATOR_CHARACTERS:
        start -= 1
    return start


def is_unfinished(token: Token) -> bool:
    """Return whether no statement ends with a token."""
    is_word = token.text == "not" or (token.text in TERMS and len(token.text) > 3)
    is_operator = token.kind in ("sign", "interval") and token.text not in "|?!`"
    return is_operator or (is_word and token.text not in ("#true", "#false", "#inf", "#sup"))


def find_next_statement(source: str, stream: list[Token]) -> int | None:
    """Return the number of the token that begins a second statement in a line of its own."""
    depth, begin, begin_before, last = 0, 0, 0, NO_TOKEN
    has_arrow = bool(stream) and is_directive(stream[0])
    for number, (token, following) in enumerate(itertools.pairwise([*stream, NO_TOKEN])):
        if number and not depth and "\n" in source[last.start : token.start]:
            begin_before, begin = begin, number
        depth += token.nesting
        is_arrow = token.text == ":" and following.text in ("-", "~") and not depth
        if is_arrow and following.start == token.start + 1:
            is_after_comma = begin == number and number > 0 and is_unfinished(last)
            if has_arrow and begin == number and not is_after_comma and begin_before:
                return begin_before  # the head stands in a line of its own
            if begin and (has_arrow or following.text == "~" or is_after_comma):
                return begin
            has_arrow = True
        elif is_directive(token) and begin == number and number:
            return begin
        last = token
    return None


def is_directive(token: Token) -> bool:
    return token.text[:1] == "#" and token.text not in TERMS


def find_early_stop(source: str, statement: Statement) -> Slip | None:
    """Return the slip of a full stop in place of a comma, if a body goes on after it.

    The refused statement stands before the full stop or after it.
    """
    statements = tokens.list_statements(source)
    number = statements.index(statement) if statement in statements else 0
    for before, after in itertools.pairwise(statements[max(number - 1, 0) : number + 2]):
        is_next = is_continued(source, before, after)
        stop = before.start + len(before.source)
        if after.skeleton.startswith(":-") and is_next and statement == before:
            if not re.search(r":-|^#", before.skeleton):
                return Slip(stop, translate(STOP_BEFORE_BODY, found=":-"))
        elif after.source[:1] in ",;" or (
            has_body(before)
            and not re.search(r":[-~]|^#(?!count|sum|min|max)|^\[", after.skeleton)
            and (is_condition(after) or (is_next and VARIABLE.search(after.code)))
        ):
            return Slip(stop, explain_stop(after))
    return None


def find_legal_stop(source: str, before: Statement, after: Statement) -> Slip | None:
    """Return the slip of a full stop after a body, if conditions go on that clingo reads."""
    is_body = has_body(before) and ":-" not in after.skeleton and is_condition(after)
    if is_body and is_continued(source, before, after):
        return Slip(before.start + len(before.source), explain_stop(after))
    return None


def explain_stop(after: Statement) -> str:
    return translate(EARLY_STOP, found=" ".join(after.source.split())[:LONGEST_TEXT])


def has_body(statement: Statement) -> bool:
    return bool(re.search(r":[-~]|^#\w+.*[:{]", statement.skeleton, re.S))


def is_condition(statement: Statement) -> bool:
    """Return whether a statement without a body looks like conditions of one."""
    skeleton = statement.skeleton
    is_comparison = COMPARISON.match(skeleton) and not ARROW.match(skeleton)
    return bool(re.match(r"not\b", skeleton) or is_comparison)


def is_continued(source: str, before: Statement, after: Statement) -> bool:
    """Return whether a statement begins in the line where another ends, or as its lines do."""
    gap = source[before.start + len(before.source) : after.start]
    if "\n" not in gap:
        return True
    indents = [len(line) - len(line.lstrip()) for line in before.source.split("\n")[1:]]
    column = after.start - (source.rfind("\n", 0, after.start) + 1)
    first_column = before.start - (source.rfind("\n", 0, before.start) + 1)
    return gap.count("\n") == 1 and (column > first_column or column in indents)


def find_wrong_stop(source: str, statement: Statement, position: int) -> Slip | None:
    """Return the slip of a full stop in a number, an interval or brackets near a position."""
    begin, end = source.rfind("\n", 0, position) + 1, position + LONGEST_TEXT
    for match in RUN_OF_DOTS.finditer(source, begin, end):
        if match.start() <= position <= match.end():
            return Slip(match.start(), translate(EXPECTED, found=match[0], expected=".."))
    for match in NUMBER_AND_STOP.finditer(source, begin, end):
        is_near = match.start() <= position <= match.end()
        if is_near or match.start("last") == statement.start:
            is_decimal, interval = match["last"].isdigit(), match[0].replace(".", "..")
            values = {"found": match[0], "interval": interval}
            text = translate(DECIMAL if is_decimal else INTERVAL_MEANT, **values)
            return Slip(match.start(), text)
    if source[position : position + 1] == "." and is_closed_later(source, statement, position):
        return Slip(position, translate(STOP_IN_BRACKETS))
    return None


def is_closed_later(source: str, statement: Statement, stop: int) -> bool:
    """Return whether the brackets that are open at a full stop are closed in its line."""
    opened, _ = tokens.read_brackets(tokens.read_tokens(source[:stop], statement.start))
    end = source.find("\n", stop)
    depth = len(opened)
    for token in tokens.read_tokens(source[: end if end >= 0 else None], stop + 1):
        depth += token.nesting
        if not depth or source.startswith(":-", token.start):
            break
    return bool(opened) and not depth


def find_pool(statement: Statement) -> Slip | None:
    """Return the slip of a pool in a body that is probably meant as 'and'.

    Such a pool stands after 'not', or has different variables, as rows(X;Y).
    """
    head, code = find_head_end(statement), statement.code
    if ";" not in code[head:LONGEST_STATEMENT] or NO_RULE.match(code):
        return None
    for _, group in itertools.groupby(list_text_atoms(statement), key=attrgetter("start")):
        atoms = list(group)
        lists = [atom.arguments for atom in atoms]
        if (start := atoms[0].start) > LONGEST_STATEMENT:
            break
        arguments = BRACKETS.match(code, start + len(atoms[0].name))
        if start < head or not arguments or statement.skeleton[start] == " ":
            continue
        pools = [term[1:-1].split(";") for term in lists[0] if term[0] == "(" and ";" in term]
        alternatives = lists if len(lists) > 1 else [(term,) for pool in pools for term in pool]
        variables = [{*VARIABLE.findall(",".join(terms))} for terms in alternatives]
        is_plain = all(map(str.isidentifier, itertools.chain(*alternatives)))
        is_meant = is_plain and all(variables) and any(v != variables[0] for v in variables)
        if negation := NEGATION.search(code, head, start):
            start = negation.start()
            is_meant = bool(alternatives) and (bool(code[:head].strip()) or any(variables))
        if is_meant and len({*map(len, alternatives)}) == 1:
            term = " ".join(statement.source[start : arguments.end()].split())
            text = translate(MEANING, found=term, expected=translate(POOL))
            return Slip(statement.start + start, text)
    return None


# ---------------------------------------------------------------- text


def find_text(source: str, statement: Statement, position: int, is_surely: bool) -> Slip | None:
    """Return the slip of text between the rules, up to a position that clingo refuses.

    With `is_surely`, a short line of small letters that may be a habit does not count.
    """
    lines = blank_comments(source).split("\n")
    first = tokens.find_line_number(source, min(statement.start, position)) - 1
    last = tokens.find_line_number(source, position) - 1
    for number in (last, *range(max(first, last - MOST_LINES), last)):
        if is_text(lines[number], is_surely):
            begin = end = number
            for place in reversed(range(max(number - MOST_LINES, 0), number)):
                if is_text(lines[place], is_surely):
                    begin = place
                elif lines[place].strip():
                    break
            for place in range(number + 1, min(number + MOST_LINES, len(lines))):
                if is_text(lines[place], is_surely) or PLAIN_WORDS.fullmatch(lines[place].strip()):
                    end = place
                elif lines[place].strip():
                    break
            start = sum(len(line) + 1 for line in lines[:begin])
            start += len(lines[begin]) - len(lines[begin].lstrip())
            if begin == end:
                return Slip(start, translate(TEXT))
            return Slip(start, translate(TEXT_LINES, first=begin + 1, last=end + 1))
    return None


def is_text(line: str, is_surely: bool) -> bool:
    """Return whether a line is a sentence, a title or a mark of Markdown, and no rule."""
    line = line[:LONGEST_STATEMENT].strip()
    if NO_TEXT.match(line):
        return False
    if MARKDOWN.match(line) or LONG_RUN.search(line) or SENTENCE.match(line):
        return True
    if SIGNS.search(line):
        return False
    is_title = line[:1].isupper() and line[1:2].isalpha() and TITLE.fullmatch(line)
    return bool(is_title or (RUN if is_surely else SHORT_RUN).search(line))


@functools.lru_cache(maxsize=1)  # a program has up to 20 errors
def blank_comments(source: str) -> str:
    """Return a program with blanks in place of its comments, in the same lines."""
    parts, end = [], 0
    for token in tokens.read_all_tokens(source):
        if token.kind == "comment":
            parts += [source[end : token.start], tokens.NO_BLANK.sub(" ", token.text)]
            end = token.start + len(token.text)
    return "".join([*parts, source[end:]])
