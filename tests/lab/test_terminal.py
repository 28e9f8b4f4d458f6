"""Tables and the status line: drawn on a terminal, plain elsewhere."""

import os
import pty
import re
import struct
import subprocess
import sys
import termios
from fcntl import ioctl

import pytest

from lab.common.terminal import TerminalTable, show_progress
from tests.kit import ROOT, read_terminal

SCRIPT = """
from lab.common.terminal import TerminalTable, show_progress
table = TerminalTable("{:9} {:>10}  {}", "road", "solve", "size")
show_progress("solving " * 20)
table.add_row("asp", "0.123 s", "309 rules, 223 atoms", style="yellow")
table.add_row("mip", "HiGHS is not installed")
"""


def test_a_plain_table(capsys: pytest.CaptureFixture[str]) -> None:
    table = TerminalTable("{:9} {:>10}  {}", "road", "solve", "size")
    table.add_row("asp", "0.123 s", "309 rules", style="yellow")
    table.add_row("tactics")
    table.add_row("mip", "HiGHS is not installed")
    show_progress("no terminal")
    assert capsys.readouterr() == (
        "road           solve  size\n"
        "asp          0.123 s  309 rules\n"
        "tactics\n"
        "mip       HiGHS is not installed\n",
        "",
    )


def on_a_terminal(columns: int, **environment: str) -> str:
    """What SCRIPT writes on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {**os.environ, "TERM": "xterm-256color", **environment}
    for name in ("NO_COLOR", "COLUMNS", "LINES"):
        if name not in environment:
            env.pop(name, None)
    script = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env=env,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    written = read_terminal(ours)
    assert script.wait() == 0
    return written


def test_a_table_on_a_terminal() -> None:
    screen = on_a_terminal(40)
    assert "\x1b[33m" in screen  # yellow
    plain_screen = on_a_terminal(30, NO_COLOR="1")
    assert "\x1b[33m" not in plain_screen
    for text, columns in ((screen, 40), (plain_screen, 30)):
        rows = re.split(r"[\r\n]+", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text))
        assert list(filter(None, rows)) == [
            "road           solve  size",
            ("solving " * 20)[: columns - 1],
            "asp          0.123 s  309 rules, 223 atoms",
            "mip       HiGHS is not installed",
        ]
