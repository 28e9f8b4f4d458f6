"""lab corpus: every puzzle is a row, in order, with a verdict that others confirm."""

import io
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from encode import GridError
from lab import Unusable
from lab.common.background import BackgroundWork
from lab.corpus import conditions, plots, solving, sources
from lab.corpus.rows import identify_board
from lab.corpus.summary import Summary
from lab.lightup import rules
from lab.notations import find_notations
from tests import kit
from tests.kit import (
    EXAMPLES,
    LATIN,
    LIGHT_UP,
    ROOT,
    Done,
    assert_refused,
    join_grid,
    long,
    needs_module,
    read_table,
    run_lab,
    solve_by_sat,
    write_files,
    write_zip,
)

CELLS = "......xx01123"
SAME = "--columns=-seconds"  # what is the same in each run
FIGURES = ("--jobs", 1, SAME)


def run_corpus(*options: object, stdin: str | bytes = "", cwd: Path = ROOT) -> Done:
    return run_lab("corpus", *options, stdin=stdin, cwd=cwd)


def read_rows(process: Done) -> list[dict[str, str]]:
    return read_table(process.stdout)


def make_boards(number: int, seed: int = 0) -> list[list[str]]:
    """Random boards of up to 5x5, with one solution, several or none."""
    chance = random.Random(seed)
    return [
        ["".join(chance.choices(CELLS, k=width)) for _ in range(height)]
        for height, width in ((chance.randint(2, 5), chance.randint(2, 5)) for _ in range(number))
    ]


def join_grids(some: list[list[str]]) -> str:
    return "\n".join(map(join_grid, some))


def rotate_board(board: list[str], turns: int, is_mirrored: bool) -> list[str]:
    """The board after quarter turns to the right, mirrored then."""
    for _ in range(turns):
        board = ["".join(column) for column in zip(*reversed(board))]
    return [row[::-1] for row in board] if is_mirrored else board


# ---------------------------------------------------------------- verdicts, and other columns


def test_verdicts_are_those_of_a_sat_solver() -> None:
    some = make_boards(60)
    process = run_corpus("-", *FIGURES, "--columns=+solution", stdin=join_grids(some))
    csv_rows = read_rows(process)
    assert [row["number"] for row in csv_rows] == [str(n) for n in range(1, 61)]
    for board, row in zip(some, csv_rows):
        solutions = list(itertools.islice(solve_by_sat(board), 2))
        assert row["verdict"] == ("none", "unique", "several")[len(solutions)]
        if row["verdict"] == "unique":
            assert row["solution"].replace("/", "\n") + "\n" == solutions[0]
            assert int(row["bulbs"]) == solutions[0].count("b")
        assert (int(row["height"]), int(row["width"])) == (len(board), len(board[0]))
        assert int(row["clues"]) == sum("".join(board).count(clue) for clue in "01234")
        assert int(row["black"]) == int(row["clues"]) + "".join(board).count("x")
        assert row["given"] == row["black"]
    assert {row["verdict"] for row in csv_rows} == {"none", "unique", "several"}


