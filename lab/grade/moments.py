"""Reads the dates and times in Moodle's worksheet, which are written in the teacher's language."""

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
HALF = re.compile(r"\d\s*([ap])\.?\s?m\b", re.I)
NUMERIC = re.compile(r"\b(\d{1,2})[./-](\d{1,2})[./-](\d{4})\b")
ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
DAY = re.compile(r"\b(\d{1,2})(?:\.|st|nd|rd|th|er|º|ª)?\b")
WORD = re.compile(r"[^\W\d_]+")


def is_moment(text: str) -> bool:
    """Whether a text may be a date and a time in some language."""
    return bool(YEAR.search(text) and TIME.search(text)) and len(text) < 80


def read(text: str) -> datetime | None:
    """The moment, to the minute, without a zone; None if that is not sure."""
    time = TIME.search(text)
    if not time or not (date := date_of(text.replace(time[0], " ", 1))):
        return None
    hour, minute = int(time[1]), int(time[2])
    if half := HALF.search(text):
        hour = hour % 12 + (12 if half[1].lower() == "p" else 0)
    try:
        return datetime(*date, hour, minute)
    except ValueError:
        return None


def date_of(text: str) -> tuple[int, int, int] | None:
    """Year, month and day; None if they are not sure."""
    if iso := ISO.search(text):
        return int(iso[1]), int(iso[2]), int(iso[3])
    if numeric := NUMERIC.search(text):
        day, month, year = map(int, numeric.groups())
        is_sure = day > 12 or month == day or "." in numeric[0]
        return (year, month, day) if is_sure else (year, day, month) if month > 12 else None
    year_found = YEAR.search(text)
    months = {number for word in WORD.findall(text) if (number := month_of(word))}
    days = DAY.findall(text.replace(year_found[0], " ", 1)) if year_found else []
    if not year_found or len(months) != 1 or len(days) != 1:
        return None
    return int(year_found[1]), months.pop(), int(days[0])


def month_of(word: str) -> int:
    """The number of a month, from 1; 0 if the word is none."""
    bare = unicodedata.normalize("NFKD", word.casefold())
    text = "".join(one for one in bare if one.isalpha())
    for number, beginnings in enumerate(MONTHS, start=1):
        if any(text.startswith(one) for one in beginnings.split()) and text not in WEEKDAYS:
            return number
    return 0
