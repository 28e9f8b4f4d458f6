"""Run notebooks from their text and store them with their outputs:

    python3 notebooks/execute.py [NAME...]

writes NAME.ipynb out of NAME.md, all of this folder without a name.  Each runs from top to bottom
in a kernel of its own; if a cell fails, nothing is written.

Exit status: 0, or 2 if a notebook cannot be run, with the reason.
"""

import sys
from itertools import groupby
from pathlib import Path
from typing import Any, NoReturn

HERE = Path(__file__).resolve().parent
SECONDS = 600  # seconds for a cell
KEPT = {"kernelspec", "jupytext"}  # of a notebook's metadata; the rest says which Python it was


def fail(message: str) -> NoReturn:
    """End with status 2, after a line with the reason."""
    sys.stderr.write(f"execute.py: {message}\n")
    sys.exit(2)


try:
    import jupytext
    import nbformat
    from jupyter_client.kernelspec import NoSuchKernel
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
except ModuleNotFoundError as error:
    fail(f"{error.name} is missing; python3 -m pip install -r notebooks/requirements.txt")


def main(names: list[str]) -> None:
    """Run and store notebooks."""
    stems = sorted(path.stem for path in HERE.glob("*.md"))
    if unknown := [name for name in names if name not in stems]:
        fail(f"found {unknown[0]!r}, expected {' or '.join(stems)}")
    for name in names or stems:
        try:
            text = nbformat.writes(execute_cells(read_text(name)))
            (HERE / f"{name}.ipynb").write_text(f"{text}\n", "utf-8")
        except CellExecutionError as error:
            fail(f"{name}.md: a cell failed: {error.ename}: {error.evalue}")
        except CellTimeoutError:
            fail(f"{name}.md: a cell took over {SECONDS} seconds")
        except (DeadKernelError, NoSuchKernel, OSError) as error:
            fail(f"{name}.md: {error}")
        print(f"{name}.ipynb: {len(text) // 1000} KB")


def read_text(name: str) -> Any:
    """Return the notebook in NAME.md; end with status 2 if it cannot be read."""
    try:
        return jupytext.read(HERE / f"{name}.md")
    except Exception as error:  # of several libraries: of the header, of the encoding
        fail(f"{name}.md: {' '.join(str(error).split())}")


def execute_cells(notebook: Any) -> Any:
    """Run the cells of a notebook, which get their outputs; return the notebook.

    Raises nbclient's error if a cell fails.
    """
    client = NotebookClient(notebook, timeout=SECONDS, resources={"metadata": {"path": str(HERE)}})
    client.execute()
    for key in set(notebook.metadata) - KEPT:
        del notebook.metadata[key]
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata.pop("execution", None)  # when it ran
        if cell.cell_type == "code":
            cell.outputs = join_streams(cell.outputs)
    return notebook


def join_streams(outputs: list[Any]) -> list[Any]:
    """Return the outputs, with neighbours of the same stream joined."""
    joined: list[Any] = []
    for stream, neighbours in groupby(outputs, lambda output: output.get("name")):
        first, *following = neighbours
        if stream is None:
            joined += [first, *following]
        else:
            first.text += "".join(output.text for output in following)
            joined.append(first)
    return joined


if __name__ == "__main__":
    main(sys.argv[1:])
