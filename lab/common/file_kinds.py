"""Recognizes files that are no plain text, whatever their names say."""

import re
from codecs import BOM_UTF8

from lab.common.language import translate

NO_PLAIN_TEXT = "found {kind}, expected plain text: save the file so"
FILE_KINDS = {  # what the bytes of a file begin with: its kind
    rb"\{\\rtf": "rich text (RTF)",
    rb"%PDF-\d": "a PDF",
    rb"PK\x03\x04": "a zip, or a document of a word processor",
    rb"\xd0\xcf\x11\xe0": "a document of a word processor",
    rb"\x1f\x8b|Rar!|7z\xbc\xaf": "an archive",
    rb"\x89PNG|GIF8|\xff\xd8\xff": "a picture",
    rb'\s*\{\s*"(?:cells|metadata|nbformat)"': "a notebook",
    rb"(?i:\s*<(?:!doctype|\?xml|html|head|body|meta|div|p)\b)": "a web page (HTML)",
}


def explain_file_kind(data: bytes) -> str:
    """Return what is wrong with a file that is no plain text, "" for all other files."""
    content = data.removeprefix(BOM_UTF8)
    beginning = next((beginning for beginning in FILE_KINDS if re.match(beginning, content)), None)
    if not beginning:
        return ""
    return translate(NO_PLAIN_TEXT, kind=translate(FILE_KINDS[beginning]))