@pytest.mark.parametrize("seed", [4, long(5)])
def test_a_program_for_a_shape_finds_what_one_for_the_board_finds(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    some = [path.read_text().split() for path in sorted(EXAMPLES.glob("dom*.txt"))]
    for height, width in ((1, 9), (6, 6), (8, 11), (15, 15)) * 4:
        some.append(["".join(chance.choices(CELLS, k=width)) for _ in range(height)])
    small = [board for board in some if len(board) * len(board[0]) <= solving.MOST_CELLS]
    assert 0 < len(some) - len(small) < 6
    monkeypatch.setattr(solving, "MOST_CONFLICTS", 10**6)
    numbers = set()
    for board in small:
        answers = solving.find_answers_by_shape(LIGHT_UP, board, 60)
        alone, _ = solving.find_answers_alone(LIGHT_UP, board, 60)
        assert answers is not None and alone is not None
        assert len(answers) == len(alone)
        numbers.add(len(alone))
        if len(alone) == 1:
            assert answers == alone
    assert numbers == {0, 1, 2}


@pytest.mark.long
def test_after_a_board_out_of_time_the_next_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    board = (EXAMPLES / "dom01.txt").read_text().split()
    with monkeypatch.context() as patch:
        patch.setattr(solving, "MOST_CONFLICTS", 0)  # a program for this board may be faster
        assert solving.find_answers_by_shape(LIGHT_UP, board, 60) is None
        assert solving.solve_within_limit(LIGHT_UP, board, 60).verdict == "unique"
    large = ["." + "x" * 199, *["x" * 200] * 199]  # grounding alone takes longer than the limit
    assert solving.solve_within_limit(LIGHT_UP, large, 1e-6).verdict == "undecided"
    for thread in threading.enumerate():  # a fork beside one that grounds would wait for its locks
        if isinstance(thread, BackgroundWork):
            thread.join()
    assert solving.find_answers_by_shape(LIGHT_UP, board, 60)
    assert solving.solve_within_limit(LIGHT_UP, board, 60).verdict == "unique"


def test_verdicts_by_cost() -> None:
    process = run_corpus(
        "amaze/examples/dom03.txt",
        "amaze/examples/ambiguous.txt",
        "amaze/examples/unsolvable.txt",
        *("--puzzle", "amaze"),
    )
    csv_rows = [(row["verdict"], row["cost"]) for row in read_rows(process)]
    assert csv_rows == [("unique", "101"), ("several", "5"), ("none", "")]


def test_ratings_are_those_of_hint() -> None:
    names = [EXAMPLES / f"dom0{number}.txt" for number in (1, 3)]
    csv_rows = read_rows(run_corpus(*names, EXAMPLES / "ambiguous.txt", "--rate"))
    for name, row in zip(names, csv_rows):
        hint = run_lab("hint", "--rate", name).stdout
        steps = f"{row['steps']} steps"
        assert hint == f"{name}: {row['label']}, {row['tactics']}, {steps}\n"
    assert [csv_rows[-1][column] for column in ("verdict", "label", "steps")] == ["several", "", ""]


def test_undecided_when_the_time_is_up() -> None:
    process = run_corpus("amaze/examples/dom09.txt", "--puzzle", "amaze", "--time-limit", 0.01)
    assert (process.returncode, read_rows(process)[0]["verdict"]) == (3, "undecided")


def test_an_answer_against_the_rules_is_no_verdict(tmp_path: Path) -> None:
    for name in ("puzzle.py", "rules.py"):
        (tmp_path / name).write_text((LATIN / name).read_text())
    (tmp_path / "latin.lp").write_text(
        "{ cell(R,C,1) } = 1 :- dim(N), R = 0..N-1, C = 0..N-1, not given(R,C).\n"
        "given(R,C) :- cell(R,C,x).\n#defined cell/3.\n"
    )
    process = run_corpus("-", "--puzzle", tmp_path, stdin="..\n..\n")
    assert process.returncode == 1
    assert read_rows(process)[0]["verdict"] == ""
    assert "latin.lp has an answer that is not a solution" in read_rows(process)[0]["reason"]


# ---------------------------------------------------------------- what is read


CUT_WRONGLY = pytest.mark.xfail(
    strict=True, reason="texts of two notations in one window may be taken for one of a third"
)


@pytest.mark.parametrize(
    "window",
    [
        40,
        pytest.param(200, marks=[pytest.mark.long, CUT_WRONGLY]),
        *(long(300), long(500), long(sources.WINDOW_BYTES)),
    ],
)
def test_all_notations_in_one_file(window: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "WINDOW_BYTES", window)
    board = (EXAMPLES / "dom03.txt").read_text()
    names = [*LIGHT_UP.notation_names, "tatham", "puzzlink", "grid"]
    written = [run_lab("convert", "--to", name, stdin=board).stdout for name in names]
    process = run_corpus("-", *FIGURES, stdin="\n".join(written))
    assert [row["reason"] for row in read_rows(process)] == [""] * len(names)
    assert {row["id"] for row in read_rows(process)} == {identify_board(board.split())}


@pytest.mark.parametrize("notation", ["grid", "tatham"])
def test_a_long_file_is_read_in_windows(notation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    some = make_boards(30)
    data = run_lab("convert", "--to", notation, stdin=join_grids(some)).stdout.encode()
    source = sources.SourceFile("name", lambda: io.BytesIO(data))
    whole = list(sources.cut_source(source, find_notations(LIGHT_UP)))
    monkeypatch.setattr(sources, "WINDOW_BYTES", 100)
    assert list(sources.cut_source(source, find_notations(LIGHT_UP))) == whole
    windows = list(sources.read_windows(io.BytesIO(data), find_notations(LIGHT_UP)))
    assert b"".join(window for _, window in windows) == data
    assert max(len(window) for _, window in windows) < 100 + 100
    assert [kit.make_reader(LIGHT_UP)(p.text.encode(), "", notation)[0] for p in whole] == some


def test_the_work_for_a_long_line_grows_as_its_length() -> None:
    def read_line(length: int) -> None:
        line = f"99x99:{'a' * length}"
        assert find_notations(LIGHT_UP)["tatham"].matches(line)
        with pytest.raises(GridError):
            find_notations(LIGHT_UP)["tatham"].read(line)

    kit.assert_linear(read_line, 200_000)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_all_of_a_pipe_is_read(tmp_path: Path) -> None:
    board = "x" + "\n" * 1000
    (tmp_path / "lines.txt").write_text(board * 75)  # more than 64 KiB
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["sh", "-c", "cat lines.txt > pipe"], cwd=tmp_path):
        assert len(read_rows(run_corpus("pipe", cwd=tmp_path))) == 75


def test_an_unreadable_puzzle_is_a_row_with_its_place() -> None:
    lines = "5x5:a\n3x3:B0Bc000\n\n..\n.q\n\n..\n..\n"
    process = run_corpus("-", *FIGURES, stdin=lines)
    reasons = [row["reason"].split(", expected")[0] for row in read_rows(process)]
    assert process.returncode == 1
    assert reasons == ["1:6: found 1 cell", "", "5:2: found 'q'", ""]


def test_folders_and_zips(tmp_path: Path) -> None:
    board = (EXAMPLES / "dom03.txt").read_text()
    folder = tmp_path / "some"
    write_files(folder, {".hidden": "nothing", "index.txt": "name\n", "picture.png": b"\x89PNG\0"})
    write_files(folder, {"damaged.txt": b"\0..\n", "damaged.zip": b"PK\x03\x04\0\0"})
    names = ("dom1.txt", "sol1.txt", "b.txt", "inner/c.txt")
    write_files(folder, {"latin.txt": b"..\n.\xe9\n", **dict.fromkeys(names, board)})
    write_zip(folder / "z.zip", {"deep/dom1.txt": board, "deep/sol1.txt": board})
    csv_rows = read_rows(run_corpus("some", *FIGURES, cwd=tmp_path))
    sources = ["b.txt", "damaged.txt", "damaged.zip", "dom1.txt", "latin.txt"]
    sources += ["z.zip/deep/dom1.txt", "inner/c.txt"]
    assert [row["source"] for row in csv_rows] == [f"some/{name}" for name in sources]
    reasons = [row["source"] for row in csv_rows if row["reason"]]
    assert reasons == ["some/damaged.txt", "some/damaged.zip", "some/latin.txt"]


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damage_in_a_zip_is_a_reason(method: int, tmp_path: Path) -> None:
    path = tmp_path / "some.zip"
    board = (EXAMPLES / "dom03.txt").read_text()
    write_zip(path, {"a.lp": board, "b.txt": board}, method)  # a .txt is not opened to be known
    data = path.read_bytes()
    reasons = set()
    for number in range(0, len(data), 3):
        path.write_bytes(data[:number] + bytes([data[number] ^ 255]) + data[number + 1 :])
        try:
            sources.check_paths([str(path)])
        except Unusable:
            continue
        for source in sources.list_sources([str(path)]):
            pieces = sources.cut_source(source, find_notations(LIGHT_UP))
            reasons |= {piece.error for piece in pieces}
    assert len(reasons) > 2
    assert all(len(reason.splitlines()) < 2 for reason in reasons)


def test_a_damaged_member_of_a_zip_is_a_row(tmp_path: Path) -> None:
    path = tmp_path / "SOME.ZIP"
    write_zip(path, dict.fromkeys(("a.txt", "b.txt"), (EXAMPLES / "dom03.txt").read_text()))
    data = bytearray(path.read_bytes())
    data[30 + len("a.txt")] ^= 255  # the first byte of what is packed
    path.write_bytes(data)
    process = run_corpus("SOME.ZIP", cwd=tmp_path)
    first, second = read_rows(process)
    assert process.returncode == 1
    assert "Error -3 while decompressing data" in first["reason"]
    assert (second["source"], second["verdict"]) == ("SOME.ZIP/b.txt", "unique")


@pytest.mark.parametrize("ending", ["csv", "jsonl", long("parquet")])
def test_outputs_among_the_sources_are_not_read(ending: str, tmp_path: Path) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    folder = tmp_path / "some"
    folder.mkdir()
    (folder / "b.txt").write_text("..\n..\n")
    table = folder / f"a.{ending}"  # it is the first file
    options = ("some", "-o", table, "--to", "some/to")
    for _ in range(1 if ending == "parquet" else 2):
        done = run_corpus(*options, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, "")
    assert "no puzzle" not in done.stderr
    if ending == "csv":
        assert [row["source"] for row in read_table(table.read_text())] == ["some/b.txt"]
        before = table.read_bytes()
        assert run_corpus(table, *options, cwd=tmp_path).returncode == 0
        table.rename(tmp_path / "real.csv")
        table.symlink_to("../real.csv")
        assert run_corpus(*options, cwd=tmp_path).returncode == 0
        assert table.read_bytes() == before
    assert sorted(path.name for path in (folder / "to").iterdir()) == ["dom0001.txt", "index.txt"]


# ---------------------------------------------------------------- the table


def test_the_same_rows_by_any_number_of_processes() -> None:
    some = join_grids(make_boards(16))
    by_one, by_three = (
        run_corpus("-", SAME, "--rate", "--jobs", n, stdin=some).stdout for n in (1, 3)
    )
    assert by_one == by_three
    assert len(by_one.splitlines()) == 17


@pytest.mark.parametrize("name", ["table.csv", "link.csv", "table.parquet"])
def test_a_table_that_another_process_writes_is_refused(name: str, tmp_path: Path) -> None:
    if name == "table.parquet":
        pytest.importorskip("pyarrow")
    (tmp_path / "link.csv").symlink_to("table.csv")
    target = "table.parquet.jsonl" if name == "table.parquet" else "table.csv"
    command = [sys.executable, str(ROOT / "lab"), "corpus", "-", "-o", target]
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=tmp_path) as writer:
        assert writer.stdin
        while not (tmp_path / target).exists():
            time.sleep(0.02)
        place = target if name == "table.parquet" else name
        message = f"lab corpus: {place}: another lab corpus is at work there; if process "
        assert_refused(tmp_path, f"{message}{writer.pid} is", "corpus", "-", "-o", name)
        writer.stdin.write(b"..\n..\n")
    assert writer.returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.csv", target]


