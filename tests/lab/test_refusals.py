"""A program that refuses its arguments or its input leaves every file as it was."""

from pathlib import Path

import pytest

from lab.common import processes
from tests.kit import assert_refused

EXISTS = "exists, and nothing is overwritten"
FILES = {  # what a folder has
    **{f"mine.{ending}": "mine" for ending in ("pdf", "svg", "png", "gif", "zip", "txt", "xml")},
    "dom.txt": "..\n..\n",
    "wrong.txt": "..\n.q\n",
    "folder/dom01.txt": "mine",
    "folder/index.txt": "mine",
    "listed/index.txt": "mine",
    "solved/sol01.txt": "mine",
    "folder.pdf/mine.txt": "mine",
    "folder.svg/mine.txt": "mine",
    "new/trials.txt": "mine",
    "names.txt": "ada\n",
    "wrong.toml": "group = 0\n",
}
REFUSALS = {  # a part of the message for each
    "handout -o folder": EXISTS,
    "handout -o mine.zip": EXISTS,
    "handout -o mine.txt": EXISTS,
    "handout -o link": EXISTS,
    "handout -o broken": EXISTS,
    "handout -o folder --for names.txt": EXISTS,
    "handout -o other --course wrong.toml": "group: found 0",
    "new folder": EXISTS,
    "new link": EXISTS,
    "new mine.txt": "mine.txt",
    "web --static folder --no-open": EXISTS,
    "web --static link --no-open": EXISTS,
    "web --static mine.txt --no-open": EXISTS,
    "generate --size 3x3 -o folder": EXISTS,
    "generate --size 3x3 -o listed": EXISTS,
    "generate --size 3x3 -o solved": EXISTS,
    "generate --size 3x3 -o link": EXISTS,
    "generate --size 3x3 -o mine.txt": "mine.txt: ",
    "generate --size 3x3 -o folder --for names.txt": EXISTS,
    "sheet wrong.txt -o mine.pdf": "wrong.txt:2:2: found 'q'",
    "sheet dom.txt -o mine.txt": "expected a name that ends in .pdf",
    "sheet dom.txt -o folder.pdf": "folder.pdf: Is a directory",
    "sheet dom.txt -o folder.pdf --solutions mine.pdf": "folder.pdf: Is a directory",
    "sheet dom.txt -o mine.pdf --solutions folder.pdf": "folder.pdf: Is a directory",
    "sheet dom.txt -o mine.pdf --solutions mine.pdf": "expected another file",
    "corpus dom.txt --to folder": EXISTS,
    "corpus dom.txt --to mine.txt": "mine.txt: File exists",
    "convert wrong.txt": "wrong.txt:2:2: found 'q'",
    "hint wrong.txt --picture mine.svg": "wrong.txt:2:2: found 'q'",
    "hint wrong.txt --picture mine.gif": "wrong.txt:2:2: found 'q'",
    "hint dom.txt --picture mine.txt": "mine.txt",
    "explain wrong.txt --picture mine.svg": "wrong.txt:2:2: found 'q'",
    "race dom.txt --time-limit 1e12": "found '1e12', expected seconds above 0, at most ",
    "check nothing --junit mine.xml": "nothing: ",
    "grade folder -o folder": "folder: this exists, and is not from lab grade",
    "grade --autograder gradescope -o folder": "folder: Is a directory",
    "grade --autograder gradescope -o mine.zip --course wrong.toml": "group: found 0",
    "show wrong.txt -o mine.svg": "wrong.txt:2:2: found 'q'",
    "show dom.txt --unsolved -o mine.txt": "mine.txt",
    "show dom.txt --unsolved -o folder.svg": "folder.svg: Is a directory",
    "encode.py wrong.txt": "wrong.txt:2:2: found 'q'",
    "decode.py wrong.txt": "wrong.txt:",
}


@pytest.mark.skipif(not processes.LINUX, reason="the texts of errors are those of Linux")
@pytest.mark.parametrize("command", REFUSALS)
def test_a_refusal_changes_no_file(command: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "link").symlink_to("folder")
    (tmp_path / "broken").symlink_to("nothing")
    assert_refused(tmp_path, REFUSALS[command], *command.split())
