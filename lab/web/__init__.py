"""Start a page on which puzzles are played, and logic programs are written.

It is served on this machine only, and its address, with a token, is printed and opened.  Ctrl-C
ends it.  FOLDER is a student's folder: whenever a file in it is saved, the page shows what check
says.  With --host ADDRESS other machines can open it, too: then no folder is served, programs
are typed in the page, and it starts only where the sandbox contains them.

With --static no page is served: the page of a puzzle is written into a folder, for any web
server, and programs are judged in the browser.  It has the examples of a handout of the same
course and --seed.

Exit status: 130 after Ctrl-C, 0 if the folder was written, 2 if it cannot be done.
"""

import argparse
import contextlib
import importlib.util
import os
import secrets
import sys
import threading
import webbrowser
from functools import partial
from pathlib import Path

from lab import Unusable, puzzles
from lab.common.command import parse_count
from lab.common.files import write
from lab.sandbox import Sandbox

PORT = 8642
LOCAL = ("127.0.0.1", "localhost", "::1")
MODULES = ("jinja2",)
SERVER_MODULES = ("starlette", "uvicorn")
PIP_INSTALL = "python3 -m pip install -r lab/web/requirements.txt"


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("folder", nargs="?", type=Path, metavar="FOLDER", help="with a student's programs")
    puzzles.add_argument(parser, "that is open at first")
    port = partial(parse_count, most=65535, least=0)
    add("--port", type=port, default=PORT, metavar="N", help="%(default)s without it, 0: any")
    add("--host", default=LOCAL[0], metavar="ADDRESS", help="%(default)s without it; 0.0.0.0: all")
    add("--static", type=Path, metavar="NEW", help="write the page into this folder")
    add("--course", type=Path, metavar="FILE.toml", help="with --static: the course")
    add("--seed", type=int, metavar="N", help="with --static: examples as of handout --seed N")
    add("--no-open", action="store_true", help="do not open the page in a browser")


def run(options: argparse.Namespace) -> int:
    names = MODULES if options.static else (*SERVER_MODULES, *MODULES)
    if absent := [name for name in names if not importlib.util.find_spec(name)]:
        raise Unusable(f"found no {', '.join(absent)}; install them: {PIP_INSTALL}")
    if options.static:
        from lab.web.site import site_folder as site

        puzzle = options.puzzle or puzzles.find_default_puzzle()
        site.write_site(options.static, puzzle, options.course, options.seed)
        return 0
    from lab.web import app, server

    folder: Path | None = options.folder
    if folder and not folder.is_dir():
        raise Unusable(f"{folder}: found no folder, expected one with a student's programs")
    is_public = options.host not in LOCAL
    if is_public and folder:
        raise Unusable(f"{folder}: --host serves no folder: programs are typed in the page")
    if is_public and not (sandbox := Sandbox()).is_safe:
        leaks = "; ".join(sandbox.leaks)
        raise Unusable(f"--host: the programs of visitors are not contained here: {leaks}")
    first = options.puzzle or puzzles.find_default_puzzle()
    further = [puzzle for puzzle in puzzles.list_puzzles() if puzzle.folder != first.folder]
    pages = app.PageServer([first, *further], folder and folder.resolve(), is_public)
    token = secrets.token_urlsafe(16)
    with contextlib.closing(server.open_socket(options.host, options.port)) as listener:
        address = server.format_page_address(listener, token, "/write" if folder else "/")
        write(f"{address}\n")
        sys.stderr.write("Ctrl-C ends it\n")
        has_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if not options.no_open and (has_screen or sys.platform in ("darwin", "win32")):
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        server.serve_pages(pages, listener, token, is_public)
    return 130
