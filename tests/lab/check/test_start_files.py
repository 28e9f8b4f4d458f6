"""Files that are still as a handout gave them."""

from pathlib import Path

import pytest

from lab.check.bank.start_files import StartFiles, list_code_lines


@pytest.mark.parametrize(
    ("name", "start", "comment", "code"),
    [
        ("lightup.lp", "% Authors:\n% 1. Every white cell is lit.\n", "% Ada", "#show cell/3."),
        ("lightup.lp", "% Authors:\n", "  % Ada", "#const k=1."),
        ("encode.py", "# Authors:\nimport sys\n", "# Ada", "print(1)"),
    ],
)
def test_a_file_has_begun_with_its_first_statement(
    tmp_path: Path, name: str, start: str, comment: str, code: str
) -> None:
    starts = StartFiles(
        {name: {"text": list_code_lines(Path(name).suffix, start), "first": "write a rule"}}
    )
    path = tmp_path / name
    path.write_text(f"{start}\n{comment}\n")
    assert starts.find_advice(path) == "write a rule"
    path.write_text(f"{start}\n{code}\n")
    assert starts.find_advice(path) == ""