@pytest.mark.parametrize("ending", ["csv", long("jsonl")])
def test_goes_on_where_it_was_stopped(ending: str, tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"{number}.txt").write_text(join_grids(make_boards(6, number)) + "\n?\n")
    table = tmp_path / f"table.{ending}"
    options = ("1.txt", "2.txt", "-o", table, *FIGURES)
    run_corpus(*options, cwd=tmp_path)
    whole = table.read_bytes()
    for size in (0, len(whole) // 3, len(whole) - 1, len(whole)):
        table.write_bytes(whole[:size])
        process = run_corpus(*options, cwd=tmp_path)
        assert (process.returncode, process.stdout) == (1, "")
        assert table.read_bytes() == whole


def test_goes_on_after_a_file_whose_name_has_a_line_end(tmp_path: Path) -> None:
    (tmp_path / "some").mkdir()
    for name in ("a\nb.txt", "c.txt"):
        (tmp_path / "some" / name).write_text("..\n..\n")
    options = ("some", "-o", "table.csv", *FIGURES)
    assert run_corpus(*options, cwd=tmp_path).returncode == 0
    table = tmp_path / "table.csv"
    whole = table.read_bytes()
    sources = [row.split(b",")[0] for row in whole.splitlines()[1:]]
    assert sources == [rb"some/a\nb.txt", b"some/c.txt"]
    for size in (whole.rindex(b"some/"), len(whole)):
        table.write_bytes(whole[:size])
        process = run_corpus(*options, cwd=tmp_path)
        assert (process.returncode, table.read_bytes()) == (0, whole)


def test_columns_are_listed_or_added_and_left_out() -> None:
    def headings(columns: str) -> list[str]:
        return (
            run_corpus(EXAMPLES / "dom01.txt", f"--columns={columns}")
            .stdout.split("\n")[0]
            .split(",")
        )

    every = headings("+solution")
    assert headings("bulbs,verdict") == ["source", "number", "bulbs", "verdict"]
    assert headings("+solution,-bulbs,-source") == [name for name in every if name != "bulbs"]
    assert headings("-id") == [name for name in every if name not in ("id", "solution")]


def test_goes_on_without_the_columns_that_are_left_out(tmp_path: Path) -> None:
    repeats = [*make_boards(6), *make_boards(6), *make_boards(12)]
    (tmp_path / "some.txt").write_text(join_grids(repeats))
    options = ("some.txt", "-o", "table.csv", "--columns", "bulbs", "--unique", "--to", "out")
    assert run_corpus(*options, cwd=tmp_path).returncode == 0
    table = tmp_path / "table.csv"
    whole = table.read_text()
    assert len(whole.splitlines()) == 13
    table.write_text("".join(whole.splitlines(keepends=True)[:5]))
    assert run_corpus(*options, cwd=tmp_path).returncode == 0
    assert table.read_text() == whole
    assert len(list((tmp_path / "out").glob("dom*"))) == 12


def test_exit_status_is_that_of_the_rows_in_the_table() -> None:
    lines = "x\n\n??\n"
    assert run_corpus("-", stdin=lines).returncode == 1
    assert run_corpus("-", "--where", "cells", stdin=lines).returncode == 0


def test_corpus_continues_a_table_that_it_made_only(tmp_path: Path) -> None:
    run_corpus(EXAMPLES / "dom03.txt", "-o", tmp_path / "table.csv")
    with (tmp_path / "table.csv").open("a") as table:
        table.write("dom03.txt,2,")  # a row that was cut off
    options = {
        (EXAMPLES / "dom03.txt", "--rate"): "table.csv:1: expected a table of source,number",
        (EXAMPLES / "dom03.txt", "--columns=-seconds"): "table.csv:1: expected a table of source",
        (EXAMPLES / "dom01.txt",): "is not among the sources",
    }
    for words, message in options.items():
        assert_refused(tmp_path, message, "corpus", *words, "-o", "table.csv")


def test_corpus_continues_in_a_folder_that_it_made_only(tmp_path: Path) -> None:
    (tmp_path / "some.txt").write_text(join_grids(make_boards(3)))
    run_corpus("some.txt", "-o", "table.csv", cwd=tmp_path)
    (tmp_path / "out").mkdir()
    for text in ("my notes\n", "name\tsource\tnumber\ndom0001\tother.txt\t1\n"):
        (tmp_path / "out" / "index.txt").write_text(text)
        message = "out/index.txt: exists, and nothing is overwritten"
        for table in ("table.csv", "new.csv", "new.jsonl"):
            assert_refused(tmp_path, message, "corpus", "some.txt", "-o", table, "--to", "out")
    message = "lab corpus: new: found no dom0001.txt, which the table has; "
    assert_refused(tmp_path, message, "corpus", "some.txt", "-o", "table.csv", "--to", "new")


FOREIGN_FILES = {  # names and contents
    "a table": ("t.csv", b"name,mark\nAda,9\nKurt,10\n"),
    "a cut table": ("t.csv", b"name,mark\nAda,9\nKurt,10"),
    "a line": ("t.csv", b"my only line\n"),
    "a cut line": ("t.csv", b"my only line"),
    "a part of the head": ("t.csv", b"source,number"),
    "a blank line": ("t.csv", b"\n"),
    "bytes": ("t.csv", b"\xff\0\xfe"),
    "objects": ("t.jsonl", b'{"name": "Ada"}\n{"name": "Kurt"}'),
    "an object": ("t.jsonl", b'{"name": "Ada"}'),
    "a text": ("t.jsonl", b"my only line"),
    "brackets": ("t.jsonl", b"[" * 100_000 + b"\n"),
    "an empty file of parquet": ("t.parquet", b""),
    "a file of parquet": ("t.parquet", b"PAR1"),
    "a file beside parquet": ("t.parquet.jsonl", b"my only line"),
}


@pytest.mark.parametrize("case", FOREIGN_FILES)
def test_a_file_that_is_no_table_is_refused_and_kept(case: str, tmp_path: Path) -> None:
    name, content = FOREIGN_FILES[case]
    target = name.replace("parquet.jsonl", "parquet")
    if target.endswith("parquet"):
        pytest.importorskip("pyarrow")
    (tmp_path / "dom.txt").write_text("..\n..\n")
    (tmp_path / name).write_bytes(content)
    message = "the table is complete" if name == "t.parquet" else f"{name}:1: expected a table of"
    assert_refused(tmp_path, message, "corpus", "dom.txt", "-o", target)
    (tmp_path / name).rename(tmp_path / "real")
    (tmp_path / name).symlink_to("real")
    assert_refused(tmp_path, message, "corpus", "dom.txt", "-o", target)


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl", "t.parquet"])
def test_a_folder_in_place_of_the_table_is_refused(name: str, tmp_path: Path) -> None:
    if name == "t.parquet":
        pytest.importorskip("pyarrow")
    (tmp_path / "dom.txt").write_text("..\n..\n")
    (tmp_path / name).mkdir()
    assert_refused(tmp_path, f"lab corpus: {name}: ", "corpus", "dom.txt", "-o", name)


def test_jsonl_has_the_same_values_as_csv(tmp_path: Path) -> None:
    some = join_grids(make_boards(10))
    csv_rows = read_rows(run_corpus("-", *FIGURES, stdin=some))
    run_corpus("-", "-o", tmp_path / "table.jsonl", *FIGURES, stdin=some)
    lines = map(json.loads, (tmp_path / "table.jsonl").read_text().splitlines())
    assert [{k: "" if v is None else str(v) for k, v in line.items()} for line in lines] == csv_rows


@needs_module("pyarrow")
def test_parquet_has_the_same_values_as_jsonl(tmp_path: Path) -> None:
    from pyarrow import parquet

    (tmp_path / "some.txt").write_text(join_grids(make_boards(30)))
    for name in ("table.jsonl", "table.parquet"):
        run_corpus("some.txt", "-o", name, *FIGURES, cwd=tmp_path)
    lines = (tmp_path / "table.jsonl").read_text().splitlines(keepends=True)
    table = tmp_path / "table.parquet"
    assert parquet.read_table(table).to_pylist() == list(map(json.loads, lines))
    table.unlink()  # as if it had been stopped
    waiting = tmp_path / "table.parquet.jsonl"
    waiting.write_text("".join(lines[:11]) + lines[11][:9])
    run_corpus("some.txt", "-o", table, *FIGURES, cwd=tmp_path)
    assert "is complete" in run_corpus("some.txt", "-o", table, *FIGURES, cwd=tmp_path).stderr
    assert parquet.read_table(table).to_pylist() == list(map(json.loads, lines))
    assert not waiting.exists()


# ---------------------------------------------------------------- repeats


def test_the_id_is_that_of_all_turns_and_mirrors() -> None:
    board = ["x..", "0.1"]
    forms = [rotate_board(board, turns, mirror) for turns in range(4) for mirror in (False, True)]
    assert {identify_board(form) for form in forms} == {identify_board(board)}
    different = (["x..", "1.0"], ["x.", ".0", ".1"], ["x..0.1"], ["x..", "0.x"])
    assert len({identify_board(form) for form in (board, *different)}) == 1 + len(different)


def test_unique_drops_repeats_across_sources(tmp_path: Path) -> None:
    board = (EXAMPLES / "dom01.txt").read_text().split()
    (tmp_path / "a.txt").write_text(join_grids([board, rotate_board(board, 1, True)]))
    (tmp_path / "b.txt").write_text(join_grids([rotate_board(board, 3, False), ["x.."]]))
    process = run_corpus("a.txt", "b.txt", "--unique", cwd=tmp_path)
    csv_rows = [(row["source"], row["number"]) for row in read_rows(process)]
    assert csv_rows == [("a.txt", "1"), ("b.txt", "2")]
    assert "2 repeats" in process.stderr


def test_a_row_that_where_drops_makes_no_later_row_a_repeat(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x.\n..\nx.\n\nx.x\n...\n")
    process = run_corpus("a.txt", "--unique", "--where", "height < 3", cwd=tmp_path)
    assert [row["number"] for row in read_rows(process)] == ["2"]


# ---------------------------------------------------------------- what is chosen


def test_a_name_of_a_condition_is_a_column() -> None:
    process = run_corpus("examples/dom05.txt", "--columns", "size,cells", "--where", "size == 10")
    assert process.stdout == "source,number,size,cells\nexamples/dom05.txt,1,10,100\n"


ROW = {"height": 7, "width": 9, "size": 9, "cells": 63, "label": "hard", "verdict": "unique"}
ROW |= {"steps": 20, "clues": None}
COLUMNS = {name: str if name in ("label", "verdict") else int for name in ROW}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("size<=10 and label=='hard' and unique", True),
        ("size == 9 and cells == 63", True),
        ("7 <= height < width", True),
        ("not several and verdict in ('unique', 'none')", True),
        ("steps / cells > 0.3", True),
        ("steps % 7 == 6 and -steps < -19 and steps // 3 * 2 - 1 == 11", True),
        ("label in ['easy', 'tricky']", False),
        ("several or none or undecided", False),
        ("clues > 0", False),
        ("clues", False),
        ("clues / 2 < 1 or clues in (1, 2)", False),
        ("not clues > 0 and clues != 1", True),
        ("clues < 0 or steps", True),
        ("20 / (steps - 20) > 1", False),
        ("label < 'm' and steps / (width - height) > 1", True),
        ("verdict + verdict == 'uniqueunique'", True),
        ("'ar' in label", True),
    ],
)
def test_conditions(condition: str, holds: bool) -> None:
    assert conditions.RowCondition(condition, COLUMNS).is_true_of(ROW) is holds


