"""Work in a thread: its result, its error, its time limit, and the status line."""

import contextlib
import os
import threading

import pytest

from lab.common import background
from lab.common.background import BackgroundWork
from tests import kit


def test_work_that_is_done_has_a_result() -> None:
    task = BackgroundWork(lambda: 6 * 7)
    assert task.start_and_wait(lambda: "counting")
    assert task.result == 42


def test_an_error_of_the_work_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        BackgroundWork(lambda: 1 / 0).start_and_wait(lambda: "dividing")


def test_the_time_limit_comes_before_the_end() -> None:
    end = threading.Event()
    assert not BackgroundWork(end.wait).start_and_wait(lambda: "waiting", 0.1)
    end.set()


def test_the_status_line_shows_a_stage_once_and_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "SILENT_SECONDS", 0)
    other_end, terminal = os.openpty()
    end = threading.Event()
    with open(terminal, "w") as stream, contextlib.redirect_stderr(stream):
        assert not BackgroundWork(end.wait).start_and_wait(lambda: "waiting", 0.2)
    end.set()
    clear = "\r\x1b[K"
    assert kit.read_terminal(other_end) == f"{clear}0 s: waiting{clear}"
