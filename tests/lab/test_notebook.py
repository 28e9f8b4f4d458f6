"""What notebooks show; that they run to their end, and that what is stored is what comes."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from lab import Unusable, notebook, puzzles
from lab.notebook import Board
from lab.notebook.boards import DecodedAnswers, decode_answers
from lab.notebook.magic import cut_cell_program, make_magic, run_clingo
from lab.notebook.reports import check_program
from tests.kit import EXAMPLES, LIGHT_UP, ROOT, long, needs_module, run
from tests.kit import LATIN as LATIN_FOLDER

FOLDER = ROOT / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.md"))
VARYING = {"times", "tool"}  # tags of cells whose outputs are not compared
LATIN = puzzles.find_puzzle(str(LATIN_FOLDER))
START = FOLDER / "latin-start.lp"


# ---------------------------------------------------------------- boards and reports


def test_a_board_is_drawn_with_its_clues_bulbs_and_light() -> None:
    solution = (EXAMPLES / "sol01.txt").read_text().split()
    puzzle, solved = Board("dom01")._repr_svg_(), Board("dom01", solution)._repr_svg_()
    cells = "".join(solution)
    assert puzzle.count("<text") == solved.count("<text") == sum(map(cells.count, "01234"))
    assert puzzle.count('fill="black"') == sum(map(cells.count, "x01234"))
    assert (puzzle.count("<circle"), solved.count("<circle")) == (0, cells.count("b"))
    assert (puzzle.count('fill="#fff0b3"'), solved.count('fill="#fff0b3"')) == (
        0,
        sum(map(cells.count, ".b")),
    )


def test_boards_are_found_by_name_path_and_text() -> None:
    assert repr(Board("x../.2.")) == "x..\n.2."
    assert repr(Board("dom01")) == repr(Board("examples/dom01.txt"))
    assert repr(Board("dom01", puzzle=LATIN)) == "14.x\n..4.\n.x32\n2..."
    with pytest.raises(Unusable, match=r"^the board:2:1: found '7', expected"):
        Board("x/7")
    with pytest.raises(Unusable, match=r"^found no board 'dom99' in "):
        Board("dom99")


def test_answers_are_counted_and_drawn() -> None:
    program = cut_cell_program("open(0..1,0..1). kind(1..2). #show cell(R,C,K) : number(R,C,K).\n")
    guess = "{ number(R,C,K) : kind(K) } = 1 :- open(R,C)."
    board = Board("../..", puzzle=LATIN)
    answers = decode_answers(program + guess, board, shown=3)
    assert repr(answers).startswith("16 answers, 3 of them are drawn\n\n")
    assert answers._repr_html_().count("<img ") == 3
    none = decode_answers(f"{program}{guess} :- kind(1).", board)
    assert (none.title, none.boards) == ("no answer", [])
    error = decode_answers(f"{program}a(X).", board)
    assert error.title == ""
    assert "cell.lp:3:1" in error.messages and "'X' is unsafe" in error.messages


def test_messages_of_clingo_are_escaped_in_html() -> None:
    assert "<i>" not in DecodedAnswers(Board("."), {}, "<i>")._repr_html_()


def test_a_report_has_the_words_of_check_and_pictures() -> None:
    report = check_program(START.read_text(), LATIN)
    text = repr(report)
    assert text.startswith("Does it read? yes\nDoes it keep the contract? yes\n")
    assert "breaks rule 3, no number stands twice in a column" in text
    assert report._repr_html_().count("<img ") == 3


def test_ground_rules_are_those_of_clingo() -> None:
    grounded = "a(1..3). { b(X) } :- a(X). :- b(X), b(Y), X < Y. c :- 2 #count { X : b(X) }."
    assert notebook.count_ground_rules([], ["."], grounded) == 3 + 3 + 3 + 2 + 1  # with dim


@needs_module("matplotlib")
def test_a_chart_has_every_line() -> None:
    lines = {f"line {number}": {0.0: 0.0, 1.0: float(number)} for number in range(9)}
    (axes,) = notebook.chart(lines, "x", "y").axes
    assert [line.get_label() for line in axes.lines] == list(lines)


# ---------------------------------------------------------------- magics


@needs_module("IPython")
def test_the_magic_draws_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    make_magic(LIGHT_UP)("x../.2. --no-check", (ROOT / "lightup.lp").read_text())
    assert capsys.readouterr().out.startswith("no answer")
    make_magic(LATIN)("", START.read_text())
    assert "Is each rule right? no\n" in capsys.readouterr().out


@needs_module("IPython")
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dom99", "%%lightup: found no board 'dom99'"),
        ("dom01 --with none.lp", "none.lp"),
        ("--draw x", "usage: %%lightup"),
    ],
)
def test_bad_lines_of_a_magic(line: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    make_magic(LIGHT_UP)(line, "a.")
    output = capsys.readouterr()
    assert message in output.err + output.out
    assert "Traceback" not in output.err


def test_clingo_alone(capsys: pytest.CaptureFixture[str]) -> None:
    run_clingo("0", "{a}.")
    assert capsys.readouterr().out == "\na\nSATISFIABLE\n"
    run_clingo("0", "a :- b.")
    info, answer = capsys.readouterr().out.split("cell.lp:2:6-7: info")[1].split("\n\n", 1)
    assert "atom does not occur" in info and answer == "SATISFIABLE\n"
    run_clingo("", "a(X).")
    out = capsys.readouterr().out
    assert out.startswith("cell.lp:2:1") and "Traceback" not in out


# ---------------------------------------------------------------- what is stored


@needs_module("jupytext")
@pytest.mark.parametrize("name", NAMES)
def test_text_and_notebook_are_in_step(name: str) -> None:
    from notebooks import execute

    text, stored = execute.read_text(name), read_notebook(name)
    assert [*map(list_inputs, text.cells)] == [*map(list_inputs, stored.cells)]
    assert (FOLDER / f"{name}.ipynb").stat().st_size < 1_500_000


@pytest.mark.long
@needs_module("jupytext")
@needs_module("nbclient")
@pytest.mark.parametrize("name", NAMES)
def test_a_clean_kernel_gives_what_is_stored(name: str) -> None:
    from notebooks import execute

    fresh = execute.execute_cells(execute.read_text(name))
    stored_cells = read_notebook(name).cells
    assert len(fresh.cells) == len(stored_cells)
    for cell, stored in zip(fresh.cells, stored_cells):
        if cell.cell_type == "code" and VARYING.isdisjoint(cell.metadata.get("tags", ())):
            assert list_outputs(cell) == list_outputs(stored), cell.source


@needs_module("jupytext")
@needs_module("nbclient")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        long(None, "found 'a', expected first-steps or roads"),
        (b"```python\n1 / 0\n```\n", "a.md: a cell failed: ZeroDivisionError: division by zero"),
        long(
            b"\xff", "a.md: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"
        ),
    ],
    ids=["no such notebook", "a cell that fails", "no text"],
)
def test_a_notebook_that_cannot_be_run(text: bytes | None, message: str, tmp_path: Path) -> None:
    for path in FOLDER.iterdir():
        if path.suffix in (".md", ".py"):
            shutil.copy(path, tmp_path)
    if text:
        (tmp_path / "a.md").write_bytes(text)
    result = run(str(tmp_path / "execute.py"), "a")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == f"execute.py: {message}"
    assert "Traceback" not in result.stderr and not (tmp_path / "a.ipynb").exists()


def read_notebook(name: str) -> Any:
    """The notebook as it is stored."""
    import nbformat

    return nbformat.read(FOLDER / f"{name}.ipynb", 4)


def list_inputs(cell: Any) -> tuple[str, str, list[str]]:
    """Return the contents of a cell that a person writes."""
    return cell.cell_type, cell.source, cell.metadata.get("tags", [])


def list_outputs(cell: Any) -> list[Any]:
    """Return the outputs of a cell without pictures, which depend on versions of programs."""
    shown: list[Any] = []
    for output in cell.outputs:
        if output.output_type == "stream":
            shown.append((output.name, output.text))
        else:
            html = re.sub(r'src="data:[^"]*"', "", output.data.get("text/html", ""))
            shown.append((sorted(output.data), output.data["text/plain"], html))
    return shown
