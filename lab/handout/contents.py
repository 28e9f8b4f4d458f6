"""The files of a handout: the sheet, starts to fill in, what runs and draws them, and check."""

import json
import re
from typing import Any

from lab import ROOT
from lab.check.starts import strip_program
from lab.check.subject import Subject
from lab.check.table_bank import FILE, FOLDER, RULES
from lab.handout import engine, examples, tabled
from lab.handout.sheet import Example, Sheet
from lab.handout.target import File
from lab.handout.words import Words
from lab.runner.pool import TaskPool

PROGRAMS = ("decode.py", "show")  # of the kit, handed out as they are
TEACHERS = ("tomli", "markdown-it-py")  # packages that only those who hand out need
IMAGE = re.compile(r'"([\w-]+\.png)"')  # named in a viz file
TASK = FOLDER.relative_to(ROOT).as_posix()
CHECK = '''\
#!/usr/bin/env python3
"""What is wrong in encode.py and {program}: ./check, or ./check {program}; ./check --help."""

import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path.pop(0))  # files beside this one hide no module of Python

from lab.common import command  # noqa: E402

if __name__ == "__main__":
    sys.exit(command.run_command("check", "lab.check"))
'''
TASKS = {  # for Visual Studio Code
    "version": "2.0.0",
    "tasks": [
        {
            "label": "check",
            "type": "process",
            "command": "${workspaceFolder}/.venv/bin/python3",
            "args": ["check", "--format", "gcc"],
            "options": {"cwd": "${workspaceFolder}"},
            "group": {"kind": "build", "isDefault": True},
            "presentation": {"clear": True, "reveal": "always"},
            "problemMatcher": {
                "owner": "check",
                "source": "check",
                "fileLocation": ["autoDetect", "${workspaceFolder}"],
                "pattern": {
                    "regexp": "^(.+?):(\\d+):(\\d+): (error|warning): (.*)$",
                    "file": 1,
                    "line": 2,
                    "column": 3,
                    "severity": 4,
                    "message": 5,
                },
            },
        }
    ],
}


class Contents:
    """The files that all get, and those that each has for himself."""

    def __init__(self, pool: TaskPool, subject: Subject, words: Words, seed: int) -> None:
        self.subject, self.words = subject, words
        self.starts = starts(words)
        self.tables = tabled.Tabled(pool, subject, seed)

    def files(self, some: examples.Set) -> dict[str, File]:
        """The files of a handout with these examples, by their paths."""
        return {
            **self._sheet(some[0]),
            **{name: text_file(text) for name, text in self.starts.items()},
            **{name: File((ROOT / name).read_bytes(), True) for name in PROGRAMS},
            "check": text_file(CHECK.format(program=self.words.program), is_program=True),
            "requirements.txt": text_file(requirements()),
            **self._viz(),
            **{f"examples/{name}": text_file(text) for name, text in examples.files(some).items()},
            ".vscode/tasks.json": text_file(json.dumps(TASKS, indent=2) + "\n"),
            **{path: File((ROOT / path).read_bytes()) for path in engine.modules()},
            **self._task(some),
        }

    def _sheet(self, example: Example) -> dict[str, File]:
        sheet = Sheet(self.words, example, self.subject.bank.format_facts(example.board))
        return {
            "ASSIGNMENT.txt": text_file(sheet.text),
            "ASSIGNMENT.html": text_file(sheet.page),
        }

    def _viz(self) -> dict[str, File]:
        """The file of the picture, and the images in it."""
        viz = self.subject.puzzle.face / self.words.viz
        names = IMAGE.findall(viz.read_text("utf-8"))
        places = ((name, folder / name) for name in names for folder in (viz.parent, ROOT))
        images = {name: path for name, path in places if path.is_file()}
        return {name: File(path.read_bytes()) for name, path in {viz.name: viz, **images}.items()}

    def _task(self, some: examples.Set) -> dict[str, File]:
        """What check knows of the puzzle."""
        rules = (self.subject.puzzle.folder / "rules.py").read_text("utf-8")
        boards = sorted((one.board for one in some), key=len)
        return {
            f"{TASK}/{FILE}": text_file(self.tables.text(boards, self._first())),
            f"{TASK}/{RULES}": text_file(tabled.judge(rules)),
        }

    def _first(self) -> dict[str, Any]:
        """What check says where nothing is done, and how it knows that; who may work together."""
        files = {"encode.py": "encode", self.words.program: "program"}
        return {
            "starts": {
                name: {"text": strip_program(self.starts[name]), "first": self.words.first(kind)}
                for name, kind in files.items()
            },
            "words": {name: self.words.first(name) for name in ("before", "after")},
            "group": self.words.course.group,
        }


def starts(words: Words) -> dict[str, str]:
    """The texts of the files to be filled in."""
    rules = [
        words.language["rule"].format(number=number, words=capital(text))
        for number, text in enumerate(words.rules.values(), start=1)
    ]
    program = words.filled(
        "program",
        atom=words.atom,
        input=words.of_puzzle("input"),
        output=words.of_puzzle("output"),
        rules="\n\n".join(rules),
    )
    first = examples.FIRST
    return {
        "README.txt": words.filled("readme", line="=" * len(words.title), example=first),
        "encode.py": words.filled("encode", example=first),
        words.program: program,
    }


def text_file(text: str, is_program: bool = False) -> File:
    """A file with a text."""
    return File(text.encode("utf-8"), is_program)


def capital(text: str) -> str:
    """A sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def requirements() -> str:
    """The packages that students need, out of those of the kit."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(TEACHERS))