@pytest.mark.parametrize(
    "condition",
    [
        "",
        "colour",
        "size <",
        "label.upper()",
        "label.__class__",
        "__import__('os').system('true')",
        "[x for x in (1, 2)]",
        "lambda: 1",
        "size ** 9",
        "size << 9",
        "(size := 3)",
        "f'{size}'",
        "label[0]",
        "size if unique else 3",
        "label is None",
        "(" * 500 + "1" + ")" * 499,
        "-" * 999 + "1",
        "size == \udcff",
        "1/0",
        "several or steps % 0 == 1",
        "unique and label > 3",
        "-verdict",
        "'%' % size == 'a'",
        "size * 'a' == 'a'",
        "size and (label or 'a') * 2 == 'aa'",
        "size in [1] * 1000000",
    ],
)
def test_bad_conditions(condition: str) -> None:
    with pytest.raises(Unusable) as raised:
        conditions.RowCondition(condition, COLUMNS)
    assert "column 0" not in str(raised.value)


def test_an_unfinished_condition_is_reported_at_its_end() -> None:
    with pytest.raises(Unusable, match=r"^--where: column 11: invalid syntax$"):
        conditions.RowCondition("unique and", COLUMNS)


def test_a_condition_without_a_value_is_reported() -> None:
    message = "lab corpus: --where: label < 3 has a value in no row: "
    process = run_corpus("-", "--rate", "--where", "unique and label < 3", stdin="x\n")
    assert (process.returncode, process.stdout, process.stderr.count("\n")) == (2, "", 1)
    assert process.stderr.startswith(message)
    message = "--where: divides by 0 in 2 rows, and is false there\n"
    process = run_corpus("-", "--where", "1 / clues >= 1", stdin=".\n\nx\n\n0\n")
    assert len(read_rows(process)) == 1
    assert process.stderr.startswith(message)


