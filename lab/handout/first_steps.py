"""The page first-steps.html: the notebook first-steps for reading, up to the assignment."""

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from lab import ROOT
from lab.handout.sheet import render_markdown, render_page

NOTEBOOK = ROOT / "notebooks" / "first-steps.ipynb"
TITLE = "First steps in answer-set programming"
END = "## Your assignment"  # the sheet of the handout has this
EXERCISE_CELLS = ("%%exercise", "is_right(")  # only a notebook can judge what is written there


def make_page() -> str:
    """Return the page as HTML that needs no other file."""
    return render_page("en", TITLE, "".join(list_paragraphs()))


def list_paragraphs() -> Iterator[str]:
    """Yield the texts, the programs and the outputs of the notebook as HTML."""
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if source.startswith(END):
            return
        if cell["cell_type"] == "markdown":
            yield render_markdown(source)
        elif not source.startswith(EXERCISE_CELLS):
            if source.startswith("%%"):  # else it is Python, which students do not need
                yield f"<pre><code>{escape(source)}</code></pre>\n"
            yield from map(format_output, cell["outputs"])


def format_output(output: dict[str, Any]) -> str:
    """Return an output of a cell as HTML, "" for a chart."""
    shown = "".join(output.get("data", {}).get("text/html", ""))
    if "text" in output:
        shown = f"<pre>{escape(''.join(output['text']))}</pre>"
    return f'<div class="output">{shown}</div>\n' if shown else ""
