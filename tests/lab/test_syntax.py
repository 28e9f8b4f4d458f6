"""The text of a program: tokens, comments, copies."""

import contextlib
import random
import shutil
from pathlib import Path

import pytest
from clingo import ast

from lab.common.words import NOWHERE
from lab.syntax import messages, tokens
from tests import kit


def test_tokens_are_those_of_clingo() -> None:
    text = 'a("%* #script"). % #script\n%* #script %* "*% #include *% #include "b".'
    kinds = [token.kind for token in tokens.read_tokens(text) if token.kind != "bracket"]
    assert kinds == ["word", "string", "stop", "include", "string", "stop"]


def test_comments_end_where_they_end_for_clingo() -> None:
    chance, pieces = random.Random(1), ["%*", "*%", "%", "#!", "\n", "a.", '"', " ", "*"]
    compared = 0
    for _ in range(6000):
        text = "".join(chance.choices(pieces, k=chance.randrange(12)))
        statements: list[ast.AST] = []
        with contextlib.suppress(RuntimeError):  # a text that clingo does not read
            ast.parse_string(text, statements.append, logger=lambda code, message: None)
            rules = [node for node in statements if node.ast_type == ast.ASTType.Rule]
            kinds = [token.kind for token in tokens.read_tokens(text)]
            assert kinds.count("stop") == len(rules), text
            compared += "a." in text
    assert compared > 300


@pytest.mark.parametrize("part", kit.long_except(["a.", '\\"', '#include "a".', "%*"], "%*"))
def test_the_work_for_a_program_grows_as_its_size(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also above the limit of a program, to have more to measure."""
    monkeypatch.setattr(tokens, "MOST_BYTES", 1 << 30)
    (tmp_path / "a").write_text("")
    place = tmp_path / "copy"

    def copy_program(size: int) -> None:
        (tmp_path / "mine.lp").write_text(part * (size // len(part)))
        place.mkdir()
        with contextlib.suppress(tokens.ProgramRefused):
            tokens.copy_program(tmp_path / "mine.lp", tmp_path, place)
        shutil.rmtree(place)

    kit.assert_linear(copy_program, 400_000)


@pytest.mark.parametrize("is_long", [False, True])
def test_the_work_for_unsafe_variables_grows_as_their_text(tmp_path: Path, is_long: bool) -> None:
    """Those of a long rule, and one with a long name."""

    def explain_variables(size: int) -> None:
        names = ["X" * size] if is_long else [f"X{number}" for number in range(size // 10)]
        (tmp_path / "mine.lp").write_text(f"a({','.join(names)}).")
        notes = [f"mine.lp:1:{n}-{n}: note: '{name}' is unsafe" for n, name in enumerate(names, 3)]
        lines = ["mine.lp:1:1-9: error: unsafe variables in:", "  a.", *notes]
        (message,) = messages.explain_errors(["\n".join(lines)], tmp_path)
        assert message.text.startswith("the variable")

    kit.assert_linear(explain_variables, 10_000)


def test_an_error_in_a_file_outside_the_copy_is_not_explained(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "copy"
    folder.mkdir()
    (folder / "mine.lp").write_text("a :- b")
    for name in (f"{tmp_path}/secret", "../secret", "/dev/zero", "absent.lp"):
        message = f"{name}:1:1-2: error: syntax error, unexpected a"
        (explained,) = messages.explain_errors([message], folder)
        assert (explained.text, explained.place) == (message, NOWHERE)
    assert tokens.read_copy(folder, "mine.lp") == "a :- b"