def test_chosen_puzzles_become_an_examples_folder(tmp_path: Path) -> None:
    some = make_boards(50)
    (tmp_path / "some.txt").write_text(join_grids(some))
    options = ("some.txt", "-o", "table.csv", "--where", "unique and size > 3", "--to", "out")
    assert run_corpus(*options, cwd=tmp_path).returncode == 0
    csv_rows = read_table((tmp_path / "table.csv").read_text())
    assert 2 < len(csv_rows) < 50
    assert {row["verdict"] for row in csv_rows} == {"unique"}
    assert all(max(row["height"], row["width"]) > "3" for row in csv_rows)
    for place, row in enumerate(csv_rows, start=1):
        board = (tmp_path / f"out/dom{place:04}.txt").read_text().split()
        assert board == some[int(row["number"]) - 1]
        solution = (tmp_path / f"out/sol{place:04}.txt").read_text().split()
        assert not rules.offences(solution, board)
    index = (tmp_path / "out/index.txt").read_text()
    assert len(index.splitlines()) == len(csv_rows) + 1
    assert len(list((tmp_path / "out").iterdir())) == 2 * len(csv_rows) + 1
    lines = (tmp_path / "table.csv").read_text().splitlines(keepends=True)
    (tmp_path / "table.csv").write_text("".join(lines[:3]))  # as if it had been stopped
    assert run_corpus(*options, cwd=tmp_path).returncode == 0
    again = (tmp_path / "out/index.txt").read_text()
    assert [line.split("\t")[:4] for line in again.splitlines()] == [
        line.split("\t")[:4] for line in index.splitlines()
    ]
    process = run_corpus("some.txt", "--to", "out", cwd=tmp_path)
    assert (process.returncode, process.stdout) == (2, "")


