"""Finds the names of authors in the texts of a submission, whatever the script or the language.

Names follow a word such as "Authors:" on its line, or stand on the lines below it.  They are
compared without accents, case and order, neither of the authors nor of the parts of a name.
"""

# ruff: noqa: RUF001  (strange characters are meant)

import re
import unicodedata
from collections.abc import Iterable, Sequence

AUTHOR = r"(?:author|autor|auteur|autrice|verfasser|written by|made by)"
MEMBER = (  # other words that names follow, in English, Spanish, French and German
    r"\b(?:names?|students?|members?|nombres?|alumn\w+|estudiantes?|integrantes?|miembros?|"
    r"noms?|étudiant\w*|membres?|namen?|studierende|mitglied\w*|"
    r"group|team|grupo|equipo|groupe|équipe|gruppe)\b"
)
ENDING = r"(?:[(·.*/:_]{0,2}(?:s|es|as|a|e|en|in|innen|rices?)\b\)?){0,3}"  # Autor:innen, autor/a
END = r"[\s*_)\]]{0,3}[:=：]"  # of a label; "**Authors**:" in Markdown
AUTHORS = re.compile(
    rf"(?:[^:=]{{0,20}} )??{AUTHOR}{ENDING}(?:\s?\d)?(?: [^:=]{{1,20}})?{END}(?P<rest>.*)"
    rf"|author__\s?=(?P<value>.*)|@author\s(?P<word>.*)|{AUTHOR}{ENDING}$",
    re.I,
)
MEMBERS = re.compile(rf"[^:=]{{0,20}}{MEMBER}[^:=]{{0,20}}{END}(?P<rest>.*)", re.I)
BY = re.compile(  # written by, in a sentence without a colon
    r"(?:[^\W\d_]{3,12} )?(?:by|por|par|von):?\s(?P<rest>.+)", re.IGNORECASE
)
PYTHON = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|#[^\n]*|^__author__[^\n]*', re.M)
LOGIC = re.compile(r"%\*[\s\S]*?\*%|%[^\n]*")
MARGIN = re.compile(r"(?:[\s#%*\"'|>/=~_+-]|\d[.)]|•)*")  # before a line's own text
REMOVED = re.compile(r"\([^)]*\)?|<[^>]*>?|\[[^\]]*\]?|\{[^}]*\}?|\S+@\S+|https?:\S+")  # in a line
OTHERS = re.compile(r"\S*\d\S*|\S+\.\w{2,}\b")  # beside a name: numbers, files
IDENTIFIER = re.compile(r"[^\W\d_]+[-_.]?\d{2,}\w*")  # in place of a name: student-001, s1234567
BETWEEN = re.compile(r"\s+(?:and|y|e|i|et|und|con|with|og|och|и)\s+|[&/|+•]|\s[-–—]\s", re.I)
HEAVY, COMMA = re.compile("[;；؛]"), re.compile("[,،、，]")
LETTERS = str.maketrans({"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "þ": "th"})
UMLAUT = re.compile("([aou])e")  # ä, ö, ü, æ, œ written in two letters
BLANK_FORM = {  # what stands in a form that is not filled in
    *("name", "names", "surname", "surnames", "first", "last", "second", "full", "your", "the"),
    *("nombre", "nombres", "apellido", "apellidos", "tu", "su", "de", "los", "nom", "noms"),
    *("prenom", "votre", "vos", "vorname", "nachname", "namen", "ihr", "ihre", "author", "authors"),
    *("autor", "autores", "autoren", "auteur", "auteurs", "todo", "xxx", "student", "students"),
    *("and", "y", "et", "und", "or", "here", "aqui", "ici", "hier", "a", "b", "id", "no"),
    *("dni", "nif", "nia", "nie", "email", "mail", "correo", "matrikelnummer", "numero", "login"),
}
OPEN = re.compile(r"(?:[,;&]| y| and| et| und)$")  # the end of a line that another continues
MOST = 6  # parts of a name on a line of its own
FOLLOWING = 8  # lines below a label
LONG = 300  # characters of a line
ENDS = " .,:-*\"'`«»“”"  # around a name

Key = frozenset[str]  # the parts of a name, folded


def comments(text: str, pattern: re.Pattern[str]) -> str:
    """The comments and the docstrings of a source file: PYTHON or LOGIC."""
    return "\n".join(found[0] for found in pattern.finditer(text))


def labelled(text: str) -> list[str]:
    """The names that follow a label, each once; empty if there is none."""
    found: dict[Key, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        for name in named(line, lines[number + 1 : number + 1 + FOLLOWING]):
            found.setdefault(fold_name(name), name)
    return list(found.values())


def named(line: str, following: Sequence[str]) -> list[str]:
    """The names after the label on a line, or on the following lines."""
    label = label_of(line)
    if not label:
        return []
    rest = next(filter(None, label.groups()), "").strip()
    names = people(rest)
    least = 2 if label.re is BY else 1
    if names and label.re is not AUTHORS and not has_form(rest, least):
        return []
    if not names or OPEN.search(rest):
        return names + below(following)
    is_continued = bool(following) and is_indented(following[0], line)
    return names + (below(following[:1]) if is_continued else [])


def label_of(line: str) -> re.Match[str] | None:
    """The label on a line, and what follows it; None if there is none."""
    text = stripped(line)
    return AUTHORS.match(text) or MEMBERS.match(text) or BY.match(text)


def is_form(text: str) -> bool:
    """Whether a text has a label for authors, filled in or not."""
    return any(AUTHORS.match(stripped(line)) for line in text.splitlines())


def listed(text: str, but: Iterable[str] = ()) -> list[str]:
    """The names on lines that hold nothing else, in a text without a label.

    `but` are titles that look like names.
    """
    titles = set(map(fold_name, but))
    lines = [line for line in text.splitlines() if has_form(stripped(line), least=2)]
    return [
        name for line in lines for name in people(stripped(line)) if fold_name(name) not in titles
    ]


def are_same(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two lists name the same people.

    Where one comma is between people and another within a name, all their parts are the same.
    """
    here, there = list(map(fold_name, some)), list(map(fold_name, others))
    return set(here) == set(there) or frozenset().union(*here) == frozenset().union(*there)


def are_mentioned(names: Sequence[str], text: str) -> bool:
    """Whether all parts of some names occur in a text, wherever that is."""
    return bool(names) and frozenset().union(*map(fold_name, names)) <= fold_name(text)


def fold_name(name: str) -> Key:
    """What two writings of a name have in common."""
    return frozenset(filter(None, map(folded, parts(name))))


def parts(name: str) -> list[str]:
    """The words of a name, letters and marks."""
    name = unicodedata.normalize("NFC", name)
    kept = (letter if is_letter(letter) or letter in "'’`´" else " " for letter in name)
    return [word for word in "".join(kept).split() if any(map(is_letter, word))]


def is_letter(character: str) -> bool:
    """Whether a character is part of a word: a letter or a mark on one, or a digit."""
    return unicodedata.category(character)[0] in "LMN"


def folded(word: str) -> str:
    """A word without accents, case and apostrophes, and without two letters for an umlaut."""
    bare = unicodedata.normalize("NFKD", word.casefold().replace("æ", "ae").replace("œ", "oe"))
    kept = "".join(letter for letter in bare if unicodedata.category(letter)[0] in "LN")
    return UMLAUT.sub(r"\1", kept.translate(LETTERS))


# ---------------------------------------------------------------- lines


def stripped(line: str) -> str:
    """A line without what begins comments and lists, and without what ends them; cut off."""
    text = unicodedata.normalize("NFC", line[:LONG]).strip()
    return text[MARGIN.match(text).end() :].rstrip(" \t*%#\"'")  # type: ignore[union-attr]


def below(lines: Sequence[str]) -> list[str]:
    """The names on the lines under a label, up to the first that is something else."""
    found: list[str] = []
    for line in lines[:FOLLOWING]:
        text = stripped(line)
        if has_form(text, least=1):
            found.append(text)
        elif text or found:
            break
    return people("; ".join(found))


def is_indented(line: str, label: str) -> bool:
    """Whether a line goes on with the list that begins on the line of a label."""

    def begin(line: str) -> int:
        """The column of a line's own text."""
        return len(line) - len(line.lstrip(" \t#%*"))

    return begin(line) > begin(label) and has_form(stripped(line), least=2)


def has_form(text: str, least: int) -> bool:
    """Whether a line may be a name, or several: few words, each with a capital if it may."""
    names = people(text)
    if not names or AUTHORS.match(text) or re.search(r"[:=!?<>]|[.]{2}|\w\(|\.$", text):
        return False
    return all(
        least <= len(parts(name)) <= MOST
        and len(name) > 1
        and not parts(name)[0][0].islower()
        and not parts(name)[-1][0].islower()
        for name in names
    ) or all(is_without_spaces(name) for name in names)


def is_without_spaces(name: str) -> bool:
    """Whether a name is in a script that writes none between its parts."""
    return len(name) > 1 and all(unicodedata.category(letter) == "Lo" for letter in name)


def people(text: str) -> list[str]:
    """The names in a text that holds nothing else; blank forms and numbers are none.

    Where semicolons are between people, or each of several has one comma, commas are within names.
    """
    text = REMOVED.sub(" ", unicodedata.normalize("NFC", text)).replace("__", " ")
    pieces = [piece for part in HEAVY.split(text) for piece in BETWEEN.split(part)]
    listed = [piece for piece in map(bits, pieces) if piece]
    is_inverted = len(listed) > 1 and (
        bool(HEAVY.search(text)) or all(len(piece) == 2 for piece in listed)
    )
    if not is_inverted:
        listed = [names for piece in listed for names in at_commas(piece)]
    return [", ".join(piece) for piece in listed]


def bits(piece: str) -> list[str]:
    """The names between commas, or the identifiers that stand in their place."""
    named = [" ".join(OTHERS.sub(" ", bit).split()).strip(ENDS) for bit in COMMA.split(piece)]
    names = [bit for bit in named if parts(bit)]
    return (
        [bit for bit in names if not fold_name(bit) <= BLANK_FORM] if names else identifiers(piece)
    )


def identifiers(piece: str) -> list[str]:
    """What stands in place of names, such as student-001."""
    return IDENTIFIER.findall(piece)


def at_commas(names: list[str]) -> list[list[str]]:
    """The people in "García López, Ana", which is one, and in "Ana, Luis", which are two."""
    words = [len(parts(name)) for name in names]
    is_one = len(names) == 2 and words[0] > 1 and words[1] == 1
    is_one &= not any(map(is_without_spaces, names)) and not any(map(str.isdigit, "".join(names)))
    return [names] if is_one else [[name] for name in names]
