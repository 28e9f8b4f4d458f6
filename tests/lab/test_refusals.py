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
    "handout -o none/a.zip": "none/a.zip: No such file or directory",
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
    "generate": "the following arguments are required: --size",
    "generate --size=0x5": "found '0x5', expected rows x columns",
    "generate --size=5": "found '5'",
    "generate --size=101x5": "each 1 to 100",
    "generate --size=5x5 --density=nan": "found 'nan', expected a number from 0 to 1",
    "generate --size=5x5 --density=1.1": "found '1.1'",
    "generate --size=5x5 --density=-0.1": "found '-0.1'",
    "generate --size=5x5 --symmetry=rot3": "rot3",
    "generate --size=5x6 --symmetry=rot4": "found 5x6, expected a square",
    "generate --size=5x5 --difficulty=brutal": "brutal",
    "generate --size=5x5 --count=0": "found '0', expected a number from 1 to 100000",
    "generate --size=5x5 --count=-1": "found '-1', expected a number from 1 to 100000",
    "generate --size=5x5 --count=1.5": "found '1.5', expected a number from 1 to 100000",
    "generate --size=5x5 --count=100001": "found '100001', expected a number from 1 to 100000",
    "generate --size=5x5 --count=2 --for=-": "not allowed with",
    "generate --size=9x9 --difficulty=search --clues=all": "search goes without --clues all",
    "generate --size=5x5 --time-limit=0": "'0'",
    "generate --size=5x5 --seed=x": "'x'",
    "generate --size=5x5 -o mine.txt/folder": "Not a directory",
    "generate --size=5x5 --for nobody": "nobody: No such file",
    "sheet wrong.txt -o mine.pdf": "wrong.txt:2:2: found 'q'",
    "sheet none.txt -o mine.pdf": "none.txt: No such file or directory",
    "sheet dom.txt -o none/a.pdf": "none/a.pdf: No such file or directory",
    "sheet listed -o mine.pdf": "listed: found no dom*.txt in this folder",
    "sheet dom.txt -o mine.txt": "expected a name that ends in .pdf",
    "sheet dom.txt -o folder.pdf": "folder.pdf: Is a directory",
    "sheet dom.txt -o folder.pdf --solutions mine.pdf": "folder.pdf: Is a directory",
    "sheet dom.txt -o mine.pdf --solutions folder.pdf": "folder.pdf: Is a directory",
    "sheet dom.txt -o mine.pdf --solutions mine.pdf": "expected another file",
    "corpus dom.txt --to folder": EXISTS,
    "corpus dom.txt --to mine.txt": "mine.txt: File exists",
    "corpus absent.txt": "absent.txt: no such file, or it cannot be read",
    "corpus mine.zip": "mine.zip: found no zip file",
    "corpus dom.txt -o mine.txt": "expected a name that ends in .csv, .jsonl, .parquet",
    "corpus dom.txt -o no/table.csv": "no/table.csv: No such file or directory",
    "corpus dom.txt --columns colour": "--columns: found 'colour', expected names of source",
    "corpus dom.txt --columns +-verdict": "--columns: found '-verdict'",
    "corpus dom.txt --columns verdict,-bulbs": "--columns: found '-bulbs'",
    "corpus dom.txt --where colour": "--where: found colour, expected one of black",
    "corpus dom.txt --where label=='hard'": "width; label is a column with --rate",
    "corpus dom.txt --jobs 0": "argument --jobs: found '0'",
    "corpus dom.txt --from html": "found html for Light Up, expected one of grid",
    "corpus dom.txt --puzzle amaze --rate": "--rate: Amaze has no ratings",
    "convert wrong.txt": "wrong.txt:2:2: found 'q'",
    "hint wrong.txt --picture mine.svg": "wrong.txt:2:2: found 'q'",
    "hint wrong.txt --picture mine.gif": "wrong.txt:2:2: found 'q'",
    "hint dom.txt --picture mine.txt": "mine.txt",
    "hint dom.txt --picture mine.bmp": "mine.bmp: found the ending '.bmp'",
    "hint dom.txt --picture absent/p.gif": "absent/p.gif: No such file",
    "hint dom.txt --picture absent/steps/": "absent/steps: No such file",
    "hint dom.txt --tactics AQ": "--tactics: found 'Q', expected letters of ABCDEFGHS",
    "hint --rate --tactics A": "--rate goes without --tactics",
    "hint --rate --picture mine.png": "--rate goes without --picture and --of",
    "hint dom.txt --of dom01": "found 2 rows of 2 cells, expected 7 rows of 7 cells, as in --of",
    "hint dom.txt --steps --next": "not allowed with argument",
    "hint dom.txt names.txt": "found 2 files, expected one without --rate",
    "hint absent.txt": "absent.txt: No such file",
    "explain wrong.txt --picture mine.svg": "wrong.txt:2:2: found 'q'",
    "race absent --json": "lab race: absent: No such file or directory",
    "race dom.txt absent --json": "lab race: absent: No such file or directory",
    "race dom.txt --time-limit 1e12": "found '1e12', expected seconds above 0, at most ",
    "check nothing --junit mine.xml": "nothing: ",
    "grade folder -o folder": "folder: this exists, and is not from lab grade",
    "grade folder -o out --jobs=0": "argument --jobs: found '0'",
    "grade folder -o out --seed=x": "argument --seed: found 'x', expected a whole number",
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
