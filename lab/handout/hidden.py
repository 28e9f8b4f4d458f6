"""Finds the texts that are in a file, in whatever way they are wrapped."""

import ast
import base64
import binascii
import contextlib
import html
import io
import json
import re
import textwrap
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

import clingo.ast

DEEP = 4  # wrappings, one within the other
LARGE = 4 << 20  # bytes of a text that was packed
SHORT = 20  # characters of a text that is looked at
PACKED = re.compile(rb"\x78[\x01\x5e\x9c\xda]|\x1f\x8b\x08")  # how zlib and gzip begin
BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{40,}={0,2}(?:\s+[A-Za-z0-9+/_-]{4,}={0,2})*")
MARKED = re.compile(r"^[ \t]*(?:#+|%+|//|\*|>)[ \t]?(.*)$", re.M)  # comments and quotations
TAG = re.compile(r"<[^>]*>")
HEXADECIMAL = re.compile(r"(?:[0-9a-fA-F]{2}){40,}")


def texts(data: bytes, depth: int = DEEP) -> Iterator[str]:
    """The texts in a file: itself, strings in it, comments, and what is packed in it."""
    if not depth:
        return
    if len(data) < SHORT:
        return
    if (text := decoded(data)) is not None:
        yield text
        for part in parts(text):
            yield from texts(part if isinstance(part, bytes) else part.encode(), depth - 1)
    for inner in unpacked(data):
        yield from texts(inner, depth - 1)


def decoded(data: bytes) -> str | None:
    """The bytes as text; None if they are none."""
    for encoding in ("utf-8-sig", "utf-16"):
        with contextlib.suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            return text if "\0" not in text else None
    return None


def parts(text: str) -> Iterator[str | bytes]:
    """What is wrapped in a text: strings of Python and JSON, comments, indented lines, markup."""
    program = parsed(text)
    if program:
        yield from strings(program)
    if ":-" not in text and "cell" not in text:
        return
    with contextlib.suppress(ValueError, RecursionError):
        yield from leaves(json.loads(text))
    yield "\n".join(MARKED.findall(text))
    if not program and "\n" in text:
        yield indented(text)
        yield html.unescape(TAG.sub("", text)) if "<" in text else ""


def parsed(text: str) -> ast.Module | None:
    """The Python program that a text is, None if it is none, or an empty one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            program = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    return program if program.body else None


def strings(program: ast.Module) -> Iterator[str | bytes]:
    """The strings of a Python program."""
    for node in ast.walk(program):
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str | bytes) and len(value) >= SHORT:
            yield value


def leaves(value: Any) -> Iterator[str]:
    """The strings in a value of JSON, those of a list also as the lines of a text."""
    if isinstance(value, str) and len(value) >= SHORT:
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from leaves(one)
    elif isinstance(value, list):
        if value and all(isinstance(one, str) for one in value):
            yield "\n".join(value)
        for one in value:
            yield from leaves(one)


def indented(text: str) -> str:
    """The lines of a text that are moved to the right."""
    lines = [line for line in text.split("\n") if not line.strip() or line[0] in " \t"]
    return textwrap.dedent("\n".join(lines))


def unpacked(data: bytes) -> Iterator[bytes]:
    """What is packed in bytes: by zlib, gzip or zip, in base64 or hexadecimal digits."""
    for match in PACKED.finditer(data):
        with contextlib.suppress(zlib.error):
            inner = zlib.decompressobj(wbits=47).decompress(data[match.start() :], LARGE)
            if len(inner) >= SHORT:
                yield inner
    for match in BASE64.finditer(data):
        with contextlib.suppress(binascii.Error, ValueError):
            packed = b"".join(match[0].split()).rstrip(b"=")
            yield base64.b64decode(packed + b"=" * (-len(packed) % 4), altchars=alternative(packed))
    with contextlib.suppress(UnicodeDecodeError):
        for digits in HEXADECIMAL.findall(data.decode("ascii")):
            yield bytes.fromhex(digits)
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield from (archive.read(name) for name in archive.namelist())


def alternative(packed: bytes) -> bytes | None:
    """The two characters that stand for + and / in base64 where these are others."""
    return b"-_" if b"-" in packed or b"_" in packed else None


# ---------------------------------------------------------------- programs


def statements(text: str) -> Iterator[str]:
    """The logic program that a text is, or what of its paragraphs and lines is one.

    Nothing without a rule on cells can be a solution.
    """
    if ":-" not in text or "cell" not in text:
        return
    if is_logic(text):
        yield text
        return
    for between in (r"\n[ \t]*\n", r"\n"):
        some = [part for part in re.split(between, text) if part.strip() and is_logic(part)]
        program = "\n".join(some)
        if ":-" in program and "cell" in program:
            yield program


def is_logic(text: str) -> bool:
    """Whether clingo can parse a text."""
    try:
        clingo.ast.parse_string(text, lambda _: None, logger=lambda *_: None)
    except (RuntimeError, UnicodeError):
        return False
    return True


def is_python(text: str) -> bool:
    """Whether a text is a Python program that may write facts."""
    return "cell" in text and "const" in text and bool(parsed(text))