def test_a_damaged_table_leaves_the_folder_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "some.txt").write_text(join_grids(make_boards(6)))
    options = ("some.txt", "-o", "table.csv", "--to", "out")
    run_corpus(*options, cwd=tmp_path)
    index = (tmp_path / "out/index.txt").read_text()
    table = tmp_path / "table.csv"
    lines = table.read_text().splitlines(keepends=True)
    table.write_text("".join([*lines[:4], "damaged\n", *lines[5:]]))
    process = run_corpus(*options, cwd=tmp_path)
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.startswith("lab corpus: table.csv:5: ")
    assert (tmp_path / "out/index.txt").read_text() == index
    run_corpus("some.txt", "-o", "table.csv", "--to", "new", cwd=tmp_path)
    assert not (tmp_path / "new").exists()


@needs_module("matplotlib")
def test_plots_name_the_labels(tmp_path: Path) -> None:
    run_corpus(EXAMPLES / "dom01.txt", EXAMPLES / "dom03.txt", "--rate", "--plots", tmp_path)
    for name in ("sizes.svg", "steps.svg"):  # letters are outlines, after a comment with the text
        words = re.findall("<!-- (.+) -->", (tmp_path / name).read_text())
        assert {"easy", "tricky"} < {*words}


@needs_module("matplotlib")
def test_plots_show_each_row_in_the_colour_of_its_label() -> None:
    from matplotlib.figure import Figure

    columns = ("label", "height", "width", "given", "steps")
    summary = Summary(("easy", "tricky"))
    for values in (("tricky", 7, 5, 7, 14), ("easy", 5, 5, 10, 5), ("easy", 4, 7, 14, 7)):
        summary.add_row({"verdict": "unique", **dict(zip(columns, values))})
    sizes, steps = Figure().subplots(1, 2)
    plots.plot_sizes(summary, sizes)
    plots.plot_steps(summary, steps)
    parts = {
        bars.get_label(): [(bar.get_y(), bar.get_height()) for bar in bars]
        for bars in sizes.containers
    }
    assert parts == {"easy": [(0, 100), (0, 50)], "tricky": [(100, 0), (50, 50)]}
    points = {spots.get_label(): spots.get_offsets().tolist() for spots in steps.collections}
    assert points == {"easy": [[40, 0.2], [50, 0.25]], "tricky": [[20, 0.4]]}
    colours = [tuple(bars[0].get_facecolor()[:3]) for bars in sizes.containers]
    assert colours == [tuple(spots.get_facecolor()[0][:3]) for spots in steps.collections]
    assert len(set(colours)) == 2


