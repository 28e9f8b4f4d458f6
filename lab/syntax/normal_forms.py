"""Splits programs into statements, in forms that do not depend on names and order.

Neither clingo nor Python parses the programs, which strangers wrote: tokens are enough.
No handout has this module: it is one of OMITTED_MODULES in lab/material/contents.py.
"""

import builtins
import io
import keyword
import tokenize
from collections.abc import Callable, Collection, Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

from lab.syntax.tokens import read_tokens

ROUNDS = 3  # in which names get numbers by the literals that they stand in
HEAD, BODY = "head", "body"
DEPTHS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT}
PYTHON_WORDS = {*keyword.kwlist, *dir(builtins)}


class NormalStatement(NamedTuple):
    """A rule of a logic program, or a line of Python: characters `start` to `end` of its text."""

    form: str  # words with a blank between them
    start: int
    end: int


def split_rules(text: str, kept_names: Collection[str]) -> Iterator[NormalStatement]:
    """Yield the rules of a logic program; other names than `kept_names` become numbers.

    [WEIGHT,TERMS] after a full stop is a statement of its own.
    """

    def is_name(word: str) -> bool:
        return word not in kept_names and word.replace("'", "").isidentifier()

    literals, depth, start, last = [[HEAD]], 0, -1, ""
    for token in read_tokens(text):
        start = token.start if start < 0 else start
        depth += DEPTHS.get(token.text, 0)
        if token.kind == "stop" or (token.text == "]" and depth == 0):
            yield NormalStatement(normalise(literals, is_name), start, token.start + 1)
            literals, depth, start = [[HEAD]], 0, -1
        elif last + token.text in (":-", ":~"):
            literals[-1].pop()
            literals += [[last + token.text], [BODY]]
        elif depth == 0 and token.text in (",", ";"):
            literals.append(literals[-1][:1])
        else:
            literals[-1].append(token.text)
        last = token.text


def split_code_lines(text: str) -> Iterator[NormalStatement]:
    """Yield the lines of a Python program, without comments and texts that stand alone."""
    starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
    tokens: list[tokenize.TokenInfo] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in LAYOUT:
                continue
            if token.type != tokenize.NEWLINE:
                tokens.append(token)
                continue
            texts = [token.string for token in tokens]
            if tokens and [token.type for token in tokens] != [tokenize.STRING]:
                attributes = {word for dot, word in pairwise(texts) if dot == "."}
                names = set(filter(str.isidentifier, texts)) - PYTHON_WORDS - attributes
                (first, left), (last, right) = tokens[0].start, tokens[-1].end
                start, end = starts[first - 1] + left, starts[last - 1] + right
                yield NormalStatement(normalise([texts], names.__contains__), start, end)
            tokens = []
    except (tokenize.TokenError, SyntaxError):
        return  # the rest is no Python


def normalise(literals: list[list[str]], is_name: Callable[[str], bool]) -> str:
    """Return the words of the literals; order and numbers do not depend on names.

    The number of a name comes from its places in literals, by colour refinement.
    """
    numbers = {
        word: "?V" if word[0].isupper() else "?p"
        for literal in literals
        for word in literal[1:]
        if is_name(word)
    }
    for _ in range(ROUNDS):
        uses: dict[str, list[tuple[str, int]]] = {name: [] for name in numbers}
        for literal in literals:
            form = " ".join(numbers.get(word, word) for word in literal)
            for place, word in enumerate(literal):
                if word in numbers:
                    uses[word].append((form, place))
        all_places = {name: tuple(sorted(places)) for name, places in uses.items()}
        ranks = {places: f"?{rank}" for rank, places in enumerate(sorted({*all_places.values()}))}
        numbers = {name: ranks[places] for name, places in all_places.items()}
    return " , ".join(sorted(" ".join(numbers.get(w, w) for w in literal) for literal in literals))
