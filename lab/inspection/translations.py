"""Faults of translations: the texts of a puzzle that its languages/*.json lack."""

from collections.abc import Iterator

from lab.check.bank.folder_bank import FolderBank
from lab.common.language import FOLDER, read_catalogue, requested_texts
from lab.inspection import Fault
from lab.puzzles import Puzzle
from lab.settings import read_settings
from lab.settings.web import PlaySettings


def find_translation_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield each text of the puzzle that a language in the puzzle's folder does not translate.

    The texts of offences are known only once they were requested, so rules.py has to run first.
    """
    texts = {*list_puzzle_texts(puzzle), *list_puzzle_nouns(puzzle), *requested_texts}
    for path in sorted((puzzle.folder / FOLDER).glob("*.json")):
        catalogue = {**read_catalogue(path.stem), **read_catalogue(path.stem, puzzle.folder)}
        for text in sorted(texts - catalogue.keys()):
            yield Fault(path, 1, f"found no translation of {text!r}")


def list_puzzle_texts(puzzle: Puzzle) -> Iterator[str]:
    """Yield the rules, the sentences of mistakes, the names of tolerated grids, texts of web.py."""
    bank = FolderBank(puzzle)
    yield from puzzle.rules.RULES.values()
    yield from (*bank.sentences.values(), *bank.settings.samples.tolerated)
    settings = read_settings(puzzle, "web", PlaySettings)
    yield from filter(None, (settings.introduction, *settings.presses, *settings.tactics.values()))
    yield from (look.name for look in settings.looks.values())
    yield from (mark.meaning for mark in (*settings.tints.values(), *settings.marks.values()))
    for field in settings.fields:
        yield field.label
        yield from (choice if isinstance(choice, str) else choice[1] for choice in field.choices)


def list_puzzle_nouns(puzzle: Puzzle) -> Iterator[str]:
    """Yield the nouns that check counts: what a program puts into cells, and given cells."""
    settings = FolderBank(puzzle).settings
    yield settings.value
    if settings.given_code not in puzzle.rules.RULES:
        yield f"{settings.given_code} cell"
