"""Reads what a student typed into a platform, and tells programs from other texts.

Moodle and Canvas give a page of HTML, Blackboard a text with a field for it.
Source: Moodle, public/mod/assign/submission/onlinetext/locallib.php, get_files().
"""

import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

LINES = ("p", "div", "pre", "li", "tr", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6")  # tags
SPACE = re.compile(r"[ \t\r\n]+")  # one blank in HTML; &nbsp; is a blank that stays
PYTHON_LINE = re.compile(r"^(?:import \w|from \S+ import |(?:def|for|while) .*:$)", re.M)
FIELD = re.compile(  # of Blackboard
    r"^Submission Field:(?!\s*There is no student submission)\s*(.*?)\s*^Comments:", re.M | re.S
)
RULE = re.compile(r":-[^.()]*\w\(|\w\([\w\s,;()]*\)\.(?!\w)")  # an atom in a body, or a fact


class TextReader(HTMLParser):
    """Collects the text of a page, with the lines and the indentation that a browser shows."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.is_preformatted = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "br" or (tag in LINES and self.text[-1:] not in ("", "\n")):
            self.text += "\n"
        self.is_preformatted |= tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        self.is_preformatted &= tag != "pre"
        if tag in LINES and self.text[-1:] not in ("", "\n"):
            self.text += "\n"

    def handle_data(self, data: str) -> None:
        if not self.is_preformatted:
            data = SPACE.sub(" ", data)
            data = data.lstrip(" ") if self.text[-1:] in ("", "\n") else data
        self.text += data


def read_online_text(paths: Iterable[Path]) -> str:
    """Return the text of the pages at these paths and in these folders."""
    reader = TextReader()
    for path in paths:
        for page in (path, *sorted(path.glob("*.html"))):
            if page.is_file() and page.suffix == ".html":
                reader.feed(page.read_text("utf-8", "replace"))
            elif page.is_file() and (field := FIELD.search(page.read_text("utf-8", "replace"))):
                reader.feed(f"<pre>{field[1]}</pre>")
    reader.close()
    lines = reader.text.replace("\xa0", " ").splitlines()
    return "\n".join(map(str.rstrip, lines)).strip("\n")


def choose_file_name(text: str, program_name: str) -> str:
    """Return the name of the file for a text: encode.py, `program_name`, or "" for prose."""
    if PYTHON_LINE.search(text):
        return "encode.py"
    return program_name if RULE.search(text) else ""