# ---------------------------------------------------------------- interruptions, and a cluster


def start_corpus(*options: object, cwd: Path = ROOT) -> "subprocess.Popen[bytes]":
    """Start lab corpus as a process."""
    command = [sys.executable, str(ROOT / "lab"), "corpus", *map(str, options)]
    return subprocess.Popen(command, cwd=cwd, stderr=subprocess.PIPE)


def start_dask(*words: object) -> "subprocess.Popen[bytes]":
    """Start a dask command whose output nobody reads."""
    command = [sys.executable, "-m", "dask", *map(str, words), "--host", "127.0.0.1"]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def wait_for(condition: Callable[[], bool], seconds: float = 120) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_interrupted_and_started_again(number: int, tmp_path: Path) -> None:
    (tmp_path / "some.txt").write_text(join_grids(make_boards(1500) * 3))
    options = ("some.txt", SAME, "-o")
    table = tmp_path / "table.csv"
    process = start_corpus(*options, table, cwd=tmp_path)
    wait_for(lambda: table.exists() and table.stat().st_size > 20_000)
    process.send_signal(number)
    assert process.wait(120) == (130 if number == signal.SIGINT else -number)
    assert len(table.read_text().splitlines()) < 4500
    for name in (table, tmp_path / "whole.csv"):
        assert start_corpus(*options, name, cwd=tmp_path).wait(120) == 0
    assert table.read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert len(table.read_text().splitlines()) == 4501


