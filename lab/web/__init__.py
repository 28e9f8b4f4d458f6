"""Start a page to play puzzles on, and to write their logic programs beside.

It is served on this machine only, and its address, with a token, is printed and opened.  Ctrl-C
ends it.  FOLDER is a student's folder: whenever a file in it is saved, the page shows what check
says.  With --host ADDRESS other machines can open it, too: then no folder is served, programs
are typed in the page, and it starts only where the sandbox contains them.

Exit status: 130 after Ctrl-C, 2 if it cannot be started.
"""

import argparse
import contextlib
import importlib.util
import os
import secrets
import sys
import threading
import webbrowser
from pathlib import Path

from lab import Unusable, puzzles
from lab.common.files import write

PORT = 8642
LOCAL = "127.0.0.1"
NEEDED = ("starlette", "uvicorn", "jinja2", "watchfiles")
INSTALL = "python3 -m pip install -r lab/web/requirements.txt"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add = parser.add_argument
    add("folder", nargs="?", type=Path, metavar="FOLDER", help="with a student's programs")
    puzzles.add_argument(parser, "that is open at first")
    add("--port", type=port, default=PORT, metavar="N", help=f"{PORT} without it, 0: any free one")
    add("--host", default=LOCAL, metavar="ADDRESS", help=f"{LOCAL} without it; 0.0.0.0 for all")
    add("--no-open", action="store_true", help="do not open the page in a browser")


def port(text: str) -> int:
    """A port of TCP."""
    if text.isdecimal() and int(text) < 1 << 16:
        return int(text)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from 0 to 65535")


def has_screen() -> bool:
    """Whether a browser can open a window; one that runs in the terminal is not wanted."""
    is_unix = sys.platform not in ("darwin", "win32")
    return not is_unix or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run(options: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C."""
    if absent := [name for name in NEEDED if not importlib.util.find_spec(name)]:
        raise Unusable(f"found no {', '.join(absent)}; install them: {INSTALL}")
    from lab.web import app, serving

    folder: Path | None = options.folder
    if folder and not folder.is_dir():
        raise Unusable(f"{folder}: found no folder, expected one with a student's programs")
    is_public = not serving.is_local(options.host)
    if is_public:
        serving.check_public(folder)
    first = options.puzzle or puzzles.default_puzzle()
    others = [one for one in puzzles.list_puzzles() if one.folder != first.folder]
    page = app.Page([first, *others], folder and folder.resolve(), is_public)
    token = secrets.token_urlsafe(16)
    with contextlib.closing(serving.listening(options.host, options.port)) as listener:
        address = serving.address(listener, token, "/write" if folder else "/")
        write(f"{address}\n")
        sys.stderr.write("Ctrl-C ends it\n")
        if not options.no_open and has_screen():
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        serving.serve(app.Site(page), listener, token)
    return 130
