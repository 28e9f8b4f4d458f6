"""Reads the dates in Moodle's worksheet, which are written in the teacher's language."""

import re
import unicodedata
from datetime import datetime

MONTHS = (  # beginnings of names without accents: English, Spanish, French, German and others
    "jan ene gen", "feb fev fevr", "mar mrz maerz", "apr abr avr", "may mai mag maggio mei maig",
    "jun juin giu", "jul juil lug", "aug ago aou ao", "sep set", "oct okt out ott",
    "nov", "dec dez dic des",
)  # fmt: skip
WEEKDAYS = {"martes", "mardi", "marti", "martedi"}  # that begin like months
YEAR, TIME = re.compile(r"\b(\d{4})\b"), re.compile(r"\b(\d{1,2})[:.h](\d{2})(?::\d{2})?\b")
AM_PM = re.compile(r"\d\s*([ap])\.?\s?m\b", re.I)
NUMERIC = re.compile(r"\b(\d{1,2})[./-](\d{1,2})[./-](\d{4})\b")
ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
DAY = re.compile(r"\b(\d{1,2})(?:\.|st|nd|rd|th|er|º|ª)?\b")
WORD = re.compile(r"[^\W\d_]+")


def is_moment(text: str) -> bool:
    """Return whether a text may be a date with a time in some language."""
    return bool(YEAR.search(text) and TIME.search(text)) and len(text) < 80


def parse_moment(text: str) -> datetime | None:
    """Return date and time to the minute, without a zone; None if the text is ambiguous."""
    time = TIME.search(text)
    if not time or not (date := parse_date(text.replace(time[0], " ", 1))):
        return None
    hour, minute = int(time[1]), int(time[2])
    if half := AM_PM.search(text):
        hour = hour % 12 + (12 if half[1].lower() == "p" else 0)
    try:
        return datetime(*date, hour, minute)
    except ValueError:
        return None


def parse_date(text: str) -> tuple[int, int, int] | None:
    """Return year, month and day; None if the text is ambiguous, as 3/4/2027 is."""
    if iso := ISO.search(text):
        return int(iso[1]), int(iso[2]), int(iso[3])
    if numeric := NUMERIC.search(text):
        day, month, year = map(int, numeric.groups())
        if day > 12 or month == day or "." in numeric[0]:
            return year, month, day
        return (year, day, month) if month > 12 else None
    year_match = YEAR.search(text)
    if not year_match:
        return None
    months = {parse_month(word) for word in WORD.findall(text)} - {0}
    days = DAY.findall(text.replace(year_match[0], " ", 1))
    if len(months) != 1 or len(days) != 1:
        return None
    return int(year_match[1]), months.pop(), int(days[0])


def parse_month(word: str) -> int:
    """Return the number of a month, from 1, or 0 if the word is no month."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    name = "".join(letter for letter in letters if letter.isalpha())
    for number, beginnings in enumerate(MONTHS, start=1):
        if name.startswith(tuple(beginnings.split())) and name not in WEEKDAYS:
            return number
    return 0