@pytest.mark.long
@needs_module("distributed")
def test_a_worker_of_a_cluster_is_killed(tmp_path: Path) -> None:
    (tmp_path / "some.txt").write_text(join_grids(make_boards(800)))
    options = ("some.txt", "--rate", SAME, "-o")
    assert start_corpus(*options, tmp_path / "here.csv", cwd=tmp_path).wait(240) == 0
    table, place = tmp_path / "there.csv", tmp_path / "scheduler.json"
    scheduler = ("scheduler", "--port", 0, "--no-dashboard", "--scheduler-file", place)
    processes = [start_dask(*scheduler)]
    try:
        wait_for(place.exists)
        wait_for(lambda: place.read_text().endswith("}"))
        address = json.loads(place.read_text())["address"]
        for _ in range(2):
            worker = ("worker", address, "--local-directory", tmp_path)
            options_of_one = ("--nthreads", 1, "--no-nanny", "--no-dashboard")
            processes.append(start_dask(*worker, *options_of_one))
        command = start_corpus(*options, table, "--scheduler", address, cwd=tmp_path)
        processes.append(command)
        wait_for(lambda: table.exists() and table.stat().st_size > 10_000, 120)
        processes[1].kill()
        assert len(table.read_text().splitlines()) < 700
        assert command.wait(240) == 0
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert table.read_bytes() == (tmp_path / "here.csv").read_bytes()


@needs_module("distributed")
def test_a_scheduler_that_does_not_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from lab.corpus import cluster

    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.1)
    process = run_corpus(EXAMPLES / "dom01.txt", "--scheduler", "tcp://127.0.0.1:9")
    assert process.returncode == 2
    assert "tcp://127.0.0.1:9" in process.stderr
    assert "Traceback" not in process.stderr
